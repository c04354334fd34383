/* One Night's bot. By night it does what its role is for; by day it claims to be somebody, truly if that
 * helps; at the vote it asks who is a Werewolf in the worlds that fit (worlds.h). Strength 0 plays at random,
 * 1 looks at its own knowledge, 2 and more listen to the others and bluff better, with more worlds. */
#include "worlds.h"

enum { CENTER_ALL = 7, LISTENS = 2, CUNNING = 3 };

static const int samples[BOT_STRENGTH_MAX + 1] = { 0, 60, 100, 200, 400 };

static uint32_t others(const struct onenight_view *view)
{
    return (seat_bit(view->table.seat_count) - 1) & ~seat_bit(view->viewer);
}

static uint32_t pick_some(uint32_t from, int count, struct rng *rng)
{
    uint32_t chosen = 0;
    while (count-- > 0)
        chosen |= 1u << onenight_pick(from & ~chosen, rng);
    return chosen;
}

/* Night */

/* The first form is the one that does most; a Seer takes the centre now and then. */
static struct onenight_form choose_form(const struct onenight_view *view,
                                        const struct game_bot *bot)
{
    bool may_take_center = view->form_count == ONENIGHT_FORMS_MAX && rng_below(bot->rng, 4) == 0;
    if (bot->strength == 0)
        return view->form[rng_below(bot->rng, (uint64_t)view->form_count)];
    return view->form[may_take_center];
}

static bool act(const struct onenight_view *view, const struct game_bot *bot,
                struct game_command *command)
{
    if (!view->is_asked)
        return false;
    struct onenight_form form = choose_form(view, bot);
    command->kind = ONENIGHT_ACT;
    command->arg[0] = pick_some(others(view), form.players, bot->rng);
    command->arg[1] = pick_some(CENTER_ALL, form.center, bot->rng);
    return true;
}

/* Talk */

enum { CLAIM_ROLE, CLAIM_PLAYERS, CLAIM_CENTER, CLAIM_FIRST, CLAIM_SECOND };

/* What was learnt, in the words of a claim. */
static void tell_truth(const struct onenight_view *view, int64_t claim[])
{
    const struct onenight_knowledge *own = &view->own;
    claim[CLAIM_ROLE] = own->dealt;
    claim[CLAIM_PLAYERS] = own->dealt == ONENIGHT_MASON ? own->mates : 0;
    for (int i = 0; i < own->record_count; i++) {
        const struct onenight_record *record = &own->record[i];
        int8_t place[2] = { record->source, record->target };
        int place_count = record->action == ONENIGHT_VIEW_CARD ? 1 : 2;
        for (int n = 0; n < place_count; n++)
            if (place[n] >= ONENIGHT_PLACE_CENTER_0)
                claim[CLAIM_CENTER] |= 1 << (place[n] - ONENIGHT_PLACE_CENTER_0);
            else if (place[n] != view->viewer)
                claim[CLAIM_PLAYERS] |= seat_bit(place[n]);
        if (record->action == ONENIGHT_VIEW_CARD)
            claim[claim[CLAIM_FIRST] ? CLAIM_SECOND : CLAIM_FIRST] = record->role;
    }
}

static bool is_claimed(const struct onenight_view *view, int role)
{
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (seat != view->viewer && view->table.claim[seat].role == role)
            return true;
    return false;
}

/* A village card that a lone wolf found in the centre contradicts nobody. */
static int role_seen_in_center(const struct onenight_view *view)
{
    const struct onenight_record *record = &view->own.record[0];
    bool has_seen = view->own.dealt == ONENIGHT_WEREWOLF && view->own.record_count > 0;
    return has_seen && onenight_team_of(record->role) == ONENIGHT_VILLAGE ? record->role
                                                                          : ONENIGHT_NO_ROLE;
}

/* A card of the village that fewer have claimed than there are; Masons vouch for each other, so not that. */
static int role_to_pretend(const struct onenight_view *view, const struct game_bot *bot)
{
    uint32_t fitting = 0, any = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++) {
        bool is_village = onenight_team_of(role) == ONENIGHT_VILLAGE && role != ONENIGHT_MASON;
        if (view->table.deck[role] == 0 || !is_village)
            continue;
        any |= 1u << role;
        if (view->table.deck[role] > 1 || !is_claimed(view, role))
            fitting |= 1u << role;
    }
    int seen = bot->strength >= LISTENS ? role_seen_in_center(view) : ONENIGHT_NO_ROLE;
    if (seen)
        return seen;
    if (fitting && bot->strength >= LISTENS)
        return onenight_pick(fitting, bot->rng);
    return any ? onenight_pick(any, bot->rng) : view->own.dealt;
}

/* The details of a lie: harmless ones. */
static void embroider(const struct onenight_view *view, const struct game_bot *bot, int64_t claim[])
{
    uint32_t strangers = others(view) & ~(uint32_t)view->own.mates;
    int harmless = view->table.deck[ONENIGHT_VILLAGER] ? ONENIGHT_VILLAGER : (int)claim[CLAIM_ROLE];
    bool has_target = claim[CLAIM_ROLE] == ONENIGHT_SEER || claim[CLAIM_ROLE] == ONENIGHT_ROBBER;
    if (has_target && strangers) {
        claim[CLAIM_PLAYERS] = seat_bit(onenight_pick(strangers, bot->rng));
        claim[CLAIM_FIRST] = harmless;
    }
    if (claim[CLAIM_ROLE] == ONENIGHT_DRUNK)
        claim[CLAIM_CENTER] = 1 << rng_below(bot->rng, ONENIGHT_CENTER_CARDS);
    if (claim[CLAIM_ROLE] == ONENIGHT_INSOMNIAC)
        claim[CLAIM_FIRST] = ONENIGHT_INSOMNIAC;
}

