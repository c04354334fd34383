/* The only code that changes a state: a few assignments per event, no judgement. */
#include "official.h"
#include "roles/role.h"

#include <string.h>

/* A game begins with this script, Trouble Brewing. Its Travellers come when somebody is one, characters of no
 * edition by a script. */
#define FIRST_EDITION "tb"

/* Texts fill their field with zeros, so that equal states are equal bytes. They were checked to fit. */
static void keep_text(char *out, size_t size, const char *text)
{
    memset(out, 0, size);
    if (text)
        memcpy(out, text, strnlen(text, size - 1));
}

/* The script */

static void order_by_sheet(struct grimoire_script *script)
{
    enum { MINION_INFO_PLACE = 19, DEMON_INFO_PLACE = 23 };
    for (int c = 1; c < GRIMOIRE_CUSTOM_FIRST; c++) {
        script->first[c] = (int16_t)grimoire_role_of(c)->first_night;
        script->other[c] = (int16_t)grimoire_role_of(c)->other_nights;
    }
    script->first[GRIMOIRE_MINION_INFO] = MINION_INFO_PLACE;
    script->first[GRIMOIRE_DEMON_INFO] = DEMON_INFO_PLACE;
}

/* Characters of another script are nobody's. */
static void apply_script_began(struct grimoire_state *s, const char *name)
{
    struct grimoire_script *script = &s->script;
    memset(script, 0, sizeof *script);
    memset(s->secrets.seat, 0, sizeof s->secrets.seat);
    memset(s->table.traveller, 0, sizeof s->table.traveller);
    s->secrets.bag = characters_none();
    keep_text(script->name, sizeof script->name, name);
    order_by_sheet(script);
}

static void apply_script_described(struct grimoire_script *script, int64_t part, const char *text)
{
    if (part == GRIMOIRE_PART_AUTHOR)
        keep_text(script->author, sizeof script->author, text);
    else
        keep_text(script->house_rule[script->house_rule_count++], GRIMOIRE_RULE_SIZE, text);
}

static void apply_custom_added(struct grimoire_script *script, const int64_t arg[],
                               const char *name)
{
    struct grimoire_custom *custom = &script->custom[arg[0] - GRIMOIRE_CUSTOM_FIRST];
    script->custom_count++;
    script->characters = characters_with(script->characters, (int)arg[0]);
    custom->team = (int8_t)arg[1];
    custom->changes_setup = arg[2] != 0;
    keep_text(custom->name, sizeof custom->name, name);
}

static void apply_custom_described(struct grimoire_script *script, const int64_t arg[],
                                   const char *text)
{
    struct grimoire_custom *custom = &script->custom[arg[0] - GRIMOIRE_CUSTOM_FIRST];
    switch ((enum grimoire_part)arg[1]) {
    case GRIMOIRE_PART_ID: keep_text(custom->id, sizeof custom->id, text); break;
    case GRIMOIRE_PART_ABILITY: keep_text(custom->ability, sizeof custom->ability, text); break;
    case GRIMOIRE_PART_REMINDER:
        keep_text(custom->reminder[custom->reminder_count++], GRIMOIRE_NOTE_SIZE, text);
        break;
    }
}

static void apply_night_ordered(struct grimoire_script *script, const int64_t arg[])
{
    script->first[arg[0]] = (int16_t)arg[1];
    script->other[arg[0]] = (int16_t)arg[2];
}

/* The town */

static void apply_seat_moved(struct grimoire_table *table, int64_t seat, int64_t place)
{
    int8_t *ring = table->ring;
    int from = grimoire_place_of(table, (int)seat), to = (int)place;
    if (from < to)
        memmove(ring + from, ring + from + 1, (size_t)(to - from));
    else
        memmove(ring + to + 1, ring + to, (size_t)(from - to));
    ring[to] = (int8_t)seat;
}

static void apply_seats_swapped(struct grimoire_table *table, int64_t first, int64_t second)
{
    int place = grimoire_place_of(table, (int)first), other = grimoire_place_of(table, (int)second);
    table->ring[place] = (int8_t)second;
    table->ring[other] = (int8_t)first;
}

static seat_set with_seat(seat_set seats, int64_t seat, int64_t is_in)
{
    return is_in ? seats | seat_bit((int)seat) : seats & ~seat_bit((int)seat);
}

