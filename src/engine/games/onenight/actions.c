/* One Night: what the roles do at night, and how a window can be answered.
 *
 * In the window of a role every seat is offered the same: the same targets, the same numbers. For a seat that
 * was dealt the role the answer is a deed, for everybody else it answers a decoy question. In the one window
 * of the simultaneous pace everybody marks two things; their use depends on the own card alone. The same
 * holds where a Doppelganger does at once what she copied. */
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

static const struct offer nothing = { 1, { { 0, 0 } } };

static const struct offer *const offers[ONENIGHT_STEPS] = {
    [ONENIGHT_DOPPELGANGER] = &one_player,
    [ONENIGHT_SENTINEL] = &maybe_player,
    [ONENIGHT_WEREWOLF] = &maybe_card,
    [ONENIGHT_ALPHA_WOLF] = &one_player,
    [ONENIGHT_MYSTIC_WOLF] = &maybe_player,
    [ONENIGHT_MINION] = &one_player,
    [ONENIGHT_MASON] = &one_player,
    [ONENIGHT_SEER] = &player_or_cards,
    [ONENIGHT_APPRENTICE_SEER] = &maybe_card,
    [ONENIGHT_INVESTIGATOR] = &maybe_player,
    [ONENIGHT_STEP_INVESTIGATOR_AGAIN] = &maybe_player,
    [ONENIGHT_ROBBER] = &maybe_player,
    [ONENIGHT_WITCH] = &maybe_card,
    [ONENIGHT_STEP_WITCH_AGAIN] = &one_player,
    [ONENIGHT_TROUBLEMAKER] = &maybe_players,
    [ONENIGHT_VILLAGE_IDIOT] = &maybe_player,
    [ONENIGHT_DRUNK] = &one_card,
    [ONENIGHT_INSOMNIAC] = &one_player,
    [ONENIGHT_REVEALER] = &maybe_player,
    [ONENIGHT_STEP_REPORT] = &one_player,
    [ONENIGHT_STEP_COPY_ACTS_AGAIN] = &maybe_player,
    [ONENIGHT_STEP_COPY_MINION] = &one_player,
    [ONENIGHT_STEP_COPY_INSOMNIAC] = &one_player,
    [ONENIGHT_STEP_COPY_REVEALER] = &maybe_player,
};

static bool is_blind(int step)
{
    return step == ONENIGHT_STEP_CHOICE || step == ONENIGHT_STEP_CHOICE_AGAIN;
}

/* Of the role that chooses in a window in which all mark two things; where a Doppelganger does what she
 * copied, for all others that is none. */
static int choosing_role(const struct onenight_state *s, int seat)
{
    const struct onenight_knowledge *own = &s->seat[seat];
    bool is_doppelganger = own->dealt == ONENIGHT_DOPPELGANGER;
    if (is_doppelganger && s->table.step != ONENIGHT_STEP_CHOICE)
        return own->copied;
    return is_blind(s->table.step) ? own->dealt : ONENIGHT_NO_ROLE;
}

/* Two marks each, or none. A Drunk who marks none leaves it to chance. A Doppelganger who investigates in the
 * last window of choices names both players there. */
static const struct offer *blind_offer(const struct onenight_state *s, int seat)
{
    int role = choosing_role(s, seat);
    bool names_both = role == ONENIGHT_INVESTIGATOR &&
                      s->seat[seat].dealt == ONENIGHT_DOPPELGANGER && is_blind(s->table.step);
    if (role == ONENIGHT_SEER)
        return &both_or_cards;
    return role == ONENIGHT_TROUBLEMAKER || names_both ? &maybe_players : &both;
}

static const struct offer *offer_of(const struct onenight_state *s, int seat)
{
    int step = s->table.step;
    /* Nobody else is asked, so this need not look like a decoy. */
    if (s->table.pace == ONENIGHT_EYES_CLOSED && step == ONENIGHT_STEP_COPY_ACTS)
        return offers[s->seat[seat].copied];
    if (is_blind(step) || step == ONENIGHT_STEP_COPY_ACTS)
        return blind_offer(s, seat);
    return offers[step];
}

