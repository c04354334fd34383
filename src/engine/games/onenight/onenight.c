/* One Night: tables, decide and apply. The struct game is at the end; start reading there. */
#include "onenight.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct onenight_state) <= GAME_STATE_MAX, "state");
static_assert(sizeof(struct onenight_view) <= GAME_VIEW_MAX, "view");

enum {
    /* Larger than any message of a night, so that all of them are equally long. */
    FRAME_BUCKET = 4096,
    FRAME_SECRET = 896, /* what somebody has done and may do, cards seen, and events of their own */
    FRAME_MATE = 112,   /* and each mate seen */
    REVEAL_MS = 60 * 1000,
    STEP_SECONDS_PRESET = 14,
    VOTING_SECONDS_PRESET = 60,
};

#define WAKING                                                                             \
    "none", "doppelganger", "sentinel", "werewolf", "alpha_wolf", "mystic_wolf", "minion", \
        "mason", "seer", "apprentice_seer", "paranormal_investigator", "robber", "witch",  \
        "troublemaker", "village_idiot", "drunk", "insomniac", "revealer"

const char *const onenight_role_names[] = { WAKING,       "hunter",   "tanner", "bodyguard",
                                            "dream_wolf", "villager", NULL };
const char *const onenight_step_names[] = {
    WAKING,
    "choice",
    "report",
    "paranormal_investigator_again",
    "witch_again",
    "choice_again",
    "doppelganger_acts",
    "doppelganger_acts_again",
    "doppelganger_minion",
    "doppelganger_insomniac",
    "doppelganger_revealer",
    NULL,
};
const char *const onenight_place_names[] = { "seat_0",   "seat_1",   "seat_2",   "seat_3",
                                             "seat_4",   "seat_5",   "seat_6",   "seat_7",
                                             "seat_8",   "seat_9",   "center_0", "center_1",
                                             "center_2", "center_3", NULL };
const char *const onenight_action_names[] = {
    "VIEW_CARD",   "SWAP_PLAYER_TO_PLAYER", "SWAP_PLAYER_TO_CENTER",
    "SHIELD_CARD", "SHIFT_CARDS",           "COPY_CARD",
    NULL
};
const char *const onenight_cause_names[] = { "votes", "hunter", NULL };
static const char *const pace_names[] = { "narrated", "simultaneous", "eager", "eyes_closed",
                                          NULL };

/* One for each row of the table of winners. */
static const char *const reasons[] = {
    "no_werewolf_died",
    "tanner_died_and_no_werewolf",
    "werewolf_died",
    "werewolf_and_tanner_died",
    "no_werewolves_and_nobody_died",
    "no_werewolves_and_a_villager_died",
    "no_werewolves_and_minion_found_nobody",
    "no_werewolves_and_minion_misled_the_village",
    "no_werewolves_and_only_minion_died",
    "no_werewolves_and_minion_died_with_others",
    "no_werewolves_and_tanner_died",
    "no_werewolves_tanner_died_minion_lives",
    "no_werewolves_tanner_and_minion_died",
    NULL,
};

#define COUNT(role)                                                              \
    {                                                                            \
        { role, ARG_INT, .min = 0, .max = ONENIGHT_ROLE_CARDS_MAX }, .preset = 0 \
    }

static const struct game_option options[] = {
    COUNT("doppelganger"),
    COUNT("sentinel"),
    COUNT("werewolf"),
    COUNT("alpha_wolf"),
    COUNT("mystic_wolf"),
    COUNT("minion"),
    COUNT("mason"),
    COUNT("seer"),
    COUNT("apprentice_seer"),
    COUNT("paranormal_investigator"),
    COUNT("robber"),
    COUNT("witch"),
    COUNT("troublemaker"),
    COUNT("village_idiot"),
    COUNT("drunk"),
    COUNT("insomniac"),
    COUNT("revealer"),
    COUNT("hunter"),
    COUNT("tanner"),
    COUNT("bodyguard"),
    COUNT("dream_wolf"),
    COUNT("villager"),
    [ONENIGHT_POOL] = { { "pool", ARG_BOOL }, .preset = false },
    [ONENIGHT_NIGHT_PACE] = { { "night_pace", ARG_NAME, .names = pace_names },
                              .preset = ONENIGHT_NARRATED },
    [ONENIGHT_STEP_SECONDS] = { { "step_seconds", ARG_INT, .min = 5, .max = 60 },
                                .preset = STEP_SECONDS_PRESET },
    [ONENIGHT_DISCUSSION_SECONDS] = { { "discussion_seconds", ARG_INT, .min = 0, .max = 3600 },
                                      .preset = 300 },
    [ONENIGHT_VOTING_SECONDS] = { { "voting_seconds", ARG_INT, .min = 10, .max = 600 },
                                  .preset = VOTING_SECONDS_PRESET },
    [ONENIGHT_CHAT_AT_NIGHT] = { { "chat_at_night", ARG_BOOL }, .preset = false },
    [ONENIGHT_MINION_MUST_SURVIVE] = { { "minion_must_survive", ARG_BOOL }, .preset = false },
    [ONENIGHT_LIVE_VOTES] = { { "live_votes", ARG_BOOL }, .preset = false },
    { 0 },
};

