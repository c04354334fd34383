/* The Grimoire: who may give which command when, and what every command is checked for. The struct game
 * is at the end; start reading there. */
#include "effects/effect.h"
#include "import.h"
#include "official.h"
#include "roles/role.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "engine/message.h"

static_assert(sizeof(struct grimoire_state) <= GAME_STATE_MAX, "state");
static_assert(sizeof(struct grimoire_view) <= GAME_VIEW_MAX, "view");

/* Larger than any message to a player, so that all of them are equally long. */
enum { FRAME_BUCKET = 24 * 1024 };
/* All that a phone may have been shown: texts, and a Spy's or Widow's grimoire, whose pages are events. */
enum { FRAME_SECRET = 9 * 1024 };

#define ROLE(NAME, id) extern const struct role role_##id;
#include "roles/roles.def"
#undef ROLE
const struct role *const grimoire_roles[] = {
    NULL,
#define ROLE(NAME, id) &role_##id,
#include "roles/roles.def"
#undef ROLE
};

#define EFFECT(NAME, id) extern const struct effect effect_##id;
#include "effects/effects.def"
#undef EFFECT
const struct effect *const grimoire_effects[] = {
    NULL,
#define EFFECT(NAME, id) &effect_##id,
#include "effects/effects.def"
#undef EFFECT
};

/* Phases */
enum {
    SETUP = 1 << GRIMOIRE_SETUP,
    PREPARATION = 1 << GRIMOIRE_PREPARATION,
    NIGHT = 1 << GRIMOIRE_NIGHT,
    DAY = 1 << GRIMOIRE_DAY,
    VOTE = 1 << GRIMOIRE_VOTE,
    HANDED_OUT = PREPARATION | NIGHT | DAY | VOTE,
    ANY = SETUP | HANDED_OUT,
};

