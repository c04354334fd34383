/* The Apprentice: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(bool is_evil)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_MAYOR);
    travel(5, ROLE_APPRENTICE, is_evil);
    dusk();
}

static void gain(enum role_id character)
{
    open(5);
    must(tells(GRIMOIRE_CHOOSE, SEATS_NONE, first_word(character)));
}

static void gains_an_ability_in_the_first_night(void **unused)
{
    (void)unused;
    sit_down(false);
    gain(ROLE_EMPATH);
    assert_int_equal(state.secrets.seat[5].gained, ROLE_EMPATH);
    assert_true(wakes(5));
}

static void stays_the_apprentice(void **unused)
{
    (void)unused;
    sit_down(false);
    gain(ROLE_EMPATH);
    assert_int_equal(character_of(5), ROLE_APPRENTICE);
    assert_int_equal(state.table.traveller[5], ROLE_APPRENTICE);
}

static void is_told_which(void **unused)
{
    (void)unused;
    sit_down(false);
    gain(ROLE_EMPATH);
    const struct grimoire_message *told = &state.own[5].message[state.own[5].message_count - 1];
    assert_int_equal(told->about, ROLE_APPRENTICE);
    is_only(told->answer.characters, ROLE_EMPATH);
}

static void an_evil_one_gains_a_minions(void **unused)
{
    (void)unused;
    sit_down(true);
    gain(ROLE_SCARLET_WOMAN);
    dawn();
    execute(4);
    assert_int_equal(character_of(5), ROLE_IMP);
}

static void a_passive_ability_works(void **unused)
{
    (void)unused;
    sit_down(false);
    gain(ROLE_SOLDIER);
    dawn();
    dusk();
    choose_one(4, 5);
    assert_false(is_dead(5));
}

static void no_outsider_and_no_demon(void **unused)
{
    (void)unused;
    sit_down(false);
    open(5);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS_NONE, first_word(ROLE_SAINT)), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS_NONE, first_word(ROLE_IMP)), "");
}

static void only_of_their_own_side(void **unused)
{
    (void)unused;
    sit_down(false);
    open(5);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS_NONE, first_word(ROLE_POISONER)), "");
    must(tells(GRIMOIRE_SET_ALIGNMENT, 5, true));
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS_NONE, first_word(ROLE_EMPATH)), "");
    must(tells(GRIMOIRE_CHOOSE, SEATS_NONE, first_word(ROLE_POISONER)));
}

static void a_drunk_apprentice_has_it_and_it_does_not_work(void **unused)
{
    (void)unused;
    sit_down(false);
    give(5, EFFECT_DRUNK);
    gain(ROLE_SOLDIER);
    dawn();
    dusk();
    give(5, EFFECT_DRUNK);
    choose_one(4, 5);
    assert_true(is_dead(5));
}

static void only_in_the_first_night(void **unused)
{
    (void)unused;
    sit_down(false);
    gain(ROLE_SOLDIER);
    dawn();
    dusk();
    assert_false(wakes(5));
}

RUN_TESTS(TEST(gains_an_ability_in_the_first_night), TEST(stays_the_apprentice),
          TEST(is_told_which), TEST(an_evil_one_gains_a_minions), TEST(a_passive_ability_works),
          TEST(no_outsider_and_no_demon), TEST(only_of_their_own_side),
          TEST(a_drunk_apprentice_has_it_and_it_does_not_work), TEST(only_in_the_first_night))
