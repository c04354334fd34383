/** The ring where equal angles are not enough: people stand as far from each other as the box allows, with shorter names
 * and on a line that goes further into its corners the more they are. Loaded when it is needed. Pure. */
import {
  apart,
  ringOf,
  SMALL,
  SMALL_FROM,
  TALL,
  type Box,
  type Place,
  type Ring,
  type Shape,
} from './ring';

const NAMES = [1.69, 1.35, 1.12, 0.93]; // in large discs
const ROUNDNESS = [1, 0.8, 0.6, 0.4, 0.2, 0.1];
const HEIGHTS = [1, 0.92, 0.84]; // of what the box allows
const SAMPLES = 80; // of every straight or bent part of the line
const HALVINGS = 14;

/** The first shape on which nobody covers anybody; if there is none, the last and narrowest. */
export function layCrowd(box: Box): Ring {
  const shapes = [...shapesFor(box)];
  const fits = shapes.find((shape) => walk(leftHalf(shape), shape, box.seats, 1));
  const shape = fits ?? (shapes.at(-1) as Shape);
  return ringOf(shape, box, farApart(shape, box.seats));
}

/** From the most beautiful to the one that holds most. */
function* shapesFor({ width, height, seats, large = 52, foot = 20 }: Box): Generator<Shape> {
  const small = Math.round(large * SMALL);
  for (const disc of seats < SMALL_FROM ? [large, small] : [small])
    for (const name of NAMES.map((part) => Math.round(part * large))) {
      if (name < disc) continue;
      const rx = Math.max(0, (width - name) / 2);
      const highest = Math.max(0, (height - disc - foot) / 2);
      for (const roundness of ROUNDNESS)
        for (const ry of heightsFor(rx, highest)) yield { disc, name, foot, rx, ry, roundness };
    }
}

function heightsFor(rx: number, highest: number): number[] {
  return [Math.min(TALL * rx, highest), ...HEIGHTS.map((part) => part * highest)];
}

/** The places with all neighbours equally far apart: up the left side in the largest steps that bring one to the top,
 * and the same down the right. */
function farApart(shape: Shape, seats: number): Place[] {
  const half = leftHalf(shape);
  let [fits, tooFar] = [0, 2 * seats];
  for (let i = 0; i < HALVINGS; i++) {
    const step = (fits + tooFar) / 2;
    if (walk(half, shape, seats, step)) fits = step;
    else tooFar = step;
  }
  const left = walk(half, shape, seats, fits) as Place[];
  const right = left.slice(1, Math.ceil(seats / 2)).map(mirror);
  return [...left, ...right.reverse()];
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

/** The line from the bottom to the top, clockwise: three straight parts and two bent ones. */
function leftHalf({ rx, ry, roundness }: Shape): Place[] {
  const [x, y] = [rx * (1 - roundness), ry * (1 - roundness)];
  const bend = (from: number, side: number) =>
    sample((part) => {
      const angle = ((from + part) * Math.PI) / 2;
      return {
        x: -x - rx * roundness * Math.sin(angle),
        y: side * y + ry * roundness * Math.cos(angle),
      };
    });
  return [
    ...sample((part) => ({ x: -x * part, y: ry })),
    ...bend(0, 1),
    ...sample((part) => ({ x: -rx, y: y * (1 - 2 * part) })),
    ...bend(1, -1),
    ...sample((part) => ({ x: -x * (1 - part), y: -ry })),
  ];
}

function sample(at: (part: number) => Place): Place[] {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => at(i / SAMPLES));
}
