/* What the room's own files share: small questions about people, and the parts of a decision. Nothing outside
 * this folder needs it. */
#ifndef PARLOUR_ROOM_PARTS_H
#define PARLOUR_ROOM_PARTS_H

#include "base/sha256.h"
#include "room/room_view.h"

/* The words of settings, by their enums; each list ends with NULL. */
extern const char *const room_policies[], *const room_voices[], *const room_languages[];

enum { HEX_SECRET_SIZE = 2 * ROOM_SECRET_SIZE + 1, HEX_NONCE_SIZE = 2 * ROOM_NONCE_SIZE + 1 };

/* Who may give a command, and when. The view lists a member's actions by the same rules. */
enum room_who {
    BY_ANYONE,
    BY_MEMBER,
    BY_SEATED,
    BY_HOST,
    BY_NARRATOR,
    BY_HOST_OR_NARRATOR,
    BY_CLOCK
};
enum { IN_LOBBY = 1 << ROOM_LOBBY, IN_PLAY = 1 << ROOM_PLAYING, IN_RESULTS = 1 << ROOM_RESULTS };
enum { BETWEEN_GAMES = IN_LOBBY | IN_RESULTS, ON_TABLE = IN_PLAY | IN_RESULTS };
enum { ANY_TIME = IN_LOBBY | IN_PLAY | IN_RESULTS };

struct room_rule {
    /* `me` is the member who commands, -1: none. May emit before it refuses; that is undone. */
    bool (*decide)(struct room_turn *turn, const struct room_command *command, int me);
    enum room_who who;
    int phases;
    bool (*is_possible)(const struct room *room, int me); /* optional, for the list of actions */
};
extern const struct room_rule room_rules[ROOM_COMMAND_COUNT];
bool room_may(const struct room *room, int kind, int me);

/* turn.c: emitting and refusing. */
void room_emit(struct room_turn *turn, struct game_event event);
bool room_refuse(struct room_turn *turn, const char *code, const char *why); /* false */
const char *room_keep_text(struct room_turn *turn, const char *text);
struct rng room_dice(const struct room_turn *turn); /* for ids, codes and the server's own nonces */
int64_t room_new_id(struct rng *dice);
/* Decides a command of the game; ACCEPTED: its events are in the turn. */
enum refusal room_run_game(struct room_turn *turn, const struct game_command *command,
                           int64_t game_now_ms);

/* room_apply.c: the only place that writes to a room. */
void room_apply(struct room *room, const struct game_event *event, int64_t now_ms);
/* The same, but for the game's state: enough to follow who sits where. */
void room_apply_people(struct room *room, const struct game_event *event, int64_t now_ms);
bool room_event_reaches(const struct room *room, const struct room_event *event, int viewer);
/* Counts an event for everyone who is told of it; before it is applied. */
void room_count_told(struct room *room, const struct room_event *event);
/* Notes a batch with events of the game. True if the state holds all before it, so that it can follow. */
bool room_note_step(struct room *room, bool skip);

/* people.c: small questions. */
struct room_member *room_person(struct room *room, int64_t player);
bool room_is_here(const struct room_member *member);    /* in the room and not away */
bool room_is_absent(const struct room_member *member);  /* holds a chair and cannot move */
bool room_has_device(const struct room_member *member); /* is neither a bot nor a guest */
bool room_has_place(const struct room_member *member);  /* a chair, or the narrator's */
bool room_is_spectator(const struct room_member *member);
int room_spectator_count(const struct room *room);
int room_human_seats(const struct room *room);
int room_narrator(const struct room *room); /* the first of them: member, or -1 */
int room_narrator_count(const struct room *room);
/* Has seen what no seat may know: watched everything, or had the desk and handed it over. */
bool room_knows_all(const struct room_member *member);
bool room_is_present(const struct room_member *member,
                     int64_t now_ms);     /* or away, but not yet for long */
int room_chairs(const struct room *room); /* how many can sit */
bool room_has_chair(const struct room *room);
int room_free_entry(const struct room *room, int64_t player); /* for a new member, or -1 */
int room_member_viewer(const struct room *room, int member);
int room_side_of(const struct game *game, const char *name); /* -1: none of that name */
bool room_side_is_full(const struct room *room, int side, int but_member);
int room_free_side(const struct room *room); /* -1: none */
const char *room_side_name(const struct room *room, const struct room_member *member); /* or "" */
int room_option_of(const struct game *game, const char *name);
int room_channel_of(const struct game *game, int64_t word); /* 0 is the table; -1: none */
int room_channel_count(const struct game *game);            /* with the table */
bool room_name_is_free(const struct room *room, int64_t name_key, int but_member);
int64_t room_name_key(const char *name); /* where the server brings none */

