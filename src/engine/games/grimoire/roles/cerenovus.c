/* Cerenovus. Each night chooses a player and a good character: that player is mad about being it, the next
 * day and night, and is told so. */
#include "role.h"

/* Until the next choice, even if that one has no effect. */
static void cerenovus_chose(struct night *night)
{
    const struct grimoire_state *s = night->state;
    for (int i = s->secrets.token_count - 1; i >= 0; i--)
        if (s->secrets.token[i].effect == EFFECT_MAD && s->secrets.token[i].source == night->seat)
            grimoire_remove_effect(night->turn, s->secrets.token[i].id);
}

static void cerenovus_act(struct night *night)
{
    int target = grimoire_chosen(night);
    grimoire_add_effect_about(night->turn, target, EFFECT_MAD, night->seat, night->character);
    grimoire_tell_also(night->turn, target, night->seat);
}

const struct role role_cerenovus = {
    .id = "cerenovus",
    .team = GRIMOIRE_MINION,
    .ability = "Every night makes a player mad about being a good character the next day; else "
               "they may be executed.",
    .first_night = 42,
    .other_nights = 27,
    .choices = 1,
    .picks = 1 << GRIMOIRE_TOWNSFOLK | 1 << GRIMOIRE_OUTSIDER,
    .chose = cerenovus_chose,
    .act = cerenovus_act,
};
