/* The server: joins rooms, store and net. One thread runs it; time, chance, thinking, store and sockets
 * come in through seams, so that the same code runs in serve.c and in the simulator.
 *
 * The path of one command is in room_loop.c. */
#ifndef PARLOUR_SERVER_H
#define PARLOUR_SERVER_H

#include "base/arena.h"
#include "base/log.h"
#include "base/map.h"
#include "base/sha256.h"
#include "net/net.h"
#include "room/table.h"
#include "server/config.h"
#include "server/durations.h"
#include "server/house_state.h"
#include "store/store.h"

enum {
    SERVER_CID_SIZE = 49,          /* a client's command id with its NUL */
    SERVER_WAITING_MAX = 64,       /* commands that may wait for one room; half are for members */
    SERVER_FRAME_MAX = 256 * 1024, /* an answer; a message on a socket has FRAMES_MESSAGE_MAX */
    SERVER_NODES_MAX = 4096,       /* JSON values in one message */
    SERVER_SNAPSHOT_EVERY = 400,   /* batches between snapshots */
    LOAD_SLICE = 128,  /* batches of a log that is being loaded, between two looks at the sockets */
    SERVER_PLACES = 8, /* where readers of the past stopped; past.h */
    SERVER_LEADERBOARDS = 16,
    SLOT_MARKS = 3,       /* recent places of a room in memory */
    SERVER_TRIES_MAX = 3, /* how often a command is decided again after a lost race */
    SERVER_THINKERS = 2,  /* bots that think at the same time, in all rooms */
    SERVER_THINKERS_PER_ORIGIN = 1,
    SERVER_TOKEN_SIZE = 65, /* 256 bits in hexadecimal with its NUL */
};

/* Close codes of our own; the page has a screen for each. */
enum {
    CLOSE_RESTART = 1012,
    CLOSE_OVERLOAD = 1013,
    CLOSE_REPLACED = 4001,
    CLOSE_NO_SESSION = 4002,
    CLOSE_NOT_ALLOWED = 4003,
    CLOSE_NO_ROOM = 4004,
    CLOSE_KICKED = 4008,
    CLOSE_MOVED = 4009, /* the seat went to another device */
    CLOSE_ENDED = 4010,
    CLOSE_OUT_OF_ORDER = 4011, /* quarantine.h */
    CLOSE_ELSEWHERE = 4012,    /* another server has the table; the reason is its address */
};

struct server;
struct bot_answer;
struct push;

/* A bot's move being thought about, perhaps on another thread. Plain data and a copy of its view. */
struct thought {
    const struct game *game;
    int64_t room, seq, player; /* for whom; stale when the room has moved on */
    struct game_bot bot;       /* rng and memory are filled in by the thinker */
    uint8_t seed[RNG_SEED_SIZE];
    struct game_command command;
    bool acts;
    void (*done)(struct server *server, struct thought *thought); /* on the server's thread */
    _Alignas(16) unsigned char view[GAME_VIEW_MAX];
};

/* Runs the bot of `thought` with `memory`; to be called by the thinker on its own thread. */
void thought_run(struct thought *thought, void *memory, size_t memory_size);

struct server_seams {
    void *context;
    int64_t (*now_ms)(void *context);    /* wall clock, but steady while the server runs */
    int64_t (*steady_us)(void *context); /* for durations only; NULL: by now_ms */
    void (*random)(void *context, void *out, size_t size);
    void (*think)(void *context, struct thought *thought); /* calls done now or later */
    void (*push)(void *context, struct push *push);        /* the same; NULL: nothing is sent */
    const char *(*push_key)(void *context); /* for pages; NULL, also returned: nothing is sent */
    struct store *store;
    struct net *net; /* may be set after server_init, before the first event */
};

/* REPLY_OPEN: a handshake that is completed when the room it makes is on disk. */
enum reply_kind { REPLY_NONE, REPLY_SOCKET, REPLY_HTTP, REPLY_OPEN };

