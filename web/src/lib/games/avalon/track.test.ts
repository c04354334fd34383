import { describe, expect, it } from 'vitest';
import { layRing } from '../../ui/ring';
import { CARDS_FROM, trackScale } from './track';

/** Five quests side by side at the size of a phone. */
const ROW_PX = 5 * 33 + 4 * 4;
const seats = [5, 7, 10];
const centreOf = (width: number, height: number, people: number) =>
  layRing({ width, height, seats: people, self: 0 }).centre;

describe('the quests in the middle of the table', () => {
  it('keep their size on a phone', () => {
    for (const people of seats)
      for (const [width, height] of [
        [312, 289],
        [382, 430],
      ] as const)
        expect(trackScale(centreOf(width, height, people))).toBe(1);
  });

  it('are upright cards on a tablet and on a laptop, and have room beside the people', () => {
    for (const people of seats)
      for (const [width, height] of [
        [740, 788],
        [760, 700],
        [980, 868],
      ] as const) {
        const centre = centreOf(width, height, people);
        const scale = trackScale(centre);
        expect(scale).toBeGreaterThan(CARDS_FROM);
        expect(scale * ROW_PX).toBeLessThan(centre.width);
      }
  });

  it('stay small where the table is flat, or is none', () => {
    expect(trackScale({ width: 600, height: 90 })).toBe(1);
    expect(trackScale({ width: 0, height: 0 })).toBe(1);
  });
});
