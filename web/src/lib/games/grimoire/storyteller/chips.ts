/** Where reminders stand by their tokens: beside them towards the centre, else under the name, else above; the first place
 * that is free of seats, of other reminders and of the centre. What finds no place is counted on the token. Pure. */
import { doOverlap, type Layout, type Measure, type Rect } from './layout';

export interface Chips {
  seat: number;
  words: string[];
}

export interface Placed {
  seat: number;
  /** How many are shown; the others are counted. */
  shown: number;
  more: number;
  box: Rect;
  /** From the token's rim to the chips. */
  line: [number, number, number, number];
  align: 'start' | 'center' | 'end';
}

const GAP = 3;

function size(words: string[], more: number, layout: Layout, measure: Measure): [number, number] {
  const { chip, chipHeight } = layout.sizes;
  const texts = more ? [...words, `+${more}`] : words;
  const width = Math.max(...texts.map((word) => measure(word, chip))) + chipHeight + 14;
  return [width, texts.length * (chipHeight + GAP) - GAP];
}

/** The middles of places to try, the best first. */
function candidates(
  { x, y, foot }: { x: number; y: number; foot: number },
  [width, height]: [number, number],
  layout: Layout,
): [number, number][] {
  const half = layout.token / 2;
  const inward = x <= layout.middle.x ? 1 : -1;
  const beside = (side: number) =>
    [-0.05, -0.25, 0.15, -0.45, 0.35, 0.6].map((up): [number, number] => [
      x + side * (half + 9 + width / 2),
      y + up * layout.token,
    ]);
  const along = [0, 0.25, 0.5, 0.75, 1];
  const under = along.map((part): [number, number] => [
    x + inward * part * (width / 2),
    foot + 4 + height / 2,
  ]);
  const over = along.map((part): [number, number] => [
    x + inward * part * (width / 2),
    y - half - 10 - height / 2,
  ]);
  const isLow = y > layout.middle.y;
  // Where all that is taken: on the way to the middle, a line joins them.
  const away = Math.hypot(layout.middle.x - x, layout.middle.y - y) || 1;
  const onTheWay = [1, 1.25, 1.5, 1.75, 2].map((far): [number, number] => [
    x + ((layout.middle.x - x) / away) * far * layout.token,
    y + ((layout.middle.y - y) / away) * far * layout.token,
  ]);
  return [
    ...beside(inward),
    ...(isLow ? over : under),
    ...(isLow ? under : over),
    ...beside(-inward),
    ...onTheWay,
  ];
}

function lineTo(x: number, y: number, token: number, box: Rect): Placed['line'] {
  const nearX = Math.min(Math.max(x, box[0] + 8), box[2] - 8);
  const nearY = Math.min(Math.max(y, box[1] + 4), box[3] - 4);
  const length = Math.hypot(nearX - x, nearY - y) || 1;
  const rim = token / 2 - 2;
  return [x + ((nearX - x) / length) * rim, y + ((nearY - y) / length) * rim, nearX, nearY];
}

/** From the name down to chips that stand under it: no line goes through words. */
function below(x: number, foot: number, box: Rect): Placed['line'] {
  const nearX = Math.min(Math.max(x, box[0] + 8), box[2] - 8);
  return [nearX, foot, nearX, box[1]];
}

/** Places for all chips. `width` and `centre`: the box, and what stands in its middle. */
export function placeChips(
  all: Chips[],
  layout: Layout,
  {
    width,
    centre,
    most,
    measure,
  }: { width: number; centre: Rect | null; most: number; measure: Measure },
): Placed[] {
  const taken = layout.places.flatMap((one) => one.boxes);
  if (centre) taken.push(centre);
  const placed: Placed[] = [];
  for (const { seat, words } of all) {
    const at = layout.places[seat];
    if (!at || words.length === 0) continue;
    const foot = Math.max(...at.boxes.map((box) => box[3]));
    for (let shown = Math.min(most, words.length); shown > 0; shown--) {
      const more = words.length - shown;
      const wanted = size(words.slice(0, shown), more, layout, measure);
      const free = candidates({ x: at.x, y: at.y, foot }, wanted, layout)
        .map(([x, y]): Rect => [
          x - wanted[0] / 2,
          y - wanted[1] / 2,
          x + wanted[0] / 2,
          y + wanted[1] / 2,
        ])
        .find(
          (box) =>
            box[0] >= 2 &&
            box[2] <= width - 2 &&
            box[1] >= 0 &&
            box[3] <= layout.height &&
            !taken.some((other) => doOverlap(box, other, 2)),
        );
      if (!free) continue;
      taken.push(free);
      const x = (free[0] + free[2]) / 2;
      const align = x > at.x + 8 ? 'start' : x < at.x - 8 ? 'end' : 'center';
      placed.push({
        seat,
        shown,
        more,
        box: free,
        line: free[1] >= foot ? below(at.x, foot, free) : lineTo(at.x, at.y, layout.token, free),
        align,
      });
      break;
    }
  }
  return placed;
}
