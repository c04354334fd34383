/** A game as a file: a head, then one batch of the log per line, as they were kept. */
import { Refusal } from '../net/socket';
import type { Engine } from '../wasm/module';
import { loadLog } from './connection';
import { newGame } from './games';
import type { LocalGame } from './store';

const FORMAT = 'parlour-game';
const VERSION = 1;
const FILE_MAX = 16 * 1024 * 1024;
const NAME_MAX = 60;

type Head = Pick<LocalGame, 'name' | 'game' | 'player' | 'seed'> & {
  format: string;
  version: number;
};

export function writeFile({ name, game, player, seed }: LocalGame, batches: string[]): string {
  const head: Head = { format: FORMAT, version: VERSION, name, game, player, seed };
  return [JSON.stringify(head), ...batches, ''].join('\n');
}

export interface ReadGame {
  game: LocalGame;
  batches: string[];
}

/** Reads and plays through a file. Throws a Refusal with the code `bad_file` and why, and nothing is kept. */
export function readFile(text: string, engine: Engine): ReadGame {
  if (text.length > FILE_MAX) throw new Refusal('bad_file', 'too_long');
  const [first = '', ...rest] = text.split('\n');
  const head = headOf(first);
  const batches = rest.filter((line) => line !== '');
  const game: LocalGame = {
    ...newGame(head.name.slice(0, NAME_MAX), head.game),
    player: head.player,
    seed: head.seed,
  };
  try {
    loadLog(engine, game, batches);
  } catch (error) {
    throw new Refusal('bad_file', error instanceof Refusal ? error.why : 'damaged');
  }
  const begun = engine.ask<{ problem?: string }>('parlour_local_begin', { now_ms: Date.now() });
  if (begun.problem) throw new Refusal('bad_file', begun.problem);
  return { game, batches };
}

function headOf(line: string): Head {
  let head: Partial<Head>;
  try {
    head = JSON.parse(line) as Partial<Head>;
  } catch {
    throw new Refusal('bad_file', 'not_ours');
  }
  if (head?.format !== FORMAT) throw new Refusal('bad_file', 'not_ours');
  if (head.version !== VERSION) throw new Refusal('bad_file', 'newer');
  const texts = [head.name, head.game, head.player, head.seed];
  if (!texts.every((value) => typeof value === 'string')) throw new Refusal('bad_file', 'damaged');
  if (!/^[0-9a-f]{64}$/.test(head.seed as string)) throw new Refusal('bad_file', 'damaged');
  return head as Head;
}
