/* Avalon: its tables, and what the room asks. The struct game is at the end; start reading there. */
#include "avalon.h"

#include <assert.h>

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
