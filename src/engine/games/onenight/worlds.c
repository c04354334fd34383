/* Drawing and weighing worlds. See worlds.h for the idea. */
#include "worlds.h"

#include <string.h>

/* Fewer worlds than this are drawn one by one. */
enum { WALK_MIN = 40 };

enum { TRIES = 24, DECK_MAX = (ONENIGHT_ROLES - 1) * ONENIGHT_ROLE_CARDS_MAX };

/* How likely a player is to claim this, in arbitrary units. */
struct odds {
    int honest, silent, silent_wolf, bluff, odd, pointless_lie;
};

static const struct odds odds_of[] = {
    [ONENIGHT_HEARS] = { 12, 3, 4, 6, 4, 1 },
    [ONENIGHT_WEIGHS] = { 40, 7, 9, 14, 8, 1 },
};

/* `card` is the role of the player who holds the card that lies there, `face` the role printed on it. */
struct world {
    int8_t dealt[ONENIGHT_PLACES], card[ONENIGHT_PLACES], face[ONENIGHT_PLACES];
    int8_t copied[ONENIGHT_SEATS_MAX]; /* by a Doppelganger */
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

/* These roles see how a card lies at the end, and not how it was dealt. */
static bool looks_last(int role)
{
    return role == ONENIGHT_INSOMNIAC || role == ONENIGHT_REVEALER;
}

/* Looks come before swaps, but for the Robber's, whose new card is what the robbed was dealt. */
static void know_records(const struct onenight_view *view, struct world *world, int8_t left[])
{
    const struct onenight_knowledge *own = &view->own;
    for (int i = 0; i < own->record_count; i++) {
        const struct onenight_record *record = &own->record[i];
        bool is_look =
            record->action == ONENIGHT_VIEW_CARD && !looks_last(onenight_waking_role(own));
        if (!is_look && record->action != ONENIGHT_COPY_CARD)
            continue;
        if (record->source == view->viewer && i > 0)
            know(world, left, own->record[i - 1].target, record->role);
        else
            know(world, left, record->source, record->role);
    }
}

/* Whether somebody who woke as `role` is seen by one who wakes as `own`. */
static bool is_mate(int own, int role)
{
    return own == ONENIGHT_MASON ? role == ONENIGHT_MASON : onenight_is_wolf(role);
}

static int waking_role(const struct world *world, int seat)
{
    return world->dealt[seat] == ONENIGHT_DOPPELGANGER ? world->copied[seat] : world->dealt[seat];
}

static int first_of(uint32_t set)
{
    int i = 0;
    while (!(set >> i & 1))
        i++;
    return i;
}

/* A wolf who was seen may be of any kind that is left, or a Doppelganger who copied one. */
static void know_mate(struct world *world, int8_t left[], int seat, int own, struct rng *rng)
{
    uint32_t kinds = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if ((is_mate(own, role) || role == ONENIGHT_DOPPELGANGER) && left[role] > 0)
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
    if (view->table.deck[ONENIGHT_ALPHA_WOLF] > 0)
        world->dealt[ONENIGHT_PLACE_ALPHA] = ONENIGHT_WEREWOLF;
    if (view->viewer != ONENIGHT_NOBODY)
        know(world, left, view->viewer, view->own.dealt);
    know_records(view, world, left);
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (seat_in(view->own.mates, seat))
            know_mate(world, left, seat, onenight_waking_role(&view->own), rng);
}

static void fill(const struct onenight_view *view, struct world *world, const int8_t left[],
                 struct rng *rng)
{
    int deck[DECK_MAX], count = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        for (int i = 0; i < left[role]; i++)
            deck[count++] = role;
    rng_shuffle(rng, deck, count);
    for (int place = 0; place < ONENIGHT_PLACE_ALPHA && count > 0; place++) {
        bool is_there = place < view->table.seat_count || place >= ONENIGHT_PLACE_CENTER_0;
        if (is_there && world->dealt[place] == ONENIGHT_NO_ROLE)
            world->dealt[place] = (int8_t)deck[--count];
    }
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

/* The player whom a Doppelganger copied: as claimed, otherwise anybody; a Doppelganger seen as a mate copied
 * a mate. */
static int copied_by(const struct onenight_view *view, const struct world *world, int seat,
                     struct rng *rng)
{
    const struct onenight_claim *claim = &view->table.claim[seat];
    uint32_t from = others(view, seat), mates = 0;
    if (seat == view->viewer)
        return view->own.copied;
    for (int other = 0; other < view->table.seat_count; other++)
        if ((from >> other & 1) && is_mate(onenight_waking_role(&view->own), world->dealt[other]))
            mates |= seat_bit(other);
    if (claim->role == ONENIGHT_DOPPELGANGER && bits(claim->players & from) == 1)
        from = claim->players & from;
    if (seat_in(view->own.mates, seat) && mates)
        from = mates;
    return world->dealt[onenight_pick(from, rng)];
}

static void copy(const struct onenight_view *view, struct world *world, struct rng *rng)
{
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (world->dealt[seat] == ONENIGHT_DOPPELGANGER)
            world->copied[seat] = (int8_t)copied_by(view, world, seat, rng);
}

/* A player who saw the mates knows that there are no others. */
static bool has_unseen_mate(const struct onenight_view *view, const struct world *world)
{
    int own = onenight_waking_role(&view->own);
    for (int seat = 0; seat < view->table.seat_count && view->own.has_mates; seat++)
        if (seat != view->viewer && !seat_in(view->own.mates, seat) &&
            is_mate(own, waking_role(world, seat)))
            return true;
    return false;
}

static bool draw(const struct onenight_view *view, struct rng *rng, struct world *world)
{
    int8_t left[ONENIGHT_ROLES];
    for (int try = 0; try < TRIES; try++) {
        know_what_is_known(view, world, left, rng);
        fill(view, world, left, rng);
        copy(view, world, rng);
        if (!has_unseen_mate(view, world))
            return true;
    }
    return false;
}

/* The night */

static void swap(struct world *world, int source, int target)
{
    int8_t card = world->card[source], face = world->face[source];
    world->card[source] = world->card[target];
    world->face[source] = world->face[target];
    world->card[target] = card;
    world->face[target] = face;
}

/* All cards but his own move one seat towards `toward`. */
static void shift(const struct onenight_view *view, struct world *world, int seat, int toward)
{
    int count = view->table.seat_count, on = toward == (seat + 1) % count ? 1 : count - 1;
    int last = ONENIGHT_NOBODY;
    for (int i = 1; i < count; i++) {
        int place = (seat + i * (count - on)) % count;
        if (seat_in(view->table.shields, place))
            continue;
        /* Against the direction, a card after the other changes places with the one before it. */
        if (last != ONENIGHT_NOBODY)
            swap(world, last, place);
        last = place;
    }
}

static void act_own(const struct onenight_view *view, struct world *world)
{
    const struct onenight_knowledge *own = &view->own;
    for (int i = 0; i < own->record_count; i++)
        switch ((enum onenight_action)own->record[i].action) {
        case ONENIGHT_SWAP_PLAYER_TO_PLAYER:
        case ONENIGHT_SWAP_PLAYER_TO_CENTER:
            swap(world, own->record[i].source, own->record[i].target);
            break;
        case ONENIGHT_SHIFT_CARDS:
            shift(view, world, own->record[i].source, own->record[i].target);
            break;
        case ONENIGHT_VIEW_CARD:
        case ONENIGHT_COPY_CARD:
        case ONENIGHT_SHIELD_CARD: break;
        }
    if (own->turned)
        world->card[view->viewer] = own->turned;
}

/* The player whom another one named as `role`: as claimed, otherwise anybody. */
static uint32_t chosen_players(const struct onenight_view *view, int seat, int role, uint32_t from,
                               int count, struct rng *rng)
{
    const struct onenight_claim *claim = &view->table.claim[seat];
    bool is_claimed = claim->role == role;
    from &= ~(uint32_t)view->table.shields;
    if (is_claimed && (claim->players == 0 || bits(claim->players & from) == count))
        return claim->players;
    return bits(from) < count ? 0 : onenight_pick_some(from, count, rng);
}

static int chosen_card(const struct onenight_view *view, int seat, int role, struct rng *rng)
{
    const struct onenight_claim *claim = &view->table.claim[seat];
    bool is_claimed = claim->role == role && bits(claim->center) == 1;
    return onenight_center_place(onenight_pick(is_claimed ? claim->center : 7, rng));
}

static uint32_t wolves_dealt(const struct onenight_view *view, const struct world *world)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < view->table.seat_count; seat++)
        seats |= onenight_is_wolf(world->dealt[seat]) ? seat_bit(seat) : 0;
    return seats;
}

