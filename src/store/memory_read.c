/* The reads of the memory back end. What a database would give in order is sorted here. */
#include "store/memory_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

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

bool memory_find_code(struct store *base, int64_t code, struct store_room *out, struct error *error)
{
    return give_room(map_get(&((struct memory_store *)base)->codes, code), out, error);
}

bool memory_find_room(struct store *base, int64_t room, struct store_room *out, struct error *error)
{
    return give_room(map_get(&((struct memory_store *)base)->rooms, room), out, error);
}

bool memory_find_game(struct store *base, int64_t game_id, int64_t *room, struct error *error)
{
    struct memory_store *store = (struct memory_store *)base;
    struct memory_game *game = map_get(&store->games, game_id);
    struct memory_room *preparing = map_get(&store->next_games, game_id);
    if (!game && !preparing)
        return missing(error);
    *room = game ? game->room : preparing->about.room;
    return true;
}

bool memory_load(struct store *base, int64_t id, int64_t after_seq,
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

bool memory_load_snapshot(struct store *base, int64_t id, int64_t *seq,
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

bool memory_find_player(struct store *base, int64_t player, struct store_session *out,
                        struct error *error)
{
    struct memory_person *person = map_get(&((struct memory_store *)base)->people, player);
    if (!person)
        return missing(error);
    *out = (struct store_session){ .player = player };
    memcpy(out->name, person->name, sizeof out->name);
    return true;
}

int memory_list_people(struct store *base, const char *part, struct store_session *out, int max)
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

bool memory_find_session(struct store *base, const uint8_t token_hash[32],
                         struct store_session *out, struct error *error)
{
    struct memory_session *session = memory_session_of((struct memory_store *)base, token_hash);
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

int memory_list_rooms(struct store *base, int64_t expires_before_ms, int64_t after_room,
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

int memory_leaderboard(struct store *base, const char *game, const char *const *points,
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

int memory_history(struct store *base, int64_t player, struct store_result *out, int max)
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

int memory_list_playing(struct store *base, int64_t player, int64_t *out, int max)
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

int memory_list_long(struct store *base, int64_t after_room, int64_t *out, int max)
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

int memory_list_pushes(struct store *base, int64_t player, int64_t now_ms, struct store_push *out,
                       int max)
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

int64_t memory_count_pushes(struct store *base)
{
    const struct memory_store *store = (struct memory_store *)base;
    const struct memory_session *session;
    int64_t count = 0;
    for (size_t at = 0; (session = map_next(&store->sessions, &at)) != NULL;)
        count += session->push_endpoint[0] != '\0';
    return count;
}
