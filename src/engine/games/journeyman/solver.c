/* The solver of Journeyman and Weather. The header explains the method. */
#include "solver.h"

#include <assert.h>

enum { NIGHTS_SHIFT = 120, BUDGET_SHIFT = 112 };

#define FIELDS_MASK (((field_set)1 << BUDGET_SHIFT) - 1)

static const uint64_t SOLVER_MARK = 0x4a6f75726e657931; /* raise it when reasons change meaning */

/* An answer and its reason: the fields that must be wet for a trap, or dry for an escape. */
struct proof {
    bool is_trap;
    field_set fields;
    field_set floods; /* of a trap: what to flood tonight */
};

static struct proof trap(field_set wet)
{
    return (struct proof){ .is_trap = true, .fields = wet };
}

static struct proof escape(field_set dry)
{
    return (struct proof){ .fields = dry };
}

static bool gives_up(const struct solver *s)
{
    return s->looks_left < 0;
}

/* Budgets */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* A budget that cannot run out in time is none. */
static int binding_budget(const struct solver *s, int budget, int nights)
{
    return budget >= s->floods * nights ? SOLVER_NO_BUDGET : budget;
}

static int spend(int budget)
{
    return budget == SOLVER_NO_BUDGET ? budget : budget - 1;
}

/* Reasons: facts about positions with the Journeyman on a home field, by day. */

static field_set reason_of(field_set fields, int nights, int budget)
{
    return fields | (field_set)nights << NIGHTS_SHIFT | (field_set)budget << BUDGET_SHIFT;
}

static int nights_of(field_set reason)
{
    return (int)(reason >> NIGHTS_SHIFT);
}

static int budget_of(field_set reason)
{
    return (int)(reason >> BUDGET_SHIFT) & 255;
}

static bool escape_holds(field_set reason, field_set wet, int nights, int budget)
{
    return !(reason & wet) && nights_of(reason) >= nights && budget_of(reason) >= budget;
}

static bool trap_holds(field_set reason, field_set wet, int nights, int budget)
{
    return !(reason & FIELDS_MASK & ~wet) && nights_of(reason) <= nights &&
           budget_of(reason) <= budget;
}

/* A reason that was used moves half of the way to the front, so that it is found sooner. */
static void promote(struct solver_reasons *list, uint32_t i)
{
    field_set reason = list->reason[i];
    list->reason[i] = list->reason[i / 2];
    list->reason[i / 2] = reason;
}

static struct solver_reasons *escapes_of(struct solver *s, int field)
{
    return &s->escapes[s->terrain.home_index[field]];
}

static struct solver_reasons *traps_of(struct solver *s, int field)
{
    return &s->traps[s->terrain.home_index[field]];
}

static bool recall_escape(struct solver *s, struct solver_position at, int nights,
                          struct proof *proof)
{
    struct solver_reasons *list = escapes_of(s, at.journeyman);
    for (uint32_t i = 0; i < list->count; i++) {
        field_set reason = list->reason[i];
        if (!escape_holds(reason, at.wet, nights, at.budget))
            continue;
        promote(list, i);
        *proof = escape(reason & FIELDS_MASK);
        s->looks_left -= i + 1;
        return true;
    }
    s->looks_left -= list->count + 1;
    return false;
}

static bool recall_trap(struct solver *s, struct solver_position at, int nights,
                        struct proof *proof)
{
    struct solver_reasons *list = traps_of(s, at.journeyman);
    for (uint32_t i = 0; i < list->count; i++) {
        field_set reason = list->reason[i];
        if (!trap_holds(reason, at.wet, nights, at.budget))
            continue;
        promote(list, i);
        *proof = trap(reason & FIELDS_MASK);
        s->looks_left -= i + 1;
        return true;
    }
    s->looks_left -= list->count + 1;
    return false;
}

/* Enters in the middle: new reasons are soon needed again, proven ones sooner. A full list forgets its
 * last. */
