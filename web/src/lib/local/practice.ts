/** A table for practice: the real game with bots on this device. Nothing is kept and nothing counts. */
import type { Practice } from '../games';
import { RoomSession } from '../net/session.svelte';
import type { Engine } from '../wasm/module';
import { onDevice } from './connection';
import { firstBatch, newGame } from './games';
import type { Keeper } from './store';

/** Keeps the log in the page's memory until the page is left. */
function inMemory(batches: string[]): Keeper {
  return {
    batches: () => Promise.resolve(batches),
    append(_seq, text) {
      batches.push(text);
      return Promise.resolve();
    },
    note: () => Promise.resolve(),
  };
}

/** A session at a table of `kind`, which `name` has set alone. */
export function practiceRoom(engine: Engine, kind: string, name: string): RoomSession {
  const game = newGame(name, kind);
  const keeper = inMemory([firstBatch(engine, game, name)]);
  return new RoomSession('', false, onDevice(engine, game, `/rules/${kind}`, keeper));
}

/** Fills the chairs with bots and deals. */
export async function deal(room: RoomSession, practice: Practice): Promise<void> {
  const { bots, side, options } = practice;
  if (options) await room.send('set_options', { options });
  if (side) await room.send('select_role', { role: side });
  for (let i = 0; i < bots; i++) await room.send('add_bot');
  if (room.can('ready')) await room.send('ready');
  if (room.can('start')) await room.send('start');
}
