/* Team chess: bots. They know only their view, like any player. A villager plays as well as its strength
 * allows; a werewolf plays moves that are worse than they look, and no more of them than it can afford; all
 * of them suspect whose moves have cost the most, and may be wrong. */
#include <string.h>

#include "base/text.h"
#include "book.h"
#include "chess.h"
#include "search.h"

enum {
    CLEAR = 1000,   /* beyond this a position is won or lost and more makes no difference */
    HARM_MAX = 300, /* the worst a werewolf does in one move: a slip, not a gift */
    HARM_LEAST = 30,
    FACE = 40,      /* what a slip may cost at first sight */
    FACE_MAX = 120, /* for one whose team-mates look worse */
    UNDER_WAY = -250,
    WINNING = 250,     /* here a werewolf has to take more upon itself */
    HOPELESS = -500,   /* when to agree to resign */
    BLUNDER_MAX = 400, /* what one move can add to a suspicion */
    INNOCENCE = 15,    /* the suspicion that everybody starts with */
    LATELY = 40,       /* the plies that a werewolf judges its disguise by */
    MEGABYTE = 1024 * 1024,
};

/* How far a bot looks, how much it errs, and what it may use for that. */
struct level {
    int depth, noise;
    int book_plies; /* how much of the openings it knows */
    uint64_t node_max;
    size_t memory_max;
};

