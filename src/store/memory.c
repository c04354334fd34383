/* The memory back end: the same interface for simulations and benchmarks. Everything is lost when it is
 * closed.
 *
 * Each room keeps its batches in one growing text. Rooms, codes, games, people and sessions are found
 * through hash tables. Results of finished games are noted when their batch arrives, so that they outlive
 * the room as they do in a file. */
#include "store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/text.h"

/* The data */

struct memory_batch {
    int64_t time_ms, player, cid;
    size_t start, length; /* in the room's text */
    uint8_t hash[32];
    int marks;
};

struct memory_game {
    int64_t game_id, room;
    size_t first_result; /* none of its results comes before */
    char game[24];
};

struct memory_room {
    struct store_room about;
    struct memory_batch *batch; /* about.seq of them */
    size_t batch_max;
    char *text;
    size_t text_length, text_max;
    int64_t snapshot_seq; /* 0: none */
    void *snapshot;
    size_t snapshot_length;
    int64_t game_id;      /* the latest one */
    int64_t next_game_id; /* the one being prepared */
    int64_t *playing;     /* who sits in the game that runs */
    int playing_count;
    bool is_long;
    int64_t playing_since_ms;
};

struct memory_person {
    int64_t player;
    char name[128];
};

struct memory_session {
    uint8_t token_hash[32];
    int64_t player, expires_ms;
    char push_endpoint[STORE_PUSH_SIZE], push_keys[STORE_PUSH_KEYS_SIZE];
};

struct memory_store {
    struct store store;
    struct store_config config;
    struct store_write *first, *last;
    struct map rooms, codes, games, next_games, people, sessions;
    struct store_result *result;
    size_t result_count, result_max;
    int64_t alive_ms;
    struct store_stats stats;
};

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

static struct memory_session *get_session(const struct memory_store *store,
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
    struct memory_session *session = get_session(store, write->token_hash);
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
    session = get_session(store, write->token_hash);
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

/* Reads */

static bool missing(struct error *error)
{
    return error_set(error, ERROR_MISSING, "no such entry");
}

static bool give_room(const struct memory_room *room, struct store_room *out, struct error *error)
{
    if (!room)
        return missing(error);
    *out = room->about;
    return true;
}

static bool memory_find_code(struct store *base, int64_t code, struct store_room *out,
                             struct error *error)
{
    return give_room(map_get(&((struct memory_store *)base)->codes, code), out, error);
}

static bool memory_find_room(struct store *base, int64_t room, struct store_room *out,
                             struct error *error)
{
    return give_room(map_get(&((struct memory_store *)base)->rooms, room), out, error);
}

static bool memory_find_game(struct store *base, int64_t game_id, int64_t *room,
                             struct error *error)
{
    struct memory_store *store = (struct memory_store *)base;
    struct memory_game *game = map_get(&store->games, game_id);
    struct memory_room *preparing = map_get(&store->next_games, game_id);
    if (!game && !preparing)
        return missing(error);
    *room = game ? game->room : preparing->about.room;
    return true;
}

static bool memory_load(struct store *base, int64_t id, int64_t after_seq,
                        bool (*each)(void *, const struct store_batch *), void *context,
                        struct error *error)
{
    (void)error;
    struct memory_room *room = map_get(&((struct memory_store *)base)->rooms, id);
    for (int64_t seq = after_seq + 1; room && seq <= room->about.seq; seq++) {
        const struct memory_batch *kept = &room->batch[seq - 1];
        struct store_batch batch = { .seq = seq,
                                     .time_ms = kept->time_ms,
                                     .player = kept->player,
                                     .cid = kept->cid,
                                     .events = room->text + kept->start,
                                     .length = kept->length,
                                     .hash = kept->hash,
                                     .marks = kept->marks };
        if (!each(context, &batch))
            break;
    }
    return true;
}

static bool memory_load_snapshot(struct store *base, int64_t id, int64_t *seq,
                                 void (*take)(void *, const void *, size_t), void *context,
                                 struct error *error)
{
    struct memory_room *room = map_get(&((struct memory_store *)base)->rooms, id);
    if (!room || !room->snapshot_seq)
        return missing(error);
    *seq = room->snapshot_seq;
    take(context, room->snapshot, room->snapshot_length);
    return true;
}

static bool memory_find_player(struct store *base, int64_t player, struct store_session *out,
                               struct error *error)
{
    struct memory_person *person = map_get(&((struct memory_store *)base)->people, player);
    if (!person)
        return missing(error);
    *out = (struct store_session){ .player = player };
    memcpy(out->name, person->name, sizeof out->name);
    return true;
}

static int memory_list_people(struct store *base, const char *part, struct store_session *out,
                              int max)
{
    const struct memory_store *store = (struct memory_store *)base;
    size_t at = 0;
    int count = 0;
    for (const struct memory_person *person;
         count < max && (person = map_next(&store->people, &at)) != NULL;)
        if (strcasestr(person->name, part) != NULL) {
            out[count] = (struct store_session){ .player = person->player };
            memcpy(out[count++].name, person->name, sizeof person->name);
        }
    return count;
}

static bool memory_find_session(struct store *base, const uint8_t token_hash[32],
                                struct store_session *out, struct error *error)
{
    struct memory_session *session = get_session((struct memory_store *)base, token_hash);
    if (!session || !memory_find_player(base, session->player, out, error))
        return missing(error);
    out->expires_ms = session->expires_ms;
    return true;
}

static int by_room(const void *a, const void *b)
{
    uint64_t x = (uint64_t)((const struct store_room *)a)->room;
    uint64_t y = (uint64_t)((const struct store_room *)b)->room;
    return (x > y) - (x < y);
}

static int memory_list_rooms(struct store *base, int64_t expires_before_ms, int64_t after_room,
                             struct store_room *out, int max)
{
    const struct map *rooms = &((struct memory_store *)base)->rooms;
    struct store_room *all = memory_take((rooms->count + 1) * sizeof *all);
    size_t count = 0;
    const struct memory_room *room;
    for (size_t at = 0; (room = map_next(rooms, &at)) != NULL;) {
        if ((uint64_t)room->about.room > (uint64_t)after_room &&
            (!expires_before_ms || room->about.expires_ms < expires_before_ms))
            all[count++] = room->about;
    }
    qsort(all, count, sizeof *all, by_room);
    if (count > (size_t)max)
        count = (size_t)max;
    memcpy(out, all, count * sizeof *out);
    memory_free(all);
    return (int)count;
}

static int by_rank(const void *a, const void *b)
{
    const struct store_rank *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->wins != y->wins)
        return x->wins > y->wins ? -1 : 1;
    if (x->games != y->games)
        return x->games < y->games ? -1 : 1;
    return (x->player > y->player) - (x->player < y->player);
}

