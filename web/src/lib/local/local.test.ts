import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../net/socket';
import { engineOf, type Engine } from '../wasm/module';
import { LocalConnection, onDevice } from './connection';
import { readFile, writeFile } from './file';
import { createGame } from './games';
import { takeOver, uploadOf } from './move';
import type { LocalGame } from './store';

/** A device whose disk can be held up, or fail. */
const disk = vi.hoisted(() => ({
  batches: [] as string[],
  isSlow: false,
  problem: null as Error | null,
  release: () => {},
}));

vi.mock('./store', () => ({
  addGame: (_game: unknown, batches: string[]) => void disk.batches.push(...batches),
  onDisk: () => ({
    batches: () => Promise.resolve([...disk.batches]),
    note: () => Promise.resolve(),
    append: async (seq: number, text: string) => {
      if (disk.isSlow) await new Promise<void>((resolve) => (disk.release = resolve));
      if (disk.problem) throw disk.problem;
      expect(seq).toBe(disk.batches.length + 1);
      disk.batches.push(text);
    },
  }),
}));

const bytes = readFileSync('src/assets/parlour.wasm');

async function newEngine(): Promise<Engine> {
  return engineOf((await WebAssembly.instantiate(bytes)).instance);
}

async function open(game: LocalGame) {
  const frames: Frame[] = [];
  const statuses: string[] = [];
  const connection = new LocalConnection(await newEngine(), game, {
    onFrame: (frame) => frames.push(frame),
    onStatus: (status, reason) => statuses.push(reason ? `${status}: ${reason}` : status),
  });
  connection.start();
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(1));
  return { connection, frames, statuses };
}

type View = { people: { name: string }[] };
function names(frames: Frame[]): string[] {
  const latest = frames.filter((frame) => frame.state).at(-1);
  return (latest?.state as View).people.map((person) => person.name);
}

let game: LocalGame;

beforeEach(async () => {
  Object.assign(disk, { batches: [], isSlow: false, problem: null });
  game = await createGame(await newEngine(), 'coinflip', 'Tuesday', 'Ana');
});

describe('a room on the device', () => {
  it('speaks as the server does', async () => {
    const { connection, frames, statuses } = await open(game);
    expect(statuses).toEqual(['connecting', 'open']);
    expect(frames.map((frame) => frame.type)).toEqual(['welcome', 'room_state']);

    await connection.send('add_bot');

    expect(names(frames)).toEqual(['Ana', 'Bot 1']);
  });

  it('shows nothing before it is kept', async () => {
    const { connection, frames } = await open(game);
    disk.isSlow = true;
    const sent = connection.send('add_bot');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(names(frames)).toEqual(['Ana']);

    disk.release();
    await sent;

    expect(names(frames)).toEqual(['Ana', 'Bot 1']);
  });

  it('has not done what could not be kept', async () => {
    const { connection, frames } = await open(game);
    disk.problem = new Error('full');
    await expect(connection.send('add_bot')).rejects.toMatchObject({ code: 'not_saved' });
    disk.problem = null;

    await connection.send('add_bot');

    expect(names(frames)).toEqual(['Ana', 'Bot 1']);
  });

  it('refuses in the words of the server and stays as it is', async () => {
    const { connection } = await open(game);

    await expect(connection.send('start')).rejects.toMatchObject({ code: 'too_few_players' });
    await expect(connection.send('dance')).rejects.toMatchObject({ code: 'unknown_command' });
    expect(disk.batches).toHaveLength(1);
  });

  it('takes commands one after the other', async () => {
    const { connection, frames } = await open(game);

    await Promise.all([connection.send('add_bot'), connection.send('add_bot')]);

    expect(names(frames)).toEqual(['Ana', 'Bot 1', 'Bot 2']);
  });

  it('comes back as it was', async () => {
    const first = await open(game);
    await first.connection.send('add_bot');
    first.connection.stop();

    const { frames } = await open(game);

    expect(names(frames)).toEqual(['Ana', 'Bot 1']);
  });

  it('gives way to the tab that played on', async () => {
    const { connection, statuses } = await open(game);
    disk.problem = new DOMException('there is one', 'ConstraintError');

    await expect(connection.send('add_bot')).rejects.toMatchObject({ code: 'closed' });

    expect(statuses.at(-1)).toBe('closed: replaced');
  });

  it('does not open a damaged log', async () => {
    disk.batches[0] = (disk.batches[0] as string).replaceAll('Ana', 'Eva');

    const { statuses } = await open(game);

    expect(statuses.at(-1)).toBe('closed: damaged');
  });

  it('tells what happened before', async () => {
    const engine = await newEngine();
    const past = onDevice(engine, game, '/grimoire');
    const connection = past.connect({ onFrame: () => {}, onStatus: () => {} });
    connection.start();
    await connection.send('add_bot');

    expect((await past.history()).map((event) => event.type)).toContain('bot_added');
  });
});

