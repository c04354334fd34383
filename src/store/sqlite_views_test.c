/* The relational views: logs as the rooms write them, and what SQL finds in them. */
#include <sqlite3.h>

#include "base/text.h"
#include "store_test.h"

static struct store *store;
static char alice[ID_TEXT_SIZE], bob[ID_TEXT_SIZE], carla[ID_TEXT_SIZE], room_id[ID_TEXT_SIZE],
    game_id[ID_TEXT_SIZE];

static int set_up(void **state)
{
    (void)state;
    make_folder();
    store = store_open_sqlite(
        &(struct store_config){ .path = in_folder("db"), .is_threaded = true }, NULL);
    assert_non_null(store);
    finish(store, session(ALICE, "Alice", 1));
    finish(store, session(BOB, "Bob", 2));
    finish(store, session(CARLA, "Carla", 3));
    id_write(alice, ALICE);
    id_write(bob, BOB);
    id_write(carla, CARLA);
    id_write(room_id, ROOM);
    id_write(game_id, GAME_ID);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    store->ops->close(store);
    remove_folder();
    return 0;
}

/* Who has scored in the batch that ends a game. */
static struct store_score scores[2];
static int score_count;

/* Appends a batch to ROOM. `events` has ' for " and $A $B $C $R $G for the ids. */
static void append(const char *game, int marks, const char *events)
{
    static char text[4000];
    size_t length = 0;
    for (const char *c = events; *c; c++) {
        const char *id = NULL;
        if (*c == '$') {
            c++;
            id = *c == 'A'   ? alice
                 : *c == 'B' ? bob
                 : *c == 'C' ? carla
                 : *c == 'R' ? room_id
                             : game_id;
        }
        if (id)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s", id);
        else
            text[length++] = *c == '\'' ? '"' : *c;
    }
    text[length] = '\0';
    struct store_write write = next_batch(store, ROOM, text);
    write.marks = marks;
    write.game = game;
    write.game_id = GAME_ID;
    write.game_number = 1;
    write.scores = scores;
    write.score_count = marks & STORE_MARK_GAME_OVER ? score_count : 0;
    assert_int_equal(finish(store, write), ERROR_NONE);
}

/* The rows of `sql` as text: columns joined by spaces, a line each, ids as in append(). */
static void assert_rows(const char *sql, const char *expected)
{
    static char found[4000];
    size_t length = 0;
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(in_folder("db"), &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    found[0] = '\0';
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *text = (const char *)sqlite3_column_text(statement, i);
            text = !text                       ? "-"
                   : text_equal(text, alice)   ? "$A"
                   : text_equal(text, bob)     ? "$B"
                   : text_equal(text, carla)   ? "$C"
                   : text_equal(text, room_id) ? "$R"
                   : text_equal(text, game_id) ? "$G"
                                               : text;
            length += (size_t)snprintf(found + length, sizeof found - length, "%s%s", text,
                                       i + 1 < sqlite3_column_count(statement) ? " " : "\n");
        }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    assert_string_equal(found, expected);
}

