/* Checkable chance: commit to a secret, mix in everybody's nonces, reveal the secret afterwards.
 * docs/chance.md says the same for people who want to check a deal without this code. */
#include "room/room_parts.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "engine/message.h"

/* Longer than any text hashed here: 20 seats of a 13-character id and a 32-character nonce. */
enum { HASHED_TEXT_MAX = 2048 };

struct hashed_text {
    size_t length;
    char bytes[HASHED_TEXT_MAX];
};

static void put_text(struct hashed_text *text, const char *part, char end)
{
    size_t length = strlen(part);
    assert(text->length + length + 1 <= sizeof text->bytes);
    memcpy(&text->bytes[text->length], part, length);
    text->bytes[text->length + length] = end;
    text->length += length + 1;
}

static void put_id(struct hashed_text *text, int64_t id, char end)
{
    char word[ID_TEXT_SIZE];
    id_write(word, id);
    put_text(text, word, end);
}

static void put_number(struct hashed_text *text, int32_t number)
{
    char digits[12], *at = &digits[sizeof digits - 1];
    *at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    put_text(text, at, '\n');
}

static void put_hex(struct hashed_text *text, const uint8_t *bytes, size_t count)
{
    char hex[HEX_SECRET_SIZE];
    hex_write(hex, bytes, count);
    put_text(text, hex, '\n');
}

void room_commitment(int64_t room_id, const struct room_chance *chance, uint8_t out[SHA256_SIZE])
{
    struct hashed_text text = { 0 };
    put_text(&text, "parlour commitment 1", '\n');
    put_id(&text, room_id, '\n');
    put_number(&text, chance->game_number);
    put_hex(&text, chance->secret, ROOM_SECRET_SIZE);
    sha256_of(text.bytes, text.length, out);
}

void room_seed(int64_t room_id, const struct room_deal *deal, uint8_t out[SHA256_SIZE])
{
    struct hashed_text text = { 0 };
    put_text(&text, "parlour seed 1", '\n');
    put_id(&text, room_id, '\n');
    put_id(&text, deal->chance.game_id, '\n');
    put_number(&text, deal->chance.game_number);
    for (int seat = 0; seat < deal->setup.seat_count; seat++) {
        put_id(&text, deal->player[seat], ' ');
        put_hex(&text, deal->nonce[seat], ROOM_NONCE_SIZE);
    }
    hmac_sha256(deal->chance.secret, ROOM_SECRET_SIZE, text.bytes, text.length, out);
}

/* Between games the game being prepared is still the same one when only its rules have changed. */
void room_commit_chance(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    struct rng dice = room_dice(turn);
    bool is_same = room->phase == ROOM_LOBBY && room->next.game_id != 0;
    struct room_chance chance = { .game_id = room->next.game_id,
                                  .game_number = room->next.game_number };
    if (!is_same) {
        chance.game_id = room_new_id(&dice);
        chance.game_number++;
    }
    struct game_event event = { .kind = ROOM_CHANCE_COMMITTED,
                                .arg = { chance.game_id, chance.game_number } };
    for (int i = 0; i < ROOM_SECRET_SIZE; i++) {
        chance.secret[i] = turn->entropy[RNG_SEED_SIZE + i];
        event.arg[2 + i / 8] =
            (int64_t)((uint64_t)event.arg[2 + i / 8] | (uint64_t)chance.secret[i] << (8 * (i % 8)));
    }
    char hex[HEX_SECRET_SIZE];
    uint8_t commitment[SHA256_SIZE];
    room_commitment(room->id, &chance, commitment);
    hex_write(hex, commitment, sizeof commitment);
    event.text = room_keep_text(turn, hex);
    room_emit(turn, event);
}

void room_reveal_chance(struct room_turn *turn)
{
    const struct room_chance *chance = &turn->draft->deal.chance;
    char hex[HEX_SECRET_SIZE];
    hex_write(hex, chance->secret, ROOM_SECRET_SIZE);
    room_emit(turn, (struct game_event){ .kind = ROOM_CHANCE_REVEALED,
                                         .arg = { chance->game_id },
                                         .text = room_keep_text(turn, hex) });
}

