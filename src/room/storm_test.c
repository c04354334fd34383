/* Storms: random people send random commands at random times, in every game there is. At all times a refusal
 * changes nothing, the log replays to the same bytes (both checked by the fixture), every view is JSON
 * without foreign secrets, and nobody's sequence has a gap. A failing storm prints its seed. */
#include "room/fixture_test.h"

#include <stdio.h>

#include "engine/message.h"

enum { STORMS = 160, COMMANDS = 400, PEOPLE = 9, CROWD = ROOM_MEMBERS_MAX + 4 };

static struct rng dice;
static bool is_large; /* many people, and texts as long as the tables allow */
static int done[ROOM_COMMAND_COUNT], seen[ROOM_EVENT_COUNT];

static int64_t below(int n)
{
    return (int64_t)rng_below(&dice, (uint64_t)n);
}

static int64_t somebody(void)
{
    if (below(3) == 0 && table->seat_count > 0)
        return table->member[table->member_of_seat[below(table->seat_count)]].player;
    if (below(8) == 0 && table->claim_player != 0)
        return table->claim_player;
    return ANA + below(is_large ? CROWD : PEOPLE);
}

static int64_t random_value(const struct game_arg *arg)
{
    int64_t span = arg->max - arg->min;
    switch (arg->type) {
    case ARG_INT: return span > 0 && span < 1000 ? arg->min + below((int)span + 2) : below(40);
    case ARG_BOOL: return below(2);
    case ARG_SEAT: return below(6) - 1;
    case ARG_NAME: return below(4);
    case ARG_TIME: return below(100000);
    case ARG_ID: return somebody();
    case ARG_FIELD: return below(256);
    case ARG_SEATS:
    case ARG_NAMES:
    case ARG_SET: return below(64);
    case ARG_FIELDS: return below(2) ? 0 : fields_add(0, below(64));
    case ARG_NONE:
    case ARG_WORD:
    case ARG_TEXT:
    case ARG_OTHER: break;
    }
    return 0;
}

static const char *random_text(void)
{
    static const char *const texts[] = { "Ana",    "Bob",        "Cat",     "Dan",
                                         "Eve",    "Fay",        "Gus",     "Hal",
                                         "Ivy",    "white",      "black",   "narrator",
                                         "hello!", "journeyman", "weather", "" };
    return texts[below(sizeof texts / sizeof *texts)];
}

/* As many bytes as the message takes, of a character that needs two in JSON; names are not alike. */
static const char *longest_text(const struct game_message *message)
{
    static char text[GAME_TEXT_MAX + 1];
    int64_t max = 0;
    for (int i = 0; i < message_arg_count(message); i++)
        if (message->args[i].type == ARG_TEXT)
            max = message->args[i].max ? message->args[i].max : GAME_TEXT_MAX;
    memset(text, '"', (size_t)max);
    text[max] = '\0';
    if (max > 2)
        text[below(2)] = (char)('A' + below(26)), text[2] = (char)('a' + below(26));
    return text;
}

static void random_order(struct room_command *command)
{
    memset(command->order, -1, sizeof command->order);
    for (int seat = 0; seat < table->seat_count; seat++)
        command->order[seat] = table->member_of_seat[seat];
    if (table->seat_count > 1) {
        int a = (int)below(table->seat_count), b = (int)below(table->seat_count);
        int8_t kept = command->order[a];
        command->order[a] = command->order[b];
        command->order[b] = below(5) ? kept : 0;
    }
}

static int64_t some_bot_or_guest(bool is_guest)
{
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++) {
        const struct room_member *member = &table->member[i];
        if (member->player != 0 && (is_guest ? member->is_guest : member->is_bot))
            return member->player;
    }
    return somebody();
}

/* A member who has not yet agreed that strangers see the game. */
static int64_t some_silent_player(int64_t otherwise)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct room_member *member = &table->member[table->member_of_seat[seat]];
        if (room_has_device(member) && !member->shares && below(2))
            return member->player;
    }
    return otherwise;
}

static bool somebody_asks(void)
{
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (table->member[i].asks_sight)
            return true;
    return false;
}

static int64_t some_asker(void)
{
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (table->member[i].asks_sight)
            return table->member[i].player;
    return somebody();
}

/* Mostly something that a bot of this game can say. */
static void random_remark(struct room_command *command)
{
    const char *const *line = room_game(table)->lines;
    command->arg[0] = some_bot_or_guest(false);
    if (line == NULL || below(8) == 0)
        return;
    command->text = line[below(2)];
    command->arg[2] &= (1 << room_game(table)->seats_min) - 1;
}

