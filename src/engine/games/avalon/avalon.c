/* Avalon: tables, decide and apply. The struct game is at the end; start reading there. */
#include "avalon.h"

#include <assert.h>
#include <string.h>

/* A player is sent one frame of this size, whatever the role and the actor: the longest message of the
 * longest game fits. See also the padding in avalon_view.c. */
enum { FRAME_BUCKET = 8192 };
/* All views are equally long; an event may be one person's. */
enum { FRAME_SECRET = 512 };

const char *const avalon_team_names[] = { "none", "good", "evil", NULL };
const char *const avalon_role_names[] = {
    "none",
    "merlin",
    "percival",
    "assassin",
    "morgana",
    "mordred",
    "oberon",
    "loyal_servant",
    "minion",
    "cleric",
    "troublemaker",
    "trickster",
    "lunatic",
    "brute",
    "revealer",
    "good_lancelot",
    "evil_lancelot",
    "good_sorcerer",
    "evil_sorcerer",
    "senior_messenger",
    "junior_messenger",
    "evil_messenger",
    "untrustworthy_servant",
    NULL,
};
static const char *const lancelot_names[] = { "none", "known", "draw", "schedule", NULL };
static const char *const sorcerer_names[] = { "none", "with_evil", "alone", NULL };
static const char *const messenger_names[] = { "none", "apart", "senior_knows_junior", NULL };
const char *const avalon_phase_names[] = {
    "setup",
    "role_reveal",
    "team_building",
    "team_voting",
    "quest_execution",
    "quest_results",
    "lady_of_the_lake",
    "assassination",
    "finished",
    "vote_results",
    "excalibur",
    "untrustworthy_servant",
    NULL,
};
const char *const avalon_vote_names[] = { "none", "reject", "approve", NULL };
const char *const avalon_card_names[] = { "none",         "success",      "fail", "magic",
                                          "good_message", "evil_message", NULL };
const char *const avalon_reason_names[] = {
    "good_won_quests",
    "merlin_survived",
    "evil_sabotaged_quests",
    "five_rejections",
    "merlin_assassinated",
    "messengers_assassinated",
    NULL,
};
static const char *const channels[] = { "evil", NULL };

#define SWITCH(name, is_on)                 \
    {                                       \
        { name, ARG_BOOL }, .preset = is_on \
    }
#define SECONDS(name, seconds)                                          \
    {                                                                   \
        { name, ARG_INT, .max = AVALON_SECONDS_MAX }, .preset = seconds \
    }

static const struct game_option options[] = {
    [AVALON_INCLUDE_MERLIN] = SWITCH("include_merlin", true),
    [AVALON_INCLUDE_PERCIVAL] = SWITCH("include_percival", true),
    [AVALON_INCLUDE_ASSASSIN] = SWITCH("include_assassin", true),
    [AVALON_INCLUDE_MORGANA] = SWITCH("include_morgana", true),
    [AVALON_INCLUDE_MORDRED] = SWITCH("include_mordred", false),
    [AVALON_INCLUDE_OBERON] = SWITCH("include_oberon", false),
    [AVALON_INCLUDE_CLERIC] = SWITCH("include_cleric", false),
    [AVALON_INCLUDE_TROUBLEMAKER] = SWITCH("include_troublemaker", false),
    [AVALON_INCLUDE_TRICKSTER] = SWITCH("include_trickster", false),
    [AVALON_INCLUDE_LUNATIC] = SWITCH("include_lunatic", false),
    [AVALON_INCLUDE_BRUTE] = SWITCH("include_brute", false),
    [AVALON_INCLUDE_REVEALER] = SWITCH("include_revealer", false),
    [AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT] = SWITCH("include_untrustworthy_servant", false),
    [AVALON_LANCELOTS] = { { "lancelots", ARG_NAME, .names = lancelot_names } },
    [AVALON_SORCERERS] = { { "sorcerers", ARG_NAME, .names = sorcerer_names } },
    [AVALON_MESSENGERS] = { { "messengers", ARG_NAME, .names = messenger_names } },
    [AVALON_LADY_OF_THE_LAKE] = SWITCH("lady_of_the_lake", false),
    [AVALON_EXCALIBUR] = SWITCH("excalibur", false),
    [AVALON_ANONYMOUS_VOTES] = SWITCH("anonymous_votes", false),
    [AVALON_FLIP_EVIL] = SWITCH("flip_evil", false),
    [AVALON_OBERON_HIDDEN_FROM_MERLIN] = SWITCH("oberon_hidden_from_merlin", false),
    [AVALON_OBERON_GOOD_TO_LADY] = SWITCH("oberon_good_to_lady", false),
    [AVALON_SWAP_VOTES] = SWITCH("swap_votes", false),
    [AVALON_QUEST_WINDOW_SECONDS] = { { "quest_window_seconds", ARG_INT, .min = 1,
                                        .max = AVALON_WINDOW_SECONDS_MAX },
                                      .preset = 8 },
    [AVALON_EXCALIBUR_SECONDS] = { { "excalibur_seconds", ARG_INT, .min = 5,
                                     .max = AVALON_WINDOW_SECONDS_MAX },
                                   .preset = 20 },
    [AVALON_REVEAL_SECONDS] = SECONDS("reveal_seconds", 0),
    [AVALON_TEAM_SECONDS] = SECONDS("team_seconds", 0),
    [AVALON_VOTE_SECONDS] = SECONDS("vote_seconds", 0),
    [AVALON_QUEST_SECONDS] = SECONDS("quest_seconds", 0),
    [AVALON_RESULTS_SECONDS] = SECONDS("results_seconds", 20),
    [AVALON_LADY_SECONDS] = SECONDS("lady_seconds", 0),
    [AVALON_ASSASSINATION_SECONDS] = SECONDS("assassination_seconds", 0),
    { 0 },
};
static_assert((int)AVALON_OPTION_COUNT <= (int)GAME_OPTIONS_MAX, "options");

