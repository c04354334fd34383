/* Whose move it is, who counts, and what a seat may do. These functions only read the state. */
#include "rules.h"

seat_set chess_team_seats(const struct chess_state *s, int team)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->side[seat] == team)
            seats |= seat_bit(seat);
    return seats;
}

static int count_of(seat_set seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

int chess_team_size(const struct chess_state *s, int team)
{
    return count_of(chess_team_seats(s, team));
}

int chess_team_other(int team)
{
    return team == TEAM_A ? TEAM_B : TEAM_A;
}

int chess_team_on_move(const struct chess_state *s)
{
    return s->board.to_move == WHITE ? TEAM_A : TEAM_B;
}

int chess_team_member(const struct chess_state *s, int team, int index)
{
    int wanted = index % chess_team_size(s, team);
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->side[seat] == team && wanted-- == 0)
            return seat;
    return -1;
}

bool chess_is_running(const struct chess_state *s)
{
    return s->phase == CHESS_PLAYING || s->phase == CHESS_DECIDING;
}

int chess_seat_on_move(const struct chess_state *s)
{
    int team = chess_team_on_move(s);
    return chess_is_running(s) ? chess_team_member(s, team, s->index[team]) : -1;
}

int chess_seat_brain(const struct chess_state *s)
{
    int team = chess_team_on_move(s);
    /* A player alone in a team is hand and brain in one. */
    if (!s->has_brain || !chess_is_running(s) || chess_team_size(s, team) < 2)
        return -1;
    return chess_team_member(s, team, s->index[team] + 1);
}

int chess_clock_of(const struct chess_state *s, int seat)
{
    return s->has_bank_per_player ? seat : s->side[seat];
}

int chess_takeback_plies(const struct chess_state *s, int team)
{
    int plies = team == chess_team_on_move(s) ? 2 : 1;
    return s->ply_count >= plies ? plies : 0;
}

/* The room does not tell a game who is there, so a player who slept through the last turn of theirs
 * is taken to be away until they do something. */
bool chess_has_majority(const struct chess_state *s, int team, seat_set in_favour)
{
    seat_set active = chess_team_seats(s, team) & ~s->idle;
    return 2 * count_of(in_favour & active) > count_of(active);
}

int chess_repetitions(const struct chess_state *s)
{
    int count = 0;
    for (int i = 0; i < s->key_count; i++)
        count += s->key[i] == s->board.key;
    return count;
}

static void rights_in_turn(const struct chess_state *s, int seat, struct chess_rights *rights)
{
    int brain = chess_seat_brain(s);
    bool is_ours = s->side[seat] == chess_team_on_move(s);
    bool is_playing = s->phase == CHESS_PLAYING;
    bool is_untimed = s->time_control != TIME_BANK && s->turn_ms == 0;
    bool has_slow_clock =
        is_untimed || (s->time_control == TIME_PER_MOVE && s->turn_ms > CHESS_FAST_MS);
    rights->may_move = is_playing && !s->has_team_vote && seat == chess_seat_on_move(s) &&
                       (brain < 0 || s->named_piece != NO_PIECE);
    rights->may_propose = is_playing && s->has_team_vote && is_ours;
    rights->may_name_piece = is_playing && seat == brain;
    /* Without a clock teammates may, too: else a player who left would hold up the team for good. */
    rights->may_start_fast_mode = is_playing && s->fast_by < 0 && has_slow_clock &&
                                  (!is_ours || is_untimed || seat == chess_seat_on_move(s));
    rights->may_decide_timeout = s->phase == CHESS_DECIDING && !is_ours;
    rights->may_claim_victory =
        !is_ours && s->timeout_count[chess_team_on_move(s)] >= CHESS_CLAIM_TIMEOUTS;
    rights->may_claim_draw = is_ours && is_playing && chess_repetitions(s) >= 3;
    rights->may_abort = seat == s->creator && s->ply_count < 2;
}

static void rights_to_agree(const struct chess_state *s, int seat, struct chess_rights *rights)
{
    bool is_offered = s->draw_offer == chess_team_other(s->side[seat]);
    bool has_offered = s->draw_offer == s->side[seat];
    bool is_for_draw = seat_in(s->draw_for, seat);
    rights->may_resign = !seat_in(s->resign_for, seat);
    rights->may_unresign = !rights->may_resign;
    rights->may_offer_draw =
        !is_offered && !has_offered && !is_for_draw && !s->is_declined[OFFER_DRAW][s->side[seat]];
    rights->may_unoffer_draw = !is_offered && !has_offered && is_for_draw;
    rights->may_accept_draw = is_offered && !is_for_draw;
    rights->may_unaccept_draw = is_offered && is_for_draw;
    rights->may_decline_draw = is_offered && !seat_in(s->against[OFFER_DRAW], seat);
}

static void rights_to_take_back(const struct chess_state *s, int seat, struct chess_rights *rights)
{
    int team = s->side[seat];
    bool is_offered = s->takeback_offer == chess_team_other(team);
    bool is_free = s->takeback_offer == TEAM_NONE;
    bool is_for = seat_in(s->takeback_for, seat);
    bool can_go = chess_takeback_plies(s, team) > 0 && !s->is_declined[OFFER_TAKEBACK][team];
    if (s->phase != CHESS_PLAYING)
        return;
    rights->may_offer_takeback = is_free && !is_for && can_go;
    rights->may_unoffer_takeback = is_free && is_for;
    rights->may_accept_takeback = is_offered && !is_for;
    rights->may_unaccept_takeback = is_offered && is_for;
    rights->may_decline_takeback = is_offered && !seat_in(s->against[OFFER_TAKEBACK], seat);
}

/* The creator asks, if there is one at the table; then everybody answers. */
static bool may_close_vote(const struct chess_state *s, int seat)
{
    bool is_asked = s->creator < 0 || seat == s->creator || seat_in(s->close_for, s->creator);
    return seat == SEAT_NARRATOR ||
           (seat >= 0 && seat < s->seat_count && is_asked && !seat_in(s->close_for, seat));
}

struct chess_rights chess_rights_of(const struct chess_state *s, int seat)
{
    struct chess_rights rights = { 0 };
    rights.may_close_vote = s->phase == CHESS_VOTING && may_close_vote(s, seat);
    if (seat < 0 || seat >= s->seat_count)
        return rights;
    if (chess_is_running(s)) {
        rights_in_turn(s, seat, &rights);
        rights_to_agree(s, seat, &rights);
        rights_to_take_back(s, seat, &rights);
        rights.may_draw_arrow = true;
        rights.may_clear_arrows = s->arrow_count[seat] > 0;
    }
    rights.may_acknowledge = s->phase == CHESS_REVEALING && !seat_in(s->acknowledged, seat);
    rights.may_set_position = seat == s->creator && s->ply_count == 0 && s->phase == CHESS_PLAYING;
    rights.may_vote = s->phase == CHESS_VOTING && s->ballot[seat] < 0;
    return rights;
}
