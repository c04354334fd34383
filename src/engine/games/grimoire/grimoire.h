/* The Grimoire: a storyteller's companion for a game of hidden characters. The whole data model is on
 * this page; the rules, every message and the view are in README.md.
 *
 * A human storyteller decides. The engine remembers, computes, asks where a rule asks, and never forbids
 * what a storyteller may do. It knows no character by name: those live in roles/ and effects/. */
#ifndef PARLOUR_GRIMOIRE_H
#define PARLOUR_GRIMOIRE_H

#include <assert.h>

#include "engine/game.h"

enum {
    GRIMOIRE_SEATS_MIN = 5,
    GRIMOIRE_SEATS_MAX = 20,
    GRIMOIRE_DEALT_MAX = 15, /* players beyond are Travellers */
    GRIMOIRE_EVIL_INFO_MIN = 7,
    GRIMOIRE_BLUFFS = 3,
    GRIMOIRE_CHOICES_MAX = 3, /* players that one step chooses */
    GRIMOIRE_QUEUE_MAX = 8,   /* intents that wait for their turn */
    GRIMOIRE_CUSTOM_MAX = 32, /* characters that only the script knows */
    GRIMOIRE_ID_SIZE = 33,
    GRIMOIRE_NAME_SIZE = 61,
    GRIMOIRE_ABILITY_SIZE = 301,
    GRIMOIRE_REMINDERS_MAX = 6, /* of one custom character */
    GRIMOIRE_NOTE_SIZE = 41,    /* of a reminder */
    GRIMOIRE_HOUSE_RULES_MAX = 5,
    GRIMOIRE_RULE_SIZE = 201,
    GRIMOIRE_SCRIPT_BYTES = 7500, /* all texts of a script together, as JSON */
    GRIMOIRE_TOKENS_MAX = 120,
    GRIMOIRE_TOKENS_BY_HAND = 60, /* beyond, only the rules add some */
    GRIMOIRE_STEPS_MAX = 40,      /* of one night */
    GRIMOIRE_DEEDS_MAX = 64,      /* of the steps of one night that can be taken back */
    GRIMOIRE_MESSAGES_MAX = 8,
    GRIMOIRE_TEXT_SIZE = 81, /* of what a storyteller writes to a player */
    GRIMOIRE_ORDER_MAX = 999,
    GRIMOIRE_NUMBER_MAX = 99,
    GRIMOIRE_WARNINGS_MAX = 16,
    GRIMOIRE_FACTS_MAX = 12, /* of one choice; the first ones are kept */
    GRIMOIRE_OUTCOMES_MAX = GRIMOIRE_SEATS_MAX + 2,
    GRIMOIRE_CLOCK_MS_MAX = 20000,
    GRIMOIRE_TOTAL_MAX = 60, /* of a vote; some count three times */
    GRIMOIRE_NOBODY = -1,
};

enum grimoire_team {
    GRIMOIRE_NO_TEAM,
    GRIMOIRE_TOWNSFOLK,
    GRIMOIRE_OUTSIDER,
    GRIMOIRE_MINION,
    GRIMOIRE_DEMON,
    GRIMOIRE_TRAVELLER,
    GRIMOIRE_FABLED,
    GRIMOIRE_LORIC,
    GRIMOIRE_TEAMS,
};

/* A character is a number: 0 none, then the roles of roles.def, then the script's own, "custom_1" and so
 * on. On the wire and in the log it is its name. A step of the night is a character's or one of two more,
 * and what a message is about is a step or one of two more. */
#define ROLE(NAME, id) GRIMOIRE_COUNTS_##NAME,
enum grimoire_characters {
    GRIMOIRE_NO_CHARACTER,
#include "roles/roles.def"
    GRIMOIRE_CUSTOM_FIRST,
    GRIMOIRE_CHARACTERS = GRIMOIRE_CUSTOM_FIRST + GRIMOIRE_CUSTOM_MAX,
    GRIMOIRE_MINION_INFO = GRIMOIRE_CHARACTERS,
    GRIMOIRE_DEMON_INFO,
    GRIMOIRE_STEP_KINDS,
    GRIMOIRE_ABOUT_YOU = GRIMOIRE_STEP_KINDS, /* "you_are" */
    GRIMOIRE_ABOUT_TEXT,
    GRIMOIRE_ABOUTS,
};
#undef ROLE
/* Bit n is character n. See characters.h. */
typedef struct grimoire_character_set {
    uint64_t word[GAME_SET_WORDS];
} grimoire_characters;
typedef grimoire_characters grimoire_effect_set; /* bit n is effect n, by the same functions */
typedef uint8_t grimoire_character; /* a character, a step or what a message is about */
static_assert(GRIMOIRE_CHARACTERS <= 64 * GAME_SET_WORDS, "a set of characters fits a message");
static_assert(GRIMOIRE_ABOUTS <= UINT8_MAX, "a number each");

