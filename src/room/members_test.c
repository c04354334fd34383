/* People come and go. */
#include "room/fixture_test.h"

static void the_creator_is_host_and_sits(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_int_equal(table->host, room_member_of(table, ANA));
    assert_int_equal(person(ANA)->seat, 0);
    assert_true(happened("room_created") && happened("chance_committed"));
}

static void a_room_without_people_is_the_first_visitors(void **unused)
{
    (void)unused;
    assert_accepted(say(0, "{'type':'create','game':'coinflip'}"));
    assert_int_equal(table->host, -1);

    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    assert_int_equal(table->host, room_member_of(table, BOB));
}

static void the_server_may_choose_id_and_code(void **unused)
{
    (void)unused;
    struct room_command create = { .player = ANA, .room_id = 4711, .room_code = 12, .text = "Ana" };

    assert_accepted(decide(&create));

    assert_int_equal(table->id, 4711);
    assert_int_equal(table->code, 12);
}

static void a_room_is_created_only_as_the_game_allows(void **unused)
{
    (void)unused;
    assert_refused(say(ANA, "{'type':'create','game':'poker'}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'create','game':'journeyman','num_players':3}"),
                   "bad_argument");
    assert_refused(say(ANA, "{'type':'create','game':'coinflip','options':{'rounds':99}}"),
                   "bad_option");
    assert_refused(say(ANA, "{'type':'create','game':'coinflip','options':{'jokers':1}}"),
                   "bad_option");
    assert_refused(say(0, "{'type':'create','game':'coinflip','name':'Ana'}"), "bad_name");
    assert_int_equal(log_count, 0);
}

static void options_can_be_given_at_creation(void **unused)
{
    (void)unused;
    assert_accepted(say(
        ANA,
        "{'type':'create','game':'coinflip','num_players':2,'options':{'rounds':5},'name':'Ana'}"));

    assert_true(sees(ANA, "'options':{'rounds':5,"));
    assert_true(sees(ANA, "'num_players':2"));
}

static void a_room_speaks_its_creators_language(void **unused)
{
    (void)unused;
    assert_refused(say(ANA, "{'type':'create','game':'coinflip','name':'Ana','language':'la'}"),
                   "bad_argument");

    assert_accepted(say(ANA, "{'type':'create','game':'coinflip','name':'Ana','language':'es'}"));

    assert_int_equal(table->language, LANGUAGE_ES);
    assert_true(sees(0, "'language':'es'"));
    assert_log_replays();
}

static void a_room_that_names_no_language_speaks_english(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_false(happened("language_set"));
    assert_true(sees(ANA, "'language':'en'"));
}

static void names_are_unique_and_can_be_shown(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_refused(say(BOB, "{'type':'join','name':'Ana'}"), "name_taken");
    assert_refused(say(BOB, "{'type':'join','name':''}"), "bad_name");
    assert_refused(say(BOB, "{'type':'join','name':'a\\u0007b'}"), "bad_name");
    assert_refused(say(BOB, "{'type':'join'}"), "missing_argument");
    struct room_command twin = {
        .player = BOB, .kind = ROOM_JOIN, .text = "AnA", .name_key = person(ANA)->name_key
    };
    assert_refused(decide(&twin), "name_taken");
}

/* The room checks names itself and does not rely on the server. */
static void a_name_that_cannot_be_shown_is_refused_by_the_room_too(void **unused)
{
    (void)unused;
    char longest[ROOM_NAME_SIZE + 1];
    const char *const bad[] = { NULL, "", longest, "\xc3(", "a\x7f" };
    memset(longest, 'a', ROOM_NAME_SIZE);
    longest[ROOM_NAME_SIZE] = '\0';
    struct room_command create = { .player = ANA, .kind = ROOM_CREATE, .text = "\x01" };
    assert_refused(decide(&create), "bad_name");
    open_table("coinflip");

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct room_command join = { .player = BOB, .kind = ROOM_JOIN, .text = bad[i] };
        assert_false(decide(&join));
    }
    assert_int_equal(room_member_of(table, BOB), -1);
    assert_refused(say(0, "{'type':'join','name':'Nobody'}"), "not_member");
}

static void a_narrator_who_left_comes_back_to_the_grimoire(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'leave'}"));

    assert_accepted(say(ANA, "{'type':'join','name':'Somebody else'}"));

    assert_int_equal(room_viewer(table, ANA), SEAT_NARRATOR);
}

static void a_narrator_who_comes_back_keeps_the_name(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'leave'}"));
    assert_refused(say(STRANGER, "{'type':'join','name':'Ana'}"), "name_taken");

    assert_accepted(say(ANA, "{'type':'join','name':'Bob'}"));

    assert_string_equal(person(ANA)->name, "Ana");
    assert_table_is_in_order();
}

