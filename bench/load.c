/* The load generator: tables of five seats that play coinflip over WebSocket, one move at a time each.
 *
 *   load PORT TABLES ACTIVE WATCHERS [--plain] [--record FILE] [--audience N]
 *
 * Makes TABLES tables with all seats connected, and WATCHERS connections that look at one more table where
 * nothing happens; --audience lets N more look at the first table. Then says "ready" and does what its
 * standard input asks for:
 *
 *   run MS         plays at the first ACTIVE tables for so long, the next move when the one before is done
 *   pace MS RATE   begins RATE moves a second, wherever none is on its way; late ones count from when they
 *                  should have begun
 *   moves N        plays so many moves
 *   storm          hangs up everywhere and comes back at once, with the number of the last event seen: until
 *                  each has its screen
 *
 * and answers each with a line of JSON. A move is a command: a guess, told at once to all five (who guessed
 * and what is secret), or, once in 46, the host's rematch. It is done when its sender has the "ok" and all
 * five seats, and the audience, have seen a frame that tells of it. Every event's number must follow the one
 * before.
 *
 * --plain: a server without an API; seats connect to /ws/TABLE?seat=SEAT. --record: writes down how long the
 * frames of a game are, one line per move, for servers that send as many bytes without a game. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "bench/wire.h"

enum {
    SEATS = 5,
    ROUNDS = 9,
    STEPS = ROUNDS * SEATS + 1, /* moves of a game with its rematch */
    BUFFER_SIZE = 16 * 1024,
    EVENTS_MAX = 256,
    BUCKETS = 4096, /* of the histogram, each BUCKET_US wide */
    BUCKET_US = 25,
    AGAIN_US = 500 * 1000, /* until a page that was sent away in a storm tries again */
};

struct seat {
    int descriptor, number;
    struct table *table;
    int64_t seq; /* of the last event seen; -1: none yet */
    bool has_seen;
    bool is_back; /* of a storm: shaking hands, then waiting for the screen */
    bool is_shaking;
    int64_t after, again_us; /* the last event seen before; when to try again, 0: not */
    size_t used;
    char *buffer;
    char code[16], token[80]; /* of a seat at a real table */
};

struct table {
    struct seat seat[SEATS];
    int step, missing; /* seats and audience that have not seen the move, and one for its "ok" */
    int64_t cid, sent_us;
};

struct tally {
    int64_t moves, frames, bytes, began_us, ended_us;
    int32_t bucket[BUCKETS];
};

static struct load {
    int port, table_count, active_count, watcher_count, audience_count;
    bool is_plain, is_paced;
    const char *record_path;
    FILE *record;
    int epoll, running; /* tables with a move on its way */
    struct table *tables;
    struct seat *watchers;
    struct seat *audience; /* of the first table */
    int64_t *back_us;      /* of a storm: how long each has waited, in the order they came */
    int back_count;
    int64_t storm_us;
    int64_t stop_us, moves_left; /* when to begin no more */
    struct tally tally;
} load;

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Moves */

static void send_move(struct table *table)
{
    char text[96];
    bool is_rematch = table->step == STEPS - 1;
    int mover = is_rematch ? 0 : table->step % SEATS;
    int length = snprintf(text, sizeof text, "{\"type\":\"%s\",\"cid\":\"%012" PRId64 "\"%s}",
                          is_rematch ? "rematch" : "guess", ++table->cid,
                          is_rematch ? "" : ",\"side\":\"heads\"");
    table->missing = SEATS + 1;
    for (int i = 0; i < SEATS; i++)
        table->seat[i].has_seen = false;
    for (int i = 0; table == load.tables && i < load.audience_count; i++, table->missing++)
        load.audience[i].has_seen = false;
    wire_send(table->seat[mover].descriptor, WIRE_TEXT, text, (size_t)length);
}

static void begin_move(struct table *table)
{
    if (load.moves_left == 0 || (load.stop_us != 0 && now_us() >= load.stop_us))
        return;
    load.moves_left -= load.moves_left > 0;
    load.running++;
    table->sent_us = now_us();
    send_move(table);
}

