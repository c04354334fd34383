/** Where the tokens of the grimoire stand, and how large they are: measured, not fixed. Pure.
 *
 * Seats stand at equal lengths along a superellipse, the first at the bottom, the others clockwise. The token
 * is the largest, in steps of 2 px, with which the boxes of all seats (token, ribbon, name) keep 2 px. Of the curves that do,
 * the widest gap wins, then the roundest. Below 44 px the seats stand in two files: up on the left, down on the right, so
 * that neighbours stay neighbours. */

/** Left, top, right, bottom. */
export type Rect = [number, number, number, number];

/** How wide a text is at a size of letters. */
export type Measure = (text: string, size: number) => number;

export interface Label {
  /** The character's name; empty where there is none, and in the town square. */
  ribbon: string;
  name: string;
}

export interface Sizes {
  ribbon: number;
  ribbonHeight: number;
  name: number;
  nameHeight: number;
  chip: number;
  chipHeight: number;
}

export interface Place {
  x: number;
  y: number;
  /** How far ribbon and name slide inwards at the edge. */
  ribbonShift: number;
  nameShift: number;
  /** Letters of this seat, where a column has no room for the usual ones. */
  letters?: { ribbon: number; name: number };
  /** Token, ribbon, name. */
  boxes: Rect[];
}

export interface Layout {
  kind: 'ring' | 'files';
  token: number;
  sizes: Sizes;
  places: Place[];
  middle: { x: number; y: number };
  /** What the seats leave free around the middle. */
  free: { width: number; height: number };
  /** How high it is; more than the box where two files need it. */
  height: number;
  /** Of two files: how high a row is. */
  row: number;
}

export interface Wanted {
  width: number;
  height: number;
  seats: Label[];
  measure: Measure;
  /** Of whoever reads large letters. */
  zoom?: number;
}

export const TOKEN_MIN = 44;
const TOKEN_MAX = 144;
const STEP = 2;
const GAP = 2;
/** Rows of two files: 47 px where there is room, lower ones rather than some that are out of sight. */
const ROW_MIN = 36;
const ROW_MAX = 64;
const FILE_TOKEN = 36;
/** Where rows and columns have room for more. */
const ROOMY = { row: 54, column: 190, token: 46, ribbon: 13, name: 15 };
const FILE_EDGE = 6; // what hangs over a token stays inside
const FILE_GAPS = 22; // between token, words and the next file
const RIBBON_MIN = 10;
const NAME_MIN = 11;
const EDGE = 2;
const EXPONENTS = [2, 2.2, 2.4, 2.6, 2.8, 3, 3.3, 3.7, 4.2];
const ROUNDEST = 2.4;
const SAMPLES = 360;
const RIBBON_AT = 0.3; // of the token, below its middle

/** Letters and heights that go with a token. */
export function sizesFor(token: number, zoom = 1): Sizes {
  const step = token >= 120 ? 0 : token >= 100 ? 1 : token >= 70 ? 2 : token >= 60 ? 3 : 4;
  const pick = (list: number[]) => (list[step] as number) * zoom;
  const ribbon = pick([16, 14, 13, 11.5, 11]);
  const name = pick([17, 15, 14, 13, 13]);
  return {
    ribbon,
    ribbonHeight: Math.round(ribbon + 8),
    name,
    nameHeight: Math.round(name * 1.25),
    chip: pick([14, 13.5, 12.5, 11.5, 11.5]),
    chipHeight: Math.round(pick([27, 25, 24, 24, 24])),
  };
}

const ribbonWidth = (label: Label, sizes: Sizes, measure: Measure) =>
  label.ribbon ? measure(label.ribbon, sizes.ribbon) + 18 : 0;
const nameWidth = (label: Label, sizes: Sizes, measure: Measure) =>
  measure(label.name, sizes.name) + 6;

/** How far something `width` wide slides to stay inside. */
function slide(x: number, width: number, within: number): number {
  const half = width / 2 + EDGE;
  if (x - half < 0) return half - x;
  return x + half > within ? within - half - x : 0;
}

function place(x: number, y: number, token: number, label: Label, how: Fitting): Place {
  const { sizes, wanted } = how;
  const wide = [
    ribbonWidth(label, sizes, wanted.measure),
    nameWidth(label, sizes, wanted.measure),
  ] as const;
  const [ribbonShift, nameShift] = wide.map((one) => slide(x, one, wanted.width)) as [
    number,
    number,
  ];
  const ribbonTop = label.ribbon ? y + token * RIBBON_AT : y + token / 2 - sizes.ribbonHeight + 2;
  const nameTop = ribbonTop + sizes.ribbonHeight + 1;
  const across = (shift: number, width: number, top: number, bottom: number): Rect => [
    x + shift - width / 2,
    top,
    x + shift + width / 2,
    bottom,
  ];
  return {
    x,
    y,
    ribbonShift,
    nameShift,
    boxes: [
      [x - token / 2 - 5, y - token / 2 - 6, x + token / 2 + 5, ribbonTop],
      across(ribbonShift, Math.max(wide[0], token * 0.7), ribbonTop, nameTop - 1),
      across(nameShift, wide[1], nameTop, nameTop + sizes.nameHeight),
    ],
  };
}

