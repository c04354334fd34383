/* Reading and writing scripts. Reading keeps texts in one pool; the keys of the format appear here only. */
#include "script.h"

#include <string.h>

#include "base/text.h"

const char *const script_team_names[] = {
    [SCRIPT_NO_TEAM] = "",      [SCRIPT_TOWNSFOLK] = "townsfolk", [SCRIPT_OUTSIDER] = "outsider",
    [SCRIPT_MINION] = "minion", [SCRIPT_DEMON] = "demon",         [SCRIPT_TRAVELLER] = "traveller",
    [SCRIPT_FABLED] = "fabled", [SCRIPT_LORIC] = "loric",         [SCRIPT_TEAMS] = NULL,
};

struct reader {
    struct script *script;
    struct json_doc doc;
    const char *const *known;
    struct script_problem *problem;
    int entry;     /* that we are in */
    uint32_t item; /* its node; 0: in none */
};

/* Where a byte of the file is, as an editor counts. */
static void point_at(struct script_problem *problem, const char *text, uint32_t offset)
{
    problem->line = problem->column = 1;
    for (uint32_t i = 0; i < offset; i++) {
        bool is_inside = ((unsigned char)text[i] & 0xC0) == 0x80; /* of a character */
        problem->column = text[i] == '\n' ? 1 : problem->column + !is_inside;
        problem->line += text[i] == '\n';
    }
}

static bool fail(struct reader *r, const char *word, const char *key)
{
    *r->problem = (struct script_problem){ word, r->entry, key, 0, 0 };
    if (r->item == 0)
        return false;
    bool has_key = key && json_is(&r->doc, r->item, JSON_OBJECT);
    uint32_t value = has_key ? json_get(&r->doc, r->item, key) : 0;
    point_at(r->problem, r->doc.text, r->doc.node[value ? value : r->item].start);
    return false;
}

/* The value of a key, or 0. Some tools write null for what is not there. */
static uint32_t find(const struct reader *r, uint32_t object, const char *key)
{
    uint32_t value = json_get(&r->doc, object, key);
    return value && json_is(&r->doc, value, JSON_NULL) ? 0 : value;
}

static bool need(struct reader *r, uint32_t object, const char *key)
{
    return find(r, object, key) || fail(r, "missing", key);
}

/* Puts a text at the end of the pool without keeping it yet; NULL if it is none. */
static char *draft_text(struct reader *r, uint32_t value, const char *key)
{
    struct script *s = r->script;
    char *draft = s->text + s->text_length;
    if (!json_is(&r->doc, value, JSON_TEXT)) {
        fail(r, "wrong_type", key);
        return NULL;
    }
    if (!json_read_text(&r->doc, value, draft, sizeof s->text - s->text_length)) {
        fail(r, "bad_text", key); /* it holds a NUL: there is room for it */
        return NULL;
    }
    return draft;
}

static int count_characters(const char *text)
{
    int count = 0;
    size_t length = strlen(text);
    for (size_t at = 0; at < length; count++)
        utf8_next(text, length, &at);
    return count;
}

static bool keep_text(struct reader *r, const char *draft, int max, const char *key,
                      script_text *out)
{
    struct script *s = r->script;
    if (count_characters(draft) > max)
        return fail(r, "too_long", key);
    *out = 0;
    if (*draft == '\0')
        return true;
    *out = s->text_length;
    s->text_length += (uint32_t)strlen(draft) + 1;
    return true;
}

static bool read_text(struct reader *r, uint32_t value, int max, const char *key, script_text *out)
{
    const char *draft = draft_text(r, value, key);
    return draft && keep_text(r, draft, max, key, out);
}

static bool is_idle(char c)
{
    return c == ' ' || c == '-' || c == '_' || c == '\'';
}

void script_simplify_id(char *id)
{
    char *out = id;
    for (; *id; id++)
        if (!is_idle(*id))
            *out++ = *id >= 'A' && *id <= 'Z' ? (char)(*id - 'A' + 'a') : *id;
    *out = '\0';
}

static bool read_id(struct reader *r, uint32_t value, int max, const char *key, script_text *out)
{
    char *draft = draft_text(r, value, key);
    if (!draft)
        return false;
    script_simplify_id(draft);
    return *draft ? keep_text(r, draft, max, key, out) : fail(r, "missing", key);
}

