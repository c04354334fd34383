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

const groups = [
  {
    name: 'base',
    test: /node_modules\/(svelte|clsx|esm-env)\/|src\/lib\/(net\/(api|clock|me|session|socket)|i18n\/\w+\.(svelte\.)?ts|(storage|router|theme|words)\.|games\/index\.ts|ui\/(Icon|Button|Lazy|toasts|ToastHost))/,
  },
  {
    name: 'table',
    test: /src\/lib\/(ui\/(Shell|Bar|Hand|Disc|Switch|identity|TimerRing)|room\/(Table|Banner|PersonDisc|stickers|people))/,
  },
];

const server = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting(), serviceWorker()],
  build: {
    // Few files: over a slow network each one costs a round trip.
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
