/* Sets of squares as 64-bit words, and the squares a man attacks. Every table is a constant
 * expression, so there is nothing to set up and nothing to share between threads. */
#ifndef PARLOUR_CHESS_BITS_H
#define PARLOUR_CHESS_BITS_H

#include <stdint.h>

#define BIT(square)   (UINT64_C(1) << (square))
#define FILE_A        UINT64_C(0x0101010101010101)
#define FILE_H        UINT64_C(0x8080808080808080)
#define RANK_1        UINT64_C(0xff)
#define RANK(n)       (RANK_1 << 8 * (n))
#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

static inline int bits_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Not the builtin: without a processor's own instruction it is a call into a library. */
static inline int bits_count(uint64_t set)
{
#ifdef __POPCNT__
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

struct chess_lines {
    uint64_t file, rank, rise, fall; /* through a square, without it */
};

extern const struct chess_lines chess_lines[64];
extern const uint64_t chess_knight_attacks[64], chess_king_attacks[64];

/* Squares seen along `line` from `square`, up to and with the first man each way (obstruction
 * difference): subtracting the nearest man below from the men above sets every bit between the
 * nearest two. */
static inline uint64_t line_attacks(uint64_t line, int square, uint64_t occupied)
{
    uint64_t men = line & occupied;
    uint64_t below = men & (BIT(square) - 1);
    uint64_t above = men & ~(BIT(square) - 1);
    uint64_t nearest_below = BIT(63) >> __builtin_clzll(below | 1);
    return line & (above ^ (above - nearest_below));
}

static inline uint64_t rook_attacks(int square, uint64_t occupied)
{
    const struct chess_lines *lines = &chess_lines[square];
    return line_attacks(lines->file, square, occupied) |
           line_attacks(lines->rank, square, occupied);
}

static inline uint64_t bishop_attacks(int square, uint64_t occupied)
{
    const struct chess_lines *lines = &chess_lines[square];
    return line_attacks(lines->rise, square, occupied) |
           line_attacks(lines->fall, square, occupied);
}

/* Where the pawns of a set strike, towards the a-file and towards the h-file. */
static inline uint64_t pawn_attacks_west(uint64_t pawns, int color)
{
    return (color ? pawns >> 9 : pawns << 7) & ~FILE_H;
}
static inline uint64_t pawn_attacks_east(uint64_t pawns, int color)
{
    return (color ? pawns >> 7 : pawns << 9) & ~FILE_A;
}
static inline uint64_t pawn_attacks(uint64_t pawns, int color)
{
    return pawn_attacks_west(pawns, color) | pawn_attacks_east(pawns, color);
}

#endif
