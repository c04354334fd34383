/* The names of docs/specifications.md beside ours; specs.h says how. */
#include "server/specs.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/message.h"
#include "server/config.h"

void specs_copy_value(struct json *out, const char *key, const struct json_doc *doc, uint32_t node)
{
    if (node == 0) {
        json_null(out, key);
        return;
    }
    const struct json_node *value = &doc->node[node];
    bool is_text = value->type == JSON_TEXT;
    json_raw(out, key, doc->text + value->start - is_text,
             value->end - value->start + 2 * (size_t)is_text);
}

static uint32_t end_of(const struct json_doc *doc, uint32_t node)
{
    return doc->node[node].next;
}

/* --- what is asked for --- */

/* Another name of an argument; `ours` NULL: of the command's seat. */
static const struct alias {
    const char *command, *theirs, *ours;
} aliases[] = {
    { "chat", "message", "text" },
    { "join", "player_name", "name" },
    { "vote", "suspectUserId", NULL },
    { "vote", "target_player_id", NULL },
    { "propose_team", "team_members", "team" },
};

static const struct game_message *message_of(const struct room *room, const char *command)
{
    int kind = message_find(room_commands, command);
    if (kind >= 0)
        return &room_commands[kind];
    kind = message_find(room_game(room)->commands, command);
    return kind >= 0 ? &room_game(room)->commands[kind] : NULL;
}

static const char *seat_name(const struct game_message *message)
{
    for (int i = 0; message != NULL && i < message_arg_count(message); i++)
        if (message->args[i].type == ARG_SEAT)
            return message->args[i].name;
    return NULL;
}

static const char *our_name(const struct game_message *message, const char *command,
                            const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        const struct alias *alias = &aliases[i];
        if (strcmp(alias->command, command) != 0 || strcmp(alias->theirs, name) != 0)
            continue;
        const char *ours = alias->ours != NULL ? alias->ours : seat_name(message);
        return ours != NULL ? ours : name;
    }
    return name;
}

static enum arg_type type_of(const struct game_message *message, const char *name)
{
    for (int i = 0; message != NULL && i < message_arg_count(message); i++)
        if (strcmp(message->args[i].name, name) == 0)
            return message->args[i].type;
    return ARG_NONE;
}

/* A player's id stands for their seat; anything else is copied, for the command to refuse. */
static void copy_seat(const struct room *room, const char *key, const struct json_doc *doc,
                      uint32_t node, struct json *out)
{
    char text[ID_TEXT_SIZE];
    int64_t player;
    int member = -1;
    if (json_read_text(doc, node, text, sizeof text) && id_read(&player, text))
        member = room_member_of(room, player);
    if (member >= 0 && room->member[member].seat >= 0)
        json_int(out, key, room->member[member].seat);
    else
        specs_copy_value(out, key, doc, node);
}

static void copy_argument(const struct room *room, enum arg_type type, const char *key,
                          const struct json_doc *doc, uint32_t node, struct json *out)
{
    if (type == ARG_SEAT)
        copy_seat(room, key, doc, node, out);
    else if (type == ARG_SEATS && json_is(doc, node, JSON_ARRAY)) {
        json_array(out, key);
        for (uint32_t at = json_first(node); at < end_of(doc, node); at = end_of(doc, at))
            copy_seat(room, NULL, doc, at, out);
        json_end(out);
    } else
        specs_copy_value(out, key, doc, node);
}

