import { describe, expect, it } from 'vitest';
import {
  bearerOf,
  cardsOf,
  handOf,
  isSwapped,
  lastVote,
  shuffled,
  togglePick,
  voteOf,
} from './avalon';
import { outcomeOf, reasonOf } from './counted';
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

  it('that are Magic come last, since they turn the result', () => {
    const quest = { success: true, success_count: 1, fail_count: 1, magic_count: 1 };
    const view = viewOf({ quest_number: 1, quests: [quest as never] });

    expect(cardsOf(view)).toEqual(['success', 'fail', 'magic']);
  });

  it('say what Magic did: an odd number turns the result, an even one nothing', () => {
    expect(outcomeOf({ fail_count: 1 })).toBe('avalon.history.failure');
    expect(outcomeOf({ magic_count: 0, good_messages: 0 })).toBe('avalon.history.failure');
    expect(outcomeOf({ magic_count: 1 })).toContain('avalon.magic.turns');
    expect(outcomeOf({ magic_count: 2 })).toContain('avalon.magic.cancels');
    expect(outcomeOf({ evil_messages: 1 })).toContain('avalon.messages');
  });

  it('say on the last quest what the messages of all five did to it', () => {
    const said = (good: number[], evil: number[], quest_number = 5) => {
      const quests = good.map((good_messages, i) => ({
        quest_number: i + 1,
        fail_count: 1,
        fails_required: 1,
        good_messages,
        evil_messages: evil[i],
      }));
      return reasonOf(viewOf({ quest_number, quests: quests as never }), String);
    };
    expect(said([1, 1, 0, 0, 1], [0, 0, 0, 0, 1])).toContain('avalon.messages.off');
    expect(said([1, 1, 0, 0, 1], [0, 1, 0, 0, 1])).toContain('avalon.messages.both');
    expect(said([1, 0, 0, 0, 0], [0, 1, 0, 0, 1])).toContain('avalon.messages.more');
    expect(said([1, 1, 0, 1, 0], [0, 0, 0, 0, 0], 4)).not.toContain('avalon.messages.off');
  });

  it('are the same in every hand, whatever a role can play', () => {
    for (const role of ['merlin', 'evil_sorcerer'] as const) {
      const my_role = { role, team: 'good', knows: 'none', known_players: [] } as const;
      const hand = (roles_in_play: AvalonView['roles_in_play']) =>
        handOf(viewOf({ roles_in_play, my_role: { ...my_role, known_players: [] } }));
      expect(hand(['merlin'])).toEqual(['success', 'fail']);
      expect(hand(['merlin', 'good_sorcerer'])).toEqual(['success', 'fail', 'magic']);
      expect(hand(['merlin', 'good_sorcerer', 'evil_messenger'])).toHaveLength(4);
    }
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

  it('put three cards in any order, the same for all of a step', () => {
    const hand = ['success', 'fail', 'magic'];
    const orders = Array.from({ length: 60 }, (_, i) => shuffled(hand, 'ana', `quest ${i}`).join());
    expect(new Set(orders).size).toBe(6);
    expect(shuffled(hand, 'ana', 'quest 1')).toEqual(shuffled(hand, 'ana', 'quest 1'));
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
