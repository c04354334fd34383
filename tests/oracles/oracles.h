/* The oracles of the leak test, one per game that has one. */
#ifndef PARLOUR_ORACLES_H
#define PARLOUR_ORACLES_H

#include "harness/oracle.h"

/* NULL for a game without one. */
const struct oracle *oracle_find(const char *game_id);

#endif
