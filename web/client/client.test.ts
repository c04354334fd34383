/** The package's own words; tools/client.mjs plays whole games with it on a real server. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Parlour, Refusal, type Room } from './index';

const asked: { address: string; init: RequestInit }[] = [];

function server(status: number, answer: object) {
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push({ address, init });
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

describe('the client', () => {
  it('signs in once and then sends its token with everything', async () => {
    server(201, { token: 'secret', game_id: 'g', code: 'KRTW4P' });
    const robin = await Parlour.signIn('http://localhost:8000', 'Robin');
    await robin.create('avalon', { include_percival: true });
    expect(asked.map(({ address }) => address)).toEqual([
      'http://localhost:8000/api/session',
      'http://localhost:8000/api/games',
    ]);
    expect(asked[0]?.init.headers).not.toHaveProperty('authorization');
    expect(asked[1]?.init.headers).toHaveProperty('authorization', 'Bearer secret');
    expect(asked[1]?.init.headers).toHaveProperty('idempotency-key');
  });

  it('rejects with the stable code of a refusal', async () => {
    server(409, { code: 'not_your_turn', why: '' });
    const robin = Parlour.resume('http://localhost:8000', 'secret');
    const refusal = await robin.create('chess').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toHaveProperty('code', 'not_your_turn');
  });

  it('knows the commands of each game', () => {
    const typed = (room: Room<'avalon'>) => [
      room.send('vote', { vote: 'approve' }),
      room.send('leave'),
      // @ts-expect-error: no such vote
      room.send('vote', { vote: 'maybe' }),
      // @ts-expect-error: a move of another game
      room.send('flood', { positions: [] }),
      // @ts-expect-error: a vote needs its argument
      room.send('vote'),
    ];
    expect(typed).toBeTypeOf('function');
  });
});
