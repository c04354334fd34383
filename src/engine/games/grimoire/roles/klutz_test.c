/* The Klutz: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static bool is_noted(enum grimoire_warning warning, int seat)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    int count = grimoire_warnings(&state, note);
    for (int i = 0; i < count; i++)
        if (note[i].kind == (int8_t)warning && note[i].seat == seat)
            return true;
    return false;
}

static void dies_by_day(void)
{
    SIT(ROLE_CHEF, ROLE_RECLUSE, ROLE_KLUTZ, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(2);
}

static void chooses(int target)
{
    must(send_command(GRIMOIRE_CLAIM_ACTION, SEAT_NARRATOR, EFFECT_DEATHBED_CHOICE, target, 2,
                      NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
}

static void an_evil_choice_loses_the_game(void **unused)
{
    (void)unused;
    dies_by_day();
    assert_true(is_noted(GRIMOIRE_CHOICE_AWAITED, 2));
    chooses(4);
    evil_has_won(GRIMOIRE_EVIL_WAS_CHOSEN);
}

static void a_good_one_does_nothing(void **unused)
{
    (void)unused;
    dies_by_day();
    chooses(0);
    nobody_has_won();
    assert_false(is_noted(GRIMOIRE_CHOICE_AWAITED, 2));
}

static void he_chooses_once(void **unused)
{
    (void)unused;
    dies_by_day();
    chooses(0);
    chooses(4);
    nobody_has_won();
}

static void an_evil_klutz_on_an_evil_one_is_goods_win(void **unused)
{
    (void)unused;
    dies_by_day();
    must(tells(GRIMOIRE_SET_ALIGNMENT, 2, true));
    chooses(4);
    good_has_won(GRIMOIRE_EVIL_WAS_CHOSEN);
}

static void a_recluse_is_the_storytellers_to_judge(void **unused)
{
    (void)unused;
    dies_by_day();
    chooses(1);
    assert_true(is_asked(EFFECT_DEATHBED_CHOICE));
    answer_yes(true);
    evil_has_won(GRIMOIRE_EVIL_WAS_CHOSEN);
}

static void dead_at_night_he_chooses_in_the_morning(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_KLUTZ, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 2);
    dawn();
    assert_true(is_noted(GRIMOIRE_CHOICE_AWAITED, 2));
    must(send_command(GRIMOIRE_CLAIM_ACTION, 2, EFFECT_DEATHBED_CHOICE, 3, -1, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
    evil_has_won(GRIMOIRE_EVIL_WAS_CHOSEN);
}

static void others_who_are_dead_may_claim_it_in_vain(void **unused)
{
    (void)unused;
    dies_by_day();
    kill(0);
    must(send_command(GRIMOIRE_CLAIM_ACTION, 0, EFFECT_DEATHBED_CHOICE, 4, -1, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
    nobody_has_won();
}

static void the_living_do_not(void **unused)
{
    (void)unused;
    dies_by_day();
    must_refuse(send_command(GRIMOIRE_CLAIM_ACTION, 0, EFFECT_DEATHBED_CHOICE, 4, -1, NULL),
                "is_alive");
}

static void poisoned_at_his_death_there_is_no_choice(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_KLUTZ, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 2);
    choose_one(4, 2);
    dawn();
    assert_false(is_noted(GRIMOIRE_CHOICE_AWAITED, 2));
    chooses(4);
    nobody_has_won();
}

RUN_TESTS(TEST(an_evil_choice_loses_the_game), TEST(a_good_one_does_nothing), TEST(he_chooses_once),
          TEST(an_evil_klutz_on_an_evil_one_is_goods_win),
          TEST(a_recluse_is_the_storytellers_to_judge),
          TEST(dead_at_night_he_chooses_in_the_morning),
          TEST(others_who_are_dead_may_claim_it_in_vain), TEST(the_living_do_not),
          TEST(poisoned_at_his_death_there_is_no_choice))
