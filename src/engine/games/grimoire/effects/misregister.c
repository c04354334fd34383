/* Misregister. The good may register as evil and as any Minion or Demon of the script, the evil as good
 * and as any Townsfolk or Outsider; the storyteller decides each time. With a character, the holder
 * registers as that one. */
#include "effect.h"

static void register_as(const struct grimoire_state *s, int character, struct perception *seen)
{
    enum grimoire_team team = grimoire_team_of(&s->script, character);
    seen->sides =
        characters_with(seen->sides, grimoire_team_is_evil(team) ? GRIMOIRE_EVIL : GRIMOIRE_GOOD);
    seen->teams = characters_with(seen->teams, (int)team);
    seen->characters = characters_with(seen->characters, character);
}

static void misregister(const struct grimoire_state *s, const struct grimoire_token *token,
                        int observer, struct perception *seen)
{
    bool is_evil = s->secrets.seat[token->holder].is_evil;
    grimoire_characters as = characters_either(
        grimoire_characters_of_team(&s->script, is_evil ? GRIMOIRE_TOWNSFOLK : GRIMOIRE_MINION),
        grimoire_characters_of_team(&s->script, is_evil ? GRIMOIRE_OUTSIDER : GRIMOIRE_DEMON));
    (void)observer;
    if (token->character) {
        *seen = (struct perception){ 0 };
        as = characters_one(token->character);
    }
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(as, character))
            register_as(s, character, seen);
}

const struct effect effect_misregister = { .id = "misregister", .perceive = misregister };
