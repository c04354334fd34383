/* A server that does what its client asks, to test src/net over real sockets: net_echo [option=value…].
 * Prints its port on the first line of standard output; ends when standard input does. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "net/lan_tls.h"
#include "net/net.h"

enum { PEERS_MAX = 20000, BIG_SIZE = 4 * 1024 * 1024 };

/* Every allocation of the process is counted, those of the libraries, too. Sanitizers bring their own
 * allocator; there the count stays -1. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static long long allocation_count = -1;
#else
static long long allocation_count;

void *counted_take(size_t size) __asm__("malloc");
void *counted_take_zeroed(size_t count, size_t size) __asm__("calloc");
void *counted_grow(void *memory, size_t size) __asm__("realloc");
void *real_take(size_t size) __asm__("__libc_malloc");
void *real_take_zeroed(size_t count, size_t size) __asm__("__libc_calloc");
void *real_grow(void *memory, size_t size) __asm__("__libc_realloc");

void *counted_take(size_t size)
{
    allocation_count++;
    return real_take(size);
}

void *counted_take_zeroed(size_t count, size_t size)
{
    allocation_count++;
    return real_take_zeroed(count, size);
}

void *counted_grow(void *memory, size_t size)
{
    allocation_count++;
    return real_grow(memory, size);
}
#endif

static struct net *net;
static net_id peers[PEERS_MAX];
static int peer_count;
static net_id late;
static uv_timer_t late_timer;
static uv_signal_t reload_signal;
static uv_pipe_t standard_input;
static char big[BIG_SIZE];

static void respond(net_id connection, int status, const char *body, size_t length)
{
    net->ops->respond(net, connection,
                      &(struct net_response){ .status = status,
                                              .content_type = "text/plain",
                                              .body = body,
                                              .length = length,
                                              .headers = "X-Test: yes\r\n" });
}

static void respond_big(net_id connection, bool is_static)
{
    struct net_response response = { .status = 200,
                                     .content_type = "text/plain",
                                     .body = big,
                                     .length = sizeof big,
                                     .is_static = is_static };
    net->ops->respond(net, connection, &response);
}

static int write_stats(char *text, size_t size)
{
    struct net_stats s;
    net_stats(net, &s);
    return snprintf(text, size,
                    "connections=%llu websockets=%llu accepted=%llu refused=%llu bytes_in=%llu "
                    "bytes_out=%llu messages_in=%llu messages_out=%llu slow_closed=%llu "
                    "bad_closed=%llu writes=%llu peers=%d allocations=%lld",
                    (unsigned long long)s.connections, (unsigned long long)s.websockets,
                    (unsigned long long)s.accepted, (unsigned long long)s.refused,
                    (unsigned long long)s.bytes_in, (unsigned long long)s.bytes_out,
                    (unsigned long long)s.messages_in, (unsigned long long)s.messages_out,
                    (unsigned long long)s.slow_closed, (unsigned long long)s.bad_closed,
                    (unsigned long long)s.writes, peer_count, allocation_count);
}

static void respond_stats(net_id connection)
{
    char text[512];
    int length = write_stats(text, sizeof text);
    respond(connection, 200, text, (size_t)length);
}

static void send_stats(net_id connection)
{
    char text[512];
    int length = write_stats(text, sizeof text);
    net->ops->send(net, connection, text, (size_t)length);
}

static void respond_request(net_id connection, const struct net_request *r)
{
    static char text[2 * NET_BODY_MAX];
    int length =
        snprintf(text, sizeof text,
                 "method=%s\npath=%s\nquery=%s\nhost=%s\norigin=%s\ncookie=%s\n"
                 "address=%s\nsecure=%d\nupgrade=%d\nlength=%zu\nbody=%.*s",
                 r->method, r->path, r->query, r->host, r->origin, r->cookie, r->address,
                 r->is_secure, r->is_upgrade, r->body_length, (int)r->body_length, r->body);
    respond(connection, 200, text, (size_t)length);
}

static void on_late(uv_timer_t *timer)
{
    (void)timer;
    respond(late, 200, "late", 4);
}

/* A request is borrowed until its handler returns, also after it was answered. */
static void read_again(const struct net_request *request)
{
    size_t end = request->body_length;
    if (request->path[0] != '/' || (end > 0 && request->body[end - 1] == '#'))
        abort();
}

static void on_request(void *owner, net_id connection, const struct net_request *request)
{
    (void)owner;
    if (request->is_upgrade && strncmp(request->path, "/ws", 3) == 0 && peer_count < PEERS_MAX) {
        peers[peer_count++] = connection;
        net->ops->accept(net, connection);
        if (strcmp(request->path, "/ws/hello") == 0)
            net->ops->send(net, connection, "hello", 5);
    } else if (strcmp(request->path, "/none") == 0) {
        net->ops->respond(net, connection, &(struct net_response){ .status = 204 });
    } else if (strcmp(request->path, "/big") == 0) {
        respond_big(connection, true);
    } else if (strcmp(request->path, "/copied") == 0) {
        respond_big(connection, false);
    } else if (strcmp(request->path, "/stats") == 0) {
        respond_stats(connection);
    } else if (strcmp(request->path, "/drop") == 0) {
        net->ops->close(net, connection, 1000, "");
    } else if (strcmp(request->path, "/late") == 0) {
        late = connection;
        uv_timer_start(&late_timer, on_late, 100, 0);
    } else {
        respond_request(connection, request);
    }
    read_again(request);
}

