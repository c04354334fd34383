/* What the Grimoire's files share: questions about the state, and the parts of a decision. */
#ifndef PARLOUR_GRIMOIRE_RULES_H
#define PARLOUR_GRIMOIRE_RULES_H

#include "characters.h"

#define EFFECT(NAME, id) EFFECT_##NAME,
enum effect_id {
    EFFECT_NONE,
#include "effects/effects.def"
    EFFECT_COUNT,
};
#undef EFFECT
static_assert(EFFECT_COUNT <= 64 * GAME_SET_WORDS, "a set of effects fits a message");

enum intent_kind {
    INTENT_KILL, /* may fail */
    INTENT_DIE,  /* does not, unless it is told of beforehand */
    INTENT_EXECUTE,
    INTENT_EXILE,
    INTENT_NOMINATE,
    INTENT_VOTE,
    INTENT_AFFECT, /* an ability does something to `players` that its own effect knows of */
    INTENT_CHOOSE, /* a player's ability chooses `target`; nobody is asked about it */
    INTENT_WIN, /* `victory` wins by a death of that `cause`; nobody is asked, nobody has to be there */
};

struct role;
struct effect;

/* Who may give a command, and in which phases; and whether a rule's open question stands against it. */
enum actor { STORYTELLER = 1, PLAYER = 2, EITHER = 3 };
struct rule {
    enum refusal (*decide)(struct game_turn *turn, const struct game_command *command);
    enum actor actor;
    uint8_t phases; /* bit n is enum grimoire_phase */
    bool waits_for_answer;
};
extern const struct rule grimoire_rules[GRIMOIRE_COMMAND_COUNT]; /* grimoire.c */
bool grimoire_rule_allows(const struct grimoire_table *table, bool is_asked, int kind, int viewer);

/* tables.c: names on the wire and in the log, each list NULL-terminated. */
extern const char *const grimoire_about_names[];     /* characters, steps and abouts, by number */
extern const char *const grimoire_step_names[];      /* characters and steps */
extern const char *const grimoire_character_names[]; /* characters */
extern const char *const grimoire_effect_names[], *const grimoire_team_names[];
extern const char *const grimoire_side_names[], *const grimoire_reason_names[];
extern const char *const grimoire_cause_names[], *const grimoire_intent_names[];
extern const char *const grimoire_result_names[], *const grimoire_warning_names[];
extern const char *const grimoire_expiry_names[], *const grimoire_origin_names[];
extern const char *const grimoire_style_names[], *const grimoire_info_names[];
extern const struct game_message grimoire_commands[], grimoire_events[];
extern const struct game_option grimoire_options[];

/* apply.c */
void grimoire_init(void *state, const struct game_setup *setup);
void grimoire_apply(void *state, const struct game_event *event);

/* town.c: seats and characters. */
seat_set grimoire_seats_all(const struct grimoire_state *s);
seat_set grimoire_seats_dealt(const struct grimoire_state *s); /* no Travellers */
seat_set grimoire_seats_alive(const struct grimoire_state *s); /* as it is, not as announced */
int grimoire_seats_count(seat_set seats);
int grimoire_seat_first(seat_set seats); /* there must be one */
int grimoire_seat_random(seat_set seats, struct rng *rng);
int grimoire_place_of(const struct grimoire_table *table, int seat);          /* in the ring */
int grimoire_neighbour(const struct grimoire_table *table, int seat, int by); /* round the ring */
/* The nearest living player on that side; the seat itself, if no other player lives. */
int grimoire_living_neighbour(const struct grimoire_state *s, int seat, int by);
bool grimoire_is_alive(const struct grimoire_state *s, int seat); /* to everybody at the table */
bool grimoire_lives(const struct grimoire_state *s, int seat);    /* also who only seems dead */
seat_set grimoire_seats_living(const struct grimoire_state *s);
seat_set grimoire_died_today(const struct grimoire_state *s); /* by day; at night: the day before */
/* Alive, or dead with an ability that an effect leaves them. */
bool grimoire_is_there(const struct grimoire_state *s, int seat);
/* Whether an effect keeps the seat's ability from working, wherever its token lies. */
bool grimoire_is_impaired_by(const struct grimoire_state *s, const struct grimoire_token *token,
                             int seat);
