/* Team chess: bots. They know what their view tells, like anybody. A villager plays as well as
 * its strength allows; a werewolf plays well most of the time and now and then a little worse
 * than it could; all of them suspect the player whose moves have cost the most. */
#include <string.h>

#include "base/text.h"
#include "chess.h"
#include "search.h"

enum {
    CLEAR = 1000,   /* beyond this a position is won or lost and more makes no difference */
    LOSS_MAX = 200, /* the worst a werewolf does in one move: a slip, not a gift */
    LOSS_LEAST = 40,
    LOSS_SPREAD = 110,
    UNDER_WAY = -250,
    HOPELESS = -500,   /* when to agree to resign */
    BLUNDER_MAX = 400, /* what one move can add to a suspicion */
    MEGABYTE = 1024 * 1024,
};

/* How far a bot looks, how much it errs, and what it may use for that. */
struct level {
    int depth, noise;
    uint64_t node_max;
    size_t memory_max;
};

static const struct level levels[BOT_STRENGTH_MAX + 1] = {
    { 0, 0, 0, 0 },
    { 1, 120, 20000, 0 },
    { 2, 50, 200000, 1 * MEGABYTE },
    { 4, 15, 800000, 4 * MEGABYTE },
    { 10, 0, 300000, 32 * MEGABYTE },
};

struct mind {
    const struct chess_view *view;
    const struct game_bot *bot;
    const struct level *level;
    struct chess_task task;
    struct chess_moves moves; /* that it may choose from */
    int score[CHESS_MOVES_MAX];
};

static uint64_t below(const struct mind *mind, int n)
{
    return rng_below(mind->bot->rng, (uint64_t)n);
}

/* Positions that could come back, oldest first. */
static void recall(const struct chess_view *view, struct chess_task *task)
{
    struct chess_board board;
    board = view->start;
    task->past_count = 0;
    for (int i = 0; i < view->ply_count; i++) {
        if (board.halfmove_clock == 0)
            task->past_count = 0;
        if (task->past_count < SEARCH_PAST_MAX)
            task->past[task->past_count++] = board.key;
        chess_make(&board, view->ply[i].move);
    }
    if (board.halfmove_clock == 0)
        task->past_count = 0;
}

static void wake(struct mind *mind, const struct chess_view *view, const struct game_bot *bot)
{
    int strength = bot->strength < 0 ? 0 : bot->strength;
    mind->view = view;
    mind->bot = bot;
    mind->level = &levels[strength > BOT_STRENGTH_MAX ? BOT_STRENGTH_MAX : strength];
    mind->task.board = view->board;
    mind->task.depth = mind->level->depth;
    mind->task.node_max = mind->level->node_max;
    mind->task.memory = mind->level->memory_max ? bot->memory : NULL;
    mind->task.memory_size =
        bot->memory_size < mind->level->memory_max ? bot->memory_size : mind->level->memory_max;
    recall(view, &mind->task);
}

/* The hand chooses among the moves of the named piece. */
static void list_moves(struct mind *mind)
{
    const struct chess_view *view = mind->view;
    bool is_bound = view->rights.may_move && view->brain >= 0;
    struct chess_moves all;
    chess_legal_moves(&view->board, &all);
    mind->moves.count = 0;
    for (int i = 0; i < all.count; i++) {
        int piece = chess_piece_at(&view->board, chess_from(all.move[i]));
        if (!is_bound || piece == view->named_piece)
            mind->moves.move[mind->moves.count++] = all.move[i];
    }
}

static int clipped(int score)
{
    return score > CLEAR ? CLEAR : score < -CLEAR ? -CLEAR : score;
}

static int best_score(const struct mind *mind)
{
    int best = mind->score[0];
    for (int i = 1; i < mind->moves.count; i++)
        if (mind->score[i] > best)
            best = mind->score[i];
    return best;
}

/* The best move, seen through a fog as thick as the bot is weak. A mate is seen through any fog. */
static chess_move best_move(struct mind *mind)
{
    int best = 0, best_seen = -SEARCH_MATE * 2;
    for (int i = 0; i < mind->moves.count; i++) {
        int seen = mind->score[i];
        if (seen < SEARCH_MATE_FAR && seen > -SEARCH_MATE_FAR && mind->level->noise)
            seen += (int)below(mind, 2 * mind->level->noise) - mind->level->noise;
        if (seen > best_seen) {
            best = i;
            best_seen = seen;
        }
    }
    return mind->moves.move[best];
}

