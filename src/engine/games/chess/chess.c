/* Team chess: tables, decide and apply. The struct game is at the end; start reading there. */
#include "chess.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
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

/* Apply: a few assignments per event, no judgement. */

static void note_position(struct chess_state *s)
{
    if (s->board.halfmove_clock == 0 || s->key_count == CHESS_KEYS_MAX)
        s->key_count = 0;
    s->key[s->key_count++] = s->board.key;
}

/* What a turn may take; none: 0. */
static int64_t turn_ms_of(const struct game_setup *setup)
{
    switch ((enum chess_time_control)setup->option[CHESS_TIME_CONTROL]) {
    case TIME_PER_MOVE: return setup->option[CHESS_TURN_SECONDS] * 1000;
    case TIME_DAYS: return setup->option[CHESS_DAYS_PER_MOVE] * CHESS_DAY_MS;
    case TIME_BANK:
    case TIME_NONE: break;
    }
    return 0;
}

static void init_clocks(struct chess_state *s, const struct game_setup *setup)
{
    s->time_control = (int8_t)setup->option[CHESS_TIME_CONTROL];
    s->turn_ms = turn_ms_of(setup);
    s->vote_ms = setup->option[CHESS_VOTE_SECONDS] * 1000;
    /* In a game with a move a day nobody is asked to vote within two minutes. */
    if (s->time_control == TIME_DAYS)
        s->vote_ms = s->turn_ms;
    if (s->time_control != TIME_BANK)
        return;
    s->has_bank_per_player = setup->option[CHESS_BANK_PER_PLAYER] != 0;
    s->increment_ms = setup->option[CHESS_INCREMENT_SECONDS] * 1000;
    for (int clock = 0; clock < CHESS_SEATS_MAX; clock++)
        s->bank_ms[clock] = setup->option[CHESS_BANK_MINUTES] * 60 * 1000;
}

static void chess_init(void *state, const struct game_setup *setup)
{
    struct chess_state *s = state;
    s->mode = (int8_t)setup->option[CHESS_MODE];
    s->seat_count = (int8_t)setup->seat_count;
    s->creator = setup->host;
    s->wants_wolf_per_team = setup->option[CHESS_WOLF_PER_TEAM] != 0;
    init_clocks(s, setup);
    s->has_brain = setup->option[CHESS_HAND_AND_BRAIN] != 0;
    s->has_team_vote = setup->option[CHESS_TEAM_VOTE] != 0;
    s->named_piece = NO_PIECE;
    s->fast_by = s->lapse.seat = s->lapse.decided_by = -1;
    s->draw_offer = s->takeback_offer = TEAM_NONE;
    s->winner = TEAM_NONE;
    memcpy(s->side, setup->side, sizeof s->side);
    memset(s->ballot, -1, sizeof s->ballot);
    memset(s->ballot_revealed, -1, sizeof s->ballot_revealed);
    chess_start(&s->start);
    s->board = s->start;
    note_position(s);
}

static void apply_mode_declared(struct chess_state *s, const int64_t arg[])
{
    s->wolf_rule = (int8_t)arg[1];
    s->wolf_count = (int8_t)arg[2];
}

static void apply_turn_started(struct chess_state *s, const int64_t arg[])
{
    s->phase = CHESS_PLAYING;
    s->deadline_ms = arg[1];
    s->fast_by = -1;
    s->named_piece = NO_PIECE;
    memset(s->proposal, 0, sizeof s->proposal);
}

/* What was said about a position is over with it. */
static void forget_talk(struct chess_state *s)
{
    memset(s->arrow_count, 0, sizeof s->arrow_count);
    memset(s->arrow, 0, sizeof s->arrow);
    s->lapse = (struct chess_lapse){ .seat = -1, .decided_by = -1 };
}

/* A team's own voices last until it moves, an offer of the others until then, too. */
static void forget_voices(struct chess_state *s, int team)
{
    seat_set seats = chess_team_seats(s, team);
    s->resign_for &= ~seats;
    s->draw_for &= ~seats;
    s->takeback_for &= ~seats;
    for (int offer = OFFER_DRAW; offer <= OFFER_TAKEBACK; offer++) {
        s->against[offer] &= ~seats;
        s->is_declined[offer][team] = false;
    }
    if (s->draw_offer == chess_team_other(team))
        s->draw_offer = TEAM_NONE;
    if (s->takeback_offer == team)
        s->takeback_offer = TEAM_NONE;
}

