/* `parlour verify`: checks a proof of a deal (docs/chance.md): the commitment, the seed, and that the start
 * of the game, decided again with that seed, gives the events in the proof. tests/deal/check_deal.py does
 * the same from the document alone. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/sha256.h"
#include "base/text.h"
#include "engine/message.h"
#include "room/room.h"
#include "server/commands.h"

/* Exit codes. A deal by other rules is neither proven nor wrong. */
enum { PROVEN = 0, NOT_PROVEN = 1, OTHER_RULES = 3 };

enum { PROOF_MAX = 8 * 1024 * 1024, PROOF_NODES_MAX = 1024 * 1024 };

struct checking {
    struct json_doc doc;
    const struct game *game;
    struct game_setup setup;
    uint8_t secret[32], seed[32];
    bool is_by_other_rules;
    const char *problem;
};

static bool fail(struct checking *checking, const char *problem)
{
    checking->problem = problem;
    return false;
}

static bool read_text(const struct checking *checking, uint32_t object, const char *name, char *out,
                      size_t size)
{
    uint32_t node = json_get(&checking->doc, object, name);
    return node != 0 && json_read_text(&checking->doc, node, out, size);
}

static bool read_hex(const struct checking *checking, const char *name, uint8_t *out, size_t count)
{
    char text[129];
    return read_text(checking, 0, name, text, sizeof text) && hex_read(out, count, text);
}

static long long game_number(const struct checking *checking)
{
    int64_t number = 0;
    json_read_int(&checking->doc, json_get(&checking->doc, 0, "game_number"), &number);
    return number;
}

static bool check_commitment(struct checking *checking)
{
    char room[ID_TEXT_SIZE], secret[65], line[256];
    uint8_t stated[SHA256_SIZE], made[SHA256_SIZE];
    if (!read_text(checking, 0, "room", room, sizeof room) ||
        !read_text(checking, 0, "secret", secret, sizeof secret) ||
        !read_hex(checking, "commitment", stated, sizeof stated))
        return fail(checking, "not the proof of a finished game");
    int length = snprintf(line, sizeof line, "parlour commitment 1\n%s\n%lld\n%s\n", room,
                          game_number(checking), secret);
    sha256_of(line, (size_t)length, made);
    return memcmp(made, stated, sizeof made) == 0 ||
           fail(checking, "the secret is not the one that was committed to");
}

/* The seats' lines of the seed's message; also the number of seats and their sides. */
static int write_seats(struct checking *checking, char *out, size_t size)
{
    const struct json_doc *doc = &checking->doc;
    uint32_t seats = json_get(doc, 0, "seats");
    int length = 0;
    if (seats == 0 || !json_is(doc, seats, JSON_ARRAY))
        return -1;
    for (uint32_t at = json_first(seats); at < doc->node[seats].next; at = doc->node[at].next) {
        char player[ID_TEXT_SIZE], nonce[33], side[41] = "";
        int seat = checking->setup.seat_count++;
        if (seat >= GAME_SEATS_MAX || !read_text(checking, at, "player", player, sizeof player) ||
            !read_text(checking, at, "nonce", nonce, sizeof nonce))
            return -1;
        read_text(checking, at, "side", side, sizeof side);
        for (int i = 0; i < game_side_count(checking->game); i++)
            if (text_equal(checking->game->sides[i], side))
                checking->setup.side[seat] = (int8_t)i;
        length += snprintf(out + length, size - (size_t)length, "%s %s\n", player, nonce);
    }
    return length;
}

static bool check_seed(struct checking *checking)
{
    char room[ID_TEXT_SIZE], game_id[ID_TEXT_SIZE], seats[2048], text[4096];
    uint8_t made[SHA256_SIZE];
    if (!read_text(checking, 0, "room", room, sizeof room) ||
        !read_text(checking, 0, "game_id", game_id, sizeof game_id) ||
        !read_hex(checking, "secret", checking->secret, sizeof checking->secret) ||
        !read_hex(checking, "seed", checking->seed, sizeof checking->seed) ||
        write_seats(checking, seats, sizeof seats) < 0)
        return fail(checking, "the proof lacks seats, secret or seed");
    int length = snprintf(text, sizeof text, "parlour seed 1\n%s\n%s\n%lld\n%s", room, game_id,
                          game_number(checking), seats);
    hmac_sha256(checking->secret, sizeof checking->secret, text, (size_t)length, made);
    return memcmp(made, checking->seed, sizeof made) == 0 ||
           fail(checking, "the seed is not made of the secret and the nonces");
}

