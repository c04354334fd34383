/* The Grimoire's tables: every name on the wire and in the log, the commands, the events, the options. */
#include "roles/role.h"

#define CUSTOM_8(a, b, c, d, e, f, g, h)                                                \
    "custom_" #a, "custom_" #b, "custom_" #c, "custom_" #d, "custom_" #e, "custom_" #f, \
        "custom_" #g, "custom_" #h
#define CUSTOM_NAMES                                                           \
    CUSTOM_8(1, 2, 3, 4, 5, 6, 7, 8), CUSTOM_8(9, 10, 11, 12, 13, 14, 15, 16), \
        CUSTOM_8(17, 18, 19, 20, 21, 22, 23, 24), CUSTOM_8(25, 26, 27, 28, 29, 30, 31, 32)

#define ROLE(NAME, id) #id,
const char *const grimoire_character_names[] = { "none",
#include "roles/roles.def"
                                                 CUSTOM_NAMES, NULL };
const char *const grimoire_step_names[] = { "none",
#include "roles/roles.def"
                                            CUSTOM_NAMES, "minion_info", "demon_info", NULL };
const char *const grimoire_about_names[] = { "none",
#include "roles/roles.def"
                                             CUSTOM_NAMES, "minion_info", "demon_info",
                                             "you_are",    "text",        NULL };
#undef ROLE
static_assert(sizeof grimoire_about_names / sizeof(char *) == GRIMOIRE_ABOUTS + 1, "a name each");

#define EFFECT(NAME, id) #id,
const char *const grimoire_effect_names[] = { "none",
#include "effects/effects.def"
                                              NULL };
#undef EFFECT

const char *const grimoire_team_names[] = { "none",      "townsfolk", "outsider", "minion", "demon",
                                            "traveller", "fabled",    "loric",    NULL };
const char *const grimoire_side_names[] = { "none", "good", "evil", NULL };
const char *const grimoire_reason_names[] = { "demon_is_dead",       "two_are_left",
                                              "peace_was_kept",      "martyr_was_executed",
                                              "storyteller_decided", "twin_was_executed",
                                              "nobody_was_executed", "evil_was_chosen",
                                              "last_day_was_lost",   NULL };
const char *const grimoire_cause_names[] = { "demon", "shot",        "execution", "purity",
                                             "exile", "storyteller", "ability",   NULL };
const char *const grimoire_intent_names[] = { "kill", "die",    "execute", "exile", "nominate",
                                              "vote", "affect", "choose",  "win",   NULL };
const char *const grimoire_result_names[] = { "too_few", "tied", "on_the_block", "exile", NULL };
const char *const grimoire_warning_names[] = {
    "wrong_team_count",
    "wrong_bag_size",
    "no_demon",
    "seat_without_character",
    "belief_missing",
    "belief_in_play",
    "preparation_missing",
    "bluff_in_play",
    "tokens_unseen",
    "steps_left",
    "block_not_executed",
    "vote_without_master",
    "custom_changes_setup",
    "madness",
    "choice_awaited",
    "visit_is_true",
    "visit_is_anything",
    "visit_is_false",
    "nobody_opposed",
    "swaps_used_up",
    "rule_is_void",
    "rule_is_kept",
    NULL,
};
const char *const grimoire_expiry_names[] = { "dawn", "dusk", "source_lost", NULL };
const char *const grimoire_origin_names[] = { "sheet", "effect", "hand", NULL };
const char *const grimoire_style_names[] = { "any", "gentle", "muddled", NULL };
const char *const grimoire_info_names[] = { "from_seven", "always", "never", NULL };
static const char *const part_names[] = { "id", "ability", "reminder", NULL };
static const char *const script_part_names[] = { "author", "house_rule", NULL };

const struct game_option grimoire_options[] = {
    [GRIMOIRE_EVIL_INFO] = { { "evil_info", ARG_NAME, .names = grimoire_info_names },
                             .preset = GRIMOIRE_FROM_SEVEN },
    [GRIMOIRE_CLOCK_TENTHS] = { { "clock_tenths", ARG_INT, .max = GRIMOIRE_CLOCK_MS_MAX / 100 },
                                .preset = 20 },
    { 0 },
};

enum { FLAGS_MAX = (1 << 20) - 1 }; /* see pipeline.c */

