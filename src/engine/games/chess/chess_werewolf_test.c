/* The Loup-Garou mode, one test for each rule and each row of the table of points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "chess_test_table.h"

static void sit_werewolf(const char *teams, bool wolf_per_team)
{
    sit(teams);
    setup.option[CHESS_MODE] = CHESS_WEREWOLF;
    setup.option[CHESS_WOLF_PER_TEAM] = wolf_per_team;
}

/* Starts, and then makes these seats the wolves in place of those dealt. */
static void start_with_wolves(const char *teams, seat_set wolves)
{
    sit_werewolf(teams, (wolves & (wolves - 1)) != 0);
    start_with_seed(1);
    state.wolves = wolves;
}

/* Ends the chess with `loser` resigning, or in a draw. */
static void lose(int loser)
{
    for (int seat = 0; seat < state.seat_count && state.phase == CHESS_PLAYING; seat++)
        if (state.side[seat] == loser)
            assert_int_equal(send(CHESS_RESIGN, seat, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_VOTING);
}

static void draw(void)
{
    put("7k/8/8/6Q1/8/8/8/K7 w - -");
    play("g5g6");
    assert_int_equal(state.phase, CHESS_VOTING);
}

/* One character per seat: the suspect, or '-' for nobody. Then the vote is closed if it is still
 * open. */
static void vote(const char *ballots)
{
    for (int seat = 0; ballots[seat]; seat++)
        if (ballots[seat] != '-')
            assert_int_equal(send(CHESS_VOTE, seat, ballots[seat] - '0', 0), ACCEPTED);
    if (state.phase == CHESS_VOTING)
        assert_int_equal(send(CHESS_CLOSE_VOTE, SEAT_NARRATOR, 0, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_OVER);
}

static void assert_points(seat_set found, seat_set success)
{
    struct game_outcome outcome = { 0 };
    assert_true(game_chess.outcome(&state, &outcome));
    assert_int_equal(state.found_werewolf, found);
    assert_int_equal(state.werewolf_success, success);
    for (int seat = 0; seat < state.seat_count; seat++)
        assert_int_equal(outcome.score[seat], seat_in(found, seat) + seat_in(success, seat));
}

#define SEATS_0 seat_bit(0)
#define SEATS_1 seat_bit(1)
#define SEATS_2 seat_bit(2)
#define SEATS_3 seat_bit(3)

/* Roles */

static void fewer_than_four_cannot_start(void **unused)
{
    const char *why = NULL;
    (void)unused;
    sit_werewolf("ABA", false);
    assert_int_equal(game_check(&game_chess, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "werewolf_needs_four_players");
    sit_werewolf("ABAB", false);
    assert_int_equal(game_check(&game_chess, &setup, &why), ACCEPTED);
}

static void mode_and_its_options_are_locked_at_creation(void **unused)
{
    (void)unused;
    assert_true(game_chess.options[CHESS_MODE].locked);
    assert_true(game_chess.options[CHESS_WOLF_PER_TEAM].locked);
    assert_true(game_chess.options[CHESS_VOTE_SECONDS].locked);
}

static int count_wolves(int team)
{
    int count = 0;
    for (int seat = 0; seat < state.seat_count; seat++)
        count += seat_in(state.wolves, seat) && (team == TEAM_NONE || state.side[seat] == team);
    return count;
}

static void four_and_five_players_have_one_wolf_in_any_seat(void **unused)
{
    int dealt[5] = { 0 };
    (void)unused;
    for (int seed = 0; seed < 200; seed++) {
        sit_werewolf("AABBB", true);
        start_with_seed((uint8_t)seed);
        assert_int_equal(count_wolves(TEAM_NONE), 1);
        for (int seat = 0; seat < 5; seat++)
            dealt[seat] += seat_in(state.wolves, seat);
    }
    for (int seat = 0; seat < 5; seat++)
        assert_in_range(dealt[seat], 20, 60);
}

static void six_players_have_one_wolf_by_default(void **unused)
{
    (void)unused;
    sit_werewolf("AAABBB", false);
    start_with_seed(3);
    assert_int_equal(count_wolves(TEAM_NONE), 1);
    assert_int_equal(state.wolf_rule, WOLVES_ONE);
}

static void six_players_can_have_a_wolf_in_each_team_also_unbalanced(void **unused)
{
    (void)unused;
    for (int seed = 0; seed < 50; seed++) {
        sit_werewolf("AAAABB", true);
        start_with_seed((uint8_t)seed);
        assert_int_equal(count_wolves(TEAM_A), 1);
        assert_int_equal(count_wolves(TEAM_B), 1);
    }
}

static void everybody_is_told_which_rule_applied(void **unused)
{
    struct game_advice advice = { 0 };
    (void)unused;
    sit_werewolf("AABBB", true);
    game_chess.advise(&setup, &advice);
    assert_int_equal(advice.count, 1);
    assert_string_equal(advice.warning[0], "wolf_per_team_needs_six_players");

    deal_with_seed(1);

    const struct game_event *started = &turn.event[0];
    assert_int_equal(started->kind, CHESS_MODE_DECLARED);
    assert_int_equal(started->told, SEATS_ALL);
    assert_int_equal(started->arg[1], WOLVES_ONE);
    assert_int_equal(started->arg[2], 1);
    assert_non_null(strstr(read_view(SEAT_PUBLIC), "\"wolf_rule\":\"one_wolf\",\"wolf_count\":1"));
}

static void a_role_is_told_to_its_owner_alone(void **unused)
{
    (void)unused;
    sit_werewolf("AABB", false);
    start_with_seed(1);
    for (int i = 0; i < turn.event_count; i++) {
        const struct game_event *event = &turn.event[i];
        if (event->kind != CHESS_ROLE_DEALT)
            continue;
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(game_event_reaches(&game_chess, event, seat), seat == event->arg[0]);
        assert_false(game_event_reaches(&game_chess, event, SEAT_PUBLIC));
    }
}

/* A villager's view is the same to the last byte for every choice of the other wolves. */
static void a_view_shows_the_own_role_and_no_other(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_1);
    struct chess_view before = look(0), public_before = look(SEAT_PUBLIC);
    assert_int_equal(before.role, CHESS_VILLAGER);
    assert_int_equal(look(1).role, CHESS_WOLF);

    state.wolves = SEATS_3;

    struct chess_view after = look(0), public_after = look(SEAT_PUBLIC);
    assert_memory_equal(&before, &after, sizeof after);
    assert_memory_equal(&public_before, &public_after, sizeof public_after);
    assert_non_null(strstr(read_view(SEAT_PUBLIC), "\"my_role\":null"));
    assert_non_null(strstr(read_view(3), "\"my_role\":\"werewolf\""));
}

static void both_roles_take_the_same_room_in_a_message(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_1);
    size_t wolf = strlen(read_view(1));
    state.wolves = SEATS_2;
    assert_int_equal(strlen(read_view(1)), wolf);
}

static void in_a_classic_game_nobody_has_a_role(void **unused)
{
    (void)unused;
    start("AABB");
    assert_int_equal(state.wolves, SEATS_NONE);
    assert_non_null(strstr(read_view(0), "\"my_role\":null"));
}

static void nobody_without_a_seat_sees_a_role(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_2);
    struct chess_view public = look(SEAT_PUBLIC), narrator = look(SEAT_NARRATOR);
    narrator.viewer = SEAT_PUBLIC;
    assert_memory_equal(&public, &narrator, sizeof public);
    assert_non_null(strstr(read_view(SEAT_PUBLIC), "\"my_role\":null"));
}