static bool is_in(const char *const *list, const char *name)
{
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

void specs_copy_command(const struct room *room, const char *command, const struct json_doc *doc,
                        const char *const *leave_out, struct json *out)
{
    const struct game_message *message = message_of(room, command);
    for (uint32_t key = json_first(0); key < end_of(doc, 0); key = end_of(doc, key + 1)) {
        char name[64];
        if (!json_read_text(doc, key, name, sizeof name) || is_in(leave_out, name))
            continue;
        const char *ours = our_name(message, command, name);
        copy_argument(room, type_of(message, ours), ours, doc, key + 1, out);
    }
}

/* --- a new room --- */

/* What a body may hold besides our own arguments. */
static const char *const create_words[] = { "type",
                                            "cid",
                                            "code",
                                            "game",
                                            "options",
                                            "mode",
                                            "selected_roles",
                                            "discussion_timer_seconds",
                                            "player_name",
                                            "twoWolvesPerTeams",
                                            NULL };

static const struct game *game_of(const struct call *call, const struct json_doc *doc)
{
    char id[32];
    bool is_named = json_read_text(doc, json_get(doc, 0, "game"), id, sizeof id);
    bool is_chess = strcmp(call->route->path, "/games") == 0 && json_get(doc, 0, "game") == 0;
    return is_named ? game_find(id) : is_chess ? game_find("chess") : NULL;
}

static int count_of(const struct json_doc *doc, uint32_t list, const char *role)
{
    int count = 0;
    for (uint32_t at = json_first(list); at < end_of(doc, list); at = end_of(doc, at)) {
        char name[32] = "";
        json_read_text(doc, at, name, sizeof name);
        for (char *c = name; *c != '\0'; c++)
            *c = *c == ' ' ? '_' : (char)tolower((unsigned char)*c);
        count += strcmp(name, role) == 0;
    }
    return count;
}

/* The option that a role is counted or switched on by; NULL: it fills the seats that are left. */
static const struct game_arg *option_of(const struct game *game, const char *role)
{
    char name[64];
    snprintf(name, sizeof name, "include_%s", role);
    for (int i = 0; i < game_option_count(game); i++) {
        const struct game_arg *arg = &game->options[i].arg;
        if (strcmp(arg->name, arg->type == ARG_BOOL ? name : role) == 0)
            return arg;
    }
    return NULL;
}

/* A list of roles as the options that stand for it. A name that is no role's is left over. */
static void write_roles(const struct game *game, const struct json_doc *doc, uint32_t list,
                        struct json *out)
{
    int known = 0;
    struct game_role role;
    for (int i = 0; game->role != NULL && game->role(i, &role); i++) {
        const struct game_arg *arg = option_of(game, role.id);
        int count = count_of(doc, list, role.id);
        known += count;
        if (arg != NULL && arg->type == ARG_BOOL)
            json_bool(out, arg->name, count > 0);
        else if (arg != NULL)
            json_int(out, arg->name, count);
    }
    if (known != (int)doc->node[list].count)
        json_null(out, "roles"); /* refused as an option */
}

static void copy_if_there(const struct json_doc *doc, const char *theirs, const char *ours,
                          struct json *out)
{
    uint32_t node = json_get(doc, 0, theirs);
    if (node != 0)
        specs_copy_value(out, ours, doc, node);
}

static void copy_options(const struct game *game, const struct json_doc *doc, uint32_t options,
                         struct json *out)
{
    for (uint32_t key = json_first(options); options != 0 && key < end_of(doc, options);
         key = end_of(doc, key + 1)) {
        char name[64];
        if (!json_read_text(doc, key, name, sizeof name))
            continue;
        if (strcmp(name, "roles") == 0 && json_is(doc, key + 1, JSON_ARRAY))
            write_roles(game, doc, key + 1, out);
        else
            specs_copy_value(out, name, doc, key + 1);
    }
}

static void write_options(const struct game *game, const struct json_doc *doc, struct json *out)
{
    uint32_t options = json_get(doc, 0, "options");
    uint32_t roles = json_get(doc, 0, "selected_roles");
    if (options != 0 && !json_is(doc, options, JSON_OBJECT)) {
        specs_copy_value(out, "options", doc, options);
        return;
    }
    json_object(out, "options");
    copy_options(game, doc, options, out);
    copy_if_there(doc, "mode", "mode", out);
    copy_if_there(doc, "twoWolvesPerTeams", "wolf_per_team", out);
    copy_if_there(doc, "discussion_timer_seconds", "discussion_seconds", out);
    if (roles != 0 && json_is(doc, roles, JSON_ARRAY))
        write_roles(game, doc, roles, out);
    else
        copy_if_there(doc, "selected_roles", "selected_roles", out);
    json_end(out);
}

void specs_write_create(const struct call *call, const struct json_doc *doc, struct json *out)
{
    const struct game *game = game_of(call, doc);
    for (uint32_t key = json_first(0); key < end_of(doc, 0); key = end_of(doc, key + 1)) {
        char name[64];
        if (json_read_text(doc, key, name, sizeof name) && !is_in(create_words, name))
            specs_copy_value(out, name, doc, key + 1);
    }
    if (json_get(doc, 0, "name") == 0 && json_get(doc, 0, "player_name") != 0)
        copy_if_there(doc, "player_name", "name", out);
    else if (json_get(doc, 0, "name") == 0) /* who makes a table sits down at it */
        json_text(out, "name", call->identity.name);
    if (game == NULL) { /* not there, or not one of ours: refused by the command */
        copy_if_there(doc, "game", "game", out);
        copy_if_there(doc, "options", "options", out);
        return;
    }
    json_text(out, "game", game->id);
    write_options(game, doc, out);
}

/* --- what is read --- */

static void write_id(struct json *out, const char *key, int64_t id)
{
    char text[ID_TEXT_SIZE];
    id_write(text, id);
    json_text(out, key, text);
}

static int64_t player_of(const struct room *room, int64_t seat)
{
    return seat >= 0 && seat < room->seat_count ? room->member[room->member_of_seat[seat]].player
                                                : 0;
}

static void write_player_of(struct json *out, const char *key, const struct room *room,
                            int64_t seat)
{
    if (player_of(room, seat) != 0)
        write_id(out, key, player_of(room, seat));
    else
        json_null(out, key);
}

void specs_write_person(const struct json_doc *doc, uint32_t node, const char *base_path,
                        struct json *out)
{
    int64_t look = 0;
    char url[32 + CONFIG_TEXT_SIZE];
    json_read_int(doc, json_get(doc, node, "look"), &look);
    snprintf(url, sizeof url, "%s/api/avatars/%d.svg", base_path, (int)look);
    specs_copy_value(out, "player_id", doc, json_get(doc, node, "player"));
    specs_copy_value(out, "player_name", doc, json_get(doc, node, "name"));
    json_text(out, "avatar_url", url);
}

void specs_write_role(const struct json_doc *doc, uint32_t node, struct json *out)
{
    bool is_object = node != 0 && json_is(doc, node, JSON_OBJECT);
    specs_copy_value(out, "role", doc, is_object ? json_get(doc, node, "role") : node);
}

/* What all offered commands can touch, and in words. */
struct touch {
    uint32_t seats, center;
    char choices[160], others[160];
};

static void add_words(char *text, size_t size, const char *before, const char *words)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? before : "", words);
}

