/* What a storyteller is told of a choice: before it is made and after. */
#include "grimoire_test.h"

static struct grimoire_view view;

static void look(void)
{
    memset(&view, 0, sizeof view);
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
}

static const struct grimoire_fact *find_fact(const struct grimoire_facts *facts,
                                             enum grimoire_fact_kind kind)
{
    for (int i = 0; i < facts->count; i++)
        if (facts->fact[i].kind == kind)
            return &facts->fact[i];
    return NULL;
}

static const struct grimoire_facts *outcome_for(int player)
{
    look();
    for (int i = 0; i < view.desk.outcome_count; i++)
        if (view.desk.outcome[i].player == player)
            return &view.desk.outcome[i].facts;
    fail_msg("no outcome for %d", player);
    return NULL;
}

static void a_kill_is_foreseen_and_told(void **unused)
{
    (void)unused;
    five();
    second_night();
    open(4);
    const struct grimoire_fact *death = find_fact(outcome_for(0), GRIMOIRE_FACT_DIED);
    assert_non_null(death);
    assert_int_equal(death->seat, 0);
    assert_int_equal(death->cause, GRIMOIRE_BY_DEMON);
    assert_false(is_dead(0)); /* looking ahead changes nothing */

    must(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0));
    const struct grimoire_fact *choice = find_fact(&state.secrets.facts, GRIMOIRE_FACT_CHOSE);
    assert_int_equal(choice->seat, 4);
    assert_int_equal(choice->players, seat_bit(0));
    assert_int_equal(choice->character, ROLE_IMP);
    assert_int_equal(find_fact(&state.secrets.facts, GRIMOIRE_FACT_DIED)->seat, 0);
}

static void the_rule_that_protects_is_named(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    open(4);
    const struct grimoire_fact *stop = find_fact(outcome_for(0), GRIMOIRE_FACT_PREVENTED);
    assert_int_equal(stop->effect, EFFECT_SAFE);
    assert_int_equal(stop->seat, 0);
    assert_int_equal(stop->character, ROLE_SOLDIER);
    assert_null(find_fact(outcome_for(0), GRIMOIRE_FACT_DIED));
    must(tells(GRIMOIRE_CLOSE_STEP, 0, 0));

    choose_one(1, 2);
    open(4);
    assert_int_equal(find_fact(outcome_for(2), GRIMOIRE_FACT_PREVENTED)->character, ROLE_MONK);
}

static void a_poisoned_choice_says_what_keeps_it_from_working(void **unused)
{
    (void)unused;
    five();
    second_night();
    choose_one(3, 4);
    open(4);
    assert_int_equal(find_fact(outcome_for(0), GRIMOIRE_FACT_FAILED)->effect, EFFECT_POISONED);
    must(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0));
    assert_true(happened(GRIMOIRE_STEP_FAILED));
    assert_int_equal(find_fact(&state.secrets.facts, GRIMOIRE_FACT_FAILED)->seat, 4);
    assert_false(is_dead(0));
}

static void a_mark_says_whose_it_is(void **unused)
{
    (void)unused;
    five();
    dusk();
    choose_one(3, 0);
    const struct grimoire_fact *mark = find_fact(&state.secrets.facts, GRIMOIRE_FACT_MARKED);
    assert_int_equal(mark->seat, 0);
    assert_int_equal(mark->other, 3);
    assert_int_equal(mark->effect, EFFECT_POISONED);
    assert_int_equal(mark->character, ROLE_POISONER);
}

static void a_star_pass_asks_and_says_who_becomes_the_demon(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_BARON, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    kill(0); /* four are alive, so that a Minion is chosen */
    second_night();
    choose_one(4, 4);
    assert_true(state.secrets.question.is_open);
    const struct grimoire_fact *heir = find_fact(outcome_for(3), GRIMOIRE_FACT_BECAME);
    assert_int_equal(heir->seat, 3);
    assert_int_equal(heir->character, ROLE_IMP);
    answer_player(3);
    assert_int_equal(find_fact(&state.secrets.facts, GRIMOIRE_FACT_BECAME)->seat, 3);
    assert_int_equal(find_fact(&state.secrets.facts, GRIMOIRE_FACT_DIED)->seat, 4);
}

