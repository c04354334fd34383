/** A layout is measured in several fonts: nobody knows which ones a phone has, and no box may tell a secret in any. */
import type { Page } from '@playwright/test';

type Families = [ui: string, display: string] | null;

/** What `--ui` and `--display` are: as the page has them, and without its own font, on a phone with wide or with
 * narrow letters (tests/fonts.conf). */
const fonts = {
  own: null,
  wide: ["'DejaVu Sans'", "'Display DejaVu', serif"],
  narrow: ['Roboto', "'Display Times', serif"],
} satisfies Record<string, Families>;
export type Font = keyof typeof fonts;
export const everyFont = Object.keys(fonts) as Font[];

/** A font may still have to be loaded; rings and boards measure their box and draw in the next frame. */
function setFont(page: Page, families: Families): Promise<void> {
  return page.evaluate(async (chosen) => {
    const { style } = document.documentElement;
    for (const [at, property] of ['--ui', '--display'].entries())
      if (chosen) style.setProperty(property, chosen[at]!);
      else style.removeProperty(property);
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  }, families);
}

/** What is measured on the page in each of these fonts, by the font's name. */
export async function inFonts<Found>(
  page: Page,
  names: Font[],
  measure: () => Promise<Found>,
): Promise<Record<string, Found>> {
  const found: Record<string, Found> = {};
  try {
    for (const name of names) {
      await setFont(page, fonts[name]);
      found[name] = await measure();
    }
  } finally {
    await setFont(page, null);
  }
  return found;
}
