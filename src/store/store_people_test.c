/* The interface test, which every back end must pass: games, people, devices and results. */
#include "every_store_test.h"

/* Games and people */

static void a_game_is_found_by_its_id(void **state)
{
    (void)state;
    int64_t room = 0;
    struct store_write write = batch(ROOM, 0, "[]");
    write.marks = STORE_MARK_GAME_STARTED;
    write.game_id = GAME_ID;

    assert_int_equal(finish(store, write), ERROR_NONE);

    assert_true(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_int_equal(room, ROOM);
}

static void a_room_is_found_by_the_game_it_prepares(void **state)
{
    int64_t room = 0;
    struct store_write write = batch(ROOM, 0, "[]");
    (void)state;
    write.next_game_id = GAME_ID;
    assert_int_equal(finish(store, write), ERROR_NONE);
    assert_true(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_true(room == ROOM);

    write = batch(ROOM, 1, "[]");
    write.next_game_id = GAME_ID + 1;
    assert_int_equal(finish(store, write), ERROR_NONE);
    assert_false(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_true(store->ops->find_game(store, GAME_ID + 1, &room, NULL));
    assert_false(store->ops->find_game(store, 0, &room, NULL));
}

static void a_game_id_in_use_is_taken(void **state)
{
    (void)state;
    int64_t room = 0;
    struct store_write write = batch(ROOM, 0, "[]");
    write.marks = STORE_MARK_GAME_STARTED;
    write.game_id = GAME_ID;
    finish(store, write);
    write = batch(OTHER_ROOM, 0, "[]");
    write.marks = STORE_MARK_GAME_STARTED;
    write.game_id = GAME_ID;

    assert_int_equal(finish(store, write), ERROR_TAKEN);

    assert_true(store->ops->find_game(store, GAME_ID, &room, NULL));
    assert_int_equal(room, ROOM);
    assert_int_equal(load(OTHER_ROOM, 0).count, 0);
}

static bool has_session(uint8_t token, struct store_session *found)
{
    uint8_t hash[32];
    memset(hash, token, sizeof hash);
    return store->ops->find_session(store, hash, found, NULL);
}

static void a_session_is_found_by_its_token_alone(void **state)
{
    (void)state;
    struct store_session found;
    assert_int_equal(finish(store, session(ALICE, "Alice", 1)), ERROR_NONE);

    assert_true(has_session(1, &found));

    assert_int_equal(found.player, ALICE);
    assert_int_equal(found.expires_ms, 500);
    assert_string_equal(found.name, "Alice");
    uint8_t nearly[32];
    memset(nearly, 1, sizeof nearly);
    nearly[31] = 2;
    assert_false(store->ops->find_session(store, nearly, &found, NULL));
}

static void a_new_name_is_the_players_name(void **state)
{
    (void)state;
    struct store_session found;
    finish(store, session(ALICE, "Alice", 1));
    struct store_write again = session(ALICE, "Alicia", 2);
    again.expires_ms = 900;

    finish(store, again);

    assert_true(has_session(1, &found));
    assert_string_equal(found.name, "Alicia");
    assert_int_equal(found.expires_ms, 500);
    assert_true(store->ops->find_player(store, ALICE, &found, NULL));
    assert_string_equal(found.name, "Alicia");
}

static void people_are_found_by_a_part_of_their_names(void **state)
{
    (void)state;
    struct store_session found[3];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(ALICE + 1, "Malik 100%", 2));
    finish(store, session(ALICE + 2, "José", 3));

    assert_int_equal(store->ops->list_people(store, "ALI", found, 3), 2);
    assert_int_equal(store->ops->list_people(store, "ALI", found, 1), 1);
    assert_int_equal(store->ops->list_people(store, "sé", found, 3), 1);
    assert_int_equal(found[0].player, ALICE + 2);
    assert_string_equal(found[0].name, "José");
    assert_int_equal(store->ops->list_people(store, "0%", found, 3), 1);
    assert_int_equal(store->ops->list_people(store, "%", found, 3), 1);
    assert_int_equal(store->ops->list_people(store, "nobody", found, 3), 0);
}

static void a_dropped_session_opens_nothing(void **state)
{
    (void)state;
    struct store_session found;
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(ALICE, "Alice", 2));
    struct store_write drop = session(ALICE, NULL, 1);
    drop.kind = STORE_DROP_SESSION;

    assert_int_equal(finish(store, drop), ERROR_NONE);

    assert_false(has_session(1, &found));
    assert_true(has_session(2, &found));
    assert_int_equal(finish(store, drop), ERROR_NONE);
}

static void all_other_sessions_of_a_player_can_be_dropped(void **state)
{
    (void)state;
    struct store_session found;
    for (uint8_t token = 1; token <= 20; token++)
        finish(store, session(ALICE, "Alice", token));
    finish(store, session(BOB, "Bob", 21));
    struct store_write drop = session(ALICE, NULL, 2);
    drop.kind = STORE_DROP_SESSIONS;

    finish(store, drop);

    for (uint8_t token = 1; token <= 20; token++)
        assert_int_equal(has_session(token, &found), token == 2);
    assert_true(has_session(21, &found));
}

static void ended_sessions_are_forgotten_when_the_server_says_it_is_alive(void **state)
{
    (void)state;
    struct store_session found;
    finish(store, session(ALICE, "Alice", 1));
    struct store_write later = session(BOB, "Bob", 2);
    later.expires_ms = 900;
    finish(store, later);

    finish(store, (struct store_write){ .kind = STORE_ALIVE, .time_ms = 600 });

    assert_int_equal(store->ops->alive_ms(store), 600);
    assert_false(has_session(1, &found));
    assert_true(has_session(2, &found));
    assert_true(store->ops->find_player(store, ALICE, &found, NULL));
}

/* Where a device is told */

static struct store_write push_of(uint8_t token, const char *endpoint)
{
    struct store_write write = session(0, NULL, token);
    write.kind = STORE_SET_PUSH;
    write.push_endpoint = endpoint;
    write.push_keys = endpoint[0] ? "key auth en" : "";
    return write;
}

static int pushes_of(int64_t player, struct store_push out[4])
{
    return store->ops->list_pushes(store, player, 100, out, 4);
}

static void a_push_belongs_to_its_session_and_goes_with_it(void **state)
{
    (void)state;
    struct store_push found[4];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(ALICE, "Alice", 2));
    assert_int_equal(pushes_of(ALICE, found), 0);
    assert_int_equal(finish(store, push_of(1, "https://push.example/a")), ERROR_NONE);
    assert_int_equal(finish(store, push_of(9, "https://push.example/z")), ERROR_NONE);

    assert_int_equal(pushes_of(ALICE, found), 1);
    assert_string_equal(found[0].endpoint, "https://push.example/a");
    assert_string_equal(found[0].keys, "key auth en");
    assert_int_equal(found[0].token_hash[31], 1);
    /* A session that is put again keeps it, one that has ended has none. */
    finish(store, session(ALICE, "Alice", 1));
    assert_int_equal(pushes_of(ALICE, found), 1);
    assert_int_equal(store->ops->list_pushes(store, ALICE, 500, found, 4), 0);

    struct store_write drop = session(ALICE, NULL, 1);
    drop.kind = STORE_DROP_SESSION;
    finish(store, drop);
    assert_int_equal(pushes_of(ALICE, found), 0);
}

