/* Cleaver. After the first execution of a day the holder may nominate once more, whoever was executed. */
#include "effect.h"

static void nominate_again(const struct grimoire_state *s, int holder,
                           struct grimoire_day_rules *rules)
{
    (void)s;
    rules->again |= seat_bit(holder);
}

const struct effect effect_cleaver = { .id = "cleaver", .rule_day = nominate_again };
