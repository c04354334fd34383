/* Avalon: a team of hidden loyalties goes on quests. The whole data model is on this page; the rules are in
 * README.md. */
#ifndef PARLOUR_AVALON_H
#define PARLOUR_AVALON_H

#include "engine/game.h"

enum {
    AVALON_SEATS_MIN = 5,
    AVALON_SEATS_MAX = 10,
    AVALON_QUESTS = 5,
    AVALON_QUESTS_TO_WIN = 3,
    AVALON_REJECTIONS_MAX = 5,
    AVALON_PROPOSALS_MAX = AVALON_QUESTS * AVALON_REJECTIONS_MAX,
    AVALON_LADY_USES = 3,
    AVALON_SECONDS_MAX = 3600,
    AVALON_WINDOW_SECONDS_MAX = 60,
    AVALON_RESULTS_WINDOW_MS = 3000,
    AVALON_VOTE_RESULTS_SECONDS_MAX = 10,
    AVALON_CARD_KIND_MAX = 2,
};

enum avalon_team { AVALON_NO_TEAM, AVALON_GOOD, AVALON_EVIL };

/* NONE is zero: a role that the viewer has not been told. The optional six of the box come first among the
 * rest, so that options and roles can be counted together; the numbers are in logs, so new roles come
 * last. */
enum avalon_role {
    AVALON_NONE,
    AVALON_MERLIN,
    AVALON_PERCIVAL,
    AVALON_ASSASSIN,
    AVALON_MORGANA,
    AVALON_MORDRED,
    AVALON_OBERON,
    AVALON_LOYAL_SERVANT,
    AVALON_MINION,
    AVALON_CLERIC,
    AVALON_TROUBLEMAKER,
    AVALON_TRICKSTER,
    AVALON_LUNATIC,
    AVALON_BRUTE,
    AVALON_REVEALER,
    AVALON_GOOD_LANCELOT, /* as dealt; a switch changes the side, never the card */
    AVALON_EVIL_LANCELOT,
    AVALON_GOOD_SORCERER,
    AVALON_EVIL_SORCERER,
    AVALON_SENIOR_MESSENGER,
    AVALON_JUNIOR_MESSENGER,
    AVALON_EVIL_MESSENGER,
    AVALON_UNTRUSTWORTHY_SERVANT,
    AVALON_ROLE_COUNT,
};

enum avalon_option {
    AVALON_INCLUDE_MERLIN,
    AVALON_INCLUDE_PERCIVAL,
    AVALON_INCLUDE_ASSASSIN,
    AVALON_INCLUDE_MORGANA,
    AVALON_INCLUDE_MORDRED,
    AVALON_INCLUDE_OBERON,
    AVALON_INCLUDE_CLERIC,
    AVALON_INCLUDE_TROUBLEMAKER,
    AVALON_INCLUDE_TRICKSTER,
    AVALON_INCLUDE_LUNATIC,
    AVALON_INCLUDE_BRUTE,
    AVALON_INCLUDE_REVEALER,
    AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT,
    AVALON_LANCELOTS,
    AVALON_SORCERERS,
    AVALON_MESSENGERS,
    AVALON_LADY_OF_THE_LAKE,
    AVALON_EXCALIBUR,
    AVALON_ANONYMOUS_VOTES,
    AVALON_FLIP_EVIL,
    AVALON_OBERON_HIDDEN_FROM_MERLIN,
    AVALON_OBERON_GOOD_TO_LADY,
    AVALON_SWAP_VOTES,
    AVALON_QUEST_WINDOW_SECONDS,
    AVALON_EXCALIBUR_SECONDS,
    AVALON_REVEAL_SECONDS,
    AVALON_TEAM_SECONDS,
    AVALON_VOTE_SECONDS,
    AVALON_QUEST_SECONDS,
    AVALON_RESULTS_SECONDS,
    AVALON_LADY_SECONDS,
    AVALON_ASSASSINATION_SECONDS,
    AVALON_OPTION_COUNT,
};

/* How the two Lancelots are played: they see each other; or a card drawn for each quest may switch their
 * sides; or five cards dealt openly at the start do. */