/* A command in a room's queue, with where to answer. */
struct task {
    struct task *next;
    int64_t player; /* 0: the clock */
    enum reply_kind reply;
    net_id connection;
    char cid[SERVER_CID_SIZE];
    char request[LOG_REQUEST_SIZE]; /* for the log */
    int tries;
    bool is_prepared; /* `command` is ready; else it is read from `text` when its turn comes */
    struct room_command command;
    bool is_operator;                /* the command is the operator's, who is no member */
    int64_t game_id;                 /* the game that it was meant for; 0: the one on the table */
    bool is_create, shows_roles;     /* what an HTTP answer shows besides success */
    uint8_t token_hash[SHA256_SIZE]; /* REPLY_OPEN: whose socket it is */
    char address[ADDRESS_TEXT_SIZE]; /* where a person's comes from; "": not known */
    char *text;
    size_t length;
    uint32_t node_count;  /* server->nodes still hold the parsed text, so many; 0: not any more */
    char short_text[512]; /* where `text` lies if it fits */
};

/* A command between its decision and the disk, with the draft that becomes the room. */
struct pending {
    struct pending *next; /* among the free ones */
    struct server *server;
    struct slot *slot;
    struct task *task;
    struct store_write write;
    struct store_score scores[GAME_SEATS_MAX]; /* of the write */
    int64_t playing[ROOM_MEMBERS_MAX];         /* of the write, too */
    int64_t running_told;                      /* what the store knows when it is done */
    int64_t written_us;                        /* when it was handed to the store */
    bool is_written; /* the store has answered; the log may be on its way */
    size_t draft_capacity;
    struct table table; /* lent to the slot */
};

struct bucket {
    int64_t refilled_ms;
    int64_t tokens_milli;
};

/* A WebSocket. */
struct client {
    net_id connection;
    int64_t player; /* 0: a table view or a guest without a session */
    struct slot *slot;
    struct client *next; /* in the slot */
    bool was_member;     /* when the room last changed */
    int64_t watcher_key; /* of limit_watcher(); 0: has a session */
    char address[ADDRESS_TEXT_SIZE];
    uint8_t token_hash[SHA256_SIZE];
};

/* A room in memory. */
struct slot {
    int64_t id, code;
    struct room *room; /* NULL while it is being created */
    size_t room_capacity;
    struct pending *pending;
    struct task *first, *last;
    int waiting;
    struct client *clients;
    int64_t due_ms; /* when the heap wakes it; 0: not in the heap */
    int heap_index;
    int64_t bot_due_ms, bot_move_ms; /* when a bot begins to think; when its move is made */
    struct bot_answer *answer;       /* what it will do then; NULL: it does not know yet */
    int64_t idle_since_ms, snapshot_seq, kept_until_ms;
    bool is_thinking, is_removed;
    bool is_lost;                     /* another server may have it: nothing more is decided here */
    bool waits_to_think;              /* is in server->thinkers */
    struct slot *next_thinker;        /* there */
    bool is_long;                     /* running.h: its moves take hours */
    int64_t running_told;             /* to the store, by running_write(); -1: not known */
    seat_set move_awaited, move_told; /* push.h: whose move it was last; who was told */
    int64_t move_since_ms;            /* when somebody more was awaited */
    int64_t log_bytes;                /* of the room's log, as text */
    int64_t origin;                   /* whose it is: the maker's address; 0: not known any more */
    bool is_behind;                   /* a write failed: the log may hold more than `room` */
    bool waits_for_log;               /* what the room does next is on its way from the store */
    struct task *grown;               /* room_grown() waits for it */
    int64_t retry_ms;                 /* after a failed write: when to look again; 0: all is well */
    int64_t
        credit_from_ms; /* since when no server ran or nothing was kept, until that is credited */
    struct room *mark[SLOT_MARKS]; /* newest first, room_people_size() bytes; NULL: none yet */
    struct room *ended;            /* as it was when an earlier game was over; NULL: none kept */
    size_t ended_capacity;
    int64_t away_due_ms[ROOM_MEMBERS_MAX];
    struct bucket rate[ROOM_MEMBERS_MAX];
};

/* Who has won most, as it was answered last; api_views.c. */
struct leaderboard {
    char *text;
    size_t length;
    uint64_t games_over; /* when it was made */
    int64_t made_ms;
};

/* What the first run of a request's handler took, for the next one; parking.c. */
struct asking {
    unsigned charged, charging; /* limits, by their kind: before this run, and in it */
    int64_t code, room;         /* drawn for a new room; 0: none */
};

struct metrics {
    uint64_t games_over, commands, refusals, appends_failed, rooms_loaded, rooms_created,
        rooms_adopted, rooms_removed, sessions_created, limited, bots_moved, frames, replays_failed,
        pushes_sent, pushes_failed;
};

