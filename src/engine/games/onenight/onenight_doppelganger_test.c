/* The Doppelganger: the test vectors of the rules page, what she does by what she saw, and who learns of
 * it. */
#include "onenight_vectors.h"

enum {
    COPY_ACTS = ONENIGHT_STEP_COPY_ACTS,
    COPY_AGAIN = ONENIGHT_STEP_COPY_ACTS_AGAIN,
    COPY_MINION = ONENIGHT_STEP_COPY_MINION,
    COPY_INSOMNIAC = ONENIGHT_STEP_COPY_INSOMNIAC,
    COPY_REVEALER = ONENIGHT_STEP_COPY_REVEALER,
};

static int role_at(int place)
{
    return onenight_role_at(&state.secrets, place);
}

/* The cards that are not dealt to a seat are Villagers, unless somebody says otherwise. */
#define DEALT(...) LAY(ONENIGHT_NARRATED, __VA_ARGS__, V, V, V)

/* Test vectors */

static void vector_1_a_copied_werewolf_wins_and_dies_as_one(void **unused)
{
    (void)unused;
    DEALT(DG, W, SEER, V);

    acts(DG, A, TO(B), 0);
    go_to_step(W);

    assert_int_equal(state.seat[A].mates, TO(B));
    assert_int_equal(state.seat[B].mates, TO(A));
    VOTES(TO(A) | TO(C), TO(C) | TO(D), C, C, A, A);
}

static void vector_2_whoever_robs_her_card_has_the_copied_role(void **unused)
{
    (void)unused;
    DEALT(DG, W, ROBBER, V);
    acts(DG, A, TO(B), 0);

    acts(ROBBER, C, TO(A), 0);

    assert_int_equal(state.seat[C].record[1].role, DG);
    assert_true(role_at(C) == W && role_at(A) == ROBBER);
    VOTES(TO(A) | TO(C), TO(A) | TO(D), C, A, A, C);
}

static void vector_3_a_copied_robber_robs_at_once(void **unused)
{
    (void)unused;
    DEALT(DG, W, ROBBER, V);
    acts(DG, A, TO(C), 0);

    acts(COPY_ACTS, A, TO(B), CARD(0));
    go_to_step(W);
    assert_true(state.seat[B].has_mates && !state.seat[A].has_mates);
    acts(ROBBER, C, TO(D), 0);

    assert_int_equal(state.seat[A].record[2].role, W);
    assert_true(role_at(A) == W && role_at(B) == ROBBER && is_card(B, DG));
    VOTES(TO(B), TO(A), B, A, B, B);
}

static void vector_4_a_copied_drunk_leaves_her_card_in_the_centre(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, W, SEER, DRUNK, W, V, V);
    acts(DG, A, TO(D), 0);

    acts(COPY_ACTS, A, TO(B), CARD(0));
    acts(DRUNK, D, 0, CARD(0));

    assert_true(role_at(A) == W && is_card(D, DG) && role_at(D) == DRUNK);
    VOTES(TO(C), TO(A) | TO(B), C, C, D, C);
}

static void vector_5_each_tanner_wins_only_by_dying(void **unused)
{
    (void)unused;
    DEALT(DG, W, SEER, TANNER);

    acts(DG, A, TO(D), 0);

    VOTES(TO(A) | TO(B), TO(A) | TO(C), B, A, A, B);
}

static void vector_6_a_copied_minion_looks_in_her_own_window(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, MINION, SEER, V, W, W, V);
    acts(DG, A, TO(B), 0);
    assert_false(state.seat[A].has_mates);

    go_to_step(COPY_MINION);

    assert_true(state.seat[A].has_mates && state.seat[A].mates == 0);
    assert_false(state.seat[B].has_mates);
    VOTES(TO(C), TO(A) | TO(B), C, C, D, C);
}

static void vector_7_a_copied_hunter_takes_somebody_along(void **unused)
{
    (void)unused;
    DEALT(DG, HUNTER, W, SEER);

    acts(DG, A, TO(B), 0);

    VOTES(TO(A) | TO(C), TO(A) | TO(B) | TO(D), C, A, A, A);
}

