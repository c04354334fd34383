/** What is remembered of a finished game, out of the events that everybody was told. A game that has something to remember
 * has a `memory.ts`, which is fetched when somebody looks back. */
import type { GameEvent } from '../net/session.svelte';
import type { Judged } from '../room/evening';

/** What somebody was, as the end revealed it. */
export interface Part {
  role: string;
  team: 'good' | 'evil' | 'third';
}

export interface Memory {
  /** Who judged whom; for the awards of the evening. */
  judged?(events: GameEvent[]): Judged;
  /** Null where there were no roles; then the sides that people chose stand for them. */
  partOf?(events: GameEvent[], seat: number): Part | null;
  /** The events that may have turned the game: the last one that happened is told on the keepsake. */
  turns: readonly string[];
}

export function eventsOf(events: GameEvent[], type: string): GameEvent[] {
  return events.filter((event) => event.type === type);
}
