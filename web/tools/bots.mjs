/** A table with one person and bots, for pictures: the person's moves are made for them, any that are possible. */

/** Commands that would end a game early, or wait for a finger that moves on its own. */
const left = new Set(['set_picks', 'resign', 'offer_draw', 'accept_draw', 'claim_draw', 'abort']);
const idle = new Set(['draw_arrow', 'clear_arrows', 'claim', 'call_vote', 'fast_mode']);

/** However slow bots and machine are. */
const PLAY_MS = 200_000;
/** After so many moves a game of chess is given up, time-out by time-out. */
const CHESS_MOVES = 6;
/** Until cards have turned and candles gone out. */
const ENDING_MS = 6000;

/** One value that an argument may have, as `available_actions` describes it. */
function anyOf(spec) {
  if (Array.isArray(spec)) return spec[Math.floor(Math.random() * spec.length)];
  if (spec && typeof spec === 'object' && 'from' in spec)
    return spec.from.slice(0, typeof spec.count === 'number' ? spec.count : spec.count.min);
  return spec;
}

export class Table {
  /** `page` has just made a room: its lobby is on the screen. */
  static async at(page) {
    const promise = await page.waitForFunction(() =>
      Object.keys(localStorage).find((key) => key.startsWith('parlour.promise.')),
    );
    const gameId = String(await promise.jsonValue())
      .split('.')
      .at(-1);
    return Object.assign(new Table(), { page, gameId });
  }

  /** Sends a command as the page's own person, or as that of another page. True if it was taken. */
  act(type, args = {}, page = this.page) {
    return page.evaluate(
      async ([path, body]) => {
        const headers = { 'content-type': 'application/json' };
        headers['idempotency-key'] = String(Math.random());
        return (await fetch(path, { method: 'POST', headers, body })).ok;
      },
      [`/api/games/${this.gameId}/actions`, JSON.stringify({ type, ...args })],
    );
  }

  async view() {
    const path = `/api/games/${this.gameId}`;
    return (await this.page.evaluate(async (from) => (await fetch(from)).json(), path)).state;
  }

  async fill(game, bots, options) {
    await this.act('set_game', { game, options }); // some options can be chosen only with the game
    for (let i = 0; i < bots; i++) await this.act('add_bot');
    await this.act('ready');
  }

  /** Makes one move for the person, or lets the step end if nothing is asked of them. */
  async move(view) {
    const possible = (view.game?.available_actions ?? []).filter(
      ({ type }) => !left.has(type) && !idle.has(type),
    );
    const [action] = possible;
    if (!action) return this.act('skip');
    const { type, ...args } = action;
    const chosen = Object.entries(args).map(([name, spec]) => [name, anyOf(spec)]);
    return this.act(type, Object.fromEntries(chosen));
  }

  /** Moves until the end, and calls `onphase` once for every phase. Returns the phases in their order. */
  async playOut(onphase) {
    const seen = new Set();
    const end = Date.now() + PLAY_MS;
    while (Date.now() < end && !seen.has('results')) {
      const view = await this.view();
      const isOver = view.phase === 'results';
      const phase = isOver ? 'results' : (view.game?.phase ?? 'start');
      if (isOver) await this.page.waitForTimeout(ENDING_MS);
      if (!seen.has(phase)) await onphase(phase);
      seen.add(phase);
      const isGivenUp = view.game?.moves?.length >= CHESS_MOVES && phase === 'playing';
      await (isGivenUp ? this.act('skip') : this.move(view));
      await this.page.waitForTimeout(250);
    }
    return [...seen];
  }
}
