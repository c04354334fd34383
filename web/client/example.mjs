/**
 * Plays one seat of any game by chance, against the server's bots, over the socket. After `npm run build`:
 *
 *     node --experimental-websocket example.mjs http://localhost:8000 avalon     (from Node 22 on without the flag)
 */
import { Parlour } from './dist/index.js';

/** Nothing to do by chance. */
const never = ['resign', 'offer_draw', 'abort', 'draw_arrow', 'claim', 'set_position', 'fast_mode'];

const any = (list) => list[Math.floor(Math.random() * list.length)];

/** […]: one of these. {from, count}: so many of these. {min, max}: a number between. */
function choose(offer) {
  if (Array.isArray(offer)) return any(offer);
  if (typeof offer !== 'object') return offer;
  if (!offer.from) return any([offer.min, offer.max]);
  const count = typeof offer.count === 'object' ? offer.count.max : offer.count;
  return [...offer.from].sort(() => Math.random() - 0.5).slice(0, count);
}

/** One of the things that are offered; false if there is nothing to do. */
async function act(room) {
  const offers = room.state.game?.available_actions ?? [];
  const offer = any(offers.filter(({ type }) => !never.includes(type)));
  if (!offer) return false;
  const { type, ...args } = offer;
  const chosen = Object.entries(args).map(([name, values]) => [name, choose(values)]);
  await room.send(type, Object.fromEntries(chosen));
  return true;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether something happens at the table within `ms`. */
function news(room, ms) {
  const before = room.state;
  return Promise.race([room.until((state) => state !== before).then(() => true), wait(ms)]);
}

/** Where nothing happens the host hurries the table along: all the others are bots. */
async function step(room) {
  const before = room.state;
  const hasActed = await act(room);
  if (room.state !== before || (await news(room, 100)) || hasActed) return;
  if (room.can('skip')) await room.send('skip');
}

/** Opens a table, fills it and plays to the end; the outcome. `onFrame` hears every message of the server. */
export async function play(server, game, options = {}, onFrame = () => {}) {
  const parlour = await Parlour.signIn(server, 'Robin');
  const { sides, seats_min } = (await parlour.games()).find(({ id }) => id === game);
  const { code } = await parlour.create(game, options);
  const room = parlour.room(code);
  room.onFrame = onFrame;
  await room.until(({ phase }) => phase === 'lobby');
  if (sides.length) await room.send('select_role', { role: sides[0] });
  for (let seat = 1; seat < seats_min; seat++)
    await room.send('add_bot', sides.length ? { role: sides[seat] } : {});
  if (room.can('start')) await room.send('start');
  while (room.state.phase !== 'results')
    await step(room).catch(({ code: refused }) => refused === 'too_many_requests' && wait(1000));
  room.close();
  return room.state.outcome;
}

if (process.argv[1] === import.meta.filename) {
  const [, , server, game] = process.argv;
  console.log(await play(server, game));
}