static void random_extras(struct room_command *command)
{
    const struct game *game = room_game(table);
    command->text = random_text();
    command->has_nonce = below(2);
    for (int i = 0; i < ROOM_NONCE_SIZE; i++)
        command->nonce[i] = (uint8_t)below(256);
    random_order(command);
    int option = (int)below(1 + game_option_count(game));
    command->option_is_given =
        command->is_game || option >= game_option_count(game) ? 0 : (uint32_t)1 << option;
    if (command->option_is_given)
        command->option[option] = random_value(&game->options[option].arg);
    if (command->kind == ROOM_USE_TRANSFER_CODE)
        command->arg[0] = table->member[below(ROOM_MEMBERS_MAX)].transfer_code;
    if ((command->kind == ROOM_SET_BOT || command->kind == ROOM_REMOVE_BOT) && !command->is_game)
        command->arg[0] = some_bot_or_guest(false);
    if (command->kind == ROOM_BOT_SAY && !command->is_game)
        random_remark(command);
    if (command->kind == ROOM_REMOVE_GUEST && !command->is_game)
        command->arg[0] = some_bot_or_guest(true);
    bool is_move = command->kind == ROOM_MOVE_HERE || command->kind == ROOM_BRING_BACK;
    if (is_move && !command->is_game && room_narrator(table) >= 0)
        command->arg[0] = table->member[room_narrator(table)].player;
    if (command->kind == ROOM_CLAIM_SEAT && !command->is_game && below(2))
        command->arg[0] = some_bot_or_guest(true);
    if (command->kind == ROOM_ANSWER_KNOCK && !command->is_game)
        command->arg[0] = table->knock[below(ROOM_KNOCKS)].player;
    if (command->kind == ROOM_LET_SEE && !command->is_game)
        command->arg[0] = some_asker();
    if (command->kind == ROOM_SHARE_GAME && !command->is_game && below(8))
        *command = (struct room_command){ .kind = ROOM_SHARE_GAME,
                                          .player = some_silent_player(command->player),
                                          .arg = { true, below(2) } };
    if (command->kind == ROOM_REWIND && !command->is_game)
        command->arg[0] = 1 + below(table->step_top + 1);
    if (command->kind == ROOM_CONFIRM_CLAIM && !command->is_game && below(4))
        command->arg[0] = table->claim_player;
}

/* Some commands end the storm or the game for everybody, so they are rare. */
static int random_kind(void)
{
    int kind = (int)below(ROOM_COMMAND_COUNT);
    if (table->phase != ROOM_PLAYING && below(8) == 0)
        return table->phase == ROOM_LOBBY ? ROOM_START : ROOM_REMATCH;
    if (table->phase == ROOM_PLAYING && somebody_asks() && below(3) == 0)
        return ROOM_LET_SEE;
    if (table->phase == ROOM_RESULTS && below(3) == 0)
        return ROOM_SHARE_GAME;
    if (table->phase == ROOM_PLAYING && room_game(table)->lines != NULL && below(3) == 0)
        return table->bots_talk ? ROOM_BOT_SAY : ROOM_SET_TALK;
    if (table->knock_count > 0 && below(8) == 0)
        return ROOM_ANSWER_KNOCK;
    if (table->is_locked && below(16) == 0)
        return ROOM_KNOCK;
    if (table->claim_player != 0 && below(3) == 0)
        return ROOM_CONFIRM_CLAIM;
    if (table->step_top > 1 && room_game(table)->can_undo && below(3) == 0)
        return ROOM_REWIND;
    bool is_rare = kind == ROOM_KICK || kind == ROOM_SET_GAME || kind == ROOM_LEAVE;
    bool is_end = kind == ROOM_END_SET || kind == ROOM_ADMIN_CLOSE;
    return (is_rare && below(4)) || (is_end && below(100)) ? ROOM_JOIN : kind;
}

static int game_command_count(const struct game *game)
{
    int count = 0;
    while (game->commands[count].name)
        count++;
    return count;
}

static struct room_command random_command(void)
{
    struct room_command command = { .player = somebody(), .cid = below(4) ? 0 : 1 + below(30) };
    const struct game *game = room_game(table);
    command.is_game = table->phase == ROOM_PLAYING && below(2);
    command.kind = (uint16_t)(command.is_game ? below(game_command_count(game)) : random_kind());
    if (!command.is_game && room_rules[command.kind].who == BY_CLOCK)
        command.player = 0;
    if (!command.is_game && room_rules[command.kind].who == BY_HOST && below(4) && table->host >= 0)
        command.player = table->member[table->host].player;
    if (!command.is_game &&
        (room_rules[command.kind].who == BY_NARRATOR ||
         room_rules[command.kind].who == BY_HOST_OR_NARRATOR) &&
        room_narrator(table) >= 0)
        command.player = table->member[room_narrator(table)].player;
    const struct game_message *message =
        command.is_game ? &game->commands[command.kind] : &room_commands[command.kind];
    for (int i = 0; i < message_arg_count(message); i++)
        command.arg[i] = random_value(&message->args[i]);
    random_extras(&command);
    if (is_large && below(4))
        command.text = longest_text(message);
    return command;
}

