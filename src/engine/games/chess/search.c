/* Alpha-beta: principal variation search with a transposition table, null move, late move reductions,
 * pruning near the leaves, and captures to the end. */
#include "search.h"

#include <string.h>

#include "bits.h"

enum {
    INFINITE = 32000,
    QUIET_MARGIN = 150, /* a capture that falls short by more than this is not looked at */
    HISTORY_MAX = 8000,
    PLIES_MAX = SEARCH_DEPTH_MAX + 24,
    WINDOW = 30,         /* about the last score, in which the next iteration is expected */
    WINDOW_DEPTH = 5,    /* before which there is no last score worth a name */
    STILL_DEPTH = 3,     /* up to which a quiet position far above beta is believed */
    STILL_MARGIN = 75,   /* a ply */
    RAZOR_DEPTH = 2,     /* up to which one far below alpha is left to captures */
    RAZOR_MARGIN = 280,  /* a ply */
    FUTILE_DEPTH = 5,    /* up to which quiet moves that cannot reach alpha are left out */
    FUTILE_MARGIN = 90,  /* a ply */
    LOSING = -(1 << 16), /* the order of captures that lose something: after everything else */
    LATE_DEPTH = 4,      /* up to which the last of many quiet moves are left out */
};

enum bound { BOUND_NONE, BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct entry {
    uint64_t key;
    int16_t score;
    chess_move move;
    int8_t depth;
    uint8_t bound;
    uint16_t unused;
};

struct search {
    struct entry *table;
    size_t table_mask;
    uint64_t nodes, node_max, seed;
    bool is_stopped;
    int path_count;
    uint64_t path[SEARCH_PAST_MAX + PLIES_MAX + 2]; /* keys, the position at hand last */
    chess_move killer[PLIES_MAX + 1][2];
    int16_t history[2][64][64];
};

static const int worth[] = { [PAWN] = 100,  [KNIGHT] = 320, [BISHOP] = 330, [ROOK] = 500,
                             [QUEEN] = 950, [KING] = 0,     [NO_PIECE] = 0 };

/* The largest power of two of entries that fits; none fit, none are kept. */
static void find_table(struct search *search, const struct chess_task *task)
{
    size_t count = 1;
    search->table = NULL;
    if (!task->memory || task->memory_size < sizeof(struct entry))
        return;
    while (count * 2 * sizeof(struct entry) <= task->memory_size)
        count *= 2;
    search->table = task->memory;
    search->table_mask = count - 1;
}

static void set_up(struct search *search, const struct chess_task *task)
{
    memset(search, 0, sizeof *search);
    find_table(search, task);
    if (search->table)
        memset(search->table, 0, (search->table_mask + 1) * sizeof(struct entry));
    search->node_max = task->node_max;
    search->seed = task->seed;
    search->path_count = task->past_count;
    memcpy(search->path, task->past, (size_t)task->past_count * sizeof *task->past);
    search->path[search->path_count++] = task->board.key;
}

/* A position has two places: one for what was searched deepest, one for the latest. */
static const struct entry *look_up(const struct search *search, uint64_t key)
{
    size_t places = !search->table ? 0 : search->table_mask ? 2 : 1;
    for (size_t i = 0; i < places; i++) {
        const struct entry *entry = &search->table[(key & search->table_mask & ~(size_t)1) + i];
        if (entry->key == key && entry->bound != BOUND_NONE)
            return entry;
    }
    return NULL;
}

/* A mate is so many plies from the root here, and must be so many from this position in the
 * table. */
static int score_to_table(int score, int ply)
{
    return score > SEARCH_MATE_FAR ? score + ply : score < -SEARCH_MATE_FAR ? score - ply : score;
}
static int score_from_table(int score, int ply)
{
    return score > SEARCH_MATE_FAR ? score - ply : score < -SEARCH_MATE_FAR ? score + ply : score;
}

static void remember(struct search *search, uint64_t key, int depth, int score, enum bound bound,
                     chess_move move, int ply)
{
    if (!search->table || search->is_stopped)
        return;
    struct entry *deepest = &search->table[key & search->table_mask & ~(size_t)1];
    struct entry *place = deepest;
    if (search->table_mask && deepest->bound != BOUND_NONE && deepest->key != key &&
        deepest->depth > depth)
        place++;
    *place = (struct entry){ .key = key,
                             .score = (int16_t)score_to_table(score, ply),
                             .move = move,
                             .depth = (int8_t)depth,
                             .bound = (uint8_t)bound };
}

static bool is_repeated(const struct search *search, const struct chess_board *board)
{
    int current = search->path_count - 1, oldest = current - board->halfmove_clock;
    for (int i = current - 2; i >= 0 && i >= oldest; i -= 2)
        if (search->path[i] == board->key)
            return true;
    return false;
}

/* With a seed, positions differ by a little from what they are worth, always by the same. */
static int evaluate(const struct search *search, const struct chess_board *board)
{
    int score = chess_evaluate(board);
    if (!search->seed)
        return score;
    uint64_t mixed = (board->key ^ search->seed) * UINT64_C(0x9e3779b97f4a7c15);
    return score + (int)(mixed >> 60) - 8;
}

static bool count_node(struct search *search)
{
    search->nodes++;
    if (search->node_max && search->nodes > search->node_max)
        search->is_stopped = true;
    return !search->is_stopped;
}

static bool is_capture(const struct chess_board *board, chess_move move)
{
    bool is_pawn = (board->piece[PAWN] & BIT(chess_from(move))) != 0;
    return (chess_occupied(board) & BIT(chess_to(move))) ||
           (is_pawn && board->ep_square && chess_to(move) == board->ep_square);
}

static bool is_quiet(const struct chess_board *board, chess_move move)
{
    return !is_capture(board, move) && !chess_promotion(move);
}

/* Big victims first, by small men; then the quiet moves that have been good elsewhere; then captures that
 * lose more than they take. */
static int order_of(const struct search *search, const struct chess_board *board, chess_move move,
                    chess_move first, int ply)
{
    if (move == first)
        return 1 << 20;
    int mover = chess_piece_at(board, chess_from(move));
    if (is_capture(board, move)) {
        int victim = chess_piece_at(board, chess_to(move));
        int prize = worth[victim == NO_PIECE ? PAWN : victim];
        bool is_sound = worth[mover] <= prize || chess_exchange(board, move) >= 0;
        return (is_sound ? 1 << 16 : LOSING) + 16 * prize - worth[mover];
    }
    if (chess_promotion(move))
        return (1 << 15) + worth[chess_promotion(move)];
    if (move == search->killer[ply][0] || move == search->killer[ply][1])
        return 1 << 14;
    return search->history[board->to_move][chess_from(move)][chess_to(move)];
}

/* A position on the way. */
struct node {
    int depth, ply;
    int stand; /* its evaluation */
    bool in_check;
    bool is_open; /* the window is wide: the line may be played */
};

struct ordered {
    struct chess_moves moves;
    int order[CHESS_MOVES_MAX];
};

static void order_moves(const struct search *search, const struct chess_board *board,
                        struct ordered *list, chess_move first, int ply)
{
    for (int i = 0; i < list->moves.count; i++)
        list->order[i] = order_of(search, board, list->moves.move[i], first, ply);
}

/* Brings the best of the rest to place `i`. */
static chess_move pick(struct ordered *list, int i)
{
    int best = i;
    for (int j = i + 1; j < list->moves.count; j++)
        if (list->order[j] > list->order[best])
            best = j;
    chess_move move = list->moves.move[best];
    int order = list->order[best];
    list->moves.move[best] = list->moves.move[i];
    list->order[best] = list->order[i];
    list->moves.move[i] = move;
    list->order[i] = order;
    return move;
}

static void keep_loud(const struct chess_board *board, struct chess_moves *moves)
{
    int kept = 0;
    for (int i = 0; i < moves->count; i++)
        if (is_capture(board, moves->move[i]) || chess_promotion(moves->move[i]) == QUEEN)
            moves->move[kept++] = moves->move[i];
    moves->count = kept;
}

/* Cannot reach alpha even if the victim were free. */
static bool is_futile(const struct chess_board *board, chess_move move, int stand, int alpha)
{
    int victim = chess_piece_at(board, chess_to(move));
    int gain = worth[victim == NO_PIECE ? PAWN : victim];
    return !chess_promotion(move) && stand + gain + QUIET_MARGIN <= alpha;
}

/* Captures only, until it is quiet; all moves where the king is in check. */
static int quiesce(struct search *search, const struct chess_board *board, int alpha, int beta,
                   int ply)
{
    struct ordered list;
    bool in_check = chess_in_check(board);
    if (!count_node(search))
        return 0;
    int stand = in_check ? -SEARCH_MATE + ply : evaluate(search, board);
    if (ply >= PLIES_MAX)
        return evaluate(search, board);
    chess_legal_moves(board, &list.moves);
    if (list.moves.count == 0)
        return in_check ? stand : 0;
    if (stand >= beta)
        return stand;
    int best = stand;
    if (best > alpha)
        alpha = best;
    if (!in_check)
        keep_loud(board, &list.moves);
    order_moves(search, board, &list, 0, ply);
    for (int i = 0; i < list.moves.count; i++) {
        struct chess_board next = *board;
        chess_move move = pick(&list, i);
        if (!in_check && (list.order[i] < 0 || is_futile(board, move, stand, alpha)))
            continue;
        chess_make(&next, move);
        int score = -quiesce(search, &next, -beta, -alpha, ply + 1);
        if (search->is_stopped)
            return 0;
        if (score > best)
            best = score;
        if (score > alpha)
            alpha = score;
        if (alpha >= beta)
            break;
    }
    return best;
}

static void learn(struct search *search, const struct chess_board *board, chess_move move,
                  int change)
{
    int16_t *history = &search->history[board->to_move][chess_from(move)][chess_to(move)];
    int size = change < 0 ? -change : change;
    *history = (int16_t)(*history + change - *history * size / HISTORY_MAX);
}

/* The quiet move that was good enough is remembered; those tried before it were not. */
static void praise(struct search *search, const struct chess_board *board,
                   const struct ordered *list, int index, int depth, int ply)
{
    chess_move move = list->moves.move[index];
    int change = depth * depth < 400 ? depth * depth : 400;
    if (!is_quiet(board, move))
        return;
    if (search->killer[ply][0] != move) {
        search->killer[ply][1] = search->killer[ply][0];
        search->killer[ply][0] = move;
    }
    learn(search, board, move, change);
    for (int i = 0; i < index; i++)
        if (is_quiet(board, list->moves.move[i]))
            learn(search, board, list->moves.move[i], -change);
}

static int alpha_beta(struct search *search, const struct chess_board *board, int depth, int alpha,
                      int beta, int ply, bool may_pass);

static bool has_officers(const struct chess_board *board)
{
    uint64_t own = board->color[board->to_move];
    return (own & ~board->piece[PAWN] & ~board->piece[KING]) != 0;
}

/* If passing is good enough, some move will be, too. Not tried in positions where having to move may be
 * bad. */
static bool passing_is_enough(struct search *search, const struct chess_board *board, int depth,
                              int beta, int ply, int stand)
{
    struct chess_board next = *board;
    if (depth < 3 || beta >= SEARCH_MATE_FAR || !has_officers(board) || stand < beta)
        return false;
    int reduced = depth - 3 - depth / 5;
    chess_pass(&next);
    search->path[search->path_count++] = next.key;
    int score = -alpha_beta(search, &next, reduced, -beta, -beta + 1, ply + 1, false);
    search->path_count--;
    return !search->is_stopped && score >= beta;
}

static int log_2(int n)
{
    int log = 0;
    while (n >>= 1)
        log++;
    return log;
}

/* The later a quiet move comes, the less deeply it is looked at; less so if it has been good elsewhere. */
static int reduction(const struct search *search, const struct chess_board *board, int depth,
                     int index, chess_move move, bool is_open)
{
    if (depth < 3 || index < 3)
        return 0;
    int history = search->history[board->to_move][chess_from(move)][chess_to(move)];
    int plies = log_2(depth) * log_2(index + 1) / 2 - is_open - history / 3000;
    return plies < 0 ? 0 : plies > depth - 2 ? depth - 2 : plies;
}

/* A quiet move near the leaves that will hardly change anything. */
static bool is_hopeless(const struct node *node, int index, int alpha)
{
    if (index == 0 || node->in_check || alpha <= -SEARCH_MATE_FAR)
        return false;
    if (!node->is_open && node->depth <= LATE_DEPTH && index > 4 + node->depth * node->depth)
        return true;
    return node->depth <= FUTILE_DEPTH && node->stand + FUTILE_MARGIN * (node->depth + 1) <= alpha;
}

/* The first move with the whole window; the others are asked only whether they are better, and
 * again with the whole window if they are. */
static int search_move(struct search *search, const struct chess_board *next, int depth, int alpha,
                       int beta, int ply, int index, int reduce)
{
    search->path[search->path_count++] = next->key;
    int score = 0;
    bool needs_full = index == 0;
    if (!needs_full) {
        score = -alpha_beta(search, next, depth - 1 - reduce, -alpha - 1, -alpha, ply + 1, true);
        if (reduce && score > alpha)
            score = -alpha_beta(search, next, depth - 1, -alpha - 1, -alpha, ply + 1, true);
        needs_full = score > alpha && score < beta;
    }
    if (needs_full)
        score = -alpha_beta(search, next, depth - 1, -beta, -alpha, ply + 1, true);
    search->path_count--;
    return score;
}

static int try_moves(struct search *search, const struct chess_board *board, struct ordered *list,
                     const struct node *node, int alpha, int beta)
{
    int best = -INFINITE, floor = alpha, best_index = 0, depth = node->depth;
    for (int i = 0; i < list->moves.count && alpha < beta; i++) {
        struct chess_board next = *board;
        chess_move move = pick(list, i);
        bool is_calm = !node->in_check && is_quiet(board, move);
        chess_make(&next, move);
        if (is_calm && best > -SEARCH_MATE_FAR && is_hopeless(node, i, alpha) &&
            !chess_in_check(&next))
            continue;
        int reduce = is_calm ? reduction(search, board, depth, i, move, node->is_open) : 0;
        int score = search_move(search, &next, depth, alpha, beta, node->ply, i, reduce);
        if (search->is_stopped)
            return 0;
        if (score > best) {
            best = score;
            best_index = i;
        }
        if (score > alpha)
            alpha = score;
    }
    if (best >= beta)
        praise(search, board, list, best_index, depth, node->ply);
    enum bound bound = best >= beta ? BOUND_LOWER : best > floor ? BOUND_EXACT : BOUND_UPPER;
    chess_move move = bound == BOUND_UPPER ? 0 : list->moves.move[best_index];
    remember(search, board->key, depth, best, bound, move, node->ply);
    return best;
}

static bool table_answers(const struct entry *entry, int depth, int alpha, int beta, int ply,
                          int *score)
{
    if (!entry || entry->depth < depth)
        return false;
    *score = score_from_table(entry->score, ply);
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *score >= beta) ||
           (entry->bound == BOUND_UPPER && *score <= alpha);
}

