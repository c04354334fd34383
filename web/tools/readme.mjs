/**
 * The two pictures of the README, from the real server: `node tools/readme.mjs` writes docs/pictures/{phones,tv}.webp.
 * One person and bots with people's names play One Night and Avalon; the screens are taken on the way.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Table } from './bots.mjs';
import { Person } from './person.mjs';
import { openBrowser, root, startServer } from './stage.mjs';

const names = ['Bruno', 'Cléo', 'Daniel', 'Eve', 'Farouk', 'Gus'];
const games = {
  onenight: { bots: 5, options: { night_pace: 'simultaneous', discussion_seconds: 240 } },
  avalon: { bots: 6, options: {} },
};
const HOLD_MS = 900;

/** The card under the finger. */
async function held(ana, sheet, label) {
  const box = await ana.page.locator('.peek button').first().boundingBox();
  await ana.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await ana.page.mouse.down();
  await ana.page.waitForTimeout(HOLD_MS);
  await ana.picture(sheet, label);
  await ana.page.mouse.up();
}

async function evening(browser, url, id, phones, tv) {
  const ana = await Person.arrive(browser, url, 'phone');
  const screen = await Person.arrive(browser, url, 'tv');
  await ana.page.goto('/');
  await ana.page.getByLabel('Your name').fill('Ana');
  if (id === 'onenight') await ana.picture(phones, 'home');
  await ana.page.locator(`input[value=${id}]`).check({ force: true });
  await ana.button(/^Create/).click();
  await ana.page.waitForURL(/\/game\//);
  const table = await Table.at(ana.page);
  await screen.page.goto(`${ana.page.url()}/tv`);
  await table.act('set_game', { game: id, options: games[id].options });
  for (let i = 0; i < games[id].bots; i++) await table.act('add_bot');
  const bots = (await table.view()).people.filter((one) => one.is_bot);
  for (const [i, { player }] of bots.entries())
    await table.act('rename', { name: names[i], player });
  await table.act('ready');
  await ana.picture(phones, `${id}: lobby`);
  await table.act('start');
  await table.playOut(async (phase) => {
    await ana.page.waitForTimeout(1200); // until dusk has fallen
    await ana.picture(phones, `${id}: ${phase}`);
    await screen.picture(tv, `${id}: ${phase}`);
    if (phase === 'reveal' || phase === 'role_reveal') await held(ana, phones, `${id}: held`);
  });
  if (await ana.button('Skip to the verdict').count()) {
    await ana.button('Skip to the verdict').click();
    await ana.page.waitForTimeout(2500);
    await ana.picture(phones, `${id}: verdict`);
  }
  for (const person of [ana, screen]) await person.page.context().close();
}

/** Side by side, in the order of `labels`. */
async function sideBySide(browser, file, sheet, labels, width) {
  const page = await browser.newPage({ viewport: { width: 2600, height: 1000 } });
  const images = labels.map((label) => {
    const found = sheet.find((one) => one.label === label);
    if (!found)
      throw new Error(`${label} is not among ${sheet.map((one) => one.label).join(', ')}`);
    return `<img width="${width}" src="data:image/png;base64,${found.png.toString('base64')}">`;
  });
  await page.setContent(
    `<!doctype html><style>body{margin:0;padding:10px;display:flex;align-items:start;gap:20px;width:max-content;background:#2b2b31}</style>${images.join('')}`,
    { waitUntil: 'load' },
  );
  const png = await page.locator('body').screenshot();
  const packed = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85).split(',')[1];
  }, png.toString('base64'));
  writeFileSync(join(root, 'docs/pictures', file), Buffer.from(packed, 'base64'));
  await page.close();
}

const server = await startServer();
const browser = await openBrowser();
const phones = [];
const tv = [];
try {
  for (const id of Object.keys(games)) await evening(browser, server.url, id, phones, tv);
  const chosen = [
    'home',
    'onenight: lobby',
    'onenight: held',
    'onenight: night',
    'onenight: discussion',
    'avalon: team_voting',
    'avalon: results',
  ];
  await sideBySide(browser, 'phones.webp', phones, chosen, 340);
  await sideBySide(browser, 'tv.webp', tv, ['onenight: night', 'avalon: team_voting'], 960);
} finally {
  await browser.close();
  server.stop();
}
