/* Ten script files of every kind that storytellers have, each played for one night: dealt, every step of the
 * first night opened and ended, and a day. */
#include "grimoire_test.h"

#include "import.h"
#include "official.h"

static struct grimoire_import import;

static void take_command(void *context, const struct game_command *command)
{
    (void)context;
    must(game_decide(&turn, &game_grimoire, &state, command, now_ms, &rng));
}

static void use_file(const char *text)
{
    begin(7);
    if (!import_script(&import, text, strlen(text), take_command, NULL))
        fail_msg("%s at %d: %s", import.problem.word, import.problem.entry, text);
}

/* The next character of this team on the script, after `last`. */
static int next_of_team(enum grimoire_team team, int last)
{
    for (int character = last + 1; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(state.script.characters, character) &&
            grimoire_team_of(&state.script, character) == team)
            return character;
    fail_msg("the script has too few of team %d", team);
    return GRIMOIRE_NO_CHARACTER;
}

/* Five Townsfolk, a Minion and a Demon: those that come first on the script. */
static void deal_by_hand(void)
{
    static const enum grimoire_team teams[7] = { GRIMOIRE_TOWNSFOLK, GRIMOIRE_TOWNSFOLK,
                                                 GRIMOIRE_TOWNSFOLK, GRIMOIRE_TOWNSFOLK,
                                                 GRIMOIRE_TOWNSFOLK, GRIMOIRE_MINION,
                                                 GRIMOIRE_DEMON };
    int last[GRIMOIRE_TEAMS] = { 0 };
    for (int seat = 0; seat < 7; seat++) {
        last[teams[seat]] = next_of_team(teams[seat], last[teams[seat]]);
        must(tells(GRIMOIRE_ASSIGN, seat, last[teams[seat]]));
    }
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
}

static int next_step(void)
{
    int8_t index[GRIMOIRE_STEPS_MAX];
    grimoire_steps_in_order(&state.secrets, index);
    for (int i = 0; i < state.secrets.step_count; i++) {
        const struct grimoire_step *step = &state.secrets.step[index[i]];
        if (step->status == GRIMOIRE_STEP_WAITS && grimoire_step_is_due(&state, step))
            return index[i];
    }
    return -1;
}

static seat_set first_of(seat_set from, int count)
{
    seat_set chosen = SEATS_NONE;
    while (count-- > 0)
        chosen |= seat_bit(grimoire_seat_first(from & ~chosen));
    return chosen;
}

static void do_step(int index)
{
    const struct grimoire_step step = state.secrets.step[index];
    int count = grimoire_step_choice_count(&state, &step);
    must(tells(GRIMOIRE_OPEN_STEP, index, 0));
    if (grimoire_step_is_by_hand(&step))
        must(send_command(GRIMOIRE_CHOOSE, SEAT_NARRATOR, seat_bit(0), 0, 0, ""));
    else if (count > 0)
        must(tells(GRIMOIRE_CHOOSE, first_of(grimoire_step_targets(&state, &step), count), 0));
    if (state.secrets.question.is_open)
        must(tells(GRIMOIRE_DISMISS_QUESTION, 0, 0));
    if (state.secrets.open_step >= 0)
        must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
}

/* Gives how many steps the night had. */
static int play_a_night(void)
{
    int steps = 0;
    deal_by_hand();
    must(tells(GRIMOIRE_BEGIN_NIGHT, 0, 0));
    for (int index; (index = next_step()) >= 0; steps++) {
        assert_true(steps < GRIMOIRE_STEPS_MAX);
        do_step(index);
    }
    must(tells(GRIMOIRE_BEGIN_DAY, 0, 0));
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
    return steps;
}

static void add_ids(char *file, size_t size, const char *edition, const char *form)
{
    static const int wanted[GRIMOIRE_TEAMS] = { [GRIMOIRE_TOWNSFOLK] = 13,
                                                [GRIMOIRE_OUTSIDER] = 4,
                                                [GRIMOIRE_MINION] = 4,
                                                [GRIMOIRE_DEMON] = 4 };
    int count[GRIMOIRE_TEAMS] = { 0 };
    struct official official;
    for (int i = 0; official_at(i, &official); i++) {
        if (strcmp(official.edition, edition) != 0 || count[official.team] >= wanted[official.team])
            continue;
        count[official.team]++;
        size_t length = strlen(file);
        snprintf(file + length, size - length, form, length > 1 ? "," : "", official.id);
    }
}

