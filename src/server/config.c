/* Settings by table. A setting is text or a number with bounds; its flag, variable and line in the file
 * have the same name, spelt --bot-delay-ms, PARLOUR_BOT_DELAY_MS and bot_delay_ms. */
#include "server/config.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "net/address.h"

struct setting {
    const char *name, *preset, *help;
    size_t offset;
    int64_t min, max;        /* both 0: a text */
    const char *switched_on; /* what the flag without a value means; NULL: it needs one */
    const char *also;        /* a second name in the environment, kept from a specification */
    bool is_credential;      /* names a file that systemd may hand over under the setting's name */
};

#define TEXT(field, value, words)                                                                \
    {                                                                                            \
        .name = #field, .preset = value, .help = words, .offset = offsetof(struct config, field) \
    }
#define CREDENTIAL(field, words)                                                               \
    {                                                                                          \
        .name = #field, .preset = "", .help = words, .offset = offsetof(struct config, field), \
        .is_credential = true                                                                  \
    }
#define NUMBER(field, value, least, most, words)                                                  \
    {                                                                                             \
        .name = #field, .preset = value, .help = words, .offset = offsetof(struct config, field), \
        .min = least, .max = most                                                                 \
    }
#define SWITCH(field, words)                                                                    \
    {                                                                                           \
        .name = #field, .preset = "0", .help = words, .offset = offsetof(struct config, field), \
        .min = 0, .max = 1, .switched_on = "1"                                                  \
    }

static const struct setting settings[] = {
    TEXT(address, "::", "address to listen on"),
    { .name = "port",
      .preset = "8000",
      .help = "port to listen on; 0 takes a free one",
      .offset = offsetof(struct config, port),
      .max = 65535,
      .also = "BACKEND_PORT" },
    TEXT(private_address, "",
         "second address to listen on, for the operator: /metrics and /api/admin are only there"),
    NUMBER(private_port, "8001", 0, 65535, "port of private_address; 0 takes a free one"),
    TEXT(data, "data", "folder of the database"),
    TEXT(store, "sqlite",
         "where logs live: sqlite, postgres://USER@HOST/NAME, or memory (lost at the end)"),
    CREDENTIAL(store_password_file, "file with the password for PostgreSQL"),
    TEXT(node, "n1", "this server's name among several on one PostgreSQL"),
    TEXT(route, "", "this server's address for those that router=redirect sends here"),
    TEXT(router, "none", "who asks for another server's table: none, accel (nginx) or redirect"),
    TEXT(base_path, "", "path of another site to be served under, such as /parlour"),
    TEXT(web, "", "serve the pages from this folder instead of the binary"),
    CREDENTIAL(tls_cert, "certificate chain (PEM); with tls_key: serve https"),
    CREDENTIAL(tls_key, "private key (PEM)"),
    SWITCH(lan_tls, "make a self-signed certificate for the local network and serve https"),
    { .name = "origins",
      .preset = "",
      .help = "further origins that may write, separated by spaces",
      .offset = offsetof(struct config, origins),
      .also = "FRONTEND_URL" },
    { .name = "trust_proxy",
      .preset = "",
      .help = "networks of proxies whose X-Forwarded-For and X-Forwarded-Proto count; without "
              "a value: private ones",
      .offset = offsetof(struct config, trust_proxy),
      .switched_on = "private" },
    TEXT(log_format, "logfmt", "logfmt or json"),
    TEXT(log_level, "info", "debug, info, warn or error"),
    NUMBER(connections_max, "20000", 1, 1000000, "open connections"),
    NUMBER(connections_per_address, "200", 1, 1000000, "open connections per address"),
    NUMBER(commands_per_10s, "20", 0, 1000000, "commands per seat in 10 s; 0: no limit"),
    NUMBER(guesses_per_minute, "5", 0, 1000000,
           "unknown codes per address and minute; 0: no limit"),
    NUMBER(knocks_per_minute, "3", 0, 1000000,
           "knocks at locked tables per address and minute; 0: no limit"),
    NUMBER(rooms_per_minute, "10", 0, 1000000, "new rooms per address and minute; 0: no limit"),
    NUMBER(sessions_per_minute, "60", 0, 1000000,
           "new sessions per address and minute; 0: no limit"),
    NUMBER(reads_per_minute, "300", 0, 1000000,
           "reads of the past per person or, without a session, address and minute; 0: no limit"),
    NUMBER(rooms_per_day, "300", 0, 1000000, "new rooms per address and day; 0: no limit"),
    NUMBER(mb_per_day, "512", 0, 1000000,
           "MB that an address's rooms may write in a day before it makes new ones; 0: no limit"),
    NUMBER(room_mb, "16", 0, 1000000, "MB of a room's log; 0: no limit"),
    NUMBER(disk_mb, "0", 0, 100000000, "MB of the data file; 0: what the disk has"),
    NUMBER(away_ms, "2000", 0, 600000,
           "how long a connection may be gone before the table is told"),
    NUMBER(bot_delay_ms, "900", 0, 60000, "how long a bot seems to think"),
    { .name = "room_cleanup_minutes",
      .preset = "5",
      .help = "ended Journeyman rooms are removed after this time",
      .offset = offsetof(struct config, room_cleanup_minutes),
      .min = 1,
      .max = 10000000,
      .also = "ROOM_CLEANUP_MINUTES" },
    NUMBER(set_cleanup_minutes, "525600", 1, 10000000,
           "other ended rooms are removed after this time"),
    NUMBER(abandoned_days, "7", 1, 3650,
           "unfinished rooms with nobody present are removed after this"),
    NUMBER(session_days, "365", 1, 3650, "a session ends this long after its last use"),
    TEXT(contact, "", "whom to ask about one's data, shown on the page /privacy"),
    { .name = "push",
      .preset = "1",
      .help = "tell people who are away that it is their move, where the page is secure (0 or 1)",
      .offset = offsetof(struct config, push),
      .min = 0,
      .max = 1 },
    NUMBER(push_devices, "100000", 0, 100000000, "devices of all people that are told"),
    CREDENTIAL(push_key, "file with the key for these messages; without: push-key.pem in data"),
    SWITCH(push_loopback, "for tests: send them to this machine only, without https here"),
    TEXT(backups, "", "folder of `parlour backup --keep`: the operator's page shows their age"),
    SWITCH(hidden_games, "also offer the games that are only for tests"),
    { .name = "qr",
      .preset = "1",
      .help = "show the address as a QR code at start (0 or 1)",
      .offset = offsetof(struct config, qr),
      .min = 0,
      .max = 1 },
};

enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

static bool is_text(const struct setting *setting)
{
    return setting->min == 0 && setting->max == 0;
}

static bool set(struct config *config, const struct setting *setting, const char *value,
                struct error *error)
{
    void *field = (char *)config + setting->offset;
    if (is_text(setting))
        return text_copy(field, CONFIG_TEXT_SIZE, value) ||
               error_set(error, ERROR_USAGE, "%s: too long", setting->name);
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || number < setting->min ||
        number > setting->max)
        return error_set(error, ERROR_USAGE, "%s: '%.40s' is not a number from %lld to %lld",
                         setting->name, value, (long long)setting->min, (long long)setting->max);
    *(int64_t *)field = number;
    return true;
}

/* Compares names without regard to case, with '-' for '_'. */
static bool same_name(const char *name, const char *given, size_t length)
{
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = given[i] == '-' ? '_' : (char)tolower((unsigned char)given[i]);
        if (c != name[i])
            return false;
    }
    return true;
}

static const struct setting *find(const char *given, size_t length)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (same_name(settings[i].name, given, length))
            return &settings[i];
    return NULL;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool read_line(struct config *config, char *line, struct error *error)
{
    char *text = trim(line);
    if (*text == '\0' || *text == '#')
        return true;
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return error_set(error, ERROR_USAGE, "config file: '%.60s' is not name = value", text);
    *equals = '\0';
    char *name = trim(text);
    const struct setting *setting = find(name, strlen(name));
    if (setting == NULL)
        return error_set(error, ERROR_USAGE, "config file: unknown setting '%.60s'", name);
    return set(config, setting, trim(equals + 1), error);
}

static bool read_file(struct config *config, const char *path, struct error *error)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return error_set(error, ERROR_USAGE, "config file %.100s: %s", path, strerror(errno));
    char line[1024];
    bool ok = true;
    while (ok && fgets(line, sizeof line, file) != NULL) {
        /* The rest of a line that is too long must not be read as a line of its own. */
        bool is_cut = strchr(line, '\n') == NULL && !feof(file);
        ok = is_cut ? error_set(error, ERROR_USAGE, "config file: a line is too long")
                    : read_line(config, line, error);
    }
    fclose(file);
    return ok;
}

