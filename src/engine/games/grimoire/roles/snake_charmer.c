/* Snake Charmer. Each night chooses a living player: a Demon changes character and side with him and is
 * poisoned. */
#include "role.h"

static seat_set snake_charmer_targets(const struct grimoire_state *s, int seat)
{
    (void)seat;
    return grimoire_seats_alive(s);
}

static void snake_charmer_act_on(struct night *night, int target)
{
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_AFFECT,
                                                       .effect = EFFECT_CHARM,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target,
                                                       .players = seat_bit(target) });
}

const struct role role_snake_charmer = {
    .id = "snake_charmer",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Every night chooses a living player: a Demon swaps character and side with them and "
        "is poisoned.",
    .first_night = 36,
    .other_nights = 22,
    .choices = 1,
    .targets = snake_charmer_targets,
    .act_on = snake_charmer_act_on,
    .starts_with = { EFFECT_CHARM },
    .muddle = 1,
};
