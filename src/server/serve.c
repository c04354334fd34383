/* `parlour serve`: wires the server to a libuv loop, a store, sockets, signals and worker threads. */
#include "server/serve.h"

#include <errno.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <uv.h>

#include "base/log.h"
#include "net/lan_tls.h"
#include "net/net.h"
#include "net/webpush.h"
#include "server/api.h"
#include "server/push.h"
#include "server/quarantine.h"
#include "server/server.h"
#include "server/systemd.h"
#include "server/terminal_qr.h"

enum { THINKERS_MAX = 2, DRAIN_MS = 4000, RANDOM_AT_ONCE = 4096 };

struct serving {
    const struct config *config;
    struct server server;
    uv_loop_t loop;
    uv_async_t store_wake;
    uv_timer_t timer, watchdog;
    uv_prepare_t prepare;
    uv_signal_t sigterm, sigint, sighup;
    uint64_t drain_until, trimmed;
    size_t random_left;
    uint8_t random[RANDOM_AT_ONCE];
    bool is_stopping;
    int64_t seen_ms;            /* when the loop last went to sleep; 0: there are no rooms */
    void *memory[THINKERS_MAX]; /* of bots that think on worker threads */
    bool memory_is_used[THINKERS_MAX];
    uv_mutex_t memory_lock;
    struct webpush_key *push_key; /* NULL: not needed so far */
    char push_key_text[WEBPUSH_POINT_TEXT];
    atomic_bool is_closing; /* for messages on their way */
};

/* --- seams --- */

static int64_t clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The wall clock at the start plus steady time: setting the clock during a game must neither end nor
 * prolong anybody's turn. */
static int64_t now_ms(void *context)
{
    static int64_t wall_minus_steady;
    (void)context;
    if (wall_minus_steady == 0)
        wall_minus_steady = clock_ms(CLOCK_REALTIME) - clock_ms(CLOCK_BOOTTIME);
    return clock_ms(CLOCK_BOOTTIME) + wall_minus_steady;
}

