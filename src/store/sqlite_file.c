/* Whole data files: the lock, backup, restore, and the check that reads everything. */
#include "sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/text.h"

enum { PATH_SIZE = 1024, PROBLEM_SIZE = 240 };

static bool system_error(struct error *error, const char *path)
{
    enum error_kind kind = errno == ENOSPC   ? ERROR_FULL
                           : errno == ENOENT ? ERROR_MISSING
                                             : ERROR_IO;
    return error_set(error, kind, "%s: %s", path, strerror(errno));
}

static bool with_suffix(char out[PATH_SIZE], const char *path, const char *suffix,
                        struct error *error)
{
    int length = snprintf(out, PATH_SIZE, "%s%s", path, suffix);
    return length < PATH_SIZE || error_set(error, ERROR_USAGE, "the file's path is too long");
}

/* A file of its own, because closing any descriptor of the data file would drop SQLite's own locks. It
 * stays behind: removing it would let two servers lock two different files of the same name. */
int sqlite_lock(const char *path, struct error *error)
{
    char name[PATH_SIZE];
    if (!with_suffix(name, path, ".lock", error))
        return -1;
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        system_error(error, name);
        return -1;
    }
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    error_set(error, ERROR_TAKEN, "%s is in use by another server", path);
    close(file);
    return -1;
}

static bool sync_path(const char *path, int flags, struct error *error)
{
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0)
        return system_error(error, path);
    bool is_done = fsync(file) == 0 || system_error(error, path);
    close(file);
    return is_done;
}

bool sqlite_sync_directory(const char *path, struct error *error)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= sizeof folder)
        return error_set(error, ERROR_USAGE, "the file's path is too long");
    memcpy(folder, path, length);
    folder[length] = '\0';
    return sync_path(slash ? folder : ".", O_RDONLY | O_DIRECTORY, error);
}

static sqlite3 *open_to_read(const char *path, struct error *error)
{
    sqlite3 *db = NULL;
    int code = access(path, R_OK) == 0
                   ? sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL)
                   : SQLITE_CANTOPEN;
    if (code == SQLITE_OK) {
        sqlite3_busy_timeout(db, 5000);
        return db;
    }
    if (errno == ENOENT)
        system_error(error, path);
    else
        sqlite_error(error, db, code, path);
    sqlite3_close(db);
    return NULL;
}

/* Backup */

static bool copy_pages(sqlite3 *source, sqlite3 *copy, struct error *error)
{
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", source, "main");
    if (!backup)
        return sqlite_error(error, copy, sqlite3_errcode(copy), "backup");
    sqlite3_backup_step(backup, -1);
    int code = sqlite3_backup_finish(backup);
    return code == SQLITE_OK || sqlite_error(error, copy, code, "backup");
}

/* The copy leaves write-ahead mode, so that it is one file that can be read anywhere. */
static bool write_copy(sqlite3 *source, const char *path, struct error *error)
{
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return system_error(error, path);
    close(file);
    sqlite3 *copy = NULL;
    int code = sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    bool is_done = code == SQLITE_OK ? copy_pages(source, copy, error) &&
                                           sqlite_exec(copy, "PRAGMA journal_mode = DELETE", error)
                                     : sqlite_error(error, copy, code, path);
    sqlite3_close(copy);
    return is_done && sync_path(path, O_RDONLY, error);
}

static bool put_in_place(const char *from, const char *to, struct error *error)
{
    if (rename(from, to) != 0)
        return system_error(error, to);
    return sqlite_sync_directory(to, error);
}

bool sqlite_copy(sqlite3 *source, const char *copy, struct error *error)
{
    char part[PATH_SIZE];
    if (!with_suffix(part, copy, ".part", error))
        return false;
    if (write_copy(source, part, error) && put_in_place(part, copy, error))
        return true;
    unlink(part);
    return false;
}

bool store_backup(const char *path, const char *copy, struct error *error)
{
    sqlite3 *source = open_to_read(path, error);
    if (!source)
        return false;
    bool is_done = sqlite_copy(source, copy, error);
    sqlite3_close(source);
    return is_done;
}

/* Without a thread the file is locked for our one connection alone. */
bool sqlite_backup(struct store *base, const char *path, struct error *error)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    if (store->config.is_threaded)
        return store_backup(store->path, path, error);
    return store->reader ? sqlite_copy(store->reader, path, error)
                         : error_set(error, ERROR_IO, "the data file is not open");
}

/* Check */

struct check {
    void (*report)(void *context, const char *problem);
    void *context;
    int problem_count;
    int64_t room, seq; /* where the chain has been followed to */
    uint8_t hash[SHA256_SIZE];
};

