/* What the rules of Journeyman and Weather let anybody know (games/journeyman/README.md): everybody knows all
 * committed moves at once; only the owner of a staged choice knows the choice, and that there is one. It
 * knows events by their names, works out by itself which fields dry, and includes nothing of the game. */
#include <assert.h>
#include <string.h>

#include "engine/message.h"
#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct mutant journeyman_leaks[];

enum { SIDE_MAX = 10, WALKER = 0, WEATHER = 1, NOBODY = -1 };

struct memory {
    int side[2]; /* of each seat */
    int width, height;
    bool is_laid_out;
    int to_move, x, y;
    int64_t day, deadline_ms;
    bool is_wet[SIDE_MAX][SIDE_MAX]; /* by row and column */
    int moves, floods, dried;
    int driest, wettest; /* so many fields were wet when the day ended */
    int64_t driest_day, wettest_day;
    bool has_staged;
    int64_t staged;
};

static void begin(void *memory, const struct game *game, const struct game_setup *setup)
{
    struct memory *m = memory;
    m->side[0] = setup->side[0];
    m->side[1] = setup->side[1];
    m->width = (int)oracle_option(game, setup, "width");
    m->height = (int)oracle_option(game, setup, "height");
    m->to_move = NOBODY;
}

/* What happens */

static void note_turn(struct memory *m, int side, const struct oracle_event *event)
{
    m->to_move = side;
    m->deadline_ms = oracle_arg(event, "deadline_ms");
    m->has_staged = false;
    m->staged = 0;
}

static void note_grid(struct memory *m, const struct oracle_event *event)
{
    m->width = (int)oracle_arg(event, "width");
    m->height = (int)oracle_arg(event, "height");
    m->is_laid_out = true;
}

static void note_staged(struct memory *m, const struct oracle_event *event)
{
    m->has_staged = true;
    m->staged = event->arg[0];
}

static void dry(struct memory *m, int x, int y)
{
    if (x < 0 || x >= m->width || y < 0 || y >= m->height || !m->is_wet[y][x])
        return;
    m->is_wet[y][x] = false;
    m->dried++;
}

static void note_move(struct memory *m, const struct oracle_event *event)
{
    int64_t position = oracle_arg(event, "position");
    m->x = field_x(position);
    m->y = field_y(position);
    m->moves++;
    dry(m, m->x, m->y - 1);
    dry(m, m->x - 1, m->y);
    dry(m, m->x + 1, m->y);
    dry(m, m->x, m->y + 1);
}

static int wet_count(const struct memory *m)
{
    int count = 0;
    for (int y = 0; y < m->height; y++)
        for (int x = 0; x < m->width; x++)
            count += m->is_wet[y][x];
    return count;
}

static void note_floods(struct memory *m, const struct oracle_event *event)
{
    int64_t fields = oracle_arg(event, "positions");
    for (int i = 0; i < fields_count(fields); i++)
        m->is_wet[field_y(fields_at(fields, i))][field_x(fields_at(fields, i))] = true;
    m->floods += fields_count(fields);
    int count = wet_count(m);
    if (m->driest_day == 0 || count < m->driest) {
        m->driest = count;
        m->driest_day = m->day;
    }
    if (m->wettest_day == 0 || count > m->wettest) {
        m->wettest = count;
        m->wettest_day = m->day;
    }
}

static void happen(void *memory, const struct oracle_event *event)
{
    struct memory *m = memory;
    const char *name = event->message->name;
    if (strcmp(name, "roles_filled") == 0)
        note_turn(m, WALKER, event);
    else if (strcmp(name, "grid_configured") == 0)
        note_grid(m, event);
    else if (strcmp(name, "move_staged") == 0 || strcmp(name, "flood_staged") == 0)
        note_staged(m, event);
    else if (strcmp(name, "moved") == 0)
        note_move(m, event);
    else if (strcmp(name, "night_fell") == 0)
        note_turn(m, WEATHER, event);
    else if (strcmp(name, "flooded") == 0)
        note_floods(m, event);
    else if (strcmp(name, "day_began") == 0) {
        m->day = oracle_arg(event, "day");
        note_turn(m, WALKER, event);
    }
}

/* What is known */

static void know_grid(const struct memory *m, struct transcript *k)
{
    transcript_add(k, "%d by %d, laid out %d\n", m->width, m->height, m->is_laid_out);
    for (int y = 0; y < m->height; y++) {
        for (int x = 0; x < m->width; x++)
            transcript_add(k, "%c", m->is_wet[y][x] ? '~' : '.');
        transcript_add(k, "\n");
    }
}

static void know(const void *memory, int viewer, struct transcript *k)
{
    const struct memory *m = memory;
    know_grid(m, k);
    transcript_add(k, "day %lld, side %d to move until %lld, the Journeyman at %d %d\n",
                   (long long)m->day, m->to_move, (long long)m->deadline_ms, m->x, m->y);
    transcript_add(k, "%d moves, %d floods, %d dried, driest day %lld: %d, wettest %lld: %d\n",
                   m->moves, m->floods, m->dried, (long long)m->driest_day, m->driest,
                   (long long)m->wettest_day, m->wettest);
    if (viewer >= 0 && viewer < 2 && m->side[viewer] == m->to_move && m->has_staged)
        transcript_add(k, "I have staged %llx\n", (unsigned long long)m->staged);
}

const struct oracle oracle_journeyman = {
    .game_id = "journeyman",
    .memory_size = sizeof(struct memory),
    .begin = begin,
    .happen = happen,
    .know = know,
    .mutants = journeyman_leaks,
};
static_assert(sizeof(struct memory) <= ORACLE_MEMORY_MAX, "memory");