#define VOTE   ARG_NAME, .names = avalon_vote_names, .min = AVALON_REJECT
#define CARD   ARG_NAME, .names = avalon_card_names, .min = AVALON_SUCCESS
#define TEAM   ARG_NAME, .names = avalon_team_names, .min = AVALON_GOOD
#define ROLE   ARG_NAME, .names = avalon_role_names, .min = AVALON_MERLIN
#define COUNT  ARG_INT, .min = 0, .max = AVALON_SEATS_MAX
#define NUMBER ARG_INT, .min = 1, .max = AVALON_QUESTS
/* Left out where there is nobody. */
#define NOBODY ARG_SEAT, .optional = true, .min = -1, .preset = -1
#define ONE_IF ARG_INT, .min = 0, .max = 1
/* Left out at a table that has no such cards. */
#define IF_ANY(top) ARG_INT, .optional = true, .min = 0, .max = (top), .preset = -1
#define KIND        IF_ANY(AVALON_CARD_KIND_MAX), .secret = true

static const struct game_message commands[] = {
    [COMMAND_START] = { "start" },
    [COMMAND_TIMEOUT] = { "timeout" },
    [AVALON_ACKNOWLEDGE_ROLE] = { "acknowledge_role" },
    [AVALON_SET_PICKS] = { "set_picks", .args = { { "team", ARG_SEATS } } },
    [AVALON_PROPOSE_TEAM] = { "propose_team",
                              .args = { { "team", ARG_SEATS }, { "excalibur", NOBODY } } },
    [AVALON_CAST_VOTE] = { "vote", .args = { { "vote", VOTE } } },
    [AVALON_PLAY_CARD] = { "play_card", .args = { { "card", CARD } } },
    [AVALON_CONTINUE] = { "continue" },
    [AVALON_EXAMINE] = { "examine", .args = { { "target", ARG_SEAT } } },
    /* Equally long on purpose: somebody who counts bytes cannot tell the shot from the others' guesses. */
    [AVALON_ASSASSINATE] = { "assassinate",
                             .args = { { "target", ARG_SEAT }, { "second", NOBODY } } },
    [AVALON_NAME_MERLIN] = { "name_merlin",
                             .args = { { "target", ARG_SEAT }, { "second", NOBODY } } },
    /* From anybody, so that nobody's phone differs; it matters where the seat is the Trickster's. */
    [AVALON_SHOW_LOYALTY] = { "show_loyalty", .args = { { "team", TEAM } } },
    [AVALON_USE_EXCALIBUR] = { "use_excalibur", .args = { { "target", ARG_SEAT, .min = -1 } } },
    /* Equally long, as the shot and the guesses are. */
    [AVALON_RECRUIT_SERVANT] = { "recruit_servant", .args = { { "target", ARG_SEAT } } },
    [AVALON_SUSPECT_SERVANT] = { "suspect_servant", .args = { { "target", ARG_SEAT } } },
    { 0 },
};

