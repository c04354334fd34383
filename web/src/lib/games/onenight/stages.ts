/** The end of a game as it is staged: three, two, one; the votes; the cards one by one, those who died last and slowly; then
 * the verdict. The same order and the same pauses on every device. Pure. */
export interface Beat {
  stage: 'count' | 'votes' | 'turn';
  /** The number that is counted, or the seat whose card it is about. */
  n: number;
  /** The card is held back before it turns. */
  isHeld: boolean;
  ms: number;
}

const COUNT_FROM = 3;
const COUNT_MS = 700;
const VOTES_MS = 3000;
const TURN_MS = 990;
const HELD_MS = 900;
const LAST_MS = 1700;

/** The order in which the cards turn: clockwise from `first`, those who died at the end, in the order they died. */
export function turnOrder(seats: number, first: number, dead: number[]): number[] {
  const round = Array.from({ length: seats }, (_, i) => (Math.max(0, first) + i) % seats);
  return [...round.filter((seat) => !dead.includes(seat)), ...dead];
}

export function beatsOf(order: number[], dead: number[]): Beat[] {
  const count = Array.from({ length: COUNT_FROM }, (_, i): Beat => {
    return { stage: 'count', n: COUNT_FROM - i, isHeld: false, ms: COUNT_MS };
  });
  const turns = order.flatMap((seat): Beat[] => {
    if (!dead.includes(seat)) return [{ stage: 'turn', n: seat, isHeld: false, ms: TURN_MS }];
    return [
      { stage: 'turn', n: seat, isHeld: true, ms: HELD_MS },
      { stage: 'turn', n: seat, isHeld: false, ms: LAST_MS },
    ];
  });
  return [...count, { stage: 'votes', n: 0, isHeld: false, ms: VOTES_MS }, ...turns];
}

/** Whose cards lie open after this beat. */
export function turnedBy(beats: Beat[], at: number): number[] {
  return beats
    .slice(0, at + 1)
    .flatMap(({ stage, n, isHeld }) => (stage === 'turn' && !isHeld ? [n] : []));
}

/** How many ballots each seat has. */
export function talliesOf(ballots: { target: number | null }[], seats: number): number[] {
  return Array.from(
    { length: seats },
    (_, seat) => ballots.filter(({ target }) => target === seat).length,
  );
}
