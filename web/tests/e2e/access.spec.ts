import type { Page } from '@playwright/test';
import { Table } from '../../tools/bots.mjs';
import {
  beginYear,
  createTable,
  expect,
  hold,
  House,
  joinTable,
  person,
  rain,
  setOption,
  takeSide,
  test,
  walk,
} from './house';
import { Inspector } from './inspector';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: typeof name === 'string' });

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('every page, every sheet and every notice can be read by everybody', async ({ browser }) => {
  test.setTimeout(400_000);
  const house = await House.open();
  const token = await house.adminToken();
  const { look, found } = new Inspector();
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const dora = await person(browser, house);

  await ana.goto('/');
  await expect(ana.getByRole('radio').first()).toBeAttached();
  await look('landing', ana);
  await ana.goto('/nowhere');
  await expect(heading(ana, 'This page doesn’t exist')).toBeVisible();
  await look('not found', ana);
  await ana.goto('/game/abc');
  await expect(heading(ana, '“ABC” is not a room code')).toBeVisible();
  await look('not a code', ana);
  for (const game of ['journeyman', 'onenight', 'avalon', 'chess', 'grimoire']) {
    await ana.goto(`/rules/${game}`);
    await expect(ana.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await look(`rules of ${game}`, ana);
  }
  await ana.goto('/practice/journeyman');
  await expect(ana.getByRole('button', { name: 'Start the year' })).toBeVisible();
  await look('practice', ana);
  await ana.goto('/grimoire');
  await expect(ana.getByRole('heading', { level: 1 })).toBeVisible();
  await look('games on this device', ana);
  await ana.goto('/leaderboard');
  await expect(ana.getByText(/Nobody has finished|Player/).first()).toBeVisible();
  await look('leaderboard', ana);
  await ana.goto('/game/KRTW99');
  await expect(heading(ana, 'No table has this code yet')).toBeVisible();
  await look('missing table', ana);
  for (const page of ['replay', 'verify']) {
    await ana.goto(`/${page}/1zzzzzzzzzzzz`);
    await expect(ana.getByText(/This game doesn’t exist/)).toBeVisible();
    await look(`${page} of no game`, ana);
  }

  const code = await createTable(ana, 'Ana');
  await expect(ana.getByText('Choose a side.')).toBeVisible();
  await look('lobby', ana);
  await bruno.goto(`/game/${code}`);
  await expect(bruno.getByRole('button', { name: 'Join' })).toBeVisible();
  await look('door', bruno);
  await bruno.goto(`/j/${code}`);
  await expect(bruno.getByText(`You’re invited to table ${code}`)).toBeVisible();
  await look('invited', bruno);
  await bruno.goto('/admin');
  await look('admin', bruno);
  await bruno.getByLabel('Key').fill(token);
  await bruno.getByRole('button', { name: 'Look' }).click();
  await expect(bruno.getByText('The server is ready.')).toBeVisible();
  await look('admin, tables', bruno);

  await joinTable(bruno, code, 'Bruno');
  for (const name of ['Settings', 'Menu']) {
    await ana.getByRole('button', { name }).click();
    await expect(heading(ana, name)).toBeVisible();
    await look(name, ana);
    await close(ana);
  }
  const entries = ['People', 'Chat', 'What happened', 'Rules', 'My notes', 'Scores'];
  for (const entry of entries) {
    await ana.getByRole('button', { name: 'Menu' }).click();
    await ana.getByRole('dialog').getByRole('button', { name: entry }).click();
    await expect(ana.getByRole('dialog').getByRole('heading', { level: 2 })).not.toHaveText('Menu');
    await look(entry, ana);
    await close(ana);
  }
  await ana.getByRole('button', { name: 'Bruno' }).click();
  await expect(ana.getByRole('button', { name: 'Make host' })).toBeVisible();
  await look('another player', ana);
  await close(ana);

  await takeSide(ana, 'Journeyman');
  await joinTable(dora, code, 'Ana');
  await expect(dora.getByRole('alert')).toContainText('Someone at the table already has that name');
  await look('a name in use', dora);
  await dora.getByRole('button', { name: 'I’m Ana: ask to get my seat back' }).click();
  await expect(ana.getByRole('button', { name: 'Yes', exact: true })).toBeVisible();
  await look('is this Ana?', ana);
  await ana.getByRole('button', { name: 'No', exact: true }).click();

  const second = await ana.context().newPage();
  await second.goto(`/game/${code}`);
  await expect(heading(ana, 'You are playing on another screen')).toBeVisible();
  await look('open elsewhere', ana);
  await ana.getByRole('button', { name: 'Play on this screen' }).click();
  await ana.getByRole('button', { name: 'Ana, you, host' }).click();
  await ana.getByRole('button', { name: 'Give up my seat and watch' }).click();

  await takeSide(bruno, 'Weather');
  const weather = bruno.getByRole('button', { name: /^Weather/ });
  await expect(weather).toHaveAttribute('aria-pressed', 'true');
  await bruno
    .getByRole('button', { name: /^Bruno/ })
    .first()
    .click();
  await bruno.getByRole('button', { name: 'Move my seat to another phone' }).click();
  const secret = (await bruno.getByRole('dialog').locator('p.code').textContent()) ?? '';
  await look('my seat', bruno);
  await dora.goto(`/game/${code}`);
  await dora.getByText('I have a seat on another phone').click();
  await dora.getByLabel('Code from the other phone').fill(secret.trim());
  await look('door of a new phone', dora);
  await dora.getByRole('button', { name: 'Move my seat here' }).click();
  await expect(heading(bruno, 'You are playing on another phone')).toBeVisible();
  await look('seat moved', bruno);

  await ana.getByRole('button', { name: /^Bruno/ }).click();
  await hold(ana, /Remove Bruno/);
  await expect(heading(dora, 'The host removed you from this table')).toBeVisible();
  await look('kicked', dora);
  await look('a notice with Undo', ana);

  await house.stop();
  await expect(ana.getByText('Reconnecting…')).toBeVisible();
  await look('reconnecting', ana);
  await house.start();
  await expect(ana.getByText('Reconnecting…')).toBeHidden({ timeout: 30_000 });
  await ana.getByRole('button', { name: 'Menu' }).click();
  await hold(ana, /End the evening/);
  await ana.getByRole('button', { name: 'Yes, end it' }).click();
  await expect(heading(ana, 'The table is closed')).toBeVisible();
  await look('farewell', ana);
  await dora.goto(`/game/${code}/tv`);
  await expect(dora.getByRole('heading', { level: 1 })).toBeVisible();
  await look('table view of a closed table', dora);

  expect(found).toEqual([]);
  await house.close();
});

test('every screen of a game can be read by everybody, also on the TV', async ({
  browser,
  house,
}) => {
  test.setTimeout(400_000);
  const { look, found } = new Inspector();
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const dora = await person(browser, house);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  const code = await createTable(ana, 'Ana');
  await setOption(ana, 'Days of the year', 2);
  await ana.getByRole('button', { name: 'Settings' }).click();
  await ana.getByRole('switch', { name: 'Others may watch' }).uncheck();
  await ana.keyboard.press('Escape');
  await tv.goto(`/game/${code}/tv`);
  await expect(tv.getByRole('img', { name: /^Ana/ })).toBeVisible();
  await look('TV, lobby', tv);

  await joinTable(bruno, code, 'Bruno');
  await takeSide(ana, 'Journeyman');
  await takeSide(bruno, 'Weather');
  await expect(ana.getByRole('button', { name: 'Start the year' })).toBeVisible();
  await look('field size', ana);
  await look('field size, waiting', bruno);
  await joinTable(dora, code, 'Dora');
  await expect(heading(dora, 'This table is private')).toBeVisible();
  await look('private', dora);
  await ana.getByRole('slider').fill('5');
  await ana.getByRole('button', { name: 'Start the year' }).click();
  await expect(heading(ana, 'Day 1')).toBeVisible();
  await look('day', ana);
  await expect(heading(tv, 'Day 1')).toBeVisible();
  await look('TV, day', tv);
  await walk(ana);
  await bruno.locator('[data-field="12"]').click();
  await look('night', bruno);
  await look('night, waiting', ana);
  await expect(heading(tv, 'Night 1')).toBeVisible();
  await look('TV, night', tv);
  await bruno.getByRole('button', { name: 'End the night' }).click();
  await expect(heading(ana, 'Day 2')).toBeVisible();

  await bruno.goto('about:blank');
  await expect(ana.getByText('Waiting for Bruno')).toBeVisible();
  await look('waiting for somebody', ana);
  await bruno.goto(`/game/${code}`);
  await expect(ana.getByText('Waiting for Bruno')).toBeHidden();
  await ana.getByRole('button', { name: 'Menu' }).click();
  await look('menu of a game', ana);
  await ana.getByRole('button', { name: 'Pause' }).click();
  await ana.keyboard.press('Escape');
  await expect(heading(ana, 'The game is paused')).toBeVisible();
  await look('paused', ana);
  await ana.getByRole('button', { name: 'Resume' }).click();
  await walk(ana);

  for (const [name, page] of Object.entries({ ana, bruno, tv })) {
    await expect(
      page.getByText('The Journeyman has made it through the year').first(),
    ).toBeVisible();
    await look(`results, ${name}`, page);
  }
  await ana.getByText('Scores').click();
  await look('results with scores', ana);
  await ana.getByRole('link', { name: 'Replay' }).click();
  await expect(ana.getByRole('slider', { name: 'Step' })).toBeVisible();
  await look('replay', ana);
  await ana.goBack();
  await ana.getByRole('link', { name: 'Check the deal' }).click();
  await expect(ana.getByText('The secret fits the promise.')).toBeVisible();
  await look('verify', ana);
  await ana.goto('/leaderboard');
  await expect(ana.getByRole('row', { name: /Ana/ }).first()).toBeVisible();
  await look('leaderboard with people', ana);
  await ana.getByRole('link', { name: 'Ana' }).first().click();
  await expect(ana.getByRole('listitem').first()).toContainText('Journeyman');
  await look("a player's games", ana);

  await ana.goto(`/game/${code}`);
  await ana.getByRole('button', { name: 'Play again' }).click();
  await expect(bruno.getByRole('button', { name: 'Start the year' })).toBeVisible();
  for (const page of [ana, bruno]) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await hold(page, /Call this game off/);
  }
  await expect(bruno.getByText('It doesn’t count.')).toBeVisible();
  await look('called off', bruno);

  expect(found).toEqual([]);
});

