/* The interface test: every back end must pass all of it. */
#include <stdatomic.h>

#include "base/text.h"
#include "store_test.h"

enum { DAY_MS = 86400000 };

/* The back end under test, and the table as it stands before each test: an open, empty store. */
static bool is_memory, is_postgres, is_threaded;
static struct store *store;
static atomic_int wake_count;

static void count_wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wake_count, 1);
}

static struct store *open_store(void)
{
    struct store_config config = { .path = in_folder("parlour.db"),
                                   .wake = count_wake,
                                   .is_threaded = is_threaded,
                                   .shelf_arrivals = is_threaded ? 0 : 2 };
    struct error error = { 0 };
    if (is_postgres)
        config.path = getenv("POSTGRES_URL");
    struct store *opened = is_memory     ? store_open_memory(&config)
                           : is_postgres ? store_open_postgres(&config, &error)
                                         : store_open_sqlite(&config, &error);
    if (!opened)
        fail_msg("%s", error.text);
    return opened;
}

static int set_up(void **state)
{
    (void)state;
    make_folder();
    if (is_postgres)
        assert_int_equal(
            system("psql -qX -d \"$POSTGRES_URL\" -c 'SET client_min_messages = warning;"
                   " DROP SCHEMA public CASCADE; CREATE SCHEMA public'"),
            0);
    store = open_store();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (store)
        store->ops->close(store);
    remove_folder();
    return 0;
}

static struct store_write batch(int64_t room, int64_t expected_seq, const char *events)
{
    struct store_write write = batch_after(NULL, room, expected_seq, events);
    memset(write.hash, (int)expected_seq + 1, sizeof write.hash);
    return write;
}

static enum error_kind append(int64_t room, int64_t expected_seq, const char *events)
{
    return finish(store, batch(room, expected_seq, events));
}

/* Collects the sequence numbers and texts of a load. */
struct loaded {
    int count, limit;
    int64_t seq[16];
    char events[16][64];
    uint8_t first_hash_byte[16];
    struct store_batch last;
};

static bool collect(void *context, const struct store_batch *batch_read)
{
    struct loaded *loaded = context;
    loaded->seq[loaded->count] = batch_read->seq;
    assert_true(batch_read->length < sizeof loaded->events[0]);
    memcpy(loaded->events[loaded->count], batch_read->events, batch_read->length);
    loaded->first_hash_byte[loaded->count] = batch_read->hash[0];
    loaded->last = *batch_read;
    loaded->count++;
    return loaded->count != loaded->limit;
}

static struct loaded load(int64_t room, int64_t after_seq)
{
    struct loaded loaded = { 0 };
    assert_true(store->ops->load(store, room, after_seq, collect, &loaded, NULL));
    return loaded;
}

/* The log */

static void a_batch_is_read_back_as_it_was_written(void **state)
{
    (void)state;
    struct store_write write = batch(ROOM, 0, "[{\"type\":\"made \xC3\xA9\"}]");
    write.marks = STORE_MARK_CHAT;

    assert_int_equal(finish(store, write), ERROR_NONE);

    struct loaded loaded = load(ROOM, 0);
    assert_int_equal(loaded.count, 1);
    assert_string_equal(loaded.events[0], "[{\"type\":\"made \xC3\xA9\"}]");
    assert_int_equal(loaded.last.seq, 1);
    assert_int_equal(loaded.last.time_ms, 1000);
    assert_int_equal(loaded.last.player, ALICE);
    assert_int_equal(loaded.last.cid, 5);
    assert_int_equal(loaded.last.marks, STORE_MARK_CHAT);
    assert_int_equal(loaded.first_hash_byte[0], 1);
}

static void the_first_batch_makes_the_room(void **state)
{
    (void)state;
    struct store_room by_code, by_id;

    append(ROOM, 0, "[]");

    assert_true(store->ops->find_code(store, CODE, &by_code, NULL));
    assert_true(store->ops->find_room(store, ROOM, &by_id, NULL));
    assert_int_equal(by_code.room, ROOM);
    assert_int_equal(by_id.code, CODE);
    assert_int_equal(by_id.seq, 1);
    assert_int_equal(by_id.created_ms, 1000);
    assert_int_equal(by_id.expires_ms, 2000);
    assert_string_equal(by_id.game, "coinflip");
}

static void what_is_not_there_is_missing(void **state)
{
    (void)state;
    struct store_room room;
    struct store_session found;
    struct error error = { 0 };
    int64_t number;

    assert_false(store->ops->find_room(store, ROOM, &room, &error));

    assert_int_equal(error.kind, ERROR_MISSING);
    assert_false(store->ops->find_code(store, CODE, &room, NULL));
    assert_false(store->ops->find_game(store, GAME_ID, &number, NULL));
    assert_false(store->ops->find_player(store, ALICE, &found, NULL));
    assert_false(store->ops->find_session(store, (uint8_t[32]){ 1 }, &found, NULL));
    assert_false(store->ops->load_snapshot(store, ROOM, &number, NULL, NULL, &error));
    assert_int_equal(error.kind, ERROR_MISSING);
    assert_int_equal(load(ROOM, 0).count, 0);
    assert_int_equal(store->ops->alive_ms(store), 0);
}

