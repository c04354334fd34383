/** Where the hand of the vote clock points. Pure. */
interface Hand {
  /** Of the seat it points at, in the ring. */
  place: number;
  /** The place at the bottom of the ring. */
  self: number;
  count: number;
  /** Of the box inside the ring. */
  width: number;
  height: number;
  /** Its angle so far, in degrees. */
  before: number;
}

/** The angle of the seat as seen from the middle, in degrees, 0 to the right; the nearest one not behind `before`. */
export function handAngle({ place, self, count, width, height, before }: Hand): number {
  const round = Math.PI / 2 + (2 * Math.PI * (place - self)) / count;
  const seen = (Math.atan2(height * Math.sin(round), width * Math.cos(round)) * 180) / Math.PI;
  const turns = Math.ceil((before - seen - 0.01) / 360);
  return seen + 360 * turns;
}
