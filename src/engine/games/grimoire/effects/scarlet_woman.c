/* Scarlet Woman. When a Demon dies while five or more are alive (Travellers not counted, the Demon
 * counted), the holder becomes that Demon, before anybody else could. */
#include "effect.h"

enum { ALIVE_NEEDED = 5 };

static enum verdict demon_dies(struct game_turn *turn, const struct grimoire_token *token,
                               struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    int character = s->secrets.seat[intent->target].character;
    bool is_demon = grimoire_team_of(&s->script, character) == GRIMOIRE_DEMON;
    bool are_enough =
        grimoire_seats_count(grimoire_seats_alive(s) & grimoire_seats_dealt(s)) >= ALIVE_NEEDED;
    if (!is_demon || !are_enough || intent->has_heir || intent->target == token->holder)
        return ALLOW;
    intent->has_heir = true;
    grimoire_become(turn, token->holder, character, true);
    return ALLOW;
}

const struct effect effect_scarlet_woman = {
    .id = "scarlet_woman",
    .handlers = { { INTENT_DIE, STAGE_MODIFY, demon_dies } },
};
