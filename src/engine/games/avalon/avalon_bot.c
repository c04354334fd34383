/* Avalon's bots. Each reasons from its own view. Good asks what quests and votes make likely (belief.c). Evil
 * asks how it would look if it were good. Merlin mostly acts like somebody who knows nothing. Strength 0
 * plays at random. Weaker bots blunder into random moves and read quests only; from 3 on they read votes as
 * well. */
#include "belief.h"

enum { READS_VOTES_FROM = 3, PERCENT = 100 };
static const uint8_t blunder_percent[BOT_STRENGTH_MAX + 1] = { 100, 45, 20, 5, 0 };

struct mind {
    const struct avalon_view *view;
    const struct avalon_table *table;
    int seat, strength;
    struct rng *rng;
    enum avalon_team team;
    seat_set friends;  /* the evil players that evil knows, itself included; empty for all others */
    struct belief own; /* by all that this seat knows */
    struct belief cover; /* what a loyal servant in this seat would believe */
    struct belief all;   /* what somebody who watches would believe */
};

static bool chance(struct mind *mind, int percent)
{
    return rng_below(mind->rng, PERCENT) < (uint64_t)percent;
}

static int any_of(seat_set seats, struct rng *rng)
{
    uint64_t skipped = rng_below(rng, (uint64_t)avalon_seats_count(seats));
    int seat = 0;
    while (!seat_in(seats, seat) || skipped-- > 0)
        seat++;
    return seat;
}

static int team_size(const struct avalon_table *table)
{
    return avalon_team_size(table->seat_count, table->quest);
}

static int fails_needed(const struct mind *mind)
{
    return avalon_fails_needed(mind->table->seat_count, mind->table->quest);
}

/* Only the beliefs that a player of this side uses. */
static void think(struct mind *mind)
{
    struct belief_past past = belief_past_of(mind->table, mind->strength >= READS_VOTES_FROM);
    struct belief_prior loyal = { .good = seat_bit(mind->seat) }, nobodys = { 0 };
    bool is_evil = mind->team == AVALON_EVIL;
    belief_form(&mind->own, mind->table, belief_prior_of(mind->view), past);
    if (is_evil || mind->view->own.role == AVALON_MERLIN)
        belief_form(&mind->cover, mind->table, loyal, past);
    if (is_evil || mind->table->phase == AVALON_RECRUITMENT)
        belief_form(&mind->all, mind->table, nobodys, past);
}

/* Teams */

static seat_set any_team(const struct avalon_table *table, struct rng *rng)
{
    seat_set team = SEATS_NONE;
    while (avalon_seats_count(team) < team_size(table))
        team |= seat_bit(any_of(avalon_everybody(table) & ~team, rng));
    return team;
}

/* The team that looks cleanest, out of those with all of `with` and with `friend_count` of `friends`;
 * equals by lot. Empty if there is none. */
static seat_set cleanest_team(struct mind *mind, const struct belief *belief, seat_set with,
                              seat_set friends, int friend_count)
{
    seat_set best = SEATS_NONE;
    int best_clean = -1;
    uint64_t equals = 0;
    for (seat_set team = 0; team <= avalon_everybody(mind->table); team++) {
        if (avalon_seats_count(team) != team_size(mind->table) || (with & ~team) != 0 ||
            avalon_seats_count(team & friends) != friend_count)
            continue;
        int clean = belief_is_clean(belief, team, fails_needed(mind));
        equals = clean > best_clean ? 1 : equals + (clean == best_clean);
        if (clean > best_clean || (clean == best_clean && rng_below(mind->rng, equals) == 0))
            best = team;
        if (clean > best_clean)
            best_clean = clean;
    }
    return best;
}

static int best_clean(struct mind *mind, const struct belief *belief)
{
    seat_set team = cleanest_team(mind, belief, seat_bit(mind->seat), SEATS_NONE, 0);
    return belief_is_clean(belief, team, fails_needed(mind));
}

