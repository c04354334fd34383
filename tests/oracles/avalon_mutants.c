/* Leaks planted in Avalon. Each mutant is the game with a function, its events or its frames replaced; the
 * game's own state and view come first in the mutants', so that all other functions work on them. */
#include "harness/mutants.h"

#include <assert.h>
#include <string.h>

#include "engine/games/avalon/avalon.h"

struct mutant_state {
    struct avalon_state base;
    int8_t arrived[AVALON_SEATS_MAX];
    int8_t arrived_count;
};

struct mutant_view {
    struct avalon_view base;
    int8_t extra[AVALON_SEATS_MAX];
    int8_t extra_count;
};
static_assert(sizeof(struct mutant_state) <= sizeof(struct avalon_state) + MUTANT_EXTRA, "state");
static_assert(sizeof(struct mutant_view) <= sizeof(struct avalon_view) + MUTANT_EXTRA, "view");

static void encode_extra(const void *in, struct json *out)
{
    const struct mutant_view *view = in;
    avalon_encode(&view->base, out);
    json_array(out, "extra");
    for (int i = 0; i < view->extra_count; i++)
        json_int(out, NULL, view->extra[i]);
    json_end(out);
}

static bool is_over(const struct avalon_state *s)
{
    return s->table.phase == AVALON_FINISHED;
}

/* Cards in the order of the seats: an observer who counts along knows whose is whose. */
static void view_with_cards(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_QUEST_RESULTS && s->own[seat].card)
            view->extra[view->extra_count++] = s->own[seat].card;
}

/* Merlin first, then Morgana. */
static void view_with_pair(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    if (view->base.own.role != AVALON_PERCIVAL || !avalon_in_play(&s->table, AVALON_MORGANA))
        return;
    view->extra[view->extra_count++] = (int8_t)avalon_seat_of(s, AVALON_MERLIN);
    view->extra[view->extra_count++] = (int8_t)avalon_seat_of(s, AVALON_MORGANA);
}

static void view_with_votes(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        view->extra[0] = (int8_t)(view->extra[0] + (s->own[seat].vote == AVALON_APPROVE));
    view->extra_count = s->table.phase == AVALON_TEAM_VOTING;
}

static void view_with_names_of_anonymous(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.has_anonymous_votes && s->table.phase == AVALON_QUEST_EXECUTION)
            view->extra[view->extra_count++] = s->own[seat].vote;
}

static void view_with_what_the_lady_saw(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int i = 0; i < s->table.examination_count; i++)
        view->extra[view->extra_count++] = s->examinations[i].team;
}

/* Acknowledgements as they arrive. */
static void apply_in_order(void *state, const struct game_event *event)
{
    struct mutant_state *s = state;
    game_avalon.apply(&s->base, event);
    if (event->kind == AVALON_PLAYER_ACKNOWLEDGED_ROLE && s->arrived_count < AVALON_SEATS_MAX)
        s->arrived[s->arrived_count++] = (int8_t)event->arg[0];
}

static void view_in_order(const void *state, int viewer, void *out)
{
    const struct mutant_state *s = state;
    struct mutant_view *view = out;
    avalon_view(&s->base, viewer, &view->base);
    memcpy(view->extra, s->arrived, sizeof view->extra);
    view->extra_count = is_over(&s->base) ? 0 : s->arrived_count;
}

/* Merlin's list is written when all roles are known, Mordred among them. */
static void apply_with_mordred(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    game_avalon.apply(state, event);
    int mordred = avalon_seat_of(s, AVALON_MORDRED);
    if (event->kind == AVALON_ROLE_KNOWLEDGE && s->own[event->arg[0]].role == AVALON_MERLIN &&
        mordred >= 0)
        s->own[event->arg[0]].known |= seat_bit(mordred);
}

/* Players who are evil cannot be suspected. */
static void view_with_hidden_targets(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct avalon_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_ASSASSINATION && s->own[seat].role == AVALON_OBERON)
            view->table.revealed_evil |= seat_bit(seat);
}

static seat_set awaited_is_the_assassin(const void *state)
{
    const struct avalon_state *s = state;
    return s->table.phase == AVALON_ASSASSINATION ? seat_bit(avalon_seat_of(s, AVALON_ASSASSIN))
                                                  : game_avalon.awaited(state);
}

static seat_set awaited_are_those_without_a_card(const void *state)
{
    const struct avalon_state *s = state;
    seat_set seats = game_avalon.awaited(state);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_QUEST_EXECUTION && s->own[seat].card)
            seats &= ~seat_bit(seat);
    return seats;
}

