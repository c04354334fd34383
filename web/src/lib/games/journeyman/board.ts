/** What the board needs to know of the view: which field is where, what a tap means, the year as pictures.
 * No rules: what may be done is in the view's `available_actions`. */
import type { GameRecord } from '..';
import type { Action, Day, Field, JourneymanView } from './types';

/** One picture of the board. */
export interface Picture {
  width: number;
  height: number;
  wet: boolean[];
  position: number;
  /** Fields that just changed, for the eye. */
  fresh: number[];
  day: number;
  isNight: boolean;
}

export function numberOf(field: Field, width: number): number {
  return field.y * width + field.x;
}

export function fieldOf(number: number, width: number): Field {
  return { x: number % width, y: Math.floor(number / width) };
}

/** "B3": the column's letter, the row's number. The same in every language, short enough to say. */
export function nameOf(field: Field): string {
  return `${String.fromCharCode(65 + field.x)}${field.y + 1}`;
}

export function pictureOf(view: JourneymanView): Picture {
  const grid = view.grid ?? emptyGrid(view.width, view.height);
  return {
    width: view.width,
    height: view.height,
    wet: grid.flat().map((field) => field === 1),
    position: numberOf(view.journeyman_position ?? { x: 0, y: 0 }, view.width),
    fresh: [],
    day: view.current_turn,
    isNight: view.current_role === 'weather',
  };
}

function emptyGrid(width: number, height: number): number[][] {
  return Array.from({ length: height }, () => Array<number>(width).fill(0));
}

export function actionOf<Type extends Action['type']>(
  view: JourneymanView,
  type: Type,
): Extract<Action, { type: Type }> | undefined {
  return view.available_actions.find(
    (action): action is Extract<Action, { type: Type }> => action.type === type,
  );
}

/** Fields a tap can mean now. */
export function legalFields(view: JourneymanView): Set<number> {
  const move = actionOf(view, 'move');
  const flood = actionOf(view, 'flood');
  const fields = move?.position ?? flood?.positions.from ?? [];
  return new Set(fields.map((field) => numberOf(field, view.width)));
}

/** The legal field nearest to a tap at (x, y), in fields from the top left corner; -1 if none is near. On a
 * small phone a field of a large board is smaller than a fingertip. */
export function snap(x: number, y: number, width: number, legal: Set<number>, reach = 1.6): number {
  const tapped = Math.floor(y) * width + Math.floor(x);
  if (legal.has(tapped)) return tapped;
  let best = -1;
  let bestDistance = reach;
  for (const number of legal) {
    const field = fieldOf(number, width);
    const distance = Math.hypot(field.x + 0.5 - x, field.y + 0.5 - y);
    if (distance < bestDistance) [best, bestDistance] = [number, distance];
  }
  return best;
}

/** Marks or unmarks a field for flooding; a further one beyond `max` replaces the oldest. */
export function toggleFlood(chosen: number[], number: number, max: number): number[] {
  if (chosen.includes(number)) return chosen.filter((other) => other !== number);
  return max > 0 ? [...chosen, number].slice(-max) : [];
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The field an arrow key leads to. */
export function neighbourByKey(key: string, number: number, width: number, height: number): number {
  const { x, y } = fieldOf(number, width);
  if (key === 'Home') return y * width;
  if (key === 'End') return y * width + width - 1;
  const step = steps[key];
  if (!step) return number;
  const to = { x: x + step[0], y: y + step[1] };
  const isOutside = to.x < 0 || to.y < 0 || to.x >= width || to.y >= height;
  return isOutside ? number : numberOf(to, width);
}

/** A year that is over. */
export interface Year {
  width: number;
  height: number;
  days: number;
  history: Day[];
}

/** The year out of what was told of it. */
export function yearOf(record: GameRecord): Year {
  const year: Year = { width: 0, height: 0, days: Number(record.options.days ?? 365), history: [] };
  const numbers = (fields: unknown) => (fields as Field[]).map((at) => numberOf(at, year.width));
  for (const event of record.events) {
    const today = year.history.at(-1);
    if (event.type === 'grid_configured')
      [year.width, year.height] = [Number(event.width), Number(event.height)];
    else if (event.type === 'moved')
      year.history.push([numberOf(event.position as Field, year.width), [], []]);
    else if (event.type === 'dried') today?.[1].push(...numbers(event.positions));
    else if (event.type === 'flooded') today?.[2].push(...numbers(event.positions));
  }
  return year;
}

/** The whole year as pictures: the start, then two a day (the step, the night). */
export function pictures(view: Omit<Year, 'history'> & { history?: Day[] }): Picture[] {
  const { width, height } = view;
  const wet = Array<boolean>(width * height).fill(false);
  const all: Picture[] = [
    { width, height, wet: [...wet], position: 0, fresh: [], day: 1, isNight: false },
  ];
  (view.history ?? []).forEach(([move, dried, flooded]: Day, i) => {
    for (const field of dried) wet[field] = false;
    const common = { width, height, position: move, day: i + 1 };
    all.push({ ...common, wet: [...wet], fresh: dried, isNight: false });
    // The year ends with the last step, before its night.
    if (i + 1 === view.days) return;
    for (const field of flooded) wet[field] = true;
    all.push({ ...common, wet: [...wet], fresh: flooded, isNight: true });
  });
  return all;
}

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
const seasons: Season[] = ['spring', 'summer', 'autumn', 'winter'];

/** The year begins in spring, however many days it has. */
export function seasonOf(day: number, days: number): Season {
  const quarter = Math.floor(((day - 1) * 4) / Math.max(1, days));
  return seasons[Math.min(3, Math.max(0, quarter))] as Season;
}
