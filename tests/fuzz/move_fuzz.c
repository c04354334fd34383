/* A game that comes from a device: any bytes as the log that is to be decided again.
 *
 * They are refused, or they make a room whose log replays to a view. Coinflip stands in for a game with a
 * narrator. */
#include <assert.h>
#include <string.h>

#include "fuzz/json_mutate.h"
#include "room/fixture_test.h"
#include "integration/small_server.h"

enum { BODY_MAX = 64 * 1024 };

static void member_of_answer(const char *name, char *out, size_t size)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(answer.text, key);
    assert(at != NULL);
    snprintf(out, size, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char body[BODY_MAX + 1];
    char token[80], game_id[32], path[64];
    if (size > BODY_MAX)
        return 0;
    memcpy(body, data, size);
    body[size] = '\0';
    clear_table(1);
    bend("coinflip")->has_narrator = bend("coinflip")->can_undo = true;
    small_server_open();
    request("POST", "/api/session", NULL, "{\"name\":\"Ana\"}");
    member_of_answer("token", token, sizeof token);
    int status = request("POST", "/api/games/move-in", token, body);
    assert(status == 201 || status == 400);
    if (status == 201) {
        member_of_answer("game_id", game_id, sizeof game_id);
        snprintf(path, sizeof path, "/api/games/%s", game_id);
        assert(request("GET", path, token, NULL) == 200);
        assert(strstr(answer.text, "\"is_narrator\":true") != NULL);
        PLANT(strstr(answer.text, "\"rounds\":7") != NULL);
    }
    small_server_close();
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    return json_mutate(data, size, size_max, seed);
}
