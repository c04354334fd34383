/** What the storyteller's screens work out of the view. Pure. */
import type {
  Answer,
  Character,
  Desk,
  Effect,
  NightStep,
  OpenStep,
  Seat,
  Truth,
  Warning,
} from '../types';

/** Drawn otherwise: a shroud, a candle. */
const drawn = new Set(['dead', 'used_dead_vote']);
/** What belongs to a character from the start needs no reminder. */
const innate = new Set([
  'bounce',
  'peace',
  'martyrdom',
  'misregister',
  'pure',
  'scarlet_woman',
  'slayer_bullet',
  'star_pass',
]);

function isInnate(effect: Effect, seat: Seat): boolean {
  const isOwn = effect.source === seat.seat && effect.expiry.length === 0;
  return innate.has(effect.effect) || (isOwn && !effect.note);
}

/** The reminders of a seat that have come to it. What its character always has is in the seat's sheet. */
export function chipsOf(seat: Seat): Effect[] {
  return (seat.effects ?? []).filter((one) => !drawn.has(one.effect) && !isInnate(one, seat));
}

export type StepState = 'now' | 'next' | 'done' | 'skipped' | 'waiting' | 'idle';

/** The first step that waits for somebody who is there. */
export function nextStep(view: Desk): NightStep | undefined {
  return view.night.steps.find((step) => step.status === 'waiting' && step.is_due);
}

/** The step that will be next when `open` is done. */
export function afterStep(view: Desk, open: number): NightStep | undefined {
  return view.night.steps.find(
    (step) => step.step !== open && step.status === 'waiting' && step.is_due,
  );
}

export function stateOf(step: NightStep, view: Desk): StepState {
  if (view.night.open === step.step) return 'now';
  if (step.status !== 'waiting') return step.status;
  if (!step.is_due) return 'idle';
  return nextStep(view)?.step === step.step ? 'next' : 'waiting';
}

/** What the form of an answer holds: everything a player can be told. */
export interface Draft {
  players: number[];
  characters: Character[];
  number: number | null;
  text: string;
}

export function draftOf(answer: Answer | null): Draft {
  const { players = [], characters = [], number = null } = answer ?? {};
  return { players: [...players], characters: [...characters], number, text: '' };
}

/** The arguments of `tell` and `show`: what is not said is left out. */
export function argsOf(draft: Draft): Partial<Draft> {
  const { players, characters, number, text } = draft;
  return {
    ...(players.length ? { players } : {}),
    ...(characters.length ? { characters } : {}),
    ...(number === null ? {} : { number }),
    ...(text.trim() ? { text: text.trim() } : {}),
  };
}

export function isSame(a: Answer, b: Answer): boolean {
  const sorted = (list: (string | number)[]) => [...list].sort().join();
  return (
    a.number === b.number &&
    sorted(a.players) === sorted(b.players) &&
    sorted(a.characters) === sorted(b.characters)
  );
}

/** Whether an answer is true under some registration. */
export function isTrue(draft: Answer, truth: Truth): boolean {
  switch (truth.kind) {
    case 'number':
    case 'yes_or_no':
      return draft.number !== null && truth.numbers.includes(draft.number);
    case 'character':
      return draft.characters.length === 1 && truth.characters.includes(draft.characters[0] ?? '');
    case 'pair':
      return isTruePair(draft, truth);
    case 'two_characters':
      return draft.characters.some((one) => truth.characters.includes(one));
    case 'two_players':
      return draft.players.some((seat) => truth.players?.includes(seat));
    case 'player':
      return (
        truth.characters.includes(draft.characters[0] ?? '') &&
        isSame(draft, { ...truth.plain, characters: draft.characters })
      );
    default:
      return isSame(draft, truth.plain);
  }
}

function isTruePair(draft: Answer, truth: Truth): boolean {
  if (draft.players.length === 0) return draft.number === 0 && truth.may_be_none;
  const pair = truth.pairs.find(({ character }) => character === draft.characters[0]);
  const fits = [...(pair?.is ?? []), ...(pair?.may_be ?? [])];
  return draft.players.length === 2 && draft.players.some((seat) => fits.includes(seat));
}

/** What a step's message is about: a follow-up says who somebody is now. */
export function aboutOf(step: OpenStep, view: Desk): string {
  const origin = view.night.steps.find((one) => one.step === step.step)?.origin;
  const tells = step.answer?.kind === 'character' && step.choice === null;
  return origin === 'effect' && tells && step.answer?.plain.characters[0] === step.kind
    ? 'you_are'
    : step.kind;
}

/** Warnings worth showing where the storyteller is just now. */
export function warningsFor(view: Desk, words: string[]): Warning[] {
  return view.warnings.filter(({ warning }) => words.includes(warning));
}

/** A seat that has been moved by one place round the ring. */
export function shifted(ring: number[], seat: number, by: number): number {
  const count = ring.length;
  return (ring.indexOf(seat) + by + count) % count;
}
