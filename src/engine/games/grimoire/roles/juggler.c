/* Juggler. On the first day guesses in public what up to five players are, and learns at night how many
 * guesses were right when they were made. That it is the first day is the storyteller's to see. */
#include "role.h"

static bool is_own(const struct grimoire_token *token, int seat)
{
    bool is_guess = token->effect == EFFECT_GUESS || token->effect == EFFECT_CORRECT;
    return is_guess && token->source == seat;
}

static bool juggler_wakes(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (is_own(&s->secrets.token[i], seat))
            return grimoire_is_there(s, seat);
    return false;
}

/* Who may register as another may do so for a guess. */
static void juggler_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    int plain = 0, certain = 0, possible = 0;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        bool is_right = token->effect == EFFECT_CORRECT;
        grimoire_characters seen = grimoire_perceive(s, token->holder, night->seat, CHARACTER);
        if (!is_own(token, night->seat))
            continue;
        plain += is_right;
        certain += is_right && characters_count(seen) == 1;
        possible +=
            is_right || (characters_count(seen) > 1 && characters_has(seen, token->character));
    }
    grimoire_inform_number(truth, plain, certain, possible, 5);
}

const struct role role_juggler = {
    .id = "juggler",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "On the first day guesses what up to five players are, before all, and learns at night "
        "how many guesses were right.",
    .other_nights = 83,
    .wakes = juggler_wakes,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = juggler_inform,
};
