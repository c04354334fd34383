/* The day: nominations, hands, the block, the execution, actions claimed in public. */
#include "effects/effect.h"
#include "roles/role.h"

#include <stddef.h>

static const struct grimoire_table *table_of(const struct game_turn *turn)
{
    return &((const struct grimoire_state *)turn->state)->table;
}

/* Nominations, by what everybody knows */

static seat_set everybody(const struct grimoire_table *table)
{
    return seat_bit(table->seat_count) - 1;
}

seat_set grimoire_may_nominate(const struct grimoire_table *table)
{
    seat_set seats = everybody(table) & ~(table->dead | table->rules.no_nomination);
    if (table->has_executed)
        seats &= table->rules.again;
    for (int i = 0; i < table->nomination_count; i++) {
        const struct grimoire_nomination *nomination = &table->nomination[i];
        if (!nomination->is_exile && nomination->is_again == table->has_executed)
            seats &= ~seat_bit(nomination->nominator);
    }
    return seats;
}

seat_set grimoire_may_be_nominated(const struct grimoire_table *table)
{
    seat_set seats = everybody(table) & ~table->travellers;
    for (int i = 0; i < table->nomination_count; i++)
        seats &= ~seat_bit(table->nomination[i].nominee);
    return table->has_executed && !grimoire_may_nominate(table) ? SEATS_NONE : seats;
}

seat_set grimoire_may_be_exiled(const struct grimoire_table *table)
{
    return table->travellers & ~table->dead;
}

enum refusal grimoire_decide_open_nominations(struct game_turn *turn,
                                              const struct game_command *command)
{
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_NOMINATIONS_OPENED,
                                                    .arg = { command->arg[0] } });
    return ACCEPTED;
}

/* Comes before anything that a rule may ask about, even if none asks, so it tells nobody whether one does. */
void grimoire_close_nominations(struct game_turn *turn)
{
    if (table_of(turn)->is_open)
        grimoire_emit_public(
            turn, (struct game_event){ .kind = GRIMOIRE_NOMINATIONS_OPENED, .arg = { false } });
}

/* Players are held to the rules; the storyteller is not. An exile may be called by anybody, the dead too, and
 * uses up nothing. */
static const char *nomination_problem(const struct grimoire_table *table, int actor, int nominator,
                                      int nominee)
{
    if (table->nomination_count == GRIMOIRE_SEATS_MAX)
        return "too_many_nominations";
    if (table->claim.seat != GRIMOIRE_NOBODY)
        return "action_pending";
    if (actor == SEAT_NARRATOR)
        return NULL;
    if (!table->is_open)
        return "nominations_closed";
    if (seat_in(grimoire_may_be_exiled(table), nominee))
        return NULL;
    if (!seat_in(grimoire_may_nominate(table), nominator))
        return "may_not_nominate";
    return seat_in(grimoire_may_be_nominated(table), nominee) ? NULL : "already_nominated";
}

enum refusal grimoire_decide_nominate(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_table *table = table_of(turn);
    bool is_player = command->seat != SEAT_NARRATOR;
    int nominee = (int)command->arg[0];
    int nominator = is_player ? command->seat : (int)command->arg[1];
    if (nominator == GRIMOIRE_NOBODY || (is_player && command->arg[1] != GRIMOIRE_NOBODY))
        return REFUSED_BAD_TARGET;
    const char *problem = nomination_problem(table, command->seat, nominator, nominee);
    if (problem)
        return game_refuse(turn, REFUSED_NOT_NOW, problem);
    bool is_exile = seat_in(table->travellers, nominee);
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_NOMINATED,
                                                    .arg = { nominator, nominee, is_exile } });
    if (!is_exile)
        grimoire_intend(turn, (struct intent){ .kind = INTENT_NOMINATE,
                                               .source = (int8_t)nominator,
                                               .target = (int8_t)nominee });
    return ACCEPTED;
}

/* Hands */

