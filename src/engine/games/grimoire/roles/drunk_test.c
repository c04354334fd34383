/* The Drunk: what he believes, and that nothing of it works. */
#include "../grimoire_test.h"

static void believes_to_be_a_townsfolk_who_is_not_in_play(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        begin(7);
        must(tells(GRIMOIRE_FILL_BAG, GRIMOIRE_MUDDLED, 0));
        must(tells(GRIMOIRE_DEAL, 0, 0));
        for (int seat = 0; seat < 7; seat++) {
            if (character_of(seat) != ROLE_DRUNK)
                continue;
            int belief = state.secrets.seat[seat].belief;
            assert_int_equal(grimoire_team_of(&state.script, belief), GRIMOIRE_TOWNSFOLK);
            assert_false(characters_has(grimoire_characters_in_play(&state), belief));
        }
    }
}

static void is_shown_the_token_of_what_he_believes(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    assert_int_equal(state.own[0].character, state.secrets.seat[0].belief);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_EMPATH));
    assert_int_equal(state.own[0].character, ROLE_EMPATH);
}

static void is_woken_as_what_he_believes(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_EMPATH));
    dusk();
    assert_true(wakes(0));
    assert_int_equal(state.secrets.step[step_of(0)].kind, ROLE_EMPATH);
}

static void has_no_ability(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    assert_false(works(0));
}

static void is_an_outsider_in_the_count(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    assert_int_equal(grimoire_team_of(&state.script, character_of(0)), GRIMOIRE_OUTSIDER);
    is_only(grimoire_perceive(&state, 0, 1, TEAM), GRIMOIRE_OUTSIDER);
}

static void a_belief_that_is_in_play_is_warned_of(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_CHEF));
    grimoire_warnings(&state, note);
    assert_int_equal(note[0].kind, GRIMOIRE_BELIEF_IN_PLAY);
}

RUN_TESTS(TEST(believes_to_be_a_townsfolk_who_is_not_in_play),
          TEST(is_shown_the_token_of_what_he_believes), TEST(is_woken_as_what_he_believes),
          TEST(has_no_ability), TEST(is_an_outsider_in_the_count),
          TEST(a_belief_that_is_in_play_is_warned_of))
