/* Looks for secrets by what the rules say, and not by what the tables of a game announce.
 *
 * An oracle is written from the rules page, apart from the game: it is told everything that happens, by
 * name, and says what the rules let a viewer know. Then runs are made that are the same to one viewer by
 * the rules (the same knowledge after every command, the same commands of its own, the same times) while
 * the deal, the secret choices of the others and their order differ:
 *
 * Secrecy: that viewer must hear and see the same, byte for byte, and get the same answers to its probes.
 * For the public this includes the sizes of everybody's messages, whoever acted, because an eavesdropper
 * knows them.
 *
 * Completeness: where a single command makes a difference to what a viewer knows by the rules, the viewer
 * must see a difference. */
#ifndef PARLOUR_HARNESS_ORACLE_H
#define PARLOUR_HARNESS_ORACLE_H

#include "harness/leak.h"

/* Something that happened, with all its secrets. */
struct oracle_event {
    const struct game_message *message;
    const int64_t *arg;
    const char *text; /* NULL: none */
};
/* The value of the argument called `name`, which must exist. */
int64_t oracle_arg(const struct oracle_event *event, const char *name);
/* Whether the value of the argument is the one that is called `value` on the wire. */
bool oracle_arg_is(const struct oracle_event *event, const char *name, const char *value);
/* The value of an option, which must exist. */
int64_t oracle_option(const struct game *game, const struct game_setup *setup, const char *name);

enum { ORACLE_MEMORY_MAX = 16 * 1024 };

/* An oracle's memory is plain data, zeroed at first. */
struct oracle {
    const char *game_id;
    size_t memory_size;
    void (*begin)(void *memory, const struct game *game, const struct game_setup *setup);
    void (*happen)(void *memory, const struct oracle_event *event);
    /* All that `viewer` may know now, as text; the same text is the same knowledge. */
    void (*know)(const void *memory, int viewer, struct transcript *knowledge);
    /* Optional: names of events that are heard with all they hold, also where they change nothing that is
     * known: by everybody, and by the seat they name as "seat". NULL-terminated. */
    const char *const *public_events, *const *own_events;
    /* Optional: so many steps of a hundred are any action that somebody is offered, what no bot would do too,
     * as changing a vote. */
    int whims_of_100;
    /* Optional: what a game begins with after its start, one command for each `index` from 0 until false. */
    bool (*opening)(const struct game *game, const struct game_setup *setup, int index,
                    struct rng *rng, struct game_command *command);
    const struct mutant *mutants; /* leaks planted in the game, all of which must be found */
};

/* Plays a seeded game, and other runs that are the same to one viewer, until the first leak; adds to the
 * report. A narrator may know everything, so the narrator is never that viewer. */
void oracle_search(const struct oracle *oracle, const struct game *game, uint64_t seed,
                   struct leak_report *report);

#endif
