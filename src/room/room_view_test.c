/* Who sees what. */
#include "room/fixture_test.h"

#include <stdio.h>

static const char *poster(void)
{
    static char text[16 * 1024];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_poster(table, &out);
    json_end(&out);
    assert_false(out.overflow);
    return text;
}

static bool may(int64_t player, const char *action)
{
    char quoted[64];
    const char *actions = strstr(view_of(player), "\"actions\":[");
    if (!actions)
        return false;
    snprintf(quoted, sizeof quoted, "\"%s\"", action);
    const char *found = strstr(actions, quoted);
    return found && found < strchr(actions, ']');
}

static void people_are_listed_as_they_sit(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'reorder_seats','order':['%s','%s','%s']}", id_of(CAT),
                        id_of(BOB), id_of(ANA)));

    const char *view = view_of(DAN);

    assert_true(strstr(view, "\"Cat\"") < strstr(view, "\"Bob\""));
    assert_true(strstr(view, "\"Bob\"") < strstr(view, "\"Ana\""));
    assert_true(strstr(view, "\"Ana\"") < strstr(view, "\"Dan\""));
}

static void a_viewer_sees_themselves(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_true(sees(BOB, "'you':{'player'"));
    assert_true(sees(ANA, "'is_host':true"));
    assert_true(sees(0, "'you':null"));
    assert_true(sees(STRANGER, "'you':null"));
}

static void the_lobby_says_what_stands_against_a_start(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_true(sees(ANA, "'start':{'is_possible':false,'problem':'too_few_players'"));

    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    assert_true(sees(ANA, "'start':{'is_possible':true,'problem':null"));
}

static void the_lobby_tells_which_team_the_cards_favour(void **unused)
{
    (void)unused;
    seat_people("onenight", 3);
    assert_true(sees(BOB, "'balance':-2"));

    assert_accepted(
        say(ANA, "{'type':'set_options','options':{'villager':0,'mason':2,'pool':true}}"));

    assert_true(sees(BOB, "'balance':2"));
}

static void actions_follow_rights_and_phase(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_true(may(ANA, "start") && may(ANA, "add_bot") && may(ANA, "kick"));
    assert_false(may(BOB, "start") || may(BOB, "kick") || may(BOB, "tick"));
    assert_true(may(BOB, "stand"));
    assert_false(may(BOB, "sit") || may(BOB, "select_role") || may(BOB, "take_next_seat"));
    assert_accepted(say(ANA, "{'type':'start_roll_call'}"));
    assert_true(may(BOB, "take_next_seat"));

    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_true(may(ANA, "pause") && may(ANA, "skip") && may(ANA, "extend"));
    assert_false(may(ANA, "resume") || may(ANA, "start") || may(ANA, "next_game"));
    assert_true(may(BOB, "void_vote"));
    assert_false(may(BOB, "confirm_claim") || may(BOB, "rewind"));
    assert_false(may(0, "join"));
}

static const char *moves_for(int64_t player, struct room_scratch *scratch)
{
    static char text[64 * 1024];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_view_game(table, player, scratch, &out);
    json_end(&out);
    return text;
}

static void a_view_that_was_kept_is_nobody_elses(void **unused)
{
    (void)unused;
    static struct room_scratch shared, fresh;
    static char first[64 * 1024];
    start_with("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));

    text_copy(first, sizeof first, moves_for(BOB, &shared));
    assert_null(strstr(moves_for(ANA, &shared), "\"own_guess\":\"heads\""));

    assert_non_null(strstr(first, "\"own_guess\":\"heads\""));
    assert_string_equal(moves_for(BOB, &shared), first);
    memset(&fresh, 0, sizeof fresh);
    assert_string_equal(moves_for(BOB, &fresh), first);
}

static void the_smaller_view_is_part_of_the_whole(void **unused)
{
    (void)unused;
    static char text[64 * 1024];
    static struct room_scratch scratch;
    struct json out;
    start_with("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));

    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_view_game(table, BOB, &scratch, &out);
    json_end(&out);

    assert_non_null(strstr(view_of(BOB), text + 1));
    assert_non_null(strstr(text, "\"clock\"") && strstr(text, "\"awaited\"") ? text : NULL);
}

static void a_seats_secret_is_seen_from_that_seat_alone(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));

    assert_true(is_told(BOB, "'side':'heads'"));
    assert_true(sees(BOB, "'own_guess':'heads'"));
    assert_false(is_told(ANA, "heads"));
    assert_true(is_told(ANA, "guess_made"));
    assert_false(sees(ANA, "'own_guess':'heads'"));
    assert_false(sees(0, "'own_guess':'heads'"));
}

