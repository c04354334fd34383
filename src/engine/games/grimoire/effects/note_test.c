/* Note: a reminder in words. */
#include "../grimoire_test.h"

static void it_keeps_its_words(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(send_command(GRIMOIRE_ADD_EFFECT, SEAT_NARRATOR, 0, EFFECT_NOTE, -1, "has a twin"));
    assert_string_equal(grimoire_token_by_id(&state, token_on(0, EFFECT_NOTE))->note, "has a twin");
}

static void control_characters_are_no_words(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must_refuse(send_command(GRIMOIRE_ADD_EFFECT, SEAT_NARRATOR, 0, EFFECT_NOTE, -1, "a\nb"),
                "bad_text");
}

RUN_TESTS(TEST(it_keeps_its_words), TEST(control_characters_are_no_words))