/* Good or bad enough without a look at the moves. */
static bool is_settled(struct search *search, const struct chess_board *board,
                       const struct node *node, int alpha, int beta, bool may_pass, int *score)
{
    int depth = node->depth, ply = node->ply;
    if (node->in_check || node->is_open || beta >= SEARCH_MATE_FAR || alpha <= -SEARCH_MATE_FAR)
        return false;
    if (depth <= STILL_DEPTH && node->stand - STILL_MARGIN * depth >= beta && has_officers(board)) {
        *score = node->stand;
        return true;
    }
    if (depth <= RAZOR_DEPTH && node->stand + RAZOR_MARGIN * depth <= alpha) {
        *score = quiesce(search, board, alpha, beta, ply);
        return *score <= alpha;
    }
    *score = beta;
    return may_pass && passing_is_enough(search, board, depth, beta, ply, node->stand);
}

static int alpha_beta(struct search *search, const struct chess_board *board, int depth, int alpha,
                      int beta, int ply, bool may_pass)
{
    struct ordered list;
    struct node node = { .ply = ply,
                         .in_check = chess_in_check(board),
                         .is_open = beta - alpha > 1 };
    int score = 0;
    if (node.in_check && ply < SEARCH_DEPTH_MAX)
        depth++;
    if (depth <= 0 || ply >= PLIES_MAX)
        return quiesce(search, board, alpha, beta, ply);
    if (!count_node(search))
        return 0;
    chess_legal_moves(board, &list.moves);
    if (list.moves.count == 0)
        return node.in_check ? -SEARCH_MATE + ply : 0;
    if (board->halfmove_clock >= CHESS_HALFMOVES_DRAW || is_repeated(search, board) ||
        !(chess_can_mate(board, WHITE) || chess_can_mate(board, BLACK)))
        return 0;
    const struct entry *entry = look_up(search, board->key);
    chess_move first = entry ? entry->move : 0;
    if (table_answers(entry, depth, alpha, beta, ply, &score))
        return score;
    if (!first && depth >= 6)
        depth--; /* a first look, which the next iteration will go by */
    node.depth = depth;
    node.stand = node.in_check ? 0 : evaluate(search, board);
    if (is_settled(search, board, &node, alpha, beta, may_pass, &score) || search->is_stopped)
        return score;
    order_moves(search, board, &list, first, ply);
    return try_moves(search, board, &list, &node, alpha, beta);
}

