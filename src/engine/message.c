/* Messages to and from JSON, driven by the tables that describe their arguments. */
#include "engine/message.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

enum {
    FIELDS_MAX = 7,
    FIELD_COORDINATE_MAX = 15,
    WORD_BITS = 64,
    NAMES_MAX = WORD_BITS * GAME_SET_WORDS,
    SET_MAX = 62,
    UNKNOWN_SIZE = 32,
};

/* The largest integer that every JSON reader holds exactly. */
static const int64_t INT_MAX_EXACT = ((int64_t)1 << 53) - 1;

int message_find(const struct game_message *table, const char *name)
{
    for (int i = 0; table[i].name; i++)
        if (table[i].name[0] == name[0] && strcmp(table[i].name, name) == 0)
            return i;
    return -1;
}

int message_arg_count(const struct game_message *message)
{
    int count = 0;
    while (count < GAME_ARGS_MAX && message->args[count].type != ARG_NONE)
        count++;
    return count;
}

static int name_count(const struct game_arg *arg)
{
    int count = 0;
    while (arg->names && arg->names[count])
        count++;
    assert(count <= NAMES_MAX);
    return count;
}

static bool is_wide(const struct game_arg *arg)
{
    return arg->type == ARG_NAMES && arg->names != NULL && name_count(arg) > WORD_BITS;
}

/* The words of a set: the first in its own place, the others of a wide one behind all arguments. */
static int64_t *word_of_set(int64_t arg[GAME_ARG_WORDS], int place, int word)
{
    return word == 0 ? &arg[place] : &arg[GAME_ARGS_MAX + word - 1];
}

static uint64_t set_word(const int64_t arg[GAME_ARG_WORDS], int place, int word)
{
    return (uint64_t)arg[word == 0 ? place : GAME_ARGS_MAX + word - 1];
}

/* The elements that a bit set may hold, as a bit set. */
static uint64_t bits_between(int64_t min, int64_t max)
{
    assert(min >= 0);
    if (max < min || min >= WORD_BITS)
        return 0;
    uint64_t upwards = UINT64_MAX << min;
    return max < WORD_BITS - 1 ? upwards & ~(UINT64_MAX << (max + 1)) : upwards;
}

static uint64_t set_domain(const struct game_arg *arg, int seat_count)
{
    if (arg->type == ARG_SEATS)
        return bits_between(0, seat_count - 1);
    if (arg->type == ARG_NAMES)
        return bits_between(0, name_count(arg) - 1);
    assert(arg->min >= 0 && arg->max <= SET_MAX);
    return bits_between(arg->min, arg->max);
}

static bool is_between(int64_t value, int64_t min, int64_t max)
{
    return value >= min && value <= max;
}

static bool is_unbounded(const struct game_arg *arg)
{
    return arg->min == 0 && arg->max == 0;
}

static bool int_fits(const struct game_arg *arg, int64_t value)
{
    if (is_unbounded(arg))
        return is_between(value, -INT_MAX_EXACT, INT_MAX_EXACT);
    return is_between(value, arg->min, arg->max);
}

static bool coordinate_fits(const struct game_arg *arg, int64_t value)
{
    int64_t max = is_unbounded(arg) ? FIELD_COORDINATE_MAX : arg->max;
    return is_between(value, arg->min, max);
}

static bool field_fits(const struct game_arg *arg, int64_t value)
{
    return is_between(value, 0, 255) && coordinate_fits(arg, field_x(value)) &&
           coordinate_fits(arg, field_y(value));
}

static bool fields_fit(const struct game_arg *arg, int64_t value)
{
    int64_t rebuilt = 0;
    if (fields_count(value) > FIELDS_MAX)
        return false;
    for (int i = 0; i < fields_count(value); i++) {
        if (!field_fits(arg, fields_at(value, i)))
            return false;
        rebuilt = fields_add(rebuilt, fields_at(value, i));
    }
    return rebuilt == value;
}

static bool word_fits(int64_t value)
{
    char text[WORD_TEXT_SIZE];
    int64_t again;
    word_write(text, value);
    return word_read(&again, text) && again == value;
}

