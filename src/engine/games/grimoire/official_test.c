/* The official characters: facts, words, and that a script of them gives a night. */
#include "grimoire_test.h"

#include "night_order.h"
#include "official.h"

static void there_are_all_of_them_with_words_in_three_languages(void **unused)
{
    struct official official, again;
    int count = 0;
    (void)unused;
    for (; official_at(count, &official); count++) {
        assert_true(official_find(official.id, &again));
        assert_string_equal(official.name, again.name); /* no id twice */
        assert_true(official.team > GRIMOIRE_NO_TEAM && official.team < GRIMOIRE_TEAMS);
        for (int i = 0; i < OFFICIAL_LANGUAGES; i++)
            assert_true(strlen(official.ability[i]) > 10);
        assert_string_not_equal(official.ability[0], official.ability[1]);
        assert_string_not_equal(official.ability[1], official.ability[2]);
    }
    assert_int_equal(count, 181);
    assert_false(official_find("nobody", &official));
}

static void the_words_stand_with_their_character(void **unused)
{
    struct official official;
    (void)unused;
    assert_true(official_find("zombuul", &official));
    assert_non_null(strstr(official.ability[0], "The first death only looks like one"));
    assert_true(official_find("zenomancer", &official));
    assert_non_null(strstr(official.ability[0], "goal"));
}

static void reminders_are_taken_apart(void **unused)
{
    struct official official;
    char text[GRIMOIRE_NOTE_SIZE];
    (void)unused;
    assert_true(official_find("grandmother", &official));
    assert_true(official_reminder(&official, 0, text, sizeof text));
    assert_string_equal(text, "Grandchild");
    assert_true(official_reminder(&official, 1, text, sizeof text));
    assert_string_equal(text, "Dead");
    assert_false(official_reminder(&official, 2, text, sizeof text));
    assert_true(official_find("chef", &official));
    assert_false(official_reminder(&official, 0, text, sizeof text));
}

/* The numbers that the rules use are the sheet's. What happens to somebody may wake them at another place. */
static void roles_with_rules_agree_with_the_sheet(void **unused)
{
    int compared = 0;
    (void)unused;
    for (int character = 1; character < ROLE_COUNT; character++) {
        struct official official;
        const struct role *role = grimoire_role_of(character);
        char id[GRIMOIRE_ID_SIZE];
        snprintf(id, sizeof id, "%s", role->id);
        script_simplify_id(id);
        if (!official_find(id, &official))
            continue;
        compared++;
        assert_int_equal(role->team, official.team);
        assert_int_equal(role->first_night, official.first_night);
        if (role->other_nights)
            assert_int_equal(role->other_nights, official.other_nights);
    }
    assert_true(compared >= 22);
}

static void a_game_begins_with_its_first_edition_and_nobody_else(void **unused)
{
    (void)unused;
    begin(7);
    assert_int_equal(characters_count(state.script.characters), 22);
    assert_true(official_has_edition("fortune_teller", "tb"));
    assert_false(official_has_edition("gaoler", "tb"));
    assert_false(official_has_edition("sailor", "tb"));
}

RUN_TESTS(TEST(there_are_all_of_them_with_words_in_three_languages),
          TEST(the_words_stand_with_their_character), TEST(reminders_are_taken_apart),
          TEST(roles_with_rules_agree_with_the_sheet),
          TEST(a_game_begins_with_its_first_edition_and_nobody_else))
