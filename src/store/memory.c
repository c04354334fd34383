/* The memory back end: the same interface for simulations and benchmarks. Everything is lost when it is
 * closed.
 *
 * Each room keeps its batches in one growing text. Rooms, codes, games, people and sessions are found
 * through hash tables. Results of finished games are noted when their batch arrives, so that they outlive
 * the room as they do in a file. */
#include "store/memory_store.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* Room for `needed` elements in an array that doubles. */
static void *grown(void *array, size_t *max, size_t needed, size_t element)
{
    size_t wanted = *max ? *max : 16;
    while (wanted < needed)
        wanted *= 2;
    if (wanted == *max)
        return array;
    /* Nothing of the new part is read before it is written. */
    array = memory_grow(array, wanted * element, wanted * element);
    *max = wanted;
    return array;
}

/* Results */

/* Of a game that was rewound after its end and ended again, only the last end counts. */
static void note_result(struct memory_store *store, const struct memory_game *game,
                        const struct store_result *result)
{
    for (size_t i = game->first_result; i < store->result_count; i++)
        if (store->result[i].game_id == result->game_id &&
            store->result[i].player == result->player) {
            store->result[i] = *result;
            return;
        }
    store->result =
        grown(store->result, &store->result_max, store->result_count + 1, sizeof *store->result);
    store->result[store->result_count++] = *result;
}

static void note_results(struct memory_store *store, const struct memory_room *room,
                         const struct store_write *write)
{
    const struct memory_game *game = map_get(&store->games, room->game_id);
    for (int i = 0; game && i < write->score_count; i++) {
        const struct store_score *score = &write->scores[i];
        struct store_result result = { .room = room->about.room,
                                       .game_id = game->game_id,
                                       .player = score->player,
                                       .score = score->score,
                                       .won = score->won,
                                       .ended_ms = write->time_ms };
        memcpy(result.game, game->game, sizeof result.game);
        text_copy(result.reason, sizeof result.reason, score->reason);
        text_copy(result.point, sizeof result.point, score->point);
        note_result(store, game, &result);
    }
}

/* Writes */

static struct memory_room *make_room(struct memory_store *store, const struct store_write *write)
{
    struct memory_room *room = memory_take(sizeof *room);
    room->about = (struct store_room){ .room = write->room,
                                       .code = write->code,
                                       .created_ms = write->time_ms };
    map_put(&store->rooms, write->room, room);
    map_put(&store->codes, write->code, room);
    return room;
}

static void add_game(struct memory_store *store, struct memory_room *room,
                     const struct store_write *write)
{
    struct memory_game *game = memory_take(sizeof *game);
    *game = (struct memory_game){ .game_id = write->game_id,
                                  .room = write->room,
                                  .first_result = store->result_count };
    text_copy(game->game, sizeof game->game, write->game);
    map_put(&store->games, write->game_id, game);
    room->game_id = write->game_id;
}

static void set_next_game(struct memory_store *store, struct memory_room *room, int64_t game_id)
{
    if (room->next_game_id == game_id)
        return;
    if (room->next_game_id != 0)
        map_remove(&store->next_games, room->next_game_id);
    if (game_id != 0)
        map_put(&store->next_games, game_id, room);
    room->next_game_id = game_id;
}

static void add_batch(struct memory_room *room, const struct store_write *write)
{
    size_t count = (size_t)room->about.seq;
    room->batch = grown(room->batch, &room->batch_max, count + 1, sizeof *room->batch);
    room->text = grown(room->text, &room->text_max, room->text_length + write->length, 1);
    memcpy(room->text + room->text_length, write->bytes, write->length);
    room->batch[count] = (struct memory_batch){ .time_ms = write->time_ms,
                                                .player = write->player,
                                                .cid = write->cid,
                                                .start = room->text_length,
                                                .length = write->length,
                                                .marks = write->marks };
    memcpy(room->batch[count].hash, write->hash, sizeof write->hash);
    room->text_length += write->length;
    room->about.seq++;
}

static void set_playing(struct memory_room *room, const struct store_write *write)
{
    memory_free(room->playing);
    room->playing = memory_take((size_t)(write->playing_count + 1) * sizeof *room->playing);
    memcpy(room->playing, write->playing, (size_t)write->playing_count * sizeof *room->playing);
    room->playing_count = write->playing_count;
    room->is_long = write->is_long;
    room->playing_since_ms = write->time_ms;
}