/* The private confirmations carry a digit, not a word: a Fail must not be shorter than a Success. */
static const struct game_message events[] = {
    [AVALON_TEAMS_ANNOUNCED] = { "teams_announced", .announced = true,
                                 .args = { { "player_count", COUNT },
                                           { "good_count", COUNT },
                                           { "evil_count", COUNT },
                                           { "roles", ARG_NAMES, .names = avalon_role_names } } },
    [AVALON_LEADER_CHANGED] = { "leader_changed", .announced = true,
                                .args = { { "leader", ARG_SEAT } } },
    [AVALON_LADY_CHANGED] = { "lady_changed", .announced = true,
                              .args = { { "holder", ARG_SEAT } } },
    [AVALON_ROLE_ASSIGNED] = { "role_assigned", .args = { { "seat", ARG_SEAT, .secret = true },
                                                          { "role", ROLE, .secret = true },
                                                          { "team", TEAM, .secret = true } } },
    [AVALON_ROLE_KNOWLEDGE] = { "role_knowledge",
                                .args = { { "seat", ARG_SEAT, .secret = true },
                                          { "known_players", ARG_SEATS, .secret = true } } },
    [AVALON_PHASE_CHANGED] = { "phase_changed", .announced = true,
                               .args = { { "phase", ARG_NAME, .names = avalon_phase_names },
                                         { "quest_number", NUMBER },
                                         { "team_size", COUNT },
                                         { "window_ms", ARG_TIME },
                                         { "deadline_ms", ARG_TIME } } },
    [AVALON_WINDOW_CLOSED] = { "window_closed", .announced = true,
                               .args = { { "deadline_ms", ARG_TIME } } },
    [AVALON_PLAYER_ACKNOWLEDGED_ROLE] = { "player_acknowledged_role", .announced = true,
                                          .args = { { "seat", ARG_SEAT, .secret = true },
                                                    { "count", COUNT } } },
    [AVALON_PICKS_CHANGED] = { "picks_changed", .announced = true,
                               .args = { { "team", ARG_SEATS } } },
    [AVALON_TEAM_PROPOSED] = { "team_proposed", .announced = true,
                               .args = { { "leader", ARG_SEAT },
                                         { "team_members", ARG_SEATS },
                                         { "excalibur", NOBODY } } },
    [AVALON_TEAM_VOTE_CAST] = { "team_vote_cast", .announced = true,
                                .args = { { "seat", ARG_SEAT } } },
    [AVALON_TEAM_VOTE_RECORDED] = { "team_vote_recorded",
                                    .args = { { "seat", ARG_SEAT, .secret = true },
                                              { "approvals", ONE_IF, .secret = true } } },
    [AVALON_VOTES_REVEALED] = { "votes_revealed", .announced = true,
                                .args = { { "approved_by", ARG_SEATS },
                                          { "rejected_by", ARG_SEATS } } },
    [AVALON_TEAM_APPROVED] = { "team_approved", .announced = true,
                               .args = { { "approvals", COUNT }, { "rejections", COUNT } } },
    [AVALON_TEAM_REJECTED] = { "team_rejected", .announced = true,
                               .args = { { "approvals", COUNT }, { "rejections", COUNT } } },
    [AVALON_REJECTION_COUNT] = { "rejection_count", .announced = true,
                                 .args = { { "count", ARG_INT, .min = 1,
                                             .max = AVALON_REJECTIONS_MAX } } },
    [AVALON_QUEST_CARD_PLAYED] = { "quest_card_played", .announced = true,
                                   .args = { { "count", COUNT } } },
    [AVALON_QUEST_CARD_RECORDED] = { "quest_card_recorded",
                                     .args = { { "seat", ARG_SEAT, .secret = true },
                                               { "fails", ONE_IF, .secret = true },
                                               { "card_kind", KIND } } },
    [AVALON_QUEST_COMPLETED] = { "quest_completed", .announced = true,
                                 .args = { { "quest_number", NUMBER },
                                           { "success", ARG_BOOL },
                                           { "success_count", COUNT },
                                           { "fail_count", COUNT },
                                           { "fails_required", COUNT },
                                           { "magic_count", IF_ANY(AVALON_SEATS_MAX) },
                                           { "good_messages", IF_ANY(AVALON_SEATS_MAX) },
                                           { "evil_messages", IF_ANY(AVALON_SEATS_MAX) } } },
    [AVALON_PLAYER_EXAMINED] = { "player_examined", .announced = true,
                                 .args = { { "holder", ARG_SEAT },
                                           { "target", ARG_SEAT },
                                           { "team", TEAM, .secret = true } } },
    [AVALON_EVIL_REVEALED] = { "evil_revealed", .announced = true,
                               .args = { { "evil", ARG_SEATS } } },
    [AVALON_MERLIN_NAMED] = { "merlin_named", .args = { { "seat", ARG_SEAT, .secret = true },
                                                        { "target", ARG_SEAT, .secret = true },
                                                        { "second", NOBODY, .secret = true } } },
    [AVALON_ASSASSIN_TARGET] = { "assassin_target", .announced = true,
                                 .args = { { "target", ARG_SEAT }, { "second", NOBODY } } },
    [AVALON_ASSASSINATION_RESULT] = { "assassination_result", .announced = true,
                                      .args = { { "success", ARG_BOOL } } },
    [AVALON_ROLE_REVEALED] = { "role_revealed", .announced = true,
                               .args = { { "seat", ARG_SEAT },
                                         { "role", ROLE },
                                         { "known_players", ARG_SEATS } } },
    [AVALON_GAME_FINISHED] = { "game_finished", .announced = true,
                               .args = { { "winning_team", TEAM },
                                         { "reason", ARG_NAME, .names = avalon_reason_names } } },
    [AVALON_RESULTS_SEEN] = { "results_seen", .announced = true,
                              .args = { { "seat", ARG_SEAT, .secret = true },
                                        { "count", COUNT } } },
    [AVALON_LEADER_CHECKED] = { "leader_checked", .args = { { "seat", ARG_SEAT, .secret = true },
                                                            { "target", ARG_SEAT, .secret = true },
                                                            { "team", TEAM, .secret = true } } },
    [AVALON_LOYALTY_CHOSEN] = { "loyalty_chosen", .args = { { "seat", ARG_SEAT, .secret = true },
                                                            { "team", TEAM, .secret = true } } },
    [AVALON_LANCELOT_SHOWN] = { "lancelot_shown",
                                .args = { { "seat", ARG_SEAT, .secret = true },
                                          { "lancelot", ARG_SEAT, .secret = true } } },
    [AVALON_LOYALTIES_DEALT] = { "loyalties_dealt", .announced = true,
                                 .args = { { "switches", ARG_SET, .min = 1,
                                             .max = AVALON_QUESTS } } },
    [AVALON_LOYALTY_DRAWN] = { "loyalty_drawn", .announced = true,
                               .args = { { "quest_number", NUMBER }, { "switch", ARG_BOOL } } },
    [AVALON_EXCALIBUR_USED] = { "excalibur_used", .announced = true,
                                .args = { { "holder", ARG_SEAT },
                                          { "target", ARG_SEAT },
                                          { "fails", ONE_IF, .secret = true },
                                          { "card_kind", KIND } } },
    [AVALON_EXCALIBUR_SHEATHED] = { "excalibur_sheathed",
                                    .args = { { "seat", ARG_SEAT, .secret = true } } },
    [AVALON_SERVANT_SUSPECTED] = { "servant_suspected",
                                   .args = { { "seat", ARG_SEAT, .secret = true },
                                             { "target", ARG_SEAT, .secret = true } } },
    [AVALON_SERVANT_NAMED] = { "servant_named", .announced = true,
                               .args = { { "target", ARG_SEAT }, { "success", ARG_BOOL } } },
    { 0 },
};

