/* The operator's desk: the state of the house, people, bans, reports, lists of words, a word to all tables,
 * and what operators did. Shows no table's secrets. */
#include "server/house.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* --- health --- */

static int64_t file_size(const char *folder, const char *name)
{
    char path[CONFIG_TEXT_SIZE + 64];
    struct stat found;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &found) == 0 ? (int64_t)found.st_size : 0;
}

/* When the newest copy was made; 0: there is none. */
static int64_t newest_backup_ms(const char *folder)
{
    DIR *list = *folder != '\0' ? opendir(folder) : NULL;
    int64_t newest_ms = 0;
    for (const struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        char path[CONFIG_TEXT_SIZE + 300];
        struct stat found;
        size_t length = strlen(entry->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length > 3 && strcmp(entry->d_name + length - 3, ".db") == 0 &&
            stat(path, &found) == 0 && (int64_t)found.st_mtime * 1000 > newest_ms)
            newest_ms = (int64_t)found.st_mtime * 1000;
    }
    if (list != NULL)
        closedir(list);
    return newest_ms;
}

static void write_storage(struct call *call, struct json *out)
{
    const struct config *config = call->server->config;
    struct statvfs disk;
    json_object(out, "storage");
    json_int(out, "data_bytes",
             file_size(config->data, "parlour.db") + file_size(config->data, "parlour.db-wal"));
    if (statvfs(config->data, &disk) == 0)
        json_int(out, "free_bytes", (int64_t)disk.f_bavail * (int64_t)disk.f_frsize);
    else
        json_null(out, "free_bytes");
    int64_t newest_ms = newest_backup_ms(config->backups);
    if (newest_ms != 0)
        json_int(out, "newest_backup_ms", newest_ms);
    else
        json_null(out, "newest_backup_ms");
    json_end(out);
}

