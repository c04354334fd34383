/* OpenAPI 3.1, made from the route table and the message tables. */
#include "server/api.h"

#include <stdio.h>
#include <string.h>

#include "engine/message.h"

/* Answers that are not made from a table. Tests hold every answer against these. */
static const struct schema {
    const char *name, *json;
} schemas[] = {
    { "Any", "{\"type\":\"object\"}" },
    { "Problem",
      "{\"type\":\"object\",\"required\":[\"type\",\"title\",\"status\",\"code\"],\"properties\":{"
      "\"type\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"status\":{\"type\":"
      "\"integer\"},\"code\":{\"type\":\"string\"},\"why\":{\"type\":\"string\"}}}" },
    { "NewSession",
      "{\"type\":\"object\",\"required\":[\"name\"],\"properties\":{\"name\":{\"type\":"
      "\"string\",\"description\":\"1 to 24 visible characters\"}}}" },
    { "Session",
      "{\"type\":\"object\",\"required\":[\"player_id\",\"name\"],\"properties\":{"
      "\"player_id\":{\"$ref\":\"#/components/schemas/Id\"},\"name\":{\"type\":\"string\"},"
      "\"token\":{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}}}" },
    { "Id", "{\"type\":\"string\",\"pattern\":\"^[0-9a-z]{13}$\"}" },
    { "Code", "{\"type\":\"string\",\"pattern\":\"^[0-9A-Z]{6}$\"}" },
    { "NewGame",
      "{\"type\":\"object\",\"required\":[\"game\"],\"properties\":{\"game\":{\"type\":\"string\"},"
      "\"num_players\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":20},\"options\":{\"type\":"
      "\"object\"},\"name\":{\"type\":\"string\"},\"language\":{\"type\":\"string\",\"enum\":["
      "\"en\","
      "\"fr\",\"es\"]},\"code\":{\"$ref\":\"#/components/schemas/Code\"}}}" },
    { "NewGameMade",
      "{\"type\":\"object\",\"required\":[\"game_id\",\"game_set_id\",\"code\",\"url\"],"
      "\"properties\":{\"game_id\":{\"$ref\":\"#/components/schemas/"
      "Id\"},\"game_set_id\":{\"$ref\":"
      "\"#/components/schemas/Id\"},\"code\":{\"$ref\":\"#/components/schemas/Code\"},\"url\":{"
      "\"type\":\"string\"}}}" },
    { "MovedGame",
      "{\"type\":\"object\",\"required\":[\"player\",\"seed\",\"state_hash\",\"time_ms\","
      "\"batches\"],"
      "\"properties\":{\"player\":{\"$ref\":\"#/components/schemas/Id\"},\"seed\":{\"type\":"
      "\"string\",\"pattern\":\"^[0-9a-f]{64}$\"},\"state_hash\":{\"type\":\"string\","
      "\"pattern\":\"^[0-9a-f]{64}$\"},\"time_ms\":{\"type\":\"integer\"},\"batches\":{\"type\":"
      "\"array\",\"items\":{\"type\":\"array\",\"prefixItems\":[{\"type\":\"integer\"},{\"type\":"
      "\"object\"}],\"minItems\":2,\"maxItems\":2}}}}" },
    { "ReturnedGame",
      "{\"type\":\"object\",\"required\":[\"seq\",\"hash\",\"seed\",\"state_hash\",\"time_ms\","
      "\"batches\"],"
      "\"properties\":{\"seq\":{\"type\":\"integer\"},\"hash\":{\"type\":\"string\",\"pattern\":"
      "\"^[0-9a-f]{64}$\"},\"seed\":{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"},"
      "\"state_hash\":{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"},"
      "\"time_ms\":{\"type\":\"integer\"},\"batches\":{\"$ref\":\"#/components/schemas/MovedGame/"
      "properties/batches\"}}}" },
    { "Poster", "{\"type\":\"object\",\"required\":[\"code\",\"game\",\"phase\",\"is_member\"],"
                "\"properties\":{\"code\":{\"$ref\":\"#/components/schemas/Code\"},\"game\":{"
                "\"type\":\"string\"},\"phase\":{\"type\":\"string\"},\"is_member\":{\"type\":"
                "\"boolean\"}}}" },
    { "View", "{\"type\":\"object\",\"required\":[\"seq\",\"server_time_ms\",\"state\"],"
              "\"properties\":{\"seq\":{\"type\":\"integer\"},\"server_time_ms\":{\"type\":"
              "\"integer\"},\"state\":{\"type\":\"object\"}}}" },
    { "Part", "{\"type\":\"object\",\"minProperties\":1,\"maxProperties\":2}" },
    { "People", "{\"type\":\"object\",\"required\":[\"players\"],\"properties\":{\"players\":{"
                "\"type\":\"array\",\"items\":{\"type\":\"object\"}}}}" },
    { "Scores",
      "{\"type\":\"object\",\"required\":[\"game_set_id\",\"scores\"],\"properties\":{"
      "\"game_set_id\":{\"$ref\":\"#/components/schemas/Id\"},\"scores\":{\"type\":\"array\","
      "\"items\":{\"type\":\"object\",\"required\":[\"player_id\",\"name\",\"score\",\"wins\","
      "\"losses\",\"games\"]}}}}" },
    { "Chat",
      "{\"type\":\"object\",\"required\":[\"messages\",\"seq\"],\"properties\":{\"messages\":"
      "{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Told\"}},\"seq\":{"
      "\"type\":\"integer\"}}}" },
    { "Events", "{\"type\":\"object\",\"required\":[\"events\",\"seq\"],\"properties\":{\"events\":"
                "{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Told\"}},\"seq\":{"
                "\"type\":\"integer\"}}}" },
    { "Told",
      "{\"type\":\"object\",\"required\":[\"time_ms\",\"event\"],\"properties\":{\"time_ms\":"
      "{\"type\":\"integer\"},\"event\":{\"type\":\"object\",\"required\":[\"seq\",\"type\"],"
      "\"properties\":{\"seq\":{\"type\":\"integer\"},\"type\":{\"type\":\"string\"}}}}}" },
    { "Leaderboard",
      "{\"type\":\"object\",\"required\":[\"leaderboard\"],\"properties\":{\"leaderboard\":{"
      "\"type\":"
      "\"array\",\"items\":{\"type\":\"object\",\"required\":[\"player_id\",\"name\",\"games\","
      "\"wins\",\"score\",\"correct_identifications\",\"werewolf_successes\"]}}}}" },
    { "History",
      "{\"type\":\"object\",\"required\":[\"name\",\"games\"],\"properties\":{\"name\":{"
      "\"type\":\"string\"},\"games\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
      "\"required\":[\"game_id\",\"game\",\"reason\",\"score\",\"point\",\"won\",\"ended_ms\"]}}}"
      "}" },
    { "Catalog",
      "{\"type\":\"object\",\"required\":[\"games\",\"room_commands\",\"room_events\"],"
      "\"properties\":{\"games\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":["
      "\"id\",\"seats_min\",\"seats_max\",\"options\",\"roles\",\"commands\",\"events\"]}}}}" },
};

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
    case ARG_IDS: write_list(out, arg, write_text_item); break;
    case ARG_OPTIONS: write_type(out, "object"); break;
    case ARG_WORD:
    case ARG_ID:
    case ARG_HEX:
    case ARG_TEXT: write_type(out, "string"); break;
    }
}

