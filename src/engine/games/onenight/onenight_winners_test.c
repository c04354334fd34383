/* The table of winners row by row, deaths, and the vectors. */
#include "onenight_test.h"

/* A table at the vote, in the morning after a night in which nothing happened. */
#define TABLE(...)                                             \
    do {                                                       \
        LAY(ONENIGHT_NARRATED, __VA_ARGS__, V, V, V);          \
        apply(ONENIGHT_DISCUSSION_BEGAN, now_ms + 1000, 0, 0); \
        apply(ONENIGHT_VOTING_BEGAN, now_ms + 1000, 0, 0);     \
    } while (0)

enum { A, B, C, D, E };

/* Seat after seat; '-' leaves its ballot out, and the clock closes the vote. */
static void votes(const char *target)
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        if (target[seat] != '-')
            assert_int_equal(command(ONENIGHT_VOTE, seat, target[seat] - 'A', 0), ACCEPTED);
    if (strchr(target, '-'))
        assert_int_equal(timeout(), ACCEPTED);
}

static seat_set seats(const char *names)
{
    seat_set set = SEATS_NONE;
    for (; *names; names++)
        set |= seat_bit(*names - 'A');
    return set;
}

static seat_set dead(void)
{
    seat_set set = SEATS_NONE;
    for (int i = 0; i < state.secrets.death_count; i++)
        set |= seat_bit(state.secrets.death[i].seat);
    return set;
}

static void must_end(int row, const char *died, const char *won)
{
    struct game_outcome outcome = { 0 };
    assert_true(game_onenight.outcome(&state, &outcome));
    assert_int_equal(state.secrets.row, row);
    assert_int_equal(outcome.reason, row - 1);
    assert_int_equal(dead(), seats(died));
    assert_int_equal(outcome.winners, seats(won));
    for (int seat = 0; seat < setup.seat_count; seat++)
        assert_int_equal(outcome.score[seat], seat_in(seats(won), seat));
}

/* The vectors of the issue */

static void vector_a_circle_of_votes_saves_the_werewolf(void **unused)
{
    (void)unused;
    TABLE(W, V, SEER, V);
    votes("BADC");
    must_end(1, "", "A");
}

static void vector_a_tie_kills_both_and_the_village_wins(void **unused)
{
    (void)unused;
    TABLE(W, V, SEER, V);
    votes("BABA");
    must_end(3, "AB", "BCD");
}

static void vector_a_dying_hunter_takes_the_werewolf_along(void **unused)
{
    (void)unused;
    TABLE(HUNTER, W, V, V);
    votes("BAAA");
    must_end(3, "AB", "ACD");
    assert_int_equal(state.secrets.death[0].cause, ONENIGHT_BY_VOTES);
    assert_int_equal(state.secrets.death[1].cause, ONENIGHT_BY_HUNTER);
    assert_int_equal(state.secrets.death[1].hunter, A);
}

static void vector_a_hunter_takes_the_tanner_along_who_wins_alone(void **unused)
{
    (void)unused;
    TABLE(HUNTER, TANNER, W, V);
    votes("BDAA");
    must_end(2, "AB", "B");
}

static void vector_the_minion_alone_dies_and_nobody_wins(void **unused)
{
    (void)unused;
    TABLE(MINION, SEER, V, V);
    votes("BAAA");
    must_end(9, "A", "");
}

static void vector_the_tanner_dies_and_the_minion_wins_too(void **unused)
{
    (void)unused;
    TABLE(TANNER, SEER, V, MINION);
    votes("BAAA");
    must_end(12, "A", "AD");
}

/* The rows */

static void row_1_no_werewolf_died(void **unused)
{
    (void)unused;
    TABLE(W, V, MINION, V);
    votes("BABB");
    must_end(1, "B", "AC");
}

static void row_1_a_dead_minion_wins_too(void **unused)
{
    (void)unused;
    TABLE(W, V, MINION, V);
    votes("CCBC");
    must_end(1, "C", "AC");
}

static void row_2_the_tanner_died_and_no_werewolf(void **unused)
{
    (void)unused;
    TABLE(W, TANNER, MINION, V);
    votes("BABB");
    must_end(2, "B", "B");
}

static void row_3_a_werewolf_died(void **unused)
{
    (void)unused;
    TABLE(W, W, MINION, V, TANNER);
    votes("BAAAA");
    must_end(3, "A", "D");
}

static void row_4_a_werewolf_and_the_tanner_died(void **unused)
{
    (void)unused;
    TABLE(W, TANNER, MINION, V);
    votes("BABA");
    must_end(4, "AB", "BD");
}

static void row_5_no_werewolf_is_there_and_nobody_died(void **unused)
{
    (void)unused;
    TABLE(V, TANNER, V, SEER);
    votes("BCDA");
    must_end(5, "", "ACD");
}

static void row_6_no_werewolf_is_there_and_a_villager_died(void **unused)
{
    (void)unused;
    TABLE(V, TANNER, V, SEER);
    votes("BAAA");
    must_end(6, "A", "");
}

