import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../lib/i18n/index.svelte';
import Leaderboard from './Leaderboard.svelte';

const person = (name: string, figures: object) => ({
  player_id: name,
  name,
  score: 3,
  wins: 2,
  games: 4,
  correct_identifications: 0,
  werewolf_successes: 0,
  ...figures,
});
const ana = person('Ana', { correct_identifications: 1 });
const bruno = person('Bruno', { correct_identifications: 2, werewolf_successes: 1 });
const chloe = person('Chloé', {});

/** The page, where the server answers with `everybody`, and with `players` when asked for chess. */
async function page(everybody: object[], players: object[]) {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ leaderboard: path.endsWith('?game=chess') ? players : everybody }),
  );
  await startWords();
  render(Leaderboard);
}

const lines = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' '));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('leaderboard', () => {
  it('has a table of its own for those who scored in Loup-Garou, most points first', async () => {
    await page([ana, bruno, chloe], [ana, chloe, bruno]);

    const section = await screen.findByRole('region', { name: 'Loup-Garou' });

    expect(
      within(section)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Player', 'Wolves found', 'Successes as a wolf']);
    expect(lines(section).slice(1)).toEqual(['1Bruno 2 1', '2Ana 1 0']);
  });

  it('says nothing of Loup-Garou where nobody has scored in it', async () => {
    await page([chloe], [chloe]);

    expect(lines(await screen.findByRole('table')).slice(1)).toEqual(['1Chloé 3 2 4']);
    expect(screen.queryByText('Loup-Garou')).toBeNull();
  });
});
