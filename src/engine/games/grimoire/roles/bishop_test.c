/* The Bishop: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BISHOP, false);
    dusk();
    dawn();
}

static bool is_warned(void)
{
    return is_warned_of(GRIMOIRE_NOBODY_OPPOSED, 5);
}

static void players_do_not_nominate(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must_refuse(send_command(GRIMOIRE_NOMINATE, 1, 3, -1, 0, NULL), "may_not_nominate");
}

static void the_storyteller_nominates(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(5, 3));
    assert_int_equal(state.table.phase, GRIMOIRE_VOTE);
}

static void what_the_storyteller_nominates_curses_nobody(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_CURSED);
    must(nominate(5, 3));
    assert_false(is_dead(5));
}

static void an_exile_is_still_anybodys(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 1, 5, -1, 0, NULL));
}

static void the_storyteller_is_warned_until_somebody_opposed_is_nominated(void **unused)
{
    (void)unused;
    sit_down();
    assert_true(is_warned());
    must(nominate(5, 0));
    count_all(SEATS_NONE);
    assert_true(is_warned());
    must(nominate(5, 3));
    count_all(SEATS_NONE);
    assert_false(is_warned());
}

static void of_an_evil_bishop_the_good_are_opposed(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_SET_ALIGNMENT, 5, true));
    must(nominate(5, 3));
    count_all(SEATS_NONE);
    assert_true(is_warned());
    must(nominate(5, 0));
    count_all(SEATS_NONE);
    assert_false(is_warned());
}

static void that_the_bishop_is_drunk_only_the_storyteller_sees(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    assert_false(happened(GRIMOIRE_DAY_RULES_SET));
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must_refuse(send_command(GRIMOIRE_NOMINATE, 1, 3, -1, 0, NULL), "may_not_nominate");
    assert_false(is_warned());
    assert_true(is_warned_of(GRIMOIRE_RULE_IS_VOID, 5));
    must(nominate(1, 3));
}

RUN_TESTS(TEST(players_do_not_nominate), TEST(the_storyteller_nominates),
          TEST(what_the_storyteller_nominates_curses_nobody), TEST(an_exile_is_still_anybodys),
          TEST(the_storyteller_is_warned_until_somebody_opposed_is_nominated),
          TEST(of_an_evil_bishop_the_good_are_opposed),
          TEST(that_the_bishop_is_drunk_only_the_storyteller_sees))
