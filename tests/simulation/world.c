/* The loop of virtual time, the server's starts and stops, and the times of all faults. */
#include "simulation/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/run.h"
#include "simulation/disk.h"

enum {
    BEGIN_MS = 1000 * 1000 * 1000,
    EVENING_MS = 40 * 1000, /* how long there is trouble */
    LONG_EVENING_MS = 480 * 1000,
    CALM_AT_MOST_MS = 300 * 1000, /* how long it may then take everybody to go on */
    STEPS_MAX = 400 * 1000,
    JUMP_MS = 3600 * 1000,
    FREEZE_MS = 10 * 1000,
};

bool world_fail(struct world *world, const char *format, ...)
{
    va_list arguments;
    if (world->has_failed)
        return false;
    va_start(arguments, format);
    vsnprintf(world->failure, sizeof world->failure, format, arguments);
    va_end(arguments);
    world->has_failed = true;
    return false;
}

static void say(const struct world *world, const char *what)
{
    if (world->is_verbose)
        fprintf(stderr, "%8lld ms  %s\n", (long long)(world->now_ms - BEGIN_MS), what);
}

/* Seams */

static int64_t wall_ms(void *context)
{
    const struct world *world = context;
    return world->now_ms + world->wall_skew_ms;
}

static void random_bytes(void *context, void *out, size_t size)
{
    struct world *world = context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)below(world, 256);
}

static void think(void *context, struct thought *thought)
{
    struct world *world = context;
    thought_run(thought, NULL, 0);
    thought->done(&world->server, thought);
}

/* The writer takes its time, now and then a lot, and meanwhile others join the group. */
static void wake(void *context)
{
    struct world *world = context;
    if (world->polls_ms == 0)
        world->polls_ms = world->now_ms + 1 + below(world, below(world, 50) ? 15 : 2000);
}

/* The server's life */

static bool open_store(struct world *world)
{
    struct error error = { 0 };
    struct store_config config = { .path = "db",
                                   .wake = wake,
                                   .context = world,
                                   .vfs = DISK_VFS,
                                   .shelf_arrivals = 20,
                                   .is_unsafe = world->variant == VARIANT_NORMAL };
    world->store = store_open_sqlite(&config, &error);
    if (!world->store)
        return false;
    disk_sync_directory();
    variant_wrap_store(world->variant, world->store, &config);
    return true;
}

/* While the disk fails the service tries again, as systemd would. */
static void start(struct world *world)
{
    world->starts_ms = 0;
    if (disk_is_off())
        disk_power_on();
    if (!open_store(world)) {
        world->starts_ms = world->now_ms + 1000;
        if (disk_is_off())
            say(world, "the power goes while the store opens");
        return;
    }
    disk_hold(true);
    bool is_whole = judge_log(world);
    disk_hold(false);
    if (!is_whole)
        return;
    say(world, "the server is up");
    server_init(&world->server, &world->config,
                &(struct server_seams){ .context = world,
                                        .now_ms = wall_ms,
                                        .random = random_bytes,
                                        .think = think,
                                        .store = world->store,
                                        .net = &world->net });
    world->is_up = true;
    if (world->down_from_ms != 0 && world->downtime_count < DOWNTIMES_MAX)
        world->downtime[world->downtime_count++] =
            (struct downtime){ world->down_from_ms, server_now(&world->server) };
}

static void stop(struct world *world)
{
    world->down_from_ms = server_now(&world->server);
    world->is_up = false;
    world->frozen_until_ms = 0;
    wires_server_gone(world);
    world->store->ops->close(world->store);
    server_free(&world->server);
    world->store = NULL;
    world->polls_ms = 0;
    world->restarts++;
    world->starts_ms = world->now_ms + 1 + below(world, below(world, 5) ? 1000 : 20 * 1000);
    if (below(world, 4) == 0) /* a clock that was set, either way */
        world->wall_skew_ms += below(world, 2 * JUMP_MS) - JUMP_MS;
}

/* Trouble */

static void cut_power(struct world *world)
{
    say(world, "the power goes");
    disk_cut_power();
    world->cuts++;
    stop(world);
}

