/* The small grammars inside HTTP: lists of tokens, request targets, keys. */
#include "net/http.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

bool http_list_has(const char *list, const char *token)
{
    size_t length = strlen(token);
    while (*list) {
        list += strspn(list, " \t,");
        size_t span = strcspn(list, ",");
        size_t trimmed = span;
        while (trimmed > 0 && (list[trimmed - 1] == ' ' || list[trimmed - 1] == '\t'))
            trimmed--;
        if (trimmed == length && strncasecmp(list, token, length) == 0)
            return true;
        list += span;
    }
    return false;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Decodes in place; false if an escape is cut short, not hexadecimal, or a control character. */
static bool decode_path(char *path)
{
    char *to = path;
    for (const char *from = path; *from; from++) {
        int c = (unsigned char)*from;
        if (c == '%') {
            int high = hex_digit(from[1]);
            int low = high < 0 ? -1 : hex_digit(from[2]);
            if (low < 0)
                return false;
            c = high * 16 + low;
            from += 2;
        }
        if (c < 0x20 || c == 0x7f)
            return false;
        *to++ = (char)c;
    }
    *to = '\0';
    return true;
}

static bool has_dot_segment(const char *path)
{
    while (*path) {
        path += strspn(path, "/");
        size_t span = strcspn(path, "/");
        if ((span == 1 && path[0] == '.') || (span == 2 && path[0] == '.' && path[1] == '.'))
            return true;
        path += span;
    }
    return false;
}

bool http_split_target(char *target, const char **path, const char **query)
{
    char *mark = strchr(target, '?');
    if (target[0] != '/' || strchr(target, '#'))
        return false;
    *path = target;
    *query = mark ? mark + 1 : "";
    if (mark)
        *mark = '\0';
    return decode_path(target) && !has_dot_segment(target) && !strchr(target, '\\') &&
           utf8_valid(target, strlen(target));
}

bool http_key_valid(const char *key)
{
    static const char ALPHABET[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    /* 16 bytes are 22 characters, the last of which carries two bits only. */
    return strlen(key) == 24 && strspn(key, ALPHABET) == 22 && strchr("AQgw", key[21]) &&
           key[22] == '=' && key[23] == '=';
}

const char *http_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        { 100, "Continue" },
        { 101, "Switching Protocols" },
        { 200, "OK" },
        { 201, "Created" },
        { 202, "Accepted" },
        { 204, "No Content" },
        { 301, "Moved Permanently" },
        { 302, "Found" },
        { 303, "See Other" },
        { 304, "Not Modified" },
        { 307, "Temporary Redirect" },
        { 308, "Permanent Redirect" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 405, "Method Not Allowed" },
        { 406, "Not Acceptable" },
        { 408, "Request Timeout" },
        { 409, "Conflict" },
        { 410, "Gone" },
        { 412, "Precondition Failed" },
        { 413, "Content Too Large" },
        { 415, "Unsupported Media Type" },
        { 417, "Expectation Failed" },
        { 422, "Unprocessable Content" },
        { 426, "Upgrade Required" },
        { 429, "Too Many Requests" },
        { 431, "Request Header Fields Too Large" },
        { 500, "Internal Server Error" },
        { 501, "Not Implemented" },
        { 503, "Service Unavailable" },
        { 505, "HTTP Version Not Supported" },
        { 507, "Insufficient Storage" },
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Unknown";
}