/* Decide: each function checks everything, then emits. */

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

static enum refusal avalon_decide(struct game_turn *turn, const struct game_command *command)
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

/* Apply: a few assignments per event, no judgement. */

static void init_table(struct avalon_table *table, const struct game_setup *setup)
{
    int deck[AVALON_SEATS_MAX];
    table->seat_count = (int8_t)setup->seat_count;
    table->has_lady = setup->option[AVALON_LADY_OF_THE_LAKE];
    table->has_excalibur = setup->option[AVALON_EXCALIBUR];
    table->has_anonymous_votes = setup->option[AVALON_ANONYMOUS_VOTES];
    table->has_flip_evil = setup->option[AVALON_FLIP_EVIL];
    table->oberon_hidden_from_merlin = setup->option[AVALON_OBERON_HIDDEN_FROM_MERLIN];
    table->oberon_good_to_lady = setup->option[AVALON_OBERON_GOOD_TO_LADY];
    table->has_swapped_votes = setup->option[AVALON_SWAP_VOTES];
    table->leader = table->lady = table->servant_named = -1;
    table->assassin_target = table->assassin_second = -1;
    table->lancelots = (int8_t)setup->option[AVALON_LANCELOTS];
    table->sorcerers = (int8_t)setup->option[AVALON_SORCERERS];
    table->messengers = (int8_t)setup->option[AVALON_MESSENGERS];
    for (int i = AVALON_INCLUDE_MERLIN; i <= AVALON_INCLUDE_OBERON; i++)
        if (setup->option[i])
            table->roles |= 1u << (AVALON_MERLIN + i);
    for (int i = AVALON_INCLUDE_CLERIC; i <= AVALON_INCLUDE_REVEALER; i++)
        if (setup->option[i])
            table->roles |= 1u << (AVALON_CLERIC + i - AVALON_INCLUDE_CLERIC);
    if (setup->option[AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT])
        table->roles |= 1u << AVALON_UNTRUSTWORTHY_SERVANT;
    if (table->lancelots)
        table->roles |= 1u << AVALON_GOOD_LANCELOT | 1u << AVALON_EVIL_LANCELOT;
    if (table->messengers)
        table->roles |= 1u << AVALON_SENIOR_MESSENGER | 1u << AVALON_JUNIOR_MESSENGER |
                        1u << AVALON_EVIL_MESSENGER;
    if (table->sorcerers)
        table->roles |= 1u << AVALON_GOOD_SORCERER | 1u << AVALON_EVIL_SORCERER;
    for (int quest = 0; quest < AVALON_QUESTS; quest++)
        table->quests[quest].excalibur = table->quests[quest].turned = -1;
    avalon_deck(table, deck);
    for (int i = 0; i < table->seat_count; i++)
        table->roles |= 1u << deck[i];
}
static_assert(AVALON_INCLUDE_MERLIN == 0, "options and roles are counted together");
static_assert(AVALON_INCLUDE_OBERON + (int)AVALON_MERLIN == (int)AVALON_OBERON, "one for one");
static_assert(AVALON_INCLUDE_REVEALER - AVALON_INCLUDE_CLERIC ==
                  (int)AVALON_REVEALER - (int)AVALON_CLERIC,
              "one for one");

