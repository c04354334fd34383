/* Before the first night: the script, who sits where, the bag, the deal, and what has to be prepared. */
#include "effects/effect.h"
#include "roles/role.h"

#include <string.h>

/* The script */

static int json_length(const char *text)
{
    int length = 0;
    for (; *text; text++)
        length += *text == '"' || *text == '\\' ? 2 : 1;
    return length;
}

int grimoire_script_bytes(const struct grimoire_script *script)
{
    int bytes = json_length(script->name) + json_length(script->author);
    for (int i = 0; i < script->house_rule_count; i++)
        bytes += json_length(script->house_rule[i]);
    for (int i = 0; i < script->custom_count; i++) {
        const struct grimoire_custom *custom = &script->custom[i];
        bytes += json_length(custom->id) + json_length(custom->name) + json_length(custom->ability);
        for (int r = 0; r < custom->reminder_count; r++)
            bytes += json_length(custom->reminder[r]);
    }
    return bytes;
}

static bool has_room_for(const struct grimoire_script *script, const char *text)
{
    return grimoire_script_bytes(script) + json_length(text) <= GRIMOIRE_SCRIPT_BYTES;
}

enum refusal grimoire_decide_begin_script(struct game_turn *turn,
                                          const struct game_command *command)
{
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_SCRIPT_BEGAN, .text = command->text });
    return ACCEPTED;
}

enum refusal grimoire_decide_describe_script(struct game_turn *turn,
                                             const struct game_command *command)
{
    const struct grimoire_script *script = &((const struct grimoire_state *)turn->state)->script;
    bool is_author = command->arg[0] == GRIMOIRE_PART_AUTHOR;
    if (is_author && strlen(command->text) >= GRIMOIRE_NAME_SIZE)
        return game_refuse(turn, REFUSED_BAD_TARGET, "text_too_long");
    if (!is_author && script->house_rule_count == GRIMOIRE_HOUSE_RULES_MAX)
        return game_refuse(turn, REFUSED_BAD_TARGET, "too_many_rules");
    if (!has_room_for(script, command->text))
        return game_refuse(turn, REFUSED_BAD_TARGET, "script_too_long");
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_SCRIPT_DESCRIBED,
                                                    .arg = { command->arg[0] },
                                                    .text = command->text });
    return ACCEPTED;
}

enum refusal grimoire_decide_add_character(struct game_turn *turn,
                                           const struct game_command *command)
{
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_CHARACTER_ADDED, .arg = { command->arg[0] } });
    return ACCEPTED;
}

enum refusal grimoire_decide_add_custom(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_script *script = &((const struct grimoire_state *)turn->state)->script;
    const int64_t *arg = command->arg;
    int character = GRIMOIRE_CUSTOM_FIRST + script->custom_count;
    if (script->custom_count == GRIMOIRE_CUSTOM_MAX)
        return game_refuse(turn, REFUSED_BAD_TARGET, "too_many_characters");
    if (!has_room_for(script, command->text))
        return game_refuse(turn, REFUSED_BAD_TARGET, "script_too_long");
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_CUSTOM_ADDED,
                                                    .arg = { character, arg[0], arg[3] },
                                                    .text = command->text });
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_NIGHT_ORDERED,
                                                    .arg = { character, arg[1], arg[2] } });
    return ACCEPTED;
}

static size_t part_size(int64_t part)
{
    switch ((enum grimoire_part)part) {
    case GRIMOIRE_PART_ID: return GRIMOIRE_ID_SIZE;
    case GRIMOIRE_PART_ABILITY: return GRIMOIRE_ABILITY_SIZE;
    case GRIMOIRE_PART_REMINDER: return GRIMOIRE_NOTE_SIZE;
    }
    return 0;
}

enum refusal grimoire_decide_describe_custom(struct game_turn *turn,
                                             const struct game_command *command)
{
    const struct grimoire_script *script = &((const struct grimoire_state *)turn->state)->script;
    int custom = (int)command->arg[0] - GRIMOIRE_CUSTOM_FIRST;
    if (custom < 0)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_custom");
    if (strlen(command->text) >= part_size(command->arg[1]))
        return game_refuse(turn, REFUSED_BAD_TARGET, "text_too_long");
    if (command->arg[1] == GRIMOIRE_PART_REMINDER &&
        script->custom[custom].reminder_count == GRIMOIRE_REMINDERS_MAX)
        return game_refuse(turn, REFUSED_BAD_TARGET, "too_many_reminders");
    if (!has_room_for(script, command->text))
        return game_refuse(turn, REFUSED_BAD_TARGET, "script_too_long");
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_CUSTOM_DESCRIBED,
                                                    .arg = { command->arg[0], command->arg[1] },
                                                    .text = command->text });
    return ACCEPTED;
}