static void enter(struct solver_reasons *list, field_set reason)
{
    if (list->count < SOLVER_REASONS_MAX)
        list->count++;
    uint32_t last = list->count - 1, middle = list->count / 2;
    if (middle > last)
        middle = last;
    list->reason[last] = list->reason[middle];
    list->reason[middle] = reason;
}

/* Whether `reason` says all that `other` does. */
static bool covers_escape(field_set reason, field_set other)
{
    return !(reason & FIELDS_MASK & ~other) && nights_of(reason) >= nights_of(other) &&
           budget_of(reason) >= budget_of(other);
}

static bool covers_trap(field_set reason, field_set other)
{
    return !(reason & FIELDS_MASK & ~other) && nights_of(reason) <= nights_of(other) &&
           budget_of(reason) <= budget_of(other);
}

static void forget_covered(struct solver_reasons *list, field_set reason, bool is_trap)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        field_set other = list->reason[i];
        if (is_trap ? !covers_trap(reason, other) : !covers_escape(reason, other))
            list->reason[kept++] = other;
    }
    list->count = kept;
}

static struct proof remember(struct solver *s, struct solver_position at, int nights,
                             struct proof proof)
{
    struct solver_reasons *list =
        proof.is_trap ? traps_of(s, at.journeyman) : escapes_of(s, at.journeyman);
    field_set reason = reason_of(proof.fields, nights, at.budget);
    s->looks_left -= list->count;
    forget_covered(list, reason, proof.is_trap);
    enter(list, reason);
    return proof;
}

/* The search */

struct solver_position solver_step(const struct solver *s, struct solver_position at, int to)
{
    at.wet &= ~s->terrain.orthogonal[to];
    at.journeyman = to;
    return at;
}

static struct proof prove_night(struct solver *s, struct solver_position at, int nights);

/* The step dries its neighbours, so an escape does not depend on them; and the field left behind is dry
 * as long as the Journeyman stands on it. */
static struct proof prove_step(struct solver *s, struct solver_position at, int to, int nights)
{
    const struct terrain *t = &s->terrain;
    struct proof proof = prove_night(s, solver_step(s, at, to), nights);
    if (!proof.is_trap)
        proof.fields = ((proof.fields & ~t->orthogonal[to]) | t->bit[to]) & ~t->bit[at.journeyman];
    return proof;
}

/* One step that escapes is enough. It is always looked for in the same order: a Journeyman of firm habits
 * has reasons that fit many positions. */
static struct proof prove_steps(struct solver *s, struct solver_position at, int nights)
{
    const struct terrain *t = &s->terrain;
    field_set exits = t->beside[at.journeyman] & ~at.wet;
    field_set because = t->beside[at.journeyman] & at.wet;
    while (exits) {
        int to = terrain_liked(t, exits);
        struct proof proof = prove_step(s, at, to, nights);
        if (gives_up(s))
            return proof;
        if (!proof.is_trap)
            return remember(s, at, nights, proof);
        because |= proof.fields;
        exits &= ~t->bit[to];
    }
    return remember(s, at, nights, trap(because));
}

/* The Journeyman, on a home field, is to move. */
static struct proof prove_day(struct solver *s, struct solver_position at, int nights)
{
    const struct terrain *t = &s->terrain;
    field_set exits = t->beside[at.journeyman] & ~at.wet;
    struct proof proof;
    if (!exits)
        return trap(t->beside[at.journeyman]);
    if (nights == 0)
        return escape(t->bit[terrain_first(exits)]);
    at.budget = binding_budget(s, at.budget, nights);
    if (recall_escape(s, at, nights, &proof) || recall_trap(s, at, nights, &proof))
        return proof;
    return prove_steps(s, at, nights);
}

static struct solver_position flooded(const struct solver *s, struct solver_position at, int field)
{
    at.wet |= s->terrain.bit[field];
    at.budget = spend(at.budget);
    return at;
}

