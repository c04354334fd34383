/* Moves and the clock: what the team to move does, and what happens when it does nothing. */
#include <string.h>

#include "base/text.h"
#include "rules.h"

/* The deadline as a rule gives it: none where there is no time limit. */
static int64_t deadline_after(const struct game_turn *turn, int64_t ms)
{
    return ms ? turn->now_ms + ms : 0;
}

/* Everybody looks at their role; the clock starts afterwards. In a game of days there is time. */
void chess_begin_reveal(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    int64_t ms = s->time_control == TIME_DAYS ? s->turn_ms : CHESS_REVEAL_MS;
    game_emit(turn, (struct game_event){ .kind = CHESS_REVEAL_BEGAN,
                                         .told = SEATS_ALL,
                                         .arg = { deadline_after(turn, ms) } });
}

enum refusal chess_decide_acknowledge(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (s->phase != CHESS_REVEALING)
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_acknowledge)
        return game_refuse(turn, REFUSED_NOT_NOW, "already_acknowledged");
    game_emit(turn, (struct game_event){
                        .kind = CHESS_ACKNOWLEDGED, .told = SEATS_ALL, .arg = { seat } });
    if (s->acknowledged == seat_bit(s->seat_count) - 1)
        chess_begin_turn(turn);
    return ACCEPTED;
}

/* An empty bank is still a bank: its flag falls at once. */
static int64_t turn_time(const struct chess_state *s, int seat)
{
    if (s->time_control != TIME_BANK)
        return s->turn_ms;
    int64_t left_ms = s->bank_ms[chess_clock_of(s, seat)];
    return left_ms > 0 ? left_ms : 1;
}

void chess_begin_turn(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    int team = chess_team_on_move(s), seat = chess_team_member(s, team, s->index[team]);
    game_emit(turn,
              (struct game_event){ .kind = CHESS_TURN_STARTED,
                                   .told = SEATS_ALL,
                                   .arg = { seat, deadline_after(turn, turn_time(s, seat)) } });
}

/* What the turn took comes off the mover's bank, and the increment is added. */
static void stop_clock(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (s->time_control != TIME_BANK)
        return;
    int64_t left_ms = s->deadline_ms > turn->now_ms ? s->deadline_ms - turn->now_ms : 0;
    left_ms += s->increment_ms;
    if (left_ms > CHESS_BANK_MAX_MS)
        left_ms = CHESS_BANK_MAX_MS;
    game_emit(turn, (struct game_event){
                        .kind = CHESS_CLOCK_SET, .told = SEATS_ALL, .arg = { seat, left_ms } });
}

void chess_end_game(struct game_turn *turn, enum chess_reason reason, int winner)
{
    const struct chess_state *s = turn->state;
    bool is_voted_on = s->mode == CHESS_WEREWOLF && reason != CHESS_BY_ABORT;
    game_emit(turn,
              (struct game_event){
                  .kind = CHESS_GAME_ENDED,
                  .told = SEATS_ALL,
                  .arg = { reason, winner, is_voted_on ? deadline_after(turn, s->vote_ms) : 0 } });
}

static void emit_moved(struct game_turn *turn, int seat, chess_move move, int64_t uci)
{
    const struct chess_state *s = turn->state;
    char san[CHESS_SAN_SIZE];
    chess_write_san(&s->board, move, san);
    game_emit(turn, (struct game_event){ .kind = CHESS_MOVED,
                                         .told = SEATS_ALL,
                                         .arg = { seat, chess_seat_brain(s), uci },
                                         .text = san });
    /* The event lives longer than this function; the draft now holds the same text. */
    turn->event[turn->event_count - 1].text = s->ply[s->ply_count - 1].san;
    stop_clock(turn, seat);
}

static void go_on_or_end(struct game_turn *turn, int mover)
{
    const struct chess_state *s = turn->state;
    switch (chess_end(&s->board)) {
    case CHESS_MATE: chess_end_game(turn, CHESS_BY_CHECKMATE, mover); return;
    case CHESS_STALEMATE: chess_end_game(turn, CHESS_BY_STALEMATE, TEAM_NONE); return;
    case CHESS_INSUFFICIENT:
        chess_end_game(turn, CHESS_BY_INSUFFICIENT_MATERIAL, TEAM_NONE);
        return;
    case CHESS_FIFTY_MOVES: chess_end_game(turn, CHESS_BY_FIFTY_MOVES, TEAM_NONE); return;
    case CHESS_GOES_ON: break;
    }
    if (chess_repetitions(s) >= 5)
        chess_end_game(turn, CHESS_BY_FIVEFOLD_REPETITION, TEAM_NONE);
    else if (s->ply_count == CHESS_PLIES_MAX)
        chess_end_game(turn, CHESS_BY_MOVE_LIMIT, TEAM_NONE);
    else
        chess_begin_turn(turn);
}

