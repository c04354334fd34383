/* Real sockets: struct net on libuv. Here is what a connection goes through; uv_open.c opens and closes.
 *
 * All that a loop turn leaves to do on a connection (bytes to write, input to take up, an end to
 * report) is done once, just before the loop sleeps: the connection is "awake", and attend() puts it
 * to sleep again. So everything queued in a turn goes out in one write, and handlers never run inside
 * an operation. flush() writes what is queued so far, and puts to sleep those with nothing else to do. */
#include "net/uv_net.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "base/arena.h"

enum {
    SPANS_MAX = 16,
    LATER_SPANS_MAX = 4, /* libuv allocates for more */
};

/* Bytes that wait until the socket takes them; few peers ever have such. */
struct later {
    uv_write_t write;
    struct peer *peer;
    size_t length;
};

static struct peer *peer_of(struct connection *connection)
{
    return CONTAINER(connection, struct peer, connection);
}

void uv_net_write_date(struct uv_net *net)
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

void uv_net_wake(struct connection *connection)
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
    uv_net_look_at_clock(peer->net);
    peer->is_writing = false;
    if (status < 0) {
        connection_lose(&peer->connection);
        return;
    }
    sent(peer, length);
    uv_net_wake(&peer->connection);
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

void uv_net_on_handle_closed(uv_handle_t *handle)
{
    free_if_last(handle->data);
}

void uv_net_close_if_idle(struct uv_net *net)
{
    if (!net->core.is_closing || net->peer_count > 0 || uv_is_closing((uv_handle_t *)&net->prepare))
        return;
    uv_close((uv_handle_t *)&net->prepare, uv_net_on_handle_closed);
    uv_close((uv_handle_t *)&net->timer, uv_net_on_handle_closed);
}

void uv_net_on_peer_closed(uv_handle_t *handle)
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
    uv_close((uv_handle_t *)&peer->tcp, uv_net_on_peer_closed);
    uv_net_close_if_idle(net);
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
        uv_net_wake(&peer->connection);
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

/* A full buffer means that more is waiting. libuv would read on, up to 32 times; here others come first, and
 * attend() goes on reading in the next turn. */
static void rest(struct peer *peer)
{
    if (!peer->is_reading)
        return;
    uv_read_stop((uv_stream_t *)&peer->tcp);
    peer->is_reading = false;
    uv_net_wake(&peer->connection);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct peer *peer = CONTAINER(stream, struct peer, tcp);
    uv_net_look_at_clock(peer->net);
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
    uv_net_settle(peer);
    if (size == READ_SIZE)
        rest(peer);
}

void uv_net_settle(struct peer *peer)
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
    uv_net_settle(peer);
}

void uv_net_on_prepare(uv_prepare_t *prepare)
{
    struct uv_net *net = prepare->data;
    struct peer *peer;
    uv_net_look_at_clock(net);
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

void uv_net_on_tick(uv_timer_t *timer)
{
    struct uv_net *net = timer->data;
    uv_net_look_at_clock(net);
    uv_net_write_date(net);
    wheel_turn(&net->wheel, net->core.now_ms, on_due);
}

/* struct net_ops. */

static struct connection *find(struct net *base, net_id id)
{
    struct uv_net *net = uv_net_of(base);
    uint32_t slot = (uint32_t)(id & ((1u << SLOT_BITS) - 1));
    uv_net_look_at_clock(net);
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

const struct net_ops uv_net_ops = { op_respond, op_accept, op_send, op_close, op_flush };

void net_stats(const struct net *base, struct net_stats *out)
{
    *out = uv_net_of(base)->core.stats;
}
