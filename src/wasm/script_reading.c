/* See script_reading.h. All memory is static, as in selfplay.c. */
#include "wasm/script_reading.h"

#include "engine/games/grimoire/script.h"

#define ROLE(NAME, id) #id,
static const char *const known[] = {
#include "engine/games/grimoire/roles/roles.def"
    NULL,
};
#undef ROLE

static struct script script;
static struct script_scratch scratch;

static void write_text(struct json *out, const char *key, script_text text)
{
    json_text(out, key, script_get(&script, text));
}

static void write_texts(struct json *out, const char *key, const script_text *text, int count)
{
    json_array(out, key);
    for (int i = 0; i < count; i++)
        write_text(out, NULL, text[i]);
    json_end(out);
}

static void write_ids(struct json *out, const char *key, const struct script_order *order)
{
    write_texts(out, key, order->id, order->count);
}

/* Night numbers are whole ones in the game; what is squeezed in between stays behind its neighbour. */
static int whole(int32_t hundredths)
{
    return (hundredths + SCRIPT_NIGHT_UNIT - 1) / SCRIPT_NIGHT_UNIT;
}

static void write_manual(struct json *out, const struct script_entry *entry)
{
    write_text(out, "name", entry->is_described ? entry->name : entry->id);
    json_text(out, "team", script_team_names[entry->team]);
    write_text(out, "ability", entry->ability);
    json_int(out, "first", whole(entry->first_night));
    json_int(out, "other", whole(entry->other_night));
    json_bool(out, "changes_setup", entry->changes_setup);
    write_texts(out, "reminders", entry->reminder, entry->reminder_count);
}

static void write_entry(struct json *out, const struct script_entry *entry)
{
    json_object(out, NULL);
    write_text(out, "id", entry->id);
    if (entry->role == SCRIPT_MANUAL) {
        json_null(out, "character");
        write_manual(out, entry);
    } else {
        json_text(out, "character", known[entry->role]);
    }
    json_end(out);
}

static void write_problem(struct json *out, const struct script_problem *problem)
{
    json_text(out, "problem", problem->word);
    if (problem->entry < 0)
        json_null(out, "entry");
    else
        json_int(out, "entry", problem->entry);
    if (problem->key == NULL)
        json_null(out, "key");
    else
        json_text(out, "key", problem->key);
}

size_t read_script(const char *file, size_t length, char *reply, size_t size)
{
    struct script_problem problem;
    struct json out;
    json_init(&out, reply, size);
    json_object(&out, NULL);
    if (script_read(&script, file, length, known, &scratch, &problem)) {
        write_text(&out, "name", script.name);
        write_text(&out, "author", script.author);
        write_texts(&out, "house_rules", script.house_rule, script.house_rule_count);
        write_ids(&out, "first_night", &script.first_night);
        write_ids(&out, "other_night", &script.other_night);
        json_array(&out, "entries");
        for (int i = 0; i < script.entry_count; i++)
            write_entry(&out, &script.entry[i]);
        json_end(&out);
    } else {
        write_problem(&out, &problem);
    }
    json_end(&out);
    return out.length;
}
