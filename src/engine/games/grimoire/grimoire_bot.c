/* A storyteller and players who choose at random among what is legal and sensible, so that games can be
 * played through by machines: for tests, simulations, and a table with too few people. They do not try to
 * win. */
#include "rules.h"

enum { DAYS_MAX = 30, NOMINATIONS_PER_DAY = 3 };

/* One die per expression in this file: C leaves open which argument of a call is evaluated first, and
 * the page must play as the server does. */
static bool one_in(struct rng *rng, uint64_t n)
{
    return rng_below(rng, n) == 0;
}

static bool order(struct game_command *command, int kind, int64_t first, int64_t second)
{
    command->kind = (uint16_t)kind;
    command->arg[0] = first;
    command->arg[1] = second;
    return true;
}

static seat_set everybody(const struct grimoire_view *view)
{
    return seat_bit(view->table.seat_count) - 1;
}

static seat_set some(seat_set from, int count, struct rng *rng)
{
    seat_set chosen = SEATS_NONE;
    while (count-- > 0)
        chosen |= seat_bit(grimoire_seat_random(from & ~chosen, rng));
    return chosen;
}

/* Before the first night */

static seat_set without_character(const struct grimoire_view *view)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (!view->secrets.seat[seat].character && !seat_in(view->table.travellers, seat))
            seats |= seat_bit(seat);
    return seats;
}

static bool set_up(const struct grimoire_view *view, struct rng *rng, struct game_command *command)
{
    seat_set empty = without_character(view);
    bool is_full = characters_count(view->secrets.bag) == view->dealt_count;
    if (!empty)
        return order(command, GRIMOIRE_HAND_OUT, 0, 0);
    if (is_full)
        return order(command, GRIMOIRE_DEAL, 0, 0);
    /* A script may be too short for the table; then some characters are there twice. */
    if (one_in(rng, 4)) {
        int seat = grimoire_seat_random(empty, rng);
        return order(command, GRIMOIRE_ASSIGN, seat,
                     1 + (int64_t)rng_below(rng, GRIMOIRE_CUSTOM_FIRST - 1));
    }
    return order(command, GRIMOIRE_FILL_BAG, (int64_t)rng_below(rng, 3), 0);
}

static bool prepare(const struct grimoire_view *view, struct rng *rng, struct game_command *command)
{
    int seat = (int)rng_below(rng, (uint64_t)view->table.seat_count);
    if (!view->has_seen[seat] && one_in(rng, 2))
        return order(command, GRIMOIRE_MARK_SEEN, seat, 0);
    return order(command, GRIMOIRE_BEGIN_NIGHT, 0, 0);
}

/* Night */

static int next_step(const struct grimoire_view *view)
{
    int8_t index[GRIMOIRE_STEPS_MAX];
    grimoire_steps_in_order(&view->secrets, index);
    for (int i = 0; i < view->secrets.step_count; i++)
        if (view->secrets.step[index[i]].status == GRIMOIRE_STEP_WAITS &&
            view->desk.is_due[index[i]])
            return index[i];
    return GRIMOIRE_NOBODY;
}

static bool choose(const struct grimoire_view *view, const struct grimoire_step *step,
                   struct rng *rng, struct game_command *command)
{
    const struct grimoire_desk *desk = &view->desk;
    bool picks = characters_any(desk->may_pick);
    if (grimoire_phone_answers(view, step))
        return order(command, GRIMOIRE_CHOOSE, view->answer[step->seat], 0);
    if (desk->may_choose_nobody && one_in(rng, 2))
        return order(command, GRIMOIRE_CHOOSE, SEATS_NONE, 0);
    if (grimoire_seats_count(desk->may_choose) < desk->choice_count)
        return order(command, GRIMOIRE_FINISH_STEP, 0, 0);
    if (!picks && !desk->may_choose_nobody && one_in(rng, 3))
        return order(command, GRIMOIRE_SEND_PROMPT, 0, 0);
    order(command, GRIMOIRE_CHOOSE, some(desk->may_choose, desk->choice_count, rng), 0);
    if (picks)
        characters_to_arg(characters_one(grimoire_character_random(desk->may_pick, rng)),
                          command->arg, 1);
    return true;
}

