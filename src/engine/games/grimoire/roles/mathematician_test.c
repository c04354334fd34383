/* The Mathematician: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told(int number)
{
    open(0);
    assert_int_equal(truth().plain.number, number);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, number, ""));
}

static void tell_suggested(int seat)
{
    open(seat);
    struct grimoire_answer answer = state.secrets.suggestion;
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, answer.players, 0, answer.number, ""));
}

static void nothing_went_wrong(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 2);
    tell_suggested(1);
    told(0);
}

static void false_information_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 1);
    tell_suggested(1);
    told(1);
}

static void true_information_to_the_poisoned_does_not(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 1);
    open(1);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, truth().plain.number, ""));
    told(0);
}

static void a_choice_of_which_nothing_comes_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 1);
    choose_one(1, 2);
    told(1);
}

static void a_protection_that_fails_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_SOLDIER, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 1);
    choose_one(4, 1);
    assert_true(is_dead(1));
    told(1);
}

static void a_registration_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(1);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, 1, ""));
    told(1);
}

static void players_count_and_not_occasions(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 1);
    choose_one(1, 2);
    choose_one(4, 2);
    told(1);
}

static void the_lies_of_the_vortox_count(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    tell_suggested(1);
    open(0);
    assert_int_equal(truth().plain.number, 1);
    is_suggested_a_lie();
}

static void the_storyteller_corrects_by_hand(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    give(2, EFFECT_ABNORMAL);
    told(1);
}

static void it_is_forgotten_at_dawn(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 1);
    tell_suggested(1);
    dawn();
    assert_false(grimoire_has_effect(&state, 1, EFFECT_ABNORMAL));
}

static void the_drunk_has_nothing_that_could_go_wrong(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_DRUNK, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 2, ROLE_CHEF));
    dusk();
    tell_suggested(2);
    told(0);
}

static void poisoned_he_is_told_another_number(void **unused)
{
    (void)unused;
    SIT(ROLE_MATHEMATICIAN, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    open(0);
    is_suggested_a_lie();
}

RUN_TESTS(TEST(nothing_went_wrong), TEST(false_information_counts),
          TEST(true_information_to_the_poisoned_does_not),
          TEST(a_choice_of_which_nothing_comes_counts), TEST(a_protection_that_fails_counts),
          TEST(a_registration_counts), TEST(players_count_and_not_occasions),
          TEST(the_lies_of_the_vortox_count), TEST(the_storyteller_corrects_by_hand),
          TEST(it_is_forgotten_at_dawn), TEST(the_drunk_has_nothing_that_could_go_wrong),
          TEST(poisoned_he_is_told_another_number))
