/* Phones: nobody stirs alone, and no length tells anything. */
#include "grimoire_test.h"

static void all_phones_stir_when_one_is_sent_something(void **unused)
{
    (void)unused;
    five();
    dusk();
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    for (int seat = 0; seat < 5; seat++) {
        int heard = 0;
        for (int i = 0; i < turn.event_count; i++)
            heard += game_event_reaches(&game_grimoire, &turn.event[i], seat);
        assert_int_equal(heard, seat == 3 ? 2 : 1);
        assert_true(grimoire_has_decoy(&state.table, &state.own[seat]));
    }
}

static void another_belief_is_sent_to_one_phone_and_stirs_all(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_EMPATH));
    assert_true(happened(GRIMOIRE_PHONES_STIRRED));
    assert_int_equal(state.own[0].character, ROLE_EMPATH);
}

static void a_choice_on_the_phone_is_the_storytellers_to_enter(void **unused)
{
    struct grimoire_view view = { 0 };
    (void)unused;
    five();
    dusk();
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 3, seat_bit(0), 0, 0, NULL));
    assert_true(works(0));
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_int_equal(view.answer[3], seat_bit(0));
    must(tells(GRIMOIRE_CHOOSE, view.answer[3], 0));
    assert_false(works(0));
}

static void a_decoy_is_answered_and_means_nothing(void **unused)
{
    struct grimoire_view view = { 0 };
    (void)unused;
    five();
    dusk();
    must_refuse(send_command(GRIMOIRE_ANSWER_PROMPT, 0, seat_bit(1), 0, 0, NULL),
                "nothing_to_answer");
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 0, seat_bit(1), 0, 0, NULL));
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_false(view.has_answered[0]);
}

/* Seat 3 is the Poisoner, seat 0 has nothing to do; nobody may see from the answers which is which. */
static void whoever_is_asked_a_phone_takes_and_refuses_the_same(void **unused)
{
    const seat_set taken[] = { seat_bit(3), seat_bit(0), SEATS2(0, 3), 7 };
    const seat_set refused[] = { SEATS_NONE, 15, seat_bit(5) };
    (void)unused;
    for (int i = 0; i < 4; i++) {
        five();
        dusk();
        open(3);
        must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
        for (int seat = 0; seat < 5; seat += 3) {
            for (int j = 0; j < 3; j++)
                must_refuse(send_command(GRIMOIRE_ANSWER_PROMPT, seat, refused[j], 0, 0, NULL), "");
            must(send_command(GRIMOIRE_ANSWER_PROMPT, seat, taken[i], 0, 0, NULL));
        }
    }
}

static void an_impossible_choice_is_the_storytellers_to_ask_again(void **unused)
{
    struct grimoire_view view = { 0 };
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    dusk();
    open(0);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 0, seat_bit(0), 0, 0, NULL));
    const struct grimoire_step *step = &state.secrets.step[state.secrets.open_step];
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_false(grimoire_phone_answers(&view, step));
    assert_true(grimoire_phone_cannot(&view, step));
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_false(grimoire_phone_cannot(&view, step));
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 0, seat_bit(1), 0, 0, NULL));
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_true(grimoire_phone_answers(&view, step));
    assert_false(grimoire_phone_cannot(&view, step));
}

static void an_answer_for_another_step_is_none(void **unused)
{
    struct grimoire_view view = { 0 };
    (void)unused;
    five();
    dusk();
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 3, seat_bit(0), 0, 0, NULL));
    struct grimoire_step other = state.secrets.step[state.secrets.open_step];
    other.kind = ROLE_MONK;
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_false(grimoire_phone_answers(&view, &other));
    assert_false(grimoire_phone_cannot(&view, &other));
}

