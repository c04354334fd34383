/* The state at the beginning, and what events make of it: a few assignments each, no judgement. */
#include "avalon.h"

#include <assert.h>

static void init_table(struct avalon_table *table, const struct game_setup *setup)
{
    int deck[AVALON_SEATS_MAX];
    table->seat_count = (int8_t)setup->seat_count;
    table->has_lady = setup->option[AVALON_LADY_OF_THE_LAKE];
    table->has_excalibur = setup->option[AVALON_EXCALIBUR];
    table->has_anonymous_votes = setup->option[AVALON_ANONYMOUS_VOTES];
    table->has_flip_evil = setup->option[AVALON_FLIP_EVIL];
    table->oberon_hidden_from_merlin = setup->option[AVALON_OBERON_HIDDEN_FROM_MERLIN];
    table->oberon_good_to_lady = setup->option[AVALON_OBERON_GOOD_TO_LADY];
    table->has_swapped_votes = setup->option[AVALON_SWAP_VOTES];
    table->leader = table->lady = table->servant_named = -1;
    table->assassin_target = table->assassin_second = -1;
    table->lancelots = (int8_t)setup->option[AVALON_LANCELOTS];
    table->sorcerers = (int8_t)setup->option[AVALON_SORCERERS];
    table->messengers = (int8_t)setup->option[AVALON_MESSENGERS];
    for (int i = AVALON_INCLUDE_MERLIN; i <= AVALON_INCLUDE_OBERON; i++)
        if (setup->option[i])
            table->roles |= 1u << (AVALON_MERLIN + i);
    for (int i = AVALON_INCLUDE_CLERIC; i <= AVALON_INCLUDE_REVEALER; i++)
        if (setup->option[i])
            table->roles |= 1u << (AVALON_CLERIC + i - AVALON_INCLUDE_CLERIC);
    if (setup->option[AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT])
        table->roles |= 1u << AVALON_UNTRUSTWORTHY_SERVANT;
    if (table->lancelots)
        table->roles |= 1u << AVALON_GOOD_LANCELOT | 1u << AVALON_EVIL_LANCELOT;
    if (table->messengers)
        table->roles |= 1u << AVALON_SENIOR_MESSENGER | 1u << AVALON_JUNIOR_MESSENGER |
                        1u << AVALON_EVIL_MESSENGER;
    if (table->sorcerers)
        table->roles |= 1u << AVALON_GOOD_SORCERER | 1u << AVALON_EVIL_SORCERER;
    for (int quest = 0; quest < AVALON_QUESTS; quest++)
        table->quests[quest].excalibur = table->quests[quest].turned = -1;
    avalon_deck(table, deck);
    for (int i = 0; i < table->seat_count; i++)
        table->roles |= 1u << deck[i];
}
static_assert(AVALON_INCLUDE_MERLIN == 0, "options and roles are counted together");
static_assert(AVALON_INCLUDE_OBERON + (int)AVALON_MERLIN == (int)AVALON_OBERON, "one for one");
static_assert(AVALON_INCLUDE_REVEALER - AVALON_INCLUDE_CLERIC ==
                  (int)AVALON_REVEALER - (int)AVALON_CLERIC,
              "one for one");

void avalon_init(void *state, const struct game_setup *setup)
{
    struct avalon_state *s = state;
    init_table(&s->table, setup);
    for (int i = AVALON_QUEST_WINDOW_SECONDS; i < AVALON_OPTION_COUNT; i++)
        s->seconds[i] = (int32_t)setup->option[i];
    for (int seat = 0; seat < AVALON_SEATS_MAX; seat++) {
        s->own[seat].named = s->own[seat].named_second = -1;
        s->own[seat].lancelot = s->own[seat].checked = -1;
        s->own[seat].shows = AVALON_GOOD;
    }
}

static void apply_role_assigned(struct avalon_own *own, enum avalon_role role)
{
    own->role = (int8_t)role;
    own->team = (int8_t)avalon_team_of(role);
}

static void apply_leader_checked(struct avalon_own *own, const int64_t arg[])
{
    own->checked = (int8_t)arg[1];
    own->checked_team = (int8_t)arg[2];
}

static void apply_loyalty_drawn(struct avalon_state *s, const int64_t arg[])
{
    if (s->table.loyalty_count < arg[0])
        s->table.loyalty_count = (int8_t)arg[0];
    if (!arg[1])
        return;
    s->table.switches |= (uint8_t)(1u << (arg[0] - 1));
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (avalon_is_lancelot((enum avalon_role)s->own[seat].role))
            s->own[seat].team = s->own[seat].team == AVALON_GOOD ? AVALON_EVIL : AVALON_GOOD;
}

