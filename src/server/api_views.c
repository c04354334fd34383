/* Reads over HTTP. Nothing here knows a game: a route names the part of the view that it shows, and a
 * viewer's history is the log as that viewer was told it. */
#include "server/api.h"

#include <assert.h>
#include <string.h>

#include "room/catalog.h"
#include "server/past.h"
#include "server/specs.h"

void view_write(struct server *server, struct slot *slot, int64_t player, struct json *out)
{
    const struct room *room = slot->room;
    json_object(out, NULL);
    json_int(out, "seq", room_told(room, player));
    json_int(out, "server_time_ms", server_now(server));
    json_object(out, "state");
    room_view(room, player, server->view, out);
    json_end(out);
    json_end(out);
}

void game_show(struct call *call)
{
    struct json out;
    json_init(&out, call->server->frame, SERVER_FRAME_MAX);
    view_write(call->server, call->slot, call->identity.player, &out);
    call_respond_json(call, 200, &out);
}

struct slot *slot_of_guess(struct call *call)
{
    struct server *server = call->server;
    struct slot *slot;
    int64_t code;
    if (!code_read(&code, call->param[0])) {
        call_refuse(call, "bad_code", NULL);
        return NULL;
    }
    slot = slot_by_code(server, code);
    if (!may_guess(call, slot)) {
        call_refuse(call, "too_many_requests", NULL);
        return NULL;
    }
    if (slot == NULL) {
        const char *why = absence_code(server);
        if (text_equal(why, "no_room"))
            limit_guessed_wrong(server, call->identity.player, call->request->address);
        call_refuse(call, why, NULL);
    }
    return slot;
}

