/* What commands do. Each function checks everything, then emits, or hands over to phases.c. */
#include "avalon.h"

static void tell(struct game_turn *turn, enum avalon_event kind, seat_set told, int64_t a,
                 int64_t b)
{
    game_emit(turn, (struct game_event){ .kind = (uint16_t)kind, .told = told, .arg = { a, b } });
}

static enum refusal check_actor(const struct game_turn *turn, int seat, enum avalon_phase phase)
{
    const struct avalon_state *s = turn->state;
    if (seat >= s->table.seat_count)
        return REFUSED_NOT_YOUR_TURN;
    return s->table.phase == (int)phase ? ACCEPTED : REFUSED_WRONG_PHASE;
}

static enum refusal check_leader(struct game_turn *turn, int seat, enum avalon_phase phase)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, phase);
    if (refusal == ACCEPTED && seat != s->table.leader)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "not_the_leader");
    return refusal;
}

static void deal_roles(struct game_turn *turn)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    int deck[AVALON_SEATS_MAX];
    avalon_deck(table, deck);
    rng_shuffle(turn->rng, deck, table->seat_count);
    for (int seat = 0; seat < table->seat_count; seat++)
        game_emit(turn,
                  (struct game_event){
                      .kind = AVALON_ROLE_ASSIGNED,
                      .told = seat_bit(seat),
                      .arg = { seat, deck[seat], avalon_team_of((enum avalon_role)deck[seat]) } });
}

static void tell_knowledge(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        seat_set known = SEATS_NONE;
        for (int other = 0; other < s->table.seat_count; other++)
            if (other != seat && avalon_is_shown(&s->table, (enum avalon_role)s->own[seat].role,
                                                 (enum avalon_role)s->own[other].role))
                known |= seat_bit(other);
        tell(turn, AVALON_ROLE_KNOWLEDGE, seat_bit(seat), seat, known);
    }
}

static enum refusal decide_start(struct game_turn *turn)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    int seat_count = table->seat_count, evil_count = avalon_evil_count(seat_count);
    if (table->phase != AVALON_SETUP)
        return REFUSED_WRONG_PHASE;
    game_emit(turn, (struct game_event){
                        .kind = AVALON_TEAMS_ANNOUNCED,
                        .told = SEATS_ALL,
                        .arg = { seat_count, seat_count - evil_count, evil_count, table->roles } });
    /* Drawn before the deal: who leads can say nothing about who is what. */
    tell(turn, AVALON_LEADER_CHANGED, SEATS_ALL,
         (int64_t)rng_below(turn->rng, (uint64_t)seat_count), 0);
    if (table->has_lady)
        tell(turn, AVALON_LADY_CHANGED, SEATS_ALL, (table->leader + seat_count - 1) % seat_count,
             0);
    deal_roles(turn);
    tell_knowledge(turn);
    avalon_show_lancelots(turn);
    avalon_deal_loyalties(turn);
    avalon_begin_phase(turn, AVALON_ROLE_REVEAL);
    return ACCEPTED;
}

static enum refusal decide_timeout(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    if (s->deadline_ms == 0 || turn->now_ms < s->deadline_ms)
        return REFUSED_WRONG_PHASE;
    avalon_time_out(turn);
    return ACCEPTED;
}

static enum refusal decide_acknowledge_role(struct game_turn *turn, int seat)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, AVALON_ROLE_REVEAL);
    if (refusal != ACCEPTED)
        return refusal;
    if (s->own[seat].has_acknowledged)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_acknowledged");
    tell(turn, AVALON_PLAYER_ACKNOWLEDGED_ROLE, seat_bit(seat), seat, s->table.acknowledged + 1);
    if (s->table.acknowledged == s->table.seat_count)
        avalon_begin_quests(turn);
    return ACCEPTED;
}

/* Whether the leader may have `team` in hand: at the table, and not too many. */
static enum refusal check_team(struct game_turn *turn, int seat, int64_t team)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    enum refusal refusal = check_leader(turn, seat, AVALON_TEAM_BUILDING);
    if (refusal != ACCEPTED)
        return refusal;
    if ((team & ~(int64_t)avalon_everybody(table)) != 0)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_at_the_table");
    if (avalon_seats_count((seat_set)team) > avalon_team_size(table->seat_count, table->quest))
        return game_refuse(turn, REFUSED_BAD_TARGET, "team_too_large");
    return ACCEPTED;
}

static enum refusal decide_set_picks(struct game_turn *turn, int seat, int64_t team)
{
    enum refusal refusal = check_team(turn, seat, team);
    if (refusal == ACCEPTED)
        tell(turn, AVALON_PICKS_CHANGED, SEATS_ALL, team, 0);
    return refusal;
}

