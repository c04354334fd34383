/* One decision in progress: emitting, refusing, and the dice. */
#include "room/room_parts.h"

#include <assert.h>
#include <string.h>

/* A start publishes a nonce per seat and its secret, and prepares no other text but a name. */
_Static_assert(ROOM_TEXTS_SIZE >=
                   (GAME_SEATS_MAX + 1) * HEX_NONCE_SIZE + 3 * HEX_SECRET_SIZE + 2 * ROOM_NAME_SIZE,
               "the texts of a turn fit");

static void record(struct room_turn *turn, const struct room_event *event)
{
    assert(turn->event_count < ROOM_EVENTS_MAX);
    turn->event[turn->event_count++] = *event;
    room_count_told(turn->draft, event);
}

void room_emit(struct room_turn *turn, struct game_event event)
{
    struct room_event room_event = { .is_game = false, .event = event };
    record(turn, &room_event);
    room_apply(turn->draft, &event, turn->now_ms);
}

bool room_refuse(struct room_turn *turn, const char *code, const char *why)
{
    turn->refusal = (struct room_refusal){ code, why };
    return false;
}

const char *room_keep_text(struct room_turn *turn, const char *text)
{
    char *kept = &turn->text[turn->text_used];
    size_t size = strlen(text) + 1;
    assert((size_t)turn->text_used + size <= sizeof turn->text);
    memcpy(kept, text, size);
    turn->text_used += (int)size;
    return kept;
}

/* The second half of the entropy is the next secret; nothing that is shown comes from there. */
struct rng room_dice(const struct room_turn *turn)
{
    struct rng dice;
    rng_seed(&dice, turn->entropy, (uint64_t)turn->event_count);
    return dice;
}

void room_draw_entropy(const uint8_t seed[RNG_SEED_SIZE], int64_t seq,
                       uint8_t out[ROOM_ENTROPY_SIZE])
{
    struct rng rng;
    rng_seed(&rng, seed, (uint64_t)seq);
    for (int i = 0; i < ROOM_ENTROPY_SIZE; i += 8) {
        uint64_t drawn = rng_next(&rng);
        for (int k = 0; k < 8; k++)
            out[i + k] = (uint8_t)(drawn >> (8 * k));
    }
}

int64_t room_new_id(struct rng *dice)
{
    uint64_t id = rng_next(dice);
    while (id == 0)
        id = rng_next(dice);
    return (int64_t)id;
}

static seat_set present_seats(const struct room *room)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        if (!room_is_absent(member) || member->plays_for_absent)
            seats |= seat_bit(seat);
    }
    return seats;
}

enum refusal room_run_game(struct room_turn *turn, const struct game_command *command,
                           int64_t game_now_ms)
{
    struct room *room = turn->draft;
    struct rng rng;
    rng_seed(&rng, room->deal.seed, room->game_event_count);
    turn->game_turn.present = present_seats(room);
    enum refusal refusal = game_decide(&turn->game_turn, room_game(room), room_state(room), command,
                                       game_now_ms, &rng);
    if (refusal != ACCEPTED || turn->game_turn.event_count == 0)
        return refusal;
    room_note_step(room, false);
    for (int i = 0; i < turn->game_turn.event_count; i++) {
        struct room_event event = { .is_game = true, .event = turn->game_turn.event[i] };
        record(turn, &event);
    }
    room->game_event_count += (uint32_t)turn->game_turn.event_count;
    return ACCEPTED;
}
