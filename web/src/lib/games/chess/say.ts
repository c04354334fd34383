/** What the screens of chess say: the prompt, the last move, the end. */
import { t } from '../../i18n/index.svelte';
import type { RoomSession } from '../../net/session.svelte';
import { recall } from '../../storage';
import { actionOf, figures, fromOf, localSan, pieceOf, type Squares } from './board';
import type { ChessView, Team } from './types';

/** SAN in the reader's letters, or in figures where they like these. */
export function notation(san: string): string {
  return localSan(san, recall('chess.figures') === 'yes' ? figures : t('chess.letters'));
}

/** Time as clocks show it: days, hours, minutes, and tenths at the end of one that runs. Nobody reads the seconds of a
 * day. */
export function timeText(ms: number, hasTenths = false): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  if (seconds >= 86_400 * 2) return t('chess.time.days', { n: Math.floor(seconds / 86_400) });
  if (seconds >= 36_000) return t('chess.time.hours', { n: Math.ceil(seconds / 3600) });
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
  if (hasTenths && ms < LOW_MS) return (Math.max(0, ms) / 1000).toFixed(1);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
export const LOW_MS = 20_000;

/** So long the last position stands alone before the vote. */
export const HELD_MS = 2200;

/** What a team's clock shows. One that is running counts down to the room's deadline instead. */
export function teamClock(view: ChessView, team: Team): { ms: number; isRunning: boolean } | null {
  const { control, turn_ms: turnMs, left_ms: leftMs } = view.time;
  const isRunning = view.on_move !== null && view.to_move === team && view.phase === 'playing';
  if (control === 'bank') {
    const seat = isRunning ? (view.on_move as number) : view.teams[team].next;
    return { ms: leftMs?.[seat] ?? 0, isRunning };
  }
  if (turnMs || (isRunning && view.fast_mode_by !== null))
    return { ms: turnMs || FAST_MS, isRunning };
  return null;
}

type Name = (seat: number) => string;
const FAST_MS = 60_000;
const DECISION_MS = 30_000;
const REVEAL_MS = 60_000;

/** How long the running clock was at most, for the ring around it. */
export function clockOf(view: ChessView, options: Record<string, unknown>): number {
  const { control, turn_ms: turnMs, left_ms: leftMs } = view.time;
  if (control === 'days') return turnMs;
  if (view.phase === 'role_reveal') return REVEAL_MS;
  if (view.phase === 'timeout_decision') return DECISION_MS;
  if (view.phase === 'voting') return Number(options.vote_seconds ?? 0) * 1000;
  if (control === 'bank') return leftMs?.[view.on_move ?? 0] ?? 0;
  return view.fast_mode_by === null ? turnMs : FAST_MS;
}

export function moveText(uci: string, squares: Squares): string {
  const man = pieceOf(squares[fromOf(uci)] ?? '');
  return t('chess.move', {
    piece: man ? t(`chess.piece.${man.piece}`) : '',
    from: uci.slice(0, 2),
    to: uci.slice(2, 4),
  });
}

/** Read out when it changes: who moved what, and check. */
export function lastMoveText(view: ChessView, name: Name): string {
  const move = view.moves.at(-1);
  if (!move) return '';
  const said = t('chess.announce', {
    name: name(move.seat),
    san: notation(move.san),
    from: move.uci.slice(0, 2),
    to: move.uci.slice(2, 4),
  });
  return view.in_check ? `${said} ${t('chess.check')}` : said;
}

/** The one line of the Hand. */
export function promptOf(view: ChessView, name: Name): string {
  if (view.phase === 'timeout_decision')
    return t(actionOf(view, 'timeout_decision') ? 'chess.late.decide' : 'chess.late.wait', {
      name: name(view.on_move ?? -1),
    });
  const mover = name(view.on_move ?? -1);
  if (actionOf(view, 'name_piece')) return t('chess.brain.name', { name: mover });
  if (actionOf(view, 'propose')) return t('chess.propose.prompt');
  if (actionOf(view, 'move')) return t(view.in_check ? 'chess.your_move_check' : 'chess.your_move');
  if (isWaitingForBrain(view)) return t('chess.brain.wait', { name: name(view.brain as number) });
  return t(view.in_check ? 'chess.on_move_check' : 'chess.on_move', { name: mover });
}

/** Only the own team may know whether its brain has spoken. */
function isWaitingForBrain(view: ChessView): boolean {
  const isOurs = view.own !== undefined && view.own.team === view.to_move;
  return isOurs && view.brain !== null && view.own?.named_piece === null;
}

export function detailOf(view: ChessView, name: Name): string {
  const own = view.own;
  if (own?.named_piece)
    return t('chess.brain.said', {
      name: name(view.brain ?? -1),
      piece: t(`chess.piece.${own.named_piece}`),
    });
  if (own?.resign_for.length)
    return t('chess.resign_count', {
      n: own.resign_for.length,
      size: view.teams[own.team].order.length,
    });
  if (own?.proposals?.length)
    return t('chess.propose.count', {
      n: own.proposals.length,
      size: view.teams[own.team].order.length,
    });
  if (view.takeback_offer)
    return t(
      view.takeback_offer === own?.team ? 'chess.takeback_standing' : 'chess.takeback_offered',
      { color: t(`chess.color.${view.teams[view.takeback_offer].color}`) },
    );
  if (view.draw_offer)
    return t(view.draw_offer === own?.team ? 'chess.draw_standing' : 'chess.draw_offered', {
      color: t(`chess.color.${view.teams[view.draw_offer].color}`),
    });
  if (view.fast_mode_by !== null) return t('chess.fast_started', { name: name(view.fast_mode_by) });
  if (view.last_timeout?.decision === 'allow_next')
    return t('chess.late.allowed', { name: name(view.last_timeout.seat) });
  return view.moves.length === 0 ? t(`chess.wolf_rule.${view.wolf_rule}`) : '';
}

/** Nobody waits for ever for somebody who has gone. */
export function isMoverGone(view: ChessView, room: RoomSession): boolean {
  const mover = room.seated.find((person) => person.seat === view.on_move);
  return Boolean(mover && (mover.is_away || mover.has_left) && !mover.plays_for_absent);
}

export function headlineOf(view: ChessView): string {
  const winner = view.result?.winner;
  if (view.result?.reason === 'aborted') return t('chess.won.aborted');
  return winner ? t(`chess.won.${view.teams[winner].color}`) : t('chess.won.draw');
}

export function reasonOf(view: ChessView): string {
  return view.result ? t(`chess.reason.${view.result.reason}`) : '';
}
