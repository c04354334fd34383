/* See official.h. */
#include "official.h"

#include <string.h>

#include "base/text.h"
#include "rules.h"

#define OFFICIAL(id, name, team, edition, first, other, setup, reminders) \
    { id, name, GRIMOIRE_##team, EDITION_##edition, first, other, setup, reminders },
#define EDITION_TB       "tb"
#define EDITION_BMR      "bmr"
#define EDITION_SNV      "snv"
#define EDITION_CAROUSEL "carousel"
#define EDITION_FABLED   "fabled"
#define EDITION_LORIC    "loric"
static const struct fact {
    const char *id, *name;
    enum grimoire_team team;
    const char *edition;
    int16_t first_night, other_nights;
    bool changes_setup;
    const char *reminders;
} facts[] = {
#include "official.def"
};

#define WORDS(id, en, fr, es) { id, { en, fr, es } },
static const struct {
    const char *id;
    const char *ability[OFFICIAL_LANGUAGES];
} words[] = {
#include "official_words.def"
};
enum { OFFICIALS = sizeof facts / sizeof *facts };
static_assert(OFFICIALS == sizeof words / sizeof *words, "words for each");

/* Characters that do not get along: a rule of its own is needed where both are on a script. */
static const char *const jinxes[][2] = {
    { "alchemist", "boffin" },
    { "alchemist", "marionette" },
    { "alchemist", "mastermind" },
    { "alchemist", "organgrinder" },
    { "alchemist", "spy" },
    { "alchemist", "summoner" },
    { "alchemist", "widow" },
    { "alchemist", "wraith" },
    { "alhadikhia", "mastermind" },
    { "alhadikhia", "princess" },
    { "boffin", "cultleader" },
    { "boffin", "drunk" },
    { "boffin", "goon" },
    { "boffin", "heretic" },
    { "boffin", "ogre" },
    { "boffin", "politician" },
    { "boffin", "villageidiot" },
    { "bountyhunter", "kazali" },
    { "bountyhunter", "philosopher" },
    { "butler", "organgrinder" },
    { "cannibal", "butler" },
    { "cannibal", "juggler" },
    { "cannibal", "princess" },
    { "cannibal", "zealot" },
    { "cerenovus", "goblin" },
    { "heretic", "baron" },
    { "heretic", "godfather" },
    { "heretic", "lleech" },
    { "heretic", "pithag" },
    { "heretic", "spy" },
    { "heretic", "widow" },
    { "legion", "engineer" },
    { "legion", "hatter" },
    { "legion", "minstrel" },
    { "legion", "politician" },
    { "legion", "preacher" },
    { "legion", "summoner" },
    { "legion", "zealot" },
    { "leviathan", "banshee" },
    { "leviathan", "exorcist" },
    { "leviathan", "farmer" },
    { "leviathan", "grandmother" },
    { "leviathan", "hatter" },
    { "leviathan", "innkeeper" },
    { "leviathan", "king" },
    { "leviathan", "mayor" },
    { "leviathan", "monk" },
    { "leviathan", "pithag" },
    { "leviathan", "ravenkeeper" },
    { "leviathan", "sage" },
    { "leviathan", "soldier" },
    { "lilmonsta", "hatter" },
    { "lilmonsta", "magician" },
    { "lilmonsta", "poppygrower" },
    { "lilmonsta", "psychopath" },
    { "lilmonsta", "scarletwoman" },
    { "lilmonsta", "vizier" },
    { "lleech", "mastermind" },
    { "lleech", "slayer" },
    { "magician", "legion" },
    { "magician", "marionette" },
    { "magician", "spy" },
    { "magician", "vizier" },
    { "magician", "widow" },
    { "magician", "wraith" },
    { "marionette", "balloonist" },
    { "marionette", "huntsman" },
    { "marionette", "kazali" },
    { "marionette", "lilmonsta" },
    { "marionette", "summoner" },
    { "mastermind", "vigormortis" },
    { "mathematician", "chambermaid" },
    { "mathematician", "drunk" },
    { "mathematician", "lunatic" },
    { "mathematician", "marionette" },
    { "pithag", "cultleader" },
    { "pithag", "damsel" },
    { "pithag", "goon" },
    { "pithag", "ogre" },
    { "pithag", "politician" },
    { "pithag", "villageidiot" },
    { "plaguedoctor", "baron" },
    { "plaguedoctor", "boomdandy" },
    { "plaguedoctor", "eviltwin" },
    { "plaguedoctor", "fearmonger" },
    { "plaguedoctor", "goblin" },
    { "plaguedoctor", "marionette" },
    { "plaguedoctor", "scarletwoman" },
    { "plaguedoctor", "spy" },
    { "plaguedoctor", "wraith" },
    { "recluse", "ogre" },
    { "recluse", "sage" },
    { "riot", "atheist" },
    { "riot", "banshee" },
    { "riot", "exorcist" },
    { "riot", "farmer" },
    { "riot", "grandmother" },
    { "riot", "innkeeper" },
    { "riot", "king" },
    { "riot", "mayor" },
    { "riot", "monk" },
    { "riot", "ravenkeeper" },
    { "riot", "sage" },
    { "riot", "soldier" },
    { "scarletwoman", "alhadikhia" },
    { "scarletwoman", "fanggu" },
    { "spy", "damsel" },
    { "spy", "ogre" },
    { "spy", "poppygrower" },
    { "summoner", "clockmaker" },
    { "summoner", "courtier" },
    { "summoner", "engineer" },
    { "summoner", "hatter" },
    { "summoner", "kazali" },
    { "summoner", "lordoftyphon" },
    { "summoner", "pithag" },
    { "summoner", "poppygrower" },
    { "summoner", "preacher" },
    { "summoner", "pukka" },
    { "summoner", "zombuul" },
    { "vizier", "alsaahir" },
    { "vizier", "courtier" },
    { "vizier", "fearmonger" },
    { "vizier", "investigator" },
    { "vizier", "politician" },
    { "vizier", "preacher" },
    { "vizier", "zealot" },
    { "vortox", "banshee" },
    { "widow", "damsel" },
    { "widow", "poppygrower" },
    { "yaggababble", "exorcist" },
};

bool official_at(int index, struct official *out)
{
    if (index < 0 || index >= OFFICIALS)
        return false;
    const struct fact *fact = &facts[index];
    *out = (struct official){ fact->id,
                              fact->name,
                              fact->team,
                              fact->edition,
                              fact->first_night,
                              fact->other_nights,
                              fact->changes_setup,
                              fact->reminders,
                              words[index].ability };
    return true;
}

bool official_find(const char *id, struct official *out)
{
    for (int i = 0; i < OFFICIALS; i++)
        if (text_equal(facts[i].id, id))
            return official_at(i, out);
    return false;
}

bool official_reminder(const struct official *official, int index, char *out, size_t size)
{
    const char *at = official->reminders;
    for (; at && index > 0; index--) {
        at = strchr(at, '|');
        at = at ? at + 1 : NULL;
    }
    size_t length = at ? strcspn(at, "|") : 0;
    if (length == 0 || length >= size)
        return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

static void write_reminders(const struct official *official, struct json *out)
{
    char reminder[GRIMOIRE_NOTE_SIZE];
    json_array(out, "reminders");
    for (int i = 0; official_reminder(official, i, reminder, sizeof reminder); i++)
        json_text(out, NULL, reminder);
    json_end(out);
}

static void write_ability(const struct official *official, struct json *out)
{
    static const char *const language[OFFICIAL_LANGUAGES] = { "en", "fr", "es" };
    json_object(out, "ability");
    for (int i = 0; i < OFFICIAL_LANGUAGES; i++)
        json_text(out, language[i], official->ability[i]);
    json_end(out);
}

/* Names in the game have underscores, ids in files have none. */
static void simplify(const char *name, char id[GRIMOIRE_ID_SIZE])
{
    size_t length = 0;
    for (; *name; name++)
        if (*name != '_' && length + 1 < GRIMOIRE_ID_SIZE)
            id[length++] = *name;
    id[length] = '\0';
}

const char *official_edition_of(const char *name)
{
    struct official official;
    char id[GRIMOIRE_ID_SIZE];
    simplify(name, id);
    return official_find(id, &official) ? official.edition : NULL;
}

bool official_has_edition(const char *name, const char *edition)
{
    const char *own = official_edition_of(name);
    return own && text_equal(own, edition);
}

/* The game's own name of a character with rules; NULL: it is run by hand. */
static const char *role_name(const char *id)
{
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++) {
        char simple[GRIMOIRE_ID_SIZE];
        simplify(grimoire_character_names[character], simple);
        if (text_equal(simple, id))
            return grimoire_character_names[character];
    }
    return NULL;
}

static void write_official(const struct official *official, struct json *out)
{
    const char *role = role_name(official->id);
    json_object(out, NULL);
    json_text(out, "id", official->id);
    json_text(out, "name", official->name);
    json_text(out, "team", grimoire_team_names[official->team]);
    json_text(out, "edition", official->edition);
    json_int(out, "first_night", official->first_night);
    json_int(out, "other_nights", official->other_nights);
    json_bool(out, "changes_setup", official->changes_setup);
    if (role)
        json_text(out, "role", role);
    else
        json_null(out, "role");
    write_reminders(official, out);
    write_ability(official, out);
    json_end(out);
}

void official_write(struct json *out)
{
    struct official official;
    json_array(out, "characters");
    for (int i = 0; official_at(i, &official); i++)
        write_official(&official, out);
    json_end(out);
    json_array(out, "jinxes");
    for (size_t i = 0; i < sizeof jinxes / sizeof *jinxes; i++) {
        json_array(out, NULL);
        json_text(out, NULL, jinxes[i][0]);
        json_text(out, NULL, jinxes[i][1]);
        json_end(out);
    }
    json_end(out);
}