/* Clockwise from the nominee's neighbour, the nominee last. */
static int voter_at(const struct grimoire_table *table, int place)
{
    return grimoire_neighbour(table, table->vote.nominee, place + 1);
}

int grimoire_vote_next(const struct grimoire_table *table)
{
    for (int place = 0; place < table->seat_count; place++)
        if (!seat_in(table->vote.counted, voter_at(table, place)))
            return voter_at(table, place);
    return GRIMOIRE_NOBODY;
}

int grimoire_vote_needed(const struct grimoire_table *table)
{
    bool is_exile = table->phase == GRIMOIRE_VOTE && table->vote.is_exile;
    int count =
        is_exile ? table->seat_count : grimoire_seats_count(everybody(table) & ~table->dead);
    return table->rules.needs_no_half && !is_exile ? 1 : (count + 1) / 2;
}

int grimoire_vote_to_block(const struct grimoire_table *table)
{
    bool is_exile = table->phase == GRIMOIRE_VOTE && table->vote.is_exile;
    int needed = grimoire_vote_needed(table);
    return !is_exile && table->block_votes >= needed ? table->block_votes + 1 : needed;
}

int grimoire_vote_to_tie(const struct grimoire_table *table)
{
    bool has_block = table->block != GRIMOIRE_NOBODY && !table->vote.is_exile;
    return has_block && table->block_votes >= grimoire_vote_needed(table) ? table->block_votes
                                                                          : GRIMOIRE_NOBODY;
}

/* An exile is supported by anybody, and costs the dead nothing. */
bool grimoire_has_vote(const struct grimoire_table *table, int seat)
{
    seat_set spent = table->rules.is_dead_free ? SEATS_NONE : table->dead & table->spent;
    return table->vote.is_exile || !seat_in(table->rules.no_vote | spent, seat);
}

/* The storyteller knows whether a Traveller's ability works, and may allow what it forbids. But a player
 * without a vote, or a Beggar without a gift, still has none. */
bool grimoire_may_be_given_hand(const struct grimoire_table *table, int seat)
{
    seat_set none = (table->dead & table->spent) | grimoire_may_be_given_vote(table);
    return grimoire_has_vote(table, seat) || !seat_in(none, seat);
}

static enum refusal set_hand(struct game_turn *turn, int seat, bool is_up, bool may_vote)
{
    const struct grimoire_table *table = table_of(turn);
    if (seat_in(table->vote.counted, seat))
        return game_refuse(turn, REFUSED_NOT_NOW, "already_counted");
    if (is_up && !may_vote)
        return game_refuse(turn, REFUSED_NOT_NOW, "no_vote_left");
    if (seat_in(table->vote.hands, seat) == is_up)
        return game_refuse(turn, REFUSED_NOT_NOW, "already_so");
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_HAND_RAISED, .arg = { seat, is_up } });
    return ACCEPTED;
}

enum refusal grimoire_decide_raise_hand(struct game_turn *turn, const struct game_command *command)
{
    return set_hand(turn, command->seat, command->arg[0] != 0,
                    grimoire_has_vote(table_of(turn), command->seat));
}

enum refusal grimoire_decide_set_hand(struct game_turn *turn, const struct game_command *command)
{
    int seat = (int)command->arg[0];
    return set_hand(turn, seat, command->arg[1] != 0,
                    grimoire_may_be_given_hand(table_of(turn), seat));
}

/* The clock */

static int64_t next_deadline(const struct game_turn *turn, bool is_running, bool is_last)
{
    const struct grimoire_table *table = table_of(turn);
    bool has_next = is_running && table->clock_ms > 0 && !is_last;
    return has_next ? turn->now_ms + table->clock_ms : 0;
}

enum refusal grimoire_decide_run_clock(struct game_turn *turn, const struct game_command *command)
{
    bool is_running = command->arg[0] != 0;
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_CLOCK_RAN,
                                   .arg = { is_running, next_deadline(turn, is_running, false) } });
    return ACCEPTED;
}