/* Who was dealt another card but knows to hold a Werewolf now: a Robber, or an Insomniac. */
static bool has_turned_wolf(const struct onenight_view *view)
{
    const struct onenight_knowledge *own = &view->own;
    if (own->record_count == 0)
        return false;
    const struct onenight_record *last = &own->record[own->record_count - 1];
    return last->action == ONENIGHT_VIEW_CARD && last->source == view->viewer &&
           last->role == ONENIGHT_WEREWOLF;
}

static void lie(const struct onenight_view *view, const struct game_bot *bot, int64_t claim[])
{
    if (has_turned_wolf(view)) {
        claim[CLAIM_ROLE] = view->own.dealt;
    } else if (view->own.dealt == ONENIGHT_TANNER && bot->strength >= CUNNING) {
        /* Nobody believes it, which is the idea. */
        claim[CLAIM_ROLE] = ONENIGHT_WEREWOLF;
        return;
    } else {
        claim[CLAIM_ROLE] = role_to_pretend(view, bot);
    }
    embroider(view, bot, claim);
}

static bool has_reason_to_lie(const struct onenight_view *view)
{
    return onenight_team_of(view->own.dealt) != ONENIGHT_VILLAGE || has_turned_wolf(view);
}

static int silent_seats(const struct onenight_view *view)
{
    int count = 0;
    for (int seat = 0; seat < view->table.seat_count; seat++)
        count += view->table.claim[seat].role == ONENIGHT_NO_ROLE;
    return count;
}

/* A bot does not press for the vote: it joins when somebody has asked and all who have said nothing may have.
 * Where no clock would end the talk it asks by itself. */
static bool calls_vote(const struct onenight_view *view)
{
    if (view->own.calls_vote)
        return false;
    if (!view->table.is_timed)
        return true;
    return view->table.vote_calls > 0 && silent_seats(view) <= view->table.vote_calls;
}

static bool talk(const struct onenight_view *view, const struct game_bot *bot,
                 struct game_command *command)
{
    if (view->table.claim_count[view->viewer] == 0 && bot->strength > 0) {
        command->kind = ONENIGHT_CLAIM;
        if (has_reason_to_lie(view))
            lie(view, bot, command->arg);
        else
            tell_truth(view, command->arg);
        return true;
    }
    command->kind = ONENIGHT_CALL_VOTE;
    command->arg[0] = true;
    return calls_vote(view);
}

/* Vote */

static int most_likely(const uint64_t weight[], uint32_t from, struct rng *rng)
{
    uint64_t most = 0;
    uint32_t best = 0;
    for (int seat = 0; from >> seat; seat++) {
        if (!(from >> seat & 1) || weight[seat] < most)
            continue;
        best = weight[seat] > most ? seat_bit(seat) : best | seat_bit(seat);
        most = weight[seat];
    }
    return onenight_pick(best ? best : from, rng);
}

/* If there is probably no Werewolf, one vote each kills nobody: everyone votes for the next seat. */
static int village_vote(const struct onenight_view *view, const struct onenight_beliefs *beliefs,
                        struct rng *rng)
{
    uint64_t suspicion[ONENIGHT_SEATS_MAX];
    if (5 * beliefs->no_wolf > 3 * beliefs->total)
        return (view->viewer + 1) % view->table.seat_count;
    for (int seat = 0; seat < ONENIGHT_SEATS_MAX; seat++)
        suspicion[seat] = beliefs->wolf[seat] > beliefs->tanner[seat]
                              ? beliefs->wolf[seat] - beliefs->tanner[seat]
                              : 0;
    return most_likely(suspicion, others(view), rng);
}

/* Anybody but a Werewolf: where others will look, but not where the Tanner sits. */
static int wolf_vote(const struct onenight_view *view, const struct onenight_beliefs *beliefs,
                     struct rng *rng)
{
    uint64_t safety[ONENIGHT_SEATS_MAX];
    for (int seat = 0; seat < ONENIGHT_SEATS_MAX; seat++)
        safety[seat] = 2 * beliefs->total - beliefs->wolf[seat] - beliefs->tanner[seat];
    return most_likely(safety, others(view), rng);
}

static int choose_target(const struct onenight_view *view, const struct game_bot *bot)
{
    struct onenight_beliefs beliefs;
    if (bot->strength == 0)
        return onenight_pick(others(view), bot->rng);
    onenight_believe(view, samples[bot->strength], bot->strength >= LISTENS, bot->rng, &beliefs);
    if (beliefs.total == 0)
        return onenight_pick(others(view), bot->rng);
    if (2 * beliefs.own_team[ONENIGHT_WEREWOLVES] > beliefs.total)
        return wolf_vote(view, &beliefs, bot->rng);
    return village_vote(view, &beliefs, bot->rng);
}

static bool vote(const struct onenight_view *view, const struct game_bot *bot,
                 struct game_command *command)
{
    if (view->own.vote != ONENIGHT_NOBODY)
        return false;
    command->kind = ONENIGHT_VOTE;
    command->arg[0] = choose_target(view, bot);
    return true;
}

bool onenight_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct onenight_view *view = in;
    *command = (struct game_command){ .kind = ONENIGHT_ACKNOWLEDGE, .seat = (int8_t)bot->seat };
    switch ((enum onenight_phase)view->table.phase) {
    case ONENIGHT_REVEAL: return !view->own.has_acknowledged;
    case ONENIGHT_NIGHT: return act(view, bot, command);
    case ONENIGHT_DISCUSSION: return talk(view, bot, command);
    case ONENIGHT_VOTING: return vote(view, bot, command);
    case ONENIGHT_DEALING:
    case ONENIGHT_RESULTS: break;
    }
    return false;
}
