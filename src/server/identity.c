/* Who is calling: the session's token from the cookie or the Authorization header, and where from. */
#include "server/server.h"

#include <stdio.h>
#include <string.h>

static const char COOKIE_NAME[] = "parlour=";
static const char BEARER[] = "Bearer ";

/* The value of our cookie, 64 characters; false if there is none or it is not one of ours. */
static bool token_of_cookie(const char *cookie, char token[SERVER_TOKEN_SIZE])
{
    size_t name = sizeof COOKIE_NAME - 1;
    for (const char *at = cookie; *at != '\0';) {
        at += strspn(at, "; ");
        size_t length = strcspn(at, ";");
        if (length == name + SERVER_TOKEN_SIZE - 1 && strncmp(at, COOKIE_NAME, name) == 0) {
            memcpy(token, at + name, SERVER_TOKEN_SIZE - 1);
            token[SERVER_TOKEN_SIZE - 1] = '\0';
            return true;
        }
        at += length;
    }
    return false;
}

static bool has_bearer(const struct net_request *request)
{
    return strncmp(request->authorization, BEARER, sizeof BEARER - 1) == 0;
}

static bool hash_of_request(const struct net_request *request, uint8_t hash[SHA256_SIZE])
{
    char token[SERVER_TOKEN_SIZE];
    uint8_t bytes[(SERVER_TOKEN_SIZE - 1) / 2];
    bool found = has_bearer(request)
                     ? text_copy(token, sizeof token, request->authorization + sizeof BEARER - 1)
                     : token_of_cookie(request->cookie, token);
    if (!found || !hex_read(bytes, sizeof bytes, token))
        return false;
    sha256_of(bytes, sizeof bytes, hash);
    return true;
}

/* Compares without a branch, so that the time taken does not tell where the texts differ. */
static bool same_hash(const uint8_t a[SHA256_SIZE], const uint8_t b[SHA256_SIZE])
{
    uint8_t difference = 0;
    for (int i = 0; i < SHA256_SIZE; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

/* An operator's browser may also be somebody's at a table. */
static int64_t player_of_cookie(struct server *server, const struct net_request *request)
{
    struct store *store = server->seams.store;
    struct store_session session;
    char token[SERVER_TOKEN_SIZE];
    uint8_t bytes[(SERVER_TOKEN_SIZE - 1) / 2], hash[SHA256_SIZE];
    if (!token_of_cookie(request->cookie, token) || !hex_read(bytes, sizeof bytes, token))
        return 0;
    sha256_of(bytes, sizeof bytes, hash);
    return store->ops->find_session(store, hash, &session, NULL) ? session.player : 0;
}

bool operator_is_heard(const struct server *server, const struct net_request *request)
{
    return request->is_private || server->config->private_address[0] == '\0';
}

bool identity_of(struct server *server, const struct net_request *request, struct identity *out)
{
    struct store *store = server->seams.store;
    struct store_session session;
    *out = (struct identity){ 0 };
    if (!hash_of_request(request, out->token_hash))
        return false;
    if (server->has_admin && operator_is_heard(server, request) && has_bearer(request) &&
        same_hash(out->token_hash, server->admin_hash)) {
        out->is_admin = true;
        out->cookie_player = player_of_cookie(server, request);
        return true;
    }
    struct error error = { 0 };
    if (!note_failure(server, store->ops->find_session(store, out->token_hash, &session, &error),
                      &error))
        return false;
    if (session.expires_ms <= server_now(server)) {
        out->is_expired = true;
        return false;
    }
    out->player = session.player;
    text_copy(out->name, sizeof out->name, session.name);
    return true;
}

static bool is_own_origin(const struct net_request *request)
{
    const char *scheme = request->is_secure ? "https://" : "http://";
    size_t length = strlen(scheme);
    return strncmp(request->origin, scheme, length) == 0 && request->host[0] != '\0' &&
           strcmp(request->origin + length, request->host) == 0;
}

static bool is_listed(const char *origins, const char *origin)
{
    size_t length = strlen(origin);
    for (const char *at = origins; *at != '\0';) {
        at += strspn(at, " ");
        size_t word = strcspn(at, " ");
        if (word == length && word > 0 && memcmp(at, origin, word) == 0)
            return true;
        at += word;
    }
    return false;
}

bool origin_is_listed(const struct server *server, const char *origin)
{
    return is_listed(server->config->origins, origin);
}

bool server_shares(void *owner, const char *origin)
{
    return origin_is_listed(owner, origin);
}

/* Browsers say where a write comes from; only our own pages may use the cookie. Programs send no Origin
 * and no cookie, they use a token. */
bool origin_is_allowed(const struct server *server, const struct net_request *request)
{
    if (request->origin[0] != '\0')
        return is_own_origin(request) || origin_is_listed(server, request->origin);
    bool is_foreign = strcmp(request->sec_fetch_site, "cross-site") == 0 ||
                      strcmp(request->sec_fetch_site, "same-site") == 0;
    return !is_foreign && (has_bearer(request) || request->cookie[0] == '\0');
}
