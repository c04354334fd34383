/* Functions that all games share: deciding a command on a draft, emitting events, checking a set-up. */
#include "engine/game.h"

#include <assert.h>
#include <string.h>

#include "engine/message.h"

const struct game *game_find(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}

void game_emit(struct game_turn *turn, struct game_event event)
{
    assert(turn->event_count < GAME_EVENTS_MAX);
    turn->event[turn->event_count++] = event;
    turn->game->apply(turn->draft, &event);
}

enum refusal game_refuse(struct game_turn *turn, enum refusal refusal, const char *why)
{
    assert(refusal != ACCEPTED);
    turn->why = why;
    return refusal;
}

static bool command_is_known(const struct game *game, int kind)
{
    for (int i = 0; game->commands[i].name; i++)
        if (i == kind)
            return true;
    return false;
}

static bool actor_is_right(const struct game_command *command)
{
    bool is_clocks = command->kind < COMMAND_FIRST;
    bool is_somebody =
        command->seat == SEAT_NARRATOR || (command->seat >= 0 && command->seat < GAME_SEATS_MAX);
    return is_clocks ? command->seat == SEAT_CLOCK : is_somebody;
}

static bool text_fits(const struct game_arg *arg, const char *text)
{
    size_t max = arg->max ? (size_t)arg->max : GAME_TEXT_MAX;
    return text ? strnlen(text, max + 1) <= max : arg->optional;
}

static bool arguments_fit(const struct game *game, const struct game_command *command)
{
    const struct game_message *message = &game->commands[command->kind];
    int count = message_arg_count(message);
    for (int i = 0; i < count; i++) {
        const struct game_arg *arg = &message->args[i];
        if (!message_arg_fits(arg, GAME_SEATS_MAX, command->arg[i]))
            return false;
        if (arg->type == ARG_TEXT && !text_fits(arg, command->text))
            return false;
    }
    return message_rest_fits(message, command->arg);
}

static enum refusal decide_checked(struct game_turn *turn, const struct game_command *command)
{
    struct game_outcome outcome = { 0 };
    if (!command_is_known(turn->game, command->kind))
        return REFUSED_WRONG_PHASE;
    if (!actor_is_right(command))
        return REFUSED_NOT_YOUR_TURN;
    if (!arguments_fit(turn->game, command))
        return REFUSED_BAD_TARGET;
    if (turn->game->outcome(turn->state, &outcome))
        return REFUSED_WRONG_PHASE;
    return turn->game->decide(turn, command);
}

enum refusal game_decide(struct game_turn *turn, const struct game *game, void *draft,
                         const struct game_command *command, int64_t now_ms, struct rng *rng)
{
    turn->game = game;
    turn->state = draft;
    turn->draft = draft;
    turn->now_ms = now_ms;
    turn->rng = rng;
    turn->why = NULL;
    turn->event_count = 0;
    enum refusal refusal = decide_checked(turn, command);
    /* The first event has changed the draft, so the game must not refuse after it. */
    assert(refusal == ACCEPTED || turn->event_count == 0);
    return refusal;
}

bool game_ask_bot(const struct game *game, const void *state, const struct game_bot *bot,
                  void *view, struct game_command *command)
{
    *command = (struct game_command){ .seat = (int8_t)bot->seat };
    if (!game->bot)
        return false;
    memset(view, 0, game->view_size);
    game->view(state, bot->seat, view);
    return game->bot(view, bot, command);
}

void game_warn(struct game_advice *advice, const char *warning)
{
    if (warning != NULL && advice->count < GAME_WARNINGS_MAX)
        advice->warning[advice->count++] = warning;
}

const char *refusal_name(enum refusal refusal)
{
    switch (refusal) {
    case ACCEPTED: return "accepted";
    case REFUSED_WRONG_PHASE: return "wrong_phase";
    case REFUSED_NOT_YOUR_TURN: return "not_your_turn";
    case REFUSED_BAD_TARGET: return "bad_target";
    case REFUSED_BAD_OPTION: return "bad_option";
    case REFUSED_NOT_NOW: return "not_now";
    }
    assert(!"a refusal without a name");
    return "";
}

bool game_event_reaches(const struct game *game, const struct game_event *event, int viewer)
{
    return game->events[event->kind].announced || game_event_told(event, viewer);
}

int game_option_count(const struct game *game)
{
    int count = 0;
    while (game->options && count < GAME_OPTIONS_MAX && game->options[count].arg.name)
        count++;
    return count;
}

int game_side_count(const struct game *game)
{
    int count = 0;
    while (game->sides && game->sides[count])
        count++;
    return count;
}

void game_presets(const struct game *game, int seat_count, int64_t option[GAME_OPTIONS_MAX])
{
    memset(option, 0, GAME_OPTIONS_MAX * sizeof *option);
    for (int i = 0; i < game_option_count(game); i++)
        option[i] = game->options[i].preset;
    if (game->suggest)
        game->suggest(seat_count, option);
}

static enum refusal bad_setup(const char **why, const char *word)
{
    *why = word;
    return REFUSED_BAD_OPTION;
}

static bool options_fit(const struct game *game, const struct game_setup *setup)
{
    for (int i = 0; i < game_option_count(game); i++)
        if (!message_arg_fits(&game->options[i].arg, setup->seat_count, setup->option[i]))
            return false;
    return true;
}

static enum refusal check_sides(const struct game *game, const struct game_setup *setup,
                                const char **why)
{
    int side_count = game_side_count(game);
    int held[GAME_SIDES_MAX] = { 0 };
    assert(side_count <= GAME_SIDES_MAX);
    for (int seat = 0; seat < setup->seat_count; seat++) {
        int side = setup->side[seat];
        if (side < 0 || (side > 0 && side >= side_count))
            return bad_setup(why, "bad_side");
        if (++held[side] > 1 && game->is_duel)
            return bad_setup(why, "side_is_full");
    }
    return ACCEPTED;
}

enum refusal game_check(const struct game *game, const struct game_setup *setup, const char **why)
{
    *why = NULL;
    if (setup->seat_count < game->seats_min)
        return bad_setup(why, "too_few_seats");
    if (setup->seat_count > game->seats_max)
        return bad_setup(why, "too_many_seats");
    if (!options_fit(game, setup))
        return bad_setup(why, "bad_option");
    enum refusal refusal = check_sides(game, setup, why);
    if (refusal != ACCEPTED || !game->check)
        return refusal;
    return game->check(setup, why);
}