/* One iteration over the root moves, the best so far first. The move found so far stands even if
 * the iteration is cut short, for it was compared with the best of the last one. */
static int search_root(struct search *search, const struct chess_board *board, struct ordered *list,
                       int depth, int alpha, int beta, chess_move *best)
{
    int top = -INFINITE;
    order_moves(search, board, list, *best, 0);
    for (int i = 0; i < list->moves.count && alpha < beta; i++) {
        struct chess_board next = *board;
        chess_move move = pick(list, i);
        chess_make(&next, move);
        int score = search_move(search, &next, depth, alpha, beta, 0, i, 0);
        if (search->is_stopped)
            break;
        if (score > top)
            top = score;
        if (score > alpha) {
            alpha = score;
            *best = move;
        }
    }
    return top;
}

/* The score is expected near the last one. Where it is not, the window is opened on that side. */
static int search_near(struct search *search, const struct chess_board *board, struct ordered *list,
                       int depth, int last, chess_move *best)
{
    int width = depth < WINDOW_DEPTH ? INFINITE : WINDOW;
    for (;;) {
        int alpha = last - width < -INFINITE ? -INFINITE : last - width;
        int beta = last + width > INFINITE ? INFINITE : last + width;
        int score = search_root(search, board, list, depth, alpha, beta, best);
        if (search->is_stopped || (score > alpha && score < beta) || width >= INFINITE)
            return score;
        width = width > 300 ? INFINITE : 4 * width;
    }
}

