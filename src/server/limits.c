/* Token buckets per seat and per address. */
#include "server/api.h"

#include <arpa/inet.h>
#include <string.h>

struct address_buckets {
    int64_t key, used_ms;
    int watchers;     /* open sockets of people without a session */
    bool has_guessed; /* a person's: something was wrong; it was one of their address's guessers */
    bool guesses_as_none; /* or one too many, who shares the bucket of people without a session */
    struct bucket bucket[LIMIT_KINDS];
};

enum {
    LIMIT_COMMAND_MS = 10 * 1000,
    LIMIT_MINUTE_MS = 60 * 1000,
    LIMIT_FORGET_MS = 10 * LIMIT_MINUTE_MS,
    LIMIT_DAY_MS = 24 * 60 * LIMIT_MINUTE_MS,
    PUSHES_PER_DAY = 200,  /* to one person */
    GUESSERS_PER_DAY = 30, /* names behind one address that have tries of their own */
    REPORTS_PER_DAY = 50,  /* by one person, and by one address */
};

static void bucket_refill(struct bucket *bucket, int64_t now_ms, int64_t per_period,
                          int64_t period_ms)
{
    int64_t full = per_period * 1000;
    int64_t passed = now_ms - bucket->refilled_ms;
    if (bucket->refilled_ms == 0 || passed >= period_ms)
        bucket->tokens_milli = full;
    else if (passed > 0) {
        int64_t tokens = bucket->tokens_milli + full * passed / period_ms;
        bucket->tokens_milli = tokens < full ? tokens : full;
    }
    bucket->refilled_ms = now_ms;
}

bool bucket_take(struct bucket *bucket, int64_t now_ms, int64_t per_period, int64_t period_ms)
{
    if (per_period == 0)
        return true;
    bucket_refill(bucket, now_ms, per_period, period_ms);
    if (bucket->tokens_milli < 1000)
        return false;
    bucket->tokens_milli -= 1000;
    return true;
}

/* A host with IPv6 has 2^64 addresses. */
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

static int64_t per_period(const struct server *server, enum limit_kind kind)
{
    switch (kind) {
    case LIMIT_GUESS: return server->config->guesses_per_minute;
    case LIMIT_KNOCK: return server->config->knocks_per_minute;
    case LIMIT_COMMAND: return server->config->commands_per_10s;
    case LIMIT_ROOM: return server->config->rooms_per_minute;
    case LIMIT_SESSION: return server->config->sessions_per_minute;
    case LIMIT_READ: return server->config->reads_per_minute;
    case LIMIT_ROOM_OF_DAY: return server->config->rooms_per_day;
    case LIMIT_KIB_OF_DAY: return server->config->mb_per_day * 1024;
    case LIMIT_PUSH_OF_DAY: return PUSHES_PER_DAY;
    case LIMIT_GUESSER_OF_DAY: return GUESSERS_PER_DAY;
    case LIMIT_REPORT_OF_DAY: return REPORTS_PER_DAY;
    case LIMIT_KINDS: break;
    }
    return 0;
}

static int64_t period_ms(enum limit_kind kind)
{
    if (kind == LIMIT_COMMAND)
        return LIMIT_COMMAND_MS;
    return kind >= LIMIT_FIRST_OF_DAY ? LIMIT_DAY_MS : LIMIT_MINUTE_MS;
}

static bool take(const struct server *server, struct bucket *bucket, enum limit_kind kind)
{
    return bucket_take(bucket, server_now(server), per_period(server, kind), period_ms(kind));
}

static bool limit(struct server *server, enum limit_kind kind, int64_t key)
{
    struct asking *asking = &server->asking;
    unsigned bit = 1u << kind;
    bool ok =
        (asking->charged & bit) != 0 || take(server, &buckets_of(server, key)->bucket[kind], kind);
    asking->charging |= ok ? bit : 0;
    server->metrics.limited += !ok;
    return ok;
}

