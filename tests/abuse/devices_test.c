/* The number of devices that get Web Push messages is bounded, for each person and in all. */
#include "abuse/house.h"

#include "server/push.h"

static const char *a_key(void *context)
{
    (void)context;
    return "key";
}

static int set_up(void **unused)
{
    house_open(unused);
    house.seams.push_key = a_key;
    house_config.push_loopback = 1;
    return 0;
}

static void stored(struct store_write *write)
{
    *(bool *)write->owner = true;
}

/* Another session of the same person, which was used `used` ms later than the others of this test. */
static void another_session(const struct guest *guest, int number, int64_t used)
{
    bool is_stored = false;
    struct store_write write = { .kind = STORE_PUT_SESSION,
                                 .player = guest->player,
                                 .expires_ms = INT64_MAX / 2 + used,
                                 .token_hash = { (uint8_t)number, 1 },
                                 .name = "Ana",
                                 .done = stored,
                                 .owner = &is_stored };
    store_write(house_store, &write);
    while (!is_stored)
        store_poll(house_store);
}

static void tell_session(int number)
{
    bool is_stored = false;
    char endpoint[64];
    snprintf(endpoint, sizeof endpoint, "https://push.example/%d", number);
    struct store_write write = { .kind = STORE_SET_PUSH,
                                 .token_hash = { (uint8_t)number, 1 },
                                 .push_endpoint = endpoint,
                                 .push_keys = "key auth en",
                                 .done = stored,
                                 .owner = &is_stored };
    store_write(house_store, &write);
    while (!is_stored)
        store_poll(house_store);
}

/* Asks that this browser is told. The keys are those of RFC 8291, section 5. */
static net_id ask_to_be_told(const struct guest *guest, const char *name)
{
    char body[512];
    snprintf(body, sizeof body,
             "{\"endpoint\":\"https://push.example/"
             "%s\",\"keys\":{\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-"
             "VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\",\"auth\":"
             "\"BTBZMqHH6r4Tts7J_aSIgg\"}}",
             name);
    net_id asked = house_ask("POST", "/api/me/push", guest->token, body);
    house_settle();
    return asked;
}

static int told(const struct guest *guest, struct store_push out[64])
{
    return house_store->ops->list_pushes(house_store, guest->player, 0, out, 64);
}

static bool is_among(const struct store_push *push, int count, const char *endpoint)
{
    for (int i = 0; i < count; i++)
        if (strcmp(push[i].endpoint, endpoint) == 0)
            return true;
    return false;
}

static void eight_devices_of_a_person_are_told_those_used_last(void **unused)
{
    (void)unused;
    struct guest ana = house_guest("Ana");
    static struct store_push push[64];
    for (int i = 1; i < PUSH_DEVICES_MAX + 3; i++) {
        another_session(&ana, i, i);
        tell_session(i);
    }

    assert_int_equal(house_status(ask_to_be_told(&ana, "new")), 200);

    assert_int_equal(told(&ana, push), PUSH_DEVICES_MAX);
    assert_true(is_among(push, PUSH_DEVICES_MAX, "https://push.example/new"));
    assert_true(is_among(push, PUSH_DEVICES_MAX, "https://push.example/10"));
    assert_true(is_among(push, PUSH_DEVICES_MAX, "https://push.example/4"));
    assert_false(is_among(push, PUSH_DEVICES_MAX, "https://push.example/3"));
}

static void the_number_of_devices_is_bounded_and_known_ones_may_change_their_address(void **unused)
{
    (void)unused;
    house_config.push_devices = 3;
    struct guest guest[4];
    for (int i = 0; i < 4; i++)
        guest[i] = house_guest((char[]){ (char)('A' + i), 'n', 'n', '\0' });
    for (int i = 0; i < 3; i++)
        assert_int_equal(house_status(ask_to_be_told(&guest[i], (char[]){ (char)('a' + i), '\0' })),
                         200);

    net_id refused = ask_to_be_told(&guest[3], "d");

    assert_int_equal(house_status(refused), 429);
    assert_non_null(strstr(house_text(refused), "\"devices\""));
    assert_int_equal(house_store->ops->count_pushes(house_store), 3);
    assert_int_equal(house_status(ask_to_be_told(&guest[0], "e")), 200);
    assert_int_equal(house_status(house_ask("DELETE", "/api/me/push", guest[1].token, NULL)), 200);
    house_settle();
    assert_int_equal(house_status(ask_to_be_told(&guest[3], "d")), 200);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, house_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(eight_devices_of_a_person_are_told_those_used_last),
        TEST(the_number_of_devices_is_bounded_and_known_ones_may_change_their_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
