/**
 * How soon a slow phone can read a screen: 4 times slower processor, 1.6 Mbit/s, 150 ms, nothing cached.
 *
 *   node tools/slow.mjs [--runs N] [--server URL]
 *
 * Prints, for each screen, the median and the worst time from the request to the painted words that the screen is about,
 * and what had been fetched by then. The pages are those inside build/parlour, compressed as a phone gets them. Fails if a median is above 2 s. The figures are in docs/performance.md.
 */
import { openBrowser, option, startServer } from './stage.mjs';

const LIMIT_MS = 2000;
const runs = Number(option('runs', '5'));
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};

/** Talks to the API as the browser of `context` would. */
async function call(context, path, body) {
  const headers = { origin: new URL(path).origin };
  const answer = await context.request.post(path, { data: body, headers });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A table of `game` with bots on the other chairs; started if `isPlaying`. Returns what to open and as whom. */
async function table(browser, url, game, bots, isPlaying) {
  const context = await browser.newContext();
  await call(context, `${url}/api/session`, { name: 'Ana' });
  const { code, game_id: id } = await call(context, `${url}/api/games`, { game, name: 'Ana' });
  const send = (type, args = {}) =>
    call(context, `${url}/api/games/${id}/actions`, { type, ...args });
  await call(context, `${url}/api/games/${id}/join`, { name: 'Ana' });
  if (game === 'journeyman') await send('select_role', { role: 'journeyman' });
  for (let bot = 0; bot < bots; bot++) await send('add_bot');
  if (isPlaying && game !== 'journeyman') await send('start');
  return { path: `/game/${code}`, state: await context.storageState() };
}

/** One visit by a phone that has nothing yet. */
async function visit(browser, url, { path, state, words }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    storageState: state,
  });
  const page = await context.newPage();
  await page.addInitScript((source) => {
    const wanted = new RegExp(source);
    const isThere = () => wanted.test(document.body?.innerText ?? '');
    const look = () => {
      if (!isThere()) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => (globalThis.readableMs = performance.now())));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { childList: true, subtree: true, characterData: true });
  }, words.source);
  const session = await context.newCDPSession(page);
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.readableMs !== undefined, null, { polling: 50 });
  const ms = await page.evaluate(() => globalThis.readableMs);
  const fetched = bytes;
  await context.close();
  return { ms, fetched };
}

const server = option('server', '')
  ? { url: option('server', ''), stop() {} }
  : await startServer({ isShipped: true });
const browser = await openBrowser();
let isSlow = false;
try {
  const { url } = server;
  const screens = {
    'the front page': { path: '/', words: /Code of the table/ },
    'a lobby of five': {
      ...(await table(browser, url, 'onenight', 4, false)),
      words: /at the table/,
    },
    'Journeyman: the field': {
      ...(await table(browser, url, 'journeyman', 1, true)),
      words: /Begin the year/,
    },
    'One Night: my card': {
      ...(await table(browser, url, 'onenight', 4, true)),
      words: /I know my role/,
    },
    'Avalon: my role': {
      ...(await table(browser, url, 'avalon', 4, true)),
      words: /I know my role/,
    },
  };
  for (const [name, screen] of Object.entries(screens)) {
    const seen = [];
    for (let run = 0; run < runs; run++) seen.push(await visit(browser, url, screen));
    const times = seen.map(({ ms }) => ms).sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    const kB = Math.max(...seen.map(({ fetched }) => fetched)) / 1000;
    console.log(
      `${name}: readable in ${(median / 1000).toFixed(2)} s (worst ${(times.at(-1) / 1000).toFixed(2)} s), ${kB.toFixed(0)} kB`,
    );
    if (median > LIMIT_MS) isSlow = true;
  }
} finally {
  await browser.close();
  server.stop();
}
process.exit(isSlow ? 1 : 0);
