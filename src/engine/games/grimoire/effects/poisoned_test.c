/* Poisoned: the ability does not work. */
#include "../grimoire_test.h"

static void by_hand_it_lasts_until_taken_away(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_POISONED);
    second_night();
    assert_false(works(0));
    take(0, EFFECT_POISONED);
    assert_true(works(0));
}

static void by_hand_and_as_usual_it_lasts_until_dusk(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    struct game_command command = { .kind = GRIMOIRE_ADD_EFFECT,
                                    .seat = SEAT_NARRATOR,
                                    .arg = { 0, EFFECT_POISONED, -1, 0, GRIMOIRE_AS_USUAL },
                                    .text = "" };
    must(game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng));
    assert_false(works(0));
    second_night();
    assert_true(works(0));
}

static void of_two_who_poison_each_other_the_first_does(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_POISONER, ROLE_IMP);
    dusk();
    must(send_command(GRIMOIRE_ADD_EFFECT, SEAT_NARRATOR, 2, EFFECT_POISONED, 3, ""));
    must(send_command(GRIMOIRE_ADD_EFFECT, SEAT_NARRATOR, 3, EFFECT_POISONED, 2, ""));
    assert_false(works(2));
    assert_true(works(3));
}

static void a_change_of_character_does_not_heal(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 1);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 1, ROLE_EMPATH));
    assert_false(works(1));
}

RUN_TESTS(TEST(by_hand_it_lasts_until_taken_away), TEST(by_hand_and_as_usual_it_lasts_until_dusk),
          TEST(of_two_who_poison_each_other_the_first_does),
          TEST(a_change_of_character_does_not_heal))
