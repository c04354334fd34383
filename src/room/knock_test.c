/* The door of a locked table: who knocks, who answers, and what strangers cannot do there. */
#include "room/fixture_test.h"

/* Ana and Bob at a locked table. */
static int a_locked_table(void **unused)
{
    setup_table(unused);
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
    return 0;
}

#define AT_THE_DOOR(name) cmocka_unit_test_setup(name, a_locked_table)

static bool knock(int64_t player, const char *name)
{
    return say(player, "{'type':'knock','name':'%s'}", name);
}

static bool answer(int64_t who, int64_t player, const char *yes)
{
    return say(who, "{'type':'answer_knock','player':'%s','yes':%s}", id_of(player), yes);
}

static void whoever_knocks_is_seen_with_name_and_animal(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));

    assert_true(is_told(BOB, "'type':'knocked'"));
    assert_true(is_told(BOB, "'name':'Cat'"));
    assert_true(sees(BOB, "'knocks':["));
    assert_true(sees(BOB, "'look':122")); /* the third animal: the first two are at the table */
    assert_true(sees(BOB, "'answer_knock'"));
    assert_true(room_member_of(table, CAT) < 0);
    assert_true(sees(CAT, "'you':null"));
}

static void anybody_with_a_place_lets_them_in(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));

    assert_accepted(answer(BOB, CAT, "true"));

    assert_true(is_told(ANA, "'let_in':true"));
    assert_int_equal(person(CAT)->seat, 2);
    assert_int_equal(room_animal(table, room_member_of(table, CAT)), 2);
    assert_int_equal(table->knock_count, 0);
    assert_false(sees(BOB, "'answer_knock'"));
    assert_true(table->is_locked);
}

static void they_keep_the_animal_that_was_seen(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_accepted(knock(DAN, "Dan"));

    assert_accepted(answer(ANA, DAN, "true"));
    assert_accepted(answer(ANA, CAT, "true"));

    assert_int_equal(room_animal(table, room_member_of(table, CAT)), 2);
    assert_int_equal(room_animal(table, room_member_of(table, DAN)), 3);
}

static void a_refused_person_cannot_knock_again(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_accepted(answer(ANA, CAT, "false"));

    assert_true(is_told(CAT, "'denied':true"));
    assert_refused(knock(CAT, "Cat"), "not_allowed");
    assert_accepted(knock(DAN, "Cat"));
    /* When the table is locked anew, everybody may ask again. */
    assert_accepted(say(ANA, "{'type':'set_lock','locked':false}"));
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
    assert_accepted(knock(CAT, "Cat2"));
}

