/* The Pacifist: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void by_day(void)
{
    SIT(ROLE_PACIFIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
}

static void an_executed_good_player_may_live(void **unused)
{
    (void)unused;
    by_day();
    execute(1);
    assert_true(is_asked(EFFECT_MERCY));
    answer_yes(true);
    assert_false(is_dead(1));
    assert_true(state.table.has_executed);
}

static void or_die(void **unused)
{
    (void)unused;
    by_day();
    execute(1);
    answer_yes(false);
    assert_true(is_dead(1));
}

static void it_is_asked_before_the_execution_is_told(void **unused)
{
    (void)unused;
    by_day();
    execute(1);
    assert_true(is_asked(EFFECT_MERCY));
    assert_false(happened(GRIMOIRE_EXECUTED));
    assert_false(state.table.has_executed);
}

static void while_it_is_asked_nobody_finds_nominations_open(void **unused)
{
    (void)unused;
    by_day();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    execute(1);
    assert_true(is_asked(EFFECT_MERCY));
    assert_false(state.table.is_open);
}

static void a_claim_made_meanwhile_stays(void **unused)
{
    (void)unused;
    by_day();
    execute(1);
    must(send_command(GRIMOIRE_CLAIM_ACTION, 2, EFFECT_SLAYER_BULLET, 4, GRIMOIRE_NOBODY, NULL));
    answer_yes(false);
    assert_int_equal(state.table.claim.seat, 2);
}

static void himself_too(void **unused)
{
    (void)unused;
    by_day();
    execute(0);
    answer_yes(true);
    assert_false(is_dead(0));
}

static void a_spared_saint_loses_nothing(void **unused)
{
    (void)unused;
    by_day();
    execute(2);
    answer_yes(true);
    nobody_has_won();
}

static void evil_is_executed_without_a_question(void **unused)
{
    (void)unused;
    by_day();
    execute(3);
    assert_true(is_dead(3));
}

static void executing_a_corpse_asks_nothing(void **unused)
{
    (void)unused;
    by_day();
    kill(1);
    execute(1);
    assert_false(state.secrets.question.is_open);
}

static void drunk_he_spares_nobody(void **unused)
{
    (void)unused;
    by_day();
    give(0, EFFECT_DRUNK);
    execute(1);
    assert_true(is_dead(1));
}

static void exile_asks_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_PACIFIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    travel(5, ROLE_THIEF, false);
    dusk();
    dawn();
    must(nominate(1, 5));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_false(is_asked(EFFECT_MERCY));
    assert_true(is_dead(5));
}

RUN_TESTS(TEST(an_executed_good_player_may_live), TEST(or_die),
          TEST(it_is_asked_before_the_execution_is_told),
          TEST(while_it_is_asked_nobody_finds_nominations_open), TEST(a_claim_made_meanwhile_stays),
          TEST(himself_too), TEST(a_spared_saint_loses_nothing),
          TEST(evil_is_executed_without_a_question), TEST(executing_a_corpse_asks_nothing),
          TEST(drunk_he_spares_nobody), TEST(exile_asks_nothing))
