import { describe, expect, it } from 'vitest';
import { cardsOf, isSwapped, lastVote, litBy, togglePick, voteOf } from './avalon';
import type { AvalonView, Proposal } from './types';

const proposal: Proposal = {
  quest_number: 2,
  leader: 0,
  team_members: [0, 1],
  approved: true,
  approvals: 3,
  rejections: 2,
  approved_by: [0, 1, 4],
};

function viewOf(part: Partial<AvalonView>): AvalonView {
  return {
    quest_number: 2,
    proposals: [],
    quests: [],
    available_actions: [],
    ...part,
  } as AvalonView;
}

describe('picks', () => {
  it('go in and out', () => {
    expect(togglePick([], 3, 2)).toEqual([3]);
    expect(togglePick([3, 1], 3, 2)).toEqual([1]);
  });

  it('make room when the team is full', () => {
    expect(togglePick([3, 1], 4, 2)).toEqual([1, 4]);
  });
});

describe('votes', () => {
  it('are those of the quest on the table', () => {
    expect(lastVote(viewOf({ proposals: [proposal] }))).toBe(proposal);
    expect(lastVote(viewOf({ proposals: [{ ...proposal, approved: null }] }))).toBeUndefined();
    expect(lastVote(viewOf({ quest_number: 3, proposals: [proposal] }))).toBeUndefined();
  });

  it('have names unless they are anonymous', () => {
    expect(voteOf(proposal, 4)).toBe('approve');
    expect(voteOf(proposal, 3)).toBe('reject');
    const anonymous = { ...proposal };
    delete anonymous.approved_by;
    expect(voteOf(anonymous, 3)).toBeNull();
  });
});

describe('cards', () => {
  it('are turned with the fails last', () => {
    const quest = { success: false, success_count: 1, fail_count: 2 };
    const view = viewOf({ quest_number: 1, quests: [quest as never] });

    expect(cardsOf(view)).toEqual(['success', 'fail', 'fail']);
  });
});

describe('secrets', () => {
  it('light the own disc of whoever knows nobody', () => {
    const role = { role: 'loyal_servant', team: 'good', knows: 'none', known_players: [] };
    expect(litBy(viewOf({ my_role: role as never }), 2)).toEqual([2]);
    expect(litBy(viewOf({ my_role: { ...role, known_players: [1, 4] } as never }), 2)).toEqual([
      1, 4,
    ]);
  });

  it('put buttons on either side, the same for all of a step', () => {
    const sides = Array.from({ length: 40 }, (_, i) => isSwapped('ana', `vote ${i}`));
    expect(sides).toContain(true);
    expect(sides).toContain(false);
    expect(isSwapped('ana', 'vote 1')).toBe(isSwapped('ana', 'vote 1'));
  });
});
