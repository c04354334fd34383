/* Writes log lines. A line is put together in a buffer and handed over in one write, so that lines
 * of several threads or processes never mix. A value that does not fit is left out, and "truncated" says so.
 */
#include "base/log.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"

enum { LINE_SIZE = 4096, VALUE_SIZE = 1024 };

/* The space that is kept free for the end of a line: ,"truncated":true} and the line feed. */
enum { LINE_RESERVE = 24 };

static enum log_level least_level = LOG_INFO;
static bool is_json;
static _Thread_local char request[LOG_REQUEST_SIZE];

void log_setup(enum log_level least, bool as_json)
{
    least_level = least;
    is_json = as_json;
}

void log_set_request(const char *id)
{
    size_t length = strnlen(id, sizeof request - 1);
    memcpy(request, id, length);
    request[length] = '\0';
}

const char *log_request(void)
{
    return request;
}

static const char *level_name(enum log_level level)
{
    switch (level) {
    case LOG_DEBUG: return "debug";
    case LOG_INFO: return "info";
    case LOG_WARN: return "warn";
    case LOG_ERROR: return "error";
    }
    return "error";
}

struct line {
    char text[LINE_SIZE];
    size_t length; /* of a logfmt line */
    struct json json;
    bool is_truncated;
};

/* A value that logfmt takes without quotes. */
static bool is_bare(const char *value)
{
    for (const char *c = value; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '=' || *c == '\\')
            return false;
    return *value != '\0';
}

static bool add_logfmt(struct line *line, const char *key, const char *value, size_t end)
{
    char quoted[6 * VALUE_SIZE + 3];
    if (!is_bare(value)) {
        struct json json;
        json_init(&json, quoted, sizeof quoted);
        json_text(&json, NULL, value);
        if (json.overflow)
            return false;
        value = quoted;
    }
    size_t room = end - line->length;
    int length = snprintf(line->text + line->length, room, "%s%s=%s", line->length > 0 ? " " : "",
                          key, value);
    if ((size_t)length >= room)
        return false;
    line->length += (size_t)length;
    return true;
}

static bool add_json(struct line *line, const char *key, const char *value, bool is_number)
{
    struct json before = line->json;
    if (is_number)
        json_raw(&line->json, key, value, strlen(value));
    else
        json_text(&line->json, key, value);
    if (!line->json.overflow)
        return true;
    line->json = before;
    return false;
}

static void add(struct line *line, const char *key, const char *value, bool is_number)
{
    bool is_added = is_json ? add_json(line, key, value, is_number)
                            : add_logfmt(line, key, value, LINE_SIZE - LINE_RESERVE);
    if (!is_added)
        line->is_truncated = true;
}

static void begin_line(struct line *line, enum log_level level, const char *message)
{
    struct timespec now;
    struct tm utc;
    char seconds[32], time[40];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(time, sizeof time, "%s.%03dZ", seconds, (int)(now.tv_nsec / 1000000));

    line->length = 0;
    line->is_truncated = false;
    json_init(&line->json, line->text, LINE_SIZE - LINE_RESERVE);
    if (is_json)
        json_object(&line->json, NULL);
    add(line, "time", time, false);
    add(line, "level", level_name(level), false);
    add(line, "message", message, false);
}

static void end_line(struct line *line)
{
    if (is_json) {
        line->json.size = LINE_SIZE - 1;
        if (line->is_truncated)
            json_bool(&line->json, "truncated", true);
        json_end(&line->json);
        line->length = line->json.length;
    } else if (line->is_truncated) {
        add_logfmt(line, "truncated", "true", LINE_SIZE - 1);
    }
    line->text[line->length++] = '\n';
}

/* Nobody can be told if the log cannot be written. */
static void write_line(const struct line *line)
{
    ssize_t written;
    do
        written = write(STDERR_FILENO, line->text, line->length);
    while (written < 0 && errno == EINTR);
}

/* The next value of the list by its format; true if it is a text. */
static bool read_value(struct line *line, va_list *arguments, char value[VALUE_SIZE])
{
    const char *format = va_arg(*arguments, const char *);
    if (strcmp(format, "%s") == 0) {
        const char *text = va_arg(*arguments, const char *);
        if (snprintf(value, VALUE_SIZE, "%s", text ? text : "") >= VALUE_SIZE)
            line->is_truncated = true;
        return true;
    }
    bool is_int = strcmp(format, "%d") == 0;
    assert(is_int || strcmp(format, "%lld") == 0);
    snprintf(value, VALUE_SIZE, "%lld",
             is_int ? va_arg(*arguments, int) : va_arg(*arguments, long long));
    return false;
}

void log_line(enum log_level level, const char *message, ...)
{
    if (level < least_level)
        return;
    struct line line;
    begin_line(&line, level, message);
    va_list arguments;
    va_start(arguments, message);
    for (const char *key; (key = va_arg(arguments, const char *));) {
        char value[VALUE_SIZE];
        bool is_text = read_value(&line, &arguments, value);
        add(&line, key, value, !is_text);
    }
    va_end(arguments);
    if (request[0] != '\0')
        add(&line, "request", request, false);
    end_line(&line);
    write_line(&line);
}