enum refusal grimoire_decide_set_clock(struct game_turn *turn, const struct game_command *command)
{
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_CLOCK_SET, .arg = { command->arg[0] } });
    return ACCEPTED;
}

static bool is_last_voter(const struct grimoire_table *table)
{
    return grimoire_seats_count(table->vote.counted) == table->seat_count - 1;
}

static void emit_counted(struct game_turn *turn, int seat, bool is_up, int votes)
{
    const struct grimoire_table *table = table_of(turn);
    int64_t deadline_ms = next_deadline(turn, table->vote.is_running, is_last_voter(table));
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_HAND_COUNTED,
                                                    .arg = { seat, is_up, votes, deadline_ms } });
}

/* The pipeline may weigh a raised hand, within this bound. */
void grimoire_count_vote(struct game_turn *turn, int seat, int votes)
{
    enum { WEIGHT_MAX = GRIMOIRE_TOTAL_MAX / GRIMOIRE_SEATS_MAX };
    const struct grimoire_table *table = table_of(turn);
    bool spends = seat_in(table->dead, seat) && !table->vote.is_exile && !table->rules.is_dead_free;
    int weight = votes > WEIGHT_MAX ? WEIGHT_MAX : votes < -WEIGHT_MAX ? -WEIGHT_MAX : votes;
    emit_counted(turn, seat, true, weight);
    if (!spends)
        return;
    grimoire_add_effect(turn, seat, EFFECT_USED_DEAD_VOTE, GRIMOIRE_NOBODY);
    grimoire_announce(turn);
}

static enum grimoire_vote_result result_of(const struct grimoire_table *table, int votes)
{
    if (votes < grimoire_vote_needed(table))
        return GRIMOIRE_TOO_FEW;
    if (table->vote.is_exile)
        return GRIMOIRE_EXILE;
    if (votes < table->block_votes)
        return GRIMOIRE_TOO_FEW;
    return votes == table->block_votes ? GRIMOIRE_TIED : GRIMOIRE_ON_BLOCK;
}

static void close_vote(struct game_turn *turn, int votes)
{
    const struct grimoire_table *table = table_of(turn);
    enum grimoire_vote_result result = result_of(table, votes);
    int nominee = table->vote.nominee;
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_VOTE_COUNTED, .arg = { votes, result } });
    if (result != GRIMOIRE_EXILE)
        return;
    grimoire_close_nominations(turn);
    grimoire_intend(turn, (struct intent){ .kind = INTENT_EXILE,
                                           .cause = GRIMOIRE_BY_EXILE,
                                           .source = GRIMOIRE_NOBODY,
                                           .target = (int8_t)nominee });
}

/* A hand that an effect keeps from voting is passed like one that is down. No ability touches an exile. */
static void count_next(struct game_turn *turn)
{
    const struct grimoire_table *table = table_of(turn);
    int seat = grimoire_vote_next(table);
    bool is_up = seat_in(table->vote.hands, seat);
    if (is_up && table->vote.is_exile)
        grimoire_count_vote(turn, seat, 1);
    else if (is_up)
        grimoire_intend(turn, (struct intent){ .kind = INTENT_VOTE,
                                               .source = (int8_t)seat,
                                               .target = table->vote.nominee,
                                               .votes = 1 });
    if (!seat_in(table->vote.counted, seat))
        emit_counted(turn, seat, false, 0);
    if (grimoire_vote_next(table) == GRIMOIRE_NOBODY)
        close_vote(turn, table->vote.votes);
}

enum refusal grimoire_decide_count_hand(struct game_turn *turn, const struct game_command *command)
{
    (void)command;
    count_next(turn);
    return ACCEPTED;
}

/* Passes all who are left at once; or takes a total that was counted in the room, without knowing whose hands
 * those were. A total uses up no ghost vote: the storyteller knows whose it was. */
