/* Sockets as the server sees them: requests to answer, WebSocket messages in and out. Real ones in uv.c;
 * the simulator brings its own struct net. The server's side is struct net_handlers.
 *
 * A connection is a number that is never used again, so an answer that comes late for a closed
 * connection is simply dropped. */
#ifndef PARLOUR_NET_H
#define PARLOUR_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    NET_MESSAGE_MAX = 16 * 1024,
    NET_FRAGMENTS_MAX = 64,
    NET_BODY_MAX = 64 * 1024, /* of an HTTP request; a WebSocket message is smaller */
    NET_HEAD_MAX = 8 * 1024,
    NET_QUEUE_MAX = 256 * 1024,       /* unsent bytes per connection, then close 1013 */
    NET_LARGE_MAX = 64 * 1024 * 1024, /* and of all: with more, no answer is larger than that */
    NET_FLOOD_MAX =
        16 * 1024 * 1024, /* bytes that a WebSocket may send in NET_FLOOD_MS, then 1008 */
    NET_FLOOD_MS = 10 * 1000,
    NET_HEAD_TIMEOUT_MS = 10 * 1000,
    NET_BODY_TIMEOUT_MS = 20 * 1000,
    NET_IDLE_TIMEOUT_MS = 60 * 1000, /* HTTP keep-alive; a reader that takes nothing */
    NET_HEARTBEAT_MS = 10 * 1000,
    NET_DEAD_MS = 25 * 1000,  /* a WebSocket from which nothing arrives */
    NET_LINGER_MS = 2 * 1000, /* from our last byte to the peer's */
};

typedef uint64_t net_id;

struct net_request {
    const char *method; /* "GET" */
    const char *path;   /* decoded, without query; begins with '/' */
    const char *query;  /* raw, without '?'; "" if none */
    /* Header values, "" where absent. */
    const char *host, *origin, *cookie, *authorization, *content_type, *accept_encoding,
        *accept_language, *if_none_match, *idempotency_key, *sec_fetch_site;
    const char
        *address;    /* of the peer, without port; behind a trusted proxy from X-Forwarded-For */
    bool is_secure;  /* over TLS, here or in front of a trusted proxy */
    bool is_private; /* came in at the private address */
    bool is_upgrade; /* a WebSocket handshake, valid in itself: answer with accept or respond */
    const char *body;
    size_t body_length;
};

struct net_response {
    int status;
    const char *content_type; /* NULL: no body */
    const char *body;
    size_t length;
    const char *headers; /* further header lines, each ended by CRLF, or NULL */
    bool is_static;      /* the body outlives the connection: not copied */
    /* Content-Length, Connection and Date are added; HEAD, 204 and 304 send no body. */
};

/* Handlers are called by the loop only, never from inside one of the operations below. */
struct net_handlers {
    void *owner;
    /* Must be answered by respond() (or accept()) now or later; the request is borrowed until it returns. */
    void (*request)(void *owner, net_id connection, const struct net_request *request);
    /* Valid UTF-8, not NUL-terminated, borrowed until it returns. */
    void (*message)(void *owner, net_id connection, const char *text, size_t length);
    /* Of an accepted WebSocket, exactly once, whichever side ended it: also after close(). Nothing is
     * delivered from it afterwards and nothing can be sent to it. */
    void (*closed)(void *owner, net_id connection);
    /* Whether pages of another origin may read answers (CORS, without cookies); NULL: none. */
    bool (*shares)(void *owner, const char *origin);
};

struct net;
struct net_ops {
    void (*respond)(struct net *net, net_id connection, const struct net_response *response);
    /* Completes the WebSocket handshake, now or later. False if the caller has gone meanwhile. */
    bool (*accept)(struct net *net, net_id connection);
    /* Queues one text message; copied. All that is queued in a loop turn, or until
     * flush(), goes out in one write. */
    void (*send)(struct net *net, net_id connection, const char *text, size_t length);
    void (*close)(struct net *net, net_id connection, int code, const char *reason);
    /* Writes what is queued so far, while it is in the processor's cache: for after the last message of
     * several that belong together. NULL: nothing is gained by it. */
    void (*flush)(struct net *net);
};
struct net {
    const struct net_ops *ops;
};

struct net_stats {
    uint64_t connections, websockets, accepted, refused, bytes_in, bytes_out, messages_in,
        messages_out, slow_closed, bad_closed, writes;
};

/* For tests; 0 stands for the constant of the same name above. */
struct net_timeouts {
    int head_ms, body_ms, idle_ms, heartbeat_ms, dead_ms, linger_ms;
};

struct uv_loop_s;
struct net_config {
    const char *address;  /* "0.0.0.0", "::" … */
    int port;             /* 0: any; see net_port */
    int listening_socket; /* listens already, and is used instead of both; 0: none */
    /* A second address, without TLS, that has room when the first is full; NULL: none. */
    const char *private_address;
    int private_port;
    const char *tls_cert, *tls_key; /* PEM files; no cert: plain http; no key: in the same file */
    int connections_max, connections_per_address_max;
    /* Trusted proxies, as in address_networks_read: the client's address is what they say it is, and the
     * limit per address does not count them. */
    const char *proxies;
    struct net_timeouts timeouts;
    struct net_handlers handlers;
};

/* Listens and serves as the loop runs; copies what it needs of `config`. On a TLS port plain requests are
 * sent on to https. Ignores SIGPIPE for the whole process. */
struct net *net_open(struct uv_loop_s *loop, const struct net_config *config, struct error *error);
int net_port(const struct net *net);
int net_private_port(const struct net *net); /* 0: there is none */
bool net_reload_tls(struct net *net,
                    struct error *error); /* on SIGHUP; the old one stays if it fails */
void net_stop_accepting(struct net *net);
/* Closes all with 1001 and frees when the loop has run out; handlers are called until then. */
void net_close(struct net *net);
void net_stats(const struct net *net, struct net_stats *out);

#endif
