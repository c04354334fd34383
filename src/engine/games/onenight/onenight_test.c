/* The rules of One Night except the night and the winners: cards, reveal, day, vote, views. */
#include "onenight_test.h"

/* Cards */

static const char *check(int seat_count)
{
    const char *why = NULL;
    setup.seat_count = seat_count;
    enum refusal refusal = game_check(&game_onenight, &setup, &why);
    assert_int_equal(refusal == ACCEPTED, why == NULL);
    return why ? why : "";
}

static int64_t *cards_of(int role)
{
    return &setup.option[ONENIGHT_COUNT_FIRST + role - 1];
}

static bool is_warned(const char *of)
{
    struct game_advice advice = { 0 };
    onenight_advise(&setup, &advice);
    for (int i = 0; i < advice.count; i++)
        if (strcmp(advice.warning[i], of) == 0)
            return true;
    return false;
}

static void presets_have_three_cards_more_than_players(void **unused)
{
    (void)unused;
    for (int count = ONENIGHT_SEATS_MIN; count <= ONENIGHT_SEATS_MAX; count++) {
        struct game_advice advice = { 0 };
        prepare(count);
        assert_string_equal(check(count), "");
        onenight_advise(&setup, &advice);
        assert_int_equal(advice.count, 0);
        assert_int_equal(*cards_of(W), 2);
    }
}

static void talk_is_longer_at_larger_tables(void **unused)
{
    static const int minutes[] = { 4, 4, 5, 5, 7, 7, 9, 9 };
    (void)unused;
    for (int count = ONENIGHT_SEATS_MIN; count <= ONENIGHT_SEATS_MAX; count++) {
        prepare(count);
        assert_int_equal(setup.option[ONENIGHT_DISCUSSION_SECONDS],
                         60 * minutes[count - ONENIGHT_SEATS_MIN]);
    }
}

static void too_few_and_too_many_cards_are_refused(void **unused)
{
    (void)unused;
    prepare(5);
    assert_string_equal(check(6), "too_few_cards");
    assert_string_equal(check(4), "too_many_cards");
}

static void a_pool_may_be_larger_but_not_smaller(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[ONENIGHT_POOL] = true;
    assert_string_equal(check(4), "");
    assert_string_equal(check(6), "too_few_cards");
}

static void one_mason_alone_is_refused(void **unused)
{
    (void)unused;
    prepare(5);
    *cards_of(MASON) = 1;
    (*cards_of(V))--;
    assert_string_equal(check(5), "lone_mason");
}

static void a_list_without_werewolf_is_refused(void **unused)
{
    (void)unused;
    prepare(5);
    *cards_of(V) += *cards_of(W);
    *cards_of(W) = 0;
    assert_string_equal(check(5), "no_werewolf");
}

static void tables_of_two_and_eleven_are_refused(void **unused)
{
    (void)unused;
    prepare(3);
    assert_string_equal(check(2), "too_few_seats");
    assert_string_equal(check(11), "too_many_seats");
}

static void more_than_the_box_holds_is_allowed_with_a_warning(void **unused)
{
    (void)unused;
    prepare(5);
    *cards_of(SEER) = 2;
    (*cards_of(V))--;

    assert_string_equal(check(5), "");
    assert_true(is_warned("seer_above_box"));
    assert_false(is_warned("werewolf_above_box"));
}

static void a_lopsided_list_is_allowed_with_a_warning(void **unused)
{
    (void)unused;
    prepare(5);
    *cards_of(W) = 4;
    *cards_of(V) = 1;
    assert_string_equal(check(5), "");
    assert_true(is_warned("favours_werewolves"));

    *cards_of(W) = 1;
    *cards_of(MASON) = 2;
    *cards_of(V) = 2;
    assert_string_equal(check(5), "");
    assert_true(is_warned("favours_village"));
}

static void a_pool_may_part_the_masons(void **unused)
{
    (void)unused;
    prepare(7);
    assert_false(is_warned("masons_may_be_parted"));
    setup.option[ONENIGHT_POOL] = true;
    *cards_of(V) = 2;
    assert_string_equal(check(7), "");
    assert_true(is_warned("masons_may_be_parted"));
}

