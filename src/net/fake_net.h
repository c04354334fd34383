/* For tests: a net whose connections remember what they were sent. */
#ifndef PARLOUR_FAKE_NET_H
#define PARLOUR_FAKE_NET_H

#include <string.h>

#include "base/arena.h"
#include "net/net.h"

enum { FAKE_CONNECTIONS_MAX = 1 << 16 };

/* Every net_id below FAKE_CONNECTIONS_MAX is one. */
struct fake_connection {
    int status, close_code; /* 0: none yet */
    bool is_gone;           /* the peer went away while the server had its request */
    char *text;             /* the answer's body, or all messages, a line each; NULL: nothing */
    size_t length, size;
};

static struct fake_connection *fake_connections;

static inline void fake_net_open(void)
{
    fake_connections = memory_take(FAKE_CONNECTIONS_MAX * sizeof *fake_connections);
}

static inline void fake_net_close(void)
{
    for (net_id id = 0; id < FAKE_CONNECTIONS_MAX; id++)
        memory_free(fake_connections[id].text);
    memory_free(fake_connections);
}

static inline const char *fake_text(net_id id)
{
    return fake_connections[id].text ? fake_connections[id].text : "";
}

/* Forgets what was sent so far. */
static inline void fake_forget(net_id id)
{
    fake_connections[id].length = 0;
    if (fake_connections[id].text)
        fake_connections[id].text[0] = '\0';
}

static inline void fake_send(struct net *net, net_id id, const char *text, size_t length)
{
    (void)net;
    struct fake_connection *connection = &fake_connections[id];
    if (connection->length + length + 2 > connection->size) {
        size_t size = 2 * (connection->length + length + 2);
        connection->text = memory_grow(connection->text, connection->size, size);
        connection->size = size;
    }
    memcpy(connection->text + connection->length, text, length);
    connection->length += length;
    connection->text[connection->length++] = '\n';
    connection->text[connection->length] = '\0';
}

static inline void fake_respond(struct net *net, net_id id, const struct net_response *response)
{
    fake_connections[id].status = response->status;
    if (response->length > 0)
        fake_send(net, id, response->body, response->length);
}

static inline bool fake_accept(struct net *net, net_id id)
{
    (void)net;
    fake_connections[id].status = 101;
    return !fake_connections[id].is_gone;
}

static inline void fake_close(struct net *net, net_id id, int code, const char *reason)
{
    (void)net;
    (void)reason;
    fake_connections[id].close_code = code;
}

static const struct net_ops fake_ops = { fake_respond, fake_accept, fake_send, fake_close };
static struct net fake_net = { &fake_ops };

#endif
