/** The bell of low time. */
import type { ChessView } from './types';

const rung = new Set<string>();

/** Whether the clock that runs out now has not rung yet. A bank rings once in a game, in however many turns it is low;
 * a clock that each turn begins anew rings in each turn. */
export function isNewlyLow(gameId: string, view: ChessView): boolean {
  if (view.time.control !== 'bank') return true;
  const bank = `${gameId} ${view.time.per_player ? view.on_move : view.to_move}`;
  if (rung.has(bank)) return false;
  rung.add(bank);
  return true;
}
