/* Checkable chance: the commitment, the nonces, and when each is revealed. tests/deal/check_deal.py checks
 * the same from outside, in another language. */
#include "room/fixture_test.h"

#include <stdio.h>

static const char NONCE_A[] = "000102030405060708090a0b0c0d0e0f";
static const char NONCE_B[] = "ffeeddccbbaa99887766554433221100";

static const char *hex_of(const uint8_t bytes[32])
{
    static char text[HEX_SECRET_SIZE];
    hex_write(text, bytes, 32);
    return text;
}

static void play_to_the_end(void)
{
    while (table->phase == ROOM_PLAYING) {
        assert_accepted(say(ANA, "{'type':'guess','side':'heads'}"));
        assert_accepted(say(BOB, "{'type':'guess','side':'tails'}"));
    }
}

/* No message may contain a secret: neither in hexadecimal nor as the numbers of the log. */
static void assert_nobody_sees(const uint8_t secret[32])
{
    for (int64_t player = 0; player <= BOB; player = player ? player + 1 : ANA) {
        assert_null(strstr(view_of(player), hex_of(secret)));
        assert_null(strstr(told_to(player), hex_of(secret)));
        assert_null(strstr(told_to(player), "secret_"));
    }
    assert_null(strstr(proof(), hex_of(secret)));
}

static void a_new_room_shows_its_commitment_and_hides_its_secret(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_true(is_told(0, hex_of(table->next.commitment)));
    assert_true(sees(0, hex_of(table->next.commitment)));
    assert_non_null(strstr(proof(), hex_of(table->next.commitment)));
    assert_nobody_sees(table->next.secret);
}

static void the_commitment_is_the_hash_of_a_plain_text(void **unused)
{
    (void)unused;
    char text[256], id[ID_TEXT_SIZE];
    uint8_t digest[SHA256_SIZE];
    open_table("coinflip");

    id_write(id, table->id);
    int length = snprintf(text, sizeof text, "parlour commitment 1\n%s\n1\n%s\n", id,
                          hex_of(table->next.secret));
    sha256_of(text, (size_t)length, digest);

    assert_memory_equal(digest, table->next.commitment, sizeof digest);
}

static void the_seed_takes_in_every_seats_nonce(void **unused)
{
    (void)unused;
    char text[512], room[ID_TEXT_SIZE], game[ID_TEXT_SIZE], ana[ID_TEXT_SIZE], bob[ID_TEXT_SIZE];
    uint8_t digest[SHA256_SIZE];
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_nonce','nonce':'%s'}", NONCE_A));
    assert_accepted(say(BOB, "{'type':'ready','nonce':'%s'}", NONCE_B));

    assert_accepted(say(ANA, "{'type':'start'}"));

    id_write(room, table->id);
    id_write(game, table->game_id);
    id_write(ana, ANA);
    id_write(bob, BOB);
    int length = snprintf(text, sizeof text, "parlour seed 1\n%s\n%s\n1\n%s %s\n%s %s\n", room,
                          game, ana, NONCE_A, bob, NONCE_B);
    hmac_sha256(table->deal.chance.secret, 32, text, (size_t)length, digest);
    assert_memory_equal(digest, table->deal.seed, sizeof digest);
}

static void a_nonce_can_come_with_the_join(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_accepted(say(BOB, "{'type':'join','name':'Bob','nonce':'%s'}", NONCE_B));

    assert_true(person(BOB)->has_nonce);
    assert_null(strstr(told_to(ANA), NONCE_B));
    assert_false(sees(BOB, NONCE_B));
}

static void nonces_are_published_with_the_deal_and_the_servers_own_are_marked(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'set_nonce','nonce':'%s'}", NONCE_B));

    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_int_equal(count_of("nonce_published"), 2);
    assert_true(is_told(0, "'seat':1,'drawn_by_server':false,'nonce':'ffeeddcc"));
    assert_true(is_told(0, "'seat':0,'drawn_by_server':true"));
    assert_non_null(strstr(proof(), NONCE_B));
    assert_nobody_sees(table->deal.chance.secret);
    assert_nobody_sees(table->deal.seed);
}

static void nobodys_nonce_alone_decides(void **unused)
{
    (void)unused;
    uint8_t seed[3][32];
    for (int i = 0; i < 3; i++) {
        clear_table(7);
        seat_people("coinflip", 2);
        assert_accepted(say(ANA, "{'type':'set_nonce','nonce':'%s'}", i == 1 ? NONCE_B : NONCE_A));
        assert_accepted(say(BOB, "{'type':'set_nonce','nonce':'%s'}", i == 2 ? NONCE_A : NONCE_B));
        assert_accepted(say(ANA, "{'type':'start'}"));
        memcpy(seed[i], table->deal.seed, 32);
    }

    assert_true(memcmp(seed[0], seed[1], 32) != 0);
    assert_true(memcmp(seed[0], seed[2], 32) != 0);
}