#define ROLE   ARG_NAME, .names = onenight_role_names, .min = 1
#define SAW    ARG_NAME, .names = onenight_role_names, .optional = true
#define STEP   ARG_NAME, .names = onenight_step_names, .min = 1
#define PLACE  ARG_NAME, .names = onenight_place_names
#define CARDS  ARG_SET, .min = 0, .max = ONENIGHT_CENTER_CARDS - 1
#define SECRET .secret = true
#define WHOSE_SEAT               \
    {                            \
        "seat", ARG_SEAT, SECRET \
    }

static const struct game_message commands[] = {
    [COMMAND_START] = { "start" },
    [COMMAND_TIMEOUT] = { "timeout" },
    [ONENIGHT_ACKNOWLEDGE] = { "acknowledge" },
    [ONENIGHT_ACT] = { "act", .args = { { "players", ARG_SEATS }, { "center", CARDS } } },
    [ONENIGHT_CLAIM] = { "claim", .args = { { "role", ROLE },
                                            { "players", ARG_SEATS, .optional = true },
                                            { "center", CARDS, .optional = true },
                                            { "first", SAW },
                                            { "second", SAW } } },
    [ONENIGHT_CALL_VOTE] = { "call_vote",
                             .args = { { "wants", ARG_BOOL, .optional = true, .preset = true } } },
    [ONENIGHT_VOTE] = { "vote", .args = { { "target", ARG_SEAT } } },
    /* Says which window it is for: one that comes late must not count in the next. */
    [ONENIGHT_MARK] = { "mark", .args = { { "step", STEP },
                                          { "players", ARG_SEATS },
                                          { "center", CARDS } } },
    { 0 },
};

/* Events that are not announced reach only the seats that are told: at night nobody hears that another has
 * acted. */
