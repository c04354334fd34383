/* The night: what each role learns and moves, and that nothing else shows. */
#include "onenight_night_test.h"

/* Werewolves */

static void werewolves_see_each_other(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, V, W, SEER, V, V, V);

    go_to_step(W);

    assert_true(state.seat[0].has_mates && state.seat[2].has_mates);
    assert_int_equal(state.seat[0].mates, seat_bit(2));
    assert_int_equal(state.seat[2].mates, seat_bit(0));
    assert_false(state.seat[1].has_mates);
    assert_shows(0, "\"actions\":[{\"action_type\":\"VIEW_CARD\",\"source_id\":\"seat_2\","
                    "\"target_id\":\"\",\"source_role\":\"werewolf\",\"target_role\":null}]");
    assert_shows(1, "\"actions\":[]");
}

static bool a_card_or_nothing(int players, int cards)
{
    return players == 0 && cards <= 1;
}

static void the_wolf_saw_it(int seat, uint32_t players, uint32_t center)
{
    (void)players;
    assert_int_equal(state.seat[seat].record_count, bits(center));
    if (center) {
        int place = onenight_center_place(one(center));
        assert_saw(seat, 0, place, state.secrets.card[place]);
    }
}

static void a_lone_wolf_may_look_at_one_centre_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, W, SEER, V, W, ROBBER, V);
    go_to_step(W);

    try_every_answer(1, a_card_or_nothing, the_wolf_saw_it);

    assert_true(look(1).acts);
}

static void a_wolf_in_a_pack_looks_at_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, W, SEER, V, V, ROBBER, V);
    go_to_step(W);

    try_every_answer(1, a_card_or_nothing, nothing_happened);

    assert_false(look(1).acts);
}

/* Minion and Masons */

static void the_minion_sees_the_werewolves_unseen(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, MINION, W, V, V, V, V);

    go_to_step(MINION);

    assert_int_equal(state.seat[1].mates, seat_bit(0) | seat_bit(2));
    assert_int_equal(state.seat[0].mates, seat_bit(2));
    assert_int_equal(bits(state.seat[1].mates), 2);
}

static void a_minion_without_werewolves_learns_that(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MINION, V, V, SEER, W, W, V);

    go_to_step(MINION);

    assert_shows(0, "\"mates\":[],\"actions\":[]");
    assert_shows(1, "\"mates\":null,\"actions\":[]");
}

static void masons_see_each_other(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MASON, V, W, MASON, V, V, V);

    go_to_step(MASON);

    assert_int_equal(state.seat[0].mates, seat_bit(3));
    assert_int_equal(state.seat[3].mates, seat_bit(0));
}

static void lone_mason_learns_the_other_is_in_the_center(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MASON, V, W, V, V, MASON, V);

    go_to_step(MASON);

    assert_shows(0,
                 "\"mates\":[],\"actions\":[{\"action_type\":\"VIEW_CARD\",\"source_id\":"
                 "\"center\",\"target_id\":\"\",\"source_role\":\"mason\",\"target_role\":null}]");
}

static bool one_player(int players, int cards)
{
    return players == 1 && cards == 0;
}

static void those_who_look_answer_a_question_like_everybody(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MASON, MINION, INSOMNIAC, MASON, W, W, V);
    for (int step = MINION; step <= INSOMNIAC; step += step == MASON ? INSOMNIAC - MASON : 1) {
        go_to_step(step);
        for (int seat = 0; seat < 4; seat++) {
            struct onenight_state before = state;
            assert_false(look(seat).acts);
            assert_int_equal(act(seat, seat_bit((seat + 1) % 4), 0), ACCEPTED);
            assert_int_equal(state.secrets.instinct[step][seat].players, seat_bit((seat + 1) % 4));
            state = before;
        }
        state.seat[1].record_count = 0;
        try_every_answer(1, one_player, nothing_happened);
    }
}

/* Seer */

static bool a_player_or_two_cards_or_nothing(int players, int cards)
{
    return (players == 1 && cards == 0) || (players == 0 && (cards == 2 || cards == 0));
}

static void the_seer_saw_it(int seat, uint32_t players, uint32_t center)
{
    assert_int_equal(state.seat[seat].record_count, bits(players) + bits(center));
    if (players)
        assert_saw(seat, 0, one(players), state.secrets.card[one(players)]);
    if (center) {
        int first = onenight_center_place(one(center));
        int second = onenight_center_place(one(center & (center - 1)));
        assert_saw(seat, 0, first, state.secrets.card[first]);
        assert_saw(seat, 1, second, state.secrets.card[second]);
    }
    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
}

static void the_seer_looks_at_a_player_or_two_centre_cards(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, SEER, W, HUNTER, W, ROBBER, TANNER);
    go_to_step(SEER);

    try_every_answer(1, a_player_or_two_cards_or_nothing, the_seer_saw_it);
}

/* Robber */

static bool a_player_or_nothing(int players, int cards)
{
    return players <= 1 && cards == 0;
}