static int64_t steady_us(void *context)
{
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Every command gets fresh random bytes. Each seed from the system makes many of them at a time and is used
 * once; bytes are erased here when they are handed out. */
static void refill_random(struct serving *serving)
{
    unsigned char seed[randombytes_SEEDBYTES];
    randombytes_buf(seed, sizeof seed);
    randombytes_buf_deterministic(serving->random, sizeof serving->random, seed);
    sodium_memzero(seed, sizeof seed);
    serving->random_left = sizeof serving->random;
}

static void random_bytes(void *context, void *out, size_t size)
{
    struct serving *serving = context;
    if (size > sizeof serving->random) {
        randombytes_buf(out, size);
        return;
    }
    if (size > serving->random_left)
        refill_random(serving);
    serving->random_left -= size;
    memcpy(out, serving->random + serving->random_left, size);
    sodium_memzero(serving->random + serving->random_left, size);
}

/* --- a process that was stopped, a laptop that was closed --- */

/* The loop sleeps for a second at most while there are rooms. If more has passed it did not run. */
enum { PULSE_MS = 1000, STOP_LEAST_MS = 5000 };

static void notice_stop(struct serving *serving)
{
    int64_t now = server_now(&serving->server), from = serving->seen_ms;
    if (from == 0 || now - from < STOP_LEAST_MS)
        return;
    serving->seen_ms = now;
    log_line(LOG_WARN, "the process stood still", "ms", "%lld", (long long)(now - from), NULL);
    server_stood_still(&serving->server, from);
}

static struct serving *serving_of(void *server)
{
    return (struct serving *)((char *)server - offsetof(struct serving, server));
}

static void on_request(void *server, net_id connection, const struct net_request *request)
{
    notice_stop(serving_of(server));
    server_request(server, connection, request);
}

static void on_message(void *server, net_id connection, const char *text, size_t length)
{
    notice_stop(serving_of(server));
    server_message(server, connection, text, length);
}

static void wake_store(void *context)
{
    struct serving *serving = context;
    uv_async_send(&serving->store_wake);
}

static void poll_store(uv_async_t *handle)
{
    struct serving *serving = handle->data;
    server_poll(&serving->server);
}

/* --- bots that think on worker threads --- */

struct thinking {
    uv_work_t work;
    struct serving *serving;
    struct thought *thought;
};

static int take_memory(struct serving *serving)
{
    int taken = -1;
    uv_mutex_lock(&serving->memory_lock);
    for (int i = 0; i < THINKERS_MAX && taken < 0; i++)
        if (!serving->memory_is_used[i])
            taken = i;
    if (taken >= 0) {
        serving->memory_is_used[taken] = true;
        if (serving->memory[taken] == NULL)
            serving->memory[taken] = memory_take(BOT_MEMORY_SIZE);
    }
    uv_mutex_unlock(&serving->memory_lock);
    return taken;
}

static void think_work(uv_work_t *work)
{
    struct thinking *thinking = work->data;
    struct serving *serving = thinking->serving;
    int memory = take_memory(serving);
    if (memory < 0) {
        thought_run(thinking->thought, NULL, 0);
        return;
    }
    thought_run(thinking->thought, serving->memory[memory], BOT_MEMORY_SIZE);
    uv_mutex_lock(&serving->memory_lock);
    serving->memory_is_used[memory] = false;
    uv_mutex_unlock(&serving->memory_lock);
}

static void think_done(uv_work_t *work, int status)
{
    struct thinking *thinking = work->data;
    (void)status;
    thinking->thought->done(&thinking->serving->server, thinking->thought);
    memory_free(thinking);
}

static void think(void *context, struct thought *thought)
{
    struct serving *serving = context;
    if (!thought->game->bot_is_slow) {
        thought_run(thought, NULL, 0);
        thought->done(&serving->server, thought);
        return;
    }
    struct thinking *thinking = memory_take(sizeof *thinking);
    thinking->serving = serving;
    thinking->thought = thought;
    thinking->work.data = thinking;
    uv_queue_work(&serving->loop, &thinking->work, think_work, think_done);
}

/* --- messages to people who are away, from a worker thread --- */

struct pushing {
    uv_work_t work;
    struct serving *serving;
    struct push *push;
    char contact[CONFIG_TEXT_SIZE + 8];
    int64_t now_s;
    struct error error;
};

/* Made when it is first needed, because most servers never send a message. */
static const char *push_key(void *context)
{
    struct serving *serving = context;
    const struct config *config = serving->config;
    char path[CONFIG_TEXT_SIZE + 16];
    struct error error = { 0 };
    if (serving->push_key != NULL)
        return serving->push_key_text;
    if (config->push_key[0] != '\0')
        snprintf(path, sizeof path, "%s", config->push_key);
    else
        snprintf(path, sizeof path, "%s/push-key.pem", config->data);
    serving->push_key = webpush_key_open(path, &error);
    if (serving->push_key == NULL) {
        log_line(LOG_ERROR, "no key to sign messages with", "error", "%s", error.text, NULL);
        return NULL;
    }
    webpush_key_write(serving->push_key, serving->push_key_text);
    return serving->push_key_text;
}

/* Push services want an address to write to when something is wrong. */
static void write_contact(const struct config *config, char *out, size_t size)
{
    bool is_mail = strchr(config->contact, '@') != NULL &&
                   strncmp(config->contact, "mailto:", 7) != 0 &&
                   strncmp(config->contact, "https://", 8) != 0;
    snprintf(out, size, "%s%s", is_mail ? "mailto:" : "", config->contact);
}

static void push_work(uv_work_t *work)
{
    struct pushing *pushing = work->data;
    struct push *push = pushing->push;
    struct serving *serving = pushing->serving;
    const struct webpush_target target = { .endpoint = push->to.endpoint,
                                           .p256dh = push->p256dh,
                                           .auth = push->auth,
                                           .allows_loopback = serving->config->push_loopback };
    push->status = webpush_send(serving->push_key, &target, push->text, pushing->contact,
                                pushing->now_s, push->ttl_s, &serving->is_closing, &pushing->error);
}

static void push_done(uv_work_t *work, int status)
{
    struct pushing *pushing = work->data;
    (void)status;
    if (pushing->push->status == 0)
        log_line(LOG_WARN, "a message was not sent", "error", "%s", pushing->error.text, NULL);
    else if (pushing->push->status >= 300)
        log_line(LOG_WARN, "a message was refused", "status", "%d", pushing->push->status, NULL);
    pushing->push->done(&pushing->serving->server, pushing->push);
    memory_free(pushing);
}

static void push(void *context, struct push *push)
{
    struct serving *serving = context;
    struct pushing *pushing = memory_take(sizeof *pushing);
    pushing->serving = serving;
    pushing->push = push;
    pushing->now_s = server_now(&serving->server) / 1000;
    write_contact(serving->config, pushing->contact, sizeof pushing->contact);
    pushing->work.data = pushing;
    if (push_key(serving) == NULL) {
        error_set(&pushing->error, ERROR_IO, "there is no key");
        push_done(&pushing->work, 0);
    } else
        uv_queue_work(&serving->loop, &pushing->work, push_work, push_done);
}

/* --- time and signals --- */

/* Returns memory that slow readers and long reads have used to the system. */
static void trim_memory(struct serving *serving)
{
    enum { TRIM_EVERY_MS = 60 * 1000 };
    if (uv_now(&serving->loop) - serving->trimmed < TRIM_EVERY_MS)
        return;
    serving->trimmed = uv_now(&serving->loop);
    memory_trim();
}

static void on_timer(uv_timer_t *handle)
{
    struct serving *serving = handle->data;
    notice_stop(serving);
    server_tick(&serving->server);
    trim_memory(serving);
}

static void stop_loop(struct serving *serving)
{
    net_close(serving->server.seams.net);
    uv_stop(&serving->loop);
}

/* Before the loop sleeps: sets the alarm for the next thing that the server has to do. */
static void on_prepare(uv_prepare_t *handle)
{
    struct serving *serving = handle->data;
    if (serving->is_stopping &&
        (server_is_drained(&serving->server) || uv_now(&serving->loop) >= serving->drain_until)) {
        stop_loop(serving);
        return;
    }
    int64_t wait = server_next_ms(&serving->server) - server_now(&serving->server);
    bool has_rooms = serving->server.slots.count > 0;
    serving->seen_ms = has_rooms ? server_now(&serving->server) : 0;
    if (has_rooms && wait > PULSE_MS)
        wait = PULSE_MS;
    if (serving->is_stopping && wait > 50)
        wait = 50;
    uv_timer_start(&serving->timer, on_timer, wait > 0 ? (uint64_t)wait : 0, 0);
}

static void on_stop(uv_signal_t *handle, int signal)
{
    struct serving *serving = handle->data;
    (void)signal;
    if (serving->is_stopping)
        return;
    log_line(LOG_INFO, "stopping", NULL);
    systemd_notify("STOPPING=1");
    serving->is_stopping = true;
    serving->drain_until = uv_now(&serving->loop) + DRAIN_MS;
    net_stop_accepting(serving->server.seams.net);
    server_drain(&serving->server);
}

static void on_reload(uv_signal_t *handle, int signal)
{
    struct serving *serving = handle->data;
    struct error error = { 0 };
    (void)signal;
    if (net_reload_tls(serving->server.seams.net, &error))
        log_line(LOG_INFO, "certificate reloaded", NULL);
    else
        log_line(LOG_ERROR, "certificate not reloaded", "error", "%s", error.text, NULL);
}

/* The loop itself feeds the watchdog. If it hangs, the service manager restarts the server. */
static void on_watchdog(uv_timer_t *handle)
{
    (void)handle;
    systemd_notify("WATCHDOG=1");
}

static void start_watchdog(struct serving *serving)
{
    uint64_t every_ms = (uint64_t)systemd_watchdog_ms();
    uv_timer_init(&serving->loop, &serving->watchdog);
    if (every_ms > 0)
        uv_timer_start(&serving->watchdog, on_watchdog, every_ms, every_ms);
}

static void start_handles(struct serving *serving)
{
    uv_async_init(&serving->loop, &serving->store_wake, poll_store);
    uv_timer_init(&serving->loop, &serving->timer);
    uv_prepare_init(&serving->loop, &serving->prepare);
    uv_signal_init(&serving->loop, &serving->sigterm);
    uv_signal_init(&serving->loop, &serving->sigint);
    uv_signal_init(&serving->loop, &serving->sighup);
    serving->store_wake.data = serving->timer.data = serving->prepare.data = serving;
    serving->sigterm.data = serving->sigint.data = serving->sighup.data = serving;
    uv_prepare_start(&serving->prepare, on_prepare);
    uv_signal_start(&serving->sigterm, on_stop, SIGTERM);
    uv_signal_start(&serving->sigint, on_stop, SIGINT);
    uv_signal_start(&serving->sighup, on_reload, SIGHUP);
    start_watchdog(serving);
}

/* --- wiring --- */

static struct store *open_kept_store(struct serving *serving, struct error *error)
{
    const struct config *config = serving->config;
    char path[CONFIG_TEXT_SIZE + 16], copy[CONFIG_TEXT_SIZE + 48];
    if (mkdir(config->data, 0700) != 0 && errno != EEXIST) {
        error_set(error, ERROR_IO, "%s: %s", config->data, strerror(errno));
        return NULL;
    }
    if (config_is_postgres(config))
        return store_open_postgres(
            &(struct store_config){ .path = config->store,
                                    .password_file = config->store_password_file,
                                    .node = config->node,
                                    .route = config->route,
                                    .wake = wake_store,
                                    .context = serving },
            error);
    snprintf(path, sizeof path, "%s/parlour.db", config->data);
    if (!store_keep_old_version(path, copy, sizeof copy, error))
        return NULL;
    if (copy[0] != '\0')
        log_line(LOG_INFO, "the older data file is kept as a copy", "file", "%s", copy, NULL);
    return store_open_sqlite(
        &(struct store_config){
            .path = path, .wake = wake_store, .context = serving, .is_threaded = true },
        error);
}

/* A store in memory answers at once. Any other may be slow, and the loop must not wait for it. */
static struct store *open_store(struct serving *serving, struct error *error)
{
    const struct store_config config = { .wake = wake_store,
                                         .context = serving,
                                         .is_threaded = true };
    if (text_equal(serving->config->store, "memory"))
        return store_open_memory(&config);
    struct store *store = open_kept_store(serving, error);
    return store != NULL ? store_open_reads(store, &config, error) : NULL;
}

static bool lan_certificate(const struct config *config, char *cert, char *key, size_t size,
                            struct error *error)
{
    if (!config->lan_tls || config->tls_cert[0] != '\0') {
        return text_copy(cert, size, config->tls_cert) && text_copy(key, size, config->tls_key);
    }
    snprintf(cert, size, "%s/lan-cert.pem", config->data);
    snprintf(key, size, "%s/lan-key.pem", config->data);
    return lan_tls_ensure(cert, key, error);
}

static struct net *open_net(struct serving *serving, struct error *error)
{
    const struct config *config = serving->config;
    char cert[CONFIG_TEXT_SIZE + 16], key[CONFIG_TEXT_SIZE + 16];
    bool has_private = config->private_address[0] != '\0';
    int given = systemd_listening_socket(error);
    if (given < 0 || !lan_certificate(config, cert, key, sizeof cert, error))
        return NULL;
    return net_open(
        &serving->loop,
        &(struct net_config){ .address = config->address,
                              .port = (int)config->port,
                              .tls_cert = cert[0] != '\0' ? cert : NULL,
                              .tls_key = key[0] != '\0' ? key : NULL,
                              .connections_max = (int)config->connections_max,
                              .connections_per_address_max = (int)config->connections_per_address,
                              .proxies = config->trust_proxy,
                              .private_address = has_private ? config->private_address : NULL,
                              .private_port = (int)config->private_port,
                              .listening_socket = given,
                              .handlers = { .owner = &serving->server,
                                            .request = on_request,
                                            .message = on_message,
                                            .closed = server_closed,
                                            .shares = server_shares } },
        error);
}

/* The operator's token, as `parlour admin token` left it in the data folder. */
static void read_admin_token(struct serving *serving)
{
    char path[CONFIG_TEXT_SIZE + 16], token[SERVER_TOKEN_SIZE];
    uint8_t bytes[(SERVER_TOKEN_SIZE - 1) / 2];
    snprintf(path, sizeof path, "%s/admin-token", serving->config->data);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    if (fread(token, 1, sizeof token - 1, file) == sizeof token - 1) {
        token[sizeof token - 1] = '\0';
        serving->server.has_admin = hex_read(bytes, sizeof bytes, token);
        if (serving->server.has_admin)
            sha256_of(bytes, sizeof bytes, serving->server.admin_hash);
    }
    fclose(file);
}

static void open_quarantine(const struct config *config)
{
    char path[CONFIG_TEXT_SIZE + 16];
    struct error error = { 0 };
    snprintf(path, sizeof path, "%s/strikes", config->data);
    if (!text_equal(config->store, "memory") && !quarantine_open(path, &error))
        log_line(LOG_WARN, "crashes of rooms are not counted", "error", "%s", error.text, NULL);
}

/* No core dumps, because secrets are in memory; and as many descriptors as allowed, for many phones. */
static void set_limits(void)
{
    struct rlimit limit = { 0, 0 };
    setrlimit(RLIMIT_CORE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void announce(const struct serving *serving)
{
    const struct config *config = serving->config;
    char url[2 * CONFIG_TEXT_SIZE + 32];
    int port = net_port(serving->server.seams.net);
    bool is_secure = config->tls_cert[0] != '\0' || config->lan_tls;
    if (config->private_address[0] != '\0')
        log_line(LOG_INFO, "the operator's address", "address", "%s", config->private_address,
                 "port", "%d", net_private_port(serving->server.seams.net), NULL);
    log_line(LOG_INFO, "listening", "port", "%d", port, "tls", "%s", is_secure ? "yes" : "no",
             "store", "%s", config_store_name(config), "version", "%s", PARLOUR_VERSION, NULL);
    terminal_url(url, sizeof url, is_secure, config->address, port, config->base_path);
    printf("Parlour is at %s\n", url);
    if (config->qr)
        terminal_qr(url);
    fflush(stdout);
}

static enum log_level level_of(const char *name)
{
    static const char *const names[] = { "debug", "info", "warn", "error" };
    for (int i = 0; i < 4; i++)
        if (text_equal(names[i], name))
            return (enum log_level)i;
    return LOG_INFO;
}

static void close_handles(struct serving *serving)
{
    uv_close((uv_handle_t *)&serving->store_wake, NULL);
    uv_close((uv_handle_t *)&serving->timer, NULL);
    uv_close((uv_handle_t *)&serving->watchdog, NULL);
    uv_close((uv_handle_t *)&serving->prepare, NULL);
    uv_close((uv_handle_t *)&serving->sigterm, NULL);
    uv_close((uv_handle_t *)&serving->sigint, NULL);
    uv_close((uv_handle_t *)&serving->sighup, NULL);
}

/* The loop runs out when every socket is closed and every bot has finished its thought. */
static void shut(struct serving *serving, struct static_site *site)
{
    struct store *store = serving->server.seams.store;
    atomic_store(&serving->is_closing, true);
    close_handles(serving);
    uv_run(&serving->loop, UV_RUN_DEFAULT);
    store->ops->close(store);
    server_free(&serving->server);
    static_close(site);
    uv_loop_close(&serving->loop);
    for (int i = 0; i < THINKERS_MAX; i++)
        memory_free(serving->memory[i]);
    uv_mutex_destroy(&serving->memory_lock);
    webpush_key_close(serving->push_key);
}

int serve(const struct config *config)
{
    static struct serving serving;
    struct error error = { 0 };
    serving.config = config;
    log_setup(level_of(config->log_level), text_equal(config->log_format, "json"));
    set_limits();
    if (sodium_init() < 0) {
        log_line(LOG_ERROR, "no source of randomness", NULL);
        return 1;
    }
    uv_loop_init(&serving.loop);
    uv_mutex_init(&serving.memory_lock);
    start_handles(&serving);
    struct store *store = open_store(&serving, &error);
    if (store == NULL) {
        log_line(LOG_ERROR, "cannot open the store", "error", "%s", error.text, NULL);
        return 1;
    }
    open_quarantine(config);
    struct static_site *site =
        static_open(config->web[0] != '\0' ? config->web : NULL, config->base_path);
    api_serve_pages(site);
    server_init(&serving.server, config,
                &(struct server_seams){ .context = &serving,
                                        .now_ms = now_ms,
                                        .steady_us = steady_us,
                                        .random = random_bytes,
                                        .think = think,
                                        .push = config->push ? push : NULL,
                                        .push_key = push_key,
                                        .store = store });
    read_admin_token(&serving);
    serving.server.seams.net = open_net(&serving, &error);
    if (serving.server.seams.net == NULL) {
        log_line(LOG_ERROR, "cannot listen", "error", "%s", error.text, NULL);
        return 1;
    }
    announce(&serving);
    server_poll(&serving.server); /* from now on the loop does not wait for the store's reads */
    if (!systemd_notify("READY=1"))
        log_line(LOG_WARN, "the service manager cannot be told", NULL);
    uv_run(&serving.loop, UV_RUN_DEFAULT);
    shut(&serving, site);
    log_line(LOG_INFO, "stopped", NULL);
    return 0;
}
