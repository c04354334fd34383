/* Sequences of commands as bytes. */
#include "fuzz/records.h"

#include <string.h>

#include "harness/run.h"

enum { WILD_FROM = 244 };

int records_count(size_t size)
{
    size_t count = size < RECORDS_HEAD ? 0 : (size - RECORDS_HEAD) / sizeof(struct record);
    return count > RECORDS_MAX ? RECORDS_MAX : (int)count;
}

struct record record_at(const uint8_t *data, int index)
{
    struct record record;
    memcpy(&record, data + RECORDS_HEAD + (size_t)index * sizeof record, sizeof record);
    return record;
}

static int64_t wild_value(uint8_t byte)
{
    static const int64_t corners[] = { -1, 20,  30,        31,        32,        63,
                                       64, 255, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX };
    return corners[(byte - WILD_FROM) % (int)(sizeof corners / sizeof *corners)];
}

int64_t record_value(const struct game_arg *arg, int seat_count, uint8_t byte)
{
    uint8_t seed[RNG_SEED_SIZE] = { byte };
    struct rng rng;
    if (byte >= WILD_FROM)
        return wild_value(byte);
    if (arg->type == ARG_SEAT || arg->type == ARG_BOOL) /* the bytes nearby mean what is nearby */
        return arg->type == ARG_BOOL ? byte & 1 : byte % (seat_count > 0 ? seat_count : 1);
    rng_seed(&rng, seed, 0);
    return value_random(arg, seat_count, &rng);
}

static void random_bytes(uint8_t *bytes, size_t count, struct rng *rng)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)rng_next(rng);
}

/* Makes room for a record at `index`, if there is any. */
static bool open_gap(uint8_t *data, size_t *size, size_t size_max, int index)
{
    const size_t one = sizeof(struct record);
    size_t at = RECORDS_HEAD + (size_t)index * one;
    if (*size + one > size_max || records_count(*size) >= RECORDS_MAX)
        return false;
    memmove(data + at + one, data + at, *size - at);
    *size += one;
    return true;
}

static void insert(uint8_t *data, size_t *size, size_t size_max, int count, struct rng *rng)
{
    int index = (int)rng_below(rng, (uint64_t)count + 1);
    struct record record;
    if (!open_gap(data, size, size_max, index))
        return;
    random_bytes((uint8_t *)&record, sizeof record, rng);
    if (rng_below(rng, 2)) /* most of what happens is what the table offers */
        record.how = 0;
    if (rng_below(rng, 4))
        record.delay = 0;
    memcpy(data + RECORDS_HEAD + (size_t)index * sizeof record, &record, sizeof record);
}

static void take_out(uint8_t *data, size_t *size, int count, struct rng *rng)
{
    const size_t one = sizeof(struct record);
    size_t at = RECORDS_HEAD + rng_below(rng, (uint64_t)count) * one;
    memmove(data + at, data + at + one, *size - at - one);
    *size -= one;
}

static void repeat(uint8_t *data, size_t *size, size_t size_max, int count, struct rng *rng)
{
    int from = (int)rng_below(rng, (uint64_t)count), to = (int)rng_below(rng, (uint64_t)count);
    struct record record = record_at(data, from);
    if (open_gap(data, size, size_max, to))
        memcpy(data + RECORDS_HEAD + (size_t)to * sizeof record, &record, sizeof record);
}

static void exchange(uint8_t *data, int count, struct rng *rng)
{
    int a = (int)rng_below(rng, (uint64_t)count), b = (int)rng_below(rng, (uint64_t)count);
    struct record first = record_at(data, a), second = record_at(data, b);
    memcpy(data + RECORDS_HEAD + (size_t)a * sizeof first, &second, sizeof first);
    memcpy(data + RECORDS_HEAD + (size_t)b * sizeof first, &first, sizeof first);
}

static void change(uint8_t *data, size_t size, struct rng *rng)
{
    data[rng_below(rng, size)] = (uint8_t)rng_next(rng);
}

size_t records_mutate(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    uint8_t bytes[RNG_SEED_SIZE] = { 0 };
    struct rng rng;
    memcpy(bytes, &seed, sizeof seed);
    rng_seed(&rng, bytes, 1);
    if (size_max < RECORDS_HEAD)
        return size;
    if (size < RECORDS_HEAD) {
        random_bytes(data + size, RECORDS_HEAD - size, &rng);
        size = RECORDS_HEAD;
    }
    for (uint64_t times = 1 + rng_below(&rng, 6); times > 0; times--) {
        int count = records_count(size);
        switch (count == 0 ? 0 : rng_below(&rng, 8)) {
        case 0:
        case 1:
        case 2: insert(data, &size, size_max, count, &rng); break;
        case 3: take_out(data, &size, count, &rng); break;
        case 4: repeat(data, &size, size_max, count, &rng); break;
        case 5: exchange(data, count, &rng); break;
        default: change(data, size, &rng); break;
        }
    }
    return size;
}
