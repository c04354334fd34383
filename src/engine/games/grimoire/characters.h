/* Sets of characters: 256 bits, so that every official character and the script's own have one each.
 * Sets of sides and teams, which grimoire_perceive() answers too, and of effects are the same type. Nothing
 * is allocated. */
#ifndef PARLOUR_GRIMOIRE_CHARACTERS_H
#define PARLOUR_GRIMOIRE_CHARACTERS_H

#include "grimoire.h"

static inline grimoire_characters characters_none(void)
{
    return (grimoire_characters){ { 0 } };
}

static inline bool characters_has(grimoire_characters set, int character)
{
    return set.word[character / 64] >> character % 64 & 1;
}

static inline grimoire_characters characters_with(grimoire_characters set, int character)
{
    set.word[character / 64] |= (uint64_t)1 << character % 64;
    return set;
}

static inline grimoire_characters characters_without(grimoire_characters set, int character)
{
    set.word[character / 64] &= ~((uint64_t)1 << character % 64);
    return set;
}

/* One character; of NO_CHARACTER no one. */
static inline grimoire_characters characters_one(int character)
{
    return characters_without(characters_with(characters_none(), character), GRIMOIRE_NO_CHARACTER);
}

static inline grimoire_characters characters_both(grimoire_characters a, grimoire_characters b)
{
    for (int i = 0; i < GAME_SET_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline grimoire_characters characters_either(grimoire_characters a, grimoire_characters b)
{
    for (int i = 0; i < GAME_SET_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

/* Those of `a` that are not in `b`. */
static inline grimoire_characters characters_except(grimoire_characters a, grimoire_characters b)
{
    for (int i = 0; i < GAME_SET_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline int characters_count(grimoire_characters set)
{
    int count = 0;
    for (int i = 0; i < GAME_SET_WORDS; i++)
        for (uint64_t word = set.word[i]; word; word &= word - 1)
            count++;
    return count;
}

static inline bool characters_any(grimoire_characters set)
{
    return characters_count(set) > 0;
}

static inline bool characters_equal(grimoire_characters a, grimoire_characters b)
{
    return !characters_any(characters_except(a, b)) && !characters_any(characters_except(b, a));
}

/* NO_CHARACTER: none. */
static inline int characters_first(grimoire_characters set)
{
    for (int character = 1; character < 64 * GAME_SET_WORDS; character++)
        if (characters_has(set, character))
            return character;
    return GRIMOIRE_NO_CHARACTER;
}

/* The set that is argument `place` of a message, and a message with it. */
static inline grimoire_characters characters_of_arg(const int64_t arg[GAME_ARG_WORDS], int place)
{
    grimoire_characters set = { { (uint64_t)arg[place] } };
    for (int i = 1; i < GAME_SET_WORDS; i++)
        set.word[i] = (uint64_t)arg[GAME_ARGS_MAX + i - 1];
    return set;
}

static inline void characters_to_arg(grimoire_characters set, int64_t arg[GAME_ARG_WORDS],
                                     int place)
{
    arg[place] = (int64_t)set.word[0];
    for (int i = 1; i < GAME_SET_WORDS; i++)
        arg[GAME_ARGS_MAX + i - 1] = (int64_t)set.word[i];
}

static inline struct game_event event_with_characters(struct game_event event, int place,
                                                      grimoire_characters set)
{
    characters_to_arg(set, event.arg, place);
    return event;
}

#endif