/* How often a bot acts by what it knows and not by what it pretends, in percent. This grows with the quests
 * that its side has lost. Merlin hides one secret, evil the secret of all. The best bots hide longest: one
 * who shows knowledge too early is shot, or trusted no more. */
static int frankness(const struct mind *mind)
{
    static const uint8_t usual[][AVALON_QUESTS_TO_WIN] = {
        [AVALON_GOOD] = { 15, 35, 100 }, [AVALON_EVIL] = { 15, 30, 100 }
    };
    static const uint8_t best[][AVALON_QUESTS_TO_WIN] = {
        [AVALON_GOOD] = { 0, 0, 30 }, [AVALON_EVIL] = { 0, 10, 100 }
    };
    int lost = avalon_quests_won(mind->table, mind->team == AVALON_EVIL);
    return (mind->strength == BOT_STRENGTH_MAX ? best : usual)[mind->team][lost];
}

/* Just enough evil to fail the quest, and otherwise those whom the table trusts. */
static seat_set evil_team(struct mind *mind)
{
    for (int count = fails_needed(mind); count > 0; count--) {
        seat_set team = cleanest_team(mind, &mind->all, SEATS_NONE, mind->friends, count);
        if (team && avalon_seats_count(mind->friends) >= count)
            return team;
    }
    return cleanest_team(mind, &mind->all, seat_bit(mind->seat), SEATS_NONE, 0);
}

/* Merlin sends those who are clean, but only if a servant could have thought so. */
static seat_set merlin_team(struct mind *mind)
{
    seat_set known = mind->view->own.known;
    seat_set team = cleanest_team(mind, &mind->cover, seat_bit(mind->seat), known, 0);
    if (team && chance(mind, 50 + frankness(mind) / 2))
        return team;
    return cleanest_team(mind, &mind->cover, seat_bit(mind->seat), SEATS_NONE, 0);
}

static seat_set choose_team(struct mind *mind)
{
    if (mind->team == AVALON_EVIL)
        return evil_team(mind);
    if (mind->view->own.role == AVALON_MERLIN)
        return merlin_team(mind);
    return cleanest_team(mind, &mind->own, seat_bit(mind->seat), SEATS_NONE, 0);
}

/* Excalibur */

/* Good gives it to whom it trusts most, evil to one of its own. */
static int choose_bearer(struct mind *mind, seat_set team)
{
    seat_set bearers = avalon_bearers(mind->table, team), own = bearers & mind->friends;
    const struct belief *belief = mind->view->own.role == AVALON_MERLIN ? &mind->cover : &mind->own;
    int best = -1, least = 0;
    if (own)
        return any_of(own, mind->rng);
    for (int seat = 0; seat < mind->table->seat_count; seat++) {
        int evil = belief_is_evil(belief, seat);
        if (!seat_in(bearers, seat) || (best >= 0 && evil >= least))
            continue;
        best = seat;
        least = evil;
    }
    return best;
}

/* The player whose card good turns: the one who is most likely evil, and so has most likely failed. -1:
 * nobody. */
static int good_turns(struct mind *mind)
{
    enum { SURE_ENOUGH = BELIEF_ONE * 3 / 4 };
    int best = -1, most = SURE_ENOUGH;
    for (int seat = 0; seat < mind->table->seat_count; seat++) {
        int evil = belief_is_evil(&mind->own, seat);
        if (!seat_in(avalon_turnable(mind->table), seat) || evil < most)
            continue;
        best = seat;
        most = evil;
    }
    return best;
}

/* Evil that has failed alone where two Fails are needed makes the second of somebody's Success. */
static int evil_turns(struct mind *mind)
{
    seat_set team = avalon_proposal(mind->table)->team;
    seat_set others = avalon_turnable(mind->table) & ~mind->friends;
    bool is_one_short = avalon_seats_count(team & mind->friends) == fails_needed(mind) - 1;
    return is_one_short && others && mind->view->own.card == AVALON_FAIL ? any_of(others, mind->rng)
                                                                         : -1;
}

