/* OpenAPI 3.1, made from the route table, the message tables and openapi.json. */
#include "server/openapi.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/message.h"
#include "server/api.h"

static void write_ref(struct json *out, const char *key, const char *name)
{
    char text[128];
    snprintf(text, sizeof text, "#/components/schemas/%s", name);
    json_object(out, key);
    json_text(out, "$ref", text);
    json_end(out);
}

static void write_type(struct json *out, const char *type)
{
    json_text(out, "type", type);
}

static void write_bounds(struct json *out, const struct game_arg *arg)
{
    write_type(out, "integer");
    if (arg->min != 0 || arg->max != 0) {
        json_int(out, "minimum", arg->min);
        json_int(out, "maximum", arg->max);
    }
}

static void write_enum(struct json *out, const struct game_arg *arg)
{
    write_type(out, "string");
    if (arg->names == NULL)
        return;
    json_array(out, "enum");
    for (int i = 0; arg->names[i] != NULL; i++)
        json_text(out, NULL, arg->names[i]);
    json_end(out);
}

static void write_field(struct json *out)
{
    write_type(out, "object");
    json_object(out, "properties");
    for (int i = 0; i < 2; i++) {
        json_object(out, i == 0 ? "x" : "y");
        write_type(out, "integer");
        json_end(out);
    }
    json_end(out);
}

static void write_list(struct json *out, const struct game_arg *arg,
                       void (*write)(struct json *out, const struct game_arg *arg))
{
    write_type(out, "array");
    json_object(out, "items");
    write(out, arg);
    json_end(out);
}

static void write_number_item(struct json *out, const struct game_arg *arg)
{
    (void)arg;
    write_type(out, "integer");
}

static void write_field_item(struct json *out, const struct game_arg *arg)
{
    (void)arg;
    write_field(out);
}

static void write_text_item(struct json *out, const struct game_arg *arg)
{
    (void)arg;
    write_type(out, "string");
}

static void write_other(struct json *out, const struct game_arg *arg)
{
    if (arg->min == ROOM_ARG_IDS)
        write_list(out, arg, write_text_item);
    else
        write_type(out, arg->min == ROOM_ARG_OPTIONS ? "object" : "string");
}

static void write_arg_schema(struct json *out, const struct game_arg *arg)
{
    switch (arg->type) {
    case ARG_NONE: break;
    case ARG_INT: write_bounds(out, arg); break;
    case ARG_SEAT:
    case ARG_TIME: write_type(out, "integer"); break;
    case ARG_BOOL: write_type(out, "boolean"); break;
    case ARG_NAME: write_enum(out, arg); break;
    case ARG_NAMES: write_list(out, arg, write_enum); break;
    case ARG_SEATS:
    case ARG_SET: write_list(out, arg, write_number_item); break;
    case ARG_FIELD: write_field(out); break;
    case ARG_FIELDS: write_list(out, arg, write_field_item); break;
    case ARG_WORD:
    case ARG_ID:
    case ARG_TEXT: write_type(out, "string"); break;
    case ARG_OTHER: write_other(out, arg); break;
    }
}

/* A seat or an id that may be nobody's is null. */
static bool is_nullable(const struct game_arg *arg)
{
    return arg->min == -1 && (arg->type == ARG_SEAT || arg->type == ARG_ID);
}

static void write_argument(struct json *out, const struct game_arg *arg)
{
    json_object(out, arg->name);
    if (is_nullable(arg)) {
        json_array(out, "type");
        json_text(out, NULL, arg->type == ARG_SEAT ? "integer" : "string");
        json_text(out, NULL, "null");
        json_end(out);
    } else
        write_arg_schema(out, arg);
    json_end(out);
}

/* A command's type is in its path or its body; an event always has one. */
static void write_required(struct json *out, const struct game_message *message, bool is_event)
{
    json_array(out, "required");
    if (is_event)
        json_text(out, NULL, "type");
    for (int i = 0; i < message_arg_count(message); i++)
        if (!message->args[i].optional && !(is_event && message->args[i].secret))
            json_text(out, NULL, message->args[i].name);
    json_end(out);
}

static void write_message_schema(struct json *out, const char *key,
                                 const struct game_message *message, bool is_event)
{
    json_object(out, key);
    write_type(out, "object");
    json_object(out, "properties");
    json_object(out, "type");
    json_text(out, "const", message->name);
    json_end(out);
    for (int i = 0; i < message_arg_count(message); i++)
        write_argument(out, &message->args[i]);
    json_end(out);
    write_required(out, message, is_event);
    json_end(out);
}

