/* What a character is: when it wakes, whom it chooses, what it learns, and which effects its player
 * begins with. One small file per character; it names effects by id and includes no other file of roles/
 * or effects/. All fields but `id`, `team` and `ability` are optional.
 *
 * Passive abilities are effects. Everything that an effect might stop is an intent. grimoire_perceive() tells
 * what a player registers as; a role never reads the character itself. `act` is called only while the ability
 * works. The others must not care: a player who is drunk or poisoned is woken and told things all the
 * same. */
#ifndef PARLOUR_GRIMOIRE_ROLE_H
#define PARLOUR_GRIMOIRE_ROLE_H

#include "../rules.h"

#define ROLE(NAME, id) ROLE_##NAME,
enum role_id {
    ROLE_NONE,
#include "roles.def"
    ROLE_COUNT,
};
#undef ROLE

/* One step of the night. */
struct night {
    struct game_turn *turn; /* NULL where nothing may happen */
    const struct grimoire_state *state;
    int seat;
    seat_set choice;
    int character;        /* that was chosen; NO_CHARACTER: none */
    const int8_t *chosen; /* the players of `choice` in the order of choosing, then NOBODY */
};

struct role {
    const char *id;
    enum grimoire_team team;
    const char *ability;           /* in a sentence, for the catalogue */
    int first_night, other_nights; /* place in the official sheet of May 2026; 0: sleeps */
    int choices;                   /* how many players it chooses when woken, at most three */
    int (*choices_now)(const struct grimoire_state *s, int seat); /* where it differs by night */
    bool (*may_choose_nobody)(const struct grimoire_state *s, int seat); /* preset: not */
    int picks; /* it chooses a character as well: bits of enum grimoire_team; 0: none */
    int (*picks_now)(const struct grimoire_state *s, int seat);    /* fewer of them; preset: all */
    seat_set (*targets)(const struct grimoire_state *s, int seat); /* out of whom; preset: all */
    bool (*wakes)(const struct grimoire_state *s, int seat);       /* preset: while alive */
    void (*chose)(struct night *night);                            /* the choice has been made, */
    void (*act_on)(struct night *night, int target); /* the ability works: per player */
    void (*act)(struct night *night);                /* and once, after all */
    enum grimoire_answer_kind tells;
    bool tells_once; /* in the first night alone */
    void (*inform)(const struct night *night, struct grimoire_truth *truth);
    seat_set (*tells_also)(const struct grimoire_state *s, int seat); /* who hears the same */
    enum effect_id starts_with[3];
    enum effect_id prepares; /* given to somebody before the first night */
    seat_set (*prepares_on)(const struct grimoire_state *s, int seat);
    bool prepares_anew;  /* when the holder stops being one of those */
    bool acts_when_dead; /* death does not take this ability */
    bool is_deceived;    /* takes themselves for a Townsfolk who is not in play, */
    bool believes_demon; /* or for a Demon, who may well be */
    int outsiders;       /* that it adds to the bag, in place of Townsfolk */
    int outsiders_or;    /* or that many, as the storyteller likes; 0: no choice */
    int muddle;          /* how much false information it brings, for generated bags */
};

enum {
    GRIMOIRE_ANY_TEAM = 1 << GRIMOIRE_TOWNSFOLK | 1 << GRIMOIRE_OUTSIDER | 1 << GRIMOIRE_MINION |
                        1 << GRIMOIRE_DEMON | 1 << GRIMOIRE_TRAVELLER,
};

extern const struct role *const grimoire_roles[]; /* by id; [0] is NULL */

/* The controller calls `chose` whether the ability works or not: what is spent, or counts as chosen, is so in
 * any case. `act_on` is called for each player in the order of choosing, as long as the ability works: to
 * choose somebody may already have taken it away (INTENT_CHOOSE). */

/* For `act_on` and `may_choose_nobody`. */
void grimoire_demon_kills(struct night *night, int target);
bool grimoire_always(const struct grimoire_state *s, int seat);

/* The one player chosen. */
int grimoire_chosen(const struct night *night);

#endif
