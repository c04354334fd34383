/* The night: the order of the sheet, steps, what is told. */
#include "grimoire_test.h"

static void the_first_night_is_in_the_order_of_the_sheet(void **unused)
{
    static const int order[] = {
        GRIMOIRE_MINION_INFO, GRIMOIRE_DEMON_INFO, ROLE_POISONER, ROLE_WASHERWOMAN,
        ROLE_LIBRARIAN,       ROLE_INVESTIGATOR,   ROLE_CHEF,     ROLE_EMPATH,
        ROLE_FORTUNE_TELLER,  ROLE_BUTLER,         ROLE_SPY
    };
    int8_t index[GRIMOIRE_STEPS_MAX];
    (void)unused;
    SIT(ROLE_SPY, ROLE_BUTLER, ROLE_FORTUNE_TELLER, ROLE_EMPATH, ROLE_CHEF, ROLE_INVESTIGATOR,
        ROLE_LIBRARIAN, ROLE_WASHERWOMAN, ROLE_POISONER, ROLE_IMP);
    dusk();
    grimoire_steps_in_order(&state.secrets, index);
    assert_int_equal(state.secrets.step_count, sizeof order / sizeof *order);
    for (int i = 0; i < state.secrets.step_count; i++)
        assert_int_equal(state.secrets.step[index[i]].kind, order[i]);
}

static void other_nights_are_in_the_order_of_the_sheet(void **unused)
{
    static const int order[] = { ROLE_POISONER,    ROLE_MONK,   ROLE_IMP,
                                 ROLE_RAVENKEEPER, ROLE_EMPATH, ROLE_FORTUNE_TELLER,
                                 ROLE_UNDERTAKER,  ROLE_BUTLER, ROLE_SPY };
    int8_t index[GRIMOIRE_STEPS_MAX];
    (void)unused;
    SIT(ROLE_SPY, ROLE_BUTLER, ROLE_UNDERTAKER, ROLE_FORTUNE_TELLER, ROLE_EMPATH, ROLE_RAVENKEEPER,
        ROLE_IMP, ROLE_MONK, ROLE_POISONER, ROLE_CHEF);
    second_night();
    grimoire_steps_in_order(&state.secrets, index);
    assert_int_equal(state.secrets.step_count, sizeof order / sizeof *order);
    for (int i = 0; i < state.secrets.step_count; i++)
        assert_int_equal(state.secrets.step[index[i]].kind, order[i]);
}

static void a_step_can_be_skipped_and_done_again(void **unused)
{
    int step;
    (void)unused;
    five();
    dusk();
    step = step_of(3);
    must(tells(GRIMOIRE_SKIP_STEP, step, 0));
    assert_false(wakes(3));
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    choose_one(3, 0);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    choose_one(3, 1);
    assert_false(works(1));
}

/* A done step, taken back and done anew. */
static void again(int seat, int step, int target)
{
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    choose_one(seat, target);
}

static void a_poisoner_who_chooses_again_poisons_one_player(void **unused)
{
    (void)unused;
    five();
    dusk();
    int step = step_of(3);
    choose_one(3, 0);
    again(3, step, 1);
    assert_true(works(0));
    assert_false(works(1));
}

static void an_imp_who_chooses_again_kills_one_player(void **unused)
{
    (void)unused;
    five();
    second_night();
    int step = step_of(4);
    choose_one(4, 0);
    assert_true(is_dead(0));
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_false(is_dead(0));
    choose_one(4, 2);
    assert_false(is_dead(0));
    assert_true(is_dead(2));
    dawn();
    assert_int_equal(state.table.dead, seat_bit(2));
}

static void what_ended_with_the_dead_is_back_when_the_death_is_taken_back(void **unused)
{
    (void)unused;
    five();
    second_night();
    choose_one(3, 0);
    assert_false(works(0));
    int step = step_of(4);
    choose_one(4, 3);
    assert_true(works(0)); /* the Poisoner is dead */
    again(4, step, 2);
    assert_false(is_dead(3));
    assert_false(works(0));
}

static void a_star_pass_is_taken_back_with_its_victory_and_its_news(void **unused)
{
    (void)unused;
    five();
    second_night();
    int step = step_of(4);
    choose_one(4, 4);
    assert_int_equal(character_of(3), ROLE_IMP);
    assert_true(token_on(3, EFFECT_PENDING_ROLE_REVEAL));
    again(4, step, 0);
    assert_int_equal(character_of(3), ROLE_POISONER);
    assert_int_equal(character_of(4), ROLE_IMP);
    assert_false(is_dead(4));
    assert_false(token_on(3, EFFECT_PENDING_ROLE_REVEAL));
    assert_true(token_on(4, EFFECT_STAR_PASS));
    nobody_has_won();
}

static void a_victory_goes_with_the_death_that_brought_it(void **unused)
{
    (void)unused;
    five();
    second_night();
    kill(0);
    kill(1);
    int step = step_of(4);
    choose_one(4, 2);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    nobody_has_won();
    assert_true(is_dead(0)); /* by hand, not by the step */
}