static void fill_bag(struct game_turn *turn, grimoire_characters bag)
{
    grimoire_emit_secret(
        turn, event_with_characters((struct game_event){ .kind = GRIMOIRE_BAG_FILLED }, 0, bag));
}

enum refusal grimoire_decide_remove_character(struct game_turn *turn,
                                              const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_CHARACTER_REMOVED,
                                                    .arg = { command->arg[0] } });
    if (characters_has(s->secrets.bag, (int)command->arg[0]))
        fill_bag(turn, characters_without(s->secrets.bag, (int)command->arg[0]));
    return ACCEPTED;
}

enum refusal grimoire_decide_order_night(struct game_turn *turn, const struct game_command *command)
{
    const int64_t *arg = command->arg;
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_NIGHT_ORDERED,
                                                    .arg = { arg[0], arg[1], arg[2] } });
    return ACCEPTED;
}

/* The town */

enum refusal grimoire_decide_move_seat(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (command->arg[1] >= s->table.seat_count)
        return REFUSED_BAD_TARGET;
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_SEAT_MOVED,
                                                    .arg = { command->arg[0], command->arg[1] } });
    return ACCEPTED;
}

static void notice_swap(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count && s->table.phase == GRIMOIRE_DAY; i++) {
        const struct grimoire_token token = s->secrets.token[i];
        if (grimoire_effects[token.effect]->swapped && grimoire_token_is_active(s, &token))
            grimoire_effects[token.effect]->swapped(turn, &token);
    }
}

enum refusal grimoire_decide_swap_seats(struct game_turn *turn, const struct game_command *command)
{
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_SEATS_SWAPPED,
                                                    .arg = { command->arg[0], command->arg[1] } });
    notice_swap(turn);
    return ACCEPTED;
}

/* The side as the player believes it: one who takes themselves for a Demon is evil, too. */
static bool seems_evil(const struct grimoire_state *s, int seat)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    bool is_demon = grimoire_team_of(&s->script, who->belief) == GRIMOIRE_DEMON;
    return who->is_evil || (who->belief && is_demon);
}

static void hand_token(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    grimoire_emit_own(turn, seat,
                      (struct game_event){ .kind = GRIMOIRE_TOKEN_GIVEN,
                                           .arg = { seat, grimoire_acting_character(s, seat),
                                                    seems_evil(s, seat) } });
}

void grimoire_give_token(struct game_turn *turn, int seat)
{
    grimoire_stir_phones(turn);
    hand_token(turn, seat);
}

static void start_seat(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    grimoire_start_ability(turn, seat, s->secrets.seat[seat].character);
    if (s->secrets.seat[seat].belief)
        grimoire_start_ability(turn, seat, s->secrets.seat[seat].belief);
}

/* A Traveller who arrives after the tokens were handed out has their ability at once. */
enum refusal grimoire_decide_set_traveller(struct game_turn *turn,
                                           const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const int64_t *arg = command->arg;
    bool is_fit = arg[2] == GRIMOIRE_NO_CHARACTER ||
                  (arg[1] && grimoire_team_of(&s->script, (int)arg[2]) == GRIMOIRE_TRAVELLER);
    if (!is_fit)
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_a_traveller");
    bool has_begun = s->table.phase != GRIMOIRE_SETUP;
    if (has_begun)
        grimoire_emit_secret(
            turn, (struct game_event){ .kind = GRIMOIRE_ABILITY_LOST, .arg = { arg[0] } });
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_TRAVELLER_SET,
                                                    .arg = { arg[0], arg[1], arg[2] } });
    if (has_begun && arg[2] != GRIMOIRE_NO_CHARACTER) {
        start_seat(turn, (int)arg[0]);
        grimoire_give_token(turn, (int)arg[0]);
        grimoire_add_own_step(turn, (int)arg[0]);
    }
    return ACCEPTED;
}

/* The bag */

int grimoire_dealt_count(const struct grimoire_state *s)
{
    return grimoire_seats_count(grimoire_seats_dealt(s));
}

