/* What the rules of team chess let anybody know, written from the rules page. It knows events by their names
 * and includes nothing of the game. */
#include <assert.h>
#include <string.h>

#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct mutant chess_leaks[];

enum { SEATS = 12, PLIES = 250, ARROWS = 8, WORD = 24 };

struct memory {
    int seats;
    int side[SEATS];
    char mode[WORD], wolf_rule[WORD], result[2 * WORD], phase[WORD];
    int wolves;
    bool is_wolf[SEATS];
    int64_t deadline_ms;
    int on_move, fast_by;
    int ply_count;
    struct {
        int64_t uci;
        int seat, brain;
    } ply[PLIES];
    int timeouts[2], sleeper, answered_by, answer; /* of this turn; answer -1: none yet */
    int named_piece;
    bool for_resigning[SEATS], for_draw[SEATS];
    int offer; /* by a team, -1: none */
    int arrow_count[SEATS];
    int arrow[SEATS][ARROWS];
    int ballot[SEATS];
    bool has_looked[SEATS], wants_close[SEATS];
    int64_t left_ms[SEATS]; /* as the last clock_set of the seat said */
    struct {
        int offer;
        bool voice[SEATS], against[SEATS];
        bool is_declined[2];
    } takeback, draw;
    int64_t proposal[SEATS], last_vote[SEATS];
};

static void begin(void *memory, const struct game *game, const struct game_setup *setup)
{
    struct memory *m = memory;
    (void)game;
    m->seats = setup->seat_count;
    for (int seat = 0; seat < m->seats; seat++)
        m->side[seat] = setup->side[seat];
    memset(m->ballot, -1, sizeof m->ballot);
    m->on_move = m->fast_by = m->sleeper = m->answered_by = m->answer = m->offer = -1;
    m->named_piece = -1;
    m->takeback.offer = -1;
}

static void copy_name(char out[WORD], const struct oracle_event *event, int index)
{
    strncpy(out, event->message->args[index].names[event->arg[index]], WORD - 1);
}

/* What happens */

static void note_mode(struct memory *m, const struct oracle_event *event)
{
    copy_name(m->mode, event, 0);
    copy_name(m->wolf_rule, event, 1);
    m->wolves = (int)oracle_arg(event, "wolf_count");
}

static void note_turn(struct memory *m, const struct oracle_event *event)
{
    strcpy(m->phase, "playing");
    m->on_move = (int)oracle_arg(event, "seat");
    m->deadline_ms = oracle_arg(event, "deadline_ms");
    m->fast_by = -1;
    m->named_piece = -1;
    memset(m->proposal, 0, sizeof m->proposal);
}

static void forget_voices(struct memory *m, int team)
{
    if (m->offer == !team)
        m->offer = -1;
    if (m->takeback.offer == team)
        m->takeback.offer = -1;
    m->draw.is_declined[team] = m->takeback.is_declined[team] = false;
    for (int seat = 0; seat < m->seats; seat++)
        if (m->side[seat] == team)
            m->for_resigning[seat] = m->for_draw[seat] = m->takeback.voice[seat] =
                m->takeback.against[seat] = m->draw.against[seat] = false;
}

/* A team's voices last until it moves, an offer until the other team does, arrows until anybody does. */
static void note_move(struct memory *m, const struct oracle_event *event)
{
    int mover = (int)oracle_arg(event, "seat"), team = m->side[mover];
    assert(m->ply_count < PLIES);
    m->ply[m->ply_count].uci = oracle_arg(event, "uci");
    m->ply[m->ply_count].seat = mover;
    m->ply[m->ply_count++].brain = (int)oracle_arg(event, "brain");
    m->timeouts[team] = 0;
    m->sleeper = m->answered_by = m->answer = -1;
    forget_voices(m, team);
    for (int seat = 0; seat < m->seats; seat++)
        if (m->side[seat] == team)
            m->last_vote[seat] = m->proposal[seat];
    memset(m->proposal, 0, sizeof m->proposal);
    memset(m->arrow_count, 0, sizeof m->arrow_count);
}

static void note_taken_back(struct memory *m, const struct oracle_event *event)
{
    m->ply_count -= (int)oracle_arg(event, "plies");
    m->sleeper = m->answered_by = m->answer = -1;
    forget_voices(m, 0);
    forget_voices(m, 1);
    memset(m->arrow_count, 0, sizeof m->arrow_count);
}

