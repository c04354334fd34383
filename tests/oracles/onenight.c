/* What One Night's rules let anybody know, written from the rules page. It knows roles, steps and
 * events by the words of that page and includes nothing of the game; above all it does not believe
 * what the game says that somebody saw, but works it out from the cards. */
#include <string.h>

#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct mutant onenight_leaks[];

enum { SEATS = 10, PLACES = 13, CENTER = 10, NOTES = 8 };

/* In wake order, as the rules pages have them; those after the Insomniac sleep. */
static const char *const roles[] = {
    "",           "werewolf",     "mystic_wolf", "minion",    "mason",  "seer",   "apprentice_seer",
    "robber",     "troublemaker", "drunk",       "insomniac", "hunter", "tanner", "bodyguard",
    "dream_wolf", "villager",
};
enum {
    NO_ROLE,
    WEREWOLF,
    MYSTIC,
    MINION,
    MASON,
    SEER,
    APPRENTICE,
    ROBBER,
    TROUBLEMAKER,
    DRUNK,
    INSOMNIAC,
    DREAM_WOLF = 14,
    ROLES = 16,
};
enum { CHOICE = ROLES, REPORT };

static const char *const places[] = { "seat_0",   "seat_1",   "seat_2",  "seat_3", "seat_4",
                                      "seat_5",   "seat_6",   "seat_7",  "seat_8", "seat_9",
                                      "center_0", "center_1", "center_2" };

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
    int64_t question[REPORT + 1], step_until_ms[REPORT + 1]; /* of each step so far */
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
}

/* The rules */

static seat_set dealt_to(const struct memory *m, int role)
{
    seat_set seats = 0;
    for (int seat = 0; seat < m->seats; seat++)
        if (m->dealt[seat] == role)
            seats |= seat_bit(seat);
    return seats;
}

/* Werewolf kind: also the Mystic and the Dream Wolf, who sleeps but is seen. */
static seat_set wolves(const struct memory *m)
{
    return dealt_to(m, WEREWOLF) | dealt_to(m, MYSTIC) | dealt_to(m, DREAM_WOLF);
}

static bool is_alone(const struct memory *m, int seat)
{
    return wolves(m) == seat_bit(seat);
}

/* Werewolves see each other, the Mystic Wolf among them, the Minion the Werewolves, Masons each other. */
static void show_mates(struct memory *m, int step)
{
    seat_set woken = dealt_to(m, step), seen = step == MASON ? woken : wolves(m);
    if (step == WEREWOLF)
        woken |= dealt_to(m, MYSTIC);
    for (int seat = 0; seat < m->seats; seat++)
        if (seat_in(woken, seat)) {
            m->knows_mates[seat] = true;
            m->mates[seat] = seen & ~seat_bit(seat);
        }
}

static void show_last_cards(struct memory *m)
{
    for (int seat = 0; seat < m->seats; seat++)
        if (m->dealt[seat] == INSOMNIAC)
            m->last_card[seat] = m->card[seat];
}

static void see_center(struct memory *m, int seat, int64_t cards)
{
    for (int i = 0; i < 3; i++)
        if (cards >> i & 1)
            m->seen[seat][CENTER + i] = m->dealt[CENTER + i];
}

static void see_players(struct memory *m, int seat, int64_t players)
{
    for (int other = 0; other < m->seats; other++)
        if (players >> other & 1)
            m->seen[seat][other] = m->dealt[other];
}

/* What those see who look before the Robber is what was dealt: nobody swaps before them. */
static void look(struct memory *m, int seat, int step)
{
    struct answer answer = m->answer[seat];
    int role = m->dealt[seat];
    bool is_wolf = role == WEREWOLF || role == MYSTIC;
    if (step == WEREWOLF && is_wolf && is_alone(m, seat))
        see_center(m, seat, answer.center);
    if (step == role && (role == MYSTIC || (role == SEER && answer.players)))
        see_players(m, seat, answer.players);
    else if (step == role && (role == SEER || role == APPRENTICE))
        see_center(m, seat, answer.center);
}

static void resolve_blind(struct memory *m)
{
    show_mates(m, WEREWOLF);
    show_mates(m, MINION);
    show_mates(m, MASON);
    for (int seat = 0; seat < m->seats; seat++)
        for (int step = WEREWOLF; step <= APPRENTICE; step++)
            look(m, seat, step);
    show_last_cards(m);
}

/* What happens */

static void begin_phase(struct memory *m, const char *phase, const struct oracle_event *event)
{
    strcpy(m->phase, phase);
    m->step = NO_ROLE;
    m->deadline_ms = oracle_arg(event, "deadline_ms");
}

static void begin_step(struct memory *m, const struct oracle_event *event)
{
    begin_phase(m, "night", event);
    m->step = oracle_arg_is(event, "step", "choice")   ? CHOICE
              : oracle_arg_is(event, "step", "report") ? REPORT
                                                       : word(event, "step", roles, INSOMNIAC + 1);
    m->question[m->step] = oracle_arg(event, "question");
    m->step_until_ms[m->step] = m->deadline_ms;
    if (m->step == REPORT)
        resolve_blind(m);
    memset(m->answer, 0, sizeof m->answer);
    memset(m->mark, 0, sizeof m->mark);
    if (m->step == WEREWOLF || m->step == MINION || m->step == MASON)
        show_mates(m, m->step);
    if (m->step == INSOMNIAC)
        show_last_cards(m);
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

/* A player who swaps knows where; only the Robber sees what. */
static void swap(struct memory *m, const struct oracle_event *event)
{
    int seat = (int)oracle_arg(event, "seat");
    int source = word(event, "source", places, PLACES),
        target = word(event, "target", places, PLACES);
    int card = m->card[source];
    m->card[source] = m->card[target];
    m->card[target] = card;
    if (m->swap_count[seat] < NOTES) {
        int *note = m->swap[seat][m->swap_count[seat]++];
        note[0] = source;
        note[1] = target;
    }
    if (m->dealt[seat] == ROBBER)
        m->new_card[seat] = m->card[seat];
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
    else if (strcmp(name, "cards_swapped") == 0)
        swap(m, event);
    else if (strcmp(name, "discussion_began") == 0)
        begin_phase(m, "discussion", event);
    else if (strcmp(name, "claim_made") == 0)
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
    for (int step = 0; step <= REPORT; step++)
        if (m->step_until_ms[step])
            transcript_add(knowledge, "step %d: question %lld, until %lld\n", step,
                           (long long)m->question[step], (long long)m->step_until_ms[step]);
    transcript_add(knowledge, "%d have read their card, %d want to vote, %d have voted\n",
                   count(m->acknowledged), count(m->callers), m->vote_count);
    for (int seat = 0; seat < m->seats; seat++) {
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
    transcript_add(knowledge, "took %s, ended as %s\n", roles[m->new_card[seat]],
                   roles[m->last_card[seat]]);
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