static int choose_turned(struct mind *mind)
{
    return mind->team == AVALON_EVIL ? evil_turns(mind) : good_turns(mind);
}

/* Votes */

/* How clean a team has to be, in percent of the cleanest. Bots ask for less the longer the round lasts. The
 * best bots of good ask for more as long as the round may still go on. */
static const uint8_t wanted_percent[AVALON_REJECTIONS_MAX] = { 85, 75, 60, 40, 0 };
static const uint8_t best_wanted_percent[AVALON_REJECTIONS_MAX] = { 90, 82, 70, 52, 0 };

static int wanted(const struct mind *mind)
{
    bool is_best = mind->strength == BOT_STRENGTH_MAX && mind->team == AVALON_GOOD;
    return (is_best ? best_wanted_percent : wanted_percent)[mind->table->rejections];
}

/* Whether the team on the table is good enough, by a belief. */
static bool is_good_enough(struct mind *mind, const struct belief *belief)
{
    int clean = belief_is_clean(belief, avalon_proposal(mind->table)->team, fails_needed(mind));
    return clean * PERCENT >= best_clean(mind, belief) * wanted(mind);
}

static bool is_last_proposal(const struct mind *mind)
{
    return mind->table->rejections == AVALON_REJECTIONS_MAX - 1;
}

static bool merlin_approves(struct mind *mind)
{
    bool wish = is_good_enough(mind, &mind->own), pretence = is_good_enough(mind, &mind->cover);
    return wish == pretence || chance(mind, frankness(mind)) ? wish : pretence;
}

static bool evil_approves(struct mind *mind)
{
    int friends = avalon_seats_count(avalon_proposal(mind->table)->team & mind->friends);
    bool wish = friends >= fails_needed(mind), pretence = is_good_enough(mind, &mind->cover);
    bool is_match_point = avalon_quests_won(mind->table, true) == AVALON_QUESTS_TO_WIN - 1;
    if (is_last_proposal(mind))
        return wish || !is_match_point;
    return wish == pretence || chance(mind, frankness(mind)) ? wish : pretence;
}

static bool approves(struct mind *mind)
{
    if (mind->team == AVALON_EVIL)
        return evil_approves(mind);
    if (is_last_proposal(mind))
        return true;
    return mind->view->own.role == AVALON_MERLIN ? merlin_approves(mind)
                                                 : is_good_enough(mind, &mind->own);
}

/* Cards */

/* Evil on one team leaves the failing to the first of them, counted from the leader. */
static bool is_my_turn_to_fail(const struct mind *mind)
{
    const struct avalon_proposal *proposal = avalon_proposal(mind->table);
    int before = 0;
    for (int i = 0; i < mind->table->seat_count; i++) {
        int seat = (proposal->leader + i) % mind->table->seat_count;
        if (seat == mind->seat)
            break;
        before += seat_in(proposal->team & mind->friends, seat);
    }
    return before < fails_needed(mind);
}

/* How often evil fails a quest that it can fail. */
static const uint8_t failing_percent[AVALON_QUESTS] = { 50, 85, 100, 100, 100 };

static bool fails(struct mind *mind)
{
    seat_set friends = avalon_proposal(mind->table)->team & mind->friends;
    bool is_decisive = avalon_quests_won(mind->table, true) == AVALON_QUESTS_TO_WIN - 1 ||
                       avalon_quests_won(mind->table, false) == AVALON_QUESTS_TO_WIN - 1;
    /* The bearer of Excalibur can fail for two. */
    int reach =
        avalon_seats_count(friends) + (avalon_proposal(mind->table)->excalibur == mind->seat);
    /* A Sorcerer turns the result of all cards, and so needs no second Fail either. */
    bool is_enough = reach >= fails_needed(mind) || mind->view->own.role == AVALON_EVIL_SORCERER;
    if (!is_enough || !is_my_turn_to_fail(mind))
        return false;
    return is_decisive || chance(mind, failing_percent[mind->table->quest]);
}

