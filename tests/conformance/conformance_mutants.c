/* Faults that the conformance test must find. */
#include "harness/mutants.h"

#include "engine/games/coinflip/coinflip.h"

static bool bot_that_cheats(const void *view, const struct game_bot *bot,
                            struct game_command *command)
{
    bool wants = coinflip_bot(view, bot, command);
    command->arg[0] = COINFLIP_NOTHING;
    return wants;
}

static bool bot_that_sleeps(const void *view, const struct game_bot *bot,
                            struct game_command *command)
{
    (void)view, (void)bot, (void)command;
    return false;
}

static void apply_with_chance(void *state, const struct game_event *event)
{
    static int8_t luck;
    struct coinflip_state *s = state;
    game_coinflip.apply(state, event);
    s->last_coin = luck = (int8_t)(COINFLIP_TAILS - luck);
}

static enum refusal decide_with_more_than_the_log(struct game_turn *turn,
                                                  const struct game_command *command)
{
    enum refusal refusal = game_coinflip.decide(turn, command);
    if (turn->event_count > 0)
        turn->event[0].arg[GAME_ARGS_MAX - 1] = 1;
    return refusal;
}

static enum refusal decide_outside_the_table(struct game_turn *turn,
                                             const struct game_command *command)
{
    enum refusal refusal = game_coinflip.decide(turn, command);
    if (turn->event_count > 0 && turn->event[0].kind == COINFLIP_GUESS_MADE)
        turn->event[0].arg[0] = COINFLIP_SEATS_MAX;
    return refusal;
}

static enum refusal decide_without_timeouts(struct game_turn *turn,
                                            const struct game_command *command)
{
    return command->kind == COMMAND_TIMEOUT ? REFUSED_NOT_NOW : game_coinflip.decide(turn, command);
}

static void view_that_offers_too_much(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct coinflip_view *view = out;
    coinflip_view(state, viewer, view);
    view->may_guess = viewer >= 0 && s->phase == COINFLIP_GUESSING;
}

static void view_that_wavers(const void *state, int viewer, void *out)
{
    static int looks;
    struct coinflip_view *view = out;
    coinflip_view(state, viewer, view);
    view->guessed_count = looks++ & 1;
}

static void encode_without_actions(const void *view, struct json *out)
{
    (void)view;
    json_text(out, "phase", "guessing");
}

static bool outcome_for_no_reason(const void *state, struct game_outcome *outcome)
{
    bool is_over = game_coinflip.outcome(state, outcome);
    outcome->reason = COINFLIP_ALL_LEVEL + 1;
    return is_over;
}

static bool outcome_that_never_comes(const void *state, struct game_outcome *outcome)
{
    (void)state, (void)outcome;
    return false;
}

static int64_t deadline_in_the_past(const void *state)
{
    return game_coinflip.deadline(state) ? 1 : 0;
}

static enum refusal check_that_refuses(const struct game_setup *setup, const char **why)
{
    (void)setup;
    *why = "never";
    return REFUSED_BAD_OPTION;
}

const struct mutant conformance_mutants[] = {
    { "a bot cheats", { .bot = bot_that_cheats } },
    { "bots sleep", { .bot = bot_that_sleeps } },
    { "apply rolls dice", { .apply = apply_with_chance } },
    { "an event holds more than the log", { .decide = decide_with_more_than_the_log } },
    { "an event does not fit its table", { .decide = decide_outside_the_table } },
    { "timeouts are refused", { .decide = decide_without_timeouts } },
    { "actions are offered and refused", { .view = view_that_offers_too_much } },
    { "two looks differ", { .view = view_that_wavers } },
    { "no actions in the view", { .encode = encode_without_actions } },
    { "an end for no reason", { .outcome = outcome_for_no_reason } },
    { "no end", { .outcome = outcome_that_never_comes } },
    { "a deadline in the past", { .deadline = deadline_in_the_past } },
    { "presets are refused", { .check = check_that_refuses } },
    { 0 },
};
