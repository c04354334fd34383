/* Scissors. When the holder dies, the Demon may swap two players' characters that night. */
#include "effect.h"

static void give(struct game_turn *turn, int demon, int barber)
{
    const struct grimoire_state *s = turn->state;
    int id = s->secrets.token_next;
    grimoire_add_effect(turn, demon, EFFECT_HAIRCUTS, barber);
    const struct grimoire_token *token = grimoire_token_by_id(s, id);
    if (token && s->table.phase == GRIMOIRE_NIGHT)
        grimoire_add_follow_up(turn, token);
}

static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    seat_set demons = grimoire_seats_of_team(s, GRIMOIRE_DEMON) & grimoire_seats_alive(s);
    for (int seat = 0; seat < s->table.seat_count && intent->target == token->holder; seat++)
        if (seat_in(demons, seat) && seat != token->holder)
            give(turn, seat, token->holder);
    return ALLOW;
}

const struct effect effect_scissors = {
    .id = "scissors",
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, holder_dies } },
};