/* One file for each edition, and each way in which tools write an id. */
static void an_edition_in_every_spelling_gives_a_night(void **unused)
{
    static const struct {
        const char *edition, *form;
    } files[] = {
        { "tb", "%s\"%s\"" },           { "bmr", "%s\"%s\"" },
        { "snv", "%s\"%s\"" },          { "carousel", "%s\"%s\"" },
        { "bmr", "%s{\"id\":\"%s\"}" }, { "snv", "%s{\"id\":\"%s\",\"colour\":\"red\"}" }
    };
    (void)unused;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char file[4000] = "[";
        add_ids(file, sizeof file, files[i].edition, files[i].form);
        strcat(file, "]");
        use_file(file);
        assert_true(play_a_night() >= 3);
    }
}

static void a_script_with_its_own_order_gives_that_night(void **unused)
{
    (void)unused;
    use_file("[{\"id\":\"_meta\",\"name\":\"Backwards\",\"firstNight\":[\"dusk\",\"chef\","
             "\"grandmother\","
             "\"demoninfo\",\"minioninfo\",\"dawn\"]},\"grandmother\",\"chef\",\"sailor\",\"monk\","
             "\"mayor\","
             "\"godfather\",\"po\"]");
    deal_by_hand();
    must(tells(GRIMOIRE_BEGIN_NIGHT, 0, 0));
    assert_int_equal(state.secrets.step[next_step()].kind, ROLE_CHEF);
}

static void a_homebrew_script_gives_a_night(void **unused)
{
    char file[3000] = "[";
    static const char *const teams[7] = { "townsfolk", "townsfolk", "townsfolk", "townsfolk",
                                          "townsfolk", "minion",    "demon" };
    (void)unused;
    for (int i = 0; i < 7; i++) {
        size_t length = strlen(file);
        snprintf(
            file + length, sizeof file - length,
            "%s{\"id\":\"own%d\",\"name\":\"Own %d\",\"team\":\"%s\",\"ability\":\"Does a thing.\","
            "\"firstNight\":%d,\"otherNight\":%d.5,\"reminders\":[\"Mark\"]}",
            i ? "," : "", i, i, teams[i], i + 1, 7 - i);
    }
    strcat(file, "]");
    use_file(file);
    assert_int_equal(play_a_night(), 9); /* and both infos */
}

static void a_mixed_script_of_old_spellings_gives_a_night(void **unused)
{
    (void)unused;
    use_file("[\"Fortune Teller\",\"scarlet-woman\",\"NO_DASHII\",\"town "
             "crier\",\"snake_charmer\",\"Flowergirl\","
             "\"dreamer\",\"bountyhunter\"]");
    assert_true(play_a_night() >= 4);
}

static void travellers_fabled_and_loric_come_along_and_are_not_dealt(void **unused)
{
    (void)unused;
    use_file("[\"chef\",\"empath\",\"monk\",\"mayor\",\"virgin\",\"poisoner\",\"imp\","
             "\"bureaucrat\",\"thief\","
             "\"angel\",\"doomsayer\",\"bootlegger\"]");
    assert_true(play_a_night() >= 4);
    for (int seat = 0; seat < 7; seat++)
        assert_true(grimoire_team_of(&state.script, state.secrets.seat[seat].character) <
                    GRIMOIRE_TRAVELLER);
}

RUN_TESTS(TEST(an_edition_in_every_spelling_gives_a_night),
          TEST(a_script_with_its_own_order_gives_that_night), TEST(a_homebrew_script_gives_a_night),
          TEST(a_mixed_script_of_old_spellings_gives_a_night),
          TEST(travellers_fabled_and_loric_come_along_and_are_not_dealt))
