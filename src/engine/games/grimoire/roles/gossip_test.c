/* The Gossip: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void say(bool is_true)
{
    must(send_command(GRIMOIRE_CLAIM_ACTION, SEAT_NARRATOR, EFFECT_GOSSIP, 0, 0, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
    assert_true(is_asked(EFFECT_GOSSIP));
    answer_yes(is_true);
    assert_int_equal(state.table.claim.seat, GRIMOIRE_NOBODY);
}

static void speak_on_the_first_day(bool is_true)
{
    SIT(ROLE_GOSSIP, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    say(is_true);
}

static void a_true_statement_kills_whom_the_storyteller_names(void **unused)
{
    (void)unused;
    speak_on_the_first_day(true);
    dusk();
    let_happen(0);
    assert_true(is_asked(EFFECT_RUMOUR));
    answer_player(2);
    assert_true(is_dead(2));
    assert_false(wakes(0));
}

static void a_false_one_kills_nobody(void **unused)
{
    (void)unused;
    speak_on_the_first_day(false);
    dusk();
    assert_false(wakes(0));
}

static void she_must_work_at_night(void **unused)
{
    (void)unused;
    speak_on_the_first_day(true);
    dusk();
    choose_one(3, 0);
    assert_false(wakes(0));
}

static void drunk_by_day_does_not_matter(void **unused)
{
    (void)unused;
    SIT(ROLE_GOSSIP, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    choose_one(3, 0);
    dawn();
    say(true);
    dusk();
    assert_true(wakes(0));
}

static void dead_at_night_nobody_dies_of_it(void **unused)
{
    (void)unused;
    speak_on_the_first_day(true);
    dusk();
    kill(0);
    assert_false(wakes(0));
}

static void protection_holds(void **unused)
{
    (void)unused;
    speak_on_the_first_day(true);
    dusk();
    choose_one(1, 2);
    give(2, EFFECT_DEATHLESS);
    let_happen(0);
    answer_player(2);
    assert_false(is_dead(2));
}

static void anybody_may_sham_it(void **unused)
{
    (void)unused;
    SIT(ROLE_GOSSIP, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(send_command(GRIMOIRE_CLAIM_ACTION, SEAT_NARRATOR, EFFECT_GOSSIP, 1, 1, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
    assert_false(state.secrets.question.is_open);
}

static void a_chambermaid_does_not_count_her(void **unused)
{
    (void)unused;
    SIT(ROLE_GOSSIP, ROLE_CHAMBERMAID, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    say(true);
    dusk();
    choose(1, SEATS2(0, 2));
    assert_int_equal(truth().plain.number, 0);
}

RUN_TESTS(TEST(a_true_statement_kills_whom_the_storyteller_names), TEST(a_false_one_kills_nobody),
          TEST(she_must_work_at_night), TEST(drunk_by_day_does_not_matter),
          TEST(dead_at_night_nobody_dies_of_it), TEST(protection_holds), TEST(anybody_may_sham_it),
          TEST(a_chambermaid_does_not_count_her))
