/** What the page calls something, in any of its languages: for tools that look for its buttons. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stage.mjs';

const folders = [
  'web/src/lib/i18n',
  'web/src/lib/i18n/house',
  'web/src/lib/games/onenight',
  'web/src/lib/games/journeyman',
];
const packs = folders.flatMap((folder) =>
  ['en', 'fr', 'es'].map((language) =>
    JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')),
  ),
);

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s');

/** The words of `key`, up to their first hole. */
export function says(key) {
  const found = packs.flatMap((pack) => (pack[key] ? [pack[key].split('{')[0].trimEnd()] : []));
  if (found.length !== 3) throw new Error(`${key} has ${found.length} languages`);
  return new RegExp(`^(${found.map(literal).join('|')})`);
}
