/* One Night: twenty-two roles, a night of swaps, one vote. The whole data model is on this page; the rules
 * are in README.md. A card and a role are kept apart: `dealt` says who wakes, `card` who wins. What became of
 * a card (a copy, an Investigator who turned) moves with it. */
#ifndef PARLOUR_ONENIGHT_H
#define PARLOUR_ONENIGHT_H

#include "engine/game.h"

enum {
    ONENIGHT_SEATS_MIN = 3,
    ONENIGHT_SEATS_MAX = 10,
    ONENIGHT_CENTER_CARDS = 3,
    ONENIGHT_CENTER_SLOTS = 4,    /* the last is the Alpha Wolf's */
    ONENIGHT_ROLE_CARDS_MAX = 10, /* of one role in the list */
    ONENIGHT_QUESTIONS = 3,       /* wordings of each decoy question */
    ONENIGHT_RECORDS_MAX = 4,     /* of one seat, besides the mates it saw */
    ONENIGHT_DEEDS_MAX = ONENIGHT_SEATS_MAX * ONENIGHT_SEATS_MAX, /* a shift is many swaps */
    ONENIGHT_CLAIMS_MAX = 8, /* how often a seat may claim something */
    ONENIGHT_FORMS_MAX = 3,  /* ways to answer one window */
    ONENIGHT_ROWS = 13,      /* of the table of winners */
    ONENIGHT_NOBODY = -1,
};

/* In the order of the night; those after the Revealer sleep through it. */
enum onenight_role {
    ONENIGHT_NO_ROLE,
    ONENIGHT_DOPPELGANGER,
    ONENIGHT_SENTINEL,
    ONENIGHT_WEREWOLF,
    ONENIGHT_ALPHA_WOLF,
    ONENIGHT_MYSTIC_WOLF,
    ONENIGHT_MINION,
    ONENIGHT_MASON,
    ONENIGHT_SEER,
    ONENIGHT_APPRENTICE_SEER,
    ONENIGHT_INVESTIGATOR,
    ONENIGHT_ROBBER,
    ONENIGHT_WITCH,
    ONENIGHT_TROUBLEMAKER,
    ONENIGHT_VILLAGE_IDIOT,
    ONENIGHT_DRUNK,
    ONENIGHT_INSOMNIAC,
    ONENIGHT_REVEALER,
    ONENIGHT_HUNTER,
    ONENIGHT_TANNER,
    ONENIGHT_BODYGUARD,
    ONENIGHT_DREAM_WOLF,
    ONENIGHT_VILLAGER,
    ONENIGHT_ROLES,
};

/* A window of the night: that of a role, the second one of a role that chooses again by what it saw, one of
 * the simultaneous pace, or one in which a Doppelganger does what she copied: at once, once more by what she
 * saw, or right after the role itself. */
enum onenight_step {
    ONENIGHT_NO_STEP,
    ONENIGHT_STEP_LAST = ONENIGHT_REVEALER,
    ONENIGHT_STEP_CHOICE,
    ONENIGHT_STEP_REPORT,
    ONENIGHT_STEP_INVESTIGATOR_AGAIN,
    ONENIGHT_STEP_WITCH_AGAIN,
    ONENIGHT_STEP_CHOICE_AGAIN,
    ONENIGHT_STEP_COPY_ACTS,
    ONENIGHT_STEP_COPY_ACTS_AGAIN,
    ONENIGHT_STEP_COPY_MINION,
    ONENIGHT_STEP_COPY_INSOMNIAC,
    ONENIGHT_STEP_COPY_REVEALER,
    ONENIGHT_STEPS,
};

/* Where a card lies: the seats, then the centre. CENTER is a card of the centre, but which? */
enum onenight_place {
    ONENIGHT_PLACE_CENTER_0 = ONENIGHT_SEATS_MAX,
    ONENIGHT_PLACE_ALPHA = ONENIGHT_SEATS_MAX + ONENIGHT_CENTER_CARDS,
    ONENIGHT_PLACES = ONENIGHT_SEATS_MAX + ONENIGHT_CENTER_SLOTS,
    ONENIGHT_PLACE_CENTER = ONENIGHT_PLACES,
};