static const struct game_message events[] = {
    [ONENIGHT_ROLE_DEALT] = { "role_dealt", .args = { WHOSE_SEAT, { "role", ROLE, SECRET } } },
    [ONENIGHT_CENTER_DEALT] = { "center_dealt",
                                .args = { { "card", ARG_INT, .max = ONENIGHT_CENTER_SLOTS - 1 },
                                          { "role", ROLE, SECRET } } },
    [ONENIGHT_REVEAL_BEGAN] = { "reveal_began", .announced = true,
                                .args = { { "deadline_ms", ARG_TIME } } },
    [ONENIGHT_ROLE_ACKNOWLEDGED] = { "role_acknowledged", .announced = true,
                                     .args = { WHOSE_SEAT } },
    [ONENIGHT_STEP_BEGAN] = { "step_began", .announced = true,
                              .args = { { "step", STEP },
                                        { "question", ARG_INT, .max = ONENIGHT_QUESTIONS - 1 },
                                        { "deadline_ms", ARG_TIME } } },
    [ONENIGHT_MATES_SEEN] = { "mates_seen",
                              .args = { WHOSE_SEAT, { "mates", ARG_SEATS, SECRET } } },
    [ONENIGHT_ANSWERED] = { "answered", .args = { WHOSE_SEAT,
                                                  { "players", ARG_SEATS, SECRET },
                                                  { "center", CARDS, SECRET },
                                                  { "is_deed", ARG_BOOL, SECRET } } },
    [ONENIGHT_CARD_VIEWED] = { "card_viewed", .args = { WHOSE_SEAT,
                                                        { "place", PLACE, SECRET },
                                                        { "role", ROLE, SECRET } } },
    [ONENIGHT_CARDS_SWAPPED] = { "cards_swapped", .args = { WHOSE_SEAT,
                                                            { "source", PLACE, SECRET },
                                                            { "target", PLACE, SECRET },
                                                            { "source_role", ROLE, SECRET },
                                                            { "target_role", ROLE, SECRET } } },
    [ONENIGHT_SWAP_MADE] = { "swap_made", .args = { WHOSE_SEAT,
                                                    { "source", PLACE, SECRET },
                                                    { "target", PLACE, SECRET } } },
    [ONENIGHT_DISCUSSION_BEGAN] = { "discussion_began", .announced = true,
                                    .args = { { "deadline_ms", ARG_TIME } } },
    [ONENIGHT_CLAIM_MADE] = { "claim_made", .announced = true,
                              .args = { { "seat", ARG_SEAT },
                                        { "role", ROLE },
                                        { "players", ARG_SEATS, .optional = true },
                                        { "center", CARDS, .optional = true },
                                        { "first", SAW },
                                        { "second", SAW } } },
    [ONENIGHT_VOTE_CALLED] = { "vote_called", .announced = true,
                               .args = { { "count", ARG_INT, .max = ONENIGHT_SEATS_MAX },
                                         WHOSE_SEAT,
                                         { "wants", ARG_BOOL, SECRET } } },
    [ONENIGHT_VOTING_BEGAN] = { "voting_began", .announced = true,
                                .args = { { "deadline_ms", ARG_TIME } } },
    [ONENIGHT_VOTE_CAST] = { "vote_cast", .announced = true,
                             .args = { WHOSE_SEAT, { "target", ARG_SEAT, SECRET } } },
    [ONENIGHT_BALLOT_REVEALED] = { "ballot_revealed", .announced = true,
                                   .args = { { "seat", ARG_SEAT },
                                             { "target", ARG_SEAT, .min = ONENIGHT_NOBODY } } },
    [ONENIGHT_PLAYER_DIED] = { "player_died", .announced = true,
                               .args = { { "seat", ARG_SEAT },
                                         { "cause", ARG_NAME, .names = onenight_cause_names },
                                         { "hunter", ARG_SEAT, .min = ONENIGHT_NOBODY } } },
    [ONENIGHT_CARD_TURNED] = { "card_turned", .announced = true,
                               .args = { { "place", PLACE },
                                         { "dealt", ROLE },
                                         { "final", ROLE },
                                         { "face", SAW } } },
    [ONENIGHT_MATES_TOLD] = { "mates_told", .announced = true,
                              .args = { { "seat", ARG_SEAT }, { "mates", ARG_SEATS } } },
    /* Of a look both places are the one looked at. */
    [ONENIGHT_DEED_TOLD] = { "deed_told", .announced = true,
                             .args = { { "seat", ARG_SEAT },
                                       { "action_type", ARG_NAME, .names = onenight_action_names },
                                       { "source", PLACE },
                                       { "target", PLACE } } },
    [ONENIGHT_GAME_ENDED] = { "game_ended", .announced = true,
                              .args = { { "row", ARG_INT, .min = 1, .max = ONENIGHT_ROWS },
                                        { "winners", ARG_SEATS } } },
    [ONENIGHT_MARKED] = { "marked", .args = { WHOSE_SEAT,
                                              { "players", ARG_SEATS, SECRET },
                                              { "center", CARDS, SECRET } } },
    /* Which card is shielded everybody sees, and not by whom. */
    [ONENIGHT_SHIELD_LAID] = { "shield_laid", .announced = true,
                               .args = { { "target", ARG_SEAT } } },
    [ONENIGHT_SHIELD_MADE] = { "shield_made",
                               .args = { WHOSE_SEAT, { "target", ARG_SEAT, SECRET } } },
    [ONENIGHT_SHIFT_MADE] = { "shift_made",
                              .args = { WHOSE_SEAT, { "toward", ARG_SEAT, SECRET } } },
    [ONENIGHT_INVESTIGATOR_TURNED] = { "investigator_turned",
                                       .args = { WHOSE_SEAT, { "role", ROLE, SECRET } } },
    [ONENIGHT_CARD_SHOWN] = { "card_shown", .announced = true,
                              .args = { { "seat", ARG_SEAT }, { "role", ROLE } } },
    [ONENIGHT_ROLE_COPIED] = { "role_copied", .args = { WHOSE_SEAT,
                                                        { "place", PLACE, SECRET },
                                                        { "role", ROLE, SECRET } } },
    { 0 },
};

/* Decide: each function checks everything, then emits. What it checks is public or the actor's own. */

static bool is_at_table(const struct onenight_state *s, int seat)
{
    return seat >= 0 && seat < s->table.seat_count;
}

