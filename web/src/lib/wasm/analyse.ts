/** What our own search says about chess, asked off the page's thread. */
import type { Question } from './module';

/** Rejects when the device cannot do it. `signal` ends the search. */
function ask<Answer extends object>(
  name: Question,
  question: unknown,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./analyse.worker.ts', import.meta.url), { type: 'module' });
    const fail = (problem: string) => {
      worker.terminate();
      reject(new Error(problem));
    };
    worker.onmessage = ({ data }: MessageEvent<Answer | { problem: string }>) => {
      if ('problem' in data) return fail(data.problem);
      worker.terminate();
      resolve(data);
    };
    worker.onerror = () => fail('unavailable');
    signal.addEventListener('abort', () => fail('left'));
    worker.postMessage({ name, question });
  });
}

/** How a game went: hundredths of a pawn for White, before the first move and after each. */
export async function analyse(
  game: { fen: string; moves: string[]; depth: number },
  signal: AbortSignal,
): Promise<number[]> {
  return (await ask<{ scores: number[] }>('parlour_analyse', game, signal)).scores;
}

/** One position: what may be played, and what is best; src/wasm/explore.h says it in full. */
export interface Position {
  fen: string;
  sans: string[];
  in_check: boolean;
  legal: string[];
  score?: number;
  best?: string | null;
  line?: string[];
}

export interface Place {
  /** A FEN, or a PGN that is gone through to its end. */
  start: string;
  moves: string[];
  /** 0: no search. */
  depth: number;
}

export function explore(place: Place, signal: AbortSignal): Promise<Position> {
  return ask<Position>('parlour_explore', place, signal);
}
