/* Requests: find the route, say who is calling, find the room, hand over. */
#include "server/api.h"
#include "server/house.h"
#include "server/parking.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char API_HEADERS[] = "Cache-Control: no-store\r\n"
                                  "X-Content-Type-Options: nosniff\r\n"
                                  "Referrer-Policy: no-referrer\r\n";
static const char PAGE_HEADERS[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n";
/* A page's policy says what its files may do; one that runs as a worker needs its own. */
static const char FILE_HEADERS[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "connect-src 'self'\r\n"
    "X-Content-Type-Options: nosniff\r\n";
static const char HSTS[] = "Strict-Transport-Security: max-age=31536000\r\n";

static struct static_site *pages;

const struct route routes[] = {
    { "POST", "/api/session", ACCESS_PUBLIC, session_create, NULL,
      "Say a name and get a session (cookie and token)", "NewSession", "Session", 201 },
    { "GET", "/api/session", ACCESS_SESSION, session_show, NULL, "Who am I", NULL, "Session" },
    { "POST", "/api/session/rotate", ACCESS_SESSION, session_rotate, NULL,
      "A new token for the same player; all older ones end", NULL, "Session" },
    { "DELETE", "/api/session", ACCESS_SESSION, session_end, NULL, "End this session", NULL, NULL,
      204 },
    { "GET", "/api/catalog", ACCESS_PUBLIC, catalog_show, NULL,
      "The games with their options, roles, commands and events; ?brief=1 without the latter two; "
      "?reference=1 what a storyteller looks up instead",
      NULL, "Catalog" },
    { "GET", "/api/openapi.json", ACCESS_PUBLIC, openapi_show, NULL, "This description", NULL,
      "Any" },
    { "POST", "/api/games", ACCESS_SESSION, game_create, "create", "Make a room", "NewGame",
      "NewGameMade", 201 },
    { "POST", "/api/games/move-in", ACCESS_SESSION, game_move_in, NULL,
      "Make a room of a game that was run on a device; every command is decided again", "MovedGame",
      "NewGameMade", 201 },
    { "GET", "/api/games/{game_id}/log", ACCESS_MEMBER, game_log, NULL,
      "For its narrator: the log of a running game, to go on with it on a device", NULL, NULL },
    { "POST", "/api/games/{game_id}/move-back", ACCESS_MEMBER, game_move_back, NULL,
      "For its narrator: what was commanded on the device since; every command is decided again",
      "ReturnedGame", "View" },
    { "GET", "/api/rooms/{code}", ACCESS_PUBLIC, room_show, NULL,
      "What may be shown of a room before joining", NULL, "Poster" },
    { "POST", "/api/rooms/{code}/join", ACCESS_SESSION, room_join, "join",
      "Join the room with its code", "command:join", "View" },
    { "POST", "/api/rooms/{code}/knock", ACCESS_SESSION, room_join, "knock",
      "Ask at a locked table to be let in; an open one is joined", "command:knock", "View" },
    { "GET", "/api/avatars/{look}.svg", ACCESS_PUBLIC, avatar_show, NULL,
      "A person's animal and colour", NULL, NULL },
    { "GET", "/api/rooms/{code}/events", ACCESS_PUBLIC, table_events, NULL,
      "Events that the table view was told, after a sequence number", NULL, "Events" },
    { "GET", "/api/rooms/{code}/bridge", ACCESS_PUBLIC, bridge_show, NULL,
      "The same, and it waits for the next one; where the host has opened the bridge", NULL,
      "Events" },
    { "GET", "/api/games/{game_id}.pgn", ACCESS_MEMBER, game_export, "pgn",
      "A chess game for other programs, with the author of every move", NULL, NULL },
    { "GET", "/api/games/{game_id}.fen", ACCESS_MEMBER, game_export, "fen",
      "The position of a chess game", NULL, NULL },
    { "GET", "/api/games/{game_id}.script.json", ACCESS_MEMBER, game_export, "script.json",
      "The script of the Grimoire, in the format of storytellers' tools", NULL, NULL },
    { "GET", "/api/games/{game_id}.json", ACCESS_MEMBER, game_report, NULL,
      "A finished game: who played, how it ended, and what the table saw", NULL, "Report" },
    { "GET", "/api/shared/{shared_id}/{link}", ACCESS_PUBLIC, shared_report, NULL,
      "The same for strangers, by a link that everybody who played agreed to", NULL, "Report" },
    { "GET", "/api/shared/{shared_id}/{link}/events", ACCESS_PUBLIC, shared_events, NULL,
      "The events of that game as the table was told them", NULL, "Events" },
    { "GET", "/api/game-sets/{game_set_id}/evening.csv", ACCESS_MEMBER, evening_export, NULL,
      "Everybody's results of the set as a table, by time", NULL, NULL },
    { "GET", "/api/games/{game_id}", ACCESS_MEMBER, game_show, NULL, "The caller's view", NULL,
      "View" },
    { "POST", "/api/games/{game_id}/join", ACCESS_SESSION, game_join, "join", "Join the room",
      "command:join", "View" },
    { "POST", "/api/games/{game_id}/leave", ACCESS_MEMBER, game_command, "leave", "Leave the room",
      "command:leave", "View" },
    { "POST", "/api/games/{game_id}/start", ACCESS_MEMBER, game_command, "start", "Start the game",
      "command:start", "View" },
    { "POST", "/api/games/{game_id}/assign-roles", ACCESS_MEMBER, game_command, "start",
      "The same: the roles are dealt", "command:start", "View" },
    { "POST", "/api/games/{game_id}/actions", ACCESS_MEMBER, game_action, NULL, "Send any command",
      "Command", "View" },
    { "POST", "/api/games/{game_id}/vote", ACCESS_MEMBER, game_command, "vote", "Vote",
      "command:vote", "View" },
    { "POST", "/api/games/{game_id}/votes", ACCESS_MEMBER, game_command, "vote", "Vote",
      "command:vote", "View" },
    { "POST", "/api/games/{game_id}/votes/close", ACCESS_MEMBER_OR_ADMIN, game_command,
      "close_vote", "Close the vote, as the room's creator or as the operator",
      "command:close_vote", "View" },
    { "POST", "/api/games/{game_id}/chat", ACCESS_MEMBER, game_command, "chat", "Say something",
      "command:chat", "View" },
    { "GET", "/api/games/{game_id}/players", ACCESS_MEMBER, game_players, NULL, "The people", NULL,
      "People" },
    { "GET", "/api/games/{game_id}/votes", ACCESS_MEMBER_OR_ADMIN, game_part, "votes",
      "Ballots as far as the caller may see them; the operator sees as much as a spectator", NULL,
      "Part" },
    { "GET", "/api/games/{game_id}/chat", ACCESS_MEMBER, game_chat, NULL,
      "What was said in the caller's hearing", NULL, "Chat" },
    { "GET", "/api/games/{game_id}/scores", ACCESS_MEMBER, game_scores, NULL,
      "Cumulative scores of the set", NULL, "Scores" },
    { "GET", "/api/games/{game_id}/action-status", ACCESS_MEMBER, game_part, "action_status",
      "The schedule of the phase; not who acts", NULL, "Part" },
    { "GET", "/api/games/{game_id}/my-role", ACCESS_MEMBER, game_part, "my_role",
      "The caller's own role", NULL, "Part" },
    { "GET", "/api/games/{game_id}/me/role", ACCESS_MEMBER, game_part, "my_role",
      "The caller's own role", NULL, "Part" },
    { "GET", "/api/games/{game_id}/everything", ACCESS_MEMBER, game_everything, NULL,
      "Every seat's view of the game, for a spectator whom the host lets see everything", NULL,
      "Any" },
    { "GET", "/api/games/{game_id}/events", ACCESS_MEMBER, game_events, NULL,
      "Events the caller was told, after a sequence number", NULL, "Events" },
    { "GET", "/api/games/{game_id}/proof", ACCESS_MEMBER, game_proof, NULL,
      "Commitment, nonces and, after the end, the secret: check the deal", NULL, "Any" },
    { "GET", "/api/games/{game_id}/players/{player_id}/available-actions", ACCESS_SELF,
      game_actions, "available_actions", "What the caller may do now, with exact targets", NULL,
      "AvailableActions" },
    { "GET", "/api/games/{game_id}/players/{player_id}/actions", ACCESS_SELF, game_part, "actions",
      "What the caller has learnt so far", NULL, "Part" },
    { "POST", "/api/game-sets/{game_set_id}/games", ACCESS_MEMBER, game_command, "rematch",
      "The next game of the set; it begins at once. To change something before, send next_game",
      "command:rematch", "View" },
    { "POST", "/api/game-sets/{game_set_id}/end", ACCESS_MEMBER, game_command, "end_set",
      "End the set", "command:end_set", "View" },
    { "GET", "/api/game-sets/{game_set_id}/scores", ACCESS_MEMBER, game_scores, NULL,
      "Cumulative scores of the set", NULL, "Scores" },
    { "GET", "/api/leaderboard", ACCESS_PUBLIC, leaderboard_show, NULL,
      "Best players over all finished games", NULL, "Leaderboard" },
    { "GET", "/api/players/{player_id}/history", ACCESS_SESSION, player_history, NULL,
      "A player's finished games", NULL, "History" },
    { "POST", "/games", ACCESS_SESSION, game_create, "create",
      "Make a room for team chess, with the Loup-Garou or without", "NewChess", "NewGameMade",
      201 },
    { "GET", "/games/{game_id}/me/role", ACCESS_MEMBER, game_part, "my_role",
      "The caller's own role", NULL, "Part" },
    { "POST", "/games/{game_id}/votes", ACCESS_MEMBER, game_command, "vote", "Vote", "command:vote",
      "View" },
    { "GET", "/games/{game_id}/votes", ACCESS_MEMBER_OR_ADMIN, game_part, "votes",
      "Ballots as far as the caller may see them", NULL, "Part" },
    { "POST", "/games/{game_id}/votes/close", ACCESS_MEMBER_OR_ADMIN, game_command, "close_vote",
      "Close the vote, as the room's creator or as the operator", "command:close_vote", "View" },
    { "GET", "/health", ACCESS_PUBLIC, health_show, NULL, "Is the process alive", NULL, "Any" },
    { "GET", "/ready", ACCESS_PUBLIC, ready_show, NULL, "Can it take work", NULL, "Any" },
    { "GET", "/metrics", ACCESS_PUBLIC, metrics_show, NULL, "Counters for Prometheus", NULL, NULL },
    { "GET", "/version", ACCESS_PUBLIC, version_show, NULL, "Version and rules versions", NULL,
      "Any" },
    { "GET", "/api/admin/rooms", ACCESS_ADMIN, admin_rooms, NULL, "All rooms", NULL, "Any" },
    { "GET", "/api/admin/rooms/{code}", ACCESS_ADMIN, admin_room, NULL, "One room, without secrets",
      NULL, "Any" },
    { "POST", "/api/admin/rooms/{code}/close", ACCESS_ADMIN, admin_close, NULL, "Close a room",
      NULL, "Any" },
    { "GET", "/api/admin/games/{game_id}/roles", ACCESS_ADMIN, admin_roles, NULL,
      "Who holds which role; the room is told of the look", NULL, "Any" },
    { "GET", "/api/me/export", ACCESS_SESSION, me_export, NULL, "What is kept of the caller", NULL,
      "Any" },
    { "DELETE", "/api/me", ACCESS_SESSION, me_delete, NULL,
      "Forget the caller: an animal stands for the name everywhere, all sessions end", NULL, NULL,
      204 },
    { "GET", "/api/me/games", ACCESS_SESSION, my_games, NULL,
      "Running games where the caller sits, and whose move it is", NULL, "Any" },
    { "GET", "/api/me/push", ACCESS_SESSION, push_show, NULL,
      "The server's key for Web Push; null where it sends no messages", NULL, "Any" },
    { "POST", "/api/me/push", ACCESS_SESSION, push_subscribe, NULL,
      "Tell this session's browser when it is the caller's move in a game of hours or days", "Push",
      "Any" },
    { "DELETE", "/api/me/push", ACCESS_SESSION, push_unsubscribe, NULL,
      "Tell this session's browser nothing more", NULL, "Any" },
    { "GET", "/api/privacy", ACCESS_PUBLIC, privacy_show, NULL, "How long this server keeps what",
      NULL, "Any" },
    { "POST", "/api/games/{game_id}/report", ACCESS_MEMBER, game_report_person, NULL,
      "Report somebody at the table to the operator, with chosen lines of the chat", "Accusation",
      "Any" },
    { "GET", "/api/admin/house", ACCESS_ADMIN, admin_house, NULL,
      "Health, storage, age of the backups, settings of the house", NULL, "Any" },
    { "GET", "/api/admin/people", ACCESS_ADMIN, admin_people, NULL,
      "People by a part of the name or by id: first those at tables in memory", NULL, "Any" },
    { "GET", "/api/admin/reports", ACCESS_ADMIN, admin_reports, NULL, "Reports from players", NULL,
      "Any" },
    { "POST", "/api/admin/reports/{report_id}/close", ACCESS_ADMIN, admin_close_report, NULL,
      "The report was dealt with: it leaves the list", NULL, "Any" },
    { "GET", "/api/admin/audit", ACCESS_ADMIN, admin_audit, NULL, "What operators did", NULL,
      "Any" },
    { "GET", "/api/admin/bans", ACCESS_ADMIN, admin_bans, NULL, "Who is shut out", NULL, "Any" },
    { "POST", "/api/admin/bans", ACCESS_ADMIN, admin_ban, NULL,
      "Shut out a person, an address or a network", "Ban", "Any" },
    { "DELETE", "/api/admin/bans/{ban_id}", ACCESS_ADMIN, admin_unban, NULL, "End a ban", NULL,
      "Any" },
    { "POST", "/api/admin/read-only", ACCESS_ADMIN, admin_read_only, NULL,
      "Let nothing new begin, or again", "ReadOnly", "Any" },
    { "POST", "/api/admin/tables-max", ACCESS_ADMIN, admin_tables_max, NULL,
      "How many tables this server has at once; 0: no limit", "TablesMax", "Any" },
    { "POST", "/api/admin/filters", ACCESS_ADMIN, admin_filters, NULL,
      "Words that are not allowed in names and in the chat, one a line", "Filters", "Any" },
    { "POST", "/api/admin/message", ACCESS_ADMIN, admin_message, NULL,
      "Say something to every table where somebody is", "Announcement", "Any" },
    { "GET", "/ws/{code}", ACCESS_PUBLIC, socket_open, NULL, "The WebSocket of a room", NULL, NULL,
      101 },
    { 0 },
};

void api_serve_pages(struct static_site *site)
{
    pages = site;
}

void call_refuse(struct call *call, const char *code, const char *why)
{
    bool is_parked = server_awaits(call->server);
    if (!is_parked && (!text_equal(code, "elsewhere") || !ownership_send_on(call)))
        problem_respond(call->server, call->connection, code, why);
}

static void send_answer(struct server *server, net_id connection, int status, const char *type,
                        const char *body, size_t length)
{
    struct net *net = server->seams.net;
    net->ops->respond(net, connection,
                      &(struct net_response){ .status = status,
                                              .content_type = type,
                                              .body = body,
                                              .length = length,
                                              .headers = API_HEADERS });
}

static void respond(struct call *call, int status, const char *type, const char *body,
                    size_t length)
{
    if (!server_awaits(call->server))
        send_answer(call->server, call->connection, status, type, body, length);
}

void api_respond_text(struct server *server, net_id connection, const char *content_type,
                      const char *text, size_t length)
{
    send_answer(server, connection, 200, content_type, text, length);
}

void api_respond_json(struct server *server, net_id connection, const struct json *out)
{
    if (out->overflow)
        problem_respond(server, connection, "too_large", NULL);
    else
        send_answer(server, connection, 200, "application/json", out->out, out->length);
}

void call_respond_json(struct call *call, int status, struct json *out)
{
    if (call->slot != NULL)
        frames_pad(out, frames_bucket(call->slot->room));
    if (out->overflow)
        call_refuse(call, "too_large", NULL);
    else
        respond(call, status, "application/json", out->out, out->length);
}

void call_respond_text(struct call *call, const char *content_type, const char *text, size_t length)
{
    respond(call, 200, content_type, text, length);
}

void call_json(struct call *call, struct json *out)
{
    json_init(out, call->server->frame, SERVER_FRAME_MAX);
    json_object(out, NULL);
}

/* Finds "name=" at the beginning of a parameter; the value ends at '&'. */
static const char *query_find(const char *query, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = query; at != NULL && *at != '\0';) {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return at + length + 1;
        at = strchr(at, '&');
        at = at == NULL ? NULL : at + 1;
    }
    return NULL;
}

bool query_has(const char *query, const char *name)
{
    return query_find(query, name) != NULL;
}

bool query_text(const char *query, const char *name, char *out, size_t size)
{
    const char *value = query_find(query, name);
    size_t length = value == NULL ? 0 : strcspn(value, "&");
    if (value == NULL || length >= size)
        return false;
    memcpy(out, value, length);
    out[length] = '\0';
    return true;
}

bool query_words(const char *query, const char *name, char *out, size_t size)
{
    if (!query_text(query, name, out, size))
        return false;
    char *to = out;
    for (const char *from = out; *from != '\0'; from++) {
        uint8_t byte;
        char hex[3] = "";
        if (from[0] == '%' && from[1] != '\0')
            memcpy(hex,
                   (char[]){ (char)tolower((unsigned char)from[1]),
                             (char)tolower((unsigned char)from[2]) },
                   2);
        bool is_escape = hex_read(&byte, 1, hex) && byte != 0;
        *to++ = is_escape ? (char)byte : *from == '+' ? ' ' : *from;
        from += is_escape ? 2 : 0;
    }
    *to = '\0';
    return utf8_valid(out, (size_t)(to - out));
}

bool query_int(const char *query, const char *name, int64_t *out)
{
    char text[19]; /* 18 digits fit 64 bits */
    if (!query_text(query, name, text, sizeof text) || text[0] == '\0')
        return false;
    int64_t value = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9')
            return false;
        value = 10 * value + (*c - '0');
    }
    *out = value;
    return true;
}

