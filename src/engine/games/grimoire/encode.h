/* What encode.c, encode_desk.c and actions.c share. */
#ifndef PARLOUR_GRIMOIRE_ENCODE_H
#define PARLOUR_GRIMOIRE_ENCODE_H

#include "rules.h"

void encode_seat(struct json *out, const char *key, int seat); /* null: nobody */
void encode_seats(struct json *out, const char *key, seat_set seats);
void encode_names(struct json *out, const char *key, const char *const names[], uint64_t set);
void encode_effects(struct json *out, const char *key, grimoire_effect_set effects);
void encode_character(struct json *out, const char *key, int character); /* null: none */
void encode_characters(struct json *out, const char *key, grimoire_characters characters);
void encode_number(struct json *out, const char *key, int number); /* null: below 0 */
void encode_counts(struct json *out, const char *key, const int8_t count[GRIMOIRE_TEAMS]);
void encode_answer_parts(struct json *out, const struct grimoire_answer *answer);
void encode_facts(struct json *out, const char *key, const struct grimoire_facts *facts);
void encode_outcome(struct json *out, const char *key, int side, int reason); /* null: no side */

/* The storyteller's part of the view. */
void grimoire_encode_desk(const struct grimoire_view *view, struct json *out);

/* "available_actions" */
void grimoire_encode_actions(const struct grimoire_view *view, struct json *out);

#endif
