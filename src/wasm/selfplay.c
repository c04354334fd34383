/* Playing a whole game of bots. All memory is static: there is one game at a time and no allocator. */
#include "wasm/selfplay.h"

#include <stdalign.h>
#include <string.h>

#include "base/sha256.h"
#include "base/text.h"
#include "engine/game.h"
#include "engine/message.h"

enum {
    NODES_MAX = 256,
    COMMANDS_MAX = 20 * 1000,     /* a game that takes longer is taken to be stuck */
    BOT_MEMORY = 4 * 1024 * 1024, /* the same everywhere, because it may change how bots play */
    TEXT_MAX = GAME_VIEW_MAX + 64 * 1024,
    BOT_STREAM = 1 << 30, /* the dice of the bots; decisions count from 0 */
};

struct selfplay {
    const struct game *game;
    struct game_setup setup;
    uint8_t seed[RNG_SEED_SIZE];
    int64_t strength;
    struct rng bot_rng;
    int64_t now_ms;
    uint64_t command_count;
    int64_t event_count;
    struct sha256 events, views;
    struct game_turn turn;
    const char *problem;
};

static alignas(16) unsigned char state[GAME_STATE_MAX], view[GAME_VIEW_MAX];
static alignas(16) unsigned char bot_memory[BOT_MEMORY];
static char text[TEXT_MAX];

static bool fail(struct selfplay *play, const char *problem)
{
    play->problem = problem;
    return false;
}

static bool read_options(struct selfplay *play, const struct json_doc *doc, uint32_t options)
{
    int64_t *value = play->setup.option;
    uint32_t known = 0;
    for (int i = 0; i < game_option_count(play->game); i++) {
        const struct game_arg *arg = &play->game->options[i].arg;
        uint32_t node = json_get(doc, options, arg->name);
        if (node && !message_read_arg(arg, doc, node, play->setup.seat_count, &value[i]))
            return false;
        known += node != 0;
    }
    return known == doc->node[options].count;
}

static bool read_game(struct selfplay *play, const struct json_doc *doc)
{
    char id[32];
    int64_t seat_count;
    if (!json_read_text(doc, json_get(doc, 0, "game"), id, sizeof id) || !game_find(id))
        return fail(play, "unknown_game");
    play->game = game_find(id);
    if (!json_read_int(doc, json_get(doc, 0, "seat_count"), &seat_count) || seat_count < 1 ||
        seat_count > GAME_SEATS_MAX)
        return fail(play, "bad_seat_count");
    play->setup.seat_count = (int)seat_count;
    return true;
}

/* Seats are dealt to the sides in turn. */
static bool read_setup(struct selfplay *play, const struct json_doc *doc)
{
    struct game_setup *setup = &play->setup;
    uint32_t options = json_get(doc, 0, "options");
    int side_count = game_side_count(play->game);
    const char *why;
    game_presets(play->game, setup->seat_count, setup->option);
    for (int seat = 0; seat < setup->seat_count && side_count > 0; seat++)
        setup->side[seat] = (int8_t)(seat % side_count);
    if (options && (!json_is(doc, options, JSON_OBJECT) || !read_options(play, doc, options)))
        return fail(play, "bad_option");
    return game_check(play->game, setup, &why) == ACCEPTED || fail(play, why);
}

static bool read_request(struct selfplay *play, const char *request, size_t length)
{
    static struct json_node node[NODES_MAX];
    struct json_doc doc;
    char seed[2 * RNG_SEED_SIZE + 1];
    if (!json_parse(&doc, request, length, node, NODES_MAX, &play->problem))
        return false;
    if (!read_game(play, &doc) || !read_setup(play, &doc))
        return false;
    if (!json_read_text(&doc, json_get(&doc, 0, "seed"), seed, sizeof seed) ||
        !hex_read(play->seed, sizeof play->seed, seed))
        return fail(play, "bad_seed");
    if (!json_read_int(&doc, json_get(&doc, 0, "strength"), &play->strength) ||
        play->strength < 0 || play->strength > BOT_STRENGTH_MAX)
        return fail(play, "bad_strength");
    return true;
}

static bool add_line(struct selfplay *play, struct sha256 *hash, struct json *json)
{
    json_end(json);
    if (json->overflow)
        return fail(play, "too_long");
    sha256_add(hash, json->out, json->length);
    sha256_add(hash, "\n", 1);
    return true;
}

static bool add_events(struct selfplay *play)
{
    for (int i = 0; i < play->turn.event_count; i++) {
        const struct game_event *event = &play->turn.event[i];
        const struct game_message *message = &play->game->events[event->kind];
        struct json json;
        json_init(&json, text, sizeof text);
        json_object(&json, NULL);
        json_text(&json, "event", message->name);
        json_int(&json, "told", event->told);
        json_object(&json, "args");
        message_write(message, event->arg, event->text, true, &json);
        json_end(&json);
        if (!add_line(play, &play->events, &json))
            return false;
        play->event_count++;
    }
    return true;
}

