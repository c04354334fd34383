/* HTTP/1.1 as bytes: a parser that is fed and a writer of response heads. No socket, no clock. */
#ifndef PARLOUR_NET_HTTP_H
#define PARLOUR_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "net/net.h"
#include "net/out.h"

/* "a, b;q=1" has the token "a" (in any case) and not "b;q"; parameters are part of the token. */
bool http_list_has(const char *list, const char *token);
/* Splits a request target in place into a decoded path and a raw query. False for anything but a path:
 * other forms, bad percent-encoding, control characters, bad UTF-8, "..", "." and "#". */
bool http_split_target(char *target, const char **path, const char **query);
/* A WebSocket key is 16 bytes in base64. */
bool http_key_valid(const char *key);
const char *http_reason(int status);

struct http_parser;
enum http_result {
    HTTP_MORE,     /* all bytes used, more are needed */
    HTTP_CONTINUE, /* the peer waits for "100 Continue" before it sends the body; then feed on */
    HTTP_DONE,     /* http_request() is complete; bytes behind it belong to what follows */
    HTTP_BAD,      /* answer with http_status() and close */
};

/* Parsers are pooled: each holds one head and grows to hold one body. */
struct http_pool {
    struct http_parser *free;
    int free_count;
};
struct http_parser *http_acquire(struct http_pool *pool);
void http_release(struct http_pool *pool, struct http_parser *parser);
void http_pool_free(struct http_pool *pool);

/* Reads at most one request. `used` is how many of the bytes belong to it. */
enum http_result http_parser_feed(struct http_parser *parser, const char *bytes, size_t length,
                                  size_t *used);
bool http_in_body(const struct http_parser *parser); /* the head is complete */
int http_status(
    const struct http_parser *parser); /* of HTTP_BAD: 400, 413, 417, 426, 431, 501, 505 */

/* Of HTTP_DONE. address and is_secure are the caller's to fill in. Borrowed until http_release. */
struct net_request *http_request(struct http_parser *parser);
bool http_keeps_alive(const struct http_parser *parser);
bool http_is_head(const struct http_parser *parser);
const char *http_websocket_key(const struct http_parser *parser);
const char *http_forwarded_for(const struct http_parser *parser);
const char *http_forwarded_proto(const struct http_parser *parser);

struct http_answer {
    const struct net_response *response;
    const char *date;
    bool is_head, keeps_alive;
    const char *request_id; /* for the answer's reader, who may ask about it; NULL: none */
    const char *reader;     /* the origin whose pages may read it; NULL: only our own */
};
void http_write(struct out_pool *pool, struct out_queue *queue, const struct http_answer *answer);

#endif
