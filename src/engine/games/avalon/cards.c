/* Which cards a seat may play on a quest, and the result of all cards together. */
#include "avalon.h"

enum { BRUTE_FAILS_UNTIL = 3, MESSAGES_EACH = 2 };

/* On the last quest so many messages of the whole game take a Fail off, or add one. */
enum { GOOD_MESSAGES_WANTED = 3, EVIL_MESSAGES_WANTED = 2 };

/* The kind of a card, for the events: a digit, because words differ in length. */
enum { NO_KINDS = -1, PLAIN, MAGIC, MESSAGE };

bool avalon_has_more_cards(const struct avalon_table *table)
{
    return table->sorcerers || table->messengers;
}

/* A player without a choice: the Lunatic, and a Lancelot on evil's side by the schedule. */
static bool must_fail(const struct avalon_table *table, const struct avalon_own *own)
{
    return own->role == AVALON_LUNATIC ||
           (avalon_is_lancelot((enum avalon_role)own->role) && own->team == AVALON_EVIL &&
            table->lancelots == AVALON_LANCELOTS_SCHEDULE);
}

static bool may_fail(const struct avalon_table *table, const struct avalon_own *own)
{
    return own->team == AVALON_EVIL && own->role != AVALON_EVIL_SORCERER &&
           !(own->role == AVALON_BRUTE && table->quest >= BRUTE_FAILS_UNTIL);
}

static bool may_send_good_message(const struct avalon_own *own)
{
    bool is_messenger =
        own->role == AVALON_SENIOR_MESSENGER || own->role == AVALON_JUNIOR_MESSENGER;
    return is_messenger && own->messages < MESSAGES_EACH;
}

bool avalon_may_play(const struct avalon_table *table, const struct avalon_own *own,
                     enum avalon_card card)
{
    switch (card) {
    case AVALON_SUCCESS: return !must_fail(table, own);
    case AVALON_FAIL: return may_fail(table, own);
    case AVALON_MAGIC:
        return own->role == AVALON_GOOD_SORCERER || own->role == AVALON_EVIL_SORCERER;
    case AVALON_GOOD_MESSAGE: return may_send_good_message(own);
    case AVALON_EVIL_MESSAGE: return own->role == AVALON_EVIL_MESSENGER;
    case AVALON_NO_CARD:
    case AVALON_CARD_COUNT: break;
    }
    return false;
}

enum avalon_card avalon_missing_card(const struct avalon_table *table, const struct avalon_own *own)
{
    return must_fail(table, own) ? AVALON_FAIL : AVALON_SUCCESS;
}

bool avalon_is_fail(enum avalon_card card)
{
    return card == AVALON_FAIL || card == AVALON_EVIL_MESSAGE;
}

int avalon_kind_of(const struct avalon_table *table, enum avalon_card card)
{
    if (!avalon_has_more_cards(table))
        return NO_KINDS;
    if (card == AVALON_GOOD_MESSAGE || card == AVALON_EVIL_MESSAGE)
        return MESSAGE;
    return card == AVALON_MAGIC ? MAGIC : PLAIN;
}

enum avalon_card avalon_card_of(bool is_fail, int64_t kind)
{
    if (kind == MAGIC)
        return AVALON_MAGIC;
    if (kind == MESSAGE)
        return is_fail ? AVALON_EVIL_MESSAGE : AVALON_GOOD_MESSAGE;
    return is_fail ? AVALON_FAIL : AVALON_SUCCESS;
}

/* Changes the Fails of the last quest by the messages of the whole game, those of this quest included. */
static int fails_by_messages(const struct avalon_table *table, const struct avalon_count *count)
{
    int good = count->good_messages, evil = count->evil_messages;
    if (table->quest != AVALON_QUESTS - 1)
        return 0;
    for (int quest = 0; quest < table->quest; quest++) {
        good += table->quests[quest].good_messages;
        evil += table->quests[quest].evil_messages;
    }
    return (evil >= EVIL_MESSAGES_WANTED) - (good >= GOOD_MESSAGES_WANTED);
}

struct avalon_count avalon_count(const struct avalon_state *s)
{
    struct avalon_count count = { 0 };
    const struct avalon_table *table = &s->table;
    for (int seat = 0; seat < table->seat_count; seat++) {
        enum avalon_card card = avalon_counted_card(s, seat);
        count.fails += avalon_is_fail(card);
        count.magic += card == AVALON_MAGIC;
        count.good_messages += card == AVALON_GOOD_MESSAGE;
        count.evil_messages += card == AVALON_EVIL_MESSAGE;
    }
    int fails = count.fails + fails_by_messages(table, &count);
    bool is_turned = count.magic % 2 == 1;
    count.is_success = (fails < avalon_fails_needed(table->seat_count, table->quest)) != is_turned;
    return count;
}
