/* The PostgreSQL back end: group commit, recovery, opening and closing.
 *
 * As with SQLite, write() puts the caller's struct at the end of a list; the first writer thread takes the
 * whole list, does it in one transaction, and wakes the caller, who collects it in poll(). While one commit
 * is on its way the next group gathers. When a commit takes long, because a standby is far or a disk slow,
 * the second writer takes what has gathered, unless something in it must come after what the first writes.
 *
 *            connect and barrier                a connection is lost,
 *            were acknowledged                  a commit is in doubt
 *   away ───────────────────────────▶ working ──────────────────────────▶ away
 *     └── four times a second, with groups too ┘ recover()
 *
 * While it is away writes and reads fail at once. A database that comes back after a crash may show a row
 * that was neither replicated nor acknowledged, and that a failover would still drop. So recovery begins with
 * a write of its own (the barrier): once its commit is acknowledged, so is everything visible before it.
 * Nothing is read earlier. */
#include "postgres_store.h"

#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/map.h"
#include "base/text.h"

enum { IDLE_MS = 1000, RETRY_MS = 250, HELP_AFTER_MS = 2, CLOSING_S = 3 };

/* The list of writes */

static int list_add(struct postgres_list *list, struct store_write *first)
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

static struct postgres_list list_take(struct postgres_list *list)
{
    struct postgres_list taken = *list;
    *list = (struct postgres_list){ 0 };
    return taken;
}

/* Recovery */

static bool is_broken(struct postgres_store *store)
{
    pthread_mutex_lock(&store->mutex);
    bool answer = store->is_broken;
    pthread_mutex_unlock(&store->mutex);
    return answer;
}

void postgres_set_broken(struct postgres_store *store, const struct error *problem)
{
    pthread_mutex_lock(&store->mutex);
    bool is_news = !store->is_broken || !text_equal(store->problem.text, problem->text);
    store->is_broken = true;
    store->problem = *problem;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    if (is_news)
        log_line(LOG_ERROR, "the database is away", "problem", "%s", problem->text, NULL);
}

/* A commit that did not wait for the standby comes with a warning. */
static void note_warning(void *context, const PGresult *result)
{
    bool *is_warned = context;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0)
        *is_warned = true;
}

/* Which connection a writer thread waits for, so that others can end the wait. NULL: none. */
static void set_socket(struct postgres_writer *writer, PGconn *conn)
{
    pthread_mutex_lock(&writer->store->mutex);
    writer->socket = conn ? PQsocket(conn) : -1;
    pthread_mutex_unlock(&writer->store->mutex);
}

static void disconnect(struct postgres_writer *writer)
{
    set_socket(writer, NULL);
    PQfinish(writer->conn);
    writer->conn = NULL;
}

static bool connect_writer(struct postgres_writer *writer, struct error *error)
{
    writer->conn = postgres_connect(writer->store->url, writer->store->password_file, error);
    if (writer->conn)
        set_socket(writer, writer->conn);
    return writer->conn != NULL;
}

/* Sees to the database, too, before anything is written. */
static bool connect_first(struct postgres_writer *writer, struct error *error)
{
    if (!connect_writer(writer, error) || !postgres_inspect(writer->conn, error) ||
        !postgres_prepare_schema(writer->conn, false, error) ||
        !postgres_set_up_writer(writer->conn, error) ||
        !postgres_join(writer->store, writer->conn, error))
        return false;
    PQsetNoticeReceiver(writer->conn, note_warning, &writer->is_warned);
    writer->is_warned = false;
    if (!postgres_exec(writer->conn,
                       "UPDATE meta SET value = (value::int8 + 1)::text WHERE key = 'barrier'",
                       error))
        return false;
    return !writer->is_warned ||
           error_set(error, ERROR_IO, "the database does not wait for its standby");
}

static bool connect_second(struct postgres_writer *writer, struct error *error)
{
    if (!connect_writer(writer, error) || !postgres_set_up_writer(writer->conn, error))
        return false;
    PQsetNoticeReceiver(writer->conn, note_warning, &writer->is_warned);
    return true;
}

static bool begin_pipeline(PGconn *conn, struct error *error)
{
    return (PQsetnonblocking(conn, 1) == 0 && PQenterPipelineMode(conn) == 1) ||
           error_set(error, ERROR_IO, "the connection cannot be used");
}