static void the_robber_has_it(int seat, uint32_t players, uint32_t center)
{
    (void)center;
    assert_int_equal(state.seat[seat].record_count, players ? 2 : 0);
    if (!players)
        return;
    assert_true(is_card(one(players), ROBBER));
    assert_true(is_card(seat, state.secrets.dealt[one(players)]));
    assert_swapped(seat, 0, seat, one(players));
    assert_saw(seat, 1, seat, state.secrets.dealt[one(players)]);
}

static void the_robber_takes_a_card_and_sees_it(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, ROBBER, W, HUNTER, W, SEER, TANNER);
    go_to_step(ROBBER);

    try_every_answer(1, a_player_or_nothing, the_robber_has_it);
}

static void the_robbed_learn_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, ROBBER, V, V, V, V, V);
    go_to_step(ROBBER);
    struct onenight_view before = look(0);

    assert_int_equal(act(1, seat_bit(0), 0), ACCEPTED);

    struct onenight_view after = look(0);
    assert_memory_equal(&before, &after, sizeof before);
    for (int i = 0; i < turn.event_count; i++)
        assert_false(game_event_reaches(&game_onenight, &turn.event[i], 0));
}

static void a_robber_does_not_use_the_power_of_the_new_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, ROBBER, TROUBLEMAKER, V, W, W, V);
    go_to_step(ROBBER);
    act(1, seat_bit(2), 0);

    go_to_step(TROUBLEMAKER);

    assert_false(look(1).acts);
    assert_true(look(2).acts);
}

/* Troublemaker */

static void the_two_were_swapped_unseen(int seat, uint32_t players, uint32_t center)
{
    (void)center;
    assert_int_equal(state.seat[seat].record_count, players ? 1 : 0);
    if (!players)
        return;
    int first = one(players), second = one(players & (players - 1));
    assert_true(is_card(first, state.secrets.dealt[second]));
    assert_true(is_card(second, state.secrets.dealt[first]));
    assert_swapped(seat, 0, first, second);
    assert_int_equal(record(seat, 0)->role, ONENIGHT_NO_ROLE);
}

static void the_troublemaker_swaps_two_others(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, TROUBLEMAKER, W, HUNTER, SEER, W, SEER, TANNER);
    go_to_step(TROUBLEMAKER);

    try_every_answer(1, two_players_or_nothing, the_two_were_swapped_unseen);
}

/* Drunk */

static bool one_card(int players, int cards)
{
    return players == 0 && cards == 1;
}

static void the_drunk_swapped_unseen(int seat, uint32_t players, uint32_t center)
{
    (void)players;
    int place = onenight_center_place(one(center));
    assert_true(is_card(place, DRUNK));
    assert_true(is_card(seat, state.secrets.dealt[place]));
    assert_int_equal(state.seat[seat].record_count, 1);
    assert_swapped(seat, 0, seat, place);
    assert_int_equal(record(seat, 0)->role, ONENIGHT_NO_ROLE);
}

static void the_drunk_must_take_a_centre_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, DRUNK, W, HUNTER, W, SEER, TANNER);
    go_to_step(DRUNK);

    try_every_answer(1, one_card, the_drunk_swapped_unseen);
}

static void a_drunk_who_sleeps_gets_a_random_centre_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, DRUNK, W, HUNTER, W, SEER, TANNER);
    go_to_step(DRUNK);

    assert_int_equal(timeout(), ACCEPTED);

    assert_false(is_card(1, DRUNK));
    int target = record(1, 0)->target;
    assert_in_range(target, ONENIGHT_PLACE_CENTER_0, ONENIGHT_PLACES - 1);
    assert_true(is_card(target, DRUNK));
}

static void whoever_else_sleeps_does_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, SEER, ROBBER, TROUBLEMAKER, V, V, V);

    go_to_discussion();

    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
    assert_int_equal(state.secrets.deed_count, 0);
}

/* Insomniac */

static void the_insomniac_sees_her_card_as_it_lies_at_the_end(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, INSOMNIAC, W, TROUBLEMAKER, ROBBER, V, V, V);
    go_to_step(ROBBER);
    act(3, seat_bit(1), 0);
    go_to_step(TROUBLEMAKER);
    act(2, seat_bit(0) | seat_bit(1), 0);

    go_to_step(INSOMNIAC);

    assert_saw(0, 0, 0, ROBBER);
}

/* Daybreak */

static void the_mystic_wolf_wakes_with_the_wolves_and_then_looks_at_a_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MYSTIC, W, SEER, V, V, V);
    go_to_step(W);
    assert_int_equal(state.seat[0].mates, 1 << 1);
    assert_int_equal(state.seat[1].mates, 1 << 0);
    assert_false(look(0).acts);
    go_to_step(MYSTIC);
    assert_true(look(0).acts);
    assert_false(look(1).acts);
    assert_int_equal(act(0, 1 << 2, 0), ACCEPTED);
    assert_int_equal(state.seat[0].record[0].source, 2);
    assert_int_equal(state.seat[0].record[0].role, SEER);
}

