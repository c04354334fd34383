/* Last choice. The holder was chosen by an ability that does not choose the same player twice in a row. */
#include "effect.h"

const struct effect effect_last_choice = {
    .id = "last_choice",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
};