static void vector_8_her_card_that_never_copied_is_a_villager(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, SEER, W, DRUNK, DG, V, V);

    acts(DRUNK, D, 0, CARD(0));

    assert_int_equal(role_at(D), DG);
    VOTES(TO(C), TO(A) | TO(B) | TO(D), C, C, D, C);
}

static void vector_9_a_copied_insomniac_looks_right_after_the_insomniac(void **unused)
{
    (void)unused;
    DEALT(DG, INSOMNIAC, ROBBER, W);
    acts(DG, A, TO(B), 0);
    acts(ROBBER, C, TO(A), 0);
    go_to_step(INSOMNIAC);
    assert_int_equal(state.seat[B].record[0].role, INSOMNIAC);
    assert_int_equal(state.seat[A].record_count, 1);

    go_to_step(COPY_INSOMNIAC);

    assert_int_equal(state.seat[A].record[1].role, ROBBER);
    assert_int_equal(role_at(C), INSOMNIAC);
    VOTES(TO(A) | TO(D), TO(A) | TO(B) | TO(C), D, D, A, A);
}

static void vector_11_a_copied_alpha_wolf_gives_the_card_first(void **unused)
{
    (void)unused;
    DEALT(DG, ALPHA, SEER, V);
    acts(DG, A, TO(B), 0);

    acts(COPY_ACTS, A, TO(C), CARD(0));
    go_to_step(W);
    assert_true(state.seat[A].mates == TO(B) && state.seat[B].mates == TO(A));
    acts(ALPHA, B, TO(D), 0);

    assert_true(role_at(C) == W && role_at(D) == SEER && is_card(ONENIGHT_PLACE_ALPHA, V));
    VOTES(TO(D), TO(A) | TO(B) | TO(C), D, D, D, C);
}

/* What she does by what she saw */

static void she_must_look_at_another_player(void **unused)
{
    (void)unused;
    DEALT(DG, W, SEER, V);
    go_to_step(DG);

    assert_int_equal(act(A, NO_PLAYER, 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(A), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, 0, CARD(0)), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(B) | TO(C), 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(C), 0), ACCEPTED);

    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
    assert_shows(A, "\"copied\":\"seer\"");
    assert_hides(C, "\"copied\":\"seer\"");
}

static void she_who_sleeps_copies_somebody_and_then_sleeps_as_that_role(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, DRUNK, DRUNK, DRUNK, W, W, V);

    go_to_step(W);

    assert_int_equal(state.seat[A].copied, DRUNK);
    assert_false(is_card(A, DG));
}

static void villager_hunter_tanner_and_bodyguard_do_nothing_more(void **unused)
{
    static const int quiet[] = { V, HUNTER, TANNER, BODYGUARD };
    (void)unused;
    for (int i = 0; i < 4; i++) {
        DEALT(DG, quiet[i], SEER, W);
        acts(DG, A, TO(B), 0);

        go_to_step(COPY_ACTS);

        assert_false(look(A).acts);
        assert_int_equal(act(A, TO(B), CARD(0)), ACCEPTED);
        assert_int_equal(state.seat[A].record_count, 1);
        assert_int_equal(role_at(A), quiet[i]);
    }
}

static void a_copied_mason_wakes_with_the_masons(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, MASON, SEER, W, MASON, V, V);
    acts(DG, A, TO(B), 0);

    go_to_step(MASON);

    assert_int_equal(state.seat[A].mates, TO(B));
    assert_int_equal(state.seat[B].mates, TO(A));
    assert_false(look(A).acts);
}

static void a_copied_dream_wolf_sleeps_and_is_seen(void **unused)
{
    (void)unused;
    DEALT(DG, DREAM, W, MINION);
    acts(DG, A, TO(B), 0);

    go_to_step(MINION);

    assert_false(state.seat[A].has_mates);
    assert_int_equal(state.seat[C].mates, TO(A) | TO(B));
    assert_int_equal(state.seat[D].mates, TO(A) | TO(B) | TO(C));
}

