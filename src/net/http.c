/* The HTTP parser: llhttp, with stricter checks before it.
 *
 * The head is collected first and given to llhttp in one piece, so that header values are plain strings
 * inside one buffer. Meanwhile we refuse things that some versions of llhttp let pass: folded lines, lone
 * carriage returns and lone line feeds, all of which other parsers read differently. */
#include "net/http.h"

#include <assert.h>
#include <llhttp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

enum {
    POOL_MAX = 32,
    BODY_FIRST = 2 * 1024,
    BODY_KEPT = 8 * 1024, /* a pooled parser keeps no more than this */
    /* Chunked bodies may carry extensions and trailers; no honest client sends more of them than of the
     * body. */
    BODY_RAW_MAX = 2 * NET_BODY_MAX,
};

enum header {
    HEADER_HOST,
    HEADER_ORIGIN,
    HEADER_COOKIE,
    HEADER_AUTHORIZATION,
    HEADER_CONTENT_TYPE,
    HEADER_ACCEPT_ENCODING,
    HEADER_ACCEPT_LANGUAGE,
    HEADER_IF_NONE_MATCH,
    HEADER_IDEMPOTENCY_KEY,
    HEADER_SEC_FETCH_SITE,
    HEADER_UPGRADE,
    HEADER_WEBSOCKET_KEY,
    HEADER_WEBSOCKET_VERSION,
    HEADER_EXPECT,
    HEADER_TRANSFER_ENCODING,
    HEADER_FORWARDED_FOR,
    HEADER_FORWARDED_PROTO,
    HEADER_COUNT
};

/* The meaning of a second header of the same name. */
enum repeat { REPEAT_REFUSED, REPEAT_IGNORED, REPEAT_REPLACES };

static const struct {
    const char *name;
    enum repeat repeat;
} headers[HEADER_COUNT] = {
    [HEADER_HOST] = { "host", REPEAT_REFUSED },
    [HEADER_ORIGIN] = { "origin", REPEAT_REFUSED },
    [HEADER_COOKIE] = { "cookie", REPEAT_REFUSED },
    [HEADER_AUTHORIZATION] = { "authorization", REPEAT_REFUSED },
    [HEADER_CONTENT_TYPE] = { "content-type", REPEAT_REFUSED },
    [HEADER_ACCEPT_ENCODING] = { "accept-encoding", REPEAT_IGNORED },
    [HEADER_ACCEPT_LANGUAGE] = { "accept-language", REPEAT_IGNORED },
    [HEADER_IF_NONE_MATCH] = { "if-none-match", REPEAT_IGNORED },
    [HEADER_IDEMPOTENCY_KEY] = { "idempotency-key", REPEAT_REFUSED },
    [HEADER_SEC_FETCH_SITE] = { "sec-fetch-site", REPEAT_REFUSED },
    [HEADER_UPGRADE] = { "upgrade", REPEAT_REFUSED },
    [HEADER_WEBSOCKET_KEY] = { "sec-websocket-key", REPEAT_REFUSED },
    [HEADER_WEBSOCKET_VERSION] = { "sec-websocket-version", REPEAT_REFUSED },
    [HEADER_EXPECT] = { "expect", REPEAT_REFUSED },
    [HEADER_TRANSFER_ENCODING] = { "transfer-encoding", REPEAT_REFUSED },
    /* Our proxy appends its entry; the ones before it come from the client and cannot be trusted. */
    [HEADER_FORWARDED_FOR] = { "x-forwarded-for", REPEAT_REPLACES },
    [HEADER_FORWARDED_PROTO] = { "x-forwarded-proto", REPEAT_REPLACES },
};

struct span {
    char *start; /* into the head; NULL: absent */
    size_t length;
};

struct http_parser {
    struct http_parser *next; /* in the pool */
    llhttp_t llhttp;
    bool is_in_body, is_complete, keeps_alive;
    int status;
    struct net_request request;

    struct span target, name, value[HEADER_COUNT];
    int header; /* whose value is being read; -1: one that nobody asked for */
    size_t head_length, line_length;
    bool has_request_line;

    char *body;
    size_t body_length, body_capacity, body_raw;
    char head[NET_HEAD_MAX + 1];
};

static int refuse(struct http_parser *parser, int status)
{
    if (parser->status == 0)
        parser->status = status;
    return HPE_USER;
}

/* llhttp's callbacks. Spans point into the head, which is ours to write to. */

static void extend(struct span *span, const char *at, size_t length)
{
    if (!span->start)
        span->start = (char *)(uintptr_t)at;
    span->length = (size_t)(at - span->start) + length;
}

static int on_url(llhttp_t *llhttp, const char *at, size_t length)
{
    struct http_parser *parser = llhttp->data;
    extend(&parser->target, at, length);
    return 0;
}

