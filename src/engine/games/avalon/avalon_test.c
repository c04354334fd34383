/* The rules of Avalon from the deal to the results of a quest. */
#include "avalon_test.h"

/* Setup and the deal */

static void the_first_leader_is_drawn_before_the_deal(void **unused)
{
    (void)unused;
    prepare(5);

    begin();

    assert_int_equal(turn.event[0].kind, AVALON_TEAMS_ANNOUNCED);
    assert_int_equal(turn.event[1].kind, AVALON_LEADER_CHANGED);
    assert_int_equal(turn.event[2].kind, AVALON_ROLE_ASSIGNED);
    assert_in_range(state.table.leader, 0, 4);
}

static void every_seat_can_be_the_first_leader(void **unused)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 9 };
    seat_set leaders = SEATS_NONE;
    (void)unused;
    prepare(5);
    rng_seed(&rng, seed, 2);
    for (int i = 0; i < 200; i++) {
        memset(&state, 0, sizeof state);
        game_avalon.init(&state, &setup);
        must(send(COMMAND_START, SEAT_CLOCK, 0));
        leaders |= seat_bit(state.table.leader);
    }
    assert_int_equal(leaders, 31);
}

static void a_role_and_what_it_knows_are_told_to_its_owner_alone(void **unused)
{
    int assigned = 0, knowledge = 0;
    (void)unused;
    prepare(7);

    begin();

    for (int i = 0; i < turn.event_count; i++) {
        const struct game_event *event = &turn.event[i];
        if (event->kind != AVALON_ROLE_ASSIGNED && event->kind != AVALON_ROLE_KNOWLEDGE)
            continue;
        assert_int_equal(event->told, seat_bit((int)event->arg[0]));
        assigned += event->kind == AVALON_ROLE_ASSIGNED;
        knowledge += event->kind == AVALON_ROLE_KNOWLEDGE;
    }
    /* One each for everybody, also for those who know nothing. */
    assert_int_equal(assigned, 7);
    assert_int_equal(knowledge, 7);
}

static void every_seat_gets_every_role_equally_often(void **unused)
{
    enum { DEALS = 5000 };
    int dealt[AVALON_SEATS_MAX][AVALON_ROLE_COUNT] = { 0 };
    (void)unused;
    prepare(5);
    rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ 5 }, 3);
    for (int i = 0; i < DEALS; i++) {
        memset(&state, 0, sizeof state);
        game_avalon.init(&state, &setup);
        must(send(COMMAND_START, SEAT_CLOCK, 0));
        for (int seat = 0; seat < 5; seat++)
            dealt[seat][state.own[seat].role]++;
    }
    /* A thousand each; five standard deviations are 141. */
    for (int seat = 0; seat < 5; seat++)
        for (int i = 0; i < 5; i++)
            assert_in_range(dealt[seat][five[i]], DEALS / 5 - 141, DEALS / 5 + 141);
}

static void a_game_starts_once(void **unused)
{
    (void)unused;
    prepare(5);
    begin();

    must_refuse(send(COMMAND_START, SEAT_CLOCK, 0), REFUSED_WRONG_PHASE, "");
}

static void merlin_sees_evil_but_mordred(void **unused)
{
    static const enum avalon_role roles[] = { AVALON_MERLIN,        AVALON_MORDRED,
                                              AVALON_LOYAL_SERVANT, AVALON_MORGANA,
                                              AVALON_ASSASSIN,      AVALON_PERCIVAL,
                                              AVALON_LOYAL_SERVANT, AVALON_LOYAL_SERVANT,
                                              AVALON_LOYAL_SERVANT };
    (void)unused;
    prepare(9);

    start_with(roles);

    assert_int_equal(look(0).own.known, SEATS2(3, 4));
    view_has(0, "\"knows\":\"evil\",\"known_players\":[3,4]");
}

static void percival_sees_a_pair_in_the_order_of_the_seats(void **unused)
{
    static const enum avalon_role roles[] = { AVALON_MORGANA, AVALON_PERCIVAL, AVALON_LOYAL_SERVANT,
                                              AVALON_ASSASSIN, AVALON_MERLIN };
    (void)unused;
    prepare(5);

    start_with(roles);
    view_has(1, "\"knows\":\"merlin\",\"known_players\":[0,4]");

    start_with(five);
    view_has(1, "\"knows\":\"merlin\",\"known_players\":[0,4]");
}

