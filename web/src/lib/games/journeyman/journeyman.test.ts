import { describe, expect, it } from 'vitest';
import {
  fieldAt,
  fieldOf,
  legalFields,
  nameOf,
  neighbourByKey,
  neighbourhood,
  numberOf,
  pictures,
  seasonOf,
  toggleFlood,
  whyNot,
  yearOf,
  type Picture,
} from './board';
import type { JourneymanView } from './types';

const view = {
  width: 4,
  height: 3,
  available_actions: [
    {
      type: 'move',
      position: [
        { x: 1, y: 0 },
        { x: 3, y: 2 },
      ],
    },
  ],
} as unknown as JourneymanView;

describe('fields', () => {
  it('are numbered row by row', () => {
    expect(numberOf({ x: 3, y: 2 }, 4)).toBe(11);
    expect(fieldOf(11, 4)).toEqual({ x: 3, y: 2 });
  });

  it('are called by column and row', () => {
    expect(nameOf({ x: 1, y: 2 })).toBe('B3');
  });

  it('that may be chosen are those of the view', () => {
    expect([...legalFields(view)]).toEqual([1, 11]);
  });
});

describe('a tap', () => {
  const board = { ...pictures({ width: 4, height: 3, days: 5 })[0] } as Picture;

  it('means the field under it and no other', () => {
    expect(fieldAt(0.3, 0.3, board)).toBe(1);
    expect(fieldAt(0.49, 0.34, board)).toBe(5);
  });

  it('on the very edge is still on the board', () => {
    expect(fieldAt(1, 1, board)).toBe(11);
    expect(fieldAt(-0.01, 0, board)).toBe(0);
  });

  it('on a field that cannot be chosen has a reason', () => {
    const wet = board.wet.map((_, number) => number === 5);
    expect(whyNot({ ...board, wet }, 5, false)).toBe('not_your_turn');
    expect(whyNot({ ...board, wet }, 5, true)).toBe('field_is_wet');
    expect(whyNot({ ...board, wet }, 0, true)).toBe('journeymans_field');
    expect(whyNot({ ...board, wet }, 11, true)).toBe('not_adjacent');
    expect(whyNot({ ...board, wet, isNight: true }, 11, true)).toBe('over_budget');
  });

  it('shows the neighbours, and nothing beyond the edge', () => {
    expect(neighbourhood(5, board)).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10]);
    expect(neighbourhood(3, board)).toEqual([-1, -1, -1, 2, 3, -1, 6, 7, -1]);
  });
});

describe('choosing floods', () => {
  it('unmarks on the second tap', () => {
    expect(toggleFlood([3, 5], 3, 2)).toEqual([5]);
  });

  it('lets go of the oldest beyond the limit', () => {
    expect(toggleFlood([3, 5], 7, 2)).toEqual([5, 7]);
    expect(toggleFlood([], 7, 0)).toEqual([]);
  });
});

describe('arrow keys', () => {
  it('move by one and stop at the edge', () => {
    expect(neighbourByKey('ArrowRight', 0, 4, 3)).toBe(1);
    expect(neighbourByKey('ArrowDown', 1, 4, 3)).toBe(5);
    expect(neighbourByKey('ArrowUp', 1, 4, 3)).toBe(1);
    expect(neighbourByKey('End', 5, 4, 3)).toBe(7);
  });
});

describe('the year as pictures', () => {
  const days = 2;
  const history: [number, number[], number[]][] = [
    [1, [], [0, 2]],
    [5, [1], []],
  ];

  it('begins dry, then shows each step and each night', () => {
    const year = pictures({ width: 4, height: 3, days: 5, history });

    expect(year).toHaveLength(5);
    expect(year[0]?.wet.some(Boolean)).toBe(false);
    expect(year[2]).toMatchObject({ day: 1, isNight: true, position: 1 });
    expect(year[2]?.wet.flatMap((isWet, i) => (isWet ? [i] : []))).toEqual([0, 2]);
  });

  it('ends with the step of the last day', () => {
    expect(pictures({ width: 4, height: 3, days, history }).at(-1)).toMatchObject({
      isNight: false,
    });
  });

  it('can be read from what was told', () => {
    const at = (x: number, y: number) => ({ x, y });
    const year = yearOf({
      options: { days: 9 },
      events: [
        { seq: 1, type: 'grid_configured', width: 4, height: 3 },
        { seq: 2, type: 'moved', position: at(1, 0) },
        { seq: 3, type: 'dried', positions: [] },
        { seq: 4, type: 'flooded', positions: [at(0, 0), at(2, 0)] },
        { seq: 5, type: 'moved', position: at(1, 1) },
        { seq: 6, type: 'dried', positions: [at(1, 0)] },
      ],
    });

    expect(year).toEqual({ width: 4, height: 3, days: 9, history });
  });

  it('has four seasons, however short it is', () => {
    expect([1, 2, 3, 4].map((day) => seasonOf(day, 4))).toEqual([
      'spring',
      'summer',
      'autumn',
      'winter',
    ]);
    expect(seasonOf(365, 365)).toBe('winter');
  });
});