const struct rule grimoire_rules[] = {
    [GRIMOIRE_BEGIN_SCRIPT] = { grimoire_decide_begin_script, STORYTELLER, SETUP },
    [GRIMOIRE_DESCRIBE_SCRIPT] = { grimoire_decide_describe_script, STORYTELLER, SETUP },
    [GRIMOIRE_ADD_CHARACTER] = { grimoire_decide_add_character, STORYTELLER, SETUP },
    [GRIMOIRE_ADD_CUSTOM] = { grimoire_decide_add_custom, STORYTELLER, SETUP },
    [GRIMOIRE_DESCRIBE_CUSTOM] = { grimoire_decide_describe_custom, STORYTELLER, SETUP },
    [GRIMOIRE_REMOVE_CHARACTER] = { grimoire_decide_remove_character, STORYTELLER, SETUP },
    [GRIMOIRE_ORDER_NIGHT] = { grimoire_decide_order_night, STORYTELLER, ANY },
    [GRIMOIRE_MOVE_SEAT] = { grimoire_decide_move_seat, STORYTELLER, ANY, true },
    [GRIMOIRE_SWAP_SEATS] = { grimoire_decide_swap_seats, STORYTELLER, ANY, true },
    [GRIMOIRE_SET_TRAVELLER] = { grimoire_decide_set_traveller, STORYTELLER, ANY, true },
    [GRIMOIRE_FILL_BAG] = { grimoire_decide_fill_bag, STORYTELLER, SETUP },
    [GRIMOIRE_SET_BAG] = { grimoire_decide_set_bag, STORYTELLER, SETUP },
    [GRIMOIRE_DEAL] = { grimoire_decide_deal, STORYTELLER, SETUP },
    [GRIMOIRE_ASSIGN] = { grimoire_decide_assign, STORYTELLER, SETUP },
    [GRIMOIRE_SET_BELIEF] = { grimoire_decide_set_belief, STORYTELLER, ANY, true },
    [GRIMOIRE_HAND_OUT] = { grimoire_decide_hand_out, STORYTELLER, SETUP },
    [GRIMOIRE_ACKNOWLEDGE] = { grimoire_decide_acknowledge, PLAYER, HANDED_OUT },
    [GRIMOIRE_MARK_SEEN] = { grimoire_decide_mark_seen, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_SET_BLUFFS] = { grimoire_decide_set_bluffs, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_PREPARE] = { grimoire_decide_prepare, STORYTELLER, HANDED_OUT, true },
    [GRIMOIRE_BEGIN_NIGHT] = { grimoire_decide_begin_night, STORYTELLER, PREPARATION | DAY, true },
    [GRIMOIRE_OPEN_STEP] = { grimoire_decide_open_step, STORYTELLER, NIGHT, true },
    [GRIMOIRE_CLOSE_STEP] = { grimoire_decide_close_step, STORYTELLER, NIGHT, true },
    [GRIMOIRE_SEND_PROMPT] = { grimoire_decide_send_prompt, STORYTELLER, NIGHT, true },
    [GRIMOIRE_CHOOSE] = { grimoire_decide_choose, STORYTELLER, NIGHT, true },
    [GRIMOIRE_TELL] = { grimoire_decide_tell, STORYTELLER, NIGHT, true },
    [GRIMOIRE_SHOW] = { grimoire_decide_show, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_FINISH_STEP] = { grimoire_decide_finish_step, STORYTELLER, NIGHT, true },
    [GRIMOIRE_SKIP_STEP] = { grimoire_decide_skip_step, STORYTELLER, NIGHT, true },
    [GRIMOIRE_REDO_STEP] = { grimoire_decide_redo_step, STORYTELLER, NIGHT, true },
    [GRIMOIRE_ADD_STEP] = { grimoire_decide_add_step, STORYTELLER, NIGHT, true },
    [GRIMOIRE_ADD_INFO] = { grimoire_decide_add_info, STORYTELLER, NIGHT, true },
    [GRIMOIRE_ANSWER_PROMPT] = { grimoire_decide_answer_prompt, PLAYER, HANDED_OUT },
    [GRIMOIRE_BEGIN_DAY] = { grimoire_decide_begin_day, STORYTELLER, NIGHT, true },
    [GRIMOIRE_OPEN_NOMINATIONS] = { grimoire_decide_open_nominations, STORYTELLER, DAY, true },
    [GRIMOIRE_NOMINATE] = { grimoire_decide_nominate, EITHER, DAY, true },
    [GRIMOIRE_RAISE_HAND] = { grimoire_decide_raise_hand, PLAYER, VOTE },
    [GRIMOIRE_SET_HAND] = { grimoire_decide_set_hand, STORYTELLER, VOTE },
    [GRIMOIRE_RUN_CLOCK] = { grimoire_decide_run_clock, STORYTELLER, VOTE, true },
    [GRIMOIRE_SET_CLOCK] = { grimoire_decide_set_clock, STORYTELLER, ANY },
    [GRIMOIRE_COUNT_HAND] = { grimoire_decide_count_hand, STORYTELLER, VOTE, true },
    [GRIMOIRE_COUNT_ALL] = { grimoire_decide_count_all, STORYTELLER, VOTE, true },
    [GRIMOIRE_CANCEL_VOTE] = { grimoire_decide_cancel_vote, STORYTELLER, VOTE, true },
    [GRIMOIRE_EXECUTE] = { grimoire_decide_execute, STORYTELLER, DAY, true },
    [GRIMOIRE_CLAIM_ACTION] = { grimoire_decide_claim_action, EITHER, DAY },
    [GRIMOIRE_RESOLVE_ACTION] = { grimoire_decide_resolve_action, STORYTELLER, DAY, true },
    [GRIMOIRE_DISMISS_ACTION] = { grimoire_decide_dismiss_action, STORYTELLER, DAY, true },
    [GRIMOIRE_GIVE_VOTE] = { grimoire_decide_give_vote, EITHER, DAY, true },
    [GRIMOIRE_BET] = { grimoire_decide_bet, PLAYER, DAY | VOTE },
    [GRIMOIRE_SET_TIMER] = { grimoire_decide_set_timer, STORYTELLER, DAY | VOTE },
    [GRIMOIRE_ANSWER] = { grimoire_decide_answer, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_DISMISS_QUESTION] = { grimoire_decide_dismiss_question, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_ADD_EFFECT] = { grimoire_decide_add_effect, STORYTELLER, HANDED_OUT, true },
    [GRIMOIRE_REMOVE_EFFECT] = { grimoire_decide_remove_effect, STORYTELLER, HANDED_OUT, true },
    [GRIMOIRE_KILL] = { grimoire_decide_kill, STORYTELLER, HANDED_OUT, true },
    [GRIMOIRE_REVIVE] = { grimoire_decide_revive, STORYTELLER, HANDED_OUT, true },
    [GRIMOIRE_CHANGE_CHARACTER] = { grimoire_decide_change_character, STORYTELLER, HANDED_OUT,
                                    true },
    [GRIMOIRE_SET_ALIGNMENT] = { grimoire_decide_set_alignment, STORYTELLER, ANY, true },
    [GRIMOIRE_END_GAME] = { grimoire_decide_end_game, STORYTELLER, ANY },
    [GRIMOIRE_DECLARE_WINNER] = { grimoire_decide_declare_winner, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_REVEAL_SEAT] = { grimoire_decide_reveal_seat, STORYTELLER, HANDED_OUT },
    [GRIMOIRE_GUESS] = { grimoire_decide_guess, STORYTELLER, DAY | VOTE, true },
    [GRIMOIRE_DISMISS_VICTORY] = { grimoire_decide_dismiss_victory, STORYTELLER, HANDED_OUT },
};

