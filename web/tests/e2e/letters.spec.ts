import type { Page } from '@playwright/test';
import { everyFont, inFonts } from './fonts';
import { createTable, expect, joinTable, person, test } from './house';

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

test('no name of usual length is broken in a list of scores on the smallest phone', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, {
    locale: 'es-ES',
    viewport: { width: 320, height: 568 },
  });
  const leaderboard = ['Jonathan', 'Daniel', 'Bruno'].map((name, i) => ({
    player: `1zzzzzzzzzzz${i}`,
    name,
    game: 'onenight',
    score: 3 - i,
    wins: 3 - i,
    games: 120,
    correct_identifications: 0,
    werewolf_successes: 0,
  }));
  await ana.route('**/api/leaderboard**', (route) => route.fulfill({ json: { leaderboard } }));
  await ana.goto('/leaderboard');
  const names = ana.locator('tbody th a');
  await expect(names).toHaveCount(3);
  const broken = () =>
    names.evaluateAll((all) =>
      all
        .filter((name) => name.getClientRects().length > 1 || name.clientHeight > 30)
        .map((n) => n.textContent),
    );
  expect(await inFonts(ana, everyFont, broken)).toEqual({ own: [], wide: [], narrow: [] });
  expect(await ana.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