static enum refusal decide_start(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    if (s->table.phase != ONENIGHT_DEALING)
        return REFUSED_WRONG_PHASE;
    onenight_deal(turn);
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_REVEAL_BEGAN,
                                         .told = SEATS_ALL,
                                         .arg = { turn->now_ms + REVEAL_MS } });
    return ACCEPTED;
}

static void begin_voting(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_VOTING_BEGAN,
                                         .told = SEATS_ALL,
                                         .arg = { turn->now_ms + s->voting_ms } });
}

static enum refusal decide_timeout(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    if (s->deadline_ms == 0 || turn->now_ms < s->deadline_ms)
        return REFUSED_WRONG_PHASE;
    switch ((enum onenight_phase)s->table.phase) {
    case ONENIGHT_REVEAL: onenight_begin_night(turn); break;
    case ONENIGHT_NIGHT: onenight_close_step(turn); break;
    case ONENIGHT_DISCUSSION: begin_voting(turn); break;
    case ONENIGHT_VOTING: onenight_finish(turn); break;
    case ONENIGHT_DEALING:
    case ONENIGHT_RESULTS: return REFUSED_WRONG_PHASE;
    }
    return ACCEPTED;
}

static enum refusal decide_acknowledge(struct game_turn *turn, int seat)
{
    const struct onenight_state *s = turn->state;
    if (!is_at_table(s, seat))
        return REFUSED_NOT_YOUR_TURN;
    if (s->table.phase != ONENIGHT_REVEAL)
        return REFUSED_WRONG_PHASE;
    if (s->seat[seat].has_acknowledged)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_acknowledged");
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_ROLE_ACKNOWLEDGED,
                                         .told = seat_bit(seat),
                                         .arg = { seat } });
    if (s->table.acknowledged_count == s->table.seat_count)
        onenight_begin_night(turn);
    return ACCEPTED;
}

static enum refusal decide_act(struct game_turn *turn, int seat, const int64_t arg[])
{
    const struct onenight_state *s = turn->state;
    struct onenight_answer answer = { (uint16_t)arg[0], (uint8_t)arg[1] };
    if (!is_at_table(s, seat))
        return REFUSED_NOT_YOUR_TURN;
    if (s->table.phase != ONENIGHT_NIGHT)
        return REFUSED_WRONG_PHASE;
    if (s->seat[seat].has_answered)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_answered");
    if (arg[0] >> ONENIGHT_SEATS_MAX || !onenight_answer_fits(s, seat, answer))
        return game_refuse(turn, REFUSED_BAD_TARGET, "bad_choice");
    onenight_answer_with(turn, seat, answer);
    onenight_hurry(turn);
    return ACCEPTED;
}

/* Every phone sends its marks, also one that has answered or has nothing to do: sending tells nothing.
 * Whether they are an answer is seen when the window closes. */
static enum refusal decide_mark(struct game_turn *turn, int seat, const int64_t arg[])
{
    const struct onenight_state *s = turn->state;
    if (!is_at_table(s, seat))
        return REFUSED_NOT_YOUR_TURN;
    if (s->table.phase != ONENIGHT_NIGHT)
        return REFUSED_WRONG_PHASE;
    if (arg[0] != s->table.step)
        return game_refuse(turn, REFUSED_WRONG_PHASE, "window_is_over");
    if (arg[1] >> s->table.seat_count)
        return game_refuse(turn, REFUSED_BAD_TARGET, "bad_choice");
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_MARKED,
                                         .told = seat_bit(seat),
                                         .arg = { seat, arg[1], arg[2] } });
    return ACCEPTED;
}

/* Somebody may have seen the Alpha Wolf's extra card, which the list does not count. */
static bool is_in_deck(const struct onenight_state *s, int64_t role)
{
    bool is_extra = role == ONENIGHT_WEREWOLF && s->table.deck[ONENIGHT_ALPHA_WOLF] > 0;
    return role == ONENIGHT_NO_ROLE || is_extra || s->table.deck[role] > 0;
}

static enum refusal decide_claim(struct game_turn *turn, int seat, const int64_t arg[])
{
    const struct onenight_state *s = turn->state;
    struct game_event event = { .kind = ONENIGHT_CLAIM_MADE, .told = SEATS_ALL, .arg = { seat } };
    if (!is_at_table(s, seat))
        return REFUSED_NOT_YOUR_TURN;
    if (s->table.phase != ONENIGHT_DISCUSSION)
        return REFUSED_WRONG_PHASE;
    if (s->table.claim_count[seat] == ONENIGHT_CLAIMS_MAX)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "claimed_enough");
    if (!is_in_deck(s, arg[0]) || arg[1] >> s->table.seat_count || !is_in_deck(s, arg[3]) ||
        !is_in_deck(s, arg[4]))
        return game_refuse(turn, REFUSED_BAD_TARGET, "bad_claim");
    memcpy(event.arg + 1, arg, 5 * sizeof *arg);
    game_emit(turn, event);
    return ACCEPTED;
}