/* The vote */

static void a_vote_follows_resignation(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    assert_int_equal(state.deadline_ms, now_ms + 120 * 1000);
    assert_non_null(strstr(read_view(3), "\"vote_open\":true"));
}

static void a_vote_follows_mate(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    play("f2f3 e7e5 g2g4 d8h4");
    assert_int_equal(state.phase, CHESS_VOTING);
}

static void a_vote_follows_timeout_and_claim(void **unused)
{
    (void)unused;
    start_with_wolves("ABAB", SEATS_0);
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 1, DECISION_END, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_VOTING);

    start_with_wolves("ABAB", SEATS_0);
    for (int i = 0; i < 3; i++) {
        let_time_run_out();
        assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 1, DECISION_ALLOW_NEXT, 0), ACCEPTED);
    }
    assert_int_equal(send(CHESS_CLAIM_VICTORY, 1, 0, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_VOTING);
}

static void a_vote_follows_every_draw(void **unused)
{
    (void)unused;
    start_with_wolves("ABAB", SEATS_0);
    draw();
    start_with_wolves("ABAB", SEATS_0);
    for (int seat = 0; seat < 4; seat += 2)
        assert_int_equal(send(CHESS_OFFER_DRAW, seat, true, 0), ACCEPTED);
    for (int seat = 1; seat < 4; seat += 2)
        assert_int_equal(send(CHESS_ACCEPT_DRAW, seat, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_VOTING);
}

static void no_vote_and_no_points_follow_an_abort(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    assert_int_equal(send(CHESS_ABORT, 0, 0, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_OVER);
    assert_points(SEATS_NONE, SEATS_NONE);
    assert_false(look(1).roles_are_revealed);
}

static void no_vote_follows_a_classic_game(void **unused)
{
    (void)unused;
    start("AABB");
    play("f2f3 e7e5 g2g4 d8h4");
    assert_int_equal(state.phase, CHESS_OVER);
}

static void a_ballot_is_seen_at_once_by_participants_and_by_nobody_else(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    struct chess_view public_before = look(SEAT_PUBLIC);
    seat_set awaited = game_chess.awaited(&state);

    assert_int_equal(send(CHESS_VOTE, 2, 0, 0), ACCEPTED);

    struct chess_view public_after = look(SEAT_PUBLIC);
    assert_int_equal(public_after.ballot_count, 1); /* how many, and not whose */
    public_after.ballot_count = 0;
    assert_non_null(strstr(read_view(1), "\"ballots\":[{\"seat\":2,\"suspect\":0}]"));
    assert_memory_equal(&public_before, &public_after, sizeof public_after);
    assert_false(game_event_reaches(&game_chess, event_of(CHESS_BALLOT_CAST), SEAT_PUBLIC));
    assert_true(game_event_told(event_of(CHESS_BALLOT_CAST), 3));
    assert_int_equal(game_chess.awaited(&state), awaited);
}

static void spectators_see_the_ballots_after_the_vote(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("-0-0");
    assert_non_null(strstr(read_view(SEAT_PUBLIC), "\"ballots\":[{\"seat\":1,\"suspect\":0},"
                                                   "{\"seat\":3,\"suspect\":0}]"));
}

static void a_ballot_is_final(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    assert_int_equal(send(CHESS_VOTE, 2, 0, 0), ACCEPTED);
    assert_int_equal(send(CHESS_VOTE, 2, 1, 0), REFUSED_NOT_NOW);
    assert_int_equal(state.ballot[2], 0);
}

static void nobody_votes_for_themselves_or_for_nobody(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    assert_int_equal(send(CHESS_VOTE, 2, 2, 0), REFUSED_BAD_TARGET);
    assert_int_equal(send(CHESS_VOTE, 2, 4, 0), REFUSED_BAD_TARGET);
    assert_int_equal(send(CHESS_VOTE, 2, -1, 0), REFUSED_BAD_TARGET);
}

static void only_participants_vote(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    assert_int_equal(send(CHESS_VOTE, 4, 0, 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(send(CHESS_VOTE, SEAT_NARRATOR, 0, 0), REFUSED_NOT_YOUR_TURN);
}

static void nobody_votes_before_the_end_or_after_the_close(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    assert_int_equal(send(CHESS_VOTE, 2, 0, 0), REFUSED_WRONG_PHASE);
    lose(TEAM_A);
    vote("----");
    assert_int_equal(send(CHESS_VOTE, 2, 0, 0), REFUSED_WRONG_PHASE);
}

static void the_vote_closes_when_all_have_voted(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(send(CHESS_VOTE, seat, (seat + 1) % 4, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_OVER);
    assert_int_equal(state.closed_by, CLOSED_ALL_VOTED);
}

static void the_vote_closes_at_its_deadline(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    send(CHESS_VOTE, 1, 0, 0);
    let_time_run_out();
    assert_int_equal(state.phase, CHESS_OVER);
    assert_int_equal(state.closed_by, CLOSED_DEADLINE);
    assert_int_equal(game_chess.deadline(&state), 0);
}

static void the_operator_closes_the_vote_alone(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    assert_int_equal(send(CHESS_CLOSE_VOTE, SEAT_NARRATOR, 0, 0), REFUSED_WRONG_PHASE);
    lose(TEAM_A);
    assert_int_equal(send(CHESS_CLOSE_VOTE, SEAT_NARRATOR, 0, 0), ACCEPTED);
    assert_int_equal(state.closed_by, CLOSED_ADMIN);
}

static void the_creator_closes_the_vote_only_with_everybodys_yes(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 0, 0, 0), REFUSED_WRONG_PHASE);
    lose(TEAM_A);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 1, 0, 0), REFUSED_NOT_NOW);

    assert_int_equal(send(CHESS_CLOSE_VOTE, 0, 0, 0), ACCEPTED);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 0, 0, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 1, 0, 0), ACCEPTED);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 2, 0, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_VOTING);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 3, 0, 0), ACCEPTED);

    assert_int_equal(state.phase, CHESS_OVER);
    assert_int_equal(state.closed_by, CLOSED_CREATOR);
}

