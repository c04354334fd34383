/* What Avalon's rules let anybody know, written from the rules page. It knows roles, phases and events by the
 * words of that page and includes nothing of the game. */
#include <assert.h>
#include <string.h>

#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct mutant avalon_leaks[];

enum { SEATS = 10, VOTES = 30, LADIES = 4, WORD = 24 };
enum card { NONE, SUCCESS, FAIL, MAGIC, GOOD_MESSAGE, EVIL_MESSAGE, CARDS };

struct vote {
    int quest, leader;
    int bearer; /* of Excalibur; -1: it is not in the game */
    seat_set team;
    int in, approvals;
    int vote[SEATS]; /* 0 none, 1 reject, 2 approve */
};

struct memory {
    int seats;
    bool anonymous, flips, merlin_misses_oberon, lady_takes_oberon_for_good;
    int64_t lancelots; /* 0 none, 1 known, 2 draw, 3 schedule */
    int64_t sorcerers; /* 0 none, 1 the evil one is one of evil, 2 he is alone */
    bool switched[5];  /* by the quest whose card it is; `open`: how many lie open */
    int open;
    bool is_turned; /* the Lancelots, an odd number of times */
    bool shows_evil[SEATS];
    int checked_by, checked; /* the Cleric and the first leader */
    bool has_checked, checked_evil;
    char role[SEATS][WORD];
    char phase[WORD];
    int64_t deadline_ms;
    int quest, leader, rejections;
    bool has_read[SEATS];
    bool has_seen[SEATS];
    seat_set picks;
    int vote_count;
    struct vote vote[VOTES];
    int cards[SEATS]; /* of the quest going on: 0 none, then enum card */
    bool is_window_over;
    int fails[5]; /* -1: not known yet */
    int magic[5], good_messages[5], evil_messages[5];
    bool senior_knows_junior;
    bool has_excalibur;
    int turned[5]; /* whose card, by quest; -1: nobody's */
    int turner[5];
    int turned_card[5]; /* what it had been */
    bool has_sheathed[SEATS];
    int lady;
    seat_set has_held;
    int lady_count;
    struct {
        int holder, target;
        bool saw_evil;
    } looked[LADIES];
    int named[SEATS], named_with[SEATS];
    int recruit; /* whom the assassin took for the Untrustworthy Servant; -1: nobody yet */
};

static void begin(void *memory, const struct game *game, const struct game_setup *setup)
{
    struct memory *m = memory;
    m->seats = setup->seat_count;
    m->anonymous = oracle_option(game, setup, "anonymous_votes");
    m->flips = oracle_option(game, setup, "flip_evil");
    m->merlin_misses_oberon = oracle_option(game, setup, "oberon_hidden_from_merlin");
    m->lady_takes_oberon_for_good = oracle_option(game, setup, "oberon_good_to_lady");
    m->lancelots = oracle_option(game, setup, "lancelots");
    m->sorcerers = oracle_option(game, setup, "sorcerers");
    m->senior_knows_junior = oracle_option(game, setup, "messengers") == 2;
    m->has_excalibur = oracle_option(game, setup, "excalibur");
    memset(m->turned, -1, sizeof m->turned);
    m->leader = m->lady = m->checked_by = m->recruit = -1;
    memset(m->fails, -1, sizeof m->fails);
    memset(m->named, -1, sizeof m->named);
}

/* The rules' table */

static bool is(const struct memory *m, int seat, const char *role)
{
    return strcmp(m->role[seat], role) == 0;
}

static bool is_evil(const struct memory *m, int seat)
{
    return is(m, seat, "assassin") || is(m, seat, "morgana") || is(m, seat, "mordred") ||
           is(m, seat, "oberon") || is(m, seat, "minion") || is(m, seat, "trickster") ||
           is(m, seat, "lunatic") || is(m, seat, "brute") || is(m, seat, "revealer") ||
           is(m, seat, "evil_lancelot") || is(m, seat, "evil_sorcerer") ||
           is(m, seat, "evil_messenger");
}

static bool is_lancelot(const struct memory *m, int seat)
{
    return is(m, seat, "good_lancelot") || is(m, seat, "evil_lancelot");
}

/* The side of now. */
static bool sides_with_evil(const struct memory *m, int seat)
{
    if (is(m, seat, "untrustworthy_servant"))
        return m->recruit == seat;
    return is_evil(m, seat) != (m->is_turned && is_lancelot(m, seat));
}