static void apply_traveller_set(struct grimoire_state *s, const int64_t arg[])
{
    s->table.travellers = with_seat(s->table.travellers, arg[0], arg[1]);
    s->table.traveller[arg[0]] = (grimoire_character)arg[2];
    s->secrets.seat[arg[0]].character = (grimoire_character)arg[2];
}

static void apply_assigned(struct grimoire_state *s, const int64_t arg[])
{
    struct grimoire_seat *seat = &s->secrets.seat[arg[0]];
    seat->character = (grimoire_character)arg[1];
    seat->belief = GRIMOIRE_NO_CHARACTER;
    seat->gained = GRIMOIRE_NO_CHARACTER;
    seat->is_evil = arg[2] != 0;
}

static void apply_token_given(struct grimoire_own *own, const int64_t arg[])
{
    own->character = (grimoire_character)arg[1];
    own->is_evil = arg[2] != 0;
    own->has_seen = false;
}

/* Deeds: what the acting step changes. The oldest is forgotten where there are too many. */

static struct grimoire_deed *add_deed(struct grimoire_secrets *secrets,
                                      enum grimoire_deed_kind kind)
{
    if (secrets->deed_count == GRIMOIRE_DEEDS_MAX) {
        secrets->deed_count--;
        memmove(secrets->deed, secrets->deed + 1, (GRIMOIRE_DEEDS_MAX - 1) * sizeof *secrets->deed);
    }
    struct grimoire_deed *deed = &secrets->deed[secrets->deed_count++];
    memset(deed, 0, sizeof *deed);
    deed->step = secrets->acting_step;
    deed->kind = (int8_t)kind;
    return deed;
}

static void keep_token(struct grimoire_secrets *secrets, enum grimoire_deed_kind kind,
                       const struct grimoire_token *token)
{
    if (secrets->acting_step != GRIMOIRE_NOBODY)
        memcpy(&add_deed(secrets, kind)->token, token, sizeof *token);
}

static void keep_seat(struct grimoire_secrets *secrets, int64_t seat)
{
    if (secrets->acting_step == GRIMOIRE_NOBODY)
        return;
    struct grimoire_deed *deed = add_deed(secrets, GRIMOIRE_SEAT_WAS);
    deed->seat = (int8_t)seat;
    memcpy(&deed->was, &secrets->seat[seat], sizeof deed->was);
}

/* Effects */

static void drop_token(struct grimoire_secrets *secrets, int index)
{
    struct grimoire_token *token = secrets->token;
    keep_token(secrets, GRIMOIRE_EFFECT_WENT, &token[index]);
    secrets->token_count--;
    memmove(token + index, token + index + 1,
            (size_t)(secrets->token_count - index) * sizeof *token);
    memset(token + secrets->token_count, 0, sizeof *token);
}

static void apply_effect_added(struct grimoire_secrets *secrets, const int64_t arg[],
                               const char *note)
{
    struct grimoire_token *token = &secrets->token[secrets->token_count++];
    token->id = (int16_t)arg[0];
    token->holder = (int8_t)arg[1];
    token->effect = (uint8_t)arg[2];
    token->source = (int8_t)arg[3];
    token->character = (grimoire_character)arg[4];
    token->expiry = (uint8_t)arg[5];
    token->dusks = (int8_t)arg[7];
    keep_text(token->note, sizeof token->note, note);
    secrets->token_next = (int16_t)(token->id + 1);
    keep_token(secrets, GRIMOIRE_EFFECT_CAME, token);
}

static void apply_effect_removed(struct grimoire_secrets *secrets, int64_t id)
{
    for (int i = secrets->token_count - 1; i >= 0; i--)
        if (secrets->token[i].id == id)
            drop_token(secrets, i);
}

/* Some outlive a dusk or two. */
static void expire(struct grimoire_secrets *secrets, int64_t expiry)
{
    for (int i = secrets->token_count - 1; i >= 0; i--) {
        struct grimoire_token *token = &secrets->token[i];
        bool outlives = (token->expiry & expiry) == GRIMOIRE_AT_DUSK && token->dusks > 0;
        if (outlives)
            token->dusks--;
        else if (token->expiry & expiry)
            drop_token(secrets, i);
    }
}

