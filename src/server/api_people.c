/* What people may ask for themselves: the data that is kept about them, to be forgotten, and to report
 * somebody with the words that they said. */
#include "server/house.h"
#include "server/past.h"
#include "server/push.h"

#include <string.h>

enum { EXPORT_RESULTS_MAX = 1000 };

static void write_result(struct json *out, const struct store_result *result)
{
    char id[ID_TEXT_SIZE];
    json_object(out, NULL);
    id_write(id, result->game_id);
    json_text(out, "game_id", id);
    id_write(id, result->room);
    json_text(out, "game_set_id", id);
    json_text(out, "game", result->game);
    json_bool(out, "won", result->won);
    json_int(out, "score", result->score);
    json_text(out, "reason", result->reason);
    json_text(out, "point", result->point);
    json_int(out, "ended_ms", result->ended_ms);
    json_end(out);
}

/* The tables in memory that this person sits or sat at. */
static void write_tables(struct call *call, struct json *out)
{
    const struct server *server = call->server;
    char code[CODE_TEXT_SIZE];
    size_t at = 0;
    json_array(out, "tables");
    for (const struct slot *slot; (slot = map_next(&server->slots, &at)) != NULL;) {
        if (slot->room == NULL || room_member_of(slot->room, call->identity.player) < 0)
            continue;
        code_write(code, slot->code);
        json_text(out, NULL, code);
    }
    json_end(out);
}

/* Where the caller's browsers are told of moves. */
static void write_pushes(struct call *call, struct json *out)
{
    struct server *server = call->server;
    struct store *store = server->seams.store;
    struct store_push *push = arena_take(&server->scratch, PUSH_DEVICES_MAX * sizeof *push);
    int count = store->ops->list_pushes(store, call->identity.player, server_now(server), push,
                                        PUSH_DEVICES_MAX);
    json_array(out, "push");
    for (int i = 0; i < count; i++)
        json_text(out, NULL, push[i].endpoint);
    json_end(out);
}

