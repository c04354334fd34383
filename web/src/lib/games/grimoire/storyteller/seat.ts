/** What a seat of the grimoire shows: its ribbon, its plate, its place in the night, its reminders in words. */
import { t, tOr } from '../../../i18n/index.svelte';
import { nameOf, teamOf } from '../characters';
import { effectName } from '../say';
import { publicNote } from '../town';
import type { Character, Desk, Effect, NightStep, Seat, Team } from '../types';
import { chipsOf, stateOf } from './desk';

export function teamOfSeat(view: Desk, seat: Seat): Team | 'none' {
  if (seat.is_traveller) return 'traveller';
  return seat.character ? teamOf(seat.character, view.script) : 'none';
}

/** The character's name; whoever takes themselves for another one has that beside it. */
export function ribbonOf(view: Desk, seat: Seat): { name: string; as: string } | null {
  const character = seat.character ?? seat.traveller;
  if (!character) return null;
  const belief = seat.belief ? nameOf(seat.belief, view.script) : '';
  return {
    name: nameOf(character, view.script),
    as: belief ? t('grimoire.ribbon.as', { character: belief }) : '',
  };
}

export interface Tag {
  text: string;
  /** Where there is no room for words; empty: nothing. */
  short: string;
  isRed: boolean;
}

/** The plate above a token: nominated, on the block. */
export function tagOf(view: Desk, seat: number): Tag | null {
  if (view.vote?.nominee === seat)
    return { text: t('grimoire.tag.nominated'), short: '', isRed: true };
  if (view.phase === 'night' || view.block.seat !== seat || view.executed.has_executed) return null;
  const { votes } = view.block;
  return { text: t('grimoire.tag.block', { n: votes }), short: String(votes), isRed: true };
}

export interface NightMark {
  number: number;
  state: 'done' | 'now' | 'later';
}

/** The steps that have a number tonight: those due, those done, and the open one, which may be due no more since the choice. */
export function numberedSteps(view: Desk): NightStep[] {
  return view.night.steps.filter(
    ({ is_due: isDue, status, step }) => isDue || status !== 'waiting' || step === view.night.open,
  );
}

/** When each seat wakes tonight: the number of its first step that is still to come, or of its last. */
export function nightMarks(view: Desk): Map<number, NightMark> {
  const marks = new Map<number, NightMark>();
  if (view.phase !== 'night') return marks;
  numberedSteps(view).forEach((step: NightStep, i) => {
    if (step.seat === null || step.status === 'skipped') return;
    const state = stateOf(step, view);
    const before = marks.get(step.seat);
    if (before && before.state !== 'done') return;
    marks.set(step.seat, {
      number: i + 1,
      state: state === 'done' ? 'done' : state === 'now' ? 'now' : 'later',
    });
  });
  return marks;
}

export interface Chip {
  token: number;
  word: string;
  source: Character | null;
  team: Team | 'none';
  mayBeFalse: boolean;
}

const deceiving = new Set(['poisoned', 'drunk', 'venom', 'wrong', 'no_ability']);

/** The word on a reminder: its own note, or a short one for the effect. */
export function chipWord(effect: Effect): string {
  return effect.note || tOr(`grimoire.chip.${effect.effect}`, effectName(effect.effect));
}

/** Who put it there: the character whose reminder it is. */
function sourceOf(view: Desk, effect: Effect): Character | null {
  if (effect.source !== null) return view.seats[effect.source]?.character ?? null;
  return effect.character;
}

/** The reminders that stand by the token: what a ribbon or a shroud says already is not said again. */
export function remindersOf(view: Desk, seat: Seat): Chip[] {
  return chipsOf(seat).map((effect) => {
    const source = sourceOf(view, effect);
    return {
      token: effect.token,
      word: chipWord(effect),
      source,
      team: source ? teamOf(source, view.script) : 'none',
      mayBeFalse: deceiving.has(effect.effect),
    };
  });
}

/** All of it in words, for those who cannot see it. */
export function labelOf(
  view: Desk,
  seat: Seat,
  name: string,
  { isHidden, hasHand }: { isHidden: boolean; hasHand: boolean },
): string {
  if (isHidden) return [name, publicNote(view, seat)].filter(Boolean).join(', ');
  const character = seat.character ?? seat.traveller;
  return [
    name,
    character ? nameOf(character, view.script) : '',
    seat.belief ? t('grimoire.believes', { character: nameOf(seat.belief, view.script) }) : '',
    seat.is_alive === false ? t('grimoire.dead') : '',
    hasHand ? t('grimoire.hand_up') : '',
    tagOf(view, seat.seat)?.text ?? '',
    ...(seat.effects ?? []).map((one) => one.note || effectName(one.effect)),
  ]
    .filter(Boolean)
    .join(', ');
}
