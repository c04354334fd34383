/**
 * How soon a slow phone can read a screen: 4 times slower processor, 1.6 Mbit/s, 150 ms, nothing cached.
 *
 *   node tools/slow.mjs [--runs N] [--server URL] [--bytes]
 *
 * Prints, for each screen, the median and the worst time from the request to the painted words that the screen is about,
 * and the size of what was asked for until then: files as the binary has them, compressed, and the answers of the API; and
 * all bytes with heads and the padded messages of the socket. Where the words stand on a button, it is tapped, and the time
 * until the answer is painted (the button has gone) is printed, too. Fails if a median is above 2 s, if an answer's is above
 * 0.5 s, or if files and answers are above 110 kB. With --bytes (a part of the tests) it looks once, unhurried, and only at
 * the sizes, which are the same every time. The figures are in docs/performance.md.
 */
import { openBrowser, option, startServer } from './stage.mjs';

const LIMIT_MS = 2000;
const LIMIT_BYTES = 110_000;
const LIMIT_ANSWER_MS = 500;
const isUnhurried = process.argv.includes('--bytes');
const runs = isUnhurried ? 1 : Number(option('runs', '5'));
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
async function visit(browser, url, { path, state, words, isButton }) {
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
  const wire = await listen(session);
  if (!isUnhurried) {
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.readableMs !== undefined, null, { polling: 50 });
  await page.waitForLoadState('networkidle');
  const ms = await page.evaluate(() => globalThis.readableMs);
  const sizes = wire.until(ms);
  const answeredMs = isButton && !isUnhurried ? await tap(page, words) : undefined;
  await context.close();
  return { ms, answeredMs, ...sizes };
}

/** Taps the button of these words. Returns how long after the finger came down it had gone from the screen. */
async function tap(page, words) {
  await page.evaluate((source) => {
    const wanted = new RegExp(source);
    addEventListener('pointerdown', ({ timeStamp }) => {
      const watcher = new MutationObserver(() => {
        if (wanted.test(document.body.innerText)) return;
        watcher.disconnect();
        const end = () => (globalThis.answeredMs = performance.now() - timeStamp);
        requestAnimationFrame(() => setTimeout(end));
      });
      watcher.observe(document, { childList: true, subtree: true, characterData: true });
    });
  }, words.source);
  await page.getByRole('button', { name: words }).click();
  const answered = () => globalThis.answeredMs;
  return (await page.waitForFunction(answered, null, { polling: 50 })).jsonValue();
}

function medianOf(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Writes down what the page asks for and how much comes. `until(ms)`: the sizes of what was begun by then. */
async function listen(session) {
  const asked = new Map();
  let start;
  const on = (name, then) =>
    session.on(`Network.${name}`, (event) => then(event, asked.get(event.requestId)));
  const begin = ({ requestId, timestamp }) =>
    asked.set(requestId, { begunMs: (timestamp - (start ??= timestamp)) * 1000, head: 0, all: 0 });
  on('requestWillBeSent', begin);
  on('responseReceived', ({ response }, entry) => (entry.head = response.encodedDataLength));
  on('loadingFinished', ({ encodedDataLength }, entry) => (entry.all = encodedDataLength));
  on('webSocketWillSendHandshakeRequest', begin);
  on('webSocketFrameReceived', ({ response }, entry) => {
    entry.all += response.payloadData.length;
    entry.head = entry.all; // a message, no file
  });
  await session.send('Network.enable');
  return {
    until(ms) {
      const begun = [...asked.values()].filter(({ begunMs }) => begunMs <= ms);
      const sum = (size) => begun.reduce((total, entry) => total + size(entry), 0);
      return { files: sum(({ all, head }) => all - head), all: sum(({ all }) => all) };
    },
  };
}

const server = option('server', '')
  ? { url: option('server', ''), stop() {} }
  : await startServer({ isShipped: true });
const browser = await openBrowser();
let isOver = false;
try {
  const { url } = server;
  const screens = {
    'the front page': { open: () => ({ path: '/' }), words: /Room code/ },
    'a lobby of five': {
      open: () => table(browser, url, 'onenight', 4, false),
      words: /at the table/,
    },
    'Journeyman: the field': {
      open: () => table(browser, url, 'journeyman', 1, true),
      words: /Start the year/,
      isButton: true,
    },
    'One Night: my card': {
      open: () => table(browser, url, 'onenight', 4, true),
      words: /I know my role/,
      isButton: true,
    },
    'Avalon: my role': {
      open: () => table(browser, url, 'avalon', 4, true),
      words: /I know my role/,
      isButton: true,
    },
  };
  for (const [name, screen] of Object.entries(screens)) {
    const seen = [];
    for (let run = 0; run < runs; run++)
      seen.push(await visit(browser, url, { ...screen, ...(await screen.open()) }));
    const times = seen.map(({ ms }) => ms);
    const median = medianOf(times); // and in order
    const answers = seen.map(({ answeredMs }) => answeredMs).filter((ms) => ms !== undefined);
    const answer = medianOf(answers);
    const files = Math.max(...seen.map((visit) => visit.files));
    const all = Math.max(...seen.map((visit) => visit.all));
    const s = (ms) => `${(ms / 1000).toFixed(2)} s`;
    const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
    const time = `readable in ${s(median)} (worst ${s(times.at(-1))}), `;
    const tapped = answer === undefined ? '' : `, a tap answered in ${s(answer)}`;
    console.log(`${name}: ${isUnhurried ? '' : time}${kB(files)}, on the wire ${kB(all)}${tapped}`);
    if (files > LIMIT_BYTES || (!isUnhurried && median > LIMIT_MS)) isOver = true;
    if (answer > LIMIT_ANSWER_MS) isOver = true;
  }
} finally {
  await browser.close();
  server.stop();
}
process.exit(isOver ? 1 : 0);
