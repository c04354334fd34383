import type { Browser, Page } from '@playwright/test';
import { axe, expect, joinTable, person, setOption, test, type House } from './house';

const names = ['Ana', 'Bruno', 'Chloé', 'Dan'] as const;

function square(page: Page, name: string) {
  const number = 'abcdefgh'.indexOf(name[0] ?? '') + 8 * (Number(name[1]) - 1);
  return page.locator(`[data-square="${number}"]`);
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  const start = await square(page, from).boundingBox();
  const end = await square(page, to).boundingBox();
  if (!start || !end) throw new Error('no board');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play [A-Z]/ }).click();
}

async function type(page: Page, move: string): Promise<void> {
  await page.getByRole('button', { name: 'Moves, draw, resign' }).click();
  await typeInto(page, move);
}

async function typeInto(page: Page, move: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Type a move').fill(move);
  await sheet.getByRole('button', { name: 'Play', exact: true }).click();
}

async function hold(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.hover();
  await page.mouse.down();
  await page.waitForTimeout(900);
  await page.mouse.up();
}

/** Ana and Bruno with White, Chloé and Dan with Black. */
async function sitDown(browser: Browser, house: House, mode: string, seconds = 0) {
  const pages = await Promise.all(names.map(() => person(browser, house)));
  const [ana, ...others] = pages as [Page, Page, Page, Page];
  await ana.goto('/');
  await ana.getByRole('radio', { name: /Team Chess/ }).check({ force: true });
  await ana.getByLabel('Your name').fill('Ana');
  await ana.getByLabel(/^Mode/).selectOption(mode);
  await ana.getByRole('button', { name: 'Create: Team Chess' }).click();
  await ana.waitForURL(/\/game\/[A-Z0-9]{6}$/);
  const code = ana.url().slice(-6);
  await setOption(ana, 'Seconds for a move', seconds);
  for (const [i, page] of others.entries()) await joinTable(page, code, names[i + 1] as string);
  for (const [i, page] of pages.entries())
    await page.getByRole('button', { name: i < 2 ? /^Team A/ : /^Team B/ }).click();
  for (const page of others) await page.getByRole('button', { name: 'I am ready' }).click();
  await ana.getByRole('button', { name: /^Start/ }).click();
  return { code, pages: pages as [Page, Page, Page, Page] };
}

test('two against two with a wolf: taps, a drag, typed moves, a reload, the vote, the roles', async ({
  browser,
  house,
}) => {
  const { code, pages } = await sitDown(browser, house, 'werewolf');
  const [ana, bruno, chloe, dan] = pages;
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  await tv.goto(`/game/${code}/tv`);

  // The strip is the same box for everybody, and the role is in the page only while it is held.
  const strips = [];
  for (const page of pages) strips.push(await page.locator('.strip').boundingBox());
  for (const strip of strips) expect(strip).toEqual(strips[0]);
  const peek = dan.getByRole('button', { name: 'Hold: my role' });
  await peek.hover();
  await dan.mouse.down();
  await expect(dan.locator('.face')).toContainText(/Villager|Werewolf/);
  await dan.mouse.up();
  await expect(dan.locator('body')).not.toContainText(/Villager|Werewolf/);

  await expect(ana.getByText('Your move.')).toBeVisible();
  await expect(ana.locator('.dot')).toHaveCount(0);
  await square(ana, 'f2').click();
  await expect(ana.locator('.dot')).toHaveCount(2);
  await square(ana, 'f3').click();
  await confirm(ana);

  await expect(chloe.getByText('Your move.')).toBeVisible();
  await expect(chloe.locator('[aria-live=polite]').getByText('Ana played f3')).toBeAttached();
  await drag(chloe, 'e7', 'e5');
  await confirm(chloe);

  // An arrow is for the own team.
  await ana.getByRole('button', { name: 'Draw arrows for the team' }).click();
  await square(ana, 'g2').click();
  await square(ana, 'g4').click();
  await expect(bruno.locator('.arrows path')).toHaveCount(1);
  await expect(dan.locator('.arrows path')).toHaveCount(0);

  await bruno.reload();
  await expect(bruno.getByText('Your move.')).toBeVisible();
  await type(bruno, 'Ke7');
  await expect(bruno.getByText('Ke7 is not possible now.')).toBeVisible();
  await typeInto(bruno, 'g4');
  await expect(square(tv, 'g4')).toHaveAccessibleName(/white pawn/);
  expect(await axe(dan)).toEqual([]);
  await type(dan, 'Qh4#');

  for (const page of pages)
    await expect(page.getByRole('heading', { name: 'Who is the wolf?' })).toBeVisible();
  await ana.getByRole('button', { name: /^Bruno/ }).click();
  await ana.getByRole('button', { name: 'Accuse Bruno' }).click();
  await expect(dan.getByText('1 of 4 have voted')).toBeVisible();
  await expect(dan.getByText('Ana voted for Bruno.')).toBeAttached();
  await expect(tv.getByText('Ana voted for Bruno.')).toHaveCount(0);
  expect(await axe(dan)).toEqual([]);
  for (const page of [bruno, chloe, dan]) {
    await page.getByRole('button', { name: /^Ana/ }).click();
    await page.getByRole('button', { name: 'Accuse Ana' }).click();
  }

  for (const page of pages) await expect(page.getByText('Black has won')).toBeVisible();
  await expect(ana.getByText('Checkmate.')).toBeVisible();
  await expect(ana.getByText('The table named Ana.')).toBeVisible();
  await expect(ana.locator('.werewolf')).toHaveCount(1);
  await expect(tv.locator('.werewolf')).toHaveCount(1);
  const href = await ana.getByRole('link', { name: 'PGN' }).getAttribute('href');
  const pgn = await ana.request.get(href ?? '');
  expect(await pgn.text()).toMatch(/1\. f3.*Ana/s);

  // The page searches the game itself: g4 allowed mate in one.
  await ana.getByRole('button', { name: /^2\. g4 \(Bruno\): .* → #−1$/ }).click();
  await expect(square(ana, 'd8')).toHaveAccessibleName(/black queen/);
  await expect(ana.getByRole('img', { name: /now #−1/ })).toBeVisible();
  await ana.getByText('Every position').click();
  await expect(ana.getByRole('row', { name: '2… Qh4# #' })).toBeVisible();
  expect(await axe(ana)).toEqual([]);
});

test('time runs out, the others let the next one move, and a team resigns by majority', async ({
  browser,
  house,
}) => {
  const { pages } = await sitDown(browser, house, 'classic', 10);
  const [ana, bruno, chloe, dan] = pages;
  await expect(chloe.getByText('Time is up for Ana. You decide.')).toBeVisible({ timeout: 25_000 });
  await expect(bruno.getByText('Time is up for Ana. The others decide.')).toBeVisible();
  await dan.getByRole('button', { name: 'Let Bruno move' }).click();
  await expect(bruno.getByText('Your move.')).toBeVisible();

  await ana.getByRole('button', { name: 'Moves, draw, resign' }).click();
  await hold(ana, /^Resign/);
  await expect(bruno.getByText('1 of 2 of your team would resign.')).toBeVisible();
  await expect(chloe.getByText('would resign')).toHaveCount(0);
  await bruno.getByRole('button', { name: 'Moves, draw, resign' }).click();
  await hold(bruno, /^Resign/);

  await expect(chloe.getByText('Black has won')).toBeVisible();
  await expect(chloe.getByText('The other team has resigned.')).toBeVisible();
});
