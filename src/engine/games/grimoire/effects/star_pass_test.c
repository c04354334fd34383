/* Star pass: a Demon who chooses itself. */
#include "../grimoire_test.h"

static void a_demon_killed_by_another_cause_passes_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    kill(4);
    assert_int_equal(character_of(3), ROLE_POISONER);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void below_five_the_scarlet_woman_is_a_minion_like_others(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARON, ROLE_SCARLET_WOMAN, ROLE_IMP);
    kill(0);
    second_night();
    choose_one(4, 4);
    assert_true(is_asked(EFFECT_STAR_PASS));
    answer_player(2);
    assert_int_equal(character_of(2), ROLE_IMP);
    assert_int_equal(character_of(3), ROLE_SCARLET_WOMAN);
}

static void the_heir_can_pass_it_on(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARON, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 4);
    answer_player(2);
    dawn();
    dusk();
    open(2);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    choose_one(2, 2);
    assert_int_equal(character_of(3), ROLE_IMP);
}

RUN_TESTS(TEST(a_demon_killed_by_another_cause_passes_nothing),
          TEST(below_five_the_scarlet_woman_is_a_minion_like_others), TEST(the_heir_can_pass_it_on))
