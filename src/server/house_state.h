/* The house in memory; house.h explains it. */
#ifndef PARLOUR_HOUSE_STATE_H
#define PARLOUR_HOUSE_STATE_H

#include "base/map.h"
#include "base/sha256.h"
#include "net/address.h"

enum {
    HOUSE_ROOM = 1,        /* the id of its log; a room's is drawn by chance */
    HOUSE_ENTRIES = 500,   /* the latest reports and acts of operators that are shown */
    HOUSE_BANS_MAX = 1000, /* at the same time */
    HOUSE_TEXT_MAX = 500,  /* bytes of a reason, a message, a report's words */
    HOUSE_ENTRY_MAX = 16 * 1024,
    HOUSE_FILTERS_MAX = 4 * 1024, /* bytes of a list of words */
    HOUSE_TABLES_MAX = 1000000,   /* the largest bound on tables that can be set */
};

struct house_ban {
    int64_t id, player, until_ms; /* player 0: a network; until_ms 0: without an end */
    char network[ADDRESS_TEXT_SIZE + 4], reason[HOUSE_TEXT_MAX + 1];
    struct address_networks networks;
};

struct house_entry {
    int64_t time_ms, id; /* of a report; 0: another entry, or one that was dealt with */
    char *text;          /* a JSON object */
    size_t length;
};

/* The latest ones: the newest is at (count - 1) % HOUSE_ENTRIES. */
struct house_entries {
    struct house_entry entry[HOUSE_ENTRIES];
    int count;
};

struct house {
    bool is_loaded;
    int64_t seq, handed;       /* on disk; handed over to the store */
    uint8_t hash[SHA256_SIZE]; /* of the log as handed over */
    struct map forgotten;      /* players */
    struct house_ban *bans;
    int ban_count;
    struct house_entries reports, acts; /* by players; by operators */
    bool is_read_only;  /* nothing new begins: no session, no table, no game; running games go on */
    int64_t tables_max; /* in use at once, before a new one is refused; 0: no limit */
    char name_words[HOUSE_FILTERS_MAX], chat_words[HOUSE_FILTERS_MAX]; /* one a line */
};

#endif
