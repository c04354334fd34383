/* What an effect is: a reminder on a seat that carries behaviour. One small file per effect; it names
 * others by id and includes none of their files. All fields are optional.
 *
 * A handler is asked when something is about to happen, an intent: it may allow, prevent, change the
 * intent and let it begin anew, or ask the storyteller. It is asked only while the ability behind the
 * effect works (ability.c), unless it says `even_if_broken`. */
#ifndef PARLOUR_GRIMOIRE_EFFECT_H
#define PARLOUR_GRIMOIRE_EFFECT_H

#include "../rules.h"

/* Original target protected first, then redirected, then the new target protected; then the rest. An effect
 * that is spent by saving somebody comes after all others that might save them, and before those that only
 * take note. The numbers are in logs, the order is the pipeline's. */
enum stage { STAGE_PROTECT, STAGE_REDIRECT, STAGE_MODIFY, STAGE_OBSERVE, STAGE_LAST, STAGES };

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
    bool is_sham;     /* the holder only seems dead */
    bool no_waking;   /* the holder does not wake for their own ability */
    bool no_vote;     /* no vote is left to a dead holder */
    bool malfunction; /* the holder's ability does not work; with `covers`, theirs whom it covers */
    bool is_immune;   /* the holder is sober and healthy, even with other effects on the seat */
    bool sees_true;   /* what the holder learns is true, and nobody registers as another to them */
    bool takes_votes; /* the dead may give the holder their votes */
    bool falsifies; /* what Townsfolk learn by their abilities is false, while the source's works */
    /* An aura: whom the effect is on, worked out anew each time, instead of the holder. */
    bool (*covers)(const struct grimoire_state *s, const struct grimoire_token *token, int seat);
    /* Whether the holder keeps their ability though dead. */
    bool (*keeps_ability)(const struct grimoire_state *s, const struct grimoire_token *token);
    /* Whether this side cannot win now. */
    bool (*forbids_victory)(const struct grimoire_state *s, const struct grimoire_token *token,
                            enum grimoire_side side);
    uint8_t expiry;      /* of enum grimoire_expiry, unless told otherwise */
    int dusks;           /* that it outlives, likewise */
    int follow_up;       /* place in the night of a step that the effect asks for; 0: none */
    int first_follow_up; /* the same in the first night, if it asks for one there */
    bool stays;          /* after its step */
    /* Of that step: whether it is due now; who is told, preset the holder; what; and what happens, while the
     * ability behind the effect works. */
    bool (*is_due)(const struct grimoire_state *s, const struct grimoire_token *token);
    seat_set (*tells)(const struct grimoire_state *s, const struct grimoire_token *token);
    void (*inform)(const struct grimoire_state *s, const struct grimoire_token *token,
                   struct grimoire_truth *truth);
    void (*act)(struct game_turn *turn, const struct grimoire_token *token);
    const struct role
        *step; /* or a part for that step: whom it chooses, what it does, what it tells */
    struct handler handlers[4];
    void (*perceive)(const struct grimoire_state *s, const struct grimoire_token *token,
                     int observer, struct perception *perception);
    /* A day action that anybody may claim to have: what happens if the holder does. Whether somebody has a
     * public one everybody knows, because a Traveller brings it along. */
    bool is_public;
    void (*day_action)(struct game_turn *turn, const struct grimoire_token *token, int target);
    bool counts_malfunctions; /* somebody counts them: they are noted */
    bool is_for_the_dead;     /* that action: they alone claim it */
    enum grimoire_warning
        day_note; /* what to remind the storyteller of by day, while it works; preset: none */
    /* How it changes the day for everybody, if a Traveller brings it along. Everybody is told, so it goes by
     * what everybody knows, whether the ability works or not; the storyteller is warned if it does not. */
    void (*rule_day)(const struct grimoire_state *s, int holder, struct grimoire_day_rules *rules);
    /* Something that the storyteller has to do before dusk: whether it is still to do, and the warning. */
    bool (*is_missing)(const struct grimoire_state *s, const struct grimoire_token *token);
    enum grimoire_warning warning;
    /* Two players have changed seats by day. */
    void (*swapped)(struct game_turn *turn, const struct grimoire_token *token);
    /* Who wins at the end of a day without execution, while the holder's ability works. */
    enum grimoire_side (*wins_at_dusk)(const struct grimoire_state *s, int holder);
    enum grimoire_reason dusk_reason; /* of that; preset: peace was kept */
};

extern const struct effect *const grimoire_effects[]; /* by id; [0] is NULL */

/* Tells the storyteller how to answer a visitor: by the ability's rule, as they like, or falsely. */
void grimoire_advise_on_visit(struct game_turn *turn, const struct grimoire_token *token);
/* Whether the intent is a death by execution. */
bool grimoire_is_executed(const struct intent *intent);
/* For handlers. `players` empty: a question of yes or no. */
enum verdict grimoire_ask(struct game_turn *turn, struct intent *intent, seat_set players,
                          bool may_be_nobody);

#endif
