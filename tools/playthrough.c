/* Plays a written game and tells what happened and what each seat saw.
 *
 *   playthrough FILE…            compares what happens with what the file says
 *   playthrough --update FILE…   rewrites the files
 *
 * A file is script and expectation in one. Lines that begin with "> " are instructions, "#" begins a
 * comment, and what is indented is what happened: it is written by this program and reviewed like code.
 *
 *   > game coinflip              then, before the start, any of
 *   > seats 3                    (else the fewest)
 *   > seed 7
 *   > option rounds 2            values as on the wire
 *   > side 0 weather
 *   > hush                       tell events only, no sights but those that are looked at
 *   > start
 *   > seat 0 guess {"side":"heads"}
 *   > narrator wake {}
 *   > wait 500                   milliseconds
 *   > timeout                    lets the clock run to the deadline
 *   > bots 5                     bots play five moves; without a number, to the end. Their moves are told as
 *                                the instructions that would do the same.
 *   > look narrator question     one member of what a viewer sees ("public", "seat 3", "narrator")
 *
 * A sight is told by what changed in it since this viewer's last one, one fact on a line; a long value goes
 * over several. What several viewers see alike is told once, below all their names. A member "padding", which
 * is there to hide how long the others are, is left out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/message.h"
#include "engine/play.h"
#include "harness/run.h"

enum {
    NODES_MAX = 16 * 1024,
    FILE_SIZE_MAX = 4 * 1024 * 1024,
    FACTS_MAX = 1000, /* that change with one command */
    COLUMNS_MAX = 100,
    INDENT = 2,
};

struct playthrough {
    const char *path;
    int line_number;
    bool has_failed;
    const struct game *game;
    struct game_setup setup;
    uint64_t seed;
    bool has_begun, is_hushed;
    struct run run;
    struct rng bots;
    struct transcript seen[HARNESS_VIEWERS_MAX]; /* each viewer's last view */
    struct transcript out;
};

static void complain(struct playthrough *play, const char *what, const char *about)
{
    if (!play->has_failed)
        fprintf(stderr, "%s:%d: %s: %s\n", play->path, play->line_number, what, about);
    play->has_failed = true;
}

/* Who */

static void add_actor(struct transcript *out, int actor)
{
    if (actor == SEAT_PUBLIC)
        transcript_add(out, "public");
    else if (actor == SEAT_NARRATOR)
        transcript_add(out, "narrator");
    else
        transcript_add(out, "seat %d", actor);
}

static void add_told(struct playthrough *play, seat_set told)
{
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(&play->run, viewer), told_count = 0;
    for (int i = 0; i < count; i++) {
        if (!seat_in(told, viewer[i]))
            continue;
        transcript_add(&play->out, "%s", told_count++ ? ", " : "");
        add_actor(&play->out, viewer[i]);
    }
    if (told_count == 0)
        transcript_add(&play->out, "nobody");
}

/* Values */

struct document {
    struct json_doc doc;
    struct json_node node[NODES_MAX];
};

static bool document_read(struct document *document, const char *text)
{
    const char *problem;
    return json_parse(&document->doc, text, strlen(text), document->node, NODES_MAX, &problem);
}

/* The bytes of a value; a text's with its quotes. */
static const char *bytes_of(const struct document *document, uint32_t node, size_t *length)
{
    const struct json_node *n = &document->node[node];
    size_t quote = n->type == JSON_TEXT;
    *length = n->end - n->start + 2 * quote;
    return document->doc.text + n->start - quote;
}

/* A value on one line if it is short, else an element on each line. */
static void add_value(struct transcript *out, const struct document *document, uint32_t node,
                      int indent)
{
    size_t length;
    const struct json_node *n = &document->node[node];
    const char *bytes = bytes_of(document, node, &length);
    bool is_object = n->type == JSON_OBJECT;
    if (indent + (int)length <= COLUMNS_MAX || (!is_object && n->type != JSON_ARRAY)) {
        transcript_add(out, "%.*s", (int)length, bytes);
        return;
    }
    transcript_add(out, "%c\n", *bytes);
    for (uint32_t at = json_first(node), value; at < n->next; at = document->node[value].next) {
        value = is_object ? at + 1 : at;
        transcript_add(out, "%*s", indent + INDENT, "");
        if (is_object) {
            const char *key = bytes_of(document, at, &length);
            transcript_add(out, "%.*s:", (int)length, key);
        }
        add_value(out, document, value, indent + INDENT);
        transcript_add(out, "%s\n", document->node[value].next < n->next ? "," : "");
    }
    transcript_add(out, "%*s%c", indent, "", is_object ? '}' : ']');
}

