/* The life of a connection. */
#include "net/connection.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/sha256.h"
#include "base/text.h"

void net_core_free(struct net_core *core)
{
    out_pool_free(&core->blocks);
    http_pool_free(&core->parsers);
    ws_pool_free(&core->receivers);
}

void connection_open(struct connection *connection, struct net_core *core, net_id id,
                     const struct address *address, bool is_secure)
{
    *connection = (struct connection){
        .core = core,
        .id = id,
        .address = *address,
        .is_secure = is_secure,
        .since_ms = core->now_ms,
        .heard_ms = core->now_ms,
    };
    core->stats.connections++;
    core->stats.accepted++;
}

void connection_misdirect(struct connection *connection)
{
    connection->is_misdirected = true;
    connection->is_secure = false;
}

static void enter(struct connection *connection, enum connection_state state)
{
    connection->state = state;
    connection->has_entered = true;
    connection->since_ms = connection->core->now_ms;
    connection->core->wake(connection);
}

static void put(struct connection *connection, const void *bytes, size_t length)
{
    out_append(&connection->core->blocks, &connection->out, bytes, length);
}

/* The handler may answer a request and then go on reading it. */
static void drop_parser(struct connection *connection)
{
    if (!connection->http || connection->is_handing_over)
        return;
    http_release(&connection->core->parsers, connection->http);
    connection->http = NULL;
}

static void drop_pending(struct connection *connection)
{
    memory_free(connection->pending);
    connection->pending = NULL;
    connection->pending_start = connection->pending_end = 0;
}

void connection_release(struct connection *connection)
{
    struct net_core *core = connection->core;
    drop_parser(connection);
    drop_pending(connection);
    ws_release(&connection->receiver, &core->receivers);
    out_clear(&core->blocks, &connection->out);
    core->stats.connections--;
}

/* Answers that this file gives without the server. */

static const char *problem_code(int status)
{
    switch (status) {
    case 408: return "timeout";
    case 413: return "body_too_large";
    case 417: return "bad_expectation";
    case 426: return "bad_websocket_version";
    case 431: return "head_too_large";
    case 501: return "bad_transfer_encoding";
    case 505: return "bad_http_version";
    default: return "bad_request";
    }
}

static void refuse_request(struct connection *connection, int status)
{
    struct net_core *core = connection->core;
    char body[160];
    int length =
        snprintf(body, sizeof body,
                 "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"code\":\"%s\"}",
                 http_reason(status), status, problem_code(status));
    struct net_response response = {
        .status = status,
        .content_type = "application/problem+json",
        .body = body,
        .length = (size_t)length,
        .headers = status == 426 ? "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" : NULL,
    };
    struct http_answer answer = {
        .response = &response,
        .date = core->date,
        .is_head = connection->http && http_is_head(connection->http),
    };
    http_write(&core->blocks, &connection->out, &answer);
    core->stats.bad_closed++;
    drop_parser(connection);
    enter(connection, CONNECTION_CLOSING);
}

