/**
 * The budgets, compressed; the build fails above them.
 *
 * First load, 60 kB: what a player's phone fetches before a screen of a room is there, be it the lobby or any phase of
 * any game. The list is every file that the entry, the room page, the game and that screen reach by static imports,
 * their styles, one language, and the sprites. A table of up to ten people never fetches the second sprite of animals.
 * The storyteller's desk, 85 kB: one device of the table has it, on top of the engine if there is no server.
 * The engine as WebAssembly, 150 kB: fetched only where it runs on the phone.
 *
 *   node tools/budget.mjs [--list]    with the files of each game's largest screen
 */
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { basename, join } from 'node:path';

const LIMIT = 60_000;
const DESK_LIMIT = 85_000;
const WASM_LIMIT = 150_000;
const dist = new URL('../dist/', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const sizes = new Map();

function size(name) {
  if (!sizes.has(name))
    sizes.set(name, gzipSync(readFileSync(join(dist, name)), { level: 9 }).length);
  return sizes.get(name);
}

function reach(key, files = new Set(), seen = new Set()) {
  const entry = manifest[key];
  if (!entry || seen.has(key)) return files;
  seen.add(key);
  files.add(entry.file);
  for (const name of [...(entry.css ?? []), ...(entry.assets ?? [])])
    if (!name.includes('/animals-2-')) files.add(name);
  for (const name of entry.imports ?? []) reach(name, files, seen);
  return files;
}

/** The screens that a player of the game may find on opening the page; the game's index fetches them. */
function screensOf(game) {
  const found = manifest[`src/lib/games/${game}/index.ts`].dynamicImports.filter(
    (key) => key.endsWith('.svelte') && !/\/(Tv|Replay\w+|Deck|Storyteller)\.svelte$/.test(key),
  );
  if (found.length === 0) throw new Error(`${game} has no screens`);
  return ['src/lib/room/Lobby.svelte', ...found];
}

function load(game, screen) {
  const files = new Set(['index.html']);
  for (const key of [
    'index.html',
    'src/lib/i18n/en.json',
    'src/pages/Room.svelte',
    `src/lib/games/${game}/index.ts`,
    `src/lib/games/${game}/en.json`,
    screen,
  ])
    reach(key, files);
  return { name: basename(screen, '.svelte'), files, total: sum(files) };
}

const sum = (files) => [...files].reduce((total, name) => total + size(name), 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
let isOver = false;

function tell(what, bytes, limit) {
  console.log(`${what}: ${kB(bytes)} of ${kB(limit)}`);
  if (bytes > limit) isOver = true;
}

const games = readdirSync(new URL('../src/lib/games/', import.meta.url)).filter(
  (name) => !name.includes('.'),
);
for (const game of games) {
  const loads = screensOf(game).map((screen) => load(game, screen));
  const largest = loads.reduce((a, b) => (a.total > b.total ? a : b));
  const others = loads.map(({ name, total }) => `${name} ${kB(total)}`).join(', ');
  tell(`${game}: first load of its largest screen, ${largest.name}`, largest.total, LIMIT);
  console.log(`  ${others}`);
  if (process.argv.includes('--list'))
    for (const name of largest.files) console.log(`  ${size(name)}\t${name}`);
}
const desk = load('grimoire', 'src/lib/games/grimoire/storyteller/Storyteller.svelte');
tell("the storyteller's desk", desk.total, DESK_LIMIT);
// By its name: what only a worker fetches is not in the manifest.
const wasm = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.wasm'));
tell('parlour.wasm', sum(new Set(wasm.map((name) => `assets/${name}`))), WASM_LIMIT);
if (isOver) {
  console.error('Something is over its budget.');
  process.exit(1);
}
