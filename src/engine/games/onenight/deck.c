/* One Night: which cards are in the game, whether that is a good idea, and the deal. */
#include "onenight.h"

enum { DECK_MAX = (ONENIGHT_ROLES - 1) * ONENIGHT_ROLE_CARDS_MAX, BALANCE_TOLERANCE = 6 };

const struct game_role onenight_roles[] = {
    { "doppelganger", "village", 1,
      "Must look at another player's card, and is what she saw from then on." },
    { "sentinel", "village", 2,
      "May shield another player's card: nobody looks at it or moves it." },
    { "werewolf", "werewolf", 3, "Sees the other werewolves; alone, may look at a centre card." },
    { "alpha_wolf", "werewolf", 4,
      "Wakes with the werewolves, then must give the extra werewolf card to another player." },
    { "mystic_wolf", "werewolf", 5,
      "Wakes with the werewolves, then may look at another player's card." },
    { "minion", "werewolf", 6, "Sees the werewolves, who do not see the minion." },
    { "mason", "village", 7, "Sees the other mason, or learns that there is none." },
    { "seer", "village", 8, "May look at another player's card or at two centre cards." },
    { "apprentice_seer", "village", 9, "May look at one centre card." },
    { "paranormal_investigator", "village", 10,
      "May look at two other players' cards; becomes the werewolf or tanner that he sees." },
    { "robber", "village", 11, "May swap cards with another player, and sees the new card." },
    { "witch", "village", 12, "May look at a centre card, and then must give it to a player." },
    { "troublemaker", "village", 13, "May swap the cards of two other players, unseen." },
    { "village_idiot", "village", 14, "May move all cards but his own by one seat." },
    { "drunk", "village", 15, "Must swap cards with the centre, unseen." },
    { "insomniac", "village", 16, "Sees her own card as it lies at the end of the night." },
    { "revealer", "village", 17,
      "May turn another player's card; one of the village stays open for all." },
    { "hunter", "village", 0, "Dying, takes along whoever he voted for." },
    { "tanner", "tanner", 0, "Wins by dying." },
    { "bodyguard", "village", 0, "Whoever he votes for cannot die." },
    { "dream_wolf", "werewolf", 0, "Sleeps; the werewolves and the minion see him." },
    { "villager", "village", 0, "Has nothing but wits." },
    { 0 },
};

bool onenight_role(int index, struct game_role *role)
{
    *role = onenight_roles[index];
    return role->id != NULL;
}

/* Per role: how many cards lie in the box, the word for several, and the worth of each to the village. */
static const struct {
    int box;
    const char *above;
    int worth;
} cards[ONENIGHT_ROLES] = {
    [ONENIGHT_DOPPELGANGER] = { 1, "doppelganger_above_box", 0 },
    [ONENIGHT_SENTINEL] = { 1, "sentinel_above_box", 1 },
    [ONENIGHT_WEREWOLF] = { 2, "werewolf_above_box", -6 },
    [ONENIGHT_ALPHA_WOLF] = { 1, "alpha_wolf_above_box", -9 },
    [ONENIGHT_MYSTIC_WOLF] = { 1, "mystic_wolf_above_box", -7 },
    [ONENIGHT_MINION] = { 1, "minion_above_box", -5 },
    [ONENIGHT_MASON] = { 2, "mason_above_box", 3 },
    [ONENIGHT_SEER] = { 1, "seer_above_box", 4 },
    [ONENIGHT_APPRENTICE_SEER] = { 1, "apprentice_seer_above_box", 2 },
    [ONENIGHT_INVESTIGATOR] = { 1, "paranormal_investigator_above_box", 3 },
    [ONENIGHT_ROBBER] = { 1, "robber_above_box", 3 },
    [ONENIGHT_WITCH] = { 1, "witch_above_box", 2 },
    [ONENIGHT_TROUBLEMAKER] = { 1, "troublemaker_above_box", 2 },
    [ONENIGHT_VILLAGE_IDIOT] = { 1, "village_idiot_above_box", 1 },
    [ONENIGHT_DRUNK] = { 1, "drunk_above_box", 1 },
    [ONENIGHT_INSOMNIAC] = { 1, "insomniac_above_box", 2 },
    [ONENIGHT_REVEALER] = { 1, "revealer_above_box", 4 },
    [ONENIGHT_HUNTER] = { 1, "hunter_above_box", 2 },
    [ONENIGHT_TANNER] = { 1, "tanner_above_box", -2 },
    [ONENIGHT_BODYGUARD] = { 1, "bodyguard_above_box", 1 },
    [ONENIGHT_DREAM_WOLF] = { 1, "dream_wolf_above_box", -5 },
    [ONENIGHT_VILLAGER] = { 3, "villager_above_box", 1 },
};

/* The house deck: the cards it always has, those added with more players, and the minutes of discussion. */
static const int8_t presets[ONENIGHT_SEATS_MAX + 1][ONENIGHT_ROLES] = {
#define COMMON \
    [ONENIGHT_WEREWOLF] = 2, [ONENIGHT_SEER] = 1, [ONENIGHT_ROBBER] = 1, [ONENIGHT_TROUBLEMAKER] = 1
#define SEVEN COMMON, [ONENIGHT_MINION] = 1, [ONENIGHT_MASON] = 2, [ONENIGHT_INSOMNIAC] = 1
    [3] = { COMMON, [ONENIGHT_VILLAGER] = 1 },
    [4] = { COMMON, [ONENIGHT_VILLAGER] = 2 },
    [5] = { COMMON, [ONENIGHT_VILLAGER] = 3 },
    [6] = { COMMON, [ONENIGHT_MINION] = 1, [ONENIGHT_VILLAGER] = 3 },
    [7] = { SEVEN, [ONENIGHT_DRUNK] = 1 },
    [8] = { SEVEN, [ONENIGHT_DRUNK] = 1, [ONENIGHT_HUNTER] = 1 },
    [9] = { SEVEN, [ONENIGHT_TANNER] = 1, [ONENIGHT_VILLAGER] = 2 },
    [10] = { SEVEN, [ONENIGHT_DRUNK] = 1, [ONENIGHT_HUNTER] = 1, [ONENIGHT_VILLAGER] = 2 },
#undef COMMON
#undef SEVEN
};
static const int8_t talk_minutes[ONENIGHT_SEATS_MAX + 1] = { [3] = 4, 4, 5, 5, 7, 7, 9, 9 };

