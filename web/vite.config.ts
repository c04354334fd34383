/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, type Plugin } from 'vite';
import { make } from './tools/made.ts';

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
        .replace("'%FILES%'", JSON.stringify(files));
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
      const first = `<script type="module" crossorigin src="./${chunk('ahead').fileName}"></script>`;
      const font = Object.keys(bundle).find((name) => /\/display-[^m][^/]*\.woff2$/.test(name));
      if (!font) throw new Error('There is no display font');
      const letters = `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${font}">`;
      const index = String(page.source)
        .replace(/<link rel="modulepreload"[^>]*>\s*/, '')
        .replace('<link rel="icon"', `${first}\n    ${letters}\n    $&`);
      const table = chunk('table');
      const scripts = [table.fileName, ...table.imports].filter((name) => !index.includes(name));
      const styles = [...(table.viteMetadata?.importedCss ?? [])];
      const links = [
        ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="./${name}">`),
        ...styles.map((name) => `<link rel="stylesheet" crossorigin href="./${name}">`),
      ];
      const source = index.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
      page.source = index;
      this.emitFile({ type: 'asset', fileName: 'game.html', source });
    },
  };
}

/** What comes in one file, because each file costs a slow phone a round trip: the script that sends for the others, what
 * every page begins with, what every table is made of, and what the screens of a game share. Vite packs the rest. */
const later =
  'Card|Chair|Coach|Eyes|Field|Finale|GameGlyph|HoldButton|Qr|Sheet|Stage|Stepper|steps|Sticker|Switch|ThemeButton'; // of the table, only when it is asked for
const forms = /\/svelte\/src\/.*\/bindings\/(input|select)\.js$/;
const groups = [
  {
    name: 'ahead',
    test: /\/src\/(lib\/(address|ahead|storage|games\/loaders|i18n\/packs|net\/request)|pages\/index)\./,
  },
  // Without what only fields to type in need: no first screen of a game has one.
  {
    name: 'base',
    tags: ['$initial' as const],
    test: (id: string) => !forms.test(id),
    includeDependenciesRecursively: false,
  },
  { name: 'forms', test: forms, includeDependenciesRecursively: false },
  {
    name: 'table',
    test: new RegExp(
      `/src/(lib/(cue\\.|ui/(?!${later})|net/(?!record|protocol)|room/(Table|PersonDisc))|pages/Room)`,
    ),
  },
  // Of several games, but not of every table.
  { name: 'card', test: /\/src\/lib\/ui\/([Cc]ard|Field|Finale)\./ },
  // What people play on, which the end does without; first what both need.
  { name: 'onenight-role', test: /\/games\/onenight\/(RoleIcon|faces|night|pictures|sheets)\./ },
  { name: 'onenight-play', test: /\/games\/onenight\/(Board|DeckList|Knowledge|BigClock)\./ },
  {
    name: (id: string) => `game-${/games\/(\w+)\//.exec(id)?.[1]}`,
    test: /\/src\/lib\/games\/\w+\/[^/]+\.(svelte|ts)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1500, // bytes of source: each file is a request
  },
];

/** Without the entries that a part of a group serves, which rolldown adds to its name. */
const plain = (name: string) => name.replace(/~.*|\.\w+$/, '');

const server = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: './', // the page says by its <base> where in a site it is
  plugins: [
    { name: 'parlour-made', configResolved: make },
    svelte(),
    svelteTesting(),
    firstLoad(),
    serviceWorker(),
  ],
  build: {
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: forms, sideEffects: false }] }, // else the base fetches them
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ name }) => `assets/${plain(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${plain(name)}-[hash][extname]`,
      },
    },
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
    include: ['src/**/*.test.ts', 'client/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
  },
});
