/* What players are sent. Whenever one phone gets something, all stir alike: everybody hears
 * `phones_stirred` in the same batch, and whoever was sent nothing gets a decoy. So neither a frame, nor
 * its size, nor a lit screen tells who was woken. */
#include "rules.h"

#include <stddef.h>

void stir_phones(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    int stirs = s->table.stirs < INT16_MAX ? s->table.stirs + 1 : s->table.stirs;
    emit_public(turn, (struct game_event){ .kind = GRIMOIRE_PHONES_STIRRED, .arg = { stirs } });
}

void send_messages(struct game_turn *turn, seat_set to, int about, struct grimoire_answer answer,
                   const char *text)
{
    const struct grimoire_state *s = turn->state;
    stir_phones(turn);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(to, seat))
            emit_own(turn, seat,
                     (struct game_event){ .kind = GRIMOIRE_MESSAGE_SENT,
                                          .arg = { seat, about, answer.players,
                                                   (int64_t)answer.characters, answer.number },
                                          .text = text });
}

void send_prompt(struct game_turn *turn, int seat, int about, int count, seat_set from)
{
    stir_phones(turn);
    emit_own(
        turn, seat,
        (struct game_event){ .kind = GRIMOIRE_PROMPT_SENT, .arg = { seat, about, count, from } });
}

static uint32_t effects_on(const struct grimoire_state *s, int seat)
{
    uint32_t effects = 0;
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == seat)
            effects |= 1u << s->secrets.token[i].effect;
    return effects;
}

void show_grimoire(struct game_turn *turn, int reader)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        emit_own(
            turn, reader,
            (struct game_event){ .kind = GRIMOIRE_PAGE_SHOWN,
                                 .arg = { reader, seat, s->secrets.seat[seat].character,
                                          effects_on(s, seat), s->secrets.seat[seat].belief } });
}

enum refusal decide_show(struct game_turn *turn, const struct game_command *command)
{
    const int64_t *arg = command->arg;
    send_messages(turn, seat_bit((int)arg[0]), (int)arg[1],
                  (struct grimoire_answer){ .players = (seat_set)arg[2],
                                            .characters = (grimoire_characters)arg[3],
                                            .number = (int8_t)arg[4] },
                  command->text);
    return ACCEPTED;
}

bool has_decoy(const struct grimoire_table *table, const struct grimoire_own *own)
{
    return table->stirs > own->answered_stir;
}

/* A real prompt wants as many players as it says, a decoy one. */
enum refusal decide_answer_prompt(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_own *own = &s->own[command->seat];
    seat_set players = (seat_set)command->arg[0];
    bool is_real = own->has_prompt && !own->has_answered;
    if (!is_real && !has_decoy(&s->table, own))
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_answer");
    seat_set from = is_real ? own->prompt_from : seats_all(s);
    if (seats_count(players) != (is_real ? own->prompt_count : 1) || players & ~from)
        return REFUSED_BAD_TARGET;
    emit_own(
        turn, command->seat,
        (struct game_event){ .kind = GRIMOIRE_PROMPT_ANSWERED, .arg = { command->seat, players } });
    return ACCEPTED;
}
