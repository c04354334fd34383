/* What the Grimoire lets players' phones know, written from the rules page: the town square, what is done
 * before all eyes, one's own token, and what the storyteller showed oneself. It knows events and phases by
 * their words and includes nothing of the game. It works out from the deal what each token says. */
#include <string.h>

#include "harness/oracle.h"
#include "harness/mutants.h"

extern const struct mutant grimoire_leaks[];

enum { SEATS = 20, STEPS = 160, CUSTOMS = STEPS, MESSAGES = 8, NOMINATIONS = 20 };

/* One's own: token, questions on the phone, what was shown. */
struct own {
    int64_t token;
    bool is_evil, has_token, has_seen;
    bool has_prompt, has_answered;
    int64_t prompt[3], answer, answered_stir;
    int message_count;
    uint64_t message[MESSAGES]; /* digests, oldest first */
    int64_t bet;
    bool has_pages;
    int64_t page[SEATS];
};

struct memory {
    int seats;
    char phase[16];
    int64_t day, stirs;
    /* The script. */
    uint64_t name, author, rules, custom[CUSTOMS];
    bool characters[STEPS];
    int16_t first[STEPS], other[STEPS];
    uint8_t step_of[64]; /* the number of each line of the sheets */
    int custom_end;      /* numbers from here on are no characters */
    /* The town. */
    int ring[SEATS];
    seat_set travellers, dead, spent, died_at_night, bets;
    int8_t traveller[SEATS];
    /* The day. */
    bool is_open;
    int executed; /* seat + 1 */
    int block, block_votes;
    int nomination_count;
    int8_t nomination[NOMINATIONS][5]; /* nominator, nominee, votes, result + 1, exile */
    int64_t vote[3], hands, counted, voted, votes, is_running, vote_until_ms;
    int64_t claim[4], clock, timer_ms;
    int64_t day_rules[5]; /* no vote, no nomination, once more, the dead are free, no half */
    int16_t gifts[SEATS]; /* votes that the dead have given and that are not used */
    int voudon, bishop, butcher, beggar, vote_token;
    int64_t declared[2], turned[SEATS]; /* winner and reason; a token that lies open */
    /* The deal, which only the storyteller knows. */
    int8_t character[SEATS], belief[SEATS];
    bool is_evil[SEATS], is_demon[STEPS];
    struct own own[SEATS];
};

static uint64_t digest(uint64_t digest, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size-- > 0)
        digest = (digest ^ *at++) * 0x100000001B3u;
    return digest;
}

static uint64_t digest_text(uint64_t so_far, const char *text)
{
    return text ? digest(so_far, text, strlen(text) + 1) : so_far;
}

/* The sheet of 2026, in the page's order of the characters. What happens to the Scarlet Woman wakes her. */
static const struct {
    const char *step;
    int16_t first, other;
    bool is_later; /* of an edition that comes by a script, or a Traveller */
} sheet[] = {
    { "washerwoman", 51, 0 },
    { "librarian", 52, 0 },
    { "investigator", 53, 0 },
    { "chef", 54, 0 },
    { "empath", 55, 75 },
    { "fortune_teller", 56, 76 },
    { "undertaker", 0, 77 },
    { "monk", 0, 23 },
    { "ravenkeeper", 0, 74 },
    { "butler", 57, 90 },
    { "poisoner", 32, 16 },
    { "spy", 71, 91 },
    { "imp", 0, 39 },
    { "minion_info", 19, 0 },
    { "demon_info", 23, 0 },
    { "apprentice", 8, 0, true },
    { "barista", 9, 5, true },
    { "harlot", 0, 8, true },
    { "bone_collector", 0, 9, true },
    { "bureaucrat", 10, 6, true },
    { "thief", 11, 7, true },
    { "sailor", 25, 12, true },
    { "chambermaid", 75, 94, true },
    { "juggler", 0, 83, true },
    { "mathematician", 76, 95, true },
    { "philosopher", 13, 10, true },
    { "snake_charmer", 36, 22, true },
    { "cerenovus", 42, 27, true },
    { "pit_hag", 0, 28, true },
    { "evil_twin", 40, 0, true },
    { "witch", 41, 26, true },
    { "fang_gu", 0, 44, true },
    { "no_dashii", 0, 45, true },
    { "vortox", 0, 46, true },
    { "vigormortis", 0, 48, true },
    { "clockmaker", 59, 0, true },
    { "dreamer", 60, 78, true },
    { "seamstress", 61, 82, true },
    { "sage", 0, 62, true },
    { "flowergirl", 0, 79, true },
    { "town_crier", 0, 80, true },
    { "oracle", 0, 81, true },
    { "grandmother", 58, 0, true },
    { "exorcist", 0, 35, true },
    { "innkeeper", 0, 18, true },
    { "gambler", 0, 20, true },
    { "courtier", 34, 17, true },
    { "professor", 0, 64, true },
    { "lunatic", 21, 34, true },
    { "godfather", 37, 56, true },
    { "devils_advocate", 39, 25, true },
    { "assassin", 0, 55, true },
    { "zombuul", 0, 40, true },
    { "pukka", 46, 41, true },
    { "shabaloth", 0, 42, true },
    { "po", 0, 43, true },
};

