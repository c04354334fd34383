/* The interface of a game: one const struct of tables and pure functions.
 *
 * A command is decided (it may refuse, may roll dice, emits events); events are applied (they never
 * refuse, never roll). The room, the API, the leak test, the bots, the replay, the lobby form and the
 * documents are derived from what is here. games/coinflip is the smallest complete example. */
#ifndef PARLOUR_GAME_H
#define PARLOUR_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/rng.h"

enum {
    GAME_SEATS_MAX = 20,
    GAME_ARGS_MAX = 8,
    GAME_SET_WORDS = 4, /* a wide set has so many words of 64 bits */
    GAME_ARG_WORDS = GAME_ARGS_MAX + GAME_SET_WORDS - 1,
    GAME_EVENTS_MAX = 128,
    GAME_OPTIONS_MAX = 32,
    GAME_SIDES_MAX = 4,
    GAME_STATE_MAX = 96 * 1024,
    GAME_VIEW_MAX = 64 * 1024,
    GAME_TEXT_MAX = 1000, /* bytes of a message's text, without its NUL */
    GAME_REFUSAL_MAX = 40,
    GAME_WARNINGS_MAX = 16,
};

/* Actors and viewers without a chair. A spectator views as SEAT_PUBLIC. */
enum { SEAT_PUBLIC = -1, SEAT_NARRATOR = 30, SEAT_CLOCK = 31 };

typedef uint32_t seat_set; /* bit n is seat n; bit 30 the narrator, bit 31 the public */
#define SEATS_ALL  ((seat_set)~0u)
#define SEATS_NONE ((seat_set)0)

static inline seat_set seat_bit(int seat)
{
    return (seat_set)1 << (seat == SEAT_PUBLIC ? 31 : seat);
}

static inline bool seat_in(seat_set set, int seat)
{
    return (set & seat_bit(seat)) != 0;
}

/* Every game's first two commands; sent by SEAT_CLOCK, never by a player. */
enum { COMMAND_START, COMMAND_TIMEOUT, COMMAND_FIRST };

struct game_setup {
    int seat_count;
    int64_t option[GAME_OPTIONS_MAX]; /* in the order of the game's option table */
    int8_t side[GAME_SEATS_MAX];      /* index into the game's sides; 0 where it has none */
    int8_t host; /* seat of the host when the game began, -1 if they hold none */
};

struct game_command {
    uint16_t kind; /* index into the game's command table */
    int8_t seat;
    int64_t arg[GAME_ARG_WORDS]; /* one each, then the further words of a wide set */
    const char *text; /* of the ARG_TEXT argument, or NULL; borrowed until decide returns */
};

struct game_event {
    uint16_t kind; /* index into the game's event table */
    seat_set told; /* the seats that learn the secret arguments too; SEATS_ALL: none is secret */
    int64_t arg[GAME_ARG_WORDS]; /* as in a command */
    const char *text;            /* borrowed until apply returns; a state that needs it copies it */
};

struct game_outcome {
    int reason;                    /* index into the game's reasons */
    seat_set winners;              /* may be empty: nobody wins, or a draw */
    int64_t score[GAME_SEATS_MAX]; /* what the set's score table adds */
    int8_t point[GAME_SEATS_MAX];  /* the reason: from 1 on one of the game's points; 0: none */
};

/* A reason to score. The leaderboard counts each reason under the name that stands here. */
struct game_point {
    const char *reason, *total;
};

enum refusal {
    ACCEPTED,
    REFUSED_WRONG_PHASE,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_BAD_TARGET,
    REFUSED_BAD_OPTION,
    REFUSED_NOT_NOW, /* the answer wherever a more precise one would tell a secret */
};