static const struct level levels[BOT_STRENGTH_MAX + 1] = {
    { 0, 0, 0, 0, 0 },
    { 1, 120, 4, 20000, 0 },
    { 2, 100, 6, 200000, 1 * MEGABYTE },
    { 3, 40, 10, 100000, 4 * MEGABYTE },
    { 24, 0, 16, 200000, 32 * MEGABYTE },
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
    mind->task.seed = 0;
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

/* The best move by scores with random errors, which are larger the weaker the bot is. Bots of all strengths
 * see a mate. */
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

static bool is_wolf(const struct mind *mind)
{
    return mind->view->has_role && mind->view->role == CHESS_WOLF;
}

/* The ballot, and what it will go by */

struct suspicion {
    int loss[CHESS_SEATS_MAX], moves[CHESS_SEATS_MAX];
};

static int clipped_score(const struct chess_board *board, int depth)
{
    struct chess_task task = { .board = *board, .depth = depth };
    return clipped(chess_search(&task, NULL));
}

/* What each author's moves have cost the own team, as far as can be seen at this depth, in the last `most`
 * plies. */
static void weigh_moves(const struct chess_view *view, int depth, int most,
                        struct suspicion *suspicion)
{
    struct chess_board board;
    int first = view->ply_count > most ? view->ply_count - most : 0, before = 0;
    board = view->start;
    memset(suspicion, 0, sizeof *suspicion);
    for (int i = 0; i < view->ply_count; i++) {
        int seat = view->ply[i].seat;
        if (i == first)
            before = clipped_score(&board, depth);
        chess_make(&board, view->ply[i].move);
        if (i < first)
            continue;
        int after = clipped_score(&board, depth);
        int loss = before + after; /* for the mover: what was, less what the opponent has now */
        loss = loss < 0 ? 0 : loss > BLUNDER_MAX ? BLUNDER_MAX : loss;
        suspicion->loss[seat] += loss;
        suspicion->moves[seat]++;
        before = after;
    }
}

static int average_loss(const struct suspicion *suspicion, int seat)
{
    return suspicion->loss[seat] / (suspicion->moves[seat] ? suspicion->moves[seat] : 1);
}

/* How much a werewolf's next move may cost at first sight: less the worse it looks already beside its
 * team-mates, so that the finger points at one of them. */
static int face_left(const struct mind *mind)
{
    const struct chess_view *view = mind->view;
    struct suspicion suspicion;
    int own, worst = 0;
    weigh_moves(view, 1, LATELY, &suspicion);
    own = average_loss(&suspicion, mind->bot->seat);
    for (int seat = 0; seat < view->seat_count; seat++)
        if (seat != mind->bot->seat && view->side[seat] == view->team &&
            average_loss(&suspicion, seat) > worst)
            worst = average_loss(&suspicion, seat);
    int face = FACE + 2 * (worst - own) + (best_score(mind) > WINNING ? FACE : 0);
    return face < 0 ? 0 : face > FACE_MAX ? FACE_MAX : face;
}

/* The move that does most harm for what it shows: it looks right at first sight, and is refuted later. 0 if
 * there is none, and then a good move does no harm to a disguise. */
static chess_move spoiling_move(struct mind *mind)
{
    struct chess_task glance = { .board = mind->view->board, .depth = 1 };
    int seen[CHESS_MOVES_MAX], top = clipped(best_score(mind)), face = face_left(mind), most = 0;
    chess_move best = 0;
    chess_rank_moves(&glance, &mind->moves, seen);
    int top_seen = seen[0];
    for (int i = 1; i < mind->moves.count; i++)
        top_seen = seen[i] > top_seen ? seen[i] : top_seen;
    for (int i = 0; i < mind->moves.count; i++) {
        int harm = top - clipped(mind->score[i]);
        int shown = clipped(top_seen) - clipped(seen[i]);
        int gain = 2 * harm - 3 * shown + (int)below(mind, 20);
        if (harm < HARM_LEAST || harm > HARM_MAX || shown > face || gain <= most)
            continue;
        best = mind->moves.move[i];
        most = gain;
    }
    return best;
}

/* A werewolf helps its team to lose, and once that is under way it has no need to. */
static bool wants_to_spoil(struct mind *mind)
{
    return is_wolf(mind) && best_score(mind) > UNDER_WAY && below(mind, 4) != 0;
}

/* A move that everybody knows; 0 if this is not that kind of position, or not to a bot of this strength. */
static chess_move book_move(const struct mind *mind)
{
    const struct chess_board *board = &mind->view->board;
    struct chess_moves known, may;
    int plies = 2 * (board->fullmove - 1) + board->to_move;
    may.count = 0;
    if (plies < mind->level->book_plies)
        chess_book_moves(board, &known);
    else
        known.count = 0;
    for (int i = 0; i < known.count; i++)
        for (int j = 0; j < mind->moves.count; j++)
            if (known.move[i] == mind->moves.move[j])
                may.move[may.count++] = known.move[i];
    return may.count ? may.move[below(mind, may.count)] : 0;
}

static chess_move choose_move(struct mind *mind)
{
    list_moves(mind);
    if (mind->level->depth == 0)
        return mind->moves.move[below(mind, mind->moves.count)];
    chess_move move = book_move(mind);
    if (move)
        return move;
    bool is_free = mind->view->brain < 0 || !mind->view->rights.may_move;
    if (!is_wolf(mind) && is_free && mind->level->noise == 0) {
        mind->task.seed = rng_next(mind->bot->rng) | 1;
        chess_search(&mind->task, &move);
        return move;
    }
    if (is_wolf(mind))
        mind->task.depth++; /* it must look deeper than the players it deceives */
    chess_rank_moves(&mind->task, &mind->moves, mind->score);
    if (wants_to_spoil(mind))
        move = spoiling_move(mind);
    return move ? move : best_move(mind);
}

/* For the own team, without looking far: enough to answer a proposal. */
static int outlook(const struct mind *mind)
{
    struct chess_task task = { .board = mind->view->board, .depth = 1 };
    int score = chess_search(&task, NULL);
    bool is_ours = (mind->view->board.to_move == WHITE) == (mind->view->team == TEAM_A);
    return is_ours ? score : -score;
}

/* How much somebody is suspected: by what their moves cost, more if their team has lost, for that is what a
 * werewolf wants. A werewolf, who knows that it is none of the others, goes where ballots are. */
static int weight_of(const struct mind *mind, const struct suspicion *suspicion, int seat)
{
    const struct chess_view *view = mind->view;
    int weight = INNOCENCE + average_loss(suspicion, seat);
    if (view->winner != TEAM_NONE && view->side[seat] != view->winner)
        weight = weight * 3 / 2;
    for (int voter = 0; voter < view->seat_count; voter++)
        if (is_wolf(mind) && view->sees_ballots && view->ballot[voter] == seat)
            weight += INNOCENCE;
    return weight;
}

/* Evidence makes a suspect likelier, it does not decide: the chance goes by the square of the weight. */
static int suspect_of(struct mind *mind)
{
    const struct chess_view *view = mind->view;
    struct suspicion suspicion;
    int weight[CHESS_SEATS_MAX], total = 0;
    memset(&suspicion, 0, sizeof suspicion);
    if (mind->bot->strength > 0)
        weigh_moves(view, mind->bot->strength > 2 ? 2 : 1, CHESS_PLIES_MAX, &suspicion);
    for (int seat = 0; seat < view->seat_count; seat++) {
        int found = seat == mind->bot->seat ? 0 : weight_of(mind, &suspicion, seat);
        weight[seat] = found * found;
        total += weight[seat];
    }
    int drawn = (int)below(mind, total);
    for (int seat = 0; seat < view->seat_count; seat++) {
        drawn -= weight[seat];
        if (drawn < 0)
            return seat;
    }
    return -1;
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
