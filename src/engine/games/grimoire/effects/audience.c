/* Audience. Each day the holder may visit the storyteller in private and hear two statements, one true and
 * one false. Anybody may pay such a visit. */
#include "effect.h"

static void visit(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    (void)target;
    grimoire_advise_on_visit(turn, token);
}

const struct effect effect_audience = { .id = "audience", .day_action = visit };
