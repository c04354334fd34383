/** When the first screen can be read. Whatever can wait waits for it: on a slow phone it would take its part of the network
 * and of the processor from what somebody is looking for. */
const PATIENCE_MS = 4000;
/** For the pictures that the screen itself sends for. */
const CALM_MS = 500;

let tell: () => void = () => undefined;

/** Resolves when the first screen has been there for a moment, or when one has waited long enough for it. */
export const shown = new Promise<void>((resolve) => (tell = resolve));
setTimeout(tell, PATIENCE_MS);

/** A screen with something to read is there; the first one counts. */
export function markShown(): void {
  requestAnimationFrame(() => setTimeout(tell, CALM_MS));
}
