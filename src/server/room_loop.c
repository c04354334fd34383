/* The path of one command:
 *
 *   task → table_read → table_decide → store append → table_tell every client → slot_set_state → answer
 *
 * Durable before visible: nothing is sent before the store says that the batch is on disk. A room has one
 * write pending; other commands wait in its queue. A timer firing, a bot moving and a player leaving are
 * commands like any other.
 *
 * The life of a room in memory (struct slot), with the function that makes each step:
 *
 *                slot_create                       slot_open: from snapshot and log
 *                     │                                │                │ credit_clock: no server ran
 *                     ▼                                ▼                ▼
 *   forgotten ◄─── creating ─── committed ────────► resting ◄─────── crediting ◄──────────┐
 *       ▲    not_saved                              │ ▲ ▲ │ committed                     │
 *       │                                       run │ │ │ │ bots_due                      │
 *       │                                           ▼ │ │ └────► thinking                 │
 *       │                               ┌──── writing │ └────────── │ thought_done → run  │
 *       │                      run_next │     │ ▲  │  │ committed                         │
 *       │                               └─────┘ │  │ not_saved → slot_failed              │
 *       │ slot_wake: nobody uses it    lost race│  ▼                                      │
 *       └──────────── resting                   └─ behind ── slot_retry → slot_catch_up ──┤
 *                                                              (resting if no clock ran) ─┘
 *
 * creating: room is NULL; writing: pending is set; thinking: is_thinking; behind: is_behind, the log may hold
 * more than the room; crediting: credit_from_ms is set. The last two refuse commands as "not_saved". */
#include "server/api.h"
#include "server/house.h"

#include <string.h>

#include "base/log.h"
#include "server/push.h"
#include "server/quarantine.h"
#include "server/running.h"

static void run_next(struct server *server, struct slot *slot);

struct task *task_new(struct server *server, int64_t player)
{
    struct task *task = server->free_tasks;
    if (task != NULL)
        server->free_tasks = task->next;
    else
        task = memory_take(sizeof *task);
    task->next = NULL;
    task->player = player;
    task->reply = REPLY_NONE;
    task->connection = 0;
    task->cid[0] = task->address[0] = '\0';
    text_copy(task->request, sizeof task->request, log_request());
    task->tries = 0;
    task->is_prepared = task->is_create = task->shows_roles = false;
    task->is_operator = false;
    task->game_id = 0;
    task->text = NULL;
    task->node_count = 0;
    return task;
}

void task_set_text(struct task *task, const char *text, size_t length)
{
    task->text = length < sizeof task->short_text ? task->short_text : memory_take(length + 1);
    memcpy(task->text, text, length);
    task->text[length] = '\0';
    task->length = length;
}

void task_free(struct server *server, struct task *task)
{
    if (task->text != task->short_text)
        memory_free(task->text);
    task->next = server->free_tasks;
    server->free_tasks = task;
}

static struct pending *pending_new(struct server *server, struct slot *slot, struct task *task)
{
    struct pending *pending = server->free_pending;
    if (pending != NULL)
        server->free_pending = pending->next;
    else
        pending = memory_take(sizeof *pending);
    size_t needed = room_draft_size(slot->room);
    if (pending->draft_capacity < needed) {
        memory_free(pending->table.draft);
        pending->table.draft = memory_take(needed);
        pending->draft_capacity = needed;
    }
    pending->table.room = slot->room;
    pending->server = server;
    pending->slot = slot;
    pending->task = task;
    return pending;
}

static void pending_free(struct pending *pending)
{
    pending->next = pending->server->free_pending;
    pending->server->free_pending = pending;
}

static void refuse(struct server *server, struct task *task, const char *code, const char *why)
{
    server->metrics.refusals++;
    if (task->reply == REPLY_SOCKET)
        frame_error(server, task->connection, task->cid, code, why);
    else if (task->reply == REPLY_HTTP)
        problem_respond(server, task->connection, code, why);
    else if (task->reply == REPLY_OPEN)
        socket_made_nothing(server, task, code);
    task_free(server, task);
}

static void answer(struct server *server, struct slot *slot, struct task *task)
{
    if (task->reply == REPLY_SOCKET)
        frame_ok(server, task->connection, task->cid);
    else if (task->reply == REPLY_HTTP)
        api_command_done(server, slot, task);
    else if (task->reply == REPLY_OPEN)
        socket_made_room(server, slot, task);
    task_free(server, task);
}

