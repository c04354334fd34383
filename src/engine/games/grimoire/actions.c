/* What a viewer may do now. By the tables: a command is offered when its rule allows it, with every value of
 * each argument that is needed; and by the functions below, for commands whose rules the tables cannot
 * express. */
#include "encode.h"

#include "engine/message.h"

static const struct game_message *message_of(int kind)
{
    return &grimoire_commands[kind];
}

static void begin_entry(struct json *out, int kind)
{
    json_object(out, NULL);
    json_text(out, "type", message_of(kind)->name);
}

static seat_set everybody(const struct grimoire_view *view)
{
    return seat_bit(view->table.seat_count) - 1;
}

static grimoire_characters existing(const struct grimoire_script *script)
{
    grimoire_characters characters = characters_none();
    for (int i = 1; i < GRIMOIRE_CUSTOM_FIRST + script->custom_count; i++)
        characters = characters_with(characters, i);
    return characters;
}

/* Any argument, by its type */

static void encode_range(struct json *out, const char *key, int64_t min, int64_t max)
{
    json_object(out, key);
    json_int(out, "min", min);
    json_int(out, "max", max);
    json_end(out);
}

static void encode_bools(struct json *out, const char *key, bool with_true, bool with_false)
{
    json_array(out, key);
    if (with_true)
        json_bool(out, NULL, true);
    if (with_false)
        json_bool(out, NULL, false);
    json_end(out);
}

/* Characters and steps that do not exist are left out. */
static void encode_name_list(const struct grimoire_view *view, const struct game_arg *arg,
                             struct json *out)
{
    int custom_end = GRIMOIRE_CUSTOM_FIRST + view->script.custom_count;
    bool has_custom = arg->names == grimoire_character_names || arg->names == grimoire_step_names ||
                      arg->names == grimoire_about_names;
    json_array(out, arg->name);
    for (int i = (int)arg->min; arg->names[i]; i++)
        if (!has_custom || i < custom_end || i >= GRIMOIRE_CHARACTERS)
            json_text(out, NULL, arg->names[i]);
    json_end(out);
}

static void encode_argument(const struct grimoire_view *view, const struct game_arg *arg,
                            struct json *out)
{
    switch (arg->type) {
    case ARG_SEAT: encode_seats(out, arg->name, everybody(view)); break;
    case ARG_BOOL: encode_bools(out, arg->name, true, true); break;
    case ARG_NAME: encode_name_list(view, arg, out); break;
    case ARG_INT: encode_range(out, arg->name, arg->min, arg->max); break;
    case ARG_TEXT: encode_range(out, arg->name, 0, arg->max); break;
    case ARG_NONE:
    case ARG_SEATS:
    case ARG_NAMES:
    case ARG_TIME:
    case ARG_FIELD:
    case ARG_FIELDS:
    case ARG_SET:
    case ARG_WORD:
    case ARG_ID:
    case ARG_OTHER: break; /* no command here has one that is not written by hand */
    }
}

static void encode_by_table(const struct grimoire_view *view, int kind, struct json *out)
{
    const struct game_message *message = message_of(kind);
    begin_entry(out, kind);
    for (int i = 0; i < message_arg_count(message); i++)
        if (!message->args[i].optional)
            encode_argument(view, &message->args[i], out);
    json_end(out);
}

/* One with a single list of seats; none if there is nobody. */
static void encode_with_seats(int kind, const char *key, seat_set seats, struct json *out)
{
    if (!seats)
        return;
    begin_entry(out, kind);
    encode_seats(out, key, seats);
    json_end(out);
}

static void encode_with_some(int kind, grimoire_characters from, int max, struct json *out)
{
    int count = characters_count(from);
    begin_entry(out, kind);
    json_object(out, "characters");
    encode_characters(out, "from", from);
    encode_range(out, "count", 0, count < max ? count : max);
    json_end(out);
    json_end(out);
}

/* Set-up */

/* How long a text may still be, even if each of its bytes needs an escape. */
static int text_room(const struct grimoire_view *view)
{
    return (GRIMOIRE_SCRIPT_BYTES - grimoire_script_bytes(&view->script)) / 2;
}

