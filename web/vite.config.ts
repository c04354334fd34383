/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, type Plugin } from 'vite';

/** Writes sw.js with the list of this build's files, so that an update replaces all of them at once. */
function serviceWorker(): Plugin {
  return {
    name: 'parlour-service-worker',
    apply: 'build',
    enforce: 'post', // after the page is written, which drops the files that nobody needs any more
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !name.endsWith('.map'))
        .sort();
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const source = readFileSync(new URL('./src/sw.js', import.meta.url), 'utf8')
        .replace("'%VERSION%'", JSON.stringify(version))
        .replace("'%FILES%'", JSON.stringify(files.map((name) => `/${name}`)));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/** Files that come together: over a slow network each one costs a round trip, and alone it is packed badly. */
/** Files that come together: over a slow network each one costs a round trip, and alone it is packed badly. */
/** Matches the modules of some folders of src, by the names of their files. */
function files(folders: { [folder: string]: string }): RegExp {
  const paths = Object.entries(folders).map(([folder, names]) => `${folder}/(${names})\\.`);
  return new RegExp(`/src/(${paths.join('|')})`);
}

/** What comes in one file: each one costs a round trip over a slow network, and small ones are packed badly. A group takes
 * along what its modules import, so what several of them share has a group before them. */
const groups = [
  { name: 'base', tags: ['$initial' as const] },
  {
    name: 'table',
    test: files({
      lib: 'words',
      'lib/games': 'index|Phases',
      'lib/net': 'api|clock|me|session|socket',
      'lib/room': 'Banner|Inside|PersonDisc|Table|people|stickers',
      'lib/ui': 'Bar|Button|Disc|Hand|HoldButton|Peek|Ring|Shell|TimerRing|identity|ring',
      pages: 'Room|Wait',
    }),
  },
  { name: 'candle', test: files({ 'lib/ui': 'Candle' }) },
  { name: 'threads', test: files({ 'lib/ui': 'Threads|threads' }) },
  { name: 'next', test: files({ 'lib/room': 'NextGame' }) },
  { name: 'scores', test: files({ 'lib/room': 'Scores|ScoreTable' }) },
  {
    name: 'avalon-scene',
    test: files({ 'lib/games/avalon': 'Glyph|QuestTrack|RoleFace|Scene|Seats|Tally|avalon' }),
  },
  {
    name: 'chess-scene',
    test: files({ 'lib/games/chess': 'Board|Piece|board|chess|say' }),
  },
  { name: 'chess-people', test: files({ 'lib/games/chess': 'RoleStrip|TeamRow' }) },
  { name: 'grimoire-words', test: files({ 'lib/games/grimoire': 'characters|say' }) },
  {
    name: 'grimoire-scene',
    test: files({ 'lib/games/grimoire': 'CharacterFace|ClockHand|Glyph|MessageFace|Square|town' }),
  },
  {
    name: 'onenight-scene',
    test: files({ 'lib/games/onenight': 'Board|RoleIcon', 'lib/room': 'notebook' }),
  },
  { name: 'onenight-end', test: files({ 'lib/games/onenight': 'Spread|results' }) },
];

const server = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting(), serviceWorker()],
  build: {
    rolldownOptions: { output: { codeSplitting: { groups } } },
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false }, // every browser of the target has it
    target: 'es2022',
    sourcemap: false,
    cssCodeSplit: true,
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
      '/health': server,
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
  },
});
