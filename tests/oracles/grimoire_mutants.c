/* Leaks planted in the Grimoire. Each mutant is the game with a function, its events or its frames replaced;
 * the game's own view comes first in the mutants', so that all other functions work on it. */
#include "harness/mutants.h"

#include <assert.h>
#include <string.h>

#include "engine/games/grimoire/rules.h"

struct mutant_view {
    struct grimoire_view base;
    int8_t extra[12];
    int8_t extra_count;
};
static_assert(sizeof(struct mutant_view) <= sizeof(struct grimoire_view) + MUTANT_EXTRA, "view");

static void encode_extra(const void *in, struct json *out)
{
    const struct mutant_view *view = in;
    grimoire_encode(&view->base, out);
    json_array(out, "extra");
    for (int i = 0; i < view->extra_count; i++)
        json_int(out, NULL, view->extra[i]);
    json_end(out);
}

static void add_extra(struct mutant_view *view, int value)
{
    view->extra[view->extra_count++] = (int8_t)value;
}

static bool is_seat(const struct grimoire_state *s, int viewer)
{
    return viewer >= 0 && viewer < s->table.seat_count;
}

/* A player who died in the night is shown dead before dawn. */
static void view_with_dead(const void *state, int viewer, void *out)
{
    struct grimoire_view *view = out;
    grimoire_view(state, viewer, out);
    view->table.dead |= grimoire_seats_all(state) & ~grimoire_seats_alive(state);
}

/* The Drunk reads the truth. */
static void view_with_true_token(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    struct grimoire_view *view = out;
    grimoire_view(state, viewer, out);
    if (is_seat(s, viewer) && view->own.character)
        view->own.character = s->secrets.seat[viewer].character;
}

static void view_with_steps(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    grimoire_view(state, viewer, out);
    add_extra(out, s->secrets.step_count);
}

static void view_with_open_step(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    grimoire_view(state, viewer, out);
    add_extra(out, s->secrets.open_step >= 0);
}

static void view_with_question(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    grimoire_view(state, viewer, out);
    add_extra(out, s->secrets.question.is_open);
}

/* A player feels the poison. */
static void view_with_poison(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    grimoire_view(state, viewer, out);
    if (is_seat(s, viewer))
        add_extra(out, grimoire_has_effect(s, viewer, EFFECT_POISONED));
}

/* How many have something to answer. */
static void view_with_prompts(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    int count = 0;
    grimoire_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        count += s->own[seat].has_prompt;
    add_extra(out, count);
}

static void view_with_seen(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    int count = 0;
    grimoire_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        count += s->own[seat].has_seen;
    add_extra(out, count);
}

/* Evil knows evil, at any number of players. */
static void view_with_mates(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    grimoire_view(state, viewer, out);
    if (!is_seat(s, viewer) || !s->own[viewer].is_evil)
        return;
    for (int seat = 0; seat < s->table.seat_count && seat < 12; seat++)
        add_extra(out, s->secrets.seat[seat].is_evil);
}

/* How many bet on evil. */
static void view_with_bets(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    int count = 0;
    grimoire_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        count += s->own[seat].bet == GRIMOIRE_EVIL;
    add_extra(out, count);
}

static void view_with_victory(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    grimoire_view(state, viewer, out);
    add_extra(out, s->secrets.victory);
}

/* The grimoire that the Spy was shown follows the real one. */
static void view_with_live_pages(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    struct grimoire_view *view = out;
    struct grimoire_page *shown = view->own.page;
    grimoire_view(state, viewer, out);
    for (int i = 0; i < s->secrets.token_count && view->own.has_grimoire; i++)
        if (s->secrets.token[i].holder >= 0)
            shown[s->secrets.token[i].holder].effects = characters_with(
                shown[s->secrets.token[i].holder].effects, s->secrets.token[i].effect);
}

/* Only a Slayer who has not shot may claim to shoot. */
static enum refusal decide_claims_by_slayers(struct game_turn *turn,
                                             const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (command->kind == GRIMOIRE_CLAIM_ACTION && is_seat(s, command->seat) &&
        !grimoire_has_effect(s, command->seat, EFFECT_SLAYER_BULLET))
        return REFUSED_NOT_NOW;
    return game_grimoire.decide(turn, command);
}

