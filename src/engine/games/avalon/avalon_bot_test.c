/* What Avalon's bots infer and do. */
#include "avalon_test.h"

#include "belief.h"

static struct belief belief;

static struct game_command ask(int seat, int strength)
{
    struct avalon_view view = look(seat);
    struct game_bot bot = { .seat = seat, .strength = strength, .rng = &rng };
    struct game_command command;
    assert_true(avalon_bot(&view, &bot, &command));
    return command;
}

static bool is_asked(int seat)
{
    struct avalon_view view = look(seat);
    struct game_bot bot = { .seat = seat, .strength = 4, .rng = &rng };
    struct game_command command;
    return avalon_bot(&view, &bot, &command);
}

static void infer(int seat)
{
    struct avalon_view view = look(seat);
    belief_form(&belief, &view.table, belief_prior_of(&view), belief_past_of(&view.table, true));
}

/* Beliefs */

static void a_servant_begins_with_every_way_evil_could_sit(void **unused)
{
    (void)unused;
    prepare(10);
    begin();
    struct belief_past past = belief_past_of(&state.table, true);

    belief_form(&belief, &state.table, (struct belief_prior){ .good = seat_bit(0) }, past);
    assert_int_equal(belief.count, 126);
    assert_int_equal(belief_is_evil(&belief, 0), 0);
    assert_int_equal(belief_is_evil(&belief, 9), 444);

    belief_form(&belief, &state.table, (struct belief_prior){ 0 }, past);
    assert_int_equal(belief.count, BELIEF_WORLDS_MAX);
}

static void merlin_and_evil_have_nothing_left_to_infer(void **unused)
{
    (void)unused;
    start_five();

    infer(0);
    assert_int_equal(belief.count, 1);
    assert_int_equal(belief.evil[0], SEATS2(3, 4));
    infer(3);
    assert_int_equal(belief.count, 1);
    assert_int_equal(belief.evil[0], SEATS2(3, 4));
}

static void percival_knows_that_one_of_the_pair_is_evil(void **unused)
{
    (void)unused;
    start_five();

    infer(1);

    assert_int_equal(belief.count, 4);
    assert_int_equal(belief_is_evil(&belief, 0), 500);
    assert_int_equal(belief_is_clean(&belief, SEATS2(0, 4), 1), 0);
    assert_int_equal(belief_is_clean(&belief, SEATS2(0, 4), 2), BELIEF_ONE);
}

static void two_fails_prove_two_evil(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(3, 4), SEATS2(3, 4));

    infer(2);

    assert_int_equal(belief_is_evil(&belief, 3), BELIEF_ONE);
    assert_int_equal(belief_is_evil(&belief, 4), BELIEF_ONE);
    assert_int_equal(belief_is_evil(&belief, 0), 0);
}

static void a_failed_quest_makes_its_team_suspect(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(0, 3), seat_bit(3));

    infer(2);

    assert_true(belief_is_evil(&belief, 3) > 500);
    assert_true(belief_is_evil(&belief, 0) > 500);
    assert_true(belief_is_evil(&belief, 1) < 500);
}

static void what_the_lady_showed_is_certain(void **unused)
{
    (void)unused;
    prepare(7);
    setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    start_with(seven);
    game_avalon.apply(&state, &(struct game_event){ .kind = AVALON_PLAYER_EXAMINED,
                                                    .arg = { 2, 4, AVALON_EVIL } });

    infer(2);
    assert_int_equal(belief_is_evil(&belief, 4), BELIEF_ONE);

    infer(3);
    assert_true(belief_is_evil(&belief, 4) < BELIEF_ONE);
}

static void where_oberon_reads_good_a_good_reading_proves_nothing(void **unused)
{
    (void)unused;
    prepare(7);
    setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    setup.option[AVALON_OBERON_GOOD_TO_LADY] = 1;
    start_with(seven);
    game_avalon.apply(&state, &(struct game_event){ .kind = AVALON_PLAYER_EXAMINED,
                                                    .arg = { 2, 6, AVALON_GOOD } });

    infer(2);

    assert_true(belief_is_evil(&belief, 6) > 0);
}