static enum error_kind append(struct memory_store *store, const struct store_write *write)
{
    assert(write->game && write->bytes && write->room);
    struct memory_room *room = map_get(&store->rooms, write->room);
    if ((room ? room->about.seq : 0) != write->expected_seq)
        return ERROR_STALE;
    if (!room && map_get(&store->codes, write->code))
        return ERROR_TAKEN;
    bool is_start = write->marks & STORE_MARK_GAME_STARTED;
    if (is_start && map_get(&store->games, write->game_id))
        return ERROR_TAKEN;
    if (!room)
        room = make_room(store, write);
    room->about.expires_ms = write->expires_ms;
    text_copy(room->about.game, sizeof room->about.game, write->game);
    set_next_game(store, room, write->next_game_id);
    add_batch(room, write);
    store->stats.bytes += (int64_t)write->length;
    if (is_start)
        add_game(store, room, write);
    if (write->marks & STORE_MARK_GAME_OVER)
        note_results(store, room, write);
    if (write->playing)
        set_playing(room, write);
    return ERROR_NONE;
}

static enum error_kind put_snapshot(struct memory_store *store, const struct store_write *write)
{
    struct memory_room *room = map_get(&store->rooms, write->room);
    if (!room || write->expected_seq < 1 || write->expected_seq > room->about.seq)
        return ERROR_MISSING;
    memory_free(room->snapshot);
    room->snapshot = memory_take(write->length);
    memcpy(room->snapshot, write->bytes, write->length);
    room->snapshot_length = write->length;
    room->snapshot_seq = write->expected_seq;
    return ERROR_NONE;
}

static void free_room(struct memory_room *room)
{
    memory_free(room->batch);
    memory_free(room->text);
    memory_free(room->snapshot);
    memory_free(room->playing);
    memory_free(room);
}

static void drop_games(struct memory_store *store, int64_t room)
{
    struct memory_game *game;
    for (size_t at = 0; (game = map_next(&store->games, &at)) != NULL;) {
        if (game->room != room)
            continue;
        map_remove(&store->games, game->game_id);
        memory_free(game);
        at--;
    }
}

static enum error_kind remove_room(struct memory_store *store, const struct store_write *write)
{
    struct memory_room *room = map_get(&store->rooms, write->room);
    if (!room)
        return ERROR_MISSING;
    drop_games(store, write->room);
    set_next_game(store, room, 0);
    store->stats.bytes -= (int64_t)room->text_length;
    map_remove(&store->codes, room->about.code);
    map_remove(&store->rooms, write->room);
    free_room(room);
    return ERROR_NONE;
}

static enum error_kind keep_room(struct memory_store *store, const struct store_write *write)
{
    struct memory_room *room = map_get(&store->rooms, write->room);
    if (!room)
        return ERROR_MISSING;
    room->about.expires_ms = write->expires_ms;
    return ERROR_NONE;
}

/* Sessions are found by the first eight bytes of a hash nobody can choose. */
static int64_t session_key(const uint8_t token_hash[32])
{
    int64_t key;
    memcpy(&key, token_hash, sizeof key);
    return key ? key : 1;
}

struct memory_session *memory_session_of(const struct memory_store *store,
                                         const uint8_t token_hash[32])
{
    struct memory_session *session = map_get(&store->sessions, session_key(token_hash));
    return session && memcmp(session->token_hash, token_hash, 32) == 0 ? session : NULL;
}

static enum error_kind put_session(struct memory_store *store, const struct store_write *write)
{
    struct memory_person *person = map_get(&store->people, write->player);
    if (!person) {
        person = memory_take(sizeof *person);
        person->player = write->player;
        map_put(&store->people, write->player, person);
    }
    text_copy(person->name, sizeof person->name, write->name);
    struct memory_session *session = memory_session_of(store, write->token_hash);
    if (!session) {
        session = memory_take(sizeof *session);
        memcpy(session->token_hash, write->token_hash, 32);
        map_put(&store->sessions, session_key(write->token_hash), session);
    }
    session->player = write->player;
    session->expires_ms = write->expires_ms;
    return ERROR_NONE;
}

static void drop_session(struct memory_store *store, struct memory_session *session)
{
    map_remove(&store->sessions, session_key(session->token_hash));
    memory_free(session);
}

/* Drops what `is_dropped` says. */
static void drop_sessions(struct memory_store *store, const struct store_write *write,
                          bool (*is_dropped)(const struct memory_session *,
                                             const struct store_write *))
{
    struct memory_session *session;
    for (size_t at = 0; (session = map_next(&store->sessions, &at)) != NULL;) {
        if (!is_dropped(session, write))
            continue;
        drop_session(store, session);
        at--;
    }
}

static bool is_named(const struct memory_session *session, const struct store_write *write)
{
    return memcmp(session->token_hash, write->token_hash, 32) == 0;
}

static bool is_another(const struct memory_session *session, const struct store_write *write)
{
    return session->player == write->player && !is_named(session, write);
}

static bool has_ended(const struct memory_session *session, const struct store_write *write)
{
    return session->expires_ms < write->time_ms;
}

