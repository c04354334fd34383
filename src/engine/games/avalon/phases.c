/* The order of the game: each function emits the events of one step and of the steps that follow from it.
 * Checking is done before, in decide.c. */
#include "avalon.h"

static const struct avalon_state *state_of(const struct game_turn *turn)
{
    return turn->state;
}

static const struct avalon_table *table_of(const struct game_turn *turn)
{
    return &state_of(turn)->table;
}

static void tell_all(struct game_turn *turn, enum avalon_event kind, int64_t a, int64_t b)
{
    game_emit(turn,
              (struct game_event){ .kind = (uint16_t)kind, .told = SEATS_ALL, .arg = { a, b } });
}

static void tell_seat(struct game_turn *turn, enum avalon_event kind, int seat, int64_t what)
{
    game_emit(turn, (struct game_event){
                        .kind = (uint16_t)kind, .told = seat_bit(seat), .arg = { seat, what } });
}

/* Time */

static enum avalon_option time_option(enum avalon_phase phase)
{
    switch (phase) {
    case AVALON_ROLE_REVEAL: return AVALON_REVEAL_SECONDS;
    case AVALON_TEAM_BUILDING: return AVALON_TEAM_SECONDS;
    case AVALON_TEAM_VOTING: return AVALON_VOTE_SECONDS;
    case AVALON_QUEST_EXECUTION: return AVALON_QUEST_SECONDS;
    case AVALON_VOTE_RESULTS:
    case AVALON_QUEST_RESULTS: return AVALON_RESULTS_SECONDS;
    case AVALON_LADY_EXAMINATION: return AVALON_LADY_SECONDS;
    case AVALON_RECRUITMENT:
    case AVALON_ASSASSINATION: return AVALON_ASSASSINATION_SECONDS;
    case AVALON_SWORD: return AVALON_EXCALIBUR_SECONDS;
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
    return AVALON_OPTION_COUNT;
}

bool avalon_shows_results(const struct avalon_table *table)
{
    return table->phase == AVALON_VOTE_RESULTS || table->phase == AVALON_QUEST_RESULTS;
}

/* How long a phase may last; 0: no limit. Results always end: a player who has gone home would hold up all
 * others, and the host needs a deadline to cut short. */
static int64_t limit_ms(const struct avalon_state *s, enum avalon_phase phase)
{
    enum avalon_option option = time_option(phase);
    int64_t seconds = option == AVALON_OPTION_COUNT ? 0 : s->seconds[option];
    if (option == AVALON_RESULTS_SECONDS && seconds == 0)
        seconds = AVALON_SECONDS_MAX;
    else if (phase == AVALON_VOTE_RESULTS && seconds > AVALON_VOTE_RESULTS_SECONDS_MAX)
        seconds = AVALON_VOTE_RESULTS_SECONDS_MAX;
    return seconds * 1000;
}

/* How long it lasts at least. */
static int64_t window_ms(const struct avalon_state *s, enum avalon_phase phase)
{
    if (phase == AVALON_QUEST_EXECUTION)
        return s->seconds[AVALON_QUEST_WINDOW_SECONDS] * (int64_t)1000;
    bool shows = phase == AVALON_VOTE_RESULTS || phase == AVALON_QUEST_RESULTS;
    return shows ? AVALON_RESULTS_WINDOW_MS : 0;
}

static void begin_phase_of_quest(struct game_turn *turn, enum avalon_phase phase, int quest)
{
    const struct avalon_state *s = turn->state;
    int64_t window = window_ms(s, phase), limit = limit_ms(s, phase);
    int64_t length = window ? window : limit;
    game_emit(turn, (struct game_event){
                        .kind = AVALON_PHASE_CHANGED,
                        .told = SEATS_ALL,
                        .arg = { phase, quest + 1, avalon_team_size(s->table.seat_count, quest),
                                 window, length ? turn->now_ms + length : 0 },
                    });
}

void avalon_begin_phase(struct game_turn *turn, enum avalon_phase phase)
{
    begin_phase_of_quest(turn, phase, table_of(turn)->quest);
}

static void begin_team(struct game_turn *turn, int quest)
{
    const struct avalon_table *table = table_of(turn);
    /* The crown moves after every proposal, also an approved one; stalling must not keep it. */
    tell_all(turn, AVALON_LEADER_CHANGED, (table->leader + 1) % table->seat_count, 0);
    if (quest != table->quest)
        avalon_draw_loyalty(turn, quest);
    begin_phase_of_quest(turn, AVALON_TEAM_BUILDING, quest);
}

static void check_leader(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    int cleric = avalon_seat_of(s, AVALON_CLERIC), leader = s->table.leader;
    if (cleric < 0)
        return;
    /* The event comes also where the Cleric leads and learns nothing new; otherwise all could count that one
     * is missing. */
    game_emit(turn, (struct game_event){
                        .kind = AVALON_LEADER_CHECKED,
                        .told = seat_bit(cleric),
                        .arg = { cleric, leader, avalon_lady_reads(&s->table, &s->own[leader]) } });
}

void avalon_begin_quests(struct game_turn *turn)
{
    check_leader(turn);
    avalon_draw_loyalty(turn, 0);
    avalon_begin_phase(turn, AVALON_TEAM_BUILDING);
}

/* The end */

static void finish(struct game_turn *turn, enum avalon_team winner, enum avalon_reason reason)
{
    const struct avalon_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        game_emit(turn,
                  (struct game_event){ .kind = AVALON_ROLE_REVEALED,
                                       .told = SEATS_ALL,
                                       .arg = { seat, s->own[seat].role, s->own[seat].known } });
    tell_all(turn, AVALON_GAME_FINISHED, winner, reason);
}

static seat_set seats_of_evil(const struct avalon_state *s)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->own[seat].team == AVALON_EVIL)
            seats |= seat_bit(seat);
    return seats;
}