static void loading_begins_after_the_given_batch(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        append(ROOM, i, "[]");

    struct loaded loaded = load(ROOM, 3);

    assert_int_equal(loaded.count, 2);
    assert_int_equal(loaded.seq[0], 4);
    assert_int_equal(loaded.seq[1], 5);
}

static void loading_ends_when_the_reader_has_enough(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        append(ROOM, i, "[]");
    struct loaded loaded = { .limit = 2 };

    assert_true(store->ops->load(store, ROOM, 0, collect, &loaded, NULL));

    assert_int_equal(loaded.count, 2);
    assert_int_equal(load(ROOM, 0).count, 5);
}

static void a_batch_that_comes_second_is_stale(void **state)
{
    (void)state;
    append(ROOM, 0, "[1]");
    append(ROOM, 1, "[2]");

    assert_int_equal(append(ROOM, 1, "[3]"), ERROR_STALE);

    assert_int_equal(append(ROOM, 5, "[4]"), ERROR_STALE);
    assert_int_equal(append(OTHER_ROOM, 1, "[5]"), ERROR_STALE);
    struct loaded loaded = load(ROOM, 0);
    assert_int_equal(loaded.count, 2);
    assert_string_equal(loaded.events[1], "[2]");
    assert_int_equal(load(OTHER_ROOM, 0).count, 0);
}

static void making_a_room_twice_is_stale(void **state)
{
    (void)state;
    append(ROOM, 0, "[1]");

    assert_int_equal(append(ROOM, 0, "[2]"), ERROR_STALE);

    assert_string_equal(load(ROOM, 0).events[0], "[1]");
}

static void a_code_in_use_is_taken(void **state)
{
    (void)state;
    struct store_room room;
    append(ROOM, 0, "[]");
    struct store_write write = batch(OTHER_ROOM, 0, "[]");
    write.code = CODE;

    assert_int_equal(finish(store, write), ERROR_TAKEN);

    assert_false(store->ops->find_room(store, OTHER_ROOM, &room, NULL));
    assert_int_equal(load(OTHER_ROOM, 0).count, 0);
}

static void the_room_follows_the_game_and_the_expiry_of_its_batches(void **state)
{
    (void)state;
    struct store_room room;
    append(ROOM, 0, "[]");
    struct store_write write = batch(ROOM, 1, "[]");
    write.game = "journeyman";
    write.expires_ms = 3000;

    finish(store, write);

    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    assert_string_equal(room.game, "journeyman");
    assert_int_equal(room.expires_ms, 3000);
}

/* The file may keep an expiry that is far away and up to an hour short; see store.h. */
static void a_far_expiry_is_never_more_than_an_hour_short(void **state)
{
    (void)state;
    struct store_room room;
    for (int i = 0; i < 30; i++) {
        struct store_write write = batch(ROOM, i, "[]");
        write.time_ms = (int64_t)i * 600000;
        write.expires_ms = write.time_ms + 7LL * DAY_MS;

        finish(store, write);

        assert_true(store->ops->find_room(store, ROOM, &room, NULL));
        assert_in_range(write.expires_ms - room.expires_ms, 0, 3600000);
    }
    struct store_write ended = batch(ROOM, 30, "[]");
    ended.expires_ms = 300000;
    finish(store, ended);
    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    assert_int_equal(room.expires_ms, 300000);
}

/* Groups */

enum { MANY = 100 };

static void a_hundred_rooms_are_all_kept(void **state)
{
    (void)state;
    static struct act act[MANY];
    for (int i = 0; i < MANY; i++) {
        act[i] = (struct act){ .write = batch(i + 1, 0, "[]") };
        hand_over(store, &act[i]);
    }

    wait_for(store, &act[MANY - 1]);

    for (int i = 0; i < MANY; i++) {
        assert_true(act[i].is_done);
        assert_int_equal(act[i].write.result, ERROR_NONE);
        assert_int_equal(load(i + 1, 0).count, 1);
    }
    struct store_stats stats;
    store->ops->stats(store, &stats);
    assert_int_equal(stats.writes, MANY);
    assert_int_equal(stats.waiting, 0);
    if (!is_threaded)
        assert_int_equal(stats.commits, 1);
}

static void writes_come_back_in_the_order_they_were_handed_over(void **state)
{
    (void)state;
    static struct act act[MANY];
    done_count = 0;
    for (int i = 0; i < MANY; i++) {
        act[i] = (struct act){ .write = batch(i % 2 ? ROOM : OTHER_ROOM, i / 2, "[]") };
        hand_over(store, &act[i]);
    }

    wait_for(store, &act[MANY - 1]);

    for (int i = 0; i < MANY; i++) {
        assert_int_equal(act[i].order, i);
        assert_int_equal(act[i].write.result, ERROR_NONE);
    }
    struct store_room room;
    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    assert_int_equal(room.seq, MANY / 2);
}