static void a_copied_mystic_wolf_looks_at_once_and_wakes_with_the_wolves(void **unused)
{
    (void)unused;
    DEALT(DG, MYSTIC, SEER, V);
    acts(DG, A, TO(B), 0);

    acts(COPY_ACTS, A, TO(C), CARD(0));
    assert_int_equal(state.seat[A].record[1].role, SEER);
    go_to_step(MYSTIC);

    assert_int_equal(state.seat[A].mates, TO(B));
    assert_false(look(A).acts);
}

static void a_copied_alpha_wolf_may_not_choose_the_one_she_copied(void **unused)
{
    (void)unused;
    DEALT(DG, ALPHA, SEER, V);
    acts(DG, A, TO(B), 0);
    go_to_step(COPY_ACTS);

    assert_int_equal(act(A, TO(B), CARD(0)), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, NO_PLAYER, 0), ACCEPTED);

    assert_int_equal(is_card(C, W) + is_card(D, W), 1);
}

static void a_copied_seer_looks_at_once_and_never_again(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, SEER, V, W, TANNER, V, DRUNK);
    acts(DG, A, TO(B), 0);

    acts(COPY_ACTS, A, 0, CARD(0) | CARD(2));
    assert_int_equal(state.seat[A].record[1].role, TANNER);
    assert_int_equal(state.seat[A].record[2].role, DRUNK);
    go_to_step(SEER);

    assert_false(look(A).acts);
    assert_true(look(B).acts);
}

static void a_copied_troublemaker_swaps_two_others_at_once(void **unused)
{
    (void)unused;
    DEALT(DG, TROUBLEMAKER, W, V);
    acts(DG, A, TO(B), 0);

    acts(COPY_ACTS, A, TO(C) | TO(D), 0);
    go_to_step(W);

    assert_true(is_card(D, W) && is_card(C, V));
    assert_true(state.seat[C].has_mates);
}

static void a_copied_idiot_moves_all_cards_but_hers(void **unused)
{
    (void)unused;
    DEALT(DG, IDIOT, W, SEER);
    acts(DG, A, TO(B), 0);
    go_to_step(COPY_ACTS);
    assert_int_equal(act(A, TO(C), CARD(0)), REFUSED_BAD_TARGET);

    assert_int_equal(act(A, TO(B), CARD(0)), ACCEPTED);

    assert_true(is_card(A, DG) && is_card(C, IDIOT) && is_card(D, W) && is_card(B, SEER));
}

static void a_copied_witch_looks_and_then_gives(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, WITCH, W, SEER, TANNER, V, V);
    acts(DG, A, TO(B), 0);
    acts(COPY_ACTS, A, TO(C), CARD(0));
    assert_true(is_card(C, W));
    assert_int_equal(state.seat[A].record[1].role, TANNER);

    acts(COPY_AGAIN, A, TO(A), 0);

    assert_true(is_card(A, TANNER) && is_card(ONENIGHT_PLACE_CENTER_0, DG));
}

static void a_copied_investigator_who_sees_a_wolf_wakes_as_one(void **unused)
{
    (void)unused;
    DEALT(DG, INVESTIGATOR, W, SEER);
    acts(DG, A, TO(B), 0);
    acts(COPY_ACTS, A, TO(D), CARD(0));

    acts(COPY_AGAIN, A, TO(C), 0);
    go_to_step(W);

    assert_int_equal(state.seat[A].turned, W);
    assert_int_equal(state.seat[A].mates, TO(C));
    assert_int_equal(state.seat[C].mates, TO(A));
    assert_int_equal(role_at(A), W);
}