static enum refusal decide_call_vote(struct game_turn *turn, int seat, bool wants)
{
    const struct onenight_state *s = turn->state;
    if (!is_at_table(s, seat))
        return REFUSED_NOT_YOUR_TURN;
    if (s->table.phase != ONENIGHT_DISCUSSION)
        return REFUSED_WRONG_PHASE;
    if (s->seat[seat].calls_vote == wants)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_so");
    game_emit(turn, (struct game_event){
                        .kind = ONENIGHT_VOTE_CALLED,
                        .told = seat_bit(seat),
                        .arg = { s->table.vote_calls + (wants ? 1 : -1), seat, wants } });
    if (2 * s->table.vote_calls > s->table.seat_count)
        begin_voting(turn);
    return ACCEPTED;
}

static enum refusal decide_vote(struct game_turn *turn, int seat, int64_t target)
{
    const struct onenight_state *s = turn->state;
    if (!is_at_table(s, seat))
        return REFUSED_NOT_YOUR_TURN;
    if (s->table.phase != ONENIGHT_VOTING)
        return REFUSED_WRONG_PHASE;
    if (s->seat[seat].vote != ONENIGHT_NOBODY)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_voted");
    if (target == seat)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_for_yourself");
    if (!is_at_table(s, (int)target))
        return REFUSED_BAD_TARGET;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_VOTE_CAST,
                                         .told = seat_bit(seat),
                                         .arg = { seat, target } });
    if (s->table.is_vote_live)
        onenight_show_ballot(turn, seat);
    if (s->table.vote_count == s->table.seat_count)
        onenight_finish(turn);
    return ACCEPTED;
}

static enum refusal onenight_decide(struct game_turn *turn, const struct game_command *command)
{
    switch (command->kind) {
    case COMMAND_START: return decide_start(turn);
    case COMMAND_TIMEOUT: return decide_timeout(turn);
    case ONENIGHT_ACKNOWLEDGE: return decide_acknowledge(turn, command->seat);
    case ONENIGHT_ACT: return decide_act(turn, command->seat, command->arg);
    case ONENIGHT_CLAIM: return decide_claim(turn, command->seat, command->arg);
    case ONENIGHT_CALL_VOTE: return decide_call_vote(turn, command->seat, command->arg[0] != 0);
    case ONENIGHT_VOTE: return decide_vote(turn, command->seat, command->arg[0]);
    case ONENIGHT_MARK: return decide_mark(turn, command->seat, command->arg);
    }
    return REFUSED_WRONG_PHASE;
}

/* Apply: a few assignments per event, no judgement. */

static void onenight_init(void *state, const struct game_setup *setup)
{
    struct onenight_state *s = state;
    s->table.seat_count = (int8_t)setup->seat_count;
    s->table.pace = (int8_t)setup->option[ONENIGHT_NIGHT_PACE];
    s->table.is_pool = setup->option[ONENIGHT_POOL] != 0;
    s->table.is_timed = setup->option[ONENIGHT_DISCUSSION_SECONDS] != 0;
    s->table.is_vote_live = setup->option[ONENIGHT_LIVE_VOTES] != 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        s->table.deck[role] = (int8_t)setup->option[ONENIGHT_COUNT_FIRST + role - 1];
    s->step_ms = (int32_t)setup->option[ONENIGHT_STEP_SECONDS] * 1000;
    s->discussion_ms = (int32_t)setup->option[ONENIGHT_DISCUSSION_SECONDS] * 1000;
    s->voting_ms = (int32_t)setup->option[ONENIGHT_VOTING_SECONDS] * 1000;
    s->chats_at_night = setup->option[ONENIGHT_CHAT_AT_NIGHT] != 0;
    s->minion_must_survive = setup->option[ONENIGHT_MINION_MUST_SURVIVE] != 0;
    for (int seat = 0; seat < ONENIGHT_SEATS_MAX; seat++)
        s->seat[seat].vote = s->table.ballot[seat] = ONENIGHT_NOBODY;
}

