/* Apprentice. On the first night gains the ability of a Townsfolk if good, of a Minion if evil; the
 * storyteller says which. Stays the Apprentice. */
#include "role.h"

static int apprentice_picks(const struct grimoire_state *s, int seat)
{
    return 1 << (s->secrets.seat[seat].is_evil ? GRIMOIRE_MINION : GRIMOIRE_TOWNSFOLK);
}

static void apprentice_chose(struct night *night)
{
    const struct grimoire_state *s = night->state;
    grimoire_emit_secret(night->turn,
                         (struct game_event){ .kind = GRIMOIRE_ABILITY_GAINED,
                                              .arg = { night->seat, night->character } });
    grimoire_start_ability(night->turn, night->seat, night->character);
    grimoire_add_own_step(night->turn, night->seat);
    grimoire_send_messages(night->turn, seat_bit(night->seat),
                           s->secrets.seat[night->seat].character,
                           (struct grimoire_answer){ .characters = characters_one(night->character),
                                                     .number = GRIMOIRE_NOBODY },
                           "");
}

const struct role role_apprentice = {
    .id = "apprentice",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "On the first night gains the ability of a Townsfolk if good, of a Minion if evil.",
    .first_night = 8,
    .picks = 1 << GRIMOIRE_TOWNSFOLK | 1 << GRIMOIRE_MINION,
    .picks_now = apprentice_picks,
    .chose = apprentice_chose,
};