static void avalon_init(void *state, const struct game_setup *setup)
{
    struct avalon_state *s = state;
    init_table(&s->table, setup);
    for (int i = AVALON_QUEST_WINDOW_SECONDS; i < AVALON_OPTION_COUNT; i++)
        s->seconds[i] = (int32_t)setup->option[i];
    for (int seat = 0; seat < AVALON_SEATS_MAX; seat++) {
        s->own[seat].named = s->own[seat].named_second = -1;
        s->own[seat].lancelot = s->own[seat].checked = -1;
        s->own[seat].shows = AVALON_GOOD;
    }
}

static void apply_role_assigned(struct avalon_own *own, enum avalon_role role)
{
    own->role = (int8_t)role;
    own->team = (int8_t)avalon_team_of(role);
}

static void apply_leader_checked(struct avalon_own *own, const int64_t arg[])
{
    own->checked = (int8_t)arg[1];
    own->checked_team = (int8_t)arg[2];
}

static void apply_loyalty_drawn(struct avalon_state *s, const int64_t arg[])
{
    if (s->table.loyalty_count < arg[0])
        s->table.loyalty_count = (int8_t)arg[0];
    if (!arg[1])
        return;
    s->table.switches |= (uint8_t)(1u << (arg[0] - 1));
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (avalon_is_lancelot((enum avalon_role)s->own[seat].role))
            s->own[seat].team = s->own[seat].team == AVALON_GOOD ? AVALON_EVIL : AVALON_GOOD;
}

static void apply_lady_changed(struct avalon_table *table, int holder)
{
    table->lady = (int8_t)holder;
    table->has_held_lady |= seat_bit(holder);
}

static void apply_phase_changed(struct avalon_state *s, const int64_t arg[])
{
    s->table.phase = (int8_t)arg[0];
    s->table.quest = (int8_t)(arg[1] - 1);
    s->table.is_window_open = arg[3] > 0;
    s->deadline_ms = arg[4];
    if (arg[0] == AVALON_TEAM_BUILDING)
        s->table.picks = SEATS_NONE;
    s->table.seen = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        s->own[seat].has_seen = false;
}

static void apply_window_closed(struct avalon_state *s, int64_t deadline_ms)
{
    s->table.is_window_open = false;
    s->deadline_ms = deadline_ms;
}

static void apply_acknowledged(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].has_acknowledged = true;
    s->table.acknowledged = (int8_t)arg[1];
}

