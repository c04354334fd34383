/* Peace. If three are alive at the end of a day without an execution, the holder's side wins. */
#include "effect.h"

static enum grimoire_side peace_wins(const struct grimoire_state *s, int holder)
{
    if (grimoire_seats_count(grimoire_seats_alive(s) & grimoire_seats_dealt(s)) != 3)
        return GRIMOIRE_NO_SIDE;
    return s->secrets.seat[holder].is_evil ? GRIMOIRE_EVIL : GRIMOIRE_GOOD;
}

const struct effect effect_peace = { .id = "peace", .wins_at_dusk = peace_wins };
