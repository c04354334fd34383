/* Keys, encryption and signatures of Web Push, with OpenSSL. */
#include "net/webpush.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"

enum {
    RECORD_SIZE = 4096,
    TAG_SIZE = 16,
    HASH_SIZE = 32,
    SIGNATURE_SIZE = 64,
    CLAIMS_MAX = 800,
    TOKEN_LASTS_S = 12 * 60 * 60,
};

struct webpush_key {
    EVP_PKEY *pair;
    char text[WEBPUSH_POINT_TEXT];
};

/* base64url without padding */

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static size_t base64_write(char *out, const uint8_t *bytes, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= i + 1 < count ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= i + 2 < count ? bytes[i + 2] : 0;
        size_t digits = i + 2 < count ? 4 : count - i + 1;
        for (size_t digit = 0; digit < digits; digit++)
            out[length++] = ALPHABET[group >> (18 - 6 * digit) & 63];
    }
    out[length] = '\0';
    return length;
}

/* Exactly `count` bytes; browsers may add '=' at the end. */
static bool base64_read(uint8_t *bytes, size_t count, const char *text)
{
    size_t length = strcspn(text, "="), done = 0;
    uint32_t bits = 0;
    int held = 0;
    if (length != (count * 4 + 2) / 3)
        return false;
    for (size_t i = 0; i < length; i++) {
        const char *place = strchr(ALPHABET, text[i]);
        if (place == NULL)
            return false;
        bits = bits << 6 | (uint32_t)(place - ALPHABET);
        held += 6;
        if (held >= 8)
            bytes[done++] = (uint8_t)(bits >> (held -= 8));
    }
    return done == count && text[length + strspn(text + length, "=")] == '\0';
}

/* Keys */

static EVP_PKEY *pair_of(const uint8_t point[WEBPUSH_POINT_SIZE], const uint8_t *scalar)
{
    EVP_PKEY *pair = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = scalar ? BN_bin2bn(scalar, WEBPUSH_SCALAR_SIZE, NULL) : NULL;
    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, WEBPUSH_POINT_SIZE);
    if (number)
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    /* A point that is not on the curve is refused here. */
    if (!params || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &pair, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                          params) != 1)
        pair = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return pair;
}

static bool point_of(EVP_PKEY *pair, uint8_t out[WEBPUSH_POINT_SIZE])
{
    size_t length = 0;
    return EVP_PKEY_get_octet_string_param(pair, OSSL_PKEY_PARAM_PUB_KEY, out, WEBPUSH_POINT_SIZE,
                                           &length) == 1 &&
           length == WEBPUSH_POINT_SIZE;
}

static EVP_PKEY *read_pair(const char *path)
{
    FILE *file = fopen(path, "re");
    EVP_PKEY *pair = file ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
    if (file)
        fclose(file);
    return pair;
}

/* The file is either complete or absent, so the key survives every restart. */
static EVP_PKEY *make_pair(const char *path, struct error *error)
{
    char part[600];
    EVP_PKEY *pair = EVP_EC_gen("P-256");
    snprintf(part, sizeof part, "%s.part", path);
    int descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    bool is_written = pair && file && PEM_write_PrivateKey(file, pair, NULL, NULL, 0, NULL, NULL);
    is_written = is_written && fflush(file) == 0 && fsync(descriptor) == 0;
    if (file)
        fclose(file);
    if (is_written && rename(part, path) == 0)
        return pair;
    error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    unlink(part);
    EVP_PKEY_free(pair);
    return NULL;
}

struct webpush_key *webpush_key_open(const char *path, struct error *error)
{
    uint8_t point[WEBPUSH_POINT_SIZE];
    bool is_there = access(path, F_OK) == 0;
    EVP_PKEY *pair = is_there ? read_pair(path) : make_pair(path, error);
    if (pair == NULL || !EVP_PKEY_is_a(pair, "EC") || !point_of(pair, point)) {
        if (is_there)
            error_set(error, ERROR_USAGE, "%s holds no key of the curve P-256", path);
        EVP_PKEY_free(pair);
        return NULL;
    }
    struct webpush_key *key = memory_take(sizeof *key);
    key->pair = pair;
    base64_write(key->text, point, sizeof point);
    return key;
}

void webpush_key_close(struct webpush_key *key)
{
    if (key == NULL)
        return;
    EVP_PKEY_free(key->pair);
    memory_free(key);
}

void webpush_key_write(const struct webpush_key *key, char out[WEBPUSH_POINT_TEXT])
{
    text_copy(out, WEBPUSH_POINT_TEXT, key->text);
}

