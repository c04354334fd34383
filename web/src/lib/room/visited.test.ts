import { beforeEach, describe, expect, it } from 'vitest';
import { forgetVisit, meantCode, noteVisit, visits } from './visited';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the way back to a table', () => {
  beforeEach(() => localStorage.clear());

  it('is to the one this device was at last', () => {
    noteVisit('KRTW4P', 'avalon');
    noteVisit('BCDF23', 'chess');
    noteVisit('KRTW4P', 'onenight');

    expect(visits().map(({ code, game }) => `${code} ${game}`)).toEqual([
      'KRTW4P onenight',
      'BCDF23 chess',
    ]);
  });

  it('ends where one has left, and after a day', () => {
    noteVisit('KRTW4P', 'avalon', Date.now() - DAY_MS);
    noteVisit('BCDF23', 'chess');
    forgetVisit('BCDF23');

    expect(visits()).toEqual([]);
  });

  it('survives a storage that somebody has spoilt', () => {
    localStorage.setItem('parlour.visits', '{nonsense');

    expect(visits()).toEqual([]);
  });
});

describe('a mistyped code', () => {
  beforeEach(() => {
    localStorage.clear();
    noteVisit('KRTW4P', 'avalon');
  });

  it.each(['KRTW4B', 'RKTW4P'])('%s is taken for the table one was at', (typed) => {
    expect(meantCode(typed)).toBe('KRTW4P');
  });

  it.each(['KRTX4B', 'PRTW4K2', 'BCDF23', 'KRTW4P'])('%s is not', (typed) => {
    expect(meantCode(typed)).toBeUndefined();
  });
});
