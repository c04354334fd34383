/* The HTTP API: one table of routes. OpenAPI, the identity matrix and the documents are made from it. */
#ifndef PARLOUR_API_H
#define PARLOUR_API_H

#include "net/static.h"
#include "server/server.h"

/* Who may call. If the path names a room or game, a stranger gets the same answer as for one that does not
 * exist. */
enum access {
    ACCESS_PUBLIC,  /* anybody */
    ACCESS_SESSION, /* somebody with a session */
    ACCESS_MEMBER,  /* a member of the room that the path names */
    ACCESS_SELF,    /* a member, if the path names them */
    ACCESS_ADMIN,   /* an operator */
    ACCESS_MEMBER_OR_ADMIN,
};

struct call {
    struct server *server;
    net_id connection;
    const struct net_request *request;
    const struct route *route;
    struct identity identity;
    char param[2][64]; /* the {…} of the path, in order */
    struct slot *slot; /* of the room or game that the path names */
    int64_t game_id;   /* of the path; 0: it names none */
    struct slot
        ended; /* what `slot` points to if that game is over: the room as it was at its end */
    bool is_answered; /* or will be, when the data that it needs has arrived */
};

/* ended.c: the call's room as it was at the end of that game, borrowed until the next call. NULL: the call is
 * refused (with `absent` if there is none), or is handled once more from the beginning when the log has been
 * read. */
const struct room *call_ended(struct call *call, int64_t game_id, const char *absent);

struct route {
    const char *method, *path;
    enum access access;
    void (*handle)(struct call *call);
    const char
        *command; /* the command it ends in, or the member of the game's view that it shows */
    const char *summary;
    const char *request, *response; /* schemas in openapi.c; NULL: no body */
    int status;                     /* of success; 0: 200 */
};
extern const struct route routes[]; /* ends with an empty entry */

void call_refuse(struct call *call, const char *code, const char *why);
/* Answers about a game with secrets are padded like messages on sockets. */
void call_respond_json(struct call *call, int status, struct json *out);
void call_respond_text(struct call *call, const char *content_type, const char *text,
                       size_t length);
/* A writer on the server's frame buffer. */
void call_json(struct call *call, struct json *out);
bool query_int(const char *query, const char *name, int64_t *out);
bool query_has(const char *query, const char *name);
bool query_text(const char *query, const char *name, char *out, size_t size);
/* The same with its escapes (%C3%A9, +) resolved. */
bool query_words(const char *query, const char *name, char *out, size_t size);

/* The body as an object; false after having refused it. An empty body is {}. */
bool call_body(struct call *call, struct json_doc *doc);

/* Handlers, by file. */
void session_create(struct call *call); /* api_session.c */
void session_show(struct call *call);
void session_rotate(struct call *call);
void session_end(struct call *call);
/* Says that the session is over, and takes the cookie away. */
void session_respond_ended(struct server *server, net_id connection);

void catalog_show(struct call *call); /* api_views.c */

void game_create(struct call *call); /* api_games.c: what changes a room */
void game_command(struct call *call);
void game_join(struct call *call);
void room_join(struct call *call);
void game_action(struct call *call);
int64_t free_code(struct server *server);
/* A socket asks for a code that no table has: makes the table, and opens the socket when the table is on
 * disk. Returns NULL, or the code of a refusal. */
const char *room_create_at_door(struct call *call, int64_t code);

void game_move_in(struct call *call); /* api_move.c: games that come from a device, or go there */
void game_log(struct call *call);
/* The code of the refusal to give the caller the log, or to take it back; NULL if it is allowed. */
const char *log_against(const struct call *call);

void game_move_back(struct call *call); /* api_return.c */

void room_show(struct call *call); /* api_views.c: what is read */
void table_events(struct call *call);
/* A page of what the table view was told; the call names its room. */
void table_history(struct call *call);
/* A number of the query, its preset where there is none; false after having refused another word. */
bool call_number(struct call *call, const char *name, int64_t least, int64_t most, int64_t *number);
void bridge_show(struct call *call); /* bridge.c */
/* The slot of the code in the path, for callers who need no session; NULL after having refused. Counts wrong
 * guesses. */
struct slot *slot_of_guess(struct call *call);
void game_show(struct call *call);
void game_players(struct call *call);
void game_scores(struct call *call);
void game_part(struct call *call);
void game_everything(struct call *call);
void game_chat(struct call *call);
void game_events(struct call *call);
void game_actions(struct call *call);
void game_export(struct call *call);
void leaderboard_show(struct call *call);
void player_history(struct call *call);

void health_show(struct call *call); /* api_ops.c: for operators */
void ready_show(struct call *call);
void metrics_show(struct call *call);
void version_show(struct call *call);
void admin_rooms(struct call *call);
void admin_room(struct call *call);
void admin_close(struct call *call);
void admin_roles(struct call *call);

void admin_house(struct call *call); /* api_house.c: the operator's desk */
void admin_people(struct call *call);
void admin_reports(struct call *call);
void admin_close_report(struct call *call);
void admin_audit(struct call *call);
void admin_bans(struct call *call);
void admin_ban(struct call *call);
void admin_unban(struct call *call);
void admin_read_only(struct call *call);
void admin_tables_max(struct call *call);
void admin_filters(struct call *call);
void admin_message(struct call *call);

void me_export(struct call *call); /* api_people.c: what people may ask for themselves */
void me_delete(struct call *call);
void privacy_show(struct call *call);
void game_report_person(struct call *call);

void my_games(struct call *call); /* api_running.c */
void push_show(struct call *call);
void push_subscribe(struct call *call);
void push_unsubscribe(struct call *call);

void game_report(struct call *call); /* api_results.c: results to take home */
void shared_report(struct call *call);
void evening_export(struct call *call);
/* The finished game that the path's link opens to strangers; NULL after having refused. */
const struct room *shared_room(struct call *call);
void shared_events(struct call *call); /* api_views.c */

void game_proof(struct call *call); /* api_proof.c */

void avatar_show(struct call *call); /* api_avatar.c */

void openapi_show(struct call *call); /* openapi.c */
bool openapi_write(struct json *out, const char *base_path);

void problems_write(struct json *out); /* problem.c */

void socket_open(struct call *call); /* socket.c */
/* The room for which a socket waits has been made, or was refused. */
void socket_made_room(struct server *server, struct slot *slot, const struct task *task);
void socket_made_nothing(struct server *server, const struct task *task, const char *code);
/* ownership.c: redirects the request to the room's owner. False if the settings have no way to do that;
 * the caller then refuses. */
bool ownership_send_on(struct call *call);
void ownership_send_socket(struct call *call);
/* Whether the room opens to this player without a chair; 0: the table view. */
bool may_watch(const struct room *room, int64_t player);
/* Whether the caller may try a code now, right or wrong; `slot` is what it led to. */
bool may_guess(const struct call *call, const struct slot *slot);

/* The pages, set where the server is put together. */
void api_serve_pages(struct static_site *site);

#endif