static void report(struct check *check, const char *problem)
{
    check->problem_count++;
    if (check->report)
        check->report(check->context, problem);
}

static void report_room(struct check *check, int64_t room, int64_t seq, const char *problem)
{
    char id[ID_TEXT_SIZE], text[PROBLEM_SIZE];
    id_write(id, room);
    snprintf(text, sizeof text, "room %s, batch %lld: %s", id, (long long)seq, problem);
    report(check, text);
}

static void check_batch(struct check *check, sqlite3_stmt *s)
{
    int64_t room = sqlite3_column_int64(s, 0), seq = sqlite3_column_int64(s, 1);
    if (room != check->room) {
        check->room = room;
        check->seq = 0;
        memset(check->hash, 0, sizeof check->hash);
    }
    if (seq != check->seq + 1)
        report_room(check, room, seq, "the batch before it is missing");
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, check->hash, sizeof check->hash);
    const void *events = sqlite3_column_blob(s, 2);
    sha256_add(&hash, events, (size_t)sqlite3_column_bytes(s, 2));
    sha256_end(&hash, check->hash);
    const void *stored = sqlite3_column_blob(s, 3);
    if (sqlite3_column_bytes(s, 3) != SHA256_SIZE || memcmp(stored, check->hash, SHA256_SIZE) != 0)
        report_room(check, room, seq, "the hash chain is broken");
    /* Goes on from the stored hash, so that one altered batch is one problem. */
    if (sqlite3_column_bytes(s, 3) == SHA256_SIZE)
        memcpy(check->hash, stored, SHA256_SIZE);
    check->seq = seq;
}

static void check_integrity(struct check *check, sqlite3_stmt *s)
{
    const char *text = (const char *)sqlite3_column_text(s, 0);
    if (text && !text_equal(text, "ok"))
        report(check, text);
}

static void check_orphan(struct check *check, sqlite3_stmt *s)
{
    report_room(check, sqlite3_column_int64(s, 0), sqlite3_column_int64(s, 1),
                (const char *)sqlite3_column_text(s, 2));
}

static bool each_row(struct check *check, sqlite3 *db, const char *sql,
                     void (*visit)(struct check *, sqlite3_stmt *), struct error *error)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        visit(check, s);
        code = SQLITE_OK;
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE || sqlite_error(error, db, code, "check");
}

static bool check_version(struct check *check, sqlite3 *db, struct error *error)
{
    char text[PROBLEM_SIZE];
    int version = sqlite_schema_version(db);
    if (version >= 1 && version <= sqlite_schema_newest())
        return true;
    snprintf(text, sizeof text,
             version < 1 ? "this file is not a Parlour data file"
                         : "a newer Parlour wrote this file");
    report(check, text);
    return error_set(error, version < 1 ? ERROR_CORRUPT : ERROR_USAGE, "%s", text);
}

static bool check_all(struct check *check, sqlite3 *db, struct error *error)
{
    if (!check_version(check, db, error))
        return false;
    if (!each_row(check, db, "PRAGMA integrity_check", check_integrity, error) ||
        !each_row(check, db, "SELECT room, seq, events, hash FROM log ORDER BY room, seq",
                  check_batch, error) ||
        !each_row(check, db,
                  "SELECT room, 0, 'a log without a room' FROM (SELECT DISTINCT room FROM log)"
                  " WHERE room NOT IN (SELECT room FROM rooms)"
                  " UNION ALL SELECT room, 0, 'a room without a log' FROM rooms"
                  " WHERE room NOT IN (SELECT room FROM log)"
                  " UNION ALL SELECT room, seq, 'a snapshot without its batch' FROM snapshots s"
                  " WHERE NOT EXISTS (SELECT 1 FROM log WHERE room = s.room AND seq = s.seq)"
                  " UNION ALL SELECT room, started_seq, 'a game without its start'"
                  " FROM game_directory g WHERE NOT EXISTS"
                  " (SELECT 1 FROM log WHERE room = g.room AND seq = g.started_seq)",
                  check_orphan, error))
        return false;
    return check->problem_count == 0 ||
           error_set(error, ERROR_CORRUPT, "the check found %d problems", check->problem_count);
}

static void report_missing(void *context, const char *problem)
{
    report(context, problem);
}

