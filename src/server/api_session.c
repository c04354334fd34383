/* Sessions: a public player id and a secret of 256 bits that is stored only as a hash. */
#include "server/house.h"

#include <stdio.h>
#include <string.h>

static const int64_t SESSION_DAY_MS = 24 * 60 * 60 * 1000;

/* A session that is being written. The token is sent only after it is on disk. */
struct session_job {
    struct store_write write, drop;
    struct server *server;
    net_id connection;
    int status;
    bool is_secure, drops_others;
    char token[SERVER_TOKEN_SIZE], name[ROOM_NAME_SIZE];
};

static void write_session(struct json *out, int64_t player, const char *name, const char *token)
{
    char id[ID_TEXT_SIZE];
    id_write(id, player);
    json_object(out, NULL);
    json_text(out, "player_id", id);
    json_text(out, "name", name);
    if (token != NULL)
        json_text(out, "token", token);
    json_end(out);
}

static const char *cookie_path(const struct server *server)
{
    const char *base_path = server->config->base_path;
    return base_path[0] != '\0' ? base_path : "/";
}

static void respond(struct session_job *job)
{
    struct net *net = job->server->seams.net;
    char headers[320 + CONFIG_TEXT_SIZE], body[512];
    struct json out;
    json_init(&out, body, sizeof body);
    write_session(&out, job->write.player, job->name, job->token);
    snprintf(headers, sizeof headers,
             "Set-Cookie: parlour=%s; Path=%s; HttpOnly; SameSite=Strict; Max-Age=%lld%s\r\n"
             "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n",
             job->token, cookie_path(job->server),
             (long long)job->server->config->session_days * 24 * 60 * 60,
             job->is_secure ? "; Secure" : "");
    net->ops->respond(net, job->connection,
                      &(struct net_response){ .status = job->status,
                                              .content_type = "application/json",
                                              .body = body,
                                              .length = out.length,
                                              .headers = headers });
}

static void finished(struct store_write *write)
{
    struct session_job *job = write->owner;
    if (write->result == ERROR_NONE) {
        if (job->drops_others)
            clients_end_others(job->server, write->player, write->token_hash);
        respond(job);
    } else
        problem_respond(job->server, job->connection, "not_saved", NULL);
    memory_free(job);
}

static void stored(struct store_write *write)
{
    struct session_job *job = write->owner;
    if (write->result != ERROR_NONE || !job->drops_others) {
        finished(write);
        return;
    }
    job->drop = (struct store_write){
        .kind = STORE_DROP_SESSIONS, .player = job->write.player, .done = finished, .owner = job
    };
    memcpy(job->drop.token_hash, job->write.token_hash, SHA256_SIZE);
    store_write(job->server->seams.store, &job->drop);
}

static struct session_job *new_job(struct call *call, int64_t player, const char *name)
{
    struct server *server = call->server;
    struct session_job *job = memory_take(sizeof *job);
    uint8_t secret[(SERVER_TOKEN_SIZE - 1) / 2];
    server->seams.random(server->seams.context, secret, sizeof secret);
    hex_write(job->token, secret, sizeof secret);
    text_copy(job->name, sizeof job->name, name);
    job->server = server;
    job->connection = call->connection;
    job->is_secure = call->request->is_secure;
    job->write = (struct store_write){ .kind = STORE_PUT_SESSION,
                                       .player = player,
                                       .name = job->name,
                                       .time_ms = server_now(server),
                                       .expires_ms = server_now(server) +
                                                     server->config->session_days * SESSION_DAY_MS,
                                       .done = stored,
                                       .owner = job };
    sha256_of(secret, sizeof secret, job->write.token_hash);
    return job;
}

void session_create(struct call *call)
{
    struct server *server = call->server;
    struct json_doc doc;
    char given[256], name[ROOM_NAME_SIZE];
    int64_t key;
    if (!limit_address(server, LIMIT_SESSION, call->request->address)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    if (!call_body(call, &doc))
        return;
    if (!json_read_text(&doc, json_get(&doc, 0, "name"), given, sizeof given) ||
        !name_clean(given, name, sizeof name, &key)) {
        call_refuse(call, "bad_name", "name");
        return;
    }
    const char *quota = quota_against_session(server);
    if (quota != NULL) {
        call_refuse(call, quota, NULL);
        return;
    }
    if (house_filters_name(server, name) || server->house.is_read_only) {
        call_refuse(call, server->house.is_read_only ? "read_only" : "filtered", NULL);
        return;
    }
    struct session_job *job = new_job(call, server_random_id(server), name);
    job->status = 201;
    server->metrics.sessions_created++;
    store_write(server->seams.store, &job->write);
}

void session_show(struct call *call)
{
    struct json out;
    json_init(&out, call->server->frame, SERVER_FRAME_MAX);
    write_session(&out, call->identity.player, call->identity.name, NULL);
    call_respond_json(call, 200, &out);
}

void session_rotate(struct call *call)
{
    struct session_job *job = new_job(call, call->identity.player, call->identity.name);
    job->status = 200;
    job->drops_others = true;
    store_write(call->server->seams.store, &job->write);
}

void session_respond_ended(struct server *server, net_id connection)
{
    struct net *net = server->seams.net;
    char headers[160 + CONFIG_TEXT_SIZE];
    snprintf(headers, sizeof headers,
             "Set-Cookie: parlour=; Path=%s; HttpOnly; SameSite=Strict; Max-Age=0\r\n"
             "Cache-Control: no-store\r\n",
             cookie_path(server));
    net->ops->respond(net, connection, &(struct net_response){ .status = 204, .headers = headers });
}

static void ended(struct store_write *write)
{
    struct session_job *job = write->owner;
    if (write->result == ERROR_NONE)
        clients_end_session(job->server, write->token_hash);
    if (write->result == ERROR_NONE)
        session_respond_ended(job->server, job->connection);
    else
        problem_respond(job->server, job->connection, "not_saved", NULL);
    memory_free(job);
}

void session_end(struct call *call)
{
    struct session_job *job = memory_take(sizeof *job);
    job->server = call->server;
    job->connection = call->connection;
    job->write = (struct store_write){ .kind = STORE_DROP_SESSION, .done = ended, .owner = job };
    memcpy(job->write.token_hash, call->identity.token_hash, SHA256_SIZE);
    store_write(call->server->seams.store, &job->write);
}
