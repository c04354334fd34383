/* Inputs that are sequences of commands: a head, then records of one size. Every byte string is such a
 * sequence and every record a command of the tables, so every input means something. */
#ifndef PARLOUR_FUZZ_RECORDS_H
#define PARLOUR_FUZZ_RECORDS_H

#include "engine/game.h"
#include "fuzz/fuzz.h"

enum { RECORD_ARGS = 8, RECORDS_HEAD = 8, RECORDS_MAX = 400 };

struct record {
    uint8_t kind, actor, delay, how;
    uint8_t arg[RECORD_ARGS];
};

/* How many whole records there are behind the head. */
int records_count(size_t size);
/* The record at `index`, which must exist. */
struct record record_at(const uint8_t *data, int index);

/* The value of an argument that `byte` stands for: most fit the table, the highest ones are wild. */
int64_t record_value(const struct game_arg *arg, int seat_count, uint8_t byte);

/* A mutator of such inputs: whole records are put in, taken out, repeated, exchanged, or one field of one
 * is changed. */
size_t records_mutate(uint8_t *data, size_t size, size_t size_max, unsigned int seed);

#endif
