/** What the screens of One Night work out for themselves: which marks fit what the server offers, and what is said.
 * No rules: the forms come from the view. */
import { list, t } from '../../i18n/index.svelte';
import type { Deed, OneNightView, Place } from './types';

export interface Marks {
  players: number[];
  center: number[];
}

/** How many players and centre cards an answer may hold. */
export interface Form {
  players: number;
  center: number;
}

export const noMarks: Marks = { players: [], center: [] };

export function formsOf(view: OneNightView): Form[] {
  return view.available_actions.flatMap((action) =>
    action.type === 'act' ? [{ players: action.players.count, center: action.center.count }] : [],
  );
}

/** The players that may be marked. Which these are depends on what all see, or on the own card. */
export function targetsOf(view: OneNightView): number[] {
  return view.available_actions.flatMap((action) =>
    action.type === 'act' ? action.players.from : [],
  );
}

function fits(marks: Marks, form: Form): boolean {
  return marks.players.length <= form.players && marks.center.length <= form.center;
}

/** Whether this is an answer as it stands. Nothing is one only where the skip button is. */
export function isComplete(marks: Marks, forms: Form[]): boolean {
  const count = marks.players.length + marks.center.length;
  return (
    count > 0 && forms.some((form) => fits(marks, form) && form.players + form.center === count)
  );
}

export function canSkip(forms: Form[]): boolean {
  return forms.some((form) => form.players + form.center === 0);
}

/** A tap marks or unmarks; what no longer fits any form gives way, the oldest of its kind first. */
export function toggle(marks: Marks, kind: keyof Marks, index: number, forms: Form[]): Marks {
  if (marks[kind].includes(index))
    return { ...marks, [kind]: marks[kind].filter((one) => one !== index) };
  const marked = [...marks[kind], index];
  const tries: Marks[] = [
    { ...marks, [kind]: marked },
    { ...marks, [kind]: marked.slice(-2) },
    { ...marks, [kind]: [index] },
    { ...noMarks, [kind]: marked },
    { ...noMarks, [kind]: [index] },
  ];
  return tries.find((one) => forms.some((form) => fits(one, form))) ?? marks;
}

/** The decoys of a step ask for what the role would choose. */
function questionForm(step: string): string {
  switch (step) {
    case 'werewolf':
    case 'apprentice_seer':
    case 'witch':
    case 'drunk':
      return 'card';
    case 'village_idiot':
      return 'neighbour';
    case 'seer':
      return 'seer';
    case 'troublemaker':
      return 'players';
    case 'choice':
    case 'choice_again':
    case 'doppelganger_acts':
      return 'both';
    default:
      return 'player';
  }
}

export function questionText(step: string, question: number): string {
  return t(`onenight.question.${questionForm(step)}.${question}`);
}

/** What stands on every phone alike, whatever its card. */
export function promptOf(view: OneNightView): { prompt: string; detail: string } {
  const window = view.window;
  if (!window?.prompt) return { prompt: t('onenight.night.watch'), detail: '' };
  if (view.night_pace === 'eyes_closed') return { prompt: t('onenight.night.eyes'), detail: '' };
  if (window.has_answered) return { prompt: t('onenight.night.answered'), detail: '' };
  const key = window.step === 'report' ? 'onenight.night.hold_report' : 'onenight.night.hold';
  const question = questionText(window.step, window.question);
  return { prompt: t(key), detail: t('onenight.night.cover', { question }) };
}

/** They look first and choose again by what they saw. */
const choosesTwice = new Set(['paranormal_investigator', 'witch']);

/** As whom this seat wakes: the dealt card, or what a Doppelganger copied. */
function wakesAs(view: OneNightView): string {
  return (view.dealt === 'doppelganger' && (view.turned ?? view.copied)) || (view.dealt ?? '');
}

/** Of these a Doppelganger does something else than their owner, or knows more. */
const differs = new Set(['alpha_wolf', 'mystic_wolf']);
const choosesAtOnce = new Set(['paranormal_investigator', 'witch']);

/** What a Doppelganger does by what she copied; null in her first window, which is like any other. */
function copyOf(view: OneNightView, step: string): string | null {
  const copied = view.copied ?? '';
  if (view.dealt !== 'doppelganger' || !copied) return null;
  if (step === 'doppelganger_acts_again') return t(`onenight.do.${copied}_again`);
  if (step === 'doppelganger_revealer' || view.night_pace === 'eyes_closed')
    return t(`onenight.do.${copied}`);
  if (differs.has(copied) || (step === 'choice_again' && choosesAtOnce.has(copied)))
    return t(`onenight.do.copy.${copied}`);
  return t(`onenight.do.choice.${copied}`);
}

