import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameIds, loadGame, type Practice } from '../games';
import type { RoomSession } from '../net/session.svelte';
import { engineOf } from '../wasm/module';
import { deal, practiceRoom } from './practice';

const A_MINUTE = 60_000;
const bytes = readFileSync('src/assets/parlour.wasm');
let room: RoomSession;

async function practise(kind: string, practice: Practice): Promise<void> {
  const engine = engineOf((await WebAssembly.instantiate(bytes)).instance);
  room = practiceRoom(engine, kind, 'You');
  room.start();
  await deal(room, practice);
}

const byBots = () => room.log.filter((event) => event.kind === 'game').length;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  room.stop();
  vi.useRealTimers();
});

const offered = (
  await Promise.all(gameIds.map(async (id) => ({ id, practice: (await loadGame(id))?.practice })))
).filter((one): one is { id: string; practice: Practice } => one.practice !== undefined);

describe('practice', () => {
  it.each(offered)('of $id is dealt at once, with bots in the other chairs', async (one) => {
    await practise(one.id, one.practice);

    expect(room.state?.phase).toBe('playing');
    expect(room.seated.map((person) => person.is_bot)).toEqual([
      false,
      ...Array.from({ length: one.practice.bots }, () => true),
    ]);
    expect(room.home).toBe(`/rules/${one.id}`);
  });

  it('is offered by every game that has bots', () => {
    expect(offered.map((one) => one.id)).toEqual(['onenight', 'avalon', 'chess', 'journeyman']);
  });

  it('goes on by itself while the bots have something to do', async () => {
    await practise('onenight', { bots: 4, options: { night_pace: 'eager' } });
    const dealt = byBots();

    await vi.advanceTimersByTimeAsync(A_MINUTE);

    expect(byBots()).toBeGreaterThan(dealt);
  });

  it('stops with the page', async () => {
    await practise('onenight', { bots: 4 });
    room.stop();
    const before = byBots();

    await vi.advanceTimersByTimeAsync(A_MINUTE);

    expect(byBots()).toBe(before);
  });
});
