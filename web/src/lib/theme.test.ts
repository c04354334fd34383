import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameModule } from './games';
import type { RoomSession } from './net/session.svelte';
import { followTable } from './room/dusk';
import { theme } from './theme.svelte';

const root = document.documentElement;
const game = {
  phaseOf: (view: unknown) => view as 'day' | 'night',
  duskMs: 900,
} as unknown as GameModule;
const load = () => Promise.resolve(game);

function roomAt(view: unknown, { phase = 'playing', lateMs = 0, is_void = false } = {}) {
  return { state: { phase, game: view, outcome: { is_void } }, lateMs } as unknown as RoomSession;
}

describe('day and night', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    theme.leave();
    delete root.dataset.dusk;
  });

  it('is dark at once for whoever comes into a night', async () => {
    await followTable(roomAt('night'), load);

    expect(root.dataset.phase).toBe('night');
    expect(root.dataset.dusk).toBeUndefined();
  });

  it('falls over the time the game gives it, of which the way of the message is a part', async () => {
    await followTable(roomAt('day'), load);
    await followTable(roomAt('night', { lateMs: 250 }), load);

    expect(root.dataset.phase).toBe('night');
    expect(root.style.getPropertyValue('--dusk')).toBe('900ms');
    expect(root.style.getPropertyValue('--late')).toBe('-250ms');
    vi.advanceTimersByTime(900);
    expect(root.dataset.dusk).toBeUndefined();
  });

  it('has fallen already where the message was longer on its way', async () => {
    await followTable(roomAt('day'), load);
    await followTable(roomAt('night', { lateMs: 5000 }), load);

    expect(root.style.getPropertyValue('--late')).toBe('-900ms');
  });

  it('stays as it is where there is no such game', async () => {
    await followTable(roomAt('night'), load);
    await followTable(roomAt('day'), () => null);

    expect(theme.phase).toBe('night');
  });

  it('is dark before the table is known, where it was night when the page was left', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
    await followTable(roomAt('night'), load);
    vi.resetModules();
    const { theme: next } = await import('./theme.svelte');
    root.dataset.phase = 'day';

    next.start();

    expect(root.dataset.phase).toBe('night');
  });

  it('is always night on a device that is dark', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await followTable(roomAt('day'), load);

    expect(root.dataset.phase).toBe('night');
    expect(theme.phase).toBe('day');
  });

  it.each([{ phase: 'lobby' }, { is_void: true }])(
    'is nobody’s where nothing is played: %o',
    async (at) => {
      await followTable(roomAt('night'), load);
      await followTable(roomAt('night', at), load);

      expect(theme.phase).toBeNull();
    },
  );
});
