/** The server's clock as this device knows it. All phones of a room change together by it. */
const TICK_MS = 250;

class Clock {
  private offset = 0;
  private isSet = false;
  private ticking = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** A message can only be late, never early: the largest offset seen is the truest. */
  heard(serverTimeMs: number): void {
    const offset = serverTimeMs - Date.now();
    if (!this.isSet || offset > this.offset || this.offset - offset > 60_000) this.offset = offset;
    this.isSet = true;
  }

  /** Now, for calculations. */
  peek(): number {
    return Date.now() + this.offset;
  }

  /** Now, for the screen: whoever reads it is painted four times a second. */
  get now(): number {
    this.timer ??= setInterval(() => this.ticking++, TICK_MS);
    void this.ticking;
    return this.peek();
  }
}

export const clock = new Clock();