/* Whether this player's ability must tell them something false, about any player. */
bool grimoire_is_falsified(const struct grimoire_state *s, int seat);
/* The nearest Townsfolk on that side, dead or alive; the seat itself: there is none. */
int grimoire_townsfolk_neighbour(const struct grimoire_state *s, int seat, int by);
const struct grimoire_token *grimoire_token_by_id(const struct grimoire_state *s,
                                                  int64_t id); /* or NULL */
/* The effects of that script that are day actions, which anybody may pretend to have. */
grimoire_effect_set grimoire_day_actions(const struct grimoire_script *script);
/* Those that the seat brings along as a Traveller; to the storyteller, anybody. */
grimoire_effect_set grimoire_actions_brought(const struct grimoire_table *table, int viewer);
/* Those that the viewer may claim. */
grimoire_effect_set grimoire_day_actions_of(const struct grimoire_table *table,
                                            const struct grimoire_script *script, int viewer);
bool grimoire_has_effect(const struct grimoire_state *s, int seat, enum effect_id effect);
bool grimoire_has_effect_of(const struct grimoire_state *s, int seat, enum effect_id effect,
                            int source);

/* The role of a character that the engine knows; of others one that does nothing. */
const struct role *grimoire_role_of(int character);
enum grimoire_team grimoire_team_of(const struct grimoire_script *script, int character);
bool grimoire_team_is_evil(enum grimoire_team team);
/* The character whose part the player acts: what they believe, where that is another. */
int grimoire_acting_character(const struct grimoire_state *s, int seat);
seat_set grimoire_seats_of_team(const struct grimoire_state *s, enum grimoire_team team);
grimoire_characters grimoire_characters_of_team(const struct grimoire_script *script,
                                                enum grimoire_team team);
grimoire_characters grimoire_characters_in_play(const struct grimoire_state *s);
int grimoire_character_random(grimoire_characters characters,
                              struct rng *rng); /* NO_CHARACTER: none */

/* ability.c: the one gate. */
bool ability_works(const struct grimoire_state *s, int seat);
/* Whether the ability behind an effect works; the storyteller's hand always does. */
bool grimoire_token_is_active(const struct grimoire_state *s, const struct grimoire_token *token);

/* perception.c: the only way to ask what somebody is. A set: bit n is enum grimoire_side, grimoire_team
 * or a character. More than one where the storyteller may choose. */
enum aspect { ALIGNMENT, TEAM, CHARACTER };
bool grimoire_sees_true(const struct grimoire_state *s, int seat); /* however others register */
grimoire_characters grimoire_perceive(const struct grimoire_state *s, int target, int observer,
                                      enum aspect aspect);
/* May register so; must register so. */
bool grimoire_may_be(const struct grimoire_state *s, int target, int observer, enum aspect,
                     int value);
bool grimoire_must_be(const struct grimoire_state *s, int target, int observer, enum aspect,
                      int value);
/* The possible answers of "one of two players is this character of that team". */
void grimoire_inform_pair(const struct grimoire_state *s, int observer, enum grimoire_team team,
                          struct grimoire_truth *truth);
/* A number that depends on registrations: certain in any case, possible in some. */
void grimoire_inform_number(struct grimoire_truth *truth, int plain, int certain, int possible,
                            int max);
/* Whether one of that team did something today; `did` is what somebody was when they did, by seat. */
void grimoire_inform_deed(const struct grimoire_state *s, int observer,
                          const grimoire_character did[], enum grimoire_team team,
                          struct grimoire_truth *truth);
/* `target`, with the character. */
void grimoire_inform_player(const struct grimoire_state *s, int observer, int target,
                            struct grimoire_truth *truth);
/* The character of `target`. */
void grimoire_inform_character(const struct grimoire_state *s, int observer, int target,
                               struct grimoire_truth *truth);

/* pipeline.c: everything that might be stopped. */
void grimoire_intend(struct game_turn *turn, struct intent intent);
/* Queues a consequence: it comes after the present intent, and after those that wait already. */
void grimoire_intend_next(struct game_turn *turn, struct intent intent);
void grimoire_kill_next(struct game_turn *turn, enum grimoire_cause cause, int source, int target);
/* The verdict on what nobody is asked about. */
bool pipeline_allows(struct game_turn *turn, struct intent intent);
/* Whether somebody is safe from this death for certain, before it is intended. */
bool pipeline_protects(struct game_turn *turn, struct intent intent);
bool pipeline_listens(const struct grimoire_state *s, enum intent_kind kind); /* anybody */
void pipeline_drain(struct game_turn *turn); /* what waits, unless a question is open */
void pipeline_resume(struct game_turn *turn, int answer); /* of the open question */
void grimoire_intent_read(struct intent *intent, const int64_t arg[]);
void grimoire_question_read(struct grimoire_question *question, const int64_t arg[]);

