/** The clock of the table, for whoever draws the rim: the shell of a screen gives it, the table inside reads it. */
import { getContext, setContext } from 'svelte';

export interface RimClock {
  /** On the server's clock; null while it stands still, with `leftMs` to go. */
  deadline: number | null;
  leftMs: number;
  /** Of the whole step; 0 where nobody says, and the rim begins full. */
  totalMs: number;
}

const KEY = Symbol('rim');

export function giveRim(clock: () => RimClock | null): void {
  setContext(KEY, clock);
}

export function takeRim(): () => RimClock | null {
  return getContext<(() => RimClock | null) | undefined>(KEY) ?? (() => null);
}