static int on_header_field(llhttp_t *llhttp, const char *at, size_t length)
{
    struct http_parser *parser = llhttp->data;
    if (!parser->is_in_body) /* a trailer otherwise */
        extend(&parser->name, at, length);
    return 0;
}

static int find_header(struct span name)
{
    for (int i = 0; i < HEADER_COUNT; i++)
        if (strlen(headers[i].name) == name.length &&
            strncasecmp(headers[i].name, name.start, name.length) == 0)
            return i;
    return -1;
}

static int on_header_field_complete(llhttp_t *llhttp)
{
    struct http_parser *parser = llhttp->data;
    if (parser->is_in_body)
        return 0;
    parser->header = find_header(parser->name);
    /* An empty value has no span; it begins, and ends, behind the name. */
    struct span empty = { parser->name.start + parser->name.length, 0 };
    parser->name = (struct span){ 0 };
    if (parser->header < 0)
        return 0;
    struct span *value = &parser->value[parser->header];
    if (value->start && headers[parser->header].repeat == REPEAT_REFUSED)
        return refuse(parser, 400);
    if (value->start && headers[parser->header].repeat == REPEAT_IGNORED)
        parser->header = -1;
    else
        *value = empty;
    return 0;
}

static int on_header_value(llhttp_t *llhttp, const char *at, size_t length)
{
    struct http_parser *parser = llhttp->data;
    if (parser->is_in_body || parser->header < 0)
        return 0;
    struct span *value = &parser->value[parser->header];
    if (value->length == 0)
        value->start = NULL;
    extend(value, at, length);
    return 0;
}

static int on_body(llhttp_t *llhttp, const char *at, size_t length)
{
    struct http_parser *parser = llhttp->data;
    size_t needed = parser->body_length + length;
    if (needed > NET_BODY_MAX)
        return refuse(parser, 413);
    size_t capacity = parser->body_capacity ? parser->body_capacity : BODY_FIRST;
    while (capacity < needed)
        capacity *= 2;
    if (capacity > parser->body_capacity)
        parser->body = memory_grow(parser->body, parser->body_capacity, capacity);
    parser->body_capacity = capacity;
    memcpy(parser->body + parser->body_length, at, length);
    parser->body_length = needed;
    return 0;
}

/* Stops llhttp behind this request. An upgrade must not be paused here: llhttp then stops by itself,
 * exactly at the first byte of the new protocol. */
static int on_message_complete(llhttp_t *llhttp)
{
    struct http_parser *parser = llhttp->data;
    parser->is_complete = true;
    parser->keeps_alive =
        llhttp_should_keep_alive(llhttp); /* forgotten by llhttp right after this */
    return llhttp->upgrade ? 0 : HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_url = on_url,
    .on_header_field = on_header_field,
    .on_header_field_complete = on_header_field_complete,
    .on_header_value = on_header_value,
    .on_body = on_body,
    .on_message_complete = on_message_complete,
};

/* The pool. */

static void reset(struct http_parser *parser)
{
    char *body = parser->body;
    size_t capacity = parser->body_capacity;
    memset(parser, 0, offsetof(struct http_parser, head));
    parser->body = body;
    parser->body_capacity = capacity;
    parser->header = -1;
    llhttp_init(&parser->llhttp, HTTP_REQUEST, &settings);
    parser->llhttp.data = parser;
}

struct http_parser *http_acquire(struct http_pool *pool)
{
    struct http_parser *parser = pool->free;
    if (parser) {
        pool->free = parser->next;
        pool->free_count--;
    } else {
        parser = memory_take(sizeof *parser);
    }
    reset(parser);
    return parser;
}

static void free_parser(struct http_parser *parser)
{
    memory_free(parser->body);
    memory_free(parser);
}

void http_release(struct http_pool *pool, struct http_parser *parser)
{
    if (pool->free_count >= POOL_MAX || parser->body_capacity > BODY_KEPT) {
        free_parser(parser);
        return;
    }
    parser->next = pool->free;
    pool->free = parser;
    pool->free_count++;
}

void http_pool_free(struct http_pool *pool)
{
    while (pool->free) {
        struct http_parser *next = pool->free->next;
        free_parser(pool->free);
        pool->free = next;
    }
    pool->free_count = 0;
}

/* Collecting the head. */

/* Takes one byte. True when the line break ends a sound line; `is_end` when that line was empty. */
static bool take_byte(struct http_parser *parser, char c, bool *is_end)
{
    char before = parser->head_length > 0 ? parser->head[parser->head_length - 1] : '\0';
    bool begins_line = parser->line_length == 0;
    parser->head[parser->head_length++] = c;
    if ((before == '\r') != (c == '\n') || c == '\0')
        return false;
    if (c == '\n') {
        /* The line holds only its carriage return. Empty lines before the request are ignored. */
        *is_end = parser->line_length == 1 && parser->has_request_line;
        parser->has_request_line |= parser->line_length > 1;
        parser->line_length = 0;
        return true;
    }
    parser->line_length++;
    return !(begins_line && strchr(" \t:", c)); /* a folded line, or a header without a name */
}