static void end_move(struct table *table)
{
    int64_t bucket = (now_us() - table->sent_us) / BUCKET_US;
    load.tally.bucket[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    load.tally.moves++;
    load.running--;
    table->step = (table->step + 1) % STEPS;
    if (!load.is_paced)
        begin_move(table);
}

/* Frames */

static int64_t number_after(const char *at)
{
    return strtoll(at, NULL, 10);
}

/* {"type":"…","seq":N,…,"events":[{"seq":N - 1,…},{"seq":N,…}],…: an event begins with its number, and
 * nothing else in a frame does. */
static void check_sequence(struct seat *seat, const char *text, size_t length)
{
    static const char first[] = "\"seq\":", event[] = "{\"seq\":";
    const char *at = memmem(text, length, first, sizeof first - 1), *end = text + length;
    if (!at)
        give_up("a frame without a number: %.*s", (int)length, text);
    int64_t last = number_after(at + sizeof first - 1);
    for (; (at = memmem(at, (size_t)(end - at), event, sizeof event - 1)); at++) {
        int64_t seq = number_after(at + sizeof event - 1);
        if (seat->seq >= 0 && seq != seat->seq + 1)
            give_up("event %" PRId64 " after %" PRId64, seq, seat->seq);
        seat->seq = seq;
    }
    if (seat->seq >= 0 && seat->seq != last)
        give_up("the frame's number is %" PRId64 ", its last event's %" PRId64, last, seat->seq);
    seat->seq = last;
}

static void count_down(struct table *table)
{
    if (--table->missing == 0)
        end_move(table);
}

/* The first game of the first table is the one that is written down. */
static void record(const struct seat *seat, size_t length, bool is_first)
{
    struct table *table = seat->table;
    if (!load.record || table != load.tables || seat->number != 1)
        return;
    fprintf(load.record, is_first && table->cid > 1 ? "\n%zu" : is_first ? "%zu" : " %zu", length);
    if (table->cid == STEPS) {
        fputc('\n', load.record);
        fclose(load.record);
        load.record = NULL;
    }
}

static bool begins(const struct wire_frame *frame, const char *text)
{
    size_t length = strlen(text);
    return frame->length >= length && memcmp(frame->payload, text, length) == 0;
}

static void come_back(struct seat *seat)
{
    seat->is_back = true;
    load.back_us[load.back_count++] = now_us() - load.storm_us;
}

static void take_update(struct seat *seat, const struct wire_frame *frame)
{
    check_sequence(seat, frame->payload, frame->length);
    if (!seat->is_back)
        come_back(seat);
    if (!seat->table || seat->table->missing == 0)
        return;
    if (seat->has_seen)
        give_up("two frames for one move");
    record(seat, frame->length, true);
    seat->has_seen = true;
    count_down(seat->table);
}

static void take_text(struct seat *seat, const struct wire_frame *frame)
{
    load.tally.frames++;
    if (begins(frame, "{\"type\":\"game_update\"") || begins(frame, "{\"type\":\"room_state\""))
        take_update(seat, frame);
    else if (begins(frame, "{\"type\":\"ok\""))
        count_down(seat->table);
    else if (begins(frame, "{\"seq\":")) /* an event that is a message as well */
        record(seat, frame->length, false);
    else if (!begins(frame, "{\"type\":\"welcome\""))
        give_up("unexpected: %.*s", (int)frame->length, frame->payload);
}

/* Between plays the server may be restarted. */
static void hang_up(struct seat *seat, const char *why)
{
    if (load.running > 0 || (!seat->is_back && seat->again_us == 0))
        give_up("%s", why);
    close(seat->descriptor);
    seat->descriptor = -1;
    seat->used = 0;
}

static void take_frame(struct seat *seat, const struct wire_frame *frame)
{
    if (frame->opcode == WIRE_TEXT)
        take_text(seat, frame);
    else if (frame->opcode == WIRE_PING)
        wire_send(seat->descriptor, WIRE_PONG, frame->payload, frame->length);
    else
        hang_up(seat, "closed by the server");
}

/* The server has its hands full, and a page tries again a moment later. */
static bool is_too_busy(const struct seat *seat)
{
    static const char answer[] = "HTTP/1.1 503";
    return seat->used >= sizeof answer - 1 && memcmp(seat->buffer, answer, sizeof answer - 1) == 0;
}

static void take_frames(struct seat *seat)
{
    struct wire_frame frame;
    size_t at = 0, size;
    if (seat->is_shaking && is_too_busy(seat)) {
        seat->again_us = now_us() + AGAIN_US;
        hang_up(seat, "");
        return;
    }
    if (seat->is_shaking && (at = wire_end_of_head(seat->buffer, seat->used)) == 0)
        return;
    seat->is_shaking = false;
    while (seat->descriptor >= 0 &&
           (size = wire_read(seat->buffer + at, seat->used - at, &frame)) > 0) {
        at += size;
        take_frame(seat, &frame);
    }
    if (seat->descriptor < 0)
        return;
    seat->used -= at;
    memmove(seat->buffer, seat->buffer + at, seat->used);
}

/* Buffers are there only while they are needed, to fit ten thousand seats. */
static void receive(struct seat *seat)
{
    static char shared[BUFFER_SIZE + 1];
    char *kept = seat->buffer;
    if (seat->used > 0)
        memcpy(shared, kept, seat->used);
    seat->buffer = shared;
    ssize_t length =
        recv(seat->descriptor, shared + seat->used, BUFFER_SIZE - seat->used, MSG_DONTWAIT);
    if (length == 0 || (length < 0 && errno != EAGAIN)) {
        hang_up(seat, length == 0 ? "the server hung up" : strerror(errno));
        length = 0;
    }
    load.tally.bytes += length > 0 ? length : 0;
    seat->used += length > 0 ? (size_t)length : 0;
    shared[seat->used] = '\0';
    take_frames(seat);
    seat->buffer = seat->used > 0 ? memory_grow(kept, 0, seat->used) : kept;
    if (seat->used > 0)
        memcpy(seat->buffer, shared, seat->used);
}

/* True if there is something on the standard input, too. Waits until then, -1: for ever. */
static bool wait_until(int64_t until_us)
{
    struct epoll_event events[EVENTS_MAX];
    int64_t left_us = until_us - now_us();
    struct timespec left = { 0 };
    if (left_us > 0)
        left = (struct timespec){ left_us / 1000000, left_us % 1000000 * 1000 };
    int count = epoll_pwait2(load.epoll, events, EVENTS_MAX, until_us < 0 ? NULL : &left, NULL);
    bool has_input = false;
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr)
            receive(events[i].data.ptr);
        else
            has_input = true;
    }
    return has_input;
}

