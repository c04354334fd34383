/* See pgn.h. */
#include "pgn.h"

#include <string.h>

#include "base/text.h"

enum { LINE_MAX = 80 };

static const char *const result_texts[] = { "*", "1-0", "0-1", "1/2-1/2" };

const char *pgn_result_text(enum pgn_result result)
{
    return result_texts[result];
}

static struct pgn_tag *find_tag(struct pgn_game *game, const char *name)
{
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tag[i].name, name) == 0)
            return &game->tag[i];
    return NULL;
}

const char *pgn_get(const struct pgn_game *game, const char *name)
{
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tag[i].name, name) == 0)
            return game->tag[i].value;
    return NULL;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Copies what fits of a value, whole characters only. */
static void copy_value(char out[PGN_VALUE_SIZE], const char *value)
{
    size_t length = strlen(value);
    if (length >= PGN_VALUE_SIZE) {
        length = PGN_VALUE_SIZE - 1;
        while (length && is_continuation(value[length]))
            length--;
    }
    for (size_t i = 0; i < length; i++)
        out[i] = (unsigned char)value[i] < ' ' || value[i] == 127 ? ' ' : value[i];
    out[length] = '\0';
}

void pgn_set(struct pgn_game *game, const char *name, const char *value)
{
    struct pgn_tag *tag = find_tag(game, name);
    if (!tag) {
        if (game->tag_count == PGN_TAGS_MAX)
            return;
        tag = &game->tag[game->tag_count];
        if (!text_copy(tag->name, sizeof tag->name, name))
            return;
        game->tag_count++;
    }
    copy_value(tag->value, value);
}

void pgn_init(struct pgn_game *game)
{
    static const char *const roster[][2] = {
        { "Event", "?" }, { "Site", "?" },  { "Date", "????.??.??" }, { "Round", "?" },
        { "White", "?" }, { "Black", "?" }, { "Result", "*" },
    };
    memset(game, 0, sizeof *game);
    chess_start(&game->start);
    for (size_t i = 0; i < sizeof roster / sizeof *roster; i++)
        pgn_set(game, roster[i][0], roster[i][1]);
}

/* Writing: words are separated by one space or, where a line is full, by its end. */
struct writer {
    char *out;
    size_t size, length, column;
    bool overflow;
};

static void put_char(struct writer *writer, char c)
{
    if (writer->length + 1 >= writer->size) {
        writer->overflow = true;
        return;
    }
    writer->out[writer->length++] = c;
    if (c == '\n')
        writer->column = 0;
    else if (!is_continuation(c))
        writer->column++;
}

static void put_text(struct writer *writer, const char *text)
{
    while (*text)
        put_char(writer, *text++);
}

static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += !is_continuation(text[i]);
    return width;
}

static void put_word(struct writer *writer, const char *word, size_t length)
{
    if (writer->column)
        put_char(writer, writer->column + 1 + width_of(word, length) > LINE_MAX ? '\n' : ' ');
    for (size_t i = 0; i < length; i++)
        put_char(writer, word[i]);
}

static void put_tag(struct writer *writer, const char *name, const char *value)
{
    put_char(writer, '[');
    put_text(writer, name);
    put_text(writer, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            put_char(writer, '\\');
        put_char(writer, *value);
    }
    put_text(writer, "\"]\n");
}

/* A comment cannot hold a closing brace, so a brace in it becomes a parenthesis. */
static void put_comment(struct writer *writer, const char *text, size_t length)
{
    put_word(writer, "{", 1);
    for (size_t i = 0; i < length; i++) {
        char c = text[i] == '}' ? ')' : text[i] == '{' ? '(' : text[i];
        put_char(writer, (unsigned char)c < ' ' ? ' ' : c);
    }
    put_char(writer, '}');
}

static void put_move_number(struct writer *writer, const struct chess_board *board)
{
    char word[12], *at = word + sizeof word;
    int number = board->fullmove, dots = board->to_move == WHITE ? 1 : 3;
    while (dots--)
        *--at = '.';
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    put_word(writer, at, (size_t)(word + sizeof word - at));
}