/* The messages of the room (game NULL) and of each game that is shown, one after the other. */
static const struct game_message *messages_of(const struct game *game, bool is_event)
{
    if (game == NULL)
        return is_event ? room_events : room_commands;
    return is_event ? game->events : game->commands + COMMAND_FIRST;
}

static const char *owner_of(const struct game *game)
{
    return game == NULL ? "room" : game->id;
}

static void message_key(char key[96], const struct game *game, bool is_event, const char *name)
{
    snprintf(key, 96, "%s.%s.%s", owner_of(game), is_event ? "event" : "command", name);
}

static void union_key(char key[96], const struct game *game, bool is_event)
{
    snprintf(key, 96, "%s.%s", owner_of(game), is_event ? "event" : "command");
}

/* The room (NULL), then each game that is shown. */
static void each_owner(struct json *out, bool is_event,
                       void (*write)(struct json *out, const struct game *game, bool is_event))
{
    write(out, NULL, is_event);
    for (int i = 0; games[i] != NULL; i++)
        if (!games[i]->is_hidden)
            write(out, games[i], is_event);
}

static void begin_union(struct json *out, const char *name)
{
    json_object(out, name);
    write_type(out, "object");
    json_array(out, "required");
    json_text(out, NULL, "type");
    json_end(out);
    json_array(out, "anyOf");
}

static void end_union(struct json *out)
{
    json_end(out);
    json_end(out);
}

/* The messages of one owner, and that it is one of these. */
static void write_messages(struct json *out, const struct game *game, bool is_event)
{
    const struct game_message *message, *table = messages_of(game, is_event);
    char key[96];
    for (message = table; message->name != NULL; message++) {
        message_key(key, game, is_event, message->name);
        write_message_schema(out, key, message, is_event);
    }
    union_key(key, game, is_event);
    begin_union(out, key);
    for (message = table; message->name != NULL; message++) {
        message_key(key, game, is_event, message->name);
        write_ref(out, NULL, key);
    }
    end_union(out);
}

static void write_owner(struct json *out, const struct game *game, bool is_event)
{
    char key[96];
    union_key(key, game, is_event);
    write_ref(out, NULL, key);
}

static void write_parts(struct json *out, const struct openapi_part *part)
{
    for (; part->name != NULL; part++)
        json_raw(out, part->name, part->json, strlen(part->json));
}

static void write_components(struct json *out)
{
    json_object(out, "components");
    json_object(out, "schemas");
    write_parts(out, openapi_schemas);
    for (int is_event = 0; is_event < 2; is_event++) {
        begin_union(out, is_event ? "Event" : "Command");
        each_owner(out, is_event, write_owner);
        end_union(out);
        each_owner(out, is_event, write_messages);
    }
    json_end(out);
    write_parts(out, openapi_components);
    json_end(out);
}

static void write_content(struct json *out, const char *media, const char *schema)
{
    json_object(out, "content");
    json_object(out, media);
    write_ref(out, "schema", schema);
    json_end(out);
    json_end(out);
}

static void write_responses(struct json *out, const struct route *route)
{
    char status[8];
    snprintf(status, sizeof status, "%d", route->status != 0 ? route->status : 200);
    json_object(out, "responses");
    json_object(out, status);
    json_text(out, "description", "Done");
    if (route->response != NULL)
        write_content(out, "application/json", route->response);
    json_end(out);
    for (const char *const *kind = (const char *const[]){ "4XX", "5XX", NULL }; *kind; kind++) {
        json_object(out, *kind);
        json_text(out, "$ref", "#/components/responses/Problem");
        json_end(out);
    }
    json_end(out);
}

static void write_request(struct json *out, const struct route *route)
{
    static const char prefix[] = "command:";
    char name[96];
    if (route->request == NULL)
        return;
    text_copy(name, sizeof name, route->request);
    if (strncmp(name, prefix, sizeof prefix - 1) == 0) {
        const char *command = route->request + sizeof prefix - 1;
        bool is_room = message_find(room_commands, command) >= 0;
        snprintf(name, sizeof name, is_room ? "room.command.%s" : "Any%.0s", command);
    }
    json_object(out, "requestBody");
    write_content(out, "application/json", name);
    json_end(out);
}

