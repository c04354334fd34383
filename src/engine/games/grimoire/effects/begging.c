/* Begging. The holder is sober and healthy, and votes only with what the dead give, one vote each. Of every
 * giver the holder learns the side. The storyteller is always asked which, so that no pause tells of somebody
 * who may register as either. */
#include "effect.h"

static const struct grimoire_token *gift_of(const struct grimoire_state *s, int holder)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == holder && s->secrets.token[i].effect == EFFECT_VOTE_TOKEN)
            return &s->secrets.token[i];
    return NULL;
}

/* Who has given the holder a vote, everybody has seen. */
static void forbid_votes(const struct grimoire_state *s, int holder,
                         struct grimoire_day_rules *rules)
{
    if (!gift_of(s, holder))
        rules->no_vote |= seat_bit(holder);
}

static enum verdict holder_votes(struct game_turn *turn, const struct grimoire_token *token,
                                 struct intent *intent)
{
    if (intent->source != token->holder)
        return ALLOW;
    const struct grimoire_token *gift = gift_of(turn->state, token->holder);
    if (!gift)
        return PREVENT;
    grimoire_remove_effect(turn, gift->id);
    return ALLOW;
}

static enum verdict somebody_gives(struct game_turn *turn, const struct grimoire_token *token,
                                   struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->target != token->holder || intent->source == token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    grimoire_add_effect(turn, intent->source, EFFECT_USED_DEAD_VOTE, GRIMOIRE_NOBODY);
    grimoire_add_effect(turn, token->holder, EFFECT_VOTE_TOKEN, token->holder);
    grimoire_announce(turn);
    grimoire_send_messages(turn, seat_bit(token->holder), s->secrets.seat[token->holder].character,
                           (struct grimoire_answer){ .players = seat_bit(intent->source),
                                                     .number = intent->answer == 1 },
                           "");
    return ALLOW;
}

const struct effect effect_begging = {
    .id = "begging",
    .is_immune = true,
    .takes_votes = true,
    .rule_day = forbid_votes,
    .handlers = { { INTENT_VOTE, STAGE_PROTECT, holder_votes },
                  { INTENT_AFFECT, STAGE_OBSERVE, somebody_gives } },
};