enum grimoire_option {
    GRIMOIRE_EVIL_INFO,
    GRIMOIRE_CLOCK_TENTHS, /* of a second per hand; 0: the storyteller counts */
    GRIMOIRE_OPTION_COUNT,
};
enum grimoire_evil_info { GRIMOIRE_FROM_SEVEN, GRIMOIRE_ALWAYS, GRIMOIRE_NEVER };
enum grimoire_style { GRIMOIRE_ANY_STYLE, GRIMOIRE_GENTLE, GRIMOIRE_MUDDLED };

enum grimoire_phase {
    GRIMOIRE_SETUP,       /* script, town, bag */
    GRIMOIRE_PREPARATION, /* tokens are out; choices before the first night */
    GRIMOIRE_NIGHT,
    GRIMOIRE_DAY,
    GRIMOIRE_VOTE, /* hands on one nomination */
    GRIMOIRE_ENDED,
};

enum grimoire_command {
    GRIMOIRE_BEGIN_SCRIPT = COMMAND_FIRST,
    GRIMOIRE_DESCRIBE_SCRIPT,
    GRIMOIRE_ADD_CHARACTER,
    GRIMOIRE_ADD_CUSTOM,
    GRIMOIRE_DESCRIBE_CUSTOM,
    GRIMOIRE_REMOVE_CHARACTER,
    GRIMOIRE_ORDER_NIGHT,
    GRIMOIRE_MOVE_SEAT,
    GRIMOIRE_SWAP_SEATS,
    GRIMOIRE_SET_TRAVELLER,
    GRIMOIRE_FILL_BAG,
    GRIMOIRE_SET_BAG,
    GRIMOIRE_DEAL,
    GRIMOIRE_ASSIGN,
    GRIMOIRE_SET_BELIEF,
    GRIMOIRE_HAND_OUT,
    GRIMOIRE_ACKNOWLEDGE,
    GRIMOIRE_MARK_SEEN,
    GRIMOIRE_SET_BLUFFS,
    GRIMOIRE_PREPARE,
    GRIMOIRE_BEGIN_NIGHT,
    GRIMOIRE_OPEN_STEP,
    GRIMOIRE_CLOSE_STEP,
    GRIMOIRE_SEND_PROMPT,
    GRIMOIRE_CHOOSE,
    GRIMOIRE_TELL,
    GRIMOIRE_SHOW,
    GRIMOIRE_FINISH_STEP,
    GRIMOIRE_SKIP_STEP,
    GRIMOIRE_REDO_STEP,
    GRIMOIRE_ADD_STEP,
    GRIMOIRE_ADD_INFO,
    GRIMOIRE_ANSWER_PROMPT,
    GRIMOIRE_BEGIN_DAY,
    GRIMOIRE_OPEN_NOMINATIONS,
    GRIMOIRE_NOMINATE,
    GRIMOIRE_RAISE_HAND,
    GRIMOIRE_SET_HAND,
    GRIMOIRE_RUN_CLOCK,
    GRIMOIRE_SET_CLOCK,
    GRIMOIRE_COUNT_HAND,
    GRIMOIRE_CANCEL_VOTE,
    GRIMOIRE_EXECUTE,
    GRIMOIRE_CLAIM_ACTION,
    GRIMOIRE_RESOLVE_ACTION,
    GRIMOIRE_DISMISS_ACTION,
    GRIMOIRE_BET,
    GRIMOIRE_SET_TIMER,
    GRIMOIRE_ANSWER,
    GRIMOIRE_DISMISS_QUESTION,
    GRIMOIRE_ADD_EFFECT,
    GRIMOIRE_REMOVE_EFFECT,
    GRIMOIRE_KILL,
    GRIMOIRE_REVIVE,
    GRIMOIRE_CHANGE_CHARACTER,
    GRIMOIRE_SET_ALIGNMENT,
    GRIMOIRE_END_GAME,
    GRIMOIRE_DISMISS_VICTORY,
    GRIMOIRE_COUNT_ALL,
    GRIMOIRE_DECLARE_WINNER,
    GRIMOIRE_REVEAL_SEAT,
    GRIMOIRE_GUESS,
    GRIMOIRE_GIVE_VOTE,
    GRIMOIRE_COMMAND_COUNT,
};

