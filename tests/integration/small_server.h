/* A server in one process for tests over HTTP: a store in memory, a clock to be told to go on, one answer. */
#ifndef PARLOUR_SMALL_SERVER_H
#define PARLOUR_SMALL_SERVER_H

#include "server/api.h"

enum { SMALL_SERVER_NOW_MS = 100 * 1000 * 1000, SMALL_SERVER_TEXT = 256 * 1024 };

struct small_server_answer {
    int status;
    char text[SMALL_SERVER_TEXT];
};

extern struct small_server_answer answer;
extern struct config small_server_config; /* no limits, hidden games shown */
extern struct store *small_server_store;

void small_server_open(void);
void small_server_close(void);

/* Moves the clock on, and does everything that is due by then. */
void small_server_wait(int64_t ms);

/* Asks with a token or without (NULL); returns the status. */
int request(const char *method, const char *path, const char *token, const char *body);

#endif
