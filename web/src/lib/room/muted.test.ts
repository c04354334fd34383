import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

it('hears everybody until somebody is muted, and remembers it on this device', async () => {
  const { isMuted, setMuted } = await import('./muted.svelte');
  expect(isMuted('bob')).toBe(false);

  setMuted('bob', true);
  setMuted('eve', true);
  setMuted('bob', false);

  vi.resetModules();
  const again = await import('./muted.svelte');
  expect([again.isMuted('bob'), again.isMuted('eve')]).toEqual([false, true]);
});