static void apply_results_seen(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].has_seen = true;
    s->table.seen = (int8_t)arg[1];
}

static void apply_team_proposed(struct avalon_state *s, const int64_t arg[])
{
    struct avalon_table *table = &s->table;
    struct avalon_proposal *proposal = &table->proposals[table->proposal_count++];
    /* Field by field: a literal may leave anything in the gaps between them, and states are compared. */
    proposal->quest = table->quest;
    proposal->leader = (int8_t)arg[0];
    proposal->team = (seat_set)arg[1];
    proposal->excalibur = (int8_t)arg[2];
    table->picks = (seat_set)arg[1];
    table->voted = SEATS_NONE;
    table->cards_played = 0;
    for (int seat = 0; seat < table->seat_count; seat++)
        s->own[seat].vote = s->own[seat].card = s->own[seat].has_sheathed = 0;
}

static void apply_vote_recorded(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].vote = arg[1] ? AVALON_APPROVE : AVALON_REJECT;
}

static void apply_votes_counted(struct avalon_table *table, const int64_t arg[], bool is_approved)
{
    struct avalon_proposal *proposal = &table->proposals[table->proposal_count - 1];
    proposal->approvals = (int8_t)arg[0];
    proposal->rejections = (int8_t)arg[1];
    proposal->is_approved = is_approved;
    if (is_approved) {
        table->rejections = 0;
        table->quests[table->quest].team = proposal->team;
        table->quests[table->quest].excalibur = proposal->excalibur;
    }
}

static void apply_card_recorded(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].card = (int8_t)avalon_card_of(arg[1], arg[2]);
}

static void apply_excalibur_used(struct avalon_state *s, const int64_t arg[])
{
    s->table.quests[s->table.quest].turned = (int8_t)arg[1];
    s->own[arg[0]].saw[s->table.quest] = (int8_t)avalon_card_of(arg[2], arg[3]);
}

/* Where there are no such cards the event leaves their number out. */
static int8_t count_or_none(int64_t count)
{
    return (int8_t)(count > 0 ? count : 0);
}

static void apply_quest_completed(struct avalon_state *s, const int64_t arg[])
{
    struct avalon_quest *quest = &s->table.quests[arg[0] - 1];
    quest->is_done = true;
    quest->is_success = arg[1];
    quest->fails = (int8_t)arg[3];
    quest->magic = count_or_none(arg[5]);
    quest->good_messages = count_or_none(arg[6]);
    quest->evil_messages = count_or_none(arg[7]);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        s->own[seat].messages += s->own[seat].card == AVALON_GOOD_MESSAGE;
}

static void apply_examined(struct avalon_state *s, const int64_t arg[])
{
    s->examinations[s->table.examination_count++] =
        (struct avalon_examination){ .quest = s->table.quest,
                                     .holder = (int8_t)arg[0],
                                     .target = (int8_t)arg[1],
                                     .team = (int8_t)arg[2] };
}

/* Who is found is evil from now on, before all eyes; and everybody thinks again. */
static void apply_servant_named(struct avalon_state *s, const int64_t arg[])
{
    s->table.servant_named = (int8_t)arg[0];
    s->table.is_servant_found = arg[1];
    if (arg[1]) {
        s->own[arg[0]].team = AVALON_EVIL;
        s->table.revealed_evil |= seat_bit((int)arg[0]);
    }
    for (int seat = 0; seat < s->table.seat_count; seat++)
        s->own[seat].named = -1;
}

static void apply_merlin_named(struct avalon_own *own, const int64_t arg[])
{
    own->named = (int8_t)arg[1];
    own->named_second = (int8_t)arg[2];
}

static void apply_assassin_target(struct avalon_table *table, const int64_t arg[])
{
    table->assassin_target = (int8_t)arg[0];
    table->assassin_second = (int8_t)arg[1];
}

static void apply_finished(struct avalon_state *s, const int64_t arg[])
{
    s->table.phase = AVALON_FINISHED;
    s->table.winner = (int8_t)arg[0];
    s->table.reason = (int8_t)arg[1];
    s->table.is_window_open = false;
    s->deadline_ms = 0;
}