/* The team goes on seeing how it voted. */
static void keep_vote(struct chess_state *s, int team)
{
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->side[seat] == team)
            s->last_vote[seat] = s->proposal[seat];
    memset(s->proposal, 0, sizeof s->proposal);
}

/* Whatever was said about the position before it is over with it. */
static void apply_moved(struct chess_state *s, const struct game_event *event)
{
    int seat = (int)event->arg[0], team = s->side[seat];
    char uci[WORD_TEXT_SIZE];
    word_write(uci, event->arg[2]);
    struct chess_ply *ply = &s->ply[s->ply_count++];
    ply->move = chess_read_uci(&s->board, uci);
    ply->seat = (int8_t)seat;
    ply->brain = (int8_t)event->arg[1];
    ply->bank_ms = s->time_control == TIME_BANK ? (int32_t)s->bank_ms[chess_clock_of(s, seat)] : 0;
    text_copy(ply->san, sizeof ply->san, event->text);
    chess_make(&s->board, ply->move);
    note_position(s);

    s->index[team] = (int8_t)((s->index[team] + 1) % chess_team_size(s, team));
    s->timeout_count[team] = 0;
    keep_vote(s, team);
    forget_voices(s, team);
    forget_talk(s);
}

static void replay_moves(struct chess_state *s)
{
    s->board = s->start;
    s->key_count = 0;
    note_position(s);
    for (int i = 0; i < s->ply_count; i++) {
        chess_make(&s->board, s->ply[i].move);
        note_position(s);
    }
}

/* Where the seat stands in its team's order. */
static int8_t place_of(const struct chess_state *s, int seat)
{
    int8_t place = 0;
    for (int other = 0; other < seat; other++)
        place = (int8_t)(place + (s->side[other] == s->side[seat]));
    return place;
}

static void apply_taken_back(struct chess_state *s, int64_t plies)
{
    for (; plies > 0; plies--) {
        struct chess_ply *ply = &s->ply[--s->ply_count];
        s->index[s->side[ply->seat]] = place_of(s, ply->seat);
        if (s->time_control == TIME_BANK)
            s->bank_ms[chess_clock_of(s, ply->seat)] = ply->bank_ms;
        memset(ply, 0, sizeof *ply);
    }
    replay_moves(s);
    forget_voices(s, TEAM_A);
    forget_voices(s, TEAM_B);
    forget_talk(s);
}

static void apply_position_set(struct chess_state *s, const char *fen)
{
    text_copy(s->start_fen, sizeof s->start_fen, fen);
    chess_read_fen(&s->start, fen, NULL);
    replay_moves(s);
    forget_talk(s);
}

static void apply_timed_out(struct chess_state *s, const int64_t arg[])
{
    s->phase = CHESS_DECIDING;
    s->timeout_count[s->side[arg[0]]] = (int8_t)arg[1];
    s->deadline_ms = arg[2];
    s->idle |= seat_bit((int)arg[0]);
    s->lapse = (struct chess_lapse){ .seat = (int8_t)arg[0], .decided_by = -1 };
}

static void apply_timeout_decided(struct chess_state *s, const int64_t arg[])
{
    int team = chess_team_on_move(s);
    s->lapse.is_decided = true;
    s->lapse.decided_by = (int8_t)arg[0];
    s->lapse.decision = (int8_t)arg[1];
    if (arg[1] == DECISION_ALLOW_NEXT)
        s->index[team] = (int8_t)((s->index[team] + 1) % chess_team_size(s, team));
}

static void set_vote(seat_set *votes, int64_t seat, int64_t agrees)
{
    if (agrees)
        *votes |= seat_bit((int)seat);
    else
        *votes &= ~seat_bit((int)seat);
}

static void apply_draw_offered(struct chess_state *s, const int64_t arg[])
{
    s->draw_offer = (int8_t)arg[0];
    s->draw_for = s->against[OFFER_DRAW] = SEATS_NONE;
}

