/* Bounded text: copies that never overrun, UTF-8, hexadecimal, and public ids. */
#ifndef PARLOUR_TEXT_H
#define PARLOUR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies and NUL-terminates. False if it did not fit; then `out` is "". */
bool text_copy(char *out, size_t size, const char *text);
bool text_equal(const char *a, const char *b);

/* Valid UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
bool utf8_valid(const char *text, size_t length);

/* Whether a person may write this text: it has no control characters but tabs and line ends, and none that
 * change the direction of the text after them. In JSON such a text takes at most twice its bytes. */
bool text_is_plain(const char *text);

/* Decodes one code point at `*at` and moves `*at` behind it; -1 if the bytes are not valid UTF-8. */
int32_t utf8_next(const char *text, size_t length, size_t *at);

void hex_write(char *out, const uint8_t *bytes, size_t count); /* 2 * count characters and a NUL */
/* Reads exactly 2 * count lower-case digits; else nothing is written. */
bool hex_read(uint8_t *bytes, size_t count, const char *text);

/* A public id is 64 random bits, shown as 13 characters of Crockford's base 32, lower case. It is a name and
 * gives no rights. 0 is no id. */
enum { ID_TEXT_SIZE = 14 };
void id_write(char out[ID_TEXT_SIZE], int64_t id);
bool id_read(int64_t *id, const char *text);

/* A room code is 6 letters and digits, held as a number. Those we draw are out of CODE_ALPHABET (no vowels,
 * no look-alikes) and are numbered 1 … code_count(); people may choose any other, up to code_max(). */
enum { CODE_LENGTH = 6, CODE_TEXT_SIZE = 7 };
extern const char CODE_ALPHABET[];
int64_t code_count(void);
int64_t code_max(void);
void code_write(char out[CODE_TEXT_SIZE], int64_t code);
bool code_read(int64_t *code, const char *text); /* accepts lower case */

/* A short word of up to 8 ASCII letters, digits, '-' or '_', packed into an integer so that it fits an
 * argument; 0 is the empty word. */
enum { WORD_TEXT_SIZE = 9 };
void word_write(char out[WORD_TEXT_SIZE], int64_t word);
bool word_read(int64_t *word, const char *text);

#endif
