/**
 * The package web/client, as a stranger would use it: it is built, its example plays a whole game of every kind on
 * the real server, a storyteller runs a town, and a second person reads all that can be read over HTTP meanwhile.
 * Every message and every answer must fit the API's description, which is closed here: a member that it does not
 * list is an error, too. Usage: node tools/client.mjs BINARY
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv'; // comes with eslint

if (typeof WebSocket === 'undefined') {
  const again = ['--experimental-websocket', '--no-warnings', ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1);
}

const web = join(import.meta.dirname, '..');
const binary = process.argv[2];
const described = JSON.parse(execFileSync(binary, ['describe'], { maxBuffer: 1 << 26 })).openapi;
const socket = JSON.parse(readFileSync(join(web, '../docs/asyncapi.json'), 'utf8'));

// The description, closed.

const schemas = described.components.schemas;
const closed = ['State', 'Settings', 'You', 'Clock', 'Outcome'];

function close(schema) {
  if (schema === null || typeof schema !== 'object') return;
  if (schema.properties) schema.additionalProperties ??= false;
  for (const part of Object.values(schema)) close(part);
}
for (const [name, schema] of Object.entries(schemas))
  if (name.includes('.view.') || closed.includes(name)) close(schema);

const ajv = new Ajv({ allErrors: false, unknownFormats: 'ignore', logger: false });
ajv.addSchema({ $id: 'openapi.json', components: described.components });
const compiled = new Map();
const seen = new Map();
const problems = new Set();

/** Holds `value` against the schema; `name` is what it is counted as. */
function check(name, value, schema) {
  seen.set(name, (seen.get(name) ?? 0) + 1);
  if (!compiled.has(name))
    compiled.set(
      name,
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/'))),
    );
  const fits = compiled.get(name);
  if (!fits(value)) problems.add(`${name}: ${explain(value, fits.errors)}`);
}

const say = (errors) =>
  errors
    .map((error) => `${error.dataPath} ${error.message} ${error.params.additionalProperty ?? ''}`)
    .join(', ');

/** Of a view that fits none, what the schema of its own game says. */
function explain(value, errors) {
  const { settings, game } = value?.state ?? {};
  const names = Object.keys(schemas).filter((name) => name.startsWith(`${settings?.game}.view.`));
  const own = names.find((name) => name.endsWith('View'));
  if (own && game && !ajv.validate(`openapi.json#/components/schemas/${own}`, game))
    return own + say(ajv.errors);
  return say(errors);
}

const payloads = new Map();
for (const { payload } of Object.values(socket.components.messages)) {
  const type = payload.properties?.type ?? {};
  for (const kind of type.enum ?? [type.const ?? 'command']) payloads.set(kind, payload);
}
const onFrame = (frame) => check(`socket ${frame.type}`, frame, payloads.get(frame.type));

// Every answer over HTTP, whoever asked.

