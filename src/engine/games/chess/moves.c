/* Legal moves, without trying any: checks and pins are worked out first, and every man is then
 * given only the squares that leave its king safe. The same code lists and counts; the compiler
 * makes a copy of it for each colour and each use, because both are constants where it is
 * called. */
#include "board.h"

#include <stddef.h>

#include "bits.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What the men of one side may do, as sets of squares. */
struct scene {
    int us, king;
    uint64_t own, foe, occupied;
    uint64_t danger; /* squares the opponent attacks, seen through our king */
    uint64_t checkers;
    uint64_t evasion; /* where a man other than the king must go: everywhere unless in check */
    uint64_t pinned_straight,
        pinned_diagonal; /* rays from our king to a pinning man, that man included */
};

ALWAYS_INLINE uint64_t between(uint64_t line, int a, int b)
{
    uint64_t low = BIT(a < b ? a : b), high = BIT(a < b ? b : a);
    return line & (high - 1) & ~(low - 1) & ~low;
}

ALWAYS_INLINE uint64_t danger_to(const struct chess_board *board, int us, uint64_t occupied)
{
    uint64_t foe = board->color[!us];
    uint64_t straight = foe & (board->piece[ROOK] | board->piece[QUEEN]);
    uint64_t diagonal = foe & (board->piece[BISHOP] | board->piece[QUEEN]);
    uint64_t knights = foe & board->piece[KNIGHT];
    uint64_t danger = pawn_attacks(foe & board->piece[PAWN], !us) |
                      chess_king_attacks[bits_lowest(foe & board->piece[KING])];
    for (; knights; knights &= knights - 1)
        danger |= chess_knight_attacks[bits_lowest(knights)];
    for (; straight; straight &= straight - 1)
        danger |= rook_attacks(bits_lowest(straight), occupied);
    for (; diagonal; diagonal &= diagonal - 1)
        danger |= bishop_attacks(bits_lowest(diagonal), occupied);
    return danger;
}

/* Sorts out a sliding man that would attack the king on an otherwise empty line: it gives check,
 * pins exactly one of our men, or does nothing. */
ALWAYS_INLINE void look_along(struct scene *scene, uint64_t line, int slider, uint64_t *pinned)
{
    uint64_t ray = between(line, scene->king, slider);
    uint64_t shield = ray & scene->own;
    if (!shield) {
        scene->checkers |= BIT(slider);
        scene->evasion = ray | BIT(slider);
    } else if (!(shield & (shield - 1))) {
        *pinned |= ray | BIT(slider);
    }
}

ALWAYS_INLINE void find_sliders(struct scene *scene, const struct chess_board *board)
{
    const struct chess_lines *lines = &chess_lines[scene->king];
    uint64_t straight = rook_attacks(scene->king, scene->foe) & scene->foe &
                        (board->piece[ROOK] | board->piece[QUEEN]);
    uint64_t diagonal = bishop_attacks(scene->king, scene->foe) & scene->foe &
                        (board->piece[BISHOP] | board->piece[QUEEN]);
    for (; straight; straight &= straight - 1) {
        int slider = bits_lowest(straight);
        uint64_t line = lines->file & BIT(slider) ? lines->file : lines->rank;
        look_along(scene, line, slider, &scene->pinned_straight);
    }
    for (; diagonal; diagonal &= diagonal - 1) {
        int slider = bits_lowest(diagonal);
        uint64_t line = lines->rise & BIT(slider) ? lines->rise : lines->fall;
        look_along(scene, line, slider, &scene->pinned_diagonal);
    }
}

ALWAYS_INLINE struct scene look(const struct chess_board *board, int us)
{
    struct scene scene = { .us = us, .own = board->color[us], .foe = board->color[!us] };
    scene.occupied = scene.own | scene.foe;
    scene.king = bits_lowest(scene.own & board->piece[KING]);
    scene.evasion = ~UINT64_C(0);
    scene.danger = danger_to(board, us, scene.occupied ^ BIT(scene.king));
    find_sliders(&scene, board);
    uint64_t leapers = scene.foe & ((chess_knight_attacks[scene.king] & board->piece[KNIGHT]) |
                                    (pawn_attacks(BIT(scene.king), us) & board->piece[PAWN]));
    if (leapers) {
        scene.checkers |= leapers;
        scene.evasion = leapers;
    }
    if (scene.checkers & (scene.checkers - 1))
        scene.evasion = 0;
    return scene;
}

