/* The windows of the night, whatever cards lie where: how long they are, what is offered in them, and what
 * counts when they close; in every pace. */
#include "onenight_night_test.h"

static void every_role_of_the_list_has_its_window_wherever_its_cards_lie(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, V, V, V, V, W, MINION, SEER, DRUNK, INSOMNIAC);
    /* Seven seats: the Drunk and the Insomniac lie in the centre with the Seer. */
    const int expected[] = { W, MINION, SEER, DRUNK, INSOMNIAC };
    everybody_acknowledges();
    for (int i = 0; i < 5; i++) {
        assert_int_equal(state.table.phase, ONENIGHT_NIGHT);
        assert_int_equal(state.table.step, expected[i]);
        timeout();
    }
    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

static void a_window_is_as_long_as_its_kind_and_a_little_chance(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, MINION, SEER, MASON, INSOMNIAC, MASON, V, DRUNK);
    everybody_acknowledges();
    while (state.table.phase == ONENIGHT_NIGHT) {
        int step = state.table.step;
        bool looks = step == MINION || step == MASON || step == INSOMNIAC;
        int64_t shortest_ms = looks ? 8000 : 14000;
        assert_in_range(state.deadline_ms - now_ms, shortest_ms, shortest_ms + 2000);
        timeout();
    }
}

static void no_answer_changes_the_window(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, W, V, V, V, V);
    go_to_step(SEER);
    int64_t deadline_ms = state.deadline_ms;

    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(act(seat, seat_bit((seat + 1) % 4), 0), ACCEPTED);

    assert_int_equal(state.table.step, SEER);
    assert_int_equal(state.deadline_ms, deadline_ms);
}

static void nobody_hears_that_another_has_answered(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, W, V, V, V, V);
    go_to_step(SEER);

    act(0, seat_bit(1), 0);

    for (int i = 0; i < turn.event_count; i++) {
        assert_int_equal(turn.event[i].told, seat_bit(0));
        for (int viewer = SEAT_PUBLIC; viewer < 4; viewer++)
            if (viewer != 0)
                assert_false(game_event_reaches(&game_onenight, &turn.event[i], viewer));
    }
}

static void an_answer_stands(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, W, V, V, V, V);
    go_to_step(SEER);
    act(0, seat_bit(1), 0);
    act(3, seat_bit(1), 0);

    assert_int_equal(act(0, seat_bit(2), 0), REFUSED_NOT_YOUR_TURN);
    assert_string_equal(turn.why, "already_answered");
    assert_int_equal(act(3, seat_bit(2), 0), REFUSED_NOT_YOUR_TURN);
    assert_string_equal(turn.why, "already_answered");
}