static bool read_optional_text(struct reader *r, uint32_t object, int max, const char *key,
                               script_text *out)
{
    uint32_t value = find(r, object, key);
    return !value || read_text(r, value, max, key, out);
}

/* An optional list of texts or of ids. */
struct list_shape {
    const char *key;
    int count_max, length_max;
    bool has_ids;
};

static bool read_list(struct reader *r, uint32_t object, struct list_shape shape, script_text *out,
                      int *count)
{
    uint32_t list = find(r, object, shape.key);
    *count = 0;
    if (!list)
        return true;
    if (!json_is(&r->doc, list, JSON_ARRAY))
        return fail(r, "wrong_type", shape.key);
    if (r->doc.node[list].count > (uint32_t)shape.count_max)
        return fail(r, "too_many", shape.key);
    for (uint32_t i = json_first(list); i < r->doc.node[list].next; i = r->doc.node[i].next) {
        bool is_read = shape.has_ids ? read_id(r, i, shape.length_max, shape.key, &out[*count])
                                     : read_text(r, i, shape.length_max, shape.key, &out[*count]);
        if (!is_read)
            return false;
        ++*count;
    }
    return true;
}

static bool read_reminders(struct reader *r, uint32_t object, const char *key, script_text *out,
                           uint8_t *out_count)
{
    struct list_shape shape = { key, SCRIPT_REMINDERS_MAX, SCRIPT_REMINDER_MAX, false };
    int count;
    bool is_read = read_list(r, object, shape, out, &count);
    *out_count = (uint8_t)count;
    return is_read;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A plain decimal number in hundredths, further digits dropped; -1 if it is negative, too large or has an
 * exponent. */
static int32_t read_hundredths(const char *at, const char *end)
{
    int32_t value = 0;
    for (; at < end && is_digit(*at) && value <= SCRIPT_NIGHT_MAX; at++)
        value = value * 10 + (*at - '0');
    if (value > SCRIPT_NIGHT_MAX)
        return -1;
    at += at < end && *at == '.';
    for (int32_t unit = SCRIPT_NIGHT_UNIT / 10; unit > 0; unit /= 10) {
        value *= 10;
        if (at < end && is_digit(*at))
            value += *at++ - '0';
    }
    while (at < end && is_digit(*at))
        at++;
    return at == end ? value : -1;
}

static bool read_night(struct reader *r, uint32_t object, const char *key, int32_t *out)
{
    uint32_t value = find(r, object, key);
    if (!value)
        return true;
    if (!json_is(&r->doc, value, JSON_NUMBER))
        return fail(r, "wrong_type", key);
    const struct json_node *node = &r->doc.node[value];
    *out = read_hundredths(r->doc.text + node->start, r->doc.text + node->end);
    return *out >= 0 || fail(r, "bad_number", key);
}

/* The team by its name in any case; old files spell travellers with one l. */
static bool read_team(struct reader *r, uint32_t object, uint8_t *team)
{
    char *draft = draft_text(r, find(r, object, "team"), "team");
    if (!draft)
        return false;
    script_simplify_id(draft);
    const char *name = text_equal(draft, "traveler") ? "traveller" : draft;
    for (*team = SCRIPT_TOWNSFOLK; *team < SCRIPT_TEAMS; ++*team)
        if (text_equal(name, script_team_names[*team]))
            return true;
    return fail(r, "bad_team", "team");
}

static bool read_flag(struct reader *r, uint32_t object, const char *key, bool *out)
{
    uint32_t value = find(r, object, key);
    return !value || json_read_bool(&r->doc, value, out) || fail(r, "wrong_type", key);
}

static bool read_description(struct reader *r, uint32_t object, struct script_entry *e)
{
    e->is_described = true;
    return need(r, object, "name") && need(r, object, "team") && need(r, object, "ability") &&
           read_optional_text(r, object, SCRIPT_NAME_MAX, "name", &e->name) &&
           read_team(r, object, &e->team) &&
           read_optional_text(r, object, SCRIPT_ABILITY_MAX, "ability", &e->ability) &&
           read_night(r, object, "firstNight", &e->first_night) &&
           read_night(r, object, "otherNight", &e->other_night) &&
           read_optional_text(r, object, SCRIPT_INSTRUCTION_MAX, "firstNightReminder",
                              &e->first_instruction) &&
           read_optional_text(r, object, SCRIPT_INSTRUCTION_MAX, "otherNightReminder",
                              &e->other_instruction) &&
           read_reminders(r, object, "reminders", e->reminder, &e->reminder_count) &&
           read_reminders(r, object, "remindersGlobal", e->global_reminder,
                          &e->global_reminder_count) &&
           read_flag(r, object, "setup", &e->changes_setup);
}

/* Whether our id of a role, in lower case, comes down to `simple`. */
static bool is_role(const char *role, const char *simple)
{
    for (; *role; role++)
        if (!is_idle(*role) && *role != *simple++)
            return false;
    return *simple == '\0';
}

static int16_t find_role(const struct reader *r, const char *id)
{
    for (int16_t i = 0; r->known[i]; i++)
        if (is_role(r->known[i], id))
            return i;
    return SCRIPT_MANUAL;
}

static bool is_repeated(const struct script *s, script_text id)
{
    for (int i = 0; i < s->entry_count; i++)
        if (text_equal(script_get(s, s->entry[i].id), script_get(s, id)))
            return true;
    return false;
}

/* An object that says no more than an id is the older way to write a bare one. */
static bool is_bare(const struct reader *r, uint32_t item)
{
    return !find(r, item, "name") && !find(r, item, "team") && !find(r, item, "ability");
}

/* A role that we know keeps our words and our night numbers, even if the file describes it otherwise. */
static bool read_character(struct reader *r, uint32_t item, uint32_t id)
{
    struct script *s = r->script;
    struct script_entry *e = &s->entry[s->entry_count];
    bool is_short = is_bare(r, item);
    if (!read_id(r, id, is_short ? SCRIPT_BARE_ID_MAX : SCRIPT_ID_MAX, "id", &e->id))
        return false;
    if (is_repeated(s, e->id))
        return fail(r, "repeated_character", NULL);
    e->role = find_role(r, script_get(s, e->id));
    if (e->role == SCRIPT_MANUAL && !is_short && !read_description(r, item, e))
        return false;
    s->entry_count++;
    return true;
}

static bool read_order(struct reader *r, uint32_t meta, const char *key, struct script_order *order)
{
    struct list_shape shape = { key, SCRIPT_ORDER_MAX, SCRIPT_ID_MAX, true };
    return read_list(r, meta, shape, order->id, &order->count);
}

static bool read_meta(struct reader *r, uint32_t meta)
{
    struct script *s = r->script;
    struct list_shape house_rules = { "bootlegger", SCRIPT_HOUSE_RULES_MAX, SCRIPT_HOUSE_RULE_MAX,
                                      false };
    if (s->has_meta)
        return fail(r, "second_meta", NULL);
    s->has_meta = true;
    return need(r, meta, "name") &&
           read_optional_text(r, meta, SCRIPT_TITLE_MAX, "name", &s->name) &&
           read_optional_text(r, meta, SCRIPT_TITLE_MAX, "author", &s->author) &&
           read_list(r, meta, house_rules, s->house_rule, &s->house_rule_count) &&
           read_order(r, meta, "firstNight", &s->first_night) &&
           read_order(r, meta, "otherNight", &s->other_night);
}

static bool read_item(struct reader *r, uint32_t item)
{
    if (json_is(&r->doc, item, JSON_TEXT))
        return read_character(r, item, item);
    if (!json_is(&r->doc, item, JSON_OBJECT))
        return fail(r, "bad_entry", NULL);
    uint32_t id = find(r, item, "id");
    if (!id)
        return fail(r, "missing", "id");
    return json_equals(&r->doc, id, "_meta") ? read_meta(r, item) : read_character(r, item, id);
}

static bool read_items(struct reader *r)
{
    const struct json_node *root = &r->doc.node[0];
    if (root->type != JSON_ARRAY)
        return fail(r, "not_a_list", NULL);
    if (root->count < SCRIPT_ITEMS_MIN)
        return fail(r, "too_few_entries", NULL);
    if (root->count > SCRIPT_ITEMS_MAX)
        return fail(r, "too_many_entries", NULL);
    for (uint32_t i = json_first(0); i < root->next; i = r->doc.node[i].next) {
        r->entry++;
        r->item = i;
        if (!read_item(r, i))
            return false;
    }
    return true;
}

static bool read_file(struct reader *r, const char *text, size_t length,
                      struct script_scratch *scratch)
{
    static const char MARK[] = "\xEF\xBB\xBF"; /* of byte order; some editors begin with it */
    size_t mark = sizeof MARK - 1;
    const char *word;
    if (length > SCRIPT_FILE_MAX)
        return fail(r, "file_too_long", NULL);
    if (length < mark || memcmp(text, MARK, mark) != 0)
        mark = 0;
    if (!json_parse(&r->doc, text + mark, length - mark, scratch->node, SCRIPT_VALUES_MAX, &word)) {
        fail(r, word, NULL);
        point_at(r->problem, r->doc.text, r->doc.failed_at);
        return false;
    }
    return read_items(r);
}

bool script_read(struct script *script, const char *text, size_t length, const char *const *known,
                 struct script_scratch *scratch, struct script_problem *problem)
{
    struct reader r = { .script = script, .known = known, .problem = problem, .entry = -1 };
    memset(script, 0, sizeof *script);
    script->text_length = 1; /* the empty text */
    if (read_file(&r, text, length, scratch))
        return true;
    memset(script, 0, sizeof *script);
    return false;
}

static void write_optional(const struct script *s, struct json *out, const char *key,
                           script_text text)
{
    if (text)
        json_text(out, key, script_get(s, text));
}

static void write_list(const struct script *s, struct json *out, const char *key,
                       const script_text *text, int count)
{
    if (count == 0)
        return;
    json_array(out, key);
    for (int i = 0; i < count; i++)
        json_text(out, NULL, script_get(s, text[i]));
    json_end(out);
}

static void write_night(struct json *out, const char *key, int32_t night)
{
    char digits[16];
    size_t at = sizeof digits;
    if (night % SCRIPT_NIGHT_UNIT == 0) {
        json_int(out, key, night / SCRIPT_NIGHT_UNIT);
        return;
    }
    for (int32_t unit = 1; unit < SCRIPT_NIGHT_UNIT; unit *= 10, night /= 10)
        digits[--at] = (char)('0' + night % 10);
    digits[--at] = '.';
    do
        digits[--at] = (char)('0' + night % 10);
    while ((night /= 10) > 0);
    json_raw(out, key, digits + at, sizeof digits - at);
}

static void write_description(const struct script *s, struct json *out,
                              const struct script_entry *e)
{
    json_object(out, NULL);
    json_text(out, "id", script_get(s, e->id));
    json_text(out, "name", script_get(s, e->name));
    json_text(out, "team", script_team_names[e->team]);
    json_text(out, "ability", script_get(s, e->ability));
    write_night(out, "firstNight", e->first_night);
    write_optional(s, out, "firstNightReminder", e->first_instruction);
    write_night(out, "otherNight", e->other_night);
    write_optional(s, out, "otherNightReminder", e->other_instruction);
    write_list(s, out, "reminders", e->reminder, e->reminder_count);
    write_list(s, out, "remindersGlobal", e->global_reminder, e->global_reminder_count);
    json_bool(out, "setup", e->changes_setup);
    json_end(out);
}

static void write_meta(const struct script *s, struct json *out)
{
    json_object(out, NULL);
    json_text(out, "id", "_meta");
    json_text(out, "name", script_get(s, s->name));
    write_optional(s, out, "author", s->author);
    write_list(s, out, "bootlegger", s->house_rule, s->house_rule_count);
    write_list(s, out, "firstNight", s->first_night.id, s->first_night.count);
    write_list(s, out, "otherNight", s->other_night.id, s->other_night.count);
    json_end(out);
}

size_t script_write(const struct script *script, char *out, size_t size)
{
    struct json json;
    json_init(&json, out, size);
    json_array(&json, NULL);
    if (script->has_meta)
        write_meta(script, &json);
    for (int i = 0; i < script->entry_count; i++)
        if (script->entry[i].is_described)
            write_description(script, &json, &script->entry[i]);
        else
            json_text(&json, NULL, script_get(script, script->entry[i].id));
    json_end(&json);
    return json.overflow ? 0 : json.length;
}
