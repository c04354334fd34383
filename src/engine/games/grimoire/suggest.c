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

/* `subject` and somebody else, never the one who is told. */
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
    case GRIMOIRE_TELLS_NOTHING:
    case GRIMOIRE_TELLS_TEAM:
    case GRIMOIRE_TELLS_GRIMOIRE:
    case GRIMOIRE_TELLS_ANYTHING: break;
    }
    return answer;
}

struct grimoire_answer grimoire_suggest(const struct grimoire_state *s,
                                        const struct grimoire_step *step, struct rng *rng)
{
    struct grimoire_truth truth;
    if (grimoire_step_choice_count(step) > 0 && !step->has_chosen)
        return none();
    grimoire_step_truth(s, step, &truth);
    if (!grimoire_step_works(s, step))
        return suggest_lie(s, step->seat, &truth, rng);
    return truth.kind == GRIMOIRE_TELLS_PAIR ? true_pair(s, step->seat, &truth, rng) : truth.plain;
}