/* change.c: small facts, emitted. `event` has its kind and arguments. */
void grimoire_emit_secret(struct game_turn *turn,
                          struct game_event event); /* to the storyteller alone */
void grimoire_emit_own(struct game_turn *turn, int seat,
                       struct game_event event); /* to that seat as well */
void grimoire_emit_public(struct game_turn *turn, struct game_event event);
void grimoire_add_effect(struct game_turn *turn, int seat, enum effect_id effect, int source);
void grimoire_add_effect_until(struct game_turn *turn, int seat, enum effect_id effect, int source,
                               int expiry); /* of enum grimoire_expiry */
void grimoire_add_effect_about(struct game_turn *turn, int seat, enum effect_id effect, int source,
                               int character);
/* Outlives `dusks` of them before it ends at one. */
void grimoire_add_effect_for(struct game_turn *turn, int seat, enum effect_id effect, int source,
                             int expiry, int dusks);
/* With its step, in this night. */
void grimoire_add_effect_now(struct game_turn *turn, int seat, enum effect_id effect, int source);
void grimoire_remove_effect(struct game_turn *turn, int64_t token);
void grimoire_remove_effects_of(struct game_turn *turn, enum effect_id effect, int source);
/* Seems dead from now on, and is not. */
void grimoire_bury(struct game_turn *turn, const struct intent *intent);
/* Lives again, with the ability as on the first night. */
void grimoire_revive(struct game_turn *turn, int seat);
/* Changes sides, and is told. */
void grimoire_turn_side(struct game_turn *turn, int seat, bool is_evil, int source);
/* What works once has been used. */
void grimoire_spend_ability(struct game_turn *turn, const struct grimoire_token *token);
void grimoire_start_ability(struct game_turn *turn, int seat, int character);
void grimoire_start_seat(struct game_turn *turn,
                         int seat); /* who they are, and take themselves for */
void grimoire_become(struct game_turn *turn, int seat, int character, bool is_told);
/* The same on a side that is not the character's own. */
void grimoire_become_on_side(struct game_turn *turn, int seat, int character, bool is_evil,
                             bool is_told);
/* The characters of two players change places, their sides stay; both are told. */
void grimoire_swap_characters(struct game_turn *turn, int first, int second);
/* The seat's ability has gone wrong: noted if somebody counts such things, and if it is another's doing,
 * which may be certain. */
void grimoire_note_malfunction(struct game_turn *turn, int seat, bool is_certain);
/* The player acts that character's part from now on, and stays what they are. */
void grimoire_gain_ability(struct game_turn *turn, int seat, int character);
/* Another player is told of what the source's ability did to them, tonight. */
void grimoire_tell_also(struct game_turn *turn, int seat, int source);
void grimoire_give_warning(struct game_turn *turn, enum grimoire_warning warning, int seat);
void grimoire_announce(struct game_turn *turn);       /* by day: who is dead, who has a vote */
void grimoire_announce_rules(struct game_turn *turn); /* by day: how abilities change it */

/* victory.c */
void victory_check(struct game_turn *turn, enum grimoire_cause cause);
void victory_check_demons(struct game_turn *turn, enum grimoire_cause cause);
void victory_reach(struct game_turn *turn, enum grimoire_side side, enum grimoire_reason reason,
                   enum grimoire_cause cause);
void victory_at_dusk(struct game_turn *turn);
void grimoire_game_end(struct game_turn *turn, enum grimoire_side side,
                       enum grimoire_reason reason);
bool grimoire_outcome(const void *state, struct game_outcome *outcome);

/* bets.c */
void grimoire_reveal_bets(struct game_turn *turn);

/* setup.c */
int grimoire_script_bytes(const struct grimoire_script *script); /* of its texts, as JSON */
void grimoire_bag_needs(const struct grimoire_state *s, grimoire_characters bag,
                        int8_t needed[GRIMOIRE_TEAMS]);
void grimoire_give_token(struct game_turn *turn, int seat); /* once they have been handed out */
int grimoire_dealt_count(const struct grimoire_state *s);
void grimoire_distribution(int seat_count, int8_t count[GRIMOIRE_TEAMS]);
seat_set grimoire_prepare_from(const struct grimoire_state *s, int seat);
bool grimoire_prepare_is_missing(const struct grimoire_state *s, int seat);
void grimoire_prepare_at_random(struct game_turn *turn, int seat); /* if it is missing */

