/* See catalog.h. */
#include "room/catalog.h"

#include "engine/message.h"
#include "room/room.h"

static const char *type_name(const struct game_arg *arg)
{
    static const char *const other[] = {
        [ROOM_ARG_IDS] = "ids", [ROOM_ARG_HEX] = "hex", [ROOM_ARG_OPTIONS] = "options"
    };
    switch (arg->type) {
    case ARG_NONE: return "none";
    case ARG_INT: return "int";
    case ARG_BOOL: return "bool";
    case ARG_SEAT: return "seat";
    case ARG_SEATS: return "seats";
    case ARG_NAME: return "name";
    case ARG_NAMES: return "names";
    case ARG_TIME: return "time";
    case ARG_FIELD: return "field";
    case ARG_FIELDS: return "fields";
    case ARG_SET: return "set";
    case ARG_WORD: return "word";
    case ARG_ID: return "id";
    case ARG_TEXT: return "text";
    case ARG_OTHER: return other[arg->min];
    }
    return "none";
}

static void write_names(struct json *out, const char *key, const char *const *names)
{
    json_array(out, key);
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        json_text(out, NULL, names[i]);
    json_end(out);
}

static void write_arg(struct json *out, const struct game_arg *arg)
{
    json_text(out, "name", arg->name);
    json_text(out, "type", type_name(arg));
    if (arg->names != NULL)
        write_names(out, "values", arg->names);
    if (arg->type != ARG_OTHER && (arg->min != 0 || arg->max != 0)) {
        json_int(out, "min", arg->min);
        json_int(out, "max", arg->max);
    }
    if (arg->optional)
        json_bool(out, "optional", true);
}

static void write_message(struct json *out, const struct game_message *message)
{
    json_object(out, NULL);
    json_text(out, "name", message->name);
    json_array(out, "args");
    for (int i = 0; i < message_arg_count(message); i++) {
        json_object(out, NULL);
        write_arg(out, &message->args[i]);
        if (message->args[i].secret)
            json_bool(out, "secret", true);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

static void write_messages(struct json *out, const char *key, const struct game_message *table)
{
    json_array(out, key);
    for (const struct game_message *message = table; message->name != NULL; message++)
        write_message(out, message);
    json_end(out);
}

static void write_options(struct json *out, const struct game *game)
{
    json_array(out, "options");
    for (int i = 0; i < game_option_count(game); i++) {
        const struct game_option *option = &game->options[i];
        json_object(out, NULL);
        write_arg(out, &option->arg);
        message_write_arg(&option->arg, "preset", option->preset, NULL, out);
        json_bool(out, "locked", option->locked);
        json_end(out);
    }
    json_end(out);
}

/* For each number of seats, the options that differ from the table's presets. */
static void write_presets(struct json *out, const struct game *game)
{
    json_object(out, "presets");
    for (int seats = game->seats_min; seats <= game->seats_max && game->suggest != NULL; seats++) {
        int64_t option[GAME_OPTIONS_MAX];
        char key[8] = { (char)('0' + seats / 10), (char)('0' + seats % 10) };
        game_presets(game, seats, option);
        json_object(out, seats < 10 ? key + 1 : key);
        for (int i = 0; i < game_option_count(game); i++)
            if (option[i] != game->options[i].preset)
                message_write_arg(&game->options[i].arg, game->options[i].arg.name, option[i], NULL,
                                  out);
        json_end(out);
    }
    json_end(out);
}

static void write_roles(struct json *out, const struct game *game)
{
    struct game_role role = { 0 };
    json_array(out, "roles");
    for (int i = 0; game->role && game->role(i, &role); i++) {
        json_object(out, NULL);
        json_text(out, "role_id", role.id);
        json_text(out, "team", role.team);
        json_bool(out, "has_action", role.wake_order > 0);
        if (role.wake_order > 0)
            json_int(out, "wake_order", role.wake_order);
        else
            json_null(out, "wake_order");
        json_text(out, "description", role.description);
        if (role.edition)
            json_text(out, "edition", role.edition);
        json_end(out);
    }
    json_end(out);
}

static void write_game(struct json *out, const struct game *game, bool is_brief)
{
    json_object(out, NULL);
    json_text(out, "id", game->id);
    json_int(out, "rules_version", game->rules_version);
    json_int(out, "seats_min", game->seats_min);
    json_int(out, "seats_max", game->seats_max);
    write_names(out, "sides", game->sides);
    json_int(out, "side_seats_max", game->is_duel); /* 0: any number */
    write_names(out, "channels", game->channels);
    write_names(out, "reasons", game->reasons);
    json_bool(out, "has_narrator", game->has_narrator);
    json_bool(out, "has_bots", game->bot != NULL);
    json_bool(out, "starts_when_full", game->is_duel);
    write_options(out, game);
    write_presets(out, game);
    write_roles(out, game);
    if (!is_brief) {
        write_messages(out, "commands", game->commands + COMMAND_FIRST);
        write_messages(out, "events", game->events);
    }
    json_end(out);
}

static void write_games(struct json *out, bool is_brief)
{
    json_array(out, "games");
    for (int i = 0; games[i] != NULL; i++)
        if (!games[i]->is_hidden)
            write_game(out, games[i], is_brief);
    json_end(out);
    json_int(out, "bot_strength_max", BOT_STRENGTH_MAX);
}

/* The clock's own commands come last in the table, from ROOM_TICK on; nobody else can send them. */
static void write_room_commands(struct json *out)
{
    json_array(out, "room_commands");
    for (int kind = 0; kind < ROOM_TICK; kind++)
        if (kind != ROOM_CREATE)
            write_message(out, &room_commands[kind]);
    json_end(out);
}

void catalog_write_brief(struct json *out)
{
    json_object(out, NULL);
    write_games(out, true);
    json_end(out);
}

void catalog_write_reference(struct json *out)
{
    json_object(out, NULL);
    json_array(out, "games");
    for (int i = 0; games[i] != NULL; i++) {
        if (games[i]->is_hidden || !games[i]->reference)
            continue;
        json_object(out, NULL);
        json_text(out, "id", games[i]->id);
        games[i]->reference(out);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

void catalog_write(struct json *out)
{
    json_object(out, NULL);
    write_games(out, false);
    write_room_commands(out);
    write_messages(out, "room_events", room_events);
    json_end(out);
}
