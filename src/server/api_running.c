/* What people need between two visits: where they play, whose move it is, and a message when it is theirs. */
#include "net/webpush.h"
#include "server/api.h"
#include "server/push.h"
#include "server/running.h"

#include <stdio.h>
#include <string.h>

enum { MY_GAMES_MAX = 20 };

/* The caller's tables */

static void write_awaited(const struct room *room, int64_t player, struct json *out)
{
    seat_set awaited = running_awaited(room);
    bool is_mine = false;
    json_array(out, "awaited");
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        if (!seat_in(awaited, seat))
            continue;
        is_mine |= member->player == player;
        json_text(out, NULL, member->name);
    }
    json_end(out);
    json_bool(out, "your_move", is_mine);
}

static bool sits_here(const struct slot *slot, int64_t player)
{
    int member = slot->room != NULL ? room_member_of(slot->room, player) : -1;
    return member >= 0 && running_has(slot->room, &slot->room->member[member]);
}

static void write_game(const struct slot *slot, int64_t player, struct json *out)
{
    char code[CODE_TEXT_SIZE];
    int64_t deadline = room_deadline(slot->room);
    code_write(code, slot->code);
    json_object(out, NULL);
    json_text(out, "code", code);
    json_text(out, "game", room_game(slot->room)->id);
    json_bool(out, "is_long", slot->is_long);
    write_awaited(slot->room, player, out);
    if (deadline != 0)
        json_int(out, "deadline_ms", deadline);
    json_end(out);
}

/* Another server has the table; this one knows only its code. */
static void write_elsewhere(struct store *store, int64_t room, struct json *out)
{
    struct store_room found;
    char code[CODE_TEXT_SIZE];
    if (!store->ops->find_room(store, room, &found, NULL))
        return;
    code_write(code, found.code);
    json_object(out, NULL);
    json_text(out, "code", code);
    json_text(out, "game", found.game);
    json_end(out);
}

void my_games(struct call *call)
{
    struct server *server = call->server;
    struct store *store = server->seams.store;
    int64_t room[MY_GAMES_MAX], player = call->identity.player;
    struct json out;
    if (!limit_reader(server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    int count = store->ops->list_playing(store, player, room, MY_GAMES_MAX);
    if (count < 0) {
        call_refuse(call, "too_busy", NULL);
        return;
    }
    call_json(call, &out);
    json_int(&out, "server_time_ms", server_now(server));
    json_array(&out, "games");
    for (int i = 0; i < count; i++) {
        server->is_elsewhere = false;
        const struct slot *slot = slot_by_id(server, room[i]);
        if (slot != NULL && sits_here(slot, player))
            write_game(slot, player, &out);
        else if (slot == NULL && server->is_elsewhere)
            write_elsewhere(store, room[i], &out);
    }
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* Messages */

/* Without a secure page browsers give no address for push messages. */
static const char *key_for(const struct call *call)
{
    const struct server *server = call->server;
    bool is_safe = call->request->is_secure || server->config->push_loopback;
    bool is_on = server->config->push && is_safe && server->seams.push_key != NULL;
    return is_on ? server->seams.push_key(server->seams.context) : NULL;
}

void push_show(struct call *call)
{
    const char *key = key_for(call);
    struct json out;
    call_json(call, &out);
    if (key != NULL)
        json_text(&out, "key", key);
    else
        json_null(&out, "key");
    json_end(&out);
    call_respond_json(call, 200, &out);
}

struct push_job {
    struct store_write write;
    struct server *server;
    net_id connection;
    char endpoint[STORE_PUSH_SIZE], keys[STORE_PUSH_KEYS_SIZE];
};

static void saved(struct store_write *write)
{
    struct push_job *job = write->owner;
    char text[32];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    json_bool(&out, "saved", true);
    json_end(&out);
    if (write->result == ERROR_NONE)
        api_respond_json(job->server, job->connection, &out);
    else
        problem_respond(job->server, job->connection, "not_saved", NULL);
    memory_free(job);
}

static void save(struct call *call, const char *endpoint, const char *keys)
{
    struct push_job *job = memory_take(sizeof *job);
    job->server = call->server;
    job->connection = call->connection;
    text_copy(job->endpoint, sizeof job->endpoint, endpoint);
    text_copy(job->keys, sizeof job->keys, keys);
    job->write = (struct store_write){ .kind = STORE_SET_PUSH,
                                       .push_endpoint = job->endpoint,
                                       .push_keys = job->keys,
                                       .done = saved,
                                       .owner = job };
    memcpy(job->write.token_hash, call->identity.token_hash, sizeof job->write.token_hash);
    store_write(call->server->seams.store, &job->write);
}

void push_subscribe(struct call *call)
{
    char endpoint[STORE_PUSH_SIZE], p256dh[96], auth[32], language[4] = "en";
    char keys[STORE_PUSH_KEYS_SIZE];
    struct json_doc doc;
    if (key_for(call) == NULL) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    if (!limit_reader(call->server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    if (!call_body(call, &doc))
        return;
    uint32_t own = json_get(&doc, 0, "keys"), word = json_get(&doc, 0, "language");
    bool is_read = json_read_text(&doc, json_get(&doc, 0, "endpoint"), endpoint, sizeof endpoint) &&
                   own != 0 && json_is(&doc, own, JSON_OBJECT) &&
                   json_read_text(&doc, json_get(&doc, own, "p256dh"), p256dh, sizeof p256dh) &&
                   json_read_text(&doc, json_get(&doc, own, "auth"), auth, sizeof auth) &&
                   (word == 0 || json_read_text(&doc, word, language, sizeof language));
    const struct webpush_target target = { .endpoint = endpoint,
                                           .p256dh = p256dh,
                                           .auth = auth,
                                           .allows_loopback = call->server->config->push_loopback };
    if (!is_read || !webpush_is_fine(&target)) {
        call_refuse(call, "bad_argument", is_read ? "endpoint" : NULL);
        return;
    }
    if (!push_make_way(call->server, call->identity.player, call->identity.token_hash)) {
        call_refuse(call, "too_many_requests", "devices");
        return;
    }
    snprintf(keys, sizeof keys, "%s %s %s", p256dh, auth, language);
    save(call, endpoint, keys);
}

void push_unsubscribe(struct call *call)
{
    save(call, "", "");
}