bool call_body(struct call *call, struct json_doc *doc)
{
    struct server *server = call->server;
    const struct net_request *request = call->request;
    bool is_empty = request->body_length == 0;
    const char *problem = NULL;
    if (json_parse(doc, is_empty ? "{}" : request->body, is_empty ? 2 : request->body_length,
                   server->nodes, SERVER_NODES_MAX, &problem) &&
        json_is(doc, 0, JSON_OBJECT))
        return true;
    call_refuse(call, "bad_json", problem);
    return false;
}

/* One segment of the path against one of the pattern; a {name} takes any text that is not empty, in
 * "{name}.pgn" any that ends in ".pgn". */
static bool match_segment(const char *pattern, size_t pattern_length, const char *path,
                          size_t path_length, char (*param)[64], int *params)
{
    if (pattern_length > 0 && pattern[0] == '{') {
        size_t name = strcspn(pattern, "}") + 1, ending = pattern_length - name;
        if (path_length <= ending ||
            memcmp(path + path_length - ending, pattern + name, ending) != 0)
            return false;
        path_length -= ending;
        if (path_length >= sizeof param[0])
            return false;
        memcpy(param[*params], path, path_length);
        param[(*params)++][path_length] = '\0';
        return true;
    }
    return pattern_length == path_length && memcmp(pattern, path, path_length) == 0;
}

