/* Finding pages. */
#include "net/static.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

enum { PATH_SIZE = 1024, FILE_MAX = 64 * 1024 * 1024 };

struct static_site {
    char *folder; /* NULL: the binary */
    char *base_path;
    char *content;
    size_t content_size;
    char *page; /* a page with the base path in it */
    size_t page_size;
    char etag[64], page_etag[128];
};

static const char *content_type_of(const char *path)
{
    static const struct {
        const char *extension, *type;
    } types[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json" },
        { ".map", "application/json" },
        { ".webmanifest", "application/manifest+json" },
        { ".wasm", "application/wasm" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".jpg", "image/jpeg" },
        { ".webp", "image/webp" },
        { ".avif", "image/avif" },
        { ".ico", "image/x-icon" },
        { ".woff2", "font/woff2" },
        { ".mp3", "audio/mpeg" },
        { ".ogg", "audio/ogg" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".xml", "application/xml" },
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcasecmp(dot, types[i].extension) == 0)
            return types[i].type;
    return "application/octet-stream";
}

static bool has_extension(const char *path)
{
    return strchr(strrchr(path, '/'), '.') != NULL;
}

/* True if the list names the coding and does not forbid it by "q=0". */
static bool accepts(const char *list, const char *coding)
{
    size_t length = strlen(coding);
    while (*list) {
        list += strspn(list, " \t,");
        size_t span = strcspn(list, ",");
        size_t name = strcspn(list, " \t;,");
        if (name == length && strncasecmp(list, coding, length) == 0) {
            const char *quality = strstr(list, "q=");
            bool is_weighed = quality && quality < list + span;
            return !is_weighed || strtod(quality + 2, NULL) > 0;
        }
        list += span;
    }
    return false;
}

/* Weak comparison: the tag anywhere in the list, with or without its W/. */
static bool matches(const char *list, const char *etag)
{
    return strcmp(list, "*") == 0 || strstr(list, strchr(etag, '"')) != NULL;
}

/* The folder. */

static bool is_hidden(const char *path)
{
    return strstr(path, "/.") != NULL;
}

/* Reads the whole file into the site's memory. */
static bool read_content(struct static_site *site, int descriptor, size_t size)
{
    if (size > site->content_size) {
        site->content = memory_grow(site->content, site->content_size, size);
        site->content_size = size;
    }
    for (size_t done = 0; done < size;) {
        ssize_t count = read(descriptor, site->content + done, size - done);
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

static bool read_file(struct static_site *site, const char *path, struct static_file *file)
{
    char name[PATH_SIZE];
    struct stat status;
    int length = snprintf(name, sizeof name, "%s%s", site->folder, path);
    if (is_hidden(path) || length < 0 || (size_t)length >= sizeof name)
        return false;
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool is_read = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                   status.st_size <= FILE_MAX &&
                   read_content(site, descriptor, (size_t)status.st_size);
    close(descriptor);
    if (!is_read)
        return false;
    snprintf(site->etag, sizeof site->etag, "W/\"%llx-%llx-%llx\"",
             (unsigned long long)status.st_mtim.tv_sec, (unsigned long long)status.st_mtim.tv_nsec,
             (unsigned long long)status.st_size);
    *file = (struct static_file){
        .etag = site->etag,
        .identity = { (const unsigned char *)site->content, (size_t)status.st_size },
    };
    return true;
}

/* The binary. */

static int compare_path(const void *path, const void *file)
{
    return strcmp(path, ((const struct static_file *)file)->path);
}

static bool find_file(struct static_site *site, const char *path, struct static_file *file)
{
    if (site->folder)
        return read_file(site, path, file);
    const struct static_file *found =
        bsearch(path, static_files, static_file_count, sizeof static_files[0], compare_path);
    if (found)
        *file = *found;
    return found != NULL;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memory_take(size);
    memcpy(copy, text, size);
    return copy;
}

struct static_site *static_open(const char *folder, const char *base_path)
{
    struct static_site *site = memory_take(sizeof *site);
    if (folder)
        site->folder = copy_text(folder);
    site->base_path = copy_text(base_path);
    return site;
}

void static_close(struct static_site *site)
{
    memory_free(site->folder);
    memory_free(site->base_path);
    memory_free(site->page);
    memory_free(site->content);
    memory_free(site);
}

static const char *choose_form(const struct static_file *file, const char *accept_encoding,
                               struct static_bytes *bytes)
{
    if (file->brotli.length > 0 && accepts(accept_encoding, "br")) {
        *bytes = file->brotli;
        return "Content-Encoding: br\r\n";
    }
    if (file->gzip.length > 0 && accepts(accept_encoding, "gzip")) {
        *bytes = file->gzip;
        return "Content-Encoding: gzip\r\n";
    }
    *bytes = file->identity;
    return "";
}

/* "/game/KRTW4P" has the page /game.html, if there is one; all others share /index.html. */
static bool find_page(struct static_site *site, const char *path, struct static_file *file)
{
    char name[PATH_SIZE];
    int span = (int)strcspn(path + 1, "/");
    int length = snprintf(name, sizeof name, "/%.*s.html", span, path + 1);
    bool fits = length > 0 && (size_t)length < sizeof name;
    return (fits && find_file(site, name, file)) || find_file(site, "/index.html", file);
}

/* The page as it is under the base path; only in plain form. One without <base href="/"> stays as it is. */
static bool put_base(struct static_site *site, struct static_file *file)
{
    static const char MARK[] = "<base href=\"/";
    const char *from = (const char *)file->identity.bytes;
    const char *mark = memmem(from, file->identity.length, MARK, sizeof MARK - 1);
    size_t inserted = strlen(site->base_path), length = file->identity.length + inserted;
    if (mark == NULL || inserted == 0)
        return false;
    if (length > site->page_size) {
        site->page = memory_grow(site->page, site->page_size, length);
        site->page_size = length;
    }
    size_t before = (size_t)(mark - from) + sizeof MARK - 2; /* the slash ends the path */
    memcpy(site->page, from, before);
    memcpy(site->page + before, site->base_path, inserted);
    memcpy(site->page + before + inserted, from + before, file->identity.length - before);
    snprintf(site->page_etag, sizeof site->page_etag, "%.*s%s\"", (int)strlen(file->etag) - 1,
             file->etag, site->base_path);
    *file = (struct static_file){ .etag = site->page_etag,
                                  .identity = { (const unsigned char *)site->page, length } };
    return true;
}

void static_find(struct static_site *site, const char *path, const char *accept_encoding,
                 const char *if_none_match, struct static_answer *answer)
{
    struct static_file file;
    struct static_bytes bytes;
    bool is_page = !has_extension(path);
    *answer = (struct static_answer){ .status = 404 };
    if (!(is_page ? find_page : find_file)(site, path, &file))
        return;
    const char *content_type = content_type_of(is_page ? ".html" : path);
    bool is_made = strncmp(content_type, "text/html", 9) == 0 && put_base(site, &file);
    const char *encoding = choose_form(&file, accept_encoding, &bytes);
    bool is_immutable = strncmp(path, "/assets/", 8) == 0;
    bool is_known = if_none_match[0] && matches(if_none_match, file.etag);
    answer->status = is_known ? 304 : 200;
    answer->content_type = content_type;
    answer->body = (const char *)bytes.bytes;
    answer->length = bytes.length;
    answer->is_static = !site->folder && !is_made;
    snprintf(answer->headers, sizeof answer->headers,
             "ETag: %s\r\nCache-Control: %s\r\nVary: Accept-Encoding\r\n%s", file.etag,
             is_immutable ? "public, max-age=31536000, immutable" : "no-cache", encoding);
}
