import { describe, expect, it } from 'vitest';
import { isNewlyLow } from './bell';
import type { ChessView, TimeControl } from './types';

const turn = (control: TimeControl, seat: number, isPerPlayer = false) =>
  ({
    time: { control, per_player: isPerPlayer },
    on_move: seat,
    to_move: seat % 2 ? 'B' : 'A',
  }) as ChessView;

describe('the bell', () => {
  it('rings once for the bank of a team, whoever is on move', () => {
    const rings = [0, 1, 2, 0, 1].map((seat) => isNewlyLow('team', turn('bank', seat)));

    expect(rings).toEqual([true, true, false, false, false]);
  });

  it('rings once for the bank of each player', () => {
    const rings = [0, 2, 0, 2].map((seat) => isNewlyLow('own', turn('bank', seat, true)));

    expect(rings).toEqual([true, true, false, false]);
  });

  it('rings again in the next game', () => {
    expect(['first', 'next', 'next'].map((game) => isNewlyLow(game, turn('bank', 0)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('rings in each turn that has a time of its own', () => {
    expect([0, 1, 0].map((seat) => isNewlyLow('turns', turn('per_move', seat)))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
