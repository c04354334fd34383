/* Which side the options favour: the day on which the trap closes when both sides play perfectly, found by
 * exact solution (solver_test.c finds them again), and the advice for the page of options. */
#include "journeyman.h"

/* Two floods, by the shorter side from 3 and the longer side from 3; 0: not solved, or told elsewhere. */
enum { SIZES = GRID_SIDE_MAX - GRID_SIDE_MIN + 1 };
static const int8_t two_flood_days[SIZES][SIZES] = {
    { 4, 5, 6, 7, 8, 9, 9, 9 },
    { 0, 7, 9, 10, 10, 12, 13, 13 },
    { 0, 0, 11, 12, 12, 12, 14 },
    { 0, 0, 0, 13 },
};

static const char *const trap_warnings[] = {
    [2] = "trap_closes_on_day_2",   [3] = "trap_closes_on_day_3",   [4] = "trap_closes_on_day_4",
    [5] = "trap_closes_on_day_5",   [6] = "trap_closes_on_day_6",   [7] = "trap_closes_on_day_7",
    [8] = "trap_closes_on_day_8",   [9] = "trap_closes_on_day_9",   [10] = "trap_closes_on_day_10",
    [11] = "trap_closes_on_day_11", [12] = "trap_closes_on_day_12", [13] = "trap_closes_on_day_13",
    [14] = "trap_closes_on_day_14",
};

/* Three floods close a trap at the edge, so the size hardly matters. */
static int three_flood_day(int shorter, int longer)
{
    if (shorter > 3)
        return 4;
    return longer > 3 ? 3 : 2;
}

int journeyman_trap_day(int width, int height, int floods)
{
    int shorter = width < height ? width : height, longer = width < height ? height : width;
    if (floods < 2)
        return 0;
    if (floods > 2)
        return three_flood_day(shorter, longer);
    return two_flood_days[shorter - GRID_SIDE_MIN][longer - GRID_SIDE_MIN];
}

/* Whether the budget may run out before the trap closes. */
static bool budget_binds(const int64_t option[], int day)
{
    int64_t budget = option[JOURNEYMAN_FLOOD_BUDGET];
    return budget > 0 && (day == 0 || budget < day * option[JOURNEYMAN_FLOODS]);
}

/* Years, from the first number of days to the last, in which bots of equal strength shared the wins: of 200
 * games with two floods the Journeyman made 35 to 65 of 100 (README.md). In shorter ones he made more, in
 * longer ones fewer. A pair the wrong way round: no year was even. 0: not measured. */
struct years {
    int8_t first, last;
};
static const struct years even_years[SIZES][SIZES] = {
    [2] = { [2] = { 13, 14 }, { 15, 14 }, { 17, 17 }, { 16, 17 }, { 19, 20 }, { 19, 18 } },
    [3] = { [3] = { 15, 16 }, { 15, 20 }, { 15, 16 }, { 17, 18 }, { 17, 18 } },
    [4] = { [4] = { 17, 27 }, { 15, 18 }, { 17, 20 }, { 17, 18 } },
    [5] = { [5] = { 15, 16 }, { 15, 18 }, { 17, 18 } },
    [6] = { [6] = { 17, 22 }, { 17, 18 } },
    [7] = { [7] = { 17, 18 } },
};

static struct years years_of(const int64_t option[])
{
    static const struct years none = { 0, 0 };
    int width = (int)option[JOURNEYMAN_WIDTH], height = (int)option[JOURNEYMAN_HEIGHT];
    int shorter = width < height ? width : height, longer = width < height ? height : width;
    if (option[JOURNEYMAN_FLOODS] != 2 || option[JOURNEYMAN_FLOOD_BUDGET] > 0)
        return none;
    return even_years[shorter - GRID_SIDE_MIN][longer - GRID_SIDE_MIN];
}

/* Who is favoured, or NULL where we do not know. Every field keeps two orthogonal exits after a move, so
 * one flood a night never closes them. Weather has no turn on the last day. */
static const char *favoured(const int64_t option[], int day)
{
    struct years even = years_of(option);
    int64_t days = option[JOURNEYMAN_DAYS];
    if (option[JOURNEYMAN_FLOODS] == 1)
        return "weather_cannot_win";
    if (days <= day || days < even.first)
        return "journeyman_favoured";
    if (days <= even.last)
        return "about_even";
    return budget_binds(option, day) ? NULL : "weather_favoured";
}

void journeyman_advise(const struct game_setup *setup, struct game_advice *advice)
{
    const int64_t *option = setup->option;
    int day = journeyman_trap_day((int)option[JOURNEYMAN_WIDTH], (int)option[JOURNEYMAN_HEIGHT],
                                  (int)option[JOURNEYMAN_FLOODS]);
    game_warn(advice, favoured(option, day));
    if (day > 0 && day < option[JOURNEYMAN_DAYS] && !budget_binds(option, day))
        game_warn(advice, trap_warnings[day]);
}
