/** The end of a game: which card decided it, and one sentence that says why. Pure but for the words. */
import { list, t } from '../../i18n/index.svelte';
import type { AvalonView } from './types';

export interface Verdict {
  /** The seat whose card decided; null where none did. */
  decided: number | null;
  reason: string;
}

export function verdictOf(view: AvalonView, name: (seat: number) => string): Verdict {
  const target = view.assassin_target ?? null;
  if (target !== null) {
    const second = view.assassin_second ?? null;
    const end = view.winning_team === 'evil' ? 'hit' : 'missed';
    const values = { name: name(target), second: second === null ? '' : name(second) };
    const who = view.servant?.is_found ? 'servant_' : '';
    const key = `avalon.end.${who}${second === null ? '' : 'two_'}${end}`;
    return { decided: target, reason: t(key, values) };
  }
  return { decided: null, reason: t(`avalon.reason.${view.reason}`) };
}

/** Who strikes whom, for the beat of dark before the answer. */
export function strikeOf(view: AvalonView, name: (seat: number) => string): string {
  const target = view.assassin_target ?? null;
  const shooter = view.servant?.is_found ? 'untrustworthy_servant' : 'assassin';
  const assassin = view.roles?.findIndex(({ role }) => role === shooter) ?? -1;
  if (target === null || assassin < 0) return '';
  const second = view.assassin_second ?? null;
  const struck = list([target, ...(second === null ? [] : [second])].map(name));
  return t('avalon.end.strikes', { assassin: name(assassin), name: struck });
}
