/* What people see in the terminal: the address on the local network, also as a QR code to scan. */
#ifndef PARLOUR_TERMINAL_QR_H
#define PARLOUR_TERMINAL_QR_H

#include <stdbool.h>
#include <stddef.h>

/* The address that phones on the same network can reach, "localhost" if there is none. */
void terminal_lan_url(char *url, size_t size, bool is_secure, int port);
void terminal_qr(const char *text);

#endif