enum grimoire_event {
    GRIMOIRE_SETUP_BEGAN,
    GRIMOIRE_SCRIPT_BEGAN,
    GRIMOIRE_SCRIPT_DESCRIBED,
    GRIMOIRE_CHARACTER_ADDED,
    GRIMOIRE_CUSTOM_ADDED,
    GRIMOIRE_CUSTOM_DESCRIBED,
    GRIMOIRE_CHARACTER_REMOVED,
    GRIMOIRE_NIGHT_ORDERED,
    GRIMOIRE_SEAT_MOVED,
    GRIMOIRE_SEATS_SWAPPED,
    GRIMOIRE_TRAVELLER_SET,
    GRIMOIRE_BAG_FILLED,
    GRIMOIRE_CHARACTER_ASSIGNED,
    GRIMOIRE_BELIEF_SET,
    GRIMOIRE_TOKENS_HANDED_OUT,
    GRIMOIRE_TOKEN_GIVEN,
    GRIMOIRE_TOKEN_SEEN,
    GRIMOIRE_BLUFFS_CHOSEN,
    GRIMOIRE_NIGHT_BEGAN,
    GRIMOIRE_STEP_ADDED,
    GRIMOIRE_STEP_OPENED,
    GRIMOIRE_STEP_CLOSED,
    GRIMOIRE_CHOICE_MADE,
    GRIMOIRE_STEP_DONE,
    GRIMOIRE_STEP_SKIPPED,
    GRIMOIRE_STEP_REDONE,
    GRIMOIRE_PHONES_STIRRED,
    GRIMOIRE_PROMPT_SENT,
    GRIMOIRE_PROMPT_ANSWERED,
    GRIMOIRE_MESSAGE_SENT,
    GRIMOIRE_PAGE_SHOWN,
    GRIMOIRE_DAY_BEGAN,
    GRIMOIRE_NOMINATIONS_OPENED,
    GRIMOIRE_NOMINATED,
    GRIMOIRE_HAND_RAISED,
    GRIMOIRE_CLOCK_SET,
    GRIMOIRE_CLOCK_RAN,
    GRIMOIRE_HAND_COUNTED,
    GRIMOIRE_VOTE_COUNTED,
    GRIMOIRE_VOTE_CANCELLED,
    GRIMOIRE_EXECUTED,
    GRIMOIRE_EXILED,
    GRIMOIRE_ACTION_CLAIMED,
    GRIMOIRE_ACTION_RESOLVED,
    GRIMOIRE_BET_PLACED,
    GRIMOIRE_BET_SEALED,
    GRIMOIRE_TIMER_SET,
    GRIMOIRE_TIMER_RANG,
    GRIMOIRE_QUESTION_ASKED,
    GRIMOIRE_QUESTION_ANSWERED,
    GRIMOIRE_QUESTION_DISMISSED,
    GRIMOIRE_PREVENTED,
    GRIMOIRE_REDIRECTED,
    GRIMOIRE_EFFECT_ADDED,
    GRIMOIRE_EFFECT_REMOVED,
    GRIMOIRE_EFFECTS_EXPIRED,
    GRIMOIRE_SOURCE_LOST,
    GRIMOIRE_ABILITY_LOST,
    GRIMOIRE_DIED,
    GRIMOIRE_DEATH_ANNOUNCED,
    GRIMOIRE_LIFE_ANNOUNCED,
    GRIMOIRE_GHOST_VOTE_SET,
    GRIMOIRE_CHARACTER_CHANGED,
    GRIMOIRE_ALIGNMENT_SET,
    GRIMOIRE_WARNED,
    GRIMOIRE_VICTORY_REACHED,
    GRIMOIRE_VICTORY_DISMISSED,
    GRIMOIRE_SEAT_REVEALED,
    GRIMOIRE_BET_REVEALED,
    GRIMOIRE_GAME_ENDED,
    GRIMOIRE_STEP_ACTED,
    GRIMOIRE_STEP_TAKEN_BACK,
    GRIMOIRE_STEP_FAILED,
    GRIMOIRE_STATEMENT_JUDGED,
    GRIMOIRE_WINNER_DECLARED,
    GRIMOIRE_TOKEN_TURNED,
    GRIMOIRE_INTENT_QUEUED,
    GRIMOIRE_INTENT_TAKEN,
    GRIMOIRE_ABILITY_GAINED,
    GRIMOIRE_VICTORY_PREVENTED,
    GRIMOIRE_DAY_RULES_SET,
    GRIMOIRE_VOTE_ANNULLED,
};
enum { GRIMOIRE_EVENT_COUNT = GRIMOIRE_VOTE_ANNULLED + 1 };

