/* Text that grows, and what a viewer hears. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "engine/message.h"
#include "harness/run.h"

/* Writes what fits behind the text; returns how much there is to write. */
static size_t print(const struct transcript *transcript, const char *format, va_list args)
{
    char *end = transcript->text ? transcript->text + transcript->length : NULL;
    int needed = vsnprintf(end, transcript->size - transcript->length, format, args);
    assert(needed >= 0);
    return (size_t)needed;
}

void transcript_add(struct transcript *transcript, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t needed = print(transcript, format, args);
    va_end(args);
    if (transcript->length + needed + 1 > transcript->size) {
        size_t size = (transcript->length + needed + 1) * 2;
        transcript->text = memory_grow(transcript->text, transcript->size, size);
        transcript->size = size;
        va_start(args, format);
        print(transcript, format, args);
        va_end(args);
    }
    transcript->length += needed;
}

void transcript_free(struct transcript *transcript)
{
    memory_give(transcript->text);
    memset(transcript, 0, sizeof *transcript);
}

void transcript_add_heard(struct transcript *transcript, const struct run *run, int viewer)
{
    static char text[8 * 1024];
    struct json json;
    for (int i = 0; i < run->turn.event_count; i++) {
        const struct game_event *event = &run->turn.event[i];
        if (!game_event_reaches(run->game, event, viewer))
            continue;
        json_init(&json, text, sizeof text);
        message_write_event(run->game, event, viewer, NULL, &json);
        assert(!json.overflow);
        transcript_add(transcript, "%s\n", text);
    }
}