static void who_opens_a_narrated_game_to_watch_does_not_narrate(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    assert_accepted(say(0, "{'type':'create','game':'coinflip'}"));

    assert_accepted(say(ANA, "{'type':'join','name':'Ana','as_spectator':true}"));

    assert_int_equal(room_narrator(table), -1);
}

static void a_name_can_be_changed_between_games(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_accepted(say(BOB, "{'type':'rename','name':'Robert'}"));
    assert_string_equal(person(BOB)->name, "Robert");
    assert_refused(say(BOB, "{'type':'rename','name':'Ana'}"), "name_taken");
    assert_refused(say(ANA, "{'type':'rename','name':'Rob','player':'%s'}", id_of(BOB)),
                   "bad_target");
    assert_refused(say(BOB, "{'type':'rename','name':'X','player':'%s'}", id_of(ANA)), "not_host");
    assert_refused(say(ANA, "{'type':'rename','name':'X','player':'%s'}", id_of(CAT)),
                   "bad_target");
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_refused(say(BOB, "{'type':'rename','name':'Merlin'}"), "wrong_phase");
}

static int look_of(int64_t player)
{
    return room_look(table, room_member_of(table, player));
}

static void everybody_picks_an_animal_that_is_free(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_accepted(say(BOB, "{'type':'set_face','animal':12,'colour':7}"));
    assert_int_equal(look_of(BOB), ROOM_LOOK_CHOSEN + 127);
    assert_refused(say(ANA, "{'type':'set_face','animal':12,'colour':1}"), "face_taken");
    assert_refused(say(BOB, "{'type':'set_face','animal':0,'colour':7}"), "face_taken");
    assert_refused(say(BOB, "{'type':'set_face','animal':20,'colour':7}"), "bad_argument");
    assert_accepted(say(BOB, "{'type':'set_face','animal':12,'colour':3}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_refused(say(BOB, "{'type':'set_face','animal':13,'colour':7}"), "wrong_phase");
}

static void a_newcomer_gets_no_animal_that_was_picked(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_face','animal':2,'colour':0}"));

    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));

    int cat = room_member_of(table, CAT);
    assert_int_equal(cat, 2);
    assert_int_equal(room_animal(table, cat), 3);
    assert_accepted(say(CAT, "{'type':'set_face','animal':0,'colour':2}"));
}

static void the_host_names_the_bots(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = table->member[table->member_of_seat[1]].player;

    assert_accepted(say(ANA, "{'type':'rename','name':'Hal','player':'%s'}", id_of(bot)));

    assert_string_equal(person(bot)->name, "Hal");
}

static void joining_twice_is_nothing_new(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_accepted(say(BOB, "{'type':'join','name':'Robert'}"));

    assert_int_equal(turn->event_count, 0);
    assert_string_equal(person(BOB)->name, "Bob");
}

static void whoever_finds_no_chair_watches(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say(ANA, "{'type':'set_seats','num_players':2}"));
    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));

    assert_int_equal(person(CAT)->seat, -1);
    assert_true(sees(CAT, "'is_spectator':true"));
}

static void spectators_can_be_limited_and_forbidden(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_spectators','allowed':true,'limit':1}"));
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    assert_refused(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"), "spectators_full");
    assert_refused(say(BOB, "{'type':'stand'}"), "spectators_full");

    assert_accepted(say(ANA, "{'type':'set_spectators','allowed':false}"));
    assert_refused(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"), "not_allowed");
    assert_refused(say(BOB, "{'type':'stand'}"), "not_allowed");
    assert_accepted(say(DAN, "{'type':'join','name':'Dan'}"));
    assert_int_equal(person(DAN)->seat, 2);
}

static void nobody_new_comes_into_a_locked_table(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'leave'}"));
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
    assert_refused(say(CAT, "{'type':'join','name':'Cat'}"), "locked");
    assert_refused(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"), "locked");
    assert_refused(say(CAT, "{'type':'join','name':'Cat','password':'guess'}"), "locked");
    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));
    assert_accepted(say(ANA, "{'type':'set_lock','locked':false}"));
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));
}

static void a_password_opens_a_locked_table_and_is_told_to_nobody(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true,'password':'hedgehog'}"));
    assert_false(is_told(BOB, "hedgehog"));
    assert_false(is_told(ANA, "hedgehog"));
    assert_refused(say(CAT, "{'type':'join','name':'Cat'}"), "locked");
    assert_refused(say(CAT, "{'type':'join','name':'Cat','password':'Hedgehog'}"), "locked");
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','password':'hedgehog'}"));
    assert_false(is_told(BOB, "hedgehog"));
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
    assert_refused(say(DAN, "{'type':'join','name':'Dan','password':'hedgehog'}"), "locked");
}

