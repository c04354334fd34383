/* The Grimoire: the only file that says who sees what. The table and the script are everybody's, what a
 * seat knows its own, the rest the storyteller's, and everybody's after the end; only bets are not even the
 * storyteller's before. */
#include "effects/effect.h"
#include "roles/role.h"

static void lay_out_bag(const struct grimoire_state *s, struct grimoire_desk *desk)
{
    grimoire_bag_needs(s, s->secrets.bag, desk->needed);
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(s->secrets.bag, character))
            desk->outsiders_added[character] = (int8_t)grimoire_role_of(character)->outsiders;
}

static void lay_out_seats(const struct grimoire_state *s, struct grimoire_desk *desk)
{
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (ability_works(s, seat))
            desk->works |= seat_bit(seat);
        if (grimoire_is_alive(s, seat))
            desk->alive |= seat_bit(seat);
        desk->prepare_from[seat] = grimoire_prepare_from(s, seat);
        desk->prepares[seat] =
            (int8_t)grimoire_role_of(grimoire_acting_character(s, seat))->prepares;
    }
}

static void lay_out_night(const struct grimoire_state *s, struct grimoire_desk *desk)
{
    for (int i = 0; i < s->secrets.step_count; i++)
        desk->is_due[i] = grimoire_step_is_due(s, &s->secrets.step[i]);
    if (s->secrets.open_step < 0)
        return;
    const struct grimoire_step *step = &s->secrets.step[s->secrets.open_step];
    desk->step_works = grimoire_step_works(s, step);
    desk->is_falsified = step->seat != GRIMOIRE_NOBODY && step->origin != GRIMOIRE_BY_EFFECT &&
                         grimoire_is_falsified(s, step->seat);
    for (int i = 0; i < s->secrets.token_count && !desk->step_works; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        bool is_dead = token->holder == step->seat && !grimoire_lives(s, step->seat) &&
                       grimoire_effects[token->effect]->is_death;
        if (is_dead || grimoire_is_impaired_by(s, token, step->seat))
            desk->why = characters_with(desk->why, token->effect);
    }
    desk->choice_count = (int8_t)grimoire_step_choice_count(s, step);
    desk->may_choose_nobody = grimoire_step_may_decline(s, step);
    desk->may_pick = grimoire_step_picks(s, step);
    desk->may_choose = grimoire_step_targets(s, step);
    grimoire_step_truth(s, step, &desk->truth);
}

static void view_storyteller(const struct grimoire_state *s, struct grimoire_view *view)
{
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        const struct grimoire_own *own = &s->own[seat];
        view->has_seen[seat] = own->has_seen;
        view->is_asked[seat] = own->has_prompt && !own->has_answered;
        view->has_answered[seat] = own->has_prompt && own->has_answered;
        view->asked_about[seat] = own->prompt_about;
        view->answer[seat] = view->has_answered[seat] ? own->answer : SEATS_NONE;
        if (own->message_count > 0) {
            view->has_latest[seat] = true;
            view->latest[seat] = own->message[own->message_count - 1];
        }
    }
    view->sees_all = true;
    view->secrets = s->secrets;
    lay_out_bag(s, &view->desk);
    lay_out_seats(s, &view->desk);
    lay_out_night(s, &view->desk);
    view->desk.warning_count = (int8_t)grimoire_warnings(s, view->desk.warning);
    if (s->table.phase != GRIMOIRE_ENDED)
        grimoire_foresee(s, &view->desk);
}

void grimoire_view(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    struct grimoire_view *view = out;
    bool is_seat = viewer >= 0 && viewer < s->table.seat_count;
    view->viewer = (int8_t)(is_seat || viewer == SEAT_NARRATOR ? viewer : SEAT_PUBLIC);
    view->table = s->table;
    view->script = s->script;
    view->dealt_count = (int8_t)grimoire_dealt_count(s);
    if (is_seat)
        view->own = s->own[viewer];
    for (int seat = 0; seat < s->table.seat_count && s->table.phase == GRIMOIRE_ENDED; seat++)
        view->bet[seat] = s->own[seat].bet;
    if (viewer == SEAT_NARRATOR || s->table.phase == GRIMOIRE_ENDED)
        view_storyteller(s, view);
}
