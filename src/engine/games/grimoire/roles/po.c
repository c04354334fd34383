/* Po. Each night but the first may kill a player. After a night in which it chose nobody it kills three. */
#include "role.h"

static bool is_charged(const struct grimoire_state *s, int seat)
{
    return grimoire_has_effect_of(s, seat, EFFECT_THREE_ATTACKS, seat);
}

static int po_choices(const struct grimoire_state *s, int seat)
{
    return is_charged(s, seat) ? 3 : 1;
}

static bool po_may_wait(const struct grimoire_state *s, int seat)
{
    return !is_charged(s, seat);
}

/* Nobody is a choice, also of a drunk Po; three who are chosen in vain are lost. */
static void po_chose(struct night *night)
{
    if (night->choice)
        grimoire_remove_effects_of(night->turn, EFFECT_THREE_ATTACKS, night->seat);
    else
        grimoire_add_effect(night->turn, night->seat, EFFECT_THREE_ATTACKS, night->seat);
}

const struct role role_po = {
    .id = "po",
    .team = GRIMOIRE_DEMON,
    .ability = "Every night but the first may kill a player. After choosing nobody, kills three.",
    .other_nights = 43,
    .choices = 1,
    .choices_now = po_choices,
    .may_choose_nobody = po_may_wait,
    .chose = po_chose,
    .act_on = grimoire_demon_kills,
};
