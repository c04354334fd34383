/* The night sheets, and the order that a script gives a night. */
#include "night_order.h"

#include "base/text.h"

/* Numbers of the sheets in the order of their enum. Where an older one gives none, the number keeps the place
 * that the step has in the newest. */
static const struct sheet_line {
    const char *id;
    int16_t first[NIGHT_SHEETS], other[NIGHT_SHEETS];
} sheet_lines[] = {
    { "bureaucrat", .first = { 10, 1, 1 }, .other = { 6, 1, 1 } },
    { "thief", .first = { 11, 2, 2 }, .other = { 7, 2, 2 } },
    { "minioninfo", .first = { 19, 5, 3 } },
    { "demoninfo", .first = { 23, 8, 4 } },
    { "poisoner", .first = { 32, 17, 5 }, .other = { 16, 7, 3 } },
    { "monk", .other = { 23, 12, 4 } },
    { "scarletwoman", .other = { 32, 19, 6 } },
    { "imp", .other = { 39, 24, 7 } },
    { "ravenkeeper", .other = { 74, 52, 8 } },
    { "washerwoman", .first = { 51, 33, 7 } },
    { "librarian", .first = { 52, 34, 8 } },
    { "investigator", .first = { 53, 35, 9 } },
    { "chef", .first = { 54, 36, 10 } },
    { "empath", .first = { 55, 37, 11 }, .other = { 75, 53, 10 } },
    { "fortuneteller", .first = { 56, 38, 12 }, .other = { 76, 54, 11 } },
    { "undertaker", .other = { 77, 55, 9 } },
    { "butler", .first = { 57, 39, 13 }, .other = { 90, 67, 12 } },
    { "spy", .first = { 71, 49, 6 }, .other = { 91, 68, 5 } },
};
enum { SHEET_LINES = sizeof sheet_lines / sizeof *sheet_lines };

int night_order_number(enum night_sheet sheet, bool is_first, const char *id)
{
    for (int i = 0; i < SHEET_LINES; i++)
        if (text_equal(sheet_lines[i].id, id))
            return is_first ? sheet_lines[i].first[sheet] : sheet_lines[i].other[sheet];
    return 0;
}

/* A step with what it is sorted by: a place in the script's own order, or a number beyond all of those. */
struct placed_step {
    int16_t step;
    int32_t place;
};

struct night {
    const struct script *script;
    const struct script_order *order; /* the script's own; empty: by numbers */
    enum night_sheet sheet;
    bool is_first;
    int count;
    struct placed_step placed[NIGHT_STEPS_MAX];
};

/* The place of an id in the script's own order, from 1; 0: not named. */
static int named_place(const struct night *night, const char *id)
{
    for (int i = 0; i < night->order->count; i++)
        if (text_equal(script_get(night->script, night->order->id[i]), id))
            return i + 1;
    return 0;
}

/* Inserts in order; steps of the same place stay in the order they came. */
static void place_step(struct night *night, int16_t step, int32_t place)
{
    int i = night->count++;
    for (; i > 0 && night->placed[i - 1].place > place; i--)
        night->placed[i] = night->placed[i - 1];
    night->placed[i] = (struct placed_step){ step, place };
}

static void place_info(struct night *night, int16_t step, const char *id)
{
    int number = night_order_number(night->sheet, night->is_first, id);
    if (number == 0)
        return;
    bool is_by_number = night->order->count == 0;
    place_step(night, step,
               is_by_number ? SCRIPT_ORDER_MAX + number * SCRIPT_NIGHT_UNIT
                            : named_place(night, id));
}

static int32_t own_number(const struct night *night, const struct script_entry *e)
{
    int32_t number = night->is_first ? e->first_night : e->other_night;
    if (e->is_described || number > 0)
        return number;
    const char *id = script_get(night->script, e->id);
    return night_order_number(night->sheet, night->is_first, id) * SCRIPT_NIGHT_UNIT;
}

static void place_entry(struct night *night, int index)
{
    const struct script_entry *e = &night->script->entry[index];
    int named = named_place(night, script_get(night->script, e->id));
    int32_t number = own_number(night, e);
    bool wakes = number > 0 || (named > 0 && e->role == SCRIPT_MANUAL);
    if (wakes)
        place_step(night, (int16_t)index, named > 0 ? named : SCRIPT_ORDER_MAX + number);
}

int night_order_steps(const struct script *script, enum night_sheet sheet, bool is_first,
                      int16_t step[NIGHT_STEPS_MAX])
{
    struct night night = { .script = script, .sheet = sheet, .is_first = is_first };
    night.order = is_first ? &script->first_night : &script->other_night;
    place_info(&night, NIGHT_MINION_INFO, "minioninfo");
    place_info(&night, NIGHT_DEMON_INFO, "demoninfo");
    for (int i = 0; i < script->entry_count; i++)
        place_entry(&night, i);

    int count = 0;
    step[count++] = NIGHT_DUSK;
    for (int i = 0; i < night.count; i++)
        step[count++] = night.placed[i].step;
    step[count++] = NIGHT_DAWN;
    return count;
}
