/* Drawing and weighing worlds. See worlds.h for the idea. */
#include "worlds.h"

#include <string.h>

enum { TRIES = 24, DECK_MAX = (ONENIGHT_ROLES - 1) * ONENIGHT_ROLE_CARDS_MAX };

/* How likely somebody is to say what was said, in parts of nothing in particular. */
struct odds {
    int honest, silent, silent_wolf, bluff, odd, pointless_lie;
};

static const struct odds odds_of[] = {
    [ONENIGHT_HEARS] = { 12, 3, 4, 6, 4, 1 },
    [ONENIGHT_WEIGHS] = { 40, 7, 9, 14, 8, 1 },
};

struct world {
    int8_t dealt[ONENIGHT_PLACES], card[ONENIGHT_PLACES];
};

int onenight_pick(uint32_t from, struct rng *rng)
{
    int chosen = 0;
    uint64_t count = 0;
    for (int i = 0; from >> i; i++)
        if ((from >> i & 1) && rng_below(rng, ++count) == 0)
            chosen = i;
    return chosen;
}

uint32_t onenight_pick_some(uint32_t from, int count, struct rng *rng)
{
    uint32_t chosen = 0;
    while (count-- > 0)
        chosen |= 1u << onenight_pick(from & ~chosen, rng);
    return chosen;
}

/* Drawing */

static void know(struct world *world, int8_t left[], int place, int role)
{
    if (world->dealt[place] != ONENIGHT_NO_ROLE || left[role] == 0)
        return;
    world->dealt[place] = (int8_t)role;
    left[role]--;
}

/* Looks come before swaps, but for the Robber's, whose new card is what the robbed was dealt. */
static void know_records(const struct onenight_view *view, struct world *world, int8_t left[])
{
    const struct onenight_knowledge *own = &view->own;
    for (int i = 0; i < own->record_count; i++) {
        const struct onenight_record *record = &own->record[i];
        if (record->action != ONENIGHT_VIEW_CARD || own->dealt == ONENIGHT_INSOMNIAC)
            continue;
        if (own->dealt == ONENIGHT_ROBBER && i > 0)
            know(world, left, own->record[i - 1].target, record->role);
        else
            know(world, left, record->source, record->role);
    }
}

/* Whether a mate of a seat that was dealt `dealt` may hold this card. */
static bool is_mate(int dealt, int role)
{
    return dealt == ONENIGHT_MASON ? role == ONENIGHT_MASON : onenight_is_wolf(role);
}

static int first_of(uint32_t set)
{
    int i = 0;
    while (!(set >> i & 1))
        i++;
    return i;
}

/* A wolf who was seen may be of any kind that is left. */
static void know_mate(struct world *world, int8_t left[], int seat, int dealt, struct rng *rng)
{
    uint32_t kinds = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (is_mate(dealt, role) && left[role] > 0)
            kinds |= 1u << role;
    if (kinds && !(kinds & (kinds - 1)))
        know(world, left, seat, first_of(kinds));
    else if (kinds)
        know(world, left, seat, onenight_pick(kinds, rng));
}

static void know_what_is_known(const struct onenight_view *view, struct world *world, int8_t left[],
                               struct rng *rng)
{
    memset(world->dealt, 0, sizeof world->dealt);
    memcpy(left, view->table.deck, ONENIGHT_ROLES);
    if (view->viewer != ONENIGHT_NOBODY)
        know(world, left, view->viewer, view->own.dealt);
    know_records(view, world, left);
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (seat_in(view->own.mates, seat))
            know_mate(world, left, seat, view->own.dealt, rng);
}

static void fill(const struct onenight_view *view, struct world *world, const int8_t left[],
                 struct rng *rng)
{
    int deck[DECK_MAX], count = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        for (int i = 0; i < left[role]; i++)
            deck[count++] = role;
    rng_shuffle(rng, deck, count);
    for (int place = 0; place < ONENIGHT_PLACES && count > 0; place++) {
        bool is_there = place < view->table.seat_count || place >= ONENIGHT_PLACE_CENTER_0;
        if (is_there && world->dealt[place] == ONENIGHT_NO_ROLE)
            world->dealt[place] = (int8_t)deck[--count];
    }
}

