/* What a character is: when it wakes, whom it chooses, what it learns, and which effects its player
 * begins with. One small file per character; it names effects by id and includes no other file of roles/
 * or effects/. All fields but `id`, `team` and `ability` are optional.
 *
 * Passive abilities are effects. Whatever an effect might stop is an intent. What somebody is, is asked
 * by grimoire_perceive() and never read. `act` is called only while the ability
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
};

struct role {
    const char *id;
    enum grimoire_team team;
    const char *ability;           /* in a sentence, for the catalogue */
    int first_night, other_nights; /* place in the official sheet of May 2026; 0: sleeps */
    int choices;                   /* how many players it chooses when woken */
    seat_set (*targets)(const struct grimoire_state *s, int seat); /* out of whom; preset: all */
    bool (*wakes)(const struct grimoire_state *s, int seat);       /* preset: while alive */
    void (*act)(struct night *night);                              /* the choice has been made */
    enum grimoire_answer_kind tells;
    void (*inform)(const struct night *night, struct grimoire_truth *truth);
    enum effect_id starts_with[3];
    enum effect_id prepares; /* given to somebody before the first night */
    seat_set (*prepares_on)(const struct grimoire_state *s, int seat);
    bool acts_when_dead; /* death does not take this ability */
    bool is_deceived;    /* takes themselves for a Townsfolk who is not in play */
    int outsiders;       /* that it adds to the bag, in place of Townsfolk */
    int muddle;          /* how much false information it brings, for generated bags */
};

extern const struct role *const grimoire_roles[]; /* by id; [0] is NULL */

/* The one player chosen. */
int grimoire_chosen(const struct night *night);

#endif
