/* Telling people who are away that it is their move, by Web Push (net/webpush.h).
 *
 * Messages are sent only in games that give hours or days for a move, and only about moves that everybody
 * knows to be that player's, so a message tells no secret. Nobody gets one while connected to the table.
 * The text says only that it is their move, neither where nor against whom. */
#ifndef PARLOUR_PUSH_H
#define PARLOUR_PUSH_H

#include "server/server.h"

enum { PUSH_DEVICES_MAX = 8 }; /* of one person that are told */

/* A message on its way. The sender works on another thread, and hands it back through `done` on the
 * server's. */
struct push {
    struct push *next;
    int64_t player, ttl_s;
    struct store_push to;
    char p256dh[96], auth[32]; /* of to.keys */
    const char *text;
    int status; /* of the service's answer; 0: none */
    void (*done)(struct server *server, struct push *push);
};

/* To be called when a room has changed and everybody was told. */
void push_note(struct server *server, struct slot *slot);
/* To be called when a room was loaded: the previous server has told the player who is awaited. */
void push_loaded(struct slot *slot);
/* Devices that were being looked up may be known now. */
void push_look_again(struct server *server);
void push_free(struct server *server);
/* Before one more device of the player is told: their devices that were used least recently make way, so that
 * no more than PUSH_DEVICES_MAX are told. False: the server tells as many devices as it may. `token_hash` is
 * the session's that asks. */
bool push_make_way(struct server *server, int64_t player, const uint8_t token_hash[SHA256_SIZE]);
/* The parts of store_push.keys: "p256dh auth language". False if they are none. */
bool push_keys_read(struct push *push);

#endif
