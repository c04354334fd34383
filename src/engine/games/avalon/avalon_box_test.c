/* Avalon: the roles of the large box that know, look or play otherwise, and the Lancelots. */
#include "avalon_test.h"

static const enum avalon_role big[] = { AVALON_MERLIN,   AVALON_CLERIC,   AVALON_TROUBLEMAKER,
                                        AVALON_PERCIVAL, AVALON_ASSASSIN, AVALON_TRICKSTER,
                                        AVALON_LUNATIC };

/* Seven seats with the roles of `big`, nobody having read theirs. */
static void deal_big(void)
{
    prepare(7);
    setup.option[AVALON_INCLUDE_MORGANA] = setup.option[AVALON_INCLUDE_OBERON] = 0;
    setup.option[AVALON_INCLUDE_CLERIC] = setup.option[AVALON_INCLUDE_TROUBLEMAKER] = 1;
    setup.option[AVALON_INCLUDE_TRICKSTER] = setup.option[AVALON_INCLUDE_LUNATIC] = 1;
    setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    begin();
    deal(big);
}

static void lead(int seat)
{
    apply(AVALON_LEADER_CHANGED, seat, 0);
}

/* The Cleric */

static void the_cleric_learns_the_side_of_the_first_leader(void **unused)
{
    (void)unused;
    deal_big();
    lead(6);
    acknowledge_all();

    const struct game_event *event = event_of(AVALON_LEADER_CHECKED);
    assert_non_null(event);
    assert_int_equal(event->told, seat_bit(1));
    assert_int_equal(event->arg[1], 6);
    assert_int_equal(event->arg[2], AVALON_EVIL);
    view_has(1, "{\"type\":\"check\",\"target\":6,\"team\":\"evil\"}");
    for (int seat = 0; seat < 7; seat++)
        if (seat != 1)
            view_lacks(seat, "\"check\"");
}

static void the_cleric_who_leads_hears_of_nobody_else(void **unused)
{
    (void)unused;
    deal_big();
    lead(1);
    acknowledge_all();

    assert_int_equal(event_of(AVALON_LEADER_CHECKED)->arg[1], 1);
    view_lacks(1, "\"check\"");
}

