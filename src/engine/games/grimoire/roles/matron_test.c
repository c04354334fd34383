/* The Matron: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_MATRON, false);
    dusk();
    dawn();
}

static int used(void)
{
    int count = 0;
    for (int i = 0; i < state.secrets.token_count; i++)
        count += state.secrets.token[i].effect == EFFECT_USED_TODAY;
    return count;
}

static void three_swaps_a_day_are_counted(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    must(tells(GRIMOIRE_SWAP_SEATS, 1, 2));
    must(tells(GRIMOIRE_SWAP_SEATS, 2, 3));
    assert_int_equal(used(), 3);
    assert_int_equal(state.secrets.warning, -1);
}

static void one_after_the_other(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 2));
    assert_int_equal(state.table.ring[0], 1);
    assert_int_equal(state.table.ring[1], 2);
    assert_int_equal(state.table.ring[2], 0);
}

static void the_storyteller_is_warned_of_a_fourth(void **unused)
{
    (void)unused;
    sit_down();
    for (int i = 0; i < 4; i++)
        must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    assert_int_equal(used(), 3);
    assert_int_equal(state.secrets.warning, GRIMOIRE_SWAPS_USED_UP);
}

static void tomorrow_there_are_three_again(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    dusk();
    dawn();
    assert_int_equal(used(), 0);
}

static void neighbours_are_recomputed(void **unused)
{
    (void)unused;
    SIT(ROLE_TEA_LADY, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER, ROLE_MAYOR);
    travel(5, ROLE_MATRON, false);
    second_night();
    dawn();
    must(tells(GRIMOIRE_SWAP_SEATS, 1, 4));
    execute(6);
    assert_true(is_dead(6));
}

static void swaps_in_the_dark_are_not_the_matrons(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_MATRON, false);
    dusk();
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    dawn();
    assert_int_equal(token_on(5, EFFECT_USED_TODAY), 0);
}

static void a_dead_matrons_swaps_are_not_counted(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_MATRON, false);
    dusk();
    dawn();
    kill(5);
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    assert_int_equal(token_on(5, EFFECT_USED_TODAY), 0);
}

static void a_drunk_matrons_swaps_are_not_counted(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    assert_int_equal(used(), 0);
}

RUN_TESTS(TEST(three_swaps_a_day_are_counted), TEST(one_after_the_other),
          TEST(the_storyteller_is_warned_of_a_fourth), TEST(tomorrow_there_are_three_again),
          TEST(neighbours_are_recomputed), TEST(swaps_in_the_dark_are_not_the_matrons),
          TEST(a_dead_matrons_swaps_are_not_counted), TEST(a_drunk_matrons_swaps_are_not_counted))
