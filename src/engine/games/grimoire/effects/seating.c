/* Seating. Up to three times a day the holder has two players change seats; the storyteller does it, and is
 * warned of a fourth. */
#include "effect.h"

enum { SWAPS_MAX = 3 };

static void count_swap(struct game_turn *turn, const struct grimoire_token *token)
{
    const struct grimoire_state *s = turn->state;
    int count = 0;
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == token->holder &&
            s->secrets.token[i].effect == EFFECT_USED_TODAY)
            count++;
    if (count < SWAPS_MAX)
        grimoire_add_effect(turn, token->holder, EFFECT_USED_TODAY, token->holder);
    else
        grimoire_give_warning(turn, GRIMOIRE_SWAPS_USED_UP, token->holder);
}

const struct effect effect_seating = { .id = "seating", .swapped = count_swap };