static void evil_knows_evil_but_oberon_and_oberon_knows_nobody(void **unused)
{
    (void)unused;
    start_seven();

    assert_int_equal(look(4).own.known, seat_bit(5));
    assert_int_equal(look(5).own.known, seat_bit(4));
    assert_int_equal(look(6).own.known, SEATS_NONE);
    assert_int_equal(look(2).own.known, SEATS_NONE);
    assert_int_equal(look(0).own.known, SEATS3(4, 5, 6));
}

static void with_the_option_merlin_does_not_see_oberon(void **unused)
{
    (void)unused;
    prepare(7);
    setup.option[AVALON_OBERON_HIDDEN_FROM_MERLIN] = 1;

    start_with(seven);

    assert_int_equal(look(0).own.known, SEATS2(4, 5));
}

/* Role reveal */

static void the_game_goes_on_when_all_have_acknowledged_their_role(void **unused)
{
    (void)unused;
    prepare(5);
    begin();
    assert_int_equal(state.table.phase, AVALON_ROLE_REVEAL);

    acknowledge_all();

    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

static void acknowledging_is_public_as_a_count_only(void **unused)
{
    (void)unused;
    prepare(5);
    begin();

    must(send(AVALON_ACKNOWLEDGE_ROLE, 3, 0));

    assert_true(game_avalon.events[AVALON_PLAYER_ACKNOWLEDGED_ROLE].args[0].secret);
    assert_int_equal(turn.event[0].told, seat_bit(3));
    assert_int_equal(look(0).table.acknowledged, 1);
    assert_false(look(0).own.has_acknowledged);
    assert_int_equal(game_avalon.awaited(&state), 31);
}

static void a_role_is_acknowledged_once(void **unused)
{
    (void)unused;
    prepare(5);
    begin();
    must(send(AVALON_ACKNOWLEDGE_ROLE, 3, 0));

    must_refuse(send(AVALON_ACKNOWLEDGE_ROLE, 3, 0), REFUSED_NOT_YOUR_TURN, "already_acknowledged");
}

/* Team building */

static void the_leaders_picks_are_seen_by_all_at_once(void **unused)
{
    (void)unused;
    start_five();

    must(send(AVALON_SET_PICKS, 0, seat_bit(3)));

    assert_int_equal(turn.event[0].told, SEATS_ALL);
    assert_int_equal(look(SEAT_PUBLIC).table.picks, seat_bit(3));
    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

static void picks_may_be_fewer_and_not_more_than_the_team(void **unused)
{
    (void)unused;
    start_five();

    must(send(AVALON_SET_PICKS, 0, SEATS_NONE));
    must(send(AVALON_SET_PICKS, 0, SEATS2(1, 2)));
    must_refuse(send(AVALON_SET_PICKS, 0, SEATS3(0, 1, 2)), REFUSED_BAD_TARGET, "team_too_large");
    must_refuse(send(AVALON_SET_PICKS, 1, seat_bit(1)), REFUSED_NOT_YOUR_TURN, "not_the_leader");
    must_refuse(send(AVALON_SET_PICKS, 0, seat_bit(7)), REFUSED_BAD_TARGET, "not_at_the_table");
    assert_int_equal(state.table.picks, SEATS2(1, 2));
}

static void a_proposed_team_is_voted_on(void **unused)
{
    (void)unused;
    start_five();

    must(propose(SEATS2(1, 4)));

    assert_int_equal(event_of(AVALON_TEAM_PROPOSED)->arg[0], 0);
    assert_int_equal(event_of(AVALON_TEAM_PROPOSED)->arg[1], SEATS2(1, 4));
    assert_int_equal(state.table.phase, AVALON_TEAM_VOTING);
}

static void a_team_has_exactly_the_size_of_its_quest(void **unused)
{
    (void)unused;
    start_five();

    must_refuse(propose(seat_bit(1)), REFUSED_BAD_TARGET, "team_too_small");
    must_refuse(propose(SEATS_NONE), REFUSED_BAD_TARGET, "team_too_small");
    must_refuse(propose(SEATS3(0, 1, 2)), REFUSED_BAD_TARGET, "team_too_large");
    must_refuse(propose(SEATS2(1, 5)), REFUSED_BAD_TARGET, "not_at_the_table");
}

static void every_size_of_team_is_required_at_every_table(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats++) {
        prepare(seats);
        for (int i = AVALON_INCLUDE_MERLIN; i <= AVALON_INCLUDE_OBERON; i++)
            setup.option[i] = 0;
        begin();
        acknowledge_all();
        /* Success and failure in turn, so that all five quests are played. */
        for (int i = 0; i < 5; i++) {
            int size = avalon_team_size(seats, i);
            seat_set evil = SEATS_NONE;
            for (int seat = 0; seat < seats; seat++)
                if (state.own[seat].role == AVALON_MINION && avalon_seats_count(evil) < 2)
                    evil |= seat_bit(seat);
            must_refuse(propose(seat_bit(size - 1) - 1), REFUSED_BAD_TARGET, "team_too_small");
            must_refuse(propose(seat_bit(size + 1) - 1), REFUSED_BAD_TARGET, "team_too_large");
            quest(team_with(evil), i % 2 ? evil : SEATS_NONE);
            go_on();
        }
        assert_int_equal(outcome().reason, AVALON_GOOD_WON_QUESTS);
    }
}

static void only_the_leader_proposes(void **unused)
{
    (void)unused;
    start_five();

    must_refuse(send(AVALON_PROPOSE_TEAM, 1, SEATS2(0, 1)), REFUSED_NOT_YOUR_TURN,
                "not_the_leader");
}

static void whoever_has_no_seat_can_do_nothing(void **unused)
{
    (void)unused;
    start_five();

    for (int kind = AVALON_ACKNOWLEDGE_ROLE; kind <= AVALON_NAME_MERLIN; kind++) {
        assert_int_not_equal(send(kind, 5, 1), ACCEPTED);
        assert_int_not_equal(send(kind, SEAT_NARRATOR, 1), ACCEPTED);
        assert_int_not_equal(send(kind, SEAT_PUBLIC, 1), ACCEPTED);
        assert_int_not_equal(send(kind, SEAT_CLOCK, 1), ACCEPTED);
    }
}

static void each_command_has_its_phase(void **unused)
{
    static const struct {
        int kind;
        enum avalon_phase phase, other;
    } commands[] = {
        { AVALON_ACKNOWLEDGE_ROLE, AVALON_ROLE_REVEAL },
        { AVALON_SET_PICKS, AVALON_TEAM_BUILDING },
        { AVALON_PROPOSE_TEAM, AVALON_TEAM_BUILDING },
        { AVALON_CAST_VOTE, AVALON_TEAM_VOTING },
        { AVALON_PLAY_CARD, AVALON_QUEST_EXECUTION },
        { AVALON_CONTINUE, AVALON_QUEST_RESULTS, AVALON_VOTE_RESULTS },
        { AVALON_EXAMINE, AVALON_LADY_EXAMINATION },
        { AVALON_ASSASSINATE, AVALON_ASSASSINATION },
        { AVALON_NAME_MERLIN, AVALON_ASSASSINATION },
    };
    (void)unused;
    for (int phase = AVALON_SETUP; phase <= AVALON_VOTE_RESULTS; phase++)
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            start_five();
            must(propose(SEATS2(0, 1)));
            state.table.phase = (int8_t)phase;
            if (phase != (int)commands[i].phase && phase != (int)commands[i].other)
                must_refuse(send(commands[i].kind, 0, 1), REFUSED_WRONG_PHASE, "");
        }
}