/* steps.c: questions about a step. */
const struct role *grimoire_step_role(const struct grimoire_step *step); /* empty: of nobody's */
bool grimoire_step_has_part(const struct grimoire_step *step); /* follows an effect, with a part */
/* Whom a step that informs a whole team is for. */
enum grimoire_team grimoire_step_team(const struct grimoire_step *step);
bool grimoire_step_is_due(const struct grimoire_state *s, const struct grimoire_step *step);
bool grimoire_step_is_by_hand(const struct grimoire_step *step); /* no rules of it are known */
bool grimoire_step_works(const struct grimoire_state *s, const struct grimoire_step *step);
bool grimoire_takes_for_demon(const struct grimoire_state *s, int seat); /* themselves */
bool grimoire_is_evil_traveller(const struct grimoire_state *s, int seat);
bool grimoire_knows_demon(const struct grimoire_state *s, int seat); /* has been told */
/* The players who wake this night for an ability of their own: those so far, and those still to come on the
 * sheet. */
seat_set grimoire_seats_woken(const struct grimoire_state *s);
int grimoire_step_choice_count(const struct grimoire_state *s, const struct grimoire_step *step);
bool grimoire_step_chooses(const struct grimoire_state *s, const struct grimoire_step *step);
bool grimoire_step_may_decline(const struct grimoire_state *s, const struct grimoire_step *step);
enum grimoire_answer_kind grimoire_step_tells(const struct grimoire_state *s,
                                              const struct grimoire_step *step);
grimoire_characters grimoire_step_picks(const struct grimoire_state *s,
                                        const struct grimoire_step *step);
seat_set grimoire_step_targets(const struct grimoire_state *s, const struct grimoire_step *step);
void grimoire_step_truth(const struct grimoire_state *s, const struct grimoire_step *step,
                         struct grimoire_truth *truth);
/* By order, then seat; `index` has STEPS_MAX places. */
void grimoire_steps_in_order(const struct grimoire_secrets *secrets, int8_t index[]);

/* night.c: the list of steps. */
void grimoire_add_follow_up(struct game_turn *turn, const struct grimoire_token *token);
/* What waits tonight for that seat's ability comes twice. */
void grimoire_repeat_steps(struct game_turn *turn, int seat);
/* Tonight, for an ability that somebody has just come by: at its place if that is still to come, at once if
 * it is one of the first night. */
void grimoire_add_own_step(struct game_turn *turn, int seat);

/* waking.c: going through it. */
int grimoire_holder_of(const struct grimoire_state *s, int character); /* NOBODY: not in play */
void grimoire_order_choice(struct grimoire_step *step, int first, int second);
/* Acts on one of several chosen players; on a copy of the table, to foresee the result. */
void grimoire_choose_partly(struct game_turn *turn, int player);
void grimoire_settle_step(struct game_turn *turn); /* a step's doing about which nothing is open */
/* A choice that may not be made again the next night: for `chose`, and for `targets`. */
struct night;
void grimoire_remember_choice(struct night *night);
seat_set grimoire_remembered(const struct grimoire_state *s, int seat);
void grimoire_spend_once(struct night *night); /* unless nobody was chosen */
bool grimoire_has_spent(const struct grimoire_state *s, int seat);

/* suggest.c */
struct grimoire_answer grimoire_suggest(const struct grimoire_state *s,
                                        const struct grimoire_step *step, struct rng *rng);

/* facts.c: what came of a choice, and what would. */
void grimoire_keep_fact(struct grimoire_state *s, const struct game_event *event); /* of apply */
void grimoire_foresee(const struct grimoire_state *s, struct grimoire_desk *desk);
/* Whether an answer in `step` is true under some registration. */
enum grimoire_verdict grimoire_weigh(const struct grimoire_state *s,
                                     const struct grimoire_step *step,
                                     const struct grimoire_truth *truth,
                                     const struct grimoire_answer *answer);

/* phones.c */
void grimoire_stir_phones(struct game_turn *turn); /* goes with everything sent to one of them */
void grimoire_send_messages(struct game_turn *turn, seat_set to, int about,
                            struct grimoire_answer answer, const char *text);
