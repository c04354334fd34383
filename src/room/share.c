/* A finished game for strangers: a link that is made when everybody who played has said yes, each with their
 * name or as their animal. A person who takes the yes back before the next game is prepared ends the link.
 * Guests without a device cannot be asked, and are shown as animals. */
#include "engine/message.h"
#include "room/room_parts.h"

static bool all_agree(const struct room *room)
{
    int people = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        if (room_has_device(member) && !member->shares)
            return false;
        people += room_has_device(member);
    }
    return people > 0;
}

bool room_can_share(const struct room *room, int me)
{
    (void)me;
    return !room->is_void;
}

bool decide_share_game(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    bool yes = command->arg[0] != 0, is_named = yes && command->arg[1] != 0;
    if (room->is_void)
        return room_refuse(turn, "not_now", NULL);
    if (room->member[me].shares == yes && room->member[me].shares_name == is_named)
        return true;
    room_emit(turn, (struct game_event){ .kind = ROOM_SHARE_ANSWERED,
                                         .arg = { command->player, yes, is_named } });
    if (room->share_link == 0 && all_agree(room)) {
        struct rng dice = room_dice(turn);
        room_emit(turn, (struct game_event){ .kind = ROOM_GAME_SHARED,
                                             .arg = { room->game_id, room_new_id(&dice) } });
    }
    return true;
}

bool room_is_shared(const struct room *room, int64_t link)
{
    return link != 0 && room->share_link == link;
}

static void write_person(const struct room *room, int seat, const struct room_result *result,
                         bool is_for_strangers, struct json *out)
{
    int index = room->member_of_seat[seat];
    const struct room_member *member = &room->member[index];
    const char *side = room_side_name(room, member);
    json_object(out, NULL);
    json_int(out, "seat", seat);
    if (is_for_strangers && !member->is_bot && !member->shares_name)
        json_null(out, "name");
    else
        json_text(out, "name", member->name);
    json_int(out, "look", room_look(room, index));
    json_bool(out, "is_bot", member->is_bot);
    if (*side != '\0')
        json_text(out, "side", side);
    json_bool(out, "won", result->won);
    json_int(out, "score", result->score);
    if (*result->point != '\0')
        json_text(out, "point", result->point);
    json_end(out);
}

static void write_options(const struct room *room, struct json *out)
{
    const struct game *game = room_game(room);
    json_object(out, "options");
    for (int i = 0; i < game_option_count(game); i++)
        message_write_arg(&game->options[i].arg, game->options[i].arg.name,
                          room->deal.setup.option[i], NULL, out);
    json_end(out);
}

bool room_report(const struct room *room, bool is_for_strangers, struct room_scratch *scratch,
                 struct json *out)
{
    struct room_result result[GAME_SEATS_MAX];
    char id[ID_TEXT_SIZE];
    int count = room_results(room, result);
    if (count == 0)
        return false;
    id_write(id, room->game_id);
    json_text(out, "game_id", id);
    json_text(out, "game", room_game(room)->id);
    json_int(out, "game_number", room->game_number);
    json_int(out, "rules_version", room->deal.rules_version);
    json_int(out, "started_ms", room->started_ms);
    json_int(out, "ended_ms", room->finished_ms);
    json_text(out, "reason", result[0].reason);
    write_options(room, out);
    json_array(out, "people");
    for (int seat = 0; seat < count; seat++)
        write_person(room, seat, &result[seat], is_for_strangers, out);
    json_end(out);
    json_object(out, "table");
    room_view_game(room, 0, scratch, out);
    json_end(out);
    return true;
}
