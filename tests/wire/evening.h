/* One evening at a table of the real server, with a store in memory, a clock of our own and connections that
 * remember every byte. All chance comes from one seed, so the same evening can be had twice, but for one
 * command: what somebody does at one moment. */
#ifndef PARLOUR_WIRE_EVENING_H
#define PARLOUR_WIRE_EVENING_H

#include "harness/run.h"
#include "server/server.h"

enum {
    PEOPLE_MAX = 16,
    EVENING_MAX = 60,     /* commands */
    EVENING_NARRATOR = 0, /* of the people, if the game has one */
};

/* A player, or the table view (`player` 0). */
struct observer {
    char token[SERVER_TOKEN_SIZE], id[ID_TEXT_SIZE];
    int64_t player;
    net_id socket;
    int64_t seq;             /* the last event seen: a new connection goes on from there */
    struct transcript sent;  /* everything, with its time */
    struct transcript heard; /* the events in what was sent since the last command */
};

struct evening {
    const struct game *game;
    uint64_t seed;
    int last; /* the evening ends with this command, counted from 0 … */
    int instead; /* … which is another one of those that its sender might send; 0: the first choice */
    int guests; /* the last seats have no device; a phone takes the first of them in the game */
    /* The table goes from server to server now and then, and after the last command; or that one's write is
     * in doubt, and only the log tells that it was kept. */
    bool moves;
    int people;   /* the last of them watches */
    int actor;    /* who sent it; -1: the game was over before */
    bool is_done; /* it was accepted */
    char command[512];
    struct observer person[PEOPLE_MAX];
    struct transcript sizes;   /* when how much was sent to whom, since the last command */
    struct transcript metrics; /* after it */
    const char *canary; /* a secret that was sent to somebody who must not have it, or NULL */
    /* Messages about the latest move: how long, since when, to whom. All but a narrator's have one length. */
    size_t move_length;
    int64_t move_ms;
    uint32_t move_heard;
};

/* Plays it, then lets another player and the table view come back on a new connection and read every route.
 * `evening` is zeroed but for game, seed, last, instead, guests and moves. */
void evening_play(struct evening *evening);
void evening_free(struct evening *evening);

/* What the registry's games are replaced by, so that one can be bent. */
struct game *evening_bend(const char *id);
void evening_unbend(void);

#endif