/* The number by which an event names something in its argument at `place`. */
static int number_in(const struct game *game, const char *event, int place, const char *name)
{
    const struct game_message *message = game->events;
    while (strcmp(message->name, event) != 0)
        message++;
    int number = 0;
    while (strcmp(message->args[place].names[number], name) != 0)
        number++;
    return number;
}

static int step_number(const struct game *game, const char *name)
{
    return number_in(game, "night_ordered", 0, name);
}

static void order_by_sheet(struct memory *m)
{
    memset(m->first, 0, sizeof m->first);
    memset(m->other, 0, sizeof m->other);
    for (size_t i = 0; i < sizeof sheet / sizeof *sheet; i++) {
        m->first[m->step_of[i]] = sheet[i].first;
        m->other[m->step_of[i]] = sheet[i].other;
    }
}

/* The characters of the page that sleep through every night. */
static const char *const sleepers[] = { "virgin",  "slayer", "soldier",       "mayor", "drunk",
                                        "recluse", "saint",  "scarlet_woman", "baron" };

static const char *const demons[] = { "imp", "zombuul", "pukka", "shabaloth", "po" };

static void begin_with(struct memory *m, int character)
{
    if (character < m->custom_end)
        m->characters[character] = true;
}

/* A game begins with the 22 characters of the page, without those added later. Players beyond the fifteenth
 * place are Travellers. */
static void begin(void *memory, const struct game *game, const struct game_setup *setup)
{
    struct memory *m = memory;
    m->seats = setup->seat_count;
    m->clock = oracle_option(game, setup, "clock_tenths");
    strcpy(m->phase, "setup");
    for (int seat = 0; seat < m->seats; seat++)
        m->ring[seat] = seat;
    for (int seat = 15; seat < m->seats; seat++)
        m->travellers |= seat_bit(seat);
    for (size_t i = 0; i < sizeof sheet / sizeof *sheet; i++)
        m->step_of[i] = (uint8_t)step_number(game, sheet[i].step);
    m->custom_end = step_number(game, "minion_info");
    for (size_t i = 0; i < sizeof sheet / sizeof *sheet; i++)
        if (!sheet[i].is_later)
            begin_with(m, m->step_of[i]);
    for (size_t i = 0; i < sizeof sleepers / sizeof *sleepers; i++)
        begin_with(m, step_number(game, sleepers[i]));
    for (size_t i = 0; i < sizeof demons / sizeof *demons; i++)
        m->is_demon[step_number(game, demons[i])] = true;
    m->voudon = step_number(game, "voudon");
    m->bishop = step_number(game, "bishop");
    m->butcher = step_number(game, "butcher");
    m->beggar = step_number(game, "beggar");
    m->vote_token = number_in(game, "effect_added", 2, "vote_token");
    order_by_sheet(m);
}

static int seat_of(const struct oracle_event *event)
{
    return (int)oracle_arg(event, "seat");
}

