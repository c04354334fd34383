/* What goes out on a socket. Every message but "ok" and "error" carries "seq", the viewer's own count of
 * events: it has no gaps, and a client that comes back says the last one it saw.
 *
 * Messages of a game with a `frame_bucket` are padded to a multiple of it, so that their length does not
 * tell what is in them. */
#include "server/server.h"

#include <assert.h>
#include <string.h>

static void send_frame(struct server *server, net_id connection, const struct json *out)
{
    struct net *net = server->seams.net;
    assert(!out->overflow);
    server->metrics.frames++;
    net->ops->send(net, connection, out->out, out->length);
}

static void begin(struct server *server, struct json *out, const char *type)
{
    json_init(out, server->frame, SERVER_FRAME_MAX);
    json_object(out, NULL);
    json_text(out, "type", type);
}

enum { BUCKET_MAX = 16 * 1024 };

/* Ends the message with a text of zeros that fills it up to the next multiple of `bucket`. */
static void end_padded(struct json *out, int bucket)
{
    static const char wrapping[] = ",\"pad\":\"\"}";
    if (bucket > 0) {
        size_t length = out->length + sizeof wrapping - 1;
        size_t missing = ((size_t)bucket - length % (size_t)bucket) % (size_t)bucket;
        char zeros[BUCKET_MAX + 2]; /* with the quotes */
        assert(bucket <= BUCKET_MAX);
        memset(zeros, '0', missing + 2);
        zeros[0] = zeros[missing + 1] = '"';
        json_raw(out, "pad", zeros, missing + 2);
    }
    json_end(out);
}

static int bucket_of(const struct room *room)
{
    return room->phase == ROOM_PLAYING ? room_game(room)->frame_bucket : 0;
}

void frame_ok(struct server *server, net_id connection, const char *cid)
{
    struct json out;
    begin(server, &out, "ok");
    json_text(&out, "cid", cid);
    json_int(&out, "server_time_ms", server_now(server));
    json_end(&out);
    send_frame(server, connection, &out);
}

void frame_error(struct server *server, net_id connection, const char *cid, const char *code,
                 const char *why)
{
    struct json out;
    begin(server, &out, "error");
    json_text(&out, "cid", cid);
    json_text(&out, "code", code);
    if (why != NULL)
        json_text(&out, "why", why);
    json_text(&out, "message", problem_title(code));
    json_end(&out);
    send_frame(server, connection, &out);
}

void frame_welcome(struct server *server, struct client *client)
{
    const struct room *room = client->slot->room;
    struct json out;
    char text[ID_TEXT_SIZE];
    begin(server, &out, "welcome");
    json_int(&out, "seq", room_told(room, client->player));
    json_int(&out, "server_time_ms", server_now(server));
    json_int(&out, "heartbeat_ms", NET_HEARTBEAT_MS);
    code_write(text, room->code);
    json_text(&out, "code", text);
    if (client->player != 0) {
        id_write(text, client->player);
        json_text(&out, "player_id", text);
    }
    json_bool(&out, "is_member", room_member_of(room, client->player) >= 0);
    json_text(&out, "version", PARLOUR_VERSION);
    json_end(&out);
    send_frame(server, client->connection, &out);
}

struct missed {
    struct json *out;
    int64_t player, after;
};

static void add_missed(void *context, const struct past_batch *past)
{
    struct missed *missed = context;
    if (room_told(past->before, missed->player) >= missed->after && !missed->out->overflow)
        room_tell(past->before, past->event, past->count, missed->player, missed->out);
}

enum { MISSED_MAX = 200 }; /* older ones are in the log, at /events */

/* The whole state, with the events since `after` (-1: none wanted) that this viewer missed. */
void frame_state(struct server *server, struct client *client, int64_t after)
{
    struct slot *slot = client->slot;
    int64_t seq = room_told(slot->room, client->player);
    struct json out;
    begin(server, &out, "room_state");
    json_int(&out, "seq", seq);
    json_int(&out, "server_time_ms", server_now(server));
    json_array(&out, "events");
    struct missed missed = { .out = &out, .player = client->player, .after = after };
    if (after >= 0 && after < seq && seq - after <= MISSED_MAX)
        slot_history(server, slot, add_missed, &missed);
    json_end(&out);
    json_object(&out, "state");
    room_view(slot->room, client->player, server->view, &out);
    json_end(&out);
    end_padded(&out, bucket_of(slot->room));
    send_frame(server, client->connection, &out);
}

