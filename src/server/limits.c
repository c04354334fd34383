/* Token buckets per seat and per address. */
#include "server/api.h"

#include <arpa/inet.h>
#include <string.h>

struct address_buckets {
    int64_t key, used_ms;
    int watchers; /* open sockets of people without a session */
    struct bucket bucket[LIMIT_KINDS];
};

enum { LIMIT_PERIOD_MS = 60 * 1000, LIMIT_FORGET_MS = 10 * LIMIT_PERIOD_MS };

static void bucket_refill(struct bucket *bucket, int64_t now_ms, int per_period, int64_t period_ms)
{
    int64_t full = (int64_t)per_period * 1000;
    int64_t passed = now_ms - bucket->refilled_ms;
    if (bucket->refilled_ms == 0 || passed >= period_ms)
        bucket->tokens_milli = (int32_t)full;
    else if (passed > 0) {
        int64_t tokens = bucket->tokens_milli + full * passed / period_ms;
        bucket->tokens_milli = (int32_t)(tokens < full ? tokens : full);
    }
    bucket->refilled_ms = now_ms;
}

bool bucket_take(struct bucket *bucket, int64_t now_ms, int per_period, int64_t period_ms)
{
    if (per_period == 0)
        return true;
    bucket_refill(bucket, now_ms, per_period, period_ms);
    if (bucket->tokens_milli < 1000)
        return false;
    bucket->tokens_milli -= 1000;
    return true;
}

/* Whoever has an IPv6 address has 2^64 of them. */
int64_t limit_key(const char *address)
{
    uint8_t digest[SHA256_SIZE];
    struct in6_addr six;
    int64_t key;
    bool is_network = inet_pton(AF_INET6, address, &six) == 1 && !IN6_IS_ADDR_V4MAPPED(&six);
    sha256_of(is_network ? (const char *)&six : address, is_network ? 8 : strlen(address), digest);
    memcpy(&key, digest, sizeof key);
    return key != 0 ? key : 1;
}

static struct address_buckets *buckets_of(struct server *server, int64_t key)
{
    struct address_buckets *found = map_get(&server->buckets, key);
    if (found == NULL) {
        found = memory_take(sizeof *found);
        found->key = key;
        map_put(&server->buckets, key, found);
    }
    found->used_ms = server_now(server);
    return found;
}

static int per_minute(const struct server *server, enum limit_kind kind)
{
    switch (kind) {
    case LIMIT_GUESS: return (int)server->config->guesses_per_minute;
    case LIMIT_ROOM: return (int)server->config->rooms_per_minute;
    case LIMIT_SESSION: return (int)server->config->sessions_per_minute;
    case LIMIT_READ: return (int)server->config->reads_per_minute;
    case LIMIT_KINDS: break;
    }
    return 0;
}

static bool limit(struct server *server, enum limit_kind kind, int64_t key)
{
    struct address_buckets *buckets = buckets_of(server, key);
    bool ok = bucket_take(&buckets->bucket[kind], buckets->used_ms, per_minute(server, kind),
                          LIMIT_PERIOD_MS);
    server->metrics.limited += !ok;
    return ok;
}

bool limit_address(struct server *server, enum limit_kind kind, const char *address)
{
    return limit(server, kind, limit_key(address));
}

/* A player's id is as random as the hash of an address. */
static int64_t reader_key(const struct call *call)
{
    int64_t player = call->identity.player;
    return player != 0 ? player : limit_key(call->request->address);
}

bool limit_reader(struct server *server, enum limit_kind kind, const struct call *call)
{
    return limit(server, kind, reader_key(call));
}

bool limit_reader_peek(struct server *server, enum limit_kind kind, const struct call *call)
{
    struct address_buckets *buckets = buckets_of(server, reader_key(call));
    struct bucket trial = buckets->bucket[kind];
    return bucket_take(&trial, buckets->used_ms, per_minute(server, kind), LIMIT_PERIOD_MS);
}

bool limit_watcher(struct server *server, int64_t key)
{
    struct address_buckets *buckets = buckets_of(server, key);
    bool ok = buckets->watchers < (server->config->connections_per_address + 1) / 2;
    buckets->watchers += ok;
    server->metrics.limited += !ok;
    return ok;
}

void limit_watcher_left(struct server *server, int64_t key)
{
    buckets_of(server, key)->watchers--;
}

enum { SWEEP_MAX = 4096 };

struct sweep {
    int64_t before_ms;
    int count;
    struct address_buckets *found[SWEEP_MAX];
};

static void find_unused(void *context, void *value)
{
    struct sweep *sweep = context;
    struct address_buckets *buckets = value;
    if (buckets->used_ms < sweep->before_ms && buckets->watchers == 0 && sweep->count < SWEEP_MAX)
        sweep->found[sweep->count++] = buckets;
}

/* The table may not change while it is walked. */
void limits_sweep(struct server *server)
{
    struct sweep *sweep = arena_take(&server->scratch, sizeof *sweep);
    do {
        sweep->before_ms = server_now(server) - LIMIT_FORGET_MS;
        sweep->count = 0;
        map_each(&server->buckets, find_unused, sweep);
        for (int i = 0; i < sweep->count; i++) {
            map_remove(&server->buckets, sweep->found[i]->key);
            memory_free(sweep->found[i]);
        }
    } while (sweep->count == SWEEP_MAX);
}
