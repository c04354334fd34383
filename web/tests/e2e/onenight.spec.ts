import type { Browser, Page } from '@playwright/test';
import {
  axe,
  axeColours,
  createTable,
  expect,
  House,
  joinTable,
  lostText,
  overflow,
  person,
  setOption,
  test,
  hold,
} from './house';
import { everyFont, type Font } from './fonts';
import { boxes, closeSheet, comeBack, holdDown, sit, wholeGame, type Player } from './players';

test.use({ actionTimeout: 20_000 });

const shots = process.env.PARLOUR_SHOTS;
/** A window of the night may have to pass, on a busy machine. */
const wait = { timeout: 60_000 };
/** Equally long, so that only a role could make two screens differ. */
const names = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gina', 'Hugo', 'Iris', 'Jack'];

async function shoot(pages: Page[], name: string): Promise<void> {
  if (!shots) return;
  for (const [i, page] of pages.entries())
    await page.screenshot({ path: `${shots}/onenight-${name}-${i}.png` });
}

async function gather(pages: Page[]): Promise<string> {
  const code = await createTable(pages[0]!, names[0]!, 'One Night');
  for (const [i, page] of pages.entries()) if (i > 0) await joinTable(page, code, names[i]!);
  await expect(pages[0]!.getByText(`${pages.length} at the table`)).toBeVisible();
  return code;
}

async function begin(pages: Page[]): Promise<void> {
  await pages[0]!.getByRole('button', { name: /^(Start the game|Play again)/ }).click();
  for (const page of pages)
    await expect(page.getByRole('button', { name: 'I know my role' })).toBeEnabled();
}

async function acknowledge(pages: Page[]): Promise<void> {
  for (const page of pages) await page.getByRole('button', { name: 'I know my role' }).click();
}

/** What is seen while a key is held on the strip, and gone when it is let go. */
async function peek(page: Page, card: string): Promise<string> {
  const strip = page.getByRole('button', { name: card });
  const face = page.locator('.peek > .face :is(strong, .name)');
  await expect(face).toHaveCount(0);
  await holdDown(page, strip, face);
  const text = await face.innerText();
  await page.keyboard.up('Space');
  await expect(face).toHaveCount(0);
  return text;
}

async function hears(pages: Page[], call: RegExp): Promise<void> {
  await Promise.all(pages.map((page) => expect(page.locator('.call')).toHaveText(call, wait)));
}

/** Marks the first things that fit and confirms, as somebody in a hurry would. */
async function answer(page: Page): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm' });
  const players = page.getByLabel('The table').getByRole('button');
  const cards = page.getByRole('button', { name: /^Centre card/ });
  const targets = [players.nth(0), players.nth(1), players.nth(2), cards.nth(0), cards.nth(1)];
  for (const target of targets) {
    if (await confirm.isEnabled()) break;
    await target.click();
  }
  await confirm.click();
  await expect(page.getByText('Done. Wait')).toBeVisible();
}

/** Everybody votes for the first chair, which votes for the second. Ballots are counted, and shown if `isLive`. */
async function voteAll(pages: Page[], isLive = false): Promise<void> {
  for (const [i, page] of pages.entries()) {
    await expect(page.getByRole('heading', { name: 'Vote' })).toBeVisible(wait);
    const target = names[i === 0 ? 1 : 0]!;
    await page.getByRole('button', { name: new RegExp(`^${target}`) }).click();
    await page.getByRole('button', { name: `Vote for ${target}` }).click();
    if (i === pages.length - 1) break;
    await expect(pages.at(-1)!.getByText(`${i + 1} of ${pages.length} have voted`)).toBeVisible();
    await expect(pages.at(-1)!.locator('.arrows path')).toHaveCount(isLive ? i + 1 : 0);
  }
}

/** Words of the verdict that lie under the face of whoever's card decided. */
function coveredWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const face = document.querySelector('.finale .owner .coin')?.getBoundingClientRect();
    const words = [...document.querySelectorAll('.finale .reason, .finale h1, .finale .own')];
    return words.flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const isCovered = [...range.getClientRects()].some(
        (line) =>
          face &&
          line.left < face.right - 1 &&
          line.right > face.left + 1 &&
          line.top < face.bottom - 1 &&
          line.bottom > face.top + 1,
      );
      return isCovered ? [one.textContent] : [];
    });
  });
}

