/* Leaks planted in team chess: each mutant tells somebody a secret of another. */
#include "harness/mutants.h"

#include <string.h>

#include "engine/games/chess/rules.h"

static void view_with_all_arrows(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    memcpy(view->arrow_count, s->arrow_count, sizeof view->arrow_count);
    memcpy(view->arrow, s->arrow, sizeof view->arrow);
}

static void view_with_named_piece(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    view->named_piece = s->named_piece;
}

static void view_with_neighbours_role(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    if (viewer >= 0)
        view->role = seat_in(s->wolves, (viewer + 1) % s->seat_count);
}

static void view_with_live_ballots(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    view->sees_ballots = s->phase == CHESS_VOTING;
    memcpy(view->ballot, s->ballot, sizeof view->ballot);
}

static void view_with_all_voices(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    view->resign_for = s->resign_for;
    view->draw_for = s->draw_for;
}

static void view_with_all_proposals(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    memcpy(view->proposal, s->proposal, sizeof view->proposal);
    memcpy(view->last_vote, s->last_vote, sizeof view->last_vote);
}

static void view_with_all_voices_against(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    chess_view(state, viewer, view);
    memcpy(view->against, s->against, sizeof view->against);
    view->takeback_for = s->takeback_for;
}

static seat_set awaited_until_the_brain_has_spoken(const void *state)
{
    const struct chess_state *s = state;
    if (s->phase == CHESS_PLAYING && chess_seat_brain(s) >= 0 && s->named_piece == NO_PIECE)
        return seat_bit(chess_seat_brain(s));
    return game_chess.awaited(state);
}

static seat_set awaited_until_they_have_voted(const void *state)
{
    const struct chess_state *s = state;
    seat_set seats = game_chess.awaited(state);
    for (int seat = 0; seat < s->seat_count && s->phase == CHESS_VOTING; seat++)
        if (s->ballot[seat] >= 0)
            seats &= ~seat_bit(seat);
    return seats;
}

/* A wolf in seat 0 lets seat 1 listen to everybody. */
static seat_set hears_by_role(const void *state, int channel)
{
    const struct chess_state *s = state;
    seat_set seats = game_chess.hears(state, channel);
    return seat_in(s->wolves, 0) ? seats | seat_bit(1) : seats;
}

static enum refusal decide_with_a_hint(struct game_turn *turn, const struct game_command *command)
{
    const struct chess_state *s = turn->state;
    if (command->kind == CHESS_VOTE && s->phase == CHESS_PLAYING &&
        seat_in(s->wolves, (int)command->arg[0]))
        return game_refuse(turn, REFUSED_WRONG_PHASE, "too_early_but_right");
    return game_chess.decide(turn, command);
}

const struct mutant chess_leaks[] = {
    { "arrows are shown to opponents", { .view = view_with_all_arrows } },
    { "the named piece is shown to opponents", { .view = view_with_named_piece } },
    { "a neighbour's role is shown", { .view = view_with_neighbours_role } },
    { "spectators see ballots live", { .view = view_with_live_ballots } },
    { "opponents see single voices", { .view = view_with_all_voices } },
    { "opponents see what is proposed", { .view = view_with_all_proposals } },
    { "opponents see voices on a takeback", { .view = view_with_all_voices_against } },
    { "the awaited tell whether the brain has spoken",
      { .awaited = awaited_until_the_brain_has_spoken } },
    { "the awaited are those who have not voted", { .awaited = awaited_until_they_have_voted } },
    { "who may listen depends on a role", { .hears = hears_by_role } },
    { "a refusal tells a role", { .decide = decide_with_a_hint } },
    { 0 },
};
