/** What is on a card (Card.svelte). */
export type Team = 'good' | 'evil' | 'third';

export interface Face {
  /** A picture of a sprite: its address, #, its name. */
  picture: string;
  name: string;
  team?: Team | null;
  /** The team in words: "Village". */
  side?: string;
  /** One sentence of what it can do. */
  text?: string;
}

/** The shapes of the teams, in a box of 20: never colour alone. */
export const shapes: Record<Team, string> = {
  good: 'M10 1.5 19 18H1z',
  evil: 'M4 2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
  third: 'M1.5 10a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z',
};
