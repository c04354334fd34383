import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api';
import { askAhead, posterPath } from './request';

const asked: string[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const isThere = path.endsWith('KRTW4P');
    const body = isThere ? { game: 'chess', call: asked.length } : { code: 'no_room' };
    return new Response(JSON.stringify(body), { status: isThere ? 200 : 404 });
  });
});

afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

describe('a poster that was asked for ahead', () => {
  it('is read by both, and asked for once', async () => {
    const ahead = await askAhead<{ game: string }>(posterPath('KRTW4P'));

    expect(ahead.game).toBe('chess');
    expect(await api.poster('KRTW4P')).toEqual(ahead);
    expect(asked).toHaveLength(1);
  });

  it('is asked for anew by whoever comes later', async () => {
    await askAhead(posterPath('KRTW4P'));
    await api.poster('KRTW4P');

    expect(await api.poster('KRTW4P')).toMatchObject({ call: 2 });
  });

  it('is not taken for that of another room', async () => {
    await askAhead(posterPath('KRTW4P'));

    await expect(api.poster('BCDFGH')).rejects.toMatchObject({ code: 'no_room' });
  });

  it('says no to both where there is no room', async () => {
    await expect(askAhead(posterPath('BCDFGH'))).rejects.toBeUndefined();
    await expect(api.poster('BCDFGH')).rejects.toMatchObject({ code: 'no_room' });
    expect(asked).toHaveLength(1);
  });
});