/** From the discussion to the results, where everybody sees the row that decided. */
async function decide(pages: Page[], { isLive = false, isInspected = false } = {}): Promise<void> {
  const majority = Math.floor(pages.length / 2) + 1;
  for (const page of pages.slice(0, majority))
    await page.getByRole('button', { name: 'I’m ready to vote' }).click();
  await expect(pages[0]!.getByRole('heading', { name: 'Vote' })).toBeVisible(wait);
  if (isInspected) await inspect(pages, '5-vote');
  await voteAll(pages, isLive);
  // Once it is watched to the end; then they know how it goes.
  for (const page of isInspected ? [] : pages)
    await page.getByRole('button', { name: 'Skip to the verdict' }).click();
  for (const page of pages)
    await expect(page.getByText(/^You (won|lost)$/)).toBeVisible({ timeout: 30_000 });
  for (const page of pages.slice(0, 2)) expect(await coveredWords(page)).toEqual([]); // the second is small
  if (isInspected) await inspect(pages, '6-verdict');
  for (const page of pages) await page.getByRole('button', { name: 'See all cards' }).click();
}

/** Everything that can be tapped or read. */
const everything = 'main button, .hand button, .prompt, .strip, .call';

/** Five people: a plain phone, the smallest, one with large text, and one in the colours of each phase. */
async function fivePeople(browser: Browser, house: House): Promise<Player[]> {
  const players: Player[] = [];
  for (const [i, name] of names.slice(0, 5).entries()) {
    const small = i === 1 ? { viewport: { width: 320, height: 568 } } : {};
    players.push(await sit(browser, house, name, small));
  }
  const pages = players.map(({ page }) => page);
  await pages[2]!.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  });
  for (const [i, colours] of [
    [3, 'day'],
    [4, 'night'],
  ] as const)
    await pages[i]!.addInitScript((pin) => {
      if (location.protocol === 'http:') localStorage.setItem('parlour.colours', pin);
    }, colours);
  return players;
}

/** The screen as it is on all five: nothing out of the smallest, nothing lost in large letters, axe in both colours. */
async function inspect(pages: Page[], screen: string): Promise<void> {
  await shoot(pages, screen);
  expect(await overflow(pages[1]!), `${screen} at 320 px`).toEqual({
    wide: false,
    tall: false,
    isHandOut: false,
  });
  expect(await lostText(pages[2]!), `${screen} at 200 %`).toEqual([]);
  expect(await axe(pages[3]!), `${screen} by day`).toEqual([]);
  expect(await axeColours(pages[4]!), `${screen} by night`).toEqual([]);
}

/** The deck builder: counts, the house's deck, what speaks against a deck. */
async function buildDeck(host: Page, pages: Page[]): Promise<void> {
  for (const page of pages) await page.getByRole('button', { name: 'Settings' }).click();
  const deck = host.getByRole('dialog');
  await expect(deck.getByText('Cards 8 / 8')).toBeVisible();
  await expect(deck.getByRole('meter')).toBeVisible();
  await deck.getByRole('button', { name: 'More: Mason' }).click();
  await expect(deck.getByText('Cards 9 / 8')).toBeVisible();
  await expect(deck.getByText('Too many cards: you need three more than players.')).toBeVisible();
  await deck.getByRole('button', { name: /^First evening/ }).click();
  await expect(deck.getByText('Cards 8 / 8')).toBeVisible();
  await inspect(pages, '1-deck');
  for (const page of pages) await closeSheet(page);
}

async function setPace(host: Page, pace: string, isLive = false): Promise<void> {
  await host.getByRole('button', { name: 'Change settings or game' }).click();
  await host.getByRole('button', { name: 'Settings', exact: true }).click();
  await host.getByLabel('The night').selectOption(pace);
  await expect(host.getByLabel('The night')).toHaveValue(pace);
  if (isLive) await host.getByRole('switch', { name: /^Show votes as they are cast/ }).click();
  await closeSheet(host);
}

/** The pages of the results, one after the other. */
async function lookAround(pages: Page[]): Promise<void> {
  for (const page of pages) await page.getByRole('button', { name: 'Votes' }).click();
  await expect(pages[0]!.locator('.arrows path')).toHaveCount(5);
  await inspect(pages, '7-votes');
  for (const page of pages) await page.getByRole('button', { name: 'Night', exact: true }).click();
  await expect(pages[0]!.getByText('The deal')).toBeVisible();
  await inspect(pages, '8-night');
  const next = pages[0]!.getByRole('button', { name: 'Next' });
  while (await next.isEnabled()) await next.click();
  await expect(pages[0]!.getByText('At the end')).toBeVisible();
  for (const page of pages) await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(pages[0]!.getByRole('heading', { name: 'First instincts' })).toBeVisible();
  await inspect(pages, '9-more');
}

