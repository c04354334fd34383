/* The Exorcist: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void a_chosen_demon_does_not_act_and_learns_who_it_was(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 4);
    open(4);
    assert_int_equal(truth().kind, GRIMOIRE_TELLS_PLAYER);
    assert_int_equal(truth().plain.players, seat_bit(0));
    is_only(truth().plain.characters, ROLE_EXORCIST);
    must(tells(GRIMOIRE_TELL, seat_bit(0), 0));
    assert_int_equal(state.own[4].character, ROLE_IMP);
    assert_false(wakes(4));
}

static void others_wake_as_ever(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 1);
    assert_true(wakes(1));
    assert_true(wakes(4));
    choose_one(4, 2);
    assert_true(is_dead(2));
}

static void never_the_same_two_nights_in_a_row(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 4);
    dawn();
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(4), 0), "");
    must(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0));
    dawn();
    dusk();
    choose_one(0, 4);
    assert_false(grimoire_step_is_due(&state, &state.secrets.step[1]) && !wakes(4));
}

static void the_demon_acts_again_the_next_night(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 4);
    dawn();
    dusk();
    choose_one(0, 1);
    choose_one(4, 2);
    assert_true(is_dead(2));
}

static void a_drunk_exorcist_stops_nobody_and_still_may_not_choose_again(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(0, 4);
    choose_one(4, 2);
    assert_true(is_dead(2));
    dawn();
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(4), 0), "");
}

static void a_chambermaid_does_not_count_an_exorcised_demon(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_CHAMBERMAID, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 4);
    choose(1, SEATS2(2, 4));
    assert_int_equal(truth().plain.number, 0);
}

static void the_pukkas_earlier_victim_dies_anyway(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_PUKKA, ROLE_CHEF);
    dusk();
    choose_one(4, 5);
    dawn();
    dusk();
    choose_one(0, 4);
    let_happen(5);
    assert_true(is_dead(5));
}

static void the_demon_still_wakes_for_the_barber(void **unused)
{
    (void)unused;
    SIT(ROLE_EXORCIST, ROLE_BARBER, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    kill(1);
    dusk();
    choose_one(0, 4);
    let_happen(4); /* learns of the Exorcist */
    assert_true(wakes(4));
    choose(4, SEATS2(2, 5));
    assert_int_equal(character_of(2), ROLE_CHEF);
    assert_int_equal(character_of(5), ROLE_SAINT);
    assert_false(wakes(4));
}

RUN_TESTS(TEST(a_chosen_demon_does_not_act_and_learns_who_it_was), TEST(others_wake_as_ever),
          TEST(never_the_same_two_nights_in_a_row), TEST(the_demon_acts_again_the_next_night),
          TEST(a_drunk_exorcist_stops_nobody_and_still_may_not_choose_again),
          TEST(a_chambermaid_does_not_count_an_exorcised_demon),
          TEST(the_pukkas_earlier_victim_dies_anyway), TEST(the_demon_still_wakes_for_the_barber))
