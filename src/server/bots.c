/* Bots in seats. One bot of a room thinks at a time, on a copy of its own view; its move is a command like
 * any other, and is dropped if the room has changed meanwhile.
 *
 * How long a bot thinks may depend on what it holds, so it must not show. The moment of the next move is
 * drawn when the room changes, before anybody thinks. The bot begins to think halfway to that moment, and its
 * answer waits for it. A late answer waits for the next of the moments that follow at equal distances.
 *
 * Where no bot has a move to make and the host lets bots talk, one may say something about the game
 * (room_remark), at the moment that was drawn for a move.
 *
 * Thinking costs processor time, so rooms share it. A few bots think at the same time and the others wait in
 * line: first rooms in which a seated person is connected, then rooms that somebody watches, then the rest.
 * One origin (the address that made the room) never has all the thinkers. A room in which only bots play
 * rests while nobody watches it; its clocks run on. */
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

/* Whether a person could be waiting for a move. */
static bool is_awake(const struct slot *slot)
{
    return slot->clients != NULL || has_person(slot->room);
}

/* Between half and one and a half of the delay that was set. */
static int64_t draw_hesitation(struct server *server)
{
    uint8_t seed[RNG_SEED_SIZE];
    struct rng rng;
    server->seams.random(server->seams.context, seed, sizeof seed);
    rng_seed(&rng, seed, 0);
    int64_t delay_ms = server->config->bot_delay_ms;
    return delay_ms / 2 + (int64_t)rng_below(&rng, (uint64_t)delay_ms + 1);
}

static void drop_answer(struct slot *slot)
{
    memory_free(slot->answer);
    slot->answer = NULL;
}

void bots_schedule(struct server *server, struct slot *slot)
{
    drop_answer(slot);
    slot->bot_due_ms = 0;
    if (room_bot_seat(slot->room, -1) < 0 || !is_awake(slot))
        return;
    int64_t hesitation_ms = draw_hesitation(server);
    slot->bot_due_ms = server_now(server) + hesitation_ms / 2;
    slot->bot_move_ms = server_now(server) + hesitation_ms;
}

void bots_wake(struct server *server, struct slot *slot)
{
    if (slot->bot_due_ms == 0 && !slot->is_thinking && !slot->waits_to_think &&
        slot->answer == NULL)
        bots_schedule(server, slot);
}

int64_t bots_next_ms(const struct slot *slot)
{
    if (slot->answer != NULL)
        return slot->bot_move_ms;
    return slot->is_thinking ? 0 : slot->bot_due_ms;
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

/* Rooms with people come first: the smaller this number, the sooner. */
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

static void leave_line(struct server *server, struct slot *slot)
{
    struct slot **link = &server->thinkers;
    if (!slot->waits_to_think)
        return;
    while (*link != slot)
        link = &(*link)->next_thinker;
    *link = slot->next_thinker;
    slot->waits_to_think = false;
}

void bots_forget(struct server *server, struct slot *slot)
{
    drop_answer(slot);
    leave_line(server, slot);
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

/* A bot that answers at once is done before the next one is chosen, so this function is not entered twice. */
static void choose_thinkers(struct server *server)
{
    struct slot *slot;
    if (server->is_choosing_thinkers)
        return;
    server->is_choosing_thinkers = true;
    while (free_thinker(server) >= 0 && (slot = next_in_line(server)) != NULL) {
        leave_line(server, slot);
        if (slot->pending == NULL && slot->first == NULL && !slot->is_thinking &&
            slot->answer == NULL && is_awake(slot))
            think_on(server, slot, -1);
    }
    server->is_choosing_thinkers = false;
}

/* Thinking */

/* A move, or a remark. */
struct bot_answer {
    struct room_command command;
};

/* The first of the moments that is still to come. */
static int64_t moment_from_now(const struct server *server, int64_t moment_ms)
{
    int64_t late_ms = server_now(server) - moment_ms, step_ms = server->config->bot_delay_ms / 2;
    if (late_ms <= 0 || step_ms == 0)
        return moment_ms;
    return moment_ms + (late_ms + step_ms - 1) / step_ms * step_ms;
}

static void submit_move(struct server *server, struct slot *slot, const struct bot_answer *answer)
{
    struct task *task = task_new(server, answer->command.player);
    task->is_prepared = true;
    task->command = answer->command;
    server->metrics.bots_moved += answer->command.is_game;
    room_submit(server, slot, task);
}

static void move(struct server *server, struct slot *slot)
{
    struct bot_answer *answer = slot->answer;
    slot->answer = NULL;
    submit_move(server, slot, answer);
    memory_free(answer);
}

static void keep_answer(struct server *server, struct slot *slot,
                        const struct room_command *command)
{
    slot->answer = memory_take(sizeof *slot->answer);
    *slot->answer = (struct bot_answer){ *command };
    slot->bot_move_ms = moment_from_now(server, slot->bot_move_ms);
    if (slot->bot_move_ms <= server_now(server))
        move(server, slot);
}

static void keep_move(struct server *server, struct slot *slot, const struct thought *thought)
{
    struct room_command command =
        table_bot_command(slot->room, thought->bot.seat, &thought->command);
    command.player = thought->player;
    keep_answer(server, slot, &command);
}

static bool think_for(struct server *server, struct slot *slot, int seat);

static void talk(struct server *server, struct slot *slot)
{
    struct room_command command;
    server->view->game = NULL; /* no longer the latest view */
    if (room_remark(slot->room, server->view->view, &command))
        keep_answer(server, slot, &command);
}

/* Asks the next bot after `seat`, if this one had nothing to do; if none has, one may talk. */
static void think_on(struct server *server, struct slot *slot, int seat)
{
    for (seat = room_bot_seat(slot->room, seat); seat >= 0; seat = room_bot_seat(slot->room, seat))
        if (think_for(server, slot, seat))
            return;
    talk(server, slot);
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
            bots_wake(server, slot); /* what changed the room has drawn the next moment */
        else if (thought->acts)
            keep_move(server, slot, thought);
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
    game->view(room_state(slot->room), seat, thought->view);
    slot->is_thinking = true;
    server->thinking_room[free_thinker(server)] = slot->id;
    server->seams.think(server->seams.context, thought);
    return true;
}

/* While a command is under way no bot begins to think and none moves: the command draws a new moment when
 * it is done. */
void bots_due(struct server *server, struct slot *slot)
{
    bool is_busy = slot->pending != NULL || slot->first != NULL;
    if (slot->answer != NULL) {
        if (is_busy)
            drop_answer(slot);
        else
            move(server, slot);
        return;
    }
    slot->bot_due_ms = 0;
    if (is_busy)
        return;
    line_up(server, slot);
    choose_thinkers(server);
}
