/* The official characters as data: what a storyteller's tool must know of each to run it by hand. The facts
 * are the publisher's list's, the words are ours. Those with rules here are also roles (roles/). */
#ifndef PARLOUR_GRIMOIRE_OFFICIAL_H
#define PARLOUR_GRIMOIRE_OFFICIAL_H

#include "grimoire.h"

enum { OFFICIAL_LANGUAGES = 3 }; /* English, French, Spanish */

struct official {
    const char *id, *name; /* as in script files; English */
    enum grimoire_team team;
    const char *edition;           /* "tb", "bmr", "snv", "carousel", "fabled", "loric" */
    int first_night, other_nights; /* place in the official sheet of May 2026; 0: sleeps */
    bool changes_setup;
    const char *reminders;      /* parted by | */
    const char *const *ability; /* one of each language */
};

/* By its id, simplified as in scripts; false: not official. */
bool official_find(const char *id, struct official *out);
/* Whether a character, by the game's name of it, is of an edition. */
bool official_has_edition(const char *name, const char *edition);
const char *official_edition_of(const char *name); /* NULL: of none */
bool official_at(int index, struct official *out); /* false: there are no more */

/* The reminder at `index` into `out` of `size` bytes; false: there are no more. */
bool official_reminder(const struct official *official, int index, char *out, size_t size);

/* "characters" and "jinxes" for the catalogue. */
void official_write(struct json *out);

#endif
