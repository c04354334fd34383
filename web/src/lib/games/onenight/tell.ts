/** The host's script and the public log, in words. */
import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import { placeText, roleText, type NameOf } from './night';

function died(event: GameEvent, name: NameOf): string {
  const values = { name: name(Number(event.seat)), hunter: name(Number(event.hunter)) };
  return event.cause === 'hunter'
    ? t('onenight.log.hunted', values)
    : t('onenight.log.died', values);
}

function ballot(event: GameEvent, name: NameOf): string {
  const voter = name(Number(event.seat));
  if (event.target === null) return t('onenight.log.void', { name: voter });
  return t('onenight.log.ballot', { name: voter, target: name(Number(event.target)) });
}

/** The script of the night: what is said to everybody, whoever is there to hear it. */
export function script(event: GameEvent): string | null {
  switch (event.type) {
    case 'reveal_began':
      return 'onenight.call.reveal';
    case 'step_began':
      return `onenight.call.${String(event.step)}`;
    case 'discussion_began':
      return 'onenight.call.day';
    case 'voting_began':
      return 'onenight.call.voting';
    default:
      return null;
  }
}

export function tell(event: GameEvent, name: NameOf): string | null {
  const called = script(event);
  if (called) return t(called);
  switch (event.type) {
    case 'claim_made':
      return t('onenight.log.claim', {
        name: name(Number(event.seat)),
        role: roleText(String(event.role)),
      });
    case 'shield_laid':
      return t('onenight.log.shield', { name: name(Number(event.target)) });
    case 'card_shown':
      return t('onenight.log.shown', {
        name: name(Number(event.seat)),
        role: roleText(String(event.role)),
      });
    case 'ballot_revealed':
      return ballot(event, name);
    case 'player_died':
      return died(event, name);
    case 'card_turned':
      return t('onenight.log.turned', {
        name: placeText(String(event.place), name),
        final: roleText(String(event.final)),
        dealt: roleText(String(event.dealt)),
      });
    default:
      return null;
  }
}
