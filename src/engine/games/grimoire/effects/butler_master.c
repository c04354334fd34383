/* Butler's master. The one who serves the holder may only vote if the holder does. A vote against that counts
 * all the same; the storyteller is warned. */
#include "effect.h"

static enum verdict servant_votes(struct game_turn *turn, const struct grimoire_token *token,
                                  struct intent *intent)
{
    const struct grimoire_vote *vote = &((const struct grimoire_state *)turn->state)->table.vote;
    bool is_counted = seat_in(vote->counted, token->holder);
    seat_set up = is_counted ? vote->voted : vote->hands;
    if (intent->source == token->source && !seat_in(up, token->holder))
        grimoire_give_warning(turn, GRIMOIRE_VOTE_WITHOUT_MASTER, token->source);
    return ALLOW;
}

const struct effect effect_butler_master = {
    .id = "butler_master",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
    .handlers = { { INTENT_VOTE, STAGE_OBSERVE, servant_votes } },
};
