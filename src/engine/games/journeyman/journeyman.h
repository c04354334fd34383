/* Journeyman and Weather: one walks, one floods. The whole data model is on this page; the rules are in
 * README.md. */
#ifndef PARLOUR_JOURNEYMAN_H
#define PARLOUR_JOURNEYMAN_H

#include "engine/game.h"
#include "grid.h"

enum {
    JOURNEYMAN_DAYS_MAX = 365,
    JOURNEYMAN_FLOODS_MAX = 3,
    JOURNEYMAN_BUDGET_MAX = JOURNEYMAN_DAYS_MAX * JOURNEYMAN_FLOODS_MAX,
    JOURNEYMAN_TURN_SECONDS_MAX = 3600,
    JOURNEYMAN_DRIED_MAX = 4,
};

enum journeyman_side { SIDE_NONE = -1, SIDE_JOURNEYMAN, SIDE_WEATHER, SIDE_COUNT };

enum journeyman_option {
    JOURNEYMAN_WIDTH,
    JOURNEYMAN_HEIGHT,
    JOURNEYMAN_FLOODS,
    JOURNEYMAN_DAYS,
    JOURNEYMAN_FLOOD_BUDGET,
    JOURNEYMAN_TURN_SECONDS,
};

/* "phase" on the wire, and "game_status" as docs/specifications.md has it. */
enum journeyman_phase {
    JOURNEYMAN_WAITING,
    JOURNEYMAN_CONFIGURING,
    JOURNEYMAN_ACTIVE,
    JOURNEYMAN_ENDED,
};

enum journeyman_command {
    JOURNEYMAN_CONFIGURE_GRID = COMMAND_FIRST,
    JOURNEYMAN_MOVE,
    JOURNEYMAN_FLOOD,
    JOURNEYMAN_END_TURN,
};

enum journeyman_event {
    JOURNEYMAN_ROLES_FILLED,
    JOURNEYMAN_GRID_CONFIGURED,
    JOURNEYMAN_MOVE_STAGED,
    JOURNEYMAN_FLOOD_STAGED,
    JOURNEYMAN_TIME_RAN_OUT,
    JOURNEYMAN_MOVED,
    JOURNEYMAN_DRIED,
    JOURNEYMAN_NIGHT_FELL,
    JOURNEYMAN_FLOODED,
    JOURNEYMAN_DAY_BEGAN,
    JOURNEYMAN_YEAR_SURVIVED,
    JOURNEYMAN_TRAPPED,
};

enum journeyman_reason { JOURNEYMAN_BY_YEAR_SURVIVED, JOURNEYMAN_BY_TRAPPED };

extern const char *const journeyman_side_names[];
extern const char *const journeyman_phase_names[];

/* One day and its night, for the time-lapse. Fields are packed. */
struct journeyman_day {
    uint8_t position;
    uint8_t dried_count, flooded_count;
    uint8_t dried[JOURNEYMAN_DRIED_MAX];
    uint8_t flooded[JOURNEYMAN_FLOODS_MAX];
};

/* Days are told apart by the water left when they end: after Weather's turn, or after the last move. */
struct journeyman_stats {
    int16_t days_survived; /* completed moves */
    int16_t floods_used, fields_dried;
    int16_t driest_day, wettest_day; /* the first of its kind; 0: no day has ended */
    int16_t driest_count, wettest_count;
};

/* Legal choices, for the state and the view alike. */
struct journeyman_terms {
    int16_t floods, days, turn_seconds;
    int16_t flood_budget; /* 0: no limit */
};

struct journeyman_state {
    int64_t deadline_ms;
    struct journeyman_terms terms;
    struct grid grid; /* before it is configured: the size proposed by the options */
    int8_t seat_of[SIDE_COUNT];
    int8_t phase;
    int8_t to_move;
    int8_t winner; /* SIDE_NONE while in play */
    uint8_t position;
    int16_t day; /* counted from 1 */
    bool
        has_staged; /* the side to move has chosen and not ended its turn: known to its seat alone */
    uint8_t staged_position;
    int64_t staged_floods;
    struct journeyman_stats stats;
    struct journeyman_day history[JOURNEYMAN_DAYS_MAX];
};

struct journeyman_view {
    struct journeyman_terms terms;
    struct grid grid;
    int8_t own_side; /* SIDE_NONE for spectators */
    int8_t phase;
    int8_t to_move;
    int8_t winner;
    uint8_t position;
    int16_t day;
    bool has_staged; /* own choice only */
    uint8_t staged_position;
    int64_t staged_floods;
    struct journeyman_stats stats;
    struct journeyman_day history[JOURNEYMAN_DAYS_MAX]; /* empty before the end */
};

/* How many fields Weather may flood this night, by the rule and by the rest of the budget. */
int journeyman_floods_allowed(const struct journeyman_terms *terms,
                              const struct journeyman_stats *stats);

/* The day on which the trap closes when both sides play perfectly: so many days the Journeyman survives.
 * 0: not known, or never. */
int journeyman_trap_day(int width, int height, int floods);
void journeyman_advise(const struct game_setup *setup, struct game_advice *advice);

void journeyman_view(const void *state, int viewer, void *view);
void journeyman_encode(const void *view, struct json *out);
/* What the message of the end says: the figures of the game. */
void journeyman_encode_end(const void *view, struct json *out);
bool journeyman_bot(const void *view, const struct game_bot *bot, struct game_command *command);

extern const struct game game_journeyman;

#endif
