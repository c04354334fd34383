import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startWords } from '../i18n/index.svelte';
import type { Person, RoomSession } from '../net/session.svelte';
import { clock } from '../net/clock.svelte';
import Paused from './Paused.svelte';

const act = vi.fn();

/** A table that waits for Hiro, as the host sees it or as somebody else does. */
function waiting(isHost: boolean, waits_until_ms?: number): RoomSession {
  return {
    code: 'KRTW4P',
    narrators: [],
    seated: [{ name: 'Hiro', player: 'h', is_away: true } as Person],
    act: act.mockClear(),
    can: (command: string) => isHost && command === 'set_absent',
    state: { clock: { is_waiting: true, waits_until_ms }, settings: { absent_seconds: 30 } },
  } as unknown as RoomSession;
}

beforeAll(() => startWords());

describe('waiting for somebody', () => {
  it('says how long it will last, where it ends by itself', () => {
    render(Paused, { room: waiting(true, clock.peek() + 30_000) });

    expect(screen.getByText('Waiting for Hiro')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toContain('0:30');
    expect(screen.queryByRole('button', { name: /seconds at most/ })).toBeNull();
  });

  it('can be given an end by the host', async () => {
    render(Paused, { room: waiting(true) });
    await fireEvent.click(screen.getByRole('button', { name: 'Wait 30 seconds at most' }));

    expect(act).toHaveBeenCalledWith('set_absent', { policy: 'wait', seconds: 30 });
  });

  it('can be given an end by nobody else', () => {
    render(Paused, { room: waiting(false) });

    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByRole('button', { name: /seconds at most/ })).toBeNull();
  });
});

describe('a table that stands still', () => {
  const stopped = (is_away: boolean) =>
    ({
      code: 'KRTW4P',
      seated: [],
      narrators: [{ name: 'Nadia', player: 'n', is_away } as Person],
      can: () => false,
      state: { clock: { is_paused: true }, settings: {} },
    }) as unknown as RoomSession;

  it('says so where the storyteller has left with the game', () => {
    render(Paused, { room: stopped(true) });

    expect(screen.getByRole('heading').textContent).toBe('Paused while Nadia is away');
  });

  it('says nothing of the storyteller who is here', () => {
    render(Paused, { room: stopped(false) });

    expect(screen.getByRole('heading').textContent).not.toContain('Nadia');
  });
});
