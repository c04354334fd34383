/* Bone Collector. Once, at night, chooses a dead player, who has their ability until dusk. */
#include "role.h"

static seat_set bone_collector_targets(const struct grimoire_state *s, int seat)
{
    (void)seat;
    return grimoire_seats_all(s) & ~grimoire_seats_alive(s);
}

static bool bone_collector_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && !grimoire_has_effect(s, seat, EFFECT_NO_ABILITY) &&
           bone_collector_targets(s, seat) != SEATS_NONE;
}

static bool bone_collector_may_wait(const struct grimoire_state *s, int seat)
{
    (void)s;
    (void)seat;
    return true;
}

static void bone_collector_chose(struct night *night)
{
    if (night->choice)
        grimoire_add_effect(night->turn, night->seat, EFFECT_NO_ABILITY, night->seat);
}

static void bone_collector_act_on(struct night *night, int target)
{
    grimoire_add_effect(night->turn, target, EFFECT_BONES, night->seat);
    grimoire_add_own_step(night->turn, target);
}

const struct role role_bone_collector = {
    .id = "bone_collector",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Once in the game, at night, gives a dead player their ability back until dusk.",
    .other_nights = 9,
    .wakes = bone_collector_wakes,
    .choices = 1,
    .may_choose_nobody = bone_collector_may_wait,
    .targets = bone_collector_targets,
    .chose = bone_collector_chose,
    .act_on = bone_collector_act_on,
};
