import { beforeAll, describe, expect, it } from 'vitest';
import { addWords, startWords } from '../../i18n/index.svelte';
import { loadGame } from '..';
import type { GameEvent } from '../../net/session.svelte';
import grimoire from '.';
import { byTeam, nameOf, shapeOf, teamOf } from './characters';
import { layRing } from '../../ui/ring';
import { handTo } from './clock';
import { stepsOf } from './replay';
import { sayMessage, tellEvent } from './say';
import { argsOf, chipsOf, draftOf, isTrue, nextStep, shifted, stateOf } from './storyteller/desk';
import { entriesOf, standing, townAt } from './storyteller/history';
import { words } from './storyteller/words';
import { betsOutcome, toggle } from './town';
import type { Desk, Effect, NightStep, Script, Seat, Truth } from './types';

const script: Script = {
  name: '',
  author: '',
  house_rules: [],
  characters: ['chef', 'saint', 'imp', 'custom_1'],
  custom: [
    {
      character: 'custom_1',
      id: 'owl',
      name: 'Owl',
      team: 'minion',
      ability: 'Hoots.',
      reminders: [],
      changes_setup: false,
    },
  ],
  night: [],
};
const names = ['Ana', 'Bruno', 'Chloé', 'Dora'];
const name = (seat: number) => names[seat] ?? '–';
const nothing = { players: [], characters: [], number: null, text: '' };

beforeAll(async () => {
  await startWords(true);
  await loadGame('grimoire');
  await addWords(words);
});

describe('characters', () => {
  it('are named by the house or by the script that brings them', () => {
    expect(nameOf('imp')).toBe('Imp');
    expect(nameOf('custom_1', script)).toBe('Owl');
    expect(nameOf('custom_2', script)).toBe('Own character 2');
  });

  it('stand by team in the order of the sheet, each team with its shape', () => {
    expect(byTeam(script).map(({ team }) => team)).toEqual([
      'townsfolk',
      'outsider',
      'minion',
      'demon',
    ]);
    expect(shapeOf(teamOf('custom_1', script))).toBe('evil');
    expect(shapeOf(teamOf('saint'))).toBe('good');
  });
});

describe('what a player is told', () => {
  it.each([
    ['washerwoman', { players: [0, 2], characters: ['chef'] }, 'One of Ana and Chloé is the Chef.'],
    ['librarian', { number: 0 }, 'There is no Outsider.'],
    ['chef', { number: 1 }, '1 pair of neighbours is evil.'],
    ['empath', { number: 0 }, '0 of your living neighbours are evil.'],
    ['fortune_teller', { number: 1 }, 'Yes: a Demon is among them.'],
    ['fortune_teller', { number: 0 }, 'No: there is no Demon among them.'],
    ['undertaker', { characters: ['drunk'] }, 'The Drunk was executed.'],
    ['minion_info', { number: 3, players: [1] }, 'The Demon is Dora. Minion: Bruno.'],
    [
      'demon_info',
      { players: [1], characters: ['monk', 'mayor', 'saint'] },
      'Your Minion: Bruno. Not in play: Monk, Mayor and Saint.',
    ],
    ['you_are', { characters: ['imp'], number: 1 }, 'You are the Imp. You are evil.'],
    ['custom_1', { players: [2], number: 3, text: 'Hoot.' }, 'Players: Chloé. Number: 3. Hoot.'],
  ])('by the %s', (about, told, sentence) => {
    expect(sayMessage({ ...nothing, ...told, about }, name, script).join(' ')).toBe(sentence);
  });
});

const truth: Truth = {
  kind: 'number',
  is_ready: true,
  plain: { players: [], characters: [], number: 1 },
  numbers: [1, 2],
  characters: [],
  false_numbers: [0],
  pairs: [],
  may_be_none: false,
  suggested: { players: [], characters: [], number: 1 },
};