static int64_t deadline_of_the_wicked(const void *state)
{
    const struct avalon_state *s = state;
    bool is_evil = s->table.leader >= 0 &&
                   avalon_team_of((enum avalon_role)s->own[s->table.leader].role) == AVALON_EVIL;
    return s->deadline_ms ? s->deadline_ms + is_evil : 0;
}

/* Everybody but the leader is told whether the leader would have minded. */
static enum refusal decide_with_a_hint(struct game_turn *turn, const struct game_command *command)
{
    const struct avalon_state *s = turn->state;
    enum refusal refusal = game_avalon.decide(turn, command);
    bool is_evil = s->table.leader >= 0 &&
                   avalon_team_of((enum avalon_role)s->own[s->table.leader].role) == AVALON_EVIL;
    if (command->kind == AVALON_SET_PICKS && refusal != ACCEPTED && is_evil)
        return game_refuse(turn, refusal, "not_while_i_lead");
    return refusal;
}

/* All hear of a vote that was changed. */
static enum refusal decide_loudly(struct game_turn *turn, const struct game_command *command)
{
    const struct avalon_state *s = turn->state;
    bool is_change = command->kind == AVALON_CAST_VOTE && seat_in(s->table.voted, command->seat);
    enum refusal refusal = game_avalon.decide(turn, command);
    if (refusal == ACCEPTED && is_change && s->table.phase == AVALON_TEAM_VOTING)
        game_emit(turn, (struct game_event){ .kind = AVALON_TEAM_VOTE_CAST,
                                             .told = SEATS_ALL,
                                             .arg = { command->seat } });
    return refusal;
}

/* A card that was changed is counted again. */
static void apply_counting_changes(void *state, const struct game_event *event)
{
    struct mutant_state *s = state;
    game_avalon.apply(&s->base, event);
    if (event->kind == AVALON_PHASE_CHANGED)
        s->arrived_count = 0;
    if (event->kind == AVALON_QUEST_CARD_RECORDED)
        s->arrived_count = (int8_t)((s->arrived_count + 1) % 100);
}

static void view_counting_changes(const void *state, int viewer, void *out)
{
    const struct mutant_state *s = state;
    struct mutant_view *view = out;
    avalon_view(&s->base, viewer, &view->base);
    view->extra[0] = s->arrived_count;
    view->extra_count = s->base.table.phase == AVALON_QUEST_EXECUTION;
}

/* A quest ends with its last card, before its window is over. */
static void apply_without_a_window(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    game_avalon.apply(state, event);
    if (event->kind == AVALON_PHASE_CHANGED && s->table.phase == AVALON_QUEST_EXECUTION)
        s->table.is_window_open = false;
}

static seat_set hears_with_a_spy(const void *state, int channel)
{
    const struct avalon_state *s = state;
    seat_set seats = game_avalon.hears(state, channel);
    int assassin = avalon_seat_of(s, AVALON_ASSASSIN);
    if (channel == 1 && s->table.phase == AVALON_ASSASSINATION)
        seats |= seat_bit((assassin + 1) % s->table.seat_count);
    return seats;
}

/* Not a leak, but as bad: a player is not shown a fact that the rules give them. */
static void view_without_the_pair(const void *state, int viewer, void *out)
{
    struct avalon_view *view = out;
    avalon_view(state, viewer, out);
    if (view->own.role == AVALON_PERCIVAL)
        view->own.known = SEATS_NONE;
}

/* The Cleric's neighbour hears along. */
static void view_with_what_the_cleric_saw(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    int cleric = avalon_seat_of(s, AVALON_CLERIC);
    avalon_view(state, viewer, out);
    if (cleric >= 0 && !is_over(s))
        view->extra[view->extra_count++] = s->own[cleric].checked_team;
}

static void view_with_what_the_trickster_shows(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    int trickster = avalon_seat_of(s, AVALON_TRICKSTER);
    avalon_view(state, viewer, out);
    if (trickster >= 0 && !is_over(s))
        view->extra[view->extra_count++] = s->own[trickster].shows;
}

/* Sides as they are now, without saying whose: a switch that moves a seat in the list names a Lancelot. */
static void view_with_sides(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.lancelots && !is_over(s) &&
            s->own[seat].team != (int)avalon_team_of((enum avalon_role)s->own[seat].role))
            view->extra[view->extra_count++] = (int8_t)seat;
}

