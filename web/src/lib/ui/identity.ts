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
  /** The number of the colour. */
  tone: number;
  line: Line;
}

export const COLOURS = 10;
const SHEET = 10;
/** As the server counts (room.h): looks from here on were chosen, an animal and a colour. */
const CHOSEN = 100;
const lines: Line[] = ['solid', 'double', 'dotted'];

/** The identity of a person by their look: the place in the room's list, or what they have chosen themselves. */
export function identityOf(look: number): Identity {
  const chosen = look - CHOSEN;
  const at = (chosen < 0 ? look : Math.floor(chosen / COLOURS)) % animals.length;
  const animal = animals[at] as Animal;
  const tone = chosen < 0 ? look % COLOURS : chosen % COLOURS;
  const line = chosen < 0 ? (lines[Math.floor(look / COLOURS) % lines.length] as Line) : 'solid';
  return { animal, sheet: at < SHEET ? 0 : 1, colour: `var(--seat-${tone})`, tone, line };
}

export function chosenLook(animal: number, colour: number): number {
  return CHOSEN + animal * COLOURS + colour;
}
