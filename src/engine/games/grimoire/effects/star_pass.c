/* Star pass. A Demon who chooses itself at night makes a living Minion the Demon, unless somebody is that
 * already. A player who may register as a Minion may be chosen too. */
#include "effect.h"

static bool is_passed(const struct grimoire_token *token, const struct intent *intent)
{
    return intent->cause == GRIMOIRE_BY_DEMON && intent->source == token->holder &&
           intent->target == token->holder && !intent->is_redirected && !intent->has_heir;
}

static seat_set candidates(const struct grimoire_state *s, int holder, bool must)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        bool is_minion = must ? seat_in(grimoire_seats_of_team(s, GRIMOIRE_MINION), seat)
                              : grimoire_may_be(s, seat, holder, TEAM, GRIMOIRE_MINION);
        if (is_minion && grimoire_is_alive(s, seat) && seat != holder)
            seats |= seat_bit(seat);
    }
    return seats;
}

static enum verdict demon_dies(struct game_turn *turn, const struct grimoire_token *token,
                               struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (!is_passed(token, intent))
        return ALLOW;
    seat_set minions = candidates(s, token->holder, true);
    seat_set all = minions | candidates(s, token->holder, false);
    bool is_open = grimoire_seats_count(all) > 1 || (all && !minions);
    if (is_open && !intent->is_answered)
        return grimoire_ask(turn, intent, all, !minions);
    int heir = is_open ? intent->answer : all ? grimoire_seat_first(all) : GRIMOIRE_NOBODY;
    if (heir == GRIMOIRE_NOBODY)
        return ALLOW;
    intent->has_heir = true;
    grimoire_become(turn, heir, s->secrets.seat[token->holder].character, true);
    return ALLOW;
}

const struct effect effect_star_pass = {
    .id = "star_pass",
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, demon_dies } },
};
