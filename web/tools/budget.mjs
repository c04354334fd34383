/**
 * The budgets, compressed; the build fails above them.
 *
 * First load, 60 kB: what a player's phone fetches before the room is on the screen. The list is every file that the entry, the
 * room page and the game's chunk reach by static imports, their styles, one language, and the sprites.
 * The engine as WebAssembly, 150 kB: fetched only where it runs on the phone.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';

const LIMIT = 60_000;
const WASM_LIMIT = 150_000;
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
// By its name: what only a worker fetches is not in the manifest.
const wasm = sum(
  readdirSync(join(dist, 'assets'), { recursive: true })
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => join('assets', name)),
);
console.log(`parlour.wasm: ${kB(wasm)} of ${kB(WASM_LIMIT)}, fetched when it is wanted`);
if (isOver || wasm > WASM_LIMIT) {
  console.error('Something is over its budget.');
  process.exit(1);
}
