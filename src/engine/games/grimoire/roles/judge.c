/* Judge. Once, when somebody else has nominated, says whether that execution passes or fails. */
#include "role.h"

const struct role role_judge = {
    .id = "judge",
    .team = GRIMOIRE_TRAVELLER,
    .ability =
        "Once in the game, when somebody else nominated, says whether that execution passes.",
    .starts_with = { EFFECT_VERDICT },
};
