/* Miasma. The nearest Townsfolk on each side of the holder are poisoned, the dead among them too. */
#include "effect.h"

static bool miasma_covers(const struct grimoire_state *s, const struct grimoire_token *token,
                          int seat)
{
    return seat != token->holder && (grimoire_townsfolk_neighbour(s, token->holder, 1) == seat ||
                                     grimoire_townsfolk_neighbour(s, token->holder, -1) == seat);
}

const struct effect effect_miasma = { .id = "miasma",
                                      .malfunction = true,
                                      .covers = miasma_covers };
