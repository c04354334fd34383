import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

/** What takes minutes begins first, so that no worker is left alone with it in the end. */
const evenings = /(onenight|avalon|chess)\.spec/;

/** On the real server and Debian's chromium; nothing is downloaded. Each worker starts a server of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  projects: [
    { name: 'evenings', testMatch: evenings },
    { name: 'other', testIgnore: evenings },
  ],
  retries: 0, // a test that fails now and then has a cause
  workers: Number(process.env.PARLOUR_WEB_WORKERS ?? 2),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: 'node_modules/.playwright',
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off', // a trace costs as much as the test itself; by hand: --trace on
    actionTimeout: 30_000,
    launchOptions: {
      // The fonts of the tests, not the machine's: layouts are measured.
      env: { ...process.env, FONTCONFIG_FILE: resolve(import.meta.dirname, 'tests/fonts.conf') },
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--hide-scrollbars',
      ],
    },
  },
});
