/* Roles at the start and the vote at the end: werewolf.c has the rules, this file emits the events. */
#include "rules.h"
#include "werewolf.h"

void chess_deal_roles(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    seat_set wolves =
        werewolf_deal((enum chess_wolf_rule)s->wolf_rule, s->side, s->seat_count, turn->rng);
    for (int seat = 0; seat < s->seat_count && s->mode == CHESS_WEREWOLF; seat++)
        game_emit(turn, (struct game_event){
                            .kind = CHESS_ROLE_DEALT,
                            .told = seat_bit(seat),
                            .arg = { seat, seat_in(wolves, seat) ? CHESS_WOLF : CHESS_VILLAGER } });
}

static void emit_points(struct game_turn *turn, seat_set seats, enum chess_point reason)
{
    const struct chess_state *s = turn->state;
    for (int seat = 0; seat < s->seat_count; seat++)
        if (seat_in(seats, seat))
            game_emit(turn, (struct game_event){ .kind = CHESS_POINT_SCORED,
                                                 .told = SEATS_ALL,
                                                 .arg = { seat, reason } });
}

static void emit_ballots(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->ballot[seat] >= 0)
            game_emit(turn, (struct game_event){ .kind = CHESS_BALLOT_REVEALED,
                                                 .told = SEATS_ALL,
                                                 .arg = { seat, s->ballot[seat] } });
}

void chess_close_vote(struct game_turn *turn, enum chess_closed by)
{
    const struct chess_state *s = turn->state;
    int loser = s->winner == TEAM_NONE ? TEAM_NONE : chess_team_other(s->winner);
    int majority = werewolf_majority(s->ballot, s->seat_count);
    struct werewolf_points points =
        werewolf_score(s->wolves, s->side, s->ballot, s->seat_count, loser);
    emit_ballots(turn);
    game_emit(turn, (struct game_event){
                        .kind = CHESS_ROLES_REVEALED, .told = SEATS_ALL, .arg = { s->wolves } });
    emit_points(turn, points.found_werewolf, POINT_FOUND_WEREWOLF);
    emit_points(turn, points.werewolf_success, POINT_WEREWOLF_SUCCESS);
    /* The last, because nothing can happen after it: the game is over. */
    game_emit(turn, (struct game_event){
                        .kind = CHESS_VOTE_CLOSED, .told = SEATS_ALL, .arg = { by, majority } });
}

static bool all_have_voted(const struct chess_state *s)
{
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->ballot[seat] < 0)
            return false;
    return true;
}

enum refusal chess_decide_vote(struct game_turn *turn, int seat, int suspect)
{
    const struct chess_state *s = turn->state;
    seat_set participants = seat_bit(s->seat_count) - 1;
    if (s->phase != CHESS_VOTING)
        return REFUSED_WRONG_PHASE;
    if (seat >= s->seat_count)
        return REFUSED_NOT_YOUR_TURN;
    if (!chess_rights_of(s, seat).may_vote)
        return game_refuse(turn, REFUSED_NOT_NOW, "already_voted");
    if (suspect >= s->seat_count)
        return REFUSED_BAD_TARGET;
    if (suspect == seat)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_yourself");
    game_emit(turn, (struct game_event){ .kind = CHESS_BALLOT_CAST,
                                         .told = participants,
                                         .arg = { seat, suspect } });
    game_emit(turn, (struct game_event){ .kind = CHESS_BALLOT_COUNTED,
                                         .told = SEATS_ALL,
                                         .arg = { s->ballot_count + 1 } });
    if (all_have_voted(s))
        chess_close_vote(turn, CLOSED_ALL_VOTED);
    return ACCEPTED;
}

/* The creator plays: closing early must not take a point from the others. So everybody who is present has to
 * agree. */
enum refusal chess_decide_close_vote(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (s->phase != CHESS_VOTING)
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_close_vote)
        return REFUSED_NOT_NOW;
    if (seat == SEAT_NARRATOR) {
        chess_close_vote(turn, CLOSED_ADMIN);
        return ACCEPTED;
    }
    game_emit(turn, (struct game_event){
                        .kind = CHESS_CLOSE_AGREED, .told = SEATS_ALL, .arg = { seat } });
    if ((game_present(turn) & (seat_bit(s->seat_count) - 1) & ~s->close_for) == SEATS_NONE)
        chess_close_vote(turn, CLOSED_CREATOR);
    return ACCEPTED;
}
