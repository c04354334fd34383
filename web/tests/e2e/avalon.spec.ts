import type { Browser, Page } from '@playwright/test';
import { axe, createTable, expect, House, joinTable, person, setOption, test } from './house';

/** Equally long, so that only a role could make two screens differ. */
const names = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil'];

interface Player {
  page: Page;
  name: string;
  /** Sizes of the views that came since `sizes` was emptied. */
  sizes: number[];
  cut: () => void;
}

async function sit(browser: Browser, house: House, name: string): Promise<Player> {
  const page = await person(browser, house);
  const player: Player = { page, name, sizes: [], cut: () => {} };
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (/^.{0,40}"type":"(room_state|game_update)"/.test(String(message)))
        player.sizes.push(message.length);
      socket.send(message);
    });
    player.cut = () => {
      void socket.close({ code: 1011 });
      void server.close();
    };
  });
  return player;
}

async function fiveAtATable(browser: Browser, house: House): Promise<Player[]> {
  const players: Player[] = [];
  for (const name of names) players.push(await sit(browser, house, name));
  const host = (players[0] as Player).page;
  const code = await createTable(host, names[0] as string, 'Avalon');
  for (const { page, name } of players.slice(1)) await joinTable(page, code, name);
  await setOption(host, 'Seconds a quest lasts at least', 3);
  return players;
}

async function begin(players: Player[]): Promise<void> {
  for (const player of players) player.sizes = [];
  await (players[0] as Player).page.getByRole('button', { name: 'Start Avalon' }).click();
  for (const { page } of players)
    await expect(page.getByRole('button', { name: 'I know my role' })).toBeEnabled();
}

/** What a finger held on the own card shows, and nothing before or after. */
async function peek(page: Page): Promise<string> {
  const card = page.getByRole('button', { name: 'Hold to see your card' });
  await card.focus();
  await page.keyboard.down('Space');
  const face = page.locator('.peek > .face');
  await expect(face.getByRole('heading')).toBeVisible();
  const text = await face.innerText();
  await page.keyboard.up('Space');
  await expect(face.getByRole('heading')).toHaveCount(0);
  return text;
}

async function rolesOf(players: Player[]): Promise<Map<string, Player>> {
  const roles = new Map<string, Player>();
  for (const player of players) {
    const text = await peek(player.page);
    roles.set(text.split('\n')[0] as string, player);
  }
  return roles;
}

/** Boxes of everything that can be tapped. */
async function boxes(page: Page, what: string): Promise<string> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(' ');
        })
        .sort()
        .join('\n'),
    what,
  );
}

const hand = '.hand button, .hand .prompt';

async function expectAlike(players: Player[], what = `${hand}, .coin`): Promise<void> {
  const first = await boxes((players[0] as Player).page, what);
  for (const { page } of players) expect(await boxes(page, what)).toBe(first);
}

async function leaderOf(players: Player[]): Promise<Player> {
  for (let i = 0; i < 50; i++) {
    for (const player of players)
      if (await player.page.getByRole('button', { name: 'Propose this team' }).count())
        return player;
    await players[0]?.page.waitForTimeout(200);
  }
  throw new Error('nobody leads');
}

async function propose(players: Player[], team: string[]): Promise<void> {
  const { page } = await leaderOf(players);
  for (const name of team) await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('button', { name: 'Propose this team' }).click();
}

async function vote(players: Player[], how: 'Approve' | 'Reject'): Promise<void> {
  for (const { page } of players)
    await page.getByRole('button', { name: how, exact: true }).click();
}

/** Looks for the wanted card and slides it up; true if it was played. */
async function play(page: Page, wanted: 'Success' | 'Fail'): Promise<boolean> {
  for (const number of [1, 2]) {
    const card = page.getByRole('button', { name: `Card ${number}, face down` });
    await card.focus();
    await page.keyboard.down('Space');
    const face = page.locator('.cards .face');
    await expect(face).toBeVisible();
    const isWanted = (await face.innerText()).includes(wanted);
    await page.keyboard.up('Space');
    if (!isWanted) continue;
    const box = await card.boundingBox();
    if (!box) return false;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - box.height, { steps: 5 });
    await page.mouse.up();
    break;
  }
  return page
    .getByText(/^(Your card is played|The quest fails|The quest succeeds)\.$/)
    .first()
    .waitFor({ timeout: 5000 })
    .then(() => true)
    .catch(() => false);
}

