/* Pit-Hag. Each night but the first chooses a player and a character: if nobody is that character, the
 * player becomes it and stays on their side. If a Demon is made, tonight's deaths are the storyteller's to
 * decide. */
#include "role.h"

static seat_set pit_hag_targets(const struct grimoire_state *s, int seat)
{
    (void)seat;
    return grimoire_seats_dealt(s);
}

static void pit_hag_act(struct night *night)
{
    const struct grimoire_state *s = night->state;
    int target = grimoire_chosen(night);
    if (characters_has(grimoire_characters_in_play(s), night->character))
        return;
    grimoire_become_on_side(night->turn, target, night->character, s->secrets.seat[target].is_evil,
                            true);
    if (grimoire_team_of(&s->script, night->character) == GRIMOIRE_DEMON)
        grimoire_add_effect(night->turn, night->seat, EFFECT_FREE_DEATHS, GRIMOIRE_NOBODY);
    if (!(grimoire_seats_of_team(s, GRIMOIRE_DEMON) & grimoire_seats_living(s)))
        victory_reach(night->turn, GRIMOIRE_GOOD, GRIMOIRE_DEMON_IS_DEAD, GRIMOIRE_BY_ABILITY);
}

const struct role role_pit_hag = {
    .id = "pit_hag",
    .team = GRIMOIRE_MINION,
    .ability =
        "Every night but the first turns a player into a character that is not in play. If a "
        "Demon is made, tonight's deaths are the storyteller's.",
    .other_nights = 28,
    .choices = 1,
    .picks = 1 << GRIMOIRE_TOWNSFOLK | 1 << GRIMOIRE_OUTSIDER | 1 << GRIMOIRE_MINION |
             1 << GRIMOIRE_DEMON,
    .targets = pit_hag_targets,
    .act = pit_hag_act,
    .muddle = 1,
};
