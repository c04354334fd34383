/* Sends messages on sockets. room/frames.c writes them; this file knows clients and their connections. */
#include "server/server.h"

#include "base/log.h"
#include "server/past.h"

/* A client that reads never has more than this waiting: a welcome, a state, an answer. */
_Static_assert((size_t)FRAMES_MESSAGE_MAX + 4 * 1024 <= NET_QUEUE_MAX,
               "the largest message can be sent");
_Static_assert((size_t)FRAMES_MESSAGE_MAX <= SERVER_FRAME_MAX,
               "the server's buffer holds a message");
_Static_assert((size_t)SERVER_NODES_MAX <= FRAMES_NODES_MAX,
               "a command's values fit the server's nodes");

struct wire {
    struct server *server;
    net_id connection;
};

static void send_frame(void *context, const char *text, size_t length)
{
    const struct wire *wire = context;
    struct net *net = wire->server->seams.net;
    wire->server->metrics.frames++;
    net->ops->send(net, wire->connection, text, length);
}

static struct frames frames_for(struct server *server, struct wire *wire)
{
    return (struct frames){ .frame = server->frame,
                            .frame_size = FRAMES_MESSAGE_MAX,
                            .events = server->events,
                            .events_size = ROOM_TOLD_MAX,
                            .view = server->view,
                            .now_ms = server_now(server),
                            .send = send_frame,
                            .context = wire };
}

/* Cannot happen while docs/limits.md is true. If it does, it ends one connection and not the server. */
static void end_unless(bool is_sent, struct wire *wire)
{
    struct net *net = wire->server->seams.net;
    if (is_sent)
        return;
    log_line(LOG_ERROR, "a message does not fit", NULL);
    net->ops->close(net, wire->connection, CLOSE_OVERLOAD, "too large");
}

void frame_ok(struct server *server, net_id connection, const char *cid)
{
    struct wire wire = { server, connection };
    struct frames frames = frames_for(server, &wire);
    end_unless(frames_ok(&frames, cid), &wire);
}

void frame_error(struct server *server, net_id connection, const char *cid, const char *code,
                 const char *why)
{
    struct wire wire = { server, connection };
    struct frames frames = frames_for(server, &wire);
    end_unless(frames_error(&frames, cid, code, why, problem_title(code)), &wire);
}

void frame_welcome(struct server *server, struct client *client)
{
    struct wire wire = { server, client->connection };
    struct frames frames = frames_for(server, &wire);
    end_unless(frames_welcome(&frames, client->slot->room, client->player, NET_HEARTBEAT_MS),
               &wire);
}

enum {
    MISSED_MAX = 200,         /* events; older ones are in the log, at /events */
    MISSED_BATCHES_MAX = 400, /* read for the sake of one who comes back */
};

struct missed {
    struct past *past;
    struct json *out;
    int64_t player, after;
};

static bool add_batch(void *context, const struct past_batch *past)
{
    struct missed *missed = context;
    room_tell_after(past->before, past->event, past->count, missed->player, missed->after,
                    missed->out);
    return !missed->out->overflow;
}

static void add_missed(void *context, struct json *out)
{
    struct missed *missed = context;
    missed->out = out;
    past_read(missed->past, MISSED_BATCHES_MAX, add_batch, missed);
    out->overflow = out->overflow || missed->past->has_failed || missed->past->is_waiting;
}

/* Finds where to begin reading the events that this viewer has missed; false: the viewer gets none. */
static bool begin_missed(struct server *server, const struct slot *slot, int64_t player,
                         int64_t after)
{
    int64_t seq = room_told(slot->room, player);
    if (after < 0 || after >= seq || seq - after > MISSED_MAX)
        return false;
    past_begin(server->past, server, slot, slot->room->seq, player, after);
    return slot->room->seq - server->past->room->seq <= MISSED_BATCHES_MAX;
}

bool frame_can_state(struct server *server, const struct slot *slot, int64_t player, int64_t after)
{
    return !begin_missed(server, slot, player, after) ||
           past_can_read(server->past, MISSED_BATCHES_MAX);
}

/* The whole state, with the events since `after` (-1: none wanted) that this viewer missed. */
void frame_state(struct server *server, struct client *client, int64_t after)
{
    struct slot *slot = client->slot;
    struct wire wire = { server, client->connection };
    struct frames frames = frames_for(server, &wire);
    struct missed missed = { server->past, NULL, client->player, after };
    bool has_missed = begin_missed(server, slot, client->player, after);
    end_unless(
        frames_state(&frames, slot->room, client->player, has_missed ? add_missed : NULL, &missed),
        &wire);
}

void frame_batch(struct server *server, struct slot *slot, const struct table *table)
{
    struct wire wire = { .server = server };
    struct frames frames = frames_for(server, &wire);
    struct frames_memo memo;
    frames_begin(&memo);
    for (struct client *client = slot->clients; client != NULL; client = client->next) {
        wire.connection = client->connection;
        end_unless(table_tell(table, &frames, client->player, &memo), &wire);
    }
}