static void whoever_is_away_is_not_asked_to_close_the_vote(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    turn.present = SEATS_0 | SEATS_1 | SEATS_3;
    assert_int_equal(send(CHESS_CLOSE_VOTE, 0, 0, 0), ACCEPTED);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 3, 0, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_VOTING);
    assert_int_equal(send(CHESS_CLOSE_VOTE, 1, 0, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_OVER);
    turn.present = SEATS_NONE;
}

static seat_set winners(void)
{
    struct game_outcome outcome = { 0 };
    assert_true(game_chess.outcome(&state, &outcome));
    return outcome.winners;
}

static void a_wolf_whose_team_wins_has_not_won(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_B);
    vote("123-");
    assert_int_equal(winners(), SEATS_1);
}

static void an_unmasked_wolf_has_not_won(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("-000");
    assert_int_equal(winners(), SEATS_2 | SEATS_3);
}

static void a_wolf_wins_with_a_team_that_lost_and_no_majority(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("1032");
    assert_int_equal(winners(), SEATS_0 | SEATS_2 | SEATS_3);
}

static void everybody_looks_at_their_role_before_the_clock_starts(void **unused)
{
    (void)unused;
    sit_werewolf("AABB", false);
    deal_with_seed(1);
    assert_int_equal(state.phase, CHESS_REVEALING);
    assert_int_equal(move(0, "e2e4"), REFUSED_WRONG_PHASE);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(send(CHESS_ACKNOWLEDGE, seat, 0, 0), ACCEPTED);
    assert_int_equal(send(CHESS_ACKNOWLEDGE, 1, 0, 0), REFUSED_NOT_NOW);
    now_ms += 20 * 1000;
    assert_int_equal(send(CHESS_ACKNOWLEDGE, 3, 0, 0), ACCEPTED);

    assert_int_equal(state.phase, CHESS_PLAYING);
    assert_int_equal(state.deadline_ms, now_ms + 60 * 1000);
}