/* The side that a check of a seat shows. */
static bool reads_evil(const struct memory *m, int seat)
{
    if (is(m, seat, "oberon") && m->lady_takes_oberon_for_good)
        return false;
    if (is(m, seat, "troublemaker"))
        return true;
    if (is(m, seat, "trickster"))
        return m->shows_evil[seat];
    return sides_with_evil(m, seat);
}

/* Oberon, and the Evil Sorcerer where the table wants it: unknown to evil, which they do not know. */
static bool is_apart(const struct memory *m, int seat)
{
    return is(m, seat, "oberon") || (m->sorcerers == 2 && is(m, seat, "evil_sorcerer"));
}

static bool sees(const struct memory *m, int observer, int other)
{
    if (observer == other)
        return false;
    if (is(m, observer, "untrustworthy_servant"))
        return is(m, other, "assassin");
    if (is(m, observer, "merlin") && is(m, other, "untrustworthy_servant"))
        return true;
    if (is(m, observer, "merlin"))
        return is_evil(m, other) && !is(m, other, "mordred") &&
               !(is(m, other, "oberon") && m->merlin_misses_oberon);
    if (is(m, observer, "percival"))
        return is(m, other, "merlin") || is(m, other, "morgana");
    if (is(m, observer, "senior_messenger"))
        return m->senior_knows_junior && is(m, other, "junior_messenger");
    if (is(m, observer, "evil_lancelot") && m->lancelots != 1)
        return false;
    if (is_evil(m, observer) && !is_apart(m, observer))
        return is_evil(m, other) && !is_apart(m, other);
    return false;
}

/* What happens */

/* The Cleric looks when all have read, and sees what the first leader shows then,
 * before the first loyalty card is drawn. */
static void note_check(struct memory *m)
{
    if (m->has_checked)
        return;
    m->has_checked = true;
    for (int seat = 0; seat < m->seats; seat++)
        if (is(m, seat, "cleric"))
            m->checked_by = seat;
    m->checked = m->leader;
    m->checked_evil = reads_evil(m, m->leader);
}

/* As Excalibur has left it: what counts as a Success is a Fail, what counts as a Fail a Success; Magic
 * stays. */
static enum card card_of(const struct memory *m, int seat)
{
    enum card card = (enum card)m->cards[seat];
    if (m->turned[m->quest] != seat || card == NONE || card == MAGIC)
        return card;
    return card == FAIL || card == EVIL_MESSAGE ? SUCCESS : FAIL;
}

static void count_fails(struct memory *m)
{
    int count[CARDS] = { 0 };
    for (int seat = 0; seat < m->seats; seat++)
        count[card_of(m, seat)]++;
    if (m->fails[m->quest] >= 0)
        return;
    m->fails[m->quest] = count[FAIL] + count[EVIL_MESSAGE];
    m->magic[m->quest] = count[MAGIC];
    m->good_messages[m->quest] = count[GOOD_MESSAGE];
    m->evil_messages[m->quest] = count[EVIL_MESSAGE];
}

static void note_phase(struct memory *m, const struct oracle_event *event)
{
    const struct game_arg *arg = &event->message->args[0];
    bool was_reading = strcmp(m->phase, "role_reveal") == 0;
    strncpy(m->phase, arg->names[event->arg[0]], WORD - 1);
    if (was_reading)
        note_check(m);
    m->quest = (int)oracle_arg(event, "quest_number") - 1;
    m->deadline_ms = oracle_arg(event, "deadline_ms");
    if (strcmp(m->phase, "team_building") == 0)
        m->picks = 0;
    if (m->has_excalibur && strcmp(m->phase, "quest_results") == 0)
        count_fails(m);
    m->is_window_over = false;
    memset(m->has_seen, 0, sizeof m->has_seen);
}

static void note_proposal(struct memory *m, const struct oracle_event *event)
{
    assert(m->vote_count < VOTES);
    memset(m->cards, 0, sizeof m->cards);
    memset(m->has_sheathed, 0, sizeof m->has_sheathed);
    m->vote[m->vote_count++] = (struct vote){ .quest = m->quest,
                                              .leader = (int)oracle_arg(event, "leader"),
                                              .bearer = (int)oracle_arg(event, "excalibur"),
                                              .team = (seat_set)oracle_arg(event, "team_members") };
}

