/* Bounce: another may die instead. */
#include "../grimoire_test.h"

static void anybody_may_be_named_the_dead_too(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_BOUNCE);
    choose_one(4, 0);
    assert_true(is_asked(EFFECT_BOUNCE));
    assert_int_equal(state.secrets.question.intent.players, grimoire_seats_all(&state));
}

static void it_bounces_once(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_BOUNCE);
    give(1, EFFECT_BOUNCE);
    choose_one(4, 0);
    answer_player(1);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(1));
}

static void while_it_asks_the_grimoire_stands_still(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_BOUNCE);
    choose_one(4, 0);
    must_refuse(tells(GRIMOIRE_BEGIN_DAY, 0, 0), "question_open");
    must_refuse(tells(GRIMOIRE_ADD_EFFECT, 0, EFFECT_SAFE), "question_open");
    must_refuse(tells(GRIMOIRE_KILL, 1, 0), "question_open");
}

static void dismissed_nobody_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_BOUNCE);
    choose_one(4, 0);
    must(tells(GRIMOIRE_DISMISS_QUESTION, 0, 0));
    assert_int_equal(grimoire_seats_alive(&state), grimoire_seats_all(&state));
}

static void an_execution_does_not_bounce(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(0, EFFECT_BOUNCE);
    execute(0);
    assert_true(is_dead(0));
}

RUN_TESTS(TEST(anybody_may_be_named_the_dead_too), TEST(it_bounces_once),
          TEST(while_it_asks_the_grimoire_stands_still), TEST(dismissed_nobody_dies),
          TEST(an_execution_does_not_bounce))
