// What must not be seen is not there: the two components that hold secrets and irreversible acts.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Card from './Card.svelte';
import HoldButton from './HoldButton.svelte';
import Peek from './Peek.svelte';

const secret = createRawSnippet(() => ({ render: () => '<p>You are the Seer</p>' }));
const label = createRawSnippet(() => ({ render: () => '<span>Strike</span>' }));
const page = () => document.documentElement.outerHTML;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('Peek', () => {
  it('has the secret in the page only while it is held', async () => {
    render(Peek, { secret, label: 'Hold to peek' });
    const card = screen.getByRole('button');
    expect(page()).not.toContain('Seer');

    await fireEvent.pointerDown(card);
    expect(page()).toContain('Seer');

    await fireEvent.pointerUp(card);
    expect(page()).not.toContain('Seer');
  });

  it('shows by Space and by Enter, and hides when the key is let go', async () => {
    render(Peek, { secret, label: 'Hold to peek' });
    const card = screen.getByRole('button');
    for (const key of [' ', 'Enter']) {
      await fireEvent.keyDown(card, { key });
      expect(page()).toContain('Seer');
      await fireEvent.keyUp(card, { key });
      expect(page()).not.toContain('Seer');
    }
  });

  it.each([
    ['the window loses focus', () => fireEvent.blur(window)],
    ['the phone is turned', () => fireEvent(window, new Event('resize'))],
    ['the page is hidden', () => fireEvent(document, new Event('visibilitychange'))],
    ['eight seconds are over', () => vi.advanceTimersByTime(8000)],
  ])('hides when %s', async (_why, happen) => {
    render(Peek, { secret, label: 'Hold to peek' });
    await fireEvent.pointerDown(screen.getByRole('button'));
    expect(page()).toContain('Seer');

    await happen();
    await vi.advanceTimersByTimeAsync(1);

    expect(page()).not.toContain('Seer');
  });
});

describe('Card', () => {
  const face = { picture: 'sprite.svg#seer', name: 'Seer', team: 'good' as const, side: 'Village' };

  it('has nothing of its face in the page while it lies face down', async () => {
    const { rerender } = render(Card, { face, isUp: false });
    expect(page()).not.toMatch(/Seer|seer|Village|good/);

    await rerender({ face, isUp: true });
    expect(page()).toContain('Seer');

    await rerender({ face, isUp: false });
    expect(page()).not.toMatch(/Seer|seer|Village|good/);
  });
});

describe('HoldButton', () => {
  it('acts after 700 ms, not before', async () => {
    const onhold = vi.fn();
    render(HoldButton, { onhold, children: label, hint: 'Keep holding' });

    await fireEvent.pointerDown(screen.getByRole('button'));
    vi.advanceTimersByTime(650);
    expect(onhold).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60);

    expect(onhold).toHaveBeenCalledOnce();
  });

  it('is cancelled by slipping off', async () => {
    const onhold = vi.fn();
    render(HoldButton, { onhold, children: label, hint: 'Keep holding' });

    await fireEvent.pointerDown(screen.getByRole('button'));
    await fireEvent.pointerLeave(screen.getByRole('button'));
    vi.advanceTimersByTime(2000);

    expect(onhold).not.toHaveBeenCalled();
  });
});