/* Targets */

bool webpush_is_fine(const struct webpush_target *target)
{
    struct https_url url;
    uint8_t point[WEBPUSH_POINT_SIZE], auth[WEBPUSH_AUTH_SIZE];
    return https_url_read(&url, target->endpoint) &&
           (target->allows_loopback || strcmp(url.port, "443") == 0) &&
           base64_read(point, sizeof point, target->p256dh) && point[0] == 4 &&
           base64_read(auth, sizeof auth, target->auth);
}

/* Encryption */

static void hmac(const void *key, size_t key_length, const void *text, size_t length,
                 uint8_t out[HASH_SIZE])
{
    HMAC(EVP_sha256(), key, (int)key_length, text, length, out, NULL);
}

/* One step of HKDF, which is all that RFC 8188 needs. */
static void expand(const uint8_t key[HASH_SIZE], const char *label, uint8_t out[HASH_SIZE])
{
    uint8_t info[64];
    size_t length = strlen(label) + 1;
    memcpy(info, label, length);
    info[length++] = 1;
    hmac(key, HASH_SIZE, info, length, out);
}

static bool agree(EVP_PKEY *own, EVP_PKEY *peer, uint8_t out[HASH_SIZE])
{
    size_t length = HASH_SIZE;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    bool is_done = context && EVP_PKEY_derive_init(context) == 1 &&
                   EVP_PKEY_derive_set_peer(context, peer) == 1 &&
                   EVP_PKEY_derive(context, out, &length) == 1 && length == HASH_SIZE;
    EVP_PKEY_CTX_free(context);
    return is_done;
}

/* The key of the message from what both sides know (RFC 8291, 3.4). */
static void combine(const uint8_t shared[HASH_SIZE], const uint8_t auth[WEBPUSH_AUTH_SIZE],
                    const uint8_t theirs[WEBPUSH_POINT_SIZE],
                    const uint8_t ours[WEBPUSH_POINT_SIZE], uint8_t out[HASH_SIZE])
{
    static const char label[] = "WebPush: info";
    uint8_t key[HASH_SIZE], info[sizeof label + 2 * WEBPUSH_POINT_SIZE + 1];
    hmac(auth, WEBPUSH_AUTH_SIZE, shared, HASH_SIZE, key);
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, theirs, WEBPUSH_POINT_SIZE);
    memcpy(info + sizeof label + WEBPUSH_POINT_SIZE, ours, WEBPUSH_POINT_SIZE);
    info[sizeof info - 1] = 1;
    hmac(key, sizeof key, info, sizeof info, out);
}

static bool seal(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text, int length,
                 uint8_t *out)
{
    int written = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool is_done = context &&
                   EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                   EVP_EncryptUpdate(context, out, &written, text, length) == 1 &&
                   EVP_EncryptFinal_ex(context, out + written, &rest) == 1 &&
                   EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG_SIZE, out + length) == 1;
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

size_t webpush_encrypt(const struct webpush_target *target, const char *text, bool pads,
                       const uint8_t *scalar, const uint8_t *point, const uint8_t *salt,
                       uint8_t out[WEBPUSH_BODY_SIZE])
{
    uint8_t theirs[WEBPUSH_POINT_SIZE], auth[WEBPUSH_AUTH_SIZE], shared[HASH_SIZE];
    uint8_t input[HASH_SIZE], master[HASH_SIZE], key[HASH_SIZE], nonce[HASH_SIZE];
    uint8_t plain[WEBPUSH_TEXT_MAX + 1] = { 0 };
    uint8_t *ours = out + WEBPUSH_SALT_SIZE + 5;
    size_t length = strlen(text);
    if (length > WEBPUSH_TEXT_MAX || !base64_read(theirs, sizeof theirs, target->p256dh) ||
        !base64_read(auth, sizeof auth, target->auth))
        return 0;
    EVP_PKEY *peer = pair_of(theirs, NULL);
    EVP_PKEY *own = scalar ? pair_of(point, scalar) : EVP_EC_gen("P-256");
    bool is_agreed = peer && own && point_of(own, ours) && agree(own, peer, shared);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(own);
    if (!is_agreed || (!salt && RAND_bytes(out, WEBPUSH_SALT_SIZE) != 1))
        return 0;
    if (salt)
        memcpy(out, salt, WEBPUSH_SALT_SIZE);
    memcpy(out + WEBPUSH_SALT_SIZE, (uint8_t[]){ 0, 0, RECORD_SIZE >> 8, 0, WEBPUSH_POINT_SIZE },
           5);
    combine(shared, auth, theirs, ours, input);
    hmac(out, WEBPUSH_SALT_SIZE, input, sizeof input, master);
    expand(master, "Content-Encoding: aes128gcm", key);
    expand(master, "Content-Encoding: nonce", nonce);
    memcpy(plain, text, length);
    plain[length] = 2; /* the last record; zeros behind it are padding */
    size_t size = pads ? sizeof plain : length + 1;
    bool is_sealed = seal(key, nonce, plain, (int)size, out + WEBPUSH_HEAD_SIZE);
    OPENSSL_cleanse(shared, sizeof shared);
    OPENSSL_cleanse(input, sizeof input);
    OPENSSL_cleanse(master, sizeof master);
    OPENSSL_cleanse(key, sizeof key);
    return is_sealed ? WEBPUSH_HEAD_SIZE + size + TAG_SIZE : 0;
}

