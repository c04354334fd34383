import type { GameEvent } from '../../net/session.svelte';
import type { Verdict } from '../../room/evening';
import { eventsOf, type Memory } from '../memory';
import { nameOf, shapeOf, teamOf } from './characters';

/** Every hand, up or down, that was counted in a vote on somebody's life. */
function verdictsOf(events: GameEvent[]): Verdict[] {
  let nominee = -1;
  let open: Verdict[] = [];
  const counted: Verdict[] = [];
  for (const event of events) {
    const by = Number(event.seat);
    if (event.type === 'nominated') {
      nominee = event.is_exile ? -1 : Number(event.nominee);
      open = [];
    } else if (event.type === 'hand_counted' && nominee >= 0 && by !== nominee)
      open.push({ by, on: nominee, isAgainst: Boolean(event.is_up) });
    else if (event.type === 'vote_counted') counted.push(...open.splice(0));
  }
  return counted;
}

const memory: Memory = {
  judged: (events) => ({
    verdicts: verdictsOf(events),
    evil: eventsOf(events, 'seat_revealed')
      .filter((event) => event.is_evil)
      .map((event) => Number(event.seat)),
  }),
  partOf(events, seat) {
    const revealed = eventsOf(events, 'seat_revealed').find((event) => event.seat === seat);
    if (!revealed) return null;
    const character = String(revealed.character);
    const own = shapeOf(teamOf(character));
    const side = revealed.is_evil ? 'evil' : 'good';
    return { role: nameOf(character), team: own === 'third' ? own : side };
  },
  turns: ['executed', 'death_announced'],
};

export default memory;
