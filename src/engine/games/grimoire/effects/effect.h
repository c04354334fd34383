/* What an effect is: a reminder on a seat that carries behaviour. One small file per effect; it names
 * others by id and includes none of their files. All fields are optional.
 *
 * A handler is asked when something is about to happen, an intent: it may allow, prevent, change the
 * intent and let it begin anew, or ask the storyteller. It is asked only while the ability behind the
 * effect works (ability.c), unless it says `even_if_broken`. */
#ifndef PARLOUR_GRIMOIRE_EFFECT_H
#define PARLOUR_GRIMOIRE_EFFECT_H

#include "../rules.h"

/* Original target protected first, then redirected, then the new target protected; then the rest. */
enum stage { STAGE_PROTECT, STAGE_REDIRECT, STAGE_MODIFY, STAGE_OBSERVE, STAGES };

enum verdict {
    ALLOW,
    PREVENT,
    REDIRECT, /* the handler changed the intent, which begins anew */
    ASK, /* by grimoire_ask(); the handler is called again with intent->is_answered. Not about votes. */
};

struct handler {
    enum intent_kind intent;
    enum stage stage;
    /* `token` is a copy: it stays as it was while the handler emits. */
    enum verdict (*handle)(struct game_turn *turn, const struct grimoire_token *token,
                           struct intent *intent);
    bool even_if_broken;
};

/* What somebody may register as, each a set of bits. */
struct perception {
    grimoire_characters sides, teams, characters;
};

struct effect {
    const char *id;
    bool is_death;    /* the holder is dead */
    bool no_vote;     /* no vote is left to a dead holder */
    bool malfunction; /* the holder's ability does not work */
    uint8_t expiry;   /* of enum grimoire_expiry, unless told otherwise */
    int follow_up;    /* place in the night of a step that the effect asks for; 0: none */
    struct handler handlers[2];
    void (*perceive)(const struct grimoire_state *s, const struct grimoire_token *token,
                     int observer, struct perception *perception);
    /* A day action that anybody may claim to have: what happens if the holder does. */
    void (*day_action)(struct game_turn *turn, const struct grimoire_token *token, int target);
    /* Who wins at the end of a day without execution, while the holder's ability works. */
    enum grimoire_side (*wins_at_dusk)(const struct grimoire_state *s, int holder);
};

extern const struct effect *const grimoire_effects[]; /* by id; [0] is NULL */

/* For handlers. `players` empty: a question of yes or no. */
enum verdict grimoire_ask(struct game_turn *turn, struct intent *intent, seat_set players,
                          bool may_be_nobody);

#endif
