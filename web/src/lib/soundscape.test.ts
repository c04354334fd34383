import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loopOf, Soundscape, type Sound } from './soundscape';

const all: Sound[] = ['rain', 'wind', 'birds', 'crickets'];

/** A loop that is heard, or was. */
interface Heard {
  loop: boolean;
  /** Where its loudness glides to, begun at 0. */
  goals: number[];
  begun: number;
  endsAt: number;
}

const heard: Heard[] = [];

class FakeAudio {
  currentTime = 0;
  destination = {};
  private latest: Heard | null = null;

  createBuffer(channels: number, length: number, rate: number) {
    expect([channels, length % rate]).toEqual([1, 0]);
    return { copyToChannel: (samples: Float32Array) => expect(samples).toHaveLength(length) };
  }

  createBufferSource() {
    const one = { loop: false, goals: [], begun: NaN, endsAt: NaN };
    this.latest = one;
    heard.push(one);
    return {
      buffer: null,
      set loop(isLoop: boolean) {
        one.loop = isLoop;
      },
      connect: (next: unknown) => next,
      start: () => {},
      stop: (at: number) => (one.endsAt = at),
    };
  }

  createGain() {
    const one = this.latest as Heard;
    return {
      connect: (next: unknown) => next,
      gain: {
        set value(loudness: number) {
          one.begun = loudness;
        },
        setTargetAtTime: (goal: number) => one.goals.push(goal),
      },
    };
  }
}

let scape: Soundscape;

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
  scape = new Soundscape(new FakeAudio() as unknown as AudioContext);
});
afterEach(() => vi.useRealTimers());

describe.each(all)('a loop of %s', (sound) => {
  const samples = loopOf(sound);
  const stepAt = (i: number) => Math.abs(samples[i]! - samples[(i + 1) % samples.length]!);

  it('fills its range and does not leave it', () => {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

    expect(peak).toBeCloseTo(1);
  });

  it('has no click where it begins again', () => {
    const steps = samples.map((_sample, i) => stepAt(i)).sort();

    expect(stepAt(samples.length - 1)).toBeLessThanOrEqual(
      steps[Math.floor(0.999 * steps.length)]!,
    );
  });
});

describe('a soundscape', () => {
  it('is faded in from nothing, and out before it ends', () => {
    scape.play({ rain: 0.5 });
    scape.play({});

    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ loop: true, begun: 0 });
    expect(heard[0]!.goals[0]).toBeGreaterThan(0);
    expect(heard[0]!.goals[1]).toBe(0);
    expect(heard[0]!.endsAt).toBeGreaterThan(1);
  });

  it('goes on where nothing changes', () => {
    scape.play({ rain: 0.5 });
    scape.play({ rain: 0.5 });

    expect(heard[0]!.goals).toHaveLength(1);
  });

  it('glides from one to the next', () => {
    scape.play({ birds: 0.5, wind: 0.2 });
    scape.play({ wind: 0.8 });

    const [wind, birds] = heard;
    expect(wind!.goals[1]).toBeCloseTo(4 * wind!.goals[0]!);
    expect(wind!.endsAt).toBeNaN();
    expect(birds!.goals.at(-1)).toBe(0);
  });

  it('swells up for a moment', () => {
    scape.play({ rain: 0.25 });

    scape.swell({ rain: 1 });
    scape.play({ birds: 0.5 });
    expect(heard[0]!.goals[1]).toBeCloseTo(4 * heard[0]!.goals[0]!);
    vi.advanceTimersByTime(10_000);

    expect(heard[0]!.goals.at(-1)).toBe(0);
    expect(heard[1]!.goals.at(-1)).toBeGreaterThan(0);
  });

  it('does not swell up out of silence, nor into it', () => {
    scape.swell({ rain: 1 });
    expect(heard).toEqual([]);

    scape.play({ rain: 0.25 });
    scape.swell({ rain: 1 });
    scape.play({});

    expect(heard[0]!.goals.at(-1)).toBe(0);
  });
});