/* A Traveller's rule is only told while the ability works. */
static enum refusal decide_rules_by_working(struct game_turn *turn,
                                            const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    enum refusal refusal = game_grimoire.decide(turn, command);
    const struct grimoire_day_rules rules = s->table.rules;
    seat_set again = rules.again;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (!ability_works(s, seat))
            again &= ~seat_bit(seat);
    if (refusal == ACCEPTED && again != rules.again)
        grimoire_emit_public(
            turn, (struct game_event){ .kind = GRIMOIRE_DAY_RULES_SET,
                                       .arg = { rules.no_vote, rules.no_nomination, again,
                                                rules.is_dead_free, rules.needs_no_half } });
    return refusal;
}

/* The same in what is seen, and nothing is said. */
static void view_with_working_rules(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    struct grimoire_view *view = out;
    grimoire_view(state, viewer, out);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(s->table.travellers & ~s->table.dead, seat) && !ability_works(s, seat))
            view->table.rules = (struct grimoire_day_rules){ 0 };
}

/* The players who are asked are awaited. */
static seat_set awaited_are_asked(const void *state)
{
    const struct grimoire_state *s = state;
    seat_set seats = seat_bit(SEAT_NARRATOR);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->own[seat].has_prompt && !s->own[seat].has_answered)
            seats |= seat_bit(seat);
    return seats;
}

static seat_set speaks_without_step(const void *state, int channel)
{
    const struct grimoire_state *s = state;
    return s->secrets.open_step < 0 ? SEATS_ALL : game_grimoire.speaks(state, channel);
}

/* The game's events with one of them changed. */
static struct game_message asked[GRIMOIRE_EVENT_COUNT + 1], died[GRIMOIRE_EVENT_COUNT + 1],
    bet[GRIMOIRE_EVENT_COUNT + 1];

__attribute__((constructor)) static void change_events(void)
{
    memcpy(asked, game_grimoire.events, sizeof asked);
    memcpy(died, game_grimoire.events, sizeof died);
    memcpy(bet, game_grimoire.events, sizeof bet);
    asked[GRIMOIRE_PROMPT_SENT].announced = true;
    died[GRIMOIRE_DIED].announced = true;
    bet[GRIMOIRE_BET_SEALED].announced = true;
    bet[GRIMOIRE_BET_SEALED].args[1].secret = false;
}

const struct mutant grimoire_leaks[] = {
    { "a death shows before dawn", { .view = view_with_dead } },
    { "the Drunk's token says so", { .view = view_with_true_token } },
    { "the length of the night shows", { .view = view_with_steps, .encode = encode_extra } },
    { "it shows that somebody is awake", { .view = view_with_open_step, .encode = encode_extra } },
    { "it shows that a rule asks", { .view = view_with_question, .encode = encode_extra } },
    { "the poisoned feel it", { .view = view_with_poison, .encode = encode_extra } },
    { "prompts are counted", { .view = view_with_prompts, .encode = encode_extra } },
    { "it shows how many have looked", { .view = view_with_seen, .encode = encode_extra } },
    { "evil knows evil below seven", { .view = view_with_mates, .encode = encode_extra } },
    { "bets on evil are counted", { .view = view_with_bets, .encode = encode_extra } },
    { "a victory shows before it is said", { .view = view_with_victory, .encode = encode_extra } },
    { "shown pages follow the grimoire", { .view = view_with_live_pages } },
    { "only Slayers may claim to shoot", { .decide = decide_claims_by_slayers } },
    { "it is told that the Butcher is drunk", { .decide = decide_rules_by_working } },
    { "it shows that a Traveller is poisoned", { .view = view_with_working_rules } },
    { "whoever is asked is awaited", { .awaited = awaited_are_asked } },
    { "players may talk while nobody is awake", { .speaks = speaks_without_step } },
    { "everybody hears that somebody is asked", { .events = asked } },
    { "everybody hears that somebody died", { .events = died } },
    { "everybody hears what is bet", { .events = bet } },
    { "frames are hardly padded", { .frame_bucket = 64 } },
    { 0 },
};
