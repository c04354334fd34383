/* For tests: a request as a program makes it, without a browser's headers. */
#ifndef PARLOUR_PLAIN_REQUEST_H
#define PARLOUR_PLAIN_REQUEST_H

#include <string.h>

#include "net/net.h"

/* All of it is borrowed. `authorization` is "" or "Bearer …"; `body` may be NULL. */
static inline struct net_request plain_request(const char *method, const char *path,
                                               const char *authorization, const char *body)
{
    return (struct net_request){ .method = method,
                                 .path = path,
                                 .query = "",
                                 .host = "parlour.test",
                                 .origin = "",
                                 .cookie = "",
                                 .authorization = authorization,
                                 .content_type = "application/json",
                                 .accept_encoding = "",
                                 .accept_language = "",
                                 .if_none_match = "",
                                 .idempotency_key = "",
                                 .sec_fetch_site = "",
                                 .address = "192.0.2.1",
                                 .body = body ? body : "",
                                 .body_length = body ? strlen(body) : 0 };
}

#endif