/* Ends the effects that depend on the ability of `seat`; with `is_own`, ends the ability itself as well. */
static void lose_source(struct grimoire_secrets *secrets, int64_t seat, bool is_own)
{
    for (int i = secrets->token_count - 1; i >= 0; i--) {
        const struct grimoire_token *token = &secrets->token[i];
        bool ends = (token->expiry & GRIMOIRE_WITH_SOURCE) || (is_own && token->holder == seat);
        if (token->source == seat && ends)
            drop_token(secrets, i);
    }
}

static void apply_died(struct grimoire_state *s, int64_t seat, int64_t cause)
{
    bool is_night = s->table.phase == GRIMOIRE_NIGHT;
    keep_seat(&s->secrets, seat);
    s->secrets.seat[seat].died_in = is_night ? s->table.day : 0;
    s->secrets.seat[seat].died_by = (int8_t)cause;
    s->secrets.seat[seat].died_on = is_night ? 0 : s->table.day;
    s->secrets.seat[seat].died_as = s->secrets.seat[seat].character;
    s->secrets.seat[seat].was_executed_today =
        cause == GRIMOIRE_BY_EXECUTION || cause == GRIMOIRE_BY_PURITY;
}

static void apply_character_changed(struct grimoire_state *s, const int64_t arg[])
{
    keep_seat(&s->secrets, arg[0]);
    apply_assigned(s, arg);
    lose_source(&s->secrets, arg[0], true);
}

/* Effects stand in the order of their age. */
static void bring_back(struct grimoire_secrets *secrets, const struct grimoire_token *gone)
{
    int at = secrets->token_count;
    if (secrets->token_count == GRIMOIRE_TOKENS_MAX)
        return;
    while (at > 0 && secrets->token[at - 1].id > gone->id)
        at--;
    memmove(secrets->token + at + 1, secrets->token + at,
            (size_t)(secrets->token_count++ - at) * sizeof *gone);
    memcpy(secrets->token + at, gone, sizeof *gone);
}

static void take_back(struct grimoire_secrets *secrets, const struct grimoire_deed *deed)
{
    switch ((enum grimoire_deed_kind)deed->kind) {
    case GRIMOIRE_EFFECT_CAME: apply_effect_removed(secrets, deed->token.id); break;
    case GRIMOIRE_EFFECT_WENT: bring_back(secrets, &deed->token); break;
    case GRIMOIRE_SEAT_WAS: memcpy(&secrets->seat[deed->seat], &deed->was, sizeof deed->was); break;
    }
}

/* The latest deed first. The deeds of other steps stay. The rules then look for a victory again. */
static void apply_step_taken_back(struct grimoire_secrets *secrets, int64_t step)
{
    secrets->acting_step = GRIMOIRE_NOBODY;
    secrets->victory = GRIMOIRE_NO_SIDE;
    for (int i = secrets->deed_count - 1; i >= 0; i--) {
        struct grimoire_deed *deed = &secrets->deed[i];
        if (deed->step != step)
            continue;
        take_back(secrets, deed);
        secrets->deed_count--;
        memmove(deed, deed + 1, (size_t)(secrets->deed_count - i) * sizeof *deed);
        memset(secrets->deed + secrets->deed_count, 0, sizeof *deed);
    }
}

/* The night */

static void apply_night_began(struct grimoire_state *s, int64_t night)
{
    struct grimoire_table *table = &s->table;
    table->phase = GRIMOIRE_NIGHT;
    table->day = (int8_t)night;
    table->is_open = false;
    table->timer_ms = 0;
    table->stirs = 0;
    table->died_at_night = SEATS_NONE;
    s->secrets.step_count = 0;
    s->secrets.open_step = GRIMOIRE_NOBODY;
    memset(s->secrets.step, 0, sizeof s->secrets.step);
    s->secrets.acting_step = GRIMOIRE_NOBODY;
    s->secrets.deed_count = 0;
    memset(s->secrets.deed, 0, sizeof s->secrets.deed);
    for (int seat = 0; seat < table->seat_count; seat++) {
        s->own[seat].has_prompt = false;
        s->own[seat].has_answered = false;
        s->own[seat].answered_stir = 0;
    }
}

static void apply_step_added(struct grimoire_secrets *secrets, const int64_t arg[])
{
    struct grimoire_step *step = &secrets->step[arg[0]];
    secrets->step_count = (int8_t)(arg[0] + 1);
    /* Field by field: a literal may leave anything in the gaps between them, and states are compared. */
    memset(step, 0, sizeof *step);
    step->seat = (int8_t)arg[1];
    step->kind = (grimoire_character)arg[2];
    step->origin = (int8_t)arg[3];
    step->order = (int16_t)arg[4];
    step->token = (int16_t)arg[5];
    step->effect = (uint8_t)arg[6];
}