static void a_copied_sentinel_shields_and_nothing_tells_whose_shield_it_is(void **unused)
{
    (void)unused;
    DEALT(DG, SENTINEL, DRUNK, W);
    acts(DG, A, TO(B), 0);
    acts(COPY_ACTS, A, TO(D), CARD(0));
    go_to_step(SENTINEL);
    assert_shows(B, "\"shields\":[]");
    assert_int_equal(act(B, TO(C), 0), ACCEPTED);

    assert_int_equal(timeout(), ACCEPTED);

    assert_shows(B, "\"shields\":[2,3]");
    assert_int_equal(state.seat[A].record[1].action, ONENIGHT_SHIELD_CARD);
}

static void a_copied_revealer_turns_a_card_after_the_revealer(void **unused)
{
    (void)unused;
    DEALT(DG, REVEALER, SEER, W);
    acts(DG, A, TO(B), 0);
    acts(REVEALER, B, TO(A), 0);

    acts(COPY_REVEALER, A, TO(C), 0);
    go_to_discussion();

    assert_shows(D, "\"shown_cards\":[{\"seat\":0,\"role\":\"doppelganger\"},{\"seat\":2,");
}

static void everybody_who_looks_sees_her_face_and_not_the_copy(void **unused)
{
    (void)unused;
    DEALT(DG, W, SEER, INVESTIGATOR);
    acts(DG, A, TO(B), 0);

    acts(SEER, C, TO(A), 0);
    acts(INVESTIGATOR, D, TO(A), 0);

    assert_int_equal(state.seat[C].record[0].role, DG);
    assert_int_equal(state.seat[D].turned, ONENIGHT_NO_ROLE);
}

static void of_two_minions_each_wins_who_lives_if_anybody_died(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DG, MINION, SEER, V, W, W, V);
    acts(DG, A, TO(B), 0);
    go_to_discussion();
    struct onenight_state morning = state;

    VOTES(TO(B), TO(A), B, C, B, B);
    assert_int_equal(state.secrets.row, 8);
    state = morning;
    VOTES(TO(A) | TO(B), 0, B, A, B, A);
    assert_int_equal(state.secrets.row, 9);
    state = morning;
    VOTES(0, TO(C) | TO(D), B, C, D, A);
    assert_int_equal(state.secrets.row, 7);
}

/* The windows */

static void her_windows_are_there_wherever_her_card_lies(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MINION, INSOMNIAC, WITCH, W, DG, REVEALER, V);
    static const int windows[] = { DG,        COPY_ACTS,      COPY_AGAIN, COPY_MINION,
                                   W,         MINION,         WITCH,      ONENIGHT_STEP_WITCH_AGAIN,
                                   INSOMNIAC, COPY_INSOMNIAC, REVEALER,   COPY_REVEALER };
    everybody_acknowledges();

    for (int i = 0; i < 12; i++) {
        assert_int_equal(state.table.step, windows[i]);
        assert_int_equal(timeout(), ACCEPTED);
    }

    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

static void a_window_of_a_copy_needs_both_cards(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, HUNTER, V, DG, V, V, V);
    static const int windows[] = { DG, W };
    everybody_acknowledges();

    for (int i = 0; i < 2; i++) {
        assert_int_equal(state.table.step, windows[i]);
        assert_int_equal(timeout(), ACCEPTED);
    }

    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

/* Every seat is asked for as many marks and may skip, independent of who copied which role. */
static void all_are_offered_as_much_in_her_windows(void **unused)
{
    static const int steps[] = { DG,          COPY_ACTS,      COPY_AGAIN,
                                 COPY_MINION, COPY_INSOMNIAC, COPY_REVEALER };
    static const int copied[] = { WITCH, MINION,       INSOMNIAC, REVEALER,
                                  SEER,  TROUBLEMAKER, DRUNK,     IDIOT };
    (void)unused;
    for (int i = 0; i < 8; i++) {
        LAY(ONENIGHT_NARRATED, DG, WITCH, MINION, INSOMNIAC, REVEALER, SEER, TROUBLEMAKER, DRUNK,
            IDIOT, W, V, V);
        acts(DG, A, TO(1 + i), 0);
        assert_int_equal(state.seat[A].copied, copied[i]);
        for (int n = 1; n < 6; n++) {
            go_to_step(steps[n]);
            struct onenight_view own = look(A), other = look(E);
            int marks = own.form[0].players + own.form[0].center;
            assert_int_equal(marks, other.form[0].players + other.form[0].center);
            struct onenight_form last = own.form[own.form_count - 1],
                                 others = other.form[other.form_count - 1];
            assert_int_equal(last.players + last.center == 0, others.players + others.center == 0);
        }
    }
}

