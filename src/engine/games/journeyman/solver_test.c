/* The solver against the truth: retrograde tables of small grids, and the values of the rules page. */
#include "solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "journeyman.h"

static struct rng rng;
static struct solver *solver;
static _Alignas(16) unsigned char memory[BOT_MEMORY_SIZE];

static void open_solver(int width, int height, int floods)
{
    solver = solver_open(memory, sizeof memory, width, height, floods);
    assert_non_null(solver);
    solver_allow(solver, INT64_MAX);
}

/* The day on which the trap closes from the start, both sides playing perfectly; 0: not within `nights`. */
static int trap_day(int width, int height, int floods, int nights)
{
    struct solver_position start = { .budget = SOLVER_NO_BUDGET };
    open_solver(width, height, floods);
    for (int n = 1; n <= nights; n++)
        if (solver_day(solver, start, n) == SOLVER_TRAPPED)
            return n;
    return 0;
}

/* The truth: for grids of up to 12 fields, budget and nights, every position worked out backwards from the
 * traps, with nothing but the rules. */
enum { SMALL_FIELDS_MAX = 12, SMALL_NIGHTS_MAX = 9, SMALL_BUDGET_MAX = 8 };

static bool truth[SMALL_NIGHTS_MAX + 1][SMALL_BUDGET_MAX + 2][SMALL_FIELDS_MAX]
                 [1 << SMALL_FIELDS_MAX];
static int small_width, small_height, small_floods;
static unsigned small_beside[SMALL_FIELDS_MAX], small_orthogonal[SMALL_FIELDS_MAX];

static void find_small_neighbours(void)
{
    int count = small_width * small_height;
    memset(small_beside, 0, sizeof small_beside);
    memset(small_orthogonal, 0, sizeof small_orthogonal);
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            int across = abs(a % small_width - b % small_width);
            int down = abs(a / small_width - b / small_width);
            if (a != b && across <= 1 && down <= 1)
                small_beside[a] |= 1u << b;
            if (across + down == 1)
                small_orthogonal[a] |= 1u << b;
        }
    }
}

static int budget_after(int budget, int count)
{
    return budget > SMALL_BUDGET_MAX ? budget : budget - count;
}

/* Weather is to flood, `nights` follow. */
static bool can_flood(unsigned wet, int field, int nights, int budget, int left, int from)
{
    if (truth[nights][budget][field][wet])
        return true;
    for (int f = from; left > 0 && budget > 0 && f < small_width * small_height; f++)
        if (f != field && !(wet >> f & 1) &&
            can_flood(wet | 1u << f, field, nights, budget_after(budget, 1), left - 1, f + 1))
            return true;
    return false;
}

static bool is_lost(unsigned wet, int field, int nights, int budget)
{
    for (int to = 0; to < small_width * small_height; to++) {
        bool can_step = (small_beside[field] & ~wet) >> to & 1;
        if (!can_step)
            continue;
        if (nights == 0)
            return false;
        if (!can_flood(wet & ~small_orthogonal[to], to, nights - 1, budget, small_floods, 0))
            return false;
    }
    return true;
}

/* Budget SMALL_BUDGET_MAX + 1 stands for no limit. */
static void work_out(int width, int height, int floods)
{
    small_width = width;
    small_height = height;
    small_floods = floods;
    find_small_neighbours();
    for (int nights = 0; nights <= SMALL_NIGHTS_MAX; nights++)
        for (int budget = 0; budget <= SMALL_BUDGET_MAX + 1; budget++)
            for (int field = 0; field < width * height; field++)
                for (unsigned wet = 0; wet < 1u << (width * height); wet++)
                    truth[nights][budget][field][wet] =
                        !(wet >> field & 1) && is_lost(wet, field, nights, budget);
}

static void compare_with_truth(int width, int height, int floods)
{
    work_out(width, height, floods);
    open_solver(width, height, floods);
    for (int i = 0; i < 20000; i++) {
        int nights = (int)rng_below(&rng, SMALL_NIGHTS_MAX + 1);
        int budget = (int)rng_below(&rng, SMALL_BUDGET_MAX + 2);
        int field = (int)rng_below(&rng, (uint64_t)(width * height));
        unsigned wet = (unsigned)rng_below(&rng, 1u << (width * height)) & ~(1u << field);
        struct solver_position at = { wet, field,
                                      budget > SMALL_BUDGET_MAX ? SOLVER_NO_BUDGET : budget };

        enum solver_answer answer = solver_day(solver, at, nights);

        assert_int_equal(answer == SOLVER_TRAPPED, truth[nights][budget][field][wet]);
    }
}

static void the_solver_agrees_with_every_position_worked_out_backwards(void **unused)
{
    (void)unused;
    compare_with_truth(3, 3, 1);
    compare_with_truth(3, 3, 2);
    compare_with_truth(3, 3, 3);
    compare_with_truth(4, 3, 2);
}

static void more_water_is_never_worse_for_weather(void **unused)
{
    (void)unused;
    work_out(3, 3, 2);
    for (int nights = 0; nights <= SMALL_NIGHTS_MAX; nights++)
        for (int field = 0; field < 9; field++)
            for (unsigned wet = 0; wet < 1u << 9; wet++)
                for (int more = 0; more < 9; more++)
                    if (more != field && truth[nights][SMALL_BUDGET_MAX + 1][field][wet])
                        assert_true(truth[nights][SMALL_BUDGET_MAX + 1][field][wet | 1u << more]);
}

