/* The Vigormortis: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void six(void)
{
    SIT(ROLE_CHEF, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_VIGORMORTIS, ROLE_MAYOR);
    second_night();
}

static void kills_each_night_but_the_first(void **unused)
{
    (void)unused;
    six();
    choose_one(4, 0);
    assert_true(is_dead(0));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_HAS_ABILITY));
}

static void a_minion_it_kills_keeps_the_ability(void **unused)
{
    (void)unused;
    six();
    choose_one(3, 0);
    choose_one(4, 3);
    assert_true(is_asked(EFFECT_VIGOUR));
    answer_player(1);
    assert_true(is_dead(3));
    assert_true(works(3));
    assert_false(works(0));
    dawn();
    dusk();
    assert_true(wakes(3));
    choose_one(3, 5);
    assert_false(works(5));
}

static void a_townsfolk_neighbour_is_poisoned_for_good(void **unused)
{
    (void)unused;
    six();
    choose_one(4, 3);
    must_refuse(tells(GRIMOIRE_ANSWER, 0, 0), "");
    answer_player(5);
    assert_false(works(5));
    dawn();
    dusk();
    assert_false(works(5));
    assert_true(works(1));
}

static void it_ends_with_the_vigormortis(void **unused)
{
    (void)unused;
    six();
    choose_one(4, 3);
    answer_player(5);
    kill(4);
    assert_false(works(3));
    assert_true(works(5));
}

static void it_ends_when_the_minion_is_none_any_more(void **unused)
{
    (void)unused;
    six();
    choose_one(4, 3);
    answer_player(5);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 3, ROLE_MONK));
    assert_false(works(3));
    assert_true(works(5));
}

static void a_minion_who_is_executed_keeps_nothing(void **unused)
{
    (void)unused;
    six();
    dawn();
    execute(3);
    assert_false(works(3));
}

static void poisoned_it_pauses(void **unused)
{
    (void)unused;
    six();
    choose_one(4, 3);
    answer_player(5);
    give(4, EFFECT_DRUNK);
    assert_false(works(3));
    assert_true(works(5));
    take(4, EFFECT_DRUNK);
    assert_true(works(3));
    assert_false(works(5));
}

static void there_is_one_outsider_less(void **unused)
{
    (void)unused;
    int8_t needed[GRIMOIRE_TEAMS];
    begin(8);
    grimoire_bag_needs(&state, characters_one(ROLE_VIGORMORTIS), needed);
    assert_int_equal(needed[GRIMOIRE_OUTSIDER], 0);
    assert_int_equal(needed[GRIMOIRE_TOWNSFOLK], 6);
}

static void unless_there_is_none(void **unused)
{
    (void)unused;
    int8_t needed[GRIMOIRE_TEAMS];
    begin(7);
    grimoire_bag_needs(&state, characters_one(ROLE_VIGORMORTIS), needed);
    assert_int_equal(needed[GRIMOIRE_OUTSIDER], 0);
    assert_int_equal(needed[GRIMOIRE_TOWNSFOLK], 5);
}

static void a_minion_it_kills_is_woken_whoever_it_is(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_EMPATH, ROLE_SAINT, ROLE_ASSASSIN, ROLE_VIGORMORTIS, ROLE_MAYOR);
    second_night();
    choose_one(4, 3);
    answer_player(5);
    dawn();
    dusk();
    assert_true(wakes(3));
    choose_one(3, 0);
    assert_true(is_dead(0));
}

static void every_minion_it_kills_keeps_the_ability(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_EMPATH, ROLE_POISONER, ROLE_WITCH, ROLE_VIGORMORTIS, ROLE_MAYOR);
    second_night();
    choose_one(4, 3);
    answer_player(5);
    dawn();
    dusk();
    choose_one(4, 2);
    answer_player(1);
    assert_true(works(2));
    assert_true(works(3));
    assert_false(works(1));
    assert_false(works(5));
}

RUN_TESTS(TEST(kills_each_night_but_the_first), TEST(a_minion_it_kills_keeps_the_ability),
          TEST(a_townsfolk_neighbour_is_poisoned_for_good), TEST(it_ends_with_the_vigormortis),
          TEST(it_ends_when_the_minion_is_none_any_more),
          TEST(a_minion_who_is_executed_keeps_nothing), TEST(poisoned_it_pauses),
          TEST(there_is_one_outsider_less), TEST(unless_there_is_none),
          TEST(a_minion_it_kills_is_woken_whoever_it_is),
          TEST(every_minion_it_kills_keeps_the_ability))
