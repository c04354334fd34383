/* `parlour backup`, `restore`, `doctor`, `migrate`, `copy` and `admin`: what an operator does to a data
 * folder or a database. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
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

/* A PostgreSQL has tools of its own for copies of everything. */
static int not_for_postgres(void)
{
    fputs("parlour: this is for SQLite; use pg_basebackup or pg_dump, or parlour copy\n", stderr);
    return 2;
}

static int backup(const char *path, const char *file)
{
    struct error error = { 0 };
    if (!store_backup(path, file, &error))
        return complain(&error);
    printf("%s is a copy of %s\n", file, path);
    return 0;
}

/* --- backups by date, in a folder --- */

/* Finds the oldest copy among those that this program named: names sort by date. Returns their number. */
static int find_backups(const char *folder, char oldest[NAME_MAX + 1])
{
    DIR *entries = opendir(folder);
    int count = 0;
    if (entries == NULL)
        return -1;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (fnmatch("parlour-[0-9]*-[0-9]*.db", entry->d_name, 0) != 0)
            continue;
        if (count++ == 0 || strcmp(entry->d_name, oldest) < 0)
            text_copy(oldest, NAME_MAX + 1, entry->d_name);
    }
    closedir(entries);
    return count;
}

static bool remove_old_backups(const char *folder, long long keep)
{
    char oldest[NAME_MAX + 1], file[PATH_MAX];
    int count;
    while ((count = find_backups(folder, oldest)) > keep) {
        snprintf(file, sizeof file, "%s/%s", folder, oldest);
        if (unlink(file) != 0)
            return false;
    }
    return count >= 0;
}

/* The oldest copies go only when the new one has been read from end to end. */
static int backup_to_folder(const char *path, const char *folder, long long keep)
{
    char file[PATH_MAX], date[32];
    struct error error = { 0 };
    struct tm when;
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", gmtime_r(&now, &when));
    snprintf(file, sizeof file, "%s/parlour-%s.db", folder, date);
    if (!store_backup(path, file, &error) || !store_check(file, NULL, NULL, &error))
        return complain(&error);
    if (!remove_old_backups(folder, keep)) {
        fprintf(stderr, "parlour: old copies in %s: %s\n", folder, strerror(errno));
        return 1;
    }
    printf("%s is a sound copy of %s\n", file, path);
    return 0;
}

static int restore(const struct config *config, const char *file)
{
    struct error error = { 0 };
    char path[PATH_SIZE];
    database_path(config, path);
    if (mkdir(config->data, 0700) != 0 && errno != EEXIST) {
        fprintf(stderr, "parlour: %s: %s\n", config->data, strerror(errno));
        return 1;
    }
    if (!store_restore(file, path, &error))
        return complain(&error);
    printf("%s now holds what was in %s\n", path, file);
    return 0;
}

/* Takes "NAME N" out of the arguments. 0: absent; -1: no number from 1 to a million. */
static long long take_number(int *argc, char **argv, const char *name)
{
    for (int i = 0; i < *argc; i++) {
        char *end = NULL;
        if (strcmp(argv[i], name) != 0)
            continue;
        long long number = i + 1 < *argc ? strtoll(argv[i + 1], &end, 10) : 0;
        if (end == NULL || end == argv[i + 1] || *end != '\0' || number < 1 || number > 1000000)
            return -1;
        memmove(argv + i, argv + i + 2, (size_t)(*argc - i - 2) * sizeof *argv);
        *argc -= 2;
        return number;
    }
    return 0;
}

/* Makes copies until it is stopped, for machines without timers, such as containers. A copy that fails is
 * reported, and the next one is tried at its time, when a full disk may have space again. */
_Noreturn static void backup_every(const char *path, const char *folder, long long keep,
                                   long long minutes)
{
    for (;;) {
        backup_to_folder(path, folder, keep);
        fflush(stdout);
        sleep((unsigned)minutes * 60);
    }
}

