/* The interface test, which every back end must pass: logs, groups, snapshots and rooms. */
#include "every_store_test.h"

enum { DAY_MS = 86400000 };

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

static void a_store_in_order_is_healthy(void **state)
{
    (void)state;
    append(ROOM, 0, "[]");

    assert_true(store->ops->healthy(store, NULL));
}

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
    EACH(a_store_in_order_is_healthy),
};

int main(int argc, char **argv)
{
    (void)argv;
    return run_on_every_store(argc, interface_tests,
                              sizeof interface_tests / sizeof interface_tests[0]);
}
