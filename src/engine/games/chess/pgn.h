/* Games as text: the PGN standard's export format out, its import format in. Texts are borrowed:
 * what a pgn_game points to must outlive it. */
#ifndef PARLOUR_CHESS_PGN_H
#define PARLOUR_CHESS_PGN_H

#include <stddef.h>

#include "notation.h"

enum {
    CHESS_PLIES_MAX = 600, /* longer than the longest tournament game on record, of 269 moves */
    PGN_TAGS_MAX = 24,
    PGN_NAME_SIZE = 32,
    PGN_VALUE_SIZE = 256,
    PGN_DEPTH_MAX = 16, /* variations inside variations */
};

struct pgn_tag {
    char name[PGN_NAME_SIZE], value[PGN_VALUE_SIZE];
};

struct pgn_ply {
    chess_move move;
    const char *comment; /* that follows the move; NULL: none */
    size_t comment_length;
};

enum pgn_result { PGN_UNFINISHED, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW };
const char *pgn_result_text(enum pgn_result result); /* "*", "1-0", "0-1", "1/2-1/2" */

struct pgn_game {
    struct chess_board start;
    enum pgn_result result;
    int tag_count, ply_count;
    struct pgn_tag tag[PGN_TAGS_MAX];
    struct pgn_ply ply[CHESS_PLIES_MAX];
};

/* An empty game from the start position, with the seven tags of the standard in their order. */
void pgn_init(struct pgn_game *game);
/* Sets a tag, adding it if it is new. A value that is too long is cut at a character's end; control
 * characters become spaces. */
void pgn_set(struct pgn_game *game, const char *name, const char *value);
const char *pgn_get(const struct pgn_game *game, const char *name); /* NULL: no such tag */

/* Writes the game, lines of at most 80 columns except where one word is longer. A game from
 * another position gets the tags SetUp and FEN. Returns the length without the NUL, or 0 if it
 * does not fit. */
size_t pgn_write(const struct pgn_game *game, char *out, size_t size);

/* Reads the first game of `length` bytes of text. Variations, annotations and move numbers are
 * skipped. False if it is not PGN or has an illegal move; `*problem` then says what ("bad_tag",
 * "bad_position", "bad_move", "bad_comment", "bad_variation", "bad_result", "too_long"). */
bool pgn_read(struct pgn_game *game, const char *text, size_t length, const char **problem);

#endif
