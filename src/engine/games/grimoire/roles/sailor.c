/* Sailor. Each night chooses a living player, perhaps himself: one of the two is drunk until dusk, the
 * storyteller says which. While sober he cannot die. */
#include "role.h"

static void sailor_act(struct night *night)
{
    grimoire_intend(night->turn,
                    (struct intent){ .kind = INTENT_AFFECT,
                                     .effect = EFFECT_CAROUSE,
                                     .source = (int8_t)night->seat,
                                     .target = (int8_t)grimoire_chosen(night),
                                     .players = night->choice | seat_bit(night->seat) });
}

static seat_set sailor_targets(const struct grimoire_state *s, int seat)
{
    (void)seat;
    return grimoire_seats_alive(s);
}

const struct role role_sailor = {
    .id = "sailor",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Every night drinks with a living player: one of the two is drunk until dusk. "
               "Sober, cannot die.",
    .first_night = 25,
    .other_nights = 12,
    .choices = 1,
    .targets = sailor_targets,
    .act = sailor_act,
    .starts_with = { EFFECT_CAROUSE, EFFECT_DEATHLESS },
    .muddle = 1,
};
