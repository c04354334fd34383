/* What One Night's rules let anybody know, written from the rules page. It knows roles, steps and events by
 * the words of that page and includes nothing of the game; above all it does not trust the game's words about
 * what somebody saw, but works it out from the cards. */
#include <string.h>

#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct mutant onenight_leaks[];

enum { SEATS = 10, PLACES = 14, CENTER = 10, NOTES = 8 };

/* In wake order, as the rules pages have them; those after the Revealer sleep. */
static const char *const roles[] = {
    "",
    "doppelganger",
    "sentinel",
    "werewolf",
    "alpha_wolf",
    "mystic_wolf",
    "minion",
    "mason",
    "seer",
    "apprentice_seer",
    "paranormal_investigator",
    "robber",
    "witch",
    "troublemaker",
    "village_idiot",
    "drunk",
    "insomniac",
    "revealer",
    "hunter",
    "tanner",
    "bodyguard",
    "dream_wolf",
    "villager",
};
enum {
    NO_ROLE,
    DOPPELGANGER,
    SENTINEL,
    WEREWOLF,
    ALPHA,
    MYSTIC,
    MINION,
    MASON,
    SEER,
    APPRENTICE,
    INVESTIGATOR,
    ROBBER,
    WITCH,
    TROUBLEMAKER,
    IDIOT,
    DRUNK,
    INSOMNIAC,
    REVEALER,
    TANNER = 19,
    DREAM_WOLF = 21,
    ROLES = 23,
};

/* The second taps of those who choose again, the windows in which all choose at once, and those in which a
 * Doppelganger does what she copied. */
enum {
    SECOND_LOOK = ROLES,
    GIFT,
    CHOICE,
    CHOICE_AGAIN,
    REPORT,
    COPY_ACTS,
    COPY_AGAIN,
    COPY_MINION,
    COPY_INSOMNIAC,
    COPY_REVEALER,
    STEPS,
};
static const char *const steps[] = { "paranormal_investigator_again",
                                     "witch_again",
                                     "choice",
                                     "choice_again",
                                     "report",
                                     "doppelganger_acts",
                                     "doppelganger_acts_again",
                                     "doppelganger_minion",
                                     "doppelganger_insomniac",
                                     "doppelganger_revealer" };

static const char *const places[] = { "seat_0",   "seat_1",   "seat_2",   "seat_3",  "seat_4",
                                      "seat_5",   "seat_6",   "seat_7",   "seat_8",  "seat_9",
                                      "center_0", "center_1", "center_2", "center_3" };

struct answer {
    bool given;
    int64_t players, center;
};

struct memory {
    int seats;
    int dealt[PLACES], card[PLACES];
    char phase[24];
    int step;
    int64_t deadline_ms;
    int64_t question[STEPS], step_until_ms[STEPS]; /* of each step so far */
    seat_set acknowledged, callers;
    int vote_count, vote[SEATS]; /* seat + 1; 0: none yet */
    bool is_vote_live;
    struct answer answer[SEATS];
    struct answer mark[SEATS];
    int claims;
    int64_t claim[SEATS][6];
    /* What a seat has learnt: for each place the role that was seen there, and the swaps it made. */
    bool knows_mates[SEATS];
    seat_set mates[SEATS];
    int seen[SEATS][PLACES];
    int new_card[SEATS], last_card[SEATS];
    int swap_count[SEATS], swap[SEATS][NOTES][2];
    int copied[SEATS];      /* what a Doppelganger saw */
    int copied_at[SEATS];   /* and where */
    int became[SEATS];      /* an Investigator, by what he saw */
    int looks[SEATS];       /* how often he has looked */
    int64_t guards[SEATS];  /* whom a Sentinel shielded */
    int64_t shifted[SEATS]; /* towards whom a Village Idiot moved the cards */
    int resolved;           /* where all chose at once: the roles whose looks are done */
    bool has_second_choice; /* the deck has somebody who chooses by what he saw */
    seat_set shields;       /* public */
    int shown[SEATS];       /* public: what a Revealer turned and lies open */
};

static int word(const struct oracle_event *event, const char *name, const char *const words[],
                int count)
{
    for (int i = 0; i < count; i++)
        if (oracle_arg_is(event, name, words[i]))
            return i;
    return 0;
}