struct server {
    struct server_seams seams;
    const struct config *config;
    struct map slots, codes, clients, buckets; /* by room id, code, connection, address */
    struct slot **heap;
    size_t heap_count, heap_capacity;
    struct pending *free_pending;
    struct task *free_tasks;
    struct snapshot_job *free_snapshots;
    struct past_job *jobs; /* reads of the past, in the order they are served */
    struct poll *polls;    /* of bridges; the longest waiting first */
    struct past *past;     /* for a reader who gets the answer at once */
    struct room *place[SERVER_PLACES];
    int next_place;
    struct leaderboard leaderboard[SERVER_LEADERBOARDS]; /* of all games, and of each */
    char *parsed_view;                                   /* in scratch: the latest; NULL: none */
    struct arena scratch;                                /* reset after every event from outside */
    struct json_node *nodes;
    char *frame, *events; /* a message being written, and the events in it */
    struct room_scratch *view;
    int64_t ahead_ms;                  /* of a wall clock that was set back since the last server */
    int64_t started_ms, down_since_ms; /* down_since_ms: when the previous server was last alive */
    int64_t swept_ms, alive_written_ms;
    struct slot *thinkers;                  /* rooms whose bots wait to think, the longest first */
    int64_t thinking_room[SERVER_THINKERS]; /* whose do; 0: nobody's */
    bool is_choosing_thinkers;
    int moving; /* games on their way to the disk, with all of their log at once */
    bool is_draining, alive_is_waiting;
    bool knows_past;    /* down_since_ms is known; a store that is away at the start cannot tell */
    bool is_full;       /* the latest write found no space */
    bool is_near_quota; /* the data file is nearly as large as it may be */
    int64_t epoch;      /* of the store, under which the rooms here were claimed */
    int64_t looked_ms, adopted_ms, housed_ms, sessions_ms;
    size_t sessions_at; /* sockets up to here were looked at in this round; ownership.c */
    int64_t resumed_ms, resume_after; /* running.h: games with long moves, up to this room */
    bool has_resumed;
    struct asking asking;                /* of the request that is handled */
    struct parked *parked, *last_parked; /* requests that wait for the store, the oldest first */
    int parked_count;
    bool has_waiting_rooms;   /* a slot may have waits_for_log */
    struct loading *loadings; /* rooms that are being built from their logs; room_load.c */
    bool awaits_room;         /* the present request waits for one of them */
    uint64_t load_slices;     /* so far; for tests */
    struct arrival *arrivals; /* games on disk whose room is being read; move.c */
    unsigned tick_awaits, tick_arrived; /* enum tick, bit by bit */
    struct push_wish *push_wishes;      /* people whose devices are being looked up */
    struct push *pushes;                /* that wait to be sent, the oldest first */
    int push_count;
    bool is_pushing;
    bool is_elsewhere;                /* the room that this request named is another server's: */
    char owner[64], owner_route[128]; /* this one's */
    bool cannot_read;     /* the store failed during this request: "not there" means nothing */
    bool is_out_of_order; /* the room that this request named is; quarantine.h */
    struct store_write alive;
    struct metrics metrics;
    struct durations durations;
    struct house house; /* house.h */
    uint8_t admin_hash[SHA256_SIZE];
    bool has_admin;
};

void server_init(struct server *server, const struct config *config,
                 const struct server_seams *seams);
void server_free(struct server *server);

/* The net's handlers; `server` is their owner. */
void server_request(void *server, net_id connection, const struct net_request *request);
void server_message(void *server, net_id connection, const char *text, size_t length);
void server_closed(void *server, net_id connection);
bool server_shares(void *server, const char *origin);

/* When server_tick() is next wanted (wall clock, ms). */
int64_t server_next_ms(const struct server *server);
void server_tick(struct server *server);
/* The process did not run from then until now: nobody's clock did either. To be called first of all. */
void server_stood_still(struct server *server, int64_t from_ms);

/* Polls the store, and goes on with all that waited for the data that has arrived. */
void server_poll(struct server *server);
/* Refuses new work, tells every client to come back, finishes pending writes. True when done. */
void server_drain(struct server *server);
bool server_is_drained(const struct server *server);

/* The rest is for the server's own files. */

static inline int64_t server_now(const struct server *server)
{
    return server->seams.now_ms(server->seams.context) + server->ahead_ms;
}

