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
