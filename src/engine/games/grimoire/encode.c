/* The view as JSON, but for the storyteller's desk. README.md shows it whole. */
#include "encode.h"

static const char *const phase_names[] = {
    "setup", "preparation", "night", "day", "vote", "ended"
};
static const char *const fact_names[] = { "chose", "failed",   "prevented", "redirected", "marked",
                                          "died",  "executed", "became",    "asked",      "won" };

/* Small things */

void encode_seat(struct json *out, const char *key, int seat)
{
    if (seat < 0)
        json_null(out, key);
    else
        json_int(out, key, seat);
}

void encode_seats(struct json *out, const char *key, seat_set seats)
{
    json_array(out, key);
    for (int seat = 0; seat < GRIMOIRE_SEATS_MAX; seat++)
        if (seat_in(seats, seat))
            json_int(out, NULL, seat);
    json_end(out);
}

void encode_names(struct json *out, const char *key, const char *const names[], uint64_t set)
{
    json_array(out, key);
    for (int i = 0; i < 64; i++)
        if (set >> i & 1)
            json_text(out, NULL, names[i]);
    json_end(out);
}

void encode_effects(struct json *out, const char *key, grimoire_effect_set effects)
{
    json_array(out, key);
    for (int effect = 1; effect < EFFECT_COUNT; effect++)
        if (characters_has(effects, effect))
            json_text(out, NULL, grimoire_effect_names[effect]);
    json_end(out);
}

void encode_character(struct json *out, const char *key, int character)
{
    if (character == GRIMOIRE_NO_CHARACTER)
        json_null(out, key);
    else
        json_text(out, key, grimoire_character_names[character]);
}

void encode_characters(struct json *out, const char *key, grimoire_characters characters)
{
    json_array(out, key);
    for (int character = 0; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(characters, character))
            json_text(out, NULL, grimoire_character_names[character]);
    json_end(out);
}

void encode_number(struct json *out, const char *key, int number)
{
    encode_seat(out, key, number);
}

static void encode_time(struct json *out, const char *key, int64_t time_ms)
{
    if (time_ms == 0)
        json_null(out, key);
    else
        json_int(out, key, time_ms);
}

void encode_counts(struct json *out, const char *key, const int8_t count[GRIMOIRE_TEAMS])
{
    json_object(out, key);
    for (int team = GRIMOIRE_TOWNSFOLK; team <= GRIMOIRE_DEMON; team++)
        json_int(out, grimoire_team_names[team], count[team]);
    json_end(out);
}

void encode_answer_parts(struct json *out, const struct grimoire_answer *answer)
{
    encode_seats(out, "players", answer->players);
    encode_characters(out, "characters", answer->characters);
    encode_number(out, "number", answer->number);
}

static void encode_message(struct json *out, const char *key,
                           const struct grimoire_message *message)
{
    json_object(out, key);
    json_text(out, "about", grimoire_about_names[message->about]);
    json_bool(out, "is_night", message->is_night);
    json_int(out, "day", message->day);
    encode_answer_parts(out, &message->answer);
    json_text(out, "text", message->text);
    json_end(out);
}

static void encode_fact(const struct grimoire_fact *fact, struct json *out)
{
    json_object(out, NULL);
    json_text(out, "fact", fact_names[fact->kind]);
    encode_seat(out, "seat", fact->seat);
    encode_seat(out, "other", fact->other);
    encode_seats(out, "players", fact->players);
    if (fact->effect)
        json_text(out, "effect", grimoire_effect_names[fact->effect]);
    else
        json_null(out, "effect");
    if (fact->character)
        json_text(out, "character", grimoire_step_names[fact->character]);
    else
        json_null(out, "character");
    if (fact->cause >= 0)
        json_text(out, "cause", grimoire_cause_names[fact->cause]);
    else
        json_null(out, "cause");
    if (fact->side)
        json_text(out, "winner", grimoire_side_names[fact->side]);
    else
        json_null(out, "winner");
    json_end(out);
}

void encode_facts(struct json *out, const char *key, const struct grimoire_facts *facts)
{
    json_array(out, key);
    for (int i = 0; i < facts->count; i++)
        encode_fact(&facts->fact[i], out);
    json_end(out);
}

/* The script */