static bool may_play(const struct mind *mind, enum avalon_card card)
{
    return avalon_may_play(mind->table, &mind->view->own, card);
}

/* The card by which the seat breaks the quest if it wishes to, or the one it must play. */
static enum avalon_card playable(const struct mind *mind, bool wants_to_fail)
{
    if (wants_to_fail && may_play(mind, AVALON_EVIL_MESSAGE))
        return AVALON_EVIL_MESSAGE;
    if (wants_to_fail && may_play(mind, AVALON_FAIL))
        return AVALON_FAIL;
    if (wants_to_fail && may_play(mind, AVALON_MAGIC))
        return AVALON_MAGIC;
    return may_play(mind, AVALON_SUCCESS) ? AVALON_SUCCESS : AVALON_FAIL;
}

/* A good Sorcerer turns a quest that looks lost. Three Good Messages take a Fail off the last quest, but each
 * narrows down who sends them. */
static enum avalon_card good_card(struct mind *mind)
{
    enum { LOST = BELIEF_ONE * 65 / 100 };
    int clean = belief_is_clean(&mind->own, avalon_proposal(mind->table)->team, fails_needed(mind));
    int lost = (BELIEF_ONE - clean) * failing_percent[mind->table->quest] / PERCENT;
    if (may_play(mind, AVALON_MAGIC) && lost > LOST)
        return AVALON_MAGIC;
    return may_play(mind, AVALON_GOOD_MESSAGE) && chance(mind, 60) ? AVALON_GOOD_MESSAGE
                                                                   : AVALON_SUCCESS;
}

static enum avalon_card choose_card(struct mind *mind)
{
    return mind->team == AVALON_EVIL ? playable(mind, fails(mind)) : good_card(mind);
}

/* Merlin */

/* The belief a servant in `seat` would have held when proposal `index` was voted on. */
static void form_past_belief(const struct mind *mind, int seat, int index, struct belief *belief)
{
    struct belief_past past = { .proposals = index,
                                .quests = mind->table->proposals[index].quest,
                                .reads_votes = true };
    belief_form(belief, mind->table, (struct belief_prior){ .good = seat_bit(seat) }, past);
}

/* Whether a servant in `seat` would have let the team of proposal `index` go. */
static bool servant_approves(struct mind *mind, const struct belief *belief, int seat, int index)
{
    const struct avalon_table *table = mind->table;
    const struct avalon_proposal *proposal = &table->proposals[index];
    int fails = avalon_fails_needed(table->seat_count, proposal->quest), nth = 0, most = 0;
    int size = avalon_team_size(table->seat_count, proposal->quest);
    while (nth < index && table->proposals[index - nth - 1].quest == proposal->quest)
        nth++;
    for (seat_set team = 0; team <= avalon_everybody(table); team++) {
        if (!seat_in(team, seat) || avalon_seats_count(team) != size)
            continue;
        int clean = belief_is_clean(belief, team, fails);
        most = clean > most ? clean : most;
    }
    return belief_is_clean(belief, proposal->team, fails) * PERCENT >= most * wanted_percent[nth];
}

/* How much better a vote fits a player who knows than one who does not. */
static int vote_score(struct mind *mind, int seat, int index)
{
    const struct avalon_proposal *proposal = &mind->table->proposals[index];
    bool is_clean = (proposal->team & mind->friends) == 0;
    bool is_right = seat_in(proposal->approved_by, seat) == is_clean;
    struct belief belief;
    form_past_belief(mind, seat, index, &belief);
    /* A seat that was right where a servant would have guessed wrong had knowledge. */
    int clean = belief_is_clean(&belief, proposal->team, 1);
    int expected = is_clean ? clean : BELIEF_ONE - clean;
    return is_right ? BELIEF_ONE - expected : -expected;
}

