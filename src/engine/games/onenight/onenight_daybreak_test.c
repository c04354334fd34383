/* The roles of the Daybreak box that move, shield and open cards: the test vectors of the rules page, and
 * what each may and must do. */
#include "onenight_vectors.h"

/* Alpha Wolf */

static void vector_10_the_alpha_wolf_gives_his_card_and_it_is_swapped_on(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ALPHA, SEER, V, TROUBLEMAKER, V, V, V);

    acts(ALPHA, A, TO(B), 0);
    acts(TROUBLEMAKER, D, TO(B) | TO(C), 0);

    assert_true(is_card(C, W) && is_card(ONENIGHT_PLACE_ALPHA, SEER));
    VOTES(TO(B) | TO(C), TO(B) | TO(D), B, C, B, C);
}

static void an_alpha_wolf_may_not_choose_a_wolf_he_knows_of(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ALPHA, W, V, DREAM, V, V, V);
    go_to_step(ALPHA);

    assert_int_equal(act(A, TO(B), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(D), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, NO_PLAYER, 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(C), 0), ACCEPTED);

    assert_true(is_card(C, W));
}

static void an_alpha_wolf_who_sleeps_gives_his_card_to_somebody(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ALPHA, W, V, V, V, V, V);

    go_to_discussion();

    assert_int_equal(is_card(C, W) + is_card(D, W), 1);
    assert_true(is_card(B, W));
}

static void an_alpha_wolf_among_wolves_only_does_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ALPHA, W, DREAM, V, V, V);
    go_to_step(ALPHA);

    assert_int_equal(act(A, NO_PLAYER, 0), ACCEPTED);

    assert_true(is_card(ONENIGHT_PLACE_ALPHA, W));
}

static void the_extra_wolf_card_is_there_only_with_an_alpha_wolf(void **unused)
{
    (void)unused;
    prepare(4);
    setup.option[ONENIGHT_COUNT_FIRST + V - 1]--;
    setup.option[ONENIGHT_COUNT_FIRST + ALPHA - 1]++;
    game_onenight.init(&state, &setup);

    assert_int_equal(command(COMMAND_START, SEAT_CLOCK, 0, 0), ACCEPTED);

    assert_int_equal(state.secrets.dealt[ONENIGHT_PLACE_ALPHA], W);
    prepare(4);
    game_onenight.init(&state, &setup);
    assert_int_equal(state.secrets.dealt[ONENIGHT_PLACE_ALPHA], ONENIGHT_NO_ROLE);
}

/* Paranormal Investigator */

static void vector_13_an_investigator_who_sees_a_wolf_is_one(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, INVESTIGATOR, V, W, SEER, V, V, V);

    acts(INVESTIGATOR, A, TO(B), 0);
    acts(ONENIGHT_STEP_INVESTIGATOR_AGAIN, A, TO(C), 0);

    assert_int_equal(state.seat[A].turned, W);
    assert_shows(A, "\"turned\":\"werewolf\"");
    assert_hides(B, "\"turned\":\"werewolf\"");
    VOTES(TO(A) | TO(D), TO(B) | TO(D), D, A, D, A);
    assert_shows(SEAT_PUBLIC, "\"final\":\"werewolf\",\"face\":\"paranormal_investigator\"");
}

static void an_investigator_who_has_turned_looks_no_more(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, INVESTIGATOR, TANNER, W, V, V, V, V);
    acts(INVESTIGATOR, A, TO(B), 0);
    assert_int_equal(state.seat[A].turned, TANNER);

    go_to_step(ONENIGHT_STEP_INVESTIGATOR_AGAIN);

    assert_false(look(A).acts);
    assert_int_equal(act(A, TO(C), 0), ACCEPTED);
    assert_int_equal(state.seat[A].record_count, 1);
}

static void the_turned_card_keeps_what_it_became_when_it_is_robbed(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, INVESTIGATOR, ROBBER, W, V, V, V, V);
    acts(INVESTIGATOR, A, TO(C), 0);

    acts(ROBBER, B, TO(A), 0);

    assert_int_equal(state.seat[B].record[1].role, INVESTIGATOR);
    VOTES(TO(B), TO(A) | TO(D), B, D, B, A);
}

/* Witch */

static void vector_14_the_witch_gives_a_centre_card_away(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, WITCH, W, V, SEER, TANNER, V, V);

    acts(WITCH, A, 0, CARD(0));
    acts(ONENIGHT_STEP_WITCH_AGAIN, A, TO(B), 0);

    assert_true(is_card(B, TANNER) && is_card(ONENIGHT_PLACE_CENTER_0, W));
    VOTES(TO(B), TO(B), B, A, B, B);
}

