import { describe, expect, it } from 'vitest';
import { changesOf, controlOf, problemOf, suggestionOf, toggled, valuesOf } from './options';

const floods = { name: 'floods', type: 'int', min: 1, max: 3, preset: 2 };
const voice = { name: 'voice', type: 'name', values: ['calm', 'grim'], preset: 'calm' };

describe('the options form', () => {
  it('has a control for every type of option', () => {
    const types = ['bool', 'int', 'name', 'names', 'set'];
    const controls = types.map((type) => controlOf({ name: 'x', type, preset: 0 }));

    expect(controls).toEqual(['switch', 'stepper', 'choice', 'choices', 'numbers']);
  });

  it('refuses numbers outside the table', () => {
    expect(problemOf(floods, 0)).toBe('too_small');
    expect(problemOf(floods, 4)).toBe('too_large');
    expect(problemOf(floods, 3)).toBeNull();
  });

  it('refuses words that the table does not know', () => {
    expect(problemOf(voice, 'loud')).toBe('unknown');
    expect(problemOf(voice, 'grim')).toBeNull();
  });

  it('shows presets where the host has chosen nothing', () => {
    expect(valuesOf([floods, voice], { floods: 3 })).toEqual({ floods: 3, voice: 'calm' });
  });

  it('suggests by the number of players, and leaves alone what is fixed', () => {
    const options = [floods, voice, { ...floods, name: 'length', locked: true }];
    const game = { id: 'x', seats_min: 2, seats_max: 4, options, presets: { 3: { floods: 1 } } };

    expect(suggestionOf(game, 3)).toEqual({ floods: 1, voice: 'calm' });
    expect(suggestionOf(game, 2)).toEqual({ floods: 2, voice: 'calm' });
  });

  it('sends only what was changed', () => {
    expect(changesOf({ a: 1, b: ['x'] }, { a: 1, b: ['x', 'y'] })).toEqual({ b: ['x', 'y'] });
  });

  it('turns one item of a list on and off', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });
});