static void a_device_is_one_persons(void **state)
{
    (void)state;
    struct store_push found[4];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    finish(store, push_of(1, "https://push.example/a"));

    finish(store, push_of(2, "https://push.example/a"));

    assert_int_equal(pushes_of(ALICE, found), 0);
    assert_int_equal(pushes_of(BOB, found), 1);
    finish(store, push_of(2, ""));
    assert_int_equal(pushes_of(BOB, found), 0);
}

static struct store_write device(uint8_t token, int64_t expires_ms)
{
    struct store_write write = session(ALICE, "Alice", token);
    write.expires_ms = expires_ms;
    return write;
}

static void devices_that_were_used_last_come_first_and_all_are_counted(void **state)
{
    (void)state;
    struct store_push found[4];
    finish(store, device(1, 600));
    finish(store, device(2, 800));
    finish(store, device(3, 700));
    finish(store, session(BOB, "Bob", 4));
    assert_int_equal(store->ops->count_pushes(store), 0);
    finish(store, push_of(1, "https://push.example/a"));
    finish(store, push_of(2, "https://push.example/b"));
    finish(store, push_of(3, "https://push.example/c"));
    finish(store, push_of(4, "https://push.example/d"));

    assert_int_equal(pushes_of(ALICE, found), 3);

    assert_string_equal(found[0].endpoint, "https://push.example/b");
    assert_string_equal(found[1].endpoint, "https://push.example/c");
    assert_string_equal(found[2].endpoint, "https://push.example/a");
    assert_int_equal(store->ops->list_pushes(store, ALICE, 100, found, 2), 2);
    assert_string_equal(found[1].endpoint, "https://push.example/c");
    assert_int_equal(store->ops->count_pushes(store), 4);
}