/* Events */

static bool has_secrets(const struct game_message *message)
{
    for (int i = 0; i < message_arg_count(message); i++)
        if (message->args[i].secret)
            return true;
    return false;
}

static void add_secret_names(struct playthrough *play, const struct game_message *message)
{
    bool is_first = true;
    for (int i = 0; i < message_arg_count(message); i++) {
        if (!message->args[i].secret)
            continue;
        transcript_add(&play->out, "%s%s", is_first ? "" : ", ", message->args[i].name);
        is_first = false;
    }
}

static void add_audience(struct playthrough *play, const struct game_event *event)
{
    const struct game_message *message = &play->game->events[event->kind];
    if (event->told == SEATS_ALL || (message->announced && !has_secrets(message))) {
        transcript_add(&play->out, " to all\n");
        return;
    }
    if (message->announced) {
        transcript_add(&play->out, " to all, but ");
        add_secret_names(play, message);
    }
    transcript_add(&play->out, " to ");
    add_told(play, event->told);
    transcript_add(&play->out, "\n");
}

static const char *arguments_of(const struct game_message *message, const int64_t *arg,
                                const char *text)
{
    static char buffer[16 * 1024];
    struct json json;
    json_init(&json, buffer, sizeof buffer);
    json_object(&json, NULL);
    message_write(message, arg, text, true, &json);
    json_end(&json);
    return buffer;
}

static void add_event(struct playthrough *play, const struct game_event *event)
{
    static struct document document;
    const struct game_message *message = &play->game->events[event->kind];
    transcript_add(&play->out, "%*sevent %s ", INDENT, "", message->name);
    if (document_read(&document, arguments_of(message, event->arg, event->text)))
        add_value(&play->out, &document, 0, INDENT);
    add_audience(play, event);
}

static void add_events(struct playthrough *play)
{
    for (int i = 0; i < play->run.turn.event_count; i++)
        add_event(play, &play->run.turn.event[i]);
}

/* Sights */

static bool member_is_same(const struct document *now, uint32_t value,
                           const struct document *before, uint32_t old_value)
{
    size_t length, old_length;
    if (!old_value)
        return false;
    const char *bytes = bytes_of(now, value, &length);
    const char *old_bytes = bytes_of(before, old_value, &old_length);
    return length == old_length && memcmp(bytes, old_bytes, length) == 0;
}

/* A fact that some viewers see new after a command. */
struct fact {
    struct transcript text;
    uint32_t viewers; /* bit n: the nth of run_viewers() */
    bool is_told;
};

struct facts {
    struct fact fact[FACTS_MAX];
    int count;
};

/* Takes the text out of `text`, which is empty afterwards. */
static void note_fact(struct playthrough *play, struct facts *facts, struct transcript *text,
                      int viewer)
{
    int at = 0;
    while (at < facts->count && strcmp(facts->fact[at].text.text, text->text) != 0)
        at++;
    if (at == FACTS_MAX) {
        complain(play, "too many facts", play->game->id);
        return;
    }
    if (at == facts->count) {
        facts->fact[facts->count++] = (struct fact){ .text = *text };
        *text = (struct transcript){ 0 };
    }
    facts->fact[at].viewers |= 1u << viewer;
    transcript_clear(text);
}

/* Notes the members of `now` that are not the same in `before`. */
static void note_changes(struct playthrough *play, struct facts *facts, int viewer,
                         const struct document *now, const struct document *before)
{
    char key[64];
    struct transcript text = { 0 };
    for (uint32_t at = json_first(0); at < now->node[0].next; at = now->node[at + 1].next) {
        json_read_text(&now->doc, at, key, sizeof key);
        uint32_t old_value = before ? json_get(&before->doc, 0, key) : 0;
        if (strcmp(key, "padding") == 0 || member_is_same(now, at + 1, before, old_value))
            continue;
        transcript_add(&text, "%s ", key);
        add_value(&text, now, at + 1, 2 * INDENT);
        note_fact(play, facts, &text, viewer);
    }
    for (uint32_t at = json_first(0); before && at < before->node[0].next;
         at = before->node[at + 1].next) {
        json_read_text(&before->doc, at, key, sizeof key);
        if (json_get(&now->doc, 0, key))
            continue;
        transcript_add(&text, "no %s", key);
        note_fact(play, facts, &text, viewer);
    }
    transcript_free(&text);
}