enum refusal chess_decide_move(struct game_turn *turn, int seat, int64_t uci)
{
    const struct chess_state *s = turn->state;
    char text[WORD_TEXT_SIZE];
    int team = chess_team_on_move(s);
    if (s->phase != CHESS_PLAYING)
        return REFUSED_WRONG_PHASE;
    if (seat != chess_seat_on_move(s))
        return REFUSED_NOT_YOUR_TURN;
    if (s->has_team_vote)
        return game_refuse(turn, REFUSED_NOT_NOW, "the_team_votes");
    if (!chess_rights_of(s, seat).may_move)
        return game_refuse(turn, REFUSED_NOT_NOW, "no_piece_named");
    word_write(text, uci);
    chess_move move = chess_read_uci(&s->board, text);
    if (!move)
        return game_refuse(turn, REFUSED_BAD_TARGET, "illegal_move");
    if (chess_seat_brain(s) >= 0 &&
        (int)chess_piece_at(&s->board, chess_from(move)) != s->named_piece)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_the_named_piece");
    emit_moved(turn, seat, move, uci);
    go_on_or_end(turn, team);
    return ACCEPTED;
}

/* Team vote */

static int votes_for(const struct chess_state *s, chess_move move)
{
    int votes = 0;
    for (int seat = 0; seat < s->seat_count; seat++)
        votes += s->proposal[seat] == move;
    return votes;
}

/* The move with most voices; among equals the one that the player on move, or else the next in the order,
 * has proposed. 0: nobody proposed anything. */
static chess_move chosen_move(const struct chess_state *s)
{
    int team = chess_team_on_move(s), size = chess_team_size(s, team), most = 0;
    chess_move chosen = 0;
    for (int i = 0; i < size; i++) {
        chess_move move = s->proposal[chess_team_member(s, team, s->index[team] + i)];
        int votes = move ? votes_for(s, move) : 0;
        if (votes > most) {
            chosen = move;
            most = votes;
        }
    }
    return chosen;
}

static void play_chosen(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    int team = chess_team_on_move(s);
    char uci[CHESS_UCI_SIZE];
    int64_t word = 0;
    chess_move move = chosen_move(s);
    chess_write_uci(move, uci);
    word_read(&word, uci);
    emit_moved(turn, chess_seat_on_move(s), move, word);
    go_on_or_end(turn, team);
}

static bool all_present_proposed(const struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    seat_set asked = chess_team_seats(s, chess_team_on_move(s)) & game_present(turn);
    for (int seat = 0; seat < s->seat_count; seat++)
        if (seat_in(asked, seat) && !s->proposal[seat])
            return false;
    return true;
}

enum refusal chess_decide_propose(struct game_turn *turn, int seat, int64_t uci)
{
    const struct chess_state *s = turn->state;
    char text[WORD_TEXT_SIZE];
    if (s->phase != CHESS_PLAYING)
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_propose)
        return REFUSED_NOT_YOUR_TURN;
    word_write(text, uci);
    if (!chess_read_uci(&s->board, text))
        return game_refuse(turn, REFUSED_BAD_TARGET, "illegal_move");
    game_emit(turn, (struct game_event){ .kind = CHESS_MOVE_PROPOSED,
                                         .told = chess_team_seats(s, s->side[seat]),
                                         .arg = { seat, uci } });
    if (all_present_proposed(turn))
        play_chosen(turn);
    return ACCEPTED;
}

enum refusal chess_decide_set_position(struct game_turn *turn, int seat, const char *fen)
{
    const struct chess_state *s = turn->state;
    struct chess_board board;
    const char *problem = NULL;
    if (!chess_rights_of(s, seat).may_set_position)
        return REFUSED_NOT_NOW;
    if (!chess_read_fen(&board, fen, &problem))
        return game_refuse(turn, REFUSED_BAD_TARGET, problem);
    if (chess_end(&board) != CHESS_GOES_ON)
        return game_refuse(turn, REFUSED_BAD_TARGET, "position_is_over");
    game_emit(turn,
              (struct game_event){ .kind = CHESS_POSITION_SET, .told = SEATS_ALL, .text = fen });
    /* As in emit_moved(). */
    turn->event[turn->event_count - 1].text = s->start_fen;
    chess_begin_turn(turn);
    return ACCEPTED;
}

static bool can_move_any(const struct chess_board *board, int64_t piece)
{
    struct chess_moves moves;
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count; i++)
        if (chess_piece_at(board, chess_from(moves.move[i])) == (enum chess_piece)piece)
            return true;
    return false;
}