/* Usually the caller has just parsed this text and nothing else since. */
static bool parse(struct server *server, struct task *task, struct json_doc *doc,
                  const char **problem)
{
    *doc = (struct json_doc){ task->text, server->nodes, task->node_count };
    task->node_count = 0;
    return doc->node_count > 0 ||
           json_parse(doc, task->text, task->length, server->nodes, SERVER_NODES_MAX, problem);
}

static bool read_command(struct pending *pending)
{
    const struct table_rules rules = {
        .has_hidden_games = pending->server->config->hidden_games,
        .clean_name = name_clean,
    };
    struct table *table = &pending->table;
    struct task *task = pending->task;
    struct json_doc doc;
    if (task->is_prepared) {
        table->command = task->command;
        return true;
    }
    if (!parse(pending->server, task, &doc, &table->turn.refusal.why)) {
        table->turn.refusal.code = "bad_json";
        return false;
    }
    if (!table_read(table, &rules, &doc, 0, task->player, task->cid))
        return false;
    table->turn.refusal.code = house_against(pending->server, &table->command);
    if (table->turn.refusal.code != NULL) {
        table->turn.refusal.why = NULL;
        return false;
    }
    table->command.is_operator = task->is_operator;
    if (task->is_create) {
        table->command.room_id = pending->slot->id;
        table->command.room_code = pending->slot->code;
    }
    return true;
}

static enum table_answer decide_untimed(struct pending *pending)
{
    struct server *server = pending->server;
    uint8_t entropy[ROOM_ENTROPY_SIZE];
    server->metrics.commands++;
    if (!read_command(pending))
        return TABLE_REFUSED;
    server->seams.random(server->seams.context, entropy, sizeof entropy);
    return table_decide(&pending->table, server_now(server), entropy);
}

static enum table_answer decide(struct pending *pending)
{
    struct server *server = pending->server;
    int64_t begin_us = server_us(server);
    enum table_answer answer = decide_untimed(pending);
    durations_add(&server->durations, DURATION_DECIDE, server_us(server), begin_us);
    return answer;
}

static void committed(struct store_write *write);

/* Hands the batch to the store; committed() goes on from there. */
static void append(struct pending *pending)
{
    const struct table *table = &pending->table;
    pending->write = append_write(pending->server, &table->turn, &table->batch, pending->scores);
    pending->running_told =
        running_write(pending->slot, &table->turn, pending->playing, &pending->write);
    pending->write.done = committed;
    pending->write.owner = pending;
    pending->is_written = false;
    pending->slot->pending = pending;
    pending->written_us = server_us(pending->server);
    store_write(pending->server->seams.store, &pending->write);
}

static bool is_credit(const struct task *task)
{
    return task->player == 0 && task->is_prepared && task->command.kind == ROOM_CREDIT_CLOCK;
}

/* After a failed write the room is looked at again before anything is decided, and a clock that stood
 * still is put right before anybody moves. */
static bool must_wait(const struct slot *slot, const struct task *task)
{
    return slot->is_lost || slot->is_behind || (slot->credit_from_ms != 0 && !is_credit(task));
}

/* A command for a game means that game, and never the next one; unless it was done in time already. */
static bool comes_too_late(const struct slot *slot, const struct task *task)
{
    return task->game_id != 0 && slot->room != NULL && slot_is_past(slot, task->game_id) &&
           !room_remembers(slot->room, task->player, room_hash_cid(task->cid));
}

/* Tries of a password have the limit of tries of a code; beyond it even the right password is refused. */
static bool is_guess(const struct slot *slot, const struct room_command *command)
{
    return slot->room != NULL && slot->room->is_locked && !command->is_game &&
           command->kind == ROOM_JOIN && command->arg[3] != 0 &&
           room_member_of(slot->room, command->player) < 0;
}

/* Only knocks that the whole table would be told of count against the limit. */
static bool is_knock(const struct room_turn *turn, const struct room_command *command)
{
    return command->kind == ROOM_KNOCK && !command->is_game &&
           room_member_of(turn->draft, command->player) < 0;
}

