/* A request with a wrong argument is refused, names that argument and changes nothing: the operator's
 * routes, reports, devices, faces. */
#include "abuse/house.h"

#include <sys/stat.h>
#include <unistd.h>

#include "server/house.h"

static struct guest ana, bob;
static char code[CODE_TEXT_SIZE], operator[SERVER_TOKEN_SIZE];
static char report_path[96], operator_path[64];

static const char *a_key(void *context)
{
    (void)context;
    return "key";
}

/* Ana and Bob in the lobby of a table, with a bot; and somebody who may operate the house. */
static int set_up(void **unused)
{
    uint8_t bytes[(SERVER_TOKEN_SIZE - 1) / 2] = { 42 };
    char path[32], id[ID_TEXT_SIZE];
    house_open(unused);
    hex_write(operator, bytes, sizeof bytes);
    sha256_of(bytes, sizeof bytes, house.admin_hash);
    house.has_admin = true;
    house.seams.push_key = a_key;
    house_config.push_loopback = 1;
    ana = house_guest("Ana");
    bob = house_guest("Bob");
    house_room(&ana, "coinflip", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    bob.socket = house_dial(path, bob.token);
    house_say(&bob, "{'type':'join','name':'Bob'}");
    house_say(&ana, "{'type':'add_bot'}");
    id_write(id, house_slot(code)->room->game_id);
    snprintf(report_path, sizeof report_path, "/api/games/%s/report", id);
    return 0;
}

static net_id operate(const char *method, const char *route, const char *body)
{
    snprintf(operator_path, sizeof operator_path, "/api/admin/%s", route);
    net_id asked = house_ask(method, operator_path, operator, body);
    house_settle();
    return asked;
}

/* Bodies that a route refuses, each with the argument that the refusal names. */
struct wrong {
    const char *body, *why;
};

static void assert_each_refused(const char *path, const char *token, const struct wrong *wrong)
{
    for (; wrong->body != NULL; wrong++) {
        char named[32];
        net_id asked = house_ask("POST", path, token, wrong->body);
        snprintf(named, sizeof named, "\"%s\"", wrong->why);
        if (house_status(asked) != 400 || strstr(house_text(asked), named) == NULL)
            fail_msg("%s %s: %d %s", path, wrong->body, house_status(asked), house_text(asked));
    }
}

static void an_address_reports_so_often_a_day(void **unused)
{
    enum { A_DAY = 50 };
    char body[96];
    (void)unused;
    house_config.sessions_per_minute = 0;
    snprintf(body, sizeof body, "{\"player\":\"%s\",\"reason\":\"chat\"}", ana.id);
    for (int i = 0; i < A_DAY; i++)
        assert_int_equal(house_status(house_ask("POST", report_path, bob.token, body)), 200);
    assert_int_equal(house_status(house_ask("POST", report_path, bob.token, body)), 429);

    /* Nor does another name help, or a minute; a day does. */
    snprintf(body, sizeof body, "{\"player\":\"%s\",\"reason\":\"chat\"}", bob.id);
    house_pass(60 * 1000);
    assert_int_equal(house_status(house_ask("POST", report_path, ana.token, body)), 429);
    house_address = "192.0.2.9";
    assert_int_equal(house_status(house_ask("POST", report_path, ana.token, body)), 200);
    house_pass(24 * 60 * 60 * 1000);
    house_address = "192.0.2.1";
    assert_int_equal(house_status(house_ask("POST", report_path, ana.token, body)), 200);
}

/* The operator's routes */

static void a_ban_names_one_person_or_one_network_and_says_why(void **unused)
{
    static const struct wrong wrong[] = {
        { "{\"reason\":\"x\"}", "player" },
        { "{\"player\":\"!\",\"reason\":\"x\"}", "player" },
        { "{\"player\":\"8j47trhnk4n67\",\"network\":\"192.0.2.0/24\",\"reason\":\"x\"}",
          "player" },
        { "{\"network\":\"here\",\"reason\":\"x\"}", "network" },
        { "{\"network\":\"private\",\"reason\":\"x\"}", "network" },
        { "{\"network\":\"192.0.2.0/24,198.51.100.0/24\",\"reason\":\"x\"}", "network" },
        { "{\"network\":\"192.0.2.0/24\",\"days\":0,\"reason\":\"x\"}", "days" },
        { "{\"network\":\"192.0.2.0/24\",\"days\":36501,\"reason\":\"x\"}", "days" },
        { "{\"network\":\"192.0.2.0/24\",\"days\":\"two\",\"reason\":\"x\"}", "days" },
        { "{\"network\":\"192.0.2.0/24\"}", "reason" },
        { NULL, NULL },
    };
    (void)unused;

    assert_each_refused("/api/admin/bans", operator, wrong);

    assert_int_equal(house.house.ban_count, 0);
    assert_int_equal(house_status(operate("POST", "bans", "[1]")), 400);
}

static void only_a_ban_that_is_there_can_be_ended(void **unused)
{
    char route[64], id[ID_TEXT_SIZE];
    (void)unused;
    operate("POST", "bans", "{\"network\":\"198.51.100.0/24\",\"days\":1,\"reason\":\"spam\"}");
    operate("POST", "bans", "{\"network\":\"203.0.113.0/24\",\"reason\":\"spam\"}");
    assert_int_equal(house.house.ban_count, 2);
    assert_int_equal(house_status(operate("DELETE", "bans/none", NULL)), 404);
    assert_int_equal(house_status(operate("DELETE", "bans/8j47trhnk4n67", NULL)), 404);

    id_write(id, house.house.bans[1].id);
    snprintf(route, sizeof route, "bans/%s", id);
    assert_int_equal(house_status(operate("DELETE", route, NULL)), 200);

    assert_int_equal(house.house.ban_count, 1);
    assert_string_equal(house.house.bans[0].network, "198.51.100.0/24");
    assert_int_equal(house_status(operate("DELETE", route, NULL)), 404);
}

static void a_house_that_remembers_no_more_bans_says_so(void **unused)
{
    (void)unused;
    house.house.ban_count = HOUSE_BANS_MAX;

    net_id asked = operate("POST", "bans", "{\"network\":\"192.0.2.0/24\",\"reason\":\"spam\"}");

    assert_int_equal(house_status(asked), 413);
    assert_int_equal(house.house.ban_count, HOUSE_BANS_MAX);
    house.house.ban_count = 0;
}

static void switches_and_words_of_the_house_have_their_types(void **unused)
{
    static const struct wrong read_only[] = { { "{}", "on" }, { "{\"on\":1}", "on" }, { 0 } };
    static const struct wrong tables[] = {
        { "{}", "n" }, { "{\"n\":-1}", "n" }, { "{\"n\":9999999999}", "n" }, { 0 }
    };
    static const struct wrong filters[] = { { "{\"chat\":\"a\"}", "names" },
                                            { "{\"names\":\"a\"}", "chat" },
                                            { "{\"names\":\"a\",\"chat\":7}", "chat" },
                                            { 0 } };
    static const struct wrong message[] = {
        { "{}", "text" }, { "{\"text\":\"\"}", "text" }, { "{\"text\":[]}", "text" }, { 0 }
    };
    static const char *const names[] = { "read-only", "tables-max", "filters", "message" };
    (void)unused;
    assert_each_refused("/api/admin/read-only", operator, read_only);
    assert_each_refused("/api/admin/tables-max", operator, tables);
    assert_each_refused("/api/admin/filters", operator, filters);
    assert_each_refused("/api/admin/message", operator, message);
    for (int i = 0; i < 4; i++)
        assert_int_equal(house_status(operate("POST", names[i], "no json")), 400);
    assert_false(house.house.is_read_only);
    assert_int_equal(house.house.tables_max, 0);
}

static void a_word_to_all_tables_reaches_those_where_somebody_looks(void **unused)
{
    char empty[CODE_TEXT_SIZE];
    (void)unused;
    house_room(&ana, "coinflip", empty);
    int64_t seq = house_slot(empty)->room->seq;

    assert_int_equal(house_status(operate("POST", "message", "{\"text\":\"Tea at five\"}")), 200);

    assert_non_null(strstr(house_text(bob.socket), "Tea at five"));
    assert_int_equal(house_slot(empty)->room->seq, seq);
}

static void an_operator_finds_people_but_neither_bots_nor_guests(void **unused)
{
    (void)unused;
    house_say(&ana, "{'type':'add_guest','name':'Grandma'}");

    net_id all = operate("GET", "people", NULL);
    assert_non_null(strstr(house_text(all), "\"Ana\""));
    assert_non_null(strstr(house_text(all), "\"Bob\""));
    assert_null(strstr(house_text(all), "Grandma"));
    assert_null(strstr(house_text(all), "Bot 1"));

    net_id some = operate("GET", "people?q=an", NULL);
    assert_non_null(strstr(house_text(some), "\"Ana\""));
    assert_null(strstr(house_text(some), "\"Bob\""));
    char route[64];
    snprintf(route, sizeof route, "people?q=%s", bob.id);
    net_id one = operate("GET", route, NULL);
    assert_non_null(strstr(house_text(one), "\"Bob\""));
    assert_null(strstr(house_text(one), "\"Ana\""));
}

static void an_operator_finds_tables_by_a_part_of_the_code_or_by_the_game(void **unused)
{
    char route[32];
    (void)unused;
    snprintf(route, sizeof route, "rooms?q=%.3s", code);
    assert_non_null(strstr(house_text(operate("GET", route, NULL)), code));
    assert_non_null(strstr(house_text(operate("GET", "rooms?q=coinflip", NULL)), code));
    assert_null(strstr(house_text(operate("GET", "rooms?q=avalon", NULL)), code));
    assert_int_equal(house_status(operate("GET", "rooms/BCDFGH", NULL)), 404);
    assert_int_equal(house_status(operate("GET", "rooms/none", NULL)), 404);
    assert_int_equal(house_status(operate("POST", "rooms/BCDFGH/close", NULL)), 404);
}

static void write_file(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void the_age_of_the_newest_copy_is_shown_whatever_else_lies_there(void **unused)
{
    char folder[] = "/tmp/parlour-copies.XXXXXX", copy[64], other[64];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(house_config.backups, sizeof house_config.backups, "%s", folder);
    snprintf(copy, sizeof copy, "%s/parlour-1.db", folder);
    snprintf(other, sizeof other, "%s/readme.txt", folder);
    write_file(other);
    assert_non_null(strstr(house_text(operate("GET", "house", NULL)), "\"newest_backup_ms\":null"));

    write_file(copy);

    assert_null(strstr(house_text(operate("GET", "house", NULL)), "\"newest_backup_ms\":null"));
    unlink(copy);
    unlink(other);
    rmdir(folder);
    assert_non_null(strstr(house_text(operate("GET", "house", NULL)), "\"newest_backup_ms\":null"));
}

static void only_a_report_that_is_there_can_be_dealt_with(void **unused)
{
    (void)unused;
    assert_int_equal(house_status(operate("POST", "reports/none/close", NULL)), 404);
    assert_int_equal(house_status(operate("POST", "reports/8j47trhnk4n67/close", NULL)), 404);
}

/* Reports */

static void a_report_names_a_person_a_reason_and_lines(void **unused)
{
    char body[6][160];
    (void)unused;
    snprintf(body[0], sizeof body[0], "{\"reason\":\"chat\"}");
    snprintf(body[1], sizeof body[1], "{\"player\":\"!\",\"reason\":\"chat\"}");
    snprintf(body[2], sizeof body[2], "{\"player\":\"%s\"}", bob.id);
    snprintf(body[3], sizeof body[3], "{\"player\":\"%s\",\"reason\":\"boredom\"}", bob.id);
    snprintf(body[4], sizeof body[4], "{\"player\":\"%s\",\"reason\":\"chat\",\"lines\":3}",
             bob.id);
    snprintf(body[5], sizeof body[5], "{\"player\":\"%s\",\"reason\":\"chat\",\"lines\":[\"a\"]}",
             bob.id);
    for (int i = 0; i < 6; i++) {
        net_id asked = house_ask("POST", report_path, ana.token, body[i]);
        if (house_status(asked) != 400)
            fail_msg("%s: %d %s", body[i], house_status(asked), house_text(asked));
    }
    assert_int_equal(house.house.reports.count, 0);
}

static void nobody_reports_a_bot_themselves_or_somebody_elsewhere(void **unused)
{
    struct guest eve = house_guest("Eve");
    const struct room *room = house_slot(code)->room;
    char bot[ID_TEXT_SIZE] = "", body[160];
    (void)unused;
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].is_bot)
            id_write(bot, room->member[i].player);
    const char *const nobody[] = { bot, ana.id, eve.id };
    for (int i = 0; i < 3; i++) {
        snprintf(body, sizeof body, "{\"player\":\"%s\",\"reason\":\"chat\"}", nobody[i]);
        net_id asked = house_ask("POST", report_path, ana.token, body);
        assert_non_null(strstr(house_text(asked), "bad_target"));
    }
    assert_int_equal(house.house.reports.count, 0);
}