static void write_security(struct json *out, enum access access)
{
    json_array(out, "security");
    if (access == ACCESS_ADMIN || access == ACCESS_MEMBER_OR_ADMIN)
        json_raw(out, NULL, "{\"admin\":[]}", 12);
    if (access != ACCESS_ADMIN && access != ACCESS_PUBLIC) {
        json_raw(out, NULL, "{\"session\":[]}", 14);
        json_raw(out, NULL, "{\"cookie\":[]}", 13);
    }
    json_end(out);
}

static void write_query(struct json *out, const struct route *route)
{
    char key[128];
    snprintf(key, sizeof key, "%s %s", route->method, route->path);
    for (const struct openapi_part *part = openapi_query; part->name != NULL; part++)
        if (strcmp(part->name, key) == 0) /* a list: its elements without the brackets */
            json_raw(out, NULL, part->json + 1, strlen(part->json) - 2);
}

static const char *schema_of(const char *parameter)
{
    if (strncmp(parameter, "{code}", 6) == 0)
        return "Code";
    return strncmp(parameter, "{look}", 6) == 0 ? "Look" : "Id";
}

static void write_parameters(struct json *out, const struct route *route)
{
    json_array(out, "parameters");
    for (const char *at = strchr(route->path, '{'); at != NULL; at = strchr(at + 1, '{')) {
        size_t length = strcspn(at + 1, "}");
        json_object(out, NULL);
        json_text_n(out, "name", at + 1, length);
        json_text(out, "in", "path");
        json_bool(out, "required", true);
        write_ref(out, "schema", schema_of(at));
        json_end(out);
    }
    write_query(out, route);
    json_end(out);
}

/* "GET /api/games/{game_id}/votes" is get_games_game_id_votes. */
static void write_operation_id(struct json *out, const char *method, const char *path)
{
    char name[128];
    size_t length = (size_t)snprintf(name, sizeof name, "%s", method);
    const char *at = strncmp(path, "/api/", 5) == 0 ? path + 4 : path;
    if (strncmp(path, "/games", 6) == 0) /* Loup-Garou's, without /api */
        length += (size_t)snprintf(name + length, sizeof name - length, "_team_chess");
    for (; *at != '\0' && length + 1 < sizeof name; at++) {
        bool is_word = isalnum((unsigned char)*at);
        if (is_word || name[length - 1] != '_')
            name[length++] = is_word ? *at : '_';
    }
    name[length - (name[length - 1] == '_')] = '\0';
    json_text(out, "operationId", name);
}

static void write_operation(struct json *out, const struct route *route)
{
    char method[8] = "";
    for (size_t i = 0; route->method[i] != '\0' && i + 1 < sizeof method; i++)
        method[i] = (char)(route->method[i] | 0x20);
    json_object(out, method);
    write_operation_id(out, method, route->path);
    json_text(out, "summary", route->summary);
    write_parameters(out, route);
    write_request(out, route);
    write_security(out, route->access);
    write_responses(out, route);
    json_end(out);
}

static bool is_first_of_path(const struct route *route)
{
    for (const struct route *other = routes; other != route; other++)
        if (strcmp(other->path, route->path) == 0)
            return false;
    return true;
}

static void write_servers(struct json *out, const char *base_path)
{
    json_array(out, "servers");
    json_object(out, NULL);
    json_text(out, "url", base_path[0] != '\0' ? base_path : "/");
    json_text(out, "description", "This server");
    json_end(out);
    json_end(out);
}

bool openapi_write(struct json *out, const char *base_path)
{
    json_object(out, NULL);
    json_text(out, "openapi", "3.1.0");
    write_parts(out, openapi_head);
    write_servers(out, base_path);
    json_object(out, "paths");
    for (const struct route *route = routes; route->method != NULL; route++) {
        if (!is_first_of_path(route))
            continue;
        json_object(out, route->path);
        for (const struct route *same = route; same->method != NULL; same++)
            if (strcmp(same->path, route->path) == 0)
                write_operation(out, same);
        json_end(out);
    }
    json_end(out);
    write_components(out);
    json_end(out);
    return !out->overflow;
}

/* It grows with every game, and is larger than any other answer. */
void openapi_show(struct call *call)
{
    enum { DESCRIPTION_MAX = 1024 * 1024 };
    struct json out;
    char *text = memory_take(DESCRIPTION_MAX);
    json_init(&out, text, DESCRIPTION_MAX);
    openapi_write(&out, call->server->config->base_path);
    call_respond_json(call, 200, &out);
    memory_free(text);
}
