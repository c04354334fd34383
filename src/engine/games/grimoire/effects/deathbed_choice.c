/* Deathbed choice. The dead holder chooses a living player in public; if that one is evil, the holder's
 * side loses. */
#include "effect.h"

static void choose(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    const struct grimoire_state *s = turn->state;
    if (grimoire_is_alive(s, target) && !grimoire_is_alive(s, token->holder))
        grimoire_intend(turn, (struct intent){ .kind = INTENT_AFFECT,
                                               .effect = EFFECT_DEATHBED_CHOICE,
                                               .source = token->holder,
                                               .target = (int8_t)target,
                                               .players = seat_bit(target) });
}

static enum verdict is_chosen(struct game_turn *turn, const struct grimoire_token *token,
                              struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder || intent->target == token->holder)
        return ALLOW;
    bool may_be = grimoire_may_be(s, intent->target, token->holder, ALIGNMENT, GRIMOIRE_EVIL);
    bool must_be = grimoire_must_be(s, intent->target, token->holder, ALIGNMENT, GRIMOIRE_EVIL);
    if (may_be && !must_be && !intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    grimoire_remove_effect(turn, token->id);
    if (!must_be && !(intent->is_answered && intent->answer == 1))
        return ALLOW;
    intent->victory = s->secrets.seat[token->holder].is_evil ? GRIMOIRE_GOOD : GRIMOIRE_EVIL;
    intent->victory_reason = GRIMOIRE_EVIL_WAS_CHOSEN;
    return ALLOW;
}

/* A holder who dies while the ability does not work never has this choice. */
static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    if (intent->target == token->holder && !grimoire_token_is_active(turn->state, token))
        grimoire_remove_effect(turn, token->id);
    return ALLOW;
}

const struct effect effect_deathbed_choice = {
    .id = "deathbed_choice",
    .day_action = choose,
    .is_for_the_dead = true,
    .day_note = GRIMOIRE_CHOICE_AWAITED,
    .handlers = { { INTENT_AFFECT, STAGE_MODIFY, is_chosen },
                  { INTENT_DIE, STAGE_OBSERVE, holder_dies, .even_if_broken = true } },
};