static void note_declined(struct memory *m, const struct oracle_event *event)
{
    if (oracle_arg_is(event, "offer", "draw")) {
        m->offer = -1;
        m->draw.is_declined[event->arg[1]] = true;
        memset(m->for_draw, 0, sizeof m->for_draw);
        memset(m->draw.against, 0, sizeof m->draw.against);
    } else {
        m->takeback.offer = -1;
        m->takeback.is_declined[event->arg[1]] = true;
        memset(m->takeback.voice, 0, sizeof m->takeback.voice);
        memset(m->takeback.against, 0, sizeof m->takeback.against);
    }
}

static void note_timeout(struct memory *m, const struct oracle_event *event)
{
    strcpy(m->phase, "asking");
    m->sleeper = (int)oracle_arg(event, "seat");
    m->answered_by = m->answer = -1;
    m->timeouts[m->side[m->sleeper]]++;
    m->deadline_ms = oracle_arg(event, "deadline_ms");
}

static void note_offer(struct memory *m, const struct oracle_event *event)
{
    m->offer = (int)event->arg[0];
    memset(m->for_draw, 0, sizeof m->for_draw);
    memset(m->draw.against, 0, sizeof m->draw.against);
}

static void note_takeback_offer(struct memory *m, const struct oracle_event *event)
{
    m->takeback.offer = (int)event->arg[0];
    memset(m->takeback.voice, 0, sizeof m->takeback.voice);
    memset(m->takeback.against, 0, sizeof m->takeback.against);
}

static void note_arrow(struct memory *m, const struct oracle_event *event)
{
    int seat = (int)oracle_arg(event, "seat");
    if (m->arrow_count[seat] == ARROWS) {
        memmove(m->arrow[seat], m->arrow[seat] + 1, (ARROWS - 1) * sizeof m->arrow[0][0]);
        m->arrow_count[seat]--;
    }
    m->arrow[seat][m->arrow_count[seat]++] =
        (int)(oracle_arg(event, "from") * 64 + oracle_arg(event, "to"));
}

static void note_end(struct memory *m, const struct oracle_event *event)
{
    strcpy(m->phase, "ended");
    copy_name(m->result, event, 0);
    strcat(m->result, event->message->args[1].names[event->arg[1]]);
    m->on_move = -1;
    m->deadline_ms = oracle_arg(event, "deadline_ms");
}

static bool is(const struct oracle_event *event, const char *name)
{
    return strcmp(event->message->name, name) == 0;
}

static void happen_in_team(struct memory *m, const struct oracle_event *event)
{
    if (is(event, "piece_named"))
        m->named_piece = (int)event->arg[1];
    else if (is(event, "resign_voted"))
        m->for_resigning[event->arg[0]] = event->arg[1];
    else if (is(event, "draw_voted"))
        m->for_draw[event->arg[0]] = event->arg[1];
    else if (is(event, "takeback_voted"))
        m->takeback.voice[event->arg[0]] = event->arg[1];
    else if (is(event, "decline_voted") && oracle_arg_is(event, "offer", "draw"))
        m->draw.against[event->arg[0]] = true;
    else if (is(event, "decline_voted"))
        m->takeback.against[event->arg[0]] = true;
    else if (is(event, "move_proposed"))
        m->proposal[event->arg[0]] = event->arg[1];
    else if (is(event, "arrow_drawn"))
        note_arrow(m, event);
    else if (is(event, "arrows_cleared"))
        m->arrow_count[event->arg[0]] = 0;
}

static void happen_in_public(struct memory *m, const struct oracle_event *event)
{
    if (is(event, "reveal_began")) {
        strcpy(m->phase, "revealing");
        m->deadline_ms = oracle_arg(event, "deadline_ms");
    } else if (is(event, "acknowledged"))
        m->has_looked[event->arg[0]] = true;
    else if (is(event, "close_agreed"))
        m->wants_close[event->arg[0]] = true;
    else if (is(event, "clock_set"))
        m->left_ms[event->arg[0]] = event->arg[1];
    else if (is(event, "takeback_offered"))
        note_takeback_offer(m, event);
    else if (is(event, "taken_back"))
        note_taken_back(m, event);
    else if (is(event, "offer_declined"))
        note_declined(m, event);
}