static bool match(const char *pattern, const char *path, char param[2][64])
{
    int params = 0;
    while (*pattern == '/' && *path == '/') {
        size_t pattern_length = strcspn(++pattern, "/");
        size_t path_length = strcspn(++path, "/");
        if (!match_segment(pattern, pattern_length, path, path_length, param, &params))
            return false;
        pattern += pattern_length;
        path += path_length;
    }
    return *pattern == '\0' && *path == '\0';
}

static bool same_method(const char *method, const char *route)
{
    return strcmp(method, route) == 0 || (strcmp(method, "HEAD") == 0 && strcmp(route, "GET") == 0);
}

/* The operator's routes are served only at the private address, if there is one. */
static bool is_hidden(const struct call *call, const struct route *route)
{
    bool is_operators = route->access == ACCESS_ADMIN || route->handle == metrics_show;
    return is_operators && !operator_is_heard(call->server, call->request);
}

/* The route, or NULL; `*is_known` if the path exists with another method. */
static const struct route *find_route(struct call *call, bool *is_known)
{
    *is_known = false;
    for (const struct route *route = routes; route->method != NULL; route++) {
        if (!match(route->path, call->request->path, call->param) || is_hidden(call, route))
            continue;
        *is_known = true;
        if (same_method(call->request->method, route->method))
            return route;
    }
    return NULL;
}