/* Team votes */

static void a_vote_is_secret_and_who_voted_is_not(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));

    must(send(AVALON_CAST_VOTE, 2, AVALON_APPROVE));

    assert_int_equal(event_of(AVALON_TEAM_VOTE_CAST)->told, SEATS_ALL);
    assert_int_equal(event_of(AVALON_TEAM_VOTE_CAST)->arg[0], 2);
    assert_int_equal(event_of(AVALON_TEAM_VOTE_RECORDED)->told, seat_bit(2));
    assert_int_equal(look(2).own.vote, AVALON_APPROVE);
    assert_int_equal(look(1).own.vote, AVALON_NO_VOTE);
    assert_int_equal(look(1).table.proposals[0].approved_by, SEATS_NONE);
    assert_int_equal(game_avalon.awaited(&state), 31 & ~seat_bit(2));
}

/* Only the voter hears of it, and nothing changes in what others see. */
static void a_vote_can_be_changed_in_silence_until_all_are_in(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));
    must(send(AVALON_CAST_VOTE, 2, AVALON_APPROVE));
    struct avalon_view before = look(SEAT_PUBLIC);

    must(send(AVALON_CAST_VOTE, 2, AVALON_REJECT));

    assert_int_equal(turn.event_count, 1);
    assert_int_equal(turn.event[0].told, seat_bit(2));
    for (int viewer = SEAT_PUBLIC; viewer < 5; viewer++)
        assert_int_equal(game_event_reaches(&game_avalon, &turn.event[0], viewer), viewer == 2);
    struct avalon_view after = look(SEAT_PUBLIC);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(look(2).own.vote, AVALON_REJECT);
}

