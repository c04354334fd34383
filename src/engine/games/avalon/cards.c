/* Which cards a seat may play on a quest. */
#include "avalon.h"

enum { BRUTE_FAILS_UNTIL = 3 };

/* One who has no choice: the Lunatic, and a Lancelot on evil's side by the schedule. */
static bool must_fail(const struct avalon_table *table, const struct avalon_own *own)
{
    return own->role == AVALON_LUNATIC ||
           (avalon_is_lancelot((enum avalon_role)own->role) && own->team == AVALON_EVIL &&
            table->lancelots == AVALON_LANCELOTS_SCHEDULE);
}

bool avalon_may_play(const struct avalon_table *table, const struct avalon_own *own,
                     enum avalon_card card)
{
    if (card == AVALON_SUCCESS)
        return !must_fail(table, own);
    return own->team == AVALON_EVIL &&
           !(own->role == AVALON_BRUTE && table->quest >= BRUTE_FAILS_UNTIL);
}

enum avalon_card avalon_missing_card(const struct avalon_table *table, const struct avalon_own *own)
{
    return must_fail(table, own) ? AVALON_FAIL : AVALON_SUCCESS;
}
