/**
 * The moving picture of the README: the end of a One Night on the TV and on a phone, from the real server.
 *
 *   node tools/finale.mjs [--server URL] [--out FILE]    docs/pictures/finale.webp by default
 *
 * Screens are taken as fast as they come while the end is told, put side by side and packed into one animated WebP: each
 * picture is a still one of the browser's, and the container around them is written here. Fails above 1.5 MB.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Table } from './bots.mjs';
import { openBrowser, option, root, startServer } from './stage.mjs';

const TOLD_MS = 24_000;
const LIMIT = 1_500_000;
const HEIGHT = 450;
const screens = { tv: [1920, 1080, 800], phone: [390, 844, 208] };
const WIDTH = screens.tv[2] + 12 + screens.phone[2];
const LAST_MS = 4000;

/** A person's page, with motion; pictures are as small as they will be shown. */
async function open(browser, url, [width, height], scale) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: 'light',
    locale: 'en-GB',
  });
  return context.newPage();
}

/** A table of one person and five bots, played to the moment at which everybody has voted. */
async function playToTheEnd(browser, url) {
  const phone = await open(browser, url, screens.phone, HEIGHT / screens.phone[1]);
  await phone.goto('/');
  await phone.getByLabel('Your name').fill('Ana');
  await phone.locator('input[value=onenight]').check({ force: true });
  await phone.getByRole('button', { name: /^Create/ }).click();
  await phone.waitForURL(/\/game\//);
  const table = await Table.at(phone);
  await table.fill('onenight', 5, { night_pace: 'simultaneous', discussion_seconds: 60 });
  const bots = (await table.view()).people.filter((one) => one.is_bot);
  for (const [i, name] of ['Bruno', 'Chloé', 'Daniel', 'Eve', 'Farouk'].entries())
    await table.act('rename', { player: bots[i]?.player, name });
  await table.act('start');
  const tv = await open(browser, url, screens.tv, HEIGHT / screens.tv[1]);
  await tv.goto(`${phone.url()}/tv`);
  for (let view = await table.view(); view.phase !== 'results'; view = await table.view()) {
    await table.move(view);
    await phone.waitForTimeout(200);
  }
  return { tv, phone };
}

/** What both screens show, again and again, until the end is told. */
async function film({ tv, phone }) {
  const taken = [];
  const begun = Date.now();
  while (Date.now() - begun < TOLD_MS) {
    const at = Date.now() - begun;
    const [left, right] = await Promise.all([tv.screenshot(), phone.screenshot()]);
    taken.push({ at, left: left.toString('base64'), right: right.toString('base64') });
  }
  return taken;
}

/** Still pictures as WebP, side by side; what looks like the one before it is left out. */
async function still(browser, taken, quality) {
  const page = await browser.newPage();
  const frames = await page.evaluate(
    async ([shots, [width, height, tvWidth], q]) => {
      const canvas = new OffscreenCanvas(width, height);
      const paper = canvas.getContext('2d');
      const image = async (data) =>
        createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const made = [];
      for (const { at, left, right } of shots) {
        paper.fillStyle = '#120c14';
        paper.fillRect(0, 0, width, height);
        paper.drawImage(await image(left), 0, 0, tvWidth, height);
        paper.drawImage(await image(right), tvWidth + 12, 0, width - tvWidth - 12, height);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: q });
        const bytes = [...new Uint8Array(await blob.arrayBuffer())];
        const text = bytes.join();
        if (made.at(-1)?.text !== text) made.push({ at, text });
      }
      return made;
    },
    [taken, [WIDTH, HEIGHT, screens.tv[2]], quality],
  );
  await page.close();
  return frames.map(({ at, text }) => ({ at, bytes: Buffer.from(text.split(',').map(Number)) }));
}

const uint24 = (n) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255]);

function chunk(name, ...parts) {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The picture inside a still WebP, without the head and the colour profile that a picture of its own has. */
function inside(webp) {
  const kept = [];
  for (let at = 12; at < webp.length;) {
    const length = 8 + webp.readUInt32LE(at + 4);
    const end = at + length + (length % 2);
    if (/^(VP8[ L]|ALPH)$/.test(webp.toString('latin1', at, at + 4)))
      kept.push(webp.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** The container of an animated WebP: its size, how often it is shown (for ever), and each picture with its time. */
function animate(frames) {
  const size = Buffer.concat([uint24(WIDTH - 1), uint24(HEIGHT - 1)]);
  const ANIMATED = Buffer.from([2, 0, 0, 0]);
  const frame = ({ at, bytes }, i) => {
    const ms = (frames[i + 1]?.at ?? at + LAST_MS) - at;
    const NO_BLENDING = Buffer.from([2]);
    return chunk('ANMF', uint24(0), uint24(0), size, uint24(ms), NO_BLENDING, inside(bytes));
  };
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', ANIMATED, size),
    chunk('ANIM', Buffer.from([0x14, 0x0c, 0x12, 0xff, 0, 0])),
    ...frames.map(frame),
  ]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const browser = await openBrowser();
const server = option('server') ? { url: option('server'), stop() {} } : await startServer();
try {
  const taken = await film(await playToTheEnd(browser, server.url));
  let picture = Buffer.alloc(LIMIT + 1);
  let count = 0;
  for (let quality = 0.75; picture.length > LIMIT && quality > 0.2; quality -= 0.1) {
    const frames = await still(browser, taken, quality);
    count = frames.length;
    picture = animate(frames);
  }
  if (picture.length > LIMIT) throw new Error(`${picture.length} bytes are too many`);
  const out = option('out', join(root, 'docs/pictures/finale.webp'));
  writeFileSync(out, picture);
  console.log(`${out}: ${count} pictures, ${picture.length} bytes`);
} finally {
  await browser.close();
  server.stop();
}