static void only_seats_at_the_table_answer(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, W, V, V, V, V);
    go_to_step(SEER);

    assert_int_equal(act(4, seat_bit(1), 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(act(SEAT_PUBLIC, seat_bit(1), 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(act(SEAT_NARRATOR, seat_bit(1), 0), REFUSED_NOT_YOUR_TURN);
}

/* The part of a view that a neighbour sees from afar: what can be tapped. */
static const char *offered(int seat)
{
    return strstr(text_of(seat), "\"available_actions\"");
}

static void every_seat_is_offered_the_same_in_every_window(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, MINION, MASON, SEER, ROBBER, TROUBLEMAKER, DRUNK, INSOMNIAC, HUNTER,
        TANNER, MASON, W, V);
    everybody_acknowledges();
    while (state.table.phase == ONENIGHT_NIGHT) {
        size_t length = strlen(offered(0));
        struct onenight_view first = look(0);
        for (int seat = 1; seat < 10; seat++) {
            struct onenight_view view = look(seat);
            assert_int_equal(view.form_count, first.form_count);
            assert_memory_equal(view.form, first.form, sizeof first.form);
            assert_int_equal(strlen(offered(seat)), length);
        }
        timeout();
    }
}

/* The most that a seat can do in a window. */
static void answer_at_length(int seat)
{
    struct onenight_form form = look(seat).form[0];
    uint32_t players = (form.players == 2 ? 3u : (uint32_t)form.players) << (seat < 5 ? 7 : 1);
    act(seat, players, form.center == 2 ? 3 : form.center);
}

static void claim_at_length(int seat)
{
    struct game_command claim = { .kind = ONENIGHT_CLAIM,
                                  .seat = (int8_t)seat,
                                  .arg = { TROUBLEMAKER, 1023, 7, TROUBLEMAKER, TROUBLEMAKER } };
    assert_int_equal(game_decide(&turn, &game_onenight, &state, &claim, now_ms, &rng), ACCEPTED);
}

/* What a secret may add to a message at this table. */
static size_t room_for_secrets(void)
{
    struct onenight_view public = look(SEAT_PUBLIC);
    return (size_t)(game_onenight.frame_secret + game_onenight.frame_secret_more(&public));
}

/* A message holds more than the view: type, sequence, clock, and the events of one command. */
static void assert_all_fit(void)
{
    enum { AROUND = 800, EVENTS = 400 };
    size_t public = strlen(text_of(SEAT_PUBLIC));
    for (int viewer = SEAT_PUBLIC; viewer < 10; viewer++) {
        size_t length = strlen(text_of(viewer));
        assert_true(length + AROUND < (size_t)game_onenight.frame_bucket);
        assert_true(length + EVENTS < public + room_for_secrets());
    }
}

static void no_message_before_the_end_outgrows_its_bucket(void **unused)
{
    (void)unused;
    for (int pace = ONENIGHT_NARRATED; pace <= ONENIGHT_EAGER; pace++) {
        LAY(pace, W, W, W, SEER, ROBBER, TROUBLEMAKER, DRUNK, INSOMNIAC, MINION, MASON, MASON,
            HUNTER, TANNER);
        everybody_acknowledges();
        while (state.table.phase == ONENIGHT_NIGHT) {
            for (int seat = 0; seat < 10; seat++)
                answer_at_length(seat);
            assert_all_fit();
            if (state.table.phase == ONENIGHT_NIGHT)
                timeout();
        }
        for (int seat = 0; seat < 10; seat++)
            claim_at_length(seat);
        assert_all_fit();
        timeout();
        assert_all_fit();
    }
}

/* Whoever copied a wolf and has acted sees them all, and so does a pack of Masons. */
static void who_sees_nine_mates_is_sent_no_more_than_fits(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, DG, MYSTIC, MYSTIC, MYSTIC, MYSTIC, MYSTIC, MYSTIC, MYSTIC, MYSTIC, MYSTIC,
        MYSTIC, MYSTIC, ROBBER);
    everybody_acknowledges();
    act(0, seat_bit(1), 0);
    while (state.table.phase == ONENIGHT_NIGHT) {
        for (int seat = 0; seat < 10; seat++)
            answer_at_length(seat);
        assert_all_fit();
        if (state.table.phase == ONENIGHT_NIGHT)
            timeout();
    }
    assert_int_equal(look(0).own.mates, 1022);

    LAY(ONENIGHT_NARRATED, MASON, MASON, MASON, MASON, MASON, MASON, MASON, MASON, MASON, MASON, W,
        W, SEER);
    go_to_discussion();
    assert_int_equal(look(9).own.mates, 511);
    assert_all_fit();
}

static void action_status_tells_the_schedule_and_nothing_else(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, V, W, V, W, ROBBER, V);
    go_to_step(SEER);
    const char *expected = "\"current_role_step\":\"seer\",\"action_status\":["
                           "{\"role\":\"werewolf\",\"status\":\"passed\"},"
                           "{\"role\":\"seer\",\"status\":\"now\"},"
                           "{\"role\":\"robber\",\"status\":\"to_come\"}]";
    assert_shows(1, expected);

    act(0, seat_bit(1), 0);

    assert_shows(1, expected);
    assert_shows(0, expected);
    assert_shows(SEAT_PUBLIC, expected);
}

static void what_was_learnt_stays_readable(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, HUNTER, W, V, W, ROBBER, V);
    go_to_step(SEER);
    act(0, seat_bit(1), 0);

    go_to_vote();

    assert_shows(0, "\"source_id\":\"seat_1\",\"target_id\":\"\",\"source_role\":\"hunter\"");
    assert_hides(1, "hunter\",\"target_role");
    assert_shows(0, "\"my_role\":null,\"dealt\":\"seer\"");
}

static void first_instincts_are_shown_at_the_end(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, HUNTER, W, V, W, V, V);
    go_to_step(SEER);
    act(0, seat_bit(1), 0);
    act(3, seat_bit(2), 0);
    go_to_vote();
    assert_shows(3, "\"results\":null");

    timeout();

    assert_int_equal(state.secrets.instinct[SEER][0].players, 0);
    assert_shows(SEAT_PUBLIC, "\"seat\":3,\"players\":[2],\"center\":[]}]");
}

