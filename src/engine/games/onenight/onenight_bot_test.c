/* The bots: what they say and whom they vote for, and that strength is worth something. */
#include <stdio.h>

#include "onenight_test.h"
#include "worlds.h"

static struct game_command asked(int seat, int strength)
{
    struct onenight_view view = look(seat);
    struct game_bot bot = { .seat = seat, .strength = strength, .rng = &rng };
    struct game_command sent;
    if (!onenight_bot(&view, &bot, &sent))
        sent.kind = COMMAND_TIMEOUT;
    return sent;
}

static enum refusal send(const struct game_command *sent)
{
    return game_decide(&turn, &game_onenight, &state, sent, now_ms, &rng);
}

static void claims(int seat, int role, int64_t players, int64_t center, int first, int second)
{
    struct game_command sent = { .kind = ONENIGHT_CLAIM,
                                 .seat = (int8_t)seat,
                                 .arg = { role, players, center, first, second } };
    assert_int_equal(send(&sent), ACCEPTED);
}

static void a_seer_says_what_she_saw(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, W, V, ROBBER, V, W, TROUBLEMAKER);
    go_to_step(SEER);
    act(0, seat_bit(1), 0);
    go_to_discussion();

    struct game_command claim = asked(0, 2);

    const int64_t expected[] = { SEER, seat_bit(1), 0, W, 0 };
    assert_int_equal(claim.kind, ONENIGHT_CLAIM);
    assert_memory_equal(claim.arg, expected, sizeof expected);
}

static void a_troublemaker_names_the_two(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, TROUBLEMAKER, W, V, ROBBER, V, W, SEER);
    go_to_step(TROUBLEMAKER);
    act(0, seat_bit(1) | seat_bit(2), 0);
    go_to_discussion();

    struct game_command claim = asked(0, 2);

    assert_int_equal(claim.arg[0], TROUBLEMAKER);
    assert_int_equal(claim.arg[1], seat_bit(1) | seat_bit(2));
}

static void a_werewolf_never_claims_to_be_one(void **unused)
{
    (void)unused;
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength++) {
        LAY(ONENIGHT_NARRATED, W, SEER, V, ROBBER, V, W, TROUBLEMAKER);
        go_to_discussion();
        for (int i = 0; i < 50; i++) {
            struct game_command claim = asked(0, strength);
            assert_int_equal(claim.kind, ONENIGHT_CLAIM);
            assert_int_equal(onenight_team_of((int)claim.arg[0]), ONENIGHT_VILLAGE);
        }
    }
}

static void a_lone_wolf_claims_the_card_it_found(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, SEER, V, ROBBER, V, W, TROUBLEMAKER);
    go_to_step(W);
    act(0, 0, 4);
    go_to_discussion();

    assert_int_equal(asked(0, 4).arg[0], TROUBLEMAKER);
}

static void a_robber_who_holds_the_werewolf_keeps_quiet_about_it(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, V, SEER, V, W, TROUBLEMAKER);
    go_to_step(ROBBER);
    act(0, seat_bit(1), 0);
    go_to_discussion();

    struct game_command claim = asked(0, 3);

    assert_int_equal(claim.arg[0], ROBBER);
    assert_int_equal(claim.arg[3], V);
}

static void who_saw_a_werewolf_votes_for_it(void **unused)
{
    (void)unused;
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength++) {
        LAY(ONENIGHT_NARRATED, SEER, V, W, V, V, V, W);
        go_to_step(SEER);
        act(0, seat_bit(2), 0);
        go_to_vote();
        assert_int_equal(asked(0, strength).arg[0], 2);
    }
}

static void werewolves_do_not_vote_for_each_other(void **unused)
{
    (void)unused;
    for (int i = 0; i < 50; i++) {
        LAY(ONENIGHT_NARRATED, W, W, V, SEER, V, V, ROBBER);
        go_to_vote();
        assert_int_not_equal(asked(0, 1 + i % 4).arg[0], 1);
    }
}

static void a_listener_believes_the_seer(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, V, SEER, W, V, ROBBER, V, V, W);
    go_to_discussion();
    claims(1, SEER, seat_bit(2), 0, W, 0);
    claims(2, ROBBER, seat_bit(3), 0, V, 0);
    claims(3, V, 0, 0, 0, 0);
    claims(4, ROBBER, seat_bit(3), 0, V, 0);
    timeout();

    assert_int_equal(asked(0, 4).arg[0], 2);
}

