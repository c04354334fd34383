/* What came of a choice, as facts for the storyteller's line and log: who chose whom, what an effect
 * stopped, who died, who became whom. What would come of one is found by trying it on a copy of the table. */
#include "effects/effect.h"
#include "roles/role.h"

#include <string.h>

static void begin_facts(struct grimoire_facts *facts, int step)
{
    memset(facts, 0, sizeof *facts);
    facts->step = (int8_t)step;
}

static void add_fact(struct grimoire_facts *facts, struct grimoire_fact fact)
{
    if (facts->count < GRIMOIRE_FACTS_MAX)
        memcpy(&facts->fact[facts->count++], &fact, sizeof fact);
}

static struct grimoire_fact fact_of(enum grimoire_fact_kind kind, int64_t seat)
{
    struct grimoire_fact fact;
    memset(&fact, 0, sizeof fact); /* the gaps too: states are compared */
    fact.kind = (uint8_t)kind;
    fact.seat = (int8_t)seat;
    fact.other = GRIMOIRE_NOBODY;
    fact.cause = -1;
    return fact;
}

/* Whose ability an effect is. */
static int character_behind(const struct grimoire_state *s, const struct grimoire_token *token)
{
    int seat = token->source == GRIMOIRE_NOBODY ? token->holder : token->source;
    return grimoire_acting_character(s, seat);
}

static int character_of_effect(const struct grimoire_state *s, int64_t effect, int64_t holder)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == holder && s->secrets.token[i].effect == effect)
            return character_behind(s, &s->secrets.token[i]);
    return GRIMOIRE_NO_CHARACTER;
}

static struct grimoire_fact fact_of_effect(const struct grimoire_state *s,
                                           enum grimoire_fact_kind kind, int64_t effect,
                                           int64_t holder)
{
    struct grimoire_fact fact = fact_of(kind, holder);
    fact.effect = (uint8_t)effect;
    fact.character = (grimoire_character)character_of_effect(s, effect, holder);
    return fact;
}

static struct grimoire_fact fact_of_cause(enum grimoire_fact_kind kind, const int64_t arg[])
{
    struct grimoire_fact fact = fact_of(kind, arg[0]);
    fact.cause = (int8_t)arg[1];
    return fact;
}

static void keep_choice(struct grimoire_state *s, const int64_t arg[])
{
    const struct grimoire_step *step = &s->secrets.step[arg[0]];
    struct grimoire_fact fact = fact_of(GRIMOIRE_FACT_CHOSE, step->seat);
    fact.character = step->kind;
    fact.players = (seat_set)arg[1];
    begin_facts(&s->secrets.facts, (int)arg[0]);
    add_fact(&s->secrets.facts, fact);
}

/* Death has a fact of its own, and what a role begins with is no news. */
static void keep_mark(struct grimoire_state *s, const int64_t arg[])
{
    struct grimoire_fact fact = fact_of(GRIMOIRE_FACT_MARKED, arg[1]);
    if (grimoire_effects[arg[2]]->is_death || arg[3] == GRIMOIRE_NOBODY || arg[3] == arg[1])
        return;
    fact.effect = (uint8_t)arg[2];
    fact.other = (int8_t)arg[3];
    fact.character = (grimoire_character)grimoire_acting_character(s, fact.other);
    add_fact(&s->secrets.facts, fact);
}

static void keep_question(struct grimoire_state *s, int64_t id)
{
    const struct grimoire_token *token = grimoire_token_by_id(s, id);
    if (token)
        add_fact(&s->secrets.facts,
                 fact_of_effect(s, GRIMOIRE_FACT_ASKED, token->effect, token->holder));
}

static void keep_victory(struct grimoire_facts *facts, const int64_t arg[])
{
    struct grimoire_fact fact = fact_of(GRIMOIRE_FACT_WON, GRIMOIRE_NOBODY);
    fact.side = (int8_t)arg[0];
    fact.reason = (int8_t)arg[1];
    add_fact(facts, fact);
}

