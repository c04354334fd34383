/* One Night: the only file that says who sees what. Everybody sees the table's facts, a seat sees its own
 * knowledge, and nobody sees the secrets before the end: not even their own card, which may have been
 * swapped. */
#include "onenight.h"

static const char *const phase_names[] = { "dealing",    "reveal", "night",
                                           "discussion", "voting", "results" };
static const char *const state_names[] = { "REVEAL",         "REVEAL",     "NIGHT",
                                           "DAY_DISCUSSION", "DAY_VOTING", "RESULTS" };
static const char *const pace_names[] = { "narrated", "simultaneous", "eager", "eyes_closed" };
static const char *const team_names[] = { "village", "werewolf", "tanner" };

static void view_own(const struct onenight_state *s, int seat, struct onenight_view *view)
{
    view->viewer = (int8_t)seat;
    view->own = s->seat[seat];
    if (s->table.phase != ONENIGHT_NIGHT)
        return;
    view->acts = onenight_acts(s, seat);
    view->form_count = (int8_t)onenight_forms(s, seat, view->form);
    view->targets = view->form_count > 0 ? onenight_targets(s, seat) : (uint16_t)0;
    view->is_asked = view->form_count > 0 && !s->seat[seat].has_answered;
}

void onenight_view(const void *state, int viewer, void *out)
{
    const struct onenight_state *s = state;
    struct onenight_view *view = out;
    view->table = s->table;
    view->viewer = ONENIGHT_NOBODY;
    view->own.vote = ONENIGHT_NOBODY;
    if (viewer >= 0 && viewer < s->table.seat_count)
        view_own(s, viewer, view);
    if (s->table.phase == ONENIGHT_RESULTS) {
        view->is_over = true;
        view->secrets = s->secrets;
    }
}

/* Encode */

static void encode_role(struct json *out, const char *key, int role)
{
    if (role == ONENIGHT_NO_ROLE)
        json_null(out, key);
    else
        json_text(out, key, onenight_role_names[role]);
}

static void encode_seat(struct json *out, const char *key, int seat)
{
    if (seat == ONENIGHT_NOBODY)
        json_null(out, key);
    else
        json_int(out, key, seat);
}

static void encode_set(struct json *out, const char *key, uint32_t set)
{
    json_array(out, key);
    for (int i = 0; set >> i; i++)
        if (set >> i & 1)
            json_int(out, NULL, i);
    json_end(out);
}

static void encode_place(struct json *out, const char *key, int place)
{
    json_text(out, key, place == ONENIGHT_PLACE_CENTER ? "center" : onenight_place_names[place]);
}

/* The card list: roles with counts, never who holds what. */
static void encode_deck(const struct onenight_table *table, struct json *out)
{
    json_object(out, "roles");
    for (int role = 1; role < ONENIGHT_ROLES; role++)
        if (table->deck[role] > 0)
            json_int(out, onenight_role_names[role], table->deck[role]);
    json_end(out);
    json_array(out, "active_roles");
    for (int role = 1; role <= ONENIGHT_STEP_LAST; role++)
        if (onenight_has_step(table, role))
            json_text(out, NULL, onenight_role_names[role]);
    json_end(out);
}

/* The schedule: where the night is, and not whether anybody is there to act. */
static const char *step_status(const struct onenight_table *table, int role)
{
    if (table->phase != ONENIGHT_NIGHT)
        return table->phase < ONENIGHT_NIGHT ? "to_come" : "passed";
    if (table->pace == ONENIGHT_SIMULTANEOUS)
        return table->step == ONENIGHT_STEP_REPORT ? "passed" : "now";
    int now = onenight_role_of_step(table->step);
    if (now == role)
        return "now";
    return onenight_rank_of_step(table->step) < onenight_rank_of_step(role) ? "to_come" : "passed";
}

static void encode_schedule(const struct onenight_table *table, struct json *out)
{
    encode_role(out, "current_role_step", onenight_role_of_step(table->step));
    json_array(out, "action_status");
    for (int role = 1; role <= ONENIGHT_STEP_LAST; role++) {
        if (!onenight_has_step(table, role))
            continue;
        json_object(out, NULL);
        json_text(out, "role", onenight_role_names[role]);
        json_text(out, "status", step_status(table, role));
        json_end(out);
    }
    json_end(out);
}

static const char *prompt_name(const struct onenight_view *view)
{
    if (view->acts)
        return "deed";
    return view->table.pace == ONENIGHT_EYES_CLOSED ? "sleep" : "question";
}

