/* The log: a batch is a JSON array, each event by name with all its arguments, secret ones too.
 *
 *   {"type": "guess_made", "kind": "game", "told": 2, "seat": 1, "side": "heads"}
 *
 * "kind" is "room" or "game"; "told" is the set of seats as a number, left out where it is 0. Reading goes
 * event by event, so that memory does not depend on the length of a batch. */
#include "room/room_parts.h"

#include <assert.h>
#include <string.h>

#include "engine/message.h"

enum { EVENT_NODES_MAX = 832, LIST_MAX = 63, WIDE_LIST_MAX = 64 * GAME_SET_WORDS };
/* The object, four members around the arguments, and each argument with its key and a list, one of them
 * wide. */
_Static_assert(EVENT_NODES_MAX >= 1 + 2 * 4 + GAME_ARGS_MAX * (2 + LIST_MAX) + WIDE_LIST_MAX,
               "an event fits");

/* Writing */

static void write_event(const struct room *room, const struct room_event *event, struct json *out)
{
    const struct game_message *table = event->is_game ? room_game(room)->events : room_events;
    const struct game_message *message = &table[event->event.kind];
    json_object(out, NULL);
    json_text(out, "type", message->name);
    json_text(out, "kind", event->is_game ? "game" : "room");
    if (event->event.told != SEATS_NONE)
        json_int(out, "told", event->event.told);
    message_write(message, event->event.arg, event->event.text, true, out);
    json_end(out);
}

bool room_write_batch(const struct room_turn *turn, struct json *out)
{
    json_array(out, NULL);
    for (int i = 0; i < turn->event_count; i++)
        write_event(turn->draft, &turn->event[i], out);
    json_end(out);
    return !out->overflow;
}

static void remember(struct room *room, int64_t player, int64_t cid)
{
    struct room_member *member = room_person(room, player);
    if (!member || cid == 0)
        return;
    for (int i = ROOM_CIDS - 1; i > 0; i--)
        member->cid[i] = member->cid[i - 1];
    member->cid[0] = cid;
}

void room_chain(uint8_t hash[SHA256_SIZE], const char *events, size_t length)
{
    struct sha256 sum;
    sha256_init(&sum);
    sha256_add(&sum, hash, SHA256_SIZE);
    sha256_add(&sum, events, length);
    sha256_end(&sum, hash);
}

void room_seal(struct room *room, const struct room_batch *batch)
{
    room_chain(room->hash, batch->events, batch->length);
    room->seq = batch->seq;
    room->time_ms = batch->time_ms;
    room->needs_replay = room->phase == ROOM_PLAYING && room->steps_held != room->step;
    remember(room, batch->player, batch->cid);
}

bool room_close_batch(struct room_turn *turn, const struct room_command *command, char *text,
                      size_t size, struct room_batch *batch)
{
    struct json out;
    json_init(&out, text, size);
    if (!room_write_batch(turn, &out))
        return false;
    *batch = (struct room_batch){ .seq = turn->draft->seq + 1,
                                  .time_ms = turn->now_ms,
                                  .player = command->player,
                                  .cid = command->cid,
                                  .events = text,
                                  .length = out.length };
    room_seal(turn->draft, batch);
    return true;
}

/* Reading */

/* The next element of the array between `at` and `end`: where it starts and how long it is. Cuts at
 * the commas between objects; whether they are objects at all is seen when they are parsed. */
static bool next_element(const char **at, const char *end, const char **element, size_t *length)
{
    const char *c = *at;
    int depth = 0;
    bool in_text = false;
    if (c >= end || *c == ']')
        return false;
    for (*element = c; c < end; c++) {
        if (in_text && *c == '\\')
            c++;
        else if (*c == '"')
            in_text = !in_text;
        else if (!in_text && (*c == '{' || *c == '['))
            depth++;
        else if (!in_text && (*c == '}' || *c == ']') && depth-- == 0)
            break;
        else if (!in_text && *c == ',' && depth == 0)
            break;
    }
    if (c >= end)
        return false;
    *length = (size_t)(c - *element);
    /* A comma with nothing behind it is not skipped, so that reading the next element fails. */
    *at = *c == ',' && c[1] != ']' ? c + 1 : c; /* the last byte is a bracket */
    if (*length == 0)                           /* nothing more to read here */
        *at = end;
    return true;
}