/* {from, count}, or a list to take one of. `*least` and `*most`: how many. */
static uint32_t offered(const struct json_doc *doc, uint32_t node, int64_t *least, int64_t *most)
{
    uint32_t from = node, count = 0, set = 0;
    *least = *most = 1;
    if (json_is(doc, node, JSON_OBJECT)) {
        from = json_get(doc, node, "from");
        count = json_get(doc, node, "count");
    }
    if (count != 0 && json_is(doc, count, JSON_OBJECT)) {
        json_read_int(doc, json_get(doc, count, "min"), least);
        json_read_int(doc, json_get(doc, count, "max"), most);
    } else if (count != 0 && json_read_int(doc, count, most))
        *least = *most;
    if (from == 0 || !json_is(doc, from, JSON_ARRAY) || *most == 0)
        return 0;
    for (uint32_t at = json_first(from); at < end_of(doc, from); at = end_of(doc, at)) {
        int64_t number;
        if (json_read_int(doc, at, &number) && number >= 0 && number < 32)
            set |= (uint32_t)1 << number;
    }
    return set;
}

static void say_choice(char *text, size_t size, int64_t least, int64_t most, const char *what)
{
    char words[64];
    if (least == most)
        snprintf(words, sizeof words, "%d %s%s", (int)most, what, most == 1 ? "" : "s");
    else
        snprintf(words, sizeof words, "%d to %d %ss", (int)least, (int)most, what);
    add_words(text, size, " and ", words);
}

