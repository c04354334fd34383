/* Deluded. The holder has no ability of the character they take themselves for. The Demon learns who they
 * are and whom they chose, unless the holder is drunk or poisoned. */
#include "effect.h"

static seat_set demons(const struct grimoire_state *s, const struct grimoire_token *token)
{
    (void)token;
    return grimoire_seats_of_team(s, GRIMOIRE_DEMON) & grimoire_seats_living(s);
}

/* When he is dead, the Demon is told no more. */
static bool is_sane(const struct grimoire_state *s, const struct grimoire_token *token)
{
    if (!grimoire_is_alive(s, token->holder))
        return false;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *other = &s->secrets.token[i];
        if (other->id != token->id && grimoire_is_impaired_by(s, other, token->holder) &&
            grimoire_token_is_active(s, other))
            return false;
    }
    return true;
}

/* The number is the seat; the players are those who were chosen. */
static void name_lunatic(const struct grimoire_state *s, const struct grimoire_token *token,
                         struct grimoire_truth *truth)
{
    grimoire_inform_player(s, token->holder, token->holder, truth);
    truth->plain.players = SEATS_NONE;
    truth->plain.number = token->holder;
    for (int i = 0; i < s->secrets.step_count; i++) {
        const struct grimoire_step *step = &s->secrets.step[i];
        if (step->seat == token->holder && step->has_chosen)
            truth->plain.players |= step->choice;
    }
}

const struct effect effect_deluded = {
    .id = "deluded",
    .malfunction = true,
    .follow_up = 36,
    .first_follow_up = 24,
    .stays = true,
    .tells = demons,
    .is_due = is_sane,
    .inform = name_lunatic,
};
