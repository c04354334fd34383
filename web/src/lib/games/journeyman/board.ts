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

/** Why a field cannot be chosen, as the server would say it: the end of a key in `journeyman.why`. */
export function whyNot(picture: Picture, number: number, isMine: boolean): string {
  if (!isMine) return 'not_your_turn';
  if (number === picture.position) return 'journeymans_field';
  if (picture.wet[number]) return 'field_is_wet';
  return picture.isNight ? 'over_budget' : 'not_adjacent';
}

/** The field under a point of the board, given in parts of its width and height. */
export function fieldAt(across: number, down: number, picture: Picture): number {
  const within = (part: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(part * count)));
  return within(down, picture.height) * picture.width + within(across, picture.width);
}

/** A field and those round it, row by row; -1 where the board ends. */
export function neighbourhood(number: number, { width, height }: Picture): number[] {
  const centre = fieldOf(number, width);
  return [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map((across) => {
      const at = { x: centre.x + across, y: centre.y + down };
      const isOutside = at.x < 0 || at.y < 0 || at.x >= width || at.y >= height;
      return isOutside ? -1 : numberOf(at, width);
    }),
  );
}

/** What is to be seen of one field. */
export interface Look {
  isWet: boolean;
  isNight: boolean;
  isHere: boolean;
  isLegal: boolean;
  isStep: boolean;
  isFlood: boolean;
  isDrying: boolean;
  isHovered: boolean;
  isFresh: boolean;
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