static void begin(void *memory, const struct game *game, const struct game_setup *setup)
{
    struct memory *m = memory;
    m->seats = setup->seat_count;
    m->is_vote_live = oracle_option(game, setup, "live_votes") != 0;
    m->has_second_choice = oracle_option(game, setup, "doppelganger") != 0 ||
                           oracle_option(game, setup, "paranormal_investigator") != 0 ||
                           oracle_option(game, setup, "witch") != 0;
}

/* The rules */

/* The role whose deeds a seat does: its dealt card, or what a Doppelganger copied. */
static int deeds_of(const struct memory *m, int seat)
{
    return m->dealt[seat] == DOPPELGANGER ? m->copied[seat] : m->dealt[seat];
}

/* As whom a seat wakes. A Doppelganger who investigated and became a Werewolf is one already. */
static int wakes_as(const struct memory *m, int seat)
{
    bool has_turned = m->dealt[seat] == DOPPELGANGER && m->became[seat] != NO_ROLE;
    return has_turned ? m->became[seat] : deeds_of(m, seat);
}

/* Werewolf kind: also Alpha, Mystic and Dream Wolf, who sleeps but is seen. */
static bool is_wolf(int role)
{
    return role == WEREWOLF || role == ALPHA || role == MYSTIC || role == DREAM_WOLF;
}

static seat_set wolves(const struct memory *m)
{
    seat_set seats = 0;
    for (int seat = 0; seat < m->seats; seat++)
        seats |= is_wolf(wakes_as(m, seat)) ? seat_bit(seat) : 0;
    return seats;
}

static seat_set masons(const struct memory *m)
{
    seat_set seats = 0;
    for (int seat = 0; seat < m->seats; seat++)
        seats |= wakes_as(m, seat) == MASON ? seat_bit(seat) : 0;
    return seats;
}

static bool is_alone(const struct memory *m, int seat)
{
    return wolves(m) == seat_bit(seat);
}

static bool is_doppelganger(const struct memory *m, int seat, int copied)
{
    return m->dealt[seat] == DOPPELGANGER && m->copied[seat] == copied;
}

/* Werewolves see each other, Alpha and Mystic Wolf too, the Minion the Werewolves, Masons each other. A
 * Doppelganger who copied a Minion looks in a window of her own. */
static bool sees_mates(const struct memory *m, int seat, int step)
{
    if (step == WEREWOLF)
        return is_wolf(wakes_as(m, seat)) && wakes_as(m, seat) != DREAM_WOLF;
    if (step == MASON)
        return wakes_as(m, seat) == MASON;
    return step == MINION ? m->dealt[seat] == MINION : is_doppelganger(m, seat, MINION);
}

static void show_mates(struct memory *m, int step)
{
    seat_set seen = step == MASON ? masons(m) : wolves(m);
    for (int seat = 0; seat < m->seats; seat++)
        if (sees_mates(m, seat, step)) {
            m->knows_mates[seat] = true;
            m->mates[seat] = seen & ~seat_bit(seat);
        }
}

static void show_last_cards(struct memory *m, int step)
{
    for (int seat = 0; seat < m->seats; seat++) {
        bool wakes =
            step == INSOMNIAC ? m->dealt[seat] == INSOMNIAC : is_doppelganger(m, seat, INSOMNIAC);
        if (wakes && !seat_in(m->shields, seat))
            m->last_card[seat] = m->card[seat];
    }
}

/* Roles that only look learn it when the window begins. */
static void show(struct memory *m, int step)
{
    if (step == WEREWOLF || step == MINION || step == MASON || step == COPY_MINION)
        show_mates(m, step);
    if (step == INSOMNIAC || step == COPY_INSOMNIAC)
        show_last_cards(m, step);
}

static void see_center(struct memory *m, int seat, int64_t cards)
{
    for (int i = 0; i < 3; i++)
        if (cards >> i & 1)
            m->seen[seat][CENTER + i] = m->card[CENTER + i];
}

static void see_players(struct memory *m, int seat, int64_t players)
{
    for (int other = 0; other < m->seats; other++)
        if ((players >> other & 1) && !seat_in(m->shields, other))
            m->seen[seat][other] = m->card[other];
}

