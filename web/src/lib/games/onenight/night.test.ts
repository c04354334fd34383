import { describe, expect, it, vi } from 'vitest';
import { LEADS_MS, scheduleMarks } from './marks';
import { canSkip, deedOf, isComplete, noMarks, targetsOf, toggle, type Form } from './night';
import { pictureOf, spritesOf } from './pictures';
import { stepsOf } from './replay';
import { gridOf } from './grid';
import { decidedBy, headlineOf } from './results';
import { beatsOf, talliesOf, turnedBy, turnOrder } from './stages';
import type { Outcome, OneNightView } from './types';
import { picturesOf } from './walk';

const seer: Form[] = [
  { players: 1, center: 0 },
  { players: 0, center: 2 },
  { players: 0, center: 0 },
];
const both: Form[] = [
  { players: 1, center: 1 },
  { players: 0, center: 0 },
];
const drunk: Form[] = [{ players: 0, center: 1 }];

describe('marks', () => {
  it('a Seer marks one player or two cards, never both', () => {
    const player = toggle(noMarks, 'players', 2, seer);
    const card = toggle(player, 'center', 0, seer);

    expect(player).toEqual({ players: [2], center: [] });
    expect(isComplete(player, seer)).toBe(true);
    expect(card).toEqual({ players: [], center: [0] });
    expect(isComplete(card, seer)).toBe(false);
    expect(isComplete(toggle(card, 'center', 1, seer), seer)).toBe(true);
  });

  it('the oldest mark gives way to a new one', () => {
    const two = toggle(toggle(noMarks, 'center', 0, seer), 'center', 1, seer);

    expect(toggle(two, 'center', 2, seer).center).toEqual([1, 2]);
    expect(toggle(toggle(noMarks, 'players', 1, seer), 'players', 2, seer).players).toEqual([2]);
  });

  it('a second tap unmarks', () => {
    const once = toggle(noMarks, 'players', 3, both);

    expect(toggle(once, 'players', 3, both)).toEqual(noMarks);
  });

  it('a player and a card stand side by side where both are asked for', () => {
    const marks = toggle(toggle(noMarks, 'players', 3, both), 'center', 1, both);

    expect(marks).toEqual({ players: [3], center: [1] });
    expect(isComplete(marks, both)).toBe(true);
    expect(toggle(marks, 'players', 4, both)).toEqual({ players: [4], center: [1] });
  });

  it('nothing is an answer only where the server offers it', () => {
    expect(canSkip(seer)).toBe(true);
    expect(canSkip(drunk)).toBe(false);
    expect(isComplete(noMarks, drunk)).toBe(false);
  });

  it('what is not offered is not marked', () => {
    expect(toggle(noMarks, 'players', 1, drunk)).toEqual(noMarks);
  });
});

describe('targets', () => {
  it('are those that the server offers, the own seat only where it is among them', () => {
    const act = (from: number[]) =>
      ({
        available_actions: [
          { type: 'act', players: { from, count: 1 }, center: { from: [0, 1, 2], count: 0 } },
        ],
      }) as unknown as OneNightView;

    expect(targetsOf(act([1, 3]))).toEqual([1, 3]);
    expect(targetsOf({ available_actions: [] } as unknown as OneNightView)).toEqual([]);
  });
});