static bool is_too_fast(struct server *server, const struct slot *slot, const struct task *task,
                        const struct table *table, enum table_answer decided)
{
    if (is_guess(slot, &table->command)) {
        bool is_looked_at = limit_may_guess(server, task->player, task->address);
        if (is_looked_at && decided == TABLE_REFUSED)
            limit_guessed_wrong(server, task->player, task->address);
        return !is_looked_at;
    }
    return decided == TABLE_BATCH && is_knock(&table->turn, &table->command) &&
           !limit_address(server, LIMIT_KNOCK, task->address);
}

static void run(struct server *server, struct slot *slot, struct task *task)
{
    if (must_wait(slot, task)) {
        refuse(server, task, "not_saved", NULL);
        return;
    }
    if (comes_too_late(slot, task)) {
        refuse(server, task, "game_is_over", NULL);
        return;
    }
    struct pending *pending = pending_new(server, slot, task);
    enum table_answer decided = decide(pending);
    struct room_refusal refusal = pending->table.turn.refusal;
    if (is_too_fast(server, slot, task, &pending->table, decided)) {
        decided = TABLE_REFUSED;
        refusal = (struct room_refusal){ .code = "too_many_requests" };
    }
    if (decided == TABLE_BATCH) {
        const struct table *table = &pending->table;
        const char *code = quota_against_batch(server, slot, &table->command, table->batch.length);
        if (code == NULL) {
            append(pending);
            return;
        }
        decided = TABLE_REFUSED;
        refusal = (struct room_refusal){ .code = code };
    }
    pending_free(pending);
    if (is_credit(task))
        slot->credit_from_ms = 0; /* the credit was zero */
    if (decided == TABLE_NOTHING)
        answer(server, slot, task);
    else
        refuse(server, task, refusal.code, refusal.why);
}

/* The log is ahead of the room: the room is built anew from it before anything is shown. */
static void follow_log(struct server *server, struct slot *slot)
{
    if (!slot_catch_up(server, slot))
        slot_failed(server, slot, ERROR_IO);
}

static bool leaves_results(const struct table *table)
{
    return table->room != NULL && table->room->phase == ROOM_RESULTS &&
           table->room->game_id != table->draft->game_id;
}

/* Tells everyone what they may know of the batch; then the draft is the state. */
static void publish(struct server *server, struct pending *pending)
{
    struct slot *slot = pending->slot;
    if (table_is_rewound(&pending->table)) {
        follow_log(server, slot);
        return;
    }
    house_hide(server, pending->table.draft);
    int64_t begin_us = server_us(server);
    frame_batch(server, slot, &pending->table);
    durations_add(&server->durations, DURATION_SEND, server_us(server), begin_us);
    if (leaves_results(&pending->table))
        slot_keep_ended(slot, slot->room);
    slot_set_state(slot, pending->table.draft);
}

/* The store refused the write. After a lost race the command is decided again on the newer state; any
 * other error refuses it. */
static void not_saved(struct server *server, struct pending *pending, enum error_kind result)
{
    struct slot *slot = pending->slot;
    struct task *task = pending->task;
    bool is_new = slot->room == NULL;
    pending_free(pending);
    server->metrics.appends_failed++;
    server->is_full = result == ERROR_FULL;
    if (result == ERROR_STALE && !is_new && !slot->is_lost && slot_catch_up(server, slot) &&
        ++task->tries < SERVER_TRIES_MAX) {
        run(server, slot, task);
        return;
    }
    if (result != ERROR_TAKEN && !is_new)
        slot_failed(server, slot, result);
    refuse(server, task, result == ERROR_TAKEN ? "code_taken" : "not_saved", NULL);
}

/* What the server does after everybody has been told. */
static void finish(struct server *server, struct slot *slot, struct task *task)
{
    bridge_note(server, slot);
    answer(server, slot, task);
    clients_follow_members(server, slot);
    running_follow(slot, slot->room);
    push_note(server, slot);
    bots_schedule(server, slot);
}

/* The log is needed to tell a step back, and to decide again after a lost race. */
static bool needs_log(const struct pending *pending, enum error_kind result)
{
    bool is_new = pending->slot->room == NULL;
    return !is_new &&
           (result == ERROR_STALE || (result == ERROR_NONE && table_is_rewound(&pending->table)));
}

