/* Team chess with its Loup-Garou mode: the whole data model. The chess itself is in board.h and
 * knows nothing of this. The rules are in README.md. */
#ifndef PARLOUR_CHESS_H
#define PARLOUR_CHESS_H

#include "engine/game.h"
#include "pgn.h"

enum {
    CHESS_SEATS_MIN = 2,
    CHESS_SEATS_MAX = 12,
    CHESS_WEREWOLF_SEATS_MIN = 4,
    CHESS_TWO_WOLVES_SEATS_MIN = 6,
    CHESS_ARROWS_MAX = 8, /* per seat */
    CHESS_CLAIM_TIMEOUTS = 3,
    CHESS_TIMEOUTS_MAX = 99, /* where the counting stops */
    CHESS_TURN_SECONDS_MIN = 10,
    CHESS_FAST_MS = 60 * 1000,
    CHESS_DECISION_MS = 30 * 1000,
    CHESS_REVEAL_MS = 60 * 1000,
    CHESS_DAY_MS = 24 * 60 * 60 * 1000,
    CHESS_BANK_MAX_MS = 24 * 60 * 60 * 1000, /* where a bank stops growing */
    CHESS_KEYS_MAX = CHESS_HALFMOVES_DRAW + 1,
};

enum chess_option {
    CHESS_MODE,
    CHESS_WOLF_PER_TEAM,
    CHESS_VOTE_SECONDS,
    CHESS_TURN_SECONDS,
    CHESS_HAND_AND_BRAIN,
    CHESS_TIME_CONTROL,
    CHESS_BANK_MINUTES,
    CHESS_INCREMENT_SECONDS,
    CHESS_BANK_PER_PLAYER,
    CHESS_DAYS_PER_MOVE,
    CHESS_TEAM_VOTE,
};
enum chess_time_control { TIME_PER_MOVE, TIME_BANK, TIME_DAYS, TIME_NONE };
enum chess_mode { CHESS_CLASSIC, CHESS_WEREWOLF };
enum chess_phase {
    CHESS_STARTING,
    CHESS_PLAYING,
    CHESS_DECIDING,
    CHESS_VOTING,
    CHESS_OVER,
    CHESS_REVEALING, /* before the first turn: everybody looks at their role */
};
enum chess_team { TEAM_A, TEAM_B, TEAM_NONE }; /* A is White, B is Black */
enum chess_role { CHESS_VILLAGER, CHESS_WOLF };
enum chess_wolf_rule { WOLVES_NONE, WOLVES_ONE, WOLVES_PER_TEAM }; /* in value, how many */
enum chess_decision { DECISION_END, DECISION_ALLOW_NEXT };
enum chess_closed { CLOSED_ALL_VOTED, CLOSED_DEADLINE, CLOSED_CREATOR, CLOSED_ADMIN };
enum chess_offer { OFFER_DRAW, OFFER_TAKEBACK };
enum chess_point { POINT_FOUND_WEREWOLF, POINT_WEREWOLF_SUCCESS };

enum chess_command {
    CHESS_MOVE = COMMAND_FIRST,
    CHESS_NAME_PIECE,
    CHESS_START_FAST_MODE,
    CHESS_DECIDE_TIMEOUT,
    CHESS_CLAIM_VICTORY,
    CHESS_CLAIM_DRAW,
    CHESS_RESIGN,
    CHESS_OFFER_DRAW,
    CHESS_ACCEPT_DRAW,
    CHESS_ABORT,
    CHESS_DRAW_ARROW,
    CHESS_CLEAR_ARROWS,
    CHESS_VOTE,
    CHESS_CLOSE_VOTE,
    CHESS_ACKNOWLEDGE,
    CHESS_OFFER_TAKEBACK,
    CHESS_ACCEPT_TAKEBACK,
    CHESS_DECLINE,
    CHESS_PROPOSE,
    CHESS_SET_POSITION,
};

