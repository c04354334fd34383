/* The operator's log: one line per event on standard error, logfmt or JSON, ids only, never secrets. */
#ifndef PARLOUR_LOG_H
#define PARLOUR_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum { LOG_REQUEST_SIZE = 17 }; /* of a request's id with its NUL */

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };

void log_setup(enum log_level least, bool as_json);

/* log_line(LOG_INFO, "listening", "port", "%d", port, "tls", "%s", "no", NULL): a message, then triples
 * of key, format and value as three arguments each; the list ends with NULL. Values are quoted where
 * needed. A value's format takes exactly one argument: an int ("%d"), an int64_t ("%lld", cast to long
 * long) or a text ("%s"). */
void log_line(enum log_level level, const char *message, ...);

/* Sets the request that this thread works for. Every line carries it as "request" until the next call; ""
 * means none. */
void log_set_request(const char *id);
const char *log_request(void);

#endif