int run_backup(int argc, char **argv)
{
    static const char usage[] = "backup [--data DIR] FILE | --keep N [--every MINUTES] FOLDER";
    struct config config;
    const char *where;
    char path[PATH_SIZE];
    long long keep = take_number(&argc, argv, "--keep");
    long long every = take_number(&argc, argv, "--every");
    bool is_wrong = keep < 0 || every < 0 || (every > 0 && keep == 0);
    int code = is_wrong ? wrong_usage(usage) : read_arguments(argc, argv, usage, &config, &where);
    if (code != GO_ON)
        return code;
    if (where == NULL)
        return wrong_usage(usage);
    if (config_is_postgres(&config))
        return not_for_postgres();
    database_path(&config, path);
    if (every > 0)
        backup_every(path, where, keep, every);
    return keep > 0 ? backup_to_folder(path, where, keep) : backup(path, where);
}

int run_restore(int argc, char **argv)
{
    static const char usage[] = "restore [--data DIR] FILE";
    struct config config;
    const char *file;
    int code = read_arguments(argc, argv, usage, &config, &file);
    if (code != GO_ON)
        return code;
    if (config_is_postgres(&config))
        return not_for_postgres();
    return file == NULL ? wrong_usage(usage) : restore(&config, file);
}

/* --- doctor --- */

static void report(void *context, const char *problem)
{
    (void)context;
    printf("problem: %s\n", problem);
}

/* What helps against the problem of the line before. */
static void advise(const char *advice)
{
    printf("  do: %s\n", advice);
}

static const char *newest_backup(const struct config *config, char file[PATH_MAX])
{
    char newest[NAME_MAX + 1] = "";
    DIR *entries = config->backups[0] != '\0' ? opendir(config->backups) : NULL;
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (fnmatch("parlour-[0-9]*-[0-9]*.db", entry->d_name, 0) == 0 &&
            strcmp(entry->d_name, newest) > 0)
            text_copy(newest, sizeof newest, entry->d_name);
    if (entries != NULL)
        closedir(entries);
    snprintf(file, PATH_MAX, "%s/%s", config->backups, newest);
    return newest[0] != '\0' ? file : "COPY";
}

/* A file that is damaged or gone; one that only belongs to a newer version needs another program. */
static void advise_restore(const struct config *config, const struct error *error)
{
    char file[PATH_MAX], text[PATH_MAX + CONFIG_TEXT_SIZE + 128];
    if (error->kind == ERROR_USAGE) {
        advise("install the newer version again, or restore the copy parlour.db.before-N");
        return;
    }
    snprintf(text, sizeof text,
             "stop the server, keep the folder as it is aside, then: parlour restore --data %s %s",
             config->data, newest_backup(config, file));
    advise(text);
}

static bool check_database(const struct config *config)
{
    char path[PATH_SIZE];
    struct error error = { 0 };
    struct stat status;
    database_path(config, path);
    if (stat(path, &status) != 0) {
        bool is_new = !store_check(path, report, NULL, &error) && error.kind == ERROR_MISSING;
        printf("database: %s %s\n", is_new ? "none yet at" : "gone from", path);
        if (!is_new)
            advise_restore(config, &error);
        return is_new;
    }
    if ((status.st_mode & 077) != 0) {
        char advice[PATH_SIZE + 16];
        printf("problem: %s can be read by others (mode %o)\n", path, status.st_mode & 0777);
        snprintf(advice, sizeof advice, "chmod 600 %s", path);
        advise(advice);
    }
    bool ok = store_check(path, report, NULL, &error);
    printf("database: %s\n", ok ? "sound, every log's chain is whole" : error.text);
    if (!ok)
        advise_restore(config, &error);
    return ok && (status.st_mode & 077) == 0;
}

static bool check_postgres(const struct config *config)
{
    struct error error = { 0 };
    bool ok =
        store_check_postgres(config->store, config->store_password_file, report, NULL, &error);
    printf("database: %s\n", ok ? "sound, every log's chain is whole" : error.text);
    if (!ok)
        advise("see that the database answers to this address; change the settings that are named; "
               "parlour migrate if the schema is old; else restore it with its own tools");
    return ok;
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
        if (!ok)
            advise("make room: moves are refused when the disk is full; then set disk_mb");
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        printf("open files: up to %llu\n", (unsigned long long)files.rlim_max);
        if (files.rlim_max < LEAST_FILES)
            advise("raise the limit: LimitNOFILE= of the unit, or ulimit -n");
        ok = ok && files.rlim_max >= LEAST_FILES;
    }
    return ok;
}