static void avalon_apply(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    struct avalon_table *table = &s->table;
    const int64_t *arg = event->arg;
    switch ((enum avalon_event)event->kind) {
    case AVALON_LEADER_CHANGED: table->leader = (int8_t)arg[0]; break;
    case AVALON_LADY_CHANGED: apply_lady_changed(table, (int)arg[0]); break;
    case AVALON_ROLE_ASSIGNED:
        apply_role_assigned(&s->own[arg[0]], (enum avalon_role)arg[1]);
        break;
    case AVALON_ROLE_KNOWLEDGE: s->own[arg[0]].known = (seat_set)arg[1]; break;
    case AVALON_PHASE_CHANGED: apply_phase_changed(s, arg); break;
    case AVALON_WINDOW_CLOSED: apply_window_closed(s, arg[0]); break;
    case AVALON_PLAYER_ACKNOWLEDGED_ROLE: apply_acknowledged(s, arg); break;
    case AVALON_RESULTS_SEEN: apply_results_seen(s, arg); break;
    case AVALON_PICKS_CHANGED: table->picks = (seat_set)arg[0]; break;
    case AVALON_TEAM_PROPOSED: apply_team_proposed(s, arg); break;
    case AVALON_TEAM_VOTE_CAST: table->voted |= seat_bit((int)arg[0]); break;
    case AVALON_TEAM_VOTE_RECORDED: apply_vote_recorded(s, arg); break;
    case AVALON_VOTES_REVEALED:
        table->proposals[table->proposal_count - 1].approved_by = (seat_set)arg[0];
        break;
    case AVALON_TEAM_APPROVED: apply_votes_counted(table, arg, true); break;
    case AVALON_TEAM_REJECTED: apply_votes_counted(table, arg, false); break;
    case AVALON_REJECTION_COUNT: table->rejections = (int8_t)arg[0]; break;
    case AVALON_QUEST_CARD_PLAYED: table->cards_played = (int8_t)arg[0]; break;
    case AVALON_QUEST_CARD_RECORDED: apply_card_recorded(s, arg); break;
    case AVALON_QUEST_COMPLETED: apply_quest_completed(s, arg); break;
    case AVALON_PLAYER_EXAMINED: apply_examined(s, arg); break;
    case AVALON_EVIL_REVEALED: table->revealed_evil = (seat_set)arg[0]; break;
    case AVALON_MERLIN_NAMED: apply_merlin_named(&s->own[arg[0]], arg); break;
    case AVALON_ASSASSIN_TARGET: apply_assassin_target(table, arg); break;
    case AVALON_GAME_FINISHED: apply_finished(s, arg); break;
    case AVALON_LEADER_CHECKED: apply_leader_checked(&s->own[arg[0]], arg); break;
    case AVALON_LOYALTY_CHOSEN: s->own[arg[0]].shows = (int8_t)arg[1]; break;
    case AVALON_LANCELOT_SHOWN: s->own[arg[0]].lancelot = (int8_t)arg[1]; break;
    case AVALON_LOYALTIES_DEALT:
        table->switches = (uint8_t)(arg[0] >> 1); /* quests are counted from 1 */
        table->loyalty_count = AVALON_QUESTS;
        break;
    case AVALON_SERVANT_SUSPECTED: s->own[arg[0]].named = (int8_t)arg[1]; break;
    case AVALON_SERVANT_NAMED: apply_servant_named(s, arg); break;
    case AVALON_EXCALIBUR_USED: apply_excalibur_used(s, arg); break;
    case AVALON_EXCALIBUR_SHEATHED: s->own[arg[0]].has_sheathed = true; break;
    case AVALON_LOYALTY_DRAWN: apply_loyalty_drawn(s, arg); break;
    case AVALON_EVENT_COUNT:
    case AVALON_TEAMS_ANNOUNCED:      /* as the set-up says */
    case AVALON_ASSASSINATION_RESULT: /* the end says it again */
    case AVALON_ROLE_REVEALED: break; /* was known to the state all along */
    }
}

/* What the room asks */

static bool avalon_outcome(const void *state, struct game_outcome *outcome)
{
    const struct avalon_state *s = state;
    if (s->table.phase != AVALON_FINISHED)
        return false;
    outcome->reason = s->table.reason;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (s->own[seat].team != s->table.winner)
            continue;
        outcome->winners |= seat_bit(seat);
        outcome->score[seat] = 1;
    }
    return true;
}

static int64_t avalon_deadline(const void *state)
{
    const struct avalon_state *s = state;
    return s->deadline_ms;
}