/* What a message is called and what its arguments mean. `secret` arguments reach only the seats told; an
 * `announced` event tells everybody else that it happened. Zero means hidden.
 *
 * On the wire an argument is a JSON member of its name:
 *   ARG_INT     a number in [min, max]; both 0: any that a reader with doubles holds exactly
 *   ARG_BOOL    true or false
 *   ARG_SEAT    a number; with min -1 also null, nobody, which is -1
 *   ARG_SEATS   an array of numbers; a bit set
 *   ARG_NAME    one of `names`, from number `min` on
 *   ARG_NAMES   an array of them; a bit set. One of more than 64 names is wide, at most one in a message, and
 *               its further words stand behind all arguments, from arg[GAME_ARGS_MAX] on
 *   ARG_TIME    milliseconds
 *   ARG_FIELD   {"x","y"}, each in [min, max]; both 0: up to 15
 *   ARG_FIELDS  an array of up to 7 such, in order
 *   ARG_SET     an array of integers in [min, max], max at most 62; a bit set
 *   ARG_WORD    up to 8 letters or digits
 *   ARG_ID      a public id; with min -1 also null, nothing, which is 0
 *   ARG_TEXT    free text of up to `max` bytes, 0: GAME_TEXT_MAX; at most one in a message, in its `text`
 * Bit sets are written in ascending order and read in any, without repeats. An `optional` argument that
 * equals `preset` is left out; left out, it is `preset`. */
enum arg_type {
    ARG_NONE,
    ARG_INT,
    ARG_BOOL,
    ARG_SEAT,
    ARG_SEATS,
    ARG_NAME,
    ARG_NAMES,
    ARG_TIME,
    ARG_FIELD,
    ARG_FIELDS,
    ARG_SET,
    ARG_WORD,
    ARG_ID,
    ARG_TEXT,
    ARG_OTHER, /* read by the owner of the table, so its value here is 0; `min` says which kind it is */
};

struct game_arg {
    const char *name;
    enum arg_type type;
    bool secret;
    bool optional;
    const char *const *names; /* NULL-terminated */
    int64_t min, max, preset;
};

struct game_message {
    const char *name;
    bool announced;
    bool is_message; /* only the room's events: viewers also get it as a message of its own */
    bool is_talk;    /* such a message; if nothing else happened, viewers get no other one */
    struct game_arg args[GAME_ARGS_MAX]; /* ends at ARG_NONE */
};

struct game_option {
    struct game_arg arg;
    int64_t preset;
    bool locked; /* chosen when the room is made, not changed afterwards */
};

/* A role for the catalogue and the role sheet. The page has its own words in three languages; this one is
 * for programs. */
struct game_role {
    const char *id, *team;
    int wake_order; /* place in the night, from 1; 0: does not wake */
    const char *description;
    const char *edition; /* the edition that it belongs to, if the game has several; NULL: none */
};

/* One of the game's lines, for a bot to say aloud at the table, and of whom. */
struct game_remark {
    const char *line; /* out of the game's `lines` */
    seat_set about;
};
enum { GAME_REMARKS_MAX = 8, GAME_LINE_MAX = 24 };

/* Hints about a set-up, shown where people choose it. They are not errors. */
struct game_advice {
    int count;
    const char *warning[GAME_WARNINGS_MAX]; /* stable words */
    bool has_balance;
    int balance; /* which team the set-up favours: above 0 the good one, below 0 the other */
};

/* Facts about a game that the room knows and the game itself does not. */
struct game_facts {
    const char *const *name; /* of each seat */
    const int64_t *option;
    int64_t started_ms; /* wall clock */
    int number;         /* in its set of games, from 1 */
};

/* A file of the game for other programs, made from what a viewer may know and from struct game_facts.
 * `write` returns the length without the NUL, 0 if there is nothing to write or it does not fit. */
struct game_export {
    const char *extension, *content_type;
    size_t (*write)(const void *view, const struct game_facts *facts, void *memory,
                    size_t memory_size, char *out, size_t size);
};
enum { EXPORT_MEMORY_SIZE = 1024 * 1024 };