static void the_virgins_nominator_is_said_to_be_executed(void **unused)
{
    (void)unused;
    SIT(ROLE_VIRGIN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(nominate(1, 0));
    const struct grimoire_fact *execution = find_fact(&state.secrets.facts, GRIMOIRE_FACT_EXECUTED);
    assert_int_equal(execution->seat, 1);
    assert_int_equal(execution->cause, GRIMOIRE_BY_PURITY);
}

static void an_execution_is_foreseen_from_the_block(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(nominate(0, 2));
    count_all(SEATS2(0, 1) | seat_bit(3));
    look();
    assert_true(view.desk.has_execution);
    assert_int_equal(find_fact(&view.desk.execution, GRIMOIRE_FACT_WON)->side, GRIMOIRE_EVIL);
    nobody_has_won();
}

static void doing_a_step_again_forgets_its_facts(void **unused)
{
    (void)unused;
    five();
    second_night();
    int step = step_of(4);
    choose_one(4, 0);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_int_equal(state.secrets.facts.count, 0);
}

static void tell_number(int seat, int number)
{
    open(seat);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, number, ""));
}

static void a_false_statement_is_kept_with_the_truth(void **unused)
{
    (void)unused;
    five(); /* Poisoner and Imp sit side by side: one pair */
    dusk();
    tell_number(0, 0);
    assert_true(happened(GRIMOIRE_STATEMENT_JUDGED));
    assert_int_equal(state.secrets.judged[0].verdict, GRIMOIRE_WAS_FALSE);
    assert_int_equal(state.secrets.judged[0].truth.number, 1);
    for (int i = 0; i < turn.event_count; i++)
        if (turn.event[i].kind == GRIMOIRE_STATEMENT_JUDGED)
            assert_int_equal(turn.event[i].told, seat_bit(SEAT_NARRATOR));
}

static void a_true_statement_is_known_to_be_true(void **unused)
{
    (void)unused;
    five();
    dusk();
    tell_number(0, 1);
    assert_int_equal(state.secrets.judged[0].verdict, GRIMOIRE_WAS_TRUE);
}

static void a_pair_is_true_if_one_of_them_may_be_it(void **unused)
{
    (void)unused;
    for (int right = 0; right <= 1; right++) {
        SIT(ROLE_CHEF, ROLE_WASHERWOMAN, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
        dusk();
        open(1);
        must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, right ? SEATS2(0, 2) : SEATS2(2, 3),
                          first_word(ROLE_CHEF), -1, ""));
        assert_int_equal(state.secrets.judged[1].verdict,
                         right ? GRIMOIRE_WAS_TRUE : GRIMOIRE_WAS_FALSE);
    }
}

static void the_next_message_is_judged_anew(void **unused)
{
    (void)unused;
    five();
    dusk();
    tell_number(0, 0);
    must(send_command(GRIMOIRE_SHOW, SEAT_NARRATOR, 0, GRIMOIRE_ABOUT_TEXT, 0, "hello"));
    assert_int_equal(state.secrets.judged[0].verdict, GRIMOIRE_NOT_JUDGED);
}

