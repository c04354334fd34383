/** Searches every position of a game off the page's thread, so that the page never stutters. One question, one answer. */
import { loadEngine } from './module';

onmessage = async ({ data }: MessageEvent<{ moves: string[]; depth: number }>) => {
  try {
    const engine = await loadEngine();
    postMessage(engine.ask('parlour_analyse', data));
  } catch {
    postMessage({ problem: 'unavailable' });
  }
};
