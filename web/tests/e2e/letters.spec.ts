import type { Page } from '@playwright/test';
import { everyFont, inFonts } from './fonts';
import { addBot, createTable, expect, joinTable, person, test } from './house';

/** The widest letter of a code, W, in a box of a small phone. */
const LETTER_PX = 22;

/** What is written on the tiles of the games and does not fit its tile, or is below the edge of the screen. */
const misfits = (page: Page) =>
  page.locator('.tile').evaluateAll((tiles) =>
    tiles.flatMap((tile) => {
      const box = tile.getBoundingClientRect();
      return [...tile.querySelectorAll<HTMLElement>('.title, .small')].flatMap((words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        const ink = range.getBoundingClientRect();
        const isInside =
          ink.left >= box.left &&
          ink.right <= box.right &&
          ink.top >= box.top &&
          ink.bottom <= box.bottom;
        return isInside && box.bottom <= innerHeight ? [] : [words.textContent];
      });
    }),
  );

test('the smallest phone shows all games at once, each with its whole name, in any font', async ({
  browser,
  house,
}) => {
  for (const locale of ['en-GB', 'fr-FR', 'es-ES']) {
    const ana = await person(browser, house, { locale, viewport: { width: 320, height: 568 } });
    await ana.goto('/');
    await expect(ana.locator('.tile')).toHaveCount(5);
    expect(await inFonts(ana, everyFont, () => misfits(ana)), locale).toEqual({
      own: [],
      wide: [],
      narrow: [],
    });
    // A letter of the code fits its box beside the longest key, and the next key comes onto the screen.
    const box = ana.locator('.boxes span').first();
    const widths = () => box.evaluate((one) => one.getBoundingClientRect().width);
    for (const [font, width] of Object.entries(await inFonts(ana, everyFont, widths)))
      expect([font, width >= LETTER_PX]).toEqual([font, true]);
    await ana.locator('.tile').last().click();
    await expect(ana.locator('.create .button')).toBeInViewport({ ratio: 1 });
    await ana.context().close();
  }
});

/** Names whose ink is cut above or below by the box that hides what does not fit. */
const clipped = (page: Page) =>
  page.locator('.plate .name').evaluateAll((names) =>
    names.flatMap((name) => {
      const box = name.getBoundingClientRect();
      const foot = name.appendChild(document.createElement('i'));
      foot.style.cssText = 'display:inline-block;width:0;height:0';
      const baseline = foot.getBoundingClientRect().bottom;
      foot.remove();
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = getComputedStyle(name).font;
      const ink = pen.measureText(name.textContent);
      const isWhole =
        baseline - ink.actualBoundingBoxAscent >= box.top - 0.5 &&
        baseline + ink.actualBoundingBoxDescent <= box.bottom + 0.5;
      return isWhole ? [] : [name.textContent];
    }),
  );

test('names keep their accents, and their beginning in scripts that run from right to left', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const noa = await person(browser, house);
  const code = await createTable(ana, 'ÉÅŸÑ Çğjy');
  const long = 'נועה שמחה ומאושרת מאוד';
  await joinTable(noa, code, long);
  const plate = ana.locator('.plate .name').filter({ hasText: long });
  await expect(plate).toBeVisible();

  // A name that is too long is cut at its end, which is on the left.
  expect(await plate.evaluate((name) => getComputedStyle(name).direction)).toBe('rtl');
  for (const size of ['100%', '200%']) {
    await ana.evaluate((large) => (document.documentElement.style.fontSize = large), size);
    // The ring is laid out anew a frame after the letters have grown.
    const cut = () => inFonts(ana, everyFont, () => clipped(ana));
    await expect.poll(cut, size).toEqual({ own: [], wide: [], narrow: [] });
  }
});

test('the digits of the clock stand free of what is beside them, in any font', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, { viewport: { width: 320, height: 568 } });
  await createTable(ana, 'Ana', 'One Night');
  await addBot(ana);
  await addBot(ana);
  await ana.getByRole('button', { name: 'Start the game' }).click();
  const clock = ana.locator('.bar [role=timer]');
  await expect(clock).toBeVisible();

  const gaps = () =>
    clock.evaluate((timer) => {
      const twin = timer.cloneNode() as HTMLElement; // the page goes on writing into the timer itself
      twin.textContent = '20:48';
      timer.replaceWith(twin);
      const range = document.createRange();
      range.selectNodeContents(twin);
      const ink = range.getBoundingClientRect();
      const title = twin.closest('.bar')!.querySelector('h1, h2')!.getBoundingClientRect();
      const menu = twin.closest('.bar')!.querySelector('button')!.getBoundingClientRect();
      const isOneLine = range.getClientRects().length === 1;
      twin.replaceWith(timer);
      return isOneLine && ink.left - title.right >= 4 && menu.left - ink.right >= 4;
    });
  expect(await inFonts(ana, everyFont, gaps)).toEqual({ own: true, wide: true, narrow: true });
});

test('no name of usual length is broken in a list of scores on the smallest phone', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, {
    locale: 'es-ES',
    viewport: { width: 320, height: 568 },
  });
  const friends = ['Jonathan', 'Daniel', 'Bruno', 'Eve', 'Ingrid', 'Noa'];
  const leaderboard = [...friends, ...friends].map((name, i) => ({
    player: `1zzzzzzzzzzz${i}`,
    name,
    game: 'onenight',
    score: 112 - i,
    wins: 112 - i,
    games: 120,
    correct_identifications: 0,
    werewolf_successes: 0,
  }));
  await ana.route('**/api/leaderboard**', (route) => route.fulfill({ json: { leaderboard } }));
  await ana.goto('/leaderboard');
  const names = ana.locator('tbody th a');
  await expect(names).toHaveCount(12);
  const broken = () =>
    names.evaluateAll((all) =>
      all
        .filter((name) => {
          const words = document.createRange();
          words.selectNodeContents(name);
          return words.getClientRects().length > 1;
        })
        .map((n) => n.textContent),
    );
  expect(await inFonts(ana, everyFont, broken)).toEqual({ own: [], wide: [], narrow: [] });
  // A place of two digits stands in one line beside the name.
  const places = ana.locator('tbody .place');
  await expect(places.last()).toHaveText('12');
  const lines = () =>
    places.evaluateAll((all) =>
      all.map((place) => {
        const digits = document.createRange();
        digits.selectNodeContents(place);
        return digits.getClientRects().length;
      }),
    );
  const one = Array<number>(12).fill(1);
  expect(await inFonts(ana, everyFont, lines)).toEqual({ own: one, wide: one, narrow: one });
  expect(await ana.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
