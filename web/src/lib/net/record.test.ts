import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordOf, slice } from './record';
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

describe('a game that is looked at again', () => {
  const now = [
    { seat: 1, name: 'Ana', look: 4 },
    { seat: null, name: 'Dora', look: 9 },
    { seat: 0, name: 'Bruno', look: 7 },
  ];
  const then = [
    { seat: 1, name: 'Bruno', look: 7 },
    { seat: 0, name: 'Ana', look: 4 },
  ];

  /** A house that knows the table as it is, and what it was when the game ended. */
  function house(report: object | null) {
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.includes('/events')) return Response.json({ events: [] });
      if (!path.endsWith('.json'))
        return Response.json({ state: { people: now, settings: { game: 'avalon', options: {} } } });
      return report ? Response.json(report) : Response.json({ error: 'gone' }, { status: 404 });
    });
  }

  afterEach(() => void vi.unstubAllGlobals());

  it('has everybody in the place and with the animal of that game, wherever they sit now', async () => {
    house({ ended_ms: 5, people: then });

    const { record, endedMs } = await recordOf('FIRST');

    expect(record).toMatchObject({ names: ['Ana', 'Bruno'], looks: [4, 7] });
    expect(endedMs).toBe(5);
  });

  it('goes by the seats of now where nobody wrote down those of then', async () => {
    house(null);

    const { record } = await recordOf('FIRST');

    expect(record).toMatchObject({ names: ['Bruno', 'Ana'], looks: [7, 4] });
  });
});