static void a_refused_write_fails_alone(void **state)
{
    (void)state;
    append(ROOM, 0, "[]");
    struct act act[] = { { .write = batch(1, 0, "[]") },    { .write = batch(ROOM, 7, "[]") },
                         { .write = batch(2, 0, "[]") },    { .write = batch(ROOM, 1, "[1]") },
                         { .write = batch(ROOM, 1, "[]") }, { .write = batch(ROOM, 2, "[2]") } };

    for (int i = 0; i < 6; i++)
        hand_over(store, &act[i]);
    wait_for(store, &act[5]);

    static const enum error_kind expected[] = { ERROR_NONE, ERROR_STALE, ERROR_NONE,
                                                ERROR_NONE, ERROR_STALE, ERROR_NONE };
    for (int i = 0; i < 6; i++)
        assert_int_equal(act[i].write.result, expected[i]);
    assert_string_equal(load(ROOM, 0).events[2], "[2]");
}

static void done_is_called_by_poll_only(void **state)
{
    (void)state;
    struct act act = { .write = batch(ROOM, 0, "[]") };
    int wakes = atomic_load(&wake_count);

    hand_over(store, &act);
    for (int i = 0; i < 10000 && atomic_load(&wake_count) == wakes; i++)
        usleep(200);

    assert_true(atomic_load(&wake_count) > wakes);
    assert_false(act.is_done);
    wait_for(store, &act);
    assert_true(pthread_equal(act.thread, pthread_self()));
}

static void append_again(struct store_write *write)
{
    struct act *act = write->owner;
    if (write->result != ERROR_NONE || write->expected_seq == 9) {
        act->is_done = true;
        return;
    }
    write->expected_seq++;
    store_write(store, write);
}

static void done_may_hand_the_write_over_again(void **state)
{
    (void)state;
    struct act act = { .write = batch(ROOM, 0, "[]") };
    act.write.done = append_again;
    act.write.owner = &act;

    store_write(store, &act.write);
    wait_for(store, &act);

    assert_int_equal(load(ROOM, 0).count, 10);
}