static void a_prior_that_cannot_be_true_is_dropped(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(3, 4), SEATS2(3, 4));

    belief_form(&belief, &state.table, (struct belief_prior){ .good = seat_bit(3) },
                belief_past_of(&state.table, true));

    assert_int_equal(belief.count, 1);
    assert_int_equal(belief.evil[0], SEATS2(3, 4));
}

static void the_last_proposal_of_a_round_tells_nothing(void **unused)
{
    (void)unused;
    start_five();
    for (int i = 0; i < 4; i++) {
        must(propose(SEATS2(0, 1)));
        vote_all(SEATS_NONE);
    }
    send_team(SEATS2(0, 1));

    for (int i = 0; i < 4; i++)
        assert_true(belief_reads_vote(&state.table, i));
    assert_false(belief_reads_vote(&state.table, 4));
}

/* Bots */

static void a_bot_moves_only_when_it_is_asked(void **unused)
{
    (void)unused;
    start_five();
    assert_true(is_asked(0));
    assert_false(is_asked(1));
    assert_false(is_asked(SEAT_PUBLIC));

    must(propose(SEATS2(0, 1)));
    must(send(AVALON_CAST_VOTE, 2, AVALON_APPROVE));
    assert_false(is_asked(2));
    assert_true(is_asked(3));
}

static void a_good_leader_goes_along(void **unused)
{
    (void)unused;
    start_five();
    for (int seat = 0; seat < 3; seat++) {
        apply(AVALON_LEADER_CHANGED, seat, 0);
        for (int i = 0; i < 20; i++)
            assert_true(seat_in((seat_set)ask(seat, 4).arg[0], seat));
    }
}

static void good_does_not_send_those_who_failed(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(3, 4), SEATS2(3, 4));
    go_on();
    apply(AVALON_LEADER_CHANGED, 2, 0);

    for (int i = 0; i < 20; i++)
        assert_int_equal(ask(2, 4).arg[0], SEATS3(0, 1, 2));
}

static void good_rejects_a_team_that_cannot_be_clean(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(3, 4), SEATS2(3, 4));
    go_on();
    must(propose(SEATS3(0, 1, 3)));

    for (int i = 0; i < 20; i++)
        assert_int_equal(ask(2, 4).arg[0], AVALON_REJECT);
}

static void good_approves_the_last_proposal_whatever_it_is(void **unused)
{
    (void)unused;
    start_five();
    for (int i = 0; i < 4; i++) {
        must(propose(SEATS2(0, 1)));
        vote_all(SEATS_NONE);
    }
    must(propose(SEATS2(3, 4)));

    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(ask(seat, 4).arg[0], AVALON_APPROVE);
}

static void evil_sends_just_enough_evil(void **unused)
{
    (void)unused;
    start_five();
    apply(AVALON_LEADER_CHANGED, 3, 0);

    for (int i = 0; i < 20; i++)
        assert_int_equal(avalon_seats_count((seat_set)ask(3, 4).arg[0] & SEATS2(3, 4)), 1);
}

static void of_two_evil_who_know_each_other_one_fails(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(0, 1), SEATS_NONE);
    go_on();
    quest(SEATS3(0, 1, 2), SEATS_NONE);
    go_on();
    send_team(SEATS2(3, 4));

    /* The leader is seat 2: seat 3 comes first. */
    assert_int_equal(ask(3, 4).arg[0], AVALON_FAIL);
    assert_int_equal(ask(4, 4).arg[0], AVALON_SUCCESS);
}

static void evil_fails_when_it_decides_the_game(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(0, 3), seat_bit(3));
    go_on();
    quest(SEATS3(0, 1, 4), seat_bit(4));
    go_on();
    send_team(SEATS2(0, 3));

    for (int i = 0; i < 20; i++)
        assert_int_equal(ask(3, 4).arg[0], AVALON_FAIL);
}