void grimoire_send_prompt(struct game_turn *turn, int seat, int about, int count, seat_set from);
void grimoire_show_grimoire(struct game_turn *turn, int reader);
/* Whether the phone of the open step's player has an answer to it. */
bool grimoire_phone_answers(const struct grimoire_view *view, const struct grimoire_step *step);
/* Whether the phone answered what the step does not allow. */
bool grimoire_phone_cannot(const struct grimoire_view *view, const struct grimoire_step *step);
/* Whether a seat has something harmless to answer. */
bool grimoire_has_decoy(const struct grimoire_table *table, const struct grimoire_own *own);

/* day.c */
void grimoire_count_vote(struct game_turn *turn, int seat, int votes);
int grimoire_vote_needed(const struct grimoire_table *table);
/* The votes that put a player on the block now: more than the player there has, or than the tie. */
int grimoire_vote_to_block(const struct grimoire_table *table);
int grimoire_vote_to_tie(const struct grimoire_table *table); /* clears the block; NOBODY: cannot */
int grimoire_vote_next(const struct grimoire_table *table);   /* seat, or NOBODY: all are counted */
seat_set grimoire_may_nominate(const struct grimoire_table *table);
seat_set grimoire_may_be_nominated(const struct grimoire_table *table);
seat_set grimoire_may_be_exiled(const struct grimoire_table *table); /* by anybody */
void grimoire_close_nominations(struct game_turn *turn);
bool grimoire_has_vote(const struct grimoire_table *table, int seat);
/* Whether the storyteller may raise that hand, even if a Traveller forbids it. */
bool grimoire_may_be_given_hand(const struct grimoire_table *table, int seat);
/* The dead who have a vote to give, and the living who may be given one. */
seat_set grimoire_may_give_vote(const struct grimoire_table *table);
seat_set grimoire_may_be_given_vote(const struct grimoire_table *table);
enum refusal grimoire_decide_timeout(struct game_turn *turn);
void grimoire_settle_action(
    struct game_turn *turn); /* a claimed action about which nothing is open */

/* One function per command; the dispatcher has checked actor, phase, seats and texts. */
#define DECIDE(command) \
    enum refusal grimoire_decide_##command(struct game_turn *, const struct game_command *)
/* setup.c */
DECIDE(begin_script);
DECIDE(describe_script);
DECIDE(add_character);
DECIDE(add_custom);
DECIDE(describe_custom);
DECIDE(remove_character);
DECIDE(order_night);
DECIDE(move_seat);
DECIDE(swap_seats);
DECIDE(set_traveller);
DECIDE(fill_bag);
DECIDE(set_bag);
DECIDE(deal);
DECIDE(assign);
DECIDE(set_belief);
DECIDE(hand_out);
DECIDE(acknowledge);
DECIDE(mark_seen);
DECIDE(set_bluffs);
DECIDE(prepare);
/* night.c */
DECIDE(begin_night);
DECIDE(add_step);
DECIDE(add_info);
DECIDE(begin_day);
/* waking.c */
DECIDE(open_step);
DECIDE(close_step);
DECIDE(send_prompt);
DECIDE(choose);
DECIDE(tell);
DECIDE(finish_step);
DECIDE(skip_step);
DECIDE(redo_step);
/* phones.c */
DECIDE(show);
DECIDE(answer_prompt);
/* day.c */
DECIDE(open_nominations);
DECIDE(nominate);
DECIDE(raise_hand);
DECIDE(set_hand);
DECIDE(run_clock);
DECIDE(set_clock);
DECIDE(count_hand);
DECIDE(count_all);
DECIDE(cancel_vote);
DECIDE(execute);
DECIDE(claim_action);
DECIDE(resolve_action);
DECIDE(dismiss_action);
DECIDE(set_timer);
DECIDE(guess);
DECIDE(give_vote);
/* bets.c */
DECIDE(bet);
/* freedom.c */
DECIDE(answer);
DECIDE(dismiss_question);
DECIDE(add_effect);
DECIDE(remove_effect);
DECIDE(kill);
DECIDE(revive);
DECIDE(change_character);
DECIDE(set_alignment);
DECIDE(end_game);
DECIDE(dismiss_victory);
DECIDE(declare_winner);
DECIDE(reveal_seat);
#undef DECIDE

void grimoire_view(const void *state, int viewer, void *view);
void grimoire_encode(const void *view, struct json *out);
bool grimoire_bot(const void *view, const struct game_bot *bot, struct game_command *command);
int grimoire_warnings(const struct grimoire_state *s, struct grimoire_warning_note note[]);

#endif
