/* Nobody sees what they may not know: every registered game is searched for leaks, and games with leaks
 * planted, to show that the search finds them.
 *
 *   leak_test [--pairs N] [id …]   only these games; so many pairs of runs by the oracle
 *   leak_test mutants [id …]       the leaks planted in them; without a game those of coinflip */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/games/coinflip/coinflip.h"
#include "harness/leak.h"
#include "leak/leak_hooks.h"
#include "harness/mutants.h"
#include "oracles/oracles.h"

enum { MUTANT_SEARCHES = 3000, SEARCHES_MAX = 100 * 1000 };

static long pairs_wanted = 60;

enum search_by { BY_EVENTS, BY_PAIRS, BY_ORACLE };

static void search(const struct game *game, uint64_t seed, enum search_by by,
                   struct leak_report *report)
{
    switch (by) {
    case BY_EVENTS: leak_search_events(game, seed, leak_hook_find(game->id), report); break;
    case BY_PAIRS: leak_search_pairs(game, seed, report); break;
    case BY_ORACLE: oracle_search(oracle_find(game->id), game, seed, report); break;
    }
}

/* Only the oracle's pairs are counted. The two other searches trust what the game announces and are
 * weaker. */
static bool is_enough(enum search_by by, uint64_t searches, const struct leak_report *report)
{
    enum { SHARE = 4 };
    long done = by == BY_EVENTS ? (long)searches : report->pairs;
    return searches == SEARCHES_MAX ||
           done >= (by == BY_ORACLE ? pairs_wanted : 1 + pairs_wanted / SHARE);
}

static void nothing_leaks(const struct game *game, enum search_by by)
{
    struct leak_report report = { 0 };
    uint64_t seed = 0;
    while (!report.is_found && !is_enough(by, seed, &report))
        search(game, seed++, by, &report);
    if (report.is_found) { /* cmocka's own messages are cut off */
        fprintf(stderr, "%s\n", report.text.text);
        fail_msg("seed %llu", (unsigned long long)seed - 1);
    }
    print_message("             %ld pairs, %ld comparisons\n", report.pairs, report.compared);
    /* A search that has compared nothing proves nothing. */
    if (leak_has_secrets(game))
        assert_true(report.compared > 0);
    assert_true(by != BY_ORACLE || report.pairs >= pairs_wanted);
    transcript_free(&report.text);
}

static void secret_arguments_do_not_show(void **game)
{
    nothing_leaks(*game, BY_EVENTS);
}

static void runs_that_sound_alike_look_alike(void **game)
{
    nothing_leaks(*game, BY_PAIRS);
}

static void views_show_what_the_rules_say_and_no_more(void **game)
{
    nothing_leaks(*game, BY_ORACLE);
}

static bool is_found(const struct game *game, enum search_by by)
{
    struct leak_report report = { 0 };
    for (uint64_t seed = 0; seed < MUTANT_SEARCHES && !report.is_found; seed++)
        search(game, seed, by, &report);
    transcript_free(&report.text);
    return report.is_found;
}

static void a_planted_leak_is_found(void **mutant)
{
    const struct game game = mutant_make(&game_coinflip, *mutant);
    /* Pairs see all that a viewer meets. Altered events are a second net; not every leak is an event's. */
    print_message("             events: %s\n", is_found(&game, BY_EVENTS) ? "found" : "-");
    assert_true(is_found(&game, BY_PAIRS));
}

/* A planted leak of the game whose tests are being added; see add_oracle(). */
struct planted {
    const struct game *game;
    const struct mutant *mutant;
};

static void the_oracle_finds_a_planted_leak(void **planted_in)
{
    const struct planted *planted = *planted_in;
    const struct game game = mutant_make(planted->game, planted->mutant);
    assert_true(is_found(&game, BY_ORACLE));
}

static bool is_named(const char *word, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

enum { TESTS_MAX = 200 };
static struct CMUnitTest tests[TESTS_MAX];
static char names[TESTS_MAX][100];
static size_t test_count;

static void add_test(const char *subject, const char *name, CMUnitTestFunction check,
                     const void *state)
{
    snprintf(names[test_count], sizeof names[0], "%s: %s", subject, name);
    tests[test_count] = (struct CMUnitTest){ .name = names[test_count],
                                             .test_func = check,
                                             .initial_state = (void *)(uintptr_t)state };
    test_count++;
}

static void add_searches(const struct game *game)
{
    add_test(game->id, "secret arguments do not show", secret_arguments_do_not_show, game);
    add_test(game->id, "runs that sound alike look alike", runs_that_sound_alike_look_alike, game);
    if (oracle_find(game->id))
        add_test(game->id, "views show what the rules say and no more",
                 views_show_what_the_rules_say_and_no_more, game);
}

static void add_planted(const struct game *game)
{
    static struct planted planted[TESTS_MAX];
    const struct oracle *oracle = oracle_find(game->id);
    for (const struct mutant *mutant = oracle ? oracle->mutants : NULL; mutant && mutant->name;
         mutant++) {
        planted[test_count] = (struct planted){ game, mutant };
        add_test("found", mutant->name, the_oracle_finds_a_planted_leak, &planted[test_count]);
    }
}

int main(int argc, char **argv)
{
    bool plants = argc > 1 && strcmp(argv[1], "mutants") == 0;
    bool counts = argc > 2 && strcmp(argv[1], "--pairs") == 0;
    int first = counts ? 3 : plants ? 2 : 1;
    if (counts)
        pairs_wanted = strtol(argv[2], NULL, 10);
    for (int i = 0; games[i]; i++)
        if (first < argc ? is_named(games[i]->id, argc - first, argv + first) : !plants)
            (plants ? add_planted : add_searches)(games[i]);
    for (int i = 0; leak_mutants[i].name && plants && first == argc; i++)
        add_test("found", leak_mutants[i].name, a_planted_leak_is_found, &leak_mutants[i]);
    return test_count ? _cmocka_run_group_tests("leak", tests, test_count, NULL, NULL) : 1;
}