static struct store_rank *rank_of(struct store_rank *rank, size_t *count, int64_t player)
{
    size_t i = 0;
    while (i < *count && rank[i].player != player)
        i++;
    if (i == *count)
        rank[(*count)++].player = player;
    return &rank[i];
}

static void add_result(struct store_rank *rank, const struct store_result *result,
                       const char *const *points)
{
    rank->games++;
    rank->wins += result->won;
    rank->score += result->score;
    for (int i = 0; points && i < STORE_POINTS_MAX && points[i]; i++)
        rank->points[i] += text_equal(result->point, points[i]);
}

static int memory_leaderboard(struct store *base, const char *game, const char *const *points,
                              struct store_rank *out, int max)
{
    const struct memory_store *store = (struct memory_store *)base;
    struct store_rank *rank = memory_take((store->result_count + 1) * sizeof *rank);
    size_t count = 0;
    for (size_t i = 0; i < store->result_count; i++) {
        const struct store_result *result = &store->result[i];
        const struct memory_person *person = map_get(&store->people, result->player);
        if (!person || (game && !text_equal(result->game, game)))
            continue;
        struct store_rank *of_player = rank_of(rank, &count, result->player);
        memcpy(of_player->name, person->name, sizeof of_player->name);
        add_result(of_player, result, points);
    }
    qsort(rank, count, sizeof *rank, by_rank);
    if (count > (size_t)max)
        count = (size_t)max;
    memcpy(out, rank, count * sizeof *out);
    memory_free(rank);
    return (int)count;
}

static int memory_history(struct store *base, int64_t player, struct store_result *out, int max)
{
    const struct memory_store *store = (struct memory_store *)base;
    const struct memory_person *person = map_get(&store->people, player);
    int count = 0;
    for (size_t i = store->result_count; person && i > 0 && count < max; i--) {
        if (store->result[i - 1].player != player)
            continue;
        out[count] = store->result[i - 1];
        memcpy(out[count++].name, person->name, sizeof person->name);
    }
    return count;
}

