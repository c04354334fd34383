/* Intents. Whatever might be stopped is announced here before it happens: the effects on all seats are
 * asked stage by stage, and if none objects the default follows, which may be the next intent (a kill
 * becomes a death). There is one intent at a time and no recursion, so a rule's question can be kept as
 * plain data and the pipeline go on from it after any time, on any machine. */
#include "effects/effect.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* A place in the order in which handlers are asked: by stage, then seat, then age of the effect. */
struct cursor {
    int stage, holder, token;
};

static bool is_before(const struct grimoire_token *a, int holder, int token)
{
    return a->holder < holder || (a->holder == holder && a->id < token);
}

/* The first effect at or after the cursor, or NULL. */
static const struct grimoire_token *token_at(const struct grimoire_state *s,
                                             const struct cursor *at)
{
    const struct grimoire_token *first = NULL;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (!is_before(token, at->holder, at->token) &&
            (!first || is_before(token, first->holder, first->id)))
            first = token;
    }
    return first;
}

static const struct handler *find_handler(const struct grimoire_token *token,
                                          const struct intent *intent, int stage)
{
    const struct effect *effect = grimoire_effects[token->effect];
    for (size_t i = 0; i < sizeof effect->handlers / sizeof *effect->handlers; i++) {
        const struct handler *handler = &effect->handlers[i];
        if (handler->handle && handler->intent == intent->kind && (int)handler->stage == stage)
            return handler;
    }
    return NULL;
}

static enum verdict ask_token(struct game_turn *turn, const struct grimoire_token *token,
                              struct intent *intent, int stage)
{
    const struct handler *handler = find_handler(token, intent, stage);
    if (!handler || !(handler->even_if_broken || grimoire_token_is_active(turn->state, token)))
        return ALLOW;
    return handler->handle(turn, token, intent);
}

static void emit_verdict(struct game_turn *turn, const struct grimoire_token *token,
                         const struct intent *intent, enum verdict verdict)
{
    if (verdict == PREVENT)
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_PREVENTED,
                                                        .arg = { token->effect, token->holder } });
    if (verdict == REDIRECT)
        grimoire_emit_secret(
            turn, (struct game_event){ .kind = GRIMOIRE_REDIRECTED,
                                       .arg = { token->effect, token->holder, intent->target } });
}

/* All stages from the cursor on. At ASK the cursor stays at the effect that asks. A target is changed once:
 * the second time round nobody redirects. */
static enum verdict ask_effects(struct game_turn *turn, struct intent *intent, struct cursor *at)
{
    for (; at->stage < STAGES; *at = (struct cursor){ .stage = at->stage + 1 }) {
        const struct grimoire_token *next;
        if (at->stage == STAGE_REDIRECT && intent->is_redirected)
            continue;
        while ((next = token_at(turn->state, at)) != NULL) {
            const struct grimoire_token token = *next;
            enum verdict verdict;
            at->holder = token.holder;
            at->token = token.id;
            verdict = ask_token(turn, &token, intent, at->stage);
            if (verdict == ASK)
                return ASK;
            intent->is_answered = false;
            emit_verdict(turn, &token, intent, verdict);
            if (verdict != ALLOW)
                return verdict;
            at->token++;
        }
    }
    return ALLOW;
}

/* Defaults. Each returns whether the intent has become another one. */

static bool fall_to_kill(const struct grimoire_state *s, struct intent *intent)
{
    intent->kind = INTENT_DIE;
    return grimoire_is_alive(s, intent->target);
}

static bool fall_to_die(struct game_turn *turn, const struct intent *intent)
{
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_DIED,
                                                    .arg = { intent->target, intent->cause } });
    grimoire_add_effect(turn, intent->target, EFFECT_DEAD, GRIMOIRE_NOBODY);
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_SOURCE_LOST, .arg = { intent->target } });
    grimoire_announce(turn);
    return false;
}

static bool fall_to_execute(struct game_turn *turn, struct intent *intent)
{
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_EXECUTED,
                                                    .arg = { intent->target, intent->cause } });
    if (intent->cause == GRIMOIRE_BY_PURITY) /* the day's execution: nobody is nominated any more */
        grimoire_emit_public(
            turn, (struct game_event){ .kind = GRIMOIRE_NOMINATIONS_OPENED, .arg = { false } });
    intent->kind = INTENT_DIE;
    return grimoire_is_alive(turn->state, intent->target);
}