static void reports_have_a_rate(void **unused)
{
    char body[160];
    (void)unused;
    house_config.sessions_per_minute = 1;
    snprintf(body, sizeof body, "{\"player\":\"%s\",\"reason\":\"chat\"}", bob.id);
    int refused = 0;
    for (int i = 0; i < 3; i++)
        refused += house_status(house_ask("POST", report_path, ana.token, body)) == 429;
    assert_in_range(refused, 2, 3);
}

/* One's own */

static void my_games_my_devices_and_my_data_have_a_rate(void **unused)
{
    static const char *const paths[] = { "/api/me/games", "/api/me/export" };
    (void)unused;
    house_config.reads_per_minute = 1;
    for (int i = 0; i < 2; i++) {
        house_ask("GET", paths[i], ana.token, NULL);
        assert_int_equal(house_status(house_ask("GET", paths[i], ana.token, NULL)), 429);
    }
    assert_int_equal(house_status(house_ask("POST", "/api/me/push", ana.token, "{}")), 429);
}

static void a_device_is_told_only_where_address_and_keys_are_whole(void **unused)
{
    static const char *const bodies[] = {
        "no json",
        "{}",
        "{\"endpoint\":\"https://push.example/a\"}",
        "{\"endpoint\":\"https://push.example/a\",\"keys\":7}",
        "{\"endpoint\":\"https://push.example/a\",\"keys\":{\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}",
        "{\"endpoint\":\"https://push.example/a\",\"keys\":{\"p256dh\":\"BCVx\"}}",
        "{\"endpoint\":\"https://push.example/"
        "a\",\"keys\":{\"p256dh\":\"BCVx\",\"auth\":\"BTBZ\"}}",
        "{\"endpoint\":\"https://push.example/"
        "a\",\"language\":7,\"keys\":{\"p256dh\":\"BCVx\",\"auth\":\"B\"}}",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        assert_int_equal(house_status(house_ask("POST", "/api/me/push", ana.token, bodies[i])),
                         400);
    assert_int_equal(house_store->ops->count_pushes(house_store), 0);
}

static void faces_have_numbers_and_nothing_else(void **unused)
{
    static const char *const there[] = { "0", "7", "39", "100", "299" };
    static const char *const missing[] = { "40", "99", "300", "9999", "07", "-1", "1x", "x" };
    char path[64];
    (void)unused;
    for (size_t i = 0; i < sizeof there / sizeof there[0]; i++) {
        snprintf(path, sizeof path, "/api/avatars/%s.svg", there[i]);
        assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 200);
    }
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        snprintf(path, sizeof path, "/api/avatars/%s.svg", missing[i]);
        assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 404);
    }
}