static bool is_array(const struct room_batch *batch)
{
    return batch->length >= 2 && batch->events[0] == '[' && batch->events[batch->length - 1] == ']';
}

/* We write nothing after the last bracket, and never an array that is cut short. */
static bool is_at_end(const struct room_batch *batch, const char *at)
{
    return at == batch->events + batch->length - 1;
}

static bool read_told(const struct json_doc *doc, seat_set *told)
{
    uint32_t node = json_get(doc, 0, "told");
    int64_t value = 0;
    if (node && (!json_read_int(doc, node, &value) || value < 0 || value > UINT32_MAX))
        return false;
    *told = (seat_set)value;
    return true;
}

static int find_type(const struct json_doc *doc, const struct game_message *table)
{
    char name[64];
    uint32_t node = json_get(doc, 0, "type");
    return node && json_read_text(doc, node, name, sizeof name) ? message_find(table, name) : -1;
}

static bool read_event(const struct room *room, const char *bytes, size_t length, int seats,
                       struct room_event *event, char *text)
{
    struct json_node node[EVENT_NODES_MAX];
    struct json_doc doc;
    const char *problem, *which;
    memset(event, 0, sizeof *event);
    if (!json_parse(&doc, bytes, length, node, EVENT_NODES_MAX, &problem) ||
        !json_is(&doc, 0, JSON_OBJECT))
        return false;
    uint32_t kind = json_get(&doc, 0, "kind");
    event->is_game = kind && json_equals(&doc, kind, "game");
    const struct game_message *table = event->is_game ? room_game(room)->events : room_events;
    int type = find_type(&doc, table);
    if (type < 0 || !read_told(&doc, &event->event.told) ||
        !message_read(&table[type], &doc, 0, seats, event->event.arg, text, &problem, &which))
        return false;
    event->event.kind = (uint16_t)type;
    event->event.text = text;
    return true;
}

/* Whether an event can be applied at all; a log that we wrote has no others. */

static bool is_new_person(int kind)
{
    return kind == ROOM_PLAYER_JOINED || kind == ROOM_BOT_ADDED || kind == ROOM_GUEST_ADDED;
}

/* These events may name a person without an entry: strangers ask for seats and knock, and a person who is
 * readmitted may have lost the entry. */
static bool may_be_anyone(int kind)
{
    return kind == ROOM_SEAT_CLAIMED || kind == ROOM_CLAIM_ENDED || kind == ROOM_KNOCKED ||
           kind == ROOM_KNOCK_ENDED || kind == ROOM_PLAYER_READMITTED;
}

static bool names_a_member(const struct room *room, const struct game_event *event)
{
    const struct game_arg *first = &room_events[event->kind].args[0];
    if (is_new_person(event->kind) || may_be_anyone(event->kind) || first->type != ARG_ID ||
        first->min < 0 || !text_equal(first->name, "player"))
        return true;
    return room_member_of(room, event->arg[0]) >= 0;
}

static bool order_fits(const struct room *room, const int64_t arg[])
{
    uint64_t seen = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        int member = (int)(arg[seat / 10] >> (seat % 10 * 6) & 63);
        if (member >= ROOM_MEMBERS_MAX || room->member[member].seat < 0 ||
            room->member[member].player == 0 || seen >> member & 1)
            return false;
        seen |= (uint64_t)1 << member;
    }
    return true;
}

static bool hex_fits(const char *text, size_t count)
{
    uint8_t bytes[ROOM_SECRET_SIZE];
    return hex_read(bytes, count, text);
}

/* Nobody's entry, their own, or that of somebody without a chair. */
static bool entry_fits(const struct room *room, const int64_t arg[])
{
    const struct room_member *member = &room->member[arg[1]];
    int own = room_member_of(room, arg[0]);
    return own < 0 ? member->player == 0 || member->seat < 0 : own == arg[1];
}