/* Players, characters and a number, from `place` on. */
static void keep_answer(struct grimoire_answer *answer, const int64_t arg[], int place)
{
    answer->players = (seat_set)arg[place];
    answer->characters = characters_of_arg(arg, place + 1);
    answer->number = (int8_t)arg[place + 2];
}

static void apply_step_opened(struct grimoire_secrets *secrets, const int64_t arg[])
{
    secrets->open_step = (int8_t)arg[0];
    keep_answer(&secrets->suggestion, arg, 1);
}

static void apply_choice_made(struct grimoire_secrets *secrets, const int64_t arg[])
{
    struct grimoire_step *step = &secrets->step[arg[0]];
    step->has_chosen = true;
    step->choice = (seat_set)arg[1];
    keep_answer(&secrets->suggestion, arg, 2);
    grimoire_order_choice(step, (int)arg[5], (int)arg[6]);
    if (grimoire_role_of(step->kind)->picks)
        step->character = (grimoire_character)characters_first(secrets->suggestion.characters);
}

static void end_step(struct grimoire_secrets *secrets, int64_t step, int status)
{
    secrets->step[step].status = (int8_t)status;
    if (secrets->open_step == step)
        secrets->open_step = GRIMOIRE_NOBODY;
}

static void apply_step_redone(struct grimoire_secrets *secrets, int64_t step)
{
    end_step(secrets, step, GRIMOIRE_STEP_WAITS);
    secrets->step[step].has_chosen = false;
    secrets->step[step].choice = SEATS_NONE;
    secrets->step[step].character = GRIMOIRE_NO_CHARACTER;
    memset(secrets->step[step].chosen, 0, sizeof secrets->step[step].chosen);
}

/* Phones */

static void apply_prompt_sent(struct grimoire_state *s, const int64_t arg[])
{
    struct grimoire_own *own = &s->own[arg[0]];
    own->has_prompt = true;
    own->has_answered = false;
    own->prompt_about = (grimoire_character)arg[1];
    own->prompt_count = (int8_t)arg[2];
    own->prompt_from = (seat_set)arg[3];
}

static void apply_prompt_answered(struct grimoire_state *s, int64_t seat, int64_t players)
{
    struct grimoire_own *own = &s->own[seat];
    own->answered_stir = s->table.stirs;
    if (!own->has_prompt || own->has_answered)
        return; /* a decoy's */
    own->has_answered = true;
    own->answer = (seat_set)players;
}

/* The latest messages are kept, oldest first. */
static void apply_message_sent(struct grimoire_state *s, const int64_t arg[], const char *text)
{
    struct grimoire_own *own = &s->own[arg[0]];
    memset(&s->secrets.judged[arg[0]], 0, sizeof *s->secrets.judged);
    if (own->message_count == GRIMOIRE_MESSAGES_MAX) {
        own->message_count--;
        memmove(own->message, own->message + 1, (GRIMOIRE_MESSAGES_MAX - 1) * sizeof *own->message);
    }
    struct grimoire_message *message = &own->message[own->message_count++];
    memset(message, 0, sizeof *message);
    message->about = (grimoire_character)arg[1];
    message->day = s->table.day;
    message->is_night = s->table.phase == GRIMOIRE_NIGHT;
    keep_answer(&message->answer, arg, 2);
    keep_text(message->text, sizeof message->text, text);
    if (arg[1] == GRIMOIRE_ABOUT_YOU) {
        own->character = (grimoire_character)characters_first(message->answer.characters);
        own->is_evil = message->answer.number > 0;
    }
}

static void apply_page_shown(struct grimoire_own *own, const int64_t arg[])
{
    own->has_grimoire = true;
    own->page[arg[1]].character = (grimoire_character)arg[2];
    own->page[arg[1]].effects = characters_of_arg(arg, 3);
    own->page[arg[1]].belief = (grimoire_character)arg[4];
}

/* The day */