static bool go_on_with_step(const struct grimoire_view *view, struct rng *rng,
                            struct game_command *command)
{
    const struct grimoire_step *step = &view->secrets.step[view->secrets.open_step];
    const struct grimoire_answer *answer = &view->secrets.suggestion;
    bool chooses = view->desk.choice_count > 0 || characters_any(view->desk.may_pick);
    if (chooses && !step->has_chosen)
        return choose(view, step, rng, command);
    if (view->desk.truth.kind == GRIMOIRE_TELLS_NOTHING)
        return order(command, GRIMOIRE_FINISH_STEP, 0, 0);
    command->arg[2] = answer->number;
    command->text = "";
    characters_to_arg(answer->characters, command->arg, 1);
    command->kind = GRIMOIRE_TELL;
    command->arg[0] = answer->players;
    return true;
}

static bool go_through_night(const struct grimoire_view *view, struct rng *rng,
                             struct game_command *command)
{
    int step = next_step(view);
    if (view->secrets.open_step >= 0)
        return go_on_with_step(view, rng, command);
    if (step == GRIMOIRE_NOBODY)
        return order(command, GRIMOIRE_BEGIN_DAY, 0, 0);
    return order(command, one_in(rng, 20) ? GRIMOIRE_SKIP_STEP : GRIMOIRE_OPEN_STEP, step, 0);
}

/* Day */

static bool nominate_somebody(const struct grimoire_view *view, struct rng *rng,
                              struct game_command *command)
{
    seat_set nominators = grimoire_may_nominate(&view->table),
             nominees = grimoire_may_be_nominated(&view->table);
    if (!nominators || !nominees || view->table.nomination_count >= NOMINATIONS_PER_DAY)
        return false;
    int nominee = grimoire_seat_random(nominees, rng);
    return order(command, GRIMOIRE_NOMINATE, nominee, grimoire_seat_random(nominators, rng));
}

static bool claim_something(const struct grimoire_view *view, int seat, struct rng *rng,
                            struct game_command *command)
{
    int who = seat == GRIMOIRE_NOBODY ? view->viewer : seat;
    int action =
        grimoire_character_random(grimoire_day_actions_of(&view->table, &view->script, who), rng);
    if (action == GRIMOIRE_NO_CHARACTER)
        return false;
    command->arg[2] = seat;
    return order(command, GRIMOIRE_CLAIM_ACTION, action,
                 grimoire_seat_random(everybody(view), rng));
}

static bool go_through_day(const struct grimoire_view *view, struct rng *rng,
                           struct game_command *command)
{
    const struct grimoire_table *table = &view->table;
    if (table->claim.seat != GRIMOIRE_NOBODY)
        return order(command, GRIMOIRE_RESOLVE_ACTION, 0, 0);
    if (one_in(rng, 12) &&
        claim_something(view, grimoire_seat_random(everybody(view), rng), rng, command))
        return true;
    if (!table->is_open && !table->has_executed && one_in(rng, 3))
        return order(command, GRIMOIRE_OPEN_NOMINATIONS, true, 0);
    if (one_in(rng, 2) && nominate_somebody(view, rng, command))
        return true;
    if (table->block != GRIMOIRE_NOBODY)
        return order(command, GRIMOIRE_EXECUTE, table->block, 0);
    return order(command, GRIMOIRE_BEGIN_NIGHT, 0, 0);
}

static seat_set may_raise(const struct grimoire_table *table)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < table->seat_count; seat++)
        if (grimoire_has_vote(table, seat) &&
            !seat_in(table->vote.hands | table->vote.counted, seat))
            seats |= seat_bit(seat);
    return seats;
}

static bool go_through_vote(const struct grimoire_view *view, struct rng *rng,
                            struct game_command *command)
{
    seat_set quiet = may_raise(&view->table);
    if (!view->table.vote.is_running && one_in(rng, 4))
        return order(command, GRIMOIRE_RUN_CLOCK, true, 0);
    if (quiet && one_in(rng, 2))
        return order(command, GRIMOIRE_SET_HAND, grimoire_seat_random(quiet, rng), true);
    return order(command, GRIMOIRE_COUNT_HAND, 0, 0);
}

