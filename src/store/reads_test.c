/* Reads in front of a store: no caller waits, no outdated answer is given out, and every read ends. */
#include "store_test.h"

static struct store *behind, *store;
static struct store_ops slow_ops;
static const struct store_ops *true_ops;
static int loads, claims;
static int64_t epoch;

static bool count_load(struct store *base, int64_t room, int64_t after_seq,
                       bool (*each)(void *, const struct store_batch *), void *context,
                       struct error *error)
{
    loads++;
    return true_ops->load(base, room, after_seq, each, context, error);
}

static bool count_claim(struct store *base, int64_t room, struct store_claim *out,
                        struct error *error)
{
    (void)base, (void)room, (void)error;
    claims++;
    *out = (struct store_claim){ .seen_ms = 4242 };
    return true;
}

static void keep_open(struct store *base)
{
    (void)base;
}

static int64_t show_epoch(struct store *base)
{
    (void)base;
    return epoch;
}

static void open_store(bool is_threaded)
{
    behind = store_open_memory(&(struct store_config){ 0 });
    true_ops = behind->ops;
    slow_ops = *true_ops;
    slow_ops.load = count_load;
    slow_ops.claim = count_claim;
    slow_ops.epoch = show_epoch;
    behind->ops = &slow_ops;
    loads = claims = 0;
    epoch = 1;
    store = store_open_reads(behind, &(struct store_config){ .is_threaded = is_threaded }, NULL);
    store_poll(store);
}

static int set_up(void **state)
{
    (void)state;
    open_store(false);
    return 0;
}

