/** Where the code to scan lies on the table. Pure. */
import type { Ring } from '../ui/ring';

const AIR = 12; // between the rim and what lies on the felt
const STEP = 2;

/** The largest square in the middle, with `below` px of words under it, of which no seat covers anything. It stands `shift`
 * px off the middle where that makes it larger. */
export function squareIn(ring: Ring, below: number, most: number): { side: number; shift: number } {
  const { middle, places, disc, name, foot, rx, ry } = ring;
  const half = Math.max(disc, name) / 2;
  const fits = (side: number, shift: number) => {
    const top = middle.y + shift - (side + below) / 2;
    const bottom = top + side + below;
    return places.every(
      ({ x, y }) =>
        Math.abs(x - middle.x) >= side / 2 + half ||
        y + disc / 2 + foot <= top ||
        y - disc / 2 >= bottom,
    );
  };
  for (let side = Math.floor(Math.min(most, 2 * (rx - AIR))); side > 0; side -= STEP)
    for (let off = 0; off + (side + below) / 2 <= ry - AIR; off += STEP)
      for (const shift of off ? [off, -off] : [0]) if (fits(side, shift)) return { side, shift };
  return { side: 0, shift: 0 };
}