/* systemd lays what a unit's LoadCredential= names into a folder that only this service can read. */
static bool read_credentials(struct config *config, struct error *error)
{
    const char *folder = getenv("CREDENTIALS_DIRECTORY");
    for (int i = 0; folder != NULL && i < SETTING_COUNT; i++) {
        char path[1024];
        if (!settings[i].is_credential)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, settings[i].name);
        if (access(path, F_OK) == 0 && !set(config, &settings[i], path, error))
            return false;
    }
    return true;
}

static bool read_environment(struct config *config, struct error *error)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char variable[64] = "PARLOUR_";
        size_t length = strlen(variable);
        for (const char *c = settings[i].name; *c != '\0' && length + 1 < sizeof variable; c++)
            variable[length++] = (char)toupper((unsigned char)*c);
        variable[length] = '\0';
        const char *value = getenv(variable);
        if (value == NULL && settings[i].also != NULL)
            value = getenv(settings[i].also);
        if (value != NULL && !set(config, &settings[i], value, error))
            return false;
    }
    return true;
}

static bool read_flags(struct config *config, int argc, char **argv, struct error *error)
{
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0)
            return error_set(error, ERROR_USAGE, "unexpected '%.60s'; see --help", argv[i]);
        const char *name = argv[i] + 2;
        size_t length = strcspn(name, "=");
        if (same_name("config", name, length)) {
            i += name[length] == '\0';
            continue;
        }
        const struct setting *setting = find(name, length);
        if (setting == NULL)
            return error_set(error, ERROR_USAGE, "unknown option '%.60s'; see --help", argv[i]);
        const char *value = name[length] == '=' ? name + length + 1 : NULL;
        if (value == NULL && setting->switched_on != NULL)
            value = setting->switched_on;
        else if (value == NULL && ++i < argc)
            value = argv[i];
        if (value == NULL)
            return error_set(error, ERROR_USAGE, "--%s needs a value", setting->name);
        if (!set(config, setting, value, error))
            return false;
    }
    return true;
}

static const char *config_file(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc)
            return argv[i + 1];
        if (strncmp(argv[i], "--config=", 9) == 0)
            return argv[i] + 9;
    }
    return getenv("PARLOUR_CONFIG");
}

static bool one_of(const char *value, const char *a, const char *b, const char *c, const char *d)
{
    return text_equal(value, a) || text_equal(value, b) || (c != NULL && text_equal(value, c)) ||
           (d != NULL && text_equal(value, d));
}

static bool is_node_name(const char *name)
{
    size_t length = strlen(name);
    return length >= 1 && length <= 40 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
               length;
}

/* It goes into a header and into a reason for closing a socket, which has 123 bytes. */
static bool is_route(const char *route)
{
    const char *host = strstr(route, "://");
    bool is_http = strncmp(route, "http://", 7) == 0 || strncmp(route, "https://", 8) == 0;
    return is_http && strlen(route) < 120 && host[3] != '\0' &&
           strcspn(host + 3, "/?# \r\n\t\"") == strlen(host + 3);
}

/* The path goes into pages, headers and cookies unescaped, so it may have no character that needs an
 * escape. */