/* The last flood of a night has to touch every escape there is. Of the fields in `todo`, those that touch
 * all known ones; the escapes that ruled others out go into `because`. */
static field_set touching_all(struct solver *s, struct solver_position at, int nights,
                              field_set todo, field_set *because)
{
    struct solver_reasons *list = escapes_of(s, at.journeyman);
    int budget = binding_budget(s, spend(at.budget), nights);
    uint32_t i;
    for (i = 0; i < list->count && todo; i++) {
        field_set reason = list->reason[i];
        if (!(todo & ~reason) || !escape_holds(reason, at.wet, nights, budget))
            continue;
        todo &= reason;
        *because |= reason & FIELDS_MASK;
        promote(list, i);
    }
    s->looks_left -= i;
    return todo;
}

/* Exits first, then what the Journeyman likes. */
static int worth_flooding(const struct terrain *t, int journeyman, field_set fields)
{
    field_set exits = fields & t->beside[journeyman];
    return terrain_liked(t, exits ? exits : fields);
}

/* Weather has `left` floods for tonight, and `nights` follow. A flood that does not touch the reason of the
 * escape without it is wasted; the `passed` ones were tried, with all that can go with them. */
static struct proof prove_floods(struct solver *s, struct solver_position at, int nights, int left,
                                 field_set passed)
{
    const struct terrain *t = &s->terrain;
    struct proof proof = prove_day(s, at, nights);
    if (proof.is_trap || left == 0 || gives_up(s))
        return proof;
    field_set because = proof.fields, todo = proof.fields & ~passed;
    if (left == 1)
        todo = touching_all(s, at, nights, todo, &because);
    while (todo) {
        int field = worth_flooding(t, at.journeyman, todo);
        proof = prove_floods(s, flooded(s, at, field), nights, left - 1, passed);
        if (gives_up(s))
            return proof;
        if (proof.is_trap) {
            proof.fields &= ~t->bit[field];
            proof.floods |= t->bit[field];
            return proof;
        }
        because |= proof.fields;
        passed |= t->bit[field];
        todo &= left == 1 ? proof.fields : ~t->bit[field];
    }
    return escape(because);
}

/* So many exits that one is left over, the ones that the step dried first: they cost no reason. */
static field_set exits_enough(const struct terrain *t, int field, field_set exits, int count)
{
    field_set dried = exits & t->orthogonal[field], others = exits & ~t->orthogonal[field];
    field_set enough = 0;
    for (; count > 0; count--) {
        field_set *from = dried ? &dried : &others;
        enough |= t->bit[terrain_first(*from)];
        *from &= *from - 1;
    }
    return enough;
}

static struct proof prove_last_night(const struct solver *s, struct solver_position at)
{
    const struct terrain *t = &s->terrain;
    field_set exits = t->beside[at.journeyman] & ~at.wet;
    int allowed = smaller(s->floods, at.budget);
    if (terrain_count(exits) > allowed)
        return escape(exits_enough(t, at.journeyman, exits, allowed + 1));
    struct proof proof = trap(t->beside[at.journeyman] & at.wet);
    proof.floods = exits;
    return proof;
}

static struct proof prove_home_night(struct solver *s, struct solver_position at, int nights)
{
    return prove_floods(s, at, nights - 1, smaller(s->floods, at.budget), 0);
}

/* Turns the grid so that the Journeyman stands on a home field, and the answer back. */
static struct proof prove_turned_night(struct solver *s, struct solver_position at, int nights)
{
    const struct terrain *t = &s->terrain;
    int turn = t->home_turn[at.journeyman];
    if (turn == 0)
        return prove_home_night(s, at, nights);
    at.wet = terrain_map(t, at.wet, t->turned[turn]);
    at.journeyman = t->turned[turn][at.journeyman];
    struct proof proof = prove_home_night(s, at, nights);
    proof.fields = terrain_map(t, proof.fields, t->turned_back[turn]);
    proof.floods = terrain_map(t, proof.floods, t->turned_back[turn]);
    return proof;
}

