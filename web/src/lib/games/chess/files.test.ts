import { describe, expect, it } from 'vitest';
import { dayOf, fileNameOf } from './files';

describe('a file of the game', () => {
  it('has the day that stands in the game, not that of the download', () => {
    expect(dayOf('[Event "Team chess"]\n[Date "2024.02.29"]\n[Round "3"]\n')).toBe('2024-02-29');
    expect(dayOf('[Event "Team chess"]\n[Date "????.??.??"]\n')).toBe('');
  });

  it('is named by the day and the two teams', () => {
    expect(fileNameOf('2024-02-29', [['Ana', 'Chloé'], ['Ben']])).toBe(
      '2024-02-29 Ana+Chloé - Ben',
    );
    expect(fileNameOf('', [['../A: <b>'], ['B']])).toBe('A b - B');
  });
});