static void a_robbed_wolf_is_not_voted_for_by_the_robber(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, ROBBER, W, V, V, SEER, V, V, W);
    go_to_step(ROBBER);
    act(0, seat_bit(1), 0);
    go_to_vote();
    struct onenight_view view = look(0);
    struct onenight_beliefs beliefs;

    onenight_believe(&view, 200, ONENIGHT_DEAF, &rng, &beliefs);

    assert_int_equal(beliefs.wolf[1], 0);
    assert_int_equal(beliefs.own_team[ONENIGHT_WEREWOLVES], beliefs.total);
}

static void without_werewolves_the_votes_go_round(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, V, V, ROBBER, W, W, V);
    go_to_step(SEER);
    act(0, 0, 3);
    go_to_vote();

    assert_int_equal(asked(0, 4).arg[0], 1);
}

static void bots_do_not_press_for_the_vote(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, SEER, V, V, ROBBER, W, W, V);
    go_to_discussion();
    claims(0, SEER, 0, 0, 0, 0);
    assert_int_equal(asked(0, 4).kind, COMMAND_TIMEOUT);

    command(ONENIGHT_CALL_VOTE, 1, true, 0);
    assert_int_equal(asked(0, 4).kind, COMMAND_TIMEOUT); /* Two more have said nothing yet. */
    claims(2, V, 0, 0, 0, 0);
    claims(3, ROBBER, 0, 0, 0, 0);
    assert_int_equal(asked(0, 4).kind, ONENIGHT_CALL_VOTE);
}

static bool move_somebody(const int strength[])
{
    for (int seat = 0; seat < setup.seat_count; seat++) {
        struct game_command sent = asked(seat, strength[onenight_team_of(state.seat[seat].dealt)]);
        if (sent.kind == COMMAND_TIMEOUT)
            continue;
        assert_int_equal(send(&sent), ACCEPTED);
        return true;
    }
    return false;
}

/* How often in a hundred the village wins, where its bots and the wolves' have these strengths. */
static int village_wins(int village, int wolves)
{
    const int strength[] = { village, wolves, village };
    enum { TABLES = 250 };
    int wins = 0;
    for (int seed = 0; seed < TABLES; seed++) {
        const uint8_t bytes[RNG_SEED_SIZE] = { (uint8_t)seed, 99 };
        prepare(5);
        rng_seed(&rng, bytes, 3);
        game_onenight.init(&state, &setup);
        command(COMMAND_START, SEAT_CLOCK, 0, 0);
        while (state.table.phase != ONENIGHT_RESULTS)
            if (!move_somebody(strength))
                assert_int_equal(timeout(), ACCEPTED);
        wins += state.secrets.row == 3 || state.secrets.row == 4 || state.secrets.row == 5 ||
                state.secrets.row == 7;
    }
    return 100 * wins / TABLES;
}

/* A village against Werewolves who listen to nobody, and Werewolves against the best village. */
static void strength_is_worth_something(void **unused)
{
    (void)unused;
    int village[BOT_STRENGTH_MAX + 1], best_village[BOT_STRENGTH_MAX + 1];
    for (int strength = 0; strength <= BOT_STRENGTH_MAX; strength++) {
        village[strength] = village_wins(strength, 1);
        best_village[strength] = village_wins(BOT_STRENGTH_MAX, strength);
        print_message("             strength %d: as village %d%%, as wolves %d%%\n", strength,
                      village[strength], 100 - best_village[strength]);
    }
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength++)
        assert_true(village[strength] > village[strength - 1]);
    /* A step is worth less to the wolves than the luck of so few tables; two steps are worth more. */
    for (int strength = 2; strength <= BOT_STRENGTH_MAX; strength++)
        assert_true(best_village[strength] < best_village[strength - 2]);
}

/* How much more the table suspects another than the Werewolf in seat 2, in hundredths. */
static int margin_of_the_wolf(void)
{
    struct onenight_view table = { .table = state.table, .viewer = ONENIGHT_NOBODY };
    struct onenight_beliefs beliefs;
    uint64_t most = 0;
    onenight_believe(&table, 200, ONENIGHT_HEARS, &rng, &beliefs);
    for (int seat = 0; seat < setup.seat_count; seat++)
        if (seat != 2 && beliefs.wolf[seat] > most)
            most = beliefs.wolf[seat];
    return (int)(100 * most / beliefs.total) - (int)(100 * beliefs.wolf[2] / beliefs.total);
}