/* The open window. For a seat: whether its answer is a deed, and what it answered. */
static void encode_window(const struct onenight_view *view, struct json *out)
{
    if (view->table.phase != ONENIGHT_NIGHT) {
        json_null(out, "window");
        return;
    }
    json_object(out, "window");
    json_text(out, "step", onenight_step_names[view->table.step]);
    json_int(out, "question", view->table.question);
    if (view->viewer == ONENIGHT_NOBODY)
        json_null(out, "prompt");
    else
        json_text(out, "prompt", prompt_name(view));
    json_bool(out, "has_answered", view->own.has_answered);
    encode_set(out, "players", view->own.answer.players);
    encode_set(out, "center", view->own.answer.center);
    json_object(out, "marked");
    encode_set(out, "players", view->own.mark.players);
    encode_set(out, "center", view->own.mark.center);
    json_end(out);
    json_end(out);
}

static void encode_action(struct json *out, struct onenight_deed deed, bool has_actor)
{
    json_object(out, NULL);
    if (has_actor)
        json_int(out, "seat", deed.seat);
    json_text(out, "action_type", onenight_action_names[deed.action]);
    encode_place(out, "source_id", deed.source);
    if (deed.action == ONENIGHT_VIEW_CARD || deed.action == ONENIGHT_SHIELD_CARD ||
        deed.action == ONENIGHT_COPY_CARD)
        json_text(out, "target_id", "");
    else
        encode_place(out, "target_id", deed.target);
    encode_role(out, "source_role", deed.source_role);
    encode_role(out, "target_role", deed.target_role);
    json_end(out);
}

/* One record per mate; a Mason who saw none knows where the other lies. A Werewolf or Minion who saw none
 * has seen no card, so there is no record of it: "mates" says that. */
static void encode_mates(struct json *out, int seat, int role, uint16_t mates, bool has_actor)
{
    struct onenight_deed deed = { .seat = (int8_t)seat,
                                  .source = ONENIGHT_PLACE_CENTER,
                                  .source_role = (int8_t)role };
    if (role != ONENIGHT_MASON)
        deed.source_role = ONENIGHT_WEREWOLF;
    for (int mate = 0; mates >> mate; mate++) {
        deed.source = (int8_t)mate;
        if (mates >> mate & 1)
            encode_action(out, deed, has_actor);
    }
    if (role == ONENIGHT_MASON && !mates)
        encode_action(out, deed, has_actor);
}

static struct onenight_deed deed_of(const struct onenight_record *record)
{
    return (struct onenight_deed){ .action = record->action,
                                   .source = record->source,
                                   .target = record->target,
                                   .source_role = record->role };
}

static void encode_knowledge(const struct onenight_view *view, struct json *out)
{
    const struct onenight_knowledge *own = &view->own;
    bool is_face_up = view->table.phase == ONENIGHT_REVEAL && !own->has_acknowledged;
    encode_role(out, "my_role", is_face_up ? own->dealt : ONENIGHT_NO_ROLE);
    encode_role(out, "dealt", own->dealt);
    encode_role(out, "turned", own->turned);
    encode_role(out, "copied", own->copied);
    if (own->has_mates)
        encode_set(out, "mates", own->mates);
    else
        json_null(out, "mates");
    json_array(out, "actions");
    if (own->has_mates)
        encode_mates(out, view->viewer, onenight_waking_role(own), own->mates, false);
    for (int i = 0; i < own->record_count; i++)
        encode_action(out, deed_of(&own->record[i]), false);
    json_end(out);
}

static void encode_claims(const struct onenight_table *table, struct json *out)
{
    json_array(out, "claims");
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct onenight_claim *claim = &table->claim[seat];
        if (claim->role == ONENIGHT_NO_ROLE) {
            json_null(out, NULL);
            continue;
        }
        json_object(out, NULL);
        encode_role(out, "role", claim->role);
        encode_set(out, "players", claim->players);
        encode_set(out, "center", claim->center);
        encode_role(out, "first", claim->first);
        encode_role(out, "second", claim->second);
        json_end(out);
    }
    json_end(out);
}

/* The public things on the table: shields once they are laid, open cards from the morning. */
static void encode_open(const struct onenight_table *table, struct json *out)
{
    encode_set(out, "shields", table->shields);
    json_array(out, "shown_cards");
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->shown[seat] == ONENIGHT_NO_ROLE)
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        encode_role(out, "role", table->shown[seat]);
        json_end(out);
    }
    json_end(out);
}

static void encode_day(const struct onenight_view *view, struct json *out)
{
    encode_open(&view->table, out);
    json_int(out, "acknowledged_count", view->table.acknowledged_count);
    json_bool(out, "has_acknowledged", view->own.has_acknowledged);
    json_int(out, "vote_calls", view->table.vote_calls);
    json_bool(out, "calls_vote", view->own.calls_vote);
    encode_claims(&view->table, out);
    encode_seat(out, "own_vote", view->own.vote);
}

