/** When a phone sends its marks. Every phone does, whatever its card and whether it has answered or not, as often and in
 * messages as long, so that sending tells nothing. The last mark counts when the window closes. */

/** Before the end of the window: once for slow lines, once for those who decide late. */
export const LEADS_MS = [1600, 500] as const;

/** Calls `send` at each lead that is still to come. Returns how to call it off. */
export function scheduleMarks(deadlineMs: number, nowMs: number, send: () => void): () => void {
  const timers = LEADS_MS.map((lead) => deadlineMs - lead - nowMs)
    .filter((wait) => wait >= 0)
    .map((wait) => setTimeout(send, wait));
  return () => timers.forEach(clearTimeout);
}