/* Called before the event is applied. */
void grimoire_keep_fact(struct grimoire_state *s, const struct game_event *event)
{
    const int64_t *arg = event->arg;
    struct grimoire_facts *facts = &s->secrets.facts;
    struct grimoire_fact fact;
    switch (event->kind) {
    case GRIMOIRE_CHOICE_MADE: keep_choice(s, arg); break;
    case GRIMOIRE_STEP_TAKEN_BACK:
    case GRIMOIRE_NIGHT_BEGAN:
    case GRIMOIRE_DAY_BEGAN:
    case GRIMOIRE_NOMINATED:
    case GRIMOIRE_ACTION_CLAIMED: begin_facts(facts, GRIMOIRE_NOBODY); break;
    case GRIMOIRE_STEP_FAILED:
        add_fact(facts,
                 fact_of_effect(s, GRIMOIRE_FACT_FAILED, arg[1], s->secrets.step[arg[0]].seat));
        break;
    case GRIMOIRE_PREVENTED:
        add_fact(facts, fact_of_effect(s, GRIMOIRE_FACT_PREVENTED, arg[0], arg[1]));
        break;
    case GRIMOIRE_REDIRECTED:
        fact = fact_of_effect(s, GRIMOIRE_FACT_REDIRECTED, arg[0], arg[1]);
        fact.other = (int8_t)arg[2];
        add_fact(facts, fact);
        break;
    case GRIMOIRE_EFFECT_ADDED: keep_mark(s, arg); break;
    case GRIMOIRE_DIED: add_fact(facts, fact_of_cause(GRIMOIRE_FACT_DIED, arg)); break;
    case GRIMOIRE_EXECUTED:
        if (arg[1] == GRIMOIRE_BY_EXECUTION)
            begin_facts(facts, GRIMOIRE_NOBODY);
        add_fact(facts, fact_of_cause(GRIMOIRE_FACT_EXECUTED, arg));
        break;
    case GRIMOIRE_CHARACTER_CHANGED:
        fact = fact_of(GRIMOIRE_FACT_BECAME, arg[0]);
        fact.character = (grimoire_character)arg[1];
        add_fact(facts, fact);
        break;
    case GRIMOIRE_QUESTION_ASKED: keep_question(s, arg[0]); break;
    case GRIMOIRE_VICTORY_REACHED: keep_victory(facts, arg); break;
    default: break; /* no news of a choice */
    }
}

/* What would happen */

/* A choice of this player, one of several. Its result does not depend on the others, as long as the ability
 * goes on working. */
static enum refusal choose_partly(struct game_turn *turn, struct grimoire_state *draft, int player,
                                  struct rng *rng)
{
    turn->game = &game_grimoire;
    turn->state = turn->draft = draft;
    turn->now_ms = 0;
    turn->rng = rng;
    turn->why = NULL;
    turn->event_count = 0;
    grimoire_choose_partly(turn, player);
    return ACCEPTED;
}

/* `part`: a player who is one of several to be chosen, and no command; NOBODY: the command. */
static bool try_out(const struct grimoire_state *s, struct game_command command, int part,
                    struct grimoire_facts *facts)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 0 };
    struct grimoire_state draft = *s;
    struct game_turn turn;
    struct rng rng;
    turn.present = SEATS_NONE;
    rng_seed(&rng, seed, 0);
    command.seat = SEAT_NARRATOR;
    begin_facts(&draft.secrets.facts, s->secrets.facts.step);
    enum refusal refusal = part == GRIMOIRE_NOBODY
                               ? game_decide(&turn, &game_grimoire, &draft, &command, 0, &rng)
                               : choose_partly(&turn, &draft, part, &rng);
    *facts = draft.secrets.facts;
    return refusal == ACCEPTED;
}

static bool try_command(const struct grimoire_state *s, struct game_command command,
                        struct grimoire_facts *facts)
{
    return try_out(s, command, GRIMOIRE_NOBODY, facts);
}

static void add_outcome(const struct grimoire_state *s, struct grimoire_desk *desk, int player,
                        bool is_yes, struct game_command command)
{
    struct grimoire_outcome *outcome = &desk->outcome[desk->outcome_count];
    if (desk->outcome_count == GRIMOIRE_OUTCOMES_MAX || !try_command(s, command, &outcome->facts))
        return;
    outcome->player = (int8_t)player;
    outcome->is_yes = is_yes;
    desk->outcome_count++;
}

static void foresee_answers(const struct grimoire_state *s, struct grimoire_desk *desk)
{
    const struct intent *asked = &s->secrets.question.intent;
    for (int player = GRIMOIRE_NOBODY; player < s->table.seat_count; player++)
        if (asked->players)
            add_outcome(s, desk, player, false,
                        (struct game_command){ .kind = GRIMOIRE_ANSWER, .arg = { player } });
    for (int is_yes = 0; is_yes <= 1 && !asked->players; is_yes++)
        add_outcome(
            s, desk, GRIMOIRE_NOBODY, is_yes,
            (struct game_command){ .kind = GRIMOIRE_ANSWER, .arg = { GRIMOIRE_NOBODY, is_yes } });
}

static void add_part(const struct grimoire_state *s, struct grimoire_desk *desk, int player)
{
    if (desk->outcome_count == GRIMOIRE_OUTCOMES_MAX)
        return;
    struct grimoire_outcome *outcome = &desk->outcome[desk->outcome_count++];
    outcome->player = (int8_t)player;
    try_out(s, (struct game_command){ 0 }, player, &outcome->facts);
}