static void every_view_can_be_read(void **state)
{
    (void)state;
    sqlite3 *db;
    sqlite3_stmt *names;
    int count = 0;
    append("onenight", 0, "[{'type':'room_created','kind':'room'}]");
    assert_int_equal(sqlite3_open(in_folder("db"), &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'view'", -1, &names, NULL);

    while (sqlite3_step(names) == SQLITE_ROW) {
        char sql[200];
        snprintf(sql, sizeof sql, "SELECT * FROM %s", sqlite3_column_text(names, 0));
        if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s: %s", sql, sqlite3_errmsg(db));
        count++;
    }

    assert_true(count >= 15);
    sqlite3_finalize(names);
    sqlite3_close(db);
}

static void people_are_players(void **state)
{
    (void)state;

    assert_rows("SELECT player_id, player_name, avatar_url, created_at FROM players"
                " ORDER BY player_name",
                "$A Alice - 1970-01-01T00:00:00.010Z\n"
                "$B Bob - 1970-01-01T00:00:00.010Z\n"
                "$C Carla - 1970-01-01T00:00:00.010Z\n");
}

/* A game of One Night: Alice is the werewolf, Bob the robber, Carla the drunk. */

static void start_one_night(void)
{
    append("onenight", 0,
           "[{'type':'room_created','kind':'room','room':'$R','game':'onenight','num_players':4},"
           "{'type':'player_joined','kind':'room','player':'$A','name':'Alice'}]");
    append("onenight", 0, "[{'type':'seats_set','kind':'room','num_players':3}]");
    append("onenight", STORE_MARK_GAME_STARTED,
           "[{'type':'option_fixed','kind':'room','value':'0000000000002','option':'werewolf'},"
           "{'type':'option_fixed','kind':'room','value':null,'option':'tanner'},"
           "{'type':'option_fixed','kind':'room','value':'000000000007g',"
           "'option':'discussion_seconds'},"
           "{'type':'nonce_published','kind':'room','player':'$A','seat':0},"
           "{'type':'nonce_published','kind':'room','player':'$B','seat':1},"
           "{'type':'nonce_published','kind':'room','player':'$C','seat':2},"
           "{'type':'game_started','kind':'room','game_id':'$G','game_number':1},"
           "{'type':'role_dealt','kind':'game','told':1,'seat':0,'role':'werewolf'},"
           "{'type':'role_dealt','kind':'game','told':2,'seat':1,'role':'robber'},"
           "{'type':'role_dealt','kind':'game','told':4,'seat':2,'role':'drunk'},"
           "{'type':'center_dealt','kind':'game','card':0,'role':'seer'},"
           "{'type':'center_dealt','kind':'game','card':1,'role':'tanner'},"
           "{'type':'center_dealt','kind':'game','card':2,'role':'villager'},"
           "{'type':'reveal_began','kind':'game','deadline_ms':5},"
           "{'type':'step_began','kind':'game','step':'werewolf','deadline_ms':9}]");
}

static void play_the_night(void)
{
    append("onenight", 0,
           "[{'type':'role_acknowledged','kind':'game','seat':0},"
           "{'type':'mates_seen','kind':'game','told':1,'seat':0,'mates':[]},"
           "{'type':'card_viewed','kind':'game','told':1,'seat':0,'place':'center_2',"
           "'role':'villager'}]");
    append("onenight", 0,
           "[{'type':'cards_swapped','kind':'game','seat':1,'source':'seat_1','target':'seat_0',"
           "'source_role':'robber','target_role':'werewolf'},"
           "{'type':'swap_made','kind':'game','told':2,'seat':1,'source':'seat_1',"
           "'target':'seat_0'}]");
    append("onenight", 0,
           "[{'type':'cards_swapped','kind':'game','seat':2,'source':'seat_2','target':'center_1',"
           "'source_role':'drunk','target_role':'tanner'}]");
}

static void play_the_day(void)
{
    append("onenight", STORE_MARK_CHAT,
           "[{'type':'discussion_began','kind':'game','deadline_ms':9},"
           "{'type':'chat','kind':'room','player':'$B','channel':'table','text':'I am the seer'}]");
    append("onenight", 0, "[{'type':'vote_cast','kind':'game','seat':0,'target':1}]");
    score_count = 2;
    scores[0] = (struct store_score){ ALICE, 1, true, "werewolf_died", "" };
    scores[1] = (struct store_score){ BOB, 0, false, "werewolf_died", "" };
    append("onenight", STORE_MARK_GAME_OVER,
           "[{'type':'player_died','kind':'game','seat':1},"
           "{'type':'game_over','kind':'room','game_id':'$G','winners':[0],"
           "'reason':'werewolf_died'},"
           "{'type':'scored','kind':'room','player':'$A','seat':0,'score':1,'won':true},"
           "{'type':'scored','kind':'room','player':'$B','seat':1,'score':0,'won':false}]");
}

static void a_room_is_a_game_set(void **state)
{
    (void)state;
    start_one_night();
    append("onenight", 0, "[{'type':'set_ended','kind':'room'}]");

    assert_rows("SELECT game_set_id, game, created_by, num_players, selected_roles,"
                " discussion_timer_seconds, created_at, updated_at, ended_at FROM game_sets",
                "$R onenight $A 3 [\"werewolf\",\"werewolf\"] 240 1970-01-01T00:00:01.000Z"
                " 1970-01-01T00:00:01.003Z 1970-01-01T00:00:01.003Z\n");
}

static void a_game_shows_its_state_and_the_centre(void **state)
{
    (void)state;
    static const char *const sql = "SELECT game_id, game_set_id, game_number, state,"
                                   " current_role_step, active_roles, card_0_role, card_1_role,"
                                   " card_2_role, reason, updated_at, ended_at FROM games";
    start_one_night();
    assert_rows(sql, "$G $R 1 NIGHT werewolf [\"werewolf\",\"seer\",\"robber\",\"drunk\"]"
                     " seer tanner villager - 1970-01-01T00:00:01.002Z -\n");

    play_the_night();
    play_the_day();

    assert_rows(sql, "$G $R 1 RESULTS - [\"werewolf\",\"seer\",\"robber\",\"drunk\"]"
                     " seer drunk villager werewolf_died 1970-01-01T00:00:01.008Z"
                     " 1970-01-01T00:00:01.008Z\n");
}

static void cards_change_hands_in_player_roles(void **state)
{
    (void)state;
    start_one_night();
    play_the_night();
    play_the_day();

    assert_rows("SELECT player_id, initial_role, current_role, role_revealed, team, was_killed,"
                " night_action_completed FROM player_roles ORDER BY player_role_id",
                "$A werewolf robber 1 village 0 1\n"
                "$B robber werewolf 0 werewolf 1 1\n"
                "$C drunk tanner 0 tanner 0 1\n");
}

static void night_actions_name_players_and_centre_cards(void **state)
{
    (void)state;
    start_one_night();
    play_the_night();

    assert_rows("SELECT game_id, player_id, action_type, source_id, target_id, source_role,"
                " target_role FROM actions ORDER BY action_id",
                "$G $A VIEW_CARD 2  villager -\n"
                "$G $B SWAP_PLAYER_TO_PLAYER $B $A robber werewolf\n"
                "$G $C SWAP_PLAYER_TO_CENTER $C 1 drunk tanner\n");
}

static void a_mate_seen_is_an_action(void **state)
{
    (void)state;
    start_one_night();
    append("onenight", 0, "[{'type':'mates_seen','kind':'game','told':4,'seat':2,'mates':[0,1]}]");

    assert_rows("SELECT player_id, action_type, source_id, target_id, source_role FROM actions"
                " ORDER BY action_id",
                "$C VIEW_CARD $A  werewolf\n$C VIEW_CARD $B  robber\n");
}

static void the_state_follows_the_phases(void **state)
{
    (void)state;
    static const char *const sql = "SELECT state, current_role_step FROM games";
    start_one_night();

    append("onenight", 0, "[{'type':'step_began','kind':'game','step':'drunk'}]");
    assert_rows(sql, "NIGHT drunk\n");
    append("onenight", 0, "[{'type':'discussion_began','kind':'game'}]");
    assert_rows(sql, "DAY_DISCUSSION -\n");
    append("onenight", 0, "[{'type':'voting_began','kind':'game'}]");
    assert_rows(sql, "DAY_VOTING -\n");
}

static void votes_join_to_player_roles(void **state)
{
    (void)state;
    start_one_night();
    play_the_night();
    play_the_day();

    assert_rows("SELECT voter.player_id, target.player_id FROM votes"
                " JOIN player_roles AS voter ON voter.player_role_id = voter_player_role_id"
                " JOIN player_roles AS target ON target.player_role_id = target_player_role_id",
                "$A $B\n");
}

static void chat_is_kept_with_its_game_set(void **state)
{
    (void)state;
    start_one_night();
    play_the_day();

    assert_rows("SELECT game_set_id, player_id, channel, message FROM chat_messages",
                "$R $B table I am the seer\n");
}

/* Loup-Garou: Alice is the wolf and has changed sides with Bob since they chose. */

static void play_loup_garou(void)
{
    append("chess", 0,
           "[{'type':'role_selected','kind':'room','player':'$A','side':1,'role':'B'},"
           "{'type':'role_selected','kind':'room','player':'$A','side':0,'role':'A'},"
           "{'type':'role_selected','kind':'room','player':'$B','side':1,'role':'B'}]");
    append("chess", 0, "[{'type':'sides_swapped','kind':'room'}]");
    append("chess", STORE_MARK_GAME_STARTED,
           "[{'type':'nonce_published','kind':'room','player':'$A','seat':0},"
           "{'type':'nonce_published','kind':'room','player':'$B','seat':1},"
           "{'type':'game_started','kind':'room','game_id':'$G','game_number':1},"
           "{'type':'game_started','kind':'game','mode':'werewolf'},"
           "{'type':'role_dealt','kind':'game','told':1,'seat':0,'role':'werewolf'},"
           "{'type':'role_dealt','kind':'game','told':2,'seat':1,'role':'villager'}]");
    append("chess", 0, "[{'type':'ballot_cast','kind':'game','seat':1,'suspect':0}]");
    score_count = 1;
    scores[0] = (struct store_score){ BOB, 1, true, "checkmate", "found_werewolf" };
    append("chess", STORE_MARK_GAME_OVER,
           "[{'type':'point_scored','kind':'game','seat':1,'reason':'found_werewolf'},"
           "{'type':'game_over','kind':'room','game_id':'$G','reason':'checkmate'},"
           "{'type':'scored','kind':'room','player':'$B','seat':1,'score':1,'won':true}]");
}

static void loup_garou_roles_have_the_team_of_the_game(void **state)
{
    (void)state;
    play_loup_garou();

    assert_rows("SELECT game_id, user_id, team_name, role FROM game_roles ORDER BY role",
                "$G $B A villager\n$G $A B werewolf\n");
}

static void loup_garou_votes_name_voter_and_suspect(void **state)
{
    (void)state;
    play_loup_garou();

    assert_rows("SELECT game_id, voter_user_id, suspect_user_id FROM game_werewolf_votes",
                "$G $B $A\n");
}

static void loup_garou_points_outlive_their_room(void **state)
{
    (void)state;
    static const char *const log_sql = "SELECT game_id, user_id, reason, created_at"
                                       " FROM game_werewolf_score_log";
    static const char *const stats_sql = "SELECT user_id, correct_identifications,"
                                         " werewolf_successes FROM user_werewolf_stats";
    play_loup_garou();
    assert_rows(log_sql, "$G $B found_werewolf 1970-01-01T00:00:01.004Z\n");
    assert_rows(stats_sql, "$B 1 0\n");

    finish(store, (struct store_write){ .kind = STORE_REMOVE_ROOM, .room = ROOM });

    assert_rows(log_sql, "$G $B found_werewolf 1970-01-01T00:00:01.004Z\n");
    assert_rows(stats_sql, "$B 1 0\n");
    assert_rows("SELECT * FROM game_roles", "");
}

/* A leaderboard that read the log would get slower with every game ever played. */
static void results_are_read_without_the_log(void **state)
{
    (void)state;
    sqlite3 *db;
    sqlite3_stmt *plan;
    assert_int_equal(sqlite3_open(in_folder("db"), &db), SQLITE_OK);
    sqlite3_prepare_v2(db,
                       "EXPLAIN QUERY PLAN SELECT player, sum(score), sum(won), min(point)"
                       " FROM results"
                       " WHERE game = 'chess' GROUP BY player",
                       -1, &plan, NULL);

    assert_int_equal(sqlite3_step(plan), SQLITE_ROW);

    assert_non_null(strstr((const char *)sqlite3_column_text(plan, 3), "finished_by_game"));
    assert_int_equal(sqlite3_step(plan), SQLITE_DONE);
    sqlite3_finalize(plan);
    sqlite3_close(db);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        EACH(every_view_can_be_read),
        EACH(people_are_players),
        EACH(a_room_is_a_game_set),
        EACH(a_game_shows_its_state_and_the_centre),
        EACH(cards_change_hands_in_player_roles),
        EACH(night_actions_name_players_and_centre_cards),
        EACH(a_mate_seen_is_an_action),
        EACH(the_state_follows_the_phases),
        EACH(votes_join_to_player_roles),
        EACH(chat_is_kept_with_its_game_set),
        EACH(loup_garou_roles_have_the_team_of_the_game),
        EACH(loup_garou_votes_name_voter_and_suspect),
        EACH(loup_garou_points_outlive_their_room),
        EACH(results_are_read_without_the_log),
    };
    return cmocka_run_group_tests_name("views", tests, NULL, NULL);
}
