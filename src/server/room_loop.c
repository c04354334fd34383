/* The path of one command:
 *
 *   errand → room_read → room_decide on a draft → store append → draft becomes the state → tell everyone
 *
 * Durable before visible: nothing is sent before the store says that the batch is on disk. A room has
 * one command in flight; the others wait in line. A timer firing, a bot moving and a player leaving are
 * commands like any other. */
#include "server/server.h"

#include <string.h>

#include "base/log.h"
#include "server/quarantine.h"

static void run_next(struct server *server, struct slot *slot);

struct errand *errand_new(struct server *server, int64_t player)
{
    struct errand *errand = server->free_errands;
    if (errand != NULL)
        server->free_errands = errand->next;
    else
        errand = memory_take(sizeof *errand);
    errand->next = NULL;
    errand->player = player;
    errand->reply = REPLY_NONE;
    errand->connection = 0;
    errand->cid[0] = '\0';
    errand->tries = 0;
    errand->is_prepared = errand->is_create = errand->shows_roles = false;
    errand->is_operator = false;
    errand->game_id = 0;
    errand->text = NULL;
    errand->node_count = 0;
    return errand;
}

void errand_set_text(struct errand *errand, const char *text, size_t length)
{
    errand->text =
        length < sizeof errand->short_text ? errand->short_text : memory_take(length + 1);
    memcpy(errand->text, text, length);
    errand->text[length] = '\0';
    errand->length = length;
}

void errand_free(struct server *server, struct errand *errand)
{
    if (errand->text != errand->short_text)
        memory_give(errand->text);
    errand->next = server->free_errands;
    server->free_errands = errand;
}

static struct flight *flight_take(struct server *server, struct slot *slot, struct errand *errand)
{
    struct flight *flight = server->free_flights;
    if (flight != NULL)
        server->free_flights = flight->next;
    else
        flight = memory_take(sizeof *flight);
    size_t needed = room_draft_size(slot->room);
    if (flight->draft_capacity < needed) {
        memory_give(flight->draft);
        flight->draft = memory_take(needed);
        flight->draft_capacity = needed;
    }
    flight->server = server;
    flight->slot = slot;
    flight->errand = errand;
    return flight;
}

/* Where both have room for as much, they change places, and nothing is copied. */
static void keep_draft(struct slot *slot, struct flight *flight)
{
    struct room *old = slot->room;
    if (slot->room_capacity != flight->draft_capacity) {
        slot_set_state(slot, flight->draft);
        return;
    }
    slot->room = flight->draft;
    flight->draft = old;
}

static void flight_give(struct flight *flight)
{
    flight->next = flight->server->free_flights;
    flight->server->free_flights = flight;
}

static void refuse(struct server *server, struct errand *errand, const char *code, const char *why)
{
    server->metrics.refusals++;
    if (errand->reply == REPLY_SOCKET)
        frame_error(server, errand->connection, errand->cid, code, why);
    else if (errand->reply == REPLY_HTTP)
        problem_respond(server, errand->connection, code, why);
    errand_free(server, errand);
}

static void answer(struct server *server, struct slot *slot, struct errand *errand)
{
    if (errand->reply == REPLY_SOCKET)
        frame_ok(server, errand->connection, errand->cid);
    else if (errand->reply == REPLY_HTTP)
        api_command_done(server, slot, errand);
    errand_free(server, errand);
}

/* Names come from people; the room wants them clean, with a key that finds look-alikes. */
static bool clean_name(struct flight *flight, struct room_command *command)
{
    char clean[ROOM_NAME_SIZE];
    if (!name_clean(command->text, clean, sizeof clean, &command->name_key))
        return false;
    text_copy(flight->text, sizeof flight->text, clean);
    command->text = flight->text;
    return true;
}

/* Who handed it over has parsed it already, as a rule, and nothing else since. */
static bool parse(struct server *server, struct errand *errand, struct json_doc *doc,
                  const char **problem)
{
    *doc = (struct json_doc){ errand->text, server->nodes, errand->node_count };
    errand->node_count = 0;
    return doc->node_count > 0 ||
           json_parse(doc, errand->text, errand->length, server->nodes, SERVER_NODES_MAX, problem);
}

