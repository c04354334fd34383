import { describe, expect, it } from 'vitest';
import { heightOf, scoreText, swingsOf } from './evaluation';

describe('the evaluation of a game', () => {
  it('is level in the middle and ends at a win', () => {
    expect(heightOf(0)).toBe(0);
    expect(heightOf(30_000)).toBeCloseTo(1);
    expect(heightOf(-30_000)).toBeCloseTo(-1);
    expect(heightOf(100)).toBe(-heightOf(-100));
  });

  it('is said in pawns, or as moves to the mate', () => {
    expect([130, -44, 3].map(scoreText)).toEqual(['+1.3', '−0.4', '0.0']);
    expect([29_999, 29_998, -29_995, -30_000].map(scoreText)).toEqual(['#1', '#1', '#−3', '#']);
  });

  it('names the moves that cost their own side the most, worst first', () => {
    const scores = [20, 30, 400, 380, 390, -600];
    expect(swingsOf(scores)).toEqual([
      { ply: 5, before: 390, after: -600 },
      { ply: 2, before: 30, after: 400 },
    ]);
  });

  it('does not blame a move that gained', () => {
    expect(swingsOf([0, 500, 500, 900])).toEqual([]);
  });
});
