/** A finished game step by step: every event that has words, with the town after it. */
import type { GameRecord, Step } from '..';
import type { GameEvent } from '../../net/session.svelte';
import { tellEvent } from './say';
import type { Character } from './types';

export interface Picture {
  seats: {
    name: string;
    look: number;
    character: Character | null;
    isDead: boolean;
    isLit: boolean;
  }[];
}

/** Whom an event is about. */
const about = ['seat', 'target', 'nominator', 'nominee', 'first', 'second'] as const;

function isLit(event: GameEvent, seat: number): boolean {
  return about.some((argument) => event[argument] === seat);
}

function note(dead: Set<number>, event: GameEvent): void {
  const seat = Number(event.seat);
  if (event.type === 'death_announced' || event.type === 'exiled') dead.add(seat);
  if (event.type === 'life_announced') dead.delete(seat);
}

export function stepsOf({ events, names = [], looks = [] }: GameRecord): Step<Picture>[] {
  const characters = new Map<number, Character>();
  for (const event of events)
    if (event.type === 'seat_revealed') characters.set(Number(event.seat), String(event.character));
  const dead = new Set<number>();
  return events.flatMap((event) => {
    note(dead, event);
    const label = tellEvent(event, (seat) => names[seat] ?? '–');
    if (!label || event.type === 'seat_revealed') return [];
    const seats = names.map((name, seat) => ({
      name,
      look: looks[seat] ?? seat,
      character: characters.get(seat) ?? null,
      isDead: dead.has(seat),
      isLit: isLit(event, seat),
    }));
    return [{ label, picture: { seats } }];
  });
}
