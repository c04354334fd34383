/* A script file as commands. The game holds less text than a file may, so texts are cut at a character's end,
 * and said to be; what would not be accepted is found out before anything is sent. */
#include "import.h"

#include <string.h>

#include "base/text.h"
#include "night_order.h"
#include "official.h"
#include "roles/role.h"

#define ROLE(NAME, id) #id,
static const char *const role_ids[] = {
#include "roles/roles.def"
    NULL,
};
#undef ROLE

/* Between two steps of a night that is numbered anew there is room for what a storyteller adds by hand. */
enum { STEP_DISTANCE = 4 };
static_assert(NIGHT_STEPS_MAX * STEP_DISTANCE <= GRIMOIRE_ORDER_MAX, "every step has a number");

/* A character of the file in the game. */
struct place {
    int character;
    int16_t first, other; /* night numbers */
};

struct importer {
    const struct script *script;
    import_take *take;
    void *context;
    int texts_cut, left_out;
    bool has_new_order[2]; /* first and other nights are numbered anew */
    struct place place[SCRIPT_ITEMS_MAX];
    int16_t minion_info, demon_info;
};

/* A file that gives only an id is filled in from the official characters. One that is not among them is
 * taken for a Townsfolk. */
static bool find_official(const struct script *script, const struct script_entry *e,
                          struct official *official)
{
    return e->role == SCRIPT_MANUAL && !e->is_described &&
           official_find(script_get(script, e->id), official);
}

static enum grimoire_team usual_team(const struct script *script, const struct script_entry *e)
{
    struct official official;
    if (!find_official(script, e, &official))
        return GRIMOIRE_TOWNSFOLK;
    return official.team == GRIMOIRE_LORIC ? GRIMOIRE_FABLED : official.team;
}

static enum grimoire_team team_in_game(const struct script *script, const struct script_entry *e)
{
    static const enum grimoire_team team[SCRIPT_TEAMS] = {
        [SCRIPT_TOWNSFOLK] = GRIMOIRE_TOWNSFOLK, [SCRIPT_OUTSIDER] = GRIMOIRE_OUTSIDER,
        [SCRIPT_MINION] = GRIMOIRE_MINION,       [SCRIPT_DEMON] = GRIMOIRE_DEMON,
        [SCRIPT_TRAVELLER] = GRIMOIRE_TRAVELLER, [SCRIPT_FABLED] = GRIMOIRE_FABLED,
        [SCRIPT_LORIC] = GRIMOIRE_FABLED,
    };
    return e->is_described ? team[e->team] : usual_team(script, e);
}

/* Night numbers */

static int32_t number_of(const struct script_entry *e, bool is_first)
{
    return is_first ? e->first_night : e->other_night;
}

/* Whether a night must be numbered anew: the script has an order of its own, or numbers that we do not. */
static bool needs_new_order(const struct script *script, bool is_first)
{
    if ((is_first ? script->first_night : script->other_night).count > 0)
        return true;
    for (int i = 0; i < script->entry_count; i++) {
        int32_t number = number_of(&script->entry[i], is_first);
        if (number % SCRIPT_NIGHT_UNIT || number / SCRIPT_NIGHT_UNIT > GRIMOIRE_ORDER_MAX)
            return true;
    }
    return false;
}

static void set_number(struct importer *import, int16_t step, bool is_first, int16_t number)
{
    switch (step) {
    case NIGHT_DUSK:
    case NIGHT_DAWN: return;
    case NIGHT_MINION_INFO: import->minion_info = number; return;
    case NIGHT_DEMON_INFO: import->demon_info = number; return;
    default: *(is_first ? &import->place[step].first : &import->place[step].other) = number;
    }
}

/* Characters that the sheet wakes but the game does not: an effect wakes them where it is needed. */
static bool sleeps(const struct script_entry *e, bool is_first)
{
    return e->role != SCRIPT_MANUAL && number_of(e, is_first) == 0;
}

static int16_t sheet_number(const struct script *script, const struct script_entry *e,
                            bool is_first)
{
    int number = number_of(e, is_first) / SCRIPT_NIGHT_UNIT;
    bool is_bare = e->role == SCRIPT_MANUAL && !e->is_described && number == 0;
    return (int16_t)(is_bare
                         ? night_order_number(NIGHT_SHEET_2026, is_first, script_get(script, e->id))
                         : number);
}

static void number_night(struct importer *import, bool is_first)
{
    int16_t step[NIGHT_STEPS_MAX];
    const struct script *script = import->script;
    import->has_new_order[is_first] = needs_new_order(script, is_first);
    int count = night_order_steps(script, NIGHT_SHEET_2026, is_first, step);
    for (int i = 0; i < count; i++) {
        const struct script_entry *e = step[i] < 0 ? NULL : &script->entry[step[i]];
        if (e && sleeps(e, is_first))
            continue;
        if (import->has_new_order[is_first])
            set_number(import, step[i], is_first, (int16_t)(i * STEP_DISTANCE));
        else if (e)
            set_number(import, step[i], is_first, sheet_number(script, e, is_first));
    }
}