static void an_answer_to_a_rule_belongs_to_the_step_that_asked(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MAYOR, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    int step = step_of(4);
    choose_one(4, 1);
    assert_true(is_asked(EFFECT_BOUNCE));
    answer_player(0);
    assert_true(is_dead(0));
    kill(2);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_false(is_dead(0));
    assert_true(is_dead(2));
}

static void anybody_can_be_woken_by_hand(void **unused)
{
    (void)unused;
    five();
    dusk();
    assert_false(wakes(1));
    must(tells(GRIMOIRE_ADD_STEP, 1, 0));
    choose_one(1, 0);
    assert_true(grimoire_has_effect(&state, 0, EFFECT_SAFE));
}

static void evil_can_be_told_by_hand_in_a_small_town(void **unused)
{
    (void)unused;
    five();
    dusk();
    int count = state.secrets.step_count;
    must(tells(GRIMOIRE_ADD_INFO, GRIMOIRE_MINION_INFO, 0));
    must(tells(GRIMOIRE_ADD_INFO, GRIMOIRE_DEMON_INFO, 0));
    assert_int_equal(state.secrets.step_count, count + 2);
    must(tells(GRIMOIRE_OPEN_STEP, count, 0));
    must(tells(GRIMOIRE_TELL, 0, 0));
    assert_int_equal(state.own[3].message[0].about, GRIMOIRE_MINION_INFO);
    assert_int_equal(state.own[0].message_count, 0);
}

static void the_storyteller_may_say_something_else(void **unused)
{
    (void)unused;
    five();
    dusk();
    open(0);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, 17, "or so it seems"));
    assert_int_equal(state.own[0].message[0].answer.number, 17);
    assert_string_equal(state.own[0].message[0].text, "or so it seems");
    assert_false(wakes(0));
}

/* The Cerenovus names a good character; this script has none. */
static void nothing_is_picked_where_the_script_has_nothing_to_pick(void **unused)
{
    (void)unused;
    begin(5);
    must(send_command(GRIMOIRE_BEGIN_SCRIPT, SEAT_NARRATOR, 0, 0, 0, "Evil"));
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_CERENOVUS, 0));
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_IMP, 0));
    assign_all(
        (const enum role_id[]){ ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_CERENOVUS, ROLE_IMP });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    dusk();
    must_refuse(choose_with(3, seat_bit(0), ROLE_MAYOR), "");
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0));
    assert_int_equal(grimoire_token_by_id(&state, token_on(0, EFFECT_MAD))->character,
                     GRIMOIRE_NO_CHARACTER);
}

/* Evil Travellers */

static void sit_with_traveller(bool is_evil)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_GUNSLINGER, is_evil);
    dusk();
}

static void an_evil_traveller_learns_the_demon_and_no_more(void **unused)
{
    (void)unused;
    sit_with_traveller(true);
    open(5);
    assert_int_equal(state.secrets.suggestion.number, 4);
    assert_int_equal(state.secrets.suggestion.players, SEATS_NONE);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS_NONE, 0, 4, ""));
    const struct grimoire_message *told = &state.own[5].message[state.own[5].message_count - 1];
    assert_int_equal(told->about, GRIMOIRE_MINION_INFO);
    assert_int_equal(told->answer.number, 4);
}

static void once_told_they_sleep(void **unused)
{
    (void)unused;
    sit_with_traveller(true);
    open(5);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS_NONE, 0, 4, ""));
    dawn();
    dusk();
    assert_false(wakes(5));
}

static void a_good_traveller_learns_nothing(void **unused)
{
    (void)unused;
    sit_with_traveller(false);
    assert_false(wakes(5));
}

static void who_turns_evil_later_learns_it_the_next_night(void **unused)
{
    (void)unused;
    sit_with_traveller(false);
    dawn();
    must(tells(GRIMOIRE_SET_ALIGNMENT, 5, true));
    dusk();
    assert_true(wakes(5));
}

RUN_TESTS(TEST(the_first_night_is_in_the_order_of_the_sheet),
          TEST(other_nights_are_in_the_order_of_the_sheet),
          TEST(a_step_can_be_skipped_and_done_again),
          TEST(a_poisoner_who_chooses_again_poisons_one_player),
          TEST(an_imp_who_chooses_again_kills_one_player),
          TEST(what_ended_with_the_dead_is_back_when_the_death_is_taken_back),
          TEST(a_star_pass_is_taken_back_with_its_victory_and_its_news),
          TEST(a_victory_goes_with_the_death_that_brought_it),
          TEST(an_answer_to_a_rule_belongs_to_the_step_that_asked),
          TEST(anybody_can_be_woken_by_hand), TEST(evil_can_be_told_by_hand_in_a_small_town),
          TEST(the_storyteller_may_say_something_else),
          TEST(nothing_is_picked_where_the_script_has_nothing_to_pick),
          TEST(an_evil_traveller_learns_the_demon_and_no_more), TEST(once_told_they_sleep),
          TEST(a_good_traveller_learns_nothing),
          TEST(who_turns_evil_later_learns_it_the_next_night))