static int merlin_score(struct mind *mind, int seat)
{
    int score = 0;
    for (int i = 0; i < mind->table->proposal_count; i++) {
        const struct avalon_proposal *proposal = &mind->table->proposals[i];
        if (proposal->leader == seat)
            score += (proposal->team & mind->friends) == 0 ? BELIEF_ONE / 2 : -BELIEF_ONE;
        if (belief_reads_vote(mind->table, i))
            score += vote_score(mind, seat, i);
    }
    return score;
}

/* The best shots compare two stories of each vote and team instead, in sixteenths of a bit: how much likelier
 * it is from Merlin than from a servant. Merlin hides less the more quests are lost. */
static int story_of_vote(struct mind *mind, int seat, int index, int lost)
{
    static const int8_t knew[AVALON_QUESTS_TO_WIN] = { 11, 28, 46 };
    static const int8_t did_not[AVALON_QUESTS_TO_WIN] = { -2, -10, -40 };
    const struct avalon_proposal *proposal = &mind->table->proposals[index];
    int fails = avalon_fails_needed(mind->table->seat_count, proposal->quest);
    bool approved = seat_in(proposal->approved_by, seat);
    bool is_safe = avalon_seats_count(proposal->team & mind->friends) < fails;
    struct belief belief;
    form_past_belief(mind, seat, index, &belief);
    if (servant_approves(mind, &belief, seat, index) == is_safe)
        return 0;
    return approved == is_safe ? knew[lost] : did_not[lost];
}

static int story_of_team(struct mind *mind, int seat, int index)
{
    const struct avalon_proposal *proposal = &mind->table->proposals[index];
    struct belief belief;
    if ((proposal->team & mind->friends) != 0)
        return -16;
    form_past_belief(mind, seat, index, &belief);
    return 16 - 16 * belief_is_clean(&belief, proposal->team, 1) / BELIEF_ONE;
}

static int merlin_story(struct mind *mind, int seat)
{
    int score = 0, lost = 0, quest = 0;
    for (int i = 0; i < mind->table->proposal_count; i++) {
        const struct avalon_proposal *proposal = &mind->table->proposals[i];
        for (; quest < proposal->quest; quest++)
            lost += !mind->table->quests[quest].is_success && lost < AVALON_QUESTS_TO_WIN - 1;
        if (proposal->leader == seat)
            score += story_of_team(mind, seat, i);
        if (belief_reads_vote(mind->table, i))
            score += story_of_vote(mind, seat, i, lost);
    }
    return score;
}

static int likeliest_merlin(struct mind *mind, seat_set targets)
{
    int best = -1, best_score = 0;
    for (int seat = 0; seat < mind->table->seat_count; seat++) {
        if (!seat_in(targets, seat))
            continue;
        int score = mind->strength == BOT_STRENGTH_MAX ? merlin_story(mind, seat)
                                                       : merlin_score(mind, seat);
        if (best < 0 || score > best_score) {
            best = seat;
            best_score = score;
        }
    }
    return best;
}

static int choose_merlin(struct mind *mind)
{
    seat_set targets = avalon_targets(mind->table, mind->seat, &mind->view->own);
    seat_set pair =
        mind->view->own.role == AVALON_PERCIVAL ? mind->view->own.known & targets : SEATS_NONE;
    if (mind->team == AVALON_EVIL && mind->strength > 1)
        return likeliest_merlin(mind, targets);
    return any_of(pair ? pair : targets, mind->rng);
}

/* Whom the table trusts least of those who may be good: Merlin, who takes the Servant for evil, votes against
 * them. */
static int likeliest_servant(struct mind *mind)
{
    seat_set targets = avalon_targets(mind->table, mind->seat, &mind->view->own);
    int best = any_of(targets, mind->rng), most = -1;
    for (int seat = 0; seat < mind->table->seat_count; seat++) {
        int evil = belief_is_evil(&mind->all, seat);
        if (!seat_in(targets, seat) || evil <= most)
            continue;
        best = seat;
        most = evil;
    }
    return best;
}

