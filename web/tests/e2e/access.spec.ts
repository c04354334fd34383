import type { Page } from '@playwright/test';
import {
  axe,
  beginYear,
  createTable,
  expect,
  joinTable,
  lostText,
  overflow,
  person,
  rain,
  test,
  walk,
} from './house';

/** Every screen of the house for one person, by name. Each step leaves the page on the screen it names. */
async function tour(
  ana: Page,
  bruno: Page,
  look: (screen: string, page: Page) => Promise<void>,
): Promise<void> {
  await ana.goto('/');
  await expect(ana.getByRole('radio').first()).toBeAttached();
  await look('landing', ana);
  await ana.goto('/nowhere');
  await look('not found', ana);
  await ana.goto('/rules/journeyman');
  await expect(ana.getByRole('heading', { name: 'By night' })).toBeVisible();
  await look('rules', ana);
  await ana.goto('/leaderboard');
  await expect(ana.getByText(/Finished games|Player/).first()).toBeVisible();
  await look('leaderboard', ana);
  await ana.goto('/game/KRTW99');
  await expect(ana.getByRole('heading', { name: 'No table KRTW99' })).toBeVisible();
  await look('missing table', ana);

  const code = await createTable(ana, 'Ana');
  await expect(ana.getByText('Choose a side.')).toBeVisible();
  await look('lobby', ana);
  await bruno.goto(`/game/${code}`);
  await expect(bruno.getByRole('button', { name: 'Join' })).toBeVisible();
  await look('door', bruno);
  await bruno.goto(`/j/${code}`);
  await expect(bruno.getByText(`You are invited to table ${code}`)).toBeVisible();
  await look('invited', bruno);
  for (const [open, heading] of [
    ['Settings', 'Settings'],
    ['Menu', 'Menu'],
  ] as const) {
    await ana.getByRole('button', { name: open }).click();
    await expect(ana.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await look(heading.toLowerCase(), ana);
    await ana.keyboard.press('Escape');
    await expect(ana.getByRole('dialog')).toBeHidden();
  }
  for (const entry of [
    'People',
    'Chat',
    'What happened',
    'Rules',
    'My notes',
    'Scores of the evening',
  ]) {
    await ana.getByRole('button', { name: 'Menu' }).click();
    await ana.getByRole('dialog').getByRole('button', { name: entry }).click();
    await expect(ana.getByRole('heading', { level: 2 })).toBeVisible();
    await look(entry, ana);
    await ana.keyboard.press('Escape');
    await expect(ana.getByRole('dialog')).toBeHidden();
  }
  await ana.getByRole('button', { name: 'Ana, you, host' }).click();
  await expect(
    ana.getByRole('button', { name: 'Move my seat' }).or(ana.getByLabel('Name')).first(),
  ).toBeVisible();
  await look('player', ana);
  await ana.keyboard.press('Escape');

  await joinTable(bruno, code, 'Bruno');
  await ana.getByRole('button', { name: /^Journeyman/ }).click();
  await bruno.getByRole('button', { name: /^Weather/ }).click();
  await expect(ana.getByRole('button', { name: 'Begin the year' })).toBeVisible();
  await look('field size', ana);
  await look('field size, waiting', bruno);
  await ana.getByRole('slider').fill('5');
  await ana.getByRole('button', { name: 'Begin the year' }).click();
  await expect(ana.getByRole('heading', { name: 'Day 1', exact: true })).toBeVisible();
  await look('day', ana);
  await walk(ana);
  await bruno.locator('[data-field="12"]').click();
  await look('night', bruno);
  await look('night, waiting', ana);
  await bruno.getByRole('button', { name: 'End the night' }).click();
  await expect(ana.getByRole('heading', { name: 'Day 2', exact: true })).toBeVisible();
  await bruno.goto('about:blank');
  await expect(ana.getByText('Waiting for Bruno')).toBeVisible();
  await look('waiting for somebody', ana);
}

for (const colours of ['day', 'night'] as const)
  test(`every screen is clean by axe, by ${colours}`, async ({ browser, house }) => {
    test.setTimeout(300_000);
    const ana = await person(browser, house);
    const bruno = await person(browser, house);
    for (const page of [ana, bruno])
      await page.addInitScript((pin) => {
        if (location.protocol === 'http:') localStorage.setItem('parlour.colours', pin);
      }, colours);
    const found: string[] = [];

    await tour(ana, bruno, async (screen, page) => {
      await expect(page.locator('html')).toHaveAttribute('data-phase', colours);
      await page.waitForTimeout(50);
      for (const violation of await axe(page)) found.push(`${screen}: ${violation}`);
    });

    expect(found).toEqual([]);
  });

test('nothing overflows at 320 × 568', async ({ browser, house }) => {
  test.setTimeout(300_000);
  const small = { viewport: { width: 320, height: 568 } };
  const ana = await person(browser, house, small);
  const bruno = await person(browser, house, small);
  const found: string[] = [];

  await tour(ana, bruno, async (screen, page) => {
    const { wide, tall, isHandOut } = await overflow(page);
    if (wide || tall || isHandOut)
      found.push(`${screen}: ${JSON.stringify({ wide, tall, isHandOut })}`);
  });

  expect(found).toEqual([]);
});

test('text of 200 % is lost nowhere', async ({ browser, house }) => {
  test.setTimeout(300_000);
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  for (const page of [ana, bruno])
    await page.addInitScript(() => {
      addEventListener(
        'DOMContentLoaded',
        () => (document.documentElement.style.fontSize = '200%'),
      );
    });
  const found: string[] = [];

  await tour(ana, bruno, async (screen, page) => {
    const lost = await lostText(page);
    if (lost.length) found.push(`${screen}: ${lost.join(' | ')}`);
    // The one thing to do can always be reached.
    const primary = page.locator('.primary:visible').last();
    if (await primary.count()) await primary.scrollIntoViewIfNeeded();
  });

  expect(found).toEqual([]);
});

test('a 10 × 10 field can be played on the smallest phone', async ({ browser, house }) => {
  const small = { viewport: { width: 320, height: 568 } };
  const ana = await person(browser, house, small);
  const bruno = await person(browser, house, small);
  await beginYear(ana, bruno, { size: 10 });

  // A fat finger lands on the neighbour's neighbour; the nearest legal field is meant.
  const field = await ana.locator('[data-field="2"]').boundingBox();
  if (!field) throw new Error('no field');
  expect(field.width).toBeGreaterThan(18);
  await ana.mouse.click(field.x + 3, field.y + field.height / 2);
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
  await tabTo(ana, /Journeyman and Weather/);
  await ana.keyboard.press('Space');
  await tabTo(ana, /Create: Journeyman/);
  await ana.keyboard.press('Enter');
  await expect(ana.getByText('Choose a side.')).toBeVisible();

  await tabTo(ana, 'Settings');
  await ana.keyboard.press('Enter');
  await tabTo(ana, /^Days of the year/);
  await ana.keyboard.press('ControlOrMeta+A');
  await ana.keyboard.type('3');
  await ana.keyboard.press('Tab');
  await ana.keyboard.press('Escape');
  await expect(ana.getByRole('dialog')).toBeHidden();

  await tabTo(ana, /^Journeyman/);
  await ana.keyboard.press('Enter');
  await tabTo(ana, 'Add a bot');
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('button', { name: 'Begin the year' })).toBeVisible();
  await tabTo(ana, 'Begin the year');
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

  await expect(ana.getByText('The Journeyman has walked the year')).toBeVisible();
  await tabTo(ana, 'Same again');
  await ana.keyboard.press('Enter');
  // The bot is the Journeyman now and may have begun the year already.
  await expect(ana.getByRole('heading', { name: /^(How large|Day 1|Night 1)/ })).toBeVisible();
});

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
