/** How large the cards of a table can be in a box, and in how many columns. Pure. */
export interface Grid {
  cols: number;
  /** The width of a card; it is 7 : 5 high. */
  card: number;
  /** Even the smallest cards do not fit. */
  scrolls: boolean;
  /** What lies in the middle of the table is a line of words: there is no room for its cards. */
  hasLine: boolean;
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
/** On a small phone, before anybody has to scroll. */
const SMALLEST_ON_LINES = 30;
const LINE = 26;
const HIGH = 7 / 5;
const GAP = 18;
const ROW_GAP = 8;
/** The middle cards are smaller, and have one line under them. */
const CENTRE = 0.62;

function largestGrid(box: Box, hasLine: boolean): Grid {
  const { width, height, cards, hasCentre, largest, plate } = box;
  let best: Grid = { cols: Math.min(cards, 3) || 1, card: 0, scrolls: true, hasLine };
  const gap = largest > 100 ? 40 : GAP;
  const centre = hasCentre && !hasLine;
  for (let cols = 2; cols <= Math.max(2, cards); cols++) {
    const rows = Math.ceil(cards / cols);
    const wide = width / cols - gap;
    // A disc and its plate hang half over the card.
    const under = centre ? plate * 0.7 + 2 * ROW_GAP : hasCentre ? LINE : 0;
    const taken = rows * (plate + ROW_GAP) + under;
    const high = (height - taken) / (HIGH * (rows * 1.24 + (centre ? CENTRE : 0)));
    const card = Math.floor(Math.min(largest, wide, high));
    // The longest row of cards that are as large; where there is little room, the widest names.
    const isBetter = hasLine ? card > best.card : card >= best.card;
    if (isBetter && card > 0) best = { cols, card, scrolls: false, hasLine };
  }
  return best;
}

export function gridOf(box: Box): Grid {
  const { width, cards, hasCentre, largest, plate } = box;
  const best = largestGrid(box, false);
  if (best.card >= SMALLEST) return best;
  const lined = largestGrid(box, hasCentre);
  if (lined.card >= SMALLEST_ON_LINES) return lined;
  const gap = largest > 100 ? 40 : GAP;
  const cols = Math.max(1, Math.min(cards, Math.floor(width / (SMALLEST + gap + plate / 2))));
  return { cols, card: SMALLEST, scrolls: true, hasLine: hasCentre };
}
