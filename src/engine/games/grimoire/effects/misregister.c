/* Misregister. The good may register as evil and as any Minion or Demon of the script, the evil as good
 * and as any Townsfolk or Outsider; the storyteller decides each time. With a character, the holder
 * registers as that one. */
#include "effect.h"

static void register_as(const struct grimoire_state *s, int character, struct perception *seen)
{
    enum grimoire_team team = team_of(&s->script, character);
    seen->sides |= (uint64_t)1 << (team_is_evil(team) ? GRIMOIRE_EVIL : GRIMOIRE_GOOD);
    seen->teams |= (uint64_t)1 << team;
    seen->characters |= character_bit(character);
}

static void misregister(const struct grimoire_state *s, const struct grimoire_token *token,
                        int observer, struct perception *seen)
{
    bool is_evil = s->secrets.seat[token->holder].is_evil;
    grimoire_characters as = is_evil ? characters_of_team(&s->script, GRIMOIRE_TOWNSFOLK) |
                                           characters_of_team(&s->script, GRIMOIRE_OUTSIDER)
                                     : characters_of_team(&s->script, GRIMOIRE_MINION) |
                                           characters_of_team(&s->script, GRIMOIRE_DEMON);
    (void)observer;
    if (token->character) {
        *seen = (struct perception){ 0 };
        as = character_bit(token->character);
    }
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (as & character_bit(character))
            register_as(s, character, seen);
}

const struct effect effect_misregister = { .id = "misregister", .perceive = misregister };
