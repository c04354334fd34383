/* What the wire, the log and the metrics tell. Two evenings are the same but for one command: somebody
 * chooses something else. People who heard the same of it must have been sent the same, byte for byte and
 * at the same times, and get the same answers to a new connection and to every route:
 *
 *   P  every other player and every spectator;
 *   E  who listens at the wire knows when how much goes to whom, the actor included;
 *   L  who reads the log and the metrics.
 *
 * That what is heard tells no secret is for the oracles (harness/oracle.h); here it is what the room and the
 * server add: numbers, lengths, other routes, replays.
 *
 *   wire_test [--pairs N] GAME       looks for a difference
 *   wire_test --moves GAME           while the table goes from server to server, and writes are in doubt
 *   wire_test mutants                games and pairs with a leak planted, which must be found */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "engine/games/grimoire/grimoire.h"
#include "harness/mutants.h"
#include "wire/evening.h"

enum { ALTERNATIVES = 3, SEEDS_MAX = 100 * 1000, GUESTS = 2 };

static bool moves;

struct tally {
    long pairs, compared, at_the_wire, in_metrics;
    char find[400];
};

static void find(struct tally *tally, const struct evening *one, const struct evening *other,
                 const char *what, int person)
{
    snprintf(tally->find, sizeof tally->find, "seed %llu, command %d: %s (%d): %.120s or %.120s",
             (unsigned long long)one->seed, one->last, what, person, one->command, other->command);
}

static bool is_same(const struct transcript *one, const struct transcript *other)
{
    return strcmp(one->text, other->text) == 0;
}

static void compare_people(struct tally *tally, const struct evening *one,
                           const struct evening *other)
{
    for (int i = 0; i < one->people; i++) {
        if (i == one->actor || !is_same(&one->person[i].heard, &other->person[i].heard))
            continue;
        tally->compared++;
        if (!is_same(&one->person[i].sent, &other->person[i].sent))
            find(tally, one, other, "heard the same and was sent something else", i);
    }
}

/* How many people other than the actor heard of the last command; the public comes last and is nobody. */
static int hearers(const struct evening *evening)
{
    int count = 0;
    for (int i = 0; i < evening->people - 1; i++)
        count += i != evening->actor && evening->person[i].heard.text[0] != '\0';
    return count;
}

static bool is_of_type(const struct evening *evening, const char *type)
{
    return strstr(evening->command, type) == evening->command + strlen("{\"type\":");
}

/* Not even that it was another kind of command shows, but for a narrator's, one of which may change nothing.
 * Two of the same kind differ in two cases. What is for one person alone reaches a phone, or a guest who has
 * none. And whose token was shown in the hand (mark_seen) is told to that phone and no other: the table saw
 * it, and it says nothing of the token. The type of a command stands first in it. */
static bool may_show(const struct evening *one, const struct evening *other)
{
    size_t length = strcspn(one->command, ",");
    if (!one->game->has_narrator || one->actor != EVENING_NARRATOR)
        return false;
    return strncmp(one->command, other->command, length + 1) != 0 ||
           (one->guests > 0 && hearers(one) + hearers(other) == 1) ||
           is_of_type(one, "\"mark_seen\"");
}

static void compare_outside(struct tally *tally, const struct evening *one,
                            const struct evening *other)
{
    int public = one->people - 1;
    if (!one->is_done || !other->is_done || may_show(one, other) ||
        !is_same(&one->person[public].heard, &other->person[public].heard))
        return;
    tally->at_the_wire += one->game->frame_bucket > 0;
    if (one->game->frame_bucket > 0 && !is_same(&one->sizes, &other->sizes))
        find(tally, one, other, "at the wire it looks different", -1);
    tally->in_metrics++;
    if (!is_same(&one->metrics, &other->metrics))
        find(tally, one, other, "the metrics differ", -1);
}

static void compare(struct tally *tally, const struct evening *one, const struct evening *other)
{
    if (other->actor != one->actor)
        return;
    if (one->canary)
        find(tally, one, other, one->canary, -1);
    if (strcmp(one->command, other->command) == 0)
        return;
    tally->pairs++;
    compare_people(tally, one, other);
    compare_outside(tally, one, other);
}

/* Where guests can be, every second table has some. */
static int guests_of(const struct game *game, uint64_t seed)
{
    return game->has_narrator && seed % 2 == 0 ? GUESTS : 0;
}

static void search_seed(const struct game *game, uint64_t seed, struct tally *tally)
{
    static struct evening one, other;
    int last = (int)(seed * 7919 % EVENING_MAX);
    const struct evening same = {
        .game = game, .seed = seed, .last = last, .guests = guests_of(game, seed), .moves = moves
    };
    one = same;
    evening_play(&one);
    for (int i = 1; i <= ALTERNATIVES && one.actor >= 0 && tally->find[0] == '\0'; i++) {
        other = same;
        other.instead = i;
        evening_play(&other);
        compare(tally, &one, &other);
        evening_free(&other);
    }
    evening_free(&one);
}

