/* A certificate for playing at home: self-signed, for this machine's name and addresses. */
#ifndef PARLOUR_LAN_TLS_H
#define PARLOUR_LAN_TLS_H

#include "base/error.h"

/* Makes sure that the two PEM files hold a key and a certificate that covers every address this machine
 * has now and is good for another week; makes new ones (mode 0600) otherwise. */
bool lan_tls_ensure(const char *cert_path, const char *key_path, struct error *error);

#endif