/* One decision in progress: all that `decide` may know of the outside world, and the events so far. */
struct game_turn {
    const struct game *game;
    const void *state; /* includes every event emitted so far */
    void *draft;       /* the same memory; written by game_emit() only */
    int64_t now_ms;    /* the game's clock: stands still while the room is paused */
    seat_set present;  /* seats whose players are here; SEATS_NONE if the caller does not know */
    struct rng *rng; /* seeded from the game's secret, the seats' nonces and the sequence number */
    const char *why; /* the reason given to game_refuse() */
    int event_count;
    struct game_event event[GAME_EVENTS_MAX];
};

/* What a bot has besides its view. `memory` is scratch memory that lasts from one move to the next of any bot
 * on the same worker; it may hold a table of another game, or zeros. */
struct game_bot {
    int seat;
    int strength; /* 0 plays at random … BOT_STRENGTH_MAX as well as it can */
    struct rng *rng;
    void *memory;
    size_t memory_size;
};
enum { BOT_STRENGTH_MAX = 4, BOT_MEMORY_SIZE = 32 * 1024 * 1024 };

struct game {
    const char *id;
    int rules_version; /* raise it when the same seed and commands would give other events */
    int rules_oldest; /* logs of games by these rules still replay to the same state; 0: only the present */
    int seats_min, seats_max;
    size_t state_size, view_size;
    const struct game_option *options;            /* end with an empty entry; NULL: none */
    const struct game_message *commands, *events; /* end with an empty entry */
    const char *const *reasons;                   /* how a game can end, NULL-terminated */

    /* All fields that follow are optional. */
    bool is_hidden; /* built and tested, not offered to players */
    /* One seat per side. It begins as soon as all are taken, waits for a player who is away (unless the room
     * is set otherwise), and the room ends with it. */
    bool is_duel;
    bool swaps_sides;         /* a rematch turns the sides round */
    bool can_undo;            /* the narrator may rewind to any earlier event */
    bool has_narrator;        /* somebody without a seat runs the game (views as SEAT_NARRATOR) */
    bool bot_is_slow;         /* bots think off the main loop */
    const char *const *sides; /* roles or teams chosen in the lobby; NULL: none */
    const struct game_export *exports; /* end with an empty entry; NULL: none */
    bool (*role)(int index,
                 struct game_role *role); /* the one at `index`; false: there are no more */
    /* Reference data for the narrator, such as characters that the game has no rules for: members of an
     * object, sent only to a client that asks for it. */
    void (*reference)(struct json *out);
    /* An event in the words of the game's specification, for programs that know those: its type (NULL: none)
     * and further members of its payload. It is given what a viewer was told, and nothing else. */
    const char *(*specified)(const struct json_doc *told, uint32_t event, struct json *payload);
    const struct game_point *points; /* end with an empty entry; NULL: none */
    const char *const *channels;     /* private chat channels besides "table", NULL-terminated */
    int frame_bucket; /* messages to players are padded to a multiple of this; 0: no padding */
    /* How much longer a message about moves can be for a player than for a spectator: all of a batch are
     * padded to one length, which the spectator's and this make up. 0: they are padded like the others.
     * Some tables have more secrets: how many bytes more, by what the public sees; NULL: none has. */
    int frame_secret;
    int (*frame_secret_more)(const void *public_view);

    /* Whether a game can begin with this set-up; if not, names the rule that forbids it. */
    enum refusal (*check)(const struct game_setup *setup, const char **why);
    /* Fills in options that depend on the number of seats; called with the presets filled in already. */
    void (*suggest)(int seat_count, int64_t option[GAME_OPTIONS_MAX]);
    void (*advise)(const struct game_setup *setup, struct game_advice *advice); /* comes zeroed */