static bool fall_to_exile(struct game_turn *turn, struct intent *intent)
{
    grimoire_emit_public(turn,
                         (struct game_event){ .kind = GRIMOIRE_EXILED, .arg = { intent->target } });
    intent->kind = INTENT_DIE;
    return grimoire_is_alive(turn->state, intent->target);
}

static bool fall_to_default(struct game_turn *turn, struct intent *intent)
{
    switch ((enum intent_kind)intent->kind) {
    case INTENT_KILL: return fall_to_kill(turn->state, intent);
    case INTENT_DIE: return fall_to_die(turn, intent);
    case INTENT_EXECUTE: return fall_to_execute(turn, intent);
    case INTENT_EXILE: return fall_to_exile(turn, intent);
    case INTENT_NOMINATE: break; /* hands may go up already */
    case INTENT_VOTE: grimoire_count_vote(turn, intent->source, intent->votes); break;
    }
    return false;
}

/* Questions */

/* What else there is to know of an intent, in one number: three flags, then a side and a reason to win. */
enum {
    FLAG_REDIRECTED = 1,
    FLAG_HEIR = 2,
    FLAG_NOBODY = 4,
    SIDE_SHIFT = 3,
    SIDE_MASK = 3,
    REASON_SHIFT = 5,
};

static int pack_flags(const struct intent *intent)
{
    return (intent->is_redirected ? FLAG_REDIRECTED : 0) | (intent->has_heir ? FLAG_HEIR : 0) |
           (intent->may_be_nobody ? FLAG_NOBODY : 0) | intent->victory << SIDE_SHIFT |
           intent->victory_reason << REASON_SHIFT;
}

enum verdict grimoire_ask(struct game_turn *turn, struct intent *intent, seat_set players,
                          bool may_be_nobody)
{
    (void)turn;
    intent->players = players;
    intent->may_be_nobody = may_be_nobody;
    return ASK;
}

static void emit_question(struct game_turn *turn, const struct intent *intent,
                          const struct cursor *at)
{
    assert(intent->kind != INTENT_VOTE); /* the clock does not wait */
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_QUESTION_ASKED,
                                   .arg = { at->token, at->stage, intent->kind, intent->cause,
                                            intent->source, intent->target, pack_flags(intent),
                                            intent->players } });
}

void grimoire_question_read(struct grimoire_question *question, const int64_t arg[])
{
    struct intent *intent = &question->intent;
    memset(question, 0, sizeof *question); /* the gaps, too: it is a part of the state */
    question->is_open = true;
    question->token = (int16_t)arg[0];
    question->stage = (int8_t)arg[1];
    intent->kind = (uint8_t)arg[2];
    intent->cause = (uint8_t)arg[3];
    intent->source = (int8_t)arg[4];
    intent->target = (int8_t)arg[5];
    intent->is_redirected = (arg[6] & FLAG_REDIRECTED) != 0;
    intent->has_heir = (arg[6] & FLAG_HEIR) != 0;
    intent->may_be_nobody = (arg[6] & FLAG_NOBODY) != 0;
    intent->victory = (int8_t)(arg[6] >> SIDE_SHIFT & SIDE_MASK);
    intent->victory_reason = (int8_t)(arg[6] >> REASON_SHIFT);
    intent->players = (seat_set)arg[7];
}

static void run(struct game_turn *turn, struct intent intent, struct cursor at)
{
    enum verdict verdict;
    do {
        verdict = ask_effects(turn, &intent, &at);
        if (verdict == ASK) {
            emit_question(turn, &intent, &at);
            return;
        }
        at = (struct cursor){ 0 };
    } while (verdict == REDIRECT || (verdict == ALLOW && fall_to_default(turn, &intent)));
    if (intent.kind == INTENT_DIE)
        victory_check(turn);
    if (intent.victory != GRIMOIRE_NO_SIDE)
        victory_reach(turn, intent.victory, intent.victory_reason);
}

void grimoire_intend(struct game_turn *turn, struct intent intent)
{
    run(turn, intent, (struct cursor){ 0 });
}

void pipeline_resume(struct game_turn *turn, int answer)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_question question = s->secrets.question;
    const struct grimoire_token *token = grimoire_token_by_id(s, question.token);
    struct intent intent = question.intent;
    assert(question.is_open && token);
    struct cursor at = { question.stage, token->holder, token->id };
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_QUESTION_ANSWERED, .arg = { answer } });
    intent.is_answered = true;
    intent.answer = (int8_t)answer;
    run(turn, intent, at);
}
