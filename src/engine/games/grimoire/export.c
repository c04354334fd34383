/* The script of a game as a file. */
#include <string.h>

#include "import.h"
#include "night_order.h"
#include "official.h"
#include "roles/role.h"

static script_text add_text(struct script *script, const char *text)
{
    script_text place = script->text_length;
    if (*text == '\0')
        return 0;
    size_t size = strlen(text) + 1;
    memcpy(script->text + place, text, size);
    script->text_length += (uint32_t)size;
    return place;
}

static script_text add_id(struct script *script, const char *id)
{
    script_text place = add_text(script, id);
    script_simplify_id(script->text + place);
    return place;
}

static uint8_t team_in_file(int team)
{
    static const uint8_t teams[GRIMOIRE_TEAMS] = {
        [GRIMOIRE_TOWNSFOLK] = SCRIPT_TOWNSFOLK, [GRIMOIRE_OUTSIDER] = SCRIPT_OUTSIDER,
        [GRIMOIRE_MINION] = SCRIPT_MINION,       [GRIMOIRE_DEMON] = SCRIPT_DEMON,
        [GRIMOIRE_TRAVELLER] = SCRIPT_TRAVELLER, [GRIMOIRE_FABLED] = SCRIPT_FABLED,
    };
    return teams[team];
}

static void describe(struct script *script, struct script_entry *e,
                     const struct grimoire_custom *custom)
{
    e->is_described = true;
    e->name = add_text(script, custom->name);
    e->team = team_in_file(custom->team);
    e->ability = add_text(script, custom->ability);
    e->changes_setup = custom->changes_setup;
    e->reminder_count = (uint8_t)custom->reminder_count;
    for (int i = 0; i < custom->reminder_count; i++)
        e->reminder[i] = add_text(script, custom->reminder[i]);
}

/* The id of a character in files; of the game's own names where a custom one came without. */
static const char *id_of(const struct grimoire_script *game, int character)
{
    int custom = character - GRIMOIRE_CUSTOM_FIRST;
    return custom >= 0 && game->custom[custom].id[0] ? game->custom[custom].id
                                                     : grimoire_character_names[character];
}

/* An official character that nobody has changed is its id. */
static bool is_as_official(const struct grimoire_script *game, int character)
{
    const struct grimoire_custom *custom = &game->custom[character - GRIMOIRE_CUSTOM_FIRST];
    struct official official;
    return official_find(custom->id, &official) && strcmp(custom->name, official.name) == 0 &&
           !custom->ability[0] && game->first[character] == official.first_night &&
           game->other[character] == official.other_nights;
}

static void add_entry(struct script *script, const struct grimoire_script *game, int character)
{
    struct script_entry *e = &script->entry[script->entry_count++];
    e->id = add_id(script, id_of(game, character));
    if (character < GRIMOIRE_CUSTOM_FIRST)
        return;
    if (is_as_official(game, character))
        return;
    describe(script, e, &game->custom[character - GRIMOIRE_CUSTOM_FIRST]);
    e->first_night = game->first[character] * SCRIPT_NIGHT_UNIT;
    e->other_night = game->other[character] * SCRIPT_NIGHT_UNIT;
}

/* The night */

static bool is_on_script(const struct grimoire_script *game, int step)
{
    return step >= GRIMOIRE_CHARACTERS || characters_has(game->characters, step);
}

static const char *step_id(const struct grimoire_script *game, int step)
{
    return step < GRIMOIRE_CHARACTERS ? id_of(game, step) : grimoire_step_names[step];
}

/* Where a step stands unless the storyteller moved it. */
static int usual_number(int step, bool is_first)
{
    if (step == GRIMOIRE_MINION_INFO)
        return night_order_number(NIGHT_SHEET_2026, is_first, "minioninfo");
    if (step == GRIMOIRE_DEMON_INFO)
        return night_order_number(NIGHT_SHEET_2026, is_first, "demoninfo");
    return is_first ? grimoire_role_of(step)->first_night : grimoire_role_of(step)->other_nights;
}

/* Custom characters bring their numbers along. An order cannot say that a character sleeps, so one that
 * sleeps counts as in place. */
static bool is_usual(const struct grimoire_script *game, const int16_t number[], bool is_first)
{
    for (int step = 1; step < GRIMOIRE_STEP_KINDS; step++) {
        bool is_custom = step >= GRIMOIRE_CUSTOM_FIRST && step < GRIMOIRE_CHARACTERS;
        if (!is_custom && is_on_script(game, step) && number[step] > 0 &&
            number[step] != usual_number(step, is_first))
            return false;
    }
    return true;
}

/* The step with the least number after `last`, at that number the first after `last_step`; 0: none. */
static int next_step(const struct grimoire_script *game, const int16_t number[], int last,
                     int last_step)
{
    int best = 0;
    for (int step = 1; step < GRIMOIRE_STEP_KINDS; step++) {
        bool is_later = number[step] > last || (number[step] == last && step > last_step);
        if (is_on_script(game, step) && number[step] > 0 && is_later &&
            (best == 0 || number[step] < number[best]))
            best = step;
    }
    return best;
}

static void add_order(struct script *script, struct script_order *order,
                      const struct grimoire_script *game, const int16_t number[])
{
    order->id[order->count++] = add_text(script, "dusk");
    for (int step = next_step(game, number, 0, 0); step;
         step = next_step(game, number, number[step], step))
        order->id[order->count++] = add_id(script, step_id(game, step));
    order->id[order->count++] = add_text(script, "dawn");
}

static void add_game(struct script *script, const struct grimoire_script *game)
{
    script->has_meta = true;
    script->name = add_text(script, game->name);
    script->author = add_text(script, game->author);
    for (; script->house_rule_count < game->house_rule_count; script->house_rule_count++)
        script->house_rule[script->house_rule_count] =
            add_text(script, game->house_rule[script->house_rule_count]);
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (is_on_script(game, character))
            add_entry(script, game, character);
    if (!is_usual(game, game->first, true))
        add_order(script, &script->first_night, game, game->first);
    if (!is_usual(game, game->other, false))
        add_order(script, &script->other_night, game, game->other);
}

static size_t write_script(const void *view, const struct game_facts *facts, void *memory,
                           size_t memory_size, char *out, size_t size)
{
    const struct grimoire_view *grimoire = view;
    struct script *script = memory;
    (void)facts;
    if (memory_size < sizeof *script)
        return 0;
    memset(script, 0, sizeof *script);
    script->text_length = 1; /* the empty text */
    add_game(script, &grimoire->script);
    return script_write(script, out, size);
}

const struct game_export grimoire_exports[] = {
    { "script.json", "application/json", write_script },
    { 0 },
};
