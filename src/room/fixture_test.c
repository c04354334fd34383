/* The table of the room's tests; see fixture_test.h. */
#include "room/fixture_test.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "engine/message.h"
#include "room/table.h"

enum { LOG_MAX = 20000, VIEW_MAX = 256 * 1024, NODES_MAX = 20000 };

static _Alignas(16) unsigned char room_bytes[2][sizeof(struct room) + GAME_STATE_MAX];
static _Alignas(16) unsigned char shadow_bytes[sizeof room_bytes[0]];
static _Alignas(16) unsigned char before_bytes[sizeof room_bytes[0]];
static struct table driven;
static struct room *const shadow = (struct room *)shadow_bytes;
static struct room *const before = (struct room *)before_bytes;
static struct room_scratch scratch;
static struct arena log_texts;
static struct rng chance;
static int64_t next_cid;

/* Copies of the registered games, so that a test can change one. */
#define GAME(id)                        \
    extern const struct game game_##id; \
    static struct game bent_##id;
#include "engine/games.def"
#undef GAME
const struct game *const games[] = {
#define GAME(id) &bent_##id,
#include "engine/games.def"
#undef GAME
    NULL,
};

static void unbend_games(void)
{
#define GAME(id) bent_##id = game_##id;
#include "engine/games.def"
#undef GAME
}

struct game *bend(const char *id)
{
    struct game *bent[] = {
#define GAME(id) &bent_##id,
#include "engine/games.def"
#undef GAME
    };
    for (int i = 0; games[i]; i++)
        if (text_equal(games[i]->id, id))
            return bent[i];
    fail_msg("no game %s", id);
    return NULL;
}

struct room *table = (struct room *)room_bytes[0];
struct room_turn *const turn = &driven.turn;
int64_t now_ms;
struct room_batch log_batch[LOG_MAX];
int log_count;

void clear_table(int seed)
{
    uint8_t bytes[RNG_SEED_SIZE] = { (uint8_t)seed, (uint8_t)(seed >> 8) };
    arena_reset(&log_texts);
    log_count = 0;
    unbend_games();
    memset(room_bytes, 0, sizeof room_bytes);
    driven.room = table = (struct room *)room_bytes[0];
    driven.draft = (struct room *)room_bytes[1];
    memset(shadow_bytes, 0, sizeof shadow_bytes);
    memset(before_bytes, 0, sizeof before_bytes);
    rng_seed(&chance, bytes, 0);
    now_ms = 1000000;
    next_cid = 0;
}

int setup_table(void **unused)
{
    (void)unused;
    clear_table(7);
    return 0;
}

static void replay_into(struct room *room, const struct room_batch *batch, bool skip)
{
    const char *problem = "";
    if (!room_replay(room, batch, skip, &problem))
        fail_msg("%s in %s", problem, batch->events);
}

static void assert_same(const struct room *a, const struct room *b)
{
    assert_int_equal(room_size(a), room_size(b));
    assert_memory_equal(a, b, room_size(a));
}

static void keep_batch(void)
{
    struct room_batch *batch = &log_batch[log_count];
    assert_true(log_count < LOG_MAX);
    *batch = driven.batch;
    batch->events = arena_copy(&log_texts, batch->events, batch->length);
    log_count++;
    memcpy(before_bytes, driven.room, sizeof before_bytes);
    table_commit(&driven);
    table = driven.room;
    replay_into(shadow, batch, false);
    assert_same(table, shadow);
}

static bool decide_read(void)
{
    uint8_t entropy[ROOM_ENTROPY_SIZE];
    for (int i = 0; i < ROOM_ENTROPY_SIZE; i++)
        entropy[i] = (uint8_t)rng_below(&chance, 256);
    enum table_answer answer = table_decide(&driven, now_ms, entropy);
    if (answer == TABLE_REFUSED) {
        assert_non_null(turn->refusal.code);
        assert_int_equal(turn->event_count, 0);
        assert_memory_equal(driven.draft, table, room_size(table));
    }
    if (answer == TABLE_BATCH)
        keep_batch();
    return answer != TABLE_REFUSED;
}

bool decide(const struct room_command *command)
{
    driven.command = *command;
    return decide_read();
}

