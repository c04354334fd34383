/* The ledger: what was acknowledged lately, kept apart from the data file, in PATH.heads.
 *
 * If a write-ahead log was cut or altered, SQLite stops at the first wrong checksum and treats the rest as
 * never written. The chains of the remaining batches are whole, so the data file does not show the loss.
 * The ledger does: it has the number and the hash of the last batches that were acknowledged.
 *
 * A record is written after its batch is on disk, so after any crash the ledger is behind the data file,
 * never ahead of it. Therefore it is not synced. One kind of record is synced first: that a room is going
 * to be removed, so that its removal is not taken for a loss. A torn record has a wrong checksum and is
 * skipped. */
#include "sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/sha256.h"
#include "base/text.h"

enum { RECORD_SIZE = 64, CHECKED_SIZE = 48, LEDGER_PATH_SIZE = 1024, PART = 64, LOGGED_MAX = 20 };
/* From this size on the older half is dropped, as soon as the data file has everything. */
enum { LEDGER_MAX = 16384 * RECORD_SIZE };

struct record {
    int64_t room, seq; /* seq 0: the room may have been removed */
    uint8_t hash[SHA256_SIZE];
    uint8_t checksum[RECORD_SIZE - CHECKED_SIZE];
};
_Static_assert(sizeof(struct record) == RECORD_SIZE, "records lie side by side in the file");

static void checksum(const struct record *record, uint8_t out[SHA256_SIZE])
{
    sha256_of(record, CHECKED_SIZE, out);
}

static bool is_whole(const struct record *record)
{
    uint8_t digest[SHA256_SIZE];
    checksum(record, digest);
    return record->room != 0 && memcmp(digest, record->checksum, sizeof record->checksum) == 0;
}

static struct record record_of(const struct store_write *write)
{
    struct record record = { .room = write->room };
    uint8_t digest[SHA256_SIZE];
    if (write->kind == STORE_APPEND) {
        record.seq = write->expected_seq + 1;
        memcpy(record.hash, write->hash, sizeof record.hash);
    }
    checksum(&record, digest);
    memcpy(record.checksum, digest, sizeof record.checksum);
    return record;
}

bool sqlite_ledger_open(struct sqlite_store *store)
{
    char path[LEDGER_PATH_SIZE];
    if (snprintf(path, sizeof path, "%s.heads", store->path) >= (int)sizeof path)
        return false;
    store->ledger = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    off_t size = store->ledger >= 0 ? lseek(store->ledger, 0, SEEK_END) : 0;
    store->ledger_size = size > 0 ? size / RECORD_SIZE * RECORD_SIZE : 0;
    return store->ledger >= 0;
}

/* If the disk is full the record is lost, not the batch. */
static void put(struct sqlite_store *store, const struct record *record, int count)
{
    size_t size = (size_t)count * sizeof *record;
    if (count > 0 && pwrite(store->ledger, record, size, store->ledger_size) == (ssize_t)size)
        store->ledger_size += (int64_t)size;
}

static int put_all(struct sqlite_store *store, const struct store_write *first,
                   enum store_kind kind)
{
    struct record record[PART];
    int count = 0, all = 0;
    for (const struct store_write *w = first; w; w = w->next) {
        if (w->kind != kind || (kind == STORE_APPEND && w->result != ERROR_NONE))
            continue;
        record[count++] = record_of(w);
        all++;
        if (count < PART)
            continue;
        put(store, record, count);
        count = 0;
    }
    put(store, record, count);
    return all;
}

void sqlite_ledger_before(struct sqlite_store *store, const struct store_write *first)
{
    if (store->ledger >= 0 && put_all(store, first, STORE_REMOVE_ROOM) > 0)
        fdatasync(store->ledger);
}

void sqlite_ledger_after(struct sqlite_store *store, const struct store_write *first)
{
    if (store->ledger >= 0)
        put_all(store, first, STORE_APPEND);
}

bool sqlite_ledger_is_long(const struct sqlite_store *store)
{
    return store->ledger >= 0 && store->ledger_size >= LEDGER_MAX;
}

void sqlite_ledger_shorten(struct sqlite_store *store)
{
    if (!sqlite_ledger_is_long(store))
        return;
    char *newer = memory_take(LEDGER_MAX / 2);
    ssize_t size = pread(store->ledger, newer, LEDGER_MAX / 2, store->ledger_size - LEDGER_MAX / 2);
    if (size == LEDGER_MAX / 2 && pwrite(store->ledger, newer, LEDGER_MAX / 2, 0) == size &&
        ftruncate(store->ledger, size) == 0)
        store->ledger_size = size;
    memory_free(newer);
}

/* The comparison */

struct ledger {
    struct record *record; /* in the order of rooms and numbers */
    size_t count;
};

static int in_order(const void *a, const void *b)
{
    const struct record *one = a, *other = b;
    if (one->room != other->room)
        return one->room < other->room ? -1 : 1;
    return one->seq < other->seq ? -1 : one->seq > other->seq;
}