static bool is_knocking(const struct room *room, int64_t player)
{
    for (int i = 0; i < room->knock_count; i++)
        if (room->knock[i].player == player)
            return true;
    return false;
}

static bool mover_fits(const struct room *room, const int64_t arg[])
{
    int guest = room_member_of(room, arg[1]);
    return guest < 0 || (room->member[guest].seat < 0 && arg[0] != arg[1]);
}

static bool option_fits(const struct room *room, const struct game_event *event)
{
    int option = room_option_of(room_game(room), event->text);
    return option >= 0 &&
           message_arg_fits(&room_game(room)->options[option].arg, GAME_SEATS_MAX, event->arg[0]);
}

static bool start_fits(const struct room *room, const int64_t arg[])
{
    const struct game *game = room_game(room);
    int64_t oldest = game->rules_oldest ? game->rules_oldest : game->rules_version;
    return room->phase == ROOM_LOBBY && arg[2] >= oldest && arg[2] <= game->rules_version &&
           room->seat_count >= game->seats_min && room->seat_count <= game->seats_max;
}

static bool reason_fits(const struct room *room, int64_t reason)
{
    int count = 0;
    while (room_game(room)->reasons[count])
        count++;
    return room->phase == ROOM_PLAYING && reason < count;
}

static bool role_fits(const struct room *room, const int64_t arg[])
{
    return arg[1] < game_side_count(room_game(room));
}

static bool seat_of(const struct room *room, int64_t player)
{
    return room->member[room_member_of(room, player)].seat >= 0;
}

static bool details_fit(const struct room *room, const struct game_event *event)
{
    const int64_t *arg = event->arg;
    switch (event->kind) {
    case ROOM_CREATED: return room->id == 0 && arg[1] <= code_max();
    case ROOM_PLAYER_JOINED: return entry_fits(room, arg);
    case ROOM_KNOCKED: return room->knock_count < ROOM_KNOCKS && !is_knocking(room, arg[0]);
    case ROOM_KNOCK_ENDED: return is_knocking(room, arg[0]);
    case ROOM_PLAYER_READMITTED: return room_was_kicked(room, arg[0]);
    case ROOM_BOT_ADDED: return entry_fits(room, arg);
    case ROOM_GUEST_ADDED: return entry_fits(room, arg);
    case ROOM_SEAT_TAKEN: return !seat_of(room, arg[0]) && room->seat_count < GAME_SEATS_MAX;
    case ROOM_SEAT_FREED: return seat_of(room, arg[0]);
    case ROOM_ROLE_SELECTED: return role_fits(room, arg);
    case ROOM_SEATS_REORDERED: return order_fits(room, arg);
    case ROOM_NONCE_SET: return hex_fits(event->text, ROOM_NONCE_SIZE);
    case ROOM_NONCE_PUBLISHED: return hex_fits(event->text, ROOM_NONCE_SIZE);
    case ROOM_OPTION_SET: return option_fits(room, event);
    case ROOM_OPTION_FIXED: return option_fits(room, event);
    case ROOM_BOT_REMOVED: return !seat_of(room, arg[0]);
    case ROOM_GUEST_REMOVED: return !seat_of(room, arg[0]);
    case ROOM_GAME_STARTED: return start_fits(room, arg);
    case ROOM_GAME_OVER: return reason_fits(room, arg[2]);
    case ROOM_GAME_VOIDED: return room->phase == ROOM_PLAYING;
    case ROOM_GAME_CHANGED: return room->phase == ROOM_LOBBY;
    case ROOM_NEXT_GAME_PREPARED: return room->phase == ROOM_RESULTS;
    case ROOM_SCORED: return room->phase == ROOM_RESULTS;
    case ROOM_VOID_VOTE_CAST: return room_member_of(room, arg[1]) >= 0;
    case ROOM_SIGHT_AGREED: return room_member_of(room, arg[1]) >= 0;
    case ROOM_SHARE_ANSWERED: return room->phase == ROOM_RESULTS;
    case ROOM_GAME_SHARED: return room->phase == ROOM_RESULTS;
    case ROOM_DESK_SHARED: return arg[1] == 0 || !seat_of(room, arg[0]);
    case ROOM_SEAT_CLAIMED: return room_member_of(room, arg[1]) >= 0;
    case ROOM_SEAT_MOVED: return mover_fits(room, arg);
    case ROOM_MOVED: return arg[0] == arg[1] || mover_fits(room, arg);
    case ROOM_GAME_BROUGHT_BACK: return room->phase == ROOM_PLAYING;
    case ROOM_REWOUND: return room->phase == ROOM_PLAYING && arg[1] <= room->step_top;
    default: return true; /* it has no argument that could be out of range */
    }
}