static bool has_param(const struct route *route, const char *name)
{
    return strstr(route->path, name) != NULL;
}

static struct slot *slot_of_path(struct call *call)
{
    struct server *server = call->server;
    int64_t id;
    if (has_param(call->route, "{code}"))
        return code_read(&id, call->param[0]) ? slot_by_code(server, id) : NULL;
    if (!id_read(&id, call->param[0]))
        return NULL;
    if (!has_param(call->route, "{game_id}"))
        return slot_by_id(server, id);
    call->game_id = id;
    return slot_by_game(server, id);
}

static bool is_member(const struct call *call)
{
    const struct room *room = call->slot->room;
    int index = room_member_of(room, call->identity.player);
    return index >= 0 && !room->member[index].was_kicked;
}

static bool is_write(const struct net_request *request)
{
    return request->is_upgrade ||
           (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0);
}

/* An id names one game. People who were there read a finished game as it was at its end. Commands to it
 * are refused by the room's loop when their turn comes. */
static const char *turn_to_past(struct call *call)
{
    bool is_admin = call->route->access == ACCESS_ADMIN;
    bool submits = is_write(call->request) && call->route->handle != game_move_back;
    if (!has_param(call->route, "{game_id}") || !slot_is_past(call->slot, call->game_id) || submits)
        return NULL;
    if (is_admin || is_write(call->request))
        return is_admin || is_member(call) ? "game_is_over" : "no_room";
    struct slot *slot = call->slot;
    if (call_ended(call, call->game_id, "no_room") == NULL)
        return NULL;
    call->ended = (struct slot){ .id = slot->id, .code = slot->code, .room = slot->ended };
    call->slot = &call->ended;
    return NULL;
}