/* "flood 100 1000": a hundred messages of a thousand bytes to everybody. */
static void flood(const char *command)
{
    int count = 0, size = 0;
    if (sscanf(command, "flood %d %d", &count, &size) != 2 || size > BIG_SIZE)
        return;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < peer_count; j++)
            net->ops->send(net, peers[j], big, (size_t)size);
}

static void on_message(void *owner, net_id connection, const char *text, size_t length)
{
    (void)owner;
    char command[200] = "";
    memcpy(command, text, length < sizeof command ? length : sizeof command - 1);
    int code, end = 0;
    if (sscanf(command, "close %d %n", &code, &end) == 1)
        net->ops->close(net, connection, code, command + end);
    else if (strncmp(command, "flood ", 6) == 0)
        flood(command);
    else if (strcmp(command, "stats") == 0)
        send_stats(connection);
    else if (strncmp(command, "all ", 4) == 0)
        for (int i = 0; i < peer_count; i++)
            net->ops->send(net, peers[i], text + 4, length - 4);
    else
        net->ops->send(net, connection, text, length);
}

static void on_closed(void *owner, net_id connection)
{
    (void)owner;
    for (int i = 0; i < peer_count; i++) {
        if (peers[i] == connection) {
            peers[i] = peers[--peer_count];
            return;
        }
    }
    abort(); /* closed twice, or never accepted */
}

static void on_reload(uv_signal_t *handle, int number)
{
    (void)handle, (void)number;
    struct error error = { 0 };
    bool is_done = net_reload_tls(net, &error);
    printf("%s\n", is_done ? "reloaded" : error.text);
    fflush(stdout);
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    static char memory[64];
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(memory, sizeof memory);
}

static void on_input(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)buffer;
    if (size >= 0)
        return;
    net_close(net);
    uv_close((uv_handle_t *)stream, NULL);
    uv_close((uv_handle_t *)&late_timer, NULL);
    uv_close((uv_handle_t *)&reload_signal, NULL);
}

static void set_option(struct net_config *config, char *option)
{
    char *value = strchr(option, '=');
    if (!value)
        exit(2);
    *value++ = '\0';
    struct {
        const char *name;
        int *number;
    } numbers[] = {
        { "port", &config->port },
        { "max", &config->connections_max },
        { "per_address", &config->connections_per_address_max },
        { "head", &config->timeouts.head_ms },
        { "body", &config->timeouts.body_ms },
        { "idle", &config->timeouts.idle_ms },
        { "heartbeat", &config->timeouts.heartbeat_ms },
        { "dead", &config->timeouts.dead_ms },
        { "linger", &config->timeouts.linger_ms },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(option, numbers[i].name) == 0)
            *numbers[i].number = atoi(value);
    if (strcmp(option, "cert") == 0)
        config->tls_cert = value;
    if (strcmp(option, "key") == 0)
        config->tls_key = value;
    if (strcmp(option, "proxy") == 0)
        config->proxies = "private";
    if (strcmp(option, "address") == 0)
        config->address = value;
}

int main(int argc, char **argv)
{
    struct error error = { 0 };
    uv_loop_t loop;
    struct net_config config = {
        .address = "127.0.0.1",
        .connections_max = 100000,
        .connections_per_address_max = 100000,
        .handlers = { .request = on_request, .message = on_message, .closed = on_closed },
    };
    for (int i = 1; i < argc; i++)
        set_option(&config, argv[i]);
    memset(big, 'x', sizeof big);
    uv_loop_init(&loop);
    uv_timer_init(&loop, &late_timer);
    uv_signal_init(&loop, &reload_signal);
    uv_signal_start(&reload_signal, on_reload, SIGHUP);
    uv_pipe_init(&loop, &standard_input, 0);
    uv_pipe_open(&standard_input, 0);
    if (!config.tls_cert || lan_tls_ensure(config.tls_cert, config.tls_key, &error))
        net = net_open(&loop, &config, &error);
    if (!net) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    for (int i = 1; i < argc; i++) /* nobody may look at them any more */
        memset(argv[i], '#', strlen(argv[i]));
    printf("%d\n", net_port(net));
    fflush(stdout);
    uv_read_start((uv_stream_t *)&standard_input, on_allocate, on_input);
    uv_run(&loop, UV_RUN_DEFAULT);
    return uv_loop_close(&loop) == 0 ? 0 : 3;
}
