import { describe, expect, it } from 'vitest';
import { freeName } from './bots';

describe('the name of a new bot', () => {
  it('is one that nobody at the table has, in whatever case they write it', () => {
    const first = freeName([]);
    expect(freeName([first.toUpperCase()])).not.toBe(first);
  });

  it('never runs out', () => {
    const taken: string[] = [];
    for (let i = 0; i < 40; i++) taken.push(freeName(taken));
    expect(new Set(taken).size).toBe(40);
  });
});
