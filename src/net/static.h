/* The pages: from the binary, or from a folder for people who work on them. */
#ifndef PARLOUR_STATIC_H
#define PARLOUR_STATIC_H

#include <stdbool.h>
#include <stddef.h>

/* One file put into the binary by tools/embed. A form that is missing has length 0. */
struct static_bytes {
    const unsigned char *bytes;
    size_t length;
};
struct static_file {
    const char *path; /* "/assets/index-3f9a1c.js" */
    const char *etag; /* made of the content; weak, because it stands for all forms */
    struct static_bytes identity, gzip, brotli;
};
extern const struct static_file static_files[]; /* sorted by path */
extern const size_t static_file_count;

struct static_site;
/* `folder` NULL: the files in the binary. Never fails; a folder that is not there has no files. Pages say
 * <base href="/">; where the site is under a `base_path` ("/parlour"; "": it is not), they are given as
 * <base href="/parlour/">. Copied. */
struct static_site *static_open(const char *folder, const char *base_path);
void static_close(struct static_site *site);

struct static_answer {
    int status; /* 200, 304 or 404 */
    const char *content_type;
    const char *body; /* borrowed until the next static_find, or for ever if is_static */
    size_t length;
    bool is_static;
    char headers
        [320]; /* lines ended by CRLF: ETag, Cache-Control, Vary, Content-Encoding; "" for 404 */
};
/* Finds `path` (decoded, begins with '/') in the form that `accept_encoding` allows. A path without an
 * extension is a page of the application: that of its first part (/game.html), or index.html. With
 * an extension and unknown: 404. Files under /assets/ have a hash in their names and may be kept for
 * ever; all others are asked for again. */
void static_find(struct static_site *site, const char *path, const char *accept_encoding,
                 const char *if_none_match, struct static_answer *answer);

#endif
