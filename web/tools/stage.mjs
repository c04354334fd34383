/** What the tools that look at the page have in common: a server of their own, a browser, their options. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

export const root = resolve(import.meta.dirname, '../..');

export function option(name, preset) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? preset : process.argv[at + 1];
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** build/parlour on a free port, with the pages of web/dist or, as it is shipped, those inside it; `stop` ends it and
 * forgets its data. */
export async function startServer({ isShipped = false } = {}) {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'parlour-shots-'));
  const limits = [
    '--commands-per-10s',
    '0',
    '--guesses-per-minute',
    '0',
    '--rooms-per-minute',
    '0',
    '--rooms-per-day',
    '0',
  ];
  const serve = ['serve', '--port', port, '--address', '127.0.0.1', '--data', data, '--qr', '0'];
  const pages = isShipped ? [] : ['--web', join(root, 'web/dist')];
  const server = spawn(
    process.env.PARLOUR_BINARY ?? join(root, 'build/parlour'),
    [...serve, ...pages, '--bot-delay-ms', '10', ...limits].map(String),
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${url}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    stop() {
      server.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb'],
  });
}