/* Signatures */

/* ES256 wants both numbers side by side, OpenSSL gives them in DER. */
static bool unpack(const uint8_t *der, size_t length, uint8_t out[SIGNATURE_SIZE])
{
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)length);
    bool is_done =
        pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SIGNATURE_SIZE / 2) > 0 &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SIGNATURE_SIZE / 2, SIGNATURE_SIZE / 2) > 0;
    ECDSA_SIG_free(pair);
    return is_done;
}

static bool sign(EVP_PKEY *pair, const char *text, size_t length, uint8_t out[SIGNATURE_SIZE])
{
    uint8_t der[80];
    size_t size = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_done = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, pair) == 1 &&
                   EVP_DigestSign(context, der, &size, (const uint8_t *)text, length) == 1 &&
                   unpack(der, size, out);
    EVP_MD_CTX_free(context);
    return is_done;
}

/* The text goes into a JSON text unescaped. */
static bool is_contact(const char *contact)
{
    return (strncmp(contact, "mailto:", 7) == 0 || strncmp(contact, "https://", 8) == 0) &&
           strlen(contact) < 200 && contact[strcspn(contact, "\"\\ \t\r\n")] == '\0';
}

bool webpush_authorize(const struct webpush_key *key, const struct webpush_target *target,
                       const char *contact, int64_t now_s, char *out, size_t size)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[CLAIMS_MAX], token[2 * CLAIMS_MAX], sub[256] = "";
    uint8_t signature[SIGNATURE_SIZE];
    struct https_url url;
    if (!https_url_read(&url, target->endpoint))
        return false;
    bool is_usual = strcmp(url.port, "443") == 0;
    if (is_contact(contact))
        snprintf(sub, sizeof sub, ",\"sub\":\"%s\"", contact);
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"https://%s%s%s\",\"exp\":%lld%s}",
                          url.host, is_usual ? "" : ":", is_usual ? "" : url.port,
                          (long long)now_s + TOKEN_LASTS_S, sub);
    size_t at = base64_write(token, (const uint8_t *)head, sizeof head - 1);
    token[at++] = '.';
    at += base64_write(token + at, (const uint8_t *)claims, (size_t)length);
    if (!sign(key->pair, token, at, signature))
        return false;
    token[at++] = '.';
    base64_write(token + at, signature, sizeof signature);
    return snprintf(out, size, "vapid t=%s, k=%s", token, key->text) < (int)size;
}

int webpush_send(const struct webpush_key *key, const struct webpush_target *target,
                 const char *text, const char *contact, int64_t now_s, int64_t ttl_s,
                 const atomic_bool *is_closing, struct error *error)
{
    uint8_t body[WEBPUSH_BODY_SIZE];
    char head[2048], authorization[1800];
    struct https_url url;
    if (!webpush_is_fine(target) || !https_url_read(&url, target->endpoint)) {
        error_set(error, ERROR_USAGE, "the address to send to is not valid");
        return 0;
    }
    size_t length = webpush_encrypt(target, text, true, NULL, NULL, NULL, body);
    if (length == 0 ||
        !webpush_authorize(key, target, contact, now_s, authorization, sizeof authorization)) {
        error_set(error, ERROR_USAGE, "the browser's keys are not valid");
        return 0;
    }
    snprintf(head, sizeof head,
             "Authorization: %s\r\nTTL: %lld\r\nUrgency: normal\r\nContent-Encoding: aes128gcm\r\n"
             "Content-Type: application/octet-stream\r\n",
             authorization, (long long)(ttl_s > 0 ? ttl_s : 0));
    return https_post(&url, target->allows_loopback, head, body, length, is_closing, error);
}
