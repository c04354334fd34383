/** The server's clock as this device knows it, so that all phones of a room change at the same moment. */
const TICK_MS = 250;

class Clock {
  private offset = 0;
  private isSet = false;
  private ticking = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** A message can be late but never early, so the largest offset seen is the most precise. */
  heard(serverTimeMs: number): void {
    const offset = serverTimeMs - Date.now();
    if (!this.isSet || offset > this.offset || this.offset - offset > 60_000) this.offset = offset;
    this.isSet = true;
  }

  /** Now, for calculations. */
  peek(): number {
    return Date.now() + this.offset;
  }

  /** Now, for the screen: components that read it are painted four times a second. */
  get now(): number {
    this.timer ??= setInterval(() => this.ticking++, TICK_MS);
    void this.ticking;
    return this.peek();
  }
}

export const clock = new Clock();