static void apply_takeback_offered(struct chess_state *s, const int64_t arg[])
{
    s->takeback_offer = (int8_t)arg[0];
    s->takeback_for = s->against[OFFER_TAKEBACK] = SEATS_NONE;
}

static void apply_offer_declined(struct chess_state *s, const int64_t arg[])
{
    bool is_draw = arg[0] == OFFER_DRAW;
    *(is_draw ? &s->draw_offer : &s->takeback_offer) = TEAM_NONE;
    *(is_draw ? &s->draw_for : &s->takeback_for) = SEATS_NONE;
    s->against[arg[0]] = SEATS_NONE;
    s->is_declined[arg[0]][arg[1]] = true;
}

static void apply_move_proposed(struct chess_state *s, const int64_t arg[])
{
    char uci[WORD_TEXT_SIZE];
    word_write(uci, arg[1]);
    s->proposal[arg[0]] = chess_read_uci(&s->board, uci);
}

static void apply_reveal_began(struct chess_state *s, const int64_t arg[])
{
    s->phase = CHESS_REVEALING;
    s->deadline_ms = arg[0];
}

/* The oldest arrow makes room for a new one. */
static void apply_arrow_drawn(struct chess_state *s, const int64_t arg[])
{
    int8_t *count = &s->arrow_count[arg[0]];
    chess_move *arrow = s->arrow[arg[0]];
    if (*count == CHESS_ARROWS_MAX) {
        memmove(arrow, arrow + 1, (CHESS_ARROWS_MAX - 1) * sizeof *arrow);
        --*count;
    }
    arrow[(*count)++] = chess_move_of((int)arg[1], (int)arg[2], 0);
}

static void apply_arrows_cleared(struct chess_state *s, int64_t seat)
{
    s->arrow_count[seat] = 0;
    memset(s->arrow[seat], 0, sizeof s->arrow[seat]);
}

static void apply_game_ended(struct chess_state *s, const int64_t arg[])
{
    bool has_vote = s->mode == CHESS_WEREWOLF && arg[0] != CHESS_BY_ABORT;
    s->phase = has_vote ? CHESS_VOTING : CHESS_OVER;
    s->reason = (int8_t)arg[0];
    s->winner = (int8_t)arg[1];
    s->deadline_ms = arg[2];
}

static void apply_vote_closed(struct chess_state *s, const int64_t arg[])
{
    s->phase = CHESS_OVER;
    s->deadline_ms = 0;
    s->closed_by = (int8_t)arg[0];
    s->majority = (int8_t)arg[1];
}

static void apply_roles_revealed(struct chess_state *s, const int64_t arg[])
{
    s->roles_are_revealed = true;
    s->wolves_revealed = (seat_set)arg[0];
}

static void apply_point(struct chess_state *s, const int64_t arg[])
{
    if (arg[1] == POINT_FOUND_WEREWOLF)
        s->found_werewolf |= seat_bit((int)arg[0]);
    else
        s->werewolf_success |= seat_bit((int)arg[0]);
}

/* A player who does something is no longer asleep. */
static void wake_actor(struct chess_state *s, const struct game_event *event)
{
    switch ((enum chess_event)event->kind) {
    case CHESS_PIECE_NAMED:
    case CHESS_MOVED:
    case CHESS_FAST_MODE_STARTED:
    case CHESS_RESIGN_VOTED:
    case CHESS_TAKEBACK_VOTED:
    case CHESS_DECLINE_VOTED:
    case CHESS_MOVE_PROPOSED:
    case CHESS_DRAW_VOTED: s->idle &= ~seat_bit((int)event->arg[0]); break;
    case CHESS_TIMEOUT_DECIDED:
        if (event->arg[0] >= 0)
            s->idle &= ~seat_bit((int)event->arg[0]);
        break;
    case CHESS_MODE_DECLARED:
    case CHESS_ROLE_DEALT:
    case CHESS_TURN_STARTED:
    case CHESS_TIMED_OUT:
    case CHESS_DRAW_OFFERED:
    case CHESS_ARROW_DRAWN:
    case CHESS_ARROWS_CLEARED:
    case CHESS_GAME_ENDED:
    case CHESS_BALLOT_CAST:
    case CHESS_VOTE_CLOSED:
    case CHESS_BALLOT_REVEALED:
    case CHESS_ROLES_REVEALED:
    case CHESS_REVEAL_BEGAN:
    case CHESS_ACKNOWLEDGED:
    case CHESS_BALLOT_COUNTED:
    case CHESS_CLOSE_AGREED:
    case CHESS_CLOCK_SET:
    case CHESS_TAKEBACK_OFFERED:
    case CHESS_TAKEN_BACK:
    case CHESS_OFFER_DECLINED:
    case CHESS_POSITION_SET:
    case CHESS_POINT_SCORED: break;
    }
}