enum onenight_option {
    ONENIGHT_COUNT_FIRST, /* cards of the first role; the others follow in order */
    ONENIGHT_COUNT_LAST = ONENIGHT_COUNT_FIRST + ONENIGHT_ROLES - 2,
    ONENIGHT_POOL,
    ONENIGHT_NIGHT_PACE,
    ONENIGHT_STEP_SECONDS,
    ONENIGHT_DISCUSSION_SECONDS,
    ONENIGHT_VOTING_SECONDS,
    ONENIGHT_CHAT_AT_NIGHT,
    ONENIGHT_MINION_MUST_SURVIVE,
    ONENIGHT_LIVE_VOTES,
};

enum onenight_pace {
    ONENIGHT_NARRATED,
    ONENIGHT_SIMULTANEOUS,
    ONENIGHT_EAGER,
    ONENIGHT_EYES_CLOSED,
};

enum onenight_phase {
    ONENIGHT_DEALING,
    ONENIGHT_REVEAL,
    ONENIGHT_NIGHT,
    ONENIGHT_DISCUSSION,
    ONENIGHT_VOTING,
    ONENIGHT_RESULTS,
};

enum onenight_command {
    ONENIGHT_ACKNOWLEDGE = COMMAND_FIRST,
    ONENIGHT_ACT,
    ONENIGHT_CLAIM,
    ONENIGHT_CALL_VOTE,
    ONENIGHT_VOTE,
    ONENIGHT_MARK,
};

enum onenight_event {
    ONENIGHT_ROLE_DEALT,
    ONENIGHT_CENTER_DEALT,
    ONENIGHT_REVEAL_BEGAN,
    ONENIGHT_ROLE_ACKNOWLEDGED,
    ONENIGHT_STEP_BEGAN,
    ONENIGHT_MATES_SEEN,
    ONENIGHT_ANSWERED,
    ONENIGHT_CARD_VIEWED,
    ONENIGHT_CARDS_SWAPPED,
    ONENIGHT_SWAP_MADE,
    ONENIGHT_DISCUSSION_BEGAN,
    ONENIGHT_CLAIM_MADE,
    ONENIGHT_VOTE_CALLED,
    ONENIGHT_VOTING_BEGAN,
    ONENIGHT_VOTE_CAST,
    ONENIGHT_BALLOT_REVEALED,
    ONENIGHT_PLAYER_DIED,
    ONENIGHT_CARD_TURNED,
    ONENIGHT_MATES_TOLD,
    ONENIGHT_DEED_TOLD,
    ONENIGHT_GAME_ENDED,
    ONENIGHT_MARKED,
    ONENIGHT_SHIELD_LAID,
    ONENIGHT_SHIELD_MADE,
    ONENIGHT_SHIFT_MADE,
    ONENIGHT_INVESTIGATOR_TURNED,
    ONENIGHT_CARD_SHOWN,
    ONENIGHT_ROLE_COPIED,
};

enum onenight_action {
    ONENIGHT_VIEW_CARD,
    ONENIGHT_SWAP_PLAYER_TO_PLAYER,
    ONENIGHT_SWAP_PLAYER_TO_CENTER,
    ONENIGHT_SHIELD_CARD,
    ONENIGHT_SHIFT_CARDS, /* all others', towards the target */
    ONENIGHT_COPY_CARD,
};

enum onenight_team { ONENIGHT_VILLAGE, ONENIGHT_WEREWOLVES, ONENIGHT_TANNERS };
enum onenight_cause { ONENIGHT_BY_VOTES, ONENIGHT_BY_HUNTER };

extern const char *const onenight_role_names[],
    *const onenight_step_names[], *const onenight_place_names[], *const onenight_action_names[],
                                                                     *const onenight_cause_names[];

/* One card seen, moved or shielded, as its owner knows it. */
struct onenight_record {
    int8_t action;
    int8_t source, target; /* places; a view has no target */
    int8_t role;           /* that was seen */
};

