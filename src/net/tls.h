/* TLS as bytes: ciphertext in, plaintext out, and back. OpenSSL stays in tls.c and lan_tls.c. */
#ifndef PARLOUR_NET_TLS_H
#define PARLOUR_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "net/out.h"

struct tls_context; /* a certificate with its key */
struct tls_context *tls_context_open(const char *cert_path, const char *key_path,
                                     struct error *error);
/* A new context from the present content of the same files. */
struct tls_context *tls_context_again(const struct tls_context *context, struct error *error);
void tls_context_close(struct tls_context *context); /* its connections go on */

struct tls;
struct tls *tls_open(struct tls_context *context, struct out_pool *pool);
void tls_close(struct tls *tls);
struct out_queue *tls_wire(struct tls *tls); /* ciphertext to be sent; look after every call */

enum tls_result { TLS_MORE, TLS_ENDED, TLS_BROKEN };
/* Decrypts and hands on the plaintext piece by piece. */
enum tls_result tls_receive(struct tls *tls, const char *bytes, size_t length, void *owner,
                            void (*plain)(void *owner, const char *bytes, size_t length));
/* Encrypts from the front of `plain`, until enough waits on the wire. False: broken. */
bool tls_send(struct tls *tls, struct out_queue *plain);
void tls_end(struct tls *tls); /* sends the closing alert, once */

#endif