/* A player who saw the mates knows that there are no others. */
static bool has_unseen_mate(const struct onenight_view *view, const struct world *world)
{
    uint32_t known = view->own.mates | seat_bit(view->viewer);
    for (int seat = 0; seat < view->table.seat_count && view->own.has_mates; seat++)
        if (!seat_in(known, seat) && is_mate(view->own.dealt, world->dealt[seat]))
            return true;
    return false;
}

static bool draw(const struct onenight_view *view, struct rng *rng, struct world *world)
{
    int8_t left[ONENIGHT_ROLES];
    for (int try = 0; try < TRIES; try++) {
        know_what_is_known(view, world, left, rng);
        fill(view, world, left, rng);
        if (!has_unseen_mate(view, world))
            return true;
    }
    return false;
}

/* The night */

static void swap(struct world *world, int source, int target)
{
    int8_t card = world->card[source];
    world->card[source] = world->card[target];
    world->card[target] = card;
}

static void swap_own(const struct onenight_view *view, struct world *world)
{
    for (int i = 0; i < view->own.record_count; i++)
        if (view->own.record[i].action != ONENIGHT_VIEW_CARD)
            swap(world, view->own.record[i].source, view->own.record[i].target);
}

static uint32_t others(const struct onenight_view *view, int seat)
{
    return (seat_bit(view->table.seat_count) - 1) & ~seat_bit(seat);
}

