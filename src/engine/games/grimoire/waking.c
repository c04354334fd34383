/* Going through the night: a step is opened, a choice made, an answer told; or it is skipped. */
#include "effects/effect.h"
#include "roles/role.h"

static const struct grimoire_step *open_step(const struct grimoire_state *s)
{
    return s->secrets.open_step < 0 ? NULL : &s->secrets.step[s->secrets.open_step];
}

static const struct grimoire_step *step_at(const struct grimoire_state *s, int64_t index)
{
    return index < s->secrets.step_count ? &s->secrets.step[index] : NULL;
}

enum refusal grimoire_decide_open_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_step *step = step_at(s, command->arg[0]);
    if (!step || step->status != GRIMOIRE_STEP_WAITS)
        return REFUSED_BAD_TARGET;
    struct grimoire_answer answer = grimoire_suggest(s, step, turn->rng);
    grimoire_emit_secret(
        turn, event_with_characters((struct game_event){ .kind = GRIMOIRE_STEP_OPENED,
                                                         .arg = { command->arg[0], answer.players,
                                                                  0, answer.number } },
                                    2, answer.characters));
    return ACCEPTED;
}

static enum refusal no_step_open(struct game_turn *turn)
{
    return game_refuse(turn, REFUSED_NOT_NOW, "no_step_open");
}

enum refusal grimoire_decide_close_step(struct game_turn *turn, const struct game_command *command)
{
    (void)command;
    if (!open_step(turn->state))
        return no_step_open(turn);
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_CLOSED });
    return ACCEPTED;
}

/* What happens until the step is settled is its doing, and goes when it is done again. */
static void step_acts(struct game_turn *turn, int step)
{
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_ACTED, .arg = { step } });
}

void grimoire_settle_step(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.acting_step != GRIMOIRE_NOBODY && !s->secrets.question.is_open)
        step_acts(turn, GRIMOIRE_NOBODY);
}

/* An effect that asked for a step acts now, if it does, and goes with the step unless it stays. */
static void end_open_step(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    int index = s->secrets.open_step;
    const struct grimoire_step step = *open_step(s);
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_DONE, .arg = { index } });
    if (step.origin != GRIMOIRE_BY_EFFECT)
        return;
    const struct grimoire_token *found = grimoire_token_by_id(s, step.token);
    if (!found)
        return;
    const struct grimoire_token token = *found;
    const struct effect *effect = grimoire_effects[token.effect];
    step_acts(turn, index);
    if (!effect->stays)
        grimoire_remove_effect(turn, token.id);
    if (effect->act && grimoire_token_is_active(s, &token))
        effect->act(turn, &token);
    pipeline_drain(turn);
    grimoire_settle_step(turn);
}

/* Woken and chose as ever, and nothing comes of it: for the log, with what keeps it from working. */
static void fail_step(struct game_turn *turn, int index, int seat)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        bool is_dead = token->holder == seat && !grimoire_lives(s, seat) &&
                       grimoire_effects[token->effect]->is_death;
        if (!is_dead &&
            !(grimoire_is_impaired_by(s, token, seat) && grimoire_token_is_active(s, token)))
            continue;
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_FAILED,
                                                        .arg = { index, token->effect } });
        return;
    }
}

/* Choosing */

/* As the rules say: the right number, out of those who may be, with a character where one is asked for; or
 * nobody at all. */
static bool choice_fits(const struct grimoire_state *s, const struct grimoire_step *step,
                        seat_set players, grimoire_characters characters)
{
    bool picks = characters_any(grimoire_step_picks(s, step)); /* a script may have none */
    if (!players && !characters_any(characters) && grimoire_step_may_decline(s, step))
        return true;
    return grimoire_seats_count(players) == grimoire_step_choice_count(s, step) &&
           !(players & ~grimoire_step_targets(s, step)) &&
           characters_count(characters) == (picks ? 1 : 0) &&
           !characters_any(characters_except(characters, grimoire_step_picks(s, step)));
}

void grimoire_order_choice(struct grimoire_step *step, int first, int second)
{
    seat_set left = step->choice;
    int wish[] = { first, second };
    for (int i = 0; i < GRIMOIRE_CHOICES_MAX; i++) {
        bool is_wished = i < 2 && wish[i] >= 0 && seat_in(left, wish[i]);
        int next = is_wished ? wish[i] : left ? grimoire_seat_first(left) : GRIMOIRE_NOBODY;
        step->chosen[i] = (int8_t)next;
        if (next != GRIMOIRE_NOBODY)
            left &= ~seat_bit(next);
    }
}

