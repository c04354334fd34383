/* Settings: flags override the environment, which overrides the file, which overrides the credentials of
 * systemd, which override the presets. One table describes them all. */
#ifndef PARLOUR_CONFIG_H
#define PARLOUR_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct json;

enum { CONFIG_TEXT_SIZE = 256, CONFIG_BASE_PATH_MAX = 64 };

struct config {
    char address[CONFIG_TEXT_SIZE];
    int64_t port;
    char private_address[CONFIG_TEXT_SIZE]; /* the operator's; "": none */
    int64_t private_port;
    char data[CONFIG_TEXT_SIZE];  /* folder of the database */
    char store[CONFIG_TEXT_SIZE]; /* "sqlite", "memory" or postgres://… */
    char store_password_file[CONFIG_TEXT_SIZE];
    char node[CONFIG_TEXT_SIZE], route[CONFIG_TEXT_SIZE]; /* of several on one PostgreSQL */
    char router[CONFIG_TEXT_SIZE];                        /* "none", "accel" or "redirect" */
    char base_path[CONFIG_TEXT_SIZE]; /* "" or "/parlour": where in another site we are */
    char web[CONFIG_TEXT_SIZE];       /* pages from a folder instead of the binary */
    char tls_cert[CONFIG_TEXT_SIZE], tls_key[CONFIG_TEXT_SIZE];
    int64_t lan_tls;
    char origins[CONFIG_TEXT_SIZE];     /* further origins that may write, separated by spaces */
    char trust_proxy[CONFIG_TEXT_SIZE]; /* networks of proxies; see net/address.h */
    char log_format[CONFIG_TEXT_SIZE], log_level[CONFIG_TEXT_SIZE];
    int64_t connections_max, connections_per_address;
    int64_t commands_per_10s, guesses_per_minute, knocks_per_minute, rooms_per_minute,
        sessions_per_minute, reads_per_minute;
    int64_t rooms_per_day, mb_per_day, room_mb, disk_mb; /* how much is kept; quota.c */
    int64_t away_ms;      /* how long a connection may be gone before the room is told */
    int64_t bot_delay_ms; /* how long a bot seems to think */
    int64_t room_cleanup_minutes, set_cleanup_minutes, abandoned_days, session_days;
    char contact[CONFIG_TEXT_SIZE];  /* whom to ask about one's data; on the page /privacy */
    int64_t push;                    /* messages to people who are away; push.h */
    int64_t push_devices;            /* that are told, of all people */
    char push_key[CONFIG_TEXT_SIZE]; /* their key; "": in `data` */
    int64_t push_loopback;           /* for tests */
    char backups[CONFIG_TEXT_SIZE];  /* where `backup --keep` writes; for the operator's page */
    int64_t hidden_games;            /* games that are only for tests can be played */
    int64_t qr;                      /* show the address as a QR code at start */
};

/* Presets, then what systemd hands over (a file tls_key in $CREDENTIALS_DIRECTORY is that setting), the file
 * (if any), the environment (PARLOUR_PORT …) and the flags (--port …). On false `error` names the setting and
 * what is wrong with it. `argv` begins behind the command's name. */
bool config_read(struct config *config, int argc, char **argv, struct error *error);

/* Whether `store` is a PostgreSQL's address. */
bool config_is_postgres(const struct config *config);
/* What the store is called in logs: an address may hold a password. */
const char *config_store_name(const struct config *config);

/* Passwords are left out. */
void config_print(const struct config *config, struct json *out);
void config_help(void); /* the flags with their meaning and presets, on standard output */

#endif
