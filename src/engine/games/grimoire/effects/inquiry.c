/* Inquiry. Once, by day, the holder may ask the storyteller a question of yes or no in private. Spent even
 * if it does not work. */
#include "effect.h"

static void ask(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    (void)target;
    grimoire_advise_on_visit(turn, token);
    grimoire_spend_ability(turn, token);
}

const struct effect effect_inquiry = { .id = "inquiry", .day_action = ask };
