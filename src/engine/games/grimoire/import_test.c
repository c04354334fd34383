/* Script files carried into a game and out of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "import.h"
#include "official.h"
#include "night_order.h"
#include "roles/role.h"

static struct grimoire_import import;
static struct grimoire_state state;
static struct game_turn turn;
static int taken_count;

static void begin_game(void)
{
    struct game_setup setup = { .seat_count = 7 };
    struct rng rng;
    const uint8_t seed[RNG_SEED_SIZE] = { 0 };
    rng_seed(&rng, seed, 0);
    game_presets(&game_grimoire, setup.seat_count, setup.option);
    memset(&state, 0, sizeof state);
    game_grimoire.init(&state, &setup);
    struct game_command start = { .kind = COMMAND_START, .seat = SEAT_CLOCK };
    assert_int_equal(game_decide(&turn, &game_grimoire, &state, &start, 0, &rng), ACCEPTED);
    taken_count = 0;
}

static void send(void *context, const struct game_command *command)
{
    struct rng rng;
    const uint8_t seed[RNG_SEED_SIZE] = { 0 };
    (void)context;
    rng_seed(&rng, seed, 1);
    assert_int_equal(game_decide(&turn, &game_grimoire, &state, command, 0, &rng), ACCEPTED);
    taken_count++;
}

static bool use_file(const char *text)
{
    begin_game();
    return import_script(&import, text, strlen(text), send, NULL);
}

static void must_use(const char *text)
{
    if (!use_file(text))
        fail_msg("%s at %d: %s", import.problem.word, import.problem.entry, text);
}

static const char *exported(void)
{
    static struct grimoire_view view;
    static char memory[EXPORT_MEMORY_SIZE], out[64 * 1024];
    memset(&view, 0, sizeof view);
    game_grimoire.view(&state, SEAT_PUBLIC, &view);
    size_t length = grimoire_exports[0].write(&view, NULL, memory, sizeof memory, out, sizeof out);
    assert_int_equal(length, strlen(out));
    assert_true(length > 0);
    return out;
}

static void known_roles_come_on_the_script_and_all_others_leave_it(void **unused)
{
    (void)unused;
    must_use("[\"Fortune Teller\",\"imp\",\"scarlet-woman\",\"chef\",\"monk\"]");
    assert_int_equal(characters_count(state.script.characters), 5);
    assert_true(characters_has(state.script.characters, ROLE_FORTUNE_TELLER));
    assert_true(characters_has(state.script.characters, ROLE_IMP));
    assert_true(characters_has(state.script.characters, ROLE_SCARLET_WOMAN));
    assert_true(characters_has(state.script.characters, ROLE_CHEF));
    assert_true(characters_has(state.script.characters, ROLE_MONK));
    assert_int_equal(state.script.custom_count, 0);
}

static void a_described_character_is_run_by_hand(void **unused)
{
    (void)unused;
    must_use("[\"imp\",\"spy\",\"chef\",\"monk\",{\"id\":\"night_owl\",\"name\":\"Night Owl\","
             "\"team\":\"outsider\",\"ability\":\"Sees by night.\",\"firstNight\":12,"
             "\"otherNight\":34,\"reminders\":[\"Seen\"],\"remindersGlobal\":[\"Heard\"],"
             "\"setup\":true}]");

    const struct grimoire_custom *owl = &state.script.custom[0];
    assert_int_equal(state.script.custom_count, 1);
    assert_string_equal(owl->id, "nightowl");
    assert_string_equal(owl->name, "Night Owl");
    assert_string_equal(owl->ability, "Sees by night.");
    assert_int_equal(owl->team, GRIMOIRE_OUTSIDER);
    assert_true(owl->changes_setup);
    assert_int_equal(owl->reminder_count, 2);
    assert_string_equal(owl->reminder[0], "Seen");
    assert_string_equal(owl->reminder[1], "Heard");
    assert_int_equal(state.script.first[GRIMOIRE_CUSTOM_FIRST], 12);
    assert_int_equal(state.script.other[GRIMOIRE_CUSTOM_FIRST], 34);
}

static void a_bare_id_of_another_edition_keeps_its_team(void **unused)
{
    (void)unused;
    must_use("[\"lleech\",\"xaan\",\"snitch\",\"noble\",\"gangster\",\"angel\",\"imp\"]");
    static const enum grimoire_team expected[] = { GRIMOIRE_DEMON,     GRIMOIRE_MINION,
                                                   GRIMOIRE_OUTSIDER,  GRIMOIRE_TOWNSFOLK,
                                                   GRIMOIRE_TRAVELLER, GRIMOIRE_FABLED };
    for (int i = 0; i < 6; i++)
        assert_int_equal(state.script.custom[i].team, expected[i]);
    assert_string_equal(state.script.custom[0].name, "Lleech");
    assert_string_equal(state.script.custom[0].id, "lleech");
    assert_true(state.script.custom[1].changes_setup);
    assert_true(state.script.custom[0].reminder_count > 0);
    assert_non_null(strstr(exported(), "\"lleech\""));
    assert_null(strstr(exported(), "\"Lleech\"")); /* known by its id alone */
}