/* With eyes closed there are no decoys: a seat with nothing to do is asked nothing. */
static const struct offer *offer_of_window(const struct onenight_state *s, int seat)
{
    static const struct offer none = { 0 };
    bool sleeps = s->table.pace == ONENIGHT_EYES_CLOSED && !onenight_acts(s, seat);
    return sleeps ? &none : offer_of(s, seat);
}

static int bits(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

int onenight_forms(const struct onenight_state *s, int seat,
                   struct onenight_form form[ONENIGHT_FORMS_MAX])
{
    const struct offer *offer = offer_of_window(s, seat);
    int count = 0, target_count = bits(onenight_targets(s, seat));
    for (int i = 0; i < offer->count; i++)
        if (offer->form[i].players <= target_count)
            form[count++] = offer->form[i];
    if (count == 0 && offer->count > 0)
        form[count++] = nothing.form[0];
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
    struct onenight_form form[ONENIGHT_FORMS_MAX];
    int count = onenight_forms(s, seat, form);
    if (answer.players & ~onenight_targets(s, seat))
        return false;
    for (int i = 0; i < count; i++)
        if (form[i].players == bits(answer.players) && form[i].center == bits(answer.center))
            return true;
    return false;
}

static uint16_t everybody(const struct onenight_state *s)
{
    return (uint16_t)(seat_bit(s->table.seat_count) - 1);
}

static uint16_t neighbours(const struct onenight_state *s, int seat)
{
    int count = s->table.seat_count;
    return (uint16_t)(seat_bit((seat + 1) % count) | seat_bit((seat + count - 1) % count));
}

/* A mate of an Alpha Wolf is a Werewolf already, and so is the Alpha Wolf that a Doppelganger copied. */
static uint16_t known_wolves(const struct onenight_knowledge *own)
{
    if (own->copied == ONENIGHT_ALPHA_WOLF)
        return (uint16_t)seat_bit(own->record[0].source);
    return own->dealt == ONENIGHT_ALPHA_WOLF ? own->mates : (uint16_t)0;
}

static uint16_t alpha_targets(const struct onenight_state *s, int seat)
{
    uint16_t known = known_wolves(&s->seat[seat]);
    return everybody(s) & (uint16_t) ~(seat_bit(seat) | s->table.shields | known);
}

/* In the blind windows a role's targets are its own; who is shielded is not known yet. */
static uint16_t blind_targets(const struct onenight_state *s, int seat)
{
    int role = choosing_role(s, seat), step = s->table.step;
    uint16_t others = everybody(s) & (uint16_t)~seat_bit(seat);
    if (role == ONENIGHT_VILLAGE_IDIOT)
        return neighbours(s, seat);
    if (role == ONENIGHT_WITCH &&
        (step == ONENIGHT_STEP_CHOICE_AGAIN || step == ONENIGHT_STEP_COPY_ACTS_AGAIN))
        return everybody(s);
    return s->seat[seat].copied == ONENIGHT_ALPHA_WOLF
               ? others & (uint16_t)~known_wolves(&s->seat[seat])
               : others;
}

uint16_t onenight_targets(const struct onenight_state *s, int seat)
{
    int step = s->table.step;
    uint16_t others = everybody(s) & (uint16_t)~seat_bit(seat);
    if (is_blind(step) || step == ONENIGHT_STEP_COPY_ACTS || step == ONENIGHT_STEP_COPY_ACTS_AGAIN)
        return blind_targets(s, seat);
    if (step == ONENIGHT_VILLAGE_IDIOT)
        return neighbours(s, seat);
    if (step == ONENIGHT_ALPHA_WOLF)
        return alpha_targets(s, seat);
    if (step == ONENIGHT_STEP_WITCH_AGAIN)
        return everybody(s) & (uint16_t)~s->table.shields;
    /* Questions are about people and not about their cards. */
    if (step == ONENIGHT_MINION || step == ONENIGHT_MASON || step == ONENIGHT_INSOMNIAC ||
        step == ONENIGHT_STEP_REPORT || step == ONENIGHT_STEP_COPY_INSOMNIAC)
        return others;
    return others & (uint16_t)~s->table.shields;
}

uint16_t onenight_dealt(const struct onenight_state *s, int role)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->seat[seat].dealt == role)
            seats |= (uint16_t)seat_bit(seat);
    return seats;
}

