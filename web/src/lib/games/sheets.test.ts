import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import characters from './grimoire/icons.json';
import { isLater as isLaterCharacter } from './grimoire/sheets';
import roles from './onenight/icons.json';
import { isLater as isLaterRole } from './onenight/sheets';

it.each([
  { game: 'grimoire', icons: characters, isLater: isLaterCharacter, least: 22 },
  { game: 'onenight', icons: roles, isLater: isLaterRole, least: 11 },
])('every picture is in the sprite where it is looked for: $game', ({ game, ...own }) => {
  const made = (name: string) =>
    readFileSync(resolve(import.meta.dirname, `../../assets/made/${name}.svg`), 'utf8');
  const [first, second] = [made(game), made(`${game}-2`)];
  const names = Object.keys(own.icons);

  expect(names.filter((name) => !own.isLater(name)).length).toBeGreaterThanOrEqual(own.least);
  for (const name of names) {
    const [right, wrong] = own.isLater(name) ? [second, first] : [first, second];
    expect(right).toContain(`id="${name}"`);
    expect(wrong).not.toContain(`id="${name}"`);
  }
});