enum chess_event {
    CHESS_MODE_DECLARED,
    CHESS_ROLE_DEALT,
    CHESS_TURN_STARTED,
    CHESS_PIECE_NAMED,
    CHESS_MOVED,
    CHESS_FAST_MODE_STARTED,
    CHESS_TIMED_OUT,
    CHESS_TIMEOUT_DECIDED,
    CHESS_RESIGN_VOTED,
    CHESS_DRAW_VOTED,
    CHESS_DRAW_OFFERED,
    CHESS_ARROW_DRAWN,
    CHESS_ARROWS_CLEARED,
    CHESS_GAME_ENDED,
    CHESS_BALLOT_CAST,
    CHESS_VOTE_CLOSED,
    CHESS_BALLOT_REVEALED,
    CHESS_ROLES_REVEALED,
    CHESS_POINT_SCORED,
    CHESS_REVEAL_BEGAN,
    CHESS_ACKNOWLEDGED,
    CHESS_BALLOT_COUNTED,
    CHESS_CLOSE_AGREED,
    CHESS_CLOCK_SET,
    CHESS_TAKEBACK_VOTED,
    CHESS_TAKEBACK_OFFERED,
    CHESS_TAKEN_BACK,
    CHESS_DECLINE_VOTED,
    CHESS_OFFER_DECLINED,
    CHESS_MOVE_PROPOSED,
    CHESS_POSITION_SET,
};

enum chess_reason {
    CHESS_BY_CHECKMATE,
    CHESS_BY_RESIGNATION,
    CHESS_BY_TIMEOUT,
    CHESS_BY_CLAIM,
    CHESS_BY_STALEMATE,
    CHESS_BY_INSUFFICIENT_MATERIAL,
    CHESS_BY_FIFTY_MOVES,
    CHESS_BY_THREEFOLD_REPETITION,
    CHESS_BY_FIVEFOLD_REPETITION,
    CHESS_BY_AGREEMENT,
    CHESS_BY_BARE_KING,  /* time ran out on a team whose opponents could not possibly mate */
    CHESS_BY_MOVE_LIMIT, /* CHESS_PLIES_MAX */
    CHESS_BY_ABORT,
};

extern const char *const chess_mode_names[],
    *const chess_phase_names[], *const chess_team_names[],
                                    *const chess_role_names[],
                                        *const chess_wolf_rule_names[],
                                            *const chess_decision_names[],
                                                *const chess_piece_names[],
                                                    *const chess_reason_names[],
                                                        *const chess_point_names[],
                                                            *const chess_closed_names[],
                                                                *const chess_time_control_names[],
                                                                    *const chess_offer_names[];

struct chess_ply {
    chess_move move;
    int8_t seat;     /* who moved */
    int8_t brain;    /* who named the piece; -1: nobody */
    int32_t bank_ms; /* on the mover's clock before the move; 0 where there is no bank */
    char san[CHESS_SAN_SIZE];
};

/* A turn that ran out, until the next move. */
struct chess_lapse {
    int8_t seat;     /* who slept; nobody: no turn ran out */
    int8_t decision; /* of the opponents, once there is one */
    int8_t decided_by;
    bool is_decided;
};

/* Nobody, where a seat is meant, is -1. */
struct chess_state {
    int64_t deadline_ms; /* of the turn, the decision or the vote */
    int64_t turn_ms, vote_ms, increment_ms;
    int64_t bank_ms[CHESS_SEATS_MAX]; /* the time left on each clock; see chess_clock_of() */
    uint64_t key
        [CHESS_KEYS_MAX]; /* positions since the last pawn move or capture, the current one last */
    struct chess_board start, board;
    char start_fen[CHESS_FEN_SIZE]; /* of `start`, if somebody set it */
    int16_t key_count, ply_count;
    int8_t phase, mode, seat_count, creator;
    bool has_brain, wants_wolf_per_team, has_team_vote, has_bank_per_player;
    int8_t time_control;
    seat_set acknowledged; /* have looked at their role */
    int8_t fast_by;        /* who started fast mode in this turn */
    struct chess_lapse lapse;
    int8_t wolf_rule, wolf_count;  /* public: which rule applied */
    int8_t side[CHESS_SEATS_MAX];  /* enum chess_team */
    int8_t index[2];               /* of the player on move, or next to be, in the team's order */
    int8_t timeout_count[2];       /* consecutive */
    int8_t named_piece;            /* by the brain, for this turn; NO_PIECE: not yet */
    int8_t draw_offer;             /* by which team; TEAM_NONE */
    int8_t reason, winner;         /* of the chess, once it has ended */
    seat_set idle;                 /* let their last turn run out and have done nothing since */
    seat_set resign_for, draw_for; /* told to the own team */

