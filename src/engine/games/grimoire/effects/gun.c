/* Gun. Once a day, after the first vote was counted, the holder may shoot somebody who voted in it. A shot
 * that does not work is fired all the same. */
#include "effect.h"

static const struct grimoire_nomination *first_vote(const struct grimoire_table *table)
{
    for (int i = 0; i < table->nomination_count; i++)
        if (!table->nomination[i].is_exile && table->nomination[i].result >= 0)
            return &table->nomination[i];
    return NULL;
}

/* Where hands were not counted one by one, the storyteller knows who voted. */
static bool has_voted(const struct grimoire_nomination *vote, int seat)
{
    return vote && (seat_in(vote->voters, seat) || (!vote->voters && vote->votes != 0));
}

static void shoot(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    const struct grimoire_state *s = turn->state;
    if (!has_voted(first_vote(&s->table), target) ||
        grimoire_has_effect(s, token->holder, EFFECT_USED_TODAY))
        return;
    grimoire_add_effect(turn, token->holder, EFFECT_USED_TODAY, token->holder);
    if (grimoire_token_is_active(s, token))
        grimoire_intend(turn, (struct intent){ .kind = INTENT_KILL,
                                               .cause = GRIMOIRE_BY_ABILITY,
                                               .source = token->holder,
                                               .target = (int8_t)target });
}

const struct effect effect_gun = { .id = "gun", .is_public = true, .day_action = shoot };