enum avalon_lancelots {
    AVALON_NO_LANCELOTS,
    AVALON_LANCELOTS_KNOWN,
    AVALON_LANCELOTS_DRAW,
    AVALON_LANCELOTS_SCHEDULE,
};

/* Whether the Evil Sorcerer is one of evil, or neither knows the other evil nor they him. */
enum avalon_sorcerers {
    AVALON_NO_SORCERERS,
    AVALON_SORCERERS_WITH_EVIL,
    AVALON_SORCERERS_ALONE,
};

/* Two good Messengers and an evil one; whether the Senior of the good ones knows the Junior. */
enum avalon_messengers {
    AVALON_NO_MESSENGERS,
    AVALON_MESSENGERS_APART,
    AVALON_SENIOR_KNOWS_JUNIOR,
};

enum avalon_phase {
    AVALON_SETUP,
    AVALON_ROLE_REVEAL,
    AVALON_TEAM_BUILDING,
    AVALON_TEAM_VOTING,
    AVALON_QUEST_EXECUTION,
    AVALON_QUEST_RESULTS,
    AVALON_LADY_EXAMINATION,
    AVALON_ASSASSINATION,
    AVALON_FINISHED,
    AVALON_VOTE_RESULTS, /* between team_voting and what the vote leads to */
    AVALON_SWORD,        /* all cards are in; the holder of Excalibur may turn one */
    AVALON_RECRUITMENT,  /* before the shot: the assassin looks for the Untrustworthy Servant */
};

enum avalon_command {
    AVALON_ACKNOWLEDGE_ROLE = COMMAND_FIRST,
    AVALON_SET_PICKS,
    AVALON_PROPOSE_TEAM,
    AVALON_CAST_VOTE, /* "vote" on the wire */
    AVALON_PLAY_CARD,
    AVALON_CONTINUE,
    AVALON_EXAMINE,
    AVALON_ASSASSINATE,
    AVALON_NAME_MERLIN,
    AVALON_SHOW_LOYALTY,
    AVALON_USE_EXCALIBUR,
    AVALON_RECRUIT_SERVANT,
    AVALON_SUSPECT_SERVANT,
};

enum avalon_event {
    AVALON_TEAMS_ANNOUNCED,
    AVALON_LEADER_CHANGED,
    AVALON_LADY_CHANGED,
    AVALON_ROLE_ASSIGNED,
    AVALON_ROLE_KNOWLEDGE,
    AVALON_PHASE_CHANGED,
    AVALON_WINDOW_CLOSED,
    AVALON_PLAYER_ACKNOWLEDGED_ROLE,
    AVALON_PICKS_CHANGED,
    AVALON_TEAM_PROPOSED,
    AVALON_TEAM_VOTE_CAST,
    AVALON_TEAM_VOTE_RECORDED,
    AVALON_VOTES_REVEALED,
    AVALON_TEAM_APPROVED,
    AVALON_TEAM_REJECTED,
    AVALON_REJECTION_COUNT,
    AVALON_QUEST_CARD_PLAYED,
    AVALON_QUEST_CARD_RECORDED,
    AVALON_QUEST_COMPLETED,
    AVALON_PLAYER_EXAMINED,
    AVALON_EVIL_REVEALED,
    AVALON_MERLIN_NAMED,
    AVALON_ASSASSIN_TARGET,
    AVALON_ASSASSINATION_RESULT,
    AVALON_ROLE_REVEALED,
    AVALON_GAME_FINISHED,
    AVALON_RESULTS_SEEN,
    AVALON_LEADER_CHECKED,
    AVALON_LOYALTY_CHOSEN,
    AVALON_LANCELOT_SHOWN,
    AVALON_LOYALTIES_DEALT,
    AVALON_LOYALTY_DRAWN,
    AVALON_EXCALIBUR_USED,
    AVALON_EXCALIBUR_SHEATHED,
    AVALON_SERVANT_SUSPECTED,
    AVALON_SERVANT_NAMED,
    AVALON_EVENT_COUNT,
};

