/* The Zombuul: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void six(void)
{
    SIT(ROLE_ZOMBUUL, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_EMPATH, ROLE_POISONER);
}

static void is_buried_by_day(void)
{
    six();
    dusk();
    dawn();
    execute(0);
}

static void kills_if_nobody_died_by_day(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_one(0, 1);
    assert_true(is_dead(1));
}

static void sleeps_if_somebody_did(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    execute(1);
    dusk();
    assert_false(wakes(0));
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void an_executed_corpse_is_no_death(void **unused)
{
    (void)unused;
    six();
    dusk();
    kill(1);
    dawn();
    execute(1);
    dusk();
    assert_true(wakes(0));
}

static void the_first_death_is_a_sham(void **unused)
{
    (void)unused;
    is_buried_by_day();
    assert_true(is_dead(0));
    assert_true(grimoire_lives(&state, 0));
    assert_true(seat_in(state.table.dead, 0));
    nobody_has_won();
}

static void its_own_burial_by_day_counts_as_a_death(void **unused)
{
    (void)unused;
    is_buried_by_day();
    dusk();
    assert_false(wakes(0));
    dawn();
    dusk();
    choose_one(0, 1);
    assert_true(is_dead(1));
}

static void buried_it_votes_like_the_dead_and_is_no_living_neighbour(void **unused)
{
    (void)unused;
    is_buried_by_day();
    assert_false(seat_in(grimoire_may_nominate(&state.table), 0));
    assert_int_equal(grimoire_living_neighbour(&state, 1, -1), 5);
}

static void the_second_death_is_real(void **unused)
{
    (void)unused;
    is_buried_by_day();
    dusk();
    dawn();
    execute(0);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void it_counts_among_the_last_two(void **unused)
{
    (void)unused;
    is_buried_by_day();
    dusk();
    kill(1);
    kill(2);
    kill(3);
    nobody_has_won();
    kill(4);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void poisoned_it_really_dies(void **unused)
{
    (void)unused;
    six();
    give(0, EFFECT_DRUNK);
    dusk();
    dawn();
    execute(0);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void drunk_once_buried_nothing_happens(void **unused)
{
    (void)unused;
    is_buried_by_day();
    give(0, EFFECT_DRUNK);
    nobody_has_won();
    assert_true(grimoire_lives(&state, 0));
}

static void poisoned_it_kills_nobody(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_one(5, 0);
    choose_one(0, 1);
    assert_false(is_dead(1));
}

RUN_TESTS(TEST(kills_if_nobody_died_by_day), TEST(sleeps_if_somebody_did),
          TEST(an_executed_corpse_is_no_death), TEST(the_first_death_is_a_sham),
          TEST(its_own_burial_by_day_counts_as_a_death),
          TEST(buried_it_votes_like_the_dead_and_is_no_living_neighbour),
          TEST(the_second_death_is_real), TEST(it_counts_among_the_last_two),
          TEST(poisoned_it_really_dies), TEST(drunk_once_buried_nothing_happens),
          TEST(poisoned_it_kills_nobody))
