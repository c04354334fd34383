/* The Imp: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void kills_each_night_but_the_first(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(wakes(4));
    dawn();
    dusk();
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void a_death_at_night_is_told_at_dawn(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(seat_in(state.table.dead, 0));
    dawn();
    assert_true(seat_in(state.table.dead, 0));
    assert_int_equal(state.table.died_at_night, seat_bit(0));
}

static void may_choose_the_dead_and_nothing_happens(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    kill(0);
    second_night();
    choose_one(4, 0);
    assert_int_equal(grimoire_seats_count(grimoire_seats_alive(&state)), 4);
}

static void kills_himself_and_a_minion_becomes_the_imp(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 4);
    assert_true(is_dead(4));
    assert_int_equal(character_of(3), ROLE_IMP);
    nobody_has_won();
}

static void the_storyteller_chooses_among_minions(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARON, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 4);
    assert_true(is_asked(EFFECT_STAR_PASS));
    must_refuse(tells(GRIMOIRE_ANSWER, 0, 0), "");
    must_refuse(tells(GRIMOIRE_ANSWER, -1, 0), "");
    answer_player(2);
    assert_int_equal(character_of(2), ROLE_IMP);
    assert_true(is_dead(4));
}

static void the_new_imp_does_not_act_that_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 4);
    open(3);
    assert_int_equal(
        grimoire_step_choice_count(&state, &state.secrets.step[state.secrets.open_step]), 0);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    assert_false(wakes(3));
}

static void the_new_imp_is_told_in_place(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(4, 4);
    int8_t index[GRIMOIRE_STEPS_MAX];
    grimoire_steps_in_order(&state.secrets, index);
    int told = -1, empath = -1;
    for (int i = 0; i < state.secrets.step_count; i++) {
        if (state.secrets.step[index[i]].origin == GRIMOIRE_BY_EFFECT)
            told = i;
        if (state.secrets.step[index[i]].kind == ROLE_EMPATH)
            empath = i;
    }
    assert_true(told >= 0 && told < empath);
}

static void without_a_living_minion_good_wins(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    kill(3);
    second_night();
    choose_one(4, 4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void a_recluse_may_register_as_the_minion(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    kill(3);
    second_night();
    choose_one(4, 4);
    answer_player(2);
    assert_int_equal(character_of(2), ROLE_IMP);
    nobody_has_won();
}

static void poisoned_he_kills_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 4);
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void poisoned_he_cannot_kill_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 4);
    choose_one(4, 4);
    assert_false(is_dead(4));
    assert_int_equal(character_of(3), ROLE_POISONER);
}

static void executed_no_minion_follows(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

RUN_TESTS(TEST(kills_each_night_but_the_first), TEST(a_death_at_night_is_told_at_dawn),
          TEST(may_choose_the_dead_and_nothing_happens),
          TEST(kills_himself_and_a_minion_becomes_the_imp),
          TEST(the_storyteller_chooses_among_minions), TEST(the_new_imp_does_not_act_that_night),
          TEST(the_new_imp_is_told_in_place), TEST(without_a_living_minion_good_wins),
          TEST(a_recluse_may_register_as_the_minion), TEST(poisoned_he_kills_nobody),
          TEST(poisoned_he_cannot_kill_himself), TEST(executed_no_minion_follows))