static void begin_assassination(struct game_turn *turn)
{
    if (table_of(turn)->has_flip_evil)
        tell_all(turn, AVALON_EVIL_REVEALED, seats_of_evil(turn->state), 0);
    avalon_begin_phase(turn, AVALON_ASSASSINATION);
}

static void begin_last_shot(struct game_turn *turn)
{
    if (avalon_in_play(table_of(turn), AVALON_UNTRUSTWORTHY_SERVANT))
        avalon_begin_phase(turn, AVALON_RECRUITMENT);
    else
        begin_assassination(turn);
}

/* Said before all, as at a table; the assassin stays unknown. */
void avalon_recruit(struct game_turn *turn, int target)
{
    bool is_found = state_of(turn)->own[target].role == AVALON_UNTRUSTWORTHY_SERVANT;
    tell_all(turn, AVALON_SERVANT_NAMED, target, is_found);
    begin_assassination(turn);
}

int avalon_seat_of(const struct avalon_state *state, enum avalon_role role)
{
    for (int seat = 0; seat < state->table.seat_count; seat++)
        if (state->own[seat].role == (int)role)
            return seat;
    return -1;
}

bool avalon_is_shooter(const struct avalon_table *table, const struct avalon_own *own)
{
    return own->role == (table->is_servant_found ? AVALON_UNTRUSTWORTHY_SERVANT : AVALON_ASSASSIN);
}

seat_set avalon_targets(const struct avalon_table *table, int seat, const struct avalon_own *own)
{
    /* The others only guess, and all alike: what they know must not show on their screens. */
    seat_set known_evil = avalon_is_shooter(table, own) ? own->known : SEATS_NONE;
    return avalon_everybody(table) & ~seat_bit(seat) & ~known_evil & ~table->revealed_evil;
}

static bool is_good_messenger(const struct avalon_state *s, int seat)
{
    return s->own[seat].role == AVALON_SENIOR_MESSENGER ||
           s->own[seat].role == AVALON_JUNIOR_MESSENGER;
}

void avalon_shoot(struct game_turn *turn, int target, int second)
{
    const struct avalon_state *s = turn->state;
    bool is_pair = second >= 0;
    bool is_hit = is_pair ? is_good_messenger(s, target) && is_good_messenger(s, second)
                          : s->own[target].role == AVALON_MERLIN;
    tell_all(turn, AVALON_ASSASSIN_TARGET, target, second);
    tell_all(turn, AVALON_ASSASSINATION_RESULT, is_hit, 0);
    if (is_hit)
        finish(turn, AVALON_EVIL,
               is_pair ? AVALON_MESSENGERS_ASSASSINATED : AVALON_MERLIN_ASSASSINATED);
    else
        finish(turn, AVALON_GOOD, AVALON_MERLIN_SURVIVED);
}

/* Votes */

void avalon_propose(struct game_turn *turn, seat_set team, int excalibur)
{
    if (table_of(turn)->has_excalibur && excalibur < 0)
        excalibur = avalon_next_bearer(table_of(turn), team);
    game_emit(turn, (struct game_event){ .kind = AVALON_TEAM_PROPOSED,
                                         .told = SEATS_ALL,
                                         .arg = { table_of(turn)->leader, team, excalibur } });
    avalon_begin_phase(turn, AVALON_TEAM_VOTING);
}

static seat_set approvers(const struct avalon_state *s)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->own[seat].vote == AVALON_APPROVE)
            seats |= seat_bit(seat);
    return seats;
}

