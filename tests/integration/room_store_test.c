/* A real room's log in a real store: it replays from there, and the views find in it what happened. */
#include "room/fixture_test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "integration/log_write.h"

enum { PEOPLE = 3 };
static const char *const names[PEOPLE] = { "Ana", "Bob", "Cat" };

static char path[64], lock_path[80];
static struct store *in_file, *in_memory;

static void note_done(struct store_write *write)
{
    assert_int_equal(write->result, ERROR_NONE);
}

static void put(struct store_write write)
{
    write.done = note_done;
    struct store_write copy = write;
    store_write(in_file, &copy);
    store_poll(in_file);
    store_write(in_memory, &write);
    store_poll(in_memory);
}

/* Puts every batch of the table's log into both stores, as the server does. */
static void keep_log(void)
{
    struct room *room = memory_take(room_size_max());
    for (int i = 0; i < log_count; i++) {
        const char *problem;
        struct store_score scores[GAME_SEATS_MAX];
        assert_true(room_replay(room, &log_batch[i], false, &problem));
        put(log_write(room, &log_batch[i], scores));
    }
    memory_free(room);
}

static void play_out(void)
{
    for (int i = 0; i < 1000 && table->phase == ROOM_PLAYING; i++)
        tick_at_deadline();
    assert_int_equal(table->phase, ROOM_RESULTS);
}

static void open_stores(void)
{
    snprintf(path, sizeof path, "/tmp/room_store.XXXXXX");
    close(mkstemp(path));
    struct store_config config = { .path = path };
    in_file = store_open_sqlite(&config, NULL);
    in_memory = store_open_memory(&config);
    assert_non_null(in_file);
    for (int i = 0; i < PEOPLE; i++)
        put((struct store_write){ .kind = STORE_PUT_SESSION,
                                  .player = ANA + i,
                                  .name = names[i],
                                  .token_hash = { (uint8_t)(i + 1) },
                                  .expires_ms = 1 });
}

/* Three people, a word of chat, two games of coinflip. */
static int set_up(void **state)
{
    (void)state;
    open_stores();
    start_with("coinflip", PEOPLE);
    assert_true(say(BOB, "{'type':'chat','text':'heads, surely'}"));
    play_out();
    assert_true(say(ANA, "{'type':'next_game'}"));
    if (table->phase != ROOM_PLAYING) {
        for (int i = 0; i < PEOPLE; i++)
            say(ANA + i, "{'type':'ready'}");
        say(ANA, "{'type':'start'}");
    }
    play_out();
    keep_log();
    return 0;
}

/* The same three play the other games that have views of their own, and do nothing but let time pass. */
static int set_up_one_night(void **state)
{
    (void)state;
    open_stores();
    start_with("onenight", PEOPLE);
    play_out();
    keep_log();
    return 0;
}