    /* Required. */
    void (*init)(void *state, const struct game_setup *setup); /* state comes zeroed */
    enum refusal (*decide)(struct game_turn *turn, const struct game_command *command);
    void (*apply)(void *state, const struct game_event *event);
    void (*view)(const void *state, int viewer, void *view); /* view comes zeroed */
    void (*encode)(const void *view, struct json *out);      /* members of the caller's object */
    bool (*outcome)(const void *state, struct game_outcome *outcome); /* false while in play */

    /* Optional. */
    int64_t (*deadline)(const void *state); /* game clock; 0: none */
    bool (*bot)(const void *view, const struct game_bot *bot, struct game_command *command);
    seat_set (*awaited)(const void *state);            /* whose move it is; public */
    seat_set (*hears)(const void *state, int channel); /* channel 0 is the table */
    seat_set (*speaks)(const void *state, int channel);
    /* Table talk of bots: what the player of `seat` could say now, the best first; returns how many. It is
     * given the public's view, not the seat's, so it can tell only public facts, and all roles talk alike.
     * `moment` rises whenever something new has happened that is worth talking about. */
    int (*remarks)(const void *public_view, int seat, int64_t *moment,
                   struct game_remark out[GAME_REMARKS_MAX]);
    const char *const *lines; /* NULL-terminated; the pages have the words */
    /* How many seats the largest team holds, where teams are not the sides. One team's votes alone void no
     * game, so this number must be public. */
    int (*team_seats)(const void *state);
    /* Adds members to the message of the game's end, from the public's view; it names the winners already. */
    void (*encode_end)(const void *view, struct json *out);
};

extern const struct game *const games[]; /* registry.c, NULL-terminated */
const struct game *game_find(const char *id);

/* The seats whose players are here; all seats if the caller does not know. */
static inline seat_set game_present(const struct game_turn *turn)
{
    return turn->present ? turn->present : SEATS_ALL;
}

/* Records and applies. */
void game_emit(struct game_turn *turn, struct game_event event);

/* Refuses and says why in a stable word of the game ("field_is_wet"), which must tell no secret. */
enum refusal game_refuse(struct game_turn *turn, enum refusal refusal, const char *why);

/* Decides `command` on `draft`, a copy of the state of `game->state_size` bytes. ACCEPTED: the draft is
 * the new state and turn->event holds what happened. Otherwise the draft is as it was. turn->present is the
 * caller's to fill in before; all else of the turn is filled in here.
 *
 * Refuses commands that are wrong in every game, so that `decide` need not check them: unknown commands,
 * arguments that do not fit their table (a seat is only known to be below GAME_SEATS_MAX), start and timeout
 * from anybody but the clock, and all commands after the end. */
enum refusal game_decide(struct game_turn *turn, const struct game *game, void *draft,
                         const struct game_command *command, int64_t now_ms, struct rng *rng);

/* Asks the bot of bot->seat what it does, on its own view; `view` is memory of game->view_size bytes. */
bool game_ask_bot(const struct game *game, const void *state, const struct game_bot *bot,
                  void *view, struct game_command *command);

/* Adds a warning. Ignores NULL, and a warning that does not fit. */
void game_warn(struct game_advice *advice, const char *warning);

const char *refusal_name(enum refusal refusal);

/* Whether `viewer` hears of the event at all, and whether with its secret arguments. */
bool game_event_reaches(const struct game *game, const struct game_event *event, int viewer);
static inline bool game_event_told(const struct game_event *event, int viewer)
{
    return seat_in(event->told, viewer);
}

int game_option_count(const struct game *game);
int game_side_count(const struct game *game);
void game_presets(const struct game *game, int seat_count, int64_t option[GAME_OPTIONS_MAX]);

/* Seats, option table, sides and check(): ACCEPTED, or REFUSED_BAD_OPTION with `*why` a stable word, one of
 * "too_few_seats", "too_many_seats", "bad_option", "bad_side", "side_is_full" or the game's own. */
enum refusal game_check(const struct game *game, const struct game_setup *setup, const char **why);

#endif