/* The template game is for tests; nobody else plays it. */
static bool names_hidden_game(const struct room_command *command)
{
    bool names_game =
        !command->is_game && (command->kind == ROOM_CREATE || command->kind == ROOM_SET_GAME);
    return names_game && games[command->arg[0]]->is_hidden;
}

static bool read_command(struct flight *flight, struct room_command *command,
                         struct room_refusal *refusal)
{
    struct server *server = flight->server;
    struct errand *errand = flight->errand;
    if (errand->is_prepared) {
        *command = errand->command;
        return true;
    }
    struct json_doc doc;
    if (!parse(server, errand, &doc, &refusal->why)) {
        refusal->code = "bad_json";
        return false;
    }
    if (!room_read(flight->slot->room, &doc, 0, command, flight->text, refusal))
        return false;
    if (!server->config->hidden_games && names_hidden_game(command)) {
        *refusal = (struct room_refusal){ "bad_argument", "game" };
        return false;
    }
    if (command->has_name && !clean_name(flight, command)) {
        *refusal = (struct room_refusal){ "bad_name", "name" };
        return false;
    }
    command->player = errand->player;
    command->is_operator = errand->is_operator;
    command->cid = room_hash_cid(errand->cid);
    if (errand->is_create) {
        command->room_id = flight->slot->id;
        command->room_code = flight->slot->code;
    }
    return true;
}

static void begin_turn(struct flight *flight, uint8_t entropy[64])
{
    struct server *server = flight->server;
    struct slot *slot = flight->slot;
    if (slot->room != NULL)
        memcpy(flight->draft, slot->room, room_size(slot->room));
    else
        memset(flight->draft, 0, sizeof *flight->draft);
    server->seams.random(server->seams.context, entropy, 64);
    flight->turn.draft = flight->draft;
    flight->turn.now_ms = server_now(server);
    flight->turn.entropy = entropy;
    flight->turn.refusal = (struct room_refusal){ 0 };
    flight->turn.event_count = 0;
    flight->turn.is_repeat = false;
}

static int marks_of(const struct room_turn *turn)
{
    int marks = 0;
    for (int i = 0; i < turn->event_count; i++) {
        if (turn->event[i].is_game)
            continue;
        int kind = turn->event[i].event.kind;
        if (kind == ROOM_GAME_STARTED)
            marks |= STORE_MARK_GAME_STARTED;
        else if (kind == ROOM_GAME_OVER)
            marks |= STORE_MARK_GAME_OVER;
        else if (kind == ROOM_CHAT_SAID)
            marks |= STORE_MARK_CHAT;
    }
    return marks;
}

static int scores_of(const struct room *room, struct store_score *scores)
{
    struct room_result result[GAME_SEATS_MAX];
    int count = room_results(room, result);
    for (int i = 0; i < count; i++)
        scores[i] = (struct store_score){ .player = result[i].player,
                                          .score = result[i].score,
                                          .won = result[i].won,
                                          .reason = result[i].reason,
                                          .point = result[i].point };
    return count;
}

struct store_write append_write(const struct server *server, const struct room_turn *turn,
                                const struct room_batch *batch, struct store_score *scores)
{
    const struct room *after = turn->draft;
    struct store_write write = {
        .kind = STORE_APPEND,
        .room = after->id,
        .expected_seq = batch->seq - 1,
        .time_ms = batch->time_ms,
        .player = batch->player,
        .cid = batch->cid,
        .bytes = batch->events,
        .length = batch->length,
        .marks = marks_of(turn),
        .game_id = after->game_id,
        .game_number = after->game_number,
        .next_game_id = after->next.game_id,
        .code = after->code,
        .game = room_game(after)->id,
        .expires_ms = slot_expiry(server, after),
    };
    memcpy(write.hash, after->hash, sizeof write.hash);
    if (write.marks & STORE_MARK_GAME_OVER) {
        write.scores = scores;
        write.score_count = scores_of(after, scores);
    }
    return write;
}

static void committed(struct store_write *write);