static void set_member(seat_set *set, int seat, bool is_in)
{
    *set = is_in ? *set | seat_bit(seat) : *set & ~seat_bit(seat);
}

/* The script */

static void begin_script(struct memory *m, const struct oracle_event *event)
{
    m->name = digest_text(1, event->text);
    m->author = m->rules = 0;
    memset(m->characters, 0, sizeof m->characters);
    memset(m->custom, 0, sizeof m->custom);
    order_by_sheet(m);
    memset(m->character, 0, sizeof m->character);
    memset(m->belief, 0, sizeof m->belief);
    memset(m->traveller, 0, sizeof m->traveller);
}

static void describe_script(struct memory *m, const struct oracle_event *event)
{
    if (oracle_arg_is(event, "part", "author"))
        m->author = digest_text(1, event->text);
    else
        m->rules = digest_text(m->rules + 1, event->text);
}

static void add_custom(struct memory *m, const struct oracle_event *event)
{
    int64_t character = oracle_arg(event, "character");
    m->characters[character] = true;
    m->custom[character] = digest(1, event->arg, GAME_ARG_WORDS * sizeof *event->arg);
    m->custom[character] = digest_text(m->custom[character], event->text);
}

static void describe_custom(struct memory *m, const struct oracle_event *event)
{
    int64_t character = oracle_arg(event, "character");
    m->custom[character] =
        digest(m->custom[character], event->arg, GAME_ARG_WORDS * sizeof *event->arg);
    m->custom[character] = digest_text(m->custom[character], event->text);
}

static void order_night(struct memory *m, const struct oracle_event *event)
{
    int64_t step = oracle_arg(event, "step");
    m->first[step] = (int16_t)oracle_arg(event, "first");
    m->other[step] = (int16_t)oracle_arg(event, "other");
}

static bool happen_to_script(struct memory *m, const struct oracle_event *event, const char *name)
{
    if (strcmp(name, "script_began") == 0)
        begin_script(m, event);
    else if (strcmp(name, "script_described") == 0)
        describe_script(m, event);
    else if (strcmp(name, "character_added") == 0)
        m->characters[oracle_arg(event, "character")] = true;
    else if (strcmp(name, "character_removed") == 0)
        m->characters[oracle_arg(event, "character")] = false;
    else if (strcmp(name, "custom_added") == 0)
        add_custom(m, event);
    else if (strcmp(name, "custom_described") == 0)
        describe_custom(m, event);
    else if (strcmp(name, "night_ordered") == 0)
        order_night(m, event);
    else
        return false;
    return true;
}

/* The town and the deal */

static void move_seat(struct memory *m, int seat, int place)
{
    int from = 0;
    while (m->ring[from] != seat)
        from++;
    for (; from < place; from++)
        m->ring[from] = m->ring[from + 1];
    for (; from > place; from--)
        m->ring[from] = m->ring[from - 1];
    m->ring[place] = seat;
}

static void swap_seats(struct memory *m, int first, int second)
{
    for (int i = 0; i < m->seats; i++)
        m->ring[i] = m->ring[i] == first ? second : m->ring[i] == second ? first : m->ring[i];
}

static void assign(struct memory *m, const struct oracle_event *event)
{
    int seat = seat_of(event);
    m->character[seat] = (int8_t)oracle_arg(event, "character");
    m->is_evil[seat] = oracle_arg(event, "is_evil") != 0;
    m->belief[seat] = 0;
}

/* A token says who a player takes themselves for; a Demon, though a sham one, takes themselves for evil. */
static void give_token(struct memory *m, int seat)
{
    struct own *own = &m->own[seat];
    own->has_token = m->character[seat] != 0;
    own->has_seen = false;
    own->token = m->belief[seat] ? m->belief[seat] : m->character[seat];
    own->is_evil = m->is_evil[seat] || m->is_demon[m->belief[seat]];
}

static void hand_out(struct memory *m)
{
    strcpy(m->phase, "preparation");
    for (int seat = 0; seat < m->seats; seat++)
        give_token(m, seat);
}