    /* Like the draw: voices of a team, then its offer, then voices of the other team. Voices against an
     * offer are told to the own team too. A declined offer is not repeated before the own team moved. */
    int8_t takeback_offer;
    seat_set takeback_for, against[2];     /* by enum chess_offer */
    bool is_declined[2][2];                /* by enum chess_offer, by the team that offered */
    chess_move proposal[CHESS_SEATS_MAX];  /* of a team vote, told to the own team; 0: none */
    chess_move last_vote[CHESS_SEATS_MAX]; /* what each proposed when their team last moved */
    seat_set wolves;                       /* secret, written by each seat's role_dealt */
    seat_set wolves_revealed;
    bool roles_are_revealed;
    seat_set close_for;  /* who wants the vote closed; public */
    int8_t ballot_count; /* public */
    int8_t closed_by, majority;
    int8_t ballot[CHESS_SEATS_MAX], ballot_revealed[CHESS_SEATS_MAX]; /* the suspect */
    seat_set found_werewolf, werewolf_success; /* who has scored, and for what */
    int8_t arrow_count[CHESS_SEATS_MAX];
    chess_move arrow[CHESS_SEATS_MAX][CHESS_ARROWS_MAX]; /* told to the own team; from, to */
    struct chess_ply ply[CHESS_PLIES_MAX];
};

/* What a viewer may do now. */
struct chess_rights {
    bool may_move, may_name_piece, may_start_fast_mode, may_decide_timeout, may_claim_victory,
        may_claim_draw, may_abort, may_draw_arrow, may_clear_arrows, may_vote, may_close_vote;
    bool may_resign, may_unresign, may_offer_draw, may_unoffer_draw, may_accept_draw,
        may_unaccept_draw;
    bool may_acknowledge, may_propose, may_set_position, may_decline_draw, may_decline_takeback;
    bool may_offer_takeback, may_unoffer_takeback, may_accept_takeback, may_unaccept_takeback;
};

struct chess_view {
    struct chess_board start, board;
    int16_t ply_count;
    int8_t phase, mode, seat_count, creator, viewer;
    bool has_brain, has_team_vote, has_bank_per_player;
    int8_t time_control;
    int64_t turn_ms, increment_ms;
    int64_t left_ms[CHESS_SEATS_MAX]; /* on each seat's clock when its turn last began or ended */
    seat_set acknowledged;
    int8_t fast_by;
    struct chess_lapse lapse;
    int8_t wolf_rule, wolf_count;
    int8_t side[CHESS_SEATS_MAX];
    int8_t on_move, brain, next[2];
    int8_t timeout_count[2];
    int8_t repetition_count;
    int8_t draw_offer, takeback_offer, reason, winner;

    /* Of the viewer and the own team. */
    bool has_role;
    int8_t role, team, named_piece;
    seat_set resign_for, draw_for, takeback_for, against[2];
    chess_move proposal[CHESS_SEATS_MAX], last_vote[CHESS_SEATS_MAX];
    int8_t arrow_count[CHESS_SEATS_MAX];
    chess_move arrow[CHESS_SEATS_MAX][CHESS_ARROWS_MAX];

    /* The vote: live for participants, afterwards for all. */
    bool sees_ballots, roles_are_revealed;
    seat_set close_for;
    int8_t ballot_count;
    int8_t closed_by, majority; /* majority: the suspect, or nobody */
    int8_t ballot[CHESS_SEATS_MAX];
    seat_set werewolves, found_werewolf, werewolf_success;

    struct chess_rights rights;
    struct chess_ply ply[CHESS_PLIES_MAX];
};

void chess_view(const void *state, int viewer, void *view);
void chess_encode(const void *view, struct json *out);
bool chess_bot(const void *view, const struct game_bot *bot, struct game_command *command);

/* The game so far as PGN, with each move's author as its comment. `name` holds the seats' names and
 * outlives `pgn`. */
void chess_to_pgn(const struct chess_view *view, const char *const name[], struct pgn_game *pgn);
/* The position after `ply` plies; false if there were not so many. */
bool chess_board_after(const struct chess_view *view, int ply, struct chess_board *board);

/* How the game went, for the table to argue about: the score from White's side before the first
 * move and after each ply, ply_count + 1 of them, each searched to `depth`. False before the
 * game is over: an evaluation in play would help one side, and before the vote is closed it
 * would name the wolf. */
bool chess_analyse(const struct chess_view *view, int depth, void *memory, size_t memory_size,
                   int16_t score[CHESS_PLIES_MAX + 1]);

extern const struct game_export chess_exports[]; /* export.c */
extern const struct game game_chess;

#endif
