/* The SQLite back end: group commit, recovery, opening and closing.
 *
 * write() puts the caller's struct at the end of a list. The writer thread takes the whole list, does it
 * in one transaction, puts it on the finished list and wakes the caller, who collects it in poll(). While
 * one commit is on its way to the disk the next group gathers: the busier the server, the more rooms
 * share a sync. Without a thread poll() does the writer's part itself.
 *
 * After an I/O error nothing is known about what the operating system still holds, and asking it again
 * for the same sync proves nothing. The connection is dropped. A new one writes the write-ahead log once
 * more, syncs it, copies it into the data file and checks that; only then does the store go on. The same,
 * without the check, is done at every start: the former server may have died of such an error. */
#include "sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/text.h"

enum {
    SHELF_ARRIVALS = 2000,
    CHECKPOINT_FRAMES = 4000,
    RETRY_MS = 1000,
    MEASURE_EVERY = 16, /* commits */
    LOG_PART_SIZE = 16 * 1024
};

/* The list of writes */

/* Adds `first` and the writes that are joined to it. Returns how many. */
static int list_add(struct write_list *list, struct store_write *first)
{
    int count = 0;
    if (list->last)
        list->last->next = first;
    else
        list->first = first;
    for (struct store_write *w = first; w; w = w->next, count++)
        list->last = w;
    return count;
}

static struct write_list list_take(struct write_list *list)
{
    struct write_list taken = *list;
    *list = (struct write_list){ 0 };
    return taken;
}

/* Connections */

/* Remembers how long the log has become; it starts again from 0 once all of it has been copied. */
static int note_frames(void *context, sqlite3 *db, const char *name, int frames)
{
    (void)db, (void)name;
    struct sqlite_store *store = context;
    if (frames < store->wal_frames)
        store->checkpoint_at = CHECKPOINT_FRAMES;
    store->wal_frames = frames;
    return SQLITE_OK;
}

static int shelf_arrivals(const struct sqlite_store *store)
{
    return store->config.shelf_arrivals ? store->config.shelf_arrivals : SHELF_ARRIVALS;
}

/* Batches that a former connection left in arrivals are shelved with the first group. */
static void count_arrivals(struct sqlite_store *store)
{
    store->arrivals = (int)sqlite_int(store->writer, "SELECT count(*) FROM arrivals", 0);
    store->shelve_at = store->arrivals ? 0 : shelf_arrivals(store);
}

static bool connect_writer(struct sqlite_store *store, struct error *error)
{
    store->writer = sqlite_connect(store, error);
    if (!store->writer)
        return false;
    if (!store->config.is_threaded)
        store->reader = store->writer;
    sqlite_forget_heads(store);
    store->wal_frames = 0;
    store->checkpoint_at = CHECKPOINT_FRAMES;
    sqlite3_wal_hook(store->writer, note_frames, store); /* replaces the automatic checkpoint */
    if (!sqlite_prepare_schema(store->writer, error) ||
        !sqlite_set_durability(store->writer, store->config.is_unsafe, error) ||
        !sqlite_prepare_writes(store, error))
        return false;
    count_arrivals(store);
    return store->config.is_threaded || sqlite_prepare_reads(store, error);
}

static bool connect_reader(struct sqlite_store *store, struct error *error)
{
    store->reader = sqlite_connect(store, error);
    return store->reader && sqlite_exec(store->reader, "PRAGMA query_only = ON", error) &&
           sqlite_prepare_reads(store, error);
}

static void disconnect_writer(struct sqlite_store *store)
{
    sqlite_finalize_all(store->write, WRITE_COUNT);
    if (!store->config.is_threaded) {
        sqlite_finalize_all(store->read, READ_COUNT);
        store->reader = NULL;
    }
    sqlite3_close(store->writer);
    store->writer = NULL;
}

static void disconnect_reader(struct sqlite_store *store)
{
    sqlite_finalize_all(store->read, READ_COUNT);
    sqlite3_close(store->reader);
    store->reader = NULL;
}

/* Recovery */

static void set_broken(struct sqlite_store *store, int code)
{
    struct error problem;
    sqlite_error(&problem, store->writer, code, "write");
    log_line(LOG_ERROR, "the data file failed", "problem", "%s", problem.text, NULL);
    pthread_mutex_lock(&store->mutex);
    store->is_broken = true;
    store->problem = problem;
    pthread_mutex_unlock(&store->mutex);
}

static bool is_broken(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    bool answer = store->is_broken;
    pthread_mutex_unlock(&store->mutex);
    return answer;
}

/* Frames whose sync failed may be in the operating system's memory only, taken for written: a second sync
 * would leave them out. Written once more, they are synced like any others. */