#define NAMED(list)    ARG_NAME, .names = list
#define CHARACTER_ARG  NAMED(grimoire_character_names)
#define A_CHARACTER    CHARACTER_ARG, .min = 1
#define CHARACTERS_ARG ARG_NAMES, .names = grimoire_character_names
#define EFFECT_ARG     NAMED(grimoire_effect_names), .min = 1
#define ORDER_ARG      ARG_INT, .max = GRIMOIRE_ORDER_MAX
#define STEP_INDEX     ARG_INT, .max = GRIMOIRE_STEPS_MAX - 1
#define TOKEN_ARG      ARG_INT, .max = INT16_MAX
#define NUMBER_ARG     ARG_INT, .min = -1, .max = GRIMOIRE_NUMBER_MAX
#define ANYBODY        ARG_SEAT, .min = -1
#define TEXT(size)     ARG_TEXT, .max = (size)-1
#define OPTIONAL       .optional = true
#define SECRET         .secret = true

/* An answer in a command: each part may be left out. */
#define ANSWER_ARGS                                                                 \
    { "players", ARG_SEATS, OPTIONAL }, { "characters", CHARACTERS_ARG, OPTIONAL }, \
        { "number", NUMBER_ARG, OPTIONAL, .preset = -1 },                           \
    {                                                                               \
        "text", TEXT(GRIMOIRE_TEXT_SIZE), OPTIONAL                                  \
    }