static void close_votes(struct game_turn *turn)
{
    const struct avalon_table *table = table_of(turn);
    seat_set approved_by = approvers(turn->state);
    int approvals = avalon_seats_count(approved_by), rejections = table->seat_count - approvals;
    if (!table->has_anonymous_votes)
        tell_all(turn, AVALON_VOTES_REVEALED, approved_by, avalon_everybody(table) & ~approved_by);
    if (approvals < avalon_approvals_needed(table->seat_count)) {
        tell_all(turn, AVALON_TEAM_REJECTED, approvals, rejections);
        tell_all(turn, AVALON_REJECTION_COUNT, table->rejections + 1, 0);
    } else {
        tell_all(turn, AVALON_TEAM_APPROVED, approvals, rejections);
    }
    avalon_begin_phase(turn, AVALON_VOTE_RESULTS);
}

static void leave_vote(struct game_turn *turn)
{
    const struct avalon_table *table = table_of(turn);
    if (avalon_proposal(table)->is_approved)
        avalon_begin_phase(turn, AVALON_QUEST_EXECUTION);
    else if (table->rejections == AVALON_REJECTIONS_MAX)
        finish(turn, AVALON_EVIL, AVALON_FIVE_REJECTIONS);
    else
        begin_team(turn, table->quest);
}

void avalon_record_vote(struct game_turn *turn, int seat, enum avalon_vote vote)
{
    const struct avalon_table *table = table_of(turn);
    if (!seat_in(table->voted, seat))
        tell_all(turn, AVALON_TEAM_VOTE_CAST, seat, 0);
    tell_seat(turn, AVALON_TEAM_VOTE_RECORDED, seat, vote == AVALON_APPROVE);
    if (table->voted == avalon_everybody(table))
        close_votes(turn);
}

/* Quests */

static void show_revealer(struct game_turn *turn)
{
    enum { SHOWN_AFTER_FAILED = 2 };
    const struct avalon_state *s = turn->state;
    int seat = avalon_seat_of(s, AVALON_REVEALER);
    if (seat >= 0 && !seat_in(s->table.revealed_evil, seat) &&
        avalon_quests_won(&s->table, false) == SHOWN_AFTER_FAILED)
        tell_all(turn, AVALON_EVIL_REVEALED, s->table.revealed_evil | seat_bit(seat), 0);
}

static void close_quest(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    const struct avalon_table *table = &s->table;
    struct avalon_count count = avalon_count(s);
    game_emit(turn, (struct game_event){
                        .kind = AVALON_QUEST_COMPLETED,
                        .told = SEATS_ALL,
                        .arg = { table->quest + 1, count.is_success,
                                 table->cards_played - count.fails - count.magic, count.fails,
                                 avalon_fails_needed(table->seat_count, table->quest),
                                 table->sorcerers ? count.magic : -1,
                                 table->messengers ? count.good_messages : -1,
                                 table->messengers ? count.evil_messages : -1 } });
    show_revealer(turn);
    avalon_begin_phase(turn, AVALON_QUEST_RESULTS);
}

/* All cards are played. Excalibur, if it is in the game, has a time of its own, equally long used or not. */
static void close_cards(struct game_turn *turn)
{
    if (table_of(turn)->has_excalibur)
        avalon_begin_phase(turn, AVALON_SWORD);
    else
        close_quest(turn);
}

bool avalon_has_all_cards(const struct avalon_table *table)
{
    return table->cards_played == avalon_team_size(table->seat_count, table->quest);
}

static void tell_card(struct game_turn *turn, int seat, enum avalon_card card)
{
    game_emit(turn, (struct game_event){ .kind = AVALON_QUEST_CARD_RECORDED,
                                         .told = seat_bit(seat),
                                         .arg = { seat, avalon_is_fail(card),
                                                  avalon_kind_of(table_of(turn), card) } });
}

void avalon_record_card(struct game_turn *turn, int seat, enum avalon_card card)
{
    const struct avalon_table *table = table_of(turn);
    if (state_of(turn)->own[seat].card == AVALON_NO_CARD)
        tell_all(turn, AVALON_QUEST_CARD_PLAYED, table->cards_played + 1, 0);
    tell_card(turn, seat, card);
    if (avalon_has_all_cards(table) && !table->is_window_open)
        close_cards(turn);
}

static void leave_quest(struct game_turn *turn)
{
    const struct avalon_table *table = table_of(turn);
    if (avalon_quests_won(table, false) == AVALON_QUESTS_TO_WIN)
        finish(turn, AVALON_EVIL, AVALON_EVIL_SABOTAGED_QUESTS);
    else if (avalon_quests_won(table, true) < AVALON_QUESTS_TO_WIN && avalon_lady_is_due(table))
        avalon_begin_phase(turn, AVALON_LADY_EXAMINATION);
    else if (avalon_quests_won(table, true) < AVALON_QUESTS_TO_WIN)
        begin_team(turn, table->quest + 1);
    else if (avalon_in_play(table, AVALON_MERLIN))
        begin_last_shot(turn);
    else
        finish(turn, AVALON_GOOD, AVALON_GOOD_WON_QUESTS);
}

