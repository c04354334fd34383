/** The table: where its edge is and where people sit at it, from the measured box. Pure.
 *
 * It is a rounded rectangle. Seats stand at equal lengths along its edge, the viewer in the middle of the bottom, the others
 * clockwise as they sit. The largest discs and the longest names are tried first; then names are cut, discs shrink, and
 * people move as far apart as the edge allows. More than fifteen on a phone sit at one long table; where that has no
 * room either, `places` is empty and they stand in rows. */
export interface Place {
  x: number;
  y: number;
}

export interface Box {
  width: number;
  height: number;
  seats: number;
  /** Who sits at the bottom. */
  self: number;
  /** The largest disc wanted, if it is less than the box allows. */
  large?: number | undefined;
  /** The height of what stands under a disc: its name, and a claim where there are claims. */
  foot?: number;
}

/** How large discs and names are, and the edge on which they stand. */
export interface Shape {
  disc: number;
  /** The width of a name that every seat has room for. */
  name: number;
  foot: number;
  rx: number;
  ry: number;
  /** Of the corners. */
  radius: number;
}

/** Where a name stands by its disc. */
export type Side = 'below' | 'left' | 'right';

export interface Ring extends Shape {
  middle: Place;
  /** What the seats leave free in the middle. */
  centre: { width: number; height: number };
  /** One place per seat. */
  places: Place[];
  /** How wide each seat's name may be. */
  names: number[];
  sides: Side[];
  /** The width of the wooden rim. */
  rim: number;
}

const TALL = 1.35; // the height of a table that has room for it, in its width
const WIDE = 2.1;
const ROUND = [0.92, 0.7, 0.5, 0.3, 0.15]; // corners, in the shorter half
const NAMES = [1.6, 1.35, 1.15, 1.02]; // the widths of names, in discs
const SHRINK = [1, 0.92, 0.84, 0.76, 0.68, 0.6];
const DISC_MIN = 44; // with the space around it, 48 to tap
const GAP = 4;
const LONG_FROM = 16;
const PHONE = 560;

/** Discs for up to six, ten, fifteen and twenty people, by the width of the box. */
const SIZES: [width: number, discs: [number, number, number, number]][] = [
  [1000, [132, 126, 104, 88]],
  [PHONE, [84, 72, 60, 52]],
  [340, [64, 60, 46, 44]],
  [0, [52, 46, 44, 44]],
];

export function layRing(box: Box): Ring {
  const { width, seats, foot = 22 } = box;
  if (seats >= LONG_FROM && width < PHONE) return layLong(box);
  const shapes = [...shapesFor(box)];
  for (const shape of shapes) {
    const places = atEqualLengths(shape, seats);
    if (areApart(places, shape)) return ringOf(shape, box, places);
  }
  for (const shape of shapes) {
    const places = farApart(shape, seats);
    if (places) return ringOf(shape, box, places);
  }
  const least = shapes.at(-1) ?? { disc: DISC_MIN, name: 64, foot, rx: 0, ry: 0, radius: 0 };
  return ringOf(least, box, []);
}

/** From the most beautiful to the one that holds most. */
function* shapesFor({ width, height, seats, large, foot = 22 }: Box): Generator<Shape> {
  const kind = seats <= 6 ? 0 : seats <= 10 ? 1 : seats <= 15 ? 2 : 3;
  const [, discs] = SIZES.find(([from]) => width >= from) ?? SIZES[3]!;
  const best = Math.min(large ?? Infinity, discs[kind]);
  const sizes = new Set(SHRINK.map((part) => Math.max(DISC_MIN, Math.round(best * part))));
  for (const disc of sizes)
    for (const part of NAMES) {
      const name = Math.max(48, Math.round(part * disc));
      const highest = (height - disc - foot) / 2;
      const widest = Math.min((width - name) / 2, WIDE * highest);
      if (highest < disc * 0.6 || widest < disc * 0.6) continue;
      for (const round of ROUND)
        for (const ry of new Set([Math.min(TALL * widest, highest), highest])) {
          const radius = round * Math.min(widest, ry);
          yield { disc, name, foot, rx: widest, ry, radius };
        }
    }
}

/** Puts places around the middle of the box, or as far above it as the lowest name needs; the first of them, the bottom,
 * is for whoever sits there. */
function ringOf(shape: Shape, box: Box, places: Place[], sides: Side[] = []): Ring {
  const { width, height, self } = box;
  const { rx, ry, disc, foot } = shape;
  const { length } = places;
  const middle = { x: width / 2, y: (height - foot) / 2 };
  const turned = <T>(list: T[]) =>
    list.map((_, seat) => list[(seat - self + length) % length] as T);
  const seated = turned(places).map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y }));
  return {
    ...shape,
    middle,
    centre: { width: Math.max(0, 2 * rx - disc - 20), height: Math.max(0, 2 * ry - disc - 36) },
    places: seated,
    names: seated.map((_, seat) => roomFor(seat, seated, shape, width)),
    sides: sides.length ? turned(sides) : seated.map(() => 'below' as const),
    rim: Math.max(8, Math.round(disc * 0.16)),
  };
}

/** How wide the name of a seat may be: as far as the next disc or name beside it, or the edge of the box. */
function roomFor(
  seat: number,
  places: Place[],
  { disc, name, foot }: Shape,
  width: number,
): number {
  const { x, y } = places[seat] as Place;
  const half = places.reduce(
    (least, other, i) => {
      const [dx, dy] = [Math.abs(other.x - x), Math.abs(other.y - y)];
      if (i === seat || dy >= disc + foot) return least;
      return Math.min(least, dy < foot ? dx / 2 : dx - disc / 2); // names share, discs do not
    },
    Math.min(x, width - x),
  );
  return Math.max(name, Math.floor(2 * half)) - GAP;
}

