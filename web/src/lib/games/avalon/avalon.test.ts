import { describe, expect, it } from 'vitest';
import { bearerOf, cardsOf, isSwapped, lastVote, togglePick, voteOf } from './avalon';
import { pictureOf, spritesOf } from './pictures';
import { markOf, stepsOf } from './replay';
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

describe('Excalibur', () => {
  const armed = { ...proposal, approved: null, excalibur: 1 };

  it('is with whom the leader has named, while that team is on the table', () => {
    expect(bearerOf(viewOf({ proposals: [armed], proposed_team: [0, 1] }))).toBe(1);
    expect(bearerOf(viewOf({ proposals: [armed], proposed_team: [] }))).toBeNull();
    expect(bearerOf(viewOf({ proposals: [proposal], proposed_team: [0, 1] }))).toBeNull();
  });

  it('has its picture on the second sprite, which every phone of the table fetches', () => {
    expect(spritesOf(viewOf({ roles_in_play: ['merlin'] }))).toEqual([]);
    expect(spritesOf(viewOf({ roles_in_play: ['merlin', 'cleric'] }))).toHaveLength(1);
    const [sprite] = spritesOf(viewOf({ roles_in_play: ['merlin'], has_excalibur: true }));
    expect(pictureOf('excalibur').split('#')[0]).toBe(sprite);
  });
});

describe('secrets', () => {
  it('put buttons on either side, the same for all of a step', () => {
    const sides = Array.from({ length: 40 }, (_, i) => isSwapped('ana', `vote ${i}`));
    expect(sides).toContain(true);
    expect(sides).toContain(false);
    expect(isSwapped('ana', 'vote 1')).toBe(isSwapped('ana', 'vote 1'));
  });
});

describe('a replay', () => {
  const reveal = (seat: number, role: string, known_players: number[] = []) => ({
    type: 'role_revealed',
    seat,
    role,
    known_players,
  });
  const record = {
    names: ['Ana', 'Bert', 'Cleo'],
    options: { oberon_good_to_lady: true },
    events: [
      { type: 'player_examined', holder: 0, target: 1 },
      { type: 'player_examined', holder: 1, target: 2 },
      reveal(0, 'percival', [2]),
      reveal(1, 'morgana'),
      reveal(2, 'oberon'),
    ].map((event, seq) => ({ ...event, seq })),
  };
  const [before, first, second] = stepsOf(record).map((step) => step.picture);

  it('shows a seat what its card and the Lady have shown it, when they have', () => {
    expect(markOf(before!, 0, 2)?.kind).toBe('unsure');
    expect(markOf(before!, 0, 1)).toBeNull();
    expect(markOf(first!, 0, 1)?.kind).toBe('evil');
    expect(markOf(second!, 0, 1)?.glyph).toBe('evil');
  });

  it('lets the Lady be mistaken where the table wanted it', () => {
    expect(markOf(second!, 1, 2)?.kind).toBe('good');
  });

  it('shows the table nothing, oneself the own role, and all of it to who wants all', () => {
    expect(markOf(second!, 'table', 1)).toBeNull();
    expect(markOf(second!, 2, 2)?.glyph).toBe('oberon');
    expect(markOf(before!, 'all', 1)?.glyph).toBe('morgana');
  });
});
