/* What changes a room over HTTP. Every one of these ends in the same room_decide as a socket's message:
 * the body is the command without its "type". */
#include "server/specs.h"

#include <stdio.h>
#include <string.h>

/* Idempotency-Key stands for the socket's cid; keys that are too long are hashed to fit. */
static void set_cid(struct task *task, const char *key)
{
    if (text_copy(task->cid, sizeof task->cid, key))
        return;
    uint8_t digest[SHA256_SIZE];
    sha256_of(key, strlen(key), digest);
    hex_write(task->cid, digest, (SERVER_CID_SIZE - 1) / 2);
}

static void submit(struct call *call, const char *text, size_t length)
{
    if (!may_command(call->server, call->slot, call->identity.player)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    struct task *task = task_new(call->server, call->identity.player);
    task->reply = REPLY_HTTP;
    task->connection = call->connection;
    task->is_operator = call->identity.is_admin;
    task->game_id = call->game_id;
    text_copy(task->address, sizeof task->address, call->request->address);
    set_cid(task, call->request->idempotency_key);
    task_set_text(task, text, length);
    room_submit(call->server, call->slot, task);
}

static const char *const left_out_always[] = { "type", "cid", NULL };

static void submit_command(struct call *call, const char *command, const struct json_doc *doc,
                           const char *name)
{
    struct json out;
    call_json(call, &out);
    json_text(&out, "type", command);
    specs_copy_command(call->slot->room, command, doc, left_out_always, &out);
    if (name != NULL)
        json_text(&out, "name", name);
    json_end(&out);
    submit(call, out.out, out.length);
}

void game_command(struct call *call)
{
    struct json_doc doc;
    if (call_body(call, &doc))
        submit_command(call, call->route->command, &doc, NULL);
}

void game_join(struct call *call)
{
    struct json_doc doc;
    if (!call_body(call, &doc))
        return;
    bool is_named = json_get(&doc, 0, "name") != 0 || json_get(&doc, 0, "player_name") != 0;
    submit_command(call, call->route->command, &doc, is_named ? NULL : call->identity.name);
}

/* By the code, as people know it; a game's id does as well. */
void room_join(struct call *call)
{
    call->slot = slot_of_guess(call);
    if (call->slot != NULL)
        game_join(call);
}

void game_action(struct call *call)
{
    struct json_doc doc;
    char type[64];
    if (!call_body(call, &doc))
        return;
    uint32_t node = json_get(&doc, 0, "type");
    if (node == 0)
        call_refuse(call, "missing_argument", "type");
    else if (!json_read_text(&doc, node, type, sizeof type))
        call_refuse(call, "unknown_command", NULL);
    else
        submit_command(call, type, &doc, NULL);
}

/* The same key from the same player makes the same room: a repeated request finds it. */
static int64_t new_room_id(struct call *call)
{
    const char *key = call->request->idempotency_key;
    struct asking *asking = &call->server->asking;
    if (key[0] == '\0') {
        asking->room = asking->room != 0 ? asking->room : server_random_id(call->server);
        return asking->room;
    }
    struct sha256 hash;
    uint8_t digest[SHA256_SIZE];
    sha256_init(&hash);
    sha256_add(&hash, &call->identity.player, sizeof call->identity.player);
    sha256_add(&hash, key, strlen(key));
    sha256_end(&hash, digest);
    int64_t id;
    memcpy(&id, digest, sizeof id);
    return id != 0 ? id : 1;
}

int64_t free_code(struct server *server)
{
    struct store *store = server->seams.store;
    struct store_room found;
    int64_t *code = &server->asking.code;
    while (*code == 0 || map_get(&server->codes, *code) != NULL ||
           store->ops->find_code(store, *code, &found, NULL)) {
        uint64_t random;
        server->seams.random(server->seams.context, &random, sizeof random);
        *code = (int64_t)(random % (uint64_t)code_count()) + 1;
    }
    return *code;
}

static void write_created(const struct server *server, const struct room *room, struct json *out)
{
    char id[ID_TEXT_SIZE], code[CODE_TEXT_SIZE], url[32 + CONFIG_TEXT_SIZE];
    json_object(out, NULL);
    id_write(id, room->game_id);
    json_text(out, "game_id", id);
    id_write(id, room->id);
    json_text(out, "game_set_id", id);
    code_write(code, room->code);
    json_text(out, "code", code);
    snprintf(url, sizeof url, "%s/game/%s", server->config->base_path, code);
    json_text(out, "url", url);
    json_end(out);
}

static void respond_created(struct server *server, net_id connection, const struct room *room,
                            int status)
{
    struct net *net = server->seams.net;
    struct json out;
    json_init(&out, server->frame, SERVER_FRAME_MAX);
    write_created(server, room, &out);
    net->ops->respond(net, connection,
                      &(struct net_response){ .status = status,
                                              .content_type = "application/json",
                                              .body = out.out,
                                              .length = out.length,
                                              .headers = "Cache-Control: no-store\r\n" });
}

/* The code asked for, or a free one. 0 after having refused the call. */
static int64_t wanted_code(struct call *call, const struct json_doc *doc)
{
    char text[16];
    int64_t code;
    uint32_t node = json_get(doc, 0, "code");
    if (node == 0)
        code = free_code(call->server);
    if (server_awaits(call->server))
        return 0;
    if (node == 0)
        return code;
    if (!json_read_text(doc, node, text, sizeof text) || !code_read(&code, text)) {
        call_refuse(call, "bad_code", "code");
        return 0;
    }
    if (slot_by_code(call->server, code) != NULL || map_get(&call->server->codes, code) != NULL) {
        call_refuse(call, "code_taken", NULL);
        return 0;
    }
    return server_awaits(call->server) ? 0 : code;
}

static void create(struct call *call, const struct json_doc *doc, int64_t id, int64_t code)
{
    struct server *server = call->server;
    struct json out;
    call_json(call, &out);
    json_text(&out, "type", "create");
    specs_write_create(call, doc, &out);
    json_end(&out);
    struct task *task = task_new(server, call->identity.player);
    task->reply = REPLY_HTTP;
    task->is_create = true;
    task->connection = call->connection;
    task_set_text(task, out.out, out.length);
    server->metrics.rooms_created++;
    struct slot *slot = slot_create(server, id, code);
    slot->origin = limit_key(call->request->address);
    room_submit(server, slot, task);
}

void game_create(struct call *call)
{
    struct server *server = call->server;
    struct json_doc doc;
    if (!limit_address(server, LIMIT_ROOM, call->request->address)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    if (!call_body(call, &doc))
        return;
    int64_t id = new_room_id(call);
    struct slot *made = slot_by_id(server, id);
    if (made != NULL) {
        respond_created(server, call->connection, made->room, 201);
        return;
    }
    if (map_get(&server->slots, id) != NULL) { /* the first request is still on its way to disk */
        call_refuse(call, "too_busy", NULL);
        return;
    }
    const char *quota = quota_against_room(server, call->request->address);
    if (quota != NULL) {
        call_refuse(call, quota, NULL);
        return;
    }
    int64_t code = wanted_code(call, &doc);
    if (code != 0)
        create(call, &doc, id, code);
}

/* The game of a table for which nobody chose one: a game that two people can begin by themselves. */
static const struct game *game_at_door(const struct call *call)
{
    char name[24];
    if (query_text(call->request->query, "game", name, sizeof name))
        return game_find(name);
    for (int i = 0; games[i] != NULL; i++)
        if (games[i]->is_duel && (!games[i]->is_hidden || call->server->config->hidden_games))
            return games[i];
    return NULL;
}

const char *room_create_at_door(struct call *call, int64_t code)
{
    struct server *server = call->server;
    const struct game *game = game_at_door(call);
    struct json out;
    if (game == NULL)
        return "no_room";
    if (map_get(&server->codes, code) != NULL) /* another request has just taken it */
        return "too_busy";
    if (!limit_address(server, LIMIT_ROOM, call->request->address))
        return "too_many_requests";
    const char *quota = quota_against_room(server, call->request->address);
    if (quota != NULL)
        return quota;
    call_json(call, &out);
    json_text(&out, "type", "create");
    json_text(&out, "game", game->id);
    json_text(&out, "name", call->identity.name);
    json_end(&out);
    struct task *task = task_new(server, call->identity.player);
    task->reply = REPLY_OPEN;
    task->is_create = true;
    task->connection = call->connection;
    memcpy(task->token_hash, call->identity.token_hash, sizeof task->token_hash);
    text_copy(task->address, sizeof task->address, call->request->address);
    task_set_text(task, out.out, out.length);
    server->metrics.rooms_created++;
    struct slot *slot = slot_create(server, server_random_id(server), code);
    slot->origin = limit_key(call->request->address);
    room_submit(server, slot, task);
    return NULL;
}

void api_command_done(struct server *server, struct slot *slot, struct task *task)
{
    if (task->is_create) {
        respond_created(server, task->connection, slot->room, 201);
        return;
    }
    struct net *net = server->seams.net;
    struct json out;
    json_init(&out, server->frame, SERVER_FRAME_MAX);
    if (task->shows_roles)
        roles_write(server, slot, &out);
    else
        view_write(server, slot, task->player, &out);
    frames_pad(&out, frames_bucket(slot->room));
    net->ops->respond(net, task->connection,
                      &(struct net_response){ .status = 200,
                                              .content_type = "application/json",
                                              .body = out.out,
                                              .length = out.length,
                                              .headers = "Cache-Control: no-store\r\n" });
}
