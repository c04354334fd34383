/* What uv.c and uv_open.c share: the state of a net on libuv and of its connections. Nobody else includes
 * this. */
#ifndef PARLOUR_UV_NET_H
#define PARLOUR_UV_NET_H

#include <stddef.h>
#include <time.h>
#include <uv.h>

#include "net/connection.h"
#include "net/tls.h"
#include "net/wheel.h"

enum {
    READ_SIZE = 64 * 1024,
    SLOT_BITS = 24, /* of a net_id; the rest counts connections ever made */
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

static inline struct uv_net *uv_net_of(const struct net *net)
{
    return CONTAINER((uintptr_t)net, struct uv_net, net);
}

static inline void uv_net_look_at_clock(struct uv_net *net)
{
    net->core.now_ms = (int64_t)uv_now(net->loop);
}

void uv_net_write_date(struct uv_net *net);
void uv_net_wake(struct connection *connection);
/* Brings the socket's side in line with the connection's state. */
void uv_net_settle(struct peer *peer);
void uv_net_on_prepare(uv_prepare_t *prepare);
void uv_net_on_tick(uv_timer_t *timer);
void uv_net_on_peer_closed(uv_handle_t *handle);
void uv_net_on_handle_closed(uv_handle_t *handle);
void uv_net_close_if_idle(struct uv_net *net);
extern const struct net_ops uv_net_ops;

#endif
