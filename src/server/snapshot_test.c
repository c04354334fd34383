/* Tests of snapshots: only an undamaged one that this build wrote for this room is used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "server/snapshot.h"

enum { ROOM_ID = 77, LOG_BYTES = 123456 };

static struct room *room, *found;
static unsigned char *bytes;
static size_t length;
static int64_t log_bytes;

static int setup(void **unused)
{
    (void)unused;
    room = memory_take(room_size_max());
    found = memory_take(room_size_max());
    room->id = ROOM_ID;
    room->seq = 200;
    room->game = 1;
    room->phase = ROOM_PLAYING;
    room->member_end = 3;
    room->member[2].player = 9;
    memset(room_state(room), 0x5a, games[1]->state_size);
    length = snapshot_size(room);
    bytes = memory_take(length);
    snapshot_write(room, LOG_BYTES, bytes);
    return 0;
}

static int teardown(void **unused)
{
    (void)unused;
    memory_free(room);
    memory_free(found);
    memory_free(bytes);
    return 0;
}

static void assert_passed_over(bool was_read)
{
    assert_false(was_read);
    for (size_t i = 0; i < room_size_max(); i++)
        assert_int_equal(((unsigned char *)found)[i], 0);
}

static void what_was_written_is_read(void **unused)
{
    (void)unused;
    assert_true(snapshot_read(found, ROOM_ID, bytes, length, &log_bytes));
    assert_memory_equal(found, room, room_size(room));
    assert_int_equal(log_bytes, LOG_BYTES);
}

static void a_changed_byte_is_noticed_wherever_it_is(void **unused)
{
    (void)unused;
    for (size_t at = 0; at < length; at += at < 128 ? 1 : 97) {
        bytes[at] ^= 1;
        assert_passed_over(snapshot_read(found, ROOM_ID, bytes, length, &log_bytes));
        bytes[at] ^= 1;
    }
}

static void a_snapshot_cut_short_is_passed_over(void **unused)
{
    (void)unused;
    for (size_t cut = 0; cut < length; cut += 1 + cut / 3)
        assert_passed_over(snapshot_read(found, ROOM_ID, bytes, cut, &log_bytes));
    assert_passed_over(snapshot_read(found, ROOM_ID, bytes, length - 1, &log_bytes));
}

static void another_rooms_snapshot_is_passed_over(void **unused)
{
    (void)unused;
    assert_passed_over(snapshot_read(found, ROOM_ID + 1, bytes, length, &log_bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_written_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(a_changed_byte_is_noticed_wherever_it_is, setup, teardown),
        cmocka_unit_test_setup_teardown(a_snapshot_cut_short_is_passed_over, setup, teardown),
        cmocka_unit_test_setup_teardown(another_rooms_snapshot_is_passed_over, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