static void kill_server(struct world *world)
{
    /* Nothing more reaches the disk, but nothing that did is lost either. */
    say(world, "the server is killed");
    disk_break(DISK_DEAF, 1, true);
    stop(world);
    disk_mend();
}

static void restart(struct world *world)
{
    say(world, "the server is restarted");
    server_drain(&world->server);
    stop(world);
}

static void break_disk(struct world *world, enum disk_fault fault)
{
    static const char *const words[] = { [DISK_EIO] = "the disk is going to fail",
                                         [DISK_FULL] = "the disk is getting full",
                                         [DISK_POWER] = "the power is going to go during a write",
                                         [DISK_UNREADABLE] = "the disk cannot be read" };
    say(world, words[fault]);
    disk_break(fault, 1 + (int)below(world, 40), below(world, 2));
    world->mends_ms = world->now_ms + 1 + below(world, 15 * 1000);
}

/* A laptop is closed and opened, or a process is stopped and continued: the clock leaps, and everything that
 * came in meanwhile arrives at once. */
static void freeze(struct world *world)
{
    say(world, "the server stands still");
    world->frozen_until_ms = world->now_ms + 1 + below(world, FREEZE_MS);
}

static void break_all_wires(struct world *world)
{
    say(world, "all connections break");
    for (int i = 0; i < WIRES_MAX; i++)
        if (world->wire[i].id != 0)
            wires_break(world, &world->wire[i]);
}

static void make_trouble(struct world *world)
{
    world->trouble_ms = world->now_ms + 1 + below(world, world->evening_ms / 5);
    int kind = (int)below(world, 10);
    if (!world->is_up || world->frozen_until_ms > world->now_ms)
        return;
    switch (kind) {
    case 0: cut_power(world); break;
    case 1: kill_server(world); break;
    case 2: restart(world); break;
    case 3: break_disk(world, DISK_EIO); break;
    case 4: break_disk(world, DISK_FULL); break;
    case 5:
    case 6: break_disk(world, DISK_POWER); break;
    case 7: break_disk(world, DISK_UNREADABLE); break;
    case 8: freeze(world); break;
    default: break_all_wires(world);
    }
}

static void calm_down(struct world *world)
{
    say(world, "the trouble is over");
    world->is_calm = true;
    world->trouble_ms = 0;
    world->mends_ms = 0;
    world->frozen_until_ms = 0;
    disk_mend();
    for (int i = 0; i < WIRES_MAX; i++)
        world->wire[i].breaks_ms = 0;
}

/* Time */

static int64_t sooner(int64_t a, int64_t b)
{
    return b != 0 && b < a ? b : a;
}

/* When the server has something to do by itself. */
static int64_t server_wants_ms(const struct world *world)
{
    int64_t wanted = server_next_ms(&world->server) - server_now(&world->server);
    int64_t next = sooner(world->now_ms + (wanted > 0 ? wanted : 0), world->polls_ms);
    return next > world->frozen_until_ms ? next : world->frozen_until_ms;
}

static int64_t next_ms(const struct world *world)
{
    int64_t next = sooner(people_next_ms(world), wires_next_ms(world));
    next = sooner(next, world->starts_ms);
    next = sooner(next, world->trouble_ms);
    next = sooner(next, world->mends_ms);
    if (world->is_up)
        next = sooner(next, server_wants_ms(world));
    return next > world->now_ms ? next : world->now_ms;
}

static bool is_due(const struct world *world, int64_t at_ms)
{
    return at_ms != 0 && at_ms <= world->now_ms;
}

static void poll_store(struct world *world)
{
    world->polls_ms = 0;
    store_poll(world->store);
    /* A store that is broken recovers by itself, in its own time. */
    if (!world->store->ops->healthy(world->store, NULL) && world->polls_ms == 0)
        world->polls_ms = world->now_ms + 1000;
}

static void step_server(struct world *world)
{
    if (is_due(world, world->polls_ms))
        poll_store(world);
    if (server_next_ms(&world->server) <= server_now(&world->server))
        server_tick(&world->server);
    if (disk_is_off() && world->is_up) {
        say(world, "the power went");
        world->cuts++;
        stop(world);
    }
}