static void a_witch_may_take_the_card_herself_and_must_give_it_to_somebody(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, WITCH, W, V, SEER, TANNER, V, V);
    acts(WITCH, A, 0, CARD(0));
    go_to_step(ONENIGHT_STEP_WITCH_AGAIN);
    struct onenight_state before = state;

    assert_int_equal(act(A, NO_PLAYER, 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(A), 0), ACCEPTED);
    assert_true(is_card(A, TANNER));

    state = before;
    assert_int_equal(timeout(), ACCEPTED);
    assert_false(is_card(ONENIGHT_PLACE_CENTER_0, TANNER));
}

static void a_witch_who_looked_at_nothing_gives_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, WITCH, W, V, SEER, TANNER, V, V);
    acts(WITCH, A, 0, NOTHING);

    acts(ONENIGHT_STEP_WITCH_AGAIN, A, TO(B), 0);

    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
}

/* Village Idiot */

static void vector_15_the_idiot_moves_all_cards_but_his_own(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, IDIOT, W, SEER, ROBBER, V, V, V, V);
    go_to_step(IDIOT);
    struct onenight_state before = state;

    assert_int_equal(act(A, TO(B), 0), ACCEPTED);
    assert_true(is_card(A, IDIOT) && is_card(B, V) && is_card(C, W) && is_card(D, SEER) &&
                is_card(E, ROBBER));

    state = before;
    assert_int_equal(act(A, TO(E), 0), ACCEPTED);
    assert_true(is_card(B, SEER) && is_card(C, ROBBER) && is_card(D, V) && is_card(E, W));

    state = before;
    state.table.shields = (uint16_t)seat_bit(D);
    assert_int_equal(act(A, TO(B), 0), ACCEPTED);
    assert_true(is_card(C, W) && is_card(E, SEER) && is_card(B, V) && is_card(D, ROBBER));
}

static void the_idiot_names_a_neighbour_and_nobody_else(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, W, IDIOT, ROBBER, V, V, V, V);
    go_to_step(IDIOT);

    assert_int_equal(act(C, TO(A), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(C, TO(B) | TO(D), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(C, NO_PLAYER, 0), ACCEPTED);
    assert_int_equal(act(A, TO(E), 0), ACCEPTED);

    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
}

/* Sentinel */

static void vector_18_nobody_looks_at_or_moves_a_shielded_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SENTINEL, DRUNK, ROBBER, W, V, V, V);

    acts(SENTINEL, A, TO(B), 0);
    go_to_step(ROBBER);
    assert_int_equal(act(C, TO(B), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(C, TO(D), 0), ACCEPTED);
    go_to_step(DRUNK);

    assert_false(look(B).acts);
    assert_true(is_card(C, W) && is_card(D, ROBBER));
    VOTES(TO(A) | TO(C), TO(A) | TO(B) | TO(D), C, C, A, A);
    assert_true(is_card(B, DRUNK));
}

static void a_shield_shows_when_the_window_closes_and_not_who_laid_it(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SENTINEL, V, ROBBER, W, V, V, V);

    acts(SENTINEL, A, TO(B), 0);
    assert_shows(C, "\"shields\":[]");
    assert_int_equal(timeout(), ACCEPTED);

    assert_shows(C, "\"shields\":[1]");
    assert_shows(SEAT_PUBLIC, "\"shields\":[1]");
    assert_int_equal(turn.event[0].kind, ONENIGHT_SHIELD_MADE);
    assert_int_equal(turn.event[0].told, seat_bit(A));
    assert_false(game_event_reaches(&game_onenight, &turn.event[0], C));
}

static void shields_are_laid_in_the_order_of_the_table(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SENTINEL, SENTINEL, ROBBER, W, V, V, V);
    acts(SENTINEL, A, TO(D), 0);
    assert_int_equal(act(B, TO(C), 0), ACCEPTED);

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(turn.event[2].kind, ONENIGHT_SHIELD_LAID);
    assert_int_equal(turn.event[2].arg[0], C);
    assert_int_equal(turn.event[3].arg[0], D);
}

static void a_shield_laid_blind_stops_the_blind_deeds(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, SENTINEL, INSOMNIAC, ROBBER, W, SEER, V, V, V);
    go_to_step(ONENIGHT_STEP_CHOICE);
    assert_int_equal(act(A, TO(B), CARD(0)), ACCEPTED);
    assert_int_equal(act(C, TO(B), CARD(0)), ACCEPTED);
    assert_int_equal(act(E, TO(B), CARD(0)), ACCEPTED);

    go_to_discussion();

    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
    for (int seat = B; seat <= E; seat++)
        assert_int_equal(state.seat[seat].record_count, 0);
    assert_shows(B, "\"shields\":[1]");
}

/* Revealer */

static void a_village_card_that_is_turned_lies_open_in_the_morning(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, REVEALER, SEER, W, V, V, V, V);

    acts(REVEALER, A, TO(B), 0);
    assert_shows(C, "\"shown_cards\":[]");
    go_to_discussion();

    assert_shows(C, "\"shown_cards\":[{\"seat\":1,\"role\":\"seer\"}]");
}

