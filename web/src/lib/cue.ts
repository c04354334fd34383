/** Moments that may have a sound. A screen names the moment when it shows it and does not ask whether anybody listens: no
 * information is given by a sound alone. The listener is loaded later (room/Attend.svelte) and decides whether this device
 * plays it. */
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
