/** How large the cards of a table can be in a box, and in how many columns. Pure. */
export interface Grid {
  cols: number;
  /** The width of a card; it is 7 : 5 high. */
  card: number;
  /** Even the smallest cards do not fit. */
  scrolls: boolean;
}

interface Box {
  width: number;
  height: number;
  cards: number;
  hasCentre: boolean;
  largest: number;
  /** What the name under a card takes. */
  plate: number;
}

const SMALLEST = 40;
const HIGH = 7 / 5;
const GAP = 18;
const ROW_GAP = 8;
/** The middle cards are smaller, and have one line under them. */
const CENTRE = 0.62;

export function gridOf(box: Box): Grid {
  const { width, height, cards, hasCentre, largest, plate } = box;
  let best: Grid = { cols: Math.min(cards, 3) || 1, card: 0, scrolls: true };
  const gap = largest > 100 ? 40 : GAP;
  for (let cols = 2; cols <= Math.max(2, cards); cols++) {
    const rows = Math.ceil(cards / cols);
    const wide = width / cols - gap;
    // A disc and its plate hang half over the card.
    const taken = rows * (plate + ROW_GAP) + (hasCentre ? plate * 0.7 + 2 * ROW_GAP : 0);
    const high = (height - taken) / (HIGH * (rows * 1.24 + (hasCentre ? CENTRE : 0)));
    const card = Math.floor(Math.min(largest, wide, high));
    // The longest row of cards that are as large.
    if (card >= best.card && card > 0) best = { cols, card, scrolls: false };
  }
  if (best.card >= SMALLEST) return best;
  const cols = Math.max(1, Math.min(cards, Math.floor(width / (SMALLEST + gap + plate / 2))));
  return { cols, card: SMALLEST, scrolls: true };
}
