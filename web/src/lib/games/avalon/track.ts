/** How large the quests are in the middle of a table: on a tablet or laptop more than twice as large as on a phone. Pure. */

/** What the row of quests, the candles and a note under them need at the size of a phone. */
const WIDTH_PX = 230;
const HEIGHT_PX = 170;
const LARGEST = 2.6;
/** From here on quests are upright cards, as on the TV. */
export const CARDS_FROM = 1.3;

export function trackScale({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.min(LARGEST, width / WIDTH_PX, height / HEIGHT_PX));
}