static void encode_custom(const struct grimoire_custom *custom, int character, struct json *out)
{
    json_object(out, NULL);
    json_text(out, "character", grimoire_character_names[character]);
    json_text(out, "id", custom->id);
    json_text(out, "name", custom->name);
    json_text(out, "team", grimoire_team_names[custom->team]);
    json_text(out, "ability", custom->ability);
    json_array(out, "reminders");
    for (int i = 0; i < custom->reminder_count; i++)
        json_text(out, NULL, custom->reminder[i]);
    json_end(out);
    json_bool(out, "changes_setup", custom->changes_setup);
    json_end(out);
}

static void encode_order(const struct grimoire_script *script, struct json *out)
{
    json_array(out, "night");
    for (int step = 1; step < GRIMOIRE_STEP_KINDS; step++) {
        bool is_listed = step >= GRIMOIRE_CHARACTERS || characters_has(script->characters, step);
        if (!is_listed || (script->first[step] == 0 && script->other[step] == 0))
            continue;
        json_object(out, NULL);
        json_text(out, "step", grimoire_step_names[step]);
        json_int(out, "first", script->first[step]);
        json_int(out, "other", script->other[step]);
        json_end(out);
    }
    json_end(out);
}

static void encode_script(const struct grimoire_script *script, struct json *out)
{
    json_object(out, "script");
    json_text(out, "name", script->name);
    json_text(out, "author", script->author);
    json_array(out, "house_rules");
    for (int i = 0; i < script->house_rule_count; i++)
        json_text(out, NULL, script->house_rule[i]);
    json_end(out);
    encode_characters(out, "characters", script->characters);
    json_array(out, "custom");
    for (int i = 0; i < script->custom_count; i++)
        encode_custom(&script->custom[i], GRIMOIRE_CUSTOM_FIRST + i, out);
    json_end(out);
    encode_order(script, out);
    json_end(out);
}

/* The town */

static void encode_tokens(const struct grimoire_secrets *secrets, int seat, struct json *out)
{
    json_array(out, "effects");
    for (int i = 0; i < secrets->token_count; i++) {
        const struct grimoire_token *token = &secrets->token[i];
        if (token->holder != seat)
            continue;
        json_object(out, NULL);
        json_int(out, "token", token->id);
        json_text(out, "effect", grimoire_effect_names[token->effect]);
        encode_seat(out, "source", token->source);
        encode_character(out, "character", token->character);
        encode_names(out, "expiry", grimoire_expiry_names, token->expiry);
        json_text(out, "note", token->note);
        json_end(out);
    }
    json_end(out);
}

/* Of what was told last: null where nobody can say whether it is true. */
static void encode_judged(const struct grimoire_judged *judged, struct json *out)
{
    if (judged->verdict == GRIMOIRE_NOT_JUDGED) {
        json_null(out, "told_truth");
        return;
    }
    json_object(out, "told_truth");
    json_bool(out, "is_true", judged->verdict == GRIMOIRE_WAS_TRUE);
    encode_answer_parts(out, &judged->truth);
    json_end(out);
}

static void encode_secret_seat(const struct grimoire_view *view, int seat, struct json *out)
{
    const struct grimoire_seat *who = &view->secrets.seat[seat];
    encode_character(out, "character", who->character);
    encode_character(out, "belief", who->belief);
    encode_character(out, "gained", who->gained);
    json_bool(out, "is_evil", who->is_evil);
    json_bool(out, "is_alive", seat_in(view->desk.alive, seat));
    json_bool(out, "works", seat_in(view->desk.works, seat));
    json_bool(out, "has_seen", view->has_seen[seat]);
    json_bool(out, "is_asked", view->is_asked[seat]);
    if (view->has_answered[seat])
        encode_seats(out, "phone", view->answer[seat]);
    else
        json_null(out, "phone");
    encode_tokens(&view->secrets, seat, out);
    if (view->has_latest[seat])
        encode_message(out, "told", &view->latest[seat]);
    else
        json_null(out, "told");
    encode_judged(&view->secrets.judged[seat], out);
}

static bool has_nominated(const struct grimoire_table *table, int seat)
{
    for (int i = 0; i < table->nomination_count; i++)
        if (table->nomination[i].nominator == seat && !table->nomination[i].is_exile)
            return true;
    return false;
}

static bool was_nominated(const struct grimoire_table *table, int seat)
{
    for (int i = 0; i < table->nomination_count; i++)
        if (table->nomination[i].nominee == seat)
            return true;
    return false;
}

