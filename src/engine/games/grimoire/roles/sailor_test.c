/* The Sailor: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void one_of_the_two_is_drunk_till_dusk(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 1);
    assert_true(is_asked(EFFECT_CAROUSE));
    must_refuse(tells(GRIMOIRE_ANSWER, 2, 0), "");
    answer_player(1);
    assert_false(works(1));
    assert_true(works(0));
    dawn();
    assert_false(works(1));
    dusk();
    assert_true(works(1));
}

static void the_storyteller_may_say_it_is_the_sailor(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 1);
    answer_player(0);
    assert_false(works(0));
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void choosing_himself_he_is_drunk_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 0);
    assert_false(state.secrets.question.is_open);
    assert_false(works(0));
}

static void he_chooses_among_the_living(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    kill(1);
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
}

static void sober_he_cannot_die_even_before_he_wakes(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void executed_he_lives(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(0);
    assert_false(is_dead(0));
    assert_true(state.table.has_executed);
}

static void a_poisoned_sailor_makes_nobody_drunk_and_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(0, 1);
    assert_false(state.secrets.question.is_open);
    assert_true(works(1));
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void his_drinking_companion_is_sober_when_he_is_gone(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 1);
    answer_player(1);
    kill(0);
    assert_true(works(1));
}

static void a_reminder_by_hand_has_no_part_in_what_others_do(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BARISTA, false);
    give(5, EFFECT_CAROUSE);
    dusk();
    choose_one(5, 0);
    answer_yes(false);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_DRUNK));
}

RUN_TESTS(TEST(a_reminder_by_hand_has_no_part_in_what_others_do),
          TEST(one_of_the_two_is_drunk_till_dusk), TEST(the_storyteller_may_say_it_is_the_sailor),
          TEST(choosing_himself_he_is_drunk_himself), TEST(he_chooses_among_the_living),
          TEST(sober_he_cannot_die_even_before_he_wakes), TEST(executed_he_lives),
          TEST(a_poisoned_sailor_makes_nobody_drunk_and_dies),
          TEST(his_drinking_companion_is_sober_when_he_is_gone))