static bool is_self(const struct call *call)
{
    int64_t player;
    return id_read(&player, call->param[1]) && player == call->identity.player;
}

/* A person who is shut out may change nothing and open no socket, but may still read and leave. */
static bool refuse_banned(struct call *call)
{
    const struct net_request *request = call->request;
    bool may = !is_write(request) || call->route->access == ACCESS_ADMIN ||
               call->route->handle == me_delete || call->route->handle == session_end;
    const struct house_ban *ban =
        may ? NULL : house_ban_of(call->server, call->identity.player, request->address);
    struct net *net = call->server->seams.net;
    if (ban == NULL)
        return false;
    if (request->is_upgrade) {
        net->ops->accept(net, call->connection);
        net->ops->close(net, call->connection, CLOSE_NOT_ALLOWED, "banned");
    } else
        call_refuse(call, "banned", ban->reason);
    return true;
}

/* NULL if the call may go on, else the code of its refusal. */
static const char *check_access(struct call *call)
{
    enum access access = call->route->access;
    bool is_operator =
        call->identity.is_admin && (access == ACCESS_ADMIN || access == ACCESS_MEMBER_OR_ADMIN);
    bool is_for_members =
        access == ACCESS_MEMBER || access == ACCESS_SELF || access == ACCESS_MEMBER_OR_ADMIN;
    if (access == ACCESS_ADMIN && !is_operator)
        return "not_admin";
    if (access != ACCESS_PUBLIC && !is_operator && call->identity.player == 0)
        return call->identity.is_expired ? "expired_session" : "no_session";
    bool names_room =
        has_param(call->route, "{game_id}") || has_param(call->route, "{game_set_id}");
    if (!names_room)
        return NULL;
    call->slot = slot_of_path(call);
    if (call->slot == NULL)
        return "no_room";
    const char *problem = turn_to_past(call);
    if (problem != NULL || call->is_answered)
        return problem;
    if (is_for_members && !is_operator && !is_member(call))
        return "no_room";
    return access == ACCESS_SELF && !is_self(call) ? "not_allowed" : NULL;
}

