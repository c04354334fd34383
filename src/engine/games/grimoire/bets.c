/* The dead bet on the winner. Everybody hears that somebody has bet; nobody else, not even the storyteller,
 * knows on whom until the game has ended. */
#include "rules.h"

enum refusal grimoire_decide_bet(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (!seat_in(s->table.dead, command->seat))
        return game_refuse(turn, REFUSED_NOT_NOW, "not_dead");
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_BET_PLACED, .arg = { command->seat } });
    game_emit(turn, (struct game_event){ .kind = GRIMOIRE_BET_SEALED,
                                         .told = seat_bit(command->seat),
                                         .arg = { command->seat, command->arg[0] } });
    return ACCEPTED;
}

void grimoire_reveal_bets(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(s->table.bets, seat))
            grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_BET_REVEALED,
                                                            .arg = { seat, s->own[seat].bet } });
}
