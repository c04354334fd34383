/* A seat moves to another device, and is never stolen. */
#include "room/fixture_test.h"

static const char *code_of(int64_t player)
{
    static char text[WORD_TEXT_SIZE];
    word_write(text, person(player)->transfer_code);
    return text;
}

static void a_code_moves_the_seat(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));

    assert_accepted(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code_of(BOB)));

    assert_int_equal(person(STRANGER)->seat, 1);
    assert_string_equal(person(STRANGER)->name, "Bob");
    assert_int_equal(room_member_of(table, BOB), -1);
    assert_int_equal(room_viewer(table, BOB), SEAT_PUBLIC);
    assert_refused(say(BOB, "{'type':'guess','side':'heads'}"), "not_member");
    assert_true(sees(STRANGER, "'own_guess':'heads'"));
}

static void a_code_is_shown_to_its_holder_alone(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));

    assert_true(is_told(BOB, code_of(BOB)));
    assert_true(sees(BOB, code_of(BOB)));
    for (int64_t player = ANA; player <= CAT; player += 2) {
        assert_string_equal(told_to(player), "[]");
        assert_false(sees(player, code_of(BOB)));
    }
    assert_string_equal(told_to(0), "[]");
}

static void a_code_works_once_and_not_for_ever(void **unused)
{
    (void)unused;
    char code[WORD_TEXT_SIZE];
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    strcpy(code, code_of(BOB));
    pass_ms(ROOM_TRANSFER_MS);
    assert_refused(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code), "bad_code");
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    assert_refused(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code), "bad_code");
    strcpy(code, code_of(BOB));
    assert_accepted(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code));

    assert_refused(say(EVE, "{'type':'use_transfer_code','code':'%s'}", code), "bad_code");
}

static void small_letters_will_do(void **unused)
{
    (void)unused;
    char code[WORD_TEXT_SIZE];
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    strcpy(code, code_of(BOB));
    for (char *c = code; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;

    assert_accepted(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code));
}

static void codes_need_a_seat_to_move(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    assert_refused(say(CAT, "{'type':'make_transfer_code'}"), "not_seated");
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));

    assert_refused(say(ANA, "{'type':'use_transfer_code','code':'%s'}", code_of(BOB)),
                   "not_allowed");
    assert_refused(say(CAT, "{'type':'use_transfer_code','code':'WRONG'}"), "bad_code");
    assert_refused(say(CAT, "{'type':'use_transfer_code','code':''}"), "bad_code");
    assert_accepted(say(CAT, "{'type':'use_transfer_code','code':'%s'}", code_of(BOB)));
    assert_string_equal(person(CAT)->name, "Bob");
}

static void a_host_stays_host_on_the_new_device(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'make_transfer_code'}"));

    assert_accepted(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code_of(ANA)));

    assert_int_equal(table->host, room_member_of(table, STRANGER));
    assert_accepted(say(STRANGER, "{'type':'start'}"));
}

static void a_spectating_host_keeps_the_crown_on_taking_a_seat(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'stand'}"));
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));

    assert_accepted(say(ANA, "{'type':'use_transfer_code','code':'%s'}", code_of(BOB)));

    assert_int_equal(table->host, room_member_of(table, ANA));
    assert_int_equal(person(ANA)->seat, 0);
    assert_accepted(say(ANA, "{'type':'start'}"));
}

static void a_narrator_moves_too(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'make_transfer_code'}"));
    assert_true(is_told(ANA, code_of(ANA)));
    assert_string_equal(told_to(BOB), "[]");

    assert_accepted(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code_of(ANA)));

    assert_int_equal(room_viewer(table, STRANGER), SEAT_NARRATOR);
    assert_int_equal(room_viewer(table, ANA), SEAT_PUBLIC);
}

/* Claims */

static void claim(int64_t asker, int64_t holder)
{
    assert_accepted(say(asker, "{'type':'claim_seat','player':'%s'}", id_of(holder)));
    assert_int_equal(table->claim_player, asker);
}

