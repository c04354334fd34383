/** Where the seats of a ring go, from the measured box (docs: the shell's geometry). Pure. */
export interface Place {
  x: number;
  y: number;
}

export interface Box {
  width: number;
  height: number;
  seats: number;
  /** Who sits at the bottom; the others follow clockwise as they sit. */
  self: number;
  /** A phone's discs have 52 px, or 44 where there are many. */
  large?: number;
  /** The height of what stands under a disc: its name. */
  foot?: number;
}

/** How large discs and names are, and the line on which they stand. */
export interface Shape {
  disc: number;
  /** The width of a name with what is free beside it. */
  name: number;
  foot: number;
  rx: number;
  ry: number;
  /** 1 is an ellipse, 0 a rectangle. */
  roundness: number;
}

export interface Ring extends Shape {
  middle: Place;
  /** What the seats leave free in the middle. */
  centre: { width: number; height: number };
  /** One place per seat; empty when there are too many for a ring and they stand in rows instead. */
  places: Place[];
  /** Seats cover each other: `crowd.ts` knows better places. */
  isCrowded: boolean;
}

export const SMALL = 0.85;
export const SMALL_FROM = 11;
export const TALL = 1.35; // the height of a ring that has room for it, in its width
const NAME = 1.69; // the width of a name, in large discs
const RING_SEATS_MAX = 15;

/** At equal angles of an ellipse. */
export function layRing(box: Box): Ring {
  const { width, height, seats, large = 52, foot = 20 } = box;
  const disc = seats < SMALL_FROM ? large : Math.round(large * SMALL);
  const name = Math.round(NAME * large);
  const rx = Math.max(0, (width - name) / 2);
  const ry = Math.max(0, Math.min(height / 2 - large / 2 - foot, TALL * rx));
  const places = Array.from({ length: seats > RING_SEATS_MAX ? 0 : seats }, (_, place) => {
    const angle = Math.PI / 2 + (2 * Math.PI * place) / seats;
    return { x: rx * Math.cos(angle), y: ry * Math.sin(angle) };
  });
  return ringOf({ disc, name, foot, rx, ry, roundness: 1 }, box, places);
}

/** Puts places around the middle of the box, or as far above it as the lowest name needs; the first of them, the bottom,
 * is for whoever sits there. */
export function ringOf(shape: Shape, { width, height, self }: Box, places: Place[]): Ring {
  const { rx, ry, disc, foot } = shape;
  const { length } = places;
  const middle = { x: width / 2, y: Math.min(height / 2, height - ry - disc / 2 - foot) };
  return {
    ...shape,
    middle,
    centre: { width: Math.max(0, 2 * rx - disc - 20), height: Math.max(0, 2 * ry - disc - 36) },
    places: places.map((_, seat) => {
      const { x, y } = places[(seat - self + length) % length] as Place;
      return { x: middle.x + x, y: middle.y + y };
    }),
    isCrowded: !areApart(places, shape),
  };
}

/** How far two seats are apart; from 1 on neither covers anything of the other. */
export function apart(a: Place, b: Place, { disc, name, foot }: Shape): number {
  return Math.max(Math.abs(a.x - b.x) / name, Math.abs(a.y - b.y) / (disc + foot));
}

function areApart(places: Place[], shape: Shape): boolean {
  return places.every((a, i) => places.slice(0, i).every((b) => apart(a, b, shape) >= 1));
}
