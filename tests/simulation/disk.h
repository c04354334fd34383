/* A disk in memory, as SQLite's VFS "simulated". It knows two truths: what the programs see, and what would
 * still be there after the power went. A write is certain only once its file was synced, a name only once
 * its directory was. There is one disk per process.
 *
 * A cut of the power keeps of every unsynced write some of its sectors, some of them torn. A sync that
 * fails forgets some of what it should have written, for good, as Linux does: asking again proves nothing. */
#ifndef PARLOUR_SIMULATION_DISK_H
#define PARLOUR_SIMULATION_DISK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

#define DISK_VFS "simulated"

enum disk_fault { DISK_EIO, DISK_FULL, DISK_POWER, DISK_DEAF, DISK_UNREADABLE };

/* An empty disk; all chance comes from `rng`. `now_ms` is the time it shows SQLite. */
void disk_reset(struct rng *rng, const int64_t *now_ms, bool syncs_directory);

/* The nth write, sync or truncation from now on fails, and if sticky all after it until disk_mend(); for
 * DISK_UNREADABLE the nth read. After DISK_POWER nothing works until disk_power_on(). DISK_DEAF stands for a
 * program that was killed: what it still wants to do does not happen, and nothing is lost by that. */
void disk_break(enum disk_fault fault, int nth, bool is_sticky);
void disk_mend(void);

/* While it is held no fault comes: the judge must be able to read. */
void disk_hold(bool is_held);

void disk_cut_power(void);
bool disk_is_off(void);
/* What survived the cut is what there is. All files must have been closed. */
void disk_power_on(void);

/* What fsync on the directory does. SQLite asks for it itself for its logs. */
void disk_sync_directory(void);

int disk_faults(void); /* operations that failed so far, since disk_reset */

#endif