int grimoire_holder_of(const struct grimoire_state *s, int character)
{
    for (int seat = 0; seat < s->table.seat_count && character != GRIMOIRE_NO_CHARACTER; seat++)
        if (s->secrets.seat[seat].character == character)
            return seat;
    return GRIMOIRE_NOBODY;
}

static void is_chosen(struct game_turn *turn, int by, int target)
{
    grimoire_intend(
        turn,
        (struct intent){ .kind = INTENT_CHOOSE, .source = (int8_t)by, .target = (int8_t)target });
}

/* Each player is chosen, in order, and then struck by it if the ability still works: to choose somebody may
 * cost it. Who names a character and no player has chosen its player. */
static void act_on_chosen(struct night *night, const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    int named = step->choice ? GRIMOIRE_NOBODY : grimoire_holder_of(night->state, step->character);
    if (named != GRIMOIRE_NOBODY)
        is_chosen(night->turn, step->seat, named);
    for (int i = 0; i < GRIMOIRE_CHOICES_MAX && step->chosen[i] != GRIMOIRE_NOBODY; i++) {
        is_chosen(night->turn, step->seat, step->chosen[i]);
        if (role->act_on && grimoire_step_works(night->state, step))
            role->act_on(night, step->chosen[i]);
    }
}

/* A reminder of what went wrong is the step's doing. */
static void note_malfunction(struct game_turn *turn, int index, int seat, bool is_certain)
{
    step_acts(turn, index);
    grimoire_note_malfunction(turn, seat, is_certain);
    grimoire_settle_step(turn);
}

static void act_out(struct game_turn *turn, int index, const struct grimoire_step *step)
{
    const struct grimoire_state *s = turn->state;
    const struct role *role = grimoire_step_role(step);
    struct night night = { turn, s, step->seat, step->choice, step->character, step->chosen };
    bool works = grimoire_step_works(s, step), acts = role->act || role->act_on;
    if (!works)
        fail_step(turn, index, step->seat);
    if (!works && acts)
        note_malfunction(turn, index, step->seat, false);
    if (!role->chose && !(works && acts) && !pipeline_listens(s, INTENT_CHOOSE))
        return;
    step_acts(turn, index);
    if (role->chose)
        role->chose(&night);
    act_on_chosen(&night, step);
    if (works && !grimoire_step_works(s, step))
        fail_step(turn, index, step->seat);
    else if (works && role->act)
        role->act(&night);
    pipeline_drain(turn);
    grimoire_settle_step(turn);
}

enum refusal grimoire_decide_choose(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (!open_step(s))
        return no_step_open(turn);
    struct grimoire_step step = *open_step(s);
    const struct role *role = grimoire_step_role(&step);
    grimoire_characters characters = characters_of_arg(command->arg, 1);
    bool is_free = grimoire_step_is_by_hand(&step); /* whom and how often is the storyteller's */
    if (!is_free && (!grimoire_step_chooses(s, &step) || step.has_chosen))
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_choose");
    if (!is_free && !choice_fits(s, &step, (seat_set)command->arg[0], characters))
        return REFUSED_BAD_TARGET;
    int index = s->secrets.open_step;
    step.has_chosen = true;
    step.choice = (seat_set)command->arg[0];
    grimoire_order_choice(&step, (int)command->arg[2], (int)command->arg[3]);
    if (!is_free)
        step.character = (grimoire_character)characters_first(characters);
    struct grimoire_answer answer = grimoire_suggest(s, &step, turn->rng);
    if (is_free || role->picks)
        answer.characters = characters;
    grimoire_emit_secret(
        turn, event_with_characters(
                  (struct game_event){ .kind = GRIMOIRE_CHOICE_MADE,
                                       .arg = { index, step.choice, answer.players, 0,
                                                answer.number, step.chosen[0], step.chosen[1] } },
                  3, answer.characters));
    bool is_declined = !is_free && !step.choice && !step.character;
    if (grimoire_step_tells(s, &step) == GRIMOIRE_TELLS_NOTHING || is_declined)
        end_open_step(turn);
    act_out(turn, index, &step);
    return ACCEPTED;
}

