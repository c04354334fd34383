/* Who is what and who knows whom, and which sets of roles can be played. */
#include "avalon.h"

#include <assert.h>
#include <string.h>

const struct game_role avalon_roles[] = {
    { "merlin", "good", 0,
      "Knows evil, except Mordred. If the assassin finds Merlin, evil wins after all." },
    { "percival", "good", 0, "Sees Merlin and Morgana, and cannot tell which is which." },
    { "loyal_servant", "good", 0, "Knows nothing but their own loyalty." },
    { "assassin", "evil", 0,
      "Knows the other evil. When good has won three quests, tries to find Merlin." },
    { "morgana", "evil", 0, "Knows the other evil. Looks like Merlin to Percival." },
    { "mordred", "evil", 0, "Knows the other evil. Merlin does not see Mordred." },
    { "oberon", "evil", 0, "Does not know the other evil, nor do they know Oberon." },
    { "minion", "evil", 0, "Knows the other evil." },
    { "cleric", "good", 0, "Learns the side of the first leader before the first quest." },
    { "troublemaker", "good", 0, "Looks evil to whoever checks." },
    { "trickster", "evil", 0, "Knows the other evil. May look good to whoever checks." },
    { "lunatic", "evil", 0, "Knows the other evil. Must play Fail on every quest." },
    { "brute", "evil", 0, "Knows the other evil. May play Fail on quests 1 to 3 only." },
    { "revealer", "evil", 0,
      "Knows the other evil. Is shown to all when the second quest has failed." },
    { "good_lancelot", "good", 0, "Knows the other Lancelot, or may change sides with them." },
    { "evil_lancelot", "evil", 0, "Knows the other Lancelot, or may change sides with them." },
    { "untrustworthy_servant", "good", 0,
      "Knows the assassin; Merlin takes them for evil. Whom the assassin finds joins evil and "
      "shoots." },
    { "senior_messenger", "good", 0, "May play Good Message twice, and may know the Junior." },
    { "junior_messenger", "good", 0, "May play Good Message twice." },
    { "evil_messenger", "evil", 0,
      "Knows the other evil. May play Evil Message, which is a Fail." },
    { "good_sorcerer", "good", 0, "May play Magic, which turns the result of the quest." },
    { "evil_sorcerer", "evil", 0, "May play Magic, which turns the result, but never Fail." },
    { 0 },
};

bool avalon_role(int index, struct game_role *role)
{
    *role = avalon_roles[index];
    return role->id != NULL;
}

enum avalon_team avalon_team_of(enum avalon_role role)
{
    switch (role) {
    case AVALON_MERLIN:
    case AVALON_PERCIVAL:
    case AVALON_CLERIC:
    case AVALON_TROUBLEMAKER:
    case AVALON_GOOD_LANCELOT:
    case AVALON_GOOD_SORCERER:
    case AVALON_SENIOR_MESSENGER:
    case AVALON_JUNIOR_MESSENGER:
    case AVALON_UNTRUSTWORTHY_SERVANT:
    case AVALON_LOYAL_SERVANT: return AVALON_GOOD;
    case AVALON_ASSASSIN:
    case AVALON_MORGANA:
    case AVALON_MORDRED:
    case AVALON_OBERON:
    case AVALON_TRICKSTER:
    case AVALON_LUNATIC:
    case AVALON_BRUTE:
    case AVALON_REVEALER:
    case AVALON_EVIL_LANCELOT:
    case AVALON_EVIL_SORCERER:
    case AVALON_EVIL_MESSENGER:
    case AVALON_MINION: return AVALON_EVIL;
    case AVALON_NONE:
    case AVALON_ROLE_COUNT: break;
    }
    return AVALON_NO_TEAM;
}

void avalon_deck(const struct avalon_table *table, int deck[AVALON_SEATS_MAX])
{
    int left[] = { [AVALON_GOOD] = table->seat_count - avalon_evil_count(table->seat_count),
                   [AVALON_EVIL] = avalon_evil_count(table->seat_count) };
    int count = 0;
    for (int role = AVALON_MERLIN; role < AVALON_ROLE_COUNT; role++) {
        if (!avalon_in_play(table, (enum avalon_role)role) || role == AVALON_LOYAL_SERVANT ||
            role == AVALON_MINION)
            continue;
        deck[count++] = role;
        left[avalon_team_of((enum avalon_role)role)]--;
    }
    while (left[AVALON_GOOD]-- > 0)
        deck[count++] = AVALON_LOYAL_SERVANT;
    while (left[AVALON_EVIL]-- > 0)
        deck[count++] = AVALON_MINION;
    assert(count == table->seat_count);
}

