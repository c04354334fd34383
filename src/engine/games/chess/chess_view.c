/* Team chess: the only file that says who sees what. A view starts empty and receives what its viewer may
 * know: the board with its moves, the own role, the own team's talk, and the ballots as far as this viewer
 * may see them. */
#include <string.h>

#include "rules.h"

static void view_public(const struct chess_state *s, struct chess_view *view)
{
    view->start = s->start;
    view->board = s->board;
    view->ply_count = s->ply_count;
    memcpy(view->ply, s->ply, (size_t)s->ply_count * sizeof *s->ply);
    view->phase = s->phase;
    view->mode = s->mode;
    view->seat_count = s->seat_count;
    view->creator = s->creator;
    view->has_brain = s->has_brain;
    view->has_team_vote = s->has_team_vote;
    view->has_bank_per_player = s->has_bank_per_player;
    view->time_control = s->time_control;
    view->turn_ms = s->turn_ms;
    view->increment_ms = s->increment_ms;
    for (int seat = 0; seat < s->seat_count; seat++)
        view->left_ms[seat] = s->bank_ms[chess_clock_of(s, seat)];
    view->acknowledged = s->acknowledged;
    view->close_for = s->close_for;
    view->ballot_count = s->ballot_count;
    view->takeback_offer = s->takeback_offer;
    view->fast_by = s->fast_by;
    view->lapse = s->lapse;
    view->wolf_rule = s->wolf_rule;
    view->wolf_count = s->wolf_count;
    memcpy(view->side, s->side, sizeof view->side);
    view->on_move = (int8_t)chess_seat_on_move(s);
    view->brain = (int8_t)chess_seat_brain(s);
    for (int team = TEAM_A; team <= TEAM_B; team++) {
        bool is_moving = team == chess_team_on_move(s);
        view->next[team] = (int8_t)chess_team_member(s, team, s->index[team] + is_moving);
        view->timeout_count[team] = s->timeout_count[team];
    }
    view->repetition_count = (int8_t)chess_repetitions(s);
    view->draw_offer = s->draw_offer;
    view->reason = s->reason;
    view->winner = s->winner;
}

/* All of this is public by its own events once the vote is closed. */
static void view_result(const struct chess_state *s, struct chess_view *view)
{
    view->roles_are_revealed = s->roles_are_revealed;
    view->werewolves = s->wolves_revealed;
    view->found_werewolf = s->found_werewolf;
    view->werewolf_success = s->werewolf_success;
    view->closed_by = s->closed_by;
    view->majority = s->majority;
    view->sees_ballots = s->roles_are_revealed;
    memcpy(view->ballot, s->ballot_revealed, sizeof view->ballot);
}

static void view_ballots(const struct chess_state *s, struct chess_view *view)
{
    if (s->phase != CHESS_VOTING)
        return;
    view->sees_ballots = true;
    memcpy(view->ballot, s->ballot, sizeof view->ballot);
}

static void view_team(const struct chess_state *s, int team, struct chess_view *view)
{
    seat_set seats = chess_team_seats(s, team);
    view->resign_for = s->resign_for & seats;
    view->draw_for = s->draw_for & seats;
    view->takeback_for = s->takeback_for & seats;
    for (int offer = OFFER_DRAW; offer <= OFFER_TAKEBACK; offer++)
        view->against[offer] = s->against[offer] & seats;
    if (team == chess_team_on_move(s))
        view->named_piece = s->named_piece;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (!seat_in(seats, seat))
            continue;
        view->proposal[seat] = s->proposal[seat];
        view->last_vote[seat] = s->last_vote[seat];
        view->arrow_count[seat] = s->arrow_count[seat];
        memcpy(view->arrow[seat], s->arrow[seat], sizeof view->arrow[seat]);
    }
}

