/* The server's sign of life in the store: after a crash people's clocks are credited from there. */
#include "server/server.h"

static void written(struct store_write *write)
{
    struct server *server = write->owner;
    server->alive_is_waiting = false;
    server->is_full = write->result == ERROR_FULL;
}

/* After a start the former sign of life stays for a while: if this server ends soon too, people who had not
 * come back yet still get credit for the whole time without a server. */
enum { ALIVE_EVERY_MS = 5 * 1000, ALIVE_FIRST_MS = 15 * 1000 };

int64_t heartbeat_due_ms(const struct server *server)
{
    bool is_first = server->alive_written_ms == 0 && server->down_since_ms != 0;
    if (server->alive_is_waiting || server->slots.count == 0 || !server->knows_past)
        return 0;
    return is_first ? server->started_ms + ALIVE_FIRST_MS
                    : server->alive_written_ms + ALIVE_EVERY_MS;
}

void heartbeat_write(struct server *server)
{
    int64_t now = server_now(server), due_ms = heartbeat_due_ms(server);
    if (due_ms == 0 || now < due_ms)
        return;
    server->alive_is_waiting = true;
    server->alive_written_ms = now;
    server->alive = (struct store_write){
        .kind = STORE_ALIVE, .time_ms = now, .done = written, .owner = server
    };
    store_write(server->seams.store, &server->alive);
}