static void touch_offer(const struct game *game, const struct json_doc *doc, uint32_t offer,
                        struct touch *touch)
{
    char type[64] = "", choice[120] = "";
    bool can_choose = false;
    json_read_text(doc, json_get(doc, offer, "type"), type, sizeof type);
    int kind = message_find(game->commands, type);
    const struct game_message *message = kind >= 0 ? &game->commands[kind] : NULL;
    for (uint32_t key = json_first(offer); key < end_of(doc, offer); key = end_of(doc, key + 1)) {
        char name[64] = "";
        int64_t least, most;
        json_read_text(doc, key, name, sizeof name);
        enum arg_type arg = type_of(message, name);
        bool is_center = arg == ARG_SET && strcmp(name, "center") == 0;
        can_choose = can_choose || is_center || arg == ARG_SEATS;
        uint32_t set = is_center || arg == ARG_SEAT || arg == ARG_SEATS
                           ? offered(doc, key + 1, &least, &most)
                           : 0;
        if (set == 0)
            continue;
        *(is_center ? &touch->center : &touch->seats) |= set;
        say_choice(choice, sizeof choice, least, most, is_center ? "center card" : "player");
    }
    if (choice[0] != '\0')
        add_words(touch->choices, sizeof touch->choices, ", or ", choice);
    else if (can_choose)
        add_words(touch->choices, sizeof touch->choices, ", or ", "nothing");
    else
        add_words(touch->others, sizeof touch->others, ", ", type);
}

static void write_instructions(const struct touch *touch, struct json *out)
{
    char text[400] = "";
    if (touch->choices[0] != '\0')
        snprintf(text, sizeof text, "Choose %s.", touch->choices);
    if (touch->others[0] != '\0') {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%sYou may: %s.", length > 0 ? " " : "",
                 touch->others);
    }
    json_text(out, "instructions", text[0] != '\0' ? text : "Wait.");
}

void specs_write_actionable(const struct room *room, const struct json_doc *doc, uint32_t node,
                            struct json *out)
{
    struct touch touch = { 0 };
    bool is_list = node != 0 && json_is(doc, node, JSON_ARRAY);
    for (uint32_t at = json_first(node); is_list && at < end_of(doc, node); at = end_of(doc, at))
        touch_offer(room_game(room), doc, at, &touch);
    json_array(out, "actionable_players");
    for (int seat = 0; seat < room->seat_count; seat++)
        if (touch.seats >> seat & 1)
            write_id(out, NULL, player_of(room, seat));
    json_end(out);
    json_array(out, "actionable_center_cards");
    for (int card = 0; touch.center >> card; card++)
        if (touch.center >> card & 1)
            json_int(out, NULL, card);
    json_end(out);
    write_instructions(&touch, out);
}

/* "seat_3" is a player's id, "center_1" is "1". */
static void write_place(struct json *out, const char *key, const struct room *room,
                        const struct json_doc *doc, uint32_t node)
{
    char place[32] = "";
    int number;
    json_read_text(doc, node, place, sizeof place);
    if (sscanf(place, "seat_%d", &number) == 1)
        write_player_of(out, key, room, number);
    else if (strncmp(place, "center_", 7) == 0)
        json_text(out, key, place + 7);
    else
        specs_copy_value(out, key, doc, node);
}

static void write_record(const struct room *room, int64_t player, const struct json_doc *doc,
                         uint32_t node, struct json *out)
{
    static const char *const places[] = { "source_id", "target_id", NULL };
    json_object(out, NULL);
    write_id(out, "game_id", room->game_id);
    write_id(out, "player_id", player);
    for (uint32_t key = json_first(node); key < end_of(doc, node); key = end_of(doc, key + 1)) {
        char name[64] = "";
        json_read_text(doc, key, name, sizeof name);
        bool is_place = is_in(places, name);
        if (is_place)
            write_place(out, name, room, doc, key + 1);
        name[is_place ? 6 : strlen(name)] = '\0'; /* ours: "source", "target" */
        specs_copy_value(out, name, doc, key + 1);
    }
    json_end(out);
}

void specs_write_records(const struct room *room, int64_t player, const struct json_doc *doc,
                         uint32_t node, struct json *out)
{
    if (node == 0 || !json_is(doc, node, JSON_ARRAY)) {
        specs_copy_value(out, "actions", doc, node);
        return;
    }
    json_array(out, "actions");
    for (uint32_t at = json_first(node); at < end_of(doc, node); at = end_of(doc, at))
        if (json_is(doc, at, JSON_OBJECT))
            write_record(room, player, doc, at, out);
        else
            specs_copy_value(out, NULL, doc, at);
    json_end(out);
}

