/* Guests: people at a narrated table without a device of their own. */
#include "room/fixture_test.h"

/* Ana narrates, Bob sits; then the guests by name. */
static void open_with_guests(int count)
{
    static const char *const names[] = { "Gus", "Hana", "Ida", "Jo" };
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 2);
    for (int i = 0; i < count; i++)
        assert_accepted(say(ANA, "{'type':'add_guest','name':'%s'}", names[i]));
}

static int64_t guest(const char *name)
{
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (text_equal(table->member[i].name, name))
            return table->member[i].player;
    return 0;
}

static bool confirm(int64_t who, int64_t asker, bool yes)
{
    return say(who, "{'type':'confirm_claim','player':'%s','yes':%s}", id_of(asker),
               yes ? "true" : "false");
}

static void claim(int64_t asker, const char *name)
{
    assert_accepted(say(asker, "{'type':'claim_seat','player':'%s'}", id_of(guest(name))));
}

static void a_guest_sits_by_name_and_is_dealt_in(void **unused)
{
    (void)unused;
    open_with_guests(2);

    assert_int_equal(table->seat_count, 3);
    assert_true(sees(BOB, "'name':'Gus'"));
    assert_true(sees(BOB, "'is_guest':true"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_int_equal(table->deal.setup.seat_count, 3);
    assert_int_equal(room_bot_seat(table, -1), -1);
}

static void guests_are_for_games_with_a_narrator(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_refused(say(ANA, "{'type':'add_guest','name':'Gus'}"), "not_allowed");
}

static void a_game_without_a_narrator_sends_the_guests_home(void **unused)
{
    (void)unused;
    open_with_guests(2);

    assert_accepted(say(ANA, "{'type':'set_game','game':'avalon'}"));

    assert_int_equal(count_of("guest_removed"), 2);
    assert_int_equal(guest("Gus"), 0);
}

static void a_guests_name_is_a_name_and_is_nobody_elses(void **unused)
{
    (void)unused;
    open_with_guests(1);

    assert_refused(say(ANA, "{'type':'add_guest','name':'Gus'}"), "name_taken");
    assert_refused(say(ANA, "{'type':'add_guest','name':'Bob'}"), "name_taken");
    assert_refused(say(ANA, "{'type':'add_guest','name':''}"), "bad_name");
    assert_refused(say(CAT, "{'type':'join','name':'Gus'}"), "name_taken");
}

static void host_and_narrator_look_after_the_guests(void **unused)
{
    (void)unused;
    open_with_guests(2);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));

    assert_accepted(say(ANA, "{'type':'add_guest','name':'Ida'}"));
    assert_accepted(say(BOB, "{'type':'add_guest','name':'Jo'}"));
    assert_accepted(
        say(ANA, "{'type':'rename','player':'%s','name':'Gustav'}", id_of(guest("Gus"))));
    char order[5][ID_TEXT_SIZE];
    const char *names[] = { "Jo", "Gustav", "Bob", "Ida", "Hana" };
    for (int i = 0; i < 5; i++)
        id_write(order[i], guest(names[i]));
    assert_accepted(say(ANA, "{'type':'reorder_seats','order':['%s','%s','%s','%s','%s']}",
                        order[0], order[1], order[2], order[3], order[4]));
    assert_int_equal(person(guest("Jo"))->seat, 0);
    assert_accepted(say(BOB, "{'type':'remove_guest','player':'%s'}", id_of(guest("Jo"))));
    assert_int_equal(table->seat_count, 4);
}

static void nobody_else_touches_the_guests(void **unused)
{
    (void)unused;
    open_with_guests(1);
    const char *gus = id_of(guest("Gus"));

    assert_refused(say(BOB, "{'type':'add_guest','name':'Ida'}"), "not_host");
    assert_refused(say(BOB, "{'type':'remove_guest','player':'%s'}", gus), "not_host");
    assert_refused(say(BOB, "{'type':'rename','player':'%s','name':'X'}", gus), "not_host");
    assert_refused(say(ANA, "{'type':'remove_guest','player':'%s'}", id_of(BOB)), "bad_target");
    assert_refused(say(ANA, "{'type':'kick','player':'%s'}", gus), "bad_target");
    assert_refused(say(ANA, "{'type':'hand_over_host','player':'%s'}", gus), "bad_target");
}

static void a_guest_says_nothing_and_is_never_away(void **unused)
{
    (void)unused;
    open_with_guests(2);
    int64_t gus = guest("Gus");
    assert_refused(say(gus, "{'type':'chat','text':'hi'}"), "not_allowed");
    assert_accepted(clock_says("mark_away", gus));
    assert_false(person(gus)->is_away);
    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_refused(say(gus, "{'type':'guess','side':'heads'}"), "not_allowed");
    assert_refused(say(gus, "{'type':'void_vote','void':true}"), "not_allowed");
    assert_int_equal(room_human_seats(table), 1);
}

static void a_phone_takes_a_guests_seat_with_the_narrators_yes(void **unused)
{
    (void)unused;
    open_with_guests(2);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));
    assert_accepted(say(BOB, "{'type':'start'}"));
    int seat = person(guest("Gus"))->seat;
    claim(STRANGER, "Gus");
    assert_int_equal(room_viewer(table, STRANGER), SEAT_PUBLIC);

    assert_accepted(confirm(ANA, STRANGER, true));

    assert_int_equal(person(STRANGER)->seat, seat);
    assert_string_equal(person(STRANGER)->name, "Gus");
    assert_false(person(STRANGER)->is_guest);
    assert_int_equal(room_viewer(table, STRANGER), seat);
    assert_accepted(say(STRANGER, "{'type':'guess','side':'heads'}"));
}