static bool connect_writers(struct postgres_store *store, struct error *error)
{
    struct postgres_writer *first = &store->writer[0], *second = &store->writer[1];
    disconnect(first);
    disconnect(second);
    return connect_first(first, error) && connect_second(second, error) &&
           begin_pipeline(first->conn, error) && begin_pipeline(second->conn, error);
}

static PGconn *connect_reader(struct postgres_store *store, struct error *error)
{
    PGconn *reader = postgres_connect(store->url, store->password_file, error);
    if (!reader)
        return NULL;
    struct postgres_writer *first = &store->writer[0];
    PQsetNoticeReceiver(reader, note_warning, &store->read_is_warned);
    set_socket(first, reader);
    bool is_ready = postgres_set_up_reader(reader, error) && PQsetnonblocking(reader, 1) == 0;
    set_socket(first, first->conn);
    if (is_ready)
        return reader;
    PQfinish(reader);
    return NULL;
}

/* Lets reads and writes go on, unless the lease thread found meanwhile that this server was fenced. Without
 * an epoch nothing works, and only the next attempt joins again. Returns the connection that nobody needs. */
static PGconn *offer_reader(struct postgres_store *store, PGconn *reader, bool *is_joined)
{
    pthread_mutex_lock(&store->mutex);
    *is_joined = atomic_load(&store->epoch) != 0;
    PGconn *unused = *is_joined ? store->fresh_reader : reader;
    if (*is_joined) {
        store->fresh_reader = reader;
        store->is_broken = false;
    }
    pthread_mutex_unlock(&store->mutex);
    return unused;
}

/* Makes all three connections, and only then lets reads and writes go on. */
static bool connect_all(struct postgres_store *store, struct error *error)
{
    PGconn *reader = connect_writers(store, error) ? connect_reader(store, error) : NULL;
    bool is_joined = false;
    PQfinish(reader ? offer_reader(store, reader, &is_joined) : NULL);
    if (reader && !is_joined)
        error_set(error, ERROR_FENCED, "another server has taken over from %s", store->node);
    store->tried_ms = is_joined ? 0 : postgres_now_ms();
    if (!is_joined) {
        disconnect(&store->writer[0]);
        disconnect(&store->writer[1]);
    }
    return is_joined;
}

/* Whether the second writer is done with its connection. Its answer may never come, so a connection that
 * breaks for one writer counts as broken for both. */
static bool second_is_free(struct postgres_store *store)
{
    struct postgres_writer *second = &store->writer[1];
    pthread_mutex_lock(&store->mutex);
    bool is_free = !second->is_busy;
    if (!is_free && second->socket >= 0)
        shutdown(second->socket, SHUT_RDWR);
    pthread_mutex_unlock(&store->mutex);
    return is_free;
}

static bool recover(struct postgres_store *store)
{
    struct error error = { 0 };
    if ((store->tried_ms != 0 && postgres_now_ms() < store->tried_ms + RETRY_MS) ||
        !second_is_free(store))
        return false;
    if (!connect_all(store, &error)) {
        postgres_set_broken(store, &error);
        return false;
    }
    pthread_mutex_lock(&store->mutex);
    store->stats.recoveries++;
    pthread_mutex_unlock(&store->mutex);
    log_line(LOG_WARN, "the database is reachable", NULL);
    return true;
}

/* A connection that was closed is found before somebody needs it. */
static void look_after_connection(struct postgres_writer *writer)
{
    struct error error;
    if (is_broken(writer->store) ||
        (PQconsumeInput(writer->conn) == 1 && PQstatus(writer->conn) == CONNECTION_OK))
        return;
    postgres_error(&error, writer->conn, NULL, "connection");
    postgres_set_broken(writer->store, &error);
}

/* The writers' part */

static void count_group(struct postgres_store *store, const struct store_write *first, bool is_done)
{
    int64_t size = 0;
    for (const struct store_write *w = first; w; w = w->next)
        size++;
    pthread_mutex_lock(&store->mutex);
    store->stats.writes += size;
    store->stats.waiting -= size;
    if (is_done)
        store->stats.commits++;
    else
        store->stats.failed_commits++;
    if (size > store->stats.largest_group)
        store->stats.largest_group = size;
    pthread_mutex_unlock(&store->mutex);
}