static void row_7_the_minion_lives_and_nobody_died(void **unused)
{
    (void)unused;
    TABLE(MINION, V, V, SEER);
    votes("BCDA");
    must_end(7, "", "BCD");
}

static void row_8_the_minion_lives_and_a_villager_died(void **unused)
{
    (void)unused;
    TABLE(MINION, V, V, SEER);
    votes("BABB");
    must_end(8, "B", "A");
}

static void row_9_only_the_minion_died(void **unused)
{
    (void)unused;
    TABLE(MINION, V, V, SEER);
    votes("BAAA");
    must_end(9, "A", "");
}

static void row_10_the_minion_died_with_a_villager(void **unused)
{
    (void)unused;
    TABLE(MINION, V, V, SEER);
    votes("BABA");
    must_end(10, "AB", "A");
}

static void row_10_a_minion_who_must_survive_loses(void **unused)
{
    (void)unused;
    TABLE(MINION, V, V, SEER);
    state.minion_must_survive = true;
    votes("BABA");
    must_end(10, "AB", "");
}

static void row_11_the_tanner_died_without_werewolves_and_minion(void **unused)
{
    (void)unused;
    TABLE(TANNER, V, V, SEER);
    votes("BABA");
    must_end(11, "AB", "A");
}

static void row_12_the_tanner_died_and_the_minion_lives(void **unused)
{
    (void)unused;
    TABLE(TANNER, V, MINION, SEER);
    votes("BAAA");
    must_end(12, "A", "AC");
}

static void row_12_a_living_minion_wins_who_must_survive(void **unused)
{
    (void)unused;
    TABLE(TANNER, V, MINION, SEER);
    state.minion_must_survive = true;
    votes("BAAA");
    must_end(12, "A", "AC");
}

static void row_13_the_tanner_and_the_minion_died(void **unused)
{
    (void)unused;
    TABLE(TANNER, MINION, V, SEER);
    votes("BABA");
    must_end(13, "AB", "AB");
}

static void row_13_a_minion_who_must_survive_loses(void **unused)
{
    (void)unused;
    TABLE(TANNER, MINION, V, SEER);
    state.minion_must_survive = true;
    votes("BABA");
    must_end(13, "AB", "A");
}

static void a_living_tanner_loses(void **unused)
{
    (void)unused;
    TABLE(W, TANNER, V, V);
    votes("BAAA");
    must_end(3, "A", "CD");
}

/* Deaths */

static void one_vote_each_kills_nobody(void **unused)
{
    (void)unused;
    TABLE(W, V, V, V, V);
    votes("BCDEA");
    must_end(1, "", "A");
}

static void all_with_the_most_votes_die(void **unused)
{
    (void)unused;
    TABLE(W, V, V, V, V, V);
    votes("BCAABC");
    must_end(3, "ABC", "BCDEF");
}

static void a_hunter_takes_a_hunter_who_takes_a_third(void **unused)
{
    (void)unused;
    TABLE(HUNTER, HUNTER, W, V, V);
    votes("BCAAA");
    must_end(3, "ABC", "ABDE");
    assert_int_equal(state.secrets.death[2].hunter, B);
}

static void hunters_who_shoot_each_other_stay_dead(void **unused)
{
    (void)unused;
    TABLE(HUNTER, HUNTER, W, V);
    votes("BAAB");
    must_end(1, "AB", "C");
}

static void a_hunter_who_lives_takes_nobody(void **unused)
{
    (void)unused;
    TABLE(HUNTER, W, V, V);
    votes("BCDC");
    must_end(1, "C", "B");
}

static void a_hunter_without_a_ballot_takes_nobody(void **unused)
{
    (void)unused;
    TABLE(HUNTER, W, V, V);
    votes("-AAA");
    must_end(1, "A", "B");
}

static void the_final_card_makes_the_hunter(void **unused)
{
    (void)unused;
    TABLE(HUNTER, W, V, V);
    apply(ONENIGHT_CARDS_SWAPPED, D, A, D);
    votes("BADA");
    must_end(1, "A", "B");
}

static void a_missing_ballot_counts_for_nobody(void **unused)
{
    (void)unused;
    TABLE(W, V, V, V);
    votes("BA--");
    must_end(1, "", "A");
    assert_shows(SEAT_PUBLIC, "{\"seat\":2,\"target\":null}");
}

static void without_any_ballot_nobody_dies(void **unused)
{
    (void)unused;
    TABLE(W, V, V, V);
    votes("----");
    must_end(1, "", "A");
}

/* The verdict for every hand of three cards and every set of dead: facts that hold for every row. */
static void vector_12_a_dream_wolf_dies(void **unused)
{
    (void)unused;
    TABLE(W, DREAM, SEER, V);
    votes("CCBB");
    must_end(3, "BC", "CD");
}

static void vector_16_whom_the_bodyguard_votes_for_lives(void **unused)
{
    (void)unused;
    TABLE(BODYGUARD, W, V, SEER, V);
    votes("BCBBC");
    must_end(1, "C", "B");
    TABLE(BODYGUARD, W, V, SEER, V);
    votes("BCBBB");
    must_end(1, "", "B");
}