enum refusal grimoire_decide_count_all(struct game_turn *turn, const struct game_command *command)
{
    if (command->arg[0] >= 0) {
        close_vote(turn, (int)command->arg[0]);
        return ACCEPTED;
    }
    while (table_of(turn)->phase == GRIMOIRE_VOTE)
        count_next(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_cancel_vote(struct game_turn *turn, const struct game_command *command)
{
    (void)command;
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_VOTE_CANCELLED });
    return ACCEPTED;
}

/* Votes that are given away */

seat_set grimoire_may_give_vote(const struct grimoire_table *table)
{
    return table->dead & ~table->spent;
}

/* By what everybody knows: the effect by which a Traveller takes votes; NONE: takes none. */
static enum effect_id takes_votes_by(const struct grimoire_table *table, int seat)
{
    const struct role *role = grimoire_role_of(table->traveller[seat]);
    for (size_t i = 0; i < sizeof role->starts_with / sizeof *role->starts_with; i++)
        if (role->starts_with[i] != EFFECT_NONE &&
            grimoire_effects[role->starts_with[i]]->takes_votes)
            return role->starts_with[i];
    return EFFECT_NONE;
}

seat_set grimoire_may_be_given_vote(const struct grimoire_table *table)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < table->seat_count; seat++)
        if (takes_votes_by(table, seat) != EFFECT_NONE)
            seats |= seat_bit(seat);
    return seats & ~table->dead;
}

/* The receiver's own effect knows the consequence. */
enum refusal grimoire_decide_give_vote(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_table *table = table_of(turn);
    bool is_player = command->seat != SEAT_NARRATOR;
    int giver = is_player ? command->seat : (int)command->arg[1];
    if (giver == GRIMOIRE_NOBODY || (is_player && command->arg[1] != GRIMOIRE_NOBODY) ||
        !seat_in(grimoire_may_be_given_vote(table), (int)command->arg[0]))
        return REFUSED_BAD_TARGET;
    if (table->claim.seat != GRIMOIRE_NOBODY)
        return game_refuse(turn, REFUSED_NOT_NOW, "action_pending");
    if (!seat_in(grimoire_may_give_vote(table), giver))
        return game_refuse(turn, REFUSED_NOT_NOW, "no_vote_left");
    grimoire_close_nominations(turn);
    grimoire_intend(turn,
                    (struct intent){ .kind = INTENT_AFFECT,
                                     .effect = (uint8_t)takes_votes_by(table, (int)command->arg[0]),
                                     .source = (int8_t)giver,
                                     .target = (int8_t)command->arg[0],
                                     .players = seat_bit(giver) });
    return ACCEPTED;
}

/* Execution */

enum refusal grimoire_decide_execute(struct game_turn *turn, const struct game_command *command)
{
    if (table_of(turn)->claim.seat != GRIMOIRE_NOBODY)
        return game_refuse(turn, REFUSED_NOT_NOW, "action_pending");
    grimoire_close_nominations(turn);
    grimoire_intend(turn, (struct intent){ .kind = INTENT_EXECUTE,
                                           .cause = GRIMOIRE_BY_EXECUTION,
                                           .source = GRIMOIRE_NOBODY,
                                           .target = (int8_t)command->arg[0] });
    return ACCEPTED;
}

/* Day actions. Anybody alive may claim one; nobody hears whether it was true, only what came of it. */

