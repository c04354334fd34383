/* Who has won. A rule only says so; it is the storyteller who ends the game. */
#include "effects/effect.h"

#include <stddef.h>

/* An effect may keep a side from winning: good does not win while twins live. */
static bool is_forbidden(struct game_turn *turn, enum grimoire_side side)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token->effect];
        if (!effect->forbids_victory || !effect->forbids_victory(s, token, side) ||
            !grimoire_token_is_active(s, token))
            continue;
        grimoire_emit_secret(turn,
                             (struct game_event){ .kind = GRIMOIRE_VICTORY_PREVENTED,
                                                  .arg = { side, token->effect, token->holder } });
        return true;
    }
    return false;
}

/* An effect may keep a side from winning, or put it off. */
void victory_reach(struct game_turn *turn, enum grimoire_side side, enum grimoire_reason reason,
                   enum grimoire_cause cause)
{
    const struct grimoire_state *s = turn->state;
    const struct intent win = { .kind = INTENT_WIN,
                                .cause = (uint8_t)cause,
                                .source = GRIMOIRE_NOBODY,
                                .target = GRIMOIRE_NOBODY,
                                .victory = (int8_t)side,
                                .victory_reason = (int8_t)reason };
    if (s->secrets.victory == GRIMOIRE_NO_SIDE && pipeline_allows(turn, win) &&
        !is_forbidden(turn, side))
        grimoire_emit_secret(
            turn, (struct game_event){ .kind = GRIMOIRE_VICTORY_REACHED, .arg = { side, reason } });
}

/* If a table never had a Demon, only the storyteller ends the game. */
void victory_check_demons(struct game_turn *turn, enum grimoire_cause cause)
{
    const struct grimoire_state *s = turn->state;
    seat_set demons = grimoire_seats_of_team(s, GRIMOIRE_DEMON);
    if (s->table.phase >= GRIMOIRE_NIGHT && demons && !(demons & grimoire_seats_living(s)))
        victory_reach(turn, GRIMOIRE_GOOD, GRIMOIRE_DEMON_IS_DEAD, cause);
}

/* Good is asked first: if both have won, good has. */
void victory_check(struct game_turn *turn, enum grimoire_cause cause)
{
    const struct grimoire_state *s = turn->state;
    seat_set alive = grimoire_seats_living(s) & grimoire_seats_dealt(s);
    if (s->table.phase < GRIMOIRE_NIGHT || !grimoire_seats_of_team(s, GRIMOIRE_DEMON))
        return;
    victory_check_demons(turn, cause);
    if (grimoire_seats_count(alive) <= 2)
        victory_reach(turn, GRIMOIRE_EVIL, GRIMOIRE_TWO_ARE_LEFT, cause);
}

void victory_at_dusk(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count && !s->table.has_executed; i++) {
        const struct grimoire_token token = s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token.effect];
        if (effect->wins_at_dusk && grimoire_token_is_active(s, &token) &&
            effect->wins_at_dusk(s, token.holder) != GRIMOIRE_NO_SIDE)
            victory_reach(turn, effect->wins_at_dusk(s, token.holder),
                          effect->dusk_reason ? effect->dusk_reason : GRIMOIRE_PEACE_WAS_KEPT,
                          GRIMOIRE_BY_STORYTELLER);
    }
}

void grimoire_game_end(struct game_turn *turn, enum grimoire_side side, enum grimoire_reason reason)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        const struct grimoire_seat *who = &s->secrets.seat[seat];
        grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_SEAT_REVEALED,
                                                        .arg = { seat, who->character, who->belief,
                                                                 who->is_evil } });
    }
    grimoire_reveal_bets(turn);
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_GAME_ENDED, .arg = { side, reason } });
}

bool grimoire_outcome(const void *state, struct game_outcome *outcome)
{
    const struct grimoire_state *s = state;
    if (s->table.phase != GRIMOIRE_ENDED)
        return false;
    outcome->reason = s->table.reason;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int side = s->secrets.seat[seat].is_evil ? GRIMOIRE_EVIL : GRIMOIRE_GOOD;
        if (side == s->table.winner) {
            outcome->winners |= seat_bit(seat);
            outcome->score[seat] = 1;
        }
    }
    return true;
}