void grimoire_distribution(int seat_count, int8_t count[GRIMOIRE_TEAMS])
{
    enum { MIN = GRIMOIRE_SEATS_MIN, MAX = GRIMOIRE_DEALT_MAX };
    static const int8_t table[MAX - MIN + 1][3] = {
        { 3, 0, 1 }, { 3, 1, 1 }, { 5, 0, 1 }, { 5, 1, 1 }, { 5, 2, 1 }, { 7, 0, 2 },
        { 7, 1, 2 }, { 7, 2, 2 }, { 9, 0, 3 }, { 9, 1, 3 }, { 9, 2, 3 },
    };
    int row = seat_count < MIN ? 0 : seat_count > MAX ? MAX - MIN : seat_count - MIN;
    memset(count, 0, GRIMOIRE_TEAMS);
    memcpy(count + GRIMOIRE_TOWNSFOLK, table[row], sizeof table[row]);
    count[GRIMOIRE_DEMON] = 1;
}

static void add_outsiders(int8_t needed[GRIMOIRE_TEAMS], int count)
{
    int most = needed[GRIMOIRE_OUTSIDER] + needed[GRIMOIRE_TOWNSFOLK];
    int outsiders = needed[GRIMOIRE_OUTSIDER] + count;
    outsiders = outsiders < 0 ? 0 : outsiders > most ? most : outsiders;
    needed[GRIMOIRE_OUTSIDER] = (int8_t)outsiders;
    needed[GRIMOIRE_TOWNSFOLK] = (int8_t)(most - outsiders);
}

/* With what a character changes for certain; `may_differ`: the other number of one who leaves it open. */
static void needs_of(const struct grimoire_state *s, grimoire_characters bag, bool may_differ,
                     int8_t needed[GRIMOIRE_TEAMS])
{
    grimoire_distribution(grimoire_dealt_count(s), needed);
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++) {
        const struct role *role = grimoire_role_of(character);
        bool is_other =
            may_differ && role->outsiders_or && needed[GRIMOIRE_OUTSIDER] + role->outsiders_or >= 0;
        if (characters_has(bag, character))
            add_outsiders(needed, is_other ? role->outsiders_or : role->outsiders);
    }
    if (needed[GRIMOIRE_OUTSIDER] < 0) { /* no more are taken away than there are */
        needed[GRIMOIRE_TOWNSFOLK] += needed[GRIMOIRE_OUTSIDER];
        needed[GRIMOIRE_OUTSIDER] = 0;
    }
}

/* If the storyteller has a choice, the one that fits the bag. */
void grimoire_bag_needs(const struct grimoire_state *s, grimoire_characters bag,
                        int8_t needed[GRIMOIRE_TEAMS])
{
    grimoire_characters outsiders =
        characters_both(bag, grimoire_characters_of_team(&s->script, GRIMOIRE_OUTSIDER));
    needs_of(s, bag, true, needed);
    if (characters_count(outsiders) != needed[GRIMOIRE_OUTSIDER])
        needs_of(s, bag, false, needed);
}

/* A style prefers characters, and excludes none. */
static uint64_t weight_of(int character, enum grimoire_style style)
{
    enum { PREFERRED = 8 };
    bool is_muddling = grimoire_role_of(character)->muddle > 0;
    switch (style) {
    case GRIMOIRE_ANY_STYLE: return 1;
    case GRIMOIRE_GENTLE: return is_muddling ? 1 : PREFERRED;
    case GRIMOIRE_MUDDLED: return is_muddling ? PREFERRED : 1;
    }
    return 1;
}

static int pick_weighted(grimoire_characters from, enum grimoire_style style, struct rng *rng)
{
    uint64_t total = 0, drawn;
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        total += characters_has(from, character) ? weight_of(character, style) : 0;
    drawn = rng_below(rng, total);
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++) {
        uint64_t weight = characters_has(from, character) ? weight_of(character, style) : 0;
        if (drawn < weight)
            return character;
        drawn -= weight;
    }
    return GRIMOIRE_NO_CHARACTER;
}

static grimoire_characters pick_team(const struct grimoire_state *s, enum grimoire_team team,
                                     int count, enum grimoire_style style, struct rng *rng)
{
    grimoire_characters from = grimoire_characters_of_team(&s->script, team),
                        picked = characters_none();
    while (count-- > 0 && characters_any(from)) {
        int character = pick_weighted(from, style, rng);
        picked = characters_with(picked, character);
        from = characters_without(from, character);
    }
    return picked;
}

static bool leaves_it_open(grimoire_characters bag)
{
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++)
        if (characters_has(bag, character) && grimoire_role_of(character)->outsiders_or)
            return true;
    return false;
}