static void happen(void *memory, const struct oracle_event *event)
{
    struct memory *m = memory;
    happen_in_team(m, event);
    happen_in_public(m, event);
    if (is(event, "mode_declared"))
        note_mode(m, event);
    else if (is(event, "role_dealt"))
        m->is_wolf[event->arg[0]] = oracle_arg_is(event, "role", "werewolf");
    else if (is(event, "turn_started"))
        note_turn(m, event);
    else if (is(event, "moved"))
        note_move(m, event);
    else if (is(event, "fast_mode_started")) {
        m->fast_by = (int)oracle_arg(event, "seat");
        m->deadline_ms = oracle_arg(event, "deadline_ms");
    } else if (is(event, "timed_out"))
        note_timeout(m, event);
    else if (is(event, "timeout_decided")) {
        m->answered_by = (int)oracle_arg(event, "seat");
        m->answer = (int)oracle_arg(event, "decision");
    } else if (is(event, "draw_offered"))
        note_offer(m, event);
    else if (is(event, "game_ended"))
        note_end(m, event);
    else if (is(event, "ballot_cast"))
        m->ballot[event->arg[0]] = (int)oracle_arg(event, "suspect");
}

/* What is known */

static void know_table(const struct memory *m, struct transcript *k)
{
    transcript_add(k, "%s %s %d, %s %s until %lld, %d on move, fast by %d, offer %d\n", m->mode,
                   m->wolf_rule, m->wolves, m->phase, m->result, (long long)m->deadline_ms,
                   m->on_move, m->fast_by, m->offer);
    transcript_add(k, "timeouts %d %d, asleep %d, answer %d by %d\n", m->timeouts[0],
                   m->timeouts[1], m->sleeper, m->answer, m->answered_by);
    int ballots = 0;
    for (int seat = 0; seat < m->seats; seat++) {
        ballots += m->ballot[seat] >= 0;
        transcript_add(k, "%d looked %d closes %d left %lld, ", seat, m->has_looked[seat],
                       m->wants_close[seat], (long long)m->left_ms[seat]);
    }
    transcript_add(k, "%d ballots, takeback %d, declined %d %d %d %d\n", ballots, m->takeback.offer,
                   m->takeback.is_declined[0], m->takeback.is_declined[1], m->draw.is_declined[0],
                   m->draw.is_declined[1]);
    for (int i = 0; i < m->ply_count; i++)
        transcript_add(k, "%llx by %d %d ", (unsigned long long)m->ply[i].uci, m->ply[i].seat,
                       m->ply[i].brain);
}

static void know_team(const struct memory *m, int me, struct transcript *k)
{
    bool is_ours = m->on_move >= 0 && m->side[m->on_move] == m->side[me];
    transcript_add(k, "\nI am %s, ours is named %d\n", m->is_wolf[me] ? "a wolf" : "none",
                   is_ours ? m->named_piece : -1);
    for (int seat = 0; seat < m->seats; seat++) {
        if (m->side[seat] != m->side[me])
            continue;
        transcript_add(
            k, "%d resigns %d draws %d takes back %d against %d %d proposes %llx %llx arrows", seat,
            m->for_resigning[seat], m->for_draw[seat], m->takeback.voice[seat],
            m->draw.against[seat], m->takeback.against[seat], (unsigned long long)m->proposal[seat],
            (unsigned long long)m->last_vote[seat]);
        for (int i = 0; i < m->arrow_count[seat]; i++)
            transcript_add(k, " %d", m->arrow[seat][i]);
    }
}

static void know(const void *memory, int viewer, struct transcript *k)
{
    const struct memory *m = memory;
    know_table(m, k);
    if (viewer < 0 || viewer >= m->seats)
        return;
    know_team(m, viewer, k);
    for (int seat = 0; seat < m->seats; seat++)
        transcript_add(k, "%d suspects %d\n", seat, m->ballot[seat]);
}

/* Setting the position that is set already changes nothing, and everybody hears it. */
static const char *const public_events[] = { "position_set", NULL };

const struct oracle oracle_chess = {
    .game_id = "chess",
    .memory_size = sizeof(struct memory),
    .begin = begin,
    .happen = happen,
    .know = know,
    .public_events = public_events,
    .mutants = chess_leaks,
};
static_assert(sizeof(struct memory) <= ORACLE_MEMORY_MAX, "memory");
