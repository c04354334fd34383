/* What the rules of Coinflip let everybody know (games/coinflip/README.md): how many have guessed, not who
 * nor what; the coin, the guesses and the points when the round is over; how the coin is bent at the end. */
#include <string.h>

#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct oracle oracle_coinflip;

enum { SEATS_MAX = 5 };

struct memory {
    int seats, round, guessed;
    int64_t deadline_ms;
    bool is_heads[SEATS_MAX], has_guessed[SEATS_MAX];
    int points[SEATS_MAX], heads_seen, tails_seen;
    seat_set last_heads, last_tails;
    bool last_was_heads;
};

static void begin(void *memory, const struct game *game, const struct game_setup *setup)
{
    struct memory *m = memory;
    (void)game;
    m->seats = setup->seat_count;
}

static void toss(struct memory *m, const struct oracle_event *event)
{
    m->round = (int)oracle_arg(event, "round");
    m->deadline_ms = oracle_arg(event, "deadline_ms");
    m->guessed = 0;
    memset(m->has_guessed, 0, sizeof m->has_guessed);
}

static void guess(struct memory *m, const struct oracle_event *event)
{
    int64_t seat = oracle_arg(event, "seat");
    m->guessed += !m->has_guessed[seat];
    m->has_guessed[seat] = true;
    m->is_heads[seat] = oracle_arg_is(event, "side", "heads");
}

/* Points are counted here from the guesses, not from what the event says of them. */
static void reveal(struct memory *m, const struct oracle_event *event)
{
    m->last_was_heads = oracle_arg_is(event, "coin", "heads");
    m->heads_seen += m->last_was_heads;
    m->tails_seen += !m->last_was_heads;
    m->last_heads = m->last_tails = SEATS_NONE;
    for (int seat = 0; seat < m->seats; seat++) {
        if (!m->has_guessed[seat])
            continue;
        *(m->is_heads[seat] ? &m->last_heads : &m->last_tails) |= seat_bit(seat);
        m->points[seat] += m->is_heads[seat] == m->last_was_heads;
    }
}

static void happen(void *memory, const struct oracle_event *event)
{
    struct memory *m = memory;
    if (strcmp(event->message->name, "coin_tossed") == 0)
        toss(m, event);
    else if (strcmp(event->message->name, "guess_made") == 0)
        guess(m, event);
    else if (strcmp(event->message->name, "coin_revealed") == 0)
        reveal(m, event);
}

static void know(const void *memory, int viewer, struct transcript *k)
{
    const struct memory *m = memory;
    transcript_add(k, "round %d until %lld, %d have guessed\n", m->round, (long long)m->deadline_ms,
                   m->guessed);
    transcript_add(k, "seen %d heads, %d tails, last %d: heads said %x, tails %x\n", m->heads_seen,
                   m->tails_seen, m->last_was_heads, m->last_heads, m->last_tails);
    for (int seat = 0; seat < m->seats; seat++)
        transcript_add(k, " %d", m->points[seat]);
    if (viewer >= 0 && viewer < m->seats && m->has_guessed[viewer])
        transcript_add(k, "; I said %s", m->is_heads[viewer] ? "heads" : "tails");
    transcript_add(k, "\n");
}

const struct oracle oracle_coinflip = {
    .game_id = "coinflip",
    .memory_size = sizeof(struct memory),
    .begin = begin,
    .happen = happen,
    .know = know,
    .mutants = leak_mutants,
};