static const void *view_of(const struct selfplay *play, int viewer)
{
    memset(view, 0, play->game->view_size);
    play->game->view(state, viewer, view);
    return view;
}

static bool add_view(struct selfplay *play, int viewer)
{
    struct json json;
    json_init(&json, text, sizeof text);
    json_object(&json, NULL);
    play->game->encode(view_of(play, viewer), &json);
    return add_line(play, &play->views, &json);
}

static bool add_views(struct selfplay *play)
{
    for (int seat = 0; seat < play->setup.seat_count; seat++)
        if (!add_view(play, seat))
            return false;
    if (play->game->has_narrator && !add_view(play, SEAT_NARRATOR))
        return false;
    return add_view(play, SEAT_PUBLIC);
}

static bool send(struct selfplay *play, const struct game_command *command)
{
    struct rng rng;
    if (play->command_count == COMMANDS_MAX)
        return fail(play, "stuck");
    rng_seed(&rng, play->seed, play->command_count++);
    enum refusal refusal = game_decide(&play->turn, play->game, state, command, play->now_ms, &rng);
    if (refusal != ACCEPTED)
        return fail(play, refusal_name(refusal));
    play->now_ms++;
    return add_events(play) && add_views(play);
}

static bool ask(struct selfplay *play, int seat, struct game_command *command)
{
    struct game_bot bot = { .seat = seat,
                            .strength = (int)play->strength,
                            .rng = &play->bot_rng,
                            .memory = bot_memory,
                            .memory_size = sizeof bot_memory };
    return game_ask_bot(play->game, state, &bot, view, command);
}

/* The first bot that wants to move, asked from a random seat on; the narrator's comes last. */
static bool ask_all(struct selfplay *play, struct game_command *command)
{
    int count = play->setup.seat_count;
    if (!play->game->bot)
        return false;
    int first = (int)rng_below(&play->bot_rng, (uint64_t)count);
    for (int i = 0; i < count; i++)
        if (ask(play, (first + i) % count, command))
            return true;
    return play->game->has_narrator && ask(play, SEAT_NARRATOR, command);
}

/* A bot's move, or else the clock's. */
static bool play_one(struct selfplay *play)
{
    struct game_command command;
    if (ask_all(play, &command))
        return send(play, &command);
    int64_t deadline_ms = play->game->deadline ? play->game->deadline(state) : 0;
    if (deadline_ms == 0)
        return fail(play, "stuck");
    if (play->now_ms < deadline_ms)
        play->now_ms = deadline_ms;
    return send(play, &(struct game_command){ .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK });
}

static bool play_all(struct selfplay *play, struct game_outcome *outcome)
{
    memset(state, 0, sizeof state);
    memset(bot_memory, 0, sizeof bot_memory);
    sha256_init(&play->events);
    sha256_init(&play->views);
    rng_seed(&play->bot_rng, play->seed, BOT_STREAM);
    play->now_ms = 1;
    play->game->init(state, &play->setup);
    if (!send(play, &(struct game_command){ .kind = COMMAND_START, .seat = SEAT_CLOCK }))
        return false;
    while (!play->game->outcome(state, outcome))
        if (!play_one(play))
            return false;
    return true;
}

static void write_hash(struct json *json, const char *key, struct sha256 *hash)
{
    uint8_t digest[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1];
    sha256_end(hash, digest);
    hex_write(hex, digest, sizeof digest);
    json_text(json, key, hex);
}

static void write_reply(struct json *json, struct selfplay *play,
                        const struct game_outcome *outcome)
{
    struct sha256 end;
    sha256_init(&end);
    sha256_add(&end, state, play->game->state_size);
    json_int(json, "events", play->event_count);
    json_int(json, "state_size", (int64_t)play->game->state_size);
    json_text(json, "reason", play->game->reasons[outcome->reason]);
    write_hash(json, "events_hash", &play->events);
    write_hash(json, "views_hash", &play->views);
    write_hash(json, "state_hash", &end);
}

size_t selfplay(const char *request, size_t length, char *reply, size_t size)
{
    static struct selfplay play;
    struct game_outcome outcome = { 0 };
    struct json json;
    play = (struct selfplay){ 0 };
    json_init(&json, reply, size);
    json_object(&json, NULL);
    if (read_request(&play, request, length) && play_all(&play, &outcome))
        write_reply(&json, &play, &outcome);
    else
        json_text(&json, "problem", play.problem);
    json_end(&json);
    return json.length;
}
