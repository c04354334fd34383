/** Numbers of a search as a table can argue about them. Scores are hundredths of a pawn for White. */
const MATE = 30_000;
const MATE_NEAR = 29_000;
const SWING_LEAST = 120;

/** Where a score lies between Black's win (−1) and White's (1); a pawn more counts less the more one has. */
export function heightOf(score: number): number {
  return 2 / (1 + Math.exp(-score / 250)) - 1;
}

/** "+1.3", "−0.4", "#3" (White mates in three), "#−3", "#" (it is mate). */
export function scoreText(score: number): string {
  const sign = score < 0 ? '−' : '+';
  const size = Math.abs(score);
  if (size < MATE_NEAR) return `${size < 5 ? '' : sign}${(size / 100).toFixed(1)}`;
  const moves = Math.ceil((MATE - size) / 2);
  return moves === 0 ? '#' : `#${score < 0 ? '−' : ''}${moves}`;
}

export interface Swing {
  /** The move after which it was so, from 1. */
  ply: number;
  before: number;
  after: number;
}

/** The moves that cost their own side the most, worst first, none that hardly mattered. */
export function swingsOf(scores: number[], isBlackFirst = false, most = 3): Swing[] {
  const loss = ({ ply, before, after }: Swing) =>
    (heightOf(before) - heightOf(after)) * ((ply % 2 === 1) !== isBlackFirst ? 1 : -1);
  const least = heightOf(SWING_LEAST);
  return scores
    .slice(1)
    .map((after, i) => ({ ply: i + 1, before: scores[i] as number, after }))
    .filter((swing) => loss(swing) >= least)
    .sort((a, b) => loss(b) - loss(a))
    .slice(0, most);
}
