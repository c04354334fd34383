/* See table.h. */
#include "room/table.h"

#include <string.h>

static bool refuse(struct table *table, const char *code, const char *why)
{
    table->turn.refusal = (struct room_refusal){ code, why };
    return false;
}

static bool has_room(const struct table *table)
{
    return table->room != NULL && table->room->id != 0;
}

static bool names_hidden_game(const struct room_command *command)
{
    bool names_game =
        !command->is_game && (command->kind == ROOM_CREATE || command->kind == ROOM_SET_GAME);
    return names_game && games[command->arg[0]]->is_hidden;
}

/* Names come from people; the room needs them cleaned, with a key that look-alikes share. */
static bool clean_name(struct table *table, const struct table_rules *rules)
{
    char clean[ROOM_NAME_SIZE];
    struct room_command *command = &table->command;
    if (rules->clean_name == NULL)
        return true;
    if (!rules->clean_name(command->text, clean, sizeof clean, &command->name_key))
        return false;
    text_copy(table->text, sizeof table->text, clean);
    command->text = table->text;
    return true;
}

bool table_read(struct table *table, const struct table_rules *rules, const struct json_doc *doc,
                uint32_t node, int64_t player, const char *cid)
{
    struct room_command *command = &table->command;
    if (!room_read(has_room(table) ? table->room : NULL, doc, node, command, table->text,
                   &table->turn.refusal))
        return false;
    if (!rules->has_hidden_games && names_hidden_game(command))
        return refuse(table, "bad_argument", "game");
    if (command->has_name && !clean_name(table, rules))
        return refuse(table, "bad_name", "name");
    command->player = player;
    command->cid = room_hash_cid(cid);
    return true;
}

bool table_read_clock(struct table *table, const struct json_doc *doc, uint32_t node,
                      int64_t player)
{
    static const uint16_t kinds[] = { ROOM_TICK, ROOM_CREDIT_CLOCK, ROOM_MOVE_HERE };
    uint32_t word = json_get(doc, node, "clock");
    struct room_command *command = &table->command;
    for (size_t i = 0; word != 0 && i < sizeof kinds / sizeof *kinds; i++) {
        if (!json_equals(doc, word, room_commands[kinds[i]].name))
            continue;
        *command = (struct room_command){ .kind = kinds[i] };
        if (kinds[i] == ROOM_MOVE_HERE)
            command->arg[0] = command->arg[1] = player;
        return kinds[i] != ROOM_CREDIT_CLOCK ||
               json_read_int(doc, json_get(doc, node, "ms"), &command->arg[0]);
    }
    return false;
}

static void begin_draft(struct table *table)
{
    if (table->room == NULL)
        memset(table->draft, 0, sizeof *table->draft);
    else if (table->room != table->draft)
        room_copy(table->draft, table->room);
}

enum table_answer table_decide(struct table *table, int64_t now_ms,
                               const uint8_t entropy[ROOM_ENTROPY_SIZE])
{
    struct room_turn *turn = &table->turn;
    begin_draft(table);
    turn->draft = table->draft;
    turn->now_ms = now_ms > table->draft->time_ms ? now_ms : table->draft->time_ms;
    turn->entropy = entropy;
    if (!room_decide(turn, &table->command))
        return TABLE_REFUSED;
    if (turn->event_count == 0)
        return TABLE_NOTHING;
    if (room_close_batch(turn, &table->command, table->events, sizeof table->events, &table->batch))
        return TABLE_BATCH;
    refuse(table, "internal", NULL);
    return TABLE_REFUSED;
}

bool table_tell(const struct table *table, const struct frames *frames, int64_t player,
                struct frames_memo *memo)
{
    struct frames_batch batch = { .before = table->room,
                                  .after = table->draft,
                                  .event = table->turn.event,
                                  .count = table->turn.event_count };
    return frames_tell(frames, &batch, player, memo);
}

bool table_is_rewound(const struct table *table)
{
    return table->draft->needs_replay;
}

void table_commit(struct table *table)
{
    struct room *old = table->room;
    table->room = table->draft;
    table->draft = old;
}

struct game_bot table_bot(const struct room *room, int seat)
{
    return (struct game_bot){ .seat = seat,
                              .strength = room->member[room->member_of_seat[seat]].strength };
}

struct room_command table_bot_command(const struct room *room, int seat,
                                      const struct game_command *move)
{
    struct room_command command = { .player = room->member[room->member_of_seat[seat]].player,
                                    .is_game = true,
                                    .is_bot = true,
                                    .kind = move->kind };
    memcpy(command.arg, move->arg, sizeof command.arg);
    return command;
}

bool table_ask_bots(struct table *table, struct game_bot bot, void *view)
{
    const struct room *room = table->room;
    for (int seat = room_bot_seat(room, -1); seat >= 0; seat = room_bot_seat(room, seat)) {
        struct game_command move;
        bot.seat = seat;
        bot.strength = table_bot(room, seat).strength;
        if (game_ask_bot(room_game(room), room_state(room), &bot, view, &move)) {
            table->command = table_bot_command(room, seat, &move);
            return true;
        }
    }
    return refuse(table, "not_now", NULL);
}
