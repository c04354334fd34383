/* Undertaker. Each night but the first learns the character of the player who died by execution today. */
#include "role.h"

static int executed_today(const struct grimoire_state *s)
{
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->secrets.seat[seat].was_executed_today)
            return seat;
    return GRIMOIRE_NOBODY;
}

static bool undertaker_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && executed_today(s) != GRIMOIRE_NOBODY;
}

static void undertaker_inform(const struct night *night, struct grimoire_truth *truth)
{
    int body = executed_today(night->state);
    if (body != GRIMOIRE_NOBODY)
        grimoire_inform_character(night->state, night->seat, body, truth);
}

const struct role role_undertaker = {
    .id = "undertaker",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns at night which character was executed that day.",
    .other_nights = 77,
    .wakes = undertaker_wakes,
    .tells = GRIMOIRE_TELLS_CHARACTER,
    .inform = undertaker_inform,
};