static bool wait_for_frames(void)
{
    return wait_until(-1);
}

/* Setting up */

static void listen_to(struct seat *seat)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = seat };
    epoll_ctl(load.epoll, EPOLL_CTL_ADD, seat->descriptor, &event);
}

static void seat_open(struct seat *seat, const char *path, const char *token)
{
    seat->seq = -1;
    seat->is_back = true;
    seat->descriptor = wire_connect(load.port);
    seat->buffer = memory_take(BUFFER_SIZE);
    seat->used = wire_upgrade(seat->descriptor, path, token, seat->buffer, BUFFER_SIZE);
    take_frames(seat);
    if (seat->used == 0) {
        memory_free(seat->buffer);
        seat->buffer = NULL;
    }
    listen_to(seat);
    while (!load.is_plain && seat->seq < 0)
        wait_for_frames();
}

static void open_plain(struct table *table, int number)
{
    char path[64];
    for (int i = 0; i < SEATS; i++) {
        snprintf(path, sizeof path, "/ws/%d?seat=%d", number, i);
        seat_open(&table->seat[i], path, NULL);
    }
}

static void make_session(int api, int seat, char token[80])
{
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"Player %d\"}", seat + 1);
    wire_get_text(wire_post(api, "/api/session", NULL, body), "token", token, 80);
}

/* Sessions, a table, its people and the start; `code` is where to connect. */
static void make_table(int api, int seats, char token[SEATS][80], char code[16])
{
    char game[32], path[96];
    for (int i = 0; i < seats; i++)
        make_session(api, i, token[i]);
    const char *made = wire_post(api, "/api/games", token[0],
                                 "{\"game\":\"coinflip\",\"num_players\":5,"
                                 "\"options\":{\"rounds\":9,\"guess_seconds\":0}}");
    wire_get_text(made, "game_id", game, sizeof game);
    wire_get_text(made, "code", code, 16);
    snprintf(path, sizeof path, "/api/games/%s/join", game);
    for (int i = 1; i < seats; i++)
        wire_post(api, path, token[i], "{}");
}