static bool merlin_sees(const struct avalon_table *table, enum avalon_role other)
{
    if (other == AVALON_OBERON && table->oberon_hidden_from_merlin)
        return false;
    if (other == AVALON_UNTRUSTWORTHY_SERVANT)
        return true;
    return avalon_team_of(other) == AVALON_EVIL && other != AVALON_MORDRED;
}

static bool evil_sees(const struct avalon_table *table, enum avalon_role other)
{
    if (other == AVALON_EVIL_SORCERER && table->sorcerers == AVALON_SORCERERS_ALONE)
        return false;
    return avalon_team_of(other) == AVALON_EVIL && other != AVALON_OBERON;
}

bool avalon_is_shown(const struct avalon_table *table, enum avalon_role observer,
                     enum avalon_role other)
{
    switch (observer) {
    case AVALON_MERLIN: return merlin_sees(table, other);
    case AVALON_PERCIVAL: return other == AVALON_MERLIN || other == AVALON_MORGANA;
    case AVALON_ASSASSIN:
    case AVALON_MORGANA:
    case AVALON_MORDRED:
    case AVALON_TRICKSTER:
    case AVALON_LUNATIC:
    case AVALON_BRUTE:
    case AVALON_REVEALER:
    case AVALON_EVIL_MESSENGER:
    case AVALON_MINION: return evil_sees(table, other);
    case AVALON_EVIL_LANCELOT:
        return table->lancelots == AVALON_LANCELOTS_KNOWN && evil_sees(table, other);
    case AVALON_EVIL_SORCERER:
        return table->sorcerers == AVALON_SORCERERS_WITH_EVIL && evil_sees(table, other);
    case AVALON_UNTRUSTWORTHY_SERVANT: return other == AVALON_ASSASSIN;
    case AVALON_SENIOR_MESSENGER:
        return table->messengers == AVALON_SENIOR_KNOWS_JUNIOR && other == AVALON_JUNIOR_MESSENGER;
    case AVALON_OBERON:
    case AVALON_CLERIC:
    case AVALON_JUNIOR_MESSENGER:
    case AVALON_TROUBLEMAKER:
    case AVALON_GOOD_LANCELOT:
    case AVALON_GOOD_SORCERER:
    case AVALON_LOYAL_SERVANT:
    case AVALON_NONE:
    case AVALON_ROLE_COUNT: break;
    }
    return false;
}

/* Sets of roles */

static bool has(const struct game_setup *setup, enum avalon_option option)
{
    return setup->option[option] != 0;
}

/* Of roles that come together: a Lancelot, a Sorcerer and a Messenger on either side; the good Messengers are
 * two. */
static int of_sets(const struct game_setup *setup)
{
    return has(setup, AVALON_LANCELOTS) + has(setup, AVALON_SORCERERS) +
           has(setup, AVALON_MESSENGERS);
}

static int evil_specials(const struct game_setup *setup)
{
    return has(setup, AVALON_INCLUDE_ASSASSIN) + has(setup, AVALON_INCLUDE_MORGANA) +
           has(setup, AVALON_INCLUDE_MORDRED) + has(setup, AVALON_INCLUDE_OBERON) +
           has(setup, AVALON_INCLUDE_TRICKSTER) + has(setup, AVALON_INCLUDE_LUNATIC) +
           has(setup, AVALON_INCLUDE_BRUTE) + has(setup, AVALON_INCLUDE_REVEALER) + of_sets(setup);
}

static int good_specials(const struct game_setup *setup)
{
    return has(setup, AVALON_INCLUDE_MERLIN) + has(setup, AVALON_INCLUDE_PERCIVAL) +
           has(setup, AVALON_INCLUDE_CLERIC) + has(setup, AVALON_INCLUDE_TROUBLEMAKER) +
           has(setup, AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT) + of_sets(setup) +
           has(setup, AVALON_MESSENGERS);
}

enum refusal avalon_check(const struct game_setup *setup, const char **why)
{
    if (has(setup, AVALON_INCLUDE_MERLIN) && !has(setup, AVALON_INCLUDE_ASSASSIN))
        *why = "merlin_needs_the_assassin";
    else if (has(setup, AVALON_INCLUDE_PERCIVAL) && !has(setup, AVALON_INCLUDE_MERLIN))
        *why = "percival_needs_merlin";
    else if (has(setup, AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT) && !has(setup, AVALON_INCLUDE_MERLIN))
        *why = "servant_needs_merlin";
    else if (evil_specials(setup) > avalon_evil_count(setup->seat_count))
        *why = "too_many_evil_roles";
    else if (good_specials(setup) > setup->seat_count - avalon_evil_count(setup->seat_count))
        *why = "too_many_good_roles";
    return *why ? REFUSED_BAD_OPTION : ACCEPTED;
}

