/* Bots in seats. One bot of a room thinks at a time, on a copy of its own view; its move is a command
 * like any other, and is dropped if the room has moved on meanwhile.
 *
 * Thinking is what costs, so it is shared. A few bots think at the same time, the others wait in line: first
 * rooms in which somebody sits and looks, then those that somebody watches, then the rest. One origin (the
 * address that made the room) never has all the thinkers. A room in which nobody but bots plays rests while
 * nobody looks; its clocks run on. */
#include "server/server.h"

#include <string.h>

#include "base/rng.h"
#include "server/quarantine.h"

void thought_run(struct thought *thought, void *memory, size_t memory_size)
{
    struct rng rng;
    quarantine_serve(thought->room);
    rng_seed(&rng, thought->seed, 0);
    thought->bot.rng = &rng;
    thought->bot.memory = memory;
    thought->bot.memory_size = memory_size;
    thought->command = (struct game_command){ .seat = (int8_t)thought->bot.seat };
    thought->acts = thought->game->bot(thought->view, &thought->bot, &thought->command);
    thought->bot.rng = NULL;
    thought->bot.memory = NULL;
}

static bool has_person(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        if (!member->is_bot && !member->is_guest)
            return true;
    }
    return false;
}

bool bots_are_awaited(const struct room *room)
{
    return room_bot_seat(room, -1) >= 0 && has_person(room);
}

/* Whether anybody could be waiting for a move. */
static bool is_awake(const struct slot *slot)
{
    return slot->clients != NULL || has_person(slot->room);
}

void bots_schedule(struct server *server, struct slot *slot)
{
    slot->bot_due_ms = 0;
    if (!slot->is_thinking && room_bot_seat(slot->room, -1) >= 0 && is_awake(slot))
        slot->bot_due_ms = server_now(server) + server->config->bot_delay_ms;
}

/* The line */

static bool has_seated_client(const struct slot *slot)
{
    for (const struct client *client = slot->clients; client != NULL; client = client->next) {
        int member = room_member_of(slot->room, client->player);
        if (member >= 0 && slot->room->member[member].seat >= 0)
            return true;
    }
    return false;
}

/* People first: the smaller, the sooner. */
static int urgency(const struct slot *slot)
{
    return has_seated_client(slot) ? 0 : slot->clients != NULL ? 1 : 2;
}

static int64_t origin_of(const struct slot *slot)
{
    return slot->origin != 0 ? slot->origin : slot->id;
}

static int free_thinker(const struct server *server)
{
    for (int i = 0; i < SERVER_THINKERS; i++)
        if (server->thinking_room[i] == 0)
            return i;
    return -1;
}

static bool has_its_share(const struct server *server, const struct slot *slot)
{
    int count = 0;
    for (int i = 0; i < SERVER_THINKERS; i++) {
        const struct slot *other = map_get(&server->slots, server->thinking_room[i]);
        count += other != NULL && origin_of(other) == origin_of(slot);
    }
    return count >= SERVER_THINKERS_PER_ORIGIN;
}

static void line_up(struct server *server, struct slot *slot)
{
    struct slot **link = &server->thinkers;
    if (slot->waits_to_think)
        return;
    while (*link != NULL)
        link = &(*link)->next_thinker;
    *link = slot;
    slot->waits_to_think = true;
    slot->next_thinker = NULL;
}

void bots_forget(struct server *server, struct slot *slot)
{
    struct slot **link = &server->thinkers;
    if (!slot->waits_to_think)
        return;
    while (*link != slot)
        link = &(*link)->next_thinker;
    *link = slot->next_thinker;
    slot->waits_to_think = false;
}

static struct slot *next_in_line(const struct server *server)
{
    struct slot *best = NULL;
    for (struct slot *slot = server->thinkers; slot != NULL; slot = slot->next_thinker)
        if (!has_its_share(server, slot) && (best == NULL || urgency(slot) < urgency(best)))
            best = slot;
    return best;
}

static void think_on(struct server *server, struct slot *slot, int seat);

/* A bot that is quick is done before the next one is chosen, so this is not entered twice. */
static void choose_thinkers(struct server *server)
{
    struct slot *slot;
    if (server->is_choosing_thinkers)
        return;
    server->is_choosing_thinkers = true;
    while (free_thinker(server) >= 0 && (slot = next_in_line(server)) != NULL) {
        bots_forget(server, slot);
        if (slot->pending == NULL && slot->first == NULL && !slot->is_thinking && is_awake(slot))
            think_on(server, slot, -1);
    }
    server->is_choosing_thinkers = false;
}

/* Thinking */

static void submit_move(struct server *server, struct slot *slot, const struct thought *thought)
{
    struct task *task = task_new(server, thought->player);
    task->is_prepared = true;
    task->command = table_bot_command(slot->room, thought->bot.seat, &thought->command);
    server->metrics.bots_moved++;
    room_submit(server, slot, task);
}

static bool think_for(struct server *server, struct slot *slot, int seat);

/* Asks the next bot after `seat`, if this one had nothing to do. */
static void think_on(struct server *server, struct slot *slot, int seat)
{
    for (seat = room_bot_seat(slot->room, seat); seat >= 0; seat = room_bot_seat(slot->room, seat))
        if (think_for(server, slot, seat))
            return;
}

static void thought_done(struct server *server, struct thought *thought)
{
    struct slot *slot = map_get(&server->slots, thought->room);
    for (int i = 0; i < SERVER_THINKERS; i++)
        if (server->thinking_room[i] == thought->room)
            server->thinking_room[i] = 0;
    if (slot != NULL) {
        slot->is_thinking = false;
        if (slot->room->seq != thought->seq || slot->pending != NULL)
            bots_schedule(server, slot);
        else if (thought->acts)
            submit_move(server, slot, thought);
        else
            think_on(server, slot, thought->bot.seat);
        slot_wake_at(server, slot);
    }
    memory_free(thought);
    choose_thinkers(server);
}

static bool think_for(struct server *server, struct slot *slot, int seat)
{
    const struct game *game = room_game(slot->room);
    if (game->bot == NULL)
        return false;
    const struct room_member *member = &slot->room->member[slot->room->member_of_seat[seat]];
    struct thought *thought = memory_take(sizeof *thought);
    thought->game = game;
    thought->room = slot->id;
    thought->seq = slot->room->seq;
    thought->player = member->player;
    thought->bot = table_bot(slot->room, seat);
    thought->done = thought_done;
    server->seams.random(server->seams.context, thought->seed, sizeof thought->seed);
    game->view(slot->room->state, seat, thought->view);
    slot->is_thinking = true;
    server->thinking_room[free_thinker(server)] = slot->id;
    server->seams.think(server->seams.context, thought);
    return true;
}

void bots_due(struct server *server, struct slot *slot)
{
    slot->bot_due_ms = 0;
    if (slot->pending != NULL || slot->first != NULL)
        return;
    line_up(server, slot);
    choose_thinkers(server);
}