static int write_log_again(sqlite3 *db)
{
    char part[LOG_PART_SIZE];
    sqlite3_file *log = NULL;
    sqlite3_int64 size = 0;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || !log || !log->pMethods)
        return code;
    code = log->pMethods->xFileSize(log, &size);
    for (sqlite3_int64 at = 0; at < size && code == SQLITE_OK; at += LOG_PART_SIZE) {
        int length = size - at < LOG_PART_SIZE ? (int)(size - at) : LOG_PART_SIZE;
        code = log->pMethods->xRead(log, part, length, at);
        if (code == SQLITE_OK)
            code = log->pMethods->xWrite(log, part, length, at);
    }
    return code == SQLITE_OK && size > 0 ? log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) : code;
}

/* Makes the log certain, then copies all of it into the data file. In this order: a log with a hole beside
 * a data file that is ahead of it would, after a power cut, be played back up to the hole. */
static bool empty_log(struct sqlite_store *store, struct error *error)
{
    int code = write_log_again(store->writer);
    if (code == SQLITE_OK)
        code =
            sqlite3_wal_checkpoint_v2(store->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return code == SQLITE_OK || sqlite_error(error, store->writer, code, "recovery");
}

static bool settle(struct sqlite_store *store, struct error *error)
{
    if (!empty_log(store, error))
        return false;
    if (sqlite_int(store->writer, "SELECT quick_check = 'ok' FROM pragma_quick_check(1)", 0) != 1)
        return error_set(error, ERROR_CORRUPT, "recovery: the data file is damaged");
    return true;
}

static void abandon_writer(struct sqlite_store *store)
{
    /* Closing must not write, because this connection's view of the file cannot be trusted. */
    if (store->writer)
        sqlite3_db_config(store->writer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    disconnect_writer(store);
}

/* A file that was removed or replaced takes writes as before, and all of them are lost. */
static bool file_is_there(const struct sqlite_store *store)
{
    struct stat now;
    if (store->inode == 0)
        return true;
    if (stat(store->path, &now) != 0 || now.st_ino != store->inode || now.st_dev != store->device)
        return false;
    return store->log_inode == 0 ||
           (stat(store->log_path, &now) == 0 && now.st_ino == store->log_inode);
}

static void note_log_file(struct sqlite_store *store)
{
    struct stat now;
    if (store->inode != 0)
        store->log_inode = stat(store->log_path, &now) == 0 ? now.st_ino : 0;
}

static void set_gone(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    bool is_news = !store->is_broken;
    store->is_broken = true;
    error_set(&store->problem, ERROR_IO,
              "the data file or its log is gone; stop the server and restore it");
    pthread_mutex_unlock(&store->mutex);
    if (is_news)
        log_line(LOG_ERROR, "the data file is gone", NULL);
}

static bool recover(struct sqlite_store *store)
{
    struct error error;
    if (!file_is_there(store)) { /* a new connection would make another one */
        set_gone(store);
        return false;
    }
    abandon_writer(store);
    bool is_well = connect_writer(store, &error) && settle(store, &error);
    if (is_well)
        note_log_file(store);
    if (!is_well)
        abandon_writer(store);
    pthread_mutex_lock(&store->mutex);
    store->is_broken = !is_well;
    if (is_well)
        store->stats.recoveries++;
    else
        store->problem = error;
    pthread_mutex_unlock(&store->mutex);
    if (is_well)
        log_line(LOG_WARN, "the data file works again", NULL);
    return is_well;
}

/* The writer's part */

/* Whether an error leaves the connection as trustworthy as before. */
static bool is_harmless(int code)
{
    return code == SQLITE_OK || code == SQLITE_FULL || (code & 0xff) == SQLITE_BUSY;
}

/* How much is in the file, without the pages that are free again. */
static void measure(struct sqlite_store *store)
{
    int64_t bytes = sqlite_int(store->writer,
                               "SELECT (page_count - freelist_count) * page_size FROM"
                               " pragma_page_count, pragma_freelist_count, pragma_page_size",
                               -1);
    pthread_mutex_lock(&store->mutex);
    if (bytes >= 0)
        store->stats.bytes = bytes;
    pthread_mutex_unlock(&store->mutex);
}

static void count_group(struct sqlite_store *store, const struct store_write *first, int code)
{
    int64_t size = 0;
    for (const struct store_write *w = first; w; w = w->next)
        size++;
    pthread_mutex_lock(&store->mutex);
    store->stats.writes += size;
    store->stats.waiting -= size;
    if (code == SQLITE_OK)
        store->stats.commits++;
    else
        store->stats.failed_commits++;
    if (size > store->stats.largest_group)
        store->stats.largest_group = size;
    pthread_mutex_unlock(&store->mutex);
}

static void fail_all(struct store_write *first)
{
    for (struct store_write *w = first; w; w = w->next)
        w->result = ERROR_IO;
}

static void do_group(struct sqlite_store *store, struct store_write *first)
{
    int code = SQLITE_IOERR;
    if (!file_is_there(store))
        set_gone(store);
    if (!is_broken(store) || recover(store)) {
        sqlite_ledger_before(store, first);
        code = sqlite_commit(store, first);
        if (code == SQLITE_OK &&
            !file_is_there(store)) { /* it went meanwhile, with what we wrote */
            set_gone(store);
            fail_all(first);
            count_group(store, first, SQLITE_IOERR);
            return;
        }
        if (code == SQLITE_OK)
            sqlite_ledger_after(store, first);
        if (!is_harmless(code))
            set_broken(store, code);
        /* A log that has been copied into the data file can be written from its beginning again. */
        if (code == SQLITE_FULL)
            store->checkpoint_at = 0;
    } else {
        fail_all(first);
    }
    count_group(store, first, code);
}

/* Copies the log into the data file now and then: after the writes are answered, because nobody waits for it,
 * and here instead of by SQLite's automatic checkpoint, which does not tell when its sync failed. */
static void checkpoint_if_due(struct sqlite_store *store)
{
    if (is_broken(store) ||
        (store->wal_frames < store->checkpoint_at && !sqlite_ledger_is_long(store)))
        return;
    int frames = 0, copied = -1;
    int code =
        sqlite3_wal_checkpoint_v2(store->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied);
    if (code == SQLITE_OK && frames == copied)
        sqlite_ledger_shorten(store);
    store->checkpoint_at = store->wal_frames + CHECKPOINT_FRAMES;
    if (!is_harmless(code))
        set_broken(store, code);
    pthread_mutex_lock(&store->mutex);
    store->stats.checkpoints++;
    pthread_mutex_unlock(&store->mutex);
}

/* Puts the arrivals in the order of rooms now and then, so that loading a room reads few pages. Done for
 * many at once: each page of the shelf is written once for all that goes onto it. */
static void shelve_if_due(struct sqlite_store *store)
{
    if (is_broken(store) || store->arrivals < store->shelve_at)
        return;
    int code = sqlite_shelve(store);
    store->shelve_at = store->arrivals + shelf_arrivals(store);
    if (!is_harmless(code))
        set_broken(store, code);
}

/* Work that nobody waits for, after the results are out. */
static void keep_house(struct sqlite_store *store)
{
    shelve_if_due(store);
    checkpoint_if_due(store);
    if (!is_broken(store) && store->stats.commits % MEASURE_EVERY == 0)
        measure(store);
}

static void wake(struct sqlite_store *store)
{
    if (store->config.wake)
        store->config.wake(store->config.context);
}

static void wait_for_work(struct sqlite_store *store)
{
    if (!store->is_broken) {
        pthread_cond_wait(&store->work, &store->mutex);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += RETRY_MS / 1000;
    pthread_cond_timedwait(&store->work, &store->mutex, &until);
}

/* The next group. An empty one tells the writer to recover or, when the store is closing, to end. */
static struct write_list next_group(struct sqlite_store *store, bool *is_over)
{
    pthread_mutex_lock(&store->mutex);
    if (!store->waiting.first && !store->is_closing)
        wait_for_work(store);
    struct write_list group = list_take(&store->waiting);
    *is_over = store->is_closing && !group.first;
    pthread_mutex_unlock(&store->mutex);
    return group;
}

static void *writer_thread(void *context)
{
    struct sqlite_store *store = context;
    for (;;) {
        bool is_over;
        struct write_list group = next_group(store, &is_over);
        if (is_over)
            return NULL;
        if (group.first) {
            do_group(store, group.first);
            pthread_mutex_lock(&store->mutex);
            list_add(&store->finished, group.first);
            pthread_mutex_unlock(&store->mutex);
            wake(store);
            keep_house(store);
        }
        if (is_broken(store))
            recover(store);
    }
}

/* The caller's part */

static void sqlite_write(struct store *base, struct store_write *write)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->mutex);
    store->stats.waiting += list_add(&store->waiting, write);
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    if (!store->config.is_threaded)
        wake(store);
}

static void give_back(struct store_write *first)
{
    while (first) {
        struct store_write *write = first;
        first = write->next;
        write->next = NULL;
        write->done(write);
    }
}

static struct write_list take_locked(struct sqlite_store *store, struct write_list *list)
{
    pthread_mutex_lock(&store->mutex);
    struct write_list taken = list_take(list);
    pthread_mutex_unlock(&store->mutex);
    return taken;
}

static void poll_unthreaded(struct sqlite_store *store)
{
    struct write_list group = take_locked(store, &store->waiting);
    if (group.first) {
        do_group(store, group.first);
        give_back(group.first);
        keep_house(store);
    }
    if (is_broken(store))
        recover(store);
}

static void sqlite_poll(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    if (store->config.is_threaded)
        give_back(take_locked(store, &store->finished).first);
    else
        poll_unthreaded(store);
}

static bool sqlite_healthy(struct store *base, struct error *error)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->mutex);
    bool is_well = !store->is_broken;
    if (!is_well && error)
        *error = store->problem;
    pthread_mutex_unlock(&store->mutex);
    return is_well;
}

