/* Pending role reveal: a step that tells of a change. */
#include "../grimoire_test.h"

static void a_change_by_night_is_told_in_that_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_SOLDIER));
    assert_false(wakes(0));
    must(send_command(GRIMOIRE_CHANGE_CHARACTER, SEAT_NARRATOR, 0, ROLE_SOLDIER, true, NULL));
    open(0);
    is_only(truth().plain.characters, ROLE_SOLDIER);
}

static void a_change_by_day_is_told_in_the_next_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(send_command(GRIMOIRE_CHANGE_CHARACTER, SEAT_NARRATOR, 0, ROLE_EMPATH, true, NULL));
    dusk();
    open(0);
    assert_int_equal(state.secrets.step[state.secrets.open_step].origin, GRIMOIRE_BY_EFFECT);
}

static void it_is_told_truthfully_even_to_the_poisoned(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    give(0, EFFECT_POISONED);
    must(send_command(GRIMOIRE_CHANGE_CHARACTER, SEAT_NARRATOR, 0, ROLE_EMPATH, true, NULL));
    open(0);
    is_only(state.secrets.suggestion.characters, ROLE_EMPATH);
}

static void told_it_is_gone(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    must(send_command(GRIMOIRE_CHANGE_CHARACTER, SEAT_NARRATOR, 0, ROLE_EMPATH, true, NULL));
    open(0);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_PENDING_ROLE_REVEAL));
}

RUN_TESTS(TEST(a_change_by_night_is_told_in_that_night),
          TEST(a_change_by_day_is_told_in_the_next_night),
          TEST(it_is_told_truthfully_even_to_the_poisoned), TEST(told_it_is_gone))