static int bits(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* Whom somebody else swapped: as claimed, else anybody. */
static uint32_t chosen_players(const struct onenight_view *view, int seat, int count,
                               struct rng *rng)
{
    const struct onenight_claim *claim = &view->table.claim[seat];
    uint32_t from = others(view, seat);
    bool is_claimed =
        count == 1 ? claim->role == ONENIGHT_ROBBER : claim->role == ONENIGHT_TROUBLEMAKER;
    if (is_claimed && (claim->players == 0 || bits(claim->players & from) == count))
        return claim->players;
    return onenight_pick_some(from, count, rng);
}

static void act_for(const struct onenight_view *view, struct world *world, int seat,
                    struct rng *rng)
{
    const struct onenight_claim *claim = &view->table.claim[seat];
    int role = world->dealt[seat];
    if (role == ONENIGHT_DRUNK) {
        bool is_claimed = claim->role == role && bits(claim->center) == 1;
        int card = onenight_pick(is_claimed ? claim->center : 7, rng);
        swap(world, seat, onenight_center_place(card));
        return;
    }
    uint32_t chosen = chosen_players(view, seat, role == ONENIGHT_ROBBER ? 1 : 2, rng);
    if (!chosen)
        return;
    int first = onenight_pick(chosen, rng);
    swap(world, first,
         role == ONENIGHT_ROBBER ? seat : onenight_pick(chosen & ~seat_bit(first), rng));
}

static void play_night(const struct onenight_view *view, struct world *world, struct rng *rng)
{
    memcpy(world->card, world->dealt, sizeof world->card);
    for (int role = ONENIGHT_ROBBER; role <= ONENIGHT_DRUNK; role++)
        for (int seat = 0; seat < view->table.seat_count; seat++) {
            if (world->dealt[seat] != role)
                continue;
            if (seat == view->viewer)
                swap_own(view, world);
            else
                act_for(view, world, seat, rng);
        }
}

/* Weighing */

static bool saw_center(const struct world *world, const struct onenight_claim *claim)
{
    int8_t said[2] = { claim->first, claim->second };
    int count = 0;
    for (int card = 0; card < ONENIGHT_CENTER_CARDS; card++)
        if ((claim->center >> card & 1) && count < 2 && said[count] != ONENIGHT_NO_ROLE &&
            world->dealt[onenight_center_place(card)] != said[count++])
            return false;
    return true;
}

static bool dealt_to_all(const struct world *world, uint32_t seats, int role)
{
    for (int seat = 0; seats >> seat; seat++)
        if ((seats >> seat & 1) && world->dealt[seat] != role)
            return false;
    return true;
}

/* Whether what is claimed to have been seen is so in this world. */
static bool is_consistent(const struct world *world, int seat, const struct onenight_claim *claim)
{
    switch (claim->role) {
    case ONENIGHT_SEER:
        return claim->players
                   ? claim->first == 0 || dealt_to_all(world, claim->players, claim->first)
                   : saw_center(world, claim);
    case ONENIGHT_ROBBER:
        return claim->first == 0 || dealt_to_all(world, claim->players, claim->first);
    case ONENIGHT_APPRENTICE_SEER: return saw_center(world, claim);
    case ONENIGHT_MASON: return dealt_to_all(world, claim->players, ONENIGHT_MASON);
    case ONENIGHT_INSOMNIAC: return claim->first == 0 || world->card[seat] == claim->first;
    }
    return true;
}

static int likelihood(const struct world *world, int seat, const struct onenight_claim *claim,
                      const struct odds *odds)
{
    bool is_true = world->dealt[seat] == claim->role && is_consistent(world, seat, claim);
    if (claim->role == ONENIGHT_NO_ROLE)
        return onenight_is_wolf(world->dealt[seat]) ? odds->silent_wolf : odds->silent;
    switch (onenight_team_of(world->dealt[seat])) {
    case ONENIGHT_WEREWOLVES:
        return onenight_team_of(claim->role) == ONENIGHT_VILLAGE ? odds->bluff
                                                                 : odds->pointless_lie;
    case ONENIGHT_TANNERS: return odds->odd;
    case ONENIGHT_VILLAGE: break;
    }
    /* A Robber or Insomniac who knows to be a Werewolf has reason to lie. */
    if (!is_true && onenight_is_wolf(world->card[seat]) &&
        (world->dealt[seat] == ONENIGHT_ROBBER || world->dealt[seat] == ONENIGHT_INSOMNIAC))
        return odds->odd;
    return is_true ? odds->honest : odds->pointless_lie;
}

/* An Insomniac knows how her card lies at the end. */
static bool ends_as_seen(const struct onenight_view *view, const struct world *world)
{
    return view->own.dealt != ONENIGHT_INSOMNIAC || view->own.record_count == 0 ||
           world->card[view->viewer] == view->own.record[0].role;
}

static uint64_t weigh(const struct onenight_view *view, const struct world *world,
                      enum onenight_ear ear)
{
    uint64_t weight = ends_as_seen(view, world);
    for (int seat = 0; seat < view->table.seat_count && ear != ONENIGHT_DEAF; seat++)
        if (seat != view->viewer)
            weight *= (uint64_t)likelihood(world, seat, &view->table.claim[seat], &odds_of[ear]);
    return weight;
}

static void add(const struct onenight_view *view, const struct world *world, uint64_t weight,
                struct onenight_beliefs *beliefs)
{
    bool has_wolf = false;
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        bool is_wolf = onenight_is_wolf(world->card[seat]);
        has_wolf |= is_wolf;
        beliefs->wolf[seat] += is_wolf ? weight : 0;
        beliefs->tanner[seat] += world->card[seat] == ONENIGHT_TANNER ? weight : 0;
    }
    beliefs->total += weight;
    beliefs->no_wolf += has_wolf ? 0 : weight;
    if (view->viewer != ONENIGHT_NOBODY)
        beliefs->own_team[onenight_team_of(world->card[view->viewer])] += weight;
}

void onenight_believe(const struct onenight_view *view, int samples, enum onenight_ear ear,
                      struct rng *rng, struct onenight_beliefs *beliefs)
{
    struct world world;
    memset(beliefs, 0, sizeof *beliefs);
    for (int i = 0; i < samples; i++) {
        if (!draw(view, rng, &world))
            continue;
        play_night(view, &world, rng);
        add(view, &world, weigh(view, &world, ear), beliefs);
    }
}
