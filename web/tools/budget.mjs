/**
 * The budget of the first load: what a player's phone fetches before the room is on the screen, compressed.
 * Fails above 60 kB. The list is every file that the entry, the room page and the game's chunk reach by static imports,
 * their styles, one language, and the sprites.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';

const LIMIT = 60_000;
const dist = new URL('../dist/', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

function reach(key, files = new Set(), seen = new Set()) {
  const entry = manifest[key];
  if (!entry || seen.has(key)) return files;
  seen.add(key);
  files.add(entry.file);
  for (const name of [...(entry.css ?? []), ...(entry.assets ?? [])]) files.add(name);
  for (const name of entry.imports ?? []) reach(name, files, seen);
  return files;
}

const size = (name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
const sum = (files) => [...files].reduce((total, name) => total + size(name), 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const games = readdirSync(new URL('../src/lib/games/', import.meta.url)).filter(
  (name) => !name.includes('.'),
);
let isOver = false;
for (const game of games) {
  const files = new Set(['index.html']);
  for (const key of [
    'index.html',
    'src/lib/i18n/en.json',
    'src/pages/Room.svelte',
    `src/lib/games/${game}/index.ts`,
    `src/lib/games/${game}/en.json`,
  ])
    reach(key, files);
  const total = sum(files);
  // Some games fetch their playing screen apart; it is needed soon after, so it is told too.
  const later = new Set(files);
  for (const screen of ['Screens', 'Play']) reach(`src/lib/games/${game}/${screen}.svelte`, later);
  const more = later.size > files.size ? `, ${kB(sum(later))} with its playing screen` : '';
  console.log(`${game}: first load ${kB(total)} of ${kB(LIMIT)} in ${files.size} files${more}`);
  if (process.argv.includes('--list'))
    for (const name of files) console.log(`  ${size(name)}\t${name}`);
  if (total > LIMIT) isOver = true;
}
if (isOver) {
  console.error('The first load is over its budget.');
  process.exit(1);
}
