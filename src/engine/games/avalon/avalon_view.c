/* Avalon: the only file that says who sees what. The table is public; a viewer's own knowledge is added to
 * it, and at the end everybody's. The viewer's own part is padded to one length, so that the size of a
 * message tells no role, card or vote. */
#include "avalon.h"

#include <assert.h>
#include <string.h>

#include "engine/message.h"

/* With Excalibur there may be a card that was turned on each quest. */
enum { OWN_PART_SIZE = 900, ARMED_PART_SIZE = 1300 };

static void view_examinations(const struct avalon_state *s, int viewer, struct avalon_view *view)
{
    bool is_over = s->table.phase == AVALON_FINISHED;
    memcpy(view->examinations, s->examinations, sizeof view->examinations);
    for (int i = 0; i < AVALON_LADY_USES; i++)
        if (!is_over && s->examinations[i].holder != viewer)
            view->examinations[i].team = AVALON_NO_TEAM;
}

static void view_end(const struct avalon_state *s, struct avalon_view *view)
{
    for (int seat = 0; seat < AVALON_SEATS_MAX; seat++) {
        view->roles[seat] = s->own[seat].role;
        view->teams[seat] = s->own[seat].team;
        view->named[seat] = s->own[seat].named;
    }
}

void avalon_view(const void *state, int viewer, void *out)
{
    const struct avalon_state *s = state;
    struct avalon_view *view = out;
    bool is_seated = viewer >= 0 && viewer < s->table.seat_count;
    view->seat = (int8_t)(is_seated ? viewer : -1);
    view->table = s->table;
    view->own.named = view->own.named_second = view->own.lancelot = view->own.checked = -1;
    if (is_seated)
        view->own = s->own[viewer];
    view_examinations(s, viewer, view);
    if (s->table.phase == AVALON_FINISHED)
        view_end(s, view);
}

/* Encoding: small things */

static void encode_seats(struct json *out, const char *key, seat_set seats)
{
    static const struct game_arg as_seats = { "", ARG_SEATS };
    message_write_arg(&as_seats, key, seats, NULL, out);
}

static void encode_seat(struct json *out, const char *key, int seat)
{
    if (seat < 0)
        json_null(out, key);
    else
        json_int(out, key, seat);
}

/* The name, or null for the first of `names`, which is "none". */
static void encode_name(struct json *out, const char *key, const char *const names[], int value)
{
    if (value == 0)
        json_null(out, key);
    else
        json_text(out, key, names[value]);
}

/* The table */

static void encode_rules(const struct avalon_table *table, struct json *out)
{
    int evil_count = avalon_evil_count(table->seat_count);
    json_int(out, "player_count", table->seat_count);
    json_int(out, "good_count", table->seat_count - evil_count);
    json_int(out, "evil_count", evil_count);
    json_int(out, "approvals_required", avalon_approvals_needed(table->seat_count));
    json_array(out, "roles_in_play");
    for (int role = AVALON_MERLIN; role < AVALON_ROLE_COUNT; role++)
        if (avalon_in_play(table, (enum avalon_role)role))
            json_text(out, NULL, avalon_role_names[role]);
    json_end(out);
    json_bool(out, "anonymous_votes", table->has_anonymous_votes);
    json_bool(out, "flip_evil", table->has_flip_evil);
    json_bool(out, "oberon_hidden_from_merlin", table->oberon_hidden_from_merlin);
    json_bool(out, "oberon_good_to_lady", table->oberon_good_to_lady);
    json_bool(out, "swap_votes", table->has_swapped_votes);
    if (table->has_excalibur)
        json_bool(out, "has_excalibur", true);
}

/* The loyalty cards that lie open: for each quest whether the Lancelots switch when it begins. */
static void encode_lancelots(const struct avalon_table *table, struct json *out)
{
    json_object(out, "lancelots");
    json_text(out, "mode", game_avalon.options[AVALON_LANCELOTS].arg.names[table->lancelots]);
    json_array(out, "switches");
    for (int quest = 0; quest < table->loyalty_count; quest++)
        json_bool(out, NULL, table->switches >> quest & 1);
    json_end(out);
    json_end(out);
}

