/** The rooms of the house that belong to no game: front page, doors, lobby, sheets, pages, error pages. */
import { Table } from './bots.mjs';
import { Person } from './person.mjs';
import { says } from './says.mjs';

const words = {
  name: says('landing.name'),
  create: says('landing.create_game'),
  join: says('landing.join'),
  settings: says('settings.title'),
  menu: says('menu'),
};
const friends = ['Bruno', 'Chloé', 'Daniel', 'Eve'];
const sheets = ['people', 'chat', 'log', 'rules', 'roles', 'notes', 'scores'];

/** Ana has a table, her friends come one by one, they write, and everything that is no move is looked at. */
export async function house(browser, url, device, look = {}) {
  const sheet = [];
  const ana = await Person.arrive(browser, url, device, look);
  await ana.page.goto('/');
  await ana.page.locator('input[value=onenight]').waitFor({ state: 'attached' });
  await ana.picture(sheet, 'front page');
  await ana.page.getByLabel(words.name).fill('Ana');
  await ana.page.locator('input[value=onenight]').check({ force: true });
  await ana.picture(sheet, 'front page, a game chosen');
  await ana.button(words.create).click();
  await ana.page.waitForURL(/\/game\//);
  const table = await Table.at(ana.page);
  await ana.picture(sheet, 'lobby: alone');
  const others = await arrivals(browser, url, ana, look, sheet, device);
  await ana.picture(sheet, 'lobby: five');
  await lobby(ana, table, sheet);
  await menus(ana, table, others, sheet);
  await pages(ana, table, sheet);
  for (const person of [ana, ...others]) await person.page.context().close();
  return sheet;
}

/** The friends come in; the first one's door is a picture. */
async function arrivals(browser, url, ana, look, sheet, device) {
  const others = [];
  for (const name of friends) {
    const person = await Person.arrive(browser, url, others.length ? 'phone' : device, look);
    await person.page.goto(ana.page.url());
    await person.page.locator('form input').first().fill(name);
    if (others.length === 0) await person.picture(sheet, 'the door');
    await person.button(words.join).click();
    await person.page.locator('.hand').waitFor();
    others.push(person);
    if (others.length === 2) {
      await ana.picture(sheet, 'lobby: three, the host');
      await others[0].picture(sheet, 'lobby: three, a guest');
    }
  }
  return others;
}

/** What the host finds in the lobby: settings, bots, the roll call, a person. */
async function lobby(ana, table, sheet) {
  const { page } = ana;
  await ana.button(words.settings).click();
  await ana.picture(sheet, 'settings');
  const tabs = page.locator('dialog nav button');
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    await ana.picture(sheet, `settings: part ${at + 1}`);
  }
  await ana.closeSheets();
  await ana.button(says('bot.add')).click();
  await ana.picture(sheet, 'add a bot');
  await ana.closeSheets();
  await table.act('start_roll_call');
  await ana.picture(sheet, 'seating order');
  await table.act('cancel_roll_call');
  await page.locator('.disc').first().click();
  await ana.picture(sheet, 'a person');
  await ana.closeSheets();
  for (let i = 0; i < 5; i++) await table.act('add_bot');
  await ana.picture(sheet, 'lobby: ten');
  for (const { player } of (await table.view()).people.filter((one) => one.is_bot).slice(1))
    await table.act('remove_bot', { player });
}

/** Every sheet of the menu while a game runs. */
async function menus(ana, table, others, sheet) {
  const { page } = ana;
  await table.act('set_chat', { open: true });
  for (const other of others.slice(0, 2))
    await table.act('chat', { text: 'Who is for the wolves tonight?' }, other.page);
  await ana.picture(sheet, 'unread: lobby');
  await sheetsOf(ana, sheet);
  for (const other of others) await table.act('ready', { ready: true }, other.page);
  await table.act('start');
  await page.waitForTimeout(600);
  await ana.picture(sheet, 'the deal');
  await ana.button(words.menu).click();
  await ana.picture(sheet, 'menu in a game');
  await ana.closeSheets();
  await table.playOut(async (phase) => {
    if (phase === 'day') await table.act('chat', { text: 'I am the Seer!' }, others[0].page);
    if (phase === 'day' || phase === 'results') await ana.picture(sheet, `unread: ${phase}`);
  });
}

async function sheetsOf(ana, sheet) {
  const { page } = ana;
  for (const name of sheets) {
    await ana.button(words.menu).first().click();
    await page.locator('dialog[open]').waitFor();
    const entry = page.locator(`dialog [data-entry="${name}"]`);
    if ((await entry.count()) === 0) {
      await ana.closeSheets();
      continue;
    }
    await entry.click();
    await ana.picture(sheet, `menu: ${name}`);
    await ana.closeSheets();
  }
}

/** The pages with addresses of their own. */
async function pages(ana, table, sheet) {
  const addresses = [
    ['/', 'front page with a table'],
    ['/about', 'about'],
    ['/rules/onenight', 'rules'],
    ['/practice/onenight', 'practice'],
    ['/leaderboard', 'best players'],
    ['/grimoire', 'games on this device'],
    ['/admin', 'operator'],
    ['/game/KRTW4P', 'an unused code'],
    ['/game/KRT', 'half a code'],
    ['/nowhere', 'no such page'],
    [`/replay/${table.gameId}`, 'replay'],
    [`/verify/${table.gameId}`, 'the deal, checked'],
  ];
  for (const [address, label] of addresses) {
    await ana.page.goto(address);
    await ana.page.waitForTimeout(500);
    await ana.picture(sheet, label);
  }
}