/* Evil first: it may change how many outsiders there are. */
enum refusal grimoire_decide_fill_bag(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    enum grimoire_style style = (enum grimoire_style)command->arg[0];
    int8_t needed[GRIMOIRE_TEAMS];
    grimoire_characters bag = characters_none();
    static const enum grimoire_team order[] = { GRIMOIRE_DEMON, GRIMOIRE_MINION, GRIMOIRE_OUTSIDER,
                                                GRIMOIRE_TOWNSFOLK };
    bool differs = false;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (order[i] == GRIMOIRE_OUTSIDER && leaves_it_open(bag))
            differs = rng_below(turn->rng, 2) == 0;
        needs_of(s, bag, differs, needed);
        bag = characters_either(bag, pick_team(s, order[i], needed[order[i]], style, turn->rng));
    }
    fill_bag(turn, bag);
    return ACCEPTED;
}

enum refusal grimoire_decide_set_bag(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    grimoire_characters bag = characters_of_arg(command->arg, 0);
    if (characters_any(characters_except(bag, s->script.characters)))
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_on_script");
    fill_bag(turn, bag);
    return ACCEPTED;
}

/* The deal */

static void assign(struct game_turn *turn, int seat, int character)
{
    const struct grimoire_state *s = turn->state;
    bool is_evil = grimoire_team_is_evil(grimoire_team_of(&s->script, character));
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_CHARACTER_ASSIGNED,
                                                    .arg = { seat, character, is_evil } });
}

/* A Townsfolk that nobody is, or a Demon. */
static void deceive(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    const struct role *role = grimoire_role_of(s->secrets.seat[seat].character);
    grimoire_characters free =
        characters_except(grimoire_characters_of_team(&s->script, GRIMOIRE_TOWNSFOLK),
                          characters_either(grimoire_characters_in_play(s), s->secrets.bag));
    if (role->believes_demon)
        free = grimoire_characters_of_team(&s->script, GRIMOIRE_DEMON);
    if (role->is_deceived && characters_any(free))
        grimoire_emit_secret(
            turn,
            (struct game_event){ .kind = GRIMOIRE_BELIEF_SET,
                                 .arg = { seat, grimoire_character_random(free, turn->rng) } });
}

enum refusal grimoire_decide_deal(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int token[GRIMOIRE_CHARACTERS], count = 0;
    (void)command;
    if (characters_count(s->secrets.bag) != grimoire_dealt_count(s))
        return game_refuse(turn, REFUSED_BAD_TARGET, "wrong_bag_size");
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(s->secrets.bag, character))
            token[count++] = character;
    rng_shuffle(turn->rng, token, count);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (!seat_in(s->table.travellers, seat))
            assign(turn, seat, token[--count]);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        deceive(turn, seat);
    return ACCEPTED;
}

enum refusal grimoire_decide_assign(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int seat = (int)command->arg[0];
    if (seat_in(s->table.travellers, seat))
        return game_refuse(turn, REFUSED_BAD_TARGET, "is_traveller");
    assign(turn, seat, (int)command->arg[1]);
    deceive(turn, seat);
    return ACCEPTED;
}

/* Once the tokens are out, another belief is another token. */
enum refusal grimoire_decide_set_belief(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int seat = (int)command->arg[0];
    if (seat_in(s->table.travellers, seat) || !s->secrets.seat[seat].character)
        return game_refuse(turn, REFUSED_BAD_TARGET, "seat_without_character");
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_BELIEF_SET, .arg = { seat, command->arg[1] } });
    if (s->table.phase == GRIMOIRE_SETUP)
        return ACCEPTED;
    grimoire_emit_secret(turn,
                         (struct game_event){ .kind = GRIMOIRE_ABILITY_LOST, .arg = { seat } });
    grimoire_start_seat(turn, seat);
    grimoire_give_token(turn, seat);
    return ACCEPTED;
}

/* Preparation */

seat_set grimoire_prepare_from(const struct grimoire_state *s, int seat)
{
    const struct role *role = grimoire_role_of(grimoire_acting_character(s, seat));
    return role->prepares_on ? role->prepares_on(s, seat) : SEATS_NONE;
}

static const struct grimoire_token *prepared(const struct grimoire_state *s, int seat)
{
    const struct role *role = grimoire_role_of(grimoire_acting_character(s, seat));
    for (int i = 0; i < s->secrets.token_count && role->prepares != EFFECT_NONE; i++)
        if (s->secrets.token[i].effect == role->prepares && s->secrets.token[i].source == seat)
            return &s->secrets.token[i];
    return NULL;
}

static bool is_out_of_date(const struct grimoire_state *s, int seat)
{
    return grimoire_role_of(grimoire_acting_character(s, seat))->prepares_anew &&
           !seat_in(grimoire_prepare_from(s, seat), prepared(s, seat)->holder);
}