/* Once the tokens are out, another belief is another token. */
static void believe(struct memory *m, const struct oracle_event *event)
{
    m->belief[seat_of(event)] = (int8_t)oracle_arg(event, "character");
    if (strcmp(m->phase, "setup") != 0)
        give_token(m, seat_of(event));
}

static bool happen_to_town(struct memory *m, const struct oracle_event *event, const char *name)
{
    if (strcmp(name, "seat_moved") == 0)
        move_seat(m, seat_of(event), (int)oracle_arg(event, "place"));
    else if (strcmp(name, "seats_swapped") == 0)
        swap_seats(m, (int)oracle_arg(event, "first"), (int)oracle_arg(event, "second"));
    else if (strcmp(name, "traveller_set") == 0) {
        set_member(&m->travellers, seat_of(event), oracle_arg(event, "is_traveller"));
        m->traveller[seat_of(event)] = m->character[seat_of(event)] =
            (int8_t)oracle_arg(event, "character");
    } else if (strcmp(name, "character_assigned") == 0 || strcmp(name, "character_changed") == 0)
        assign(m, event);
    else if (strcmp(name, "belief_set") == 0)
        believe(m, event);
    else if (strcmp(name, "alignment_set") == 0)
        m->is_evil[seat_of(event)] = oracle_arg(event, "is_evil") != 0;
    else if (strcmp(name, "tokens_handed_out") == 0)
        hand_out(m);
    else
        return false;
    return true;
}

/* Phones */

static void prompt(struct memory *m, const struct oracle_event *event)
{
    struct own *own = &m->own[seat_of(event)];
    own->has_prompt = true;
    own->has_answered = false;
    own->prompt[0] = oracle_arg(event, "about");
    own->prompt[1] = oracle_arg(event, "count");
    own->prompt[2] = oracle_arg(event, "from");
}

static void answer(struct memory *m, const struct oracle_event *event)
{
    struct own *own = &m->own[seat_of(event)];
    own->has_answered = true;
    own->answer = oracle_arg(event, "players");
    own->answered_stir = m->stirs;
}

static void tell(struct memory *m, const struct oracle_event *event)
{
    struct own *own = &m->own[seat_of(event)];
    uint64_t message = digest(1, event->arg, GAME_ARG_WORDS * sizeof *event->arg);
    message = digest(message, &m->day, sizeof m->day);
    message = digest_text(message, m->phase);
    if (own->message_count == MESSAGES) {
        own->message_count--;
        memmove(own->message, own->message + 1, (MESSAGES - 1) * sizeof *own->message);
    }
    own->message[own->message_count++] = digest_text(message, event->text);
}

static void show_page(struct memory *m, const struct oracle_event *event)
{
    struct own *own = &m->own[seat_of(event)];
    own->has_pages = true;
    own->page[oracle_arg(event, "subject")] =
        (int64_t)digest(1, event->arg, GAME_ARG_WORDS * sizeof *event->arg);
}

static bool happen_to_phones(struct memory *m, const struct oracle_event *event, const char *name)
{
    if (strcmp(name, "token_seen") == 0)
        m->own[seat_of(event)].has_seen = true;
    else if (strcmp(name, "phones_stirred") == 0)
        m->stirs++;
    else if (strcmp(name, "prompt_sent") == 0)
        prompt(m, event);
    else if (strcmp(name, "prompt_answered") == 0)
        answer(m, event);
    else if (strcmp(name, "message_sent") == 0)
        tell(m, event);
    else if (strcmp(name, "page_shown") == 0)
        show_page(m, event);
    else
        return false;
    return true;
}

/* Nights and days */

static void begin_night(struct memory *m, const struct oracle_event *event)
{
    strcpy(m->phase, "night");
    m->day = oracle_arg(event, "night");
    m->stirs = m->timer_ms = 0;
    m->is_open = false;
    m->died_at_night = SEATS_NONE;
    for (int seat = 0; seat < m->seats; seat++) {
        m->own[seat].has_prompt = m->own[seat].has_answered = false;
        m->own[seat].answered_stir = 0;
    }
}