static enum http_result collect_head(struct http_parser *parser, const char *bytes, size_t length,
                                     size_t *used)
{
    bool is_end = false;
    for (*used = 0; *used < length && !is_end; ++*used) {
        if (parser->head_length == NET_HEAD_MAX) {
            refuse(parser, 431);
            return HTTP_BAD;
        }
        if (!take_byte(parser, bytes[*used], &is_end)) {
            refuse(parser, 400);
            return HTTP_BAD;
        }
    }
    return is_end ? HTTP_DONE : HTTP_MORE;
}

/* Checking the head. */

static const char *text_of(const struct http_parser *parser, enum header header)
{
    return parser->value[header].start ? parser->value[header].start : "";
}

static void terminate(struct span *span)
{
    if (!span->start)
        return;
    while (span->length > 0 && strchr(" \t", span->start[span->length - 1]))
        span->length--;
    span->start[span->length] = '\0';
}

static bool host_is_sane(const char *host)
{
    static const char ALLOWED[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  ".-_:[]";
    return host[0] && host[strspn(host, ALLOWED)] == '\0';
}

static int judge_version(const struct http_parser *parser)
{
    const llhttp_t *llhttp = &parser->llhttp;
    bool is_new = llhttp->http_major == 1 && llhttp->http_minor == 1;
    if (!is_new && !(llhttp->http_major == 1 && llhttp->http_minor == 0))
        return 505;
    if (parser->value[HEADER_HOST].start ? !host_is_sane(text_of(parser, HEADER_HOST)) : is_new)
        return 400;
    return 0;
}

static int judge_body(const struct http_parser *parser)
{
    bool is_chunked = parser->value[HEADER_TRANSFER_ENCODING].start;
    if (is_chunked && parser->llhttp.http_minor == 0)
        return 400;
    if (is_chunked && strcasecmp(text_of(parser, HEADER_TRANSFER_ENCODING), "chunked") != 0)
        return 501;
    if (!is_chunked && !parser->is_complete && parser->llhttp.content_length > NET_BODY_MAX)
        return 413;
    const char *expect = text_of(parser, HEADER_EXPECT);
    return expect[0] && strcasecmp(expect, "100-continue") != 0 ? 417 : 0;
}

static int judge_handshake(struct http_parser *parser)
{
    if (!http_list_has(text_of(parser, HEADER_UPGRADE), "websocket"))
        return 0;
    if (!parser->llhttp.upgrade || !parser->is_complete || parser->llhttp.method != HTTP_GET ||
        parser->llhttp.http_minor == 0)
        return 400;
    if (strcmp(text_of(parser, HEADER_WEBSOCKET_VERSION), "13") != 0)
        return 426;
    if (!http_key_valid(text_of(parser, HEADER_WEBSOCKET_KEY)))
        return 400;
    parser->request.is_upgrade = true;
    return 0;
}

static int judge_head(struct http_parser *parser)
{
    struct net_request *request = &parser->request;
    int status = judge_version(parser);
    if (status == 0 && !http_split_target(parser->target.start, &request->path, &request->query))
        status = 400;
    if (status == 0)
        status = judge_body(parser);
    if (status == 0)
        status = judge_handshake(parser);
    return status;
}

static void fill_request(struct http_parser *parser)
{
    struct net_request *request = &parser->request;
    request->method = llhttp_method_name((llhttp_method_t)parser->llhttp.method);
    request->host = text_of(parser, HEADER_HOST);
    request->origin = text_of(parser, HEADER_ORIGIN);
    request->cookie = text_of(parser, HEADER_COOKIE);
    request->authorization = text_of(parser, HEADER_AUTHORIZATION);
    request->content_type = text_of(parser, HEADER_CONTENT_TYPE);
    request->accept_encoding = text_of(parser, HEADER_ACCEPT_ENCODING);
    request->accept_language = text_of(parser, HEADER_ACCEPT_LANGUAGE);
    request->if_none_match = text_of(parser, HEADER_IF_NONE_MATCH);
    request->idempotency_key = text_of(parser, HEADER_IDEMPOTENCY_KEY);
    request->sec_fetch_site = text_of(parser, HEADER_SEC_FETCH_SITE);
    request->address = "";
    request->body = "";
}

static enum http_result bad(struct http_parser *parser, int status)
{
    refuse(parser, status);
    return HTTP_BAD;
}

static bool is_stopped_well(llhttp_errno_t error)
{
    return error == HPE_OK || error == HPE_PAUSED || error == HPE_PAUSED_UPGRADE;
}

static enum http_result parse_head(struct http_parser *parser)
{
    llhttp_errno_t error = llhttp_execute(&parser->llhttp, parser->head, parser->head_length);
    if (!is_stopped_well(error))
        return bad(parser, error == HPE_INVALID_VERSION ? 505 : 400);
    parser->is_in_body = true;
    terminate(&parser->target);
    for (int i = 0; i < HEADER_COUNT; i++)
        terminate(&parser->value[i]);
    int status = judge_head(parser);
    if (status != 0)
        return bad(parser, status);
    fill_request(parser);
    if (parser->is_complete)
        return HTTP_DONE;
    return text_of(parser, HEADER_EXPECT)[0] ? HTTP_CONTINUE : HTTP_MORE;
}

static enum http_result feed_body(struct http_parser *parser, const char *bytes, size_t length,
                                  size_t *used)
{
    llhttp_errno_t error = llhttp_execute(&parser->llhttp, bytes, length);
    if (!is_stopped_well(error))
        return bad(parser, 400);
    *used = error == HPE_OK ? length : (size_t)(llhttp_get_error_pos(&parser->llhttp) - bytes);
    parser->body_raw += *used;
    if (parser->body_raw > BODY_RAW_MAX)
        return bad(parser, 413);
    if (!parser->is_complete)
        return HTTP_MORE;
    if (parser->body_length > 0)
        parser->request.body = parser->body;
    parser->request.body_length = parser->body_length;
    return HTTP_DONE;
}

enum http_result http_parser_feed(struct http_parser *parser, const char *bytes, size_t length,
                                  size_t *used)
{
    assert(!parser->is_complete && parser->status == 0);
    *used = 0;
    if (!parser->is_in_body) {
        enum http_result result = collect_head(parser, bytes, length, used);
        if (result == HTTP_DONE)
            result = parse_head(parser);
        if (result != HTTP_MORE || !parser->is_in_body || *used == length)
            return result;
    }
    size_t body_used = 0;
    enum http_result result = feed_body(parser, bytes + *used, length - *used, &body_used);
    *used += body_used;
    return result;
}

bool http_in_body(const struct http_parser *parser)
{
    return parser->is_in_body;
}

int http_status(const struct http_parser *parser)
{
    return parser->status;
}

struct net_request *http_request(struct http_parser *parser)
{
    return &parser->request;
}

/* A handshake that is refused ends the connection: the peer may have sent frames already. */
bool http_keeps_alive(const struct http_parser *parser)
{
    return parser->keeps_alive && !parser->request.is_upgrade;
}

bool http_is_head(const struct http_parser *parser)
{
    return parser->llhttp.method == HTTP_HEAD;
}

const char *http_websocket_key(const struct http_parser *parser)
{
    return text_of(parser, HEADER_WEBSOCKET_KEY);
}

const char *http_forwarded_for(const struct http_parser *parser)
{
    return text_of(parser, HEADER_FORWARDED_FOR);
}

const char *http_forwarded_proto(const struct http_parser *parser)
{
    return text_of(parser, HEADER_FORWARDED_PROTO);
}

void http_write(struct out_pool *pool, struct out_queue *queue, const struct http_answer *answer)
{
    const struct net_response *response = answer->response;
    bool is_bare = response->status == 204 || response->status == 304;
    size_t length = response->content_type ? response->length : 0;
    char head[512];
    int size = snprintf(head, sizeof head, "HTTP/1.1 %d %s\r\nDate: %s\r\nConnection: %s\r\n",
                        response->status, http_reason(response->status), answer->date,
                        answer->keeps_alive ? "keep-alive" : "close");
    if (!is_bare)
        size +=
            snprintf(head + size, sizeof head - (size_t)size, "Content-Length: %zu\r\n", length);
    out_append(pool, queue, head, (size_t)size);
    if (response->content_type && !is_bare) {
        out_append(pool, queue, "Content-Type: ", 14);
        out_append(pool, queue, response->content_type, strlen(response->content_type));
        out_append(pool, queue, "\r\n", 2);
    }
    if (response->headers)
        out_append(pool, queue, response->headers, strlen(response->headers));
    if (answer->request_id) {
        out_append(pool, queue, "X-Request-Id: ", 14);
        out_append(pool, queue, answer->request_id, strlen(answer->request_id));
        out_append(pool, queue, "\r\n", 2);
    }
    if (answer->reader) {
        out_append(pool, queue, "Vary: Origin\r\nAccess-Control-Allow-Origin: ", 43);
        out_append(pool, queue, answer->reader, strlen(answer->reader));
        out_append(pool, queue, "\r\n", 2);
    }
    out_append(pool, queue, "\r\n", 2);
    if (answer->is_head || is_bare)
        return;
    if (response->is_static)
        out_append_static(pool, queue, response->body, length);
    else
        out_append(pool, queue, response->body, length);
}