/* Who plays where */

static struct store_write playing_in(int64_t room, int64_t time_ms, const int64_t *people,
                                     int count, bool is_long)
{
    struct store_write write = next_batch(store, room, "[1]");
    write.time_ms = time_ms;
    write.playing = people;
    write.playing_count = count;
    write.is_long = is_long;
    return write;
}

static void people_find_the_games_where_they_sit(void **state)
{
    (void)state;
    static const int64_t both[] = { ALICE, BOB };
    int64_t found[4];
    finish(store, playing_in(ROOM, 50, both, 2, false));
    finish(store, playing_in(OTHER_ROOM, 40, both, 2, true));
    finish(store, playing_in(79, 60, both, 1, false));

    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 3);
    assert_int_equal(found[0], OTHER_ROOM); /* long moves first, */
    assert_int_equal(found[1], 79);         /* then the latest */
    assert_int_equal(found[2], ROOM);
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 2), 2);
    assert_int_equal(found[1], 79);
    assert_int_equal(store->ops->list_playing(store, CARLA, found, 4), 0);

    /* A batch without `playing` changes nothing; one with an empty list ends it. */
    finish(store, next_batch(store, 79, "[2]"));
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 3);
    finish(store, playing_in(79, 70, both, 0, false));
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 2);
    finish(store, playing_in(ROOM, 80, both + 1, 1, false));
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 1);
    finish(store, (struct store_write){ .kind = STORE_REMOVE_ROOM, .room = OTHER_ROOM });
    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 0);
    assert_int_equal(store->ops->list_playing(store, BOB, found, 4), 1);
}

static void a_refused_batch_changes_nobodys_games(void **state)
{
    (void)state;
    static const int64_t both[] = { ALICE, BOB };
    int64_t found[4];
    struct store_write late = playing_in(ROOM, 50, both, 2, false);
    late.expected_seq = 7;

    assert_int_equal(finish(store, late), ERROR_STALE);

    assert_int_equal(store->ops->list_playing(store, ALICE, found, 4), 0);
}

static void games_with_long_moves_are_listed_in_pages(void **state)
{
    (void)state;
    static const int64_t both[] = { ALICE, BOB };
    int64_t found[4];
    if (store->ops->list_long == NULL) /* where servers find them by their moments: list_due */
        return;
    finish(store, playing_in(ROOM, 50, both, 2, true));
    finish(store, playing_in(OTHER_ROOM, 40, both, 2, true));
    finish(store, playing_in(79, 60, both, 2, false));

    assert_int_equal(store->ops->list_long(store, INT64_MIN, found, 4), 2);
    assert_int_equal(found[0], OTHER_ROOM);
    assert_int_equal(found[1], ROOM);
    assert_int_equal(store->ops->list_long(store, OTHER_ROOM, found, 4), 1);
    finish(store, playing_in(ROOM, 90, both, 0, false));
    assert_int_equal(store->ops->list_long(store, OTHER_ROOM, found, 4), 0);
}

/* Results: Alice and Bob play two games of one kind and one of another. */

static void play(int64_t seq, int64_t game_id, const char *game, const struct store_score *scores,
                 int count)
{
    struct store_write start = batch(ROOM, seq, "[]"), over = batch(ROOM, seq + 1, "[]");
    start.marks = STORE_MARK_GAME_STARTED;
    start.game_id = game_id;
    start.game = over.game = game;
    over.marks = STORE_MARK_GAME_OVER;
    over.scores = scores;
    over.score_count = count;
    assert_int_equal(finish(store, start), ERROR_NONE);
    assert_int_equal(finish(store, over), ERROR_NONE);
}

static void play_three_games(void)
{
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    enum { ROBOT = 55 };
    for (int i = 0; i < 3; i++) {
        bool alice_wins = i != 1;
        const struct store_score scores[] = {
            { ALICE, alice_wins ? 3 : 0, alice_wins, "guessed", "" },
            { BOB, alice_wins ? -1 : 2, !alice_wins, "guessed", "" },
            { ROBOT, 9, true, "guessed", "" },
        };
        play(2 * i, GAME_ID + i, i == 2 ? "journeyman" : "coinflip", scores, 3);
    }
}

