/** What is written on what, by day and by night: the contrast is computed from the tokens themselves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');
type Tokens = { [name: string]: string };

function tokensIn(selector: string): Tokens {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf('\n}', from));
  const pairs = block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
}

const both = tokensIn(':root');
const phases = {
  day: { ...both, ...tokensIn("[data-phase='day']") },
  night: { ...both, ...tokensIn("[data-phase='night']") },
};

function light(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((c) =>
    c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const seats = Array.from({ length: 10 }, (_, seat) => `seat-${seat}`);
const rooms = ['bg', 'bg-hi', 'bg-lo', 'surface', 'raised', 'sel'];
const felts = ['felt-a', 'felt-b', 'felt-glow'];
/** Words, what they stand on, and the least contrast between them. */
const words: [ink: string[], ground: string[], least: number][] = [
  [['text'], rooms, 10],
  [['muted'], rooms, 5.5],
  [['accent', 'ok'], ['bg', 'bg-hi', 'surface', 'raised'], 4.5],
  [['good', 'evil', 'third'], ['bg', 'surface', 'raised'], 4.5],
  [['text'], ['warn'], 7],
  [['on-accent'], ['accent'], 4.5],
  [['on-team'], ['good', 'evil', 'third'], 4.5],
  [['on-felt', 'on-felt-2'], felts, 4.5],
  [['on-plate', 'plate-2'], ['plate'], 7],
  [['on-gold'], ['gold', 'gold-hi', 'gold-lo'], 8],
  [['foil'], ['back-a', 'back-b', 'secret-a', 'secret-b', 'strip'], 4.5],
  [['foil-hi'], ['window-a', 'window-b'], 4.5],
  [['ink'], ['paper-a', 'paper-b'], 10],
  [['good-field', 'evil-field', 'third-field'], ['paper-a', 'paper-b'], 4.5],
  [['ivory'], ['good-field', 'evil-field', 'third-field'], 4.5],
  [['on-disc'], seats, 4.5],
];
/** Shapes and borders need less. */
const shapes: [ink: string[], ground: string[], least: number][] = [
  [['edge'], ['bg', 'surface', 'raised'], 3],
  [['rim-light'], ['wood-a', 'wood-b'], 3],
  [['focus'], ['bg', 'surface', 'raised'], 3],
];

describe.each(Object.entries(phases))('by %s', (_phase, tokens: Tokens) => {
  it.each([...words, ...shapes])('%s can be read on %s', (inks, grounds, least) => {
    for (const ink of inks)
      for (const ground of grounds) {
        const [a, b] = [tokens[ink], tokens[ground]];
        expect(a && b, `${ink} on ${ground}`).toBeTruthy();
        expect(contrast(a as string, b as string), `${ink} on ${ground}`).toBeGreaterThanOrEqual(
          least,
        );
      }
  });
});

describe('dusk', () => {
  it('fades every colour of the phases that a screen is made of', () => {
    const still = ['focus', 'on-team', 'dry', 'flooded']; // no ground, and nothing that is read during the change
    const names = Object.keys(tokensIn("[data-phase='day']")).filter((x) => !still.includes(x));
    const base = readFileSync('src/styles/base.css', 'utf8');
    const fading = /transition-property:([^;]*);/.exec(base)?.[1] ?? '';

    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      expect(css).toContain(`@property --${name} {`);
      expect(fading).toContain(`--${name}`);
    }
  });
});
