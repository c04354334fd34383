/* What the view says to the storyteller alone: bag, night, the open step with its truth, and warnings. */
#include "encode.h"

static const char *const status_names[] = { "waiting", "done", "skipped" };
static const char *const kind_names[] = { "nothing",
                                          "number",
                                          "yes_or_no",
                                          "character",
                                          "pair",
                                          "team",
                                          "grimoire",
                                          "anything",
                                          "two_characters",
                                          "two_players",
                                          "players_and_character",
                                          "player",
                                          "characters" };

static void encode_answer(struct json *out, const char *key, const struct grimoire_answer *answer)
{
    json_object(out, key);
    encode_answer_parts(out, answer);
    json_end(out);
}

static void encode_bag(const struct grimoire_view *view, struct json *out)
{
    grimoire_characters bag = view->secrets.bag;
    int8_t chosen[GRIMOIRE_TEAMS] = { 0 };
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(bag, character))
            chosen[grimoire_team_of(&view->script, character)]++;
    json_object(out, "bag");
    encode_characters(out, "characters", bag);
    encode_counts(out, "needed", view->desk.needed);
    encode_counts(out, "chosen", chosen);
    json_array(out, "changes");
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++) {
        if (view->desk.outsiders_added[character] == 0)
            continue;
        json_object(out, NULL);
        json_text(out, "character", grimoire_character_names[character]);
        json_int(out, "outsiders", view->desk.outsiders_added[character]);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

static int holder_of(const struct grimoire_secrets *secrets, int effect, int source)
{
    for (int i = 0; i < secrets->token_count; i++)
        if (secrets->token[i].effect == effect && secrets->token[i].source == source)
            return secrets->token[i].holder;
    return GRIMOIRE_NOBODY;
}

static void encode_preparation(const struct grimoire_view *view, struct json *out)
{
    json_array(out, "preparation");
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        int effect = view->desk.prepares[seat];
        if (effect == EFFECT_NONE)
            continue;
        json_object(out, NULL);
        json_int(out, "seat", seat);
        json_text(out, "effect", grimoire_effect_names[effect]);
        encode_seat(out, "holder", holder_of(&view->secrets, effect, seat));
        encode_seats(out, "from", view->desk.prepare_from[seat]);
        json_end(out);
    }
    json_end(out);
}