/* Hands the batch to the store; committed() goes on from there. */
static void append(struct flight *flight, const struct room_command *command)
{
    struct server *server = flight->server;
    struct slot *slot = flight->slot;
    struct room_batch batch;
    if (!room_close_batch(&flight->turn, command, flight->batch, sizeof flight->batch, &batch)) {
        log_line(LOG_ERROR, "batch too large", "room", "%lld", (long long)slot->id, NULL);
        struct errand *errand = flight->errand;
        flight_give(flight);
        refuse(server, errand, "internal", NULL);
        return;
    }
    flight->write = append_write(server, &flight->turn, &batch, flight->scores);
    flight->write.done = committed;
    flight->write.owner = flight;
    slot->flight = flight;
    store_write(server->seams.store, &flight->write);
}

static bool is_credit(const struct errand *errand)
{
    return errand->player == 0 && errand->is_prepared && errand->command.kind == ROOM_CREDIT_CLOCK;
}

/* After a failed write the room is looked at again before anything is decided, and a clock that stood
 * still is put right before anybody moves. */
static bool must_wait(const struct slot *slot, const struct errand *errand)
{
    return slot->is_behind || (slot->credit_from_ms != 0 && !is_credit(errand));
}

/* A command for a game means that game, and never the next one; unless it was done in time already. */
static bool comes_too_late(const struct slot *slot, const struct errand *errand)
{
    return errand->game_id != 0 && slot->room != NULL && slot_is_past(slot, errand->game_id) &&
           !room_remembers(slot->room, errand->player, room_hash_cid(errand->cid));
}

static void run(struct server *server, struct slot *slot, struct errand *errand)
{
    if (must_wait(slot, errand)) {
        refuse(server, errand, "not_saved", NULL);
        return;
    }
    if (comes_too_late(slot, errand)) {
        refuse(server, errand, "game_is_over", NULL);
        return;
    }
    struct flight *flight = flight_take(server, slot, errand);
    struct room_command command = { 0 };
    struct room_refusal refusal = { 0 };
    uint8_t entropy[64];
    server->metrics.commands++;
    bool ok = read_command(flight, &command, &refusal);
    if (ok) {
        begin_turn(flight, entropy);
        ok = room_decide(&flight->turn, &command);
        refusal = flight->turn.refusal;
    }
    if (ok && flight->turn.event_count > 0) {
        append(flight, &command);
        return;
    }
    flight_give(flight);
    if (is_credit(errand))
        slot->credit_from_ms = 0; /* there was nothing to credit */
    if (ok)
        answer(server, slot, errand);
    else
        refuse(server, errand, refusal.code, refusal.why);
}

/* After people came and went: who was sent away or whose seat went to another device is shown out, and
 * who got a seat is noticed as present. */
static void greet_and_show_out(struct server *server, struct slot *slot)
{
    for (struct client *client = slot->clients, *next; client != NULL; client = next) {
        next = client->next;
        int is = room_member_of(slot->room, client->player);
        bool was_member = client->was_member;
        client->was_member = is >= 0;
        if (is >= 0 && slot->room->member[is].was_kicked)
            client_close(server, client, CLOSE_KICKED, "asked to leave");
        else if (was_member && is < 0)
            client_close(server, client, CLOSE_MOVED, "the seat moved to another device");
        else if (!was_member && is >= 0)
            presence_changed(server, slot, client->player);
    }
}

static void tell_everyone(struct server *server, struct flight *flight)
{
    struct frames_memo memo = { 0 };
    for (struct client *client = flight->slot->clients; client != NULL; client = client->next)
        frame_batch(server, client, flight, &memo);
}

/* The log is ahead of the state, which is built anew from it; only then is there something to show. */
static void follow_log(struct server *server, struct slot *slot)
{
    if (!slot_catch_up(server, slot))
        slot_failed(server, slot, ERROR_IO);
}

static bool leaves_results(const struct flight *flight)
{
    const struct room *before = flight->slot->room;
    return before != NULL && before->phase == ROOM_RESULTS &&
           before->game_id != flight->draft->game_id;
}

