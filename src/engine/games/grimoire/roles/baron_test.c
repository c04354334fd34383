/* The Baron: two more Outsiders. */
#include "../grimoire_test.h"

static void two_more_outsiders_and_two_townsfolk_less(void **unused)
{
    (void)unused;
    int8_t needed[GRIMOIRE_TEAMS];
    begin(7);
    grimoire_bag_needs(&state, characters_one(ROLE_BARON), needed);
    assert_int_equal(needed[GRIMOIRE_OUTSIDER], 2);
    assert_int_equal(needed[GRIMOIRE_TOWNSFOLK], 3);
}

static void a_random_bag_with_him_has_them(void **unused)
{
    (void)unused;
    int8_t needed[GRIMOIRE_TEAMS];
    int bags = 0;
    begin(7);
    for (int i = 0; i < 100; i++) {
        must(tells(GRIMOIRE_FILL_BAG, GRIMOIRE_ANY_STYLE, 0));
        grimoire_characters bag = state.secrets.bag;
        if (!characters_has(bag, ROLE_BARON))
            continue;
        grimoire_bag_needs(&state, bag, needed);
        assert_int_equal(characters_count(characters_both(
                             bag, grimoire_characters_of_team(&state.script, GRIMOIRE_OUTSIDER))),
                         2);
        bags++;
    }
    assert_true(bags > 0);
}

static void poisoned_later_nothing_changes(void **unused)
{
    (void)unused;
    SIT(ROLE_BARON, ROLE_SAINT, ROLE_RECLUSE, ROLE_CHEF, ROLE_IMP);
    give(0, EFFECT_POISONED);
    assert_int_equal(character_of(1), ROLE_SAINT);
    assert_int_equal(character_of(2), ROLE_RECLUSE);
}

RUN_TESTS(TEST(two_more_outsiders_and_two_townsfolk_less), TEST(a_random_bag_with_him_has_them),
          TEST(poisoned_later_nothing_changes))