static void read_changes(struct playthrough *play, struct facts *facts, int viewer,
                         const char *view)
{
    static struct document now, before;
    struct transcript *seen = &play->seen[viewer];
    if (!view || !document_read(&now, view)) {
        complain(play, "a view cannot be read", play->game->id);
        return;
    }
    bool has_before = seen->length > 0 && document_read(&before, seen->text);
    note_changes(play, facts, viewer, &now, has_before ? &before : NULL);
    seen->length = 0;
    transcript_add(seen, "%s", view);
}

static void add_viewers(struct playthrough *play, uint32_t viewers)
{
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(&play->run, viewer), told_count = 0;
    for (int i = 0; i < count; i++) {
        if (!(viewers & 1u << i))
            continue;
        transcript_add(&play->out, "%s", told_count++ ? ", " : "");
        add_actor(&play->out, viewer[i]);
    }
}

/* One list of facts for each group of viewers. */
static void add_facts(struct playthrough *play, struct facts *facts)
{
    for (int i = 0; i < facts->count; i++) {
        if (facts->fact[i].is_told)
            continue;
        transcript_add(&play->out, "%*s", INDENT, "");
        add_viewers(play, facts->fact[i].viewers);
        transcript_add(&play->out, ":\n");
        for (int j = i; j < facts->count; j++) {
            if (facts->fact[j].viewers != facts->fact[i].viewers)
                continue;
            transcript_add(&play->out, "%*s%s\n", 2 * INDENT, "", facts->fact[j].text.text);
            facts->fact[j].is_told = true;
        }
    }
}

static void add_sights(struct playthrough *play)
{
    static struct facts facts;
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(&play->run, viewer);
    for (int i = 0; i < count; i++)
        read_changes(play, &facts, i, run_view(&play->run, viewer[i]));
    add_facts(play, &facts);
    for (int i = 0; i < facts.count; i++)
        transcript_free(&facts.fact[i].text);
    facts.count = 0;
}

static void add_outcome(struct playthrough *play)
{
    struct game_outcome outcome = { 0 };
    if (!play->game->outcome(play->run.state, &outcome))
        return;
    transcript_add(&play->out, "  over: %s, won by ", play->game->reasons[outcome.reason]);
    add_told(play, outcome.winners);
    transcript_add(&play->out, ", scores");
    for (int seat = 0; seat < play->setup.seat_count; seat++)
        transcript_add(&play->out, " %" PRId64, outcome.score[seat]);
    transcript_add(&play->out, "\n");
}

static void add_result(struct playthrough *play, enum refusal refusal)
{
    const char *why = play->run.turn.why;
    if (refusal != ACCEPTED) {
        transcript_add(&play->out, "  refused: %s%s%s\n", refusal_name(refusal), why ? ", " : "",
                       why ? why : "");
        return;
    }
    add_events(play);
    if (!play->is_hushed)
        add_sights(play);
    add_outcome(play);
}

/* Instructions */

static void do_game(struct playthrough *play, const char *rest)
{
    play->game = game_find(rest);
    if (!play->game)
        complain(play, "no such game", rest);
    else
        play_preset(&play->setup, play->game, play->game->seats_min);
}

static void do_seats(struct playthrough *play, const char *rest)
{
    int count = atoi(rest);
    if (count < 1 || count > GAME_SEATS_MAX)
        complain(play, "not a number of seats", rest);
    else
        play_preset(&play->setup, play->game, count);
}

static int option_find(const struct game *game, const char *name, size_t length)
{
    for (int i = 0; i < game_option_count(game); i++)
        if (strlen(game->options[i].arg.name) == length &&
            strncmp(game->options[i].arg.name, name, length) == 0)
            return i;
    return -1;
}

static void do_option(struct playthrough *play, const char *rest)
{
    static struct document value;
    size_t length = strcspn(rest, " ");
    int option = option_find(play->game, rest, length);
    if (option < 0)
        complain(play, "no such option", rest);
    else if (!document_read(&value, rest + length) ||
             !message_read_arg(&play->game->options[option].arg, &value.doc, 0,
                               play->setup.seat_count, &play->setup.option[option]))
        complain(play, "not a value of this option", rest);
}