/* clock.c */
bool room_is_stopped(const struct room *room);
int64_t room_game_deadline(const struct room *room); /* game clock; 0: none */
int64_t room_host_deadline(const struct room *room);
int64_t room_absent_deadline(const struct room *room);
int64_t room_waits_until(const struct room *room); /* goes on without the absent then; 0: never */
bool room_is_waited_for(const struct room *room, const struct room_member *member, int64_t now_ms);

/* members.c */
bool decide_create(struct room_turn *turn, const struct room_command *command, int me);
bool decide_join(struct room_turn *turn, const struct room_command *command, int me);
bool decide_leave(struct room_turn *turn, const struct room_command *command, int me);
bool decide_rename(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_face(struct room_turn *turn, const struct room_command *command, int me);
bool decide_hand_over_host(struct room_turn *turn, const struct room_command *command, int me);
bool decide_kick(struct room_turn *turn, const struct room_command *command, int me);
bool decide_readmit(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_lock(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_spectators(struct room_turn *turn, const struct room_command *command, int me);
bool decide_mark_away(struct room_turn *turn, const struct room_command *command, int me);
bool decide_mark_back(struct room_turn *turn, const struct room_command *command, int me);
bool room_check_name(struct room_turn *turn, const struct room_command *command, int but_member);
int64_t room_key_of(const struct room_command *command); /* of the name that it brings */
int room_next_host(const struct room *room); /* who takes over from a host who is gone, or -1 */
void room_settle_host(struct room_turn *turn);

/* A name that can be had, and a chair or a place among those who watch. */
bool room_check_entry(struct room_turn *turn, const struct room_command *join, int me);
void room_enter(struct room_turn *turn, const struct room_command *join); /* after that */

/* knock.c */
bool decide_knock(struct room_turn *turn, const struct room_command *command, int me);
bool decide_stop_knocking(struct room_turn *turn, const struct room_command *command, int me);
bool decide_answer_knock(struct room_turn *turn, const struct room_command *command, int me);
bool room_can_answer_knock(const struct room *room, int me);
int64_t room_knock_deadline(const struct room *room); /* 0: nobody knocks */
void room_settle_knocks(struct room_turn *turn);

/* lobby.c */
bool decide_sit(struct room_turn *turn, const struct room_command *command, int me);
bool decide_stand(struct room_turn *turn, const struct room_command *command, int me);
bool decide_select_role(struct room_turn *turn, const struct room_command *command, int me);
bool decide_reorder_seats(struct room_turn *turn, const struct room_command *command, int me);
bool decide_start_roll_call(struct room_turn *turn, const struct room_command *command, int me);
bool decide_cancel_roll_call(struct room_turn *turn, const struct room_command *command, int me);
bool decide_take_next_seat(struct room_turn *turn, const struct room_command *command, int me);
bool decide_ready(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_options(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_game(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_seats(struct room_turn *turn, const struct room_command *command, int me);
bool decide_add_bot(struct room_turn *turn, const struct room_command *command, int me);
bool decide_remove_bot(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_bot(struct room_turn *turn, const struct room_command *command, int me);
bool decide_add_guest(struct room_turn *turn, const struct room_command *command, int me);
bool decide_remove_guest(struct room_turn *turn, const struct room_command *command, int me);
bool room_emit_options(struct room_turn *turn, const struct room_command *command, bool is_new);
bool room_fits_seats(const struct game *game, int64_t num_players);
void room_take_seat(struct room_turn *turn, int member, int side); /* side -1: none */
void room_free_seat(struct room_turn *turn, int member, bool wants_seat);
void room_fill_chairs(struct room_turn *turn); /* seats those who wait for a chair */
void room_settle_roll_call(struct room_turn *turn);

/* chance.c */
bool decide_set_nonce(struct room_turn *turn, const struct room_command *command, int me);
void room_emit_nonce(struct room_turn *turn, const struct room_command *command, int64_t player);
void room_commit_chance(struct room_turn *turn);  /* to the secret of the next game */
void room_reveal_chance(struct room_turn *turn);  /* of the game on the table */
void room_publish_nonces(struct room_turn *turn); /* of all seats, drawn where none was sent */
void room_commitment(int64_t room_id, const struct room_chance *chance, uint8_t out[SHA256_SIZE]);
void room_seed(int64_t room_id, const struct room_deal *deal, uint8_t out[SHA256_SIZE]);

/* play.c */
bool decide_game(struct room_turn *turn, const struct room_command *command, int me);
bool decide_start(struct room_turn *turn, const struct room_command *command, int me);
bool decide_void_vote(struct room_turn *turn, const struct room_command *command, int me);
bool decide_next_game(struct room_turn *turn, const struct room_command *command, int me);
bool decide_rematch(struct room_turn *turn, const struct room_command *command, int me);
bool decide_end_set(struct room_turn *turn, const struct room_command *command, int me);
bool decide_admin_say(struct room_turn *turn, const struct room_command *command, int me);
bool decide_admin_look(struct room_turn *turn, const struct room_command *command, int me);
bool decide_rewind(struct room_turn *turn, const struct room_command *command, int me);
bool decide_who_are_we_waiting_for(struct room_turn *turn, const struct room_command *command,
                                   int me);
void room_options(const struct room *room, int64_t option[GAME_OPTIONS_MAX]); /* chosen or preset */
/* What the next game would begin with. NULL, or the code of what stands against it, with `*why`. */
const char *room_start_problem(const struct room *room, struct game_setup *setup, const char **why);
void room_prepare_next(struct room_turn *turn); /* from the results to the lobby */
void room_settle_start(struct room_turn *turn); /* games that begin when every side is taken */
void room_settle_outcome(struct room_turn *turn);
int room_void_needed(const struct room *room);

/* absence.c: pausing, waiting, bots for the absent, deadlines. */
bool decide_pause(struct room_turn *turn, const struct room_command *command, int me);
bool decide_resume(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_absent(struct room_turn *turn, const struct room_command *command, int me);
bool decide_replace_absent(struct room_turn *turn, const struct room_command *command, int me);
bool decide_skip(struct room_turn *turn, const struct room_command *command, int me);
bool decide_extend(struct room_turn *turn, const struct room_command *command, int me);
bool decide_tick(struct room_turn *turn, const struct room_command *command, int me);
bool decide_credit_clock(struct room_turn *turn, const struct room_command *command, int me);
void room_come_back(struct room_turn *turn, int member);
void room_settle_absence(struct room_turn *turn);

/* chat.c */
bool decide_chat(struct room_turn *turn, const struct room_command *command, int me);
bool decide_react(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_chat(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_bridge(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_talk(struct room_turn *turn, const struct room_command *command, int me);
bool decide_bot_say(struct room_turn *turn, const struct room_command *command, int me);
/* Of a remark, among those of its speaker. */
int room_remark_bit(const char *line, seat_set about);
bool decide_set_voice(struct room_turn *turn, const struct room_command *command, int me);
bool decide_set_language(struct room_turn *turn, const struct room_command *command, int me);
void room_emit_language(struct room_turn *turn, int64_t language);
bool room_speaks(const struct room *room, int member, int channel);
bool room_reacts(const struct room *room, int member); /* by stickers */
bool room_hears(const struct room *room, int member, int channel);
/* Whether moves have changed who may speak or who hears. */
bool room_talk_differs(const struct room *before, const struct room *after);

/* transfer.c */
bool decide_make_transfer_code(struct room_turn *turn, const struct room_command *command, int me);
bool decide_use_transfer_code(struct room_turn *turn, const struct room_command *command, int me);
bool decide_claim_seat(struct room_turn *turn, const struct room_command *command, int me);
bool decide_confirm_claim(struct room_turn *turn, const struct room_command *command, int me);
bool decide_move_here(struct room_turn *turn, const struct room_command *command, int me);
bool decide_bring_back(struct room_turn *turn, const struct room_command *command, int me);
void room_settle_claim(struct room_turn *turn);
int64_t room_claim_deadline(const struct room *room); /* 0: none */
/* How the claim stands: who has still to say yes, a member's bit each. */
uint64_t room_claim_missing(const struct room *room, int64_t now_ms);
bool room_can_confirm(const struct room *room, int me);

/* desk.c: the narrator's desk. */
bool decide_hand_over_desk(struct room_turn *turn, const struct room_command *command, int me);
bool decide_share_desk(struct room_turn *turn, const struct room_command *command, int me);
bool room_can_pass_desk(const struct room *room, int me);
bool room_can_share_desk(const struct room *room, int me);
void room_pass_desk(struct room_turn *turn, int from, int to);
void room_give_up_desk(struct room_turn *turn, int member);

/* sight.c */
bool decide_ask_to_see(struct room_turn *turn, const struct room_command *command, int me);
bool decide_let_see(struct room_turn *turn, const struct room_command *command, int me);
bool room_can_ask_to_see(const struct room *room, int me);
bool room_has_asker(const struct room *room, int me);
void room_settle_sight(struct room_turn *turn, bool is_start);

/* share.c */
bool decide_share_game(struct room_turn *turn, const struct room_command *command, int me);
bool room_can_share(const struct room *room, int me);

#endif
