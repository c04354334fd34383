import { describe, expect, it } from 'vitest';
import { at, houseName, isCode, parse, pastedCode, tidyCode } from './address';

describe('addresses', () => {
  it.each([
    ['/', { page: 'landing' }],
    ['/j/krtw4p', { page: 'landing', code: 'KRTW4P' }],
    ['/game/KRTW4P', { page: 'room', code: 'KRTW4P' }],
    ['/game/3ma33d4w104ng', { page: 'unknown' }],
    ['/game/KRTW4P/tv', { page: 'tv', code: 'KRTW4P' }],
    ['/replay/abc', { page: 'replay', gameId: 'abc' }],
    ['/verify/abc', { page: 'verify', gameId: 'abc' }],
    ['/rules/avalon', { page: 'rules', game: 'avalon' }],
    ['/practice/avalon', { page: 'practice', game: 'avalon' }],
    ['/about', { page: 'about' }],
    ['/leaderboard', { page: 'leaderboard' }],
    ['/player/abc', { page: 'player', playerId: 'abc' }],
    ['/grimoire', { page: 'shelf' }],
    ['/grimoire/abc', { page: 'local', id: 'abc' }],
    ['/admin', { page: 'admin' }],
    ['/admin/rooms', { page: 'unknown' }],
    ['/game', { page: 'unknown' }],
    ['/game/KRTW4P/other', { page: 'unknown' }],
    ['/a/b/c/d', { page: 'unknown' }],
    ['/game/%E0%A4%A', { page: 'room', code: 'E0A4A' }],
  ])('%s', (path, route) => {
    expect(parse(path)).toEqual(route);
  });
});

describe('a house under a path of another site', () => {
  const base = document.createElement('base');
  base.href = '/parlour/';

  it('has its addresses below that path', () => {
    document.head.append(base);
    expect(at('/j/KRTW4P')).toBe(`${location.origin}/parlour/j/KRTW4P`);
    expect(houseName()).toBe(`${location.host}/parlour`);
    expect(parse('/parlour/')).toEqual({ page: 'landing' });
    expect(parse('/parlour/about')).toEqual({ page: 'about' });
    expect(parse('/about')).toEqual({ page: 'unknown' });
    base.remove();
    expect(houseName()).toBe(location.host);
  });

  it('is not left by an address that begins at the root of the site', () => {
    const files = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const leaving = /href=(?:"|\{[`'])\/|src="\/|fetch\([`']\/|location\.origin}/;
    expect(leaving.test('<a href="/about">')).toBe(true);
    const found = Object.keys(files).filter((name) => leaving.test(files[name] ?? ''));
    expect(Object.keys(files).length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});

describe('a code', () => {
  it('is read as people type it', () => {
    expect(tidyCode(' krt-w4p ')).toBe('KRTW4P');
  });

  it('has six letters and digits', () => {
    expect(isCode('KRTW4P')).toBe(true);
    expect(isCode('KRTW4')).toBe(false);
  });
});

describe('a code that was pasted', () => {
  it.each([
    ['http://192.168.1.7:8000/j/krtw4p', 'KRTW4P'],
    ['Come! https://parlour.example/game/KRTW4P/tv see you', 'KRTW4P'],
    ['krt w4p', 'KRTW4P'],
    ['kr-tw', 'KRTW'],
  ])('%s', (pasted, code) => {
    expect(pastedCode(pasted)).toBe(code);
  });
});
