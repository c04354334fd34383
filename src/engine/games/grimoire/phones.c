/* What players are sent. Whenever one phone gets something, all stir alike: everybody hears
 * `phones_stirred` in the same batch, and a phone that was sent nothing gets a decoy. So neither a frame, nor
 * its size, nor a lit screen tells who was woken. */
#include "rules.h"

#include <stddef.h>

void grimoire_stir_phones(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    int stirs = s->table.stirs < INT16_MAX ? s->table.stirs + 1 : s->table.stirs;
    grimoire_emit_public(turn,
                         (struct game_event){ .kind = GRIMOIRE_PHONES_STIRRED, .arg = { stirs } });
}

void grimoire_send_messages(struct game_turn *turn, seat_set to, int about,
                            struct grimoire_answer answer, const char *text)
{
    const struct grimoire_state *s = turn->state;
    grimoire_stir_phones(turn);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(to, seat))
            grimoire_emit_own(
                turn, seat,
                event_with_characters(
                    (struct game_event){ .kind = GRIMOIRE_MESSAGE_SENT,
                                         .arg = { seat, about, answer.players, 0, answer.number },
                                         .text = text },
                    3, answer.characters));
}

void grimoire_send_prompt(struct game_turn *turn, int seat, int about, int count, seat_set from)
{
    grimoire_stir_phones(turn);
    grimoire_emit_own(
        turn, seat,
        (struct game_event){ .kind = GRIMOIRE_PROMPT_SENT, .arg = { seat, about, count, from } });
}

static grimoire_effect_set effects_on(const struct grimoire_state *s, int seat)
{
    grimoire_effect_set effects = characters_none();
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == seat)
            effects = characters_with(effects, s->secrets.token[i].effect);
    return effects;
}

void grimoire_show_grimoire(struct game_turn *turn, int reader)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        grimoire_emit_own(
            turn, reader,
            event_with_characters(
                (struct game_event){ .kind = GRIMOIRE_PAGE_SHOWN,
                                     .arg = { reader, seat, s->secrets.seat[seat].character, 0,
                                              s->secrets.seat[seat].belief } },
                3, effects_on(s, seat)));
}

enum refusal grimoire_decide_show(struct game_turn *turn, const struct game_command *command)
{
    const int64_t *arg = command->arg;
    grimoire_send_messages(turn, seat_bit((int)arg[0]), (int)arg[1],
                           (struct grimoire_answer){ .players = (seat_set)arg[2],
                                                     .characters = characters_of_arg(arg, 3),
                                                     .number = (int8_t)arg[4] },
                           command->text);
    return ACCEPTED;
}

bool grimoire_has_decoy(const struct grimoire_table *table, const struct grimoire_own *own)
{
    return table->stirs > own->answered_stir;
}

/* An answer from earlier in the night, for another step, does not count. */
static bool has_answered_for(const struct grimoire_view *view, const struct grimoire_step *step)
{
    return view->has_answered[step->seat] && view->asked_about[step->seat] == step->kind;
}

static bool is_possible(const struct grimoire_desk *desk, seat_set players)
{
    return !characters_any(desk->may_pick) && !(players & ~desk->may_choose) &&
           grimoire_seats_count(players) == desk->choice_count;
}

bool grimoire_phone_answers(const struct grimoire_view *view, const struct grimoire_step *step)
{
    return has_answered_for(view, step) && is_possible(&view->desk, view->answer[step->seat]);
}

bool grimoire_phone_cannot(const struct grimoire_view *view, const struct grimoire_step *step)
{
    return has_answered_for(view, step) && !is_possible(&view->desk, view->answer[step->seat]);
}

/* A real prompt takes every answer that a decoy takes, so neither a refusal nor a seat that cannot be tapped
 * tells who is asked. If the rules do not allow the answer, the storyteller asks again. */
enum refusal grimoire_decide_answer_prompt(struct game_turn *turn,
                                           const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_own *own = &s->own[command->seat];
    seat_set players = (seat_set)command->arg[0];
    bool is_real = own->has_prompt && !own->has_answered;
    if (!is_real && !grimoire_has_decoy(&s->table, own))
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_answer");
    int count = grimoire_seats_count(players);
    if (count < 1 || count > GRIMOIRE_CHOICES_MAX || players & ~grimoire_seats_all(s))
        return REFUSED_BAD_TARGET;
    grimoire_emit_own(
        turn, command->seat,
        (struct game_event){ .kind = GRIMOIRE_PROMPT_ANSWERED, .arg = { command->seat, players } });
    return ACCEPTED;
}
