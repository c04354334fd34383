/* Script files into the game and out of it: a file becomes the commands that carry it, and what a game knows
 * of its script becomes a file. */
#ifndef PARLOUR_GRIMOIRE_IMPORT_H
#define PARLOUR_GRIMOIRE_IMPORT_H

#include "grimoire.h"
#include "script.h"

/* Reading a file, about 1 MiB. */
struct grimoire_import {
    struct script script;
    struct script_problem problem;
    int texts_cut; /* texts that the game holds less of than the file does */
    int left_out;  /* reminders and house rules for which it has no room */
    struct script_scratch scratch;
    struct grimoire_state state; /* on which the commands are tried */
    struct game_turn turn;
};

typedef void import_take(void *context, const struct game_command *command);

/* Reads a file and hands the storyteller's commands that set it up, in their order, to `take`; texts are
 * borrowed until it returns. False, with the problem, if it is no script or the game cannot hold it; then no
 * command is handed out. Besides script_read's words there is "too_many_characters", and the game's own. */
bool import_script(struct grimoire_import *import, const char *text, size_t length,
                   import_take *take, void *context);

/* The script of a game as a file, for any viewer: scripts are public. */
extern const struct game_export grimoire_exports[];

/* specified.c: what the specification calls an event; NULL: nothing. */
const char *grimoire_specified(const struct json_doc *told, uint32_t event, struct json *payload);

#endif
