/* See stockfish.h. A line to it, lines from it, through two pipes. */
#include "stockfish.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Debian puts games where a plain PATH does not look. */
static const char *find_program(void)
{
    static const char *const places[] = { "/usr/games/stockfish", "/usr/local/bin/stockfish",
                                          "/usr/bin/stockfish" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

static void become(const char *program, int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    closefrom(STDERR_FILENO + 1);
    execl(program, "stockfish", (char *)NULL);
    _exit(127);
}

static void read_line(struct stockfish *fish, char *line, int size)
{
    if (!fgets(line, size, fish->from)) {
        fprintf(stderr, "stockfish has gone\n");
        exit(1);
    }
}

bool stockfish_open(struct stockfish *fish)
{
    int down[2], up[2];
    const char *program = find_program();
    if (!program || pipe(down) != 0 || pipe(up) != 0)
        return false;
    fish->pid = fork();
    if (fish->pid == 0)
        become(program, down[0], up[1]);
    close(down[0]);
    close(up[1]);
    fish->to = fdopen(down[1], "w");
    fish->from = fdopen(up[0], "r");
    char banner[200];
    read_line(fish, banner, sizeof banner);
    return true;
}

void stockfish_close(struct stockfish *fish)
{
    fputs("quit\n", fish->to);
    fclose(fish->to);
    fclose(fish->from);
    waitpid(fish->pid, NULL, 0);
}

void stockfish_set(struct stockfish *fish, const char *fen, const char *moves)
{
    fprintf(fish->to, "position fen %s moves %s\n", fen, moves);
}

void stockfish_show(struct stockfish *fish, struct stockfish_position *position)
{
    char line[512];
    fputs("d\n", fish->to);
    fflush(fish->to);
    do {
        read_line(fish, line, sizeof line);
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "Fen: ", 5) == 0)
            snprintf(position->fen, sizeof position->fen, "%.90s", line + 5);
        else if (strncmp(line, "Key: ", 5) == 0)
            position->key = strtoull(line + 5, NULL, 16);
    } while (strncmp(line, "Checkers:", 9) != 0);
    position->in_check = strlen(line) > strlen("Checkers: ");
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

uint64_t stockfish_perft(struct stockfish *fish, int depth, char moves[][CHESS_UCI_SIZE],
                         int *count)
{
    char line[512], uci[8];
    unsigned long long nodes;
    int found = 0;
    fprintf(fish->to, "go perft %d\n", depth);
    fflush(fish->to);
    for (;;) {
        read_line(fish, line, sizeof line);
        if (sscanf(line, "Nodes searched: %llu", &nodes) == 1)
            break;
        if (moves && sscanf(line, "%5[a-h1-8qrbn]: %llu", uci, &nodes) == 2)
            memcpy(moves[found++], uci, CHESS_UCI_SIZE);
    }
    if (moves) {
        qsort(moves, (size_t)found, CHESS_UCI_SIZE, by_text);
        *count = found;
    }
    return nodes;
}

void stockfish_limit(struct stockfish *fish, int elo)
{
    fprintf(fish->to, "setoption name UCI_LimitStrength value true\n");
    fprintf(fish->to, "setoption name UCI_Elo value %d\n", elo);
}

void stockfish_move(struct stockfish *fish, int depth, char uci[CHESS_UCI_SIZE])
{
    char line[4096];
    fprintf(fish->to, "go depth %d\n", depth);
    fflush(fish->to);
    do
        read_line(fish, line, sizeof line);
    while (sscanf(line, "bestmove %5[a-h1-8qrbn]", uci) != 1);
}