test('five play a set of three games in three paces, through reload, cut and restart', async ({
  browser,
}) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const players = await fivePeople(browser, house);
  const pages = players.map(({ page }) => page);
  const [anna, bert, cleo] = pages as [Page, Page, Page];
  await gather(pages);
  await buildDeck(anna, pages);
  await setOption(anna, 'Time to choose', 15);
  await setOption(anna, 'Time to vote', 300);

  // The first night is narrated. Cards are face down until held, also after a reload and a cut.
  await begin(pages);
  await inspect(pages, '2-deal');
  const roles = [];
  for (const page of pages) roles.push(await peek(page, 'Your card'));
  await cleo.reload();
  expect(await peek(cleo, 'Your card')).toBe(roles[2]);
  await acknowledge(pages);
  await hears(pages, /^Werewolves/);
  await Promise.all(pages.map(answer));
  await hears(pages, /^Seer/);
  await inspect(pages, '3-night');
  await comeBack([players[1]!, players[4]!], async () => {
    players[4]!.cut();
    await bert.reload();
  });
  expect(await peek(bert, 'What I know')).toContain(roles[1]);

  // The day: a claim for all to see, a note for oneself, time, and the vote by majority.
  for (const page of pages)
    await expect(page.getByRole('heading', { name: 'Discussion' })).toBeVisible(wait);
  await bert.getByRole('button', { name: 'Claim a role' }).click();
  await bert.getByRole('dialog').getByRole('button', { name: 'Robber' }).click();
  for (const page of pages)
    await expect(page.locator('li.seat, .row li').filter({ hasText: 'Bert' })).toContainText(
      'Robber',
    );
  for (const page of pages) await page.getByRole('button', { name: /^Dora/ }).click();
  await expect(anna.getByRole('heading', { name: 'My note on Dora' })).toBeVisible();
  await anna.getByRole('dialog').getByRole('button', { name: 'Werewolf' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'unsure' }).click();
  await expect(anna.locator('.badge')).toHaveCount(2);
  await expect(bert.locator('.badge')).toHaveCount(0);
  await inspect(pages, '5-note');
  for (const page of pages) await closeSheet(page);
  await inspect(pages, '5-day');
  for (const page of pages) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Roles in play' }).click();
    await expect(page.getByRole('dialog').getByText('Werewolf ×2')).toBeVisible();
  }
  await inspect(pages, '5-roles');
  for (const page of pages) await closeSheet(page);
  await anna.getByRole('button', { name: 'Menu' }).click();
  const menu = anna.getByRole('dialog');
  await menu.getByRole('button', { name: 'One minute more' }).click();
  await menu.getByRole('button', { name: 'Pause' }).click();
  await expect(bert.locator('main')).toContainText(/pause/i);
  await menu.getByRole('button', { name: 'Resume' }).click();
  await closeSheet(anna);
  await decide(pages, { isInspected: true });
  await inspect(pages, '6-cards');
  await lookAround(pages);

  // The second night is for all at once, and the power goes out in it.
  await setPace(anna, 'simultaneous');
  await begin(pages);
  await acknowledge(pages);
  await hears(pages, /^Night falls/);
  await Promise.all([anna, bert].map(answer));
  await comeBack(players, async () => {
    await house.stop('SIGKILL');
    await expect(cleo.getByText('Reconnecting…')).toBeVisible();
    await house.start();
  });
  await expect(anna.getByText('Done. Wait')).toBeVisible();
  await Promise.all(pages.slice(2).map(answer));
  expect(await peek(cleo, 'What I know')).toContain('You were dealt');
  await expect(anna.getByRole('heading', { name: 'Discussion' })).toBeVisible(wait);
  await decide(pages);

  // The third lasts as long as they take, and they want to see every ballot at once.
  await setPace(anna, 'eager', true);
  await begin(pages);
  await acknowledge(pages);
  const morning = anna.getByRole('heading', { name: 'Discussion' });
  while (!(await morning.isVisible()))
    for (const page of pages)
      if (
        await page
          .getByRole('button', { name: 'Skip', exact: true })
          .isEnabled()
          .catch(() => false)
      )
        await page
          .getByRole('button', { name: 'Skip', exact: true })
          .click({ timeout: 1000 })
          .catch(() => undefined);
  await decide(pages, { isLive: true });

  // Three games are counted; the last one again through somebody's eyes; the evening ends.
  await anna.getByRole('button', { name: 'More', exact: true }).click();
  const rows = anna.locator('tbody tr');
  await expect(rows).toHaveCount(5);
  for (const row of await rows.all()) await expect(row.locator('td').last()).toHaveText('3');
  await bert.getByRole('button', { name: 'More', exact: true }).click();
  await bert.getByRole('link', { name: 'Replay' }).click();
  await expect(bert.locator('.card.up')).toHaveCount(8);
  await bert.locator('label', { has: bert.getByRole('radio', { name: 'Anna' }) }).click();
  await expect(bert.locator('.card.up')).toHaveCount(1);
  await bert.locator('label', { has: bert.getByRole('radio', { name: 'The table' }) }).click();
  await expect(bert.locator('.card.up')).toHaveCount(0);
  await shoot([bert], 'A-replay');
  expect(await axe(bert)).toEqual([]);
  await hold(anna, anna.getByRole('button', { name: /End the evening/ }));
  await expect(cleo.getByText(/evening|closed/i).first()).toBeVisible();
  await house.close();
});