/** The distance between two boxes; negative where they overlap. */
function gapOf(a: Rect, b: Rect): number {
  return Math.max(
    Math.max(a[0], b[0]) - Math.min(a[2], b[2]),
    Math.max(a[1], b[1]) - Math.min(a[3], b[3]),
  );
}

export const doOverlap = (a: Rect, b: Rect, margin = 0): boolean => gapOf(a, b) < margin;

/** The narrowest gap between two seats, up to `enough`; of what is too narrow anyway, not how much. */
function narrowest(places: Place[], enough: number): number {
  let gap = enough;
  for (let i = 0; i < places.length; i++)
    for (let j = i + 1; j < places.length; j++) {
      for (const a of places[i]!.boxes)
        for (const b of places[j]!.boxes) gap = Math.min(gap, gapOf(a, b));
      if (gap < GAP) return gap;
    }
  return gap;
}

interface Fitting {
  wanted: Wanted;
  sizes: Sizes;
}

const curves = new Map<number, [number, number][]>();

/** A superellipse of half axes 1, from the bottom clockwise. */
function curve(exponent: number): [number, number][] {
  let points = curves.get(exponent);
  if (!points) {
    points = Array.from({ length: SAMPLES + 1 }, (_, i) => {
      const angle = Math.PI / 2 + (2 * Math.PI * i) / SAMPLES;
      const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / exponent);
      return [bend(Math.cos(angle)), bend(Math.sin(angle))];
    });
    curves.set(exponent, points);
  }
  return points;
}

/** `count` points at equal lengths along the curve, the first `shift` of a seat after the bottom. */
function along(
  exponent: number,
  count: number,
  shift: number,
  rx: number,
  ry: number,
): [number, number][] {
  const points = curve(exponent);
  const lengths = [0];
  for (let i = 1; i <= SAMPLES; i++) {
    const [ax, ay] = points[i - 1]!;
    const [bx, by] = points[i]!;
    lengths.push(lengths[i - 1]! + Math.hypot((bx - ax) * rx, (by - ay) * ry));
  }
  const whole = lengths[SAMPLES]!;
  let at = 0;
  return Array.from({ length: count }, (_, seat) => {
    const length = (whole * (seat + shift)) / count;
    while (lengths[at]! < length) at++;
    return points[at]!;
  });
}

interface Best {
  score: number;
  gap: number;
  places: Place[];
  rx: number;
  ry: number;
  middle: { x: number; y: number };
}

function fit(token: number, how: Fitting): Best | null {
  const { wanted, sizes } = how;
  const below = token * RIBBON_AT + sizes.ribbonHeight + sizes.nameHeight + 3;
  const above = token / 2 + 14;
  const rx = wanted.width / 2 - token / 2 - 7;
  const ry = (wanted.height - above - below) / 2;
  if (rx < token / 2 || ry < token / 2) return null;
  const middle = { x: wanted.width / 2, y: above + ry };
  let best: Best | null = null;
  for (const exponent of EXPONENTS)
    for (const shift of [0, 0.5]) {
      const places = along(exponent, wanted.seats.length, shift, rx, ry).map(([x, y], i) =>
        place(middle.x + rx * x, middle.y + ry * y, token, wanted.seats[i]!, how),
      );
      const gap = narrowest(places, 10);
      const score = gap - Math.abs(exponent - ROUNDEST) * 1.5 - shift;
      if (!best || (gap >= GAP && best.gap < GAP) || (gap >= GAP && score > best.score))
        best = { score, gap, places, rx, ry, middle };
    }
  return best;
}

/** The largest size of letters, at most `size`, at which a text is no wider than `room`; in steps of half a pixel. */
function shrink(text: string, size: number, least: number, room: number, measure: Measure): number {
  let fitting = size;
  while (fitting > least && measure(text, fitting) > room) fitting -= 0.5;
  return fitting;
}

/** Two files with the token at the left of its words. */
function files(wanted: Wanted, zoom: number): Layout {
  const { seats, measure } = wanted;
  const sizes = sizesFor(TOKEN_MIN, zoom);
  const rows = Math.ceil(seats.length / 2);
  const room = Math.floor(wanted.height / rows);
  const row = Math.round(Math.min(ROW_MAX, Math.max(room, ROW_MIN * zoom)));
  const column = wanted.width / 2;
  const isRoomy = row >= ROOMY.row && column >= ROOMY.column;
  const token = isRoomy ? ROOMY.token : Math.min(FILE_TOKEN, row - 8);
  const large = isRoomy ? { ribbon: ROOMY.ribbon * zoom, name: ROOMY.name * zoom } : sizes;
  const words = column - FILE_EDGE - token - FILE_GAPS;
  const places = seats.map(({ ribbon, name }, i): Place => {
    const isLeft = i < rows;
    const line = isLeft ? rows - 1 - i : i - rows;
    const left = isLeft ? FILE_EDGE : column + FILE_EDGE;
    const top = line * row;
    return {
      x: left,
      y: top,
      ribbonShift: 0,
      nameShift: 0,
      letters: {
        ribbon: shrink(ribbon, large.ribbon, RIBBON_MIN, words, measure),
        name: shrink(name, large.name, NAME_MIN, words, measure),
      },
      boxes: [[left, top, left + column - FILE_EDGE - 2, top + row - 2]],
    };
  });
  return {
    kind: 'files',
    token,
    sizes,
    places,
    middle: { x: column, y: (rows * row) / 2 },
    free: { width: 0, height: 0 },
    height: rows * row,
    row,
  };
}