static void only_people_of_the_table_answer(void **unused)
{
    (void)unused;
    assert_accepted(say(ANA, "{'type':'set_lock','locked':false}"));
    assert_accepted(say(EVE, "{'type':'join','name':'Eve','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
    assert_accepted(knock(CAT, "Cat"));

    assert_refused(answer(CAT, CAT, "true"), "not_member");
    assert_refused(answer(EVE, CAT, "true"), "not_allowed");
    assert_refused(answer(ANA, DAN, "true"), "bad_target");
    assert_false(sees(EVE, "'answer_knock'"));
    assert_accepted(say(ANA, "{'type':'stand'}")); /* the host needs no chair */
    assert_accepted(answer(ANA, CAT, "true"));
}

/* Strangers from number `first` on. Some are refused where the door is full. */
static void a_crowd_knocks(int first, int count)
{
    for (int i = first; i < first + count; i++)
        say(STRANGER + i, "{'type':'knock','name':'S%d'}", i);
}

static bool is_at_the_door(int64_t player)
{
    for (int i = 0; i < table->knock_count; i++)
        if (table->knock[i].player == player)
            return true;
    return false;
}

static void six_wait_and_the_oldest_gives_way_after_ten_seconds(void **unused)
{
    (void)unused;
    a_crowd_knocks(0, ROOM_KNOCKS);
    assert_int_equal(table->knock_count, ROOM_KNOCKS);
    pass_ms(ROOM_KNOCK_YIELDS_MS);

    assert_accepted(knock(CAT, "Cat"));

    assert_int_equal(table->knock_count, ROOM_KNOCKS);
    assert_false(sees(ANA, "'S0'"));
    assert_true(sees(ANA, "'S1'"));
    assert_true(sees(ANA, "'Cat'"));
    assert_accepted(
        say(STRANGER, "{'type':'knock','name':'S0'}")); /* the others have waited, too */
}

static void nobody_but_the_latest_gives_way_before_ten_seconds(void **unused)
{
    (void)unused;
    a_crowd_knocks(0, ROOM_KNOCKS);
    pass_ms(ROOM_KNOCK_YIELDS_MS - 1);

    a_crowd_knocks(ROOM_KNOCKS, 30);

    assert_int_equal(table->knock_count, ROOM_KNOCKS);
    for (int i = 0; i < ROOM_KNOCKS - 1; i++)
        assert_true(is_at_the_door(STRANGER + i));
    assert_false(is_at_the_door(STRANGER + ROOM_KNOCKS - 1)); /* 30 lots against one */
}

static void a_lot_is_told_to_nobody(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_true(is_told(BOB, "'type':'knocked'"));
    assert_false(is_told(BOB, "'lot'"));
    assert_false(is_told(CAT, "'lot'"));
    assert_false(sees(BOB, "'lot'"));
}

/* How often, of `evenings`, Cat has a place at the door when ten people wanted the latest one. */
static int places_won(int evenings, int strangers_before, int strangers_after)
{
    int won = 0;
    for (int seed = 1; seed <= evenings; seed++) {
        clear_table(seed);
        seat_people("coinflip", 2);
        assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
        a_crowd_knocks(0, ROOM_KNOCKS + strangers_before);
        knock(CAT, "Cat");
        a_crowd_knocks(ROOM_KNOCKS + strangers_before, strangers_after);
        won += is_at_the_door(CAT);
    }
    return won;
}

static void ten_people_who_want_one_place_have_equal_chances_whenever_they_come(void **unused)
{
    (void)unused;
    /* 60 of 600 are expected; six standard deviations are 44. */
    for (int before = 0; before <= 8; before += 4) {
        int won = places_won(600, before, 8 - before);
        assert_in_range(won, 60 - 44, 60 + 44);
    }
}

static void a_password_opens_however_many_stand_at_the_door(void **unused)
{
    (void)unused;
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true,'password':'hedgehog'}"));
    a_crowd_knocks(0, 30);

    assert_accepted(say(CAT, "{'type':'join','name':'Cat','password':'hedgehog'}"));

    assert_int_equal(person(CAT)->seat, 2);
}

static void nobody_waits_for_ever(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_int_equal(room_deadline(table), now_ms + ROOM_KNOCK_MS);

    tick_at_deadline();

    assert_true(happened("knock_ended"));
    assert_int_equal(table->knock_count, 0);
    assert_accepted(knock(CAT, "Cat")); /* that was no answer */
}

static void knocking_twice_is_knocking_once(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));

    assert_accepted(knock(CAT, "Cat"));

    assert_int_equal(turn->event_count, 0);
    assert_int_equal(table->knock_count, 1);
}

static void whoever_stops_knocking_is_gone_from_the_door(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_accepted(knock(DAN, "Dan"));

    assert_accepted(say(CAT, "{'type':'stop_knocking'}"));

    assert_int_equal(table->knock_count, 1);
    assert_refused(answer(ANA, CAT, "true"), "bad_target");
    assert_accepted(say(CAT, "{'type':'stop_knocking'}"));
    assert_int_equal(turn->event_count, 0);
}

static void a_name_at_the_table_or_the_door_is_taken(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_refused(knock(DAN, "Cat"), "name_taken");
    assert_refused(knock(DAN, "Ana"), "name_taken");
    assert_refused(say(DAN, "{'type':'knock','name':''}"), "bad_name");
}

static void a_name_that_was_taken_meanwhile_keeps_them_at_the_door(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_accepted(say(BOB, "{'type':'rename','name':'Cat'}"));

    assert_refused(answer(ANA, CAT, "true"), "name_taken");

    assert_int_equal(table->knock_count, 1);
    assert_accepted(say(ANA, "{'type':'set_lock','locked':false}"));
    assert_int_equal(table->knock_count, 0);
    assert_true(room_member_of(table, CAT) < 0);
}

static void opening_the_table_lets_in_all_who_wait(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_accepted(say(DAN, "{'type':'knock','name':'Dan','as_spectator':true}"));

    assert_accepted(say(ANA, "{'type':'set_lock','locked':false}"));

    assert_int_equal(person(CAT)->seat, 2);
    assert_int_equal(person(DAN)->seat, -1);
    assert_int_equal(table->knock_count, 0);
}

static void the_password_opens_and_ends_the_knock(void **unused)
{
    (void)unused;
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true,'password':'hedgehog'}"));
    assert_accepted(knock(CAT, "Cat"));

    assert_accepted(say(CAT, "{'type':'join','name':'Cat','password':'hedgehog'}"));

    assert_true(room_member_of(table, CAT) >= 0);
    assert_int_equal(table->knock_count, 0);
}