static int set_up_loup_garou(void **state)
{
    (void)state;
    static const char *const seat_names[] = { "Ana", "Bob", "Cat", "Dan" };
    open_stores();
    clear_table(7);
    assert_accepted(say(ANA, "{'type':'create','game':'chess','name':'Ana',"
                             "'options':{'mode':'werewolf'}}"));
    for (int i = 1; i < 4; i++)
        assert_accepted(say(ANA + i, "{'type':'join','name':'%s'}", seat_names[i]));
    for (int i = 0; i < 4; i++)
        assert_accepted(say(ANA + i, "{'type':'ready'}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    for (int i = 0; i < 4; i++)
        assert_accepted(say(ANA + i, "{'type':'acknowledge'}"));
    for (int i = 0; i < 4; i++)
        say(ANA + i, "{'type':'resign'}");
    for (int i = 0; i < 3; i++)
        assert_accepted(say(ANA + i, "{'type':'vote','suspect':%d}", i + 1));
    play_out();
    keep_log();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (in_file)
        in_file->ops->close(in_file);
    in_memory->ops->close(in_memory);
    snprintf(lock_path, sizeof lock_path, "%s.lock", path);
    unlink(path);
    unlink(lock_path);
    return 0;
}

static bool replay(void *context, const struct store_batch *kept)
{
    struct room_batch batch = { .seq = kept->seq,
                                .time_ms = kept->time_ms,
                                .player = kept->player,
                                .cid = kept->cid,
                                .events = kept->events,
                                .length = kept->length };
    const char *problem;
    return room_replay(context, &batch, false, &problem);
}

static void a_room_comes_back_from_either_store(void **state)
{
    (void)state;
    struct store *stores[] = { in_file, in_memory };
    for (int i = 0; i < 2; i++) {
        struct room *room = memory_take(room_size_max());

        assert_true(stores[i]->ops->load(stores[i], table->id, 0, replay, room, NULL));

        assert_int_equal(room_size(room), room_size(table));
        assert_memory_equal(room, table, room_size(table));
        memory_free(room);
    }
}

static void the_leaderboard_agrees_with_the_table(void **state)
{
    (void)state;
    struct store *stores[] = { in_file, in_memory };
    for (int i = 0; i < 2; i++) {
        struct store_rank rank[8];

        int count = stores[i]->ops->leaderboard(stores[i], "coinflip", NULL, rank, 8);

        assert_int_equal(count, PEOPLE);
        for (int j = 0; j < count; j++) {
            const struct room_member *member = person(rank[j].player);
            assert_string_equal(rank[j].name, member->name);
            assert_int_equal(rank[j].games, 2);
            assert_int_equal(rank[j].score, member->score);
            assert_int_equal(rank[j].wins, member->wins);
        }
    }
}

static void histories_are_the_same_in_either_store(void **state)
{
    (void)state;
    struct store_result a[8], b[8];

    int count = in_file->ops->history(in_file, BOB, a, 8);

    assert_int_equal(count, 2);
    assert_int_equal(in_memory->ops->history(in_memory, BOB, b, 8), 2);
    for (int i = 0; i < count; i++) {
        assert_int_equal(a[i].game_id, b[i].game_id);
        assert_int_equal(a[i].score, b[i].score);
        assert_int_equal(a[i].won, b[i].won);
        assert_int_equal(a[i].ended_ms, b[i].ended_ms);
        assert_string_equal(a[i].reason, b[i].reason);
        assert_true(strlen(a[i].reason) > 0);
    }
}

/* Runs a query that answers one number. */
static int64_t ask(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    in_file->ops->close(in_file);
    in_file = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

static void the_views_find_the_games(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT count(*) FROM games JOIN game_sets USING (game_set_id)"
                         " WHERE state = 'RESULTS' AND games.ended_at IS NOT NULL"
                         " AND reason IS NOT NULL AND game_sets.created_by IS NOT NULL"
                         " AND game_number IN (1, 2)"),
                     2);
}

static void the_views_find_who_sat_where(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT count(*) FROM game_seats JOIN players USING (player_id)"
                         " WHERE seat BETWEEN 0 AND 2"),
                     2 * PEOPLE);
}

static void the_views_find_the_chat(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT count(*) FROM chat_messages JOIN players USING (player_id)"
                         " WHERE message = 'heads, surely' AND player_name = 'Bob'"),
                     1);
}

static void the_views_find_the_options(void **state)
{
    (void)state;
    char sql[200];
    const struct game *game = room_game(table);
    snprintf(sql, sizeof sql, "SELECT value FROM game_options WHERE option = '%s'",
             game->options[0].arg.name);
    assert_int_equal(ask(sql), game->options[0].preset);
}

static void the_views_find_the_cards_of_one_night(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT count(*) FROM player_roles JOIN games USING (game_id)"
                         " JOIN players USING (player_id) JOIN roles ON role_id = initial_role"
                         " WHERE current_role IS NOT NULL AND player_roles.team = roles.team"
                         " AND card_0_role IN (SELECT role_id FROM roles)"
                         " AND card_1_role IN (SELECT role_id FROM roles)"
                         " AND card_2_role IN (SELECT role_id FROM roles)"
                         " AND json_array_length(active_roles) > 0 AND state = 'RESULTS'"),
                     PEOPLE);
}

static void the_views_find_the_deck_of_one_night(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT json_array_length(selected_roles) FROM game_sets"
                         " WHERE discussion_timer_seconds > 0"),
                     PEOPLE + 3);
}

static void the_views_find_the_roles_of_loup_garou(void **state)
{
    (void)state;
    assert_int_equal(
        ask("SELECT count(*) * 100 + sum(role = 'werewolf') * 10 + sum(team_name = 'A')"
            " FROM game_roles WHERE team_name IN ('A', 'B')"),
        412);
}

static void the_views_find_the_votes_of_loup_garou(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT count(*) FROM game_werewolf_votes"
                         " JOIN players ON player_id = voter_user_id"),
                     PEOPLE);
}

static void the_check_follows_the_rooms_hash_chain(void **state)
{
    (void)state;
    in_file->ops->close(in_file);
    in_file = NULL;

    assert_true(store_check(path, NULL, NULL, NULL));
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        EACH(a_room_comes_back_from_either_store),
        EACH(the_leaderboard_agrees_with_the_table),
        EACH(histories_are_the_same_in_either_store),
        EACH(the_views_find_the_games),
        EACH(the_views_find_who_sat_where),
        EACH(the_views_find_the_chat),
        EACH(the_views_find_the_options),
        EACH(the_check_follows_the_rooms_hash_chain),
        cmocka_unit_test_setup_teardown(the_views_find_the_cards_of_one_night, set_up_one_night,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_views_find_the_deck_of_one_night, set_up_one_night,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_views_find_the_roles_of_loup_garou, set_up_loup_garou,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_views_find_the_votes_of_loup_garou, set_up_loup_garou,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
