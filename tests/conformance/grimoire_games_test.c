/* Whole games of the Grimoire by random legal choices of the storyteller and the players. After every
 * command the test checks, from the events and the state, what must hold in any game by the rules page. In
 * every other game the storyteller sometimes does something else that is offered; rules that a storyteller
 * may bend are not checked then. Two games of three have a script of all characters with rules, the others
 * the first edition. In half of the larger towns one or two players are Travellers.
 *
 *   grimoire_games_test [--games N] [--edition ID] [--seed FIRST] [SEATS …]
 *
 * N games each of 5, 7, 10, 12 and 15 players, or of these; with an edition (tb, bmr, snv) of its
 * characters alone; from a seed on, to repeat one that failed. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/grimoire/official.h"
#include "engine/games/grimoire/rules.h"
#include "harness/actions.h"

enum { GAMES_PRESET = 50, MOVES_MAX = 5000, LIBERTY_EVERY = 12, TRAVELLERS_FROM = 7 };

struct tally {
    long games, moves, nights, by_reason[16], good;
};

static struct run run;
static const char *edition;                /* of all games; NULL: mixed */
static int seed_first;                     /* of the first game */
static bool takes_liberties;               /* the storyteller */
static seat_set dead_at_dusk;              /* as announced */
static int executions;                     /* today, by vote or rule */
static seat_set again;                     /* who may nominate once more today, or might */
static int8_t dusks_before[INT16_MAX + 1]; /* that each token had left, by id */

static const struct grimoire_state *state(void)
{
    return (const struct grimoire_state *)run.state;
}

__attribute__((format(printf, 1, 2))) static void fail(const char *format, ...)
{
    va_list list;
    fprintf(stderr, "%d seats, seed %d, move %llu: ", run.setup.seat_count,
            run.seed[0] | run.seed[1] << 8, (unsigned long long)run.accepted_count);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

#define MUST(condition, ...)   \
    do {                       \
        if (!(condition))      \
            fail(__VA_ARGS__); \
    } while (0)

static const struct game_event *find_event(int kind)
{
    for (int i = 0; i < run.turn.event_count; i++)
        if (run.turn.event[i].kind == kind)
            return &run.turn.event[i];
    return NULL;
}

/* Seats */

static void the_ring_is_whole(void)
{
    seat_set seats = SEATS_NONE;
    for (int place = 0; place < run.setup.seat_count; place++)
        seats |= seat_bit(state()->table.ring[place]);
    MUST(seats == seat_bit(run.setup.seat_count) - 1, "the ring is %x", seats);
}

/* By day everybody knows who is dead; at night nobody learns of it. */
static void deaths_are_public_by_day_alone(void)
{
    const struct grimoire_table *table = &state()->table;
    seat_set dead = (seat_bit(run.setup.seat_count) - 1) & ~grimoire_seats_alive(state());
    if (find_event(GRIMOIRE_NIGHT_BEGAN))
        dead_at_dusk = table->dead;
    if (table->phase == GRIMOIRE_NIGHT)
        MUST(table->dead == dead_at_dusk, "a death shows at night: %x, not %x", table->dead,
             dead_at_dusk);
    if (table->phase == GRIMOIRE_DAY || table->phase == GRIMOIRE_VOTE)
        MUST(table->dead == dead, "by day %x are dead and %x known to be", dead, table->dead);
}

/* Effects */

static void tokens_are_in_order(void)
{
    const struct grimoire_secrets *secrets = &state()->secrets;
    for (int i = 0; i < secrets->token_count; i++) {
        const struct grimoire_token *token = &secrets->token[i];
        MUST(token->id < secrets->token_next, "token %d is from the future", token->id);
        MUST(token->effect > EFFECT_NONE && token->effect < EFFECT_COUNT, "no such effect");
        MUST(token->holder >= 0 && token->holder < run.setup.seat_count, "nobody holds it");
        for (int j = 0; j < i; j++)
            MUST(secrets->token[j].id != token->id, "two tokens %d", token->id);
    }
}

/* Poison is gone at dusk, protection at dawn; what outlives a dusk has fewer left. */
static void effects_end_when_they_should(void)
{
    const struct grimoire_secrets *secrets = &state()->secrets;
    for (int i = 0; i < secrets->token_count; i++) {
        uint8_t expiry = secrets->token[i].expiry;
        MUST(!find_event(GRIMOIRE_NIGHT_BEGAN) || !(expiry & GRIMOIRE_AT_DUSK) ||
                 secrets->token[i].dusks < dusks_before[secrets->token[i].id],
             "an effect outlives a dusk that it should not");
        MUST(!find_event(GRIMOIRE_DAY_BEGAN) || !(expiry & GRIMOIRE_AT_DAWN),
             "an effect outlives dawn");
        dusks_before[secrets->token[i].id] = secrets->token[i].dusks;
    }
}

/* The deal: as many of each team as the table says, the Baron's Outsiders and the like in place of Townsfolk;
 * who takes themselves for a Townsfolk takes themselves for one that nobody is. */
static void a_random_bag_keeps_the_table(void)
{
    static const int8_t townsfolk[] = { 3, 3, 5, 5, 5, 7, 7, 7, 9, 9, 9 };
    static const int8_t outsiders[] = { 0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2 };
    const struct grimoire_state *s = state();
    int count[GRIMOIRE_TEAMS] = { 0 }, row = grimoire_dealt_count(s) - 5, added = 0;
    bool is_open = false; /* one Outsider less is as good */
    if (!find_event(GRIMOIRE_BAG_FILLED) || row < 0 || row > 10 ||
        run.turn.event[0].kind != GRIMOIRE_BAG_FILLED)
        return;
    for (int c = 1; c < GRIMOIRE_CUSTOM_FIRST; c++)
        if (characters_has(s->secrets.bag, c)) {
            count[grimoire_team_of(&s->script, c)]++;
            added += strcmp(grimoire_character_names[c], "baron") == 0         ? 2
                     : strcmp(grimoire_character_names[c], "fang_gu") == 0     ? 1
                     : strcmp(grimoire_character_names[c], "godfather") == 0   ? 1
                     : strcmp(grimoire_character_names[c], "vigormortis") == 0 ? -1
                                                                               : 0;
            is_open |= strcmp(grimoire_character_names[c], "godfather") == 0;
        }
    if (outsiders[row] + added < 0)
        added = -outsiders[row];
    MUST(count[GRIMOIRE_DEMON] == 1, "%d demons", count[GRIMOIRE_DEMON]);
    int less = outsiders[row] + added >= 2 ? added - 2 : -outsiders[row];
    if (is_open && count[GRIMOIRE_OUTSIDER] == outsiders[row] + less)
        added = less;
    MUST(count[GRIMOIRE_OUTSIDER] == outsiders[row] + added, "%d outsiders",
         count[GRIMOIRE_OUTSIDER]);
    MUST(count[GRIMOIRE_TOWNSFOLK] == townsfolk[row] - added, "%d townsfolk",
         count[GRIMOIRE_TOWNSFOLK]);
}

static bool is_warned(enum grimoire_warning warning, int seat)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    int count = grimoire_warnings(state(), note);
    for (int i = 0; i < count; i++)
        if (note[i].kind == (int8_t)warning && note[i].seat == seat)
            return true;
    return false;
}