static enum refusal check_bearer(struct game_turn *turn, seat_set team, int64_t bearer)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    if (!table->has_excalibur)
        return bearer < 0 ? ACCEPTED : game_refuse(turn, REFUSED_BAD_TARGET, "no_excalibur");
    if (bearer >= 0 && !seat_in(avalon_bearers(table, team), (int)bearer))
        return game_refuse(turn, REFUSED_BAD_TARGET, "excalibur_goes_to_another_of_the_team");
    return ACCEPTED;
}

static enum refusal decide_propose_team(struct game_turn *turn, int seat, int64_t team,
                                        int64_t bearer)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    enum refusal refusal = check_team(turn, seat, team);
    if (refusal != ACCEPTED)
        return refusal;
    if (avalon_seats_count((seat_set)team) < avalon_team_size(table->seat_count, table->quest))
        return game_refuse(turn, REFUSED_BAD_TARGET, "team_too_small");
    refusal = check_bearer(turn, (seat_set)team, bearer);
    if (refusal == ACCEPTED)
        avalon_propose(turn, (seat_set)team, (int)bearer);
    return refusal;
}

static enum refusal decide_vote(struct game_turn *turn, int seat, int64_t vote)
{
    enum refusal refusal = check_actor(turn, seat, AVALON_TEAM_VOTING);
    if (refusal != ACCEPTED)
        return refusal;
    avalon_record_vote(turn, seat, (enum avalon_vote)vote);
    return ACCEPTED;
}

static enum refusal decide_play_card(struct game_turn *turn, int seat, int64_t card)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, AVALON_QUEST_EXECUTION);
    if (refusal != ACCEPTED)
        return refusal;
    if (!seat_in(avalon_proposal(&s->table)->team, seat))
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "not_on_the_team");
    if (avalon_has_all_cards(&s->table))
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "all_cards_played");
    /* The player chooses again. No word why: it would be seen over a shoulder. */
    if (!avalon_may_play(&s->table, &s->own[seat], (enum avalon_card)card))
        return REFUSED_NOT_NOW;
    avalon_record_card(turn, seat, (enum avalon_card)card);
    return ACCEPTED;
}

/* Turns a card, or none. Who turns none may still think better of it: nobody else has heard. */
static enum refusal decide_use_excalibur(struct game_turn *turn, int seat, int64_t target)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, AVALON_SWORD);
    if (refusal != ACCEPTED)
        return refusal;
    if (seat != s->table.quests[s->table.quest].excalibur)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "excalibur_is_elsewhere");
    if (s->table.quests[s->table.quest].turned >= 0)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "excalibur_is_used");
    if (target >= 0 && !seat_in(avalon_turnable(&s->table), (int)target))
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_on_this_quest");
    if (target >= 0)
        avalon_turn_card(turn, (int)target);
    else
        tell(turn, AVALON_EXCALIBUR_SHEATHED, seat_bit(seat), seat, 0);
    return ACCEPTED;
}

/* Results stay until the last has seen them. Bots have seen them at once, so people set the pace. */
static enum refusal decide_continue(struct game_turn *turn, int seat)
{
    const struct avalon_state *s = turn->state;
    if (seat >= s->table.seat_count)
        return REFUSED_NOT_YOUR_TURN;
    if (!avalon_shows_results(&s->table))
        return REFUSED_WRONG_PHASE;
    if (s->table.is_window_open)
        return game_refuse(turn, REFUSED_WRONG_PHASE, "still_showing");
    if (s->own[seat].has_seen)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_seen");
    tell(turn, AVALON_RESULTS_SEEN, seat_bit(seat), seat, s->table.seen + 1);
    if (s->table.seen == s->table.seat_count)
        avalon_leave_results(turn);
    return ACCEPTED;
}

static enum refusal decide_examine(struct game_turn *turn, int seat, int64_t target)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, AVALON_LADY_EXAMINATION);
    if (refusal != ACCEPTED)
        return refusal;
    if (seat != s->table.lady)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "not_the_holder");
    if (target >= s->table.seat_count)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_at_the_table");
    if (!seat_in(avalon_lady_targets(&s->table), (int)target))
        return game_refuse(turn, REFUSED_BAD_TARGET, "has_held_the_lady");
    avalon_examine(turn, (int)target);
    return ACCEPTED;
}

