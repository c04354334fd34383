/* Team chess with leaks planted: each mutant tells one thing that is another's, and the search
 * for leaks must find every one. That it finds none in the game itself is leak_test's to say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/games/chess/rules.h"
#include "harness/leak.h"

enum { SEARCHES = 200 };

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

static bool is_found(const struct game *mutant)
{
    struct leak_report report = { 0 };
    for (uint64_t seed = 0; seed < SEARCHES && !report.is_found; seed++)
        leak_search_pairs(mutant, seed, &report);
    transcript_free(&report.text);
    return report.is_found;
}

#define FOUND(name, function, replacement)      \
    static void name##_are_found(void **unused) \
    {                                           \
        struct game mutant = game_chess;        \
        (void)unused;                           \
        mutant.function = replacement;          \
        assert_true(is_found(&mutant));         \
    }

FOUND(arrows_shown_to_opponents, view, view_with_all_arrows)
FOUND(named_pieces_shown_to_opponents, view, view_with_named_piece)
FOUND(roles_shown_to_a_neighbour, view, view_with_neighbours_role)
FOUND(ballots_shown_live_to_spectators, view, view_with_live_ballots)
FOUND(single_voices_shown_to_opponents, view, view_with_all_voices)
FOUND(brains_whose_silence_shows, awaited, awaited_until_the_brain_has_spoken)
FOUND(voters_whose_silence_shows, awaited, awaited_until_they_have_voted)
FOUND(channels_that_depend_on_roles, hears, hears_by_role)
FOUND(refusals_that_depend_on_roles, decide, decide_with_a_hint)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_shown_to_opponents_are_found),
        cmocka_unit_test(named_pieces_shown_to_opponents_are_found),
        cmocka_unit_test(roles_shown_to_a_neighbour_are_found),
        cmocka_unit_test(ballots_shown_live_to_spectators_are_found),
        cmocka_unit_test(single_voices_shown_to_opponents_are_found),
        cmocka_unit_test(brains_whose_silence_shows_are_found),
        cmocka_unit_test(voters_whose_silence_shows_are_found),
        cmocka_unit_test(channels_that_depend_on_roles_are_found),
        cmocka_unit_test(refusals_that_depend_on_roles_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