async function goOn(players: Player[]): Promise<void> {
  const buttons = players.map(({ page }) => page.getByRole('button', { name: 'Go on' }));
  for (const button of buttons)
    if (await button.count()) {
      await expect(button).toBeEnabled({ timeout: 15_000 });
      await button.click();
      return;
    }
}

async function quest(players: Player[], team: string[]): Promise<void> {
  await propose(players, team);
  await vote(players, 'Approve');
  const going = players.filter((player) => team.includes(player.name));
  for (const { page } of going) expect(await play(page, 'Success')).toBe(true);
  await expect(going[0]!.page.getByText('The quest succeeds.')).toBeVisible();
  await goOn(players);
}

/** While the server is away nothing can be tapped. */
async function isBack(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await expect(page.locator('main[inert]')).toHaveCount(0, { timeout: 30_000 });
}

async function aim(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const button = page.getByRole('button', { name: `It is ${name}` });
  await button.focus();
  await page.keyboard.down('Enter');
  await page.waitForTimeout(900);
  await page.keyboard.up('Enter');
}

test('five play to the last shot, through reload, cut and restart in secret steps', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const house = await House.open();
  const players = await fiveAtATable(browser, house);
  const pages = players.map((player) => player.page);
  await begin(players);

  // The cards: same boxes and same sizes for all; a reload shows a card face down again.
  await expectAlike(players);
  // What was sent before the deal is short and may still be on its way.
  const dealt = ({ sizes }: Player) => sizes.filter((size) => size > 4000).join(' ');
  await expect.poll(() => new Set(players.map(dealt)).size).toBe(1);
  expect(dealt(players[0] as Player)).not.toBe('');
  const roles = await rolesOf(players);
  expect([...roles.keys()].sort()).toEqual([
    'Assassin',
    'Loyal servant',
    'Merlin',
    'Morgana',
    'Percival',
  ]);
  await pages[2]!.reload();
  await expect(pages[2]!.getByRole('button', { name: 'I know my role' })).toBeEnabled();
  await expect(pages[2]!.locator('.peek > .face').getByRole('heading')).toHaveCount(0);
  expect(await axe(pages[0]!)).toEqual([]);
  for (const page of pages) await page.getByRole('button', { name: 'I know my role' }).click();

  // A rejected team: all see who voted how, and a candle goes out.
  await propose(players, ['Anna', 'Bert']);
  await expect(pages[4]!.getByText('Anna and Bert?')).toBeVisible();
  expect(await axe(pages[1]!)).toEqual([]);
  await vote(players, 'Reject');
  await expect(pages[0]!.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(pages[0]!.locator('.candles .out')).toHaveCount(1);

  // The first quest: a cut socket and a killed server in the middle of it. A Fail of the servant does not move.
  const servant = roles.get('Loyal servant') as Player;
  const evil = roles.get('Morgana') as Player;
  await propose(players, [servant.name, evil.name]);
  await vote(players, 'Approve');
  await expect(servant.page.getByRole('button', { name: 'Card 1, face down' })).toBeEnabled();
  await expectAlike([servant, evil], hand);
  expect(await play(servant.page, 'Fail')).toBe(false);
  await expect(servant.page.getByRole('status').filter({ hasText: /refus|cannot/i })).toHaveCount(
    0,
  );
  servant.cut();
  await isBack(servant.page);
  expect(await play(servant.page, 'Success')).toBe(true);
  await house.stop('SIGKILL');
  await expect(evil.page.getByText('Reconnecting…')).toBeVisible();
  await house.start();
  await expect(evil.page.getByText('Reconnecting…')).toBeHidden({ timeout: 30_000 });
  for (const page of pages) await isBack(page);
  expect(await play(evil.page, 'Fail')).toBe(true);
  await expect(pages[0]!.getByText('The quest fails.')).toBeVisible();
  await expect(pages[0]!.getByText('1 Fail.')).toBeVisible();
  await goOn(players);

  // Three successes.
  const good = ['Merlin', 'Percival', 'Loyal servant'].map((role) => roles.get(role)!.name);
  await quest(players, good);
  await quest(players, good.slice(0, 2));
  await quest(players, good);

  // The last shot: the same screen for all, everybody points, one decides.
  for (const page of pages)
    await expect(page.getByRole('heading', { name: 'The last shot' })).toBeVisible();
  await expectAlike(players);
  const merlin = roles.get('Merlin') as Player;
  const assassin = roles.get('Assassin') as Player;
  await aim(servant.page, merlin.name);
  await expect(servant.page.getByText(`You said ${merlin.name}`)).toBeVisible();
  await pages[1]!.reload();
  await expect(pages[1]!.getByRole('heading', { name: 'The last shot' })).toBeVisible();
  expect(await axe(assassin.page)).toEqual([]);
  await aim(assassin.page, merlin.name);

  for (const page of pages) {
    await expect(page.getByRole('heading', { name: 'Evil wins' })).toBeVisible();
    await expect(
      page.getByText('Good won three quests, but the assassin found Merlin.'),
    ).toBeVisible();
  }
  await pages[0]!.getByText('History').click();
  await expect(pages[0]!.getByText('The quest fails, with 1 Fail.').first()).toBeVisible();
  expect(await axe(pages[0]!)).toEqual([]);

  // Again, through anybody's eyes.
  await pages[0]!.getByRole('link', { name: 'Watch it again' }).click();
  await pages[0]!.getByLabel('Through whose eyes?').selectOption(merlin.name);
  await expect(pages[0]!.locator('.badge.left.evil')).toHaveCount(2);
  await pages[0]!.getByLabel('Through whose eyes?').selectOption('The table’s');
  await expect(pages[0]!.locator('.badge.left')).toHaveCount(0);
  await house.close();
});

