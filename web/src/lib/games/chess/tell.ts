/** What the log and the voice say of chess. */
import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import { notation } from './say';

/** A public event in words, or null if it is not worth a line. */
export function tell(event: GameEvent, name: (seat: number) => string): string | null {
  const who = name(Number(event.seat));
  switch (event.type) {
    case 'mode_declared':
      return t(`chess.wolf_rule.${String(event.wolf_rule)}`);
    case 'moved':
      return t('chess.log.moved', { name: who, san: notation(String(event.san)) });
    case 'timed_out':
    case 'fast_mode_started':
      return t(`chess.log.${event.type}`, { name: who });
    case 'timeout_decided':
      return t(`chess.log.decided.${String(event.decision)}`);
    case 'draw_offered':
      return event.team === 'none' ? null : t(`chess.log.draw_offered.${String(event.team)}`);
    case 'takeback_offered':
      return event.team === 'none' ? null : t(`chess.log.takeback_offered.${String(event.team)}`);
    case 'taken_back':
      return t('chess.log.taken_back', { n: Number(event.plies) });
    case 'offer_declined':
      return t(`chess.log.declined.${String(event.offer)}`);
    case 'close_agreed':
      return t('chess.log.close_agreed', { name: who });
    case 'position_set':
      return t('chess.log.position_set');
    case 'game_ended':
      return t(`chess.reason.${String(event.reason)}`);
    case 'vote_closed':
      return t('chess.log.vote_closed');
    case 'ballot_revealed':
      return t('chess.log.ballot', { name: who, suspect: name(Number(event.suspect)) });
    case 'point_scored':
      return t(`chess.log.${String(event.reason)}`, { name: who });
    default:
      return null;
  }
}
