/* Table talk of bots, if the host wishes it. A remark is made from the public's view, so it tells nothing
 * new, and bots of all roles talk alike. The moment of a remark follows from public facts, too. */
#include "room/room_parts.h"

#include <string.h>

#include "base/text.h"

int room_remark_bit(const char *line, seat_set about)
{
    uint64_t hash = about * 0x9e3779b97f4a7c15u;
    for (; *line; line++)
        hash = (hash ^ (uint8_t)*line) * 0x100000001b3u;
    return (int)(hash >> 58);
}

/* Two speak about a moment, once each; the others about the next. */
static bool may_speak(const struct room *room, const struct room_member *member, int64_t moment)
{
    int count = 0;
    for (seat_set left = room->remark_speakers; left; left &= left - 1)
        count++;
    bool is_new = moment != room->remark_moment;
    return member->is_bot &&
           (is_new || (count < ROOM_REMARKS && !seat_in(room->remark_speakers, member->seat)));
}

/* The first that this bot has not said in this game, and that was not just said. */
static const struct game_remark *first_new(const struct room *room,
                                           const struct room_member *member,
                                           const struct game_remark remark[], int count)
{
    for (int i = 0; i < count; i++) {
        int bit = room_remark_bit(remark[i].line, remark[i].about);
        if (bit != room->remark_latest && !(member->remarks >> bit & 1))
            return &remark[i];
    }
    return NULL;
}

static bool remark_of(const struct room *room, const void *view, int seat,
                      struct room_command *command)
{
    const struct room_member *member = &room->member[room->member_of_seat[seat]];
    struct game_remark remark[GAME_REMARKS_MAX];
    int64_t moment = 0;
    int count = room_game(room)->remarks(view, seat, &moment, remark);
    const struct game_remark *said = first_new(room, member, remark, count);
    if (said == NULL || !may_speak(room, member, moment))
        return false;
    *command = (struct room_command){ .kind = ROOM_BOT_SAY,
                                      .arg = { member->player, moment, said->about },
                                      .text = said->line };
    return true;
}

bool room_remark(const struct room *room, void *view, struct room_command *command)
{
    const struct game *game = room_game(room);
    if (!room->bots_talk || game->remarks == NULL || room_bot_seat(room, -1) < 0)
        return false;
    if (game->speaks != NULL && game->speaks(room_state(room), 0) != SEATS_ALL)
        return false;
    memset(view, 0, game->view_size);
    game->view(room_state(room), SEAT_PUBLIC, view);
    for (int i = 1; i <= room->seat_count; i++) {
        /* Not always the same bots: the round begins elsewhere at each moment. */
        int seat = (int)((i + room->remark_moment) % room->seat_count);
        if (remark_of(room, view, seat, command))
            return true;
    }
    return false;
}

/* One of the game's lines, about people who play. */
static bool can_be_said(const struct room *room, const char *text, seat_set about)
{
    const char *const *line = room_game(room)->lines;
    while (line != NULL && *line != NULL && !text_equal(*line, text))
        line++;
    return line != NULL && *line != NULL && about >> room->deal.setup.seat_count == 0;
}

bool decide_bot_say(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    const struct room_member *bot = room_person(turn->draft, command->arg[0]);
    (void)me;
    if (!room->bots_talk || bot == NULL || !bot->is_bot || bot->seat < 0 ||
        !can_be_said(room, command->text, (seat_set)command->arg[2]))
        return room_refuse(turn, "not_now", NULL);
    room_emit(turn,
              (struct game_event){ .kind = ROOM_BOT_SAID,
                                   .arg = { command->arg[0], command->arg[1], command->arg[2] },
                                   .text = command->text });
    return true;
}

bool decide_set_talk(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (turn->draft->bots_talk != command->arg[0])
        room_emit(turn, (struct game_event){ .kind = ROOM_TALK_SET, .arg = { command->arg[0] } });
    return true;
}
