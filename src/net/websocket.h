/* WebSocket as bytes (RFC 6455): a receiver that is fed and a writer of frames. No socket, no clock.
 *
 * wslay reads the frames; its context holds a buffer of 4 KiB, so contexts are pooled and a connection
 * has one only in the middle of a frame. Message rules (fragments, UTF-8, limits, close codes) are
 * ours. */
#ifndef PARLOUR_NET_WEBSOCKET_H
#define PARLOUR_NET_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/net.h"

enum ws_opcode {
    WS_CONTINUATION = 0,
    WS_TEXT = 1,
    WS_BINARY = 2,
    WS_CLOSE = 8,
    WS_PING = 9,
    WS_PONG = 10
};
enum ws_code {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL_ERROR = 1002,
    WS_UNSUPPORTED = 1003,
    WS_BAD_TEXT = 1007,
    WS_POLICY = 1008,
    WS_TOO_BIG = 1009,
    WS_TRY_AGAIN = 1013,
};
enum { WS_HEADER_MAX = 10, WS_CONTROL_MAX = 125, WS_ACCEPT_SIZE = 29 };

/* Writes the header of a whole, unmasked frame and returns its size. */
size_t ws_write_header(uint8_t out[WS_HEADER_MAX], enum ws_opcode opcode, size_t length);
/* Writes the payload of a close frame and returns its size; `reason` is cut at a whole character. */
size_t ws_write_close(uint8_t out[WS_CONTROL_MAX], int code, const char *reason);
void ws_accept_key(char out[WS_ACCEPT_SIZE], const char *key);

/* UTF-8 checked piece by piece. Zeroed: at the start of a text. */
struct utf8_check {
    uint8_t missing, low, high; /* continuation bytes to come, and the range of the next one */
};
bool utf8_check_add(struct utf8_check *check, const uint8_t *bytes, size_t length);
bool utf8_check_ends(const struct utf8_check *check);

struct ws_slot;
struct ws_buffer;
struct ws_pool {
    struct ws_slot *free_slots;
    struct ws_buffer *free_buffers;
    int slot_count, buffer_count; /* free ones */
};
void ws_pool_free(struct ws_pool *pool);

/* One connection's receiving side. Zeroed: at the start. Holds nothing between messages. */
struct ws_receiver {
    struct ws_slot *slot;     /* in the middle of a frame */
    struct ws_buffer *buffer; /* of a message that did not come in one piece */
    uint16_t length;          /* of the message so far */
    uint8_t fragment_count;   /* 0: between messages */
    bool is_closed_by_peer;
    struct utf8_check utf8;
};

struct ws_sink {
    void *owner;
    bool (*message)(void *owner, const char *text, size_t length); /* false: deliver no more */
    void (*ping)(void *owner, const uint8_t *payload, size_t length);
};

/* Takes in all the bytes. 0: go on. Otherwise the code to close with, either because the peer broke a
 * rule or, if is_closed_by_peer, as the answer to its close. Feed nothing afterwards. */
int ws_receive(struct ws_receiver *receiver, struct ws_pool *pool, const uint8_t *bytes,
               size_t length, const struct ws_sink *sink);
void ws_release(struct ws_receiver *receiver, struct ws_pool *pool);

#endif