static void a_code_that_is_taken_makes_no_second_table(void **unused)
{
    char body[96];
    (void)unused;
    size_t tables = house.slots.count;
    snprintf(body, sizeof body, "{\"game\":\"coinflip\",\"code\":\"%s\"}", code);
    assert_int_equal(house_status(house_ask("POST", "/api/games", ana.token, body)), 409);
    assert_int_equal(house_status(house_ask("POST", "/api/games", ana.token,
                                            "{\"game\":\"coinflip\",\"code\":\"not a code\"}")),
                     400);
    assert_int_equal(house_status(house_ask("POST", "/api/games", ana.token,
                                            "{\"game\":\"coinflip\",\"code\":7}")),
                     400);
    assert_int_equal(house.slots.count, tables);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, house_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_address_reports_so_often_a_day),
        TEST(a_ban_names_one_person_or_one_network_and_says_why),
        TEST(only_a_ban_that_is_there_can_be_ended),
        TEST(a_house_that_remembers_no_more_bans_says_so),
        TEST(switches_and_words_of_the_house_have_their_types),
        TEST(a_word_to_all_tables_reaches_those_where_somebody_looks),
        TEST(an_operator_finds_people_but_neither_bots_nor_guests),
        TEST(an_operator_finds_tables_by_a_part_of_the_code_or_by_the_game),
        TEST(the_age_of_the_newest_copy_is_shown_whatever_else_lies_there),
        TEST(only_a_report_that_is_there_can_be_dealt_with),
        TEST(a_report_names_a_person_a_reason_and_lines),
        TEST(nobody_reports_a_bot_themselves_or_somebody_elsewhere),
        TEST(reports_have_a_rate),
        TEST(my_games_my_devices_and_my_data_have_a_rate),
        TEST(a_device_is_told_only_where_address_and_keys_are_whole),
        TEST(faces_have_numbers_and_nothing_else),
        TEST(a_code_that_is_taken_makes_no_second_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
