import { describe, expect, it } from 'vitest';
import type { GameEvent, Person } from '../net/session.svelte';
import { roundsOf, type Source } from './log';

const people = ['Ana', 'Bruno', 'Chloé'];
const room: Source = {
  kind: 'avalon',
  people: people.map((name, seat) => ({ player: `p${seat}`, name, seat }) as Person),
  nameOf: (player) => people[Number(player.slice(1))] ?? '–',
  nameOfSeat: (seat) => people[seat] ?? '–',
};
const game = {
  rounds: ['day_began'],
  tell(event: GameEvent, name: (seat: number) => string) {
    if (event.type === 'day_began') return `Day ${event.day}`;
    // Asks for a name that it does not say, as the sentence of a vote without a hunter does.
    const hunter = name(Number(event.hunter));
    if (event.type === 'died') return event.hunter === null ? `${name(1)} died` : hunter;
    return null;
  },
};
let seq = 0;
const happened = (type: string, more: object = {}): GameEvent => ({
  type,
  seq: ++seq,
  kind: 'game',
  ...more,
});

describe('the log', () => {
  it('is read by round, the newest first, each under the sentence that began it', () => {
    const events = [
      happened('day_began', { day: 1 }),
      happened('died', { hunter: null }),
      happened('day_began', { day: 2 }),
    ];

    expect(roundsOf(events, room, game)).toEqual([
      { title: 'Day 2', lines: [] },
      { title: 'Day 1', lines: [{ text: 'Bruno died', seats: [1] }] },
    ]);
  });

  it('lights the seats that a line names, and no other that it knows of', () => {
    const [round] = roundsOf([happened('died', { hunter: null })], room, game);

    expect(round?.lines[0]?.seats).toEqual([1]);
  });

  it('has no line for what is not worth one', () => {
    expect(roundsOf([happened('picks_changed')], room, game)).toEqual([]);
  });
});
