import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { startWords } from '../i18n/index.svelte';
import Coach from './Coach.svelte';
import ToastHost from './ToastHost.svelte';
import { toasts } from './toasts.svelte';

afterEach(() => {
  toasts.clear();
  cleanup();
});

describe('a notice while a hint is shown', () => {
  it('stands above the hint’s veil, and not under it on the page', async () => {
    await startWords();
    render(ToastHost);
    const nothing = () => undefined;
    render(Coach, {
      props: {
        target: '.none',
        what: 'Hold the card.',
        why: 'Nobody else sees it.',
        onnext: nothing,
        onskip: nothing,
      },
    });

    toasts.note('The others are bots.');

    const said = await screen.findByText('The others are bots.');
    expect(document.querySelector('.veil')?.contains(said)).toBe(true);
  });
});
