/** An evening of Avalon on several servers, five phones at the router, while what they play on dies. By hand:
 * `npx playwright test --config playwright.cluster.config.ts`, with PARLOUR_BINARY. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { createTable, expect, hold, joinTable, setOption, test, type House } from '../e2e/house';
import { all, holdDown, sit, type Player } from '../e2e/players';

const tool = resolve(import.meta.dirname, '../../../tools/cluster');
const port = process.env.PARLOUR_CLUSTER_PORT ?? '8100';
const names = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil'];
const nodes = ['n1', 'n2', 'n3'];

function cluster(...words: string[]): string {
  return execFileSync(tool, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The only server that has a table. */
function owner(): string {
  const { tables } = JSON.parse(cluster('status')) as { tables: Record<string, number> };
  return Object.entries(tables).find(([, count]) => count > 0)![0];
}

async function leaderOf(players: Player[]): Promise<Player> {
  let leader: Player | undefined;
  await expect(async () => {
    const counts = await all(players, ({ page }) =>
      page.getByRole('button', { name: 'Propose this team' }).count(),
    );
    leader = players[counts.indexOf(1)];
    expect(leader).toBeDefined();
  }).toPass();
  return leader as Player;
}

function discOf(page: Page, { name }: Player) {
  return page.locator('.seat').getByRole('button', { name: new RegExp(`^${name}`) });
}

async function propose(players: Player[], team: Player[]): Promise<void> {
  const { page } = await leaderOf(players);
  for (const member of team) await discOf(page, member).click();
  await page.getByRole('button', { name: 'Propose this team' }).click();
}

async function approve(players: Player[]): Promise<void> {
  await all(players, ({ page }) =>
    page.getByRole('button', { name: 'Approve', exact: true }).click(),
  );
}

async function goOn(players: Player[]): Promise<void> {
  await all(players, ({ page }) =>
    page.getByRole('button', { name: 'Continue', exact: true }).click(),
  );
}

/** Slides a Success up, wherever it lies. */
async function succeed({ page }: Player): Promise<void> {
  await expect(page.getByRole('button', { name: 'Card 1, face down' })).toBeVisible();
  for (const number of [1, 2]) {
    const card = page.getByRole('button', { name: `Card ${number}, face down` });
    const face = page.locator('.cards .face');
    await holdDown(page, card, face);
    const isSuccess = (await face.innerText()).trim().startsWith('Success');
    await page.keyboard.up('Space');
    if (!isSuccess) continue;
    const box = (await card.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - box.height, { steps: 5 });
    await page.mouse.up();
    break;
  }
  const played = /^(Your card is played|All cards are played|The quest succeeds)\./;
  await expect(page.getByText(played).filter({ visible: true }).first()).toBeVisible();
}

async function roleOf({ page }: Player): Promise<string> {
  const face = page.locator('.peek > .face');
  await holdDown(page, page.locator('.peek button'), face.locator(':is(h3, .name)'));
  const role = (await face.innerText()).split('\n')[0] as string;
  await page.keyboard.up('Space');
  return role;
}

/** Until everybody's line is there again and the table can be touched. */
async function everybodyIsBack(players: Player[], since: number, what: string): Promise<void> {
  await all(players, async ({ page }) => {
    await expect(page.getByText('Reconnecting…')).toHaveCount(0, { timeout: 60_000 });
    await expect(page.locator('.hand')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.hand[inert]')).toHaveCount(0, { timeout: 60_000 });
  });
  console.log(
    `${what}: all five phones are back ${((Date.now() - since) / 1000).toFixed(1)} s later`,
  );
}

/** Whoever taps it again until it counts does what anybody would; what was done already is not there to be tapped. */
async function ready(players: Player[]): Promise<void> {
  await all(players, async ({ page }) => {
    await page.getByRole('button', { name: 'I know my role' }).click();
  });
}

test.beforeAll(() => {
  cluster('up', resolve(process.env.PARLOUR_BINARY ?? '../build/parlour'));
});
test.afterAll(() => {
  cluster('down');
});

test('five play on through a killed server, a killed primary and a rolling restart', async ({
  browser,
}) => {
  test.setTimeout(1_200_000);
  const house = { url: `http://127.0.0.1:${port}` } as House;
  const players = await Promise.all(names.map((name) => sit(browser, house, name)));
  const [anna, bert, cleo, dora, emil] = players as [Player, Player, Player, Player, Player];
  const code = await createTable(anna.page, anna.name, 'Avalon');
  for (const { page, name } of players.slice(1)) await joinTable(page, code, name);
  await setOption(anna.page, 'Minimum time of a quest', 3);
  await setOption(anna.page, 'Time to see the result', 0);
  await anna.page.getByRole('button', { name: 'Start the game' }).click();
  await all(players, ({ page }) =>
    expect(page.getByRole('button', { name: 'I know my role' })).toBeEnabled(),
  );
  const roles = await Promise.all(players.map(roleOf));

  // Two are ready; then the table's server dies.
  await ready([anna, bert]);
  await expect(emil.page.getByText('2 of 5 ready')).toBeVisible();
  const first = owner();
  let since = Date.now();
  cluster('kill', first);
  await everybodyIsBack(players, since, `${first} killed`);
  expect(owner()).not.toBe(first);
  await expect(emil.page.getByText('2 of 5 ready')).toBeVisible();
  // The cards are the same ones.
  expect(await Promise.all(players.map(roleOf))).toEqual(roles);
  await ready([cleo, dora, emil]);
  cluster('start', first);

  await propose(players, [anna, bert]);
  await approve(players);
  await goOn(players);
  await all([anna, bert], succeed);
  await goOn(players);

  // Three have voted; then the primary dies. A vote says that it waits, and counts by itself in
  // the end.
  await propose(players, [anna, bert, cleo]);
  await approve([anna, bert, cleo]);
  await expect(emil.page.getByText('3 of 5 have voted').first()).toBeVisible();
  since = Date.now();
  cluster('kill', 'primary');
  await dora.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(
    dora.page.getByText('Not saved yet. We keep trying.').filter({ visible: true }).first(),
  ).toBeVisible();
  cluster('promote');
  await everybodyIsBack(players, since, 'primary killed');
  await expect(dora.page.getByText(/^You approve\./).first()).toBeVisible({ timeout: 60_000 });
  await approve([emil]);
  await goOn(players);
  await all([anna, bert, cleo], succeed);
  await goOn(players);

  // One card is played; then every server is restarted, one after the other.
  await propose(players, [anna, bert]);
  await approve(players);
  await goOn(players);
  await succeed(anna);
  since = Date.now();
  for (const node of nodes) {
    cluster('restart', node);
    await everybodyIsBack(players, since, `${node} restarted`);
    since = Date.now();
  }
  await expect(
    anna.page
      .getByText(/^Your card is played/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await succeed(bert);
  await goOn(players);

  // The last shot, to the end.
  await all(players, ({ page }) =>
    expect(page.getByRole('heading', { name: 'The last shot' })).toBeVisible(),
  );
  const assassin = players[roles.indexOf('Assassin')]!;
  const merlin = players[roles.indexOf('Merlin')]!;
  await discOf(assassin.page, merlin).click();
  await hold(assassin.page, assassin.page.getByRole('button', { name: `Point at ${merlin.name}` }));
  await all(players, ({ page }) =>
    expect(page.getByRole('heading', { name: 'Evil wins' })).toBeVisible(),
  );
});
