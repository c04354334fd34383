/** Refusals in words: the game's finer word first, then the code, then the server's own sentence. */
import { t, tOr } from './i18n/index.svelte';
import type { Refusal } from './net/socket';

export function refusalText(refusal: Refusal, game = ''): string {
  const own = refusal.why && game ? tOr(`${game}.why.${refusal.why}`, '') : '';
  const why = own || (refusal.why ? tOr(`why.${refusal.why}`, '') : '');
  return why || tOr(`refused.${refusal.code}`, '') || refusal.message || t('refused.failed');
}