static void a_latecomer_watches_and_is_dealt_in_next_time(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));
    assert_int_equal(person(CAT)->seat, -1);
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));

    assert_accepted(say(ANA, "{'type':'next_game'}"));

    assert_int_equal(person(CAT)->seat, 2);
}

static void leaving_the_lobby_closes_the_ring(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);

    assert_accepted(say(BOB, "{'type':'leave'}"));

    assert_int_equal(table->seat_count, 3);
    assert_int_equal(person(CAT)->seat, 1);
    assert_int_equal(person(DAN)->seat, 2);
    assert_int_equal(table->member_of_seat[3], -1);
    assert_refused(say(BOB, "{'type':'chat','text':'x'}"), "not_member");
}

static void leaving_a_game_keeps_the_seat(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'leave'}"));
    assert_int_equal(person(BOB)->seat, 1);
    assert_refused(say(STRANGER, "{'type':'join','name':'Bob'}"), "name_taken");

    assert_accepted(say(BOB, "{'type':'join','name':'Merlin'}"));

    assert_int_equal(person(BOB)->seat, 1);
    assert_string_equal(person(BOB)->name, "Bob");
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
}

static void who_comes_back_keeps_the_score(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    while (table->phase == ROOM_PLAYING) {
        say(ANA, "{'type':'guess','side':'heads'}");
        say(BOB, "{'type':'guess','side':'tails'}");
    }
    int64_t score = person(BOB)->score, games_played = person(BOB)->games;
    assert_accepted(say(ANA, "{'type':'next_game'}"));
    assert_accepted(say(BOB, "{'type':'leave'}"));

    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    assert_int_equal(person(BOB)->score, score);
    assert_int_equal(person(BOB)->games, games_played);
}

static void entries_of_people_who_left_are_used_again(void **unused)
{
    (void)unused;
    open_table("coinflip");

    a_crowd_comes_and_goes();

    assert_int_equal(person(ANA)->seat, 0);
}

static void a_room_can_be_full(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say(ANA, "{'type':'set_spectators','allowed':true,'limit':40}"));
    for (int i = 1; i < ROOM_MEMBERS_MAX; i++)
        assert_accepted(say(STRANGER + i, "{'type':'join','name':'S%d','as_spectator':true}", i));

    assert_refused(say(BOB, "{'type':'join','name':'Bob'}"), "room_full");
}

/* The host */

static void the_host_hands_over(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);

    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(CAT)));

    assert_int_equal(table->host, room_member_of(table, CAT));
    assert_refused(say(ANA, "{'type':'start'}"), "not_host");
    assert_refused(say(CAT, "{'type':'hand_over_host','player':'%s'}", id_of(CAT)), "bad_target");
    assert_refused(say(CAT, "{'type':'hand_over_host','player':'%s'}", id_of(EVE)), "bad_target");
}

static void nobody_absent_and_no_bot_becomes_host(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = table->member[table->member_of_seat[2]].player;
    assert_accepted(clock_says("mark_away", BOB));

    assert_refused(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)), "bad_target");
    assert_refused(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(bot)), "bad_target");
}

static void the_crown_passes_clockwise_when_the_host_is_gone(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(CAT)));
    assert_accepted(clock_says("mark_away", DAN));
    assert_accepted(clock_says("mark_away", CAT));
    assert_int_equal(room_deadline(table), now_ms + ROOM_HOST_GONE_MS);
    pass_ms(ROOM_HOST_GONE_MS - 1);
    assert_accepted(clock_says("tick", 0));
    assert_int_equal(table->host, room_member_of(table, CAT));

    tick_at_deadline();

    assert_int_equal(table->host, room_member_of(table, ANA)); /* Dan is away too */
    assert_int_equal(room_deadline(table), 0);
}

static void a_host_who_returns_in_time_stays(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(clock_says("mark_away", ANA));
    pass_ms(ROOM_HOST_GONE_MS - 1);

    assert_accepted(clock_says("mark_back", ANA));

    assert_int_equal(table->host, room_member_of(table, ANA));
    assert_int_equal(room_deadline(table), 0);
}

