/* Leaks planted in One Night. Each mutant is the game with a function, its events or its frames replaced; the
 * game's own state and view come first in the mutants', so that all other functions work on them. */
#include "harness/mutants.h"

#include <assert.h>
#include <string.h>

#include "engine/games/onenight/onenight.h"

struct mutant_state {
    struct onenight_state base;
    int8_t arrived[ONENIGHT_SEATS_MAX];
    int8_t arrived_count;
};

struct mutant_view {
    struct onenight_view base;
    int8_t extra[ONENIGHT_PLACES];
    int8_t extra_count;
};

static_assert(sizeof(struct mutant_state) <= sizeof(struct onenight_state) + MUTANT_EXTRA, "state");
static_assert(sizeof(struct mutant_view) <= sizeof(struct onenight_view) + MUTANT_EXTRA, "view");

static void encode_extra(const void *in, struct json *out)
{
    const struct mutant_view *view = in;
    onenight_encode(&view->base, out);
    json_array(out, "extra");
    for (int i = 0; i < view->extra_count; i++)
        json_int(out, NULL, view->extra[i]);
    json_end(out);
}

static void add_extra(struct mutant_view *view, int value)
{
    view->extra[view->extra_count++] = (int8_t)value;
}

static bool is_seat(const struct onenight_state *s, int viewer)
{
    return viewer >= 0 && viewer < s->table.seat_count;
}

/* The card that lies there now, by day. */
static void view_with_current_card(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    if (is_seat(s, viewer) && s->table.phase == ONENIGHT_DISCUSSION)
        add_extra(out, s->secrets.card[viewer]);
}

/* As if a reconnecting client were sent the initial state. */
static void view_with_deal(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_VOTING; seat++)
        add_extra(out, s->secrets.dealt[seat]);
}

/* "Seer: complete" */
static void view_with_progress(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    bool is_done = true;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_NIGHT; seat++)
        is_done &= s->seat[seat].dealt != s->table.step || s->seat[seat].has_answered;
    add_extra(out, is_done);
}

static void view_with_mason_card(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    if (!is_seat(s, viewer) || s->seat[viewer].dealt != ONENIGHT_MASON)
        return;
    for (int card = 0; card < ONENIGHT_CENTER_CARDS; card++)
        if (s->secrets.dealt[onenight_center_place(card)] == ONENIGHT_MASON)
            add_extra(out, card);
}

static void view_with_votes(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_VOTING; seat++)
        add_extra(out, s->seat[seat].vote);
}

static void apply_in_order(void *state, const struct game_event *event)
{
    struct mutant_state *s = state;
    game_onenight.apply(&s->base, event);
    if (event->kind == ONENIGHT_VOTE_CAST && s->arrived_count < ONENIGHT_SEATS_MAX)
        s->arrived[s->arrived_count++] = (int8_t)event->arg[0];
}

static void view_in_order(const void *state, int viewer, void *out)
{
    const struct mutant_state *s = state;
    onenight_view(&s->base, viewer, out);
    for (int i = 0; i < s->arrived_count; i++)
        add_extra(out, s->arrived[i]);
}

/* A Robber next to a Werewolf is not offered all there is. */
static void view_with_hidden_targets(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    struct onenight_view *view = out;
    onenight_view(state, viewer, out);
    if (is_seat(s, viewer) && s->table.step == ONENIGHT_ROBBER && view->form_count > 1 &&
        s->secrets.card[(viewer + 1) % s->table.seat_count] == ONENIGHT_WEREWOLF)
        view->form_count--;
}

/* In a blind window a wolf in a pack is told that its choice is for nothing. */
static void view_with_idle_pack(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    struct onenight_view *view = out;
    int wolves = 0;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        wolves += onenight_is_wolf(s->seat[seat].dealt);
    bool is_blind =
        s->table.step == ONENIGHT_STEP_CHOICE || s->table.step == ONENIGHT_STEP_CHOICE_AGAIN;
    if (is_seat(s, viewer) && is_blind && onenight_is_wolf(s->seat[viewer].dealt) && wolves > 1)
        view->acts = false;
}

/* The Dream Wolf wakes with the pack. */
static void view_with_waking_dreamer(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    if (is_seat(s, viewer) && s->seat[viewer].dealt == ONENIGHT_DREAM_WOLF &&
        s->table.phase == ONENIGHT_DISCUSSION)
        add_extra(out, onenight_dealt(s, ONENIGHT_WEREWOLF) != 0);
}

