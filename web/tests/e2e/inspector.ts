import type { Page } from '@playwright/test';
import { axe, axeColours, endFades, lostText, overflow } from './house';

/** Looks at a screen as it is: in the colours of day and night, on the smallest phone, with text twice as large. */
export class Inspector {
  readonly found: string[] = [];

  look = async (screen: string, page: Page): Promise<void> => {
    const size = page.viewportSize() ?? { width: 390, height: 844 };
    const colours = await page.evaluate(() => document.documentElement.dataset.phase);
    await paint(page, 'day');
    this.note(`${screen}, day`, await axe(page));
    await paint(page, 'night');
    this.note(`${screen}, night`, await axeColours(page));
    await paint(page, colours ?? 'day');
    if (size.width < 500) {
      await page.setViewportSize({ width: 320, height: 568 });
      this.note(`${screen}, 320 × 568`, await cutOff(page));
      await page.setViewportSize(size);
      await enlarge(page, '200%');
      this.note(`${screen}, 200 %`, await lost(page));
      await enlarge(page, '');
    }
  };

  private note(screen: string, problems: string[]): void {
    for (const problem of problems) this.found.push(`${screen}: ${problem}`);
  }
}

/** Sets colours and lets every fade come to its end. */
async function paint(page: Page, phase: string): Promise<void> {
  await page.evaluate((colours) => {
    document.documentElement.dataset.phase = colours;
  }, phase);
  await endFades(page);
}

function enlarge(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** What stays out of the screen. Rings and boards measure their box and draw later, on a busy machine much later. */
async function cutOff(page: Page): Promise<string[]> {
  let problems: string[] = [];
  for (let look = 0; look < 100; look++) {
    await settle(page);
    problems = Object.entries(await overflow(page)).flatMap(([name, isSo]) => (isSo ? [name] : []));
    if (problems.length === 0) break;
    await page.waitForTimeout(100);
  }
  return problems;
}

/** What large text has pushed off the screen. */
async function lost(page: Page): Promise<string[]> {
  await settle(page);
  const out = await lostText(page);
  // The one thing to do can always be reached.
  const primary = page.locator('.primary:visible').last();
  if (await primary.count()) await primary.scrollIntoViewIfNeeded();
  return out;
}

/** Rings and boards measure their box and draw in the next frame. */
function settle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}