static bool value_fits(const struct game_arg *arg, int seat_count, int64_t value)
{
    switch (arg->type) {
    case ARG_NONE: return false;
    case ARG_INT: return int_fits(arg, value);
    case ARG_BOOL: return is_between(value, 0, 1);
    case ARG_SEAT: return is_between(value, arg->min < 0 ? -1 : 0, seat_count - 1);
    case ARG_NAME: return is_between(value, arg->min, name_count(arg) - 1);
    case ARG_TIME: return is_between(value, 0, INT_MAX_EXACT);
    case ARG_FIELD: return field_fits(arg, value);
    case ARG_FIELDS: return fields_fit(arg, value);
    case ARG_SEATS:
    case ARG_NAMES:
    case ARG_SET: return ((uint64_t)value & ~set_domain(arg, seat_count)) == 0;
    case ARG_WORD: return word_fits(value);
    case ARG_ID: return value != 0 || arg->min < 0;
    case ARG_TEXT:
    case ARG_OTHER: return value == 0;
    }
    return false;
}

bool message_arg_fits(const struct game_arg *arg, int seat_count, int64_t value)
{
    return (arg->optional && value == arg->preset) || value_fits(arg, seat_count, value);
}

static const struct game_arg *wide_arg(const struct game_message *message)
{
    for (int i = 0; i < message_arg_count(message); i++)
        if (is_wide(&message->args[i]))
            return &message->args[i];
    return NULL;
}

bool message_rest_fits(const struct game_message *message, const int64_t arg[GAME_ARG_WORDS])
{
    const struct game_arg *wide = wide_arg(message);
    for (int word = 1; word < GAME_SET_WORDS; word++) {
        int names = wide ? name_count(wide) - word * WORD_BITS : 0;
        if (set_word(arg, 0, word) & ~bits_between(0, names - 1))
            return false;
    }
    return true;
}

/* Writing */

static void write_wide(const struct game_arg *arg, const int64_t args[GAME_ARG_WORDS], int place,
                       struct json *out)
{
    json_array(out, arg->name);
    for (int i = 0; i < name_count(arg); i++)
        if (set_word(args, place, i / WORD_BITS) >> i % WORD_BITS & 1)
            json_text(out, NULL, arg->names[i]);
    json_end(out);
}

static void write_set(const struct game_arg *arg, const char *key, int64_t value, struct json *out)
{
    json_array(out, key);
    for (uint64_t rest = (uint64_t)value; rest != 0; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        if (arg->type == ARG_NAMES)
            json_text(out, NULL, arg->names[i]);
        else
            json_int(out, NULL, i);
    }
    json_end(out);
}

static void write_field(const char *key, int64_t field, struct json *out)
{
    json_object(out, key);
    json_int(out, "x", field_x(field));
    json_int(out, "y", field_y(field));
    json_end(out);
}

static void write_fields(const char *key, int64_t fields, struct json *out)
{
    json_array(out, key);
    for (int i = 0; i < fields_count(fields); i++)
        write_field(NULL, fields_at(fields, i), out);
    json_end(out);
}

static void write_seat(const char *key, int64_t seat, struct json *out)
{
    if (seat < 0)
        json_null(out, key);
    else
        json_int(out, key, seat);
}

static void write_word(const char *key, int64_t word, struct json *out)
{
    char text[WORD_TEXT_SIZE];
    word_write(text, word);
    json_text(out, key, text);
}

static void write_id(const char *key, int64_t id, struct json *out)
{
    char text[ID_TEXT_SIZE];
    if (id == 0) {
        json_null(out, key);
        return;
    }
    id_write(text, id);
    json_text(out, key, text);
}

void message_write_arg(const struct game_arg *arg, const char *key, int64_t value, const char *text,
                       struct json *out)
{
    assert(value_fits(arg, GAME_SEATS_MAX, value));
    switch (arg->type) {
    case ARG_NONE: break;
    case ARG_INT:
    case ARG_TIME: json_int(out, key, value); break;
    case ARG_BOOL: json_bool(out, key, value != 0); break;
    case ARG_SEAT: write_seat(key, value, out); break;
    case ARG_NAME: json_text(out, key, arg->names[value]); break;
    case ARG_FIELD: write_field(key, value, out); break;
    case ARG_FIELDS: write_fields(key, value, out); break;
    case ARG_SEATS:
    case ARG_NAMES:
    case ARG_SET: write_set(arg, key, value, out); break;
    case ARG_WORD: write_word(key, value, out); break;
    case ARG_ID: write_id(key, value, out); break;
    case ARG_TEXT: json_text(out, key, text ? text : ""); break;
    case ARG_OTHER: break;
    }
}

