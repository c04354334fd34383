/* Pending word. The holder is told tonight what the source's ability does to them: which character they are
 * mad about. */
#include "effect.h"

static void word_inform(const struct grimoire_state *s, const struct grimoire_token *token,
                        struct grimoire_truth *truth)
{
    truth->kind = GRIMOIRE_TELLS_CHARACTER;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *about = &s->secrets.token[i];
        if (about->holder == token->holder && about->source == token->source && about->character)
            truth->characters = truth->plain.characters = characters_one(about->character);
    }
}

const struct effect effect_pending_word = {
    .id = "pending_word",
    .follow_up = 27,
    .first_follow_up = 42,
    .inform = word_inform,
};