/* Simultaneous */

static void in_the_simultaneous_pace_all_choose_in_one_window(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, SEER, ROBBER, W, V, W, V, V);
    everybody_acknowledges();

    assert_int_equal(state.table.step, ONENIGHT_STEP_CHOICE);
    assert_in_range(state.deadline_ms - now_ms, 28000, 30000);
    timeout();
    assert_int_equal(state.table.step, ONENIGHT_STEP_REPORT);
    timeout();
    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

static bool a_player_and_a_card_or_nothing(int players, int cards)
{
    return players == cards && players <= 1;
}

static bool or_two_cards(int players, int cards)
{
    return a_player_and_a_card_or_nothing(players, cards) || (players == 0 && cards == 2);
}

static void it_is_kept_for_later(int seat, uint32_t players, uint32_t center)
{
    assert_int_equal(state.seat[seat].answer.players, players);
    assert_int_equal(state.seat[seat].answer.center, center);
    nothing_happened(seat, players, center);
}

static void blind_choices_are_two_marks_each(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, SEER, ROBBER, W, TROUBLEMAKER, DRUNK, V, MINION, W, V, V);
    everybody_acknowledges();

    try_every_answer(0, or_two_cards, it_is_kept_for_later);
    try_every_answer(1, a_player_and_a_card_or_nothing, it_is_kept_for_later);
    try_every_answer(2, a_player_and_a_card_or_nothing, it_is_kept_for_later);
    try_every_answer(3, two_players_or_nothing, it_is_kept_for_later);
    try_every_answer(4, a_player_and_a_card_or_nothing, it_is_kept_for_later);
    try_every_answer(5, a_player_and_a_card_or_nothing, it_is_kept_for_later);
    try_every_answer(6, a_player_and_a_card_or_nothing, it_is_kept_for_later);
}

static void blind_choices_are_resolved_in_wake_order(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, INSOMNIAC, DRUNK, TROUBLEMAKER, ROBBER, SEER, W, V, HUNTER, TANNER);
    everybody_acknowledges();
    /* In the order of the seats, which is the reverse of the night's. */
    act(1, seat_bit(0), 1);               /* The Drunk takes the Villager, */
    act(2, seat_bit(0) | seat_bit(3), 0); /* after the Robber has the Werewolf and is swapped, */
    act(3, seat_bit(5), 1);
    act(4, seat_bit(5), 1); /* and the Seer has seen the Werewolf where it was dealt. */
    act(5, seat_bit(0), 4);

    timeout();

    assert_saw(4, 0, 5, W);
    assert_saw(3, 1, 3, W);
    assert_saw(5, 0, onenight_center_place(2), TANNER);
    assert_true(is_card(0, W) && is_card(3, INSOMNIAC) && is_card(5, ROBBER));
    assert_true(is_card(1, V) && is_card(ONENIGHT_PLACE_CENTER_0, DRUNK));
    assert_saw(0, 0, 0, W);
}

static void a_pack_chose_its_centre_card_in_vain(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, W, W, V, SEER, V, V);
    everybody_acknowledges();
    act(0, seat_bit(2), 1);

    timeout();

    assert_int_equal(state.seat[0].record_count, 0);
    assert_int_equal(state.seat[0].mates, seat_bit(1));
}

static void a_wolf_does_not_know_in_the_blind_window_whether_it_is_alone(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, W, W, V, SEER, V, V);
    everybody_acknowledges();
    struct onenight_view in_a_pack = look(0);

    LAY(ONENIGHT_SIMULTANEOUS, W, V, V, SEER, W, V);
    everybody_acknowledges();
    struct onenight_view alone = look(0);

    assert_memory_equal(&in_a_pack, &alone, sizeof alone);
}

static void a_blind_drunk_without_a_choice_gets_a_random_card(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, DRUNK, W, V, SEER, V, V);
    everybody_acknowledges();

    timeout();

    assert_false(is_card(0, DRUNK));
}

/* Eager */