static void the_last_vote_of_each_counts(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));
    must(send(AVALON_CAST_VOTE, 2, AVALON_APPROVE));
    must(send(AVALON_CAST_VOTE, 2, AVALON_REJECT));

    cast_all(SEATS3(0, 1, 4));

    assert_int_equal(avalon_proposal(&state.table)->approved_by, SEATS3(0, 1, 4));
    must_refuse(send(AVALON_CAST_VOTE, 2, AVALON_APPROVE), REFUSED_WRONG_PHASE, "");
}

static void votes_stay_on_the_table_until_everybody_has_seen_them(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));
    cast_all(SEATS_ALL);
    assert_int_equal(state.table.phase, AVALON_VOTE_RESULTS);
    must_refuse(send(AVALON_CONTINUE, 0, 0), REFUSED_WRONG_PHASE, "still_showing");
    must(time_passes());

    for (int seat = 0; seat < 4; seat++)
        must(send(AVALON_CONTINUE, seat, 0));
    must_refuse(send(AVALON_CONTINUE, 0, 0), REFUSED_NOT_YOUR_TURN, "already_seen");

    assert_int_equal(state.table.phase, AVALON_VOTE_RESULTS);
    view_has(SEAT_PUBLIC, "\"done\":4,\"total\":5");
    must(send(AVALON_CONTINUE, 4, 0));
    assert_int_equal(state.table.phase, AVALON_QUEST_EXECUTION);
}

static void who_has_seen_the_results_is_a_number(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));
    cast_all(SEATS_ALL);
    must(time_passes());

    must(send(AVALON_CONTINUE, 3, 0));

    assert_int_equal(event_of(AVALON_RESULTS_SEEN)->told, seat_bit(3));
    assert_true(game_avalon.events[AVALON_RESULTS_SEEN].args[0].secret);
    assert_true(look(3).own.has_seen);
    assert_false(look(2).own.has_seen);
    assert_int_equal(game_avalon.awaited(&state), 31);
}

static void no_vote_is_no_vote(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));

    must_refuse(send(AVALON_CAST_VOTE, 2, AVALON_NO_VOTE), REFUSED_BAD_TARGET, "");
    must_refuse(send(AVALON_CAST_VOTE, 2, 3), REFUSED_BAD_TARGET, "");
}

static void votes_are_shown_with_names_when_all_are_in(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));

    cast_all(SEATS3(0, 2, 4));

    assert_int_equal(event_of(AVALON_VOTES_REVEALED)->arg[0], SEATS3(0, 2, 4));
    assert_int_equal(event_of(AVALON_VOTES_REVEALED)->arg[1], SEATS2(1, 3));
    assert_int_equal(event_of(AVALON_TEAM_APPROVED)->arg[0], 3);
    assert_int_equal(event_of(AVALON_TEAM_APPROVED)->arg[1], 2);
    view_has(SEAT_PUBLIC, "\"approvals\":3,\"rejections\":2,\"approved_by\":[0,2,4]");
}

static void anonymous_votes_are_counts_only(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_ANONYMOUS_VOTES] = 1;
    start_with(five);
    must(propose(SEATS2(0, 1)));

    cast_all(SEATS3(0, 2, 4));

    assert_null(event_of(AVALON_VOTES_REVEALED));
    assert_int_equal(look(0).table.proposals[0].approved_by, SEATS_NONE);
    view_has(0, "\"approvals\":3,\"rejections\":2");
    view_lacks(0, "approved_by");
}

