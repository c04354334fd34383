/* Only the storyteller nominates, every day at least one player of the other side. What the storyteller
 * nominates is entered in the holder's name. */
#include "effect.h"

static void forbid_nominations(const struct grimoire_state *s, int holder,
                               struct grimoire_day_rules *rules)
{
    (void)holder;
    rules->no_nomination |= grimoire_seats_all(s);
}

static bool is_nobody_opposed(const struct grimoire_state *s, const struct grimoire_token *token)
{
    int other = s->secrets.seat[token->holder].is_evil ? GRIMOIRE_GOOD : GRIMOIRE_EVIL;
    for (int i = 0; i < s->table.nomination_count; i++)
        if (!s->table.nomination[i].is_exile &&
            grimoire_may_be(s, s->table.nomination[i].nominee, token->holder, ALIGNMENT, other))
            return false;
    return true;
}

const struct effect effect_only_storyteller = {
    .id = "only_storyteller",
    .rule_day = forbid_nominations,
    .is_missing = is_nobody_opposed,
    .warning = GRIMOIRE_NOBODY_OPPOSED,
};
