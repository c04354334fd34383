/* Reading `available_actions`. A choice is put together as the JSON a client would send and then read
 * like any command from the wire. */
#include "harness/actions.h"

#include <stdio.h>
#include <string.h>

#include "engine/message.h"

static bool problem_is(const char **problem, const char *sentence)
{
    *problem = sentence;
    return false;
}

static int kind_of(const struct actions *actions, uint32_t action)
{
    char name[64];
    uint32_t type = json_get(&actions->doc, action, "type");
    if (!type || !json_read_text(&actions->doc, type, name, sizeof name))
        return -1;
    return message_find(actions->game->commands, name);
}

static uint32_t after(const struct actions *actions, uint32_t node)
{
    return actions->doc.node[node].next;
}

static bool read_entries(struct actions *actions, uint32_t list, const char **problem)
{
    for (uint32_t i = json_first(list); i < after(actions, list); i = after(actions, i)) {
        if (actions->count == ACTIONS_MAX)
            return problem_is(problem, "too many available_actions");
        if (!json_is(&actions->doc, i, JSON_OBJECT) || kind_of(actions, i) < COMMAND_FIRST)
            return problem_is(problem, "an available action without a command as its type");
        actions->action[actions->count++] = i;
    }
    return true;
}

bool actions_find(struct actions *actions, const struct game *game, int seat_count,
                  const char *view, const char **problem)
{
    actions->game = game;
    actions->seat_count = seat_count;
    actions->count = 0;
    if (!json_parse(&actions->doc, view, strlen(view), actions->node, ACTIONS_NODES_MAX, problem))
        return false;
    uint32_t list = json_get(&actions->doc, 0, "available_actions");
    if (!list || !json_is(&actions->doc, list, JSON_ARRAY))
        return problem_is(problem, "a view without available_actions");
    return read_entries(actions, list, problem);
}

bool actions_read(struct actions *actions, const struct game *game, int seat_count,
                  const char *view, const char **problem)
{
    if (!actions_find(actions, game, seat_count, view, problem))
        return false;
    uint32_t phase = json_get(&actions->doc, 0, "phase");
    return (phase && json_is(&actions->doc, phase, JSON_TEXT)) ||
           problem_is(problem, "a view without a phase");
}

bool actions_have(const struct actions *actions, int kind)
{
    for (int i = 0; i < actions->count; i++)
        if (kind_of(actions, actions->action[i]) == kind)
            return true;
    return false;
}

static void write_node(const struct actions *actions, uint32_t node, const char *key,
                       struct json *out)
{
    const struct json_node *n = &actions->doc.node[node];
    /* A text's bytes come without the quotes. */
    uint32_t quote = n->type == JSON_TEXT;
    json_raw(out, key, actions->doc.text + n->start - quote, n->end - n->start + 2 * quote);
}

static uint32_t element(const struct actions *actions, uint32_t list, uint64_t index)
{
    uint32_t node = json_first(list);
    while (index-- > 0)
        node = after(actions, node);
    return node;
}

/* A number, or {"min","max"}. */
static bool choose_number(const struct actions *actions, uint32_t node, struct rng *rng,
                          int64_t *number)
{
    int64_t min, max;
    if (json_read_int(&actions->doc, node, number))
        return true;
    if (!json_is(&actions->doc, node, JSON_OBJECT) ||
        !json_read_int(&actions->doc, json_get(&actions->doc, node, "min"), &min) ||
        !json_read_int(&actions->doc, json_get(&actions->doc, node, "max"), &max) || max < min)
        return false;
    *number = min + (int64_t)rng_below(rng, (uint64_t)(max - min) + 1);
    return true;
}

/* {"from": [...], "count": n or {"min","max"}}: some of the elements, in their order. */
static bool choose_some(const struct actions *actions, uint32_t from, uint32_t count_node,
                        struct rng *rng, const char *key, struct json *out)
{
    int64_t wanted;
    if (!json_is(&actions->doc, from, JSON_ARRAY) ||
        !choose_number(actions, count_node, rng, &wanted))
        return false;
    int64_t left = actions->doc.node[from].count;
    if (wanted < 0 || wanted > left)
        return false;
    json_array(out, key);
    for (uint32_t i = json_first(from); i < after(actions, from); i = after(actions, i), left--) {
        if ((int64_t)rng_below(rng, (uint64_t)left) >= wanted)
            continue;
        write_node(actions, i, NULL, out);
        wanted--;
    }
    json_end(out);
    return true;
}

static bool choose_value(const struct actions *actions, const struct game_arg *arg, uint32_t node,
                         struct rng *rng, struct json *out)
{
    const struct json_doc *doc = &actions->doc;
    uint32_t from = json_get(doc, node, "from");
    int64_t number;
    if (json_is(doc, node, JSON_ARRAY)) {
        if (doc->node[node].count == 0)
            return false;
        write_node(actions, element(actions, node, rng_below(rng, doc->node[node].count)),
                   arg->name, out);
        return true;
    }
    if (from)
        return choose_some(actions, from, json_get(doc, node, "count"), rng, arg->name, out);
    if (!choose_number(actions, node, rng, &number))
        return false;
    if (arg->type == ARG_TEXT)
        json_text(out, arg->name, number > 2 ? "abc" : "a");
    else
        json_int(out, arg->name, number);
    return true;
}

static bool choose_arguments(const struct actions *actions, uint32_t action,
                             const struct game_message *message, struct rng *rng, struct json *out)
{
    for (int i = 0; i < message_arg_count(message); i++) {
        const struct game_arg *arg = &message->args[i];
        uint32_t node = json_get(&actions->doc, action, arg->name);
        if (!node && !arg->optional)
            return false;
        if (node && !choose_value(actions, arg, node, rng, out))
            return false;
    }
    return true;
}

const char *actions_pick(struct actions *actions, struct rng *rng)
{
    actions->picked = actions->action[rng_below(rng, (uint64_t)actions->count)];
    return actions->game->commands[kind_of(actions, actions->picked)].name;
}

bool actions_write(const struct actions *actions, struct rng *rng, struct json *out)
{
    const struct game_message *message =
        &actions->game->commands[kind_of(actions, actions->picked)];
    return choose_arguments(actions, actions->picked, message, rng, out);
}

bool actions_choose(struct actions *actions, int seat, struct rng *rng,
                    struct game_command *command, const char **problem)
{
    static char text[GAME_TEXT_MAX + 1], chosen[8 * 1024];
    struct json_node node[512];
    struct json_doc doc;
    struct json out;
    const char *which;
    int kind = message_find(actions->game->commands, actions_pick(actions, rng));
    json_init(&out, chosen, sizeof chosen);
    json_object(&out, NULL);
    if (!actions_write(actions, rng, &out))
        return problem_is(problem, "an available action with an argument nobody can choose");
    json_end(&out);
    *command = (struct game_command){ .kind = (uint16_t)kind, .seat = (int8_t)seat, .text = text };
    return json_parse(&doc, chosen, out.length, node, 512, problem) &&
           message_read(&actions->game->commands[kind], &doc, 0, actions->seat_count, command->arg,
                        text, problem, &which);
}