static void a_team_needs_a_strict_majority(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats++) {
        int needed = seats / 2 + 1;
        prepare(seats);
        begin();
        acknowledge_all();
        must(propose(team_with(SEATS_NONE)));
        vote_all(seat_bit(needed - 1) - 1);
        assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);

        must(propose(team_with(SEATS_NONE)));
        vote_all(seat_bit(needed) - 1);
        assert_int_equal(state.table.phase, AVALON_QUEST_EXECUTION);
    }
}

static void a_tie_rejects(void **unused)
{
    (void)unused;
    prepare(6);
    begin();
    acknowledge_all();
    must(propose(SEATS2(0, 1)));

    cast_all(SEATS3(0, 1, 2));

    assert_int_equal(state.table.rejections, 1);
    assert_int_equal(event_of(AVALON_REJECTION_COUNT)->arg[0], 1);
}

static void the_crown_moves_after_a_rejected_team(void **unused)
{
    (void)unused;
    start_five();
    apply(AVALON_LEADER_CHANGED, 4, 0);
    must(propose(SEATS2(0, 1)));

    vote_all(SEATS_NONE);

    assert_int_equal(state.table.leader, 0);
    assert_int_equal(state.table.quest, 0);
}

static void the_crown_moves_after_an_approved_team(void **unused)
{
    (void)unused;
    start_five();

    quest(SEATS2(0, 1), SEATS_NONE);
    assert_int_equal(state.table.leader, 0);
    go_on();

    assert_int_equal(state.table.leader, 1);
    assert_int_equal(state.table.quest, 1);
}

static void evil_wins_after_five_rejections(void **unused)
{
    (void)unused;
    start_five();

    for (int i = 0; i < 5; i++) {
        assert_int_equal(state.table.rejections, i);
        must(propose(SEATS2(0, 1)));
        vote_all(SEATS_NONE);
    }

    assert_int_equal(outcome().reason, AVALON_FIVE_REJECTIONS);
    assert_int_equal(outcome().winners, SEATS2(3, 4));
    view_has(SEAT_PUBLIC, "\"winning_team\":\"evil\",\"reason\":\"five_rejections\"");
}

static void the_fifth_proposal_is_announced_as_the_last(void **unused)
{
    (void)unused;
    start_five();
    for (int i = 0; i < 4; i++) {
        view_has(SEAT_PUBLIC, "\"is_last_proposal\":false");
        must(propose(SEATS2(0, 1)));
        vote_all(SEATS_NONE);
    }

    view_has(SEAT_PUBLIC, "\"is_last_proposal\":true");
    send_team(SEATS2(0, 1));
    assert_int_equal(state.table.phase, AVALON_QUEST_EXECUTION);
}

static void an_approval_resets_the_rejections(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(0, 1)));
    vote_all(SEATS_NONE);

    send_team(SEATS2(0, 1));

    assert_int_equal(state.table.rejections, 0);
}

/* Quests */

static void a_card_is_public_as_a_count_only(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 3));

    must(send(AVALON_PLAY_CARD, 3, AVALON_FAIL));

    assert_int_equal(event_of(AVALON_QUEST_CARD_PLAYED)->told, SEATS_ALL);
    assert_int_equal(event_of(AVALON_QUEST_CARD_PLAYED)->arg[0], 1);
    assert_int_equal(game_avalon.events[AVALON_QUEST_CARD_PLAYED].args[1].type, ARG_NONE);
    assert_int_equal(event_of(AVALON_QUEST_CARD_RECORDED)->told, seat_bit(3));
    assert_int_equal(look(3).own.card, AVALON_FAIL);
    assert_int_equal(look(0).own.card, AVALON_NO_CARD);
    assert_int_equal(game_avalon.awaited(&state), SEATS2(0, 3));
}

static void good_can_only_play_success(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 2));

    must_refuse(send(AVALON_PLAY_CARD, 0, AVALON_FAIL), REFUSED_NOT_NOW, "");
    must_refuse(send(AVALON_PLAY_CARD, 2, AVALON_FAIL), REFUSED_NOT_NOW, "");
    must(send(AVALON_PLAY_CARD, 0, AVALON_SUCCESS));
    view_has(2, "\"available_actions\":[{\"type\":\"play_card\",\"card\":[\"success\"]}]");
}