static void view_own(const struct chess_state *s, int seat, struct chess_view *view)
{
    view->team = s->side[seat];
    view->has_role = s->mode == CHESS_WEREWOLF;
    view->role = seat_in(s->wolves, seat) ? CHESS_WOLF : CHESS_VILLAGER;
    view_team(s, s->side[seat], view);
    view_ballots(s, view);
}

void chess_view(const void *state, int viewer, void *out)
{
    const struct chess_state *s = state;
    struct chess_view *view = out;
    view_public(s, view);
    view_result(s, view);
    view->viewer = (int8_t)viewer;
    view->team = TEAM_NONE;
    view->named_piece = NO_PIECE;
    view->rights = chess_rights_of(s, viewer);
    if (viewer >= 0 && viewer < s->seat_count)
        view_own(s, viewer, view);
}

static void encode_seat(struct json *out, const char *key, int seat)
{
    if (seat < 0)
        json_null(out, key);
    else
        json_int(out, key, seat);
}

static void encode_seats(struct json *out, const char *key, seat_set seats)
{
    json_array(out, key);
    for (int seat = 0; seat < CHESS_SEATS_MAX; seat++)
        if (seat_in(seats, seat))
            json_int(out, NULL, seat);
    json_end(out);
}

static seat_set team_of_view(const struct chess_view *view, int team)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < view->seat_count; seat++)
        if (view->side[seat] == team)
            seats |= seat_bit(seat);
    return seats;
}

static void encode_teams(const struct chess_view *view, struct json *out)
{
    json_object(out, "teams");
    for (int team = TEAM_A; team <= TEAM_B; team++) {
        json_object(out, chess_team_names[team]);
        json_text(out, "color", team == TEAM_A ? "white" : "black");
        encode_seats(out, "order", team_of_view(view, team));
        json_int(out, "next", view->next[team]);
        json_int(out, "timeouts", view->timeout_count[team]);
        json_end(out);
    }
    json_end(out);
}

static void encode_lapse(const struct chess_lapse *lapse, struct json *out)
{
    if (lapse->seat < 0) {
        json_null(out, "last_timeout");
        return;
    }
    json_object(out, "last_timeout");
    json_int(out, "seat", lapse->seat);
    if (lapse->is_decided)
        json_text(out, "decision", chess_decision_names[lapse->decision]);
    else
        json_null(out, "decision");
    encode_seat(out, "decided_by", lapse->decided_by);
    json_end(out);
}

/* The time left on the running clock is the room's deadline. */
static void encode_time(const struct chess_view *view, struct json *out)
{
    json_object(out, "time");
    json_text(out, "control", chess_time_control_names[view->time_control]);
    json_int(out, "turn_ms", view->turn_ms);
    if (view->time_control == TIME_BANK) {
        json_int(out, "increment_ms", view->increment_ms);
        json_bool(out, "per_player", view->has_bank_per_player);
        json_array(out, "left_ms");
        for (int seat = 0; seat < view->seat_count; seat++)
            json_int(out, NULL, view->left_ms[seat]);
        json_end(out);
    }
    json_end(out);
}

static void encode_team_or_null(struct json *out, const char *key, int team)
{
    if (team == TEAM_NONE)
        json_null(out, key);
    else
        json_text(out, key, chess_team_names[team]);
}

static void encode_board(const struct chess_view *view, struct json *out)
{
    char fen[CHESS_FEN_SIZE];
    chess_write_fen(&view->board, fen);
    json_text(out, "fen", fen);
    json_text(out, "to_move", chess_team_names[view->board.to_move == WHITE ? TEAM_A : TEAM_B]);
    json_bool(out, "in_check", chess_in_check(&view->board));
    encode_seat(out, "on_move", view->on_move);
    encode_seat(out, "fast_mode_by", view->fast_by);
    encode_lapse(&view->lapse, out);
    json_int(out, "repetitions", view->repetition_count);
    json_bool(out, "hand_and_brain", view->has_brain);
    encode_seat(out, "brain", view->brain);
    json_bool(out, "team_vote", view->has_team_vote);
    encode_team_or_null(out, "draw_offer", view->draw_offer);
    encode_team_or_null(out, "takeback_offer", view->takeback_offer);
    encode_time(view, out);
    char start[CHESS_FEN_SIZE];
    chess_write_fen(&view->start, start);
    json_text(out, "start_fen", start);
}

