import { expect, it } from 'vitest';
import { asMinutes, next, timeStep } from './steps';

it('reads minutes as a clock does', () => {
  expect([60, 90, 300, 605].map(asMinutes)).toEqual(['1:00', '1:30', '5:00', '10:05']);
});

it('goes by half minutes where it is about minutes', () => {
  expect([5, 30, 59, 60, 300].map(timeStep)).toEqual([1, 5, 5, 30, 30]);
});

it('steps from an odd number to the next whole one, and from a whole one by a step', () => {
  expect([next(310, -30), next(310, 30), next(300, -30), next(300, 30)]).toEqual([
    300, 330, 270, 330,
  ]);
});
