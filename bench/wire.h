/* The client's end of the wire: blocking HTTP for setting up, WebSocket frames for playing. */
#ifndef PARLOUR_BENCH_WIRE_H
#define PARLOUR_BENCH_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_TEXT = 1, WIRE_CLOSE = 8, WIRE_PING = 9, WIRE_PONG = 10 };

/* Ends the program with a message: a benchmark with a wrong answer has no result. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

int wire_connect(int port); /* blocking, without delay */

/* Posts JSON over a kept connection and returns the answer's body, borrowed until the next call. `token`
 * may be NULL. */
const char *wire_post(int descriptor, const char *path, const char *token, const char *body);

/* The text member `key` of a JSON object. */
void wire_get_text(const char *json, const char *key, char *out, size_t size);

/* Asks for a WebSocket; returns how many bytes of the first frames are in `rest` already. */
size_t wire_upgrade(int descriptor, const char *path, const char *token, char *rest, size_t size);

/* The same in two steps: asks, and later finds where the bytes go on behind the head; 0: not yet. */
void wire_ask_upgrade(int descriptor, const char *path, const char *token);
size_t wire_end_of_head(const char *bytes, size_t length);

/* A masked frame, sent in one piece. */
void wire_send(int descriptor, int opcode, const char *payload, size_t length);

struct wire_frame {
    int opcode;
    const char *payload;
    size_t length;
};

/* The frame at the beginning of the bytes; returns its whole size, 0 if it is not all there. */
size_t wire_read(const char *bytes, size_t length, struct wire_frame *frame);

#endif