static void at_an_open_table_a_knock_is_a_step_inside(void **unused)
{
    (void)unused;
    assert_accepted(say(ANA, "{'type':'set_lock','locked':false}"));
    assert_accepted(knock(CAT, "Cat"));
    assert_int_equal(person(CAT)->seat, 2);
}

static void a_member_who_left_does_not_have_to_knock(void **unused)
{
    (void)unused;
    assert_accepted(say(BOB, "{'type':'leave'}"));
    assert_accepted(knock(BOB, "Bob"));
    assert_false(person(BOB)->has_left);
}

static void during_a_game_they_come_in_to_watch(void **unused)
{
    (void)unused;
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_accepted(knock(CAT, "Cat"));

    assert_accepted(answer(BOB, CAT, "true"));

    assert_int_equal(person(CAT)->seat, -1);
    assert_true(person(CAT)->wants_seat);
}

static void where_nobody_watches_nobody_knocks_during_a_game(void **unused)
{
    (void)unused;
    assert_accepted(say(ANA, "{'type':'set_spectators','allowed':false}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_refused(knock(CAT, "Cat"), "not_allowed");
}

static void kicked_people_do_not_knock(void **unused)
{
    (void)unused;
    assert_accepted(knock(CAT, "Cat"));
    assert_accepted(answer(ANA, CAT, "true"));
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(CAT)));

    assert_refused(knock(CAT, "Cat"), "kicked");
}

/* Entries of kicked people */

static void kick_a_crowd(int count)
{
    for (int i = 0; i < count; i++) {
        assert_accepted(say(STRANGER + i, "{'type':'join','name':'S%d','as_spectator':true}", i));
        assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(STRANGER + i)));
    }
}

static void kicks_fill_no_table(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    kick_a_crowd(ROOM_MEMBERS_MAX + 10);

    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));
    for (int i = 0; i < ROOM_MEMBERS_MAX + 10; i++)
        assert_refused(say(STRANGER + i, "{'type':'join','name':'T%d'}", i), "kicked");
    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "kicked");
    assert_refused(say(STRANGER, "{'type':'knock','name':'T'}"), "kicked");
    assert_log_replays();
}

static void a_kick_whose_entry_is_gone_can_be_taken_back(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    kick_a_crowd(ROOM_MEMBERS_MAX);
    assert_true(room_member_of(table, STRANGER) < 0);

    assert_accepted(say(ANA, "{'type':'readmit','player':'%s'}", id_of(STRANGER)));

    assert_accepted(say(STRANGER, "{'type':'join','name':'S0'}"));
    assert_refused(say(ANA, "{'type':'readmit','player':'%s'}", id_of(STRANGER)), "bad_target");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_THE_DOOR(whoever_knocks_is_seen_with_name_and_animal),
        AT_THE_DOOR(anybody_with_a_place_lets_them_in),
        AT_THE_DOOR(they_keep_the_animal_that_was_seen),
        AT_THE_DOOR(a_refused_person_cannot_knock_again),
        AT_THE_DOOR(only_people_of_the_table_answer),
        AT_THE_DOOR(six_wait_and_the_oldest_gives_way_after_ten_seconds),
        AT_THE_DOOR(nobody_but_the_latest_gives_way_before_ten_seconds),
        AT_THE_DOOR(a_lot_is_told_to_nobody),
        TEST(ten_people_who_want_one_place_have_equal_chances_whenever_they_come),
        AT_THE_DOOR(a_password_opens_however_many_stand_at_the_door),
        AT_THE_DOOR(nobody_waits_for_ever),
        AT_THE_DOOR(knocking_twice_is_knocking_once),
        AT_THE_DOOR(whoever_stops_knocking_is_gone_from_the_door),
        AT_THE_DOOR(a_name_at_the_table_or_the_door_is_taken),
        AT_THE_DOOR(a_name_that_was_taken_meanwhile_keeps_them_at_the_door),
        AT_THE_DOOR(opening_the_table_lets_in_all_who_wait),
        AT_THE_DOOR(the_password_opens_and_ends_the_knock),
        AT_THE_DOOR(at_an_open_table_a_knock_is_a_step_inside),
        AT_THE_DOOR(a_member_who_left_does_not_have_to_knock),
        AT_THE_DOOR(during_a_game_they_come_in_to_watch),
        AT_THE_DOOR(where_nobody_watches_nobody_knocks_during_a_game),
        AT_THE_DOOR(kicked_people_do_not_knock),
        TEST(kicks_fill_no_table),
        TEST(a_kick_whose_entry_is_gone_can_be_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