void admin_house(struct call *call)
{
    struct server *server = call->server;
    struct store *store = server->seams.store;
    const struct house *house = &server->house;
    struct error error = { 0 };
    struct json out;
    house_load(server);
    call_json(call, &out);
    json_bool(&out, "is_healthy", store->ops->healthy(store, &error) && !server->is_full);
    json_text(&out, "version", PARLOUR_VERSION);
    json_int(&out, "up_since_ms", server->started_ms);
    json_int(&out, "now_ms", server_now(server));
    json_int(&out, "tables_in_memory", (int64_t)server->slots.count);
    json_int(&out, "sockets", (int64_t)server->clients.count);
    json_bool(&out, "read_only", house->is_read_only);
    json_int(&out, "tables_max", house->tables_max);
    json_text(&out, "name_words", house->name_words);
    json_text(&out, "chat_words", house->chat_words);
    write_storage(call, &out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* --- people --- */

enum { PEOPLE_MAX = 200 };

/* `slot` NULL: at no table in memory. */
static void write_person(struct json *out, int64_t player, const char *name,
                         const struct slot *slot)
{
    char text[ID_TEXT_SIZE];
    json_object(out, NULL);
    id_write(text, player);
    json_text(out, "player_id", text);
    json_text(out, "name", name);
    if (slot != NULL) {
        code_write(text, slot->code);
        json_text(out, "code", text);
    } else
        json_null(out, "code");
    json_bool(out, "is_here", slot != NULL && slot_has_player(slot, player));
    json_end(out);
}

static int write_people_at_tables(const struct server *server, const char *wanted, struct json *out,
                                  struct map *written)
{
    char id[ID_TEXT_SIZE];
    size_t at = 0;
    int count = 0;
    for (const struct slot *slot; (slot = map_next(&server->slots, &at)) != NULL;)
        for (int i = 0; slot->room != NULL && i < slot->room->member_end && count < PEOPLE_MAX;
             i++) {
            const struct room_member *member = &slot->room->member[i];
            id_write(id, member->player);
            if (member->player == 0 || member->is_bot || member->is_guest ||
                (strcasestr(member->name, wanted) == NULL && !text_equal(id, wanted)))
                continue;
            write_person(out, member->player, member->name, slot);
            map_put(written, member->player, written);
            count++;
        }
    return count;
}

/* People who asked to be forgotten are not found by a name. */
static void write_stored_people(const struct server *server, const char *wanted, int max,
                                struct json *out, const struct map *written)
{
    struct store *store = server->seams.store;
    static struct store_session found[PEOPLE_MAX];
    int64_t player;
    int count = max > 0 ? store->ops->list_people(store, wanted, found, max) : 0;
    if (count <= 0 && id_read(&player, wanted))
        count = store->ops->find_player(store, player, found, NULL);
    for (int i = 0; i < count; i++)
        if (map_get(written, found[i].player) == NULL &&
            !house_has_forgotten(server, found[i].player))
            write_person(out, found[i].player, found[i].name, NULL);
}

/* ?q=: a part of the name, or the id. Without it only people at tables in memory. */
void admin_people(struct call *call)
{
    const struct server *server = call->server;
    char wanted[64] = "";
    struct map written = { 0 };
    struct json out;
    query_words(call->request->query, "q", wanted, sizeof wanted);
    call_json(call, &out);
    json_array(&out, "people");
    int count = write_people_at_tables(server, wanted, &out, &written);
    if (wanted[0] != '\0')
        write_stored_people(server, wanted, PEOPLE_MAX - count, &out, &written);
    map_free(&written);
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* --- lists: the newest first --- */

static void write_entries(struct call *call, const char *key, const struct house_entries *entries,
                          bool only_open)
{
    struct json out;
    call_json(call, &out);
    json_array(&out, key);
    for (int i = 0; i < HOUSE_ENTRIES && i < entries->count; i++) {
        const struct house_entry *entry = &entries->entry[(entries->count - 1 - i) % HOUSE_ENTRIES];
        if (out.length + entry->length + 256 > out.size)
            break;
        if (only_open && entry->id == 0)
            continue;
        json_object(&out, NULL);
        json_int(&out, "time_ms", entry->time_ms);
        json_raw(&out, "event", entry->text, entry->length);
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

void admin_reports(struct call *call)
{
    write_entries(call, "reports", &call->server->house.reports, true);
}

void admin_audit(struct call *call)
{
    write_entries(call, "acts", &call->server->house.acts, false);
}

void admin_bans(struct call *call)
{
    const struct house *house = &call->server->house;
    char id[ID_TEXT_SIZE];
    struct json out;
    call_json(call, &out);
    json_array(&out, "bans");
    for (int i = house->ban_count - 1; i >= 0 && out.length + 1024 < out.size; i--) {
        const struct house_ban *ban = &house->bans[i];
        json_object(&out, NULL);
        id_write(id, ban->id);
        json_text(&out, "id", id);
        id_write(id, ban->player);
        if (ban->player != 0)
            json_text(&out, "player", id);
        else
            json_text(&out, "network", ban->network);
        json_int(&out, "until_ms", ban->until_ms);
        json_text(&out, "reason", ban->reason);
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    call_respond_json(call, 200, &out);
}

/* --- acts --- */

/* What is wrong with the body, or NULL. */
static const char *read_ban(const struct json_doc *doc, struct house_ban *ban, int64_t *days)
{
    char id[ID_TEXT_SIZE];
    const char *bad;
    bool has_player = json_read_text(doc, json_get(doc, 0, "player"), id, sizeof id);
    bool has_network =
        json_read_text(doc, json_get(doc, 0, "network"), ban->network, sizeof ban->network);
    if (has_player == has_network)
        return "player";
    if (has_player && !id_read(&ban->player, id))
        return "player";
    if (has_network && (!address_networks_read(&ban->networks, ban->network, &bad) ||
                        ban->networks.count != 1 || text_equal(ban->network, "private")))
        return "network";
    if (json_get(doc, 0, "days") != 0 &&
        (!json_read_int(doc, json_get(doc, 0, "days"), days) || *days < 1 || *days > 36500))
        return "days";
    return json_read_text(doc, json_get(doc, 0, "reason"), ban->reason, sizeof ban->reason)
               ? NULL
               : "reason";
}

void admin_ban(struct call *call)
{
    struct server *server = call->server;
    struct house_ban ban = { 0 };
    struct json_doc doc;
    struct json event;
    char id[ID_TEXT_SIZE];
    int64_t days = 0;
    if (!call_body(call, &doc))
        return;
    const char *wrong = read_ban(&doc, &ban, &days);
    if (wrong != NULL || server->house.ban_count == HOUSE_BANS_MAX) {
        call_refuse(call, wrong != NULL ? "bad_argument" : "too_large", wrong);
        return;
    }
    call_json(call, &event);
    json_text(&event, "type", "banned");
    id_write(id, server_random_id(server));
    json_text(&event, "id", id);
    id_write(id, ban.player);
    if (ban.player != 0)
        json_text(&event, "player", id);
    else
        json_text(&event, "network", ban.network);
    json_int(&event, "until_ms", days == 0 ? 0 : server_now(server) + days * 24 * 60 * 60 * 1000);
    json_text(&event, "reason", ban.reason);
    json_end(&event);
    house_commit(call, &event);
}

void admin_unban(struct call *call)
{
    const struct house *house = &call->server->house;
    struct json event;
    int64_t id;
    bool is_there = false;
    for (int i = 0; i < house->ban_count && id_read(&id, call->param[0]); i++)
        is_there = is_there || house->bans[i].id == id;
    if (!is_there) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    call_json(call, &event);
    json_text(&event, "type", "unbanned");
    json_text(&event, "id", call->param[0]);
    json_end(&event);
    house_commit(call, &event);
}

void admin_close_report(struct call *call)
{
    struct json_node node[512];
    struct json_doc doc;
    struct json event;
    const char *problem;
    char player[ID_TEXT_SIZE] = "";
    int64_t id = 0;
    const struct house_entry *report =
        id_read(&id, call->param[0]) ? house_report(&call->server->house, id) : NULL;
    if (report == NULL) {
        call_refuse(call, "not_found", NULL);
        return;
    }
    if (json_parse(&doc, report->text, report->length, node, sizeof node / sizeof node[0],
                   &problem))
        json_read_text(&doc, json_get(&doc, 0, "player"), player, sizeof player);
    call_json(call, &event);
    json_text(&event, "type", "report_closed");
    json_text(&event, "id", call->param[0]);
    json_text(&event, "player", player);
    json_end(&event);
    house_commit(call, &event);
}

void admin_read_only(struct call *call)
{
    struct json_doc doc;
    struct json event;
    bool on;
    if (!call_body(call, &doc))
        return;
    if (!json_read_bool(&doc, json_get(&doc, 0, "on"), &on)) {
        call_refuse(call, "bad_argument", "on");
        return;
    }
    call_json(call, &event);
    json_text(&event, "type", "read_only");
    json_bool(&event, "on", on);
    json_end(&event);
    house_commit(call, &event);
}

void admin_tables_max(struct call *call)
{
    struct json_doc doc;
    struct json event;
    int64_t most = -1;
    if (!call_body(call, &doc))
        return;
    if (!json_read_int(&doc, json_get(&doc, 0, "n"), &most) || most < 0 ||
        most > HOUSE_TABLES_MAX) {
        call_refuse(call, "bad_argument", "n");
        return;
    }
    call_json(call, &event);
    json_text(&event, "type", "tables_max");
    json_int(&event, "n", most);
    json_end(&event);
    house_commit(call, &event);
}

void admin_filters(struct call *call)
{
    char names[HOUSE_FILTERS_MAX], chat[HOUSE_FILTERS_MAX];
    struct json_doc doc;
    struct json event;
    if (!call_body(call, &doc))
        return;
    bool has_names = json_read_text(&doc, json_get(&doc, 0, "names"), names, sizeof names);
    if (!has_names || !json_read_text(&doc, json_get(&doc, 0, "chat"), chat, sizeof chat)) {
        call_refuse(call, "bad_argument", has_names ? "chat" : "names");
        return;
    }
    call_json(call, &event);
    json_text(&event, "type", "filters");
    json_text(&event, "names", names);
    json_text(&event, "chat", chat);
    json_end(&event);
    house_commit(call, &event);
}

/* Sends a message to every table with people. */
void admin_message(struct call *call)
{
    struct server *server = call->server;
    char text[ROOM_CHAT_MAX + 1];
    struct json_doc doc;
    struct json event;
    size_t at = 0;
    if (!call_body(call, &doc))
        return;
    if (!json_read_text(&doc, json_get(&doc, 0, "text"), text, sizeof text) || text[0] == '\0') {
        call_refuse(call, "bad_argument", "text");
        return;
    }
    for (struct slot *slot; (slot = map_next(&server->slots, &at)) != NULL;) {
        if (slot->room == NULL || slot->clients == NULL || slot->room->phase == ROOM_CLOSED)
            continue;
        struct task *task = task_new(server, 0);
        task_set_text(task, text, strlen(text));
        task->is_prepared = true;
        task->command = (struct room_command){ .kind = ROOM_ADMIN_SAY, .text = task->text };
        room_submit(server, slot, task);
    }
    call_json(call, &event);
    json_text(&event, "type", "said");
    json_text(&event, "text", text);
    json_end(&event);
    house_commit(call, &event);
}