static void evil_plays_either_card(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(3, 4));

    view_has(3, "\"available_actions\":[{\"type\":\"play_card\",\"card\":[\"success\",\"fail\"]}]");
    must(send(AVALON_PLAY_CARD, 3, AVALON_FAIL));
    must(send(AVALON_PLAY_CARD, 4, AVALON_SUCCESS));
}

static void a_card_can_be_changed_in_silence_until_the_last_is_in(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 3));
    must(send(AVALON_PLAY_CARD, 3, AVALON_SUCCESS));
    struct avalon_view before = look(SEAT_PUBLIC);

    must(send(AVALON_PLAY_CARD, 3, AVALON_FAIL));

    assert_int_equal(turn.event_count, 1);
    for (int viewer = SEAT_PUBLIC; viewer < 5; viewer++)
        assert_int_equal(game_event_reaches(&game_avalon, &turn.event[0], viewer), viewer == 3);
    struct avalon_view after = look(SEAT_PUBLIC);
    assert_memory_equal(&before, &after, sizeof before);
    must(send(AVALON_PLAY_CARD, 0, AVALON_SUCCESS));
    must_refuse(send(AVALON_PLAY_CARD, 3, AVALON_SUCCESS), REFUSED_NOT_YOUR_TURN,
                "all_cards_played");
    must_refuse(send(AVALON_PLAY_CARD, 0, AVALON_FAIL), REFUSED_NOT_YOUR_TURN, "all_cards_played");
    must(time_passes());
    assert_int_equal(state.table.quests[0].fails, 1);
}

static void only_the_team_plays(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 3));
    must(send(AVALON_PLAY_CARD, 3, AVALON_SUCCESS));

    must_refuse(send(AVALON_PLAY_CARD, 4, AVALON_FAIL), REFUSED_NOT_YOUR_TURN, "not_on_the_team");
    must_refuse(send(AVALON_PLAY_CARD, 0, AVALON_NO_CARD), REFUSED_BAD_TARGET, "");
    assert_int_equal(state.own[3].card, AVALON_SUCCESS);
}

static void a_quest_lasts_its_window_however_quick_the_team_is(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 3));
    int64_t begun_ms = now_ms;

    play_all(SEATS_NONE);

    assert_int_equal(state.table.phase, AVALON_QUEST_EXECUTION);
    assert_int_equal(state.deadline_ms, begun_ms + 8000);
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
}

static void after_the_window_the_last_card_ends_the_quest(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 3));
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_QUEST_EXECUTION);
    assert_int_equal(state.deadline_ms, 0);

    play_all(seat_bit(3));

    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
    assert_int_equal(event_of(AVALON_QUEST_COMPLETED)->arg[3], 1);
}

static void one_fail_fails_a_quest(void **unused)
{
    (void)unused;
    start_five();

    quest(SEATS2(0, 3), seat_bit(3));

    assert_true(state.table.quests[0].is_done);
    assert_false(state.table.quests[0].is_success);
    view_has(SEAT_PUBLIC, "\"team_members\":[0,3],\"success\":false,\"success_count\":1,"
                          "\"fail_count\":1");
}

/* Brings seven players to their fourth quest. */
static void play_to_the_fourth_quest(void)
{
    start_seven();
    for (int i = 0; i < 3; i++) {
        quest(team_with(seat_bit(4)), i == 1 ? seat_bit(4) : SEATS_NONE);
        go_on();
    }
    assert_int_equal(state.table.quest, 3);
}

static void the_fourth_quest_of_seven_succeeds_with_one_fail_that_all_see(void **unused)
{
    (void)unused;
    play_to_the_fourth_quest();

    quest(SEATS4(0, 1, 4, 5), seat_bit(4));

    assert_true(state.table.quests[3].is_success);
    assert_int_equal(state.table.quests[3].fails, 1);
    view_has(SEAT_PUBLIC, "\"success\":true,\"success_count\":3,\"fail_count\":1");
}

static void the_fourth_quest_of_seven_fails_with_two_fails(void **unused)
{
    (void)unused;
    play_to_the_fourth_quest();

    quest(SEATS4(0, 1, 4, 5), SEATS2(4, 5));

    assert_false(state.table.quests[3].is_success);
}

