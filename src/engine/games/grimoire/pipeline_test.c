/* The pipeline: the order of its stages, and questions that are kept as plain data. */
#include "grimoire_test.h"

static void protection_comes_before_redirection(void **unused)
{
    (void)unused;
    five();
    second_night();
    give(0, EFFECT_BOUNCE);
    give(0, EFFECT_SAFE);
    choose_one(4, 0);
    assert_false(state.secrets.question.is_open);
    assert_false(is_dead(0));
}

static void the_new_target_is_protected_too(void **unused)
{
    (void)unused;
    five();
    second_night();
    give(0, EFFECT_BOUNCE);
    give(1, EFFECT_SAFE);
    choose_one(4, 0);
    answer_player(1);
    assert_int_equal(grimoire_seats_alive(&state), grimoire_seats_all(&state));
}

static void a_question_survives_in_a_copy_of_the_state(void **unused)
{
    static struct grimoire_state kept;
    (void)unused;
    five();
    second_night();
    give(0, EFFECT_BOUNCE);
    choose_one(4, 0);
    kept = state;
    five();
    state = kept;
    answer_player(1);
    assert_true(is_dead(1));
}

/* As an event of the log tells it, with all that the intent had gathered before it was asked about. */
static void a_question_keeps_who_would_win(void **unused)
{
    int flags = GRIMOIRE_EVIL << 3 | GRIMOIRE_MARTYR_WAS_EXECUTED << 5;
    (void)unused;
    five_by_day();
    give(0, EFFECT_PURE);
    struct game_event asked = { .kind = GRIMOIRE_QUESTION_ASKED,
                                .arg = { token_on(0, EFFECT_PURE), STAGE_OBSERVE, INTENT_EXECUTE,
                                         GRIMOIRE_BY_EXECUTION, GRIMOIRE_NOBODY, 1, flags } };
    game_grimoire.apply(&state, &asked);
    answer_yes(true);
    assert_true(is_dead(1));
    evil_has_won(GRIMOIRE_MARTYR_WAS_EXECUTED);
}

static void answers_must_fit_the_question(void **unused)
{
    (void)unused;
    five();
    must_refuse(tells(GRIMOIRE_ANSWER, -1, true), "no_question");
    second_night();
    give(0, EFFECT_BOUNCE);
    choose_one(4, 0);
    must_refuse(tells(GRIMOIRE_ANSWER, -1, true), "");
    must_refuse(tells(GRIMOIRE_ANSWER, -1, false), "");
}

RUN_TESTS(TEST(protection_comes_before_redirection), TEST(the_new_target_is_protected_too),
          TEST(a_question_survives_in_a_copy_of_the_state), TEST(a_question_keeps_who_would_win),
          TEST(answers_must_fit_the_question))