/* The same as the table learns it at the end. */
struct onenight_deed {
    int8_t seat, action, source, target, source_role, target_role;
};

/* An answer to a window: players and centre cards, bit sets. */
struct onenight_answer {
    uint16_t players;
    uint16_t center; /* as wide, so that no gap makes equal states differ */
};

/* How many players and centre cards an answer may hold. */
struct onenight_form {
    int8_t players, center;
};

/* "I was dealt `role`; I chose these; I saw `first` and `second`." Public, and true or not. */
struct onenight_claim {
    int8_t role, first, second;
    uint8_t center;
    uint16_t players;
};

struct onenight_death {
    int8_t seat, cause, hunter;
};

/* What the table knows, from the deal on. */
struct onenight_table {
    int8_t seat_count, phase, pace;
    bool is_pool;
    bool is_timed;     /* the discussion ends by itself */
    bool is_vote_live; /* a ballot is shown as soon as it is cast */
    int8_t deck[ONENIGHT_ROLES];
    int8_t step, question;
    int8_t acknowledged_count, vote_calls, vote_count;
    int8_t ballot[ONENIGHT_SEATS_MAX]; /* that is shown, or NOBODY */
    uint16_t shields;                  /* seats whose cards nobody looks at or moves */
    int8_t shown[ONENIGHT_SEATS_MAX];  /* the card that lies open before a seat, or NO_ROLE */
    int8_t claim_count[ONENIGHT_SEATS_MAX];
    struct onenight_claim claim[ONENIGHT_SEATS_MAX];
};

/* What one seat knows and nobody else. */
struct onenight_knowledge {
    int8_t dealt;
    bool has_acknowledged, has_mates, has_answered, calls_vote;
    uint16_t mates; /* the Werewolves a Werewolf or the Minion saw, the Masons a Mason saw */
    int8_t vote;    /* or NOBODY */
    int8_t turned;  /* what an Investigator became by what he saw, or NO_ROLE */
    int8_t copied;  /* what a Doppelganger saw and is, or NO_ROLE */
    int8_t record_count;
    struct onenight_record record[ONENIGHT_RECORDS_MAX];
    struct onenight_answer answer; /* to the window that is open */
    struct onenight_answer mark;   /* in it: the answer of a seat that gives none until it closes */
};

/* Facts that the end reveals, besides what the seats knew. */
struct onenight_secrets {
    int8_t dealt[ONENIGHT_PLACES], card[ONENIGHT_PLACES];
    int8_t origin[ONENIGHT_PLACES]; /* where the card that lies there was dealt to */
    int8_t turned[ONENIGHT_PLACES]; /* what the card dealt there became, or NO_ROLE */
    int8_t copied[ONENIGHT_PLACES]; /* what the Doppelganger card dealt there copied, or NO_ROLE */
    uint16_t mates[ONENIGHT_SEATS_MAX];
    bool has_mates[ONENIGHT_SEATS_MAX];
    int8_t question[ONENIGHT_STEPS]; /* that was put in each window */
    struct onenight_answer instinct[ONENIGHT_STEPS][ONENIGHT_SEATS_MAX]; /* answers to decoys */
    int8_t deed_count;
    struct onenight_deed deed[ONENIGHT_DEEDS_MAX];
    int8_t death_count;
    struct onenight_death death[ONENIGHT_SEATS_MAX];
    int8_t row; /* of the table of winners, from 1 */
    uint16_t winners;
};

struct onenight_state {
    int64_t deadline_ms;
    int32_t step_ms, discussion_ms, voting_ms;
    bool chats_at_night, minion_must_survive;
    struct onenight_table table;
    struct onenight_knowledge seat[ONENIGHT_SEATS_MAX];
    struct onenight_secrets secrets;
};

struct onenight_view {
    struct onenight_table table;
    int8_t viewer; /* or NOBODY: the public */
    struct onenight_knowledge own;
    bool is_asked;    /* a window is open and this seat has not answered */
    bool acts;        /* the answer is a deed and not an instinct */
    uint16_t targets; /* players that an answer may name */
    int8_t form_count;
    struct onenight_form form[ONENIGHT_FORMS_MAX];
    bool is_over;
    struct onenight_secrets secrets; /* zeros before the end */
};