/* Keeps the path if it needs no escaping; links to rooms need none. */
static void redirect(struct connection *connection)
{
    static const char PLAIN[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-_.";
    const struct net_request *request = http_request(connection->http);
    char location[NET_HEAD_MAX + 64];
    bool is_plain = request->path[strspn(request->path, PLAIN)] == '\0' && request->path[1] != '/';
    if (request->host[0] == '\0' || strcmp(request->method, "GET") != 0) {
        refuse_request(connection, 400);
        return;
    }
    snprintf(location, sizeof location, "Location: https://%s%s%s%s\r\n", request->host,
             is_plain ? request->path : "/", is_plain && request->query[0] ? "?" : "",
             is_plain ? request->query : "");
    connection->state = CONNECTION_ANSWERING;
    connection_respond(connection, &(struct net_response){ .status = 308, .headers = location });
}

/* Requests. */

static void fill_origin(struct connection *connection, char address[ADDRESS_TEXT_SIZE])
{
    struct net_core *core = connection->core;
    struct net_request *request = http_request(connection->http);
    request->is_secure = connection->is_secure;
    request->is_private = connection->is_private;
    address_write(address, &connection->address);
    if (address_networks_have(&core->proxies, &connection->address)) {
        char forwarded[ADDRESS_TEXT_SIZE];
        if (address_forwarded(forwarded, http_forwarded_for(connection->http)))
            memcpy(address, forwarded, sizeof forwarded);
        if (strcasecmp(http_forwarded_proto(connection->http), "https") == 0)
            request->is_secure = true;
    }
    request->address = address;
}

static void make_request_id(struct connection *connection)
{
    struct net_core *core = connection->core;
    uint8_t bytes[sizeof core->id_key + sizeof core->request_count], hash[SHA256_SIZE];
    core->request_count++;
    memcpy(bytes, core->id_key, sizeof core->id_key);
    memcpy(bytes + sizeof core->id_key, &core->request_count, sizeof core->request_count);
    sha256_of(bytes, sizeof bytes, hash);
    hex_write(connection->request_id, hash, (LOG_REQUEST_SIZE - 1) / 2);
}

static void hand_over(struct connection *connection)
{
    struct net_core *core = connection->core;
    char address[ADDRESS_TEXT_SIZE];
    fill_origin(connection, address);
    make_request_id(connection);
    enter(connection, CONNECTION_ANSWERING);
    connection->is_handing_over = true;
    log_set_request(connection->request_id);
    core->handlers.request(core->handlers.owner, connection->id, http_request(connection->http));
    log_set_request("");
    connection->is_handing_over = false;
    if (connection->state != CONNECTION_ANSWERING)
        drop_parser(connection);
}

static size_t read_request(struct connection *connection, const char *bytes, size_t length)
{
    struct net_core *core = connection->core;
    if (!connection->http) {
        connection->http = http_acquire(&core->parsers);
        connection->since_ms = core->now_ms;
        connection->is_used = true;
    }
    bool was_in_body = http_in_body(connection->http);
    size_t used = 0;
    enum http_result result = http_parser_feed(connection->http, bytes, length, &used);
    if (!was_in_body && http_in_body(connection->http))
        connection->since_ms = core->now_ms;
    switch (result) {
    case HTTP_MORE: break;
    case HTTP_CONTINUE: put(connection, "HTTP/1.1 100 Continue\r\n\r\n", 25); break;
    case HTTP_DONE:
        if (connection->is_misdirected)
            redirect(connection);
        else
            hand_over(connection);
        break;
    case HTTP_BAD: refuse_request(connection, http_status(connection->http)); break;
    }
    if (result == HTTP_CONTINUE)
        core->wake(connection);
    return used;
}

static void keep(struct connection *connection, const char *bytes, size_t length)
{
    size_t end = connection->pending ? connection->pending_end : 0;
    connection->pending = memory_grow(connection->pending, end, end + length);
    memcpy(connection->pending + end, bytes, length);
    connection->pending_end = end + length;
}

/* Frames. */

static void put_frame(struct connection *connection, enum ws_opcode opcode, const void *payload,
                      size_t length)
{
    struct net_core *core = connection->core;
    uint8_t header[WS_HEADER_MAX];
    char *to = out_space(&core->blocks, &connection->out, WS_HEADER_MAX + length);
    if (to != NULL) {
        size_t size = ws_write_header((uint8_t *)to, opcode, length);
        if (length > 0)
            memcpy(to + size, payload, length);
        out_extend(&connection->out, size + length);
    } else {
        put(connection, header, ws_write_header(header, opcode, length));
        put(connection, payload, length);
    }
    core->wake(connection);
}

static void put_close(struct connection *connection, int code, const char *reason)
{
    uint8_t payload[WS_CONTROL_MAX];
    put_frame(connection, WS_CLOSE, payload, ws_write_close(payload, code, reason));
    enter(connection, CONNECTION_CLOSING);
}

static bool queue_takes(struct connection *connection, size_t length)
{
    if (connection->out.length + WS_HEADER_MAX + length <= NET_QUEUE_MAX)
        return true;
    connection->core->stats.slow_closed++;
    put_close(connection, WS_TRY_AGAIN, "too slow");
    return false;
}

static bool on_message(void *owner, const char *text, size_t length)
{
    struct connection *connection = owner;
    struct net_core *core = connection->core;
    core->stats.messages_in++;
    log_set_request(connection->request_id);
    core->handlers.message(core->handlers.owner, connection->id, text, length);
    log_set_request("");
    return connection->state == CONNECTION_OPEN;
}

static void on_ping(void *owner, const uint8_t *payload, size_t length)
{
    struct connection *connection = owner;
    if (connection->state == CONNECTION_OPEN && queue_takes(connection, length))
        put_frame(connection, WS_PONG, payload, length);
}

/* No player sends this much, and reading it would slow everybody down. */
static bool is_flood(struct connection *connection, size_t length)
{
    int64_t now_ms = connection->core->now_ms;
    if (now_ms - connection->flood_since_ms >= NET_FLOOD_MS) {
        connection->flood_since_ms = now_ms;
        connection->flood_bytes = 0;
    }
    connection->flood_bytes += length;
    return connection->flood_bytes > NET_FLOOD_MAX;
}

static void receive_frames(struct connection *connection, const char *bytes, size_t length)
{
    struct net_core *core = connection->core;
    if (is_flood(connection, length)) {
        core->stats.bad_closed++;
        put_close(connection, WS_POLICY, "too much");
        return;
    }
    struct ws_sink sink = { .owner = connection, .message = on_message, .ping = on_ping };
    connection->heard_ms = core->now_ms;
    int code =
        ws_receive(&connection->receiver, &core->receivers, (const uint8_t *)bytes, length, &sink);
    if (code == 0 || connection->state != CONNECTION_OPEN)
        return;
    core->stats.bad_closed += !connection->receiver.is_closed_by_peer;
    put_close(connection, code, NULL);
}

/* Input. */

/* Takes as much input as the state allows now and returns how many bytes that was. */
static size_t take_input(struct connection *connection, const char *bytes, size_t length)
{
    size_t used = 0;
    while (used < length && connection->state == CONNECTION_READING)
        used += read_request(connection, bytes + used, length - used);
    switch (connection->state) {
    case CONNECTION_ANSWERING:
    case CONNECTION_WRITING: return used;
    case CONNECTION_OPEN:
        if (used < length)
            receive_frames(connection, bytes + used, length - used);
        return length;
    case CONNECTION_READING:
    case CONNECTION_CLOSING:
    case CONNECTION_LINGERING:
    case CONNECTION_DONE: break;
    }
    return length;
}

void connection_receive(struct connection *connection, const char *bytes, size_t length)
{
    connection->core->stats.bytes_in += length;
    size_t used = connection->pending ? 0 : take_input(connection, bytes, length);
    if (used < length)
        keep(connection, bytes + used, length - used);
}

static void take_up_pending(struct connection *connection)
{
    size_t start = connection->pending_start, end = connection->pending_end;
    start += take_input(connection, connection->pending + start, end - start);
    connection->pending_start = start;
    if (start == end)
        drop_pending(connection);
}

bool connection_wants_input(const struct connection *connection)
{
    return !connection->pending && !connection->is_ended;
}

void connection_lose(struct connection *connection)
{
    enter(connection, CONNECTION_DONE);
}

/* A peer may close its half after a request and still wait for the answer. */
void connection_end(struct connection *connection)
{
    bool is_waiting = connection->state == CONNECTION_ANSWERING ||
                      connection->state == CONNECTION_WRITING ||
                      connection->state == CONNECTION_CLOSING;
    connection->is_ended = true;
    if (!is_waiting)
        connection_lose(connection);
}

void connection_attend(struct connection *connection)
{
    struct net_core *core = connection->core;
    if (connection->is_websocket && !connection->is_reported_closed &&
        connection->state != CONNECTION_OPEN) {
        connection->is_reported_closed = true;
        core->stats.websockets--;
        ws_release(&connection->receiver, &core->receivers);
        core->handlers.closed(core->handlers.owner, connection->id);
    }
    bool is_ready = connection->state == CONNECTION_READING || connection->state == CONNECTION_OPEN;
    if (connection->pending && is_ready)
        take_up_pending(connection);
    if (connection->is_ended && connection->state == CONNECTION_READING)
        connection_lose(connection);
}

void connection_progress(struct connection *connection)
{
    if (connection->state == CONNECTION_WRITING || connection->state == CONNECTION_CLOSING)
        connection->since_ms = connection->core->now_ms;
}

void connection_drained(struct connection *connection)
{
    bool is_last = connection->core->is_closing || (connection->is_ended && !connection->pending);
    if (connection->state == CONNECTION_WRITING)
        enter(connection, is_last ? CONNECTION_CLOSING : CONNECTION_READING);
    if (connection->state == CONNECTION_CLOSING)
        enter(connection, connection->is_ended ? CONNECTION_DONE : CONNECTION_LINGERING);
}

/* Time. */

static int reading_limit_ms(const struct connection *connection)
{
    const struct net_timeouts *timeouts = &connection->core->timeouts;
    if (connection->http)
        return http_in_body(connection->http) ? timeouts->body_ms : timeouts->head_ms;
    return connection->is_used ? timeouts->idle_ms : timeouts->head_ms;
}

static int64_t due_ms(const struct connection *connection)
{
    const struct net_timeouts *timeouts = &connection->core->timeouts;
    int64_t since = connection->since_ms;
    switch (connection->state) {
    case CONNECTION_READING: return since + reading_limit_ms(connection);
    case CONNECTION_ANSWERING: return connection->core->now_ms + timeouts->idle_ms;
    case CONNECTION_WRITING: return since + timeouts->idle_ms;
    case CONNECTION_OPEN: return since + timeouts->heartbeat_ms;
    case CONNECTION_CLOSING:
        return since + (connection->is_websocket ? timeouts->linger_ms : timeouts->idle_ms);
    case CONNECTION_LINGERING: return since + timeouts->linger_ms;
    case CONNECTION_DONE: break;
    }
    return connection->core->now_ms;
}

int64_t connection_due_ms(const struct connection *connection)
{
    const struct net_core *core = connection->core;
    int64_t due = due_ms(connection);
    bool is_late = core->is_closing && connection->state != CONNECTION_OPEN;
    return is_late && due > core->closed_by_ms ? core->closed_by_ms : due;
}

/* Pings go out at fixed intervals and do not depend on the peer, so their times tell nothing about it. */
static void beat(struct connection *connection)
{
    struct net_core *core = connection->core;
    if (core->now_ms - connection->heard_ms >= core->timeouts.dead_ms) {
        connection_lose(connection);
        return;
    }
    connection->since_ms = core->now_ms;
    if (queue_takes(connection, 0))
        put_frame(connection, WS_PING, NULL, 0);
}

void connection_tick(struct connection *connection)
{
    if (connection_due_ms(connection) > connection->core->now_ms)
        return;
    switch (connection->state) {
    case CONNECTION_READING:
        if (connection->http)
            refuse_request(connection, 408);
        else
            connection_lose(connection);
        break;
    case CONNECTION_OPEN: beat(connection); break;
    case CONNECTION_ANSWERING: break;
    case CONNECTION_WRITING:
    case CONNECTION_CLOSING:
    case CONNECTION_LINGERING: connection_lose(connection); break;
    case CONNECTION_DONE: break;
    }
}

/* The server's side. */

static const char *reader_of(const struct connection *connection)
{
    const struct net_handlers *handlers = &connection->core->handlers;
    const char *origin = http_request(connection->http)->origin;
    bool is_shared =
        origin && origin[0] && handlers->shares && handlers->shares(handlers->owner, origin);
    return is_shared ? origin : NULL;
}

/* The answer may come long after the request, while the server works for another one. */
static void note_answer(const struct connection *connection, int status)
{
    char request[LOG_REQUEST_SIZE];
    text_copy(request, sizeof request, log_request());
    log_set_request(connection->request_id);
    log_line(LOG_DEBUG, "answered", "status", "%d", status, NULL);
    log_set_request(request);
}

static const char TOO_BUSY[] = "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\","
                               "\"status\":503,\"code\":\"too_busy\"}";
static const struct net_response too_busy = {
    .status = 503,
    .content_type = "application/problem+json",
    .body = TOO_BUSY,
    .length = sizeof TOO_BUSY - 1,
    .headers = "Retry-After: 5\r\n",
};

/* The bytes that slow readers have not taken have a bound in all, too. */
static bool fits(const struct net_core *core, const struct net_response *response)
{
    size_t waiting = (size_t)core->blocks.taken_count * OUT_BLOCK_SIZE;
    return response->is_static || response->length <= NET_QUEUE_MAX ||
           waiting + response->length <= NET_LARGE_MAX;
}

void connection_respond(struct connection *connection, const struct net_response *response)
{
    struct net_core *core = connection->core;
    if (connection->state != CONNECTION_ANSWERING)
        return;
    if (!fits(core, response))
        response = &too_busy;
    bool keeps_alive = http_keeps_alive(connection->http) && !core->is_closing;
    struct http_answer answer = {
        .response = response,
        .date = core->date,
        .is_head = http_is_head(connection->http),
        .keeps_alive = keeps_alive,
        .reader = reader_of(connection),
        .request_id = connection->request_id,
    };
    note_answer(connection, response->status);
    http_write(&core->blocks, &connection->out, &answer);
    drop_parser(connection);
    enter(connection, keeps_alive ? CONNECTION_WRITING : CONNECTION_CLOSING);
}

bool connection_accept(struct connection *connection)
{
    struct net_core *core = connection->core;
    if (connection->state != CONNECTION_ANSWERING || !http_request(connection->http)->is_upgrade)
        return false;
    char accept[WS_ACCEPT_SIZE], head[256];
    ws_accept_key(accept, http_websocket_key(connection->http));
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                          accept);
    put(connection, head, (size_t)length);
    drop_parser(connection);
    core->stats.websockets++;
    connection->is_websocket = true;
    connection->heard_ms = core->now_ms;
    enter(connection, CONNECTION_OPEN);
    return true;
}

void connection_send(struct connection *connection, const char *text, size_t length)
{
    if (connection->state != CONNECTION_OPEN || !queue_takes(connection, length))
        return;
    connection->core->stats.messages_out++;
    put_frame(connection, WS_TEXT, text, length);
}

void connection_close(struct connection *connection, int code, const char *reason)
{
    if (connection->state == CONNECTION_OPEN)
        put_close(connection, code, reason);
    else if (connection->state == CONNECTION_ANSWERING)
        connection_lose(connection);
}

void connection_stop(struct connection *connection)
{
    if (connection->state == CONNECTION_OPEN)
        put_close(connection, WS_GOING_AWAY, "the server is stopping");
    else if (connection->state == CONNECTION_READING || connection->state == CONNECTION_ANSWERING)
        connection_lose(connection);
    connection->core->wake(connection); /* it has less time from now on */
}