static void emit_nonce(struct room_turn *turn, struct game_event event,
                       const uint8_t nonce[ROOM_NONCE_SIZE])
{
    char hex[HEX_NONCE_SIZE];
    hex_write(hex, nonce, ROOM_NONCE_SIZE);
    event.text = room_keep_text(turn, hex);
    room_emit(turn, event);
}

/* While a game runs there is no commitment to the next secret yet, so no nonce may be sent. */
void room_emit_nonce(struct room_turn *turn, const struct room_command *command, int64_t player)
{
    if (command->has_nonce && turn->draft->phase != ROOM_PLAYING)
        emit_nonce(turn, (struct game_event){ .kind = ROOM_NONCE_SET, .arg = { player } },
                   command->nonce);
}

bool decide_set_nonce(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (!command->has_nonce)
        return room_refuse(turn, "missing_argument", "nonce");
    room_emit_nonce(turn, command, command->player);
    return true;
}

static void draw_nonce(struct rng *dice, uint8_t nonce[ROOM_NONCE_SIZE])
{
    for (int i = 0; i < ROOM_NONCE_SIZE; i++)
        nonce[i] = (uint8_t)rng_below(dice, 256);
}

void room_publish_nonces(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    struct rng dice = room_dice(turn);
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        uint8_t nonce[ROOM_NONCE_SIZE];
        memcpy(nonce, member->nonce, sizeof nonce);
        if (!member->has_nonce)
            draw_nonce(&dice, nonce);
        emit_nonce(turn,
                   (struct game_event){ .kind = ROOM_NONCE_PUBLISHED,
                                        .arg = { member->player, seat, !member->has_nonce } },
                   nonce);
    }
}

/* The proof */

static void write_hex(struct json *out, const char *key, const uint8_t *bytes, size_t count)
{
    char hex[HEX_SECRET_SIZE];
    hex_write(hex, bytes, count);
    json_text(out, key, hex);
}

static void write_id(struct json *out, const char *key, int64_t id)
{
    char word[ID_TEXT_SIZE];
    id_write(word, id);
    json_text(out, key, word);
}

static void write_chance(const struct room *room, const struct room_chance *chance,
                         int rules_version, struct json *out)
{
    json_int(out, "version", 1);
    write_id(out, "room", room->id);
    write_id(out, "game_id", chance->game_id);
    json_int(out, "game_number", chance->game_number);
    json_text(out, "game", room_game(room)->id);
    json_int(out, "rules_version", rules_version);
    write_hex(out, "commitment", chance->commitment, sizeof chance->commitment);
}

static void write_deal_seats(const struct room_deal *deal, const struct game *game,
                             struct json *out)
{
    json_array(out, "seats");
    for (int seat = 0; seat < deal->setup.seat_count; seat++) {
        json_object(out, NULL);
        json_int(out, "seat", seat);
        write_id(out, "player", deal->player[seat]);
        write_hex(out, "nonce", deal->nonce[seat], ROOM_NONCE_SIZE);
        json_bool(out, "drawn_by_server", seat_in(deal->drawn, seat));
        if (game->sides)
            json_text(out, "side", game->sides[deal->setup.side[seat]]);
        json_end(out);
    }
    json_end(out);
}

static void write_deal_options(const struct room_deal *deal, const struct game *game,
                               struct json *out)
{
    json_object(out, "options");
    for (int i = 0; i < game_option_count(game); i++) {
        const struct game_arg *arg = &game->options[i].arg;
        message_write_arg(arg, arg->name, deal->setup.option[i], NULL, out);
    }
    json_end(out);
}

void room_proof(const struct room *room, struct json *out)
{
    const struct room_deal *deal = &room->deal;
    if (room->phase == ROOM_LOBBY || deal->chance.game_id == 0) {
        write_chance(room, &room->next, room_game(room)->rules_version, out);
        return;
    }
    write_chance(room, &deal->chance, deal->rules_version, out);
    write_deal_seats(deal, room_game(room), out);
    write_deal_options(deal, room_game(room), out);
    if (!deal->is_revealed)
        return;
    write_hex(out, "secret", deal->chance.secret, ROOM_SECRET_SIZE);
    write_hex(out, "seed", deal->seed, sizeof deal->seed);
}
