/* Nobody misses an event: in games of every kind, a client that comes back with any sequence number, also
 * one from the middle of a batch, is told exactly what was told while they were there. */
#include "abuse/house.h"

enum { PEOPLE_MAX = 12, EVENTS_MAX = 4000, STEPS = 150, COME_BACK = 120, NODES = 64 * 1024 };

struct viewer {
    struct guest guest; /* token "": the table view */
    char *event[EVENTS_MAX];
    int64_t seq, read; /* read: bytes of the socket's text */
};

static struct viewer viewer[PEOPLE_MAX];
static int viewers;
static char code[CODE_TEXT_SIZE];
static struct json_node node[NODES];

static char *copy(const char *text, size_t length)
{
    return memcpy(memory_take(length + 1), text, length);
}

/* Calls for every event of the "events" of one message, or for a message that is an event by itself. */
static void each_event(const char *line, size_t length,
                       void (*take)(struct viewer *, int64_t, const char *, size_t),
                       struct viewer *who)
{
    struct json_doc doc;
    const char *problem;
    assert_true(json_parse(&doc, line, length, node, NODES, &problem));
    uint32_t events = json_get(&doc, 0, "events");
    int64_t own = 0;
    if (events == 0 && json_equals(&doc, json_get(&doc, 0, "type"), "chat") &&
        json_read_int(&doc, json_get(&doc, 0, "seq"), &own) && own == who->seq + 1)
        take(who, own, line, doc.node[0].end);
    if (events == 0)
        return;
    for (uint32_t at = json_first(events); at < doc.node[events].next; at = doc.node[at].next) {
        int64_t seq;
        assert_true(json_read_int(&doc, json_get(&doc, at, "seq"), &seq));
        take(who, seq, line + doc.node[at].start, doc.node[at].end - doc.node[at].start);
    }
}

static void keep(struct viewer *who, int64_t seq, const char *event, size_t length)
{
    assert_int_equal(seq, who->seq + 1);
    assert_true(seq < EVENTS_MAX);
    who->event[seq] = copy(event, length);
    who->seq = seq;
}

/* The messages since the last look. */
static void listen(struct viewer *who)
{
    const char *at = house_text(who->guest.socket) + who->read;
    for (size_t length; (length = strcspn(at, "\n")) > 0; at += length + 1)
        each_event(at, length, keep, who);
    who->read = at - house_text(who->guest.socket);
}

static void dial(struct viewer *who, int64_t after)
{
    char path[64];
    bool is_table = who->guest.token[0] == '\0';
    snprintf(path, sizeof path, "/ws/%s?after=%lld%s", code, (long long)after,
             is_table ? "&table=1" : "");
    who->guest.socket = house_dial(path, is_table ? NULL : who->guest.token);
    assert_int_equal(house_status(who->guest.socket), 101);
}

static void compare(struct viewer *who, int64_t seq, const char *event, size_t length)
{
    assert_int_equal(seq, ++who->read);
    assert_int_equal(length, strlen(who->event[seq]));
    assert_memory_equal(event, who->event[seq], length);
}

static void come_back(struct viewer *who, int64_t after)
{
    who->read = after;
    dial(who, after);
    const char *at = house_text(who->guest.socket);
    for (size_t length; (length = strcspn(at, "\n")) > 0; at += length + 1)
        each_event(at, length, compare, who);
    if (who->read != who->seq)
        fail_msg("after %d of %d: told up to %d", (int)after, (int)who->seq, (int)who->read);
    house_hang_up(who->guest.socket);
}

/* A move for a person, as a bot in their place would make it. */
static void move_for(struct slot *slot, struct rng *rng, int64_t player)
{
    static _Alignas(16) unsigned char view[GAME_VIEW_MAX];
    const struct game *game = room_game(slot->room);
    int seat = room_viewer(slot->room, player);
    struct game_bot bot = { .seat = seat, .strength = 0, .rng = rng };
    struct game_command move;
    if (!game_ask_bot(game, room_state(slot->room), &bot, view, &move))
        return;
    struct task *task = task_new(&house, player);
    task->is_prepared = true;
    task->command = (struct room_command){ .player = player, .is_game = true, .kind = move.kind };
    memcpy(task->command.arg, move.arg, sizeof move.arg);
    room_submit(&house, slot, task);
    house_settle();
}