static bool is_copy_step(int step)
{
    return step >= ONENIGHT_STEP_COPY_ACTS && step <= ONENIGHT_STEP_COPY_REVEALER;
}

/* What a Doppelganger does at once, before everybody. */
static bool acts_at_once(int copied)
{
    switch ((enum onenight_role)copied) {
    case ONENIGHT_SENTINEL:
    case ONENIGHT_ALPHA_WOLF:
    case ONENIGHT_MYSTIC_WOLF:
    case ONENIGHT_SEER:
    case ONENIGHT_APPRENTICE_SEER:
    case ONENIGHT_INVESTIGATOR:
    case ONENIGHT_ROBBER:
    case ONENIGHT_WITCH:
    case ONENIGHT_TROUBLEMAKER:
    case ONENIGHT_VILLAGE_IDIOT:
    case ONENIGHT_DRUNK: return true;
    case ONENIGHT_NO_ROLE:
    case ONENIGHT_DOPPELGANGER:
    case ONENIGHT_WEREWOLF:
    case ONENIGHT_MINION:
    case ONENIGHT_MASON:
    case ONENIGHT_INSOMNIAC:
    case ONENIGHT_REVEALER:
    case ONENIGHT_HUNTER:
    case ONENIGHT_TANNER:
    case ONENIGHT_BODYGUARD:
    case ONENIGHT_DREAM_WOLF:
    case ONENIGHT_VILLAGER:
    case ONENIGHT_ROLES: break;
    }
    return false;
}

/* Whether a Doppelganger who copied this role wakes in one of her own windows. */
static bool copy_wakes(int copied, int step)
{
    if (step == ONENIGHT_STEP_COPY_ACTS)
        return acts_at_once(copied);
    if (step == ONENIGHT_STEP_COPY_ACTS_AGAIN)
        return copied == ONENIGHT_INVESTIGATOR || copied == ONENIGHT_WITCH;
    if (step == ONENIGHT_STEP_COPY_MINION)
        return copied == ONENIGHT_MINION;
    if (step == ONENIGHT_STEP_COPY_INSOMNIAC)
        return copied == ONENIGHT_INSOMNIAC;
    return step == ONENIGHT_STEP_COPY_REVEALER && copied == ONENIGHT_REVEALER;
}

/* Alpha and Mystic Wolf wake with the Werewolves, and then alone. */
static bool role_wakes(int role, int step)
{
    if (step == ONENIGHT_WEREWOLF)
        return onenight_is_wolf(role) && role != ONENIGHT_DREAM_WOLF;
    return role != ONENIGHT_NO_ROLE && role == onenight_role_of_step(step);
}

/* A Doppelganger who investigated and became a Werewolf wakes as one. */
int onenight_waking_role(const struct onenight_knowledge *own)
{
    if (own->dealt != ONENIGHT_DOPPELGANGER)
        return own->dealt;
    return own->turned ? own->turned : own->copied;
}

bool onenight_wakes(const struct onenight_knowledge *own, int step)
{
    bool wakes_with_others = step == ONENIGHT_WEREWOLF || step == ONENIGHT_MASON;
    if (is_copy_step(step))
        return own->dealt == ONENIGHT_DOPPELGANGER && copy_wakes(own->copied, step);
    return role_wakes(wakes_with_others ? onenight_waking_role(own) : own->dealt, step);
}

bool onenight_has_second_choice(const struct onenight_table *table)
{
    return table->deck[ONENIGHT_DOPPELGANGER] > 0 || table->deck[ONENIGHT_INVESTIGATOR] > 0 ||
           table->deck[ONENIGHT_WITCH] > 0;
}

/* A window of a copy needs both cards. */
bool onenight_has_step(const struct onenight_table *table, int step)
{
    bool is_copy = is_copy_step(step);
    if (is_copy && table->deck[ONENIGHT_DOPPELGANGER] == 0)
        return false;
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (table->deck[role] > 0 && (is_copy ? copy_wakes(role, step) : role_wakes(role, step)))
            return true;
    return false;
}

/* Depends on what the wolf has seen so far. */
static bool is_lone_wolf(const struct onenight_knowledge *own)
{
    return onenight_wakes(own, ONENIGHT_WEREWOLF) && own->has_mates && own->mates == 0;
}