static void a_host_who_was_away_becomes_host_again(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(clock_says("mark_away", ANA));
    tick_at_deadline();
    assert_int_equal(table->host, room_member_of(table, BOB));
    assert_accepted(say(BOB, "{'type':'leave'}"));
    assert_int_equal(table->host, room_member_of(table, CAT));

    assert_accepted(clock_says("mark_back", ANA));

    assert_int_equal(table->host, room_member_of(table, ANA));
    assert_true(is_told(CAT, "host_changed"));
}

static void a_crown_given_away_by_hand_is_not_given_back(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(clock_says("mark_away", ANA));
    tick_at_deadline();
    assert_accepted(say(BOB, "{'type':'hand_over_host','player':'%s'}", id_of(CAT)));

    assert_accepted(clock_says("mark_back", ANA));

    assert_int_equal(table->host, room_member_of(table, CAT));
}

static void a_host_who_leaves_is_replaced_at_once(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);

    assert_accepted(say(ANA, "{'type':'leave'}"));

    assert_int_equal(table->host, room_member_of(table, BOB));
}

static void the_last_to_leave_stays_host_until_somebody_comes(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say(ANA, "{'type':'leave'}"));
    assert_int_equal(room_deadline(table), 0);

    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    assert_int_equal(table->host, room_member_of(table, BOB));
}

static void an_absent_table_wakes_with_whoever_comes_first(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(clock_says("mark_away", BOB));
    assert_accepted(clock_says("mark_away", ANA));
    assert_int_equal(room_deadline(table), 0);
    pass_ms(10 * ROOM_HOST_GONE_MS);

    assert_accepted(clock_says("mark_back", BOB));

    assert_int_equal(table->host, room_member_of(table, BOB));
}

/* Kicks */

static void a_kicked_person_cannot_come_back(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);

    assert_accepted(say(ANA, "{'type':'kick','player':'%s','reason':'rude'}", id_of(BOB)));

    assert_true(is_told(CAT, "'reason':'rude'"));
    assert_int_equal(table->seat_count, 2);
    assert_refused(say(BOB, "{'type':'join','name':'Bob'}"), "kicked");
    assert_refused(say(BOB, "{'type':'chat','text':'x'}"), "kicked");
    assert_refused(say(BOB, "{'type':'claim_seat','player':'%s'}", id_of(CAT)), "kicked");
    assert_true(sees(BOB, "'you':null"));
}

static void a_kick_is_remembered_however_many_come_and_go(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));

    a_crowd_comes_and_goes();

    assert_refused(say(BOB, "{'type':'join','name':'Bob'}"), "kicked");
}

static void a_kicked_person_does_not_act_through_the_bot_in_the_seat(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));
    assert_accepted(say(ANA, "{'type':'replace_absent','player':'%s'}", id_of(BOB)));
    struct room_command move = {
        .player = BOB, .is_game = true, .kind = COMMAND_FIRST, .arg = { 1 }
    };

    assert_refused(decide(&move), "kicked");
    move.is_bot = true;
    assert_accepted(decide(&move));
}

static void a_kicked_seat_sees_only_what_the_public_sees(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));

    char own[64 * 1024];
    strcpy(own, view_of(BOB));
    assert_string_equal(own, view_of(0));
}

static void a_kick_can_be_undone_for_ten_seconds(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));
    pass_ms(ROOM_READMIT_MS);

    assert_accepted(say(ANA, "{'type':'readmit','player':'%s'}", id_of(BOB)));

    assert_false(person(BOB)->has_left);
    assert_int_equal(person(BOB)->seat, 2);
    assert_accepted(clock_says("mark_back", BOB));
    assert_accepted(say(BOB, "{'type':'chat','text':'thanks'}"));
}

static void a_later_readmission_only_lets_them_join_again(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));
    pass_ms(ROOM_READMIT_MS + 1);

    assert_accepted(say(ANA, "{'type':'readmit','player':'%s'}", id_of(BOB)));

    assert_true(person(BOB)->has_left);
    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));
}

static void a_kick_in_a_game_keeps_the_seat_for_a_readmission(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));
    assert_int_equal(person(BOB)->seat, 1);

    assert_accepted(say(ANA, "{'type':'readmit','player':'%s'}", id_of(BOB)));

    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
}

static void some_people_cannot_be_kicked(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = table->member[table->member_of_seat[2]].player;

    assert_refused(say(ANA, "{'type':'kick','player':'%s'}", id_of(ANA)), "bad_target");
    assert_refused(say(ANA, "{'type':'kick','player':'%s'}", id_of(bot)), "bad_target");
    assert_refused(say(ANA, "{'type':'kick','player':'%s'}", id_of(EVE)), "bad_target");
    assert_refused(say(ANA, "{'type':'readmit','player':'%s'}", id_of(BOB)), "bad_target");
}

