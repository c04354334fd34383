/* Harlot. Each night but the first chooses a living player, who may agree to show their character; then the
 * storyteller may kill both. Who does not agree is not told of. */
#include "role.h"

static seat_set harlot_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_alive(s) & ~seat_bit(seat);
}

static bool harlot_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && harlot_targets(s, seat) != SEATS_NONE;
}

static void harlot_act(struct night *night)
{
    grimoire_intend(night->turn, (struct intent){ .kind = INTENT_AFFECT,
                                                  .effect = EFFECT_RENDEZVOUS,
                                                  .source = (int8_t)night->seat,
                                                  .target = (int8_t)grimoire_chosen(night) });
}

static void harlot_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_inform_character(night->state, night->seat, grimoire_chosen(night), truth);
}

const struct role role_harlot = {
    .id = "harlot",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Every night but the first, visits a living player, who may show their character. "
               "Then both "
               "may die.",
    .other_nights = 8,
    .wakes = harlot_wakes,
    .choices = 1,
    .targets = harlot_targets,
    .act = harlot_act,
    .tells = GRIMOIRE_TELLS_CHARACTER,
    .inform = harlot_inform,
    .starts_with = { EFFECT_RENDEZVOUS },
};