static void apply_lady_changed(struct avalon_table *table, int holder)
{
    table->lady = (int8_t)holder;
    table->has_held_lady |= seat_bit(holder);
}

static void apply_phase_changed(struct avalon_state *s, const int64_t arg[])
{
    s->table.phase = (int8_t)arg[0];
    s->table.quest = (int8_t)(arg[1] - 1);
    s->table.is_window_open = arg[3] > 0;
    s->deadline_ms = arg[4];
    if (arg[0] == AVALON_TEAM_BUILDING)
        s->table.picks = SEATS_NONE;
    s->table.seen = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        s->own[seat].has_seen = false;
}

static void apply_window_closed(struct avalon_state *s, int64_t deadline_ms)
{
    s->table.is_window_open = false;
    s->deadline_ms = deadline_ms;
}

static void apply_acknowledged(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].has_acknowledged = true;
    s->table.acknowledged = (int8_t)arg[1];
}

static void apply_results_seen(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].has_seen = true;
    s->table.seen = (int8_t)arg[1];
}

static void apply_team_proposed(struct avalon_state *s, const int64_t arg[])
{
    struct avalon_table *table = &s->table;
    struct avalon_proposal *proposal = &table->proposals[table->proposal_count++];
    /* Field by field: a literal may leave anything in the gaps between them, and states are compared. */
    proposal->quest = table->quest;
    proposal->leader = (int8_t)arg[0];
    proposal->team = (seat_set)arg[1];
    proposal->excalibur = (int8_t)arg[2];
    table->picks = (seat_set)arg[1];
    table->voted = SEATS_NONE;
    table->cards_played = 0;
    for (int seat = 0; seat < table->seat_count; seat++)
        s->own[seat].vote = s->own[seat].card = s->own[seat].has_sheathed = 0;
}

static void apply_vote_recorded(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].vote = arg[1] ? AVALON_APPROVE : AVALON_REJECT;
}

static void apply_votes_counted(struct avalon_table *table, const int64_t arg[], bool is_approved)
{
    struct avalon_proposal *proposal = &table->proposals[table->proposal_count - 1];
    proposal->approvals = (int8_t)arg[0];
    proposal->rejections = (int8_t)arg[1];
    proposal->is_approved = is_approved;
    if (is_approved) {
        table->rejections = 0;
        table->quests[table->quest].team = proposal->team;
        table->quests[table->quest].excalibur = proposal->excalibur;
    }
}

static void apply_card_recorded(struct avalon_state *s, const int64_t arg[])
{
    s->own[arg[0]].card = (int8_t)avalon_card_of(arg[1], arg[2]);
}

static void apply_excalibur_used(struct avalon_state *s, const int64_t arg[])
{
    s->table.quests[s->table.quest].turned = (int8_t)arg[1];
    s->own[arg[0]].saw[s->table.quest] = (int8_t)avalon_card_of(arg[2], arg[3]);
}

/* Where there are no such cards the event leaves their number out. */
static int8_t count_or_none(int64_t count)
{
    return (int8_t)(count > 0 ? count : 0);
}

static void apply_quest_completed(struct avalon_state *s, const int64_t arg[])
{
    struct avalon_quest *quest = &s->table.quests[arg[0] - 1];
    quest->is_done = true;
    quest->is_success = arg[1];
    quest->fails = (int8_t)arg[3];
    quest->magic = count_or_none(arg[5]);
    quest->good_messages = count_or_none(arg[6]);
    quest->evil_messages = count_or_none(arg[7]);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        s->own[seat].messages += s->own[seat].card == AVALON_GOOD_MESSAGE;
}

static void apply_examined(struct avalon_state *s, const int64_t arg[])
{
    s->examinations[s->table.examination_count++] =
        (struct avalon_examination){ .quest = s->table.quest,
                                     .holder = (int8_t)arg[0],
                                     .target = (int8_t)arg[1],
                                     .team = (int8_t)arg[2] };
}

/* Who is found is evil from now on, before all eyes; and everybody thinks again. */
static void apply_servant_named(struct avalon_state *s, const int64_t arg[])
{
    s->table.servant_named = (int8_t)arg[0];
    s->table.is_servant_found = arg[1];
    if (arg[1]) {
        s->own[arg[0]].team = AVALON_EVIL;
        s->table.revealed_evil |= seat_bit((int)arg[0]);
    }
    for (int seat = 0; seat < s->table.seat_count; seat++)
        s->own[seat].named = -1;
}

static void apply_merlin_named(struct avalon_own *own, const int64_t arg[])
{
    own->named = (int8_t)arg[1];
    own->named_second = (int8_t)arg[2];
}