/* Commands */

static void send(struct importer *import, struct game_command command)
{
    command.seat = SEAT_NARRATOR;
    import->take(import->context, &command);
}

/* The game takes one line of text. */
static void flatten(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = ' ';
}

/* Sends a text that takes at most `size` bytes with its NUL; the rest is cut off. */
static void send_text(struct importer *import, struct game_command command, script_text text,
                      size_t size)
{
    char cut[GAME_TEXT_MAX + 1];
    const char *whole = script_get(import->script, text);
    size_t length = strlen(whole), kept = 0;
    for (size_t at = 0; at < length && at < size; utf8_next(whole, length, &at))
        kept = at;
    if (length < size)
        kept = length;
    import->texts_cut += kept < length;
    memcpy(cut, whole, kept);
    cut[kept] = '\0';
    flatten(cut);
    command.text = cut;
    send(import, command);
}

static void send_script(struct importer *import)
{
    const struct script *script = import->script;
    send_text(import, (struct game_command){ .kind = GRIMOIRE_BEGIN_SCRIPT }, script->name,
              GRIMOIRE_NAME_SIZE);
    if (script->author)
        send_text(import,
                  (struct game_command){ .kind = GRIMOIRE_DESCRIBE_SCRIPT,
                                         .arg = { GRIMOIRE_PART_AUTHOR } },
                  script->author, GRIMOIRE_NAME_SIZE);
    for (int i = 0; i < script->house_rule_count && i < GRIMOIRE_HOUSE_RULES_MAX; i++)
        send_text(import,
                  (struct game_command){ .kind = GRIMOIRE_DESCRIBE_SCRIPT,
                                         .arg = { GRIMOIRE_PART_HOUSE_RULE } },
                  script->house_rule[i], GRIMOIRE_RULE_SIZE);
    if (script->house_rule_count > GRIMOIRE_HOUSE_RULES_MAX)
        import->left_out += script->house_rule_count - GRIMOIRE_HOUSE_RULES_MAX;
}

static void describe(struct importer *import, int character, enum grimoire_part part,
                     script_text text, size_t size)
{
    if (text)
        send_text(
            import,
            (struct game_command){ .kind = GRIMOIRE_DESCRIBE_CUSTOM, .arg = { character, part } },
            text, size);
}

static void send_reminders(struct importer *import, const struct script_entry *e, int character)
{
    int count = e->reminder_count + e->global_reminder_count;
    for (int i = 0; i < count && i < GRIMOIRE_REMINDERS_MAX; i++)
        describe(import, character, GRIMOIRE_PART_REMINDER,
                 i < e->reminder_count ? e->reminder[i] : e->global_reminder[i - e->reminder_count],
                 GRIMOIRE_NOTE_SIZE);
    if (count > GRIMOIRE_REMINDERS_MAX)
        import->left_out += count - GRIMOIRE_REMINDERS_MAX;
}

static void send_official_reminders(struct importer *import, const struct official *official,
                                    int character)
{
    char text[GRIMOIRE_NOTE_SIZE];
    for (int i = 0; official_reminder(official, i, text, sizeof text); i++) {
        if (i < GRIMOIRE_REMINDERS_MAX)
            send(import, (struct game_command){ .kind = GRIMOIRE_DESCRIBE_CUSTOM,
                                                .arg = { character, GRIMOIRE_PART_REMINDER },
                                                .text = text });
        else
            import->left_out++;
    }
}

/* The page has words for these in three languages, so the game needs none in one language. */
static void send_official(struct importer *import, const struct script_entry *e,
                          const struct place *place, const struct official *official)
{
    send(import, (struct game_command){ .kind = GRIMOIRE_ADD_CUSTOM,
                                        .arg = { team_in_game(import->script, e), place->first,
                                                 place->other, official->changes_setup },
                                        .text = official->name });
    describe(import, place->character, GRIMOIRE_PART_ID, e->id, GRIMOIRE_ID_SIZE);
    send_official_reminders(import, official, place->character);
}

static void send_custom(struct importer *import, const struct script_entry *e,
                        const struct place *place)
{
    send_text(import,
              (struct game_command){ .kind = GRIMOIRE_ADD_CUSTOM,
                                     .arg = { team_in_game(import->script, e), place->first,
                                              place->other, e->changes_setup } },
              e->name ? e->name : e->id, GRIMOIRE_NAME_SIZE);
    describe(import, place->character, GRIMOIRE_PART_ID, e->id, GRIMOIRE_ID_SIZE);
    describe(import, place->character, GRIMOIRE_PART_ABILITY, e->ability, GRIMOIRE_ABILITY_SIZE);
    send_reminders(import, e, place->character);
}

