/* `parlour serve`. */
#ifndef PARLOUR_SERVE_H
#define PARLOUR_SERVE_H

#include "server/config.h"

/* Serves until told to stop; returns the exit code. */
int serve(const struct config *config);

#endif