static bool is_empty(const struct game_arg *entry, const int64_t arg[GAME_ARG_WORDS], int place,
                     const char *text)
{
    if (entry->type == ARG_TEXT)
        return !text || !*text;
    for (int word = 1; word < GAME_SET_WORDS && is_wide(entry); word++)
        if (set_word(arg, place, word))
            return false;
    return arg[place] == entry->preset;
}

void message_write(const struct game_message *message, const int64_t arg[GAME_ARG_WORDS],
                   const char *text, bool with_secrets, struct json *out)
{
    for (int i = 0; i < GAME_ARGS_MAX && message->args[i].type != ARG_NONE; i++) {
        const struct game_arg *entry = &message->args[i];
        if ((entry->secret && !with_secrets) || (entry->optional && is_empty(entry, arg, i, text)))
            continue;
        if (is_wide(entry))
            write_wide(entry, arg, i, out);
        else
            message_write_arg(entry, entry->name, arg[i], text, out);
    }
}

void message_write_event(const struct game *game, const struct game_event *event, int viewer,
                         const char *key, struct json *out)
{
    const struct game_message *message = &game->events[event->kind];
    assert(game_event_reaches(game, event, viewer));
    json_object(out, key);
    json_text(out, "type", message->name);
    message_write(message, event->arg, event->text, game_event_told(event, viewer), out);
    json_end(out);
}

/* Reading */