static void do_side(struct playthrough *play, const char *rest)
{
    char name[64];
    int seat;
    if (sscanf(rest, "%d %63s", &seat, name) != 2 || seat < 0 || seat >= play->setup.seat_count) {
        complain(play, "side wants a seat and a side", rest);
        return;
    }
    for (int i = 0; i < game_side_count(play->game); i++) {
        if (strcmp(play->game->sides[i], name) == 0) {
            play->setup.side[seat] = (int8_t)i;
            return;
        }
    }
    complain(play, "no such side", name);
}

static void do_start(struct playthrough *play)
{
    const char *why = NULL;
    if (game_check(play->game, &play->setup, &why) != ACCEPTED) {
        transcript_add(&play->out, "  refused: %s\n", why);
        return;
    }
    run_init(&play->run, play->game, &play->setup, play->seed);
    rng_seed(&play->bots, play->run.seed, UINT64_MAX);
    play->has_begun = true;
    add_result(play, run_start(&play->run));
}

static void do_command(struct playthrough *play, int seat, const char *rest)
{
    static struct document arguments;
    static char text[GAME_TEXT_MAX + 1];
    char name[64] = "";
    const char *problem = "not JSON", *which = "";
    struct game_command command = { .seat = (int8_t)seat, .text = text };
    size_t length = strcspn(rest, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, rest);
    const char *json = rest[length] ? rest + length + 1 : "{}";
    int kind = message_find(play->game->commands, name);
    if (kind < 0) {
        complain(play, "no such command", name);
        return;
    }
    command.kind = (uint16_t)kind;
    if (!document_read(&arguments, json) ||
        !message_read(&play->game->commands[kind], &arguments.doc, 0, play->setup.seat_count,
                      command.arg, text, &problem, &which))
        transcript_add(&play->out, "  refused: %s %s\n", problem, which);
    else
        add_result(play, run_send(&play->run, &command));
}

static void do_seat(struct playthrough *play, const char *rest)
{
    char *end;
    long seat = strtol(rest, &end, 10);
    if (end == rest || *end != ' ' || seat < 0 || seat >= GAME_SEATS_MAX)
        complain(play, "seat wants a number and a command", rest);
    else
        do_command(play, (int)seat, end + 1);
}

static void do_timeout(struct playthrough *play)
{
    if (run_deadline(&play->run) == 0)
        complain(play, "there is no deadline", "timeout");
    else
        add_result(play, run_timeout(&play->run));
}

static bool bots_move(struct playthrough *play)
{
    struct game_command command;
    if (!run_any_bot(&play->run, -1, &play->bots, &command)) {
        if (run_deadline(&play->run) == 0)
            return false;
        transcript_add(&play->out, "  > timeout\n");
        do_timeout(play);
        return true;
    }
    transcript_add(&play->out, "  > ");
    add_actor(&play->out, command.seat);
    const struct game_message *message = &play->game->commands[command.kind];
    transcript_add(&play->out, " %s %s\n", message->name,
                   arguments_of(message, command.arg, command.text));
    add_result(play, run_send(&play->run, &command));
    return true;
}

static void do_bots(struct playthrough *play, const char *rest)
{
    int moves = *rest ? atoi(rest) : HARNESS_COMMANDS_MAX;
    while (moves-- > 0 && !run_is_over(&play->run))
        if (!bots_move(play))
            return;
}

static bool read_viewer(const char **rest, int *viewer)
{
    int length = 0;
    *viewer = strncmp(*rest, "public ", 7) == 0 ? SEAT_PUBLIC : SEAT_NARRATOR;
    if (sscanf(*rest, "seat %d %n", viewer, &length) < 1)
        sscanf(*rest, *viewer == SEAT_PUBLIC ? "public %n" : "narrator %n", &length);
    *rest += length;
    return length > 0;
}

static void do_look(struct playthrough *play, const char *rest)
{
    static struct document sight;
    const char *about = rest;
    int viewer;
    if (!read_viewer(&rest, &viewer)) {
        complain(play, "look wants a viewer and a member", about);
        return;
    }
    const char *view = run_view(&play->run, viewer);
    uint32_t value = view && document_read(&sight, view) ? json_get(&sight.doc, 0, rest) : 0;
    if (!value) {
        complain(play, "no such member", about);
        return;
    }
    transcript_add(&play->out, "%*s", INDENT, "");
    add_value(&play->out, &sight, value, INDENT);
    transcript_add(&play->out, "\n");
}