static void encode_town(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_table *table = &view->table;
    json_array(out, "ring");
    for (int place = 0; place < table->seat_count; place++)
        json_int(out, NULL, table->ring[place]);
    json_end(out);
    json_array(out, "seats");
    for (int seat = 0; seat < table->seat_count; seat++) {
        json_object(out, NULL);
        json_int(out, "seat", seat);
        json_bool(out, "is_dead", seat_in(table->dead, seat));
        json_bool(out, "has_ghost_vote", !seat_in(table->spent, seat));
        json_bool(out, "is_traveller", seat_in(table->travellers, seat));
        encode_character(out, "traveller", table->traveller[seat]);
        json_bool(out, "has_nominated", has_nominated(table, seat));
        json_bool(out, "was_nominated", was_nominated(table, seat));
        if (view->sees_all)
            encode_secret_seat(view, seat, out);
        json_end(out);
    }
    json_end(out);
}

/* The day */

static void encode_result(struct json *out, int result)
{
    if (result < 0)
        json_null(out, "result");
    else
        json_text(out, "result", grimoire_result_names[result]);
}

static void encode_nominations(const struct grimoire_table *table, struct json *out)
{
    json_object(out, "nominations");
    json_bool(out, "is_open", table->is_open);
    encode_seats(out, "may_nominate", grimoire_may_nominate(table));
    encode_seats(out, "may_be_nominated", grimoire_may_be_nominated(table));
    encode_seats(out, "may_be_exiled", grimoire_may_be_exiled(table));
    json_array(out, "today");
    for (int i = 0; i < table->nomination_count; i++) {
        json_object(out, NULL);
        json_int(out, "nominator", table->nomination[i].nominator);
        json_int(out, "nominee", table->nomination[i].nominee);
        json_bool(out, "is_exile", table->nomination[i].is_exile);
        json_int(out, "votes", table->nomination[i].votes);
        encode_result(out, table->nomination[i].result);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

static void encode_vote(const struct grimoire_table *table, struct json *out)
{
    const struct grimoire_vote *vote = &table->vote;
    if (table->phase != GRIMOIRE_VOTE) {
        json_null(out, "vote");
        return;
    }
    json_object(out, "vote");
    json_int(out, "nominator", vote->nominator);
    json_int(out, "nominee", vote->nominee);
    json_bool(out, "is_exile", vote->is_exile);
    json_int(out, "needed", grimoire_vote_needed(table));
    json_int(out, "to_block", grimoire_vote_to_block(table));
    encode_number(out, "to_tie", grimoire_vote_to_tie(table));
    json_int(out, "votes", vote->votes);
    json_array(out, "order");
    for (int place = 1; place <= table->seat_count; place++)
        json_int(out, NULL, grimoire_neighbour(table, vote->nominee, place));
    json_end(out);
    encode_seat(out, "next", grimoire_vote_next(table));
    encode_seats(out, "hands", vote->hands);
    encode_seats(out, "counted", vote->counted);
    encode_seats(out, "voted", vote->voted);
    json_bool(out, "is_running", vote->is_running);
    encode_time(out, "next_ms", vote->deadline_ms);
    json_end(out);
}

static void encode_claim(const struct grimoire_claim *claim, struct json *out)
{
    if (claim->seat == GRIMOIRE_NOBODY) {
        json_null(out, "claim");
        return;
    }
    json_object(out, "claim");
    json_int(out, "seat", claim->seat);
    json_text(out, "action", grimoire_effect_names[claim->action]);
    json_int(out, "target", claim->target);
    json_end(out);
}

static void encode_rules(const struct grimoire_day_rules *rules, struct json *out)
{
    json_object(out, "rules");
    encode_seats(out, "no_vote", rules->no_vote);
    encode_seats(out, "no_nomination", rules->no_nomination);
    encode_seats(out, "again", rules->again);
    json_bool(out, "is_dead_free", rules->is_dead_free);
    json_bool(out, "needs_no_half", rules->needs_no_half);
    json_end(out);
}

static void encode_day(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_table *table = &view->table;
    encode_seats(out, "died_at_night", table->died_at_night);
    encode_nominations(table, out);
    json_int(out, "threshold", grimoire_vote_needed(table));
    json_int(out, "to_block", grimoire_vote_to_block(table));
    json_object(out, "block");
    encode_seat(out, "seat", table->block);
    json_int(out, "votes", table->block_votes);
    json_end(out);
    json_object(out, "executed");
    json_bool(out, "has_executed", table->has_executed);
    encode_seat(out, "seat", table->executed);
    json_end(out);
    encode_vote(table, out);
    encode_rules(&table->rules, out);
    json_int(out, "clock_tenths", table->clock_ms / 100);
    encode_time(out, "timer_ms", table->timer_ms);
    encode_claim(&table->claim, out);
    encode_effects(out, "actions",
                   characters_either(grimoire_day_actions(&view->script),
                                     grimoire_actions_brought(table, view->viewer)));
}

/* What a player knows */

static void encode_prompt(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_own *own = &view->own;
    bool is_open = own->has_prompt && !own->has_answered;
    if (!is_open && !grimoire_has_decoy(&view->table, own)) {
        json_null(out, "prompt");
        return;
    }
    json_object(out, "prompt");
    json_bool(out, "is_decoy", !is_open);
    if (is_open)
        json_text(out, "about", grimoire_about_names[own->prompt_about]);
    else
        json_null(out, "about");
    json_int(out, "count", is_open ? own->prompt_count : 1);
    encode_seats(out, "from", is_open ? own->prompt_from : seat_bit(view->table.seat_count) - 1);
    json_end(out);
}

static void encode_pages(const struct grimoire_view *view, struct json *out)
{
    if (!view->own.has_grimoire) {
        json_null(out, "grimoire");
        return;
    }
    json_array(out, "grimoire");
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        json_object(out, NULL);
        json_int(out, "seat", seat);
        encode_character(out, "character", view->own.page[seat].character);
        encode_character(out, "belief", view->own.page[seat].belief);
        encode_effects(out, "effects", view->own.page[seat].effects);
        json_end(out);
    }
    json_end(out);
}

static void encode_side(struct json *out, const char *key, int side)
{
    if (side == GRIMOIRE_NO_SIDE)
        json_null(out, key);
    else
        json_text(out, key, grimoire_side_names[side]);
}

static void encode_bets(const struct grimoire_view *view, struct json *out)
{
    json_array(out, "bets");
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        if (!seat_in(view->table.bets, seat))
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        encode_side(out, "winner", view->bet[seat]);
        json_end(out);
    }
    json_end(out);
}

