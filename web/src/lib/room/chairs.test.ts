import { describe, expect, it } from 'vitest';
import { catalog } from '../net/catalog.svelte';
import type { RoomSession } from '../net/session.svelte';
import { missingFor, seatsAhead } from './chairs';

catalog.use([
  { id: 'onenight', seats_min: 3, sides: [] },
  { id: 'chess', seats_min: 2, sides: ['team_a', 'team_b'] },
] as unknown as Parameters<typeof catalog.use>[0]);

/** A table of `kind` with so many people on its chairs. */
function table(kind: string, people: number): RoomSession {
  const seated = Array.from({ length: people }, (_, seat) => ({ seat }));
  return { kind, seated, spectators: [] } as unknown as RoomSession;
}

describe('free chairs in the lobby', () => {
  it('stand for those who are still needed, after those who are there', () => {
    expect(missingFor(table('onenight', 1))).toBe(2);
    expect(seatsAhead(table('onenight', 1)).map((one) => one?.seat ?? 'free')).toEqual([
      0,
      'free',
      'free',
    ]);
  });

  it('are gone when there are enough', () => {
    expect(seatsAhead(table('onenight', 5))).toHaveLength(5);
  });

  it('are left to the sides where a game has some', () => {
    expect(seatsAhead(table('chess', 1))).toHaveLength(1);
  });
});