/** One and the same screen on all of them, once all have drawn it. */
async function expectOneScreen(pages: Page[], window: string, font: Font): Promise<void> {
  const screens = async () =>
    new Set(await Promise.all(pages.map((page) => boxes(page, everything, [font])))).size;
  await expect.poll(screens, { message: window, timeout: 10_000 }).toBe(1);
}

test('ten phones look alike in every window of the night, round one TV', async ({ browser }) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  const pages = [];
  for (let i = 0; i < 10; i++) pages.push(await person(browser, house));
  const code = await gather(pages);
  await tv.goto(`/game/${code}/tv`);
  const host = pages[0]!;
  await setOption(host, 'Time to choose', 15);
  await host.getByRole('button', { name: 'Settings' }).click();
  await host.getByLabel('Who speaks').selectOption('table');
  await closeSheet(host);
  const recordings: string[] = [];
  for (const page of [tv, ...pages])
    page.on('response', (response) => {
      if (!response.url().includes('/voice/')) return;
      recordings.push(`${page === tv ? 'tv' : 'phone'} ${response.status()}`);
    });
  await tv.getByRole('button', { name: 'Tap for sound' }).click();
  const greeting = tv.getByText(/^Welcome, Anna, Bert, .* round 1\.$/);
  await Promise.all([begin(pages), expect(greeting).toBeVisible()]);
  for (const font of everyFont) await expectOneScreen(pages, 'the deal', font);
  await acknowledge(pages);

  const calls = ['Werewolves', 'Minion', 'Masons', 'Seer', 'Robber', 'Troublemaker', 'Drunk'];
  for (const [at, call] of [...calls, 'Insomniac'].entries()) {
    await hears([...pages, tv], new RegExp(`^${call}`));
    // Ten screens in every font would take longer than a window: one font a window, in turn.
    const font = everyFont[at % everyFont.length]!;
    await expectOneScreen(pages, `the window of ${call}, ${font}`, font);
    for (const page of pages)
      await expect(page.locator('.peek > .face :is(strong, .name)')).toHaveCount(0);
    if (call === 'Seer') {
      await shoot([...pages, tv], 'ten-night');
      expect(await axe(tv)).toEqual([]);
    }
  }
  await expect(tv.getByRole('heading', { name: 'Discussion' })).toBeVisible(wait);
  expect(new Set(recordings)).toEqual(new Set(['tv 200']));
  await shoot([...pages.slice(0, 1), tv], 'ten-day');
  expect(await axe(tv)).toEqual([]);

  for (const page of pages.slice(0, 6))
    await page.getByRole('button', { name: 'I’m ready to vote' }).click();
  await voteAll(pages);
  await expect(tv.locator('.arrows path')).toHaveCount(10);
  await shoot([tv], 'ten-votes');
  await expect(tv.getByRole('heading', { name: /wins?$/ })).toBeVisible({ timeout: 30_000 });
  await expect(tv.locator('.card.up')).toHaveCount(13, { timeout: 30_000 });
  await expect(host.getByText(/^You (won|lost)$/)).toBeVisible({ timeout: 30_000 });
  await shoot([host, tv], 'ten-end');
  expect(await axe(tv)).toEqual([]);
  await house.close();
});