enum grimoire_side { GRIMOIRE_NO_SIDE, GRIMOIRE_GOOD, GRIMOIRE_EVIL };
enum grimoire_reason {
    GRIMOIRE_DEMON_IS_DEAD,
    GRIMOIRE_TWO_ARE_LEFT,
    GRIMOIRE_PEACE_WAS_KEPT,
    GRIMOIRE_MARTYR_WAS_EXECUTED,
    GRIMOIRE_STORYTELLER_DECIDED,
    GRIMOIRE_TWIN_WAS_EXECUTED,
    GRIMOIRE_NOBODY_WAS_EXECUTED,
    GRIMOIRE_EVIL_WAS_CHOSEN,
    GRIMOIRE_LAST_DAY_WAS_LOST,
};
enum grimoire_cause {
    GRIMOIRE_BY_DEMON,
    GRIMOIRE_BY_SHOT,
    GRIMOIRE_BY_EXECUTION,
    GRIMOIRE_BY_PURITY, /* an execution without a vote */
    GRIMOIRE_BY_EXILE,
    GRIMOIRE_BY_STORYTELLER,
    GRIMOIRE_BY_ABILITY, /* of anybody but the Demon */
};

/* When an effect ends, as a set; empty: never. */
/* When an effect ends: a set. As usual is only asked for; the effect itself knows when that is. */
enum grimoire_expiry {
    GRIMOIRE_AT_DAWN = 1,
    GRIMOIRE_AT_DUSK = 2,
    GRIMOIRE_WITH_SOURCE = 4,
    GRIMOIRE_AS_USUAL = 8,
};

enum grimoire_step_status {
    GRIMOIRE_STEP_WAITS,
    GRIMOIRE_STEP_IS_DONE,
    GRIMOIRE_STEP_IS_SKIPPED,
};
enum grimoire_step_origin { GRIMOIRE_BY_SHEET, GRIMOIRE_BY_EFFECT, GRIMOIRE_BY_HAND };

/* The kinds of answers that a step may tell. */
enum grimoire_answer_kind {
    GRIMOIRE_TELLS_NOTHING,
    GRIMOIRE_TELLS_NUMBER,
    GRIMOIRE_TELLS_YES_OR_NO, /* number 1 or 0 */
    GRIMOIRE_TELLS_CHARACTER,
    GRIMOIRE_TELLS_PAIR, /* one of two players is this character; or number 0: nobody is one */
    GRIMOIRE_TELLS_TEAM, /* minion and demon info */
    GRIMOIRE_TELLS_GRIMOIRE,
    GRIMOIRE_TELLS_ANYTHING,              /* a custom character: anything the storyteller likes */
    GRIMOIRE_TELLS_TWO_CHARACTERS,        /* one good and one evil, of which one is right */
    GRIMOIRE_TELLS_TWO_PLAYERS,           /* one of them is meant */
    GRIMOIRE_TELLS_PLAYERS_AND_CHARACTER, /* these, of whom one is this character */
    GRIMOIRE_TELLS_PLAYER,                /* a player and who they are */
    GRIMOIRE_TELLS_CHARACTERS,            /* all of a kind; none is an answer too */
};