static void sit_down(const struct game *game, int people)
{
    for (int i = 0; i < people; i++) {
        const char *side = game->has_narrator && i == 0 ? "narrator"
                           : game->sides                ? game->sides[i % game_side_count(game)]
                                                        : NULL;
        dial(&viewer[i], 0);
        listen(&viewer[i]);
        if (i > 0)
            house_say(&viewer[i].guest, "{'type':'join','name':'Guest %d'}", i);
        if (side)
            house_say(&viewer[i].guest, "{'type':'select_role','role':'%s'}", side);
        else
            house_say(&viewer[i].guest, "{'type':'sit'}");
    }
}

static void begin(const struct game *game)
{
    int people = game->seats_min + game->has_narrator;
    house_config.commands_per_10s = house_config.sessions_per_minute = 0;
    memset(viewer, 0, sizeof viewer);
    viewers = people + 1;
    for (int i = 0; i < people; i++) {
        char name[24];
        snprintf(name, sizeof name, "Guest %d", i);
        viewer[i].guest = house_guest(name);
    }
    house_room(&viewer[0].guest, game->id, code);
    dial(&viewer[people], 0);
    sit_down(game, people);
    if (!game->is_duel)
        house_say(&viewer[0].guest, "{'type':'start'}");
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
}

static void play(struct slot *slot, uint64_t seed)
{
    struct rng rng;
    uint8_t bytes[RNG_SEED_SIZE] = { (uint8_t)seed };
    rng_seed(&rng, bytes, 0);
    for (int i = 0; i < STEPS && slot->room->phase == ROOM_PLAYING; i++) {
        int64_t player = viewer[rng_below(&rng, (uint64_t)viewers - 1)].guest.player;
        move_for(slot, &rng, player);
        if (rng_below(&rng, 8) == 0)
            house_say(&viewer[rng_below(&rng, (uint64_t)viewers - 1)].guest,
                      "{'type':'chat','text':'what now?'}");
        if (rng_below(&rng, 6) == 0)
            house_pass(20 * 1000);
        for (int who = 0; who < viewers; who++)
            listen(&viewer[who]);
    }
}

static void whoever_comes_back_misses_nothing(const struct game *game)
{
    begin(game);
    struct slot *slot = house_slot(code);
    play(slot, 3);
    for (int i = 0; i < viewers; i++) {
        listen(&viewer[i]);
        assert_true(viewer[i].seq > 10);
        assert_int_equal(viewer[i].seq, room_told(slot->room, viewer[i].guest.player));
    }
    /* The clock stands, so that nobody is seen to be away. */
    for (int i = 0; i < viewers; i++) {
        bool is_told_all = i < 3 || i == viewers - 1;
        int64_t first = viewer[i].seq > COME_BACK ? viewer[i].seq - COME_BACK : 0;
        for (int64_t after = 0; is_told_all && after <= COME_BACK / 2 && after < first; after++)
            if (viewer[i].seq - after <= 200)
                come_back(&viewer[i], after);
        for (int64_t after = first; is_told_all && after <= viewer[i].seq; after++)
            come_back(&viewer[i], after);
    }
    for (int i = 0; i < viewers; i++)
        for (int k = 0; k < EVENTS_MAX; k++)
            memory_free(viewer[i].event[k]);
}

static void nobody_misses_an_event_in_any_game(void **unused)
{
    for (int i = 0; games[i]; i++) {
        whoever_comes_back_misses_nothing(games[i]);
        house_close(unused);
        house_open(unused);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { ABUSE(nobody_misses_an_event_in_any_game) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
