/* One simulated evening: the real server, rooms and SQLite store, and around them a virtual clock, a disk
 * and a net in memory, and people who play. All chance comes from one seed, so that an evening can be
 * repeated bit by bit.
 *
 *   simulation.c  the command line; goes through the seeds                       (start here)
 *   world.c       the loop of virtual time, the server's life, what goes wrong when
 *   wires.c       the net: connections that delay, stall and break
 *   people.c      clients that play by what they are shown and ask again until they are answered
 *   judge.c       reads the log and compares it with what people were told
 *   variants.c    servers that are wrong on purpose
 *   disk.c        the disk */
#ifndef PARLOUR_SIMULATION_WORLD_H
#define PARLOUR_SIMULATION_WORLD_H

#include "server/server.h"

enum {
    TABLES_MAX = 2,
    PEOPLE_MAX = 16,
    WIRES_MAX = 256,
    DOWNTIMES_MAX = 64,
    TOKEN_SIZE = SERVER_TOKEN_SIZE,
    COMMAND_TEXT_MAX = 8 * 1024,
};

enum variant {
    VARIANT_RIGHT,
    VARIANT_NORMAL,       /* synchronous=NORMAL */
    VARIANT_EARLY_ACK,    /* says "on disk" before it is */
    VARIANT_BLIND_ACK,    /* says "on disk" although the disk said no */
    VARIANT_NO_CID,       /* forgets which commands it has done */
    VARIANT_NO_DIRECTORY, /* never syncs the directory */
    VARIANT_DOUBLED_MOVE, /* does a move again that was sent again */
    VARIANT_LOST_MOVE,    /* says "on disk" of a move that it never took */
    VARIANT_COUNT,
};
extern const char *const variant_names[VARIANT_COUNT];

/* --- wires --- */

enum parcel_kind { PARCEL_REQUEST, PARCEL_RESPONSE, PARCEL_TEXT, PARCEL_CLOSE };

struct parcel {
    struct parcel *next;
    enum parcel_kind kind;
    int64_t due_ms;
    int status; /* of a response or a close */
    size_t length;
    char text[];
};

struct lane {
    struct parcel *first, *last;
    int64_t latest_ms; /* what is sent later comes later */
};

/* A connection, until both ends know that it is over. */
struct wire {
    net_id id; /* 0: a free entry */
    int person;
    bool is_socket, is_accepted;
    bool is_over_for_person, is_over_for_server;
    int64_t tells_person_ms, tells_server_ms; /* of a break; 0: whole */
    int64_t breaks_ms;                        /* when it is going to; 0: never */
    struct lane up, down;
};

/* --- people --- */

/* A state that somebody was shown, at a point of their own sequence. */
struct sight {
    int64_t seq;
    uint64_t hash;
    bool is_whole; /* the room's state; else the part that a game's events change */
    bool is_member, is_found;
};

enum fate { FATE_OPEN, FATE_DONE, FATE_REFUSED };

struct wish {
    char cid[SERVER_CID_SIZE];
    char mark[24]; /* a text that stands in the log as often as the command was done; "": none */
    bool is_move;  /* a command of the game's: it is in the log by its cid */
    enum fate fate;
};

struct person {
    int index, table;
    bool is_host;
    int64_t player;
    char name[24], token[TOKEN_SIZE];
    net_id wire; /* the socket or request in use; 0: none */
    int64_t acts_ms;
    /* What the screen shows. */
    bool has_state, is_fresh, is_member;
    int64_t seq;
    char *state, *game; /* JSON, COMMAND texts of the latest state */
    size_t state_length, game_length;
    /* The command that waits for its answer. */
    bool is_waiting, is_sent;
    int64_t patience_ms;
    char text[COMMAND_TEXT_MAX];
    /* The records that the judge reads. */
    struct wish *wish;
    int wish_count, wish_capacity;
    struct sight *sight;
    int sight_count, sight_capacity;
    int answered_calm; /* answers got since the trouble ended */
    int chat_count;
};

struct table_of_people {
    const struct game *game;
    int seats;
    bool has_bots, is_made;
    int64_t room;
    char code[CODE_TEXT_SIZE];
    int64_t seq_at_calm;
};

struct downtime {
    int64_t from_ms, to_ms; /* by the server's clock */
};

struct world {
    struct rng rng;
    uint64_t seed;
    enum variant variant;
    const struct game *only_game;
    bool is_verbose;

    int64_t now_ms;       /* true time */
    int64_t wall_skew_ms; /* what the server's wall clock is wrong by */
    struct config config;
    struct server server;
    struct store *store;
    struct net net;
    bool is_up, is_calm;
    int64_t frozen_until_ms;                 /* the machine stands still: the server does nothing */
    int64_t polls_ms, starts_ms, trouble_ms; /* when next; 0: not planned */
    int64_t mends_ms;
    int64_t evening_ms;
    int think_ms;
    int64_t down_from_ms;
    struct downtime downtime[DOWNTIMES_MAX];
    int downtime_count;

    struct wire wire[WIRES_MAX];
    net_id last_wire;
    int latency_ms;       /* most of a parcel */
    int64_t wire_life_ms; /* mean until a connection breaks; 0: for ever */

    struct table_of_people table[TABLES_MAX];
    int table_count;
    struct person person[PEOPLE_MAX];
    int person_count;

    int restarts, cuts, commands_done, moves_done, games_begun, games_ended, doubled_cids;
    int moves_matched; /* with the log, by the judge; each as often as it looked */
    bool has_failed;
    char failure[400];
};

static inline int64_t below(struct world *world, int64_t n)
{
    return n <= 0 ? 0 : (int64_t)rng_below(&world->rng, (uint64_t)n);
}

/* The first failure is kept. Always false. */
bool world_fail(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Plays one evening. False: world->failure says what went wrong. `world` is zeroed but for seed, variant,
 * only_game and is_verbose; world_free() afterwards. */
bool world_play(struct world *world);
void world_free(struct world *world);

/* wires.c */
extern const struct net_ops wires_ops;
struct wire *wire_open(struct world *world, int person, bool is_socket);
struct wire *wire_find(struct world *world, net_id id);
void wire_send_up(struct world *world, struct wire *wire, enum parcel_kind kind, const char *text,
                  size_t length);
void wire_hang_up(struct world *world, struct wire *wire); /* by the person */
void wires_break(struct world *world, struct wire *wire);
void wires_server_gone(struct world *world);
int64_t wires_next_ms(const struct world *world); /* INT64_MAX: nothing on its way */
void wires_step(struct world *world);
void wires_free(struct world *world);

/* people.c */
void people_arrive(struct world *world);
void people_request(const struct person *person, const struct table_of_people *table,
                    struct net_request *request, char scratch[512]);
void person_receives(struct world *world, struct person *person, struct wire *wire,
                     const struct parcel *parcel);
void person_loses(struct world *world, struct person *person, net_id wire);
int64_t people_next_ms(const struct world *world);
void people_step(struct world *world);
void people_free(struct world *world);
uint64_t text_hash(const char *text, size_t length, uint64_t hash);

/* judge.c: with the server down and the store open. */
bool judge_log(struct world *world);    /* chains whole, commands exactly once */
bool judge_sights(struct world *world); /* what was seen, and the clocks */

/* variants.c */
void variant_wrap_store(enum variant variant, struct store *store,
                        const struct store_config *config);
/* The text of a command on its way. */
void variant_wrap_text(struct world *world, const struct person *person, char *text, size_t size);
/* A person's command arrives. True: the server never gets it. */
bool variant_takes_away(struct world *world, const struct person *person, net_id wire);

#endif