static inline int onenight_center_place(int card)
{
    return ONENIGHT_PLACE_CENTER_0 + card;
}

/* deck.c */
extern const struct game_role onenight_roles[]; /* end with an empty entry */
bool onenight_role(int index, struct game_role *role);
enum onenight_team onenight_team_of(int role);
bool onenight_is_wolf(int role); /* of Werewolf kind */
/* The role of the player who holds the card that lies there: the role it became, the role it copied, or its
 * face. */
int onenight_role_at(const struct onenight_secrets *secrets, int place);
enum refusal onenight_check(const struct game_setup *setup, const char **why);
void onenight_suggest(int seat_count, int64_t option[]);
void onenight_advise(const struct game_setup *setup, struct game_advice *advice);
void onenight_deal(struct game_turn *turn);

/* night.c */
int onenight_role_of_step(int step); /* whose window it is; NO_ROLE in the simultaneous pace */
int onenight_rank_of_step(int step); /* its place in the night */
void onenight_begin_night(struct game_turn *turn);
void onenight_close_step(struct game_turn *turn); /* the window has passed */
/* In the eager pace a step ends when it is done, and the next one may be done at once. */
void onenight_hurry(struct game_turn *turn);

/* actions.c */
uint16_t onenight_dealt(const struct onenight_state *s, int role); /* seats dealt this role */
/* As whom a seat wakes: the dealt card, or what a Doppelganger copied. */
int onenight_waking_role(const struct onenight_knowledge *own);
/* Whether a seat wakes in the window of `step`, by its dealt card and by what it has seen since. */
bool onenight_wakes(const struct onenight_knowledge *own, int step);
/* Whether the card list has somebody to wake in it. */
bool onenight_has_step(const struct onenight_table *table, int step);
/* Whether what `seat` answers in the open window is a deed of its role. */
bool onenight_acts(const struct onenight_state *s, int seat);
bool onenight_would_act(const struct onenight_state *s, int seat, int step);
/* Whether some role chooses a second time by what it saw: then the simultaneous pace has two windows. */
bool onenight_has_second_choice(const struct onenight_table *table);
/* The players that `seat` may name in the open window; depends on what `seat` knows only. */
uint16_t onenight_targets(const struct onenight_state *s, int seat);
/* The ways to answer the open window; depends on what `seat` knows only. Returns how many. */
int onenight_forms(const struct onenight_state *s, int seat,
                   struct onenight_form form[ONENIGHT_FORMS_MAX]);
/* Records the answer; a deed that does not wait for the others is done. */
void onenight_answer_with(struct game_turn *turn, int seat, struct onenight_answer answer);
bool onenight_answer_fits(const struct onenight_state *s, int seat, struct onenight_answer answer);
/* The shields that were named, a Doppelganger's too, in the order of the table: nothing tells who laid
 * which. */
void onenight_lay_shields(struct game_turn *turn);
/* What `seat` does in the window of `step`. */
void onenight_perform(struct game_turn *turn, int seat, int step, struct onenight_answer answer);
void onenight_inform(struct game_turn *turn, int step); /* those who only look */

/* votes.c */
uint16_t onenight_killed(const struct onenight_state *s, struct onenight_death death[], int *count);
void onenight_show_ballot(struct game_turn *turn, int seat);
void onenight_finish(struct game_turn *turn); /* the ballots are in */

/* winners.c */
struct onenight_verdict {
    int row;
    uint16_t winners;
};
struct onenight_verdict onenight_judge(const int8_t card[], int seat_count, uint16_t dead,
                                       bool minion_must_survive);

void onenight_view(const void *state, int viewer, void *view);
void onenight_encode(const void *view, struct json *out);
bool onenight_bot(const void *view, const struct game_bot *bot, struct game_command *command);
/* remarks.c */
extern const char *const onenight_lines[];
int onenight_remarks(const void *public_view, int seat, int64_t *moment,
                     struct game_remark out[GAME_REMARKS_MAX]);

extern const struct game game_onenight;

#endif
