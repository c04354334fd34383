import type { GrimoireCommand } from '../../../net/protocol';

/** What the engine says of a script file: the commands that set it up, already tried, or what is wrong with it and where. */
export interface Reading {
  commands: GrimoireCommand[];
  /** How many texts were shortened, and how many reminders and house rules found no room. */
  texts_cut: number;
  left_out: number;
}

export interface Problem {
  problem: string;
  entry: number | null;
  /** Where in the file, from 1; 0: nowhere. */
  line: number;
  column: number;
  key: string | null;
}