describe('an answer', () => {
  it('is true under any registration, and a lie otherwise', () => {
    expect(isTrue({ ...truth.plain, number: 2 }, truth)).toBe(true);
    expect(isTrue({ ...truth.plain, number: 0 }, truth)).toBe(false);
  });

  it('about a pair is true if one of the two is or may seem the character', () => {
    const pair: Truth = {
      ...truth,
      kind: 'pair',
      pairs: [{ character: 'chef', is: [3], may_be: [5] }],
    };
    const told = { players: [1, 5], characters: ['chef'], number: null };
    expect(isTrue(told, pair)).toBe(true);
    expect(isTrue({ ...told, players: [1, 2] }, pair)).toBe(false);
    expect(isTrue({ players: [], characters: [], number: 0 }, pair)).toBe(false);
    expect(isTrue({ players: [], characters: [], number: 0 }, { ...pair, may_be_none: true })).toBe(
      true,
    );
  });

  it('goes out with what was said and nothing else', () => {
    expect(argsOf(draftOf(truth.plain))).toEqual({ number: 1 });
    expect(argsOf({ ...nothing, players: [2], text: ' hm ' })).toEqual({
      players: [2],
      text: 'hm',
    });
  });
});

function effect(token: number, id: string, more: Partial<Effect> = {}): Effect {
  return { token, effect: id, source: null, character: null, expiry: [], note: '', ...more };
}

describe('the grimoire', () => {
  const seat = { seat: 4 } as Seat;

  it('shows the reminders that came to a seat, not what its character always has', () => {
    const effects = [
      effect(1, 'bounce', { source: 4 }),
      effect(2, 'dead'),
      effect(3, 'poisoned', { source: 1, expiry: ['dusk'] }),
      effect(4, 'safe', { source: 2, expiry: ['dawn'] }),
      effect(5, 'note', { note: 'hm' }),
    ];
    const shown = chipsOf({ ...seat, effects });
    expect(shown.map((one) => one.effect)).toEqual(['poisoned', 'safe', 'note']);
  });

  it('knows which step of the night is next, and who has nobody to wake', () => {
    const step = (at: number, status: NightStep['status'], is_due: boolean): NightStep => {
      return { step: at, kind: 'imp', seat: 0, origin: 'sheet', order: at, status, is_due };
    };
    const steps = [
      step(0, 'done', true),
      step(1, 'waiting', false),
      step(2, 'waiting', true),
      step(3, 'skipped', true),
      step(4, 'waiting', true),
    ];
    const view = { night: { is_first: false, open: null, steps } } as unknown as Desk;
    expect(nextStep(view)?.step).toBe(2);
    expect(steps.map((one) => stateOf(one, view))).toEqual([
      'done',
      'idle',
      'next',
      'skipped',
      'waiting',
    ]);
  });

  it('moves a seat round the ring, over its ends too', () => {
    expect(shifted([3, 1, 2, 0], 3, -1)).toBe(3);
    expect(shifted([3, 1, 2, 0], 0, 1)).toBe(0);
    expect(shifted([3, 1, 2, 0], 1, 1)).toBe(2);
  });

  it('marks up to so many; the oldest mark gives way', () => {
    expect(toggle([1, 2], 3, 2)).toEqual([2, 3]);
    expect(toggle([1, 2], 1, 2)).toEqual([2]);
  });
});

describe('the bets of the dead', () => {
  const result = { winner: 'evil', reason: 'two_are_left' };
  const outcome = (bets: object[]) => betsOutcome({ bets, result } as unknown as Desk, name);

  it('are told by whether they came true, and not at all where there are none', () => {
    expect(outcome([])).toBe('');
    expect(
      outcome([
        { seat: 0, winner: 'evil' },
        { seat: 1, winner: 'good' },
        { seat: 3, winner: 'evil' },
      ]),
    ).toBe('Bet on the winners: Ana and Dora. Bet on the other side: Bruno.');
  });
});

describe('the clock hand', () => {
  const ring = layRing({ width: 400, height: 300, seats: 4, self: 0 });

  it('points at the seats as they sit and never turns back', () => {
    let angle = 0;
    const turns = [0, 1, 2, 3, 0].map((place) => {
      const before = angle;
      angle = handTo(ring, place, before)?.angle ?? 0;
      return Math.round(angle - before);
    });
    expect(turns).toEqual([90, 90, 90, 90, 90]);
  });

  it('reaches to the edge of what the seats leave free', () => {
    expect(handTo(ring, 0, 0)?.length).toBeCloseTo(ring.centre.height / 2);
    expect(handTo(ring, 1, 0)?.length).toBeCloseTo(ring.centre.width / 2);
  });

  it('is not there where people stand in rows', () => {
    expect(handTo(layRing({ width: 400, height: 300, seats: 16, self: 0 }), 3, 0)).toBeNull();
  });
});