static void encode_own(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_own *own = &view->own;
    if (view->viewer < 0 || view->viewer >= view->table.seat_count) {
        json_null(out, "own");
        return;
    }
    json_object(out, "own");
    json_int(out, "seat", view->viewer);
    encode_character(out, "character", own->character);
    json_bool(out, "is_evil", own->is_evil);
    json_bool(out, "has_seen", own->has_seen);
    encode_side(out, "bet", own->bet);
    encode_prompt(view, out);
    json_array(out, "messages");
    for (int i = 0; i < own->message_count; i++)
        encode_message(out, NULL, &own->message[i]);
    json_end(out);
    encode_pages(view, out);
    json_end(out);
}

void encode_outcome(struct json *out, const char *key, int side, int reason)
{
    if (side == GRIMOIRE_NO_SIDE) {
        json_null(out, key);
        return;
    }
    json_object(out, key);
    json_text(out, "winner", grimoire_side_names[side]);
    json_text(out, "reason", grimoire_reason_names[reason]);
    json_end(out);
}

/* The winner as the storyteller has said, and the tokens turned so far. */
static void encode_reveal(const struct grimoire_table *table, struct json *out)
{
    if (table->declared == GRIMOIRE_NO_SIDE) {
        json_null(out, "reveal");
        return;
    }
    json_object(out, "reveal");
    json_text(out, "winner", grimoire_side_names[table->declared]);
    json_text(out, "reason", grimoire_reason_names[table->declared_reason]);
    json_array(out, "turned");
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (!seat_in(table->turned, seat))
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        encode_character(out, "character", table->token[seat].character);
        encode_character(out, "belief", table->token[seat].belief);
        json_bool(out, "is_evil", table->token[seat].is_evil);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

void grimoire_encode(const void *in, struct json *out)
{
    const struct grimoire_view *view = in;
    int8_t count[GRIMOIRE_TEAMS];
    grimoire_distribution(view->dealt_count, count);
    json_text(out, "phase", phase_names[view->table.phase]);
    json_int(out, "day", view->table.day);
    encode_town(view, out);
    encode_counts(out, "distribution", count);
    encode_script(&view->script, out);
    encode_day(view, out);
    json_int(out, "stirs", view->table.stirs);
    encode_own(view, out);
    encode_bets(view, out);
    encode_outcome(out, "result", view->table.winner, view->table.reason);
    encode_reveal(&view->table, out);
    if (view->sees_all)
        grimoire_encode_desk(view, out);
    grimoire_encode_actions(view, out);
}