static void with_eyes_closed_only_she_is_asked_and_for_what_the_role_needs(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EYES_CLOSED, DG, ROBBER, W, SEER, V, V, V);
    acts(DG, A, TO(B), 0);

    go_to_step(COPY_ACTS);

    assert_int_equal(look(B).form_count, 0);
    assert_int_equal(act(A, TO(C), CARD(0)), REFUSED_BAD_TARGET);
    assert_int_equal(act(A, TO(C), 0), ACCEPTED);
    assert_true(is_card(A, W));
}

static void blind_she_looks_first_and_acts_in_the_second_window(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, DG, ROBBER, W, SENTINEL, V, V, V);
    go_to_step(ONENIGHT_STEP_CHOICE);
    assert_int_equal(act(A, TO(B), CARD(0)), ACCEPTED);
    go_to_step(ONENIGHT_STEP_CHOICE_AGAIN);
    assert_int_equal(state.seat[A].copied, ROBBER);
    assert_true(look(A).acts && look(B).acts);

    assert_int_equal(act(A, TO(C), CARD(0)), ACCEPTED);
    assert_int_equal(act(D, TO(C), CARD(0)), ACCEPTED);
    assert_int_equal(act(B, TO(A), CARD(0)), ACCEPTED);
    go_to_discussion();

    /* She acts before every shield; then the Robber takes the wolf from her. */
    assert_true(is_card(C, DG) && is_card(B, W) && is_card(A, ROBBER));
    assert_int_equal(state.seat[C].mates, 0);
}

static void blind_a_copied_witch_or_investigator_chooses_once(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, DG, WITCH, W, INVESTIGATOR, TANNER, V, V);
    go_to_step(ONENIGHT_STEP_CHOICE);
    struct onenight_state evening = state;
    assert_int_equal(act(A, TO(B), CARD(0)), ACCEPTED);
    go_to_step(ONENIGHT_STEP_CHOICE_AGAIN);
    assert_int_equal(act(A, TO(D), CARD(0)), ACCEPTED);
    go_to_discussion();
    assert_true(is_card(D, TANNER));
    assert_int_equal(state.seat[A].record[1].role, TANNER);

    state = evening;
    assert_int_equal(act(A, TO(D), CARD(0)), ACCEPTED);
    go_to_step(ONENIGHT_STEP_CHOICE_AGAIN);
    assert_int_equal(act(A, TO(B) | TO(C), 0), ACCEPTED);
    go_to_discussion();

    assert_int_equal(state.seat[A].record_count, 3);
    assert_int_equal(state.seat[A].turned, W);
    assert_int_equal(state.seat[C].mates, TO(A));
}

static void the_eager_pace_waits_for_her(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, DG, ROBBER, W, W, V, V, V);
    everybody_acknowledges();
    assert_int_equal(state.table.step, DG);

    assert_int_equal(act(A, TO(B), 0), ACCEPTED);
    assert_int_equal(state.table.step, COPY_ACTS);
    assert_int_equal(act(A, TO(C), CARD(0)), ACCEPTED);

    assert_int_equal(state.table.step, ROBBER);
}

static void a_mark_that_was_not_confirmed_counts(void **unused)
{
    (void)unused;
    DEALT(DG, ROBBER, W, V);
    go_to_step(DG);
    struct game_command marked = { .kind = ONENIGHT_MARK, .seat = A, .arg = { DG, TO(C), 0 } };
    assert_int_equal(game_decide(&turn, &game_onenight, &state, &marked, now_ms, &rng), ACCEPTED);

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.seat[A].copied, W);
}

