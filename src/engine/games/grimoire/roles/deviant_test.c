/* The Deviant: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_DEVIANT, false);
    dusk();
    dawn();
}

static void exile(void)
{
    must(nominate(1, 5));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
}

static void who_was_funny_does_not_die_by_exile(void **unused)
{
    (void)unused;
    sit_down();
    exile();
    assert_true(is_asked(EFFECT_JOKE));
    answer_yes(true);
    assert_false(is_dead(5));
}

static void who_was_not_dies(void **unused)
{
    (void)unused;
    sit_down();
    exile();
    answer_yes(false);
    assert_true(is_dead(5));
}

static void a_drunk_deviant_dies(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    exile();
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(5));
}

static void other_deaths_are_no_joke(void **unused)
{
    (void)unused;
    sit_down();
    execute(5);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(5));
}

static void nobody_else_is_spared(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER, ROLE_MAYOR);
    travel(5, ROLE_DEVIANT, false);
    travel(6, ROLE_THIEF, false);
    dusk();
    dawn();
    must(nominate(1, 6));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(6));
}

static void an_exile_closes_the_nominations_whether_it_is_asked_or_not(void **unused)
{
    (void)unused;
    for (int is_drunk = 0; is_drunk < 2; is_drunk++) {
        SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
        travel(5, ROLE_DEVIANT, false);
        dusk();
        dawn();
        if (is_drunk)
            give(5, EFFECT_DRUNK);
        must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
        must(nominate(0, 5));
        count_all(SEATS2(0, 1) | seat_bit(2));
        assert_int_equal(is_asked(EFFECT_JOKE), !is_drunk);
        assert_false(state.table.is_open);
    }
}

RUN_TESTS(TEST(an_exile_closes_the_nominations_whether_it_is_asked_or_not),
          TEST(who_was_funny_does_not_die_by_exile), TEST(who_was_not_dies),
          TEST(a_drunk_deviant_dies), TEST(other_deaths_are_no_joke), TEST(nobody_else_is_spared))
