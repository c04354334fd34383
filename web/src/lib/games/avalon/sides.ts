/** Who was on which side when a game ended, from its events. Pure. */
import type { GameEvent } from '../../net/session.svelte';

const evilRoles = new Set([
  'assassin',
  'morgana',
  'mordred',
  'oberon',
  'minion',
  'trickster',
  'lunatic',
  'brute',
  'revealer',
  'evil_lancelot',
  'evil_sorcerer',
  'evil_messenger',
]);

/** `revealed` is the event that shows a role; the loyalty cards drawn before may have switched a Lancelot's side,
 * and the assassin may have found the Servant. */
export function isEvilAtTheEnd(events: GameEvent[], revealed: GameEvent): boolean {
  const role = String(revealed.role);
  const isDealtEvil = evilRoles.has(role);
  if (role === 'untrustworthy_servant')
    return events.some((event) => event.type === 'servant_named' && event.success);
  if (!role.endsWith('_lancelot')) return isDealtEvil;
  const switches = events.filter((event) => event.type === 'loyalty_drawn' && event.switch).length;
  return isDealtEvil !== (switches % 2 === 1);
}
