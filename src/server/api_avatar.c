/* A person's animal and colour as a picture, by the number that is their `look`. */
#include <string.h>

#include "server/api.h"
#include "server/avatars.h"

enum { LOOK_DIGITS = 3 };

void avatar_show(struct call *call)
{
    struct net *net = call->server->seams.net;
    const char *number = call->param[0];
    size_t digits = strspn(number, "0123456789");
    int look = 0;
    for (size_t i = 0; i < digits && i < LOOK_DIGITS; i++)
        look = look * 10 + number[i] - '0';
    bool is_chosen = look >= ROOM_LOOK_CHOSEN;
    int last = is_chosen ? ROOM_LOOK_CHOSEN + ROOM_ANIMALS * ROOM_COLOURS : ROOM_MEMBERS_MAX;
    bool is_padded = digits > 1 && number[0] == '0';
    if (number[digits] != '\0' || digits < 1 || digits > LOOK_DIGITS || is_padded || look >= last) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    /* Of a face that was chosen, the animal in its usual colour. */
    int drawn = is_chosen ? (look - ROOM_LOOK_CHOSEN) / ROOM_COLOURS : look;
    const char *picture = avatars[drawn % avatar_count];
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