/* Whether `seat` may aim at `target`. That it may not be its own or known evil is no news to it. */
static enum refusal check_aim(struct game_turn *turn, enum avalon_phase phase, int seat,
                              int64_t target, int64_t second, bool is_shot)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, phase);
    if (refusal != ACCEPTED)
        return refusal;
    if (avalon_is_shooter(&s->table, &s->own[seat]) != is_shot)
        return REFUSED_NOT_NOW;
    if (target >= s->table.seat_count)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_at_the_table");
    if (second >= 0 && !s->table.messengers)
        return game_refuse(turn, REFUSED_BAD_TARGET, "no_messengers");
    seat_set targets = avalon_targets(&s->table, seat, &s->own[seat]);
    bool is_fine = seat_in(targets, (int)target) &&
                   (second < 0 || (second != target && seat_in(targets, (int)second)));
    return is_fine ? ACCEPTED : game_refuse(turn, REFUSED_BAD_TARGET, "not_a_target");
}

static enum refusal decide_recruit(struct game_turn *turn, int seat, int64_t target)
{
    enum refusal refusal = check_aim(turn, AVALON_RECRUITMENT, seat, target, -1, true);
    if (refusal == ACCEPTED)
        avalon_recruit(turn, (int)target);
    return refusal;
}

static enum refusal decide_suspect(struct game_turn *turn, int seat, int64_t target)
{
    enum refusal refusal = check_aim(turn, AVALON_RECRUITMENT, seat, target, -1, false);
    if (refusal == ACCEPTED)
        tell(turn, AVALON_SERVANT_SUSPECTED, seat_bit(seat), seat, target);
    return refusal;
}

static enum refusal decide_assassinate(struct game_turn *turn, int seat, int64_t target,
                                       int64_t second)
{
    enum refusal refusal = check_aim(turn, AVALON_ASSASSINATION, seat, target, second, true);
    if (refusal == ACCEPTED)
        avalon_shoot(turn, (int)target, (int)second);
    return refusal;
}

static enum refusal decide_name_merlin(struct game_turn *turn, int seat, int64_t target,
                                       int64_t second)
{
    enum refusal refusal = check_aim(turn, AVALON_ASSASSINATION, seat, target, second, false);
    if (refusal == ACCEPTED)
        game_emit(turn, (struct game_event){ .kind = AVALON_MERLIN_NAMED,
                                             .told = seat_bit(seat),
                                             .arg = { seat, target, second } });
    return refusal;
}

/* What one shows when checked can be chosen at any time and by all; see the table of commands. */
static enum refusal decide_show_loyalty(struct game_turn *turn, int seat, int64_t team)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    if (seat >= table->seat_count)
        return REFUSED_NOT_YOUR_TURN;
    if (table->phase == AVALON_SETUP || table->phase == AVALON_FINISHED ||
        !avalon_in_play(table, AVALON_TRICKSTER))
        return REFUSED_WRONG_PHASE;
    tell(turn, AVALON_LOYALTY_CHOSEN, seat_bit(seat), seat, team);
    return ACCEPTED;
}

enum refusal avalon_decide(struct game_turn *turn, const struct game_command *command)
{
    int seat = command->seat;
    int64_t arg = command->arg[0];
    switch (command->kind) {
    case COMMAND_START: return decide_start(turn);
    case COMMAND_TIMEOUT: return decide_timeout(turn);
    case AVALON_ACKNOWLEDGE_ROLE: return decide_acknowledge_role(turn, seat);
    case AVALON_SET_PICKS: return decide_set_picks(turn, seat, arg);
    case AVALON_PROPOSE_TEAM: return decide_propose_team(turn, seat, arg, command->arg[1]);
    case AVALON_CAST_VOTE: return decide_vote(turn, seat, arg);
    case AVALON_PLAY_CARD: return decide_play_card(turn, seat, arg);
    case AVALON_CONTINUE: return decide_continue(turn, seat);
    case AVALON_EXAMINE: return decide_examine(turn, seat, arg);
    case AVALON_RECRUIT_SERVANT: return decide_recruit(turn, seat, arg);
    case AVALON_SUSPECT_SERVANT: return decide_suspect(turn, seat, arg);
    case AVALON_ASSASSINATE: return decide_assassinate(turn, seat, arg, command->arg[1]);
    case AVALON_NAME_MERLIN: return decide_name_merlin(turn, seat, arg, command->arg[1]);
    case AVALON_SHOW_LOYALTY: return decide_show_loyalty(turn, seat, arg);
    case AVALON_USE_EXCALIBUR: return decide_use_excalibur(turn, seat, arg);
    }
    return REFUSED_WRONG_PHASE;
}