static void write_ballot(const struct room *room, const struct json_doc *doc, uint32_t ballot,
                         struct json *out)
{
    int64_t seat = -1, target = -1;
    bool is_suspect = json_get(doc, ballot, "suspect") != 0;
    json_read_int(doc, json_get(doc, ballot, "seat"), &seat);
    json_read_int(doc, json_get(doc, ballot, is_suspect ? "suspect" : "target"), &target);
    json_object(out, NULL);
    write_player_of(out, is_suspect ? "voterUserId" : "voter_player_id", room, seat);
    write_player_of(out, is_suspect ? "suspectUserId" : "target_player_id", room, target);
    json_end(out);
}

void specs_write_ballots(const struct room *room, const struct json_doc *doc, uint32_t node,
                         struct json *out)
{
    bool is_object = node != 0 && json_is(doc, node, JSON_OBJECT);
    uint32_t list = is_object ? json_get(doc, node, "ballots") : 0;
    json_array(out, "ballots");
    if (list != 0 && json_is(doc, list, JSON_ARRAY))
        for (uint32_t at = json_first(list); at < end_of(doc, list); at = end_of(doc, at))
            if (json_is(doc, at, JSON_OBJECT))
                write_ballot(room, doc, at, out);
    json_end(out);
}

void specs_write_chat(const struct room *room, int64_t time_ms, const struct json_doc *doc,
                      uint32_t event, struct json *out)
{
    char id[ID_TEXT_SIZE] = "";
    int64_t player = 0;
    json_read_text(doc, json_get(doc, event, "player"), id, sizeof id);
    int member = id_read(&player, id) ? room_member_of(room, player) : -1;
    specs_copy_value(out, "message_id", doc, json_get(doc, event, "seq"));
    write_id(out, "game_set_id", room->id);
    specs_copy_value(out, "player_id", doc, json_get(doc, event, "player"));
    if (member >= 0)
        json_text(out, "player_name", room->member[member].name);
    else
        json_null(out, "player_name");
    specs_copy_value(out, "message", doc, json_get(doc, event, "text"));
    json_int(out, "timestamp", time_ms);
}

static void write_player_list(struct json *out, const char *key, const struct room *room,
                              const struct json_doc *doc, uint32_t list)
{
    json_array(out, key);
    for (uint32_t at = json_first(list); at < end_of(doc, list); at = end_of(doc, at)) {
        int64_t seat = -1;
        json_read_int(doc, at, &seat);
        write_player_of(out, NULL, room, seat);
    }
    json_end(out);
}

static void write_payload_member(const struct room *room, const struct game_message *message,
                                 const struct json_doc *doc, uint32_t key, struct json *out)
{
    static const char *const others[] = { "type", "seq", "kind", "at_step", NULL };
    char name[64] = "";
    int64_t seat = -1;
    json_read_text(doc, key, name, sizeof name);
    if (is_in(others, name))
        return;
    enum arg_type type = type_of(message, name);
    if (type == ARG_SEAT) {
        json_read_int(doc, key + 1, &seat);
        write_player_of(out, name, room, seat);
    } else if (type == ARG_SEATS && json_is(doc, key + 1, JSON_ARRAY))
        write_player_list(out, name, room, doc, key + 1);
    else
        specs_copy_value(out, name, doc, key + 1);
}

void specs_write_event(const struct room *room, const struct json_doc *doc, uint32_t event,
                       struct json *out)
{
    const struct game *game = room_game(room);
    char own[64] = "";
    if (!json_equals(doc, json_get(doc, event, "kind"), "game"))
        return;
    json_read_text(doc, json_get(doc, event, "type"), own, sizeof own);
    int kind = message_find(game->events, own);
    const char *theirs = NULL;
    json_object(out, "payload");
    for (uint32_t key = json_first(event); kind >= 0 && key < end_of(doc, event);
         key = end_of(doc, key + 1))
        write_payload_member(room, &game->events[kind], doc, key, out);
    if (game->specified != NULL)
        theirs = game->specified(doc, event, out);
    json_end(out);
    json_text(out, "type", theirs != NULL ? theirs : own);
}