enum avalon_reason {
    AVALON_GOOD_WON_QUESTS,
    AVALON_MERLIN_SURVIVED,
    AVALON_EVIL_SABOTAGED_QUESTS,
    AVALON_FIVE_REJECTIONS,
    AVALON_MERLIN_ASSASSINATED,
    AVALON_MESSENGERS_ASSASSINATED,
};

enum avalon_vote { AVALON_NO_VOTE, AVALON_REJECT, AVALON_APPROVE };
enum avalon_card {
    AVALON_NO_CARD,
    AVALON_SUCCESS,
    AVALON_FAIL,
    AVALON_MAGIC,
    AVALON_GOOD_MESSAGE, /* counts as a Success, and as a message */
    AVALON_EVIL_MESSAGE, /* counts as a Fail, and as a message */
    AVALON_CARD_COUNT,
};

extern const char *const avalon_team_names[], *const avalon_role_names[],
                                                  *const avalon_phase_names[];
extern const char *const avalon_vote_names[], *const avalon_card_names[],
                                                  *const avalon_reason_names[];

/* A team as it was proposed and voted on. A seat that did not approve rejected. */
struct avalon_proposal {
    int8_t quest; /* index */
    int8_t leader;
    int8_t approvals, rejections; /* both 0: not voted on yet */
    bool is_approved;
    int8_t excalibur; /* who would carry it; -1: it is not in the game */
    seat_set team;
    seat_set approved_by; /* empty where votes are anonymous */
};

struct avalon_quest {
    seat_set team;                       /* empty: not gone on yet */
    int8_t fails, magic;                 /* how many cards */
    int8_t good_messages, evil_messages; /* thereof: evil ones are Fails, good ones are not */
    int8_t excalibur, turned;            /* who carried it, and whose card was turned; -1: nobody */
    bool is_done, is_success;
};

struct avalon_examination {
    int8_t quest, holder, target;
    int8_t team; /* what the holder was told; in a view NO_TEAM for everybody else */
};

/* What has happened before all eyes; state and view share it. Everything here is public. */
struct avalon_table {
    int8_t seat_count;
    uint32_t roles; /* in play: a bit per role */
    bool has_lady, has_excalibur, has_anonymous_votes, has_flip_evil;
    bool oberon_hidden_from_merlin, oberon_good_to_lady;
    bool has_swapped_votes; /* the page puts Approve and Reject on sides that differ */
    int8_t phase;
    bool is_window_open; /* while it is, a quest or its results cannot end */
    int8_t leader;
    int8_t quest; /* index */
    int8_t rejections;
    int8_t lady;            /* who holds the token; -1: there is none */
    seat_set has_held_lady; /* also the holder */
    seat_set picks;         /* what the leader has in hand */
    int8_t acknowledged;    /* how many */
    int8_t cards_played;    /* how many */
    int8_t seen;            /* how many have seen the results and want to go on */
    seat_set voted;         /* who, not how */
    int8_t proposal_count;  /* the last one is the one on the table */
    int8_t examination_count;
    seat_set revealed_evil; /* shown to all: the Revealer, the found Servant, all before the shot */
    int8_t lancelots;       /* enum avalon_lancelots */
    int8_t sorcerers;       /* enum avalon_sorcerers */
    int8_t messengers;      /* enum avalon_messengers */
    int8_t loyalty_count;   /* of how many quests the loyalty card lies open */
    uint8_t switches;       /* a bit per quest: its card switches the Lancelots */
    int8_t servant_named; /* whom the assassin took for the Untrustworthy Servant; -1: nobody yet */
    bool is_servant_found;  /* who is evil now, and shoots */
    int8_t assassin_target; /* -1: nobody yet */
    int8_t assassin_second; /* of the two taken for the Messengers; -1: one for Merlin */
    int8_t winner;          /* a team */
    int8_t reason;
    struct avalon_quest quests[AVALON_QUESTS];
    struct avalon_proposal proposals[AVALON_PROPOSALS_MAX];
};