/* The Revealer is shown from the first failed quest on. */
static void view_with_an_early_revealer(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct avalon_view *view = out;
    int seat = avalon_seat_of(s, AVALON_REVEALER);
    avalon_view(state, viewer, out);
    if (seat >= 0 && !is_over(s) && avalon_quests_won(&s->table, false) == 1)
        view->table.revealed_evil |= seat_bit(seat);
}

/* A Lancelot who may change sides opens his eyes with evil. */
static void apply_lancelots_knowing_evil(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    game_avalon.apply(state, event);
    int assassin = avalon_seat_of(s, AVALON_ASSASSIN);
    if (event->kind == AVALON_ROLE_KNOWLEDGE && assassin >= 0 &&
        s->own[event->arg[0]].role == AVALON_EVIL_LANCELOT &&
        s->table.lancelots != AVALON_LANCELOTS_KNOWN)
        s->own[event->arg[0]].known |= seat_bit(assassin);
}

/* All see the card that Excalibur turned. */
static void view_with_the_turned_card(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    const struct avalon_quest *quest = &s->table.quests[s->table.quest];
    avalon_view(state, viewer, out);
    if (quest->turned >= 0 && !is_over(s))
        view->extra[view->extra_count++] = s->own[quest->excalibur].saw[s->table.quest];
}

/* That the bearer leaves it is seen before the time is up. */
static seat_set awaited_is_who_has_not_declined(const void *state)
{
    const struct avalon_state *s = state;
    seat_set seats = game_avalon.awaited(state);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_SWORD && s->own[seat].has_sheathed)
            seats &= ~seat_bit(seat);
    return seats;
}

/* Whether a Sorcerer is on the team is seen before the cards are counted. */
static void view_with_early_magic(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_QUEST_EXECUTION && s->own[seat].card == AVALON_MAGIC)
            view->extra_count = 1;
}

/* Those who can play Magic are offered it where all can see. */
static void view_with_who_may_conjure(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_QUEST_EXECUTION &&
            seat_in(avalon_proposal(&s->table)->team, seat) &&
            avalon_may_play(&s->table, &s->own[seat], AVALON_MAGIC))
            view->extra_count = 1;
}

/* Evil opens its eyes to a Sorcerer who is alone. */
static void apply_with_a_known_sorcerer(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    game_avalon.apply(state, event);
    int sorcerer = avalon_seat_of(s, AVALON_EVIL_SORCERER);
    if (event->kind == AVALON_ROLE_KNOWLEDGE && s->table.sorcerers == AVALON_SORCERERS_ALONE &&
        s->own[event->arg[0]].team == AVALON_EVIL && sorcerer >= 0)
        s->own[event->arg[0]].known |= seat_bit(sorcerer);
}

/* All see how many messages are still to come, which tells who has sent which. */
static void view_with_messages_left(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.messengers && !is_over(s))
            view->extra[view->extra_count++] = s->own[seat].messages;
}

/* The Junior is told who the Senior is. */
static void apply_with_a_knowing_junior(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    game_avalon.apply(state, event);
    if (event->kind == AVALON_ROLE_KNOWLEDGE &&
        s->own[event->arg[0]].role == AVALON_JUNIOR_MESSENGER)
        s->own[event->arg[0]].known |= seat_bit(avalon_seat_of(s, AVALON_SENIOR_MESSENGER));
}

/* That somebody aims at a pair is seen before the shot. */
static void view_with_pairs(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    avalon_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.phase == AVALON_ASSASSINATION && s->own[seat].named_second >= 0)
            view->extra_count = 1;
}

/* The assassin alone is awaited while the Servant is looked for. */
static seat_set awaited_is_who_recruits(const void *state)
{
    const struct avalon_state *s = state;
    return s->table.phase == AVALON_RECRUITMENT ? seat_bit(avalon_seat_of(s, AVALON_ASSASSIN))
                                                : game_avalon.awaited(state);
}

/* Merlin sees that the Servant is not evil. */
static void apply_with_a_trusted_servant(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    game_avalon.apply(state, event);
    int servant = avalon_seat_of(s, AVALON_UNTRUSTWORTHY_SERVANT);
    if (event->kind == AVALON_ROLE_KNOWLEDGE && servant >= 0 &&
        s->own[event->arg[0]].role == AVALON_MERLIN)
        s->own[event->arg[0]].known &= ~seat_bit(servant);
}