static void start(void)
{
    game_onenight.init(&state, &setup);
    assert_int_equal(command(COMMAND_START, SEAT_CLOCK, 0, 0), ACCEPTED);
}

static void the_deal_lays_out_the_list_and_tells_each_seat_its_card(void **unused)
{
    int left[ONENIGHT_ROLES] = { 0 };
    (void)unused;
    prepare(7);
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        left[role] = (int)*cards_of(role);

    start();

    for (int i = 0; i < 7; i++) {
        assert_int_equal(turn.event[i].kind, ONENIGHT_ROLE_DEALT);
        assert_int_equal(turn.event[i].told, seat_bit(i));
        left[state.secrets.card[i]]--;
    }
    for (int i = 7; i < 10; i++) {
        assert_int_equal(turn.event[i].kind, ONENIGHT_CENTER_DEALT);
        assert_int_equal(turn.event[i].told, SEATS_NONE);
        left[state.secrets.card[onenight_center_place(i - 7)]]--;
    }
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        assert_int_equal(left[role], 0);
}

static void a_pool_leaves_cards_in_the_box(void **unused)
{
    int dealt[ONENIGHT_ROLES] = { 0 };
    (void)unused;
    prepare(3);
    setup.option[ONENIGHT_POOL] = true;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        *cards_of(role) = 2;

    start();

    for (int place = 0; place < ONENIGHT_PLACES; place++)
        dealt[state.secrets.card[place]]++;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        assert_in_range(dealt[role], 0, 2);
    assert_int_equal(dealt[ONENIGHT_NO_ROLE], ONENIGHT_SEATS_MAX - 3);
}

/* Reveal */

static void a_card_is_face_up_until_it_is_acknowledged(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    assert_shows(0, "\"phase\":\"reveal\",\"state\":\"REVEAL\"");
    assert_shows(0, "\"my_role\":\"seer\"");
    assert_shows(SEAT_PUBLIC, "\"my_role\":null");

    assert_int_equal(command(ONENIGHT_ACKNOWLEDGE, 0, 0, 0), ACCEPTED);

    assert_shows(0, "\"my_role\":null,\"dealt\":\"seer\"");
    assert_shows(1, "\"my_role\":\"werewolf\"");
}

static void acknowledgements_are_a_count(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);

    command(ONENIGHT_ACKNOWLEDGE, 1, 0, 0);

    assert_int_equal(look(0).table.acknowledged_count, 1);
    assert_shows(0, "\"has_acknowledged\":false");
    assert_int_equal(command(ONENIGHT_ACKNOWLEDGE, 1, 0, 0), REFUSED_NOT_YOUR_TURN);
    assert_string_equal(turn.why, "already_acknowledged");
    assert_int_equal(command(ONENIGHT_ACKNOWLEDGE, 3, 0, 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(game_onenight.awaited(&state), 7);
}

static void the_night_falls_when_all_have_acknowledged(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    everybody_acknowledges();
    assert_int_equal(state.table.phase, ONENIGHT_NIGHT);
    assert_int_equal(command(ONENIGHT_ACKNOWLEDGE, 1, 0, 0), REFUSED_WRONG_PHASE);
}

static void the_night_falls_without_the_last_acknowledgement_in_time(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    command(ONENIGHT_ACKNOWLEDGE, 1, 0, 0);
    assert_int_equal(timeout(), ACCEPTED);
    assert_int_equal(state.table.phase, ONENIGHT_NIGHT);
    assert_shows(0, "\"my_role\":null");
}

static void a_timeout_before_its_time_does_nothing(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    now_ms = state.deadline_ms - 1;
    assert_int_equal(command(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0), REFUSED_WRONG_PHASE);
}

static void a_game_starts_once(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    assert_int_equal(command(COMMAND_START, SEAT_CLOCK, 0, 0), REFUSED_WRONG_PHASE);
}

/* Day */

static void discussion_is_timed(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, V, W);
    go_to_discussion();
    assert_shows(SEAT_PUBLIC, "\"state\":\"DAY_DISCUSSION\"");
    assert_int_equal(state.deadline_ms, now_ms + 4 * 60 * 1000);
    assert_int_equal(act(0, 2, 0), REFUSED_WRONG_PHASE);

    timeout();

    assert_shows(SEAT_PUBLIC, "\"state\":\"DAY_VOTING\"");
    assert_int_equal(state.deadline_ms, now_ms + 60 * 1000);
}