/* What one seat knows and has done; in the state one per seat, in a view the viewer's own. */
struct avalon_own {
    int8_t role;
    int8_t team; /* the side of now; only a Lancelot's ever changes */
    seat_set known;
    int8_t lancelot;     /* the other Lancelot, for one who was shown; -1: nobody */
    int8_t checked;      /* whom the Cleric has checked; -1: nobody */
    int8_t checked_team; /* and what was seen */
    int8_t shows;        /* the side a Trickster shows when checked */
    bool has_acknowledged;
    bool has_seen; /* the results on the table */
    int8_t vote, card;
    bool has_sheathed;         /* has left Excalibur alone, so far */
    int8_t saw[AVALON_QUESTS]; /* the card that this seat has turned on a quest */
    int8_t messages;           /* Good Messages on quests that are over */
    int8_t named; /* whom this seat takes for Merlin, before that for the Servant; -1: nobody */
    int8_t named_second; /* with whom they would be the Messengers; -1: `named` is Merlin */
};

struct avalon_state {
    int64_t deadline_ms;
    int32_t seconds[AVALON_OPTION_COUNT]; /* of the options that are times; 0 for the rest */
    struct avalon_table table;
    struct avalon_own own[AVALON_SEATS_MAX];
    struct avalon_examination examinations[AVALON_LADY_USES];
};

struct avalon_view {
    int8_t seat; /* the viewer's; -1: watches */
    struct avalon_table table;
    struct avalon_own own;
    struct avalon_examination examinations[AVALON_LADY_USES];
    /* Filled in after the end only. */
    int8_t roles[AVALON_SEATS_MAX];
    int8_t teams[AVALON_SEATS_MAX];
    int8_t named[AVALON_SEATS_MAX];
};

/* quests.c: the table of quests. */
int avalon_evil_count(int seat_count);
int avalon_team_size(int seat_count, int quest);
int avalon_fails_needed(int seat_count, int quest);
int avalon_approvals_needed(int seat_count);
int avalon_quests_won(const struct avalon_table *table, bool is_success);
int avalon_seats_count(seat_set seats);
seat_set avalon_everybody(const struct avalon_table *table);
/* The team on the table; there must be one. */
const struct avalon_proposal *avalon_proposal(const struct avalon_table *table);

/* roles.c: who is what, and who knows whom. */
/* The side a role is dealt on. */
enum avalon_team avalon_team_of(enum avalon_role role);
static inline bool avalon_in_play(const struct avalon_table *table, enum avalon_role role)
{
    return (table->roles & 1u << role) != 0;
}
/* The cards to deal, one per seat, in the order of enum avalon_role. */
void avalon_deck(const struct avalon_table *table, int deck[AVALON_SEATS_MAX]);
/* Whether `observer` is shown a seat of role `other` when the roles are dealt. */
bool avalon_is_shown(const struct avalon_table *table, enum avalon_role observer,
                     enum avalon_role other);
enum refusal avalon_check(const struct game_setup *setup, const char **why);
void avalon_suggest(int seat_count, int64_t option[GAME_OPTIONS_MAX]);
void avalon_advise(const struct game_setup *setup, struct game_advice *advice);
extern const struct game_role avalon_roles[]; /* end with an empty entry */
bool avalon_role(int index, struct game_role *role);

/* lady.c: the Lady of the Lake. */
bool avalon_lady_is_due(const struct avalon_table *table);
seat_set avalon_lady_targets(const struct avalon_table *table);
/* What a loyalty check, the Lady's or the Cleric's, says of a seat. */
enum avalon_team avalon_lady_reads(const struct avalon_table *table, const struct avalon_own *own);

/* cards.c: who may play what on the quest at hand, and what the cards come to. */
struct avalon_count {
    int fails, magic, good_messages, evil_messages;
    bool is_success;
};
bool avalon_may_play(const struct avalon_table *table, const struct avalon_own *own,
                     enum avalon_card card);
/* Whether others than Success and Fail can be played at this table. */
bool avalon_has_more_cards(const struct avalon_table *table);
/* The card of a player who has played none in time. */
enum avalon_card avalon_missing_card(const struct avalon_table *table,
                                     const struct avalon_own *own);

