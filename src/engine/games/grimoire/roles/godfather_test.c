/* The Godfather: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void six(void)
{
    SIT(ROLE_GODFATHER, ROLE_MONK, ROLE_SAINT, ROLE_RECLUSE, ROLE_IMP, ROLE_CHEF);
}

static void knows_the_outsiders_in_play(void **unused)
{
    (void)unused;
    six();
    dusk();
    open(0);
    assert_int_equal(truth().kind, GRIMOIRE_TELLS_CHARACTERS);
    assert_int_equal(characters_count(truth().plain.characters), 2);
    assert_true(characters_has(truth().plain.characters, ROLE_SAINT));
    assert_true(characters_has(state.secrets.suggestion.characters, ROLE_RECLUSE));
}

static void poisoned_is_told_others(void **unused)
{
    (void)unused;
    six();
    give(0, EFFECT_POISONED);
    dusk();
    give(0, EFFECT_POISONED);
    open(0);
    assert_false(characters_has(state.secrets.suggestion.characters, ROLE_SAINT));
}

static void kills_if_an_outsider_died_by_day(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    kill(3);
    dusk();
    choose_one(0, 5);
    assert_true(is_dead(5));
}

static void sleeps_if_none_did(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    execute(5);
    dusk();
    assert_false(wakes(0));
}

static void a_death_at_night_is_none(void **unused)
{
    (void)unused;
    six();
    second_night();
    kill(3);
    assert_false(wakes(0));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void one_kill_for_two_deaths(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    kill(3);
    kill(2);
    dusk();
    choose_one(0, 5);
    assert_false(wakes(0));
}

static void poisoned_by_night_kills_nobody(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    kill(3);
    dusk();
    give(0, EFFECT_POISONED);
    choose_one(0, 5);
    assert_false(is_dead(5));
}

static void protection_holds(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    kill(3);
    dusk();
    give(5, EFFECT_DEATHLESS);
    choose_one(0, 5);
    assert_false(is_dead(5));
}

static void one_outsider_more_or_less(void **unused)
{
    (void)unused;
    begin(8);
    bool is_more = false, is_less = false;
    int8_t needed[GRIMOIRE_TEAMS];
    for (int i = 0; i < 40; i++) {
        must(tells(GRIMOIRE_BEGIN_SCRIPT, 0, 0));
        for (int c = 1; c < GRIMOIRE_CUSTOM_FIRST; c++)
            if (!grimoire_team_is_evil(grimoire_role_of(c)->team) || c == ROLE_GODFATHER ||
                c == ROLE_IMP)
                must(tells(GRIMOIRE_ADD_CHARACTER, c, 0));
        must(tells(GRIMOIRE_FILL_BAG, 0, 0));
        grimoire_bag_needs(&state, state.secrets.bag, needed);
        is_more |= needed[GRIMOIRE_OUTSIDER] == 2;
        is_less |= needed[GRIMOIRE_OUTSIDER] == 0;
        assert_int_not_equal(needed[GRIMOIRE_OUTSIDER], 1);
    }
    assert_true(is_more && is_less);
}

RUN_TESTS(TEST(knows_the_outsiders_in_play), TEST(poisoned_is_told_others),
          TEST(kills_if_an_outsider_died_by_day), TEST(sleeps_if_none_did),
          TEST(a_death_at_night_is_none), TEST(one_kill_for_two_deaths),
          TEST(poisoned_by_night_kills_nobody), TEST(protection_holds),
          TEST(one_outsider_more_or_less))
