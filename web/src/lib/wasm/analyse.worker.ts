/** Searches positions off the page's thread, so that the page never stutters. One question, one answer. */
import { loadEngine, type Question } from './module';

onmessage = async ({ data }: MessageEvent<{ name: Question; question: unknown }>) => {
  try {
    const engine = await loadEngine();
    postMessage(engine.ask(data.name, data.question));
  } catch {
    postMessage({ problem: 'unavailable' });
  }
};
