/** A game goes from this device to a table of the server, and back. */
import { api } from '../net/api';
import { Refusal } from '../net/socket';
import { loadEngine, type Engine } from '../wasm/module';
import { loadLog } from './connection';
import { readFile } from './file';
import { addGame, type LocalGame } from './store';

/** What the server takes in one request. */
const UPLOAD_MAX = 64 * 1024;

interface Batch {
  seq: number;
  time_ms: number;
  player: string;
  hash: string;
  events: { [key: string]: unknown }[];
  /** Null where it happened at a server: only what was commanded here is known here. */
  command: object | null;
}

export interface Upload {
  path: string;
  body: object;
}

/** An evening must fit one request: what only this device needs is left out. */
function shortened({ player, command }: Batch): object {
  const { type, ...args } = command as { type: string; cid?: string };
  delete args.cid;
  return player === '' ? { clock: type, ...args } : { type, ...args };
}

/** What the server decides again: commands with their times, and what the game has come to. */
function commandsOf(engine: Engine, game: LocalGame, texts: string[], batches: Batch[]) {
  loadLog(engine, game, texts);
  engine.ask('parlour_local_begin', { now_ms: Date.now() });
  const { state_hash } = engine.ask<{ state_hash: string }>('parlour_local_digest', {});
  const times = batches.map(({ time_ms }) => time_ms);
  return {
    seed: game.seed,
    state_hash,
    time_ms: times[0],
    batches: batches.map((batch, i) => [
      batch.time_ms - (times[i - 1] ?? batch.time_ms),
      shortened(batch),
    ]),
  };
}

/** A game that was begun here makes a table; one that came from a table goes back to it. */
export function uploadOf(engine: Engine, game: LocalGame, texts: string[]): Upload {
  const batches = texts.map((text) => JSON.parse(text) as Batch);
  const there = batches.filter(({ command }) => !command);
  const here = commandsOf(engine, game, texts, batches.slice(there.length));
  const parting = there.at(-1);
  if (!parting) return { path: '/api/games/move-in', body: { player: game.player, ...here } };
  const room = String(there[0]?.events[0]?.room);
  const { seq, hash } = parting;
  return { path: `/api/games/${room}/move-back`, body: { seq, hash, ...here } };
}

/** Brings the game to a table and gives the table's code. */
export async function moveIn(game: LocalGame, texts: string[]): Promise<string> {
  const { path, body } = uploadOf(await loadEngine(), game, texts);
  if (JSON.stringify(body).length > UPLOAD_MAX) throw new Refusal('bad_log', 'too_long_to_move');
  const answer = await api.post<{ code?: string; state?: { code: string } }>(path, body);
  return answer.code ?? answer.state?.code ?? '';
}

/** Takes over the log of a server's room: everybody else sits there as a guest from now on. */
export function takeOver(engine: Engine, file: string): { game: LocalGame; batches: string[] } {
  const { game, batches } = readFile(file, engine);
  const moved = engine.askText(
    'parlour_local_command',
    JSON.stringify({ now_ms: Date.now(), clock: 'move_here' }),
  );
  if (moved.startsWith('{"seq"')) return { game, batches: [...batches, moved] };
  throw new Refusal('bad_file', 'damaged');
}

/** Brings the running game `gameId` to this device and gives its id here. Only its narrator may. */
export async function takeHome(gameId: string): Promise<string> {
  const file = await api.text(`/api/games/${gameId}/log`);
  const { game, batches } = takeOver(await loadEngine(), file);
  await addGame(game, batches);
  return game.id;
}
