/* Coinflip's bot. The coin is bent, so the side seen more often is the better guess. The strength says
 * how often the bot cares. */
#include "coinflip.h"

static enum coinflip_side any_side(struct rng *rng)
{
    return rng_below(rng, 2) ? COINFLIP_HEADS : COINFLIP_TAILS;
}

static enum coinflip_side better_side(const struct coinflip_view *view, struct rng *rng)
{
    int lead = view->seen[COINFLIP_HEADS] - view->seen[COINFLIP_TAILS];
    if (lead == 0)
        return any_side(rng);
    return lead > 0 ? COINFLIP_HEADS : COINFLIP_TAILS;
}

bool coinflip_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct coinflip_view *view = in;
    if (!view->may_guess)
        return false;
    bool is_careful = rng_below(bot->rng, BOT_STRENGTH_MAX) < (uint64_t)bot->strength;
    *command = (struct game_command){
        .kind = COINFLIP_GUESS,
        .seat = (int8_t)bot->seat,
        .arg = { is_careful ? better_side(view, bot->rng) : any_side(bot->rng) },
    };
    return true;
}
