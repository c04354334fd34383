/* The names of events in the specification, where an event of ours is one of its own. */
#include "engine/games/grimoire/import.h"

struct name {
    const char *ours, *member, *value, *theirs; /* member NULL: for all arguments */
};

static const struct name names[] = {
    { "setup_began", NULL, NULL, "game_created" },
    { "night_began", NULL, NULL, "night_started" },
    { "token_given", NULL, NULL, "role_revealed" },
    { "step_done", NULL, NULL, "night_action" },
    { "step_skipped", NULL, NULL, "night_skipped" },
    { "death_announced", "at_night", "true", "night_resolved" },
    { "day_began", NULL, NULL, "day_started" },
    { "nominated", NULL, NULL, "nomination" },
    { "vote_counted", NULL, NULL, "vote" },
    { "executed", "cause", "purity", "virgin_execution" },
    { "executed", NULL, NULL, "execution" },
    { "action_claimed", "action", "slayer_bullet", "slayer_shot" },
    { "effect_added", NULL, NULL, "effect_added" },
    { "effect_removed", "effect", "pure", "virgin_spent" },
    { "effect_removed", NULL, NULL, "effect_removed" },
    { "game_ended", NULL, NULL, "game_ended" },
};

static bool has(const struct json_doc *told, uint32_t event, const struct name *name)
{
    bool is_true = false;
    uint32_t node = name->member == NULL ? 0 : json_get(told, event, name->member);
    if (name->member == NULL || node == 0)
        return name->member == NULL;
    return json_equals(told, node, name->value) ||
           (json_read_bool(told, node, &is_true) && is_true);
}

const char *grimoire_specified(const struct json_doc *told, uint32_t event, struct json *payload)
{
    (void)payload;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (json_equals(told, json_get(told, event, "type"), names[i].ours) &&
            has(told, event, &names[i]))
            return names[i].theirs;
    return NULL;
}
