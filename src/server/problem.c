/* Errors of the API: RFC 9457 problems with a stable code. One table says status and words. */
#include "server/api.h"

#include <stdio.h>
#include <string.h>

static const struct problem {
    const char *code;
    int status;
    const char *title;
    const char *help; /* for programmers: what to do */
    int wait_s;       /* when to try again; 0: soon, if that helps at all */
} problems[] = {
    { "bad_json", 400, "That is not valid JSON.", "Send one JSON object, without a key twice." },
    { "bad_request", 400, "That request makes no sense.",
      "Look at the path and the method; a socket wants a WebSocket handshake." },
    { "bad_argument", 400, "An argument has a value that is not allowed.",
      "`why` names the argument; its table has the bounds." },
    { "missing_argument", 400, "An argument is missing.", "`why` names it." },
    { "unknown_argument", 400, "There is no such argument.", "`why` names it: leave it out." },
    { "unknown_command", 400, "There is no such command here.",
      "docs/protocol.md lists the commands of the room and of each game." },
    { "bad_name", 400, "A name has 1 to 24 visible characters.", "Ask for another name." },
    { "bad_code", 400, "A code has 6 letters and digits.", "Ask for the code again." },
    { "bad_option", 400, "The game cannot be played with these settings.",
      "`why` names the option or the rule; the catalogue has their bounds." },
    { "unknown_game", 400, "There is no such game.", "Use an id from the catalogue." },
    { "bad_log", 400, "That game cannot be taken over.",
      "The device's game is damaged or not of this version; keep it there." },
    { "no_session", 401, "Say your name first.", "`POST /api/session`, then send its token." },
    { "expired_session", 401, "Your session has ended. Say your name again.",
      "Make a new session; a transfer code or the table gives a seat back." },
    { "wrong_origin", 403, "This page may not do that.",
      "Send a token instead of the cookie, or let the operator list the origin." },
    { "not_admin", 403, "Only an operator may do that.", "Send the operator's token." },
    { "not_member", 403, "You are not at this table.", "Join first." },
    { "not_host", 403, "Only the host may do that.",
      "Ask the host; `state.people` says who it is." },
    { "not_seated", 403, "You have no seat in this game.", "Sit down between two games." },
    { "not_allowed", 403, "You may not do that.",
      "The caller may never do it; there is no use in trying again." },
    { "kicked", 403, "The host has asked you to leave this table.",
      "Only the host can let you in again." },
    { "locked", 403, "The table is locked.",
      "Send the `password` with `join` if `why` says so, or `knock`: somebody there lets you in." },
    { "banned", 403, "The operator of this server has shut you out.",
      "`why` has the operator's reason; it may end by itself." },
    { "filtered", 403, "The operator of this server does not allow these words.",
      "Say it with other words." },
    { "no_room", 404, "There is no such table.",
      "The code or id is wrong, the table is gone, or you are not at it: all look the same." },
    { "not_found", 404, "There is nothing here.",
      "There is no such path, or nothing to show there in this game." },
    { "wrong_method", 405, "That cannot be done here.", "OpenAPI lists the methods of a path." },
    { "room_full", 409, "The table is full.", "Watch, or wait for a chair." },
    { "seat_taken", 409, "That seat is taken.", "Take another seat; the state has changed since." },
    { "name_taken", 409, "Somebody at the table has that name.", "Join under another name." },
    { "face_taken", 409, "Somebody at the table has that animal.", "Choose another `animal`." },
    { "code_taken", 409, "That code is in use.", "Leave `code` out or take another." },
    { "moved_already", 409, "That game is at a table here already.",
      "Nothing to do: open that table." },
    { "spectators_full", 409, "No more spectators are admitted.", "Come back later." },
    { "too_few_players", 409, "There are too few players for this game.",
      "Wait for more, or add bots." },
    { "game_is_over", 409, "That game is over. The table plays another one by now.",
      "Use the id in `state.game_id`; the old one can still be read." },
    { "wrong_phase", 409, "That is not possible now.",
      "Look at the phase; what is possible is in `available_actions`." },
    { "not_your_turn", 409, "It is not your turn.",
      "Wait until `available_actions` is not empty." },
    { "bad_target", 409, "That cannot be chosen.",
      "Choose among the values that `available_actions` lists; `why` says what is wrong." },
    { "not_now", 409, "That is not allowed now.",
      "Something else must come first; `why` may say what." },
    { "paused", 409, "The game is paused.", "Wait for `resume`." },
    { "too_soon", 409, "It is too soon for that.", "Wait some seconds." },
    { "log_full", 409, "This table has kept as much as it may. Make another one.",
      "Talk is refused before moves are: finish the game, then make another table." },
    { "closed", 410, "This table is closed.", "The evening is over; make another table." },
    { "too_large", 413, "That is too long.", "Ask for less, or in pages." },
    { "too_many_requests", 429, "That was too fast. Wait a moment.",
      "Wait as `Retry-After` says, then send the same again." },
    { "too_many_tables", 429, "Too many tables were made from here today. Try again later.",
      "Wait as `Retry-After` says, or use a table that is there.", 600 },
    { "internal", 500, "Something went wrong here.",
      "A defect; nothing has changed. Please report it." },
    { "too_busy", 503, "Too much is going on. Try again in a moment.",
      "Wait as `Retry-After` says, then send the same with the same `cid`." },
    { "out_of_order", 503,
      "This table is out of order. Its log is kept; ask whoever runs the server.",
      "Ask whoever runs the server; other tables are fine." },
    { "elsewhere", 503, "Another server has this table. Try again in a moment.",
      "Use the address that everybody uses, or ask another server." },
    { "not_saved", 503, "It is not saved yet. Try again in a moment.",
      "Send the same with the same `cid`, until it is: it counts once, also if it was saved after "
      "all." },
    { "disk_full", 503, "There is no space left on this server. Tell whoever runs it.",
      "Nothing has changed; what is there can be read. The operator makes room.", 600 },
    { "house_full", 503, "All tables of this server are taken. Try again later.",
      "Come back when a table has been given up, or join one that is there.", 60 },
    { "read_only", 503, "Nothing new begins on this server now. Running games go on.",
      "Come back later; what runs can be played to its end." },
    { "restarting", 503, "The server is restarting. Try again in a moment.",
      "Come back in a moment and send the same with the same `cid`." },
};

