/* The disk: inodes with visible and durable content, names, faults, and the VFS for SQLite. */
#include "simulation/disk.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { SECTOR = 512, NAMES_MAX = 8, NAME_SIZE = 64, CHANCE_ALL = 100 };

struct bytes {
    uint8_t *at;
    size_t length, capacity;
};

/* A write; without a length, a truncation to `offset`. */
struct change {
    struct change *next;
    size_t offset, length;
    uint8_t data[];
};

/* A file apart from its name: its visible content, its durable content, and the writes between them. */
struct inode {
    int users; /* names and open files */
    bool is_named_durably_on_sync;
    struct bytes seen, certain;
    struct change *first, **last;
};

struct name {
    char text[NAME_SIZE];
    struct inode *seen, *certain;
};

static struct {
    struct rng *rng;
    const int64_t *now_ms;
    bool syncs_directory, is_off;
    enum disk_fault fault;
    int countdown; /* 0: no fault planned */
    bool is_sticky, is_stuck, is_held;
    int fault_count;
    struct name name[NAMES_MAX];
} disk;

struct file {
    sqlite3_file base;
    struct inode *inode;
};

static bool chance(int percent)
{
    return rng_below(disk.rng, CHANCE_ALL) < (uint64_t)percent;
}

/* Bytes */

static void bytes_resize(struct bytes *bytes, size_t length)
{
    if (length > bytes->capacity) {
        size_t capacity = length < 64 * 1024 ? 64 * 1024 : 2 * length;
        bytes->at = memory_grow(bytes->at, bytes->capacity, capacity);
        bytes->capacity = capacity;
    }
    if (length < bytes->length)
        memset(bytes->at + length, 0, bytes->length - length);
    bytes->length = length;
}

static void bytes_write(struct bytes *bytes, size_t offset, const uint8_t *data, size_t length)
{
    if (offset + length > bytes->length)
        bytes_resize(bytes, offset + length);
    if (length > 0)
        memcpy(bytes->at + offset, data, length);
}

/* Inodes */

static struct inode *inode_new(void)
{
    struct inode *inode = memory_take(sizeof *inode);
    inode->last = &inode->first;
    return inode;
}

static void forget_changes(struct inode *inode)
{
    for (struct change *change = inode->first, *next; change; change = next) {
        next = change->next;
        memory_free(change);
    }
    inode->first = NULL;
    inode->last = &inode->first;
}

static void inode_leave(struct inode *inode)
{
    if (!inode || --inode->users > 0)
        return;
    forget_changes(inode);
    memory_free(inode->seen.at);
    memory_free(inode->certain.at);
    memory_free(inode);
}

static struct inode *inode_use(struct inode *inode)
{
    if (inode)
        inode->users++;
    return inode;
}

static void add_change(struct inode *inode, size_t offset, const uint8_t *data, size_t length)
{
    struct change *change = memory_take(sizeof *change + length);
    change->offset = offset;
    change->length = length;
    if (length)
        memcpy(change->data, data, length);
    *inode->last = change;
    inode->last = &change->next;
}

static void settle_sector(struct bytes *certain, const struct change *change, size_t from,
                          size_t length)
{
    bool is_torn = chance(10);
    size_t kept = is_torn ? rng_below(disk.rng, length) : length;
    if (kept > 0)
        bytes_write(certain, change->offset + from, change->data + from, kept);
}

/* Makes some of a change durable, sector by sector. */
static void settle_partly(struct bytes *certain, const struct change *change, int percent)
{
    if (change->length == 0) {
        if (chance(percent))
            bytes_resize(certain, change->offset);
        return;
    }
    for (size_t from = 0; from < change->length; from += SECTOR) {
        size_t left = change->length - from;
        if (chance(percent))
            settle_sector(certain, change, from, left < SECTOR ? left : SECTOR);
    }
}

static void settle_wholly(struct inode *inode)
{
    for (struct change *change = inode->first; change; change = change->next) {
        if (change->length == 0)
            bytes_resize(&inode->certain, change->offset);
        else
            bytes_write(&inode->certain, change->offset, change->data, change->length);
    }
    forget_changes(inode);
}

static void settle_by_chance(struct inode *inode)
{
    static const int percents[] = { 0, 20, 50, 80, 100 };
    int percent = percents[rng_below(disk.rng, sizeof percents / sizeof *percents)];
    for (struct change *change = inode->first; change; change = change->next)
        settle_partly(&inode->certain, change, percent);
    forget_changes(inode);
}

