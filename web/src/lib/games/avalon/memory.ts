import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import type { Verdict } from '../../room/evening';
import { eventsOf, type Memory } from '../memory';
import { isEvilAtTheEnd } from './sides';

/** A vote on a team is one on each of its members; where votes are anonymous there is none. */
function verdictsOf(events: GameEvent[]): Verdict[] {
  let team: number[] = [];
  return events.flatMap((event) => {
    if (event.type === 'team_proposed') team = event.team_members as number[];
    if (event.type !== 'votes_revealed') return [];
    const judge = (voters: unknown, isAgainst: boolean) =>
      (voters as number[]).flatMap((by) =>
        team.filter((on) => on !== by).map((on) => ({ by, on, isAgainst })),
      );
    return [...judge(event.approved_by, false), ...judge(event.rejected_by, true)];
  });
}

const memory: Memory = {
  judged(events) {
    const evil = eventsOf(events, 'role_revealed').filter((event) => isEvilAtTheEnd(events, event));
    return { verdicts: verdictsOf(events), evil: evil.map((event) => Number(event.seat)) };
  },
  partOf(events, seat) {
    const revealed = eventsOf(events, 'role_revealed').find((event) => event.seat === seat);
    if (!revealed) return null;
    const role = t(`avalon.role.${String(revealed.role)}`);
    return { role, team: isEvilAtTheEnd(events, revealed) ? 'evil' : 'good' };
  },
  turns: ['quest_completed', 'excalibur_used', 'servant_named', 'assassin_target'],
};

export default memory;