/* Plays so many pairs, and more until one counts: somebody has heard the same in both evenings. */
static void search(const struct game *game, long pairs, bool only_guests, struct tally *tally)
{
    bool is_enough = false;
    for (uint64_t seed = 1; seed < SEEDS_MAX && !is_enough && tally->find[0] == '\0'; seed++) {
        if (only_guests && guests_of(game, seed) == 0)
            continue;
        search_seed(game, seed, tally);
        is_enough = tally->pairs >= pairs && tally->compared > 0;
    }
}

/* The log is read from standard error, which is a file in memory meanwhile. */
static int divert_log(void)
{
    int file = memfd_create("log", 0);
    dup2(file, STDERR_FILENO);
    log_setup(LOG_DEBUG, false);
    return file;
}

/* Of trouble it tells that there was some. */
static bool is_silent(int log)
{
    char line[1024];
    bool is_silent = true;
    FILE *lines = fdopen(log, "r");
    rewind(lines);
    while (is_silent && fgets(line, sizeof line, lines))
        is_silent = moves && strstr(line, "message=\"the disk failed\" room=");
    fclose(lines);
    return is_silent;
}

static bool report(const char *name, bool ok)
{
    printf("[%s] %s\n", ok ? "       OK " : "  FAILED  ", name);
    return ok;
}

static bool look_at(const struct game *game, long pairs)
{
    struct tally tally = { 0 };
    int log = divert_log();
    search(game, pairs, false, &tally);
    printf("%s: %ld pairs, %ld comparisons, %ld at the wire, %ld of metrics\n", game->id,
           tally.pairs, tally.compared, tally.at_the_wire, tally.in_metrics);
    if (tally.find[0] != '\0')
        printf("  %s\n", tally.find);
    bool ok = report("who_hears_the_same_is_sent_the_same", tally.find[0] == '\0');
    ok = report("something_was_compared", tally.compared > 0 && tally.pairs >= pairs) && ok;
    return report("the_log_tells_nothing_of_a_game", is_silent(log)) && ok;
}

/* Planted leaks */

/* Leaves the bent game as it was. */
static bool is_found(const char *id, bool only_guests, const char *name)
{
    enum { PAIRS = 4000 }; /* a guest who has become a player seldom chooses somebody */
    struct tally tally = { 0 };
    search(game_find(id), PAIRS, only_guests, &tally);
    evening_unbend();
    return report(name, tally.find[0] != '\0');
}

/* Those of Coinflip's that tell of a guess; the coin is the same on both evenings. */
static bool find_coinflips(void)
{
    static const char *const telling[] = { "actions depend on a neighbour's guess",
                                           "the count counts heads only", NULL };
    bool ok = true;
    for (int i = 0; leak_mutants[i].name; i++)
        for (int k = 0; telling[k]; k++)
            if (strcmp(leak_mutants[i].name, telling[k]) == 0) {
                struct game *coinflip = evening_bend("coinflip");
                *coinflip = mutant_make(coinflip, &leak_mutants[i]);
                ok = is_found("coinflip", false, telling[k]) && ok;
            }
    return ok;
}

/* Everybody sees whom the phone chose that has taken a guest's seat. */
static void view_with_guests_choice(const void *state, int viewer, void *out)
{
    const struct grimoire_state *s = state;
    struct grimoire_view *view = out;
    game_grimoire.view(state, viewer, out);
    view->table.dead |= s->own[s->table.seat_count - GUESTS].answer;
}

static bool find_guests(void)
{
    evening_bend("grimoire")->view = view_with_guests_choice;
    return is_found("grimoire", true, "whom a former guest chose looks dead");
}

static bool find_mutants(void)
{
    evening_bend("onenight")->frame_bucket = 1;
    evening_bend("onenight")->frame_secret = 0;
    bool ok = is_found("onenight", false, "messages are not padded");
    evening_bend("onenight")->frame_secret = 1;
    evening_bend("onenight")->frame_secret_more = NULL;
    ok = is_found("onenight", false, "the padding leaves no room for secrets") && ok;
    ok = find_guests() && ok;
    return find_coinflips() && ok;
}

int main(int argc, char **argv)
{
    long pairs = 200;
    const char *name = argc > 1 ? argv[argc - 1] : "";
    for (int i = 1; i + 1 < argc; i++) {
        moves |= strcmp(argv[i], "--moves") == 0;
        if (strcmp(argv[i], "--pairs") == 0)
            pairs = strtol(argv[i + 1], NULL, 10);
    }
    evening_unbend();
    if (strcmp(name, "mutants") == 0)
        return find_mutants() ? 0 : 1;
    const struct game *game = game_find(name);
    if (!game) {
        fprintf(stderr, "usage: wire_test [--pairs N] [--moves] GAME | mutants\n");
        return 2;
    }
    return look_at(game, pairs) ? 0 : 1;
}
