/* One Night: who dies, and the end. */
#include "onenight.h"

static void count_ballots(const struct onenight_state *s, int count[ONENIGHT_SEATS_MAX])
{
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->seat[seat].vote != ONENIGHT_NOBODY)
            count[s->seat[seat].vote]++;
}

static int highest(const int count[ONENIGHT_SEATS_MAX])
{
    int max = 0;
    for (int seat = 0; seat < ONENIGHT_SEATS_MAX; seat++)
        if (count[seat] > max)
            max = count[seat];
    return max;
}

/* The player a Bodyguard votes for cannot die; he may be dead himself. */
static uint16_t guarded(const struct onenight_state *s)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (onenight_role_at(&s->secrets, seat) == ONENIGHT_BODYGUARD &&
            s->seat[seat].vote != ONENIGHT_NOBODY)
            seats |= (uint16_t)seat_bit(s->seat[seat].vote);
    return seats;
}

/* A dead Hunter takes along the player he voted for, who may be one too: the list grows while it is read. */
static uint16_t avenge(const struct onenight_state *s, struct onenight_death death[], int *count,
                       uint16_t dead)
{
    for (int i = 0; i < *count; i++) {
        int hunter = death[i].seat, target = s->seat[hunter].vote;
        bool strikes =
            onenight_role_at(&s->secrets, hunter) == ONENIGHT_HUNTER && target != ONENIGHT_NOBODY;
        if (!strikes || seat_in(dead | guarded(s), target))
            continue;
        dead |= (uint16_t)seat_bit(target);
        death[(*count)++] =
            (struct onenight_death){ (int8_t)target, ONENIGHT_BY_HUNTER, (int8_t)hunter };
    }
    return dead;
}

uint16_t onenight_killed(const struct onenight_state *s, struct onenight_death death[], int *count)
{
    int ballots[ONENIGHT_SEATS_MAX] = { 0 };
    uint16_t dead = 0;
    *count = 0;
    count_ballots(s, ballots);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(guarded(s), seat))
            ballots[seat] = 0;
    int max = highest(ballots);
    for (int seat = 0; seat < s->table.seat_count && max > 1; seat++) {
        if (ballots[seat] != max)
            continue;
        dead |= (uint16_t)seat_bit(seat);
        death[(*count)++] =
            (struct onenight_death){ (int8_t)seat, ONENIGHT_BY_VOTES, ONENIGHT_NOBODY };
    }
    return avenge(s, death, count, dead);
}

static void tell_all(struct game_turn *turn, int kind, int64_t first, int64_t second, int64_t third)
{
    game_emit(turn, (struct game_event){ .kind = (uint16_t)kind,
                                         .told = SEATS_ALL,
                                         .arg = { first, second, third } });
}

void onenight_show_ballot(struct game_turn *turn, int seat)
{
    const struct onenight_state *s = turn->state;
    tell_all(turn, ONENIGHT_BALLOT_REVEALED, seat, s->seat[seat].vote, 0);
}

/* The night as it was, for people who watch the game again: a seat's record holds what that seat knew. */
static void tell_night(struct game_turn *turn)
{
    const struct onenight_secrets *secrets = &((const struct onenight_state *)turn->state)->secrets;
    for (int seat = 0; seat < ONENIGHT_SEATS_MAX; seat++)
        if (secrets->has_mates[seat])
            tell_all(turn, ONENIGHT_MATES_TOLD, seat, secrets->mates[seat], 0);
    for (int i = 0; i < secrets->deed_count; i++) {
        const struct onenight_deed *deed = &secrets->deed[i];
        bool is_look = deed->action == ONENIGHT_VIEW_CARD || deed->action == ONENIGHT_SHIELD_CARD ||
                       deed->action == ONENIGHT_COPY_CARD;
        game_emit(turn, (struct game_event){ .kind = ONENIGHT_DEED_TOLD,
                                             .told = SEATS_ALL,
                                             .arg = { deed->seat, deed->action, deed->source,
                                                      is_look ? deed->source : deed->target } });
    }
}

/* `final` is the holder's role; the face is told if it is another one. */
static void turn_cards(struct game_turn *turn)
{
    const struct onenight_secrets *secrets = &((const struct onenight_state *)turn->state)->secrets;
    for (int place = 0; place < ONENIGHT_PLACES; place++) {
        int role = onenight_role_at(secrets, place), face = secrets->card[place];
        if (secrets->dealt[place] != ONENIGHT_NO_ROLE)
            game_emit(turn, (struct game_event){ .kind = ONENIGHT_CARD_TURNED,
                                                 .told = SEATS_ALL,
                                                 .arg = { place, secrets->dealt[place], role,
                                                          face == role ? 0 : face } });
    }
}

void onenight_finish(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    struct onenight_death death[ONENIGHT_SEATS_MAX];
    int count;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->table.ballot[seat] == ONENIGHT_NOBODY)
            onenight_show_ballot(turn, seat);
    uint16_t dead = onenight_killed(s, death, &count);
    for (int i = 0; i < count; i++)
        tell_all(turn, ONENIGHT_PLAYER_DIED, death[i].seat, death[i].cause, death[i].hunter);
    turn_cards(turn);
    tell_night(turn);
    int8_t role[ONENIGHT_SEATS_MAX];
    for (int seat = 0; seat < s->table.seat_count; seat++)
        role[seat] = (int8_t)onenight_role_at(&s->secrets, seat);
    struct onenight_verdict verdict =
        onenight_judge(role, s->table.seat_count, dead, s->minion_must_survive);
    tell_all(turn, ONENIGHT_GAME_ENDED, verdict.row, verdict.winners, 0);
}
