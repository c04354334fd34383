/* Reads in front of a store: a caller is answered at once, or told that the answer is on its way.
 *
 *             ask: not known              the thread             the thread is done
 *   (nothing) ──────────────▶ waiting ──────────────▶ read ───────────────────────▶ there
 *       ▲                        ▲                      a write touched it meanwhile │
 *       │                        └───────────────────────────────────────────────────┤
 *       └── settle: given out; written: touched; KEEP_MS: nobody asked again ────────┘
 *
 * An answer is as new as the last write before it was given out: the end of a write forgets the answers that
 * it touched, and asks again for those that were on their way. Answers from before this server was fenced are
 * not given out. Where several servers share a store, sessions that were found are kept for SESSION_MS, since
 * others end them, too. */
#include "reads_store.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

enum {
    KEEP_MS = 10 * 1000,
    SESSION_MS = 60 * 1000,
    SWEEP_MS = 1000,
    PAGE_BATCHES = 128, /* of a log at first; each further read is four times as long */
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Doing a read */

static bool take_batch(void *context, const struct store_batch *stored)
{
    struct read *read = context;
    struct store_batch *batch = &read->batch[read->taken];
    read->has_more = read->taken == read->limit;
    if (read->has_more)
        return false;
    *batch = *stored;
    batch->events = arena_copy(&read->arena, stored->events, stored->length);
    if (stored->hash)
        batch->hash = memcpy(arena_take(&read->arena, 32), stored->hash, 32);
    read->taken++;
    return true;
}

static int64_t next_limit(const struct read *read)
{
    return read->taken == 0 ? PAGE_BATCHES : 4 * read->limit;
}

static void read_log(struct store *store, struct read *read)
{
    read->limit = next_limit(read);
    memory_free(read->batch);
    arena_free(&read->arena);
    read->batch = memory_take((size_t)read->limit * sizeof *read->batch);
    read->taken = 0;
    read->has_more = false;
    read->is_ok = store->ops->load(store, read->question.id, read->question.after, take_batch, read,
                                   &read->error);
}

static void take_snapshot(void *context, const void *bytes, size_t length)
{
    struct read *read = context;
    memory_free(read->list);
    read->list = memory_take(length + 1);
    memcpy(read->list, bytes, length);
    read->list_size = length;
}

static void *list_of(struct read *read, size_t size)
{
    memory_free(read->list);
    read->list = memory_take((size_t)read->question.max * size);
    read->list_size = size;
    return read->list;
}

static int64_t read_ranks(struct store *store, struct read *read)
{
    const char *points[STORE_POINTS_MAX + 1] = { NULL };
    const char *game = read->question.text, *at = game + strlen(game) + 1;
    for (int i = 0; i < STORE_POINTS_MAX && *at != '\0'; i++, at += strlen(at) + 1)
        points[i] = at;
    return store->ops->leaderboard(store, *game != '\0' ? game : NULL, points,
                                   list_of(read, sizeof(struct store_rank)),
                                   (int)read->question.max);
}

bool *reads_flags(struct read *read)
{
    return (bool *)((char *)read->list + (size_t)read->question.max * 32);
}

static void read_claim(struct store *store, struct read *read)
{
    read->is_ok = store->ops->claim(store, read->question.id, &read->claim, &read->error);
    /* The server was fenced during the read, so the answer is not valid in this epoch. */
    if (store->ops->epoch(store) != read->question.epoch)
        read->is_ok = error_set(&read->error, ERROR_FENCED, "this server was fenced");
}

static void do_read(struct store *store, struct read *read)
{
    const struct store_ops *ops = store->ops;
    const struct question *question = &read->question;
    struct error *error = &read->error;
    int64_t id = question->id;
    int max = (int)question->max;
    *error = (struct error){ 0 };
    switch ((enum read_kind)question->kind) {
    case READ_CODE: read->is_ok = ops->find_code(store, id, &read->room, error); break;
    case READ_ROOM: read->is_ok = ops->find_room(store, id, &read->room, error); break;
    case READ_GAME: read->is_ok = ops->find_game(store, id, &read->number, error); break;
    case READ_LOG: read_log(store, read); break;
    case READ_SNAPSHOT:
        read->is_ok = ops->load_snapshot(store, id, &read->number, take_snapshot, read, error);
        break;
    case READ_SESSION:
        read->is_ok = ops->find_session(store, question->hash, &read->session, error);
        break;
    case READ_PERSON: read->is_ok = ops->find_player(store, id, &read->session, error); break;
    case READ_ROOMS:
        read->number =
            ops->list_rooms(store, read->now_ms, id, list_of(read, sizeof(struct store_room)), max);
        break;
    case READ_PEOPLE:
        read->number = ops->list_people(store, question->text,
                                        list_of(read, sizeof(struct store_session)), max);
        break;
    case READ_RANKS: read->number = read_ranks(store, read); break;
    case READ_RESULTS:
        read->number = ops->history(store, id, list_of(read, sizeof(struct store_result)), max);
        break;
    case READ_PLAYING:
        read->number = ops->list_playing(store, id, list_of(read, sizeof(int64_t)), max);
        break;
    case READ_LONG:
        read->number = ops->list_long(store, id, list_of(read, sizeof(int64_t)), max);
        break;
    case READ_PUSHES:
        read->number = ops->list_pushes(store, id, read->now_ms,
                                        list_of(read, sizeof(struct store_push)), max);
        break;
    case READ_PUSH_COUNT: read->number = ops->count_pushes(store); break;
    case READ_ALIVE: read->number = ops->alive_ms(store); break;
    case READ_CLAIM: read_claim(store, read); break;
    case READ_ENDED:
        read->number = ops->find_ended(store, read->list, max, read->now_ms, reads_flags(read));
        break;
    case READ_DUE:
        read->number = ops->list_due(store, read->now_ms, list_of(read, sizeof(int64_t)), max);
        break;
    }
}

/* The read as the store behind may ask it ahead; false if it is of another kind. */
static bool describe(const struct read *read, struct store_ahead *out)
{
    const struct question *question = &read->question;
    *out = (struct store_ahead){ .id = question->id };
    switch ((enum read_kind)question->kind) {
    case READ_CODE: out->kind = STORE_AHEAD_CODE; return true;
    case READ_ROOM: out->kind = STORE_AHEAD_ROOM; return true;
    case READ_GAME: out->kind = STORE_AHEAD_GAME; return true;
    case READ_CLAIM: out->kind = STORE_AHEAD_CLAIM; return true;
    case READ_SNAPSHOT: out->kind = STORE_AHEAD_SNAPSHOT; return true;
    case READ_SESSION:
        out->kind = STORE_AHEAD_SESSION;
        memcpy(out->token_hash, question->hash, sizeof out->token_hash);
        return true;
    case READ_LOG:
        out->kind = STORE_AHEAD_LOG;
        out->after_seq = question->after;
        out->batches = next_limit(read) + 1; /* one more tells that the log goes on */
        return true;
    case READ_PERSON:
    case READ_ROOMS:
    case READ_PEOPLE:
    case READ_RANKS:
    case READ_RESULTS:
    case READ_PLAYING:
    case READ_LONG:
    case READ_PUSHES:
    case READ_PUSH_COUNT:
    case READ_ALIVE:
    case READ_DUE:
    case READ_ENDED: return false;
    }
    return false;
}

static void do_all(struct reads *reads, struct read *first)
{
    const struct store_ops *ops = reads->behind->ops;
    struct store_ahead ahead[STORE_AHEAD_MAX];
    int count = 0;
    for (const struct read *read = first; read && ops->ask_ahead; read = read->next)
        count += describe(read, &ahead[count]);
    if (count > 1)
        ops->ask_ahead(reads->behind, ahead, count);
    for (struct read *read = first; read; read = read->next)
        do_read(reads->behind, read);
    if (count > 1)
        ops->ask_ahead(reads->behind, NULL, 0);
}

/* The thread */

/* Some of those that wait, the oldest first. */
static struct read *take_waiting(struct reads *reads)
{
    struct read *first = reads->first, *last = first;
    for (int i = 1; last && last->next && i < STORE_AHEAD_MAX; i++)
        last = last->next;
    if (!last)
        return NULL;
    reads->first = last->next;
    last->next = NULL;
    return first;
}

static void put_done(struct reads *reads, struct read *first)
{
    for (struct read *read = first, *next; read; read = next) {
        next = read->next;
        read->next = reads->done;
        reads->done = read;
    }
}

static void *reading_thread(void *context)
{
    struct reads *reads = context;
    pthread_mutex_lock(&reads->mutex);
    while (!reads->is_closing) {
        struct read *first = take_waiting(reads);
        if (!first) {
            pthread_cond_wait(&reads->work, &reads->mutex);
            continue;
        }
        pthread_mutex_unlock(&reads->mutex);
        do_all(reads, first);
        pthread_mutex_lock(&reads->mutex);
        bool is_first = !reads->done;
        put_done(reads, first);
        if (!is_first || !reads->config.wake)
            continue;
        pthread_mutex_unlock(&reads->mutex);
        reads->config.wake(reads->config.context);
        pthread_mutex_lock(&reads->mutex);
    }
    pthread_mutex_unlock(&reads->mutex);
    return NULL;
}

/* Asking */

static void ask(struct reads *reads, struct read *read)
{
    pthread_mutex_lock(&reads->mutex);
    read->is_there = read->is_touched = false;
    read->next = NULL;
    if (reads->first)
        reads->last->next = read;
    else
        reads->first = read;
    reads->last = read;
    pthread_cond_signal(&reads->work);
    pthread_mutex_unlock(&reads->mutex);
}

static struct map *map_of(struct reads *reads, const struct question *question)
{
    return question->kind == READ_SESSION ? &reads->sessions : &reads->known;
}

static void set_used(struct reads *reads, struct read *read)
{
    if (read->is_used)
        return;
    if (reads->used_count == reads->used_max) {
        size_t max = reads->used_max ? 2 * reads->used_max : 64;
        reads->used = memory_grow(reads->used, reads->used_max * sizeof *reads->used,
                                  max * sizeof *reads->used);
        reads->used_max = max;
    }
    reads->used[reads->used_count++] = read;
    read->is_used = true;
}

static void drop(struct reads *reads, struct read *read)
{
    struct map *map = map_of(reads, &read->question);
    for (size_t i = 0; read->is_used && i < reads->used_count; i++)
        if (reads->used[i] == read)
            reads->used[i--] = reads->used[--reads->used_count];
    map_remove(map, read->key);
    if (map->count == 0)
        map_free(map);
    memory_free(read->list);
    memory_free(read->batch);
    arena_free(&read->arena);
    memory_free(read);
}

static int64_t key_of(const struct question *question)
{
    uint64_t hash = 0xcbf29ce484222325u;
    uint64_t word[sizeof *question / sizeof(uint64_t)];
    memcpy(word, question, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
        hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
    return (int64_t)(hash | 1u);
}
_Static_assert(sizeof(struct question) % sizeof(uint64_t) == 0, "a question is read by words");

/* The entry for the question, made if there is none; keys that are alike by chance lie side by side. */
static struct read *entry_of(struct reads *reads, const struct question *question, bool *is_new)
{
    int64_t key = key_of(question);
    struct map *map = map_of(reads, question);
    struct read *read;
    while ((read = map_get(map, key)) && memcmp(&read->question, question, sizeof *question) != 0)
        key += 2;
    *is_new = !read;
    if (read)
        return read;
    read = memory_take(sizeof *read);
    read->question = *question;
    read->key = key;
    map_put(map, key, read);
    return read;
}

struct read *reads_answer(struct store *base, struct question question, int64_t now)
{
    struct reads *reads = (struct reads *)base;
    bool is_new;
    if (reads->behind->ops->epoch)
        question.epoch = reads->behind->ops->epoch(reads->behind);
    struct read *read = entry_of(reads, &question, &is_new);
    read->now_ms = is_new ? now : read->now_ms;
    read->used_ms = now_ms();
    if (is_new) {
        arena_init(&read->arena);
        if (question.kind == READ_ENDED) {
            size_t size = (size_t)question.max * 32;
            read->list = memory_take(size + (size_t)question.max * sizeof(bool));
            memcpy(read->list, reads->hashes, size);
        }
        if (reads->is_started)
            ask(reads, read);
        else {
            do_read(reads->behind, read);
            read->is_there = true;
        }
    }
    if (!read->is_there) {
        reads->awaits = reads->awaits != 0 ? reads->awaits : read->key;
        return NULL;
    }
    set_used(reads, read);
    return read;
}

bool reads_more(struct reads *reads, struct read *read)
{
    if (!reads->is_started) {
        do_read(reads->behind, read);
        return true;
    }
    reads->awaits = reads->awaits != 0 ? reads->awaits : read->key;
    ask(reads, read);
    return false;
}

/* Writing: the end of a write forgets what it touched */

/* The session's player is known only when it has been read. */
static bool concerns_session(const struct read *read, const struct store_write *write)
{
    bool is_same = memcmp(read->question.hash, write->token_hash, sizeof write->token_hash) == 0;
    if (write->kind == STORE_PUT_SESSION || write->kind == STORE_DROP_SESSION)
        return is_same;
    return write->kind == STORE_DROP_SESSIONS && !is_same &&
           (!read->is_there || read->session.player == write->player);
}

static bool concerns(const struct read *read, const struct store_write *write)
{
    bool is_of_room = write->kind == STORE_APPEND || write->kind == STORE_REMOVE_ROOM;
    bool is_same_room = read->question.id == write->room;
    switch ((enum read_kind)read->question.kind) {
    case READ_LOG:
    case READ_ROOM:
    case READ_CLAIM: return is_of_room && is_same_room;
    case READ_SNAPSHOT: return (is_of_room || write->kind == STORE_SNAPSHOT) && is_same_room;
    case READ_CODE:
    case READ_GAME:
        return write->kind == STORE_REMOVE_ROOM ||
               (is_of_room && (write->expected_seq == 0 || write->next_game_id != 0 ||
                               write->marks & STORE_MARK_GAME_STARTED));
    case READ_SESSION: return concerns_session(read, write);
    case READ_PERSON: return write->kind == STORE_PUT_SESSION && read->question.id == write->player;
    case READ_PUSH_COUNT:
    case READ_PUSHES:
        return write->kind == STORE_SET_PUSH || write->kind == STORE_DROP_SESSION ||
               write->kind == STORE_DROP_SESSIONS;
    case READ_RANKS:
    case READ_RESULTS: return is_of_room && write->marks & STORE_MARK_GAME_OVER;
    case READ_PLAYING: return is_of_room && write->playing;
    case READ_ROOMS:
    case READ_PEOPLE:
    case READ_LONG:
    case READ_ALIVE:
    case READ_ENDED:
    case READ_DUE: return false;
    }
    return false;
}

static void touch(struct reads *reads, struct map *map, const struct store_write *write)
{
    size_t at = 0;
    for (struct read *read; map->count > 0 && (read = map_next(map, &at));) {
        if (!concerns(read, write))
            continue;
        read->is_touched = true;
        if (read->is_there) {
            drop(reads, read);
            at--;
        }
    }
}

static void written(struct store_write *write)
{
    struct handed *handed = write->owner;
    struct reads *reads = handed->reads;
    write->owner = handed->owner;
    write->done = handed->done;
    handed->next = reads->free_handed;
    reads->free_handed = handed;
    bool is_room = write->room != 0;
    touch(reads, is_room ? &reads->known : &reads->sessions, write);
    if (!is_room)
        touch(reads, &reads->known, write); /* people, and where they are told of moves */
    write->done(write);
}

static void reads_write(struct store *base, struct store_write *first)
{
    struct reads *reads = (struct reads *)base;
    for (struct store_write *write = first; write; write = write->next) {
        struct handed *handed = reads->free_handed;
        if (handed)
            reads->free_handed = handed->next;
        else
            handed = memory_take(sizeof *handed);
        *handed = (struct handed){ NULL, reads, write->done, write->owner };
        write->done = written;
        write->owner = handed;
    }
    store_write(reads->behind, first);
}

/* Arriving */

static struct read *take_done(struct reads *reads)
{
    pthread_mutex_lock(&reads->mutex);
    struct read *done = reads->done;
    reads->done = NULL;
    pthread_mutex_unlock(&reads->mutex);
    return done;
}

static bool is_kept(const struct reads *reads, const struct read *read)
{
    return read->question.kind == READ_SESSION && read->is_ok && reads->behind->ops->claim;
}

static bool is_forgotten(const struct reads *reads, const struct read *read, int64_t now)
{
    return read->is_there && (is_kept(reads, read) ? now - read->read_ms >= SESSION_MS
                                                   : now - read->used_ms >= KEEP_MS);
}

static void sweep(struct reads *reads, struct map *map, int64_t now)
{
    size_t at = 0;
    for (struct read *read; map->count > 0 && (read = map_next(map, &at));)
        if (is_forgotten(reads, read, now)) {
            drop(reads, read);
            at--;
        }
}

static void sweep_all(struct reads *reads)
{
    int64_t now = now_ms();
    if (now - reads->swept_ms < SWEEP_MS)
        return;
    reads->swept_ms = now;
    sweep(reads, &reads->known, now);
    sweep(reads, &reads->sessions, now);
}

static void do_reads_here(struct reads *reads)
{
    for (struct read *first; (first = take_waiting(reads));) {
        do_all(reads, first);
        put_done(reads, first);
    }
}

static void reads_poll(struct store *base)
{
    struct reads *reads = (struct reads *)base;
    reads->is_started = true;
    if (!reads->has_thread)
        do_reads_here(reads);
    for (struct read *read = take_done(reads), *next; read; read = next) {
        next = read->next;
        if (read->is_touched) {
            ask(reads, read);
            continue;
        }
        read->is_there = true;
        read->read_ms = read->used_ms = now_ms();
        reads->has_arrived = true;
    }
    sweep_all(reads);
    store_poll(reads->behind);
}

static int64_t reads_awaits(struct store *base)
{
    return ((struct reads *)base)->awaits;
}

static bool reads_is_pending(struct store *base, int64_t key)
{
    struct reads *reads = (struct reads *)base;
    const struct read *read = map_get(&reads->known, key);
    if (!read)
        read = map_get(&reads->sessions, key);
    return read && !read->is_there;
}

static bool reads_has_arrived(struct store *base)
{
    struct reads *reads = (struct reads *)base;
    bool has_arrived = reads->has_arrived;
    reads->has_arrived = false;
    return has_arrived;
}

static void reads_settle(struct store *base, bool is_waiting)
{
    struct reads *reads = (struct reads *)base;
    bool awaits = is_waiting || reads->awaits != 0;
    reads->awaits = 0;
    for (size_t i = 0; i < reads->used_count; i++)
        reads->used[i]->is_used = false;
    size_t count = reads->used_count;
    reads->used_count = 0;
    for (size_t i = 0; i < count && !awaits; i++)
        if (reads->used[i]->is_there && !is_kept(reads, reads->used[i]))
            drop(reads, reads->used[i]);
}

/* Operations passed on to the store behind */

static bool reads_healthy(struct store *base, struct error *error)
{
    struct store *behind = ((struct reads *)base)->behind;
    return behind->ops->healthy(behind, error);
}

static bool reads_backup(struct store *base, const char *path, struct error *error)
{
    struct store *behind = ((struct reads *)base)->behind;
    return behind->ops->backup(behind, path, error);
}

static void reads_stats(struct store *base, struct store_stats *out)
{
    struct store *behind = ((struct reads *)base)->behind;
    behind->ops->stats(behind, out);
}

static int64_t reads_epoch(struct store *base)
{
    struct store *behind = ((struct reads *)base)->behind;
    return behind->ops->epoch(behind);
}

static bool reads_holds_lease(struct store *base)
{
    struct store *behind = ((struct reads *)base)->behind;
    return behind->ops->holds_lease(behind);
}

/* Opening and closing */

static void drop_all(struct reads *reads, struct map *map)
{
    while (map->count > 0) {
        size_t at = 0;
        drop(reads, map_next(map, &at));
    }
}

static void reads_close(struct store *base)
{
    struct reads *reads = (struct reads *)base;
    pthread_mutex_lock(&reads->mutex);
    reads->is_closing = true;
    pthread_cond_signal(&reads->work);
    pthread_mutex_unlock(&reads->mutex);
    if (reads->has_thread)
        pthread_join(reads->thread, NULL);
    reads->behind->ops->close(reads->behind);
    drop_all(reads, &reads->known);
    drop_all(reads, &reads->sessions);
    memory_free(reads->used);
    for (struct handed *handed = reads->free_handed, *next; handed; handed = next) {
        next = handed->next;
        memory_free(handed);
    }
    pthread_cond_destroy(&reads->work);
    pthread_mutex_destroy(&reads->mutex);
    memory_free(reads);
}

static bool start_thread(struct reads *reads, struct error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int problem = pthread_create(&reads->thread, NULL, reading_thread, reads);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    reads->has_thread = problem == 0;
    return problem == 0 || error_set(error, ERROR_IO, "reading thread: %s", strerror(problem));
}

/* Operations that the store behind does not have are missing here too. */
static void set_ops(struct reads *reads)
{
    const struct store_ops *behind = reads->behind->ops;
    reads->ops = (struct store_ops){
        .write = reads_write,
        .poll = reads_poll,
        .find_code = reads_find_code,
        .find_room = reads_find_room,
        .find_game = reads_find_game,
        .load = reads_load,
        .load_snapshot = reads_load_snapshot,
        .find_session = reads_find_session,
        .find_player = reads_find_player,
        .list_rooms = reads_list_rooms,
        .list_people = reads_list_people,
        .leaderboard = reads_leaderboard,
        .history = reads_history,
        .list_playing = reads_list_playing,
        .list_long = behind->list_long ? reads_list_long : NULL,
        .list_pushes = reads_list_pushes,
        .count_pushes = reads_count_pushes,
        .alive_ms = reads_alive_ms,
        .claim = behind->claim ? reads_claim : NULL,
        .list_due = behind->list_due ? reads_list_due : NULL,
        .epoch = behind->epoch ? reads_epoch : NULL,
        .find_ended = behind->find_ended ? reads_find_ended : NULL,
        .holds_lease = behind->holds_lease ? reads_holds_lease : NULL,
        .awaits = reads_awaits,
        .is_pending = reads_is_pending,
        .settle = reads_settle,
        .has_arrived = reads_has_arrived,
        .healthy = reads_healthy,
        .backup = reads_backup,
        .stats = reads_stats,
        .close = reads_close,
    };
    reads->store.ops = &reads->ops;
}

struct store *store_open_reads(struct store *behind, const struct store_config *config,
                               struct error *error)
{
    struct reads *reads = memory_take(sizeof *reads);
    reads->behind = behind;
    reads->config = *config;
    pthread_mutex_init(&reads->mutex, NULL);
    pthread_cond_init(&reads->work, NULL);
    set_ops(reads);
    if (!config->is_threaded || start_thread(reads, error))
        return &reads->store;
    reads_close(&reads->store);
    return NULL;
}