void me_export(struct call *call)
{
    struct server *server = call->server;
    struct store *store = server->seams.store;
    char id[ID_TEXT_SIZE];
    struct json out;
    if (!limit_reader(server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    struct store_result *result = arena_take(&server->scratch, EXPORT_RESULTS_MAX * sizeof *result);
    int count = store->ops->history(store, call->identity.player, result, EXPORT_RESULTS_MAX);
    call_json(call, &out);
    id_write(id, call->identity.player);
    json_text(&out, "player_id", id);
    json_text(&out, "name", call->identity.name);
    json_int(&out, "session_days", server->config->session_days);
    write_tables(call, &out);
    write_pushes(call, &out);
    json_array(&out, "results");
    for (int i = 0; i < count; i++)
        write_result(&out, &result[i]);
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

void privacy_show(struct call *call)
{
    const struct config *config = call->server->config;
    struct json out;
    call_json(call, &out);
    json_int(&out, "room_cleanup_minutes", config->room_cleanup_minutes);
    json_int(&out, "set_cleanup_minutes", config->set_cleanup_minutes);
    json_int(&out, "abandoned_days", config->abandoned_days);
    json_int(&out, "session_days", config->session_days);
    json_text(&out, "contact", config->contact);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* --- to be forgotten --- */

/* One write holds the entry that somebody asked to be forgotten, the animal in place of the name, and the end
 * of all sessions. */
struct forget_job {
    struct store_write put, drop;
    struct server *server;
    net_id connection;
    int64_t player;
    enum error_kind result;
    bool is_tombstone_done, are_sessions_done;
};

static void forgotten(struct forget_job *job)
{
    struct server *server = job->server;
    const uint8_t nobody[SHA256_SIZE] = { 0 };
    if (!job->is_tombstone_done || !job->are_sessions_done)
        return;
    if (job->result == ERROR_NONE) {
        house_hide_everywhere(server);
        clients_end_others(server, job->player, nobody);
        session_respond_ended(server, job->connection);
    } else
        problem_respond(server, job->connection, "not_saved", NULL);
    memory_free(job);
}

static void tombstone_done(void *owner, enum error_kind result)
{
    struct forget_job *job = owner;
    job->is_tombstone_done = true;
    if (result != ERROR_NONE)
        job->result = result;
    forgotten(job);
}

static void put_done(struct store_write *write)
{
    struct forget_job *job = write->owner;
    if (write->result != ERROR_NONE)
        job->result = write->result;
}

static void sessions_done(struct store_write *write)
{
    struct forget_job *job = write->owner;
    job->are_sessions_done = true;
    if (write->result != ERROR_NONE)
        job->result = write->result;
    forgotten(job);
}

void me_delete(struct call *call)
{
    struct server *server = call->server;
    struct forget_job *job = memory_take(sizeof *job);
    int64_t player = call->identity.player;
    char text[128], id[ID_TEXT_SIZE];
    struct json event;
    *job =
        (struct forget_job){ .server = server, .connection = call->connection, .player = player };
    job->put = (struct store_write){ .kind = STORE_PUT_SESSION,
                                     .player = player,
                                     .name = house_animal(player),
                                     .time_ms = server_now(server),
                                     .expires_ms = server_now(server),
                                     .done = put_done,
                                     .owner = job,
                                     .next = &job->drop };
    server->seams.random(server->seams.context, job->put.token_hash, SHA256_SIZE);
    job->drop = (struct store_write){
        .kind = STORE_DROP_SESSIONS, .player = player, .done = sessions_done, .owner = job
    };
    id_write(id, player);
    json_init(&event, text, sizeof text);
    json_object(&event, NULL);
    json_text(&event, "type", "forgotten");
    json_text(&event, "player", id);
    json_end(&event);
    house_append(server, event.out, event.length, tombstone_done, job, &job->put);
}

/* --- reports --- */

enum { REPORT_LINES_MAX = 10 };
static const char *const report_reasons[] = { "chat", "name", "cheating", "other", NULL };

/* The lines are read from the log, as the reporter was told them, so that nobody can report invented
 * words. */
struct report_job {
    struct past_job job; /* first */
    int64_t by, player;
    int64_t line[REPORT_LINES_MAX]; /* the reporter's own numbers of the events */
    int line_count, found;
    struct json lines;
    char reason[16], words[HOUSE_TEXT_MAX + 1], name[ROOM_NAME_SIZE], code[CODE_TEXT_SIZE];
    char game_id[ID_TEXT_SIZE];
    char text[REPORT_LINES_MAX *
              3600]; /* a message of ROOM_CHAT_MAX bytes, escaped, and its frame */
};

static bool is_chosen(const struct report_job *report, const struct json_doc *doc, uint32_t event)
{
    int64_t seq = 0, player = 0;
    char id[ID_TEXT_SIZE];
    json_read_int(doc, json_get(doc, event, "seq"), &seq);
    if (!json_equals(doc, json_get(doc, event, "type"), "chat") ||
        !json_read_text(doc, json_get(doc, event, "player"), id, sizeof id) ||
        !id_read(&player, id) || player != report->player)
        return false;
    for (int i = 0; i < report->line_count; i++)
        if (report->line[i] == seq)
            return true;
    return false;
}

static bool take_lines(void *context, const struct past_batch *past)
{
    struct report_job *report = context;
    struct server *server = report->job.server;
    struct json events;
    struct json_doc doc;
    const char *problem;
    json_init(&events, server->events, ROOM_TOLD_MAX);
    json_array(&events, NULL);
    if (room_tell(past->before, past->event, past->count, report->by, &events) == 0)
        return true;
    json_end(&events);
    if (events.overflow ||
        !json_parse(&doc, server->events, events.length, server->nodes, FRAMES_NODES_MAX, &problem))
        return true;
    for (uint32_t at = json_first(0); at < doc.node_count; at = doc.node[at].next)
        if (is_chosen(report, &doc, at)) {
            char words[ROOM_CHAT_MAX + 1];
            json_read_text(&doc, json_get(&doc, at, "text"), words, sizeof words);
            json_object(&report->lines, NULL);
            json_int(&report->lines, "time_ms", past->batch->time_ms);
            json_text(&report->lines, "text", words);
            json_end(&report->lines);
            report->found++;
        }
    return report->found < report->line_count;
}

static bool finish_report(struct past_job *job, bool is_whole)
{
    struct report_job *report = (struct report_job *)job;
    struct server *server = job->server;
    struct json event;
    char id[ID_TEXT_SIZE];
    json_end(&report->lines);
    json_init(&event, server->frame, SERVER_FRAME_MAX);
    json_object(&event, NULL);
    json_text(&event, "type", "reported");
    id_write(id, server_random_id(server));
    json_text(&event, "id", id);
    json_text(&event, "code", report->code);
    json_text(&event, "game_id", report->game_id);
    id_write(id, report->by);
    json_text(&event, "by", id);
    id_write(id, report->player);
    json_text(&event, "player", id);
    json_text(&event, "name", report->name);
    json_text(&event, "reason", report->reason);
    json_text(&event, "text", report->words);
    json_raw(&event, "lines", report->lines.out, report->lines.length);
    json_end(&event);
    if (!is_whole || event.overflow || report->lines.overflow) {
        past_job_refuse(job, "internal");
        return true;
    }
    house_answer(server, job->connection, &event);
    return true;
}

/* What is wrong with the body, or NULL. */
static const char *read_report(struct report_job *report, const struct json_doc *doc)
{
    char id[ID_TEXT_SIZE];
    uint32_t lines = json_get(doc, 0, "lines");
    bool is_reason = false;
    if (!json_read_text(doc, json_get(doc, 0, "player"), id, sizeof id) ||
        !id_read(&report->player, id))
        return "player";
    if (!json_read_text(doc, json_get(doc, 0, "reason"), report->reason, sizeof report->reason))
        return "reason";
    for (const char *const *reason = report_reasons; *reason != NULL; reason++)
        is_reason = is_reason || text_equal(*reason, report->reason);
    if (!is_reason)
        return "reason";
    if (json_get(doc, 0, "text") != 0 &&
        !json_read_text(doc, json_get(doc, 0, "text"), report->words, sizeof report->words))
        return "text";
    if (lines == 0)
        return NULL;
    if (!json_is(doc, lines, JSON_ARRAY))
        return "lines";
    for (uint32_t at = json_first(lines); at < doc->node[lines].next; at = doc->node[at].next)
        if (report->line_count == REPORT_LINES_MAX ||
            !json_read_int(doc, at, &report->line[report->line_count++]))
            return "lines";
    return NULL;
}

void game_report_person(struct call *call)
{
    struct json_doc doc;
    const struct room *room = call->slot->room;
    if (!limit_reader(call->server, LIMIT_SESSION, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    if (!call_body(call, &doc))
        return;
    const char *quota =
        quota_against_report(call->server, call->identity.player, call->request->address);
    if (quota != NULL) {
        call_refuse(call, quota, NULL);
        return;
    }
    struct report_job *report = (struct report_job *)past_job_new(call, sizeof *report);
    if (report == NULL)
        return;
    const char *wrong = read_report(report, &doc);
    int member = wrong == NULL ? room_member_of(room, report->player) : -1;
    bool is_person =
        member >= 0 && !room->member[member].is_bot && report->player != call->identity.player;
    if (wrong != NULL || !is_person) {
        past_job_refuse(&report->job, wrong != NULL ? "bad_argument" : "bad_target");
        memory_free(report);
        return;
    }
    report->by = call->identity.player;
    report->job.each = take_lines;
    report->job.finish = finish_report;
    text_copy(report->name, sizeof report->name, room->member[member].name);
    code_write(report->code, call->slot->code);
    id_write(report->game_id, room->game_id);
    json_init(&report->lines, report->text, sizeof report->text);
    json_array(&report->lines, NULL);
    past_begin(&report->job.past, call->server, call->slot, room->seq, call->identity.player,
               report->line_count > 0 ? 0 : -1);
    past_job_submit(&report->job);
}
