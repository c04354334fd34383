/**
 * Contact sheets: every screen of the house on every device, day and night, from the real server.
 *
 *   node tools/shots.mjs [--server URL] [--out DIR] [--only NAME,NAME] [--type webp|png]
 *
 * Without --server it starts build/parlour with web/dist on a free port. Each sheet is one picture in DIR (docs/pictures in the
 * repository by default). The rooms that belong to no game (lobby, sheets, pages, errors): house, house-night, house-small,
 * house-laptop, house-upright, house-french, house-spanish. Journeyman: phones, night, small, landscape, tablet, tv, vision,
 * french. The games that bots can join, phase by phase to the log, the awards and the keepsake: games, games-night, games-day, games-small, games-landscape,
 * games-tablet, games-tv, games-vision, games-french, games-spanish. The Grimoire, the storyteller's desk, a phone and the
 * table view side by side: town, town-small, town-landscape, town-night, town-vision, town-french, town-spanish.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Table } from './bots.mjs';
import { house } from './house.mjs';
import { devices, Person } from './person.mjs';
import { says } from './says.mjs';
import { openBrowser, option, root, startServer } from './stage.mjs';

const visions = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'];

/** Ana and Bruno play; every screen on the way is a picture of `sheet`. */
async function evening(browser, url, device, look = {}) {
  const sheet = [];
  const ana = await Person.arrive(browser, url, device, look);
  const bruno = await Person.arrive(browser, url, device, look);
  const tap = (who, field) => who.page.locator(`[data-field="${field}"]`).click();

  await ana.page.goto('/');
  await ana.page.locator('input[value=journeyman]').waitFor({ state: 'attached' });
  await ana.picture(sheet, 'Landing');
  await ana.page.getByLabel(words.name).fill('Ana');
  await ana.page.locator('input[value=journeyman]').check({ force: true });
  await ana.button(words.create).click();
  await ana.page.waitForURL(/\/game\//);
  const code = ana.page.url().slice(-6);
  await bruno.page.goto(`/game/${code}`);
  await bruno.page.locator('form input').first().fill('Bruno');
  await bruno.picture(sheet, 'The door');
  await bruno.button(words.join).click();
  await bruno.button(says('journeyman.side.weather')).waitFor();
  await ana.button(says('journeyman.side.journeyman')).click();
  await ana.picture(sheet, 'Lobby');
  await ana.button(words.settings).click();
  await ana.picture(sheet, 'Settings');
  await ana.closeSheets();
  await ana.button(words.menu).click();
  await ana.picture(sheet, 'Menu');
  await ana.closeSheets();
  await bruno.button(says('journeyman.side.weather')).click();
  await ana.page.getByRole('slider').waitFor();
  await ana.picture(sheet, 'Field size');
  await ana.button(says('journeyman.size.begin')).click();
  const primary = (who) => who.page.locator('.hand .primary');
  const turns = [
    [7, [1, 6]],
    [14, [9, 21]],
    [15, [14, 22]],
  ];
  for (const [step, floods] of turns) {
    await ana.page.locator('[data-field][aria-disabled=false]').first().waitFor();
    await tap(ana, step);
    await ana.page.waitForTimeout(200);
    if (step === 15) await ana.picture(sheet, 'Journeyman’s day');
    await primary(ana).click();
    await bruno.page.locator('[data-field][aria-disabled=false]').first().waitFor();
    for (const field of floods) await tap(bruno, field);
    await bruno.page.waitForTimeout(200);
    if (step === 15) await bruno.picture(sheet, 'Weather’s night');
    await primary(bruno).click();
  }
  return { sheet, ana, bruno, code };
}

/** The end of a short year, its replay and its proof. */
async function ending(browser, url, device, look) {
  const sheet = [];
  const ana = await Person.arrive(browser, url, device, look);
  await ana.page.goto('/');
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.page.locator('input[value=journeyman]').check({ force: true });
  await ana.button(/^Create/).click();
  await ana.button('Settings').click();
  const days = ana.page.getByRole('spinbutton', { name: 'Days of the year' });
  await days.fill('6');
  await days.blur();
  await ana.closeSheets();
  await ana.button(/^Journeyman/).click();
  await ana.button('Add a bot').click();
  await ana.button('Good').click();
  await ana.button('Start the year').click();
  for (let day = 0; day < 6; day++) {
    const legal = ana.page.locator('[data-field][aria-disabled=false]');
    await legal.last().click();
    await ana.button('End the day').click();
    await ana.page.waitForTimeout(600);
    if (await ana.page.getByRole('heading', { name: 'The end' }).count()) break;
  }
  await ana.page.getByRole('heading', { name: 'The end' }).waitFor();
  await ana.picture(sheet, 'Results');
  await ana.page.getByRole('link', { name: 'Replay' }).click();
  await ana.page.getByRole('slider').fill('5');
  await ana.picture(sheet, 'Replay');
  await ana.page.goBack();
  await ana.page.getByRole('link', { name: 'Check the deal' }).click();
  await ana.page.getByText('The secret fits').waitFor();
  await ana.picture(sheet, 'The deal, checked');
  await ana.page.goto('/rules/journeyman');
  await ana.picture(sheet, 'Rules');
  await ana.page.goto('/game/KRTW4P');
  await ana.picture(sheet, 'An unused code');
  return sheet;
}

async function table(browser, url, look) {
  const { ana, bruno, code } = await evening(browser, url, 'phone', look);
  const sheet = [];
  const tv = await Person.arrive(browser, url, 'tv', look);
  await tv.page.goto(`/game/${code}/tv`);
  await tv.picture(sheet, 'The table by day');
  await ana.page.locator('[data-field][aria-disabled=false]').first().click();
  await ana.page.locator('.hand .primary').click();
  await bruno.page.getByRole('heading', { name: /Night/ }).waitFor();
  await tv.picture(sheet, 'The table by night');
  const lobby = await Person.arrive(browser, url, 'phone', look);
  await lobby.page.goto('/');
  await lobby.page.getByLabel('Your name').fill('Dora');
  await lobby.page.locator('input[value=journeyman]').check({ force: true });
  await lobby.button(/^Create/).click();
  await lobby.page.waitForURL(/\/game\//);
  await tv.page.goto(`${lobby.page.url()}/tv`);
  await tv.picture(sheet, 'The table before a game');
  return sheet;
}

/** What is played for the pictures of each game. */
const rounds = {
  onenight: { bots: 5, options: { night_pace: 'simultaneous', discussion_seconds: 60 } },
  avalon: { bots: 6, options: {} },
  chess: { bots: 3, options: { mode: 'werewolf' } },
};
const words = {
  create: says('landing.create_game'),
  join: says('landing.join'),
  name: says('landing.name'),
  settings: says('settings.title'),
  menu: says('menu'),
  log: says('menu.log'),
  scores: says('menu.scores'),
  awards: says('evening.title'),
  verdict: says('onenight.end.skip'),
  cards: says('results.cards'),
};

/** One person and bots play `id` to its end; every phase is a picture, on the phone and for `tv` on the table view. */
async function round(browser, url, id, device, look = {}) {
  const sheet = [];
  const { bots, options } = rounds[id];
  const ana = await Person.arrive(browser, url, device === 'tv' ? 'phone' : device, look);
  await ana.page.goto('/');
  await ana.page.getByLabel(words.name).fill('Ana');
  await ana.page.locator('input[value=journeyman]').check({ force: true });
  await ana.button(words.create).click();
  await ana.page.waitForURL(/\/game\//);
  const table = await Table.at(ana.page);
  let eyes = ana;
  if (device === 'tv') {
    eyes = await Person.arrive(browser, url, 'tv', look);
    await eyes.page.goto(`${ana.page.url()}/tv`);
  }
  await table.fill(id, bots, options);
  await eyes.picture(sheet, `${id}: lobby`);
  if (eyes === ana) {
    await ana.button(words.settings).click();
    await ana.picture(sheet, `${id}: settings`);
    await ana.closeSheets();
  }
  await table.act('start');
  await table.playOut((phase) => eyes.picture(sheet, `${id}: ${phase}`));
  if (eyes === ana) await lookBack(ana, sheet, id);
  await ana.page.context().close();
  if (eyes !== ana) await eyes.page.context().close();
  return sheet;
}

/** The log with a line tapped, the awards and the card. */
async function lookBack(ana, sheet, id) {
  const { page } = ana;
  // The end has the whole screen first.
  for (const key of [words.verdict, words.cards]) {
    const found = ana.button(key);
    if (await found.count()) await found.click();
    await page.waitForTimeout(1500);
  }
  await ana.button(words.menu).click();
  await ana.button(words.log).click();
  await page.locator('dialog section button').first().click();
  await ana.picture(sheet, `${id}: log`);
  await ana.closeSheets();
  await ana.button(words.menu).click();
  await ana.button(words.scores).click();
  await ana.button(words.awards).click();
  await page.locator('dialog img').waitFor();
  await ana.picture(sheet, `${id}: awards`);
  await page.locator('dialog img').scrollIntoViewIfNeeded();
  await ana.picture(sheet, `${id}: keepsake`);
}

async function allRounds(browser, url, device, look) {
  const sheets = [];
  for (const id of Object.keys(rounds))
    sheets.push(...(await round(browser, url, id, device, look)));
  return sheets;
}

/** Who plays what in the Grimoire; the first two have phones. */
const cast = {
  Bruno: 'imp',
  Chloé: 'fortune_teller',
  Dora: 'empath',
  Emil: 'washerwoman',
  Finn: 'mayor',
  Gus: 'poisoner',
  Hana: 'monk',
};
/** The seats of Bruno and Dora, and of two who vote. */
const BRUNO = 0;
const DORA = 2;
const HANDS = [1, 3, 4, 5];

/** A storyteller at `desk`, two people with a `phone`, five without, and the table view: a game of the Grimoire from the
 * lobby to the end, a picture of each in every phase. */
async function town(browser, url, { desk, phone, look = {} }) {
  const sheet = [];
  const ana = await Person.arrive(browser, url, desk, look);
  await ana.page.goto('/');
  await ana.page.getByLabel(words.name).fill('Ana');
  await ana.page.locator('input[value=grimoire]').check({ force: true });
  await ana.button(words.create).click();
  await ana.page.waitForURL(/\/game\//);
  const table = await Table.at(ana.page);
  const phones = [];
  for (const name of Object.keys(cast).slice(0, 2)) {
    const person = await Person.arrive(browser, url, phone, look);
    await person.page.goto(ana.page.url());
    await person.page.locator('form input').first().fill(name);
    await person.button(words.join).click();
    await person.page.locator('.hand').waitFor();
    phones.push(person);
  }
  const tv = await Person.arrive(browser, url, 'tv', look);
  await tv.page.goto(`${ana.page.url()}/tv`);
  const all = async (phase, ...more) => {
    await ana.picture(sheet, `desk: ${phase}`);
    for (const [at, person] of phones.entries())
      if (at === 0 || more.includes('both')) await person.picture(sheet, `phone: ${phase}`);
    if (!more.includes('no tv')) await tv.picture(sheet, `tv: ${phase}`);
  };
  await playTown(table, phones, all);
  for (const person of [ana, ...phones, tv]) await person.page.context().close();
  return sheet.sort((a, b) => a.label.split(':')[0].localeCompare(b.label.split(':')[0]));
}

/** The moves of that game. */
async function playTown(table, phones, all) {
  const act = async (type, args) => {
    if (!(await table.act(type, args))) throw new Error(`${type} ${JSON.stringify(args)}: refused`);
  };
  const guests = Object.keys(cast).slice(phones.length);
  for (const name of guests) await act('add_guest', { name });
  await all('lobby');
  await act('start');
  await act('fill_bag', { style: 'any' });
  await all('set-up', 'no tv');
  await act('deal');
  for (const [seat, character] of Object.values(cast).entries())
    await act('assign', { seat, character });
  await act('hand_out');
  await all('tokens');
  for (const { page } of phones) await table.act('acknowledge', {}, page);
  await act('begin_night');
  await act('open_step', { step: 2 });
  await all('night');
  await act('begin_day');
  await act('kill', { seat: DORA });
  await all('day');
  await act('open_nominations', { is_open: true });
  await act('nominate', { nominee: BRUNO, nominator: HANDS[0] });
  for (const seat of HANDS) await act('set_hand', { seat, is_up: true });
  await all('vote', 'both');
  for (let seat = 0; seat < Object.keys(cast).length; seat++) await table.act('count_hand');
  await act('execute', { seat: BRUNO });
  await all('victory', 'no tv');
  await act('end_game', { winner: 'good' });
  await all('end');
}

const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A third of the size; the browser packs it. */
async function toWebp(page, png) {
  const packed = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.8).split(',')[1];
  }, png.toString('base64'));
  return Buffer.from(packed, 'base64');
}

const WIDTH_MAX = 700;

/** In `columns`, or where pictures of different widths meet, in lines of `lineWidth`. */
async function print(browser, name, title, sheet, { columns, lineWidth, scale = 1 }) {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const lines = lineWidth
    ? `display:flex;flex-wrap:wrap;width:${lineWidth}px`
    : `display:grid;grid-template-columns:repeat(${columns},max-content)`;
  const figures = sheet.map(
    ({ label, png, width }) =>
      `<figure><figcaption>${escape(label)}</figcaption><img width="${Math.round(Math.min(width * scale, WIDTH_MAX))}"
       src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  await page.setContent(
    `<style>body{margin:0;padding:24px;background:#3a3a42;color:#fff;font:600 15px system-ui,sans-serif;width:max-content}
     h1{font-size:20px;margin:0 0 16px}div{${lines};gap:20px}
     figure{margin:0}figcaption{margin:0 0 6px}img{display:block;border-radius:14px}</style>
     <h1>${escape(title)}</h1><div>${figures.join('')}</div>`,
    { waitUntil: 'load' },
  );
  const size = await page.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight]);
  await page.setViewportSize({ width: size[0], height: Math.min(size[1], 8000) });
  const png = await page.screenshot();
  writeFileSync(join(out, `${name}.${type}`), type === 'webp' ? await toWebp(page, png) : png);
  await page.close();
  console.log(`${name}.${type}: ${sheet.length} pictures`);
}

const out = resolve(option('out', join(root, 'docs/pictures')));
const only = option('only', '').split(',').filter(Boolean);
const type = option('type', 'webp');
mkdirSync(out, { recursive: true });
const server = option('server', '')
  ? { url: option('server', ''), stop() {} }
  : await startServer();
const browser = await openBrowser();
const wants = (name) => only.length === 0 || only.includes(name);
const { url } = server;
try {
  if (wants('phones')) {
    const { sheet } = await evening(browser, url, 'phone');
    sheet.push(...(await ending(browser, url, 'phone')));
    await print(browser, 'phones', 'Journeyman and Weather, 390 × 844', sheet, {
      columns: 7,
      scale: 0.7,
    });
  }
  if (wants('night')) {
    const { sheet } = await evening(browser, url, 'phone', { colours: 'night' });
    sheet.push(...(await ending(browser, url, 'phone', { colours: 'night' })));
    await print(browser, 'night', 'Always dark', sheet, { columns: 7, scale: 0.7 });
  }
  for (const [name, device, columns, scale] of [
    ['small', 'small', 8, 0.8],
    ['landscape', 'landscape', 3, 0.6],
    ['tablet', 'tablet', 3, 0.5],
  ])
    if (wants(name)) {
      const { sheet } = await evening(browser, url, device);
      const { width, height } = devices[device];
      await print(browser, name, `${width} × ${height}`, sheet, { columns, scale });
    }
  if (wants('tv'))
    await print(browser, 'tv', 'The table view, 1920 × 1080', await table(browser, url), {
      columns: 3,
      scale: 0.4,
    });
  if (wants('french')) {
    const { sheet } = await evening(browser, url, 'small', { locale: 'fr-FR' });
    await print(browser, 'french', 'En français, 320 × 568', sheet, { columns: 8, scale: 0.8 });
  }
  if (wants('vision')) {
    const sheet = [];
    for (const vision of visions) {
      const seen = (await evening(browser, url, 'phone', { vision })).sheet;
      const chosen = seen.filter(({ label }) => /Lobby|day|night/.test(label));
      sheet.push(...chosen.map((one) => ({ ...one, label: `${vision}: ${one.label}` })));
    }
    await print(browser, 'vision', 'Four ways of seeing', sheet, { columns: 6, scale: 0.6 });
  }
  for (const [name, device, columns, scale, look] of [
    ['games', 'phone', 9, 0.6, {}],
    ['games-night', 'phone', 9, 0.6, { colours: 'night' }],
    ['games-day', 'phone', 9, 0.6, { colours: 'day' }],
    ['games-small', 'small', 9, 0.7, {}],
    ['games-landscape', 'landscape', 4, 0.5, {}],
    ['games-tablet', 'tablet', 4, 0.4, {}],
    ['games-tv', 'tv', 4, 0.3, {}],
    ['games-french', 'small', 9, 0.7, { locale: 'fr-FR' }],
    ['games-spanish', 'small', 9, 0.7, { locale: 'es-ES' }],
  ])
    if (wants(name)) {
      const { width, height } = devices[device];
      await print(
        browser,
        name,
        `${width} × ${height}`,
        await allRounds(browser, url, device, look),
        {
          columns,
          scale,
        },
      );
    }
  for (const [name, device, columns, scale, look] of [
    ['house', 'phone', 9, 0.6, {}],
    ['house-night', 'phone', 9, 0.6, { colours: 'night' }],
    ['house-small', 'small', 9, 0.7, {}],
    ['house-laptop', 'laptop', 4, 0.45, {}],
    ['house-upright', 'upright', 6, 0.4, {}],
    ['house-french', 'small', 9, 0.7, { locale: 'fr-FR' }],
    ['house-spanish', 'small', 9, 0.7, { locale: 'es-ES' }],
  ])
    if (wants(name)) {
      const { width, height } = devices[device];
      const sheet = await house(browser, url, device, look);
      await print(browser, name, `The house, ${width} × ${height}`, sheet, { columns, scale });
    }
  for (const [name, desk, phone, look] of [
    ['town', 'tablet', 'phone', {}],
    ['town-small', 'small', 'small', {}],
    ['town-landscape', 'landscape', 'landscape', {}],
    ['town-night', 'tablet', 'phone', { colours: 'night' }],
    ['town-french', 'small', 'small', { locale: 'fr-FR' }],
    ['town-spanish', 'small', 'small', { locale: 'es-ES' }],
    ...visions.map((vision) => [`town-${vision}`, 'tablet', 'phone', { vision }]),
  ])
    if (wants(name) || (name.endsWith('pia') && wants('town-vision')))
      await print(browser, name, 'The Grimoire', await town(browser, url, { desk, phone, look }), {
        lineWidth: 2800,
        scale: 0.6,
      });
  if (wants('games-vision')) {
    const sheet = [];
    for (const vision of visions) {
      const seen = await round(browser, url, 'avalon', 'phone', { vision });
      sheet.push(...seen.map((one) => ({ ...one, label: `${vision}: ${one.label}` })));
    }
    await print(browser, 'games-vision', 'Four ways of seeing', sheet, {
      columns: 12,
      scale: 0.45,
    });
  }
} finally {
  await browser.close();
  server.stop();
}
