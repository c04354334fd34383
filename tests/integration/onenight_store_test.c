/* One Night in SQL: a set of games that bots play at a real room, kept in a real file. What the relational
 * views say of each game must be what the game itself says. */
#include "room/fixture_test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "engine/games/onenight/onenight.h"
#include "engine/message.h"
#include "integration/log_write.h"

enum { SEATS = 6, GAMES = 5, ACCOUNT_SIZE = 64 * 1024 };

static char path[64];
static struct store *store;
static struct rng chance;
static int kept_count; /* batches of the log that are in the store */

/* The facts of the games, and what the views say about the games, as sorted lines. */
static char expected[ACCOUNT_SIZE], found[ACCOUNT_SIZE];

static const struct onenight_state *game(void)
{
    return (const struct onenight_state *)room_state(table);
}

static void note_done(struct store_write *write)
{
    assert_int_equal(write->result, ERROR_NONE);
}

static void put(struct store_write write)
{
    write.done = note_done;
    store_write(store, &write);
    store_poll(store);
}

/* Puts the new batches of the log into the store, as the server does. */
static void keep_log(void)
{
    struct store_score scores[GAME_SEATS_MAX];
    for (; kept_count < log_count; kept_count++)
        put(log_write(table, &log_batch[kept_count], scores));
}

/* Play */

static int64_t player_at(int seat)
{
    return table->member[table->member_of_seat[seat]].player;
}

static bool move(int seat)
{
    char text[400];
    struct onenight_view view = { 0 };
    struct game_command command;
    struct game_bot bot = { .seat = seat, .strength = 1 + seat % 4, .rng = &chance };
    struct json out;
    onenight_view(game(), seat, &view);
    if (!onenight_bot(&view, &bot, &command))
        return false;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "type", game_onenight.commands[command.kind].name);
    message_write(&game_onenight.commands[command.kind], command.arg, NULL, true, &out);
    json_end(&out);
    assert_accepted(say(player_at(seat), "%s", text));
    keep_log();
    return true;
}

static bool anybody_moves(void)
{
    for (int seat = 0; seat < SEATS && table->phase == ROOM_PLAYING; seat++)
        if (move(seat))
            return true;
    return false;
}

static void play(void)
{
    for (int i = 0; table->phase == ROOM_PLAYING; i++) {
        assert_true(i < 1000);
        if (!anybody_moves())
            tick_at_deadline();
        keep_log();
    }
    assert_int_equal(table->phase, ROOM_RESULTS);
}

/* What the game says */

static void add(char *account, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char *account, const char *format, ...)
{
    size_t length = strlen(account);
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(account + length, ACCOUNT_SIZE - length, format, arguments);
    va_end(arguments);
    assert_true(length < ACCOUNT_SIZE);
}

static const char *place_id(int place)
{
    static char text[2][12]; /* of any int */
    static int turn_of;
    if (place < SEATS)
        return id_of(player_at(place));
    char *out = text[turn_of ^= 1];
    snprintf(out, sizeof text[0], "%d", place - ONENIGHT_PLACE_CENTER_0);
    return place == ONENIGHT_PLACE_CENTER ? "center" : out;
}

static void add_action(const char *id, int seat, const char *action, const char *source,
                       const char *target, int source_role, int target_role)
{
    char actor[ID_TEXT_SIZE];
    snprintf(actor, sizeof actor, "%s", id_of(player_at(seat)));
    add(expected, "action %s %s %s %s ", id, actor, action, source);
    add(expected, "%s %s %s\n", target, onenight_role_names[source_role],
        target_role ? onenight_role_names[target_role] : "-");
}

static void tell_mates(const char *id, int seat)
{
    const struct onenight_secrets *secrets = &game()->secrets;
    bool is_mason = secrets->dealt[seat] == ONENIGHT_MASON;
    char source[ID_TEXT_SIZE];
    for (int mate = 0; mate < SEATS; mate++) {
        if (!seat_in(secrets->mates[seat], mate))
            continue;
        snprintf(source, sizeof source, "%s", id_of(player_at(mate)));
        add_action(id, seat, "VIEW_CARD", source, "", is_mason ? ONENIGHT_MASON : ONENIGHT_WEREWOLF,
                   0);
    }
    if (is_mason && secrets->has_mates[seat] && !secrets->mates[seat])
        add_action(id, seat, "VIEW_CARD", "center", "", ONENIGHT_MASON, 0);
}

