/* The order of the nights: by sheet, by number, and by the script's own list. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "night_order.h"

static const char *const known[] = {
    "baron",       "butler",       "chef",      "drunk",        "empath", "fortuneteller",
    "imp",         "investigator", "librarian", "mayor",        "monk",   "poisoner",
    "ravenkeeper", "recluse",      "saint",     "scarletwoman", "slayer", "soldier",
    "spy",         "undertaker",   "virgin",    "washerwoman",  NULL,
};

#define ALL_ROLES                                                                          \
    "\"baron\",\"butler\",\"chef\",\"drunk\",\"empath\",\"fortuneteller\",\"imp\","        \
    "\"investigator\","                                                                    \
    "\"librarian\",\"mayor\",\"monk\",\"poisoner\",\"ravenkeeper\",\"recluse\",\"saint\"," \
    "\"scarletwoman\",\"slayer\",\"soldier\",\"spy\",\"undertaker\",\"virgin\",\"washerwoman\""

static struct script script;
static struct script_scratch scratch;

static void use_script(const char *text)
{
    struct script_problem problem;
    assert_true(script_read(&script, text, strlen(text), known, &scratch, &problem));
}

static const char *step_name(int16_t step)
{
    switch (step) {
    case NIGHT_DUSK: return "dusk";
    case NIGHT_MINION_INFO: return "minioninfo";
    case NIGHT_DEMON_INFO: return "demoninfo";
    case NIGHT_DAWN: return "dawn";
    default: return script_get(&script, script.entry[step].id);
    }
}

static void assert_night(enum night_sheet sheet, bool is_first, const char *expected)
{
    int16_t step[NIGHT_STEPS_MAX];
    char names[4096] = "";
    int count = night_order_steps(&script, sheet, is_first, step);
    for (int i = 0; i < count; i++)
        sprintf(names + strlen(names), "%s%s", i ? " " : "", step_name(step[i]));
    assert_string_equal(names, expected);
}

static void the_sheet_of_2026_orders_both_nights(void **state)
{
    (void)state;
    use_script("[" ALL_ROLES "]");
    assert_night(
        NIGHT_SHEET_2026, true,
        "dusk minioninfo demoninfo poisoner washerwoman librarian investigator chef empath "
        "fortuneteller butler spy dawn");
    assert_night(NIGHT_SHEET_2026, false,
                 "dusk poisoner monk scarletwoman imp ravenkeeper empath fortuneteller undertaker "
                 "butler spy dawn");
}

static void the_community_sheet_has_the_same_order_by_other_numbers(void **state)
{
    (void)state;
    use_script("[" ALL_ROLES
               ",{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"minion\",\"ability\":\"\","
               "\"firstNight\":36.5,\"otherNight\":25}]");
    assert_night(NIGHT_SHEET_COMMUNITY, true,
                 "dusk minioninfo demoninfo poisoner washerwoman librarian investigator chef owl "
                 "empath fortuneteller butler spy dawn");
    assert_night(NIGHT_SHEET_COMMUNITY, false,
                 "dusk poisoner monk scarletwoman imp owl ravenkeeper empath fortuneteller "
                 "undertaker butler spy dawn");
}

static void the_printed_sheet_wakes_spy_and_undertaker_earlier(void **state)
{
    (void)state;
    use_script("[" ALL_ROLES "]");
    assert_night(NIGHT_SHEET_PRINTED, true,
                 "dusk minioninfo demoninfo poisoner spy washerwoman librarian investigator chef "
                 "empath fortuneteller butler dawn");
    assert_night(NIGHT_SHEET_PRINTED, false,
                 "dusk poisoner monk spy scarletwoman imp ravenkeeper undertaker empath "
                 "fortuneteller butler dawn");
}

static void travellers_wake_before_the_evil_team(void **state)
{
    (void)state;
    use_script("[\"spy\",\"poisoner\",\"imp\",\"thief\",\"bureaucrat\"]");
    for (enum night_sheet sheet = 0; sheet < NIGHT_SHEETS; sheet++) {
        assert_night(sheet, true, "dusk bureaucrat thief minioninfo demoninfo poisoner spy dawn");
    }
    assert_night(NIGHT_SHEET_2026, false, "dusk bureaucrat thief poisoner imp spy dawn");
}

static void the_scripts_own_order_wins(void **state)
{
    (void)state;
    use_script(
        "[{\"id\":\"_meta\",\"name\":\"\",\"firstNight\":[\"dusk\",\"demoninfo\",\"spy\","
        "\"minioninfo\",\"poisoner\",\"dawn\"],\"otherNight\":[\"imp\",\"poisoner\",\"spy\"]},"
        "\"spy\",\"poisoner\",\"imp\",\"soldier\"]");
    assert_night(NIGHT_SHEET_2026, true, "dusk demoninfo spy minioninfo poisoner dawn");
    assert_night(NIGHT_SHEET_2026, false, "dusk imp poisoner spy dawn");
}

static void nobody_whom_the_scripts_order_forgets_is_lost(void **state)
{
    (void)state;
    use_script("[{\"id\":\"_meta\",\"name\":\"\",\"firstNight\":[\"spy\",\"nobody\"]},"
               "\"spy\",\"poisoner\",\"chef\",\"imp\"]");
    assert_night(NIGHT_SHEET_2026, true, "dusk minioninfo demoninfo spy poisoner chef dawn");
}

static void an_order_for_one_night_leaves_the_other_to_the_sheet(void **state)
{
    (void)state;
    use_script("[{\"id\":\"_meta\",\"name\":\"\",\"firstNight\":[\"spy\",\"poisoner\"]},"
               "\"spy\",\"poisoner\",\"chef\",\"imp\"]");
    assert_night(NIGHT_SHEET_2026, false, "dusk poisoner imp spy dawn");
}

static void a_role_with_nothing_to_do_sleeps_whatever_the_script_says(void **state)
{
    (void)state;
    use_script("[{\"id\":\"_meta\",\"name\":\"\",\"firstNight\":[\"imp\",\"chef\",\"soldier\"]},"
               "\"soldier\",\"chef\",\"imp\",\"monk\"]");
    assert_night(NIGHT_SHEET_2026, true, "dusk minioninfo demoninfo chef dawn");
}

static void a_manual_character_wakes_if_the_script_names_it(void **state)
{
    (void)state;
    use_script("[{\"id\":\"_meta\",\"name\":\"\",\"otherNight\":[\"pukka\",\"owl\",\"chef\"]},"
               "{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"minion\",\"ability\":\"\"},\"pukka\","
               "\"imp\",\"monk\"]");
    assert_night(NIGHT_SHEET_2026, false, "dusk pukka owl monk imp dawn");
}

static void a_manual_character_that_nobody_numbers_sleeps(void **state)
{
    (void)state;
    use_script("[\"pukka\",{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"minion\",\"ability\":\"\"},"
               "\"imp\",\"monk\",\"saint\"]");
    assert_night(NIGHT_SHEET_2026, false, "dusk monk imp dawn");
}

static void equal_numbers_keep_the_order_of_the_file(void **state)
{
    (void)state;
#define TWIN(id) \
    "{\"id\":\"" id "\",\"name\":\"\",\"team\":\"minion\",\"ability\":\"\",\"otherNight\":39}"
    use_script("[" TWIN("b") ",\"imp\"," TWIN("a") ",\"saint\",\"monk\"]");
    assert_night(NIGHT_SHEET_2026, false, "dusk monk b imp a dawn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sheet_of_2026_orders_both_nights),
        cmocka_unit_test(the_community_sheet_has_the_same_order_by_other_numbers),
        cmocka_unit_test(the_printed_sheet_wakes_spy_and_undertaker_earlier),
        cmocka_unit_test(travellers_wake_before_the_evil_team),
        cmocka_unit_test(the_scripts_own_order_wins),
        cmocka_unit_test(nobody_whom_the_scripts_order_forgets_is_lost),
        cmocka_unit_test(an_order_for_one_night_leaves_the_other_to_the_sheet),
        cmocka_unit_test(a_role_with_nothing_to_do_sleeps_whatever_the_script_says),
        cmocka_unit_test(a_manual_character_wakes_if_the_script_names_it),
        cmocka_unit_test(a_manual_character_that_nobody_numbers_sleeps),
        cmocka_unit_test(equal_numbers_keep_the_order_of_the_file),
    };
    return cmocka_run_group_tests_name("night_order", tests, NULL, NULL);
}