static bool sits(const struct memory_room *room, int64_t player)
{
    for (int i = 0; i < room->playing_count; i++)
        if (room->playing[i] == player)
            return true;
    return false;
}

/* Whether `a` is told of before `b`. */
static bool is_nearer(const struct memory_room *a, const struct memory_room *b)
{
    if (a->is_long != b->is_long)
        return a->is_long;
    return a->playing_since_ms > b->playing_since_ms ||
           (a->playing_since_ms == b->playing_since_ms && a->about.room < b->about.room);
}

/* Puts a room in its place among those found so far, of which the first `max` are kept. */
static int insert_room(const struct memory_room **found, int count, int max,
                       const struct memory_room *room)
{
    int at = count;
    while (at > 0 && is_nearer(room, found[at - 1]))
        at--;
    for (int i = count < max ? count : max - 1; i > at; i--)
        found[i] = found[i - 1];
    if (at < max)
        found[at] = room;
    return count < max ? count + 1 : max;
}

static int memory_list_playing(struct store *base, int64_t player, int64_t *out, int max)
{
    const struct memory_store *store = (struct memory_store *)base;
    const struct memory_room **found = memory_take((size_t)(max + 1) * sizeof *found), *room;
    int count = 0;
    for (size_t at = 0; (room = map_next(&store->rooms, &at)) != NULL;)
        if (sits(room, player))
            count = insert_room(found, count, max, room);
    for (int i = 0; i < count; i++)
        out[i] = found[i]->about.room;
    memory_free(found);
    return count;
}

static int by_id(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int memory_list_long(struct store *base, int64_t after_room, int64_t *out, int max)
{
    const struct memory_store *store = (struct memory_store *)base;
    int64_t *all = memory_take((store->rooms.count + 1) * sizeof *all);
    const struct memory_room *room;
    int count = 0;
    for (size_t at = 0; (room = map_next(&store->rooms, &at)) != NULL;)
        if (room->is_long && room->playing_count > 0 && room->about.room > after_room)
            all[count++] = room->about.room;
    qsort(all, (size_t)count, sizeof *all, by_id);
    count = count < max ? count : max;
    memcpy(out, all, (size_t)count * sizeof *out);
    memory_free(all);
    return count;
}

static bool is_told(const struct memory_session *session, int64_t player, int64_t now_ms)
{
    return session->player == player && session->push_endpoint[0] != '\0' &&
           session->expires_ms > now_ms;
}

/* Whether `a` comes before `b` in the list of a person's devices. */
static bool is_before(const struct memory_session *a, const struct memory_session *b)
{
    if (a->expires_ms != b->expires_ms)
        return a->expires_ms > b->expires_ms;
    return memcmp(a->token_hash, b->token_hash, sizeof a->token_hash) < 0;
}

/* The person's next device after `last`; their first one if `last` is NULL. */
static const struct memory_session *next_told(const struct memory_store *store, int64_t player,
                                              int64_t now_ms, const struct memory_session *last)
{
    const struct memory_session *session, *best = NULL;
    for (size_t at = 0; (session = map_next(&store->sessions, &at)) != NULL;)
        if (is_told(session, player, now_ms) && (last == NULL || is_before(last, session)) &&
            (best == NULL || is_before(session, best)))
            best = session;
    return best;
}

static int memory_list_pushes(struct store *base, int64_t player, int64_t now_ms,
                              struct store_push *out, int max)
{
    const struct memory_store *store = (struct memory_store *)base;
    const struct memory_session *session = NULL;
    int count = 0;
    while (count < max && (session = next_told(store, player, now_ms, session)) != NULL) {
        memcpy(out[count].token_hash, session->token_hash, sizeof out->token_hash);
        text_copy(out[count].endpoint, sizeof out->endpoint, session->push_endpoint);
        text_copy(out[count].keys, sizeof out->keys, session->push_keys);
        count++;
    }
    return count;
}

static int64_t memory_count_pushes(struct store *base)
{
    const struct memory_store *store = (struct memory_store *)base;
    const struct memory_session *session;
    int64_t count = 0;
    for (size_t at = 0; (session = map_next(&store->sessions, &at)) != NULL;)
        count += session->push_endpoint[0] != '\0';
    return count;
}

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
