/* Regurgitation. Before the holder wakes, one of the dead whom it swallowed the night before may live
 * again; the storyteller says who, or nobody. */
#include "effect.h"

static seat_set victims(const struct grimoire_state *s, int holder)
{
    seat_set seats = SEATS_NONE;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->effect == EFFECT_SWALLOWED && token->source == holder && token->dusks == 0 &&
            !grimoire_is_alive(s, token->holder))
            seats |= seat_bit(token->holder);
    }
    return seats;
}

static bool has_victims(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return victims(s, token->holder) != SEATS_NONE;
}

static void regurgitate(struct game_turn *turn, const struct grimoire_token *token)
{
    seat_set players = victims(turn->state, token->holder);
    if (players)
        grimoire_intend_next(turn, (struct intent){ .kind = INTENT_AFFECT,
                                                    .effect = EFFECT_REGURGITATION,
                                                    .source = token->holder,
                                                    .target = token->holder,
                                                    .players = players });
}

static enum verdict somebody_returns(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    if (intent->source != token->holder || intent->target != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, intent->players, true);
    if (intent->answer != GRIMOIRE_NOBODY)
        grimoire_revive(turn, intent->answer);
    return ALLOW;
}

const struct effect effect_regurgitation = {
    .id = "regurgitation",
    .follow_up = 41,
    .stays = true,
    .is_due = has_victims,
    .act = regurgitate,
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, somebody_returns } },
};