static bool confirm(int64_t who, int64_t asker, bool yes)
{
    return say(who, "{'type':'confirm_claim','player':'%s','yes':%s}", id_of(asker),
               yes ? "true" : "false");
}

static void in_the_lobby_the_host_gives_an_absent_players_seat_to_a_new_phone(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_true(is_told(CAT, "'name':'Bob'"));
    assert_true(sees(CAT, "'claim':{'player'"));

    assert_accepted(confirm(ANA, STRANGER, true));

    assert_int_equal(person(STRANGER)->seat, 1);
    assert_int_equal(room_member_of(table, BOB), -1);
    assert_int_equal(table->claim_player, 0);
}

static void be_away_for_long(int64_t player)
{
    assert_accepted(clock_says("mark_away", player));
    pass_ms(ROOM_AWAY_MS);
}

static void during_a_game_it_takes_everybody_who_is_present(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    be_away_for_long(BOB);
    claim(STRANGER, BOB);
    assert_accepted(confirm(ANA, STRANGER, true)); /* the host is a player like any other */
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_int_equal(room_member_of(table, STRANGER), -1);
    assert_true(sees(EVE, "'missing':['"));

    assert_accepted(confirm(DAN, STRANGER, true));

    assert_int_equal(person(STRANGER)->seat, 1);
    assert_true(is_told(CAT, "seat_moved"));
}

static void one_no_during_a_game_is_enough(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    be_away_for_long(BOB);
    claim(STRANGER, BOB);
    assert_accepted(confirm(ANA, STRANGER, true));

    assert_accepted(confirm(DAN, STRANGER, false));

    assert_int_equal(table->claim_player, 0);
    assert_true(is_told(ANA, "'denied':true"));
    assert_int_equal(person(BOB)->seat, 1);
}

static void nobody_is_away_before_a_minute_has_passed(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'pause'}"));
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_accepted(confirm(ANA, STRANGER, true));
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_int_equal(person(BOB)->seat, 1);
    assert_int_equal(room_deadline(table), now_ms + ROOM_AWAY_MS);

    tick_at_deadline();

    assert_int_equal(person(STRANGER)->seat, 1);
}

static void who_has_just_gone_must_still_be_asked(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    be_away_for_long(BOB);
    claim(STRANGER, BOB);
    assert_accepted(confirm(ANA, STRANGER, true));
    assert_accepted(confirm(CAT, STRANGER, true));

    assert_accepted(clock_says("mark_away", DAN));

    assert_int_equal(person(BOB)->seat, 1);
}

static void a_host_left_alone_does_not_decide_for_all(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(CAT)));
    assert_accepted(say(DAN, "{'type':'leave'}"));
    pass_ms(ROOM_AWAY_MS);
    claim(STRANGER, BOB);

    assert_accepted(confirm(ANA, STRANGER, true));

    assert_int_equal(person(BOB)->seat, 1);
    assert_int_equal(room_viewer(table, STRANGER), SEAT_PUBLIC);
}

static void the_seat_of_somebody_kicked_cannot_be_had(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));
    pass_ms(ROOM_AWAY_MS);

    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "bad_target");

    assert_accepted(say(CAT, "{'type':'guess','side':'heads'}")); /* the game goes on */
    assert_int_equal(person(BOB)->seat, 1);
}

static void a_kick_ends_a_claim_on_the_seat(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    be_away_for_long(BOB);
    claim(STRANGER, BOB);
    assert_accepted(confirm(CAT, STRANGER, true));

    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));

    assert_int_equal(table->claim_player, 0);
}

static void in_the_lobby_two_players_give_it_too_and_one_does_not(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_int_equal(room_member_of(table, STRANGER), -1);

    assert_accepted(confirm(DAN, STRANGER, true));

    assert_int_equal(person(STRANGER)->seat, 1);
}

static void between_two_the_opponent_decides(void **unused)
{
    (void)unused;
    seat_people("journeyman", 3);
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(CAT)));
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    be_away_for_long(BOB);
    claim(STRANGER, BOB);

    assert_accepted(confirm(CAT, STRANGER, true)); /* the host, who watches */
    assert_accepted(confirm(ANA, STRANGER, true));

    assert_int_equal(person(STRANGER)->side, 1);
    assert_false(table->is_waiting);
}