static void put_moves(struct writer *writer, const struct pgn_game *game)
{
    struct chess_board board = game->start;
    bool needs_number = true;
    for (int i = 0; i < game->ply_count; i++) {
        const struct pgn_ply *ply = &game->ply[i];
        char san[CHESS_SAN_SIZE];
        if (needs_number || board.to_move == WHITE)
            put_move_number(writer, &board);
        chess_write_san(&board, ply->move, san);
        put_word(writer, san, strlen(san));
        needs_number = ply->comment != NULL;
        if (ply->comment)
            put_comment(writer, ply->comment, ply->comment_length);
        chess_make(&board, ply->move);
    }
}

static void put_tags(struct writer *writer, const struct pgn_game *game)
{
    struct chess_board start;
    char fen[CHESS_FEN_SIZE];
    chess_start(&start);
    for (int i = 0; i < game->tag_count; i++) {
        const struct pgn_tag *tag = &game->tag[i];
        if (strcmp(tag->name, "Result") == 0)
            put_tag(writer, tag->name, pgn_result_text(game->result));
        else if (strcmp(tag->name, "SetUp") != 0 && strcmp(tag->name, "FEN") != 0)
            put_tag(writer, tag->name, tag->value);
    }
    if (memcmp(&start, &game->start, sizeof start) != 0) {
        chess_write_fen(&game->start, fen);
        put_tag(writer, "SetUp", "1");
        put_tag(writer, "FEN", fen);
    }
}

size_t pgn_write(const struct pgn_game *game, char *out, size_t size)
{
    struct writer writer = { .out = out, .size = size };
    const char *result = pgn_result_text(game->result);
    put_tags(&writer, game);
    put_char(&writer, '\n');
    put_moves(&writer, game);
    put_word(&writer, result, strlen(result));
    put_char(&writer, '\n');
    if (writer.overflow)
        return 0;
    out[writer.length] = '\0';
    return writer.length;
}

struct reader {
    const char *text;
    size_t length, at;
    const char *problem;
};

static bool fail(struct reader *reader, const char *problem)
{
    reader->problem = problem;
    return false;
}

static char peek(const struct reader *reader)
{
    return reader->at < reader->length ? reader->text[reader->at] : '\0';
}