/* A storyteller who deals by hand may do otherwise, and is told. */
static void the_deceived_believe_in_nobodys_character(void)
{
    const struct grimoire_state *s = state();
    for (int seat = 0; seat < run.setup.seat_count && find_event(GRIMOIRE_TOKENS_HANDED_OUT);
         seat++) {
        int belief = s->secrets.seat[seat].belief;
        if (!belief)
            continue;
        bool is_lunatic =
            strcmp(grimoire_character_names[s->secrets.seat[seat].character], "lunatic") == 0;
        enum grimoire_team team = is_lunatic ? GRIMOIRE_DEMON : GRIMOIRE_TOWNSFOLK;
        MUST(grimoire_team_of(&s->script, belief) == team, "believes in a character of that team");
        if (is_lunatic)
            continue;
        bool is_in_play = characters_has(grimoire_characters_in_play(s), belief);
        MUST(is_in_play == is_warned(GRIMOIRE_BELIEF_IN_PLAY, seat),
             "seat %d believes in a character in play: %d, which is not what is said", seat,
             is_in_play);
    }
}

/* Votes */

/* Recomputed from what was counted today: enough and more than anybody is on the block, as many clear it. */
static void the_block_keeps_the_rules(void)
{
    const struct grimoire_table *table = &state()->table;
    int block = GRIMOIRE_NOBODY, top = 0;
    if (table->phase != GRIMOIRE_DAY || table->has_executed)
        return;
    for (int i = 0; i < table->nomination_count; i++) {
        const struct grimoire_nomination *n = &table->nomination[i];
        if (n->result == GRIMOIRE_TOO_FEW || n->result == GRIMOIRE_EXILE || n->result < 0)
            continue;
        MUST((n->result == GRIMOIRE_TIED) == (n->votes == top), "tied with %d against %d", n->votes,
             top);
        block = n->votes > top ? n->nominee : GRIMOIRE_NOBODY;
        top = n->votes;
    }
    MUST(table->block == block, "%d is on the block, not %d", table->block, block);
}

