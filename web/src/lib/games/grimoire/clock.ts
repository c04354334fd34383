/** Where the hand of the vote clock points. Pure. */
import type { Ring } from '../../ui/ring';

/** What the clock has to know of a ring. */
export type Dial = Pick<Ring, 'places' | 'middle' | 'centre' | 'rx' | 'ry'>;

export interface Hand {
  /** In degrees, 0 to the right. */
  angle: number;
  /** From the middle to the edge of what the seats leave free. */
  length: number;
}

/** The hand that points at a place of the ring; its angle is the nearest one not behind `before`. Null where people
 * stand in rows: there is nothing to point at. */
export function handTo(ring: Dial, place: number, before: number): Hand | null {
  const at = ring.places[place];
  if (!at) return null;
  const x = ((at.x - ring.middle.x) / ring.rx) * (ring.centre.width / 2);
  const y = ((at.y - ring.middle.y) / ring.ry) * (ring.centre.height / 2);
  const seen = (Math.atan2(y, x) * 180) / Math.PI;
  const turns = Math.ceil((before - seen - 0.01) / 360);
  return { angle: seen + 360 * turns, length: Math.hypot(x, y) };
}
