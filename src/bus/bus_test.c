/* The interface test of the bus; every back end must pass it. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bus/bus.h"

static struct bus *bus;
static atomic_int wake_count;

static void count_wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wake_count, 1);
}

static int set_up(void **state)
{
    (void)state;
    atomic_store(&wake_count, 0);
    bus = bus_open_local(&(struct bus_config){ .wake = count_wake });
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    bus->ops->close(bus);
    return 0;
}

struct ear {
    struct bus_listener listener;
    int count;
    struct bus_message last;
};

static void hear(struct bus_listener *listener, const struct bus_message *message)
{
    struct ear *ear = (struct ear *)listener;
    ear->count++;
    ear->last = *message;
}

static void everyone_hears_where_a_room_is(void **state)
{
    (void)state;
    struct ear one = { .listener.heard = hear }, two = { .listener.heard = hear };
    bus_subscribe(bus, &one.listener);
    bus_subscribe(bus, &two.listener);

    bus_publish(bus, 7, 42);
    bus_poll(bus);

    assert_int_equal(one.count, 1);
    assert_int_equal(two.count, 1);
    assert_int_equal(two.last.room, 7);
    assert_int_equal(two.last.seq, 42);
}

static void nothing_is_heard_before_poll_or_twice(void **state)
{
    (void)state;
    struct ear ear = { .listener.heard = hear };
    bus_subscribe(bus, &ear.listener);

    bus_publish(bus, 7, 1);

    assert_int_equal(ear.count, 0);
    assert_int_equal(atomic_load(&wake_count), 1);
    bus_poll(bus);
    bus_poll(bus);
    assert_int_equal(ear.count, 1);
}

static void who_has_left_hears_nothing(void **state)
{
    (void)state;
    struct ear gone = { .listener.heard = hear }, there = { .listener.heard = hear };
    bus_subscribe(bus, &gone.listener);
    bus_subscribe(bus, &there.listener);
    bus_unsubscribe(bus, &gone.listener);

    bus_publish(bus, 7, 1);
    bus_poll(bus);

    assert_int_equal(gone.count, 0);
    assert_int_equal(there.count, 1);
}

static void hear_and_leave(struct bus_listener *listener, const struct bus_message *message)
{
    hear(listener, message);
    bus_unsubscribe(bus, listener);
    struct ear *neighbour = listener->owner;
    if (neighbour)
        bus_unsubscribe(bus, &neighbour->listener);
}

static void a_listener_may_leave_while_it_hears(void **state)
{
    (void)state;
    struct ear neighbour = { .listener.heard = hear }, last = { .listener.heard = hear };
    struct ear leaving = { .listener = { .heard = hear_and_leave, .owner = &neighbour } };
    bus_subscribe(bus, &last.listener);
    bus_subscribe(bus, &neighbour.listener);
    bus_subscribe(bus, &leaving.listener); /* called first, its neighbour next */

    bus_publish(bus, 7, 1);
    bus_publish(bus, 7, 2);
    bus_poll(bus);

    assert_int_equal(leaving.count, 1);
    assert_int_equal(neighbour.count, 0);
    assert_int_equal(last.count, 2);
}

static void hear_and_answer(struct bus_listener *listener, const struct bus_message *message)
{
    hear(listener, message);
    bus_publish(bus, message->room, message->seq + 1);
}

static void what_a_listener_publishes_waits_for_the_next_poll(void **state)
{
    (void)state;
    struct ear ear = { .listener.heard = hear_and_answer };
    bus_subscribe(bus, &ear.listener);
    bus_publish(bus, 7, 1);

    bus_poll(bus);

    assert_int_equal(ear.count, 1);
    bus_poll(bus);
    assert_int_equal(ear.count, 2);
    assert_int_equal(ear.last.seq, 2);
}

enum { PUBLISHED = 1000 };

static void *publish_many(void *context)
{
    (void)context;
    for (int i = 1; i <= PUBLISHED; i++)
        bus_publish(bus, 7, i);
    return NULL;
}

static void messages_of_another_thread_arrive(void **state)
{
    (void)state;
    struct ear ear = { .listener.heard = hear };
    bus_subscribe(bus, &ear.listener);
    pthread_t thread;

    pthread_create(&thread, NULL, publish_many, NULL);
    for (int i = 0; i < 100; i++)
        bus_poll(bus);
    pthread_join(thread, NULL);
    bus_poll(bus);

    assert_int_equal(ear.count, PUBLISHED);
    assert_int_equal(ear.last.seq, PUBLISHED);
}

static void a_bus_nobody_polls_does_not_grow_forever(void **state)
{
    (void)state;
    struct ear ear = { .listener.heard = hear };
    bus_subscribe(bus, &ear.listener);

    for (int i = 0; i < 70000; i++)
        bus_publish(bus, 7, i);
    bus_poll(bus);

    assert_int_equal(ear.count, 65536);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        EACH(everyone_hears_where_a_room_is),
        EACH(nothing_is_heard_before_poll_or_twice),
        EACH(who_has_left_hears_nothing),
        EACH(a_listener_may_leave_while_it_hears),
        EACH(what_a_listener_publishes_waits_for_the_next_poll),
        EACH(messages_of_another_thread_arrive),
        EACH(a_bus_nobody_polls_does_not_grow_forever),
    };
    return cmocka_run_group_tests_name("local", tests, NULL, NULL);
}