/* A step leaves at least two dry neighbours, so fewer than two floods never close a trap. */
static struct proof prove_night(struct solver *s, struct solver_position at, int nights)
{
    at.budget = binding_budget(s, at.budget, nights);
    if (s->floods < 2 || at.budget < 2)
        return escape(0);
    if (nights == 1)
        return prove_last_night(s, at);
    return prove_turned_night(s, at, nights);
}

static enum solver_answer answer_of(const struct solver *s, struct proof proof)
{
    if (gives_up(s))
        return SOLVER_GAVE_UP;
    return proof.is_trap ? SOLVER_TRAPPED : SOLVER_ESCAPES;
}

enum solver_answer solver_night(struct solver *s, struct solver_position at, int nights,
                                field_set *floods)
{
    assert(nights >= 1 && nights <= SOLVER_NIGHTS_MAX);
    struct proof proof = prove_night(s, at, nights);
    *floods = proof.floods;
    return answer_of(s, proof);
}

enum solver_answer solver_day(struct solver *s, struct solver_position at, int nights)
{
    const struct terrain *t = &s->terrain;
    int turn = t->home_turn[at.journeyman];
    assert(nights >= 0 && nights <= SOLVER_NIGHTS_MAX);
    at.wet = terrain_map(t, at.wet, t->turned[turn]);
    at.journeyman = t->turned[turn][at.journeyman];
    return answer_of(s, prove_day(s, at, nights));
}

void solver_allow(struct solver *s, int64_t looks)
{
    s->looks_left = looks;
}

/* Opening and closing. Other games use the same memory and may have written anywhere in it, so all of what
 * was learnt is under the seal. */

static uint64_t sum_up(uint64_t sum, uint64_t value)
{
    sum = (sum ^ value) * 0x9e3779b97f4a7c15;
    return sum ^ sum >> 32;
}

static uint64_t sum_up_reasons(uint64_t sum, const struct solver_reasons *list)
{
    sum = sum_up(sum, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        sum = sum_up(sum, (uint64_t)list->reason[i]);
        sum = sum_up(sum, (uint64_t)(list->reason[i] >> 64));
    }
    return sum;
}

static bool is_bounded(const struct solver *s)
{
    for (int i = 0; i < TERRAIN_HOMES_MAX; i++)
        if (s->escapes[i].count > SOLVER_REASONS_MAX || s->traps[i].count > SOLVER_REASONS_MAX)
            return false;
    return true;
}

static uint64_t seal_of(const struct solver *s)
{
    uint64_t sum = sum_up(SOLVER_MARK, (uint64_t)(s->width << 16 | s->height << 8 | s->floods));
    for (int i = 0; i < TERRAIN_HOMES_MAX; i++)
        sum = sum_up_reasons(sum_up_reasons(sum, &s->escapes[i]), &s->traps[i]);
    return sum;
}

static bool knows(const struct solver *s, int width, int height, int floods)
{
    return s->width == width && s->height == height && s->floods == floods && is_bounded(s) &&
           s->seal == seal_of(s);
}

static void forget_all(struct solver *s)
{
    for (int i = 0; i < TERRAIN_HOMES_MAX; i++)
        s->escapes[i].count = s->traps[i].count = 0;
}

static void *aligned(void *memory)
{
    size_t beyond = (uintptr_t)memory % _Alignof(struct solver);
    return (char *)memory + (beyond ? _Alignof(struct solver) - beyond : 0);
}

struct solver *solver_open(void *memory, size_t size, int width, int height, int floods)
{
    if (!memory || size < sizeof(struct solver) + _Alignof(struct solver))
        return NULL;
    struct solver *s = aligned(memory);
    if (!knows(s, width, height, floods))
        forget_all(s);
    s->width = width;
    s->height = height;
    s->floods = floods;
    terrain_init(&s->terrain, width, height);
    return s;
}

void solver_close(struct solver *s)
{
    s->seal = seal_of(s);
}