static void do_group(struct postgres_writer *writer, struct store_write *first)
{
    struct postgres_store *store = writer->store;
    struct error error = { 0 };
    bool is_first = writer == &store->writer[0], is_done = false;
    if (!is_broken(store) || (is_first && !atomic_load(&store->is_closing) && recover(store))) {
        bool is_well = postgres_commit(writer, first, &error);
        if (!is_well)
            postgres_set_broken(store, &error);
        if (writer->is_fenced)
            postgres_fence(store);
        is_done = is_well && first->result != ERROR_FULL && first->result != ERROR_IO;
    } else {
        for (struct store_write *w = first; w; w = w->next)
            w->result = ERROR_IO;
    }
    count_group(store, first, is_done);
}

static void wake(struct postgres_store *store)
{
    if (store->config.wake)
        store->config.wake(store->config.context);
}

/* Until there may be something to do, a second at most. */
static void wait_for(pthread_cond_t *condition, struct postgres_store *store, int ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(condition, &store->mutex, &until);
}

/* Whether a waiting write must not overtake, or run beside, the writes of the first writer. The order within
 * a room counts, and so does the order of writes without a room: sessions, people and signs of life. */
static bool conflict(const struct store_write *waiting, const struct store_write *writing)
{
    struct map rooms = { 0 };
    bool is_found = false, writes_others = false;
    for (const struct store_write *w = writing; w; w = w->next) {
        writes_others |= w->room == 0;
        if (w->room != 0)
            map_put(&rooms, w->room, &rooms);
    }
    for (const struct store_write *w = waiting; w && !is_found; w = w->next)
        is_found = w->room == 0 ? writes_others : map_get(&rooms, w->room) != NULL;
    map_free(&rooms);
    return is_found;
}

/* With the mutex. All that waits, or nothing: writes that were handed over together stay together. */
static struct store_write *take_group(struct postgres_writer *writer,
                                      const struct postgres_writer *other)
{
    struct postgres_store *store = writer->store;
    if (other->group && conflict(store->waiting.first, other->group))
        return NULL;
    writer->group = list_take(&store->waiting).first;
    writer->is_busy = writer->group != NULL;
    writer->began_ms = postgres_now_ms();
    return writer->group;
}

static void write_group(struct postgres_writer *writer)
{
    struct postgres_store *store = writer->store;
    do_group(writer, writer->group);
    pthread_mutex_lock(&store->mutex);
    list_add(&store->finished, writer->group);
    writer->group = NULL;
    writer->is_busy = false;
    if (writer != &store->writer[0]) /* the first may wait for it, or for its connection */
        pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    wake(store);
}

static void end_thread(struct postgres_writer *writer)
{
    struct postgres_store *store = writer->store;
    pthread_mutex_lock(&store->mutex);
    writer->is_over = true;
    pthread_cond_signal(&store->closing);
    pthread_mutex_unlock(&store->mutex);
}

/* Waits for the next group; false at the end. An empty group: it is time to check the connection. */
static bool await_group(struct postgres_writer *first, const struct postgres_writer *second)
{
    struct postgres_store *store = first->store;
    pthread_mutex_lock(&store->mutex);
    if (!take_group(first, second) && (store->waiting.first || !atomic_load(&store->is_closing))) {
        wait_for(&store->work, store, store->is_broken ? RETRY_MS : IDLE_MS);
        take_group(first, second);
    }
    bool is_over = atomic_load(&store->is_closing) && !first->group && !store->waiting.first;
    pthread_mutex_unlock(&store->mutex);
    return !is_over;
}

static void *first_thread(void *context)
{
    struct postgres_store *store = context;
    struct postgres_writer *first = &store->writer[0];
    while (await_group(first, &store->writer[1])) {
        if (first->group)
            write_group(first);
        else
            look_after_connection(first);
        if (is_broken(store) && !atomic_load(&store->is_closing) && recover(store))
            wake(store);
    }
    end_thread(first);
    return NULL;
}

/* With the mutex: how long it is until the second writer may take what waits; -1: there is nothing for it. */
static int64_t helps_in_ms(const struct postgres_store *store)
{
    const struct postgres_writer *first = &store->writer[0];
    if (!first->group || !store->waiting.first || store->is_broken)
        return -1;
    int64_t left = first->began_ms + HELP_AFTER_MS - postgres_now_ms();
    return left > 0 ? left : 0;
}

/* True: it has its connection for itself, with a group or without one. */
static bool await_help(struct postgres_writer *second, const struct postgres_writer *first)
{
    struct postgres_store *store = second->store;
    pthread_mutex_lock(&store->mutex);
    int64_t in_ms = helps_in_ms(store);
    if (in_ms != 0 || !take_group(second, first)) {
        store->is_help_idle = true;
        wait_for(&store->help, store, in_ms > 0 ? (int)in_ms : IDLE_MS);
        store->is_help_idle = false;
        if (helps_in_ms(store) == 0)
            take_group(second, first);
    }
    if (!second->group)
        second->is_busy = !store->is_broken && second->conn != NULL;
    bool is_ready = second->is_busy;
    pthread_mutex_unlock(&store->mutex);
    return is_ready;
}