/* The Lady */

/* Good looks where it knows least. */
static int choose_examined(struct mind *mind)
{
    seat_set targets = avalon_lady_targets(mind->table);
    int best = any_of(targets, mind->rng), best_doubt = -1;
    for (int seat = 0; seat < mind->table->seat_count; seat++) {
        int evil = belief_is_evil(&mind->own, seat);
        int doubt = evil < BELIEF_ONE - evil ? evil : BELIEF_ONE - evil;
        if (!seat_in(targets, seat) || doubt <= best_doubt)
            continue;
        best = seat;
        best_doubt = doubt;
    }
    return best;
}

/* What to do */

static bool is_to_act(const struct avalon_view *view)
{
    const struct avalon_table *table = &view->table;
    switch ((enum avalon_phase)table->phase) {
    case AVALON_ROLE_REVEAL: return !view->own.has_acknowledged;
    case AVALON_TEAM_BUILDING: return view->seat == table->leader;
    case AVALON_TEAM_VOTING: return !seat_in(table->voted, view->seat);
    case AVALON_QUEST_EXECUTION:
        return seat_in(avalon_proposal(table)->team, view->seat) &&
               view->own.card == AVALON_NO_CARD;
    case AVALON_VOTE_RESULTS:
    case AVALON_QUEST_RESULTS: return !view->own.has_seen && !table->is_window_open;
    case AVALON_LADY_EXAMINATION: return view->seat == table->lady;
    case AVALON_SWORD:
        return view->seat == table->quests[table->quest].excalibur && !view->own.has_sheathed &&
               table->quests[table->quest].turned < 0;
    case AVALON_RECRUITMENT:
    case AVALON_ASSASSINATION: return view->own.named < 0;
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
    return false;
}

static enum avalon_card any_card(struct mind *mind)
{
    bool has_choice = mind->team == AVALON_EVIL || may_play(mind, AVALON_MAGIC);
    if (may_play(mind, AVALON_GOOD_MESSAGE) && chance(mind, 50))
        return AVALON_GOOD_MESSAGE;
    return playable(mind, has_choice && chance(mind, 50));
}

/* At one for Merlin, or at two for the Messengers where there are any. */
static void aim_at_random(struct mind *mind, struct game_command *command)
{
    seat_set targets = avalon_targets(mind->table, mind->seat, &mind->view->own);
    command->arg[0] = any_of(targets, mind->rng);
    targets &= ~seat_bit((int)command->arg[0]);
    if (mind->table->messengers && targets && chance(mind, 50))
        command->arg[1] = any_of(targets, mind->rng);
}

static void act_at_random(struct mind *mind, struct game_command *command)
{
    const struct avalon_table *table = mind->table;
    switch ((enum avalon_command)command->kind) {
    case AVALON_PROPOSE_TEAM:
        command->arg[0] = any_team(table, mind->rng);
        if (table->has_excalibur)
            command->arg[1] = any_of(avalon_bearers(table, (seat_set)command->arg[0]), mind->rng);
        break;
    case AVALON_USE_EXCALIBUR:
        command->arg[0] = chance(mind, 25) ? any_of(avalon_turnable(table), mind->rng) : -1;
        break;
    case AVALON_CAST_VOTE:
        command->arg[0] = chance(mind, 50) ? AVALON_APPROVE : AVALON_REJECT;
        break;
    case AVALON_PLAY_CARD: command->arg[0] = any_card(mind); break;
    case AVALON_EXAMINE: command->arg[0] = any_of(avalon_lady_targets(table), mind->rng); break;
    case AVALON_RECRUIT_SERVANT:
    case AVALON_SUSPECT_SERVANT:
        command->arg[0] = any_of(avalon_targets(table, mind->seat, &mind->view->own), mind->rng);
        break;
    case AVALON_ASSASSINATE:
    case AVALON_NAME_MERLIN: aim_at_random(mind, command); break;
    case AVALON_ACKNOWLEDGE_ROLE:
    case AVALON_SET_PICKS:
    case AVALON_SHOW_LOYALTY:
    case AVALON_CONTINUE: break;
    }
}

static void act_by_thought(struct mind *mind, struct game_command *command)
{
    think(mind);
    switch ((enum avalon_command)command->kind) {
    case AVALON_PROPOSE_TEAM:
        command->arg[0] = choose_team(mind);
        if (mind->table->has_excalibur)
            command->arg[1] = choose_bearer(mind, (seat_set)command->arg[0]);
        break;
    case AVALON_USE_EXCALIBUR: command->arg[0] = choose_turned(mind); break;
    case AVALON_CAST_VOTE: command->arg[0] = approves(mind) ? AVALON_APPROVE : AVALON_REJECT; break;
    case AVALON_PLAY_CARD: command->arg[0] = choose_card(mind); break;
    case AVALON_EXAMINE: command->arg[0] = choose_examined(mind); break;
    case AVALON_ASSASSINATE:
    case AVALON_NAME_MERLIN: command->arg[0] = choose_merlin(mind); break;
    case AVALON_RECRUIT_SERVANT:
    case AVALON_SUSPECT_SERVANT: command->arg[0] = likeliest_servant(mind); break;
    case AVALON_ACKNOWLEDGE_ROLE:
    case AVALON_SET_PICKS:
    case AVALON_SHOW_LOYALTY:
    case AVALON_CONTINUE: break;
    }
}

static enum avalon_command command_of(const struct avalon_view *view)
{
    bool is_shooter = avalon_is_shooter(&view->table, &view->own);
    switch ((enum avalon_phase)view->table.phase) {
    case AVALON_TEAM_BUILDING: return AVALON_PROPOSE_TEAM;
    case AVALON_TEAM_VOTING: return AVALON_CAST_VOTE;
    case AVALON_QUEST_EXECUTION: return AVALON_PLAY_CARD;
    case AVALON_VOTE_RESULTS:
    case AVALON_QUEST_RESULTS: return AVALON_CONTINUE;
    case AVALON_LADY_EXAMINATION: return AVALON_EXAMINE;
    case AVALON_SWORD: return AVALON_USE_EXCALIBUR;
    case AVALON_RECRUITMENT: return is_shooter ? AVALON_RECRUIT_SERVANT : AVALON_SUSPECT_SERVANT;
    case AVALON_ASSASSINATION: return is_shooter ? AVALON_ASSASSINATE : AVALON_NAME_MERLIN;
    case AVALON_ROLE_REVEAL:
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
    return AVALON_ACKNOWLEDGE_ROLE;
}

bool avalon_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct avalon_view *view = in;
    struct mind mind;
    if (view->seat < 0 || !is_to_act(view))
        return false;
    mind.view = view;
    mind.table = &view->table;
    mind.seat = view->seat;
    mind.strength = bot->strength;
    mind.rng = bot->rng;
    mind.team = (enum avalon_team)view->own.team;
    mind.friends = mind.team == AVALON_EVIL ? view->own.known | seat_bit(view->seat) : SEATS_NONE;
    *command =
        (struct game_command){ .kind = (uint16_t)command_of(view), .seat = (int8_t)view->seat };
    /* Nobody is to carry Excalibur, and one is shot at. */
    bool has_second = command->kind == AVALON_PROPOSE_TEAM || command->kind == AVALON_ASSASSINATE ||
                      command->kind == AVALON_NAME_MERLIN;
    command->arg[1] = has_second ? -1 : 0;
    if (chance(&mind, blunder_percent[bot->strength]))
        act_at_random(&mind, command);
    else
        act_by_thought(&mind, command);
    return true;
}