static void sqlite_stats(struct store *base, struct store_stats *out)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->mutex);
    *out = store->stats;
    pthread_mutex_unlock(&store->mutex);
}

/* Opening and closing */

static void release(struct sqlite_store *store)
{
    if (store->config.is_threaded)
        disconnect_reader(store);
    if (store->is_broken)
        abandon_writer(store);
    else
        disconnect_writer(store);
    if (store->lock >= 0)
        close(store->lock);
    if (store->ledger >= 0)
        close(store->ledger);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->mutex);
    memory_free(store->path);
    memory_free(store->log_path);
    memory_free(store);
}

static void finish_thread(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->is_closing = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->thread, NULL);
    give_back(take_locked(store, &store->finished).first);
}

static void sqlite_close(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    if (store->config.is_threaded)
        finish_thread(store);
    /* A write's `done` may have handed over another one; closing goes on until nobody does. */
    struct write_list group;
    while ((group = take_locked(store, &store->waiting)).first) {
        do_group(store, group.first);
        give_back(group.first);
    }
    release(store);
}

static const struct store_ops sqlite_ops = {
    .write = sqlite_write,
    .poll = sqlite_poll,
    .find_code = sqlite_find_code,
    .find_room = sqlite_find_room,
    .find_game = sqlite_find_game,
    .load = sqlite_load,
    .load_snapshot = sqlite_load_snapshot,
    .find_session = sqlite_find_session,
    .find_player = sqlite_find_player,
    .list_people = sqlite_list_people,
    .list_rooms = sqlite_list_rooms,
    .leaderboard = sqlite_leaderboard,
    .history = sqlite_history,
    .list_playing = sqlite_list_playing,
    .list_long = sqlite_list_long,
    .list_pushes = sqlite_list_pushes,
    .count_pushes = sqlite_count_pushes,
    .alive_ms = sqlite_alive_ms,
    .healthy = sqlite_healthy,
    .backup = sqlite_backup,
    .stats = sqlite_stats,
    .close = sqlite_close,
};

