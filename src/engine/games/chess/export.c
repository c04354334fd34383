/* Files for other chess programs: the game as PGN, the position as FEN. */
#include "chess.h"

#include <string.h>

enum { DAY_SECONDS = 24 * 60 * 60, TEXT_SIZE = 48 };

/* Adds a number of at least `digits` digits, then `after`. Without printf: the page's engine has no files. */
static void add(char text[TEXT_SIZE], int64_t number, int digits, const char *after)
{
    char reversed[TEXT_SIZE / 2];
    int count = 0;
    size_t length = strlen(text);
    for (; (number > 0 || count < digits) && count < TEXT_SIZE / 2; number /= 10)
        reversed[count++] = (char)('0' + number % 10);
    while (count > 0 && length + 1 < TEXT_SIZE)
        text[length++] = reversed[--count];
    text[length] = '\0';
    if (length + strlen(after) < TEXT_SIZE)
        memcpy(text + length, after, strlen(after) + 1);
}

/* The calendar from days since 1970. Years begin in March here, so that leap days come last. */
static void set_date(struct pgn_game *pgn, int64_t ms)
{
    char text[TEXT_SIZE] = "";
    int64_t days = ms / 1000 / DAY_SECONDS + 719468; /* since 1 March of the year 0 */
    int64_t era = days / 146097, rest = days % 146097;
    int64_t year = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    int64_t in_year = rest - (365 * year + year / 4 - year / 100);
    int64_t shifted = (5 * in_year + 2) / 153;
    int64_t day = in_year - (153 * shifted + 2) / 5 + 1;
    int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
    add(text, era * 400 + year + (month <= 2), 4, ".");
    add(text, month, 2, ".");
    add(text, day, 2, "");
    pgn_set(pgn, "Date", text);
}

/* As the standard writes it: so many moves in so many seconds, or all of them with an increment. */
static void set_time_control(struct pgn_game *pgn, const int64_t option[])
{
    char text[TEXT_SIZE] = "";
    int64_t turn = option[CHESS_TURN_SECONDS], days = option[CHESS_DAYS_PER_MOVE];
    switch ((enum chess_time_control)option[CHESS_TIME_CONTROL]) {
    case TIME_PER_MOVE:
        if (turn > 0) {
            add(text, 1, 1, "/");
            add(text, turn, 1, "");
        }
        break;
    case TIME_BANK:
        add(text, option[CHESS_BANK_MINUTES] * 60, 1, "+");
        add(text, option[CHESS_INCREMENT_SECONDS], 1, "");
        break;
    case TIME_DAYS:
        add(text, 1, 1, "/");
        add(text, days * DAY_SECONDS, 1, "");
        break;
    case TIME_NONE: break;
    }
    if (text[0] == '\0')
        memcpy(text, "-", sizeof "-");
    pgn_set(pgn, "TimeControl", text);
}

static void set_facts(struct pgn_game *pgn, const struct chess_view *view,
                      const struct game_facts *facts)
{
    char round[TEXT_SIZE] = "";
    pgn_set(pgn, "Event", view->mode == CHESS_WEREWOLF ? "Team chess with a wolf" : "Team chess");
    pgn_set(pgn, "Site", "Parlour");
    if (facts->started_ms > 0)
        set_date(pgn, facts->started_ms);
    add(round, facts->number, 1, "");
    pgn_set(pgn, "Round", round);
    set_time_control(pgn, facts->option);
}

static size_t write_pgn(const void *view, const struct game_facts *facts, void *memory,
                        size_t memory_size, char *out, size_t size)
{
    if (memory_size < sizeof(struct pgn_game))
        return 0;
    struct pgn_game *pgn = memory;
    chess_to_pgn(view, facts->name, pgn);
    set_facts(pgn, view, facts);
    return pgn_write(pgn, out, size);
}

static size_t write_fen(const void *view, const struct game_facts *facts, void *memory,
                        size_t memory_size, char *out, size_t size)
{
    const struct chess_view *chess = view;
    struct chess_board board;
    (void)facts;
    (void)memory;
    (void)memory_size;
    if (size < CHESS_FEN_SIZE || !chess_board_after(chess, chess->ply_count, &board))
        return 0;
    chess_write_fen(&board, out);
    return strlen(out);
}

const struct game_export chess_exports[] = {
    { "pgn", "application/x-chess-pgn", write_pgn },
    { "fen", "text/plain", write_fen },
    { 0 },
};