const routes = Object.entries(described.paths).map(([path, operations]) => ({
  path,
  operations,
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const ask = globalThis.fetch;
globalThis.fetch = async (address, init = {}) => {
  const response = await ask(address, init);
  const { pathname } = new URL(address);
  const method = (init.method ?? 'GET').toLowerCase();
  const route = routes.find((one) => one.pattern.test(pathname) && one.operations[method]);
  const { responses } = route.operations[method];
  const answer = responses[response.status] ?? described.components.responses.Problem;
  const schema = Object.entries(answer.content ?? {}).find(([kind]) => kind.includes('json'))?.[1]
    .schema;
  if (schema)
    check(
      `${method} ${route.path} ${response.ok ? '' : 'refused'}`,
      await response.clone().json(),
      schema,
    );
  return response;
};

// The server.

const folder = mkdtempSync(join(tmpdir(), 'parlour-client-'));
const limits = ['commands-per-10s', 'rooms-per-minute', 'sessions-per-minute', 'reads-per-minute'];
const server = spawn(
  binary,
  [
    ...[
      'serve',
      '--address',
      '127.0.0.1',
      '--port',
      '0',
      '--data',
      folder,
      '--qr',
      '0',
      '--bot-delay-ms',
      '0',
    ],
    ...limits.flatMap((name) => [`--${name}`, '0']),
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
const address = await new Promise((resolve, reject) => {
  server.stderr.on('data', (text) => {
    const port = /listening.* port=(\d+)/.exec(text)?.[1];
    if (port) resolve(`http://127.0.0.1:${port}`);
  });
  server.on('exit', reject);
});

const reads = [
  '',
  '/players',
  '/votes',
  '/chat',
  '/scores',
  '/action-status',
  '/my-role',
  '/events',
  '/proof',
];

/** Reads all there is of a game, as somebody who watches it. */
async function watch(parlour, game) {
  await parlour.post(`/api/games/${game}/join`, { name: 'Eve', as_spectator: true }).catch(() => 0);
  for (const path of reads) await parlour.get(`/api/games/${game}${path}`);
}

try {
  execFileSync(
    'npx',
    ['--no-install', 'rolldown', 'index.ts', '--format', 'esm', '--file', 'dist/index.js'],
    {
      cwd: join(web, 'client'),
    },
  );
  const { Parlour } = await import('../client/dist/index.js');
  const { play } = await import('../client/example.mjs');
  const eve = await Parlour.signIn(address, 'Eve');

  /** Looks in after every tenth message. */
  function watched(watching) {
    let count = 0;
    return (frame) => {
      onFrame(frame);
      const { game_id: game } = frame.state ?? {};
      if (game && count++ % 10 === 0) watching.push(watch(eve, game));
    };
  }

  async function playAndWatch(game) {
    const watching = [];
    const outcome = await play(address, game, {}, watched(watching));
    await Promise.all(watching);
    return outcome;
  }

  /** A town of bots from the bag to the end, with a night, a day and an execution in between. */
  async function narrate() {
    const watching = [];
    const nora = await Parlour.signIn(address, 'Nora');
    const { code } = await nora.create('grimoire');
    const room = nora.room(code);
    const phases = new Set();
    const see = watched(watching);
    room.onFrame = (frame) => {
      see(frame);
      phases.add(room.state?.game?.phase);
    };
    /** The bots of the town act, too: what comes too late is refused, and that is all right. */
    const act = (type, args) => room.send(type, args).catch(() => undefined);
    await room.until(({ phase }) => phase === 'lobby');
    for (let seat = 0; seat < 7; seat++) await act('add_bot');
    await act('start');
    await act('fill_bag', { style: 'any' });
    await act('deal');
    for (const { seat, from } of room.state.game.preparation)
      await act('prepare', { seat, target: from[0] });
    await act('hand_out');
    for (let day = 0; day < 2; day++) {
      await act('begin_night');
      const due = () => room.state.game.night.steps.find(({ status }) => status === 'waiting');
      for (let next = due(), left = 40; next && left > 0; next = due(), left--) {
        await act('open_step', { step: next.step });
        const { choice } = room.state.game.step ?? {};
        if (choice && !choice.made)
          await act('choose', { players: choice.from.slice(0, choice.count) });
        if (room.state.game.question) await act('dismiss_question');
        if (room.state.game.step) await act('finish_step');
      }
      await act('begin_day');
      await act('open_nominations', { is_open: true });
      const { may_nominate: nominators, may_be_nominated: nominees } = room.state.game.nominations;
      if (nominators.length)
        await act('nominate', { nominator: nominators[0], nominee: nominees[0] });
      for (const seat of room.state.game.vote?.order ?? [])
        await act('set_hand', { seat, is_up: true });
      await act('count_all');
    }
    await act('end_game', { winner: 'good' });
    const { outcome } = await room.until(({ phase }) => phase === 'results');
    room.close();
    await Promise.all(watching);
    for (const phase of ['setup', 'night', 'day', 'ended'])
      if (!phases.has(phase)) problems.add(`grimoire: no ${phase}`);
    return outcome;
  }

  const kinds = (await eve.games()).filter((game) => !game.has_narrator).map(({ id }) => id);
  const outcomes = await Promise.all([...kinds.map(playAndWatch), narrate()]);
  kinds.push('grimoire');
  console.log(kinds.map((kind, at) => `${kind}: ${outcomes[at].reason}`).join(', '));
  const count = [...seen.values()].reduce((sum, one) => sum + one, 0);
  console.log(
    `${count} messages and answers of ${seen.size} kinds were held against their description`,
  );
  if (seen.size < 15 || count < 300) problems.add('too little was seen');
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
for (const problem of problems) console.error(problem);
process.exit(problems.size ? 1 : 0);
