/* Commands from the wire. The table says what a command's arguments are; options, ids of people in seat
 * order and nonces are read here, because no game has such arguments. */
#include "room/room_parts.h"

#include <string.h>

#include "engine/message.h"

static bool refuse(struct room_refusal *refusal, const char *code, const char *why)
{
    *refusal = (struct room_refusal){ code, why };
    return false;
}

static bool read_option(const struct game *game, const struct json_doc *doc, uint32_t key,
                        struct room_command *command, struct room_refusal *refusal)
{
    char name[64];
    int option = json_read_text(doc, key, name, sizeof name) ? room_option_of(game, name) : -1;
    if (option < 0)
        return refuse(refusal, "bad_option", "options");
    if (!message_read_arg(&game->options[option].arg, doc, key + 1, GAME_SEATS_MAX,
                          &command->option[option]))
        return refuse(refusal, "bad_option", game->options[option].arg.name);
    command->option_is_given |= (uint32_t)1 << option;
    return true;
}

static bool read_options(const struct game *game, const struct json_doc *doc, uint32_t node,
                         struct room_command *command, struct room_refusal *refusal)
{
    if (!json_is(doc, node, JSON_OBJECT))
        return refuse(refusal, "bad_argument", "options");
    for (uint32_t key = json_first(node); key < doc->node[node].next; key = doc->node[key + 1].next)
        if (!read_option(game, doc, key, command, refusal))
            return false;
    return true;
}

static bool read_order(const struct room *room, const struct json_doc *doc, uint32_t node,
                       struct room_command *command, struct room_refusal *refusal)
{
    int count = 0;
    if (!json_is(doc, node, JSON_ARRAY) || doc->node[node].count > GAME_SEATS_MAX)
        return refuse(refusal, "bad_argument", "order");
    for (uint32_t i = json_first(node); i < doc->node[node].next; i = doc->node[i].next) {
        char text[ID_TEXT_SIZE];
        int64_t player;
        if (!json_read_text(doc, i, text, sizeof text) || !id_read(&player, text))
            return refuse(refusal, "bad_argument", "order");
        int member = room_member_of(room, player);
        if (member < 0)
            return refuse(refusal, "bad_target", "order");
        command->order[count++] = (int8_t)member;
    }
    return true;
}

static bool read_nonce(const struct json_doc *doc, uint32_t node, struct room_command *command,
                       struct room_refusal *refusal)
{
    char text[HEX_NONCE_SIZE];
    if (!json_read_text(doc, node, text, sizeof text) ||
        !hex_read(command->nonce, ROOM_NONCE_SIZE, text))
        return refuse(refusal, "bad_argument", "nonce");
    command->has_nonce = true;
    return true;
}

/* The game whose options a command speaks of: its own first argument where it names one. */
static const struct game *game_meant(const struct room *room, const struct room_command *command)
{
    bool names_game = command->kind == ROOM_CREATE || command->kind == ROOM_SET_GAME;
    return names_game ? games[command->arg[0]] : room_game(room);
}

static bool read_special(const struct room *room, const struct game_arg *arg,
                         const struct json_doc *doc, uint32_t node, struct room_command *command,
                         struct room_refusal *refusal)
{
    if (arg->min == ROOM_ARG_OPTIONS)
        return read_options(game_meant(room, command), doc, node, command, refusal);
    if (arg->min == ROOM_ARG_IDS)
        return read_order(room, doc, node, command, refusal);
    return read_nonce(doc, node, command, refusal);
}

static bool read_specials(const struct room *room, const struct json_doc *doc, uint32_t node,
                          struct room_command *command, struct room_refusal *refusal)
{
    const struct game_message *message = &room_commands[command->kind];
    for (int i = 0; i < message_arg_count(message); i++) {
        uint32_t value = json_get(doc, node, message->args[i].name);
        if (value && message->args[i].type == ARG_OTHER &&
            !read_special(room, &message->args[i], doc, value, command, refusal))
            return false;
    }
    return true;
}

static bool carries_name(const struct room_command *command)
{
    return command->kind == ROOM_JOIN || command->kind == ROOM_KNOCK ||
           command->kind == ROOM_RENAME || command->kind == ROOM_ADD_GUEST ||
           (command->kind == ROOM_CREATE && *command->text);
}

static const char *name_of_text(const struct game_message *message)
{
    int i = 0;
    while (message->args[i].type != ARG_TEXT)
        i++;
    return message->args[i].name;
}

static bool read_arguments(const struct game_message *message, const struct json_doc *doc,
                           uint32_t node, int seats, struct room_command *command, char *text,
                           struct room_refusal *refusal)
{
    command->text = text;
    if (!message_read(message, doc, node, seats, command->arg, text, &refusal->code, &refusal->why))
        return false;
    bool is_name = !command->is_game && carries_name(command);
    if (!text_is_plain(text))
        return refuse(refusal, is_name ? "bad_name" : "bad_argument", name_of_text(message));
    return true;
}

static bool read_room_command(const struct room *room, const struct json_doc *doc, uint32_t node,
                              struct room_command *command, char *text,
                              struct room_refusal *refusal)
{
    memset(command->order, -1, sizeof command->order);
    if (!read_arguments(&room_commands[command->kind], doc, node, GAME_SEATS_MAX, command, text,
                        refusal) ||
        !read_specials(room, doc, node, command, refusal))
        return false;
    command->has_name = carries_name(command);
    return true;
}

static bool read_game_command(const struct room *room, const struct json_doc *doc, uint32_t node,
                              int kind, struct room_command *command, char *text,
                              struct room_refusal *refusal)
{
    int seats = room->phase == ROOM_PLAYING ? room->deal.setup.seat_count : GAME_SEATS_MAX;
    command->is_game = true;
    command->kind = (uint16_t)kind;
    return read_arguments(&room_game(room)->commands[kind], doc, node, seats, command, text,
                          refusal);
}

static bool is_clocks(int kind)
{
    return room_rules[kind].who == BY_CLOCK;
}

/* FNV-1a. */
int64_t room_hash_cid(const char *cid)
{
    uint64_t hash = 0xcbf29ce484222325u;
    if (cid[0] == '\0')
        return 0;
    for (; *cid != '\0'; cid++)
        hash = (hash ^ (uint8_t)*cid) * 0x100000001b3u;
    return hash != 0 ? (int64_t)hash : 1;
}

bool room_read(const struct room *room, const struct json_doc *doc, uint32_t node,
               struct room_command *command, char *text, struct room_refusal *refusal)
{
    char type[64];
    uint32_t type_node = json_is(doc, node, JSON_OBJECT) ? json_get(doc, node, "type") : 0;
    memset(command, 0, sizeof *command);
    *refusal = (struct room_refusal){ 0 };
    if (!type_node || !json_read_text(doc, type_node, type, sizeof type))
        return refuse(refusal, "unknown_command", NULL);
    /* Moves are most of them. No game's command has the name of one of the room's. */
    int kind = room ? message_find(room_game(room)->commands, type) : -1;
    if (kind >= COMMAND_FIRST)
        return read_game_command(room, doc, node, kind, command, text, refusal);
    kind = message_find(room_commands, type);
    if (kind >= 0 && !is_clocks(kind) && (room || kind == ROOM_CREATE)) {
        command->kind = (uint16_t)kind;
        return read_room_command(room, doc, node, command, text, refusal);
    }
    return refuse(refusal, "unknown_command", NULL);
}