static void the_leaderboard_adds_up_the_scores_of_people(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_three_games();

    int count = store->ops->leaderboard(store, NULL, NULL, rank, 4);

    assert_int_equal(count, 2);
    assert_int_equal(rank[0].player, ALICE);
    assert_string_equal(rank[0].name, "Alice");
    assert_int_equal(rank[0].games, 3);
    assert_int_equal(rank[0].wins, 2);
    assert_int_equal(rank[0].score, 6);
    assert_int_equal(rank[1].player, BOB);
    assert_int_equal(rank[1].wins, 1);
    assert_int_equal(rank[1].score, 0);
    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, rank, 1), 1);
}

/* One game of up to two people, who score the same. */
static void play_alike(int i, int64_t winner, int64_t loser, int score)
{
    const struct store_score scores[] = { { winner, score, true, "", "" },
                                          { loser, score, false, "", "" } };
    play(2 * i, GAME_ID + i, "coinflip", scores, 2);
}

static void who_scored_the_same_is_ranked_by_wins_and_then_by_fewer_games(void **state)
{
    (void)state;
    enum { NOBODY = 4000 };
    struct store_rank rank[4];
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    finish(store, session(CARLA, "Carla", 3));
    play_alike(0, BOB, ALICE, 2);
    play_alike(1, CARLA, NOBODY, 2);
    play_alike(2, NOBODY, CARLA, 0);

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, rank, 4), 3);

    assert_int_equal(rank[0].player, BOB);
    assert_int_equal(rank[1].player, CARLA);
    assert_int_equal(rank[1].games, 2);
    assert_int_equal(rank[2].player, ALICE);
}

static void each_game_has_a_leaderboard(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_three_games();

    int count = store->ops->leaderboard(store, "journeyman", NULL, rank, 4);

    assert_int_equal(count, 2);
    assert_int_equal(rank[0].games, 1);
    assert_int_equal(rank[0].score, 3);
    assert_int_equal(store->ops->leaderboard(store, "avalon", NULL, rank, 4), 0);
}

/* Alice finds the wolf in one game and wins as the wolf in two; Bob finds her once. */
static void play_loup_garou(void)
{
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    for (int i = 0; i < 4; i++) {
        bool is_bobs = i == 3;
        const char *point = i == 1 || i == 2 ? "werewolf_success" : "found_werewolf";
        const struct store_score scores[] = {
            { ALICE, !is_bobs, false, "checkmate", is_bobs ? "" : point },
            { BOB, is_bobs, true, "checkmate", is_bobs ? point : "" },
        };
        play(2 * i, GAME_ID + i, "chess", scores, 2);
    }
}

static void the_leaderboard_counts_the_points_that_are_asked_for(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_loup_garou();

    static const char *const points[] = { "found_werewolf", "werewolf_success", "none", NULL };
    int count = store->ops->leaderboard(store, "chess", points, rank, 4);

    assert_int_equal(count, 2);
    assert_int_equal(rank[0].player, ALICE);
    assert_int_equal(rank[0].score, 3);
    assert_int_equal(rank[0].points[0], 1);
    assert_int_equal(rank[0].points[1], 2);
    assert_int_equal(rank[0].points[2], 0);
    assert_int_equal(rank[1].points[0], 1);
    assert_int_equal(rank[1].points[1], 0);
    assert_int_equal(store->ops->leaderboard(store, "chess", NULL, rank, 4), 2);
    assert_int_equal(rank[0].points[0], 0);
}

static void a_persons_history_says_why_they_scored(void **state)
{
    (void)state;
    struct store_result result[4];
    play_loup_garou();

    assert_int_equal(store->ops->history(store, ALICE, result, 4), 4);

    assert_string_equal(result[0].point, "");
    assert_string_equal(result[1].point, "werewolf_success");
    assert_string_equal(result[2].point, "werewolf_success");
    assert_string_equal(result[3].point, "found_werewolf");
    assert_string_equal(result[3].reason, "checkmate");
}

