/* Team chess: its tables, and what the room asks. The struct game is at the end; start reading there. */
#include "chess.h"

#include <assert.h>

#include "rules.h"
#include "werewolf.h"

static_assert(sizeof(struct chess_state) <= GAME_STATE_MAX, "a state fits a room");
static_assert(sizeof(struct chess_view) <= GAME_VIEW_MAX, "a view fits its buffer");

const char *const chess_mode_names[] = { "classic", "werewolf", NULL };
const char *const chess_phase_names[] = { "starting", "playing", "timeout_decision",
                                          "voting",   "over",    "role_reveal",
                                          NULL };
const char *const chess_team_names[] = { "A", "B", "none", NULL };
const char *const chess_role_names[] = { "villager", "werewolf", NULL };
const char *const chess_wolf_rule_names[] = { "none", "one_wolf", "wolf_per_team", NULL };
const char *const chess_decision_names[] = { "end", "allow_next", NULL };
const char *const chess_closed_names[] = { "all_voted", "deadline", "creator", "admin", NULL };
const char *const chess_time_control_names[] = { "per_move", "bank", "days", "none", NULL };
const char *const chess_offer_names[] = { "draw", "takeback", NULL };
const char *const chess_point_names[] = { "found_werewolf", "werewolf_success", NULL };
const char *const chess_piece_names[] = {
    "pawn", "knight", "bishop", "rook", "queen", "king", NULL
};
const char *const chess_reason_names[] = {
    [CHESS_BY_CHECKMATE] = "checkmate",
    [CHESS_BY_RESIGNATION] = "resignation",
    [CHESS_BY_TIMEOUT] = "timeout",
    [CHESS_BY_CLAIM] = "claim",
    [CHESS_BY_STALEMATE] = "stalemate",
    [CHESS_BY_INSUFFICIENT_MATERIAL] = "insufficient_material",
    [CHESS_BY_FIFTY_MOVES] = "fifty_moves",
    [CHESS_BY_THREEFOLD_REPETITION] = "threefold_repetition",
    [CHESS_BY_FIVEFOLD_REPETITION] = "fivefold_repetition",
    [CHESS_BY_AGREEMENT] = "agreement",
    [CHESS_BY_BARE_KING] = "bare_king",
    [CHESS_BY_MOVE_LIMIT] = "move_limit",
    [CHESS_BY_ABORT] = "aborted",
    NULL,
};
static const struct game_role roles[] = {
    { "villager", "village", 0, "Plays for the own team." },
    { "werewolf", "werewolf", 0,
      "Wants the own team to lose without being found out. Scores if it does and no majority names "
      "a "
      "werewolf." },
    { 0 },
};

static bool chess_role(int index, struct game_role *role)
{
    *role = roles[index];
    return role->id != NULL;
}
static const char *const sides[] = { "A", "B", NULL };
static const char *const channels[] = { "team_a", "team_b", NULL };

/* What makes a werewolf game is fixed with the room, so that nobody is talked into it later. */
static const struct game_option options[] = {
    [CHESS_MODE] = { { "mode", ARG_NAME, .names = chess_mode_names }, .locked = true },
    [CHESS_WOLF_PER_TEAM] = { { "wolf_per_team", ARG_BOOL }, .locked = true },
    [CHESS_VOTE_SECONDS] = { { "vote_seconds", ARG_INT, .min = 15, .max = 600 },
                             .preset = 120,
                             .locked = true },
    /* 0 is a free game, without a clock. */
    [CHESS_TURN_SECONDS] = { { "turn_seconds", ARG_INT, .min = 0, .max = 600 }, .preset = 60 },
    [CHESS_HAND_AND_BRAIN] = { { "hand_and_brain", ARG_BOOL } },
    [CHESS_TIME_CONTROL] = { { "time_control", ARG_NAME, .names = chess_time_control_names } },
    [CHESS_BANK_MINUTES] = { { "bank_minutes", ARG_INT, .min = 1, .max = 180 }, .preset = 10 },
    [CHESS_INCREMENT_SECONDS] = { { "increment_seconds", ARG_INT, .min = 0, .max = 60 },
                                  .preset = 5 },
    [CHESS_BANK_PER_PLAYER] = { { "bank_per_player", ARG_BOOL } },
    [CHESS_DAYS_PER_MOVE] = { { "days_per_move", ARG_INT, .min = 1, .max = 14 }, .preset = 1 },
    [CHESS_TEAM_VOTE] = { { "team_vote", ARG_BOOL } },
    { 0 },
};

