/* The numbers are SplitMix64 of their index, as constant expressions: the same on every machine,
 * and nothing to set up. */
#include "zobrist.h"

#define MIX_1(x)  (((x) ^ (x) >> 30) * UINT64_C(0xbf58476d1ce4e5b9))
#define MIX_2(x)  (((x) ^ (x) >> 27) * UINT64_C(0x94d049bb133111eb))
#define MIX_3(x)  ((x) ^ (x) >> 31)
#define RANDOM(n) MIX_3(MIX_2(MIX_1(((uint64_t)(n) + 1) * UINT64_C(0x9e3779b97f4a7c15))))

#define RANDOM_4(n)  RANDOM(n), RANDOM((n) + 1), RANDOM((n) + 2), RANDOM((n) + 3)
#define RANDOM_16(n) RANDOM_4(n), RANDOM_4((n) + 4), RANDOM_4((n) + 8), RANDOM_4((n) + 12)
#define BOARD(n)                                                                    \
    {                                                                               \
        RANDOM_16(n), RANDOM_16((n) + 16), RANDOM_16((n) + 32), RANDOM_16((n) + 48) \
    }
#define MEN(n)                                                                           \
    {                                                                                    \
        BOARD(n), BOARD((n) + 64), BOARD((n) + 128), BOARD((n) + 192), BOARD((n) + 256), \
            BOARD((n) + 320)                                                             \
    }

const struct chess_zobrist chess_zobrist = {
    .man = { MEN(0), MEN(384) },
    .castling = { RANDOM_16(768) },
    .ep_file = { RANDOM_4(784), RANDOM_4(788) },
    .black_to_move = RANDOM(792),
};