static void encode_describe_script(const struct grimoire_view *view, struct json *out)
{
    if (text_room(view) < GRIMOIRE_RULE_SIZE)
        return;
    begin_entry(out, GRIMOIRE_DESCRIBE_SCRIPT);
    encode_names(out, "part", (const char *const[]){ "author" }, 1);
    encode_range(out, "text", 0, GRIMOIRE_NAME_SIZE - 1);
    json_end(out);
    if (view->script.house_rule_count == GRIMOIRE_HOUSE_RULES_MAX)
        return;
    begin_entry(out, GRIMOIRE_DESCRIBE_SCRIPT);
    encode_names(out, "part", (const char *const[]){ "house_rule" }, 1);
    encode_range(out, "text", 0, GRIMOIRE_RULE_SIZE - 1);
    json_end(out);
}

static void encode_add_custom(const struct grimoire_view *view, struct json *out)
{
    if (view->script.custom_count < GRIMOIRE_CUSTOM_MAX && text_room(view) >= GRIMOIRE_NAME_SIZE)
        encode_by_table(view, GRIMOIRE_ADD_CUSTOM, out);
}

static void encode_describe_part(const char *part, grimoire_characters characters, int size,
                                 struct json *out)
{
    if (!characters_any(characters))
        return;
    begin_entry(out, GRIMOIRE_DESCRIBE_CUSTOM);
    encode_characters(out, "character", characters);
    encode_names(out, "part", (const char *const[]){ part }, 1);
    encode_range(out, "text", 0, size - 1);
    json_end(out);
}

static void encode_describe_custom(const struct grimoire_view *view, struct json *out)
{
    grimoire_characters custom = characters_none(), may_remind = characters_none();
    for (int i = 0; i < view->script.custom_count; i++) {
        custom = characters_with(custom, GRIMOIRE_CUSTOM_FIRST + i);
        if (view->script.custom[i].reminder_count < GRIMOIRE_REMINDERS_MAX)
            may_remind = characters_with(may_remind, GRIMOIRE_CUSTOM_FIRST + i);
    }
    if (text_room(view) < GRIMOIRE_ABILITY_SIZE)
        return;
    encode_describe_part("id", custom, GRIMOIRE_ID_SIZE, out);
    encode_describe_part("ability", custom, GRIMOIRE_ABILITY_SIZE, out);
    encode_describe_part("reminder", may_remind, GRIMOIRE_NOTE_SIZE, out);
}

static void encode_move_seat(const struct grimoire_view *view, struct json *out)
{
    begin_entry(out, GRIMOIRE_MOVE_SEAT);
    encode_seats(out, "seat", everybody(view));
    encode_range(out, "place", 0, view->table.seat_count - 1);
    json_end(out);
}

static seat_set dealt(const struct grimoire_view *view)
{
    return everybody(view) & ~view->table.travellers;
}

static seat_set dealt_somebody(const struct grimoire_view *view)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (view->secrets.seat[seat].character != GRIMOIRE_NO_CHARACTER)
            seats |= seat_bit(seat);
    return seats & dealt(view);
}

static void encode_seat_and_character(int kind, seat_set seats, grimoire_characters characters,
                                      struct json *out)
{
    if (!seats)
        return;
    begin_entry(out, kind);
    encode_seats(out, "seat", seats);
    encode_characters(out, "character", characters);
    json_end(out);
}

static void encode_prepare(const struct grimoire_view *view, struct json *out)
{
    for (int seat = 0; seat < view->table.seat_count; seat++) {
        if (!view->desk.prepare_from[seat])
            continue;
        begin_entry(out, GRIMOIRE_PREPARE);
        encode_seats(out, "seat", seat_bit(seat));
        encode_seats(out, "target", view->desk.prepare_from[seat]);
        json_end(out);
    }
}

/* Night */

static void encode_steps(const struct grimoire_view *view, int kind, bool waiting, struct json *out)
{
    uint64_t steps = 0;
    for (int i = 0; i < view->secrets.step_count; i++)
        if ((view->secrets.step[i].status == GRIMOIRE_STEP_WAITS) == waiting)
            steps |= (uint64_t)1 << i;
    if (!steps)
        return;
    begin_entry(out, kind);
    json_array(out, "step");
    for (int i = 0; steps >> i; i++)
        if (steps >> i & 1)
            json_int(out, NULL, i);
    json_end(out);
    json_end(out);
}

static bool has_choice(const struct grimoire_view *view)
{
    const struct grimoire_desk *desk = &view->desk;
    int open = view->secrets.open_step;
    bool chooses = desk->choice_count > 0 || characters_any(desk->may_pick);
    return open >= 0 && chooses && !view->secrets.step[open].has_chosen &&
           grimoire_seats_count(desk->may_choose) >= desk->choice_count;
}