describe('a game as a file', () => {
  it('is the same game when it comes back', async () => {
    const { connection } = await open(game);
    await connection.send('add_bot');

    const { game: read, batches } = readFile(writeFile(game, disk.batches), await newEngine());

    expect(batches).toEqual(disk.batches);
    expect(read).toMatchObject({ name: 'Tuesday', game: 'coinflip', player: game.player });
    expect(read.id).not.toBe(game.id);
  });

  const change = (how: (lines: string[]) => string[]) => () =>
    how(writeFile(game, disk.batches).split('\n')).join('\n');
  const head = (values: object) =>
    change(([first, ...rest]) => [
      JSON.stringify({ ...(JSON.parse(first as string) as object), ...values }),
      ...rest,
    ]);

  it.each([
    ['nothing', () => '', 'not_ours'],
    ['a picture', () => '\u0089PNG\r\n\u001a\n', 'not_ours'],
    ['another kind of JSON', () => '{"name":"x"}', 'not_ours'],
    ['null', () => 'null', 'not_ours'],
    ['a newer version', head({ version: 2 }), 'newer'],
    ['a seed that is none', head({ seed: 'zz' }), 'damaged'],
    ['a name that is no text', head({ name: 7 }), 'damaged'],
    ['a head alone', change((lines) => lines.slice(0, 1)), 'cannot_replay'],
    [
      'a changed event',
      change((lines) => lines.map((line) => line.replaceAll('Ana', 'Eva'))),
      'damaged',
    ],
    ['a batch twice', change(([first, one]) => [first, one, one] as string[]), 'damaged'],
    [
      'a cut line',
      change((lines) => [lines[0] as string, (lines[1] as string).slice(0, 80)]),
      'damaged',
    ],
    ['too much', () => 'x'.repeat(17 * 1024 * 1024), 'too_long'],
  ])('is refused with a word: %s', async (_what, text, why) => {
    const engine = await newEngine();

    expect(() => readFile(text(), engine)).toThrow(
      expect.objectContaining({ code: 'bad_file', why }),
    );
  });
});

describe('a game that moves', () => {
  it('is sent as what was commanded and when, with what it has come to', async () => {
    const { connection } = await open(game);
    await connection.send('add_bot');

    const upload = uploadOf(await newEngine(), game, disk.batches);

    expect(upload.path).toBe('/api/games/move-in');
    expect(upload.body).toMatchObject({ player: game.player, seed: game.seed });
    expect(upload.body).toHaveProperty('state_hash', expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(upload.body).toHaveProperty('batches[1][1]', { type: 'add_bot' });
    expect(JSON.stringify(upload)).not.toContain('bot_added');
  });

  it('goes back to the table that it came from, with what was commanded here since', async () => {
    const created = JSON.parse(disk.batches[0] as string) as { events: { room: string }[] };
    disk.batches = [JSON.stringify({ ...created, command: null })];
    const { connection } = await open(game);
    await connection.send('add_bot');

    const { path, body } = uploadOf(await newEngine(), game, disk.batches);

    expect(path).toBe(`/api/games/${created.events[0]?.room}/move-back`);
    expect(body).toMatchObject({ seq: 1, batches: [[0, { type: 'add_bot' }]] });
    expect(body).toHaveProperty('hash', expect.stringMatching(/^[0-9a-f]{64}$/));
  });

  it('is not taken over by somebody who does not run it', async () => {
    const engine = await newEngine();

    expect(() => takeOver(engine, writeFile(game, disk.batches))).toThrow(
      expect.objectContaining({ code: 'bad_file' }),
    );
  });
});
