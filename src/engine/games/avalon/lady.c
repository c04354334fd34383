/* The Lady of the Lake: a token whose holder learns the side of one player after quests 2, 3 and 4. */
#include "avalon.h"

/* Due once after each of the quests with index 1 to 3. */
bool avalon_lady_is_due(const struct avalon_table *table)
{
    return table->has_lady && table->quest >= 1 && table->examination_count < table->quest &&
           table->examination_count < AVALON_LADY_USES;
}

seat_set avalon_lady_targets(const struct avalon_table *table)
{
    return avalon_everybody(table) & ~table->has_held_lady;
}

enum avalon_team avalon_lady_reads(const struct avalon_table *table, const struct avalon_own *own)
{
    if (own->role == AVALON_OBERON && table->oberon_good_to_lady)
        return AVALON_GOOD;
    if (own->role == AVALON_TROUBLEMAKER)
        return AVALON_EVIL;
    if (own->role == AVALON_TRICKSTER)
        return (enum avalon_team)own->shows;
    return (enum avalon_team)own->team;
}