static void note_vote(struct memory *m, int seat, bool approves)
{
    struct vote *vote = &m->vote[m->vote_count - 1];
    vote->in += !vote->vote[seat];
    vote->approvals += approves - (vote->vote[seat] == 2);
    vote->vote[seat] = approves ? 2 : 1;
    if (vote->in == m->seats)
        m->rejections = 2 * vote->approvals > m->seats ? 0 : m->rejections + 1;
}

/* The result is known when the window is over and the last card is in, and not before; with Excalibur, when
 * that step is over too. */
static void note_result(struct memory *m)
{
    const struct vote *vote = &m->vote[m->vote_count - 1];
    for (int seat = 0; seat < m->seats; seat++)
        if ((vote->team >> seat & 1) && !m->cards[seat])
            return;
    if (m->is_window_over && !m->has_excalibur)
        count_fails(m);
}

static void note_turned(struct memory *m, const struct oracle_event *event)
{
    int target = (int)oracle_arg(event, "target");
    m->turner[m->quest] = (int)oracle_arg(event, "holder");
    m->turned[m->quest] = target;
    m->turned_card[m->quest] = m->cards[target];
}

static void note_window(struct memory *m, const struct oracle_event *event)
{
    m->deadline_ms = oracle_arg(event, "deadline_ms");
    m->is_window_over = true;
    if (strcmp(m->phase, "quest_execution") == 0)
        note_result(m);
}

static void note_card(struct memory *m, const struct oracle_event *event)
{
    bool is_fail = oracle_arg(event, "fails");
    enum card cards[] = { is_fail ? FAIL : SUCCESS, MAGIC, is_fail ? EVIL_MESSAGE : GOOD_MESSAGE };
    int64_t kind = oracle_arg(event, "card_kind");
    m->cards[oracle_arg(event, "seat")] = cards[kind > 0 ? kind : 0];
    note_result(m);
}

static void note_look(struct memory *m, const struct oracle_event *event)
{
    m->looked[m->lady_count].holder = (int)oracle_arg(event, "holder");
    m->looked[m->lady_count].target = (int)oracle_arg(event, "target");
    m->looked[m->lady_count].saw_evil = reads_evil(m, m->looked[m->lady_count].target);
    m->lady_count++;
}

static void note_schedule(struct memory *m, const struct oracle_event *event)
{
    for (int quest = 0; quest < 5; quest++)
        m->switched[quest] = oracle_arg(event, "switches") >> (quest + 1) & 1;
    m->open = 5;
}

static void note_loyalty(struct memory *m, const struct oracle_event *event)
{
    int quest = (int)oracle_arg(event, "quest_number") - 1;
    note_check(m);
    m->switched[quest] = oracle_arg(event, "switch");
    if (m->open <= quest)
        m->open = quest + 1;
    m->is_turned ^= m->switched[quest];
}

static void note_role(struct memory *m, const struct oracle_event *event)
{
    const struct game_arg *arg = &event->message->args[1];
    strncpy(m->role[oracle_arg(event, "seat")], arg->names[event->arg[1]], WORD - 1);
}

static void note_recruit(struct memory *m, const struct oracle_event *event)
{
    m->recruit = (int)oracle_arg(event, "target");
    memset(m->named, -1, sizeof m->named);
}

static void note_named(struct memory *m, const struct oracle_event *event)
{
    m->named[oracle_arg(event, "seat")] = (int)oracle_arg(event, "target");
    m->named_with[oracle_arg(event, "seat")] = (int)oracle_arg(event, "second");
}