test('ten chairs, two people and eight bots: a whole game, on a TV too', async ({ browser }) => {
  test.setTimeout(300_000);
  const house = await House.open();
  const ana = await sit(browser, house, 'Ana');
  const ben = await sit(browser, house, 'Ben');
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  const code = await createTable(ana.page, 'Ana', 'Avalon');
  await joinTable(ben.page, code, 'Ben');
  await tv.goto(`/game/${code}/tv`);
  await setOption(ana.page, 'Seconds a quest lasts at least', 1);
  await ana.page.getByRole('button', { name: 'Settings' }).click();
  const addBot = ana.page.getByRole('dialog').getByRole('button', { name: 'Add a bot' });
  for (let i = 0; i < 8; i++) await addBot.click();
  await ana.page.keyboard.press('Escape');
  await expect(ana.page.getByText('10 at the table')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Start Avalon' }).click();
  await expect(tv.getByText('Everyone is reading their card.')).toBeVisible();

  const people = [ana, ben];
  for (let i = 0; i < 400; i++) {
    if (await ana.page.getByRole('heading', { name: /^(Good|Evil) wins$/ }).count()) break;
    for (const { page } of people) await act(page);
    await ana.page.waitForTimeout(150);
  }

  for (const page of [ana.page, ben.page, tv])
    await expect(page.getByRole('heading', { name: /^(Good|Evil) wins$/ })).toBeVisible();
  await expect(ana.page.locator('.roles li')).toHaveCount(10);
  await house.close();
});

/** Whatever there is to do, done in the simplest way. */
async function act(page: Page): Promise<void> {
  for (const name of ['I know my role', 'Approve', 'Go on']) {
    const button = page.getByRole('button', { name, exact: true });
    if ((await button.count()) && (await button.isEnabled())) await button.click({ timeout: 2000 });
  }
  const send = page.getByRole('button', { name: 'Propose this team' });
  if (await send.count()) {
    for (let i = 0; i < 5 && (await send.isDisabled()); i++)
      await page.locator('.seat button').nth(i).click();
    await send.click();
  }
  const card = page.getByRole('button', { name: 'Card 1, face down' });
  if ((await card.count()) && (await card.isEnabled())) {
    for (const number of [1, 2])
      await page
        .getByRole('button', { name: `Card ${number}, face down` })
        .press('ArrowUp', { timeout: 2000 })
        .catch(() => undefined);
  }
  if (await page.getByRole('heading', { name: 'The last shot' }).count())
    await pointAtSomebody(page);
}

async function pointAtSomebody(page: Page): Promise<void> {
  for (let i = 0; i < 9; i++) {
    if (!(await page.getByText('Choose somebody').count())) break;
    await page.locator('.seat button').nth(i).click({ timeout: 2000 });
  }
  const strike = page.getByRole('button', { name: /^It is / });
  if (!(await strike.count())) return;
  await strike.focus();
  await page.keyboard.down('Enter');
  await page.waitForTimeout(900);
  await page.keyboard.up('Enter');
}
