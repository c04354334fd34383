/* What encode.c and actions.c share. */
#ifndef PARLOUR_GRIMOIRE_ENCODE_H
#define PARLOUR_GRIMOIRE_ENCODE_H

#include "rules.h"

void encode_seat(struct json *out, const char *key, int seat); /* null: nobody */
void encode_seats(struct json *out, const char *key, seat_set seats);
void encode_names(struct json *out, const char *key, const char *const names[], uint64_t set);
void encode_effects(struct json *out, const char *key, grimoire_effect_set effects);
void encode_characters(struct json *out, const char *key, grimoire_characters characters);

/* "available_actions" */
void grimoire_encode_actions(const struct grimoire_view *view, struct json *out);

#endif