enum refusal grimoire_decide_claim_action(struct game_turn *turn,
                                          const struct game_command *command)
{
    const struct grimoire_table *table = table_of(turn);
    bool is_player = command->seat != SEAT_NARRATOR;
    int seat = is_player ? command->seat : (int)command->arg[2];
    if (seat == GRIMOIRE_NOBODY || (is_player && command->arg[2] != GRIMOIRE_NOBODY))
        return REFUSED_BAD_TARGET;
    int action = (int)command->arg[0];
    bool is_public = grimoire_effects[action]->is_public;
    if (!grimoire_effects[action]->day_action ||
        (is_public && !characters_has(grimoire_actions_brought(table, command->seat), action)))
        return game_refuse(turn, REFUSED_BAD_TARGET, "no_action");
    if (table->claim.seat != GRIMOIRE_NOBODY)
        return game_refuse(turn, REFUSED_NOT_NOW, "action_pending");
    bool is_for_the_dead = grimoire_effects[action]->is_for_the_dead;
    if (is_player && seat_in(table->dead, seat) != is_for_the_dead)
        return game_refuse(turn, REFUSED_NOT_NOW, is_for_the_dead ? "is_alive" : "is_dead");
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_ACTION_CLAIMED,
                                                    .arg = { seat, action, command->arg[1] } });
    return ACCEPTED;
}

static enum refusal no_action_pending(struct game_turn *turn)
{
    return game_refuse(turn, REFUSED_NOT_NOW, "no_action_pending");
}

/* A claim is pending until the last question about it is answered. */
void grimoire_settle_action(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    if (s->table.claim.seat != GRIMOIRE_NOBODY && !s->secrets.question.is_open)
        grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_ACTION_RESOLVED });
}

enum refusal grimoire_decide_resolve_action(struct game_turn *turn,
                                            const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_claim claim = s->table.claim;
    (void)command;
    if (claim.seat == GRIMOIRE_NOBODY)
        return no_action_pending(turn);
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token token = s->secrets.token[i];
        if (token.holder == claim.seat && token.effect == claim.action) {
            grimoire_effects[claim.action]->day_action(turn, &token, claim.target);
            break;
        }
    }
    grimoire_settle_action(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_dismiss_action(struct game_turn *turn,
                                            const struct game_command *command)
{
    (void)command;
    if (table_of(turn)->claim.seat == GRIMOIRE_NOBODY)
        return no_action_pending(turn);
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_ACTION_RESOLVED });
    return ACCEPTED;
}

/* Public guesses of somebody's character. They are judged at once, and counted at night by the player who has
 * that ability. Anybody may guess. */
enum refusal grimoire_decide_guess(struct game_turn *turn, const struct game_command *command)
{
    enum { GUESSES_MAX = 5 };
    const struct grimoire_state *s = turn->state;
    int seat = (int)command->arg[0], player = (int)command->arg[1], count = 0;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        bool is_guess = token->effect == EFFECT_GUESS || token->effect == EFFECT_CORRECT;
        count += is_guess && token->source == seat;
    }
    if (count == GUESSES_MAX)
        return game_refuse(turn, REFUSED_NOT_NOW, "too_many_guesses");
    bool is_right = s->secrets.seat[player].character == command->arg[2];
    grimoire_add_effect_about(turn, player, is_right ? EFFECT_CORRECT : EFFECT_GUESS, seat,
                              (int)command->arg[2]);
    return ACCEPTED;
}

/* Time */

enum refusal grimoire_decide_set_timer(struct game_turn *turn, const struct game_command *command)
{
    int64_t deadline_ms = command->arg[0] ? turn->now_ms + command->arg[0] * 1000 : 0;
    grimoire_emit_public(turn,
                         (struct game_event){ .kind = GRIMOIRE_TIMER_SET, .arg = { deadline_ms } });
    return ACCEPTED;
}

static bool is_past(const struct game_turn *turn, int64_t deadline_ms)
{
    return deadline_ms > 0 && deadline_ms <= turn->now_ms;
}

enum refusal grimoire_decide_timeout(struct game_turn *turn)
{
    const struct grimoire_table *table = table_of(turn);
    bool rings = is_past(turn, table->timer_ms), passes = is_past(turn, table->vote.deadline_ms);
    if (!rings && !passes)
        return REFUSED_NOT_NOW;
    if (rings)
        grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_TIMER_RANG });
    if (passes)
        count_next(turn);
    return ACCEPTED;
}
