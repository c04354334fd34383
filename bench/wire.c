/* The client's end of the wire. */
#include "bench/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/json.h"

enum { ANSWER_MAX = 64 * 1024, REQUEST_MAX = 4096, NODES_MAX = 4096, PAYLOAD_MAX = 512 };

void give_up(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

int wire_connect(int port)
{
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&to, sizeof to) < 0)
        give_up("cannot connect: %s", strerror(errno));
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
    return descriptor;
}

static void send_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(descriptor, bytes, length, MSG_NOSIGNAL);
        if (sent < 0)
            give_up("cannot send: %s", strerror(errno));
        bytes += sent;
        length -= (size_t)sent;
    }
}

static size_t receive_some(int descriptor, char *bytes, size_t size)
{
    ssize_t length = size == 0 ? 0 : recv(descriptor, bytes, size, 0);
    if (length <= 0)
        give_up("the server hung up while we were setting up");
    return (size_t)length;
}

/* Reads up to the end of the head and returns where the body begins; `*used` counts all bytes. */
static size_t receive_head(int descriptor, char *bytes, size_t size, size_t *used)
{
    char *end = NULL;
    for (*used = 0; !end; end = strstr(bytes, "\r\n\r\n")) {
        *used += receive_some(descriptor, bytes + *used, size - 1 - *used);
        bytes[*used] = '\0';
    }
    return (size_t)(end - bytes) + 4;
}

const char *wire_post(int descriptor, const char *path, const char *token, const char *body)
{
    static char answer[ANSWER_MAX];
    char request[REQUEST_MAX];
    size_t used;
    int length = snprintf(request, sizeof request,
                          "POST %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          path, token ? "Authorization: Bearer " : "", token ? token : "",
                          token ? "\r\n" : "", strlen(body), body);
    send_all(descriptor, request, (size_t)length);
    size_t start = receive_head(descriptor, answer, sizeof answer, &used);
    const char *field = strstr(answer, "Content-Length: ");
    size_t size = field ? strtoul(field + 16, NULL, 10) : 0;
    while (used < start + size)
        used += receive_some(descriptor, answer + used, sizeof answer - 1 - used);
    answer[start + size] = '\0';
    if (strncmp(answer, "HTTP/1.1 2", 10) != 0)
        give_up("POST %s: %.40s %s", path, answer, answer + start);
    return answer + start;
}

void wire_get_text(const char *json, const char *key, char *out, size_t size)
{
    static struct json_node nodes[NODES_MAX];
    struct json_doc doc;
    const char *problem;
    if (!json_parse(&doc, json, strlen(json), nodes, NODES_MAX, &problem) ||
        !json_read_text(&doc, json_get(&doc, 0, key), out, size))
        give_up("no \"%s\" in %s", key, json);
}

void wire_ask_upgrade(int descriptor, const char *path, const char *token)
{
    char request[REQUEST_MAX];
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s\r\n",
                          path, token ? "Authorization: Bearer " : "", token ? token : "",
                          token ? "\r\n" : "");
    send_all(descriptor, request, (size_t)length);
}

size_t wire_end_of_head(const char *bytes, size_t length)
{
    const char *end = memmem(bytes, length, "\r\n\r\n", 4);
    if (end != NULL && strncmp(bytes, "HTTP/1.1 101", 12) != 0)
        give_up("no WebSocket: %.*s", (int)length, bytes);
    return end != NULL ? (size_t)(end - bytes) + 4 : 0;
}

size_t wire_upgrade(int descriptor, const char *path, const char *token, char *rest, size_t size)
{
    size_t used;
    wire_ask_upgrade(descriptor, path, token);
    size_t start = receive_head(descriptor, rest, size, &used);
    if (strncmp(rest, "HTTP/1.1 101", 12) != 0)
        give_up("GET %s: %.40s", path, rest);
    memmove(rest, rest + start, used - start);
    return used - start;
}

void wire_send(int descriptor, int opcode, const char *payload, size_t length)
{
    static const unsigned char mask[4] = { 0x37, 0xfa, 0x21, 0x3d };
    char frame[8 + PAYLOAD_MAX];
    size_t at = 2;
    if (length > PAYLOAD_MAX)
        give_up("a message of %zu bytes", length);
    frame[0] = (char)(0x80 | opcode);
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[at++] = (char)(length >> 8);
        frame[at++] = (char)length;
    }
    memcpy(frame + at, mask, sizeof mask);
    at += sizeof mask;
    for (size_t i = 0; i < length; i++)
        frame[at + i] = (char)(payload[i] ^ mask[i % 4]);
    send_all(descriptor, frame, at + length);
}

size_t wire_read(const char *bytes, size_t length, struct wire_frame *frame)
{
    const unsigned char *b = (const unsigned char *)bytes;
    size_t head = 2;
    if (length < 4)
        return length >= 2 && b[1] == 0 ? (*frame = (struct wire_frame){ b[0] & 15, bytes, 0 }, 2)
                                        : 0;
    size_t size = b[1] & 127;
    if (size == 126) {
        size = (size_t)b[2] << 8 | b[3];
        head = 4;
    } else if (size == 127)
        give_up("a frame of 64 KiB or more");
    if (length < head + size)
        return 0;
    *frame = (struct wire_frame){ b[0] & 15, bytes + head, size };
    return head + size;
}