/* Copies are by date, so that their names tell their age. */
static bool check_backups(const struct config *config)
{
    enum { OLDEST_HOURS = 49 }; /* two nights */
    char file[PATH_MAX];
    struct stat status;
    if (config->backups[0] == '\0' || config_is_postgres(config))
        return true;
    bool is_there = stat(newest_backup(config, file), &status) == 0;
    long long hours = is_there ? (long long)(time(NULL) - status.st_mtime) / 3600 : 0;
    if (is_there)
        printf("backups: the newest is %lld hours old\n", hours);
    else
        printf("backups: none in %s\n", config->backups);
    if (is_there && hours < OLDEST_HOURS)
        return true;
    advise("systemctl enable --now parlour-backup.timer, or parlour backup --keep 14 --every 1440 "
           "FOLDER");
    return false;
}

int run_doctor(int argc, char **argv)
{
    static const char usage[] = "doctor [--data DIR | --store postgres://USER@HOST/NAME]";
    struct config config;
    const char *word;
    int code = read_arguments(argc, argv, usage, &config, &word);
    if (code != GO_ON)
        return code;
    bool database = config_is_postgres(&config) ? check_postgres(&config) : check_database(&config);
    bool machine = check_machine(&config);
    bool backups = check_backups(&config);
    database = database && backups;
    puts(database && machine ? "all is well" : "something needs attention");
    return database && machine ? 0 : 1;
}

/* --- migrate --- */

/* SQLite files are brought up to date by the server that opens them. */
int run_migrate(int argc, char **argv)
{
    static const char usage[] =
        "migrate --store postgres://USER@HOST/NAME [--store-password-file FILE]";
    struct config config;
    struct error error = { 0 };
    const char *word;
    int from, to;
    int code = read_arguments(argc, argv, usage, &config, &word);
    if (code != GO_ON)
        return code;
    if (word != NULL || !config_is_postgres(&config))
        return wrong_usage(usage);
    if (!store_migrate_postgres(config.store, config.store_password_file, &from, &to, &error))
        return complain(&error);
    printf(from == to ? "the database has schema version %d already\n"
                      : "the database now has schema version %d\n",
           to);
    return 0;
}

/* --- copy --- */

/* Takes "NAME VALUE" out of the arguments; NULL if it is not there. */
static const char *take_value(int *argc, char **argv, const char *name)
{
    for (int i = 0; i + 1 < *argc; i++) {
        if (strcmp(argv[i], name) != 0)
            continue;
        const char *value = argv[i + 1];
        memmove(argv + i, argv + i + 2, (size_t)(*argc - i - 2) * sizeof *argv);
        *argc -= 2;
        return value;
    }
    return NULL;
}

int run_copy(int argc, char **argv)
{
    static const char usage[] = "copy --from FILE --to postgres://USER@HOST/NAME"
                                " [--password-file FILE], or the other way round";
    struct store_copied copied = { 0 };
    struct error error = { 0 };
    const char *from = take_value(&argc, argv, "--from"), *to = take_value(&argc, argv, "--to");
    const char *password_file = take_value(&argc, argv, "--password-file");
    bool wants_help = argc == 1 && strcmp(argv[0], "--help") == 0;
    if (wants_help)
        printf("usage: parlour %s\n", usage);
    if (wants_help || argc > 0 || from == NULL || to == NULL)
        return wants_help ? 0 : wrong_usage(usage);
    if (!store_copy(from, to, password_file, &copied, &error))
        return complain(&error);
    printf("copied %lld rooms with %lld batches and %lld people; every log's chain is whole\n",
           (long long)copied.rooms, (long long)copied.batches, (long long)copied.people);
    return 0;
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