static void in_the_eager_pace_a_step_ends_when_it_is_done(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, SEER, ROBBER, W, V, W, MINION, V);
    everybody_acknowledges();
    assert_int_equal(state.table.step, W);

    assert_int_equal(act(2, 0, 1), ACCEPTED);
    assert_int_equal(state.table.step, SEER); /* The Minion lies in the centre. */
    assert_int_equal(act(3, seat_bit(1), 0), ACCEPTED);
    assert_int_equal(state.table.step, SEER);
    assert_int_equal(act(0, 0, 0), ACCEPTED);
    assert_int_equal(state.table.step, ROBBER);
    assert_int_equal(act(1, seat_bit(2), 0), ACCEPTED);

    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
    assert_true(is_card(1, W));
}

static void in_the_eager_pace_those_who_only_look_are_not_waited_for(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, W, W, MINION, MASON, MASON, V, V, V);

    everybody_acknowledges();

    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
    assert_int_equal(state.seat[2].mates, seat_bit(0) | seat_bit(1));
    assert_int_equal(state.seat[3].mates, seat_bit(4));
}

static void in_the_eager_pace_time_runs_out_too(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EAGER, DRUNK, W, W, INSOMNIAC, V, V, V);
    everybody_acknowledges();
    assert_int_equal(state.table.step, DRUNK);

    timeout();

    assert_false(is_card(0, DRUNK));
    assert_int_equal(state.table.step, INSOMNIAC);
    assert_int_equal(act(3, seat_bit(0), 0), ACCEPTED);
    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
}

/* Marks */

static enum refusal mark(int step, int seat, int64_t players, int64_t center)
{
    struct game_command sent = { .kind = ONENIGHT_MARK,
                                 .seat = (int8_t)seat,
                                 .arg = { step, players, center } };
    return game_decide(&turn, &game_onenight, &state, &sent, now_ms, &rng);
}

static void what_was_marked_and_not_confirmed_counts_when_the_window_closes(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, V, SEER, V, V);
    go_to_step(ROBBER);
    assert_int_equal(mark(ROBBER, 0, 1 << 1, 0), ACCEPTED);
    assert_int_equal(state.secrets.card[0], ROBBER);

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.secrets.card[0], W);
    assert_int_equal(state.secrets.card[1], ROBBER);
}

static void the_last_mark_stands(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, DRUNK, W, V, SEER, V, INSOMNIAC);
    go_to_step(DRUNK);
    assert_int_equal(mark(DRUNK, 0, 0, 1 << 0), ACCEPTED);
    assert_int_equal(mark(DRUNK, 0, 0, 1 << 2), ACCEPTED);

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.secrets.card[0], INSOMNIAC);
}

static void half_an_answer_counts_for_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, TROUBLEMAKER, W, V, SEER, V, V);
    go_to_step(TROUBLEMAKER);
    assert_int_equal(mark(TROUBLEMAKER, 0, 1 << 1, 0), ACCEPTED);

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.secrets.deed_count, 0);
}

static void an_answer_stands_whatever_is_marked_after_it(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, V, SEER, V, V);
    go_to_step(ROBBER);
    assert_int_equal(act(0, 1 << 2, 0), ACCEPTED);

    assert_int_equal(mark(ROBBER, 0, 1 << 1, 0), ACCEPTED);
    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.secrets.card[0], V);
    assert_int_equal(state.secrets.card[1], W);
}

/* A phone that has nothing to do sends as much as any other, and gets as much back. */
static void everybody_marks_and_nobody_else_hears_of_it(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, ROBBER, V, V);
    go_to_step(SEER);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(mark(SEER, seat, 1 << (seat + 1) % 3, 0), ACCEPTED);
        assert_int_equal(turn.event_count, 1);
        for (int viewer = SEAT_PUBLIC; viewer < 3; viewer++)
            assert_int_equal(game_event_reaches(&game_onenight, &turn.event[0], viewer),
                             viewer == seat);
    }

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.seat[0].record[0].role, W);
    assert_int_equal(state.secrets.instinct[SEER][1].players, 1 << 2);
    assert_int_equal(state.secrets.instinct[SEER][2].players, 1 << 0);
}

static void a_mark_that_comes_late_does_not_count_in_the_next_window(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, V, SEER, V, V);
    go_to_step(ROBBER);

    assert_int_equal(mark(SEER, 0, 1 << 1, 0), REFUSED_WRONG_PHASE);
    assert_int_equal(mark(ROBBER, 0, 1 << 7, 0), REFUSED_BAD_TARGET);
    assert_int_equal(state.seat[0].mark.players, 0);
}

