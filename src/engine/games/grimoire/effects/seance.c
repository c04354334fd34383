/* Seance. Only the holder and the dead vote, the dead as often as they like, and no half is needed. */
#include "effect.h"

static void let_the_dead_vote(const struct grimoire_state *s, int holder,
                              struct grimoire_day_rules *rules)
{
    rules->no_vote |= grimoire_seats_all(s) & ~(s->table.dead | seat_bit(holder));
    rules->is_dead_free = rules->needs_no_half = true;
}

const struct effect effect_seance = { .id = "seance", .rule_day = let_the_dead_vote };
