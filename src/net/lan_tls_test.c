/* The certificate for playing at home. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "net/lan_tls.h"
#include "net/tls.h"

static char folder[] = "/tmp/lan_tls_test.XXXXXX";
static char cert[64], key[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(cert, sizeof cert, "%s/cert.pem", folder);
    snprintf(key, sizeof key, "%s/key.pem", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(cert);
    unlink(key);
    return rmdir(folder);
}

static size_t content(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(out, 1, size - 1, file);
    out[length] = '\0';
    fclose(file);
    return length;
}

static X509 *certificate(void)
{
    FILE *file = fopen(cert, "r");
    assert_non_null(file);
    X509 *found = PEM_read_X509(file, NULL, NULL, NULL);
    fclose(file);
    assert_non_null(found);
    return found;
}

static void it_is_made_for_this_machine_and_readable_by_its_owner_only(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct stat status;

    assert_true(lan_tls_ensure(cert, key, &error));

    X509 *made = certificate();
    assert_int_equal(X509_check_host(made, "localhost", 0, 0, NULL), 1);
    assert_int_equal(X509_check_ip_asc(made, "127.0.0.1", 0), 1);
    assert_int_equal(X509_check_ip_asc(made, "::1", 0), 1);
    assert_int_equal(X509_check_host(made, "example.org", 0, 0, NULL), 0);
    X509_free(made);
    assert_int_equal(stat(key, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(stat(cert, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static void openssl_accepts_the_pair(void **state)
{
    (void)state;
    struct error error = { 0 };
    assert_true(lan_tls_ensure(cert, key, &error));

    struct tls_context *context = tls_context_open(cert, key, &error);

    assert_non_null(context);
    tls_context_close(context);
}

static void a_good_one_is_kept(void **state)
{
    (void)state;
    char before[4096], after[4096];
    assert_true(lan_tls_ensure(cert, key, NULL));
    content(cert, before, sizeof before);

    assert_true(lan_tls_ensure(cert, key, NULL));

    content(cert, after, sizeof after);
    assert_string_equal(before, after);
}

static void a_missing_broken_or_foreign_part_is_made_anew(void **state)
{
    (void)state;
    char other[4096], fresh[4096];
    assert_true(lan_tls_ensure(cert, key, NULL));
    content(key, other, sizeof other);

    unlink(cert);
    assert_true(lan_tls_ensure(cert, key, NULL));
    content(key, fresh, sizeof fresh);
    assert_string_not_equal(other, fresh);

    FILE *file = fopen(key, "w"); /* the old key does not belong to the new certificate */
    fputs(other, file);
    fclose(file);
    assert_true(lan_tls_ensure(cert, key, NULL));

    file = fopen(cert, "w");
    fputs("-----BEGIN CERTIFICATE-----\nnonsense\n", file);
    fclose(file);
    assert_true(lan_tls_ensure(cert, key, NULL));
    struct tls_context *context = tls_context_open(cert, key, NULL);
    assert_non_null(context);
    tls_context_close(context);
}

static void a_missing_folder_is_an_error_in_words(void **state)
{
    (void)state;
    struct error error = { 0 };

    assert_false(lan_tls_ensure("/nowhere/cert.pem", "/nowhere/key.pem", &error));

    assert_int_equal(error.kind, ERROR_IO);
    assert_non_null(strstr(error.text, "/nowhere/key.pem"));
}

static void bad_files_are_refused_for_listening(void **state)
{
    (void)state;
    struct error error = { 0 };
    assert_true(lan_tls_ensure(cert, key, NULL));

    assert_null(tls_context_open("/nowhere.pem", key, &error));
    assert_non_null(strstr(error.text, "certificate /nowhere.pem"));
    assert_null(tls_context_open(cert, cert, &error));
    assert_non_null(strstr(error.text, "key "));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(it_is_made_for_this_machine_and_readable_by_its_owner_only),
        IN_FOLDER(openssl_accepts_the_pair),
        IN_FOLDER(a_good_one_is_kept),
        IN_FOLDER(a_missing_broken_or_foreign_part_is_made_anew),
        IN_FOLDER(a_missing_folder_is_an_error_in_words),
        IN_FOLDER(bad_files_are_refused_for_listening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
