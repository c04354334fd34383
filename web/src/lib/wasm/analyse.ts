/** How a game of chess went by our own search: hundredths of a pawn for White, before the first move and after each. */
type Answer = { scores?: number[]; problem?: string };

/** Rejects when the device cannot do it. `signal` ends the search. */
export function analyse(moves: string[], depth: number, signal: AbortSignal): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./analyse.worker.ts', import.meta.url), { type: 'module' });
    const end = (problem?: string, scores: number[] = []) => {
      worker.terminate();
      if (problem) reject(new Error(problem));
      else resolve(scores);
    };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => end(data.problem, data.scores);
    worker.onerror = () => end('unavailable');
    signal.addEventListener('abort', () => end('left'));
    worker.postMessage({ moves, depth });
  });
}