static void encode_votes(const struct onenight_view *view, struct json *out)
{
    json_object(out, "votes");
    json_int(out, "count", view->table.vote_count);
    json_array(out, "ballots");
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        if (!view->is_over && view->table.ballot[seat] == ONENIGHT_NOBODY)
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        encode_seat(out, "target", view->table.ballot[seat]);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

/* Results */

static void encode_deaths(const struct onenight_secrets *secrets, struct json *out)
{
    json_array(out, "deaths");
    for (int i = 0; i < secrets->death_count; i++) {
        json_object(out, NULL);
        json_int(out, "seat", secrets->death[i].seat);
        json_text(out, "cause", onenight_cause_names[secrets->death[i].cause]);
        encode_seat(out, "hunter", secrets->death[i].hunter);
        json_end(out);
    }
    json_end(out);
}

static bool has_died(const struct onenight_secrets *secrets, int seat)
{
    for (int i = 0; i < secrets->death_count; i++)
        if (secrets->death[i].seat == seat)
            return true;
    return false;
}

/* `final` is the role that counts; `face` is the role printed on the card, if that is another. */
static void encode_turned(const struct onenight_secrets *secrets, int place, struct json *out)
{
    encode_role(out, "dealt", secrets->dealt[place]);
    encode_role(out, "final", onenight_role_at(secrets, place));
    if (secrets->card[place] != onenight_role_at(secrets, place))
        encode_role(out, "face", secrets->card[place]);
}

static void encode_cards(const struct onenight_view *view, struct json *out)
{
    const struct onenight_secrets *secrets = &view->secrets;
    json_array(out, "seats");
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        json_object(out, NULL);
        encode_turned(secrets, seat, out);
        json_text(out, "team", team_names[onenight_team_of(onenight_role_at(secrets, seat))]);
        json_bool(out, "was_killed", has_died(secrets, seat));
        json_bool(out, "won", seat_in(secrets->winners, seat));
        json_end(out);
    }
    json_end(out);
    json_array(out, "center");
    for (int place = ONENIGHT_PLACE_CENTER_0; place < ONENIGHT_PLACES; place++) {
        if (secrets->dealt[place] == ONENIGHT_NO_ROLE)
            continue;
        json_object(out, NULL);
        encode_turned(secrets, place, out);
        json_end(out);
    }
    json_end(out);
}

/* As whom a seat woke with others. */
static int mate_role(const struct onenight_secrets *secrets, int seat)
{
    struct onenight_knowledge own = { .dealt = secrets->dealt[seat],
                                      .copied = secrets->copied[seat],
                                      .turned = secrets->turned[seat] };
    return onenight_waking_role(&own);
}

/* In whose window a seat saw its mates: a Doppelganger wakes with the others, as a Minion right away. */
static int mates_window(const struct onenight_secrets *secrets, int seat)
{
    int role = mate_role(secrets, seat);
    if (secrets->dealt[seat] != ONENIGHT_DOPPELGANGER)
        return secrets->dealt[seat];
    if (role == ONENIGHT_MINION)
        return ONENIGHT_DOPPELGANGER;
    return onenight_is_wolf(role) ? ONENIGHT_WEREWOLF : role;
}

/* What she does right after the role itself is told with that role. */
static int deed_window(const struct onenight_secrets *secrets, const struct onenight_deed *deed)
{
    int copied = secrets->copied[deed->seat];
    bool is_late = copied == ONENIGHT_INSOMNIAC || copied == ONENIGHT_REVEALER;
    return is_late && deed->action != ONENIGHT_COPY_CARD ? copied : secrets->dealt[deed->seat];
}

static void encode_deeds_of(const struct onenight_view *view, int role, struct json *out)
{
    const struct onenight_secrets *secrets = &view->secrets;
    bool is_copy = role == ONENIGHT_DOPPELGANGER;
    for (int seat = 0; seat < view->table.seat_count && !is_copy; seat++)
        if (secrets->has_mates[seat] && mates_window(secrets, seat) == role)
            encode_mates(out, seat, mate_role(secrets, seat), secrets->mates[seat], true);
    for (int i = 0; i < secrets->deed_count; i++)
        if (deed_window(secrets, &secrets->deed[i]) == role)
            encode_action(out, secrets->deed[i], true);
    for (int seat = 0; seat < view->table.seat_count && is_copy; seat++)
        if (secrets->has_mates[seat] && mates_window(secrets, seat) == role)
            encode_mates(out, seat, mate_role(secrets, seat), secrets->mates[seat], true);
}

