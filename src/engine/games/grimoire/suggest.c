/* Suggestions: what a storyteller might say in a step. The plain truth if the ability works, something
 * else of the same kind if not. Drawn once and kept by the event, so that it does not change under the
 * eyes. */
#include "roles/role.h"

static int other_number(const struct grimoire_truth *truth, struct rng *rng)
{
    uint32_t others = ((1u << (truth->number_max + 1)) - 1) & ~truth->numbers;
    return others ? grimoire_seat_random(others, rng) : truth->plain.number;
}

static struct grimoire_answer none(void)
{
    return (struct grimoire_answer){ .number = GRIMOIRE_NOBODY };
}

static grimoire_characters really_there(const struct grimoire_truth *truth)
{
    grimoire_characters characters = characters_none();
    for (int c = 1; c < GRIMOIRE_CHARACTERS; c++)
        if (truth->is[c])
            characters = characters_with(characters, c);
    return characters;
}

/* `subject` and another player, never the player who is told. */
static seat_set pair_with(const struct grimoire_state *s, int observer, int subject,
                          struct rng *rng)
{
    seat_set others = grimoire_seats_all(s) & ~seat_bit(observer) & ~seat_bit(subject);
    return seat_bit(subject) | seat_bit(grimoire_seat_random(others, rng));
}

static struct grimoire_answer true_pair(const struct grimoire_state *s, int observer,
                                        const struct grimoire_truth *truth, struct rng *rng)
{
    struct grimoire_answer answer = none();
    int character = grimoire_character_random(really_there(truth), rng);
    if (character == GRIMOIRE_NO_CHARACTER) {
        answer.number = 0;
        return answer;
    }
    answer.characters = characters_one(character);
    answer.players = pair_with(s, observer, grimoire_seat_random(truth->is[character], rng), rng);
    return answer;
}

static struct grimoire_answer false_pair(const struct grimoire_state *s, int observer,
                                         const struct grimoire_truth *truth, struct rng *rng)
{
    struct grimoire_answer answer = none();
    int character =
        grimoire_character_random(grimoire_characters_of_team(&s->script, truth->team), rng);
    seat_set innocent = grimoire_seats_all(s) & ~seat_bit(observer) & ~truth->is[character];
    answer.characters = characters_one(character);
    answer.players = pair_with(s, observer, grimoire_seat_random(innocent, rng), rng);
    return answer;
}

/* One good and one evil character of the script, `right` among them; NO_CHARACTER: neither is right. */
static struct grimoire_answer two_characters(const struct grimoire_state *s,
                                             const struct grimoire_truth *truth, int right,
                                             struct rng *rng)
{
    struct grimoire_answer answer = none();
    grimoire_characters evil =
        characters_either(grimoire_characters_of_team(&s->script, GRIMOIRE_MINION),
                          grimoire_characters_of_team(&s->script, GRIMOIRE_DEMON));
    grimoire_characters good =
        characters_either(grimoire_characters_of_team(&s->script, GRIMOIRE_TOWNSFOLK),
                          grimoire_characters_of_team(&s->script, GRIMOIRE_OUTSIDER));
    bool is_evil = grimoire_team_is_evil(grimoire_team_of(&s->script, right));
    good = characters_except(good, truth->characters);
    evil = characters_except(evil, truth->characters);
    answer.characters = characters_one(right);
    if (right == GRIMOIRE_NO_CHARACTER || is_evil)
        answer.characters = characters_either(answer.characters,
                                              characters_one(grimoire_character_random(good, rng)));
    if (right == GRIMOIRE_NO_CHARACTER || !is_evil)
        answer.characters = characters_either(answer.characters,
                                              characters_one(grimoire_character_random(evil, rng)));
    return answer;
}

/* Two players, of whom one is meant; in a lie neither. */
static struct grimoire_answer two_players(const struct grimoire_state *s, int observer,
                                          const struct grimoire_truth *truth, bool is_lie,
                                          struct rng *rng)
{
    struct grimoire_answer answer = none();
    seat_set others = grimoire_seats_all(s) & ~seat_bit(observer) & ~truth->players;
    seat_set meant = is_lie ? others : truth->plain.players;
    if (!meant || grimoire_seats_count(others) < 2)
        return answer;
    int first = grimoire_seat_random(meant, rng);
    answer.players =
        seat_bit(first) | seat_bit(grimoire_seat_random(others & ~seat_bit(first), rng));
    return answer;
}