function event(at_step: number, type: string, more: object = {}): GameEvent {
  return { type, seq: at_step, kind: 'game', at_step, ...more };
}

describe('a replay', () => {
  it('goes through everything that has words, with the dead and the characters as they came out', () => {
    const steps = stepsOf({
      options: {},
      names,
      looks: [4, 0, 9], // as they sat in that game, wherever they sit now
      events: [
        event(1, 'night_began', { night: 1 }),
        event(2, 'step_opened', { step: 0 }),
        event(3, 'death_announced', { seat: 2 }),
        event(4, 'seat_revealed', { seat: 2, character: 'chef', belief: 'none' }),
        event(4, 'game_ended', { winner: 'evil', reason: 'two_are_left' }),
      ],
    });
    expect(steps.map(({ label }) => label)).toEqual([
      'Night 1 falls.',
      'Chloé is dead.',
      'Evil wins.',
    ]);
    expect(steps[0]?.picture.seats[2]).toEqual({
      name: 'Chloé',
      look: 9,
      character: 'chef',
      isDead: false,
      isLit: false,
    });
    expect(steps[1]?.picture.seats[2]).toMatchObject({ isDead: true, isLit: true });
  });
});

describe('the log', () => {
  const log: GameEvent[] = [
    { type: 'game_started', seq: 0 },
    event(1, 'setup_began'),
    event(2, 'character_assigned', { seat: 0, character: 'imp', is_evil: true }),
    event(3, 'effect_added', { token: 1, seat: 1, effect: 'poisoned' }),
    event(4, 'died', { seat: 1 }),
    { type: 'rewound', seq: 5, from: 4, to: 2 },
    event(3, 'effect_added', { token: 1, seat: 2, effect: 'drunk' }),
  ];

  const textsOf = (events: GameEvent[]) =>
    entriesOf(events, name, script).map(({ step, lines }) => ({
      step,
      lines: lines.map(({ text }) => text),
    }));

  it('keeps what was not taken back', () => {
    expect(standing(log).map((one) => one.type)).toEqual([
      'setup_began',
      'character_assigned',
      'effect_added',
    ]);
    const again = standing([...log.slice(0, 6), { type: 'rewound', seq: 6, from: 2, to: 4 }]);
    expect(again.map((one) => one.type)).toContain('died');
  });

  it('says every step in words, and shows the town after it', () => {
    const events = standing(log);
    expect(textsOf(events)).toEqual([
      { step: 1, lines: ['The town gathers.'] },
      { step: 2, lines: ['Ana is the Imp.'] },
      { step: 3, lines: ['Chloé: Drunk.'] },
    ]);
    expect(townAt(events, 2).seats.get(0)?.character).toBe('imp');
    expect(townAt(events, 2).seats.get(2)).toBeUndefined();
    expect(townAt(events, 3).seats.get(2)?.effects[0]?.effect).toBe('drunk');
  });

  it('says a death once', () => {
    const events = [
      event(1, 'died', { seat: 1, cause: 'execution' }),
      event(1, 'effect_added', { seat: 1, token: 1, effect: 'dead' }),
      event(1, 'death_announced', { seat: 1 }),
      event(2, 'death_announced', { seat: 2 }),
      event(3, 'effect_added', { seat: 1, token: 2, effect: 'used_dead_vote' }),
      event(3, 'ghost_vote_set', { seat: 1, is_spent: true }),
    ];
    expect(textsOf(events)).toEqual([
      { step: 1, lines: ['Bruno dies.'] },
      { step: 2, lines: ['Chloé is dead.'] },
      { step: 3, lines: ['Bruno has used the ghost vote.'] },
    ]);
  });

  it('calls a character of the script by its own name', () => {
    const revealed = event(9, 'seat_revealed', { seat: 1, character: 'custom_1', belief: 'none' });
    expect(grimoire.tell(revealed, name, { script })).toBe('Bruno was the Owl.');
  });

  it('chooses between sentences by what happened', () => {
    const counted = event(9, 'vote_counted', { votes: 4, result: 'tied' });
    expect(tellEvent(counted, name)).toBe('4 votes: a tie, nobody is on the block.');
    expect(tellEvent(event(9, 'executed', { seat: 1, cause: 'execution' }), name)).toBe(
      'Bruno is executed.',
    );
    expect(tellEvent(event(9, 'step_opened', { step: 1 }), name)).toBeNull();
  });
});