static void *second_thread(void *context)
{
    struct postgres_store *store = context;
    struct postgres_writer *second = &store->writer[1];
    while (!atomic_load(&store->is_closing)) {
        if (!await_help(second, &store->writer[0]))
            continue;
        if (second->group) {
            write_group(second);
            continue;
        }
        look_after_connection(second);
        pthread_mutex_lock(&store->mutex);
        second->is_busy = false;
        pthread_mutex_unlock(&store->mutex);
    }
    end_thread(second);
    return NULL;
}

/* The caller's part */

static void postgres_write(struct store *base, struct store_write *write)
{
    struct postgres_store *store = (struct postgres_store *)base;
    pthread_mutex_lock(&store->mutex);
    store->stats.waiting += list_add(&store->waiting, write);
    if (!store->writer[0].group)
        pthread_cond_signal(&store->work);
    else if (store->is_help_idle && helps_in_ms(store) == 0)
        pthread_cond_signal(&store->help);
    pthread_mutex_unlock(&store->mutex);
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

static struct postgres_list take_locked(struct postgres_store *store, struct postgres_list *list)
{
    pthread_mutex_lock(&store->mutex);
    struct postgres_list taken = list_take(list);
    pthread_mutex_unlock(&store->mutex);
    return taken;
}

static void postgres_poll(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    give_back(take_locked(store, &store->finished).first);
}

PGconn *postgres_reader(struct postgres_store *store, struct error *error)
{
    pthread_mutex_lock(&store->mutex);
    bool is_away = store->is_broken;
    if (is_away && error)
        *error = store->problem;
    PGconn *fresh = is_away ? NULL : store->fresh_reader;
    if (fresh)
        store->fresh_reader = NULL;
    pthread_mutex_unlock(&store->mutex);
    if (is_away && error)
        error->kind = ERROR_IO;
    if (fresh) {
        PQfinish(store->reader);
        store->reader = fresh;
    }
    return is_away ? NULL : store->reader;
}

void postgres_lose_reader(struct postgres_store *store, const struct error *problem)
{
    PQfinish(store->reader);
    store->reader = NULL;
    postgres_set_broken(store, problem);
}

static bool postgres_healthy(struct store *base, struct error *error)
{
    struct postgres_store *store = (struct postgres_store *)base;
    pthread_mutex_lock(&store->mutex);
    bool is_well = !store->is_broken;
    pthread_mutex_unlock(&store->mutex);
    /* Anybody may ask whether a server is ready; addresses and names of the database are for its log. */
    return is_well || error_set(error, ERROR_IO, "the database is away; the log says why");
}

static int64_t postgres_epoch(struct store *base)
{
    return atomic_load(&((struct postgres_store *)base)->epoch);
}

static bool postgres_holds_lease_op(struct store *base)
{
    return postgres_holds_lease((struct postgres_store *)base);
}

static bool postgres_backup(struct store *base, const char *path, struct error *error)
{
    (void)base, (void)path;
    return error_set(error, ERROR_USAGE, "a PostgreSQL database is backed up with its own tools");
}

static void postgres_stats(struct store *base, struct store_stats *out)
{
    struct postgres_store *store = (struct postgres_store *)base;
    pthread_mutex_lock(&store->mutex);
    *out = store->stats;
    pthread_mutex_unlock(&store->mutex);
}

/* Opening and closing */

static void release(struct postgres_store *store)
{
    for (int i = 0; i < POSTGRES_WRITERS; i++) {
        PQfinish(store->writer[i].conn);
        postgres_params_free(&store->writer[i].given);
        memory_free(store->writer[i].sent);
    }
    postgres_forget_ahead(store);
    PQfinish(store->reader);
    PQfinish(store->fresh_reader);
    postgres_params_free(&store->asked);
    pthread_cond_destroy(&store->work);
    pthread_cond_destroy(&store->help);
    pthread_cond_destroy(&store->closing);
    pthread_mutex_destroy(&store->mutex);
    memory_free(store->url);
    memory_free(store->password_file);
    memory_free(store->node);
    memory_free(store->route);
    memory_free(store);
}

static void cut_off(struct postgres_writer *writer)
{
    if (!writer->is_over && writer->socket >= 0)
        shutdown(writer->socket, SHUT_RDWR);
}

/* A database that does not answer must not keep a server from ending. */
static void finish_threads(struct postgres_store *store)
{
    struct postgres_writer *first = &store->writer[0], *second = &store->writer[1];
    struct timespec until;
    pthread_mutex_lock(&store->mutex);
    atomic_store(&store->is_closing, true);
    pthread_cond_signal(&store->work);
    pthread_cond_signal(&store->help);
    pthread_cond_signal(&store->closing);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->lease_thread, NULL);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += CLOSING_S;
    pthread_mutex_lock(&store->mutex);
    while (!first->is_over || !second->is_over) {
        if (pthread_cond_timedwait(&store->closing, &store->mutex, &until) == 0)
            continue;
        cut_off(first);
        cut_off(second);
        until.tv_sec++;
    }
    pthread_mutex_unlock(&store->mutex);
    pthread_join(first->thread, NULL);
    pthread_join(second->thread, NULL);
}