static bool read_name(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                      int64_t *value)
{
    for (int i = 0; arg->names && arg->names[i]; i++) {
        if (json_equals(doc, node, arg->names[i])) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool read_set(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                     int seat_count, int64_t *value)
{
    uint64_t domain = set_domain(arg, seat_count), set = 0;
    if (!json_is(doc, node, JSON_ARRAY))
        return false;
    for (uint32_t i = json_first(node); i < doc->node[node].next; i = doc->node[i].next) {
        int64_t element = -1;
        bool is_read = arg->type == ARG_NAMES ? read_name(arg, doc, i, &element)
                                              : json_read_int(doc, i, &element);
        if (!is_read || !is_between(element, 0, SET_MAX))
            return false;
        uint64_t bit = (uint64_t)1 << element;
        if ((domain & bit) == 0 || (set & bit) != 0)
            return false;
        set |= bit;
    }
    *value = (int64_t)set;
    return true;
}

static bool read_wide(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                      int64_t args[GAME_ARG_WORDS], int place)
{
    if (!json_is(doc, node, JSON_ARRAY))
        return false;
    for (uint32_t i = json_first(node); i < doc->node[node].next; i = doc->node[i].next) {
        int64_t element;
        if (!read_name(arg, doc, i, &element))
            return false;
        int64_t *word = word_of_set(args, place, (int)element / WORD_BITS);
        uint64_t bit = (uint64_t)1 << element % WORD_BITS;
        if ((uint64_t)*word & bit)
            return false;
        *word = (int64_t)((uint64_t)*word | bit);
    }
    return true;
}

static bool read_field(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                       int64_t *value)
{
    int64_t x, y;
    if (!json_is(doc, node, JSON_OBJECT) || doc->node[node].count != 2)
        return false;
    if (!json_read_int(doc, json_get(doc, node, "x"), &x) ||
        !json_read_int(doc, json_get(doc, node, "y"), &y))
        return false;
    if (!coordinate_fits(arg, x) || !coordinate_fits(arg, y))
        return false;
    *value = field_pack((int)x, (int)y);
    return true;
}

static bool read_fields(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                        int64_t *value)
{
    int64_t fields = 0;
    if (!json_is(doc, node, JSON_ARRAY) || doc->node[node].count > FIELDS_MAX)
        return false;
    for (uint32_t i = json_first(node); i < doc->node[node].next; i = doc->node[i].next) {
        int64_t field;
        if (!read_field(arg, doc, i, &field))
            return false;
        fields = fields_add(fields, field);
    }
    *value = fields;
    return true;
}

static bool read_bool(const struct json_doc *doc, uint32_t node, int64_t *value)
{
    bool is_true;
    if (!json_read_bool(doc, node, &is_true))
        return false;
    *value = is_true;
    return true;
}

static bool read_word(const struct json_doc *doc, uint32_t node, int64_t *value)
{
    char text[WORD_TEXT_SIZE];
    return json_read_text(doc, node, text, sizeof text) && word_read(value, text);
}

static bool read_id(const struct json_doc *doc, uint32_t node, int64_t *value)
{
    char text[ID_TEXT_SIZE];
    return json_read_text(doc, node, text, sizeof text) && id_read(value, text);
}

/* Null stands for nobody: no seat is -1, no id is 0. */
static bool read_nobody(const struct game_arg *arg, int64_t *value)
{
    *value = arg->type == ARG_SEAT ? -1 : 0;
    return (arg->type == ARG_SEAT || arg->type == ARG_ID) && arg->min < 0;
}

static bool read_value(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                       int seat_count, int64_t *value)
{
    if (json_is(doc, node, JSON_NULL))
        return read_nobody(arg, value);
    switch (arg->type) {
    case ARG_NONE:
    case ARG_TEXT: return false;
    case ARG_OTHER: return true;
    case ARG_SEAT: return json_read_int(doc, node, value) && *value >= 0;
    case ARG_INT:
    case ARG_TIME: return json_read_int(doc, node, value);
    case ARG_BOOL: return read_bool(doc, node, value);
    case ARG_NAME: return read_name(arg, doc, node, value);
    case ARG_FIELD: return read_field(arg, doc, node, value);
    case ARG_FIELDS: return read_fields(arg, doc, node, value);
    case ARG_SEATS:
    case ARG_NAMES:
    case ARG_SET: return read_set(arg, doc, node, seat_count, value);
    case ARG_WORD: return read_word(doc, node, value);
    case ARG_ID: return read_id(doc, node, value);
    }
    return false;
}

bool message_read_arg(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                      int seat_count, int64_t *value)
{
    int64_t read = 0;
    if (!read_value(arg, doc, node, seat_count, &read) || !value_fits(arg, seat_count, read))
        return false;
    *value = read;
    return true;
}

static bool read_text(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                      char *text)
{
    int64_t max = arg->max ? arg->max : GAME_TEXT_MAX;
    assert(max <= GAME_TEXT_MAX);
    return json_read_text(doc, node, text, (size_t)max + 1);
}

static bool read_argument(const struct game_message *message, int place, const struct json_doc *doc,
                          uint32_t member, int seat_count, int64_t arg[GAME_ARG_WORDS], char *text)
{
    const struct game_arg *entry = &message->args[place];
    if (entry->type == ARG_TEXT)
        return read_text(entry, doc, member, text);
    if (is_wide(entry))
        return read_wide(entry, doc, member, arg, place);
    return message_read_arg(entry, doc, member, seat_count, &arg[place]);
}

static bool is_envelope(const struct json_doc *doc, uint32_t key)
{
    return json_equals(doc, key, "type") || json_equals(doc, key, "cid") ||
           json_equals(doc, key, "kind") || json_equals(doc, key, "told");
}

static bool has_argument(const struct game_message *message, const struct json_doc *doc,
                         uint32_t key)
{
    int count = message_arg_count(message);
    for (int i = 0; i < count; i++)
        if (json_equals(doc, key, message->args[i].name))
            return true;
    return false;
}

/* The first member that is no argument, 0: none. */
static uint32_t unknown_member(const struct game_message *message, const struct json_doc *doc,
                               uint32_t node)
{
    uint32_t key = json_first(node);
    while (key < doc->node[node].next) {
        if (!has_argument(message, doc, key) && !is_envelope(doc, key))
            return key;
        key = doc->node[key + 1].next;
    }
    return 0;
}

static bool problem_is(const char **problem, const char *word)
{
    *problem = word;
    return false;
}

bool message_read(const struct game_message *message, const struct json_doc *doc, uint32_t node,
                  int seat_count, int64_t arg[GAME_ARG_WORDS], char *text, const char **problem,
                  const char **which)
{
    int count = message_arg_count(message);
    *which = "";
    text[0] = '\0';
    memset(arg, 0, GAME_ARG_WORDS * sizeof *arg);
    if (!json_is(doc, node, JSON_OBJECT))
        return problem_is(problem, "bad_argument");
    for (int i = 0; i < count; i++) {
        const struct game_arg *entry = &message->args[i];
        uint32_t member = json_get(doc, node, entry->name);
        *which = entry->name;
        if (!member && !entry->optional)
            return problem_is(problem, "missing_argument");
        if (!member)
            arg[i] = entry->preset;
        else if (!read_argument(message, i, doc, member, seat_count, arg, text))
            return problem_is(problem, "bad_argument");
    }
    *which = "";
    uint32_t unknown = unknown_member(message, doc, node);
    if (unknown == 0)
        return true;
    if (json_read_text(doc, unknown, text, UNKNOWN_SIZE) && text_is_plain(text))
        *which = text;
    return problem_is(problem, "unknown_argument");
}
