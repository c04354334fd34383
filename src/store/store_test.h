/* What the store's tests share: a folder of their own, and writes that are waited for. */
#ifndef PARLOUR_STORE_TEST_H
#define PARLOUR_STORE_TEST_H

#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/sha256.h"
#include "store/store.h"

enum { ALICE = 1001, BOB = -1002, CARLA = 1003, ROOM = 77, OTHER_ROOM = -78, CODE = 4711 };
enum { GAME_ID = 9001 };

static char folder[64];

static inline const char *in_folder(const char *name)
{
    static char paths[8][128];
    static int turn;
    char *path = paths[turn = (turn + 1) % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline void make_folder(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.40s/store_test.XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(folder));
}

static inline void remove_folder(void)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));)
        unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
    rmdir(folder);
}

/* One write and what became of it. */
struct act {
    struct store_write write;
    bool is_done;
    int order;
    pthread_t thread;
};
static int done_count;

static inline void note_done(struct store_write *write)
{
    struct act *act = write->owner;
    act->is_done = true;
    act->order = done_count++;
    act->thread = pthread_self();
}

static inline void hand_over_together(struct store *store, struct act act[], int count)
{
    for (int i = 0; i < count; i++) {
        act[i].is_done = false;
        act[i].write.done = note_done;
        act[i].write.owner = &act[i];
        act[i].write.next = i + 1 < count ? &act[i + 1].write : NULL;
    }
    store_write(store, &act->write);
}

static inline void hand_over(struct store *store, struct act *act)
{
    hand_over_together(store, act, 1);
}

static inline void wait_for(struct store *store, struct act *act)
{
    for (int i = 0; i < 50000 && !act->is_done; i++) {
        store_poll(store);
        if (!act->is_done)
            usleep(200);
    }
    assert_true(act->is_done);
}

static inline enum error_kind finish(struct store *store, struct store_write write)
{
    struct act act = { .write = write };
    hand_over(store, &act);
    wait_for(store, &act);
    return act.write.result;
}

/* A batch after `previous`, the room's hash so far (NULL: none); sealed as the room seals it. */
static inline struct store_write batch_after(const uint8_t *previous, int64_t room,
                                             int64_t expected_seq, const char *events)
{
    struct store_write write = { .kind = STORE_APPEND,
                                 .room = room,
                                 .code = room == ROOM ? CODE : room & 0xffffff,
                                 .expected_seq = expected_seq,
                                 .time_ms = 1000 + expected_seq,
                                 .player = ALICE,
                                 .cid = 5,
                                 .bytes = events,
                                 .length = strlen(events),
                                 .game = "coinflip",
                                 .expires_ms = 2000 };
    static const uint8_t zeros[SHA256_SIZE];
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, previous ? previous : zeros, SHA256_SIZE);
    sha256_add(&hash, events, strlen(events));
    sha256_end(&hash, write.hash);
    return write;
}

static inline struct store_write session(int64_t player, const char *name, uint8_t token)
{
    struct store_write write = {
        .kind = STORE_PUT_SESSION, .player = player, .name = name, .time_ms = 10, .expires_ms = 500
    };
    memset(write.token_hash, token, sizeof write.token_hash);
    return write;
}

/* Remembers the end of a log. */
struct log_end {
    int64_t seq;
    uint8_t hash[SHA256_SIZE];
};

static inline bool note_end(void *context, const struct store_batch *batch)
{
    struct log_end *end = context;
    end->seq = batch->seq;
    memcpy(end->hash, batch->hash, SHA256_SIZE);
    return true;
}

static inline struct log_end log_end(struct store *store, int64_t room)
{
    struct log_end end = { 0 };
    assert_true(store->ops->load(store, room, 0, note_end, &end, NULL));
    return end;
}

/* The next batch of a room, after any others. */
static inline struct store_write next_batch(struct store *store, int64_t room, const char *events)
{
    struct log_end end = log_end(store, room);
    return batch_after(end.hash, room, end.seq, events);
}

#endif
