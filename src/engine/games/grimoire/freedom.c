/* The storyteller's hand: everything that the rules do not do by themselves, and the answers to their
 * questions. */
#include "effects/effect.h"

#include <stddef.h>

/* Questions */

/* What somebody claims meanwhile has nothing to do with an execution. */
static void settle(struct game_turn *turn, bool is_execution)
{
    if (!is_execution)
        grimoire_settle_action(turn);
    grimoire_settle_step(turn);
}

static bool answer_fits(const struct intent *asked, int64_t player, int64_t is_yes)
{
    if (!asked->players)
        return player == GRIMOIRE_NOBODY;
    bool is_named =
        player == GRIMOIRE_NOBODY ? asked->may_be_nobody : seat_in(asked->players, (int)player);
    return is_named && !is_yes;
}

enum refusal grimoire_decide_answer(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct intent *asked = &s->secrets.question.intent;
    if (!s->secrets.question.is_open)
        return game_refuse(turn, REFUSED_NOT_NOW, "no_question");
    if (!answer_fits(asked, command->arg[0], command->arg[1]))
        return REFUSED_BAD_TARGET;
    bool is_execution = asked->cause == GRIMOIRE_BY_EXECUTION;
    pipeline_resume(turn, (int)(asked->players ? command->arg[0] : command->arg[1]));
    settle(turn, is_execution);
    return ACCEPTED;
}

enum refusal grimoire_decide_dismiss_question(struct game_turn *turn,
                                              const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    (void)command;
    if (!s->secrets.question.is_open)
        return game_refuse(turn, REFUSED_NOT_NOW, "no_question");
    bool is_execution = s->secrets.question.intent.cause == GRIMOIRE_BY_EXECUTION;
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_QUESTION_DISMISSED });
    pipeline_drain(turn);
    settle(turn, is_execution);
    return ACCEPTED;
}

/* Effects */

enum refusal grimoire_decide_add_effect(struct game_turn *turn, const struct game_command *command)
{
    enum { TOKEN_IDS_BY_HAND = INT16_MAX / 2 };
    const struct grimoire_state *s = turn->state;
    const int64_t *arg = command->arg;
    int64_t expiry = arg[4] == GRIMOIRE_AS_USUAL ? grimoire_effects[arg[1]]->expiry : arg[4];
    if (s->secrets.token_count >= GRIMOIRE_TOKENS_BY_HAND ||
        s->secrets.token_next > TOKEN_IDS_BY_HAND)
        return game_refuse(turn, REFUSED_NOT_NOW, "too_many_effects");
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_EFFECT_ADDED,
                                                    .arg = { s->secrets.token_next, arg[0], arg[1],
                                                             arg[2], arg[3], expiry },
                                                    .text = command->text });
    grimoire_announce(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_remove_effect(struct game_turn *turn,
                                           const struct game_command *command)
{
    if (!grimoire_token_by_id(turn->state, command->arg[0]))
        return REFUSED_BAD_TARGET;
    grimoire_remove_effect(turn, command->arg[0]);
    grimoire_announce(turn);
    return ACCEPTED;
}

/* Life and death */

enum refusal grimoire_decide_kill(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (!grimoire_lives(s, (int)command->arg[0]))
        return game_refuse(turn, REFUSED_BAD_TARGET, "is_dead");
    if (s->table.phase == GRIMOIRE_DAY)
        grimoire_close_nominations(turn);
    grimoire_intend(turn, (struct intent){ .kind = INTENT_DIE,
                                           .cause = GRIMOIRE_BY_STORYTELLER,
                                           .source = GRIMOIRE_NOBODY,
                                           .target = (int8_t)command->arg[0] });
    return ACCEPTED;
}

enum refusal grimoire_decide_revive(struct game_turn *turn, const struct game_command *command)
{
    if (grimoire_is_alive(turn->state, (int)command->arg[0]))
        return game_refuse(turn, REFUSED_BAD_TARGET, "is_alive");
    grimoire_revive(turn, (int)command->arg[0]);
    return ACCEPTED;
}

/* Characters */

enum refusal grimoire_decide_change_character(struct game_turn *turn,
                                              const struct game_command *command)
{
    const int64_t *arg = command->arg;
    grimoire_become(turn, (int)arg[0], (int)arg[1], arg[2] != 0);
    victory_check(turn, GRIMOIRE_BY_STORYTELLER);
    return ACCEPTED;
}

/* The storyteller chooses a Traveller's side, and the player is told. */
enum refusal grimoire_decide_set_alignment(struct game_turn *turn,
                                           const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int seat = (int)command->arg[0];
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_ALIGNMENT_SET,
                                                    .arg = { command->arg[0], command->arg[1] } });
    if (s->table.phase != GRIMOIRE_SETUP && seat_in(s->table.travellers, seat) &&
        s->secrets.seat[seat].character != GRIMOIRE_NO_CHARACTER)
        grimoire_give_token(turn, seat);
    return ACCEPTED;
}

/* The end */

enum refusal grimoire_decide_end_game(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    enum grimoire_side side = (enum grimoire_side)command->arg[0];
    bool is_by_rule = s->secrets.victory == (int8_t)side;
    grimoire_game_end(turn, side,
                      is_by_rule ? s->secrets.victory_reason : GRIMOIRE_STORYTELLER_DECIDED);
    return ACCEPTED;
}

/* Says who has won; the tokens stay down until they are turned, one by one, before all eyes. Play may go on:
 * a declaration can be changed, and the game is over when it is ended. */
enum refusal grimoire_decide_declare_winner(struct game_turn *turn,
                                            const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int64_t side = command->arg[0];
    bool is_by_rule = s->secrets.victory == (int8_t)side;
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_WINNER_DECLARED,
                                   .arg = { side, is_by_rule ? s->secrets.victory_reason
                                                             : GRIMOIRE_STORYTELLER_DECIDED } });
    return ACCEPTED;
}

enum refusal grimoire_decide_reveal_seat(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int seat = (int)command->arg[0];
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    if (s->table.declared == GRIMOIRE_NO_SIDE)
        return game_refuse(turn, REFUSED_NOT_NOW, "no_winner_declared");
    if (seat_in(s->table.turned, seat))
        return game_refuse(turn, REFUSED_BAD_TARGET, "already_so");
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_TOKEN_TURNED,
                                   .arg = { seat, who->character, who->belief, who->is_evil } });
    return ACCEPTED;
}

enum refusal grimoire_decide_dismiss_victory(struct game_turn *turn,
                                             const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    (void)command;
    if (s->secrets.victory == GRIMOIRE_NO_SIDE)
        return game_refuse(turn, REFUSED_NOT_NOW, "no_victory");
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_VICTORY_DISMISSED });
    return ACCEPTED;
}