/* Who has voted is public. Where it is not public who has acted, all who could are awaited. */
static seat_set avalon_awaited(const void *state)
{
    const struct avalon_table *table = &((const struct avalon_state *)state)->table;
    switch ((enum avalon_phase)table->phase) {
    case AVALON_ROLE_REVEAL:
    case AVALON_VOTE_RESULTS:
    case AVALON_QUEST_RESULTS:
    case AVALON_RECRUITMENT:
    case AVALON_ASSASSINATION: return avalon_everybody(table);
    case AVALON_TEAM_BUILDING: return seat_bit(table->leader);
    case AVALON_TEAM_VOTING: return avalon_everybody(table) & ~table->voted;
    case AVALON_QUEST_EXECUTION: return avalon_proposal(table)->team;
    case AVALON_LADY_EXAMINATION: return seat_bit(table->lady);
    case AVALON_SWORD: return seat_bit(table->quests[table->quest].excalibur);
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
    return SEATS_NONE;
}

/* The evil who know each other; who does not, as Oberon, only when all the table has seen who is evil. */
static seat_set evil_circle(const struct avalon_state *s)
{
    seat_set seats = s->table.revealed_evil;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        enum avalon_role role = (enum avalon_role)s->own[seat].role;
        bool is_alone =
            role == AVALON_OBERON ||
            (role == AVALON_EVIL_SORCERER && s->table.sorcerers == AVALON_SORCERERS_ALONE) ||
            (avalon_is_lancelot(role) && s->table.lancelots != AVALON_LANCELOTS_KNOWN);
        if (s->own[seat].team == AVALON_EVIL && !is_alone)
            seats |= seat_bit(seat);
    }
    return seats;
}

static seat_set avalon_hears(const void *state, int channel)
{
    const struct avalon_state *s = state;
    if (channel == 0)
        return SEATS_ALL;
    bool is_aiming = s->table.phase == AVALON_RECRUITMENT || s->table.phase == AVALON_ASSASSINATION;
    return is_aiming ? evil_circle(s) : SEATS_NONE;
}

/* Nobody talks at the table while all look at their roles or play their cards. */
static seat_set avalon_speaks(const void *state, int channel)
{
    const struct avalon_state *s = state;
    bool is_hushed =
        s->table.phase == AVALON_ROLE_REVEAL || s->table.phase == AVALON_QUEST_EXECUTION;
    if (channel == 0)
        return is_hushed ? SEATS_NONE : SEATS_ALL;
    return avalon_hears(state, channel);
}

/* The good are more at every table. */
static int avalon_team_seats(const void *state)
{
    const struct avalon_table *table = &((const struct avalon_state *)state)->table;
    return table->seat_count - avalon_evil_count(table->seat_count);
}

static void write_cards(struct json *payload, enum avalon_card card, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        json_text(payload, NULL, avalon_card_names[card]);
}

/* The cards of a quest in an order that says nothing, as if they had been shuffled. */
static const char *avalon_specified(const struct json_doc *told, uint32_t event,
                                    struct json *payload)
{
    int64_t successes = 0, fails = 0, magic = 0;
    if (!json_equals(told, json_get(told, event, "type"), "quest_completed"))
        return NULL;
    json_read_int(told, json_get(told, event, "success_count"), &successes);
    json_read_int(told, json_get(told, event, "fail_count"), &fails);
    json_read_int(told, json_get(told, event, "magic_count"), &magic);
    json_array(payload, "cards");
    write_cards(payload, AVALON_SUCCESS, successes);
    write_cards(payload, AVALON_FAIL, fails);
    write_cards(payload, AVALON_MAGIC, magic);
    json_end(payload);
    return NULL;
}

const struct game game_avalon = {
    .id = "avalon",
    .rules_version = 1,
    .seats_min = AVALON_SEATS_MIN,
    .seats_max = AVALON_SEATS_MAX,
    .state_size = sizeof(struct avalon_state),
    .view_size = sizeof(struct avalon_view),
    .options = options,
    .commands = commands,
    .events = events,
    .reasons = avalon_reason_names,
    .role = avalon_role,
    .specified = avalon_specified,
    .channels = channels,
    .frame_bucket = FRAME_BUCKET,
    .frame_secret = FRAME_SECRET,
    .check = avalon_check,
    .suggest = avalon_suggest,
    .advise = avalon_advise,
    .init = avalon_init,
    .decide = avalon_decide,
    .apply = avalon_apply,
    .view = avalon_view,
    .encode = avalon_encode,
    .outcome = avalon_outcome,
    .deadline = avalon_deadline,
    .bot = avalon_bot,
    .awaited = avalon_awaited,
    .hears = avalon_hears,
    .speaks = avalon_speaks,
    .remarks = avalon_remarks,
    .lines = avalon_lines,
    .team_seats = avalon_team_seats,
};