static void what_is_handed_over_together_is_one_commit(void **state)
{
    (void)state;
    struct act act[3];
    struct store_stats before, after;
    store->ops->stats(store, &before);
    for (int i = 0; i < 3; i++)
        act[i] = (struct act){ .write = batch(ROOM, i, "[]") };

    hand_over_together(store, act, 3);
    wait_for(store, &act[2]);

    store->ops->stats(store, &after);
    assert_int_equal(after.commits, before.commits + 1);
    assert_int_equal(after.waiting, 0);
    assert_int_equal(load(ROOM, 0).count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(act[i].order, act[0].order + i);
}

static void closing_finishes_what_was_handed_over(void **state)
{
    (void)state;
    struct act act = { .write = batch(ROOM, 0, "[]") };
    act.write.done = append_again;
    act.write.owner = &act;
    store_write(store, &act.write);

    store->ops->close(store);
    store = NULL;

    assert_true(act.is_done);
    assert_int_equal(act.write.result, ERROR_NONE);
    assert_int_equal(act.write.expected_seq, 9);
}

/* Snapshots and rooms */

static void take_bytes(void *context, const void *bytes, size_t length)
{
    memcpy(context, bytes, length);
}

static struct store_write snapshot(int64_t seq, const void *bytes, size_t length)
{
    return (struct store_write){
        .kind = STORE_SNAPSHOT, .room = ROOM, .expected_seq = seq, .bytes = bytes, .length = length
    };
}

static void a_snapshot_replaces_the_older_one(void **state)
{
    (void)state;
    char bytes[8] = { 0 };
    int64_t seq = 0;
    append(ROOM, 0, "[]");
    append(ROOM, 1, "[]");

    assert_int_equal(finish(store, snapshot(1, "a\0b", 3)), ERROR_NONE);
    assert_int_equal(finish(store, snapshot(2, "c\0de", 4)), ERROR_NONE);

    assert_true(store->ops->load_snapshot(store, ROOM, &seq, take_bytes, bytes, NULL));
    assert_int_equal(seq, 2);
    assert_memory_equal(bytes, "c\0de", 4);
}

static void a_snapshot_needs_its_batch(void **state)
{
    (void)state;
    int64_t seq;
    append(ROOM, 0, "[]");

    assert_int_equal(finish(store, snapshot(2, "a", 1)), ERROR_MISSING);

    assert_false(store->ops->load_snapshot(store, ROOM, &seq, take_bytes, NULL, NULL));
}

static struct store_write about_room(enum store_kind kind, int64_t room)
{
    return (struct store_write){ .kind = kind, .room = room, .expires_ms = 12345 };
}

static void a_removed_room_leaves_nothing(void **state)
{
    (void)state;
    struct store_room room;
    int64_t number;
    struct store_write start = batch(ROOM, 0, "[]");
    start.marks = STORE_MARK_GAME_STARTED;
    start.game_id = GAME_ID;
    finish(store, start);
    finish(store, snapshot(1, "a", 1));
    append(OTHER_ROOM, 0, "[]");

    assert_int_equal(finish(store, about_room(STORE_REMOVE_ROOM, ROOM)), ERROR_NONE);

    assert_false(store->ops->find_room(store, ROOM, &room, NULL));
    assert_false(store->ops->find_code(store, CODE, &room, NULL));
    assert_false(store->ops->find_game(store, GAME_ID, &number, NULL));
    assert_false(store->ops->load_snapshot(store, ROOM, &number, take_bytes, NULL, NULL));
    assert_int_equal(load(ROOM, 0).count, 0);
    assert_int_equal(load(OTHER_ROOM, 0).count, 1);
    assert_int_equal(finish(store, about_room(STORE_REMOVE_ROOM, ROOM)), ERROR_MISSING);
    assert_int_equal(append(ROOM, 0, "[]"), ERROR_NONE);
}

static void a_room_is_kept_until_the_time_given(void **state)
{
    (void)state;
    struct store_room room;
    append(ROOM, 0, "[]");

    assert_int_equal(finish(store, about_room(STORE_KEEP_ROOM, ROOM)), ERROR_NONE);

    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    assert_int_equal(room.expires_ms, 12345);
    assert_int_equal(finish(store, about_room(STORE_KEEP_ROOM, OTHER_ROOM)), ERROR_MISSING);
}

static void rooms_are_listed_in_pages_by_unsigned_id(void **state)
{
    (void)state;
    static const int64_t ids[] = { 3, 1, -5, 2, INT64_MIN, -1, INT64_MAX };
    static const int64_t sorted[] = { 1, 2, 3, INT64_MAX, INT64_MIN, -5, -1 };
    for (int i = 0; i < 7; i++) {
        struct store_write write = batch(ids[i], 0, "[]");
        write.code = i + 1;
        finish(store, write);
    }

    struct store_room page[3];
    int64_t after = 0;
    int count, seen = 0;
    while ((count = store->ops->list_rooms(store, 0, after, page, 3)) > 0)
        for (int i = 0; i < count; i++)
            assert_int_equal(after = page[i].room, sorted[seen++]);

    assert_int_equal(seen, 7);
}

static void rooms_past_their_time_are_listed(void **state)
{
    (void)state;
    struct store_room out[4];
    struct store_write late = batch(1, 0, "[]");
    late.expires_ms = 5000;
    finish(store, late);
    append(2, 0, "[]");

    int count = store->ops->list_rooms(store, 3000, 0, out, 4);

    assert_int_equal(count, 1);
    assert_int_equal(out[0].room, 2);
    assert_int_equal(out[0].seq, 1);
}

/* Games and people */

static void a_game_is_found_by_its_id(void **state)
{
    (void)state;
    int64_t room = 0;
    struct store_write write = batch(ROOM, 0, "[]");
    write.marks = STORE_MARK_GAME_STARTED;
    write.game_id = GAME_ID;

    assert_int_equal(finish(store, write), ERROR_NONE);

    assert_true(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_int_equal(room, ROOM);
}

static void a_room_is_found_by_the_game_it_prepares(void **state)
{
    int64_t room = 0;
    struct store_write write = batch(ROOM, 0, "[]");
    (void)state;
    write.next_game_id = GAME_ID;
    assert_int_equal(finish(store, write), ERROR_NONE);
    assert_true(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_true(room == ROOM);

    write = batch(ROOM, 1, "[]");
    write.next_game_id = GAME_ID + 1;
    assert_int_equal(finish(store, write), ERROR_NONE);
    assert_false(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_true(store->ops->find_game(store, GAME_ID + 1, &room, NULL));
    assert_false(store->ops->find_game(store, 0, &room, NULL));
}

static void a_game_id_in_use_is_taken(void **state)
{
    (void)state;
    int64_t room = 0;
    struct store_write write = batch(ROOM, 0, "[]");
    write.marks = STORE_MARK_GAME_STARTED;
    write.game_id = GAME_ID;
    finish(store, write);
    write = batch(OTHER_ROOM, 0, "[]");
    write.marks = STORE_MARK_GAME_STARTED;
    write.game_id = GAME_ID;

    assert_int_equal(finish(store, write), ERROR_TAKEN);

    assert_true(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_int_equal(room, ROOM);
    assert_int_equal(load(OTHER_ROOM, 0).count, 0);
}

static bool has_session(uint8_t token, struct store_session *found)
{
    uint8_t hash[32];
    memset(hash, token, sizeof hash);
    return store->ops->find_session(store, hash, found, NULL);
}

static void a_session_is_found_by_its_token_alone(void **state)
{
    (void)state;
    struct store_session found;
    assert_int_equal(finish(store, session(ALICE, "Alice", 1)), ERROR_NONE);

    assert_true(has_session(1, &found));

    assert_int_equal(found.player, ALICE);
    assert_int_equal(found.expires_ms, 500);
    assert_string_equal(found.name, "Alice");
    uint8_t nearly[32];
    memset(nearly, 1, sizeof nearly);
    nearly[31] = 2;
    assert_false(store->ops->find_session(store, nearly, &found, NULL));
}

static void a_new_name_is_the_players_name(void **state)
{
    (void)state;
    struct store_session found;
    finish(store, session(ALICE, "Alice", 1));
    struct store_write again = session(ALICE, "Alicia", 2);
    again.expires_ms = 900;

    finish(store, again);

    assert_true(has_session(1, &found));
    assert_string_equal(found.name, "Alicia");
    assert_int_equal(found.expires_ms, 500);
    assert_true(store->ops->find_player(store, ALICE, &found, NULL));
    assert_string_equal(found.name, "Alicia");
}

static void people_are_found_by_a_part_of_their_names(void **state)
{
    (void)state;
    struct store_session found[3];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(ALICE + 1, "Malik 100%", 2));
    finish(store, session(ALICE + 2, "José", 3));

    assert_int_equal(store->ops->list_people(store, "ALI", found, 3), 2);
    assert_int_equal(store->ops->list_people(store, "ALI", found, 1), 1);
    assert_int_equal(store->ops->list_people(store, "sé", found, 3), 1);
    assert_int_equal(found[0].player, ALICE + 2);
    assert_string_equal(found[0].name, "José");
    assert_int_equal(store->ops->list_people(store, "0%", found, 3), 1);
    assert_int_equal(store->ops->list_people(store, "%", found, 3), 1);
    assert_int_equal(store->ops->list_people(store, "nobody", found, 3), 0);
}

static void a_dropped_session_opens_nothing(void **state)
{
    (void)state;
    struct store_session found;
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(ALICE, "Alice", 2));
    struct store_write drop = session(ALICE, NULL, 1);
    drop.kind = STORE_DROP_SESSION;

    assert_int_equal(finish(store, drop), ERROR_NONE);

    assert_false(has_session(1, &found));
    assert_true(has_session(2, &found));
    assert_int_equal(finish(store, drop), ERROR_NONE);
}

static void all_other_sessions_of_a_player_can_be_dropped(void **state)
{
    (void)state;
    struct store_session found;
    for (uint8_t token = 1; token <= 20; token++)
        finish(store, session(ALICE, "Alice", token));
    finish(store, session(BOB, "Bob", 21));
    struct store_write drop = session(ALICE, NULL, 2);
    drop.kind = STORE_DROP_SESSIONS;

    finish(store, drop);

    for (uint8_t token = 1; token <= 20; token++)
        assert_int_equal(has_session(token, &found), token == 2);
    assert_true(has_session(21, &found));
}

static void ended_sessions_are_forgotten_when_the_server_says_it_is_alive(void **state)
{
    (void)state;
    struct store_session found;
    finish(store, session(ALICE, "Alice", 1));
    struct store_write later = session(BOB, "Bob", 2);
    later.expires_ms = 900;
    finish(store, later);

    finish(store, (struct store_write){ .kind = STORE_ALIVE, .time_ms = 600 });

    assert_int_equal(store->ops->alive_ms(store), 600);
    assert_false(has_session(1, &found));
    assert_true(has_session(2, &found));
    assert_true(store->ops->find_player(store, ALICE, &found, NULL));
}

/* Where a device is told */

static struct store_write push_of(uint8_t token, const char *endpoint)
{
    struct store_write write = session(0, NULL, token);
    write.kind = STORE_SET_PUSH;
    write.push_endpoint = endpoint;
    write.push_keys = endpoint[0] ? "key auth en" : "";
    return write;
}

static int pushes_of(int64_t player, struct store_push out[4])
{
    return store->ops->list_pushes(store, player, 100, out, 4);
}

static void a_push_belongs_to_its_session_and_goes_with_it(void **state)
{
    (void)state;
    struct store_push found[4];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(ALICE, "Alice", 2));
    assert_int_equal(pushes_of(ALICE, found), 0);
    assert_int_equal(finish(store, push_of(1, "https://push.example/a")), ERROR_NONE);
    assert_int_equal(finish(store, push_of(9, "https://push.example/z")), ERROR_NONE);

    assert_int_equal(pushes_of(ALICE, found), 1);
    assert_string_equal(found[0].endpoint, "https://push.example/a");
    assert_string_equal(found[0].keys, "key auth en");
    assert_int_equal(found[0].token_hash[31], 1);
    /* A session that is put again keeps it, one that has ended has none. */
    finish(store, session(ALICE, "Alice", 1));
    assert_int_equal(pushes_of(ALICE, found), 1);
    assert_int_equal(store->ops->list_pushes(store, ALICE, 500, found, 4), 0);

    struct store_write drop = session(ALICE, NULL, 1);
    drop.kind = STORE_DROP_SESSION;
    finish(store, drop);
    assert_int_equal(pushes_of(ALICE, found), 0);
}

static void a_device_is_one_persons(void **state)
{
    (void)state;
    struct store_push found[4];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    finish(store, push_of(1, "https://push.example/a"));

    finish(store, push_of(2, "https://push.example/a"));

    assert_int_equal(pushes_of(ALICE, found), 0);
    assert_int_equal(pushes_of(BOB, found), 1);
    finish(store, push_of(2, ""));
    assert_int_equal(pushes_of(BOB, found), 0);
}

static struct store_write device(uint8_t token, int64_t expires_ms)
{
    struct store_write write = session(ALICE, "Alice", token);
    write.expires_ms = expires_ms;
    return write;
}

static void devices_that_were_used_last_come_first_and_all_are_counted(void **state)
{
    (void)state;
    struct store_push found[4];
    finish(store, device(1, 600));
    finish(store, device(2, 800));
    finish(store, device(3, 700));
    finish(store, session(BOB, "Bob", 4));
    assert_int_equal(store->ops->count_pushes(store), 0);
    finish(store, push_of(1, "https://push.example/a"));
    finish(store, push_of(2, "https://push.example/b"));
    finish(store, push_of(3, "https://push.example/c"));
    finish(store, push_of(4, "https://push.example/d"));

    assert_int_equal(pushes_of(ALICE, found), 3);

    assert_string_equal(found[0].endpoint, "https://push.example/b");
    assert_string_equal(found[1].endpoint, "https://push.example/c");
    assert_string_equal(found[2].endpoint, "https://push.example/a");
    assert_int_equal(store->ops->list_pushes(store, ALICE, 100, found, 2), 2);
    assert_string_equal(found[1].endpoint, "https://push.example/c");
    assert_int_equal(store->ops->count_pushes(store), 4);
}

/* Who plays where */

static struct store_write playing_in(int64_t room, int64_t time_ms, const int64_t *people,
                                     int count, bool is_long)
{
    struct store_write write = next_batch(store, room, "[1]");
    write.time_ms = time_ms;
    write.playing = people;
    write.playing_count = count;
    write.is_long = is_long;
    return write;
}

static void people_find_the_games_where_they_sit(void **state)
{
    (void)state;
    static const int64_t both[] = { ALICE, BOB };
    int64_t found[4];
    finish(store, playing_in(ROOM, 50, both, 2, false));
    finish(store, playing_in(OTHER_ROOM, 40, both, 2, true));
    finish(store, playing_in(79, 60, both, 1, false));

    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 3);
    assert_int_equal(found[0], OTHER_ROOM); /* long moves first, */
    assert_int_equal(found[1], 79);         /* then the latest */
    assert_int_equal(found[2], ROOM);
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 2), 2);
    assert_int_equal(found[1], 79);
    assert_int_equal(store->ops->list_playing(store, CARLA, found, 4), 0);

    /* A batch without `playing` changes nothing; one with an empty list ends it. */
    finish(store, next_batch(store, 79, "[2]"));
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 3);
    finish(store, playing_in(79, 70, both, 0, false));
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 2);
    finish(store, playing_in(ROOM, 80, both + 1, 1, false));
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 1);
    finish(store, (struct store_write){ .kind = STORE_REMOVE_ROOM, .room = OTHER_ROOM });
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 0);
    assert_int_equal(store->ops->list_playing(store, BOB, found, 4), 1);
}

