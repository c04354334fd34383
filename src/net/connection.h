/* One connection from its first byte to its last, without its socket: bytes go in, handlers are called,
 * bytes are queued. The part that moves the bytes (uv.c, or a fuzzer) calls the functions of the first group;
 * the second group is struct net_ops. */
#ifndef PARLOUR_NET_CONNECTION_H
#define PARLOUR_NET_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/log.h"
#include "net/address.h"
#include "net/http.h"
#include "net/net.h"
#include "net/out.h"
#include "net/websocket.h"

struct connection;

/* What all connections of a listener share. */
struct net_core {
    struct net_handlers handlers;
    struct net_timeouts timeouts; /* none is 0 */
    struct address_networks proxies;
    bool is_closing;
    int64_t closed_by_ms; /* then: what was not read by then is lost */
    int64_t now_ms;
    char date[32];
    uint8_t id_key[16]; /* hashed into request ids, which otherwise would count the requests */
    uint64_t request_count;
    struct net_stats stats;
    struct out_pool blocks;
    struct http_pool parsers;
    struct ws_pool receivers;
    /* Asks for connection_attend() before the loop sleeps. */
    void (*wake)(struct connection *connection);
};
void net_core_free(struct net_core *core);

enum connection_state {
    CONNECTION_READING,   /* a request */
    CONNECTION_ANSWERING, /* the server has it */
    CONNECTION_WRITING,   /* the answer; then the next request */
    CONNECTION_OPEN,      /* a WebSocket */
    CONNECTION_CLOSING,   /* the last bytes are queued */
    CONNECTION_LINGERING, /* they are sent; the peer may still be reading them */
    CONNECTION_DONE,      /* the caller drops the connection */
};

/* What every message touches comes first. */
struct connection {
    struct net_core *core;
    net_id id;
    struct out_queue out;
    char *pending; /* input that came too early; nothing more is read until it is used */
    enum connection_state state;
    bool is_secure, is_private, is_websocket, is_reported_closed, is_ended, is_used,
        is_handing_over, is_misdirected;
    bool has_entered; /* this state, and its deadline has not been looked at since */
    int64_t since_ms; /* the state began, or made progress */
    int64_t heard_ms;
    int64_t flood_since_ms; /* bytes of a WebSocket are counted since then */
    size_t flood_bytes;
    struct ws_receiver receiver;
    char request_id[LOG_REQUEST_SIZE]; /* of the latest request; a WebSocket keeps its own */
    size_t pending_start, pending_end;
    struct http_parser *http; /* while READING has begun, or ANSWERING */
    struct address address;
};

void connection_open(struct connection *connection, struct net_core *core, net_id id,
                     const struct address *address, bool is_secure);
/* It speaks plain HTTP to a TLS port: every request is sent on to https. */
void connection_misdirect(struct connection *connection);
void connection_receive(struct connection *connection, const char *bytes, size_t length);
void connection_end(struct connection *connection);  /* the peer sends no more */
void connection_lose(struct connection *connection); /* reset, or broken otherwise */
bool connection_wants_input(const struct connection *connection);
/* Reports a closed WebSocket and takes up pending input. */
void connection_attend(struct connection *connection);
void connection_progress(struct connection *connection); /* some of `out` has gone */
void connection_drained(struct connection *connection);  /* all of it */
/* When to look at time-outs again, and looking at them. */
int64_t connection_due_ms(const struct connection *connection);
void connection_tick(struct connection *connection);
void connection_stop(struct connection *connection); /* the server is going away */
void connection_release(struct connection *connection);

void connection_respond(struct connection *connection, const struct net_response *response);
bool connection_accept(struct connection *connection);
void connection_send(struct connection *connection, const char *text, size_t length);
void connection_close(struct connection *connection, int code, const char *reason);

#endif