static void encode_night(const struct onenight_view *view, struct json *out)
{
    json_array(out, "night");
    for (int role = 1; role <= ONENIGHT_STEP_LAST; role++) {
        if (!onenight_has_step(&view->table, role))
            continue;
        json_object(out, NULL);
        json_text(out, "role", onenight_role_names[role]);
        json_array(out, "actions");
        encode_deeds_of(view, role, out);
        json_end(out);
        json_end(out);
    }
    json_end(out);
}

static void encode_instincts_of(const struct onenight_view *view, int step, struct json *out)
{
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        struct onenight_answer answer = view->secrets.instinct[step][seat];
        if (!answer.players && !answer.center)
            continue;
        json_object(out, NULL);
        json_text(out, "step", onenight_step_names[step]);
        json_int(out, "question", view->secrets.question[step]);
        json_int(out, "seat", seat);
        encode_set(out, "players", answer.players);
        encode_set(out, "center", answer.center);
        json_end(out);
    }
}

static void encode_results(const struct onenight_view *view, struct json *out)
{
    if (!view->is_over) {
        json_null(out, "results");
        return;
    }
    json_object(out, "results");
    json_int(out, "row", view->secrets.row);
    json_text(out, "reason", game_onenight.reasons[view->secrets.row - 1]);
    encode_set(out, "winners", view->secrets.winners);
    encode_deaths(&view->secrets, out);
    encode_cards(view, out);
    encode_night(view, out);
    json_array(out, "first_instincts");
    for (int step = 1; step < ONENIGHT_STEPS; step++)
        encode_instincts_of(view, step, out);
    json_end(out);
    json_end(out);
}

/* Actions */

static uint32_t others(const struct onenight_view *view)
{
    return (seat_bit(view->table.seat_count) - 1) & ~seat_bit(view->viewer);
}

static void encode_some(struct json *out, const char *key, uint32_t from, int count)
{
    json_object(out, key);
    encode_set(out, "from", from);
    json_int(out, "count", count);
    json_end(out);
}

static void encode_acts(const struct onenight_view *view, struct json *out)
{
    for (int i = 0; i < view->form_count && view->is_asked; i++) {
        json_object(out, NULL);
        json_text(out, "type", "act");
        encode_some(out, "players", view->targets, view->form[i].players);
        encode_some(out, "center", (1 << ONENIGHT_CENTER_CARDS) - 1, view->form[i].center);
        json_end(out);
    }
}

static void encode_talk(const struct onenight_view *view, struct json *out)
{
    if (view->table.claim_count[view->viewer] < ONENIGHT_CLAIMS_MAX) {
        json_object(out, NULL);
        json_text(out, "type", "claim");
        json_array(out, "role");
        for (int role = 1; role < ONENIGHT_ROLES; role++)
            if (view->table.deck[role] > 0)
                json_text(out, NULL, onenight_role_names[role]);
        json_end(out);
        json_end(out);
    }
    json_object(out, NULL);
    json_text(out, "type", "call_vote");
    json_array(out, "wants");
    json_bool(out, NULL, !view->own.calls_vote);
    json_end(out);
    json_end(out);
}

static void encode_ballot(const struct onenight_view *view, struct json *out)
{
    if (view->own.vote != ONENIGHT_NOBODY)
        return;
    json_object(out, NULL);
    json_text(out, "type", "vote");
    encode_set(out, "target", others(view));
    json_end(out);
}

static void encode_acknowledgement(const struct onenight_view *view, struct json *out)
{
    if (view->own.has_acknowledged)
        return;
    json_object(out, NULL);
    json_text(out, "type", "acknowledge");
    json_end(out);
}

static void encode_available(const struct onenight_view *view, struct json *out)
{
    json_array(out, "available_actions");
    if (view->viewer != ONENIGHT_NOBODY)
        switch ((enum onenight_phase)view->table.phase) {
        case ONENIGHT_REVEAL: encode_acknowledgement(view, out); break;
        case ONENIGHT_NIGHT: encode_acts(view, out); break;
        case ONENIGHT_DISCUSSION: encode_talk(view, out); break;
        case ONENIGHT_VOTING: encode_ballot(view, out); break;
        case ONENIGHT_DEALING:
        case ONENIGHT_RESULTS: break;
        }
    json_end(out);
}

void onenight_encode(const void *in, struct json *out)
{
    const struct onenight_view *view = in;
    json_text(out, "phase", phase_names[view->table.phase]);
    json_text(out, "state", state_names[view->table.phase]);
    json_text(out, "night_pace", pace_names[view->table.pace]);
    json_bool(out, "pool", view->table.is_pool);
    encode_deck(&view->table, out);
    encode_schedule(&view->table, out);
    encode_window(view, out);
    encode_knowledge(view, out);
    encode_day(view, out);
    encode_votes(view, out);
    encode_results(view, out);
    encode_available(view, out);
}