describe('pictures', () => {
  it('of the Daybreak box are fetched by all or by nobody', () => {
    expect(spritesOf(['werewolf', 'seer'])).toEqual([]);
    expect(spritesOf(['werewolf', 'witch'])).toHaveLength(1);
    expect(pictureOf('witch').split('#')[0]).toBe(spritesOf(['witch'])[0]);
    expect(pictureOf('seer')).toMatch(/#seer$/);
  });
});

function outcome(change: Partial<Outcome>): Outcome {
  const seat = { was_killed: false, won: false };
  return {
    row: 1,
    reason: 'no_werewolf_died',
    winners: [],
    deaths: [],
    seats: [
      { dealt: 'robber', final: 'werewolf', team: 'werewolf', ...seat },
      { dealt: 'werewolf', final: 'robber', team: 'village', ...seat },
      { dealt: 'tanner', final: 'tanner', team: 'tanner', ...seat },
      { dealt: 'minion', final: 'minion', team: 'werewolf', ...seat },
    ],
    center: [],
    night: [],
    first_instincts: [],
    ...change,
  };
}

describe('deeds of the newer roles', () => {
  const deed = (change: Partial<Outcome['night'][0]['actions'][0]>) => ({
    seat: 0,
    action_type: 'SWAP_PLAYER_TO_CENTER' as const,
    source_id: 'seat_1',
    target_id: 'center_3',
    source_role: 'werewolf',
    target_role: 'werewolf',
    ...change,
  });
  const center = ['seer', 'seer', 'seer', 'werewolf'].map((dealt) => ({ dealt, final: dealt }));

  it('an Alpha Wolf moves the card of another to the fourth slot', () => {
    const night = [{ role: 'alpha_wolf', actions: [deed({})] }];

    const pictures = picturesOf(outcome({ night, center }), String);

    const at = (place: string) => pictures[1]?.cards.find((card) => card.at === place)?.id;
    expect(at('center_3')).toBe('seat_1');
    expect(at('seat_1')).toBe('center_3');
  });

  it('a shield moves nothing', () => {
    const shield = deed({ action_type: 'SHIELD_CARD', target_id: '', source_role: null });
    const night = [{ role: 'sentinel', actions: [shield] }];

    const pictures = picturesOf(outcome({ night, center }), String);

    expect(pictures[1]?.cards).toEqual(pictures[0]?.cards);
    expect(pictures[1]?.lit).toEqual(['seat_1']);
  });
});

describe('a Doppelganger', () => {
  const night = (change: Partial<OneNightView>, step: string) =>
    ({
      dealt: 'doppelganger',
      copied: 'robber',
      turned: null,
      night_pace: 'narrated',
      window: { step, prompt: 'deed', question: 0 },
      ...change,
    }) as OneNightView;

  it('is told what to do by what she copied', () => {
    expect(deedOf(night({ copied: null }, 'doppelganger'))).toBe('onenight.do.doppelganger');
    expect(deedOf(night({}, 'doppelganger_acts'))).toBe('onenight.do.choice.robber');
    expect(deedOf(night({ copied: 'witch' }, 'doppelganger_acts_again'))).toBe(
      'onenight.do.witch_again',
    );
    expect(deedOf(night({ copied: 'witch' }, 'choice_again'))).toBe('onenight.do.copy.witch');
    expect(deedOf(night({ copied: null }, 'choice'))).toBe('onenight.do.choice.doppelganger');
    expect(deedOf(night({ night_pace: 'eyes_closed' }, 'doppelganger_acts'))).toBe(
      'onenight.do.robber',
    );
  });

  it('with eyes closed has looked where she wakes with others', () => {
    const window = { step: 'werewolf', prompt: 'sleep', question: 0 } as OneNightView['window'];

    expect(deedOf(night({ copied: 'alpha_wolf', window }, ''))).toBe('onenight.now.looked');
    expect(deedOf(night({ copied: 'dream_wolf', window }, ''))).toBe('onenight.now.sleep');
  });
});

describe('results', () => {
  it('name those who won', () => {
    expect(headlineOf(outcome({ winners: [0, 3] }))).toBe('werewolf');
    expect(headlineOf(outcome({ winners: [3] }))).toBe('minion');
    expect(headlineOf(outcome({ winners: [1, 2] }))).toBe('village_tanner');
    expect(headlineOf(outcome({ winners: [2, 3] }))).toBe('minion_tanner');
    expect(headlineOf(outcome({ winners: [2] }))).toBe('tanner');
    expect(headlineOf(outcome({ winners: [] }))).toBe('nobody');
  });

  it('show the cards travelling', () => {
    const night: Outcome['night'] = [
      {
        role: 'robber',
        actions: [
          {
            seat: 0,
            action_type: 'SWAP_PLAYER_TO_PLAYER',
            source_id: 'seat_0',
            target_id: 'seat_1',
            source_role: 'robber',
            target_role: 'werewolf',
          },
        ],
      },
    ];

    const pictures = picturesOf(outcome({ night }), String);

    const lies = (place: string) =>
      pictures.map((picture) => picture.cards.find((card) => card.at === place)?.role);
    expect(lies('seat_0')).toEqual(['robber', 'werewolf', 'werewolf']);
    expect(lies('seat_1')).toEqual(['werewolf', 'robber', 'robber']);
    expect(pictures[1]?.lit).toEqual(['seat_0', 'seat_1']);
  });
});

/** Three seats: the Seer looks at the wolf, then the Robber takes the wolf's card and looks at it. */
const record = {
  options: { werewolf: 1, seer: 1, robber: 1, villager: 3 },
  names: ['Ana', 'Ben', 'Cleo'],
  events: [
    { type: 'step_began', step: 'werewolf' },
    { type: 'step_began', step: 'seer' },
    { type: 'step_began', step: 'robber' },
    { type: 'ballot_revealed', seat: 0, target: 1 },
    { type: 'ballot_revealed', seat: 1, target: null },
    { type: 'ballot_revealed', seat: 2, target: 1 },
    { type: 'player_died', seat: 1, cause: 'votes', hunter: null },
    { type: 'card_turned', place: 'seat_0', dealt: 'seer', final: 'seer' },
    { type: 'card_turned', place: 'seat_1', dealt: 'werewolf', final: 'robber' },
    { type: 'card_turned', place: 'seat_2', dealt: 'robber', final: 'werewolf' },
    { type: 'card_turned', place: 'center_0', dealt: 'villager', final: 'villager' },
    { type: 'card_turned', place: 'center_1', dealt: 'villager', final: 'villager' },
    { type: 'card_turned', place: 'center_2', dealt: 'villager', final: 'villager' },
    { type: 'mates_told', seat: 1, mates: [] },
    { type: 'deed_told', seat: 0, action_type: 'VIEW_CARD', source: 'seat_1', target: 'seat_1' },
    {
      type: 'deed_told',
      seat: 2,
      action_type: 'SWAP_PLAYER_TO_PLAYER',
      source: 'seat_2',
      target: 'seat_1',
    },
    { type: 'deed_told', seat: 2, action_type: 'VIEW_CARD', source: 'seat_2', target: 'seat_2' },
    { type: 'game_ended', row: 1, winners: [2] },
  ].map((event, seq) => ({ ...event, seq })),
};

describe('a replay', () => {
  const steps = stepsOf(record);

  it('walks from the deal through every role, the vote and the end', () => {
    expect(steps).toHaveLength(8); // dealt, wolf, seer, robber twice, morning, vote, end
    expect(steps[6]?.picture.arrows).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 1 },
    ]);
    expect(steps.map((step) => step.picture.isOpen).lastIndexOf(false)).toBe(6);
    expect(steps[7]?.picture.dead).toEqual([1]);
  });

  it('gives every seat what it knew and no more', () => {
    const [seer, wolf, robber] = steps[5]?.picture.known ?? [];

    expect(seer).toEqual({ seat_0: 'seer', seat_1: 'werewolf' }); // she does not know of the robbery
    expect(wolf).toEqual({ seat_1: 'werewolf' });
    expect(robber).toEqual({ seat_1: 'robber', seat_2: 'werewolf' });
  });
});

