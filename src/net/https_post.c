/* One POST over TLS to a stranger's server, on a thread that may wait.
 *
 * The name is resolved once, the address is checked, and the connection goes to that same address: it does
 * not help an attacker if the name means another address a moment later. Certificates are checked against
 * the system's. */
#include "net/webpush.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/address.h"

enum { WHOLE_MS = 8000, LOOK_EVERY_MS = 100, STATUS_LINE = 12 };

struct talk {
    int socket;
    SSL *ssl;
    int64_t until_ms;
    const atomic_bool *is_closing;
};

bool https_url_read(struct https_url *url, const char *text)
{
    static const char scheme[] = "https://";
    if (strncmp(text, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *host = text + sizeof scheme - 1;
    /* Host and path go into the head of the request unchanged. */
    for (const char *c = host; *c != '\0'; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    size_t length = strcspn(host, ":/?#");
    if (length == 0 || length >= sizeof url->host ||
        strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.") < length)
        return false;
    memcpy(url->host, host, length);
    url->host[length] = '\0';
    const char *rest = host + length;
    size_t digits = *rest == ':' ? strspn(rest + 1, "0123456789") : 0;
    snprintf(url->port, sizeof url->port, "%s", "443");
    if (*rest == ':') {
        if (digits == 0 || digits >= sizeof url->port || rest[1] == '0')
            return false;
        memcpy(url->port, rest + 1, digits);
        url->port[digits] = '\0';
        rest += 1 + digits;
    }
    url->path = rest;
    return *rest == '\0' || *rest == '/';
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool wait_for(const struct talk *talk, short what)
{
    while (now_ms() < talk->until_ms && !atomic_load(talk->is_closing)) {
        struct pollfd one = { .fd = talk->socket, .events = what };
        int count = poll(&one, 1, LOOK_EVERY_MS);
        if (count > 0)
            return true;
        if (count < 0 && errno != EINTR)
            return false;
    }
    return false;
}

static bool connect_to(struct talk *talk, const struct addrinfo *to)
{
    int problem = 0;
    socklen_t size = sizeof problem;
    talk->socket = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (talk->socket < 0)
        return false;
    bool is_connected =
        connect(talk->socket, to->ai_addr, to->ai_addrlen) == 0 ||
        (errno == EINPROGRESS && wait_for(talk, POLLOUT) &&
         getsockopt(talk->socket, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0);
    if (is_connected)
        return true;
    close(talk->socket);
    talk->socket = -1;
    return false;
}

static bool may_reach(const struct addrinfo *to, bool allows_loopback)
{
    struct address address;
    address_of(&address, to->ai_addr);
    return allows_loopback ? address_is_loopback(&address) : address_is_public(&address);
}

static bool reach(struct talk *talk, const struct https_url *url, bool allows_loopback,
                  struct error *error)
{
    struct addrinfo wanted = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM }, *found;
    bool is_reached = false, may = false;
    if (getaddrinfo(url->host, url->port, &wanted, &found) != 0)
        return error_set(error, ERROR_NETWORK, "%s is not known", url->host);
    for (const struct addrinfo *at = found; at != NULL && !is_reached; at = at->ai_next) {
        bool is_allowed = may_reach(at, allows_loopback);
        may |= is_allowed;
        is_reached = is_allowed && connect_to(talk, at);
    }
    freeaddrinfo(found);
    return is_reached || error_set(error, ERROR_NETWORK, "%s %s", url->host,
                                   may ? "does not answer" : "is not on the public internet");
}

/* Whether an operation that gave `code` is worth another try, after having waited for what it wants. */
static bool goes_on(const struct talk *talk, int code)
{
    int wants = SSL_get_error(talk->ssl, code);
    return (wants == SSL_ERROR_WANT_READ && wait_for(talk, POLLIN)) ||
           (wants == SSL_ERROR_WANT_WRITE && wait_for(talk, POLLOUT));
}

static bool shake_hands(const struct talk *talk)
{
    int code;
    while ((code = SSL_connect(talk->ssl)) != 1)
        if (!goes_on(talk, code))
            return false;
    return true;
}

static bool say(const struct talk *talk, const void *bytes, size_t length)
{
    size_t written;
    int code;
    while ((code = SSL_write_ex(talk->ssl, bytes, length, &written)) != 1)
        if (!goes_on(talk, code))
            return false;
    return written == length;
}

/* "HTTP/1.1 201": nothing behind that matters. */
static int hear_status(const struct talk *talk)
{
    char line[STATUS_LINE + 1] = "";
    size_t length = 0, count;
    while (length < STATUS_LINE) {
        int code = SSL_read_ex(talk->ssl, line + length, STATUS_LINE - length, &count);
        if (code == 1)
            length += count;
        else if (!goes_on(talk, code))
            return 0;
    }
    int status = strncmp(line, "HTTP/1.", 7) == 0 ? atoi(line + 9) : 0;
    return status >= 100 && status <= 599 ? status : 0;
}

static int converse(const struct talk *talk, const struct https_url *url, const char *head,
                    const void *body, size_t length)
{
    char request[4096];
    bool is_usual = strcmp(url->port, "443") == 0;
    int size = snprintf(request, sizeof request,
                        "POST %s HTTP/1.1\r\nHost: %s%s%s\r\n%sContent-Length: %zu\r\n"
                        "Connection: close\r\n\r\n",
                        url->path[0] != '\0' ? url->path : "/", url->host, is_usual ? "" : ":",
                        is_usual ? "" : url->port, head, length);
    if (size >= (int)sizeof request)
        return 0;
    return say(talk, request, (size_t)size) && say(talk, body, length) ? hear_status(talk) : 0;
}

int https_post(const struct https_url *url, bool allows_loopback, const char *head,
               const void *body, size_t length, const atomic_bool *is_closing, struct error *error)
{
    struct talk talk = { .socket = -1, .until_ms = now_ms() + WHOLE_MS, .is_closing = is_closing };
    if (!reach(&talk, url, allows_loopback, error))
        return 0;
    int status = 0;
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    talk.ssl = context ? SSL_new(context) : NULL;
    bool is_ready = talk.ssl && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
                    SSL_CTX_set_default_verify_paths(context) == 1 &&
                    SSL_set_tlsext_host_name(talk.ssl, url->host) == 1 &&
                    SSL_set1_host(talk.ssl, url->host) == 1 &&
                    SSL_set_fd(talk.ssl, talk.socket) == 1;
    if (is_ready)
        SSL_set_verify(talk.ssl, SSL_VERIFY_PEER, NULL);
    if (!is_ready || !shake_hands(&talk))
        error_set(error, ERROR_NETWORK, "%s: no secure connection", url->host);
    else if ((status = converse(&talk, url, head, body, length)) == 0)
        error_set(error, ERROR_NETWORK, "%s: no answer", url->host);
    SSL_free(talk.ssl);
    SSL_CTX_free(context);
    close(talk.socket);
    ERR_clear_error();
    return status;
}