static struct ledger ledger_read(const char *path)
{
    struct ledger ledger = { 0 };
    int file = open(path, O_RDONLY | O_CLOEXEC);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    if (size >= RECORD_SIZE) {
        size_t most = (size_t)size / RECORD_SIZE;
        ledger.record = memory_take(most * RECORD_SIZE);
        ssize_t got = pread(file, ledger.record, most * RECORD_SIZE, 0);
        for (size_t i = 0; got > 0 && i < (size_t)got / RECORD_SIZE; i++)
            if (is_whole(&ledger.record[i]))
                ledger.record[ledger.count++] = ledger.record[i];
        qsort(ledger.record, ledger.count, sizeof *ledger.record, in_order);
    }
    if (file >= 0)
        close(file);
    return ledger;
}

/* Whether the data file has that batch; NULL as `batch`: there is no such table. */
static bool has(sqlite3_stmt *batch, const struct record *record)
{
    if (!batch)
        return false;
    sqlite3_bind_int64(batch, 1, record->room);
    sqlite3_bind_int64(batch, 2, record->seq);
    bool is_there = sqlite3_step(batch) == SQLITE_ROW &&
                    sqlite3_column_bytes(batch, 0) == SHA256_SIZE &&
                    memcmp(sqlite3_column_blob(batch, 0), record->hash, SHA256_SIZE) == 0;
    sqlite3_reset(batch);
    return is_there;
}

static void complain(const struct record *record, void (*report)(void *, const char *),
                     void *context)
{
    char id[ID_TEXT_SIZE], text[160];
    id_write(id, record->room);
    snprintf(text, sizeof text, "room %s, batch %lld: it was acknowledged and is missing", id,
             (long long)record->seq);
    report(context, text);
}

/* The last record of each room is enough, because its hash covers all earlier batches. */
static int compare(const struct ledger *ledger, sqlite3 *db, void (*report)(void *, const char *),
                   void *context)
{
    sqlite3_stmt *batch = NULL;
    int missing = 0;
    bool is_removed = false;
    if (db)
        sqlite3_prepare_v2(db, "SELECT hash FROM log WHERE room = ?1 AND seq = ?2", -1, &batch,
                           NULL);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct record *record = &ledger->record[i];
        bool is_first = i == 0 || record[-1].room != record->room;
        bool is_last = i + 1 == ledger->count || record[1].room != record->room;
        is_removed = (!is_first && is_removed) || record->seq == 0;
        if (!is_last || is_removed || has(batch, record))
            continue;
        missing++;
        if (report)
            complain(record, report, context);
    }
    sqlite3_finalize(batch);
    return missing;
}

int sqlite_ledger_check(const char *ledger_path, sqlite3 *db, void (*report)(void *, const char *),
                        void *context)
{
    struct ledger ledger = ledger_read(ledger_path);
    int missing = compare(&ledger, db, NULL, NULL);
    memory_free(ledger.record);
    if (missing == 0)
        return 0;
    /* A server may have removed a room between our two reads: its ledger knows by now. */
    ledger = ledger_read(ledger_path);
    missing = compare(&ledger, db, report, context);
    memory_free(ledger.record);
    return missing;
}

/* At the start */

struct logging {
    int count;
};

static void log_missing(void *context, const char *problem)
{
    struct logging *logging = context;
    if (logging->count++ < LOGGED_MAX)
        log_line(LOG_ERROR, "acknowledged commands are missing", "problem", "%s", problem, NULL);
}

static void copy_file(const char *from, const char *to)
{
    char part[16 * 1024];
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in >= 0 ? open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    ssize_t size;
    while (out >= 0 && (size = read(in, part, sizeof part)) > 0)
        if (write(out, part, (size_t)size) != size)
            break;
    if (out >= 0)
        close(out);
    if (in >= 0)
        close(in);
}

/* Before the file is opened to write: that makes the log a part of it, as far as it is readable. */
void sqlite_ledger_look(const char *path)
{
    char heads[LEDGER_PATH_SIZE], lost[LEDGER_PATH_SIZE], log[LEDGER_PATH_SIZE],
        kept_log[LEDGER_PATH_SIZE];
    struct logging logging = { 0 };
    sqlite3 *db = NULL;
    snprintf(heads, sizeof heads, "%s.heads", path);
    snprintf(lost, sizeof lost, "%s.heads.lost", path);
    snprintf(log, sizeof log, "%s-wal", path);
    snprintf(kept_log, sizeof kept_log, "%s-wal.lost", path);
    if (access(heads, F_OK) != 0)
        return;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    int missing = sqlite_ledger_check(heads, db, log_missing, &logging);
    sqlite3_close(db);
    if (missing == 0)
        return;
    log_line(LOG_ERROR, "the data file has lost acknowledged commands; see docs/operations.md",
             "rooms", "%d", missing, "kept", "%s", lost, NULL);
    copy_file(log, kept_log);
    if (rename(heads, lost) != 0)
        log_line(LOG_ERROR, "the list of lost commands cannot be kept", "error", "%s",
                 strerror(errno), NULL);
}
