/* The self-signed certificate. */
#include "net/lan_tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    NAMES_MAX = 32,
    NAME_SIZE = 80,
    VALID_DAYS = 397, /* what browsers accept at most */
    RENEW_DAYS = 7,
    SECONDS_PER_DAY = 24 * 60 * 60,
};

/* What the certificate is for: texts of addresses, and of host names. */
struct names {
    char text[NAMES_MAX][NAME_SIZE];
    bool is_address[NAMES_MAX];
    int count;
};

static void add_name(struct names *names, const char *text, bool is_address)
{
    if (names->count == NAMES_MAX || strlen(text) >= NAME_SIZE)
        return;
    names->is_address[names->count] = is_address;
    strcpy(names->text[names->count++], text);
}

static void add_interface(struct names *names, const struct ifaddrs *interface)
{
    char text[INET6_ADDRSTRLEN];
    const struct sockaddr *address = interface->ifa_addr;
    if (!address || !(interface->ifa_flags & IFF_UP) || (interface->ifa_flags & IFF_LOOPBACK))
        return;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const void *)address;
        add_name(names, inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text), true);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const void *)address;
        if (!IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr))
            add_name(names, inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text), true);
    }
}

/* Host names come from the administrator, but a comma or a dot too many would spoil the certificate. */
static bool is_plain(const char *host)
{
    return host[0] &&
           host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")] ==
               '\0';
}

static void find_names(struct names *names)
{
    char host[HOST_NAME_MAX + 1] = "", local[HOST_NAME_MAX + 8];
    struct ifaddrs *interfaces;
    names->count = 0;
    add_name(names, "localhost", false);
    add_name(names, "127.0.0.1", true);
    add_name(names, "::1", true);
    if (gethostname(host, sizeof host - 1) == 0 && is_plain(host)) {
        add_name(names, host, false);
        snprintf(local, sizeof local, "%s.local", host);
        add_name(names, local, false);
    }
    if (getifaddrs(&interfaces) != 0)
        return;
    for (const struct ifaddrs *i = interfaces; i; i = i->ifa_next)
        add_interface(names, i);
    freeifaddrs(interfaces);
}

/* Checking the certificate that is there. */

static bool covers(X509 *certificate, const struct names *names)
{
    time_t later = time(NULL) + RENEW_DAYS * SECONDS_PER_DAY;
    if (X509_cmp_time(X509_get0_notAfter(certificate), &later) <= 0 ||
        X509_cmp_current_time(X509_get0_notBefore(certificate)) >= 0)
        return false;
    for (int i = 0; i < names->count; i++) {
        const char *text = names->text[i];
        int is_covered = names->is_address[i] ? X509_check_ip_asc(certificate, text, 0)
                                              : X509_check_host(certificate, text, 0, 0, NULL);
        if (is_covered != 1)
            return false;
    }
    return true;
}

static X509 *read_certificate(const char *path)
{
    FILE *file = fopen(path, "re");
    X509 *certificate = file ? PEM_read_X509(file, NULL, NULL, NULL) : NULL;
    if (file)
        fclose(file);
    return certificate;
}

static EVP_PKEY *read_key(const char *path)
{
    FILE *file = fopen(path, "re");
    EVP_PKEY *key = file ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
    if (file)
        fclose(file);
    return key;
}

static bool is_current(const char *cert_path, const char *key_path, const struct names *names)
{
    X509 *certificate = read_certificate(cert_path);
    EVP_PKEY *key = read_key(key_path);
    bool is_good = certificate && key && X509_check_private_key(certificate, key) == 1 &&
                   covers(certificate, names);
    X509_free(certificate);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_good;
}

/* Making a new one. */

static bool add_extension(X509 *certificate, int kind, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    bool is_added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

static bool add_extensions(X509 *certificate, const struct names *names)
{
    char list[NAMES_MAX * (NAME_SIZE + 5)] = "";
    size_t used = 0;
    for (int i = 0; i < names->count; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s:%s", i > 0 ? "," : "",
                                 names->is_address[i] ? "IP" : "DNS", names->text[i]);
    return add_extension(certificate, NID_subject_alt_name, list) &&
           add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(certificate, NID_key_usage, "critical,digitalSignature") &&
           add_extension(certificate, NID_ext_key_usage, "serverAuth");
}

static bool set_serial(X509 *certificate)
{
    unsigned char bytes[16];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return false;
    bytes[0] &= 0x7f; /* positive */
    BIGNUM *number = BN_bin2bn(bytes, sizeof bytes, NULL);
    bool is_set = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return is_set;
}

static bool fill(X509 *certificate, EVP_PKEY *key, const struct names *names)
{
    X509_NAME *subject = X509_get_subject_name(certificate);
    return X509_set_version(certificate, X509_VERSION_3) && set_serial(certificate) &&
           /* An hour back, for phones whose clocks are behind. */
           X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate),
                           (long)VALID_DAYS * SECONDS_PER_DAY - 3600) &&
           X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                      (const unsigned char *)"Parlour at home", -1, -1, 0) &&
           X509_set_issuer_name(certificate, subject) && X509_set_pubkey(certificate, key) &&
           add_extensions(certificate, names) && X509_sign(certificate, key, EVP_sha256());
}

/* Into a new file beside the old one, then in its place: a crash leaves one or the other. */
static bool write_pem(const char *path, X509 *certificate, EVP_PKEY *key, struct error *error)
{
    char fresh[PATH_MAX];
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh)
        return error_set(error, ERROR_USAGE, "path too long: %s", path);
    unlink(fresh);
    int descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (!file) {
        if (descriptor >= 0)
            close(descriptor);
        return error_set(error, ERROR_IO, "cannot write %s: %s", fresh, strerror(errno));
    }
    bool is_written = certificate ? PEM_write_X509(file, certificate)
                                  : PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL);
    is_written = is_written && fflush(file) == 0 && fsync(descriptor) == 0;
    is_written = fclose(file) == 0 && is_written;
    if (!is_written || rename(fresh, path) != 0) {
        unlink(fresh);
        return error_set(error, ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    }
    return true;
}

static bool make(const char *cert_path, const char *key_path, const struct names *names,
                 struct error *error)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    bool is_made;
    if (!key || !certificate || !fill(certificate, key, names))
        is_made = error_set(error, ERROR_USAGE, "cannot make a certificate");
    else
        is_made =
            write_pem(key_path, NULL, key, error) && write_pem(cert_path, certificate, NULL, error);
    X509_free(certificate);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_made;
}

bool lan_tls_ensure(const char *cert_path, const char *key_path, struct error *error)
{
    struct names names;
    find_names(&names);
    return is_current(cert_path, key_path, &names) || make(cert_path, key_path, &names, error);
}
