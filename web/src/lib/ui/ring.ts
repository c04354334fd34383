/** Where the seats of a ring go, from the measured box (docs: the shell's geometry). Pure. */
export interface Place {
  x: number;
  y: number;
}

export interface Ring {
  rx: number;
  ry: number;
  disc: number;
  /** One place per seat; empty when there are too many for a ring and they stand in rows instead. */
  places: Place[];
}

const MARGIN_X = 18; // beyond the disc's own half
const MARGIN_Y = 20;
const RING_SEATS_MAX = 15;
const SMALL_FROM = 11;
const APART_MIN = 1.2; // discs, from middle to middle along the ring

/** Ramanujan's, for the way round an ellipse. */
function wayRound(rx: number, ry: number): number {
  return Math.PI * (3 * (rx + ry) - Math.sqrt((3 * rx + ry) * (rx + 3 * ry)));
}

/** `self` sits at the bottom, the others follow clockwise as they sit. A phone's discs have 52 px, or 44 where there
 * are many or they would touch; the margins are always those of the large one. */
export function layRing(
  width: number,
  height: number,
  seats: number,
  self: number,
  large = 52,
): Ring {
  const rx = Math.max(0, width / 2 - large / 2 - MARGIN_X);
  const ry = Math.max(0, Math.min(height / 2 - large / 2 - MARGIN_Y, 1.35 * rx));
  const isCrowded = seats >= SMALL_FROM || wayRound(rx, ry) < seats * large * APART_MIN;
  const disc = isCrowded ? Math.round(large * 0.85) : large;
  if (seats > RING_SEATS_MAX) return { rx, ry, disc, places: [] };
  const places = Array.from({ length: seats }, (_, seat) => {
    const angle = Math.PI / 2 + (2 * Math.PI * (seat - self)) / seats;
    return { x: width / 2 + rx * Math.cos(angle), y: height / 2 + ry * Math.sin(angle) };
  });
  return { rx, ry, disc, places };
}
