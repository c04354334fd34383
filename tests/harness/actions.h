/* Reads the `available_actions` of an encoded view, as a client does that knows no rules. */
#ifndef PARLOUR_HARNESS_ACTIONS_H
#define PARLOUR_HARNESS_ACTIONS_H

#include "harness/run.h"

enum { ACTIONS_MAX = 256, ACTIONS_NODES_MAX = 16 * 1024 };

struct actions {
    const struct game *game;
    int seat_count;
    struct json_doc doc;
    struct json_node node[ACTIONS_NODES_MAX];
    int count;
    uint32_t action[ACTIONS_MAX]; /* nodes of the entries */
    uint32_t picked;
};

/* False, with `*problem` a sentence, if the view is not as docs/add-a-game.md says. Borrows `view`. */
bool actions_read(struct actions *actions, const struct game *game, int seat_count,
                  const char *view, const char **problem);

/* The same, but the view needs to have nothing more than the actions. */
bool actions_find(struct actions *actions, const struct game *game, int seat_count,
                  const char *view, const char **problem);

bool actions_have(const struct actions *actions, int kind);

/* Picks one of the actions; the name of its command. There must be an action. */
const char *actions_pick(struct actions *actions, struct rng *rng);
/* A value for each argument of the one picked, as members of the object that the caller has begun. False
 * if the entry cannot be understood. */
bool actions_write(const struct actions *actions, struct rng *rng, struct json *out);

/* Both, read into a command. The text, if any, is valid until the next call. False, with `*problem`, if an
 * entry cannot be understood. There must be an action. */
bool actions_choose(struct actions *actions, int seat, struct rng *rng,
                    struct game_command *command, const char **problem);

#endif
