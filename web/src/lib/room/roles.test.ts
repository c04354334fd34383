import { describe, expect, it } from 'vitest';
import { plain, roleLines, rolesSet } from './roles';

const role = (role_id: string, team: string, wake_order: number | null) => ({
  role_id,
  team,
  wake_order,
  has_action: wake_order !== null,
  description: '',
});
const known = [
  role('hunter', 'village', null),
  role('seer', 'village', 4),
  role('werewolf', 'werewolf', 1),
  role('tanner', 'tanner', null),
];

describe('the role sheet', () => {
  it('lists what is in play in the order of waking, the sleepers last', () => {
    expect(roleLines(['tanner', 'hunter', 'seer', 'werewolf', 'werewolf'], known)).toEqual([
      { id: 'werewolf', team: 'evil', count: 2 },
      { id: 'seer', team: 'good', count: 1 },
      { id: 'hunter', team: 'good', count: 1 },
      { id: 'tanner', team: 'third', count: 1 },
    ]);
  });

  it('leaves out what is not in play', () => {
    expect(roleLines(['seer'], known).map((line) => line.id)).toEqual(['seer']);
  });

  it('before a game lists what the settings say, by number or by switch', () => {
    expect(rolesSet(known, { werewolf: 2, hunter: 0, include_seer: true, pool: true })).toEqual([
      'seer',
      'werewolf',
      'werewolf',
    ]);
  });

  it('finds a word without its accents', () => {
    expect(plain('Détective')).toBe('detective');
  });
});