enum refusal chess_decide_name_piece(struct game_turn *turn, int seat, int64_t piece)
{
    const struct chess_state *s = turn->state;
    if (s->phase != CHESS_PLAYING)
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_name_piece)
        return REFUSED_NOT_YOUR_TURN;
    if (!can_move_any(&s->board, piece))
        return game_refuse(turn, REFUSED_BAD_TARGET, "piece_cannot_move");
    game_emit(turn, (struct game_event){ .kind = CHESS_PIECE_NAMED,
                                         .told = chess_team_seats(s, s->side[seat]),
                                         .arg = { seat, piece } });
    return ACCEPTED;
}

enum refusal chess_decide_start_fast_mode(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    int64_t deadline_ms = turn->now_ms + CHESS_FAST_MS;
    if (s->phase != CHESS_PLAYING)
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_start_fast_mode)
        return REFUSED_NOT_NOW;
    if (s->deadline_ms && s->deadline_ms < deadline_ms)
        deadline_ms = s->deadline_ms;
    game_emit(turn, (struct game_event){ .kind = CHESS_FAST_MODE_STARTED,
                                         .told = SEATS_ALL,
                                         .arg = { seat, deadline_ms } });
    return ACCEPTED;
}

/* A team that could not mate with all the help in the world does not win on time. */
static void win_on_time(struct game_turn *turn, int winner, enum chess_reason reason)
{
    const struct chess_state *s = turn->state;
    if (chess_can_mate(&s->board, winner == TEAM_A ? WHITE : BLACK))
        chess_end_game(turn, reason, winner);
    else
        chess_end_game(turn, CHESS_BY_BARE_KING, TEAM_NONE);
}

static void decide_for(struct game_turn *turn, int seat, enum chess_decision decision)
{
    const struct chess_state *s = turn->state;
    int winner = chess_team_other(chess_team_on_move(s));
    game_emit(turn, (struct game_event){ .kind = CHESS_TIMEOUT_DECIDED,
                                         .told = SEATS_ALL,
                                         .arg = { seat, decision } });
    if (decision == DECISION_END)
        win_on_time(turn, winner, CHESS_BY_TIMEOUT);
    else
        chess_begin_turn(turn);
}

enum refusal chess_decide_timeout_decision(struct game_turn *turn, int seat, int64_t decision)
{
    const struct chess_state *s = turn->state;
    if (s->phase != CHESS_DECIDING)
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_decide_timeout)
        return REFUSED_NOT_YOUR_TURN;
    decide_for(turn, seat, (enum chess_decision)decision);
    return ACCEPTED;
}

enum refusal chess_decide_claim_victory(struct game_turn *turn, int seat)
{
    const struct chess_state *s = turn->state;
    if (!chess_is_running(s))
        return REFUSED_WRONG_PHASE;
    if (!chess_rights_of(s, seat).may_claim_victory)
        return REFUSED_NOT_NOW;
    win_on_time(turn, s->side[seat], CHESS_BY_CLAIM);
    return ACCEPTED;
}

/* An unanswered question lets the team go on, until it has missed so many turns in a row that nobody seems to
 * play any more. */
static enum chess_decision silent_decision(const struct chess_state *s)
{
    return s->timeout_count[chess_team_on_move(s)] < CHESS_CLAIM_TIMEOUTS ? DECISION_ALLOW_NEXT
                                                                          : DECISION_END;
}

/* With a bank there is no question to ask: the flag has fallen. */
static void fall_of_flag(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    int winner = chess_team_other(chess_team_on_move(s));
    if (s->draw_offer == winner)
        chess_end_game(turn, CHESS_BY_AGREEMENT, TEAM_NONE);
    else
        win_on_time(turn, winner, CHESS_BY_TIMEOUT);
}

static void ask_what_now(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    int count = s->timeout_count[chess_team_on_move(s)];
    int64_t ms = s->time_control == TIME_DAYS ? s->turn_ms : CHESS_DECISION_MS;
    game_emit(turn, (struct game_event){ .kind = CHESS_TIMED_OUT,
                                         .told = SEATS_ALL,
                                         .arg = { chess_seat_on_move(s),
                                                  count < CHESS_TIMEOUTS_MAX ? count + 1 : count,
                                                  deadline_after(turn, ms) } });
}

enum refusal chess_decide_turn_timeout(struct game_turn *turn)
{
    const struct chess_state *s = turn->state;
    if (s->phase == CHESS_REVEALING)
        chess_begin_turn(turn);
    else if (s->phase == CHESS_DECIDING)
        decide_for(turn, -1, silent_decision(s));
    else if (s->has_team_vote && chosen_move(s))
        play_chosen(turn);
    else if (s->time_control == TIME_BANK)
        fall_of_flag(turn);
    else
        ask_what_now(turn);
    return ACCEPTED;
}
