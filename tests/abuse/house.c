/* See house.h. */
#include "abuse/house.h"

#include "harness/late.h"
#include "net/fake_net.h"
#include "net/plain_request.h"

enum { SETTLE_MAX = 100 * 1000, THOUGHTS_MAX = 16 };

struct server house;
struct config house_config;
struct store *house_store;
const char *house_address, *house_cookie;
static net_id last;
static int64_t now;
static struct rng chance;
static struct thought *kept[THOUGHTS_MAX]; /* of bots that are slow */
static int kept_count;
static bool bots_are_slow;

static int64_t fake_now(void *context)
{
    (void)context;
    return now;
}

static void fake_random(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_below(&chance, 256);
}

static void fake_think(void *context, struct thought *thought)
{
    (void)context;
    if (bots_are_slow) {
        assert_true(kept_count < THOUGHTS_MAX);
        kept[kept_count++] = thought;
        return;
    }
    thought_run(thought, NULL, 0);
    thought->done(&house, thought);
}

void house_set_slow_bots(bool are_slow)
{
    bots_are_slow = are_slow;
}

int house_thinking(void)
{
    return kept_count;
}

int64_t house_thinks_for(int place)
{
    return kept[place]->room;
}

void house_think(void)
{
    struct thought *thought = kept[0];
    kept_count--;
    memmove(kept, kept + 1, (size_t)kept_count * sizeof kept[0]);
    thought_run(thought, NULL, 0);
    thought->done(&house, thought);
    house_settle();
}

int house_open(void **unused)
{
    uint8_t seed[RNG_SEED_SIZE] = { 13 };
    (void)unused;
    rng_seed(&chance, seed, 0);
    fake_net_open();
    last = 0;
    now = 1000 * 1000 * 1000;
    house_address = "192.0.2.1";
    house_cookie = "";
    kept_count = 0;
    bots_are_slow = false;
    assert_true(config_read(&house_config, 0, NULL, NULL));
    house_config.hidden_games = true;
    house_store = late_store(store_open_memory(&(struct store_config){ 0 }));
    server_init(&house, &house_config,
                &(struct server_seams){ .now_ms = fake_now,
                                        .random = fake_random,
                                        .think = fake_think,
                                        .store = house_store,
                                        .net = &fake_net });
    return 0;
}

int house_close(void **unused)
{
    (void)unused;
    while (kept_count > 0)
        memory_free(kept[--kept_count]);
    server_free(&house);
    house_store->ops->close(house_store);
    fake_net_close();
    return 0;
}

void house_settle(void)
{
    for (int i = 0; i < SETTLE_MAX && server_next_ms(&house) <= now; i++) {
        late_poll(&house);
        server_tick(&house);
    }
    late_poll(&house);
}

void house_pass(int64_t ms)
{
    int64_t end = now + ms;
    house_settle();
    while (server_next_ms(&house) <= end) {
        int64_t next = server_next_ms(&house);
        now = next > now ? next : now + 1;
        server_tick(&house);
        late_poll(&house);
    }
    now = end;
    house_settle();
}

net_id house_begin(const char *method, const char *path, const char *token, const char *body,
                   bool is_upgrade)
{
    char authorization[96] = "", bare[256];
    net_id id = ++last;
    assert_true(id < FAKE_CONNECTIONS_MAX);
    if (token != NULL)
        snprintf(authorization, sizeof authorization, "Bearer %s", token);
    snprintf(bare, sizeof bare, "%s", path);
    bare[strcspn(bare, "?")] = '\0';
    struct net_request asked = plain_request(method, bare, authorization, body);
    asked.query = strchr(path, '?') ? strchr(path, '?') + 1 : "";
    asked.address = house_address;
    asked.cookie = house_cookie;
    asked.is_upgrade = is_upgrade;
    server_request(&house, id, &asked);
    return id;
}

net_id house_ask(const char *method, const char *path, const char *token, const char *body)
{
    net_id id = house_begin(method, path, token, body, false);
    for (int i = 0; i < SETTLE_MAX && fake_connections[id].status == 0; i++) {
        late_poll(&house);
        if (fake_connections[id].status == 0)
            server_tick(&house);
    }
    return id;
}

net_id house_dial(const char *path, const char *token)
{
    net_id id = house_begin("GET", path, token, NULL, true);
    house_settle();
    return id;
}

void house_hang_up(net_id socket)
{
    server_closed(&house, socket);
    memory_free(fake_connections[socket].text);
    fake_connections[socket] = (struct fake_connection){ .close_code = 1000 };
}

void house_go(net_id asked)
{
    fake_connections[asked].is_gone = true;
}

int house_status(net_id id)
{
    return fake_connections[id].status;
}

int house_close_code(net_id id)
{
    return fake_connections[id].close_code;
}

const char *house_text(net_id id)
{
    return fake_text(id);
}

void house_forget(net_id id)
{
    fake_forget(id);
}

void house_member(net_id id, const char *name, char *out, size_t size)
{
    static struct json_node node[16 * 1024];
    struct json_doc doc;
    const char *problem;
    const char *text = house_text(id);
    assert_true(json_parse(&doc, text, strcspn(text, "\n"), node, 16 * 1024, &problem));
    assert_true(json_read_text(&doc, json_get(&doc, 0, name), out, size));
}

struct guest house_guest(const char *name)
{
    struct guest guest = { 0 };
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    net_id id = house_ask("POST", "/api/session", NULL, body);
    assert_int_equal(house_status(id), 201);
    house_member(id, "token", guest.token, sizeof guest.token);
    house_member(id, "player_id", guest.id, sizeof guest.id);
    assert_true(id_read(&guest.player, guest.id));
    return guest;
}

void house_say(const struct guest *guest, const char *format, ...)
{
    static char text[NET_MESSAGE_MAX];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    server_message(&house, guest->socket, text, (size_t)length);
    late_poll(&house);
}

void house_room(const struct guest *host, const char *game, char code[CODE_TEXT_SIZE])
{
    char body[128];
    snprintf(body, sizeof body, "{\"game\":\"%s\"}", game);
    net_id id = house_ask("POST", "/api/games", host->token, body);
    assert_int_equal(house_status(id), 201);
    house_member(id, "code", code, CODE_TEXT_SIZE);
}

struct slot *house_slot(const char *code)
{
    int64_t number;
    assert_true(code_read(&number, code));
    struct slot *slot = slot_by_code(&house, number);
    for (int i = 0; slot == NULL && i < SETTLE_MAX && server_awaits(&house); i++) {
        late_poll(&house);
        server_tick(&house);
        slot = slot_by_code(&house, number);
    }
    return slot;
}
