/* libpq, as the PostgreSQL back end uses it: connections that find the primary, parameters in the binary
 * format (a batch's text and hash need no quoting), and waits that end. */
#include "postgres_store.h"

#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/text.h"

enum { PASSWORD_SIZE = 512, WAIT_STEP_MS = 250, CLOSING_MS = 2000 };
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_INT4 = 23, OID_TEXT = 25 };

int64_t postgres_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Connections */

/* The first line of the file. */
static bool read_password(const char *path, char password[PASSWORD_SIZE], struct error *error)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, ERROR_USAGE, "store_password_file %s: %s", path, strerror(errno));
    bool is_read = fgets(password, PASSWORD_SIZE, file) != NULL;
    fclose(file);
    if (!is_read)
        return error_set(error, ERROR_USAGE, "store_password_file %s is empty", path);
    password[strcspn(password, "\r\n")] = '\0';
    return true;
}

/* libpq's messages end with a line feed, and may have several lines. */
static void one_line(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    for (char *c = text; *c != '\0'; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
}

bool postgres_error(struct error *error, PGconn *conn, const PGresult *result, const char *doing)
{
    const char *message = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    error_set(error, ERROR_IO, "%s: %s", doing, message ? message : PQerrorMessage(conn));
    if (error)
        one_line(error->text);
    return false;
}

/* An error that cannot go away by itself is refused. Others are not, because a server may start before its
 * database. */
static void explain_failure(PGconn *conn, struct error *error)
{
    const char *message = PQerrorMessage(conn);
    bool is_standby = strstr(message, "session is read-only") != NULL;
    bool is_crowded = strstr(message, "too many clients") ||
                      strstr(message, "too many connections") ||
                      strstr(message, "connection slots are reserved");
    if (is_standby)
        error_set(error, ERROR_USAGE, "the database is a read-only standby: name the primary too");
    else if (is_crowded)
        error_set(error, ERROR_USAGE, "the database has not enough connections left: %s", message);
    else if (strncmp(message, "invalid ", 8) == 0)
        error_set(error, ERROR_USAGE, "store: %s", message);
    else
        error_set(error, ERROR_NETWORK, "the database cannot be reached: %s", message);
    if (error)
        one_line(error->text);
}

static bool is_url(const char *url, struct error *error)
{
    char *problem = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &problem);
    if (options) {
        PQconninfoFree(options);
        return true;
    }
    error_set(error, ERROR_USAGE, "store: %s", problem ? problem : "the address is not valid");
    if (error)
        one_line(error->text);
    PQfreemem(problem);
    return false;
}

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context, (void)result;
}

/* The URL may override the settings before it. */
PGconn *postgres_connect(const char *url, const char *password_file, struct error *error)
{
    char password[PASSWORD_SIZE] = "";
    if (!is_url(url, error) ||
        (password_file && password_file[0] && !read_password(password_file, password, error)))
        return NULL;
    const char *const names[] = { "connect_timeout",
                                  "tcp_user_timeout",
                                  "keepalives_idle",
                                  "keepalives_interval",
                                  "keepalives_count",
                                  "application_name",
                                  "dbname",
                                  "target_session_attrs",
                                  "client_encoding",
                                  password[0] ? "password" : NULL,
                                  NULL };
    const char *const values[] = { "3", "5000",       "5",    "2",      "3", "parlour",
                                   url, "read-write", "UTF8", password, NULL };
    PGconn *conn = PQconnectdbParams(names, values, 1);
    explicit_bzero(password, sizeof password);
    if (PQstatus(conn) == CONNECTION_OK) {
        PQsetNoticeReceiver(conn, ignore_notice, NULL);
        return conn;
    }
    explain_failure(conn, error);
    PQfinish(conn);
    return NULL;
}

bool postgres_exec(PGconn *conn, const char *sql, struct error *error)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    bool is_done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!is_done)
        postgres_error(error, conn, result, "database");
    PQclear(result);
    return is_done;
}

bool postgres_text(PGconn *conn, const char *sql, char *out, size_t size, struct error *error)
{
    PGresult *result = PQexec(conn, sql);
    bool is_done = PQresultStatus(result) == PGRES_TUPLES_OK;
    text_copy(out, size, is_done && PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    if (!is_done)
        postgres_error(error, conn, result, "database");
    PQclear(result);
    return is_done;
}

static void name_statement(char name[16], char prefix, int number)
{
    snprintf(name, 16, "%c%d", prefix, number);
}

bool postgres_prepare(PGconn *conn, char prefix, const char *const *sql, int count,
                      struct error *error)
{
    for (int i = 0; i < count; i++) {
        char name[16];
        name_statement(name, prefix, i);
        PGresult *result = PQprepare(conn, name, sql[i], 0, NULL);
        bool is_done = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!is_done)
            postgres_error(error, conn, result, "prepare");
        PQclear(result);
        if (!is_done)
            return false;
    }
    return true;
}

bool postgres_wait(PGconn *conn, bool wants_write, int64_t until_ms, const atomic_bool *is_closing)
{
    struct pollfd socket = { .fd = PQsocket(conn),
                             .events = (short)(POLLIN | (wants_write ? POLLOUT : 0)) };
    for (int closing_ms = 0; closing_ms < CLOSING_MS;) {
        int ready = poll(&socket, 1, WAIT_STEP_MS);
        if (ready > 0)
            return true;
        if ((ready < 0 && errno != EINTR) || postgres_now_ms() >= until_ms)
            return false;
        if (is_closing && atomic_load(is_closing))
            closing_ms += WAIT_STEP_MS;
    }
    return false;
}