/** How far two seats are apart; from 1 on neither covers anything of the other. */
function apart(a: Place, b: Place, { disc, name, foot }: Shape): number {
  return Math.max(Math.abs(a.x - b.x) / name, Math.abs(a.y - b.y) / (disc + foot));
}

function areApart(places: Place[], shape: Shape): boolean {
  return places.every((a, i) => places.slice(0, i).every((b) => apart(a, b, shape) >= 0.999));
}

/** A point of the edge, `part` of the way round from the middle of the bottom, clockwise. */
function pointAt({ rx, ry, radius }: Shape, part: number): Place {
  const [x, y] = [rx - radius, ry - radius];
  const bend = (Math.PI / 2) * radius;
  let left = part * (4 * x + 4 * y + 4 * bend);
  const turn = (cx: number, cy: number, from: number) => {
    const angle = from + left / radius;
    return { x: cx + radius * Math.cos(angle), y: cy + radius * Math.sin(angle) };
  };
  const { PI } = Math;
  const pieces: [length: number, at: () => Place][] = [
    [x, () => ({ x: -left, y: ry })],
    [bend, () => turn(-x, y, PI / 2)],
    [2 * y, () => ({ x: -rx, y: y - left })],
    [bend, () => turn(-x, -y, PI)],
    [2 * x, () => ({ x: -x + left, y: -ry })],
    [bend, () => turn(x, -y, 1.5 * PI)],
    [2 * y, () => ({ x: rx, y: -y + left })],
    [bend, () => turn(x, y, 0)],
    [x, () => ({ x: x - left, y: ry })],
  ];
  for (const [length, at] of pieces) {
    if (left <= length) return at();
    left -= length;
  }
  return { x: 0, y: ry };
}

function atEqualLengths(shape: Shape, seats: number): Place[] {
  return Array.from({ length: seats }, (_, seat) => pointAt(shape, seat / seats));
}

const SAMPLES = 240; // of half the edge
const HALVINGS = 12;

/** The places with all neighbours equally far apart: up the left side in the largest steps that bring one to the top, and
 * the same down the right. Null where that is too near. */
function farApart(shape: Shape, seats: number): Place[] | null {
  const half = Array.from({ length: SAMPLES + 1 }, (_, i) => pointAt(shape, i / SAMPLES / 2));
  if (!walk(half, shape, seats, 1)) return null;
  let [fits, tooFar] = [1, 2 * seats];
  for (let i = 0; i < HALVINGS; i++) {
    const step = (fits + tooFar) / 2;
    if (walk(half, shape, seats, step)) fits = step;
    else tooFar = step;
  }
  const left = walk(half, shape, seats, fits) as Place[];
  const right = left.slice(1, Math.ceil(seats / 2)).map(mirror);
  const places = [...left, ...right.reverse()];
  return areApart(places, shape) ? places : null;
}

/** From the bottom up in steps of this size; null if they lead beyond the top. With an even number of people somebody
 * sits there, with an odd one the last is a step away from the mirror image. */
function walk(half: Place[], shape: Shape, seats: number, step: number): Place[] | null {
  const top = half.length - 1;
  let last = half[0] as Place;
  const places = [last];
  for (let at = 0; places.length <= Math.floor(seats / 2); places.push(last)) {
    while (at <= top && apart(half[at] as Place, last, shape) < step) at++;
    if (at > top) return null;
    last = half[at] as Place;
  }
  if (seats % 2 === 0) return [...places.slice(0, -1), half[top] as Place];
  return apart(last, mirror(last), shape) >= step ? places : null;
}

function mirror({ x, y }: Place): Place {
  return { x: -x, y };
}

const NAME_BESIDE = 66;
const ROW = 50;

/** One long table: the viewer at its foot, with an even number somebody at its head, two files between them with the names
 * outside. */
function layLong(box: Box): Ring {
  const { width, height, seats, foot = 22 } = box;
  const disc = width >= 340 ? 48 : DISC_MIN;
  const rows = Math.ceil(seats / 2) - 1 + (seats % 2);
  const rx = width / 2 - NAME_BESIDE - disc / 2;
  const ry = (height - disc - foot) / 2;
  const shape = { disc, name: NAME_BESIDE, foot, rx, ry, radius: Math.min(rx * 0.6, ry) };
  const hasHead = seats % 2 === 0;
  const [top, bottom] = [hasHead ? -ry + disc * 0.9 : -ry, ry - disc * 0.9];
  const row = (bottom - top) / Math.max(1, rows - 1);
  if (row < ROW || rx < disc) return ringOf(shape, box, []);
  const file = Array.from({ length: rows }, (_, i) => bottom - i * row);
  const left = file.map((y) => ({ x: -rx, y }));
  const right = file.map((y) => ({ x: rx, y })).reverse();
  const head = hasHead ? [{ x: 0, y: -ry }] : [];
  const names = <T>(list: T[], side: Side) => list.map(() => side);
  return ringOf(
    shape,
    box,
    [{ x: 0, y: ry }, ...left, ...head, ...right],
    ['below', ...names(left, 'left'), ...names(head, 'below'), ...names(right, 'right')],
  );
}
