import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkProof, type Proof } from './proof';
import { fromHex, hmacSha256, sha256, toHex } from './sha256';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('sha256', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('agrees with Node on %i bytes', (length) => {
    const text = 'parlour '.repeat(200).slice(0, length);

    expect(toHex(sha256(bytes(text)))).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('agrees with Node as an HMAC, with short and long keys', () => {
    for (const key of ['k', 'a long key '.repeat(10)]) {
      const expected = createHmac('sha256', key).update('message').digest('hex');
      expect(toHex(hmacSha256(bytes(key), bytes('message')))).toBe(expected);
    }
  });
});

describe('checkProof', () => {
  const secret = 'ab'.repeat(32);
  const commitment = createHash('sha256')
    .update(`parlour commitment 1\nROOM\n2\n${secret}\n`)
    .digest('hex');
  const seed = createHmac('sha256', Buffer.from(fromHex(secret)))
    .update(`parlour seed 1\nROOM\nGAME\n2\nP1 ${'00'.repeat(16)}\nP2 ${'ff'.repeat(16)}\n`)
    .digest('hex');
  const proof: Proof = {
    version: 1,
    room: 'ROOM',
    game_id: 'GAME',
    game_number: 2,
    game: 'journeyman',
    commitment,
    seats: [
      { seat: 0, player: 'P1', nonce: '00'.repeat(16), drawn_by_server: false },
      { seat: 1, player: 'P2', nonce: 'ff'.repeat(16), drawn_by_server: true },
    ],
    secret,
    seed,
  };
  const results = (of: Proof, promised: string | null) =>
    checkProof(of, promised).map((check) => check.result);

  it('finds an honest deal right', () => {
    expect(results(proof, commitment)).toEqual(['right', 'right', 'right']);
  });

  it('finds a changed secret wrong', () => {
    expect(results({ ...proof, secret: 'cd'.repeat(32) }, commitment)).toEqual([
      'right',
      'wrong',
      'wrong',
    ]);
  });

  it('finds a changed promise wrong', () => {
    expect(results(proof, 'someone else')[0]).toBe('wrong');
  });

  it('finds a changed nonce wrong', () => {
    const seats = proof.seats?.map((seat) => ({ ...seat, nonce: '11'.repeat(16) }));
    expect(results({ ...proof, seats }, commitment)).toEqual(['right', 'right', 'wrong']);
  });

  it('leaves open what cannot be known yet', () => {
    expect(results({ ...proof, secret: undefined, seed: undefined }, null)).toEqual([
      'open',
      'open',
      'open',
    ]);
  });
});