static void begin_day(struct memory *m, const struct oracle_event *event)
{
    strcpy(m->phase, "day");
    m->day = oracle_arg(event, "day");
    m->executed = m->block = m->block_votes = m->nomination_count = 0;
    memset(m->nomination, 0, sizeof m->nomination);
}

static void nominate(struct memory *m, const struct oracle_event *event)
{
    strcpy(m->phase, "vote");
    m->vote[0] = oracle_arg(event, "nominator");
    m->vote[1] = oracle_arg(event, "nominee");
    m->vote[2] = oracle_arg(event, "is_exile");
    m->hands = m->counted = m->voted = m->votes = m->is_running = m->vote_until_ms = 0;
    int8_t *nomination = m->nomination[m->nomination_count++];
    nomination[0] = (int8_t)m->vote[0];
    nomination[1] = (int8_t)m->vote[1];
    nomination[4] = (int8_t)oracle_arg(event, "is_exile");
}

static void end_vote(struct memory *m)
{
    strcpy(m->phase, "day");
    memset(m->vote, 0, sizeof m->vote);
    m->hands = m->counted = m->voted = m->votes = m->is_running = m->vote_until_ms = 0;
}

/* Enough, and more than anybody so far today: on the block; as many: nobody is. */
static void count_vote(struct memory *m, const struct oracle_event *event)
{
    int8_t *nomination = m->nomination[m->nomination_count - 1];
    nomination[2] = (int8_t)oracle_arg(event, "votes");
    nomination[3] = (int8_t)(oracle_arg(event, "result") + 1);
    if (oracle_arg_is(event, "result", "on_the_block")) {
        m->block = (int)m->vote[1] + 1;
        m->block_votes = nomination[2];
    } else if (oracle_arg_is(event, "result", "tied")) {
        m->block = 0;
    }
    end_vote(m);
}

static void count_hand(struct memory *m, const struct oracle_event *event)
{
    int64_t bit = (int64_t)1 << seat_of(event);
    m->counted |= bit;
    if (oracle_arg(event, "is_up"))
        m->voted |= bit;
    m->votes += oracle_arg(event, "votes");
    m->vote_until_ms = oracle_arg(event, "deadline_ms");
}

static void raise_hand(struct memory *m, const struct oracle_event *event)
{
    int64_t bit = (int64_t)1 << seat_of(event);
    m->hands = oracle_arg(event, "is_up") ? m->hands | bit : m->hands & ~bit;
}

static bool happen_in_vote(struct memory *m, const struct oracle_event *event, const char *name)
{
    if (strcmp(name, "nominated") == 0)
        nominate(m, event);
    else if (strcmp(name, "hand_raised") == 0)
        raise_hand(m, event);
    else if (strcmp(name, "clock_set") == 0)
        m->clock = oracle_arg(event, "tenths");
    else if (strcmp(name, "clock_ran") == 0) {
        m->is_running = oracle_arg(event, "is_running");
        m->vote_until_ms = oracle_arg(event, "deadline_ms");
    } else if (strcmp(name, "hand_counted") == 0)
        count_hand(m, event);
    else if (strcmp(name, "vote_counted") == 0)
        count_vote(m, event);
    else if (strcmp(name, "vote_annulled") == 0) {
        m->nomination[m->nomination_count - 1][2] = 0;
        m->nomination[m->nomination_count - 1][3] = 1; /* too few */
        m->block = (int)oracle_arg(event, "block") + 1;
        m->block_votes = (int)oracle_arg(event, "votes");
    } else if (strcmp(name, "vote_cancelled") == 0) {
        memset(m->nomination[--m->nomination_count], 0, sizeof *m->nomination);
        end_vote(m);
    } else
        return false;
    return true;
}

static void execute(struct memory *m, const struct oracle_event *event)
{
    m->executed = seat_of(event) + 1;
    m->block = m->block_votes = 0;
    m->is_open = false;
    end_vote(m);
}

