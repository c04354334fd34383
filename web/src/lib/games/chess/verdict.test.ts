import { describe, expect, it } from 'vitest';
import type { ChessView, Point, Role, Team } from './types';
import { verdictOf } from './verdict';

/** Four people, White has the seats 0 and 2; `wolves` says who they are. */
function ended(
  wolves: number[],
  winner: Team | null,
  majority: number | null,
  points: Point[],
): ChessView {
  const roles: Role[] = [0, 1, 2, 3].map((seat) =>
    wolves.includes(seat) ? 'werewolf' : 'villager',
  );
  return {
    teams: { A: { order: [0, 2] }, B: { order: [1, 3] } },
    result: { reason: 'checkmate', winner },
    votes: { vote_open: false, count: 0, close_for: [], majority, points },
    roles,
  } as unknown as ChessView;
}

const found = (seat: number): Point => ({ seat, reason: 'found_werewolf' });
const success = (seat: number): Point => ({ seat, reason: 'werewolf_success' });
const rows = (view: ChessView) =>
  verdictOf(view).map(({ seats, points, reason }) => [seats, points, reason]);

describe('the verdict', () => {
  it('names the finders first, then the wolf that they unmasked', () => {
    expect(rows(ended([1], 'A', 1, [found(0), found(2)]))).toEqual([
      [[0, 2], 1, 'finders'],
      [[1], 0, 'unmasked'],
      [[3], 0, 'missed'],
    ]);
  });

  it('says that a wolf got away', () => {
    expect(rows(ended([1], 'A', 0, [success(1)]))).toEqual([
      [[1], 1, 'success'],
      [[0, 2, 3], 0, 'no_majority'],
    ]);
  });

  it('says why a wolf whose team won has nothing, named or not', () => {
    for (const majority of [null, 1])
      expect(rows(ended([1], 'B', majority, []))[0]).toEqual([[1], 0, 'team_won']);
  });

  it('says of a draw when it is worth a point', () => {
    expect(rows(ended([1], null, 3, []))[0]).toEqual([[1], 0, 'draw']);
    expect(rows(ended([1], null, 1, [found(0)]))[1]).toEqual([[1], 0, 'unmasked']);
    expect(rows(ended([1], null, null, [success(1)]))[0]).toEqual([[1], 1, 'success']);
  });

  it('has a row for each of two wolves', () => {
    expect(rows(ended([0, 1], 'A', 1, [found(2)]))).toEqual([
      [[2], 1, 'finders'],
      [[0], 0, 'team_won'],
      [[1], 0, 'unmasked'],
      [[3], 0, 'missed'],
    ]);
  });
});