static void apply_day_began(struct grimoire_state *s, int64_t day)
{
    struct grimoire_table *table = &s->table;
    table->phase = GRIMOIRE_DAY;
    table->day = (int8_t)day;
    table->has_executed = false;
    table->executed = table->block = GRIMOIRE_NOBODY;
    table->block_votes = 0;
    table->nomination_count = 0;
    memset(table->nomination, 0, sizeof table->nomination);
    memset(&s->secrets.today, 0, sizeof s->secrets.today);
    s->secrets.open_step = GRIMOIRE_NOBODY;
    s->secrets.warning = -1;
    for (int seat = 0; seat < table->seat_count; seat++)
        s->secrets.seat[seat].was_executed_today = false;
}

static void apply_death_announced(struct grimoire_table *table, int64_t seat, int64_t at_night)
{
    table->dead |= seat_bit((int)seat);
    if (at_night)
        table->died_at_night |= seat_bit((int)seat);
}

/* Only the dead bet. */
static void apply_life_announced(struct grimoire_state *s, int64_t seat)
{
    s->table.dead = with_seat(s->table.dead, seat, false);
    s->table.bets = with_seat(s->table.bets, seat, false);
    s->own[seat].bet = GRIMOIRE_NO_SIDE;
}

static void apply_nominated(struct grimoire_state *s, const int64_t arg[])
{
    struct grimoire_table *table = &s->table;
    if (!arg[2])
        s->secrets.today.nominated[arg[0]] = s->secrets.seat[arg[0]].character;
    if (table->nomination_count < GRIMOIRE_SEATS_MAX) {
        struct grimoire_nomination *nomination = &table->nomination[table->nomination_count++];
        memset(nomination, 0, sizeof *nomination); /* the gaps too: states are compared */
        nomination->nominator = (int8_t)arg[0];
        nomination->nominee = (int8_t)arg[1];
        nomination->is_exile = arg[2] != 0;
        nomination->is_again = table->has_executed;
        nomination->result = -1;
    }
    table->phase = GRIMOIRE_VOTE;
    memset(&table->vote, 0, sizeof table->vote);
    table->vote.nominator = (int8_t)arg[0];
    table->vote.nominee = (int8_t)arg[1];
    table->vote.is_exile = arg[2] != 0;
}

static void apply_clock_ran(struct grimoire_vote *vote, int64_t is_running, int64_t deadline_ms)
{
    vote->is_running = is_running != 0;
    vote->deadline_ms = deadline_ms;
}

static void apply_hand_counted(struct grimoire_state *s, const int64_t arg[])
{
    struct grimoire_vote *vote = &s->table.vote;
    if (arg[1] && !vote->is_exile)
        s->secrets.today.voted[arg[0]] = s->secrets.seat[arg[0]].character;
    vote->counted |= seat_bit((int)arg[0]);
    vote->voted = with_seat(vote->voted, arg[0], arg[1]);
    vote->votes = (int8_t)(vote->votes + arg[2]);
    vote->deadline_ms = arg[3];
}

static void end_vote(struct grimoire_table *table)
{
    table->phase = GRIMOIRE_DAY;
    memset(&table->vote, 0, sizeof table->vote);
}

static void apply_vote_counted(struct grimoire_table *table, int64_t votes, int64_t result)
{
    struct grimoire_nomination *last = &table->nomination[table->nomination_count - 1];
    last->votes = (int8_t)votes;
    last->result = (int8_t)result;
    last->voters = table->vote.voted;
    if (result == GRIMOIRE_ON_BLOCK) {
        table->block = table->vote.nominee;
        table->block_votes = (int8_t)votes;
    } else if (result == GRIMOIRE_TIED) {
        table->block = GRIMOIRE_NOBODY;
    }
    end_vote(table);
}

/* The last vote counts nothing, and the block is as it was before. */
static void apply_vote_annulled(struct grimoire_table *table, int64_t block, int64_t votes)
{
    struct grimoire_nomination *last = &table->nomination[table->nomination_count - 1];
    last->votes = 0;
    last->result = GRIMOIRE_TOO_FEW;
    table->block = (int8_t)block;
    table->block_votes = (int8_t)votes;
}

static void apply_vote_cancelled(struct grimoire_state *s)
{
    struct grimoire_table *table = &s->table;
    s->secrets.today.nominated[table->vote.nominator] = GRIMOIRE_NO_CHARACTER;
    memset(&table->nomination[--table->nomination_count], 0, sizeof *table->nomination);
    end_vote(table);
}