static bool say_json(int64_t player, int64_t cid, const char *json)
{
    static const struct table_rules rules = { .has_hidden_games = true };
    static struct json_node nodes[NODES_MAX];
    struct json_doc doc;
    const char *problem;
    if (!json_parse(&doc, json, strlen(json), nodes, NODES_MAX, &problem))
        fail_msg("%s: %s", problem, json);
    turn->event_count = 0;
    if (!table_read(&driven, &rules, &doc, 0, player, ""))
        return false;
    driven.command.cid = cid;
    return decide_read();
}

bool say_with_cid(int64_t player, int64_t cid, const char *json)
{
    return say_json(player, cid, json);
}

bool say(int64_t player, const char *format, ...)
{
    static char json[8192];
    va_list list;
    va_start(list, format);
    vsnprintf(json, sizeof json, format, list);
    va_end(list);
    for (char *c = json; *c; c++)
        if (*c == '\'')
            *c = '"';
    return say_json(player, ++next_cid, json);
}

bool clock_says(const char *name, int64_t argument)
{
    int kind = message_find(room_commands, name);
    assert_true(kind >= 0);
    struct room_command command = { .kind = (uint16_t)kind, .arg = { argument } };
    return decide(&command);
}

void pass_ms(int64_t ms)
{
    now_ms += ms;
}

void tick_at_deadline(void)
{
    int64_t deadline_ms = room_deadline(table);
    assert_true(deadline_ms != 0);
    if (deadline_ms > now_ms)
        now_ms = deadline_ms;
    assert_accepted(clock_says("tick", 0));
}

void assert_accepted(bool accepted)
{
    if (!accepted)
        fail_msg("refused: %s %s", turn->refusal.code, turn->refusal.why ? turn->refusal.why : "");
}

void assert_refused(bool accepted, const char *code)
{
    assert_false(accepted);
    assert_string_equal(turn->refusal.code, code);
}

static const char *event_name(const struct room_event *event)
{
    const struct game_message *list = event->is_game ? room_game(table)->events : room_events;
    return list[event->event.kind].name;
}

int count_of(const char *event)
{
    int count = 0;
    for (int i = 0; i < turn->event_count; i++)
        count += strcmp(event_name(&turn->event[i]), event) == 0;
    return count;
}

bool happened(const char *event)
{
    return count_of(event) > 0;
}

const struct room_member *person(int64_t player)
{
    int member = room_member_of(table, player);
    if (member < 0)
        fail_msg("player %d is no member", (int)player);
    return &table->member[member];
}

const char *id_of(int64_t player)
{
    static char text[4][ID_TEXT_SIZE];
    static int turns;
    char *out = text[turns++ % 4];
    id_write(out, player);
    return out;
}

/* Every message must be one JSON value. */
static const char *checked(struct json *out)
{
    static struct json_node nodes[NODES_MAX];
    struct json_doc doc;
    const char *problem = "";
    assert_false(out->overflow);
    if (!json_parse(&doc, out->out, out->length, nodes, NODES_MAX, &problem))
        fail_msg("%s: %s", problem, out->out);
    return out->out;
}

const char *view_of(int64_t player)
{
    static char text[VIEW_MAX];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_view(table, player, &scratch, &out);
    json_end(&out);
    assert_true(out.length < ROOM_VIEW_MAX);
    return checked(&out);
}

/* A person who is thrown out, let in again or moved to another device, or whose entry was used again, has
 * another sequence from there, and begins with a new view. */
static bool sequence_goes_on(int64_t player)
{
    int then = room_member_of(before, player), now = room_member_of(table, player);
    bool was_kicked = then >= 0 && before->member[then].was_kicked;
    bool is_kicked = now >= 0 && table->member[now].was_kicked;
    bool takes_over = then < 0 && now >= 0 && happened("room_moved");
    return was_kicked == is_kicked && (then < 0 || now >= 0) && !happened("seat_moved") &&
           !takes_over;
}

const char *told_to(int64_t player)
{
    static char text[VIEW_MAX];
    struct json out;
    json_init(&out, text, sizeof text);
    json_array(&out, NULL);
    int64_t seen = room_told(before, player);
    int count = room_tell(before, turn->event, turn->event_count, player, &out);
    json_end(&out);
    /* No gaps: the sequence has grown by the number of events that were told. */
    if (sequence_goes_on(player))
        assert_int_equal(room_told(table, player), seen + count);
    for (int left = 0; left < count && sequence_goes_on(player); left++) {
        struct json rest;
        json_init(&rest, text + out.length + 1, sizeof text - out.length - 1);
        json_array(&rest, NULL);
        assert_int_equal(room_tell_after(before, turn->event, turn->event_count, player,
                                         seen + count - left, &rest),
                         left);
    }
    if (turn->event_count > 0)
        assert_true(out.length <=
                    log_batch[log_count - 1].length + (size_t)turn->event_count * ROOM_TOLD_MORE);
    return checked(&out);
}