/* At a Werewolf kind or a Tanner he stops and is one. */
static void investigate(struct memory *m, int seat, int64_t players)
{
    for (int other = 0; other < m->seats; other++) {
        if (!(players >> other & 1) || seat_in(m->shields, other) || m->became[seat])
            continue;
        m->looks[seat]++;
        m->seen[seat][other] = m->card[other];
        if (is_wolf(m->card[other]))
            m->became[seat] = WEREWOLF;
        if (m->card[other] == TANNER)
            m->became[seat] = TANNER;
    }
}

/* In which window of its role a seat is: a Doppelganger acts in her own, by what she copied. */
static int own_step(const struct memory *m, int seat, int step)
{
    int copied = m->copied[seat];
    if (m->dealt[seat] != DOPPELGANGER)
        return step;
    if (step == COPY_AGAIN)
        return SECOND_LOOK;
    /* Right after the role itself. */
    if (copied == REVEALER)
        return step == COPY_REVEALER ? copied : NO_ROLE;
    return step == COPY_ACTS ? copied : NO_ROLE;
}

/* A player sees the card that lies there when the window is answered. */
static void look(struct memory *m, int seat, int in_step)
{
    struct answer answer = m->answer[seat];
    int role = deeds_of(m, seat), step = own_step(m, seat, in_step);
    if (in_step == WEREWOLF && sees_mates(m, seat, WEREWOLF) && is_alone(m, seat))
        see_center(m, seat, answer.center);
    if (role == SENTINEL && in_step == COPY_ACTS)
        m->guards[seat] = answer.players;
    if (role == INVESTIGATOR && (step == role || (step == SECOND_LOOK && m->looks[seat])))
        investigate(m, seat, answer.players);
    if (role == IDIOT && step == role)
        m->shifted[seat] = answer.players;
    if (step == role && (role == MYSTIC || role == REVEALER || (role == SEER && answer.players)))
        see_players(m, seat, answer.players);
    else if (step == role && (role == SEER || role == APPRENTICE || role == WITCH))
        see_center(m, seat, answer.center);
}

static void look_all(struct memory *m, int step)
{
    for (int seat = 0; seat < m->seats; seat++)
        look(m, seat, step);
}

static void lay_shields(struct memory *m)
{
    for (int seat = 0; seat < m->seats; seat++) {
        if (m->dealt[seat] == SENTINEL)
            m->guards[seat] = m->answer[seat].players;
        m->shields |= (seat_set)m->guards[seat];
    }
}

/* All chose at once: the looks of every role up to this one, in wake order. Cards that were moved by then
 * have been moved. */
static void resolve_blind_to(struct memory *m, int last)
{
    for (; m->resolved <= last; m->resolved++) {
        int step = m->resolved;
        if (step == SENTINEL)
            lay_shields(m);
        show(m, step);
        /* Investigator and Witch looked in the first window. */
        if (step == INVESTIGATOR)
            look_all(m, SECOND_LOOK);
        else if (step != WITCH)
            look_all(m, step);
        if (step == DOPPELGANGER) {
            look_all(m, COPY_ACTS);
            show(m, COPY_MINION);
        }
        if (step == INSOMNIAC)
            show(m, COPY_INSOMNIAC);
        if (step == REVEALER)
            look_all(m, COPY_REVEALER);
    }
}

/* A window in which all chose is over: with nobody who chooses twice, or the second one, so is the night. */
static void leave_blind(struct memory *m)
{
    if (m->step == CHOICE && m->has_second_choice) {
        look_all(m, INVESTIGATOR);
        look_all(m, WITCH);
    } else
        resolve_blind_to(m, REVEALER);
}

static bool is_blind(const struct memory *m)
{
    return m->step == CHOICE || m->step == CHOICE_AGAIN;
}

/* What a Revealer turned stays open in the morning, if it is of the village. */
static void open_cards(struct memory *m)
{
    enum { MINION_CARD = MINION };
    for (int seat = 0; seat < m->seats; seat++)
        for (int other = 0; other < m->seats && deeds_of(m, seat) == REVEALER; other++) {
            int face = m->seen[seat][other];
            if (face && !is_wolf(face) && face != MINION_CARD && face != TANNER)
                m->shown[other] = face;
        }
}

/* What happens */

static void begin_phase(struct memory *m, const char *phase, const struct oracle_event *event)
{
    strcpy(m->phase, phase);
    m->step = NO_ROLE;
    m->deadline_ms = oracle_arg(event, "deadline_ms");
}