/* A game event needs a dealt game; everything but the first event needs a room. */
static const char *problem_of(const struct room *room, const struct room_event *event)
{
    if (event->is_game)
        return room->phase == ROOM_PLAYING ? NULL : "game_event_without_game";
    if (room->id == 0 && event->event.kind != ROOM_CREATED)
        return "no_room";
    if (!names_a_member(room, &event->event))
        return "unknown_player";
    return details_fit(room, &event->event) ? NULL : "impossible_event";
}

static void replay_event(struct room *room, const struct room_event *event, int64_t now_ms,
                         bool follows)
{
    room_count_told(room, event);
    if (!event->is_game)
        room_apply(room, &event->event, now_ms);
    else if (follows) {
        room_game(room)->apply(room_state(room), &event->event);
        room->game_event_count++;
    }
}

bool room_replay(struct room *room, const struct room_batch *batch, bool skip, const char **problem)
{
    const char *at = batch->events + 1, *element;
    size_t length;
    bool is_step = false, follows = false;
    *problem = "bad_batch";
    if (!is_array(batch) || batch->seq != room->seq + 1)
        return false;
    while (next_element(&at, batch->events + batch->length, &element, &length)) {
        struct room_event event;
        char text[GAME_TEXT_MAX + 1];
        *problem = "bad_event";
        int seats = room->phase == ROOM_PLAYING ? room->deal.setup.seat_count : GAME_SEATS_MAX;
        if (!read_event(room, element, length, seats, &event, text))
            return false;
        *problem = problem_of(room, &event);
        if (*problem)
            return false;
        if (event.is_game && !is_step)
            follows = room_note_step(room, skip);
        is_step = is_step || event.is_game;
        replay_event(room, &event, batch->time_ms, follows);
    }
    *problem = "bad_batch";
    if (!is_at_end(batch, at))
        return false;
    room_seal(room, batch);
    return true;
}

int room_read_batch(const struct room *before, const struct room_batch *batch,
                    struct room_reading *reading)
{
    const char *at = batch->events + 1, *element;
    size_t length;
    reading->event_count = 0;
    reading->text_used = 0;
    if (!is_array(batch))
        return -1;
    while (next_element(&at, batch->events + batch->length, &element, &length)) {
        char *text = &reading->text[reading->text_used];
        if (reading->event_count == ROOM_EVENTS_MAX ||
            reading->text_used + GAME_TEXT_MAX + 1 > sizeof reading->text ||
            !read_event(before, element, length, GAME_SEATS_MAX,
                        &reading->event[reading->event_count], text))
            return -1;
        reading->event_count++;
        reading->text_used += strlen(text) + 1;
    }
    return is_at_end(batch, at) ? reading->event_count : -1;
}

bool room_follow(struct room *room, const struct room_batch *batch,
                 const struct room_reading *reading, const char **problem)
{
    bool is_step = false;
    *problem = "bad_batch";
    if (batch->seq != room->seq + 1)
        return false;
    for (int i = 0; i < reading->event_count; i++) {
        const struct room_event *event = &reading->event[i];
        *problem = problem_of(room, event);
        if (*problem)
            return false;
        room_count_told(room, event);
        if (!event->is_game)
            room_apply_people(room, &event->event, batch->time_ms);
        else if (!is_step)
            room_note_step(room, true);
        is_step = is_step || event->is_game;
    }
    room_seal(room, batch);
    return true;
}

/* Proofs */