static bool is_base_path(const char *path)
{
    static const char PLAIN[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~./";
    size_t length = strlen(path);
    return length == 0 || (path[0] == '/' && path[length - 1] != '/' &&
                           length <= CONFIG_BASE_PATH_MAX && strspn(path, PLAIN) == length &&
                           strstr(path, "//") == NULL && strstr(path, "/.") == NULL);
}

static bool check(const struct config *config, struct error *error)
{
    struct address_networks proxies;
    const char *bad;
    if (!one_of(config->store, "sqlite", "memory", NULL, NULL) && !config_is_postgres(config))
        return error_set(error, ERROR_USAGE,
                         "store: '%s' is neither sqlite nor memory nor postgres://…",
                         config->store);
    if (!one_of(config->router, "none", "accel", "redirect", NULL))
        return error_set(error, ERROR_USAGE, "router: must be none, accel or redirect");
    if (!is_node_name(config->node))
        return error_set(error, ERROR_USAGE, "node: must be 1 to 40 letters, digits, '-' or '_'");
    if (config->route[0] != '\0' && !is_route(config->route))
        return error_set(error, ERROR_USAGE, "route: must be http:// or https://, without a path");
    if (!is_base_path(config->base_path))
        return error_set(
            error, ERROR_USAGE,
            "base_path: '%.80s' is not a path such as /parlour, of at most %d letters, "
            "digits and -_~.",
            config->base_path, CONFIG_BASE_PATH_MAX);
    if (config->store_password_file[0] != '\0' && !config_is_postgres(config))
        return error_set(error, ERROR_USAGE, "store_password_file: only for PostgreSQL");
    if (!address_networks_read(&proxies, config->trust_proxy, &bad))
        return error_set(error, ERROR_USAGE, "trust_proxy: '%.60s' is not a network", bad);
    if (!one_of(config->log_format, "logfmt", "json", NULL, NULL))
        return error_set(error, ERROR_USAGE, "log_format: must be logfmt or json");
    if (!one_of(config->log_level, "debug", "info", "warn", "error"))
        return error_set(error, ERROR_USAGE, "log_level: must be debug, info, warn or error");
    if ((config->tls_cert[0] == '\0') != (config->tls_key[0] == '\0'))
        return error_set(error, ERROR_USAGE, "tls_cert and tls_key go together");
    return true;
}

/* In 0.1.0 this setting was 0 or 1, and 1 trusted every address. A proxy is nearly always on a private
 * network. */
static bool old_trust_proxy(struct config *config)
{
    if (text_equal(config->trust_proxy, "0"))
        config->trust_proxy[0] = '\0';
    else if (text_equal(config->trust_proxy, "1"))
        text_copy(config->trust_proxy, CONFIG_TEXT_SIZE, "private");
    return true;
}

/* "/parlour/" means "/parlour", and "/" means that the whole site is ours. */
static bool trim_base_path(struct config *config)
{
    size_t length = strlen(config->base_path);
    if (length > 0 && config->base_path[length - 1] == '/')
        config->base_path[length - 1] = '\0';
    return true;
}

bool config_read(struct config *config, int argc, char **argv, struct error *error)
{
    *config = (struct config){ 0 };
    for (int i = 0; i < SETTING_COUNT; i++)
        if (!set(config, &settings[i], settings[i].preset, error))
            return false;
    const char *path = config_file(argc, argv);
    return read_credentials(config, error) && (path == NULL || read_file(config, path, error)) &&
           read_environment(config, error) && read_flags(config, argc, argv, error) &&
           old_trust_proxy(config) && trim_base_path(config) && check(config, error);
}

bool config_is_postgres(const struct config *config)
{
    return strncmp(config->store, "postgres://", 11) == 0 ||
           strncmp(config->store, "postgresql://", 13) == 0;
}

const char *config_store_name(const struct config *config)
{
    return config_is_postgres(config) ? "postgres" : config->store;
}

/* Cuts out of an address what lies between `begin` and the first of `ends`, and leaves asterisks. */
static void hide(char *begin, const char *ends)
{
    size_t length = strcspn(begin, ends);
    if (length < 3)
        return;
    memset(begin, '*', 3);
    memmove(begin + 3, begin + length, strlen(begin + length) + 1);
}

static void hide_password(char *url)
{
    char *user = strstr(url, "://");
    char *host = user != NULL ? strchr(user + 3, '@') : NULL;
    char *colon = user != NULL ? strchr(user + 3, ':') : NULL;
    if (host != NULL && colon != NULL && colon < host)
        hide(colon + 1, "@");
    char *parameter = strstr(url, "password=");
    if (parameter != NULL)
        hide(parameter + strlen("password="), "&");
}

void config_print(const struct config *config, struct json *out)
{
    json_object(out, NULL);
    for (int i = 0; i < SETTING_COUNT; i++) {
        const void *field = (const char *)config + settings[i].offset;
        if (field == config->store) {
            char shown[CONFIG_TEXT_SIZE];
            text_copy(shown, sizeof shown, field);
            hide_password(shown);
            json_text(out, settings[i].name, shown);
        } else if (is_text(&settings[i]))
            json_text(out, settings[i].name, field);
        else
            json_int(out, settings[i].name, *(const int64_t *)field);
    }
    json_end(out);
}

void config_help(void)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char flag[64];
        size_t length = 0;
        for (const char *c = settings[i].name; *c != '\0' && length + 1 < sizeof flag; c++)
            flag[length++] = *c == '_' ? '-' : *c;
        flag[length] = '\0';
        printf("  --%-24s %s", flag, settings[i].help);
        printf(settings[i].preset[0] != '\0' && settings[i].switched_on == NULL ? " [%s]\n" : "\n",
               settings[i].preset);
    }
    printf("  --%-24s %s\n", "config FILE", "read settings from a file of name = value lines");
    printf("  --%-24s %s\n", "print-config", "show what is in force and stop");
    printf("  --%-24s %s\n", "check-config", "say whether the settings are valid and stop");
}