static void nobody_waits_longer_than_a_minute_for_someone_to_look(void **unused)
{
    (void)unused;
    sit_werewolf("AABB", false);
    deal_with_seed(1);
    assert_int_equal(state.deadline_ms, now_ms + 60 * 1000);
    let_time_run_out();
    assert_int_equal(state.phase, CHESS_PLAYING);
}

static void roles_are_shown_to_all_after_the_vote(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_3);
    lose(TEAM_A);
    assert_null(strstr(read_view(0), "\"roles\""));
    vote("----");
    assert_non_null(strstr(read_view(SEAT_PUBLIC),
                           "\"roles\":[\"villager\",\"villager\",\"villager\",\"werewolf\"]"));
}

/* The table of points */

static void decisive_and_a_majority_for_a_wolf_pays_its_voters(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("100-");
    assert_points(SEATS_1 | SEATS_2, SEATS_NONE);
}

static void decisive_and_one_wolf_found_pays_no_wolf_not_the_other_either(void **unused)
{
    (void)unused;
    start_with_wolves("AAABBB", SEATS_0 | SEATS_3);
    lose(TEAM_B);
    vote("-000--");
    assert_points(SEATS_1 | SEATS_2, SEATS_NONE);
}

static void decisive_and_a_majority_for_an_innocent_pays_the_losing_wolf(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("1-11");
    assert_points(SEATS_NONE, SEATS_0);
}