static void enough_is_half_of_the_living(void)
{
    const struct grimoire_table *table = &state()->table;
    const struct game_event *counted = find_event(GRIMOIRE_VOTE_COUNTED);
    if (!counted || find_event(GRIMOIRE_EXILED))
        return;
    int alive = grimoire_seats_count(grimoire_seats_alive(state()));
    int needed = table->rules.needs_no_half ? 1 : (alive + 1) / 2;
    bool is_enough = counted->arg[0] >= needed;
    bool is_taken = counted->arg[1] == GRIMOIRE_ON_BLOCK || counted->arg[1] == GRIMOIRE_TIED;
    bool is_exile =
        table->nomination_count > 0 &&
        seat_in(table->travellers, table->nomination[table->nomination_count - 1].nominee);
    MUST(is_exile || !is_taken || is_enough, "%lld votes of %d alive suffice",
         (long long)counted->arg[0], alive);
}

/* And one more for each who may nominate once more. */
static void a_day_has_one_execution(void)
{
    if (find_event(GRIMOIRE_DAY_BEGAN)) {
        executions = 0;
        again = SEATS_NONE;
    }
    executions += find_event(GRIMOIRE_EXECUTED) != NULL;
    again |= state()->table.rules.again;
    int most = 1 + grimoire_seats_count(again);
    MUST(executions <= most, "%d executions in a day", executions);
}

/* Endings */

static seat_set demons(void)
{
    const struct grimoire_state *s = state();
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < run.setup.seat_count; seat++)
        if (grimoire_team_of(&s->script, s->secrets.seat[seat].character) == GRIMOIRE_DEMON)
            seats |= seat_bit(seat);
    return seats;
}

/* The Mastermind's: only an execution or its dusk ends the game. */
static bool is_last_day(void)
{
    for (int seat = 0; seat < run.setup.seat_count; seat++)
        if (grimoire_has_effect(state(), seat, EFFECT_LAST_DAY))
            return true;
    return false;
}

/* After a death, once nothing is asked any more: no Demon, good has won; two left, evil has. Both: good. A
 * storyteller who deals no Demon ends the game by hand. */
static void a_death_that_decides_is_noticed(void)
{
    const struct grimoire_state *s = state();
    int alive = grimoire_seats_count(grimoire_seats_living(s) & ~s->table.travellers);
    if (is_last_day() || !find_event(GRIMOIRE_DIED) || s->secrets.question.is_open || !demons() ||
        s->table.phase == GRIMOIRE_ENDED ||
        (find_event(GRIMOIRE_VICTORY_PREVENTED) && alive > 2)) /* while twins live */
        return;
    if (!(demons() & grimoire_seats_living(s)))
        MUST(s->secrets.victory != GRIMOIRE_NO_SIDE, "no Demon is alive and nobody has won");
    else if (alive <= 2)
        MUST(s->secrets.victory != GRIMOIRE_NO_SIDE, "%d are left and nobody has won", alive);
}

static void both_at_once_is_good(void)
{
    const struct game_event *victory = find_event(GRIMOIRE_VICTORY_REACHED);
    if (victory && !find_event(GRIMOIRE_VICTORY_PREVENTED) &&
        !(demons() & grimoire_seats_living(state())) && victory->arg[1] == GRIMOIRE_TWO_ARE_LEFT)
        fail("evil wins with two left and no Demon");
}

static void look(void)
{
    the_ring_is_whole();
    deaths_are_public_by_day_alone();
    tokens_are_in_order();
    effects_end_when_they_should();
    enough_is_half_of_the_living();
    both_at_once_is_good();
    if (takes_liberties)
        return;
    a_random_bag_keeps_the_table();
    the_deceived_believe_in_nobodys_character();
    the_block_keeps_the_rules();
    a_day_has_one_execution();
    a_death_that_decides_is_noticed();
}

/* Games */

/* Anything that the storyteller is offered, but to end the game or begin anew. */
static bool take_liberty(struct rng *rng, struct game_command *command)
{
    static struct actions actions;
    const char *problem = "", *view = run_view(&run, SEAT_NARRATOR);
    MUST(view && actions_find(&actions, &game_grimoire, run.setup.seat_count, view, &problem),
         "no actions: %s", problem);
    MUST(actions.count > 0 && actions_choose(&actions, SEAT_NARRATOR, rng, command, &problem),
         "no action: %s", problem);
    return command->kind != GRIMOIRE_END_GAME && command->kind != GRIMOIRE_BEGIN_SCRIPT;
}

static bool choose(struct rng *rng, struct game_command *command)
{
    if (takes_liberties && rng_below(rng, LIBERTY_EVERY) == 0 && take_liberty(rng, command))
        return true;
    return run_any_bot(&run, -1, rng, command);
}

