/* Snapshots: a head that says which build, game and room, with a hash over all of it, then the room without
 * the entries of members that are not in use. */
#include "server/snapshot.h"

#include <stddef.h>
#include <string.h>

#include "base/sha256.h"
#include "core_hash.h"

struct head {
    uint8_t hash[SHA256_SIZE]; /* of all that follows, and of the sources that say what it means */
    int64_t room, log_bytes;
    uint32_t room_size, state_size;
    int32_t rules_version;
    char game[24];
};

static int game_index(const char *id)
{
    for (int i = 0; games[i] != NULL; i++)
        if (text_equal(games[i]->id, id))
            return i;
    return -1;
}

static struct head head_of(const struct room *room, int64_t log_bytes)
{
    const struct game *game = room_game(room);
    struct head head = { .room = room->id,
                         .log_bytes = log_bytes,
                         .room_size = sizeof *room,
                         .state_size = (uint32_t)game->state_size,
                         .rules_version = game->rules_version };
    text_copy(head.game, sizeof head.game, game->id);
    return head;
}

static size_t state_size(const struct room *room)
{
    return room_size(room) - room_state_at(ROOM_MEMBERS_MAX - room->member_lack);
}

/* `people` as in a room, then `state`. */
static void seal(struct head *head, const void *people, size_t people_size, const void *state,
                 size_t size)
{
    static const char maker[] = "parlour snapshot " CORE_HASH;
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, maker, sizeof maker);
    sha256_add(&hash, (const char *)head + sizeof head->hash, sizeof *head - sizeof head->hash);
    sha256_add(&hash, people, people_size);
    sha256_add(&hash, state, size);
    sha256_end(&hash, head->hash);
}

size_t snapshot_size(const struct room *room)
{
    return sizeof(struct head) + room_people_size(room) + state_size(room);
}

void snapshot_write(const struct room *room, int64_t log_bytes, void *out)
{
    struct head head = head_of(room, log_bytes);
    size_t people_size = room_people_size(room);
    char *to = out;
    seal(&head, room, people_size, room_state(room), state_size(room));
    memcpy(to, &head, sizeof head);
    memcpy(to + sizeof head, room, people_size);
    memcpy(to + sizeof head + people_size, room_state(room), state_size(room));
}

static bool is_whole(const struct head *head, const void *room, size_t size)
{
    struct head again = *head;
    seal(&again, room, size, NULL, 0);
    return memcmp(again.hash, head->hash, sizeof again.hash) == 0;
}

/* An undamaged snapshot of the same sources may still come from a machine with another layout of structs. */
static bool is_of_this_build(const struct head *head, size_t size)
{
    int game = memchr(head->game, '\0', sizeof head->game) ? game_index(head->game) : -1;
    return game >= 0 && head->room_size == sizeof(struct room) &&
           size >= offsetof(struct room, member) && size <= room_size_max() &&
           head->rules_version == games[game]->rules_version &&
           head->state_size == games[game]->state_size;
}

bool snapshot_read(struct room *room, int64_t id, const void *bytes, size_t length,
                   int64_t *log_bytes)
{
    struct head head;
    if (length < sizeof head)
        return false;
    memcpy(&head, bytes, sizeof head);
    const char *rest = (const char *)bytes + sizeof head;
    size_t size = length - sizeof head;
    if (head.room != id || !is_of_this_build(&head, size) || !is_whole(&head, rest, size))
        return false;
    memcpy(room, rest, offsetof(struct room, member));
    room->member_lack = 0;
    size_t people_size = room_people_size(room);
    memcpy(room->member, rest + offsetof(struct room, member),
           people_size - offsetof(struct room, member));
    memcpy(room_state(room), rest + people_size, size - people_size);
    *log_bytes = head.log_bytes;
    /* The games may stand in another order than they did. */
    room->game = (int16_t)game_index(head.game);
    return true;
}
