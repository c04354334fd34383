/** People at a table of hidden roles: their lines can be cut, the sizes of what they are sent are kept, and what they
 * see can be compared box by box. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { everyFont, inFonts } from './fonts';
import { expect, person, type House } from './house';

/** A whole game takes its time, and with pictures of it more. */
export const wholeGame = process.env.PARLOUR_PICTURES ? 1_500_000 : 420_000;

export interface Player {
  page: Page;
  name: string;
  /** Sizes of the views that came since it was emptied. */
  sizes: number[];
  /** How many of this phone's lines have brought the state of the table so far. */
  arrivals: number;
  /** Names of the events that this phone was told of, in order. */
  heard: string[];
  cut: () => void;
}

export async function sit(
  browser: Browser,
  house: House,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Player> {
  const page = await person(browser, house, options);
  const player: Player = { page, name, sizes: [], arrivals: 0, heard: [], cut: () => {} };
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    let isNew = true;
    server.onMessage((message) => {
      if (/^.{0,40}"type":"(room_state|game_update)"/.test(String(message))) {
        player.sizes.push(message.length);
        const { events } = JSON.parse(String(message)) as { events?: { type: string }[] };
        player.heard.push(...(events ?? []).map((event) => event.type));
        if (isNew) player.arrivals++;
        isNew = false;
      }
      socket.send(message);
    });
    player.cut = () => {
      void socket.close({ code: 1011 });
      void server.close();
    };
  });
  return player;
}

/** Everybody at once, as at a table. */
export async function all<T>(players: Player[], act: (player: Player) => Promise<T>): Promise<T[]> {
  return Promise.all(players.map(act));
}

/** Breaks lines, and waits until each of these players has a new one that has brought the state of the table. While the
 * server is away nothing can be tapped. */
export async function comeBack(players: Player[], breakLines: () => Promise<void>): Promise<void> {
  const before = new Map(players.map((player) => [player, player.arrivals]));
  await breakLines();
  await all(players, async (player) => {
    await expect
      .poll(() => player.arrivals, { timeout: 30_000 })
      .toBeGreaterThan(before.get(player) ?? 0);
    await expect(player.page.locator('.hand')).toBeVisible({ timeout: 30_000 });
    await expect(player.page.locator('.hand[inert]')).toHaveCount(0, { timeout: 30_000 });
  });
}

/** What may happen to any table at any moment: one line is cut, one phone is loaded anew, the server loses its power. */
export async function trouble(
  house: House,
  players: Player[],
  { cut, reload }: { cut: Player; reload: Player },
): Promise<void> {
  await comeBack([cut, reload], async () => {
    cut.cut();
    await reload.page.reload();
  });
  await comeBack(players, async () => {
    await house.stop('SIGKILL');
    await all(players, ({ page }) => expect(page.locator('.hand[inert]')).toHaveCount(1));
    await expect(cut.page.getByText('Reconnecting…')).toBeVisible();
    await house.start();
  });
}

/** Keeps Space down on something face down until its face is seen. Another window that comes to the front takes the
 * focus away, and it is face down again: then once more, as anybody would. */
export async function holdDown(page: Page, button: Locator, face: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.up('Space');
    await button.focus({ timeout: 2_000 });
    await page.keyboard.down('Space');
    await expect(face).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

export async function say({ page }: Player, channel: string, text: string): Promise<void> {
  await openChat(page);
  await page.getByRole('tab', { name: channel }).click();
  await page.getByLabel('Write a message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
}

export async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Chat' }).click();
}

/** A sheet may still be on its way when it is to be closed. */
export async function closeSheet(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Place and size of everything that `what` selects, in each of these fonts. */
export async function boxes(page: Page, what: string, fonts = everyFont): Promise<string> {
  const found = Object.entries(await inFonts(page, fonts, () => boxesNow(page, what)));
  return found.map(([font, all]) => `${font}\n${all}`).join('\n');
}

function boxesNow(page: Page, what: string): Promise<string> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${element.tagName} ${[x, y, width, height].map(Math.round).join(' ')}`;
        })
        .sort()
        .join('\n'),
    what,
  );
}

/** Controls, prompt, cards and discs stand in the same places on all screens, once all have drawn the same step. */
export async function expectAlike(players: Player[], what: string): Promise<void> {
  await expect(async () => {
    const seen = await all(players, ({ page }) => boxes(page, what));
    expect(seen[0]).toMatch(/\d/);
    for (const one of seen) expect(one).toBe(seen[0]);
  }).toPass({ timeout: 20_000 });
}

/** For contact sheets: with PARLOUR_PICTURES=FOLDER the screen is kept as it is, and small in every language.
 * `prepare` opens or holds what should be seen; it must not depend on words. */
export async function picture(
  page: Page,
  name: string,
  prepare: () => Promise<void> = async () => {},
): Promise<void> {
  const folder = process.env.PARLOUR_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  const isPhone = (before?.width ?? 0) < 900;
  const small = { width: 320, height: 568 };
  const looks = [
    { label: 'en', language: 'en', size: before },
    ...(isPhone ? ['en', 'fr', 'es'] : []).map((language) => ({
      label: `${language}-320`,
      language,
      size: small,
    })),
  ];
  for (const { label, language, size } of looks) {
    await show(page, language, size);
    await prepare();
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.${label}.png`) });
  }
  await page.keyboard.up('Space');
  await show(page, 'en', before);
}

async function show(
  page: Page,
  language: string,
  size: { width: number; height: number } | null,
): Promise<void> {
  if (size) await page.setViewportSize(size);
  await page.evaluate((chosen) => localStorage.setItem('parlour.language', chosen), language);
  await page.reload();
  await expect(page.locator('main, section').first()).toBeVisible(); // a verdict has no main
  await page.waitForTimeout(700);
}