static void encode_night(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_secrets *secrets = &view->secrets;
    int8_t index[GRIMOIRE_STEPS_MAX];
    grimoire_steps_in_order(secrets, index);
    json_object(out, "night");
    json_bool(out, "is_first", view->table.day <= 1);
    encode_number(out, "open", secrets->open_step);
    json_array(out, "steps");
    for (int i = 0; i < secrets->step_count; i++) {
        const struct grimoire_step *step = &secrets->step[index[i]];
        json_object(out, NULL);
        json_int(out, "step", index[i]);
        json_text(out, "kind", grimoire_step_names[step->kind]);
        encode_seat(out, "seat", step->seat);
        json_text(out, "origin", grimoire_origin_names[step->origin]);
        json_int(out, "order", step->order);
        json_text(out, "status", status_names[step->status]);
        json_bool(out, "is_due", view->desk.is_due[index[i]]);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

/* The players in the order of choosing. */
static void encode_in_order(struct json *out, const char *key, const struct grimoire_step *step)
{
    json_array(out, key);
    for (int i = 0; i < GRIMOIRE_CHOICES_MAX && step->chosen[i] != GRIMOIRE_NOBODY; i++)
        json_int(out, NULL, step->chosen[i]);
    json_end(out);
}

static bool is_ready(const struct grimoire_desk *desk, const struct grimoire_step *step)
{
    return step->has_chosen || (desk->choice_count == 0 && !characters_any(desk->may_pick));
}

static void encode_choice(const struct grimoire_view *view, const struct grimoire_step *step,
                          struct json *out)
{
    if (view->desk.choice_count == 0 && !characters_any(view->desk.may_pick)) {
        json_null(out, "choice");
        return;
    }
    json_object(out, "choice");
    json_int(out, "count", view->desk.choice_count);
    encode_seats(out, "from", view->desk.may_choose);
    json_bool(out, "may_be_nobody", view->desk.may_choose_nobody);
    encode_characters(out, "characters", view->desk.may_pick);
    if (step->has_chosen)
        encode_in_order(out, "made", step);
    else
        json_null(out, "made");
    if (grimoire_phone_answers(view, step))
        encode_seats(out, "phone", view->answer[step->seat]);
    else
        json_null(out, "phone");
    if (grimoire_phone_cannot(view, step))
        encode_seats(out, "impossible", view->answer[step->seat]);
    else
        json_null(out, "impossible");
    json_end(out);
}

static void encode_pairs(const struct grimoire_truth *truth, struct json *out)
{
    json_array(out, "pairs");
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++) {
        if (!truth->is[character] && !truth->may_be[character])
            continue;
        json_object(out, NULL);
        json_text(out, "character", grimoire_character_names[character]);
        encode_seats(out, "is", truth->is[character]);
        encode_seats(out, "may_be", truth->may_be[character]);
        json_end(out);
    }
    json_end(out);
}

static void encode_truth(const struct grimoire_view *view, const struct grimoire_step *step,
                         struct json *out)
{
    const struct grimoire_truth *truth = &view->desk.truth;
    uint32_t all = (1u << (truth->number_max + 1)) - 1;
    bool is_number =
        truth->kind == GRIMOIRE_TELLS_NUMBER || truth->kind == GRIMOIRE_TELLS_YES_OR_NO;
    if (truth->kind == GRIMOIRE_TELLS_NOTHING) {
        json_null(out, "answer");
        return;
    }
    json_object(out, "answer");
    json_text(out, "kind", kind_names[truth->kind]);
    json_bool(out, "is_ready", is_ready(&view->desk, step));
    encode_answer(out, "plain", &truth->plain);
    encode_seats(out, "numbers", truth->numbers);
    encode_characters(out, "characters", truth->characters);
    encode_seats(out, "false_numbers", is_number ? all & ~truth->numbers : 0);
    encode_pairs(truth, out);
    json_bool(out, "may_be_none", truth->may_be_none);
    encode_seats(out, "players", truth->players);
    encode_answer(out, "suggested", &view->secrets.suggestion);
    json_end(out);
}

static void encode_outcomes(const struct grimoire_view *view, bool with_answer, struct json *out)
{
    json_array(out, "outcomes");
    for (int i = 0; i < view->desk.outcome_count; i++) {
        const struct grimoire_outcome *outcome = &view->desk.outcome[i];
        json_object(out, NULL);
        encode_seat(out, "player", outcome->player);
        if (with_answer)
            json_bool(out, "is_yes", outcome->is_yes);
        encode_facts(out, "facts", &outcome->facts);
        json_end(out);
    }
    json_end(out);
}

static void encode_step(const struct grimoire_view *view, struct json *out)
{
    if (view->secrets.open_step < 0) {
        json_null(out, "step");
        return;
    }
    const struct grimoire_step *step = &view->secrets.step[view->secrets.open_step];
    json_object(out, "step");
    json_int(out, "step", view->secrets.open_step);
    json_text(out, "kind", grimoire_step_names[step->kind]);
    encode_seat(out, "seat", step->seat);
    json_text(out, "origin", grimoire_origin_names[step->origin]);
    json_bool(out, "works", view->desk.step_works);
    encode_effects(out, "why", view->desk.why);
    json_bool(out, "is_falsified", view->desk.is_falsified);
    json_bool(out, "by_hand", grimoire_step_is_by_hand(step));
    if (step->has_chosen)
        encode_seats(out, "chosen", step->choice);
    else
        json_null(out, "chosen");
    encode_characters(out, "chosen_characters",
                      step->has_chosen && (grimoire_step_is_by_hand(step) || step->character)
                          ? view->secrets.suggestion.characters
                          : characters_none());
    encode_choice(view, step, out);
    encode_truth(view, step, out);
    if (!view->secrets.question.is_open)
        encode_outcomes(view, false, out);
    json_end(out);
}

static const struct grimoire_token *asking_token(const struct grimoire_secrets *secrets)
{
    for (int i = 0; i < secrets->token_count; i++)
        if (secrets->token[i].id == secrets->question.token)
            return &secrets->token[i];
    return NULL;
}

static void encode_question(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_secrets *secrets = &view->secrets;
    const struct intent *intent = &secrets->question.intent;
    const struct grimoire_token *token = asking_token(secrets);
    if (!secrets->question.is_open || !token) {
        json_null(out, "question");
        return;
    }
    json_object(out, "question");
    json_text(out, "effect", grimoire_effect_names[token->effect]);
    json_int(out, "holder", token->holder);
    json_text(out, "intent", grimoire_intent_names[intent->kind]);
    json_text(out, "cause", grimoire_cause_names[intent->cause]);
    encode_seat(out, "source", intent->source);
    encode_seat(out, "target", intent->target);
    json_text(out, "answer", intent->players ? "player" : "yes_or_no");
    encode_seats(out, "players", intent->players);
    json_bool(out, "may_be_nobody", intent->may_be_nobody);
    encode_outcomes(view, true, out);
    json_end(out);
}

static void encode_warning(const struct grimoire_warning_note *note, struct json *out)
{
    bool has_character = note->kind == GRIMOIRE_BLUFF_IN_PLAY ||
                         note->kind == GRIMOIRE_CUSTOM_CHANGES_SETUP ||
                         note->kind == GRIMOIRE_MADNESS;
    json_object(out, NULL);
    json_text(out, "warning", grimoire_warning_names[note->kind]);
    encode_seat(out, "seat", note->seat);
    encode_character(out, "character", has_character ? note->value : GRIMOIRE_NO_CHARACTER);
    if (note->kind == GRIMOIRE_PREPARATION_MISSING)
        json_text(out, "effect", grimoire_effect_names[note->value]);
    else
        json_null(out, "effect");
    if (note->kind == GRIMOIRE_WRONG_TEAM_COUNT)
        json_text(out, "team", grimoire_team_names[note->value]);
    else
        json_null(out, "team");
    json_end(out);
}

/* What has come of the latest choice, and what executing the player on the block would do. */
static void encode_consequence(const struct grimoire_view *view, struct json *out)
{
    json_object(out, "consequence");
    encode_number(out, "step", view->secrets.facts.step);
    encode_facts(out, "facts", &view->secrets.facts);
    if (view->desk.has_execution)
        encode_facts(out, "execution", &view->desk.execution);
    else
        json_null(out, "execution");
    json_end(out);
    json_object(out, "alive");
    json_int(out, "now", grimoire_seats_count(view->desk.alive));
    json_int(out, "announced", view->table.seat_count - grimoire_seats_count(view->table.dead));
    json_end(out);
}

void grimoire_encode_desk(const struct grimoire_view *view, struct json *out)
{
    encode_bag(view, out);
    encode_characters(out, "bluffs", view->secrets.bluffs);
    encode_preparation(view, out);
    encode_night(view, out);
    encode_step(view, out);
    encode_question(view, out);
    encode_consequence(view, out);
    encode_outcome(out, "victory", view->secrets.victory, view->secrets.victory_reason);
    json_array(out, "warnings");
    for (int i = 0; i < view->desk.warning_count; i++)
        encode_warning(&view->desk.warning[i], out);
    json_end(out);
}