static void happen(void *memory, const struct oracle_event *event)
{
    struct memory *m = memory;
    const char *name = event->message->name;
    if (strcmp(name, "role_assigned") == 0)
        note_role(m, event);
    else if (strcmp(name, "phase_changed") == 0)
        note_phase(m, event);
    else if (strcmp(name, "window_closed") == 0)
        note_window(m, event);
    else if (strcmp(name, "leader_changed") == 0)
        m->leader = (int)oracle_arg(event, "leader");
    else if (strcmp(name, "lady_changed") == 0)
        m->has_held |= seat_bit(m->lady = (int)oracle_arg(event, "holder"));
    else if (strcmp(name, "player_acknowledged_role") == 0)
        m->has_read[oracle_arg(event, "seat")] = true;
    else if (strcmp(name, "results_seen") == 0)
        m->has_seen[oracle_arg(event, "seat")] = true;
    else if (strcmp(name, "picks_changed") == 0)
        m->picks = (seat_set)oracle_arg(event, "team");
    else if (strcmp(name, "team_proposed") == 0)
        note_proposal(m, event);
    else if (strcmp(name, "team_vote_recorded") == 0)
        note_vote(m, (int)oracle_arg(event, "seat"), oracle_arg(event, "approvals"));
    else if (strcmp(name, "quest_card_recorded") == 0)
        note_card(m, event);
    else if (strcmp(name, "player_examined") == 0)
        note_look(m, event);
    else if (strcmp(name, "loyalty_chosen") == 0)
        m->shows_evil[oracle_arg(event, "seat")] = oracle_arg(event, "team") == 2;
    else if (strcmp(name, "loyalties_dealt") == 0)
        note_schedule(m, event);
    else if (strcmp(name, "loyalty_drawn") == 0)
        note_loyalty(m, event);
    else if (strcmp(name, "excalibur_used") == 0)
        note_turned(m, event);
    else if (strcmp(name, "excalibur_sheathed") == 0)
        m->has_sheathed[oracle_arg(event, "seat")] = true;
    else if (strcmp(name, "servant_suspected") == 0)
        m->named[oracle_arg(event, "seat")] = (int)oracle_arg(event, "target");
    else if (strcmp(name, "servant_named") == 0)
        note_recruit(m, event);
    else if (strcmp(name, "merlin_named") == 0)
        note_named(m, event);
}

/* What is known */

static void know_role(const struct memory *m, int me, struct transcript *k)
{
    transcript_add(k, "I am %s and see", m->role[me]);
    for (int other = 0; other < m->seats; other++)
        if (sees(m, me, other))
            transcript_add(k, " %d", other);
    for (int other = 0; other < m->seats; other++)
        if (m->lancelots == 1 && is_lancelot(m, me) && is_lancelot(m, other) && other != me)
            transcript_add(k, "; the other Lancelot is %d", other);
    if (is_lancelot(m, me) || is(m, me, "untrustworthy_servant"))
        transcript_add(k, "; I side with %s", sides_with_evil(m, me) ? "evil" : "good");
    if (m->checked_by == me && m->checked != me)
        transcript_add(k, "; the first leader is %s", m->checked_evil ? "evil" : "good");
    transcript_add(k, "; I show %d\n", m->shows_evil[me]);
}

/* The loyalty cards lie open for all. */
static void know_loyalties(const struct memory *m, struct transcript *k)
{
    transcript_add(k, "loyalties");
    for (int quest = 0; quest < m->open; quest++)
        transcript_add(k, " %d", m->switched[quest]);
    transcript_add(k, "\n");
}

static void know_vote(const struct memory *m, int me, const struct vote *vote, struct transcript *k)
{
    transcript_add(k, "quest %d: %d proposed %x with %d; voted", vote->quest, vote->leader,
                   vote->team, vote->bearer);
    for (int seat = 0; seat < m->seats; seat++)
        if (vote->in < m->seats && vote->vote[seat])
            transcript_add(k, " %d", seat);
    if (vote->in == m->seats)
        transcript_add(k, " all, %d for it", vote->approvals);
    for (int seat = 0; seat < m->seats; seat++)
        if (vote->in == m->seats && !m->anonymous && vote->vote[seat] == 2)
            transcript_add(k, " %d", seat);
    if (me >= 0 && vote == &m->vote[m->vote_count - 1])
        transcript_add(k, "; I %d", vote->vote[me]);
    transcript_add(k, "\n");
}

static void know_quest(const struct memory *m, int me, struct transcript *k)
{
    int played = 0, read = 0, seen = 0;
    for (int seat = 0; seat < m->seats; seat++) {
        played += m->cards[seat] != 0;
        read += m->has_read[seat];
        seen += m->has_seen[seat];
    }
    transcript_add(k, "%d have read; %d cards, window over %d, %d have seen; fails", read, played,
                   m->is_window_over, seen);
    for (int quest = 0; quest < 5; quest++)
        transcript_add(k, " %d, %d magic, %d and %d messages;", m->fails[quest], m->magic[quest],
                       m->good_messages[quest], m->evil_messages[quest]);
    if (me >= 0)
        transcript_add(k, "; I have read %d, played %d, seen %d", m->has_read[me], m->cards[me],
                       m->has_seen[me]);
    transcript_add(k, "\n");
}

