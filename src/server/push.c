/* Which messages are sent, and the queue of those that wait; see push.h. */
#include "server/push.h"

#include <string.h>

#include "base/log.h"
#include "server/running.h"

enum {
    PUSH_WAITING_MAX = 256, /* messages of all people; what does not fit is left out */
    PUSH_LISTED_MAX = 2 * PUSH_DEVICES_MAX,
    PUSH_UNSEEN_MS = 60 * 1000,
    PUSH_TTL_MAX_S = 28 * 24 * 60 * 60,
    STATUS_GONE = 410,
    STATUS_MISSING = 404,
};

static const char *text_in(const char *language)
{
    if (text_equal(language, "fr"))
        return "C’est à vous de jouer.";
    return text_equal(language, "es") ? "Te toca jugar." : "It is your move.";
}

bool push_keys_read(struct push *push)
{
    const char *auth = strchr(push->to.keys, ' ');
    const char *language = auth != NULL ? strchr(auth + 1, ' ') : NULL;
    if (language == NULL || (size_t)(auth - push->to.keys) >= sizeof push->p256dh ||
        (size_t)(language - auth) > sizeof push->auth)
        return false;
    memcpy(push->p256dh, push->to.keys, (size_t)(auth - push->to.keys));
    memcpy(push->auth, auth + 1, (size_t)(language - auth - 1));
    push->text = text_in(language + 1);
    return true;
}

/* Sending: one at a time. */

static void pushed(struct server *server, struct push *push);

static void send_next(struct server *server)
{
    struct push *push = server->pushes;
    if (server->is_pushing || push == NULL || server->is_draining)
        return;
    server->pushes = push->next;
    server->push_count--;
    server->is_pushing = true;
    push->done = pushed;
    server->seams.push(server->seams.context, push);
}

struct removal {
    struct store_write write;
    struct store_push to;
};

static void removed(struct store_write *write)
{
    memory_free(write->owner);
}

/* The session's device is told no more. */
static void forget(struct server *server, const struct store_push *device)
{
    struct removal *removal = memory_take(sizeof *removal);
    removal->write = (struct store_write){ .kind = STORE_SET_PUSH,
                                           .push_endpoint = "",
                                           .push_keys = "",
                                           .done = removed,
                                           .owner = removal };
    memcpy(removal->write.token_hash, device->token_hash, sizeof removal->write.token_hash);
    store_write(server->seams.store, &removal->write);
}

static void pushed(struct server *server, struct push *push)
{
    bool is_sent = push->status >= 200 && push->status < 300;
    server->is_pushing = false;
    server->metrics.pushes_sent += is_sent;
    server->metrics.pushes_failed += !is_sent;
    if (push->status == STATUS_GONE || push->status == STATUS_MISSING)
        forget(server, &push->to);
    memory_free(push);
    send_next(server);
}

static void enqueue(struct server *server, const struct push *push)
{
    struct push **link = &server->pushes;
    if (server->push_count >= PUSH_WAITING_MAX) {
        server->metrics.pushes_failed++;
        return;
    }
    while (*link != NULL)
        link = &(*link)->next;
    *link = memory_take(sizeof **link);
    **link = *push;
    server->push_count++;
}

/* A person whose devices are being looked up. */
struct push_wish {
    struct push_wish *next;
    int64_t player, ttl_s;
};

static void wish(struct server *server, int64_t player, int64_t ttl_s)
{
    struct push_wish *wish = memory_take(sizeof *wish);
    *wish = (struct push_wish){ server->push_wishes, player, ttl_s };
    server->push_wishes = wish;
}

static void tell(struct server *server, int64_t player, int64_t ttl_s)
{
    struct store *store = server->seams.store;
    struct store_push *to = arena_take(&server->scratch, PUSH_DEVICES_MAX * sizeof *to);
    int count = store->ops->list_pushes(store, player, server_now(server), to, PUSH_DEVICES_MAX);
    if (count < 0 && server_awaits(server))
        wish(server, player, ttl_s);
    for (int i = 0; i < count; i++) {
        struct push push = { .player = player, .ttl_s = ttl_s, .to = to[i] };
        if (push_keys_read(&push) && limit_push(server, player))
            enqueue(server, &push);
    }
    send_next(server);
}

void push_look_again(struct server *server)
{
    struct push_wish *wish = server->push_wishes;
    server->push_wishes = NULL;
    for (struct push_wish *next; wish != NULL; wish = next) {
        next = wish->next;
        tell(server, wish->player, wish->ttl_s);
        memory_free(wish);
    }
    server_rest(server);
}

/* Devices */

static bool is_session(const struct store_push *device, const uint8_t token_hash[SHA256_SIZE])
{
    return memcmp(device->token_hash, token_hash, SHA256_SIZE) == 0;
}

/* There cannot be more than are listed: before each new one, all but the latest are removed. */
bool push_make_way(struct server *server, int64_t player, const uint8_t token_hash[SHA256_SIZE])
{
    struct store *store = server->seams.store;
    struct store_push *device = arena_take(&server->scratch, PUSH_LISTED_MAX * sizeof *device);
    int count = store->ops->list_pushes(store, player, server_now(server), device, PUSH_LISTED_MAX);
    int64_t all = store->ops->count_pushes(store);
    int others = 0;
    bool is_new = true;
    if (server_awaits(server))
        return false;
    for (int i = 0; i < count; i++) {
        if (is_session(&device[i], token_hash))
            is_new = false;
        else if (++others >= PUSH_DEVICES_MAX)
            forget(server, &device[i]);
    }
    bool is_replaced = !is_new || others >= PUSH_DEVICES_MAX;
    return is_replaced || all < server->config->push_devices;
}

/* Deciding */

static int64_t seconds_left(const struct slot *slot)
{
    int64_t deadline = room_deadline(slot->room);
    int64_t left = deadline != 0 ? (deadline - slot->room->time_ms) / 1000 : PUSH_TTL_MAX_S;
    return left < 0 ? 0 : left < PUSH_TTL_MAX_S ? left : PUSH_TTL_MAX_S;
}

void push_loaded(struct slot *slot)
{
    slot->move_told = running_awaited(slot->room);
}

/* People who are connected see it on the page. If they disconnect soon after, they may not have seen it
 * and get a message. */
void push_note(struct server *server, struct slot *slot)
{
    const struct room *room = slot->room;
    seat_set awaited = slot->is_long ? running_awaited(room) : SEATS_NONE;
    if ((awaited & ~slot->move_awaited) != 0)
        slot->move_since_ms = server_now(server);
    slot->move_awaited = awaited;
    slot->move_told &= awaited;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        if (!seat_in(awaited, seat) || seat_in(slot->move_told, seat) ||
            slot_has_player(slot, member->player))
            continue;
        slot->move_told |= seat_bit(seat);
        bool may_have_seen = server_now(server) - slot->move_since_ms > PUSH_UNSEEN_MS;
        if (running_has(room, member) && !may_have_seen && server->seams.push != NULL)
            tell(server, member->player, seconds_left(slot));
    }
}

void push_free(struct server *server)
{
    for (struct push *push = server->pushes, *next; push != NULL; push = next) {
        next = push->next;
        memory_free(push);
    }
    server->pushes = NULL;
    for (struct push_wish *wish = server->push_wishes, *next; wish != NULL; wish = next) {
        next = wish->next;
        memory_free(wish);
    }
    server->push_wishes = NULL;
}