void avalon_leave_results(struct game_turn *turn)
{
    if (table_of(turn)->phase == AVALON_VOTE_RESULTS)
        leave_vote(turn);
    else
        leave_quest(turn);
}

void avalon_examine(struct game_turn *turn, int target)
{
    const struct avalon_state *s = turn->state;
    int holder = s->table.lady;
    enum avalon_team team = avalon_lady_reads(&s->table, &s->own[target]);
    game_emit(turn, (struct game_event){ .kind = AVALON_PLAYER_EXAMINED,
                                         .told = seat_bit(holder),
                                         .arg = { holder, target, team } });
    tell_all(turn, AVALON_LADY_CHANGED, target, 0);
    begin_team(turn, s->table.quest + 1);
}

/* The time has run out. Missing actions are filled in so that nothing tells anybody's role. */

static int random_seat(struct game_turn *turn, seat_set seats)
{
    uint64_t skipped = rng_below(turn->rng, (uint64_t)avalon_seats_count(seats));
    int seat = 0;
    while (!seat_in(seats, seat) || skipped-- > 0)
        seat++;
    return seat;
}

static void propose_random_team(struct game_turn *turn)
{
    const struct avalon_table *table = table_of(turn);
    seat_set left = avalon_everybody(table), team = SEATS_NONE;
    for (int i = avalon_team_size(table->seat_count, table->quest); i > 0; i--) {
        seat_set chosen = seat_bit(random_seat(turn, left));
        team |= chosen;
        left &= ~chosen;
    }
    avalon_propose(turn, team,
                   table->has_excalibur ? random_seat(turn, avalon_bearers(table, team)) : -1);
}

static void reject_for_the_missing(struct game_turn *turn)
{
    seat_set missing = avalon_everybody(table_of(turn)) & ~table_of(turn)->voted;
    for (int seat = 0; seat < AVALON_SEATS_MAX; seat++)
        if (seat_in(missing, seat))
            avalon_record_vote(turn, seat, AVALON_REJECT);
}

/* First the counts, then each its own card: told in turn, a seat would learn who else was missing. */
static void succeed_for_the_missing(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    seat_set missing = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(avalon_proposal(&s->table)->team, seat) && s->own[seat].card == AVALON_NO_CARD)
            missing |= seat_bit(seat);
    for (int i = avalon_seats_count(missing); i > 0; i--)
        tell_all(turn, AVALON_QUEST_CARD_PLAYED, s->table.cards_played + 1, 0);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(missing, seat))
            tell_card(turn, seat, avalon_missing_card(&s->table, &s->own[seat]));
    close_cards(turn);
}

/* A random target for the player who names or shoots. */
static int random_target(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    int shooter = 0;
    while (!avalon_is_shooter(&s->table, &s->own[shooter]))
        shooter++;
    return random_seat(turn, avalon_targets(&s->table, shooter, &s->own[shooter]));
}

static void act_for_the_missing(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    switch ((enum avalon_phase)s->table.phase) {
    case AVALON_ROLE_REVEAL: avalon_begin_quests(turn); break;
    case AVALON_TEAM_BUILDING: propose_random_team(turn); break;
    case AVALON_TEAM_VOTING: reject_for_the_missing(turn); break;
    case AVALON_QUEST_EXECUTION: succeed_for_the_missing(turn); break;
    case AVALON_SWORD: close_quest(turn); break;
    case AVALON_VOTE_RESULTS:
    case AVALON_QUEST_RESULTS: avalon_leave_results(turn); break;
    case AVALON_LADY_EXAMINATION:
        avalon_examine(turn, random_seat(turn, avalon_lady_targets(&s->table)));
        break;
    case AVALON_RECRUITMENT: avalon_recruit(turn, random_target(turn)); break;
    case AVALON_ASSASSINATION: avalon_shoot(turn, random_target(turn), -1); break;
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
}

/* A step that had to last this long may end now. */
static void close_window(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    enum avalon_phase phase = (enum avalon_phase)s->table.phase;
    int64_t limit = limit_ms(s, phase), left = limit - window_ms(s, phase);
    tell_all(turn, AVALON_WINDOW_CLOSED, left > 0 ? turn->now_ms + left : 0, 0);
    if (phase == AVALON_QUEST_EXECUTION && avalon_has_all_cards(&s->table))
        close_cards(turn);
    else if (limit > 0 && left <= 0)
        act_for_the_missing(turn);
}

void avalon_time_out(struct game_turn *turn)
{
    if (table_of(turn)->is_window_open)
        close_window(turn);
    else
        act_for_the_missing(turn);
}
