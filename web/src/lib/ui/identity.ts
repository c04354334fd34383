/** A glyph and a ring for each person of a room: unique there, and the same all evening on every device. */
export const animals = [
  'fox',
  'owl',
  'bear',
  'frog',
  'deer',
  'octopus',
  'hedgehog',
  'cat',
  'rabbit',
  'whale',
  'turtle',
  'snail',
  'bee',
  'swan',
  'penguin',
  'mouse',
  'elephant',
  'crab',
  'fish',
  'butterfly',
] as const;

export type Animal = (typeof animals)[number];
export type Line = 'solid' | 'double' | 'dotted';
export interface Identity {
  animal: Animal;
  /** Which of the two sprites has it: tables of up to ten people never fetch the second. */
  sheet: 0 | 1;
  colour: string;
  line: Line;
}

const COLOURS = 10;
const SHEET = 10;
const lines: Line[] = ['solid', 'double', 'dotted'];

/** The identity of the person at `index` of the room's list, which never changes during the evening. */
export function identityOf(index: number): Identity {
  const at = index % animals.length;
  const animal = animals[at] as Animal;
  const line = lines[Math.floor(index / COLOURS) % lines.length] as Line;
  return { animal, sheet: at < SHEET ? 0 : 1, colour: `var(--seat-${index % COLOURS})`, line };
}
