/* Professor. Once, at night but not in the first, chooses a dead player: a Townsfolk lives again. */
#include "role.h"

static seat_set professor_targets(const struct grimoire_state *s, int seat)
{
    (void)seat;
    return grimoire_seats_all(s) & ~grimoire_seats_alive(s);
}

static bool professor_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && !grimoire_has_spent(s, seat) &&
           professor_targets(s, seat) != SEATS_NONE;
}

static void professor_acts(struct night *night, int target)
{
    if (!grimoire_may_be(night->state, target, night->seat, TEAM, GRIMOIRE_TOWNSFOLK))
        return;
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_AFFECT,
                                                       .effect = EFFECT_RESURRECTION,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target });
}

const struct role role_professor = {
    .id = "professor",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Once, at night but not in the first, chooses a dead player: a Townsfolk lives again.",
    .other_nights = 64,
    .wakes = professor_wakes,
    .choices = 1,
    .may_choose_nobody = grimoire_always,
    .targets = professor_targets,
    .chose = grimoire_spend_once,
    .act_on = professor_acts,
    .starts_with = { EFFECT_RESURRECTION },
};