static void alone_where_it_takes_two_evil_hides(void **unused)
{
    (void)unused;
    start_seven();
    quest(SEATS2(0, 1), SEATS_NONE);
    go_on();
    quest(SEATS3(0, 1, 5), seat_bit(5));
    go_on();
    quest(SEATS3(0, 1, 2), SEATS_NONE);
    go_on();
    send_team(SEATS4(0, 1, 2, 4));

    for (int i = 0; i < 20; i++)
        assert_int_equal(ask(4, 4).arg[0], AVALON_SUCCESS);
}

static void the_assassin_finds_whoever_knew_too_much(void **unused)
{
    (void)unused;
    start_five();
    /* Seat 0 alone turns down every team with evil on it and takes every other. */
    must(propose(SEATS2(0, 3)));
    vote_all(SEATS2(1, 2));
    must(propose(SEATS2(1, 4)));
    vote_all(SEATS2(1, 2));
    must(propose(SEATS2(2, 4)));
    vote_all(SEATS2(1, 2));
    quest(SEATS2(0, 1), SEATS_NONE);
    go_on();
    quest(SEATS3(0, 1, 2), SEATS_NONE);
    go_on();
    quest(SEATS2(0, 1), SEATS_NONE);
    go_on();
    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);

    assert_int_equal(ask(3, 4).kind, AVALON_ASSASSINATE);
    assert_int_equal(ask(3, 4).arg[0], 0);
}

static void percival_names_one_of_the_pair(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();

    for (int i = 0; i < 20; i++)
        assert_true(seat_in(SEATS2(0, 4), (int)ask(1, 4).arg[0]));
}

/* Plays a game between bots and says who won. */
static enum avalon_team play_out(int seat_count, uint64_t number, int good_strength,
                                 int evil_strength)
{
    prepare(seat_count);
    begin();
    rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ 11 }, number);
    memset(&state, 0, sizeof state);
    game_avalon.init(&state, &setup);
    must(send(COMMAND_START, SEAT_CLOCK, 0));
    while (state.table.phase != AVALON_FINISHED) {
        bool has_moved = false;
        for (int seat = 0; seat < seat_count && state.table.phase != AVALON_FINISHED; seat++) {
            bool is_evil = avalon_team_of((enum avalon_role)state.own[seat].role) == AVALON_EVIL;
            struct avalon_view view = look(seat);
            struct game_bot bot = { .seat = seat,
                                    .strength = is_evil ? evil_strength : good_strength,
                                    .rng = &rng };
            struct game_command command;
            if (!avalon_bot(&view, &bot, &command))
                continue;
            must(game_decide(&turn, &game_avalon, &state, &command, now_ms, &rng));
            has_moved = true;
        }
        if (!has_moved)
            must(time_passes());
    }
    return (enum avalon_team)state.table.winner;
}

static int good_wins(int seat_count, int count, int good_strength, int evil_strength)
{
    int wins = 0;
    for (int i = 0; i < count; i++)
        wins += play_out(seat_count, (uint64_t)i, good_strength, evil_strength) == AVALON_GOOD;
    return wins;
}

static void strong_bots_of_both_sides_win_their_share(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 9; seats++)
        assert_in_range(good_wins(seats, 100, 4, 4), 20, 65);
}

static void stronger_bots_win_more(void **unused)
{
    (void)unused;
    assert_true(good_wins(7, 60, 4, 0) > good_wins(7, 60, 4, 4));
    assert_true(good_wins(7, 60, 4, 4) > good_wins(7, 60, 0, 4));
}

/* Table talk */

static int offered(int seat, struct game_remark remark[GAME_REMARKS_MAX])
{
    struct avalon_view public_view = look(SEAT_PUBLIC);
    int64_t moment;
    return avalon_remarks(&public_view, seat, &moment, remark);
}

