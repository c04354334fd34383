/* Who wakes when: night sheets as data, and the order of a script's night. */
#ifndef PARLOUR_GRIMOIRE_NIGHT_ORDER_H
#define PARLOUR_GRIMOIRE_NIGHT_ORDER_H

#include "script.h"

/* The sheet of May 2026, the numbers of an older community sheet, which older homebrew was numbered
 * against, and the order once printed in the box. */
enum night_sheet { NIGHT_SHEET_2026, NIGHT_SHEET_COMMUNITY, NIGHT_SHEET_PRINTED, NIGHT_SHEETS };

/* The number of an id ("imp", "minioninfo") on a sheet; 0: it does not wake that night. */
int night_order_number(enum night_sheet sheet, bool is_first, const char *id);

/* One place in the order of a night: an entry of the script, or one of the fixed steps. */
enum night_step {
    NIGHT_DUSK = -1,
    NIGHT_MINION_INFO = -2,
    NIGHT_DEMON_INFO = -3,
    NIGHT_DAWN = -4,
};
enum { NIGHT_STEPS_MAX = SCRIPT_ITEMS_MAX + 4 };

/* Writes the steps of a night in their order, indices of entries and the fixed ones above, and returns how
 * many there are. Dusk is first and dawn last.
 *
 * The script's own order wins over the sheet. Steps that it leaves out are kept: minion and demon info come
 * before all that it names, characters that wake by their number after. A role that has nothing to do in a
 * night does not wake, even if the script names it. */
int night_order_steps(const struct script *script, enum night_sheet sheet, bool is_first,
                      int16_t step[NIGHT_STEPS_MAX]);

#endif