static const struct problem *find(const char *code)
{
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
        if (strcmp(problems[i].code, code) == 0)
            return &problems[i];
    return NULL;
}

int problem_status(const char *code)
{
    const struct problem *problem = find(code);
    return problem == NULL ? 409 : problem->status;
}

const char *problem_title(const char *code)
{
    const struct problem *problem = find(code);
    return problem == NULL ? "That is not allowed." : problem->title;
}

static int wait_of(const char *code)
{
    const struct problem *problem = find(code);
    return problem == NULL || problem->wait_s == 0 ? 2 : problem->wait_s;
}

void problem_respond(struct server *server, net_id connection, const char *code, const char *why)
{
    struct net *net = server->seams.net;
    char body[512], headers[80] = "Cache-Control: no-store\r\n";
    struct json out;
    json_init(&out, body, sizeof body);
    json_object(&out, NULL);
    json_text(&out, "type", "about:blank");
    json_text(&out, "title", problem_title(code));
    json_int(&out, "status", problem_status(code));
    json_text(&out, "code", code);
    if (why != NULL)
        json_text(&out, "why", why);
    json_end(&out);
    if (problem_status(code) == 429 || problem_status(code) == 503)
        snprintf(headers, sizeof headers, "Retry-After: %d\r\nCache-Control: no-store\r\n",
                 wait_of(code));
    net->ops->respond(net, connection,
                      &(struct net_response){ .status = problem_status(code),
                                              .content_type = "application/problem+json",
                                              .body = body,
                                              .length = out.length,
                                              .headers = headers });
}

void problems_write(struct json *out)
{
    json_array(out, NULL);
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        json_object(out, NULL);
        json_text(out, "code", problems[i].code);
        json_int(out, "status", problems[i].status);
        json_text(out, "title", problems[i].title);
        json_text(out, "help", problems[i].help);
        json_end(out);
    }
    json_end(out);
}
