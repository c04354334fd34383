/* Snapshots that were damaged: the input is what was done to one, three bytes at a time (two say where, one
 * what is put there), and its first two bytes say where it was cut. The snapshot must be ignored unless
 * nothing has really changed; then it must give the same room. */
#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "fuzz/fuzz.h"
#include "server/snapshot.h"

enum { ROOM_ID = 77 };

static struct room *room_of(void)
{
    static struct room *room;
    if (room)
        return room;
    room = memory_take(room_size_max());
    room->id = ROOM_ID;
    room->seq = 200;
    room->phase = ROOM_PLAYING;
    for (size_t i = 0; i < games[0]->state_size; i++)
        ((unsigned char *)room_state(room))[i] = (unsigned char)i;
    return room;
}

static size_t damage(unsigned char *bytes, size_t length, const uint8_t *data, size_t size)
{
    size_t cut = size >= 2 ? (size_t)(data[0] << 8 | data[1]) : 0;
    for (size_t i = 2; i + 2 < size; i += 3)
        bytes[(size_t)(data[i] << 8 | data[i + 1]) % length] = data[i + 2];
    return cut != 0 && cut < length ? cut : length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct room *room = room_of();
    size_t length = snapshot_size(room);
    int64_t log_bytes;
    unsigned char *whole = memory_take(length), *bytes = memory_take(length);
    struct room *found = memory_take(room_size_max());
    snapshot_write(room, 1234, whole);
    memcpy(bytes, whole, length);
    size_t left = damage(bytes, length, data, size);
    unsigned char *exact = memory_take(left);
    memcpy(exact, bytes, left);
    bool is_same = left == length && memcmp(bytes, whole, length) == 0;
    assert(snapshot_read(found, ROOM_ID, exact, left, &log_bytes) == is_same);
    assert(found->id == (is_same ? ROOM_ID : 0));
    /* As if nobody had looked at the hash: a room that is another one. */
    PLANT(left == length && memcmp(bytes, whole, 72) == 0 && !is_same);
    memory_free(exact);
    memory_free(found);
    memory_free(bytes);
    memory_free(whole);
    return 0;
}