static void a_hunter_cannot_take_whom_a_dead_bodyguard_guards(void **unused)
{
    (void)unused;
    TABLE(BODYGUARD, HUNTER, W, V);
    votes("CCBA"); /* C is guarded; A and B have one vote each and C two */
    must_end(1, "", "C");
    TABLE(BODYGUARD, HUNTER, W, V, V);
    votes("CCBBA"); /* the Hunter dies and shoots at C */
    must_end(1, "B", "C");
}

/* Two Minions without a Werewolf are each on their own. */
static bool is_parted(const int8_t card[3])
{
    int minions = 0, wolves = 0;
    for (int seat = 0; seat < 3; seat++) {
        minions += card[seat] == MINION;
        wolves += onenight_is_wolf(card[seat]);
    }
    return minions > 1 && wolves == 0;
}

static void every_verdict_keeps_the_teams_together(void **unused)
{
    enum { KINDS = ONENIGHT_ROLES - 1 };
    (void)unused;
    for (int deal = 0; deal < KINDS * KINDS * KINDS; deal++) {
        int8_t card[3] = { (int8_t)(deal % KINDS + 1), (int8_t)(deal / KINDS % KINDS + 1),
                           (int8_t)(deal / (KINDS * KINDS) + 1) };
        for (uint16_t died = 0; died < 8; died++) {
            struct onenight_verdict verdict = onenight_judge(card, 3, died, false);
            uint16_t team_won[3] = { 0 }, team_lost[3] = { 0 };
            assert_in_range(verdict.row, 1, ONENIGHT_ROWS);
            for (int seat = 0; seat < 3; seat++) {
                bool won = seat_in(verdict.winners, seat);
                (won ? team_won : team_lost)[onenight_team_of(card[seat])] = 1;
                if (card[seat] == TANNER)
                    assert_int_equal(won, seat_in(died, seat));
            }
            assert_false(team_won[ONENIGHT_VILLAGE] && team_lost[ONENIGHT_VILLAGE]);
            assert_false(team_won[ONENIGHT_WEREWOLVES] && team_lost[ONENIGHT_WEREWOLVES] &&
                         !is_parted(card));
            assert_false(team_won[ONENIGHT_VILLAGE] && team_won[ONENIGHT_WEREWOLVES]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_a_circle_of_votes_saves_the_werewolf),
        cmocka_unit_test(vector_a_tie_kills_both_and_the_village_wins),
        cmocka_unit_test(vector_a_dying_hunter_takes_the_werewolf_along),
        cmocka_unit_test(vector_a_hunter_takes_the_tanner_along_who_wins_alone),
        cmocka_unit_test(vector_the_minion_alone_dies_and_nobody_wins),
        cmocka_unit_test(vector_the_tanner_dies_and_the_minion_wins_too),
        cmocka_unit_test(row_1_no_werewolf_died),
        cmocka_unit_test(row_1_a_dead_minion_wins_too),
        cmocka_unit_test(row_2_the_tanner_died_and_no_werewolf),
        cmocka_unit_test(row_3_a_werewolf_died),
        cmocka_unit_test(row_4_a_werewolf_and_the_tanner_died),
        cmocka_unit_test(row_5_no_werewolf_is_there_and_nobody_died),
        cmocka_unit_test(row_6_no_werewolf_is_there_and_a_villager_died),
        cmocka_unit_test(row_7_the_minion_lives_and_nobody_died),
        cmocka_unit_test(row_8_the_minion_lives_and_a_villager_died),
        cmocka_unit_test(row_9_only_the_minion_died),
        cmocka_unit_test(row_10_the_minion_died_with_a_villager),
        cmocka_unit_test(row_10_a_minion_who_must_survive_loses),
        cmocka_unit_test(row_11_the_tanner_died_without_werewolves_and_minion),
        cmocka_unit_test(row_12_the_tanner_died_and_the_minion_lives),
        cmocka_unit_test(row_12_a_living_minion_wins_who_must_survive),
        cmocka_unit_test(row_13_the_tanner_and_the_minion_died),
        cmocka_unit_test(row_13_a_minion_who_must_survive_loses),
        cmocka_unit_test(a_living_tanner_loses),
        cmocka_unit_test(one_vote_each_kills_nobody),
        cmocka_unit_test(all_with_the_most_votes_die),
        cmocka_unit_test(a_hunter_takes_a_hunter_who_takes_a_third),
        cmocka_unit_test(hunters_who_shoot_each_other_stay_dead),
        cmocka_unit_test(a_hunter_who_lives_takes_nobody),
        cmocka_unit_test(a_hunter_without_a_ballot_takes_nobody),
        cmocka_unit_test(the_final_card_makes_the_hunter),
        cmocka_unit_test(a_missing_ballot_counts_for_nobody),
        cmocka_unit_test(without_any_ballot_nobody_dies),
        cmocka_unit_test(vector_12_a_dream_wolf_dies),
        cmocka_unit_test(vector_16_whom_the_bodyguard_votes_for_lives),
        cmocka_unit_test(a_hunter_cannot_take_whom_a_dead_bodyguard_guards),
        cmocka_unit_test(every_verdict_keeps_the_teams_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
