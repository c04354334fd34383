/* Mad. The holder is to behave as something else: with a character, as that one; without, as anything but
 * an Outsider. The storyteller sees by day who it is, and may execute for it. */
#include "effect.h"

const struct effect effect_mad = {
    .id = "mad",
    .expiry = GRIMOIRE_WITH_SOURCE,
    .day_note = GRIMOIRE_MADNESS,
};