static void whoever_is_run_by_hand_chooses_whom_the_storyteller_says(void **unused)
{
    (void)unused;
    begin(5);
    must(send_command(GRIMOIRE_ADD_CUSTOM, SEAT_NARRATOR, GRIMOIRE_TOWNSFOLK, 12, 12, "Sailor"));
    assign_all((const enum role_id[]){ ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_ASSIGN, 0, GRIMOIRE_CUSTOM_FIRST));
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    dusk();
    open(0);
    must(tells(GRIMOIRE_CHOOSE, SEATS2(1, 2), 0));
    assert_int_equal(find_fact(&state.secrets.facts, GRIMOIRE_FACT_CHOSE)->players, SEATS2(1, 2));
    must(tells(GRIMOIRE_CHOOSE, seat_bit(3), 0)); /* thought better of */
    assert_int_equal(state.secrets.step[state.secrets.open_step].choice, seat_bit(3));
    must(send_command(GRIMOIRE_CHOOSE, SEAT_NARRATOR, seat_bit(3), first_word(ROLE_CHEF), 0, ""));
    assert_true(characters_has(state.secrets.suggestion.characters, ROLE_CHEF));
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    open(3); /* of whom there are rules */
    assert_int_not_equal(
        send_command(GRIMOIRE_CHOOSE, SEAT_NARRATOR, seat_bit(0), first_word(ROLE_CHEF), 0, ""),
        ACCEPTED);
    assert_int_equal(state.secrets.judged[0].verdict, GRIMOIRE_NOT_JUDGED);
}

static void of_two_who_are_struck_each_is_foreseen(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_SOLDIER, ROLE_SAINT, ROLE_POISONER, ROLE_SHABALOTH, ROLE_GOON);
    second_night();
    open(4);
    assert_non_null(find_fact(outcome_for(0), GRIMOIRE_FACT_DIED));
    assert_null(find_fact(outcome_for(1), GRIMOIRE_FACT_DIED));
    assert_int_equal(find_fact(outcome_for(1), GRIMOIRE_FACT_PREVENTED)->effect, EFFECT_SAFE);
    assert_int_equal(find_fact(outcome_for(5), GRIMOIRE_FACT_MARKED)->seat, 4); /* drunk */
    assert_non_null(find_fact(outcome_for(5), GRIMOIRE_FACT_FAILED));
    assert_false(is_dead(0)); /* on a copy */
}

static void of_three_nothing_comes_where_the_demon_is_poisoned(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_PO, ROLE_MAYOR);
    second_night();
    choose_nobody(4);
    dawn();
    dusk();
    choose_one(3, 4);
    open(4);
    for (int player = 0; player < 6; player++) {
        assert_null(find_fact(outcome_for(player), GRIMOIRE_FACT_DIED));
        assert_non_null(find_fact(outcome_for(player), GRIMOIRE_FACT_FAILED));
    }
}

static void what_an_effect_does_to_two_at_once_is_not_foreseen(void **unused)
{
    (void)unused;
    SIT(ROLE_BARBER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_SHABALOTH, ROLE_MAYOR);
    dusk();
    dawn();
    kill(0);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_SHABALOTH));
    dusk();
    choose_two(4, 1, 2);
    open(4); /* the haircuts */
    assert_int_equal(state.secrets.step[state.secrets.open_step].effect, EFFECT_HAIRCUTS);
    look();
    assert_int_equal(view.desk.outcome_count, 0);
}

RUN_TESTS(TEST(whoever_is_run_by_hand_chooses_whom_the_storyteller_says),
          TEST(a_kill_is_foreseen_and_told), TEST(the_rule_that_protects_is_named),
          TEST(a_poisoned_choice_says_what_keeps_it_from_working), TEST(a_mark_says_whose_it_is),
          TEST(a_star_pass_asks_and_says_who_becomes_the_demon),
          TEST(the_virgins_nominator_is_said_to_be_executed),
          TEST(an_execution_is_foreseen_from_the_block), TEST(doing_a_step_again_forgets_its_facts),
          TEST(a_false_statement_is_kept_with_the_truth),
          TEST(a_true_statement_is_known_to_be_true), TEST(a_pair_is_true_if_one_of_them_may_be_it),
          TEST(the_next_message_is_judged_anew), TEST(of_two_who_are_struck_each_is_foreseen),
          TEST(of_three_nothing_comes_where_the_demon_is_poisoned),
          TEST(what_an_effect_does_to_two_at_once_is_not_foreseen))
