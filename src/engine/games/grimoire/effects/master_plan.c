/* Master plan. If good would win because the Demon died by execution, there is one more day first. */
#include "effect.h"

static bool demon_was_executed(const struct grimoire_state *s)
{
    seat_set demons = grimoire_seats_of_team(s, GRIMOIRE_DEMON);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(demons, seat) && s->secrets.seat[seat].was_executed_today)
            return true;
    return false;
}

static enum verdict good_wins(struct game_turn *turn, const struct grimoire_token *token,
                              struct intent *intent)
{
    bool is_executed =
        intent->cause == GRIMOIRE_BY_EXECUTION || intent->cause == GRIMOIRE_BY_PURITY;
    if (intent->victory_reason != GRIMOIRE_DEMON_IS_DEAD || !is_executed ||
        !demon_was_executed(turn->state))
        return ALLOW;
    grimoire_remove_effect(turn, token->id);
    grimoire_add_effect(turn, token->holder, EFFECT_LAST_DAY, GRIMOIRE_NOBODY);
    return PREVENT;
}

const struct effect effect_master_plan = {
    .id = "master_plan",
    .handlers = { { INTENT_WIN, STAGE_PROTECT, good_wins } },
};
