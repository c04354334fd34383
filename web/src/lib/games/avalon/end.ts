/** The end of a game: which card decided it, and one sentence that says why. Pure but for the words. */
import { t } from '../../i18n/index.svelte';
import type { AvalonView } from './types';

export interface Verdict {
  /** The seat whose card decided; null where none did. */
  decided: number | null;
  reason: string;
}

export function verdictOf(view: AvalonView, name: (seat: number) => string): Verdict {
  const target = view.assassin_target ?? null;
  if (target !== null) {
    const key = view.winning_team === 'evil' ? 'avalon.end.hit' : 'avalon.end.missed';
    return { decided: target, reason: t(key, { name: name(target) }) };
  }
  return { decided: null, reason: t(`avalon.reason.${view.reason}`) };
}

/** Who strikes whom, for the beat of dark before the answer. */
export function strikeOf(view: AvalonView, name: (seat: number) => string): string {
  const target = view.assassin_target ?? null;
  const assassin = view.roles?.findIndex(({ role }) => role === 'assassin') ?? -1;
  if (target === null || assassin < 0) return '';
  return t('avalon.end.strikes', { assassin: name(assassin), name: name(target) });
}
