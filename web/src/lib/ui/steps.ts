/** How a stepper walks through times, and how they read. In seconds. */
export const MINUTE = 60;

/** One by one while it is about moments, by five up to a minute, by half minutes beyond. */
export function timeStep(seconds: number): number {
  if (seconds < 20) return 1;
  return seconds < MINUTE ? 5 : 30;
}

/** 300 as 5:00. */
export function asMinutes(seconds: number): string {
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}

/** The next multiple of `step` above `value`, below it where `step` is negative. */
export function next(value: number, step: number): number {
  return Math.floor(value / step + 1) * step;
}