static void assert_views_hold(bool has_batch)
{
    for (int i = 0; i < 3; i++) {
        int64_t viewer = i == 0 ? 0 : somebody();
        assert_no_foreign_secret(view_of(viewer), viewer);
        if (has_batch) {
            assert_no_foreign_secret(told_to(viewer), viewer);
            assert_messages_fit(viewer);
        }
        proof();
    }
    if (has_batch)
        assert_told_as_if_alone();
}

/* An action in the list may be refused for its arguments, never for who sends it or when. */
static void assert_actions_are_allowed(void)
{
    int64_t player = somebody();
    int me = room_member_of(table, player);
    if (me < 0 || table->member[me].has_left || table->phase == ROOM_CLOSED)
        return;
    for (int kind = 0; kind < ROOM_COMMAND_COUNT; kind++)
        if (room_may(table, kind, me)) {
            assert_true(room_rules[kind].who != BY_CLOCK);
            assert_true(room_rules[kind].who != BY_HOST || table->host == me);
            assert_true(room_rules[kind].phases >> table->phase & 1);
        }
}

static void note_what_happened(const struct room_command *command)
{
    if (!command->is_game)
        done[command->kind]++;
    for (int i = 0; i < turn->event_count; i++)
        if (!turn->event[i].is_game)
            seen[turn->event[i].event.kind]++;
}

static int current_seed;
static int sent_count, effective_count; /* commands of all storms, and those that did something */

static int tell_seed(void **unused)
{
    (void)unused;
    print_message("the last storm was seed %d\n", current_seed);
    return 0;
}

static void a_crowd_with_long_names_joins(void)
{
    assert_accepted(
        say(ANA, "{'type':'set_spectators','allowed':true,'limit':%d}", ROOM_MEMBERS_MAX));
    for (int i = 1; i < ROOM_MEMBERS_MAX; i++) {
        char name[ROOM_NAME_SIZE];
        struct room_command join = { .player = ANA + i, .kind = ROOM_JOIN, .text = name };
        memset(name, '"', sizeof name - 1);
        name[0] = (char)('A' + i % 26);
        name[1] = (char)('a' + i / 26);
        name[sizeof name - 1] = '\0';
        decide(&join);
    }
    assert_true(room_spectator_count(table) + table->seat_count > ROOM_MEMBERS_MAX / 2);
}

static void storm(int seed)
{
    static const char *const lines[] = { "trust", "suspect", NULL };
    clear_table(seed);
    is_large = seed % 5 == 0;
    bend("coinflip")->has_narrator = bend("coinflip")->can_undo = seed % 3 == 0;
    bend("coinflip")->lines = lines;
    int game_count = 0;
    while (games[game_count])
        game_count++;
    assert_accepted(
        say(ANA, "{'type':'create','game':'%s','name':'Ana'}", games[seed % game_count]->id));
    for (int i = 1; i < room_game(table)->seats_min; i++)
        assert_accepted(say(ANA + i, "{'type':'join','name':'N%d'}", i));
    if (room_game(table)->lines != NULL && below(2))
        assert_accepted(say(ANA, "{'type':'add_bot'}")); /* who can talk */
    if (is_large)
        a_crowd_with_long_names_joins();
    for (int i = 0; i < COMMANDS && table->phase != ROOM_CLOSED; i++) {
        struct room_command command = random_command();
        pass_ms(below(10) ? below(3000) : below(100000));
        bool ok = decide(&command);
        sent_count++;
        effective_count += ok && turn->event_count > 0;
        if (ok)
            note_what_happened(&command);
        if (ok && turn->event_count > 0 && !table->needs_replay)
            assert_offers_are_told();
        if (table->needs_replay)
            reload();
        else if (ok && turn->event_count > 0 && below(4) == 0)
            assert_views_hold(true);
        assert_table_is_in_order();
        assert_actions_are_allowed();
        if (room_deadline(table) != 0 && below(6) == 0)
            tick_at_deadline();
    }
    assert_log_replays();
}

static void any_storm_leaves_the_table_in_order(void **unused)
{
    (void)unused;
    for (int seed = 1; seed <= STORMS; seed++) {
        uint8_t bytes[RNG_SEED_SIZE] = { (uint8_t)seed, 77 };
        current_seed = seed;
        rng_seed(&dice, bytes, 1);
        storm(seed);
    }
    if (effective_count < sent_count / 20)
        fail_msg("only %d of %d commands did anything", effective_count, sent_count);
}

/* A storm that never reaches a command proves nothing about it. */
static void the_storms_have_been_everywhere(void **unused)
{
    (void)unused;
    for (int kind = ROOM_JOIN; kind < ROOM_COMMAND_COUNT; kind++)
        if (done[kind] == 0)
            fail_msg("no storm has done %s", room_commands[kind].name);
    for (int kind = ROOM_PLAYER_JOINED; kind < ROOM_EVENT_COUNT; kind++)
        if (seen[kind] == 0)
            fail_msg("no storm has seen %s", room_events[kind].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_storm_leaves_the_table_in_order, setup_table,
                                        tell_seed),
        cmocka_unit_test(the_storms_have_been_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
