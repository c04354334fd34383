/* A whole room against any sequence of commands: people who come, go, sit, chat, play and misbehave.
 *
 * Head: the game, the seed of chance. A record is a command by somebody as JSON from the tables, read as
 * from the wire; the clock speaks now and then. The fixture checks that refusals change nothing and that
 * the log replays to the same bytes; here also that the table is in order and no view holds a secret. */
#include <assert.h>

#include "engine/message.h"
#include "fuzz/records.h"
#include "room/fixture_test.h"

enum { PEOPLE = 8 };

static int games_over;

static int64_t person_of(uint8_t byte)
{
    if (byte & 128 && table->host >= 0)
        return table->member[table->host].player;
    return ANA + byte % PEOPLE;
}

static void write_option(const struct record *record, struct json *out)
{
    const struct game *game = room_game(table);
    int count = game_option_count(game);
    json_object(out, "options");
    for (int i = 0; i < 2 && count > 0; i++) {
        const struct game_arg *arg = &game->options[record->arg[2 * i] % count].arg;
        int64_t value = record_value(arg, GAME_SEATS_MAX, record->arg[2 * i + 1]);
        if (i == 0 || record->arg[0] % count != record->arg[2] % count) {
            if (message_arg_fits(arg, GAME_SEATS_MAX, value))
                message_write_arg(arg, arg->name, value, "", out);
            else
                json_int(out, arg->name, value);
        }
    }
    json_end(out);
}

/* Those who sit, two of them exchanged. */
static void write_order(const struct record *record, struct json *out)
{
    int count = table->seat_count, a = count ? record->arg[0] % count : 0;
    int b = count ? record->arg[1] % count : 0;
    json_array(out, "order");
    for (int seat = 0; seat < count; seat++) {
        int from = seat == a ? b : seat == b ? a : seat;
        json_text(out, NULL, id_of(table->member[table->member_of_seat[from]].player));
    }
    json_end(out);
}

static void write_nonce(const struct record *record, struct json *out)
{
    char text[HEX_NONCE_SIZE];
    uint8_t nonce[ROOM_NONCE_SIZE] = { 1 };
    memcpy(nonce + 1, record->arg, RECORD_ARGS);
    hex_write(text, nonce, sizeof nonce);
    json_text(out, "nonce", text);
}

static const char *text_of(uint8_t byte)
{
    static const char *const texts[] = { "Ana",      "Bob", "Cat",   "Dan",        "Eve",
                                         "Fay",      "Gus", "Hal",   "white",      "black",
                                         "hello!",   "\\",  "blind", "journeyman", "weather",
                                         "narrator", "" };
    return texts[byte % (sizeof texts / sizeof *texts)];
}

static void write_word(const struct game_arg *arg, uint8_t byte, struct json *out)
{
    char text[WORD_TEXT_SIZE];
    word_write(text, table->member[byte % ROOM_MEMBERS_MAX].transfer_code);
    json_text(out, arg->name, text);
}

static void write_arg(const struct game_arg *arg, const struct record *record, uint8_t byte,
                      struct json *out)
{
    int64_t value = record_value(arg, GAME_SEATS_MAX, byte);
    if (arg->optional && value == arg->preset)
        return;
    if (arg->type == ARG_OTHER && arg->min == ROOM_ARG_OPTIONS)
        write_option(record, out);
    else if (arg->type == ARG_OTHER && arg->min == ROOM_ARG_IDS)
        write_order(record, out);
    else if (arg->type == ARG_OTHER)
        write_nonce(record, out);
    else if (arg->type == ARG_TEXT)
        json_text(out, arg->name, text_of(byte));
    else if (arg->type == ARG_WORD)
        write_word(arg, byte, out);
    else if (arg->type == ARG_ID)
        json_text(out, arg->name, id_of(person_of(byte)));
    else if (message_arg_fits(arg, GAME_SEATS_MAX, value))
        message_write_arg(arg, arg->name, value, "", out);
    else
        json_int(out, arg->name, value);
}

static int count_of_table(const struct game_message *list)
{
    int count = 0;
    while (list[count].name)
        count++;
    return count;
}

static void say_record(const struct record *record)
{
    static char text[16 * 1024];
    struct json out;
    bool is_game = table->phase == ROOM_PLAYING && record->how & 1;
    const struct game_message *list = is_game ? room_game(table)->commands : room_commands;
    const struct game_message *message = &list[record->kind % count_of_table(list)];
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "type", message->name);
    for (int i = 0; i < message_arg_count(message) && i < RECORD_ARGS; i++)
        if (!message->args[i].optional || record->how & 2)
            write_arg(&message->args[i], record, record->arg[i], &out);
    json_end(&out);
    assert(!out.overflow);
    say_with_cid(person_of(record->actor), record->how >> 4, text);
}

static void let_the_clock_speak(const struct record *record)
{
    static const char *const names[] = { "mark_away", "mark_back", "credit_clock" };
    const char *name = names[record->arg[0] % 3];
    if (room_deadline(table) != 0 && record->arg[1] & 1)
        tick_at_deadline();
    else if (message_find(room_commands, name) >= 0)
        clock_says(name, record->arg[0] % 3 == 2 ? record->arg[2] : person_of(record->arg[2]));
}

static void assert_nothing_shows(const struct record *record)
{
    int64_t viewer = record->arg[7] % 4 ? person_of(record->arg[7]) : 0;
    assert_table_is_in_order();
    assert_no_foreign_secret(view_of(viewer), viewer);
    if (turn->event_count > 0 && !table->needs_replay)
        assert_no_foreign_secret(told_to(viewer), viewer);
    proof();
}

static void begin(const uint8_t *head)
{
    int count = 0;
    while (games[count])
        count++;
    clear_table(head[1] | head[2] << 8);
    games_over = 0;
    assert_accepted(
        say(ANA, "{'type':'create','game':'%s','name':'Ana'}", games[head[0] % count]->id));
    for (int i = 1; i < room_game(table)->seats_min + head[3] % 3; i++)
        say(ANA + i, "{'type':'join','name':'%s'}", text_of((uint8_t)i));
}

static void step(const struct record *record)
{
    uint8_t phase = table->phase;
    pass_ms(record->delay < 200 ? record->delay * 10 : (record->delay - 190) * 10000);
    turn->event_count = 0;
    if (record->how % 16 == 15)
        let_the_clock_speak(record);
    else
        say_record(record);
    games_over += phase == ROOM_PLAYING && table->phase == ROOM_RESULTS;
    if (table->needs_replay)
        reload();
    else
        assert_nothing_shows(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < RECORDS_HEAD)
        return 0;
    begin(data);
    for (int i = 0; i < records_count(size) && table->phase != ROOM_CLOSED; i++) {
        struct record record = record_at(data, i);
        step(&record);
    }
    assert_log_replays();
    /* Deep: a game has been played or voided, and another has begun. */
    PLANT(games_over > 0 && table->phase == ROOM_LOBBY);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    return records_mutate(data, size, size_max, seed);
}