static void the_latest_messages_are_kept(void **unused)
{
    (void)unused;
    five();
    for (int i = 0; i < GRIMOIRE_MESSAGES_MAX + 3; i++) {
        struct game_command show = { .kind = GRIMOIRE_SHOW,
                                     .seat = SEAT_NARRATOR,
                                     .arg = { 0, GRIMOIRE_ABOUT_TEXT, 0, 0, i },
                                     .text = "" };
        must(game_decide(&turn, &game_grimoire, &state, &show, now_ms, &rng));
    }
    assert_int_equal(state.own[0].message_count, GRIMOIRE_MESSAGES_MAX);
    assert_int_equal(state.own[0].message[0].answer.number, 3);
}

/* A player who knows all that can be known, with the longest script there can be. */
static void fill_everything(void)
{
    char ability[GRIMOIRE_ABILITY_SIZE];
    int custom = GRIMOIRE_CUSTOM_FIRST;
    memset(ability, 'a', sizeof ability - 1);
    ability[sizeof ability - 1] = '\0';
    must(send_command(GRIMOIRE_BEGIN_SCRIPT, SEAT_NARRATOR, 0, 0, 0, "Long"));
    for (int i = 0; i < GRIMOIRE_CUSTOM_MAX; i++)
        must(send_command(GRIMOIRE_ADD_CUSTOM, SEAT_NARRATOR, 1 + i % 4, 1, 1, "A long name"));
    while (send_command(GRIMOIRE_DESCRIBE_CUSTOM, SEAT_NARRATOR, custom, GRIMOIRE_PART_ABILITY, 0,
                        ability) == ACCEPTED)
        custom++;
    must_refuse(send_command(GRIMOIRE_DESCRIBE_CUSTOM, SEAT_NARRATOR, custom, GRIMOIRE_PART_ABILITY,
                             0, ability),
                "script_too_long");
    for (int i = 0; i < GRIMOIRE_MESSAGES_MAX; i++) {
        state.own[0].message[i].about = GRIMOIRE_ABOUT_TEXT;
        memset(state.own[0].message[i].text, 'a', GRIMOIRE_TEXT_SIZE - 1);
    }
    state.own[0].message_count = GRIMOIRE_MESSAGES_MAX;
    state.own[0].has_grimoire = true;
    for (int seat = 0; seat < GRIMOIRE_SEATS_MAX; seat++)
        state.own[0].page[seat] =
            (struct grimoire_page){ .character = (grimoire_character)(custom - 1),
                                    .belief = (grimoire_character)(custom - 1),
                                    .effects = 0xfe };
}

static size_t length_of_view(int viewer)
{
    static char text[64 * 1024];
    static struct grimoire_view view;
    struct json out;
    memset(&view, 0, sizeof view);
    game_grimoire.view(&state, viewer, &view);
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    game_grimoire.encode(&view, &out);
    json_end(&out);
    assert_false(out.overflow);
    return out.length;
}

/* The length of a message tells nothing as long as all fit one bucket, and those about moves what the public
 * is told and the most that a secret adds. */
static void the_longest_view_of_a_player_fits_the_bucket(void **unused)
{
    enum { REST_OF_A_MESSAGE = 4000 }; /* events, such as a grimoire page by page, and the clock */
    (void)unused;
    begin(GRIMOIRE_SEATS_MAX);
    fill_everything();
    size_t public = length_of_view(SEAT_PUBLIC), most = length_of_view(0) + REST_OF_A_MESSAGE;
    print_message("%zu of %d bytes, %zu public\n", most, game_grimoire.frame_bucket, public);
    assert_true(most < (size_t)game_grimoire.frame_bucket);
    assert_true(most < public + (size_t)game_grimoire.frame_secret);
}

RUN_TESTS(TEST(all_phones_stir_when_one_is_sent_something),
          TEST(another_belief_is_sent_to_one_phone_and_stirs_all),
          TEST(a_choice_on_the_phone_is_the_storytellers_to_enter),
          TEST(a_decoy_is_answered_and_means_nothing),
          TEST(whoever_is_asked_a_phone_takes_and_refuses_the_same),
          TEST(an_impossible_choice_is_the_storytellers_to_ask_again),
          TEST(an_answer_for_another_step_is_none), TEST(the_latest_messages_are_kept),
          TEST(the_longest_view_of_a_player_fits_the_bucket))
