/* See house.h. */
#include "server/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "net/address.h"

static const int64_t HOUSE_EXPIRES_MS = 253402300799000; /* never: the end of the year 9999 */

/* People's animals, in the order of the page's sprites: the same in every language. */
static const char *const animals[] = { "🦊", "🦉", "🐻", "🐸",    "🦌", "🐙",   "🦔",
                                       "🐱",    "🐰",    "🐋", "🐢",    "🐌",    "🐝",   "🦢",
                                       "🐧",    "🐭",    "🐘", "🦀", "🐟",    "🦋" };
enum { ANIMALS = sizeof animals / sizeof animals[0] };

const char *house_animal(int64_t player)
{
    return animals[(uint64_t)player % ANIMALS];
}

/* --- reading the log --- */

static void take_forgotten(struct house *house, const struct json_doc *doc, uint32_t event)
{
    char text[ID_TEXT_SIZE];
    int64_t player;
    if (json_read_text(doc, json_get(doc, event, "player"), text, sizeof text) &&
        id_read(&player, text))
        map_put(&house->forgotten, player, house);
}

static void take_ban(struct house *house, const struct json_doc *doc, uint32_t event)
{
    struct house_ban ban = { 0 };
    char id[ID_TEXT_SIZE];
    const char *bad;
    if (house->ban_count == HOUSE_BANS_MAX ||
        !json_read_text(doc, json_get(doc, event, "id"), id, sizeof id) || !id_read(&ban.id, id))
        return;
    if (json_read_text(doc, json_get(doc, event, "player"), id, sizeof id))
        id_read(&ban.player, id);
    json_read_text(doc, json_get(doc, event, "network"), ban.network, sizeof ban.network);
    json_read_text(doc, json_get(doc, event, "reason"), ban.reason, sizeof ban.reason);
    json_read_int(doc, json_get(doc, event, "until_ms"), &ban.until_ms);
    if (ban.player == 0 && !address_networks_read(&ban.networks, ban.network, &bad))
        return;
    if (house->bans == NULL)
        house->bans = memory_take(HOUSE_BANS_MAX * sizeof *house->bans);
    house->bans[house->ban_count++] = ban;
}

static void drop_ban(struct house *house, const struct json_doc *doc, uint32_t event)
{
    char text[ID_TEXT_SIZE];
    int64_t id;
    if (!json_read_text(doc, json_get(doc, event, "id"), text, sizeof text) || !id_read(&id, text))
        return;
    for (int i = 0; i < house->ban_count; i++)
        if (house->bans[i].id == id) {
            house->bans[i] = house->bans[--house->ban_count];
            return;
        }
}

static void take_words(const struct json_doc *doc, uint32_t node, char out[HOUSE_FILTERS_MAX])
{
    if (!json_read_text(doc, node, out, HOUSE_FILTERS_MAX))
        out[0] = '\0';
}

static void keep_entry(struct house_entries *entries, int64_t time_ms, int64_t id, const char *text,
                       size_t length)
{
    struct house_entry *entry = &entries->entry[entries->count++ % HOUSE_ENTRIES];
    memory_free(entry->text);
    *entry = (struct house_entry){
        .time_ms = time_ms, .id = id, .text = memory_take(length + 1), .length = length
    };
    memcpy(entry->text, text, length);
    entry->text[length] = '\0';
}

static int64_t id_of(const struct json_doc *doc, uint32_t event)
{
    char text[ID_TEXT_SIZE];
    int64_t id = 0;
    if (json_read_text(doc, json_get(doc, event, "id"), text, sizeof text))
        id_read(&id, text);
    return id;
}

struct house_entry *house_report(struct house *house, int64_t id)
{
    for (int i = 0; i < HOUSE_ENTRIES && i < house->reports.count && id != 0; i++)
        if (house->reports.entry[i].id == id)
            return &house->reports.entry[i];
    return NULL;
}

static void close_report(struct house *house, int64_t id)
{
    struct house_entry *report = house_report(house, id);
    if (report != NULL)
        report->id = 0;
}

