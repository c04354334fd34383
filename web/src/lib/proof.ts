/** Checks a deal: the promise made before it, everybody's part in it, the secret shown after it (docs/chance.md). */
import { fromHex, hmacSha256, sha256, toHex } from './sha256';

export interface Proof {
  version: number;
  room: string;
  game_id: string;
  game_number: number;
  game: string;
  commitment: string;
  seats?: { seat: number; player: string; nonce: string; drawn_by_server: boolean }[];
  secret?: string;
  seed?: string;
}

export type Result = 'right' | 'wrong' | 'open';
export interface Check {
  name: 'promise' | 'secret' | 'seed';
  result: Result;
  value: string;
}

const bytes = (text: string) => new TextEncoder().encode(text);

export function commitmentOf(proof: Proof): string {
  const text = `parlour commitment 1\n${proof.room}\n${proof.game_number}\n${proof.secret}\n`;
  return toHex(sha256(bytes(text)));
}

export function seedOf(proof: Proof): string {
  const seats = (proof.seats ?? []).map((seat) => `${seat.player} ${seat.nonce}\n`).join('');
  const text = `parlour seed 1\n${proof.room}\n${proof.game_id}\n${proof.game_number}\n${seats}`;
  return toHex(hmacSha256(fromHex(proof.secret ?? ''), bytes(text)));
}

/** `promised`: the commitment this device saw before the deal, if it was there. */
export function checkProof(proof: Proof, promised: string | null): Check[] {
  const check = (
    name: Check['name'],
    isKnown: boolean,
    isRight: () => boolean,
    value = '',
  ): Check => ({
    name,
    result: !isKnown ? 'open' : isRight() ? 'right' : 'wrong',
    value,
  });
  const isShown = proof.secret !== undefined;
  return [
    check('promise', promised !== null, () => promised === proof.commitment, proof.commitment),
    check('secret', isShown, () => commitmentOf(proof) === proof.commitment, proof.secret),
    check('seed', isShown, () => seedOf(proof) === proof.seed, proof.seed),
  ];
}