void grimoire_choose_partly(struct game_turn *turn, int player)
{
    const struct grimoire_state *s = turn->state;
    struct grimoire_step step = *open_step(s);
    int index = s->secrets.open_step;
    step.has_chosen = true;
    step.choice = seat_bit(player);
    grimoire_order_choice(&step, player, GRIMOIRE_NOBODY);
    end_open_step(turn);
    act_out(turn, index, &step);
}

/* What a choice leaves behind, whether the ability works or not. */

void grimoire_remember_choice(struct night *night)
{
    const struct grimoire_state *s = night->state;
    grimoire_remove_effects_of(night->turn, EFFECT_LAST_CHOICE, night->seat);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(night->choice, seat))
            grimoire_add_effect_for(night->turn, seat, EFFECT_LAST_CHOICE, night->seat,
                                    GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE, 1);
}

seat_set grimoire_remembered(const struct grimoire_state *s, int seat)
{
    seat_set seats = SEATS_NONE;
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].effect == EFFECT_LAST_CHOICE && s->secrets.token[i].source == seat)
            seats |= seat_bit(s->secrets.token[i].holder);
    return seats;
}

void grimoire_spend_once(struct night *night)
{
    if (night->choice || night->character != GRIMOIRE_NO_CHARACTER)
        grimoire_add_effect(night->turn, night->seat, EFFECT_NO_ABILITY, night->seat);
}

bool grimoire_has_spent(const struct grimoire_state *s, int seat)
{
    return grimoire_has_effect_of(s, seat, EFFECT_NO_ABILITY, seat);
}

/* Who of a pair it is, and who not, as far as the storyteller has said so. */
static void remind_of_pair(struct game_turn *turn, const struct grimoire_step *step,
                           const struct grimoire_answer *answer)
{
    const struct grimoire_state *s = turn->state;
    int character = characters_first(answer->characters);
    if (grimoire_step_role(step)->tells != GRIMOIRE_TELLS_PAIR ||
        character == GRIMOIRE_NO_CHARACTER)
        return;
    step_acts(turn, s->secrets.open_step);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(answer->players, seat))
            grimoire_add_effect_about(turn, seat,
                                      grimoire_may_be(s, seat, step->seat, CHARACTER, character)
                                          ? EFFECT_SHOWN
                                          : EFFECT_WRONG,
                                      step->seat, character);
    grimoire_settle_step(turn);
}

/* A change of character; what other effects tell is about the character behind them. */
static bool step_is_about_you(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct grimoire_token *token = grimoire_token_by_id(s, step->token);
    return step->origin == GRIMOIRE_BY_EFFECT && !grimoire_step_has_part(step) &&
           !(token && grimoire_effects[token->effect]->inform);
}

static bool has_player(const struct grimoire_step *step)
{
    return step->seat != GRIMOIRE_NOBODY;
}

/* For the storyteller alone: whether what was told is true, with the truth. */
static void weigh(struct game_turn *turn, const struct grimoire_step *step,
                  const struct grimoire_truth *truth, const struct grimoire_answer *answer,
                  seat_set to)
{
    enum grimoire_verdict verdict = grimoire_weigh(turn->state, step, truth, answer);
    for (int seat = 0; seat < GRIMOIRE_SEATS_MAX; seat++)
        if (seat_in(to, seat) && verdict != GRIMOIRE_NOT_JUDGED)
            grimoire_emit_secret(
                turn,
                event_with_characters(
                    (struct game_event){ .kind = GRIMOIRE_STATEMENT_JUDGED,
                                         .arg = { seat, verdict == GRIMOIRE_WAS_TRUE,
                                                  truth->plain.players, 0, truth->plain.number } },
                    3, truth->plain.characters));
}