static void decisive_and_no_majority_pays_the_losing_wolf(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("1010");
    assert_points(SEATS_NONE, SEATS_0);
}

static void a_plurality_is_no_majority(void **unused)
{
    (void)unused;
    start_with_wolves("AAABBB", SEATS_0);
    lose(TEAM_A);
    vote("100012");
    assert_points(SEATS_NONE, SEATS_0);
}

static void half_of_the_ballots_is_no_majority(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("1001");
    assert_points(SEATS_NONE, SEATS_0);
}

static void the_majority_is_of_the_ballots_cast(void **unused)
{
    (void)unused;
    start_with_wolves("AAABBB", SEATS_0);
    lose(TEAM_A);
    vote("-0----");
    assert_points(SEATS_1, SEATS_NONE);
}

static void decisive_and_no_ballot_pays_the_losing_wolf(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("----");
    assert_points(SEATS_NONE, SEATS_0);
}

static void a_wolf_whose_team_wins_scores_nothing(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_B);
    vote("----");
    assert_points(SEATS_NONE, SEATS_NONE);
}

static void of_two_wolves_the_losing_teams_scores(void **unused)
{
    (void)unused;
    start_with_wolves("AAABBB", SEATS_0 | SEATS_3);
    lose(TEAM_B);
    vote("123450");
    assert_points(SEATS_NONE, SEATS_3);
}

static void votes_for_two_wolves_do_not_add_up(void **unused)
{
    (void)unused;
    start_with_wolves("AAABBB", SEATS_0 | SEATS_3);
    lose(TEAM_A);
    vote("303030");
    assert_points(SEATS_NONE, SEATS_0);
}

static void draw_and_a_majority_for_a_wolf_pays_its_voters(void **unused)
{
    (void)unused;
    start_with_wolves("ABAB", SEATS_0);
    draw();
    vote("-00-");
    assert_points(SEATS_1 | SEATS_2, SEATS_NONE);
}

static void draw_and_a_majority_for_an_innocent_pays_nobody(void **unused)
{
    (void)unused;
    start_with_wolves("ABAB", SEATS_0);
    draw();
    vote("1-11");
    assert_points(SEATS_NONE, SEATS_NONE);
}

static void draw_and_no_majority_pays_nobody(void **unused)
{
    (void)unused;
    start_with_wolves("ABAB", SEATS_0);
    draw();
    vote("1010");
    assert_points(SEATS_NONE, SEATS_NONE);
}

static void draw_and_no_ballot_pays_every_wolf(void **unused)
{
    (void)unused;
    start_with_wolves("ABABAB", SEATS_0 | SEATS_3);
    draw();
    vote("------");
    assert_points(SEATS_NONE, SEATS_0 | SEATS_3);
}

static void a_wolfs_ballot_counts_like_any_other(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("10-0");
    assert_points(SEATS_1 | SEATS_3, SEATS_NONE);
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("10--");
    assert_points(SEATS_NONE, SEATS_0);
}

static void a_wolf_who_votes_for_the_other_wolf_scores_nothing(void **unused)
{
    (void)unused;
    start_with_wolves("AAABBB", SEATS_0 | SEATS_3);
    lose(TEAM_A);
    vote("33----");
    assert_points(SEATS_1, SEATS_NONE);
}

static void every_point_is_logged_with_its_reason(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("-00-");
    int points = 0;
    for (int i = 0; i < turn.event_count; i++) {
        if (turn.event[i].kind != CHESS_POINT_SCORED)
            continue;
        points++;
        assert_int_equal(turn.event[i].arg[1], POINT_FOUND_WEREWOLF);
    }
    assert_int_equal(points, 2);
    assert_non_null(strstr(read_view(0), "\"points\":[{\"seat\":1,\"reason\":\"found_werewolf\"},"
                                         "{\"seat\":2,\"reason\":\"found_werewolf\"}]"));
}

