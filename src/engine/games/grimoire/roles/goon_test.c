/* The Goon: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void the_first_who_chooses_him_is_drunk_and_he_takes_their_side(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    assert_false(works(3));
    assert_true(works(0));
    assert_true(state.secrets.seat[0].is_evil);
    open(0);
    is_only(truth().plain.characters, ROLE_GOON);
    assert_int_equal(truth().plain.number, 1);
    dawn();
    dusk();
    assert_true(works(3));
    assert_true(state.secrets.seat[0].is_evil);
}

static void later_choosers_work(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(4, 0);
    assert_true(is_dead(0));
    assert_true(state.secrets.seat[0].is_evil);
}

static void an_imp_who_chooses_him_first_kills_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(is_dead(0));
    assert_false(works(4));
}

static void of_two_victims_the_one_before_him_is_hit(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_SHABALOTH, ROLE_CHEF);
    second_night();
    choose_two(4, 1, 0);
    assert_true(is_dead(1));
    assert_false(is_dead(0));
    assert_true(state.secrets.seat[0].is_evil);
}

static void and_the_one_after_him_is_not(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_SHABALOTH, ROLE_CHEF);
    second_night();
    choose_two(4, 0, 1);
    assert_false(is_dead(1));
    assert_false(is_dead(0));
}

static void a_chooser_who_is_drunk_already_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(3, EFFECT_DRUNK);
    second_night();
    choose_one(3, 0);
    assert_true(state.secrets.seat[0].is_evil);
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void a_courtier_who_names_him_is_drunk(void **unused)
{
    (void)unused;
    begin(5);
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_GOON, 0));
    assign_all(
        (const enum role_id[]){ ROLE_GOON, ROLE_COURTIER, ROLE_SAINT, ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 0, true));
    dusk();
    choose_character(1, SEATS_NONE, ROLE_GOON);
    assert_false(works(1));
    assert_true(works(0));
    assert_false(state.secrets.seat[0].is_evil);
}

static void a_good_chooser_leaves_him_good_and_he_is_told_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(1, 0);
    assert_false(works(1));
    assert_false(wakes(0));
}

static void poisoned_he_hires_himself_out_to_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    second_night();
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void a_chambermaid_counts_being_told(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_CHAMBERMAID, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose(1, SEATS2(0, 2));
    assert_int_equal(truth().plain.number, 1);
}

static void doing_the_step_again_takes_it_back(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    int step = step_of(3);
    choose_one(3, 0);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_false(state.secrets.seat[0].is_evil);
    assert_true(works(3));
}

static void dead_he_makes_nobody_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_GOON, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    kill(0);
    dusk();
    choose_one(3, 0);
    assert_true(works(3));
    assert_false(state.secrets.seat[0].is_evil);
}

RUN_TESTS(TEST(the_first_who_chooses_him_is_drunk_and_he_takes_their_side),
          TEST(later_choosers_work), TEST(an_imp_who_chooses_him_first_kills_nobody),
          TEST(of_two_victims_the_one_before_him_is_hit), TEST(and_the_one_after_him_is_not),
          TEST(a_chooser_who_is_drunk_already_counts), TEST(a_courtier_who_names_him_is_drunk),
          TEST(a_good_chooser_leaves_him_good_and_he_is_told_nothing),
          TEST(poisoned_he_hires_himself_out_to_nobody), TEST(a_chambermaid_counts_being_told),
          TEST(doing_the_step_again_takes_it_back), TEST(dead_he_makes_nobody_drunk))
