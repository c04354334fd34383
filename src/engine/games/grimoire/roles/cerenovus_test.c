/* The Cerenovus: ability, malfunction, rulings. */
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

static void a_player_is_mad_about_a_good_character(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP);
    dusk();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    dawn();
    assert_true(is_noted(GRIMOIRE_MADNESS, 0));
    assert_int_equal(grimoire_token_by_id(&state, token_on(0, EFFECT_MAD))->character, ROLE_MAYOR);
}

static void that_player_is_told_the_character(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP);
    dusk();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    open(0);
    is_only(state.secrets.suggestion.characters, ROLE_MAYOR);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, first_word(ROLE_MAYOR), -1, ""));
    assert_int_equal(state.own[0].message[0].about, ROLE_CERENOVUS);
    assert_int_equal(state.own[0].character, ROLE_SOLDIER);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_PENDING_WORD));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_MAD));
}

static void no_evil_character_is_named(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP);
    dusk();
    must_refuse(choose_with(3, seat_bit(0), ROLE_IMP), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0), "");
}

static void it_lasts_until_the_next_choice(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP);
    dusk();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    dawn();
    dusk();
    assert_true(grimoire_has_effect(&state, 0, EFFECT_MAD));
    must(choose_with(3, seat_bit(1), ROLE_MAYOR));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_MAD));
    assert_true(grimoire_has_effect(&state, 1, EFFECT_MAD));
}

static void the_dead_may_be_chosen(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP);
    kill(0);
    dusk();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_MAD));
}

static void drunk_nobody_is_mad_or_told(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP);
    give(3, EFFECT_DRUNK);
    dusk();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_MAD));
    assert_false(wakes(0));
}

RUN_TESTS(TEST(a_player_is_mad_about_a_good_character), TEST(that_player_is_told_the_character),
          TEST(no_evil_character_is_named), TEST(it_lasts_until_the_next_choice),
          TEST(the_dead_may_be_chosen), TEST(drunk_nobody_is_mad_or_told))
