/** How large the cards of a table can be in a box, and in how many columns. Pure. */
export interface Grid {
  cols: number;
  /** The width of a card; it is 7 : 5 high. */
  card: number;
  /** Even the smallest cards do not fit. */
  scrolls: boolean;
  /** What lies in the middle of the table is a line of words: there is no room for its cards. */
  hasLine: boolean;
  /** How wide the name under a card may be. */
  name: number;
  /** A long role has a second line. */
  wraps: boolean;
}

interface Box {
  width: number;
  height: number;
  cards: number;
  hasCentre: boolean;
  largest: number;
  /** What the name under a card takes. */
  plate: number;
  /** The longest name of a role, the longest of its words, and the height of one more line for it. */
  name?: number;
  word?: number;
  line?: number;
}

const SMALLEST = 40;
/** On a small phone, before anybody has to scroll. */
const SMALLEST_ON_LINES = 30;
const LINE = 26;
const HIGH = 7 / 5;
const GAP = 18;
const ROW_GAP = 8;
const COLUMN_GAP = 4;
/** Room enough for a usual name, however small its card. */
const NAME = 120;
/** At both sides of a name. */
const PADDING = 16;
/** What a card with two lines under it is worth: names in one line may cost some of its size. */
const WRAPPED = 0.87;
/** The middle cards are smaller, and have one line under them. */
const CENTRE = 0.62;

/** As wide as a column; beside a wide card as much wider as the space between two. */
function nameOf({ width, largest }: Box, cols: number, card: number): number {
  const gap = largest > 100 ? 40 : GAP;
  return Math.floor(Math.min(width / cols, Math.max(card + gap, NAME))) - COLUMN_GAP;
}

function largestGrid(box: Box, hasLine: boolean): Grid {
  const { width, height, cards, hasCentre, largest, plate, name = 0, word = 0, line = 0 } = box;
  let best: Grid = {
    cols: Math.min(cards, 3) || 1,
    card: 0,
    scrolls: true,
    hasLine,
    name: 0,
    wraps: false,
  };
  let [isBestWhole, bestWorth] = [false, 0];
  const gap = largest > 100 ? 40 : GAP;
  const centre = hasCentre && !hasLine;
  for (let cols = 2; cols <= Math.max(2, cards); cols++) {
    const rows = Math.ceil(cards / cols);
    const wide = width / cols - gap;
    const under = centre ? plate * 0.7 + 2 * ROW_GAP : hasCentre ? LINE : 0;
    // A disc and its plate hang half over the card.
    const parts = HIGH * (rows * 1.24 + (centre ? CENTRE : 0));
    const cardOver = (foot: number) =>
      Math.floor(Math.min(largest, wide, (height - rows * (foot + ROW_GAP) - under) / parts));
    const single = cardOver(plate);
    const wraps = name > nameOf(box, cols, single) - PADDING;
    const card = wraps ? cardOver(plate + line) : single;
    const nameMax = nameOf(box, cols, card);
    const isWhole = word <= nameMax - PADDING / 2;
    // Whole words, then the longest row of cards that are as large; where there is little room, the widest names.
    const worth = card * (wraps ? WRAPPED : 1);
    const isAsGood = worth === bestWorth && !hasLine;
    const isBetter = isWhole === isBestWhole ? worth > bestWorth || isAsGood : isWhole;
    if (isBetter && card > 0) {
      best = { cols, card, scrolls: false, hasLine, name: nameMax, wraps };
      [isBestWhole, bestWorth] = [isWhole, worth];
    }
  }
  return best;
}

export function gridOf(box: Box): Grid {
  const { width, cards, hasCentre, largest, plate } = box;
  // Cards in the middle of the table are worth more than the end of a long name.
  const short = { ...box, name: 0, word: 0 };
  for (const one of [box, short]) {
    const best = largestGrid(one, false);
    if (best.card >= SMALLEST) return best;
  }
  const lined = largestGrid(short, hasCentre);
  if (lined.card >= SMALLEST_ON_LINES) return lined;
  const gap = largest > 100 ? 40 : GAP;
  const cols = Math.max(1, Math.min(cards, Math.floor(width / (SMALLEST + gap + plate / 2))));
  const name = nameOf(box, cols, SMALLEST);
  return { cols, card: SMALLEST, scrolls: true, hasLine: hasCentre, name, wraps: false };
}
