/* Web Push (RFC 8030): a short text to a browser that is not connected, through the service of the
 * browser's maker.
 *
 * The service learns when something was sent to which browser, and nothing else: the text is encrypted for
 * the browser (RFC 8291), padded to one length, and signed with the server's key (VAPID, RFC 8292). The
 * client says where to send it, so the server speaks only https, only to public addresses, on port 443,
 * and follows no redirect. */
#ifndef PARLOUR_NET_WEBPUSH_H
#define PARLOUR_NET_WEBPUSH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    WEBPUSH_POINT_SIZE = 65, /* a public key, uncompressed */
    WEBPUSH_AUTH_SIZE = 16,
    WEBPUSH_SALT_SIZE = 16,
    WEBPUSH_SCALAR_SIZE = 32,
    WEBPUSH_POINT_TEXT = 88, /* in base64url with its NUL */
    WEBPUSH_AUTH_TEXT = 23,
    WEBPUSH_TEXT_MAX = 120, /* bytes of the words; all are padded to this and one more */
    WEBPUSH_HEAD_SIZE = WEBPUSH_SALT_SIZE + 4 + 1 + WEBPUSH_POINT_SIZE,
    WEBPUSH_BODY_SIZE = WEBPUSH_HEAD_SIZE + WEBPUSH_TEXT_MAX + 1 + 16,
    WEBPUSH_HOST_SIZE = 256,
};

/* The server's key, from a PEM file that is made (mode 0600) if it is not there. NULL with `error`. */
struct webpush_key;
struct webpush_key *webpush_key_open(const char *path, struct error *error);
void webpush_key_close(struct webpush_key *key);
/* The public key, as a page gives it to its browser. */
void webpush_key_write(const struct webpush_key *key, char out[WEBPUSH_POINT_TEXT]);

/* Where to send: what the browser gave to its page. The texts are base64url. */
struct webpush_target {
    const char *endpoint, *p256dh, *auth;
    bool allows_loopback; /* for tests: any port, and this machine alone */
};

/* Whether the target looks usable, checked without a network. */
bool webpush_is_fine(const struct webpush_target *target);

/* Encrypts `text` with a key of its own (`scalar`, and its public `point`) and `salt`, all of which must be
 * new each time; NULL: made here. With `pads` the text fills WEBPUSH_TEXT_MAX. Returns the length of the
 * body, 0 if the target's keys are not valid. */
size_t webpush_encrypt(const struct webpush_target *target, const char *text, bool pads,
                       const uint8_t *scalar, const uint8_t *point, const uint8_t *salt,
                       uint8_t out[WEBPUSH_BODY_SIZE]);

/* The value of "Authorization" for a request to the target; `contact` is mailto: or https:, or "". False if
 * it does not fit. */
bool webpush_authorize(const struct webpush_key *key, const struct webpush_target *target,
                       const char *contact, int64_t now_s, char *out, size_t size);

/* Sends; blocks for some seconds at most, or until `is_closing`. Returns the status of the answer, 0 with
 * `error` if there was none. */
int webpush_send(const struct webpush_key *key, const struct webpush_target *target,
                 const char *text, const char *contact, int64_t now_s, int64_t ttl_s,
                 const atomic_bool *is_closing, struct error *error);

/* https_post.c: one request to a public address; the status, or 0 with `error`. */
struct https_url {
    char host[WEBPUSH_HOST_SIZE], port[6];
    const char *path; /* in the text that was read; "" stands for "/" */
};
bool https_url_read(struct https_url *url, const char *text);
int https_post(const struct https_url *url, bool allows_loopback, const char *head,
               const void *body, size_t length, const atomic_bool *is_closing, struct error *error);

#endif
