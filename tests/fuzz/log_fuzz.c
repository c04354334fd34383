/* A log that is not as we wrote it: the log of a real game, changed, is read and replayed.
 *
 * The input is the game, then four bytes per change: which batch, what is done, where, with what. Numbers
 * and words are replaced by others of the same log as often as single bytes, so that much is still JSON.
 * Nothing may crash; what is accepted must be a room that can be shown and told of. A game trusts its own
 * events, because the hash of a log is checked before they are applied: behind a change they are read, but
 * not replayed. */
#include <assert.h>

#include "base/arena.h"
#include "engine/message.h"
#include "fuzz/fuzz.h"
#include "room/fixture_test.h"

enum { MOVES = 60, CHANGES_MAX = 12, TEXT_SIZE = 64 * 1024, BATCHES_MAX = 200, GAMES_MAX = 32 };

/* --- the log as it was written --- */

static struct written {
    int count;
    struct room_batch batch[BATCHES_MAX];
} written[GAMES_MAX];
static struct arena kept;

static bool move_of(int seat, struct rng *rng, struct room_command *command)
{
    static _Alignas(16) unsigned char view[GAME_VIEW_MAX];
    static _Alignas(16) unsigned char memory[BOT_MEMORY_SIZE];
    const struct game *game = room_game(table);
    struct game_bot bot = {
        .seat = seat, .rng = rng, .memory = memory, .memory_size = sizeof memory
    };
    struct game_command move;
    if (!game_ask_bot(game, room_state(table), &bot, view, &move))
        return false;
    *command = (struct room_command){ .player = table->member[table->member_of_seat[seat]].player,
                                      .is_game = true,
                                      .kind = move.kind,
                                      .text = move.text };
    memcpy(command->arg, move.arg, sizeof command->arg);
    return true;
}

static bool move_anybody(struct rng *rng)
{
    struct room_command command;
    int first = (int)rng_below(rng, (uint64_t)table->seat_count);
    for (int i = 0; i < table->seat_count; i++)
        if (move_of((first + i) % table->seat_count, rng, &command))
            return decide(&command);
    return false;
}

static void keep(struct written *log)
{
    log->count = log_count < BATCHES_MAX ? log_count : BATCHES_MAX;
    for (int i = 0; i < log->count; i++) {
        log->batch[i] = log_batch[i];
        log->batch[i].events = arena_copy(&kept, log_batch[i].events, log_batch[i].length);
    }
}

static const struct written *written_of(int game)
{
    uint8_t seed[RNG_SEED_SIZE] = { 5 };
    struct rng rng;
    if (written[game].count > 0)
        return &written[game];
    rng_seed(&rng, seed, (uint64_t)game);
    clear_table(game + 1);
    seat_people(games[game]->id, games[game]->seats_min + games[game]->has_narrator);
    assert_accepted(say(ANA, "{'type':'chat','text':'hello'}"));
    for (int i = 0; games[game]->sides && games[game]->sides[i]; i++)
        say(ANA + i, "{'type':'select_role','role':'%s'}", games[game]->sides[i]);
    if (table->phase == ROOM_LOBBY)
        assert_accepted(say(ANA, "{'type':'start'}"));
    for (int i = 0; i < MOVES && table->phase == ROOM_PLAYING; i++) {
        pass_ms(500);
        if (!move_anybody(&rng) && room_deadline(table) != 0)
            tick_at_deadline();
    }
    keep(&written[game]);
    return &written[game];
}

/* --- changes --- */

static struct room_batch batch[BATCHES_MAX];
static char text[CHANGES_MAX][TEXT_SIZE];

/* Puts `with` in the place of `length` bytes at `at`, in a text of the change's own. */
static void put(int change, struct room_batch *in, size_t at, size_t length, const char *with,
                size_t with_length)
{
    char *out = text[change];
    if (at + length > in->length || in->length + with_length >= TEXT_SIZE)
        return;
    memmove(out + at + with_length, in->events + at + length, in->length - at - length);
    memmove(out, in->events, at);
    memcpy(out + at, with, with_length);
    in->length = in->length - length + with_length;
    in->events = out;
}

/* The bytes of the n-th number or quoted word (quotes included), counted round and round; 0 if none. */
static size_t find_token(const struct room_batch *in, bool is_word, int n, size_t *at)
{
    size_t start = 0, length = 0;
    for (int found = -1, rounds = 0; found < n && rounds < 300; rounds++)
        for (size_t i = 0; i < in->length && found < n; i += length ? length : 1) {
            const char *c = in->events + i;
            size_t most = in->length - i;
            length = 0;
            if (is_word && *c == '"')
                while (++length < most && c[length] != '"')
                    ;
            else if (!is_word && *c >= '0' && *c <= '9')
                while (length < most && c[length] >= '0' && c[length] <= '9')
                    length++;
            if (is_word && length > 0)
                length++;
            if (length > 0 && length <= most && ++found == n)
                start = i;
        }
    *at = start;
    return length <= in->length ? length : 0;
}

static void change_number(int change, struct room_batch *in, uint8_t where, uint8_t what)
{
    static const char *const numbers[] = {
        "0",    "1",   "-1",   "7",          "19",
        "20",   "30",  "31",   "32",         "63",
        "64",   "255", "256",  "999",        "-2",
        "1e9",  "0.5", "\"\"", "2147483648", "4294967295",
        "null", "[]",  "{}",   "true",       "9223372036854775807"
    };
    const char *with = numbers[what % (sizeof numbers / sizeof *numbers)];
    size_t at, length = find_token(in, false, where, &at);
    if (length > 0)
        put(change, in, at, length, with, strlen(with));
}