static void spectators_see_what_the_table_sees(void **unused)
{
    (void)unused;
    static char of_cat[64 * 1024];
    start_with("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));

    strcpy(of_cat, strstr(view_of(CAT), "\"clock\""));

    assert_string_equal(of_cat, strstr(view_of(0), "\"clock\""));
}

static void the_sequence_goes_on_from_watching_to_joining(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say(ANA, "{'type':'chat','text':'hello'}"));
    int64_t seen = room_told(table, BOB);

    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    char first[64];
    snprintf(first, sizeof first, "[{'seq':%d,'type':'player_joined'", (int)seen + 1);
    assert_true(is_told(BOB, first));
}

static seat_set deal_to_owner;

static enum refusal deal_secretly(struct game_turn *game_turn, const struct game_command *command)
{
    if (command->kind != COMMAND_START)
        return REFUSED_WRONG_PHASE;
    for (int seat = 0; seat < 2; seat++)
        game_emit(game_turn, (struct game_event){ .kind = 2,
                                                  .told = seat_bit(seat) & deal_to_owner,
                                                  .arg = { seat, seat + 1 } });
    return ACCEPTED;
}

/* The last role is taken, and in the same batch the cards are dealt: the new player must get theirs. */
static void whoever_sits_down_and_is_dealt_in_at_once_learns_their_card(void **unused)
{
    (void)unused;
    static const char *const sides[] = { "left", "right", NULL };
    struct game *game = bend("coinflip");
    game->sides = sides;
    game->is_duel = true;
    game->decide = deal_secretly;
    deal_to_owner = SEATS_ALL;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'select_role','role':'right'}"));

    assert_accepted(say(BOB, "{'type':'select_role','role':'left'}"));

    assert_true(is_told(BOB, "'type':'guess_made','kind':'game','seat':1"));
    assert_false(is_told(BOB, "'type':'guess_made','kind':'game','seat':0"));
    assert_true(is_told(ANA, "'type':'guess_made','kind':'game','seat':0"));
    assert_false(is_told(CAT, "'type':'guess_made','kind':'game','seat'"));
}

static void the_poster_shows_who_sits_and_nothing_more(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));

    assert_non_null(strstr(poster(), "\"name\":\"Bob\""));
    assert_non_null(strstr(poster(), "\"phase\":\"playing\""));
    assert_null(strstr(poster(), "score"));
    assert_null(strstr(poster(), "guess"));
    assert_null(strstr(poster(), "commitment"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(people_are_listed_as_they_sit),
        TEST(a_viewer_sees_themselves),
        TEST(the_lobby_says_what_stands_against_a_start),
        TEST(the_lobby_tells_which_team_the_cards_favour),
        TEST(actions_follow_rights_and_phase),
        TEST(a_view_that_was_kept_is_nobody_elses),
        TEST(the_smaller_view_is_part_of_the_whole),
        TEST(a_seats_secret_is_seen_from_that_seat_alone),
        TEST(spectators_see_what_the_table_sees),
        TEST(the_sequence_goes_on_from_watching_to_joining),
        TEST(whoever_sits_down_and_is_dealt_in_at_once_learns_their_card),
        TEST(the_poster_shows_who_sits_and_nothing_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