static void serve_page(struct call *call)
{
    struct net *net = call->server->seams.net;
    struct static_answer answer;
    char headers[sizeof answer.headers + sizeof PAGE_HEADERS + sizeof HSTS];
    static_find(pages, call->request->path, call->request->accept_encoding,
                call->request->if_none_match, &answer);
    if (answer.status == 404) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    bool is_page = strncmp(answer.content_type, "text/html", 9) == 0;
    snprintf(headers, sizeof headers, "%s%s%s", answer.headers,
             is_page ? PAGE_HEADERS : FILE_HEADERS, call->request->is_secure ? HSTS : "");
    net->ops->respond(net, call->connection,
                      &(struct net_response){ .status = answer.status,
                                              .content_type = answer.content_type,
                                              .body = answer.body,
                                              .length = answer.length,
                                              .headers = headers,
                                              .is_static = answer.is_static });
}

/* Redirects to another path of this server. */
static void redirect(struct call *call, int status, const char *place)
{
    struct net *net = call->server->seams.net;
    char headers[CONFIG_TEXT_SIZE + 128];
    snprintf(headers, sizeof headers, "Location: %s%s\r\nCache-Control: no-store\r\n",
             call->server->config->base_path, place);
    net->ops->respond(net, call->connection,
                      &(struct net_response){ .status = status, .headers = headers });
}

