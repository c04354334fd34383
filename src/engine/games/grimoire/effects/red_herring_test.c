/* Red herring: only for the one whose ability it is. */
#include "../grimoire_test.h"

static void it_is_no_herring_to_another_fortune_teller(void **unused)
{
    (void)unused;
    SIT(ROLE_FORTUNE_TELLER, ROLE_FORTUNE_TELLER, ROLE_SAINT, ROLE_CHEF, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 2));
    must(tells(GRIMOIRE_PREPARE, 1, 3));
    dusk();
    choose(1, SEATS2(0, 2));
    assert_int_equal(truth().numbers, 1 << 0);
}

static void it_stays_for_the_whole_game(void **unused)
{
    (void)unused;
    SIT(ROLE_FORTUNE_TELLER, ROLE_MONK, ROLE_SAINT, ROLE_CHEF, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 2));
    second_night();
    assert_true(grimoire_has_effect(&state, 2, EFFECT_RED_HERRING));
    kill(2);
    choose(0, SEATS2(1, 2));
    assert_int_equal(truth().numbers, 1 << 1);
}

RUN_TESTS(TEST(it_is_no_herring_to_another_fortune_teller), TEST(it_stays_for_the_whole_game))