bool grimoire_prepare_is_missing(const struct grimoire_state *s, int seat)
{
    return grimoire_prepare_from(s, seat) && (!prepared(s, seat) || is_out_of_date(s, seat));
}

static void prepare_on(struct game_turn *turn, int seat, int target)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_token *old = prepared(s, seat);
    if (old)
        grimoire_remove_effect(turn, old->id);
    grimoire_add_effect(turn, target,
                        grimoire_role_of(grimoire_acting_character(s, seat))->prepares, seat);
}

void grimoire_prepare_at_random(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    if (grimoire_prepare_is_missing(s, seat))
        prepare_on(turn, seat, grimoire_seat_random(grimoire_prepare_from(s, seat), turn->rng));
}

enum refusal grimoire_decide_prepare(struct game_turn *turn, const struct game_command *command)
{
    const int64_t *arg = command->arg;
    if (!seat_in(grimoire_prepare_from(turn->state, (int)arg[0]), (int)arg[1]))
        return REFUSED_BAD_TARGET;
    prepare_on(turn, (int)arg[0], (int)arg[1]);
    if (grimoire_role_of(grimoire_acting_character(turn->state, (int)arg[0]))->prepares_anew)
        grimoire_add_own_step(turn, (int)arg[0]); /* to be told, if they have been already */
    return ACCEPTED;
}

static grimoire_characters believed(const struct grimoire_state *s)
{
    grimoire_characters characters = characters_none();
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->secrets.seat[seat].belief)
            characters = characters_with(characters, s->secrets.seat[seat].belief);
    return characters;
}

static void set_bluffs(struct game_turn *turn, grimoire_characters bluffs)
{
    grimoire_emit_secret(
        turn,
        event_with_characters((struct game_event){ .kind = GRIMOIRE_BLUFFS_CHOSEN }, 0, bluffs));
}

static void choose_bluffs(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    grimoire_characters bluffs = characters_none();
    grimoire_characters free =
        characters_either(grimoire_characters_of_team(&s->script, GRIMOIRE_TOWNSFOLK),
                          grimoire_characters_of_team(&s->script, GRIMOIRE_OUTSIDER));
    free = characters_except(free, characters_either(grimoire_characters_in_play(s), believed(s)));
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++)
        if (grimoire_role_of(character)->is_deceived)
            free = characters_without(free, character); /* nobody claims to be one */
    for (int i = 0; i < GRIMOIRE_BLUFFS && characters_any(free); i++) {
        int bluff = grimoire_character_random(free, turn->rng);
        bluffs = characters_with(bluffs, bluff);
        free = characters_without(free, bluff);
    }
    set_bluffs(turn, bluffs);
}

enum refusal grimoire_decide_set_bluffs(struct game_turn *turn, const struct game_command *command)
{
    grimoire_characters bluffs = characters_of_arg(command->arg, 0);
    if (characters_count(bluffs) > GRIMOIRE_BLUFFS)
        return game_refuse(turn, REFUSED_BAD_TARGET, "too_many_bluffs");
    set_bluffs(turn, bluffs);
    return ACCEPTED;
}

static bool is_everybody_somebody(const struct grimoire_state *s)
{
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (!seat_in(s->table.travellers, seat) && !s->secrets.seat[seat].character)
            return false;
    return true;
}

enum refusal grimoire_decide_hand_out(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    (void)command;
    if (!is_everybody_somebody(s))
        return game_refuse(turn, REFUSED_BAD_TARGET, "seat_without_character");
    grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_TOKENS_HANDED_OUT });
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (s->secrets.seat[seat].character == GRIMOIRE_NO_CHARACTER)
            continue; /* a Traveller to come */
        hand_token(turn, seat);
        grimoire_start_seat(turn, seat);
    }
    for (int seat = 0; seat < s->table.seat_count; seat++)
        grimoire_prepare_at_random(turn, seat);
    choose_bluffs(turn);
    return ACCEPTED;
}

static void mark_seen(struct game_turn *turn, int seat)
{
    grimoire_emit_own(turn, seat,
                      (struct game_event){ .kind = GRIMOIRE_TOKEN_SEEN, .arg = { seat } });
}

enum refusal grimoire_decide_acknowledge(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (s->own[command->seat].has_seen)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_acknowledged");
    mark_seen(turn, command->seat);
    return ACCEPTED;
}

enum refusal grimoire_decide_mark_seen(struct game_turn *turn, const struct game_command *command)
{
    mark_seen(turn, (int)command->arg[0]);
    return ACCEPTED;
}
