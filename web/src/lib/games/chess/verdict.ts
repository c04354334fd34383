/** What the vote was worth, to whom and why: a row for each reason, as the table reads it. */
import type { ChessView, Team } from './types';

export type VerdictReason =
  'finders' | 'success' | 'team_won' | 'unmasked' | 'draw' | 'missed' | 'no_majority';

export interface VerdictRow {
  seats: number[];
  isWolf: boolean;
  points: 0 | 1;
  reason: VerdictReason;
}

export function isWolf(view: ChessView, seat: number): boolean {
  return view.roles?.[seat] === 'werewolf';
}

function seatsOf(view: ChessView): number[] {
  return [...view.teams.A.order, ...view.teams.B.order].sort((a, b) => a - b);
}

export function wolvesOf(view: ChessView): number[] {
  return seatsOf(view).filter((seat) => isWolf(view, seat));
}

/** Whether more than half of the ballots named a wolf. */
function isFound(view: ChessView): boolean {
  const majority = view.votes?.majority ?? null;
  return majority !== null && isWolf(view, majority);
}

function reasonForWolf(view: ChessView, seat: number, hasScored: boolean): VerdictReason {
  if (hasScored) return 'success';
  const winner: Team | null = view.result?.winner ?? null;
  if (winner && view.teams[winner].order.includes(seat)) return 'team_won';
  return isFound(view) ? 'unmasked' : 'draw';
}

/** Finders first, then each wolf, then everybody else. */
export function verdictOf(view: ChessView): VerdictRow[] {
  const scored = new Set(view.votes?.points?.map(({ seat }) => seat));
  const villagers = seatsOf(view).filter((seat) => !isWolf(view, seat));
  const finders = villagers.filter((seat) => scored.has(seat));
  const others = villagers.filter((seat) => !scored.has(seat));
  const rows: VerdictRow[] = [
    { seats: finders, isWolf: false, points: 1, reason: 'finders' },
    ...wolvesOf(view).map((seat): VerdictRow => {
      const points = scored.has(seat) ? 1 : 0;
      return { seats: [seat], isWolf: true, points, reason: reasonForWolf(view, seat, points > 0) };
    }),
    { seats: others, isWolf: false, points: 0, reason: isFound(view) ? 'missed' : 'no_majority' },
  ];
  return rows.filter(({ seats }) => seats.length > 0);
}
