/* What the writer remembers of the rooms it wrote to lately: the number of the last batch, and what their
 * row in `rooms` says. Looking both up in the file costs as much as the batch itself.
 *
 * It is a cache: a room finds its place by its id, and the next room that comes there takes it. It may only
 * hold what this connection has written or read, so it is emptied when a transaction is undone. */
#include "sqlite_store.h"

#include <string.h>

#include "base/text.h"

/* A room's expiry is looked at by clean-up only. Writing it with every batch would cost a second page per
 * room and commit, so a later one is written once it is an hour later, or the old one is near. */
enum { HOUR_MS = 3600 * 1000, DAY_MS = 24 * HOUR_MS };

/* Ids are drawn at random, so their low bits spread well. */
static struct head *place_of(struct sqlite_store *store, int64_t room)
{
    return &store->heads[(uint64_t)room % HEADS_MAX];
}

struct head *sqlite_head(struct sqlite_store *store, int64_t room)
{
    struct head *head = place_of(store, room);
    return head->room == room ? head : NULL;
}

void sqlite_keep_head(struct sqlite_store *store, const struct store_write *write)
{
    struct head *head = place_of(store, write->room);
    *head = (struct head){ .room = write->room,
                           .seq = write->expected_seq + 1,
                           .next_game_id = write->next_game_id,
                           .expires_ms = write->expires_ms };
    text_copy(head->game, sizeof head->game, write->game);
}

bool sqlite_head_is_fine(const struct head *head, const struct store_write *write)
{
    return text_equal(head->game, write->game) && head->next_game_id == write->next_game_id &&
           head->expires_ms <= write->expires_ms &&
           head->expires_ms > write->expires_ms - HOUR_MS &&
           head->expires_ms > write->time_ms + DAY_MS;
}

void sqlite_forget_head(struct sqlite_store *store, int64_t room)
{
    struct head *head = sqlite_head(store, room);
    if (head)
        *head = (struct head){ 0 };
}

void sqlite_forget_heads(struct sqlite_store *store)
{
    memset(store->heads, 0, sizeof store->heads);
}