enum grimoire_vote_result { GRIMOIRE_TOO_FEW, GRIMOIRE_TIED, GRIMOIRE_ON_BLOCK, GRIMOIRE_EXILE };
enum grimoire_warning {
    GRIMOIRE_WRONG_TEAM_COUNT, /* `value` is the team */
    GRIMOIRE_WRONG_BAG_SIZE,
    GRIMOIRE_NO_DEMON,
    GRIMOIRE_SEAT_WITHOUT_CHARACTER,
    GRIMOIRE_BELIEF_MISSING,
    GRIMOIRE_BELIEF_IN_PLAY,
    GRIMOIRE_PREPARATION_MISSING, /* `value` is the effect */
    GRIMOIRE_BLUFF_IN_PLAY,
    GRIMOIRE_TOKENS_UNSEEN,
    GRIMOIRE_STEPS_LEFT,
    GRIMOIRE_BLOCK_NOT_EXECUTED,
    GRIMOIRE_VOTE_WITHOUT_MASTER,
    GRIMOIRE_CUSTOM_CHANGES_SETUP, /* `value` is the character */
    GRIMOIRE_MADNESS,              /* `value` is the character; NO_CHARACTER: any but an Outsider */
    GRIMOIRE_CHOICE_AWAITED,
    GRIMOIRE_VISIT_IS_TRUE,     /* somebody visits: answer by the rule of their ability, */
    GRIMOIRE_VISIT_IS_ANYTHING, /* as you like, */
    GRIMOIRE_VISIT_IS_FALSE,    /* or falsely */
    GRIMOIRE_NOBODY_OPPOSED,    /* nobody of the other side has been nominated */
    GRIMOIRE_SWAPS_USED_UP,
    GRIMOIRE_RULE_IS_VOID, /* everybody lives by a Traveller's rule, which does not work, */
    GRIMOIRE_RULE_IS_KEPT, /* or works though that Traveller is dead */
};

enum grimoire_part { GRIMOIRE_PART_ID, GRIMOIRE_PART_ABILITY, GRIMOIRE_PART_REMINDER };
enum grimoire_script_part { GRIMOIRE_PART_AUTHOR, GRIMOIRE_PART_HOUSE_RULE };

/* The script, public: which characters may be in play, what the unknown ones are, the order of nights. */
struct grimoire_custom {
    int8_t team;
    bool changes_setup;
    int8_t reminder_count;
    char id[GRIMOIRE_ID_SIZE], name[GRIMOIRE_NAME_SIZE], ability[GRIMOIRE_ABILITY_SIZE];
    char reminder[GRIMOIRE_REMINDERS_MAX][GRIMOIRE_NOTE_SIZE];
};

struct grimoire_script {
    char name[GRIMOIRE_NAME_SIZE], author[GRIMOIRE_NAME_SIZE];
    grimoire_characters characters;
    int16_t first[GRIMOIRE_STEP_KINDS], other[GRIMOIRE_STEP_KINDS]; /* 0: sleeps */
    int8_t custom_count, house_rule_count;
    char house_rule[GRIMOIRE_HOUSE_RULES_MAX][GRIMOIRE_RULE_SIZE];
    struct grimoire_custom custom[GRIMOIRE_CUSTOM_MAX];
};

struct grimoire_nomination {
    bool is_exile; /* then it does not count as a nomination by the rules */
    int8_t nominator, nominee, votes;
    int8_t result;   /* of enum grimoire_vote_result, -1: not counted */
    bool is_again;   /* after an execution */
    seat_set voters; /* none: not counted hand by hand */
};

/* The nomination on which hands are up. */
struct grimoire_vote {
    int8_t nominator, nominee;
    bool is_exile, is_running;
    seat_set hands, counted, voted; /* up now; passed by the clock; up when it passed */
    int8_t votes;
    int64_t deadline_ms; /* when the clock passes the next seat; 0: it stands */
};

struct grimoire_claim {
    int8_t seat, action, target; /* seat NOBODY: none */
};

/* A seat whose token has been turned before the end. */
struct grimoire_turned {
    grimoire_character character, belief;
    bool is_evil;
};