static int set_up_thread(void **state)
{
    (void)state;
    open_store(true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    store->ops->close(store);
    return 0;
}

static bool count_batch(void *context, const struct store_batch *batch)
{
    (void)batch;
    ++*(int *)context;
    return true;
}

/* How many batches; -1: they are on their way. */
static int load(void)
{
    int count = 0;
    struct error error = { 0 };
    if (store->ops->load(store, ROOM, 0, count_batch, &count, &error))
        return count;
    assert_int_equal(error.kind, ERROR_PENDING);
    return -1;
}

static void append(int count)
{
    static int64_t seq;
    static struct act act;
    for (int i = 0; i < count; i++) {
        int length = 0;
        true_ops->load(behind, ROOM, 0, count_batch, &length, NULL);
        seq = length;
        act = (struct act){ .write = batch_after(NULL, ROOM, seq, "[]") };
        hand_over(store, &act);
        wait_for(store, &act);
        assert_int_equal(act.write.result, ERROR_NONE);
    }
}

static void a_read_is_answered_once_it_has_arrived(void **state)
{
    (void)state;
    append(3);

    assert_int_equal(load(), -1);
    assert_true(store->ops->awaits(store) != 0);
    store->ops->settle(store, false);
    assert_true(store->ops->awaits(store) == 0);
    store_poll(store);
    assert_true(store->ops->has_arrived(store));
    assert_false(store->ops->has_arrived(store));

    assert_int_equal(load(), 3);
    assert_int_equal(load(), 3);
    assert_int_equal(loads, 1);
}

static void what_was_given_out_is_forgotten_with_the_event(void **state)
{
    (void)state;
    load();
    store->ops->settle(store, false);
    store_poll(store);
    assert_int_equal(load(), 0);
    store->ops->settle(store, false);

    assert_int_equal(load(), -1);
}

/* A handler that reads twice needs the first answer again. */
static void it_is_kept_while_something_else_is_awaited(void **state)
{
    (void)state;
    struct store_room room;
    load();
    store->ops->settle(store, false);
    store_poll(store);
    assert_int_equal(load(), 0);
    store->ops->find_room(store, ROOM, &room, NULL);
    store->ops->settle(store, false);
    store_poll(store);

    assert_int_equal(load(), 0);
    assert_int_equal(loads, 1);
}

/* A room was claimed, and its log is read turn by turn: a second claim would not tell whose it had been. */
static void it_is_kept_while_something_that_is_no_read_is_awaited(void **state)
{
    (void)state;
    struct store_claim claim;
    store->ops->claim(store, ROOM, &claim, NULL);
    store->ops->settle(store, false);
    store_poll(store);
    assert_true(store->ops->claim(store, ROOM, &claim, NULL));
    store->ops->settle(store, true);

    assert_true(store->ops->claim(store, ROOM, &claim, NULL));
    assert_int_equal(claims, 1);
    store->ops->settle(store, false);
    assert_false(store->ops->claim(store, ROOM, &claim, NULL));
}

static void a_write_that_is_done_makes_what_was_read_before_it_old(void **state)
{
    (void)state;
    append(1);
    load();
    store->ops->settle(store, false);
    store_poll(store);
    append(1);

    assert_int_equal(load(), -1);
    store->ops->settle(store, false);
    store_poll(store);
    assert_int_equal(load(), 2);
}

static void a_long_log_comes_in_pages_that_grow(void **state)
{
    (void)state;
    enum { BATCHES = 700 };
    int polls = 0;
    append(BATCHES);
    loads = 0;

    while (load() < 0) {
        store->ops->settle(store, false);
        store_poll(store);
        assert_true(++polls < 10);
    }

    assert_int_equal(load(), BATCHES);
    assert_int_equal(loads, 3); /* 128, 512, 2048 */
}

static void before_the_first_poll_all_is_read_at_once(void **state)
{
    (void)state;
    enum { BATCHES = 700 };
    append(BATCHES);
    struct store *fresh = store_open_reads(behind, &(struct store_config){ 0 }, NULL);
    int count = 0;

    assert_true(fresh->ops->load(fresh, ROOM, 0, count_batch, &count, NULL));

    assert_int_equal(count, BATCHES);
    assert_true(fresh->ops->awaits(fresh) == 0);
    slow_ops.close = keep_open;
    fresh->ops->close(fresh);
    slow_ops.close = true_ops->close;
}

static bool claim(struct store_claim *found)
{
    return store->ops->claim(store, ROOM, found, NULL);
}

static void a_claim_counts_under_its_own_epoch_alone(void **state)
{
    (void)state;
    struct store_claim found;
    assert_false(claim(&found));
    store->ops->settle(store, false);
    epoch = 2; /* fenced, and joined again, while it was asked */
    store_poll(store);

    assert_false(claim(&found));
    store->ops->settle(store, false);
    store_poll(store);
    assert_true(claim(&found));
    assert_int_equal(found.seen_ms, 4242);
    assert_int_equal(claims, 2);
}

static pthread_t read_by;

static bool note_thread(struct store *base, int64_t room, struct store_room *out,
                        struct error *error)
{
    (void)base, (void)error;
    read_by = pthread_self();
    *out = (struct store_room){ .room = room };
    return true;
}

static void another_thread_reads(void **state)
{
    (void)state;
    struct store_room room;
    slow_ops.find_room = note_thread;
    assert_false(store->ops->find_room(store, ROOM, &room, NULL));

    while (!store->ops->has_arrived(store))
        store_poll(store);

    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    assert_int_equal(room.room, ROOM);
    assert_false(pthread_equal(read_by, pthread_self()));
}

static int asked_together;

static void count_ahead(struct store *base, const struct store_ahead *reads, int count)
{
    (void)base;
    asked_together = count > 0 ? count : asked_together;
    assert_true(count == 0 || (reads[0].kind == STORE_AHEAD_ROOM && reads[0].id == ROOM));
}

static void what_waits_is_asked_together_and_each_waits_for_its_own(void **state)
{
    (void)state;
    struct store_room room;
    slow_ops.ask_ahead = count_ahead;
    asked_together = 0;
    assert_false(store->ops->find_room(store, ROOM, &room, NULL));
    int64_t first = store->ops->awaits(store);
    store->ops->settle(store, false);
    assert_int_equal(load(), -1);
    int64_t second = store->ops->awaits(store);
    store->ops->settle(store, false);
    assert_true(first != second && store->ops->is_pending(store, first));

    store_poll(store);

    assert_int_equal(asked_together, 2);
    assert_false(store->ops->is_pending(store, first));
    assert_false(store->ops->is_pending(store, second));
    assert_int_equal(load(), 0);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_read_is_answered_once_it_has_arrived),
        EACH(what_was_given_out_is_forgotten_with_the_event),
        EACH(it_is_kept_while_something_else_is_awaited),
        EACH(it_is_kept_while_something_that_is_no_read_is_awaited),
        EACH(a_write_that_is_done_makes_what_was_read_before_it_old),
        EACH(a_long_log_comes_in_pages_that_grow),
        EACH(before_the_first_poll_all_is_read_at_once),
        EACH(a_claim_counts_under_its_own_epoch_alone),
        EACH(what_waits_is_asked_together_and_each_waits_for_its_own),
        cmocka_unit_test_setup_teardown(another_thread_reads, set_up_thread, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