static void announce_death(struct memory *m, const struct oracle_event *event)
{
    set_member(&m->dead, seat_of(event), true);
    if (oracle_arg(event, "at_night"))
        set_member(&m->died_at_night, seat_of(event), true);
}

/* Only the dead bet. */
static void come_alive(struct memory *m, int seat)
{
    set_member(&m->dead, seat, false);
    set_member(&m->bets, seat, false);
    m->own[seat].bet = 0;
}

static void claim(struct memory *m, const struct oracle_event *event)
{
    m->claim[0] = 1;
    m->claim[1] = oracle_arg(event, "seat");
    m->claim[2] = oracle_arg(event, "action");
    m->claim[3] = oracle_arg(event, "target");
}

static void declare(struct memory *m, const struct oracle_event *event)
{
    m->declared[0] = oracle_arg(event, "winner");
    m->declared[1] = oracle_arg(event, "reason");
}

static void turn_token(struct memory *m, const struct oracle_event *event)
{
    m->turned[seat_of(event)] = 1 << 20 | oracle_arg(event, "is_evil") << 16 |
                                oracle_arg(event, "character") << 8 | oracle_arg(event, "belief");
}

static void happen_by_day(struct memory *m, const struct oracle_event *event, const char *name)
{
    if (strcmp(name, "night_began") == 0)
        begin_night(m, event);
    else if (strcmp(name, "day_began") == 0)
        begin_day(m, event);
    else if (strcmp(name, "nominations_opened") == 0)
        m->is_open = oracle_arg(event, "is_open") != 0;
    else if (strcmp(name, "executed") == 0)
        execute(m, event);
    else if (strcmp(name, "death_announced") == 0)
        announce_death(m, event);
    else if (strcmp(name, "life_announced") == 0)
        come_alive(m, seat_of(event));
    else if (strcmp(name, "bet_placed") == 0)
        set_member(&m->bets, seat_of(event), true);
    else if (strcmp(name, "bet_sealed") == 0)
        m->own[seat_of(event)].bet = oracle_arg(event, "winner");
    else if (strcmp(name, "ghost_vote_set") == 0)
        set_member(&m->spent, seat_of(event), oracle_arg(event, "is_spent"));
    else if (strcmp(name, "action_claimed") == 0)
        claim(m, event);
    else if (strcmp(name, "action_resolved") == 0)
        memset(m->claim, 0, sizeof m->claim);
    else if (strcmp(name, "timer_set") == 0)
        m->timer_ms = oracle_arg(event, "deadline_ms");
    else if (strcmp(name, "timer_rang") == 0)
        m->timer_ms = 0;
    else if (strcmp(name, "winner_declared") == 0)
        declare(m, event);
    else if (strcmp(name, "token_turned") == 0)
        turn_token(m, event);
}

/* The votes that a Beggar has been given are public. */
static void count_gift(struct memory *m, const struct oracle_event *event, int change)
{
    if (oracle_arg(event, "effect") == m->vote_token)
        m->gifts[seat_of(event)] = (int16_t)(m->gifts[seat_of(event)] + change);
}

/* Travellers are public, and so is how they change the day; whether their abilities work is not. */
static void rule_day(struct memory *m)
{
    seat_set all = seat_bit(m->seats) - 1;
    if (strcmp(m->phase, "day") != 0 && strcmp(m->phase, "vote") != 0)
        return;
    memset(m->day_rules, 0, sizeof m->day_rules);
    for (int seat = 0; seat < m->seats; seat++) {
        int traveller = seat_in(m->travellers & ~m->dead, seat) ? m->traveller[seat] : 0;
        if (traveller == m->voudon) {
            m->day_rules[0] |= all & ~(m->dead | seat_bit(seat));
            m->day_rules[3] = m->day_rules[4] = true;
        } else if (traveller == m->bishop)
            m->day_rules[1] = all;
        else if (traveller == m->butcher)
            m->day_rules[2] |= seat_bit(seat);
        else if (traveller == m->beggar && m->gifts[seat] == 0)
            m->day_rules[0] |= seat_bit(seat);
    }
}