describe('marks on the wire', () => {
  it('every phone sends as many, at the same times, whatever it has to do', () => {
    vi.useFakeTimers();
    const sent: number[] = [];
    scheduleMarks(20_000, 6_000, () => sent.push(Date.now()));
    const began = Date.now();
    vi.advanceTimersByTime(14_000);
    expect(sent.map((at) => 14_000 - (at - began))).toEqual([...LEADS_MS]);
    vi.useRealTimers();
  });

  it('a phone that comes late sends what is left, and nothing once the step has changed', () => {
    vi.useFakeTimers();
    let count = 0;
    scheduleMarks(20_000, 19_000, () => count++);
    vi.advanceTimersByTime(1_000);
    expect(count).toBe(1);
    scheduleMarks(40_000, 21_000, () => count++)();
    vi.advanceTimersByTime(20_000);
    expect(count).toBe(1);
    vi.useRealTimers();
  });
});

describe('the end as it is staged', () => {
  it('turns the cards clockwise from the viewer, those who died last', () => {
    expect(turnOrder(5, 3, [4, 1])).toEqual([3, 0, 2, 4, 1]);
    expect(turnOrder(3, -1, [])).toEqual([0, 1, 2]);
  });

  it('counts three, shows the votes, turns every card once and holds back those who died', () => {
    const beats = beatsOf(turnOrder(4, 0, [2]), [2]);
    expect(beats.map(({ stage, n }) => `${stage} ${n}`)).toEqual([
      'count 3',
      'count 2',
      'count 1',
      'votes 0',
      'turn 0',
      'turn 1',
      'turn 3',
      'turn 2',
      'turn 2',
    ]);
    expect(turnedBy(beats, 5)).toEqual([0, 1]);
    expect(turnedBy(beats, 7)).toEqual([0, 1, 3]); // held, not yet turned
    expect(turnedBy(beats, 8)).toEqual([0, 1, 3, 2]);
  });

  it('counts ballots, of which some are void', () => {
    expect(talliesOf([{ target: 1 }, { target: null }, { target: 1 }], 3)).toEqual([0, 2, 0]);
  });

  it('a wolf of any kind decides', () => {
    const seats = outcome({}).seats.map((seat, i) =>
      i === 0 ? { ...seat, final: 'dream_wolf' } : seat,
    );
    const deaths = [2, 0].map((seat) => ({ seat, cause: 'votes' as const, hunter: null }));
    expect(decidedBy(outcome({ seats, deaths }))).toBe(0);
    expect(headlineOf(outcome({ seats, winners: [0, 3] }))).toBe('werewolf');
  });

  it('lays the cards out as large as the box allows, never wider or higher', () => {
    for (const cards of [3, 5, 6, 8, 10])
      for (const [width, height] of [
        [358, 480],
        [288, 250],
        [1728, 800],
      ] as const) {
        const box = { width, height, cards, hasCentre: true, largest: 200, plate: 38 };
        const { cols, card, scrolls } = gridOf(box);
        expect(cols * card).toBeLessThan(width);
        if (!scrolls) expect(Math.ceil(cards / cols) * card * 1.4).toBeLessThan(height);
      }
    expect(
      gridOf({ width: 200, height: 60, cards: 10, hasCentre: true, largest: 96, plate: 80 })
        .scrolls,
    ).toBe(true);
  });

  it('says in a line what lies in the middle where its cards would push others out', () => {
    // The results of eight on the smallest phone: all cards are seen at once.
    const box = { width: 312, height: 226, cards: 8, hasCentre: true, largest: 96, plate: 38 };
    expect(gridOf(box)).toMatchObject({ cols: 4, scrolls: false, hasLine: true });
    expect(gridOf({ ...box, height: 420 })).toMatchObject({ scrolls: false, hasLine: false });
    // The line stays where the cards scroll, and there is none where nothing lies in the middle.
    expect(gridOf({ ...box, height: 120 })).toMatchObject({ scrolls: true, hasLine: true });
    expect(gridOf({ ...box, height: 120, hasCentre: false }).hasLine).toBe(false);
  });

  it('leaves room for a role with a long name: as wide as its column, and a second line', () => {
    // The cards of eight turn on the smallest phone.
    const box = { width: 304, height: 440, cards: 8, hasCentre: false, largest: 96, plate: 38 };
    const short = gridOf({ ...box, name: 60, word: 60, line: 16 });
    const long = gridOf({ ...box, name: 167, word: 87, line: 16 }); // "Investigador paranormal"
    for (const { cols, card, name } of [short, long]) {
      expect(name).toBeGreaterThan(card + 14);
      expect(cols * (name + 4)).toBeLessThanOrEqual(box.width);
      expect(Math.ceil(box.cards / cols) * (card * 1.4 + box.plate)).toBeLessThan(box.height);
    }
    expect(long.name).toBeGreaterThan(87 + 8);
    expect([short.wraps, long.wraps, long.scrolls]).toEqual([false, true, false]);
    // Where it would push out the cards of the middle, the end of a long name gives way.
    const results = { ...box, width: 312, height: 320, cards: 6, hasCentre: true };
    const tight = gridOf({ ...results, name: 167, word: 87, line: 16 });
    expect(tight).toEqual(gridOf(results));
    expect(tight.hasLine).toBe(false);
  });
});