static void apply_dealt(struct onenight_state *s, int64_t place, int64_t role)
{
    s->secrets.dealt[place] = s->secrets.card[place] = (int8_t)role;
    s->secrets.origin[place] = (int8_t)place;
    if (place < ONENIGHT_SEATS_MAX)
        s->seat[place].dealt = (int8_t)role;
}

static void begin_phase(struct onenight_state *s, enum onenight_phase phase, int64_t deadline_ms)
{
    s->table.phase = (int8_t)phase;
    s->table.step = ONENIGHT_NO_STEP;
    s->deadline_ms = deadline_ms;
}

static void apply_acknowledged(struct onenight_state *s, int64_t seat)
{
    s->seat[seat].has_acknowledged = true;
    s->table.acknowledged_count++;
}

static void apply_step_began(struct onenight_state *s, const int64_t arg[])
{
    begin_phase(s, ONENIGHT_NIGHT, arg[2]);
    s->table.step = (int8_t)arg[0];
    s->table.question = (int8_t)arg[1];
    s->secrets.question[arg[0]] = (int8_t)arg[1];
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        s->seat[seat].has_answered = false;
        s->seat[seat].answer = s->seat[seat].mark = (struct onenight_answer){ 0 };
    }
}

static void apply_mates_seen(struct onenight_state *s, int64_t seat, int64_t mates)
{
    s->seat[seat].has_mates = s->secrets.has_mates[seat] = true;
    s->seat[seat].mates = s->secrets.mates[seat] = (uint16_t)mates;
}

static void apply_answered(struct onenight_state *s, const int64_t arg[])
{
    struct onenight_answer answer = { (uint16_t)arg[1], (uint8_t)arg[2] };
    s->seat[arg[0]].has_answered = true;
    s->seat[arg[0]].answer = answer;
    if (!arg[3])
        s->secrets.instinct[s->table.step][arg[0]] = answer;
}

static void add_record(struct onenight_knowledge *own, struct onenight_record record)
{
    if (own->record_count < ONENIGHT_RECORDS_MAX)
        own->record[own->record_count++] = record;
}

static void add_deed(struct onenight_secrets *secrets, struct onenight_deed deed)
{
    if (secrets->deed_count < ONENIGHT_DEEDS_MAX)
        secrets->deed[secrets->deed_count++] = deed;
}

static int swap_kind(int64_t target)
{
    return target < ONENIGHT_SEATS_MAX ? ONENIGHT_SWAP_PLAYER_TO_PLAYER
                                       : ONENIGHT_SWAP_PLAYER_TO_CENTER;
}

static void apply_card_viewed(struct onenight_state *s, const int64_t arg[])
{
    add_record(&s->seat[arg[0]], (struct onenight_record){ .action = ONENIGHT_VIEW_CARD,
                                                           .source = (int8_t)arg[1],
                                                           .role = (int8_t)arg[2] });
    add_deed(&s->secrets, (struct onenight_deed){ .seat = (int8_t)arg[0],
                                                  .action = ONENIGHT_VIEW_CARD,
                                                  .source = (int8_t)arg[1],
                                                  .source_role = (int8_t)arg[2] });
}

static void apply_cards_swapped(struct onenight_state *s, const int64_t arg[])
{
    int8_t source_card = s->secrets.card[arg[1]], source_origin = s->secrets.origin[arg[1]];
    s->secrets.card[arg[1]] = s->secrets.card[arg[2]];
    s->secrets.card[arg[2]] = source_card;
    s->secrets.origin[arg[1]] = s->secrets.origin[arg[2]];
    s->secrets.origin[arg[2]] = source_origin;
    add_deed(&s->secrets, (struct onenight_deed){ .seat = (int8_t)arg[0],
                                                  .action = (int8_t)swap_kind(arg[2]),
                                                  .source = (int8_t)arg[1],
                                                  .target = (int8_t)arg[2],
                                                  .source_role = (int8_t)arg[3],
                                                  .target_role = (int8_t)arg[4] });
}

static void apply_swap_made(struct onenight_state *s, const int64_t arg[])
{
    add_record(&s->seat[arg[0]], (struct onenight_record){ .action = (int8_t)swap_kind(arg[2]),
                                                           .source = (int8_t)arg[1],
                                                           .target = (int8_t)arg[2] });
}

static void apply_shield_made(struct onenight_state *s, const int64_t arg[])
{
    add_record(&s->seat[arg[0]], (struct onenight_record){ .action = ONENIGHT_SHIELD_CARD,
                                                           .source = (int8_t)arg[1] });
    add_deed(&s->secrets, (struct onenight_deed){ .seat = (int8_t)arg[0],
                                                  .action = ONENIGHT_SHIELD_CARD,
                                                  .source = (int8_t)arg[1] });
}