static void the_cleric_checks_when_time_is_up_as_well(void **unused)
{
    (void)unused;
    prepare(7);
    setup.option[AVALON_INCLUDE_CLERIC] = 1;
    setup.option[AVALON_REVEAL_SECONDS] = 30;
    begin();
    must(time_passes());

    assert_non_null(event_of(AVALON_LEADER_CHECKED));
    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

/* Checks */

static void the_troublemaker_reads_evil_and_is_good(void **unused)
{
    (void)unused;
    deal_big();
    lead(2);
    acknowledge_all();

    assert_int_equal(event_of(AVALON_LEADER_CHECKED)->arg[2], AVALON_EVIL);
    assert_int_equal(state.own[2].team, AVALON_GOOD);
}

static void the_trickster_reads_as_chosen(void **unused)
{
    (void)unused;
    for (int team = AVALON_GOOD; team <= AVALON_EVIL; team++) {
        deal_big();
        lead(5);
        must(send(AVALON_SHOW_LOYALTY, 5, team));
        assert_int_equal(event_of(AVALON_LOYALTY_CHOSEN)->told, seat_bit(5));
        assert_int_equal(turn.event_count, 1);
        acknowledge_all();
        assert_int_equal(event_of(AVALON_LEADER_CHECKED)->arg[2], team);
    }
}

static void the_trickster_reads_good_if_nothing_was_chosen(void **unused)
{
    (void)unused;
    deal_big();
    lead(5);
    acknowledge_all();

    assert_int_equal(event_of(AVALON_LEADER_CHECKED)->arg[2], AVALON_GOOD);
}

static void what_others_choose_to_show_is_taken_and_changes_nothing(void **unused)
{
    (void)unused;
    deal_big();
    lead(4);
    must(send(AVALON_SHOW_LOYALTY, 4, AVALON_GOOD));
    acknowledge_all();

    assert_int_equal(event_of(AVALON_LEADER_CHECKED)->arg[2], AVALON_EVIL);
}

static void nobody_chooses_what_to_show_without_a_trickster(void **unused)
{
    (void)unused;
    start_seven();

    assert_int_equal(send(AVALON_SHOW_LOYALTY, 0, AVALON_GOOD), REFUSED_WRONG_PHASE);
    view_lacks(0, "show_loyalty");
}

static void everybody_is_offered_what_the_trickster_needs(void **unused)
{
    (void)unused;
    deal_big();

    for (int seat = 0; seat < 7; seat++)
        view_has(seat, "{\"type\":\"show_loyalty\",\"team\":[\"good\",\"evil\"]}");
    view_lacks(SEAT_PUBLIC, "show_loyalty");
}

/* Cards */

static void the_lunatic_can_only_fail(void **unused)
{
    (void)unused;
    deal_big();
    acknowledge_all();
    send_team(seat_bit(0) | seat_bit(6));

    view_has(6, "{\"type\":\"play_card\",\"card\":[\"fail\"]}");
    assert_int_equal(send(AVALON_PLAY_CARD, 6, AVALON_SUCCESS), REFUSED_NOT_NOW);
    must(send(AVALON_PLAY_CARD, 6, AVALON_FAIL));
}

static void a_lunatic_who_is_late_has_failed(void **unused)
{
    (void)unused;
    deal_big();
    state.seconds[AVALON_QUEST_SECONDS] = 30;
    acknowledge_all();
    send_team(seat_bit(0) | seat_bit(6));
    must(time_passes());
    must(time_passes());

    assert_int_equal(state.table.quests[0].fails, 1);
}

static void the_brute_fails_the_first_three_quests_only(void **unused)
{
    struct avalon_table table = { .seat_count = 7 };
    struct avalon_own own = { .role = AVALON_BRUTE, .team = AVALON_EVIL };
    (void)unused;
    for (table.quest = 0; table.quest < AVALON_QUESTS; table.quest++) {
        assert_true(avalon_may_play(&table, &own, AVALON_SUCCESS));
        assert_int_equal(avalon_may_play(&table, &own, AVALON_FAIL), table.quest < 3);
    }
}

/* The Revealer */

static void the_revealer_is_shown_after_the_second_failed_quest(void **unused)
{
    static const enum avalon_role roles[] = { AVALON_MERLIN,        AVALON_PERCIVAL,
                                              AVALON_LOYAL_SERVANT, AVALON_LOYAL_SERVANT,
                                              AVALON_ASSASSIN,      AVALON_MORGANA,
                                              AVALON_REVEALER };
    (void)unused;
    prepare(7);
    setup.option[AVALON_INCLUDE_OBERON] = 0;
    setup.option[AVALON_INCLUDE_REVEALER] = 1;
    start_with(roles);
    quest(team_with(seat_bit(4)), seat_bit(4));
    assert_null(event_of(AVALON_EVIL_REVEALED));
    view_lacks(0, "revealed_evil");
    go_on();
    quest(team_with(SEATS_NONE), SEATS_NONE);
    go_on();
    quest(team_with(seat_bit(4)), seat_bit(4));

    assert_int_equal(event_of(AVALON_EVIL_REVEALED)->told, SEATS_ALL);
    assert_int_equal(event_of(AVALON_EVIL_REVEALED)->arg[0], seat_bit(6));
    view_has(SEAT_PUBLIC, "\"revealed_evil\":[6]");
}

/* The Lancelots */

static const enum avalon_role lancelots[] = { AVALON_MERLIN,        AVALON_GOOD_LANCELOT,
                                              AVALON_LOYAL_SERVANT, AVALON_LOYAL_SERVANT,
                                              AVALON_ASSASSIN,      AVALON_EVIL_LANCELOT,
                                              AVALON_MINION };
enum { GOOD_LANCELOT = 1, ASSASSIN = 4, EVIL_LANCELOT = 5, MINION = 6 };

static void prepare_lancelots(enum avalon_lancelots mode)
{
    prepare(7);
    setup.option[AVALON_INCLUDE_PERCIVAL] = setup.option[AVALON_INCLUDE_MORGANA] = 0;
    setup.option[AVALON_INCLUDE_OBERON] = 0;
    setup.option[AVALON_LANCELOTS] = mode;
}

/* Dealt `lancelots`; the cards of `switches` lie open, a bit per quest, and the first has been drawn. */
static void start_schedule(int switches)
{
    prepare_lancelots(AVALON_LANCELOTS_SCHEDULE);
    begin();
    deal(lancelots);
    apply(AVALON_LOYALTIES_DEALT, (int64_t)switches << 1, 0);
    acknowledge_all();
    lead(0);
}

static void the_lancelots_see_each_other_and_evil_sees_one_of_its_own(void **unused)
{
    (void)unused;
    prepare_lancelots(AVALON_LANCELOTS_KNOWN);
    begin();

    int good = avalon_seat_of(&state, AVALON_GOOD_LANCELOT);
    int evil = avalon_seat_of(&state, AVALON_EVIL_LANCELOT);
    int assassin = avalon_seat_of(&state, AVALON_ASSASSIN);
    assert_int_equal(state.own[good].lancelot, evil);
    assert_int_equal(state.own[evil].lancelot, good);
    assert_int_equal(state.own[good].known, SEATS_NONE);
    assert_true(seat_in(state.own[evil].known, assassin));
    assert_true(seat_in(state.own[assassin].known, evil));
    for (int seat = 0; seat < 7; seat++)
        if (seat != good && seat != evil)
            assert_int_equal(state.own[seat].lancelot, -1);
    acknowledge_all();
    assert_null(event_of(AVALON_LOYALTY_DRAWN));
}

static void a_lancelot_who_may_switch_knows_nobody_and_evil_and_merlin_know_him(void **unused)
{
    (void)unused;
    prepare_lancelots(AVALON_LANCELOTS_DRAW);
    start_with(lancelots);

    assert_int_equal(state.own[EVIL_LANCELOT].known, SEATS_NONE);
    assert_int_equal(state.own[EVIL_LANCELOT].lancelot, -1);
    assert_true(seat_in(state.own[ASSASSIN].known, EVIL_LANCELOT));
    assert_true(seat_in(state.own[0].known, EVIL_LANCELOT));
    view_has(EVIL_LANCELOT, "\"knows\":\"none\"");
}

/* By test vector 1 of the rules: blank, switch, blank, switch, blank. */
static void the_schedule_says_who_must_fail_which_quest(void **unused)
{
    static const bool evil_fails[AVALON_QUESTS] = { true, false, false, true, true };
    (void)unused;
    start_schedule(1 << 1 | 1 << 3);
    for (int i = 0; i < AVALON_QUESTS; i++) {
        if (i > 0)
            avalon_draw_loyalty(&turn, i);
        const struct avalon_own *good = &state.own[GOOD_LANCELOT],
                                *evil = &state.own[EVIL_LANCELOT];
        assert_int_equal(avalon_may_play(&state.table, evil, AVALON_FAIL), evil_fails[i]);
        assert_int_equal(avalon_may_play(&state.table, evil, AVALON_SUCCESS), !evil_fails[i]);
        assert_int_equal(avalon_may_play(&state.table, good, AVALON_FAIL), !evil_fails[i]);
        assert_int_equal(avalon_may_play(&state.table, good, AVALON_SUCCESS), evil_fails[i]);
    }
}

static void the_schedule_lies_open_from_the_start(void **unused)
{
    (void)unused;
    start_schedule(1 << 2);

    view_has(SEAT_PUBLIC,
             "\"lancelots\":{\"mode\":\"schedule\",\"switches\":[false,false,true,false,false]}");
    view_has(GOOD_LANCELOT, "\"role\":\"good_lancelot\",\"team\":\"good\"");
}

/* By test vector 2 of the rules: switched on the fourth quest, then evil has three fails. */
static void lancelots_win_with_the_side_they_are_on_at_the_end(void **unused)
{
    (void)unused;
    prepare_lancelots(AVALON_LANCELOTS_DRAW);
    start_with(lancelots);
    apply(AVALON_LOYALTY_DRAWN, 4, true);
    apply(AVALON_GAME_FINISHED, AVALON_EVIL, AVALON_EVIL_SABOTAGED_QUESTS);

    assert_int_equal(outcome().winners,
                     seat_bit(GOOD_LANCELOT) | seat_bit(ASSASSIN) | seat_bit(MINION));
}

static void a_card_is_drawn_for_each_quest_and_not_for_each_proposal(void **unused)
{
    (void)unused;
    prepare_lancelots(AVALON_LANCELOTS_DRAW);
    start_with(lancelots);
    assert_int_equal(state.table.loyalty_count, 1);
    must(propose(team_with(SEATS_NONE)));
    vote_all(SEATS_NONE);
    assert_int_equal(state.table.loyalty_count, 1);
    quest(team_with(SEATS_NONE), SEATS_NONE);
    go_on();

    assert_int_equal(state.table.loyalty_count, 2);
}

static void no_more_than_two_cards_switch(void **unused)
{
    (void)unused;
    for (int mode = AVALON_LANCELOTS_DRAW; mode <= AVALON_LANCELOTS_SCHEDULE; mode++) {
        int seen[3] = { 0 };
        prepare_lancelots((enum avalon_lancelots)mode);
        for (int game = 0; game < 60; game++) {
            const uint8_t seed[RNG_SEED_SIZE] = { (uint8_t)game };
            rng_seed(&rng, seed, 1);
            memset(&state, 0, sizeof state);
            game_avalon.init(&state, &setup);
            must(send(COMMAND_START, SEAT_CLOCK, 0));
            for (int i = 0; i < AVALON_QUESTS; i++)
                avalon_draw_loyalty(&turn, i);
            int count = avalon_seats_count(state.table.switches);
            assert_in_range(count, 0, 2);
            seen[count]++;
        }
        assert_true(seen[1] > 0 && seen[2] > 0);
    }
}

static void a_check_shows_the_side_of_now(void **unused)
{
    (void)unused;
    prepare_lancelots(AVALON_LANCELOTS_DRAW);
    start_with(lancelots);
    int before = (int)avalon_lady_reads(&state.table, &state.own[EVIL_LANCELOT]);
    apply(AVALON_LOYALTY_DRAWN, 2, true);

    assert_int_not_equal(avalon_lady_reads(&state.table, &state.own[EVIL_LANCELOT]), before);
}

static void a_lancelot_who_knows_nobody_does_not_hear_evil_talk(void **unused)
{
    (void)unused;
    prepare_lancelots(AVALON_LANCELOTS_DRAW);
    start_with(lancelots);
    apply(AVALON_PHASE_CHANGED, AVALON_ASSASSINATION, 3);

    assert_int_equal(game_avalon.hears(&state, 1), seat_bit(ASSASSIN) | seat_bit(MINION));
}

/* Sets of roles */

static void good_has_room_for_so_many_roles_only(void **unused)
{
    const char *why = NULL;
    (void)unused;
    prepare(5);
    setup.option[AVALON_INCLUDE_CLERIC] = setup.option[AVALON_INCLUDE_TROUBLEMAKER] = 1;

    assert_int_equal(game_check(&game_avalon, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_many_good_roles");
}

static void a_lancelot_takes_a_place_on_each_side(void **unused)
{
    const char *why = NULL;
    (void)unused;
    prepare(5);
    setup.option[AVALON_LANCELOTS] = AVALON_LANCELOTS_KNOWN;
    assert_int_equal(game_check(&game_avalon, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_many_evil_roles");
    setup.option[AVALON_INCLUDE_MORGANA] = 0;
    assert_int_equal(game_check(&game_avalon, &setup, &why), ACCEPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cleric_learns_the_side_of_the_first_leader),
        cmocka_unit_test(the_cleric_who_leads_hears_of_nobody_else),
        cmocka_unit_test(the_cleric_checks_when_time_is_up_as_well),
        cmocka_unit_test(the_troublemaker_reads_evil_and_is_good),
        cmocka_unit_test(the_trickster_reads_as_chosen),
        cmocka_unit_test(the_trickster_reads_good_if_nothing_was_chosen),
        cmocka_unit_test(what_others_choose_to_show_is_taken_and_changes_nothing),
        cmocka_unit_test(nobody_chooses_what_to_show_without_a_trickster),
        cmocka_unit_test(everybody_is_offered_what_the_trickster_needs),
        cmocka_unit_test(the_lunatic_can_only_fail),
        cmocka_unit_test(a_lunatic_who_is_late_has_failed),
        cmocka_unit_test(the_brute_fails_the_first_three_quests_only),
        cmocka_unit_test(the_revealer_is_shown_after_the_second_failed_quest),
        cmocka_unit_test(the_lancelots_see_each_other_and_evil_sees_one_of_its_own),
        cmocka_unit_test(a_lancelot_who_may_switch_knows_nobody_and_evil_and_merlin_know_him),
        cmocka_unit_test(the_schedule_says_who_must_fail_which_quest),
        cmocka_unit_test(the_schedule_lies_open_from_the_start),
        cmocka_unit_test(lancelots_win_with_the_side_they_are_on_at_the_end),
        cmocka_unit_test(a_card_is_drawn_for_each_quest_and_not_for_each_proposal),
        cmocka_unit_test(no_more_than_two_cards_switch),
        cmocka_unit_test(a_check_shows_the_side_of_now),
        cmocka_unit_test(a_lancelot_who_knows_nobody_does_not_hear_evil_talk),
        cmocka_unit_test(good_has_room_for_so_many_roles_only),
        cmocka_unit_test(a_lancelot_takes_a_place_on_each_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