static bool instruct_before_start(struct playthrough *play, const char *word, const char *rest)
{
    if (strcmp(word, "game") == 0)
        do_game(play, rest);
    else if (!play->game)
        complain(play, "begin with the game", word);
    else if (strcmp(word, "seats") == 0)
        do_seats(play, rest);
    else if (strcmp(word, "seed") == 0)
        play->seed = strtoull(rest, NULL, 10);
    else if (strcmp(word, "option") == 0)
        do_option(play, rest);
    else if (strcmp(word, "side") == 0)
        do_side(play, rest);
    else if (strcmp(word, "hush") == 0)
        play->is_hushed = true;
    else if (strcmp(word, "start") == 0)
        do_start(play);
    else
        return false;
    return true;
}

static bool instruct_after_start(struct playthrough *play, const char *word, const char *rest)
{
    if (strcmp(word, "seat") == 0)
        do_seat(play, rest);
    else if (strcmp(word, "narrator") == 0)
        do_command(play, SEAT_NARRATOR, rest);
    else if (strcmp(word, "wait") == 0)
        play->run.now_ms += strtoll(rest, NULL, 10);
    else if (strcmp(word, "timeout") == 0)
        do_timeout(play);
    else if (strcmp(word, "bots") == 0)
        do_bots(play, rest);
    else if (strcmp(word, "look") == 0)
        do_look(play, rest);
    else
        return false;
    return true;
}

static void instruct(struct playthrough *play, const char *line)
{
    char word[32];
    size_t length = strcspn(line, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    const char *rest = line + length + (line[length] == ' ');
    bool is_known = play->has_begun ? instruct_after_start(play, word, rest)
                                    : instruct_before_start(play, word, rest);
    if (!is_known)
        complain(play, "not an instruction here", line);
}

/* Files */

static void play_line(struct playthrough *play, const char *line)
{
    play->line_number++;
    if (line[0] == ' ')
        return;
    transcript_add(&play->out, "%s\n", line);
    if (strncmp(line, "> ", 2) == 0)
        instruct(play, line + 2);
    else if (line[0] != '#' && line[0] != '\0')
        complain(play, "neither instruction nor comment nor indented", line);
}

static void play_text(struct playthrough *play, const char *text)
{
    static char line[HARNESS_VIEW_TEXT_MAX * 2];
    while (*text && !play->has_failed) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        play_line(play, line);
        text += length + (text[length] == '\n');
    }
}

static bool read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    return true;
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        return false;
    }
    return true;
}

static bool is_as_expected(const char *path, const char *expected, const char *happened)
{
    int line = 1;
    size_t at = 0, line_start = 0;
    for (; expected[at] && expected[at] == happened[at]; at++) {
        if (expected[at] != '\n')
            continue;
        line++;
        line_start = at + 1;
    }
    if (expected[at] == happened[at])
        return true;
    fprintf(stderr, "%s:%d: not as expected; if it is right now: tools/playthrough --update\n",
            path, line);
    fprintf(stderr, "- %.*s\n", (int)strcspn(expected + line_start, "\n"), expected + line_start);
    fprintf(stderr, "+ %.*s\n", (int)strcspn(happened + line_start, "\n"), happened + line_start);
    return false;
}

static bool play_file(const char *path, bool updates)
{
    static char text[FILE_SIZE_MAX];
    static struct playthrough play;
    memset(&play, 0, sizeof play);
    play.path = path;
    if (!read_text(path, text, sizeof text))
        return false;
    transcript_add(&play.out, "%s", "");
    play_text(&play, text);
    bool is_good = !play.has_failed && (updates ? write_text(path, play.out.text)
                                                : is_as_expected(path, text, play.out.text));
    for (int i = 0; i < HARNESS_VIEWERS_MAX; i++)
        transcript_free(&play.seen[i]);
    transcript_free(&play.out);
    return is_good;
}

int main(int argc, char **argv)
{
    bool updates = argc > 1 && strcmp(argv[1], "--update") == 0, is_good = true;
    int first = updates ? 2 : 1;
    if (first >= argc) {
        fprintf(stderr, "usage: playthrough [--update] FILE…\n");
        return 2;
    }
    for (int i = first; i < argc; i++)
        is_good = play_file(argv[i], updates) && is_good;
    return is_good ? 0 : 1;
}
