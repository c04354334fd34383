import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import { judgeBallots } from '../../room/evening';
import { eventsOf, type Memory } from '../memory';

/** Undefined where the game had no roles. */
function wolvesOf(events: GameEvent[]): number[] | undefined {
  return eventsOf(events, 'roles_revealed')[0]?.werewolves as number[] | undefined;
}

const memory: Memory = {
  judged(events) {
    const ballots = eventsOf(events, 'ballot_revealed');
    return judgeBallots(
      ballots.map((event) => ({ by: Number(event.seat), on: Number(event.suspect) })),
      wolvesOf(events) ?? [],
    );
  },
  partOf(events, seat) {
    const wolves = wolvesOf(events);
    if (!wolves) return null;
    return wolves.includes(seat)
      ? { role: t('chess.role.werewolf'), team: 'evil' }
      : { role: t('chess.role.villager'), team: 'good' };
  },
  turns: ['moved'],
};

export default memory;