static void the_results_tell_her_night_in_its_order(void **unused)
{
    (void)unused;
    DEALT(DG, INSOMNIAC, W, V);
    acts(DG, A, TO(B), 0);

    VOTES(TO(C), TO(A) | TO(B) | TO(D), C, C, A, C);

    assert_shows(
        D, "{\"role\":\"doppelganger\",\"actions\":[{\"seat\":0,\"action_type\":\"COPY_CARD\","
           "\"source_id\":\"seat_1\",\"target_id\":\"\",\"source_role\":\"insomniac\"");
    assert_shows(D, "\"source_id\":\"seat_0\",\"target_id\":\"\",\"source_role\":\"doppelganger\"");
    assert_shows(D, "\"dealt\":\"doppelganger\",\"final\":\"insomniac\",\"face\":\"doppelganger\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_1_a_copied_werewolf_wins_and_dies_as_one),
        cmocka_unit_test(vector_2_whoever_robs_her_card_has_the_copied_role),
        cmocka_unit_test(vector_3_a_copied_robber_robs_at_once),
        cmocka_unit_test(vector_4_a_copied_drunk_leaves_her_card_in_the_centre),
        cmocka_unit_test(vector_5_each_tanner_wins_only_by_dying),
        cmocka_unit_test(vector_6_a_copied_minion_looks_in_her_own_window),
        cmocka_unit_test(vector_7_a_copied_hunter_takes_somebody_along),
        cmocka_unit_test(vector_8_her_card_that_never_copied_is_a_villager),
        cmocka_unit_test(vector_9_a_copied_insomniac_looks_right_after_the_insomniac),
        cmocka_unit_test(vector_11_a_copied_alpha_wolf_gives_the_card_first),
        cmocka_unit_test(she_must_look_at_another_player),
        cmocka_unit_test(she_who_sleeps_copies_somebody_and_then_sleeps_as_that_role),
        cmocka_unit_test(villager_hunter_tanner_and_bodyguard_do_nothing_more),
        cmocka_unit_test(a_copied_mason_wakes_with_the_masons),
        cmocka_unit_test(a_copied_dream_wolf_sleeps_and_is_seen),
        cmocka_unit_test(a_copied_mystic_wolf_looks_at_once_and_wakes_with_the_wolves),
        cmocka_unit_test(a_copied_alpha_wolf_may_not_choose_the_one_she_copied),
        cmocka_unit_test(a_copied_seer_looks_at_once_and_never_again),
        cmocka_unit_test(a_copied_troublemaker_swaps_two_others_at_once),
        cmocka_unit_test(a_copied_idiot_moves_all_cards_but_hers),
        cmocka_unit_test(a_copied_witch_looks_and_then_gives),
        cmocka_unit_test(a_copied_investigator_who_sees_a_wolf_wakes_as_one),
        cmocka_unit_test(a_copied_sentinel_shields_and_nothing_tells_whose_shield_it_is),
        cmocka_unit_test(a_copied_revealer_turns_a_card_after_the_revealer),
        cmocka_unit_test(everybody_who_looks_sees_her_face_and_not_the_copy),
        cmocka_unit_test(of_two_minions_each_wins_who_lives_if_anybody_died),
        cmocka_unit_test(her_windows_are_there_wherever_her_card_lies),
        cmocka_unit_test(a_window_of_a_copy_needs_both_cards),
        cmocka_unit_test(all_are_offered_as_much_in_her_windows),
        cmocka_unit_test(with_eyes_closed_only_she_is_asked_and_for_what_the_role_needs),
        cmocka_unit_test(blind_she_looks_first_and_acts_in_the_second_window),
        cmocka_unit_test(blind_a_copied_witch_or_investigator_chooses_once),
        cmocka_unit_test(the_eager_pace_waits_for_her),
        cmocka_unit_test(a_mark_that_was_not_confirmed_counts),
        cmocka_unit_test(the_results_tell_her_night_in_its_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