static void encode_moves(const struct chess_view *view, struct json *out)
{
    json_array(out, "moves");
    for (int i = 0; i < view->ply_count; i++) {
        const struct chess_ply *ply = &view->ply[i];
        char uci[CHESS_UCI_SIZE];
        chess_write_uci(ply->move, uci);
        json_object(out, NULL);
        json_text(out, "uci", uci);
        json_text(out, "san", ply->san);
        json_int(out, "seat", ply->seat);
        if (ply->brain >= 0)
            json_int(out, "brain", ply->brain);
        json_end(out);
    }
    json_end(out);
}

static void encode_arrows(const struct chess_view *view, struct json *out)
{
    json_array(out, "arrows");
    for (int seat = 0; seat < view->seat_count; seat++) {
        for (int i = 0; i < view->arrow_count[seat]; i++) {
            json_object(out, NULL);
            json_int(out, "seat", seat);
            json_int(out, "from", chess_from(view->arrow[seat][i]));
            json_int(out, "to", chess_to(view->arrow[seat][i]));
            json_end(out);
        }
    }
    json_end(out);
}

static void encode_proposals(const struct chess_view *view, const char *key,
                             const chess_move proposal[], struct json *out)
{
    json_array(out, key);
    for (int seat = 0; seat < view->seat_count; seat++) {
        char uci[CHESS_UCI_SIZE];
        if (!proposal[seat])
            continue;
        chess_write_uci(proposal[seat], uci);
        json_object(out, NULL);
        json_int(out, "seat", seat);
        json_text(out, "uci", uci);
        json_end(out);
    }
    json_end(out);
}

static void encode_role(const struct chess_view *view, struct json *out)
{
    if (view->has_role)
        json_text(out, "my_role", chess_role_names[view->role]);
    else
        json_null(out, "my_role");
}

static void encode_own(const struct chess_view *view, struct json *out)
{
    json_object(out, "own");
    json_text(out, "team", chess_team_names[view->team]);
    encode_seats(out, "resign_for", view->resign_for);
    encode_seats(out, "draw_for", view->draw_for);
    if (view->named_piece == NO_PIECE)
        json_null(out, "named_piece");
    else
        json_text(out, "named_piece", chess_piece_names[view->named_piece]);
    encode_seats(out, "takeback_for", view->takeback_for);
    encode_seats(out, "draw_against", view->against[OFFER_DRAW]);
    encode_seats(out, "takeback_against", view->against[OFFER_TAKEBACK]);
    encode_arrows(view, out);
    if (view->has_team_vote) {
        encode_proposals(view, "proposals", view->proposal, out);
        encode_proposals(view, "last_vote", view->last_vote, out);
    }
    json_end(out);
}

static void encode_result(const struct chess_view *view, struct json *out)
{
    json_object(out, "result");
    json_text(out, "reason", chess_reason_names[view->reason]);
    if (view->winner == TEAM_NONE)
        json_null(out, "winner");
    else
        json_text(out, "winner", chess_team_names[view->winner]);
    json_end(out);
}

static void encode_ballots(const struct chess_view *view, struct json *out)
{
    json_array(out, "ballots");
    for (int seat = 0; seat < view->seat_count; seat++) {
        if (view->ballot[seat] < 0)
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        json_int(out, "suspect", view->ballot[seat]);
        json_end(out);
    }
    json_end(out);
}