static void happen(void *memory, const struct oracle_event *event)
{
    struct memory *m = memory;
    const char *name = event->message->name;
    if (!happen_to_script(m, event, name) && !happen_to_town(m, event, name) &&
        !happen_to_phones(m, event, name) && !happen_in_vote(m, event, name))
        happen_by_day(m, event, name);
    if (strcmp(name, "effect_added") == 0)
        count_gift(m, event, 1);
    else if (strcmp(name, "effect_removed") == 0)
        count_gift(m, event, -1);
    else if (strcmp(name, "source_lost") == 0 || strcmp(name, "ability_lost") == 0 ||
             strcmp(name, "character_changed") == 0)
        m->gifts[seat_of(event)] = 0;
    rule_day(m);
}

/* What may be known */

static void know_script(const struct memory *m, struct transcript *knowledge)
{
    transcript_add(knowledge, "script %llx by %llx, rules %llx, characters %llx\n",
                   (unsigned long long)m->name, (unsigned long long)m->author,
                   (unsigned long long)m->rules,
                   (unsigned long long)digest(1, m->characters, sizeof m->characters));
    for (int i = 0; i < CUSTOMS; i++)
        if (m->custom[i] && m->characters[i])
            transcript_add(knowledge, "custom %d %llx\n", i, (unsigned long long)m->custom[i]);
    for (int i = 0; i < STEPS; i++)
        if ((i >= m->custom_end && m->first[i] | m->other[i]) || m->characters[i])
            transcript_add(knowledge, "step %d at %d, %d\n", i, m->first[i], m->other[i]);
}

static void know_town(const struct memory *m, struct transcript *knowledge)
{
    transcript_add(knowledge, "%s %lld, ring", m->phase, (long long)m->day);
    for (int i = 0; i < m->seats; i++)
        transcript_add(knowledge, " %d", m->ring[i]);
    transcript_add(knowledge, "\ndead %x, last night %x, spent %x, travellers %x", m->dead,
                   m->died_at_night, m->spent, m->travellers);
    for (int seat = 0; seat < m->seats; seat++)
        if (seat_in(m->travellers, seat))
            transcript_add(knowledge, " %d", m->traveller[seat]);
    transcript_add(knowledge, "\nbets %x", m->bets);
    transcript_add(knowledge, "\nphones stirred %lld times\n", (long long)m->stirs);
}

static void know_day(const struct memory *m, struct transcript *knowledge)
{
    transcript_add(knowledge, "open %d, executed %d, block %d with %d, timer %lld, clock %lld\n",
                   m->is_open, m->executed, m->block, m->block_votes, (long long)m->timer_ms,
                   (long long)m->clock);
    for (int i = 0; i < m->nomination_count; i++)
        transcript_add(knowledge, "%d nominated %d: %d votes, %d, exile %d\n", m->nomination[i][0],
                       m->nomination[i][1], m->nomination[i][2], m->nomination[i][3],
                       m->nomination[i][4]);
    transcript_add(
        knowledge,
        "vote %lld %lld %lld, up %llx, counted %llx, voted %llx, %lld, runs %lld to %lld\n",
        (long long)m->vote[0], (long long)m->vote[1], (long long)m->vote[2],
        (unsigned long long)m->hands, (unsigned long long)m->counted, (unsigned long long)m->voted,
        (long long)m->votes, (long long)m->is_running, (long long)m->vote_until_ms);
    transcript_add(knowledge, "declared %lld %lld\n", (long long)m->declared[0],
                   (long long)m->declared[1]);
    for (int seat = 0; seat < m->seats; seat++)
        if (m->turned[seat])
            transcript_add(knowledge, "turned %d: %llx\n", seat,
                           (unsigned long long)m->turned[seat]);
    for (int i = 0; i < 5; i++)
        transcript_add(knowledge, "rule %d: %llx\n", i, (unsigned long long)m->day_rules[i]);
    transcript_add(knowledge, "claim %lld %lld %lld %lld\n", (long long)m->claim[0],
                   (long long)m->claim[1], (long long)m->claim[2], (long long)m->claim[3]);
}

