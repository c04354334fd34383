/* The public script format of storyteller's tools: a JSON array of characters, read and written.
 *
 * Files come from many tools and hands, so reading is tolerant where no harm is done (ids in any
 * spelling, characters and keys we do not know) and refuses the rest with a stable word and the place.
 * Pictures, flavour, jinxes and the integrations of other apps are not kept. Nothing is allocated. */
#ifndef PARLOUR_GRIMOIRE_SCRIPT_H
#define PARLOUR_GRIMOIRE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"

/* The format's own limits; lengths are in characters. What it leaves open is bounded too: the file, its
 * values, a house rule and a night number. */
enum {
    SCRIPT_FILE_MAX = 256 * 1024, /* bytes */
    SCRIPT_VALUES_MAX = 16 * 1024,
    SCRIPT_ITEMS_MIN = 5,
    SCRIPT_ITEMS_MAX = 201, /* with _meta */
    SCRIPT_TITLE_MAX = 50,  /* name and author of the script */
    SCRIPT_HOUSE_RULES_MAX = 10,
    SCRIPT_HOUSE_RULE_MAX = 500,
    SCRIPT_ORDER_MAX = 200,
    SCRIPT_ID_MAX = 50,
    SCRIPT_BARE_ID_MAX = 20,
    SCRIPT_NAME_MAX = 30,
    SCRIPT_ABILITY_MAX = 250,
    SCRIPT_INSTRUCTION_MAX = 500, /* what the storyteller does in the night */
    SCRIPT_REMINDERS_MAX = 20,
    SCRIPT_REMINDER_MAX = 30,
    SCRIPT_NIGHT_MAX = 9999,
    SCRIPT_NIGHT_UNIT = 100, /* night numbers are kept in hundredths: authors squeeze in at 12.5 */
};

enum script_team {
    SCRIPT_NO_TEAM, /* of a character that we know nothing about */
    SCRIPT_TOWNSFOLK,
    SCRIPT_OUTSIDER,
    SCRIPT_MINION,
    SCRIPT_DEMON,
    SCRIPT_TRAVELLER,
    SCRIPT_FABLED,
    SCRIPT_LORIC,
    SCRIPT_TEAMS
};

/* A text of the script is its place in `script.text`; 0 is the empty one. */
typedef uint32_t script_text;

enum { SCRIPT_MANUAL = -1 };

/* A known role is its `id` and `role`, nothing else. Any other character is run by hand; it is
 * `described` if the file says what it is and not only what it is called. */
struct script_entry {
    script_text id;
    int16_t role; /* place in the caller's list of known ids, or SCRIPT_MANUAL */
    bool is_described;
    bool changes_setup;
    uint8_t team; /* enum script_team */
    uint8_t reminder_count, global_reminder_count;
    int32_t first_night, other_night; /* in hundredths; 0: does not wake */
    script_text name, ability, first_instruction, other_instruction;
    script_text reminder[SCRIPT_REMINDERS_MAX], global_reminder[SCRIPT_REMINDERS_MAX];
};

struct script_order {
    int count; /* 0: the file leaves it to the night sheet */
    script_text id[SCRIPT_ORDER_MAX];
};

/* About 320 KiB. A text in the file takes at least its own bytes and two quotes, so all of them fit. */
struct script {
    bool has_meta;
    script_text name, author;
    int house_rule_count;
    script_text house_rule[SCRIPT_HOUSE_RULES_MAX];
    struct script_order first_night, other_night;
    int entry_count;
    struct script_entry entry[SCRIPT_ITEMS_MAX];
    uint32_t text_length;
    char text[SCRIPT_FILE_MAX];
};

/* What is wrong with a file. `word` is one of json_parse's or
 *   of the file:    "file_too_long", "not_a_list", "too_few_entries", "too_many_entries"
 *   of an entry:    "bad_entry", "second_meta", "repeated_character"
 *   of a value:     "missing", "wrong_type", "too_long", "too_many", "bad_text", "bad_number", "bad_team" */
struct script_problem {
    const char *word;
    int entry;        /* index in the file, from 0; -1: the file as a whole */
    const char *key;  /* of the value; NULL: the entry as a whole */
    int line, column; /* in the file, from 1, in characters; 0: the file as a whole */
};

/* What reading needs besides the script; its contents mean nothing afterwards. */
struct script_scratch {
    struct json_node node[SCRIPT_VALUES_MAX];
};

/* Reads `length` bytes of a file. `known` are the ids of the roles that the game can run, ended by NULL.
 * False, with the first problem, if it is not a script; then `script` is empty. */
bool script_read(struct script *script, const char *text, size_t length, const char *const *known,
                 struct script_scratch *scratch, struct script_problem *problem);

/* Writes the script so that reading it gives the same one. Returns the length without the NUL, or 0 if it
 * does not fit. */
size_t script_write(const struct script *script, char *out, size_t size);

/* Borrowed from the script. */
static inline const char *script_get(const struct script *script, script_text text)
{
    return script->text + text;
}

/* Turns an id into the spelling that all tools could agree on: lower case, without spaces, dashes,
 * underscores and apostrophes. In place. */
void script_simplify_id(char *id);

extern const char *const script_team_names[SCRIPT_TEAMS + 1]; /* "" for none; NULL-terminated */

#endif
