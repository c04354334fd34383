/* simulation [--seeds N] [--seed S] [--game ID] [--variant NAME] [--verbose]
 *
 * Plays N evenings from seed S on. With a wrong variant it succeeds when one of them finds it out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "simulation/world.h"

struct plan {
    uint64_t seed, count;
    enum variant variant;
    const struct game *game;
    bool is_verbose;
};

struct totals {
    long long restarts, cuts, commands, moves, matched, begun, ended;
};

static bool read_variant(struct plan *plan, const char *name)
{
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (strcmp(variant_names[i], name) == 0) {
            plan->variant = (enum variant)i;
            return true;
        }
    return false;
}

static bool read_flag(struct plan *plan, const char *flag, const char *value)
{
    if (strcmp(flag, "--seeds") == 0)
        return (plan->count = strtoull(value, NULL, 10)) > 0;
    if (strcmp(flag, "--seed") == 0) {
        plan->seed = strtoull(value, NULL, 10);
        return true;
    }
    if (strcmp(flag, "--game") == 0)
        return (plan->game = game_find(value)) != NULL;
    return strcmp(flag, "--variant") == 0 && read_variant(plan, value);
}

static bool read_arguments(struct plan *plan, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--verbose") == 0)
            plan->is_verbose = true;
        else if (i + 1 == argc || !read_flag(plan, argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return true;
}

static void print_failure(const struct plan *plan, const struct world *world)
{
    printf("seed %llu: %s\n  repeat: simulation --seeds 1 --seed %llu --variant %s%s%s --verbose\n",
           (unsigned long long)world->seed, world->failure, (unsigned long long)world->seed,
           variant_names[plan->variant], plan->game ? " --game " : "",
           plan->game ? plan->game->id : "");
}

static bool play_one(const struct plan *plan, uint64_t seed, struct totals *totals)
{
    static struct world world;
    memset(&world, 0, sizeof world);
    world.seed = seed;
    world.variant = plan->variant;
    world.only_game = plan->game;
    world.is_verbose = plan->is_verbose;
    bool ok = world_play(&world);
    if (!ok)
        print_failure(plan, &world);
    totals->restarts += world.restarts;
    totals->cuts += world.cuts;
    totals->commands += world.commands_done;
    totals->moves += world.moves_done;
    totals->matched += world.moves_matched;
    totals->begun += world.games_begun;
    totals->ended += world.games_ended;
    world_free(&world);
    return ok;
}

int main(int argc, char **argv)
{
    struct plan plan = { .seed = 1, .count = 100 };
    struct totals totals = { 0 };
    if (!read_arguments(&plan, argc, argv)) {
        fprintf(stderr, "usage: simulation [--seeds N] [--seed S] [--game ID] [--variant NAME] "
                        "[--verbose]\n");
        return 2;
    }
    /* The failures are planned; the server's lines about them would hide ours. */
    log_setup(plan.is_verbose ? LOG_WARN : (enum log_level)(LOG_ERROR + 1), false);
    uint64_t played = 0;
    bool ok = true;
    while (played < plan.count && ok)
        ok = play_one(&plan, plan.seed + played++, &totals);
    bool is_right = plan.variant == VARIANT_RIGHT;
    /* A judge that never finds a move in the log would call everything right. */
    if (is_right && ok && totals.matched < totals.moves) {
        printf("only %lld of %lld acknowledged moves were found in the log\n", totals.matched,
               totals.moves);
        ok = false;
    }
    printf("%llu evenings, %lld restarts, %lld power cuts, %lld games begun, %lld ended, "
           "%lld acknowledged commands, %lld of them moves: %s\n",
           (unsigned long long)played, totals.restarts, totals.cuts, totals.begun, totals.ended,
           totals.commands, totals.moves, ok ? "nothing lost" : "found out");
    return ok == is_right ? 0 : 1;
}
