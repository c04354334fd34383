/* A game from its start to its result, and from there to the next one. */
#include "room/room_parts.h"

#include <assert.h>
#include <string.h>

/* A player's move */

static bool refuse_game(struct room_turn *turn, enum refusal refusal)
{
    return room_refuse(turn, refusal_name(refusal), turn->game_turn.why);
}

/* The seat that a command is for, or -1 with the refusal. A person who was kicked or has left may not act,
 * though a bot may be playing for them; a guest has no device to act with. */
static int acting_seat(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    const struct room_member *member = me < 0 ? NULL : &room->member[me];
    bool is_bot = member && (member->is_bot || member->plays_for_absent);
    const char *code = NULL;
    if (command->is_operator)
        return SEAT_NARRATOR;
    if (member && member->was_kicked && !command->is_bot)
        code = "kicked";
    else if (!member || (member->has_left && !command->is_bot))
        code = "not_member";
    else if (command->is_bot ? !is_bot : member->is_guest)
        code = "not_allowed";
    else if (room_member_viewer(room, me) == SEAT_NARRATOR)
        return SEAT_NARRATOR;
    else if (member->seat < 0)
        code = "not_seated";
    if (!code)
        return member->seat;
    room_refuse(turn, code, NULL);
    return -1;
}

static bool is_game_command(const struct game *game, int kind)
{
    int count = 0;
    while (game->commands[count].name)
        count++;
    return kind >= COMMAND_FIRST && kind < count;
}

bool decide_game(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int seat = acting_seat(turn, command, me);
    if (seat < 0)
        return false;
    if (room->phase == ROOM_CLOSED)
        return room_refuse(turn, "closed", NULL);
    if (!is_game_command(room_game(room), command->kind))
        return room_refuse(turn, "unknown_command", NULL);
    if (room->phase != ROOM_PLAYING)
        return room_refuse(turn, "wrong_phase", NULL);
    if (room_is_stopped(room))
        return room_refuse(turn, "paused", NULL);
    struct game_command move = { .kind = command->kind,
                                 .seat = (int8_t)seat,
                                 .text = command->text };
    memcpy(move.arg, command->arg, sizeof move.arg);
    enum refusal refusal = room_run_game(turn, &move, room_game_now(room, turn->now_ms));
    if (refusal != ACCEPTED)
        return refuse_game(turn, refusal);
    return true;
}

/* Starting */

void room_options(const struct room *room, int64_t option[GAME_OPTIONS_MAX])
{
    int seats = room->seat_count_wanted ? room->seat_count_wanted : room->seat_count;
    game_presets(room_game(room), seats, option);
    for (int i = 0; i < GAME_OPTIONS_MAX; i++)
        if (room->option_is_set >> i & 1)
            option[i] = room->option[i];
}

/* People who chose no side go to the one with the fewest players. */
static int smallest_side(const struct game *game, const int held[GAME_SIDES_MAX])
{
    int smallest = 0;
    for (int side = 1; side < game_side_count(game); side++)
        if (held[side] < held[smallest])
            smallest = side;
    return smallest;
}

static void choose_sides(const struct room *room, struct game_setup *setup)
{
    const struct game *game = room_game(room);
    int held[GAME_SIDES_MAX] = { 0 };
    for (int seat = 0; seat < room->seat_count; seat++) {
        int side = room->member[room->member_of_seat[seat]].side;
        if (side >= 0)
            held[side]++;
    }
    for (int seat = 0; seat < room->seat_count; seat++) {
        int side = room->member[room->member_of_seat[seat]].side;
        setup->side[seat] = (int8_t)(side < 0 ? smallest_side(game, held) : side);
        held[setup->side[seat]] += side < 0;
    }
}

const char *room_start_problem(const struct room *room, struct game_setup *setup, const char **why)
{
    const struct game *game = room_game(room);
    memset(setup, 0, sizeof *setup);
    setup->seat_count = room->seat_count;
    *why = NULL;
    room_options(room, setup->option);
    if (game->sides)
        choose_sides(room, setup);
    if (game->has_narrator && room_narrator(room) < 0)
        *why = "needs_narrator";
    if (room->seat_count < game->seats_min ||
        (room->seat_count_wanted != 0 && room->seat_count < room->seat_count_wanted))
        return "too_few_players";
    if (*why)
        return "not_now";
    return game_check(game, setup, why) == ACCEPTED ? NULL : "bad_option";
}