/* Arguments that many messages share. */
#define SEAT         "seat", ARG_SEAT
#define DEADLINE     "deadline_ms", ARG_TIME
#define AGREE        "agree", ARG_BOOL
#define SQUARE(name) name, ARG_INT, .min = 0, .max = 63

static const struct game_message commands[] = {
    [COMMAND_START] = { "start" },
    [COMMAND_TIMEOUT] = { "timeout" },
    [CHESS_MOVE] = { "move", .args = { { "uci", ARG_WORD } } },
    [CHESS_NAME_PIECE] = { "name_piece",
                           .args = { { "piece", ARG_NAME, .names = chess_piece_names } } },
    [CHESS_START_FAST_MODE] = { "fast_mode" },
    [CHESS_DECIDE_TIMEOUT] = { "timeout_decision", .args = { { "decision", ARG_NAME,
                                                               .names = chess_decision_names } } },
    [CHESS_CLAIM_VICTORY] = { "claim_victory" },
    [CHESS_CLAIM_DRAW] = { "claim_draw" },
    [CHESS_RESIGN] = { "resign", .args = { { AGREE, .optional = true, .preset = true } } },
    [CHESS_OFFER_DRAW] = { "offer_draw", .args = { { AGREE, .optional = true, .preset = true } } },
    [CHESS_ACCEPT_DRAW] = { "accept_draw",
                            .args = { { AGREE, .optional = true, .preset = true } } },
    [CHESS_ABORT] = { "abort" },
    [CHESS_DRAW_ARROW] = { "draw_arrow", .args = { { SQUARE("from") }, { SQUARE("to") } } },
    [CHESS_CLEAR_ARROWS] = { "clear_arrows" },
    [CHESS_VOTE] = { "vote", .args = { { "suspect", ARG_SEAT } } },
    [CHESS_CLOSE_VOTE] = { "close_vote" },
    [CHESS_ACKNOWLEDGE] = { "acknowledge" },
    [CHESS_OFFER_TAKEBACK] = { "offer_takeback",
                               .args = { { AGREE, .optional = true, .preset = true } } },
    [CHESS_ACCEPT_TAKEBACK] = { "accept_takeback",
                                .args = { { AGREE, .optional = true, .preset = true } } },
    [CHESS_DECLINE] = { "decline", .args = { { "offer", ARG_NAME, .names = chess_offer_names } } },
    [CHESS_PROPOSE] = { "propose", .args = { { "uci", ARG_WORD } } },
    [CHESS_SET_POSITION] = { "set_position",
                             .args = { { "fen", ARG_TEXT, .max = CHESS_FEN_SIZE - 1 } } },
    { 0 },
};

