/* The command line: parlour COMMAND [options]. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "server/commands.h"
#include "server/config.h"
#include "server/serve.h"

static int run_serve(int argc, char **argv)
{
    struct config config;
    struct error error = { 0 };
    bool prints = false, checks = false;
    int kept = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            printf("usage: parlour serve [options]\n\n");
            config_help();
            return 0;
        }
        if (strcmp(argv[i], "--print-config") == 0)
            prints = true;
        else if (strcmp(argv[i], "--check-config") == 0)
            checks = true;
        else
            argv[kept++] = argv[i];
    }
    if (!config_read(&config, kept, argv, &error)) {
        fprintf(stderr, "parlour: %s\n", error.text);
        return 2;
    }
    if (prints) {
        char text[8192];
        struct json out;
        json_init(&out, text, sizeof text);
        config_print(&config, &out);
        puts(text);
    }
    return prints || checks ? 0 : serve(&config);
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    { "serve", run_serve, "serve the games" },
    { "backup", run_backup, "copy the database while it is in use" },
    { "restore", run_restore, "put a backup in the place of the database" },
    { "doctor", run_doctor, "check the database and this machine" },
    { "health", run_health, "ask whether the server is alive" },
    { "copy", run_copy, "move everything between SQLite and PostgreSQL" },
    { "migrate", run_migrate, "bring a PostgreSQL database's tables up to date" },
    { "admin", run_admin, "make an operator's token, look at rooms" },
    { "simulate", run_simulate, "let bots play whole games" },
    { "perft", run_perft, "count chess moves from a position" },
    { "verify", run_verify, "check that a deal was fair" },
    { "describe", run_describe, "print the catalogue, the API and its errors as JSON" },
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int usage(FILE *out, int code)
{
    fprintf(out, "usage: parlour COMMAND [options]\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
    fprintf(out, "\nparlour COMMAND --help says more. Version " PARLOUR_VERSION ".\n");
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return usage(stderr, 2);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)
        return usage(stdout, 0);
    if (strcmp(argv[1], "--version") == 0) {
        puts(PARLOUR_VERSION);
        return 0;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    fprintf(stderr, "parlour: unknown command '%s'\n", argv[1]);
    return usage(stderr, 2);
}