/* An option younger than the proof has its preset, as in a log. */
static bool read_options(struct checking *checking)
{
    const struct json_doc *doc = &checking->doc;
    uint32_t options = json_get(doc, 0, "options");
    for (int i = 0; i < game_option_count(checking->game); i++) {
        const struct game_arg *arg = &checking->game->options[i].arg;
        uint32_t node = options == 0 ? 0 : json_get(doc, options, arg->name);
        checking->setup.option[i] = checking->game->options[i].preset;
        if (node != 0 &&
            !message_read_arg(arg, doc, node, GAME_SEATS_MAX, &checking->setup.option[i]))
            return fail(checking, "an option is not one of the game's");
    }
    return true;
}

/* Whether the event in the proof is the one that was decided again. A deadline follows from the clock and not
 * from chance, so times are ignored. */
static bool same_event(const struct checking *checking, uint32_t node,
                       const struct game_event *event)
{
    const struct game_message *message = &checking->game->events[event->kind];
    char name[64], text[GAME_TEXT_MAX + 1];
    int64_t arg[GAME_ARG_WORDS];
    if (!read_text(checking, node, "type", name, sizeof name) || !text_equal(name, message->name))
        return false;
    const char *problem, *which;
    if (!message_read(message, &checking->doc, node, GAME_SEATS_MAX, arg, text, &problem, &which))
        return false;
    for (int i = 0; i < message_arg_count(message); i++) {
        enum arg_type type = message->args[i].type;
        if (type != ARG_TIME && type != ARG_TEXT && arg[i] != event->arg[i])
            return false;
    }
    return memcmp(arg + GAME_ARGS_MAX, event->arg + GAME_ARGS_MAX,
                  (GAME_ARG_WORDS - GAME_ARGS_MAX) * sizeof *arg) == 0;
}

static bool check_start(struct checking *checking)
{
    const struct json_doc *doc = &checking->doc;
    uint32_t decisions = json_get(doc, 0, "decisions");
    if (decisions == 0 || !json_is(doc, decisions, JSON_ARRAY) || doc->node[decisions].count == 0)
        return fail(checking, "the proof has no decisions");
    struct game_turn *turn = memory_take(sizeof *turn);
    void *state = memory_take(checking->game->state_size);
    struct rng rng;
    rng_seed(&rng, checking->seed, 0);
    checking->game->init(state, &checking->setup);
    bool ok = game_decide(turn, checking->game, state,
                          &(struct game_command){ .kind = COMMAND_START, .seat = SEAT_CLOCK }, 0,
                          &rng) == ACCEPTED;
    uint32_t start = json_first(decisions), at = json_first(start);
    ok = ok && doc->node[start].count == (uint32_t)turn->event_count;
    for (int i = 0; ok && i < turn->event_count; i++, at = doc->node[at].next)
        ok = same_event(checking, at, &turn->event[i]);
    memory_free(state);
    memory_free(turn);
    return ok || fail(checking, "the deal does not follow from the seed");
}

static bool check(struct checking *checking)
{
    char id[32];
    int64_t version = 0;
    json_read_int(&checking->doc, json_get(&checking->doc, 0, "rules_version"), &version);
    if (!read_text(checking, 0, "game", id, sizeof id) || (checking->game = game_find(id)) == NULL)
        return fail(checking, "an unknown game");
    if (!check_commitment(checking) || !check_seed(checking))
        return false;
    checking->is_by_other_rules = version != checking->game->rules_version;
    return checking->is_by_other_rules || (read_options(checking) && check_start(checking));
}

static size_t read_file(const char *path, char *out)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (file == NULL)
        return 0;
    size_t length = fread(out, 1, PROOF_MAX, file);
    if (file != stdin)
        fclose(file);
    return length;
}

int run_verify(int argc, char **argv)
{
    if (argc != 1 || strcmp(argv[0], "--help") == 0) {
        puts("usage: parlour verify FILE (a game's proof from /api/games/{game_id}/proof; - reads "
             "it "
             "from standard input)");
        return argc == 1 ? 0 : 2;
    }
    struct checking checking = { 0 };
    char *text = memory_take(PROOF_MAX);
    struct json_node *node = memory_take(PROOF_NODES_MAX * sizeof *node);
    size_t length = read_file(argv[0], text);
    bool ok = json_parse(&checking.doc, text, length, node, PROOF_NODES_MAX, &checking.problem) &&
              json_is(&checking.doc, 0, JSON_OBJECT) && check(&checking);
    if (ok && checking.is_by_other_rules)
        puts("The seed follows from the secret that was committed to and from everybody's nonces. "
             "The game was played by other rules than this program's: it cannot deal it again.");
    else if (ok)
        puts("The deal follows from the secret that was committed to and from everybody's nonces.");
    else
        printf("Not proven: %s.\n", checking.problem != NULL ? checking.problem : "not a proof");
    memory_free(node);
    memory_free(text);
    if (!ok)
        return NOT_PROVEN;
    return checking.is_by_other_rules ? OTHER_RULES : PROVEN;
}
