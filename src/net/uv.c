/* Real sockets: struct net on libuv.
 *
 * All that a loop turn leaves to do on a connection (bytes to write, input to take up, an end to
 * report) is done once, just before the loop sleeps: the connection is "awake", and attend() puts it
 * to sleep again. So everything queued in a turn goes out in one write, and handlers never run inside
 * an operation. flush() writes what is queued so far, and puts to sleep those with nothing else to do. */
#include "net/net.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "base/arena.h"
#include "net/connection.h"
#include "net/tls.h"
#include "net/wheel.h"

enum {
    READ_SIZE = 64 * 1024,
    SLOT_BITS = 24, /* of a net_id; the rest counts connections ever made */
    BACKLOG = 1024,
    SPANS_MAX = 16,
    LATER_SPANS_MAX = 4, /* libuv allocates for more */
    TICK_MAX_MS = 1000,
    STOP_LINGERS = 3,  /* how often a reader may linger when the server stops */
    PRIVATE_MORE = 64, /* connections at the private address beyond the others */
};

/* What every message touches comes first. */
struct peer {
    struct uv_net *net;
    struct peer *next_awake;
    struct tls *tls;
    int descriptor;
    bool is_awake, is_writing, is_reading, is_shut, has_spoken;
    struct connection connection;
    struct wheel_entry deadline;
    uv_tcp_t tcp;
};

/* Bytes that wait until the socket takes them; few peers ever have such. */
struct later {
    uv_write_t write;
    struct peer *peer;
    size_t length;
};

struct peers {
    struct peer *first, *last;
};

struct uv_net {
    struct net net;
    struct net_core core;
    int peer_max, peer_per_address_max;
    uv_loop_t *loop;
    uv_tcp_t listener, private_listener;
    uv_prepare_t prepare;
    uv_timer_t timer;
    int handle_count; /* not yet closed; the last one frees all */
    bool is_listening, has_private;

    struct peer **peers; /* by slot */
    uint32_t *free_slots;
    uint32_t slot_count, free_count;
    uint64_t serial;
    int peer_count;

    struct peers awake, flushed; /* those that are awake: and may have something to write, or not */
    int unflushed_count;
    struct wheel wheel;
    struct address_counts *addresses;
    struct tls_context *tls;
    time_t date_s;
    char input[READ_SIZE]; /* shared: used up before the next read */
};

#define CONTAINER(pointer, type, member) \
    ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

static struct uv_net *uv_net_of(const struct net *net)
{
    return CONTAINER((uintptr_t)net, struct uv_net, net);
}

static struct peer *peer_of(struct connection *connection)
{
    return CONTAINER(connection, struct peer, connection);
}

static void look_at_clock(struct uv_net *net)
{
    net->core.now_ms = (int64_t)uv_now(net->loop);
}