static void a_mystic_wolf_alone_looks_at_the_centre_too(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MYSTIC, V, SEER, V, V, V);
    go_to_step(W);
    assert_true(look(0).acts);
    assert_int_equal(act(0, 0, 1 << 1), ACCEPTED);
    go_to_step(MYSTIC);
    assert_int_equal(act(0, 1 << 2, 0), ACCEPTED);
    assert_int_equal(state.seat[0].record_count, 2);

    LAY(ONENIGHT_SIMULTANEOUS, MYSTIC, V, SEER, V, V, V);
    go_to_step(ONENIGHT_STEP_CHOICE);
    assert_int_equal(act(0, 1 << 2, 1 << 1), ACCEPTED);
    go_to_step(ONENIGHT_STEP_REPORT);
    assert_int_equal(state.seat[0].record_count, 2);
    assert_int_equal(state.seat[0].record[1].role, SEER);
}

/* Vector 12, the night of it. */
static void who_sees_the_dream_wolf_is_not_alone_and_he_learns_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, DREAM, SEER, V, V, V, V);
    go_to_step(W);
    assert_int_equal(state.seat[0].mates, 1 << 1);
    assert_false(look(0).acts);
    assert_false(state.seat[1].has_mates);
    go_to_discussion();
    assert_false(state.seat[1].has_mates);
    assert_int_equal(state.seat[1].record_count, 0);
}

static void the_minion_sees_a_dream_wolf(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, MINION, DREAM, SEER, V, V, V);
    go_to_step(MINION);
    assert_int_equal(state.seat[0].mates, 1 << 1);
}

static void a_deck_of_dream_wolves_has_no_window_for_wolves(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DREAM, V, SEER, V, V, V);
    everybody_acknowledges();
    assert_int_equal(state.table.step, SEER);
    assert_hides(0, "\"role\":\"werewolf\"");
}

static void the_apprentice_looks_at_one_centre_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, APPRENTICE, W, V, TANNER, V, V);
    go_to_step(APPRENTICE);
    assert_int_equal(act(0, 1 << 1, 0), REFUSED_BAD_TARGET);
    assert_int_equal(act(0, 0, 3), REFUSED_BAD_TARGET);
    assert_int_equal(act(0, 0, 1 << 0), ACCEPTED);
    assert_int_equal(state.seat[0].record[0].role, TANNER);
    assert_int_equal(act(1, 0, 1 << 0), ACCEPTED);
    assert_int_equal(state.seat[1].record_count, 0);
}

static void the_eager_pace_waits_for_the_new_roles_only_where_they_act(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, MYSTIC, DREAM, V, APPRENTICE, V, V);
    everybody_acknowledges();
    assert_int_equal(state.table.step, MYSTIC);
    assert_int_equal(act(0, 1 << 1, 0), ACCEPTED);
    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(werewolves_see_each_other),
        cmocka_unit_test(a_lone_wolf_may_look_at_one_centre_card),
        cmocka_unit_test(a_wolf_in_a_pack_looks_at_nothing),
        cmocka_unit_test(the_minion_sees_the_werewolves_unseen),
        cmocka_unit_test(a_minion_without_werewolves_learns_that),
        cmocka_unit_test(masons_see_each_other),
        cmocka_unit_test(lone_mason_learns_the_other_is_in_the_center),
        cmocka_unit_test(those_who_look_answer_a_question_like_everybody),
        cmocka_unit_test(the_seer_looks_at_a_player_or_two_centre_cards),
        cmocka_unit_test(the_robber_takes_a_card_and_sees_it),
        cmocka_unit_test(the_robbed_learn_nothing),
        cmocka_unit_test(a_robber_does_not_use_the_power_of_the_new_card),
        cmocka_unit_test(the_troublemaker_swaps_two_others),
        cmocka_unit_test(the_drunk_must_take_a_centre_card),
        cmocka_unit_test(a_drunk_who_sleeps_gets_a_random_centre_card),
        cmocka_unit_test(whoever_else_sleeps_does_nothing),
        cmocka_unit_test(the_insomniac_sees_her_card_as_it_lies_at_the_end),
        cmocka_unit_test(the_mystic_wolf_wakes_with_the_wolves_and_then_looks_at_a_card),
        cmocka_unit_test(a_mystic_wolf_alone_looks_at_the_centre_too),
        cmocka_unit_test(who_sees_the_dream_wolf_is_not_alone_and_he_learns_nothing),
        cmocka_unit_test(the_minion_sees_a_dream_wolf),
        cmocka_unit_test(a_deck_of_dream_wolves_has_no_window_for_wolves),
        cmocka_unit_test(the_apprentice_looks_at_one_centre_card),
        cmocka_unit_test(the_eager_pace_waits_for_the_new_roles_only_where_they_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
