/* Results to take home: a finished game as JSON, the evening as a table for a spreadsheet, and the page that
 * strangers may read after all players have agreed to share a game. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The room as it was when that game was over; NULL: it is not, or was voided, or the call is answered. */
static const struct room *finished_room(struct call *call, int64_t game_id, const char *absent)
{
    struct room_result result[GAME_SEATS_MAX];
    const struct room *room = call->slot->room;
    if (room->phase == ROOM_CLOSED || slot_is_past(call->slot, game_id))
        room = call_ended(call, game_id, absent);
    bool is_over = room != NULL && room->game_id == game_id && room_results(room, result) > 0;
    return is_over ? room : NULL;
}

static void respond_report(struct call *call, const struct room *room, bool is_for_strangers)
{
    struct json out;
    call_json(call, &out);
    bool is_over = room_report(room, is_for_strangers, call->server->view, &out);
    json_end(&out);
    if (is_over)
        call_respond_json(call, 200, &out);
    else
        call_refuse(call, "not_now", NULL);
}

void game_report(struct call *call)
{
    /* `slot` is the room as it was then, if another game has been prepared since. */
    const struct room *room = call->slot == &call->ended
                                  ? call->ended.room
                                  : finished_room(call, call->game_id, "not_now");
    if (room != NULL)
        respond_report(call, room, false);
    else if (!call->is_answered)
        call_refuse(call, "not_now", NULL);
}

const struct room *shared_room(struct call *call)
{
    struct server *server = call->server;
    const struct room *room = NULL;
    int64_t game_id, link;
    if (!limit_reader(server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return NULL;
    }
    bool is_link = id_read(&game_id, call->param[0]) && id_read(&link, call->param[1]);
    call->slot = is_link ? slot_by_game(server, game_id) : NULL;
    if (call->slot != NULL)
        room = finished_room(call, game_id, "not_found");
    if (room != NULL && room_is_shared(room, link))
        return room;
    call->slot = NULL;
    if (call->is_answered)
        return NULL;
    call_refuse(call,
                server->is_elsewhere  ? "elsewhere"
                : server->cannot_read ? "too_busy"
                                      : "not_found",
                NULL);
    return NULL;
}

void shared_report(struct call *call)
{
    const struct room *room = shared_room(call);
    if (room != NULL)
        respond_report(call, room, true);
}

/* --- the evening --- */

enum { EVENING_MAX = 200 }; /* of each person's latest results */

struct row {
    struct store_result result;
    const char *name;
};

static int by_time(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    if (one->result.ended_ms != other->result.ended_ms)
        return one->result.ended_ms < other->result.ended_ms ? -1 : 1;
    return strcmp(one->name, other->name);
}

struct sheet {
    char *text;
    size_t size, length;
};

static void put(struct sheet *sheet, char c)
{
    if (sheet->length < sheet->size)
        sheet->text[sheet->length++] = c;
}

/* A cell in quotes. What a spreadsheet would take for a formula gets an apostrophe before it. */
static void put_cell(struct sheet *sheet, const char *text, bool is_last)
{
    put(sheet, '"');
    if (*text != '\0' && strchr("=+-@\t\r", *text) != NULL)
        put(sheet, '\'');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            put(sheet, '"');
        put(sheet, *text);
    }
    put(sheet, '"');
    put(sheet, is_last ? '\r' : ',');
    if (is_last)
        put(sheet, '\n');
}

static void put_row(struct sheet *sheet, const struct row *row)
{
    const struct store_result *result = &row->result;
    char text[32];
    time_t seconds = (time_t)(result->ended_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    put_cell(sheet, text, false);
    put_cell(sheet, result->game, false);
    id_write(text, result->game_id);
    put_cell(sheet, text, false);
    put_cell(sheet, row->name, false);
    put_cell(sheet, result->won ? "yes" : "no", false);
    snprintf(text, sizeof text, "%lld", (long long)result->score);
    put(sheet, '"');
    for (const char *c = text; *c != '\0'; c++)
        put(sheet, *c);
    put(sheet, '"');
    put(sheet, ',');
    put_cell(sheet, result->reason, false);
    put_cell(sheet, result->point, true);
}

/* The results of this room's games, of everybody who is or was in it. */
static int collect(struct call *call, struct row *row, int max)
{
    struct store *store = call->server->seams.store;
    const struct room *room = call->slot->room;
    struct store_result *result = arena_take(&call->server->scratch, EVENING_MAX * sizeof *result);
    int count = 0;
    for (int i = 0; i < room->member_end; i++) {
        const struct room_member *member = &room->member[i];
        if (member->player == 0 || member->games == 0)
            continue;
        int found = store->ops->history(store, member->player, result, EVENING_MAX);
        for (int k = 0; k < found && count < max; k++)
            if (result[k].room == room->id)
                row[count++] = (struct row){ .result = result[k], .name = member->name };
    }
    return count;
}

void evening_export(struct call *call)
{
    static const char head[] =
        "\xef\xbb\xbf" /* so that spreadsheets read it as UTF-8 */
        "\"ended\",\"game\",\"game_id\",\"player\",\"won\",\"score\",\"reason\",\"point\"\r\n";
    enum { ROWS_MAX = 1000 };
    struct server *server = call->server;
    if (!limit_reader(server, LIMIT_READ, call)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    struct row *row = memory_take(ROWS_MAX * sizeof *row);
    int count = collect(call, row, ROWS_MAX);
    struct sheet sheet = { .text = server->frame, .size = SERVER_FRAME_MAX };
    qsort(row, (size_t)count, sizeof *row, by_time);
    for (const char *c = head; *c != '\0'; c++)
        put(&sheet, *c);
    for (int i = 0; i < count; i++)
        put_row(&sheet, &row[i]);
    memory_free(row);
    call_respond_text(call, "text/csv; charset=utf-8", sheet.text, sheet.length);
}
