/* Playing a whole game of bots. All memory is static: there is one game at a time and no allocator. */
#include "wasm/selfplay.h"

#include <stdalign.h>
#include <string.h>

#include "base/sha256.h"
#include "base/text.h"
#include "engine/message.h"
#include "engine/play.h"

enum {
    NODES_MAX = 256,
    COMMANDS_MAX = 20 * 1000,     /* a game that takes longer is taken to be stuck */
    BOT_MEMORY = 4 * 1024 * 1024, /* the same everywhere, because it may change how bots play */
    TEXT_MAX = GAME_VIEW_MAX + 64 * 1024,
};

struct selfplay {
    struct play game;
    int64_t event_count;
    struct sha256 events, views;
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
    const struct game *game = play->game.game;
    struct game_setup *setup = &play->game.setup;
    uint32_t known = 0;
    for (int i = 0; i < game_option_count(game); i++) {
        const struct game_arg *arg = &game->options[i].arg;
        uint32_t node = json_get(doc, options, arg->name);
        if (node && !message_read_arg(arg, doc, node, setup->seat_count, &setup->option[i]))
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
    play->game.game = game_find(id);
    if (!json_read_int(doc, json_get(doc, 0, "seat_count"), &seat_count) || seat_count < 1 ||
        seat_count > GAME_SEATS_MAX)
        return fail(play, "bad_seat_count");
    play_preset(&play->game.setup, play->game.game, (int)seat_count);
    return true;
}

static bool read_setup(struct selfplay *play, const struct json_doc *doc)
{
    uint32_t options = json_get(doc, 0, "options");
    const char *why;
    if (options && (!json_is(doc, options, JSON_OBJECT) || !read_options(play, doc, options)))
        return fail(play, "bad_option");
    return game_check(play->game.game, &play->game.setup, &why) == ACCEPTED || fail(play, why);
}

static bool read_strength(struct selfplay *play, const struct json_doc *doc)
{
    int64_t strength;
    struct play_bots *bots = &play->game.bots;
    if (!json_read_int(doc, json_get(doc, 0, "strength"), &strength) || strength < 0 ||
        strength > BOT_STRENGTH_MAX)
        return fail(play, "bad_strength");
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        bots->strength[seat] = (int)strength;
    bots->narrator_strength = (int)strength;
    return true;
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
        !hex_read(play->game.seed, sizeof play->game.seed, seed))
        return fail(play, "bad_seed");
    return read_strength(play, &doc);
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
    const struct game_turn *turn = &play->game.turn;
    for (int i = 0; i < turn->event_count; i++) {
        const struct game_event *event = &turn->event[i];
        const struct game_message *message = &play->game.game->events[event->kind];
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

static bool add_view(struct selfplay *play, int viewer)
{
    const struct game *game = play->game.game;
    struct json json;
    memset(view, 0, game->view_size);
    game->view(state, viewer, view);
    json_init(&json, text, sizeof text);
    json_object(&json, NULL);
    game->encode(view, &json);
    return add_line(play, &play->views, &json);
}

static bool add_views(struct selfplay *play)
{
    for (int seat = 0; seat < play->game.setup.seat_count; seat++)
        if (!add_view(play, seat))
            return false;
    if (play->game.game->has_narrator && !add_view(play, SEAT_NARRATOR))
        return false;
    return add_view(play, SEAT_PUBLIC);
}

static bool after_command(struct play *game, void *context)
{
    struct selfplay *play = context;
    (void)game;
    return add_events(play) && add_views(play);
}

static bool play_all(struct selfplay *play, struct game_outcome *outcome)
{
    struct play *game = &play->game;
    memset(bot_memory, 0, sizeof bot_memory);
    sha256_init(&play->events);
    sha256_init(&play->views);
    game->state = state;
    game->bots.view = view;
    game->bots.memory = bot_memory;
    game->bots.memory_size = sizeof bot_memory;
    game->commands_max = COMMANDS_MAX;
    game->after = after_command;
    game->context = play;
    const char *problem = play_game(game, outcome);
    if (problem != NULL && play->problem == NULL)
        play->problem = problem;
    return problem == NULL;
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
    sha256_add(&end, state, play->game.game->state_size);
    json_int(json, "events", play->event_count);
    json_int(json, "state_size", (int64_t)play->game.game->state_size);
    json_text(json, "reason", play->game.game->reasons[outcome->reason]);
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