static void any_other_card_is_turned_back_and_only_the_revealer_saw_it(void **unused)
{
    static const int hidden[] = { ONENIGHT_WEREWOLF, ONENIGHT_MINION, ONENIGHT_TANNER };
    (void)unused;
    for (int i = 0; i < 3; i++) {
        LAY(ONENIGHT_NARRATED, REVEALER, hidden[i], W, V, V, V, V);

        acts(REVEALER, A, TO(B), 0);
        go_to_discussion();

        assert_shows(C, "\"shown_cards\":[]");
        assert_int_equal(state.seat[A].record[0].role, hidden[i]);
    }
}

/* The windows */

static void who_chooses_twice_has_two_windows_wherever_the_card_lies(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, SEER, W, V, WITCH, INVESTIGATOR, V);
    static const int windows[] = {
        W, SEER, INVESTIGATOR, ONENIGHT_STEP_INVESTIGATOR_AGAIN, WITCH, ONENIGHT_STEP_WITCH_AGAIN
    };
    everybody_acknowledges();

    for (int i = 0; i < 6; i++) {
        assert_int_equal(state.table.step, windows[i]);
        assert_int_equal(timeout(), ACCEPTED);
    }

    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

static void blind_those_who_choose_twice_look_first(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, WITCH, INVESTIGATOR, W, ROBBER, TANNER, V, V);
    go_to_step(ONENIGHT_STEP_CHOICE);
    assert_false(look(D).acts);
    assert_int_equal(act(A, TO(B), CARD(0)), ACCEPTED);
    assert_int_equal(act(B, TO(D), CARD(0)), ACCEPTED);
    go_to_step(ONENIGHT_STEP_CHOICE_AGAIN);

    assert_int_equal(state.seat[A].record[0].role, TANNER);
    assert_int_equal(state.seat[B].record[0].role, ROBBER);
    assert_true(look(A).acts && look(B).acts && look(D).acts);
    assert_int_equal(act(A, TO(A), CARD(1)), ACCEPTED);
    assert_int_equal(act(B, TO(C), CARD(0)), ACCEPTED);
    assert_int_equal(act(D, TO(B), CARD(0)), ACCEPTED);
    go_to_discussion();

    assert_true(is_card(A, TANNER) && is_card(D, INVESTIGATOR) && is_card(B, ROBBER));
    assert_int_equal(onenight_role_at(&state.secrets, D), W);
    assert_int_equal(onenight_role_at(&state.secrets, B), ROBBER);
}

static void the_eager_pace_waits_for_those_who_have_something_to_do(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, WITCH, INVESTIGATOR, W, V, TANNER, V, V);
    everybody_acknowledges();
    assert_int_equal(state.table.step, W);
    assert_int_equal(act(C, 0, NOTHING), ACCEPTED);
    assert_int_equal(state.table.step, INVESTIGATOR);

    assert_int_equal(act(B, TO(C), 0), ACCEPTED);

    assert_int_equal(state.table.step, WITCH);
    assert_int_equal(act(A, 0, NOTHING), ACCEPTED);
    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_10_the_alpha_wolf_gives_his_card_and_it_is_swapped_on),
        cmocka_unit_test(an_alpha_wolf_may_not_choose_a_wolf_he_knows_of),
        cmocka_unit_test(an_alpha_wolf_who_sleeps_gives_his_card_to_somebody),
        cmocka_unit_test(an_alpha_wolf_among_wolves_only_does_nothing),
        cmocka_unit_test(the_extra_wolf_card_is_there_only_with_an_alpha_wolf),
        cmocka_unit_test(vector_13_an_investigator_who_sees_a_wolf_is_one),
        cmocka_unit_test(an_investigator_who_has_turned_looks_no_more),
        cmocka_unit_test(the_turned_card_keeps_what_it_became_when_it_is_robbed),
        cmocka_unit_test(vector_14_the_witch_gives_a_centre_card_away),
        cmocka_unit_test(a_witch_may_take_the_card_herself_and_must_give_it_to_somebody),
        cmocka_unit_test(a_witch_who_looked_at_nothing_gives_nothing),
        cmocka_unit_test(vector_15_the_idiot_moves_all_cards_but_his_own),
        cmocka_unit_test(the_idiot_names_a_neighbour_and_nobody_else),
        cmocka_unit_test(vector_18_nobody_looks_at_or_moves_a_shielded_card),
        cmocka_unit_test(a_shield_shows_when_the_window_closes_and_not_who_laid_it),
        cmocka_unit_test(shields_are_laid_in_the_order_of_the_table),
        cmocka_unit_test(a_shield_laid_blind_stops_the_blind_deeds),
        cmocka_unit_test(a_village_card_that_is_turned_lies_open_in_the_morning),
        cmocka_unit_test(any_other_card_is_turned_back_and_only_the_revealer_saw_it),
        cmocka_unit_test(who_chooses_twice_has_two_windows_wherever_the_card_lies),
        cmocka_unit_test(blind_those_who_choose_twice_look_first),
        cmocka_unit_test(the_eager_pace_waits_for_those_who_have_something_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