/* How this day's nominations differ from others, through abilities that everybody knows of. */
struct grimoire_day_rules {
    seat_set no_vote, no_nomination; /* who may not */
    seat_set again;                  /* who may nominate once more after an execution */
    bool is_dead_free;               /* the dead vote as often as they like */
    bool needs_no_half;
};

/* What happens before all eyes; state and view share it. */
struct grimoire_table {
    int8_t seat_count, phase, day;    /* night n, then day n */
    int8_t ring[GRIMOIRE_SEATS_MAX];  /* the seats, clockwise */
    seat_set travellers, dead, spent; /* `spent`: no ghost vote left */
    seat_set bets;                    /* who has bet; on whom is their own */
    grimoire_character traveller[GRIMOIRE_SEATS_MAX];
    seat_set died_at_night; /* the last one, as announced */
    bool is_open;           /* nominations */
    bool has_executed;      /* today */
    int8_t executed;
    int8_t block, block_votes; /* NOBODY with votes: a tie */
    int8_t nomination_count;
    struct grimoire_nomination nomination[GRIMOIRE_SEATS_MAX]; /* of today */
    struct grimoire_vote vote;
    struct grimoire_day_rules rules;
    struct grimoire_claim claim;
    int32_t clock_ms;
    int64_t timer_ms; /* deadline of the day's timer; 0: none */
    int16_t stirs;    /* how often the phones were stirred this night */
    int8_t winner, reason;
    /* The storyteller has said who won, and turns the tokens one by one. */
    int8_t declared, declared_reason; /* a side; NO_SIDE: not yet */
    seat_set turned;
    struct grimoire_turned token[GRIMOIRE_SEATS_MAX]; /* zeros but for those turned */
};

/* An answer to a player, or a storyteller's suggestion of one. */
struct grimoire_answer {
    seat_set players;
    int8_t number; /* NOBODY: none */
    grimoire_characters characters;
};

struct grimoire_message {
    grimoire_character about;
    int8_t day;
    bool is_night;
    struct grimoire_answer answer;
    char text[GRIMOIRE_TEXT_SIZE];
};

/* A page of the grimoire as it was shown. */
struct grimoire_page {
    grimoire_character character, belief;
    grimoire_effect_set effects;
};

/* What one seat knows and nobody else but the storyteller. */
struct grimoire_own {
    grimoire_character character; /* as its token says; NO_CHARACTER: not handed out */
    bool is_evil, has_seen;
    bool has_prompt, has_answered, has_grimoire;
    int16_t answered_stir;
    int8_t prompt_count;
    grimoire_character prompt_about;
    seat_set prompt_from, answer;
    int8_t bet;           /* on a side, of enum grimoire_side */
    int8_t message_count; /* ever; the latest are kept */
    struct grimoire_message message[GRIMOIRE_MESSAGES_MAX];
    struct grimoire_page page[GRIMOIRE_SEATS_MAX];
};

/* An effect on a seat: a reminder in the grimoire. */
struct grimoire_token {
    int16_t id; /* from 1, never used again */
    uint8_t effect, expiry;
    int8_t holder;
    int8_t source; /* whose ability it is; NOBODY: the storyteller's hand */
    int8_t dusks;  /* that it outlives, if it ends at dusk */
    grimoire_character character;
    char note[GRIMOIRE_NOTE_SIZE];
};

struct grimoire_step {
    int8_t seat;             /* NOBODY: minion and demon info */
    grimoire_character kind; /* a character, MINION_INFO or DEMON_INFO */
    int8_t origin, status;
    int16_t order;
    int16_t token;  /* of a follow-up */
    uint8_t effect; /* of that token, if it has a part for the step */
    bool has_chosen;
    seat_set choice;
    int8_t chosen[GRIMOIRE_CHOICES_MAX]; /* the same in the order of choosing; NOBODY: no more */
    grimoire_character character;        /* chosen too, where a role asks for one */
};

/* What came of the latest choice, in order, so that a storyteller can be told in words. Kept by the events
 * as they are applied; the same facts of a choice not made yet come from trying it on a copy. */