static void investigate(const struct onenight_view *view, struct world *world, int seat,
                        struct rng *rng)
{
    const struct onenight_claim *claim = &view->table.claim[seat];
    uint32_t from = others(view, seat), looked = claim->players & from;
    if (claim->role != ONENIGHT_INVESTIGATOR)
        looked = chosen_players(view, seat, ONENIGHT_INVESTIGATOR, from, 2, rng);
    for (int other = 0; other < view->table.seat_count; other++) {
        int face = world->face[other];
        if (!(looked >> other & 1) || (!onenight_is_wolf(face) && face != ONENIGHT_TANNER))
            continue;
        world->card[seat] = onenight_is_wolf(face) ? ONENIGHT_WEREWOLF : ONENIGHT_TANNER;
        return;
    }
}

static void act_for(const struct onenight_view *view, struct world *world, int seat, int role,
                    struct rng *rng)
{
    int count = view->table.seat_count;
    uint32_t from = others(view, seat), chosen = 0;
    bool is_stopped = seat_in(view->table.shields, seat);
    if (role == ONENIGHT_DRUNK && !is_stopped)
        swap(world, seat, chosen_card(view, seat, role, rng));
    if (role == ONENIGHT_INVESTIGATOR)
        investigate(view, world, seat, rng);
    if (role == ONENIGHT_ALPHA_WOLF)
        from &= ~wolves_dealt(view, world);
    if (role == ONENIGHT_WITCH)
        from |= seat_bit(seat);
    if (role == ONENIGHT_VILLAGE_IDIOT)
        from = seat_bit((seat + 1) % count) | seat_bit((seat + count - 1) % count);
    if (role == ONENIGHT_ALPHA_WOLF || role == ONENIGHT_WITCH || role == ONENIGHT_VILLAGE_IDIOT ||
        (role == ONENIGHT_ROBBER && !is_stopped))
        chosen = chosen_players(view, seat, role, from, 1, rng);
    if (role == ONENIGHT_TROUBLEMAKER)
        chosen = chosen_players(view, seat, role, from, 2, rng);
    if (!chosen)
        return;
    int first = onenight_pick(chosen, rng);
    if (role == ONENIGHT_ROBBER)
        swap(world, first, seat);
    if (role == ONENIGHT_ALPHA_WOLF)
        swap(world, first, ONENIGHT_PLACE_ALPHA);
    if (role == ONENIGHT_WITCH)
        swap(world, first, chosen_card(view, seat, role, rng));
    if (role == ONENIGHT_VILLAGE_IDIOT)
        shift(view, world, seat, first);
    if (role == ONENIGHT_TROUBLEMAKER)
        swap(world, first, onenight_pick(chosen & ~seat_bit(first), rng));
}

