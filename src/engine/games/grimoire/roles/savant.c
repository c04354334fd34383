/* Savant. Each day may hear from the storyteller, in private, one true and one false statement. */
#include "role.h"

const struct role role_savant = {
    .id = "savant",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Each day may hear two statements from the storyteller in private: one is true, one is "
        "false.",
    .starts_with = { EFFECT_AUDIENCE },
};