static void nobody_takes_the_seat_of_somebody_present(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    claim(STRANGER, BOB);

    assert_accepted(confirm(ANA, STRANGER, true));
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_accepted(confirm(DAN, STRANGER, true));

    assert_int_equal(person(BOB)->seat, 1);
    assert_int_equal(room_member_of(table, STRANGER), -1);
    assert_accepted(confirm(BOB, STRANGER, true));
    assert_int_equal(person(STRANGER)->seat, 1);
}

static void nobody_confirms_their_own_claim(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan'}"));
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(DAN)));
    be_away_for_long(BOB);
    claim(DAN, BOB); /* the host, watching, asks for an absent player's seat */

    assert_refused(confirm(DAN, DAN, true), "not_allowed");
    assert_accepted(confirm(ANA, DAN, true));
    assert_int_equal(person(DAN)->seat, -1);
    assert_accepted(confirm(CAT, DAN, true));
    assert_int_equal(person(DAN)->seat, 1);
}

static void spectators_and_strangers_have_no_say(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan'}"));
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);

    assert_refused(confirm(DAN, STRANGER, true), "not_allowed");
    assert_refused(confirm(EVE, STRANGER, true), "not_member");
    assert_refused(confirm(STRANGER, STRANGER, true), "not_member");
    assert_refused(confirm(ANA, EVE, true), "bad_target");
}

static void the_holders_return_ends_the_claim(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_accepted(confirm(CAT, STRANGER, true));

    assert_accepted(clock_says("mark_back", BOB));

    assert_int_equal(table->claim_player, 0);
    assert_refused(confirm(DAN, STRANGER, true), "bad_target");
    assert_int_equal(person(BOB)->seat, 1);
}

static void in_the_lobby_a_refusal_by_the_host_is_final(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_accepted(confirm(CAT, STRANGER, false));
    assert_int_equal(table->claim_player, STRANGER);

    assert_accepted(confirm(ANA, STRANGER, false));

    assert_int_equal(table->claim_player, 0);
    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "not_allowed");
    pass_ms(ROOM_QUIET_MS);
    claim(EVE, BOB);
}

static void strangers_do_not_ask_all_evening(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    for (int i = 1; i <= 3; i++) {
        claim(STRANGER + i, BOB);
        assert_accepted(confirm(ANA, STRANGER + i, false));
        pass_ms(i * ROOM_QUIET_MS - 1);
        assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "not_now");
        pass_ms(1);
    }

    /* A person at the table is no stranger. */
    assert_accepted(say(EVE, "{'type':'join','name':'Eve','as_spectator':true}"));
    claim(STRANGER, BOB);
    assert_accepted(confirm(ANA, STRANGER, false));
    claim(EVE, BOB);
}

static void a_claim_runs_out(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'pause'}"));
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_int_equal(room_deadline(table), now_ms + ROOM_CLAIM_MS);
    assert_refused(say(EVE, "{'type':'claim_seat','player':'%s'}", id_of(CAT)), "not_now");

    tick_at_deadline();

    assert_int_equal(table->claim_player, 0);
    assert_int_equal(room_deadline(table), 0);
}

static void only_people_with_a_place_can_be_claimed(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = table->member[table->member_of_seat[2]].player;
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));

    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(bot)), "bad_target");
    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(CAT)), "bad_target");
    assert_refused(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(EVE)), "bad_target");
    assert_refused(say(BOB, "{'type':'claim_seat','player':'%s'}", id_of(ANA)), "not_allowed");
}

static void a_claim_ends_when_its_seat_is_gone(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);

    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));

    assert_int_equal(table->claim_player, 0);
}

