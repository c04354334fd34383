/* A net on libuv opens its sockets, takes connections in, and closes. */
#include "net/uv_net.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"

enum {
    BACKLOG = 1024,
    TICK_MAX_MS = 1000,
    STOP_LINGERS = 3,  /* how often a reader may linger when the server stops */
    PRIVATE_MORE = 64, /* connections at the private address beyond the others */
};

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
    uv_close((uv_handle_t *)&peer->tcp, uv_net_on_peer_closed);
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
    uv_net_look_at_clock(net);
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
    uv_net_settle(peer);
}

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
    uv_net_look_at_clock(net);
    uv_net_write_date(net);
    wheel_init(&net->wheel, tick_ms, net->core.now_ms);
    uv_timer_init(net->loop, &net->timer);
    uv_timer_start(&net->timer, uv_net_on_tick, (uint64_t)tick_ms, (uint64_t)tick_ms);
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
    uv_prepare_start(&net->prepare, uv_net_on_prepare);
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
    net->net.ops = &uv_net_ops;
    net->core.handlers = config->handlers;
    net->core.timeouts = with_defaults(config->timeouts);
    net->core.proxies = proxies;
    net->core.wake = uv_net_wake;
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
    uv_close((uv_handle_t *)&net->listener, uv_net_on_handle_closed);
    if (net->has_private)
        uv_close((uv_handle_t *)&net->private_listener, uv_net_on_handle_closed);
}

void net_close(struct net *base)
{
    struct uv_net *net = uv_net_of(base);
    net_stop_accepting(base);
    uv_net_look_at_clock(net);
    net->core.is_closing = true;
    net->core.closed_by_ms = net->core.now_ms + STOP_LINGERS * net->core.timeouts.linger_ms;
    for (uint32_t slot = 0; slot < net->slot_count; slot++) {
        if (net->peers[slot])
            connection_stop(&net->peers[slot]->connection);
    }
    uv_net_close_if_idle(net);
}