static void open_real(int api, struct table *table)
{
    char token[SEATS][80], code[16], path[64];
    make_table(api, SEATS, token, code);
    snprintf(path, sizeof path, "/ws/%s", code);
    for (int i = 0; i < SEATS; i++) {
        seat_open(&table->seat[i], path, token[i]);
        memcpy(table->seat[i].code, code, sizeof code);
        memcpy(table->seat[i].token, token[i], sizeof token[i]);
    }
    static const char start[] = "{\"type\":\"start\"}";
    wire_send(table->seat[0].descriptor, WIRE_TEXT, start, sizeof start - 1);
    table->missing = SEATS + 1;
    load.running++;
}

static void open_watchers(int api)
{
    char token[SEATS][80], code[16], path[64];
    if (load.watcher_count == 0)
        return;
    make_table(api, 1, token, code);
    snprintf(path, sizeof path, "/ws/%s?table=1", code);
    for (int i = 0; i < load.watcher_count; i++)
        seat_open(&load.watchers[i], path, NULL);
}

static void open_audience(void)
{
    char path[64];
    for (int i = 0; i < load.audience_count; i++) {
        struct seat *seat = &load.audience[i];
        if (load.is_plain)
            snprintf(path, sizeof path, "/ws/0?seat=%d", SEATS + i);
        else
            snprintf(path, sizeof path, "/ws/%s?table=1", load.tables[0].seat[0].code);
        seat->table = load.tables;
        seat->number = SEATS + i;
        seat_open(seat, path, NULL);
    }
}

/* Each table's start is awaited, so that no queue grows while we are busy asking for more. */
static void open_tables(void)
{
    int api = load.is_plain ? -1 : wire_connect(load.port);
    for (int i = 0; i < load.table_count; i++) {
        struct table *table = &load.tables[i];
        for (int s = 0; s < SEATS; s++) {
            table->seat[s].table = table;
            table->seat[s].number = s;
        }
        if (load.is_plain)
            open_plain(table, i);
        else
            open_real(api, table);
        while (load.running > 0)
            wait_for_frames();
        table->step = 0;
    }
    open_watchers(api);
    open_audience();
    if (!load.is_plain)
        close(api);
}

/* Playing */

static int64_t percentile_us(int permille)
{
    int64_t left = load.tally.moves * permille / 1000;
    for (int i = 0; i < BUCKETS; i++)
        if ((left -= load.tally.bucket[i]) < 0)
            return (int64_t)i * BUCKET_US;
    return (int64_t)BUCKETS * BUCKET_US;
}

static void report(void)
{
    const struct tally *tally = &load.tally;
    printf("{\"moves\":%" PRId64 ",\"frames\":%" PRId64 ",\"bytes\":%" PRId64
           ",\"wall_us\":%" PRId64 ",\"p50_us\":%" PRId64 ",\"p99_us\":%" PRId64 "}\n",
           tally->moves, tally->frames, tally->bytes, tally->ended_us - tally->began_us,
           percentile_us(500), percentile_us(990));
    fflush(stdout);
}

static void play(int64_t milliseconds, int64_t moves)
{
    load.tally = (struct tally){ .began_us = now_us() };
    load.stop_us = milliseconds > 0 ? load.tally.began_us + milliseconds * 1000 : 0;
    load.moves_left = moves;
    for (int i = 0; i < load.active_count; i++)
        begin_move(&load.tables[i]);
    while (load.running > 0)
        wait_for_frames();
    load.tally.ended_us = now_us();
    load.moves_left = 0;
    report();
}

/* The next table at which no move is on its way, round and round; NULL: none. */
static struct table *idle_table(void)
{
    static int next;
    for (int i = 0; i < load.active_count; i++) {
        struct table *table = &load.tables[next++ % load.active_count];
        if (table->missing == 0)
            return table;
    }
    return NULL;
}

static void pace(int64_t milliseconds, int64_t rate)
{
    load.tally = (struct tally){ .began_us = now_us() };
    load.is_paced = true;
    int64_t count = milliseconds * rate / 1000;
    for (int64_t i = 0; i < count; i++) {
        int64_t due_us = load.tally.began_us + i * 1000000 / rate;
        struct table *table;
        while (now_us() < due_us)
            wait_until(due_us);
        while ((table = idle_table()) == NULL)
            wait_for_frames();
        table->sent_us = due_us;
        load.running++;
        send_move(table);
    }
    while (load.running > 0)
        wait_for_frames();
    load.is_paced = false;
    load.tally.ended_us = now_us();
    report();
}