static void apply_shift_made(struct onenight_state *s, const int64_t arg[])
{
    add_record(&s->seat[arg[0]], (struct onenight_record){ .action = ONENIGHT_SHIFT_CARDS,
                                                           .source = (int8_t)arg[0],
                                                           .target = (int8_t)arg[1] });
}

/* It belongs to the card that he was dealt, wherever that lies now. */
static void apply_investigator_turned(struct onenight_state *s, const int64_t arg[])
{
    s->seat[arg[0]].turned = s->secrets.turned[arg[0]] = (int8_t)arg[1];
}

/* Her copy likewise belongs to her card, and goes to the player who holds that at the end. */
static void apply_role_copied(struct onenight_state *s, const int64_t arg[])
{
    s->seat[arg[0]].copied = s->secrets.copied[arg[0]] = (int8_t)arg[2];
    add_record(&s->seat[arg[0]], (struct onenight_record){ .action = ONENIGHT_COPY_CARD,
                                                           .source = (int8_t)arg[1],
                                                           .role = (int8_t)arg[2] });
    add_deed(&s->secrets, (struct onenight_deed){ .seat = (int8_t)arg[0],
                                                  .action = ONENIGHT_COPY_CARD,
                                                  .source = (int8_t)arg[1],
                                                  .source_role = (int8_t)arg[2] });
}

static void apply_claim(struct onenight_state *s, const int64_t arg[])
{
    s->table.claim[arg[0]] = (struct onenight_claim){ .role = (int8_t)arg[1],
                                                      .players = (uint16_t)arg[2],
                                                      .center = (uint8_t)arg[3],
                                                      .first = (int8_t)arg[4],
                                                      .second = (int8_t)arg[5] };
    s->table.claim_count[arg[0]]++;
}

static void apply_vote_called(struct onenight_state *s, const int64_t arg[])
{
    s->table.vote_calls = (int8_t)arg[0];
    s->seat[arg[1]].calls_vote = arg[2] != 0;
}

static void apply_vote_cast(struct onenight_state *s, const int64_t arg[])
{
    s->seat[arg[0]].vote = (int8_t)arg[1];
    s->table.vote_count++;
}

static void apply_died(struct onenight_state *s, const int64_t arg[])
{
    s->secrets.death[s->secrets.death_count++] =
        (struct onenight_death){ (int8_t)arg[0], (int8_t)arg[1], (int8_t)arg[2] };
}

static void apply_ended(struct onenight_state *s, const int64_t arg[])
{
    begin_phase(s, ONENIGHT_RESULTS, 0);
    s->secrets.row = (int8_t)arg[0];
    s->secrets.winners = (uint16_t)arg[1];
}

static void onenight_apply(void *state, const struct game_event *event)
{
    struct onenight_state *s = state;
    const int64_t *arg = event->arg;
    switch ((enum onenight_event)event->kind) {
    case ONENIGHT_ROLE_DEALT: apply_dealt(s, arg[0], arg[1]); break;
    case ONENIGHT_CENTER_DEALT: apply_dealt(s, onenight_center_place((int)arg[0]), arg[1]); break;
    case ONENIGHT_REVEAL_BEGAN: begin_phase(s, ONENIGHT_REVEAL, arg[0]); break;
    case ONENIGHT_ROLE_ACKNOWLEDGED: apply_acknowledged(s, arg[0]); break;
    case ONENIGHT_STEP_BEGAN: apply_step_began(s, arg); break;
    case ONENIGHT_MATES_SEEN: apply_mates_seen(s, arg[0], arg[1]); break;
    case ONENIGHT_ANSWERED: apply_answered(s, arg); break;
    case ONENIGHT_MARKED:
        s->seat[arg[0]].mark = (struct onenight_answer){ (uint16_t)arg[1], (uint8_t)arg[2] };
        break;
    case ONENIGHT_CARD_VIEWED: apply_card_viewed(s, arg); break;
    case ONENIGHT_CARDS_SWAPPED: apply_cards_swapped(s, arg); break;
    case ONENIGHT_SWAP_MADE: apply_swap_made(s, arg); break;
    case ONENIGHT_SHIELD_LAID: s->table.shields |= (uint16_t)seat_bit((int)arg[0]); break;
    case ONENIGHT_SHIELD_MADE: apply_shield_made(s, arg); break;
    case ONENIGHT_SHIFT_MADE: apply_shift_made(s, arg); break;
    case ONENIGHT_INVESTIGATOR_TURNED: apply_investigator_turned(s, arg); break;
    case ONENIGHT_CARD_SHOWN: s->table.shown[arg[0]] = (int8_t)arg[1]; break;
    case ONENIGHT_ROLE_COPIED: apply_role_copied(s, arg); break;
    case ONENIGHT_DISCUSSION_BEGAN: begin_phase(s, ONENIGHT_DISCUSSION, arg[0]); break;
    case ONENIGHT_CLAIM_MADE: apply_claim(s, arg); break;
    case ONENIGHT_VOTE_CALLED: apply_vote_called(s, arg); break;
    case ONENIGHT_VOTING_BEGAN: begin_phase(s, ONENIGHT_VOTING, arg[0]); break;
    case ONENIGHT_VOTE_CAST: apply_vote_cast(s, arg); break;
    case ONENIGHT_BALLOT_REVEALED: s->table.ballot[arg[0]] = (int8_t)arg[1]; break;
    case ONENIGHT_PLAYER_DIED: apply_died(s, arg); break;
    case ONENIGHT_CARD_TURNED:
    case ONENIGHT_MATES_TOLD:
    case ONENIGHT_DEED_TOLD: break; /* So it has been all along. */
    case ONENIGHT_GAME_ENDED: apply_ended(s, arg); break;
    }
}

