/* Errors of the API: RFC 9457 problems with a stable code. One table says status and words. */
#include "server/api.h"

#include <string.h>

static const struct problem {
    const char *code;
    int status;
    const char *title;
} problems[] = {
    { "bad_json", 400, "That is not valid JSON." },
    { "bad_request", 400, "That request makes no sense." },
    { "bad_argument", 400, "An argument has a value that is not allowed." },
    { "missing_argument", 400, "An argument is missing." },
    { "unknown_argument", 400, "There is no such argument." },
    { "unknown_command", 400, "There is no such command here." },
    { "bad_name", 400, "A name has 1 to 24 visible characters." },
    { "bad_code", 400,
      "A code has 6 characters: digits but 0, 1 and 8, letters but vowels and L, Q, S, Y, Z." },
    { "bad_option", 400, "The game cannot be played with these settings." },
    { "unknown_game", 400, "There is no such game." },
    { "bad_log", 400, "That game cannot be taken over." },
    { "no_session", 401, "Say your name first." },
    { "expired_session", 401, "Your session has ended. Say your name again." },
    { "wrong_origin", 403, "This page may not do that." },
    { "not_admin", 403, "Only an operator may do that." },
    { "not_member", 403, "You are not at this table." },
    { "not_host", 403, "Only the host may do that." },
    { "not_seated", 403, "You have no seat in this game." },
    { "not_allowed", 403, "You may not do that." },
    { "kicked", 403, "The host has asked you to leave this table." },
    { "no_room", 404, "There is no such table." },
    { "not_found", 404, "There is nothing here." },
    { "wrong_method", 405, "That cannot be done here." },
    { "room_full", 409, "The table is full." },
    { "seat_taken", 409, "That seat is taken." },
    { "name_taken", 409, "Somebody at the table has that name." },
    { "code_taken", 409, "That code is in use." },
    { "moved_already", 409, "That game is at a table here already." },
    { "spectators_full", 409, "No more spectators are admitted." },
    { "too_few_players", 409, "There are too few players for this game." },
    { "game_is_over", 409, "That game is over. The table plays another one by now." },
    { "wrong_phase", 409, "That is not possible now." },
    { "not_your_turn", 409, "It is not your turn." },
    { "bad_target", 409, "That cannot be chosen." },
    { "not_now", 409, "That is not allowed now." },
    { "paused", 409, "The game is paused." },
    { "too_soon", 409, "It is too soon for that." },
    { "closed", 410, "This table is closed." },
    { "too_large", 413, "That is too long." },
    { "too_many_requests", 429, "That was too fast. Wait a moment." },
    { "internal", 500, "Something went wrong here." },
    { "too_busy", 503, "Too much is going on. Try again in a moment." },
    { "out_of_order", 503,
      "This table is out of order. Its log is kept; ask whoever runs the server." },
    { "not_saved", 503, "It could not be saved. Nothing has changed; try again." },
    { "restarting", 503, "The server is restarting. Try again in a moment." },
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

void problem_respond(struct server *server, net_id connection, const char *code, const char *why)
{
    struct net *net = server->seams.net;
    char body[512];
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
    bool waits = problem_status(code) == 429 || problem_status(code) == 503;
    net->ops->respond(
        net, connection,
        &(struct net_response){ .status = problem_status(code),
                                .content_type = "application/problem+json",
                                .body = body,
                                .length = out.length,
                                .headers = waits ? "Retry-After: 2\r\nCache-Control: no-store\r\n"
                                                 : "Cache-Control: no-store\r\n" });
}

void problems_write(struct json *out)
{
    json_array(out, NULL);
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        json_object(out, NULL);
        json_text(out, "code", problems[i].code);
        json_int(out, "status", problems[i].status);
        json_text(out, "title", problems[i].title);
        json_end(out);
    }
    json_end(out);
}