/* A phone is asked for players alone, and for as many as there are to be. */
static bool has_prompt(const struct grimoire_view *view)
{
    return has_choice(view) && view->desk.choice_count > 0 && !view->desk.may_choose_nobody &&
           !characters_any(view->desk.may_pick);
}

static void encode_choice_of(int kind, seat_set from, int count, struct json *out)
{
    begin_entry(out, kind);
    json_object(out, "players");
    encode_seats(out, "from", from);
    json_int(out, "count", count);
    json_end(out);
    json_end(out);
}

static void encode_choose(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_desk *desk = &view->desk;
    if (!has_choice(view))
        return;
    if (desk->may_choose_nobody)
        encode_choice_of(GRIMOIRE_CHOOSE, SEATS_NONE, 0, out);
    begin_entry(out, GRIMOIRE_CHOOSE);
    json_object(out, "players");
    encode_seats(out, "from", desk->choice_count > 0 ? desk->may_choose : SEATS_NONE);
    json_int(out, "count", desk->choice_count);
    json_end(out);
    if (characters_any(desk->may_pick)) {
        json_object(out, "characters");
        encode_characters(out, "from", desk->may_pick);
        json_int(out, "count", 1);
        json_end(out);
    }
    json_end(out);
}

static void encode_answer_prompt(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_own *own = &view->own;
    if (own->has_prompt && !own->has_answered)
        encode_choice_of(GRIMOIRE_ANSWER_PROMPT, own->prompt_from, own->prompt_count, out);
    else if (grimoire_has_decoy(&view->table, own))
        encode_choice_of(GRIMOIRE_ANSWER_PROMPT, everybody(view), 1, out);
}

/* Day */

static bool is_storyteller(const struct grimoire_view *view)
{
    return view->viewer == SEAT_NARRATOR;
}

static bool has_claim(const struct grimoire_view *view)
{
    return view->table.claim.seat != GRIMOIRE_NOBODY;
}

static seat_set nominees_of(const struct grimoire_view *view)
{
    const struct grimoire_table *table = &view->table;
    if (is_storyteller(view))
        return everybody(view);
    bool may = seat_in(grimoire_may_nominate(table), view->viewer);
    return table->is_open ? grimoire_may_be_exiled(table) |
                                (may ? grimoire_may_be_nominated(table) : SEATS_NONE)
                          : SEATS_NONE;
}

static void encode_nominate(const struct grimoire_view *view, struct json *out)
{
    seat_set nominees = nominees_of(view);
    if (!nominees || has_claim(view) || view->table.nomination_count == GRIMOIRE_SEATS_MAX)
        return;
    begin_entry(out, GRIMOIRE_NOMINATE);
    encode_seats(out, "nominee", nominees);
    if (is_storyteller(view))
        encode_seats(out, "nominator", everybody(view));
    json_end(out);
}

static void encode_raise_hand(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_table *table = &view->table;
    bool is_up = seat_in(table->vote.hands, view->viewer);
    bool may = !seat_in(table->vote.counted, view->viewer) &&
               (is_up || grimoire_has_vote(table, view->viewer));
    if (!may)
        return;
    begin_entry(out, GRIMOIRE_RAISE_HAND);
    encode_bools(out, "is_up", !is_up, is_up);
    json_end(out);
}

static void encode_hands(seat_set seats, bool is_up, struct json *out)
{
    if (!seats)
        return;
    begin_entry(out, GRIMOIRE_SET_HAND);
    encode_seats(out, "seat", seats);
    encode_bools(out, "is_up", is_up, !is_up);
    json_end(out);
}

static void encode_set_hand(const struct grimoire_view *view, struct json *out)
{
    const struct grimoire_table *table = &view->table;
    seat_set left = everybody(view) & ~table->vote.counted, may = SEATS_NONE;
    for (int seat = 0; seat < table->seat_count; seat++)
        if (grimoire_may_be_given_hand(table, seat))
            may |= seat_bit(seat);
    encode_hands(left & ~table->vote.hands & may, true, out);
    encode_hands(left & table->vote.hands, false, out);
}