/* The Servant is revealed though the assassin named somebody else. */
static void view_with_a_named_servant(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct mutant_view *view = out;
    int servant = avalon_seat_of(s, AVALON_UNTRUSTWORTHY_SERVANT);
    avalon_view(state, viewer, out);
    if (s->table.phase == AVALON_ASSASSINATION && servant >= 0)
        view->extra[view->extra_count++] = (int8_t)servant;
}

/* The game's events with one of them changed. */
static struct game_message talkative[AVALON_EVENT_COUNT + 1], named[AVALON_EVENT_COUNT + 1];

__attribute__((constructor)) static void change_events(void)
{
    memcpy(talkative, game_avalon.events, sizeof talkative);
    memcpy(named, game_avalon.events, sizeof named);
    talkative[AVALON_QUEST_CARD_RECORDED].announced = true;
    talkative[AVALON_QUEST_CARD_RECORDED].args[0].secret = false;
    named[AVALON_PLAYER_ACKNOWLEDGED_ROLE].args[0].secret = false;
}

const struct mutant avalon_leaks[] = {
    { "cards are shown in the order of the seats",
      { .view = view_with_cards, .encode = encode_extra } },
    { "Percival's pair is in the order of its roles",
      { .view = view_with_pair, .encode = encode_extra } },
    { "approvals are counted before all have voted",
      { .view = view_with_votes, .encode = encode_extra } },
    { "anonymous votes have names",
      { .view = view_with_names_of_anonymous, .encode = encode_extra } },
    { "all see what the Lady saw",
      { .view = view_with_what_the_lady_saw, .encode = encode_extra } },
    { "roles are acknowledged with names, as they arrive",
      { .apply = apply_in_order, .view = view_in_order, .encode = encode_extra } },
    { "Merlin sees Mordred", { .apply = apply_with_mordred } },
    { "Oberon is no target of the assassin", { .view = view_with_hidden_targets } },
    { "the assassin alone is awaited", { .awaited = awaited_is_the_assassin } },
    { "those without a card are awaited", { .awaited = awaited_are_those_without_a_card } },
    { "an evil leader has a little more time", { .deadline = deadline_of_the_wicked } },
    { "a refusal tells who leads", { .decide = decide_with_a_hint } },
    { "all hear of a changed vote", { .decide = decide_loudly } },
    { "a changed card is counted again",
      { .apply = apply_counting_changes, .view = view_counting_changes, .encode = encode_extra } },
    { "a quest ends with its last card", { .apply = apply_without_a_window } },
    { "the assassin's neighbour hears evil talk", { .hears = hears_with_a_spy } },
    { "an event says whose card it was", { .events = talkative } },
    { "an event says who has read their role", { .events = named } },
    { "Percival is not shown the pair", { .view = view_without_the_pair } },
    { "all see what the Cleric saw",
      { .view = view_with_what_the_cleric_saw, .encode = encode_extra } },
    { "all see what the Trickster shows",
      { .view = view_with_what_the_trickster_shows, .encode = encode_extra } },
    { "all see which seats have changed sides",
      { .view = view_with_sides, .encode = encode_extra } },
    { "the Revealer is shown after one failed quest", { .view = view_with_an_early_revealer } },
    { "a Lancelot who may switch knows evil", { .apply = apply_lancelots_knowing_evil } },
    { "all see the card that Excalibur turned",
      { .view = view_with_the_turned_card, .encode = encode_extra } },
    { "all hear that Excalibur stays in its sheath",
      { .awaited = awaited_is_who_has_not_declined } },
    { "Magic is seen before all cards are in",
      { .view = view_with_early_magic, .encode = encode_extra } },
    { "all see that somebody on the team can play Magic",
      { .view = view_with_who_may_conjure, .encode = encode_extra } },
    { "evil knows a Sorcerer who is alone", { .apply = apply_with_a_known_sorcerer } },
    { "all see who has sent messages",
      { .view = view_with_messages_left, .encode = encode_extra } },
    { "the Junior knows the Senior", { .apply = apply_with_a_knowing_junior } },
    { "all see that somebody names two", { .view = view_with_pairs, .encode = encode_extra } },
    { "the assassin alone is awaited while naming", { .awaited = awaited_is_who_recruits } },
    { "Merlin sees that the Servant is good", { .apply = apply_with_a_trusted_servant } },
    { "all learn who the Servant is though the assassin missed",
      { .view = view_with_a_named_servant, .encode = encode_extra } },
    { "frames are hardly padded", { .frame_bucket = 8 } },
    { 0 },
};