static void discussion_without_limit_waits(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    state.discussion_ms = 0;
    go_to_discussion();
    assert_int_equal(game_onenight.deadline(&state), 0);
}

static void more_than_half_call_the_vote(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, V, W);
    go_to_discussion();

    command(ONENIGHT_CALL_VOTE, 0, true, 0);
    command(ONENIGHT_CALL_VOTE, 3, true, 0);
    assert_int_equal(state.table.phase, ONENIGHT_DISCUSSION);
    assert_int_equal(command(ONENIGHT_CALL_VOTE, 1, true, 0), ACCEPTED);

    assert_int_equal(state.table.phase, ONENIGHT_VOTING);
}

static void a_call_can_be_taken_back_and_is_a_count(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, V, W);
    go_to_discussion();
    command(ONENIGHT_CALL_VOTE, 2, true, 0);
    assert_shows(0, "\"vote_calls\":1,\"calls_vote\":false");
    assert_shows(2, "\"vote_calls\":1,\"calls_vote\":true");
    assert_int_equal(command(ONENIGHT_CALL_VOTE, 2, true, 0), REFUSED_NOT_YOUR_TURN);

    assert_int_equal(command(ONENIGHT_CALL_VOTE, 2, false, 0), ACCEPTED);

    assert_shows(0, "\"vote_calls\":0");
    assert_int_equal(command(ONENIGHT_CALL_VOTE, 2, false, 0), REFUSED_NOT_YOUR_TURN);
}

static enum refusal claim(int seat, int role, int64_t players, int64_t center, int first,
                          int second)
{
    struct game_command sent = { .kind = ONENIGHT_CLAIM,
                                 .seat = (int8_t)seat,
                                 .arg = { role, players, center, first, second } };
    return game_decide(&turn, &game_onenight, &state, &sent, now_ms, &rng);
}

static void a_claim_is_public_and_may_be_a_lie(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, V, W);
    assert_int_equal(claim(1, SEER, 0, 3, V, V), REFUSED_WRONG_PHASE);
    go_to_discussion();

    assert_int_equal(claim(1, SEER, 0, 3, V, V), ACCEPTED);

    assert_shows(SEAT_PUBLIC, "\"claims\":[null,{\"role\":\"seer\",\"players\":[],\"center\":[0,1],"
                              "\"first\":\"villager\",\"second\":\"villager\"},null,null]");
}

static void claims_are_about_the_list_and_the_table(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, V, W);
    go_to_discussion();

    assert_int_equal(claim(1, HUNTER, 0, 0, 0, 0), REFUSED_BAD_TARGET);
    assert_int_equal(claim(1, SEER, 0, 0, HUNTER, 0), REFUSED_BAD_TARGET);
    assert_int_equal(claim(1, SEER, seat_bit(4), 0, 0, 0), REFUSED_BAD_TARGET);
    assert_int_equal(claim(4, SEER, 0, 0, 0, 0), REFUSED_NOT_YOUR_TURN);
    for (int i = 0; i < ONENIGHT_CLAIMS_MAX; i++)
        assert_int_equal(claim(1, V, 0, 0, 0, 0), ACCEPTED);
    assert_int_equal(claim(1, V, 0, 0, 0, 0), REFUSED_NOT_YOUR_TURN);
}

static void everybody_is_awaited_until_the_results(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    for (; state.table.phase != ONENIGHT_RESULTS; timeout())
        assert_int_equal(game_onenight.awaited(&state), 7);
    assert_int_equal(game_onenight.awaited(&state), SEATS_NONE);
}

static bool may_chat(void)
{
    assert_int_equal(game_onenight.hears(&state, 0), SEATS_ALL);
    assert_int_equal(game_onenight.speaks(&state, 1), SEATS_NONE);
    return game_onenight.speaks(&state, 0) == SEATS_ALL;
}

static void chat_is_closed_at_night_and_while_voting(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    assert_false(may_chat());
    everybody_acknowledges();
    assert_false(may_chat());
    go_to_discussion();
    assert_true(may_chat());
    go_to_vote();
    assert_false(may_chat());
    timeout();
    assert_true(may_chat());
}

