/* See small_server.h. */
#include "integration/small_server.h"

#include "harness/late.h"
#include "net/plain_request.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    POLLS_MAX = 1000
}; /* a write that is made when another is done is reported by a later poll */

struct small_server_answer answer;
struct config small_server_config;
struct store *small_server_store;
static struct server server;
static int64_t now_ms;

static int64_t fake_now(void *context)
{
    (void)context;
    return now_ms;
}

static void fake_random(void *context, void *out, size_t size)
{
    static uint8_t next;
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = next++;
}

static void fake_think(void *context, struct thought *thought)
{
    (void)context;
    (void)thought;
}

static void fake_respond(struct net *net, net_id id, const struct net_response *response)
{
    (void)net;
    (void)id;
    answer.status = response->status;
    assert(response->length < sizeof answer.text);
    memcpy(answer.text, response->body, response->length);
    answer.text[response->length] = '\0';
}

static void fake_send(struct net *net, net_id id, const char *text, size_t length)
{
    (void)net;
    (void)id;
    memcpy(answer.text, text, length);
    answer.text[length] = '\0';
}

static bool fake_accept(struct net *net, net_id id)
{
    (void)net;
    (void)id;
    return true;
}

static void fake_close(struct net *net, net_id id, int code, const char *reason)
{
    (void)net;
    (void)id;
    (void)code;
    (void)reason;
}

static const struct net_ops fake_ops = { fake_respond, fake_accept, fake_send, fake_close };
static struct net fake_net = { &fake_ops };

void small_server_open(void)
{
    now_ms = SMALL_SERVER_NOW_MS;
    bool is_read = config_read(&small_server_config, 0, NULL, NULL);
    assert(is_read);
    small_server_config.reads_per_minute = small_server_config.rooms_per_minute =
        small_server_config.sessions_per_minute = small_server_config.rooms_per_day = 0;
    small_server_config.commands_per_10s = 0;
    small_server_config.hidden_games = true;
    small_server_store = late_store(store_open_memory(&(struct store_config){ 0 }));
    server_init(&server, &small_server_config,
                &(struct server_seams){ .now_ms = fake_now,
                                        .random = fake_random,
                                        .think = fake_think,
                                        .store = small_server_store,
                                        .net = &fake_net });
}

void small_server_close(void)
{
    server_free(&server);
    small_server_store->ops->close(small_server_store);
}

void small_server_wait(int64_t ms)
{
    now_ms += ms;
    server_tick(&server);
    late_poll(&server);
}

int request(const char *method, const char *path, const char *token, const char *body)
{
    static net_id last;
    char authorization[96] = "";
    if (token != NULL)
        snprintf(authorization, sizeof authorization, "Bearer %s", token);
    struct net_request asked = plain_request(method, path, authorization, body);
    answer.status = 0;
    server_request(&server, ++last, &asked);
    int polls = 0;
    do {
        late_poll(&server);
        if (loadings_have_work(&server))
            server_tick(&server);
    } while (answer.status == 0 && ++polls < POLLS_MAX);
    return answer.status;
}