/* A choice with a consequence: of one player, or of several who are struck one after the other. Choices that
 * strike two players at once are left out, because there are too many. */
static void foresee_choices(const struct grimoire_state *s, struct grimoire_desk *desk)
{
    const struct grimoire_step *step = &s->secrets.step[s->secrets.open_step];
    const struct role *role = grimoire_role_of(step->kind);
    bool acts = step->kind < GRIMOIRE_CUSTOM_FIRST && (role->act || role->act_on) && !role->picks;
    int count = grimoire_step_choice_count(s, step);
    bool is_at_once = role->act || step->origin == GRIMOIRE_BY_EFFECT; /* the effect's doing */
    if (!acts || count < 1 || (count > 1 && is_at_once) || step->has_chosen)
        return;
    for (int player = 0; player < s->table.seat_count; player++)
        if (!seat_in(desk->may_choose, player))
            continue;
        else if (count > 1)
            add_part(s, desk, player);
        else
            add_outcome(s, desk, player, false,
                        (struct game_command){ .kind = GRIMOIRE_CHOOSE,
                                               .arg = { (int64_t)seat_bit(player) } });
}

void grimoire_foresee(const struct grimoire_state *s, struct grimoire_desk *desk)
{
    bool is_asked = s->secrets.question.is_open;
    if (is_asked)
        foresee_answers(s, desk);
    else if (s->table.phase == GRIMOIRE_NIGHT && s->secrets.open_step >= 0)
        foresee_choices(s, desk);
    else if (s->table.phase == GRIMOIRE_DAY && s->table.block != GRIMOIRE_NOBODY)
        desk->has_execution = try_command(
            s, (struct game_command){ .kind = GRIMOIRE_EXECUTE, .arg = { s->table.block } },
            &desk->execution);
}

/* Statements */

static bool is_true_pair(const struct grimoire_truth *truth, const struct grimoire_answer *answer)
{
    int character = characters_first(answer->characters);
    if (character == GRIMOIRE_NO_CHARACTER)
        return truth->may_be_none;
    return (answer->players & (truth->is[character] | truth->may_be[character])) != 0;
}

/* Bluffs are no statement about the game. */
static bool is_true_team(const struct grimoire_truth *truth, const struct grimoire_answer *answer)
{
    return answer->players == truth->plain.players &&
           (truth->plain.number < 0 || answer->number == truth->plain.number);
}

static bool is_true_character(const struct grimoire_truth *truth,
                              const struct grimoire_answer *answer)
{
    return characters_any(answer->characters) &&
           !characters_any(characters_except(answer->characters, truth->characters));
}

enum grimoire_verdict grimoire_weigh(const struct grimoire_state *s,
                                     const struct grimoire_step *step,
                                     const struct grimoire_truth *truth,
                                     const struct grimoire_answer *answer)
{
    bool is_true = false;
    switch ((enum grimoire_answer_kind)truth->kind) {
    case GRIMOIRE_TELLS_NUMBER:
    case GRIMOIRE_TELLS_YES_OR_NO:
        is_true =
            answer->number >= 0 && answer->number < 32 && truth->numbers >> answer->number & 1;
        break;
    case GRIMOIRE_TELLS_CHARACTER: is_true = is_true_character(truth, answer); break;
    case GRIMOIRE_TELLS_PAIR: is_true = is_true_pair(truth, answer); break;
    case GRIMOIRE_TELLS_TEAM: is_true = is_true_team(truth, answer); break;
    case GRIMOIRE_TELLS_PLAYER:
        is_true = answer->players == truth->plain.players && is_true_character(truth, answer);
        break;
    case GRIMOIRE_TELLS_CHARACTERS:
        is_true = characters_equal(answer->characters, truth->plain.characters);
        break;
    case GRIMOIRE_TELLS_GRIMOIRE: is_true = grimoire_step_works(s, step); break;
    case GRIMOIRE_TELLS_TWO_CHARACTERS:
        is_true = characters_any(characters_both(answer->characters, truth->characters));
        break;
    case GRIMOIRE_TELLS_TWO_PLAYERS: is_true = (answer->players & truth->players) != 0; break;
    case GRIMOIRE_TELLS_PLAYERS_AND_CHARACTER:
        is_true = answer->players == truth->plain.players &&
                  characters_equal(answer->characters, truth->plain.characters);
        break;
    case GRIMOIRE_TELLS_NOTHING:
    case GRIMOIRE_TELLS_ANYTHING: return GRIMOIRE_NOT_JUDGED;
    }
    return is_true ? GRIMOIRE_WAS_TRUE : GRIMOIRE_WAS_FALSE;
}