static bool answer(const struct intent *asked, struct rng *rng, struct game_command *command)
{
    if (!asked->players)
        return order(command, GRIMOIRE_ANSWER, GRIMOIRE_NOBODY, (int64_t)rng_below(rng, 2));
    bool is_nobody = asked->may_be_nobody && one_in(rng, 2);
    return order(command, GRIMOIRE_ANSWER,
                 is_nobody ? GRIMOIRE_NOBODY : grimoire_seat_random(asked->players, rng), 0);
}

static bool tell_story(const struct grimoire_view *view, struct rng *rng,
                       struct game_command *command)
{
    if (view->secrets.victory != GRIMOIRE_NO_SIDE)
        return order(command, GRIMOIRE_END_GAME, view->secrets.victory, 0);
    if (view->table.day > DAYS_MAX)
        return order(command, GRIMOIRE_END_GAME, GRIMOIRE_EVIL, 0);
    if (view->secrets.question.is_open)
        return answer(&view->secrets.question.intent, rng, command);
    switch ((enum grimoire_phase)view->table.phase) {
    case GRIMOIRE_SETUP: return set_up(view, rng, command);
    case GRIMOIRE_PREPARATION: return prepare(view, rng, command);
    case GRIMOIRE_NIGHT: return go_through_night(view, rng, command);
    case GRIMOIRE_DAY: return go_through_day(view, rng, command);
    case GRIMOIRE_VOTE: return go_through_vote(view, rng, command);
    case GRIMOIRE_ENDED: break;
    }
    return false;
}

/* Players */

static bool answer_prompt(const struct grimoire_view *view, struct rng *rng,
                          struct game_command *command)
{
    const struct grimoire_own *own = &view->own;
    if (own->has_prompt && !own->has_answered)
        return order(command, GRIMOIRE_ANSWER_PROMPT,
                     some(own->prompt_from, own->prompt_count, rng), 0);
    return grimoire_has_decoy(&view->table, own) &&
           order(command, GRIMOIRE_ANSWER_PROMPT, some(everybody(view), 1, rng), 0);
}

static bool speak_up(const struct grimoire_view *view, struct rng *rng,
                     struct game_command *command)
{
    const struct grimoire_table *table = &view->table;
    bool may = table->is_open && seat_in(grimoire_may_nominate(table), view->viewer) &&
               table->nomination_count < NOMINATIONS_PER_DAY;
    seat_set nominees = grimoire_may_be_nominated(table);
    if (table->claim.seat != GRIMOIRE_NOBODY)
        return false;
    if (may && nominees && one_in(rng, 4))
        return order(command, GRIMOIRE_NOMINATE, grimoire_seat_random(nominees, rng),
                     GRIMOIRE_NOBODY);
    return one_in(rng, 40) && claim_something(view, GRIMOIRE_NOBODY, rng, command);
}

static bool bet(const struct grimoire_view *view, struct rng *rng, struct game_command *command)
{
    return seat_in(view->table.dead, view->viewer) && one_in(rng, 10) &&
           order(command, GRIMOIRE_BET, one_in(rng, 2) ? GRIMOIRE_GOOD : GRIMOIRE_EVIL, 0);
}

static bool play(const struct grimoire_view *view, struct rng *rng, struct game_command *command)
{
    enum grimoire_phase phase = (enum grimoire_phase)view->table.phase;
    if (phase == GRIMOIRE_SETUP || phase == GRIMOIRE_ENDED)
        return false;
    if (!view->own.has_seen)
        return order(command, GRIMOIRE_ACKNOWLEDGE, 0, 0);
    if (one_in(rng, 2) && answer_prompt(view, rng, command))
        return true;
    if (phase == GRIMOIRE_VOTE)
        return seat_in(may_raise(&view->table), view->viewer) && one_in(rng, 3) &&
               order(command, GRIMOIRE_RAISE_HAND, true, 0);
    return phase == GRIMOIRE_DAY && (bet(view, rng, command) || speak_up(view, rng, command));
}

bool grimoire_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct grimoire_view *view = in;
    command->seat = (int8_t)bot->seat;
    return view->viewer == SEAT_NARRATOR ? tell_story(view, bot->rng, command)
                                         : play(view, bot->rng, command);
}
