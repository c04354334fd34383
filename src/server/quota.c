/* Bounds on how much is stored: of one room, of the rooms of one address in a day, and in all. limits.c
 * bounds how fast somebody writes; this file bounds the sum.
 *
 * Nobody is put out of a game: an address that has used its share makes no new rooms, and its tables go
 * on. A room's last quarter is for moves, not for talk; its clock goes on even behind it, so that a game
 * ends. The last eighth of the data file is for the tables that are there. Addresses are in memory only. */
#include "server/server.h"

#include "base/log.h"

static const int64_t MB = 1024 * 1024;

/* What may be kept in all once `reserve` eighths of it are left for others. */
static bool is_over(struct server *server, int reserve)
{
    struct store *store = server->seams.store;
    struct store_stats stats = { 0 };
    int64_t most = server->config->disk_mb * MB;
    if (most == 0)
        return false;
    store->ops->stats(store, &stats);
    return stats.bytes > most / 8 * (8 - reserve);
}

const char *quota_against_session(struct server *server)
{
    bool was_near = server->is_near_quota;
    server->is_near_quota = is_over(server, 1);
    if (server->is_near_quota && !was_near)
        log_line(LOG_ERROR, "the data file is as large as it may be: disk_mb", NULL);
    return server->is_near_quota ? "disk_full" : NULL;
}

const char *quota_against_room(struct server *server, const char *address)
{
    const char *code = quota_against_session(server);
    if (code != NULL)
        return code;
    if (server->house.tables_max > 0 && (int64_t)server->slots.count >= server->house.tables_max)
        return "house_full";
    return limit_address_peek(server, LIMIT_KIB_OF_DAY, limit_key(address)) &&
                   limit_address(server, LIMIT_ROOM_OF_DAY, address)
               ? NULL
               : "too_many_tables";
}

const char *quota_against_report(struct server *server, int64_t player, const char *address)
{
    const char *code = quota_against_session(server);
    if (code != NULL)
        return code;
    return limit_report(server, player) && limit_address(server, LIMIT_REPORT_OF_DAY, address)
               ? NULL
               : "too_many_requests";
}

static bool is_talk(const struct room_command *command)
{
    return !command->is_game && (command->kind == ROOM_CHAT || command->kind == ROOM_REACT ||
                                 command->kind == ROOM_KNOCK);
}

/* Leaving, sending somebody away and closing the table add nothing to keep. */
static bool is_end(const struct room_command *command)
{
    return !command->is_game && (command->kind == ROOM_LEAVE || command->kind == ROOM_KICK ||
                                 command->kind == ROOM_END_SET);
}

/* Joins and leaves do not count against an address, so they need a bound of their own. */
static bool is_presence(const struct room_command *command)
{
    return !command->is_game &&
           (command->kind == ROOM_MARK_AWAY || command->kind == ROOM_MARK_BACK);
}

const char *quota_against_batch(struct server *server, const struct slot *slot,
                                const struct room_command *command, size_t length)
{
    int64_t most = server->config->room_mb * MB;
    if (slot->room == NULL || is_end(command) || (command->player == 0 && !is_presence(command)))
        return NULL;
    if (is_talk(command))
        most = most / 4 * 3;
    else if (is_presence(command))
        most = most / 4 * 5;
    if (most != 0 && slot->log_bytes + (int64_t)length > most)
        return "log_full";
    return is_over(server, 0) ? "disk_full" : NULL;
}

void quota_note(struct server *server, struct slot *slot, size_t length)
{
    slot->log_bytes += (int64_t)length;
    if (slot->origin != 0)
        limit_spend(server, LIMIT_KIB_OF_DAY, slot->origin, (int64_t)length * 1000 / 1024);
}