static void send_order(struct importer *import, int step, int16_t first, int16_t other)
{
    send(import,
         (struct game_command){ .kind = GRIMOIRE_ORDER_NIGHT, .arg = { step, first, other } });
}

static void send_entry(struct importer *import, int index)
{
    const struct script_entry *e = &import->script->entry[index];
    const struct place *place = &import->place[index];
    struct official official;
    if (find_official(import->script, e, &official)) {
        send_official(import, e, place, &official);
        return;
    }
    if (e->role == SCRIPT_MANUAL) {
        send_custom(import, e, place);
        return;
    }
    send(import,
         (struct game_command){ .kind = GRIMOIRE_ADD_CHARACTER, .arg = { place->character } });
    if (import->has_new_order[true] || import->has_new_order[false])
        send_order(import, place->character, place->first, place->other);
}

static void send_all(struct importer *import)
{
    send_script(import);
    for (int i = 0; i < import->script->entry_count; i++)
        send_entry(import, i);
    if (import->has_new_order[true]) {
        send_order(import, GRIMOIRE_MINION_INFO, import->minion_info, 0);
        send_order(import, GRIMOIRE_DEMON_INFO, import->demon_info, 0);
    }
}

/* Numbers the characters as the game will. False if there are more than it holds. */
static bool place_characters(struct importer *import, struct script_problem *problem)
{
    int custom_count = 0;
    for (int i = 0; i < import->script->entry_count; i++) {
        bool is_custom = import->script->entry[i].role == SCRIPT_MANUAL;
        if (is_custom && custom_count == GRIMOIRE_CUSTOM_MAX) {
            *problem = (struct script_problem){ "too_many_characters", -1, NULL, 0, 0 };
            return false;
        }
        import->place[i].character =
            is_custom ? GRIMOIRE_CUSTOM_FIRST + custom_count++ : import->script->entry[i].role + 1;
    }
    return true;
}

/* Roles that we know have their night numbers from us, official characters from the sheet. */
static void number_roles(struct script *script)
{
    for (int i = 0; i < script->entry_count; i++) {
        struct script_entry *e = &script->entry[i];
        struct official official;
        if (find_official(script, e, &official)) {
            e->first_night = official.first_night * SCRIPT_NIGHT_UNIT;
            e->other_night = official.other_nights * SCRIPT_NIGHT_UNIT;
        }
        if (e->role == SCRIPT_MANUAL)
            continue;
        e->first_night = grimoire_role_of(e->role + 1)->first_night * SCRIPT_NIGHT_UNIT;
        e->other_night = grimoire_role_of(e->role + 1)->other_nights * SCRIPT_NIGHT_UNIT;
    }
}

/* Tries a command on a table of our own; the first refusal is the problem. */
static void try_command(void *context, const struct game_command *command)
{
    struct grimoire_import *import = context;
    struct rng rng;
    const uint8_t seed[RNG_SEED_SIZE] = { 0 };
    rng_seed(&rng, seed, 0);
    if (import->problem.word ||
        game_decide(&import->turn, &game_grimoire, &import->state, command, 0, &rng) == ACCEPTED)
        return;
    import->problem =
        (struct script_problem){ import->turn.why ? import->turn.why : "script_refused", -1, NULL,
                                 0, 0 };
}

static void set_table(struct grimoire_import *import)
{
    struct game_setup setup = { .seat_count = GRIMOIRE_SEATS_MIN };
    game_presets(&game_grimoire, setup.seat_count, setup.option);
    memset(&import->state, 0, sizeof import->state);
    game_grimoire.init(&import->state, &setup);
    try_command(import, &(struct game_command){ .kind = COMMAND_START, .seat = SEAT_CLOCK });
}

bool import_script(struct grimoire_import *import, const char *text, size_t length,
                   import_take *take, void *context)
{
    struct importer importer = { .script = &import->script };
    import->problem = (struct script_problem){ NULL, -1, NULL, 0, 0 };
    if (!script_read(&import->script, text, length, role_ids, &import->scratch, &import->problem) ||
        !place_characters(&importer, &import->problem))
        return false;
    number_roles(&import->script);
    number_night(&importer, true);
    number_night(&importer, false);

    set_table(import);
    importer.take = try_command;
    importer.context = import;
    send_all(&importer);
    if (import->problem.word)
        return false;

    import->texts_cut = importer.texts_cut;
    import->left_out = importer.left_out;
    importer.take = take;
    importer.context = context;
    send_all(&importer);
    return true;
}