static void chat_at_night_is_an_option(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    state.chats_at_night = true;
    everybody_acknowledges();
    assert_true(may_chat());
    go_to_vote();
    assert_false(may_chat());
}

/* Vote */

static void everyone_votes_for_another_player(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    assert_int_equal(command(ONENIGHT_VOTE, 0, 1, 0), REFUSED_WRONG_PHASE);
    go_to_vote();

    for (int target = -1; target <= 20; target++) {
        struct onenight_state before = state;
        bool is_legal = target == 1 || target == 2;
        assert_int_equal(command(ONENIGHT_VOTE, 0, target, 0) == ACCEPTED, is_legal);
        state = before;
    }
    assert_int_equal(command(ONENIGHT_VOTE, 0, 0, 0), REFUSED_BAD_TARGET);
    assert_string_equal(turn.why, "not_for_yourself");
    assert_int_equal(command(ONENIGHT_VOTE, 3, 0, 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(command(ONENIGHT_VOTE, SEAT_PUBLIC, 0, 0), REFUSED_NOT_YOUR_TURN);
}

static void live_votes_are_shown_as_they_are_cast(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    state.table.is_vote_live = true;
    go_to_vote();

    command(ONENIGHT_VOTE, 2, 1, 0);

    assert_shows(0, "\"votes\":{\"count\":1,\"ballots\":[{\"seat\":2,\"target\":1}]}");
    assert_shows(SEAT_PUBLIC, "\"ballots\":[{\"seat\":2,\"target\":1}]");
    assert_int_equal(command(ONENIGHT_VOTE, 2, 0, 0), REFUSED_NOT_YOUR_TURN);

    timeout();

    assert_shows(SEAT_PUBLIC, "\"votes\":{\"count\":1,\"ballots\":[{\"seat\":0,\"target\":null},"
                              "{\"seat\":1,\"target\":null},{\"seat\":2,\"target\":1}]}");
    for (int i = 0; i < turn.event_count; i++)
        assert_false(turn.event[i].kind == ONENIGHT_BALLOT_REVEALED && turn.event[i].arg[0] == 2);
}

static void votes_are_hidden_until_all_are_in(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, V, V, W);
    go_to_vote();
    command(ONENIGHT_VOTE, 2, 1, 0);
    command(ONENIGHT_VOTE, 0, 1, 0);
    assert_shows(1, "\"votes\":{\"count\":2,\"ballots\":[]}");
    assert_shows(1, "\"own_vote\":null");
    assert_shows(2, "\"own_vote\":1");
    assert_int_equal(command(ONENIGHT_VOTE, 2, 0, 0), REFUSED_NOT_YOUR_TURN);
    assert_string_equal(turn.why, "already_voted");
    assert_int_equal(game_onenight.awaited(&state), 7);

    command(ONENIGHT_VOTE, 1, 0, 0);

    assert_shows(SEAT_PUBLIC, "\"votes\":{\"count\":3,\"ballots\":[{\"seat\":0,\"target\":1},"
                              "{\"seat\":1,\"target\":0},{\"seat\":2,\"target\":1}]}");
    assert_int_equal(state.table.phase, ONENIGHT_RESULTS);
    assert_int_equal(game_onenight.deadline(&state), 0);
}

static void results_show_everything(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, HUNTER, V, V, W);
    go_to_step(ROBBER);
    act(0, seat_bit(1), 0);
    go_to_vote();
    command(ONENIGHT_VOTE, 0, 2, 0);
    command(ONENIGHT_VOTE, 1, 2, 0);
    command(ONENIGHT_VOTE, 2, 0, 0);

    assert_shows(
        SEAT_PUBLIC,
        "\"results\":{\"row\":3,\"reason\":\"werewolf_died\",\"winners\":[1,2],\"deaths\":["
        "{\"seat\":2,\"cause\":\"votes\",\"hunter\":null},"
        "{\"seat\":0,\"cause\":\"hunter\",\"hunter\":2}]");
    assert_shows(SEAT_PUBLIC, "{\"dealt\":\"robber\",\"final\":\"werewolf\",\"team\":\"werewolf\","
                              "\"was_killed\":true,\"won\":false}");
    assert_shows(SEAT_PUBLIC, "\"center\":[{\"dealt\":\"villager\",\"final\":\"villager\"},");
    assert_shows(
        SEAT_PUBLIC,
        "{\"role\":\"robber\",\"actions\":["
        "{\"seat\":0,\"action_type\":\"SWAP_PLAYER_TO_PLAYER\",\"source_id\":\"seat_0\","
        "\"target_id\":\"seat_1\",\"source_role\":\"robber\",\"target_role\":\"werewolf\"},"
        "{\"seat\":0,\"action_type\":\"VIEW_CARD\",\"source_id\":\"seat_0\","
        "\"target_id\":\"\",\"source_role\":\"werewolf\",\"target_role\":null}]}");
}