static bool actor_is_right(const struct grimoire_table *table, const struct rule *rule, int actor)
{
    if (actor == SEAT_NARRATOR)
        return (rule->actor & STORYTELLER) != 0;
    return actor >= 0 && actor < table->seat_count && (rule->actor & PLAYER);
}

bool grimoire_rule_allows(const struct grimoire_table *table, bool is_asked, int kind, int actor)
{
    const struct rule *rule = &grimoire_rules[kind];
    return actor_is_right(table, rule, actor) && (rule->phases >> table->phase & 1) &&
           !(is_asked && rule->waits_for_answer);
}

/* Arguments, by their table: nobody beyond the last seat, no character that the script does not have. */

static bool is_character(const struct grimoire_script *script, int64_t character)
{
    return character < GRIMOIRE_CUSTOM_FIRST + script->custom_count ||
           character >= GRIMOIRE_CHARACTERS;
}

static bool are_characters(const struct grimoire_script *script, grimoire_characters characters)
{
    for (int i = GRIMOIRE_CUSTOM_FIRST + script->custom_count; i < GRIMOIRE_CHARACTERS; i++)
        if (characters_has(characters, i))
            return false;
    return !characters_has(characters, GRIMOIRE_NO_CHARACTER);
}

static bool argument_fits(const struct grimoire_state *s, const struct game_arg *arg,
                          const int64_t args[], int place)
{
    int64_t value = args[place];
    bool names_characters = arg->names == grimoire_character_names ||
                            arg->names == grimoire_step_names || arg->names == grimoire_about_names;
    if (arg->type == ARG_SEAT)
        return value < s->table.seat_count;
    if (arg->type == ARG_SEATS)
        return (value & ~(int64_t)grimoire_seats_all(s)) == 0;
    if (arg->type == ARG_NAME && names_characters)
        return is_character(&s->script, value);
    return arg->type != ARG_NAMES || !names_characters ||
           are_characters(&s->script, characters_of_arg(args, place));
}

static bool is_plain(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return false;
    return utf8_valid(text, strlen(text));
}

static enum refusal check_arguments(struct game_turn *turn, const struct game_command *command)
{
    const struct game_message *message = &grimoire_commands[command->kind];
    for (int i = 0; i < message_arg_count(message); i++)
        if (!argument_fits(turn->state, &message->args[i], command->arg, i))
            return REFUSED_BAD_TARGET;
    if (command->text && !is_plain(command->text))
        return game_refuse(turn, REFUSED_BAD_TARGET, "bad_text");
    return ACCEPTED;
}