/* The move whose loss comes nearest to one that a tired friend might make. */
static chess_move spoiling_move(struct mind *mind)
{
    int top = clipped(best_score(mind)), best = 0, best_distance = 4 * CLEAR;
    int wanted = LOSS_LEAST + (int)below(mind, LOSS_SPREAD);
    for (int i = 0; i < mind->moves.count; i++) {
        int loss = top - clipped(mind->score[i]);
        int distance = loss > wanted ? loss - wanted : wanted - loss;
        if (loss > LOSS_MAX)
            distance += 2 * CLEAR;
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return mind->moves.move[best];
}

static bool is_wolf(const struct mind *mind)
{
    return mind->view->has_role && mind->view->role == CHESS_WOLF;
}

/* A werewolf helps its team to lose, and once that is under way it has no need to. */
static bool wants_to_spoil(struct mind *mind)
{
    return is_wolf(mind) && best_score(mind) > UNDER_WAY && below(mind, 2) == 0;
}

static chess_move choose_move(struct mind *mind)
{
    chess_move move;
    list_moves(mind);
    if (mind->level->depth == 0)
        return mind->moves.move[below(mind, mind->moves.count)];
    bool is_free = mind->view->brain < 0 || !mind->view->rights.may_move;
    if (!is_wolf(mind) && is_free && mind->level->noise == 0) {
        chess_search(&mind->task, &move);
        return move;
    }
    chess_rank_moves(&mind->task, &mind->moves, mind->score);
    return wants_to_spoil(mind) ? spoiling_move(mind) : best_move(mind);
}

/* For the own team, without looking far: enough to answer a proposal. */
static int outlook(const struct mind *mind)
{
    struct chess_task task = { .board = mind->view->board, .depth = 1 };
    int score = chess_search(&task, NULL);
    bool is_ours = (mind->view->board.to_move == WHITE) == (mind->view->team == TEAM_A);
    return is_ours ? score : -score;
}

/* The ballot */

struct suspicion {
    int loss[CHESS_SEATS_MAX], moves[CHESS_SEATS_MAX];
};

static int clipped_score(const struct chess_board *board, int depth)
{
    struct chess_task task = { .board = *board, .depth = depth };
    return clipped(depth ? chess_search(&task, NULL) : chess_evaluate(board));
}

/* What each author's moves have cost the own team, as far as the bot can see. */
static void weigh_moves(const struct chess_view *view, int depth, struct suspicion *suspicion)
{
    struct chess_board board;
    board = view->start;
    int before = clipped_score(&board, depth);
    for (int i = 0; i < view->ply_count; i++) {
        int seat = view->ply[i].seat;
        chess_make(&board, view->ply[i].move);
        int after = clipped_score(&board, depth);
        int loss = before + after; /* for the mover: what was, less what the opponent has now */
        loss = loss < 0 ? 0 : loss > BLUNDER_MAX ? BLUNDER_MAX : loss;
        suspicion->loss[seat] += loss;
        suspicion->moves[seat]++;
        before = after;
    }
}

static int suspect_of(struct mind *mind)
{
    const struct chess_view *view = mind->view;
    struct suspicion suspicion;
    int suspect = -1, worst = -1;
    memset(&suspicion, 0, sizeof suspicion);
    if (mind->bot->strength > 0)
        weigh_moves(view, mind->bot->strength - 1 > 2 ? 2 : mind->bot->strength - 1, &suspicion);
    for (int seat = 0; seat < view->seat_count; seat++) {
        int moves = suspicion.moves[seat] ? suspicion.moves[seat] : 1;
        /* The last bits are chance, so that equals are not always the first of them. */
        int weight = suspicion.loss[seat] * 64 / moves * 16 + (int)below(mind, 16);
        if (seat != mind->bot->seat && weight > worst) {
            suspect = seat;
            worst = weight;
        }
    }
    return suspect;
}

static bool say(struct game_command *command, int kind, int64_t arg)
{
    command->kind = (uint16_t)kind;
    command->arg[0] = arg;
    return true;
}

static bool say_move(struct game_command *command, int kind, chess_move move)
{
    char uci[CHESS_UCI_SIZE];
    int64_t word = 0;
    chess_write_uci(move, uci);
    word_read(&word, uci);
    return say(command, kind, word);
}

/* Kind to sleepers, until they could be claimed against. */
static enum chess_decision decide_timeout(const struct mind *mind)
{
    const struct chess_view *view = mind->view;
    int sleeper = view->team == TEAM_A ? TEAM_B : TEAM_A;
    if (mind->level->depth == 0)
        return (enum chess_decision)below(mind, 2);
    return view->timeout_count[sleeper] < CHESS_CLAIM_TIMEOUTS ? DECISION_ALLOW_NEXT : DECISION_END;
}

/* A bot proposes nothing by itself; it answers. */
static bool answer_proposals(struct mind *mind, struct game_command *command)
{
    const struct chess_rights *rights = &mind->view->rights;
    if (rights->may_accept_draw && outlook(mind) <= 0)
        return say(command, CHESS_ACCEPT_DRAW, true);
    if (rights->may_decline_draw && !rights->may_unaccept_draw)
        return say(command, CHESS_DECLINE, OFFER_DRAW);
    if (rights->may_accept_takeback)
        return say(command, CHESS_ACCEPT_TAKEBACK, true);
    if (rights->may_resign && mind->view->resign_for && outlook(mind) < HOPELESS)
        return say(command, CHESS_RESIGN, true);
    return false;
}

bool chess_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct chess_view *view = in;
    struct mind mind;
    wake(&mind, view, bot);
    command->seat = (int8_t)bot->seat;
    if (view->rights.may_acknowledge)
        return say(command, CHESS_ACKNOWLEDGE, 0);
    if (view->rights.may_vote)
        return say(command, CHESS_VOTE, suspect_of(&mind));
    if (view->rights.may_decide_timeout)
        return say(command, CHESS_DECIDE_TIMEOUT, decide_timeout(&mind));
    if (view->rights.may_name_piece && view->named_piece == NO_PIECE)
        return say(command, CHESS_NAME_PIECE,
                   chess_piece_at(&view->board, chess_from(choose_move(&mind))));
    if (answer_proposals(&mind, command))
        return true;
    if (view->rights.may_propose && !view->proposal[bot->seat])
        return say_move(command, CHESS_PROPOSE, choose_move(&mind));
    if (view->rights.may_close_vote && view->close_for)
        return say(command, CHESS_CLOSE_VOTE, 0);
    return view->rights.may_move && say_move(command, CHESS_MOVE, choose_move(&mind));
}
