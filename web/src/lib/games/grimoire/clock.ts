/** Where the hand of the vote clock points. Pure. */
interface Place {
  /** Of the seat it points at, in the ring. */
  place: number;
  /** The place at the bottom of the ring. */
  self: number;
  count: number;
  /** Of the box inside the ring. */
  width: number;
  height: number;
}

export interface Hand {
  /** In degrees, 0 to the right. */
  angle: number;
  /** From the middle to the edge of the box. */
  length: number;
}

/** The hand that points at a seat; its angle is the nearest one not behind `before`. */
export function handTo({ place, self, count, width, height }: Place, before: number): Hand {
  const round = Math.PI / 2 + (2 * Math.PI * (place - self)) / count;
  const x = (width / 2) * Math.cos(round);
  const y = (height / 2) * Math.sin(round);
  const seen = (Math.atan2(y, x) * 180) / Math.PI;
  const turns = Math.ceil((before - seen - 0.01) / 360);
  return { angle: seen + 360 * turns, length: Math.hypot(x, y) };
}