static void leave_step(struct memory *m)
{
    if (m->step == SENTINEL)
        lay_shields(m);
    if (is_blind(m))
        leave_blind(m);
}

static void begin_step(struct memory *m, const struct oracle_event *event)
{
    leave_step(m);
    begin_phase(m, "night", event);
    m->step = word(event, "step", roles, REVEALER + 1);
    for (int i = 0; m->step == NO_ROLE && i < STEPS - ROLES; i++)
        if (oracle_arg_is(event, "step", steps[i]))
            m->step = ROLES + i;
    m->question[m->step] = oracle_arg(event, "question");
    m->step_until_ms[m->step] = m->deadline_ms;
    memset(m->answer, 0, sizeof m->answer);
    memset(m->mark, 0, sizeof m->mark);
    show(m, m->step);
}

static void deal(struct memory *m, int place, const struct oracle_event *event)
{
    m->dealt[place] = m->card[place] = word(event, "role", roles, ROLES);
}

static void answer(struct memory *m, const struct oracle_event *event)
{
    int seat = (int)oracle_arg(event, "seat");
    m->answer[seat] =
        (struct answer){ true, oracle_arg(event, "players"), oracle_arg(event, "center") };
    look(m, seat, m->step);
}

/* A player who swaps knows where; only the Robber sees what. A Village Idiot knows which way all moved. */
static void swap(struct memory *m, const struct oracle_event *event)
{
    int seat = (int)oracle_arg(event, "seat");
    if (is_blind(m))
        resolve_blind_to(m, m->dealt[seat]);
    int source = word(event, "source", places, PLACES),
        target = word(event, "target", places, PLACES);
    int card = m->card[source];
    m->card[source] = m->card[target];
    m->card[target] = card;
    if (deeds_of(m, seat) != IDIOT && m->swap_count[seat] < NOTES) {
        int *note = m->swap[seat][m->swap_count[seat]++];
        note[0] = source;
        note[1] = target;
    }
    if (deeds_of(m, seat) == ROBBER)
        m->new_card[seat] = m->card[seat];
}

/* The player she looked at, chosen by chance if she chose none; she saw the card that lies there. */
static void copy(struct memory *m, const struct oracle_event *event)
{
    int seat = (int)oracle_arg(event, "seat"), place = word(event, "place", places, PLACES);
    m->copied[seat] = m->card[place];
    m->copied_at[seat] = place;
}

static void claim(struct memory *m, const struct oracle_event *event)
{
    static const char *const parts[] = { "role", "players", "center", "first", "second" };
    int seat = (int)oracle_arg(event, "seat");
    for (int i = 0; i < 5; i++)
        m->claim[seat][i] = oracle_arg(event, parts[i]);
    m->claim[seat][5] = ++m->claims;
}

static void call_vote(struct memory *m, const struct oracle_event *event)
{
    seat_set caller = seat_bit((int)oracle_arg(event, "seat"));
    m->callers = oracle_arg(event, "wants") ? m->callers | caller : m->callers & ~caller;
}

static void cast_vote(struct memory *m, const struct oracle_event *event)
{
    m->vote[oracle_arg(event, "seat")] = (int)oracle_arg(event, "target") + 1;
    m->vote_count++;
}

static void happen(void *memory, const struct oracle_event *event)
{
    struct memory *m = memory;
    const char *name = event->message->name;
    if (strcmp(name, "role_dealt") == 0)
        deal(m, (int)oracle_arg(event, "seat"), event);
    else if (strcmp(name, "center_dealt") == 0)
        deal(m, CENTER + (int)oracle_arg(event, "card"), event);
    else if (strcmp(name, "reveal_began") == 0)
        begin_phase(m, "reveal", event);
    else if (strcmp(name, "role_acknowledged") == 0)
        m->acknowledged |= seat_bit((int)oracle_arg(event, "seat"));
    else if (strcmp(name, "step_began") == 0)
        begin_step(m, event);
    else if (strcmp(name, "answered") == 0)
        answer(m, event);
    else if (strcmp(name, "marked") == 0)
        m->mark[oracle_arg(event, "seat")] =
            (struct answer){ true, oracle_arg(event, "players"), oracle_arg(event, "center") };
    else if (strcmp(name, "role_copied") == 0)
        copy(m, event);
    else if (strcmp(name, "cards_swapped") == 0)
        swap(m, event);
    else if (strcmp(name, "discussion_began") == 0) {
        leave_step(m);
        open_cards(m);
        begin_phase(m, "discussion", event);
    } else if (strcmp(name, "claim_made") == 0)
        claim(m, event);
    else if (strcmp(name, "vote_called") == 0)
        call_vote(m, event);
    else if (strcmp(name, "voting_began") == 0)
        begin_phase(m, "voting", event);
    else if (strcmp(name, "vote_cast") == 0)
        cast_vote(m, event);
}

