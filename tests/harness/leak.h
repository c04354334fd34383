/* Looks for secrets that a viewer can see. Two searches, both blind to what a game is about:
 *
 * Events: alter the secret arguments of an event; viewers who were not told must see no difference.
 *
 * Pairs: two runs that sound the same to one viewer (same events heard, same own commands, same times)
 * while as much as possible of the rest differs: the dice, what others chose in secret, and in which order.
 * What that viewer sees must be the same after every command, and so must the answers to its probes. A
 * view that is a function of what its viewer has heard cannot leak.
 *
 * What is announced is taken as public and what is told as known: whether the tables of a game announce
 * too much is for its own tests to say. */
#ifndef PARLOUR_HARNESS_LEAK_H
#define PARLOUR_HARNESS_LEAK_H

#include "harness/run.h"

struct leak_report {
    long pairs;    /* of runs that are the same to a viewer */
    long compared; /* comparisons in which something hidden really differed */
    bool is_found;
    struct transcript text; /* if found: where, and both sights */
};

/* Whether `altered` could have happened instead of `event`, in `state` just before it. A hook keeps
 * alterations out that the rules exclude; NULL excludes none. */
typedef bool leak_allows(const void *state, const struct game_event *event,
                         const struct game_event *altered);

/* Each plays one seeded game to its end or to the first leak, and adds to the report. */
void leak_search_events(const struct game *game, uint64_t seed, leak_allows *allows,
                        struct leak_report *report);
void leak_search_pairs(const struct game *game, uint64_t seed, struct leak_report *report);

/* Whether the game hides anything from anybody. */
bool leak_has_secrets(const struct game *game);

#endif