/* Whom the assassin took for the Untrustworthy Servant, and whether it was so. */
static void encode_servant(const struct avalon_table *table, struct json *out)
{
    json_object(out, "servant");
    json_int(out, "named", table->servant_named);
    json_bool(out, "is_found", table->is_servant_found);
    json_end(out);
}

static void encode_quest(const struct avalon_table *table, int index, struct json *out)
{
    const struct avalon_quest *quest = &table->quests[index];
    int size = avalon_team_size(table->seat_count, index);
    json_object(out, NULL);
    json_int(out, "quest_number", index + 1);
    json_int(out, "team_size", size);
    json_int(out, "fails_required", avalon_fails_needed(table->seat_count, index));
    encode_seats(out, "team_members", quest->team);
    if (quest->is_done) {
        json_bool(out, "success", quest->is_success);
        json_int(out, "success_count", size - quest->fails - quest->magic);
        json_int(out, "fail_count", quest->fails);
        if (table->sorcerers)
            json_int(out, "magic_count", quest->magic);
        if (table->messengers) {
            json_int(out, "good_messages", quest->good_messages);
            json_int(out, "evil_messages", quest->evil_messages);
        }
    } else {
        json_null(out, "success");
    }
    if (table->has_excalibur) {
        encode_seat(out, "excalibur", quest->excalibur);
        encode_seat(out, "turned", quest->turned);
    }
    json_end(out);
}

static void encode_quests(const struct avalon_table *table, struct json *out)
{
    json_array(out, "quests");
    for (int index = 0; index < AVALON_QUESTS; index++)
        encode_quest(table, index, out);
    json_end(out);
}

static void encode_proposal(const struct avalon_table *table,
                            const struct avalon_proposal *proposal, struct json *out)
{
    bool is_counted = proposal->approvals + proposal->rejections > 0;
    json_object(out, NULL);
    json_int(out, "quest_number", proposal->quest + 1);
    json_int(out, "leader", proposal->leader);
    encode_seats(out, "team_members", proposal->team);
    if (table->has_excalibur)
        json_int(out, "excalibur", proposal->excalibur);
    if (is_counted) {
        json_bool(out, "approved", proposal->is_approved);
        json_int(out, "approvals", proposal->approvals);
        json_int(out, "rejections", proposal->rejections);
    } else {
        json_null(out, "approved");
    }
    if (is_counted && !table->has_anonymous_votes)
        encode_seats(out, "approved_by", proposal->approved_by);
    json_end(out);
}

static void encode_proposals(const struct avalon_table *table, struct json *out)
{
    json_array(out, "proposals");
    for (int i = 0; i < table->proposal_count; i++)
        encode_proposal(table, &table->proposals[i], out);
    json_end(out);
}

static bool has_team(const struct avalon_table *table)
{
    return table->phase == AVALON_TEAM_VOTING || table->phase == AVALON_VOTE_RESULTS ||
           table->phase == AVALON_QUEST_EXECUTION || table->phase == AVALON_SWORD ||
           table->phase == AVALON_QUEST_RESULTS;
}

static void encode_now(const struct avalon_table *table, struct json *out)
{
    json_int(out, "quest_number", table->quest + 1);
    json_int(out, "team_size", avalon_team_size(table->seat_count, table->quest));
    json_int(out, "fails_required", avalon_fails_needed(table->seat_count, table->quest));
    encode_seat(out, "leader", table->leader);
    json_int(out, "rejection_count", table->rejections);
    json_bool(out, "is_last_proposal", table->rejections == AVALON_REJECTIONS_MAX - 1);
    encode_seats(out, "picks", table->phase == AVALON_TEAM_BUILDING ? table->picks : SEATS_NONE);
    encode_seats(out, "proposed_team", has_team(table) ? avalon_proposal(table)->team : SEATS_NONE);
    json_bool(out, "is_window_open", table->is_window_open);
}

/* It is public who has voted; how they voted, only when all have. */
static void encode_votes(const struct avalon_table *table, struct json *out)
{
    seat_set voted = table->phase == AVALON_TEAM_VOTING ? table->voted : SEATS_NONE;
    json_object(out, "votes");
    json_int(out, "submitted", avalon_seats_count(voted));
    json_int(out, "required", table->seat_count);
    encode_seats(out, "voted", voted);
    json_end(out);
}