bool avalon_is_fail(enum avalon_card card);
/* Events say of a card whether it is a Fail, and of which kind it is; -1 at a table that has one kind. */
int avalon_kind_of(const struct avalon_table *table, enum avalon_card card);
enum avalon_card avalon_card_of(bool is_fail, int64_t kind);
/* The cards of the quest at hand, as Excalibur has left them. Magic turns the result when all is counted. */
struct avalon_count avalon_count(const struct avalon_state *s);

/* excalibur.c: the sword that turns a card. */
/* Who of a team may be given it: anybody but the leader. */
seat_set avalon_bearers(const struct avalon_table *table, seat_set team);
/* Who gets it if the leader has named nobody: the next of the team after the leader. */
int avalon_next_bearer(const struct avalon_table *table, seat_set team);
/* Whose card the one who carries it may turn. */
seat_set avalon_turnable(const struct avalon_table *table);
/* Emits. */
void avalon_turn_card(struct game_turn *turn, int target);
/* The card that counts for a seat when all is done. */
enum avalon_card avalon_counted_card(const struct avalon_state *s, int seat);

/* lancelot.c: the two who may change sides. The first three emit. */
void avalon_show_lancelots(struct game_turn *turn);
void avalon_deal_loyalties(struct game_turn *turn);
/* The loyalty card of quest `quest`, as it begins. */
void avalon_draw_loyalty(struct game_turn *turn, int quest);
bool avalon_is_lancelot(enum avalon_role role);

/* phases.c: what follows what. Each emits; none refuses. */
bool avalon_shows_results(const struct avalon_table *table);
void avalon_begin_phase(struct game_turn *turn, enum avalon_phase phase);
/* When all know their roles, the Cleric checks the first leader and the first quest begins. */
void avalon_begin_quests(struct game_turn *turn);
void avalon_leave_results(struct game_turn *turn);
/* `excalibur`: who is to carry it; -1: nobody was named. */
void avalon_propose(struct game_turn *turn, seat_set team, int excalibur);
/* Also a change of mind, which nobody else hears of. */
void avalon_record_vote(struct game_turn *turn, int seat, enum avalon_vote vote);
void avalon_record_card(struct game_turn *turn, int seat, enum avalon_card card);
bool avalon_has_all_cards(const struct avalon_table *table);
void avalon_examine(struct game_turn *turn, int target);
/* At Merlin, or with `second` at the two good Messengers; -1: there is no second. */
void avalon_shoot(struct game_turn *turn, int target, int second);
/* Acts for everybody who has not acted in time. */
void avalon_time_out(struct game_turn *turn);
int avalon_seat_of(const struct avalon_state *state, enum avalon_role role); /* -1: nobody's */
/* The assassin names `target` as the Untrustworthy Servant; then comes the shot. */
void avalon_recruit(struct game_turn *turn, int target);
/* Whether the seat is the one that names and shoots: the assassin's, or the Servant's who was found. */
bool avalon_is_shooter(const struct avalon_table *table, const struct avalon_own *own);
/* Whom the shooter may aim at: anyone but himself and the evil he knows. For everybody else, whom they may
 * take for Merlin or the Servant: anyone but themselves. Nobody aims at evil that has been shown to all. */
seat_set avalon_targets(const struct avalon_table *table, int seat, const struct avalon_own *own);

/* decide.c and apply.c: what a command does, and what an event does. */
enum refusal avalon_decide(struct game_turn *turn, const struct game_command *command);
void avalon_init(void *state, const struct game_setup *setup);
void avalon_apply(void *state, const struct game_event *event);

void avalon_view(const void *state, int viewer, void *view);
void avalon_encode(const void *view, struct json *out);
bool avalon_bot(const void *view, const struct game_bot *bot, struct game_command *command);
/* remarks.c */
extern const char *const avalon_lines[];
int avalon_remarks(const void *public_view, int seat, int64_t *moment,
                   struct game_remark out[GAME_REMARKS_MAX]);

extern const struct game game_avalon;

#endif