static void count_message(void *context, const char *text, size_t length)
{
    (void)text;
    assert_true(length < FRAMES_MESSAGE_MAX);
    ++*(int *)context;
}

static struct frames frames_to(void (*send)(void *, const char *, size_t), void *context)
{
    static char frame[FRAMES_MESSAGE_MAX], events[ROOM_TOLD_MAX];
    return (struct frames){ .frame = frame,
                            .frame_size = sizeof frame,
                            .events = events,
                            .events_size = sizeof events,
                            .view = &scratch,
                            .now_ms = now_ms,
                            .send = send,
                            .context = context };
}

static void add_message(void *context, const char *text, size_t length)
{
    sha256_add(context, text, length + 1); /* with its NUL, so that the ends of texts count too */
}

/* All that a viewer is sent of the batch. */
static void hear(int64_t player, struct room_scratch *view, char *frame, char *events,
                 struct frames_memo *memo, uint8_t heard[SHA256_SIZE])
{
    struct frames_batch batch = { before, table, turn->event, turn->event_count };
    struct sha256 hash;
    sha256_init(&hash);
    struct frames frames = frames_to(add_message, &hash);
    frames.view = view;
    frames.frame = frame;
    frames.events = events;
    assert_true(frames_tell(&frames, &batch, player, memo));
    sha256_end(&hash, heard);
}

void assert_told_as_if_alone(void)
{
    static struct room_scratch shared, fresh;
    static char frame[2][FRAMES_MESSAGE_MAX], events[2][ROOM_TOLD_MAX];
    struct frames_memo all, alone;
    uint8_t heard[2][SHA256_SIZE];
    frames_begin(&all);
    for (int i = -1; i < table->member_end; i++) {
        int64_t player = i < 0 ? 0 : table->member[i].player;
        frames_begin(&alone);
        fresh.game = NULL;
        hear(player, &shared, frame[0], events[0], &all, heard[0]);
        hear(player, &fresh, frame[1], events[1], &alone, heard[1]);
        assert_memory_equal(heard[0], heard[1], SHA256_SIZE);
    }
}

void assert_messages_fit(int64_t player)
{
    int count = 0;
    struct frames frames = frames_to(count_message, &count);
    struct frames_batch batch = { before, table, turn->event, turn->event_count };
    struct frames_memo memo;
    frames_begin(&memo);
    assert_true(frames_tell(&frames, &batch, player, &memo));
    int told = count;
    assert_true(frames_state(&frames, table, player, NULL, NULL));
    assert_int_equal(count, told + 1);
}

struct offers {
    bool may[ROOM_COMMAND_COUNT];
    uint64_t hears, speaks;
};

static struct offers offers_to(const struct room *room, int me)
{
    struct offers offers = { 0 };
    for (int kind = 0; kind < ROOM_COMMAND_COUNT; kind++)
        offers.may[kind] = room_may(room, kind, me);
    for (int channel = 0; channel < room_channel_count(room_game(room)); channel++) {
        offers.hears |= (uint64_t)room_hears(room, me, channel) << channel;
        offers.speaks |= (uint64_t)room_speaks(room, me, channel) << channel;
    }
    return offers;
}

static bool has_moves_only(void)
{
    for (int i = 0; i < turn->event_count; i++)
        if (!turn->event[i].is_game)
            return false;
    return true;
}

void assert_offers_are_told(void)
{
    if (!has_moves_only() || room_offers_differ(before, table))
        return;
    for (int me = 0; me < ROOM_MEMBERS_MAX; me++) {
        struct offers then = offers_to(before, me), now = offers_to(table, me);
        assert_memory_equal(&then, &now, sizeof now);
    }
}

const char *proof(void)
{
    static char text[VIEW_MAX];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_proof(table, &out);
    json_end(&out);
    return checked(&out);
}

static bool contains(const char *json, const char *quoted)
{
    char word[512];
    snprintf(word, sizeof word, "%s", quoted);
    for (char *c = word; *c; c++)
        if (*c == '\'')
            *c = '"';
    return strstr(json, word) != NULL;
}

