/* Mathematician. Each night learns how many players' abilities went wrong since dawn because of another
 * character. What the rules see is a suggestion; the storyteller knows the rest. */
#include "role.h"

static void mathematician_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    int count = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        count += seat != night->seat && grimoire_has_effect(s, seat, EFFECT_ABNORMAL);
    grimoire_inform_number(truth, count, count, count, count > 4 ? count : 4);
}

const struct role role_mathematician = {
    .id = "mathematician",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Every night learns how many abilities went wrong since dawn because of another "
               "character.",
    .first_night = 76,
    .other_nights = 95,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = mathematician_inform,
    .starts_with = { EFFECT_ARITHMETIC },
};
