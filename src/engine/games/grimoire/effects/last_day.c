/* Last day. The Demon is dead, and the next day decides: the side of the executed player loses, even if that
 * player lives; if nobody is executed, good wins. Apart from a twin's execution nothing else ends the game.
 * The day goes on even if the holder dies. Where twins kept good from winning, they alone decide
 * afterwards. */
#include "effect.h"

static enum verdict somebody_wins(struct game_turn *turn, const struct grimoire_token *token,
                                  struct intent *intent)
{
    (void)turn;
    (void)token;
    bool decides = intent->victory_reason == GRIMOIRE_LAST_DAY_WAS_LOST ||
                   intent->victory_reason == GRIMOIRE_TWIN_WAS_EXECUTED;
    return decides ? ALLOW : PREVENT;
}

static enum verdict somebody_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                         struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    (void)token;
    intent->victory = s->secrets.seat[intent->target].is_evil ? GRIMOIRE_GOOD : GRIMOIRE_EVIL;
    intent->victory_reason = GRIMOIRE_LAST_DAY_WAS_LOST;
    return ALLOW;
}

static enum grimoire_side good_wins(const struct grimoire_state *s, int holder)
{
    (void)s;
    (void)holder;
    return GRIMOIRE_GOOD;
}

const struct effect effect_last_day = {
    .id = "last_day",
    .expiry = GRIMOIRE_AT_DUSK,
    .dusks = 1, /* of the day on which the Demon was executed */
    .wins_at_dusk = good_wins,
    .dusk_reason = GRIMOIRE_LAST_DAY_WAS_LOST,
    .handlers = { { INTENT_WIN, STAGE_PROTECT, somebody_wins },
                  { INTENT_EXECUTE, STAGE_OBSERVE, somebody_is_executed } },
};
