/** What the desk says: the engine's facts in one line, and the log in sentences. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadGame } from '../..';
import { addWords, startWords, t } from '../../../i18n/index.svelte';
import type { GameEvent } from '../../../net/session.svelte';
import { abilityOf, byTeam } from '../characters';
import { officials } from '../reference.svelte';
import type { Desk, Fact, OpenStep, Question, Vote } from '../types';
import { foresee, foreseeAnswer, foreseeExecution, lastNews, weigh } from './consequence';
import { faceOf } from './face';
import { entriesOf, filtered } from './history';
import { nightMarks, numberedSteps } from './seat';
import { words } from './words';

const names = ['Ana', 'Bruno', 'Chloé', 'Dora'];
const name = (seat: number) => names[seat] ?? '–';
const script = { characters: [], custom: [], night: [] } as unknown as Desk['script'];

beforeAll(async () => {
  await startWords(true);
  await loadGame('grimoire');
  await addWords(words);
});

function fact(kind: Fact['fact'], more: Partial<Fact> = {}): Fact {
  const none = { seat: null, other: null, players: [], effect: null, character: null };
  return { fact: kind, ...none, cause: null, winner: null, ...more };
}

function deskWith(more: object): Desk {
  return {
    script,
    phase: 'night',
    nominations: { today: [] },
    block: { seat: null, votes: 0 },
    ...more,
  } as unknown as Desk;
}

function imp(facts: Fact[]): OpenStep {
  const choice = { count: 1, from: [0, 1], made: null, phone: null };
  return { kind: 'imp', choice, outcomes: [{ player: 1, facts }] } as unknown as OpenStep;
}

describe('the consequence line', () => {
  it('names the rule that protects, and says that nobody dies', () => {
    const facts = [fact('prevented', { seat: 1, effect: 'safe', character: 'soldier' })];
    expect(foresee(deskWith({}), imp(facts), [1], name)).toEqual({
      strong: 'Soldier: Bruno is protected.',
      text: 'Nobody dies.',
      mayBeFalse: false,
    });
  });

  it('says of a sham death that the player lives, and not that anybody dies', () => {
    const facts = [
      fact('died', { seat: 1, cause: 'demon' }),
      fact('prevented', { seat: 1, effect: 'sham_death' }),
    ];
    expect(foresee(deskWith({}), imp(facts), [1], name)).toMatchObject({
      strong: 'Bruno lives, and seems dead to everybody.',
      text: '',
    });
  });

  it('says of everything that stops something what it is, though its reminder is gone by then', () => {
    for (const effect of ['spare_life', 'tea_time', 'deathless', 'reprieve', 'mercy', 'last_day']) {
      const said = foresee(deskWith({}), imp([fact('prevented', { seat: 1, effect })]), [1], name);
      expect(said?.strong).not.toContain('is protected');
    }
  });

  it('is violet where the choice comes to nothing', () => {
    const facts = [fact('failed', { seat: 0, effect: 'poisoned' })];
    expect(foresee(deskWith({}), imp(facts), [1], name)).toMatchObject({
      strong: 'Poisoned: nothing happens.',
      mayBeFalse: true,
    });
  });

  it('says nothing before the choice is whole, and nothing of its own', () => {
    expect(foresee(deskWith({}), imp([]), [], name)).toBeNull();
    expect(foresee(deskWith({}), imp([]), [0], name)).toBeNull();
    expect(foresee(deskWith({}), imp([]), [1], name)?.strong).toBe('Nothing happens.');
  });

  it('says of two players, or a player and a character, that it is said next, or that nothing happens', () => {
    const two = { count: 2, from: [0, 1, 2], made: null, phone: null };
    const step = (more: object) =>
      ({
        kind: 'innkeeper',
        choice: two,
        seat: 0,
        works: true,
        why: [],
        ...more,
      }) as unknown as OpenStep;
    expect(foresee(deskWith({}), step({}), [1, 2], name)).toMatchObject({
      strong: 'Bruno and Chloé: chosen.',
    });
    const gambler = { ...two, count: 1, characters: ['imp'] };
    expect(foresee(deskWith({}), step({ choice: gambler }), [1], name)?.strong).toBe(
      'Bruno: chosen.',
    );
    const drunk = step({ works: false, why: ['drunk'] });
    expect(foresee(deskWith({}), drunk, [1, 2], name)).toMatchObject({
      strong: 'Drunk: nothing happens.',
      mayBeFalse: true,
    });
    // Whoever learns something by it is told at once.
    expect(foresee(deskWith({}), step({ answer: { is_ready: false } }), [1, 2], name)).toBeNull();
  });

  it('says of several who are struck in turn what each meets with, until the ability is lost', () => {
    const outcomes = [
      {
        player: 1,
        facts: [
          fact('marked', { seat: 1, other: 0, effect: 'swallowed' }),
          fact('died', { seat: 1, cause: 'demon' }),
        ],
      },
      { player: 2, facts: [fact('prevented', { seat: 2, effect: 'safe', character: 'soldier' })] },
      {
        player: 3,
        facts: [
          fact('marked', { seat: 0, other: 3, effect: 'drunk' }),
          fact('failed', { seat: 0, effect: 'drunk' }),
        ],
      },
    ];
    const choice = { count: 2, from: [0, 1, 2, 3], made: null, phone: null };
    const step = { kind: 'shabaloth', choice, outcomes } as unknown as OpenStep;
    expect(foresee(deskWith({}), step, [1], name)).toBeNull();
    expect(foresee(deskWith({}), step, [1, 2], name)).toMatchObject({
      strong: 'Bruno dies.',
      text: 'Soldier: Chloé is protected.',
    });
    expect(foresee(deskWith({}), step, [1, 3], name)?.strong).toBe('Bruno dies.');
    const goonFirst = foresee(deskWith({}), step, [3, 1], name);
    expect(`${goonFirst?.strong} ${goonFirst?.text}`).not.toContain('Bruno dies');
    expect(goonFirst?.mayBeFalse).toBe(true);
  });

  it('does not say that something will be asked once it was', () => {
    const facts = [
      fact('asked', { seat: 0, effect: 'lodging', character: 'innkeeper' }),
      fact('marked', { seat: 1, other: 0, effect: 'drunk' }),
    ];
    const view = { consequence: { step: 2, facts } };
    expect(lastNews(deskWith(view), name)?.strong).toBe('Bruno is drunk.');
    const asked = lastNews(deskWith({ ...view, question: {} }), name);
    expect(asked?.strong).toContain('you will be asked');
  });

  it('does not say that somebody may not be chosen again', () => {
    const marks = [
      fact('marked', { seat: 1, other: 0, effect: 'last_choice' }),
      fact('marked', { seat: 1, other: 0, effect: 'reprieve' }),
    ];
    expect(foresee(deskWith({}), imp(marks), [1], name)).toMatchObject({
      strong: 'Bruno survives an execution tomorrow.',
      text: '',
    });
    const facts = [fact('chose', { seat: 0, players: [1] }), ...marks.slice(0, 1)];
    expect(lastNews(deskWith({ consequence: { facts } }), name)).toBeNull();
  });

  it('says what an answer to a rule does', () => {
    const outcomes = [
      { player: 2, facts: [fact('redirected', { seat: 1, other: 2, character: 'mayor' })] },
      { player: null, is_yes: true, facts: [fact('won', { winner: 'good' })] },
    ];
    const question = { outcomes } as unknown as Question;
    const line = foreseeAnswer(deskWith({}), question, { player: 2 }, name);
    expect(line?.strong).toBe('Mayor: Chloé instead of Bruno.');
    expect(foreseeAnswer(deskWith({}), question, { isYes: true }, name)?.strong).toBe('Good wins.');
  });

  it('says what has happened, in the order of the facts', () => {
    const facts = [
      fact('chose', { seat: 0, players: [0], character: 'imp' }),
      fact('died', { seat: 0, cause: 'demon' }),
      fact('became', { seat: 1, character: 'imp' }),
    ];
    expect(lastNews(deskWith({ consequence: { step: 2, facts } }), name)).toMatchObject({
      strong: 'Ana dies.',
      text: 'Bruno is now the Imp: tell them.',
    });
  });

  it('closes the nominations when the Virgin was nominated', () => {
    const facts = [fact('executed', { seat: 1, cause: 'purity' }), fact('died', { seat: 1 })];
    expect(lastNews(deskWith({ consequence: { step: null, facts } }), name)?.strong).toBe(
      'Virgin: Bruno is executed. No more nominations today.',
    );
  });

  it('says how a vote went, and what the execution would do', () => {
    const today = [{ nominator: 0, nominee: 1, is_exile: false, votes: 3, result: 'tied' }];
    const view = deskWith({ phase: 'day', nominations: { today } });
    expect(lastNews(view, name)).toMatchObject({
      strong: 'Bruno: 3 votes.',
      text: 'A tie: nobody is on the block.',
    });
    const execution = [fact('executed', { seat: 1 }), fact('won', { winner: 'evil' })];
    const blocked = deskWith({
      block: { seat: 1, votes: 3 },
      consequence: { facts: [], execution },
    });
    expect(foreseeExecution(blocked, name)).toMatchObject({
      strong: 'Bruno is on the block with 3.',
      text: 'If executed: Evil wins.',
    });
  });

  it('says how many replace whoever is on the block, and how many tie', () => {
    const vote = { nominee: 1, is_exile: false, needed: 3, to_block: 5, to_tie: 4 } as Vote;
    expect(weigh(vote, 5, name).text).toBe('Bruno is on the block.');
    expect(weigh(vote, 4, name).text).toBe('A tie at 4: nobody is on the block.');
    expect(weigh(vote, 3, name).text).toBe('5 put Bruno on the block. 4 tie: then nobody is.');
    expect(weigh({ ...vote, to_tie: null }, 3, name).text).toBe('5 put Bruno on the block.');
  });
});

describe('what is shown to a player', () => {
  const none = { players: [], characters: [], number: null, text: '' };

  it('is a large number with its sentence, of whoever counts', () => {
    for (const about of ['chambermaid', 'clockmaker', 'oracle', 'mathematician', 'juggler'])
      expect(faceOf({ ...none, about, number: 2 })).toMatchObject({ large: '2', isSaid: true });
  });

  it('is a question with a large yes or no', () => {
    for (const about of ['fortune_teller', 'flowergirl', 'town_crier', 'seamstress'])
      for (const number of [0, 1]) {
        const face = faceOf({ ...none, about, number });
        expect(face).toMatchObject({ isWord: true, large: `grimoire.${number ? 'yes' : 'no'}` });
        expect(t(face.lead)).toMatch(/\?$/);
      }
  });

  it('shows the Demon where the Lunatic sits', () => {
    const face = faceOf({ ...none, about: 'lunatic', number: 3, characters: ['lunatic'] });
    expect(face).toMatchObject({ isSaid: true, groups: [{ players: [3] }] });
  });
});

describe('the night', () => {
  it('numbers the open step too when its ability was used up by the choice', () => {
    const step = (at: number, more: object) => ({ step: at, seat: at, status: 'waiting', ...more });
    const steps = [
      step(0, { is_due: true }),
      step(1, { is_due: false }),
      step(2, { is_due: false, status: 'done' }),
      step(3, { is_due: false }),
    ];
    const view = deskWith({ night: { steps, open: 3 } });
    expect(numberedSteps(view).map((one) => one.step)).toEqual([0, 2, 3]);
    expect(nightMarks(view).get(3)).toEqual({ number: 3, state: 'now' });
  });
});

describe('the log', () => {
  let seq = 0;
  const event = (at_step: number, type: string, more: object = {}): GameEvent =>
    ({ seq: ++seq, at_step, type, ...more }) as unknown as GameEvent;
  const told = { seat: 2, about: 'chef', players: [], characters: [], text: '' };
  const night = [
    event(1, 'character_assigned', { seat: 1, character: 'soldier' }),
    event(1, 'effect_added', { token: 1, seat: 1, effect: 'safe', source: 1 }),
    event(2, 'step_added', { step: 0, seat: 0, about: 'imp' }),
    event(2, 'step_added', { step: 1, seat: 2, about: 'chef' }),
    event(3, 'step_opened', { step: 0 }),
    event(4, 'choice_made', { step: 0, choice: [1] }),
    event(4, 'prevented', { effect: 'safe', seat: 1 }),
    event(5, 'step_opened', { step: 1 }),
    event(6, 'message_sent', { ...told, number: 2 }),
    event(6, 'statement_judged', {
      seat: 2,
      is_true: false,
      players: [],
      characters: [],
      number: 1,
    }),
    event(7, 'nominated', { nominator: 0, nominee: 1, is_exile: false }),
  ];
  const lines = (events: GameEvent[]) =>
    entriesOf(events, name, script).flatMap((entry) => entry.lines);

  it('says who chose whom, and which rule answered', () => {
    const texts = lines(night).map(({ text }) => text);
    expect(texts).toContain('Imp Ana chose Bruno.');
    expect(texts).toContain('Soldier: Bruno is protected.');
  });

  it('marks a statement true or false, with the truth', () => {
    const lie = lines(night).find(({ kind }) => kind === 'told');
    expect(lie).toMatchObject({ isTrue: false });
    expect(lie?.truth).toContain('1');
    const honest = [...night.slice(0, 9), event(6, 'statement_judged', { seat: 2, is_true: true })];
    expect(lines(honest).find(({ kind }) => kind === 'told')?.isTrue).toBe(true);
  });

  it('strikes through what a step that is done again had said', () => {
    const again = lines([...night, event(8, 'step_taken_back', { step: 1 })]);
    expect(again.filter(({ isTakenBack }) => isTakenBack).map(({ kind }) => kind)).toEqual([
      'told',
    ]);
    expect(again.at(-1)?.text).toContain('Chef Chloé');
  });

  it('can be read by kind', () => {
    const entries = entriesOf(night, name, script);
    expect(filtered(entries, 'votes').map(({ step }) => step)).toEqual([7]);
    expect(filtered(entries, 'told').map(({ step }) => step)).toEqual([6]);
    expect(filtered(entries, 'choices').flatMap((one) => one.lines)).toHaveLength(2);
    expect(filtered(entries, 'all')).toBe(entries);
  });
});

describe('an official character that is run by hand', () => {
  const custom = [
    { character: 'custom_1', id: 'sailor', name: 'Sailor', team: 'townsfolk', ability: '' },
    { character: 'custom_2', id: 'angel', name: 'Angel', team: 'loric', ability: 'Its own words.' },
  ];
  const mixed = {
    ...script,
    characters: ['chef', 'custom_1', 'custom_2'],
    custom,
  } as unknown as Desk['script'];
  const character = (id: string, role: string | null) => ({
    id,
    name: id,
    role,
    ability: { en: `What the ${id} does.`, fr: '', es: '' },
  });

  it('has the words of the catalogue, unless the file brings its own', () => {
    expect(abilityOf('custom_1', mixed)).toBe('');
    officials.take({
      games: [
        {
          id: 'grimoire',
          characters: [character('sailor', null), character('chef', 'chef')],
          jinxes: [
            ['chef', 'sailor'],
            ['chef', 'imp'],
          ],
        },
      ],
    });
    expect(abilityOf('custom_1', mixed)).toBe('What the sailor does.');
    expect(abilityOf('custom_2', mixed)).toBe('Its own words.');
  });

  it('is listed with whom it is at odds, if both are on the script', () => {
    expect(officials.jinxes(mixed)).toEqual([['chef', 'custom_1']]);
  });

  it('is not lost on the sheet, whatever its team', () => {
    expect(byTeam(mixed).flatMap(({ characters }) => characters)).toEqual(mixed.characters);
  });
});
