/* `parlour backup`, `restore`, `doctor` and `admin`: what an operator does to a data folder. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text.h"
#include "server/commands.h"
#include "server/config.h"
#include "store/store.h"

enum { PATH_SIZE = CONFIG_TEXT_SIZE + 32 };

enum { GO_ON = -1 };

static bool is_flag(const char *argument)
{
    return strncmp(argument, "--", 2) == 0;
}

/* Splits off the one argument that is no flag, and reads the rest as settings. GO_ON, or the exit code. */
static int read_arguments(int argc, char **argv, const char *usage, struct config *config,
                          const char **word)
{
    struct error error = { 0 };
    int kept = 0;
    *word = NULL;
    for (int i = 0; i < argc; i++) {
        bool is_value = i > 0 && is_flag(argv[i - 1]) && strchr(argv[i - 1], '=') == NULL;
        if (strcmp(argv[i], "--help") == 0) {
            printf("usage: parlour %s\n", usage);
            return 0;
        }
        if (!is_flag(argv[i]) && !is_value && *word == NULL)
            *word = argv[i];
        else
            argv[kept++] = argv[i];
    }
    if (config_read(config, kept, argv, &error))
        return GO_ON;
    fprintf(stderr, "parlour: %s\n", error.text);
    return 2;
}

static int wrong_usage(const char *usage)
{
    fprintf(stderr, "usage: parlour %s\n", usage);
    return 2;
}

static void database_path(const struct config *config, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/parlour.db", config->data);
}

static int complain(const struct error *error)
{
    fprintf(stderr, "parlour: %s\n", error->text);
    return 1;
}

/* What backup and restore have in common: a data folder, and a file named on the command line. */
static int with_file(int argc, char **argv, const char *usage,
                     int (*act)(const struct config *config, const char *path, const char *file))
{
    struct config config;
    const char *file;
    char path[PATH_SIZE];
    int code = read_arguments(argc, argv, usage, &config, &file);
    if (code != GO_ON)
        return code;
    if (file == NULL)
        return wrong_usage(usage);
    database_path(&config, path);
    return act(&config, path, file);
}

static int backup(const struct config *config, const char *path, const char *file)
{
    struct error error = { 0 };
    (void)config;
    if (!store_backup(path, file, &error))
        return complain(&error);
    printf("%s is a copy of %s\n", file, path);
    return 0;
}

static int restore(const struct config *config, const char *path, const char *file)
{
    struct error error = { 0 };
    if (mkdir(config->data, 0700) != 0 && errno != EEXIST) {
        fprintf(stderr, "parlour: %s: %s\n", config->data, strerror(errno));
        return 1;
    }
    if (!store_restore(file, path, &error))
        return complain(&error);
    printf("%s now holds what was in %s\n", path, file);
    return 0;
}

int run_backup(int argc, char **argv)
{
    return with_file(argc, argv, "backup [--data DIR] FILE", backup);
}

int run_restore(int argc, char **argv)
{
    return with_file(argc, argv, "restore [--data DIR] FILE", restore);
}

/* --- doctor --- */

static void report(void *context, const char *problem)
{
    (void)context;
    printf("problem: %s\n", problem);
}

static bool check_database(const struct config *config)
{
    char path[PATH_SIZE];
    struct error error = { 0 };
    struct stat status;
    database_path(config, path);
    if (stat(path, &status) != 0) {
        printf("database: none yet at %s\n", path);
        return true;
    }
    if ((status.st_mode & 077) != 0)
        printf("problem: %s can be read by others (mode %o)\n", path, status.st_mode & 0777);
    bool ok = store_check(path, report, NULL, &error);
    printf("database: %s\n", ok ? "sound, every log's chain is whole" : error.text);
    return ok && (status.st_mode & 077) == 0;
}

static bool check_machine(const struct config *config)
{
    enum { LEAST_MIB = 256, LEAST_FILES = 1024 };
    struct statvfs disk;
    struct rlimit files;
    bool ok = true;
    if (statvfs(access(config->data, F_OK) == 0 ? config->data : ".", &disk) == 0) {
        unsigned long long mib = (unsigned long long)disk.f_bavail * disk.f_frsize >> 20;
        printf("disk: %llu MiB free\n", mib);
        ok = mib >= LEAST_MIB;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        printf("open files: up to %llu\n", (unsigned long long)files.rlim_max);
        ok = ok && files.rlim_max >= LEAST_FILES;
    }
    return ok;
}

int run_doctor(int argc, char **argv)
{
    static const char usage[] = "doctor [--data DIR]";
    struct config config;
    const char *word;
    int code = read_arguments(argc, argv, usage, &config, &word);
    if (code != GO_ON)
        return code;
    bool database = check_database(&config), machine = check_machine(&config);
    puts(database && machine ? "all is well" : "something needs attention");
    return database && machine ? 0 : 1;
}

/* --- admin --- */

static int make_token(const struct config *config)
{
    char path[PATH_SIZE], token[65];
    uint8_t secret[32];
    if (sodium_init() < 0)
        return 1;
    randombytes_buf(secret, sizeof secret);
    hex_write(token, secret, sizeof secret);
    snprintf(path, sizeof path, "%s/admin-token", config->data);
    mkdir(config->data, 0700);
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0 || write(file, token, sizeof token - 1) != sizeof token - 1 || fsync(file) != 0) {
        fprintf(stderr, "parlour: %s: %s\n", path, strerror(errno));
        return 1;
    }
    close(file);
    printf("%s\n", token);
    fprintf(stderr,
            "The operator's token is in %s; a running server reads it when it starts.\n"
            "Use it as: Authorization: Bearer TOKEN on /api/admin/…\n",
            path);
    return 0;
}

int run_admin(int argc, char **argv)
{
    static const char usage[] = "admin token [--data DIR]";
    struct config config;
    const char *word;
    int code = read_arguments(argc, argv, usage, &config, &word);
    if (code != GO_ON)
        return code;
    if (word != NULL && strcmp(word, "token") == 0)
        return make_token(&config);
    return wrong_usage(usage);
}