/* A Revealer who turned a wolf back is known to have done so. */
static void view_with_turned_back(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_DISCUSSION; seat++)
        if (s->seat[seat].dealt == ONENIGHT_REVEALER && s->seat[seat].record_count > 0 &&
            onenight_is_wolf(s->seat[seat].record[0].role))
            add_extra(out, s->seat[seat].record[0].source);
}

/* The player to whom the Alpha Wolf gave a card knows it. */
static void view_with_wolf_gift(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    if (is_seat(s, viewer) && s->secrets.origin[viewer] == ONENIGHT_PLACE_ALPHA &&
        s->table.phase == ONENIGHT_DISCUSSION)
        add_extra(out, 1);
}

/* The second window is shorter for an Investigator who has become a wolf. */
static int64_t deadline_of_turned(const void *state)
{
    const struct onenight_state *s = state;
    bool has_turned = false;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        has_turned |= s->seat[seat].turned != ONENIGHT_NO_ROLE;
    return s->deadline_ms - (has_turned && s->table.phase == ONENIGHT_NIGHT);
}

/* Whom a Doppelganger copied feels it. */
static void view_with_felt_copy(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->seat[seat].copied && s->seat[seat].record[0].source == viewer)
            add_extra(out, 1);
}

/* By day the table knows what was copied. */
static void view_with_copy_known(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_DISCUSSION; seat++)
        if (s->seat[seat].copied)
            add_extra(out, s->seat[seat].copied);
}

/* In the window of her deed those who sleep are asked for less if she has one. */
static void view_with_idle_copy(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    struct onenight_view *view = out;
    bool is_idle = s->table.step == ONENIGHT_STEP_COPY_ACTS;
    onenight_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        is_idle &= !onenight_acts(s, seat);
    if (is_idle && view->form_count > 1)
        view->form_count--;
}

/* The bots of the game never mark: they answer. This one does both. */
static bool bot_that_marks(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct onenight_view *view = in;
    bool has_marked = view->own.mark.players || view->own.mark.center;
    if (view->table.phase != ONENIGHT_NIGHT || !view->is_asked || has_marked ||
        rng_below(bot->rng, 2) == 0)
        return onenight_bot(in, bot, command);
    *command = (struct game_command){ .kind = ONENIGHT_MARK,
                                      .seat = (int8_t)bot->seat,
                                      .arg = { view->table.step, 0, 1 } };
    return true;
}

/* The robbed player sees it. */
static void apply_felt_by_the_robbed(void *state, const struct game_event *event)
{
    struct onenight_state *s = state;
    game_onenight.apply(state, event);
    if (event->kind != ONENIGHT_CARDS_SWAPPED || event->arg[2] >= ONENIGHT_SEATS_MAX)
        return;
    struct onenight_knowledge *robbed = &s->seat[event->arg[2]];
    if (robbed->record_count < ONENIGHT_RECORDS_MAX)
        robbed->record[robbed->record_count++] =
            (struct onenight_record){ .action = ONENIGHT_VIEW_CARD,
                                      .source = (int8_t)event->arg[2],
                                      .role = s->secrets.card[event->arg[2]] };
}

/* "Advances immediately when complete" */
static int64_t deadline_when_done(const void *state)
{
    const struct onenight_state *s = state;
    bool is_done = false;
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_NIGHT; seat++)
        is_done |= s->seat[seat].has_answered && onenight_acts(s, seat);
    return s->deadline_ms - is_done;
}

/* A role that lies in the centre has a shorter step. */
static int64_t deadline_of_empty_step(const void *state)
{
    const struct onenight_state *s = state;
    bool is_empty = s->table.phase == ONENIGHT_NIGHT && s->table.step <= ONENIGHT_STEP_LAST &&
                    !onenight_dealt(s, s->table.step);
    return s->deadline_ms - is_empty;
}

static seat_set awaited_are_the_late(const void *state)
{
    const struct onenight_state *s = state;
    seat_set seats = game_onenight.awaited(state);
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == ONENIGHT_NIGHT; seat++)
        if (s->seat[seat].has_answered)
            seats &= ~seat_bit(seat);
    return seats;
}

/* A seat that has answered may chat. */
static seat_set speaks_when_done(const void *state, int channel)
{
    const struct onenight_state *s = state;
    bool is_done = s->table.phase == ONENIGHT_NIGHT;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        is_done &= s->seat[seat].has_answered || !onenight_acts(s, seat);
    return is_done ? SEATS_ALL : game_onenight.speaks(state, channel);
}