static bool is_game_element(const char *element, size_t length)
{
    struct json_node node[EVENT_NODES_MAX];
    struct json_doc doc;
    const char *problem;
    return json_parse(&doc, element, length, node, EVENT_NODES_MAX, &problem) &&
           json_is(&doc, 0, JSON_OBJECT) && json_equals(&doc, json_get(&doc, 0, "kind"), "game");
}

void room_proof_decision(const struct room_batch *batch, struct json *out)
{
    const char *at = batch->events + 1, *element;
    size_t length;
    bool has_any = false;
    while (is_array(batch) && next_element(&at, batch->events + batch->length, &element, &length)) {
        if (!is_game_element(element, length))
            continue;
        if (!has_any)
            json_array(out, NULL);
        has_any = true;
        json_raw(out, NULL, element, length);
    }
    if (has_any)
        json_end(out);
}

/* Undo */

static void trace_event(const struct json_doc *doc, struct room_trace *trace)
{
    uint32_t type = json_get(doc, 0, "type"), kind = json_get(doc, 0, "kind");
    if (json_equals(doc, kind, "game"))
        trace->is_step = true;
    else if (json_equals(doc, type, "game_started"))
        trace->starts_game = true;
    else if (json_equals(doc, type, "rewound")) {
        int64_t from = 0, to = 0;
        json_read_int(doc, json_get(doc, 0, "from"), &from);
        json_read_int(doc, json_get(doc, 0, "to"), &to);
        trace->from = (int32_t)from;
        trace->to = (int32_t)to;
    }
}

struct room_trace room_trace(const struct room_batch *batch)
{
    const char *at = batch->events + 1, *element, *problem;
    size_t length;
    struct json_node node[EVENT_NODES_MAX];
    struct json_doc doc;
    struct room_trace trace = { 0 };
    if (!is_array(batch))
        return trace;
    while (next_element(&at, batch->events + batch->length, &element, &length))
        if (json_parse(&doc, element, length, node, EVENT_NODES_MAX, &problem) &&
            json_is(&doc, 0, JSON_OBJECT))
            trace_event(&doc, &trace);
    return trace;
}

/* Either of them: a caller that has its traces does not read a log twice. */
struct traces {
    const struct room_batch *batch;
    const struct room_trace *trace;
};

static struct room_trace trace_at(const struct traces *traces, int i)
{
    return traces->trace ? traces->trace[i] : room_trace(&traces->batch[i]);
}

/* Goes back through one game that ended at step `depth`. The batch that made step n is the latest one at
 * that step before the one that made step n + 1; all others were undone. */
static void skip_undone(const struct traces *traces, int first, int end, int64_t depth,
                        uint8_t *skip)
{
    int64_t wanted = depth;
    for (int i = end - 1; i >= first; i--) {
        struct room_trace trace = trace_at(traces, i);
        if (trace.from != 0)
            depth = trace.from;
        if (!trace.is_step)
            continue;
        if (depth == wanted)
            wanted--;
        else
            skip[i / 8] |= (uint8_t)(1 << i % 8);
        depth--;
    }
}

static void find_undone(const struct traces *traces, int count, uint8_t *skip)
{
    int first = 0;
    int64_t depth = 0;
    memset(skip, 0, ((size_t)count + 7) / 8);
    for (int i = 0; i < count; i++) {
        struct room_trace trace = trace_at(traces, i);
        if (trace.starts_game) {
            skip_undone(traces, first, i, depth, skip);
            first = i;
            depth = 0;
        }
        depth = trace.to != 0 ? trace.to : depth + trace.is_step;
    }
    skip_undone(traces, first, count, depth, skip);
}

void room_rewound(const struct room_batch *batch, int count, uint8_t *skip)
{
    find_undone(&(struct traces){ .batch = batch }, count, skip);
}

void room_rewound_by(const struct room_trace *trace, int count, uint8_t *skip)
{
    find_undone(&(struct traces){ .trace = trace }, count, skip);
}

int room_rebuild(struct room *room, const struct room_batch *batch, int count, uint8_t *skip,
                 const char **problem)
{
    room_rewound(batch, count, skip);
    for (int i = 0; i < count; i++)
        if (!room_replay(room, &batch[i], skip[i / 8] >> i % 8 & 1, problem))
            return i;
    return count;
}