static bool is_plain(const struct grimoire_truth *truth, const struct grimoire_answer *answer)
{
    switch ((enum grimoire_answer_kind)truth->kind) {
    case GRIMOIRE_TELLS_NUMBER:
    case GRIMOIRE_TELLS_YES_OR_NO: return answer->number == truth->plain.number;
    case GRIMOIRE_TELLS_CHARACTER:
    case GRIMOIRE_TELLS_PLAYER:
    case GRIMOIRE_TELLS_CHARACTERS:
        return characters_equal(answer->characters, truth->plain.characters);
    case GRIMOIRE_TELLS_NOTHING:
    case GRIMOIRE_TELLS_PAIR:
    case GRIMOIRE_TELLS_TEAM:
    case GRIMOIRE_TELLS_GRIMOIRE:
    case GRIMOIRE_TELLS_ANYTHING:
    case GRIMOIRE_TELLS_TWO_CHARACTERS:
    case GRIMOIRE_TELLS_TWO_PLAYERS:
    case GRIMOIRE_TELLS_PLAYERS_AND_CHARACTER: break;
    }
    return true;
}

/* False by another's doing, or true only because somebody registers as what they are not. */
static void note_statement(struct game_turn *turn, const struct grimoire_step *step,
                           const struct grimoire_truth *truth, const struct grimoire_answer *answer)
{
    const struct grimoire_state *s = turn->state;
    enum grimoire_verdict verdict = grimoire_weigh(s, step, truth, answer);
    bool is_registration = verdict == GRIMOIRE_WAS_TRUE && !is_plain(truth, answer);
    if (verdict == GRIMOIRE_WAS_FALSE || is_registration)
        note_malfunction(turn, s->secrets.open_step, step->seat, is_registration);
}

enum refusal grimoire_decide_tell(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_answer answer = { .players = (seat_set)command->arg[0],
                                            .characters = characters_of_arg(command->arg, 1),
                                            .number = (int8_t)command->arg[2] };
    if (!open_step(s))
        return no_step_open(turn);
    const struct grimoire_step step = *open_step(s);
    seat_set to = has_player(&step) ? seat_bit(step.seat)
                                    : grimoire_seats_of_team(s, grimoire_step_team(&step));
    int about = step_is_about_you(s, &step)          ? GRIMOIRE_ABOUT_YOU
                : step.kind == GRIMOIRE_NO_CHARACTER ? GRIMOIRE_ABOUT_TEXT
                                                     : step.kind;
    if (has_player(&step) && grimoire_step_role(&step)->tells_also)
        to |= grimoire_step_role(&step)->tells_also(s, step.seat);
    if (grimoire_step_role(&step)->tells == GRIMOIRE_TELLS_GRIMOIRE &&
        grimoire_step_works(s, &step))
        grimoire_show_grimoire(turn, step.seat);
    struct grimoire_truth truth;
    grimoire_step_truth(s, &step, &truth);
    grimoire_send_messages(turn, to, about, answer, command->text);
    weigh(turn, &step, &truth, &answer, to);
    if (has_player(&step) && step.origin == GRIMOIRE_BY_SHEET)
        note_statement(turn, &step, &truth, &answer);
    remind_of_pair(turn, &step, &answer);
    end_open_step(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_finish_step(struct game_turn *turn, const struct game_command *command)
{
    (void)command;
    if (!open_step(turn->state))
        return no_step_open(turn);
    end_open_step(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_skip_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_step *step = step_at(turn->state, command->arg[0]);
    if (!step || step->status != GRIMOIRE_STEP_WAITS)
        return REFUSED_BAD_TARGET;
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_STEP_SKIPPED, .arg = { command->arg[0] } });
    return ACCEPTED;
}

enum refusal grimoire_decide_redo_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_step *step = step_at(turn->state, command->arg[0]);
    if (!step || step->status == GRIMOIRE_STEP_WAITS)
        return REFUSED_BAD_TARGET;
    if (step->status == GRIMOIRE_STEP_IS_DONE)
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_TAKEN_BACK,
                                                        .arg = { command->arg[0] } });
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_STEP_REDONE, .arg = { command->arg[0] } });
    victory_check(turn, GRIMOIRE_BY_STORYTELLER);
    return ACCEPTED;
}

enum refusal grimoire_decide_send_prompt(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_step *step = open_step(s);
    (void)command;
    if (!step)
        return no_step_open(turn);
    int count = grimoire_step_choice_count(s, step);
    bool is_plain =
        !characters_any(grimoire_step_picks(s, step)) && !grimoire_step_may_decline(s, step);
    if (count == 0 || step->has_chosen || !is_plain)
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_choose");
    grimoire_send_prompt(turn, step->seat, step->kind, count, grimoire_step_targets(s, step));
    return ACCEPTED;
}