/** Whether it is the window of this seat, which only looks in it. */
function isOwn(view: OneNightView, step: string): boolean {
  const role = wakesAs(view);
  if (step === 'werewolf') return isWolf(role) && role !== 'dream_wolf';
  if (step === 'mason') return role === 'mason';
  return step === view.dealt || step === `doppelganger_${view.copied}`;
}

/** What this seat does in the open window; only under a finger. */
export function deedOf(view: OneNightView): string {
  const window = view.window;
  if (!window?.prompt || window.step === 'report') return '';
  if (window.prompt === 'deed') {
    const copy = copyOf(view, window.step);
    if (copy) return copy;
    if (window.step === 'choice_again' && choosesTwice.has(view.dealt ?? ''))
      return t(`onenight.do.again.${view.dealt}`);
    if (window.step.startsWith('choice')) return t(`onenight.do.choice.${view.dealt}`);
    return t(`onenight.do.${window.step}`);
  }
  if (window.prompt === 'sleep')
    return t(isOwn(view, window.step) ? 'onenight.now.looked' : 'onenight.now.sleep');
  return t('onenight.now.cover');
}

/** What is marked, in words; the same for everybody. */
export function marksText(marks: Marks, name: NameOf): string {
  return list([
    ...marks.players.map(name),
    ...marks.center.map((card) => t('onenight.center.lower', { n: card + 1 })),
  ]);
}

/** How many more players must be ready before the vote begins: more than half of the table is enough. */
export function callsMissing(view: OneNightView, players: number): number {
  return Math.max(0, Math.floor(players / 2) + 1 - view.vote_calls);
}

export type NameOf = (seat: number) => string;

/** A place in words; `own` is the seat that reads. */
export function placeText(place: Place, name: NameOf, own: number | null = null): string {
  const [kind, index] = place.split('_');
  if (kind === 'seat') return Number(index) === own ? t('onenight.knew.own') : name(Number(index));
  if (index === undefined) return t('onenight.center.some');
  if (index === ALPHA_SLOT) return t('onenight.center.wolf');
  return t('onenight.center', { n: Number(index) + 1 });
}

/** The slot of the centre that only the Alpha Wolf uses. */
export const ALPHA_SLOT = '3';

/** Of Werewolf kind. */
export function isWolf(role: string | null | undefined): boolean {
  return (
    role === 'werewolf' || role === 'alpha_wolf' || role === 'mystic_wolf' || role === 'dream_wolf'
  );
}

export function roleText(role: string | null): string {
  return role ? t(`onenight.role.${role}`) : '–';
}

function matesText(view: OneNightView, name: NameOf): string[] {
  if (view.mates === null) return [];
  const role = wakesAs(view);
  if (view.mates.length === 0) return [t(`onenight.knew.alone.${role}`)];
  return [t(`onenight.knew.mates.${role}`, { names: list(view.mates.map(name)) })];
}

/** Records of mates are told by matesText; these are the looks and swaps. */
function recordsOf(view: OneNightView): Deed[] {
  const mates = view.mates === null ? 0 : view.mates.length || (wakesAs(view) === 'mason' ? 1 : 0);
  return view.actions.slice(mates);
}

/** All that this seat has learnt, a sentence each. */
export function knowledgeOf(view: OneNightView, name: NameOf, own: number | null): string[] {
  const place = (id: Place) => placeText(id, name, own);
  const records = recordsOf(view).map((deed) => {
    if (deed.action_type === 'SHIELD_CARD')
      return t('onenight.knew.shielded', { name: place(deed.source_id) });
    if (deed.action_type === 'SHIFT_CARDS')
      return t('onenight.knew.shifted', { name: place(deed.target_id) });
    if (deed.action_type === 'COPY_CARD')
      return t('onenight.knew.copied', {
        name: place(deed.source_id),
        role: roleText(deed.source_role),
      });
    if (deed.action_type !== 'VIEW_CARD')
      return t('onenight.knew.swapped', {
        source: place(deed.source_id),
        target: place(deed.target_id),
      });
    const role = roleText(deed.source_role);
    if (deed.source_id === `seat_${own}`)
      return t(`onenight.knew.${deed.source_role === view.dealt ? 'still' : 'now'}`, { role });
    return t('onenight.knew.saw', { place: place(deed.source_id), role });
  });
  const turned = view.turned ? [t('onenight.knew.turned', { role: roleText(view.turned) })] : [];
  // A Doppelganger copies before she wakes with anybody.
  const copied = view.copied ? records.splice(0, 1) : [];
  return [...copied, ...matesText(view, name), ...records, ...turned];
}