static void take_event(struct house *house, const struct json_doc *doc, uint32_t event,
                       int64_t time_ms)
{
    uint32_t type = json_get(doc, event, "type");
    const char *text = doc->text + doc->node[event].start;
    size_t length = doc->node[event].end - doc->node[event].start;
    if (json_equals(doc, type, "forgotten")) {
        take_forgotten(house, doc, event);
        return; /* no list shows people who asked to be forgotten */
    }
    if (json_equals(doc, type, "reported")) {
        keep_entry(&house->reports, time_ms, id_of(doc, event), text, length);
        return;
    }
    if (json_equals(doc, type, "banned"))
        take_ban(house, doc, event);
    else if (json_equals(doc, type, "unbanned"))
        drop_ban(house, doc, event);
    else if (json_equals(doc, type, "read_only"))
        json_read_bool(doc, json_get(doc, event, "on"), &house->is_read_only);
    else if (json_equals(doc, type, "tables_max"))
        json_read_int(doc, json_get(doc, event, "n"), &house->tables_max);
    else if (json_equals(doc, type, "filters")) {
        take_words(doc, json_get(doc, event, "names"), house->name_words);
        take_words(doc, json_get(doc, event, "chat"), house->chat_words);
    } else if (json_equals(doc, type, "report_closed"))
        close_report(house, id_of(doc, event));
    keep_entry(&house->acts, time_ms, 0, text, length);
}

/* `text` is a batch: an array of events. */
static bool take_text(struct server *server, const char *text, size_t length, int64_t time_ms)
{
    struct json_node node[512];
    struct json_doc doc;
    const char *problem;
    if (!json_parse(&doc, text, length, node, sizeof node / sizeof node[0], &problem) ||
        !json_is(&doc, 0, JSON_ARRAY))
        return false;
    for (uint32_t at = json_first(0); at < doc.node_count; at = doc.node[at].next)
        take_event(&server->house, &doc, at, time_ms);
    return true;
}

static bool take_batch(void *context, const struct store_batch *batch)
{
    struct server *server = context;
    struct house *house = &server->house;
    room_chain(house->hash, batch->events, batch->length);
    bool is_sound = batch->hash != NULL && memcmp(house->hash, batch->hash, SHA256_SIZE) == 0 &&
                    take_text(server, batch->events, batch->length, batch->time_ms);
    if (!is_sound)
        log_line(LOG_ERROR, "the house's log is damaged", "seq", "%lld", (long long)batch->seq,
                 NULL);
    house->seq = batch->seq;
    return is_sound;
}

static bool stop(void *context, const struct store_batch *batch)
{
    (void)context, (void)batch;
    return false;
}

/* The state in memory is dropped only when the batches after it have been read. */
static bool can_load(struct store *store)
{
    struct error error = { 0 };
    return store->ops->awaits == NULL ||
           store->ops->load(store, HOUSE_ROOM, 0, stop, NULL, &error) ||
           error.kind != ERROR_PENDING;
}

void house_load(struct server *server)
{
    struct store *store = server->seams.store;
    struct house *house = &server->house;
    if (house->is_loaded || !store->ops->healthy(store, NULL) || !can_load(store))
        return;
    house_free(server);
    *house = (struct house){ 0 };
    house->is_loaded = store->ops->load(store, HOUSE_ROOM, 0, take_batch, server, NULL);
    house->handed = house->seq;
}

/* The first batches are those that this server has written and knows already. */
void house_follow(struct server *server)
{
    struct store *store = server->seams.store;
    struct house *house = &server->house;
    if (store->ops->claim == NULL || (house->is_loaded && house->handed != house->seq))
        return;
    bool was_loaded = house->is_loaded;
    int64_t seq = house->seq;
    if (was_loaded) {
        struct error error = { 0 };
        house->is_loaded = store->ops->load(store, HOUSE_ROOM, seq, take_batch, server, &error) ||
                           error.kind == ERROR_PENDING;
        house->handed = house->seq;
    } else
        house_load(server);
    if (was_loaded ? house->seq == seq : !house->is_loaded)
        return;
    clients_end_banned(server);
    clients_end_forgotten(server);
    house_hide_everywhere(server);
}