const struct game_message grimoire_commands[] = {
    [COMMAND_START] = { "start" },
    [COMMAND_TIMEOUT] = { "timeout" },
    [GRIMOIRE_BEGIN_SCRIPT] = { "begin_script", .args = { { "name", TEXT(GRIMOIRE_NAME_SIZE) } } },
    [GRIMOIRE_DESCRIBE_SCRIPT] = { "describe_script",
                                   .args = { { "part", NAMED(script_part_names) },
                                             { "text", TEXT(GRIMOIRE_RULE_SIZE) } } },
    [GRIMOIRE_ADD_CHARACTER] = { "add_character", .args = { { "character", A_CHARACTER } } },
    [GRIMOIRE_ADD_CUSTOM] = { "add_custom",
                              .args = { { "team", NAMED(grimoire_team_names), .min = 1 },
                                        { "first", ORDER_ARG },
                                        { "other", ORDER_ARG },
                                        { "changes_setup", ARG_BOOL, OPTIONAL },
                                        { "name", TEXT(GRIMOIRE_NAME_SIZE) } } },
    [GRIMOIRE_DESCRIBE_CUSTOM] = { "describe_custom",
                                   .args = { { "character", A_CHARACTER },
                                             { "part", NAMED(part_names) },
                                             { "text", TEXT(GRIMOIRE_ABILITY_SIZE) } } },
    [GRIMOIRE_REMOVE_CHARACTER] = { "remove_character", .args = { { "character", A_CHARACTER } } },
    [GRIMOIRE_ORDER_NIGHT] = { "order_night",
                               .args = { { "step", NAMED(grimoire_step_names), .min = 1 },
                                         { "first", ORDER_ARG },
                                         { "other", ORDER_ARG } } },
    [GRIMOIRE_MOVE_SEAT] = { "move_seat",
                             .args = { { "seat", ARG_SEAT },
                                       { "place", ARG_INT, .max = GRIMOIRE_SEATS_MAX - 1 } } },
    [GRIMOIRE_SWAP_SEATS] = { "swap_seats",
                              .args = { { "first", ARG_SEAT }, { "second", ARG_SEAT } } },
    [GRIMOIRE_SET_TRAVELLER] = { "set_traveller",
                                 .args = { { "seat", ARG_SEAT },
                                           { "is_traveller", ARG_BOOL },
                                           { "character", CHARACTER_ARG, OPTIONAL } } },
    [GRIMOIRE_FILL_BAG] = { "fill_bag", .args = { { "style", NAMED(grimoire_style_names) } } },
    [GRIMOIRE_SET_BAG] = { "set_bag", .args = { { "characters", CHARACTERS_ARG } } },
    [GRIMOIRE_DEAL] = { "deal" },
    [GRIMOIRE_ASSIGN] = { "assign",
                          .args = { { "seat", ARG_SEAT }, { "character", A_CHARACTER } } },
    [GRIMOIRE_SET_BELIEF] = { "set_belief",
                              .args = { { "seat", ARG_SEAT }, { "character", CHARACTER_ARG } } },
    [GRIMOIRE_HAND_OUT] = { "hand_out" },
    [GRIMOIRE_ACKNOWLEDGE] = { "acknowledge" },
    [GRIMOIRE_MARK_SEEN] = { "mark_seen", .args = { { "seat", ARG_SEAT } } },
    [GRIMOIRE_SET_BLUFFS] = { "set_bluffs", .args = { { "characters", CHARACTERS_ARG } } },
    [GRIMOIRE_PREPARE] = { "prepare", .args = { { "seat", ARG_SEAT }, { "target", ARG_SEAT } } },
    [GRIMOIRE_BEGIN_NIGHT] = { "begin_night" },
    [GRIMOIRE_OPEN_STEP] = { "open_step", .args = { { "step", STEP_INDEX } } },
    [GRIMOIRE_CLOSE_STEP] = { "close_step" },
    [GRIMOIRE_SEND_PROMPT] = { "send_prompt" },
    [GRIMOIRE_CHOOSE] = { "choose", .args = { { "players", ARG_SEATS },
                                              { "characters", CHARACTERS_ARG, OPTIONAL },
                                              { "first", ANYBODY, OPTIONAL, .preset = -1 },
                                              { "second", ANYBODY, OPTIONAL, .preset = -1 } } },
    [GRIMOIRE_TELL] = { "tell", .args = { ANSWER_ARGS } },
    [GRIMOIRE_SHOW] = { "show", .args = { { "seat", ARG_SEAT },
                                          { "about", NAMED(grimoire_about_names), .min = 1 },
                                          ANSWER_ARGS } },
    [GRIMOIRE_FINISH_STEP] = { "finish_step" },
    [GRIMOIRE_SKIP_STEP] = { "skip_step", .args = { { "step", STEP_INDEX } } },
    [GRIMOIRE_REDO_STEP] = { "redo_step", .args = { { "step", STEP_INDEX } } },
    [GRIMOIRE_ADD_STEP] = { "add_step", .args = { { "seat", ARG_SEAT } } },
    [GRIMOIRE_ADD_INFO] = { "add_info", .args = { { "step", NAMED(grimoire_step_names),
                                                    .min = GRIMOIRE_MINION_INFO } } },
    [GRIMOIRE_ANSWER_PROMPT] = { "answer_prompt", .args = { { "players", ARG_SEATS } } },
    [GRIMOIRE_BEGIN_DAY] = { "begin_day" },
    [GRIMOIRE_OPEN_NOMINATIONS] = { "open_nominations", .args = { { "is_open", ARG_BOOL } } },
    [GRIMOIRE_NOMINATE] = { "nominate",
                            .args = { { "nominee", ARG_SEAT },
                                      { "nominator", ANYBODY, OPTIONAL, .preset = -1 } } },
    [GRIMOIRE_RAISE_HAND] = { "raise_hand", .args = { { "is_up", ARG_BOOL } } },
    [GRIMOIRE_SET_HAND] = { "set_hand", .args = { { "seat", ARG_SEAT }, { "is_up", ARG_BOOL } } },
    [GRIMOIRE_RUN_CLOCK] = { "run_clock", .args = { { "is_running", ARG_BOOL } } },
    [GRIMOIRE_SET_CLOCK] = { "set_clock", .args = { { "tenths", ARG_INT,
                                                      .max = GRIMOIRE_CLOCK_MS_MAX / 100 } } },
    [GRIMOIRE_COUNT_HAND] = { "count_hand" },
    [GRIMOIRE_CANCEL_VOTE] = { "cancel_vote" },
    [GRIMOIRE_EXECUTE] = { "execute", .args = { { "seat", ARG_SEAT } } },
    [GRIMOIRE_CLAIM_ACTION] = { "claim_action",
                                .args = { { "action", EFFECT_ARG },
                                          { "target", ARG_SEAT },
                                          { "seat", ANYBODY, OPTIONAL, .preset = -1 } } },
    [GRIMOIRE_RESOLVE_ACTION] = { "resolve_action" },
    [GRIMOIRE_DISMISS_ACTION] = { "dismiss_action" },
    [GRIMOIRE_BET] = { "bet", .args = { { "winner", NAMED(grimoire_side_names), .min = 1 } } },
    [GRIMOIRE_SET_TIMER] = { "set_timer", .args = { { "seconds", ARG_INT, .max = 7200 } } },
    [GRIMOIRE_ANSWER] = { "answer", .args = { { "player", ANYBODY, OPTIONAL, .preset = -1 },
                                              { "is_yes", ARG_BOOL, OPTIONAL } } },
    [GRIMOIRE_DISMISS_QUESTION] = { "dismiss_question" },
    [GRIMOIRE_ADD_EFFECT] = { "add_effect",
                              .args = { { "seat", ARG_SEAT },
                                        { "effect", EFFECT_ARG },
                                        { "source", ANYBODY, OPTIONAL, .preset = -1 },
                                        { "character", CHARACTER_ARG, OPTIONAL },
                                        { "expiry", ARG_NAMES, OPTIONAL,
                                          .names = grimoire_expiry_names,
                                          .preset = GRIMOIRE_AS_USUAL },
                                        { "note", TEXT(GRIMOIRE_NOTE_SIZE), OPTIONAL } } },
    [GRIMOIRE_REMOVE_EFFECT] = { "remove_effect", .args = { { "token", TOKEN_ARG } } },
    [GRIMOIRE_KILL] = { "kill", .args = { { "seat", ARG_SEAT } } },
    [GRIMOIRE_REVIVE] = { "revive", .args = { { "seat", ARG_SEAT } } },
    [GRIMOIRE_CHANGE_CHARACTER] = { "change_character",
                                    .args = { { "seat", ARG_SEAT },
                                              { "character", A_CHARACTER },
                                              { "is_told", ARG_BOOL, OPTIONAL, .preset = 1 } } },
    [GRIMOIRE_SET_ALIGNMENT] = { "set_alignment",
                                 .args = { { "seat", ARG_SEAT }, { "is_evil", ARG_BOOL } } },
    [GRIMOIRE_END_GAME] = { "end_game",
                            .args = { { "winner", NAMED(grimoire_side_names), .min = 1 } } },
    [GRIMOIRE_DISMISS_VICTORY] = { "dismiss_victory" },
    [GRIMOIRE_COUNT_ALL] = { "count_all", .args = { { "votes", ARG_INT, OPTIONAL, .min = -1,
                                                      .max = GRIMOIRE_TOTAL_MAX, .preset = -1 } } },
    [GRIMOIRE_DECLARE_WINNER] = { "declare_winner",
                                  .args = { { "winner", NAMED(grimoire_side_names), .min = 1 } } },
    [GRIMOIRE_REVEAL_SEAT] = { "reveal_seat", .args = { { "seat", ARG_SEAT } } },
    [GRIMOIRE_GUESS] = { "guess", .args = { { "seat", ARG_SEAT },
                                            { "player", ARG_SEAT },
                                            { "character", A_CHARACTER } } },
    [GRIMOIRE_GIVE_VOTE] = { "give_vote", .args = { { "to", ARG_SEAT },
                                                    { "seat", ANYBODY, OPTIONAL, .preset = -1 } } },
    { 0 },
};

