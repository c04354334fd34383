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

/** Pages that say at once what they need. The chunk `ahead` is a script of its own before the others: as their import it would
 * wait for all of them. And game.html, which the server gives at /game/…, names the files of every room. */
function firstLoad(): Plugin {
  return {
    name: 'parlour-first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('There is no page');
      const chunk = (name: string) => {
        const found = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.name === name,
        );
        if (found?.type !== 'chunk') throw new Error(`There is no chunk called ${name}`);
        return found;
      };
      const first = `<script type="module" crossorigin src="/${chunk('ahead').fileName}"></script>`;
      const index = String(page.source)
        .replace(/<link rel="modulepreload"[^>]*>\s*/, '')
        .replace('<link rel="icon"', `${first}\n    $&`);
      const table = chunk('table');
      const scripts = [table.fileName, ...table.imports].filter((name) => !index.includes(name));
      const styles = [...(table.viteMetadata?.importedCss ?? [])];
      const links = [
        ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
        ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
      ];
      const source = index.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
      page.source = index;
      this.emitFile({ type: 'asset', fileName: 'game.html', source });
    },
  };
}

/** Puts src/lib/preload.js where Vite has its own helper for what is fetched later. */
function smallPreload(): Plugin {
  return {
    name: 'parlour-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? readFileSync(new URL('./src/lib/preload.js', import.meta.url), 'utf8')
        : null,
  };
}

/** Matches the modules of some folders of src, by the names of their files. */
function files(folders: { [folder: string]: string }): RegExp {
  const paths = Object.entries(folders).map(([folder, names]) => `${folder}/(${names})\\.`);
  return new RegExp(`/src/(${paths.join('|')})`);
}

/** What comes in one file: each one costs a round trip over a slow network, and small ones are packed badly. A group takes
 * along what its modules import, so what several of them share has a group before them. */
const groups = [
  {
    name: 'ahead',
    test: files({
      lib: 'address|ahead|storage',
      'lib/games': 'loaders',
      'lib/i18n': 'packs',
      'lib/net': 'request',
      pages: 'index',
    }),
  },
  { name: 'base', tags: ['$initial' as const] },
  {
    name: 'table',
    test: files({
      lib: 'words',
      'lib/games': 'index|Phases',
      'lib/net': 'api|clock|me|session|socket',
      'lib/room': 'Banner|Inside|PersonDisc|Table|dusk|people|stickers',
      'lib/ui': 'Bar|Button|Disc|Hand|HoldButton|Peek|Ring|Shell|TimerRing|identity|ring',
      pages: 'Room|Wait',
    }),
  },
  {
    name: 'house', // what lobby, door and pages share
    test: files({
      lib: 'arrival|share',
      'lib/net': 'catalog',
      'lib/room': 'ShareButton|link|options',
      'lib/ui': 'GameGlyph',
    }),
  },
  { name: 'candle', test: files({ 'lib/ui': 'Candle' }) },
  { name: 'threads', test: files({ 'lib/ui': 'Threads|threads' }) },
  {
    name: 'asides', // what may come over any screen of a room
    test: files({ 'lib/room': 'ClaimCard|Paused|ShownSticker', 'lib/ui': 'Sticker|Toast' }),
  },
  { name: 'sheet', test: files({ 'lib/ui': 'Sheet|Switch' }) },
  {
    name: 'attend', // what a device does besides showing the table
    test: files({ lib: 'voice|wake', 'lib/room': 'Attend|VoiceSettings|tell' }),
  },
  {
    name: 'reading', // pages beside the tables
    test: files({
      'lib/net': 'record',
      pages: 'Admin|Leaderboard|Page|Player|Replay|Rules|Verify',
    }),
  },
  { name: 'next', test: files({ 'lib/room': 'NextGame' }) },
  { name: 'results', test: files({ 'lib/room': 'GameLinks|Results' }) },
  { name: 'meanwhile', test: files({ 'lib/room': 'Meanwhile' }) },
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
  { name: 'grimoire', test: files({ 'lib/games/grimoire': 'Grimoire|characters|index|say' }) },
  {
    name: 'grimoire-scene',
    test: files({ 'lib/games/grimoire': 'CharacterFace|ClockHand|Glyph|MessageFace|Square|town' }),
  },
  {
    name: 'onenight',
    test: files({
      'lib/games/onenight': 'Board|OneNight|RoleIcon|index|tell',
      'lib/room': 'notebook',
    }),
  },
  { name: 'onenight-end', test: files({ 'lib/games/onenight': 'Spread|results' }) },
];

const server = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting(), smallPreload(), firstLoad(), serviceWorker()],
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