void room_show(struct call *call)
{
    struct slot *slot = slot_of_guess(call);
    struct json out;
    if (slot == NULL)
        return;
    call_json(call, &out);
    room_poster(slot->room, &out);
    int member = room_member_of(slot->room, call->identity.player);
    json_bool(&out, "is_member", member >= 0);
    json_bool(&out, "has_place",
              member >= 0 && room_viewer(slot->room, call->identity.player) != SEAT_PUBLIC);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* A player's view as a document, in scratch memory that the next view overwrites. */
static bool parse_view_of(struct server *server, struct slot *slot, int64_t player,
                          struct json_doc *doc)
{
    struct json out;
    const char *problem;
    if (server->parsed_view == NULL)
        server->parsed_view = arena_take(&server->scratch, ROOM_VIEW_MAX);
    json_init(&out, server->parsed_view, ROOM_VIEW_MAX);
    view_write(server, slot, player, &out);
    return !out.overflow && json_parse(doc, server->parsed_view, out.length, server->nodes,
                                       FRAMES_NODES_MAX, &problem);
}

/* The caller's own view; false after having refused. */
static bool parse_view(struct call *call, struct json_doc *doc)
{
    bool ok = parse_view_of(call->server, call->slot, call->identity.player, doc);
    if (!ok)
        call_refuse(call, "internal", NULL);
    return ok;
}

/* A member of the game's view, 0 if there is no game or no such member. */
static uint32_t game_member(const struct json_doc *doc, const char *name)
{
    uint32_t game = json_get(doc, json_get(doc, 0, "state"), "game");
    return game != 0 && json_is(doc, game, JSON_OBJECT) ? json_get(doc, game, name) : 0;
}

/* The same; NULL: the whole of the game's view. */
static uint32_t part_of(const struct json_doc *doc, const char *name)
{
    return name ? game_member(doc, name) : json_get(doc, json_get(doc, 0, "state"), "game");
}

/* Every seat with one part of its view, which part_of explains. */
static void write_seats(struct server *server, struct slot *slot, const char *list, const char *key,
                        const char *part, struct json *out)
{
    const struct room *room = slot->room;
    char id[ID_TEXT_SIZE];
    json_object(out, NULL);
    json_array(out, list);
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        struct json_doc doc;
        bool ok = parse_view_of(server, slot, member->player, &doc);
        json_object(out, NULL);
        json_int(out, "seat", seat);
        id_write(id, member->player);
        json_text(out, "player_id", id);
        json_text(out, "name", member->name);
        specs_copy_value(out, key, &doc, ok ? part_of(&doc, part) : 0);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

void roles_write(struct server *server, struct slot *slot, struct json *out)
{
    write_seats(server, slot, "roles", "role", "my_role", out);
}

/* For a spectator whom the host lets see everything this round. */
void game_everything(struct call *call)
{
    struct json out;
    if (!room_sees_all(call->slot->room, call->identity.player)) {
        call_refuse(call, "not_now", NULL);
        return;
    }
    json_init(&out, call->server->frame, SERVER_FRAME_MAX);
    write_seats(call->server, call->slot, "seats", "view", NULL, &out);
    call_respond_json(call, 200, &out);
}

/* One member of the game's view, by the name the route gives; null if this game has none now. */
void game_part(struct call *call)
{
    struct json_doc doc;
    struct json out;
    if (!parse_view(call, &doc))
        return;
    uint32_t part = game_member(&doc, call->route->command);
    call_json(call, &out);
    if (text_equal(call->route->command, "actions"))
        specs_write_records(call->slot->room, call->identity.player, &doc, part, &out);
    else
        specs_copy_value(&out, call->route->command, &doc, part);
    if (text_equal(call->route->command, "votes"))
        specs_write_ballots(call->slot->room, &doc, part, &out);
    if (text_equal(call->route->command, "my_role"))
        specs_write_role(&doc, part, &out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

static void copy_members(const struct json_doc *doc, uint32_t object, struct json *out)
{
    for (uint32_t key = json_first(object); key < doc->node[object].next;
         key = doc->node[key + 1].next) {
        char name[64];
        if (json_read_text(doc, key, name, sizeof name))
            specs_copy_value(out, name, doc, key + 1);
    }
}

void game_players(struct call *call)
{
    struct json_doc doc;
    struct json out;
    if (!parse_view(call, &doc))
        return;
    call_json(call, &out);
    uint32_t people = json_get(&doc, json_get(&doc, 0, "state"), "people");
    json_array(&out, "players");
    for (uint32_t at = json_first(people); at < doc.node[people].next; at = doc.node[at].next) {
        json_object(&out, NULL);
        copy_members(&doc, at, &out);
        specs_write_person(&doc, at, call->server->config->base_path, &out);
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* What the room and what the game let the caller do now. */
void game_actions(struct call *call)
{
    struct json_doc doc;
    struct json out;
    if (!parse_view(call, &doc))
        return;
    uint32_t state = json_get(&doc, 0, "state");
    call_json(call, &out);
    uint32_t offers = game_member(&doc, "available_actions");
    specs_copy_value(&out, "available_actions", &doc, offers);
    specs_write_actionable(call->slot->room, &doc, offers, &out);
    specs_copy_value(&out, "room_actions", &doc,
                     json_get(&doc, json_get(&doc, state, "you"), "actions"));
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* The game on the table as a file, in the format that the route names. */
void game_export(struct call *call)
{
    struct server *server = call->server;
    const char *content_type;
    struct room_export_memory memory = { .view = server->view,
                                         .work = memory_take(EXPORT_MEMORY_SIZE),
                                         .out = server->frame,
                                         .out_size = SERVER_FRAME_MAX };
    size_t length = room_export(call->slot->room, call->identity.player, call->route->command,
                                &memory, &content_type);
    memory_free(memory.work);
    if (length == 0)
        call_refuse(call, "not_found", NULL);
    else
        call_respond_text(call, content_type, server->frame, length);
}

void game_scores(struct call *call)
{
    const struct room *room = call->slot->room;
    struct json out;
    char id[ID_TEXT_SIZE];
    call_json(call, &out);
    id_write(id, room->id);
    json_text(&out, "game_set_id", id);
    json_array(&out, "scores");
    for (int i = 0; i < room->member_end; i++) {
        const struct room_member *member = &room->member[i];
        if (member->player == 0 || (member->games == 0 && member->seat < 0))
            continue;
        json_object(&out, NULL);
        id_write(id, member->player);
        json_text(&out, "player_id", id);
        json_text(&out, "name", member->name);
        json_int(&out, "score", member->score);
        json_int(&out, "wins", member->wins);
        json_int(&out, "losses", member->games - member->wins);
        json_int(&out, "games", member->games);
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* --- history --- */

enum { HISTORY_MAX = 1000, HISTORY_END = 128 }; /* events in one answer; bytes behind them */

/* A page of what somebody was told: from `after` on, as many events as are wanted and fit. */
struct page {
    struct past_job job; /* first */
    int64_t player, limit;
    int64_t seq, count;   /* the page's last event, and how many it has */
    int64_t told;         /* how many events there are to tell in all */
    const char *only;     /* a type of event, or NULL: all */
    int64_t game_from_ms; /* only a game's own events, and undos, since then; 0: all */
    bool is_full;
    struct json out;
    char text[PAST_PAGE_MAX];
};

/* False, with nothing written, if there is no room for it. */
static bool add_event(struct page *page, const struct past_batch *past, const struct json_doc *doc,
                      uint32_t event)
{
    struct json before = page->out;
    struct json *out = &page->out;
    json_object(out, NULL);
    json_int(out, "time_ms", past->batch->time_ms);
    json_raw(out, "event", doc->text + doc->node[event].start,
             doc->node[event].end - doc->node[event].start);
    if (page->only != NULL) /* "chat" */
        specs_write_chat(past->before, past->batch->time_ms, doc, event, out);
    else if (page->game_from_ms == 0) /* what is shared with strangers names nobody */
        specs_write_event(past->before, doc, event, out);
    json_end(out);
    page->count++;
    if (!out->overflow && out->length + HISTORY_END < out->size)
        return true;
    *out = before;
    return false;
}

static bool take_event(struct page *page, const struct past_batch *past, const struct json_doc *doc,
                       uint32_t event)
{
    bool is_wanted =
        page->only == NULL || json_equals(doc, json_get(doc, event, "type"), page->only);
    if (page->game_from_ms != 0)
        is_wanted = past->batch->time_ms >= page->game_from_ms &&
                    (json_equals(doc, json_get(doc, event, "kind"), "game") ||
                     json_equals(doc, json_get(doc, event, "type"), "rewound"));
    page->is_full = page->count == page->limit || (is_wanted && !add_event(page, past, doc, event));
    if (!page->is_full)
        json_read_int(doc, json_get(doc, event, "seq"), &page->seq);
    return !page->is_full;
}

static bool add_batch(void *context, const struct past_batch *past)
{
    struct page *page = context;
    struct server *server = page->job.server;
    struct json events;
    struct json_doc doc;
    const char *problem;
    json_init(&events, server->events, ROOM_TOLD_MAX);
    json_array(&events, NULL);
    if (room_tell_after(past->before, past->event, past->count, page->player, page->seq, &events) ==
        0)
        return true;
    json_end(&events);
    if (events.overflow ||
        !json_parse(&doc, server->events, events.length, server->nodes, FRAMES_NODES_MAX, &problem))
        return true;
    for (uint32_t at = json_first(0); at < doc.node_count; at = doc.node[at].next)
        if (!take_event(page, past, &doc, at))
            return false;
    return true;
}

static bool finish_page(struct past_job *job, bool is_whole)
{
    struct page *page = (struct page *)job;
    json_end(&page->out);
    json_int(&page->out, "seq", page->is_full ? page->seq : page->told);
    json_bool(&page->out, "more", page->is_full);
    json_end(&page->out);
    if (is_whole)
        past_job_respond(job, &page->out);
    else
        past_job_refuse(job, "internal");
    return true;
}

bool call_number(struct call *call, const char *name, int64_t least, int64_t most, int64_t *number)
{
    if (!query_has(call->request->query, name) ||
        (query_int(call->request->query, name, number) && *number >= least && *number <= most))
        return true;
    call_refuse(call, "bad_argument", name);
    return false;
}

static void show_history(struct call *call, int64_t player, const char *key, const char *only,
                         int64_t game_from_ms)
{
    int64_t after = 0, limit = HISTORY_MAX;
    if (!call_number(call, "after", 0, INT64_MAX, &after) ||
        !call_number(call, "limit", 1, INT64_MAX, &limit))
        return;
    struct page *page = (struct page *)past_job_new(call, sizeof *page);
    if (page == NULL)
        return;
    page->job.each = add_batch;
    page->job.finish = finish_page;
    page->player = player;
    page->limit = limit < HISTORY_MAX ? limit : HISTORY_MAX;
    page->only = only;
    page->game_from_ms = game_from_ms;
    page->seq = after;
    page->told = room_told(call->slot->room, player);
    json_init(&page->out, page->text, sizeof page->text);
    json_object(&page->out, NULL);
    json_array(&page->out, key);
    past_begin(&page->job.past, call->server, call->slot, call->slot->room->seq, player, after);
    past_job_submit(&page->job);
}

void game_events(struct call *call)
{
    show_history(call, call->identity.player, "events", NULL, 0);
}

void table_history(struct call *call)
{
    show_history(call, 0, "events", NULL, 0);
}

/* As the table view sees it, and for people to whom the table view would open. */
void table_events(struct call *call)
{
    call->slot = slot_of_guess(call);
    if (call->slot == NULL)
        return;
    if (call->slot->room->phase == ROOM_CLOSED)
        call_refuse(call, "closed", NULL);
    else if (!may_watch(call->slot->room, 0))
        call_refuse(call, "not_allowed", NULL);
    else
        table_history(call);
}

void game_chat(struct call *call)
{
    show_history(call, call->identity.player, "messages", "chat", 0);
}

/* Names are in the room's own events only, and those are not shown. */
void shared_events(struct call *call)
{
    const struct room *room = shared_room(call);
    if (room == NULL)
        return;
    struct slot ended = { .id = call->slot->id,
                          .code = call->slot->code,
                          .room = (struct room *)(uintptr_t)room };
    call->slot = &ended;
    show_history(call, 0, "events", NULL, room->started_ms);
    call->slot = NULL;
}

/* --- over all rooms --- */

enum {
    RANKS_MAX = 100,
    RESULTS_MAX = 200,
    LEADERBOARD_MAX = RANKS_MAX * 640, /* a name of 127 bytes and six numbers each */
    LEADERBOARD_MS = 30 * 1000,        /* then made again: people may have changed names */
};

void catalog_show(struct call *call)
{
    struct json out;
    int64_t is_brief = 0, is_reference = 0;
    query_int(call->request->query, "brief", &is_brief);
    query_int(call->request->query, "reference", &is_reference);
    json_init(&out, call->server->frame, SERVER_FRAME_MAX);
    if (is_reference)
        catalog_write_reference(&out);
    else if (is_brief)
        catalog_write_brief(&out);
    else
        catalog_write(&out);
    call_respond_json(call, 200, &out);
}

/* What games count by itself, in the order of the games: NULL behind the last. */
struct counted {
    const char *reason[STORE_POINTS_MAX + 1], *total[STORE_POINTS_MAX + 1];
};

static struct counted points_of_games(void)
{
    struct counted counted = { 0 };
    int count = 0;
    for (int i = 0; games[i] != NULL; i++)
        for (const struct game_point *point = games[i]->points;
             point != NULL && point->reason != NULL; point++) {
            assert(count < STORE_POINTS_MAX);
            counted.reason[count] = point->reason;
            counted.total[count++] = point->total;
        }
    return counted;
}

static void write_ranks(const struct store_rank *rank, int count, const struct counted *counted,
                        struct json *out)
{
    char id[ID_TEXT_SIZE];
    json_object(out, NULL);
    json_array(out, "leaderboard");
    for (int i = 0; i < count; i++) {
        json_object(out, NULL);
        id_write(id, rank[i].player);
        json_text(out, "player_id", id);
        json_text(out, "name", rank[i].name);
        json_int(out, "games", rank[i].games);
        json_int(out, "wins", rank[i].wins);
        json_int(out, "score", rank[i].score);
        for (int k = 0; counted->total[k] != NULL; k++)
            json_int(out, counted->total[k], rank[i].points[k]);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

static int game_of_name(const char *name)
{
    for (int i = 0; games[i] != NULL; i++)
        if (text_equal(games[i]->id, name))
            return i;
    return -1;
}

/* Adding up all games ever played takes a while, so it is done once after the end of a game, however many
 * clients ask. */
static struct leaderboard *leaderboard_of(struct server *server, int game)
{
    struct store *store = server->seams.store;
    struct leaderboard *board = &server->leaderboard[game + 1];
    if (board->text != NULL && board->games_over == server->metrics.games_over &&
        server_now(server) - board->made_ms < LEADERBOARD_MS)
        return board;
    struct store_rank *rank = arena_take(&server->scratch, RANKS_MAX * sizeof *rank);
    struct counted counted = points_of_games();
    int count = store->ops->leaderboard(store, game < 0 ? NULL : games[game]->id, counted.reason,
                                        rank, RANKS_MAX);
    if (count < 0 && server_awaits(server))
        return board;
    struct json out;
    if (board->text == NULL)
        board->text = memory_take(LEADERBOARD_MAX);
    json_init(&out, board->text, LEADERBOARD_MAX);
    write_ranks(rank, count, &counted, &out);
    board->length = out.length;
    board->games_over = count < 0 ? UINT64_MAX : server->metrics.games_over;
    board->made_ms = server_now(server);
    return board;
}

void leaderboard_show(struct call *call)
{
    char name[32];
    bool has_game = query_text(call->request->query, "game", name, sizeof name);
    int game = has_game ? game_of_name(name) : -1;
    if (!limit_reader(call->server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    if (has_game && game < 0) {
        struct json none;
        json_init(&none, call->server->frame, SERVER_FRAME_MAX);
        write_ranks(NULL, 0, NULL, &none);
        call_respond_json(call, 200, &none);
        return;
    }
    const struct leaderboard *board = leaderboard_of(call->server, game);
    call_respond_text(call, "application/json", board->text, board->length);
}

static void write_result(struct json *out, const struct store_result *result)
{
    char id[ID_TEXT_SIZE];
    json_object(out, NULL);
    id_write(id, result->game_id);
    json_text(out, "game_id", id);
    json_text(out, "game", result->game);
    json_text(out, "reason", result->reason);
    json_int(out, "score", result->score);
    if (*result->point)
        json_text(out, "point", result->point);
    else
        json_null(out, "point");
    json_bool(out, "won", result->won);
    json_int(out, "ended_ms", result->ended_ms);
    json_end(out);
}

void player_history(struct call *call)
{
    struct server *server = call->server;
    struct store *store = server->seams.store;
    int64_t player;
    struct store_session found;
    if (!limit_reader(server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    if (!id_read(&player, call->param[0]) ||
        !store->ops->find_player(store, player, &found, NULL)) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    struct store_result *result = arena_take(&server->scratch, RESULTS_MAX * sizeof *result);
    int count = store->ops->history(store, player, result, RESULTS_MAX);
    struct json out;
    call_json(call, &out);
    json_text(&out, "name", found.name);
    json_array(&out, "games");
    for (int i = 0; i < count; i++)
        write_result(&out, &result[i]);
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}