/* Names */

static struct name *find_name(const char *text)
{
    for (int i = 0; i < NAMES_MAX; i++)
        if (disk.name[i].text[0] != '\0' && text_equal(disk.name[i].text, text))
            return &disk.name[i];
    return NULL;
}

static struct name *make_name(const char *text)
{
    struct name *name = find_name(text);
    for (int i = 0; i < NAMES_MAX && !name; i++)
        if (disk.name[i].text[0] == '\0')
            name = &disk.name[i];
    assert(name);
    text_copy(name->text, sizeof name->text, text);
    return name;
}

static void name_set(struct inode **link, struct inode *inode)
{
    inode_use(inode);
    inode_leave(*link);
    *link = inode;
}

void disk_sync_directory(void)
{
    for (int i = 0; i < NAMES_MAX && disk.syncs_directory; i++)
        name_set(&disk.name[i].certain, disk.name[i].seen);
}

/* Faults */

static int code_of(int io_code)
{
    return disk.fault == DISK_FULL && io_code != SQLITE_IOERR_FSYNC ? SQLITE_FULL : io_code;
}

/* Whether a failing operation never reached the disk. */
static bool is_deaf(void)
{
    return disk.is_off || (disk.is_stuck && disk.fault == DISK_DEAF);
}

/* SQLITE_OK, or the code that this operation has to fail with. */
static int fate(int io_code)
{
    bool is_read = io_code == SQLITE_IOERR_READ;
    if (disk.is_off)
        return io_code;
    if (disk.is_held || is_read != (disk.fault == DISK_UNREADABLE))
        return SQLITE_OK;
    bool is_due = disk.countdown > 0 && --disk.countdown == 0;
    if (!is_due && !disk.is_stuck)
        return SQLITE_OK;
    disk.fault_count += disk.fault != DISK_DEAF;
    disk.is_stuck = disk.is_sticky;
    if (disk.fault == DISK_POWER)
        disk_cut_power();
    return code_of(io_code);
}

void disk_break(enum disk_fault fault, int nth, bool is_sticky)
{
    disk.fault = fault;
    disk.countdown = nth;
    disk.is_sticky = is_sticky;
    disk.is_stuck = false;
}

void disk_mend(void)
{
    disk.countdown = 0;
    disk.is_stuck = false;
}

void disk_hold(bool is_held)
{
    disk.is_held = is_held;
}

/* The names first, because they decide which file a name means after the cut. */
void disk_cut_power(void)
{
    if (disk.is_off)
        return;
    disk.is_off = true;
    for (int i = 0; i < NAMES_MAX; i++) {
        struct name *name = &disk.name[i];
        if (name->seen != name->certain && chance(50))
            name_set(&name->certain, name->seen);
        if (name->certain)
            settle_by_chance(name->certain);
    }
}

bool disk_is_off(void)
{
    return disk.is_off;
}

void disk_power_on(void)
{
    disk.is_off = false;
    disk_mend();
    for (int i = 0; i < NAMES_MAX; i++) {
        struct name *name = &disk.name[i];
        name_set(&name->seen, name->certain);
        if (!name->seen)
            continue;
        bytes_resize(&name->seen->seen, 0);
        bytes_write(&name->seen->seen, 0, name->seen->certain.at, name->seen->certain.length);
    }
}

int disk_faults(void)
{
    return disk.fault_count;
}

/* SQLite's files */

static struct inode *inode_of(sqlite3_file *file)
{
    return ((struct file *)file)->inode;
}