static void a_code_ends_the_claim_that_it_makes_needless(void **unused)
{
    (void)unused;
    char code[WORD_TEXT_SIZE];
    start_with("coinflip", 4);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    strcpy(code, code_of(BOB));
    claim(STRANGER, BOB);

    assert_accepted(say(EVE, "{'type':'use_transfer_code','code':'%s'}", code));

    assert_int_equal(table->claim_player, 0);
    assert_int_equal(person(EVE)->seat, 1);
}

static void whoever_asks_and_then_finds_a_code_asks_no_more(void **unused)
{
    (void)unused;
    char code[WORD_TEXT_SIZE];
    start_with("coinflip", 4);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    strcpy(code, code_of(BOB));
    claim(STRANGER, CAT);

    assert_accepted(say(STRANGER, "{'type':'use_transfer_code','code':'%s'}", code));

    assert_int_equal(table->claim_player, 0);
    assert_int_equal(person(CAT)->seat, 2);
}

static void a_code_leaves_a_claim_of_others_alone(void **unused)
{
    (void)unused;
    char code[WORD_TEXT_SIZE];
    start_with("coinflip", 4);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    strcpy(code, code_of(BOB));
    claim(STRANGER, CAT);

    assert_accepted(say(EVE, "{'type':'use_transfer_code','code':'%s'}", code));

    assert_int_equal(table->claim_player, STRANGER);
}

static void a_code_dies_with_its_holders_place(void **unused)
{
    (void)unused;
    char code[WORD_TEXT_SIZE];
    start_with("coinflip", 4);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    strcpy(code, code_of(BOB));
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));

    assert_refused(say(EVE, "{'type':'use_transfer_code','code':'%s'}", code), "bad_code");
    assert_refused(say(0, "{'type':'use_transfer_code','code':'%s'}", code), "not_member");
}

static void who_has_left_is_no_witness(void **unused)
{
    (void)unused;
    seat_people("coinflip", 4);
    assert_accepted(clock_says("mark_away", BOB));
    claim(STRANGER, BOB);
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_accepted(say(CAT, "{'type':'leave'}"));

    assert_accepted(confirm(DAN, STRANGER, true));

    /* One of the two who agreed has gone, and the host has not answered. */
    assert_true(room_member_of(table, BOB) >= 0);
    assert_refused(confirm(CAT, STRANGER, true), "not_member");
}

static void a_claim_ends_when_its_author_sits_elsewhere(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));
    assert_accepted(clock_says("mark_away", BOB));
    claim(DAN, BOB);

    assert_accepted(say(DAN, "{'type':'sit'}"));

    assert_int_equal(table->claim_player, 0);
}

static void a_claim_ends_when_its_author_is_kicked(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan'}"));
    assert_accepted(clock_says("mark_away", BOB));
    claim(DAN, BOB);

    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(DAN)));

    assert_int_equal(table->claim_player, 0);
}

static void a_stranger_cannot_take_a_seat_by_name_or_by_joining(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(clock_says("mark_away", BOB));

    assert_refused(say(STRANGER, "{'type':'join','name':'Bob'}"), "name_taken");
    assert_accepted(say(STRANGER, "{'type':'join','name':'Bob 2'}"));
    assert_int_equal(person(STRANGER)->seat, -1);
    assert_refused(say(STRANGER, "{'type':'sit'}"), "wrong_phase");
    assert_refused(say(STRANGER, "{'type':'guess','side':'heads'}"), "not_seated");
}

