/* Servers that are wrong on purpose. If the simulation does not find them out, it proves nothing. */
#include "simulation/world.h"

#include <stdio.h>
#include <string.h>

const char *const variant_names[VARIANT_COUNT] = {
    [VARIANT_RIGHT] = "right",
    [VARIANT_NORMAL] = "normal",
    [VARIANT_EARLY_ACK] = "early-ack",
    [VARIANT_BLIND_ACK] = "blind-ack",
    [VARIANT_NO_CID] = "no-cid",
    [VARIANT_NO_DIRECTORY] = "no-directory",
    [VARIANT_DOUBLED_MOVE] = "doubled-move",
    [VARIANT_LOST_MOVE] = "lost-move",
};

static struct store_ops wrapped;
static const struct store_ops *real;
static void (*wake)(void *context);
static void *wake_context;

/* An append whose answer is tampered with: the server's own struct, or a copy that lives longer. */
struct tampered {
    struct store_write write;
    struct store_write *original;
    void (*done)(struct store_write *write);
    void *owner;
    struct tampered *next;
    char game[24];
    char bytes[];
};

/* The server hears that all is well, also when the disk reported an error. */
static void done_blindly(struct store_write *write)
{
    struct tampered *tampered = write->owner;
    write->done = tampered->done;
    write->owner = tampered->owner;
    write->result = ERROR_NONE;
    memory_free(tampered);
    write->done(write);
}

static void write_blindly(struct store *store, struct store_write *write)
{
    if (write->kind == STORE_APPEND) {
        struct tampered *tampered = memory_take(sizeof *tampered);
        tampered->done = write->done;
        tampered->owner = write->owner;
        write->done = done_blindly;
        write->owner = tampered;
    }
    real->write(store, write);
}

/* Appends are answered at the next poll and given to the disk at the one after. */
static struct tampered *early, *late;

static void forget_copy(struct store_write *write)
{
    memory_free(write->owner);
}

static void write_late(struct store *store, struct store_write *write)
{
    if (write->kind != STORE_APPEND) {
        real->write(store, write);
        return;
    }
    struct tampered *copy = memory_take(sizeof *copy + write->length);
    copy->write = *write;
    copy->original = write;
    memcpy(copy->bytes, write->bytes, write->length);
    text_copy(copy->game, sizeof copy->game, write->game);
    copy->write.bytes = copy->bytes;
    copy->write.game = copy->game;
    copy->write.done = forget_copy;
    copy->write.owner = copy;
    struct tampered **link = &early;
    while (*link)
        link = &(*link)->next;
    *link = copy;
    wake(wake_context);
}

static void give_late_ones(struct store *store)
{
    while (late) {
        struct tampered *copy = late;
        late = copy->next;
        real->write(store, &copy->write);
    }
}

static void poll_early(struct store *store)
{
    give_late_ones(store);
    late = early;
    early = NULL;
    for (struct tampered *copy = late; copy; copy = copy->next) {
        copy->original->result = ERROR_NONE;
        copy->original->done(copy->original);
    }
    real->poll(store);
}

static void close_early(struct store *store)
{
    while (early || late)
        poll_early(store);
    real->close(store);
}

void variant_wrap_store(enum variant variant, struct store *store,
                        const struct store_config *config)
{
    real = store->ops;
    wrapped = *real;
    wake = config->wake;
    wake_context = config->context;
    if (variant == VARIANT_BLIND_ACK)
        wrapped.write = write_blindly;
    if (variant == VARIANT_EARLY_ACK) {
        wrapped.write = write_late;
        wrapped.poll = poll_early;
        wrapped.close = close_early;
    }
    store->ops = &wrapped;
}

static const struct wish *latest_wish(const struct person *person)
{
    return person->wish_count ? &person->wish[person->wish_count - 1] : NULL;
}

/* "7" becomes "7~1", "7~2" …: the room does not know it again, the person does. Moves keep theirs: the judge
 * knows them by it. */
void variant_wrap_text(struct world *world, const struct person *person, char *text, size_t size)
{
    const struct wish *wish = latest_wish(person);
    char *cid = strstr(text, "\"cid\":\"");
    char *end = cid ? strchr(cid + 7, '"') : NULL;
    char rest[COMMAND_TEXT_MAX];
    if (world->variant != VARIANT_NO_CID || !end || (wish && wish->is_move))
        return;
    snprintf(rest, sizeof rest, "%s", end);
    snprintf(end, size - (size_t)(end - text), "~%d%s", ++world->doubled_cids, rest);
}

static void forget_cids(struct world *world, const struct person *person)
{
    const struct slot *slot = map_get(&world->server.slots, world->table[person->table].room);
    int member = slot && slot->room ? room_member_of(slot->room, person->player) : -1;
    if (member >= 0)
        memset(slot->room->member[member].cid, 0, sizeof slot->room->member[member].cid);
}

/* Only moves: the judge counts chat by its text. */
bool variant_takes_away(struct world *world, const struct person *person, net_id wire)
{
    enum { ONE_IN = 20 };
    const struct wish *wish = latest_wish(person);
    char answer[128];
    if (!wish || !wish->is_move)
        return false;
    if (world->variant == VARIANT_DOUBLED_MOVE)
        forget_cids(world, person);
    if (world->variant != VARIANT_LOST_MOVE || below(world, ONE_IN) != 0)
        return false;
    snprintf(answer, sizeof answer, "{\"type\":\"ok\",\"cid\":\"%s\"}", wish->cid);
    world->net.ops->send(&world->net, wire, answer, strlen(answer));
    return true;
}
