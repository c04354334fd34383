/* The PostgreSQL back end of a build without libpq: every call fails and says why. */
#include "store/store.h"

static bool not_built(struct error *error)
{
    return error_set(error, ERROR_USAGE, "this parlour was built without PostgreSQL (libpq)");
}

struct store *store_open_postgres(const struct store_config *config, struct error *error)
{
    (void)config;
    not_built(error);
    return NULL;
}

bool store_migrate_postgres(const char *url, const char *password_file, int *from, int *to,
                            struct error *error)
{
    (void)url, (void)password_file, (void)from, (void)to;
    return not_built(error);
}

bool store_copy(const char *from, const char *to, const char *password_file,
                struct store_copied *copied, struct error *error)
{
    (void)from, (void)to, (void)password_file, (void)copied;
    return not_built(error);
}

bool store_check_postgres(const char *url, const char *password_file,
                          void (*report)(void *context, const char *problem), void *context,
                          struct error *error)
{
    (void)url, (void)password_file, (void)report, (void)context;
    return not_built(error);
}