bool sees(int64_t player, const char *text)
{
    return contains(view_of(player), text);
}

bool is_told(int64_t player, const char *text)
{
    return contains(told_to(player), text);
}

static void replay_log(struct room *room)
{
    static uint8_t skip[LOG_MAX / 8 + 1];
    const char *problem = "";
    memset(room, 0, sizeof room_bytes[0]);
    int done = room_rebuild(room, log_batch, log_count, skip, &problem);
    if (done != log_count)
        fail_msg("%s in %s", problem, log_batch[done].events);
}

void assert_log_replays(void)
{
    replay_log(shadow);
    assert_false(shadow->needs_replay);
    assert_same(table, shadow);
}

void reload(void)
{
    assert_true(table->needs_replay);
    replay_log(table);
    assert_false(table->needs_replay);
    memcpy(shadow_bytes, table, sizeof shadow_bytes);
}

/* What must hold at any time */

static void assert_ring_is_whole(void)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        int member = table->member_of_seat[seat];
        assert_int_equal(member >= 0, seat < table->seat_count);
        if (member >= 0)
            assert_int_equal(table->member[member].seat, seat);
    }
    int seated = 0;
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        assert_true(room_has_device(&table->member[i]) || table->member[i].seat >= 0);
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        seated += table->member[i].player != 0 && table->member[i].seat >= 0;
    assert_int_equal(seated, table->seat_count);
}

static void assert_names_differ(void)
{
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++) {
        const struct room_member *member = &table->member[i];
        if (member->player != 0 && (!member->has_left || room_has_place(member)))
            assert_true(room_name_is_free(table, member->name_key, i));
    }
}

static void assert_somebody_here_is_host(void)
{
    bool is_anybody_here = false;
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        is_anybody_here |= room_is_here(&table->member[i]) && room_has_device(&table->member[i]);
    if (is_anybody_here && table->phase != ROOM_CLOSED)
        assert_true(table->host >= 0 && !table->member[table->host].has_left &&
                    table->member[table->host].player != 0);
}

static void assert_absent(const char *text, const uint8_t *bytes, size_t count)
{
    static const uint8_t nothing[ROOM_SECRET_SIZE];
    char hex[HEX_SECRET_SIZE];
    hex_write(hex, bytes, count);
    if (memcmp(bytes, nothing, count) != 0 && strstr(text, hex))
        fail_msg("a secret in %s", text);
}

void assert_no_foreign_secret(const char *text, int64_t viewer)
{
    assert_absent(text, table->next.secret, ROOM_SECRET_SIZE);
    if (!table->deal.is_revealed) {
        assert_absent(text, table->deal.chance.secret, ROOM_SECRET_SIZE);
        assert_absent(text, table->deal.seed, RNG_SEED_SIZE);
    }
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++) {
        const struct room_member *member = &table->member[i];
        char code[WORD_TEXT_SIZE];
        word_write(code, member->transfer_code);
        if (member->has_nonce && table->phase != ROOM_PLAYING)
            assert_absent(text, member->nonce, ROOM_NONCE_SIZE);
        if (member->transfer_code != 0 && member->player != viewer && strstr(text, code))
            fail_msg("a foreign code in %s", text);
    }
}

void assert_table_is_in_order(void)
{
    assert_ring_is_whole();
    assert_names_differ();
    assert_somebody_here_is_host();
}

static const char *const names[] = { "Ana", "Bob", "Cat", "Dan", "Eve", "Fay" };

/* A test that changes a game has cleared the table itself. */
void open_table(const char *game)
{
    if (table->id != 0 || !games[0]->id)
        clear_table(7);
    assert_accepted(say(ANA, "{'type':'create','game':'%s','name':'Ana'}", game));
}

void seat_people(const char *game, int count)
{
    open_table(game);
    for (int i = 1; i < count; i++)
        assert_accepted(say(ANA + i, "{'type':'join','name':'%s'}", names[i]));
}

void start_with(const char *game, int count)
{
    seat_people(game, count);
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_int_equal(table->phase, ROOM_PLAYING);
}

void a_crowd_comes_and_goes(void)
{
    for (int i = 0; i < 3 * ROOM_MEMBERS_MAX; i++) {
        assert_accepted(say(STRANGER + i, "{'type':'join','name':'S%d','as_spectator':true}", i));
        assert_accepted(say(STRANGER + i, "{'type':'leave'}"));
    }
}
