/* Cursed. If the holder nominates, they die at once, until dusk. With three alive the curse is gone. The
 * nomination stands. Where only the storyteller nominates, nobody else has. */
#include "effect.h"

enum { ALIVE_TOO_FEW = 3 };

static enum verdict cursed_nominates(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    int alive = grimoire_seats_count(grimoire_seats_alive(s) & grimoire_seats_dealt(s));
    bool is_storytellers = seat_in(s->table.rules.no_nomination, token->holder);
    if (intent->source == token->holder && !is_storytellers && alive > ALIVE_TOO_FEW)
        grimoire_intend_next(turn, (struct intent){ .kind = INTENT_KILL,
                                                    .cause = GRIMOIRE_BY_ABILITY,
                                                    .source = token->source,
                                                    .target = token->holder });
    return ALLOW;
}

const struct effect effect_cursed = {
    .id = "cursed",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
    .handlers = { { INTENT_NOMINATE, STAGE_OBSERVE, cursed_nominates } },
};