static void write_date(struct uv_net *net)
{
    time_t now = time(NULL);
    struct tm utc;
    if (now == net->date_s)
        return;
    net->date_s = now;
    gmtime_r(&now, &utc);
    strftime(net->core.date, sizeof net->core.date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
}

/* Awake connections. */

static void peers_add(struct peers *peers, struct peer *peer)
{
    peer->next_awake = NULL;
    if (peers->last)
        peers->last->next_awake = peer;
    else
        peers->first = peer;
    peers->last = peer;
}

static struct peer *peers_take(struct peers *peers)
{
    struct peer *peer = peers->first;
    if (!peer)
        return NULL;
    peers->first = peer->next_awake;
    if (!peers->first)
        peers->last = NULL;
    return peer;
}

static void wake(struct connection *connection)
{
    struct peer *peer = peer_of(connection);
    if (peer->is_awake)
        return;
    peer->is_awake = true;
    peers_add(&peer->net->awake, peer);
    peer->net->unflushed_count++;
}

static struct peer *next_awake(struct uv_net *net)
{
    struct peer *peer = peers_take(&net->flushed);
    if (!peer)
        peer = peers_take(&net->awake);
    if (peer)
        peer->is_awake = false;
    return peer;
}

/* Writing. */

static struct out_queue *wire_of(struct peer *peer)
{
    return peer->tls ? tls_wire(peer->tls) : &peer->connection.out;
}

static bool encrypt(struct peer *peer)
{
    if (!peer->tls)
        return true;
    if (!tls_send(peer->tls, &peer->connection.out))
        return false;
    if (peer->connection.state == CONNECTION_CLOSING && peer->connection.out.length == 0)
        tls_end(peer->tls);
    return true;
}

static void sent(struct peer *peer, size_t length)
{
    struct uv_net *net = peer->net;
    net->core.stats.bytes_out += length;
    out_drop(&net->core.blocks, wire_of(peer), length);
    connection_progress(&peer->connection);
}

static void on_written(uv_write_t *write, int status)
{
    struct later *later = CONTAINER(write, struct later, write);
    struct peer *peer = later->peer;
    size_t length = later->length;
    memory_free(later);
    if (status == UV_ECANCELED)
        return;
    look_at_clock(peer->net);
    peer->is_writing = false;
    if (status < 0) {
        connection_lose(&peer->connection);
        return;
    }
    sent(peer, length);
    wake(&peer->connection);
}

/* The rest waits for the socket, a few blocks at a time. */
static void write_later(struct peer *peer)
{
    struct iovec spans[LATER_SPANS_MAX];
    uv_buf_t buffers[LATER_SPANS_MAX];
    int count = out_peek(wire_of(peer), spans, LATER_SPANS_MAX);
    struct later *later = memory_take(sizeof *later);
    later->peer = peer;
    for (int i = 0; i < count; i++) {
        buffers[i] = uv_buf_init(spans[i].iov_base, (unsigned)spans[i].iov_len);
        later->length += buffers[i].len;
    }
    peer->is_writing = true;
    peer->net->core.stats.writes++;
    uv_stream_t *stream = (uv_stream_t *)&peer->tcp;
    if (uv_write(&later->write, stream, buffers, (unsigned)count, on_written) < 0) {
        memory_free(later);
        connection_lose(&peer->connection);
    }
}

/* A message is usually one span, for which the kernel's write() is fastest. */
static ssize_t try_send(struct peer *peer, struct iovec *spans, int count)
{
    peer->net->core.stats.writes++;
    if (count == 1)
        return send(peer->descriptor, spans[0].iov_base, spans[0].iov_len,
                    MSG_NOSIGNAL | MSG_DONTWAIT);
    struct msghdr message = { .msg_iov = spans, .msg_iovlen = (size_t)count };
    return sendmsg(peer->descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Writes what the socket takes now. True if it may take more. */
static bool write_now(struct peer *peer)
{
    struct iovec spans[SPANS_MAX];
    int count = out_peek(wire_of(peer), spans, SPANS_MAX);
    size_t offered = 0;
    for (int i = 0; i < count; i++)
        offered += spans[i].iov_len;
    ssize_t result = try_send(peer, spans, count);
    if (result < 0 && errno != EAGAIN && errno != EINTR) {
        connection_lose(&peer->connection);
        return false;
    }
    sent(peer, result < 0 ? 0 : (size_t)result);
    if (result >= 0 && (size_t)result == offered)
        return true;
    write_later(peer);
    return false;
}

static void flush_peer(struct peer *peer)
{
    struct connection *connection = &peer->connection;
    bool may_write = !peer->is_writing && connection->state != CONNECTION_DONE && !peer->is_shut;
    while (may_write) {
        if (!encrypt(peer)) {
            connection_lose(connection);
            return;
        }
        if (wire_of(peer)->length == 0)
            break;
        may_write = write_now(peer);
    }
    if (may_write && connection->out.length == 0)
        connection_drained(connection);
}

/* An open WebSocket that has written all it had and goes on reading. */
static bool may_sleep(const struct peer *peer)
{
    const struct connection *connection = &peer->connection;
    return connection->state == CONNECTION_OPEN && !connection->has_entered &&
           connection->out.length == 0 && !connection->pending && !connection->is_ended &&
           !peer->is_writing && peer->is_reading;
}

static void flush(struct uv_net *net)
{
    struct peer *peer;
    net->unflushed_count = 0;
    while ((peer = peers_take(&net->awake))) {
        flush_peer(peer);
        if (may_sleep(peer))
            peer->is_awake = false;
        else
            peers_add(&net->flushed, peer);
    }
}

/* Many connections with something to say in one turn must not make the pool grow without bound. */
static void relieve(struct uv_net *net)
{
    if (net->unflushed_count >= OUT_POOL_MAX)
        flush(net);
}

/* The end of a connection. */

static void free_if_last(struct uv_net *net)
{
    if (--net->handle_count > 0)
        return;
    assert(net->peer_count == 0);
    tls_context_close(net->tls);
    address_counts_close(net->addresses);
    net_core_free(&net->core);
    memory_free(net->peers);
    memory_free(net->free_slots);
    memory_free(net);
}

static void on_handle_closed(uv_handle_t *handle)
{
    free_if_last(handle->data);
}

static void close_if_idle(struct uv_net *net)
{
    if (!net->core.is_closing || net->peer_count > 0 || uv_is_closing((uv_handle_t *)&net->prepare))
        return;
    uv_close((uv_handle_t *)&net->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&net->timer, on_handle_closed);
}

static void on_peer_closed(uv_handle_t *handle)
{
    struct peer *peer = CONTAINER(handle, struct peer, tcp);
    struct uv_net *net = peer->net;
    memory_free(peer);
    free_if_last(net);
}

static void drop(struct peer *peer)
{
    struct uv_net *net = peer->net;
    uint32_t slot = (uint32_t)(peer->connection.id & ((1u << SLOT_BITS) - 1));
    net->peers[slot] = NULL;
    net->free_slots[net->free_count++] = slot;
    net->peer_count--;
    wheel_remove(&peer->deadline);
    if (!address_networks_have(&net->core.proxies, &peer->connection.address))
        address_counts_remove(net->addresses, &peer->connection.address);
    connection_release(&peer->connection);
    tls_close(peer->tls);
    peer->tls = NULL;
    uv_close((uv_handle_t *)&peer->tcp, on_peer_closed);
    close_if_idle(net);
}

/* Sends the end of the stream but goes on reading: closing at once would reset the connection, and the
 * peer could lose the last bytes that we sent. */
static void shut_down(struct peer *peer)
{
    peer->is_shut = true;
    shutdown(peer->descriptor, SHUT_WR);
}

/* Reading. */

static void on_plain(void *owner, const char *bytes, size_t length)
{
    struct peer *peer = owner;
    connection_receive(&peer->connection, bytes, length);
}

static void decrypt(struct peer *peer, const char *bytes, size_t length)
{
    switch (tls_receive(peer->tls, bytes, length, peer, on_plain)) {
    case TLS_MORE: break;
    case TLS_ENDED: connection_end(&peer->connection); break;
    case TLS_BROKEN:
        /* The alert that says why, if the socket takes it at once. */
        if (tls_wire(peer->tls)->length > 0 && !peer->is_writing)
            write_now(peer);
        connection_lose(&peer->connection);
        break;
    }
    /* A handshake writes, too. */
    if (tls_wire(peer->tls)->length > 0)
        wake(&peer->connection);
}

/* People type addresses without "https://", and browsers then speak plain HTTP to this port. */
static void check_protocol(struct peer *peer, char first)
{
    enum { TLS_HANDSHAKE = 0x16 };
    if (!peer->has_spoken && first != TLS_HANDSHAKE) {
        tls_close(peer->tls);
        peer->tls = NULL;
        connection_misdirect(&peer->connection);
    }
    peer->has_spoken = true;
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    struct peer *peer = CONTAINER(handle, struct peer, tcp);
    *buffer = uv_buf_init(peer->net->input, READ_SIZE);
}

static void settle(struct peer *peer);

/* A full buffer means that more is waiting. libuv would read on, up to 32 times; here others come first, and
 * attend() goes on reading in the next turn. */
static void rest(struct peer *peer)
{
    if (!peer->is_reading)
        return;
    uv_read_stop((uv_stream_t *)&peer->tcp);
    peer->is_reading = false;
    wake(&peer->connection);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct peer *peer = CONTAINER(stream, struct peer, tcp);
    look_at_clock(peer->net);
    if (size > 0 && peer->tls)
        check_protocol(peer, buffer->base[0]);
    if (size > 0 && peer->tls)
        decrypt(peer, buffer->base, (size_t)size);
    else if (size > 0)
        connection_receive(&peer->connection, buffer->base, (size_t)size);
    else if (size == UV_EOF)
        connection_end(&peer->connection);
    else if (size < 0)
        connection_lose(&peer->connection);
    settle(peer);
    if (size == READ_SIZE)
        rest(peer);
}

/* Brings the socket's side in line with the connection's state. */
static void settle(struct peer *peer)
{
    struct connection *connection = &peer->connection;
    bool wants = connection_wants_input(connection);
    if (wants && !peer->is_reading)
        uv_read_start((uv_stream_t *)&peer->tcp, on_allocate, on_read);
    else if (!wants && peer->is_reading)
        uv_read_stop((uv_stream_t *)&peer->tcp);
    peer->is_reading = wants;
    connection->has_entered = false;
    int64_t due_ms = connection_due_ms(connection);
    if (!peer->deadline.next || due_ms < peer->deadline.due_ms)
        wheel_set(&peer->net->wheel, &peer->deadline, due_ms);
}

static void attend(struct peer *peer)
{
    connection_attend(&peer->connection);
    if (peer->connection.state == CONNECTION_DONE) {
        drop(peer);
        return;
    }
    flush_peer(peer);
    if (peer->connection.state == CONNECTION_LINGERING && !peer->is_shut)
        shut_down(peer);
    settle(peer);
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct uv_net *net = prepare->data;
    struct peer *peer;
    look_at_clock(net);
    while ((peer = next_awake(net)))
        attend(peer);
    net->unflushed_count = 0;
}

static int64_t on_due(struct wheel_entry *entry)
{
    struct peer *peer = CONTAINER(entry, struct peer, deadline);
    connection_tick(&peer->connection);
    relieve(peer->net);
    return connection_due_ms(&peer->connection);
}

static void on_tick(uv_timer_t *timer)
{
    struct uv_net *net = timer->data;
    look_at_clock(net);
    write_date(net);
    wheel_turn(&net->wheel, net->core.now_ms, on_due);
}

/* Accepting. */

static uint32_t take_slot(struct uv_net *net)
{
    if (net->free_count == 0) {
        uint32_t count = net->slot_count ? 2 * net->slot_count : 64;
        net->peers = memory_grow(net->peers, net->slot_count * sizeof net->peers[0],
                                 count * sizeof net->peers[0]);
        net->free_slots = memory_grow(net->free_slots, net->slot_count * sizeof(uint32_t),
                                      count * sizeof(uint32_t));
        for (uint32_t slot = count; slot > net->slot_count; slot--)
            net->free_slots[net->free_count++] = slot - 1;
        net->slot_count = count;
    }
    return net->free_slots[--net->free_count];
}

static bool find_address(struct peer *peer, struct address *address)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    if (uv_tcp_getpeername(&peer->tcp, (struct sockaddr *)&name, &size) < 0)
        return false;
    address_of(address, (struct sockaddr *)&name);
    return true;
}

static void refuse(struct peer *peer)
{
    static char BUSY[] = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
                         "Retry-After: 5\r\nContent-Length: 0\r\n\r\n";
    uv_buf_t buffer = uv_buf_init(BUSY, sizeof BUSY - 1);
    if (!peer->net->tls)
        uv_try_write((uv_stream_t *)&peer->tcp, &buffer, 1);
    peer->net->core.stats.refused++;
    uv_close((uv_handle_t *)&peer->tcp, on_peer_closed);
}

static bool admit(struct uv_net *net, struct peer *peer, bool is_private, struct address *address)
{
    int most = net->peer_max + (is_private ? PRIVATE_MORE : 0);
    if (net->peer_count >= most || !find_address(peer, address))
        return false;
    if (net->tls && !is_private && !(peer->tls = tls_open(net->tls, &net->core.blocks)))
        return false;
    if (address_networks_have(&net->core.proxies, address) ||
        address_counts_add(net->addresses, address, net->peer_per_address_max))
        return true;
    tls_close(peer->tls);
    return false;
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct uv_net *net = listener->data;
    bool is_private = listener == (uv_stream_t *)&net->private_listener;
    struct address address;
    if (status < 0)
        return;
    look_at_clock(net);
    struct peer *peer = memory_take(sizeof *peer);
    peer->net = net;
    uv_tcp_init(net->loop, &peer->tcp);
    net->handle_count++;
    if (uv_accept(listener, (uv_stream_t *)&peer->tcp) < 0 ||
        !admit(net, peer, is_private, &address)) {
        refuse(peer);
        return;
    }
    uv_fileno((uv_handle_t *)&peer->tcp, &peer->descriptor);
    uint32_t slot = take_slot(net);
    net->peers[slot] = peer;
    net->peer_count++;
    uv_tcp_nodelay(&peer->tcp, 1);
    connection_open(&peer->connection, &net->core, ++net->serial << SLOT_BITS | slot, &address,
                    peer->tls != NULL);
    peer->connection.is_private = is_private;
    settle(peer);
}

/* struct net_ops. */

static struct connection *find(struct net *base, net_id id)
{
    struct uv_net *net = uv_net_of(base);
    uint32_t slot = (uint32_t)(id & ((1u << SLOT_BITS) - 1));
    look_at_clock(net);
    if (slot >= net->slot_count || !net->peers[slot] || net->peers[slot]->connection.id != id)
        return NULL;
    return &net->peers[slot]->connection;
}

static void op_respond(struct net *net, net_id id, const struct net_response *response)
{
    struct connection *connection = find(net, id);
    if (connection)
        connection_respond(connection, response);
}

static bool op_accept(struct net *net, net_id id)
{
    struct connection *connection = find(net, id);
    return connection && connection_accept(connection);
}

static void op_send(struct net *net, net_id id, const char *text, size_t length)
{
    struct connection *connection = find(net, id);
    relieve(uv_net_of(net));
    if (connection)
        connection_send(connection, text, length);
}

static void op_close(struct net *net, net_id id, int code, const char *reason)
{
    struct connection *connection = find(net, id);
    if (connection)
        connection_close(connection, code, reason);
}

static void op_flush(struct net *net)
{
    flush(uv_net_of(net));
}

static const struct net_ops ops = { op_respond, op_accept, op_send, op_close, op_flush };

/* Opening and closing. */

static int open_socket(const char *address, int number, struct error *error)
{
    char port[16];
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM };
    struct addrinfo *found;
    snprintf(port, sizeof port, "%d", number);
    if (getaddrinfo(address, port, &hints, &found) != 0) {
        error_set(error, ERROR_USAGE, "not an address to listen on: %s", address);
        return -1;
    }
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;
    if (descriptor >= 0)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (descriptor >= 0 &&
        found->ai_family == AF_INET6) /* "::" takes IPv4 too, whatever the system's preset is */
        setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &(int){ 0 }, sizeof(int));
    if (descriptor < 0 || bind(descriptor, found->ai_addr, found->ai_addrlen) < 0 ||
        listen(descriptor, BACKLOG) < 0) {
        error_set(error, ERROR_NETWORK, "cannot listen on %s port %d: %s", address, number,
                  strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        descriptor = -1;
    }
    freeaddrinfo(found);
    return descriptor;
}

static int or_default(int given, int constant)
{
    return given > 0 ? given : constant;
}

static struct net_timeouts with_defaults(struct net_timeouts given)
{
    return (struct net_timeouts){
        .head_ms = or_default(given.head_ms, NET_HEAD_TIMEOUT_MS),
        .body_ms = or_default(given.body_ms, NET_BODY_TIMEOUT_MS),
        .idle_ms = or_default(given.idle_ms, NET_IDLE_TIMEOUT_MS),
        .heartbeat_ms = or_default(given.heartbeat_ms, NET_HEARTBEAT_MS),
        .dead_ms = or_default(given.dead_ms, NET_DEAD_MS),
        .linger_ms = or_default(given.linger_ms, NET_LINGER_MS),
    };
}

static void start_timer(struct uv_net *net)
{
    int64_t tick_ms = net->core.timeouts.heartbeat_ms / 10;
    tick_ms = tick_ms < 1 ? 1 : tick_ms > TICK_MAX_MS ? TICK_MAX_MS : tick_ms;
    uv_update_time(net->loop);
    look_at_clock(net);
    write_date(net);
    wheel_init(&net->wheel, tick_ms, net->core.now_ms);
    uv_timer_init(net->loop, &net->timer);
    uv_timer_start(&net->timer, on_tick, (uint64_t)tick_ms, (uint64_t)tick_ms);
}

static void start_listener(struct uv_net *net, uv_tcp_t *listener, int descriptor)
{
    uv_tcp_init(net->loop, listener);
    listener->data = net;
    int failed = uv_tcp_open(listener, descriptor);
    failed = failed ? failed : uv_listen((uv_stream_t *)listener, BACKLOG, on_connection);
    assert(!failed);
    net->handle_count++;
}

static void start_handles(struct uv_net *net, const int descriptor[2])
{
    uv_prepare_init(net->loop, &net->prepare);
    start_timer(net);
    net->handle_count = 2;
    net->prepare.data = net->timer.data = net;
    uv_prepare_start(&net->prepare, on_prepare);
    start_listener(net, &net->listener, descriptor[0]);
    net->has_private = descriptor[1] >= 0;
    if (net->has_private)
        start_listener(net, &net->private_listener, descriptor[1]);
    net->is_listening = true;
}

/* The second is -1 where there is no private address. */
static bool open_sockets(const struct net_config *config, int descriptor[2], struct error *error)
{
    bool has_private = config->private_address != NULL;
    descriptor[0] = config->listening_socket ? config->listening_socket
                                             : open_socket(config->address, config->port, error);
    descriptor[1] = -1;
    if (descriptor[0] >= 0 && has_private)
        descriptor[1] = open_socket(config->private_address, config->private_port, error);
    if (descriptor[0] >= 0 && (!has_private || descriptor[1] >= 0))
        return true;
    if (descriptor[0] >= 0)
        close(descriptor[0]);
    return false;
}

struct net *net_open(struct uv_loop_s *loop, const struct net_config *config, struct error *error)
{
    struct tls_context *tls = NULL;
    uint64_t seed;
    struct address_networks proxies;
    const char *bad;
    if (!address_networks_read(&proxies, config->proxies ? config->proxies : "", &bad)) {
        error_set(error, ERROR_USAGE, "not a network of proxies: %.60s", bad);
        return NULL;
    }
    if (config->tls_cert) {
        const char *key = config->tls_key ? config->tls_key : config->tls_cert;
        tls = tls_context_open(config->tls_cert, key, error);
        if (!tls)
            return NULL;
    }
    int descriptor[2];
    if (!open_sockets(config, descriptor, error)) {
        tls_context_close(tls);
        return NULL;
    }
    uint8_t id_key[sizeof((struct net_core *)0)->id_key];
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed ||
        getrandom(id_key, sizeof id_key, 0) != sizeof id_key)
        abort();
    /* libuv writes with plain write(2); a peer that is gone must not end the process. */
    signal(SIGPIPE, SIG_IGN);
    struct uv_net *net = memory_take(sizeof *net);
    net->net.ops = &ops;
    net->core.handlers = config->handlers;
    net->core.timeouts = with_defaults(config->timeouts);
    net->core.proxies = proxies;
    net->core.wake = wake;
    memcpy(net->core.id_key, id_key, sizeof id_key);
    net->peer_max = config->connections_max;
    net->peer_per_address_max = config->connections_per_address_max;
    net->loop = loop;
    net->tls = tls;
    net->addresses = address_counts_open(seed);
    start_handles(net, descriptor);
    return &net->net;
}

