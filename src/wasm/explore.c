/* See explore.h. All memory is static, as in selfplay.c. */
#include "wasm/explore.h"

#include <stdalign.h>
#include <string.h>

#include "base/json.h"
#include "engine/games/chess/pgn.h"
#include "engine/games/chess/search.h"
#include "wasm/reply.h"

enum {
    NODES_MAX = CHESS_PLIES_MAX + 16,
    TABLE_SIZE = 4 * 1024 * 1024,
    START_SIZE = 64 * 1024,
    POSITIONS_MAX = 2000000, /* about two seconds on a phone */
    LINE_MAX = 8,
};

static struct json_node node[NODES_MAX];
static alignas(16) unsigned char table[TABLE_SIZE];
static char start_text[START_SIZE];
static struct pgn_game pgn;

struct question {
    struct json_doc doc;
    uint32_t moves;
    int64_t depth;
    struct chess_task task; /* the position, and what came before it */
};

/* No text is both a FEN and a PGN. */
static bool read_start(struct question *question, uint32_t text)
{
    const char *problem;
    struct chess_board *board = &question->task.board;
    chess_start(board);
    if (!text)
        return true;
    if (!json_read_text(&question->doc, text, start_text, sizeof start_text - sizeof " *"))
        return false;
    if (chess_read_fen(board, start_text, NULL))
        return true;
    if (!pgn_read(&pgn, start_text, strlen(start_text), &problem)) {
        /* A PGN that was copied from the middle of a page has no result. */
        memcpy(start_text + strlen(start_text), " *", sizeof " *");
        if (!pgn_read(&pgn, start_text, strlen(start_text), &problem))
            return false;
    }
    *board = pgn.start;
    for (int i = 0; i < pgn.ply_count; i++)
        chess_make(board, pgn.ply[i].move);
    return pgn.ply_count > 0;
}

static bool read_question(struct question *question, const char *request, size_t length,
                          const char **problem)
{
    memset(question, 0, sizeof *question);
    if (!json_parse(&question->doc, request, length, node, NODES_MAX, problem)) {
        *problem = strcmp(*problem, "too_many_values") == 0 ? "too_many_moves" : "bad_json";
        return false;
    }
    question->moves = json_get(&question->doc, 0, "moves");
    *problem = "bad_question";
    if (!question->moves || !json_is(&question->doc, question->moves, JSON_ARRAY) ||
        !json_read_int(&question->doc, json_get(&question->doc, 0, "depth"), &question->depth) ||
        question->depth < 0 || question->depth > EXPLORE_DEPTH_MAX)
        return false;
    *problem = "bad_start";
    return read_start(question, json_get(&question->doc, 0, "start"));
}

static void pass_by(struct chess_task *task, chess_move move)
{
    if (task->past_count == SEARCH_PAST_MAX)
        task->past_count = 0;
    task->past[task->past_count++] = task->board.key;
    chess_make(&task->board, move);
    if (task->board.halfmove_clock == 0)
        task->past_count = 0;
}

/* Plays the moves of the question and writes their names. */
static bool write_moves(struct question *question, struct json *out)
{
    const struct json_node *nodes = question->doc.node;
    struct chess_task *task = &question->task;
    json_array(out, "sans");
    for (uint32_t i = json_first(question->moves); i < nodes[question->moves].next;
         i = nodes[i].next) {
        char uci[CHESS_UCI_SIZE], san[CHESS_SAN_SIZE];
        chess_move move = json_read_text(&question->doc, i, uci, sizeof uci)
                              ? chess_read_uci(&task->board, uci)
                              : 0;
        if (!move)
            return false;
        chess_write_san(&task->board, move, san);
        json_text(out, NULL, san);
        pass_by(task, move);
    }
    json_end(out);
    return true;
}

static void write_position(const struct chess_board *board, struct json *out)
{
    struct chess_moves legal;
    char fen[CHESS_FEN_SIZE], uci[CHESS_UCI_SIZE];
    chess_write_fen(board, fen);
    json_text(out, "fen", fen);
    json_bool(out, "in_check", chess_in_check(board));
    json_array(out, "legal");
    chess_legal_moves(board, &legal);
    for (int i = 0; i < legal.count; i++) {
        chess_write_uci(legal.move[i], uci);
        json_text(out, NULL, uci);
    }
    json_end(out);
}

static void write_line(const struct chess_task *task, chess_move first, struct json *out)
{
    struct chess_board board = task->board;
    chess_move line[LINE_MAX];
    int count = chess_search_line(task, first, line, LINE_MAX);
    json_array(out, "line");
    for (int i = 0; i < count; i++) {
        char san[CHESS_SAN_SIZE];
        chess_write_san(&board, line[i], san);
        json_text(out, NULL, san);
        chess_make(&board, line[i]);
    }
    json_end(out);
}

static void write_search(struct question *question, struct json *out)
{
    struct chess_task *task = &question->task;
    chess_move best = 0;
    char uci[CHESS_UCI_SIZE];
    task->depth = (int)question->depth;
    task->node_max = POSITIONS_MAX;
    task->memory = table;
    task->memory_size = sizeof table;
    int score = chess_search(task, &best);
    json_int(out, "score", task->board.to_move == WHITE ? score : -score);
    if (best) {
        chess_write_uci(best, uci);
        json_text(out, "best", uci);
    } else {
        json_null(out, "best");
    }
    write_line(task, best, out);
}

size_t explore(const char *request, size_t length, char *reply, size_t size)
{
    static struct question question;
    const char *problem = "";
    struct json out;
    if (!read_question(&question, request, length, &problem))
        return reply_problem(problem, reply, size);
    json_init(&out, reply, size);
    json_object(&out, NULL);
    if (!write_moves(&question, &out))
        return reply_problem("bad_move", reply, size);
    write_position(&question.task.board, &out);
    if (question.depth > 0)
        write_search(&question, &out);
    json_end(&out);
    return out.length;
}
