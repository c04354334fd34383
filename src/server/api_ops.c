/* For operators: health, counters, and the admin's few handles. Nothing here shows a secret unless the
 * room is told that somebody looked. */
#include "server/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "build_id.h"
#include "server/house.h"
#include "server/quarantine.h"

void health_show(struct call *call)
{
    struct json out;
    call_json(call, &out);
    json_text(&out, "status", "ok");
    json_end(&out);
    call_respond_json(call, 200, &out);
}

void ready_show(struct call *call)
{
    struct store *store = call->server->seams.store;
    struct error error = { 0 };
    struct json out;
    bool is_healthy = store->ops->healthy(store, &error);
    bool is_ready = is_healthy && !call->server->is_draining && !call->server->is_full;
    call_json(call, &out);
    json_text(&out, "status", is_ready ? "ready" : "not_ready");
    if (!is_healthy)
        json_text(&out, "store", error.text);
    else if (call->server->is_full)
        json_text(&out, "store", "the disk is full: nothing is saved, everything can be read");
    if (quarantine_count() > 0)
        json_int(&out, "rooms_out_of_order", quarantine_count());
    json_end(&out);
    call_respond_json(call, is_ready ? 200 : 503, &out);
}

void version_show(struct call *call)
{
    struct json out;
    call_json(call, &out);
    json_text(&out, "version", PARLOUR_VERSION);
    json_text(&out, "build", PARLOUR_BUILD);
    json_object(&out, "rules");
    for (int i = 0; games[i] != NULL; i++)
        if (!games[i]->is_hidden)
            json_int(&out, games[i]->id, games[i]->rules_version);
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

struct page {
    char *text;
    size_t size, length;
};

static void add(struct page *page, const char *kind, const char *name, const char *help,
                uint64_t value)
{
    int written = snprintf(page->text + page->length, page->size - page->length,
                           "# HELP parlour_%s %s\n# TYPE parlour_%s %s\nparlour_%s %llu\n", name,
                           help, name, kind, name, (unsigned long long)value);
    if (written > 0 && (size_t)written < page->size - page->length)
        page->length += (size_t)written;
}

/* Anybody can read these figures, players too. They do not count events, because the number of events of a
 * move can tell what it was. tests/wire looks for such figures. */
static void add_server(struct page *page, const struct server *server)
{
    const struct metrics *m = &server->metrics;
    add(page, "gauge", "rooms_in_memory", "Rooms in memory.", server->slots.count);
    add(page, "gauge", "rooms_out_of_order", "Rooms that ended the server too often.",
        (uint64_t)quarantine_count());
    add(page, "gauge", "timers", "Rooms that wait for a moment.", server->heap_count);
    add(page, "gauge", "clients", "Open room sockets.", server->clients.count);
    add(page, "gauge", "polls", "Bridges that wait for an event.", (uint64_t)bridge_count(server));
    add(page, "counter", "commands_total", "Commands tried.", m->commands);
    add(page, "counter", "refusals_total", "Commands refused.", m->refusals);
    add(page, "counter", "frames_total", "Messages sent to clients.", m->frames);
    add(page, "counter", "appends_failed_total", "Batches that could not be saved.",
        m->appends_failed);
    add(page, "counter", "rooms_created_total", "Rooms made.", m->rooms_created);
    add(page, "counter", "rooms_loaded_total", "Rooms read from disk.", m->rooms_loaded);
    add(page, "counter", "rooms_adopted_total", "Rooms taken over from servers that ended.",
        m->rooms_adopted);
    add(page, "counter", "rooms_removed_total", "Expired rooms removed.", m->rooms_removed);
    add(page, "counter", "sessions_created_total", "Sessions made.", m->sessions_created);
    add(page, "counter", "limited_total", "Requests over a rate limit.", m->limited);
    add(page, "counter", "bots_moved_total", "Moves made by bots.", m->bots_moved);
    add(page, "counter", "pushes_sent_total", "Messages to people who are away.", m->pushes_sent);
    add(page, "counter", "pushes_failed_total", "Messages that were not sent.", m->pushes_failed);
    add(page, "counter", "replays_failed_total", "Logs that did not replay.", m->replays_failed);
}

static void add_store(struct page *page, struct store *store)
{
    struct store_stats s = { 0 };
    store->ops->stats(store, &s);
    add(page, "counter", "store_writes_total", "Writes handed to the store.", (uint64_t)s.writes);
    add(page, "counter", "store_commits_total", "Commits.", (uint64_t)s.commits);
    add(page, "counter", "store_failed_commits_total", "Commits that failed.",
        (uint64_t)s.failed_commits);
    add(page, "gauge", "store_waiting", "Writes waiting for a commit.", (uint64_t)s.waiting);
}

void metrics_show(struct call *call)
{
    struct page page = { .text = call->server->frame, .size = SERVER_FRAME_MAX };
    add_server(&page, call->server);
    add_store(&page, call->server->seams.store);
    if (call->request->is_private)
        page.length += durations_write(&call->server->durations, server_us(call->server),
                                       page.text + page.length, page.size - page.length);
    call_respond_text(call, "text/plain; version=0.0.4", page.text, page.length);
}

/* --- admin --- */

enum { ADMIN_ROOMS_MAX = 500 };

static void write_room(struct json *out, struct server *server, const struct store_room *room)
{
    const struct slot *slot = map_get(&server->slots, room->room);
    char text[ID_TEXT_SIZE];
    int clients = 0;
    for (const struct client *c = slot == NULL ? NULL : slot->clients; c != NULL; c = c->next)
        clients++;
    json_object(out, NULL);
    code_write(text, room->code);
    json_text(out, "code", text);
    id_write(text, room->room);
    json_text(out, "game_set_id", text);
    json_text(out, "game", room->game);
    json_int(out, "created_ms", room->created_ms);
    json_int(out, "expires_ms", room->expires_ms);
    json_int(out, "batches", room->seq);
    json_bool(out, "in_memory", slot != NULL);
    json_int(out, "clients", clients);
    json_end(out);
}

/* ?q=: a part of the code, or the game. */
static bool admin_finds_room(struct call *call, const struct store_room *room)
{
    char wanted[32], code[CODE_TEXT_SIZE];
    if (!query_words(call->request->query, "q", wanted, sizeof wanted))
        return true;
    code_write(code, room->code);
    return strcasestr(code, wanted) != NULL || text_equal(room->game, wanted);
}

void admin_rooms(struct call *call)
{
    struct server *server = call->server;
    struct store *store = server->seams.store;
    struct store_room *room = arena_take(&server->scratch, ADMIN_ROOMS_MAX * sizeof *room);
    int count = store->ops->list_rooms(store, 0, 0, room, ADMIN_ROOMS_MAX);
    struct json out;
    call_json(call, &out);
    json_array(&out, "rooms");
    for (int i = 0; i < count; i++)
        if (room[i].room != HOUSE_ROOM && admin_finds_room(call, &room[i]))
            write_room(&out, server, &room[i]);
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

static struct slot *admin_slot(struct call *call)
{
    int64_t code;
    struct slot *slot = code_read(&code, call->param[0]) ? slot_by_code(call->server, code) : NULL;
    if (slot == NULL)
        call_refuse(call, "no_room", NULL);
    return slot;
}

void admin_room(struct call *call)
{
    struct slot *slot = admin_slot(call);
    struct json out;
    if (slot == NULL)
        return;
    call_json(call, &out);
    room_view(slot->room, 0, call->server->view, &out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

static void submit_admin(struct call *call, struct slot *slot, enum room_command_kind kind)
{
    struct task *task = task_new(call->server, 0);
    task->reply = REPLY_HTTP;
    task->connection = call->connection;
    task->is_prepared = true;
    task->shows_roles = kind == ROOM_ADMIN_LOOK;
    task->command = (struct room_command){ .kind = (uint16_t)kind };
    room_submit(call->server, slot, task);
}

void admin_close(struct call *call)
{
    struct slot *slot = admin_slot(call);
    if (slot == NULL)
        return;
    house_note(call->server, "closed_table", "code", call->param[0]);
    submit_admin(call, slot, ROOM_ADMIN_CLOSE);
}

/* The room first records the look as an event; the answer to that command has the roles. Players may not
 * look. */
void admin_roles(struct call *call)
{
    const struct room *room = call->slot->room;
    int member = room_member_of(room, call->identity.cookie_player);
    if (member >= 0 && room->member[member].seat >= 0) {
        call_refuse(call, "not_allowed", NULL);
        return;
    }
    house_note(call->server, "looked", "game_id", call->param[0]);
    submit_admin(call, call->slot, ROOM_ADMIN_LOOK);
}
