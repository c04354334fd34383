/* The state at the beginning, and what events make of it: a few assignments each, no judgement. */
#include <string.h>

#include "base/text.h"
#include "rules.h"

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

void chess_init(void *state, const struct game_setup *setup)
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

void chess_apply(void *state, const struct game_event *event)
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