static void fix_setup(struct room_turn *turn, const struct game_setup *setup)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    for (int seat = 0; game->sides && seat < room->seat_count; seat++)
        if (room->member[room->member_of_seat[seat]].side < 0)
            room_take_seat(turn, room->member_of_seat[seat], setup->side[seat]);
    for (int i = 0; i < game_option_count(game); i++)
        room_emit(turn, (struct game_event){ .kind = ROOM_OPTION_FIXED,
                                             .arg = { setup->option[i] },
                                             .text = game->options[i].arg.name });
}

static void begin_game(struct room_turn *turn, const struct game_setup *setup)
{
    const struct room *room = turn->draft;
    struct game_command start = { .kind = COMMAND_START, .seat = SEAT_CLOCK };
    fix_setup(turn, setup);
    room_publish_nonces(turn);
    room_emit(turn, (struct game_event){ .kind = ROOM_GAME_STARTED,
                                         .arg = { room->next.game_id, room->next.game_number,
                                                  room_game(room)->rules_version } });
    enum refusal refusal = room_run_game(turn, &start, room_game_now(room, turn->now_ms));
    /* The set-up has passed the game's own check; a game that still cannot deal has a defect. */
    assert(refusal == ACCEPTED);
    (void)refusal;
    room_settle_sight(turn, true);
}

static bool start(struct room_turn *turn)
{
    struct game_setup setup;
    const char *why;
    const char *problem = room_start_problem(turn->draft, &setup, &why);
    if (problem)
        return room_refuse(turn, problem, why);
    begin_game(turn, &setup);
    return true;
}

bool decide_start(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    return start(turn);
}

static bool everyone_is_here(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room_is_absent(&room->member[room->member_of_seat[seat]]))
            return false;
    return true;
}

void room_settle_start(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    struct game_setup setup;
    const char *why;
    if (room->phase != ROOM_LOBBY || !room_game(room)->is_duel || room->is_held ||
        room_free_side(room) >= 0 || !everyone_is_here(room))
        return;
    if (!room_start_problem(room, &setup, &why))
        begin_game(turn, &setup);
}

/* Ending */

static void emit_scores(struct room_turn *turn, const struct game_outcome *outcome)
{
    const struct room *room = turn->draft;
    for (int seat = 0; seat < room->seat_count; seat++)
        room_emit(turn, (struct game_event){
                            .kind = ROOM_SCORED,
                            .arg = { room->member[room->member_of_seat[seat]].player, seat,
                                     outcome->score[seat], seat_in(outcome->winners, seat) } });
}

int room_results(const struct room *room, struct room_result out[GAME_SEATS_MAX])
{
    const struct game *game = room_game(room);
    struct game_outcome outcome = { 0 };
    if (room->phase != ROOM_RESULTS || room->is_void)
        return 0;
    game->outcome(room_state(room), &outcome);
    for (int seat = 0; seat < room->seat_count; seat++)
        out[seat] = (struct room_result){
            .player = room->member[room->member_of_seat[seat]].player,
            .score = room->outcome.score[seat],
            .won = seat_in(room->outcome.winners, seat),
            .reason = game->reasons[room->outcome.reason],
            .point = outcome.point[seat] > 0 ? game->points[outcome.point[seat] - 1].reason : "",
        };
    return room->seat_count;
}

void room_settle_outcome(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    struct game_outcome outcome = { 0 };
    if (room->phase != ROOM_PLAYING || !game->outcome(room_state(room), &outcome))
        return;
    room_emit(turn, (struct game_event){ .kind = ROOM_GAME_OVER,
                                         .arg = { room->game_id, outcome.winners, outcome.reason },
                                         .text = game->reasons[outcome.reason] });
    emit_scores(turn, &outcome);
    room_reveal_chance(turn);
    room_commit_chance(turn);
}