/* Everybody knows who turned whose card; only the bearer knows the card. */
static void know_sword(const struct memory *m, int me, struct transcript *k)
{
    for (int quest = 0; quest < 5; quest++) {
        if (m->turned[quest] < 0)
            continue;
        transcript_add(k, "quest %d: %d turned the card of %d", quest, m->turner[quest],
                       m->turned[quest]);
        if (m->turner[quest] == me)
            transcript_add(k, ", a %d", m->turned_card[quest]);
        transcript_add(k, "\n");
    }
    if (me >= 0)
        transcript_add(k, "I left it %d\n", m->has_sheathed[me]);
}

static void know_lady(const struct memory *m, int me, struct transcript *k)
{
    transcript_add(k, "lady %d, held by %x", m->lady, m->has_held);
    for (int i = 0; i < m->lady_count; i++) {
        transcript_add(k, "; %d looked at %d", m->looked[i].holder, m->looked[i].target);
        if (m->looked[i].holder == me)
            transcript_add(k, " and saw %s", m->looked[i].saw_evil ? "evil" : "good");
    }
    transcript_add(k, "\n");
}

/* Three good messages of the whole game take a Fail off the last quest, two evil ones add one. */
static int fails_that_count(const struct memory *m, int quest)
{
    int good = 0, evil = 0;
    for (int i = 0; i < 5 && m->fails[i] >= 0; i++) {
        good += m->good_messages[i];
        evil += m->evil_messages[i];
    }
    return m->fails[quest] + (quest == 4 && evil >= 2) - (quest == 4 && good >= 3);
}

/* The Revealer is known to all when two quests have failed. */
static void know_revealer(const struct memory *m, struct transcript *k)
{
    int failed = 0;
    for (int quest = 0; quest < 5; quest++) {
        bool is_lost = fails_that_count(m, quest) >= (m->seats >= 7 && quest == 3 ? 2 : 1);
        failed += m->fails[quest] >= 0 && is_lost != (m->magic[quest] % 2 == 1);
    }
    for (int seat = 0; seat < m->seats; seat++)
        if (failed >= 2 && is(m, seat, "revealer"))
            transcript_add(k, "%d is the revealer\n", seat);
}

static void know_shot(const struct memory *m, int me, struct transcript *k)
{
    bool is_shot = strcmp(m->phase, "assassination") == 0;
    if (!is_shot && strcmp(m->phase, "untrustworthy_servant") != 0)
        return;
    if (m->recruit >= 0)
        transcript_add(k, "%d was named, rightly: %d\n", m->recruit,
                       is(m, m->recruit, "untrustworthy_servant"));
    for (int seat = 0; seat < m->seats; seat++)
        if (is_shot && m->flips && sides_with_evil(m, seat))
            transcript_add(k, "%d is evil\n", seat);
    if (me >= 0)
        transcript_add(k, "I named %d with %d\n", m->named[me], m->named_with[me]);
}

static void know(const void *memory, int viewer, struct transcript *k)
{
    const struct memory *m = memory;
    int me = viewer >= 0 && viewer < m->seats ? viewer : -1;
    transcript_add(k, "%s until %lld, quest %d, leader %d, %d rejected, picks %x\n", m->phase,
                   (long long)m->deadline_ms, m->quest, m->leader, m->rejections, m->picks);
    if (me >= 0)
        know_role(m, me, k);
    for (int i = 0; i < m->vote_count; i++)
        know_vote(m, me, &m->vote[i], k);
    know_quest(m, me, k);
    know_sword(m, me, k);
    know_lady(m, me, k);
    know_loyalties(m, k);
    know_revealer(m, k);
    know_shot(m, me, k);
}

/* Everybody hears of a choice that changes nothing, too. */
static const char *const public_events[] = { "picks_changed", NULL };

const struct oracle oracle_avalon = {
    .game_id = "avalon",
    .memory_size = sizeof(struct memory),
    .begin = begin,
    .happen = happen,
    .know = know,
    .public_events = public_events,
    .whims_of_100 = 10,
    .mutants = avalon_leaks,
};
static_assert(sizeof(struct memory) <= ORACLE_MEMORY_MAX, "memory");