static void free_entries(struct house_entries *entries)
{
    for (int i = 0; i < HOUSE_ENTRIES; i++)
        memory_free(entries->entry[i].text);
}

void house_free(struct server *server)
{
    struct house *house = &server->house;
    map_free(&house->forgotten);
    memory_free(house->bans);
    free_entries(&house->reports);
    free_entries(&house->acts);
    *house = (struct house){ 0 };
}

/* --- writing --- */

struct house_write {
    struct store_write write;
    struct server *server;
    void (*done)(void *owner, enum error_kind result);
    void *owner;
    char text[];
};

static void written(struct store_write *write)
{
    struct house_write *job = write->owner;
    struct server *server = job->server;
    int bans = server->house.ban_count;
    if (write->result == ERROR_NONE && server->house.is_loaded) {
        server->house.seq++;
        take_text(server, write->bytes, write->length, write->time_ms);
        if (server->house.ban_count > bans)
            clients_end_banned(server);
    } else
        server->house.is_loaded = false; /* what the log holds is to be read again */
    if (job->done != NULL)
        job->done(job->owner, write->result);
    memory_free(job);
}

void house_append(struct server *server, const char *event, size_t length,
                  void (*done)(void *owner, enum error_kind result), void *owner,
                  struct store_write *with)
{
    struct house *house = &server->house;
    struct house_write *job = memory_take(sizeof *job + length + 3);
    job->text[0] = '[';
    memcpy(job->text + 1, event, length);
    job->text[length + 1] = ']';
    job->text[length + 2] = '\0';
    job->server = server;
    job->done = done;
    job->owner = owner;
    job->write = (struct store_write){ .kind = STORE_APPEND,
                                       .room = HOUSE_ROOM,
                                       .expected_seq = house->handed++,
                                       .time_ms = server_now(server),
                                       .bytes = job->text,
                                       .length = length + 2,
                                       .game = "house",
                                       .expires_ms = HOUSE_EXPIRES_MS,
                                       .done = written,
                                       .owner = job,
                                       .next = with };
    room_chain(house->hash, job->text, length + 2);
    memcpy(job->write.hash, house->hash, SHA256_SIZE);
    store_write(server->seams.store, &job->write);
}

struct answer {
    struct server *server;
    net_id connection;
};

static void respond_saved(void *owner, enum error_kind result)
{
    struct answer *answer = owner;
    char text[32];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    json_bool(&out, "saved", true);
    json_end(&out);
    if (result == ERROR_NONE)
        api_respond_json(answer->server, answer->connection, &out);
    else
        problem_respond(answer->server, answer->connection, "not_saved", NULL);
    memory_free(answer);
}

void house_answer(struct server *server, net_id connection, const struct json *event)
{
    struct answer *answer = memory_take(sizeof *answer);
    *answer = (struct answer){ server, connection };
    house_append(server, event->out, event->length, respond_saved, answer, NULL);
}

void house_commit(struct call *call, const struct json *event)
{
    if (event->overflow) {
        call_refuse(call, "too_large", NULL);
        return;
    }
    house_answer(call->server, call->connection, event);
}

void house_note(struct server *server, const char *type, const char *key, const char *value)
{
    char text[256];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "type", type);
    json_text(&out, key, value);
    json_end(&out);
    if (!out.overflow)
        house_append(server, out.out, out.length, NULL, NULL, NULL);
}

/* --- people who asked to be forgotten --- */

bool house_has_forgotten(const struct server *server, int64_t player)
{
    return server->house.forgotten.count > 0 && map_get(&server->house.forgotten, player) != NULL;
}

bool house_hide(const struct server *server, struct room *room)
{
    bool has_changed = false;
    for (int i = 0; i < room->member_end && server->house.forgotten.count > 0; i++) {
        struct room_member *member = &room->member[i];
        const char *animal = animals[room_animal(room, i) % ANIMALS];
        if (!house_has_forgotten(server, member->player) || text_equal(member->name, animal))
            continue;
        text_copy(member->name, sizeof member->name, animal);
        has_changed = true;
    }
    for (int i = 0; i < room->knock_count; i++) {
        struct room_knock *knock = &room->knock[i];
        const char *animal = animals[knock->animal % ANIMALS];
        if (!house_has_forgotten(server, knock->player) || text_equal(knock->name, animal))
            continue;
        text_copy(knock->name, sizeof knock->name, animal);
        has_changed = true;
    }
    return has_changed;
}