static bool onenight_outcome(const void *state, struct game_outcome *outcome)
{
    const struct onenight_state *s = state;
    if (s->table.phase != ONENIGHT_RESULTS)
        return false;
    outcome->reason = s->secrets.row - 1;
    outcome->winners = s->secrets.winners;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        outcome->score[seat] = seat_in(s->secrets.winners, seat);
    return true;
}

static int64_t onenight_deadline(const void *state)
{
    const struct onenight_state *s = state;
    return s->deadline_ms;
}

/* Everybody, by day too, so that bots are asked to talk. A list of those who are left would tell who has
 * something to do. */
static seat_set onenight_awaited(const void *state)
{
    const struct onenight_state *s = state;
    bool is_on = s->table.phase != ONENIGHT_DEALING && s->table.phase != ONENIGHT_RESULTS;
    return is_on ? seat_bit(s->table.seat_count) - 1 : SEATS_NONE;
}

static seat_set onenight_hears(const void *state, int channel)
{
    (void)state;
    return channel == 0 ? SEATS_ALL : SEATS_NONE;
}

static seat_set onenight_speaks(const void *state, int channel)
{
    const struct onenight_state *s = state;
    bool is_night = s->table.phase < ONENIGHT_DISCUSSION;
    bool is_open = s->table.phase != ONENIGHT_VOTING && (!is_night || s->chats_at_night);
    return channel == 0 && is_open ? SEATS_ALL : SEATS_NONE;
}

/* The most mates that somebody may see with these cards: Werewolves of any kind, or Masons, and whoever
 * copied one. A room may have more of them than the box. */
static int secret_more(const void *public_view)
{
    const struct onenight_table *table = &((const struct onenight_view *)public_view)->table;
    int wolves = 0, masons = table->deck[ONENIGHT_MASON], most = table->seat_count - 1;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        wolves += onenight_is_wolf(role) ? table->deck[role] : 0;
    int mates = (wolves > masons ? wolves : masons) + table->deck[ONENIGHT_DOPPELGANGER];
    return FRAME_MATE * (mates < most ? mates : most);
}

const struct game game_onenight = {
    .id = "onenight",
    .rules_version = 1,
    .seats_min = ONENIGHT_SEATS_MIN,
    .seats_max = ONENIGHT_SEATS_MAX,
    .state_size = sizeof(struct onenight_state),
    .view_size = sizeof(struct onenight_view),
    .options = options,
    .commands = commands,
    .events = events,
    .reasons = reasons,
    .role = onenight_role,
    .frame_bucket = FRAME_BUCKET,
    .frame_secret = FRAME_SECRET,
    .frame_secret_more = secret_more,
    .check = onenight_check,
    .suggest = onenight_suggest,
    .advise = onenight_advise,
    .init = onenight_init,
    .decide = onenight_decide,
    .apply = onenight_apply,
    .view = onenight_view,
    .encode = onenight_encode,
    .outcome = onenight_outcome,
    .deadline = onenight_deadline,
    .bot = onenight_bot,
    .awaited = onenight_awaited,
    .hears = onenight_hears,
    .speaks = onenight_speaks,
    .remarks = onenight_remarks,
    .lines = onenight_lines,
};