static void committed(struct store_write *write)
{
    struct pending *pending = write->owner;
    struct server *server = pending->server;
    struct slot *slot = pending->slot;
    quarantine_serve(slot->id);
    log_set_request(pending->task->request);
    pending->is_written = true;
    if (needs_log(pending, write->result) && !slot_can_reload(server, slot)) {
        log_set_request("");
        return; /* until room_log_arrived() */
    }
    slot->pending = NULL;
    durations_add(&server->durations, DURATION_COMMIT, server_us(server), pending->written_us);
    if (write->result != ERROR_NONE)
        not_saved(server, pending, write->result);
    else {
        struct task *task = pending->task;
        server->is_full = false;
        quota_note(server, slot, write->length);
        server->metrics.games_over += (write->marks & STORE_MARK_GAME_OVER) != 0;
        publish(server, pending);
        slot->running_told = pending->running_told;
        pending_free(pending);
        if (is_credit(task))
            slot->credit_from_ms = 0;
        finish(server, slot, task);
        if (server->seams.net->ops->flush != NULL)
            server->seams.net->ops->flush(server->seams.net);
    }
    log_set_request("");
    run_next(server, slot);
    quarantine_serve(0);
}

/* A command that is pending meanwhile came too late: the store says so, and it is decided again. */
void room_grown(struct server *server, struct slot *slot, struct task *task)
{
    slot->grown = NULL;
    if (!slot_can_reload(server, slot)) {
        slot->is_behind = true;
        slot->grown = task;
        return; /* until room_log_arrived() */
    }
    follow_log(server, slot);
    finish(server, slot, task);
    run_next(server, slot);
}

void room_log_arrived(struct server *server, struct slot *slot)
{
    slot->waits_for_log = false;
    if (slot->grown != NULL)
        room_grown(server, slot, slot->grown);
    if (slot->waits_for_log)
        return;
    if (slot->pending != NULL && slot->pending->is_written)
        committed(&slot->pending->write);
    else if (slot->pending == NULL && slot->retry_ms != 0)
        slot_look_again(server, slot);
}

static void run_next(struct server *server, struct slot *slot)
{
    while (slot->pending == NULL && slot->first != NULL) {
        struct task *task = slot->first;
        slot->first = task->next;
        slot->waiting--;
        run(server, slot, task);
    }
    if (slot->pending == NULL)
        slot_rested(server, slot);
}

/* As many as the room recognizes after they were answered (ROOM_CIDS), so that each counts once. */
static bool has_too_many(const struct slot *slot, int64_t player)
{
    int count = slot->pending != NULL && slot->pending->task->player == player;
    for (const struct task *task = slot->first; task != NULL; task = task->next)
        count += task->player == player;
    return player != 0 && count >= ROOM_CIDS;
}

/* Strangers leave half of the queue to those who sit there. */
static int waiting_max(const struct slot *slot, int64_t player)
{
    bool is_stranger = player != 0 && slot->room != NULL && room_member_of(slot->room, player) < 0;
    return is_stranger ? SERVER_WAITING_MAX / 2 : SERVER_WAITING_MAX;
}

/* Commands of the server itself are never refused, because nobody would send them again. */
static bool is_own(const struct task *task)
{
    return task->is_prepared && task->reply == REPLY_NONE;
}

void room_submit(struct server *server, struct slot *slot, struct task *task)
{
    if (slot->pending == NULL && slot->first == NULL) {
        run(server, slot, task);
        if (slot->pending == NULL)
            slot_rested(server, slot);
        return;
    }
    task->node_count = 0;
    if (!is_own(task) &&
        (slot->waiting >= waiting_max(slot, task->player) || has_too_many(slot, task->player))) {
        refuse(server, task, "too_busy", NULL);
        return;
    }
    if (slot->first == NULL)
        slot->first = task;
    else
        slot->last->next = task;
    slot->last = task;
    slot->waiting++;
}

void room_submit_clock(struct server *server, struct slot *slot, enum room_command_kind kind,
                       int64_t argument)
{
    struct task *task = task_new(server, 0);
    task->is_prepared = true;
    task->command = (struct room_command){ .kind = (uint16_t)kind };
    task->command.arg[0] = argument;
    room_submit(server, slot, task);
}