static const uint8_t suggested_evil[AVALON_SEATS_MAX + 1][3] = {
    /* morgana, mordred, oberon; always with Merlin, Percival and the assassin */
    [5] = { 1, 0, 0 }, [6] = { 1, 0, 0 }, [7] = { 1, 0, 1 },
    [8] = { 1, 0, 0 }, [9] = { 1, 1, 0 }, [10] = { 1, 1, 1 },
};

void avalon_suggest(int seat_count, int64_t option[GAME_OPTIONS_MAX])
{
    if (seat_count < AVALON_SEATS_MIN)
        seat_count = AVALON_SEATS_MIN;
    if (seat_count > AVALON_SEATS_MAX)
        seat_count = AVALON_SEATS_MAX;
    option[AVALON_INCLUDE_MERLIN] = 1;
    option[AVALON_INCLUDE_PERCIVAL] = 1;
    option[AVALON_INCLUDE_ASSASSIN] = 1;
    option[AVALON_INCLUDE_MORGANA] = suggested_evil[seat_count][0];
    option[AVALON_INCLUDE_MORDRED] = suggested_evil[seat_count][1];
    option[AVALON_INCLUDE_OBERON] = suggested_evil[seat_count][2];
}

/* The words by which the page explains why a set of roles suits so many players. */
static const char *suggestion_name(const struct game_setup *setup)
{
    static const char *const names[AVALON_SEATS_MAX + 1] = {
        [5] = "suits_5_players", [6] = "suits_6_players", [7] = "suits_7_players",
        [8] = "suits_8_players", [9] = "suits_9_players", [10] = "suits_10_players",
    };
    int64_t option[GAME_OPTIONS_MAX] = { 0 };
    avalon_suggest(setup->seat_count, option);
    for (int i = AVALON_INCLUDE_MERLIN; i <= AVALON_MESSENGERS; i++)
        if (option[i] != setup->option[i])
            return NULL;
    return names[setup->seat_count];
}

/* How many are good and how many evil, for the person who chooses the roles. */
static const char *sides_name(const struct game_setup *setup)
{
    static const char *const names[AVALON_SEATS_MAX + 1] = {
        [5] = "sides_of_5_players", [6] = "sides_of_6_players", [7] = "sides_of_7_players",
        [8] = "sides_of_8_players", [9] = "sides_of_9_players", [10] = "sides_of_10_players",
    };
    return names[setup->seat_count];
}

/* Roles of the large box that are too many for a small table. */
static bool has_role_for_many(const struct game_setup *setup)
{
    return has(setup, AVALON_LANCELOTS) || has(setup, AVALON_INCLUDE_LUNATIC) ||
           has(setup, AVALON_INCLUDE_BRUTE) || has(setup, AVALON_INCLUDE_REVEALER) ||
           has(setup, AVALON_INCLUDE_CLERIC) || has(setup, AVALON_MESSENGERS);
}

/* A role looks like the other side, and nothing in this game ever checks a side. */
static bool is_disguise_idle(const struct game_setup *setup)
{
    bool is_disguised =
        has(setup, AVALON_INCLUDE_TROUBLEMAKER) || has(setup, AVALON_INCLUDE_TRICKSTER);
    return is_disguised && !has(setup, AVALON_INCLUDE_CLERIC) &&
           !has(setup, AVALON_LADY_OF_THE_LAKE);
}

void avalon_advise(const struct game_setup *setup, struct game_advice *advice)
{
    enum { MANY = 7 };
    if (setup->seat_count < AVALON_SEATS_MIN || setup->seat_count > AVALON_SEATS_MAX)
        return;
    const struct {
        bool applies;
        const char *name;
    } warning[] = {
        { suggestion_name(setup) != NULL, suggestion_name(setup) },
        { !has(setup, AVALON_INCLUDE_MERLIN), "without_merlin_no_assassination" },
        { has(setup, AVALON_INCLUDE_MORGANA) && !has(setup, AVALON_INCLUDE_PERCIVAL),
          "morgana_without_percival" },
        { has(setup, AVALON_INCLUDE_PERCIVAL) && !has(setup, AVALON_INCLUDE_MORGANA),
          "percival_knows_merlin" },
        { has(setup, AVALON_INCLUDE_MORDRED) && !has(setup, AVALON_INCLUDE_MERLIN),
          "mordred_without_merlin" },
        { has(setup, AVALON_LADY_OF_THE_LAKE) && setup->seat_count < MANY, "lady_suits_7_or_more" },
        { has_role_for_many(setup) && setup->seat_count < MANY, "roles_suit_7_or_more" },
        { is_disguise_idle(setup), "nobody_checks" },
        { true, sides_name(setup) },
    };
    for (size_t i = 0; i < sizeof warning / sizeof *warning; i++)
        if (warning[i].applies)
            game_warn(advice, warning[i].name);
}
