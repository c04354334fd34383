import { describe, expect, it } from 'vitest';
import { layRing } from '../ui/ring';
import { squareIn } from './fit';

const LETTERS = 42;
/** The middle of a lobby: a phone of two heights, a tablet upright, a laptop. */
const boxes = [
  { width: 358, height: 332 },
  { width: 358, height: 400 },
  { width: 788, height: 760 },
  { width: 980, height: 560 },
];

describe('the code to scan', () => {
  const laid = boxes.flatMap((box) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seats) => layRing({ ...box, seats, self: 0 })),
  );

  it('is covered by no face and no name', () => {
    for (const ring of laid) {
      const { side, shift } = squareIn(ring, LETTERS, 300);
      const top = ring.middle.y + shift - (side + LETTERS) / 2;
      for (const { x, y } of ring.places) {
        const isBeside = Math.abs(x - ring.middle.x) >= (side + ring.name) / 2;
        const isAbove = y + ring.disc / 2 + ring.foot <= top;
        const isBelow = y - ring.disc / 2 >= top + side + LETTERS;
        expect(isBeside || isAbove || isBelow).toBe(true);
      }
    }
  });

  it('is large enough for a camera across the table', () => {
    for (const ring of laid) expect(squareIn(ring, LETTERS, 300).side).toBeGreaterThanOrEqual(96);
  });
});
