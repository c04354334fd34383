/* The catalogue: what the tables of every game say, so that no client has to know a game beforehand. */
#ifndef PARLOUR_CATALOG_H
#define PARLOUR_CATALOG_H

#include "base/json.h"

/* The whole object; hidden games are left out. */
void catalog_write(struct json *out);

#endif