static void step(struct world *world)
{
    world->now_ms = next_ms(world);
    if (is_due(world, world->mends_ms)) {
        say(world, "the disk is mended");
        world->mends_ms = 0;
        disk_mend();
    }
    if (is_due(world, world->starts_ms))
        start(world);
    if (is_due(world, world->trouble_ms))
        make_trouble(world);
    wires_step(world);
    people_step(world);
    if (world->is_up && world->frozen_until_ms <= world->now_ms)
        step_server(world);
}

/* The evening */

static bool everybody_goes_on(const struct world *world)
{
    for (int i = 0; i < world->person_count; i++)
        if (world->person[i].answered_calm < 2)
            return false;
    return world->is_up;
}

static bool play(struct world *world)
{
    int64_t calm_ms = world->now_ms + world->evening_ms;
    for (int steps = 0; !world->has_failed; steps++) {
        if (steps == STEPS_MAX)
            return world_fail(world, "the server spins");
        if (!world->is_calm && world->now_ms >= calm_ms)
            calm_down(world);
        if (world->is_calm && everybody_goes_on(world))
            return true;
        if (world->is_calm && world->now_ms > calm_ms + CALM_AT_MOST_MS)
            return world_fail(world, "somebody is stuck");
        step(world);
    }
    return false;
}

static bool judge_all(struct world *world)
{
    restart(world);
    disk_mend();
    if (!open_store(world))
        return world_fail(world, "the store does not open any more");
    return judge_log(world) && judge_sights(world);
}

static void set_table(struct world *world, int index)
{
    struct table_of_people *table = &world->table[index];
    int count = 0;
    while (games[count])
        count++;
    table->game = world->only_game ? world->only_game
                                   : games[(world->seed + (uint64_t)index * 2) % (uint64_t)count];
    int spare = table->game->seats_max - table->game->seats_min;
    table->has_bots = table->game->bot && !table->game->is_duel && below(world, 2);
    table->seats = table->game->seats_min + (int)below(world, spare < 2 ? spare + 1 : 2);
    if (table->has_bots)
        table->seats--;
}

static bool set_up(struct world *world)
{
    uint8_t seed[RNG_SEED_SIZE];
    struct error error = { 0 };
    harness_seed(seed, world->seed);
    rng_seed(&world->rng, seed, 0);
    if (!config_read(&world->config, 0, NULL, &error))
        return world_fail(world, "%s", error.text);
    world->config.rooms_per_minute = world->config.guesses_per_minute = 0;
    world->config.rooms_per_day = world->config.mb_per_day = 0;
    world->config.sessions_per_minute = world->config.commands_per_10s = 0;
    if (world->seed % 8 == 5) /* an evening of floods; people.c */
        world->config.commands_per_10s = 20;
    world->config.hidden_games = 1;
    world->config.bot_delay_ms = 50 + below(world, 1000);
    world->now_ms = BEGIN_MS;
    world->net.ops = &wires_ops;
    world->latency_ms = 1 + (int)below(world, below(world, 2) ? 40 : 800);
    world->wire_life_ms = below(world, 3) ? 2000 + below(world, 30 * 1000) : 0;
    /* On some evenings people take their time, and most games come to their end. */
    world->evening_ms = below(world, 16) ? EVENING_MS : LONG_EVENING_MS;
    world->think_ms = world->evening_ms == EVENING_MS ? 600 : 2500;
    world->trouble_ms = world->now_ms + 1 + below(world, 8000);
    world->starts_ms = world->now_ms + 1;
    world->table_count = 1 + (int)below(world, TABLES_MAX);
    for (int i = 0; i < world->table_count; i++)
        set_table(world, i);
    disk_reset(&world->rng, &world->now_ms, world->variant != VARIANT_NO_DIRECTORY);
    people_arrive(world);
    return true;
}

bool world_play(struct world *world)
{
    return set_up(world) && play(world) && judge_all(world);
}

void world_free(struct world *world)
{
    if (world->is_up)
        stop(world);
    if (world->store)
        world->store->ops->close(world->store);
    world->store = NULL;
    disk_reset(&world->rng, &world->now_ms, true);
    wires_free(world);
    people_free(world);
}
