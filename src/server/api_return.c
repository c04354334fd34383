/* A game comes back from a device to the room that it left, where everybody still sits with their phones.
 *
 * The commands from the device are decided again on the log as it was when the game left (move.h). Only
 * the game's events that result are then added to the room's log, so what has happened at the table
 * meanwhile (people who came, chat) stays. This works as long as nobody has gone on playing there. */
#include "server/move.h"

#include <string.h>

struct homecoming {
    struct call *call;
    struct move *move;
    struct room *room; /* room_size_max() bytes: the room here as it is to become */
    int64_t cid;       /* of everything that is added; the same upload always has the same one */
    int count;
    struct room_batch batch[MOVE_BATCHES_MAX]; /* its log, likewise */
};

static bool take_batch(void *context, const struct store_batch *stored)
{
    struct homecoming *home = context;
    if (home->count == MOVE_BATCHES_MAX)
        return move_against(home->move, "too_long");
    home->batch[home->count++] = (struct room_batch){
        .seq = stored->seq,
        .time_ms = stored->time_ms,
        .player = stored->player,
        .cid = stored->cid,
        .length = stored->length,
        .events = arena_copy(&home->move->server->scratch, stored->events, stored->length),
    };
    return true;
}

static bool load_log(struct homecoming *home)
{
    struct store *store = home->move->server->seams.store;
    const struct slot *slot = home->call->slot;
    room_copy(home->room, slot->room);
    bool is_read = store->ops->load(store, slot->id, 0, take_batch, home, NULL);
    if (home->move->why != NULL)
        return false;
    return (is_read && home->count == slot->room->seq) || move_against(home->move, "log");
}

/* The log as it was when the game left. Only the device that received it knows its hash. */
static bool read_parting(struct homecoming *home)
{
    struct move *move = home->move;
    uint8_t said[SHA256_SIZE], hash[SHA256_SIZE] = { 0 };
    int64_t seq;
    if (!json_read_int(&move->doc, json_get(&move->doc, 0, "seq"), &seq) || seq < 1 ||
        seq > home->count)
        return move_against(move, "log");
    if (!move_read_hash(move, "hash", said))
        return false;
    for (int i = 0; i < seq; i++)
        room_chain(hash, home->batch[i].events, home->batch[i].length);
    if (memcmp(hash, said, sizeof hash) != 0)
        return move_against(move, "log");
    move->own = move->count = (int)seq;
    memcpy(move->batch, home->batch, (size_t)seq * sizeof *move->batch);
    return move_replay(move->server, move->batch, move->count, move->room) ||
           move_against(move, "log");
}

static bool has_same_state(const struct room *a, const struct room *b)
{
    return a->game == b->game &&
           memcmp(room_state(a), room_state(b), room_game(a)->state_size) == 0;
}

static bool has_waited(struct homecoming *home)
{
    const struct room *left = home->move->room, *now = home->room;
    bool is_there = left->phase == ROOM_PLAYING && left->game_id == now->game_id &&
                    left->step == now->step && left->step_top == now->step_top;
    return (is_there && has_same_state(left, now)) || move_against(home->move, "played_on");
}

static bool is_of_game(const struct room_event *event)
{
    return event->is_game || event->event.kind == ROOM_REWOUND;
}

static void keep_game_events(struct room_turn *turn)
{
    int kept = 0;
    for (int i = 0; i < turn->event_count; i++)
        if (is_of_game(&turn->event[i]))
            turn->event[kept++] = turn->event[i];
    turn->event_count = kept;
}

static int64_t time_here(const struct homecoming *home)
{
    int64_t now_ms = server_now(home->move->server);
    return now_ms > home->room->time_ms ? now_ms : home->room->time_ms;
}

/* The game's events of a batch that was decided become a batch of the room's log. */
static bool carry_over(struct move *move, const struct room_batch *decided)
{
    struct homecoming *home = move->context;
    struct json out;
    (void)decided;
    keep_game_events(&move->table.turn);
    if (move->table.turn.event_count == 0)
        return true;
    json_init(&out, move->table.events, sizeof move->table.events);
    if (home->count == MOVE_BATCHES_MAX || !room_write_batch(&move->table.turn, &out))
        return move_against(move, "too_long");
    struct room_batch *batch = &home->batch[home->count++];
    *batch = (struct room_batch){
        .seq = home->room->seq + 1,
        .time_ms = time_here(home),
        .player = move->player,
        .cid = home->cid,
        .events = arena_copy(&move->server->scratch, move->table.events, out.length),
        .length = out.length,
    };
    room_seal(home->room, batch);
    move->table.turn.draft = home->room;
    move_add_write(move, batch);
    return true;
}

/* The game must still be running, and replaying the room's log must give the same game, before anything is
 * written. */
static bool fits(struct homecoming *home)
{
    struct move *move = home->move;
    if (move->room->phase != ROOM_PLAYING)
        return move_against(move, "over");
    return (move_replay(move->server, home->batch, home->count, home->room) &&
            !home->room->needs_replay && has_same_state(move->room, home->room)) ||
           move_against(move, "state_hash");
}

static bool read_upload(struct homecoming *home)
{
    struct move *move = home->move;
    uint8_t digest[SHA256_SIZE];
    if (!load_log(home) || !read_parting(home) || !move_read_head(move))
        return false;
    memcpy(digest, move->room->hash, sizeof digest);
    room_chain(digest, (const char *)move->state_hash, sizeof move->state_hash);
    memcpy(&home->cid, digest, sizeof home->cid);
    return true;
}

/* After a failed write the disk may have kept the last upload although the answer was an error. */
static bool is_home(const struct homecoming *home)
{
    return room_remembers(home->room, home->move->player, home->cid);
}

static bool decide_again(struct homecoming *home)
{
    return has_waited(home) && move_decide_all(home->move) && fits(home);
}

static void come_home(struct homecoming *home)
{
    struct call *call = home->call;
    struct move *move = home->move;
    struct task *task = task_new(call->server, move->player);
    task->reply = REPLY_HTTP;
    task->connection = call->connection;
    task->command = (struct room_command){
        .kind = ROOM_BRING_BACK,
        .arg = { move->player, room_game_now(move->room, server_now(call->server)) },
    };
    move_arrive(move, home->room, task);
}

/* No other command may be written between this decision and its own write. */
static bool is_at_rest(const struct slot *slot)
{
    return slot->pending == NULL && slot->first == NULL && !slot->is_behind &&
           slot->credit_from_ms == 0;
}

void game_move_back(struct call *call)
{
    const char *code = log_against(call);
    if (code == NULL && !is_at_rest(call->slot))
        code = "too_busy";
    if (code == NULL && !limit_address(call->server, LIMIT_ROOM, call->request->address))
        code = "too_many_requests";
    if (code != NULL) {
        call_refuse(call, code, NULL);
        return;
    }
    struct homecoming *home = memory_take(sizeof *home);
    home->call = call;
    home->move = move_open(call);
    home->move->player = call->identity.player;
    home->move->decided = carry_over;
    home->move->context = home;
    home->room = memory_take(room_size_max());
    if (move_parse(call, home->move)) {
        if (!read_upload(home))
            call_refuse(call, "bad_log", home->move->why);
        else if (is_home(home))
            game_show(call);
        else if (decide_again(home))
            come_home(home);
        else
            call_refuse(call, "bad_log", home->move->why);
    }
    memory_free(home->room);
    move_close(home->move);
    memory_free(home);
}