/* Records the moves from one square, or only counts them when there is no list. */
ALWAYS_INLINE int add_targets(struct chess_moves *list, int from, uint64_t targets)
{
    if (!list)
        return bits_count(targets);
    for (; targets; targets &= targets - 1)
        list->move[list->count++] = chess_move_of(from, bits_lowest(targets), 0);
    return 0;
}

/* Records pawn moves that all go by the same step, from their target squares. */
ALWAYS_INLINE int add_pawn_steps(struct chess_moves *list, uint64_t targets, int step, int us)
{
    uint64_t last_rank = us == WHITE ? RANK(7) : RANK(0);
    if (!list)
        return bits_count(targets) + 3 * bits_count(targets & last_rank);
    for (; targets; targets &= targets - 1) {
        int to = bits_lowest(targets);
        if (BIT(to) & last_rank)
            for (int piece = QUEEN; piece >= KNIGHT; piece--)
                list->move[list->count++] = chess_move_of(to - step, to, piece);
        else
            list->move[list->count++] = chess_move_of(to - step, to, 0);
    }
    return 0;
}

/* Taking in passing lifts two men off one rank, which no pin foresees; so the board after it is
 * looked at. board->ep_square is set only when at least one such capture is legal, but another
 * may not be. */
ALWAYS_INLINE int add_en_passant(struct chess_moves *list, const struct chess_board *board,
                                 const struct scene *scene, int us)
{
    int to = board->ep_square, victim = us == WHITE ? to - 8 : to + 8, count = 0;
    uint64_t takers = pawn_attacks(BIT(to), !us) & scene->own & board->piece[PAWN];
    for (; takers; takers &= takers - 1) {
        int from = bits_lowest(takers);
        uint64_t occupied = (scene->occupied ^ BIT(from) ^ BIT(victim)) | BIT(to);
        uint64_t attackers = chess_attackers(board, scene->king, !us, occupied) & ~BIT(victim);
        if (!attackers)
            count += add_targets(list, from, BIT(to));
    }
    return count;
}

ALWAYS_INLINE int add_pawns(struct chess_moves *list, const struct chess_board *board,
                            const struct scene *scene, int us)
{
    int forward = us == WHITE ? 8 : -8, count = 0;
    uint64_t pawns = scene->own & board->piece[PAWN];
    uint64_t empty = ~scene->occupied;

    /* A pawn pinned on its file may walk along it; one pinned along a rank finds its target off
     * the ray. */
    uint64_t walkers = pawns & ~scene->pinned_diagonal;
    uint64_t stuck = walkers & scene->pinned_straight;
    walkers ^= stuck;
    uint64_t single = us == WHITE ? walkers << 8 : walkers >> 8;
    single |= (us == WHITE ? stuck << 8 : stuck >> 8) & scene->pinned_straight;
    single &= empty;
    uint64_t third = single & (us == WHITE ? RANK(2) : RANK(5));
    uint64_t twice = (us == WHITE ? third << 8 : third >> 8) & empty;
    count += add_pawn_steps(list, single & scene->evasion, forward, us);
    count += add_pawn_steps(list, twice & scene->evasion, 2 * forward, us);

    uint64_t strikers = pawns & ~scene->pinned_straight;
    uint64_t tied = strikers & scene->pinned_diagonal;
    strikers ^= tied;
    uint64_t prey = scene->foe & scene->evasion;
    uint64_t west =
        pawn_attacks_west(strikers, us) | (pawn_attacks_west(tied, us) & scene->pinned_diagonal);
    uint64_t east =
        pawn_attacks_east(strikers, us) | (pawn_attacks_east(tied, us) & scene->pinned_diagonal);
    count += add_pawn_steps(list, west & prey, forward - 1, us);
    count += add_pawn_steps(list, east & prey, forward + 1, us);

    if (board->ep_square)
        count += add_en_passant(list, board, scene, us);
    return count;
}