static void before_the_results_a_view_holds_no_secret(void **unused)
{
    static const struct onenight_secrets nothing;
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, DRUNK, SEER, TROUBLEMAKER, V, W, INSOMNIAC);
    everybody_acknowledges();
    while (state.table.phase != ONENIGHT_RESULTS) {
        for (int viewer = SEAT_PUBLIC; viewer < 5; viewer++) {
            struct onenight_view view = look(viewer);
            assert_memory_equal(&view.secrets, &nothing, sizeof nothing);
        }
        timeout();
    }
}

static void active_roles_are_those_of_the_list_that_wake(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, HUNTER, W, V, INSOMNIAC, SEER, W);
    assert_shows(SEAT_PUBLIC,
                 "\"roles\":{\"werewolf\":2,\"seer\":1,\"insomniac\":1,\"hunter\":1,"
                 "\"villager\":1},\"active_roles\":[\"werewolf\",\"seer\",\"insomniac\"]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_have_three_cards_more_than_players),
        cmocka_unit_test(talk_is_longer_at_larger_tables),
        cmocka_unit_test(too_few_and_too_many_cards_are_refused),
        cmocka_unit_test(a_pool_may_be_larger_but_not_smaller),
        cmocka_unit_test(one_mason_alone_is_refused),
        cmocka_unit_test(a_list_without_werewolf_is_refused),
        cmocka_unit_test(tables_of_two_and_eleven_are_refused),
        cmocka_unit_test(more_than_the_box_holds_is_allowed_with_a_warning),
        cmocka_unit_test(a_lopsided_list_is_allowed_with_a_warning),
        cmocka_unit_test(a_pool_may_part_the_masons),
        cmocka_unit_test(the_deal_lays_out_the_list_and_tells_each_seat_its_card),
        cmocka_unit_test(a_pool_leaves_cards_in_the_box),
        cmocka_unit_test(a_card_is_face_up_until_it_is_acknowledged),
        cmocka_unit_test(acknowledgements_are_a_count),
        cmocka_unit_test(the_night_falls_when_all_have_acknowledged),
        cmocka_unit_test(the_night_falls_without_the_last_acknowledgement_in_time),
        cmocka_unit_test(a_timeout_before_its_time_does_nothing),
        cmocka_unit_test(a_game_starts_once),
        cmocka_unit_test(discussion_is_timed),
        cmocka_unit_test(discussion_without_limit_waits),
        cmocka_unit_test(more_than_half_call_the_vote),
        cmocka_unit_test(a_call_can_be_taken_back_and_is_a_count),
        cmocka_unit_test(a_claim_is_public_and_may_be_a_lie),
        cmocka_unit_test(claims_are_about_the_list_and_the_table),
        cmocka_unit_test(everybody_is_awaited_until_the_results),
        cmocka_unit_test(chat_is_closed_at_night_and_while_voting),
        cmocka_unit_test(chat_at_night_is_an_option),
        cmocka_unit_test(everyone_votes_for_another_player),
        cmocka_unit_test(votes_are_hidden_until_all_are_in),
        cmocka_unit_test(live_votes_are_shown_as_they_are_cast),
        cmocka_unit_test(results_show_everything),
        cmocka_unit_test(before_the_results_a_view_holds_no_secret),
        cmocka_unit_test(active_roles_are_those_of_the_list_that_wake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
