/* The Scarlet Woman: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SCARLET_WOMAN, ROLE_IMP);
    dusk();
    dawn();
}

static void becomes_the_demon_with_five_alive(void **unused)
{
    (void)unused;
    sit_down();
    execute(4);
    assert_int_equal(character_of(3), ROLE_IMP);
    nobody_has_won();
}

static void not_with_four_alive(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    execute(4);
    assert_int_equal(character_of(3), ROLE_SCARLET_WOMAN);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void the_count_is_taken_just_before_the_death(void **unused)
{
    (void)unused;
    sit_down();
    assert_int_equal(grimoire_seats_count(grimoire_seats_alive(&state)), 5);
    kill(4);
    assert_int_equal(character_of(3), ROLE_IMP);
}

static void travellers_are_not_counted(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SCARLET_WOMAN, ROLE_IMP);
    must(tells(GRIMOIRE_SET_TRAVELLER, 0, true));
    dusk();
    dawn();
    execute(4);
    assert_int_equal(character_of(3), ROLE_SCARLET_WOMAN);
}

static void learns_it_at_night(void **unused)
{
    (void)unused;
    sit_down();
    execute(4);
    dusk();
    open(3);
    is_only(truth().plain.characters, ROLE_IMP);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, first_word(ROLE_IMP), 1, ""));
    assert_int_equal(state.own[3].character, ROLE_IMP);
    assert_false(grimoire_has_effect(&state, 3, EFFECT_PENDING_ROLE_REVEAL));
}

static void acts_as_the_demon_in_that_night(void **unused)
{
    (void)unused;
    sit_down();
    execute(4);
    dusk();
    open(3);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    choose_one(3, 0);
    assert_true(is_dead(0));
}

static void is_the_one_if_the_imp_kills_himself_with_five_alive(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_SCARLET_WOMAN, ROLE_IMP);
    second_night();
    choose_one(4, 4);
    assert_false(state.secrets.question.is_open);
    assert_int_equal(character_of(3), ROLE_IMP);
    assert_int_equal(character_of(2), ROLE_POISONER);
}

static void poisoned_she_does_not_follow(void **unused)
{
    (void)unused;
    sit_down();
    give(3, EFFECT_POISONED);
    execute(4);
    assert_int_equal(character_of(3), ROLE_SCARLET_WOMAN);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void drunk_she_does_not_follow(void **unused)
{
    (void)unused;
    sit_down();
    give(3, EFFECT_DRUNK);
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void dead_she_does_not_follow(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SCARLET_WOMAN, ROLE_IMP, ROLE_SLAYER);
    dusk();
    dawn();
    kill(3);
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

RUN_TESTS(TEST(becomes_the_demon_with_five_alive), TEST(not_with_four_alive),
          TEST(the_count_is_taken_just_before_the_death), TEST(travellers_are_not_counted),
          TEST(learns_it_at_night), TEST(acts_as_the_demon_in_that_night),
          TEST(is_the_one_if_the_imp_kills_himself_with_five_alive),
          TEST(poisoned_she_does_not_follow), TEST(drunk_she_does_not_follow),
          TEST(dead_she_does_not_follow))
