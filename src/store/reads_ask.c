/* The reads of the interface: each is a question, and its answer is copied out. */
#include "reads_store.h"

#include <string.h>

#include "base/text.h"

static struct read *answer_to(struct store *base, struct question question)
{
    return reads_answer(base, question, 0);
}

static bool pending(struct error *error)
{
    return error_set(error, ERROR_PENDING, "it is being read");
}

static bool outcome(const struct read *read, struct error *error)
{
    if (!read->is_ok && error)
        *error = read->error;
    return read->is_ok;
}

static bool room_of(struct read *read, struct store_room *out, struct error *error)
{
    if (!read)
        return pending(error);
    *out = read->room;
    return outcome(read, error);
}

bool reads_find_code(struct store *base, int64_t code, struct store_room *out, struct error *error)
{
    return room_of(answer_to(base, (struct question){ .kind = READ_CODE, .id = code }), out, error);
}

bool reads_find_room(struct store *base, int64_t room, struct store_room *out, struct error *error)
{
    return room_of(answer_to(base, (struct question){ .kind = READ_ROOM, .id = room }), out, error);
}

bool reads_find_game(struct store *base, int64_t game_id, int64_t *room, struct error *error)
{
    struct read *read = answer_to(base, (struct question){ .kind = READ_GAME, .id = game_id });
    if (!read)
        return pending(error);
    *room = read->number;
    return outcome(read, error);
}

bool reads_load(struct store *base, int64_t room, int64_t after_seq,
                bool (*each)(void *, const struct store_batch *), void *context,
                struct error *error)
{
    struct reads *reads = (struct reads *)base;
    struct read *read =
        answer_to(base, (struct question){ .kind = READ_LOG, .id = room, .after = after_seq });
    if (!read)
        return pending(error);
    int64_t given = 0;
    do {
        for (; read->is_ok && given < read->taken; given++)
            if (!each(context, &read->batch[given]))
                return true;
        if (!read->is_ok || !read->has_more)
            return outcome(read, error);
    } while (reads_more(reads, read));
    return pending(error);
}

bool reads_load_snapshot(struct store *base, int64_t room, int64_t *seq,
                         void (*take)(void *, const void *, size_t), void *context,
                         struct error *error)
{
    struct read *read = answer_to(base, (struct question){ .kind = READ_SNAPSHOT, .id = room });
    if (!read)
        return pending(error);
    if (read->is_ok) {
        *seq = read->number;
        take(context, read->list, read->list_size);
    }
    return outcome(read, error);
}

static bool session_of(struct read *read, struct store_session *out, struct error *error)
{
    if (!read)
        return pending(error);
    *out = read->session;
    return outcome(read, error);
}

bool reads_find_session(struct store *base, const uint8_t token_hash[32], struct store_session *out,
                        struct error *error)
{
    struct question question = { .kind = READ_SESSION };
    memcpy(question.hash, token_hash, sizeof question.hash);
    return session_of(answer_to(base, question), out, error);
}

bool reads_find_player(struct store *base, int64_t player, struct store_session *out,
                       struct error *error)
{
    return session_of(answer_to(base, (struct question){ .kind = READ_PERSON, .id = player }), out,
                      error);
}

static int give_list(const struct read *read, void *out)
{
    if (read && read->number > 0)
        memcpy(out, read->list, (size_t)read->number * read->list_size);
    return read ? (int)read->number : -1;
}

int reads_list_rooms(struct store *base, int64_t expires_before_ms, int64_t after_room,
                     struct store_room *out, int max)
{
    struct question question = {
        .kind = READ_ROOMS, .id = after_room, .after = expires_before_ms != 0, .max = max
    };
    return give_list(reads_answer(base, question, expires_before_ms), out);
}

int reads_list_people(struct store *base, const char *part, struct store_session *out, int max)
{
    struct question question = { .kind = READ_PEOPLE, .max = max };
    if (!text_copy(question.text, sizeof question.text, part))
        return 0;
    return give_list(answer_to(base, question), out);
}

int reads_leaderboard(struct store *base, const char *game, const char *const *points,
                      struct store_rank *out, int max)
{
    struct question question = { .kind = READ_RANKS, .max = max };
    size_t used = 0;
    text_copy(question.text, sizeof question.text, game ? game : "");
    for (int i = 0; points && i < STORE_POINTS_MAX && points[i]; i++) {
        used += strlen(question.text + used) + 1;
        if (used + strlen(points[i]) + 2 > sizeof question.text)
            return -1;
        text_copy(question.text + used, sizeof question.text - used, points[i]);
    }
    return give_list(answer_to(base, question), out);
}

int reads_history(struct store *base, int64_t player, struct store_result *out, int max)
{
    struct question question = { .kind = READ_RESULTS, .id = player, .max = max };
    return give_list(answer_to(base, question), out);
}

int reads_list_playing(struct store *base, int64_t player, int64_t *out, int max)
{
    struct question question = { .kind = READ_PLAYING, .id = player, .max = max };
    return give_list(answer_to(base, question), out);
}

int reads_list_long(struct store *base, int64_t after_room, int64_t *out, int max)
{
    struct question question = { .kind = READ_LONG, .id = after_room, .max = max };
    return give_list(answer_to(base, question), out);
}

int reads_list_pushes(struct store *base, int64_t player, int64_t now, struct store_push *out,
                      int max)
{
    struct question question = { .kind = READ_PUSHES, .id = player, .max = max };
    return give_list(reads_answer(base, question, now), out);
}

int64_t reads_count_pushes(struct store *base)
{
    const struct read *read = answer_to(base, (struct question){ .kind = READ_PUSH_COUNT });
    return read ? read->number : -1;
}

int64_t reads_alive_ms(struct store *base)
{
    const struct read *read = answer_to(base, (struct question){ .kind = READ_ALIVE });
    return read ? read->number : 0;
}

bool reads_claim(struct store *base, int64_t room, struct store_claim *out, struct error *error)
{
    struct read *read = answer_to(base, (struct question){ .kind = READ_CLAIM, .id = room });
    *out = read ? read->claim : (struct store_claim){ 0 };
    return read ? outcome(read, error) : pending(error);
}

int reads_list_due(struct store *base, int64_t now, int64_t *out, int max)
{
    return give_list(reads_answer(base, (struct question){ .kind = READ_DUE, .max = max }, now),
                     out);
}

int reads_find_ended(struct store *base, uint8_t (*token_hash)[32], int count, int64_t now,
                     bool *is_over)
{
    struct question question = { .kind = READ_ENDED, .max = count };
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 32; k++)
            question.hash[k] ^= token_hash[i][(k + i) % 32];
    ((struct reads *)base)->hashes = token_hash;
    struct read *read = reads_answer(base, question, now);
    if (read && read->number >= 0)
        memcpy(is_over, reads_flags(read), (size_t)count * sizeof *is_over);
    return read ? (int)read->number : -1;
}