static void a_refused_batch_changes_nobodys_games(void **state)
{
    (void)state;
    static const int64_t both[] = { ALICE, BOB };
    int64_t found[4];
    struct store_write late = playing_in(ROOM, 50, both, 2, false);
    late.expected_seq = 7;

    assert_int_equal(finish(store, late), ERROR_STALE);

    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 0);
}

static void games_with_long_moves_are_listed_in_pages(void **state)
{
    (void)state;
    static const int64_t both[] = { ALICE, BOB };
    int64_t found[4];
    if (store->ops->list_long == NULL) /* where servers find them by their moments: list_due */
        return;
    finish(store, playing_in(ROOM, 50, both, 2, true));
    finish(store, playing_in(OTHER_ROOM, 40, both, 2, true));
    finish(store, playing_in(79, 60, both, 2, false));

    assert_int_equal(store->ops->list_long(store, INT64_MIN, found, 4), 2);
    assert_int_equal(found[0], OTHER_ROOM);
    assert_int_equal(found[1], ROOM);
    assert_int_equal(store->ops->list_long(store, OTHER_ROOM, found, 4), 1);
    finish(store, playing_in(ROOM, 90, both, 0, false));
    assert_int_equal(store->ops->list_long(store, OTHER_ROOM, found, 4), 0);
}