static enum refusal check_rule(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct rule *rule = &grimoire_rules[command->kind];
    if (!actor_is_right(&s->table, rule, command->seat))
        return REFUSED_NOT_YOUR_TURN;
    if (!(rule->phases >> s->table.phase & 1))
        return REFUSED_WRONG_PHASE;
    bool is_asked = s->secrets.question.is_open && rule->waits_for_answer;
    if (is_asked && command->seat == SEAT_NARRATOR)
        return game_refuse(turn, REFUSED_NOT_NOW, "question_open");
    /* Players wait for a claimed action as they would without a question: they must not learn of it. */
    if (is_asked && s->table.claim.seat == GRIMOIRE_NOBODY)
        return REFUSED_NOT_NOW;
    return check_arguments(turn, command);
}

static enum refusal decide_start(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    if (s->table.phase != GRIMOIRE_SETUP)
        return REFUSED_WRONG_PHASE;
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_SETUP_BEGAN });
    return ACCEPTED;
}

static enum refusal grimoire_decide(struct game_turn *turn, const struct game_command *command)
{
    if (command->kind == COMMAND_START)
        return decide_start(turn);
    enum refusal refusal = ACCEPTED;
    if (command->kind == COMMAND_TIMEOUT)
        refusal = grimoire_decide_timeout(turn);
    else if ((refusal = check_rule(turn, command)) == ACCEPTED)
        refusal = grimoire_rules[command->kind].decide(turn, command);
    if (refusal == ACCEPTED)
        grimoire_announce_rules(turn);
    return refusal;
}

static int64_t grimoire_deadline(const void *state)
{
    const struct grimoire_table *table = &((const struct grimoire_state *)state)->table;
    int64_t timer_ms = table->timer_ms, vote_ms = table->vote.deadline_ms;
    if (timer_ms == 0 || vote_ms == 0)
        return timer_ms + vote_ms;
    return timer_ms < vote_ms ? timer_ms : vote_ms;
}

/* The storyteller and all players, always, so that bots are asked. This does not tell who has something to
 * do. */
static seat_set grimoire_awaited(const void *state)
{
    const struct grimoire_state *s = state;
    if (s->table.phase == GRIMOIRE_ENDED)
        return SEATS_NONE;
    return grimoire_seats_all(s) | seat_bit(SEAT_NARRATOR);
}

static seat_set grimoire_hears(const void *state, int channel)
{
    (void)state;
    return channel == 0 ? SEATS_ALL : SEATS_NONE;
}

static seat_set grimoire_speaks(const void *state, int channel)
{
    const struct grimoire_state *s = state;
    if (channel != 0)
        return SEATS_NONE;
    return s->table.phase == GRIMOIRE_NIGHT ? seat_bit(SEAT_NARRATOR) : SEATS_ALL;
}

static bool grimoire_role(int index, struct game_role *out)
{
    int character = index + 1;
    if (character >= GRIMOIRE_CUSTOM_FIRST)
        return false;
    const struct role *role = grimoire_role_of(character);
    out->id = role->id;
    out->team = grimoire_team_names[role->team];
    out->wake_order = role->first_night > 0 ? role->first_night : role->other_nights;
    out->description = role->ability;
    out->edition = official_edition_of(role->id);
    return true;
}

const struct game game_grimoire = {
    .id = "grimoire",
    .rules_version = 1,
    .seats_min = GRIMOIRE_SEATS_MIN,
    .seats_max = GRIMOIRE_SEATS_MAX,
    .state_size = sizeof(struct grimoire_state),
    .view_size = sizeof(struct grimoire_view),
    .options = grimoire_options,
    .commands = grimoire_commands,
    .events = grimoire_events,
    .reasons = grimoire_reason_names,
    .has_narrator = true,
    .can_undo = true,
    .frame_bucket = FRAME_BUCKET,
    .frame_secret = FRAME_SECRET,
    .exports = grimoire_exports,
    .specified = grimoire_specified,
    .role = grimoire_role,
    .reference = official_write,
    .init = grimoire_init,
    .decide = grimoire_decide,
    .apply = grimoire_apply,
    .view = grimoire_view,
    .encode = grimoire_encode,
    .outcome = grimoire_outcome,
    .deadline = grimoire_deadline,
    .bot = grimoire_bot,
    .awaited = grimoire_awaited,
    .hears = grimoire_hears,
    .speaks = grimoire_speaks,
};