static bool has_choice(int role)
{
    return role != ONENIGHT_NO_ROLE && role <= ONENIGHT_STEP_LAST && role != ONENIGHT_MINION &&
           role != ONENIGHT_MASON && role != ONENIGHT_INSOMNIAC;
}

/* A Doppelganger's first record is what she copied. */
static int first_record(const struct onenight_knowledge *own)
{
    return own->dealt == ONENIGHT_DOPPELGANGER;
}

/* By what was seen the first time: an Investigator who is one still, a Witch who holds a card. */
static bool chooses_again(const struct onenight_knowledge *own)
{
    return own->record_count > first_record(own) && own->turned == ONENIGHT_NO_ROLE;
}

static bool acts_blind(const struct onenight_state *s, int seat, int step)
{
    int role = s->seat[seat].dealt, copied = s->seat[seat].copied;
    bool is_doppelganger = role == ONENIGHT_DOPPELGANGER;
    bool is_twofold = role == ONENIGHT_INVESTIGATOR || role == ONENIGHT_WITCH;
    if (!onenight_has_second_choice(&s->table))
        return has_choice(role);
    if (step == ONENIGHT_STEP_CHOICE)
        return is_twofold || is_doppelganger;
    if (is_doppelganger)
        return acts_at_once(copied) || copied == ONENIGHT_REVEALER;
    return is_twofold ? chooses_again(&s->seat[seat]) : has_choice(role);
}

/* A role that would move its own card has nothing to do if that card is shielded. */
static bool is_stopped(const struct onenight_state *s, int seat)
{
    int role = s->seat[seat].dealt;
    return seat_in(s->table.shields, seat) && (role == ONENIGHT_ROBBER || role == ONENIGHT_DRUNK);
}

bool onenight_would_act(const struct onenight_state *s, int seat, int step)
{
    const struct onenight_knowledge *own = &s->seat[seat];
    if (is_blind(step))
        return acts_blind(s, seat, step);
    if (!onenight_wakes(own, step))
        return false;
    if (step == ONENIGHT_WEREWOLF)
        return is_lone_wolf(own);
    if (step == ONENIGHT_STEP_INVESTIGATOR_AGAIN || step == ONENIGHT_STEP_WITCH_AGAIN ||
        step == ONENIGHT_STEP_COPY_ACTS_AGAIN)
        return chooses_again(own);
    if (own->dealt == ONENIGHT_DOPPELGANGER)
        return step == ONENIGHT_DOPPELGANGER || step == ONENIGHT_STEP_COPY_ACTS ||
               step == ONENIGHT_STEP_COPY_REVEALER;
    return has_choice(own->dealt) && !is_stopped(s, seat);
}

bool onenight_acts(const struct onenight_state *s, int seat)
{
    return onenight_would_act(s, seat, s->table.step);
}

static bool is_shielded(const struct onenight_state *s, int place)
{
    return place < ONENIGHT_SEATS_MAX && seat_in(s->table.shields, place);
}

/* A shielded card is neither seen nor moved, by its owner neither. */
static void look(struct game_turn *turn, int seat, int place)
{
    const struct onenight_state *s = turn->state;
    if (is_shielded(s, place))
        return;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_CARD_VIEWED,
                                         .told = seat_bit(seat),
                                         .arg = { seat, place, s->secrets.card[place] } });
}

static void move(struct game_turn *turn, int seat, int source, int target)
{
    const struct onenight_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_CARDS_SWAPPED,
                                         .told = SEATS_NONE,
                                         .arg = { seat, source, target, s->secrets.card[source],
                                                  s->secrets.card[target] } });
}