/* A game that was dealt cannot be dealt again unseen: voiding it is in the log, with its secret. */
static void void_game(struct room_turn *turn)
{
    room_emit(turn,
              (struct game_event){ .kind = ROOM_GAME_VOIDED, .arg = { turn->draft->game_id } });
    room_reveal_chance(turn);
}

/* How many seats the largest team holds, as far as that is public. */
static int largest_team(const struct room *room)
{
    const struct game *game = room_game(room);
    int held[GAME_SIDES_MAX] = { 0 }, most = 0;
    if (game->team_seats)
        return game->team_seats(room_state(room));
    for (int seat = 0; seat < room->seat_count && game->sides; seat++) {
        int side = room->member[room->member_of_seat[seat]].side;
        if (side >= 0 && ++held[side] > most)
            most = held[side];
    }
    return most;
}

/* Voiding takes more than half of the people, and more than any team has, so that no team alone can void a
 * game that it is losing. */
int room_void_needed(const struct room *room)
{
    int people = room_human_seats(room);
    int majority = people / 2 + 1, beyond_team = largest_team(room) + 1;
    if (beyond_team > people)
        beyond_team = people;
    return beyond_team > majority ? beyond_team : majority;
}

bool decide_void_vote(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    if (room->member[me].asks_void == command->arg[0])
        return true;
    room_emit(turn, (struct game_event){ .kind = ROOM_VOID_VOTE_CAST,
                                         .arg = { room->void_asked + (command->arg[0] ? 1 : -1),
                                                  command->player, command->arg[0] } });
    if (room->void_asked < room_void_needed(room))
        return true;
    void_game(turn);
    room_commit_chance(turn);
    return true;
}

/* The next one */

static void free_gone_seats(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    for (int seat = room->seat_count - 1; seat >= 0; seat--)
        if (room->member[room->member_of_seat[seat]].has_left)
            room_free_seat(turn, room->member_of_seat[seat], false);
}

void room_prepare_next(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    room_emit(turn, (struct game_event){ .kind = ROOM_NEXT_GAME_PREPARED,
                                         .arg = { room->next.game_id, room->next.game_number } });
    free_gone_seats(turn);
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].is_narrator && room->member[i].has_left)
            room_give_up_desk(turn, i);
    room_fill_chairs(turn);
}

bool decide_next_game(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    room_prepare_next(turn);
    return true;
}

bool decide_rematch(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    room_prepare_next(turn);
    if (room_game(turn->draft)->swaps_sides)
        room_emit(turn, (struct game_event){ .kind = ROOM_SIDES_SWAPPED });
    return start(turn);
}

bool decide_end_set(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    if (turn->draft->phase == ROOM_PLAYING)
        void_game(turn);
    room_emit(turn, (struct game_event){ .kind = ROOM_SET_ENDED });
    return true;
}

/* Questions to a running game */

/* An operator may look at the cards, and the table may know. */
bool decide_admin_look(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    if (turn->draft->phase != ROOM_PLAYING)
        return room_refuse(turn, "wrong_phase", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_ADMIN_LOOKED });
    return true;
}

/* The operator says something to every table. */
bool decide_admin_say(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (command->text == NULL || *command->text == '\0')
        return room_refuse(turn, "bad_argument", "text");
    room_emit(turn, (struct game_event){ .kind = ROOM_OPERATOR_SAID, .text = command->text });
    return true;
}

bool decide_rewind(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int64_t to = command->arg[0];
    (void)me;
    if (!room_game(room)->can_undo)
        return room_refuse(turn, "not_allowed", NULL);
    if (to > room->step_top)
        return room_refuse(turn, "bad_target", "to");
    if (to != room->step)
        room_emit(turn, (struct game_event){ .kind = ROOM_REWOUND,
                                             .told = seat_bit(SEAT_NARRATOR),
                                             .arg = { room->step, to } });
    return true;
}

bool decide_who_are_we_waiting_for(struct room_turn *turn, const struct room_command *command,
                                   int me)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    seat_set seats = game->awaited ? game->awaited(room_state(room)) : SEATS_NONE;
    (void)command;
    (void)me;
    seats &= seat_bit(room->seat_count) - 1;
    if (seats == SEATS_NONE)
        return room_refuse(turn, "not_now", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_AWAITED_NAMED, .arg = { seats } });
    return true;
}