static enum refusal decide_with_a_hint(struct game_turn *turn, const struct game_command *command)
{
    const struct onenight_state *s = turn->state;
    enum refusal refusal = game_onenight.decide(turn, command);
    if (command->kind == ONENIGHT_VOTE && refusal == REFUSED_WRONG_PHASE && command->arg[0] >= 0 &&
        command->arg[0] < s->table.seat_count &&
        s->secrets.card[command->arg[0]] == ONENIGHT_WEREWOLF)
        return game_refuse(turn, refusal, "not_yet");
    return refusal;
}

/* The Seer sees what lies there at the end. */
static void view_derived(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    struct onenight_view *view = out;
    onenight_view(state, viewer, out);
    for (int i = 0; i < view->own.record_count; i++)
        if (view->own.record[i].action == ONENIGHT_VIEW_CARD)
            view->own.record[i].role = s->secrets.card[view->own.record[i].source];
}

/* The game's events with one of them changed. */
enum { MESSAGES = ONENIGHT_ROLE_COPIED + 2 };
static struct game_message busy[MESSAGES], named[MESSAGES], marked[MESSAGES], guarded[MESSAGES],
    turned[MESSAGES], copied[MESSAGES];

__attribute__((constructor)) static void change_events(void)
{
    memcpy(busy, game_onenight.events, sizeof busy);
    memcpy(named, game_onenight.events, sizeof named);
    memcpy(marked, game_onenight.events, sizeof marked);
    memcpy(guarded, game_onenight.events, sizeof guarded);
    memcpy(turned, game_onenight.events, sizeof turned);
    memcpy(copied, game_onenight.events, sizeof copied);
    copied[ONENIGHT_ROLE_COPIED].announced = true;
    guarded[ONENIGHT_SHIELD_MADE].announced = true;
    guarded[ONENIGHT_SHIELD_MADE].args[0].secret = false;
    turned[ONENIGHT_INVESTIGATOR_TURNED].announced = true;
    busy[ONENIGHT_ANSWERED].announced = true;
    marked[ONENIGHT_MARKED].announced = true;
    named[ONENIGHT_ROLE_ACKNOWLEDGED].args[0].secret = false;
}

const struct mutant onenight_leaks[] = {
    { "the own current card is in the view",
      { .view = view_with_current_card, .encode = encode_extra } },
    { "a snapshot holds the deal", { .view = view_with_deal, .encode = encode_extra } },
    { "the status says who is done", { .view = view_with_progress, .encode = encode_extra } },
    { "a Mason learns which centre card it is",
      { .view = view_with_mason_card, .encode = encode_extra } },
    { "votes show before all are in", { .view = view_with_votes, .encode = encode_extra } },
    { "voters are listed as they arrive",
      { .apply = apply_in_order, .view = view_in_order, .encode = encode_extra } },
    { "targets depend on a neighbour's card", { .view = view_with_hidden_targets } },
    { "a blind pack knows that it is one", { .view = view_with_idle_pack } },
    { "the Dream Wolf learns of the pack",
      { .view = view_with_waking_dreamer, .encode = encode_extra } },
    { "a card that was turned back is known",
      { .view = view_with_turned_back, .encode = encode_extra } },
    { "who got the extra wolf card feels it",
      { .view = view_with_wolf_gift, .encode = encode_extra } },
    { "a window is shorter once an Investigator has turned", { .deadline = deadline_of_turned } },
    { "an event says who laid a shield", { .events = guarded } },
    { "everybody hears that an Investigator has turned", { .events = turned } },
    { "everybody hears that a Doppelganger copied", { .events = copied } },
    { "whom a Doppelganger copied feels it",
      { .view = view_with_felt_copy, .encode = encode_extra } },
    { "by day the table knows what was copied",
      { .view = view_with_copy_known, .encode = encode_extra } },
    { "a Doppelganger who has nothing to do is known", { .view = view_with_idle_copy } },
    { "the robbed see their new card", { .apply = apply_felt_by_the_robbed } },
    { "what was seen changes with the card", { .view = view_derived } },
    { "a step ends when it is done", { .deadline = deadline_when_done } },
    { "an empty step is shorter", { .deadline = deadline_of_empty_step } },
    { "those who have not answered are awaited", { .awaited = awaited_are_the_late } },
    { "chat opens when the night's work is done", { .speaks = speaks_when_done } },
    { "a refusal tells a Werewolf", { .decide = decide_with_a_hint } },
    { "everybody hears that somebody answered", { .events = busy } },
    { "everybody hears that somebody marked", { .bot = bot_that_marks, .events = marked } },
    { "an event says who has read their card", { .events = named } },
    { "frames are hardly padded", { .frame_bucket = 8 } },
    { 0 },
};