/* What a team does by itself is told to it alone, and nobody else hears that anything happened. */
static const struct game_message events[] = {
    [CHESS_MODE_DECLARED] = { "mode_declared", .announced = true,
                              .args = { { "mode", ARG_NAME, .names = chess_mode_names },
                                        { "wolf_rule", ARG_NAME, .names = chess_wolf_rule_names },
                                        { "wolf_count", ARG_INT, .min = 0, .max = 2 } } },
    [CHESS_ROLE_DEALT] = { "role_dealt", .args = { { SEAT, .secret = true },
                                                   { "role", ARG_NAME, .secret = true,
                                                     .names = chess_role_names } } },
    [CHESS_TURN_STARTED] = { "turn_started", .announced = true,
                             .args = { { SEAT }, { DEADLINE } } },
    [CHESS_PIECE_NAMED] = { "piece_named", .args = { { SEAT, .secret = true },
                                                     { "piece", ARG_NAME, .secret = true,
                                                       .names = chess_piece_names } } },
    [CHESS_MOVED] = { "moved", .announced = true,
                      .args = { { SEAT },
                                { "brain", ARG_SEAT, .min = -1 },
                                { "uci", ARG_WORD },
                                { "san", ARG_TEXT, .max = CHESS_SAN_SIZE - 1 } } },
    [CHESS_FAST_MODE_STARTED] = { "fast_mode_started", .announced = true,
                                  .args = { { SEAT }, { DEADLINE } } },
    [CHESS_TIMED_OUT] = { "timed_out", .announced = true,
                          .args = { { SEAT },
                                    { "consecutive", ARG_INT, .min = 1, .max = CHESS_TIMEOUTS_MAX },
                                    { DEADLINE } } },
    [CHESS_TIMEOUT_DECIDED] = { "timeout_decided", .announced = true,
                                .args = { { SEAT, .min = -1 },
                                          { "decision", ARG_NAME,
                                            .names = chess_decision_names } } },
    [CHESS_RESIGN_VOTED] = { "resign_voted",
                             .args = { { SEAT, .secret = true }, { AGREE, .secret = true } } },
    [CHESS_DRAW_VOTED] = { "draw_voted",
                           .args = { { SEAT, .secret = true }, { AGREE, .secret = true } } },
    [CHESS_DRAW_OFFERED] = { "draw_offered", .announced = true,
                             .args = { { "team", ARG_NAME, .names = chess_team_names } } },
    [CHESS_ARROW_DRAWN] = { "arrow_drawn", .args = { { SEAT, .secret = true },
                                                     { SQUARE("from"), .secret = true },
                                                     { SQUARE("to"), .secret = true } } },
    [CHESS_ARROWS_CLEARED] = { "arrows_cleared", .args = { { SEAT, .secret = true } } },
    [CHESS_GAME_ENDED] = { "game_ended", .announced = true,
                           .args = { { "reason", ARG_NAME, .names = chess_reason_names },
                                     { "winner", ARG_NAME, .names = chess_team_names },
                                     { DEADLINE } } },
    [CHESS_BALLOT_CAST] = { "ballot_cast", .args = { { SEAT, .secret = true },
                                                     { "suspect", ARG_SEAT, .secret = true } } },
    [CHESS_VOTE_CLOSED] = { "vote_closed", .announced = true,
                            .args = { { "by", ARG_NAME, .names = chess_closed_names },
                                      { "majority", ARG_SEAT, .min = -1 } } },
    [CHESS_BALLOT_REVEALED] = { "ballot_revealed", .announced = true,
                                .args = { { SEAT }, { "suspect", ARG_SEAT } } },
    [CHESS_ROLES_REVEALED] = { "roles_revealed", .announced = true,
                               .args = { { "werewolves", ARG_SEATS } } },
    [CHESS_POINT_SCORED] = { "point_scored", .announced = true,
                             .args = { { SEAT },
                                       { "reason", ARG_NAME, .names = chess_point_names } } },
    [CHESS_REVEAL_BEGAN] = { "reveal_began", .announced = true, .args = { { DEADLINE } } },
    [CHESS_ACKNOWLEDGED] = { "acknowledged", .announced = true, .args = { { SEAT } } },
    [CHESS_BALLOT_COUNTED] = { "ballot_counted", .announced = true,
                               .args = { { "count", ARG_INT, .min = 1, .max = CHESS_SEATS_MAX } } },
    [CHESS_CLOSE_AGREED] = { "close_agreed", .announced = true, .args = { { SEAT } } },
    [CHESS_CLOCK_SET] = { "clock_set", .announced = true,
                          .args = { { SEAT },
                                    { "left_ms", ARG_INT, .min = 0, .max = CHESS_BANK_MAX_MS } } },
    [CHESS_TAKEBACK_VOTED] = { "takeback_voted",
                               .args = { { SEAT, .secret = true }, { AGREE, .secret = true } } },
    [CHESS_TAKEBACK_OFFERED] = { "takeback_offered", .announced = true,
                                 .args = { { "team", ARG_NAME, .names = chess_team_names } } },
    [CHESS_TAKEN_BACK] = { "taken_back", .announced = true,
                           .args = { { "plies", ARG_INT, .min = 1, .max = 2 } } },
    [CHESS_DECLINE_VOTED] = { "decline_voted", .args = { { SEAT, .secret = true },
                                                         { "offer", ARG_NAME, .secret = true,
                                                           .names = chess_offer_names } } },
    [CHESS_OFFER_DECLINED] = { "offer_declined", .announced = true,
                               .args = { { "offer", ARG_NAME, .names = chess_offer_names },
                                         { "team", ARG_NAME, .names = chess_team_names } } },
    [CHESS_MOVE_PROPOSED] = { "move_proposed", .args = { { SEAT, .secret = true },
                                                         { "uci", ARG_WORD, .secret = true } } },
    [CHESS_POSITION_SET] = { "position_set", .announced = true,
                             .args = { { "fen", ARG_TEXT, .max = CHESS_FEN_SIZE - 1 } } },
    { 0 },
};

static enum refusal refuse_setup(const char **why, const char *word)
{
    *why = word;
    return REFUSED_BAD_OPTION;
}

