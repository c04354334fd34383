/* Butler's master: warns of a vote without the master. */
#include "../grimoire_test.h"

static void it_ends_when_the_servant_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_BUTLER, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 2);
    dawn();
    kill(0);
    assert_false(grimoire_has_effect(&state, 2, EFFECT_BUTLER_MASTER));
}

static void an_exile_is_no_vote(void **unused)
{
    (void)unused;
    SIT(ROLE_BUTLER, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP, ROLE_SAINT);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    choose_one(0, 2);
    dawn();
    must(nominate(1, 5));
    count_all(seat_bit(0));
    assert_int_equal(state.secrets.warning, -1);
}

RUN_TESTS(TEST(it_ends_when_the_servant_dies), TEST(an_exile_is_no_vote))
