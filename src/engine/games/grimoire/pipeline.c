/* Intents. Everything that an effect might stop is announced here before it happens: the pipeline asks the
 * effects on all seats stage by stage, and if none objects the default follows, which may be the next intent
 * (a kill becomes a death). There is one intent at a time and no recursion: what follows from it waits in a
 * queue in the state. So a rule's question can be kept as plain data and the pipeline go on from it after any
 * time, on any machine. */
#include "effects/effect.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const enum stage stage_order[STAGES] = { STAGE_PROTECT, STAGE_REDIRECT, STAGE_MODIFY,
                                                STAGE_LAST, STAGE_OBSERVE };

static int place_of_stage(int stage)
{
    int place = 0;
    while ((int)stage_order[place] != stage)
        place++;
    return place;
}

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
    if (intent->kind == INTENT_AFFECT && intent->effect && intent->effect != token->effect)
        return NULL;
    for (size_t i = 0; i < sizeof effect->handlers / sizeof *effect->handlers; i++) {
        const struct handler *handler = &effect->handlers[i];
        if (handler->handle && handler->intent == intent->kind && (int)handler->stage == stage)
            return handler;
    }
    return NULL;
}

/* A player would have been saved and is not: their ability, or that of their protector, went wrong. */
static void note_broken(struct game_turn *turn, const struct grimoire_token *token,
                        const struct intent *intent, int stage)
{
    bool saves = (intent->kind == INTENT_KILL || intent->kind == INTENT_DIE) &&
                 (stage == STAGE_PROTECT || stage == STAGE_LAST);
    if (saves && intent->target == token->holder && token->source != GRIMOIRE_NOBODY &&
        grimoire_is_alive(turn->state, token->source))
        grimoire_note_malfunction(turn, token->source, false);
}

static enum verdict ask_token(struct game_turn *turn, const struct grimoire_token *token,
                              struct intent *intent, int stage)
{
    const struct handler *handler = find_handler(token, intent, stage);
    if (!handler)
        return ALLOW;
    if (!handler->even_if_broken && !grimoire_token_is_active(turn->state, token)) {
        note_broken(turn, token, intent, stage);
        return ALLOW;
    }
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

/* An intent that was redirected is not redirected again, and a certain one is not stopped. */
static bool is_passed_over(const struct intent *intent, int stage)
{
    bool is_death = intent->kind == INTENT_KILL || intent->kind == INTENT_DIE;
    bool is_certain = is_death && (intent->is_certain || intent->cause == GRIMOIRE_BY_STORYTELLER);
    if (stage == STAGE_REDIRECT)
        return intent->is_redirected || is_certain;
    return is_certain && (stage == STAGE_PROTECT || stage == STAGE_LAST);
}

/* All stages from the cursor on. At ASK the cursor stays at the effect that asks. A target is changed once:
 * the second time round nobody redirects. */
static enum verdict ask_effects(struct game_turn *turn, struct intent *intent, struct cursor *at)
{
    for (int place = place_of_stage(at->stage); place < STAGES;
         place++, at->holder = at->token = 0) {
        const struct grimoire_token *next;
        at->stage = stage_order[place];
        if (is_passed_over(intent, at->stage))
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
    return grimoire_lives(s, intent->target);
}

static bool fall_to_die(struct game_turn *turn, const struct intent *intent)
{
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_DIED,
                                                    .arg = { intent->target, intent->cause } });
    grimoire_add_effect(turn, intent->target, EFFECT_DEAD, GRIMOIRE_NOBODY);
    if (!grimoire_is_there(turn->state, intent->target))
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
    return grimoire_lives(turn->state, intent->target);
}

static bool fall_to_exile(struct game_turn *turn, struct intent *intent)
{
    grimoire_emit_public(turn,
                         (struct game_event){ .kind = GRIMOIRE_EXILED, .arg = { intent->target } });
    intent->kind = INTENT_DIE;
    return grimoire_lives(turn->state, intent->target);
}

static bool fall_to_default(struct game_turn *turn, struct intent *intent)
{
    switch ((enum intent_kind)intent->kind) {
    case INTENT_KILL: return fall_to_kill(turn->state, intent);
    case INTENT_DIE: return fall_to_die(turn, intent);
    case INTENT_EXECUTE: return fall_to_execute(turn, intent);
    case INTENT_EXILE: return fall_to_exile(turn, intent);
    case INTENT_NOMINATE: break; /* hands may go up already */
    case INTENT_AFFECT:          /* whose ability it is, knows how */
    case INTENT_CHOOSE:          /* the role acts */
    case INTENT_WIN: break;      /* it is won */
    case INTENT_VOTE: grimoire_count_vote(turn, intent->source, intent->votes); break;
    }
    return false;
}

/* Questions */

/* The rest of an intent, in one number: three flags, a side and a reason to win, two flags more, and an
 * effect. */
enum {
    FLAG_REDIRECTED = 1,
    FLAG_HEIR = 2,
    FLAG_NOBODY = 4,
    SIDE_SHIFT = 3,
    SIDE_MASK = 3,
    REASON_SHIFT = 5,
    REASON_MASK = 31,
    FLAG_CERTAIN = 1024,
    FLAG_SPARED = 2048,
    EFFECT_SHIFT = 12,
};

static int pack_flags(const struct intent *intent)
{
    return (intent->is_redirected ? FLAG_REDIRECTED : 0) | (intent->has_heir ? FLAG_HEIR : 0) |
           (intent->may_be_nobody ? FLAG_NOBODY : 0) | intent->victory << SIDE_SHIFT |
           intent->victory_reason << REASON_SHIFT | (intent->is_certain ? FLAG_CERTAIN : 0) |
           (intent->is_spared ? FLAG_SPARED : 0) | intent->effect << EFFECT_SHIFT;
}