static void the_hosts_yes_will_do_and_other_players_yes_will_not(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'add_guest','name':'Gus'}"));
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));
    claim(STRANGER, "Gus");

    assert_accepted(confirm(CAT, STRANGER, true));
    assert_accepted(confirm(DAN, STRANGER, true));
    assert_int_equal(room_member_of(table, STRANGER), -1);
    assert_accepted(confirm(BOB, STRANGER, true));

    assert_string_equal(person(STRANGER)->name, "Gus");
}

static void the_narrators_no_ends_it(void **unused)
{
    (void)unused;
    open_with_guests(1);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));
    claim(STRANGER, "Gus");

    assert_accepted(confirm(ANA, STRANGER, false));

    assert_int_equal(table->claim_player, 0);
    assert_true(person(guest("Gus"))->is_guest);
    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(guest("Gus"))),
                   "not_allowed");
}

static void the_narrator_alone_does_not_give_away_a_players_seat(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));
    assert_accepted(clock_says("mark_away", CAT));
    assert_accepted(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(CAT)));

    assert_accepted(confirm(ANA, STRANGER, true));

    assert_true(room_member_of(table, CAT) >= 0);
}

static void a_room_that_moves_leaves_guests_behind(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));
    assert_accepted(say(EVE, "{'type':'join','name':'Eve','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'start'}") || say(BOB, "{'type':'start'}"));
    assert_accepted(say(CAT, "{'type':'make_transfer_code'}"));
    struct room_command move = { .kind = ROOM_MOVE_HERE, .arg = { ANA, STRANGER } };

    assert_accepted(decide(&move));

    assert_true(happened("room_moved"));
    assert_int_equal(room_viewer(table, STRANGER), SEAT_NARRATOR);
    assert_int_equal(table->host, room_member_of(table, STRANGER));
    assert_true(person(BOB)->is_guest && person(CAT)->is_guest && person(DAN)->is_guest);
    assert_int_equal(person(CAT)->transfer_code, 0);
    assert_true(person(EVE)->has_left);
    assert_refused(say(CAT, "{'type':'guess','side':'heads'}"), "not_allowed");
    assert_log_replays();
}

static void a_moved_lobby_promises_its_chance_anew(void **unused)
{
    (void)unused;
    open_with_guests(1);
    uint8_t before[ROOM_SECRET_SIZE];
    memcpy(before, table->next.secret, sizeof before);
    struct room_command move = { .kind = ROOM_MOVE_HERE, .arg = { ANA, ANA } };

    assert_accepted(decide(&move));

    assert_memory_not_equal(table->next.secret, before, sizeof before);
    assert_refused(say(ANA, "{'type':'move_here','player':'%s','to':'%s'}", id_of(ANA), id_of(ANA)),
                   "unknown_command");
}

static void a_room_moves_to_somebody_new_or_to_its_keeper(void **unused)
{
    (void)unused;
    open_with_guests(1);
    struct room_command move = { .kind = ROOM_MOVE_HERE, .arg = { ANA, BOB } };
    assert_refused(decide(&move), "bad_target");
    move.arg[0] = guest("Gus");
    move.arg[1] = STRANGER;
    assert_refused(decide(&move), "bad_target");
    move.arg[0] = STRANGER;
    assert_refused(decide(&move), "bad_target");
}

static void a_game_that_is_brought_back_goes_on_at_its_own_time(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 4);
    struct room_command back = { .kind = ROOM_BRING_BACK, .arg = { ANA, 1234 } };
    assert_refused(decide(&back), "wrong_phase");
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_accepted(say(ANA, "{'type':'pause'}"));
    back.arg[0] = BOB;
    assert_refused(decide(&back), "bad_target");
    back.arg[0] = ANA;

    assert_accepted(decide(&back));

    assert_true(happened("game_brought_back"));
    assert_false(table->is_paused);
    assert_int_equal(room_game_now(table, now_ms), 1234);
    assert_false(person(BOB)->is_guest);
    assert_log_replays();
    assert_refused(say(ANA, "{'type':'bring_back','player':'%s','clock_ms':1}", id_of(ANA)),
                   "unknown_command");
}

static void a_poster_says_which_seats_are_guests(void **unused)
{
    (void)unused;
    char text[4096];
    struct json out;
    open_with_guests(1);
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);

    room_poster(table, &out);

    assert_non_null(strstr(text, "\"name\":\"Gus\""));
    assert_non_null(strstr(text, "\"is_guest\":true"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_guest_sits_by_name_and_is_dealt_in),
        TEST(guests_are_for_games_with_a_narrator),
        TEST(a_game_without_a_narrator_sends_the_guests_home),
        TEST(a_guests_name_is_a_name_and_is_nobody_elses),
        TEST(host_and_narrator_look_after_the_guests),
        TEST(nobody_else_touches_the_guests),
        TEST(a_guest_says_nothing_and_is_never_away),
        TEST(a_phone_takes_a_guests_seat_with_the_narrators_yes),
        TEST(the_hosts_yes_will_do_and_other_players_yes_will_not),
        TEST(the_narrators_no_ends_it),
        TEST(the_narrator_alone_does_not_give_away_a_players_seat),
        TEST(a_room_that_moves_leaves_guests_behind),
        TEST(a_moved_lobby_promises_its_chance_anew),
        TEST(a_room_moves_to_somebody_new_or_to_its_keeper),
        TEST(a_game_that_is_brought_back_goes_on_at_its_own_time),
        TEST(a_poster_says_which_seats_are_guests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