/* What may be known */

static int count(seat_set set)
{
    int bits = 0;
    for (; set; set &= set - 1)
        bits++;
    return bits;
}

/* Everybody: the schedule, the clock, counts, what was claimed, and ballots where they are shown live. */
static void know_table(const struct memory *m, struct transcript *knowledge)
{
    transcript_add(knowledge, "%s, step %d until %lld\n", m->phase, m->step,
                   (long long)m->deadline_ms);
    for (int step = 0; step < STEPS; step++)
        if (m->step_until_ms[step])
            transcript_add(knowledge, "step %d: question %lld, until %lld\n", step,
                           (long long)m->question[step], (long long)m->step_until_ms[step]);
    transcript_add(knowledge, "%d have read their card, %d want to vote, %d have voted\n",
                   count(m->acknowledged), count(m->callers), m->vote_count);
    transcript_add(knowledge, "shields %x\n", m->shields);
    for (int seat = 0; seat < m->seats; seat++) {
        if (m->shown[seat])
            transcript_add(knowledge, "open before %d: %s\n", seat, roles[m->shown[seat]]);
        transcript_add(knowledge, "seat %d claims", seat);
        for (int i = 0; i < 6; i++)
            transcript_add(knowledge, " %lld", (long long)m->claim[seat][i]);
        transcript_add(knowledge, "\n");
        if (m->is_vote_live)
            transcript_add(knowledge, "votes for %d\n", m->vote[seat] - 1);
    }
}

static void know_night(const struct memory *m, int seat, struct transcript *knowledge)
{
    if (m->knows_mates[seat])
        transcript_add(knowledge, "mates %x\n", m->mates[seat]);
    for (int place = 0; place < PLACES; place++)
        if (m->seen[seat][place])
            transcript_add(knowledge, "saw %s at %s\n", roles[m->seen[seat][place]], places[place]);
    for (int i = 0; i < m->swap_count[seat]; i++)
        transcript_add(knowledge, "swapped %s and %s\n", places[m->swap[seat][i][0]],
                       places[m->swap[seat][i][1]]);
    transcript_add(knowledge, "copied %s at %d\n", roles[m->copied[seat]], m->copied_at[seat]);
    transcript_add(knowledge, "took %s, ended as %s, became %s, shifted to %llx, shielded %llx\n",
                   roles[m->new_card[seat]], roles[m->last_card[seat]], roles[m->became[seat]],
                   (unsigned long long)m->shifted[seat], (unsigned long long)m->guards[seat]);
}

static void know_own(const struct memory *m, int seat, struct transcript *knowledge)
{
    const struct answer *own = &m->answer[seat];
    transcript_add(knowledge, "dealt %s, read %d, wants to vote %d, voted for %d\n",
                   roles[m->dealt[seat]], seat_in(m->acknowledged, seat), seat_in(m->callers, seat),
                   m->vote[seat] - 1);
    if (strcmp(m->phase, "night") == 0)
        transcript_add(knowledge, "answered %d: %llx %llx, marked %llx %llx\n", own->given,
                       (unsigned long long)own->players, (unsigned long long)own->center,
                       (unsigned long long)m->mark[seat].players,
                       (unsigned long long)m->mark[seat].center);
    know_night(m, seat, knowledge);
}

static void know(const void *memory, int viewer, struct transcript *knowledge)
{
    const struct memory *m = memory;
    know_table(m, knowledge);
    if (viewer != SEAT_PUBLIC)
        know_own(m, viewer, knowledge);
}

const struct oracle oracle_onenight = {
    .game_id = "onenight",
    .memory_size = sizeof(struct memory),
    .begin = begin,
    .happen = happen,
    .know = know,
    .mutants = onenight_leaks,
};
