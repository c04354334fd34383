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
  time_ms: number;
  player: string;
  /** Null where it happened at a server: only what was commanded here is known here. */
  command: object | null;
}

/** What the server decides again: commands with their times, and what the game has come to. */
export function uploadOf(engine: Engine, game: LocalGame, texts: string[]): object {
  const batches = texts.map((text) => JSON.parse(text) as Batch);
  if (batches.some((batch) => !batch.command)) throw new Refusal('bad_log', 'was_there');
  loadLog(engine, game, texts);
  engine.ask('parlour_local_begin', { now_ms: Date.now() });
  const { state_hash } = engine.ask<{ state_hash: string }>('parlour_local_digest', {});
  return {
    player: game.player,
    seed: game.seed,
    state_hash,
    batches: batches.map(({ time_ms, player, command }) =>
      player === '' ? { time_ms, is_clock: true, command } : { time_ms, command },
    ),
  };
}

/** Makes a table of the game and gives its code. */
export async function moveIn(game: LocalGame, texts: string[]): Promise<string> {
  const upload = uploadOf(await loadEngine(), game, texts);
  if (JSON.stringify(upload).length > UPLOAD_MAX) throw new Refusal('bad_log', 'too_long_to_move');
  return (await api.post<{ code: string }>('/api/games/move-in', upload)).code;
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