static void a_bot_asks_for_no_seat(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = table->member[table->member_of_seat[2]].player;

    assert_refused(say(bot, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "not_allowed");
}

static void who_had_the_desk_may_ask_for_it_again_and_for_no_seat(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    start_with("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'hand_over_desk','player':'%s'}", id_of(DAN)));
    assert_true(person(DAN)->is_narrator);

    assert_refused(say(ANA, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "not_allowed");
    claim(ANA, DAN);
}

/* The host does not decide about the host's own seat: two of the others do, or the only one. */
static void the_seat_of_an_absent_host_is_the_others_to_give(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(clock_says("mark_away", ANA));
    claim(STRANGER, ANA);
    assert_accepted(confirm(BOB, STRANGER, true));
    assert_int_equal(room_member_of(table, STRANGER), -1); /* one of two */
    assert_accepted(confirm(CAT, STRANGER, true));
    assert_int_equal(person(STRANGER)->seat, 0);

    clear_table(2);
    seat_people("coinflip", 2);
    assert_accepted(clock_says("mark_away", ANA));
    claim(STRANGER, ANA);
    assert_int_equal(room_member_of(table, STRANGER), -1); /* none of one */
    assert_accepted(confirm(BOB, STRANGER, true));
    assert_int_equal(person(STRANGER)->seat, 0);
}

static void a_claim_ends_when_who_asks_comes_to_see_everything(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    be_away_for_long(BOB);
    claim(DAN, BOB);

    assert_accepted(say(DAN, "{'type':'ask_to_see'}"));
    for (int64_t player = ANA; player <= CAT; player++)
        assert_accepted(say(player, "{'type':'let_see','player':'%s','yes':true}", id_of(DAN)));

    assert_true(person(DAN)->sees_all);
    confirm(ANA, DAN, true);
    confirm(CAT, DAN, true);

    assert_int_equal(table->claim_player, 0);
    assert_int_equal(person(BOB)->seat, 1);
}

/* Bots hold no opinion: with them alone, one person besides the absent one does not decide for all. */
static void bots_are_no_people_whose_word_counts(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    be_away_for_long(BOB);
    claim(STRANGER, BOB);

    assert_accepted(confirm(ANA, STRANGER, true));

    assert_int_equal(person(STRANGER)->seat, 1); /* the only other person */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_code_moves_the_seat),
        TEST(a_code_is_shown_to_its_holder_alone),
        TEST(a_code_works_once_and_not_for_ever),
        TEST(small_letters_will_do),
        TEST(codes_need_a_seat_to_move),
        TEST(a_host_stays_host_on_the_new_device),
        TEST(a_spectating_host_keeps_the_crown_on_taking_a_seat),
        TEST(a_narrator_moves_too),
        TEST(in_the_lobby_the_host_gives_an_absent_players_seat_to_a_new_phone),
        TEST(during_a_game_it_takes_everybody_who_is_present),
        TEST(one_no_during_a_game_is_enough),
        TEST(nobody_is_away_before_a_minute_has_passed),
        TEST(who_has_just_gone_must_still_be_asked),
        TEST(a_host_left_alone_does_not_decide_for_all),
        TEST(the_seat_of_somebody_kicked_cannot_be_had),
        TEST(a_kick_ends_a_claim_on_the_seat),
        TEST(in_the_lobby_two_players_give_it_too_and_one_does_not),
        TEST(between_two_the_opponent_decides),
        TEST(nobody_takes_the_seat_of_somebody_present),
        TEST(nobody_confirms_their_own_claim),
        TEST(spectators_and_strangers_have_no_say),
        TEST(the_holders_return_ends_the_claim),
        TEST(in_the_lobby_a_refusal_by_the_host_is_final),
        TEST(strangers_do_not_ask_all_evening),
        TEST(a_claim_runs_out),
        TEST(only_people_with_a_place_can_be_claimed),
        TEST(a_claim_ends_when_its_seat_is_gone),
        TEST(a_code_ends_the_claim_that_it_makes_needless),
        TEST(whoever_asks_and_then_finds_a_code_asks_no_more),
        TEST(a_code_leaves_a_claim_of_others_alone),
        TEST(a_code_dies_with_its_holders_place),
        TEST(who_has_left_is_no_witness),
        TEST(a_claim_ends_when_its_author_sits_elsewhere),
        TEST(a_claim_ends_when_its_author_is_kicked),
        TEST(a_stranger_cannot_take_a_seat_by_name_or_by_joining),
        TEST(a_bot_asks_for_no_seat),
        TEST(who_had_the_desk_may_ask_for_it_again_and_for_no_seat),
        TEST(the_seat_of_an_absent_host_is_the_others_to_give),
        TEST(a_claim_ends_when_who_asks_comes_to_see_everything),
        TEST(bots_are_no_people_whose_word_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
