/* `parlour describe`: what the tables say, for the tools that make documents and types from them. */
#include <stdio.h>

#include "base/arena.h"
#include "base/text.h"
#include "room/catalog.h"
#include "server/api.h"
#include "server/commands.h"

enum { DESCRIPTION_MAX = 1024 * 1024 };

static bool print(const char *name, char *text, void (*write)(struct json *out))
{
    struct json out;
    json_init(&out, text, DESCRIPTION_MAX);
    write(&out);
    printf("\"%s\":%s", name, text);
    return !out.overflow;
}

static void write_openapi(struct json *out)
{
    openapi_write(out, "");
}

int run_describe(int argc, char **argv)
{
    if (argc > 0) {
        puts("usage: parlour describe");
        return text_equal(argv[0], "--help") ? 0 : 2;
    }
    char *text = memory_take(DESCRIPTION_MAX);
    putchar('{');
    bool ok = print("catalog", text, catalog_write);
    putchar(',');
    ok = print("openapi", text, write_openapi) && ok;
    putchar(',');
    ok = print("problems", text, problems_write) && ok;
    puts("}");
    memory_free(text);
    return ok ? 0 : 1;
}