static enum error_kind set_push(struct memory_store *store, const struct store_write *write)
{
    struct memory_session *session;
    for (size_t at = 0; (session = map_next(&store->sessions, &at)) != NULL;)
        if (text_equal(session->push_endpoint, write->push_endpoint))
            session->push_endpoint[0] = session->push_keys[0] = '\0';
    session = memory_session_of(store, write->token_hash);
    if (session) {
        text_copy(session->push_endpoint, sizeof session->push_endpoint, write->push_endpoint);
        text_copy(session->push_keys, sizeof session->push_keys, write->push_keys);
    }
    return ERROR_NONE;
}

static enum error_kind do_write(struct memory_store *store, const struct store_write *write)
{
    switch (write->kind) {
    case STORE_APPEND: return append(store, write);
    case STORE_SNAPSHOT: return put_snapshot(store, write);
    case STORE_REMOVE_ROOM: return remove_room(store, write);
    case STORE_KEEP_ROOM: return keep_room(store, write);
    case STORE_PUT_SESSION: return put_session(store, write);
    case STORE_DROP_SESSION: drop_sessions(store, write, is_named); return ERROR_NONE;
    case STORE_DROP_SESSIONS: drop_sessions(store, write, is_another); return ERROR_NONE;
    case STORE_SET_PUSH: return set_push(store, write);
    case STORE_ALIVE:
        store->alive_ms = write->time_ms;
        drop_sessions(store, write, has_ended);
        return ERROR_NONE;
    }
    assert(!"a kind of write");
    return ERROR_USAGE;
}

static void memory_write(struct store *base, struct store_write *write)
{
    struct memory_store *store = (struct memory_store *)base;
    if (store->last)
        store->last->next = write;
    else
        store->first = write;
    for (struct store_write *w = write; w; w = w->next) {
        store->last = w;
        store->stats.waiting++;
    }
    if (store->config.wake)
        store->config.wake(store->config.context);
}

static void do_group(struct memory_store *store, struct store_write *first)
{
    int64_t size = 0;
    for (struct store_write *w = first; w; w = w->next, size++)
        w->result = do_write(store, w);
    store->stats.writes += size;
    store->stats.waiting -= size;
    store->stats.commits++;
    if (size > store->stats.largest_group)
        store->stats.largest_group = size;
}

static void memory_poll(struct store *base)
{
    struct memory_store *store = (struct memory_store *)base;
    struct store_write *first = store->first;
    if (!first)
        return;
    store->first = store->last = NULL;
    do_group(store, first);
    while (first) {
        struct store_write *write = first;
        first = write->next;
        write->next = NULL;
        write->done(write);
    }
}

/* Health and closing */

static int64_t memory_alive_ms(struct store *base)
{
    return ((struct memory_store *)base)->alive_ms;
}

static bool memory_healthy(struct store *base, struct error *error)
{
    (void)base, (void)error;
    return true;
}

static bool memory_backup(struct store *base, const char *path, struct error *error)
{
    (void)base, (void)path;
    return error_set(error, ERROR_USAGE, "a store in memory has no backup");
}

static void memory_stats(struct store *base, struct store_stats *out)
{
    *out = ((struct memory_store *)base)->stats;
}

static void free_values(struct map *map)
{
    void *value;
    for (size_t at = 0; (value = map_next(map, &at)) != NULL;)
        memory_free(value);
    map_free(map);
}

static void memory_close(struct store *base)
{
    struct memory_store *store = (struct memory_store *)base;
    while (store->first)
        memory_poll(base);
    struct memory_room *room;
    for (size_t at = 0; (room = map_next(&store->rooms, &at)) != NULL;)
        free_room(room);
    map_free(&store->rooms);
    map_free(&store->codes);
    map_free(&store->next_games);
    free_values(&store->games);
    free_values(&store->people);
    free_values(&store->sessions);
    memory_free(store->result);
    memory_free(store);
}

static const struct store_ops memory_ops = {
    .write = memory_write,
    .poll = memory_poll,
    .find_code = memory_find_code,
    .find_room = memory_find_room,
    .find_game = memory_find_game,
    .load = memory_load,
    .load_snapshot = memory_load_snapshot,
    .find_session = memory_find_session,
    .find_player = memory_find_player,
    .list_people = memory_list_people,
    .list_rooms = memory_list_rooms,
    .leaderboard = memory_leaderboard,
    .history = memory_history,
    .list_playing = memory_list_playing,
    .list_long = memory_list_long,
    .list_pushes = memory_list_pushes,
    .count_pushes = memory_count_pushes,
    .alive_ms = memory_alive_ms,
    .healthy = memory_healthy,
    .backup = memory_backup,
    .stats = memory_stats,
    .close = memory_close,
};

struct store *store_open_memory(const struct store_config *config)
{
    struct memory_store *store = memory_take(sizeof *store);
    store->store.ops = &memory_ops;
    store->config = *config;
    return &store->store;
}
