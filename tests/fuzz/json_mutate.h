/* A mutator of JSON. Bytes changed by chance are refused by the reader; this one changes values, so that most
 * of what it makes is read and goes deeper. */
#ifndef PARLOUR_FUZZ_JSON_MUTATE_H
#define PARLOUR_FUZZ_JSON_MUTATE_H

#include "fuzz/fuzz.h"

/* A value becomes another one, fresh or from elsewhere in the text; an element or a member is taken out or
 * also put somewhere else. Text that is not JSON has its bytes changed. */
size_t json_mutate(uint8_t *data, size_t size, size_t size_max, unsigned int seed);

#endif
