/* One game against any sequence of commands. FUZZ_GAME names it.
 *
 * Head: seats, then the seed of options and dice. A record is an action that the view offers to its
 * actor, or any command of the tables from anybody. What must hold: refusals change nothing, events replayed
 * give the same bytes, every event can be written and read again, and every view is JSON that fits. */
#include <assert.h>
#include <string.h>

#include "engine/message.h"
#include "engine/play.h"
#include "fuzz/records.h"
#include "harness/actions.h"

static struct run run;
static alignas(16) unsigned char replayed[GAME_STATE_MAX], before[GAME_STATE_MAX];
static int timeouts;

static const struct game *game_of(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}

static void begin(const uint8_t head[RECORDS_HEAD])
{
    const struct game *game = game_of(FUZZ_GAME);
    struct game_setup setup;
    struct rng rng;
    uint8_t seed[RNG_SEED_SIZE];
    uint64_t number = 0;
    memcpy(&number, head + 1, 4);
    harness_seed(seed, number);
    rng_seed(&rng, seed, 2);
    int seats = game->seats_min + head[0] % (game->seats_max - game->seats_min + 1);
    if (head[5] & 1)
        setup_random(&setup, game, seats, &rng);
    else
        play_preset(&setup, game, seats);
    run_init(&run, game, &setup, number);
    memset(replayed, 0, sizeof replayed);
    game->init(replayed, &setup);
    timeouts = 0;
}

static void assert_event_can_be_kept(const struct game_event *event)
{
    static struct json_node node[2048];
    static char text[32 * 1024], words[GAME_TEXT_MAX + 1];
    struct json json;
    struct json_doc doc;
    const char *problem, *which;
    int64_t arg[GAME_ARG_WORDS] = { 0 };
    const struct game_message *message = &run.game->events[event->kind];
    json_init(&json, text, sizeof text);
    json_object(&json, NULL);
    message_write(message, event->arg, event->text, true, &json);
    json_end(&json);
    assert(!json.overflow);
    assert(json_parse(&doc, text, json.length, node, 2048, &problem));
    assert(message_read(message, &doc, 0, run.setup.seat_count, arg, words, &problem, &which));
    for (int i = 0; i < message_arg_count(message); i++)
        assert(message->args[i].type == ARG_TEXT || arg[i] == event->arg[i]);
}

static void assert_view_is_json(int viewer)
{
    static struct json_node node[16 * 1024];
    struct json_doc doc;
    const char *problem, *view = run_view(&run, viewer);
    assert(view);
    assert(json_parse(&doc, view, strlen(view), node, 16 * 1024, &problem));
}

static void assert_all_is_well(void)
{
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(&run, viewer);
    for (int i = 0; i < run.turn.event_count; i++) {
        assert_event_can_be_kept(&run.turn.event[i]);
        run.game->apply(replayed, &run.turn.event[i]);
    }
    assert(memcmp(replayed, run.state, run.game->state_size) == 0);
    assert_view_is_json(viewer[run.accepted_count % (uint64_t)count]);
    if (run.game->awaited)
        assert((run.game->awaited(run.state) &
                ~((seat_bit(run.setup.seat_count) - 1) | seat_bit(SEAT_NARRATOR))) == 0);
    assert(run_deadline(&run) >= 0);
}

static void send(const struct game_command *command)
{
    memcpy(before, run.state, run.game->state_size);
    if (run_send(&run, command) == ACCEPTED)
        assert_all_is_well();
    else
        assert(memcmp(before, run.state, run.game->state_size) == 0);
}

static int actor_of(const struct record *record)
{
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(&run, viewer);
    return viewer[record->actor % count];
}

/* What the view offers; nothing if it offers nothing. */
static void send_offered(const struct record *record)
{
    static struct actions actions;
    struct game_command command;
    struct rng rng;
    uint8_t seed[RNG_SEED_SIZE];
    const char *problem = "", *view;
    uint64_t number;
    int actor = actor_of(record);
    memcpy(&number, record->arg, sizeof number);
    harness_seed(seed, number);
    rng_seed(&rng, seed, record->kind);
    view = run_view(&run, actor);
    bool is_read = view && actions_read(&actions, run.game, run.setup.seat_count, view, &problem);
    assert(is_read);
    if (actor == SEAT_PUBLIC || actions.count == 0)
        return;
    assert(actions_choose(&actions, actor, &rng, &command, &problem));
    send(&command);
}

static void send_any(const struct record *record)
{
    int count = 0;
    while (run.game->commands[count].name)
        count++;
    const struct game_message *message = &run.game->commands[record->kind % count];
    struct game_command command = { .kind = (uint16_t)(record->kind % count),
                                    .seat = (int8_t)(record->how & 4 ? (int8_t)record->actor
                                                                     : actor_of(record)),
                                    .text = record->how & 8 ? NULL : "a text" };
    for (int i = 0; i < message_arg_count(message) && i < RECORD_ARGS; i++)
        command.arg[i] = record_value(&message->args[i], run.setup.seat_count, record->arg[i]);
    send(&command);
}

static void step(const struct record *record)
{
    int64_t deadline_ms = run_deadline(&run);
    run.now_ms += record->delay < 128 ? record->delay : (int64_t)record->delay * 100;
    if (deadline_ms > 0 && run.now_ms >= deadline_ms) {
        run.now_ms = deadline_ms;
        timeouts++;
        send(&(struct game_command){ .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK });
    } else if (record->how & 1)
        send_any(record);
    else
        send_offered(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < RECORDS_HEAD)
        return 0;
    begin(data);
    if (run_start(&run) != ACCEPTED)
        return 0;
    assert_all_is_well();
    for (int i = 0; i < records_count(size) && !run_is_over(&run); i++) {
        struct record record = record_at(data, i);
        step(&record);
    }
    /* Deep: as many moves as a table makes, with the clock running out now and then. */
    PLANT(run.accepted_count > 8 && (timeouts > 1 || run_deadline(&run) == 0));
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    return records_mutate(data, size, size_max, seed);
}