for (const [game, bots, options] of [
  ['onenight', 5, { night_pace: 'simultaneous', discussion_seconds: 300 }],
  ['avalon', 6, { lady_of_the_lake: true }],
  ['chess', 3, { mode: 'werewolf' }],
] as const)
  test(`every phase of ${game} can be read by everybody`, async ({ browser, house }) => {
    test.setTimeout(240_000);
    const { look, found } = new Inspector();
    const ana = await person(browser, house);
    await createTable(ana, 'Ana');
    const table = await Table.at(ana);
    await table.fill(game, bots, options);
    await expect(ana.getByRole('button', { name: 'Settings' })).toBeVisible();
    await look('lobby', ana);
    await ana.getByRole('button', { name: 'Settings' }).click();
    await expect(heading(ana, 'Settings')).toBeVisible();
    await look('settings', ana);
    await close(ana);
    await table.act('start');
    const phases = await table.playOut(async (phase: string) => {
      await expect(ana.getByRole('heading', { level: 1 })).toBeAttached();
      await look(phase, ana);
    });
    expect(found).toEqual([]);
    expect(phases).toContain('results');
  });

test('a 10 × 10 field can be played on the smallest phone', async ({ browser, house }) => {
  const small = { viewport: { width: 320, height: 568 } };
  const ana = await person(browser, house, { ...small, hasTouch: true });
  const bruno = await person(browser, house, small);
  await beginYear(ana, bruno, { size: 10 });

  // A mouse means the field it points to, and no neighbour: here one that is too far away.
  await ana.locator('[data-field="2"]').click({ force: true });
  await expect(ana.getByText('That field is more than one step away.')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'End the day' })).toBeDisabled();

  // A fingertip covers several fields: the first tap shows them enlarged, the second one chooses.
  await ana.locator('[data-field="2"]').tap({ force: true });
  await expect(ana.getByRole('group', { name: 'C1 and the fields round it' })).toBeVisible();
  const large = await ana.locator('[data-near="1"]').boundingBox();
  expect(large?.width).toBeGreaterThan(48);
  await expect(ana.locator('[data-field="1"]')).toHaveAttribute('aria-pressed', 'false');
  await ana.locator('[data-near="1"]').tap();
  await expect(ana.locator('[data-field="1"]')).toHaveAttribute('aria-pressed', 'true');
  await ana.getByRole('button', { name: 'End the day' }).click();

  await rain(bruno, 2);
  await expect(ana.getByRole('heading', { name: 'Day 2', exact: true })).toBeVisible();
});