/* The list of what was acknowledged lately, and the one that a start has put aside because of a loss. */
static bool check_ledgers(struct check *check, const char *path, sqlite3 *db, struct error *error)
{
    static const char *const names[] = { ".heads", ".heads.lost" };
    char ledger[PATH_SIZE];
    int missing = 0;
    for (int i = 0; i < 2; i++) {
        if (!with_suffix(ledger, path, names[i], error))
            return false;
        missing += sqlite_ledger_check(ledger, db, report_missing, check);
    }
    return missing == 0 || error_set(error, ERROR_CORRUPT,
                                     "acknowledged commands of %d rooms are missing", missing);
}

bool store_check(const char *path, void (*reporter)(void *context, const char *problem),
                 void *context, struct error *error)
{
    struct check check = { .report = reporter, .context = context };
    sqlite3 *db = open_to_read(path, error);
    if (!db) {
        if (access(path, F_OK) != 0)
            check_ledgers(&check, path, NULL, error);
        return false;
    }
    bool is_well = check_all(&check, db, error) && check_ledgers(&check, path, db, error);
    sqlite3_close(db);
    return is_well;
}

/* Restore */

/* Lets the former file take its write-ahead log back, so that it is complete by itself. */
static void close_log(const char *path)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
        sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(db);
}

/* The former file is kept under another name; with its log, should that still be there because the file
 * is too damaged to take it back. A log left behind would be played into the restored file. */
static bool set_aside(const char *path, struct error *error)
{
    static const char *const parts[] = { "", "-wal", "-shm" };
    char from[PATH_SIZE], kept[PATH_SIZE], to[PATH_SIZE];
    close_log(path);
    if (!with_suffix(kept, path, ".before-restore", error))
        return false;
    for (int i = 2; i >= 0; i--) {
        if (!with_suffix(from, path, parts[i], error) || !with_suffix(to, kept, parts[i], error))
            return false;
        unlink(to);
        if (i == 0 ? link(from, to) != 0 : rename(from, to) != 0 && errno != ENOENT)
            return system_error(error, from);
    }
    return true;
}

/* A backup lacks batches that were acknowledged after it was made. That is expected and not reported as a
 * loss. */
static bool set_ledgers_aside(const char *path, struct error *error)
{
    static const char *const parts[] = { ".heads", ".heads.lost", "-wal.lost" };
    char from[PATH_SIZE], kept[PATH_SIZE], to[PATH_SIZE];
    if (!with_suffix(kept, path, ".before-restore", error))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!with_suffix(from, path, parts[i], error) || !with_suffix(to, kept, parts[i], error))
            return false;
        if (rename(from, to) != 0 && errno != ENOENT)
            return system_error(error, from);
    }
    return true;
}

static bool replace(const char *backup, const char *path, struct error *error)
{
    sqlite3 *source = open_to_read(backup, error);
    if (!source)
        return false;
    char part[PATH_SIZE];
    bool is_done = with_suffix(part, path, ".restored", error) && write_copy(source, part, error) &&
                   (access(path, F_OK) != 0 || set_aside(path, error)) &&
                   set_ledgers_aside(path, error) && put_in_place(part, path, error);
    sqlite3_close(source);
    return is_done;
}

bool store_restore(const char *backup, const char *path, struct error *error)
{
    if (!store_check(backup, NULL, NULL, error))
        return false;
    int lock = sqlite_lock(path, error);
    if (lock < 0)
        return false;
    bool is_done = replace(backup, path, error);
    close(lock);
    return is_done;
}

/* Before an upgrade */

/* Chains are store_check's matter, which knows the newest schema only; here the file itself must be whole. */
static bool is_whole(const char *path)
{
    struct error error = { 0 };
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = open_to_read(path, &error);
    bool is_ok =
        db &&
        sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        text_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return is_ok;
}

static bool make_checked_copy(sqlite3 *db, const char *copy, struct error *error)
{
    if (!sqlite_copy(db, copy, error))
        return false;
    if (is_whole(copy))
        return true;
    unlink(copy);
    return error_set(error, ERROR_CORRUPT, "the data file is damaged: it is not upgraded");
}

bool store_keep_old_version(const char *path, char *copy, size_t size, struct error *error)
{
    copy[0] = '\0';
    if (access(path, F_OK) != 0)
        return true; /* a new file */
    sqlite3 *db = open_to_read(path, error);
    if (!db)
        return false;
    int version = sqlite_schema_version(db);
    bool is_old = version > 0 && version < sqlite_schema_newest();
    bool is_done = true;
    if (is_old && (size_t)snprintf(copy, size, "%s.before-%d", path, version) >= size)
        is_done = error_set(error, ERROR_USAGE, "the file's path is too long");
    else if (is_old && access(copy, F_OK) != 0)
        is_done = make_checked_copy(db, copy, error);
    sqlite3_close(db);
    return is_done;
}
