/* The Spy: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sees_the_grimoire(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    dusk();
    open(3);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, -1, ""));
    assert_true(state.own[3].has_grimoire);
    assert_int_equal(state.own[3].page[4].character, ROLE_IMP);
    assert_true(characters_has(state.own[3].page[0].effects, EFFECT_DRUNK));
}

static void wakes_each_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    dusk();
    assert_true(wakes(3));
    dawn();
    dusk();
    assert_true(wakes(3));
}

static void poisoned_is_shown_what_the_storyteller_likes(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    give(3, EFFECT_POISONED);
    dusk();
    open(3);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, -1, ""));
    assert_false(state.own[3].has_grimoire);
}

static void may_register_as_good_townsfolk_or_outsider_even_when_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    kill(3);
    assert_true(grimoire_may_be(&state, 3, 0, ALIGNMENT, GRIMOIRE_GOOD));
    assert_true(grimoire_may_be(&state, 3, 0, TEAM, GRIMOIRE_TOWNSFOLK));
    assert_true(grimoire_may_be(&state, 3, 0, TEAM, GRIMOIRE_OUTSIDER));
    assert_true(grimoire_may_be(&state, 3, 0, TEAM, GRIMOIRE_MINION));
    assert_false(grimoire_may_be(&state, 3, 0, TEAM, GRIMOIRE_DEMON));
}

static void poisoned_registers_as_evil(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    give(3, EFFECT_POISONED);
    assert_true(grimoire_must_be(&state, 3, 0, ALIGNMENT, GRIMOIRE_EVIL));
}

static void a_dead_spy_is_not_woken(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    kill(3);
    dusk();
    assert_false(wakes(3));
}

static void is_shown_the_drunk_with_what_he_believes(void **unused)
{
    (void)unused;
    begin(5);
    assign_all((const enum role_id[]){ ROLE_DRUNK, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP });
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_EMPATH));
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    dusk();
    open(3);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, -1, ""));
    assert_int_equal(state.own[3].page[0].character, ROLE_DRUNK);
    assert_int_equal(state.own[3].page[0].belief, ROLE_EMPATH);
}

RUN_TESTS(TEST(is_shown_the_drunk_with_what_he_believes), TEST(sees_the_grimoire),
          TEST(wakes_each_night), TEST(poisoned_is_shown_what_the_storyteller_likes),
          TEST(may_register_as_good_townsfolk_or_outsider_even_when_dead),
          TEST(poisoned_registers_as_evil), TEST(a_dead_spy_is_not_woken))
