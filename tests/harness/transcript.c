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

/* Makes room for so many bytes more; false if there was. */
static bool grow(struct transcript *transcript, size_t needed)
{
    if (transcript->length + needed + 1 <= transcript->size)
        return false;
    size_t size = (transcript->length + needed + 1) * 2;
    transcript->text = memory_grow(transcript->text, transcript->size, size);
    transcript->size = size;
    return true;
}

void transcript_add(struct transcript *transcript, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t needed = print(transcript, format, args);
    va_end(args);
    if (grow(transcript, needed)) {
        va_start(args, format);
        print(transcript, format, args);
        va_end(args);
    }
    transcript->length += needed;
}

void transcript_add_text(struct transcript *transcript, const char *text)
{
    size_t length = strlen(text);
    grow(transcript, length);
    memcpy(transcript->text + transcript->length, text, length + 1);
    transcript->length += length;
}

void transcript_clear(struct transcript *transcript)
{
    transcript->length = 0;
    transcript_add_text(transcript, "");
}

void transcript_free(struct transcript *transcript)
{
    memory_free(transcript->text);
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
        transcript_add_text(transcript, text);
        transcript_add_text(transcript, "\n");
    }
}
