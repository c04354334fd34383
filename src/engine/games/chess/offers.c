/* What a team agrees on: to resign, to draw; and the drawings only it can see. */
#include "rules.h"

static void emit_for_team(struct game_turn *turn, int kind, int seat, int64_t a, int64_t b)
{
    const struct chess_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = (uint16_t)kind,
                                         .told = chess_team_seats(s, s->side[seat]),
                                         .arg = { seat, a, b } });
}

enum refusal chess_decide_claim_draw(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_claim_draw)
        return REFUSED_NOT_NOW;
    chess_end_game(turn, CHESS_BY_THREEFOLD_REPETITION, TEAM_NONE);
    return ACCEPTED;
}

enum refusal chess_decide_resign(struct game_turn *turn, int seat, bool agrees)
{
    const struct chess_state *s = turn->state;
    struct chess_rights rights = chess_rights_of(s, seat);
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!(agrees ? rights.may_resign : rights.may_unresign))
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_RESIGN_VOTED, seat, agrees, 0);
    if (chess_has_majority(s, s->side[seat], s->resign_for))
        chess_end_game(turn, CHESS_BY_RESIGNATION, chess_team_other(s->side[seat]));
    return ACCEPTED;
}

static void offer_or_draw(struct game_turn *turn, int team)
{
    const struct chess_state *s = turn->state;
    if (chess_repetitions(s) >= 3)
        chess_end_game(turn, CHESS_BY_THREEFOLD_REPETITION, TEAM_NONE);
    else
        game_emit(turn, (struct game_event){
                            .kind = CHESS_DRAW_OFFERED, .told = SEATS_ALL, .arg = { team } });
}

enum refusal chess_decide_offer_draw(struct game_turn *turn, int seat, bool agrees)
{
    const struct chess_state *s = turn->state;
    struct chess_rights rights = chess_rights_of(s, seat);
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!(agrees ? rights.may_offer_draw : rights.may_unoffer_draw))
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_DRAW_VOTED, seat, agrees, 0);
    if (chess_has_majority(s, s->side[seat], s->draw_for))
        offer_or_draw(turn, s->side[seat]);
    return ACCEPTED;
}

enum refusal chess_decide_accept_draw(struct game_turn *turn, int seat, bool agrees)
{
    const struct chess_state *s = turn->state;
    struct chess_rights rights = chess_rights_of(s, seat);
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!(agrees ? rights.may_accept_draw : rights.may_unaccept_draw))
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_DRAW_VOTED, seat, agrees, 0);
    if (chess_has_majority(s, s->side[seat], s->draw_for))
        chess_end_game(turn, CHESS_BY_AGREEMENT, TEAM_NONE);
    return ACCEPTED;
}

enum refusal chess_decide_offer_takeback(struct game_turn *turn, int seat, bool agrees)
{
    const struct chess_state *s = turn->state;
    struct chess_rights rights = chess_rights_of(s, seat);
    if (s->phase != CHESS_PLAYING)
        return REFUSED_WRONG_PHASE;
    if (!(agrees ? rights.may_offer_takeback : rights.may_unoffer_takeback))
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_TAKEBACK_VOTED, seat, agrees, 0);
    if (chess_has_majority(s, s->side[seat], s->takeback_for))
        game_emit(turn, (struct game_event){ .kind = CHESS_TAKEBACK_OFFERED,
                                             .told = SEATS_ALL,
                                             .arg = { s->side[seat] } });
    return ACCEPTED;
}

enum refusal chess_decide_accept_takeback(struct game_turn *turn, int seat, bool agrees)
{
    const struct chess_state *s = turn->state;
    struct chess_rights rights = chess_rights_of(s, seat);
    if (s->phase != CHESS_PLAYING)
        return REFUSED_WRONG_PHASE;
    if (!(agrees ? rights.may_accept_takeback : rights.may_unaccept_takeback))
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_TAKEBACK_VOTED, seat, agrees, 0);
    if (!chess_has_majority(s, s->side[seat], s->takeback_for))
        return ACCEPTED;
    game_emit(turn, (struct game_event){ .kind = CHESS_TAKEN_BACK,
                                         .told = SEATS_ALL,
                                         .arg = { chess_takeback_plies(s, s->takeback_offer) } });
    chess_begin_turn(turn);
    return ACCEPTED;
}

/* An offer is declined when it can no longer find a majority. */
enum refusal chess_decide_decline(struct game_turn *turn, int seat, int64_t offer)
{
    const struct chess_state *s = turn->state;
    struct chess_rights rights = chess_rights_of(s, seat);
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!(offer == OFFER_DRAW ? rights.may_decline_draw : rights.may_decline_takeback))
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_DECLINE_VOTED, seat, offer, 0);
    int team = s->side[seat];
    if (chess_has_majority(s, team, chess_team_seats(s, team) & ~s->against[offer]))
        return ACCEPTED;
    game_emit(turn, (struct game_event){ .kind = CHESS_OFFER_DECLINED,
                                         .told = SEATS_ALL,
                                         .arg = { offer, chess_team_other(team) } });
    return ACCEPTED;
}

enum refusal chess_decide_abort(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_abort)
        return REFUSED_NOT_NOW;
    chess_end_game(turn, CHESS_BY_ABORT, TEAM_NONE);
    return ACCEPTED;
}

static bool has_arrow(const struct chess_state *s, int seat, chess_move arrow)
{
    for (int i = 0; i < s->arrow_count[seat]; i++)
        if (s->arrow[seat][i] == arrow)
            return true;
    return false;
}

enum refusal chess_decide_draw_arrow(struct game_turn *turn, int seat, int from, int to)
{
    const struct chess_state *s = turn->state;
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_draw_arrow)
        return REFUSED_NOT_YOUR_TURN;
    if (!has_arrow(s, seat, chess_move_of(from, to, 0)))
        emit_for_team(turn, CHESS_ARROW_DRAWN, seat, from, to);
    return ACCEPTED;
}

enum refusal chess_decide_clear_arrows(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_clear_arrows)
        return REFUSED_NOT_NOW;
    emit_for_team(turn, CHESS_ARROWS_CLEARED, seat, 0, 0);
    return ACCEPTED;
}
