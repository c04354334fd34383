/* TLS with OpenSSL. Instead of OpenSSL's memory BIOs, which keep their buffers for the life of a
 * connection, a BIO of our own reads from the bytes just received and writes into the queue. */
#include "net/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>

#include "base/arena.h"

enum { PLAIN_SIZE = 16 * 1024, WIRE_ENOUGH = 64 * 1024 };

struct tls_context {
    SSL_CTX *ctx;
    char *cert_path, *key_path;
};

struct tls {
    SSL *ssl;
    struct out_pool *pool;
    struct out_queue wire;
    const char *input; /* what OpenSSL has not read yet */
    size_t input_length;
    bool has_ended;
};

static int bio_read(BIO *bio, char *to, int size)
{
    struct tls *tls = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (tls->input_length == 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    size_t count = tls->input_length < (size_t)size ? tls->input_length : (size_t)size;
    memcpy(to, tls->input, count);
    tls->input += count;
    tls->input_length -= count;
    return (int)count;
}

static int bio_write(BIO *bio, const char *from, int size)
{
    struct tls *tls = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    out_append(tls->pool, &tls->wire, from, (size_t)size);
    return size;
}

static long bio_ctrl(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *bio_method(void)
{
    static BIO_METHOD *method;
    if (!method) {
        method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "queue");
        BIO_meth_set_read(method, bio_read);
        BIO_meth_set_write(method, bio_write);
        BIO_meth_set_ctrl(method, bio_ctrl);
    }
    return method;
}

static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_length,
                           const unsigned char *offered, unsigned int offered_length, void *owner)
{
    (void)ssl, (void)owner;
    static const unsigned char OURS[] = "\x08http/1.1";
    unsigned char *chosen;
    if (SSL_select_next_proto(&chosen, out_length, OURS, sizeof OURS - 1, offered,
                              offered_length) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

static bool fail(struct error *error, const char *what, const char *path)
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    error_set(error, ERROR_USAGE, "%s %s: %s", what, path, reason ? reason : "unknown error");
    ERR_clear_error();
    return false;
}

static bool load(SSL_CTX *ctx, const char *cert_path, const char *key_path, struct error *error)
{
    if (SSL_CTX_use_certificate_chain_file(ctx, cert_path) != 1)
        return fail(error, "cannot use the certificate", cert_path);
    if (SSL_CTX_use_PrivateKey_file(ctx, key_path, SSL_FILETYPE_PEM) != 1)
        return fail(error, "cannot use the key", key_path);
    if (SSL_CTX_check_private_key(ctx) != 1)
        return fail(error, "the certificate does not belong to the key", key_path);
    return true;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_take(size), text, size);
}

struct tls_context *tls_context_open(const char *cert_path, const char *key_path,
                                     struct error *error)
{
    SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());
    if (!ctx || !load(ctx, cert_path, key_path, error)) {
        SSL_CTX_free(ctx);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
    SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                              SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(ctx, 1);
    SSL_CTX_set_alpn_select_cb(ctx, choose_protocol, NULL);
    struct tls_context *context = memory_take(sizeof *context);
    context->ctx = ctx;
    context->cert_path = copy_text(cert_path);
    context->key_path = copy_text(key_path);
    return context;
}

struct tls_context *tls_context_again(const struct tls_context *context, struct error *error)
{
    return tls_context_open(context->cert_path, context->key_path, error);
}

void tls_context_close(struct tls_context *context)
{
    if (!context)
        return;
    SSL_CTX_free(context->ctx);
    memory_free(context->cert_path);
    memory_free(context->key_path);
    memory_free(context);
}

struct tls *tls_open(struct tls_context *context, struct out_pool *pool)
{
    struct tls *tls = memory_take(sizeof *tls);
    BIO *bio = BIO_new(bio_method());
    tls->pool = pool;
    tls->ssl = SSL_new(context->ctx);
    if (!bio || !tls->ssl) {
        BIO_free(bio);
        SSL_free(tls->ssl);
        memory_free(tls);
        return NULL;
    }
    BIO_set_data(bio, tls);
    BIO_set_init(bio, 1);
    SSL_set_bio(tls->ssl, bio, bio);
    SSL_set_accept_state(tls->ssl);
    return tls;
}

void tls_close(struct tls *tls)
{
    if (!tls)
        return;
    SSL_free(tls->ssl);
    out_clear(tls->pool, &tls->wire);
    memory_free(tls);
}

struct out_queue *tls_wire(struct tls *tls)
{
    return &tls->wire;
}

static enum tls_result judge(struct tls *tls, int result)
{
    int error = SSL_get_error(tls->ssl, result);
    ERR_clear_error();
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
        return TLS_MORE;
    return error == SSL_ERROR_ZERO_RETURN ? TLS_ENDED : TLS_BROKEN;
}

enum tls_result tls_receive(struct tls *tls, const char *bytes, size_t length, void *owner,
                            void (*plain)(void *owner, const char *bytes, size_t length))
{
    char piece[PLAIN_SIZE];
    tls->input = bytes;
    tls->input_length = length;
    ERR_clear_error();
    for (;;) {
        int count = SSL_read(tls->ssl, piece, sizeof piece);
        if (count <= 0)
            return judge(tls, count);
        plain(owner, piece, (size_t)count);
    }
}

bool tls_send(struct tls *tls, struct out_queue *plain)
{
    ERR_clear_error();
    while (plain->length > 0 && tls->wire.length < WIRE_ENOUGH) {
        struct iovec span;
        out_peek(plain, &span, 1);
        int count = SSL_write(tls->ssl, span.iov_base,
                              span.iov_len < PLAIN_SIZE ? (int)span.iov_len : PLAIN_SIZE);
        if (count <= 0)
            return judge(tls, count) == TLS_MORE;
        out_drop(tls->pool, plain, (size_t)count);
    }
    return true;
}

void tls_end(struct tls *tls)
{
    if (tls->has_ended || !SSL_is_init_finished(tls->ssl))
        return;
    tls->has_ended = true;
    SSL_shutdown(tls->ssl);
    ERR_clear_error();
}
