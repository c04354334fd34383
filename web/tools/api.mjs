/**
 * Holds the API's descriptions against the rules of their formats: OpenAPI as the binary gives it, and the
 * socket's AsyncAPI, which refers to it. Before that, whether its schemas of views are those of the page's
 * types. Usage: node tools/api.mjs BINARY
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areFresh } from './schemas.mjs';

if (!areFresh()) process.exitCode = 1;
const cli = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'parlour-api-'));
try {
  const described = execFileSync(process.argv[2], ['describe'], { maxBuffer: 1 << 26 });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(JSON.parse(described).openapi));
  copyFileSync(
    join(import.meta.dirname, '../../docs/asyncapi.json'),
    join(folder, 'asyncapi.json'),
  );
  writeFileSync(
    join(folder, 'redocly.yaml'),
    // A socket's handshake answers 101, which is no 2XX.
    'extends: [recommended]\nrules:\n  operation-2xx-response: off\n',
  );
  for (const file of ['openapi.json', 'asyncapi.json']) {
    const lint = spawnSync(process.execPath, [cli, 'lint', file, '--format=json'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    const { totals, problems } = JSON.parse(lint.stdout);
    for (const { message, location } of problems)
      console.error(message, location[0]?.pointer ?? '');
    console.log(`${file}: ${totals.errors} errors, ${totals.warnings} warnings`);
    if (totals.errors + totals.warnings > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
