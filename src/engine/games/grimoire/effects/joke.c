/* Joke. A holder who was funny today does not die by exile; the storyteller says so, before the exile is
 * told. */
#include "effect.h"

static enum verdict holder_is_exiled(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    if (intent->target != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    intent->is_spared = intent->answer == 1;
    return ALLOW;
}

static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    (void)turn;
    return intent->target == token->holder && intent->is_spared ? PREVENT : ALLOW;
}

const struct effect effect_joke = {
    .id = "joke",
    .handlers = { { INTENT_EXILE, STAGE_MODIFY, holder_is_exiled },
                  { INTENT_DIE, STAGE_MODIFY, holder_dies } },
};