static bool at_end(const struct reader *reader)
{
    return reader->at >= reader->length;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_spaces(struct reader *reader)
{
    while (!at_end(reader) && is_space(peek(reader)))
        reader->at++;
}

static bool skip_char(struct reader *reader, char c)
{
    skip_spaces(reader);
    if (at_end(reader) || peek(reader) != c)
        return false;
    reader->at++;
    return true;
}

static bool is_symbol(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_+#=:-/!?*", c));
}

static size_t symbol_length(const struct reader *reader)
{
    size_t length = 0;
    while (reader->at + length < reader->length && is_symbol(reader->text[reader->at + length]))
        length++;
    return length;
}

static bool read_tag_value(struct reader *reader, char out[PGN_VALUE_SIZE])
{
    size_t length = 0;
    if (!skip_char(reader, '"'))
        return false;
    while (!at_end(reader) && peek(reader) != '"') {
        if (peek(reader) == '\\')
            reader->at++;
        if (at_end(reader) || length + 1 >= PGN_VALUE_SIZE || (unsigned char)peek(reader) < ' ')
            return false;
        out[length++] = reader->text[reader->at++];
    }
    out[length] = '\0';
    return skip_char(reader, '"');
}

static bool read_tag(struct reader *reader, struct pgn_game *game)
{
    char name[PGN_NAME_SIZE], value[PGN_VALUE_SIZE];
    skip_spaces(reader);
    size_t length = symbol_length(reader);
    if (length == 0 || length >= sizeof name || game->tag_count == PGN_TAGS_MAX)
        return fail(reader, "bad_tag");
    memcpy(name, reader->text + reader->at, length);
    name[length] = '\0';
    reader->at += length;
    if (!read_tag_value(reader, value) || !skip_char(reader, ']'))
        return fail(reader, "bad_tag");
    pgn_set(game, name, value);
    return true;
}

static void skip_line(struct reader *reader)
{
    while (!at_end(reader) && peek(reader) != '\n')
        reader->at++;
}

static bool read_tags(struct reader *reader, struct pgn_game *game)
{
    for (skip_spaces(reader); !at_end(reader); skip_spaces(reader)) {
        if (peek(reader) == '%' || peek(reader) == ';')
            skip_line(reader);
        else if (!skip_char(reader, '['))
            break;
        else if (!read_tag(reader, game))
            return false;
    }
    const char *fen = pgn_get(game, "FEN");
    if (fen && !chess_read_fen(&game->start, fen, NULL))
        return fail(reader, "bad_position");
    return true;
}

static void trim(const char **text, size_t *length)
{
    while (*length && is_space(**text))
        ++*text, --*length;
    while (*length && is_space((*text)[*length - 1]))
        --*length;
}

/* The first comment after a move belongs to it; others are read over. */
static bool read_comment(struct reader *reader, struct pgn_game *game, bool is_main_line)
{
    const char *text = reader->text + reader->at;
    const char *end = memchr(text, '}', reader->length - reader->at);
    if (!end)
        return fail(reader, "bad_comment");
    size_t length = (size_t)(end - text);
    reader->at += length + 1;
    trim(&text, &length);
    struct pgn_ply *ply = game->ply_count ? &game->ply[game->ply_count - 1] : NULL;
    if (is_main_line && ply && !ply->comment) {
        ply->comment = text;
        ply->comment_length = length;
    }
    return true;
}

/* "12." and "12..." and the dots alone. */
static bool skip_number(struct reader *reader)
{
    size_t at = reader->at;
    while (at < reader->length && reader->text[at] >= '0' && reader->text[at] <= '9')
        at++;
    bool has_digits = at > reader->at;
    size_t dots = 0;
    while (at + dots < reader->length && reader->text[at + dots] == '.')
        dots++;
    if (!dots && (!has_digits || (at < reader->length && is_symbol(reader->text[at]))))
        return false;
    reader->at = at + dots;
    return true;
}

static bool read_result(const char *word, size_t length, enum pgn_result *result)
{
    for (int i = 0; i < 4; i++)
        if (strlen(result_texts[i]) == length && memcmp(result_texts[i], word, length) == 0) {
            *result = (enum pgn_result)i;
            return true;
        }
    return false;
}

static bool read_move(struct reader *reader, struct pgn_game *game, struct chess_board *board)
{
    size_t length = symbol_length(reader);
    if (game->ply_count == CHESS_PLIES_MAX)
        return fail(reader, "too_long");
    chess_move move = chess_read_san(board, reader->text + reader->at, length);
    if (!move)
        return fail(reader, "bad_move");
    game->ply[game->ply_count++] = (struct pgn_ply){ .move = move };
    chess_make(board, move);
    reader->at += length;
    return true;
}

/* Skips everything between two moves. True if something was skipped. */
static bool skip_noise(struct reader *reader, struct pgn_game *game, int *depth)
{
    switch (peek(reader)) {
    case '{': reader->at++; return read_comment(reader, game, *depth == 0);
    case ';':
    case '%': skip_line(reader); return true;
    case '$':
        reader->at++;
        reader->at += symbol_length(reader);
        return true;
    case '(':
        if (++*depth > PGN_DEPTH_MAX)
            return fail(reader, "bad_variation");
        reader->at++;
        return true;
    case ')':
        if (--*depth < 0)
            return fail(reader, "bad_variation");
        reader->at++;
        return true;
    }
    return false;
}

static bool finish(struct reader *reader, const struct pgn_game *game)
{
    const char *tag = pgn_get(game, "Result");
    enum pgn_result said;
    if (!tag || !read_result(tag, strlen(tag), &said) || said != game->result)
        return fail(reader, "bad_result");
    return true;
}

static bool read_moves(struct reader *reader, struct pgn_game *game)
{
    struct chess_board board = game->start;
    int depth = 0;
    for (skip_spaces(reader); !at_end(reader); skip_spaces(reader)) {
        if (skip_noise(reader, game, &depth))
            continue;
        if (reader->problem)
            return false;
        size_t length = symbol_length(reader);
        if (depth == 0 && read_result(reader->text + reader->at, length, &game->result))
            return finish(reader, game);
        if (skip_number(reader))
            continue;
        if (length == 0)
            return fail(reader, "bad_move");
        if (depth > 0)
            reader->at += length;
        else if (!read_move(reader, game, &board))
            return false;
    }
    return fail(reader, depth ? "bad_variation" : "bad_result");
}

bool pgn_read(struct pgn_game *game, const char *text, size_t length, const char **problem)
{
    struct reader reader = { .text = text, .length = length };
    pgn_init(game);
    if (read_tags(&reader, game) && read_moves(&reader, game))
        return true;
    *problem = reader.problem;
    return false;
}