#define PUBLIC .announced = true
#define S_SEAT                   \
    {                            \
        "seat", ARG_SEAT, SECRET \
    }
#define S_STEP                     \
    {                              \
        "step", STEP_INDEX, SECRET \
    }
#define S_CHARACTER                        \
    {                                      \
        "character", CHARACTER_ARG, SECRET \
    }
#define S_EVIL                      \
    {                               \
        "is_evil", ARG_BOOL, SECRET \
    }
#define S_TOKEN                    \
    {                              \
        "token", TOKEN_ARG, SECRET \
    }
#define S_ANSWER                                                                \
    { "players", ARG_SEATS, SECRET }, { "characters", CHARACTERS_ARG, SECRET }, \
    {                                                                           \
        "number", NUMBER_ARG, SECRET                                            \
    }
#define SEAT             \
    {                    \
        "seat", ARG_SEAT \
    }

const struct game_message grimoire_events[] = {
    [GRIMOIRE_SETUP_BEGAN] = { "setup_began", PUBLIC },
    [GRIMOIRE_SCRIPT_BEGAN] = { "script_began", PUBLIC,
                                .args = { { "name", TEXT(GRIMOIRE_NAME_SIZE) } } },
    [GRIMOIRE_SCRIPT_DESCRIBED] = { "script_described", PUBLIC,
                                    .args = { { "part", NAMED(script_part_names) },
                                              { "text", TEXT(GRIMOIRE_RULE_SIZE) } } },
    [GRIMOIRE_CHARACTER_ADDED] = { "character_added", PUBLIC,
                                   .args = { { "character", A_CHARACTER } } },
    [GRIMOIRE_CUSTOM_ADDED] = { "custom_added", PUBLIC,
                                .args = { { "character", A_CHARACTER },
                                          { "team", NAMED(grimoire_team_names), .min = 1 },
                                          { "changes_setup", ARG_BOOL },
                                          { "name", TEXT(GRIMOIRE_NAME_SIZE) } } },
    [GRIMOIRE_CUSTOM_DESCRIBED] = { "custom_described", PUBLIC,
                                    .args = { { "character", A_CHARACTER },
                                              { "part", NAMED(part_names) },
                                              { "text", TEXT(GRIMOIRE_ABILITY_SIZE) } } },
    [GRIMOIRE_CHARACTER_REMOVED] = { "character_removed", PUBLIC,
                                     .args = { { "character", A_CHARACTER } } },
    [GRIMOIRE_NIGHT_ORDERED] = { "night_ordered", PUBLIC,
                                 .args = { { "step", NAMED(grimoire_step_names), .min = 1 },
                                           { "first", ORDER_ARG },
                                           { "other", ORDER_ARG } } },
    [GRIMOIRE_SEAT_MOVED] = { "seat_moved", PUBLIC,
                              .args = { SEAT,
                                        { "place", ARG_INT, .max = GRIMOIRE_SEATS_MAX - 1 } } },
    [GRIMOIRE_SEATS_SWAPPED] = { "seats_swapped", PUBLIC,
                                 .args = { { "first", ARG_SEAT }, { "second", ARG_SEAT } } },
    [GRIMOIRE_TRAVELLER_SET] = { "traveller_set", PUBLIC,
                                 .args = { SEAT,
                                           { "is_traveller", ARG_BOOL },
                                           { "character", CHARACTER_ARG } } },
    [GRIMOIRE_BAG_FILLED] = { "bag_filled", .args = { { "characters", CHARACTERS_ARG, SECRET } } },
    [GRIMOIRE_CHARACTER_ASSIGNED] = { "character_assigned",
                                      .args = { S_SEAT, S_CHARACTER, S_EVIL } },
    [GRIMOIRE_BELIEF_SET] = { "belief_set", .args = { S_SEAT, S_CHARACTER } },
    [GRIMOIRE_TOKENS_HANDED_OUT] = { "tokens_handed_out", PUBLIC },
    [GRIMOIRE_TOKEN_GIVEN] = { "token_given", .args = { S_SEAT, S_CHARACTER, S_EVIL } },
    [GRIMOIRE_TOKEN_SEEN] = { "token_seen", .args = { S_SEAT } },
    [GRIMOIRE_BLUFFS_CHOSEN] = { "bluffs_chosen",
                                 .args = { { "characters", CHARACTERS_ARG, SECRET } } },
    [GRIMOIRE_NIGHT_BEGAN] = { "night_began", PUBLIC,
                               .args = { { "night", ARG_INT, .max = INT8_MAX } } },
    [GRIMOIRE_STEP_ADDED] = { "step_added",
                              .args = { S_STEP,
                                        { "seat", ANYBODY, SECRET },
                                        { "about", NAMED(grimoire_step_names), SECRET },
                                        { "origin", NAMED(grimoire_origin_names), SECRET },
                                        { "order", ORDER_ARG, SECRET },
                                        S_TOKEN,
                                        { "effect", NAMED(grimoire_effect_names), SECRET,
                                          OPTIONAL } } },
    [GRIMOIRE_STEP_OPENED] = { "step_opened", .args = { S_STEP, S_ANSWER } },
    [GRIMOIRE_STEP_CLOSED] = { "step_closed" },
    [GRIMOIRE_CHOICE_MADE] = { "choice_made",
                               .args = { S_STEP,
                                         { "choice", ARG_SEATS, SECRET },
                                         S_ANSWER,
                                         { "first", ANYBODY, SECRET, OPTIONAL, .preset = -1 },
                                         { "second", ANYBODY, SECRET, OPTIONAL, .preset = -1 } } },
    [GRIMOIRE_STEP_DONE] = { "step_done", .args = { S_STEP } },
    [GRIMOIRE_STEP_SKIPPED] = { "step_skipped", .args = { S_STEP } },
    [GRIMOIRE_STEP_REDONE] = { "step_redone", .args = { S_STEP } },
    [GRIMOIRE_PHONES_STIRRED] = { "phones_stirred", PUBLIC,
                                  .args = { { "stirs", ARG_INT, .max = INT16_MAX } } },
    [GRIMOIRE_PROMPT_SENT] = { "prompt_sent",
                               .args = { S_SEAT,
                                         { "about", NAMED(grimoire_about_names), SECRET },
                                         { "count", ARG_INT, SECRET, .max = GRIMOIRE_SEATS_MAX },
                                         { "from", ARG_SEATS, SECRET } } },
    [GRIMOIRE_PROMPT_ANSWERED] = { "prompt_answered",
                                   .args = { S_SEAT, { "players", ARG_SEATS, SECRET } } },
    [GRIMOIRE_MESSAGE_SENT] = { "message_sent",
                                .args = { S_SEAT,
                                          { "about", NAMED(grimoire_about_names), SECRET },
                                          S_ANSWER,
                                          { "text", TEXT(GRIMOIRE_TEXT_SIZE), SECRET } } },
    [GRIMOIRE_PAGE_SHOWN] = { "page_shown",
                              .args = { S_SEAT,
                                        { "subject", ARG_SEAT, SECRET },
                                        S_CHARACTER,
                                        { "effects", ARG_NAMES, SECRET,
                                          .names = grimoire_effect_names },
                                        { "belief", CHARACTER_ARG, SECRET, OPTIONAL } } },
    [GRIMOIRE_DAY_BEGAN] = { "day_began", PUBLIC, .args = { { "day", ARG_INT, .max = INT8_MAX } } },
    [GRIMOIRE_NOMINATIONS_OPENED] = { "nominations_opened", PUBLIC,
                                      .args = { { "is_open", ARG_BOOL } } },
    [GRIMOIRE_NOMINATED] = { "nominated", PUBLIC,
                             .args = { { "nominator", ARG_SEAT },
                                       { "nominee", ARG_SEAT },
                                       { "is_exile", ARG_BOOL } } },
    [GRIMOIRE_HAND_RAISED] = { "hand_raised", PUBLIC, .args = { SEAT, { "is_up", ARG_BOOL } } },
    [GRIMOIRE_CLOCK_SET] = { "clock_set", PUBLIC,
                             .args = { { "tenths", ARG_INT,
                                         .max = GRIMOIRE_CLOCK_MS_MAX / 100 } } },
    [GRIMOIRE_CLOCK_RAN] = { "clock_ran", PUBLIC,
                             .args = { { "is_running", ARG_BOOL }, { "deadline_ms", ARG_TIME } } },
    [GRIMOIRE_HAND_COUNTED] = { "hand_counted", PUBLIC,
                                .args = { SEAT,
                                          { "is_up", ARG_BOOL },
                                          { "votes", ARG_INT, .min = -9, .max = 9 },
                                          { "deadline_ms", ARG_TIME } } },
    [GRIMOIRE_VOTE_COUNTED] = { "vote_counted", PUBLIC,
                                .args = { { "votes", ARG_INT, .min = -99, .max = 99 },
                                          { "result", NAMED(grimoire_result_names) } } },
    [GRIMOIRE_VOTE_CANCELLED] = { "vote_cancelled", PUBLIC },
    [GRIMOIRE_EXECUTED] = { "executed", PUBLIC,
                            .args = { SEAT, { "cause", NAMED(grimoire_cause_names) } } },
    [GRIMOIRE_EXILED] = { "exiled", PUBLIC, .args = { SEAT } },
    [GRIMOIRE_ACTION_CLAIMED] = { "action_claimed", PUBLIC,
                                  .args = { SEAT,
                                            { "action", EFFECT_ARG },
                                            { "target", ARG_SEAT } } },
    [GRIMOIRE_ACTION_RESOLVED] = { "action_resolved", PUBLIC },
    [GRIMOIRE_BET_PLACED] = { "bet_placed", PUBLIC, .args = { SEAT } },
    [GRIMOIRE_BET_SEALED] = { "bet_sealed", .args = { S_SEAT,
                                                      { "winner", NAMED(grimoire_side_names),
                                                        SECRET, .min = 1 } } },
    [GRIMOIRE_TIMER_SET] = { "timer_set", PUBLIC, .args = { { "deadline_ms", ARG_TIME } } },
    [GRIMOIRE_TIMER_RANG] = { "timer_rang", PUBLIC },
    [GRIMOIRE_QUESTION_ASKED] = { "question_asked",
                                  .args = { S_TOKEN,
                                            { "stage", ARG_INT, SECRET, .max = 9 },
                                            { "intent", NAMED(grimoire_intent_names), SECRET },
                                            { "cause", NAMED(grimoire_cause_names), SECRET },
                                            { "source", ANYBODY, SECRET },
                                            { "target", ARG_SEAT, SECRET },
                                            { "flags", ARG_INT, SECRET, .max = FLAGS_MAX },
                                            { "players", ARG_SEATS, SECRET } } },
    [GRIMOIRE_QUESTION_ANSWERED] = { "question_answered",
                                     .args = { { "answer", NUMBER_ARG, SECRET } } },
    [GRIMOIRE_QUESTION_DISMISSED] = { "question_dismissed" },
    [GRIMOIRE_PREVENTED] = { "prevented", .args = { { "effect", EFFECT_ARG, SECRET }, S_SEAT } },
    [GRIMOIRE_REDIRECTED] = { "redirected", .args = { { "effect", EFFECT_ARG, SECRET },
                                                      S_SEAT,
                                                      { "target", ARG_SEAT, SECRET } } },
    [GRIMOIRE_EFFECT_ADDED] = { "effect_added",
                                .args = { S_TOKEN,
                                          S_SEAT,
                                          { "effect", EFFECT_ARG, SECRET },
                                          { "source", ANYBODY, SECRET },
                                          S_CHARACTER,
                                          { "expiry", ARG_NAMES, SECRET,
                                            .names = grimoire_expiry_names },
                                          { "note", TEXT(GRIMOIRE_NOTE_SIZE), SECRET },
                                          { "dusks", ARG_INT, SECRET, OPTIONAL, .max = 9 } } },
    [GRIMOIRE_EFFECT_REMOVED] = { "effect_removed",
                                  .args = { S_TOKEN, S_SEAT, { "effect", EFFECT_ARG, SECRET } } },
    [GRIMOIRE_EFFECTS_EXPIRED] = { "effects_expired",
                                   .args = { { "when", ARG_NAMES, SECRET,
                                               .names = grimoire_expiry_names } } },
    [GRIMOIRE_SOURCE_LOST] = { "source_lost", .args = { S_SEAT } },
    [GRIMOIRE_ABILITY_LOST] = { "ability_lost", .args = { S_SEAT } },
    [GRIMOIRE_DIED] = { "died",
                        .args = { S_SEAT, { "cause", NAMED(grimoire_cause_names), SECRET } } },
    [GRIMOIRE_DEATH_ANNOUNCED] = { "death_announced", PUBLIC,
                                   .args = { SEAT, { "at_night", ARG_BOOL } } },
    [GRIMOIRE_LIFE_ANNOUNCED] = { "life_announced", PUBLIC, .args = { SEAT } },
    [GRIMOIRE_GHOST_VOTE_SET] = { "ghost_vote_set", PUBLIC,
                                  .args = { SEAT, { "is_spent", ARG_BOOL } } },
    [GRIMOIRE_CHARACTER_CHANGED] = { "character_changed", .args = { S_SEAT, S_CHARACTER, S_EVIL } },
    [GRIMOIRE_ALIGNMENT_SET] = { "alignment_set", .args = { S_SEAT, S_EVIL } },
    [GRIMOIRE_WARNED] = { "warned", .args = { { "warning", NAMED(grimoire_warning_names), SECRET },
                                              { "seat", ANYBODY, SECRET } } },
    [GRIMOIRE_VICTORY_REACHED] = { "victory_reached",
                                   .args = { { "winner", NAMED(grimoire_side_names), SECRET,
                                               .min = 1 },
                                             { "reason", NAMED(grimoire_reason_names), SECRET } } },
    [GRIMOIRE_VICTORY_DISMISSED] = { "victory_dismissed" },
    [GRIMOIRE_SEAT_REVEALED] = { "seat_revealed", PUBLIC,
                                 .args = { SEAT,
                                           { "character", CHARACTER_ARG },
                                           { "belief", CHARACTER_ARG },
                                           { "is_evil", ARG_BOOL } } },
    [GRIMOIRE_BET_REVEALED] = { "bet_revealed", PUBLIC,
                                .args = { SEAT,
                                          { "winner", NAMED(grimoire_side_names), .min = 1 } } },
    [GRIMOIRE_GAME_ENDED] = { "game_ended", PUBLIC,
                              .args = { { "winner", NAMED(grimoire_side_names), .min = 1 },
                                        { "reason", NAMED(grimoire_reason_names) } } },
    [GRIMOIRE_STEP_ACTED] = { "step_acted", .args = { { "step", ARG_INT, SECRET, .min = -1,
                                                        .max = GRIMOIRE_STEPS_MAX - 1 } } },
    [GRIMOIRE_STEP_TAKEN_BACK] = { "step_taken_back", .args = { S_STEP } },
    [GRIMOIRE_STEP_FAILED] = { "step_failed",
                               .args = { S_STEP, { "effect", EFFECT_ARG, SECRET } } },
    [GRIMOIRE_STATEMENT_JUDGED] = { "statement_judged",
                                    .args = { S_SEAT, { "is_true", ARG_BOOL, SECRET }, S_ANSWER } },
    [GRIMOIRE_WINNER_DECLARED] = { "winner_declared", PUBLIC,
                                   .args = { { "winner", NAMED(grimoire_side_names), .min = 1 },
                                             { "reason", NAMED(grimoire_reason_names) } } },
    [GRIMOIRE_TOKEN_TURNED] = { "token_turned", PUBLIC,
                                .args = { SEAT,
                                          { "character", CHARACTER_ARG },
                                          { "belief", CHARACTER_ARG },
                                          { "is_evil", ARG_BOOL } } },
    [GRIMOIRE_INTENT_QUEUED] = { "intent_queued",
                                 .args = { { "intent", NAMED(grimoire_intent_names), SECRET },
                                           { "cause", NAMED(grimoire_cause_names), SECRET },
                                           { "source", ANYBODY, SECRET },
                                           { "target", ARG_SEAT, SECRET },
                                           { "flags", ARG_INT, SECRET, .max = FLAGS_MAX },
                                           { "players", ARG_SEATS, SECRET } } },
    [GRIMOIRE_INTENT_TAKEN] = { "intent_taken" },
    [GRIMOIRE_ABILITY_GAINED] = { "ability_gained", .args = { S_SEAT, S_CHARACTER } },
    [GRIMOIRE_VICTORY_PREVENTED] = { "victory_prevented",
                                     .args = { { "winner", NAMED(grimoire_side_names), SECRET,
                                                 .min = 1 },
                                               { "effect", EFFECT_ARG, SECRET },
                                               S_SEAT } },
    [GRIMOIRE_DAY_RULES_SET] = { "day_rules_set", PUBLIC,
                                 .args = { { "no_vote", ARG_SEATS },
                                           { "no_nomination", ARG_SEATS },
                                           { "again", ARG_SEATS },
                                           { "is_dead_free", ARG_BOOL },
                                           { "needs_no_half", ARG_BOOL } } },
    [GRIMOIRE_VOTE_ANNULLED] = { "vote_annulled", PUBLIC,
                                 .args = { { "block", ANYBODY },
                                           { "votes", ARG_INT, .min = -99, .max = 99 } } },
    { 0 },
};
static_assert(sizeof grimoire_events / sizeof *grimoire_events == GRIMOIRE_EVENT_COUNT + 1,
              "an end");
