/* The Lancelots: one dealt good, one dealt evil. They know each other, or loyalty cards that all can see
 * switch their sides; who they are stays their secret. */
#include "avalon.h"

/* Loyalty cards: 4 blank and 2 that switch to draw from, 5 and 2 to deal five from. */
enum { SWITCH_CARDS = 2, DRAW_CARDS = 6, SCHEDULE_CARDS = 7 };

bool avalon_is_lancelot(enum avalon_role role)
{
    return role == AVALON_GOOD_LANCELOT || role == AVALON_EVIL_LANCELOT;
}

static int switch_count(const struct avalon_table *table, int quests)
{
    int count = 0;
    for (int quest = 0; quest < quests; quest++)
        count += table->switches >> quest & 1;
    return count;
}

void avalon_show_lancelots(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    if (s->table.lancelots != AVALON_LANCELOTS_KNOWN)
        return;
    int good = avalon_seat_of(s, AVALON_GOOD_LANCELOT);
    int evil = avalon_seat_of(s, AVALON_EVIL_LANCELOT);
    game_emit(turn, (struct game_event){ .kind = AVALON_LANCELOT_SHOWN,
                                         .told = seat_bit(good),
                                         .arg = { good, evil } });
    game_emit(turn, (struct game_event){ .kind = AVALON_LANCELOT_SHOWN,
                                         .told = seat_bit(evil),
                                         .arg = { evil, good } });
}

void avalon_deal_loyalties(struct game_turn *turn)
{
    const struct avalon_state *s = turn->state;
    int deck[SCHEDULE_CARDS] = { 1, 1 };
    int64_t switches = 0;
    if (s->table.lancelots != AVALON_LANCELOTS_SCHEDULE)
        return;
    rng_shuffle(turn->rng, deck, SCHEDULE_CARDS);
    for (int quest = 0; quest < AVALON_QUESTS; quest++)
        switches |= (int64_t)deck[quest] << (quest + 1);
    game_emit(turn, (struct game_event){
                        .kind = AVALON_LOYALTIES_DEALT, .told = SEATS_ALL, .arg = { switches } });
}

/* Draws from the cards that are left. Drawn cards lie open, so the state needs nothing else. */
static bool draws_switch(struct game_turn *turn, int quest)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    int left = SWITCH_CARDS - switch_count(table, quest);
    return rng_below(turn->rng, (uint64_t)(DRAW_CARDS - quest)) < (uint64_t)left;
}

void avalon_draw_loyalty(struct game_turn *turn, int quest)
{
    const struct avalon_table *table = &((const struct avalon_state *)turn->state)->table;
    bool is_switch = table->switches >> quest & 1;
    if (table->lancelots == AVALON_LANCELOTS_DRAW)
        is_switch = draws_switch(turn, quest);
    else if (table->lancelots != AVALON_LANCELOTS_SCHEDULE)
        return;
    game_emit(turn, (struct game_event){ .kind = AVALON_LOYALTY_DRAWN,
                                         .told = SEATS_ALL,
                                         .arg = { quest + 1, is_switch } });
}
