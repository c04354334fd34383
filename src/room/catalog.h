/* The catalogue: what the tables of every game say, so that no client has to know a game beforehand. */
#ifndef PARLOUR_CATALOG_H
#define PARLOUR_CATALOG_H

#include "base/json.h"

/* The whole object; hidden games are left out. */
void catalog_write(struct json *out);

/* The catalogue without the messages, which are three quarters of it: enough for a form. */
void catalog_write_brief(struct json *out);

/* The reference for narrators: {"games": [{"id", and the members that the game adds}]}. */
void catalog_write_reference(struct json *out);

#endif