static bool has_rules(const char *id)
{
    char name[GRIMOIRE_ID_SIZE];
    for (int character = 1; character < ROLE_COUNT; character++) {
        snprintf(name, sizeof name, "%s", grimoire_role_of(character)->id);
        script_simplify_id(name);
        if (strcmp(name, id) == 0)
            return true;
    }
    return false;
}

/* Every edition, as a file of bare ids: teams, reminders and a night in the order of the sheet. */
static void any_official_script_gives_a_night(void **unused)
{
    static const char *const editions[] = { "bmr", "snv", "carousel" };
    (void)unused;
    for (int e = 0; e < 3; e++) {
        char file[4000] = "[\"imp\",\"baron\",\"chef\"";
        struct official official;
        int count = 0, known = 0, wakers = 0;
        for (int i = 0; official_at(i, &official) && count < GRIMOIRE_CUSTOM_MAX; i++)
            if (strcmp(official.edition, editions[e]) == 0) {
                size_t length = strlen(file);
                snprintf(file + length, sizeof file - length, ",\"%s\"", official.id);
                count += !has_rules(official.id);
                known += has_rules(official.id);
                wakers += has_rules(official.id) && official.other_nights > 0;
            }
        strcat(file, "]");
        must_use(file);
        assert_true(count + known >= 30);
        assert_int_equal(state.script.custom_count, count);
        for (int i = 0; i < count; i++) {
            const struct grimoire_custom *custom = &state.script.custom[i];
            assert_true(official_find(custom->id, &official));
            assert_int_equal(custom->team, official.team);
            assert_int_equal(state.script.first[GRIMOIRE_CUSTOM_FIRST + i], official.first_night);
            assert_int_equal(state.script.other[GRIMOIRE_CUSTOM_FIRST + i], official.other_nights);
            wakers += official.other_nights > 0;
        }
        assert_true(wakers > 10);
    }
}

static void the_scripts_order_of_a_night_becomes_the_games(void **unused)
{
    (void)unused;
    must_use("[{\"id\":\"_meta\",\"name\":\"Fog\",\"author\":\"Ana\",\"bootlegger\":[\"One.\"],"
             "\"otherNight\":[\"imp\",\"lleech\",\"monk\"]},\"monk\",\"imp\",\"lleech\",\"chef\"]");
    const int16_t *other = state.script.other;
    assert_string_equal(state.script.name, "Fog");
    assert_string_equal(state.script.author, "Ana");
    assert_string_equal(state.script.house_rule[0], "One.");
    assert_true(0 < other[ROLE_IMP]);
    assert_true(other[ROLE_IMP] < other[GRIMOIRE_CUSTOM_FIRST]);
    assert_true(other[GRIMOIRE_CUSTOM_FIRST] < other[ROLE_MONK]);
    assert_int_equal(state.script.first[ROLE_CHEF],
                     night_order_number(NIGHT_SHEET_2026, true, "chef"));
}

