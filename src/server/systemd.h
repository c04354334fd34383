/* The service manager's side of `parlour serve`: it is told when the server is ready, alive and stopping, and
 * may hand over a socket that listens already. Without a manager every call does nothing. The protocol is
 * that of sd_notify(3) and sd_listen_fds(3): a datagram and three variables, so no library is needed. */
#ifndef PARLOUR_SYSTEMD_H
#define PARLOUR_SYSTEMD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* "READY=1", "WATCHDOG=1", "STOPPING=1". False if there is a manager and it could not be told. */
bool systemd_notify(const char *state);

/* How often the manager wants to hear "WATCHDOG=1", halved so that one lost turn does no harm; 0: never. */
int64_t systemd_watchdog_ms(void);

/* The socket that the manager listens on for us, or 0 if there is none. More than one, or something that
 * is no listening TCP socket, is an error: -1. */
int systemd_listening_socket(struct error *error);

#endif
