/* Cleaver. After the first execution of a day, of any player, the holder may nominate once more. */
#include "effect.h"

static void nominate_again(const struct grimoire_state *s, int holder,
                           struct grimoire_day_rules *rules)
{
    (void)s;
    rules->again |= seat_bit(holder);
}

const struct effect effect_cleaver = { .id = "cleaver", .rule_day = nominate_again };