/* As many Minions as there are, and good characters, in play or not. */
static struct grimoire_answer false_team(const struct grimoire_state *s, int observer,
                                         const struct grimoire_truth *truth, struct rng *rng)
{
    struct grimoire_answer answer = none();
    grimoire_characters good =
        characters_either(grimoire_characters_of_team(&s->script, GRIMOIRE_TOWNSFOLK),
                          grimoire_characters_of_team(&s->script, GRIMOIRE_OUTSIDER));
    seat_set others = grimoire_seats_dealt(s) & ~seat_bit(observer);
    for (int left = grimoire_seats_count(truth->plain.players); left > 0 && others; left--) {
        int seat = grimoire_seat_random(others, rng);
        answer.players |= seat_bit(seat);
        others &= ~seat_bit(seat);
    }
    for (int i = 0; i < GRIMOIRE_BLUFFS && characters_any(good); i++) {
        int bluff = grimoire_character_random(good, rng);
        answer.characters = characters_with(answer.characters, bluff);
        good = characters_without(good, bluff);
    }
    return answer;
}

/* As many of the same team, or one if there are none; others than the true ones. */
static grimoire_characters other_characters(const struct grimoire_state *s,
                                            const struct grimoire_truth *truth, struct rng *rng)
{
    grimoire_characters lie = characters_none(),
                        from = characters_except(grimoire_characters_of_team(
                                                     &s->script, (enum grimoire_team)truth->team),
                                                 truth->plain.characters);
    int count = characters_count(truth->plain.characters);
    for (int i = 0; i < (count ? count : 1) && characters_any(from); i++) {
        int character = grimoire_character_random(from, rng);
        lie = characters_with(lie, character);
        from = characters_without(from, character);
    }
    return lie;
}

static struct grimoire_answer suggest_lie(const struct grimoire_state *s, int observer,
                                          const struct grimoire_truth *truth, struct rng *rng)
{
    struct grimoire_answer answer = truth->plain;
    grimoire_characters others = characters_except(s->script.characters, truth->characters);
    switch ((enum grimoire_answer_kind)truth->kind) {
    case GRIMOIRE_TELLS_NUMBER:
    case GRIMOIRE_TELLS_YES_OR_NO: answer.number = (int8_t)other_number(truth, rng); break;
    case GRIMOIRE_TELLS_CHARACTER:
        answer.characters = characters_one(grimoire_character_random(others, rng));
        break;
    case GRIMOIRE_TELLS_PAIR: return false_pair(s, observer, truth, rng);
    case GRIMOIRE_TELLS_TWO_CHARACTERS: return two_characters(s, truth, GRIMOIRE_NO_CHARACTER, rng);
    case GRIMOIRE_TELLS_TWO_PLAYERS: return two_players(s, observer, truth, true, rng);
    case GRIMOIRE_TELLS_PLAYERS_AND_CHARACTER:
    case GRIMOIRE_TELLS_PLAYER:
        answer.characters = characters_one(grimoire_character_random(others, rng));
        break;
    case GRIMOIRE_TELLS_CHARACTERS: answer.characters = other_characters(s, truth, rng); break;
    case GRIMOIRE_TELLS_TEAM: return false_team(s, observer, truth, rng);
    case GRIMOIRE_TELLS_NOTHING:
    case GRIMOIRE_TELLS_GRIMOIRE:
    case GRIMOIRE_TELLS_ANYTHING: break;
    }
    return answer;
}

struct grimoire_answer grimoire_suggest(const struct grimoire_state *s,
                                        const struct grimoire_step *step, struct rng *rng)
{
    struct grimoire_truth truth;
    if (grimoire_step_chooses(s, step) &&
        !(step->has_chosen && (step->choice || step->character || grimoire_step_is_by_hand(step))))
        return none();
    grimoire_step_truth(s, step, &truth);
    bool is_ability = step->seat != GRIMOIRE_NOBODY && step->origin != GRIMOIRE_BY_EFFECT;
    if (!grimoire_step_works(s, step) || (is_ability && grimoire_is_falsified(s, step->seat)))
        return suggest_lie(s, step->seat, &truth, rng);
    if (truth.kind == GRIMOIRE_TELLS_TWO_CHARACTERS)
        return two_characters(s, &truth, characters_first(truth.plain.characters), rng);
    if (truth.kind == GRIMOIRE_TELLS_TWO_PLAYERS)
        return two_players(s, step->seat, &truth, false, rng);
    return truth.kind == GRIMOIRE_TELLS_PAIR ? true_pair(s, step->seat, &truth, rng) : truth.plain;
}