static void tell_deeds(const char *id)
{
    for (int i = 0; i < game()->secrets.deed_count; i++) {
        const struct onenight_deed *deed = &game()->secrets.deed[i];
        char source[ID_TEXT_SIZE], target[ID_TEXT_SIZE] = "";
        snprintf(source, sizeof source, "%s", place_id(deed->source));
        if (deed->action != ONENIGHT_VIEW_CARD)
            snprintf(target, sizeof target, "%s", place_id(deed->target));
        add_action(id, deed->seat, onenight_action_names[deed->action], source, target,
                   deed->source_role, deed->target_role);
    }
}

static bool has_died(int seat)
{
    for (int i = 0; i < game()->secrets.death_count; i++)
        if (game()->secrets.death[i].seat == seat)
            return true;
    return false;
}

static void tell_seat(const char *id, int seat)
{
    static const char *const teams[] = { "village", "werewolf", "tanner" };
    const struct onenight_secrets *secrets = &game()->secrets;
    add(expected, "player_role %s-%d %s %s %s %s %d\n", id, seat, id_of(player_at(seat)),
        onenight_role_names[secrets->dealt[seat]], onenight_role_names[secrets->card[seat]],
        teams[onenight_team_of(secrets->card[seat])], has_died(seat));
    add(expected, "result %s %s %d %d\n", id, id_of(player_at(seat)),
        seat_in(secrets->winners, seat), seat_in(secrets->winners, seat));
    int target = game()->table.ballot[seat];
    if (target != ONENIGHT_NOBODY)
        add(expected, "vote %s-%d %s-%d\n", id, seat, id, target);
}

static void tell_game(void)
{
    char id[ID_TEXT_SIZE];
    const int8_t *center = game()->secrets.card + ONENIGHT_PLACE_CENTER_0;
    id_write(id, table->game_id);
    add(expected, "game %s %d RESULTS - %s %s %s %s\n", id, table->game_number,
        onenight_role_names[center[0]], onenight_role_names[center[1]],
        onenight_role_names[center[2]], game_onenight.reasons[game()->secrets.row - 1]);
    for (int seat = 0; seat < SEATS; seat++) {
        tell_seat(id, seat);
        tell_mates(id, seat);
    }
    tell_deeds(id);
}

/* What the views say */