static void apply_executed(struct grimoire_state *s, int64_t seat)
{
    s->table.has_executed = true;
    s->table.executed = (int8_t)seat;
    s->table.is_open = false;
    s->table.block = GRIMOIRE_NOBODY;
    s->table.block_votes = 0;
    end_vote(&s->table);
}

static void apply_claimed(struct grimoire_claim *claim, const int64_t arg[])
{
    *claim = (struct grimoire_claim){ (int8_t)arg[0], (int8_t)arg[1], (int8_t)arg[2] };
}

static void apply_day_rules_set(struct grimoire_day_rules *rules, const int64_t arg[])
{
    rules->no_vote = (seat_set)arg[0];
    rules->no_nomination = (seat_set)arg[1];
    rules->again = (seat_set)arg[2];
    rules->is_dead_free = arg[3] != 0;
    rules->needs_no_half = arg[4] != 0;
}

static void apply_token_turned(struct grimoire_table *table, const int64_t arg[])
{
    struct grimoire_turned *token = &table->token[arg[0]];
    table->turned |= seat_bit((int)arg[0]);
    token->character = (grimoire_character)arg[1];
    token->belief = (grimoire_character)arg[2];
    token->is_evil = arg[3] != 0;
}

static void apply_ended(struct grimoire_table *table, int64_t winner, int64_t reason)
{
    table->phase = GRIMOIRE_ENDED;
    table->winner = (int8_t)winner;
    table->reason = (int8_t)reason;
    table->timer_ms = 0;
    table->vote.deadline_ms = 0;
}

void grimoire_init(void *state, const struct game_setup *setup)
{
    struct grimoire_state *s = state;
    s->evil_info = (int8_t)setup->option[GRIMOIRE_EVIL_INFO];
    s->table.seat_count = (int8_t)setup->seat_count;
    s->table.clock_ms = (int32_t)setup->option[GRIMOIRE_CLOCK_TENTHS] * 100;
    s->table.executed = s->table.block = s->table.claim.seat = GRIMOIRE_NOBODY;
    s->secrets.open_step = s->secrets.warning = s->secrets.warned_seat = GRIMOIRE_NOBODY;
    s->secrets.acting_step = s->secrets.facts.step = GRIMOIRE_NOBODY;
    s->secrets.token_next = 1;
    for (int seat = 0; seat < setup->seat_count; seat++)
        s->table.ring[seat] = (int8_t)seat;
    for (int seat = GRIMOIRE_DEALT_MAX; seat < setup->seat_count; seat++)
        s->table.travellers |= seat_bit(seat);
    order_by_sheet(&s->script);
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++)
        if (official_has_edition(grimoire_character_names[character], FIRST_EDITION) &&
            grimoire_role_of(character)->team != GRIMOIRE_TRAVELLER)
            s->script.characters = characters_with(s->script.characters, character);
}

static void take_intent(struct grimoire_secrets *secrets)
{
    struct intent *queue = secrets->queue;
    secrets->queue_count--;
    memmove(queue, queue + 1, (size_t)secrets->queue_count * sizeof *queue);
    memset(queue + secrets->queue_count, 0, sizeof *queue);
}