static void encode_give_vote(const struct grimoire_view *view, struct json *out)
{
    seat_set to = grimoire_may_be_given_vote(&view->table),
             from = grimoire_may_give_vote(&view->table);
    bool may = is_storyteller(view) ? from != SEATS_NONE : seat_in(from, view->viewer);
    if (!may || !to || has_claim(view))
        return;
    begin_entry(out, GRIMOIRE_GIVE_VOTE);
    encode_seats(out, "to", to);
    if (is_storyteller(view))
        encode_seats(out, "seat", from);
    json_end(out);
}

static void encode_claim_action(const struct grimoire_view *view, struct json *out)
{
    grimoire_effect_set actions =
        grimoire_day_actions_of(&view->table, &view->script, view->viewer);
    if (!characters_any(actions) || has_claim(view))
        return;
    begin_entry(out, GRIMOIRE_CLAIM_ACTION);
    encode_effects(out, "action", actions);
    encode_seats(out, "target", everybody(view));
    if (is_storyteller(view))
        encode_seats(out, "seat", everybody(view));
    json_end(out);
}

/* The storyteller's hand */

static void encode_answer_to(const struct intent *asked, struct json *out)
{
    begin_entry(out, GRIMOIRE_ANSWER);
    if (asked->players) {
        json_array(out, "player");
        for (int seat = 0; seat < GRIMOIRE_SEATS_MAX; seat++)
            if (seat_in(asked->players, seat))
                json_int(out, NULL, seat);
        if (asked->may_be_nobody)
            json_null(out, NULL);
        json_end(out);
    } else {
        encode_bools(out, "is_yes", true, true);
    }
    json_end(out);
}

static void encode_remove_effect(const struct grimoire_secrets *secrets, struct json *out)
{
    if (secrets->token_count == 0)
        return;
    begin_entry(out, GRIMOIRE_REMOVE_EFFECT);
    json_array(out, "token");
    for (int i = 0; i < secrets->token_count; i++)
        json_int(out, NULL, secrets->token[i].id);
    json_end(out);
    json_end(out);
}

static void encode_if(bool is_offered, const struct grimoire_view *view, int kind, struct json *out)
{
    if (is_offered)
        encode_by_table(view, kind, out);
}