static void init_locks(struct sqlite_store *store)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&store->work, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&store->mutex, NULL);
}

/* SQLite would make the file readable for all. Its companions take their mode from it. */
static bool make_file(const char *path, struct error *error)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    bool is_done = fchmod(file, 0600) == 0;
    close(file);
    return is_done || error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
}

/* A VFS of the caller's has files of its own, which we cannot lock or make from here. */
static bool take_file(struct sqlite_store *store, struct error *error)
{
    if (store->config.vfs)
        return true;
    struct stat made;
    store->lock = sqlite_lock(store->path, error);
    if (store->lock < 0)
        return false;
    sqlite_ledger_look(store->path);
    if (!make_file(store->path, error))
        return false;
    if (stat(store->path, &made) == 0) {
        store->device = made.st_dev;
        store->inode = made.st_ino;
    }
    return true;
}

/* Signals are for the thread that polls. */
static bool start_thread(struct sqlite_store *store, struct error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int problem = pthread_create(&store->thread, NULL, writer_thread, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return problem == 0 || error_set(error, ERROR_IO, "writer thread: %s", strerror(problem));
}

static bool open_all(struct sqlite_store *store, struct error *error)
{
    /* The log may have been left by a server that died of a failed sync. */
    if (!take_file(store, error) || !connect_writer(store, error) || !empty_log(store, error))
        return false;
    if (!store->config.vfs && !sqlite_sync_directory(store->path, error))
        return false;
    note_log_file(store);
    if (!store->config.vfs && !sqlite_ledger_open(store))
        log_line(LOG_WARN, "no list of acknowledged commands can be kept", NULL);
    measure(store);
    if (!store->config.is_threaded)
        return true;
    return connect_reader(store, error) && start_thread(store, error);
}

struct store *store_open_sqlite(const struct store_config *config, struct error *error)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* counting its bytes is a mutex per allocation */
    struct sqlite_store *store = memory_take(sizeof *store);
    size_t size = strlen(config->path) + 1;
    store->store.ops = &sqlite_ops;
    store->config = *config;
    store->path = memory_take(size);
    text_copy(store->path, size, config->path);
    store->log_path = memory_take(size + 4);
    snprintf(store->log_path, size + 4, "%s-wal", config->path);
    store->lock = store->ledger = -1;
    init_locks(store);
    if (open_all(store, error))
        return &store->store;
    release(store);
    return NULL;
}
