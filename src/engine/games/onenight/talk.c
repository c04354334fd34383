/* The claims of One Night's bot: the truth where it may, otherwise a lie. A good liar thinks of several and
 * tells the one after which the table would look elsewhere. */
#include "onenight_bot.h"

#include <string.h>

enum { CLAIM_ROLE, CLAIM_PLAYERS, CLAIM_CENTER, CLAIM_FIRST, CLAIM_SECOND, CLAIM_ARGS };

/* What was learnt, in the words of a claim. */
static void tell_truth(const struct onenight_view *view, int64_t claim[])
{
    const struct onenight_knowledge *own = &view->own;
    /* A Doppelganger says whom she copied; there is no room in a claim for what she did then. */
    int record_count = own->dealt == ONENIGHT_DOPPELGANGER ? 1 : own->record_count;
    claim[CLAIM_ROLE] = own->dealt;
    claim[CLAIM_PLAYERS] = own->dealt == ONENIGHT_MASON ? own->mates : 0;
    for (int i = 0; i < record_count; i++) {
        const struct onenight_record *record = &own->record[i];
        int8_t place[2] = { record->source, record->target };
        bool is_look = record->action == ONENIGHT_VIEW_CARD || record->action == ONENIGHT_COPY_CARD;
        int place_count = is_look ? 1 : 2;
        for (int n = 0; n < place_count; n++)
            if (place[n] >= ONENIGHT_PLACE_CENTER_0)
                claim[CLAIM_CENTER] |= 1 << (place[n] - ONENIGHT_PLACE_CENTER_0);
            else if (place[n] != view->viewer)
                claim[CLAIM_PLAYERS] |= seat_bit(place[n]);
        if (is_look)
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
    bool has_seen = onenight_is_wolf(view->own.dealt) && view->own.record_count > 0 &&
                    record->source >= ONENIGHT_PLACE_CENTER_0;
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
    bool listens = onenight_skills[bot->strength].ear != ONENIGHT_DEAF;
    int seen = listens ? role_seen_in_center(view) : ONENIGHT_NO_ROLE;
    if (seen)
        return seen;
    if (fitting && listens)
        return onenight_pick(fitting, bot->rng);
    return any ? onenight_pick(any, bot->rng) : view->own.dealt;
}

/* A wolf of the card list, which has one. */
static int wolf_in_deck(const struct onenight_view *view)
{
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (onenight_is_wolf(role) && view->table.deck[role] > 0)
            return role;
    return ONENIGHT_NO_ROLE;
}

/* At a small table everybody knows too much for a lie with details. */
static int lies_to_think_of(const struct onenight_view *view, const struct game_bot *bot)
{
    enum { SMALL_TABLE = 4 };
    return view->table.seat_count > SMALL_TABLE ? onenight_skills[bot->strength].lies : 0;
}

/* The details of a lie: what was seen is harmless, or, told by the cunning, a Werewolf now and then. */
static void embroider(const struct onenight_view *view, const struct game_bot *bot, int64_t claim[])
{
    uint32_t strangers = onenight_others(view) & ~(uint32_t)view->own.mates;
    int harmless = view->table.deck[ONENIGHT_VILLAGER] ? ONENIGHT_VILLAGER : (int)claim[CLAIM_ROLE];
    bool is_cunning = lies_to_think_of(view, bot) > 0;
    bool has_target = claim[CLAIM_ROLE] == ONENIGHT_SEER || claim[CLAIM_ROLE] == ONENIGHT_ROBBER ||
                      claim[CLAIM_ROLE] == ONENIGHT_INVESTIGATOR ||
                      claim[CLAIM_ROLE] == ONENIGHT_DOPPELGANGER;
    if (has_target && strangers) {
        claim[CLAIM_PLAYERS] = seat_bit(onenight_pick(strangers, bot->rng));
        claim[CLAIM_FIRST] = harmless;
    }
    if (claim[CLAIM_ROLE] == ONENIGHT_SEER && is_cunning && rng_below(bot->rng, 2) == 0)
        claim[CLAIM_FIRST] = wolf_in_deck(view);
    if (claim[CLAIM_ROLE] == ONENIGHT_TROUBLEMAKER && is_cunning)
        claim[CLAIM_PLAYERS] = onenight_pick_some(onenight_others(view), 2, bot->rng);
    if (claim[CLAIM_ROLE] == ONENIGHT_WITCH)
        claim[CLAIM_PLAYERS] = seat_bit(onenight_pick(onenight_others(view), bot->rng));
    if (claim[CLAIM_ROLE] == ONENIGHT_SENTINEL)
        claim[CLAIM_PLAYERS] = view->table.shields & (uint16_t)~seat_bit(view->viewer);
    if (claim[CLAIM_ROLE] == ONENIGHT_APPRENTICE_SEER || claim[CLAIM_ROLE] == ONENIGHT_WITCH) {
        claim[CLAIM_CENTER] = 1 << rng_below(bot->rng, ONENIGHT_CENTER_CARDS);
        claim[CLAIM_FIRST] = harmless;
    }
    if (claim[CLAIM_ROLE] == ONENIGHT_DRUNK)
        claim[CLAIM_CENTER] = 1 << rng_below(bot->rng, ONENIGHT_CENTER_CARDS);
    if (claim[CLAIM_ROLE] == ONENIGHT_INSOMNIAC)
        claim[CLAIM_FIRST] = ONENIGHT_INSOMNIAC;
}

/* Who was dealt another card but knows to be a Werewolf now: a Robber, an Insomniac or an Investigator. */
static bool has_turned_wolf(const struct onenight_view *view)
{
    const struct onenight_knowledge *own = &view->own;
    if (own->turned)
        return onenight_is_wolf(own->turned);
    if (own->record_count == 0)
        return false;
    const struct onenight_record *last = &own->record[own->record_count - 1];
    return last->action == ONENIGHT_VIEW_CARD && last->source == view->viewer &&
           onenight_is_wolf(last->role);
}

static void draw_lie(const struct onenight_view *view, const struct game_bot *bot, int64_t claim[])
{
    memset(claim, 0, CLAIM_ARGS * sizeof *claim);
    claim[CLAIM_ROLE] = has_turned_wolf(view) ? view->own.dealt : role_to_pretend(view, bot);
    embroider(view, bot, claim);
}

/* The players whom a liar protects: the Werewolves, or, if there are none, itself. */
static uint32_t protected_seats(const struct onenight_view *view)
{
    uint32_t self = seat_bit(view->viewer);
    int role = onenight_waking_role(&view->own);
    if (role == ONENIGHT_MINION && view->own.mates)
        return view->own.mates;
    return onenight_is_wolf(role) ? view->own.mates | self : self;
}

static int64_t most_suspected(const struct onenight_beliefs *beliefs, uint32_t among)
{
    uint64_t most = 0;
    for (int seat = 0; among >> seat; seat++)
        if ((among >> seat & 1) && beliefs->wolf[seat] > most)
            most = beliefs->wolf[seat];
    return beliefs->total ? (int64_t)(1000 * most / beliefs->total) : 0;
}

/* How much more the table would suspect another than the protected players if it heard this, in
 * thousandths. */
static int64_t worth_of_lie(const struct onenight_view *view, const int64_t claim[], int worlds,
                            struct rng *rng)
{
    struct onenight_view table = { .table = view->table, .viewer = ONENIGHT_NOBODY };
    struct onenight_beliefs beliefs;
    uint32_t protected = protected_seats(view), all = seat_bit(view->table.seat_count) - 1;
    table.table.claim[view->viewer] =
        (struct onenight_claim){ .role = (int8_t)claim[CLAIM_ROLE],
                                 .players = (uint16_t)claim[CLAIM_PLAYERS],
                                 .center = (uint8_t)claim[CLAIM_CENTER],
                                 .first = (int8_t)claim[CLAIM_FIRST],
                                 .second = (int8_t)claim[CLAIM_SECOND] };
    onenight_believe(&table, worlds, ONENIGHT_HEARS, rng, &beliefs);
    return most_suspected(&beliefs, all & ~protected) - most_suspected(&beliefs, protected);
}

static void lie(const struct onenight_view *view, const struct game_bot *bot, int64_t claim[])
{
    const struct onenight_skill *skill = &onenight_skills[bot->strength];
    int64_t other[CLAIM_ARGS], best;
    int count = lies_to_think_of(view, bot);
    bool is_tanner =
        onenight_waking_role(&view->own) == ONENIGHT_TANNER || view->own.turned == ONENIGHT_TANNER;
    if (is_tanner && skill->ear == ONENIGHT_WEIGHS) {
        /* Nobody is to believe it. */
        claim[CLAIM_ROLE] = wolf_in_deck(view);
        return;
    }
    draw_lie(view, bot, claim);
    best = count > 0 ? worth_of_lie(view, claim, skill->worlds_of_lie, bot->rng) : 0;
    for (int i = 1; i < count; i++) {
        draw_lie(view, bot, other);
        int64_t worth = worth_of_lie(view, other, skill->worlds_of_lie, bot->rng);
        if (worth <= best)
            continue;
        best = worth;
        memcpy(claim, other, sizeof other);
    }
}

static bool has_reason_to_lie(const struct onenight_view *view)
{
    return onenight_team_of(onenight_waking_role(&view->own)) != ONENIGHT_VILLAGE ||
           view->own.turned || has_turned_wolf(view);
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

bool onenight_talk(const struct onenight_view *view, const struct game_bot *bot,
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
