import { describe, expect, it } from 'vitest';
import { toasts } from './toasts.svelte';

describe('a notice', () => {
  it('appears on the sheet that lies on top, and on the page when it is gone', () => {
    const page = Symbol('page');
    const sheet = Symbol('sheet');
    const leavePage = toasts.stack(page);
    const closeSheet = toasts.stack(sheet);
    expect([toasts.isOnTop(page), toasts.isOnTop(sheet)]).toEqual([false, true]);

    closeSheet();

    expect([toasts.isOnTop(page), toasts.isOnTop(sheet)]).toEqual([true, false]);
    leavePage();
  });
});