static void marks_count_in_the_blind_window_too(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_SIMULTANEOUS, TROUBLEMAKER, W, V, SEER, V, V);
    go_to_step(ONENIGHT_STEP_CHOICE);
    assert_int_equal(mark(ONENIGHT_STEP_CHOICE, 0, 1 << 1 | 1 << 2, 0), ACCEPTED);

    assert_int_equal(timeout(), ACCEPTED);

    assert_int_equal(state.secrets.card[2], W);
}

/* Eyes closed */

static void with_eyes_closed_every_role_has_its_window_and_nobody_else_is_asked(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EYES_CLOSED, SEER, W, V, ROBBER, V, V);
    go_to_step(SEER);
    int64_t until_ms = state.deadline_ms;

    assert_true(look(0).is_asked);
    for (int seat = 1; seat < 3; seat++) {
        assert_false(look(seat).is_asked);
        assert_shows(seat, "\"prompt\":\"sleep\"");
        assert_int_equal(act(seat, 1 << 0, 0), REFUSED_BAD_TARGET);
    }
    assert_int_equal(act(0, 1 << 1, 0), ACCEPTED);
    assert_int_equal(state.deadline_ms, until_ms);
    /* The Robber lies in the centre: the window is the same. */
    assert_int_equal(timeout(), ACCEPTED);
    assert_int_equal(state.table.step, ROBBER);
}

static void with_eyes_closed_a_wolf_alone_may_look_and_a_pack_may_not(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_EYES_CLOSED, W, V, V, SEER, V, W);
    go_to_step(W);
    assert_int_equal(act(0, 0, 1 << 2), ACCEPTED);
    assert_int_equal(state.seat[0].record[0].role, W);

    LAY(ONENIGHT_EYES_CLOSED, W, W, V, SEER, V, V);
    go_to_step(W);
    assert_int_equal(act(0, 0, 1 << 2), REFUSED_BAD_TARGET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_role_of_the_list_has_its_window_wherever_its_cards_lie),
        cmocka_unit_test(a_window_is_as_long_as_its_kind_and_a_little_chance),
        cmocka_unit_test(no_answer_changes_the_window),
        cmocka_unit_test(nobody_hears_that_another_has_answered),
        cmocka_unit_test(an_answer_stands),
        cmocka_unit_test(only_seats_at_the_table_answer),
        cmocka_unit_test(every_seat_is_offered_the_same_in_every_window),
        cmocka_unit_test(no_message_before_the_end_outgrows_its_bucket),
        cmocka_unit_test(who_sees_nine_mates_is_sent_no_more_than_fits),
        cmocka_unit_test(action_status_tells_the_schedule_and_nothing_else),
        cmocka_unit_test(what_was_learnt_stays_readable),
        cmocka_unit_test(first_instincts_are_shown_at_the_end),
        cmocka_unit_test(in_the_simultaneous_pace_all_choose_in_one_window),
        cmocka_unit_test(blind_choices_are_two_marks_each),
        cmocka_unit_test(blind_choices_are_resolved_in_wake_order),
        cmocka_unit_test(a_pack_chose_its_centre_card_in_vain),
        cmocka_unit_test(a_wolf_does_not_know_in_the_blind_window_whether_it_is_alone),
        cmocka_unit_test(a_blind_drunk_without_a_choice_gets_a_random_card),
        cmocka_unit_test(in_the_eager_pace_a_step_ends_when_it_is_done),
        cmocka_unit_test(in_the_eager_pace_those_who_only_look_are_not_waited_for),
        cmocka_unit_test(in_the_eager_pace_time_runs_out_too),
        cmocka_unit_test(what_was_marked_and_not_confirmed_counts_when_the_window_closes),
        cmocka_unit_test(the_last_mark_stands),
        cmocka_unit_test(half_an_answer_counts_for_nothing),
        cmocka_unit_test(an_answer_stands_whatever_is_marked_after_it),
        cmocka_unit_test(everybody_marks_and_nobody_else_hears_of_it),
        cmocka_unit_test(a_mark_that_comes_late_does_not_count_in_the_next_window),
        cmocka_unit_test(marks_count_in_the_blind_window_too),
        cmocka_unit_test(with_eyes_closed_every_role_has_its_window_and_nobody_else_is_asked),
        cmocka_unit_test(with_eyes_closed_a_wolf_alone_may_look_and_a_pack_may_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