/* Results: Alice and Bob play two games of one kind and one of another. */

static void play(int64_t seq, int64_t game_id, const char *game, const struct store_score *scores,
                 int count)
{
    struct store_write start = batch(ROOM, seq, "[]"), over = batch(ROOM, seq + 1, "[]");
    start.marks = STORE_MARK_GAME_STARTED;
    start.game_id = game_id;
    start.game = over.game = game;
    over.marks = STORE_MARK_GAME_OVER;
    over.scores = scores;
    over.score_count = count;
    assert_int_equal(finish(store, start), ERROR_NONE);
    assert_int_equal(finish(store, over), ERROR_NONE);
}

static void play_three_games(void)
{
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    enum { ROBOT = 55 };
    for (int i = 0; i < 3; i++) {
        bool alice_wins = i != 1;
        const struct store_score scores[] = {
            { ALICE, alice_wins ? 3 : 0, alice_wins, "guessed", "" },
            { BOB, alice_wins ? -1 : 2, !alice_wins, "guessed", "" },
            { ROBOT, 9, true, "guessed", "" },
        };
        play(2 * i, GAME_ID + i, i == 2 ? "journeyman" : "coinflip", scores, 3);
    }
}

static void the_leaderboard_adds_up_the_scores_of_people(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_three_games();

    int count = store->ops->leaderboard(store, NULL, NULL, rank, 4);

    assert_int_equal(count, 2);
    assert_int_equal(rank[0].player, ALICE);
    assert_string_equal(rank[0].name, "Alice");
    assert_int_equal(rank[0].games, 3);
    assert_int_equal(rank[0].wins, 2);
    assert_int_equal(rank[0].score, 6);
    assert_int_equal(rank[1].player, BOB);
    assert_int_equal(rank[1].wins, 1);
    assert_int_equal(rank[1].score, 0);
    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, rank, 1), 1);
}

