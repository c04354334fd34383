/* See durations.h. */
#include "server/durations.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Periods follow the clock and not the reader, so a reader who asks at another moment learns nothing more. */
static void turn(struct durations *durations, int64_t now_us)
{
    int64_t period = now_us / DURATIONS_REFRESH_US;
    if (period == durations->period)
        return;
    durations->period = period;
    memcpy(durations->shown, durations->counted, sizeof durations->shown);
}

void durations_add(struct durations *durations, enum duration_kind kind, int64_t now_us,
                   int64_t begin_us)
{
    int bucket = 0;
    turn(durations, now_us);
    for (int64_t bound = DURATIONS_FIRST_US;
         bucket < DURATIONS_BUCKETS - 1 && now_us - begin_us > bound; bound *= 4)
        bucket++;
    durations->counted[kind][bucket]++;
}

struct sheet {
    char *text;
    size_t size, length;
    bool is_full;
};

static void put(struct sheet *sheet, const char *format, ...)
{
    va_list arguments;
    size_t left = sheet->size - sheet->length;
    va_start(arguments, format);
    int length = vsnprintf(sheet->text + sheet->length, left, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= left)
        sheet->is_full = true;
    else
        sheet->length += (size_t)length;
}

static void put_histogram(struct sheet *sheet, const char *name, const char *help,
                          const uint64_t bucket[DURATIONS_BUCKETS])
{
    uint64_t count = 0, sum_us = 0;
    int64_t bound = DURATIONS_FIRST_US;
    put(sheet, "# HELP parlour_%s_seconds %s\n# TYPE parlour_%s_seconds histogram\n", name, help,
        name);
    for (int i = 0; i < DURATIONS_BUCKETS - 1; i++, bound *= 4) {
        count += bucket[i];
        sum_us += bucket[i] * (uint64_t)bound;
        put(sheet, "parlour_%s_seconds_bucket{le=\"%lld.%06lld\"} %llu\n", name,
            (long long)(bound / 1000000), (long long)(bound % 1000000), (unsigned long long)count);
    }
    count += bucket[DURATIONS_BUCKETS - 1];
    sum_us += bucket[DURATIONS_BUCKETS - 1] * (uint64_t)bound;
    put(sheet, "parlour_%s_seconds_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)count);
    put(sheet, "parlour_%s_seconds_sum %llu.%06llu\nparlour_%s_seconds_count %llu\n", name,
        (unsigned long long)(sum_us / 1000000), (unsigned long long)(sum_us % 1000000), name,
        (unsigned long long)count);
}

size_t durations_write(struct durations *durations, int64_t now_us, char *out, size_t size)
{
    static const struct {
        const char *name, *help;
    } kinds[DURATION_KINDS] = {
        [DURATION_DECIDE] = { "decide", "From a command's text to its events." },
        [DURATION_COMMIT] = { "commit", "From handing a batch to the store to its being on disk." },
        [DURATION_SEND] = { "send", "Writing and queueing a batch for everybody at a table." },
    };
    struct sheet sheet = { .text = out, .size = size };
    turn(durations, now_us);
    for (int i = 0; i < DURATION_KINDS; i++)
        put_histogram(&sheet, kinds[i].name, kinds[i].help, durations->shown[i]);
    return sheet.is_full ? 0 : sheet.length;
}