static bool could_say(int seat, const char *line, seat_set about)
{
    struct game_remark remark[GAME_REMARKS_MAX];
    int count = offered(seat, remark);
    for (int i = 0; i < count; i++)
        if (strcmp(remark[i].line, line) == 0 && remark[i].about == about)
            return true;
    return false;
}

static void after_a_quest_evil_says_what_good_would(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(2, 3), seat_bit(3));

    assert_true(could_say(2, "not_me", seat_bit(3)));
    assert_true(could_say(3, "not_me", seat_bit(2)));
    assert_true(could_say(0, "one_of", SEATS2(2, 3)));
    assert_true(could_say(4, "one_of", SEATS2(2, 3)));
}

static void after_a_vote_those_speak_whose_vote_all_have_seen(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(3, 4)));
    cast_all(SEATS2(3, 4));
    assert_true(could_say(3, "said_yes", SEATS2(3, 4)));
    assert_true(could_say(0, "not_with", seat_bit(3)) || could_say(0, "not_with", seat_bit(4)));

    prepare(5);
    setup.option[AVALON_ANONYMOUS_VOTES] = 1;
    start_with(five);
    must(propose(SEATS2(3, 4)));
    cast_all(SEATS2(3, 4));
    struct game_remark remark[GAME_REMARKS_MAX];
    for (int seat = 0; seat < 5; seat++)
        assert_int_equal(offered(seat, remark), 0);
}

static void while_votes_and_cards_are_hidden_nothing_is_said(void **unused)
{
    (void)unused;
    struct game_remark remark[GAME_REMARKS_MAX];
    start_five();
    quest(SEATS2(2, 3), seat_bit(3));
    go_on();
    assert_true(could_say(2, "suspect", seat_bit(3)));
    must(propose(SEATS3(0, 1, 2)));
    assert_int_equal(offered(2, remark), 0);
    cast_all(SEATS_ALL);
    go_on();
    assert_int_equal(state.table.phase, AVALON_QUEST_EXECUTION);

    assert_int_equal(offered(2, remark), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_servant_begins_with_every_way_evil_could_sit),
        cmocka_unit_test(merlin_and_evil_have_nothing_left_to_infer),
        cmocka_unit_test(percival_knows_that_one_of_the_pair_is_evil),
        cmocka_unit_test(two_fails_prove_two_evil),
        cmocka_unit_test(a_failed_quest_makes_its_team_suspect),
        cmocka_unit_test(what_the_lady_showed_is_certain),
        cmocka_unit_test(where_oberon_reads_good_a_good_reading_proves_nothing),
        cmocka_unit_test(a_prior_that_cannot_be_true_is_dropped),
        cmocka_unit_test(the_last_proposal_of_a_round_tells_nothing),
        cmocka_unit_test(a_bot_moves_only_when_it_is_asked),
        cmocka_unit_test(a_good_leader_goes_along),
        cmocka_unit_test(good_does_not_send_those_who_failed),
        cmocka_unit_test(good_rejects_a_team_that_cannot_be_clean),
        cmocka_unit_test(good_approves_the_last_proposal_whatever_it_is),
        cmocka_unit_test(evil_sends_just_enough_evil),
        cmocka_unit_test(of_two_evil_who_know_each_other_one_fails),
        cmocka_unit_test(evil_fails_when_it_decides_the_game),
        cmocka_unit_test(alone_where_it_takes_two_evil_hides),
        cmocka_unit_test(the_assassin_finds_whoever_knew_too_much),
        cmocka_unit_test(percival_names_one_of_the_pair),
        cmocka_unit_test(strong_bots_of_both_sides_win_their_share),
        cmocka_unit_test(stronger_bots_win_more),
        cmocka_unit_test(after_a_quest_evil_says_what_good_would),
        cmocka_unit_test(after_a_vote_those_speak_whose_vote_all_have_seen),
        cmocka_unit_test(while_votes_and_cards_are_hidden_nothing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