/* Nobody is told which card moved; the player who moved it knows the places. */
static void swap(struct game_turn *turn, int seat, int source, int target)
{
    const struct onenight_state *s = turn->state;
    if (is_shielded(s, source) || is_shielded(s, target))
        return;
    move(turn, seat, source, target);
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
    const struct onenight_state *s = turn->state;
    if (!answer.players || is_shielded(s, first_bit(answer.players)))
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

static int any_of(struct game_turn *turn, uint16_t seats)
{
    int skip = (int)rng_below(turn->rng, (uint64_t)bits(seats));
    while (skip-- > 0)
        seats &= (uint16_t)(seats - 1);
    return first_bit(seats);
}

static void make_shield(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    if (answer.players)
        game_emit(turn, (struct game_event){ .kind = ONENIGHT_SHIELD_MADE,
                                             .told = seat_bit(seat),
                                             .arg = { seat, first_bit(answer.players) } });
}

static uint16_t shielded_by(const struct onenight_knowledge *own)
{
    uint16_t seats = 0;
    for (int i = 0; i < own->record_count; i++)
        if (own->record[i].action == ONENIGHT_SHIELD_CARD)
            seats |= (uint16_t)seat_bit(own->record[i].source);
    return seats;
}

void onenight_lay_shields(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    uint16_t targets = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (s->seat[seat].dealt == ONENIGHT_SENTINEL)
            make_shield(turn, seat, s->seat[seat].answer);
        targets |= shielded_by(&s->seat[seat]);
    }
    for (int target = 0; target < s->table.seat_count; target++)
        if (seat_in(targets, target))
            game_emit(turn, (struct game_event){ .kind = ONENIGHT_SHIELD_LAID,
                                                 .told = SEATS_ALL,
                                                 .arg = { target } });
}

/* He must, and may not choose a wolf he knows of. */
static void act_as_alpha(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    uint16_t legal = alpha_targets(turn->state, seat);
    if (!legal)
        return;
    int target = answer.players & legal ? first_bit(answer.players & legal) : any_of(turn, legal);
    swap(turn, seat, target, ONENIGHT_PLACE_ALPHA);
}

/* The face decides: a Werewolf of any kind makes him one, a Tanner a Tanner. */
static void act_as_investigator(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    if (!answer.players || is_shielded(s, first_bit(answer.players)))
        return;
    int face = s->secrets.card[first_bit(answer.players)];
    look(turn, seat, first_bit(answer.players));
    if (onenight_is_wolf(face) || face == ONENIGHT_TANNER)
        game_emit(turn, (struct game_event){
                            .kind = ONENIGHT_INVESTIGATOR_TURNED,
                            .told = seat_bit(seat),
                            .arg = { seat, onenight_is_wolf(face) ? ONENIGHT_WEREWOLF : face } });
}

/* The card she looked at goes to somebody, unless every card is shielded. */
static void give_as_witch(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    uint16_t legal = everybody(s) & (uint16_t)~s->table.shields;
    if (!chooses_again(&s->seat[seat]) || !legal)
        return;
    int target = answer.players & legal ? first_bit(answer.players & legal) : any_of(turn, legal);
    swap(turn, seat, target, s->seat[seat].record[first_record(&s->seat[seat])].source);
}

/* All cards but his own move one seat towards the neighbour he named; shielded ones are jumped over. A card
 * after the other changes places with the last one, which so comes round to the first place. */
static void act_as_idiot(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    int count = s->table.seat_count, moving[ONENIGHT_SEATS_MAX], moving_count = 0;
    if (!answer.players)
        return;
    int toward = first_bit(answer.players), on = toward == (seat + 1) % count ? 1 : count - 1;
    for (int i = 1, place = (seat + on) % count; i < count; i++, place = (place + on) % count)
        if (!is_shielded(s, place))
            moving[moving_count++] = place;
    for (int i = 0; i + 1 < moving_count; i++)
        move(turn, seat, moving[i], moving[moving_count - 1]);
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_SHIFT_MADE,
                                         .told = seat_bit(seat),
                                         .arg = { seat, toward } });
}

static void look_at_player(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    if (answer.players)
        look(turn, seat, first_bit(answer.players));
}

/* She must, and is from then on the role that she saw: the printed face, even if that card has become another
 * role. */
static void copy(struct game_turn *turn, int seat, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    uint16_t others = everybody(s) & (uint16_t)~seat_bit(seat);
    int target = answer.players ? first_bit(answer.players) : any_of(turn, others);
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_ROLE_COPIED,
                                         .told = seat_bit(seat),
                                         .arg = { seat, target, s->secrets.card[target] } });
}

static void act_again(struct game_turn *turn, int seat, int role, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    struct onenight_answer last = answer;
    if (answer.players)
        last.players = (uint16_t)seat_bit(last_bit(answer.players));
    if (role == ONENIGHT_INVESTIGATOR && chooses_again(&s->seat[seat]))
        act_as_investigator(turn, seat, last);
    if (role == ONENIGHT_WITCH)
        give_as_witch(turn, seat, answer);
}

