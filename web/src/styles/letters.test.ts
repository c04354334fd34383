/** The display font is cut to what is written here: no sentence may need a letter that was cut off. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inkOf, words } from '../../tools/made';

const files = (readdirSync('src', { recursive: true }) as string[]).filter((name) =>
  /(^|[/.])(en|fr|es)\.json$/.test(name),
);

describe('the display font', () => {
  it('has every letter of the three languages', () => {
    const alphabet = 'ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜÁÍÑÓÚ¿¡«»’“”…–—';

    expect([...alphabet, ...alphabet.toLowerCase()].filter((x) => !words.includes(x))).toEqual([]);
  });

  it.each(files)('has every sign of %s', (name) => {
    const written = Object.values(JSON.parse(readFileSync(join('src', name), 'utf8'))).join('');
    const signs = '▲■●→←↑↓↦✓✗★☆⟨⟩½'; // shapes and arrows stand in the letters of the page

    const missing = [...new Set(written)].filter((x) => !words.includes(x) && !signs.includes(x));

    expect(written.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

describe('the ink of a picture', () => {
  it('is the part of its box that is painted, without its holes', () => {
    expect(inkOf(['M0 0h512v512H0z'])).toBeCloseTo(1);
    expect(inkOf(['M0 0h512v512H0zM128 128v256h256V128z'])).toBeCloseTo(0.75);
    expect(inkOf(['M0 256a256 256 0 1 1 512 0a256 256 0 1 1-512 0z'])).toBeCloseTo(Math.PI / 4, 1);
  });
});