static bool has_room_event(const struct flight *flight)
{
    for (int i = 0; i < flight->turn.event_count; i++)
        if (!flight->turn.event[i].is_game)
            return true;
    return false;
}

/* {"type": …, "seq": …, "server_time_ms": …, "events": […], and then "state": {…} for a room_state, or its
 * parts "clock", "awaited" and "game" for a game_update. */
static size_t send_update(struct server *server, struct client *client, const struct flight *flight,
                          const char *events, size_t length, bool is_game)
{
    const struct room *after = flight->draft;
    struct json out;
    begin(server, &out, is_game ? "game_update" : "room_state");
    json_int(&out, "seq", room_told(after, client->player));
    json_int(&out, "server_time_ms", server_now(server));
    json_raw(&out, "events", events, length);
    if (is_game)
        room_view_game(after, client->player, server->view, &out);
    else {
        json_object(&out, "state");
        room_view(after, client->player, server->view, &out);
        json_end(&out);
    }
    end_padded(&out, bucket_of(after));
    send_frame(server, client->connection, &out);
    return out.length;
}

/* Some events are messages of their own: "chat", "player_disconnected" … */
static bool is_message(const struct json_doc *doc, uint32_t event)
{
    static const char *const types[] = { "chat",    "player_disconnected", "player_reconnected",
                                         "reacted", "game_over",           NULL };
    for (int i = 0; types[i] != NULL; i++)
        if (json_equals(doc, json_get(doc, event, "type"), types[i]))
            return true;
    return false;
}

static void send_messages(struct server *server, struct client *client, const struct json_doc *doc)
{
    struct net *net = server->seams.net;
    for (uint32_t at = json_first(0); at < doc->node_count; at = doc->node[at].next)
        if (is_message(doc, at))
            net->ops->send(net, client->connection, doc->text + doc->node[at].start,
                           doc->node[at].end - doc->node[at].start);
}

static bool is_chat_only(const struct json_doc *doc)
{
    uint32_t first = json_first(0);
    return doc->node[0].count == 1 && (json_equals(doc, json_get(doc, first, "type"), "chat") ||
                                       json_equals(doc, json_get(doc, first, "type"), "reacted"));
}

/* True if the frame that the latest client got was sent to this one, too, being the same. */
static bool send_again(struct server *server, const struct client *client,
                       const struct flight *flight, const struct frame_memo *memo)
{
    struct net *net = server->seams.net;
    if (memo->length == 0 ||
        !room_looks_alike(client->slot->room, flight->draft, flight->turn.event,
                          flight->turn.event_count, client->player, memo->player, server->view))
        return false;
    server->metrics.frames++;
    net->ops->send(net, client->connection, server->frame, memo->length);
    return true;
}

void frame_batch(struct server *server, struct client *client, const struct flight *flight,
                 struct frame_memo *memo)
{
    char *text = server->events;
    struct json events;
    if (send_again(server, client, flight, memo))
        return;
    memo->length = 0;
    json_init(&events, text, SERVER_BATCH_MAX);
    json_array(&events, NULL);
    int count = room_tell(client->slot->room, flight->turn.event, flight->turn.event_count,
                          client->player, &events);
    json_end(&events);
    assert(!events.overflow);
    if (count == 0)
        return;
    if (!has_room_event(flight)) {
        memo->length = send_update(server, client, flight, text, events.length, true);
        memo->player = client->player;
        return;
    }
    struct json_doc doc;
    const char *problem;
    bool ok = json_parse(&doc, text, events.length, server->nodes, SERVER_NODES_MAX, &problem);
    assert(ok);
    if (!is_chat_only(&doc))
        send_update(server, client, flight, text, events.length, false);
    send_messages(server, client, &doc);
}