void grimoire_apply(void *state, const struct game_event *event)
{
    struct grimoire_state *s = state;
    struct grimoire_table *table = &s->table;
    struct grimoire_secrets *secrets = &s->secrets;
    const int64_t *arg = event->arg;
    grimoire_keep_fact(s, event);
    switch ((enum grimoire_event)event->kind) {
    case GRIMOIRE_SETUP_BEGAN: table->phase = GRIMOIRE_SETUP; break;
    case GRIMOIRE_SCRIPT_BEGAN: apply_script_began(s, event->text); break;
    case GRIMOIRE_SCRIPT_DESCRIBED: apply_script_described(&s->script, arg[0], event->text); break;
    case GRIMOIRE_CHARACTER_ADDED:
        s->script.characters = characters_with(s->script.characters, (int)arg[0]);
        break;
    case GRIMOIRE_CUSTOM_ADDED: apply_custom_added(&s->script, arg, event->text); break;
    case GRIMOIRE_CUSTOM_DESCRIBED: apply_custom_described(&s->script, arg, event->text); break;
    case GRIMOIRE_CHARACTER_REMOVED:
        s->script.characters = characters_without(s->script.characters, (int)arg[0]);
        break;
    case GRIMOIRE_NIGHT_ORDERED: apply_night_ordered(&s->script, arg); break;
    case GRIMOIRE_SEAT_MOVED: apply_seat_moved(table, arg[0], arg[1]); break;
    case GRIMOIRE_SEATS_SWAPPED: apply_seats_swapped(table, arg[0], arg[1]); break;
    case GRIMOIRE_TRAVELLER_SET: apply_traveller_set(s, arg); break;
    case GRIMOIRE_BAG_FILLED: secrets->bag = characters_of_arg(arg, 0); break;
    case GRIMOIRE_CHARACTER_ASSIGNED: apply_assigned(s, arg); break;
    case GRIMOIRE_BELIEF_SET: secrets->seat[arg[0]].belief = (grimoire_character)arg[1]; break;
    case GRIMOIRE_TOKENS_HANDED_OUT: table->phase = GRIMOIRE_PREPARATION; break;
    case GRIMOIRE_TOKEN_GIVEN: apply_token_given(&s->own[arg[0]], arg); break;
    case GRIMOIRE_TOKEN_SEEN: s->own[arg[0]].has_seen = true; break;
    case GRIMOIRE_BLUFFS_CHOSEN: secrets->bluffs = characters_of_arg(arg, 0); break;
    case GRIMOIRE_NIGHT_BEGAN: apply_night_began(s, arg[0]); break;
    case GRIMOIRE_STEP_ADDED: apply_step_added(secrets, arg); break;
    case GRIMOIRE_STEP_OPENED: apply_step_opened(secrets, arg); break;
    case GRIMOIRE_STEP_CLOSED: secrets->open_step = GRIMOIRE_NOBODY; break;
    case GRIMOIRE_CHOICE_MADE: apply_choice_made(secrets, arg); break;
    case GRIMOIRE_STEP_DONE: end_step(secrets, arg[0], GRIMOIRE_STEP_IS_DONE); break;
    case GRIMOIRE_STEP_SKIPPED: end_step(secrets, arg[0], GRIMOIRE_STEP_IS_SKIPPED); break;
    case GRIMOIRE_STEP_REDONE: apply_step_redone(secrets, arg[0]); break;
    case GRIMOIRE_PHONES_STIRRED: table->stirs = (int16_t)arg[0]; break;
    case GRIMOIRE_PROMPT_SENT: apply_prompt_sent(s, arg); break;
    case GRIMOIRE_PROMPT_ANSWERED: apply_prompt_answered(s, arg[0], arg[1]); break;
    case GRIMOIRE_MESSAGE_SENT: apply_message_sent(s, arg, event->text); break;
    case GRIMOIRE_PAGE_SHOWN: apply_page_shown(&s->own[arg[0]], arg); break;
    case GRIMOIRE_DAY_BEGAN: apply_day_began(s, arg[0]); break;
    case GRIMOIRE_NOMINATIONS_OPENED: table->is_open = arg[0] != 0; break;
    case GRIMOIRE_NOMINATED: apply_nominated(s, arg); break;
    case GRIMOIRE_HAND_RAISED:
        table->vote.hands = with_seat(table->vote.hands, arg[0], arg[1]);
        break;
    case GRIMOIRE_CLOCK_SET: table->clock_ms = (int32_t)arg[0] * 100; break;
    case GRIMOIRE_CLOCK_RAN: apply_clock_ran(&table->vote, arg[0], arg[1]); break;
    case GRIMOIRE_HAND_COUNTED: apply_hand_counted(s, arg); break;
    case GRIMOIRE_VOTE_COUNTED: apply_vote_counted(table, arg[0], arg[1]); break;
    case GRIMOIRE_VOTE_CANCELLED: apply_vote_cancelled(s); break;
    case GRIMOIRE_EXECUTED: apply_executed(s, arg[0]); break;
    case GRIMOIRE_EXILED: break; /* The death that follows is the fact to show. */
    case GRIMOIRE_ACTION_CLAIMED: apply_claimed(&table->claim, arg); break;
    case GRIMOIRE_ACTION_RESOLVED:
        table->claim = (struct grimoire_claim){ .seat = GRIMOIRE_NOBODY };
        break;
    case GRIMOIRE_BET_PLACED: table->bets = with_seat(table->bets, arg[0], true); break;
    case GRIMOIRE_BET_SEALED: s->own[arg[0]].bet = (int8_t)arg[1]; break;
    case GRIMOIRE_TIMER_SET: table->timer_ms = arg[0]; break;
    case GRIMOIRE_TIMER_RANG: table->timer_ms = 0; break;
    case GRIMOIRE_QUESTION_ASKED: grimoire_question_read(&secrets->question, arg); break;
    case GRIMOIRE_QUESTION_ANSWERED:
    case GRIMOIRE_QUESTION_DISMISSED:
        memset(&secrets->question, 0, sizeof secrets->question);
        break;
    case GRIMOIRE_PREVENTED:
    case GRIMOIRE_REDIRECTED: break; /* For the log: nothing has come of it yet. */
    case GRIMOIRE_EFFECT_ADDED: apply_effect_added(secrets, arg, event->text); break;
    case GRIMOIRE_EFFECT_REMOVED: apply_effect_removed(secrets, arg[0]); break;
    case GRIMOIRE_EFFECTS_EXPIRED: expire(secrets, arg[0]); break;
    case GRIMOIRE_SOURCE_LOST: lose_source(secrets, arg[0], false); break;
    case GRIMOIRE_ABILITY_LOST: lose_source(secrets, arg[0], true); break;
    case GRIMOIRE_DIED: apply_died(s, arg[0], arg[1]); break;
    case GRIMOIRE_DEATH_ANNOUNCED: apply_death_announced(table, arg[0], arg[1]); break;
    case GRIMOIRE_LIFE_ANNOUNCED: apply_life_announced(s, arg[0]); break;
    case GRIMOIRE_GHOST_VOTE_SET: table->spent = with_seat(table->spent, arg[0], arg[1]); break;
    case GRIMOIRE_CHARACTER_CHANGED: apply_character_changed(s, arg); break;
    case GRIMOIRE_ALIGNMENT_SET:
        keep_seat(secrets, arg[0]);
        secrets->seat[arg[0]].is_evil = arg[1] != 0;
        break;
    case GRIMOIRE_WARNED:
        secrets->warning = (int8_t)arg[0];
        secrets->warned_seat = (int8_t)arg[1];
        break;
    case GRIMOIRE_VICTORY_REACHED:
        secrets->victory = (int8_t)arg[0];
        secrets->victory_reason = (int8_t)arg[1];
        break;
    case GRIMOIRE_VICTORY_DISMISSED: secrets->victory = GRIMOIRE_NO_SIDE; break;
    case GRIMOIRE_SEAT_REVEALED:
    case GRIMOIRE_BET_REVEALED: break; /* The view tells it from here on. */
    case GRIMOIRE_GAME_ENDED: apply_ended(table, arg[0], arg[1]); break;
    case GRIMOIRE_STEP_ACTED: secrets->acting_step = (int8_t)arg[0]; break;
    case GRIMOIRE_STEP_TAKEN_BACK: apply_step_taken_back(secrets, arg[0]); break;
    case GRIMOIRE_STEP_FAILED: break; /* A fact, and nothing comes of it. */
    case GRIMOIRE_STATEMENT_JUDGED:
        secrets->judged[arg[0]].verdict = arg[1] ? GRIMOIRE_WAS_TRUE : GRIMOIRE_WAS_FALSE;
        keep_answer(&secrets->judged[arg[0]].truth, arg, 2);
        break;
    case GRIMOIRE_WINNER_DECLARED:
        table->declared = (int8_t)arg[0];
        table->declared_reason = (int8_t)arg[1];
        break;
    case GRIMOIRE_TOKEN_TURNED: apply_token_turned(table, arg); break;
    case GRIMOIRE_ABILITY_GAINED:
        keep_seat(secrets, arg[0]);
        secrets->seat[arg[0]].gained = (grimoire_character)arg[1];
        break;
    case GRIMOIRE_VICTORY_PREVENTED: break; /* For the log. */
    case GRIMOIRE_INTENT_QUEUED:
        grimoire_intent_read(&secrets->queue[secrets->queue_count++], arg);
        break;
    case GRIMOIRE_INTENT_TAKEN: take_intent(secrets); break;
    case GRIMOIRE_DAY_RULES_SET: apply_day_rules_set(&table->rules, arg); break;
    case GRIMOIRE_VOTE_ANNULLED: apply_vote_annulled(table, arg[0], arg[1]); break;
    }
}