static void results_stay_for_three_seconds_at_least(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(0, 1), SEATS_NONE);
    int64_t begun_ms = now_ms;
    assert_int_equal(state.deadline_ms, begun_ms + 3000);

    must_refuse(send(AVALON_CONTINUE, 0, 0), REFUSED_WRONG_PHASE, "still_showing");
    view_has(0, "\"available_actions\":[]");
    must(time_passes());

    view_has(0, "\"available_actions\":[{\"type\":\"continue\"}]");
    for (int seat = 0; seat < 5; seat++) {
        assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
        must(send(AVALON_CONTINUE, seat, 0));
    }
    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

static void results_end_by_themselves_at_their_deadline(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(0, 1), SEATS_NONE);
    int64_t begun_ms = now_ms;
    must(time_passes());
    assert_int_equal(state.deadline_ms, begun_ms + 20 * 1000);

    must(time_passes());

    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_leader_is_drawn_before_the_deal),
        cmocka_unit_test(every_seat_can_be_the_first_leader),
        cmocka_unit_test(a_role_and_what_it_knows_are_told_to_its_owner_alone),
        cmocka_unit_test(every_seat_gets_every_role_equally_often),
        cmocka_unit_test(a_game_starts_once),
        cmocka_unit_test(merlin_sees_evil_but_mordred),
        cmocka_unit_test(percival_sees_a_pair_in_the_order_of_the_seats),
        cmocka_unit_test(evil_knows_evil_but_oberon_and_oberon_knows_nobody),
        cmocka_unit_test(with_the_option_merlin_does_not_see_oberon),
        cmocka_unit_test(the_game_goes_on_when_all_have_acknowledged_their_role),
        cmocka_unit_test(acknowledging_is_public_as_a_count_only),
        cmocka_unit_test(a_role_is_acknowledged_once),
        cmocka_unit_test(the_leaders_picks_are_seen_by_all_at_once),
        cmocka_unit_test(picks_may_be_fewer_and_not_more_than_the_team),
        cmocka_unit_test(a_proposed_team_is_voted_on),
        cmocka_unit_test(a_team_has_exactly_the_size_of_its_quest),
        cmocka_unit_test(every_size_of_team_is_required_at_every_table),
        cmocka_unit_test(only_the_leader_proposes),
        cmocka_unit_test(whoever_has_no_seat_can_do_nothing),
        cmocka_unit_test(each_command_has_its_phase),
        cmocka_unit_test(a_vote_is_secret_and_who_voted_is_not),
        cmocka_unit_test(a_vote_can_be_changed_in_silence_until_all_are_in),
        cmocka_unit_test(the_last_vote_of_each_counts),
        cmocka_unit_test(votes_stay_on_the_table_until_everybody_has_seen_them),
        cmocka_unit_test(who_has_seen_the_results_is_a_number),
        cmocka_unit_test(no_vote_is_no_vote),
        cmocka_unit_test(votes_are_shown_with_names_when_all_are_in),
        cmocka_unit_test(anonymous_votes_are_counts_only),
        cmocka_unit_test(a_team_needs_a_strict_majority),
        cmocka_unit_test(a_tie_rejects),
        cmocka_unit_test(the_crown_moves_after_a_rejected_team),
        cmocka_unit_test(the_crown_moves_after_an_approved_team),
        cmocka_unit_test(evil_wins_after_five_rejections),
        cmocka_unit_test(the_fifth_proposal_is_announced_as_the_last),
        cmocka_unit_test(an_approval_resets_the_rejections),
        cmocka_unit_test(a_card_is_public_as_a_count_only),
        cmocka_unit_test(good_can_only_play_success),
        cmocka_unit_test(evil_plays_either_card),
        cmocka_unit_test(a_card_can_be_changed_in_silence_until_the_last_is_in),
        cmocka_unit_test(only_the_team_plays),
        cmocka_unit_test(a_quest_lasts_its_window_however_quick_the_team_is),
        cmocka_unit_test(after_the_window_the_last_card_ends_the_quest),
        cmocka_unit_test(one_fail_fails_a_quest),
        cmocka_unit_test(the_fourth_quest_of_seven_succeeds_with_one_fail_that_all_see),
        cmocka_unit_test(the_fourth_quest_of_seven_fails_with_two_fails),
        cmocka_unit_test(results_stay_for_three_seconds_at_least),
        cmocka_unit_test(results_end_by_themselves_at_their_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