enum grimoire_fact_kind {
    GRIMOIRE_FACT_CHOSE,      /* `seat` chose `players`; `character` is the step */
    GRIMOIRE_FACT_FAILED,     /* nothing comes of it: `effect` on `seat` */
    GRIMOIRE_FACT_PREVENTED,  /* by `effect` on `seat`, which is `character`'s ability */
    GRIMOIRE_FACT_REDIRECTED, /* the same, to `other` */
    GRIMOIRE_FACT_MARKED,     /* `seat` has `effect` now, from `other` */
    GRIMOIRE_FACT_DIED,       /* by `cause` */
    GRIMOIRE_FACT_EXECUTED,
    GRIMOIRE_FACT_BECAME, /* `seat` is `character` now */
    GRIMOIRE_FACT_ASKED,  /* a rule asks: `effect` on `seat`, which is `character`'s ability */
    GRIMOIRE_FACT_WON,
};
struct grimoire_fact {
    uint8_t kind, effect;
    int8_t seat, other; /* NOBODY: none */
    grimoire_character character;
    int8_t cause;        /* of enum grimoire_cause; -1: none */
    int8_t side, reason; /* of FACT_WON */
    seat_set players;
};
struct grimoire_facts {
    int8_t count, step; /* of the night, NOBODY: none */
    struct grimoire_fact fact[GRIMOIRE_FACTS_MAX];
};

/* Whether what a seat was told last is true, and what would have been. */
enum grimoire_verdict { GRIMOIRE_NOT_JUDGED, GRIMOIRE_WAS_TRUE, GRIMOIRE_WAS_FALSE };
struct grimoire_judged {
    int8_t verdict;
    struct grimoire_answer truth;
};

/* What only the storyteller sees before the end. */
struct grimoire_seat {
    grimoire_character character;
    grimoire_character belief; /* whom the player takes themselves for, where that is another */
    bool is_evil, was_executed_today;
    int8_t died_in; /* number of the night it died in; 0: none */
    int8_t died_on; /* number of the day it died on; 0: none, or by night */
    grimoire_character died_as;
    int8_t died_by;            /* of enum grimoire_cause, while dead */
    grimoire_character gained; /* whose ability the player has besides; NO_CHARACTER: nobody's */
};

/* What somebody was when they last did it today, by seat; NO_CHARACTER: they did not. */
struct grimoire_today {
    grimoire_character voted[GRIMOIRE_SEATS_MAX], nominated[GRIMOIRE_SEATS_MAX];
};

/* What a step has changed, one thing each, so that it can be taken back: an effect that came, one that
 * went, or a seat as it was before. */
enum grimoire_deed_kind { GRIMOIRE_EFFECT_CAME, GRIMOIRE_EFFECT_WENT, GRIMOIRE_SEAT_WAS };
struct grimoire_deed {
    int8_t step, kind;
    int8_t seat; /* of SEAT_WAS */
    struct grimoire_seat was;
    struct grimoire_token token;
};

/* Something about to happen, which effects may prevent or change. See pipeline.c. */
struct intent {
    uint8_t kind, cause; /* of enum intent_kind and grimoire_cause */
    uint8_t effect;      /* of INTENT_AFFECT: who knows what is meant */
    int8_t source, target;
    bool is_redirected;
    bool has_heir;                  /* a death after which somebody else is the Demon */
    bool is_certain;                /* a death that nobody stops */
    bool is_spared;                 /* an execution that is survived */
    int8_t victory, victory_reason; /* side that wins by it, from enum grimoire_side */
    int8_t votes;
    seat_set players; /* of a question: who may be named; none: yes or no */
    bool may_be_nobody;
    bool is_answered;
    int8_t answer; /* a seat, NOBODY, or yes (1) and no (0) */
};

/* A rule's open question, as plain data: the pipeline goes on from here. */
struct grimoire_question {
    bool is_open;
    int8_t stage;
    int16_t token;
    struct intent intent;
};

