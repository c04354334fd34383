/* See script_import.h. All memory is static, as in selfplay.c. */
#include "wasm/script_import.h"

#include "engine/games/grimoire/import.h"
#include "engine/message.h"

static struct grimoire_import import;

static void write_command(void *context, const struct game_command *command)
{
    struct json *out = context;
    const struct game_message *message = &game_grimoire.commands[command->kind];
    json_object(out, NULL);
    json_text(out, "type", message->name);
    message_write(message, command->arg, command->text, true, out);
    json_end(out);
}

static void write_problem(const struct script_problem *problem, struct json *out)
{
    json_text(out, "problem", problem->word);
    if (problem->entry >= 0)
        json_int(out, "entry", problem->entry);
    else
        json_null(out, "entry");
    json_int(out, "line", problem->line);
    json_int(out, "column", problem->column);
    if (problem->key)
        json_text(out, "key", problem->key);
    else
        json_null(out, "key");
}

/* A file with a problem gives no commands at all, so an answer begins with the commands. */
size_t script_import(const char *file, size_t length, char *reply, size_t size)
{
    struct json out;
    json_init(&out, reply, size);
    json_object(&out, NULL);
    json_array(&out, "commands");
    bool is_read = import_script(&import, file, length, write_command, &out);
    json_end(&out);
    json_int(&out, "texts_cut", import.texts_cut);
    json_int(&out, "left_out", import.left_out);
    if (!is_read) {
        json_init(&out, reply, size);
        json_object(&out, NULL);
        write_problem(&import.problem, &out);
    }
    json_end(&out);
    return out.overflow ? 0 : out.length;
}