static enum refusal chess_check(const struct game_setup *setup, const char **why)
{
    int size[2] = { 0 };
    int64_t turn_seconds = setup->option[CHESS_TURN_SECONDS];
    for (int seat = 0; seat < setup->seat_count; seat++)
        size[setup->side[seat]]++;
    if (size[TEAM_A] == 0 || size[TEAM_B] == 0)
        return refuse_setup(why, "team_is_empty");
    if (setup->option[CHESS_MODE] == CHESS_WEREWOLF && setup->seat_count < CHESS_WEREWOLF_SEATS_MIN)
        return refuse_setup(why, "werewolf_needs_four_players");
    if (turn_seconds != 0 && turn_seconds < CHESS_TURN_SECONDS_MIN)
        return refuse_setup(why, "turn_too_short");
    if (setup->option[CHESS_HAND_AND_BRAIN] && setup->option[CHESS_TEAM_VOTE])
        return refuse_setup(why, "hand_and_brain_or_team_vote");
    return ACCEPTED;
}

static void chess_advise(const struct game_setup *setup, struct game_advice *advice)
{
    bool wants_two =
        setup->option[CHESS_MODE] == CHESS_WEREWOLF && setup->option[CHESS_WOLF_PER_TEAM];
    if (wants_two && setup->seat_count < CHESS_TWO_WOLVES_SEATS_MIN)
        game_warn(advice, "wolf_per_team_needs_six_players");
}

/* Decide */

static enum refusal decide_start(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    enum chess_wolf_rule rule = WOLVES_NONE;
    if (s->phase != CHESS_STARTING)
        return REFUSED_WRONG_PHASE;
    if (s->mode == CHESS_WEREWOLF)
        rule = werewolf_rule(s->seat_count, s->wants_wolf_per_team);
    game_emit(turn, (struct game_event){ .kind = CHESS_MODE_DECLARED,
                                         .told = SEATS_ALL,
                                         .arg = { s->mode, rule, (int64_t)rule } });
    chess_deal_roles(turn);
    if (s->mode == CHESS_WEREWOLF)
        chess_begin_reveal(turn);
    else
        chess_begin_turn(turn);
    return ACCEPTED;
}

static enum refusal decide_timeout(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    if (s->deadline_ms == 0 || turn->now_ms < s->deadline_ms)
        return REFUSED_WRONG_PHASE;
    if (s->phase != CHESS_VOTING)
        return chess_decide_turn_timeout(turn);
    chess_close_vote(turn, CLOSED_DEADLINE);
    return ACCEPTED;
}

static enum refusal chess_decide(struct game_turn *turn, const struct game_command *command)
{
    int seat = command->seat;
    const int64_t *arg = command->arg;
    switch (command->kind) {
    case COMMAND_START: return decide_start(turn);
    case COMMAND_TIMEOUT: return decide_timeout(turn);
    case CHESS_MOVE: return chess_decide_move(turn, seat, arg[0]);
    case CHESS_NAME_PIECE: return chess_decide_name_piece(turn, seat, arg[0]);
    case CHESS_START_FAST_MODE: return chess_decide_start_fast_mode(turn, seat);
    case CHESS_DECIDE_TIMEOUT: return chess_decide_timeout_decision(turn, seat, arg[0]);
    case CHESS_CLAIM_VICTORY: return chess_decide_claim_victory(turn, seat);
    case CHESS_CLAIM_DRAW: return chess_decide_claim_draw(turn, seat);
    case CHESS_RESIGN: return chess_decide_resign(turn, seat, arg[0] != 0);
    case CHESS_OFFER_DRAW: return chess_decide_offer_draw(turn, seat, arg[0] != 0);
    case CHESS_ACCEPT_DRAW: return chess_decide_accept_draw(turn, seat, arg[0] != 0);
    case CHESS_ABORT: return chess_decide_abort(turn, seat);
    case CHESS_DRAW_ARROW: return chess_decide_draw_arrow(turn, seat, (int)arg[0], (int)arg[1]);
    case CHESS_CLEAR_ARROWS: return chess_decide_clear_arrows(turn, seat);
    case CHESS_VOTE: return chess_decide_vote(turn, seat, (int)arg[0]);
    case CHESS_CLOSE_VOTE: return chess_decide_close_vote(turn, seat);
    case CHESS_ACKNOWLEDGE: return chess_decide_acknowledge(turn, seat);
    case CHESS_OFFER_TAKEBACK: return chess_decide_offer_takeback(turn, seat, arg[0] != 0);
    case CHESS_ACCEPT_TAKEBACK: return chess_decide_accept_takeback(turn, seat, arg[0] != 0);
    case CHESS_DECLINE: return chess_decide_decline(turn, seat, arg[0]);
    case CHESS_PROPOSE: return chess_decide_propose(turn, seat, arg[0]);
    case CHESS_SET_POSITION: return chess_decide_set_position(turn, seat, command->text);
    }
    return REFUSED_WRONG_PHASE;
}

