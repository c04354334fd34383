/* The bots of Journeyman and Weather. They ask the solver as many nights ahead as their strength allows;
 * where it knows nothing better, the Journeyman keeps to the middle and Weather floods the way there. */
#include "journeyman.h"

#include <assert.h>

#include "engine/message.h"
#include "solver.h"

/* What a bot cannot foresee it chooses by habit, or, in so many cases of a hundred, at random. The strongest
 * one plays perfectly wherever its budget of looks, a sixth of a second at most, suffices. */
struct level {
    int nights;
    int64_t looks;
    int strays_percent;
};

static const struct level levels[BOT_STRENGTH_MAX + 1] = {
    { 0, 0, 100 },
    { 1, 1000 * 1000, 100 },
    { 3, 1000 * 1000, 25 },
    { 6, 5 * 1000 * 1000, 0 },
    { SOLVER_NIGHTS_MAX, 40 * 1000 * 1000, 0 },
};

static_assert(sizeof(struct solver) + _Alignof(struct solver) <= BOT_MEMORY_SIZE,
              "the solver fits a bot's memory");

/* One bot's turn. */
struct mind {
    const struct journeyman_view *view;
    const struct level *level;
    struct rng *rng;
    struct solver *solver; /* NULL: there is no memory for one */
    struct terrain terrain;
    struct solver_position at;
    int nights; /* how far it looks ahead: no further than the year */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int number_of(const struct grid *grid, int64_t field)
{
    return field_y(field) * grid->width + field_x(field);
}

static int64_t packed(const struct mind *mind, int number)
{
    int width = mind->view->grid.width;
    return field_pack(number % width, number / width);
}

static field_set wet_fields(const struct mind *mind)
{
    const struct grid *grid = &mind->view->grid;
    field_set wet = 0;
    for (int i = 0; i < grid->width * grid->height; i++)
        if (grid_is_wet(grid, packed(mind, i)))
            wet |= mind->terrain.bit[i];
    return wet;
}

static int budget_left(const struct journeyman_view *view)
{
    int left = view->terms.flood_budget - view->stats.floods_used;
    return view->terms.flood_budget ? smaller(left, SOLVER_NO_BUDGET) : SOLVER_NO_BUDGET;
}

static void wake(struct mind *mind, const struct journeyman_view *view, const struct game_bot *bot)
{
    const struct grid *grid = &view->grid;
    int strength = bot->strength < 0 ? 0 : smaller(bot->strength, BOT_STRENGTH_MAX);
    mind->view = view;
    mind->level = &levels[strength];
    mind->rng = bot->rng;
    mind->nights = smaller(mind->level->nights, view->terms.days - view->day);
    mind->solver = NULL;
    terrain_init(&mind->terrain, grid->width, grid->height);
    mind->at.wet = wet_fields(mind);
    mind->at.journeyman = number_of(grid, view->position);
    mind->at.budget = budget_left(view);
    if (mind->nights == 0)
        return;
    mind->solver =
        solver_open(bot->memory, bot->memory_size, grid->width, grid->height, view->terms.floods);
    if (mind->solver)
        solver_allow(mind->solver, mind->level->looks);
}

static void rest(struct mind *mind)
{
    if (mind->solver)
        solver_close(mind->solver);
}

static int any_of(struct mind *mind, field_set set)
{
    for (uint64_t skip = rng_below(mind->rng, (uint64_t)terrain_count(set)); skip > 0; skip--)
        set &= set - 1;
    return terrain_first(set);
}

/* The fields that the Journeyman likes as much as the one it likes best. */
static field_set most_liked(const struct terrain *t, field_set set)
{
    int best = t->liking[terrain_liked(t, set)];
    field_set liked = 0;
    for (; set; set &= set - 1)
        if (t->liking[terrain_first(set)] == best)
            liked |= t->bit[terrain_first(set)];
    return liked;
}

static bool strays(struct mind *mind)
{
    return rng_below(mind->rng, 100) < (uint64_t)mind->level->strays_percent;
}

/* Those of the `steps` that put off the trap the longest, as far as can be foreseen. */
static field_set longest_steps(struct mind *mind, field_set steps)
{
    field_set ignored;
    for (int nights = 1; mind->solver && nights <= mind->nights; nights++) {
        field_set safe = 0;
        for (field_set left = steps; left; left &= left - 1) {
            int to = terrain_first(left);
            struct solver_position next = solver_step(mind->solver, mind->at, to);
            enum solver_answer answer = solver_night(mind->solver, next, nights, &ignored);
            if (answer == SOLVER_GAVE_UP)
                return steps;
            if (answer == SOLVER_ESCAPES)
                safe |= mind->terrain.bit[to];
        }
        if (!safe)
            return steps;
        steps = safe;
    }
    return steps;
}

static int64_t choose_step(struct mind *mind)
{
    field_set exits = mind->terrain.beside[mind->at.journeyman] & ~mind->at.wet;
    field_set steps = longest_steps(mind, exits);
    return packed(mind, any_of(mind, strays(mind) ? steps : most_liked(&mind->terrain, steps)));
}

/* The floods of the quickest trap there is, or none. */
static field_set trapping_floods(struct mind *mind)
{
    field_set floods = 0;
    for (int nights = 1; mind->solver && nights <= mind->nights; nights++) {
        enum solver_answer answer = solver_night(mind->solver, mind->at, nights, &floods);
        if (answer == SOLVER_TRAPPED)
            return floods;
        if (answer == SOLVER_GAVE_UP)
            break;
    }
    return 0;
}

static field_set dry_fields(const struct mind *mind)
{
    const struct grid *grid = &mind->view->grid;
    field_set all = 0;
    for (int i = 0; i < grid->width * grid->height; i++)
        all |= mind->terrain.bit[i];
    return all & ~mind->at.wet & ~mind->terrain.bit[mind->at.journeyman];
}

/* No trap in sight: takes the ways that the Journeyman would like to go. */
static int hindering_flood(struct mind *mind, field_set dry)
{
    field_set ways = dry & mind->terrain.beside[mind->at.journeyman];
    if (!ways || strays(mind))
        return any_of(mind, dry);
    return any_of(mind, most_liked(&mind->terrain, ways));
}

static field_set hindering_floods(struct mind *mind)
{
    int count = journeyman_floods_allowed(&mind->view->terms, &mind->view->stats);
    field_set floods = 0, dry = dry_fields(mind);
    for (; count > 0 && dry & ~floods; count--)
        floods |= mind->terrain.bit[hindering_flood(mind, dry & ~floods)];
    return floods;
}

static int64_t choose_floods(struct mind *mind)
{
    field_set floods = trapping_floods(mind);
    int64_t fields = 0;
    if (!floods)
        floods = hindering_floods(mind);
    for (; floods; floods &= floods - 1)
        fields = fields_add(fields, packed(mind, terrain_first(floods)));
    return fields;
}

/* Chooses, and ends the turn when it has chosen. */
static void play_turn(const struct journeyman_view *view, const struct game_bot *bot,
                      struct game_command *command)
{
    struct mind mind;
    if (view->has_staged) {
        command->kind = JOURNEYMAN_END_TURN;
        return;
    }
    wake(&mind, view, bot);
    if (view->own_side == SIDE_JOURNEYMAN) {
        command->kind = JOURNEYMAN_MOVE;
        command->arg[0] = choose_step(&mind);
    } else {
        command->kind = JOURNEYMAN_FLOOD;
        command->arg[0] = choose_floods(&mind);
    }
    rest(&mind);
}

bool journeyman_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct journeyman_view *view = in;
    if (view->own_side == SIDE_NONE || view->own_side != view->to_move)
        return false;
    *command = (struct game_command){ .seat = (int8_t)bot->seat };
    if (view->phase == JOURNEYMAN_CONFIGURING)
        command->kind = JOURNEYMAN_CONFIGURE_GRID;
    else if (view->phase == JOURNEYMAN_ACTIVE)
        play_turn(view, bot, command);
    else
        return false;
    return true;
}
