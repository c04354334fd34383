/* Bets: the dead bet by day, in secret, until the end. */
#include "grimoire_test.h"

static enum refusal bet(int seat, enum grimoire_side side)
{
    return send_command(GRIMOIRE_BET, seat, side, 0, 0, NULL);
}

static void the_view_of(int viewer, struct grimoire_view *view)
{
    memset(view, 0, sizeof *view);
    game_grimoire.view(&state, viewer, view);
}

static void the_dead_bet_by_day_and_may_change_their_minds(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    must(bet(0, GRIMOIRE_GOOD));
    must(bet(0, GRIMOIRE_EVIL));
    assert_int_equal(state.own[0].bet, GRIMOIRE_EVIL);
    nominate(1, 4);
    must(bet(0, GRIMOIRE_GOOD));
    assert_int_equal(state.own[0].bet, GRIMOIRE_GOOD);
    assert_int_equal(state.table.bets, seat_bit(0));
}

static void the_living_do_not_bet(void **unused)
{
    (void)unused;
    five_by_day();
    must_refuse(bet(1, GRIMOIRE_GOOD), "not_dead");
    assert_int_equal(bet(SEAT_NARRATOR, GRIMOIRE_GOOD), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(state.table.bets, SEATS_NONE);
}

/* Also players who died this night: they do not know it yet. */
static void nobody_bets_at_night(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    dusk();
    kill(1);
    assert_int_equal(bet(0, GRIMOIRE_GOOD), REFUSED_WRONG_PHASE);
    assert_int_equal(bet(1, GRIMOIRE_GOOD), REFUSED_WRONG_PHASE);
}

static void whoever_lives_again_has_not_bet(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    must(bet(0, GRIMOIRE_EVIL));
    must(tells(GRIMOIRE_REVIVE, 0, 0));
    assert_int_equal(state.own[0].bet, GRIMOIRE_NO_SIDE);
    assert_int_equal(state.table.bets, SEATS_NONE);
}

static void a_bet_is_its_owners_alone_until_the_end(void **unused)
{
    static struct grimoire_view own, other, storyteller;
    (void)unused;
    five_by_day();
    kill(0);
    must(bet(0, GRIMOIRE_EVIL));
    for (int i = 0; i < turn.event_count; i++)
        if (turn.event[i].kind == GRIMOIRE_BET_SEALED)
            assert_int_equal(turn.event[i].told, seat_bit(0));
    assert_true(happened(GRIMOIRE_BET_SEALED));
    the_view_of(0, &own);
    the_view_of(1, &other);
    the_view_of(SEAT_NARRATOR, &storyteller);
    assert_int_equal(own.own.bet, GRIMOIRE_EVIL);
    assert_int_equal(other.table.bets, seat_bit(0));
    assert_int_equal(other.bet[0], GRIMOIRE_NO_SIDE);
    assert_int_equal(storyteller.bet[0], GRIMOIRE_NO_SIDE);
    must(tells(GRIMOIRE_END_GAME, GRIMOIRE_EVIL, 0));
    assert_true(happened(GRIMOIRE_BET_REVEALED));
    the_view_of(1, &other);
    assert_int_equal(other.bet[0], GRIMOIRE_EVIL);
}

RUN_TESTS(TEST(the_dead_bet_by_day_and_may_change_their_minds), TEST(the_living_do_not_bet),
          TEST(nobody_bets_at_night), TEST(whoever_lives_again_has_not_bet),
          TEST(a_bet_is_its_owners_alone_until_the_end))
