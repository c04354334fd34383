/* The floor: a bare epoll loop that sends as many bytes to as many sockets as a move takes, and knows nothing
 * else. No game, no room, no JSON, no log; what any server must pay the kernel.
 *
 *   floor SIZES
 *
 * SIZES has a line per move of a game: how long each of its frames is, as `load --record` wrote them. Prints
 * the port it listens on. */
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "bench/wire.h"

enum {
    SEATS = 5,
    STEPS_MAX = 64,
    FRAMES_MAX = 2,
    TABLES_MAX = 4096,
    AUDIENCE_MAX = 2048,
    EVENTS_MAX = 256,
    OUT_MAX = 16 * 1024
};

struct step {
    int count;
    size_t size[FRAMES_MAX];
};

struct table {
    int descriptor[SEATS];
    int audience[AUDIENCE_MAX], audience_count; /* they get what the seats get */
    int64_t moves;
};

struct peer {
    int descriptor, seat;
    struct table *table; /* NULL before the handshake */
};

static struct step steps[STEPS_MAX];
static int step_count;
static struct table tables[TABLES_MAX];

static void read_sizes(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128], *at;
    if (!file)
        give_up("%s: %s", path, strerror(errno));
    while (step_count < STEPS_MAX && fgets(line, sizeof line, file)) {
        struct step *step = &steps[step_count++];
        for (at = line; *at > '\n' && step->count < FRAMES_MAX;)
            step->size[step->count++] = strtoul(at, &at, 10);
    }
    fclose(file);
    if (step_count == 0)
        give_up("%s is empty", path);
}

/* A text frame of `size` bytes that begins with `text` and goes on with zeros. */
static size_t put_frame(char *out, const char *text, size_t length, size_t size)
{
    size_t head = size < 126 ? 2 : 4;
    out[0] = (char)(0x80 | WIRE_TEXT);
    out[1] = (char)(size < 126 ? size : 126);
    if (head == 4) {
        out[2] = (char)(size >> 8);
        out[3] = (char)size;
    }
    memcpy(out + head, text, length);
    memset(out + head + length, '0', size - length);
    return head + size;
}

static size_t put_step(char *out, const struct step *step, int64_t number)
{
    char text[128];
    int length =
        snprintf(text, sizeof text,
                 "{\"type\":\"game_update\",\"seq\":%" PRId64 ",\"events\":[{\"seq\":%" PRId64 ",",
                 number, number);
    size_t at = put_frame(out, text, (size_t)length, step->size[0]);
    if (step->count > 1)
        at += put_frame(out + at, "{\"seq\":", 7, step->size[1]);
    return at;
}

static void send_all(int descriptor, const char *bytes, size_t length)
{
    if (send(descriptor, bytes, length, MSG_NOSIGNAL) != (ssize_t)length)
        give_up("a socket is full");
}

static void fan_out(struct table *table, int sender)
{
    static char out[OUT_MAX];
    static const char ok[] = "{\"type\":\"ok\",\"cid\":\"";
    size_t length = put_step(out, &steps[table->moves % step_count], table->moves + 1);
    table->moves++;
    for (int i = 0; i < SEATS; i++) {
        size_t more = i == sender ? put_frame(out + length, ok, sizeof ok - 1, 65) : 0;
        send_all(table->descriptor[i], out, length + more);
    }
    for (int i = 0; i < table->audience_count; i++)
        send_all(table->audience[i], out, length);
}

static void shake_hands(struct peer *peer, const char *head)
{
    static const char answer[] =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    int number, seat;
    if (sscanf(head, "GET /ws/%d?seat=%d", &number, &seat) != 2 || number >= TABLES_MAX ||
        seat >= SEATS + AUDIENCE_MAX)
        give_up("not a seat: %.40s", head);
    peer->table = &tables[number];
    peer->seat = seat;
    if (seat < SEATS)
        peer->table->descriptor[seat] = peer->descriptor;
    else
        peer->table->audience[peer->table->audience_count++] = peer->descriptor;
    send_all(peer->descriptor, answer, sizeof answer - 1);
}

static void serve(struct peer *peer)
{
    char bytes[4096];
    ssize_t length = recv(peer->descriptor, bytes, sizeof bytes - 1, 0);
    if (length <= 0) {
        close(peer->descriptor);
        memory_free(peer);
        return;
    }
    bytes[length] = '\0';
    if (peer->table)
        fan_out(peer->table, peer->seat); /* one message at a time: one read, one frame */
    else
        shake_hands(peer, bytes);
}

static void welcome(int epoll, int listener)
{
    struct peer *peer = memory_take(sizeof *peer);
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = peer };
    peer->descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (peer->descriptor < 0)
        give_up("accept: %s", strerror(errno));
    setsockopt(peer->descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
    epoll_ctl(epoll, EPOLL_CTL_ADD, peer->descriptor, &event);
}

static int open_listener(void)
{
    struct sockaddr_in name = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof name;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&name, sizeof name) < 0 ||
        listen(listener, 1024) < 0 || getsockname(listener, (struct sockaddr *)&name, &size) < 0)
        give_up("cannot listen: %s", strerror(errno));
    printf("%d\n", ntohs(name.sin_port));
    fflush(stdout);
    return listener;
}

int main(int argument_count, char **argument)
{
    if (argument_count != 2)
        give_up("usage: floor SIZES");
    read_sizes(argument[1]);
    int epoll = epoll_create1(EPOLL_CLOEXEC), listener = open_listener();
    struct epoll_event event = { .events = EPOLLIN }, events[EVENTS_MAX];
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(epoll, events, EVENTS_MAX, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr)
                serve(events[i].data.ptr);
            else
                welcome(epoll, listener);
        }
    }
}
