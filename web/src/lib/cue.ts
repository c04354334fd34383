/** Moments that may be heard. A screen names the moment when it shows it, and never asks whether anybody listens: nothing is
 * told by a sound alone. What listens is fetched later (room/Attend.svelte), and decides whether this device sounds. */
export type Cue =
  | 'chair'
  | 'deal'
  | 'dusk'
  | 'dawn'
  | 'bell'
  | 'tick'
  | 'turn'
  | 'count'
  | 'votes'
  | 'card'
  | 'success'
  | 'fail'
  | 'candle'
  | 'blade'
  | 'good'
  | 'evil'
  | 'third'
  | 'end';

type Listener = (cue: Cue) => void;
const listeners = new Set<Listener>();

export function cue(name: Cue): void {
  for (const listener of listeners) listener(name);
}

/** Returns how to stop listening. */
export function onCue(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