/* Where all choose at once she has one answer for both windows of a role that chooses again. */
static void act_as_copy(struct game_turn *turn, int seat, int step, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    int copied = s->seat[seat].copied;
    if (step == ONENIGHT_STEP_COPY_ACTS_AGAIN)
        act_again(turn, seat, copied, answer);
    if (step == ONENIGHT_STEP_COPY_REVEALER)
        look_at_player(turn, seat, answer);
    if (step == ONENIGHT_STEP_COPY_ACTS && copied == ONENIGHT_SENTINEL)
        make_shield(turn, seat, answer);
    else if (step == ONENIGHT_STEP_COPY_ACTS)
        onenight_perform(turn, seat, copied, answer);
}

void onenight_perform(struct game_turn *turn, int seat, int step, struct onenight_answer answer)
{
    const struct onenight_state *s = turn->state;
    if (is_copy_step(step))
        act_as_copy(turn, seat, step, answer);
    if (step == ONENIGHT_STEP_INVESTIGATOR_AGAIN || step == ONENIGHT_STEP_WITCH_AGAIN)
        act_again(turn, seat, s->seat[seat].dealt, answer);
    if (step > ONENIGHT_STEP_LAST)
        return;
    switch ((enum onenight_role)step) {
    case ONENIGHT_DOPPELGANGER: copy(turn, seat, answer); break;
    case ONENIGHT_WEREWOLF:
        if (is_lone_wolf(&s->seat[seat]))
            look_at_center(turn, seat, answer.center);
        break;
    case ONENIGHT_ALPHA_WOLF: act_as_alpha(turn, seat, answer); break;
    case ONENIGHT_MYSTIC_WOLF:
    case ONENIGHT_REVEALER: look_at_player(turn, seat, answer); break;
    case ONENIGHT_INVESTIGATOR: act_as_investigator(turn, seat, answer); break;
    case ONENIGHT_APPRENTICE_SEER:
    case ONENIGHT_WITCH: look_at_center(turn, seat, answer.center); break;
    case ONENIGHT_VILLAGE_IDIOT: act_as_idiot(turn, seat, answer); break;
    case ONENIGHT_SEER: act_as_seer(turn, seat, answer); break;
    case ONENIGHT_ROBBER: act_as_robber(turn, seat, answer); break;
    case ONENIGHT_TROUBLEMAKER: act_as_troublemaker(turn, seat, answer); break;
    case ONENIGHT_DRUNK: act_as_drunk(turn, seat, answer); break;
    case ONENIGHT_NO_ROLE:
    case ONENIGHT_SENTINEL: /* all at once: onenight_lay_shields() */
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
    if (acts && !is_blind(s->table.step))
        onenight_perform(turn, seat, s->table.step, answer);
}

/* The players whom those who wake in this window see: the Masons, or the Werewolves. */
static uint16_t pack(const struct onenight_state *s, int step)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int role = onenight_waking_role(&s->seat[seat]);
        if (step == ONENIGHT_MASON ? role == ONENIGHT_MASON : onenight_is_wolf(role))
            seats |= (uint16_t)seat_bit(seat);
    }
    return seats;
}

static void show_mates(struct game_turn *turn, int step)
{
    const struct onenight_state *s = turn->state;
    uint16_t mates = pack(s, step);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (onenight_wakes(&s->seat[seat], step))
            game_emit(turn,
                      (struct game_event){ .kind = ONENIGHT_MATES_SEEN,
                                           .told = seat_bit(seat),
                                           .arg = { seat, mates & ~(int64_t)seat_bit(seat) } });
}

void onenight_inform(struct game_turn *turn, int step)
{
    const struct onenight_state *s = turn->state;
    bool shows_card = step == ONENIGHT_INSOMNIAC || step == ONENIGHT_STEP_COPY_INSOMNIAC;
    if (step == ONENIGHT_WEREWOLF || step == ONENIGHT_MINION || step == ONENIGHT_MASON ||
        step == ONENIGHT_STEP_COPY_MINION)
        show_mates(turn, step);
    for (int seat = 0; seat < s->table.seat_count && shows_card; seat++)
        if (onenight_wakes(&s->seat[seat], step))
            look(turn, seat, seat);
}