static void a_number_between_two_others_keeps_its_place(void **unused)
{
    (void)unused;
    must_use("[\"monk\",\"imp\",\"poisoner\",\"chef\",{\"id\":\"owl\",\"name\":\"Owl\",\"team\":"
             "\"minion\",\"ability\":\"\",\"otherNight\":16.5}]");
    const int16_t *other = state.script.other;
    assert_true(other[ROLE_POISONER] < other[GRIMOIRE_CUSTOM_FIRST]);
    assert_true(other[GRIMOIRE_CUSTOM_FIRST] < other[ROLE_MONK]);
}

static void texts_are_cut_at_a_character_and_said_to_be(void **unused)
{
    (void)unused;
    char file[2048];
    int at = sprintf(file, "[\"monk\",\"imp\",\"spy\",\"chef\",{\"id\":\"owl\",\"name\":\"Owl\","
                           "\"team\":\"minion\",\"ability\":\"x");
    for (int i = 0; i < 200; i++)
        at += sprintf(file + at, "\xC3\xA9");
    sprintf(file + at, "\",\"reminders\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\"]}]");
    must_use(file);
    const char *ability = state.script.custom[0].ability;
    assert_int_equal(strlen(ability), GRIMOIRE_ABILITY_SIZE - 2); /* 300 would split a letter */
    assert_true(utf8_valid(ability, strlen(ability)));
    assert_int_equal(import.texts_cut, 1);
    assert_int_equal(import.left_out, 2);
}

static void lines_of_a_text_become_one(void **unused)
{
    (void)unused;
    must_use("[\"monk\",\"imp\",\"spy\",\"chef\",{\"id\":\"owl\",\"name\":\"Owl\",\"team\":"
             "\"minion\",\"ability\":\"Sees.\\nHoots.\\t\"}]");
    assert_string_equal(state.script.custom[0].ability, "Sees. Hoots. ");
}

static void what_the_game_cannot_hold_is_refused_before_anything_is_sent(void **unused)
{
    (void)unused;
    char file[64 * 1024];
    int at = 0;
    for (int i = 0; i <= GRIMOIRE_CUSTOM_MAX; i++)
        at += sprintf(file + at, "%c\"stranger%d\"", i ? ',' : '[', i);
    strcpy(file + at, "]");
    assert_false(use_file(file));
    assert_string_equal(import.problem.word, "too_many_characters");
    assert_int_equal(taken_count, 0);

    at = 0;
    for (int i = 0; i < GRIMOIRE_CUSTOM_MAX; i++)
        at += sprintf(file + at,
                      "%c{\"id\":\"s%d\",\"name\":\"S\",\"team\":\"demon\",\"ability\":\"%0250d\","
                      "\"reminders\":[\"%030d\",\"%030d\",\"%030d\",\"%030d\"]}",
                      i ? ',' : '[', i, 0, 0, 0, 0, 0);
    strcpy(file + at, "]");
    assert_false(use_file(file));
    assert_int_equal(taken_count, 0);
}

static void what_is_no_script_sends_nothing(void **unused)
{
    (void)unused;
    assert_false(use_file("[\"imp\",\"imp\",\"spy\",\"chef\",\"monk\"]"));
    assert_string_equal(import.problem.word, "repeated_character");
    assert_int_equal(import.problem.entry, 1);
    assert_int_equal(taken_count, 0);
}