static void know_own(const struct memory *m, int seat, struct transcript *knowledge)
{
    const struct own *own = &m->own[seat];
    transcript_add(knowledge, "token %d: %lld evil %d seen %d\n", own->has_token,
                   (long long)own->token, own->is_evil, own->has_seen);
    transcript_add(knowledge, "bet on %lld\n", (long long)own->bet);
    if (own->has_prompt)
        transcript_add(knowledge, "asked about %lld for %lld of %llx\n", (long long)own->prompt[0],
                       (long long)own->prompt[1], (unsigned long long)own->prompt[2]);
    if (own->has_answered)
        transcript_add(knowledge, "answered %llx after %lld\n", (unsigned long long)own->answer,
                       (long long)own->answered_stir);
    for (int i = 0; i < own->message_count; i++)
        transcript_add(knowledge, "was told %llx\n", (unsigned long long)own->message[i]);
    for (int i = 0; i < m->seats && own->has_pages; i++)
        transcript_add(knowledge, "was shown %llx\n", (unsigned long long)own->page[i]);
}

static void know(const void *memory, int viewer, struct transcript *knowledge)
{
    const struct memory *m = memory;
    know_script(m, knowledge);
    know_town(m, knowledge);
    know_day(m, knowledge);
    if (viewer != SEAT_PUBLIC)
        know_own(m, viewer, knowledge);
}

static int command_kind(const struct game *game, const char *name)
{
    int kind = COMMAND_FIRST;
    while (strcmp(game->commands[kind].name, name) != 0)
        kind++;
    return kind;
}

/* In two of three towns one is a Traveller who changes the day for everybody; in one of three sizes
 * the script has some characters of the later editions. */
static bool arrive(const struct game *game, const struct game_setup *setup, int index,
                   struct rng *rng, struct game_command *command)
{
    enum { LATER = 12 };
    static const char *const travellers[] = { "butcher", "voudon", "bishop", "beggar" };
    const char *name = travellers[rng_below(rng, 4)];
    *command = (struct game_command){ .seat = SEAT_NARRATOR };
    if (index == 0 && setup->seat_count > 5 && rng_below(rng, 3) > 0) {
        command->kind = (uint16_t)command_kind(game, "set_traveller");
        command->arg[0] = setup->seat_count - 1;
        command->arg[1] = true;
        command->arg[2] = step_number(game, name);
        return true;
    }
    command->kind = (uint16_t)command_kind(game, "add_character");
    command->arg[0] = 1 + (int64_t)rng_below(rng, (uint64_t)step_number(game, "custom_1") - 1);
    return index < LATER && setup->seat_count % 3 == 0;
}

/* Public actions and talk. */
static const char *const public_events[] = {
    "setup_began",
    "script_began",
    "script_described",
    "character_added",
    "custom_added",
    "custom_described",
    "character_removed",
    "night_ordered",
    "seat_moved",
    "seats_swapped",
    "traveller_set",
    "tokens_handed_out",
    "night_began",
    "phones_stirred",
    "day_began",
    "nominations_opened",
    "nominated",
    "hand_raised",
    "clock_set",
    "clock_ran",
    "hand_counted",
    "vote_counted",
    "vote_cancelled",
    "executed",
    "exiled",
    "action_claimed",
    "action_resolved",
    "timer_set",
    "timer_rang",
    "death_announced",
    "life_announced",
    "ghost_vote_set",
    "bet_placed",
    "bet_revealed",
    "winner_declared",
    "token_turned",
    "vote_annulled",
    NULL,
};

/* What only one player may see. */
static const char *const own_events[] = { "token_given",  "token_seen",
                                          "prompt_sent",  "prompt_answered",
                                          "message_sent", "page_shown",
                                          "bet_sealed",   NULL };

const struct oracle oracle_grimoire = {
    .game_id = "grimoire",
    .memory_size = sizeof(struct memory),
    .begin = begin,
    .happen = happen,
    .know = know,
    .opening = arrive,
    .public_events = public_events,
    .own_events = own_events,
    .mutants = grimoire_leaks,
};