static int file_close(sqlite3_file *file)
{
    inode_leave(inode_of(file));
    return SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *out, int count, sqlite3_int64 at)
{
    const struct bytes *seen = &inode_of(file)->seen;
    size_t offset = (size_t)at, wanted = (size_t)count;
    size_t there = offset < seen->length ? seen->length - offset : 0;
    int code = fate(SQLITE_IOERR_READ);
    if (code != SQLITE_OK)
        return code;
    if (there > wanted)
        there = wanted;
    if (there > 0)
        memcpy(out, seen->at + offset, there);
    memset((uint8_t *)out + there, 0, wanted - there);
    return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

/* A write that fails may have written a part. */
static int file_write(sqlite3_file *file, const void *data, int count, sqlite3_int64 at)
{
    struct inode *inode = inode_of(file);
    bool was_off = disk.is_off;
    int code = fate(SQLITE_IOERR_WRITE);
    size_t length = code == SQLITE_OK ? (size_t)count : rng_below(disk.rng, (uint64_t)count);
    if (was_off || is_deaf() || length == 0)
        return code;
    bytes_write(&inode->seen, (size_t)at, data, length);
    add_change(inode, (size_t)at, data, length);
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct inode *inode = inode_of(file);
    int code = fate(SQLITE_IOERR_TRUNCATE);
    if (code != SQLITE_OK)
        return code;
    bytes_resize(&inode->seen, (size_t)size);
    add_change(inode, (size_t)size, NULL, 0);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags)
{
    struct inode *inode = inode_of(file);
    (void)flags;
    bool was_off = disk.is_off;
    int code = fate(SQLITE_IOERR_FSYNC);
    if (code != SQLITE_OK) {
        if (!was_off && !is_deaf())
            settle_by_chance(inode);
        return code;
    }
    settle_wholly(inode);
    if (inode->is_named_durably_on_sync) {
        inode->is_named_durably_on_sync = false;
        disk_sync_directory();
    }
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)inode_of(file)->seen.length;
    return disk.is_off ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int file_lock(sqlite3_file *file, int level)
{
    (void)file, (void)level;
    return SQLITE_OK;
}

static int file_check_lock(sqlite3_file *file, int *is_reserved)
{
    (void)file;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

/* As SQLite assumes of any disk: bytes beside those written are left alone. */
static int file_device(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* Without shared memory: the unthreaded store is alone with its file. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
};

static struct inode *open_inode(const char *text, int flags)
{
    struct name *name = text ? make_name(text) : NULL;
    if (name && name->seen)
        return name->seen;
    if (!(flags & SQLITE_OPEN_CREATE))
        return NULL;
    struct inode *inode = inode_new();
    inode->is_named_durably_on_sync =
        flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL);
    if (name)
        name_set(&name->seen, inode);
    return inode;
}

static int vfs_open(sqlite3_vfs *vfs, const char *text, sqlite3_file *base, int flags, int *out)
{
    struct file *file = (struct file *)base;
    (void)vfs;
    *file = (struct file){ 0 };
    if (disk.is_off)
        return SQLITE_CANTOPEN;
    file->inode = inode_use(open_inode(text, flags));
    if (!file->inode)
        return SQLITE_CANTOPEN;
    file->base.pMethods = &methods;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *text, int syncs_directory)
{
    struct name *name = find_name(text);
    (void)vfs;
    if (!name || !name->seen)
        return SQLITE_IOERR_DELETE_NOENT;
    if (fate(SQLITE_IOERR_DELETE) != SQLITE_OK)
        return SQLITE_IOERR_DELETE;
    name_set(&name->seen, NULL);
    if (syncs_directory)
        disk_sync_directory();
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *text, int flags, int *is_there)
{
    struct name *name = find_name(text);
    (void)vfs, (void)flags;
    *is_there = name && name->seen;
    return disk.is_off ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *text, int size, char *out)
{
    (void)vfs;
    snprintf(out, (size_t)size, "%s", text);
    return SQLITE_OK;
}

static int vfs_random(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    for (int i = 0; i < size; i++)
        out[i] = (char)rng_below(disk.rng, 256);
    return size;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *julian_ms)
{
    (void)vfs;
    *julian_ms = INT64_C(210866760000000) + *disk.now_ms;
    return SQLITE_OK;
}

static void register_once(void)
{
    static sqlite3_vfs vfs = { .iVersion = 2,
                               .szOsFile = sizeof(struct file),
                               .mxPathname = NAME_SIZE,
                               .zName = DISK_VFS,
                               .xOpen = vfs_open,
                               .xDelete = vfs_delete,
                               .xAccess = vfs_access,
                               .xFullPathname = vfs_full_path,
                               .xRandomness = vfs_random,
                               .xSleep = vfs_sleep,
                               .xCurrentTimeInt64 = vfs_time };
    if (!sqlite3_vfs_find(DISK_VFS))
        sqlite3_vfs_register(&vfs, 0);
}

void disk_reset(struct rng *rng, const int64_t *now_ms, bool syncs_directory)
{
    register_once();
    for (int i = 0; i < NAMES_MAX; i++) {
        name_set(&disk.name[i].seen, NULL);
        name_set(&disk.name[i].certain, NULL);
    }
    memset(&disk, 0, sizeof disk);
    disk.rng = rng;
    disk.now_ms = now_ms;
    disk.syncs_directory = syncs_directory;
}