/* Once a further night changes nothing, no number of nights will. */
static void with_one_flood_weather_can_never_win(void **unused)
{
    (void)unused;
    work_out(3, 4, 1);
    for (int field = 0; field < 12; field++)
        for (unsigned wet = 0; wet < 1u << 12; wet++)
            assert_int_equal(truth[1][SMALL_BUDGET_MAX + 1][field][wet],
                             truth[2][SMALL_BUDGET_MAX + 1][field][wet]);
    assert_false(truth[2][SMALL_BUDGET_MAX + 1][0][0]);
    for (int height = 3; height <= 10; height++)
        for (int width = 3; width <= 10; width++)
            assert_int_equal(trap_day(width, height, 1, SOLVER_NIGHTS_MAX), 0);
}

static void with_two_floods_the_trap_closes_on_the_day_of_the_rules_page(void **unused)
{
    (void)unused;
    assert_int_equal(trap_day(3, 3, 2, 20), 4);
    assert_int_equal(trap_day(3, 4, 2, 20), 5);
    assert_int_equal(trap_day(3, 5, 2, 20), 6);
    assert_int_equal(trap_day(3, 6, 2, 20), 7);
    assert_int_equal(trap_day(3, 7, 2, 20), 8);
    assert_int_equal(trap_day(3, 8, 2, 20), 9);
    assert_int_equal(trap_day(4, 4, 2, 20), 7);
    assert_int_equal(trap_day(4, 5, 2, 20), 9);
    assert_int_equal(trap_day(4, 6, 2, 20), 10);
    assert_int_equal(trap_day(4, 7, 2, 20), 10);
    assert_int_equal(trap_day(5, 5, 2, 20), 11);
    assert_int_equal(trap_day(5, 6, 2, 20), 12);
}

static void with_three_floods_the_trap_closes_on_the_day_of_the_rules_page(void **unused)
{
    (void)unused;
    assert_int_equal(trap_day(3, 3, 3, 20), 2);
    for (int width = 4; width <= 7; width++)
        assert_int_equal(trap_day(width, 3, 3, 20), 3);
    for (int width = 4; width <= 6; width++)
        assert_int_equal(trap_day(width, 4, 3, 20), 4);
    assert_int_equal(trap_day(5, 5, 3, 20), 4);
}

/* The advice for options, in both directions: width and height are alike. */
static void known_trap_days_are_those_of_the_solver(void **unused)
{
    (void)unused;
    for (int floods = 2; floods <= 3; floods++) {
        for (int height = GRID_SIDE_MIN; height <= GRID_SIDE_MAX; height++) {
            for (int width = GRID_SIDE_MIN; width <= height; width++) {
                int day = journeyman_trap_day(width, height, floods);
                assert_int_equal(day, journeyman_trap_day(height, width, floods));
                if (day > 0)
                    assert_int_equal(trap_day(width, height, floods, SOLVER_NIGHTS_MAX), day);
            }
        }
    }
}

static void a_solver_that_is_out_of_work_gives_up(void **unused)
{
    struct solver_position start = { .budget = SOLVER_NO_BUDGET };
    (void)unused;
    open_solver(10, 10, 2);
    solver_allow(solver, 100);

    assert_int_equal(solver_day(solver, start, 12), SOLVER_GAVE_UP);
}

static void what_was_learnt_is_kept_for_the_same_grid_only(void **unused)
{
    (void)unused;
    trap_day(5, 5, 2, 20);
    uint32_t learnt = solver->escapes[0].count;
    assert_true(learnt > 0);
    solver_close(solver);

    open_solver(5, 5, 2);
    assert_int_equal(solver->escapes[0].count, learnt);
    solver_close(solver);
    open_solver(5, 5, 3);
    assert_int_equal(solver->escapes[0].count, 0);
}

static void what_somebody_else_wrote_over_is_not_believed(void **unused)
{
    (void)unused;
    trap_day(5, 5, 2, 20);
    solver_close(solver);
    solver->escapes[1].reason[0] ^= 1;

    open_solver(5, 5, 2);

    assert_int_equal(solver->escapes[0].count, 0);
}

static void a_solver_needs_its_memory(void **unused)
{
    (void)unused;
    assert_null(solver_open(NULL, 0, 4, 4, 2));
    assert_null(solver_open(memory, sizeof(struct solver), 4, 4, 2));
    assert_non_null(solver_open(memory + 1, sizeof memory - 1, 4, 4, 2));
}

int main(void)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 3 };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solver_agrees_with_every_position_worked_out_backwards),
        cmocka_unit_test(more_water_is_never_worse_for_weather),
        cmocka_unit_test(with_one_flood_weather_can_never_win),
        cmocka_unit_test(with_two_floods_the_trap_closes_on_the_day_of_the_rules_page),
        cmocka_unit_test(with_three_floods_the_trap_closes_on_the_day_of_the_rules_page),
        cmocka_unit_test(known_trap_days_are_those_of_the_solver),
        cmocka_unit_test(a_solver_that_is_out_of_work_gives_up),
        cmocka_unit_test(what_was_learnt_is_kept_for_the_same_grid_only),
        cmocka_unit_test(what_somebody_else_wrote_over_is_not_believed),
        cmocka_unit_test(a_solver_needs_its_memory),
    };
    rng_seed(&rng, seed, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