static void postgres_close(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    finish_threads(store);
    give_back(take_locked(store, &store->finished).first);
    /* A write's `done` may have handed over another one; closing goes on until nobody does. */
    struct postgres_list group;
    while ((group = take_locked(store, &store->waiting)).first) {
        do_group(&store->writer[0], group.first);
        give_back(group.first);
    }
    postgres_leave(store);
    release(store);
}

static const struct store_ops postgres_ops = {
    .write = postgres_write,
    .poll = postgres_poll,
    .find_code = postgres_find_code,
    .find_room = postgres_find_room,
    .find_game = postgres_find_game,
    .load = postgres_load,
    .load_snapshot = postgres_load_snapshot,
    .find_session = postgres_find_session,
    .find_player = postgres_find_player,
    .list_people = postgres_list_people,
    .list_rooms = postgres_list_rooms,
    .leaderboard = postgres_leaderboard,
    .history = postgres_history,
    .list_playing = postgres_list_playing,
    .list_pushes = postgres_list_pushes,
    .count_pushes = postgres_count_pushes,
    .alive_ms = postgres_alive_ms,
    .claim = postgres_claim,
    .list_due = postgres_list_due,
    .ask_ahead = postgres_ask_ahead,
    .epoch = postgres_epoch,
    .find_ended = postgres_find_ended,
    .holds_lease = postgres_holds_lease_op,
    .healthy = postgres_healthy,
    .backup = postgres_backup,
    .stats = postgres_stats,
    .close = postgres_close,
};

static void init_locks(struct postgres_store *store)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&store->work, &attributes);
    pthread_cond_init(&store->help, &attributes);
    pthread_cond_init(&store->closing, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&store->mutex, NULL);
}

/* Signals are for the thread that polls. */
static bool start_threads(struct postgres_store *store, struct error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int problem = pthread_create(&store->writer[0].thread, NULL, first_thread, store);
    if (problem == 0)
        problem = pthread_create(&store->writer[1].thread, NULL, second_thread, store);
    if (problem == 0)
        problem = pthread_create(&store->lease_thread, NULL, postgres_lease_thread, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return problem == 0 || error_set(error, ERROR_IO, "writer thread: %s", strerror(problem));
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text ? text : "") + 1;
    char *copy = memory_take(size);
    text_copy(copy, size, text ? text : "");
    return copy;
}

struct store *store_open_postgres(const struct store_config *config, struct error *error)
{
    struct error problem = { 0 };
    struct postgres_store *store = memory_take(sizeof *store);
    store->store.ops = &postgres_ops;
    store->config = *config;
    store->url = copy_of(config->path);
    store->password_file = copy_of(config->password_file);
    store->node = copy_of(config->node && config->node[0] ? config->node : "n1");
    store->route = copy_of(config->route);
    for (int i = 0; i < POSTGRES_WRITERS; i++) {
        store->writer[i].store = store;
        store->writer[i].socket = -1;
    }
    init_locks(store);
    bool is_there = connect_all(store, &problem);
    /* A database that cannot be reached may be starting; one that must not be used will not change. */
    if (!is_there && problem.kind != ERROR_USAGE)
        postgres_set_broken(store, &problem);
    if ((is_there || problem.kind != ERROR_USAGE) && start_threads(store, &problem))
        return &store->store;
    if (error)
        *error = problem;
    release(store);
    return NULL;
}
