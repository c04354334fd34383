/* Godfather. Knows which Outsiders are in play. If one died by day, kills a player that night. There is one
 * Outsider more or less. */
#include "role.h"

static bool outsider_died_today(const struct grimoire_state *s)
{
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(grimoire_died_today(s), seat) &&
            grimoire_team_of(&s->script, s->secrets.seat[seat].died_as) == GRIMOIRE_OUTSIDER)
            return true;
    return false;
}

static bool godfather_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && (s->table.day == 1 || outsider_died_today(s));
}

static int godfather_choices(const struct grimoire_state *s, int seat)
{
    (void)seat;
    return s->table.day > 1 ? 1 : 0;
}

static void godfather_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_characters outsiders =
        grimoire_characters_of_team(&night->state->script, GRIMOIRE_OUTSIDER);
    truth->team = GRIMOIRE_OUTSIDER;
    truth->plain.characters = truth->characters =
        characters_both(outsiders, grimoire_characters_in_play(night->state));
}

static void godfather_kills(struct night *night, int target)
{
    grimoire_kill_next(night->turn, GRIMOIRE_BY_ABILITY, night->seat, target);
}

const struct role role_godfather = {
    .id = "godfather",
    .team = GRIMOIRE_MINION,
    .ability = "Knows the Outsiders in play, of whom there is one more or one less. If one died by "
               "day, kills a player that night.",
    .first_night = 37,
    .other_nights = 56,
    .wakes = godfather_wakes,
    .choices = 1,
    .choices_now = godfather_choices,
    .act_on = godfather_kills,
    .tells = GRIMOIRE_TELLS_CHARACTERS,
    .tells_once = true,
    .inform = godfather_inform,
    .outsiders = 1,
    .outsiders_or = -1,
};