/* There is no event for this, so everybody at the table is sent the whole state, without the name. */
static void hide_at(struct server *server, struct slot *slot)
{
    if (slot->ended != NULL)
        house_hide(server, slot->ended);
    if (slot->room == NULL || !house_hide(server, slot->room))
        return;
    for (struct client *client = slot->clients; client != NULL; client = client->next)
        frame_state(server, client, -1);
}

void house_hide_everywhere(struct server *server)
{
    size_t at = 0;
    for (int i = 0; i < SERVER_LEADERBOARDS; i++)
        server->leaderboard[i].made_ms = INT64_MIN / 2;
    for (struct slot *slot; (slot = map_next(&server->slots, &at)) != NULL;)
        hide_at(server, slot);
}

/* The player whose name is the event's text; 0: it has no name. */
static int64_t named_by(const struct room_event *event)
{
    bool has_name =
        !event->is_game &&
        (event->event.kind == ROOM_PLAYER_JOINED || event->event.kind == ROOM_PLAYER_RENAMED ||
         event->event.kind == ROOM_SEAT_CLAIMED || event->event.kind == ROOM_KNOCKED);
    return has_name ? event->event.arg[0] : 0;
}

void house_hide_events(const struct server *server, const struct room *room,
                       struct room_event *event, int count)
{
    for (int i = 0; i < count && server->house.forgotten.count > 0; i++) {
        int64_t player = named_by(&event[i]);
        int member = room_member_of(room, player);
        if (player != 0 && house_has_forgotten(server, player))
            event[i].event.text =
                member >= 0 ? animals[room_animal(room, member) % ANIMALS] : house_animal(player);
    }
}

/* --- bans and lists of words --- */

const struct house_ban *house_ban_of(const struct server *server, int64_t player,
                                     const char *address)
{
    const struct house *house = &server->house;
    int64_t now_ms = server_now(server);
    struct address_networks one;
    const char *bad;
    bool has_address =
        house->ban_count > 0 && address != NULL && address_networks_read(&one, address, &bad);
    for (int i = 0; i < house->ban_count; i++) {
        const struct house_ban *ban = &house->bans[i];
        if (ban->until_ms != 0 && ban->until_ms <= now_ms)
            continue;
        if (ban->player != 0 ? ban->player == player
                             : has_address && one.count > 0 &&
                                   address_networks_have(&ban->networks, &one.network[0].base))
            return ban;
    }
    return NULL;
}

/* Whether a word of the list, one a line, stands in the text; ASCII letters are the same in both cases. */
static bool has_word(const char *words, const char *text)
{
    char word[128];
    while (*words != '\0') {
        size_t length = strcspn(words, "\n");
        if (length > 0 && length < sizeof word) {
            memcpy(word, words, length);
            word[length] = '\0';
            if (strcasestr(text, word) != NULL)
                return true;
        }
        words += length + (words[length] == '\n');
    }
    return false;
}

bool house_filters_name(const struct server *server, const char *name)
{
    return has_word(server->house.name_words, name);
}

static bool begins_something(const struct room_command *command)
{
    return command->kind == ROOM_CREATE || command->kind == ROOM_JOIN ||
           command->kind == ROOM_KNOCK || command->kind == ROOM_START ||
           command->kind == ROOM_REMATCH;
}

const char *house_against(const struct server *server, const struct room_command *command)
{
    if (command->is_game)
        return NULL;
    if (server->house.is_read_only && begins_something(command))
        return "read_only";
    if (command->has_name && command->text != NULL && house_filters_name(server, command->text))
        return "filtered";
    bool is_said = command->kind == ROOM_CHAT && command->text != NULL;
    return is_said && has_word(server->house.chat_words, command->text) ? "filtered" : NULL;
}