/* Coming back */

static int compare_us(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void dial_again(struct seat *seat)
{
    char path[96];
    if (seat->descriptor >= 0)
        close(seat->descriptor);
    seat->is_back = false;
    seat->is_shaking = true;
    seat->used = 0;
    snprintf(path, sizeof path, "/ws/%s?after=%" PRId64, seat->code, seat->after);
    seat->again_us = 0;
    seat->seq = -1;
    seat->descriptor = wire_connect(load.port);
    wire_ask_upgrade(seat->descriptor, path, seat->token);
    listen_to(seat);
    wait_until(0);
}

static void dial_those_due(int count)
{
    int64_t now = now_us();
    for (int i = 0; i < count; i++) {
        struct seat *seat = &load.tables[i / SEATS].seat[i % SEATS];
        if (seat->again_us != 0 && seat->again_us <= now)
            dial_again(seat);
    }
}

static void storm(void)
{
    int count = load.table_count * SEATS;
    load.back_us = memory_take((size_t)count * sizeof *load.back_us);
    load.back_count = 0;
    load.storm_us = now_us();
    for (int i = 0; i < count; i++) {
        struct seat *seat = &load.tables[i / SEATS].seat[i % SEATS];
        seat->after = seat->seq;
        dial_again(seat);
    }
    while (load.back_count < count) {
        wait_until(now_us() + AGAIN_US / 10);
        dial_those_due(count);
    }
    int64_t wall_us = now_us() - load.storm_us;
    qsort(load.back_us, (size_t)count, sizeof *load.back_us, compare_us);
    printf("{\"phones\":%d,\"wall_us\":%" PRId64 ",\"p50_us\":%" PRId64 ",\"p99_us\":%" PRId64
           "}\n",
           count, wall_us, load.back_us[count / 2], load.back_us[count * 99 / 100]);
    fflush(stdout);
    memory_free(load.back_us);
}

/* Between plays the heartbeats are answered. False at the end of the input. */
static bool handle_input(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return false;
    if (strncmp(line, "run ", 4) == 0)
        play(number_after(line + 4), -1);
    else if (strncmp(line, "moves ", 6) == 0)
        play(0, number_after(line + 6));
    else if (strncmp(line, "pace ", 5) == 0)
        pace(number_after(line + 5), number_after(strchr(line + 5, ' ')));
    else if (strcmp(line, "storm\n") == 0)
        storm();
    else
        give_up("what is %s", line);
    return true;
}

static void read_arguments(int count, char **argument)
{
    if (count < 5)
        give_up("usage: load PORT TABLES ACTIVE WATCHERS [--plain] [--record FILE] [--audience N]");
    load.port = atoi(argument[1]);
    load.table_count = atoi(argument[2]);
    load.active_count = atoi(argument[3]);
    load.watcher_count = atoi(argument[4]);
    for (int i = 5; i < count; i++) {
        if (strcmp(argument[i], "--plain") == 0)
            load.is_plain = true;
        else if (strcmp(argument[i], "--record") == 0 && i + 1 < count)
            load.record_path = argument[++i];
        else if (strcmp(argument[i], "--audience") == 0 && i + 1 < count)
            load.audience_count = atoi(argument[++i]);
    }
}

static void raise_descriptor_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int main(int argument_count, char **argument)
{
    read_arguments(argument_count, argument);
    raise_descriptor_limit();
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    load.tables = memory_take((size_t)load.table_count * sizeof *load.tables);
    load.watchers = memory_take((size_t)load.watcher_count * sizeof *load.watchers);
    load.audience = memory_take((size_t)load.audience_count * sizeof *load.audience);
    open_tables();
    if (load.record_path && !(load.record = fopen(load.record_path, "w")))
        give_up("%s: %s", load.record_path, strerror(errno));
    for (int i = 0; i < load.table_count; i++)
        load.tables[i].cid = 0;
    setvbuf(stdin, NULL, _IONBF, 0);
    struct epoll_event event = { .events = EPOLLIN };
    epoll_ctl(load.epoll, EPOLL_CTL_ADD, STDIN_FILENO, &event);
    puts("ready");
    fflush(stdout);
    for (;;)
        if (wait_for_frames() && !handle_input())
            return 0;
}
