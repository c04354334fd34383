/* Excalibur: with each team the leader names one other member to carry it. When all cards are in, the one who
 * carries it may turn the card of another and alone learns what it was. */
#include "avalon.h"

seat_set avalon_bearers(const struct avalon_table *table, seat_set team)
{
    return team & ~seat_bit(table->leader);
}

int avalon_next_bearer(const struct avalon_table *table, seat_set team)
{
    int seat = table->leader;
    do
        seat = (seat + 1) % table->seat_count;
    while (!seat_in(avalon_bearers(table, team), seat));
    return seat;
}

seat_set avalon_turnable(const struct avalon_table *table)
{
    const struct avalon_quest *quest = &table->quests[table->quest];
    return quest->team & ~seat_bit(quest->excalibur);
}

void avalon_turn_card(struct game_turn *turn, int target)
{
    const struct avalon_state *s = turn->state;
    int holder = s->table.quests[s->table.quest].excalibur;
    enum avalon_card card = (enum avalon_card)s->own[target].card;
    game_emit(turn, (struct game_event){ .kind = AVALON_EXCALIBUR_USED,
                                         .told = seat_bit(holder),
                                         .arg = { holder, target, avalon_is_fail(card),
                                                  avalon_kind_of(&s->table, card) } });
}

enum avalon_card avalon_counted_card(const struct avalon_state *s, int seat)
{
    enum avalon_card card = (enum avalon_card)s->own[seat].card;
    if (seat != s->table.quests[s->table.quest].turned || card == AVALON_MAGIC)
        return card;
    return avalon_is_fail(card) ? AVALON_SUCCESS : AVALON_FAIL;
}