static void move(struct rng *rng)
{
    struct game_command command;
    bool is_late = run_deadline(&run) > 0 && rng_below(rng, 8) == 0;
    if (!is_late && choose(rng, &command)) {
        enum refusal refusal = run_send(&run, &command);
        MUST(refusal == ACCEPTED, "%s of %d refused: %s %s, asked %d about %s on %d",
             grimoire_commands[command.kind].name, command.seat, refusal_name(refusal),
             run.turn.why ? run.turn.why : "", state()->secrets.question.is_open,
             grimoire_intent_names[state()->secrets.question.intent.kind],
             state()->secrets.question.intent.target);
    } else {
        MUST(run_deadline(&run) > 0, "nobody can do anything");
        MUST(run_timeout(&run) == ACCEPTED, "a timeout is refused");
    }
}

static void tell(struct game_command command)
{
    command.seat = SEAT_NARRATOR;
    MUST(run_send(&run, &command) == ACCEPTED, "a script is refused");
}

/* A script of every character that has rules, of one edition or of all. */
static void mix_editions(void)
{
    tell((struct game_command){ .kind = GRIMOIRE_BEGIN_SCRIPT, .text = "All editions" });
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++)
        if (!edition || official_has_edition(grimoire_character_names[character], edition))
            tell((struct game_command){ .kind = GRIMOIRE_ADD_CHARACTER, .arg = { character } });
}

/* A town keeps five who are dealt to. Seats beyond the fifteenth travel by themselves. */
static void send_travellers(struct rng *rng)
{
    int kinds[GRIMOIRE_CUSTOM_FIRST], kind_count = 0;
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++)
        if (grimoire_team_of(&state()->script, character) == GRIMOIRE_TRAVELLER)
            kinds[kind_count++] = character;
    for (int seat = run.setup.seat_count - 2; seat < run.setup.seat_count; seat++) {
        int kind = kinds[rng_below(rng, (uint64_t)kind_count)];
        bool is_evil = rng_below(rng, 2) == 0;
        tell((struct game_command){ .kind = GRIMOIRE_SET_TRAVELLER, .arg = { seat, true, kind } });
        tell((struct game_command){ .kind = GRIMOIRE_SET_ALIGNMENT, .arg = { seat, is_evil } });
    }
}

static void play(int seats, uint64_t seed, struct tally *tally)
{
    struct game_setup setup;
    struct rng rng;
    uint8_t bytes[RNG_SEED_SIZE];
    harness_seed(bytes, seed);
    rng_seed(&rng, bytes, UINT64_MAX);
    setup_random(&setup, &game_grimoire, seats, &rng);
    run_init(&run, &game_grimoire, &setup, seed);
    takes_liberties = seed % 2 == 1;
    dead_at_dusk = SEATS_NONE;
    executions = 0;
    again = SEATS_NONE;
    MUST(run_start(&run) == ACCEPTED, "does not start");
    if (seed % 3 != 0 || edition)
        mix_editions();
    if (seats >= TRAVELLERS_FROM && seed % 4 >= 2)
        send_travellers(&rng);
    for (int i = 0; !run_is_over(&run); i++) {
        MUST(i < MOVES_MAX, "no end");
        move(&rng);
        look();
        tally->moves++;
    }
    tally->games++;
    tally->nights += state()->table.day;
    tally->by_reason[state()->table.reason]++;
    tally->good += state()->table.winner == GRIMOIRE_GOOD;
}

static void play_all(int seats, int game_count)
{
    struct tally tally = { 0 };
    for (int seed = seed_first; seed < seed_first + game_count; seed++)
        play(seats, (uint64_t)seed, &tally);
    printf("%d players: %ld games, %ld commands, %ld nights, good won %ld;", seats, tally.games,
           tally.moves, tally.nights, tally.good);
    for (int i = 0; grimoire_reason_names[i]; i++)
        printf(" %s %ld", grimoire_reason_names[i], tally.by_reason[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 5, 7, 10, 12, 15 };
    int game_count = GAMES_PRESET, first = 1;
    if (argc > 2 && strcmp(argv[1], "--games") == 0) {
        game_count = atoi(argv[2]);
        first = 3;
    }
    if (argc > first + 1 && strcmp(argv[first], "--edition") == 0) {
        edition = argv[first + 1];
        first += 2;
    }
    if (argc > first + 1 && strcmp(argv[first], "--seed") == 0) {
        seed_first = atoi(argv[first + 1]);
        first += 2;
    }
    for (int i = first; i < argc; i++)
        play_all(atoi(argv[i]), game_count);
    for (int i = 0; first >= argc && i < (int)(sizeof sizes / sizeof *sizes); i++)
        play_all(sizes[i], game_count);
    return 0;
}
