/* Settings and options as people write them. The input is three parts, separated by empty lines: flags, one
 * a line; a file of settings; and a command for a new room with its options. What is accepted must be in
 * bounds, and a room that was made must be one that can be shown. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/message.h"
#include "fuzz/fuzz.h"
#include "room/room_view.h"
#include "server/config.h"

enum { PARTS = 3, PART_SIZE = 16 * 1024, FLAGS_MAX = 40, NODES = 2048 };
static char part[PARTS][PART_SIZE];

static void split(const uint8_t *data, size_t size)
{
    int now = 0;
    size_t length = 0;
    memset(part, 0, sizeof part);
    for (size_t i = 0; i < size; i++)
        if (now + 1 < PARTS && data[i] == '\n' && i + 1 < size && data[i + 1] == '\n') {
            now++;
            length = 0;
            i++;
        } else if (length + 1 < PART_SIZE)
            part[now][length++] = (char)data[i];
}

/* A file that lies in memory alone. */
static const char *as_file(const char *text)
{
    static int file = -1;
    static char path[64];
    if (file < 0) {
        file = memfd_create("settings", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    assert(ftruncate(file, 0) == 0);
    assert(pwrite(file, text, strlen(text), 0) == (ssize_t)strlen(text));
    return path;
}

static void settings(void)
{
    static char out[16 * 1024], path[64];
    char *flag[FLAGS_MAX] = { "--config", path };
    int count = 2;
    struct config config;
    struct error error = { 0 };
    struct json json;
    for (char *line = strtok(part[0], "\n"); line && count < FLAGS_MAX; line = strtok(NULL, "\n"))
        if (!strstr(line, "onfig")) /* only the file below is read */
            flag[count++] = line;
    snprintf(path, sizeof path, "%s", as_file(part[1]));
    if (!config_read(&config, count, flag, &error)) {
        assert(error.text[0]);
        return;
    }
    assert(config.port >= 0 && config.port <= 65535 && config.connections_max >= 1);
    assert(config.bot_delay_ms >= 0 && config.bot_delay_ms <= 60000);
    json_init(&json, out, sizeof out);
    config_print(&config, &json);
    assert(!json.overflow);
    /* Deep: a flag that stands over a line of the file. */
    PLANT(count > 2 && strstr(part[1], "port") && config.port != 8000);
}

static void assert_can_be_shown(const struct room *room)
{
    static char text[256 * 1024];
    static struct room_scratch scratch;
    static struct json_node node[20000];
    struct json out;
    struct json_doc doc;
    const char *problem;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_view(room, 7, &scratch, &out);
    json_end(&out);
    assert(!out.overflow && json_parse(&doc, text, out.length, node, 20000, &problem));
}

static void assert_options_fit(const struct room *room)
{
    const struct game *game = room_game(room);
    for (int i = 0; i < game_option_count(game); i++)
        if (room->option_is_set >> i & 1)
            assert(message_arg_fits(&game->options[i].arg, GAME_SEATS_MAX, room->option[i]));
}

static void options(void)
{
    static _Alignas(16) unsigned char draft[sizeof(struct room) + GAME_STATE_MAX];
    static struct json_node node[NODES];
    static struct room_turn turn;
    static char text[GAME_TEXT_MAX + 1];
    uint8_t entropy[64] = { 1, 2, 3 };
    struct json_doc doc;
    struct room_command command;
    struct room_refusal refusal;
    const char *problem;
    if (!json_parse(&doc, part[2], strlen(part[2]), node, NODES, &problem))
        return;
    if (!room_read(NULL, &doc, 0, &command, text, &refusal)) {
        assert(refusal.code);
        return;
    }
    command.player = 7;
    memset(draft, 0, sizeof draft);
    turn.draft = (struct room *)draft;
    turn.now_ms = 1;
    turn.entropy = entropy;
    if (!room_decide(&turn, &command))
        return;
    assert_options_fit(turn.draft);
    assert_can_be_shown(turn.draft);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    split(data, size);
    settings();
    options();
    return 0;
}