/* Parameters */

void postgres_params_clear(struct postgres_params *params)
{
    for (int i = 0; i < POSTGRES_PARAMS_MAX; i++)
        params->param[i].length = 0;
    params->count = 0;
}

void postgres_params_free(struct postgres_params *params)
{
    for (int i = 0; i < POSTGRES_PARAMS_MAX; i++)
        memory_free(params->param[i].bytes);
}

static void put(struct postgres_param *param, const void *bytes, size_t length)
{
    if (param->length + length > param->size) {
        size_t size = param->size ? param->size : 256;
        while (size < param->length + length)
            size *= 2;
        param->bytes = memory_grow(param->bytes, param->size, size);
        param->size = size;
    }
    if (length > 0)
        memcpy(param->bytes + param->length, bytes, length);
    param->length += length;
}

static void put_int4(struct postgres_param *param, int32_t value)
{
    uint32_t big = htonl((uint32_t)value);
    put(param, &big, sizeof big);
}

static void put_int8(struct postgres_param *param, int64_t value)
{
    uint64_t big = htobe64((uint64_t)value);
    put(param, &big, sizeof big);
}

static struct postgres_param *next_param(struct postgres_params *params)
{
    struct postgres_param *param = &params->param[params->count++];
    param->elements = -1;
    return param;
}

void postgres_add_int8(struct postgres_params *params, int64_t value)
{
    put_int8(next_param(params), value);
}

void postgres_add_int4(struct postgres_params *params, int32_t value)
{
    put_int4(next_param(params), value);
}

void postgres_add_bytes(struct postgres_params *params, const void *bytes, size_t length)
{
    put(next_param(params), bytes, length);
}

void postgres_add_text(struct postgres_params *params, const char *text)
{
    postgres_add_bytes(params, text, strlen(text));
}

void postgres_set_text(struct postgres_params *params, int index, const char *text)
{
    struct postgres_param *param = &params->param[index];
    if (index >= params->count)
        params->count = index + 1;
    param->length = 0;
    param->elements = -1;
    put(param, text, strlen(text));
}

/* One dimension, no nulls, numbered from 1; the number of elements comes when it is known. */
static void begin_array(struct postgres_params *params, int index, int oid)
{
    struct postgres_param *param = &params->param[index];
    if (index >= params->count)
        params->count = index + 1;
    param->length = 0;
    param->elements = 0;
    put_int4(param, 1);
    put_int4(param, 0);
    put_int4(param, oid);
    put_int4(param, 0);
    put_int4(param, 1);
}

void postgres_begin_int8s(struct postgres_params *params, int index)
{
    begin_array(params, index, OID_INT8);
}

void postgres_begin_int4s(struct postgres_params *params, int index)
{
    begin_array(params, index, OID_INT4);
}

void postgres_begin_texts(struct postgres_params *params, int index)
{
    begin_array(params, index, OID_TEXT);
}

void postgres_begin_bytes(struct postgres_params *params, int index)
{
    begin_array(params, index, OID_BYTEA);
}

void postgres_put_int8(struct postgres_params *params, int index, int64_t value)
{
    params->param[index].elements++;
    put_int4(&params->param[index], 8);
    put_int8(&params->param[index], value);
}

void postgres_put_int4(struct postgres_params *params, int index, int32_t value)
{
    params->param[index].elements++;
    put_int4(&params->param[index], 4);
    put_int4(&params->param[index], value);
}

void postgres_put_bytes(struct postgres_params *params, int index, const void *bytes, size_t length)
{
    params->param[index].elements++;
    put_int4(&params->param[index], (int32_t)length);
    put(&params->param[index], bytes, length);
}

bool postgres_send(PGconn *conn, char prefix, int statement, const struct postgres_params *params)
{
    const char *values[POSTGRES_PARAMS_MAX];
    int lengths[POSTGRES_PARAMS_MAX], formats[POSTGRES_PARAMS_MAX];
    for (int i = 0; i < params->count; i++) {
        const struct postgres_param *param = &params->param[i];
        if (param->elements >= 0) {
            uint32_t elements = htonl((uint32_t)param->elements);
            memcpy(param->bytes + 12, &elements, sizeof elements);
        }
        values[i] = param->bytes ? param->bytes : "";
        lengths[i] = (int)param->length;
        formats[i] = 1;
    }
    char name[16];
    name_statement(name, prefix, statement);
    return PQsendQueryPrepared(conn, name, params->count, values, lengths, formats, 1) == 1;
}

int64_t postgres_param_int8(const struct postgres_params *params, int index)
{
    uint64_t big;
    memcpy(&big, params->param[index].bytes, sizeof big);
    return (int64_t)be64toh(big);
}

/* Results */

int64_t postgres_int8(const PGresult *result, int row, int column)
{
    uint64_t big;
    if (PQgetlength(result, row, column) != sizeof big)
        return 0;
    memcpy(&big, PQgetvalue(result, row, column), sizeof big);
    return (int64_t)be64toh(big);
}

int32_t postgres_int4(const PGresult *result, int row, int column)
{
    uint32_t big;
    if (PQgetlength(result, row, column) != sizeof big)
        return 0;
    memcpy(&big, PQgetvalue(result, row, column), sizeof big);
    return (int32_t)ntohl(big);
}

void postgres_copy_text(const PGresult *result, int row, int column, char *out, size_t size)
{
    text_copy(out, size, PQgetvalue(result, row, column));
}
