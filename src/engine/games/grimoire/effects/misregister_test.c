/* Misregister: what its holder may seem to be. */
#include "../grimoire_test.h"

static void with_a_character_it_is_that_one(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    struct game_command command = { .kind = GRIMOIRE_ADD_EFFECT,
                                    .seat = SEAT_NARRATOR,
                                    .arg = { 0, EFFECT_MISREGISTER, -1, ROLE_IMP },
                                    .text = "" };
    must(game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng));
    assert_true(grimoire_must_be(&state, 0, 1, CHARACTER, ROLE_IMP));
    assert_true(grimoire_must_be(&state, 0, 1, ALIGNMENT, GRIMOIRE_EVIL));
}

static void it_knows_characters_of_the_script_only(void **unused)
{
    (void)unused;
    begin(5);
    must(tells(GRIMOIRE_REMOVE_CHARACTER, ROLE_BARON, 0));
    assign_all(
        (const enum role_id[]){ ROLE_RECLUSE, ROLE_MONK, ROLE_CHEF, ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    assert_false(grimoire_may_be(&state, 0, 1, CHARACTER, ROLE_BARON));
    assert_true(grimoire_may_be(&state, 0, 1, CHARACTER, ROLE_SPY));
}

RUN_TESTS(TEST(with_a_character_it_is_that_one), TEST(it_knows_characters_of_the_script_only))