/* How many have acted, of how many; 0 of 1 where one person has to act. */
static void encode_action_status(const struct avalon_table *table, struct json *out)
{
    int done = 0, total = 1;
    if (table->phase == AVALON_ROLE_REVEAL) {
        done = table->acknowledged;
        total = table->seat_count;
    } else if (table->phase == AVALON_TEAM_VOTING) {
        done = avalon_seats_count(table->voted);
        total = table->seat_count;
    } else if (table->phase == AVALON_QUEST_EXECUTION) {
        done = table->cards_played;
        total = avalon_team_size(table->seat_count, table->quest);
    } else if (avalon_shows_results(table)) {
        done = table->seen;
        total = table->seat_count;
    }
    json_object(out, "action_status");
    json_text(out, "phase", avalon_phase_names[table->phase]);
    json_int(out, "done", done);
    json_int(out, "total", total);
    json_end(out);
}

static void encode_lady(const struct avalon_view *view, struct json *out)
{
    const struct avalon_table *table = &view->table;
    json_object(out, "lady");
    encode_seat(out, "holder", table->lady);
    encode_seats(out, "has_held", table->has_held_lady);
    json_array(out, "examinations");
    for (int i = 0; i < table->examination_count; i++) {
        json_object(out, NULL);
        json_int(out, "quest_number", view->examinations[i].quest + 1);
        json_int(out, "holder", view->examinations[i].holder);
        json_int(out, "target", view->examinations[i].target);
        if (table->phase == AVALON_FINISHED)
            json_text(out, "team", avalon_team_names[view->examinations[i].team]);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}

static void encode_end(const struct avalon_view *view, struct json *out)
{
    const struct avalon_table *table = &view->table;
    json_text(out, "winning_team", avalon_team_names[table->winner]);
    json_text(out, "reason", avalon_reason_names[table->reason]);
    encode_seat(out, "assassin_target", table->assassin_target);
    if (table->messengers)
        encode_seat(out, "assassin_second", table->assassin_second);
    json_array(out, "roles");
    for (int seat = 0; seat < table->seat_count; seat++) {
        json_object(out, NULL);
        json_text(out, "role", avalon_role_names[view->roles[seat]]);
        json_text(out, "team", avalon_team_names[view->teams[seat]]);
        json_end(out);
    }
    json_end(out);
    json_array(out, "instincts");
    for (int seat = 0; seat < table->seat_count; seat++)
        encode_seat(out, NULL, view->named[seat]);
    json_end(out);
}

/* The viewer's own part */

static const char *knowledge_name(const struct avalon_table *table, enum avalon_role role)
{
    if (role == AVALON_PERCIVAL)
        return "merlin";
    if (avalon_is_shown(table, role, AVALON_JUNIOR_MESSENGER))
        return "messenger";
    /* A player who is shown the evil ones is shown the assassin. */
    return role == AVALON_ASSASSIN || avalon_is_shown(table, role, AVALON_ASSASSIN) ? "evil"
                                                                                    : "none";
}

static void encode_my_role(const struct avalon_table *table, const struct avalon_own *own,
                           struct json *out)
{
    if (own->role == AVALON_NONE) {
        json_null(out, "my_role");
        return;
    }
    json_object(out, "my_role");
    json_text(out, "role", avalon_role_names[own->role]);
    json_text(out, "team", avalon_team_names[own->team]);
    json_text(out, "knows", knowledge_name(table, (enum avalon_role)own->role));
    encode_seats(out, "known_players", own->known);
    if (own->lancelot >= 0)
        json_int(out, "lancelot", own->lancelot);
    json_end(out);
}

/* The cards that the viewer has turned with Excalibur, as they were. */
static void encode_turned_cards(const struct avalon_view *view, struct json *out)
{
    for (int quest = 0; quest < AVALON_QUESTS; quest++) {
        if (view->own.saw[quest] == AVALON_NO_CARD)
            continue;
        json_object(out, NULL);
        json_text(out, "type", "turn");
        json_int(out, "quest_number", quest + 1);
        json_int(out, "target", view->table.quests[quest].turned);
        json_text(out, "card", avalon_card_names[view->own.saw[quest]]);
        json_end(out);
    }
}

/* What the viewer has done and learnt in secret. */
static void encode_my_actions(const struct avalon_view *view, struct json *out)
{
    json_array(out, "actions");
    if (view->own.checked >= 0 && view->own.checked != view->seat) {
        json_object(out, NULL);
        json_text(out, "type", "check");
        json_int(out, "target", view->own.checked);
        json_text(out, "team", avalon_team_names[view->own.checked_team]);
        json_end(out);
    }
    for (int i = 0; i < view->table.examination_count; i++) {
        const struct avalon_examination *examination = &view->examinations[i];
        if (view->seat < 0 || examination->holder != view->seat)
            continue;
        json_object(out, NULL);
        json_text(out, "type", "examine");
        json_int(out, "target", examination->target);
        json_text(out, "team", avalon_team_names[examination->team]);
        json_end(out);
    }
    encode_turned_cards(view, out);
    json_end(out);
}

static void begin_action(struct json *out, enum avalon_command command)
{
    json_object(out, NULL);
    json_text(out, "type", game_avalon.commands[command].name);
}

static void encode_target_action(struct json *out, enum avalon_command command, seat_set targets)
{
    begin_action(out, command);
    encode_seats(out, "target", targets);
    json_end(out);
}

static void encode_team_actions(const struct avalon_table *table, struct json *out)
{
    int size = avalon_team_size(table->seat_count, table->quest);
    begin_action(out, AVALON_SET_PICKS);
    json_object(out, "team");
    encode_seats(out, "from", avalon_everybody(table));
    json_object(out, "count");
    json_int(out, "min", 0);
    json_int(out, "max", size);
    json_end(out);
    json_end(out);
    json_end(out);
    begin_action(out, AVALON_PROPOSE_TEAM);
    json_object(out, "team");
    encode_seats(out, "from", avalon_everybody(table));
    json_int(out, "count", size);
    json_end(out);
    json_end(out);
}

static void encode_vote_action(struct json *out)
{
    begin_action(out, AVALON_CAST_VOTE);
    json_array(out, "vote");
    json_text(out, NULL, avalon_vote_names[AVALON_APPROVE]);
    json_text(out, NULL, avalon_vote_names[AVALON_REJECT]);
    json_end(out);
    json_end(out);
}

static void encode_card_action(const struct avalon_view *view, struct json *out)
{
    begin_action(out, AVALON_PLAY_CARD);
    json_array(out, "card");
    for (int card = AVALON_SUCCESS; card < AVALON_CARD_COUNT; card++)
        if (avalon_may_play(&view->table, &view->own, (enum avalon_card)card))
            json_text(out, NULL, avalon_card_names[card]);
    json_end(out);
    json_end(out);
}

static void encode_plain_action(struct json *out, enum avalon_command command)
{
    begin_action(out, command);
    json_end(out);
}

/* Null leaves all cards as they are. */
static void encode_sword_action(const struct avalon_table *table, struct json *out)
{
    begin_action(out, AVALON_USE_EXCALIBUR);
    json_array(out, "target");
    for (int seat = 0; seat < table->seat_count; seat++)
        if (seat_in(avalon_turnable(table), seat))
            json_int(out, NULL, seat);
    json_null(out, NULL);
    json_end(out);
    json_end(out);
}

static void encode_aim_action(const struct avalon_view *view, struct json *out)
{
    bool is_shooter = avalon_is_shooter(&view->table, &view->own);
    enum avalon_command aim = is_shooter ? AVALON_ASSASSINATE : AVALON_NAME_MERLIN;
    if (view->table.phase == AVALON_RECRUITMENT)
        aim = is_shooter ? AVALON_RECRUIT_SERVANT : AVALON_SUSPECT_SERVANT;
    encode_target_action(out, aim, avalon_targets(&view->table, view->seat, &view->own));
}

static void encode_seated_actions(const struct avalon_view *view, struct json *out)
{
    const struct avalon_table *table = &view->table;
    const struct avalon_own *own = &view->own;
    switch ((enum avalon_phase)table->phase) {
    case AVALON_ROLE_REVEAL:
        if (!own->has_acknowledged)
            encode_plain_action(out, AVALON_ACKNOWLEDGE_ROLE);
        break;
    case AVALON_TEAM_BUILDING:
        if (view->seat == table->leader)
            encode_team_actions(table, out);
        break;
    case AVALON_TEAM_VOTING: encode_vote_action(out); break;
    case AVALON_QUEST_EXECUTION:
        if (seat_in(avalon_proposal(table)->team, view->seat) && !avalon_has_all_cards(table))
            encode_card_action(view, out);
        break;
    case AVALON_SWORD:
        if (view->seat == table->quests[table->quest].excalibur &&
            table->quests[table->quest].turned < 0)
            encode_sword_action(table, out);
        break;
    case AVALON_VOTE_RESULTS:
    case AVALON_QUEST_RESULTS:
        if (!own->has_seen && !table->is_window_open)
            encode_plain_action(out, AVALON_CONTINUE);
        break;
    case AVALON_LADY_EXAMINATION:
        if (view->seat == table->lady)
            encode_target_action(out, AVALON_EXAMINE, avalon_lady_targets(table));
        break;
    case AVALON_RECRUITMENT:
    case AVALON_ASSASSINATION: encode_aim_action(view, out); break;
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
}

/* Everybody is offered it; it has an effect for the Trickster only. */
static bool can_show_loyalty(const struct avalon_table *table)
{
    return avalon_in_play(table, AVALON_TRICKSTER) && table->phase != AVALON_SETUP &&
           table->phase != AVALON_FINISHED;
}

static void encode_loyalty_action(struct json *out)
{
    begin_action(out, AVALON_SHOW_LOYALTY);
    json_array(out, "team");
    json_text(out, NULL, avalon_team_names[AVALON_GOOD]);
    json_text(out, NULL, avalon_team_names[AVALON_EVIL]);
    json_end(out);
    json_end(out);
}

static void encode_actions(const struct avalon_view *view, struct json *out)
{
    json_array(out, "available_actions");
    if (view->seat >= 0)
        encode_seated_actions(view, out);
    if (view->seat >= 0 && can_show_loyalty(&view->table))
        encode_loyalty_action(out);
    json_end(out);
}

#define TEN     "          "
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
static const char padding[] = HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
    HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED;
static_assert(sizeof padding > ARMED_PART_SIZE, "padding");

/* Fills up what was written since `begun` to the length that all viewers' own parts have. */
static void encode_padding(const struct avalon_table *table, size_t begun, struct json *out)
{
    size_t size = table->has_excalibur ? ARMED_PART_SIZE : OWN_PART_SIZE;
    size_t used = out->length - begun;
    assert(used <= size);
    json_text_n(out, "padding", padding, size - used);
}

static void encode_own(const struct avalon_view *view, struct json *out)
{
    size_t begun = out->length;
    encode_my_role(&view->table, &view->own, out);
    json_bool(out, "has_acknowledged", view->own.has_acknowledged);
    json_bool(out, "has_seen", view->own.has_seen);
    encode_name(out, "my_vote", avalon_vote_names, view->own.vote);
    encode_name(out, "my_card", avalon_card_names, view->own.card);
    encode_seat(out, "my_merlin", view->own.named);
    if (view->table.messengers)
        encode_seat(out, "my_second", view->own.named_second);
    if (view->seat >= 0 && can_show_loyalty(&view->table))
        json_text(out, "my_shown_team", avalon_team_names[view->own.shows]);
    if (view->table.has_excalibur)
        json_bool(out, "has_sheathed", view->own.has_sheathed);
    encode_my_actions(view, out);
    encode_actions(view, out);
    encode_padding(&view->table, begun, out);
}

void avalon_encode(const void *in, struct json *out)
{
    const struct avalon_view *view = in;
    const struct avalon_table *table = &view->table;
    json_text(out, "phase", avalon_phase_names[table->phase]);
    encode_own(view, out);
    encode_rules(table, out);
    encode_now(table, out);
    encode_votes(table, out);
    encode_action_status(table, out);
    encode_quests(table, out);
    encode_proposals(table, out);
    if (table->has_lady)
        encode_lady(view, out);
    if (table->lancelots)
        encode_lancelots(table, out);
    if (table->servant_named >= 0)
        encode_servant(table, out);
    if (table->revealed_evil)
        encode_seats(out, "revealed_evil", table->revealed_evil);
    if (table->phase == AVALON_FINISHED)
        encode_end(view, out);
}
