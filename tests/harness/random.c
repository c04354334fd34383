/* Random values and commands: mostly sensible, now and then wild. */
#include <string.h>

#include "engine/message.h"
#include "harness/run.h"

static int64_t fields_random(const struct game_arg *arg, int seat_count, struct rng *rng)
{
    const struct game_arg field = { .type = ARG_FIELD, .min = arg->min, .max = arg->max };
    int64_t fields = 0;
    for (uint64_t count = rng_below(rng, 8); count > 0; count--)
        fields = fields_add(fields, value_random(&field, seat_count, rng));
    return fields;
}

static int64_t between_random(int64_t min, int64_t max, struct rng *rng)
{
    return max <= min ? min : min + (int64_t)rng_below(rng, (uint64_t)(max - min) + 1);
}

static int64_t field_random(const struct game_arg *arg, struct rng *rng)
{
    int64_t max = arg->max ? arg->max : 15;
    return field_pack((int)between_random(arg->min, max, rng),
                      (int)between_random(arg->min, max, rng));
}

/* Few or many elements: a set of each size is as likely as any other. */
static int64_t set_random(int64_t min, int64_t max, struct rng *rng)
{
    uint64_t set = 0, percent = rng_below(rng, 101);
    for (int64_t i = min; i <= max && i < 64; i++)
        if (rng_below(rng, 100) < percent)
            set |= (uint64_t)1 << i;
    return (int64_t)set;
}

static int names_count(const struct game_arg *arg)
{
    int count = 0;
    while (arg->names && arg->names[count])
        count++;
    return count;
}

int64_t value_random(const struct game_arg *arg, int seat_count, struct rng *rng)
{
    if (arg->optional && rng_below(rng, 4) == 0)
        return arg->preset;
    switch (arg->type) {
    case ARG_INT: return between_random(arg->min, arg->max ? arg->max : 1000, rng);
    case ARG_BOOL: return (int64_t)rng_below(rng, 2);
    case ARG_SEAT: return between_random(arg->min < 0 ? -1 : 0, seat_count - 1, rng);
    case ARG_SEATS: return set_random(0, seat_count - 1, rng);
    case ARG_NAME: return between_random(arg->min, names_count(arg) - 1, rng);
    case ARG_NAMES: return set_random(0, names_count(arg) - 1, rng);
    case ARG_SET: return set_random(arg->min, arg->max, rng);
    case ARG_TIME: return (int64_t)rng_below(rng, 1000 * 1000);
    case ARG_FIELD: return field_random(arg, rng);
    case ARG_FIELDS: return fields_random(arg, seat_count, rng);
    case ARG_ID: return (int64_t)(rng_next(rng) | 1);
    case ARG_NONE:
    case ARG_WORD:
    case ARG_TEXT:
    case ARG_OTHER: return 0;
    }
    return 0;
}

/* The further words of a wide set, all of whose names may be in it. */
void rest_random(const struct game_message *message, struct rng *rng, int64_t arg[GAME_ARG_WORDS])
{
    int names = 0;
    for (int i = 0; i < message_arg_count(message); i++)
        if (message->args[i].type == ARG_NAMES && names_count(&message->args[i]) > names)
            names = names_count(&message->args[i]);
    for (int word = 1; word < GAME_SET_WORDS; word++)
        arg[GAME_ARGS_MAX + word - 1] = set_random(0, names - 64 * word - 1, rng);
}

static int64_t wild_value(struct rng *rng)
{
    static const int64_t corners[] = { 0, -1, 1, 20, 31, 32, 63, 64, INT64_MIN, INT64_MAX };
    if (rng_below(rng, 2))
        return corners[rng_below(rng, sizeof corners / sizeof *corners)];
    return (int64_t)(rng_next(rng) >> rng_below(rng, 64));
}

static const char *text_random(struct rng *rng)
{
    static char text[GAME_TEXT_MAX + 10];
    size_t length = rng_below(rng, 4) ? rng_below(rng, 20) : rng_below(rng, sizeof text);
    memset(text, 'a', length);
    text[length] = '\0';
    return text;
}

static int command_count(const struct game *game)
{
    int count = 0;
    while (game->commands[count].name)
        count++;
    return count;
}

static int8_t actor_random(const struct run *run, struct rng *rng)
{
    switch (rng_below(rng, 20)) {
    case 0: return (int8_t)rng_next(rng);
    case 1: return SEAT_CLOCK;
    case 2:
    case 3: return SEAT_NARRATOR;
    default: return (int8_t)rng_below(rng, (uint64_t)run->setup.seat_count);
    }
}

void command_random(const struct run *run, struct rng *rng, struct game_command *command)
{
    int count = command_count(run->game);
    /* Now and then a kind that does not exist. */
    int kind = (int)rng_below(rng, (uint64_t)count + (rng_below(rng, 50) == 0 ? 5 : 0));
    memset(command, 0, sizeof *command);
    command->kind = (uint16_t)kind;
    command->seat = actor_random(run, rng);
    command->text = rng_below(rng, 10) ? text_random(rng) : NULL;
    if (kind >= count)
        return;
    for (int i = 0; i < message_arg_count(&run->game->commands[kind]); i++)
        command->arg[i] = rng_below(rng, 15) == 0 ? wild_value(rng)
                                                  : value_random(&run->game->commands[kind].args[i],
                                                                 run->setup.seat_count, rng);
    if (rng_below(rng, 2))
        rest_random(&run->game->commands[kind], rng, command->arg);
}