/* For durations only. */
static inline int64_t server_us(const struct server *server)
{
    const struct server_seams *seams = &server->seams;
    return seams->steady_us != NULL ? seams->steady_us(seams->context)
                                    : 1000 * seams->now_ms(seams->context);
}
int64_t server_random_id(struct server *server);

/* Whether something that was asked since the last settle is still being read; store.h. */
bool server_awaits(const struct server *server);
void server_settle(struct server *server);

/* ownership.c: with several servers on one store. */

/* Makes the room this server's. False, with is_elsewhere or cannot_read set, if it is not. `*seen_ms` is when
 * an owner that died was last alive, else 0. */
bool ownership_claim(struct server *server, int64_t room, int64_t *seen_ms);
/* Whether the rooms in memory certainly still belong to this server; if not, no newcomer may be shown one. */
bool ownership_holds(const struct server *server);
int64_t ownership_next_ms(const struct server *server); /* 0: never */
void ownership_tick(struct server *server);
/* Reads when the previous server was last alive, once the store can tell; before any room is loaded. */
void server_learn_past(struct server *server);

/* rooms.c: rooms in memory. A slot is found or loaded; NULL if there is no such room or it cannot be read. */
struct slot *slot_by_id(struct server *server, int64_t id);
struct slot *slot_by_code(struct server *server, int64_t code);
struct slot *slot_by_game(struct server *server, int64_t game_id);
struct slot *slot_create(struct server *server, int64_t id, int64_t code);
void slot_forget(struct server *server, struct slot *slot);  /* out of memory; the log stays */
void slot_wake_at(struct server *server, struct slot *slot); /* computes due_ms anew */
/* A write of this room failed. Nothing is done for it until it has been looked at again, a moment later. */
void slot_failed(struct server *server, struct slot *slot, enum error_kind result);
/* That moment is over. */
void slot_look_again(struct server *server, struct slot *slot);
/* No command is pending: forgets the slot if it is unused. */
void slot_rested(struct server *server, struct slot *slot);
/* After every event from outside: nothing of it is needed any more. */
void server_rest(struct server *server);
/* Why a room was not found: "no_room", "out_of_order" or "too_busy". */
const char *absence_code(const struct server *server);
/* Returns `found`, and remembers for this request if it is false for another reason than "not there". */
bool note_failure(struct server *server, bool found, const struct error *error);

/* room_heap.c: the slot is woken at `due_ms`; 0: not. */
void room_heap_set(struct server *server, struct slot *slot, int64_t due_ms);

/* room_load.c: rooms from the store, a slice of the log at a time. */
/* False if the room cannot be built, or not yet: then server_awaits(). */
bool slot_reload(struct server *server, struct slot *slot);
/* Begins to build the room anew, or goes on with it: slot_reload() takes it if true. */
bool slot_can_reload(struct server *server, struct slot *slot);
/* Reloads, and shows every client what it missed. */
bool slot_catch_up(struct server *server, struct slot *slot);
bool loadings_have_work(const struct server *server);
void loadings_slice(struct server *server);
void loadings_arrived(struct server *server); /* what the store was asked for */
void loadings_free(struct server *server);
/* The slot's room is as `state` from now on. It has memory for its own game, not for the largest of all. */
void slot_set_state(struct slot *slot, const struct room *state);

/* ended.c: whether that game of the room's set is over and another one was prepared since. */
bool slot_is_past(const struct slot *slot, int64_t game_id);
/* Keeps the room as it is for call_ended(); to be called before the next game is prepared. */
void slot_keep_ended(struct slot *slot, const struct room *room);

/* room_snapshot.c */
void room_snapshot_if_due(struct server *server, struct slot *slot);
void snapshots_free(struct server *server);

/* retention.c: until when a room is kept, when to look for rooms whose time is over, and their removal. */
/* `deadline_ms` is the room's. */
int64_t slot_expiry(const struct server *server, const struct room *room, int64_t deadline_ms);
int64_t rooms_sweep_ms(const struct server *server);
void rooms_sweep(struct server *server);

/* heartbeat.c: the server's sign of life in the store, and when it is due; 0: there are no rooms, or the
 * latest one is still on its way to the disk. */
int64_t heartbeat_due_ms(const struct server *server);
void heartbeat_write(struct server *server);