/* Redirects "/game/" with a set's id, as a specification has it, to the address with the table's code.
 * Only members know that id; the ids of finished games are in everybody's history and open nothing. */
static bool redirect_to_code(struct call *call)
{
    static const char prefix[] = "/game/";
    const char *path = call->request->path;
    int64_t id;
    if (strncmp(path, prefix, sizeof prefix - 1) != 0 ||
        strlen(path) != sizeof prefix - 1 + ID_TEXT_SIZE - 1 ||
        !id_read(&id, path + sizeof prefix - 1) || !limit_reader(call->server, LIMIT_READ, call))
        return false;
    const struct slot *slot = slot_by_id(call->server, id);
    if (slot == NULL)
        return false;
    char code[CODE_TEXT_SIZE], place[sizeof prefix + CODE_TEXT_SIZE];
    code_write(code, slot->code);
    snprintf(place, sizeof place, "%s%s", prefix, code);
    redirect(call, 302, place);
    return true;
}

/* The page of a table that another server has: the page there speaks to that server. */
static bool redirect_to_owner(struct call *call)
{
    static const char prefix[] = "/game/";
    struct server *server = call->server;
    const char *path = call->request->path;
    char text[CODE_TEXT_SIZE];
    int64_t code;
    if (!text_equal(server->config->router, "redirect") ||
        strncmp(path, prefix, sizeof prefix - 1) != 0)
        return false;
    path += sizeof prefix - 1;
    if (strcspn(path, "/") != CODE_LENGTH)
        return false;
    memcpy(text, path, CODE_LENGTH);
    text[CODE_LENGTH] = '\0';
    if (!code_read(&code, text) || !limit_reader(server, LIMIT_READ, call))
        return false;
    server->is_elsewhere = false;
    slot_by_code(server, code);
    return server->is_elsewhere && ownership_send_on(call);
}

static bool is_api_path(const char *path)
{
    return strncmp(path, "/api/", 5) == 0 || strncmp(path, "/ws/", 4) == 0 ||
           strcmp(path, "/games") == 0 || strncmp(path, "/games/", 7) == 0 ||
           strcmp(path, "/metrics") == 0;
}

