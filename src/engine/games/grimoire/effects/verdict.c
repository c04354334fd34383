/* Verdict. Once, when somebody else has nominated and the hands are counted, the holder says whether that
 * execution passes or fails, and the storyteller repeats it. If it passes, the nominee is executed at once;
 * if it fails, the vote counts nothing and the block is as before. */
#include "effect.h"

static bool is_judged(const struct grimoire_table *table, int holder, int target)
{
    if (table->nomination_count == 0 || table->has_executed)
        return false;
    const struct grimoire_nomination *last = &table->nomination[table->nomination_count - 1];
    return !last->is_exile && last->result >= 0 && last->nominator != holder &&
           last->nominee == target;
}

static void judge(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    const struct grimoire_state *s = turn->state;
    if (!is_judged(&s->table, token->holder, target))
        return;
    if (!grimoire_token_is_active(s, token)) {
        grimoire_spend_ability(turn, token);
        return;
    }
    grimoire_intend(turn, (struct intent){ .kind = INTENT_AFFECT,
                                           .effect = EFFECT_VERDICT,
                                           .source = token->holder,
                                           .target = (int8_t)target });
}

static void annul(struct game_turn *turn)
{
    const struct grimoire_table *table = &((const struct grimoire_state *)turn->state)->table;
    int block = GRIMOIRE_NOBODY, votes = 0;
    for (int i = 0; i < table->nomination_count - 1; i++) {
        const struct grimoire_nomination *nomination = &table->nomination[i];
        if (nomination->result != GRIMOIRE_ON_BLOCK && nomination->result != GRIMOIRE_TIED)
            continue;
        block = nomination->result == GRIMOIRE_ON_BLOCK ? nomination->nominee : GRIMOIRE_NOBODY;
        votes = nomination->votes;
    }
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_VOTE_ANNULLED, .arg = { block, votes } });
}

static enum verdict verdict_is_said(struct game_turn *turn, const struct grimoire_token *token,
                                    struct intent *intent)
{
    if (intent->source != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    grimoire_spend_ability(turn, token);
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_ACTION_RESOLVED });
    if (intent->answer != 1) {
        annul(turn);
        return ALLOW;
    }
    /* As before every execution: a phone that is refused while a rule asks would tell of it. */
    grimoire_close_nominations(turn);
    grimoire_intend_next(turn, (struct intent){ .kind = INTENT_EXECUTE,
                                                .cause = GRIMOIRE_BY_EXECUTION,
                                                .source = GRIMOIRE_NOBODY,
                                                .target = intent->target });
    return ALLOW;
}

const struct effect effect_verdict = {
    .id = "verdict",
    .is_public = true,
    .day_action = judge,
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, verdict_is_said } },
};
