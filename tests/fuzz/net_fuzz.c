/* One connection against a peer that may send anything, and a server that may do anything with it.
 *
 * The input is a list of steps: a byte that says what happens, a byte of length, that many bytes. After
 * each input everything must be given back, and each accepted WebSocket reported closed exactly once. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "fuzz/fuzz.h"
#include "net/connection.h"

static struct net_core core;
static struct connection connection;
static int accepted_count, closed_count;
static uint8_t mood; /* what the server does with the next request or message */

static void respond(void)
{
    connection_respond(&connection, &(struct net_response){ .status = 200,
                                                            .content_type = "text/plain",
                                                            .body = "body",
                                                            .length = 4,
                                                            .is_static = mood & 8 });
}

static void accept_it(void)
{
    bool was_open = connection.state == CONNECTION_OPEN;
    connection_accept(&connection);
    accepted_count += !was_open && connection.state == CONNECTION_OPEN;
}

static void answer(void)
{
    switch (mood % 4) {
    case 0: respond(); break;
    case 1: accept_it(); break;
    case 2: connection_close(&connection, 4000, "mood"); break;
    case 3: break; /* later, or never */
    }
}

/* Reads every text to its end, so that a missing NUL is found, also after the answer. */
static void on_request(void *owner, net_id id, const struct net_request *request)
{
    (void)owner, (void)id;
    assert(request->path[0] == '/' && utf8_valid(request->path, strlen(request->path)));
    answer();
    size_t total = strlen(request->method) + strlen(request->query) + strlen(request->host) +
                   strlen(request->origin) + strlen(request->cookie) +
                   strlen(request->authorization) + strlen(request->content_type) +
                   strlen(request->accept_encoding) + strlen(request->accept_language) +
                   strlen(request->if_none_match) + strlen(request->idempotency_key) +
                   strlen(request->sec_fetch_site) + strlen(request->address);
    assert(total <= NET_HEAD_MAX + ADDRESS_TEXT_SIZE);
    assert(request->body_length <= NET_BODY_MAX);
}

static void on_message(void *owner, net_id id, const char *text, size_t length)
{
    (void)owner, (void)id;
    assert(accepted_count == 1 && closed_count == 0);
    assert(length <= NET_MESSAGE_MAX && utf8_valid(text, length));
    /* Deep: behind a handshake, in a masked frame that is no short one. */
    PLANT(length > 8);
    if (mood & 1)
        connection_send(&connection, text, length);
    if (mood & 2)
        connection_close(&connection, 4001, text[0] ? "a reason" : NULL);
}

static void on_closed(void *owner, net_id id)
{
    (void)owner, (void)id;
    closed_count++;
}

static void wake(struct connection *woken)
{
    assert(woken == &connection);
}

static void drain(void)
{
    connection_attend(&connection);
    out_clear(&core.blocks, &connection.out);
    connection_progress(&connection);
    connection_drained(&connection);
}

static void receive(const uint8_t *bytes, size_t length)
{
    char *copy = memory_take(length);
    memcpy(copy, bytes, length);
    if (length > 0 && connection_wants_input(&connection))
        connection_receive(&connection, copy, length);
    memory_free(copy);
}

static void step(uint8_t what, const uint8_t *bytes, size_t length)
{
    switch (what % 8) {
    case 0:
    case 1:
    case 2: receive(bytes, length); break;
    case 3: mood = length > 0 ? bytes[0] : 0; break;
    case 4: drain(); break;
    case 5:
        core.now_ms += (int64_t)length * 200;
        connection_tick(&connection);
        break;
    case 6: answer(); break;
    case 7: length > 200 ? connection_end(&connection) : connection_attend(&connection); break;
    }
    assert(connection.out.length <= NET_QUEUE_MAX + 1024);
}

static void finish(void)
{
    connection_lose(&connection);
    connection_attend(&connection);
    connection_release(&connection);
    assert(closed_count == accepted_count);
    assert(core.blocks.taken_count == 0 && core.stats.connections == 0);
    assert(core.stats.websockets == 0);
    net_core_free(&core);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    core = (struct net_core){
        .handlers = { .request = on_request, .message = on_message, .closed = on_closed },
        .timeouts = { 10000, 20000, 60000, 10000, 25000, 2000 },
        .wake = wake,
        .date = "now",
    };
    const char *bad;
    if (size % 2) /* the peer is a proxy */
        address_networks_read(&core.proxies, "::/0", &bad);
    accepted_count = closed_count = 0;
    mood = 1;
    connection_open(&connection, &core, 1, &(struct address){ 0 }, false);
    while (size >= 2 && connection.state != CONNECTION_DONE) {
        size_t length = data[1] < size - 2 ? data[1] : size - 2;
        step(data[0], data + 2, length);
        data += 2 + length;
        size -= 2 + length;
    }
    finish();
    return 0;
}
