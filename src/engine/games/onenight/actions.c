/* One Night: what the roles do at night, and how a window can be answered.
 *
 * In the window of a role every seat is offered the same: the same targets, the same numbers. For a seat
 * that was dealt the role the answer is a deed, for everybody else it answers a decoy question. In the one
 * window of the simultaneous pace everybody marks two things; what they are for depends on the own card
 * alone. */
#include "onenight.h"

/* {0, 0} is to choose nothing. */
struct offer {
    int count;
    struct onenight_form form[ONENIGHT_FORMS_MAX];
};

static const struct offer one_player = { 1, { { 1, 0 } } };
static const struct offer one_card = { 1, { { 0, 1 } } };
static const struct offer maybe_player = { 2, { { 1, 0 }, { 0, 0 } } };
static const struct offer maybe_card = { 2, { { 0, 1 }, { 0, 0 } } };
static const struct offer maybe_players = { 2, { { 2, 0 }, { 0, 0 } } };
static const struct offer player_or_cards = { 3, { { 1, 0 }, { 0, 2 }, { 0, 0 } } };
static const struct offer both = { 2, { { 1, 1 }, { 0, 0 } } };
static const struct offer both_or_cards = { 3, { { 1, 1 }, { 0, 2 }, { 0, 0 } } };

static const struct offer *const offers[ONENIGHT_STEPS] = {
    [ONENIGHT_WEREWOLF] = &maybe_card,    [ONENIGHT_MYSTIC_WOLF] = &maybe_player,
    [ONENIGHT_MINION] = &one_player,      [ONENIGHT_APPRENTICE_SEER] = &maybe_card,
    [ONENIGHT_MASON] = &one_player,       [ONENIGHT_SEER] = &player_or_cards,
    [ONENIGHT_ROBBER] = &maybe_player,    [ONENIGHT_TROUBLEMAKER] = &maybe_players,
    [ONENIGHT_DRUNK] = &one_card,         [ONENIGHT_INSOMNIAC] = &one_player,
    [ONENIGHT_STEP_REPORT] = &one_player,
};

/* Two marks each, or none. A Drunk who marks none leaves it to chance. */
static const struct offer *blind_offer(int role)
{
    if (role == ONENIGHT_SEER)
        return &both_or_cards;
    return role == ONENIGHT_TROUBLEMAKER ? &maybe_players : &both;
}

static const struct offer *offer_of(const struct onenight_state *s, int seat)
{
    if (s->table.step == ONENIGHT_STEP_CHOICE)
        return blind_offer(s->seat[seat].dealt);
    return offers[s->table.step];
}

/* With eyes closed there are no decoys: a seat with nothing to do is asked nothing. */
static const struct offer *offer_of_window(const struct onenight_state *s, int seat)
{
    static const struct offer nothing = { 0 };
    bool sleeps = s->table.pace == ONENIGHT_EYES_CLOSED && !onenight_acts(s, seat);
    return sleeps ? &nothing : offer_of(s, seat);
}

int onenight_forms(const struct onenight_state *s, int seat,
                   struct onenight_form form[ONENIGHT_FORMS_MAX])
{
    const struct offer *offer = offer_of_window(s, seat);
    for (int i = 0; i < offer->count; i++)
        form[i] = offer->form[i];
    return offer->count;
}

static int bits(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static int first_bit(uint32_t set)
{
    int bit = 0;
    while (!(set >> bit & 1))
        bit++;
    return bit;
}

static int last_bit(uint32_t set)
{
    int bit = 31;
    while (!(set >> bit & 1))
        bit--;
    return bit;
}

bool onenight_answer_fits(const struct onenight_state *s, int seat, struct onenight_answer answer)
{
    const struct offer *offer = offer_of_window(s, seat);
    if (seat_in(answer.players, seat) || answer.players >> s->table.seat_count)
        return false;
    for (int i = 0; i < offer->count; i++)
        if (offer->form[i].players == bits(answer.players) &&
            offer->form[i].center == bits(answer.center))
            return true;
    return false;
}

uint16_t onenight_dealt(const struct onenight_state *s, int role)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->seat[seat].dealt == role)
            seats |= (uint16_t)seat_bit(seat);
    return seats;
}

/* The Mystic Wolf wakes with the Werewolves, and then alone. */
bool onenight_wakes(int role, int step)
{
    return role == step || (role == ONENIGHT_MYSTIC_WOLF && step == ONENIGHT_WEREWOLF);
}

bool onenight_has_step(const struct onenight_table *table, int step)
{
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (table->deck[role] > 0 && onenight_wakes(role, step))
            return true;
    return false;
}

/* By what the wolf has seen, and before that by nothing. */
static bool is_lone_wolf(const struct onenight_knowledge *own)
{
    return onenight_wakes(own->dealt, ONENIGHT_WEREWOLF) && own->has_mates && own->mates == 0;
}

static bool has_choice(int role)
{
    return role == ONENIGHT_WEREWOLF || role == ONENIGHT_MYSTIC_WOLF ||
           (role >= ONENIGHT_SEER && role <= ONENIGHT_DRUNK);
}

