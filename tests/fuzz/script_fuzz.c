/* Any bytes as a script. An accepted one keeps the limits of its header, is the same after it is written and
 * read again, and gives nights in which everybody wakes at most once. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/games/grimoire/night_order.h"
#include "fuzz/json_mutate.h"

static const char *const known[] = { "imp", "fortuneteller", "spy", NULL };

static void check_night(const struct script *script, bool is_first)
{
    for (enum night_sheet sheet = 0; sheet < NIGHT_SHEETS; sheet++) {
        int16_t step[NIGHT_STEPS_MAX];
        bool is_awake[SCRIPT_ITEMS_MAX] = { false };
        int count = night_order_steps(script, sheet, is_first, step);
        assert(count >= 2 && step[0] == NIGHT_DUSK && step[count - 1] == NIGHT_DAWN);
        for (int i = 0; i < count; i++) {
            if (step[i] < 0)
                continue;
            assert(step[i] < script->entry_count && !is_awake[step[i]]);
            is_awake[step[i]] = true;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct script script;
    static struct script_scratch scratch;
    static char first[8 * SCRIPT_FILE_MAX], second[8 * SCRIPT_FILE_MAX];
    struct script_problem problem = { .entry = -1 };
    if (!script_read(&script, (const char *)data, size, known, &scratch, &problem)) {
        assert(problem.word && problem.entry >= -1 && problem.entry < SCRIPT_ITEMS_MAX);
        return 0;
    }
    check_night(&script, true);
    check_night(&script, false);
    size_t length = script_write(&script, first, sizeof first);
    assert(length > 0);
    /* The writer escapes more than a file must; a file of almost the largest size may grow beyond it. */
    if (length > SCRIPT_FILE_MAX)
        return 0;
    assert(script_read(&script, first, length, known, &scratch, &problem));
    assert(script_write(&script, second, sizeof second) == length);
    assert(strcmp(first, second) == 0);
    for (int i = 0; i < script.entry_count; i++)
        PLANT(script.entry[i].changes_setup && script.entry[i].first_night > 0 &&
              script.entry[i].first_night % SCRIPT_NIGHT_UNIT == 0);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    return json_mutate(data, size, size_max, seed);
}