/* bridge.c: polls that wait for what the table view is told next. */
void bridge_note(struct server *server, const struct slot *slot); /* the room has changed */
int bridge_count(const struct server *server);                    /* of those who wait */
int64_t bridge_due_ms(const struct server *server);               /* the first of them */
void bridge_serve(struct server *server);                         /* answers whose time it is */
void bridge_drain(struct server *server);                         /* answers all */

/* past.c: reads of the log; see past.h. A place is a room as it is now, or was. */
void slot_mark(struct slot *slot, const struct room *room);
void slot_mark_if_due(struct slot *slot);
void slot_unmark(struct slot *slot);
void past_slice(struct server *server); /* serves the first in line for a moment */
void past_free(struct server *server);

/* room_append.c. What the store is told of a batch that was just closed: the turn's draft is the room after
 * it. If it has ended a game, its results are written to `scores`, memory for GAME_SEATS_MAX that lasts as
 * long as the write. */
struct store_write append_write(const struct server *server, const struct room_turn *turn,
                                const struct room_batch *batch, struct store_score *scores);

/* room_loop.c: the path of a command. The task is the loop's from here on. */
void room_submit(struct server *server, struct slot *slot, struct task *task);
/* Batches that did not pass through the loop (move.h) are in the log on disk: shows them to everybody and
 * answers the task. */
void room_grown(struct server *server, struct slot *slot, struct task *task);
/* What the slot's waits_for_log was set for may go on. */
void room_log_arrived(struct server *server, struct slot *slot);
struct task *task_new(struct server *server, int64_t player);
void task_set_text(struct task *task, const char *text, size_t length);
void task_free(struct server *server, struct task *task);
/* A command from the clock, with its only argument; 0: none. */
void room_submit_clock(struct server *server, struct slot *slot, enum room_command_kind kind,
                       int64_t argument);

/* frames.c: what goes out on a socket. */
void frame_welcome(struct server *server, struct client *client);
void frame_state(struct server *server, struct client *client, int64_t after);
/* Whether what that viewer has missed can be told at once; false while it is being read. */
bool frame_can_state(struct server *server, const struct slot *slot, int64_t player, int64_t after);
/* Tells everybody at the table of the batch. */
void frame_batch(struct server *server, struct slot *slot, const struct table *table);
void frame_ok(struct server *server, net_id connection, const char *cid);
void frame_error(struct server *server, net_id connection, const char *cid, const char *code,
                 const char *why);

/* clients.c: sockets and who is behind them. */
struct client *client_open(struct server *server, net_id connection, struct slot *slot,
                           int64_t player, int64_t after);
/* A session is over: `token_hash` is its token's. */
void clients_end_session(struct server *server, const uint8_t token_hash[SHA256_SIZE]);
/* The player's only session is that of `token_hash` now. */
void clients_end_others(struct server *server, int64_t player,
                        const uint8_t token_hash[SHA256_SIZE]);
/* Closes the sockets of everybody who is shut out by now. */
void clients_end_banned(struct server *server);
/* And the sockets of everybody who asked another server to be forgotten. */
void clients_end_forgotten(struct server *server);
void client_close(struct server *server, struct client *client, int code, const char *reason);
/* After people came and went: closes the sockets of those who are no members any more, and notices who is one
 * now. */
void clients_follow_members(struct server *server, struct slot *slot);
bool slot_has_player(const struct slot *slot, int64_t player);
/* Whether the player's next command to this room is soon enough; it is counted. */
bool may_command(struct server *server, struct slot *slot, int64_t player);
void presence_changed(struct server *server, struct slot *slot, int64_t player);
void presence_loaded(struct server *server, struct slot *slot);
void presence_due(struct server *server, struct slot *slot);
/* Tells the room again who is here and who is not. */
void presence_settle(struct server *server, struct slot *slot);
int64_t presence_next_ms(const struct slot *slot);

/* bots.c */
bool bots_are_awaited(const struct room *room); /* a bot is to act, and a person plays */
/* The room has changed: draws when the next bot moves. */
void bots_schedule(struct server *server, struct slot *slot);
/* The same where no bot is about to move. */
void bots_wake(struct server *server, struct slot *slot);
int64_t bots_next_ms(const struct slot *slot); /* when to call bots_due; 0: not yet known */
void bots_due(struct server *server, struct slot *slot);
void bots_forget(struct server *server, struct slot *slot); /* the slot is about to go */