static void a_good_liar_lies_so_that_the_table_looks_elsewhere(void **unused)
{
    (void)unused;
    enum { GAMES = 40 };
    int margin[BOT_STRENGTH_MAX + 1] = { 0 };
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength += BOT_STRENGTH_MAX - 1)
        for (int i = 0; i < GAMES; i++) {
            const uint8_t seed[RNG_SEED_SIZE] = { (uint8_t)i };
            LAY(ONENIGHT_NARRATED, V, SEER, W, V, ROBBER, V, TROUBLEMAKER, W);
            go_to_discussion();
            rng_seed(&rng, seed, 5);
            claims(1, SEER, seat_bit(3), 0, V, 0);
            claims(4, ROBBER, seat_bit(0), 0, V, 0);
            struct game_command lie = asked(2, strength);
            assert_int_equal(send(&lie), ACCEPTED);
            margin[strength] += margin_of_the_wolf();
        }

    assert_true(margin[BOT_STRENGTH_MAX] > margin[1]);
}

/* Table talk */

static bool could_say(int seat, const char *line, seat_set about)
{
    struct onenight_view public_view = look(SEAT_PUBLIC);
    struct game_remark remark[GAME_REMARKS_MAX];
    int64_t moment;
    int count = onenight_remarks(&public_view, seat, &moment, remark);
    for (int i = 0; i < count; i++)
        if (strcmp(remark[i].line, line) == 0 && remark[i].about == about)
            return true;
    return false;
}

static void what_is_said_follows_from_the_claims_and_not_from_the_cards(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, SEER, MASON, MASON, V, W, V, V);
    go_to_discussion();
    assert_false(could_say(2, "was_with", seat_bit(3)));

    claims(2, MASON, seat_bit(3), 0, 0, 0);
    claims(0, MASON, seat_bit(4), 0, 0, 0);
    claims(1, SEER, seat_bit(0), 0, W, 0);

    assert_true(could_say(2, "was_with", seat_bit(3)));
    assert_true(could_say(0, "was_with", seat_bit(4))); /* a lie is told like the truth */
    assert_true(could_say(1, "saw_wolf", seat_bit(0)));
    assert_true(could_say(0, "not_true", seat_bit(1)));
    assert_true(could_say(4, "if_true", seat_bit(0)));
    assert_true(could_say(2, "your_turn", seat_bit(3)));
}

static void of_one_card_two_have_claimed_one_lies(void **unused)
{
    (void)unused;
    LAY(ONENIGHT_NARRATED, W, SEER, V, V, V, W, V, V);
    go_to_discussion();

    claims(1, SEER, 0, 0, 0, 0);
    claims(0, SEER, 0, 0, 0, 0);

    assert_true(could_say(1, "one_lies", seat_bit(0)));
    assert_true(could_say(0, "one_lies", seat_bit(1)));
    assert_false(could_say(2, "one_lies", seat_bit(0)));
}

static void at_night_and_at_the_vote_nothing_is_said(void **unused)
{
    (void)unused;
    struct game_remark remark[GAME_REMARKS_MAX];
    int64_t moment;
    LAY(ONENIGHT_NARRATED, W, SEER, V, V, V, W, V, V);
    struct onenight_view night = look(SEAT_PUBLIC);
    go_to_discussion();
    claims(1, SEER, seat_bit(0), 0, W, 0);
    assert_true(could_say(1, "saw_wolf", seat_bit(0)));
    go_to_vote();
    struct onenight_view vote = look(SEAT_PUBLIC);

    assert_int_equal(onenight_remarks(&night, 1, &moment, remark), 0);
    assert_int_equal(onenight_remarks(&vote, 1, &moment, remark), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seer_says_what_she_saw),
        cmocka_unit_test(a_troublemaker_names_the_two),
        cmocka_unit_test(a_werewolf_never_claims_to_be_one),
        cmocka_unit_test(a_lone_wolf_claims_the_card_it_found),
        cmocka_unit_test(a_robber_who_holds_the_werewolf_keeps_quiet_about_it),
        cmocka_unit_test(who_saw_a_werewolf_votes_for_it),
        cmocka_unit_test(werewolves_do_not_vote_for_each_other),
        cmocka_unit_test(a_listener_believes_the_seer),
        cmocka_unit_test(a_robbed_wolf_is_not_voted_for_by_the_robber),
        cmocka_unit_test(without_werewolves_the_votes_go_round),
        cmocka_unit_test(bots_do_not_press_for_the_vote),
        cmocka_unit_test(a_good_liar_lies_so_that_the_table_looks_elsewhere),
        cmocka_unit_test(strength_is_worth_something),
        cmocka_unit_test(what_is_said_follows_from_the_claims_and_not_from_the_cards),
        cmocka_unit_test(of_one_card_two_have_claimed_one_lies),
        cmocka_unit_test(at_night_and_at_the_vote_nothing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
