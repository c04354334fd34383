/* Tests of the settings: precedence and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "server/config.h"

static bool read_args(struct config *config, struct error *error, int argc, const char **argv)
{
    return config_read(config, argc, (char **)(void *)argv, error);
}
#define READ(config, error, ...)                                                              \
    read_args(config, error, (int)(sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *)), \
              (const char *[]){ __VA_ARGS__ })

static void presets_hold_where_nothing_is_said(void **state)
{
    struct config config;
    (void)state;
    assert_true(read_args(&config, NULL, 0, NULL));
    assert_int_equal(config.port, 8000);
    assert_string_equal(config.store, "sqlite");
}

static void flags_stand_over_environment_over_file(void **state)
{
    struct config config;
    char path[] = "/tmp/parlour-config-XXXXXX";
    static const char text[] = "# comment\nport = 1\naway_ms = 7\nqr=0\n";
    (void)state;
    int file = mkstemp(path);
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    setenv("PARLOUR_PORT", "2", 1);
    setenv("PARLOUR_AWAY_MS", "8", 1);
    assert_true(READ(&config, NULL, "--port=3", "--config", path));
    assert_int_equal(config.port, 3);
    assert_int_equal(config.away_ms, 8);
    assert_int_equal(config.qr, 0);
    unsetenv("PARLOUR_PORT");
    unsetenv("PARLOUR_AWAY_MS");
    remove(path);
}

static void names_of_the_specification_work_in_the_environment(void **state)
{
    struct config config;
    (void)state;
    setenv("ROOM_CLEANUP_MINUTES", "9", 1);
    setenv("BACKEND_PORT", "8001", 1);
    setenv("FRONTEND_URL", "http://localhost:5173", 1);
    assert_true(read_args(&config, NULL, 0, NULL));
    assert_int_equal(config.room_cleanup_minutes, 9);
    assert_int_equal(config.port, 8001);
    assert_string_equal(config.origins, "http://localhost:5173");
    unsetenv("ROOM_CLEANUP_MINUTES");
    unsetenv("BACKEND_PORT");
    unsetenv("FRONTEND_URL");
}

static void bad_settings_are_refused_by_name(void **state)
{
    struct config config;
    struct error error;
    (void)state;
    assert_false(READ(&config, &error, "--port", "70000"));
    assert_non_null(strstr(error.text, "port"));
    assert_false(READ(&config, &error, "--port", "x"));
    assert_false(READ(&config, &error, "--port"));
    assert_false(READ(&config, &error, "--nonsense", "1"));
    assert_non_null(strstr(error.text, "nonsense"));
    assert_false(READ(&config, &error, "stray"));
    assert_false(READ(&config, &error, "--store", "paper"));
    assert_false(READ(&config, &error, "--store", "postgres"));
    assert_false(READ(&config, &error, "--store-password-file", "secret"));
    assert_false(READ(&config, &error, "--tls-cert", "a.pem"));
    assert_false(READ(&config, &error, "--config", "does-not-exist"));
}

static void put_empty_file(const char *folder, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void a_credential_named_like_a_setting_is_its_file(void **state)
{
    struct config config;
    char folder[] = "/tmp/parlour-config-XXXXXX", key[64], port[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    put_empty_file(folder, "tls_key");
    put_empty_file(folder, "port"); /* no setting that names a secret */
    snprintf(key, sizeof key, "%s/tls_key", folder);
    snprintf(port, sizeof port, "%s/port", folder);
    setenv("CREDENTIALS_DIRECTORY", folder, 1);
    assert_true(READ(&config, NULL, "--tls-cert", "a.pem"));
    assert_string_equal(config.tls_key, key);
    assert_string_equal(config.push_key, "");
    assert_int_equal(config.port, 8000);
    assert_true(READ(&config, NULL, "--tls-cert", "a.pem", "--tls-key", "b.pem"));
    assert_string_equal(config.tls_key, "b.pem");
    assert_false(read_args(&config, NULL, 0, NULL)); /* a key without its certificate */
    unsetenv("CREDENTIALS_DIRECTORY");
    remove(key);
    remove(port);
    remove(folder);
}

static void a_proxy_is_trusted_by_its_network(void **state)
{
    struct config config;
    struct error error = { 0 };
    (void)state;
    assert_true(read_args(&config, NULL, 0, NULL));
    assert_string_equal(config.trust_proxy, "");
    assert_true(READ(&config, &error, "--trust-proxy"));
    assert_string_equal(config.trust_proxy, "private");
    assert_true(READ(&config, &error, "--trust-proxy=10.0.0.0/8 fd00::/8"));
    assert_string_equal(config.trust_proxy, "10.0.0.0/8 fd00::/8");
    setenv("PARLOUR_TRUST_PROXY", "1", 1);
    assert_true(read_args(&config, NULL, 0, NULL));
    assert_string_equal(config.trust_proxy, "private");
    setenv("PARLOUR_TRUST_PROXY", "0", 1);
    assert_true(read_args(&config, NULL, 0, NULL));
    assert_string_equal(config.trust_proxy, "");
    unsetenv("PARLOUR_TRUST_PROXY");
    assert_false(READ(&config, &error, "--trust-proxy=10.0.0.0/99"));
    assert_non_null(strstr(error.text, "trust_proxy: '10.0.0.0/99'"));
}

static void a_base_path_is_a_plain_path(void **state)
{
    struct config config;
    struct error error = { 0 };
    (void)state;
    assert_true(READ(&config, &error, "--base-path", "/parlour/"));
    assert_string_equal(config.base_path, "/parlour");
    assert_true(READ(&config, &error, "--base-path", "/"));
    assert_string_equal(config.base_path, "");
    assert_true(READ(&config, &error, "--base-path", "/a/b-2.0~_"));
    assert_false(READ(&config, &error, "--base-path", "parlour"));
    assert_non_null(strstr(error.text, "base_path: 'parlour'"));
    assert_false(READ(&config, &error, "--base-path", "//"));
    assert_false(READ(&config, &error, "--base-path", "/a//b"));
    assert_false(READ(&config, &error, "--base-path", "/../a"));
    assert_false(READ(&config, &error, "--base-path", "/a b"));
    assert_false(READ(&config, &error, "--base-path", "/a\"b"));
    assert_false(READ(&config, &error, "--base-path", "/a%20b"));
    assert_false(READ(&config, &error, "--base-path", "/a\r\nSet-Cookie:"));
}

static void the_end_of_a_long_line_is_not_a_setting(void **state)
{
    struct config config;
    char path[] = "/tmp/parlour-config-XXXXXX", line[1400];
    (void)state;
    memset(line, '#', sizeof line);
    memcpy(&line[1023], "port=1\n", 7);
    int file = mkstemp(path);
    assert_int_equal(write(file, line, 1030), 1030);
    close(file);
    assert_false(READ(&config, NULL, "--config", path));
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_hold_where_nothing_is_said),
        cmocka_unit_test(flags_stand_over_environment_over_file),
        cmocka_unit_test(names_of_the_specification_work_in_the_environment),
        cmocka_unit_test(bad_settings_are_refused_by_name),
        cmocka_unit_test(a_credential_named_like_a_setting_is_its_file),
        cmocka_unit_test(a_proxy_is_trusted_by_its_network),
        cmocka_unit_test(a_base_path_is_a_plain_path),
        cmocka_unit_test(the_end_of_a_long_line_is_not_a_setting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