static void encode_points(const struct chess_view *view, struct json *out)
{
    json_array(out, "points");
    for (int seat = 0; seat < view->seat_count; seat++) {
        bool found = seat_in(view->found_werewolf, seat);
        if (!found && !seat_in(view->werewolf_success, seat))
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        json_text(out, "reason",
                  chess_point_names[found ? POINT_FOUND_WEREWOLF : POINT_WEREWOLF_SUCCESS]);
        json_end(out);
    }
    json_end(out);
}

static void encode_roles(const struct chess_view *view, struct json *out)
{
    json_array(out, "roles");
    for (int seat = 0; seat < view->seat_count; seat++)
        json_text(out, NULL, chess_role_names[seat_in(view->werewolves, seat)]);
    json_end(out);
}

static void encode_votes(const struct chess_view *view, struct json *out)
{
    json_object(out, "votes");
    json_bool(out, "vote_open", view->phase == CHESS_VOTING);
    json_int(out, "count", view->ballot_count);
    encode_seats(out, "close_for", view->close_for);
    if (view->sees_ballots)
        encode_ballots(view, out);
    if (view->phase == CHESS_OVER) {
        json_text(out, "closed_by", chess_closed_names[view->closed_by]);
        encode_seat(out, "majority", view->majority);
        encode_points(view, out);
    }
    json_end(out);
}

static void begin_action(struct json *out, const char *type)
{
    json_object(out, NULL);
    json_text(out, "type", type);
}

static void encode_plain(struct json *out, bool may, const char *type)
{
    if (!may)
        return;
    begin_action(out, type);
    json_end(out);
}

/* One entry for saying yes or for taking it back, whichever can be done. */
static void encode_agree(struct json *out, bool may, bool may_undo, const char *type)
{
    if (!may && !may_undo)
        return;
    begin_action(out, type);
    json_array(out, "agree");
    json_bool(out, NULL, may);
    json_end(out);
    json_end(out);
}

static bool is_allowed(const struct chess_view *view, chess_move move)
{
    int piece = chess_piece_at(&view->board, chess_from(move));
    return view->brain < 0 || piece == view->named_piece;
}

static void encode_move_action(const struct chess_view *view, const char *type, struct json *out)
{
    struct chess_moves moves;
    chess_legal_moves(&view->board, &moves);
    begin_action(out, type);
    json_array(out, "uci");
    for (int i = 0; i < moves.count; i++) {
        char uci[CHESS_UCI_SIZE];
        chess_write_uci(moves.move[i], uci);
        if (is_allowed(view, moves.move[i]))
            json_text(out, NULL, uci);
    }
    json_end(out);
    json_end(out);
}

static void encode_name_action(const struct chess_view *view, struct json *out)
{
    struct chess_moves moves;
    bool can_move[NO_PIECE + 1] = { false };
    chess_legal_moves(&view->board, &moves);
    for (int i = 0; i < moves.count; i++)
        can_move[chess_piece_at(&view->board, chess_from(moves.move[i]))] = true;
    begin_action(out, "name_piece");
    json_array(out, "piece");
    for (int piece = PAWN; piece <= KING; piece++)
        if (can_move[piece])
            json_text(out, NULL, chess_piece_names[piece]);
    json_end(out);
    json_end(out);
}

static void encode_square_range(struct json *out, const char *key)
{
    json_object(out, key);
    json_int(out, "min", 0);
    json_int(out, "max", 63);
    json_end(out);
}

static void encode_arrow_action(struct json *out)
{
    begin_action(out, "draw_arrow");
    encode_square_range(out, "from");
    encode_square_range(out, "to");
    json_end(out);
}

static void encode_decision_action(struct json *out)
{
    begin_action(out, "timeout_decision");
    json_array(out, "decision");
    json_text(out, NULL, chess_decision_names[DECISION_END]);
    json_text(out, NULL, chess_decision_names[DECISION_ALLOW_NEXT]);
    json_end(out);
    json_end(out);
}

