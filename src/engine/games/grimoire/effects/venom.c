/* Venom. The holder is poisoned, and dies of it the next night on which the ability behind it works; then
 * it is gone, whether the holder lives or not. */
#include "effect.h"

/* The holder dies poisoned: the venom is removed after all questions about the death. */
static void venom_kills(struct game_turn *turn, const struct grimoire_token *token)
{
    grimoire_kill_next(turn, GRIMOIRE_BY_DEMON, token->source, token->holder);
    grimoire_intend_next(turn, (struct intent){ .kind = INTENT_AFFECT,
                                                .effect = EFFECT_VENOM,
                                                .source = token->source,
                                                .target = token->holder });
}

/* Of two, the older goes. */
static enum verdict holder_heals(struct game_turn *turn, const struct grimoire_token *token,
                                 struct intent *intent)
{
    if (intent->source != token->source || intent->target != token->holder)
        return ALLOW;
    grimoire_remove_effect(turn, token->id);
    intent->source = GRIMOIRE_NOBODY;
    return ALLOW;
}

const struct effect effect_venom = {
    .id = "venom",
    .malfunction = true,
    .expiry = GRIMOIRE_WITH_SOURCE,
    .follow_up = 41,
    .stays = true,
    .act = venom_kills,
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, holder_heals, .even_if_broken = true } },
};