/* A word of another batch. */
static void change_word(int change, struct room_batch *in, const struct room_batch *other,
                        uint8_t where, uint8_t what)
{
    size_t at, from, length = find_token(in, true, where, &at);
    size_t with = find_token(other, true, what, &from);
    char word[256];
    if (length == 0 || with == 0 || with > sizeof word || from + with > other->length)
        return;
    memcpy(word, other->events + from, with);
    put(change, in, at, length, word, with);
}

static void change(int number, int count, const uint8_t *how)
{
    struct room_batch *in = &batch[how[0] % count], *other = &batch[how[3] % count];
    size_t at = in->length * how[2] / 256;
    switch (how[1] % 8) {
    case 0:
    case 1: change_number(number, in, how[2], how[3]); break;
    case 2: change_word(number, in, other, how[2], how[2] ^ how[3]); break;
    case 3: change_word(number, in, in, how[2], how[3]); break;
    case 4: in->events = other->events, in->length = other->length; break;
    case 5: put(number, in, at, how[3] < in->length - at ? how[3] : 0, "", 0); break;
    case 6: put(number, in, at, 1, (const char *)&how[3], 1); break;
    default: in->time_ms = (int64_t)((uint64_t)how[3] << (how[2] % 64)); break;
    }
}

/* --- reading it --- */

static _Alignas(16) unsigned char room_bytes[sizeof(struct room) + GAME_STATE_MAX];
static struct room *const room = (struct room *)room_bytes;
static char out_text[512 * 1024];

static void assert_json(struct json *out)
{
    static struct json_node node[40000];
    struct json_doc doc;
    const char *problem;
    assert(!out->overflow);
    assert(json_parse(&doc, out->out, out->length, node, 40000, &problem));
}

static void assert_can_be_shown(int64_t player)
{
    static struct room_scratch scratch;
    struct json out;
    json_init(&out, out_text, sizeof out_text);
    json_object(&out, NULL);
    room_view(room, player, &scratch, &out);
    json_object(&out, "proof");
    room_proof(room, &out);
    json_end(&out);
    json_end(&out);
    assert_json(&out);
    room_deadline(room);
    room_bot_seat(room, -1);
}

static void tell(const struct room *before, const struct room_reading *reading, int64_t player)
{
    struct json out;
    json_init(&out, out_text, sizeof out_text);
    json_array(&out, NULL);
    room_tell(before, reading->event, reading->event_count, player, &out);
    json_end(&out);
    assert_json(&out);
}

static bool has_game_event(const struct room_reading *reading)
{
    for (int i = 0; i < reading->event_count; i++)
        if (reading->event[i].is_game)
            return true;
    return false;
}

static bool is_changed(const struct room_batch *now, const struct room_batch *then)
{
    return now->length != then->length || memcmp(now->events, then->events, now->length) != 0;
}

/* Reads, replays and tells one batch; false if it is refused, or would be by its hash. `*is_other`: this log
 * is no longer the one that was written. */
static bool replay_one(const struct room_batch *now, const struct room_batch *then, bool skip,
                       bool *is_other)
{
    static _Alignas(16) unsigned char before[sizeof room_bytes];
    static struct room_reading reading;
    uint8_t is[32], was[32];
    const char *problem = NULL;
    bool is_changed_now = is_changed(now, then);
    memcpy(is, room->hash, sizeof is);
    memcpy(was, room->hash, sizeof was);
    room_chain(is, now->events, now->length);
    room_chain(was, then->events, then->length);
    assert(is_changed_now == (memcmp(is, was, sizeof is) != 0));
    *is_other |= is_changed_now;
    if (room_read_batch(room, now, &reading) < 0 || (*is_other && has_game_event(&reading)))
        return false;
    memcpy(before, room_bytes, sizeof before);
    bool ok = room_replay(room, now, skip, &problem);
    assert(ok || problem);
    if (ok)
        tell((struct room *)before, &reading, ANA + now->seq % 3);
    return ok;
}

/* How many batches were accepted. */
static int replay(const struct written *log)
{
    static uint8_t skip[BATCHES_MAX / 8 + 1];
    bool is_other = false;
    memset(room_bytes, 0, sizeof room_bytes);
    room_rewound(batch, log->count, skip);
    for (int i = 0; i < log->count; i++) {
        /* In memory of its exact size, so that reading beyond it is noticed. */
        char *exact = memory_take(batch[i].length);
        struct room_batch copy = batch[i];
        memcpy(exact, batch[i].events, copy.length);
        copy.events = exact;
        bool ok = replay_one(&copy, &log->batch[i], skip[i / 8] >> i % 8 & 1, &is_other);
        memory_free(exact);
        if (!ok)
            return i;
        if (i % 4 == 0 && !room->needs_replay)
            assert_can_be_shown(i % 8 ? ANA : 0);
    }
    if (!room->needs_replay)
        assert_can_be_shown(ANA + 1);
    return log->count;
}

static int first_changed(const struct written *log)
{
    int i = 0;
    while (i < log->count && !is_changed(&batch[i], &log->batch[i]))
        i++;
    return i;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int game_count = 0;
    while (games[game_count])
        game_count++;
    if (size < 1)
        return 0;
    const struct written *log = written_of(data[0] % game_count);
    memcpy(batch, log->batch, sizeof batch);
    int changes = 0;
    for (size_t i = 1; i + 4 <= size && changes < CHANGES_MAX; i += 4)
        change(changes++, log->count, data + i);
    /* Deep: something was changed, and it is still an event that could have happened. */
    PLANT(replay(log) > first_changed(log));
    return 0;
}