static void chess_apply(void *state, const struct game_event *event)
{
    struct chess_state *s = state;
    const int64_t *arg = event->arg;
    wake_actor(s, event);
    switch ((enum chess_event)event->kind) {
    case CHESS_MODE_DECLARED: apply_mode_declared(s, arg); break;
    case CHESS_ROLE_DEALT: set_vote(&s->wolves, arg[0], arg[1] == CHESS_WOLF); break;
    case CHESS_TURN_STARTED: apply_turn_started(s, arg); break;
    case CHESS_PIECE_NAMED: s->named_piece = (int8_t)arg[1]; break;
    case CHESS_MOVED: apply_moved(s, event); break;
    case CHESS_FAST_MODE_STARTED:
        s->fast_by = (int8_t)arg[0];
        s->deadline_ms = arg[1];
        break;
    case CHESS_TIMED_OUT: apply_timed_out(s, arg); break;
    case CHESS_TIMEOUT_DECIDED: apply_timeout_decided(s, arg); break;
    case CHESS_RESIGN_VOTED: set_vote(&s->resign_for, arg[0], arg[1]); break;
    case CHESS_DRAW_VOTED: set_vote(&s->draw_for, arg[0], arg[1]); break;
    case CHESS_DRAW_OFFERED: apply_draw_offered(s, arg); break;
    case CHESS_ARROW_DRAWN: apply_arrow_drawn(s, arg); break;
    case CHESS_ARROWS_CLEARED: apply_arrows_cleared(s, arg[0]); break;
    case CHESS_GAME_ENDED: apply_game_ended(s, arg); break;
    case CHESS_BALLOT_CAST: s->ballot[arg[0]] = (int8_t)arg[1]; break;
    case CHESS_VOTE_CLOSED: apply_vote_closed(s, arg); break;
    case CHESS_BALLOT_REVEALED: s->ballot_revealed[arg[0]] = (int8_t)arg[1]; break;
    case CHESS_ROLES_REVEALED: apply_roles_revealed(s, arg); break;
    case CHESS_POINT_SCORED: apply_point(s, arg); break;
    case CHESS_REVEAL_BEGAN: apply_reveal_began(s, arg); break;
    case CHESS_ACKNOWLEDGED: s->acknowledged |= seat_bit((int)arg[0]); break;
    case CHESS_BALLOT_COUNTED: s->ballot_count = (int8_t)arg[0]; break;
    case CHESS_CLOSE_AGREED: s->close_for |= seat_bit((int)arg[0]); break;
    case CHESS_CLOCK_SET: s->bank_ms[chess_clock_of(s, (int)arg[0])] = arg[1]; break;
    case CHESS_TAKEBACK_VOTED: set_vote(&s->takeback_for, arg[0], arg[1]); break;
    case CHESS_TAKEBACK_OFFERED: apply_takeback_offered(s, arg); break;
    case CHESS_TAKEN_BACK: apply_taken_back(s, arg[0]); break;
    case CHESS_DECLINE_VOTED: s->against[arg[1]] |= seat_bit((int)arg[0]); break;
    case CHESS_OFFER_DECLINED: apply_offer_declined(s, arg); break;
    case CHESS_MOVE_PROPOSED: apply_move_proposed(s, arg); break;
    case CHESS_POSITION_SET: apply_position_set(s, event->text); break;
    }
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
