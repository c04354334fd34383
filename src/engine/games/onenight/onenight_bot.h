/* What the bot of One Night is made of: beliefs (worlds.h), words (talk.c), deeds and votes. */
#ifndef PARLOUR_ONENIGHT_BOT_H
#define PARLOUR_ONENIGHT_BOT_H

#include "worlds.h"

/* What a strength can do. Strength 0 can do nothing: it plays at random. */
struct onenight_skill {
    int worlds; /* it thinks of */
    enum onenight_ear ear;
    bool follows_table; /* as a Werewolf votes where others will */
    int lies;           /* it thinks of, to tell the one the table would believe; 0: the first */
    int worlds_of_lie;  /* in which it looks at each of them */
};

extern const struct onenight_skill onenight_skills[];

static inline uint32_t onenight_others(const struct onenight_view *view)
{
    return (seat_bit(view->table.seat_count) - 1) & ~seat_bit(view->viewer);
}

/* Claims something, or calls for the vote; false: it says nothing now. */
bool onenight_talk(const struct onenight_view *view, const struct game_bot *bot,
                   struct game_command *command);

#endif
