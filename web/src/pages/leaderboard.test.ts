import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../lib/i18n/index.svelte';
import Leaderboard from './Leaderboard.svelte';
import Player from './Player.svelte';

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

/** The page, where the server knows who has played One Night and who chess. */
async function page(onenight: object[], chess: object[]) {
  const lists: { [game: string]: object[] } = { onenight, chess };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ leaderboard: lists[path.split('?game=')[1] ?? ''] ?? [] }),
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
    await page([], [ana, chloe, bruno]);

    const section = await screen.findByRole('region', { name: 'Loup-Garou' });

    expect(
      within(section)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Player', 'Wolves found', 'Wins as the wolf']);
    expect(lines(section).slice(1)).toEqual(['1Bruno 2 1', '2Ana 1 0']);
  });

  it('keeps the games apart', async () => {
    await page([chloe], [bruno]);

    expect(lines(await screen.findByRole('table')).slice(1)).toEqual(['1Chloé 3 2 4']);
    screen.getByRole('button', { name: 'Team Chess' }).click();
    expect(await screen.findByRole('link', { name: 'Bruno' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Chloé' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Avalon' })).toBeNull(); // nobody has played it
  });

  it('gives the same place to those who have as many points', async () => {
    const four = [9, 5, 5, 1].map((score, i) => person(`P${i}`, { score }));
    await page(four, []);

    const places = lines(await screen.findByRole('table')).slice(1);
    expect(places.map((line) => line.trim().split(/\s*P/)[0])).toEqual(['1', '2', '2', '4']);
  });

  it('says nothing of Loup-Garou where nobody has scored in it', async () => {
    await page([], [chloe]);

    expect(lines(await screen.findByRole('table')).slice(1)).toEqual(['1Chloé 3 2 4']);
    expect(screen.queryByText('Loup-Garou')).toBeNull();
  });

  it('leads from a name to what that person has played', async () => {
    await page([chloe], []);

    const link = await screen.findByRole('link', { name: 'Chloé' });

    expect(link.getAttribute('href')).toBe('./player/Chloé');
  });
});

describe('somebody’s games', () => {
  const game = { game_id: 'a', game: 'chess', score: 1, won: false, ended_ms: 0 };
  const answer = async (status: number, body: object) => {
    vi.stubGlobal('fetch', async () => Response.json(body, { status }));
    await startWords();
    render(Player, { playerId: 'b0b' });
  };

  it('say what a point of Loup-Garou was for', async () => {
    const games = [
      { ...game, point: 'found_werewolf' },
      { ...game, game_id: 'b', game: 'journeyman', score: 12, won: true, point: null },
    ];
    await answer(200, { name: 'Bob', games });

    expect(await screen.findByRole('heading', { name: 'Bob' })).toBeTruthy();
    const [wolf, year] = screen.getAllByRole('listitem');
    expect(wolf?.textContent).toMatch(/Team Chess.*1 point\s*found the wolf/s);
    expect(year?.textContent).toMatch(/Journeyman.*won.*12 points\s*$/s);
  });

  it('say how often each game was won', async () => {
    const games = [
      game,
      { ...game, game_id: 'b', won: true },
      { ...game, game_id: 'c', game: 'avalon', won: true },
    ];
    await answer(200, { name: 'Bob', games });

    await screen.findByRole('heading', { name: 'Bob' });
    expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual([
      'won 1 of 2',
      'won 1 of 1',
    ]);
  });

  it('are not shown to who has no name here', async () => {
    await answer(401, { code: 'no_session', title: 'Say who you are' });

    expect((await screen.findByRole('alert')).textContent).not.toBe('');
  });
});
