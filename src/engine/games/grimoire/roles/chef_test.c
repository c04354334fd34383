/* The Chef: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void counts_pairs_of_evil_neighbours(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_POISONER, ROLE_IMP, ROLE_SAINT, ROLE_MONK);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 1);
    assert_int_equal(truth().numbers, 1 << 1);
}

static void three_evil_in_a_row_are_two_pairs(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_POISONER, ROLE_IMP, ROLE_BARON, ROLE_MONK);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 2);
}

static void the_last_seat_is_next_to_the_first(void **unused)
{
    (void)unused;
    SIT(ROLE_POISONER, ROLE_CHEF, ROLE_SAINT, ROLE_MONK, ROLE_IMP);
    dusk();
    open(1);
    assert_int_equal(truth().plain.number, 1);
}

static void seats_that_were_moved_count_where_they_are(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_POISONER, ROLE_MONK, ROLE_IMP, ROLE_SAINT);
    must(tells(GRIMOIRE_SWAP_SEATS, 2, 3));
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 1);
}

static void a_recluse_may_register_differently_in_each_pair(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_POISONER, ROLE_RECLUSE, ROLE_IMP, ROLE_MONK);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 0);
    assert_int_equal(truth().numbers, 1 << 0 | 1 << 1 | 1 << 2);
}

static void a_spy_may_register_as_good(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_SPY, ROLE_IMP, ROLE_SAINT, ROLE_MONK);
    dusk();
    open(0);
    assert_int_equal(truth().numbers, 1 << 0 | 1 << 1);
}

static void travellers_count_if_evil(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_POISONER, ROLE_MONK, ROLE_IMP, ROLE_SAINT);
    must(tells(GRIMOIRE_SET_TRAVELLER, 2, true));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 2, true));
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 2);
}

static void poisoned_he_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_POISONER, ROLE_IMP, ROLE_SAINT, ROLE_MONK);
    dusk();
    choose_one(1, 0);
    open(0);
    assert_false(works(0));
    is_suggested_a_lie();
}

static void drunk_he_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_POISONER, ROLE_IMP, ROLE_SAINT, ROLE_MONK);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_CHEF));
    dusk();
    open(0);
    is_suggested_a_lie();
}

RUN_TESTS(TEST(counts_pairs_of_evil_neighbours), TEST(three_evil_in_a_row_are_two_pairs),
          TEST(the_last_seat_is_next_to_the_first),
          TEST(seats_that_were_moved_count_where_they_are),
          TEST(a_recluse_may_register_differently_in_each_pair), TEST(a_spy_may_register_as_good),
          TEST(travellers_count_if_evil), TEST(poisoned_he_is_suggested_a_lie),
          TEST(drunk_he_is_suggested_a_lie))