static bool limit_peek(struct server *server, enum limit_kind kind, int64_t key)
{
    struct bucket trial = buckets_of(server, key)->bucket[kind];
    return take(server, &trial, kind);
}

bool limit_address(struct server *server, enum limit_kind kind, const char *address)
{
    return limit(server, kind, limit_key(address));
}

bool limit_stranger(struct server *server, int64_t player)
{
    return limit(server, LIMIT_COMMAND, player);
}

/* The key of the bucket that pays for a try. A person shares the bucket of the address only after a wrong
 * try, so the right code always works, however many names somebody tries behind the same address. */
static int64_t guesser_key(struct server *server, int64_t player, const char *address)
{
    const struct address_buckets *person = player != 0 ? map_get(&server->buckets, player) : NULL;
    bool is_own = player != 0 && (person == NULL || !person->guesses_as_none);
    return is_own ? player : limit_key(address);
}

bool limit_may_guess(struct server *server, int64_t player, const char *address)
{
    bool ok = limit_peek(server, LIMIT_GUESS, guesser_key(server, player, address));
    server->metrics.limited += !ok;
    return ok;
}

void limit_guessed_wrong(struct server *server, int64_t player, const char *address)
{
    if (player != 0 && !buckets_of(server, player)->has_guessed) {
        bool is_too_many = per_period(server, LIMIT_GUESS) != 0 &&
                           !limit_address(server, LIMIT_GUESSER_OF_DAY, address);
        buckets_of(server, player)->has_guessed = true;
        buckets_of(server, player)->guesses_as_none = is_too_many;
    }
    limit(server, LIMIT_GUESS, guesser_key(server, player, address));
}

bool limit_report(struct server *server, int64_t player)
{
    struct bucket *bucket = &buckets_of(server, player)->bucket[LIMIT_REPORT_OF_DAY];
    return take(server, bucket, LIMIT_REPORT_OF_DAY);
}

bool limit_push(struct server *server, int64_t player)
{
    return limit(server, LIMIT_PUSH_OF_DAY, player);
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

bool limit_address_peek(struct server *server, enum limit_kind kind, int64_t key)
{
    bool ok = limit_peek(server, kind, key);
    server->metrics.limited += !ok;
    return ok;
}

void limit_spend(struct server *server, enum limit_kind kind, int64_t key, int64_t milli)
{
    struct bucket *bucket = &buckets_of(server, key)->bucket[kind];
    int64_t full = per_period(server, kind);
    if (full == 0)
        return;
    bucket_refill(bucket, server_now(server), full, period_ms(kind));
    bucket->tokens_milli = bucket->tokens_milli > milli ? bucket->tokens_milli - milli : 0;
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
    int64_t before_ms, day_before_ms;
    int count;
    struct address_buckets *found[SWEEP_MAX];
};

static void find_unused(void *context, void *value)
{
    struct sweep *sweep = context;
    struct address_buckets *buckets = value;
    int64_t of_day_ms = 0;
    for (int kind = LIMIT_FIRST_OF_DAY; kind < LIMIT_KINDS; kind++)
        if (buckets->bucket[kind].refilled_ms > of_day_ms)
            of_day_ms = buckets->bucket[kind].refilled_ms;
    if (buckets->used_ms < sweep->before_ms && of_day_ms < sweep->day_before_ms &&
        buckets->watchers == 0 && sweep->count < SWEEP_MAX)
        sweep->found[sweep->count++] = buckets;
}

/* The table may not change during the iteration. */
void limits_sweep(struct server *server)
{
    struct sweep *sweep = arena_take(&server->scratch, sizeof *sweep);
    do {
        sweep->before_ms = server_now(server) - LIMIT_FORGET_MS;
        sweep->day_before_ms = server_now(server) - LIMIT_DAY_MS;
        sweep->count = 0;
        map_each(&server->buckets, find_unused, sweep);
        for (int i = 0; i < sweep->count; i++) {
            map_remove(&server->buckets, sweep->found[i]->key);
            memory_free(sweep->found[i]);
        }
    } while (sweep->count == SWEEP_MAX);
}
