import { describe, expect, it } from 'vitest';
import { moodsFor as decksFor } from './onenight/moods';
import moodsFor from './avalon/moods';

const box: Record<string, number> = {
  werewolf: 2,
  minion: 1,
  mason: 2,
  seer: 1,
  robber: 1,
  troublemaker: 1,
  drunk: 1,
  insomniac: 1,
  hunter: 1,
  tanner: 1,
  villager: 3,
  bodyguard: 1,
  doppelganger: 1,
  sentinel: 1,
  alpha_wolf: 1,
  paranormal_investigator: 1,
  witch: 1,
  village_idiot: 1,
  revealer: 1,
};
const roles = Object.keys(box);

describe.each([3, 4, 5, 6, 7, 8, 9, 10])('a deck by mood for %i', (players) => {
  it.each(decksFor(players, roles))(
    'has three cards more, no more than the box: $id',
    ({ values }) => {
      const counts = Object.values(values).map(Number);

      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(players + 3);
      for (const role of roles) expect(values[role]).toBeLessThanOrEqual(box[role]!);
      expect(Number(values.werewolf) + Number(values.alpha_wolf)).toBe(2);
    },
  );
});

describe.each([5, 6, 7, 8, 9, 10])('Avalon by mood for %i', (players) => {
  const evil = Math.ceil(players / 3);
  const usual = { include_percival: true, include_morgana: true };

  it.each(moodsFor(players, usual))('names no more evil than there are: $id', ({ values }) => {
    const named = ['assassin', 'morgana', 'mordred', 'oberon'].filter(
      (role) => values[`include_${role}`],
    );

    expect(named.length).toBeLessThanOrEqual(evil);
    expect(Boolean(values.include_percival)).toBe(Boolean(values.include_morgana));
  });
});