/* The rest */

/* A classic game is a point for every member of the team that won; a werewolf game gives the
 * points of the vote and no others. */
static int64_t score_of(const struct chess_state *s, int seat)
{
    if (s->mode == CHESS_CLASSIC)
        return s->side[seat] == s->winner;
    return seat_in(s->found_werewolf, seat) + seat_in(s->werewolf_success, seat);
}

/* A villager wins with the team; a wolf, whose team ought to lose, by success alone. */
static seat_set winners_of(const struct chess_state *s)
{
    seat_set winners = s->winner == TEAM_NONE ? SEATS_NONE : chess_team_seats(s, s->winner);
    return (winners & ~s->wolves) | s->werewolf_success;
}

static bool chess_outcome(const void *state, struct game_outcome *outcome)
{
    const struct chess_state *s = state;
    if (s->phase != CHESS_OVER)
        return false;
    outcome->reason = s->reason;
    outcome->winners = winners_of(s);
    for (int seat = 0; seat < s->seat_count; seat++) {
        outcome->score[seat] = score_of(s, seat);
        outcome->point[seat] = seat_in(s->found_werewolf, seat)     ? 1 + POINT_FOUND_WEREWOLF
                               : seat_in(s->werewolf_success, seat) ? 1 + POINT_WEREWOLF_SUCCESS
                                                                    : 0;
    }
    return true;
}

static int64_t chess_deadline(const void *state)
{
    const struct chess_state *s = state;
    return s->deadline_ms;
}

/* Public, so it must not say whether a brain has spoken, nor who has voted. */
static seat_set chess_awaited(const void *state)
{
    const struct chess_state *s = state;
    int brain = chess_seat_brain(s);
    switch ((enum chess_phase)s->phase) {
    case CHESS_REVEALING: return (seat_bit(s->seat_count) - 1) & ~s->acknowledged;
    case CHESS_PLAYING:
        if (s->has_team_vote)
            return chess_team_seats(s, chess_team_on_move(s));
        return seat_bit(chess_seat_on_move(s)) | (brain < 0 ? SEATS_NONE : seat_bit(brain));
    case CHESS_DECIDING: return chess_team_seats(s, chess_team_other(chess_team_on_move(s)));
    case CHESS_VOTING: return seat_bit(s->seat_count) - 1;
    case CHESS_STARTING:
    case CHESS_OVER: break;
    }
    return SEATS_NONE;
}

/* Channel 0 is the table; 1 and 2 are the teams'. */
static seat_set chess_hears(const void *state, int channel)
{
    return channel == 0 ? SEATS_ALL : chess_team_seats(state, channel - 1);
}

static const struct game_point points[] = {
    [POINT_FOUND_WEREWOLF] = { "found_werewolf", "correct_identifications" },
    [POINT_WEREWOLF_SUCCESS] = { "werewolf_success", "werewolf_successes" },
    { 0 },
};

const struct game game_chess = {
    .id = "chess",
    .rules_version = 2, /* 1 had no reveal */
    .rules_oldest = 1,
    .seats_min = CHESS_SEATS_MIN,
    .seats_max = CHESS_SEATS_MAX,
    .state_size = sizeof(struct chess_state),
    .view_size = sizeof(struct chess_view),
    .options = options,
    .commands = commands,
    .events = events,
    .reasons = chess_reason_names,
    .swaps_sides = true,
    .bot_is_slow = true,
    .sides = sides,
    .role = chess_role,
    .exports = chess_exports,
    .points = points,
    .channels = channels,
    .check = chess_check,
    .advise = chess_advise,
    .init = chess_init,
    .decide = chess_decide,
    .apply = chess_apply,
    .view = chess_view,
    .encode = chess_encode,
    .outcome = chess_outcome,
    .deadline = chess_deadline,
    .bot = chess_bot,
    .awaited = chess_awaited,
    .hears = chess_hears,
    .speaks = chess_hears,
};