struct grimoire_secrets {
    struct grimoire_seat seat[GRIMOIRE_SEATS_MAX];
    grimoire_characters bag, bluffs;
    int16_t token_count, token_next;
    struct grimoire_token token[GRIMOIRE_TOKENS_MAX];
    int8_t step_count, open_step; /* NOBODY: none is open */
    struct grimoire_step step[GRIMOIRE_STEPS_MAX];
    int8_t acting_step; /* whose deeds are being kept; NOBODY: nobody's */
    int8_t deed_count;
    struct grimoire_deed deed[GRIMOIRE_DEEDS_MAX]; /* of this night, oldest first */
    struct grimoire_answer suggestion;             /* for the open step */
    struct grimoire_question question;
    int8_t queue_count;
    struct intent queue[GRIMOIRE_QUEUE_MAX]; /* what comes next, after the question */
    struct grimoire_today today;
    int8_t victory, victory_reason; /* a side that has won, for the storyteller to say so */
    int8_t warning, warned_seat;    /* the latest of a rule; -1: none */
    struct grimoire_facts facts;
    struct grimoire_judged judged[GRIMOIRE_SEATS_MAX];
};

struct grimoire_state {
    int8_t evil_info;
    struct grimoire_table table;
    struct grimoire_script script;
    struct grimoire_own own[GRIMOIRE_SEATS_MAX];
    struct grimoire_secrets secrets;
};

/* What may be told in a step. `plain` if everybody registers as what they are; the sets hold all that is
 * true under some registration. */
struct grimoire_truth {
    int8_t kind; /* of enum grimoire_answer_kind */
    struct grimoire_answer plain;
    int8_t number_max;
    uint32_t numbers;
    grimoire_characters characters;
    int8_t team;                          /* of a pair */
    seat_set is[GRIMOIRE_CHARACTERS];     /* of a pair: who is this character, */
    seat_set may_be[GRIMOIRE_CHARACTERS]; /* and who may register as it */
    bool may_be_none;
    seat_set players; /* of two players: who may be meant */
};

struct grimoire_warning_note {
    int8_t kind, seat;
    uint8_t value;
};

/* What would come of an answer or a choice. */
struct grimoire_outcome {
    int8_t player; /* NOBODY: nobody is named */
    bool is_yes;
    struct grimoire_facts facts;
};

/* The storyteller's desk: what is worked out from the state for the screens. */
struct grimoire_desk {
    seat_set alive, works; /* as it is, not as announced; whose ability works */
    bool is_due[GRIMOIRE_STEPS_MAX];
    bool step_works; /* the open step, like those below */
    bool is_falsified;
    grimoire_effect_set why; /* it does not work */
    int8_t choice_count;
    seat_set may_choose;
    bool may_choose_nobody;
    grimoire_characters may_pick; /* a character is chosen too */
    struct grimoire_truth truth;
    int8_t needed[GRIMOIRE_TEAMS]; /* in the bag, with the changes of its characters */
    int8_t outsiders_added[GRIMOIRE_CHARACTERS];
    int8_t prepares[GRIMOIRE_SEATS_MAX]; /* an effect, and who may hold it */
    seat_set prepare_from[GRIMOIRE_SEATS_MAX];
    int8_t warning_count;
    struct grimoire_warning_note warning[GRIMOIRE_WARNINGS_MAX];
    int8_t outcome_count; /* of the open question, else of the open step's choice */
    struct grimoire_outcome outcome[GRIMOIRE_OUTCOMES_MAX];
    bool has_execution; /* what executing the player on the block would do */
    struct grimoire_facts execution;
};

struct grimoire_view {
    int8_t viewer; /* a seat, SEAT_NARRATOR or SEAT_PUBLIC */
    int8_t dealt_count;
    struct grimoire_table table;
    struct grimoire_script script;
    struct grimoire_own own;
    int8_t bet[GRIMOIRE_SEATS_MAX]; /* everybody's, after the end */
    /* The storyteller's, and everybody's after the end; zeros for others. */
    bool sees_all;
    struct grimoire_secrets secrets;
    bool has_seen[GRIMOIRE_SEATS_MAX], is_asked[GRIMOIRE_SEATS_MAX];
    bool has_answered[GRIMOIRE_SEATS_MAX], has_latest[GRIMOIRE_SEATS_MAX];
    grimoire_character asked_about[GRIMOIRE_SEATS_MAX];
    seat_set answer[GRIMOIRE_SEATS_MAX];
    struct grimoire_message latest[GRIMOIRE_SEATS_MAX];
    struct grimoire_desk desk;
};

extern const struct game game_grimoire;

#endif
