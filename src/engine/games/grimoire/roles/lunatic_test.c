/* The Lunatic: ability, malfunction, rulings. */
#include "../grimoire_test.h"

/* Seven, and the Lunatic of seat 0 takes himself for that Demon. */
static void believe(enum role_id demon)
{
    begin(7);
    assign_all((const enum role_id[]){ ROLE_LUNATIC, ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SLAYER,
                                       ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_SET_BELIEF, 0, demon));
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
}

static void takes_himself_for_a_demon_and_for_evil(void **unused)
{
    (void)unused;
    believe(ROLE_PO);
    assert_int_equal(state.own[0].character, ROLE_PO);
    assert_true(state.own[0].is_evil);
    assert_false(state.secrets.seat[0].is_evil);
    assert_int_equal(character_of(0), ROLE_LUNATIC);
}

static void a_demon_in_play_is_no_mistake(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    for (int i = grimoire_warnings(&state, note) - 1; i >= 0; i--)
        assert_int_not_equal(note[i].kind, GRIMOIRE_BELIEF_IN_PLAY);
}

static void learns_sham_minions_and_bluffs_like_a_demon(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    dusk();
    open(0);
    assert_int_equal(state.secrets.step[state.secrets.open_step].kind, GRIMOIRE_DEMON_INFO);
    assert_int_equal(grimoire_seats_count(state.secrets.suggestion.players), 1);
    assert_int_equal(characters_count(state.secrets.suggestion.characters), GRIMOIRE_BLUFFS);
    must(tells(GRIMOIRE_TELL, seat_bit(3), 0));
    assert_int_equal(state.own[0].message[0].about, GRIMOIRE_DEMON_INFO);
    assert_int_equal(state.own[6].message_count, 0);
}

static void the_demon_learns_who_he_is(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    dusk();
    open(6);
    assert_int_equal(truth().plain.number, 0);
    is_only(truth().plain.characters, ROLE_LUNATIC);
}

static void chooses_before_the_demon_who_learns_whom_and_nothing_comes_of_it(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    second_night();
    choose_one(0, 3);
    assert_false(is_dead(3));
    open(6);
    assert_int_equal(truth().plain.number, 0);
    assert_int_equal(truth().plain.players, seat_bit(3));
    must(tells(GRIMOIRE_TELL, 0, 0));
    choose_one(6, 1);
    assert_true(is_dead(1));
}

static void chooses_as_that_demon_does(void **unused)
{
    (void)unused;
    believe(ROLE_PO);
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
    must(tells(GRIMOIRE_CHOOSE, SEATS2(1, 2) | seat_bit(3), 0));
    assert_false(is_dead(1));
}

static void poisoned_the_demon_is_not_told(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    second_night();
    choose_one(5, 0);
    choose_one(0, 3);
    open(6);
    assert_int_equal(state.secrets.step[state.secrets.open_step].origin, GRIMOIRE_BY_SHEET);
}

static void his_death_is_not_the_demons(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    dusk();
    dawn();
    execute(0);
    nobody_has_won();
}

static void a_chambermaid_counts_him(void **unused)
{
    (void)unused;
    believe(ROLE_IMP);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 1, ROLE_CHAMBERMAID));
    second_night();
    choose(1, SEATS2(0, 4));
    assert_int_equal(truth().plain.number, 1);
}

static void below_seven_he_learns_nothing_and_the_demon_does(void **unused)
{
    (void)unused;
    SIT(ROLE_LUNATIC, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(wakes(0));
    open(4);
    assert_int_equal(truth().plain.number, 0);
    is_only(truth().plain.characters, ROLE_LUNATIC);
}

RUN_TESTS(TEST(takes_himself_for_a_demon_and_for_evil), TEST(a_demon_in_play_is_no_mistake),
          TEST(learns_sham_minions_and_bluffs_like_a_demon), TEST(the_demon_learns_who_he_is),
          TEST(chooses_before_the_demon_who_learns_whom_and_nothing_comes_of_it),
          TEST(chooses_as_that_demon_does), TEST(poisoned_the_demon_is_not_told),
          TEST(his_death_is_not_the_demons), TEST(a_chambermaid_counts_him),
          TEST(below_seven_he_learns_nothing_and_the_demon_does))
