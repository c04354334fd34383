/* Who is calling, and from which page: any headers against the reading of cookies, tokens and origins.
 *
 * The input is lines: authorization, cookie, origin, host, sec-fetch-site, and a last one that is not empty
 * for TLS. One token is known. A recognized caller must have sent it, and no foreign page may write. */
#include <assert.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/server.h"

enum { FIELDS = 6, FIELD_SIZE = 4096, KNOWN_PLAYER = 42 };
static const char TOKEN[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
static const char FRIEND[] = "https://friend.example";
static char field[FIELDS][FIELD_SIZE];

static bool find_session(struct store *store, const uint8_t token_hash[32],
                         struct store_session *out, struct error *error)
{
    uint8_t bytes[32], hash[32];
    (void)store;
    assert(hex_read(bytes, sizeof bytes, TOKEN));
    sha256_of(bytes, sizeof bytes, hash);
    if (memcmp(hash, token_hash, sizeof hash) != 0)
        return error_set(error, ERROR_MISSING, "no such session");
    *out = (struct store_session){ .player = KNOWN_PLAYER, .expires_ms = 2, .name = "Ana" };
    return true;
}

static int64_t now_ms(void *context)
{
    (void)context;
    return 1;
}

/* Header values hold no NUL, CR or LF: llhttp sees to that. */
static void split(const uint8_t *data, size_t size)
{
    int line = 0;
    size_t length = 0;
    memset(field, 0, sizeof field);
    for (size_t i = 0; i < size && line < FIELDS; i++)
        if (data[i] == '\n') {
            line++;
            length = 0;
        } else if (length + 1 < FIELD_SIZE && data[i] != '\0')
            field[line][length++] = (char)data[i];
}

static void assert_origin_is_ours(const struct net_request *request)
{
    char own[FIELD_SIZE + 10];
    snprintf(own, sizeof own, "http%s://%s", request->is_secure ? "s" : "", request->host);
    if (request->origin[0])
        assert(strcmp(request->origin, own) == 0 || strcmp(request->origin, FRIEND) == 0);
    else /* no browser, then: a program that shows its token, or nobody */
        assert(strstr(request->authorization, "Bearer ") == request->authorization ||
               !request->cookie[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct store_ops ops = { .find_session = find_session };
    static struct store store = { .ops = &ops };
    static struct config config = { .origins = "https://friend.example https://other.example" };
    struct server server = { .seams = { .now_ms = now_ms, .store = &store }, .config = &config };
    struct identity identity;
    split(data, size);
    struct net_request request = { .authorization = field[0],
                                   .cookie = field[1],
                                   .origin = field[2],
                                   .host = field[3],
                                   .sec_fetch_site = field[4],
                                   .is_secure = field[5][0] };
    bool is_known = identity_of(&server, &request, &identity);
    assert(!identity.is_admin && is_known == (identity.player == KNOWN_PLAYER));
    if (is_known)
        assert(strstr(request.authorization, TOKEN) || strstr(request.cookie, TOKEN));
    if (origin_is_allowed(&server, &request) &&
        strcmp(request.origin, "https://other.example") != 0)
        assert_origin_is_ours(&request);
    /* Deep: recognized by the second of two cookies. */
    PLANT(is_known && request.cookie[0] == ';' && !request.authorization[0]);
    return 0;
}