ALWAYS_INLINE int add_officers(struct chess_moves *list, const struct chess_board *board,
                               const struct scene *scene)
{
    int count = 0;
    uint64_t allowed = ~scene->own & scene->evasion;
    uint64_t pinned = scene->pinned_straight | scene->pinned_diagonal;
    uint64_t knights = scene->own & board->piece[KNIGHT] & ~pinned;
    for (; knights; knights &= knights - 1) {
        int from = bits_lowest(knights);
        count += add_targets(list, from, chess_knight_attacks[from] & allowed);
    }
    uint64_t sliders =
        scene->own & (board->piece[BISHOP] | board->piece[ROOK] | board->piece[QUEEN]);
    uint64_t straight = board->piece[ROOK] | board->piece[QUEEN];
    uint64_t diagonal = board->piece[BISHOP] | board->piece[QUEEN];
    for (uint64_t s = sliders & diagonal & ~scene->pinned_straight; s; s &= s - 1) {
        int from = bits_lowest(s);
        uint64_t ray = BIT(from) & scene->pinned_diagonal ? scene->pinned_diagonal : ~UINT64_C(0);
        count += add_targets(list, from, bishop_attacks(from, scene->occupied) & allowed & ray);
    }
    for (uint64_t s = sliders & straight & ~scene->pinned_diagonal; s; s &= s - 1) {
        int from = bits_lowest(s);
        uint64_t ray = BIT(from) & scene->pinned_straight ? scene->pinned_straight : ~UINT64_C(0);
        count += add_targets(list, from, rook_attacks(from, scene->occupied) & allowed & ray);
    }
    return count;
}

ALWAYS_INLINE int add_castling(struct chess_moves *list, const struct chess_board *board,
                               const struct scene *scene, int us)
{
    int home = us == WHITE ? 4 : 60, count = 0;
    int rights = us == WHITE ? board->castling : board->castling >> 2;
    if (scene->checkers || !(rights & 3))
        return 0;
    uint64_t short_path = BIT(home + 1) | BIT(home + 2);
    uint64_t long_path = BIT(home - 1) | BIT(home - 2);
    if ((rights & CASTLE_WHITE_SHORT) && !(short_path & (scene->occupied | scene->danger)))
        count += add_targets(list, home, BIT(home + 2));
    if ((rights & CASTLE_WHITE_LONG) && !(long_path & (scene->occupied | scene->danger)) &&
        !(scene->occupied & BIT(home - 3)))
        count += add_targets(list, home, BIT(home - 2));
    return count;
}

ALWAYS_INLINE int add_all(struct chess_moves *list, const struct chess_board *board, int us)
{
    struct scene scene = look(board, us);
    int count =
        add_targets(list, scene.king, chess_king_attacks[scene.king] & ~scene.own & ~scene.danger);
    if (!scene.evasion)
        return count;
    count += add_castling(list, board, &scene, us);
    count += add_pawns(list, board, &scene, us);
    count += add_officers(list, board, &scene);
    return count;
}

void chess_legal_moves(const struct chess_board *board, struct chess_moves *moves)
{
    moves->count = 0;
    if (board->to_move == WHITE)
        add_all(moves, board, WHITE);
    else
        add_all(moves, board, BLACK);
}

int chess_count_moves(const struct chess_board *board)
{
    return board->to_move == WHITE ? add_all(NULL, board, WHITE) : add_all(NULL, board, BLACK);
}

bool chess_is_legal(const struct chess_board *board, chess_move move)
{
    struct chess_moves moves;
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count; i++)
        if (moves.move[i] == move)
            return move != 0;
    return false;
}

uint64_t chess_perft(const struct chess_board *board, int depth)
{
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)chess_count_moves(board);
    struct chess_moves moves;
    chess_legal_moves(board, &moves);
    uint64_t nodes = 0;
    for (int i = 0; i < moves.count; i++) {
        struct chess_board next = *board;
        chess_make(&next, moves.move[i]);
        nodes += chess_perft(&next, depth - 1);
    }
    return nodes;
}