static void the_secret_is_revealed_when_the_game_is_over(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    play_to_the_end();

    assert_true(is_told(0, hex_of(table->deal.chance.secret)));
    assert_non_null(strstr(proof(), hex_of(table->deal.chance.secret)));
    assert_non_null(strstr(proof(), hex_of(table->deal.seed)));
    assert_nobody_sees(table->next.secret);
}

static void the_next_game_is_committed_to_before_anybody_chooses_a_nonce(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'set_nonce','nonce':'%s'}", NONCE_B));
    assert_accepted(say(ANA, "{'type':'start'}"));

    play_to_the_end();

    assert_true(happened("chance_committed"));
    assert_true(sees(BOB, hex_of(table->next.commitment)));
    assert_false(person(BOB)->has_nonce);
    assert_true(memcmp(table->next.secret, table->deal.chance.secret, 32) != 0);
    assert_int_equal(table->next.game_number, 2);
    assert_true(table->next.game_id != table->deal.chance.game_id);
    assert_accepted(say(BOB, "{'type':'set_nonce','nonce':'%s'}", NONCE_B));
    assert_accepted(say(ANA, "{'type':'rematch'}"));
    assert_int_equal(table->deal.drawn, seat_bit(0));
}

static void a_voided_game_reveals_its_secret_too(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));

    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));

    assert_true(is_told(0, hex_of(table->deal.chance.secret)));
    assert_non_null(strstr(proof(), hex_of(table->deal.chance.secret)));
    assert_int_equal(table->next.game_number, 2);
}

static void a_changed_game_is_committed_to_anew(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'set_nonce','nonce':'%s'}", NONCE_B));
    int64_t game_id = table->game_id;
    uint8_t secret[32];
    memcpy(secret, table->next.secret, 32);

    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));

    assert_true(memcmp(secret, table->next.secret, 32) != 0);
    assert_int_equal(table->game_id, game_id);
    assert_int_equal(table->game_number, 1);
    assert_false(person(BOB)->has_nonce);
}

static void a_nonce_sent_during_a_game_is_not_taken(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    assert_accepted(say(CAT, "{'type':'join','name':'Cat','nonce':'%s'}", NONCE_A));

    assert_false(person(CAT)->has_nonce);
}

static void the_proof_holds_the_decisions_of_the_game(void **unused)
{
    (void)unused;
    static char text[8192];
    struct json out;
    start_with("coinflip", 2);

    json_init(&out, text, sizeof text);
    json_array(&out, NULL);
    for (int i = 0; i < log_count; i++)
        room_proof_decision(&log_batch[i], &out);
    json_end(&out);

    assert_int_equal(strncmp(text, "[[{\"type\":\"coin_bent\"", 21), 0);
    assert_null(strstr(text, "game_started"));
}

static void a_set_that_ends_after_the_choice_of_another_game_can_still_be_proven(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    while (table->phase == ROOM_PLAYING)
        tick_at_deadline();
    assert_accepted(say(ANA, "{'type':'next_game'}"));
    assert_accepted(say(ANA, "{'type':'set_game','game':'chess'}"));

    assert_accepted(say(ANA, "{'type':'end_set'}"));

    assert_non_null(strstr(proof(), "\"game\":\"chess\""));
    assert_null(strstr(proof(), "\"options\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_room_shows_its_commitment_and_hides_its_secret),
        TEST(the_commitment_is_the_hash_of_a_plain_text),
        TEST(the_seed_takes_in_every_seats_nonce),
        TEST(a_nonce_can_come_with_the_join),
        TEST(nonces_are_published_with_the_deal_and_the_servers_own_are_marked),
        TEST(nobodys_nonce_alone_decides),
        TEST(the_secret_is_revealed_when_the_game_is_over),
        TEST(the_next_game_is_committed_to_before_anybody_chooses_a_nonce),
        TEST(a_voided_game_reveals_its_secret_too),
        TEST(a_changed_game_is_committed_to_anew),
        TEST(a_nonce_sent_during_a_game_is_not_taken),
        TEST(the_proof_holds_the_decisions_of_the_game),
        TEST(a_set_that_ends_after_the_choice_of_another_game_can_still_be_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
