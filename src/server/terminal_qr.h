/* What people see in the terminal: the address on the local network, also as a QR code to scan. */
#ifndef PARLOUR_TERMINAL_QR_H
#define PARLOUR_TERMINAL_QR_H

#include <stdbool.h>
#include <stddef.h>

/* The address at which the server can be reached: `bound` if it listens on one address only, else one that
 * phones on the same network can reach, "localhost" if there is none. */
void terminal_url(char *url, size_t size, bool is_secure, const char *bound, int port,
                  const char *base_path);
void terminal_qr(const char *text);

#endif