/* In the order of the sheet, as the game keeps its characters. */
static void a_script_that_was_exported_is_imported_as_the_same(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        "[{\"id\":\"_meta\",\"name\":\"\"},\"chef\",\"fortuneteller\",\"monk\",\"imp\"]",
        "[{\"id\":\"_meta\",\"name\":\"Fog\",\"author\":\"Ana\",\"bootlegger\":[\"One.\",\"Two.\"]}"
        ","
        "\"chef\",\"monk\",\"imp\",{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"fabled\","
        "\"ability\":"
        "\"Hoo.\",\"firstNight\":3,\"otherNight\":0,\"reminders\":[\"Seen\"],\"setup\":true}]",
        "[{\"id\":\"_meta\",\"name\":\"Fog\",\"firstNight\":[\"dusk\",\"demoninfo\",\"chef\","
        "\"minioninfo\","
        "\"dawn\"],\"otherNight\":[\"dusk\",\"imp\",\"monk\",\"dawn\"]},\"chef\",\"monk\","
        "\"saint\",\"imp\"]",
    };
    for (int i = 0; i < 3; i++) {
        must_use(files[i]);
        assert_string_equal(exported(), files[i]);
    }
}

/* Roles that no sheet has, and those whom an effect wakes, are not its business. */
static void assert_by_sheet(int step, const char *name)
{
    char id[SCRIPT_ID_MAX];
    strcpy(id, name);
    script_simplify_id(id);
    int first = night_order_number(NIGHT_SHEET_2026, true, id);
    int other = night_order_number(NIGHT_SHEET_2026, false, id);
    if (first && state.script.first[step])
        assert_int_equal(state.script.first[step], first);
    if (other && state.script.other[step])
        assert_int_equal(state.script.other[step], other);
}

static void a_game_begins_with_the_sheet_of_2026(void **unused)
{
    (void)unused;
    begin_game();
    for (int role = 1; role < ROLE_COUNT; role++)
        assert_by_sheet(role, grimoire_roles[role]->id);
    assert_by_sheet(GRIMOIRE_MINION_INFO, "minion_info");
    assert_by_sheet(GRIMOIRE_DEMON_INFO, "demon_info");
}

static void an_order_wakes_nobody_whom_an_effect_wakes(void **unused)
{
    (void)unused;
    must_use("[{\"id\":\"_meta\",\"name\":\"\",\"otherNight\":[\"scarletwoman\",\"imp\"]},"
             "\"scarletwoman\",\"imp\",\"chef\",\"monk\"]");
    assert_int_equal(state.script.other[ROLE_SCARLET_WOMAN], 0);
    assert_true(state.script.other[ROLE_IMP] > 0);
}

static void the_script_that_a_game_begins_with_is_exported_whole(void **unused)
{
    (void)unused;
    begin_game();
    const char *file = exported();
    assert_non_null(strstr(file, "\"washerwoman\""));
    assert_non_null(strstr(file, "\"scarletwoman\""));
    assert_null(strstr(file, "Night"));
    must_use(file);
    assert_int_equal(state.script.custom_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_roles_come_on_the_script_and_all_others_leave_it),
        cmocka_unit_test(a_described_character_is_run_by_hand),
        cmocka_unit_test(a_bare_id_of_another_edition_keeps_its_team),
        cmocka_unit_test(any_official_script_gives_a_night),
        cmocka_unit_test(the_scripts_order_of_a_night_becomes_the_games),
        cmocka_unit_test(a_number_between_two_others_keeps_its_place),
        cmocka_unit_test(texts_are_cut_at_a_character_and_said_to_be),
        cmocka_unit_test(lines_of_a_text_become_one),
        cmocka_unit_test(what_the_game_cannot_hold_is_refused_before_anything_is_sent),
        cmocka_unit_test(what_is_no_script_sends_nothing),
        cmocka_unit_test(a_script_that_was_exported_is_imported_as_the_same),
        cmocka_unit_test(a_game_begins_with_the_sheet_of_2026),
        cmocka_unit_test(an_order_wakes_nobody_whom_an_effect_wakes),
        cmocka_unit_test(the_script_that_a_game_begins_with_is_exported_whole),
    };
    return cmocka_run_group_tests_name("import", tests, NULL, NULL);
}