int chess_search(const struct chess_task *task, chess_move *best)
{
    struct search search;
    struct ordered list;
    chess_move move = 0;
    int score = chess_evaluate(&task->board);
    set_up(&search, task);
    chess_legal_moves(&task->board, &list.moves);
    if (list.moves.count > 0)
        move = list.moves.move[0];
    else
        score = chess_in_check(&task->board) ? -SEARCH_MATE : 0;
    for (int depth = 1; list.moves.count && depth <= task->depth && !search.is_stopped; depth++) {
        int found = search_near(&search, &task->board, &list, depth, score, &move);
        if (found > -INFINITE && !search.is_stopped)
            score = found;
    }
    if (best)
        *best = move;
    return score;
}

int chess_search_line(const struct chess_task *task, chess_move best, chess_move line[], int max)
{
    struct search search;
    struct chess_board board = task->board;
    int count = 0;
    find_table(&search, task);
    while (best && count < max && chess_is_legal(&board, best)) {
        line[count++] = best;
        chess_make(&board, best);
        const struct entry *entry = look_up(&search, board.key);
        best = entry ? entry->move : 0;
    }
    return count;
}

/* One depth for all moves; false if the search was cut short, and then only some of `score` is
 * new. */
static bool rank_once(struct search *search, const struct chess_board *board,
                      const struct chess_moves *moves, int depth, int score[])
{
    for (int i = 0; i < moves->count; i++) {
        struct chess_board next = *board;
        chess_make(&next, moves->move[i]);
        score[i] = search_move(search, &next, depth, -INFINITE, INFINITE, 0, 0, 0);
        if (search->is_stopped)
            return false;
    }
    return true;
}

void chess_rank_moves(const struct chess_task *task, const struct chess_moves *moves, int score[])
{
    struct search search;
    int found[CHESS_MOVES_MAX];
    size_t size = (size_t)moves->count * sizeof *score;
    set_up(&search, task);
    memset(score, 0, size);
    for (int depth = 1; depth <= task->depth && !search.is_stopped; depth++)
        if (rank_once(&search, &task->board, moves, depth, found))
            memcpy(score, found, size);
}