static void a_wolfs_success_is_logged_with_its_reason(void **unused)
{
    (void)unused;
    start_with_wolves("AABB", SEATS_0);
    lose(TEAM_A);
    vote("----");
    const struct game_event *point = event_of(CHESS_POINT_SCORED);
    assert_int_equal(point->arg[0], 0);
    assert_string_equal(chess_point_names[point->arg[1]], "werewolf_success");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_than_four_cannot_start),
        cmocka_unit_test(mode_and_its_options_are_locked_at_creation),
        cmocka_unit_test(four_and_five_players_have_one_wolf_in_any_seat),
        cmocka_unit_test(six_players_have_one_wolf_by_default),
        cmocka_unit_test(six_players_can_have_a_wolf_in_each_team_also_unbalanced),
        cmocka_unit_test(everybody_is_told_which_rule_applied),
        cmocka_unit_test(a_role_is_told_to_its_owner_alone),
        cmocka_unit_test(a_view_shows_the_own_role_and_no_other),
        cmocka_unit_test(both_roles_take_the_same_room_in_a_message),
        cmocka_unit_test(in_a_classic_game_nobody_has_a_role),
        cmocka_unit_test(nobody_without_a_seat_sees_a_role),
        cmocka_unit_test(a_vote_follows_resignation),
        cmocka_unit_test(a_vote_follows_mate),
        cmocka_unit_test(a_vote_follows_timeout_and_claim),
        cmocka_unit_test(a_vote_follows_every_draw),
        cmocka_unit_test(no_vote_and_no_points_follow_an_abort),
        cmocka_unit_test(no_vote_follows_a_classic_game),
        cmocka_unit_test(a_ballot_is_seen_at_once_by_participants_and_by_nobody_else),
        cmocka_unit_test(spectators_see_the_ballots_after_the_vote),
        cmocka_unit_test(a_ballot_is_final),
        cmocka_unit_test(nobody_votes_for_themselves_or_for_nobody),
        cmocka_unit_test(only_participants_vote),
        cmocka_unit_test(nobody_votes_before_the_end_or_after_the_close),
        cmocka_unit_test(the_vote_closes_when_all_have_voted),
        cmocka_unit_test(the_vote_closes_at_its_deadline),
        cmocka_unit_test(the_operator_closes_the_vote_alone),
        cmocka_unit_test(the_creator_closes_the_vote_only_with_everybodys_yes),
        cmocka_unit_test(whoever_is_away_is_not_asked_to_close_the_vote),
        cmocka_unit_test(a_wolf_whose_team_wins_has_not_won),
        cmocka_unit_test(an_unmasked_wolf_has_not_won),
        cmocka_unit_test(a_wolf_wins_with_a_team_that_lost_and_no_majority),
        cmocka_unit_test(everybody_looks_at_their_role_before_the_clock_starts),
        cmocka_unit_test(nobody_waits_longer_than_a_minute_for_someone_to_look),
        cmocka_unit_test(roles_are_shown_to_all_after_the_vote),
        cmocka_unit_test(decisive_and_a_majority_for_a_wolf_pays_its_voters),
        cmocka_unit_test(decisive_and_one_wolf_found_pays_no_wolf_not_the_other_either),
        cmocka_unit_test(decisive_and_a_majority_for_an_innocent_pays_the_losing_wolf),
        cmocka_unit_test(decisive_and_no_majority_pays_the_losing_wolf),
        cmocka_unit_test(a_plurality_is_no_majority),
        cmocka_unit_test(half_of_the_ballots_is_no_majority),
        cmocka_unit_test(the_majority_is_of_the_ballots_cast),
        cmocka_unit_test(decisive_and_no_ballot_pays_the_losing_wolf),
        cmocka_unit_test(a_wolf_whose_team_wins_scores_nothing),
        cmocka_unit_test(of_two_wolves_the_losing_teams_scores),
        cmocka_unit_test(votes_for_two_wolves_do_not_add_up),
        cmocka_unit_test(draw_and_a_majority_for_a_wolf_pays_its_voters),
        cmocka_unit_test(draw_and_a_majority_for_an_innocent_pays_nobody),
        cmocka_unit_test(draw_and_no_majority_pays_nobody),
        cmocka_unit_test(draw_and_no_ballot_pays_every_wolf),
        cmocka_unit_test(a_wolfs_ballot_counts_like_any_other),
        cmocka_unit_test(a_wolf_who_votes_for_the_other_wolf_scores_nothing),
        cmocka_unit_test(every_point_is_logged_with_its_reason),
        cmocka_unit_test(a_wolfs_success_is_logged_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