static void encode_command(const struct grimoire_view *view, int kind, struct json *out)
{
    const struct grimoire_secrets *secrets = &view->secrets;
    const struct grimoire_desk *desk = &view->desk;
    bool is_step_open = secrets->open_step >= 0;
    grimoire_characters script = view->script.characters, all = existing(&view->script);
    switch ((enum grimoire_command)kind) {
    case GRIMOIRE_DESCRIBE_SCRIPT: encode_describe_script(view, out); break;
    case GRIMOIRE_ADD_CUSTOM: encode_add_custom(view, out); break;
    case GRIMOIRE_DESCRIBE_CUSTOM: encode_describe_custom(view, out); break;
    case GRIMOIRE_MOVE_SEAT: encode_move_seat(view, out); break;
    case GRIMOIRE_SET_BAG: encode_with_some(kind, script, GRIMOIRE_CHARACTERS, out); break;
    case GRIMOIRE_DEAL:
        encode_if(characters_count(secrets->bag) == view->dealt_count, view, kind, out);
        break;
    case GRIMOIRE_ASSIGN: encode_seat_and_character(kind, dealt(view), all, out); break;
    case GRIMOIRE_SET_BELIEF:
        encode_seat_and_character(kind, dealt_somebody(view),
                                  characters_with(all, GRIMOIRE_NO_CHARACTER), out);
        break;
    case GRIMOIRE_HAND_OUT: encode_if(dealt_somebody(view) == dealt(view), view, kind, out); break;
    case GRIMOIRE_ACKNOWLEDGE: encode_if(!view->own.has_seen, view, kind, out); break;
    case GRIMOIRE_BET: encode_if(seat_in(view->table.dead, view->viewer), view, kind, out); break;
    case GRIMOIRE_SET_BLUFFS: encode_with_some(kind, script, GRIMOIRE_BLUFFS, out); break;
    case GRIMOIRE_PREPARE: encode_prepare(view, out); break;
    case GRIMOIRE_OPEN_STEP:
    case GRIMOIRE_SKIP_STEP: encode_steps(view, kind, true, out); break;
    case GRIMOIRE_REDO_STEP: encode_steps(view, kind, false, out); break;
    case GRIMOIRE_CLOSE_STEP:
    case GRIMOIRE_TELL:
    case GRIMOIRE_FINISH_STEP: encode_if(is_step_open, view, kind, out); break;
    case GRIMOIRE_SEND_PROMPT: encode_if(has_prompt(view), view, kind, out); break;
    case GRIMOIRE_CHOOSE: encode_choose(view, out); break;
    case GRIMOIRE_ADD_STEP:
    case GRIMOIRE_ADD_INFO:
        encode_if(secrets->step_count < GRIMOIRE_STEPS_MAX, view, kind, out);
        break;
    case GRIMOIRE_ANSWER_PROMPT: encode_answer_prompt(view, out); break;
    case GRIMOIRE_NOMINATE: encode_nominate(view, out); break;
    case GRIMOIRE_RAISE_HAND: encode_raise_hand(view, out); break;
    case GRIMOIRE_SET_HAND: encode_set_hand(view, out); break;
    case GRIMOIRE_EXECUTE: encode_if(!has_claim(view), view, kind, out); break;
    case GRIMOIRE_CLAIM_ACTION: encode_claim_action(view, out); break;
    case GRIMOIRE_GIVE_VOTE: encode_give_vote(view, out); break;
    case GRIMOIRE_RESOLVE_ACTION:
    case GRIMOIRE_DISMISS_ACTION: encode_if(has_claim(view), view, kind, out); break;
    case GRIMOIRE_ANSWER:
        if (secrets->question.is_open)
            encode_answer_to(&secrets->question.intent, out);
        break;
    case GRIMOIRE_DISMISS_QUESTION: encode_if(secrets->question.is_open, view, kind, out); break;
    case GRIMOIRE_ADD_EFFECT:
        encode_if(secrets->token_count < GRIMOIRE_TOKENS_BY_HAND, view, kind, out);
        break;
    case GRIMOIRE_REMOVE_EFFECT: encode_remove_effect(secrets, out); break;
    case GRIMOIRE_KILL: encode_with_seats(kind, "seat", desk->alive, out); break;
    case GRIMOIRE_REVIVE:
        encode_with_seats(kind, "seat", everybody(view) & ~desk->alive, out);
        break;
    case GRIMOIRE_REVEAL_SEAT:
        if (view->table.declared != GRIMOIRE_NO_SIDE)
            encode_with_seats(kind, "seat", everybody(view) & ~view->table.turned, out);
        break;
    case GRIMOIRE_DECLARE_WINNER:
        encode_if(view->table.declared == GRIMOIRE_NO_SIDE, view, kind, out);
        break;
    case GRIMOIRE_DISMISS_VICTORY:
        encode_if(secrets->victory != GRIMOIRE_NO_SIDE, view, kind, out);
        break;
    case GRIMOIRE_BEGIN_SCRIPT:
    case GRIMOIRE_ADD_CHARACTER:
    case GRIMOIRE_REMOVE_CHARACTER:
    case GRIMOIRE_ORDER_NIGHT:
    case GRIMOIRE_SWAP_SEATS:
    case GRIMOIRE_SET_TRAVELLER:
    case GRIMOIRE_FILL_BAG:
    case GRIMOIRE_MARK_SEEN:
    case GRIMOIRE_BEGIN_NIGHT:
    case GRIMOIRE_SHOW:
    case GRIMOIRE_BEGIN_DAY:
    case GRIMOIRE_OPEN_NOMINATIONS:
    case GRIMOIRE_RUN_CLOCK:
    case GRIMOIRE_SET_CLOCK:
    case GRIMOIRE_COUNT_HAND:
    case GRIMOIRE_COUNT_ALL:
    case GRIMOIRE_CANCEL_VOTE:
    case GRIMOIRE_SET_TIMER:
    case GRIMOIRE_CHANGE_CHARACTER:
    case GRIMOIRE_SET_ALIGNMENT:
    case GRIMOIRE_GUESS:
    case GRIMOIRE_END_GAME: encode_by_table(view, kind, out); break;
    case GRIMOIRE_COMMAND_COUNT: break;
    }
}

void grimoire_encode_actions(const struct grimoire_view *view, struct json *out)
{
    json_array(out, "available_actions");
    for (int kind = COMMAND_FIRST; kind < GRIMOIRE_COMMAND_COUNT; kind++)
        if (grimoire_rule_allows(&view->table, view->secrets.question.is_open, kind, view->viewer))
            encode_command(view, kind, out);
    json_end(out);
}