bool onenight_is_wolf(int role)
{
    return role == ONENIGHT_WEREWOLF || role == ONENIGHT_ALPHA_WOLF ||
           role == ONENIGHT_MYSTIC_WOLF || role == ONENIGHT_DREAM_WOLF;
}

int onenight_role_at(const struct onenight_secrets *secrets, int place)
{
    int origin = secrets->origin[place];
    if (secrets->turned[origin])
        return secrets->turned[origin];
    return secrets->copied[origin] ? secrets->copied[origin] : secrets->card[place];
}

enum onenight_team onenight_team_of(int role)
{
    if (onenight_is_wolf(role) || role == ONENIGHT_MINION)
        return ONENIGHT_WEREWOLVES;
    return role == ONENIGHT_TANNER ? ONENIGHT_TANNERS : ONENIGHT_VILLAGE;
}

static int64_t count_of(const struct game_setup *setup, int role)
{
    return setup->option[ONENIGHT_COUNT_FIRST + role - 1];
}

static int64_t card_count(const struct game_setup *setup)
{
    int64_t count = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        count += count_of(setup, role);
    return count;
}

static int64_t wolf_count(const struct game_setup *setup)
{
    int64_t count = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        count += onenight_is_wolf(role) ? count_of(setup, role) : 0;
    return count;
}

enum refusal onenight_check(const struct game_setup *setup, const char **why)
{
    int64_t count = card_count(setup), wanted = setup->seat_count + ONENIGHT_CENTER_CARDS;
    *why = NULL;
    if (count < wanted)
        *why = "too_few_cards";
    else if (count > wanted && !setup->option[ONENIGHT_POOL])
        *why = "too_many_cards";
    else if (count_of(setup, ONENIGHT_MASON) == 1)
        *why = "lone_mason";
    else if (wolf_count(setup) == 0)
        *why = "no_werewolf";
    return *why ? REFUSED_BAD_OPTION : ACCEPTED;
}

void onenight_suggest(int seat_count, int64_t option[])
{
    if (seat_count < ONENIGHT_SEATS_MIN)
        seat_count = ONENIGHT_SEATS_MIN;
    if (seat_count > ONENIGHT_SEATS_MAX)
        seat_count = ONENIGHT_SEATS_MAX;
    for (int i = ONENIGHT_COUNT_FIRST; i <= ONENIGHT_COUNT_LAST; i++)
        option[i] = presets[seat_count][i - ONENIGHT_COUNT_FIRST + 1];
    option[ONENIGHT_DISCUSSION_SECONDS] = 60 * talk_minutes[seat_count];
}

/* Of the cards that will be drawn, on average. */
static int balance_of(const struct game_setup *setup)
{
    int64_t worth = 0, count = card_count(setup);
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        worth += count_of(setup, role) * cards[role].worth;
    return count ? (int)(worth * (setup->seat_count + ONENIGHT_CENTER_CARDS) / count) : 0;
}

static const char *balance_warning(int balance)
{
    if (balance > BALANCE_TOLERANCE)
        return "favours_village";
    return balance < -BALANCE_TOLERANCE ? "favours_werewolves" : NULL;
}

void onenight_advise(const struct game_setup *setup, struct game_advice *advice)
{
    bool draws = card_count(setup) > setup->seat_count + ONENIGHT_CENTER_CARDS;
    advice->has_balance = true;
    advice->balance = balance_of(setup);
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (count_of(setup, role) > cards[role].box)
            game_warn(advice, cards[role].above);
    if (draws && count_of(setup, ONENIGHT_MASON) > 0)
        game_warn(advice, "masons_may_be_parted");
    game_warn(advice, balance_warning(advice->balance));
}

/* The deck in the order of the roles, shuffled; the first cards go to the seats, the next three to the
 * centre, the rest back into the box. The Alpha Wolf's extra Werewolf lies in a fourth slot. */
void onenight_deal(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    int deck[DECK_MAX], count = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        for (int i = 0; i < s->table.deck[role]; i++)
            deck[count++] = role;
    rng_shuffle(turn->rng, deck, count);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        game_emit(turn, (struct game_event){ .kind = ONENIGHT_ROLE_DEALT,
                                             .told = seat_bit(seat),
                                             .arg = { seat, deck[seat] } });
    for (int card = 0; card < ONENIGHT_CENTER_CARDS; card++)
        game_emit(turn, (struct game_event){ .kind = ONENIGHT_CENTER_DEALT,
                                             .told = SEATS_NONE,
                                             .arg = { card, deck[s->table.seat_count + card] } });
    if (s->table.deck[ONENIGHT_ALPHA_WOLF] > 0)
        game_emit(turn, (struct game_event){ .kind = ONENIGHT_CENTER_DEALT,
                                             .told = SEATS_NONE,
                                             .arg = { ONENIGHT_CENTER_CARDS, ONENIGHT_WEREWOLF } });
}