static void write_message_schema(struct json *out, const char *key,
                                 const struct game_message *message)
{
    int count = message_arg_count(message);
    json_object(out, key);
    write_type(out, "object");
    json_object(out, "properties");
    for (int i = 0; i < count; i++) {
        json_object(out, message->args[i].name);
        write_arg_schema(out, &message->args[i]);
        json_end(out);
    }
    json_end(out);
    json_array(out, "required");
    for (int i = 0; i < count; i++)
        if (!message->args[i].optional)
            json_text(out, NULL, message->args[i].name);
    json_end(out);
    json_end(out);
}

static void write_table(struct json *out, const char *prefix, const struct game_message *table)
{
    for (const struct game_message *message = table; message->name != NULL; message++) {
        char key[96];
        snprintf(key, sizeof key, "%s.%s", prefix, message->name);
        write_message_schema(out, key, message);
    }
}

static void write_components(struct json *out)
{
    json_object(out, "components");
    json_object(out, "schemas");
    for (size_t i = 0; i < sizeof schemas / sizeof schemas[0]; i++)
        json_raw(out, schemas[i].name, schemas[i].json, strlen(schemas[i].json));
    static const char command[] = "{\"type\":\"object\",\"required\":[\"type\"],\"properties\":{"
                                  "\"type\":{\"type\":\"string\"},\"cid\":{\"type\":\"string\"}}}";
    json_raw(out, "Command", command, sizeof command - 1);
    write_table(out, "room", room_commands);
    for (int i = 0; games[i] != NULL; i++)
        if (!games[i]->is_hidden)
            write_table(out, games[i]->id, games[i]->commands + COMMAND_FIRST);
    json_end(out);
    static const char security[] =
        "{\"session\":{\"type\":\"http\",\"scheme\":\"bearer\"},\"cookie\":{\"type\":\"apiKey\","
        "\"in\":\"cookie\",\"name\":\"parlour\"},\"admin\":{\"type\":\"http\",\"scheme\":"
        "\"bearer\"}}";
    json_raw(out, "securitySchemes", security, sizeof security - 1);
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

static void write_response(struct json *out, const char *status, const char *text,
                           const char *media, const char *schema)
{
    json_object(out, status);
    json_text(out, "description", text);
    if (schema != NULL)
        write_content(out, media, schema);
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
        snprintf(name, sizeof name, is_room ? "room.%s" : "Any%.0s", command);
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

static void write_parameters(struct json *out, const char *path)
{
    json_array(out, "parameters");
    for (const char *at = strchr(path, '{'); at != NULL; at = strchr(at + 1, '{')) {
        size_t length = strcspn(at + 1, "}");
        json_object(out, NULL);
        json_text_n(out, "name", at + 1, length);
        json_text(out, "in", "path");
        json_bool(out, "required", true);
        write_ref(out, "schema", strncmp(at, "{code}", 6) == 0 ? "Code" : "Id");
        json_end(out);
    }
    json_end(out);
}

static void write_operation(struct json *out, const struct route *route)
{
    char method[8] = "", status[8];
    for (size_t i = 0; route->method[i] != '\0' && i + 1 < sizeof method; i++)
        method[i] = (char)(route->method[i] | 0x20);
    snprintf(status, sizeof status, "%d", route->status != 0 ? route->status : 200);
    json_object(out, method);
    json_text(out, "summary", route->summary);
    write_parameters(out, route->path);
    write_request(out, route);
    write_security(out, route->access);
    json_object(out, "responses");
    write_response(out, status, "fine", "application/json", route->response);
    write_response(out, "default", "a problem with a stable code", "application/problem+json",
                   "Problem");
    json_end(out);
    json_end(out);
}

static bool is_first_of_path(const struct route *route)
{
    for (const struct route *other = routes; other != route; other++)
        if (strcmp(other->path, route->path) == 0)
            return false;
    return true;
}

bool openapi_write(struct json *out)
{
    json_object(out, NULL);
    json_text(out, "openapi", "3.1.0");
    json_raw(out, "info", "{\"title\":\"Parlour\",\"version\":\"" PARLOUR_VERSION "\"}",
             strlen("{\"title\":\"Parlour\",\"version\":\"" PARLOUR_VERSION "\"}"));
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

void openapi_show(struct call *call)
{
    struct json out;
    json_init(&out, call->server->frame, SERVER_FRAME_MAX);
    openapi_write(&out);
    call_respond_json(call, 200, &out);
}
