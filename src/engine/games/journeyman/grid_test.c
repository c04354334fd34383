/* The grid: neighbours, edges, drying. */
#include "grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "engine/message.h"

/* A grid drawn in rows: '~' is wet. */
static struct grid drawn(int width, int height, const char *rows)
{
    struct grid grid = { .width = (uint8_t)width, .height = (uint8_t)height };
    for (int i = 0; i < width * height; i++)
        if (rows[i] == '~')
            grid_flood(&grid, fields_add(0, field_pack(i % width, i / width)));
    return grid;
}

static int move_count(const struct grid *grid, int x, int y)
{
    int64_t moves[GRID_NEIGHBOURS_MAX];
    return grid_moves(grid, field_pack(x, y), moves);
}

static void a_field_has_eight_neighbours_fewer_at_the_edge(void **unused)
{
    struct grid grid = drawn(4, 3, "............");
    (void)unused;

    assert_int_equal(move_count(&grid, 1, 1), 8);
    assert_int_equal(move_count(&grid, 3, 1), 5);
    assert_int_equal(move_count(&grid, 0, 0), 3);
    assert_int_equal(move_count(&grid, 3, 2), 3);
}

static void only_dry_neighbours_are_moves(void **unused)
{
    struct grid grid = drawn(3, 3,
                             "~.~"
                             "~.~"
                             "~~.");
    int64_t moves[GRID_NEIGHBOURS_MAX];
    (void)unused;

    assert_int_equal(grid_moves(&grid, field_pack(1, 1), moves), 2);
    assert_int_equal(moves[0], field_pack(1, 0));
    assert_int_equal(moves[1], field_pack(2, 2));
}

static void a_step_dries_the_orthogonal_neighbours(void **unused)
{
    struct grid grid = drawn(3, 3,
                             "~~~"
                             "~.~"
                             "~~~");
    (void)unused;

    int64_t drying = grid_drying(&grid, field_pack(1, 1));
    grid_dry(&grid, drying);

    assert_int_equal(fields_count(drying), 4);
    assert_int_equal(grid_wet_count(&grid), 4);
    assert_true(grid_is_wet(&grid, field_pack(0, 0)));
    assert_false(grid_is_wet(&grid, field_pack(1, 0)));
}

static void a_step_into_a_corner_dries_two(void **unused)
{
    struct grid grid = drawn(4, 4,
                             ".~.."
                             "~~.."
                             "...."
                             "....");
    (void)unused;

    int64_t drying = grid_drying(&grid, field_pack(0, 0));

    assert_int_equal(drying, fields_add(fields_add(0, field_pack(1, 0)), field_pack(0, 1)));
}

static void fields_beyond_either_side_are_off_the_grid(void **unused)
{
    struct grid grid = drawn(4, 3, "............");
    (void)unused;

    assert_true(grid_holds(&grid, field_pack(3, 2)));
    assert_false(grid_holds(&grid, field_pack(4, 2)));
    assert_false(grid_holds(&grid, field_pack(3, 3)));
    assert_false(grid_holds(&grid, field_pack(15, 15)));
}

static void a_field_is_adjacent_in_eight_directions_and_not_to_itself(void **unused)
{
    (void)unused;

    assert_true(grid_are_adjacent(field_pack(1, 1), field_pack(2, 2)));
    assert_true(grid_are_adjacent(field_pack(1, 1), field_pack(0, 1)));
    assert_false(grid_are_adjacent(field_pack(1, 1), field_pack(1, 1)));
    assert_false(grid_are_adjacent(field_pack(1, 1), field_pack(3, 1)));
    assert_false(grid_are_adjacent(field_pack(0, 1), field_pack(9, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_has_eight_neighbours_fewer_at_the_edge),
        cmocka_unit_test(only_dry_neighbours_are_moves),
        cmocka_unit_test(a_step_dries_the_orthogonal_neighbours),
        cmocka_unit_test(a_step_into_a_corner_dries_two),
        cmocka_unit_test(fields_beyond_either_side_are_off_the_grid),
        cmocka_unit_test(a_field_is_adjacent_in_eight_directions_and_not_to_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