/* Answers the preflight request of a page from a listed origin: it may send requests with a token, never
 * with the cookie. */
static bool is_preflight(const struct call *call)
{
    return strcmp(call->request->method, "OPTIONS") == 0 && is_api_path(call->request->path) &&
           origin_is_listed(call->server, call->request->origin);
}

static void respond_preflight(struct call *call)
{
    struct net *net = call->server->seams.net;
    net->ops->respond(net, call->connection,
                      &(struct net_response){
                          .status = 204,
                          .headers = "Access-Control-Allow-Methods: GET, POST, DELETE\r\n"
                                     "Access-Control-Allow-Headers: authorization, content-type, "
                                     "idempotency-key\r\n"
                                     "Access-Control-Max-Age: 600\r\n" });
}

/* Where the server is a part of another site (base_path), all paths begin with that one. Programs on this
 * machine may leave it out. */
static bool find_place(const struct server *server, const char **path)
{
    static const char *const everywhere[] = { "/health", "/ready", "/metrics", "/version" };
    const char *base_path = server->config->base_path;
    size_t length = strlen(base_path);
    if (strncmp(*path, base_path, length) == 0 && (*path)[length] == '/') {
        *path += length;
        return true;
    }
    for (size_t i = 0; i < sizeof everywhere / sizeof everywhere[0]; i++)
        if (strcmp(*path, everywhere[i]) == 0)
            return true;
    return false;
}

/* Reads what other servers added to the house's log, before this server adds something. */
static bool writes_house(const struct route *route)
{
    return route->access == ACCESS_ADMIN || route->handle == me_delete ||
           route->handle == game_report_person;
}

static void answer(struct server *server, net_id connection, const struct net_request *request)
{
    struct call call = { .server = server, .connection = connection, .request = request };
    bool is_known;
    call.route = find_route(&call, &is_known);
    if (call.route == NULL) {
        if (is_known && is_preflight(&call))
            respond_preflight(&call);
        else if (is_known)
            call_refuse(&call, "wrong_method", NULL);
        else if (!is_write(request) && !is_api_path(request->path) && pages != NULL) {
            if (!redirect_to_code(&call) && !redirect_to_owner(&call) && !server_awaits(server))
                serve_page(&call);
        } else if (is_preflight(&call))
            respond_preflight(&call);
        else
            call_refuse(&call, "not_found", NULL);
    } else if (call.server->is_draining && is_write(request))
        call_refuse(&call, "restarting", NULL);
    else {
        call.server->cannot_read = call.server->is_out_of_order = call.server->is_elsewhere = false;
        identity_of(call.server, request, &call.identity);
        const char *refusal = is_write(request) && !origin_is_allowed(call.server, request)
                                  ? "wrong_origin"
                                  : check_access(&call);
        if (refusal == NULL && !call.is_answered && writes_house(call.route)) {
            house_load(server);
            house_follow(server);
        }
        if (server_awaits(server) || call.is_answered)
            ;
        else if (call.server->cannot_read || call.server->is_out_of_order ||
                 call.server->is_elsewhere)
            call_refuse(&call, absence_code(call.server), NULL);
        else if (refusal != NULL)
            call_refuse(&call, refusal, NULL);
        else if (refuse_banned(&call))
            ;
        else
            call.route->handle(&call);
    }
}

void api_answer(struct server *server, net_id connection, const struct net_request *request)
{
    answer(server, connection, request);
    if (server_awaits(server))
        parking_add(server, connection, request);
    server->asking = (struct asking){ 0 };
    server_rest(server);
}

void server_request(void *owner, net_id connection, const struct net_request *request)
{
    struct server *server = owner;
    struct net_request here = *request;
    struct call call = { .server = server, .connection = connection, .request = request };
    server->asking = (struct asking){ 0 };
    if (find_place(server, &here.path))
        api_answer(server, connection, &here);
    else if (strcmp(request->path, server->config->base_path) == 0 && !is_write(request))
        redirect(&call, 308, "/");
    else
        call_refuse(&call, "not_found", NULL);
}
