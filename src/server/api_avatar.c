/* A person's animal and colour as a picture, by the number that is their `look`. */
#include <string.h>

#include "server/api.h"
#include "server/avatars.h"

void avatar_show(struct call *call)
{
    struct net *net = call->server->seams.net;
    const char *number = call->param[0];
    size_t digits = strspn(number, "0123456789");
    int look = digits == 1 ? number[0] - '0' : (number[0] - '0') * 10 + number[1] - '0';
    if (number[digits] != '\0' || digits < 1 || digits > 2 || look >= ROOM_MEMBERS_MAX) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    const char *picture = avatars[look % avatar_count];
    net->ops->respond(net, call->connection,
                      &(struct net_response){ .status = 200,
                                              .content_type = "image/svg+xml",
                                              .body = picture,
                                              .length = strlen(picture),
                                              .headers =
                                                  "Cache-Control: public, max-age=86400\r\n"
                                                  "Content-Security-Policy: default-src 'none'\r\n"
                                                  "X-Content-Type-Options: nosniff\r\n",
                                              .is_static = true });
}
