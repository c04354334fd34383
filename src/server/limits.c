/* Token buckets per seat and per address. */
#include "server/api.h"

#include <arpa/inet.h>
#include <string.h>

struct address_buckets {
    int64_t key, used_ms;
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
    struct address_buckets *found = table_get(&server->buckets, key);
    if (found == NULL) {
        found = memory_take(sizeof *found);
        found->key = key;
        table_put(&server->buckets, key, found);
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
bool limit_reader(struct server *server, enum limit_kind kind, const struct call *call)
{
    int64_t player = call->identity.player;
    return limit(server, kind, player != 0 ? player : limit_key(call->request->address));
}

bool limit_address_peek(struct server *server, enum limit_kind kind, const char *address)
{
    struct address_buckets *buckets = buckets_of(server, limit_key(address));
    struct bucket trial = buckets->bucket[kind];
    return bucket_take(&trial, buckets->used_ms, per_minute(server, kind), LIMIT_PERIOD_MS);
}

struct sweep {
    int64_t before_ms;
    struct address_buckets *found;
};

static void find_unused(void *context, void *value)
{
    struct sweep *sweep = context;
    struct address_buckets *buckets = value;
    if (buckets->used_ms < sweep->before_ms)
        sweep->found = buckets;
}

/* The table may not change while it is walked, so one is removed per walk; a sweep removes a few. */
void limits_sweep(struct server *server)
{
    for (int i = 0; i < 64; i++) {
        struct sweep sweep = { .before_ms = server_now(server) - LIMIT_FORGET_MS };
        table_each(&server->buckets, find_unused, &sweep);
        if (sweep.found == NULL)
            return;
        table_remove(&server->buckets, sweep.found->key);
        memory_give(sweep.found);
    }
}
