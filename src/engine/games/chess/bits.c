/* The attack tables, written as constant expressions of the square. */
#include "bits.h"

#define EIGHT(f, s) f(s), f(s + 1), f(s + 2), f(s + 3), f(s + 4), f(s + 5), f(s + 6), f(s + 7)
#define ALL_SQUARES(f)                                                                \
    EIGHT(f, 0), EIGHT(f, 8), EIGHT(f, 16), EIGHT(f, 24), EIGHT(f, 32), EIGHT(f, 40), \
        EIGHT(f, 48), EIGHT(f, 56)

/* The long diagonals, moved up or down by whole ranks so that they pass through the square. */
#define RISING                  UINT64_C(0x8040201008040201)
#define FALLING                 UINT64_C(0x0102040810204080)
#define MOVED_BY_RANKS(line, n) ((n) >= 0 ? (line) << 8 * ((n)&7) : (line) >> 8 * (-(n)&7))
#define FILE_OF(s)              ((s)&7)
#define RANK_OF(s)              ((s) >> 3)

#define LINES(s)                                                           \
    {                                                                      \
        (FILE_A << FILE_OF(s)) & ~BIT(s), RANK(RANK_OF(s)) & ~BIT(s),      \
            MOVED_BY_RANKS(RISING, RANK_OF(s) - FILE_OF(s)) & ~BIT(s),     \
            MOVED_BY_RANKS(FALLING, RANK_OF(s) + FILE_OF(s) - 7) & ~BIT(s) \
    }

#define FILES_AB (FILE_A | FILE_A << 1)
#define FILES_GH (FILE_H | FILE_H >> 1)

#define KNIGHT_FROM(s)                                                                       \
    (((BIT(s) << 17 | BIT(s) >> 15) & ~FILE_A) | ((BIT(s) << 15 | BIT(s) >> 17) & ~FILE_H) | \
     ((BIT(s) << 10 | BIT(s) >> 6) & ~FILES_AB) | ((BIT(s) << 6 | BIT(s) >> 10) & ~FILES_GH))

#define KING_FROM(s)                                                                     \
    (BIT(s) << 8 | BIT(s) >> 8 | ((BIT(s) << 9 | BIT(s) << 1 | BIT(s) >> 7) & ~FILE_A) | \
     ((BIT(s) << 7 | BIT(s) >> 1 | BIT(s) >> 9) & ~FILE_H))

const struct chess_lines chess_lines[64] = { ALL_SQUARES(LINES) };
const uint64_t chess_knight_attacks[64] = { ALL_SQUARES(KNIGHT_FROM) };
const uint64_t chess_king_attacks[64] = { ALL_SQUARES(KING_FROM) };