static int port_of(const uv_tcp_t *listener)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    if (uv_tcp_getsockname(listener, (struct sockaddr *)&name, &size) < 0)
        return 0;
    return ntohs(name.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&name)->sin6_port
                                            : ((struct sockaddr_in *)&name)->sin_port);
}

int net_port(const struct net *base)
{
    return port_of(&uv_net_of(base)->listener);
}

int net_private_port(const struct net *base)
{
    const struct uv_net *net = uv_net_of(base);
    return net->has_private ? port_of(&net->private_listener) : 0;
}

bool net_reload_tls(struct net *base, struct error *error)
{
    struct uv_net *net = uv_net_of(base);
    if (!net->tls)
        return true;
    struct tls_context *fresh = tls_context_again(net->tls, error);
    if (!fresh)
        return false;
    tls_context_close(net->tls);
    net->tls = fresh;
    return true;
}

void net_stop_accepting(struct net *base)
{
    struct uv_net *net = uv_net_of(base);
    if (!net->is_listening)
        return;
    net->is_listening = false;
    uv_close((uv_handle_t *)&net->listener, on_handle_closed);
    if (net->has_private)
        uv_close((uv_handle_t *)&net->private_listener, on_handle_closed);
}

void net_close(struct net *base)
{
    struct uv_net *net = uv_net_of(base);
    net_stop_accepting(base);
    look_at_clock(net);
    net->core.is_closing = true;
    net->core.closed_by_ms = net->core.now_ms + STOP_LINGERS * net->core.timeouts.linger_ms;
    for (uint32_t slot = 0; slot < net->slot_count; slot++) {
        if (net->peers[slot])
            connection_stop(&net->peers[slot]->connection);
    }
    close_if_idle(net);
}

void net_stats(const struct net *base, struct net_stats *out)
{
    *out = uv_net_of(base)->core.stats;
}