static void encode_decline_action(struct json *out, const struct chess_rights *rights)
{
    if (!rights->may_decline_draw && !rights->may_decline_takeback)
        return;
    begin_action(out, "decline");
    json_array(out, "offer");
    if (rights->may_decline_draw)
        json_text(out, NULL, chess_offer_names[OFFER_DRAW]);
    if (rights->may_decline_takeback)
        json_text(out, NULL, chess_offer_names[OFFER_TAKEBACK]);
    json_end(out);
    json_end(out);
}

/* Any legal position will do; the one value that is named is the one that is set. */
static void encode_position_action(const struct chess_view *view, struct json *out)
{
    char fen[CHESS_FEN_SIZE];
    chess_write_fen(&view->start, fen);
    begin_action(out, "set_position");
    json_array(out, "fen");
    json_text(out, NULL, fen);
    json_end(out);
    json_end(out);
}

static void encode_vote_action(const struct chess_view *view, struct json *out)
{
    begin_action(out, "vote");
    json_array(out, "suspect");
    for (int seat = 0; seat < view->seat_count; seat++)
        if (seat != view->viewer)
            json_int(out, NULL, seat);
    json_end(out);
    json_end(out);
}

static void encode_actions(const struct chess_view *view, struct json *out)
{
    const struct chess_rights *rights = &view->rights;
    json_array(out, "available_actions");
    encode_plain(out, rights->may_acknowledge, "acknowledge");
    if (rights->may_move)
        encode_move_action(view, "move", out);
    if (rights->may_propose)
        encode_move_action(view, "propose", out);
    if (rights->may_name_piece)
        encode_name_action(view, out);
    if (rights->may_decide_timeout)
        encode_decision_action(out);
    encode_plain(out, rights->may_start_fast_mode, "fast_mode");
    encode_plain(out, rights->may_claim_victory, "claim_victory");
    encode_plain(out, rights->may_claim_draw, "claim_draw");
    encode_agree(out, rights->may_resign, rights->may_unresign, "resign");
    encode_agree(out, rights->may_offer_draw, rights->may_unoffer_draw, "offer_draw");
    encode_agree(out, rights->may_accept_draw, rights->may_unaccept_draw, "accept_draw");
    encode_agree(out, rights->may_offer_takeback, rights->may_unoffer_takeback, "offer_takeback");
    encode_agree(out, rights->may_accept_takeback, rights->may_unaccept_takeback,
                 "accept_takeback");
    encode_decline_action(out, rights);
    if (rights->may_set_position)
        encode_position_action(view, out);
    encode_plain(out, rights->may_abort, "abort");
    if (rights->may_draw_arrow)
        encode_arrow_action(out);
    encode_plain(out, rights->may_clear_arrows, "clear_arrows");
    if (rights->may_vote)
        encode_vote_action(view, out);
    encode_plain(out, rights->may_close_vote, "close_vote");
    json_end(out);
}

void chess_encode(const void *in, struct json *out)
{
    const struct chess_view *view = in;
    bool has_ended = view->phase == CHESS_VOTING || view->phase == CHESS_OVER;
    json_text(out, "phase", chess_phase_names[view->phase]);
    json_text(out, "mode", chess_mode_names[view->mode]);
    json_text(out, "wolf_rule", chess_wolf_rule_names[view->wolf_rule]);
    json_int(out, "wolf_count", view->wolf_count);
    encode_seat(out, "creator", view->creator);
    if (view->mode == CHESS_WEREWOLF)
        encode_seats(out, "acknowledged", view->acknowledged);
    encode_board(view, out);
    encode_teams(view, out);
    encode_moves(view, out);
    encode_role(view, out);
    if (view->team != TEAM_NONE)
        encode_own(view, out);
    if (has_ended)
        encode_result(view, out);
    if (has_ended && view->mode == CHESS_WEREWOLF && view->reason != CHESS_BY_ABORT)
        encode_votes(view, out);
    if (view->roles_are_revealed)
        encode_roles(view, out);
    encode_actions(view, out);
}
