/* See analyse.h. All memory is static, as in selfplay.c. */
#include "wasm/analyse.h"

#include <stdalign.h>
#include <string.h>

#include "base/json.h"
#include "engine/games/chess/pgn.h"
#include "engine/games/chess/search.h"
#include "wasm/reply.h"

enum { NODES_MAX = CHESS_PLIES_MAX + 16, TABLE_SIZE = 1024 * 1024 };

struct question {
    struct json_doc doc;
    uint32_t moves;
    int64_t depth;
    struct chess_board start;
};

static struct json_node node[NODES_MAX];
static alignas(16) unsigned char table[TABLE_SIZE];

static bool read_start(struct question *question)
{
    char fen[CHESS_FEN_SIZE];
    uint32_t text = json_get(&question->doc, 0, "fen");
    chess_start(&question->start);
    return !text || (json_read_text(&question->doc, text, fen, sizeof fen) &&
                     chess_read_fen(&question->start, fen, NULL));
}

static bool read_question(struct question *question, const char *request, size_t length,
                          const char **problem)
{
    if (!json_parse(&question->doc, request, length, node, NODES_MAX, problem)) {
        *problem = strcmp(*problem, "too_many_values") == 0 ? "too_many_moves" : "bad_json";
        return false;
    }
    question->moves = json_get(&question->doc, 0, "moves");
    *problem = "bad_question";
    return question->moves && json_is(&question->doc, question->moves, JSON_ARRAY) &&
           json_read_int(&question->doc, json_get(&question->doc, 0, "depth"), &question->depth) &&
           question->depth >= 1 && question->depth <= ANALYSE_DEPTH_MAX && read_start(question);
}

static int score_for_white(const struct chess_board *board, int depth)
{
    struct chess_task task = {
        .board = *board, .depth = depth, .memory = table, .memory_size = sizeof table
    };
    int score = chess_search(&task, NULL);
    return board->to_move == WHITE ? score : -score;
}

static bool write_scores(const struct question *question, struct json *out, const char **problem)
{
    struct chess_board board;
    const struct json_node *nodes = question->doc.node;
    int depth = (int)question->depth;
    board = question->start;
    json_int(out, NULL, score_for_white(&board, depth));
    for (uint32_t i = json_first(question->moves); i < nodes[question->moves].next;
         i = nodes[i].next) {
        char uci[CHESS_UCI_SIZE];
        chess_move move =
            json_read_text(&question->doc, i, uci, sizeof uci) ? chess_read_uci(&board, uci) : 0;
        *problem = "bad_move";
        if (!move)
            return false;
        chess_make(&board, move);
        json_int(out, NULL, score_for_white(&board, depth));
    }
    return true;
}

size_t analyse(const char *request, size_t length, char *reply, size_t size)
{
    struct question question;
    const char *problem = "";
    struct json out;
    if (!read_question(&question, request, length, &problem))
        return reply_problem(problem, reply, size);
    json_init(&out, reply, size);
    json_object(&out, NULL);
    json_array(&out, "scores");
    if (!write_scores(&question, &out, &problem))
        return reply_problem(problem, reply, size);
    json_end(&out);
    json_end(&out);
    return out.length;
}
