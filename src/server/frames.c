/* What goes out on a socket: room/frames.c writes it, here it meets clients and their connections. */
#include "server/server.h"

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
                            .frame_size = SERVER_FRAME_MAX,
                            .events = server->events,
                            .events_size = SERVER_BATCH_MAX,
                            .nodes = server->nodes,
                            .node_max = SERVER_NODES_MAX,
                            .view = server->view,
                            .now_ms = server_now(server),
                            .send = send_frame,
                            .context = wire };
}

void frame_ok(struct server *server, net_id connection, const char *cid)
{
    struct wire wire = { server, connection };
    struct frames frames = frames_for(server, &wire);
    frames_ok(&frames, cid);
}

void frame_error(struct server *server, net_id connection, const char *cid, const char *code,
                 const char *why)
{
    struct wire wire = { server, connection };
    struct frames frames = frames_for(server, &wire);
    frames_error(&frames, cid, code, why, problem_title(code));
}

void frame_welcome(struct server *server, struct client *client)
{
    struct wire wire = { server, client->connection };
    struct frames frames = frames_for(server, &wire);
    frames_welcome(&frames, client->slot->room, client->player, NET_HEARTBEAT_MS);
}

struct missed {
    struct server *server;
    struct slot *slot;
    struct json *out;
    int64_t player, after;
};

static void add_batch(void *context, const struct past_batch *past)
{
    struct missed *missed = context;
    if (room_told(past->before, missed->player) >= missed->after && !missed->out->overflow)
        room_tell(past->before, past->event, past->count, missed->player, missed->out);
}

static void add_missed(void *context, struct json *out)
{
    struct missed *missed = context;
    missed->out = out;
    slot_history(missed->server, missed->slot, add_batch, missed);
}

enum { MISSED_MAX = 200 }; /* older ones are in the log, at /events */

/* The whole state, with the events since `after` (-1: none wanted) that this viewer missed. */
void frame_state(struct server *server, struct client *client, int64_t after)
{
    struct slot *slot = client->slot;
    struct wire wire = { server, client->connection };
    struct frames frames = frames_for(server, &wire);
    struct missed missed = { server, slot, NULL, client->player, after };
    int64_t seq = room_told(slot->room, client->player);
    bool has_missed = after >= 0 && after < seq && seq - after <= MISSED_MAX;
    frames_state(&frames, slot->room, client->player, has_missed ? add_missed : NULL, &missed);
}

void frame_batch(struct server *server, struct client *client, const struct flight *flight,
                 struct frames_memo *memo)
{
    struct wire wire = { server, client->connection };
    struct frames frames = frames_for(server, &wire);
    struct frames_batch batch = { .before = client->slot->room,
                                  .after = flight->draft,
                                  .event = flight->turn.event,
                                  .count = flight->turn.event_count };
    frames_tell(&frames, &batch, client->player, memo);
}