/* One game of up to two people, who score the same. */
static void play_alike(int i, int64_t winner, int64_t loser, int score)
{
    const struct store_score scores[] = { { winner, score, true, "", "" },
                                          { loser, score, false, "", "" } };
    play(2 * i, GAME_ID + i, "coinflip", scores, 2);
}

static void who_scored_the_same_is_ranked_by_wins_and_then_by_fewer_games(void **state)
{
    (void)state;
    enum { NOBODY = 4000 };
    struct store_rank rank[4];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    finish(store, session(CARLA, "Carla", 3));
    play_alike(0, BOB, ALICE, 2);
    play_alike(1, CARLA, NOBODY, 2);
    play_alike(2, NOBODY, CARLA, 0);

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, rank, 4), 3);

    assert_int_equal(rank[0].player, BOB);
    assert_int_equal(rank[1].player, CARLA);
    assert_int_equal(rank[1].games, 2);
    assert_int_equal(rank[2].player, ALICE);
}

static void each_game_has_a_leaderboard(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_three_games();

    int count = store->ops->leaderboard(store, "journeyman", NULL, rank, 4);

    assert_int_equal(count, 2);
    assert_int_equal(rank[0].games, 1);
    assert_int_equal(rank[0].score, 3);
    assert_int_equal(store->ops->leaderboard(store, "avalon", NULL, rank, 4), 0);
}

/* Alice finds the wolf in one game and wins as the wolf in two; Bob finds her once. */
static void play_loup_garou(void)
{
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    for (int i = 0; i < 4; i++) {
        bool is_bobs = i == 3;
        const char *point = i == 1 || i == 2 ? "werewolf_success" : "found_werewolf";
        const struct store_score scores[] = {
            { ALICE, !is_bobs, false, "checkmate", is_bobs ? "" : point },
            { BOB, is_bobs, true, "checkmate", is_bobs ? point : "" },
        };
        play(2 * i, GAME_ID + i, "chess", scores, 2);
    }
}

static void the_leaderboard_counts_the_points_that_are_asked_for(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_loup_garou();

    static const char *const points[] = { "found_werewolf", "werewolf_success", "none", NULL };
    int count = store->ops->leaderboard(store, "chess", points, rank, 4);

    assert_int_equal(count, 2);
    assert_int_equal(rank[0].player, ALICE);
    assert_int_equal(rank[0].score, 3);
    assert_int_equal(rank[0].points[0], 1);
    assert_int_equal(rank[0].points[1], 2);
    assert_int_equal(rank[0].points[2], 0);
    assert_int_equal(rank[1].points[0], 1);
    assert_int_equal(rank[1].points[1], 0);
    assert_int_equal(store->ops->leaderboard(store, "chess", NULL, rank, 4), 2);
    assert_int_equal(rank[0].points[0], 0);
}

static void a_persons_history_says_why_they_scored(void **state)
{
    (void)state;
    struct store_result result[4];
    play_loup_garou();

    assert_int_equal(store->ops->history(store, ALICE, result, 4), 4);

    assert_string_equal(result[0].point, "");
    assert_string_equal(result[1].point, "werewolf_success");
    assert_string_equal(result[2].point, "werewolf_success");
    assert_string_equal(result[3].point, "found_werewolf");
    assert_string_equal(result[3].reason, "checkmate");
}

static void a_persons_history_begins_with_the_latest_game(void **state)
{
    (void)state;
    struct store_result result[4];
    play_three_games();

    int count = store->ops->history(store, ALICE, result, 4);

    assert_int_equal(count, 3);
    assert_string_equal(result[0].game, "journeyman");
    assert_int_equal(result[0].game_id, GAME_ID + 2);
    assert_int_equal(result[0].room, ROOM);
    assert_int_equal(result[0].score, 3);
    assert_true(result[0].won);
    assert_string_equal(result[0].reason, "guessed");
    assert_string_equal(result[0].name, "Alice");
    assert_int_equal(result[0].ended_ms, 1005);
    assert_false(result[1].won);
    assert_int_equal(store->ops->history(store, ALICE, result, 2), 2);
    assert_int_equal(store->ops->history(store, 55, result, 4), 0);
}

static void a_game_that_ends_again_counts_as_it_ended_last(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_three_games();
    struct store_write again = batch(ROOM, 6, "[]");
    again.scores = &(struct store_score){ ALICE, 100, true, "", "" };
    again.score_count = 1;
    again.marks = STORE_MARK_GAME_OVER;
    again.game = "journeyman";

    assert_int_equal(finish(store, again), ERROR_NONE);

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, rank, 4), 2);
    assert_int_equal(rank[0].games, 3);
    assert_int_equal(rank[0].score, 103);
}

