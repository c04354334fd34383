/* Bots in seats. One bot of a room thinks at a time, on a copy of its own view; its move is a command
 * like any other, and is dropped if the room has moved on meanwhile. */
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

void bots_schedule(struct server *server, struct slot *slot)
{
    slot->bot_due_ms = 0;
    if (!slot->is_thinking && room_bot_seat(slot->room, -1) >= 0)
        slot->bot_due_ms = server_now(server) + server->config->bot_delay_ms;
}

static void submit_move(struct server *server, struct slot *slot, const struct thought *thought)
{
    struct errand *errand = errand_new(server, thought->player);
    errand->is_prepared = true;
    errand->command = (struct room_command){
        .player = thought->player, .is_game = true, .is_bot = true, .kind = thought->command.kind
    };
    memcpy(errand->command.arg, thought->command.arg, sizeof errand->command.arg);
    server->metrics.bots_moved++;
    room_submit(server, slot, errand);
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
    struct slot *slot = table_get(&server->slots, thought->room);
    if (slot != NULL) {
        slot->is_thinking = false;
        if (slot->room->seq != thought->seq || slot->flight != NULL)
            bots_schedule(server, slot);
        else if (thought->acts)
            submit_move(server, slot, thought);
        else
            think_on(server, slot, thought->bot.seat);
        slot_wake_at(server, slot);
    }
    memory_give(thought);
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
    thought->bot = (struct game_bot){ .seat = seat, .strength = member->strength };
    thought->done = thought_done;
    server->seams.random(server->seams.context, thought->seed, sizeof thought->seed);
    game->view(slot->room->state, seat, thought->view);
    slot->is_thinking = true;
    server->seams.think(server->seams.context, thought);
    return true;
}

void bots_due(struct server *server, struct slot *slot)
{
    slot->bot_due_ms = 0;
    if (slot->flight == NULL && slot->first == NULL)
        think_on(server, slot, -1);
}
