import { describe, expect, it } from 'vitest';
import { slice } from './record';
import type { GameEvent } from './session.svelte';

const told: GameEvent[] = [
  { seq: 1, type: 'room_created', game: 'journeyman' },
  { seq: 2, type: 'game_started', game_id: 'FIRST' },
  { seq: 3, type: 'moved', kind: 'game' },
  { seq: 4, type: 'game_over', game_id: 'FIRST' },
  { seq: 5, type: 'game_changed', game: 'avalon' },
  { seq: 6, type: 'game_started', game_id: 'SECOND' },
  { seq: 7, type: 'game_started', kind: 'game' },
  { seq: 8, type: 'chat', text: 'hello' },
];

describe('slice', () => {
  it("takes one game's own events out of the evening", () => {
    const first = slice(told, 'FIRST');

    expect(first.events.map((event) => event.seq)).toEqual([3]);
    expect(first).toMatchObject({ kind: 'journeyman', isOver: true });
  });

  it('knows a game that is not over, and what was played then', () => {
    const second = slice(told, 'SECOND');

    expect(second.events.map((event) => event.seq)).toEqual([7]);
    expect(second).toMatchObject({ kind: 'avalon', isOver: false });
  });
});