static void a_persons_history_begins_with_the_latest_game(void **state)
{
    (void)state;
    struct store_result result[4];
    play_three_games();

    int count = store->ops->history(store, ALICE, result, 4);

    assert_int_equal(count, 3);
    assert_string_equal(result[0].game, "journeyman");
    assert_int_equal(result[0].game_id, GAME_ID + 2);
    assert_int_equal(result[0].room, ROOM);
    assert_int_equal(result[0].score, 3);
    assert_true(result[0].won);
    assert_string_equal(result[0].reason, "guessed");
    assert_string_equal(result[0].name, "Alice");
    assert_int_equal(result[0].ended_ms, 1005);
    assert_false(result[1].won);
    assert_int_equal(store->ops->history(store, ALICE, result, 2), 2);
    assert_int_equal(store->ops->history(store, 55, result, 4), 0);
}

static void a_game_that_ends_again_counts_as_it_ended_last(void **state)
{
    (void)state;
    struct store_rank rank[4];
    play_three_games();
    struct store_write again = batch(ROOM, 6, "[]");
    again.scores = &(struct store_score){ ALICE, 100, true, "", "" };
    again.score_count = 1;
    again.marks = STORE_MARK_GAME_OVER;
    again.game = "journeyman";

    assert_int_equal(finish(store, again), ERROR_NONE);

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, rank, 4), 2);
    assert_int_equal(rank[0].games, 3);
    assert_int_equal(rank[0].score, 103);
}

/* A batch is only text to the store, which must not act on its content. */
static void only_the_scores_that_come_along_count(void **state)
{
    (void)state;
    struct store_rank rank;
    finish(store, session(ALICE, "Alice", 1));
    play(0, GAME_ID, "coinflip", NULL, 0);
    char events[200], alice[ID_TEXT_SIZE];
    id_write(alice, ALICE);
    snprintf(events, sizeof events,
             "[{\"type\":\"scored\",\"player\":\"%s\",\"seat\":0,\"score\":3,\"won\":true}]",
             alice);
    struct store_write write = batch(ROOM, 2, events);
    write.marks = STORE_MARK_GAME_OVER;
    assert_int_equal(finish(store, write), ERROR_NONE);
    write = batch(ROOM, 3, "no JSON");
    write.marks = STORE_MARK_GAME_OVER;
    assert_int_equal(finish(store, write), ERROR_NONE);

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, &rank, 1), 0);
    assert_true(store->ops->healthy(store, NULL));
    assert_int_equal(finish(store, about_room(STORE_REMOVE_ROOM, ROOM)), ERROR_NONE);
}

static void results_outlive_their_room(void **state)
{
    (void)state;
    struct store_rank before[2], after[2];
    struct store_result result[4];
    play_three_games();
    store->ops->leaderboard(store, NULL, NULL, before, 2);

    finish(store, about_room(STORE_REMOVE_ROOM, ROOM));

    assert_int_equal(store->ops->leaderboard(store, NULL, NULL, after, 2), 2);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(store->ops->history(store, BOB, result, 4), 3);
    assert_string_equal(result[0].reason, "guessed");
}

static const struct CMUnitTest interface_tests[] = {
    EACH(a_game_is_found_by_its_id),
    EACH(a_room_is_found_by_the_game_it_prepares),
    EACH(a_game_id_in_use_is_taken),
    EACH(a_session_is_found_by_its_token_alone),
    EACH(a_new_name_is_the_players_name),
    EACH(people_are_found_by_a_part_of_their_names),
    EACH(a_dropped_session_opens_nothing),
    EACH(all_other_sessions_of_a_player_can_be_dropped),
    EACH(ended_sessions_are_forgotten_when_the_server_says_it_is_alive),
    EACH(a_push_belongs_to_its_session_and_goes_with_it),
    EACH(a_device_is_one_persons),
    EACH(devices_that_were_used_last_come_first_and_all_are_counted),
    EACH(people_find_the_games_where_they_sit),
    EACH(a_refused_batch_changes_nobodys_games),
    EACH(games_with_long_moves_are_listed_in_pages),
    EACH(the_leaderboard_adds_up_the_scores_of_people),
    EACH(who_scored_the_same_is_ranked_by_wins_and_then_by_fewer_games),
    EACH(each_game_has_a_leaderboard),
    EACH(the_leaderboard_counts_the_points_that_are_asked_for),
    EACH(a_persons_history_says_why_they_scored),
    EACH(a_persons_history_begins_with_the_latest_game),
    EACH(a_game_that_ends_again_counts_as_it_ended_last),
    EACH(only_the_scores_that_come_along_count),
    EACH(results_outlive_their_room),
};

int main(int argc, char **argv)
{
    (void)argv;
    return run_on_every_store(argc, interface_tests,
                              sizeof interface_tests / sizeof interface_tests[0]);
}
