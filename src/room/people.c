/* Small questions about the people at the table, their chairs and sides. */
#include "room/room_parts.h"

#include <string.h>

#include "base/sha256.h"

int room_member_of(const struct room *room, int64_t player)
{
    for (int i = 0; player != 0 && i < room->member_end; i++)
        if (room->member[i].player == player)
            return i;
    return -1;
}

struct room_member *room_person(struct room *room, int64_t player)
{
    int member = room_member_of(room, player);
    return member < 0 ? NULL : &room->member[member];
}

bool room_is_here(const struct room_member *member)
{
    return member->player != 0 && !member->has_left && !member->is_away;
}

bool room_has_device(const struct room_member *member)
{
    return !member->is_bot && !member->is_guest;
}

bool room_is_absent(const struct room_member *member)
{
    return member->player != 0 && member->seat >= 0 && room_has_device(member) &&
           !room_is_here(member);
}

bool room_has_place(const struct room_member *member)
{
    return member->player != 0 && (member->seat >= 0 || member->is_narrator);
}

bool room_is_spectator(const struct room_member *member)
{
    return member->player != 0 && !member->has_left && !room_has_place(member);
}

int room_spectator_count(const struct room *room)
{
    int count = 0;
    for (int i = 0; i < room->member_end; i++)
        count += room_is_spectator(&room->member[i]);
    return count;
}

int room_human_seats(const struct room *room)
{
    int count = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        count += room_has_device(&room->member[room->member_of_seat[seat]]);
    return count;
}

int room_narrator(const struct room *room)
{
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].player != 0 && room->member[i].is_narrator)
            return i;
    return -1;
}

int room_narrator_count(const struct room *room)
{
    int count = 0;
    for (int i = 0; i < room->member_end; i++)
        count += room->member[i].player != 0 && room->member[i].is_narrator;
    return count;
}

bool room_knows_all(const struct room_member *member)
{
    return member->sees_all || (member->held_desk && !member->is_narrator);
}

bool room_is_present(const struct room_member *member, int64_t now_ms)
{
    return member->player != 0 && !member->has_left &&
           (!member->is_away || now_ms < member->away_since_ms + ROOM_AWAY_MS);
}

int room_chairs(const struct room *room)
{
    return room->seat_count_wanted ? room->seat_count_wanted : room_game(room)->seats_max;
}

bool room_has_chair(const struct room *room)
{
    return room->seat_count < room_chairs(room);
}

bool room_was_kicked(const struct room *room, int64_t player)
{
    int index = room_member_of(room, player);
    for (int i = 0; index < 0 && player != 0 && i < ROOM_SHUT_OUT; i++)
        if (room->shut_out[i] == player)
            return true;
    return index >= 0 && room->member[index].was_kicked;
}

/* The entry of a person who sees everything is kept, because freeing it would forget that they do. */
static bool is_reusable(const struct room *room, int index)
{
    const struct room_member *member = &room->member[index];
    return member->has_left && !room_knows_all(member) && member->seat < 0 &&
           !member->is_narrator && room->host != index;
}

/* The entry of the person who was kicked longest ago; shut_out remembers the kick. */
static int oldest_kicked(const struct room *room)
{
    int oldest = -1;
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].was_kicked && is_reusable(room, i) &&
            (oldest < 0 || room->member[i].away_since_ms < room->member[oldest].away_since_ms))
            oldest = i;
    return oldest;
}

int room_free_entry(const struct room *room, int64_t player)
{
    int own = room_member_of(room, player);
    if (own >= 0)
        return own;
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (room->member[i].player == 0)
            return i;
    for (int i = 0; i < room->member_end; i++)
        if (is_reusable(room, i) && !room->member[i].was_kicked)
            return i;
    return oldest_kicked(room);
}

int room_member_viewer(const struct room *room, int member)
{
    const struct room_member *person = &room->member[member];
    if (person->was_kicked)
        return SEAT_PUBLIC;
    if (person->is_narrator)
        return SEAT_NARRATOR;
    return person->seat < 0 ? SEAT_PUBLIC : person->seat;
}

int room_viewer(const struct room *room, int64_t player)
{
    int member = room_member_of(room, player);
    return member < 0 ? SEAT_PUBLIC : room_member_viewer(room, member);
}

int64_t room_told(const struct room *room, int64_t player)
{
    int member = room_member_of(room, player);
    if (member < 0 || room->member[member].was_kicked)
        return room->public_told;
    return room->member[member].told;
}

int room_side_of(const struct game *game, const char *name)
{
    for (int side = 0; side < game_side_count(game); side++)
        if (text_equal(game->sides[side], name))
            return side;
    return -1;
}

bool room_side_is_full(const struct room *room, int side, int but_member)
{
    bool is_held = false;
    for (int seat = 0; seat < room->seat_count; seat++) {
        int member = room->member_of_seat[seat];
        is_held |= member != but_member && room->member[member].side == side;
    }
    return room_game(room)->is_duel && is_held;
}

int room_free_side(const struct room *room)
{
    for (int side = 0; side < game_side_count(room_game(room)); side++)
        if (!room_side_is_full(room, side, -1))
            return side;
    return -1;
}

int room_look(const struct room *room, int index)
{
    return room->member[index].look != 0 ? room->member[index].look : index;
}

int room_animal(const struct room *room, int index)
{
    int look = room_look(room, index);
    return look < ROOM_LOOK_CHOSEN ? look % ROOM_ANIMALS : (look - ROOM_LOOK_CHOSEN) / ROOM_COLOURS;
}

const char *room_side_name(const struct room *room, const struct room_member *member)
{
    const struct game *game = room_game(room);
    return member->side < 0 || !game->sides ? "" : game->sides[member->side];
}

int room_option_of(const struct game *game, const char *name)
{
    for (int i = 0; i < game_option_count(game); i++)
        if (text_equal(game->options[i].arg.name, name))
            return i;
    return -1;
}

int room_channel_of(const struct game *game, int64_t word)
{
    char name[WORD_TEXT_SIZE];
    word_write(name, word);
    if (word == 0 || text_equal(name, "table"))
        return 0;
    for (int i = 0; game->channels && game->channels[i]; i++)
        if (text_equal(game->channels[i], name))
            return i + 1;
    return -1;
}

int room_channel_count(const struct game *game)
{
    int count = 1;
    while (game->channels && game->channels[count - 1])
        count++;
    return count;
}

/* The name of someone who has left for good is free again. */
static bool holds_name(const struct room_member *member)
{
    return member->player != 0 && (!member->has_left || room_has_place(member));
}

bool room_name_is_free(const struct room *room, int64_t name_key, int but_member)
{
    for (int i = 0; i < room->member_end; i++)
        if (i != but_member && holds_name(&room->member[i]) && room->member[i].name_key == name_key)
            return false;
    return true;
}

int64_t room_name_key(const char *name)
{
    uint8_t digest[SHA256_SIZE];
    uint64_t key = 0;
    sha256_of(name, strlen(name), digest);
    for (int i = 0; i < 8; i++)
        key = key << 8 | digest[i];
    return (int64_t)key;
}
