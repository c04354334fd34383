/** What the screens of chess say: the prompt, the last move, the end. */
import { currentLanguage, t } from '../../i18n/index.svelte';
import { actionOf, fromOf, pieceOf, type Squares } from './board';
import type { ChessView } from './types';

type Name = (seat: number) => string;
const FAST_MS = 60_000;
const DECISION_MS = 30_000;

/** How long the running clock was at most, for the ring around it. */
export function clockOf(view: ChessView, options: Record<string, unknown>): number {
  if (view.phase === 'timeout_decision') return DECISION_MS;
  if (view.phase === 'voting') return Number(options.vote_seconds ?? 0) * 1000;
  return view.fast_mode_by === null ? Number(options.turn_seconds ?? 0) * 1000 : FAST_MS;
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
  if (view.draw_offer)
    return t(view.draw_offer === own?.team ? 'chess.draw_standing' : 'chess.draw_offered', {
      color: t(`chess.color.${view.teams[view.draw_offer].color}`),
    });
  if (view.fast_mode_by !== null) return t('chess.fast_started', { name: name(view.fast_mode_by) });
  if (view.last_timeout?.decision === 'allow_next')
    return t('chess.late.allowed', { name: name(view.last_timeout.seat) });
  return view.moves.length === 0 ? t(`chess.wolf_rule.${view.wolf_rule}`) : '';
}

export function headlineOf(view: ChessView): string {
  const winner = view.result?.winner;
  if (view.result?.reason === 'aborted') return t('chess.won.aborted');
  return winner ? t(`chess.won.${view.teams[winner].color}`) : t('chess.won.draw');
}

export function reasonOf(view: ChessView): string {
  return view.result ? t(`chess.reason.${view.result.reason}`) : '';
}

/** The letters of the pieces where they are not those of English. */
const letters: { [language: string]: { [piece: string]: string } } = {
  fr: { K: 'R', Q: 'D', R: 'T', B: 'F', N: 'C' },
  es: { K: 'R', Q: 'D', R: 'T', B: 'A', N: 'C' },
};

/** A move as the reader's language writes it: Nf3 is Cf3 in French. */
export function notation(san: string): string {
  const own = letters[currentLanguage()];
  return own ? san.replace(/[KQRBN]/g, (piece) => own[piece] ?? piece) : san;
}

/** What somebody typed in their language, in the letters of the rules. */
export function plainNotation(typed: string): string {
  const own = letters[currentLanguage()];
  if (!own) return typed;
  const piece = (letter: string) =>
    Object.keys(own).find((english) => own[english] === letter) ?? letter;
  return typed.trim().replace(/^[A-Z](?=[a-h1-8x])|(?<==)[A-Z]/g, piece);
}
