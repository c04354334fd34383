/**
 * The budgets, compressed; the build fails above them.
 *
 * First load, 110 kB, of which a tenth stays free: what a player's phone fetches before a screen of a room is there, be it
 * the lobby or any phase of any game. The list is every file that the entry, the room page, the game and that screen reach
 * by static imports, their styles, one language, the sprites and the display font. A table of up to ten people never
 * fetches the second sprite of animals or of a game's rarer roles, and few the letters beyond French and Spanish; the lobby needs the words of the house, and the game's words but not its code.
 * What the wire carries in truth, with the answers of the server, is held against the same limit by `slow.mjs --bytes`.
 * The storyteller's desk, 160 kB: one device of the table has it, on top of the engine if there is no server.
 * The engine as WebAssembly, 300 kB: fetched only where it runs on the phone.
 *
 *   node tools/budget.mjs [--list]    with the files of each game's largest screen
 */
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { basename, join } from 'node:path';

const LIMIT = 110_000 * 0.9; // a tenth is for whoever adds the next button
const DESK_LIMIT = 160_000;
const WASM_LIMIT = 300_000;
const dist = new URL('../dist/', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const sizes = new Map();

function size(name) {
  if (!sizes.has(name))
    sizes.set(name, gzipSync(readFileSync(join(dist, name)), { level: 9 }).length);
  return sizes.get(name);
}

/** What a module is called in the manifest: itself, or the group of vite.config.ts that took it. */
function keyOf(source, group) {
  const key = manifest[source]
    ? source
    : Object.keys(manifest).find((key) => manifest[key].name === group);
  if (!key) throw new Error(`${source} is not in the build`);
  return key;
}

function reach(key, files = new Set(), seen = new Set()) {
  const entry = manifest[key];
  if (seen.has(key)) return files;
  seen.add(key);
  files.add(entry.file);
  for (const name of [...(entry.css ?? []), ...(entry.assets ?? [])])
    if (!/\/(\w+-2|display-more)-/.test(name)) files.add(name);
  for (const name of entry.imports ?? []) reach(name, files, seen);
  return files;
}

/** The screens that a player of the game may find on opening the page; the game's index fetches them. */
function screensOf(game) {
  const found = manifest[codeOf(game)].dynamicImports.filter(
    (key) => key.endsWith('.svelte') && !/\/(Tv|Replay\w+|Deck|Storyteller)\.svelte$/.test(key),
  );
  if (found.length === 0) throw new Error(`${game} has no screens`);
  return found;
}

const codeOf = (game) => keyOf(`src/lib/games/${game}/index.ts`, `game-${game}`);

/** The files of the screen called `key` at a table of `game`; `more` is what it needs besides. */
function load(game, key, more) {
  const files = new Set(['game.html']);
  const room = ['index.html', 'src/lib/i18n/en.json', keyOf('src/pages/Room.svelte', 'table')];
  for (const one of [...room, `src/lib/games/${game}/en.json`, key, more]) reach(one, files);
  return { name: basename(key, '.svelte'), files, total: sum(files) };
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
  const loads = screensOf(game).map((screen) => load(game, screen, codeOf(game)));
  loads.unshift(load(game, 'src/lib/room/Lobby.svelte', 'src/lib/i18n/house/en.json'));
  const largest = loads.reduce((a, b) => (a.total > b.total ? a : b));
  const others = loads.map(({ name, total }) => `${name} ${kB(total)}`).join(', ');
  tell(`${game}: first load of its largest screen, ${largest.name}`, largest.total, LIMIT);
  console.log(`  ${others}`);
  if (process.argv.includes('--list'))
    for (const name of largest.files) console.log(`  ${size(name)}\t${name}`);
}
const deskKey = 'src/lib/games/grimoire/storyteller/Storyteller.svelte';
const desk = load('grimoire', deskKey, codeOf('grimoire'));
tell("the storyteller's desk", desk.total, DESK_LIMIT);
// By its name: what only a worker fetches is not in the manifest.
const wasm = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.wasm'));
tell('parlour.wasm', sum(new Set(wasm.map((name) => `assets/${name}`))), WASM_LIMIT);
if (isOver) {
  console.error('Something is over its budget.');
  process.exit(1);
}
