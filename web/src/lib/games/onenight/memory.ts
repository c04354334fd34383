import type { GameEvent } from '../../net/session.svelte';
import { judgeBallots } from '../../room/evening';
import { eventsOf, type Memory, type Part } from '../memory';
import { roleText } from './night';

const teams: { [role: string]: Part['team'] } = {
  werewolf: 'evil',
  alpha_wolf: 'evil',
  mystic_wolf: 'evil',
  dream_wolf: 'evil',
  minion: 'evil',
  tanner: 'third',
};

/** The card that lies before a seat in the end is who its holder was. */
function finals(events: GameEvent[]): string[] {
  const cards = eventsOf(events, 'card_turned');
  return cards
    .filter((event) => String(event.place).startsWith('seat'))
    .map((event) => String(event.final));
}

const memory: Memory = {
  judged(events) {
    const ballots = eventsOf(events, 'ballot_revealed').filter((event) => event.target !== null);
    return judgeBallots(
      ballots.map((event) => ({ by: Number(event.seat), on: Number(event.target) })),
      finals(events).flatMap((role, seat) => (teams[role] === 'evil' ? [seat] : [])),
    );
  },
  partOf(events, seat) {
    const role = finals(events)[seat];
    return role ? { role: roleText(role), team: teams[role] ?? 'good' } : null;
  },
  turns: ['player_died'],
};

export default memory;