static void ask(const char *label, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    while (sqlite3_step(statement) == SQLITE_ROW) {
        add(found, "%s", label);
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *text = (const char *)sqlite3_column_text(statement, i);
            add(found, " %s", text ? text : "-");
        }
        add(found, "\n");
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The order of rows does not matter. */
static void sort_lines(char *account)
{
    static char sorted[ACCOUNT_SIZE];
    char *line[2000];
    size_t count = 0;
    sorted[0] = '\0';
    for (char *next = strtok(account, "\n"); next; next = strtok(NULL, "\n"))
        line[count++] = next;
    qsort(line, count, sizeof *line, compare_lines);
    for (size_t i = 0; i < count; i++)
        add(sorted, "%s\n", line[i]);
    memcpy(account, sorted, sizeof sorted);
}

/* Tests */

static int set_up(void **unused)
{
    (void)unused;
    static const uint8_t seed[RNG_SEED_SIZE] = { 6 };
    snprintf(path, sizeof path, "/tmp/onenight_store.XXXXXX");
    close(mkstemp(path));
    store = store_open_sqlite(&(struct store_config){ .path = path }, NULL);
    assert_non_null(store);
    for (int i = 0; i < SEATS; i++)
        put((struct store_write){ .kind = STORE_PUT_SESSION,
                                  .player = ANA + i,
                                  .name = "somebody",
                                  .token_hash = { (uint8_t)(i + 1) },
                                  .expires_ms = 1 });
    kept_count = 0;
    expected[0] = found[0] = '\0';
    rng_seed(&chance, seed, 0);
    clear_table(3);
    return 0;
}

static int tear_down(void **unused)
{
    char lock_path[80];
    (void)unused;
    snprintf(lock_path, sizeof lock_path, "%s.lock", path);
    unlink(path);
    unlink(lock_path);
    return 0;
}

static void close_store(void)
{
    store->ops->close(store);
}

/* A deck with every role that does something, in the pace of the set. */
static void begin_set(const char *pace)
{
    seat_people("onenight", SEATS);
    assert_accepted(say(ANA,
                        "{'type':'set_options','options':{'werewolf':2,'minion':0,'mason':2,"
                        "'seer':1,'robber':1,'troublemaker':1,'drunk':1,'insomniac':1,"
                        "'villager':0,'night_pace':'%s'}}",
                        pace));
    assert_accepted(say(ANA, "{'type':'start'}"));
    keep_log();
}

static void next_game(void)
{
    assert_accepted(say(ANA, "{'type':'next_game'}"));
    if (table->phase != ROOM_PLAYING)
        assert_accepted(say(ANA, "{'type':'start'}"));
    keep_log();
}

static void compare_set(const char *pace)
{
    begin_set(pace);
    for (int i = 0; i < GAMES; i++) {
        if (i > 0)
            next_game();
        play();
        tell_game();
    }
    close_store();
    ask("game", "SELECT game_id, game_number, state, current_role_step, card_0_role, card_1_role,"
                " card_2_role, reason FROM games");
    ask("player_role", "SELECT player_role_id, player_id, initial_role, current_role, team,"
                       " was_killed FROM player_roles WHERE role_revealed");
    ask("action", "SELECT game_id, player_id, action_type, source_id, target_id, source_role,"
                  " target_role FROM actions");
    ask("vote", "SELECT voter_player_role_id, target_player_role_id FROM votes");
    ask("result", "SELECT g.id, people.id, won, score FROM results"
                  " JOIN people USING (player) JOIN game_directory AS g USING (game_id)");
    sort_lines(expected);
    sort_lines(found);
    assert_string_equal(found, expected);
    assert_non_null(strstr(found, "SWAP_PLAYER_TO_CENTER"));
    assert_non_null(strstr(found, "SWAP_PLAYER_TO_PLAYER"));
}

static void the_views_say_what_narrated_games_say(void **unused)
{
    (void)unused;
    compare_set("narrated");
}

static void the_views_say_what_simultaneous_games_say(void **unused)
{
    (void)unused;
    compare_set("simultaneous");
}

static void the_views_say_what_eager_games_say(void **unused)
{
    (void)unused;
    compare_set("eager");
}

static void scores_are_computed_from_the_games_of_the_set(void **unused)
{
    (void)unused;
    begin_set("narrated");
    for (int i = 0; i < GAMES; i++) {
        if (i > 0)
            next_game();
        play();
    }
    close_store();

    ask("score", "SELECT player_id, sum(won), count(*) FROM results JOIN people USING (player)"
                 " JOIN players ON player_id = people.id GROUP BY player_id");

    for (int seat = 0; seat < SEATS; seat++)
        add(expected, "score %s %d %d\n", id_of(player_at(seat)),
            (int)person(player_at(seat))->wins, GAMES);
    sort_lines(expected);
    sort_lines(found);
    assert_string_equal(found, expected);
}

static void the_views_follow_the_night(void **unused)
{
    (void)unused;
    begin_set("narrated");
    while (game()->table.step != ONENIGHT_SEER)
        if (!anybody_moves())
            tick_at_deadline();
    keep_log();
    close_store();

    ask("game", "SELECT state, current_role_step, active_roles FROM games");

    assert_string_equal(found, "game NIGHT seer [\"werewolf\",\"mason\",\"seer\",\"robber\","
                               "\"troublemaker\",\"drunk\",\"insomniac\"]\n");
}

static void roles_are_listed_as_the_game_lists_them(void **unused)
{
    (void)unused;
    close_store();
    ask("role", "SELECT role_id, has_action, wake_order, team, description FROM roles");

    for (const struct game_role *role = onenight_roles; role->id; role++) {
        char order[8] = "-";
        if (role->wake_order)
            snprintf(order, sizeof order, "%d", role->wake_order);
        add(expected, "role %s %d %s %s %s\n", role->id, role->wake_order > 0, order, role->team,
            role->description);
    }
    assert_string_equal(found, expected);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        EACH(the_views_say_what_narrated_games_say),
        EACH(the_views_say_what_simultaneous_games_say),
        EACH(the_views_say_what_eager_games_say),
        EACH(scores_are_computed_from_the_games_of_the_set),
        EACH(the_views_follow_the_night),
        EACH(roles_are_listed_as_the_game_lists_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