/** What a box around the middle, with the shape of the ring, has for itself. */
function freeOf({ places, middle }: Best): Layout['free'] {
  const boxes = places.flatMap((one) => one.boxes);
  let width = 0;
  let height = 0;
  for (let scale = 0.2; scale < 0.95; scale += 0.05) {
    const [w, h] = [middle.x * scale, middle.y * scale * 0.8];
    const inside: Rect = [middle.x - w, middle.y - h, middle.x + w, middle.y + h];
    if (boxes.some((box) => doOverlap(box, inside, 4))) break;
    [width, height] = [2 * w, 2 * h];
  }
  return { width, height };
}

/** The largest token for which `fits`, where a smaller one fits as well. */
function largest(fits: (token: number) => boolean, most: number): number | null {
  let [low, high] = [0, Math.floor((most - TOKEN_MIN) / STEP)];
  if (high < 0 || !fits(TOKEN_MIN)) return null;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(TOKEN_MIN + middle * STEP)) low = middle;
    else high = middle - 1;
  }
  return TOKEN_MIN + low * STEP;
}

/** The grimoire in a box. */
export function layGrimoire(wanted: Wanted): Layout {
  const zoom = Math.min(1.3, wanted.zoom ?? 1);
  const most = Math.min(TOKEN_MAX, Math.min(wanted.width, wanted.height) / 4);
  const lay = (token: number) => fit(token, { wanted, sizes: sizesFor(token, zoom) });
  const token = largest((one) => (lay(one)?.gap ?? -1) >= GAP, most);
  const best = token === null ? null : lay(token);
  if (token === null || !best) return files(wanted, zoom);
  return {
    kind: 'ring',
    token,
    sizes: sizesFor(token, zoom),
    places: best.places,
    middle: best.middle,
    free: freeOf(best),
    height: wanted.height,
    row: 0,
  };
}

/** A box that no seat covers, around its middle. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SPOT_GAP = 4;
const SPOT_MIN = 16;
const SPOT_WIDTHS = [300, 240, 190, 150, 120, 96, 76, 60];
const SPOTS_DOWN = [0, 14, -14, 28, -28, 44, -44, 64, -64, 90, -90];
const SPOTS_ASIDE = [0, 14, -14, 30, -30];

/** The highest spot of that width with its middle at `x`, containing the height `y`; null: a seat is there. */
function spotAt(boxes: Rect[], within: number, x: number, y: number, width: number): Spot | null {
  let [top, bottom] = [SPOT_GAP, within - SPOT_GAP];
  for (const [left, from, right, to] of boxes) {
    if (left - SPOT_GAP >= x + width / 2 || right + SPOT_GAP <= x - width / 2) continue;
    if ((from + to) / 2 < y) top = Math.max(top, to + SPOT_GAP);
    else bottom = Math.min(bottom, from - SPOT_GAP);
  }
  if (bottom - top < SPOT_MIN) return null;
  return { x, y: (top + bottom) / 2, width, height: bottom - top };
}

/** Where words may stand: around the middle first, then beside it, the widest first. */
export function spotsOf({ places, middle, height }: Layout): Spot[] {
  const boxes = places.flatMap((one) => one.boxes);
  const at = (x: number, y: number) =>
    SPOT_WIDTHS.flatMap((width) => spotAt(boxes, height, x, y, width) ?? []);
  const far = ({ x, y }: Spot) => Math.round(Math.hypot(x - middle.x, y - middle.y) / 12);
  return SPOTS_DOWN.flatMap((down) =>
    SPOTS_ASIDE.flatMap((aside) => at(middle.x + aside, middle.y + down)),
  ).sort((a, b) => far(a) - far(b) || b.width - a.width);
}

/** The ring as the vote clock knows it. */
export function clockRing(layout: Layout, middle: { x: number; y: number }) {
  const { places, free } = layout;
  const reach = (of: (place: Place) => number) => Math.max(1, ...places.map((one) => of(one)));
  return {
    places,
    middle,
    centre: { width: Math.max(free.width, 150), height: Math.max(free.height, 150) },
    rx: reach((one) => Math.abs(one.x - middle.x)),
    ry: reach((one) => Math.abs(one.y - middle.y)),
  };
}