test('a whole game by keyboard alone', async ({ browser, house }) => {
  test.setTimeout(240_000);
  const ana = await person(browser, house);
  await ana.goto('/');
  await tabTo(ana, 'Your name');
  await ana.keyboard.type('Ana');
  await tabTo(ana, /^One Night/); // the games are one stop; arrow keys go through them
  for (let i = 0; i < 3; i++) await ana.keyboard.press('ArrowDown');
  await tabTo(ana, /Create: Journeyman/);
  await ana.keyboard.press('Enter');
  await expect(ana.getByText('Choose a side.')).toBeVisible();

  await tabTo(ana, 'Settings');
  await ana.keyboard.press('Enter');
  await focusIsInSheet(ana);
  await tabTo(ana, /^Days of the year/);
  await ana.keyboard.press('ControlOrMeta+A');
  await ana.keyboard.type('3');
  await ana.keyboard.press('Tab');
  await ana.keyboard.press('Escape');
  await expect(ana.getByRole('dialog')).toBeHidden();

  await tabTo(ana, /^Journeyman/);
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('button', { name: /^Journeyman/, pressed: true })).toBeVisible();
  await tabTo(ana, 'Add a bot');
  await ana.keyboard.press('Enter');
  await focusIsInSheet(ana);
  await tabTo(ana, /^Add (?!a bot)/);
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('dialog')).toBeHidden();
  await expect(ana.getByRole('button', { name: 'Start the year' })).toBeVisible();
  await tabTo(ana, 'Start the year');
  await ana.keyboard.press('Enter');

  for (let day = 1; day <= 3; day++) {
    await expect(ana.getByRole('heading', { name: `Day ${day}`, exact: true })).toBeVisible();
    await tabTo(ana, /^[A-J]\d+/);
    await steerToLegal(ana);
    await ana.keyboard.press('Enter');
    await expect(ana.getByRole('button', { name: 'End the day' })).toBeEnabled();
    await tabTo(ana, 'End the day');
    await ana.keyboard.press('Enter');
  }

  await expect(ana.getByText('The Journeyman has made it through the year')).toBeVisible();
  await tabTo(ana, 'Play again');
  await ana.keyboard.press('Enter');
  // The bot is the Journeyman now and may have begun the year already.
  await expect(ana.getByRole('heading', { name: /^(How large|Day 1|Night 1)/ })).toBeVisible();
});

/** A sheet takes the focus when it opens, which may be later than the key that opened it. */
async function focusIsInSheet(page: Page): Promise<void> {
  await expect(page.locator('dialog[open] :focus')).toHaveCount(1);
}

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = typeof name === 'string' ? new RegExp(`^${name}$`) : name;
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';
      return element?.getAttribute('aria-label') ?? (label.trim() || (element?.innerText ?? ''));
    });
    if (target.test(focused.trim().replace(/\s+/g, ' '))) return;
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

/** By arrow keys from the Journeyman's field to one beside it that may be taken. */
async function steerToLegal(page: Page): Promise<void> {
  for (const key of [
    'ArrowRight',
    'ArrowDown',
    'ArrowLeft',
    'ArrowLeft',
    'ArrowUp',
    'ArrowUp',
    'ArrowRight',
    'ArrowRight',
  ]) {
    await page.keyboard.press(key);
    if ((await page.locator(':focus').getAttribute('aria-disabled')) === 'false') return;
  }
  throw new Error('no legal field beside the Journeyman');
}
