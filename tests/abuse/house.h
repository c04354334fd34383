/* A server in one process under attack: a store in memory, a clock by hand, sockets that remember everything.
 * Every request says from which address it comes. */
#ifndef PARLOUR_ABUSE_HOUSE_H
#define PARLOUR_ABUSE_HOUSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "server/api.h"

extern struct server house;
extern struct config house_config;
extern struct store *house_store;
extern const char *house_address; /* where requests come from, until it is changed */
extern const char *house_cookie;  /* what browsers send besides; "" */

struct guest {
    char token[SERVER_TOKEN_SIZE], id[ID_TEXT_SIZE];
    int64_t player;
    net_id socket;
};

int house_open(void **unused);
int house_close(void **unused);
#define ABUSE(name) cmocka_unit_test_setup_teardown(name, house_open, house_close)

/* Asks, and lets the store and the loop finish; `path` may carry a query. Returns the connection. */
net_id house_ask(const char *method, const char *path, const char *token, const char *body);
net_id house_dial(const char *path, const char *token); /* opens a socket */
/* The same, but nothing that follows is waited for. */
net_id house_begin(const char *method, const char *path, const char *token, const char *body,
                   bool is_upgrade);
void house_settle(void);
void house_pass(int64_t ms);
void house_hang_up(net_id socket);
void house_go(net_id asked); /* before there is an answer */

int house_status(net_id id);       /* of the answer; 0: none yet */
int house_close_code(net_id id);   /* 0: open */
const char *house_text(net_id id); /* the body, or all messages, a line each */
void house_forget(net_id id);      /* what was sent so far */

struct guest house_guest(const char *name);
void house_say(const struct guest *guest, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A member of the last answer on a connection that is a text. */
void house_member(net_id id, const char *name, char *out, size_t size);
/* A room of the guest's, and its code. */
void house_room(const struct guest *host, const char *game, char code[CODE_TEXT_SIZE]);
struct slot *house_slot(const char *code);

/* Slow bots think until they are told that they are done. */
void house_set_slow_bots(bool are_slow);
int house_thinking(void);            /* how many bots think */
int64_t house_thinks_for(int place); /* the room of one of them; 0 has thought for the longest */
void house_think(void);              /* that one is done */

#endif