static void presence_names_the_side(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'weather'}"));

    assert_accepted(clock_says("mark_away", ANA));
    assert_true(is_told(BOB, "'type':'player_disconnected'"));
    assert_true(is_told(BOB, "'role':'weather'"));
    assert_accepted(clock_says("mark_away", ANA));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(clock_says("mark_back", ANA));
    assert_true(is_told(BOB, "'type':'player_reconnected'"));
    assert_accepted(clock_says("mark_back", ANA));
    assert_int_equal(turn->event_count, 0);
    assert_refused(clock_says("mark_away", EVE), "bad_target");
    assert_refused(clock_says("mark_back", EVE), "bad_target");
}

static void a_newcomer_gets_an_animal_that_nobody_chose(void **unused)
{
    (void)unused;
    seat_people("coinflip", 1);
    assert_accepted(say(ANA, "{'type':'set_face','animal':1,'colour':0}"));
    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}")); /* whose would be 1 */
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}")); /* and 2 */

    int ana = room_animal(table, room_member_of(table, ANA));
    int bob = room_animal(table, room_member_of(table, BOB));
    int cat = room_animal(table, room_member_of(table, CAT));
    assert_int_equal(ana, 1);
    assert_true(bob != ana && cat != ana && bob != cat);
    assert_log_replays();
}

static void a_text_that_may_be_absent_may(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    struct room_command kick = { .player = ANA, .kind = ROOM_KICK, .arg = { BOB } };
    struct room_command say_nothing = { .player = 0, .kind = ROOM_ADMIN_SAY };

    assert_accepted(decide(&kick));
    assert_refused(decide(&say_nothing), "bad_argument");

    assert_true(person(BOB)->was_kicked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_creator_is_host_and_sits),
        TEST(a_room_without_people_is_the_first_visitors),
        TEST(the_server_may_choose_id_and_code),
        TEST(a_room_is_created_only_as_the_game_allows),
        TEST(options_can_be_given_at_creation),
        TEST(a_room_speaks_its_creators_language),
        TEST(a_room_that_names_no_language_speaks_english),
        TEST(names_are_unique_and_can_be_shown),
        TEST(a_name_that_cannot_be_shown_is_refused_by_the_room_too),
        TEST(a_narrator_who_left_comes_back_to_the_grimoire),
        TEST(a_narrator_who_comes_back_keeps_the_name),
        TEST(who_opens_a_narrated_game_to_watch_does_not_narrate),
        TEST(a_name_can_be_changed_between_games),
        TEST(everybody_picks_an_animal_that_is_free),
        TEST(a_newcomer_gets_no_animal_that_was_picked),
        TEST(the_host_names_the_bots),
        TEST(joining_twice_is_nothing_new),
        TEST(whoever_finds_no_chair_watches),
        TEST(spectators_can_be_limited_and_forbidden),
        TEST(nobody_new_comes_into_a_locked_table),
        TEST(a_password_opens_a_locked_table_and_is_told_to_nobody),
        TEST(a_latecomer_watches_and_is_dealt_in_next_time),
        TEST(leaving_the_lobby_closes_the_ring),
        TEST(leaving_a_game_keeps_the_seat),
        TEST(who_comes_back_keeps_the_score),
        TEST(entries_of_people_who_left_are_used_again),
        TEST(a_room_can_be_full),
        TEST(the_host_hands_over),
        TEST(nobody_absent_and_no_bot_becomes_host),
        TEST(the_crown_passes_clockwise_when_the_host_is_gone),
        TEST(a_host_who_returns_in_time_stays),
        TEST(a_host_who_was_away_becomes_host_again),
        TEST(a_crown_given_away_by_hand_is_not_given_back),
        TEST(a_host_who_leaves_is_replaced_at_once),
        TEST(the_last_to_leave_stays_host_until_somebody_comes),
        TEST(an_absent_table_wakes_with_whoever_comes_first),
        TEST(a_kicked_person_cannot_come_back),
        TEST(a_kick_is_remembered_however_many_come_and_go),
        TEST(a_kicked_person_does_not_act_through_the_bot_in_the_seat),
        TEST(a_kicked_seat_sees_only_what_the_public_sees),
        TEST(a_kick_can_be_undone_for_ten_seconds),
        TEST(a_later_readmission_only_lets_them_join_again),
        TEST(a_kick_in_a_game_keeps_the_seat_for_a_readmission),
        TEST(some_people_cannot_be_kicked),
        TEST(presence_names_the_side),
        TEST(a_newcomer_gets_an_animal_that_nobody_chose),
        TEST(a_text_that_may_be_absent_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