/* A batch is only text to the store, which must not act on its content. */
static void only_the_scores_that_come_along_count(void **state)
{
    (void)state;
    struct store_rank rank;
    finish(store, session(ALICE, "Alice", 1));
    play(0, GAME_ID, "coinflip", NULL, 0);
    char events[200], alice[ID_TEXT_SIZE];
    id_write(alice, ALICE);
    snprintf(events, sizeof events,
             "[{\"type\":\"scored\",\"player\":\"%s\",\"seat\":0,\"score\":3,\"won\":true}]",
             alice);
    struct store_write write = batch(ROOM, 2, events);
    write.marks = STORE_MARK_GAME_OVER;
    assert_int_equal(finish(store, write), ERROR_NONE);
    write = batch(ROOM, 3, "no JSON");
    write.marks = STORE_MARK_GAME_OVER;
    assert_int_equal(finish(store, write), ERROR_NONE);

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, &rank, 1), 0);
    assert_true(store->ops->healthy(store, NULL));
    assert_int_equal(finish(store, about_room(STORE_REMOVE_ROOM, ROOM)), ERROR_NONE);
}

static void results_outlive_their_room(void **state)
{
    (void)state;
    struct store_rank before[2], after[2];
    struct store_result result[4];
    play_three_games();
    store->ops->leaderboard(store, NULL, NULL, before, 2);

    finish(store, about_room(STORE_REMOVE_ROOM, ROOM));

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, after, 2), 2);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(store->ops->history(store, BOB, result, 4), 3);
    assert_string_equal(result[0].reason, "guessed");
}

static void a_store_in_order_is_healthy(void **state)
{
    (void)state;
    append(ROOM, 0, "[]");

    assert_true(store->ops->healthy(store, NULL));
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

static const struct CMUnitTest interface_tests[] = {
    EACH(a_batch_is_read_back_as_it_was_written),
    EACH(the_first_batch_makes_the_room),
    EACH(what_is_not_there_is_missing),
    EACH(loading_begins_after_the_given_batch),
    EACH(loading_ends_when_the_reader_has_enough),
    EACH(a_batch_that_comes_second_is_stale),
    EACH(making_a_room_twice_is_stale),
    EACH(a_code_in_use_is_taken),
    EACH(the_room_follows_the_game_and_the_expiry_of_its_batches),
    EACH(a_far_expiry_is_never_more_than_an_hour_short),
    EACH(a_hundred_rooms_are_all_kept),
    EACH(writes_come_back_in_the_order_they_were_handed_over),
    EACH(a_refused_write_fails_alone),
    EACH(done_is_called_by_poll_only),
    EACH(done_may_hand_the_write_over_again),
    EACH(what_is_handed_over_together_is_one_commit),
    EACH(closing_finishes_what_was_handed_over),
    EACH(a_snapshot_replaces_the_older_one),
    EACH(a_snapshot_needs_its_batch),
    EACH(a_removed_room_leaves_nothing),
    EACH(a_room_is_kept_until_the_time_given),
    EACH(rooms_are_listed_in_pages_by_unsigned_id),
    EACH(rooms_past_their_time_are_listed),
    EACH(a_game_is_found_by_its_id),
    EACH(a_room_is_found_by_the_game_it_prepares),
    EACH(a_game_id_in_use_is_taken),
    EACH(a_session_is_found_by_its_token_alone),
    EACH(a_new_name_is_the_players_name),
    EACH(people_are_found_by_a_part_of_their_names),
    EACH(a_dropped_session_opens_nothing),
    EACH(all_other_sessions_of_a_player_can_be_dropped),
    EACH(ended_sessions_are_forgotten_when_the_server_says_it_is_alive),
    EACH(a_push_belongs_to_its_session_and_goes_with_it),
    EACH(a_device_is_one_persons),
    EACH(devices_that_were_used_last_come_first_and_all_are_counted),
    EACH(people_find_the_games_where_they_sit),
    EACH(a_refused_batch_changes_nobodys_games),
    EACH(games_with_long_moves_are_listed_in_pages),
    EACH(the_leaderboard_adds_up_the_scores_of_people),
    EACH(who_scored_the_same_is_ranked_by_wins_and_then_by_fewer_games),
    EACH(each_game_has_a_leaderboard),
    EACH(the_leaderboard_counts_the_points_that_are_asked_for),
    EACH(a_persons_history_says_why_they_scored),
    EACH(a_persons_history_begins_with_the_latest_game),
    EACH(a_game_that_ends_again_counts_as_it_ended_last),
    EACH(only_the_scores_that_come_along_count),
    EACH(results_outlive_their_room),
    EACH(a_store_in_order_is_healthy),
};

/* With an argument: on the PostgreSQL that tests/e2e/postgres.py has started. */
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        is_postgres = is_threaded = true;
        return cmocka_run_group_tests_name("postgres", interface_tests, NULL, NULL);
    }
    is_memory = true;
    int failed = cmocka_run_group_tests_name("memory", interface_tests, NULL, NULL);
    is_memory = false;
    failed += cmocka_run_group_tests_name("sqlite", interface_tests, NULL, NULL);
    is_threaded = true;
    failed += cmocka_run_group_tests_name("sqlite, threaded", interface_tests, NULL, NULL);
    return failed;
}
