/* Innkeeper. Each night but the first chooses two players, who cannot die tonight; one of them is drunk until
 * dusk, the storyteller says which. */
#include "role.h"

static void innkeeper_act(struct night *night)
{
    grimoire_intend(night->turn, (struct intent){ .kind = INTENT_AFFECT,
                                                  .effect = EFFECT_LODGING,
                                                  .source = (int8_t)night->seat,
                                                  .target = (int8_t)grimoire_chosen(night),
                                                  .players = night->choice });
}

const struct role role_innkeeper = {
    .id = "innkeeper",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Every night but the first, lodges two players: they cannot die tonight, and one of "
               "them is drunk until dusk.",
    .other_nights = 18,
    .choices = 2,
    .act = innkeeper_act,
    .starts_with = { EFFECT_LODGING },
    .muddle = 1,
};
