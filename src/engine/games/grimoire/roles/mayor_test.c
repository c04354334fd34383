/* The Mayor: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_MAYOR, ROLE_SOLDIER, ROLE_CHEF, ROLE_POISONER, ROLE_IMP);
}

/* Three are alive: the Mayor, the Chef and the Imp. */
static void three_are_left(void)
{
    sit_down();
    dusk();
    dawn();
    kill(1);
    kill(3);
}

static void three_alive_and_no_execution_wins_for_good(void **unused)
{
    (void)unused;
    three_are_left();
    nobody_has_won();
    dusk();
    good_has_won(GRIMOIRE_PEACE_WAS_KEPT);
}

static void an_execution_breaks_the_peace_even_of_a_dead_player(void **unused)
{
    (void)unused;
    three_are_left();
    execute(1);
    dusk();
    nobody_has_won();
}

static void four_alive_are_not_enough(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    dawn();
    kill(1);
    dusk();
    nobody_has_won();
}

static void poisoned_he_does_not_win(void **unused)
{
    (void)unused;
    three_are_left();
    give(0, EFFECT_POISONED);
    dusk();
    nobody_has_won();
}

static void travellers_are_not_counted(void **unused)
{
    (void)unused;
    SIT(ROLE_MAYOR, ROLE_SOLDIER, ROLE_CHEF, ROLE_POISONER, ROLE_IMP, ROLE_MONK);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(1);
    kill(3);
    dusk();
    good_has_won(GRIMOIRE_PEACE_WAS_KEPT);
}

static void attacked_at_night_another_may_die_instead(void **unused)
{
    (void)unused;
    sit_down();
    second_night();
    choose_one(4, 0);
    assert_true(is_asked(EFFECT_BOUNCE));
    answer_player(2);
    assert_false(is_dead(0));
    assert_true(is_dead(2));
}

static void the_storyteller_may_let_him_die(void **unused)
{
    (void)unused;
    sit_down();
    second_night();
    choose_one(4, 0);
    answer_player(0);
    assert_true(is_dead(0));
}

static void a_redirected_kill_respects_the_soldier(void **unused)
{
    (void)unused;
    sit_down();
    second_night();
    choose_one(4, 0);
    answer_player(1);
    assert_int_equal(grimoire_seats_alive(&state), grimoire_seats_all(&state));
}

static void a_redirected_kill_respects_the_monk(void **unused)
{
    (void)unused;
    SIT(ROLE_MAYOR, ROLE_MONK, ROLE_CHEF, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(1, 2);
    choose_one(4, 0);
    answer_player(2);
    assert_int_equal(grimoire_seats_alive(&state), grimoire_seats_all(&state));
}

static void redirected_to_the_dead_nobody_dies(void **unused)
{
    (void)unused;
    sit_down();
    kill(2);
    second_night();
    choose_one(4, 0);
    answer_player(2);
    assert_int_equal(grimoire_seats_alive(&state), grimoire_seats_all(&state) & ~seat_bit(2));
}

static void redirected_to_the_demon_he_dies(void **unused)
{
    (void)unused;
    sit_down();
    second_night();
    choose_one(4, 0);
    answer_player(4);
    assert_true(is_dead(4));
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void poisoned_he_dies_without_a_question(void **unused)
{
    (void)unused;
    sit_down();
    second_night();
    choose_one(3, 0);
    choose_one(4, 0);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(0));
}

RUN_TESTS(TEST(three_alive_and_no_execution_wins_for_good),
          TEST(an_execution_breaks_the_peace_even_of_a_dead_player),
          TEST(four_alive_are_not_enough), TEST(poisoned_he_does_not_win),
          TEST(travellers_are_not_counted), TEST(attacked_at_night_another_may_die_instead),
          TEST(the_storyteller_may_let_him_die), TEST(a_redirected_kill_respects_the_soldier),
          TEST(a_redirected_kill_respects_the_monk), TEST(redirected_to_the_dead_nobody_dies),
          TEST(redirected_to_the_demon_he_dies), TEST(poisoned_he_dies_without_a_question))
