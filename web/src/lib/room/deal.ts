/** The deal in time: a back flies to each seat, clockwise, and one's own grows to the hand. Nothing of it follows from a
 * role. */

/** How long a back flies. */
export const FLIGHT_MS = 380;
/** From one back to the next. */
export const STEP_MS = 90;
/** How long one's own takes to the hand. */
export const GROW_MS = 520;
/** What lies before people stays a moment, and goes. */
export const REST_MS = 400;
export const LEAVE_MS = 140;

/** Who is dealt to when: clockwise as they sit, from `first`. */
export function turnsOf(seats: number, first: number): { seat: number; delay: number }[] {
  return Array.from({ length: seats }, (_, i) => ({
    seat: (first + i) % seats,
    delay: i * STEP_MS,
  }));
}

/** When the last back has come. */
function flownAt(seats: number): number {
  return Math.max(0, seats - 1) * STEP_MS + FLIGHT_MS;
}

/** When those that lie before people begin to go, all at once. */
export function leavesAt(seats: number): number {
  return flownAt(seats) + REST_MS;
}

/** The whole deal; `rests`: the backs lie before people. */
export function lastsMs(seats: number, rests: boolean): number {
  return rests ? leavesAt(seats) + LEAVE_MS : Math.max(flownAt(seats), GROW_MS);
}