/* limits.c: token buckets. True if one more is allowed now. */
bool bucket_take(struct bucket *bucket, int64_t now_ms, int64_t per_period, int64_t period_ms);
enum limit_kind {
    LIMIT_GUESS,
    LIMIT_KNOCK,
    LIMIT_COMMAND, /* of strangers; a member has a bucket in the slot */
    LIMIT_ROOM,
    LIMIT_SESSION,
    LIMIT_READ,
    LIMIT_ROOM_OF_DAY, /* from here on for a day */
    LIMIT_KIB_OF_DAY,
    LIMIT_PUSH_OF_DAY,
    LIMIT_GUESSER_OF_DAY,
    LIMIT_REPORT_OF_DAY,
    LIMIT_KINDS,
    LIMIT_FIRST_OF_DAY = LIMIT_ROOM_OF_DAY,
};
/* Who counts as one: an IPv4 address, or the network that an IPv6 address belongs to. */
int64_t limit_key(const char *address);
bool limit_address(struct server *server, enum limit_kind kind, const char *address);
/* By the caller's session, and by the address of those who have none. */
struct call;
bool limit_reader(struct server *server, enum limit_kind kind, const struct call *call);
/* Someone who is no member of the room commands something. */
bool limit_stranger(struct server *server, int64_t player);
/* Whether a person (0: nobody) may try a code or a word that opens something; and that it was a wrong one. */
bool limit_may_guess(struct server *server, int64_t player, const char *address);
void limit_guessed_wrong(struct server *server, int64_t player, const char *address);
/* A report of a person. */
bool limit_report(struct server *server, int64_t player);
/* A message to a person who is away. */
bool limit_push(struct server *server, int64_t player);
/* Whether there is one left; and takes thousandths of one, as many as there are. `key` is limit_key()'s. */
bool limit_address_peek(struct server *server, enum limit_kind kind, int64_t key);
void limit_spend(struct server *server, enum limit_kind kind, int64_t key, int64_t milli);
/* People without a session have half of an address's connections: the rest is for those who play there. */
bool limit_watcher(struct server *server, int64_t key);
void limit_watcher_left(struct server *server, int64_t key);
void limits_sweep(struct server *server);

/* quota.c: how much is kept. The code to refuse with, or NULL: for a new room from an address, which is
 * counted; for a new session; for a batch of a room that exists, before it is written. */
const char *quota_against_room(struct server *server, const char *address);
const char *quota_against_session(struct server *server);
const char *quota_against_report(struct server *server, int64_t player, const char *address);
const char *quota_against_batch(struct server *server, const struct slot *slot,
                                const struct room_command *command, size_t length);
/* So many bytes were added to the room's log. */
void quota_note(struct server *server, struct slot *slot, size_t length);

/* names.c: a person's name as we keep it, and a key that is equal for names that look alike. */
bool name_clean(const char *name, char *out, size_t size, int64_t *key);

/* problem.c: stable codes. */
int problem_status(const char *code);
const char *problem_title(const char *code);
void problem_respond(struct server *server, net_id connection, const char *code, const char *why);

/* api.c */
struct identity {
    int64_t player; /* 0: nobody */
    bool is_admin, is_expired;
    int64_t cookie_player; /* whom an operator's browser plays as; 0: nobody */
    char name[128];
    uint8_t token_hash[SHA256_SIZE];
};

void api_command_done(struct server *server, struct slot *slot, struct task *task);
void api_respond_text(struct server *server, net_id connection, const char *content_type,
                      const char *text, size_t length);
void api_respond_json(struct server *server, net_id connection, const struct json *out);
/* {"seq", "server_time_ms", "state": …}: what GET /api/games/{game_id} shows. */
void view_write(struct server *server, struct slot *slot, int64_t player, struct json *out);
/* {"roles": […]}: the "my_role" of every seat's view, for an operator. */
void roles_write(struct server *server, struct slot *slot, struct json *out);
bool identity_of(struct server *server, const struct net_request *request, struct identity *out);
/* Whether an operator may speak there: at the private address, or anywhere if there is none. */
bool operator_is_heard(const struct server *server, const struct net_request *request);
/* Whether a page from there may use the API, with a token. */
bool origin_is_listed(const struct server *server, const char *origin);
bool origin_is_allowed(const struct server *server, const struct net_request *request);

#endif
