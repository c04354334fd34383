/* A table (room/table.h) for tests: people send JSON, time passes by hand, and every accepted batch is
 * replayed from its log text into a second room that must stay equal byte for byte. */
#ifndef PARLOUR_ROOM_FIXTURE_H
#define PARLOUR_ROOM_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "room/room_parts.h"

enum { ANA = 1001, BOB, CAT, DAN, EVE, FAY, STRANGER = 2000 };

extern struct room *table;           /* as it stands */
extern struct room_turn *const turn; /* the latest decision */
extern int64_t now_ms;
extern struct room_batch log_batch[];
extern int log_count;

/* An empty table, before every test; `seed` decides all chance. */
void clear_table(int seed);
int setup_table(void **unused);
#define TEST(name) cmocka_unit_test_setup(name, setup_table)
/* A registered game that this test may change before it is played. */
struct game *bend(const char *id);
/* A new room for the game, opened by Ana. */
void open_table(const char *game);
/* Ana's room with the first `count` of Ana, Bob, Cat, … in it. */
void seat_people(const char *game, int count);
/* The same, and the game begun. */
void start_with(const char *game, int count);

/* `player` sends a command: JSON with ' for ", and printf's conversions. True if accepted. */
bool say(int64_t player, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool say_with_cid(int64_t player, int64_t cid, const char *json);
bool decide(const struct room_command *command);
/* The clock sends a command with one argument. */
bool clock_says(const char *name, int64_t argument);
void pass_ms(int64_t ms);
/* Passes the time to the room's deadline and ticks. */
void tick_at_deadline(void);

void assert_accepted(bool accepted);
void assert_refused(bool accepted, const char *code);
bool happened(const char *event); /* in the latest batch */
int count_of(const char *event);
const struct room_member *person(int64_t player);

/* Borrowed until the next call of the same function. */
const char *id_of(int64_t player);
const char *view_of(int64_t player);
const char *told_to(int64_t player); /* the latest batch */
/* If a move changes what a member may do, the member must be sent the whole state, not only the game. */
void assert_offers_are_told(void);
/* What the viewer would be sent of the latest batch, and after a reconnect, must fit a message. */
void assert_messages_fit(int64_t player);
/* Text that is copied from one viewer's messages to the next viewer's must be what each would get alone. */
void assert_told_as_if_alone(void);
const char *proof(void);
bool sees(int64_t player, const char *text);    /* in the view */
bool is_told(int64_t player, const char *text); /* of the latest batch */

/* What must hold at any time: the ring of seats is whole, no two names look alike, everybody here has a
 * host. */
void assert_table_is_in_order(void);
/* `text` is sent to `viewer`: it must contain no secret of the room and nobody else's code. */
void assert_no_foreign_secret(const char *text, int64_t viewer);
/* A room rebuilt from the whole log must equal the table. */
void assert_log_replays(void);
/* Does what the server does after a rewind. */
void reload(void);

/* More people than there are entries watch for a moment, one after the other. */
void a_crowd_comes_and_goes(void);

#endif
