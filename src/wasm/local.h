/* A room on this device: the same room and engine as the server's, with the same messages, for one person
 * who runs a game. The page brings time and chance, keeps the log, and shows the messages. It gets no
 * message before it has said that the batch is kept.
 *
 * One room at a time. Every function takes a question as JSON and writes an answer of at most `size` bytes
 * with the NUL, and returns its length. A failure is answered as {"problem": word}.
 *
 * A batch, as the page keeps it and gives it back, byte by byte:
 *   {"seq": n, "time_ms": n, "player": id (or "" for the clock), "cid": id or "", "command": {…},
 *    "events": […], "hash": 64 hex digits}: the chain of SHA-256 over all events so far. */
#ifndef PARLOUR_LOCAL_H
#define PARLOUR_LOCAL_H

#include <stddef.h>

/* {"player": id, "seed": 64 hex digits} → {}. Forgets the former room; the seed decides all chance. */
size_t local_open(const char *request, size_t length, char *reply, size_t size);

/* A batch → {}. Problems: "damaged" (not what was kept after those before it), "too_long". */
size_t local_load(const char *request, size_t length, char *reply, size_t size);

/* {"now_ms": n} → {"frames": [welcome, room_state], "deadline_ms": n or null, "has_bot": bool}, once all
 * is loaded; `has_bot`: it may be the turn of a bot. The problem "cannot_replay" is also that of a log
 * without batches. */
size_t local_begin(const char *request, size_t length, char *reply, size_t size);

/* {"now_ms": n, "command": {…}} from the person, or {"now_ms": n, "clock": "tick" or "move_here"}, or
 * {"now_ms": n, "clock": "credit_clock", "ms": n}, or {"now_ms": n, "bot": true} for the first bot that
 * wants to move → {"frames": […]} if nothing happened: "ok" or "error"; else the batch, to be kept before
 * local_commit. */
size_t local_command(const char *request, size_t length, char *reply, size_t size);

/* {"now_ms": n}: the batch is kept. → {"frames": […], "deadline_ms": n or null, "has_bot": bool}. */
size_t local_commit(const char *request, size_t length, char *reply, size_t size);

/* {"after": seq} → {"events": […]}: what the person was told since. */
size_t local_history(const char *request, size_t length, char *reply, size_t size);

/* {"extension": word} → {"file": text}: the game as a file, or the problem "not_found". */
size_t local_export(const char *request, size_t length, char *reply, size_t size);

/* {} → {"state_hash": 64 hex digits, "game": id, "phase": word}: the game's state, to compare with
 * another. */
size_t local_digest(const char *request, size_t length, char *reply, size_t size);

/* {} → the catalogue of the games, as the server shows it; {"reference": true} → what a storyteller looks
 * up. */
size_t local_catalog(const char *request, size_t length, char *reply, size_t size);

#endif