bool onenight_acts(const struct onenight_state *s, int seat)
{
    int role = s->seat[seat].dealt;
    if (s->table.step == ONENIGHT_STEP_CHOICE)
        return has_choice(role);
    if (!onenight_wakes(role, s->table.step))
        return false;
    return s->table.step == ONENIGHT_WEREWOLF ? is_lone_wolf(&s->seat[seat]) : has_choice(role);
}

static void look(struct game_turn *turn, int seat, int place)
{
    const struct onenight_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_CARD_VIEWED,
                                         .told = seat_bit(seat),
                                         .arg = { seat, place, s->secrets.card[place] } });
}

/* Nobody is told what moved; the one who moved it knows where. */
static void swap(struct game_turn *turn, int seat, int source, int target)
{
    const struct onenight_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_CARDS_SWAPPED,
                                         .told = SEATS_NONE,
                                         .arg = { seat, source, target, s->secrets.card[source],
                                                  s->secrets.card[target] } });
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_SWAP_MADE,
                                         .told = seat_bit(seat),
                                         .arg = { seat, source, target } });
}

static void look_at_center(struct game_turn *turn, int seat, uint8_t center)
{
    for (int card = 0; card < ONENIGHT_CENTER_CARDS; card++)
        if (center >> card & 1)
            look(turn, seat, onenight_center_place(card));
}

static void act_as_seer(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    if (answer.players)
        look(turn, seat, first_bit(answer.players));
    else
        look_at_center(turn, seat, answer.center);
}

static void act_as_robber(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    if (!answer.players)
        return;
    swap(turn, seat, seat, first_bit(answer.players));
    look(turn, seat, seat);
}

static void act_as_troublemaker(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    if (answer.players)
        swap(turn, seat, first_bit(answer.players), last_bit(answer.players));
}

static void act_as_drunk(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    int card =
        answer.center ? first_bit(answer.center) : (int)rng_below(turn->rng, ONENIGHT_CENTER_CARDS);
    swap(turn, seat, seat, onenight_center_place(card));
}

void onenight_perform(struct game_turn *turn, int seat, int step, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    switch ((enum onenight_role)step) {
    case ONENIGHT_WEREWOLF:
        if (is_lone_wolf(&s->seat[seat]))
            look_at_center(turn, seat, answer.center);
        break;
    case ONENIGHT_MYSTIC_WOLF:
        if (answer.players)
            look(turn, seat, first_bit(answer.players));
        break;
    case ONENIGHT_APPRENTICE_SEER: look_at_center(turn, seat, answer.center); break;
    case ONENIGHT_SEER: act_as_seer(turn, seat, answer); break;
    case ONENIGHT_ROBBER: act_as_robber(turn, seat, answer); break;
    case ONENIGHT_TROUBLEMAKER: act_as_troublemaker(turn, seat, answer); break;
    case ONENIGHT_DRUNK: act_as_drunk(turn, seat, answer); break;
    case ONENIGHT_NO_ROLE:
    case ONENIGHT_MINION:
    case ONENIGHT_MASON:
    case ONENIGHT_INSOMNIAC:
    case ONENIGHT_HUNTER:
    case ONENIGHT_TANNER:
    case ONENIGHT_BODYGUARD:
    case ONENIGHT_DREAM_WOLF:
    case ONENIGHT_VILLAGER:
    case ONENIGHT_ROLES: break;
    }
}

void onenight_answer_with(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    bool acts = onenight_acts(s, seat);
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_ANSWERED,
                                         .told = seat_bit(seat),
                                         .arg = { seat, answer.players, answer.center, acts } });
    if (acts && s->table.step != ONENIGHT_STEP_CHOICE)
        onenight_perform(turn, seat, s->table.step, answer);
}

static uint16_t dealt_wolves(const struct onenight_state *s)
{
    uint16_t seats = 0;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (onenight_is_wolf(role))
            seats |= onenight_dealt(s, role);
    return seats;
}

static void show_mates(struct game_turn *turn, int step, uint16_t mates)
{
    const struct onenight_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (onenight_wakes(s->seat[seat].dealt, step))
            game_emit(turn,
                      (struct game_event){ .kind = ONENIGHT_MATES_SEEN,
                                           .told = seat_bit(seat),
                                           .arg = { seat, mates & ~(int64_t)seat_bit(seat) } });
}

void onenight_inform(struct game_turn *turn, int role)
{
    const struct onenight_state *s = turn->state;
    if (role == ONENIGHT_WEREWOLF || role == ONENIGHT_MINION)
        show_mates(turn, role, dealt_wolves(s));
    if (role == ONENIGHT_MASON)
        show_mates(turn, role, onenight_dealt(s, role));
    for (int seat = 0; seat < s->table.seat_count && role == ONENIGHT_INSOMNIAC; seat++)
        if (s->seat[seat].dealt == role)
            look(turn, seat, seat);
}