bool grimoire_is_executed(const struct intent *intent)
{
    return intent->kind == INTENT_DIE &&
           (intent->cause == GRIMOIRE_BY_EXECUTION || intent->cause == GRIMOIRE_BY_PURITY);
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
    assert(intent->kind != INTENT_VOTE);   /* the clock does not wait */
    assert(intent->kind != INTENT_CHOOSE); /* a step goes on at once */
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_QUESTION_ASKED,
                                   .arg = { at->token, at->stage, intent->kind, intent->cause,
                                            intent->source, intent->target, pack_flags(intent),
                                            intent->players } });
}

/* From `arg` on: kind, cause, source, target, flags, players. */
void grimoire_intent_read(struct intent *intent, const int64_t arg[])
{
    memset(intent, 0, sizeof *intent); /* the gaps, too: it is a part of the state */
    intent->kind = (uint8_t)arg[0];
    intent->cause = (uint8_t)arg[1];
    intent->source = (int8_t)arg[2];
    intent->target = (int8_t)arg[3];
    intent->is_redirected = (arg[4] & FLAG_REDIRECTED) != 0;
    intent->has_heir = (arg[4] & FLAG_HEIR) != 0;
    intent->may_be_nobody = (arg[4] & FLAG_NOBODY) != 0;
    intent->victory = (int8_t)(arg[4] >> SIDE_SHIFT & SIDE_MASK);
    intent->victory_reason = (int8_t)(arg[4] >> REASON_SHIFT & REASON_MASK);
    intent->is_certain = (arg[4] & FLAG_CERTAIN) != 0;
    intent->is_spared = (arg[4] & FLAG_SPARED) != 0;
    intent->effect = (uint8_t)(arg[4] >> EFFECT_SHIFT);
    intent->players = (seat_set)arg[5];
}

void grimoire_question_read(struct grimoire_question *question, const int64_t arg[])
{
    memset(question, 0, sizeof *question);
    question->is_open = true;
    question->token = (int16_t)arg[0];
    question->stage = (int8_t)arg[1];
    grimoire_intent_read(&question->intent, arg + 2);
}

/* Deaths of one night that follow each other are at once, as far as winning goes. */
static bool is_amid_row(const struct grimoire_state *s)
{
    return s->table.phase == GRIMOIRE_NIGHT && s->secrets.queue_count > 0;
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
    bool is_death = intent.kind == INTENT_DIE && !is_amid_row(turn->state);
    /* If both win by it, good does; what else is won by an execution is won before anybody counts. */
    if (is_death && seat_in(grimoire_seats_of_team(turn->state, GRIMOIRE_DEMON), intent.target))
        victory_check_demons(turn, intent.cause);
    if (intent.victory != GRIMOIRE_NO_SIDE)
        victory_reach(turn, intent.victory, intent.victory_reason, intent.cause);
    if (is_death)
        victory_check(turn, intent.cause);
}

void pipeline_drain(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    bool is_row = s->secrets.queue_count > 0;
    while (s->secrets.queue_count > 0 && !s->secrets.question.is_open) {
        const struct intent next = s->secrets.queue[0];
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_INTENT_TAKEN });
        run(turn, next, (struct cursor){ 0 });
    }
    if (is_row && !s->secrets.question.is_open)
        victory_check(turn, GRIMOIRE_BY_ABILITY);
}

void grimoire_intend(struct game_turn *turn, struct intent intent)
{
    run(turn, intent, (struct cursor){ 0 });
    if (intent.kind != INTENT_CHOOSE)
        pipeline_drain(turn);
}

/* Beyond the bound nothing more follows; the storyteller can do the rest by hand. */
void grimoire_intend_next(struct game_turn *turn, struct intent intent)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.queue_count < GRIMOIRE_QUEUE_MAX)
        grimoire_emit_secret(
            turn,
            (struct game_event){ .kind = GRIMOIRE_INTENT_QUEUED,
                                 .arg = { intent.kind, intent.cause, intent.source, intent.target,
                                          pack_flags(&intent), intent.players } });
}

void grimoire_kill_next(struct game_turn *turn, enum grimoire_cause cause, int source, int target)
{
    grimoire_intend_next(turn, (struct intent){ .kind = INTENT_KILL,
                                                .cause = (uint8_t)cause,
                                                .source = (int8_t)source,
                                                .target = (int8_t)target });
}

bool pipeline_allows(struct game_turn *turn, struct intent intent)
{
    enum verdict verdict = ask_effects(turn, &intent, &(struct cursor){ 0 });
    assert(verdict != ASK && verdict != REDIRECT);
    return verdict == ALLOW;
}

/* They are asked about a copy and only answer: an effect that protects for certain does nothing else. */
bool pipeline_protects(struct game_turn *turn, struct intent intent)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++)
        for (int kind = INTENT_KILL; kind <= INTENT_DIE; kind++) {
            const struct grimoire_token token = s->secrets.token[i];
            intent.kind = (uint8_t)kind;
            const struct handler *handler = find_handler(&token, &intent, STAGE_PROTECT);
            if (handler && grimoire_token_is_active(s, &token) &&
                handler->handle(turn, &token, &intent) == PREVENT)
                return true;
        }
    return false;
}

bool pipeline_listens(const struct grimoire_state *s, enum intent_kind kind)
{
    const struct intent intent = { .kind = (uint8_t)kind };
    for (int i = 0; i < s->secrets.token_count; i++)
        for (int stage = 0; stage < STAGES; stage++)
            if (find_handler(&s->secrets.token[i], &intent, stage))
                return true;
    return false;
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
    pipeline_drain(turn);
}
