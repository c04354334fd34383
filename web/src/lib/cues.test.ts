import { describe, expect, it } from 'vitest';
import { cue, onCue, type Cue } from './cue';
import { cueNames, loudnessOf, RATE, samplesOf } from './cues';

describe.each(cueNames)('the cue %s', (name) => {
  const samples = samplesOf(name);

  it('begins and ends at nothing, so that it does not click', () => {
    for (const edge of [samples[0], samples.at(-1)]) expect(edge).toBeCloseTo(0, 9);
    expect(Math.abs(samples.at(-10)!)).toBeLessThan(0.02);
  });

  it('is heard, but never shouts', () => {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

    expect(peak).toBeGreaterThan(0.05);
    expect(peak).toBeLessThanOrEqual(1);
    expect(samples.length / RATE).toBeLessThanOrEqual(3);
  });

  it('lies between a soft tick and a verdict in loudness', () => {
    const loudness = loudnessOf(samples);

    expect(loudness).toBeGreaterThan(0.2 / 4);
    expect(loudness).toBeLessThanOrEqual(0.21);
  });
});

describe('the cues beside each other', () => {
  const seconds = (name: Cue) => samplesOf(name).length / RATE;

  it('last as long as what they tell', () => {
    for (const verdict of ['good', 'evil', 'third'] as const) expect(seconds(verdict)).toBe(3);
    for (const short of ['chair', 'tick', 'card', 'count'] as const)
      expect(seconds(short)).toBeLessThanOrEqual(0.3);
    // A roll before the votes is cut short; a candle is out when its smoke is gone.
    for (const brief of ['deal', 'votes', 'fail', 'candle', 'turn'] as const)
      expect(seconds(brief)).toBeLessThanOrEqual(0.9);
    for (const slow of ['dusk', 'dawn'] as const) expect(seconds(slow)).toBeGreaterThanOrEqual(2);
    // Each second ticks on its own.
    expect(seconds('tick')).toBeLessThan(1);
  });

  it('grow louder from a tick to a verdict, twice as loud as the one before at most', () => {
    const order = ['tick', 'candle', 'chair', 'turn', 'bell', 'blade', 'end', 'good'] as const;
    const loud = order.map((name) => loudnessOf(samplesOf(name)));

    loud.slice(1).forEach((one, i) => {
      expect(one / loud[i]!).toBeGreaterThan(1);
      expect(one / loud[i]!).toBeLessThan(2);
    });
  });

  it('are heard for most of a verdict’s three seconds, not for a moment only', () => {
    for (const verdict of ['good', 'evil', 'third'] as const) {
      const samples = samplesOf(verdict);
      const late = loudnessOf(samples.slice(2 * RATE, 2.5 * RATE) as typeof samples);
      expect(late / loudnessOf(samples)).toBeGreaterThan(0.05);
    }
  });
});

describe('moments', () => {
  it('are told to whoever listens, and to nobody else', () => {
    const heard: Cue[] = [];
    cue('deal');
    const stop = onCue((name) => heard.push(name));

    cue('dusk');
    stop();
    cue('dawn');

    expect(heard).toEqual(['dusk']);
  });
});