static void apply_assassin_target(struct avalon_table *table, const int64_t arg[])
{
    table->assassin_target = (int8_t)arg[0];
    table->assassin_second = (int8_t)arg[1];
}

static void apply_finished(struct avalon_state *s, const int64_t arg[])
{
    s->table.phase = AVALON_FINISHED;
    s->table.winner = (int8_t)arg[0];
    s->table.reason = (int8_t)arg[1];
    s->table.is_window_open = false;
    s->deadline_ms = 0;
}

void avalon_apply(void *state, const struct game_event *event)
{
    struct avalon_state *s = state;
    struct avalon_table *table = &s->table;
    const int64_t *arg = event->arg;
    switch ((enum avalon_event)event->kind) {
    case AVALON_LEADER_CHANGED: table->leader = (int8_t)arg[0]; break;
    case AVALON_LADY_CHANGED: apply_lady_changed(table, (int)arg[0]); break;
    case AVALON_ROLE_ASSIGNED:
        apply_role_assigned(&s->own[arg[0]], (enum avalon_role)arg[1]);
        break;
    case AVALON_ROLE_KNOWLEDGE: s->own[arg[0]].known = (seat_set)arg[1]; break;
    case AVALON_PHASE_CHANGED: apply_phase_changed(s, arg); break;
    case AVALON_WINDOW_CLOSED: apply_window_closed(s, arg[0]); break;
    case AVALON_PLAYER_ACKNOWLEDGED_ROLE: apply_acknowledged(s, arg); break;
    case AVALON_RESULTS_SEEN: apply_results_seen(s, arg); break;
    case AVALON_PICKS_CHANGED: table->picks = (seat_set)arg[0]; break;
    case AVALON_TEAM_PROPOSED: apply_team_proposed(s, arg); break;
    case AVALON_TEAM_VOTE_CAST: table->voted |= seat_bit((int)arg[0]); break;
    case AVALON_TEAM_VOTE_RECORDED: apply_vote_recorded(s, arg); break;
    case AVALON_VOTES_REVEALED:
        table->proposals[table->proposal_count - 1].approved_by = (seat_set)arg[0];
        break;
    case AVALON_TEAM_APPROVED: apply_votes_counted(table, arg, true); break;
    case AVALON_TEAM_REJECTED: apply_votes_counted(table, arg, false); break;
    case AVALON_REJECTION_COUNT: table->rejections = (int8_t)arg[0]; break;
    case AVALON_QUEST_CARD_PLAYED: table->cards_played = (int8_t)arg[0]; break;
    case AVALON_QUEST_CARD_RECORDED: apply_card_recorded(s, arg); break;
    case AVALON_QUEST_COMPLETED: apply_quest_completed(s, arg); break;
    case AVALON_PLAYER_EXAMINED: apply_examined(s, arg); break;
    case AVALON_EVIL_REVEALED: table->revealed_evil = (seat_set)arg[0]; break;
    case AVALON_MERLIN_NAMED: apply_merlin_named(&s->own[arg[0]], arg); break;
    case AVALON_ASSASSIN_TARGET: apply_assassin_target(table, arg); break;
    case AVALON_GAME_FINISHED: apply_finished(s, arg); break;
    case AVALON_LEADER_CHECKED: apply_leader_checked(&s->own[arg[0]], arg); break;
    case AVALON_LOYALTY_CHOSEN: s->own[arg[0]].shows = (int8_t)arg[1]; break;
    case AVALON_LANCELOT_SHOWN: s->own[arg[0]].lancelot = (int8_t)arg[1]; break;
    case AVALON_LOYALTIES_DEALT:
        table->switches = (uint8_t)(arg[0] >> 1); /* quests are counted from 1 */
        table->loyalty_count = AVALON_QUESTS;
        break;
    case AVALON_SERVANT_SUSPECTED: s->own[arg[0]].named = (int8_t)arg[1]; break;
    case AVALON_SERVANT_NAMED: apply_servant_named(s, arg); break;
    case AVALON_EXCALIBUR_USED: apply_excalibur_used(s, arg); break;
    case AVALON_EXCALIBUR_SHEATHED: s->own[arg[0]].has_sheathed = true; break;
    case AVALON_LOYALTY_DRAWN: apply_loyalty_drawn(s, arg); break;
    case AVALON_EVENT_COUNT:
    case AVALON_TEAMS_ANNOUNCED:      /* as the set-up says */
    case AVALON_ASSASSINATION_RESULT: /* the end says it again */
    case AVALON_ROLE_REVEALED: break; /* was known to the state all along */
    }
}