/* Tells everyone what they may know of the batch; then the draft is the state. After a rewind it is not. */
static void publish(struct server *server, struct flight *flight)
{
    if (flight->draft->needs_replay) {
        follow_log(server, flight->slot);
        return;
    }
    tell_everyone(server, flight);
    if (leaves_results(flight))
        slot_keep_ended(flight->slot, flight->slot->room);
    keep_draft(flight->slot, flight);
}

/* The store says no. A lost race is decided again on the newer state; anything else is refused. */
static void not_saved(struct server *server, struct flight *flight, enum error_kind result)
{
    struct slot *slot = flight->slot;
    struct errand *errand = flight->errand;
    bool is_new = slot->room == NULL;
    flight_give(flight);
    server->metrics.appends_failed++;
    server->is_full = result == ERROR_FULL;
    if (result == ERROR_STALE && !is_new && slot_catch_up(server, slot) &&
        ++errand->tries < SERVER_TRIES_MAX) {
        run(server, slot, errand);
        return;
    }
    if (result != ERROR_TAKEN && !is_new)
        slot_failed(server, slot, result);
    refuse(server, errand, result == ERROR_TAKEN ? "code_taken" : "not_saved", NULL);
}

/* What follows once everybody has been told. */
static void go_on(struct server *server, struct slot *slot, struct errand *errand)
{
    answer(server, slot, errand);
    greet_and_show_out(server, slot);
    bots_schedule(server, slot);
}

static void committed(struct store_write *write)
{
    struct flight *flight = write->owner;
    struct server *server = flight->server;
    struct slot *slot = flight->slot;
    quarantine_serve(slot->id);
    slot->flight = NULL;
    if (write->result != ERROR_NONE)
        not_saved(server, flight, write->result);
    else {
        struct errand *errand = flight->errand;
        server->is_full = false;
        server->metrics.games_over += (write->marks & STORE_MARK_GAME_OVER) != 0;
        publish(server, flight);
        flight_give(flight);
        if (is_credit(errand))
            slot->credit_from_ms = 0;
        go_on(server, slot, errand);
    }
    run_next(server, slot);
    quarantine_serve(0);
}

/* A command that is in flight meanwhile came too late: the store says so, and it is decided again. */
void room_grown(struct server *server, struct slot *slot, struct errand *errand)
{
    follow_log(server, slot);
    go_on(server, slot, errand);
    run_next(server, slot);
}

static void run_next(struct server *server, struct slot *slot)
{
    while (slot->flight == NULL && slot->first != NULL) {
        struct errand *errand = slot->first;
        slot->first = errand->next;
        slot->waiting--;
        run(server, slot, errand);
    }
    if (slot->flight == NULL)
        slot_rested(server, slot);
}

/* As many as the room knows again after they were answered, so that each counts once; ROOM_CIDS. */
static bool has_too_many(const struct slot *slot, int64_t player)
{
    int count = slot->flight != NULL && slot->flight->errand->player == player;
    for (const struct errand *errand = slot->first; errand != NULL; errand = errand->next)
        count += errand->player == player;
    return player != 0 && count >= ROOM_CIDS;
}

void room_submit(struct server *server, struct slot *slot, struct errand *errand)
{
    if (slot->flight == NULL && slot->first == NULL) {
        run(server, slot, errand);
        if (slot->flight == NULL)
            slot_rested(server, slot);
        return;
    }
    errand->node_count = 0;
    if (slot->waiting >= SERVER_WAITING_MAX || has_too_many(slot, errand->player)) {
        refuse(server, errand, "too_busy", NULL);
        return;
    }
    if (slot->first == NULL)
        slot->first = errand;
    else
        slot->last->next = errand;
    slot->last = errand;
    slot->waiting++;
}

void room_submit_clock(struct server *server, struct slot *slot, enum room_command_kind kind,
                       int64_t argument)
{
    struct errand *errand = errand_new(server, 0);
    errand->is_prepared = true;
    errand->command = (struct room_command){ .kind = (uint16_t)kind };
    errand->command.arg[0] = argument;
    room_submit(server, slot, errand);
}
