/* The Sweetheart: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void on_her_death_one_player_is_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 2);
    assert_true(is_asked(EFFECT_HEARTBREAK));
    answer_player(0);
    assert_false(works(0));
}

static void for_the_rest_of_the_game(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 2);
    answer_player(0);
    dawn();
    dusk();
    assert_false(works(0));
}

static void executed_too_and_at_once(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(2);
    assert_true(seat_in(state.table.dead, 2));
    assert_true(is_asked(EFFECT_HEARTBREAK));
    answer_player(1);
    assert_false(works(1));
}

static void saved_from_death_nothing_happens(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(1, 2);
    choose_one(4, 2);
    assert_false(state.secrets.question.is_open);
}

static void poisoned_at_her_death_it_is_lost_for_good(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 2);
    choose_one(4, 2);
    assert_true(is_dead(2));
    assert_false(state.secrets.question.is_open);
}

static void poisoned_when_dead_it_pauses(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 2);
    answer_player(0);
    give(2, EFFECT_POISONED);
    assert_true(works(0));
}

static void the_fang_gu_that_takes_her_breaks_no_heart(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(4, 2);
    assert_false(state.secrets.question.is_open);
    assert_int_equal(character_of(2), ROLE_FANG_GU);
}

/* Else a nomination that is refused would tell that the storyteller is asked something. */
static void whoever_dies_by_day_the_phones_find_no_nominations_open(void **unused)
{
    (void)unused;
    for (int dead = 1; dead <= 2; dead++) {
        SIT(ROLE_CHEF, ROLE_MONK, ROLE_SWEETHEART, ROLE_POISONER, ROLE_IMP);
        dusk();
        dawn();
        must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
        must(tells(GRIMOIRE_KILL, dead, 0));
        assert_true(is_dead(dead));
        assert_int_equal(is_asked(EFFECT_HEARTBREAK), dead == 2);
        assert_false(state.table.is_open);
    }
}

RUN_TESTS(TEST(on_her_death_one_player_is_drunk), TEST(for_the_rest_of_the_game),
          TEST(executed_too_and_at_once), TEST(saved_from_death_nothing_happens),
          TEST(poisoned_at_her_death_it_is_lost_for_good), TEST(poisoned_when_dead_it_pauses),
          TEST(the_fang_gu_that_takes_her_breaks_no_heart),
          TEST(whoever_dies_by_day_the_phones_find_no_nominations_open))