/* A Doppelganger's card is what she copied, and she acts before all others. */
static void act_as_copies(const struct onenight_view *view, struct world *world, struct rng *rng)
{
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        if (world->dealt[seat] != ONENIGHT_DOPPELGANGER)
            continue;
        world->card[seat] = world->copied[seat];
        if (seat == view->viewer)
            act_own(view, world);
        else
            act_for(view, world, seat, world->copied[seat], rng);
    }
}

static void play_night(const struct onenight_view *view, struct world *world, struct rng *rng)
{
    memcpy(world->card, world->dealt, sizeof world->card);
    memcpy(world->face, world->dealt, sizeof world->face);
    act_as_copies(view, world, rng);
    for (int role = ONENIGHT_ALPHA_WOLF; role <= ONENIGHT_DRUNK; role++)
        for (int seat = 0; seat < view->table.seat_count && view->table.deck[role] > 0; seat++) {
            if (world->dealt[seat] != role)
                continue;
            if (seat == view->viewer)
                act_own(view, world);
            else
                act_for(view, world, seat, role, rng);
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

/* An Investigator says whom he saw in no order. */
static bool dealt_one_of(const struct world *world, const struct onenight_claim *claim)
{
    for (int seat = 0; claim->first && claim->players >> seat; seat++)
        if ((claim->players >> seat & 1) && world->dealt[seat] != claim->first &&
            world->dealt[seat] != claim->second)
            return false;
    return true;
}

static bool ends_as_all(const struct world *world, const struct onenight_claim *claim)
{
    for (int seat = 0; claim->first && claim->players >> seat; seat++)
        if ((claim->players >> seat & 1) && world->face[seat] != claim->first)
            return false;
    return true;
}

/* Whether the claimed sights are true in this world. */
static bool is_consistent(const struct onenight_table *table, const struct world *world, int seat,
                          const struct onenight_claim *claim)
{
    switch (claim->role) {
    case ONENIGHT_DOPPELGANGER:
        return claim->first == 0 || dealt_to_all(world, claim->players, claim->first);
    case ONENIGHT_SENTINEL: return (claim->players & ~(uint32_t)table->shields) == 0;
    case ONENIGHT_INVESTIGATOR: return dealt_one_of(world, claim);
    case ONENIGHT_REVEALER: return ends_as_all(world, claim);
    case ONENIGHT_WITCH: return saw_center(world, claim);
    case ONENIGHT_SEER:
        return claim->players
                   ? claim->first == 0 || dealt_to_all(world, claim->players, claim->first)
                   : saw_center(world, claim);
    case ONENIGHT_ROBBER:
        return claim->first == 0 || dealt_to_all(world, claim->players, claim->first);
    case ONENIGHT_APPRENTICE_SEER: return saw_center(world, claim);
    case ONENIGHT_MASON: return dealt_to_all(world, claim->players, ONENIGHT_MASON);
    case ONENIGHT_INSOMNIAC: return claim->first == 0 || world->face[seat] == claim->first;
    }
    return true;
}

static int likelihood(const struct onenight_table *table, const struct world *world, int seat,
                      const struct odds *odds)
{
    const struct onenight_claim *claim = &table->claim[seat];
    int role = waking_role(world, seat);
    bool is_true = world->dealt[seat] == claim->role && is_consistent(table, world, seat, claim);
    if (claim->role == ONENIGHT_NO_ROLE)
        return onenight_is_wolf(role) ? odds->silent_wolf : odds->silent;
    switch (onenight_team_of(role)) {
    case ONENIGHT_WEREWOLVES:
        return onenight_team_of(claim->role) == ONENIGHT_VILLAGE ? odds->bluff
                                                                 : odds->pointless_lie;
    case ONENIGHT_TANNERS: return odds->odd;
    case ONENIGHT_VILLAGE: break;
    }
    /* A Robber, Insomniac or Investigator who knows to be a Werewolf has reason to lie. */
    if (!is_true && onenight_is_wolf(world->card[seat]) &&
        (role == ONENIGHT_ROBBER || role == ONENIGHT_INSOMNIAC || role == ONENIGHT_INVESTIGATOR))
        return odds->odd;
    return is_true ? odds->honest : odds->pointless_lie;
}

/* An Insomniac knows how her card lies at the end, a Revealer another's, and all what lies open. */
static bool ends_as_seen(const struct onenight_view *view, const struct world *world)
{
    const struct onenight_knowledge *own = &view->own;
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (view->table.shown[seat] && world->face[seat] != view->table.shown[seat])
            return false;
    if (!looks_last(onenight_waking_role(own)) || own->record_count == 0)
        return true;
    struct onenight_record last = own->record[own->record_count - 1];
    return last.action != ONENIGHT_VIEW_CARD || world->face[last.source] == last.role;
}

static uint64_t weigh(const struct onenight_view *view, const struct world *world,
                      enum onenight_ear ear)
{
    uint64_t weight = ends_as_seen(view, world);
    for (int seat = 0; seat < view->table.seat_count && ear != ONENIGHT_DEAF; seat++)
        if (seat != view->viewer)
            weight *= (uint64_t)likelihood(&view->table, world, seat, &odds_of[ear]);
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

/* Worlds drawn without regard to the claims: with a full table hardly one of them fits all that was said. */
static void draw_worlds(const struct onenight_view *view, int count, enum onenight_ear ear,
                        struct rng *rng, struct onenight_beliefs *beliefs)
{
    struct world world;
    for (int i = 0; i < count; i++) {
        if (!draw(view, rng, &world))
            continue;
        play_night(view, &world, rng);
        add(view, &world, weigh(view, &world, ear), beliefs);
    }
}

/* Walking */

/* The places whose card the viewer does not know for certain. */
static uint32_t open_places(const struct onenight_view *view)
{
    struct world known;
    int8_t left[ONENIGHT_ROLES];
    uint32_t open = 0;
    memset(&known, 0, sizeof known);
    memcpy(left, view->table.deck, sizeof left);
    if (view->viewer != ONENIGHT_NOBODY)
        know(&known, left, view->viewer, view->own.dealt);
    know_records(view, &known, left);
    for (int place = 0; place < ONENIGHT_PLACE_ALPHA; place++) {
        bool is_there = place < view->table.seat_count || place >= ONENIGHT_PLACE_CENTER_0;
        if (is_there && known.dealt[place] == ONENIGHT_NO_ROLE)
            open |= 1u << place;
    }
    return open;
}

static bool keeps_mates(const struct onenight_view *view, const struct world *world)
{
    int own = onenight_waking_role(&view->own);
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (seat_in(view->own.mates, seat) && !is_mate(own, waking_role(world, seat)))
            return false;
    return !has_unseen_mate(view, world);
}

/* The world beside this one: two cards were dealt the other way round, and the night is drawn again. */
static bool step_aside(const struct onenight_view *view, const struct world *world, uint32_t open,
                       struct rng *rng, struct world *beside)
{
    uint32_t pair = onenight_pick_some(open, 2, rng);
    int one = first_of(pair), other = first_of(pair & (pair - 1));
    *beside = *world;
    beside->dealt[one] = world->dealt[other];
    beside->dealt[other] = world->dealt[one];
    copy(view, beside, rng);
    if (!keeps_mates(view, beside))
        return false;
    play_night(view, beside, rng);
    return true;
}

/* Goes from world to world, to a likelier one always, to another as often as it is likely (Metropolis), so
 * that worlds are met as often as they deserve. The first steps only lead away from where it began. */
static void walk(const struct onenight_view *view, int count, enum onenight_ear ear,
                 struct rng *rng, struct onenight_beliefs *beliefs)
{
    struct world world, beside;
    uint32_t open = open_places(view);
    if (!draw(view, rng, &world))
        return;
    play_night(view, &world, rng);
    uint64_t weight = weigh(view, &world, ear);
    for (int i = -count / 4; i < count; i++) {
        if (bits(open) >= 2 && step_aside(view, &world, open, rng, &beside)) {
            uint64_t other = weigh(view, &beside, ear);
            if (other >= weight || rng_below(rng, weight) < other) {
                world = beside;
                weight = other;
            }
        }
        if (i >= 0 && weight > 0)
            add(view, &world, 1, beliefs);
    }
}

void onenight_believe(const struct onenight_view *view, int samples, enum onenight_ear ear,
                      struct rng *rng, struct onenight_beliefs *beliefs)
{
    memset(beliefs, 0, sizeof *beliefs);
    if (ear != ONENIGHT_DEAF && samples >= WALK_MIN)
        walk(view, samples, ear, rng, beliefs);
    else
        draw_worlds(view, samples, ear, rng, beliefs);
}
